//! The program's entrance; everything else is in the library.

/// The published builds are linked with musl, whose own allocator has one lock for all threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    garson::run()
}
