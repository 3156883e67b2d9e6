//! Why an order was cancelled, in the language of whoever reads it.

use crate::{i18n::Lang, model::Order, platforms};

/// A reason that its platform's table knows is said in the reader's language; any other as it was stored.
pub fn reason(lang: Lang, order: &Order) -> Option<String> {
    let cancellation = order.cancellation.as_ref()?;
    let known = cancellation.reason.as_deref().and_then(|id| platforms::of(order.provider).reason(id));
    let stored = || cancellation.name.clone().or_else(|| cancellation.reason.clone());
    known.map(|reason| reason.name(lang).to_owned()).or_else(stored).filter(|text| !text.is_empty())
}
