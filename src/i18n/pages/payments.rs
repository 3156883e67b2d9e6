//! The texts of the page on which the owner says what unknown payments are.

texts! {
    pub struct PaymentsTexts {
        title: "Tanınmayan ödemeler" / "Payments we do not know",
        intro:
            "Platformlar ödeme için bu sözcükleri kullandı; garson bunları tanımıyor. Ne olduklarını seçin: eski ve \
             yeni bütün siparişler raporlara ve CSV’ye buna göre işlenir."
            / "Platforms used these words for a payment, and garson does not know them. Say what each is, and all \
               orders with it, old and new, are booked that way in reports and CSV.",
        none: "Tanınmayan ödeme yok." / "Every payment is known.",
        none_help: "Bir platform yeni bir sözcük kullandığında burada görünür."
            / "When a platform uses a new word, it appears here.",
        what: "Bu ödeme nedir?" / "What is it?",
        choose: "Seçin" / "Choose",
        meal_cards: "Yemek kartı" / "Meal card",
        others: "Başka bir ödeme" / "Something else",
        unbranded: "Yemek kartı, markası belli değil" / "Meal card, brand not known",
        own: "Başka bir yemek kartı…" / "Another meal card…",
        own_name: "Yemek kartının adı" / "Name of the meal card",
        leave: "Diğer olarak kalsın" / "Leave it under other",
        assigned: "Belirlediğiniz ödemeler" / "Payments that you assigned",
        assigned_intro: "Birini kaldırırsanız siparişleri geldiği gibi işlenir."
            / "Remove one, and its orders are booked as they came.",
        under_way: "Siparişler güncelleniyor" / "Orders are being updated",
        unused: "Şu anda bu ödemeyle sipariş yok." / "No order has it at present.",
        change: "Değiştir" / "Change",
        remove: "Kaldır" / "Remove",
        look: "Göster" / "Show them",
    }

    /// How many texts of payments nobody knows.
    pub fn unknown(lang, count: usize) -> String {
        "{count} ödeme adı tanınmıyor. Ne olduğunu seçerseniz toplamlar doğru ayrılır."
            / match count {
                1 => "One payment has a name that is not known here. Say what it is, and the totals tell it apart.",
                _ => "{count} payments have names that are not known here. Say what they are, and the totals tell them \
                      apart.",
            }
    }

    /// How many orders stand under a text.
    pub fn orders(lang, count: &str, is_one: bool) -> String {
        "{count} sipariş" / match is_one { true => "One order", false => "{count} orders" }
    }

    /// More texts than are shown.
    pub fn more(lang, count: usize) -> String {
        "Daha seyrek görülen {count} ad daha var; bunlar çözüldükçe görünür."
            / "{count} more that are rarer appear as these are done."
    }
}
