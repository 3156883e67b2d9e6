//! `Provider`: the platforms by their keys. What else is known of one, its adapter says (`platforms::facts`).

use serde::{Deserialize, Serialize};
use std::fmt;

/// Makes the enum and what goes over all of it, so that nothing of a new platform can be forgotten.
macro_rules! providers {
    ($($name:ident $key:literal $byte:literal,)+) => {
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub enum Provider {
            $(#[serde(rename = $key)] $name,)+
        }

        impl Provider {
            pub const ALL: [Provider; [$($byte),+].len()] = [$(Provider::$name),+];

            pub fn key(self) -> &'static str {
                match self {
                    $(Provider::$name => $key,)+
                }
            }

            /// One byte in index keys.
            pub fn byte(self) -> u8 {
                match self {
                    $(Provider::$name => $byte,)+
                }
            }
        }
    };
}

// In the order that people see, each with its key and the byte that is part of the file format.
providers! {
    Getir "getir" 1,
    Yemeksepeti "yemeksepeti" 2,
    TrendyolGo "trendyol-go" 3,
    MigrosYemek "migros-yemek" 4,
    Open "open" 5,
}

impl Provider {
    pub fn parse(key: &str) -> Option<Provider> {
        Provider::ALL.into_iter().find(|provider| provider.key() == key)
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
