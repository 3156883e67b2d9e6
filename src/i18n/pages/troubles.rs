//! What keeps a platform's orders away, as every page, every screen and the command line say it.

use model::{Lang, PlatformFault};

/// What is wrong.
pub fn sentence(lang: Lang, fault: &PlatformFault) -> String {
    match fault {
        PlatformFault::Failing(refusal) => crate::failure(lang, &(**refusal).clone().into()),
        PlatformFault::ShopClosed => shop_closed(lang).to_owned(),
        PlatformFault::SwitchedOff => switched_off(lang).to_owned(),
    }
}

texts! {
    fn {
        shop_closed: "Restoran platformda kapatıldı; müşteriler orada sipariş veremiyor."
            / "The restaurant was closed on the platform; customers cannot order there.",
        switched_off: "Sipariş alımı durduruldu; oradan yeni sipariş gelmiyor."
            / "It is switched off; no new orders come from there.",
    }

    /// What an owner does about it.
    pub fn advice(lang, fault: &PlatformFault) -> &'static str {
        match fault {
            PlatformFault::Failing(_) =>
                "Bağlantı bilgilerini kontrol edin ve bağlantıyı test edin; düzelene kadar platformun kendi ekranını izleyin."
                / "Check the credentials and test the connection; until it works, watch the platform’s own screen.",
            PlatformFault::ShopClosed =>
                "Buradaki platform sayfasından restoranı yeniden açın."
                / "Open it again on its page in this panel.",
            PlatformFault::SwitchedOff =>
                "Sipariş alımını başlatın; artık kullanmıyorsanız bağlantıyı kaldırın."
                / "Take orders again, or disconnect it if you no longer use it.",
        }
    }

    /// What everybody else does.
    pub fn advice_to_staff(lang, fault: &PlatformFault) -> &'static str {
        match fault {
            PlatformFault::Failing(_) =>
                "Yetkiliye haber verin; düzelene kadar platformun kendi ekranını izleyin."
                / "Tell the owner; until it works, watch the platform’s own screen.",
            PlatformFault::ShopClosed | PlatformFault::SwitchedOff =>
                "Böyle olmaması gerekiyorsa yetkiliye haber verin."
                / "If that is not as it should be, tell the owner.",
        }
    }

    pub fn {
        this_machine: "Bu cihaz:" / "This machine:",
        refuses_orders: "Veritabanına yazılamıyor: yeni siparişler geri çevriliyor."
            / "The database cannot be written to: new orders are turned away.",
        house_advice_to_staff: "Yetkiliye haber verin; düzelene kadar platformların kendi ekranlarını izleyin."
            / "Tell the owner; until it works, watch the platforms’ own screens.",
        clock_advice_to_staff: "Buradaki saatler yanlış olabilir; yetkiliye haber verin."
            / "Times shown here may be wrong; tell the owner.",
        clock_until(time: &str): "Saat doğruysa bu uyarı {time} tarihinde kendiliğinden kalkar."
            / "If the clock is right, this notice ends by itself on {time}.",
        open_health: "Durum sayfasını aç" / "Open Health",
        since(time: &str): "Başlangıcı: {time}." / "Since {time}.",
        fix: "Platformu aç" / "Open the platform",
        more(count: usize): "{count} sorun daha var."
            / match count { 1 => "There is 1 more problem.", _ => "There are {count} more problems." },
        see_all: "Hepsine bak" / "See all",
    }
}
