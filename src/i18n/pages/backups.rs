//! The texts of the page "backups".

use crate::model::BackupFault;

texts! {
    pub struct BackupTexts {
        title: "Yedekler" / "Backups",
        intro: "Bu cihaz bozulur ya da çalınırsa siparişleriniz ve ayarlarınız yedekten geri gelir."
            / "If this machine breaks or is stolen, your orders and settings come back from a backup.",
        none: "Henüz yedek alınmıyor." / "No backups are made yet.",
        none_help: "Bir USB disk takın ya da ağdaki bir klasörü seçin. Her gece kendiliğinden yedek alınır."
            / "Plug in a USB disk, or choose a folder on the network. A backup is then made every night by itself.",
        proven: "Son kanıtlanmış yedek" / "Last proven backup",
        proven_help:
            "Her yedek hemen geçici bir veritabanına geri yüklenir, baştan sona kontrol edilir ve aslıyla karşılaştırılır."
            / "Every backup is put back at once into a throwaway database, checked from end to end and compared with the \
               original.",
        not_yet: "Henüz yok" / "None yet",
        file: "Dosya" / "File",
        size: "Boyut" / "Size",
        orders: "İçindeki sipariş" / "Orders in it",
        took: "Yedekleme ve kontrol süresi" / "Time to make and to prove it",
        next: "Sıradaki" / "Next one",
        encrypted: "Şifreli" / "Encrypted",
        open: "Şifresiz" / "Not encrypted",
        making: "Yedek alınıyor" / "A backup is being made",
        proving: "Yedek kontrol ediliyor" / "The backup is being proven",
        make_now: "Şimdi yedekle" / "Back up now",
        same_disk: "Yedekler verilerle aynı diskte. Disk bozulursa ikisi birden gider: başka bir disk seçin."
            / "The backups are on the same disk as the data. If it dies, both are gone: choose another disk.",
        trouble: "Yedek alınamıyor." / "Backups fail.",
        since: "Başlangıç:" / "Since",
        where_to: "Nereye ve ne zaman" / "Where and when",
        folder: "Klasör" / "Folder",
        folder_help: "Bu cihazdan görünen tam yol, örneğin /media/usb/garson ya da D:\\garson. Son klasör yoksa oluşturulur."
            / "The whole path as this machine sees it, such as /media/usb/garson or D:\\garson. The last folder is made if \
               it is missing.",
        disks: "Takılı diskler:" / "Disks that are plugged in:",
        keep: "Kaç günün yedeği saklansın" / "Of how many days to keep one",
        keep_help: "Her günün son yedeği kalır; yenisi kanıtlandıkça en eskisi silinir. Silinen müşteri verileri eski yedeklerde kalır; az yedek, daha çabuk unutur."
            / "The last of each day stays; the oldest goes when a new one is proven. Customers’ data that you erase stays in older backups; fewer of \
               them forget sooner.",
        hour: "Saat" / "At what hour",
        hour_help: "Cihaz o saatte kapalıysa açılınca yapılır." / "If the machine is off then, it is made when it starts.",
        encryption: "Şifreleme" / "Encryption",
        encrypt_keep: "Şimdiki parola kalsın" / "Keep the present passphrase",
        encrypt_new: "Bir parolayla şifrele" / "Encrypt with a passphrase",
        encrypt_none: "Şifrelemeden sakla" / "Do not encrypt",
        passphrase: "Parola" / "Passphrase",
        passphrase_again: "Parola, bir daha" / "Passphrase again",
        passphrase_differs: "İki parola aynı değil." / "The two are not the same.",
        passphrase_help:
            "Birkaç kelime seçin, kâğıda yazıp saklayın: bu parola olmadan yedek kimseye açılmaz, size de."
            / "A few words are best. Write it down and put it away: without it nobody opens the \
               backup, not even you.",
        open_help: "Şifresiz yedek, diski bulan herkese müşterilerinizi gösterir ve başka bir cihaza yüklemek için bu cihazdaki garson.key dosyası da gerekir."
            / "One that is not encrypted shows your customers to whoever finds the disk, and to restore it on another \
               machine you also need the file garson.key of this one.",
        choose: "Kaydet ve ilk yedeği al" / "Save and make the first one",
        change: "Kaydet" / "Save",
        stop: "Yedeklemeyi bırak" / "Stop making backups",
        stop_help: "Alınmış yedekler yerinde kalır." / "Those that are there stay.",
        kept: "Klasördeki yedekler" / "Backups in the folder",
        is_proven: "Kanıtlandı" / "Proven",
        restoring: "Geri yüklemek" / "Restoring",
        restoring_help: "Programı durdurun ve bu komutu verin. Şimdiki veriler kenarda saklanır, silinmez."
            / "Stop the program and give this command. What is here now is put aside, not deleted.",
        restored: "Bu veritabanı bir yedekten geri yüklendi." / "This database was restored from a backup.",
        restored_asks: "Platformlara açık siparişlerin son durumu soruluyor; yanıt gelene kadar onlara bir şey söylenmez. Sorulacak:"
            / "Platforms are being asked how open orders stand; they are told nothing until they have answered. Still to ask:",
        restored_held: "Eski bildirimler bekletiliyor: kasa ve muhasebe bunları yedekten sonra almış olabilir. Bekletilen:"
            / "Notifications of before are held back: your till and accounting may have got them since the backup. Held:",
        restored_ask: "Ne yapılsın?" / "What shall become of them?",
        send_old: "Hepsi gönderilsin" / "Send all of them",
        drop_old: "Gönderilmesin" / "Do not send them",
        sending_old: "Gönderiliyor." / "They are being sent.",
        dropping_old: "Gönderilmeyecek." / "They will not be sent.",
        restored_waits: "Eski bildirimler sizin kararınızı bekliyor." / "Notifications of before wait for your word.",
        decide: "Karar ver" / "Decide",
        see_held: "Bildirimlere bak" / "See them",
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
                "Bu cihazın diskinde yedeği denemeye yer yok: son yedek kanıtlanamadı."
                / "This machine’s disk has no room to try the backup: the last one could not be proven.",
            BackupFault::Disk =>
                "Yedek diski okunamıyor ya da yazılamıyor." / "The backup disk cannot be read or written.",
            BackupFault::Unproven =>
                "Son yedek geri yüklenemedi: ona güvenmeyin." / "The last backup could not be restored: do not rely on it.",
            BackupFault::Store =>
                "Veritabanı okunamadığı için yedek alınamıyor." / "The database could not be read, so no backup was made.",
            BackupFault::Overdue =>
                "Günlerdir yedek alınmadı." / "No backup was made for days.",
        }
    }

    /// What to do about it.
    pub fn backup_help(lang, fault: BackupFault) -> &'static str {
        match fault {
            BackupFault::Missing =>
                "Diski takın. On dakika içinde kendiliğinden yeniden denenir; beklemek istemezseniz düğmeye basın."
                / "Plug it in. It is tried again by itself within ten minutes; press the button if you do not want to wait.",
            BackupFault::Full =>
                "İki yedek bile sığmıyor: yer açın ya da daha büyük bir disk seçin. Bir saat içinde kendiliğinden yeniden denenir."
                / "Not even two backups fit: make room, or choose a larger disk. It is tried again by itself within an hour.",
            BackupFault::NoRoom =>
                "Yedek alındı, ama geri yüklenip yüklenemediği bilinmiyor. Bu cihazda yer açın."
                / "The backup was made, but nobody knows whether it restores. Make room on this machine.",
            BackupFault::Disk =>
                "Disk bozuluyor ya da yazmaya kapalı olabilir. Başka bir disk deneyin."
                / "The disk may be failing, or closed for writing. Try another one.",
            BackupFault::Unproven =>
                "Bir saat içinde kendiliğinden yeniden denenir. Yinelenirse başka bir disk seçin; önceki kanıtlanmış yedek duruyor."
                / "It is tried again by itself within an hour. If that happens again, choose another disk; the proven one \
                   before is still there.",
            BackupFault::Store =>
                "Bir saat içinde kendiliğinden yeniden denenir. Yinelenirse `garson check` ne olduğunu söyler."
                / "It is tried again by itself within an hour. If that happens again, `garson check` says what is wrong.",
            BackupFault::Overdue =>
                "Cihaz geceleri kapalıysa saati değiştirin." / "If the machine is off at night, choose another hour.",
        }
    }
}
