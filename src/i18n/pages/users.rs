//! The texts of the pages about users, sessions and one's own account.

texts! {
    pub struct UsersTexts {
        title: "Kullanıcılar" / "Users",
        intro: "Bu paneli kimlerin kullanabildiği." / "Who may use this panel.",
        name: "Ad" / "Name",
        name_help: "Girişte bunu kullanır." / "They sign in with it.",
        role: "Yetki" / "Role",
        owner_can: "Yetkili: her şeyi yapabilir" / "Owner: may do everything",
        staff_can: "Personel: panoyu ve siparişleri görür, siparişleri ilerletir"
            / "Staff: sees the board and the orders, and moves orders on",
        since: "Eklendiği tarih" / "Added",
        you: "Siz" / "You",
        add: "Kullanıcı ekle" / "Add a user",
        password: "Parola" / "Password",
        password_help: "En az 8 karakter. Kendisine yüz yüze söyleyin; sonra kendisi değiştirebilir."
            / "At least 8 characters. Tell them in person; they can change it later.",
        // One user.
        change_role_help: "Açacağı ilk sayfadan itibaren geçerlidir." / "Takes effect on the next page they open.",
        only_owner: "Tek yetkili bu kullanıcı olduğu için yetkili kalmalı. Önce başka birini yetkili yapın."
            / "This is the only owner and has to stay one. Make someone else an owner first.",
        set_password_help: "Bütün oturumları kapanır; yeni parolayla girer."
            / "They are signed out everywhere and sign in with the new password.",
        new_password: "Yeni parola" / "New password",
        own_is_elsewhere: "Kendi parolanızı kendi sayfanızda, şimdiki parolanızı yazarak değiştirirsiniz."
            / "Change your own password on your own page, with your current one.",
        to_own: "Sayfama git" / "Go to my page",
        remove: "Kullanıcıyı sil" / "Remove the user",
        remove_intro: "Artık giriş yapamaz." / "They can no longer sign in.",
        remove_title: "Bu kullanıcı silinsin mi?" / "Remove this user?",
        remove_signed_out: "Bütün oturumları hemen kapanır ve artık giriş yapamaz."
            / "They are signed out everywhere at once and can no longer sign in.",
        remove_history: "Yaptıkları, siparişlerin geçmişinde kendi adıyla kalır."
            / "What they did stays in the order history under their name.",
        // Sessions.
        sessions: "Kimler giriş yapmış" / "Who is signed in",
        open_sessions: "Açık oturumlar" / "Open sessions",
        sessions_intro:
            "12 saat kullanılmayan oturum kendiliğinden kapanır; en çok 30 gün sürer. Tanımadığınız varsa kapatın ve parolayı değiştirin."
            / "A session ends by itself after 12 hours without use, and after 30 days at the latest. If you do not recognise \
               one, sign it out and change the password.",
        signed_in: "Giriş" / "Signed in",
        here: "Bu cihaz" / "This device",
        sign_out: "Oturumu kapat" / "Sign out",
        sign_out_elsewhere: "Diğer bütün oturumlarımı kapat" / "Sign me out everywhere else",
        unknown_browser: "Bilinmeyen tarayıcı" / "Unknown browser",
        // One's own.
        mine: "Sayfam" / "My page",
        own_password: "Parolam" / "My password",
        own_password_help: "Burada oturumunuz açık kalır, diğer her yerde kapanır."
            / "You stay signed in here and are signed out everywhere else.",
        present_password: "Şimdiki parola" / "Current password",
        wrong_password: "Şimdiki parola yanlış." / "The current password is wrong.",
        language: "Dil" / "Language",
        own_sessions: "Açık oturumlarım" / "Where I am signed in",
    }

    pub fn user_goes(lang, name: &str) -> String {
        "Silinecek kullanıcı: {name}" / "User to be removed: {name}"
    }
}
