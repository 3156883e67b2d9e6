//! What the pages of API keys say.

use crate::model::Scope;

texts! {
    pub struct KeysTexts {
        title: "API anahtarları" / "API keys",
        intro:
            "Programlar siparişlerinizi bir API anahtarıyla okur ve ilerletir. Her programa ayrı bir anahtar verin: \
             birini geri aldığınızda ötekiler çalışmaya devam eder."
            / "A program reads and moves your orders with an API key. Give each program its own: then you can take one \
               back and the others go on working.",
        new: "Yeni anahtar" / "New key",
        name: "Programın adı" / "Name of the program",
        name_help: "Örneğin kasa ya da muhasebe." / "For example till or accounting.",
        scope: "Neler yapabilir" / "What it may do",
        restaurant: "Hangi restoran" / "Which restaurant",
        restaurant_help:
            "Tek bir restoranın anahtarı ötekilerden hiçbir şey göremez; webhook, anahtar ve işletme yönetemez."
            / "A key of one restaurant sees nothing of the others, and manages no webhooks, keys or businesses.",
        all_restaurants: "Tüm restoranlar" / "All restaurants",
        ends: "Son günü" / "Last day",
        ends_help: "Anahtar bu günün sonunda kendiliğinden kapanır. Boş bırakırsanız süresizdir."
            / "At the end of this day the key stops working by itself. Leave it empty for no end.",
        no_end: "Süresiz" / "No end",
        good_until: "Geçerlilik" / "Good until",
        ended: "Süresi doldu" / "Ended",
        make: "Anahtarı oluştur" / "Create key",
        begins_with: "Başlangıcı" / "Begins with",
        made: "Oluşturulma" / "Created",
        last_used: "Son kullanım" / "Last used",
        primary: "Birincil" / "Primary",
        primary_help:
            "Kendi anahtarı olmayan webhook’lar birincil anahtarı taşır; alıcı, bildirimin sizden geldiğini böyle anlar."
            / "Webhooks that have no key of their own carry the primary one, so that a receiver knows that a notification comes from you.",
        shown: "Yeni anahtarınız" / "Your new key",
        shown_intro: "Anahtarı, ait olduğu programa girin." / "Enter it in the program that it is for.",
        shown_use: "İstekler onu Authorization başlığında taşır:" / "Requests carry it in the header Authorization:",
        kept: "Sakladım" / "I have saved it",
        offer: "Webhook’lara ayrı bir anahtar verin" / "Give webhooks a key of their own",
        offer_why:
            "Bildirimlerinizi alan herkes, bildirimlerin taşıdığı anahtarı görür ve o anahtarın yapabildiği her şeyi \
             burada yapabilir. Şu anda taşınan anahtar:"
            / "Whoever receives your notifications sees the key that they carry, and can do here whatever that key may \
               do. The key that they carry now:",
        offer_what: "Webhook anahtarıyla burada hiçbir şey okunamaz ve değiştirilemez."
            / "With a key for webhooks nothing can be read or changed here.",
        offer_make: "Webhook anahtarı oluştur" / "Make a key for webhooks",
        /// What such a key is called.
        for_webhooks: "Webhook’lar" / "Webhooks",
        shown_for_webhooks: "Anahtarı, bildirimlerinizi alan programa girin."
            / "Enter it in the program that receives your notifications.",
        shown_use_for_webhooks: "Bildirimler onu Authorization başlığında taşır:"
            / "Notifications carry it in the header Authorization:",
        carry_it: "Webhook’lar bundan sonra bunu taşısın" / "Have webhooks carry it from now on",
        carry_it_help:
            "Alıcılara bu anahtarı girdikten sonra basın. O zamana kadar bildirimler eski anahtarı taşır."
            / "Press this when every receiver knows the key. Until then notifications carry the old one.",
        make_primary: "Birincil yap" / "Make it primary",
        make_primary_help:
            "Sonraki bildirimden başlayarak webhook’lar, şimdiki birincil anahtar yerine bunu taşır. İki anahtar da \
             isteklerde çalışmaya devam eder."
            / "From the next notification on, webhooks carry this key in place of the one that is primary now. Both \
               keys go on working for requests.",
        make_primary_before:
            "Önce bildirimlerinizi alan programlara bu anahtarı tanıtın; yoksa bildirimleri reddederler."
            / "First tell this key to whoever receives your notifications, or they will refuse them.",
        revoke: "İptal et" / "Revoke",
        revoke_help: "Anahtarı kullanan programlar o andan başlayarak reddedilir. Bu işlem geri alınamaz."
            / "Programs that use it are refused from that moment on. This cannot be undone.",
        revoke_primary:
            "Bu, webhook’ların taşıdığı birincil anahtardır ve iptal edilemez. Önce başka bir anahtarı birincil yapın, \
             sonra bunu iptal edin."
            / "This is the primary key, which webhooks carry: it cannot be revoked. Make another key primary first, \
               then revoke this one.",
        revoke_carried: "Bu anahtarı taşıyan webhook’lar var. Onlara önce başka bir anahtar seçin:"
            / "There are webhooks that carry this key. Choose another key for them first:",
        revoke_moving: "Birincil anahtara geçir ve iptal et" / "Move them to the primary key, and revoke",
        revoke_moving_help:
            "Bildirimler hemen birincil anahtarı taşımaya başlar; alıcılar onu bilmiyorsa bildirimleri reddeder."
            / "Their notifications carry the primary key at once; receivers that do not know it will refuse them.",
        revoke_ask: "Bu anahtar iptal edilsin mi?" / "Revoke this key?",
        revoke_confirm: "Evet, iptal et" / "Yes, revoke it",
    }

    pub fn scope(lang, scope: Scope) -> &'static str {
        match scope {
            Scope::All => "Her şey" / "Everything",
            Scope::Orders => "Okuma ve siparişler" / "Reading and orders",
            Scope::Read => "Yalnızca okuma" / "Reading only",
            Scope::Webhooks => "Yalnızca webhook’lar" / "Webhooks only",
        }
    }

    pub fn scope_help(lang, scope: Scope) -> &'static str {
        match scope {
            Scope::All => "Siparişler, restoranlar, platformlar, webhook’lar ve anahtarlar."
                / "Orders, restaurants, platforms, webhooks and keys.",
            Scope::Orders =>
                "Her şeyi okur; siparişi onaylar, ilerletir, iptal eder ve muhasebeye aktarıldı olarak işaretler. Kasa \
                 için yeterlidir."
                / "Reads everything; accepts, moves on and cancels orders, and marks them as reported. Enough for a till.",
            Scope::Read => "Hiçbir şeyi değiştiremez. Rapor ve muhasebe programları için."
                / "Can change nothing. For reports and accounting.",
            Scope::Webhooks => "Bildirimler onu taşır; onunla burada hiçbir şey okunamaz ve değiştirilemez."
                / "Notifications carry it; with it nothing can be read or changed here.",
        }
    }
}
