//! The one table of payments, for every platform: which words mean what. An adapter finds the wording and knows whether
//! it is paid; everything else is read here.
//!
//! A word counts at the beginning of a word of the text, folded: a card's name also comes as `SetcardOnline` or
//! `SODEXO_CARD`. A word of the table that ends in a blank must be the whole word.

use super::{
    super::fold::fold,
    kind::{Channel, PaymentType},
};

/// The brands of meal cards as they are stored, and the words that name each. Sodexo's cards are called Pluxee now,
/// Edenred sells Ticket, MultiPay is Multinet's.
///
/// Orders of the first format get their brand by these words whenever they are read, and running totals are kept by
/// brand: a change here needs a new format with a step that counts the totals again (`store/format.rs`).
pub const BRANDS: [(&str, &[&str]); 11] = [
    ("multinet", &["multinet", "multipay"]),
    ("pluxee", &["pluxee", "sodexo"]),
    ("edenred", &["edenred", "ticket"]),
    ("setcard", &["setcard", "setkart"]),
    ("metropol", &["metropol"]),
    ("paye", &["paye ", "payekart", "payecard", "payeonline", "payemobil", "payeqr"]),
    ("tokenflex", &["tokenflex"]),
    ("iwallet", &["iwallet"]),
    ("winwin", &["winwin"]),
    ("yemekmatik", &["yemekmatik"]),
    ("smarticket", &["smarticket"]),
];

/// A meal card that does not say whose.
const MEAL_CARD: &[&str] = &["yemek kart", "yemek ceki", "meal card", "mealcard", "meal voucher"];
const WALLET: &[&str] = &["cuzdan", "sepetpara", "getir money"];
const CASH: &[&str] = &["nakit", "cash"];
const CARD: &[&str] = &["kart", "card", "creditcard", "pos "];
/// Paid on the web.
const ONLINE: &[&str] = &["online", "bkm", "garantipay", "moneypay", "money pay", "masterpass"];
/// Paid at the door.
const DOOR: &[&str] = &["kapida", "door", "on delivery"];

/// What a wording comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    pub kind: PaymentType,
    /// Of a meal card.
    pub brand: Option<&'static str>,
}

impl Reading {
    pub const OTHER: Reading = Reading { kind: PaymentType::Other, brand: None };

    /// This reading, with the brand that another text of the order names where its own names none.
    pub fn or_brand_of(self, text: Option<&str>) -> Reading {
        let named = || text.filter(|_| self.kind == PaymentType::MealCard).and_then(brand);
        Reading { brand: self.brand.or_else(named), ..self }
    }
}

/// What a wording means, where it is known whether it is paid already; `None`: the platform does not say.
pub fn read(text: &str, is_paid: Option<bool>) -> Reading {
    if let Some(named) = named(text) {
        return named;
    }
    let words = FoldedText::of(text);
    let kind = if is_paid == Some(true) {
        PaymentType::OnlineCard
    } else if words.say(CASH) {
        PaymentType::Cash
    } else if words.say(ONLINE) && !words.say(DOOR) {
        // On the web and not settled yet is nothing that a courier could take.
        if is_paid.is_none() { PaymentType::OnlineCard } else { PaymentType::Other }
    } else if words.say(CARD) {
        let is_at_the_door = is_paid.is_some() || words.say(DOOR);
        if is_at_the_door { PaymentType::CardOnDelivery } else { PaymentType::OnlineCard }
    } else {
        PaymentType::Other
    };
    Reading { kind, brand: None }
}

/// Where a wording says that the money changes hands, if it does: cash never does so online.
pub fn channel(text: &str) -> Option<Channel> {
    let words = FoldedText::of(text);
    if words.say(DOOR) || words.say(CASH) { Some(Channel::Door) } else { words.say(ONLINE).then_some(Channel::Online) }
}

/// What a wording means by itself, wherever it is paid: a meal card, a wallet. For an unknown way to pay, of which no
/// more may be taken: what looks like a card may have been paid or not.
pub fn named(text: &str) -> Option<Reading> {
    let words = FoldedText::of(text);
    let brand = words.brand();
    let is_meal_card = brand.is_some() || words.say(MEAL_CARD) || BRANDS.iter().any(|(_, all)| words.say(all));
    if is_meal_card {
        Some(Reading { kind: PaymentType::MealCard, brand })
    } else {
        words.say(WALLET).then_some(Reading { kind: PaymentType::Wallet, brand: None })
    }
}

/// The brand that a text names. One that names several leaves it open.
pub fn brand(text: &str) -> Option<&'static str> {
    FoldedText::of(text).brand()
}

/// A text as the table reads it: folded words with one blank around each.
struct FoldedText(String);

impl FoldedText {
    fn of(text: &str) -> FoldedText {
        let folded = fold(text);
        let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        FoldedText(words.fold(" ".to_owned(), |all, word| all + word + " "))
    }

    fn say(&self, any: &[&str]) -> bool {
        any.iter().any(|word| self.0.match_indices(word).any(|(at, _)| self.0[..at].ends_with(' ')))
    }

