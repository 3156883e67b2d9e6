//! The texts of the page that helps a device to trust this box, and of what leads there.

texts! {
    pub struct TrustTexts {
        title: "Bu cihaz garson’a güvensin" / "Make this device trust garson",
        intro:
            "garson bu ağda şifreli bağlantı (HTTPS) kurabiliyor. Tarayıcının uyarı vermemesi için her telefon, tablet ve \
             bilgisayar garson’un kendi sertifika yetkilisini bir kez tanımalı."
            / "garson can encrypt connections on this network (HTTPS). For browsers to open it without a warning, each \
               phone, tablet and PC has to be told once about garson’s own certificate authority.",
        bounds:
            "Bu yetkili yalnızca yerel ağdaki adlar (.local) ve özel adresler için geçerlidir; internetteki hiçbir site adına \
             sertifika veremez."
            / "That authority is valid only for names on this network (.local) and private addresses. It cannot vouch for any \
               website on the internet.",
        off: "HTTPS bu cihazda açık değil" / "HTTPS is not on here",
        off_help:
            "Yetkili garson’u --tls auto ile (servis olarak: GARSON_TLS=auto) başlatınca bu sayfa her cihaz için yol \
             gösterir."
            / "Once the owner starts garson with --tls auto (as a service: GARSON_TLS=auto), this page shows the way for \
               each kind of device.",
        given: "Burada işletmenin kendi sertifikası kullanılıyor" / "The owner’s own certificate is used here",
        given_help: "Yüklenecek bir şey yok. Tarayıcı uyarı veriyorsa sertifikayı veren kişiye danışın."
            / "There is nothing to install. If a browser shows a warning, ask whoever issued the certificate.",
        compare: "1. Parmak izini karşılaştırın" / "1. Compare the fingerprint",
        compare_help:
            "Bu sayfa şifresiz gelmiş olabilir. Aşağıdaki dizi, garson’un çalıştığı cihazda “garson status” komutunun \
             gösterdiğiyle aynı değilse dosyayı yüklemeyin."
            / "This page may have come unencrypted. Install the file only if this is what the command “garson status” shows \
               on the machine that garson runs on.",
        sha: "SHA-256 parmak izi" / "SHA-256 fingerprint",
        file: "2. Dosyayı indirin" / "2. Download the file",
        for_apple: "iPhone, iPad için" / "For iPhone and iPad",
        for_others: "Android, Windows, Mac için" / "For Android, Windows and Mac",
        for_linux: "Linux ve Firefox için (PEM)" / "For Linux and Firefox (PEM)",
        steps: "3. Yükleyin" / "3. Install it",
        steps_help: "Cihazınızı seçin." / "Choose your device.",
        android_new: "Android 11 ve sonrası" / "Android 11 and newer",
        android_new_1: "Yukarıdaki garson.crt dosyasını indirin." / "Download garson.crt above.",
        android_new_2:
            "Ayarlar → Güvenlik ve gizlilik → Diğer güvenlik ayarları → Şifreleme ve kimlik bilgileri → Sertifika yükle → CA \
             sertifikası. Samsung’da: Ayarlar → Güvenlik ve gizlilik → Diğer güvenlik ayarları → Telefon belleğinden yükle → CA \
             sertifikası."
            / "Settings → Security & privacy → More security settings → Encryption & credentials → Install a certificate → \
               CA certificate. On a Samsung: Settings → Security and privacy → Other security settings → Install from phone \
               storage → CA certificate.",
        android_new_3:
            "“Yine de yükle”ye dokunun, ekran kilidini girin ve indirilen dosyayı seçin. Android bundan sonra ağın izlenebileceğini \
             yazar; bu, elle eklenen her yetkili için aynıdır."
            / "Tap “Install anyway”, give the screen lock and choose the downloaded file. Android then says that the network \
               may be monitored, as it does for every authority that was added by hand.",
        android_old: "Android 7 – 10" / "Android 7 to 10",
        android_old_1: "Önce ekran kilidi (PIN ya da desen) kurulu olmalı." / "A screen lock (PIN or pattern) has to be set first.",
        android_old_2:
            "garson.crt dosyasını indirip açın. Ad olarak “garson”, kullanım olarak “VPN ve uygulamalar” seçin. Açılmazsa: Ayarlar → \
             Güvenlik → Şifreleme ve kimlik bilgileri → Depolama alanından yükle."
            / "Download garson.crt and open it. Name it “garson” and choose “VPN and apps”. If it does not open: Settings → \
               Security → Encryption & credentials → Install from storage.",
        android_firefox:
            "Android’de Firefox kullanıyorsanız: Ayarlar → Firefox hakkında → simgeye beş kez dokunun; geri dönünce Gizli ayarlar → \
             “Üçüncü taraf CA sertifikalarını kullan”."
            / "If you use Firefox on Android: Settings → About Firefox → tap the logo five times; back in the settings, Secret \
               Settings → “Use third party CA certificates”.",
        apple: "iPhone ve iPad" / "iPhone and iPad",
        apple_1: "Bu sayfayı Safari’de açıp profili indirin ve “İzin Ver”e dokunun."
            / "Open this page in Safari, download the profile and tap “Allow”.",
        apple_2: "Ayarlar → Profil İndirildi (ya da Genel → VPN ve Aygıt Yönetimi) → garson → Yükle."
            / "Settings → Profile Downloaded (or General → VPN & Device Management) → garson → Install.",
        apple_3:
            "Bu yetmez: Ayarlar → Genel → Hakkında → Sertifika Güven Ayarları bölümünde garson’un anahtarını açın ve onaylayın."
            / "That alone is not enough: in Settings → General → About → Certificate Trust Settings switch garson on, and \
               confirm.",
        windows: "Windows" / "Windows",
        windows_1: "İndirilen garson.crt dosyasına çift tıklayın → Sertifika Yükle."
            / "Double-click the downloaded garson.crt → Install Certificate.",
        windows_2:
            "Geçerli Kullanıcı (ya da bu bilgisayardaki herkes için Yerel Makine) → “Tüm sertifikaları aşağıdaki depolama alanına \
             yerleştir” → Gözat → Güvenilen Kök Sertifika Yetkilileri."
            / "Current User (or Local Machine, for everybody on this PC) → “Place all certificates in the following store” → \
               Browse → Trusted Root Certification Authorities.",
        windows_3:
            "Windows’un gösterdiği uyarıyı onaylayın, tarayıcıyı kapatıp açın. Edge, Chrome ve Firefox (120 ve sonrası) bunu kullanır."
            / "Confirm the warning of Windows, then close the browser and open it again. Edge, Chrome and Firefox (120 and \
               newer) use it.",
        mac: "Mac" / "Mac",
        mac_1: "garson.crt dosyasına çift tıklayın; Anahtar Zinciri Erişimi açılır. “Oturum açma”yı seçip ekleyin."
            / "Double-click garson.crt; Keychain Access opens. Add it to “login”.",
        mac_2:
            "Listede garson’a çift tıklayın → Güven → “Bu sertifikayı kullanırken: Her Zaman Güven”. Pencereyi kapatıp parolanızı \
             girin."
            / "Double-click garson in the list → Trust → “When using this certificate: Always Trust”. Close the window and \
               give your password.",
        linux: "Linux: Chrome, Chromium" / "Linux: Chrome, Chromium",
        linux_1: "libnss3-tools paketini kurun ve indirilen dosyayı tarayıcının listesine ekleyin:"
            / "Install the package libnss3-tools and add the downloaded file to the browser’s list:",
        linux_2: "Tarayıcıyı yeniden başlatın. Komut satırı araçları için (Debian, Ubuntu):"
            / "Restart the browser. For command-line tools (Debian, Ubuntu):",
        firefox: "Firefox (her bilgisayarda)" / "Firefox (on any computer)",
        firefox_1:
            "Ayarlar → Gizlilik ve Güvenlik → Sertifikalar → Sertifikaları görüntüle → Makamlar → İçe aktar, sonra garson.pem dosyasını \
             seçin."
            / "Settings → Privacy & Security → Certificates → View Certificates → Authorities → Import, then choose \
               garson.pem.",
        firefox_2: "“Web sitelerini tanımlamak için bu CA’ya güven” kutusunu işaretleyin." / "Tick “Trust this CA to identify websites”.",
        done: "4. Deneyin" / "4. Try it",
        is_trusted: "Bu cihaz garson’a güveniyor." / "This device trusts garson.",
        not_yet: "Bu cihaz garson’a henüz güvenmiyor." / "This device does not trust garson yet.",
        open_panel: "Paneli HTTPS ile aç" / "Open the panel over HTTPS",
        remove:
            "Artık istemiyorsanız aynı yerlerden “garson” sertifikasını silin. garson’a bir daha güvenilmez, başka bir şey değişmez."
            / "If you no longer want it, delete the certificate “garson” in the same places. garson is then no longer trusted; \
               nothing else changes.",
        phone: "Telefon ve tablet için" / "For a phone or tablet",
        phone_help: "Aynı ağdaki cihazın kamerasıyla okutun; bu sayfa orada açılır."
            / "Scan this with the camera of a device on the same network; this page opens there.",
        picture: "Bu sayfanın adresini taşıyan karekod" / "A QR code with the address of this page",
        lead: "Bu bağlantı şifreli değil." / "This connection is not encrypted.",
        lead_open: "HTTPS ile aç" / "Open over HTTPS",
    }

    /// What a device calls what it was given.
    pub fn profile(lang) -> &'static str {
        "Tarayıcıların yerel ağdaki garson’a güvenmesini sağlar. Başka hiçbir şeyi değiştirmez."
            / "Makes browsers trust garson on the local network. It changes nothing else."
    }
}
