//! Getir's payment methods: what each number is called, and whether it is paid before the order leaves.

use super::names::in_turkish;
use crate::Loose;
use model::payment::{
    Channel, Payment, PaymentType,
    table::{self, Reading},
};

pub fn read(order: &Loose<'_>) -> Payment {
    let known = order.get("paymentMethod").must(Loose::whole).and_then(by_number);
    let text = order.get("paymentMethodText");
    let theirs = in_turkish(&text);
    match known {
        Some((known_as, is_paid)) => {
            let by_number = table::read(known_as, Some(is_paid));
            let contrary = theirs.as_deref().and_then(|words| contrary(by_number, is_paid, words));
            if contrary.is_some() {
                text.problem();
            }
            let (read, is_paid) = contrary.unwrap_or((by_number, is_paid));
            Payment::new(read, theirs.or_else(|| Some(known_as.to_owned())), is_paid)
        }
        // Whether it is paid is not known either, so that only a card's own name may be taken from the words.
        None => {
            let read = theirs.as_deref().and_then(table::named);
            Payment::new(read.unwrap_or(Reading::OTHER), theirs, false)
        }
    }
}

/// How an order is to be taken whose words say something else than its number; `None` where they go together. A person has
/// to look; until then it is to be paid at the door if either says so: a courier who asks in vain costs less.
fn contrary(by_number: Reading, is_paid: bool, words: &str) -> Option<(Reading, bool)> {
    let channel = table::channel(words);
    let in_words = table::read(words, Some(channel == Some(Channel::Online)));
    let is_elsewhere = channel.is_some_and(|channel| channel != Channel::of_paid(is_paid));
    let is_other_money = |one: PaymentType, other| one == PaymentType::Cash && MONEY.contains(&other);
    let is_other_kind = is_other_money(in_words.kind, by_number.kind) || is_other_money(by_number.kind, in_words.kind);
    let is_other_card = in_words.brand.is_some() && in_words.brand != by_number.brand;
    if !(is_elsewhere || is_other_kind || is_other_card) {
        return None;
    }
    // Of two that are both at the door, the words are what the customer chose.
    let is_by_words = channel == Some(Channel::Door) || (!is_paid && !is_elsewhere);
    Some(if is_by_words { (in_words, false) } else { (by_number, is_paid && !is_elsewhere) })
}

/// What cash is not.
const MONEY: [PaymentType; 4] =
    [PaymentType::CardOnDelivery, PaymentType::OnlineCard, PaymentType::MealCard, PaymentType::Wallet];

