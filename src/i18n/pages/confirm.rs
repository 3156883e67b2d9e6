//! The texts of the page that asks before something is done that cannot be undone.

texts! {
    pub struct ConfirmTexts {
        what_follows: "Neler olacak" / "What will happen",
        type_the_name: "Onaylamak için adı yazın" / "To confirm, type the name",
        not_the_name: "Ad bu değil. Yukarıda yazıldığı gibi, eksiksiz yazın."
            / "That is not the name. Type it exactly as shown above.",
        // Who asks.
        who: "Siz olduğunuzu doğrulayın" / "Confirm it is you",
        who_intro: "Bu işlem önemli olduğu için parolanızı yeniden soruyoruz. Yazdıklarınız kaybolmaz."
            / "This is an important change, so we ask for your password again. What you typed is kept.",
        go_on: "Devam et" / "Continue",
        wrong_password: "Parola yanlış." / "The password is wrong.",
        wrong: "Parola ya da kod yanlış. Her kod bir kez kullanılır; gerekirse yenisini bekleyin."
            / "The password or the code is wrong. Each code works once; wait for the next one if needed.",
        cannot_be_undone: "Bu işlem geri alınamaz." / "This cannot be undone.",
    }
}
