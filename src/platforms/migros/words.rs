//! What is said of Migros, in both languages.

bilingual! {
    CAVEAT: "Deneysel: Migros herkese açık bir belge yayımlamıyor; bu bağlantı başka entegratörlerin kodundan \
             öğrenilenlerle yazıldı. Anahtarlar da yalnızca Migros’un listesindeki entegratörler aracılığıyla verilir. \
             İlk siparişleri Migros ekranıyla karşılaştırın."
        / "Experimental: Migros publishes no document; this connection is written from what the code of other \
             integrators shows. Keys, too, are given only through the integrators that Migros lists. Compare the first \
             orders with the Migros screen.",
    NOT_A_SECRET: "Tam 32 karakter olmalı; değeri eksiksiz ve boşluksuz kopyalayın."
        / "It must be exactly 32 characters long; copy the whole value, without spaces around it.",

    EMPTY: "Migros’un yanıtı boş." / "The answer of Migros is empty.",
    NOT_JSON: "Migros’un yanıtı JSON değil." / "The answer of Migros is not JSON.",
    UNKNOWN_KEY:
        "Migros anahtarı tanımadı (401): apiKey yanlış ya da iptal edilmiş. Migros panelinden yeniden kopyalayın."
        / "Migros does not know the key (401): apiKey is wrong or was revoked. Copy it again from the Migros panel.",
    FORBIDDEN:
        "Migros bu anahtara izin vermiyor (403): apiKey bu şubeye ait değil ya da panelde bu entegratör seçilmemiş."
        / "Migros does not permit this with the key (403): apiKey is not of this branch, or this integrator is not \
             the one chosen in the Migros panel.",
    UNDECIPHERABLE: "Migros’un yanıtının şifresi çözülemedi: secretKey yanlış."
        / "The answer of Migros cannot be decrypted: secretKey is wrong.",

    NO_LIST: "Migros’un yanıtında sipariş listesi yok." / "The answer of Migros has no list of orders.",
    ANOTHER_ORDER: "Migros başka bir sipariş gösterdi." / "The answer of Migros is about another order.",
    NO_REASONS: "Migros’un yanıtında iptal nedeni yok." / "The answer of Migros has no cancellation reasons.",

    fn wrong_store(id: String, own: &str): "Bu anahtarın şubesi {id}, girilen storeId {own}. Doğrusunu girin."
        / "This key is of the store {id}, but storeId is {own}. Enter the right one.",
    fn wrong_group(group: String, own: &str):
        "Bu şubenin grubu {group}, girilen storeGroupId {own}. Doğrusunu girin."
        / "The group of this store is {group}, but storeGroupId is {own}. Enter the right one.",
    SWITCHED_OFF: "Migros’ta bu şubenin entegrasyonu kapalı; Migros panelinden açın."
        / "The integration of this store is switched off at Migros; switch it on in the Migros panel.",
    fn wrong_secret(said: String):
        "Anahtar geçerli, ama şifreli istek kabul edilmedi: secretKey yanlış olabilir. Migros: {said}"
        / "The key works, but the encrypted request was refused: secretKey may be wrong. Migros: {said}",
}
