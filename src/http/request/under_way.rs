//! Which requests a thread is working on, by their numbers: `RequestId` says it, and `app::log_spans` asks when a line is logged.

use std::cell::RefCell;

thread_local! {
    /// The innermost is the last one.
    static UNDER_WAY: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

pub fn innermost() -> Option<u64> {
    UNDER_WAY.with_borrow(|under_way| under_way.last().copied())
}

/// The thread works on this request until the guard is dropped.
pub fn enter(count: u64) -> UnderWay {
    begin(count);
    UnderWay
}

pub struct UnderWay;

impl Drop for UnderWay {
    fn drop(&mut self) {
        end();
    }
}

pub fn begin(count: u64) {
    UNDER_WAY.with_borrow_mut(|under_way| under_way.push(count));
}

/// Ends the innermost.
pub fn end() {
    UNDER_WAY.with_borrow_mut(Vec::pop);
}
