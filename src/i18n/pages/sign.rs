//! First visit and signing in.

texts! {
    pub struct SignTexts {
        first_visit: "Hoş geldiniz" / "Welcome",
        intro: "Kurulum yaklaşık bir dakika sürer." / "Setting up takes about a minute.",
        name: "Adınız" / "Your name",
        name_help: "Girişte bunu kullanacaksınız." / "You sign in with it.",
        password: "Parola" / "Password",
        password_help: "En az 8 karakter." / "At least 8 characters.",
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
        welcome: "Her şey hazır" / "You are all set",
        key_intro: "Bu, ilk API anahtarınız. Kasa ve muhasebe programınız bunu kullanır."
            / "This is your first API key. Your till and your accounting program use it.",
        key_warning: "Yalnızca bu kez gösterilir. Şimdi kopyalayıp güvenli bir yerde saklayın."
            / "It is shown only this once. Copy it now and keep it safe.",
        go_on: "Sakladım: panoya geç" / "I have saved it: to the board",
        sign_in: "Giriş" / "Sign in",
        wrong: "Ad veya parola yanlış." / "Name or password is wrong.",
    }
}
