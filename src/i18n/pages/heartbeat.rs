//! The texts of the page about heartbeats.

texts! {
    pub struct HeartbeatTexts {
        title: "Yaşam sinyali" / "Heartbeat",
        intro:
            "Sistemi size kuran ya da birkaç dükkâna birden bakan kişi, garson’un burada nasıl çalıştığını uzaktan görebilir. \
             Bir adres girerseniz dakikada bir oraya küçük, imzalı bir bildirim gider. Siz istemedikçe hiçbir şey gönderilmez."
            / "Whoever installed garson for you, or looks after several shops, can see from afar how it fares here. If you give \
               an address, a small signed message goes there once a minute. Nothing is sent unless you want it.",
        tells:
            "Gönderilenler: sürüm, ne zamandır çalıştığı, son sınanan yedek, diskteki yer, saat, sorunlu platformlar ve sorunlu \
             webhook sayısı. Siparişler, müşteriler, kullanıcılar, tutarlar ve restoran adları gönderilmez."
            / "It tells: the version, since when it runs, the last proven backup, the room on the disk, the clock, platforms in \
               trouble and how many webhooks fail. It never tells orders, customers, people, amounts or names of restaurants.",
        on: "Açık" / "On",
        off: "Kapalı" / "Off",
        open: "Yaşam sinyali ayarları" / "Heartbeat settings",
        address: "Adres" / "Address",
        address_help: "https:// ile başlar; yerel ağda http:// de olabilir. Alıcı, kaynak koddaki packaging/public klasöründedir."
            / "Starts with https://; on the local network http:// will do. A receiver is in packaging/public of the source.",
        name: "Ad" / "Name",
        name_help: "İsteğe bağlı: alıcının bu kurulumu tanıyacağı ad, örneğin Kadıköy şubesi. Yazmazsanız boş gider."
            / "Optional: what the receiver calls this installation, such as Kadıköy. If you type nothing, nothing is sent.",
        given: "Adres, garson başlatılırken verildi (--heartbeat); değiştirmek ya da kapatmak için oradan kaldırın:"
            / "The address was given when garson was started (--heartbeat); change or remove it there:",
        save_on: "Kaydet ve aç" / "Save and turn on",
        turn_off: "Kapat" / "Turn off",
        turn_off_help: "Adres ve imza parolası saklanır." / "Address and signing secret are kept.",
        now: "Şimdi bir tane gönder" / "Send one now",
        now_help: "Gönderileni ve gelen yanıtı gösterir." / "Shows what was sent and the response.",
        sent: "Gönderilen" / "What was sent",
        accepted: "Adres sinyali kabul etti." / "The address took the heartbeat.",
        refused: "Adres yanıt verdi ama sinyali kabul etmedi." / "The address responded but did not take the heartbeat.",
        unanswered: "Adres yanıt vermedi." / "The address did not respond.",
        last: "Son deneme" / "Last attempt",
        taken: "Son kabul edilen" / "Last taken",
        none_yet: "Henüz gönderilmedi" / "None sent yet",
        failing:
            "Yaşam sinyalleri bir süredir kabul edilmiyor. Siparişler bundan etkilenmez."
            / "Heartbeats have not been taken for a while. Orders are not affected.",
        failing_help: "Adresi ve alıcının çalıştığını kontrol edin." / "Check the address and whether the receiver is running.",
        secret_why: "Her sinyal, webhook’lar gibi imzalanır; alıcı, kimden geldiğini imzadan anlar."
            / "Every heartbeat is signed as webhooks are; the receiver tells by it whom it comes from.",
        secret_intro: "Bunu, yaşam sinyalini alan programın listesine girin."
            / "Enter it in the list of the program that receives the heartbeats.",
        secret_anew: "Yeni imza parolası oluştur" / "Create a new signing secret",
        secret_anew_help: "Eskisi hemen geçersiz olur." / "The old one ends at once.",
    }
}
