//! What the pages of webhooks say. The delivery log has texts of its own.

texts! {
    pub struct WebhooksTexts {
        title: "Webhook’lar" / "Webhooks",
        intro:
            "Webhook, kasanızın ya da başka bir programın adresidir. Siparişlerde olan her şey anında oraya bildirilir."
            / "A webhook is the address of your till or of another program. Whatever happens to an order is sent there \
               at once.",
        empty: "Siparişlerinizden haberdar edilen bir program henüz yok." / "No program is told of your orders yet.",
        empty_next: "Kasa ya da muhasebe programınızı yapan firmanın verdiği adresi ekleyin."
            / "Add the address you got from the maker of your till or accounting program.",
        add: "Webhook ekle" / "Add a webhook",
        edit: "Webhook’u düzenle" / "Edit webhook",
        address: "Adres" / "Address",
        address_help: "http:// ya da https:// ile başlar. Kendi ağınızdaki bir adres de olabilir."
            / "Starts with http:// or https://. It may be on your own network.",
        events: "Hangi olaylar" / "Which events",
        events_told: "Olaylar" / "Events",
        all_events: "Dört temel olay: yeni sipariş, durum, iptal, entegrasyon"
            / "The four basic events: new order, status, cancellation, integration",
        choose_event: "En az bir olay seçin ya da dört temel olayı işaretleyin."
            / "Choose at least one event, or the four basic ones.",
        restaurants: "Hangi restoranlar" / "Which restaurants",
        all_restaurants: "Tüm restoranlar, sonradan ekleyecekleriniz de" / "All restaurants, also those you add later",
        choose_restaurant: "En az bir restoran seçin ya da tümünü işaretleyin."
            / "Choose at least one restaurant, or all of them.",
        gone_restaurant: "Silinmiş bir restoran" / "A deleted restaurant",
        platforms: "Hangi platformlar" / "Which platforms",
        platforms_told: "Platformlar" / "Platforms",
        all_platforms: "Tüm platformlar" / "All platforms",
        choose_platform: "En az bir platform seçin ya da tümünü işaretleyin." / "Choose at least one platform, or all of them.",
        only_these: "Yalnızca şunlar" / "Only these",
        key_style: "Anahtar nasıl gönderilsin" / "How the key is sent",
        key_style_help:
            "Her bildirim, Authorization başlığında bir anahtar taşır; alıcı, bildirimin sizden geldiğini böyle anlar."
            / "Each notification carries a key in the header Authorization, so that the receiver knows that it comes \
               from you.",
        key_sent: "Anahtar" / "Key",
        key_carried: "Hangi anahtarı taşısın" / "Which key it carries",
        key_carried_help: "Bildirimi alan program bu anahtarı görür ve onun yapabildiği her şeyi burada yapabilir."
            / "The program that receives notifications sees this key, and can do here whatever the key may do.",
        key_primary: "Birincil anahtar" / "The primary key",
        key_primary_risk: "Alıcıya bu yetkiyi vermek istemiyorsanız ona kendi anahtarını verin."
            / "If the receiver should not have that power, give it a key of its own.",
        key_new: "Yalnızca bu webhook için yeni bir anahtar" / "A new key for this webhook alone",
        key_new_help:
            "Onunla burada hiçbir şey okunamaz ve değiştirilemez. Kaydettikten sonra bir kez gösterilir; alıcıya girin."
            / "With it nothing can be read or changed here. It is shown once after saving, for you to enter it there.",
        in_clear: "Anahtar yolda okunabilir" / "The key can be read in transit",
        in_clear_help:
            "Adres yerel ağınızın dışında ve http:// ile başlıyor: bildirimleri ve taşıdıkları anahtarı yoldaki herkes \
             okuyabilir. Alıcınızdan https:// ile başlayan bir adres isteyin."
            / "The address is outside your network and starts with http://: anyone along the way can read the \
               notifications and the key that they carry. Ask your receiver for an address with https://.",
        signature: "İmza" / "Signature",
        signature_why:
            "Alıcı, imzaya bakarak bildirimin sizden geldiğini ve yolda değiştirilmediğini anlar. İmza, Standard Webhooks \
             kurallarına uyar; alıcınız destekliyorsa kullanın."
            / "A receiver can tell from a signature that a notification comes from you and was not changed on the way. It \
               follows the Standard Webhooks specification; use it if your receiver does.",
        signature_more: "Ayrıntılar API belgesinde" / "Details in the API reference",
        signed: "Her bildirim imzalanıyor." / "Every notification is signed.",
        sign: "İmzalamaya başla" / "Start signing",
        sign_new: "Her bildirimi imzala" / "Sign every notification",
        sign_new_help: "İmza parolası kaydettikten sonra bir kez gösterilir; alıcıya girin."
            / "The signing secret is shown once after saving, for you to enter it there.",
        sign_anew: "Yeni imza parolası oluştur" / "Create a new signing secret",
        sign_anew_help: "Eskisi 24 saat daha geçerli kalır: bildirimler o süre boyunca ikisiyle de imzalanır."
            / "The old one stays valid for another 24 hours; until then notifications are signed with both.",
        sign_previous: "Önceki parolanın geçerliliği:" / "The previous secret is valid until:",
        sign_end_previous: "Önceki parolayı şimdi geçersiz kıl" / "End the previous secret now",
        sign_end: "İmzalamayı bırak" / "Stop signing",
        secret_shown: "İmza parolası" / "Signing secret",
        secret_shown_intro: "Bunu, bildirimlerinizi alan programa girin." / "Enter it in the program that receives your notifications.",
        secret_warning: "Yalnızca bu kez gösterilir. Kaybolursa yenisini oluşturabilirsiniz."
            / "It is shown only once. If you lose it, you can create a new one.",
        bearer: "Bearer sözcüğü ve anahtar (en yaygını)" / "The word Bearer and the key (most common)",
        bare: "Yalnızca anahtar" / "Only the key",
        active: "Bildirim gönder" / "Send notifications",
        active_help: "Kapalıyken olanlar biriktirilir, yeniden açtığınızda sırasıyla gönderilir."
            / "While this is off, notifications are collected and sent in order when you switch it on again.",
        works: "Çalışıyor" / "Working",
        failing: "Ulaşmıyor" / "Failing",
        paused: "Duraklatıldı" / "Paused",
        untried: "Henüz bir şey gönderilmedi" / "Nothing sent yet",
        last_attempt: "Son deneme" / "Last attempt",
        waiting: "Bekleyen" / "Waiting",
        failed: "Ulaşmayan" / "Not delivered",
        pause: "Duraklat" / "Pause",
        pause_help: "Bu arada bildirimler biriktirilir." / "Notifications are collected meanwhile.",
        resume: "Devam ettir" / "Resume",
        resume_help: "Biriken bildirimler hemen, sırasıyla gönderilir."
            / "Collected notifications are sent right away, in order.",
        test: "Test gönder" / "Send a test",
        test_help: "Şimdi uydurma bir olay gönderir ve gelen yanıtı gösterir. Kayıtlara bir şey yazılmaz."
            / "Sends one made-up event now and shows the response. Nothing is added to the log.",
        test_result: "Test sonucu" / "Test result",
        test_accepted: "Adres testi kabul etti." / "The address accepted the test.",
        test_refused: "Adres yanıt verdi ama testi kabul etmedi."
            / "The address responded but did not accept the test.",
        test_unanswered: "Adres yanıt vermedi." / "The address did not respond.",
        again: "Yeniden gönder" / "Send again",
        again_missed: "Ulaşmayan her şey" / "Everything that was not delivered",
        again_missed_help: "Her biri hemen, gerekirse üç kez daha denenir."
            / "Each is tried right away and, if needed, three more times.",
        again_none_missed: "Yeniden gönderilecek bir şey yok: ulaşmayan bildirim bulunmuyor."
            / "Nothing to send again: no notification has failed.",
        again_period: "Belirli bir dönemdeki her şey" / "Everything from a period",
        again_period_help:
            "Bu dönemdeki her şeyi, ulaşmış olanları da, yeniden gönderir. Alıcı, yinelenen bildirimi kimliğinden \
             tanır."
            / "Sends everything from this period again, including what was delivered. Receivers recognise repeats by \
               their id.",
        again_paused: "Bu webhook duraklatılmış: yeniden gönderdikleriniz, siz devam ettirene kadar bekler."
            / "This webhook is paused: what you send again waits until you resume it.",
        to: "Bitiş" / "Until",
        from_or_to: "Bir başlangıç, bir bitiş ya da ikisini birden girin." / "Enter a start, an end, or both.",
        bad_time: "Tarih ya da saat eksik. İkisini de seçin." / "The date or the time is missing. Choose both.",
        ends_before_start: "Bitiş, başlangıçtan önce. Daha geç bir bitiş seçin." / "The end is before the start. Choose a later end.",
        count_first: "Kaç tane olduğunu gör" / "See how many",
        again_confirm: "Şimdi yeniden gönder" / "Send again now",
        again_nothing: "Yeniden gönderilecek bir şey yok. Başka bir dönem seçin."
            / "There is nothing to send again. Choose another period.",
        remove: "Webhook’u sil" / "Remove webhook",
        remove_ask: "Bu webhook silinsin mi?" / "Remove this webhook?",
        remove_log: "Bildirim kayıtları okunabilir kalır. Bundan sonra olanlar bu adrese gönderilmez."
            / "Its log can still be read. Nothing more is sent to this address.",
        remove_confirm: "Evet, sil" / "Yes, remove it",
    }

    /// What a key is called that one webhook alone carries.
    pub fn own_key(lang, host: &str) -> String {
        "Webhook: {host}" / "Webhook: {host}"
    }

    /// What a removal costs.
    pub fn dropped(lang, waiting: u64) -> String {
        match waiting {
            0 => "Onun için bekleyen bir bildirim yok.",
            _ => "{waiting} bildirim hâlâ gönderilmeyi bekliyor. Bunlar artık hiç gönderilmez.",
        } / match waiting {
            0 => "Nothing is waiting to be sent to it.",
            1 => "1 notification is still waiting. It will never be sent.",
            _ => "{waiting} notifications are still waiting. They will never be sent.",
        }
    }

    /// What a dry run counted.
    pub fn counted(lang, count: u64) -> String {
        "{count} bildirim yeniden gönderilecek."
            / match count {
                1 => "1 notification will be sent again.",
                _ => "{count} notifications will be sent again.",
            }
    }
}
