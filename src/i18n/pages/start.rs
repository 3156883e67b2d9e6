//! The texts of the first steps.

texts! {
    pub struct StartTexts {
        title: "İlk adımlar" / "First steps",
        intro: "Sırayla gidin. Biten adım kendiliğinden işaretlenir." / "Go through them in order. What is done ticks itself off.",
        done: "Tamam" / "Done",
        to_do: "Yapılacak" / "To do",
        optional: "İsteğe bağlı" / "Optional",

        restaurant: "Restoranınız" / "Your restaurant",
        restaurant_help: "Siparişlerin geleceği restoranı ekleyin." / "Add the restaurant that orders are for.",
        restaurant_edit: "Adresini ve ayarlarını girin" / "Add its address and settings",

        platform: "Platform bağlayın" / "Connect a platform",
        platform_help: "Sipariş aldığınız platformu seçin. Ne yapacağınız ve kime yazacağınız adım adım yazıyor."
            / "Choose a platform that you get orders from. Its page says step by step what to do and whom to write to.",

        test: "Bir test siparişi deneyin" / "Try a test order",
        test_help: "Gerçek bir sipariş gibi panoya düşer ve zil çalar. Onaylayın, yola çıkarın ya da iptal edin."
            / "It comes to the board like a real order and rings. Accept it, send it out or cancel it.",
        test_send: "Test siparişi gönder" / "Send a test order",
        test_note:
            "Raporlara girmez ve hiçbir platforma bildirilmez. Kasanız bağlıysa ona da gider, test siparişi olarak işaretli."
            / "It is in no report, and no platform is told of it. If a till is connected, it gets it too, marked as a test \
               order.",

        backups: "Yedek yeri seçin" / "Choose where backups go",
        backups_help: "Her gece bir USB belleğe ya da başka bir diske yedek alınır. Bilgisayar bozulsa da kayıtlarınız kalır."
            / "A backup is made every night on a USB stick or another disk. If the computer breaks, your records are safe.",

        tablets: "Tablet ve telefonlar" / "Tablets and phones",
        tablets_help:
            "Aynı Wi-Fi ağındaki tabletle karekodu okutun ya da bu adresi açın, sonra adınız ve parolanızla girin."
            / "Scan the QR code with a tablet on the same Wi-Fi or open this address, then sign in with your name and \
               password.",
        tablets_alone: "Program şu anda yalnızca bu bilgisayardan açılıyor. Başka cihazlar için şöyle başlatın:"
            / "The program can be opened only on this computer now. For other devices start it like this:",
        picture: "Panelin adresini taşıyan karekod" / "A QR code with the address of the panel",
        kitchen: "Mutfakta duran ekranı parola girmeden bağlayın:" / "Connect a screen in the kitchen without a password:",
        other_addresses: "Başka adresler" / "Other addresses",

        staff: "Çalışanlarınızı ekleyin" / "Add your staff",
        staff_help: "Herkes kendi adıyla girer. Personel panoyu ve siparişleri görür, ayarları göremez."
            / "Everybody signs in with their own name. Staff see the board and the orders, not the settings.",
        staff_add: "Kullanıcılar" / "People",

        till: "Kasa ya da muhasebe programı bağlayın" / "Connect a till or accounting program",
        till_help: "Programı kuran kişiye API anahtarını ve API belgesini verin; gerisini o yapar."
            / "Give the API key and the API reference to whoever installs the program; they do the rest.",
        key_show: "API anahtarını göster" / "Show the API key",
        key_show_help: "Yalnızca bir kez gösterilir. Programı kuran kişi yanınızdayken açın."
            / "It is shown only once. Open it when whoever installs the program is with you.",
        reference: "API belgesi" / "API reference",

        to_the_board: "Panoya geç" / "To the board",
        hide: "Panoda bir daha gösterme" / "Do not show this on the board again",
        put_away: "Bir daha gösterme" / "Do not show again",
    }

    /// On the board, while steps are left.
    pub fn board_line(lang, done: usize, of: usize) -> String {
        "İlk adımlar: {done}/{of} tamam" / "First steps: {done} of {of} done"
    }
}
