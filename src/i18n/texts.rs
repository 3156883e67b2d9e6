//! `texts!`: how every text of the program is written, its Turkish and its English side by side.
//!
//! A text without values is a field of its page's struct, of which there is one static per language, `TR` and `EN`.
//! A text with values, or one for each case of something, is a function that takes the language first. A text that
//! lacks one of the two languages, and a case without a text, do not compile.
//!
//! ```text
//! texts! {
//!     pub struct BoardTexts {
//!         accept: "Onayla" / "Accept",
//!     }
//!
//!     pub fn items(lang, count: u32) -> String {
//!         "{count} ürün" / match count { 1 => "1 item", _ => "{count} items" }
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

    // Functions.
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
