//! `UnsentAnswers`: how much of large answers lies here because clients have not taken it yet.
//!
//! `door` has every answer to a question held here. An answer is counted until its last byte has been handed to the system,
//! however slowly the client reads; where there is no room for one, it is not kept but refused, and the client asks again.

use crate::request::front::household;
use hyper::body::Bytes;
use model::{Quota, QuotaPlace};
use std::{net::IpAddr, sync::Arc};

/// Shorter ones are not counted: every connection may hold one of these.
pub const SMALL: u64 = 32 << 10;
/// Of one address, and of all, in bytes.
const PER_ADDRESS: usize = 8 << 20;
const IN_ALL: usize = 32 << 20;

/// Of an answer whose bytes all who ask for it share: however many have not taken it, it lies here once.
#[derive(Clone, Copy)]
pub struct SharedBytes;

#[derive(Default)]
pub struct UnsentAnswers(Arc<Quota<IpAddr>>);

impl UnsentAnswers {
    /// The answer's bytes, counted; none where there is no room for them. One that is longer than all that an address may have
    /// counts as that much, so that it can be had alone, and takes no room of others.
    pub fn hold(&self, whose: IpAddr, answer: Bytes) -> Option<Bytes> {
        let count = answer.len().min(PER_ADDRESS);
        let _place = self.0.take_some(household(whose), count, PER_ADDRESS, IN_ALL)?;
        Some(Bytes::from_owner(CountedBytes { answer, _place }))
    }
}

struct CountedBytes {
    answer: Bytes,
    _place: QuotaPlace<IpAddr>,
}

impl AsRef<[u8]> for CountedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_counted_until_its_last_piece_is_gone() {
        let (unsent, mega) = (UnsentAnswers::default(), |count: usize| Bytes::from(vec![0; count << 20]));
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(|text| text.parse().unwrap());
        let mut held = unsent.hold(one, mega(6)).unwrap();
        assert!(unsent.hold(one, mega(6)).is_none() && unsent.hold(other, mega(6)).is_some());
        let last = held.split_off((6 << 20) - 1);
        drop(held);
        assert!(unsent.hold(one, mega(6)).is_none());
        drop(last);
        // Longer than the share of any address, one is let through all the same.
        let large = unsent.hold(one, mega(20)).unwrap();
        assert!(unsent.hold(one, mega(1)).is_none());
        let addresses = (2..5).map(|last| IpAddr::from([192, 0, 2, last]));
        let others: Vec<_> = addresses.map(|address| unsent.hold(address, mega(20)).unwrap()).collect();
        assert!(unsent.hold([192, 0, 2, 9].into(), mega(1)).is_none(), "all together have what they may");
        drop((large, others));
        assert!(unsent.hold(one, mega(8)).is_some());
    }
}
