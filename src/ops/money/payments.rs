//! Payments that no table knows: which there are, what the owner says they mean, and reading stored orders anew by it.
//!
//! What he says counts for orders from then on, and the sync thread reads those that are stored anew, a few at a time.
//! How far that has come is stored with the settings, so that a stop or a crash in the middle loses nothing.

use crate::{AppState, Ctx};
use model::limits::{OTHER_NAMES, PAYMENT_ASSIGNMENTS};
use model::payment::{self, LONGEST_BRAND, table};
use model::{
    Assignment, Code, Currency, Deed, Failure, Note, PaymentType, Provider, RecordKind, Result, Settings, Why,
    account::PaymentReread, fields::TEXT,
};
use std::collections::{BTreeMap, HashSet};
use store::totals::{self, Sum};
use store::{Accounts, Orders, Tx};

/// Orders read anew in one write job: small, so that no order waits for it.
const ORDERS_PER_WRITE: usize = 200;

/// A text that stands on orders, and what was taken under it.
#[derive(Debug)]
pub struct PaymentText {
    /// As a platform wrote it; where several wrote it differently, as it stands on most orders.
    pub text: String,
    pub providers: Vec<Provider>,
    pub count: u64,
    pub sums: BTreeMap<Currency, Sum>,
}

/// A text that the owner assigned. Nothing may stand on orders under it any more.
#[derive(Debug)]
pub struct Assigned {
    pub assignment: Assignment,
    pub found: Option<PaymentText>,
    /// Stored orders are still being read anew.
    pub is_under_way: bool,
}

#[derive(Debug, Default)]
pub struct Overview {
    /// The most frequent first.
    pub unknown: Vec<PaymentText>,
    /// By text.
    pub assigned: Vec<Assigned>,
}

/// All of it, from the running totals: what that costs does not grow with the number of orders.
pub fn overview(app: &AppState) -> Result<Overview> {
    let reader = app.store.read()?;
    let settings = reader.settings()?;
    let known: HashSet<String> = settings.payments.iter().map(|one| payment::key(&one.text)).collect();
    let (mut unknown, mut assigned) = (BTreeMap::new(), BTreeMap::new());
    totals::each_of_all(&reader, |row| {
        // What has this name are many payments.
        let Some(text) = row.group.name.filter(|name| name != OTHER_NAMES) else { return };
        let key = payment::key(&text);
        let group = if known.contains(&key) {
            &mut assigned
        } else if payment::is_open(row.group.kind, row.group.brand.as_deref()) && !key.is_empty() {
            &mut unknown
        } else {
            return;
        };
        let found: &mut TextTally = group.entry(key).or_default();
        found.add(text, row.provider, row.group.currency, row.sum);
    })?;
    let mut unknown: Vec<PaymentText> = unknown.into_values().map(TextTally::text).collect();
    unknown.sort_by_key(|text| std::cmp::Reverse(text.count));
    let is_under_way = |text: &str| settings.unread_payments.iter().any(|one| one.text == payment::key(text));
    let told = |assignment: &Assignment| Assigned {
        found: assigned.remove(&payment::key(&assignment.text)).map(TextTally::text),
        is_under_way: is_under_way(&assignment.text),
        assignment: assignment.clone(),
    };
    let mut all: Vec<Assigned> = settings.payments.iter().map(told).collect();
    all.sort_by_key(|one| payment::key(&one.assignment.text));
    Ok(Overview { unknown, assigned: all })
}

/// What is found of one text, row by row.
#[derive(Default)]
struct TextTally {
    texts: BTreeMap<String, u64>,
    providers: Vec<Provider>,
    sums: BTreeMap<Currency, Sum>,
}

impl TextTally {
    fn add(&mut self, text: String, provider: Provider, currency: Currency, sum: Sum) {
        *self.texts.entry(text).or_default() += sum.count;
        if !self.providers.contains(&provider) {
            self.providers.push(provider);
        }
        self.sums.entry(currency).or_default().add(sum);
    }

    fn text(mut self) -> PaymentText {
        self.providers.sort();
        let count = self.texts.values().sum();
        let text = self.texts.into_iter().max_by_key(|(_, count)| *count).map(|(text, _)| text).unwrap_or_default();
        PaymentText { text, providers: self.providers, count, sums: self.sums }
    }
}

/// Says what a text means from now on, and for what is stored; whatever was said of it before no longer counts.
pub async fn assign(ctx: Ctx, text: &str, kind: PaymentType, brand: Option<&str>) -> Result<()> {
    let text = text.trim().to_owned();
    if payment::key(&text).is_empty() || text.chars().count() > TEXT {
        return Err(Failure::invalid("text", Why::Missing));
    }
    let brand = brand.filter(|_| kind == PaymentType::MealCard).map(clean).transpose()?;
    ctx.write_with_room(move |tx, recorder| {
        let mut settings = tx.settings()?;
        let brand = brand.as_ref().map(|brand| known_as(&settings, brand));
        settings.payments.retain(|one| payment::key(&one.text) != payment::key(&text));
        if settings.payments.len() >= PAYMENT_ASSIGNMENTS {
            return Err(Failure::invalid("text", Why::NoMore(RecordKind::Assignment, PAYMENT_ASSIGNMENTS)));
        }
        let note = Note::of(Deed::PaymentAssigned).named(text.as_str()).with("paymentType", kind);
        recorder.note(tx, note.with("brand", &brand))?;
        settings.payments.push(Assignment { text: text.clone(), kind, brand });
        read_anew(&mut settings, &text);
        tx.put_settings(&settings)
    })
    .await
}

