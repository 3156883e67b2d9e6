//! `Provider`: the platforms that the program knows by key, with or without an adapter.

use serde::{Deserialize, Serialize};
use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Provider {
    Getir,
    Yemeksepeti,
    TrendyolGo,
    MigrosYemek,
    Open,
}

use Provider::*;

impl Provider {
    pub const ALL: [Provider; 5] = [Getir, Yemeksepeti, TrendyolGo, MigrosYemek, Open];

    pub fn key(self) -> &'static str {
        match self {
            Getir => "getir",
            Yemeksepeti => "yemeksepeti",
            TrendyolGo => "trendyol-go",
            MigrosYemek => "migros-yemek",
            Open => "open",
        }
    }

    pub fn parse(key: &str) -> Option<Provider> {
        Provider::ALL.into_iter().find(|provider| provider.key() == key)
    }

    /// One byte in index keys. These numbers are part of the file format.
    pub fn byte(self) -> u8 {
        match self {
            Getir => 1,
            Yemeksepeti => 2,
            TrendyolGo => 3,
            MigrosYemek => 4,
            Open => 5,
        }
    }

    pub fn from_byte(byte: u8) -> Option<Provider> {
        Provider::ALL.into_iter().find(|provider| provider.byte() == byte)
    }
}

impl fmt::Display for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}
