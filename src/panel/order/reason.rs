//! Why an order was cancelled, in the language of the reader.

use i18n::Lang;
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
        (None, _, stored) => stored.or(cancellation.reason.as_deref())?.to_owned(),
    };
    Some(text).filter(|text| !text.is_empty())
}
