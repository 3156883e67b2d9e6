//! What the pages of API keys say.

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
        make: "Anahtarı oluştur" / "Create key",
        begins_with: "Başlangıcı" / "Begins with",
        made: "Oluşturulma" / "Created",
        last_used: "Son kullanım" / "Last used",
        primary: "Birincil" / "Primary",
        primary_help: "Webhook’lar birincil anahtarı taşır; alıcı, bildirimin sizden geldiğini böyle anlar."
            / "Webhooks carry the primary key, so that a receiver knows that a notification comes from you.",
        shown: "Yeni anahtarınız" / "Your new key",
        shown_intro: "Anahtarı, ait olduğu programa girin." / "Enter it in the program that it is for.",
        shown_use: "İstekler onu Authorization başlığında taşır:" / "Requests carry it in the header Authorization:",
        kept: "Sakladım" / "I have saved it",
        rename: "Adını değiştir" / "Rename",
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
        revoke_ask: "Bu anahtar iptal edilsin mi?" / "Revoke this key?",
        revoke_confirm: "Evet, iptal et" / "Yes, revoke it",
    }
}
