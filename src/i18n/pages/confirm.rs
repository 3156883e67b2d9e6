//! The texts of the page that asks before something is done that cannot be undone.

use super::super::Lang;

pub struct Confirm {
    pub what_follows: &'static str,
    pub type_the_name: &'static str,
    pub not_the_name: &'static str,
    pub cannot_be_undone: &'static str,
}

pub fn of(lang: Lang) -> &'static Confirm {
    match lang {
        Lang::Tr => &TR,
        Lang::En => &EN,
    }
}

static EN: Confirm = Confirm {
    what_follows: "What will happen",
    type_the_name: "To confirm, type the name",
    not_the_name: "This is not the name. Type it exactly as it is written above.",
    cannot_be_undone: "This cannot be undone.",
};

static TR: Confirm = Confirm {
    what_follows: "Neler olacak",
    type_the_name: "Onaylamak için adı yazın",
    not_the_name: "Ad bu değil. Yukarıda yazıldığı gibi, eksiksiz yazın.",
    cannot_be_undone: "Bu işlem geri alınamaz.",
};
