//! What `garson doctor` says: what it found, and what to do about it.

texts! {
    pub fn {
        runs(version: &str, url: &str): "garson {version} çalışıyor: {url}" / "garson {version} is running: {url}",
        does_not_run: "garson bu klasörle çalışmıyor." / "garson is not running on this folder.",
        start_it: "`garson` ile başlatın." / "Start it with `garson`.",
        program_not_yours(folder: &str): "{folder} klasörünü okuyamazsınız: başka bir kullanıcının."
            / "You cannot read {folder}: it belongs to another user.",
        program_silent(why: &str): "garson çalışıyor ama yanıt vermiyor: {why}"
            / "garson is running but does not respond: {why}",
        program_silent_help:
            "Yeni başladıysa biraz bekleyip yeniden deneyin. Sürerse programı yeniden başlatın ve günlüğüne bakın."
            / "If it has just started, wait a moment and try again. If it stays that way, restart it and check its log.",
        public_reached(url: &str): "Platformlar {url} adresinden bu programa ulaşıyor."
            / "Platforms reach this program at {url}.",
        public_elsewhere(url: &str, status: &str):
            "{url} adresinde bu program değil, başka bir şey yanıt veriyor (HTTP {status})."
            / "Something other than this program answers at {url} (HTTP {status}).",
        public_elsewhere_help:
            "Adresi, proxy’nin ya da tünelin nereye yönlendirdiğini ve --public-url değerini kontrol edin; /intake/ yolları buraya gelmeli."
            / "Check the address, where the proxy or tunnel leads, and --public-url; paths under /intake/ have to come here.",
        public_nowhere(url: &str, why: &str): "{url} adresine ulaşılamıyor: {why}." / "{url} cannot be reached: {why}.",
        public_nowhere_help:
            "Bazı modemler kendi genel adresine içeriden ulaştırmaz: mobil veriye bağlı bir telefonla da deneyin. Yine olmuyorsa alan adını, \
             proxy’yi ya da tüneli ve sertifikayı kontrol edin."
            / "Some routers cannot reach their own public address from inside: try it from outside too, from a phone on mobile data. If \
               that fails as well, check the name, the proxy or tunnel, and the certificate.",
        public_closed(url: &str): "{url} adresinden panele ve API’ye ulaşılamıyor; böyle olmalı."
            / "The panel and the API cannot be reached at {url}, as it should be.",
        public_exposed(url: &str, paths: &str): "{url} adresinde internete açık olmaması gerekenler de var: {paths}."
            / "More than intake can be reached at {url}: {paths}.",
        public_exposed_help:
            "Yalnızca sipariş alan bir port açın (--listen-intake 127.0.0.1:8081) ve proxy’yi ya da tüneli ona yönlendirin; örnekler \
             panelin /help/public-address sayfasında."
            / "Open a port for intake only (--listen-intake 127.0.0.1:8081) and point the proxy or tunnel there; /help/public-address in \
               the panel has examples.",
        public_port(url: &str): "Panel {url} adresinde, önündeki proxy’ye ya da tünele uğramadan açılıyor."
            / "The panel opens at {url}, bypassing the proxy or tunnel in front of it.",
        public_port_help:
            "Yalnızca bu cihazı (--listen 127.0.0.1:8080) ya da cihazın yerel ağdaki adresini verin. Deneme bu cihazdan yapıldı: güvenlik \
             duvarının portu dışarıya kapatıp kapatmadığını mobil veriye bağlı bir telefonla deneyin."
            / "Let the panel listen on this machine only (--listen 127.0.0.1:8080) or at its address on the local network. This was tried \
               from the machine itself: try from a phone on mobile data whether a firewall closes the port to others.",
        no_folder(folder: &str): "{folder} klasörü henüz yok; ilk açılışta oluşturulur."
            / "The folder {folder} does not exist yet; it is created at the first start.",
        folder_fine(folder: &str): "{folder} klasörüne yazılabiliyor ve yalnızca sahibine açık."
            / "The folder {folder} is writable and open only to its owner.",
        folder_closed(folder: &str): "{folder} klasörüne yazılamıyor." / "The folder {folder} cannot be written to.",
        folder_closed_help:
            "Komutu klasörün sahibi olan kullanıcıyla ya da sudo ile çalıştırın; disk salt okunur bağlanmış da olabilir."
            / "Run this as the user who owns the folder, or with sudo; the disk may also be mounted read-only.",
        folder_open(folder: &str): "{folder} klasörünü başka kullanıcılar da okuyabiliyor."
            / "Other users can read the folder {folder}.",
        folder_open_help(folder: &str): "İçinde gizli anahtarlar var: chmod 700 {folder}"
            / "There are secrets in it: chmod 700 {folder}",
        proxy_unknown:
            "Bu cihazdaki bir proxy ya da tünel ziyaretçileri iletiyor, ama garson ona güvenmiyor: hepsi tek bir ziyaretçi sayılıyor."
            / "A proxy or tunnel on this machine forwards visitors, but garson does not trust it: they all count as one visitor.",
        proxy_help: "garson’u --trusted-proxy 127.0.0.1,::1 ile ya da GARSON_TRUSTED_PROXY değişkeniyle başlatın."
            / "Start garson with --trusted-proxy 127.0.0.1,::1 or the variable GARSON_TRUSTED_PROXY.",
        name_fine(name: &str): "Bu cihaz yerel ağda {name} adıyla bulunuyor."
            / "On the local network this machine is called {name}.",
        name_taken(name: &str, wished: &str):
            "Ağda başka bir cihazın adı {wished}.local; bu cihaz {name} adıyla bulunuyor."
            / "Another machine on the network is called {wished}.local; this one is called {name}.",
        name_taken_help: "Kalıcı bir ad için garson’u --name kasa gibi bir adla başlatın."
            / "For a fixed name, start garson with one of your own, such as --name kasa.",
        name_silent(why: &str): "Bu cihazın adı yerel ağda duyurulamıyor: {why}"
            / "The name of this machine cannot be announced on the local network: {why}",
        name_silent_help: "Panel yine de IP adresiyle açılır. Ad gerekmiyorsa --mdns off ile kapatın."
            / "The panel still opens by its IP address. If you do not need a name, turn it off with --mdns off.",
        https_off: "HTTPS kapalı; yerel ağda --tls auto ile açılır."
            / "HTTPS is off; --tls auto turns it on for the local network.",
        https_fine(subject: &str, ends: &str): "HTTPS açık; {subject} sertifikası {ends} tarihine kadar geçerli."
            / "HTTPS is on; the certificate of {subject} is valid until {ends}.",
        https_over(subject: &str, starts: &str, ends: &str):
            "HTTPS sertifikası ({subject}) bu cihazın saatine göre geçerli değil: {starts} – {ends}"
            / "According to this machine’s clock the HTTPS certificate of {subject} is not valid: {starts} – {ends}",
        https_ends(subject: &str, ends: &str): "HTTPS sertifikasının ({subject}) süresi yakında doluyor: {ends}"
            / "The HTTPS certificate of {subject} expires soon: {ends}",
        https_troubled(why: &str): "Yeni HTTPS sertifikası kullanılamıyor, eskisi yerinde kaldı: {why}"
            / "The new HTTPS certificate cannot be used; the previous one stays in use: {why}",
        https_help:
            "--tls ile verilen sertifika ve anahtar dosyalarını yenileyin; yeniden başlatmak gerekmez. Saat yanlışsa önce onu düzeltin."
            / "Replace the certificate and key files given with --tls; no restart is needed. If the clock is wrong, set it first.",
        disk_free(megabytes: u64): "Diskte {megabytes} MB boş yer var." / "The disk has {megabytes} MB free.",
        disk_help:
            "Bu diskteki eski yedekleri, indirilen dosyaları ve sistem günlüklerini silin (Linux: journalctl --vacuum-size=100M). `garson compact` da yer açar, ama önce kullanılanın bir buçuk katı kadar boş yer ister. Olmazsa veri klasörünü daha büyük bir diske taşıyın. Disk dolunca yeni sipariş alınmaz; kayıtlı olanlar yerinde kalır ve yer açılınca program kendiliğinden devam eder."
            / "Delete old backups, downloads and system logs from this disk (Linux: journalctl --vacuum-size=100M). `garson compact` frees space too, but first needs half as much again as is in use. Or move the data folder to a larger disk. While it is full, new orders are turned away; what is stored stays, and the program carries on by itself once there is room.",
        kept_store(path: &str, megabytes: u64, until: &str):
            "Önceki veritabanı {path} olarak saklanıyor ({megabytes} MB), en geç {until} kendiliğinden silinir. Nasıl geri \
             dönüleceği panelin /help/back sayfasında."
            / "The store of before is kept as {path} ({megabytes} MB) and goes by itself by {until}. /help/back in the panel says \
               how to go back.",
        clock_fine(now: &str): "Saat doğru görünüyor: {now}" / "The clock seems right: {now}",
        clock_behind(now: &str): "Saat geri kalmış: {now}. Bu program ondan daha yeni."
            / "The clock is behind: {now}. This program is newer than that.",
        clock_lags(now: &str, span: &str): "Saat {now} diyor; bu, kayıtlı son olaydan {span} önce."
            / "The clock says {now}, which is {span} before the last thing that was stored.",
        clock_lags_help:
            "Yanlışsa düzeltin ve internetten ayarlanmasını açın (Linux: timedatectl set-ntp true). Doğruysa saat bir ara ileriymiş; panelin Durum sayfasında “Saat şimdi doğru” deyin, başka bir şey gerekmez."
            / "If that is wrong, set the clock and let the internet keep it right (Linux: timedatectl set-ntp true). If it is right, the clock was ahead once: say so on the page Health of the panel, and there is nothing more to do.",
        clock_help: "Cihazın saatini düzeltin ve internetten ayarlanmasını açın (Linux: timedatectl set-ntp true)."
            / "Set this machine’s clock and let the internet keep it right (Linux: timedatectl set-ntp true).",
        port_free(address: &str): "{address} boş; program orada dinleyebilir."
            / "{address} is free for the program to listen on.",
        port_taken(address: &str): "{address} adresini başka bir program kullanıyor."
            / "Another program uses {address}.",
        port_refused(address: &str, error: &str): "{address} adresinde dinlenemiyor: {error}."
            / "Cannot listen on {address}: {error}.",
        port_help: "O programı kapatın ya da `--listen 0.0.0.0:8081` gibi başka bir port seçin."
            / "Stop that program, or choose another port: `--listen 0.0.0.0:8081`.",
        files_fine(most: u64): "Aynı anda {most} dosya açılabilir." / "{most} files may be open at once.",
        files_few(most: u64): "Aynı anda yalnızca {most} dosya açılabilir." / "Only {most} files may be open at once.",
        files_help: "Sınırı yükseltin: `ulimit -Hn 4096`, serviste LimitNOFILE=4096."
            / "Raise the limit: `ulimit -Hn 4096`, for a service LimitNOFILE=4096.",
        store_fine(orders: u64): "Veritabanına yazılabiliyor; {orders} sipariş var."
            / "The database can be written to; it has {orders} orders.",
        store_opens: "Veritabanı açılıyor. Tamamını kontrol etmek için: garson check"
            / "The database opens. To check all of it: garson check",
        store_new: "Henüz veritabanı yok; ilk açılışta oluşturulur."
            / "There is no database yet; it is created at the first start.",
        store_ill(why: &str): "Veritabanı çalışmıyor: {why}" / "The database does not work: {why}",
        store_help:
            "Disk takılı mı, dolu mu, hata veriyor mu, bakın. Eski yedekleri silmek ve `garson compact` yer açar. Diskte sorun yoksa programı yeniden başlatın ve günlüğüne bakın."
            / "Check whether the disk is plugged in, full or failing. Deleting old backups and `garson compact` make room. If the disk is fine, restart the program and check its log.",
        owned: "Kurulum yapılmış." / "It is set up.",
        not_owned: "Kurulum henüz yapılmamış." / "It is not set up yet.",
        not_owned_help: "`garson setup-link` komutunun yazdığı adresi tarayıcıda açın."
            / "Open the address that `garson setup-link` prints in a browser.",
        platforms_fine(count: usize): "{count} platform bağlantısında sorun yok."
            / "{count} platform connections, no problems.",
        platform_ill(what: &str): "Platform sorunu: {what}" / "Platform problem: {what}",
        platform_help: "Panelde Restoranlar sayfasından platformu açın, bilgileri kontrol edin ve bağlantıyı test edin."
            / "Open the platform from the panel’s Restaurants page, check what was entered and test the connection.",
        webhooks_fine(count: usize): "{count} webhook adresinde sorun yok." / "{count} webhooks, no problems.",
        webhook_ill(url: &str, waiting: u64, failed: u64):
            "{url} adresine {failed} bildirim ulaşmadı, {waiting} bildirim bekliyor."
            / "{failed} notifications did not reach {url}, {waiting} are waiting.",
        webhook_help:
            "Alıcı programın açık, adresin doğru olduğunu kontrol edin; sonra panelde Webhook’lar sayfasından yeniden gönderin."
            / "Check that the receiving program is running and the address is right; then send again from the panel’s Webhooks page.",
        matching_ill(count: u64): "Restoranların ödeme eşleştirme adreslerine {count} bildirim ulaşmadı."
            / "{count} notifications did not reach the restaurants’ own addresses for matching payments.",
        matching_help: "Alıcı programın açık, adresin doğru olduğunu kontrol edin; sonra panelde Bildirim kayıtları sayfasından yeniden gönderin."
            / "Check that the receiving program is running and the address is right; then send again from the panel’s Notification log.",
        backups_fine(folder: &str): "Yedekler {folder} klasörüne alınıyor; sorun yok."
            / "Backups go to {folder}, no problems.",
        backups_none: "Program kendiliğinden yedek almıyor; panelin Durum sayfasından bir klasör seçilebilir."
            / "The program makes no backups by itself; a folder can be chosen under Health in the panel.",
        backups_look: "Panelde Yedekler sayfasına bakın." / "Look at the panel’s page Backups.",
        heartbeat_fine(host: &str): "Yaşam sinyali dakikada bir {host} adresine gönderiliyor."
            / "A heartbeat goes to {host} once a minute.",
        heartbeat_ill(host: &str, since: &str): "{host} adresi yaşam sinyallerini kabul etmiyor; başlangıç: {since}."
            / "Heartbeats are not taken at {host} since {since}.",
        heartbeat_help:
            "Siparişler bundan etkilenmez. Neden kabul edilmediği panelde, Ayarlar › Yaşam sinyali sayfasında yazar."
            / "Orders are not affected. Settings › Heartbeat in the panel says why.",
        all_well: "Her şey yolunda." / "All is well.",
        not_well(count: usize): "{count} konuya bakmak gerekiyor."
            / match count { 1 => "1 thing needs attention.", _ => "{count} things need attention." },
    }
}
