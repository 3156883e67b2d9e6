//! Why something was refused, as a sentence about the field that it is about.

use crate::pages::deliveries;
use model::{FieldPlace, JsonKind, JsonWanted, RangeUnit, RecordKind, RestoreStep, Why, json::LEVELS};

texts! {
    /// What the reason is about.
    pub fn subject(lang, field: Option<&str>, place: FieldPlace) -> String {
        match (field, place) {
            (Some(field), FieldPlace::Body) => "{field} alanı" / "The field “{field}”",
            (Some(field), FieldPlace::Query) => "{field} parametresi" / "The parameter “{field}”",
            (Some(field), FieldPlace::Header) => "{field} başlığı" / "The header “{field}”",
            (None, _) => "İstek gövdesi" / "The request body",
        }
    }

    pub fn reason(lang, subject: &str, why: &Why) -> String {
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
            Why::Restoring(RestoreStep::Checking(percent)) =>
                "Bir yedek geri yükleniyor; yedek okunup kontrol ediliyor, %{percent} tamamlandı."
                / "A backup is being restored; it is being read and checked, {percent}% is done.",
            Why::Restoring(_) => "Bir yedek geri yükleniyor." / "A backup is being restored.",
            Why::NoSuchUser => "Böyle bir kullanıcı yok." / "There is no such user.",
            Why::NoSuchScreen => "Böyle bir mutfak ekranı yok." / "There is no such kitchen screen.",
            Why::NotOfThisScreen =>
                "Bu, bu ekranın görevi değil. Yetkili, Kullanıcılar › Mutfak ekranları sayfasında görev ekleyebilir."
                / "This is not what this screen is for. The owner can give it another role under Users › Kitchen screens.",
            Why::NotNewer { offered, own } =>
                "Dosyanın sürümü {offered}, garson’un sürümü ise zaten {own}. Hiçbir şey değiştirilmedi."
                / "The file is version {offered}, and garson is {own} already. Nothing was changed.",
            Why::UpgradeUnderWay => "Bir güncelleme zaten sürüyor; bitmesini bekleyin. Hiçbir şey değiştirilmedi."
                / "An upgrade is under way already; wait until it is over. Nothing was changed.",
            Why::RestoreUnderWay => "Bir geri yükleme zaten sürüyor; bitmesini bekleyin. Hiçbir şey değiştirilmedi."
                / "A restore is under way already; wait until it is over. Nothing was changed.",
            Why::DiskLow =>
                "Bu cihazın diski neredeyse dolu. Yer açılana kadar yeni sipariş ve değişiklik alınmıyor; açık siparişler \
                 ilerletilebilir."
                / "The disk of this machine is almost full. Until there is room, new orders and changes are not taken; open \
                   orders can be moved on.",
            Why::DiskFull =>
                "Bu cihazın diski dolu ya da diske yazılamıyor. Düzelene kadar hiçbir şey kaydedilmiyor; kayıtlı olanlar \
                 okunabilir."
                / "The disk of this machine is full, or cannot be written to. Until that is mended nothing is stored; what is \
                   stored can be read.",
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
            RecordKind::Station => "istasyon" / "stations",
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
