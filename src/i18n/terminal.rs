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
        no_backups: "alınmıyor: panelin Durum sayfasından bir klasör seçin"
            / "none are made: choose a folder under Health in the panel",
        unowned: "Kurulum henüz yapılmadı: adresini `garson setup-link` yazar."
            / "Nobody owns this box yet: `garson setup-link` prints where to claim it.",
        well: "Her şey yolunda." / "All is well.",
    }

    pub fn runs(lang, version: &str, process: u32, hours: u64, minutes: u64) -> String {
        "garson {version} {hours} sa {minutes} dk önce başladı (işlem {process})."
            / "garson {version} runs (process {process}), for {hours} h {minutes} min."
    }

    pub fn certificate(lang, subject: &str, ends: &str) -> String {
        "aynı portta; {subject} sertifikası, bitişi {ends}"
            / "on the same port, certificate of {subject} until {ends}"
    }

    pub fn authority(lang, print: &str) -> String {
        "kök sertifika, SHA-256: {print}" / "authority, SHA-256: {print}"
    }

    pub fn next_certificate(lang, trouble: &str) -> String {
        "yenisi kullanılamıyor: {trouble}" / "the next one cannot be used: {trouble}"
    }

    pub fn stored(lang, orders: u64, size: &str) -> String {
        "{orders}, veritabanı {size}" / "{orders}, store {size}"
    }

    pub fn free(lang, size: &str) -> String {
        "{size} boş" / "{size} free"
    }

    pub fn in_trouble(lang, all: usize, ill: usize) -> String {
        "{all}, sorunlu: {ill}" / "{all}, {ill} in trouble"
    }

    pub fn webhook(lang, url: &str, waiting: u64, failed: u64) -> String {
        "{url}: {waiting} bekliyor, {failed} ulaşmadı" / "{url}: {waiting} waiting, {failed} given up"
    }

    pub fn backups_unproven(lang, folder: &str) -> String {
        "{folder}, henüz sınanmadı" / "to {folder}, none proven yet"
    }

    pub fn backups_proven(lang, folder: &str, at: &str) -> String {
        "{folder}, son sınanan {at}" / "to {folder}, last proven {at}"
    }

    pub fn backup_trouble(lang, trouble: &str) -> String {
        "sorun: {trouble}" / "in trouble: {trouble}"
    }

    pub fn upgraded(lang, from: &str, to: &str, at: &str) -> String {
        "{from} → {to}, {at}" / "{from} → {to} at {at}"
    }

    pub fn upgrade_undone(lang, from: &str, to: &str, at: &str) -> String {
        "{from} → {to}, {at}: geri alındı" / "{from} → {to} at {at} was undone"
    }

    pub fn ill(lang, ailment: &str) -> String {
        "Olması gerektiği gibi ÇALIŞMIYOR: {ailment}." / "It does NOT work as it should: {ailment}."
    }

    pub fn data_in(lang, folder: &str) -> String {
        "veri klasörü: {folder}" / "data in {folder}"
    }

    /// It has no owner yet, and a person is there.
    pub fn claim(lang, link: &str, digits: &str) -> String {
        "Kurulum henüz yapılmadı. Şu adresi tarayıcıda açın:\n  {link}\nBaşka bir cihazdan açarsanız sorulacak kurulum \
         kodu:\n  {digits}"
            / "Nobody owns this box yet. Open this in a browser, and it is yours:\n  {link}\n\
               From another machine, with this setup code:\n  {digits}"
    }

    /// It has no owner yet, and only a log is written.
    pub fn claim_with_command(lang, folder: &str) -> String {
        "Kurulum henüz yapılmadı. Adresini şu komut yazar: `garson setup-link --data {folder}`"
            / "Nobody owns this box yet. `garson setup-link --data {folder}` prints where it is claimed."
    }

    pub fn open(lang, url: &str) -> String {
        "Tarayıcıda açın: {url}  Yardım: {url}/help  API belgesi: {url}/api"
            / "Open {url} in a browser. Help: {url}/help  API reference: {url}/api"
    }

    pub fn other_devices(lang, url: &str) -> String {
        "Aynı ağdaki tablet ve telefonlardan: {url}" / "From tablets and phones on the same network: {url}"
    }

    pub fn trust(lang, url: &str, print: &str) -> String {
        "HTTPS aynı portta açık. Cihazların güvenmesi için {url}/trust sayfasını açın ve oradaki parmak iziyle (SHA-256) \
         karşılaştırın:\n  {print}"
            / "HTTPS is on at the same port. {url}/trust helps devices to trust it; compare this there (SHA-256):\n  {print}"
    }

    /// `garson setup-link`.
    pub fn setup_links(lang, links: &str, code: &str) -> String {
        "Kurulum için şunlardan birini tarayıcıda açın:\n  {links}\nKod sorulursa: {code}"
            / "Open one of these in a browser, and this box is yours:\n  {links}\nWhere it asks for a code: {code}"
    }

    pub fn has_owner(lang) -> &'static str {
        "Bu cihazın zaten bir yetkilisi var." / "There is an owner already."
    }

    pub fn is_claimed(lang, url: &str) -> String {
        "Bu cihazın zaten bir yetkilisi var. Panelin adresi: {url}"
            / "This box has an owner already. The panel is at {url}."
    }

    /// `garson user`.
    pub fn user_added(lang, name: &str) -> String {
        "Eklendi: {name}." / "{name} was added."
    }

    pub fn user_removed(lang, name: &str) -> String {
        "Silindi: {name}." / "{name} was removed."
    }

    pub fn password_changed(lang, name: &str) -> String {
        "Parola değiştirildi: {name}." / "The password of {name} was changed."
    }

    pub fn second_factor_off(lang, name: &str) -> String {
        "{name} artık yalnızca parolayla giriş yapıyor." / "{name} now signs in with only a password."
    }

    /// `garson key`.
    pub fn no_key(lang, id: &str) -> String {
        "Böyle bir anahtar yok: {id}. Var olanları `garson key list` listeler."
            / "There is no key {id}. `garson key list` shows them."
    }

    pub fn key_is_primary(lang) -> &'static str {
        "Bu, webhook’ların taşıdığı birincil anahtar. Önce başka bir anahtarı birincil yapın: `garson key add AD --primary`."
            / "This is the primary key, which webhooks carry. Make another one primary first: `garson key add NAME --primary`."
    }

    pub fn key_in_use(lang) -> &'static str {
        "Bu anahtarı taşıyan webhook’lar var. Önce paneldeki sayfalarında ya da API’de `keyId` ile onlara başka bir anahtar \
         seçin."
            / "There are webhooks that carry this key. Choose another one for them first, on their page in the panel or with \
               `keyId` over the API."
    }

    pub fn key_revoked(lang, name: &str, prefix: &str) -> String {
        "Artık geçersiz olan anahtar: {name} ({prefix}…)." / "The key {name} ({prefix}…) no longer works."
    }

    /// `garson check`.
    pub fn store_unreadable(lang) -> &'static str {
        "Veritabanı okunamıyor. Nedeni günlükte yazıyor." / "The store cannot be read. The log says why."
    }

    pub fn not_running(lang, folder: &str) -> String {
        "{folder} klasöründe çalışan bir garson yok. `garson` yazarak başlatın."
            / "No garson runs on {folder}. `garson` starts it."
    }

    /// The address is taken; `flag` is the option that chooses another.
    pub fn address_taken(lang, address: &str, error: &str, flag: &str) -> String {
        "{address} dinlenemiyor: {error}. Orayı başka bir program dinliyor; belki garson zaten çalışıyordur: `garson status` \
         söyler. Onu durdurun ya da şu seçenekle başka bir port verin: {flag}."
            / "Cannot listen on {address}: {error}. Another program listens there; perhaps garson runs already: `garson \
               status` tells. Stop it, or choose another port with {flag}."
    }

    pub fn address_forbidden(lang, address: &str, error: &str, flag: &str) -> String {
        "{address} dinlenemiyor: {error}. 1024’ten küçük portlar herkese açık değildir; şu seçenekle daha büyük bir port \
         verin: {flag}."
            / "Cannot listen on {address}: {error}. Ports below 1024 are not everybody's; choose a higher one with {flag}."
    }

    pub fn address_refused(lang, address: &str, error: &str, flag: &str) -> String {
        "{address} dinlenemiyor: {error}. Şu seçenekle başka bir adres verin: {flag}."
            / "Cannot listen on {address}: {error}. Choose another address with {flag}."
    }

    /// `garson demo`, above the line that says where it listens.
    pub fn demo(lang, line: &str, url: &str, user: &str, password: &str, key: &str) -> String {
        "{line}\n  DEMO: uydurma siparişler, taklit platformlar; hiçbir şey saklanmaz.\n{line}\n\n  \
         panel        {url}\n  kullanıcı    {user}\n  parola       {password}\n  API anahtarı {key}\n"
            / "{line}\n  DEMO: made-up orders, simulated platforms, nothing is kept.\n{line}\n\n  \
               panel     {url}\n  user      {user}\n  password  {password}\n  API key   {key}\n"
    }

    pub fn demo_end(lang) -> &'static str {
        "Ctrl-C ile durdurun; hepsi silinir." / "Stop it with Ctrl-C; everything is gone then."
    }
}

pub fn status(lang: Lang) -> &'static StatusWords {
    match lang {
        Lang::Tr => &TR,
        Lang::En => &EN,
    }
}
