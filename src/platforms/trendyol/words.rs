//! What is said of Trendyol Go, in both languages.

bilingual! {
    WRONG_KEY:
        "Trendyol Go anahtarı kabul etmedi: API Key veya API Secret yanlış ya da diğer ortama (test/canlı) ait. İkisini de \
             satıcı panelinden, Hesap Bilgilerim → Entegrasyon Bilgileri bölümünden yeniden kopyalayın."
        / "Trendyol Go did not accept the key: the API key or the API secret is wrong or belongs to the other environment \
             (test/live). Copy both again from the seller panel, Hesap Bilgilerim → Entegrasyon Bilgileri.",
    NOT_ALLOWED: "Trendyol Go izin vermedi: bu anahtarın yetkisi yok ya da satıcı ID veya şube ID bu anahtara ait değil."
        / "Trendyol Go did not allow this: the key lacks the right, or the supplier ID or store ID is not this key’s.",
    UNKNOWN_ADDRESS:
        "Test ortamı bu internet adresini (IP) tanımıyor. Trendyol Go çağrı merkezinden IP adresinizin izin listesine \
             eklenmesini isteyin; canlı ortamda buna gerek yoktur."
        / "The test environment does not know this internet address (IP). Ask Trendyol Go’s call centre to add your IP \
             address to the allowed ones; the live environment does not need this.",
    UNREADABLE: "Trendyol Go’nun yanıtı okunamadı." / "Trendyol Go’s answer is not what was asked for.",

    LIST_CHANGED: "Paket listesi okunurken her seferinde değişti."
        / "The list of packages changed each time while it was read.",
    NO_LIST: "Trendyol Go’nun yanıtında paket listesi yok." / "Trendyol Go’s answer holds no list of packages.",
    ANOTHER_PACKAGE: "Trendyol Go başka bir paket gösterdi." / "Trendyol Go’s answer is not this package.",
    NO_MENU: "Trendyol Go’nun yanıtında menü yok." / "Trendyol Go’s answer holds no menu.",
    NO_ITEM_NUMBERS: "Paketteki ürünlerin numaraları eksik; bu siparişi Trendyol Go panelinden iptal edin."
        / "The numbers of the items in the package are missing; cancel this order in Trendyol Go’s own panel.",

    NO_BRANCHES: "Trendyol Go’nun yanıtında şube yok." / "Trendyol Go’s answer holds no branches.",
    fn no_such_branch(id: &str): "{id} numaralı şube bu satıcının şubeleri arasında yok. Bu satıcının hiç şubesi görünmüyor."
        / "Branch {id} is not one of this supplier’s. This supplier shows no branch at all.",
    fn other_branches(id: &str, named: String): "{id} numaralı şube bu satıcının şubeleri arasında yok. Şubeleri: {named}."
        / "Branch {id} is not one of this supplier’s. Its branches: {named}.",
}