/// The name for an order that does not bring its own, and whether it is paid already. What is scanned or drawn at the
/// door (cards, vouchers, QR) is still to be taken from the customer.
fn by_number(number: i64) -> Option<(&'static str, bool)> {
    Some(match number {
        1 => ("MasterPass", true),
        2 => ("BKM Express", true),
        3 => ("Kapıda Kart", false),
        4 => ("Kapıda Nakit", false),
        5 => ("Multinet Kart", false),
        6 => ("Sodexo Kart", false),
        7 => ("Sodexo Çek", false),
        8 => ("Ticket Kart", false),
        9 => ("Ticket Çek", false),
        10 => ("Setcard", false),
        11 => ("Metropol Kart", false),
        12 => ("Paye Kart", false),
        15 => ("MobileExpress", true),
        16 => ("Getir Finans", true),
        17 => ("Sodexo Mobil", false),
        19 => ("Sodexo Online", true),
        // One source names it, of unclear origin: a courier who asks in vain costs less than one who does not ask.
        20 => ("Getir Money", false),
        21 => ("TokenFlex", false),
        22 => ("Ticket Online", true),
        24 => ("Multinet Online", true),
        26 => ("Online Ödeme", true),
        27 => ("Multinet QR", false),
        28 => ("Ticket QR", false),
        29 => ("Setcard QR", false),
        30 => ("Metropol QR", false),
        31 => ("Paye QR", false),
        32 => ("TokenFlex QR", false),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loose::Paper;
    use serde_json::value::RawValue;

    fn payment(json: &str) -> (Payment, Vec<String>) {
        let paper = Paper::of(&RawValue::from_string(json.to_owned()).unwrap());
        let read = read(&paper.root());
        (read, paper.finish().1)
    }

    #[test]
    fn every_published_code_has_its_kind_and_brand() {
        let read: Vec<(i64, Payment)> =
            (1..=40).map(|code| (code, payment(&format!(r#"{{"paymentMethod":{code}}}"#)).0)).collect();
        let of = |is: &dyn Fn(&Payment) -> bool| {
            read.iter().filter(|(_, payment)| is(payment)).map(|(code, _)| *code).collect::<Vec<i64>>()
        };
        let kind = |kind| of(&|payment: &Payment| payment.kind == kind);
        assert_eq!(kind(PaymentType::Cash), [4]);
        assert_eq!(kind(PaymentType::CardOnDelivery), [3]);
        assert_eq!(kind(PaymentType::OnlineCard), [1, 2, 15, 16, 26]);
        assert_eq!(kind(PaymentType::Wallet), [20]);
        let meal_cards = [5, 6, 7, 8, 9, 10, 11, 12, 17, 19, 21, 22, 24, 27, 28, 29, 30, 31, 32];
        assert_eq!(kind(PaymentType::MealCard), meal_cards);
        assert_eq!(of(&|payment| payment.is_paid), [1, 2, 15, 16, 19, 22, 24, 26]);
        assert_eq!(of(&|payment| payment.channel == Channel::Online), [1, 2, 15, 16, 19, 22, 24, 26]);
        let brand = |brand| of(&|payment: &Payment| payment.brand.as_deref() == Some(brand));
        assert_eq!(brand("multinet"), [5, 24, 27]);
        assert_eq!(brand("pluxee"), [6, 7, 17, 19]);
        assert_eq!(brand("edenred"), [8, 9, 22, 28]);
        assert_eq!(brand("setcard"), [10, 29]);
        assert_eq!(brand("metropol"), [11, 30]);
        assert_eq!(brand("paye"), [12, 31]);
        assert_eq!(brand("tokenflex"), [21, 32]);
        assert_eq!(of(&|payment| payment.brand.is_some()), meal_cards);
    }

    #[test]
    fn getirs_own_words_come_first_and_unknown_ones_are_kept() {
        let (read, problems) = payment(r#"{"paymentMethod":"6","paymentMethodText":{"tr":"Pluxee Kart","en":"x"}}"#);
        assert_eq!((read.kind, read.name.as_deref()), (PaymentType::MealCard, Some("Pluxee Kart")));
        assert!(problems.is_empty());
        let (read, problems) = payment(r#"{"paymentMethod":33,"paymentMethodText":{"tr":"Puan"}}"#);
        assert_eq!((read.kind, read.name.as_deref(), read.is_paid), (PaymentType::Other, Some("Puan"), false));
        assert!(problems.is_empty());
        let (read, _) = payment(r#"{"paymentMethod":33,"paymentMethodText":{"tr":"Multinet Temassız"}}"#);
        assert_eq!((read.kind, read.brand.as_deref(), read.is_paid), (PaymentType::MealCard, Some("multinet"), false));
        let (read, _) = payment(r#"{"paymentMethod":33,"paymentMethodText":{"tr":"Kredi Kartı"}}"#);
        assert_eq!(read.kind, PaymentType::Other);
        let (read, problems) = payment(r#"{"paymentMethod":4}"#);
        assert_eq!((read.name.as_deref(), problems.len()), (Some("Kapıda Nakit"), 0));
        let (read, problems) = payment("{}");
        assert_eq!((read.kind, read.name), (PaymentType::Other, None));
        assert_eq!(problems, ["paymentMethod"]);
    }

    #[test]
    fn a_number_and_words_that_contradict_each_other_are_flagged_and_paid_at_the_door() {
        use PaymentType::*;
        let of = |number: i64, words: &str| {
            let (read, problems) =
                payment(&format!(r#"{{"paymentMethod":{number},"paymentMethodText":{{"tr":"{words}"}}}}"#));
            (read.kind, read.is_paid, problems == ["paymentMethodText"])
        };
        for (number, words, kind) in [
            (1, "Kapıda Nakit", Cash),
            (26, "Kapıda Kredi Kartı", CardOnDelivery),
            (4, "Online Kredi/Banka Kartı", Cash),
            (3, "Kapıda Nakit", Cash),
            (4, "Kapıda Kart", CardOnDelivery),
            (5, "Sodexo Kart", MealCard),
            (24, "Multinet (kapıda)", MealCard),
        ] {
            assert_eq!(of(number, words), (kind, false, true), "{number} {words}");
        }
        // Which card it is does not change that it is paid.
        assert_eq!(of(24, "Sodexo Online"), (MealCard, true, true));
        for (number, words) in [(1, "Online Kredi/Banka Kartı"), (1, "Kredi Kartı"), (26, "Online Ödeme"), (2, "BKM")]
        {
            assert_eq!(of(number, words), (OnlineCard, true, false), "{number} {words}");
        }
        for (number, words) in [(4, "Nakit"), (3, "Kapıda Banka/Kredi Kartı"), (6, "Pluxee Kart"), (20, "Getir Money")]
        {
            assert!(!of(number, words).2, "{number} {words}");
        }
    }
}
