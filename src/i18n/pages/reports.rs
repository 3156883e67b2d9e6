//! The texts of the page "reports", and of the orders that wait for accounting.

texts! {
    pub struct ReportsTexts {
        title: "Raporlar" / "Reports",
        today: "Bugün" / "Today",
        yesterday: "Dün" / "Yesterday",
        this_week: "Bu hafta" / "This week",
        seven_days: "Son 7 gün" / "Last 7 days",
        this_month: "Bu ay" / "This month",
        last_month: "Geçen ay" / "Last month",
        period: "Dönem" / "Period",
        other_currencies: "Başka para birimlerinde de ciro var:" / "There are also sales in other currencies:",
        taken: "Ciro" / "Sales",
        orders: "Sipariş" / "Orders",
        average: "Ortalama sipariş" / "Average order",
        before: "Önceki dönem" / "Previous period",
        nothing_before: "Ciro yok" / "No sales",
        by_day: "Günlere göre" / "By day",
        by_payment: "Ödeme türüne göre" / "By payment",
        by_platform: "Platforma göre" / "By platform",
        by_restaurant: "Restorana göre" / "By restaurant",
        as_table: "Tablo olarak" / "As a table",
        day: "Gün" / "Day",
        share: "Pay" / "Share",
        others: "Diğerleri" / "Others",
        too_long: "Bir rapor en çok 366 gün kapsar. Daha kısa bir dönem seçin."
            / "A report covers at most 366 days. Choose a shorter period.",
        nothing: "Bu dönemde ciro yok." / "No sales in this period.",
        nothing_help: "Başka bir dönem ya da restoran seçin." / "Choose another period or another restaurant.",
        counted: "İptal ve test siparişleri dışındaki her sipariş, geldiği güne yazılır."
            / "All orders count on the day they came in, except cancelled and test orders.",
        pending: "Muhasebe bekleyenler" / "Waiting for accounting",
        pending_intro:
            "Henüz muhasebeye aktarılmamış siparişler. Muhasebe programı bunları API ile işaretler; burada elle de \
             işaretleyebilirsiniz."
            / "Orders that have not been handed over to accounting yet. Your accounting program marks them through the API; \
               you can also do it here by hand.",
        pending_none: "Bekleyen yok." / "None waiting.",
        pending_none_help: "Bütün siparişler muhasebeye aktarılmış."
            / "Every order has been handed over to accounting.",
        pending_none_fits: "Bu filtrelere uyan, bekleyen sipariş yok." / "No waiting order matches these filters.",
        mark: "Aktarıldı olarak işaretle" / "Mark as handed over",
        mark_all: "Tümünü aktarıldı olarak işaretle" / "Mark all as handed over",
        mark_all_now: "Evet, tümünü işaretle" / "Yes, mark all of them",
        mark_all_help: "Geri alınamaz. Bundan sonra gelecek siparişlere dokunulmaz."
            / "This cannot be undone. Orders that come in from now on are not touched.",
        weekdays: ["Pzt", "Sal", "Çar", "Per", "Cum", "Cmt", "Paz"] / ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
        months: ["Oca", "Şub", "Mar", "Nis", "May", "Haz", "Tem", "Ağu", "Eyl", "Eki", "Kas", "Ara"]
            / ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
    }

    pub fn {
        /// How far the takings lie from those of the period before.
        compared(change: &str): "Önceki döneme göre {change}" / "{change} on the previous period",
        /// How many wait for accounting.
        waiting(count: &str, is_one: bool): "{count} sipariş muhasebeye aktarılmayı bekliyor."
            / match is_one {
                true => "1 order is waiting to be handed over to accounting.",
                false => "{count} orders are waiting to be handed over to accounting.",
            },
    }

    /// How many are about to be marked; `is_more` where the count was given up.
    pub fn asks_to_mark(lang, count: &str, is_one: bool, is_more: bool) -> String {
        match is_more {
            false => "{count} sipariş muhasebeye aktarıldı olarak işaretlenecek.",
            true => "{count} siparişten fazlası muhasebeye aktarıldı olarak işaretlenecek.",
        } / match (is_one, is_more) {
            (true, _) => "One order will be marked as handed over to accounting.",
            (false, false) => "{count} orders will be marked as handed over to accounting.",
            (false, true) => "More than {count} orders will be marked as handed over to accounting.",
        }
    }
}
