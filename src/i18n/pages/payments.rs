//! The texts of the page on which the owner says what unknown payments are.

texts! {
    pub struct PaymentsTexts {
        title: "Tanınmayan ödemeler" / "Unknown payments",
        intro:
            "Platformlar ödeme için bu adları kullandı; garson bunları tanımıyor. Ne olduklarını seçin: eski ve \
             yeni bütün siparişler raporlara ve CSV’ye buna göre işlenir."
            / "Platforms used these names for a payment, and garson does not know them. Say what each one is: all \
               orders with it, old and new, are then counted that way in reports and CSV.",
        none: "Tanınmayan ödeme yok." / "Every payment is known.",
        none_help: "Bir platform yeni bir ödeme adı kullandığında burada görünür."
            / "When a platform uses a new name, it appears here.",
        what: "Bu ödeme nedir?" / "What is it?",
        choose: "Seçin" / "Choose",
        meal_cards: "Yemek kartı" / "Meal card",
        others: "Başka bir ödeme" / "Something else",
        unbranded: "Yemek kartı, markası belli değil" / "Meal card, brand not known",
        own: "Başka bir yemek kartı…" / "Another meal card…",
        own_name: "Yemek kartının adı" / "Name of the meal card",
        leave: "Diğer olarak kalsın" / "Leave as other",
        assigned: "Belirlediğiniz ödemeler" / "Payments you assigned",
        assigned_intro: "Birini kaldırırsanız siparişleri geldiği gibi işlenir."
            / "If you remove one, its orders count as they came.",
        under_way: "Siparişler güncelleniyor" / "Orders are being updated",
        unused: "Şu anda bu ödemeyle sipariş yok." / "No orders with it at the moment.",
        change: "Değiştir" / "Change",
        remove: "Kaldır" / "Remove",
    }

    pub fn {
        /// How many texts of payments are unknown.
        unknown(count: usize): "{count} ödeme adı tanınmıyor. Ne olduğunu seçerseniz toplamlar doğru ayrılır."
            / match count {
                1 => "1 payment name is unknown. Say what it is to get the totals right.",
                _ => "{count} payment names are unknown. Say what they are to get the totals right.",
            },
        /// How many orders stand under a text.
        orders(count: &str, is_one: bool): "{count} sipariş"
            / match is_one { true => "1 order", false => "{count} orders" },
        /// More texts than are shown.
        more(count: usize): "Daha seyrek görülen {count} ad daha var; bunlar çözüldükçe görünür."
            / "{count} rarer ones appear as you work through these.",
    }
}
