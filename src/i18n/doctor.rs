//! What `garson doctor` says: what it found, and what to do about it.

texts! {
    pub fn runs(lang, version: &str, url: &str) -> String {
        "garson {version} çalışıyor: {url}" / "garson {version} is running: {url}"
    }

    pub fn does_not_run(lang) -> &'static str {
        "garson bu klasörle çalışmıyor." / "garson is not running on this folder."
    }

    pub fn start_it(lang) -> &'static str {
        "`garson` ile başlatın." / "Start it with `garson`."
    }

    pub fn program_not_yours(lang, folder: &str) -> String {
        "{folder} klasörünü okuyamazsınız: başka bir kullanıcının." / "You cannot read {folder}: it belongs to another user."
    }

    pub fn program_silent(lang, why: &str) -> String {
        "garson çalışıyor ama yanıt vermiyor: {why}" / "garson is running but does not respond: {why}"
    }

    pub fn program_silent_help(lang) -> &'static str {
        "Yeni başladıysa biraz bekleyip yeniden deneyin. Sürerse programı yeniden başlatın ve günlüğüne bakın."
            / "If it has just started, wait a moment and try again. If it stays that way, restart it and check its log."
    }

    pub fn public_reached(lang, url: &str) -> String {
        "Platformlar {url} adresinden bu programa ulaşıyor." / "Platforms reach this program at {url}."
    }

    pub fn public_elsewhere(lang, url: &str, status: &str) -> String {
        "{url} adresinde bu program değil, başka bir şey yanıt veriyor (HTTP {status})."
            / "Something other than this program answers at {url} (HTTP {status})."
    }

    pub fn public_elsewhere_help(lang) -> &'static str {
        "Adresi, proxy’nin ya da tünelin nereye yönlendirdiğini ve --public-url değerini kontrol edin; /intake/ yolları buraya gelmeli."
            / "Check the address, where the proxy or tunnel leads, and --public-url; paths under /intake/ have to come here."
    }

    pub fn public_nowhere(lang, url: &str, why: &str) -> String {
        "{url} adresine ulaşılamıyor: {why}." / "{url} cannot be reached: {why}."
    }

    pub fn public_nowhere_help(lang) -> &'static str {
        "Bazı modemler kendi genel adresine içeriden ulaştırmaz: mobil veriye bağlı bir telefonla da deneyin. Yine olmuyorsa alan adını, \
         proxy’yi ya da tüneli ve sertifikayı kontrol edin."
            / "Some routers cannot reach their own public address from inside: try it from outside too, from a phone on mobile data. If \
               that fails as well, check the name, the proxy or tunnel, and the certificate."
    }

    pub fn public_closed(lang, url: &str) -> String {
        "{url} adresinden panele ve API’ye ulaşılamıyor; böyle olmalı." / "The panel and the API cannot be reached at {url}, as it should be."
    }

    pub fn public_exposed(lang, url: &str, paths: &str) -> String {
        "{url} adresinde internete açık olmaması gerekenler de var: {paths}."
            / "More than intake can be reached at {url}: {paths}."
    }

    pub fn public_exposed_help(lang) -> &'static str {
        "Yalnızca sipariş alan bir port açın (--listen-intake 127.0.0.1:8081) ve proxy’yi ya da tüneli ona yönlendirin; örnekler \
         panelin /help/public-address sayfasında."
            / "Open a port for intake only (--listen-intake 127.0.0.1:8081) and point the proxy or tunnel there; /help/public-address in \
               the panel has examples."
    }

    pub fn public_port(lang, url: &str) -> String {
        "Panel {url} adresinde, önündeki proxy’ye ya da tünele uğramadan açılıyor."
            / "The panel opens at {url}, bypassing the proxy or tunnel in front of it."
    }

    pub fn public_port_help(lang) -> &'static str {
        "Yalnızca bu cihazı (--listen 127.0.0.1:8080) ya da cihazın yerel ağdaki adresini verin. Deneme bu cihazdan yapıldı: güvenlik \
         duvarının portu dışarıya kapatıp kapatmadığını mobil veriye bağlı bir telefonla deneyin."
            / "Let the panel listen on this machine only (--listen 127.0.0.1:8080) or at its address on the local network. This was tried \
               from the machine itself: try from a phone on mobile data whether a firewall closes the port to others."
    }

    pub fn no_folder(lang, folder: &str) -> String {
        "{folder} klasörü henüz yok; ilk açılışta oluşturulur." / "The folder {folder} does not exist yet; it is created at the first start."
    }

    pub fn folder_fine(lang, folder: &str) -> String {
        "{folder} klasörüne yazılabiliyor ve yalnızca sahibine açık." / "The folder {folder} is writable and open only to its owner."
    }

    pub fn folder_closed(lang, folder: &str) -> String {
        "{folder} klasörüne yazılamıyor." / "The folder {folder} cannot be written to."
    }

    pub fn folder_closed_help(lang) -> &'static str {
        "Komutu klasörün sahibi olan kullanıcıyla ya da sudo ile çalıştırın; disk salt okunur bağlanmış da olabilir."
            / "Run this as the user who owns the folder, or with sudo; the disk may also be mounted read-only."
    }

    pub fn folder_open(lang, folder: &str) -> String {
        "{folder} klasörünü başka kullanıcılar da okuyabiliyor." / "Other users can read the folder {folder}."
    }

    pub fn folder_open_help(lang, folder: &str) -> String {
        "İçinde gizli anahtarlar var: chmod 700 {folder}" / "There are secrets in it: chmod 700 {folder}"
    }

    pub fn proxy_unknown(lang) -> &'static str {
        "Bu cihazdaki bir proxy ya da tünel ziyaretçileri iletiyor, ama garson ona güvenmiyor: hepsi tek bir ziyaretçi sayılıyor."
            / "A proxy or tunnel on this machine forwards visitors, but garson does not trust it: they all count as one visitor."
    }

    pub fn proxy_help(lang) -> &'static str {
        "garson’u --trusted-proxy 127.0.0.1,::1 ile ya da GARSON_TRUSTED_PROXY değişkeniyle başlatın."
            / "Start garson with --trusted-proxy 127.0.0.1,::1 or the variable GARSON_TRUSTED_PROXY."
    }

    pub fn name_fine(lang, name: &str) -> String {
        "Bu cihaz yerel ağda {name} adıyla bulunuyor." / "On the local network this machine is called {name}."
    }

    pub fn name_taken(lang, name: &str, wished: &str) -> String {
        "Ağda başka bir cihazın adı {wished}.local; bu cihaz {name} adıyla bulunuyor."
            / "Another machine on the network is called {wished}.local; this one is called {name}."
    }

    pub fn name_taken_help(lang) -> &'static str {
        "Kalıcı bir ad için garson’u --name kasa gibi bir adla başlatın."
            / "For a fixed name, start garson with one of your own, such as --name kasa."
    }

    pub fn name_silent(lang, why: &str) -> String {
        "Bu cihazın adı yerel ağda duyurulamıyor: {why}" / "The name of this machine cannot be announced on the local network: {why}"
    }

    pub fn name_silent_help(lang) -> &'static str {
        "Panel yine de IP adresiyle açılır. Ad gerekmiyorsa --mdns off ile kapatın."
            / "The panel still opens by its IP address. If you do not need a name, turn it off with --mdns off."
    }

    pub fn https_off(lang) -> &'static str {
        "HTTPS kapalı; yerel ağda --tls auto ile açılır." / "HTTPS is off; --tls auto turns it on for the local network."
    }

    pub fn https_fine(lang, subject: &str, ends: &str) -> String {
        "HTTPS açık; {subject} sertifikası {ends} tarihine kadar geçerli."
            / "HTTPS is on; the certificate of {subject} is valid until {ends}."
    }

    pub fn https_over(lang, subject: &str, starts: &str, ends: &str) -> String {
        "HTTPS sertifikası ({subject}) bu cihazın saatine göre geçerli değil: {starts} – {ends}"
            / "According to this machine’s clock the HTTPS certificate of {subject} is not valid: {starts} – {ends}"
    }

    pub fn https_ends(lang, subject: &str, ends: &str) -> String {
        "HTTPS sertifikasının ({subject}) süresi yakında doluyor: {ends}" / "The HTTPS certificate of {subject} expires soon: {ends}"
    }

    pub fn https_troubled(lang, why: &str) -> String {
        "Yeni HTTPS sertifikası kullanılamıyor, eskisi yerinde kaldı: {why}"
            / "The new HTTPS certificate cannot be used; the previous one stays in use: {why}"
    }

    pub fn https_help(lang) -> &'static str {
        "--tls ile verilen sertifika ve anahtar dosyalarını yenileyin; yeniden başlatmak gerekmez. Saat yanlışsa önce onu düzeltin."
            / "Replace the certificate and key files given with --tls; no restart is needed. If the clock is wrong, set it first."
    }

    pub fn disk_free(lang, megabytes: u64) -> String {
        "Diskte {megabytes} MB boş yer var." / "The disk has {megabytes} MB free."
    }

    pub fn disk_help(lang) -> &'static str {
        "Yer açın ya da veri klasörünü daha büyük bir diske taşıyın. Disk dolunca yeni sipariş alınamaz. `garson compact` da yer kazandırabilir."
            / "Free some space, or move the data folder to a larger disk. Once it is full, no orders can be received. `garson compact` may help too."
    }

    pub fn clock_fine(lang, now: &str) -> String {
        "Saat doğru görünüyor: {now}" / "The clock seems right: {now}"
    }

    pub fn clock_behind(lang, now: &str) -> String {
        "Saat geri kalmış: {now}. Bu program ondan daha yeni." / "The clock is behind: {now}. This program is newer than that."
    }

    pub fn clock_lags(lang, now: &str, minutes: u64) -> String {
        "Saat {now} diyor; bu, kayıtlı son olaydan {minutes} dakika önce."
            / "The clock says {now}, which is {minutes} minutes before the last thing that was stored."
    }

    pub fn clock_lags_help(lang) -> &'static str {
        "Yanlışsa düzeltin ve internetten ayarlanmasını açın (Linux: timedatectl set-ntp true). Doğruysa saat bir ara ileriymiş; yapılacak başka bir şey yok."
            / "If that is wrong, set the clock and let the internet keep it right (Linux: timedatectl set-ntp true). If it is right, the clock was ahead once, and there is nothing more to do."
    }

    pub fn clock_help(lang) -> &'static str {
        "Cihazın saatini düzeltin ve internetten ayarlanmasını açın (Linux: timedatectl set-ntp true)."
            / "Set this machine’s clock and let the internet keep it right (Linux: timedatectl set-ntp true)."
    }

    pub fn port_free(lang, address: &str) -> String {
        "{address} boş; program orada dinleyebilir." / "{address} is free for the program to listen on."
    }

    pub fn port_taken(lang, address: &str) -> String {
        "{address} adresini başka bir program kullanıyor." / "Another program uses {address}."
    }

    pub fn port_refused(lang, address: &str, error: &str) -> String {
        "{address} adresinde dinlenemiyor: {error}." / "Cannot listen on {address}: {error}."
    }

    pub fn port_help(lang) -> &'static str {
        "O programı kapatın ya da `--listen 0.0.0.0:8081` gibi başka bir port seçin."
            / "Stop that program, or choose another port: `--listen 0.0.0.0:8081`."
    }

    pub fn files_fine(lang, most: u64) -> String {
        "Aynı anda {most} dosya açılabilir." / "{most} files may be open at once."
    }

    pub fn files_few(lang, most: u64) -> String {
        "Aynı anda yalnızca {most} dosya açılabilir." / "Only {most} files may be open at once."
    }

    pub fn files_help(lang) -> &'static str {
        "Sınırı yükseltin: `ulimit -Hn 4096`, serviste LimitNOFILE=4096." / "Raise the limit: `ulimit -Hn 4096`, for a service LimitNOFILE=4096."
    }

    pub fn store_fine(lang, orders: u64) -> String {
        "Veritabanına yazılabiliyor; {orders} sipariş var." / "The database can be written to; it has {orders} orders."
    }

    pub fn store_opens(lang) -> &'static str {
        "Veritabanı açılıyor. Tamamını kontrol etmek için: garson check" / "The database opens. To check all of it: garson check"
    }

    pub fn store_new(lang) -> &'static str {
        "Henüz veritabanı yok; ilk açılışta oluşturulur." / "There is no database yet; it is created at the first start."
    }

    pub fn store_ill(lang, why: &str) -> String {
        "Veritabanı çalışmıyor: {why}" / "The database does not work: {why}"
    }

    pub fn store_help(lang) -> &'static str {
        "Diske ve boş yere bakın, programı yeniden başlatın; düzelmezse son yedeği geri yükleyin."
            / "Check the disk and its free space and restart the program; if that does not help, restore the last backup."
    }

    pub fn owned(lang) -> &'static str {
        "Kurulum yapılmış." / "It is set up."
    }

    pub fn not_owned(lang) -> &'static str {
        "Kurulum henüz yapılmamış." / "It is not set up yet."
    }

    pub fn not_owned_help(lang) -> &'static str {
        "`garson setup-link` komutunun yazdığı adresi tarayıcıda açın." / "Open the address that `garson setup-link` prints in a browser."
    }

    pub fn platforms_fine(lang, count: usize) -> String {
        "{count} platform bağlantısında sorun yok." / "{count} platform connections, no problems."
    }

    pub fn platform_ill(lang, what: &str) -> String {
        "Platform sorunu: {what}" / "Platform problem: {what}"
    }

    pub fn platform_help(lang) -> &'static str {
        "Panelde Restoranlar sayfasından platformu açın, bilgileri kontrol edin ve bağlantıyı test edin."
            / "Open the platform from the panel’s Restaurants page, check what was entered and test the connection."
    }

    pub fn webhooks_fine(lang, count: usize) -> String {
        "{count} webhook adresinde sorun yok." / "{count} webhooks, no problems."
    }

    pub fn webhook_ill(lang, url: &str, waiting: u64, failed: u64) -> String {
        "{url} adresine {failed} bildirim ulaşmadı, {waiting} bildirim bekliyor." / "{failed} notifications did not reach {url}, {waiting} are waiting."
    }

    pub fn webhook_help(lang) -> &'static str {
        "Alıcı programın açık, adresin doğru olduğunu kontrol edin; sonra panelde Webhook’lar sayfasından yeniden gönderin."
            / "Check that the receiving program is running and the address is right; then send again from the panel’s Webhooks page."
    }

    pub fn all_well(lang) -> &'static str {
        "Her şey yolunda." / "All is well."
    }

    pub fn not_well(lang, count: usize) -> String {
        "{count} konuya bakmak gerekiyor." / match count { 1 => "1 thing needs attention.", _ => "{count} things need attention." }
    }
}
