//! Embeds the static files and tells cargo about the files that macros read without telling it.

fn main() {
    memory_serve::load_directory("static");
    for folder in ["locales", "migrations", "templates", "static", "catalogue"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}
