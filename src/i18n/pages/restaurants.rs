//! The texts of the pages about restaurants, businesses and packages.

texts! {
    pub struct RestaurantsTexts {
        title: "Restoranlar" / "Restaurants",
        // The list.
        add: "Restoran ekle" / "Add a restaurant",
        add_business: "İşletme ekle" / "Add a business",
        without_business: "İşletmesi olmayanlar" / "Without a business",
        none: "Henüz restoran yok" / "No restaurants yet",
        none_next: "İlk restoranınızı ekleyin, sonra sipariş gönderen platformlara bağlayın."
            / "Add your first restaurant, then connect the platforms that send it orders.",
        none_in_business: "Bu işletmeye bağlı restoran henüz yok." / "No restaurant belongs to this business yet.",
        not_connected: "Henüz bir platforma bağlı değil" / "Not connected to a platform yet",
        package_ended: "Bir hizmet paketinin süresi doldu" / "A service package has expired",
        // One restaurant.
        edit: "Restoranı düzenle" / "Edit the restaurant",
        details: "Bilgiler" / "Details",
        id: "API kimliği" / "Id for the API",
        id_help: "Kasa yazılımınız bunu ister." / "Your till’s software asks for it.",
        platforms: "Platformlar" / "Platforms",
        platforms_intro: "Bu restoranın siparişleri buralardan gelir." / "Where this restaurant’s orders come from.",
        not_given: "Girilmemiş" / "Not given",
        // Its form.
        basics: "Ad ve yer" / "Name and place",
        name: "Ad" / "Name",
        description: "Açıklama" / "Description",
        address: "Adres" / "Address",
        lat: "Enlem" / "Latitude",
        lon: "Boylam" / "Longitude",
        lat_help: "Derece olarak, örneğin 40,9906. Haritada yere basınca görünür."
            / "In degrees, such as 40.9906. A map shows it when you click on the place.",
        business: "İşletme" / "Business",
        no_business: "İşletme yok" / "No business",
        handling: "Siparişlerin işlenmesi" / "How orders are handled",
        handling_intro: "Bir platformun kendi ayarı varsa o geçerlidir."
            / "If a platform has its own settings, those apply instead.",
        timezone: "Saat dilimi" / "Time zone",
        timezone_help: "Bir siparişin hangi güne yazılacağını belirler." / "Decides which day an order counts towards.",
        currency: "Para birimi" / "Currency",
        auto_accept: "Yeni siparişler" / "New orders",
        auto_accept_help: "Otomatik onaylanan sipariş, kimse düğmeye basmadan mutfağa geçer."
            / "Orders that are accepted automatically go straight to the kitchen, without anyone pressing a button.",
        accepts: "Otomatik onaylanır" / "Accepted automatically",
        accepts_not: "Biri onaylayana kadar bekler" / "Wait until someone accepts them",
        not_stated: "Seçilmedi: biri onaylayana kadar bekler" / "Not chosen: they wait until someone accepts them",
        minutes: "Hazırlık süresi (dakika)" / "Preparation time in minutes",
        minutes_help: "İleri tarihli sipariş, saatinden bu kadar önce başlar. Boş bırakılırsa 60 dakika."
            / "A scheduled order starts this long before its time. Empty: 60 minutes.",
        matching: "Ödeme eşleştirme" / "Payment matching",
        matching_intro: "Kasanız ödemeleri siparişlerle eşleştiriyorsa, teslim edilen her sipariş bu adrese gönderilir."
            / "If your till matches payments with orders, each delivered order is sent to this address.",
        matching_url_help: "Kasanız istemiyorsa boş bırakın." / "Leave it empty if your till does not ask for it.",
        headers: "Başlıklar" / "Headers",
        headers_help: "Her satıra bir tane, Ad: değer biçiminde. Şifreli saklanır."
            / "One per line, as Name: value. They are kept encrypted.",
        header_without_colon: "Her satırda ad, iki nokta ve değer olmalı, örneğin X-Api-Key: abc."
            / "Each line needs a name, a colon and a value, such as X-Api-Key: abc.",
        // Packages.
        packages: "Hizmet paketleri" / "Service packages",
        packages_intro: "Süresi dolan paket için burada uyarılırsınız. Siparişler gelmeye devam eder."
            / "You are warned here when a package expires. Orders keep coming in.",
        edit_packages: "Paketleri düzenle" / "Edit the packages",
        no_packages: "Paket yok. Paket olmadan da her şey çalışır."
            / "No packages. Everything works without one.",
        package: "Paket" / "Package",
        new_package: "Yeni paket" / "New package",
        starts: "Başlangıç" / "Starts",
        ends: "Bitiş" / "Ends",
        is_on: "Kullanımda" / "In use",
        remove_package: "Bu paketi sil" / "Remove this package",
        running: "Sürüyor" / "Active",
        later: "Henüz başlamadı" / "Not started yet",
        ended: "Süresi doldu" / "Expired",
        off: "Kullanılmıyor" / "Not in use",
        ended_warning:
            "Bu restoranın bir hizmet paketinin süresi doldu. Siparişler gelmeye devam eder; paketi yenileyin ya da \
             silin."
            / "A service package of this restaurant has expired. Orders keep coming in; renew it or remove it.",
        open_ended: "Tarih yok" / "No date",
        // Businesses.
        edit_business: "İşletmeyi düzenle" / "Edit the business",
        vat_number: "Vergi numarası" / "Tax number",
        tax_office: "Vergi dairesi" / "Tax office",
        city: "Şehir" / "City",
        country: "Ülke" / "Country",
        zip_code: "Posta kodu" / "Postal code",
        phone: "Telefon" / "Phone",
        email: "E-posta" / "E-mail",
        company: "İşletme" / "The business",
        contact: "Adres ve iletişim" / "Address and contact",
        linked: "Restoranları" / "Its restaurants",
        link: "Bu işletmeye ekle" / "Add to this business",
        nothing_to_link: "Bütün restoranlar zaten bu işletmede." / "Every restaurant belongs to this business already.",
        unlink: "Çıkar" / "Unlink",
        // Removing.
        remove: "Restoranı sil" / "Delete the restaurant",
        remove_intro: "Nelerin birlikte silineceği sonraki sayfada yazar."
            / "The page after this says what goes with it.",
        remove_business: "İşletmeyi sil" / "Delete the business",
        remove_business_intro: "Restoranları da silinir. Bunun ne demek olduğu sonraki sayfada yazar."
            / "Its restaurants go with it. The page after this says what that means.",
        remove_title: "Bu restoran silinsin mi?" / "Delete this restaurant?",
        remove_business_title: "Bu işletme silinsin mi?" / "Delete this business?",
        orders_stay: "Siparişleri, raporları ve bildirim kayıtları muhasebe için okunabilir kalır."
            / "Its orders, their reports and the log of notifications stay readable, for accounting.",
        no_integrations_go: "Hiçbir platforma bağlı değil, kesilecek bağlantı yok."
            / "It is connected to no platform, so nothing is disconnected.",
        no_packages_go: "Hizmet paketi yok." / "It has no service packages.",
        no_webhooks_pause: "Yalnızca burası için olan webhook yok, hiçbiri durdurulmaz."
            / "No webhook is for this place alone, so none is paused.",
        no_restaurants_go: "Bağlı restoranı yok, silinecek restoran yok."
            / "No restaurant belongs to it, so none is deleted.",
    }

    pub fn {
        /// What holds while a restaurant says nothing itself.
        as_settings(value: &str): "Ayarlardaki gibi ({value})" / "As in the settings ({value})",
        zone_of_settings(zone: &str): "Ayarlardaki gibi: {zone}" / "As in the settings: {zone}",
        minutes(minutes: u32): "{minutes} dakika" / match minutes { 1 => "1 minute", _ => "{minutes} minutes" },
        /// In the list of those that can be linked.
        belongs_to(restaurant: &str, business: &str): "{restaurant} (şimdiki işletmesi: {business})"
            / "{restaurant} (now in: {business})",
        // What goes with a restaurant or a business that is removed.
        is_deleted(name: &str): "Silinir: {name}" / "Deleted: {name}",
        restaurants_go(names: &str): "Restoranları da silinir: {names}"
            / "Its restaurants are deleted with it: {names}",
        integrations_go(names: &str): "Platform bağlantıları ve bilgileri silinir, oradan sipariş gelmez: {names}"
            / "Platform connections and their credentials are deleted; no more orders come from: {names}",
        packages_go(names: &str): "Hizmet paketleri silinir: {names}" / "Service packages are deleted: {names}",
        webhooks_pause(urls: &str): "Yalnızca burası için olan webhook’lar duraklatılır: {urls}"
            / "Webhooks that are only for this place are paused: {urls}",
        /// `more` is a plus where the count was given up.
        open_orders(count: usize, more: &str):
            "Şu anda açık {count}{more} sipariş var. Platforma artık bir şey bildirilemez; önce bunları bitirin."
            / match count {
                1 => "1 order is still open. Its platform can no longer be told anything; finish it first.",
                _ => "{count}{more} orders are still open. Their platforms can no longer be told anything; finish them \
                      first.",
            },
    }
}
