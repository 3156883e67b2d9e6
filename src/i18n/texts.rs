//! `texts!`: how every text of the program is written, its Turkish and its English side by side.
//!
//! A text without values is a field of its page's struct, of which there is one static per language, `TR` and `EN`.
//! A text with values is a function that takes the language first, and so is one that belongs to no page: `pub fn { … }`
//! lists them. One for each case of something is written out as a function. A text that lacks one of the two languages, and
//! a case without a text, do not compile.
//!
//! ```text
//! texts! {
//!     pub struct BoardTexts {
//!         accept: "Onayla" / "Accept",
//!     }
//!
//!     pub fn {
//!         late(time: &str): "{time} gecikti" / "{time} late",
//!         items(count: u32): "{count} ürün" / match count { 1 => "1 item", _ => "{count} items" },
//!     }
//!
//!     pub fn role(lang, role: Role) -> &'static str {
//!         match role {
//!             Role::Owner => "Yetkili" / "Owner",
//!             Role::Staff => "Personel" / "Staff",
//!         }
//!     }
//! }
//! ```
//!
//! A function that gives a `String` fills its values in as `format!` does; `("… {}", size(bytes))` hands it arguments.

macro_rules! texts {
    () => {};

    // The texts of a page.
    (
        $(#[$about:meta])*
        pub struct $Texts:ident { $($(#[$doc:meta])* $name:ident: $tr:tt / $en:tt,)+ }
        $($more:tt)*
    ) => {
        $(#[$about])*
        pub struct $Texts {
            $($(#[$doc])* pub $name: texts!(@type $tr),)+
        }
        pub static TR: $Texts = $Texts { $($name: $tr,)+ };
        pub static EN: $Texts = $Texts { $($name: $en,)+ };
        texts! { $($more)* }
    };

    // Functions, one a line: a `String` where there are values, a `&'static str` where there are none.
    (
        $vis:vis fn {
            $($(#[$doc:meta])* $name:ident $(($($value:ident: $type:ty),+))?: $tr:tt / $en:tt $($on:ident $cases:tt)?,)+
        }
        $($more:tt)*
    ) => {
        $(texts! { @line $(#[$doc])* $vis $name($($($value: $type),+)?) $tr / $en $($on $cases)? })+
        texts! { $($more)* }
    };
    (@line $(#[$doc:meta])* $vis:vis $name:ident() $tr:literal / $en:literal) => {
        $(#[$doc])*
        $vis fn $name(lang: $crate::Lang) -> &'static str {
            texts!(@body plain lang $tr / $en)
        }
    };
    (@line $(#[$doc:meta])* $vis:vis $name:ident($($value:ident: $type:ty),+) $($text:tt)+) => {
        $(#[$doc])*
        $vis fn $name(lang: $crate::Lang, $($value: $type),+) -> String {
            texts!(@body format lang $($text)+)
        }
    };

    // Functions, written out.
    (
        $(#[$doc:meta])*
        $vis:vis fn $name:ident($lang:ident $(, $value:ident: $type:ty)*) -> String { $($body:tt)+ }
        $($more:tt)*
    ) => {
        $(#[$doc])*
        $vis fn $name($lang: $crate::Lang $(, $value: $type)*) -> String {
            texts!(@body format $lang $($body)+)
        }
        texts! { $($more)* }
    };
    (
        $(#[$doc:meta])*
        $vis:vis fn $name:ident($lang:ident $(, $value:ident: $type:ty)*) -> &'static str { $($body:tt)+ }
        $($more:tt)*
    ) => {
        $(#[$doc])*
        $vis fn $name($lang: $crate::Lang $(, $value: $type)*) -> &'static str {
            texts!(@body plain $lang $($body)+)
        }
        texts! { $($more)* }
    };

    // What a field holds: one text or a list of them.
    (@type $text:literal) => { &'static str };
    (@type [$($text:literal),+]) => { [&'static str; [$($text),+].len()] };

    // Both languages: case by case, or each language with cases of its own.
    (@body $how:ident $lang:ident match $on:tt { $($case:pat $(if $guard:expr)? => $tr:tt / $en:tt,)+ }) => {
        match $on { $($case $(if $guard)? => texts!(@body $how $lang $tr / $en),)+ }
    };
    (@body $how:ident $lang:ident match $on:tt $cases:tt / $($en:tt)+) => {
        match $lang {
            $crate::Lang::Tr => texts!(@side $how match $on $cases),
            $crate::Lang::En => texts!(@side $how $($en)+),
        }
    };
    (@body $how:ident $lang:ident $tr:tt / $($en:tt)+) => {
        match $lang {
            $crate::Lang::Tr => texts!(@side $how $tr),
            $crate::Lang::En => texts!(@side $how $($en)+),
        }
    };

    // One language.
    (@side $how:ident match $on:tt { $($case:pat => $text:tt),+ $(,)? }) => {
        match $on { $($case => texts!(@side $how $text),)+ }
    };
    (@side format ($($arguments:tt)+)) => { format!($($arguments)+) };
    (@side format $text:literal) => { format!($text) };
    (@side plain $text:literal) => { $text };
}
