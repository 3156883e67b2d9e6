//! The texts of the page "backups".

use model::BackupFault;

texts! {
    pub struct BackupTexts {
        title: "Yedekler" / "Backups",
        intro: "Bu cihaz bozulur ya da çalınırsa siparişleriniz ve ayarlarınız yedekten geri gelir."
            / "If this machine breaks or is stolen, you get your orders and settings back from a backup.",
        none: "Henüz yedek alınmıyor." / "No backups are made yet.",
        none_help: "Bir USB disk takın ya da ağdaki bir klasörü seçin. Her gece kendiliğinden yedek alınır."
            / "Plug in a USB disk, or choose a folder on the network. A backup is then made every night by itself.",
        proven: "Son doğrulanmış yedek" / "Last verified backup",
        proven_help:
            "Her yedek hemen geçici bir veritabanına geri yüklenir, baştan sona kontrol edilir ve aslıyla karşılaştırılır."
            / "Every backup is restored at once into a temporary database, checked from end to end and compared with the \
               original.",
        not_yet: "Henüz yok" / "None yet",
        file: "Dosya" / "File",
        size: "Boyut" / "Size",
        orders: "İçindeki sipariş" / "Orders in it",
        took: "Yedekleme ve doğrulama süresi" / "Time to make and verify it",
        encrypted: "Şifreli" / "Encrypted",
        open: "Şifresiz" / "Not encrypted",
        making: "Yedek alınıyor" / "A backup is being made",
        proving: "Yedek doğrulanıyor" / "The backup is being verified",
        make_now: "Şimdi yedekle" / "Back up now",
        same_disk: "Yedekler verilerle aynı diskte. Disk bozulursa ikisi birden gider: başka bir disk seçin."
            / "The backups are on the same disk as the data. If it fails, both are lost: choose another disk.",
        since: "Başlangıç:" / "Since",
        where_to: "Nereye ve ne zaman" / "Where and when",
        folder: "Klasör" / "Folder",
        folder_help: "Bu cihazdan görünen tam yol, örneğin /media/usb/garson ya da D:\\garson. Son klasör yoksa oluşturulur."
            / "The full path on this machine, such as /media/usb/garson or D:\\garson. The last folder is created if it \
               does not exist.",
        disks: "Takılı diskler:" / "Connected disks:",
        keep: "Kaç günün yedeği saklansın" / "How many days of backups to keep",
        keep_help: "Her günün son yedeği kalır; yenisi doğrulandıkça en eskisi silinir. Sildiğiniz müşteri bilgileri eski yedeklerde kalır; az gün saklarsanız oradan da daha çabuk silinir."
            / "The last backup of each day is kept; the oldest goes when a new one is verified. Customer data you erase stays in older \
               backups; with fewer days it goes from there sooner.",
        hour: "Saat" / "Time",
        hour_help: "Cihaz o saatte kapalıysa açılınca yapılır." / "If the machine is off at that time, it is made at the next start.",
        encryption: "Şifreleme" / "Encryption",
        encrypt_keep: "Şimdiki parola kalsın" / "Keep the current passphrase",
        encrypt_new: "Bir parolayla şifrele" / "Encrypt with a passphrase",
        encrypt_none: "Şifrelemeden sakla" / "Do not encrypt",
        passphrase: "Parola" / "Passphrase",
        passphrase_again: "Parola (tekrar)" / "Passphrase again",
        passphrase_differs: "İki parola aynı değil." / "The two passphrases differ.",
        passphrase_help:
            "Birkaç kelime seçin, kâğıda yazıp saklayın: bu parola olmadan yedek kimseye açılmaz, size de."
            / "Use a few words, write them on paper and keep it safe: without the passphrase nobody can open the backup, \
               not even you.",
        open_help: "Şifresiz yedek, diski bulan herkese müşterilerinizi gösterir ve başka bir cihaza yüklemek için bu cihazdaki garson.key dosyası da gerekir."
            / "An unencrypted backup shows your customers to anyone who finds the disk, and to restore it on another machine you \
               also need the file garson.key from this one.",
        choose: "Kaydet ve ilk yedeği al" / "Save and make the first backup",
        stop: "Yedeklemeyi bırak" / "Stop making backups",
        stop_help: "Alınmış yedekler yerinde kalır." / "Existing backups are kept.",
        kept: "Klasördeki yedekler" / "Backups in the folder",
        is_proven: "Doğrulandı" / "Verified",
        restoring: "Komutla geri yüklemek" / "Restoring by command",
        restoring_help:
            "Başka bir cihazda ya da panel açılmıyorsa: programı durdurun ve bu komutu çalıştırın; Linux’ta servis olarak kuruluysa başına sudo yazın. Şimdiki veriler \
             silinmez, bir kenarda saklanır."
            / "On another machine, or where the panel does not open: stop the program and run this command; where it is a service on Linux, with sudo before it. The current data \
               is put aside, not deleted.",
        restored: "Bu veritabanı bir yedekten geri yüklendi." / "This database was restored from a backup.",
        restored_asks: "Platformlara açık siparişlerin son durumu soruluyor; yanıt gelene kadar onlara bir şey bildirilmez. Sorulacak:"
            / "Platforms are being asked about open orders; nothing is sent to them until they have answered. Still to ask:",
        restored_held: "Eski bildirimler bekletiliyor: kasa ve muhasebe bunları yedekten sonra almış olabilir. Bekletilen:"
            / "Old notifications are held back: your till and accounting may already have received them. Held back:",
        restored_ask: "Ne yapılsın?" / "What should happen to them?",
        send_old: "Hepsi gönderilsin" / "Send all of them",
        drop_old: "Gönderilmesin" / "Do not send them",
        sending_old: "Gönderiliyor." / "They are being sent.",
        dropping_old: "Gönderilmeyecek." / "They will not be sent.",
        restored_waits: "Eski bildirimler sizin kararınızı bekliyor." / "Old notifications are waiting for your decision.",
        decide: "Karar ver" / "Decide",
        see_held: "Bildirimlere bak" / "See the notifications",
        on_health: "Yedeklere git" / "Go to backups",
    }

    /// What is wrong, as a sentence that stands on every page.
    pub fn backup_fault(lang, fault: BackupFault) -> &'static str {
        match fault {
            BackupFault::Missing =>
                "Yedek diski yerinde değil: yedek alınamıyor." / "The backup disk is not there: no backups are made.",
            BackupFault::Full =>
                "Yedek diski dolu: yedek alınamıyor." / "The backup disk is full: no backups are made.",
            BackupFault::NoRoom =>
                "Bu cihazın diskinde yedeği denemeye yer yok: son yedek doğrulanamadı."
                / "There is no room on this machine to try the backup: the last one could not be verified.",
            BackupFault::Disk =>
                "Yedek diski okunamıyor ya da yazılamıyor." / "The backup disk cannot be read or written.",
            BackupFault::Unproven =>
                "Son yedek geri yüklenemedi: ona güvenmeyin." / "The last backup could not be restored: do not rely on it.",
            BackupFault::Store =>
                "Veritabanı okunamadığı için yedek alınamıyor." / "The database cannot be read, so no backups are made.",
            BackupFault::Overdue =>
                "Günlerdir yedek alınmadı." / "No backup has been made for days.",
        }
    }

    /// What to do about it.
    pub fn backup_help(lang, fault: BackupFault) -> &'static str {
        match fault {
            BackupFault::Missing =>
                "Diski takın. On dakika içinde kendiliğinden yeniden denenir; beklemek istemezseniz düğmeye basın."
                / "Plug it in. It is retried within ten minutes; press the button if you do not want to wait.",
            BackupFault::Full =>
                "İki yedek bile sığmıyor: yer açın ya da daha büyük bir disk seçin. Bir saat içinde kendiliğinden yeniden denenir."
                / "Not even two backups fit: free some space or choose a larger disk. It is retried within an hour.",
            BackupFault::NoRoom =>
                "Yedek alındı, ama geri yüklenip yüklenemediği bilinmiyor. Bu cihazda yer açın."
                / "The backup was made, but whether it can be restored is not known. Free some space on this machine.",
            BackupFault::Disk =>
                "Disk bozuluyor ya da yazmaya kapalı olabilir. Başka bir disk deneyin."
                / "The disk may be failing or write-protected. Try another one.",
            BackupFault::Unproven =>
                "Bir saat içinde kendiliğinden yeniden denenir. Yinelenirse başka bir disk seçin; önceki doğrulanmış yedek duruyor."
                / "It is retried within an hour. If it fails again, choose another disk; the previous verified backup is still \
                   there.",
            BackupFault::Store =>
                "Bir saat içinde kendiliğinden yeniden denenir. Yinelenirse `garson check` ne olduğunu söyler."
                / "It is retried within an hour. If it fails again, `garson check` tells you what is wrong.",
            BackupFault::Overdue =>
                "Cihaz geceleri kapalıysa saati değiştirin." / "If the machine is off at night, choose another time.",
        }
    }
}
