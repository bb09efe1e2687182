//! The program `hoyle`; everything is in the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    hoyle_cli::main()
}
