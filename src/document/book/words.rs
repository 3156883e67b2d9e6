//! What the pages of both books say around their texts, Turkish and English side by side.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageLang {
    En,
    Tr,
}

impl PageLang {
    pub const ALL: [PageLang; 2] = [PageLang::En, PageLang::Tr];

    pub fn tag(self) -> &'static str {
        self.words().tag
    }

    pub fn other(self) -> PageLang {
        match self {
            PageLang::En => PageLang::Tr,
            PageLang::Tr => PageLang::En,
        }
    }

    pub fn words(self) -> &'static PageWords {
        match self {
            PageLang::En => &EN,
            PageLang::Tr => &TR,
        }
    }
}

macro_rules! page_words {
    ($($(#[$about:meta])* $name:ident: $tr:literal / $en:literal,)+) => {
        pub struct PageWords { $($(#[$about])* pub $name: &'static str,)+ }
        static TR: PageWords = PageWords { $($name: $tr,)+ };
        static EN: PageWords = PageWords { $($name: $en,)+ };
    };
}

/// What the pages of operations are called. One that is new is called by its own name.
pub fn tag_title(name: &str, lang: PageLang) -> Option<&'static str> {
    let (tr, en) = match name {
        "orders" => ("Siparişler", "Orders"),
        "reports" => ("Raporlar", "Reports"),
        "businesses" => ("İşletmeler", "Businesses"),
        "restaurants" => ("Restoranlar", "Restaurants"),
        "menus" => ("Menüler", "Menus"),
        "integrations" => ("Entegrasyonlar", "Integrations"),
        "webhooks" => ("Webhook’lar", "Webhooks"),
        "keys" => ("Anahtarlar", "Keys"),
        "audit" => ("İşlem kayıtları", "Activity log"),
        "intake" => ("Sipariş alımı", "Intake"),
        "system" => ("Sistem", "System"),
        _ => return None,
    };
    Some(match lang {
        PageLang::En => en,
        PageLang::Tr => tr,
    })
}

page_words! {
    tag: "tr" / "en",
    /// What the language calls itself.
    own_name: "Türkçe" / "English",

    // The frame.
    reference: "API" / "API",
    manual: "Yardım" / "Help",
    title: "API belgesi" / "API reference",
    skip: "İçeriğe geç" / "Skip to the content",
    contents: "İçindekiler" / "Contents",
    panel: "Panel" / "Panel",
    start: "Başlangıç" / "Start",
    guides: "Kılavuzlar" / "Guides",
    operations: "İşlemler" / "Operations",
    events: "Olaylar" / "Events",
    objects: "Nesneler" / "Objects",
    anchor: "Bu başlığın bağlantısı" / "Link to this heading",
    document: "OpenAPI belgesi" / "The OpenAPI document",
    table: "Tablo" / "Table",

    // The manual.
    manual_title: "garson kılavuzu" / "The garson manual",
    manual_lead:
        "garson’u kuran ve kullananlar için. Bu sayfalar çalışan programın içindedir ve internetsiz de açılır."
        / "For those who install garson and work with it. These pages are part of the running program and open without the \
           internet.",
    beginning: "Başlarken" / "Getting started",
    every_day: "Her gün" / "Every day",
    platforms: "Platformlar" / "Platforms",
    house: "İşletme ve programlar" / "The business and its programs",
    machine: "Makine ve ağ" / "Machine and network",
    turn: "Önceki ve sonraki sayfa" / "Previous and next page",

    // The first page of the reference.
    home_lead:
        "Yemek platformlarından gelen siparişleri okuyun, onaylayın, ilerletin; her değişikliği kendi adresinize bildirim \
         olarak alın. Bu sayfalar çalışan programın içindedir ve internetsiz de açılır."
        / "Read the orders that come from delivery platforms, accept them and move them on, and have every change sent to \
           an address of yours. These pages are part of the running program and open without the internet.",
    home_address: "Bu programın adresi" / "The address of this program",
    home_begin: "Bir dakikada ilk çağrı" / "First call in one minute",
    home_operations: "Bütün işlemler" / "All operations",
    home_no_script:
        "Bu sayfalar betik olmadan da tam okunur. Betik açıksa her işlemi buradan deneyebilir ve arama yapabilirsiniz."
        / "All of this can be read without script. With script you can try each operation here, and search.",

    // An operation.
    parameters: "Parametreler" / "Parameters",
    field: "Alan" / "Field",
    meaning: "Anlamı" / "Meaning",
    body: "İstek gövdesi" / "Request body",
    body_optional: "İsteğe bağlı: gövde gönderilmezse `{}` sayılır." / "Optional: no body at all counts as `{}`.",
    event_body: "Gönderilen gövde" / "What is sent",
    example: "Örnek istek" / "Example request",
    example_event: "Örnek" / "Example",
    answer: "Yanıt" / "Answer",
    example_answer: "Örnek yanıt" / "Example answer",
    refusals: "Ret yanıtları" / "Refusals",
    reply: "Beklenen yanıt" / "What you answer",
    any_other: "başka" / "other",
    must: "zorunlu" / "required",
    may_lack: "olmayabilir" / "may be absent",
    also_takes: "Başlıklar" / "Headers",
    in_path: "adres" / "path",
    in_query: "sorgu" / "query",
    in_header: "başlık" / "header",
    whole: "" / "All of",
    and_more: "içindekilerin hepsi, ek olarak" / "and, beside it",
    one_of: "Şunlardan biri" / "One of",

    // What a key needs.
    key: "Anahtar" / "Key",
    power_read: "`read`, `orders` ya da `all`" / "`read`, `orders` or `all`",
    power_read_account:
        "`read`, `orders` ya da `all`; tek restoranla sınırlı olmayan" / "`read`, `orders` or `all`, not limited to a restaurant",
    power_orders: "`orders` ya da `all`" / "`orders` or `all`",
    power_manage: "`all`" / "`all`",
    power_manage_account: "`all`; tek restoranla sınırlı olmayan" / "`all`, not limited to a restaurant",
    power_token: "gerekmez; gizli olan, adresteki token’dır" / "not needed; the token in the address is the secret",

    // Limits of a value.
    characters: "karakter" / "characters",
    entries: "öğe" / "entries",
    at_least: "en az" / "at least",
    at_most: "en çok" / "at most",
    by_default: "varsayılan" / "default",
    form: "biçim" / "pattern",
    values: "Değerler" / "Values",

    // Errors.
    error_code: "Kod" / "Code",
    error_status: "HTTP" / "HTTP",
    error_means: "Ne demek" / "What it means",
    error_do: "Ne yapmalı" / "What to do",

    objects_lead:
        "İşlemlerin ve olayların paylaştığı nesneler, alfabetik sırayla. Yalnız bir işlemde geçenler o işlemin yanındadır."
        / "What operations and events share, in alphabetical order. What belongs to one operation alone stands there.",
    events_lead:
        "garson bunları kayıtlı adreslerinize POST eder. Bir alıcının nasıl yazıldığı, yinelemeler ve imza şu kılavuzdadır:"
        / "garson POSTs these to the addresses that you registered. How a receiver is written, retries and signatures are in \
           the guide",
    events_guide: "Olayları almak" / "Receiving events",
}
