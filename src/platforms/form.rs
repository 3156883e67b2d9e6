//! What a platform asks for when a restaurant is connected: the API's checks and the panel's form are both this.

use model::Bilingual;

/// One field of the form that connects a restaurant.
pub struct Credential {
    pub name: &'static str,
    pub label: Bilingual,
    /// Where the owner finds it.
    pub help: Bilingual,
    pub is_required: bool,
    /// A form hides it while it is typed.
    pub is_secret: bool,
    /// What is wrong with a value, if something is.
    pub check: fn(&str) -> Option<Bilingual>,
}

/// `static CREDENTIALS`: the fields of a platform's form, each with its name, its check, its label and its help.
macro_rules! credentials {
    ($($kind:ident $name:literal $check:path: $label:literal / $label_en:literal, $help:literal / $help_en:literal;)+) => {
        pub static CREDENTIALS: [$crate::form::Credential; [$($name),+].len()] = [$($crate::form::Credential {
            name: $name,
            label: model::Bilingual::fixed($label, $label_en),
            help: model::Bilingual::fixed($help, $help_en),
            is_required: credentials!(@required $kind),
            is_secret: credentials!(@secret $kind),
            check: $check,
        }),+];
    };
    (@required optional_secret) => { false };
    (@required $kind:ident) => { true };
    (@secret open) => { false };
    (@secret $kind:ident) => { true };
}

bilingual! {
    NOT_PLAIN: "Boşluk veya Türkçe karakter içeremez; değeri eksiksiz kopyalayın."
        / "It cannot contain spaces or letters outside ASCII; copy the whole value.",
    NOT_DIGITS: "Yalnızca rakamlardan oluşmalı." / "It must consist of digits only.",
    NOT_AN_ADDRESS: "Bir e-posta adresi olmalı." / "It must be an e-mail address.",
}

/// Anything that can stand in an HTTP header.
pub fn any(value: &str) -> Option<Bilingual> {
    let is_plain = value.bytes().all(|byte| (b'!'..=b'~').contains(&byte));
    (!is_plain).then_some(NOT_PLAIN)
}

pub fn digits(value: &str) -> Option<Bilingual> {
    let is_number = !value.is_empty() && value.len() <= 20 && value.bytes().all(|byte| byte.is_ascii_digit());
    (!is_number).then_some(NOT_DIGITS)
}

pub fn email(value: &str) -> Option<Bilingual> {
    let parts = value.split_once('@');
    let is_address = any(value).is_none()
        && parts.is_some_and(|(name, host)| !name.is_empty() && host.contains('.') && !host.contains('@'));
    (!is_address).then_some(NOT_AN_ADDRESS)
}
