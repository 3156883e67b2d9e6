//! What `garson doctor` says: what it found, and what to do about it.

texts! {
    pub fn runs(lang, version: &str, url: &str) -> String {
        "garson {version} çalışıyor: {url}" / "garson {version} runs: {url}"
    }

    pub fn does_not_run(lang) -> &'static str {
        "garson bu klasörde çalışmıyor." / "garson does not run on this folder."
    }

    pub fn start_it(lang) -> &'static str {
        "`garson` ile başlatın." / "Start it with `garson`."
    }

    pub fn program_not_yours(lang, folder: &str) -> String {
        "{folder} klasörüne bakamazsınız: başka bir kullanıcının." / "You may not look into {folder}: it belongs to another user."
    }

    pub fn program_silent(lang, why: &str) -> String {
        "garson çalışıyor ama yanıt vermiyor: {why}" / "garson runs, but does not answer as it should: {why}"
    }

    pub fn program_silent_help(lang) -> &'static str {
        "Yeni başladıysa biraz bekleyip yeniden deneyin. Sürerse programı yeniden başlatın ve günlüğüne bakın."
            / "If it has only just started, wait a little and try again. If that lasts, restart it and look into its log."
    }

    pub fn public_reached(lang, url: &str) -> String {
        "Platformlar {url} adresinden bu programa ulaşıyor." / "Platforms reach this program at {url}."
    }

    pub fn public_elsewhere(lang, url: &str, status: &str) -> String {
        "{url} adresinde bu program değil, başka bir şey yanıt veriyor (HTTP {status})."
            / "Something else than this program answers at {url} (HTTP {status})."
    }

    pub fn public_elsewhere_help(lang) -> &'static str {
        "Adresi, proxy'nin ya da tünelin nereye yönlendirdiğini ve --public-url değerini kontrol edin; /intake/ yolları buraya gelmeli."
            / "Check the address, where the proxy or tunnel leads, and --public-url; paths under /intake/ have to come here."
    }

    pub fn public_nowhere(lang, url: &str, why: &str) -> String {
        "{url} adresine ulaşılamıyor: {why}." / "{url} cannot be reached: {why}."
    }

    pub fn public_nowhere_help(lang) -> &'static str {
        "Bazı modemler kendi genel adresine içeriden ulaştırmaz: telefonla, ev ağının dışından da deneyin. Yine olmuyorsa alan adını, \
         proxy'yi ya da tüneli ve sertifikayı kontrol edin."
            / "Some home routers do not lead to their own public address from inside: try it from outside as well, by telephone. If it \
               fails there too, check the name, the proxy or tunnel, and the certificate."
    }

    pub fn public_closed(lang, url: &str) -> String {
        "{url} adresinde panel ve API görünmüyor." / "Panel and API are not to be seen at {url}."
    }

    pub fn public_exposed(lang, url: &str, paths: &str) -> String {
        "{url} adresinde internete açık olmaması gerekenler de var: {paths}."
            / "More than intake can be reached at {url}: {paths}."
    }

    pub fn public_exposed_help(lang) -> &'static str {
        "Yalnız sipariş alan bir kapı açın (--listen-intake 127.0.0.1:8081) ve proxy'yi ya da tüneli ona yönlendirin; örnekler \
         packaging/public klasöründe."
            / "Open a port that has intake alone (--listen-intake 127.0.0.1:8081) and lead the proxy or tunnel there; packaging/public has \
               examples."
    }

    pub fn public_port(lang, url: &str) -> String {
        "Panel {url} adresinde, önündeki proxy'ye ya da tünele uğramadan açılıyor."
            / "The panel opens at {url}, past the proxy or tunnel before it."
    }

    pub fn public_port_help(lang) -> &'static str {
        "Yalnız bu makineyi (--listen 127.0.0.1:8080) ya da makinenin yerel ağdaki adresini verin. Deneme bu makineden yapıldı: güvenlik \
         duvarının kapıyı dışarıya kapatıp kapatmadığına telefonla, yerel ağın dışından bakın."
            / "Let the panel listen to this machine alone (--listen 127.0.0.1:8080) or at its address on the local network. This was tried \
               from the machine itself: whether a firewall closes the port to others, see from outside, by telephone."
    }

    pub fn no_folder(lang, folder: &str) -> String {
        "{folder} klasörü daha yok; ilk açılışta oluşur." / "The folder {folder} is not there yet; the first start makes it."
    }

    pub fn folder_fine(lang, folder: &str) -> String {
        "{folder} klasörüne yazılabiliyor ve yalnız sahibine açık." / "The folder {folder} can be written to, and only by its owner."
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
        "Bu makinedeki bir vekil sunucu ya da tünel ziyaretçileri iletiyor, ama garson ona güvenmiyor: hepsi tek bir ziyaretçi sayılıyor."
            / "A proxy or tunnel on this machine passes visitors on, but garson does not trust it: they all count as one visitor."
    }

    pub fn proxy_help(lang) -> &'static str {
        "garson'u --trusted-proxy 127.0.0.1,::1 ile ya da GARSON_TRUSTED_PROXY değişkeniyle başlatın."
            / "Start garson with --trusted-proxy 127.0.0.1,::1 or the variable GARSON_TRUSTED_PROXY."
    }

    pub fn name_fine(lang, name: &str) -> String {
        "Bu makine yerel ağda {name} adıyla bulunuyor." / "On the local network this machine is called {name}."
    }

    pub fn name_taken(lang, name: &str, wished: &str) -> String {
        "Ağda başka bir makinenin adı {wished}.local; bu makine {name} adıyla bulunuyor."
            / "Another machine on the network is called {wished}.local; this one is called {name}."
    }

    pub fn name_taken_help(lang) -> &'static str {
        "Kalıcı bir ad için garson'u --name kasa gibi bir adla başlatın."
            / "For a name that stays, start garson with one of its own, such as --name kasa."
    }

    pub fn name_silent(lang, why: &str) -> String {
        "Bu makinenin adı yerel ağda duyurulamıyor: {why}" / "The name of this machine cannot be made known on the local network: {why}"
    }

    pub fn name_silent_help(lang) -> &'static str {
        "Panel yine de adres numarasıyla açılır. Ad gerekmiyorsa --mdns off ile kapatın."
            / "The panel opens by its address all the same. Where no name is needed, switch it off with --mdns off."
    }

    pub fn https_off(lang) -> &'static str {
        "HTTPS kapalı; yerel ağda --tls auto ile açılır." / "HTTPS is off; --tls auto switches it on for the local network."
    }

    pub fn https_fine(lang, subject: &str, ends: &str) -> String {
        "HTTPS açık; {subject} sertifikası {ends} tarihine kadar geçerli."
            / "HTTPS is on; the certificate of {subject} is good until {ends}."
    }

    pub fn https_over(lang, subject: &str, starts: &str, ends: &str) -> String {
        "HTTPS sertifikası ({subject}) bu makinenin saatine göre geçerli değil: {starts} – {ends}"
            / "By this machine's clock the HTTPS certificate of {subject} is not good: {starts} – {ends}"
    }

    pub fn https_ends(lang, subject: &str, ends: &str) -> String {
        "HTTPS sertifikasının ({subject}) süresi yakında doluyor: {ends}" / "The HTTPS certificate of {subject} ends soon: {ends}"
    }

    pub fn https_troubled(lang, why: &str) -> String {
        "Yeni HTTPS sertifikası kullanılamıyor, eskisi yerinde kaldı: {why}"
            / "The new HTTPS certificate cannot be used, and the last one stayed: {why}"
    }

    pub fn https_help(lang) -> &'static str {
        "--tls ile verilen sertifika ve anahtar dosyalarını yenileyin; yeniden başlatmak gerekmez. Saat yanlışsa önce onu düzeltin."
            / "Replace the certificate and key files of --tls; no restart is needed. Where the clock is wrong, set it first."
    }

    pub fn disk_free(lang, megabytes: u64) -> String {
        "Diskte {megabytes} MB boş yer var." / "The disk has {megabytes} MB free."
    }

    pub fn disk_help(lang) -> &'static str {
        "Yer açın ya da veri klasörünü daha büyük bir diske taşıyın. Disk dolunca yeni sipariş alınamaz. `garson compact` da yer kazandırabilir."
            / "Make room, or move the data folder to a larger disk. No order can be taken once it is full. `garson compact` may help too."
    }

    pub fn clock_fine(lang, now: &str) -> String {
        "Saat doğru görünüyor: {now}" / "The clock seems right: {now}"
    }

    pub fn clock_behind(lang, now: &str) -> String {
        "Saat geride: {now}. Bu program daha yeni." / "The clock is behind: {now}. This program is newer than that."
    }

    pub fn clock_lags(lang, now: &str, minutes: u64) -> String {
        "Saat {now} diyor; bu, kayıtlı son olaydan {minutes} dakika önce."
            / "The clock says {now}, which is {minutes} minutes before the last thing that was stored."
    }

    pub fn clock_lags_help(lang) -> &'static str {
        "Yanlışsa düzeltin ve internetten ayarlanmasını açın (Linux: timedatectl set-ntp true). Doğruysa saat bir ara ileriymiş; yapılacak başka bir şey yok."
            / "If that is wrong, set it, and let it be kept by the internet (Linux: timedatectl set-ntp true). If it is right, the clock was ahead once, and there is nothing more to do."
    }

    pub fn clock_help(lang) -> &'static str {
        "Bilgisayarın saatini düzeltin ve internetten ayarlanmasını açın (Linux: timedatectl set-ntp true)."
            / "Set the computer's clock, and let it be kept by the internet (Linux: timedatectl set-ntp true)."
    }

    pub fn port_free(lang, address: &str) -> String {
        "{address} boş; program orada dinleyebilir." / "{address} is free for the program to listen on."
    }

    pub fn port_taken(lang, address: &str) -> String {
        "{address} adresini başka bir program kullanıyor." / "Another program uses {address}."
    }

    pub fn port_refused(lang, address: &str, error: &str) -> String {
        "{address} adresinde dinlenemiyor: {error}." / "Nobody can listen on {address}: {error}."
    }

    pub fn port_help(lang) -> &'static str {
        "O programı kapatın ya da `--listen 0.0.0.0:8081` gibi başka bir kapı seçin."
            / "Stop that program, or choose another port: `--listen 0.0.0.0:8081`."
    }

    pub fn files_fine(lang, most: u64) -> String {
        "Aynı anda {most} dosya açılabilir." / "{most} files may be open at once."
    }

    pub fn files_few(lang, most: u64) -> String {
        "Aynı anda yalnız {most} dosya açılabilir." / "Only {most} files may be open at once."
    }

    pub fn files_help(lang) -> &'static str {
        "Sınırı yükseltin: `ulimit -Hn 4096`, serviste LimitNOFILE=4096." / "Raise the limit: `ulimit -Hn 4096`, for a service LimitNOFILE=4096."
    }

    pub fn store_fine(lang, orders: u64) -> String {
        "Veri deposu yazıyor; {orders} sipariş var." / "The store takes writes; it has {orders} orders."
    }

    pub fn store_opens(lang) -> &'static str {
        "Veri deposu açılıyor. Tamamına bakmak için: garson check" / "The store opens. To look at all of it: garson check"
    }

    pub fn store_new(lang) -> &'static str {
        "Daha veri deposu yok; ilk açılışta oluşur." / "There is no store yet; the first start makes it."
    }

    pub fn store_ill(lang, why: &str) -> String {
        "Veri deposu çalışmıyor: {why}" / "The store does not work: {why}"
    }

    pub fn store_help(lang) -> &'static str {
        "Diske ve boş yere bakın, programı yeniden başlatın; düzelmezse son yedeği geri yükleyin."
            / "Look at the disk and its free space, and restart the program; if that does not help, restore the last backup."
    }

    pub fn owned(lang) -> &'static str {
        "Kurulum yapılmış." / "It is set up."
    }

    pub fn not_owned(lang) -> &'static str {
        "Kurulum daha yapılmamış." / "It is not set up yet."
    }

    pub fn not_owned_help(lang) -> &'static str {
        "`garson setup-link` komutunun yazdığı adresi tarayıcıda açın." / "Open the address that `garson setup-link` prints in a browser."
    }

    pub fn platforms_fine(lang, count: usize) -> String {
        "{count} platform bağlantısında sorun yok." / "{count} platform connections, none in trouble."
    }

    pub fn platform_ill(lang, what: &str) -> String {
        "Platform sorunu: {what}" / "A platform is in trouble: {what}"
    }

    pub fn platform_help(lang) -> &'static str {
        "Panelde Restoranlar sayfasından bağlantıyı açıp bilgileri ve bağlantı denemesini kontrol edin."
            / "Open the connection on the panel's Restaurants page, check what was entered and test it."
    }

    pub fn webhooks_fine(lang, count: usize) -> String {
        "{count} webhook adresinde sorun yok." / "{count} webhooks, none in trouble."
    }

    pub fn webhook_ill(lang, url: &str, waiting: u64, failed: u64) -> String {
        "{url} adresine {failed} olay ulaşmadı, {waiting} olay bekliyor." / "{failed} events did not reach {url}, {waiting} are waiting."
    }

    pub fn webhook_help(lang) -> &'static str {
        "Alıcı programın açık ve adresin doğru olduğuna bakın; sonra panelde Gönderimler sayfasından yeniden gönderin."
            / "See that the receiving program runs and the address is right; then send again from the panel's Deliveries page."
    }

    pub fn all_well(lang) -> &'static str {
        "Her şey yolunda." / "All is well."
    }

    pub fn not_well(lang, count: usize) -> String {
        "{count} konuya bakmak gerekiyor." / match count { 1 => "One thing wants attention.", _ => "{count} things want attention." }
    }
}
