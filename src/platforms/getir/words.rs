//! What is said of Getir, in both languages.

bilingual! {
    CAVEAT: "Getir Yemek 2026’dan beri Trendyol Go’ya (Uber) taşınıyor. Bu bağlantının hâlâ verilip verilmediğini önce \
             Getir’e sorun (getiryemekapi@getir.com)."
        / "Since 2026 Getir Yemek has been moving to Trendyol Go (Uber). Ask Getir first whether this connection is \
             still given (getiryemekapi@getir.com).",

    SESSION_REFUSED: "Getir, uygulama anahtarı (appSecretKey) ve restoran anahtarıyla (restaurantSecretKey) az önce alınan \
             oturumu kabul etmiyor. İki anahtarın aynı ortama (canlı veya test) ait olduğunu denetleyin."
        / "Getir does not accept the session that it has just given for appSecretKey and restaurantSecretKey. Check \
             that both keys are for the same environment (live or test).",
    FORBIDDEN: "Getir bu restoran için erişime izin vermiyor (403). Entegrasyonun bu restoran için açık olduğunu Getir’e \
             (getiryemekapi@getir.com) sorun."
        / "Getir does not allow access to this restaurant (403). Ask Getir (getiryemekapi@getir.com) whether the \
             integration is switched on for it.",
    NO_TOKEN: "Getir’in giriş yanıtında oturum anahtarı yok." / "Getir’s answer to the login has no token.",
    WRONG_APP_KEY: "Getir uygulama anahtarını (appSecretKey) kabul etmedi."
        / "Getir did not accept the application key (appSecretKey).",
    WRONG_RESTAURANT_KEY: "Getir restoran anahtarını (restaurantSecretKey) kabul etmedi."
        / "Getir did not accept the restaurant key (restaurantSecretKey).",
    WRONG_KEYS: "Getir girişi reddetti: uygulama anahtarı (appSecretKey) veya restoran anahtarı (restaurantSecretKey) \
             yanlış, ya da başka bir ortama (canlı veya test) ait."
        / "Getir refused the login: appSecretKey or restaurantSecretKey is wrong, or belongs to another environment \
             (live or test).",

    NO_LIST: "Getir’in yanıtı bir sipariş listesi değil." / "Getir’s answer is not a list of orders.",
    NO_ORDER: "Getir’in yanıtı bir sipariş değil." / "Getir’s answer is not an order.",
    ANOTHER_ORDER: "Getir başka bir sipariş gösterdi." / "Getir showed another order.",
    NO_MENU: "Getir’in yanıtı bir menü değil." / "Getir’s answer is not a menu.",
    NO_REASONS: "Getir’in yanıtı bir neden listesi değil." / "Getir’s answer is not a list of reasons.",

    NOT_ACTIVE: "Getir bu ileri tarihli siparişi henüz etkinleştirmedi." / "Getir has not made this scheduled order active yet.",
    NOT_CANCELLABLE: "Getir bu siparişin artık iptal edilemeyeceğini söylüyor."
        / "Getir says that this order can no longer be cancelled.",
    REASON_REFUSED: "Getir bu iptal nedenini siparişin şu anki durumunda kabul etmiyor; nedenleri yeniden isteyin."
        / "Getir does not accept this reason in the order’s present status; ask for the reasons again.",

    POS_OFF: "Getir’de bu restoranın POS bağlantısı etkin değil (posStatus). Etkin olmadıkça siparişler gelmeyebilir."
        / "At Getir the POS connection of this restaurant is not active (posStatus). Until it is, orders may not come in.",
    SWITCH_POS_ON: "Getir’de etkinleştir" / "Activate at Getir",
    POS_ON: "Getir kabul etti: POS bağlantısı orada etkin." / "Getir accepted this: the POS connection is active there.",
}
