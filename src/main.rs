//! The binary: reads the command line, calls the library, prints the error.

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match steelyard::cli::run(steelyard::config::Config::parse()) {
        Ok(code) => code,
        Err(error) => {
            writeln!(std::io::stderr(), "steelyard: {error:#}").ok();
            ExitCode::FAILURE
        }
    }
}
