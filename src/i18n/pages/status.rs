//! The texts of the page "status".

texts! {
    pub struct StatusTexts {
        title: "Durum" / "Health",
        well: "Her şey çalışıyor." / "Everything works.",
        well_help: "Siparişler alınıyor, saklanıyor ve iletiliyor." / "Orders are received, stored and passed on.",
        look_here: "İlgilenmeniz gereken bir şey var." / "Something needs your attention.",
        store_ill: "Veritabanına yazılamıyor:" / "The database cannot be written to:",
        store_ill_help:
            "Disk dolmuş ya da çıkarılmış olabilir; kontrol edin. Sorun düzelince program kendiliğinden devam eder."
            / "The disk may be full or unplugged; check it. The program carries on by itself once that is fixed.",
        sync_ill: "Platformlardan artık sipariş alınmıyor ve ileri tarihli siparişler başlamıyor."
            / "Orders are no longer fetched from platforms, and scheduled orders do not start.",
        delivery_ill: "Bildirimler artık gönderilmiyor." / "Notifications are no longer sent.",
        restart_help: "Programı yeniden başlatın. Yinelenirse günlüğüne bakın."
            / "Restart the program. If it happens again, check its log.",
        disk_short: "Disk neredeyse dolu: yeni siparişler geri çevriliyor."
            / "The disk is almost full: new orders are turned away.",
        disk_short_help:
            "Açık siparişler ilerletilebilir. Diskten eski yedekleri ve gereksiz dosyaları silin ya da veritabanını sıkıştırın; \
             yer açılınca program kendiliğinden devam eder."
            / "Open orders can be moved on. Delete old backups and files that nobody needs from the disk, or compact the \
               database; the program carries on by itself once there is room.",
        disk_low: "Disk neredeyse dolu." / "The disk is almost full.",
        disk_low_help: "Yer açın, yoksa yakında sipariş saklanamaz."
            / "Free some space, or soon no more orders can be stored.",
        clock_lags: "Bu cihazın saati saklanmış kayıtların gerisinde, fark:"
            / "This machine’s clock is behind what is already stored, by",
        clock_lags_help:
            "Cihazın tarihi ya da saati yanlışsa düzeltin. Doğruysa bir ara ileri gitmiştir; Durum sayfasında “Saat şimdi doğru” \
             deyin."
            / "If the date or time of this machine is wrong, set it. If it is right, it was ahead once: press “The clock is right \
               now” on the page Health.",
        clock_is_right: "Saat şimdi doğru" / "The clock is right now",
        webhook_ill: "Bir webhook’a bazı bildirimler ulaşmadı ya da gecikiyor."
            / "Some notifications did not reach a webhook, or are late.",
        webhook_ill_help: "Hedefinin yanıtını görmek ve kaçırdıklarını yeniden göndermek için aşağıdan açın."
            / "Open it below to see the response and to resend what it missed.",
        matching_ill: "Bir restoranın ödeme eşleştirme adresine ulaşmayan ödemeler:"
            / "Payments that did not reach a restaurant’s payment matching address:",
        matching_ill_help: "Adresin ne yanıt verdiğine bakın, yanlışsa restoranda düzeltin ve yeniden gönderin."
            / "Check how the address responded, correct it in the restaurant if it is wrong, and send them again.",
        intake_over: "Bir alım adresine izin verilenden çok gönderim geldi:"
            / "More was sent to an intake address than is allowed:",
        intake_over_help: "Fazlası geri çevrildi. Kimin gönderdiğine bakın; yabancıysa adresi yenileyin."
            / "The excess was refused. Check who sent it; if it was a stranger, replace the address.",
        look_at_intake: "Adrese git" / "Go to the address",
        program: "Program" / "Program",
        version: "Sürüm" / "Version",
        uptime: "Çalışma süresi" / "Running for",
        last_upgrade: "Son güncelleme" / "Last upgrade",
        newer: "Yeni sürüm hazır" / "A new version is ready",
        newer_trouble: "Yeni sürümlerin klasörü" / "The folder for new versions",
        newer_help:
            "Yeni sürüm önce denenir; çalışmazsa eskisi devam eder ve hiçbir şey kaybolmaz. O sırada gelen siparişlerden \
             birkaç saniye sonra yeniden gelmeleri istenir. En iyisi dükkân kapalıyken yapmaktır."
            / "The new version is tried out first; if it does not work, the old one carries on and nothing is lost. Orders that \
               arrive meanwhile are asked to come again a few seconds later. Best done while you are closed.",
        upgrade_cut_off: "yeni sürüm çalıştığını gösteremeden yarıda kesildi"
            / "it was cut off before the new version had proved that it works",
        upgrade_not_closed: "süren bir iş olduğu için veritabanı zamanında kapatılamadı"
            / "the database could not be closed in time because something was still running",
        upgrade_not_copied: "veritabanı kopyalanamadı" / "the database could not be copied",
        upgrade_not_written: "veri klasörüne yazılamadı" / "the data folder could not be written to",
        upgrade_not_started: "yeni sürüm başlatılamadı" / "the new version could not be started",
        upgrade_ended: "yeni sürüm kendiliğinden kapandı" / "the new version ended by itself",
        upgrade_not_placed: "yeni sürüm yerine konmadı" / "the new version was not put in place",
        upgrade_undone_help: "Eski sürüm, verileriniz olduğu gibi, çalışmaya devam ediyor; hiçbir şey kaybolmadı."
            / "The old version carries on with your data as it was; nothing is lost.",
        https_off: "Kapalı" / "Off",
        https_given: "Açık, kendi sertifikanızla" / "On, with your own certificate",
        https_auto: "Açık" / "On",
        trust: "Cihazların güvenmesini sağlayın" / "Make devices trust it",
        store: "Veritabanı" / "Database",
        store_size: "Veritabanının boyutu" / "Database size",
        kept: "Önceki veritabanı" / "Database of before",
        going_back: "Önceki sürüme nasıl dönülür?" / "How to go back",
        free: "Diskteki boş yer" / "Free disk space",
        orders: "Saklanan sipariş" / "Orders stored",
        erased: "Silinen veriler" / "Erased data",
        erased_nothing: "Şimdiye kadar silinen yok" / "Nothing has been erased so far",
        erased_gone: "Dosyada da üzerine yazıldı" / "Overwritten in the file too",
        erased_waits: "Dosyada üzerine yazılması bekleniyor" / "Waiting to be overwritten in the file",
        erase_now: "Şimdi üzerine yaz" / "Overwrite now",
        compact: "Veritabanını sıkıştır" / "Compact the database",
        compacting: "Veritabanı sıkıştırılıyor" / "The database is being compacted",
        compact_busy: "Veritabanı zaten sıkıştırılıyor." / "The database is being compacted already.",
        compact_unsound: "Veritabanında bir bozukluk var; sıkıştırılmadı. Ne olduğunu `garson check` söyler."
            / "Something is wrong with the database, so it was not compacted. `garson check` tells you what.",
        compact_failed: "Veritabanı sıkıştırılmadı; olduğu gibi duruyor:"
            / "The database was not compacted; it is as it was:",
        no_platforms: "Henüz bağlı platform yok." / "No platform is connected yet.",
        no_platforms_help: "Bir restoranı açın ve satış yaptığı platformları bağlayın."
            / "Open a restaurant and connect the platforms it sells on.",
        last_read: "Son bağlantı" / "Last contact",
        not_yet: "Henüz yok" / "Not yet",
        sends_itself: "Siparişleri kendisi gönderir" / "Sends its orders itself",
        works: "Çalışıyor" / "Working",
        since: "Başlangıç:" / "Since",
        notifications: "Bildirimler" / "Notifications",
        oldest: "Bekleyenlerin en eskisi" / "Oldest still waiting",
        none_waits: "Bekleyen yok" / "None waiting",
        no_webhooks: "Webhook yok." / "There are no webhooks.",
        no_webhooks_help: "Kasa ya da muhasebe programınızın siparişlerden hemen haber alması için bir tane ekleyin."
            / "Add one so that your till or accounting program hears of orders at once.",
        late: "Gecikiyor" / "Late",
        failing: "Ulaşmayan var" / "Some not delivered",
        paused: "Duraklatıldı" / "Paused",
        for_programs: "İzleme programları için" / "For monitoring programs",
        for_programs_help:
            "Tek satırda durum ve Prometheus biçiminde bütün sayılar. Sayılar bu cihaza ya da API anahtarıyla verilir."
            / "Health as one line, and all figures in Prometheus format. The figures are open to this machine, or with \
               an API key.",
    }

    pub fn {
        newer_lies_ready(version: &str):
            "Seçtiğiniz klasörde {version} sürümü var; imzası doğru. Kurmak için garson’un çalıştığı cihazda şunu yazın:"
            / "Version {version} is in the folder you chose, and its signature is valid. To install it, type this on the \
               machine that garson runs on:",
        folder_missing(folder: &str): "Yeni sürümler için seçtiğiniz {folder} klasörü yok. Bellek takılı mı?"
            / "The folder {folder} that you chose for new versions is not there. Is the stick plugged in?",
        folder_unreadable(folder: &str, why: &str): "Yeni sürümler için seçtiğiniz {folder} klasörü okunamıyor ({why})."
            / "The folder {folder} that you chose for new versions cannot be read ({why}).",
        folder_silent(folder: &str):
            "Yeni sürümler için seçtiğiniz {folder} klasörü zamanında yanıt vermedi. Birazdan yeniden bakın; sürerse diske ya da \
             ağ bağlantısına bakın."
            / "The folder {folder} that you chose for new versions did not answer in time. Look again shortly; if it stays so, \
               check the disk or the network.",
        folder_flawed(folder: &str, names: &str):
            "{folder} klasöründeki şu dosyaları kullanmayın: {names}. İmzaları geçersiz ya da düz bir dosya değiller."
            / "Do not use these files in {folder}: {names}. Their signature is not valid, or they are no regular files.",
        folder_file_unreadable(folder: &str, names: &str):
            "{folder} klasöründeki şu dosyalar okunamadı: {names}. Her dosyayı imzasıyla (.minisig) birlikte yeniden kopyalayın."
            / "These files in {folder} could not be read: {names}. Copy each one there again, together with its signature \
               (.minisig).",
        upgrade_done(from: &str, when: &str): "{when}, önceki sürüm {from}" / "{when}, from {from}",
        upgrade_undone(to: &str, why: &str): "{to} sürümüne güncelleme geri alındı: {why}."
            / "The upgrade to {to} was undone: {why}.",
        kept_store(size: &str, until: &str): "{size}, en geç {until} kendiliğinden silinir."
            / "{size}, deleted by itself by {until}.",
        upgrade_silent(seconds: &str): "yeni sürüm {seconds} saniyede açılmadı"
            / "the new version did not start within {seconds} s",
        compaction_offer(now: &str, then: &str, takes: &str):
            "Veritabanı {now} yer tutuyor; sıkıştırılırsa yaklaşık {then} yeter ve gerisi diske geri döner. Yaklaşık {takes} \
             sürer. O sırada yeni siparişler bekler, bu yüzden dükkân kapalıyken yapın."
            / "The database takes up {now}; compacted, about {then} would do. Compacting takes about {takes}. New orders \
               wait meanwhile, so do it while you are closed.",
        compaction_done(before: &str, after: &str): "Veritabanı sıkıştırıldı: {before} yerine artık {after}."
            / "The database was compacted: it was {before} and is now {after}.",
        compaction_no_room(free: &str, wanted: &str):
            "Veritabanı sıkıştırılmadı: kopyası için {wanted} boş yer gerekiyor, diskte {free} var."
            / "The database was not compacted: the copy needs {wanted}, and only {free} is free.",
    }
}
