//! A link to where an order goes, on a map.
//!
//! The address is one that a telephone opens in its own app for maps and a PC in a browser. It carries the place and
//! nothing else: no name, no flat, and no page of ours as the one before.

use model::{order::Address, url};

const MAPS: &str = "https://www.google.com/maps/search/?api=1&query=";

/// Of an address that says too little there is none.
pub fn link(address: &Address) -> Option<String> {
    if let Some((lat, lon)) = address.lat.zip(address.lon) {
        return Some(format!("{MAPS}{lat:.6}%2C{lon:.6}"));
    }
    let line = address.line.as_deref().filter(|line| !line.trim().is_empty())?;
    let rest = [address.district.as_deref(), address.city.as_deref()];
    let parts: Vec<&str> = [Some(line)].into_iter().chain(rest).flatten().filter(|part| !part.is_empty()).collect();
    Some(format!("{MAPS}{}", url::value(&parts.join(", "))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_shown_by_its_position_or_else_by_its_street() {
        let text = |text: &str| Some(text.to_owned());
        let street =
            Address { line: text("Moda Cad. 12 & 14"), city: text("İstanbul"), flat: text("7"), ..Address::default() };
        let shown = link(&street).unwrap();
        assert!(shown.ends_with("query=Moda%20Cad%2E%2012%20%26%2014%2C%20%C4%B0stanbul"), "{shown}");
        let there = Address { lat: Some(40.98), lon: Some(29.02), ..street };
        assert_eq!(link(&there).unwrap(), format!("{MAPS}40.980000%2C29.020000"));
        assert_eq!(link(&Address { city: text("İstanbul"), ..Address::default() }), None);
        assert_eq!(link(&Address::default()), None);
    }
}
