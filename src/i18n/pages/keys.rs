//! What the pages of API keys say.

use model::Scope;

texts! {
    pub struct KeysTexts {
        title: "API anahtarları" / "API keys",
        intro:
            "Programlar siparişlerinizi bir API anahtarıyla okur ve ilerletir. Her programa ayrı bir anahtar verin: \
             birini iptal ettiğinizde ötekiler çalışmaya devam eder."
            / "Programs use an API key to read your orders and move them on. Give each program its own key: if you revoke \
               one, the others keep working.",
        new: "Yeni anahtar" / "New key",
        name: "Programın adı" / "Name of the program",
        name_help: "Örneğin kasa ya da muhasebe." / "For example till or accounting.",
        scope: "Neler yapabilir" / "What it may do",
        restaurant: "Hangi restoran" / "Which restaurant",
        restaurant_help:
            "Tek bir restoranın anahtarı ötekilerden hiçbir şey göremez; webhook, anahtar ve işletme yönetemez."
            / "A key for one restaurant sees nothing of the others and cannot manage webhooks, keys or businesses.",
        ends: "Son günü" / "Last day",
        ends_help: "Anahtar bu günün sonunda kendiliğinden kapanır. Boş bırakırsanız süresizdir."
            / "The key stops working at the end of this day. Leave it empty if it should not expire.",
        no_end: "Süresiz" / "No expiry",
        good_until: "Geçerlilik" / "Valid until",
        ended: "Süresi doldu" / "Expired",
        make: "Anahtarı oluştur" / "Create key",
        begins_with: "İlk karakterleri" / "Starts with",
        made: "Oluşturulma" / "Created",
        last_used: "Son kullanım" / "Last used",
        primary: "Birincil" / "Primary",
        primary_help:
            "Kendi anahtarı olmayan webhook’lar birincil anahtarı taşır; alıcı, bildirimin sizden geldiğini böyle anlar."
            / "Webhooks without a key of their own carry the primary key, so that receivers know a notification comes from you.",
        shown: "Yeni anahtarınız" / "Your new key",
        shown_intro: "Anahtarı, ait olduğu programa girin." / "Enter it in the program it is for.",
        shown_use: "İstekler onu Authorization başlığında taşır:" / "Requests carry it in the Authorization header:",
        kept: "Sakladım" / "I have saved it",
        offer: "Webhook’lara ayrı bir anahtar verin" / "Give webhooks a key of their own",
        offer_why:
            "Bildirimlerinizi alan herkes, bildirimlerin taşıdığı anahtarı görür ve o anahtarın yapabildiği her şeyi \
             burada yapabilir. Şu anda taşınan anahtar:"
            / "Whoever receives your notifications sees the key they carry and can do whatever that key allows. The key \
               they carry now:",
        offer_what: "Webhook anahtarıyla burada hiçbir şey okunamaz ve değiştirilemez."
            / "With a webhook key nothing can be read or changed here.",
        offer_make: "Webhook anahtarı oluştur" / "Create a webhook key",
        /// What such a key is called.
        for_webhooks: "Webhook’lar" / "Webhooks",
        shown_for_webhooks: "Anahtarı, bildirimlerinizi alan programa girin."
            / "Enter it in the program that receives your notifications.",
        shown_use_for_webhooks: "Bildirimler onu Authorization başlığında taşır:"
            / "Notifications carry it in the Authorization header:",
        carry_it: "Webhook’lar bundan sonra bunu taşısın" / "Let webhooks carry it from now on",
        carry_it_help:
            "Alıcılara bu anahtarı girdikten sonra basın. O zamana kadar bildirimler eski anahtarı taşır."
            / "Press this once you have entered the key in every receiver. Until then notifications carry the old one.",
        make_primary: "Birincil yap" / "Make it primary",
        make_primary_help:
            "Sonraki bildirimden başlayarak webhook’lar, şimdiki birincil anahtar yerine bunu taşır. İki anahtar da \
             isteklerde çalışmaya devam eder."
            / "From the next notification on, webhooks carry this key instead of the current primary one. Both keys \
               keep working for requests.",
        make_primary_before:
            "Önce bildirimlerinizi alan programlara bu anahtarı tanıtın; yoksa bildirimleri reddederler."
            / "First enter this key in the programs that receive your notifications, or they will refuse them.",
        revoke: "İptal et" / "Revoke",
        revoke_help: "Anahtarı kullanan programlar o andan başlayarak reddedilir. Bu işlem geri alınamaz."
            / "Programs that use it are refused from then on. This cannot be undone.",
        revoke_primary:
            "Bu, webhook’ların taşıdığı birincil anahtardır ve iptal edilemez. Önce başka bir anahtarı birincil yapın, \
             sonra bunu iptal edin."
            / "This is the primary key, which webhooks carry: it cannot be revoked. Make another key primary first, \
               then revoke this one.",
        revoke_carried: "Bu anahtarı taşıyan webhook’lar var. Onlara önce başka bir anahtar seçin:"
            / "Some webhooks carry this key. Choose another key for them first:",
        revoke_moving: "Birincil anahtara geçir ve iptal et" / "Switch them to the primary key and revoke",
        revoke_moving_help:
            "Bildirimler hemen birincil anahtarı taşımaya başlar; alıcılar onu bilmiyorsa bildirimleri reddeder."
            / "Their notifications carry the primary key at once; receivers that do not know it will refuse them.",
        revoke_ask: "Bu anahtar iptal edilsin mi?" / "Revoke this key?",
        revoke_confirm: "Evet, iptal et" / "Yes, revoke it",
    }

    pub fn scope(lang, scope: Scope) -> &'static str {
        match scope {
            Scope::All => "Her şey" / "Everything",
            Scope::Orders => "Okuma ve siparişler" / "Read, and work on orders",
            Scope::Read => "Yalnızca okuma" / "Read only",
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
                / "Reads everything; accepts, moves on and cancels orders and marks them as handed over to accounting. Enough for a till.",
            Scope::Read => "Hiçbir şeyi değiştiremez. Rapor ve muhasebe programları için."
                / "Cannot change anything. For reports and accounting.",
            Scope::Webhooks => "Bildirimler onu taşır; onunla burada hiçbir şey okunamaz ve değiştirilemez."
                / "Notifications carry it; with it nothing can be read or changed here.",
        }
    }
}
