//! What is known of a web shop beforehand: it has no host of its own, and nothing to enter.

use crate::Facts;
use model::Bilingual;

pub static FACTS: Facts = Facts {
    name: "Web",
    short_name: Bilingual::fixed("Web sitesi", "Web shop"),
    mark: "W",
    colour: "#1e6b4f",
    home: "",
    credentials: &[],
    caveat: None,
    is_experimental: false,
    takes_callback_url: true,
    takes_minutes: true,
    guide: Bilingual::fixed(
        include_str!("../../../packaging/manual/tr/open.md"),
        include_str!("../../../packaging/manual/en/open.md"),
    ),
    needs_public_address: false,
    pushes: &[],
    can_look: false,
    calls_before: None,
    pos_switch: None,
};
