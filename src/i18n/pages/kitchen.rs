//! The texts of the kitchen: its screen, how a device comes in, and the owner's page of such devices.

use super::words;
use model::{Lang, ScreenRole};

texts! {
    pub struct KitchenTexts {
        screen: "Mutfak ekranı" / "Kitchen screen",
        screens: "Mutfak ekranları" / "Kitchen screens",

        // The owner's page.
        intro:
            "Mutfaktaki, kasadaki ya da paketlemedeki tablet veya televizyon panoyu tam ekran gösterir; orada kimse parola \
             girmez. Neyi göstereceğini ve orada neye basılabileceğini görevi belirler. Müşteri listesini, raporları, ayarları \
             ve anahtarları açamaz."
            / "A tablet or television in the kitchen, at the counter or at the pass shows the board on the whole screen, and \
               nobody signs in on it. Its role says what it shows and what can be pressed there. It cannot open lists of \
               customers, reports, settings or keys.",
        lasts:
            "Siz kesene kadar bağlı kalır; parolanızı değiştirmeniz ya da bağlayan kişinin silinmesi onu etkilemez. 8 ay \
             kullanılmayan ekranın bağlantısı kendiliğinden kesilir. Kaybolan cihazın bağlantısını hemen kesin."
            / "It stays connected until you disconnect it, also when you change your password or whoever connected it is \
               removed. One that nobody uses for 8 months is disconnected. If a device is lost, disconnect it at once.",
        none: "Henüz bağlı ekran yok." / "No screen is connected yet.",
        add: "Yeni ekran ekle" / "Add a screen",
        name: "Ekranın adı" / "Name of the screen",
        name_help: "Sipariş geçmişinde bu ad görünür." / "The history of orders shows this name.",
        usual_name: "Mutfak tableti" / "Kitchen tablet",
        restaurant: "Gösterdiği restoran" / "Restaurant",
        restaurant_help: "Ekran yalnızca bu restoranın siparişlerini görür." / "The screen sees only the orders of this one.",
        gone_restaurant: "silinmiş restoran" / "removed restaurant",
        roles: "Görevi" / "Role",
        roles_help: "Birden çok seçerseniz ekranda aralarında geçilir. Görevin göstermediği bilgi o ekrana hiç gönderilmez."
            / "With more than one, people switch between them on the screen. What a role does not show is not sent to it.",
        change_roles: "Görevini değiştir" / "Change its role",
        no_role: "En az bir görev seçin." / "Choose at least one role.",
        make_code: "Kodu göster" / "Show the code",
        since: "Bağlandı" / "Connected",
        last_seen: "Son görülme" / "Last seen",
        is_on: "Açık" / "On",
        change_name: "Adını değiştir" / "Rename",
        end: "Bağlantıyı kes" / "Disconnect",
        end_title: "Bu ekranın bağlantısı kesilsin mi?" / "Disconnect this screen?",
        end_at_once: "Ekran hemen kapanır ve bunu kırmızı, sesli bir uyarıyla söyler."
            / "The screen stops at once and says so, in red and aloud.",
        end_again: "Yeniden bağlamak için yeni bir kod gerekir." / "Connecting it again takes a new code.",
        unreachable: "Bu bilgisayara ağdaki başka cihazlar ulaşamıyor. garson’u ağı dinleyecek şekilde başlatın:"
            / "Other devices on the network cannot reach this machine. Start garson so that it listens to the network:",

        // An invitation.
        scan: "Bu kodu mutfaktaki cihazla okutun" / "Scan this with the device in the kitchen",
        scan_help: "Cihaz bu bilgisayarla aynı ağda olmalı." / "It has to be on the same network as this machine.",
        picture: "Cihazın okutacağı QR kodu" / "QR code for the device to scan",
        no_camera: "Kamerası yoksa tarayıcısında şu adresi açıp kodu yazın:"
            / "If it has no camera, open this address in its browser and type the code:",
        once: "Kod tek kullanımlıktır. Kalan süre" / "The code works once. Time left",
        awake_hint: "Ekranın hiç kararmaması için cihaza önce güvenlik sertifikasını kurun:"
            / "For a screen that never goes dark, install the security certificate on the device first:",
        awake_link: "Sertifika" / "Certificate",
        is_over: "Kodun süresi doldu. Yeni bir kod oluşturun." / "The code is no longer valid. Make a new one.",

        // What the device sees.
        connect: "Bu ekranı mutfağa bağla" / "Connect this screen to the kitchen",
        connect_help: "Cihaz bundan sonra yalnızca panoyu açar. Parola gerekmez." / "From then on this device opens the board only. No password is needed.",
        link_is_over: "Bu kod artık geçerli değil. Yetkiliden yeni bir kod isteyin."
            / "This code is no longer valid. Ask the owner for a new one.",
        wrong_code: "Kod yanlış ya da süresi dolmuş. Yetkiliden yeni bir kod isteyin."
            / "The code is wrong or no longer valid. Ask the owner for a new one.",
        code_help: "Yetkili, Kullanıcılar › Mutfak ekranları sayfasında gösterir."
            / "The owner shows it under Users › Kitchen screens.",
        sign_in_instead: "Kendi adınızla giriş yapın" / "Sign in under your own name",

        // The screen itself.
        whole_screen: "Tam ekran" / "Full screen",
        leave: "Panele dön" / "Back to the panel",
        dishes: "Ürünler" / "Dishes of",
        can_sleep: "Bu ekran kararabilir" / "This screen may go dark",
        can_sleep_why:
            "Tarayıcı ekranı yalnızca şifreli bağlantıda açık tutar. Cihazın ayarlarından ekran kapanma süresini uzatın ya da \
             sertifikayı kurup ekranı yeniden bağlayın."
            / "The browser keeps the screen on over an encrypted connection only. Set a longer screen timeout on the device, \
               or install the certificate and connect the screen again.",
        ended: "Bu ekranın bağlantısı kesildi" / "This screen is disconnected",
        ended_help: "Yeni siparişler burada GÖRÜNMEZ. Yetkiliden yeni bir kod isteyin."
            / "New orders are NOT shown here. Ask the owner for a new code.",
        ended_person: "Oturumunuz kapandı" / "You are signed out",
        ended_person_help: "Yeni siparişler burada GÖRÜNMEZ. Yeniden giriş yapın."
            / "New orders are NOT shown here. Sign in again.",
        type_code: "Kodu yaz" / "Type the code",
        sign_in: "Giriş yap" / "Sign in",

        // As an app.
        app_name: "garson mutfak" / "garson kitchen",
        app_about: "Paket siparişlerin mutfak ekranı" / "The kitchen screen for delivery orders",
    }

    pub fn role_help(lang, role: ScreenRole) -> &'static str {
        match role {
            ScreenRole::All => "Panonun tamamı; tek ekranlı küçük işletme için." / "The whole board, for a small shop with one screen.",
            ScreenRole::Counter =>
                "Onaylar, teslim eder, iptal eder. Müşteri, kurye, tutar ve para üstü görünür."
                / "Accepts, hands over, cancels. Shows customers, couriers, money and change.",
            ScreenRole::Kitchen =>
                "Pişirilecekler yan yana, en acili önde. Yeni siparişi onaylar, hazır der. Müşteri ve tutar yoktur."
                / "What is to be cooked, side by side, most urgent first. Accepts new orders and marks them ready. No customers, no money.",
            ScreenRole::Station =>
                "Yalnızca kendi istasyonunun ürünleri." / "Only the dishes of its own station.",
            ScreenRole::Pass =>
                "Neyin tamam, neyin eksik olduğu. Hazır der, kuryeye verir. Tutar, adres ve telefon yoktur."
                / "What is complete and what is missing. Marks orders ready and hands them over. No money, addresses or telephones.",
        }
    }

    pub fn {
        /// Who uses this browser now.
        leaves(name: &str): "Bu cihazda şu anda açık oturum: {name}. Bağlayınca bu oturum kapanır."
            / "Signed in on this device now: {name}. Connecting ends that.",
        came_in(name: &str): "Bağlandı: {name}" / "Connected: {name}",
        screen_goes(name: &str): "Bağlantısı kesilecek ekran: {name}" / "The screen that is disconnected: {name}",
    }
}

/// In the order in which they are offered.
pub fn roles(lang: Lang, roles: &[ScreenRole]) -> String {
    roles.iter().map(|role| words::screen_role(lang, *role)).collect::<Vec<_>>().join(", ")
}
