//! The program's entrance; everything else is in the library.

/// What a request costs is a third allocating. musl's allocator has one lock for all threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    garson::run()
}
