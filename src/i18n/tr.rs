//! The Turkish sentences. Only `i18n` calls it.
//!
//! Rules: no case ending is glued to a variable, so a sentence is built around "… alanı" or a colon; no plural
//! after a number; decimals with a comma; the per cent sign before the number; İ/ı are left to CSS with `lang="tr"`.

use super::{Deliveries, Integrations, Orders, Texts, pages, size};
use crate::model::{Code, Refusal, Why};
use std::borrow::Cow;

pub static TEXTS: Texts = Texts {
    orders: Orders { accepted: "Sipariş onaylandı.", already_accepted: "Sipariş zaten onaylanmıştı." },
    deliveries: Deliveries {
        accepted: "Hedef, bildirimi kabul etti.",
        not_accepted: "Hedef yanıt verdi ama bildirimi kabul etmedi.",
    },
    integrations: Integrations { connection_works: "Bağlantı çalışıyor." },
    common: &pages::common::TR,
    sign: &pages::sign::TR,
    board_page: &pages::board::TR,
    order_page: &pages::order::TR,
    orders_page: &pages::orders::TR,
    reports_page: &pages::reports::TR,
    payments_page: &pages::payments::TR,
    restaurants_page: &pages::restaurants::TR,
    integrations_page: &pages::integrations::TR,
    webhooks_page: &pages::webhooks::TR,
    deliveries_page: &pages::deliveries::TR,
    keys_page: &pages::keys::TR,
    users_page: &pages::users::TR,
    settings_page: &pages::settings::TR,
    status_page: &pages::status::TR,
    reference_page: &pages::reference::TR,
};

pub fn failure(refusal: &Refusal) -> String {
    let field = refusal.field.as_deref().filter(|field| !field.is_empty());
    let subject = field.map_or("İstek gövdesi".to_owned(), |field| format!("{field} alanı"));
    let opening = opening(refusal.code, field);
    let Some(why) = &refusal.why else { return opening };
    match refusal.code {
        Code::ValidationFailed | Code::InvalidParameter | Code::PayloadTooLarge | Code::Unauthorized => {
            reason(&subject, why)
        }
        _ => format!("{opening} {}", reason(&subject, why)),
    }
}

fn opening(code: Code, field: Option<&str>) -> String {
    let text = match code {
        Code::InvalidJson => "İstek gövdesi geçerli bir JSON değil.",
        Code::InvalidParameter => match field {
            Some(field) => return format!("{field} alanının değeri okunamadı."),
            None => "İstek okunamadı.",
        },
        Code::Unauthorized => {
            "Geçerli bir API anahtarı gerekli. Anahtarı Authorization başlığında, Bearer sözcüğünün ardından gönderin."
        }
        Code::NotFound => "Bu adreste bir şey yok.",
        Code::OrderNotFound => "Böyle bir sipariş yok.",
        Code::BusinessNotFound => "Böyle bir işletme yok.",
        Code::RestaurantNotFound => "Böyle bir restoran yok.",
        Code::WebhookNotFound => "Böyle bir webhook yok.",
        Code::DeliveryNotFound => "Böyle bir bildirim kaydı yok.",
        Code::ProviderNotFound => "Böyle bir platform yok.",
        Code::IntegrationNotFound => "Restoran bu platforma bağlı değil.",
        Code::MethodNotAllowed => "Bu adres bu yöntemi kabul etmiyor. Kabul edilenler Allow başlığında yazıyor.",
        Code::OrderClosed => "Sipariş teslim edilmiş ya da iptal edilmiş; artık değiştirilemez.",
        Code::StatusChanged => "Sipariş artık beklediğiniz durumda değil. Önce yeniden okuyun, sonra karar verin.",
        Code::AmbiguousOrder => {
            "Bu platform numarasını birden çok sipariş taşıyor. Bunun yerine servisin verdiği kimliği kullanın."
        }
        Code::PlatformDecides => "Bu siparişin sonraki adımına platformun kendi kuryesi karar veriyor.",
        Code::OrderUnknownThere => {
            "Platform bu siparişi bir süredir bulamıyor, bu yüzden bildirim yapılamıyor. Siparişi buradan iptal \
             edebilirsiniz; platform siparişi yeniden bulmadıkça iptali öğrenmez."
        }
        Code::KeyIsPrimary => "Bu, birincil anahtar. Önce başka bir anahtarı birincil yapın, sonra bunu iptal edin.",
        Code::PayloadTooLarge => "İstek gövdesi çok büyük.",
        Code::UnsupportedMediaType => "İstek gövdesi Content-Type: application/json ile gönderilmelidir.",
        Code::ValidationFailed => match field {
            Some(field) => return format!("{field} alanının değeri kullanılamaz."),
            None => "İstekteki bir değer kullanılamaz.",
        },
        Code::ReasonNotAccepted => "Platform bu iptal nedenini kabul etmiyor.",
        Code::IdempotencyKeyReused => "Bu Idempotency-Key daha önce başka bir istekle kullanıldı.",
        Code::StaleForm => "Bu form artık geçerli değil. Geri dönün, sayfayı yenileyip yeniden deneyin.",
        Code::ForeignForm => {
            "Bu form panelin adresinden başka bir adresten gönderildi. Paneli kendi adresinden açın; arada bir vekil sunucu \
             varsa garson’u, tarayıcıya yazılan adresi --public-url ile vererek başlatın."
        }
        Code::NotOffered => "Bu platform bunu sunmuyor.",
        Code::RateLimited => "Çok fazla istek geldi. Lütfen biraz bekleyip yeniden deneyin.",
        Code::PlatformRejected => "Platform isteği reddetti.",
        Code::PlatformUnreachable => "Platforma ulaşılamadı. Lütfen daha sonra yeniden deneyin.",
        Code::PlatformTimedOut => "Platform zamanında yanıt vermedi. Lütfen daha sonra yeniden deneyin.",
        Code::WebhookTargetUnreachable => "Hedef adrese ulaşılamadı.",
        Code::WebhookTargetTimedOut => "Hedef adres zamanında yanıt vermedi.",
        Code::Unavailable => "Servis şu anda kullanılamıyor. Lütfen birazdan yeniden deneyin.",
        Code::IntegrationOff => "Bu entegrasyon kapalı.",
        Code::Internal => "Bizden kaynaklanan bir hata oluştu. Nedeni, günlükte requestId değeriyle bulunabilir.",
    };
    text.to_owned()
}

