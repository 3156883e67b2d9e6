//! The program's entrance; everything else is in the library.

fn main() -> std::process::ExitCode {
    garson::run()
}
