//! `UnfinishedBodies`: how much of large bodies lies here that are not whole yet, or not yet dealt with.
//!
//! `request::body` asks for room as a body grows. What there is no room for is not kept but refused, and the client sends it
//! again. Each listener has room of its own, as it has places.

use crate::request::front::household;
use model::{Quota, QuotaPlace, Sha};
use std::{net::IpAddr, sync::Arc};

/// The beginning of a body is not counted: every connection may hold so much, and nearly every order is shorter.
pub const SMALL: usize = 32 << 10;
/// Of one sender, of one intake address, and of all, in bytes. The longest body is 1 MiB.
const PER_SENDER: usize = 4 << 20;
const PER_ADDRESSEE: usize = 8 << 20;
const IN_ALL: usize = 32 << 20;

/// Whom bodies are for, where that is told apart: the hash of what an intake address is known by.
pub type Addressee = Sha;

#[derive(Default)]
pub struct UnfinishedBodies {
    by_sender: Arc<Quota<IpAddr>>,
    by_addressee: Arc<Quota<Addressee>>,
}

/// The room of one body, as long as it is kept.
pub struct BodyRoom {
    of_sender: QuotaPlace<IpAddr>,
    of_addressee: Option<QuotaPlace<Addressee>>,
}

impl UnfinishedBodies {
    /// For a body that has grown to so many bytes over `SMALL`; none where there is no room.
    pub fn hold(&self, sender: IpAddr, addressee: Option<Addressee>, bytes: usize) -> Option<BodyRoom> {
        let of_addressee = match addressee {
            Some(addressee) => Some(self.by_addressee.take_some(addressee, bytes, PER_ADDRESSEE, usize::MAX)?),
            None => None,
        };
        let of_sender = self.by_sender.take_some(household(sender), bytes, PER_SENDER, IN_ALL)?;
        Some(BodyRoom { of_sender, of_addressee })
    }
}

impl BodyRoom {
    /// So many bytes more. Where there is no room for them, the body is not kept at all.
    pub fn grow(&mut self, bytes: usize) -> bool {
        let fits = self.of_addressee.as_mut().is_none_or(|room| room.grow(bytes, PER_ADDRESSEE, usize::MAX));
        fits && self.of_sender.grow(bytes, PER_SENDER, IN_ALL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_sender_and_each_addressee_has_so_much_and_all_together_have() {
        const MEGA: usize = 1 << 20;
        let bodies = UnfinishedBodies::default();
        let sender = |number: u8| IpAddr::from([192, 0, 2, number]);
        let [shop, other] = ["shop", "other"].map(|token| Some(Sha::of(token.as_bytes())));
        let mut first = bodies.hold(sender(1), shop, MEGA).unwrap();
        assert!(first.grow(3 * MEGA) && bodies.hold(sender(1), None, 1).is_none(), "a sender has 4 MiB");
        let second = bodies.hold(sender(2), shop, 4 * MEGA).unwrap();
        assert!(bodies.hold(sender(3), shop, 1).is_none(), "an addressee has 8 MiB");
        let others: Vec<_> = (3..9).map(|number| bodies.hold(sender(number), None, 4 * MEGA).unwrap()).collect();
        assert!(bodies.hold(sender(9), other, 1).is_none(), "all together have 32 MiB");
        drop(first);
        assert!(bodies.hold(sender(9), shop, 4 * MEGA).is_some());
        drop((second, others));
        assert!(bodies.by_sender.take_some(sender(1), IN_ALL, IN_ALL, IN_ALL).is_some(), "all of it was given back");
    }
}
