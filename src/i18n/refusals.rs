//! A refusal as a whole sentence. The doors call it through `i18n`.

use crate::model::{Code, Failure, Lang, Why};
use std::borrow::Cow;

/// A refusal as a whole sentence that tells the reader what to change.
pub fn failure(lang: Lang, failure: &Failure) -> String {
    let field = failure.field.as_deref().filter(|field| !field.is_empty());
    let Some(why) = &failure.why else { return opening(lang, failure.code, field) };
    let reason = reason(lang, &subject(lang, field), why);
    match failure.code {
        // These codes say nothing that the reason does not say better.
        Code::ValidationFailed | Code::InvalidParameter | Code::PayloadTooLarge | Code::Unauthorized => reason,
        code => format!("{} {reason}", opening(lang, code, field)),
    }
}

texts! {
    /// Too many tries.
    pub fn wait(lang, seconds: u32) -> String {
        "Çok fazla deneme yapıldı. {seconds} saniye bekleyip yeniden deneyin."
            / match seconds {
                1 => "Too many tries. Wait one second, then try again.",
                _ => "Too many tries. Wait {seconds} seconds, then try again.",
            }
    }

    fn subject(lang, field: Option<&str>) -> String {
        match field {
            Some(field) => "{field} alanı" / "The field {field}",
            None => "İstek gövdesi" / "The request body",
        }
    }

    fn opening(lang, code: Code, field: Option<&str>) -> String {
        match (code, field) {
            (Code::InvalidJson, _) => "İstek gövdesi geçerli bir JSON değil." / "The request body is not valid JSON.",
            (Code::InvalidParameter, Some(field)) => "{field} alanının değeri okunamadı."
                / "The value of {field} could not be read.",
            (Code::InvalidParameter, None) => "İstek okunamadı." / "The request could not be read.",
            (Code::Unauthorized, _) =>
                "Geçerli bir API anahtarı gerekli. Anahtarı Authorization başlığında, Bearer sözcüğünün ardından \
                 gönderin."
                / "A valid API key is required. Send it in the header Authorization, as Bearer followed by the key.",
            (Code::Forbidden, _) =>
                "Bu anahtarın buna yetkisi yok. Panelde, Anahtarlar sayfasında yetkisini artırın ya da yetkisi yeten \
                 bir anahtar kullanın."
                / "This key may not do that. Give it more power on the page Keys of the panel, or use a key that has \
                   it.",
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
                / "This address does not take this method. The header Allow lists those it takes.",
            (Code::OrderClosed, _) => "Sipariş teslim edilmiş ya da iptal edilmiş; artık değiştirilemez."
                / "The order is already delivered or cancelled and can no longer be changed.",
            (Code::StatusChanged, _) =>
                "Sipariş artık beklediğiniz durumda değil. Önce yeniden okuyun, sonra karar verin."
                / "The order is no longer in the status you expected. Read it again, then decide.",
            (Code::AmbiguousOrder, _) =>
                "Bu platform numarasını birden çok sipariş taşıyor. Bunun yerine servisin verdiği kimliği kullanın."
                / "Several orders carry this platform id. Use the id of the service instead.",
            (Code::PlatformDecides, _) => "Bu siparişin sonraki adımına platformun kendi kuryesi karar veriyor."
                / "The platform's own courier decides the next step of this order.",
            (Code::OrderUnknownThere, _) =>
                "Platform bu siparişi bir süredir bulamıyor, bu yüzden bildirim yapılamıyor. Siparişi buradan iptal \
                 edebilirsiniz; platform siparişi yeniden bulmadıkça iptali öğrenmez."
                / "The platform has not known this order for a while, so it cannot be told. You can cancel it here; \
                   the platform will not hear of that unless it finds the order again.",
            (Code::KeyIsPrimary, _) =>
                "Bu, birincil anahtar. Önce başka bir anahtarı birincil yapın, sonra bunu iptal edin."
                / "This is the primary key. Make another key primary first, then revoke this one.",
            (Code::KeyInUse, _) =>
                "Bu anahtarı taşıyan webhook’lar var. Önce onlara başka bir anahtar seçin, sonra bunu iptal edin."
                / "There are webhooks that carry this key. Choose another key for them first, then revoke this one.",
            (Code::PayloadTooLarge, _) => "İstek gövdesi çok büyük." / "The request body is too large.",
            (Code::UnsupportedMediaType, _) => "İstek gövdesi Content-Type: application/json ile gönderilmelidir."
                / "The request body must be sent with Content-Type: application/json.",
            (Code::ValidationFailed, Some(field)) => "{field} alanının değeri kullanılamaz."
                / "The value of {field} cannot be used.",
            (Code::ValidationFailed, None) => "İstekteki bir değer kullanılamaz."
                / "A value in the request cannot be used.",
            (Code::ReasonNotAccepted, _) => "Platform bu iptal nedenini kabul etmiyor."
                / "The platform does not accept this cancellation reason.",
            (Code::IdempotencyKeyReused, _) => "Bu Idempotency-Key daha önce başka bir istekle kullanıldı."
                / "This Idempotency-Key was already used with another request.",
            (Code::StaleForm, _) => "Bu form artık geçerli değil. Geri dönün, sayfayı yenileyip yeniden deneyin."
                / "This form is no longer valid. Go back, reload the page and try again.",
            (Code::ForeignForm, _) =>
                "Bu form panelin adresinden başka bir adresten gönderildi. Paneli kendi adresinden açın; arada bir \
                 vekil sunucu varsa garson’u, tarayıcıya yazılan adresi --public-url ile vererek başlatın."
                / "This form was sent from another address than that of this panel. Open the panel under its own \
                   address; behind a proxy, start garson with --public-url and the address that people type.",
            (Code::NotOffered, _) => "Bu platform bunu sunmuyor." / "This platform does not offer that.",
            (Code::RateLimited, _) => "Çok fazla istek geldi. Lütfen biraz bekleyip yeniden deneyin."
                / "Too many requests. Please wait a moment and try again.",
            (Code::PlatformRejected, _) => "Platform isteği reddetti." / "The platform refused the request.",
            (Code::PlatformUnreachable, _) => "Platforma ulaşılamadı. Lütfen daha sonra yeniden deneyin."
                / "The platform could not be reached. Please try again later.",
            (Code::PlatformTimedOut, _) => "Platform zamanında yanıt vermedi. Lütfen daha sonra yeniden deneyin."
                / "The platform did not answer in time. Please try again later.",
            (Code::WebhookTargetUnreachable, _) => "Hedef adrese ulaşılamadı."
                / "The target address could not be reached.",
            (Code::WebhookTargetTimedOut, _) => "Hedef adres zamanında yanıt vermedi."
                / "The target address did not answer in time.",
            (Code::Unavailable, _) => "Servis şu anda kullanılamıyor. Lütfen birazdan yeniden deneyin."
                / "The service is not available at the moment. Please try again shortly.",
            (Code::IntegrationOff, _) => "Bu entegrasyon kapalı." / "This integration is switched off.",
            (Code::Internal, _) =>
                "Bizden kaynaklanan bir hata oluştu. Nedeni, günlükte requestId değeriyle bulunabilir."
                / "Something went wrong on our side. The requestId leads to the cause in the log.",
        }
    }

    fn reason(lang, subject: &str, why: &Why) -> String {
        match why {
            Why::Missing => "{subject} zorunludur." / "{subject} is required.",
            Why::WrongType(expected) => ("{subject} {} olmalıdır.", kind(lang, expected))
                / ("{subject} must be {}.", kind(lang, expected)),
            Why::TooLong(most) => "{subject} en çok {most} karakter uzunluğunda olabilir."
                / "{subject} may be at most {most} characters long.",
            Why::TooMany(most) => "{subject} en çok {most} öğe içerebilir."
                / "{subject} may hold at most {most} entries.",
            Why::TooLarge(most) => ("{subject} en çok {} boyutunda olabilir.", size(*most))
                / ("{subject} may be at most {} in size.", size(*most)),
            Why::NoMore(most) => "En çok {most} tane olabilir. Yenisini eklemek için önce kullanılmayan birini silin."
                / "There may be at most {most} of them. Remove one that is no longer used, then add this one.",
            Why::AllTooLarge(most) =>
                ("Bu türdeki bütün kayıtlar birlikte en çok {} yer tutabilir. config gibi büyük alanları kısaltın.",
                 size(*most))
                / ("All records of this kind together may be at most {} in size. Shorten large fields such as config.",
                   size(*most)),
            Why::OutOfRange(least, most) =>
                ("{subject} {} ile {} arasında olmalıdır.", number(least), number(most))
                / "{subject} must be between {least} and {most}.",
            Why::NotOneOf(words) if words.is_empty() => "{subject} burada bilinmeyen bir değer taşıyor."
                / "{subject} has a value that is not known here.",
            Why::NotOneOf(words) => "{subject} şunlardan biri olmalıdır: {words}."
                / "{subject} must be one of: {words}.",
            Why::TooManyDecimals => "{subject} virgülden sonra en çok iki basamak taşıyabilir."
                / "{subject} may have at most two decimals.",
            Why::ControlCharacter => "{subject} denetim karakteri içeremez."
                / "{subject} must not contain control characters.",
            Why::NotATime => "{subject} 2026-11-14T18:02:11Z biçiminde bir zaman olmalıdır."
                / "{subject} must be a time such as 2026-11-14T18:02:11Z.",
            Why::NotADay => "{subject} 2026-11-14 biçiminde bir gün olmalıdır."
                / "{subject} must be a day such as 2026-11-14.",
            Why::NotAUrl => "{subject} http:// ya da https:// ile başlayan tam bir adres olmalıdır."
                / "{subject} must be a full address that begins with http:// or https://.",
            Why::AddressRefused => "{subject} hedef olarak izin verilmeyen bir adres gösteriyor."
                / "{subject} names an address that is not allowed as a target.",
            Why::NotAHeader => "{subject} HTTP başlığı olarak kullanılamaz."
                / "{subject} is not usable as an HTTP header.",
            Why::NotACurrency => "{subject} TRY gibi üç harfli bir para birimi kodu olmalıdır."
                / "{subject} must be a currency code of three letters, such as TRY.",
            Why::NotATimeZone => "{subject} Europe/Istanbul gibi bir saat dilimi olmalıdır."
                / "{subject} must be a time zone such as Europe/Istanbul.",
            Why::BadCursor =>
                "{subject} bu listeye ait bir imleç değil. Önceki bir sayfadaki next ya da prev değerini kullanın."
                / "{subject} is not a cursor of this list. Use next or prev of an earlier page.",
            Why::UnknownParameter { nearest: Some(name), .. } =>
                "{subject} bu işlemin sorgu parametrelerinden değil. En yakın ad: {name}."
                / "{subject} is not a query parameter of this operation. The nearest is {name}.",
            Why::UnknownParameter { known, .. } if known.is_empty() =>
                "{subject} bilinmiyor: bu işlem sorgu parametresi almaz."
                / "{subject} is not known: this operation takes no query parameters.",
            Why::UnknownParameter { known, .. } =>
                "{subject} bu işlemin sorgu parametrelerinden değil. Şunları alır: {known}."
                / "{subject} is not a query parameter of this operation. It takes: {known}.",
            Why::GivenTwice => "{subject} yalnızca bir kez verilebilir." / "{subject} may be given only once.",
            Why::EndsBeforeStart => "{subject} başlangıçtan önce olamaz." / "{subject} lies before its start.",
            Why::TooDeep(most) => "{subject} en çok {most} düzey iç içe olabilir."
                / "{subject} may be nested at most {most} levels deep.",
            Why::Said(words) => "Yanıtı: “{words}”" / "It said: “{words}”",
            Why::Plain(words) => ("{}", words.tr) / ("{}", words.en),
            Why::Upgrading(percent) => "Veritabanı bu sürüme hazırlanıyor; %{percent} tamamlandı."
                / "The database is being prepared for this version; {percent}% is done.",
            Why::Repairing(percent) =>
                "Veritabanı, beklenmedik bir kapanmanın ardından onarılıyor; %{percent} tamamlandı."
                / "The database is being repaired after an unclean stop; {percent}% is done.",
        }
    }

    fn kind(lang, expected: &str) -> String {
        match expected {
            "text" => "metin" / "a text",
            "number" => "sayı" / "a number",
            "whole number" => "tam sayı" / "a whole number",
            "boolean" => "true ya da false" / "true or false",
            "object" => "nesne" / "an object",
            "list" => "liste" / "a list",
            _ => "{expected}" / "{expected}",
        }
    }
}

/// A bound with a decimal comma; what is no number (a day, say) stays as it is.
fn number(text: &str) -> Cow<'_, str> {
    if text.parse::<f64>().is_ok() { Cow::Owned(text.replace('.', ",")) } else { Cow::Borrowed(text) }
}

/// A size as people read it. Limits are round, so a whole unit says it exactly.
fn size(bytes: usize) -> String {
    match bytes {
        _ if bytes >= 1 << 20 && bytes.is_multiple_of(1 << 20) => format!("{} MiB", bytes >> 20),
        _ if bytes >= 1 << 10 && bytes.is_multiple_of(1 << 10) => format!("{} KiB", bytes >> 10),
        _ => format!("{bytes} B"),
    }
}
