//! The dishes of a restaurant, and the stations of its kitchen.

texts! {
    pub struct DishesTexts {
        title: "Yemekler" / "Dishes",
        intro: "Siparişlerden ve platformların menülerinden öğrenilir. Bir yemeği hangi istasyonun hazırladığını burada \
                işaretlersiniz; işaretsiz yemek bütün istasyonlara gider."
            / "Learnt from orders and from the platforms’ menus. Tick which station makes a dish; a dish without a tick goes \
               to all of them.",
        none: "Henüz yemek bilinmiyor" / "No dishes are known yet",
        none_next: "İlk sipariş geldiğinde ya da bir platform bağlandığında burada görünürler."
            / "They appear here with the first order, or when a platform is connected.",
        none_found: "Aramaya uyan yemek yok." / "No dish fits the search.",
        search: "Ara" / "Search",
        search_help: "Ad, kod ya da kategori" / "Name, code or category",
        shown: "Göster" / "Show",
        shown_all: "Bütün yemekler" / "All dishes",
        shown_open: "İstasyonu olmayanlar" / "Dishes without a station",
        no_category: "Kategorisi bilinmeyenler" / "No category known",
        whole_category: "Kategorinin tamamı" / "The whole category",
        also: "Diğer adları" / "Also called",
        code: "Kod" / "Code",
        off_menu: "Artık menüde değil" / "No longer on the menu",
        goes_to_all: "Bütün istasyonlara gider" / "Goes to all stations",
        save_suggested: "Önerilerle birlikte kaydet" / "Save with the suggestions",
        no_stations: "Henüz istasyon yok" / "There are no stations yet",
        no_stations_next: "Izgara, fırın ya da içecek gibi istasyonlar ekleyin, sonra yemekleri onlara dağıtın."
            / "Add stations such as grill, oven or drinks, then sort the dishes to them.",
        stations: "İstasyonlar" / "Stations",
        add_stations: "İstasyon ekle" / "Add stations",
        own_wins: "Yemeğin kendi işareti varsa kategorisininki o yemek için geçerli olmaz."
            / "Where a dish has ticks of its own, those of its category do not count for it.",
        before: "Önceki yemekler" / "Previous dishes",
        after: "Sonraki yemekler" / "More dishes",
        // The restaurant's own page.
        kitchen: "Mutfak" / "Kitchen",
        kitchen_intro: "Hangi yemeklerin satıldığı ve hangi istasyonda hazırlandığı."
            / "Which dishes are sold, and at which station they are made.",
        // The stations.
        stations_intro: "Mutfaktaki yerler: ızgara, fırın, soğuk, içecek… Her istasyonun hangi yemekleri hazırladığını yemekler \
                         sayfasında seçersiniz. Bir yemek iki istasyona birden gidebilir."
            / "The places in your kitchen: grill, oven, cold, drinks … Which dishes each of them makes, you choose on the page \
               of the dishes. A dish can go to two stations.",
        sort_dishes: "Yemekleri dağıt" / "Sort the dishes",
        name: "İstasyonun adı" / "Name of the station",
        name_help: "Örneğin Izgara" / "For example Grill",
        add: "İstasyon ekle" / "Add a station",
        change_name: "Adını değiştir" / "Rename",
        remove: "Sil" / "Delete",
        remove_title: "Bu istasyon silinsin mi?" / "Delete this station?",
        removed_goes_to_all: "Onun hazırladığı yemekler, başka bir istasyonda da işaretli değilse bütün istasyonlara gider."
            / "The dishes that it made go to all stations, unless another one has them too.",
        takes_nothing: "Henüz yemek seçilmedi" / "No dishes chosen yet",
    }

    pub fn {
        known(dishes: usize): "{dishes} yemek" / match dishes { 1 => "1 dish", _ => "{dishes} dishes" },
        found(dishes: usize, all: usize): "{all} yemekten {dishes} tanesi" / "{dishes} of {all} dishes",
        open(dishes: usize): "istasyonu olmayan {dishes}" / "{dishes} without a station",
        options(options: usize): "{options} seçenek" / match options { 1 => "1 option", _ => "{options} options" },
        stations_count(stations: usize): "{stations} istasyon" / match stations { 1 => "1 station", _ => "{stations} stations" },
        by_category(stations: &str): "Kategorisiyle: {stations}" / "By its category: {stations}",
        suggested(stations: &str): "Öneri: {stations}" / "Suggested: {stations}",
        /// For those who hear the page: whose boxes these are.
        stations_of(dish: &str): "İstasyonlar: {dish}" / "Stations: {dish}",
        takes(dishes: usize): "{dishes} yemek hazırlar" / match dishes { 1 => "Makes 1 dish", _ => "Makes {dishes} dishes" },
        is_removed(name: &str): "Silinir: {name}" / "Deleted: {name}",
    }
}