/// Takes back what was said of a text: its orders are read as they came.
pub async fn remove(ctx: Ctx, text: &str) -> Result<()> {
    let text = text.to_owned();
    ctx.write_on_record(move |tx, recorder| {
        let mut settings = tx.settings()?;
        if Assignment::of(&settings.payments, &text).is_none() {
            return Ok(());
        }
        recorder.note(tx, Note::of(Deed::PaymentUnassigned).named(text.as_str()))?;
        settings.payments.retain(|one| payment::key(&one.text) != payment::key(&text));
        read_anew(&mut settings, &text);
        tx.put_settings(&settings)
    })
    .await
}

/// Begins again where it was under way: what it has passed was read by what no longer counts.
fn read_anew(settings: &mut Settings, text: &str) {
    let text = payment::key(text);
    settings.unread_payments.retain(|one| one.text != text);
    settings.unread_payments.push(PaymentReread { text, after: None });
}

/// The owner's own word, with one blank between two.
fn clean(brand: &str) -> Result<String> {
    let words = brand.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.chars().any(char::is_control) {
        return Err(Failure::invalid("brand", Why::ControlCharacter));
    }
    match words.chars().count() {
        0 => Err(Failure::invalid("brand", Why::Missing)),
        1..=LONGEST_BRAND => Ok(words),
        _ => Err(Failure::invalid("brand", Why::TooLong(LONGEST_BRAND))),
    }
}

/// A brand has one name, however it is written: the table's, or that of an earlier assignment.
fn known_as(settings: &Settings, brand: &str) -> String {
    let key = payment::key(brand);
    let is_word = |words: &[&str]| words.iter().any(|word| word.trim() == key);
    let ours = table::BRANDS.iter().find(|(name, words)| *name == key || is_word(words)).map(|(name, _)| *name);
    let mut theirs = settings.payments.iter().filter_map(|one| one.brand.as_deref());
    ours.or_else(|| theirs.find(|one| payment::key(one) == key)).unwrap_or(brand).to_owned()
}

/// Reads some stored orders anew whose text was assigned otherwise; whether there are more.
pub async fn reread_some(app: &AppState) -> Result<bool> {
    if app.store.read()?.settings()?.unread_payments.is_empty() {
        return Ok(false);
    }
    app.store.write(reread).await
}

fn reread(tx: &mut Tx<'_>) -> Result<bool> {
    let mut settings = tx.settings()?;
    let Some(PaymentReread { text, after }) = settings.unread_payments.first_mut() else { return Ok(false) };
    let ids = tx.orders_by_payment(text, *after, ORDERS_PER_WRITE)?;
    *after = ids.last().copied();
    if ids.len() < ORDERS_PER_WRITE {
        settings.unread_payments.remove(0);
    }
    for id in ids {
        let before = match tx.order(id) {
            Ok(Some(order)) => order,
            Ok(None) => continue,
            // An unreadable one must not keep the others waiting for good.
            Err(failure) if failure.code == Code::Internal => {
                tracing::error!(order = %id, cause = %failure, "an order is passed over");
                continue;
            }
            Err(failure) => return Err(failure),
        };
        let mut order = before.clone();
        order.assign_payment(&settings.payments);
        if order != before {
            tx.reread_order(&before, &order)?;
        }
    }
    tx.put_settings(&settings)?;
    Ok(!settings.unread_payments.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_brand_has_one_name_however_somebody_writes_it() {
        let own = Assignment { text: "x".into(), kind: PaymentType::MealCard, brand: Some("Şölen Kart".into()) };
        let settings = Settings { payments: vec![own], ..Settings::default() };
        for (typed, stored) in [
            ("Multinet", "multinet"),
            ("SODEXO", "pluxee"),
            ("Ticket", "edenred"),
            ("Paye", "paye"),
            ("solen KART", "Şölen Kart"),
            ("Multinet Altın", "Multinet Altın"),
        ] {
            assert_eq!(known_as(&settings, typed), stored, "{typed}");
        }
    }

    #[test]
    fn an_own_word_has_1_to_40_characters_and_no_control_characters() {
        assert_eq!(clean("  Sofra \n Kart ").unwrap(), "Sofra Kart");
        assert_eq!(clean(&"ş".repeat(40)).unwrap(), "ş".repeat(40));
        for wrong in ["", " \t", "a\0b", &"ş".repeat(41)] {
            assert_eq!(clean(wrong).unwrap_err().field.as_deref(), Some("brand"), "{wrong:?}");
        }
    }
}
