//! `Provider`: the platforms by their keys. What else is known of one, its adapter says (`platforms::facts`).

use std::fmt;

words! {
    /// In the order that people see, each with the byte that is part of the file format and its key.
    #[derive(PartialOrd, Ord, Hash)]
    pub enum Provider: key {
        Getir = 1 "getir",
        Yemeksepeti = 2 "yemeksepeti",
        TrendyolGo = 3 "trendyol-go",
        MigrosYemek = 4 "migros-yemek",
        Open = 5 "open",
    }
}

bytes!(Provider);

impl fmt::Display for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}
