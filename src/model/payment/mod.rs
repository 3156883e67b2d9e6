//! `Payment`: how an order is paid, whatever its platform calls it; `table` reads the platforms' words.
//!
//! A text that the table does not know may be assigned by the owner (`Assignment`), for every platform at once.

mod kind;
pub mod table;

pub use kind::{Channel, PaymentType};

use super::{fold::fold, money::Money};
use serde::{Deserialize, Serialize};

/// Of a platform's wording, in characters: totals are kept by it.
const LONGEST_NAME: usize = 200;
/// Longest name that the owner may give a meal card, in characters.
pub const LONGEST_BRAND: usize = 40;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", from = "StoredPayment")]
pub struct Payment {
    #[serde(rename = "type")]
    pub kind: PaymentType,
    /// The platform's own wording.
    pub name: Option<String>,
    pub is_paid: bool,
    /// Of a meal card: one of `table::BRANDS` or the owner's own word. It never holds a zero byte.
    pub brand: Option<String>,
    pub channel: Channel,
    /// What the courier has to bring back from the customer's note, where the platform says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub required_change: Option<Money>,
}

impl Payment {
    /// What is paid ahead is paid online.
    pub fn new(read: table::Reading, name: Option<String>, is_paid: bool) -> Payment {
        let brand = read.brand.map(str::to_owned);
        let name = name.map(|name| name.chars().take(LONGEST_NAME).collect());
        let channel = Channel::of_paid(is_paid);
        Payment { kind: read.kind, name, is_paid, brand, channel, required_change: None }
    }

    /// As it is where a discount may have taken everything off: then there is nothing left to ask for.
    pub fn free_if(self, is_free: bool) -> Payment {
        Payment { is_paid: self.is_paid || is_free, ..self }
    }

    /// The wording, where it leaves open what it was paid with.
    pub fn unknown_text(&self) -> Option<&str> {
        self.name.as_deref().filter(|_| is_open(self.kind, self.brand.as_deref())).filter(|name| !key(name).is_empty())
    }
}

/// A payment that says too little for the books: any other way, or a meal card of whatever brand.
pub fn is_open(kind: PaymentType, brand: Option<&str>) -> bool {
    match kind {
        PaymentType::Other => true,
        PaymentType::MealCard => brand.is_none(),
        PaymentType::OnlineCard | PaymentType::CardOnDelivery | PaymentType::Cash | PaymentType::Wallet => false,
    }
}

/// What two wordings have in common that differ only in capitals, Turkish letters or blanks.
pub fn key(text: &str) -> String {
    fold(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What the owner says a text means.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Assignment {
    /// As a platform wrote it.
    pub text: String,
    #[serde(rename = "type")]
    pub kind: PaymentType,
    /// Of a meal card, where he names one.
    pub brand: Option<String>,
}

impl Assignment {
    /// The one for a text, if there is one.
    pub fn of<'a>(all: &'a [Assignment], text: &str) -> Option<&'a Assignment> {
        let wanted = key(text);
        all.iter().find(|one| key(&one.text) == wanted)
    }
}

/// A record as it lies in the store. Those of the first format have neither brand nor channel: both follow from what
/// they do have, always in the same way, so that no record needs to be written again.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredPayment {
    #[serde(rename = "type")]
    kind: PaymentType,
    name: Option<String>,
    is_paid: bool,
    #[serde(default)]
    brand: Option<String>,
    #[serde(default)]
    channel: Option<Channel>,
    #[serde(default)]
    required_change: Option<Money>,
}

impl From<StoredPayment> for Payment {
    fn from(stored: StoredPayment) -> Payment {
        let StoredPayment { kind, name, is_paid, brand, channel, required_change } = stored;
        let derived = || name.as_deref().filter(|_| kind == PaymentType::MealCard).and_then(table::brand);
        let brand = if channel.is_some() { brand } else { derived().map(str::to_owned) };
        let channel = channel.unwrap_or(Channel::of_paid(is_paid));
        Payment { kind, name, is_paid, brand, channel, required_change }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(json: &str) -> Payment {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn a_record_of_the_first_format_says_its_brand_and_channel_by_its_words() {
        let of = |json| {
            let payment = decoded(json);
            (payment.brand, payment.channel)
        };
        let pluxee = Some("pluxee".to_owned());
        assert_eq!(of(r#"{"type":"meal_card","name":"Sodexo Çek","isPaid":false}"#), (pluxee.clone(), Channel::Door));
        assert_eq!(of(r#"{"type":"meal_card","name":"PLUXEE - ONLINE","isPaid":true}"#), (pluxee, Channel::Online));
        assert_eq!(of(r#"{"type":"meal_card","name":null,"isPaid":true}"#), (None, Channel::Online));
        // Only a meal card has a brand, whatever it is called.
        assert_eq!(of(r#"{"type":"cash","name":"Ticket","isPaid":false}"#), (None, Channel::Door));
    }

    #[test]
    fn what_a_record_says_itself_is_not_guessed_again() {
        let told = decoded(r#"{"type":"meal_card","name":"Sodexo","isPaid":true,"brand":null,"channel":"door"}"#);
        assert_eq!((told.brand.as_deref(), told.channel), (None, Channel::Door));
        let again: Payment = serde_json::from_str(&serde_json::to_string(&told).unwrap()).unwrap();
        assert_eq!(again, told);
    }

    #[test]
    fn a_text_is_the_same_in_capitals_with_blanks_and_without_turkish_letters() {
        let all = [Assignment { text: "Şölen  Kart".into(), kind: PaymentType::MealCard, brand: None }];
        for text in ["ŞÖLEN KART", "solen kart", " şölen\tkart "] {
            assert!(Assignment::of(&all, text).is_some(), "{text}");
        }
        assert!(Assignment::of(&all, "Şölen").is_none());
    }

    #[test]
    fn only_a_wording_that_leaves_something_open_is_unknown() {
        use PaymentType::*;
        let text = |kind, brand: Option<&'static str>, name: Option<&str>| {
            let payment = Payment::new(table::Reading { kind, brand }, name.map(str::to_owned), false);
            payment.unknown_text().map(str::to_owned)
        };
        assert_eq!(text(Other, None, Some("Havale")).as_deref(), Some("Havale"));
        assert_eq!(text(MealCard, None, Some("Yemek kartı")).as_deref(), Some("Yemek kartı"));
        assert_eq!(text(MealCard, Some("paye"), Some("Paye")), None);
        assert_eq!(text(Cash, None, Some("Nakit")), None);
        assert_eq!(text(Other, None, Some(" ")), None);
        assert_eq!(text(Other, None, None), None);
    }
}
