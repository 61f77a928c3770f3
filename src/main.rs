//! The binary: reads the command line, calls the library, prints the error.

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

/// Half of an import's time and a third of a page's went into the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match steelyard::cli::run(steelyard::config::Config::parse()) {
        Ok(code) => code,
        Err(error) => {
            writeln!(std::io::stderr(), "steelyard: {error:#}").ok();
            ExitCode::FAILURE
        }
    }
}
