//! The texts of the pages about a restaurant's platforms.

texts! {
    pub struct IntegrationsTexts {
        // How one fares.
        works: "Çalışıyor" / "Working",
        trouble: "Sorun var" / "Problem",
        untried: "Henüz denenmedi" / "Not tried yet",
        off: "Kapalı" / "Switched off",
        closed_there: "Orada kapalı" / "Closed there",
        not_connected: "Bağlı değil" / "Not connected",
        reserved: "Bilgiler bekleniyor" / "Waits for credentials",
        waits: "Sipariş bekliyor" / "Waiting for orders",
        last_sync: "Son bağlantı" / "Last contact",
        last_trouble: "Sorun" / "What is wrong",
        not_yet: "Henüz yok" / "Not yet",
        comes_by_itself: "Siparişler alım adresine gelir." / "Orders come in at the intake address.",
        connect: "Bağla" / "Connect",
        connect_help: "Oradan gelen siparişler panonuza düşer." / "Its orders will show on your board.",
        manage: "Yönet" / "Manage",
        experimental: "Deneysel" / "Experimental",
        // What can be done.
        state: "Durumu" / "Status",
        test: "Bağlantıyı test et" / "Test the connection",
        test_help: "Platforma sorar ve yanıtını gösterir. Hiçbir şey değişmez."
            / "Asks the platform and shows what it answers. Nothing is changed.",
        switch_on: "Sipariş alımını başlat" / "Take orders again",
        switch_off: "Sipariş alımını durdur" / "Stop taking orders",
        is_on_help:
            "Durdurursanız yeni siparişler buraya gelmez, ama müşteriler orada sipariş vermeye devam edebilir. Açık \
             siparişler sonuna kadar izlenir."
            / "New orders then no longer come in here, but customers can still place them there. Open orders are \
               followed to the end.",
        is_off_help: "Şu anda oradan yeni sipariş alınmıyor. Açık siparişler sonuna kadar izlenir."
            / "No new orders are being taken from there. Open orders are followed to the end.",
        shop: "Platformdaki restoranınız" / "Your restaurant on the platform",
        shop_help: "Restoranı orada müşterilere açar ya da kapatır. Şu anki durumu platformun kendi ekranında görünür."
            / "Opens or closes it to customers there. The platform’s own screen shows whether it is open now.",
        open_shop: "Platformda aç" / "Open on the platform",
        close_shop: "Platformda kapat" / "Close on the platform",
        shop_opened: "Platform kabul etti: restoran orada açık."
            / "The platform accepted this: the restaurant is open there.",
        shop_closed: "Platform kabul etti: restoran orada kapalı."
            / "The platform accepted this: the restaurant is closed there.",
        // The form.
        credentials: "Bağlantı bilgileri" / "Credentials",
        credentials_intro: "Platformun size verdikleri. Şifreli saklanır; gizli olanlar bir daha gösterilmez."
            / "What the platform gave you. It is kept encrypted; secrets are never shown again.",
        no_credentials: "Girilecek bir şey yok: bağlantı bilgisi gerekmiyor."
            / "Nothing to enter: this one needs no credentials.",
        kept: "Kayıtlı; değiştirmek için yazın" / "Saved; type to replace it",
        clear: "Kayıtlı olanı sil" / "Forget what is kept",
        settings_intro: "Restoranın kendi ayarlarından önce gelir." / "These replace the restaurant’s own settings.",
        minutes_help: "Mutfağın ne kadar sürede hazırladığı. Boş bırakılırsa restoranın ayarı geçerlidir."
            / "How long the kitchen takes. Empty: as the restaurant says.",
        callback_url: "Her adımın bildirileceği adres" / "Address that is told of every step",
        callback_url_help:
            "Sipariş onaylanınca, ilerleyince veya iptal olunca siteniz buradan öğrenir. Boşsa bir şey bildirilmez."
            / "Your shop hears there when an order is accepted, moved on or cancelled. Empty: it is told nothing.",
        advanced: "Gelişmiş" / "Advanced",
        advanced_intro: "Günlük işte gerekmez." / "Nobody needs this in daily work.",
        base_url: "Platformun başka bir adresi" / "Another address of the platform",
        base_url_help:
            "Test ortamı içindir. Bağlantı bilgileri oraya gönderilir; yalnızca platformun verdiği bir adresi yazın."
            / "For its test environment. Credentials are sent there, so enter only an address that the platform gave \
               you.",
        pause: "İki adım arasındaki saniye" / "Seconds between two steps",
        pause_help:
            "Bazı platformlar onay, hazırlık ve teslim arasında süre ister. Boşsa platformun istediği kadar beklenir."
            / "Some platforms want a pause between accepting, preparing and handing over. Empty: what the platform \
               asks for.",
        // The way in.
        intake: "Alım adresi" / "Intake address",
        asked_only:
            "Siparişler birkaç saniyede bir platforma sorulur; bu, her modemin arkasında çalışır. Sizin bir adres \
             vermeniz gerekmez."
            / "The platform is asked for orders every few seconds, which works behind any router. It needs no address \
               of yours.",
        asked_and_sent:
            "Siparişler birkaç saniyede bir platforma sorulur; bu, her modemin arkasında çalışır. Platform isterse \
             buraya da gönderebilir, o daha hızlıdır."
            / "The platform is asked for orders every few seconds, which works behind any router. It can also send \
               them here, which is quicker.",
        sent_only: "Platform siparişleri bu adrese gönderir. Önce bunu alın: başvururken platforma verirsiniz."
            / "The platform sends orders to this address. Get it first: you give it to the platform when you apply.",
        get_address: "Alım adresini al" / "Get the intake address",
        intake_extra: "Platform siparişleri kendisi göndersin" / "Have the platform send orders itself",
        own_shop:
            "Siteniz siparişlerini bu adresin sonuna /orders ekleyerek gönderir. Nasıl göründükleri API belgesinde \
             yazar."
            / "Your web shop posts its orders to this address followed by /orders. The API reference shows what they \
               look like.",
        behind_router:
            "Platform bu bilgisayara henüz ulaşamaz: adres yalnızca sizin ağınızda geçerli. İnternetten, geçerli \
             sertifikalı https ile açılan bir adres gerekiyor."
            / "The platform cannot reach this computer yet: the address holds only in your own network. You need one \
               that opens from the internet, over https with a valid certificate.",
        public_ways: "İki yoldan biriyle alınır:" / "There are two ways to get one:",
        public_tunnel:
            "Tünel, modeme dokunmadan: Cloudflare Tunnel gibi bir hizmet size https adresi verir ve gelenleri şuraya \
             iletir:"
            / "A tunnel, with the router as it is: a service such as Cloudflare Tunnel gives you an https address and \
               passes on what comes to",
        public_domain:
            "Alan adı ve sabit IP: modemde 443 numaralı portu bu bilgisayara açın, Caddy gibi bir program sertifikayı \
             alsın."
            / "A domain and a fixed IP address: open port 443 on the router towards this computer, and have a program \
               such as Caddy get the certificate.",
        public_intake_only: "Dışarıya yalnızca /intake/ ile başlayan yolları açın; giriş sayfası koymayın."
            / "Open only paths that begin with /intake/, and put no sign-in page before them.",
        public_start: "Sonra programı adresinizle başlatın:" / "Then start the program with your address:",
        only_inside:
            "Bu adres yalnızca sizin ağınızda geçerli. Dışarıdan gönderilecekse programı internetten açılan adresinizle \
             başlatın:"
            / "This address holds only in your own network. If orders are to be sent from outside, start the program \
               with an address that opens from the internet:",
        guide: "Nasıl bağlanır" / "How to connect",
        letter: "Hazır e-posta metni" / "Ready-made e-mail, in Turkish",
        after_connecting: "Bağladıktan sonra burada görünür." / "You get it once you have connected.",
        below: "Platformun çağırdığı tam adresler" / "Full addresses that the platform calls",
        // What is asked about first.
        rotate: "Adresi yenile" / "Replace the address",
        rotate_intro: "Adresi yabancı biri görmüş olabilirse yenileyin."
            / "Replace the address if a stranger may have seen it.",
        rotate_title: "Yeni bir alım adresi oluşturulsun mu?" / "Make a new intake address?",
        rotate_old: "Eski adres hemen geçersiz olur; oraya gönderilenler reddedilir."
            / "The old address stops working at once; what is sent there is refused.",
        rotate_give: "Yeni adresi buraya sipariş gönderene verin, yoksa siparişler ulaşmaz."
            / "Give the new address to whoever sends orders here, or they will not arrive.",
        rotate_polled: "Platforma sorularak alınan siparişler gelmeye devam eder."
            / "Orders that are fetched from the platform keep coming.",
        remove: "Bağlantıyı kaldır" / "Disconnect",
        remove_intro: "Bağlantı bilgileri silinir." / "The credentials are forgotten.",
        remove_title: "Bu platformun bağlantısı kaldırılsın mı?" / "Disconnect this platform?",
        remove_credentials: "Kayıtlı bağlantı bilgileri ve ayarlar silinir."
            / "The stored credentials and settings are deleted.",
        remove_orders: "Oradan gelmiş siparişler muhasebe için okunabilir kalır."
            / "Orders that came from there stay readable, for accounting.",
        remove_open:
            "Oradan yeni sipariş gelmez; açık siparişlerde yaptıklarınız artık platforma bildirilmez."
            / "No new orders come in from there, and what you do with open ones is no longer passed on to the \
               platform.",
        remove_address: "Alım adresi geçersiz olur; yeniden bağlarsanız başka bir adres oluşur."
            / "Its intake address stops working; connecting again makes another.",
    }

    pub fn {
        /// More came to its address than is allowed.
        overrun(count: &str, is_one: bool, last: &str):
            "Bu adrese izin verilenden çok gönderim geldi ve {count} tanesi geri çevrildi, sonuncusu {last}. Gönderen \
             sizin siteniz ya da platformunuz değilse adresi yenileyin; sizinse Ayarlar sayfasında sınırı yükseltin."
            / match is_one {
                true => "More was sent to this address than it takes, and one request was refused, at {last}. If that was \
                         not your shop, replace the address; if it was, raise the limit under Settings.",
                false => "More was sent to this address than it takes, and {count} requests were refused, the last at \
                          {last}. If that was not your shop, replace the address; if it was, raise the limit under \
                          Settings.",
            },
        since(time: &str): "Başlangıcı: {time}" / "Since {time}",
        /// What holds while the integration says nothing itself.
        as_restaurant(what: &str): "Restoranınki gibi: {what}" / "As the restaurant: {what}",
        /// The platform’s own host, in an empty field.
        own_host(host: &str): "Boşsa {host}" / "Empty: {host}",
    }

    /// A connection test went well.
    pub fn found(lang, works: &str, name: Option<&str>) -> String {
        match name {
            None => "{works}" / "{works}",
            Some(name) => "{works} Platformdaki restoran: {name}" / "{works} The restaurant there: {name}",
        }
    }
}
