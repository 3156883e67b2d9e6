//! First visit and signing in.

texts! {
    pub struct SignTexts {
        first_visit: "Hoş geldiniz" / "Welcome",
        intro: "Kurulum yaklaşık bir dakika sürer." / "Setting up takes about a minute.",
        name: "Adınız" / "Your name",
        name_help: "Girişte bunu kullanacaksınız." / "You sign in with it.",
        password: "Parola" / "Password",
        password_help: "En az 8 karakter. Birkaç sözcük yan yana iyi bir paroladır."
            / "At least 8 characters. A few words in a row make a good one.",
        restaurant: "Restoranınızın adı" / "Name of your restaurant",
        restaurant_help: "Diğer restoranlarınızı sonra ekleyebilirsiniz." / "More can be added later.",
        restaurant_missing: "Restoranınıza bir ad verin." / "Give your restaurant a name.",
        code: "Kurulum kodu" / "Setup code",
        code_help: "Programın açılırken ekrana yazdığı kod; “garson setup-link” komutu da gösterir."
            / "The code that the program showed when it started; the command “garson setup-link” shows it, too.",
        wrong_code: "Programın açılırken ekrana yazdığı kod bu değil."
            / "This is not the code that the program showed when it started.",
        begin: "Başla" / "Begin",
        first_key: "İlk anahtar" / "First key",
        key_warning: "Yalnızca bu kez gösterilir. Şimdi kopyalayıp güvenli bir yerde saklayın."
            / "It is shown only this once. Copy it now and keep it safe.",
        sign_in: "Giriş" / "Sign in",
        second_step: "Kodu girin" / "Enter the code",
        second_step_intro: "Telefonunuzdaki doğrulama uygulamasının şu anda gösterdiği altı haneyi yazın."
            / "Type the six digits that the authenticator app on your telephone shows now.",
        second_code: "Kod" / "Code",
        second_code_help: "Telefonunuz yanınızda değilse kurtarma kodlarınızdan birini yazın."
            / "If you do not have your telephone, type one of your recovery codes.",
        wrong_second_code: "Kod yanlış ya da daha önce kullanıldı. Uygulamada yeni kodun çıkmasını bekleyin."
            / "The code is wrong or was used before. Wait until the app shows the next one.",
        took_too_long: "Çok uzun sürdü. Adınızı ve parolanızı yeniden girin."
            / "That took too long. Enter your name and password again.",
        start_over: "Baştan başla" / "Start over",
        wrong: "Ad veya parola yanlış." / "Name or password is wrong.",
    }
}
