//! Why an order was cancelled, in the language of the reader.

use i18n::{Lang, Spoken};
use model::Order;

/// A reason that its platform's table knows is said in the reader's language; any other as it was stored. Platforms name
/// theirs in Turkish, in words that change: who reads Turkish reads those that were chosen.
pub fn reason(lang: Lang, order: &Order) -> Option<String> {
    let cancellation = order.cancellation.as_ref()?;
    let known = cancellation.reason.as_deref().and_then(|id| platforms::of(order.provider).reason(id));
    let stored = cancellation.name.as_deref();
    let text = match (known, lang, stored) {
        (Some(known), Lang::Tr, Some(stored)) if stored != known.en => stored.to_owned(),
        (Some(known), ..) => known.name(lang).to_owned(),
        (None, _, stored) => in_words(lang, stored.or(cancellation.reason.as_deref())?),
    };
    Some(text).filter(|text| !text.is_empty())
}

/// Web shops send codes of their own; nobody reads `changed_mind` in a kitchen.
fn in_words(lang: Lang, text: &str) -> String {
    let is_code = text.contains('_') && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !is_code {
        return text.to_owned();
    }
    let t = lang.texts().order_page;
    match text.to_ascii_lowercase().as_str() {
        "changed_mind" => t.changed_mind.to_owned(),
        "ordered_twice" | "duplicate_order" => t.ordered_twice.to_owned(),
        "wrong_address" => t.wrong_address.to_owned(),
        "too_late" | "takes_too_long" => t.takes_too_long.to_owned(),
        other => other.replace('_', " "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_said_in_words_and_words_stay_as_they_are() {
        let shown = |text| (in_words(Lang::Tr, text), in_words(Lang::En, text));
        let both = |tr: &str, en: &str| (tr.to_owned(), en.to_owned());
        assert_eq!(shown("changed_mind"), both("Müşteri vazgeçti", "The customer changed their mind"));
        assert_eq!(shown("no_such_code"), both("no such code", "no such code"));
        assert_eq!(shown("Vazgeçtim"), both("Vazgeçtim", "Vazgeçtim"));
    }
}
