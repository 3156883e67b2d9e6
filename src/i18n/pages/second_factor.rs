//! The texts about the second factor: making one, its recovery codes, and what others see of it.

texts! {
    pub struct SecondFactorTexts {
        title: "İki adımlı giriş" / "Two-step sign-in",
        intro: "Parolanızı öğrenen biri bile telefonunuz olmadan giremez."
            / "Even someone who knows your password cannot get in without your phone.",
        owed: "Yetkili, herkesin iki adımlı giriş kullanmasını istiyor. Devam etmeden önce kurun; bir dakika sürer."
            / "The owner wants everyone to use two-step sign-in. Set it up before you continue; it takes a minute.",
        switch_on: "Kur" / "Set it up",
        is_on: "Açık" / "On",
        is_off: "Kapalı" / "Off",
        since: "Kurulduğu tarih" / "Set up",
        codes_left: "Kalan kurtarma kodu" / "Recovery codes left",
        renew: "Yeni kurtarma kodları" / "New recovery codes",
        switch_off: "Kapat" / "Turn it off",
        // Making one.
        step_app: "Telefonunuzda bir doğrulama uygulaması açın: Google Authenticator, Microsoft Authenticator ya da benzeri."
            / "Open an authenticator app on your phone: Google Authenticator, Microsoft Authenticator or the like.",
        step_scan: "Uygulamada hesap ekleyin ve bu karekodu okutun." / "Add an account there and scan this QR code.",
        picture: "Uygulamanın okutacağı karekod" / "The QR code that the app scans",
        by_hand: "Okutamıyorsanız bu anahtarı uygulamaya elle yazın:"
            / "If you cannot scan it, type this key into the app:",
        step_code: "Uygulamanın gösterdiği altı haneli kodu yazın." / "Type the six digits the app shows.",
        wrong_code:
            "Kod yanlış. Uygulamanın şu anda gösterdiği kodu yazın; olmuyorsa telefonun ve bu cihazın saatini \
             kontrol edin."
            / "The code is wrong. Type the one the app shows now; if that fails, check the clocks of the \
               phone and of this machine.",
        too_old: "Sayfa çok uzun süre açık kaldı. Bu yeni karekodu okutun; uygulamadaki eski kaydı silin."
            / "The page was open for too long. Scan this new QR code and delete the old entry in the app.",
        // Recovery codes.
        codes_title: "Kurtarma kodlarınız" / "Your recovery codes",
        codes_intro: "Telefonunuz kaybolur ya da bozulursa bunlardan biriyle girersiniz. Her biri bir kez geçerlidir."
            / "If your phone is lost or broken, you sign in with one of these. Each works once.",
        codes_warning: "Yalnızca bu kez gösterilir. Şimdi yazdırın ya da bir kâğıda yazıp güvenli bir yerde saklayın."
            / "They are shown only once. Print them or write them down now, and keep them safe.",
        kept: "Sakladım, devam et" / "I have saved them, continue",
        // For the owner.
        of_user_on: "Bu kullanıcı girişte telefonundan bir kod da girer." / "This user also enters a code from their phone.",
        of_user_off: "Bu kullanıcı yalnızca parolayla girer. Herkes kendi sayfasında kurar."
            / "This user signs in with only a password. Everyone sets it up on their own page.",
        take_off: "İki adımlı girişi kapat" / "Turn two-step sign-in off",
        take_off_help: "Telefonunu ve kurtarma kodlarını kaybettiyse. Sonra yalnızca parolasıyla girer."
            / "If they have lost their phone and their recovery codes. Then their password alone is enough.",
    }
}
