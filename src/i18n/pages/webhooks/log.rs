//! What the delivery log says.

use super::{super::super::Lang, either};

pub struct Log {
    pub title: &'static str,
    pub intro: &'static str,
    pub one: &'static str,
    pub state: &'static str,
    pub event: &'static str,
    pub webhook: &'static str,
    pub order: &'static str,
    pub order_help: &'static str,
    pub restaurant: &'static str,
    pub all: &'static str,
    pub show: &'static str,
    pub clear: &'static str,
    pub when: &'static str,
    pub target: &'static str,
    pub attempts: &'static str,
    pub attempt: &'static str,
    pub last_answer: &'static str,
    pub no_answer: &'static str,
    pub empty: &'static str,
    pub empty_filtered: &'static str,
    pub to_the_newest: &'static str,
    pub gone_webhook: &'static str,
    pub changed: &'static str,
    pub next_attempt: &'static str,
    pub at_once: &'static str,
    pub behind: &'static str,
    pub status: &'static str,
    pub duration: &'static str,
    pub sent_to: &'static str,
    pub answer: &'static str,
    pub empty_answer: &'static str,
    pub technical: &'static str,
    pub untried: &'static str,
    pub forgotten: &'static str,
    pub body: &'static str,
    pub again: &'static str,
    pub again_help: &'static str,
    pub now: &'static str,
    pub now_help: &'static str,
    pub gone_help: &'static str,
    pub webhook_paused: &'static str,
}

pub static EN: Log = Log {
    title: "Notification log",
    intro: "Every notification, with each attempt to deliver it.",
    one: "Notification",
    state: "State",
    event: "Event",
    webhook: "Webhook",
    order: "Order",
    order_help: "Its number or the platform’s id",
    restaurant: "Restaurant",
    all: "All",
    show: "Show",
    clear: "Clear filters",
    when: "When",
    target: "To",
    attempts: "Attempts",
    attempt: "Tries",
    last_answer: "Last answer",
    no_answer: "no answer",
    empty: "Nothing has been sent yet. Once you have added a webhook, every notification appears here.",
    empty_filtered: "Nothing fits these filters.",
    to_the_newest: "To the newest",
    gone_webhook: "A webhook that was removed",
    changed: "Last change",
    next_attempt: "Next attempt",
    at_once: "at once",
    behind: "It waits for an earlier notification of the same order.",
    status: "HTTP status",
    duration: "Duration",
    sent_to: "Sent to",
    answer: "What it answered",
    empty_answer: "The answer had no text.",
    technical: "For technicians",
    untried: "It has not been tried yet.",
    forgotten: "Only the latest attempts are kept.",
    body: "What is sent",
    again: "Send again",
    again_help: "It is tried at once and, if need be, three times more.",
    now: "Send now",
    now_help: "It is still waiting. This skips the pause before its next attempt; an earlier notification of the same order still goes first.",
    gone_help: "It cannot be sent again: its webhook was removed.",
    webhook_paused: "Its webhook is paused: it waits until you resume that.",
};

pub static TR: Log = Log {
    title: "Bildirim kayıtları",
    intro: "Gönderilen her bildirim ve her gönderme denemesi.",
    one: "Bildirim",
    state: "Durum",
    event: "Olay",
    webhook: "Webhook",
    order: "Sipariş",
    order_help: "Sipariş numarası ya da platform kimliği",
    restaurant: "Restoran",
    all: "Tümü",
    show: "Göster",
    clear: "Filtreleri temizle",
    when: "Ne zaman",
    target: "Nereye",
    attempts: "Deneme sayısı",
    attempt: "Deneme",
    last_answer: "Son yanıt",
    no_answer: "yanıt yok",
    empty: "Henüz bir şey gönderilmedi. Bir webhook eklediğinizde her bildirim burada görünür.",
    empty_filtered: "Bu filtrelere uyan bir kayıt yok.",
    to_the_newest: "En yenilere dön",
    gone_webhook: "Silinmiş bir webhook",
    changed: "Son değişiklik",
    next_attempt: "Sonraki deneme",
    at_once: "hemen",
    behind: "Aynı siparişin daha önceki bir bildirimini bekliyor.",
    status: "HTTP durumu",
    duration: "Süre",
    sent_to: "Gönderildiği adres",
    answer: "Gelen yanıt",
    empty_answer: "Yanıtta metin yoktu.",
    technical: "Teknik ayrıntı",
    untried: "Henüz denenmedi.",
    forgotten: "Yalnızca son denemeler saklanır.",
    body: "Gönderilen içerik",
    again: "Yeniden gönder",
    again_help: "Hemen, gerekirse üç kez daha denenir.",
    now: "Şimdi gönder",
    now_help: "Hâlâ bekliyor. Sıradaki deneme saati beklenmez; aynı siparişin önceki bildirimi bekliyorsa yine önce o gider.",
    gone_help: "Yeniden gönderilemez: webhook’u silinmiş.",
    webhook_paused: "Webhook’u duraklatılmış: siz devam ettirene kadar bekler.",
};

/// How long the log goes back.
pub fn kept(lang: Lang, days: u32) -> String {
    match (lang, days) {
        (Lang::Tr, days) => format!("Sonuçlanan bildirimler {days} gün saklanır."),
        (Lang::En, 1) => "What has been settled is kept for 1 day.".into(),
        (Lang::En, days) => format!("What has been settled is kept for {days} days."),
    }
}

/// Why there was no answer, and what to do. The log keeps the client's own words, which begin with the step that failed.
pub fn trouble(lang: Lang, words: &str) -> &'static str {
    let has = |word: &str| words.contains(word);
    let (tr, en) = if has("dns:") {
        (
            "Adresteki ad bulunamadı. Adresin doğru yazıldığını ve bu cihazın internete bağlı olduğunu kontrol edin.",
            "The name in the address could not be found. Check that it is spelled right and that this machine is online.",
        )
    } else if has("connect: refused") {
        (
            "Adreste çalışan bir program yok. Oradaki programın açık, portun doğru olduğunu kontrol edin.",
            "Nothing runs at this address. Check that the program there is running and that the port is right.",
        )
    } else if has("connect:") {
        (
            "Adresteki cihaza ulaşılamadı. Cihazın açık ve ağa bağlı olduğunu kontrol edin.",
            "The machine at this address could not be reached. Check that it is switched on and on the network.",
        )
    } else if has("tls:") {
        (
            "Güvenli bağlantı kurulamadı. Adresin geçerli bir sertifikası olmalı; kendi ağınızda http:// kullanabilirsiniz.",
            "No secure connection came about. The address needs a valid certificate; in your own network http:// will do.",
        )
    } else if has("in time") {
        (
            "10 saniye içinde yanıt gelmedi. Alıcının bildirimi önce kabul edip sonra işlemesi gerekir.",
            "No answer came within 10 seconds. The receiver should accept first and do its work afterwards.",
        )
    } else if has("not allowed") {
        (
            "Bu adrese gönderime izin verilmiyor. Ayarlar sayfasında “Bildirimler nereye gidebilir” bölümüne bakın.",
            "Sending to this address is not allowed. See “Where notifications may go” in the settings.",
        )
    } else if has("broke off") {
        (
            "Alıcı, yanıtını bitirmeden bağlantıyı kapattı. Alıcının kayıtlarına bakın.",
            "The receiver hung up before its answer was complete. Look into the receiver’s own log.",
        )
    } else {
        (
            "Bildirim gönderilemedi. Adresi kontrol edip bir test gönderin.",
            "It could not be sent. Check the address and send a test.",
        )
    };
    either(lang, tr, en)
}
