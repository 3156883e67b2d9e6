//! The menu, which Yemeksepeti does not show.

use model::{Bilingual, Code, Failure, Menu, Why};

pub fn menu() -> Result<Menu, Failure> {
    Err(Failure::new(Code::NotOffered).why(Why::Plain(Bilingual::fixed(
        "Türkiye’de menüyü Yemeksepeti tutar ve entegrasyona açmaz; menü Yemeksepeti panelinden düzenlenir.",
        "In Turkey Yemeksepeti keeps the menu and does not open it to integrations; edit it in Yemeksepeti’s panel.",
    ))))
}
