//! The texts of the pages about restaurants, businesses and packages.

use super::super::Lang;

pub struct Restaurants {
    pub title: &'static str,
    // The list.
    pub add: &'static str,
    pub add_business: &'static str,
    pub without_business: &'static str,
    pub none: &'static str,
    pub none_next: &'static str,
    pub none_in_business: &'static str,
    pub not_connected: &'static str,
    pub package_ended: &'static str,
    // One restaurant.
    pub edit: &'static str,
    pub details: &'static str,
    pub id: &'static str,
    pub id_help: &'static str,
    pub platforms: &'static str,
    pub platforms_intro: &'static str,
    pub not_given: &'static str,
    // Its form.
    pub basics: &'static str,
    pub name: &'static str,
    pub description: &'static str,
    pub address: &'static str,
    pub lat: &'static str,
    pub lon: &'static str,
    pub lat_help: &'static str,
    pub business: &'static str,
    pub no_business: &'static str,
    pub handling: &'static str,
    pub handling_intro: &'static str,
    pub timezone: &'static str,
    pub timezone_help: &'static str,
    pub currency: &'static str,
    pub auto_accept: &'static str,
    pub auto_accept_help: &'static str,
    pub accepts: &'static str,
    pub accepts_not: &'static str,
    pub not_stated: &'static str,
    pub minutes: &'static str,
    pub minutes_help: &'static str,
    pub matching: &'static str,
    pub matching_intro: &'static str,
    pub matching_url: &'static str,
    pub matching_url_help: &'static str,
    pub headers: &'static str,
    pub headers_help: &'static str,
    pub header_without_colon: &'static str,
    // Packages.
    pub packages: &'static str,
    pub packages_intro: &'static str,
    pub edit_packages: &'static str,
    pub no_packages: &'static str,
    pub package: &'static str,
    pub new_package: &'static str,
    pub package_name: &'static str,
    pub starts: &'static str,
    pub ends: &'static str,
    pub state: &'static str,
    pub is_on: &'static str,
    pub remove_package: &'static str,
    pub running: &'static str,
    pub later: &'static str,
    pub ended: &'static str,
    pub off: &'static str,
    pub ended_warning: &'static str,
    pub open_ended: &'static str,
    // Businesses.
    pub edit_business: &'static str,
    pub vat_number: &'static str,
    pub tax_office: &'static str,
    pub city: &'static str,
    pub country: &'static str,
    pub zip_code: &'static str,
    pub phone: &'static str,
    pub email: &'static str,
    pub company: &'static str,
    pub contact: &'static str,
    pub linked: &'static str,
    pub link: &'static str,
    pub link_which: &'static str,
    pub nothing_to_link: &'static str,
    pub unlink: &'static str,
    // Removing.
    pub remove: &'static str,
    pub remove_intro: &'static str,
    pub remove_business: &'static str,
    pub remove_business_intro: &'static str,
    pub remove_title: &'static str,
    pub remove_business_title: &'static str,
    pub orders_stay: &'static str,
    pub no_integrations_go: &'static str,
    pub no_packages_go: &'static str,
    pub no_webhooks_pause: &'static str,
    pub no_restaurants_go: &'static str,
}

