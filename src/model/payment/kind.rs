//! `PaymentType`: what an order is paid with, and `Channel`: where.

use serde::{Deserialize, Serialize};

/// Where the money changes hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Channel {
    Door,
    Online,
}

impl Channel {
    pub const WORDS: [(&'static str, Channel); 2] = [("door", Channel::Door), ("online", Channel::Online)];

    pub fn of_paid(is_paid: bool) -> Channel {
        if is_paid { Channel::Online } else { Channel::Door }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaymentType {
    OnlineCard,
    CardOnDelivery,
    Cash,
    MealCard,
    Wallet,
    Other,
}

impl PaymentType {
    /// One byte in the keys of running totals. These numbers are part of the file format.
    pub const BYTES: [(PaymentType, u8); 6] = [
        (PaymentType::OnlineCard, 1),
        (PaymentType::CardOnDelivery, 2),
        (PaymentType::Cash, 3),
        (PaymentType::MealCard, 4),
        (PaymentType::Wallet, 5),
        (PaymentType::Other, 6),
    ];

    pub const WORDS: [(&'static str, PaymentType); 6] = [
        ("online_card", PaymentType::OnlineCard),
        ("card_on_delivery", PaymentType::CardOnDelivery),
        ("cash", PaymentType::Cash),
        ("meal_card", PaymentType::MealCard),
        ("wallet", PaymentType::Wallet),
        ("other", PaymentType::Other),
    ];

    pub fn byte(self) -> u8 {
        PaymentType::BYTES.iter().find(|(kind, _)| *kind == self).map_or(0, |(_, byte)| *byte)
    }

    pub fn from_byte(byte: u8) -> Option<PaymentType> {
        PaymentType::BYTES.iter().find(|(_, b)| *b == byte).map(|(kind, _)| *kind)
    }

    pub fn word(self) -> &'static str {
        PaymentType::WORDS.iter().find(|(_, kind)| *kind == self).map_or("other", |(word, _)| word)
    }
}
