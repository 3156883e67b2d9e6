//! The texts of the page that asks before something is done that cannot be undone.

texts! {
    pub struct ConfirmTexts {
        what_follows: "Neler olacak" / "What will happen",
        type_the_name: "Onaylamak için adı yazın" / "To confirm, type the name",
        not_the_name: "Ad bu değil. Yukarıda yazıldığı gibi, eksiksiz yazın."
            / "This is not the name. Type it exactly as it is written above.",
        cannot_be_undone: "Bu işlem geri alınamaz." / "This cannot be undone.",
    }
}
