//! What is said of Yemeksepeti, in both languages.

bilingual! {
    NOT_PRINTABLE: "Denetim karakteri içeremez." / "It cannot contain control characters.",
    NOT_A_CODE: "Yalnızca harf, rakam, tire, alt çizgi ve nokta içerebilir."
        / "It can contain only letters, digits, hyphens, underscores and dots.",

    SESSION_REFUSED: "Yemeksepeti, kullanıcı adı ve parolayla (username, password) az önce verdiği oturumu kabul etmiyor. \
             Bilgilerin canlı ortama ait olduğunu denetleyin."
        / "Yemeksepeti does not accept the session that it has just given for username and password. Check that \
             they are for the live environment.",
    FORBIDDEN: "Yemeksepeti buna izin vermiyor (403). Zincir kodunun (chainCode) bu kullanıcıya ait ve entegrasyonun bu \
             şube için açık olduğunu Yemeksepeti’ne sorun."
        / "Yemeksepeti does not allow this (403). Ask Yemeksepeti whether the chain code (chainCode) belongs to this \
             user and the integration is switched on for this branch.",
    WRONG_LOGIN: "Yemeksepeti girişi reddetti: kullanıcı adı (username) veya parola (password) yanlış."
        / "Yemeksepeti refused the login: username or password is wrong.",
    NO_TOKEN: "Yemeksepeti’nin giriş yanıtında oturum anahtarı (access_token) yok."
        / "Yemeksepeti’s answer to the login has no access_token.",

    UNKNOWN_CHAIN: "Yemeksepeti bu zinciri veya şubeyi tanımıyor (404): zincir kodunu (chainCode) ve şube kodunu \
             (posVendorId) denetleyin."
        / "Yemeksepeti does not know this chain or branch (404): check the chain code (chainCode) and the branch \
             code (posVendorId).",
    UNKNOWN_BRANCH:
        "Yemeksepeti bu şubeyi tanımıyor (404): zincir kodunu (chainCode) ve şube kodunu (posVendorId) denetleyin."
        / "Yemeksepeti does not know this branch (404): check the chain code (chainCode) and the branch code \
             (posVendorId).",
    NO_LIST: "Yemeksepeti’nin yanıtında sipariş listesi yok." / "Yemeksepeti’s answer has no list of orders.",
    NO_ORDER: "Yemeksepeti’nin yanıtı bir sipariş değil." / "Yemeksepeti’s answer is not an order.",
    ANOTHER_ORDER: "Yemeksepeti başka bir sipariş gösterdi." / "Yemeksepeti showed another order.",
    NO_PLATFORMS: "Yemeksepeti’nin yanıtında platform listesi yok." / "Yemeksepeti’s answer has no list of platforms.",

    NOTHING_PUSHED: "İstek gövdesinde okunabilecek bir sipariş yok."
        / "There is no order in the request body that could be read.",

    NOT_SWITCHABLE:
        "Yemeksepeti bu şubenin entegrasyondan açılıp kapatılmasına izin vermiyor; Yemeksepeti panelini kullanın."
        / "Yemeksepeti does not let this branch be opened or closed by the integration; use Yemeksepeti’s own panel.",
    OPENNESS_UNKNOWN: "Yemeksepeti şubenin açık olup olmadığını henüz bilmiyor; birkaç saniye sonra yeniden deneyin."
        / "Yemeksepeti does not know yet whether the branch is open; try again in a few seconds.",
    NOT_OURS: "Bu sipariş Yemeksepeti cihazında kabul edildi; iptali de orada veya Yemeksepeti’ni arayarak yapılır."
        / "This order was accepted on Yemeksepeti’s own device; it is cancelled there too, or by calling Yemeksepeti.",
    NO_MENU: "Türkiye’de menüyü Yemeksepeti tutar ve entegrasyona açmaz; menü Yemeksepeti panelinden düzenlenir."
        / "In Turkey Yemeksepeti keeps the menu and does not open it to integrations; edit it in Yemeksepeti’s panel.",
}
