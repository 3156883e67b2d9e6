//! What the program says in the terminal that it is started from. What programs read there stays in English: the line
//! `listening on …`, JSON, and logs.

use model::Lang;

texts! {
    /// `garson status`.
    pub struct StatusWords {
        panel: "panel" / "panel",
        data: "veri" / "data",
        network: "ağdan" / "network",
        orders: "sipariş" / "orders",
        platforms: "platform" / "platforms",
        webhooks: "webhook" / "webhooks",
        backups: "yedek" / "backups",
        upgrade: "güncelleme" / "upgrade",
        kept: "önceki" / "before",
        no_backups: "alınmıyor: panelin Durum sayfasından bir klasör seçin"
            / "none are made: choose a folder under Health in the panel",
        unread: "şu anda okunamıyor" / "cannot be read at the moment",
        unowned: "Kurulum henüz yapılmadı: adresini `garson setup-link` yazar."
            / "Nobody owns this box yet: `garson setup-link` prints where to claim it.",
        well: "Her şey yolunda." / "All is well.",
    }

    pub fn {
        runs(version: &str, process: u32, hours: u64, minutes: u64):
            "garson {version} {hours} sa {minutes} dk önce başladı (işlem {process})."
            / "garson {version} runs (process {process}), for {hours} h {minutes} min.",
        certificate(subject: &str, ends: &str): "aynı portta; {subject} sertifikası, bitişi {ends}"
            / "on the same port, certificate of {subject} until {ends}",
        authority(print: &str): "kök sertifika, SHA-256: {print}" / "authority, SHA-256: {print}",
        next_certificate(trouble: &str): "yenisi kullanılamıyor: {trouble}" / "the next one cannot be used: {trouble}",
        stored(orders: u64, size: &str): "{orders}, veritabanı {size}" / "{orders}, store {size}",
        free(size: &str): "{size} boş" / "{size} free",
        in_trouble(all: usize, ill: usize): "{all}, sorunlu: {ill}" / "{all}, {ill} in trouble",
        webhook(url: &str, waiting: u64, failed: u64): "{url}: {waiting} bekliyor, {failed} ulaşmadı"
            / "{url}: {waiting} waiting, {failed} given up",
        backups_unproven(folder: &str): "{folder}, henüz sınanmadı" / "to {folder}, none proven yet",
        backups_proven(folder: &str, at: &str): "{folder}, son sınanan {at}" / "to {folder}, last proven {at}",
        backup_trouble(trouble: &str): "sorun: {trouble}" / "in trouble: {trouble}",
        failed_matches(count: u64): "ödeme eşleştirme: {count} bildirim ulaşmadı"
            / "payment matching: {count} given up",
        attention(count: usize): "{count} konuya bakmak gerekiyor; ne yapılacağını `garson doctor` söyler."
            / match count {
                1 => "1 thing needs attention; `garson doctor` says what to do.",
                _ => "{count} things need attention; `garson doctor` says what to do.",
            },
        upgraded(from: &str, to: &str, at: &str): "{from} → {to}, {at}" / "{from} → {to} at {at}",
        upgrade_undone(from: &str, to: &str, at: &str): "{from} → {to}, {at}: geri alındı"
            / "{from} → {to} at {at} was undone",
        kept_store(path: &str, size: &str, until: &str): "{path}, {size}, en geç {until} silinir"
            / "{path}, {size}, deleted by {until}",
        ill(ailment: &str): "Olması gerektiği gibi ÇALIŞMIYOR: {ailment}."
            / "It does NOT work as it should: {ailment}.",
        data_in(folder: &str): "veri klasörü: {folder}" / "data in {folder}",
        /// It has no owner yet, and a person is there.
        claim(link: &str, digits: &str):
            "Kurulum henüz yapılmadı. Şu adresi tarayıcıda açın:\n  {link}\nBaşka bir cihazdan açarsanız sorulacak kurulum \
             kodu:\n  {digits}"
            / "Nobody owns this box yet. Open this in a browser, and it is yours:\n  {link}\n\
               From another machine, with this setup code:\n  {digits}",
        /// It has no owner yet, and only a log is written.
        claim_with_command(folder: &str):
            "Kurulum henüz yapılmadı. Adresini şu komut yazar: `garson setup-link --data {folder}`"
            / "Nobody owns this box yet. `garson setup-link --data {folder}` prints where it is claimed.",
        open(url: &str): "Tarayıcıda açın: {url}  Yardım: {url}/help  API belgesi: {url}/api"
            / "Open {url} in a browser. Help: {url}/help  API reference: {url}/api",
        other_devices(url: &str): "Aynı ağdaki tablet ve telefonlardan: {url}"
            / "From tablets and phones on the same network: {url}",
        trust(url: &str, print: &str):
            "HTTPS aynı portta açık. Cihazların güvenmesi için {url}/trust sayfasını açın ve oradaki parmak iziyle (SHA-256) \
             karşılaştırın:\n  {print}"
            / "HTTPS is on at the same port. {url}/trust helps devices to trust it; compare this there (SHA-256):\n  {print}",
        /// `garson setup-link`.
        setup_links(links: &str, code: &str):
            "Kurulum için şunlardan birini tarayıcıda açın:\n  {links}\nKod sorulursa: {code}"
            / "Open one of these in a browser, and this box is yours:\n  {links}\nWhere it asks for a code: {code}",
        has_owner: "Bu cihazın zaten bir yetkilisi var." / "There is an owner already.",
        is_claimed(url: &str): "Bu cihazın zaten bir yetkilisi var. Panelin adresi: {url}"
            / "This box has an owner already. The panel is at {url}.",
        /// `garson user`.
        user_added(name: &str): "Eklendi: {name}." / "{name} was added.",
        user_removed(name: &str): "Silindi: {name}." / "{name} was removed.",
        password_changed(name: &str): "Parola değiştirildi: {name}." / "The password of {name} was changed.",
        second_factor_off(name: &str): "{name} artık yalnızca parolayla giriş yapıyor."
            / "{name} now signs in with only a password.",
        /// `garson key`.
        no_key(id: &str): "Böyle bir anahtar yok: {id}. Var olanları `garson key list` listeler."
            / "There is no key {id}. `garson key list` shows them.",
        key_is_primary:
            "Bu, webhook’ların taşıdığı birincil anahtar. Önce başka bir anahtarı birincil yapın: `garson key add AD --primary`."
            / "This is the primary key, which webhooks carry. Make another one primary first: `garson key add NAME --primary`.",
        key_in_use:
            "Bu anahtarı taşıyan webhook’lar var. Önce paneldeki sayfalarında ya da API’de `keyId` ile onlara başka bir anahtar \
             seçin."
            / "There are webhooks that carry this key. Choose another one for them first, on their page in the panel or with \
               `keyId` over the API.",
        key_revoked(name: &str, prefix: &str): "Artık geçersiz olan anahtar: {name} ({prefix}…)."
            / "The key {name} ({prefix}…) no longer works.",
        /// `garson check`.
        store_unreadable: "Veritabanı okunamıyor. Nedeni günlükte yazıyor."
            / "The store cannot be read. The log says why.",
        /// `garson back`.
        went_back(format: u32, made: &str, aside: &str):
            "Veritabanı {made} anındaki haline döndü (biçim {format}).\nŞimdi önceki sürümü yerine koyup başlatın. Bilmeniz \
             gerekenler:\n\
             - O zamandan beri gelen siparişler ve yapılan değişiklikler içinde yok: o siparişler için platformlara bakın.\n\
             - O zaman açık olan siparişler yine açık, o zaman webhook’lara gitmeyi bekleyen bildirimler yeniden gönderilir.\n\
             - O zamandan beri silinen kişiler, değiştirilen anahtarlar ve parolalar eski hallerinde: yeniden silin, yeniden \
             değiştirin.\n\
             - Yeni veritabanı {aside} olarak duruyor ve 14 gün içinde silinir. İçinde müşteri bilgileri var.\n\
             - Önceki sürüm yerine bu sürüm başlatılırsa veritabanı yeniden yeni biçime getirilir; başka bir şey kaybolmaz."
            / "Put back: the store as it was at {made} (format {format}).\nPut the version of before in its place now, and start \
               it. What you must know:\n\
               - Orders and changes since then are not in it: look at the platforms for orders since then.\n\
               - Orders that were open then are open again, and what waited then to be sent to webhooks is sent again.\n\
               - People who were removed, and keys and passwords that were changed since then, are as they were: remove and \
               change them again.\n\
               - The newer store is kept as {aside} and goes within 14 days. It holds customers’ data.\n\
               - If this version is started instead, it brings the store to its format once more; nothing else is lost.",
        nothing_kept(folder: &str, format: &str):
            "{folder} klasöründeki veritabanının biçimi {format}; daha eski biçimde saklanmış bir veritabanı yok. Hiçbir şey \
             değiştirilmedi. Önceki sürüm bu biçimi okuyorsa yerine koyup başlatmanız yeter: veritabanıyla olduğu gibi devam \
             eder. Okumuyorsa o sürümün yedeğini `garson restore` ile geri yükleyin."
            / "The store in {folder} is of format {format}, and none of an older format is kept there. Nothing was changed. If the \
               version of before reads this format, just put it in its place and start it: it goes on with the store as it is. \
               If not, put a backup of that version back with `garson restore`.",
        kept_unusable(path: &str, why: &str):
            "{path} kullanılamıyor: {why} Hiçbir şey değiştirilmedi."
            / "{path} cannot be used: {why} Nothing was changed.",
        back_in_use(why: &str): "{why} Geri dönmek için önce garson’u durdurun."
            / "{why} To go back, garson has to be stopped.",
        back_failed(why: &str): "Geri dönülemedi: {why}. Hiçbir şey değiştirilmedi."
            / "It could not be gone back: {why}. Nothing was changed.",
        back_unfinished(why: &str): "Geri dönüş tamamlanamadı: {why}. Bir sonraki açılış ya da komut tamamlar."
            / "Going back could not be finished: {why}. The next start or command finishes it.",
        not_running(folder: &str): "{folder} klasöründe çalışan bir garson yok. `garson` yazarak başlatın."
            / "No garson runs on {folder}. `garson` starts it.",
        /// The address is taken; `flag` is the option that chooses another.
        address_taken(address: &str, error: &str, flag: &str):
            "{address} dinlenemiyor: {error}. Orayı başka bir program dinliyor; belki garson zaten çalışıyordur: `garson status` \
             söyler. Onu durdurun ya da şu seçenekle başka bir port verin: {flag}."
            / "Cannot listen on {address}: {error}. Another program listens there; perhaps garson runs already: `garson \
               status` tells. Stop it, or choose another port with {flag}.",
        address_forbidden(address: &str, error: &str, flag: &str):
            "{address} dinlenemiyor: {error}. 1024’ten küçük portlar herkese açık değildir; şu seçenekle daha büyük bir port \
             verin: {flag}."
            / "Cannot listen on {address}: {error}. Ports below 1024 are not everybody's; choose a higher one with {flag}.",
        address_refused(address: &str, error: &str, flag: &str):
            "{address} dinlenemiyor: {error}. Şu seçenekle başka bir adres verin: {flag}."
            / "Cannot listen on {address}: {error}. Choose another address with {flag}.",
        /// `garson demo`, above the line that says where it listens.
        demo(line: &str, url: &str, user: &str, password: &str, key: &str):
            "{line}\n  DEMO: uydurma siparişler, taklit platformlar; hiçbir şey saklanmaz.\n{line}\n\n  \
             panel        {url}\n  kullanıcı    {user}\n  parola       {password}\n  API anahtarı {key}\n"
            / "{line}\n  DEMO: made-up orders, simulated platforms, nothing is kept.\n{line}\n\n  \
               panel     {url}\n  user      {user}\n  password  {password}\n  API key   {key}\n",
        demo_end: "Ctrl-C ile durdurun; hepsi silinir." / "Stop it with Ctrl-C; everything is gone then.",
    }
}

pub fn status(lang: Lang) -> &'static StatusWords {
    match lang {
        Lang::Tr => &TR,
        Lang::En => &EN,
    }
}