pub static EN: Restaurants = Restaurants {
    title: "Restaurants",
    add: "Add a restaurant",
    add_business: "Add a business",
    without_business: "Without a business",
    none: "There is no restaurant yet",
    none_next: "Add your first one, then connect it to the platforms that send it orders.",
    none_in_business: "No restaurant belongs to this business yet.",
    not_connected: "Not connected to a platform yet",
    package_ended: "A service package has ended",
    edit: "Edit the restaurant",
    details: "Details",
    id: "Id for the API",
    id_help: "Your till’s software asks for it.",
    platforms: "Platforms",
    platforms_intro: "Where this restaurant’s orders come from.",
    not_given: "Not given",
    basics: "Name and place",
    name: "Name",
    description: "Description",
    address: "Address",
    lat: "Latitude",
    lon: "Longitude",
    lat_help: "In degrees, such as 40.9906. A map shows it when you press on the place.",
    business: "Business",
    no_business: "No business",
    handling: "How orders are handled",
    handling_intro: "A platform may have its own rules; those win over these.",
    timezone: "Time zone",
    timezone_help: "Decides on which day an order counts.",
    currency: "Currency",
    auto_accept: "New orders",
    auto_accept_help: "Orders that are accepted automatically go straight to the kitchen, without anyone pressing a button.",
    accepts: "Accepted automatically",
    accepts_not: "Wait until someone accepts them",
    not_stated: "Not chosen: they wait until someone accepts them",
    minutes: "Preparation time in minutes",
    minutes_help: "An order for later starts this long before its time. Empty: 60 minutes.",
    matching: "Payment matching",
    matching_intro: "If your till matches payments with orders, each delivered order is sent to this address.",
    matching_url: "Address",
    matching_url_help: "Leave it empty if your till does not ask for it.",
    headers: "Headers",
    headers_help: "One per line, as Name: value. They are kept encrypted.",
    header_without_colon: "Each line needs a name, a colon and a value, such as X-Api-Key: abc.",
    packages: "Service packages",
    packages_intro: "When a package has ended you are warned here. Orders go on coming in all the same.",
    edit_packages: "Edit the packages",
    no_packages: "There is no package. Nothing is missing without one.",
    package: "Package",
    new_package: "New package",
    package_name: "Name",
    starts: "Begins",
    ends: "Ends",
    state: "State",
    is_on: "In use",
    remove_package: "Remove this package",
    running: "Running",
    later: "Not begun yet",
    ended: "Ended",
    off: "Not in use",
    ended_warning: "A service package of this restaurant has ended. Orders still come in; renew it or remove it.",
    open_ended: "No date",
    edit_business: "Edit the business",
    vat_number: "Tax number",
    tax_office: "Tax office",
    city: "City",
    country: "Country",
    zip_code: "Postal code",
    phone: "Phone",
    email: "E-mail",
    company: "The business",
    contact: "Address and contact",
    linked: "Its restaurants",
    link: "Add to this business",
    link_which: "Restaurant",
    nothing_to_link: "Every restaurant belongs to this business already.",
    unlink: "Unlink",
    remove: "Delete the restaurant",
    remove_intro: "The page after this says what goes with it.",
    remove_business: "Delete the business",
    remove_business_intro: "Its restaurants go with it. The page after this says what that means.",
    remove_title: "Delete this restaurant?",
    remove_business_title: "Delete this business?",
    orders_stay: "Its orders, their reports and the log of notifications stay readable, for accounting.",
    no_integrations_go: "It is connected to no platform, so nothing is disconnected.",
    no_packages_go: "It has no service packages.",
    no_webhooks_pause: "No webhook is for this place alone, so none is paused.",
    no_restaurants_go: "No restaurant belongs to it, so none is deleted.",
};

pub static TR: Restaurants = Restaurants {
    title: "Restoranlar",
    add: "Restoran ekle",
    add_business: "İşletme ekle",
    without_business: "İşletmesi olmayanlar",
    none: "Henüz restoran yok",
    none_next: "İlk restoranınızı ekleyin, sonra sipariş gönderen platformlara bağlayın.",
    none_in_business: "Bu işletmeye bağlı restoran henüz yok.",
    not_connected: "Henüz bir platforma bağlı değil",
    package_ended: "Bir hizmet paketinin süresi doldu",
    edit: "Restoranı düzenle",
    details: "Bilgiler",
    id: "API kimliği",
    id_help: "Kasa yazılımınız bunu ister.",
    platforms: "Platformlar",
    platforms_intro: "Bu restoranın siparişleri buralardan gelir.",
    not_given: "Girilmemiş",
    basics: "Ad ve yer",
    name: "Ad",
    description: "Açıklama",
    address: "Adres",
    lat: "Enlem",
    lon: "Boylam",
    lat_help: "Derece olarak, örneğin 40,9906. Haritada yere basınca görünür.",
    business: "İşletme",
    no_business: "İşletme yok",
    handling: "Siparişlerin işlenmesi",
    handling_intro: "Bir platformun kendi kuralı varsa o geçerlidir.",
    timezone: "Saat dilimi",
    timezone_help: "Bir siparişin hangi güne yazılacağını belirler.",
    currency: "Para birimi",
    auto_accept: "Yeni siparişler",
    auto_accept_help: "Otomatik onaylanan sipariş, kimse düğmeye basmadan mutfağa geçer.",
    accepts: "Otomatik onaylanır",
    accepts_not: "Biri onaylayana kadar bekler",
    not_stated: "Seçilmedi: biri onaylayana kadar bekler",
    minutes: "Hazırlık süresi (dakika)",
    minutes_help: "İleri tarihli sipariş, saatinden bu kadar önce başlar. Boş bırakılırsa 60 dakika.",
    matching: "Ödeme eşleştirme",
    matching_intro: "Kasanız ödemeleri siparişlerle eşleştiriyorsa, teslim edilen her sipariş bu adrese gönderilir.",
    matching_url: "Adres",
    matching_url_help: "Kasanız istemiyorsa boş bırakın.",
    headers: "Başlıklar",
    headers_help: "Her satıra bir tane, Ad: değer biçiminde. Şifreli saklanır.",
    header_without_colon: "Her satırda ad, iki nokta ve değer olmalı, örneğin X-Api-Key: abc.",
    packages: "Hizmet paketleri",
    packages_intro: "Süresi dolan paket için burada uyarılırsınız. Siparişler gelmeye devam eder.",
    edit_packages: "Paketleri düzenle",
    no_packages: "Paket yok. Paket olmadan da her şey çalışır.",
    package: "Paket",
    new_package: "Yeni paket",
    package_name: "Ad",
    starts: "Başlangıç",
    ends: "Bitiş",
    state: "Durum",
    is_on: "Kullanımda",
    remove_package: "Bu paketi sil",
    running: "Sürüyor",
    later: "Henüz başlamadı",
    ended: "Süresi doldu",
    off: "Kullanılmıyor",
    ended_warning: "Bu restoranın bir hizmet paketinin süresi doldu. Siparişler gelmeye devam eder; paketi yenileyin ya da silin.",
    open_ended: "Tarih yok",
    edit_business: "İşletmeyi düzenle",
    vat_number: "Vergi numarası",
    tax_office: "Vergi dairesi",
    city: "Şehir",
    country: "Ülke",
    zip_code: "Posta kodu",
    phone: "Telefon",
    email: "E-posta",
    company: "İşletme",
    contact: "Adres ve iletişim",
    linked: "Restoranları",
    link: "Bu işletmeye ekle",
    link_which: "Restoran",
    nothing_to_link: "Bütün restoranlar zaten bu işletmede.",
    unlink: "Çıkar",
    remove: "Restoranı sil",
    remove_intro: "Nelerin birlikte silineceği sonraki sayfada yazar.",
    remove_business: "İşletmeyi sil",
    remove_business_intro: "Restoranları da silinir. Bunun ne demek olduğu sonraki sayfada yazar.",
    remove_title: "Bu restoran silinsin mi?",
    remove_business_title: "Bu işletme silinsin mi?",
    orders_stay: "Siparişleri, raporları ve bildirim kayıtları muhasebe için okunabilir kalır.",
    no_integrations_go: "Hiçbir platforma bağlı değil, kesilecek bağlantı yok.",
    no_packages_go: "Hizmet paketi yok.",
    no_webhooks_pause: "Yalnızca burası için olan webhook yok, hiçbiri durdurulmaz.",
    no_restaurants_go: "Bağlı restoranı yok, silinecek restoran yok.",
};

