//! The `catchmate` program; all it does stands in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    catchmate::cli::run()
}
