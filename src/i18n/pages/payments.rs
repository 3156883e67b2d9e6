//! The texts of the page on which the owner says what unknown payments are.

use super::super::Lang;

pub struct Payments {
    pub title: &'static str,
    pub intro: &'static str,
    pub none: &'static str,
    pub none_help: &'static str,
    pub what: &'static str,
    pub choose: &'static str,
    pub meal_cards: &'static str,
    pub others: &'static str,
    pub unbranded: &'static str,
    pub own: &'static str,
    pub own_name: &'static str,
    pub leave: &'static str,
    pub assigned: &'static str,
    pub assigned_intro: &'static str,
    pub under_way: &'static str,
    pub unused: &'static str,
    pub change: &'static str,
    pub remove: &'static str,
    pub look: &'static str,
}

pub static EN: Payments = Payments {
    title: "Payments we do not know",
    intro: "Platforms used these words for a payment, and garson does not know them. Say what each is, and all orders with it, old and new, are booked that way in reports and CSV.",
    none: "Every payment is known.",
    none_help: "When a platform uses a new word, it appears here.",
    what: "What is it?",
    choose: "Choose",
    meal_cards: "Meal card",
    others: "Something else",
    unbranded: "Meal card, brand not known",
    own: "Another meal card…",
    own_name: "Name of the meal card",
    leave: "Leave it under other",
    assigned: "Payments that you assigned",
    assigned_intro: "Remove one, and its orders are booked as they came.",
    under_way: "Orders are being updated",
    unused: "No order has it at present.",
    change: "Change",
    remove: "Remove",
    look: "Show them",
};

pub static TR: Payments = Payments {
    title: "Tanınmayan ödemeler",
    intro: "Platformlar ödeme için bu sözcükleri kullandı; garson bunları tanımıyor. Ne olduklarını seçin: eski ve yeni bütün siparişler raporlara ve CSV’ye buna göre işlenir.",
    none: "Tanınmayan ödeme yok.",
    none_help: "Bir platform yeni bir sözcük kullandığında burada görünür.",
    what: "Bu ödeme nedir?",
    choose: "Seçin",
    meal_cards: "Yemek kartı",
    others: "Başka bir ödeme",
    unbranded: "Yemek kartı, markası belli değil",
    own: "Başka bir yemek kartı…",
    own_name: "Yemek kartının adı",
    leave: "Diğer olarak kalsın",
    assigned: "Belirlediğiniz ödemeler",
    assigned_intro: "Birini kaldırırsanız siparişleri geldiği gibi işlenir.",
    under_way: "Siparişler güncelleniyor",
    unused: "Şu anda bu ödemeyle sipariş yok.",
    change: "Değiştir",
    remove: "Kaldır",
    look: "Göster",
};

/// How many texts of payments nobody knows.
pub fn unknown(lang: Lang, count: usize) -> String {
    match (lang, count) {
        (Lang::Tr, _) => format!("{count} ödeme adı tanınmıyor. Ne olduğunu seçerseniz toplamlar doğru ayrılır."),
        (Lang::En, 1) => {
            "One payment has a name that is not known here. Say what it is, and the totals tell it apart.".to_owned()
        }
        (Lang::En, _) => {
            format!(
                "{count} payments have names that are not known here. Say what they are, and the totals tell them apart."
            )
        }
    }
}

/// How many orders stand under a text.
pub fn orders(lang: Lang, count: &str, is_one: bool) -> String {
    match (lang, is_one) {
        (Lang::Tr, _) => format!("{count} sipariş"),
        (Lang::En, true) => "One order".to_owned(),
        (Lang::En, false) => format!("{count} orders"),
    }
}

/// More texts than are shown.
pub fn more(lang: Lang, count: usize) -> String {
    match lang {
        Lang::Tr => format!("Daha seyrek görülen {count} ad daha var; bunlar çözüldükçe görünür."),
        Lang::En => format!("{count} more that are rarer appear as these are done."),
    }
}
