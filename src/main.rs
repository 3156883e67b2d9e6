//! The program's entrance; everything else is in the library.

/// The published builds are linked with musl, whose own allocator has one lock for all threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How many milliseconds it keeps what was freed: mimalloc's `mi_option_purge_delay`.
const PURGE_DELAY: libmimalloc_sys::mi_option_t = 15;

fn main() -> std::process::ExitCode {
    give_back_at_once();
    garson::run()
}

/// What is freed goes back to the system at once: a machine of 32 MB needs it for the next sign-in.
#[expect(unsafe_code, reason = "the allocator's options have no other door")]
fn give_back_at_once() {
    // SAFETY: it sets a number.
    unsafe { libmimalloc_sys::mi_option_set(PURGE_DELAY, 0) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(unsafe_code, reason = "the allocator's options have no other door")]
    fn it_is_the_purge_delay_that_is_set() {
        // SAFETY: it reads a number.
        let delay = || unsafe { libmimalloc_sys::mi_option_get(PURGE_DELAY) };
        assert_eq!(delay(), 10, "mimalloc's own default");
        give_back_at_once();
        assert_eq!(delay(), 0);
    }
}
