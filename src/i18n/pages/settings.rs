//! The texts of the page "settings".

texts! {
    pub struct SettingsTexts {
        title: "Ayarlar" / "Settings",
        language_help: "Panelin size her ekranda kullanacağı dil." / "The language the panel uses for you, on every screen.",
        account: "Saat ve para" / "Time and money",
        timezone: "Saat dilimi" / "Time zone",
        zone_at_home: "Türkiye (İstanbul)" / "Türkiye (Istanbul)",
        timezone_help:
            "Sayfalardaki saatler ve raporlardaki günler buna göre gösterilir. Değiştirirseniz eski siparişlerin günü \
             değişmez."
            / "Times on these pages and days in reports follow it. Changing it does not move old orders to another day.",
        currency: "Para birimi" / "Currency",
        currency_help:
            "Raporlarda ve platformun para birimi belirtmediği yeni siparişlerde kullanılır."
            / "Used in reports, and for new orders where the platform does not name one.",
        privacy: "Müşteri bilgileri" / "Customer data",
        privacy_intro:
            "Eski siparişlerin ad, telefon, adres ve notları kendiliğinden silinebilir: siparişte, platformun kendi \
             verisinde, aramada ve bildirim kayıtlarında."
            / "Names, phone numbers, addresses and notes of old orders can be erased automatically: in the order, in the \
               platform’s raw data, in the search and in the notification log.",
        privacy_stays:
            "Neyin ne zaman, ne kadara satıldığı ve nasıl ödendiği muhasebeniz için saklanır. Hiç kapatılmamış siparişlerin \
             bilgileri de silinir, durumları kalır."
            / "What was sold, when, for how much and how it was paid stays for your accounts. Orders that were never closed \
               are erased too and keep their status.",
        erase: "Belirli bir süre sonra sil" / "Erase after this many days",
        keep: "Süresiz sakla" / "Keep forever",
        days: "Gün" / "Days",
        days_help: "Siparişin geldiği günden sayılır. 1 ile 3.650 arası."
            / "Counted from the day the order came in. 1 to 3,650.",
        confirm: "Lütfen onaylayın" / "Please confirm",
        confirm_help:
            "Silme bir dakika içinde başlar ve geri alınamaz. Daha önce aldığınız yedekte bilgiler durur."
            / "Erasing starts within a minute and cannot be undone. Backups you made earlier still contain the data.",
        erase_now: "Evet, sil" / "Yes, erase them",
        board_intro:
            "Bir siparişin ne zaman gecikmiş sayılacağı. Müşteriye söz verilen saat veya siparişe yazılan hazırlama süresi \
             varsa önce o geçerlidir."
            / "When an order counts as late. A time that the customer was promised, or a preparation time of the order \
               itself, comes first.",
        kitchen_minutes: "Mutfakta en çok (dakika)" / "At most in the kitchen (minutes)",
        road_minutes: "Yolda en çok (dakika)" / "At most on the way (minutes)",
        soon_minutes: "Gecikmeye bu kadar kala uyar (dakika)" / "Warn this long before (minutes)",
        undo_seconds: "Geri alma süresi (sn)" / "Time to undo (seconds)",
        undo_help:
            "Panoda ya da sipariş sayfasında basılan “yola çıkar”, “teslim edildi” ve “iptal et” bu kadar bekler; o zamana kadar her ekrandan geri alınabilir. Süre dolmadan platforma, kasaya ya da fişe bir şey gitmez. 0: beklemez."
            / "A press on “send out”, “delivered” or “cancel”, on the board or an order’s page, waits for so long and can be taken back from any screen until then. No platform, till or ticket hears of it before. 0: at once.",
        accept_undo_seconds: "Onayı geri alma süresi (sn)" / "Time to undo an acceptance (seconds)",
        accept_undo_help:
            "Platformun onay için verdiği süreyi aşmaz. Otomatik onay ve API beklemez."
            / "Never beyond what a platform’s deadline leaves. Automatic acceptance and the API do not wait.",
        allergies: "Alerji sözcükleri" / "Words of allergy",
        allergy_words: "Sözcükler" / "Words",
        allergy_help:
            "Her satıra bir sözcük. Notta ya da çıkarılacaklarda böyle başlayan bir sözcük varsa kart ve satır işaretlenir. Büyük küçük harf ve Türkçe harfler fark etmez."
            / "One on each line. A card and its line are marked where a word of a note, or of what is to be left out, begins so, in capitals or not, with or without Turkish letters.",
        safety: "Giriş güvenliği" / "Sign-in security",
        safety_intro:
            "İki adımlı girişte parolanın yanında telefondan bir kod da sorulur. Herkes kendi sayfasında kurabilir."
            / "With two-step sign-in, a code from the phone is needed besides the password. Everyone can set it up on \
               their own page.",
        second_factor: "Herkes iki adımlı giriş kullansın" / "Everyone uses two-step sign-in",
        second_factor_help: "Henüz kurmamış olanlar, siz de dahil, bir sonraki sayfada kurmaya yönlendirilir."
            / "Anyone who has not set it up yet, you included, is asked to on their next page.",
        intake: "Alım adreslerinin sınırı" / "Limit of intake addresses",
        intake_intro:
            "Bir alım adresine en çok bu kadar gönderilebilir. Yoğun bir restoranın çok üstündedir; adresi ele geçiren \
             birini yavaşlatır. Fazlası geri çevrilir, platformlar onu biraz sonra yeniden gönderir."
            / "The most that may be sent to one intake address. It is far above what a busy restaurant gets, and slows \
               down anyone who got hold of an address. The excess is refused, and platforms send it again a little \
               later.",
        per_second: "Saniyede istek" / "Requests a second",
        per_second_help: "1 ile 10.000 arası. Yarım dakikada gelebilecek kadarı bir anda gelebilir."
            / "1 to 10,000. Half a minute’s worth may arrive at once.",
        unlimited: "Program --rate-limit 0 ile başlatıldığı için şu anda sınır yok."
            / "There is no limit at the moment: the program was started with --rate-limit 0.",
        addresses: "Bildirimler nereye gidebilir" / "Where notifications may go",
        addresses_intro:
            "Webhook’lar ve platform çağrıları yalnızca burada izin verilen adreslere gider. Yanlışlık olduğu belli \
             adresler her zaman reddedilir."
            / "Webhooks and platform calls go only to addresses that are allowed here. Addresses that could only be a \
               mistake are always refused.",
        upgrades: "Yeni sürümler" / "New versions",
        upgrades_intro:
            "İndirdiğiniz yeni sürümü ve imzasını (.minisig) koyduğunuz bir klasör seçerseniz Durum sayfası onu haber verir. \
             garson internete kendisi bakmaz."
            / "Choose a folder where you put a new version and its signature (.minisig), and the Health page tells you about \
               it. garson never looks on the internet itself.",
        upgrade_folder: "Klasör" / "Folder",
        upgrade_folder_help:
            "garson’un çalıştığı cihazda, tam yoluyla. Servis, kişisel klasörleri (/home) göremez. Boş bırakılırsa bakılmaz."
            / "On the machine that garson runs on, as a full path. The service cannot see personal folders (/home). If empty, \
               garson does not look.",
        private: "Yerel ağ" / "The local network",
        private_help: "Kasanız genellikle oradadır. Yalnızca bütün hedefler internetteyse kapatın."
            / "Your till is usually there. Turn this off only if everything is on the internet.",
        loopback: "Bu cihazın kendisi" / "This machine itself",
        loopback_help: "garson ile aynı cihazda çalışan bir program için." / "For a program on the same machine as garson.",
        https_only: "Yerel ağ dışındaki webhook’larda https iste" / "Require https for webhooks outside the local network",
        https_only_help:
            "http:// ile başlayan bir adrese giden bildirimi ve taşıdığı anahtarı yoldaki herkes okuyabilir. Ekli \
             webhook’lar çalışmaya devam eder."
            / "Anyone along the way can read what is sent to an http:// address, including its key. Existing webhooks keep \
               working.",
        denied: "Şu adreslere asla" / "Never these addresses",
        denied_help: "Her satıra bir tane: 192.168.1.20 gibi bir adres ya da 10.0.0.0/8 gibi bir aralık."
            / "One per line: an address such as 192.168.1.20 or a range such as 10.0.0.0/8.",
        closed_at_start: "Açılışta komut satırıyla kapatıldı, buradaki seçim ne olursa olsun:"
            / "Turned off on the command line, whatever is chosen here:",
        cut_off: "Şu webhook’lara artık ulaşılamaz:" / "These webhooks can no longer be reached:",
    }

    /// What a shorter time would erase at once; `is_more` where the count was given up.
    pub fn will_erase(lang, count: &str, is_one: bool, is_more: bool) -> String {
        match is_more {
            false => "{count} siparişin müşteri bilgileri hemen silinecek.",
            true => "{count} siparişten fazlasının müşteri bilgileri hemen silinecek.",
        } / match (is_one, is_more) {
            (true, _) => "The customer data of 1 order will be erased at once.",
            (false, false) => "The customer data of {count} orders will be erased at once.",
            (false, true) => "The customer data of more than {count} orders will be erased at once.",
        }
    }
}
