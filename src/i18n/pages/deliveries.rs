//! What the delivery log says.

texts! {
    pub struct DeliveriesTexts {
        title: "Bildirim kayıtları" / "Notification log",
        intro: "Gönderilen her bildirim ve her gönderme denemesi."
            / "Every notification, with every attempt to send it.",
        one: "Bildirim" / "Notification",
        state: "Durum" / "State",
        event: "Olay" / "Event",
        webhook: "Webhook" / "Webhook",
        order_help: "Sipariş kodu ya da platform numarası" / "Order number or platform number",
        target: "Nereye" / "To",
        attempts: "Deneme sayısı" / "Attempts",
        attempt: "Deneme" / "Attempts",
        last_answer: "Son yanıt" / "Last response",
        no_answer: "yanıt yok" / "no response",
        empty: "Henüz bir şey gönderilmedi. Bir webhook eklediğinizde her bildirim burada görünür."
            / "Nothing has been sent yet. Once you have added a webhook, every notification appears here.",
        gone_webhook: "Silinmiş bir webhook" / "A deleted webhook",
        changed: "Son değişiklik" / "Last change",
        next_attempt: "Sonraki deneme" / "Next attempt",
        at_once: "hemen" / "right away",
        behind: "Aynı siparişin daha önceki bir bildirimini bekliyor."
            / "Waiting for an earlier notification of the same order.",
        status: "HTTP durumu" / "HTTP status",
        duration: "Süre" / "Duration",
        sent_to: "Gönderildiği adres" / "Sent to",
        answer: "Gelen yanıt" / "Response",
        empty_answer: "Yanıtta metin yoktu." / "The response was empty.",
        technical: "Teknik ayrıntı" / "Technical details",
        untried: "Henüz denenmedi." / "Not tried yet.",
        forgotten: "Yalnızca son denemeler saklanır." / "Only the latest attempts are kept.",
        body: "Gönderilen içerik" / "What was sent",
        again_help: "Hemen, gerekirse üç kez daha denenir." / "Tried right away and, if needed, three more times.",
        now: "Şimdi gönder" / "Send now",
        now_help:
            "Hâlâ bekliyor. Sıradaki deneme saati beklenmez; aynı siparişin önceki bildirimi bekliyorsa yine önce o \
             gider."
            / "It is still waiting. This skips the wait before the next attempt; an earlier notification of the same \
               order still goes first.",
        gone_help: "Yeniden gönderilemez: webhook’u silinmiş." / "It cannot be sent again: its webhook was deleted.",
        webhook_paused: "Webhook’u duraklatılmış: siz devam ettirene kadar bekler."
            / "Its webhook is paused: it waits until you resume it.",
    }

    /// How long the log goes back.
    pub fn kept(lang, days: u32) -> String {
        "Sonuçlanan bildirimler {days} gün saklanır."
            / match days {
                1 => "Finished notifications are kept for 1 day.",
                _ => "Finished notifications are kept for {days} days.",
            }
    }

    /// Why there was no answer, and what to do. The log keeps the client's own words, which begin with the step that
    /// failed.
    pub fn trouble(lang, words: &str) -> &'static str {
        match words {
            _ if words.contains("dns:") =>
                "Adresteki ad bulunamadı. Adresin doğru yazıldığını ve bu cihazın internete bağlı olduğunu kontrol \
                 edin."
                / "The name in the address could not be found. Check that it is spelled right and that this machine is \
                   online.",
            _ if words.contains("connect: refused") =>
                "Adreste çalışan bir program yok. Oradaki programın açık, portun doğru olduğunu kontrol edin."
                / "No program is running at this address. Check that the program there is running and that the port is right.",
            _ if words.contains("connect:") =>
                "Adresteki cihaza ulaşılamadı. Cihazın açık ve ağa bağlı olduğunu kontrol edin."
                / "The machine at this address could not be reached. Check that it is switched on and on the network.",
            _ if words.contains("CaUsedAsEndEntity") =>
                "Sunucu, kendi imzaladığı bir sertifika gösteriyor. Sizin sunucunuzsa o sertifikayı Webhook’lar › Güvenilen sertifika \
                 yetkilileri sayfasında ekleyin; kendi ağınızda http:// de kullanabilirsiniz."
                / "The server shows a certificate that it has signed itself. If the server is yours, add that certificate under \
                   Webhooks › Trusted certificate authorities; on your own network http:// is fine too.",
            _ if words.contains("not valid for name") =>
                "Sunucunun sertifikası başka bir ad için. Adresteki ad, sertifikanın subjectAltName alanında yazmalı (openssl: -addext \
                 subjectAltName=DNS:ad, IP adresiyse IP:adres)."
                / "The server’s certificate is for another name. The name in the address has to stand in its subjectAltName (openssl: \
                   -addext subjectAltName=DNS:name, for an IP address IP:address).",
            _ if words.contains("UnknownIssuer") =>
                "Sunucunun sertifikasını güvenilen bir yetkili vermemiş. İşletmenin kendi sertifikasıysa onu ya da yetkilisini \
                 Webhook’lar › Güvenilen sertifika yetkilileri sayfasında ekleyin; kendi ağınızda http:// de kullanabilirsiniz."
                / "No trusted authority has issued the server’s certificate. If it is one of your own, add it or its authority under \
                   Webhooks › Trusted certificate authorities; on your own network http:// is fine too.",
            _ if words.contains("tls:") =>
                "Güvenli bağlantı kurulamadı. Adresin geçerli bir sertifikası olmalı; kendi ağınızda http:// \
                 kullanabilirsiniz."
                / "A secure connection could not be made. The address needs a valid certificate; on your own network http:// \
                   is fine.",
            _ if words.contains("in time") =>
                "10 saniye içinde yanıt gelmedi. Alıcının bildirimi önce kabul edip sonra işlemesi gerekir."
                / "No response within 10 seconds. The receiver should accept first and do its work afterwards.",
            _ if words.contains("not allowed") =>
                "Bu adrese gönderime izin verilmiyor. Ayarlar sayfasında “Bildirimler nereye gidebilir” bölümüne bakın."
                / "Sending to this address is not allowed. See “Where notifications may go” in the settings.",
            _ if words.contains("without an answer") =>
                "Alıcı, hiç yanıt vermeden bağlantıyı kapattı. Alıcının kayıtlarına bakın."
                / "The receiver closed the connection without an answer. Check the receiver’s own log.",
            _ if words.contains("broke off") =>
                "Alıcı, yanıtını bitirmeden bağlantıyı kapattı. Alıcının kayıtlarına bakın."
                / "The receiver closed the connection before it had finished responding. Check the receiver’s own log.",
            _ =>
                "Bildirim gönderilemedi. Adresi kontrol edip bir test gönderin."
                / "It could not be sent. Check the address and send a test.",
        }
    }
}