/// What holds while a restaurant says nothing itself.
pub fn as_settings(lang: Lang, value: &str) -> String {
    match lang {
        Lang::Tr => format!("Boşsa ayarlardaki: {value}"),
        Lang::En => format!("Empty: as in the settings, {value}"),
    }
}

pub fn minutes(lang: Lang, minutes: u32) -> String {
    match lang {
        Lang::Tr => format!("{minutes} dakika"),
        Lang::En if minutes == 1 => "1 minute".to_owned(),
        Lang::En => format!("{minutes} minutes"),
    }
}

/// In the list of those that can be linked.
pub fn belongs_to(lang: Lang, restaurant: &str, business: &str) -> String {
    match lang {
        Lang::Tr => format!("{restaurant} (şimdiki işletmesi: {business})"),
        Lang::En => format!("{restaurant} (now in: {business})"),
    }
}

// What goes with a restaurant or a business that is removed.

pub fn is_deleted(lang: Lang, name: &str) -> String {
    match lang {
        Lang::Tr => format!("Silinir: {name}"),
        Lang::En => format!("Deleted: {name}"),
    }
}

pub fn restaurants_go(lang: Lang, names: &str) -> String {
    match lang {
        Lang::Tr => format!("Restoranları da silinir: {names}"),
        Lang::En => format!("Its restaurants are deleted with it: {names}"),
    }
}

pub fn integrations_go(lang: Lang, names: &str) -> String {
    match lang {
        Lang::Tr => format!("Platform bağlantıları ve anahtarları silinir, oradan sipariş gelmez: {names}"),
        Lang::En => format!("Connections and their credentials are deleted, and no more orders come from: {names}"),
    }
}

pub fn packages_go(lang: Lang, names: &str) -> String {
    match lang {
        Lang::Tr => format!("Hizmet paketleri silinir: {names}"),
        Lang::En => format!("Service packages are deleted: {names}"),
    }
}

pub fn webhooks_pause(lang: Lang, urls: &str) -> String {
    match lang {
        Lang::Tr => format!("Yalnızca burası için olan webhook’lar duraklatılır: {urls}"),
        Lang::En => format!("Webhooks that are for this place alone are paused: {urls}"),
    }
}

pub fn open_orders(lang: Lang, count: usize, is_more: bool) -> String {
    let more = if is_more { "+" } else { "" };
    match (lang, count) {
        (Lang::Tr, _) => format!(
            "Şu anda açık {count}{more} sipariş var. Platforma artık bir şey bildirilemez; önce bunları bitirin."
        ),
        (Lang::En, 1) => {
            "1 order is still open. Its platform can no longer be told anything; finish it first.".to_owned()
        }
        (Lang::En, _) => {
            format!(
                "{count}{more} orders are still open. Their platforms can no longer be told anything; finish them first."
            )
        }
    }
}
