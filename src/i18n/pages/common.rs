//! What every page says.

texts! {
    pub struct CommonTexts {
        keys: "Anahtarlar" / "Keys",
        reference: "API" / "API",
        /// The manual's page about this page.
        help: "Yardım" / "Help",
        /// What is needed only to set the program up.
        technical: "Teknik" / "Technical",
        menu: "Menü" / "Menu",
        shortcuts: "Klavye kısayolları" / "Keyboard shortcuts",
        key_search: "Sipariş ara" / "Search for an order",
        key_help: "Bu yardım" / "Show this help",
        keys_on: "Klavye kısayollarını kullan" / "Use keyboard shortcuts",
        close: "Kapat" / "Close",
        /// Of the pages above this one.
        location: "Bulunduğunuz yer" / "Where you are",
        skip: "İçeriğe geç" / "Skip to content",
        sign_out: "Çıkış" / "Sign out",
        demo: "Demo: siparişler uydurmadır, buradaki hiçbir şey gerçek değildir ve saklanmaz."
            / "Demo: the orders are made up; nothing here is real and nothing is kept.",
        saved: "Kaydedildi." / "Saved.",
        removed: "Silindi." / "Removed.",
        sent: "Gönderildi." / "Sent.",
        done: "Tamam." / "Done.",
        save: "Kaydet" / "Save",
        cancel: "Vazgeç" / "Cancel",
        edit: "Düzenle" / "Edit",
        back: "Geri" / "Back",
        copy: "Kopyala" / "Copy",
        copied: "Kopyalandı" / "Copied",
        yes: "Evet" / "Yes",
        no: "Hayır" / "No",
        never: "Hiç" / "Never",
        /// Seconds, minutes, hours, days.
        units: ["sn", "dk", "sa", "gün"] / ["s", "min", "h", "d"],
        // Lists.
        show: "Göster" / "Show",
        all: "Tümü" / "All",
        from: "Başlangıç" / "From",
        to: "Bitiş" / "To",
        clear: "Filtreleri temizle" / "Clear filters",
        download: "CSV olarak indir" / "Download as CSV",
        when: "Ne zaman" / "When",
        empty_filtered: "Bu filtrelere uyan bir kayıt yok." / "Nothing matches these filters.",
        to_the_newest: "En yenilere dön" / "Back to the newest",
        older: "Daha eski" / "Older",
        newer: "Daha yeni" / "Newer",
        not_found: "Burada bir şey yok" / "Nothing here",
        our_fault: "Bizde bir hata oluştu" / "Something went wrong on our side",
        refused: "Bu işlem yapılamadı" / "That did not work",
        request_id: "Kayıt numarası" / "Log reference",
        to_the_board: "Panoya dön" / "Back to the board",
        failing_webhooks: "Bir webhook’a bazı bildirimler ulaşmadı." / "Some notifications did not reach a webhook.",
        look: "Webhook’lara git" / "Go to webhooks",
    }
}