    fn brand(&self) -> Option<&'static str> {
        let mut named = BRANDS.iter().filter(|(_, words)| self.say(words));
        let first = named.next()?;
        named.next().is_none().then_some(first.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use PaymentType::*;

    fn meal(brand: &'static str) -> Reading {
        Reading { kind: MealCard, brand: Some(brand) }
    }

    #[test]
    fn every_code_and_word_that_platforms_use_has_its_kind_and_brand() {
        let unbranded = |kind| Reading { kind, brand: None };
        for (text, is_paid, expected) in [
            ("CASH", Some(false), unbranded(Cash)),
            ("CASH_ON_DELIVERY", Some(false), unbranded(Cash)),
            ("Kapıda nakit", Some(false), unbranded(Cash)),
            ("CARD", Some(false), unbranded(CardOnDelivery)),
            ("CREDIT_CARD_ON_DELIVERY", None, unbranded(CardOnDelivery)),
            ("Kapıda Kredi Kartı", Some(false), unbranded(CardOnDelivery)),
            ("POS", Some(false), unbranded(CardOnDelivery)),
            ("Posta", Some(false), unbranded(Other)),
            ("PAY_WITH_CARD", Some(true), unbranded(OnlineCard)),
            ("CREDIT_CARD", None, unbranded(OnlineCard)),
            ("ONLINE_PAYMENT", None, unbranded(OnlineCard)),
            ("onlinecard", Some(true), unbranded(OnlineCard)),
            ("BKM Express", Some(true), unbranded(OnlineCard)),
            ("GarantiPay", None, unbranded(OnlineCard)),
            ("MoneyPay", None, unbranded(OnlineCard)),
            ("Cüzdan", Some(true), unbranded(Wallet)),
            ("SepetPara", Some(true), unbranded(Wallet)),
            ("MULTINET_CARD", Some(false), meal("multinet")),
            ("MULTINET_CODE", Some(false), meal("multinet")),
            ("MULTINET_ON_DELIVERY", Some(false), meal("multinet")),
            ("SODEXO_CODE", Some(false), meal("pluxee")),
            ("sodexomobile", Some(false), meal("pluxee")),
            ("sodexoonline", Some(true), meal("pluxee")),
            ("PLUXEE - ONLINE", Some(true), meal("pluxee")),
            ("Sodexo (Pluxee)", Some(false), meal("pluxee")),
            ("EDENRED_CARD", Some(false), meal("edenred")),
            ("TICKET_ON_DELIVERY", Some(false), meal("edenred")),
            ("TICKET_RESTAURANT", Some(false), meal("edenred")),
            ("edenredonline", Some(true), meal("edenred")),
            ("SETCARD_CODE", Some(false), meal("setcard")),
            ("METROPOL_ON_DELIVERY", Some(false), meal("metropol")),
            ("PAYEKART_CARD", Some(false), meal("paye")),
            ("PAYE_ON_DELIVERY", Some(false), meal("paye")),
            ("TOKENFLEX_MOBILE", Some(false), meal("tokenflex")),
            ("tokenflexonline", Some(true), meal("tokenflex")),
            ("IWALLET_CODE", Some(false), meal("iwallet")),
            ("WinWin", Some(false), meal("winwin")),
            ("Yemekmatik", Some(false), meal("yemekmatik")),
            ("Smarticket", Some(false), meal("smarticket")),
            ("PAY_WITH_MEAL_CARD", Some(true), unbranded(MealCard)),
            ("MEAL_CARD_ON_DELIVERY", Some(false), unbranded(MealCard)),
            ("YEMEK KARTI", Some(false), unbranded(MealCard)),
            ("Havale", Some(false), unbranded(Other)),
            ("payer at door", Some(false), unbranded(Other)),
            ("", None, unbranded(Other)),
        ] {
            assert_eq!(read(text, is_paid), expected, "{text} {is_paid:?}");
        }
    }

    #[test]
    fn a_text_with_two_brands_is_a_meal_card_of_neither() {
        assert_eq!(read("Multinet / Sodexo", Some(false)), Reading { kind: MealCard, brand: None });
    }

    #[test]
    fn a_wording_may_say_where_it_is_paid() {
        for (text, expected) in [
            ("Kapıda Nakit", Some(Channel::Door)),
            ("Cash", Some(Channel::Door)),
            ("Kapıda online POS", Some(Channel::Door)),
            ("Online Kredi/Banka Kartı", Some(Channel::Online)),
            ("BKM Express", Some(Channel::Online)),
            ("Kredi Kartı", None),
            ("Multinet", None),
        ] {
            assert_eq!(channel(text), expected, "{text}");
        }
    }

    #[test]
    fn of_a_way_to_pay_that_nobody_knows_only_a_name_counts() {
        assert_eq!(named("PAY_WITH_GIFT_CARD"), None);
        assert_eq!(named("Nakit"), None);
        assert_eq!(named("Multinet QR"), Some(meal("multinet")));
        assert_eq!(named("Getir Cüzdanı").map(|read| read.kind), Some(Wallet));
    }

    #[test]
    fn another_text_may_name_the_brand_of_a_meal_card_and_of_nothing_else() {
        assert_eq!(read("MEAL_CARD", Some(false)).or_brand_of(Some("Setcard")), meal("setcard"));
        assert_eq!(read("METROPOL", Some(false)).or_brand_of(Some("Setcard")), meal("metropol"));
        assert_eq!(read("CASH", Some(false)).or_brand_of(Some("Setcard")).brand, None);
    }

    #[test]
    fn the_words_by_which_old_orders_got_their_brand_are_what_they_were() {
        // A change to them has to raise the format and count the totals again; then this list may change too.
        let words: Vec<String> = BRANDS.iter().map(|(brand, words)| format!("{brand}: {}", words.join(","))).collect();
        assert_eq!(
            words,
            [
                "multinet: multinet,multipay",
                "pluxee: pluxee,sodexo",
                "edenred: edenred,ticket",
                "setcard: setcard,setkart",
                "metropol: metropol",
                "paye: paye ,payekart,payecard,payeonline,payemobil,payeqr",
                "tokenflex: tokenflex",
                "iwallet: iwallet",
                "winwin: winwin",
                "yemekmatik: yemekmatik",
                "smarticket: smarticket",
            ]
        );
    }
}
