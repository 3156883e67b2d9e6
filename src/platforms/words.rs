//! `bilingual!`: how the texts of this room are written, the Turkish and the English side by side, as `texts!` does it for
//! pages. One without values is a constant; one with values is a function, which fills them in as `format!` does.

macro_rules! bilingual {
    () => {};
    ($(#[$doc:meta])* fn $name:ident($($value:ident: $type:ty),+): $tr:literal / $en:literal, $($more:tt)*) => {
        $(#[$doc])*
        pub fn $name($($value: $type),+) -> model::Bilingual {
            model::Bilingual { tr: format!($tr).into(), en: format!($en).into() }
        }
        bilingual! { $($more)* }
    };
    ($(#[$doc:meta])* $NAME:ident: $tr:literal / $en:literal, $($more:tt)*) => {
        $(#[$doc])*
        pub const $NAME: model::Bilingual = model::Bilingual::fixed($tr, $en);
        bilingual! { $($more)* }
    };
}
