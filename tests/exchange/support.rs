//! The starter catalogue as a value, and short ways to import a text.

use std::io::{Cursor, Write};
use std::sync::LazyLock;

use steelyard::domain::catalogue::{Catalogue, Records, Release};
use steelyard::domain::ids::VendorId;
use steelyard::exchange::import::{self, Context, Imported, Remark};
use steelyard::exchange::starter::{self, COLLECTED};

static STARTER: LazyLock<Catalogue> = LazyLock::new(|| catalogue(records()));

/// The records of the starter catalogue.
pub(crate) fn records() -> Records {
    starter::records(COLLECTED).unwrap()
}

/// A catalogue of these records.
pub(crate) fn catalogue(records: Records) -> Catalogue {
    let release = Release {
        number: 1,
        note: String::new(),
        published_by: String::new(),
        published_at_micros: 0,
    };
    Catalogue::new(release, records).unwrap()
}

/// The starter catalogue.
pub(crate) fn starter() -> &'static Catalogue {
    &STARTER
}

/// A context without anything given.
pub(crate) fn context() -> Context<'static> {
    Context::new(starter(), COLLECTED)
}

/// A context with a vendor.
pub(crate) fn of(vendor: &str) -> Context<'static> {
    Context {
        vendor: Some(VendorId::new(vendor).unwrap()),
        ..context()
    }
}

/// Imports a text.
pub(crate) fn import_text(text: &str, context: &Context<'_>) -> Imported {
    import::read("file.csv", text.as_bytes(), context)
}

/// The problems as lines.
pub(crate) fn problems(imported: &Imported) -> Vec<String> {
    imported.problems.iter().map(ToString::to_string).collect()
}

/// How often something was noted.
pub(crate) fn noted(imported: &Imported, remark: Remark) -> u64 {
    imported
        .notes
        .iter()
        .filter(|note| note.remark == remark)
        .map(|note| note.count)
        .sum()
}

/// Files as a compressed folder.
pub(crate) fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
    for (name, bytes) in files {
        zip.start_file(*name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}
