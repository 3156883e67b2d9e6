//! The texts of the pages on which a backup is restored: what is in it, what would be lost, how far it is, what came of it.

use model::RestoreFlaw;

texts! {
    pub struct RestoreTexts {
        restore: "Geri yükle…" / "Restore…",
        title: "Yedeği geri yükle" / "Restore a backup",
        intro: "Bu yedek, şimdiki veritabanının yerine geçer. Şimdiki veritabanı silinmez, bu cihazda başka bir adla saklanır."
            / "This backup takes the place of the current database. The current one is not deleted; it is kept on this machine \
               under another name.",
        what: "Bilgi" / "Item",
        in_backup: "Yedekte" / "In the backup",
        now: "Şimdi" / "Now",
        as_of: "Zamanı" / "As of",
        orders: "Sipariş sayısı" / "Orders",
        newest_order: "Son sipariş" / "Newest order",
        restaurants: "Restoran sayısı" / "Restaurants",
        people: "Kullanıcı sayısı" / "Users",
        size: "Boyut" / "Size",
        version: "garson sürümü" / "garson version",
        not_noted: "Bilinmiyor" / "Not known",
        no_order: "Henüz yok" / "None yet",
        no_figures: "Bu yedeği daha eski bir garson almış: içindekiler başında yazmıyor. Geri yüklenirken baştan sona kontrol edilir."
            / "An older garson made this backup, so its figures are not written at its beginning. It is checked from end to end \
               while it is restored.",
        other_passphrase: "Bu yedek başka bir parolayla şifrelenmiş: içindekiler parola olmadan görülemez."
            / "This backup is encrypted with another passphrase: what is in it cannot be seen without it.",
        was_verified: "Alındığında geçici bir veritabanına geri yüklenip baştan sona kontrol edildi."
            / "When it was made, it was restored into a temporary database and checked from end to end.",
        would_be_lost: "Neler kaybolur" / "What would be lost",
        nothing_lost: "Bu yedekten sonra sipariş gelmedi ve bir şey değişmedi."
            / "No order has come and nothing was changed since this backup.",
        newest_lost: "En yenileri:" / "The newest of them:",
        erased_back: "Yedekten sonra sildiğiniz müşteri bilgileri geri gelir; gerekirse yeniden silin."
            / "Customer data that you erased since then comes back; erase it again if you must.",
        removed_back: "O zamandan beri silinen kullanıcı ve anahtarlar, değişen parolalar yedekteki hâline döner."
            / "Users and keys that were removed, and passwords that were changed, are again as they were then.",
        see_log: "Etkinlik kaydına bak" / "See the activity log",
        meanwhile: "Geri yüklenirken garson kapalıdır: platformlardan siparişleri birazdan yeniden göndermeleri istenir."
            / "garson is closed while it restores: platforms are asked to send their orders again in a moment.",
        sign_in_again: "Sonra herkes yeniden giriş yapar, yedeğin zamanındaki parolasıyla."
            / "Afterwards everybody signs in again, with the password of that time.",
        confirm: "Onay" / "Confirm",
        passphrase: "Yedeğin parolası" / "Passphrase of the backup",
        passphrase_help: "Yedek alınırken seçilen parola; giriş parolanız değil."
            / "The one that was chosen when the backup was made, not the one you sign in with.",
        wrong_passphrase: "Bu yedeğin parolası bu değil." / "This is not the passphrase of this backup.",
        type_word: "Onaylamak için şunu yazın" / "To confirm, type this",
        not_the_word: "Bu değil. Yukarıda yazıldığı gibi, eksiksiz yazın." / "That is not it. Type it exactly as shown above.",
        go: "Geri yükle" / "Restore it",
        // While it goes on.
        one_moment: "Bir dakika" / "One moment",
        restoring: "Bir yedek geri yükleniyor" / "A backup is being restored",
        reloads: "Bu sayfa kendiliğinden yenilenir." / "This page reloads by itself.",
        step_closing: "garson durur, veritabanı kapanır" / "garson stops and closes the database",
        step_checking: "Yedek okunur ve baştan sona kontrol edilir" / "The backup is read and checked from end to end",
        step_placing: "Şimdiki veritabanı saklanır, yedek yerine geçer" / "The current database is kept aside, and the backup takes its place",
        step_opening: "garson yedekle açılır" / "garson starts with it",
        is_done: "tamam" / "done",
        // What came of it.
        outcome: "Geri yükleme" / "Restore",
        none: "Şu anda bir geri yükleme yok." / "No restore is under way.",
        failed: "Yedek geri yüklenemedi. Hiçbir şey değişmedi: garson önceki veritabanıyla çalışıyor."
            / "The backup was not restored. Nothing was changed: garson goes on with the database it had.",
        done: "Yedek geri yüklendi." / "The backup was restored.",
        restored_at: "Geri yüklenme zamanı" / "Restored at",
        next: "Şimdi ne yapmalı" / "What to do next",
        next_orders: "Yedekten sonra gelen siparişler burada yok: platformların kendi ekranlarına bakın."
            / "Orders that came after the backup are not here: look at the platforms’ own screens.",
        next_people: "O zamandan beri sildiğiniz kullanıcıları ve anahtarları yeniden silin, değişen parolaları yeniden değiştirin."
            / "Remove again the users and keys that you removed since then, and change again the passwords that were changed.",
        next_screens: "Mutfak ekranlarını yeniden bağlayın." / "Connect the kitchen screens again.",
        next_held: "Bekletilen eski bildirimler için karar verin." / "Decide what happens to old notifications that are held back.",
        back: "Önceki veritabanına dönmek" / "Going back to the database of before",
        kept_as: "Önceki veritabanı bu cihazda şu dosyalarda duruyor. Müşteri bilgileri içerir; artık gerekmiyorsa silin."
            / "The database of before is kept on this machine in these files. It holds customer data; delete it when you no \
               longer need it.",
        back_help: "Programı durdurun ve şu komutları çalıştırın; Linux’ta servis olarak kuruluysa başlarına sudo yazın. Geri \
                    yüklemeden sonra gelenler o zaman kaybolur."
            / "Stop the program and run these commands; where it is a service on Linux, with sudo before each. What came after \
               the restore is lost then.",
        to_backups: "Yedeklere dön" / "Back to backups",
    }

    pub fn {
        lost_orders(count: &str): "Yedekten sonra gelen sipariş: {count}." / "Orders that came since then: {count}.",
        lost_changes(count: &str): "Yedekten sonra durumu ya da içeriği değişen eski sipariş: {count}."
            / "Older orders that were changed since then: {count}.",
        lost_waiting(count: &str): "Yedekten sonra oluşan, henüz gönderilmemiş bildirim: {count}. Kasa ve muhasebe bunları almaz."
            / "Notifications of since then that are not sent yet: {count}. Till and accounting will not get them.",
        lost_settings(count: &str): "Ayar, kullanıcı, anahtar, restoran, platform ve webhook değişikliği: {count}."
            / "Changes to settings, users, keys, restaurants, platforms and webhooks: {count}.",
        or_more(count: &str): "{count} ya da daha çok" / "{count} or more",
        format_number(number: u32): "(biçim {number})" / "(format {number})",
        /// For whoever was signed out by it.
        was_restored(made: &str, restored: &str):
            "{restored} tarihinde bir yedek geri yüklendi. Veriler şu zamandaki gibidir: {made}. Herkes yeniden giriş yapar, o \
             zamanki parolasıyla."
            / "A backup was restored on {restored}. Everything is as it was on {made}. Everybody signs in again, with the password \
               of that time.",
    }

    /// Why a restore came to nothing, and what to do.
    pub fn restore_flaw(lang, flaw: &RestoreFlaw) -> String {
        match flaw {
            RestoreFlaw::CutOff =>
                "Yarıda kesildi: program durduruldu ya da elektrik gitti. İsterseniz yeniden deneyin."
                / "It was cut off: the program was stopped, or the power failed. Try again if you like.",
            RestoreFlaw::NotClosed =>
                "Bir iş hâlâ sürdüğü için veritabanı kapatılamadı. Birazdan yeniden deneyin."
                / "Something was still under way, so the database could not be closed. Try again in a moment.",
            RestoreFlaw::NotABackup =>
                "Bu dosya bir garson yedeği değil. Başka bir yedek seçin."
                / "This file is no backup of garson’s. Choose another one.",
            RestoreFlaw::Newer =>
                "Bu yedeği daha yeni bir garson almış. Önce garson’u güncelleyin."
                / "A newer garson made this backup. Upgrade garson first.",
            RestoreFlaw::Damaged(detail) =>
                "Yedek bozuk. Başka bir kopyasını ya da daha eskisini seçin. ({detail})"
                / "The backup is damaged. Choose another copy of it, or an earlier one. ({detail})",
            RestoreFlaw::WrongPassphrase =>
                "Bu yedeğin parolası bu değil." / "This is not the passphrase of this backup.",
            RestoreFlaw::WrongKey =>
                "Yedek başka bir cihazda, parolasız alınmış: o cihazın garson.key dosyası gerekir. “garson restore --key-file” ile \
                 geri yükleyin."
                / "The backup was made on another machine, without a passphrase: it needs that machine’s garson.key. Restore it \
                   with “garson restore --key-file”.",
            RestoreFlaw::Unreadable(detail) =>
                "Yedek diski okunamadı. Disk takılı mı? ({detail})" / "The backup’s disk could not be read. Is it plugged in? ({detail})",
            RestoreFlaw::NoRoom { free, wanted } =>
                ("Bu cihazın diskinde yer yok: {} MB boş, en az {} MB gerekiyor. Önce yer açın.",
                 free / 1_000_000, wanted.div_ceil(1_000_000))
                / ("There is no room on this machine’s disk: {} MB are free, and {} MB or more are needed. Make room first.",
                   free / 1_000_000, wanted.div_ceil(1_000_000)),
            RestoreFlaw::Store(detail) =>
                "Veri klasörüne yazılamadı. ({detail})" / "The data folder could not be written to. ({detail})",
        }
    }
}
