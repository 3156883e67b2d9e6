//! A refusal as a whole sentence. The doors call it through `i18n`.

use super::pages::deliveries;
use model::{
    Code, Failure, FieldPlace, JsonKind, JsonWanted, Lang, Provider, RangeUnit, RecordKind, Why, json::LEVELS,
};

/// A refusal as a whole sentence that tells the reader what to change.
pub fn failure(lang: Lang, failure: &Failure) -> String {
    let field = failure.field.as_deref().filter(|field| !field.is_empty());
    let start = || match (failure.code, &failure.why, failure.retry_after) {
        (Code::ReasonNotAccepted, Some(Why::Missing), _) => no_reason(lang).to_owned(),
        (Code::RateLimited, _, Some(pause)) => wait_for_requests(lang, pause.as_secs().max(1)),
        (Code::Forbidden, ..) => format!("{} {}", may_not(lang), more_power(lang)),
        _ => opening(lang, failure.code, field),
    };
    let Some(why) = &failure.why else { return start() };
    let reason = reason(lang, &subject(lang, field, failure.place), why);
    match (failure.code, why) {
        // These codes say nothing that the reason does not say better.
        (_, Why::NoAnswer(_)) => reason,
        (Code::NotFound, Why::NoSuchUser | Why::NoSuchScreen) => reason,
        (Code::Unavailable, Why::NotNewer { .. } | Why::UpgradeUnderWay | Why::NoRoomForCopy { .. }) => reason,
        (Code::ValidationFailed | Code::InvalidParameter | Code::PayloadTooLarge | Code::Unauthorized, _) => {
            let is_in_query = failure.place == FieldPlace::Query && *why == Why::NotATime;
            if is_in_query { format!("{reason} {}", plus(lang)) } else { reason }
        }
        (Code::Forbidden, _) => format!("{} {reason} {}", may_not(lang), more_power(lang)),
        // It is all in the start.
        (Code::ReasonNotAccepted, Why::Missing) => start(),
        _ => format!("{} {reason}", start()),
    }
}

/// A refusal of a typed command. Of our own trouble only the log has the cause, and no id of a request leads there.
pub fn typed(lang: Lang, refused: &Failure) -> String {
    match (refused.code, &refused.why) {
        (Code::Internal, None) => our_fault(lang).to_owned(),
        (Code::Unavailable, None) => not_now(lang).to_owned(),
        _ => failure(lang, refused),
    }
}

/// A refusal for programs that call the API: with the name of the field where the sentence does not have it, and what a
/// program can do about it behind it.
pub fn answer(lang: Lang, refused: &Failure) -> String {
    let mut sentence = failure(lang, refused);
    if let (Some(Why::Plain(_)), Some(field)) = (&refused.why, refused.field.as_deref())
        && matches!(refused.code, Code::ValidationFailed | Code::InvalidParameter)
        && !sentence.contains(field)
    {
        sentence = format!("{field}: {sentence}");
    }
    let list = |path: &str| Some(listed(lang, path));
    let advice = match refused.code {
        Code::InvalidParameter if refused.why == Some(Why::BadCursor) => Some(which_cursor(lang).to_owned()),
        Code::OrderNotFound => Some(which_id(lang).to_owned()),
        Code::AmbiguousOrder => Some(which_ones(lang).to_owned()),
        Code::BusinessNotFound => list("businesses"),
        Code::RestaurantNotFound => list("restaurants"),
        Code::WebhookNotFound => list("webhooks"),
        Code::DeliveryNotFound => list("webhooks/deliveries"),
        Code::KeyNotFound => list("keys"),
        Code::ProviderNotFound => Some(one_of(lang, &Provider::ALL.map(Provider::key).join(", "))),
        Code::IntegrationNotFound => Some(connect_first(lang).to_owned()),
        Code::ReasonNotAccepted => reasons_of(refused).map(|ids| send_reason(lang, &ids)),
        _ => None,
    };
    if let Some(advice) = advice {
        sentence.push(' ');
        sentence.push_str(&advice);
    }
    sentence
}

/// The ids of those that the platform accepts, if it does accept any.
fn reasons_of(refused: &Failure) -> Option<String> {
    let reasons = refused.details.as_ref()?["reasons"].as_array()?;
    let ids: Vec<&str> = reasons.iter().filter_map(|reason| reason["id"].as_str()).collect();
    (!ids.is_empty()).then(|| ids.join(", "))
}

