//! The texts of the page of one order, of its cancellation and of its ticket.

use model::order::{
    AMOUNTS, CHANGED_THERE, DAMAGED, NOT_READ_THERE, NOT_TAKEN_THERE, SIZE, STRANGE_STATUS, STRAY, UNKNOWN_THERE,
};

texts! {
    pub struct OrderPageTexts {
        title: "Sipariş" / "Order",
        ticket: "Fiş" / "Ticket",
        print: "Yazdır" / "Print",
        to_order: "Siparişe dön" / "Back to the order",
        /// Said to readers who cannot see it change.
        updated: "Sipariş güncellendi:" / "The order has changed:",

        // What was ordered.
        items: "Sipariş içeriği" / "Items",
        subtotal: "Ürünler" / "Products",
        discount: "İndirim" / "Discount",
        delivery_fee: "Teslimat ücreti" / "Delivery fee",
        fees: "Diğer ücretler" / "Other fees",
        tip: "Bahşiş" / "Tip",
        total: "Toplam" / "Total",
        required_change: "Para üstü" / "Change to bring",
        courier: "Teslimat" / "Delivered by",
        courier_name: "Kurye" / "Courier",
        courier_phone: "Kuryenin telefonu" / "Courier’s phone",
        courier_news: "Kurye nerede" / "Where the courier is",
        pickup_code: "Teslim alma kodu" / "Pick-up code",

        // By whom.
        name: "Ad" / "Name",
        phone: "Telefon" / "Phone",
        phone_code: "Aramada tuşlanacak kod" / "Code to dial",
        address: "Adres" / "Address",
        door: "Bina no" / "Building no.",
        floor: "Kat" / "Floor",
        flat: "Daire" / "Flat",
        directions: "Tarif" / "Directions",
        map: "Harita" / "Map",
        open_map: "Haritada göster" / "Show on a map",
        not_given: "Verilmedi" / "Not given",

        // When.
        times: "Saatler" / "Times",
        placed: "Sipariş verildi" / "Ordered",
        received: "Bize ulaştı" / "Received",
        accept_by: "En geç onay" / "Accept by",
        promised: "Söz verilen teslim" / "Promised for",
        ready: "Hazır oldu" / "Ready",
        scheduled: "İstenen teslim" / "Wanted for",
        starts: "Mutfağa geçiş" / "Goes to the kitchen",
        reported: "Muhasebe" / "Accounting",
        not_reported: "Muhasebeye aktarılmadı" / "Not handed over yet",
        not_counted: "Ciroya girmez" / "Does not count as sales",

        // Where it comes from.
        origin: "Kaynak" / "Origin",
        platform_id: "Platformdaki numarası" / "Platform number",

        // What happened to it.
        history: "Geçmiş" / "History",
        when: "Zaman" / "When",
        steps: "Platforma bildirilenler" / "What the platform was told",
        step: "Adım" / "Step",
        state: "Sonuç" / "Result",
        due: "Zamanı" / "Due",
        trouble: "Sorun" / "Problem",
        cancellation: "İptal" / "Cancellation",
        // Codes of web shops.
        changed_mind: "Müşteri vazgeçti" / "The customer changed their mind",
        ordered_twice: "İki kez sipariş verilmiş" / "Ordered twice",
        wrong_address: "Adres yanlış" / "The address is wrong",
        takes_too_long: "Çok uzun sürüyor" / "It takes too long",
        reason: "Neden" / "Reason",
        note: "Not" / "Note",
        deliveries: "Bu siparişin bildirimleri" / "Notifications about this order",
        no_deliveries: "Bildirim yok: bu siparişi isteyen bir webhook yoktu ya da kayıtların saklama süresi doldu."
            / "No notifications: no webhook wanted this order, or they are too old to be kept.",
        no_answer: "Yanıt yok" / "No response",
        problems:
            "Bu siparişe bir göz atın: bir şey eksik, anlaşılmadı ya da uymuyor. Aşağıdaki ham veriye bakın, emin değilseniz \
             platforma sorun:"
            / "Please check this order: something is missing, unclear or does not add up. Look at the platform’s raw data \
               below, and ask the platform if in doubt:",
        changes: "Platformdaki değişiklikler" / "Changes on the platform",
        changes_why: "Platform, sipariş geldikten sonra içeriğini değiştirdi. Yukarıda şu anki hâli görünüyor."
            / "The platform changed this order after it came. What is shown is how it is now.",
        raw: "Platformun ham verisi" / "The platform’s raw data",
        first_raw: "Platformun ilk ham verisi" / "The platform’s first raw data",
        raw_why: "Geldiği gibi, yalnızca girintili." / "As it came, only indented.",

        // What is wrong with it, where it is more than a field that could not be read.
        unknown_there: "Platform bu siparişi bir süredir bulamıyor; yalnızca buradan iptal edebilirsiniz."
            / "The platform has not been able to find this order for a while; you can only cancel it here.",
        not_taken_there:
            "Platform bir adımı aldığını söyledi, ama siparişi hâlâ eski durumunda gösteriyor. Platformun kendi ekranından \
             tamamlayın; orada görününce bu uyarı kalkar."
            / "The platform said that it took a step, yet goes on showing the order as it was before. Do it on the platform’s \
               own screen; this warning goes when it shows there.",
        not_read_there:
            "Platforma sorulamadığı için sipariş gönderildiği gibi alındı. Hazırlamadan önce platformun kendi ekranında olup \
             olmadığına bakın; platformda görününce bu uyarı kalkar."
            / "The platform could not be asked for this order, so it counts as it was pushed. Before you prepare it, see on the \
               platform’s own screen whether it is there; this warning goes when the platform shows it.",
        changed_there:
            "Sipariş, geldikten sonra gönderildiği yerde değişti; burada ilk hâli duruyor. Platformun ya da web sitenizin \
             ekranıyla karşılaştırın."
            / "The order was changed at its source after it arrived; this is how it came first. Compare it with the screen \
               of the platform or of your web shop.",
        amounts: "Tutarlar birbirini tutmuyor; para almadan önce platformun ekranına bakın."
            / "The amounts do not add up; check the platform’s screen before you take money.",
        size: "Sipariş burada gösterilemeyecek kadar büyük; yalnızca başı okundu. Tamamı platformun ekranında."
            / "The order is too large to show here; only the beginning was read. The rest is on the platform’s screen.",

        strange_status: "Siparişin platformdaki durumu anlaşılamadı."
            / "The order’s status on the platform is not known here.",
        stray: "Sipariş, burada bağlı olmayan bir restoranı gösteriyor."
            / "The order names a restaurant that is not connected here.",
        damaged: "Platformun gönderdiği veri bozuk; bir kısmı okunamadı."
            / "The data from the platform is damaged; part of it could not be read.",

        // Cancelling it.
        cancel_title: "Siparişi iptal et" / "Cancel the order",
        choose_reason: "Neden?" / "Why?",
        reason_needed: "Bir neden seçin: platform nedensiz iptal kabul etmiyor."
            / "Choose a reason: the platform does not accept a cancellation without one.",
        no_reasons: "Platformun iptal nedenleri alınamadı. Platform kabul ederse neden belirtmeden iptal edebilirsiniz:"
            / "The platform’s list of reasons could not be fetched. You can cancel without one, if the platform accepts that:",
        without_reason: "Neden belirtmeden" / "Without a reason",
        cancel_note_help: "İsteğe bağlı. Siparişte saklanır." / "Optional. It is kept with the order.",
        cancel_button: "Bu siparişi iptal et" / "Cancel this order",
        keep: "Vazgeç" / "Keep the order",
    }

    pub fn {
        /// What becomes of a cancellation.
        next_when_called(platform: &str): "{platform} hemen bilgilendirilir, müşteri oradan öğrenir. Geri alınamaz."
            / "{platform} is told at once, and the customer hears of it from there. This cannot be undone.",
        next_when_uncalled(platform: &str): "{platform} müşteriye haber vermez: onu siz arayın. Geri alınamaz."
            / "{platform} does not tell the customer: call them yourself. This cannot be undone.",
        cancelled_in(code: &str, seconds: u64):
            "{code} {seconds} saniye sonra iptal edilecek. O zamana kadar panodan geri alınabilir."
            / "{code} will be cancelled in {seconds} s. Until then it can be taken back on the board.",
        cancelled_and_told(code: &str, platform: &str):
            "{code} iptal edildi. {platform} bilgilendirildi, müşteri oradan öğrenir."
            / "{code} is cancelled. {platform} has been told; the customer hears of it from there.",
        cancelled_untold(code: &str, platform: &str):
            "{code} iptal edildi. {platform} müşteriye haber vermez: onu siz arayın."
            / "{code} is cancelled. {platform} does not tell the customer: call them yourself.",
    }
}

impl OrderPageTexts {
    pub fn problem(&self, problem: &str) -> Option<&'static str> {
        match problem {
            UNKNOWN_THERE => Some(self.unknown_there),
            NOT_TAKEN_THERE => Some(self.not_taken_there),
            NOT_READ_THERE => Some(self.not_read_there),
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
