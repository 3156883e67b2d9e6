//! The texts of the page of one order, of its cancellation and of its ticket.

use crate::model::order::{AMOUNTS, CHANGED_THERE, DAMAGED, SIZE, STRANGE_STATUS, STRAY, UNKNOWN_THERE};

texts! {
    pub struct OrderTexts {
        title: "Sipariş" / "Order",
        ticket: "Fiş" / "Ticket",
        print: "Yazdır" / "Print",
        to_order: "Siparişe dön" / "Back to the order",

        // What was ordered.
        items: "Sipariş içeriği" / "Ordered",
        subtotal: "Ürünler" / "Products",
        discount: "İndirim" / "Discount",
        delivery_fee: "Teslimat" / "Delivery",
        fees: "Diğer ücretler" / "Other fees",
        tip: "Bahşiş" / "Tip",
        total: "Toplam" / "Total",
        payment: "Ödeme" / "Payment",
        courier: "Teslimat" / "Delivery by",
        pickup_code: "Teslim alma kodu" / "Pick-up code",

        // By whom.
        customer: "Müşteri" / "Customer",
        name: "Ad" / "Name",
        phone: "Telefon" / "Phone",
        phone_code: "Aramada girilecek kod" / "Code to dial",
        address: "Adres" / "Address",
        door: "Bina no" / "Building no.",
        floor: "Kat" / "Floor",
        flat: "Daire" / "Flat",
        directions: "Tarif" / "Directions",
        position: "Haritadaki yeri" / "On the map",
        not_given: "Verilmedi" / "Not given",

        // When.
        times: "Saatler" / "Times",
        placed: "Verildi" / "Placed",
        received: "Buraya ulaştı" / "Received here",
        accept_by: "En geç onay" / "To be accepted by",
        promised: "Söz verilen" / "Promised for",
        scheduled: "İstenen teslim" / "Wanted at",
        starts: "Mutfağa geçiş" / "To the kitchen at",
        reported: "Muhasebe" / "Accounting",
        not_reported: "Muhasebeyi bekliyor" / "Waits for accounting",
        not_counted: "Ciroya girmez" / "Not part of the takings",

        // Where it comes from.
        origin: "Kaynak" / "Origin",
        platform: "Platform" / "Platform",
        platform_id: "Platformdaki numarası" / "Platform number",
        restaurant: "Restoran" / "Restaurant",
        our_id: "Buradaki kimliği" / "Id for the API",

        // What happened to it.
        status: "Durum" / "Status",
        history: "Geçmiş" / "History",
        when: "Zaman" / "When",
        who: "Kim" / "Who",
        steps: "Platforma bildirilenler" / "What the platform was told",
        step: "Adım" / "Step",
        state: "Sonuç" / "State",
        due: "Zamanı" / "Due",
        trouble: "Sorun" / "Trouble",
        cancellation: "İptal" / "Cancellation",
        reason: "Neden" / "Reason",
        note: "Not" / "Note",
        deliveries: "Bu siparişin bildirimleri" / "Notifications about this order",
        no_deliveries: "Bildirim yok: bu siparişi isteyen bir webhook yoktu ya da kayıtların saklama süresi doldu."
            / "No notifications: no webhook asked for this order, or the log no longer keeps them.",
        event: "Olay" / "Event",
        target: "Hedef" / "To",
        attempts: "Deneme" / "Attempts",
        last_answer: "Son yanıt" / "Last answer",
        no_answer: "Yanıt yok" / "No answer",
        next_attempt: "Sonraki deneme" / "Next attempt",
        problems:
            "Bu siparişe bir göz atın: bir şey eksik, anlaşılmadı ya da uymuyor. Aşağıdaki ham veriye bakın, emin değilseniz \
             platforma sorun:"
            / "Look at this order: something is missing, was not understood or does not fit. See the platform’s own data \
               below, and ask the platform if in doubt:",
        raw: "Platformun ham verisi" / "The platform’s own data",
        raw_why: "Geldiği gibi, yalnızca girintili." / "As it came, only indented.",

        // What is wrong with it, where it is more than a field that could not be read.
        unknown_there: "Platform bu siparişi bir süredir bulamıyor; yalnızca buradan iptal edebilirsiniz."
            / "The platform has not known this order for a while; all you can do is cancel it here.",
        changed_there:
            "Sipariş, geldikten sonra gönderildiği yerde değişti; burada ilk hâli duruyor. Platformun ya da web sitenizin \
             ekranıyla karşılaştırın."
            / "The order was changed where it came from after it had come; what stands here is how it came first. Compare it \
               with the screen of the platform or of your web shop.",
        amounts: "Tutarlar birbirini tutmuyor; para almadan önce platformun ekranına bakın."
            / "The amounts do not add up; look at the platform's screen before you take money.",
        size: "Sipariş burada gösterilemeyecek kadar büyük; yalnızca başı okundu. Tamamı platformun ekranında."
            / "The order is too large to be shown here; only its beginning was read. All of it is on the platform's screen.",

        strange_status: "Siparişin platformdaki durumu anlaşılamadı."
            / "How the order stands on the platform could not be understood.",
        stray: "Sipariş, burada bağlı olmayan bir restoranı gösteriyor."
            / "The order names a restaurant that is not connected here.",
        damaged: "Platformun gönderdiği veri bozuk; bir kısmı okunamadı."
            / "The data that the platform sent is damaged; a part of it could not be read.",

        // Cancelling it.
        cancel_title: "Siparişi iptal et" / "Cancel the order",
        choose_reason: "Neden?" / "Why?",
        reason_needed: "Bir neden seçin: platform nedensiz iptal kabul etmiyor."
            / "Choose a reason: the platform takes no cancellation without one.",
        no_reasons: "Platformun iptal nedenleri alınamadı. Platform kabul ederse neden belirtmeden iptal edebilirsiniz:"
            / "The platform’s reasons could not be asked for. You can cancel without one, if the platform takes that:",
        without_reason: "Neden belirtmeden" / "Without a reason",
        cancel_note: "Not" / "Note",
        cancel_note_help: "İsteğe bağlı. Siparişte saklanır." / "Optional. Stays with the order.",
        cancel_button: "Bu siparişi iptal et" / "Cancel this order",
        keep: "Vazgeç" / "Do not cancel",
    }

    /// What becomes of a cancellation.
    pub fn next_when_called(lang, platform: &str) -> String {
        "{platform} hemen bilgilendirilir, müşteri oradan öğrenir. Geri alınamaz."
            / "{platform} is told at once, and the customer hears of it from there. This cannot be undone."
    }

    pub fn next_when_uncalled(lang, platform: &str) -> String {
        "{platform} müşteriye haber vermez: onu siz arayın. Geri alınamaz."
            / "{platform} does not tell the customer: call them yourself. This cannot be undone."
    }

    pub fn cancelled_and_told(lang, code: &str, platform: &str) -> String {
        "{code} iptal edildi. {platform} bilgilendirildi, müşteri oradan öğrenir."
            / "{code} is cancelled. {platform} has been told; the customer hears of it from there."
    }

    pub fn cancelled_untold(lang, code: &str, platform: &str) -> String {
        "{code} iptal edildi. {platform} müşteriye haber vermez: onu siz arayın."
            / "{code} is cancelled. {platform} does not tell the customer: call them yourself."
    }
}

impl OrderTexts {
    pub fn problem(&self, problem: &str) -> Option<&'static str> {
        match problem {
            UNKNOWN_THERE => Some(self.unknown_there),
            CHANGED_THERE => Some(self.changed_there),
            AMOUNTS => Some(self.amounts),
            SIZE => Some(self.size),
            STRANGE_STATUS => Some(self.strange_status),
            STRAY => Some(self.stray),
            DAMAGED => Some(self.damaged),
            _ => None,
        }
    }
}