texts! {
    /// Too many attempts.
    pub fn wait(lang, seconds: u32) -> String {
        "Çok fazla deneme yapıldı. {seconds} saniye bekleyip yeniden deneyin."
            / match seconds {
                1 => "Too many attempts. Wait one second, then try again.",
                _ => "Too many attempts. Wait {seconds} seconds, then try again.",
            }
    }

    fn wait_for_requests(lang, seconds: u64) -> String {
        "Çok fazla istek geldi. {seconds} saniye bekleyip yeniden deneyin."
            / match seconds {
                1 => "Too many requests. Wait one second, then try again.",
                _ => "Too many requests. Wait {seconds} seconds, then try again.",
            }
    }

    fn our_fault(lang) -> &'static str {
        "Bizden kaynaklanan bir hata oluştu. Nedeni günlükte yazıyor." / "Something went wrong on our side. The log says what."
    }

    fn not_now(lang) -> &'static str {
        "Bu şu anda yapılamıyor. Nedeni günlükte yazıyor." / "That cannot be done at the moment. The log says why."
    }

    fn listed(lang, path: &str) -> String {
        "Var olanları GET /web-api/v1/{path} listeler." / "GET /web-api/v1/{path} lists them."
    }

    fn which_cursor(lang) -> &'static str {
        "Bu listenin önceki bir sayfasındaki paging.next ya da paging.prev değerini olduğu gibi gönderin."
            / "Send paging.next or paging.prev of an earlier page of this list, unchanged."
    }

    fn which_id(lang) -> &'static str {
        "Siparişler, kimlikleri (id) ya da platform numaralarıyla (providerOrderId) bulunur."
            / "Orders are found by their id or providerOrderId."
    }

    fn which_ones(lang) -> &'static str {
        "Kimliklerini details.orderIds listeler." / "details.orderIds lists their ids."
    }

    fn one_of(lang, words: &str) -> String {
        "Şunlardan biri olmalıdır: {words}." / "It must be one of: {words}."
    }

    fn connect_first(lang) -> &'static str {
        "Önce panelde ya da PUT /web-api/v1/restaurants/{restaurantId}/integrations/{provider} ile bağlayın."
            / "Connect it first, in the panel or with \
               PUT /web-api/v1/restaurants/{restaurantId}/integrations/{provider}."
    }

    fn no_reason(lang) -> &'static str {
        "Platform nedeni belirtilmemiş bir iptali kabul etmiyor." / "The platform does not accept a cancellation without a reason."
    }

    fn send_reason(lang, ids: &str) -> String {
        "reason alanında şunlardan birini gönderin: {ids}." / "Send one of these as reason: {ids}."
    }

    fn may_not(lang) -> &'static str {
        "Bu anahtarın buna yetkisi yok." / "This key is not allowed to do that."
    }

    fn more_power(lang) -> &'static str {
        "Anahtarı panelin Anahtarlar sayfasında değiştirin ya da yetkisi yeten bir anahtar kullanın."
            / "Change the key on the Keys page of the panel, or use one that is allowed to."
    }

    fn plus(lang) -> &'static str {
        "Sorgudaki + işareti %2B olarak yazılır." / "In a query, + is written as %2B."
    }

    fn subject(lang, field: Option<&str>, place: FieldPlace) -> String {
        match (field, place) {
            (Some(field), FieldPlace::Body) => "{field} alanı" / "The field “{field}”",
            (Some(field), FieldPlace::Query) => "{field} parametresi" / "The parameter “{field}”",
            (Some(field), FieldPlace::Header) => "{field} başlığı" / "The header “{field}”",
            (None, _) => "İstek gövdesi" / "The request body",
        }
    }

    fn opening(lang, code: Code, field: Option<&str>) -> String {
        match (code, field) {
            (Code::InvalidJson, _) => "İstek gövdesi geçerli bir JSON değil." / "The request body is not valid JSON.",
            (Code::InvalidParameter, Some(field)) => "{field} alanının değeri okunamadı."
                / "The value of {field} could not be read.",
            (Code::InvalidParameter, None) => "İstek okunamadı." / "The request could not be read.",
            (Code::Unauthorized, _) =>
                "Geçerli bir API anahtarı gerekli. Anahtarı (gsn_…) Authorization başlığında, Bearer sözcüğünden sonra \
                 gönderin."
                / "A valid API key is required. Send it (gsn_…) in the Authorization header, after the word Bearer.",
            (Code::Forbidden, _) => ("{}", may_not(lang)) / ("{}", may_not(lang)),
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

    fn reason(lang, subject: &str, why: &Why) -> String {
        match why {
            Why::Missing => "{subject} zorunludur." / "{subject} is required.",
            Why::Empty => "{subject} boş olamaz." / "{subject} must not be empty.",
            Why::MissingOneOf(words) => "{subject} zorunludur ve şunlardan biri olmalıdır: {words}."
                / "{subject} is required and must be one of: {words}.",
            Why::Misnamed(given) =>
                "{subject} zorunludur; onun yerine “{given}” gönderildi. Adı tam olarak böyle yazılmalıdır."
                / "{subject} is required, but “{given}” was sent. Its name must be written exactly so.",
            Why::WrongType { wanted, given: None } => ("{subject} {} olmalıdır.", kind(lang, *wanted))
                / ("{subject} must be {}.", kind(lang, *wanted)),
            Why::WrongType { wanted, given: Some(given) } =>
                ("{subject} {} olmalıdır; {} gönderildi.", kind(lang, *wanted), kind(lang, *given))
                / ("{subject} must be {}, not {}.", kind(lang, *wanted), kind(lang, *given)),
            Why::NotText => "{subject} UTF-8 olmalı, %C5%9F gibi yüzde kodlamasıyla yazılmalıdır."
                / "{subject} must be UTF-8, written in percent encoding such as %C5%9F.",
            Why::NotAscii => "{subject} yalnızca ASCII karakterler içerebilir."
                / "{subject} may contain ASCII characters only.",
            Why::TooLong(most) => "{subject} en çok {most} karakter uzunluğunda olabilir."
                / "{subject} may be at most {most} characters long.",
            Why::NotSoLong(least, most) => "{subject} {least} ile {most} karakter arasında olmalıdır."
                / "{subject} must be {least} to {most} characters long.",
            Why::TooMany(most) => "{subject} en çok {most} öğe içerebilir."
                / "{subject} may have at most {most} entries.",
            Why::TooLarge(most) => ("{subject} en çok {} boyutunda olabilir.", size(*most))
                / ("{subject} may be at most {} in size.", size(*most)),
            Why::NoMore(RecordKind::Key, most) =>
                "En çok {most} anahtar olabilir. Yenisini eklemek için önce kullanılmayan birini iptal edin."
                / "There may be at most {most} keys. Revoke one that is no longer used, then add this one.",
            Why::NoMore(kind, most) =>
                ("En çok {most} {} olabilir. Yenisini eklemek için önce kullanılmayan birini silin.", record(lang, *kind))
                / ("There may be at most {most} {}. Remove one that is no longer used, then add this one.",
                   record(lang, *kind)),
            Why::AllTooLarge(most) =>
                ("Bu türdeki bütün kayıtlar birlikte en çok {} yer tutabilir. Bu alanı kısaltın ya da kullanılmayan \
                  kayıtları silin.", size(*most))
                / ("All records of this kind together may be at most {} in size. Shorten this field, or remove records that \
                    are no longer used.", size(*most)),
            Why::OutOfRange { least, most, unit } =>
                ("{subject} {least} ile {most}{} arasında olmalıdır.", counted(lang, *unit))
                / ("{subject} must be between {least} and {most}{}.", counted(lang, *unit)),
            Why::NotOneOf(words) if words.is_empty() => "{subject} burada bilinmeyen bir değer taşıyor."
                / "{subject} has a value that is not known here.",
            Why::NotOneOf(words) => "{subject} şunlardan biri olmalıdır: {words}."
                / "{subject} must be one of: {words}.",
            Why::TooManyDecimals => "{subject} 149.9 gibi, en çok iki ondalık basamaklı bir tutar olmalıdır."
                / "{subject} must be an amount with at most two decimals, such as 149.9.",
            Why::ControlCharacter => "{subject} satır sonu ve sekme dışında denetim karakteri içeremez."
                / "{subject} must not contain control characters other than line breaks and tabs.",
            Why::NotATime => "{subject} 2026-11-14T18:02:11Z biçiminde bir zaman olmalıdır."
                / "{subject} must be a time such as 2026-11-14T18:02:11Z.",
            Why::NotADay => "{subject} 2026-11-14 biçiminde bir gün olmalıdır."
                / "{subject} must be a day such as 2026-11-14.",
            Why::NotAUrl =>
                "{subject} http:// ya da https:// ile başlayan, kullanıcı adı ve parola içermeyen tam bir adres olmalıdır."
                / "{subject} must be a full address that starts with http:// or https:// and contains no user name or \
                   password.",
            Why::AddressRefused =>
                "{subject} izin verilmeyen bir adresi gösteriyor. Link-local ve multicast adresler ile yetkilinin panelde \
                 Ayarlar sayfasında kapattıkları kullanılamaz."
                / "{subject} is an address that is not allowed: link-local and multicast addresses, and those the owner has \
                   blocked on the Settings page of the panel.",
            Why::NotAHeader =>
                "{subject} HTTP başlığı olarak gönderilemez. Başlık adında harf, rakam ve tire, değerinde tek satır düz metin \
                 olmalıdır; Host, Connection, Content-Length ve Transfer-Encoding verilemez."
                / "{subject} cannot be sent as an HTTP header. A header’s name has letters, digits and hyphens, its value is \
                   one line of plain text; Host, Connection, Content-Length and Transfer-Encoding cannot be set.",
            Why::NotACurrency => "{subject} TRY gibi üç harfli bir para birimi kodu olmalıdır."
                / "{subject} must be a three-letter currency code such as TRY.",
            Why::NotATimeZone => "{subject} Europe/Istanbul gibi bir saat dilimi olmalıdır."
                / "{subject} must be a time zone such as Europe/Istanbul.",
            Why::BadCursor => "{subject} bu listeye ait bir imleç değil." / "{subject} is not a cursor of this list.",
            Why::UnknownParameter { nearest: Some(name), .. } => "{subject} bu işlemde yok. En yakın ad: {name}."
                / "{subject} is not known to this operation. The nearest is {name}.",
            Why::UnknownParameter { known, .. } if known.is_empty() =>
                "{subject} bu işlemde yok: hiç sorgu parametresi almaz."
                / "{subject} is not known: this operation takes no query parameters.",
            Why::UnknownParameter { known, .. } => "{subject} bu işlemde yok. Bilinenler: {known}."
                / "{subject} is not known to this operation. It takes: {known}.",
            Why::GivenTwice => "{subject} yalnızca bir kez verilebilir." / "{subject} may be given only once.",
            Why::EndsBeforeStart => "{subject} başlangıçtan önce olamaz." / "{subject} must not be before the start.",
            Why::EndsAtStart => "{subject} başlangıçtan sonra olmalıdır." / "{subject} must be later than the start.",
            Why::NotJson(flaw) => ("Satır {}, sütun {}: {}.", flaw.line, flaw.column, flawed(lang, flaw.wanted))
                / ("Line {}, column {}: {}.", flaw.line, flaw.column, flawed(lang, flaw.wanted)),
            Why::TooDeep(most) => "{subject} en çok {most} düzey iç içe olabilir."
                / "{subject} may be nested at most {most} levels deep.",
            Why::NoAnswer(words) => ("{}", deliveries::trouble(lang, words)) / ("{}", deliveries::trouble(lang, words)),
            Why::Said(words) => "Yanıtı: “{words}”" / "It said: “{words}”",
            Why::Plain(words) => ("{}", words.tr) / ("{}", words.en),
            Why::Upgrading(percent) => "Veritabanı bu sürüme hazırlanıyor; %{percent} tamamlandı."
                / "The database is being prepared for this version; {percent}% is done.",
            Why::Repairing(percent) =>
                "Veritabanı, beklenmedik bir kapanmanın ardından onarılıyor; %{percent} tamamlandı."
                / "The database is being repaired after an unexpected stop; {percent}% is done.",
            Why::NoSuchUser => "Böyle bir kullanıcı yok." / "There is no such user.",
            Why::NoSuchScreen => "Böyle bir mutfak ekranı yok." / "There is no such kitchen screen.",
            Why::NotNewer { offered, own } =>
                "Dosyanın sürümü {offered}, garson’un sürümü ise zaten {own}. Hiçbir şey değiştirilmedi."
                / "The file is version {offered}, and garson is {own} already. Nothing was changed.",
            Why::UpgradeUnderWay => "Bir güncelleme zaten sürüyor; bitmesini bekleyin. Hiçbir şey değiştirilmedi."
                / "An upgrade is under way already; wait until it is over. Nothing was changed.",
            Why::NoRoomForCopy { needed, free } =>
                ("Güncelleme sırasında veritabanının bir kopyası saklanır: bunun için {} MB gerekiyor, diskte {} MB boş yer \
                  var. Önce yer açın. Hiçbir şey değiştirilmedi.", needed / 1_000_000, free / 1_000_000)
                / ("A copy of the store is kept during an upgrade: it needs {} MB, and the disk has {} MB free. Make room \
                    first. Nothing was changed.", needed / 1_000_000, free / 1_000_000),
        }
    }

    /// What is wrong at a place of a body.
    fn flawed(lang, wanted: JsonWanted) -> String {
        match wanted {
            JsonWanted::More => "gövde burada, bitmeden kesiliyor" / "the body ends here, before it is complete",
            JsonWanted::Name => "çift tırnak içinde bir alan adı bekleniyordu"
                / "the name of a field in double quotes was expected",
            JsonWanted::Colon => "iki nokta (:) bekleniyordu" / "a colon (:) was expected",
            JsonWanted::CommaOrBrace => ("{} bekleniyordu", "virgül ya da }") / ("{} was expected", "a comma or }"),
            JsonWanted::CommaOrBracket => "virgül ya da ] bekleniyordu" / "a comma or ] was expected",
            JsonWanted::Number => "sayı JSON’da böyle yazılmaz" / "a number is not written like this in JSON",
            JsonWanted::End => "gövdenin sonu bekleniyordu" / "the end of the body was expected",
            JsonWanted::Escape => "ters bölü işaretinden sonrası \\n, \\\" ya da \\u015f gibi olmalıdır"
                / "a backslash must be followed as in \\n, \\\" or \\u015f",
            JsonWanted::OtherHalf => "\\u ile yarım bir karakter yazılmış; öbür yarısı da yazılmalıdır"
                / "\\u writes half a character here; its other half must be there too",
            JsonWanted::NoControl => "metin içindeki satır sonu ve sekme \\n ve \\t olarak yazılmalıdır"
                / "line breaks and tabs within a string must be written as \\n and \\t",
            JsonWanted::Utf8 => "gövde UTF-8 olmalıdır" / "the body must be UTF-8",
            JsonWanted::LessDepth => "gövde en çok {LEVELS} düzey iç içe olabilir"
                / "the body may be nested at most {LEVELS} levels deep",
            JsonWanted::Value => "çift tırnaklı metin, sayı, true, false, null, nesne ya da dizi bekleniyordu"
                / "a string in double quotes, a number, true, false, null, an object or an array was expected",
        }
    }

    fn kind(lang, kind: JsonKind) -> &'static str {
        match kind {
            JsonKind::Null => "null" / "null",
            JsonKind::Text => "bir metin" / "a string",
            JsonKind::Number => "bir sayı" / "a number",
            JsonKind::WholeNumber => "bir tam sayı" / "a whole number",
            JsonKind::Fraction => "ondalıklı bir sayı" / "a decimal number",
            JsonKind::Boolean => "true ya da false" / "true or false",
            JsonKind::Object => "bir nesne" / "an object",
            JsonKind::List => "bir dizi" / "an array",
        }
    }

    fn counted(lang, unit: RangeUnit) -> &'static str {
        match unit {
            RangeUnit::None => "" / "",
            RangeUnit::Seconds => " saniye" / " seconds",
            RangeUnit::Minutes => " dakika" / " minutes",
            RangeUnit::Degrees => " derece" / " degrees",
        }
    }

    fn record(lang, kind: RecordKind) -> &'static str {
        match kind {
            RecordKind::Business => "işletme" / "businesses",
            RecordKind::Restaurant => "restoran" / "restaurants",
            RecordKind::Webhook => "webhook" / "webhooks",
            RecordKind::Key => "anahtar" / "keys",
            RecordKind::User => "kullanıcı" / "users",
            RecordKind::Screen => "mutfak ekranı" / "kitchen screens",
            RecordKind::Assignment => "belirlenmiş ödeme" / "assigned payments",
        }
    }
}

/// A size as people read it. Limits are round, so a whole unit says it exactly.
fn size(bytes: usize) -> String {
    match bytes {
        _ if bytes >= 1 << 20 && bytes.is_multiple_of(1 << 20) => format!("{} MiB", bytes >> 20),
        _ if bytes >= 1 << 10 && bytes.is_multiple_of(1 << 10) => format!("{} KiB", bytes >> 10),
        _ => format!("{bytes} B"),
    }
}