fn reason(subject: &str, why: &Why) -> String {
    match why {
        Why::Missing => format!("{subject} zorunludur."),
        Why::WrongType(expected) => format!("{subject} {} olmalıdır.", kind(expected)),
        Why::TooLong(most) => format!("{subject} en çok {most} karakter uzunluğunda olabilir."),
        Why::TooMany(most) => format!("{subject} en çok {most} öğe içerebilir."),
        Why::TooLarge(most) => format!("{subject} en çok {} boyutunda olabilir.", size(*most)),
        Why::OutOfRange(least, most) => {
            format!("{subject} {} ile {} arasında olmalıdır.", number(least), number(most))
        }
        Why::NotOneOf(words) if words.is_empty() => format!("{subject} burada bilinmeyen bir değer taşıyor."),
        Why::NotOneOf(words) => format!("{subject} şunlardan biri olmalıdır: {words}."),
        Why::TooManyDecimals => format!("{subject} virgülden sonra en çok iki basamak taşıyabilir."),
        Why::ControlCharacter => format!("{subject} denetim karakteri içeremez."),
        Why::NotATime => format!("{subject} 2026-11-14T18:02:11Z biçiminde bir zaman olmalıdır."),
        Why::NotADay => format!("{subject} 2026-11-14 biçiminde bir gün olmalıdır."),
        Why::NotAUrl => format!("{subject} http:// ya da https:// ile başlayan tam bir adres olmalıdır."),
        Why::AddressRefused => format!("{subject} hedef olarak izin verilmeyen bir adres gösteriyor."),
        Why::NotAHeader => format!("{subject} HTTP başlığı olarak kullanılamaz."),
        Why::NotACurrency => format!("{subject} TRY gibi üç harfli bir para birimi kodu olmalıdır."),
        Why::NotATimeZone => format!("{subject} Europe/Istanbul gibi bir saat dilimi olmalıdır."),
        Why::BadCursor => {
            format!("{subject} bu listeye ait bir imleç değil. Önceki bir sayfadaki next ya da prev değerini kullanın.")
        }
        Why::GivenTwice => format!("{subject} yalnızca bir kez verilebilir."),
        Why::EndsBeforeStart => format!("{subject} başlangıçtan önce olamaz."),
        Why::TooDeep(most) => format!("{subject} en çok {most} düzey iç içe olabilir."),
        Why::Said(words) => format!("Yanıtı: “{words}”"),
        Why::Plain(words) => words.tr.to_string(),
        Why::Upgrading(percent) => format!("Veritabanı bu sürüme hazırlanıyor; %{percent} tamamlandı."),
        Why::Repairing(percent) => {
            format!("Veritabanı, beklenmedik bir kapanmanın ardından onarılıyor; %{percent} tamamlandı.")
        }
    }
}

fn kind(expected: &str) -> &str {
    match expected {
        "text" => "metin",
        "number" => "sayı",
        "whole number" => "tam sayı",
        "boolean" => "true ya da false",
        "object" => "nesne",
        "list" => "liste",
        other => other,
    }
}

/// A bound with a decimal comma; what is no number (a day, say) stays as it is.
fn number(text: &str) -> Cow<'_, str> {
    if text.parse::<f64>().is_ok() { Cow::Owned(text.replace('.', ",")) } else { Cow::Borrowed(text) }
}
