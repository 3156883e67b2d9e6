//! What the record of who did what says.

use crate::model::{Actor, Deed, Lang, audit::Area};

texts! {
    pub struct AuditTexts {
        title: "İşlem kayıtları" / "Activity log",
        intro: "Kim, ne zaman, nereden, ne yaptı. Parolalar, anahtarlar ve müşteri bilgileri kayda girmez."
            / "Who did what, when and from where. Passwords, keys and customers’ data are never recorded.",
        area: "Konu" / "Subject",
        text: "Kim ya da ne" / "Who or what",
        text_help: "Bir ad, anahtar ya da adres" / "A name, a key or an address",
        from: "Başlangıç" / "From",
        to: "Bitiş" / "To",
        all: "Tümü" / "All",
        show: "Göster" / "Show",
        clear: "Filtreleri temizle" / "Clear filters",
        download: "CSV olarak indir" / "Download as CSV",
        when: "Ne zaman" / "When",
        who: "Kim" / "Who",
        address: "Nereden" / "From where",
        what: "Ne yapıldı" / "What was done",
        about: "Neyle ilgili" / "What it was about",
        changes: "Değişen" / "What changed",
        times: "Kaç kez" / "How often",
        hidden: "gizli" / "not shown",
        empty: "Henüz bir kayıt yok." / "There is nothing on record yet.",
        empty_filtered: "Bu filtrelere uyan bir kayıt yok." / "Nothing fits these filters.",
        to_the_newest: "En yenilere dön" / "To the newest",
        kept: "Saklama süresi" / "How long it is kept",
        kept_help:
            "Bundan eski kayıtlar silinir. Ne kadar saklamanız gerektiğini işletmeniz için geçerli kurallar belirler."
            / "Older entries are deleted. How long you have to keep them depends on the rules for your business.",
        days: "Gün" / "Days",
    }

    fn known_field(lang, name: &str) -> &'static str {
        match name {
            "name" => "Ad" / "Name",
            "role" => "Yetki" / "Role",
            "prefix" => "İlk karakterler" / "First characters",
            "isPrimary" => "Birincil" / "Primary",
            "scope" => "Kapsam" / "Scope",
            "restaurantId" => "Restoran" / "Restaurant",
            "endsAt" => "Bitiş" / "Ends",
            "currency" => "Para birimi" / "Currency",
            "timezone" => "Saat dilimi" / "Time zone",
            "deniedAddresses" => "Yasak adresler" / "Denied addresses",
            "allowPrivateAddresses" => "Yerel ağ adresleri" / "Private addresses",
            "allowLoopbackAddresses" => "Bu bilgisayarın kendisi" / "This machine itself",
            "refusePlainHttp" => "Yerel ağ dışında https" / "https outside the local network",
            "personalDays" => "Müşteri bilgileri (gün)" / "Customers’ data (days)",
            "auditDays" => "İşlem kayıtları (gün)" / "Activity log (days)",
            "requiresSecondFactor" => "Herkes iki adımlı giriş kullansın" / "Everybody uses two-step sign-in",
            "kitchenMinutes" => "Mutfakta (dk)" / "In the kitchen (minutes)",
            "roadMinutes" => "Yolda (dk)" / "On the way (minutes)",
            "soonMinutes" => "Gecikmeden önce uyarı (dk)" / "Warning before it is late (minutes)",
            "holdsAdvance" => "Geri alma süresi" / "Time to undo",
            "isActive" => "Açık" / "On",
            "autoAccept" => "Otomatik onay" / "Automatic acceptance",
            "preparationMinutes" => "Hazırlama süresi (dk)" / "Preparation (minutes)",
            "stepPauseSeconds" => "Adımlar arası (sn)" / "Between steps (seconds)",
            "callbackUrl" => "Geri bildirim adresi" / "Callback address",
            "credentials" => "Kimlik bilgileri" / "Credentials",
            "baseUrl" => "Platform adresi" / "Platform’s address",
            "businessId" => "İşletme" / "Business",
            "packages" => "Paketler" / "Packages",
            "paymentMatchingUrl" => "Ödeme eşleştirme adresi" / "Payment matching address",
            "paymentMatchingHeaders" => "Ödeme eşleştirme başlıkları" / "Payment matching headers",
            "config" => "Ek ayarlar" / "Configuration",
            "description" => "Açıklama" / "Description",
            "address" => "Adres" / "Address",
            "city" => "Şehir" / "City",
            "country" => "Ülke" / "Country",
            "zipCode" => "Posta kodu" / "Postcode",
            "phone" => "Telefon" / "Phone",
            "email" => "E-posta" / "E-mail",
            "vatNumber" => "Vergi numarası" / "VAT number",
            "taxOffice" => "Vergi dairesi" / "Tax office",
            "lat" => "Enlem" / "Latitude",
            "lon" => "Boylam" / "Longitude",
            "paymentType" => "Ödeme türü" / "Payment type",
            "brand" => "Marka" / "Brand",
            "provider" => "Platform" / "Platform",
            "reason" => "Neden" / "Reason",
            "oldStatus" => "Önceki durum" / "Status before",
            "statusCode" => "Yanıt kodu" / "Answer code",
            "host" => "Sunucu" / "Host",
            "count" => "Adet" / "Count",
            "orders" => "Sipariş sayısı" / "Orders",
            "bytes" => "Bayt" / "Bytes",
            "url" => "Adres" / "Address",
            "events" => "Olaylar" / "Events",
            "restaurantIds" => "Restoranlar" / "Restaurants",
            "authStyle" => "Anahtarın yazılışı" / "How the key is sent",
            "keyId" => "Anahtar" / "Key",
            "secret" => "İmza parolası" / "Signing secret",
            _ => "" / "",
        }
    }

    pub fn area(lang, area: Area) -> &'static str {
        match area {
            Area::SignIn => "Giriş" / "Sign-in",
            Area::People => "Kullanıcılar" / "People",
            Area::Keys => "Anahtarlar" / "Keys",
            Area::Settings => "Ayarlar" / "Settings",
            Area::Restaurants => "Restoranlar" / "Restaurants",
            Area::Integrations => "Platformlar" / "Platforms",
            Area::Webhooks => "Webhook’lar" / "Webhooks",
            Area::Orders => "Siparişler" / "Orders",
            Area::Erasures => "Silinen kişisel veriler" / "Erased personal data",
        }
    }

    pub fn deed(lang, deed: Deed) -> &'static str {
        match deed {
            Deed::SetUp => "İlk kurulum yapıldı" / "Set up for the first time",
            Deed::SetUpRefused => "Kurulum kodu yanlış girildi" / "Wrong setup code",
            Deed::SignedIn => "Giriş yaptı" / "Signed in",
            Deed::SignInRefused => "Giriş reddedildi" / "Sign-in refused",
            Deed::SignedOut => "Çıkış yaptı" / "Signed out",
            Deed::SessionEnded => "Oturum kapatıldı" / "Session ended",
            Deed::RecoveryCodeUsed => "Kurtarma koduyla giriş yaptı" / "Signed in with a recovery code",
            Deed::PersonAdded => "Kullanıcı eklendi" / "Person added",
            Deed::PersonRemoved => "Kullanıcı silindi" / "Person removed",
            Deed::RoleChanged => "Yetki değişti" / "Role changed",
            Deed::PasswordChanged => "Parola değişti" / "Password changed",
            Deed::SecondFactorOn => "İki adımlı giriş açıldı" / "Second step switched on",
            Deed::SecondFactorOff => "İki adımlı giriş kapatıldı" / "Second step switched off",
            Deed::RecoveryCodesMade => "Yeni kurtarma kodları oluşturuldu" / "New recovery codes made",
            Deed::KeyMade => "Anahtar oluşturuldu" / "Key made",
            Deed::KeyChanged => "Anahtar değişti" / "Key changed",
            Deed::KeyRevoked => "Anahtar iptal edildi" / "Key revoked",
            Deed::KeyMadePrimary => "Anahtar birincil yapıldı" / "Key made primary",
            Deed::KeyRefused => "Geçersiz anahtar reddedildi" / "Unknown key refused",
            Deed::SettingsChanged => "Ayarlar değişti" / "Settings changed",
            Deed::PaymentAssigned => "Ödeme türü belirlendi" / "Payment assigned",
            Deed::PaymentUnassigned => "Ödeme türü geri alındı" / "Payment assignment taken back",
            Deed::StoreCompacted => "Veritabanı küçültüldü" / "Database compacted",
            Deed::OldEventsDecided => "Eski bildirimlere karar verildi" / "Old notifications decided",
            Deed::BackupsChanged => "Yedekleme değişti" / "Backups changed",
            Deed::BackupProven => "Yedek alındı ve kanıtlandı" / "Backup made and proven",
            Deed::BackupFailed => "Yedek alınamadı" / "Backup failed",
            Deed::StoreRestored => "Yedekten dönüldü" / "Restored from a backup",
            Deed::ProgramUpgraded => "Program güncellendi" / "Program upgraded",
            Deed::UpgradeUndone => "Program güncellemesi geri alındı" / "Upgrade of the program undone",
            Deed::BusinessAdded => "İşletme eklendi" / "Business added",
            Deed::BusinessChanged => "İşletme değişti" / "Business changed",
            Deed::BusinessRemoved => "İşletme silindi" / "Business removed",
            Deed::RestaurantAdded => "Restoran eklendi" / "Restaurant added",
            Deed::RestaurantChanged => "Restoran değişti" / "Restaurant changed",
            Deed::RestaurantRemoved => "Restoran silindi" / "Restaurant removed",
            Deed::PackagesChanged => "Paketler değişti" / "Packages changed",
            Deed::IntegrationChanged => "Platform bağlantısı değişti" / "Platform connection changed",
            Deed::IntegrationRemoved => "Platform bağlantısı silindi" / "Platform connection removed",
            Deed::IntakeTokenRotated => "Sipariş adresi yenilendi" / "Intake address renewed",
            Deed::ShopOpened => "Mağaza açıldı" / "Shop opened",
            Deed::ShopClosed => "Mağaza kapatıldı" / "Shop closed",
            Deed::PosSwitched => "Platformun kasa ayarı değişti" / "Platform’s till switch changed",
            Deed::WebhookAdded => "Webhook eklendi" / "Webhook added",
            Deed::WebhookChanged => "Webhook değişti" / "Webhook changed",
            Deed::WebhookRemoved => "Webhook silindi" / "Webhook removed",
            Deed::WebhookSecretMade => "Webhook imza parolası oluşturuldu" / "Webhook secret made",
            Deed::AuthorityAdded => "Sertifika yetkilisi eklendi" / "Certificate authority added",
            Deed::AuthorityRemoved => "Sertifika yetkilisi çıkarıldı" / "Certificate authority removed",
            Deed::WebhookSecretEnded => "Webhook imza parolası sonlandırıldı" / "Webhook secret ended",
            Deed::DeliveryResent => "Bildirim yeniden gönderildi" / "Notification sent again",
            Deed::DeliveriesResent => "Bildirimler yeniden gönderildi" / "Notifications sent again",
            Deed::DeliverySentElsewhere => "Bildirim başka bir adrese gönderildi" / "Notification sent to another address",
            Deed::OrderCancelled => "Sipariş iptal edildi" / "Order cancelled",
            Deed::OrdersExported => "Siparişler indirildi" / "Orders downloaded",
            Deed::TakingsExported => "Ciro raporu indirildi" / "Takings downloaded",
            Deed::AuditExported => "İşlem kayıtları indirildi" / "Activity log downloaded",
            Deed::CustomersErased => "Müşteri bilgileri silindi" / "Customers’ data erased",
            Deed::FileOverwritten => "Silinenlerin izi dosyadan kaldırıldı" / "Erased data overwritten in the file",
        }
    }
}

/// What a field of a record is called; one that has no words here, as the API calls it.
pub fn field(lang: Lang, name: &str) -> &str {
    match known_field(lang, name) {
        "" => name,
        known => known,
    }
}

/// Who it was, in words.
pub fn who(lang: Lang, actor: &Actor) -> String {
    let [key, platform, customer, itself, command, stranger] = match lang {
        Lang::Tr => ["Anahtar", "Platform", "Müşteri", "Kendiliğinden", "Komut satırı", "Tanınmayan biri"],
        Lang::En => ["Key", "Platform", "Customer", "By itself", "Command line", "Somebody unknown"],
    };
    match actor {
        Actor::User(name) => name.clone(),
        Actor::Key(name) => format!("{key}: {name}"),
        Actor::Platform => platform.to_owned(),
        Actor::Customer => customer.to_owned(),
        Actor::System => itself.to_owned(),
        Actor::CommandLine => command.to_owned(),
        Actor::Stranger => stranger.to_owned(),
    }
}
