//! What happened, as the first sentence of a refusal: one for each code.

use model::Code;

texts! {
    pub fn opening(lang, code: Code, field: Option<&str>) -> String {
        match (code, field) {
            (Code::InvalidJson, _) => "İstek gövdesi geçerli bir JSON değil." / "The request body is not valid JSON.",
            (Code::InvalidParameter, Some(field)) => "{field} alanının değeri okunamadı."
                / "The value of {field} could not be read.",
            (Code::InvalidParameter, None) => "İstek okunamadı." / "The request could not be read.",
            (Code::Unauthorized, _) =>
                "Geçerli bir API anahtarı gerekli. Anahtarı (gsn_…) Authorization başlığında, Bearer sözcüğünden sonra \
                 gönderin."
                / "A valid API key is required. Send it (gsn_…) in the Authorization header, after the word Bearer.",
            (Code::Forbidden, _) => "Bu anahtarın buna yetkisi yok." / "This key is not allowed to do that.",
            (Code::NotFound, _) => "Bu adreste bir şey yok." / "There is nothing at this address.",
            (Code::OrderNotFound, _) => "Böyle bir sipariş yok." / "There is no such order.",
            (Code::BusinessNotFound, _) => "Böyle bir işletme yok." / "There is no such business.",
            (Code::RestaurantNotFound, _) => "Böyle bir restoran yok." / "There is no such restaurant.",
            (Code::WebhookNotFound, _) => "Böyle bir webhook yok." / "There is no such webhook.",
            (Code::DeliveryNotFound, _) => "Böyle bir bildirim kaydı yok." / "There is no such delivery.",
            (Code::KeyNotFound, _) => "Böyle bir anahtar yok." / "There is no such key.",
            (Code::ProviderNotFound, _) => "Böyle bir platform yok." / "There is no such platform.",
            (Code::IntegrationNotFound, _) => "Restoran bu platforma bağlı değil."
                / "The restaurant is not connected to this platform.",
            (Code::MethodNotAllowed, _) =>
                "Bu adres bu yöntemi kabul etmiyor. Kabul edilenler Allow başlığında yazıyor."
                / "This address does not accept this method. The Allow header lists the methods it accepts.",
            (Code::OrderClosed, _) => "Sipariş teslim edilmiş ya da iptal edilmiş; artık değiştirilemez."
                / "The order is already delivered or cancelled and can no longer be changed.",
            (Code::StatusChanged, _) =>
                "Sipariş artık beklediğiniz durumda değil. Önce yeniden okuyun, sonra karar verin."
                / "The order is no longer in the status you expected. Read it again, then decide.",
            (Code::AmbiguousOrder, _) =>
                "Bu platform numarası birden çok siparişte var. Bunun yerine siparişin kendi kimliğini kullanın."
                / "Several orders have this platform number. Use the order’s own id instead.",
            (Code::PlatformDecides, _) =>
                "Bu siparişin sonraki adımına platformun kendi kuryesi karar veriyor; platform bildirince sipariş \
                 kendiliğinden ilerler."
                / "The platform’s own courier decides the next step of this order; it moves on by itself when the \
                   platform says so.",
            (Code::OrderUnknownThere, _) =>
                "Platform bu siparişi bir süredir bulamıyor, bu yüzden platforma haber verilemiyor. Siparişi buradan iptal \
                 edebilirsiniz; platform siparişi yeniden bulmadıkça iptali öğrenmez."
                / "The platform has not been able to find this order for a while, so it cannot be told. You can cancel it here; \
                   the platform will not know unless it finds the order again.",
            (Code::KeyIsPrimary, _) =>
                "Bu, birincil anahtar; her zaman bir birincil anahtar olmalıdır. Önce başka bir anahtarı birincil yapın."
                / "This is the primary key, and there must always be one. Make another key primary first.",
            (Code::KeyInUse, _) =>
                "Bu anahtarı taşıyan webhook’lar var. Önce onlara başka bir anahtar seçin, sonra bunu iptal edin."
                / "Some webhooks carry this key. Choose another key for them first, then revoke this one.",
            (Code::HttpsOnly, _) =>
                "Bu panel başka cihazlardan yalnızca HTTPS ile açılır. Adresi https:// ile ve sertifikada olan bir adla yazın, \
                 örneğin https://garson.local:8080. Cihazın sertifikaya güvenmesi için /trust sayfasını açın."
                / "From other machines this panel opens over HTTPS alone. Type its address with https:// and a name that the \
                   certificate has, such as https://garson.local:8080. The page /trust helps a device to trust it.",
            (Code::PayloadTooLarge, _) => "İstek gövdesi çok büyük." / "The request body is too large.",
            (Code::UnsupportedMediaType, _) => "İstek gövdesi Content-Type: application/json ile gönderilmelidir."
                / "The request body must be sent with Content-Type: application/json.",
            (Code::ValidationFailed, Some(field)) => "{field} alanının değeri kullanılamaz."
                / "The value of {field} cannot be used.",
            (Code::ValidationFailed, None) => "İstekteki bir değer kullanılamaz."
                / "A value in the request cannot be used.",
            (Code::ReasonNotAccepted, _) => "Platform bu iptal nedenini kabul etmiyor."
                / "The platform does not accept this cancellation reason.",
            (Code::IdempotencyKeyReused, _) =>
                "Bu Idempotency-Key daha önce başka bir istekle kullanıldı. Her yeni istek için yeni bir anahtar gönderin; \
                 yalnızca aynı istek yinelenirken aynısı gönderilir."
                / "This Idempotency-Key was already used with another request. Send a new one with each new request; the \
                   same one is only for repeating the same request.",
            (Code::KitchenOnly, _) => "Bu, bir mutfak ekranı: yalnızca panoyu açar. Başka sayfalar için kendi adınızla giriş yapın."
                / "This is a kitchen screen: it opens the board and nothing else. For other pages sign in under your own name.",
            (Code::StaleForm, _) => "Bu form artık geçerli değil. Geri dönün, sayfayı yenileyip yeniden deneyin."
                / "This form is no longer valid. Go back, reload the page and try again.",
            (Code::ForeignForm, _) =>
                "Bu form panelin adresinden başka bir adresten gönderildi. Paneli kendi adresinden açın; arada bir \
                 proxy varsa garson’u, tarayıcıya yazılan adresi --public-url ile vererek başlatın."
                / "This form was sent from a different address than this panel’s. Open the panel at its own address; behind a \
                   proxy, start garson with --public-url and the address people type.",
            (Code::NotOffered, _) => "Bu platformda böyle bir özellik yok." / "This platform does not offer that.",
            (Code::RateLimited, _) => "Çok fazla istek geldi. Lütfen biraz bekleyip yeniden deneyin."
                / "Too many requests. Please wait a moment and try again.",
            (Code::PlatformRejected, _) => "Platform isteği reddetti." / "The platform refused the request.",
            (Code::PlatformUnreachable, _) => "Platforma ulaşılamadı." / "The platform could not be reached.",
            (Code::PlatformTimedOut, _) => "Platform zamanında yanıt vermedi. Lütfen daha sonra yeniden deneyin."
                / "The platform did not answer in time. Please try again later.",
            (Code::WebhookTargetUnreachable, _) => "Hedef adrese ulaşılamadı."
                / "The target address could not be reached.",
            (Code::WebhookTargetTimedOut, _) => "Hedef adres zamanında yanıt vermedi."
                / "The target address did not answer in time.",
            (Code::Unavailable, _) => "Servis şu anda kullanılamıyor. Lütfen birazdan yeniden deneyin."
                / "The service is not available at the moment. Please try again shortly.",
            (Code::IntegrationOff, _) => "Restoran bu platformu kapatmış; açana kadar yeni sipariş alınmaz."
                / "The restaurant has switched this platform off; no new orders are accepted until it is on again.",
            (Code::Internal, _) =>
                "Bizden kaynaklanan bir hata oluştu. Nedeni, günlükte requestId değeriyle bulunabilir."
                / "Something went wrong on our side. The requestId leads to the cause in the log.",
        }
    }
}
