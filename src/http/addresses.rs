//! `Addresses`: how many connections each address has, so that none has them all.

use parking_lot::Mutex;
use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr},
    sync::Arc,
};

#[derive(Default)]
pub struct Addresses(Mutex<HashMap<IpAddr, usize>>);

impl Addresses {
    /// A place for one more connection of an address, unless it has `most` already.
    pub fn enter(self: &Arc<Addresses>, address: IpAddr, most: usize) -> Option<AddressPlace> {
        let address = household(address);
        let mut counts = self.0.lock();
        let count = counts.entry(address).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(AddressPlace { all: self.clone(), address })
    }
}

/// One connection's place, as long as it is kept.
pub struct AddressPlace {
    all: Arc<Addresses>,
    address: IpAddr,
}

impl Drop for AddressPlace {
    fn drop(&mut self) {
        let mut counts = self.all.0.lock();
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

/// What one customer of a provider has: an address, or of IPv6 the first half of one.
fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_so_many_places_and_no_more() {
        let addresses = Arc::new(Addresses::default());
        let enter = |address: &str| addresses.enter(address.parse().unwrap(), 2);
        let places = [enter("192.0.2.1"), enter("::ffff:192.0.2.1")];
        assert!(places.iter().all(Option::is_some));
        assert!(enter("192.0.2.1").is_none() && enter("192.0.2.2").is_some());
        drop(places);
        assert!(addresses.0.lock().is_empty());
        let _household = [enter("2001:db8:1:2::1"), enter("2001:db8:1:2:ffff::")];
        assert!(enter("2001:db8:1:2::9").is_none() && enter("2001:db8:1:3::1").is_some());
    }
}
