//! The texts of the board and of the cards on it.

texts! {
    pub struct BoardTexts {
        title: "Pano" / "Board",
        later: "İleri tarihli" / "For later",
        none_new: "Yeni sipariş yok. Gelince zil çalar." / "Nothing new. A bell rings when an order comes.",
        none_preparing: "Mutfakta sipariş yok." / "Nothing in the kitchen.",
        none_on_the_way: "Yolda sipariş yok." / "Nothing on the way.",
        made: "Hazır" / "Ready",
        none_ready: "Hazır bekleyen sipariş yok." / "Nothing is waiting to be handed over.",
        role: "Görev" / "Role",
        roles: "Bu ekranın görevi" / "What this screen is for",
        ready_order: "Sipariş hazır" / "Order ready",
        try_ready: "Hazır" / "Ready",
        all_restaurants: "Tüm restoranlar" / "All restaurants",
        columns: "Panonun sütunları" / "Columns of the board",
        unconnected: "Henüz bağlı bir platform yok" / "No platform is connected yet",
        connect: "Platform bağla" / "Connect a platform",
        ask_owner: "Yetkiliden bir platform bağlamasını isteyin." / "Ask the owner to connect a platform.",
        quiet: "Şimdilik sakin" / "All quiet",
        quiet_why: "Siparişler kendiliğinden buraya düşer ve zil çalar. Bu sayfayı açık bırakın."
            / "Orders appear here by themselves and a bell rings. Leave this page open.",
        live: "Canlı" / "Live",
        lost:
            "Bağlantı koptu: yeni siparişler şu anda görünmüyor. Yeniden bağlanmaya çalışılıyor; düzelmezse ağı kontrol edin."
            / "Connection lost: new orders are not showing. Trying to reconnect; if this does not clear, check the network.",
        found: "Bağlantı yeniden kuruldu." / "The connection is back.",
        changed: "Bu siparişi az önce başkası ilerletti. Şu anki durumu aşağıda."
            / "Someone else has already moved this order on. This is how it stands now.",
        no_script: "Canlı güncelleme ve zil için JavaScript gerekir. Yenilikleri görmek için sayfayı yenileyin."
            / "Live updates and the bell need JavaScript. Reload the page to see what is new.",
        reload: "Yenile" / "Reload",
        new_order: "Yeni sipariş" / "New order",
        cancelled_order: "Sipariş iptal edildi" / "Order cancelled",
        late_order: "Sipariş gecikti" / "Order is late",
        untaken_order: "Platform bir adımı almadı" / "The platform does not have a step",
        unsent: "Gönderilemedi. Bağlantı gelince yeniden basın." / "Not sent. Press again when the connection is back.",
        shaken: "Burası az önce değişti: bir daha bakıp basın." / "This has just moved: look again, then press.",
        waiting: "Yeni var" / "More to come",
        undo: "Geri al" / "Undo",
        held_for: "gönderilmesine" / "to be sent in",
        strip: "İptal edilen siparişler" / "Cancelled orders",
        allergy: "ALERJİ UYARISI" / "ALLERGY",
        bring_back: "Mutfağa geri getir" / "Bring back to the cooks",
        put_away: "Panodan kaldır" / "Take off the board",
        dish_done: "Yapıldı" / "Done",
        all_done: "Hepsi yapıldı" / "All done",
        is_ready: "Hepsi hazır" / "All ready",
        not_ready: "Hazır değil" / "Not ready",
        ready_since: "Hazır:" / "Ready since",
        faring: "Platformların durumu" / "How platforms fare",
        working: "Sipariş alıyor" / "Takes orders",
        recall: "Geri çağır" / "Recall",
        recalled: "Son ilerletilenler" / "Recently moved on",
        recalled_why: "Platforma bildirilen adım geri alınamaz; siparişin içeriği ve şu anki durumu burada."
            / "What the platform has been told cannot be undone; this shows what was in the order and where it stands.",
        recalled_none: "Son yarım saatte ilerletilen sipariş yok." / "Nothing was moved on in the last half hour.",
        close: "Kapat" / "Close",
        device: "Bu ekran" / "This screen",
        device_why: "Bunlar yalnızca bu cihazda geçerlidir." / "These are for this device alone.",
        size: "Yazı boyu" / "Size of the letters",
        size_usual: "Olağan" / "Usual",
        size_large: "Büyük" / "Large",
        size_huge: "Çok büyük" / "Very large",
        density: "Kartların düzeni" / "Layout of the cards",
        density_auto: "Otomatik" / "Automatic",
        density_roomy: "Geniş" / "Roomy",
        density_compact: "Kompakt" / "Compact",

        // Sound.
        sound_start: "Sesi aç" / "Switch sound on",
        sound_why: "Buraya basana kadar tarayıcı bu sayfanın sesini kapalı tutar."
            / "The browser keeps this page silent until you press here.",
        sound_on: "Ses açık" / "Sound is on",
        sound_off: "Ses kapalı" / "Sound is off",
        sound: "Ses" / "Sound",
        volume: "Ses düzeyi" / "Volume",
        repeat: "Zil ne kadar sık çalsın?" / "How often should the bell ring?",
        repeat_3: "Onaylanana kadar 3 saniyede bir" / "Every 3 seconds until accepted",
        repeat_10: "Onaylanana kadar 10 saniyede bir" / "Every 10 seconds until accepted",
        repeat_30: "Onaylanana kadar 30 saniyede bir" / "Every 30 seconds until accepted",
        repeat_0: "Her sipariş için bir kez" / "Once for each order",
        try_sounds: "Sesleri dene" / "Try the sounds",
        try_late: "Gecikme" / "Late",
        try_lost: "Bağlantı koptu" / "Connection lost",

        // Shortcuts.
        keys: "Tuşlar" / "Keys",
        keys_why: "Değiştirmek için birine basın, sonra yeni tuşa."
            / "To change one, press it here, then press the new key.",
        keys_reset: "Varsayılana döndür" / "Reset to defaults",
        key_down: "Sonraki sipariş" / "Next order",
        key_up: "Önceki sipariş" / "Previous order",
        key_right: "Sonraki sütun" / "Next column",
        key_left: "Önceki sütun" / "Previous column",
        key_cards: "Bu numaralı kart: ilk basış seçer, ikincisi ilerletir"
            / "The card of this number: the first press picks it, the second moves it on",
        key_next: "Siparişin sonraki adımı" / "Next step of the order",
        key_cancel: "Siparişi iptal et" / "Cancel the order",
        key_open: "Siparişi aç" / "Open the order",
        key_recall: "Son ilerletilenleri göster" / "Show what was recently moved on",
        key_filter: "Restoran seç" / "Choose a restaurant",
        key_mute: "Sesi aç veya kapat" / "Sound on or off",

        // The next step.
        accept: "Onayla" / "Accept",
        start: "Hazırlamaya başla" / "Start cooking",
        send_out: "Yola çıkar" / "Send out",
        ready_for_courier: "Kuryeye hazır" / "Ready for the courier",
        ready: "Teslime hazır" / "Ready for pick-up",
        delivered: "Teslim edildi" / "Delivered",
        collected: "Müşteri aldı" / "Collected",
        platform_moves: "Bu siparişi platformun kuryesi tamamlar." / "The platform’s courier finishes this order.",
        cancel: "İptal et" / "Cancel",
        seen: "Gördüm" / "Seen",

        // On a card.
        due_promise: "Söz verilen teslime göre" / "Against the promise",
        due_pace: "Hazırlama süresine göre" / "Against the usual time",
        due_answer: "Onay süresi" / "Time to accept",
        accept_within: "Onay için kalan" / "Accept within",
        calls_in: "Platformun aramasına" / "Platform calls in",
        time_is_up: "0:00 – süre doldu" / "0:00 – time is up",
        wanted_at: "Teslim saati" / "For",
        starts_at: "Mutfağa geçiş" / "To the kitchen at",
        promised_at: "Söz verilen teslim" / "Promised for",
        without: "ÇIKAR" / "WITHOUT",
        all_day: "Ocakta toplam" / "All day",
        all_day_shown: "Ocakta toplam satırını göster" / "Show the line of all that is to be made",
        note: "Not" / "Note",
        order_note: "Sipariş notu" / "Order note",
        nameless: "İsim verilmedi" / "Name not given",
        test: "TEST – hazırlamayın" / "TEST – do not cook",
        problems: "Bir sorun var: siparişe bakın." / "Something is wrong: look at the order.",
        duplicate: "Başka bir siparişin aynısı olabilir." / "This may be a duplicate of another order.",
        look: "Bak" / "Look",
        twin: "İki kez gelmiş olabilir: numara, müşteri ve içerik aynı."
            / "This may have come twice: number, customer and basket are the same.",
        twin_cancel: "Sonra geleni iptal et" / "Cancel the later one",
        rest_is_loud: "Burada görünmeyen not veya çıkarılacak malzeme var: hazırlamadan önce siparişi açın."
            / "There is a note or something to leave out that does not fit here: open the order before you cook.",
        told_at: "Platforma bildirim saati" / "The platform is told at",
        not_told: "Platforma bildirilemedi: siparişe bakın." / "The platform could not be told: look at the order.",
        automatic: "Otomatik onaylanıyor." / "Being accepted automatically.",
        courier_nearby: "Kurye yakında." / "The courier is nearby.",
        courier_arrived: "Kurye geldi." / "The courier is here.",
        courier_waiting: "Kurye bekliyor." / "The courier is waiting.",
        cancelled: "İPTAL" / "CANCELLED",
        stop_cooking: "Hazırlamayın, göndermeyin." / "Do not cook, do not send.",
        changed_order: "Sipariş değişti" / "Order changed",
        basket_changed: "SİPARİŞ DEĞİŞTİ" / "ORDER CHANGED",
        note_is_other: "Sipariş notu değişti" / "The note is another one",
        is_as_before: "Eski hâline döndü" / "As it was before",
        details_are_other: "Ayrıntılar değişti" / "Details changed",
    }

    pub fn {
        /// Until it is late, and since.
        left(time: &str): "{time} kaldı" / "{time} left",
        late(time: &str): "{time} gecikti" / "{time} late",
        /// A step that can still be taken back.
        /// What a platform keeps of an order that is cooked again.
        brought_back(platform: &str, status: &str): "Geri getirildi. {platform} tarafında “{status}” olarak kalır."
            / "Brought back here. {platform} keeps it as “{status}”.",
        stays(platform: &str, status: &str):
            "Yalnızca buradaki aşçılara döner: {platform} tarafında “{status}” olarak kalır, müşteriye bir şey gitmez."
            / "It goes back to the cooks here alone: {platform} keeps it as “{status}” and tells the customer nothing.",
        /// `what`: a button that was pressed.
        held_refused(what: &str, why: &str): "“{what}” yapılamadı: {why}" / "“{what}” could not be done: {why}",
        /// The first of those that are for later.
        first_at(hour: &str): "ilk {hour}" / "first at {hour}",
        /// How much there is in the bag.
        items(count: u32): "{count} ürün" / match count { 1 => "1 item", _ => "{count} items" },
        /// `platforms`: the names of those that can be connected.
        unconnected_why(platforms: &str):
            "{platforms} veya kendi web sitenizi bağlayın. Siparişleri kendiliğinden buraya düşer."
            / "Connect {platforms} or your own web shop. Their orders then come in here by themselves.",
        /// A step that the platform said to have taken.
        not_taken(platform: &str, step: &str):
            "{platform} “{step}” adımını almadı: sipariş orada hâlâ eski durumunda. Platformun kendi ekranından tamamlayın."
            / "{platform} does not have the step “{step}”: the order stands there as before. Do it on the platform’s own screen.",
        /// `when`: a time, or from one to another.
        courier_comes(when: &str): "Kuryenin gelişi: {when}" / "Courier expected: {when}",
        /// Of a column that has more than a screen takes: the others are found under Orders.
        undrawn_older(count: usize): "{count} eski sipariş daha: Siparişler sayfasında" / "{count} older ones: under Orders",
        undrawn_newer(count: usize): "Sonra gelen {count} sipariş daha: Siparişler sayfasında"
            / "{count} that came later: under Orders",
        /// What does not fit on a card.
        rest(count: usize): "{count} çeşit daha var: siparişi açın" / "{count} more: open the order",
        /// What other stations make of an order.
        elsewhere(count: usize): "+{count} çeşit başka istasyonda" / "+{count} elsewhere",
        /// What a card shows on a press.
        others(count: usize): "ve {count} çeşit daha" / "and {count} more",
        /// The line of those that nobody has answered in time.
        expired(count: &str): "Süresi dolan: {count}. Onaylamayı deneyin; olmazsa platformun ekranına bakın."
            / "Out of time: {count}. Try to accept; if that fails, look at the platform’s own screen.",
        /// What a platform changed in an order.
        dish_gone(was: u32, name: &str): "{was} × {name} çıkarıldı" / "{was} × {name} taken out",
        dish_came(is: u32, name: &str): "{is} × {name} eklendi" / "{is} × {name} added",
        other_count(was: u32, is: u32, name: &str): "{is} × {name} (önceden {was})" / "{is} × {name} (was {was})",
        dish_is_other(name: &str): "{name}: hazırlanışı değişti" / "{name}: made differently now",
        other_total(was: &str, is: &str): "Toplam: {is} (önceden {was})" / "Total: {is} (was {was})",
        /// How many minutes the kitchen took today, and how many it may.
        took(median: u64, most: u64, target: u64): "Ortanca {median} · 8/10: {most} · hedef {target} dk"
            / "Median {median} · 8 of 10: {most} · target {target} min",
        target(target: u64): "Hedef {target} dk" / "Target {target} min",
        /// What the next key press or click would not do.
        moved(status: &str): "Bu siparişi az önce başkası ilerletti. Şu anki durumu: {status}."
            / "Someone else has already moved this order on. It is now: {status}.",
    }
}
