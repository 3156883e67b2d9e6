//! `AddressRange`: a block of addresses such as `10.0.0.0/8`, `2001:db8::/32` or a single address.
//!
//! The guard of outgoing calls compares every address with its own blocks and the owner's, `http` with those of trusted
//! proxies; settings and flags parse and print them. It knows nothing about why a block is of interest.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::{fmt, str::FromStr};

/// All addresses that share the first `bits` bits with `base`. Parses from and prints as `base/bits`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressRange {
    base: IpAddr,
    bits: u8,
}

/// The text is neither an address nor `address/bits`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadAddressRange;

impl AddressRange {
    pub const fn v4(base: [u8; 4], bits: u8) -> AddressRange {
        AddressRange { base: IpAddr::V4(Ipv4Addr::from_octets(base)), bits }
    }

    pub const fn v6(base: [u16; 8], bits: u8) -> AddressRange {
        AddressRange { base: IpAddr::V6(Ipv6Addr::from_segments(base)), bits }
    }

    /// The first address, and how many bits of it count.
    pub fn parts(&self) -> (IpAddr, u8) {
        (self.base, self.bits)
    }

    /// Whether `address` lies in this block. The two address families never hold each other.
    pub fn holds(&self, address: IpAddr) -> bool {
        match (self.base, address) {
            (IpAddr::V4(base), IpAddr::V4(other)) => {
                (base.to_bits() ^ other.to_bits()).checked_shr(32 - u32::from(self.bits)).unwrap_or(0) == 0
            }
            (IpAddr::V6(base), IpAddr::V6(other)) => {
                (base.to_bits() ^ other.to_bits()).checked_shr(128 - u32::from(self.bits)).unwrap_or(0) == 0
            }
            _ => false,
        }
    }
}

impl FromStr for AddressRange {
    type Err = BadAddressRange;

    fn from_str(text: &str) -> Result<AddressRange, BadAddressRange> {
        let text = text.trim();
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse::<u8>().map_err(|_| BadAddressRange)?)),
            None => (text, None),
        };
        let base: IpAddr = address.parse().map_err(|_| BadAddressRange)?;
        let width = if base.is_ipv4() { 32 } else { 128 };
        let bits = bits.unwrap_or(width);
        if bits > width {
            return Err(BadAddressRange);
        }
        // A block written in the v4-mapped form must also hold the plain v4 address, which is what gets dialled.
        match base.to_canonical() {
            v4 @ IpAddr::V4(_) if base.is_ipv6() && bits >= 96 => Ok(AddressRange { base: v4, bits: bits - 96 }),
            _ => Ok(AddressRange { base, bits }),
        }
    }
}

impl fmt::Display for AddressRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.base, self.bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_holds_exactly_its_addresses() {
        for (block, address, held) in [
            ("10.0.0.0/8", "10.255.255.255", true),
            ("10.0.0.0/8", "11.0.0.0", false),
            ("10.9.8.7/8", "10.1.1.1", true),
            ("192.0.2.7", "192.0.2.7", true),
            ("192.0.2.7", "192.0.2.6", false),
            ("0.0.0.0/0", "203.0.113.9", true),
            ("0.0.0.0/0", "2001:db8::1", false),
            ("2001:db8::/32", "2001:db8:ffff::1", true),
            ("2001:db8::/32", "2001:db9::1", false),
            ("2001:db8::1", "2001:db8::1", true),
            ("::/0", "2001:db8::1", true),
            ("::ffff:10.0.0.0/104", "10.3.2.1", true),
            (" 172.16.0.0/12 ", "172.31.0.1", true),
        ] {
            let range: AddressRange = block.parse().unwrap();
            assert_eq!(range.holds(address.parse().unwrap()), held, "{block} {address}");
        }
    }

    #[test]
    fn what_is_no_block_does_not_parse() {
        for text in
            ["", "/", "10.0.0.0/", "10.0.0.0/33", "::/129", "10.0.0/8", "example.com", "10.0.0.0/-1", "1.2.3.4/8/8"]
        {
            assert_eq!(text.parse::<AddressRange>(), Err(BadAddressRange), "{text}");
        }
    }

    #[test]
    fn a_block_prints_as_it_parses() {
        for text in ["10.0.0.0/8", "192.0.2.7/32", "2001:db8::/32"] {
            assert_eq!(text.parse::<AddressRange>().unwrap().to_string(), text);
        }
    }
}
