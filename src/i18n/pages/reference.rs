//! What the API reference says. The document itself is English; the viewer around it follows the panel's language.

use crate::model::Lang;

texts! {
    pub struct ReferenceTexts {
        title: "API belgesi" / "API reference",
        intro:
            "Program bağlayanlar içindir; belgenin kendisi İngilizcedir. “Dene” düğmesi, “Yetkilendir” altında \
             girdiğiniz anahtarla bu cihaza gerçek istekler gönderir."
            / "For whoever connects a program. “Try it out” sends real requests to this machine, with the key that you \
               enter under “Authorize”.",
        base: "Temel adres" / "Base address",
        document: "OpenAPI belgesi" / "The OpenAPI document",
        licence: "Swagger UI ile gösterilir. Lisansları" / "Shown with Swagger UI. Its licences",
        loading: "Belge okunuyor …" / "The document is being read …",
        failed: "Belge okunamadı. Sayfayı yenileyin; olmazsa belgenin kendisini açın."
            / "The document could not be read. Reload the page; if that does not help, open the document itself.",
        needs_script: "Görüntüleyici JavaScript ister. Belgenin kendisi onsuz da okunabilir."
            / "The viewer needs JavaScript. The document itself can be read without it.",
        servers: "Sunucunun adresi" / "Address of the server",
        content_type: "İçeriğin türü" / "Type of the content",
        body: "İsteğin gövdesi" / "Body of the request",
        examples: "Örnekler" / "Examples",
        close: "Kapat" / "Close",
    }
}

/// The viewer speaks English alone; these of its words are replaced on the page. What it adds one day stays English.
pub fn viewer_words(lang: Lang) -> &'static [(&'static str, &'static str)] {
    match lang {
        Lang::En => &[],
        Lang::Tr => &[
            ("Authorize", "Yetkilendir"),
            ("Authorized", "Yetkilendirildi"),
            ("Available authorizations", "Yetkilendirme"),
            ("Logout", "Anahtarı unut"),
            ("Close", "Kapat"),
            ("Value:", "Değer:"),
            ("Servers", "Sunucu"),
            ("Parameters", "Parametreler"),
            ("No parameters", "Parametre yok"),
            ("Name", "Ad"),
            ("Description", "Açıklama"),
            ("Request body", "İstek gövdesi"),
            ("Responses", "Yanıtlar"),
            ("Response body", "Yanıt gövdesi"),
            ("Response headers", "Yanıt başlıkları"),
            ("Server response", "Sunucunun yanıtı"),
            ("Request URL", "İstek adresi"),
            ("Code", "Kod"),
            ("Details", "Ayrıntılar"),
            ("Links", "Bağlantılar"),
            ("No links", "Bağlantı yok"),
            ("Media type", "İçerik türü"),
            ("Controls ", "Belirler: "),
            (" header.", " başlığı."),
            ("Headers:", "Başlıklar:"),
            ("Example Value", "Örnek değer"),
            ("Schema", "Şema"),
            ("Schemas", "Şemalar"),
            ("Examples", "Örnekler"),
            ("Example", "Örnek"),
            ("Examples: ", "Örnekler: "),
            ("Type", "Tür"),
            ("Required", "Zorunlu"),
            ("Available values", "Olabilecek değerler"),
            ("Try it out", "Dene"),
            ("Cancel", "Vazgeç"),
            ("Reset", "Baştan al"),
            ("Execute", "Gönder"),
            ("Clear", "Temizle"),
            ("Download", "İndir"),
            ("required", "zorunlu"),
            ("Loading...", "Yükleniyor …"),
            ("Webhooks", "Webhook’lar"),
            ("Expand all", "Tümünü aç"),
            ("Collapse all", "Tümünü kapat"),
            ("Send empty value", "Boş değer gönder"),
            ("Failed to fetch.", "İstek gönderilemedi."),
        ],
    }
}
