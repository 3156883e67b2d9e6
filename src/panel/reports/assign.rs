//! Payments that no table knows, where the owner says what they are.

use super::super::{
    figures,
    frame::{Frame, Here},
    page::{go_to, page, refused},
    select::SelectOption,
    show,
    visit::Visit,
};
use askama::Template;
use http::Answer;
use i18n::{
    self, Lang, Spoken,
    pages::{payments as texts, words},
};
use model::{
    Assignment, Code, Failure, Why,
    order::PaymentType,
    payment::{self, table::BRANDS},
};
use ops::money::payments::{self, Overview, PaymentText};

/// Texts that are shown; a shop could send thousands.
const MOST_SHOWN: usize = 50;
const SAVED: &str = "/reports/payments?said=saved";
/// A meal card that the owner names himself, and one whose brand is unknown.
const OWN: &str = "own";
const UNBRANDED: &str = "unbranded";

#[derive(Template)]
#[template(path = "payments.html")]
struct PaymentsPage {
    frame: Frame,
    unknown: Vec<PaymentRow>,
    more: Option<String>,
    assigned: Vec<PaymentRow>,
}

struct PaymentRow {
    text: String,
    /// The text as people would say it.
    name: String,
    /// Where it comes from, how often, and what it came to.
    facts: Option<String>,
    /// What it was assigned to.
    is_now: Option<String>,
    is_under_way: bool,
    kinds: Vec<SelectOption>,
    brands: Vec<SelectOption>,
    /// The name that the owner gave a meal card.
    own: String,
    error: Option<String>,
}

/// What was sent and not accepted.
#[derive(Default)]
struct RefusedAssignment {
    text: String,
    choice: String,
    own: String,
    error: Option<String>,
}

pub async fn list(visit: Visit) -> Answer {
    page(&PaymentsPage::of(&visit, &RefusedAssignment::default())?)
}

pub async fn assign(visit: Visit) -> Answer {
    let (text, choice, own) = (visit.trimmed("text")?, visit.trimmed("as")?, visit.trimmed("own")?);
    let saved = async {
        let (kind, brand) = meant(&choice, &own)?;
        payments::assign(visit.ctx(), &text, kind, brand).await
    };
    match saved.await {
        Err(failure) if failure.code == Code::ValidationFailed => {
            let t = visit.lang.texts().payments_page;
            let label = if failure.field.as_deref() == Some("brand") { t.own_name } else { t.what };
            let error = Some(i18n::failure(visit.lang, &failure.field(label)));
            refused(&PaymentsPage::of(&visit, &RefusedAssignment { text, choice, own, error })?)
        }
        saved => saved.and_then(|()| go_to(SAVED)),
    }
}

pub async fn remove(visit: Visit) -> Answer {
    payments::remove(visit.ctx(), &visit.typed("text")?).await?;
    go_to("/reports/payments?said=removed")
}

/// The kind, or the brand of a meal card, that a choice stands for.
fn meant<'a>(choice: &'a str, own: &'a str) -> Result<(PaymentType, Option<&'a str>), Failure> {
    let kind = PaymentType::WORDS.iter().find(|(word, kind)| *word == choice && *kind != PaymentType::MealCard);
    match (kind, choice.strip_prefix("brand:")) {
        (Some((_, kind)), _) => Ok((*kind, None)),
        (None, Some(brand)) => Ok((PaymentType::MealCard, Some(brand))),
        (None, None) if choice == OWN => Ok((PaymentType::MealCard, Some(own))),
        (None, None) if choice == UNBRANDED => Ok((PaymentType::MealCard, None)),
        (None, None) => Err(Failure::invalid("as", Why::Missing)),
    }
}

/// The choice that an assignment shows as.
fn choice_of(assignment: &Assignment) -> String {
    match (assignment.kind, &assignment.brand) {
        (PaymentType::MealCard, Some(brand)) => format!("brand:{brand}"),
        (PaymentType::MealCard, None) => UNBRANDED.to_owned(),
        (kind, _) => kind.word().to_owned(),
    }
}

impl PaymentsPage {
    fn of(visit: &Visit, refused: &RefusedAssignment) -> Result<PaymentsPage, Failure> {
        let lang = visit.lang;
        let Overview { unknown, assigned } = payments::overview(&visit.app)?;
        let own_brands = own_brands(assigned.iter().map(|one| &one.assignment));
        let row = |text: &str, found: Option<&PaymentText>, chosen: String| {
            let is_refused = payment::key(&refused.text) == payment::key(text);
            let chosen = if is_refused && refused.error.is_some() { refused.choice.clone() } else { chosen };
            PaymentRow {
                text: text.to_owned(),
                name: words::payment_name(lang, text),
                facts: found.map(|found| facts(lang, found)),
                is_now: None,
                is_under_way: false,
                kinds: kinds(lang, &chosen),
                brands: brands(lang, &own_brands, &chosen),
                own: if is_refused { refused.own.clone() } else { String::new() },
                error: refused.error.clone().filter(|_| is_refused),
            }
        };
        let assigned = assigned.iter().map(|one| PaymentRow {
            is_now: Some(meaning(lang, &one.assignment)),
            is_under_way: one.is_under_way,
            ..row(&one.assignment.text, one.found.as_ref(), choice_of(&one.assignment))
        });
        let t = lang.texts().payments_page;
        Ok(PaymentsPage {
            frame: Frame::of(visit, Here::Reports, t.title),
            more: unknown.len().checked_sub(MOST_SHOWN).filter(|rest| *rest > 0).map(|rest| texts::more(lang, rest)),
            assigned: assigned.collect(),
            unknown: unknown.iter().take(MOST_SHOWN).map(|it| row(&it.text, Some(it), String::new())).collect(),
        })
    }
}

/// Names that the owner gave himself, to be chosen for other texts too.
fn own_brands<'a>(all: impl Iterator<Item = &'a Assignment>) -> Vec<String> {
    let is_ours = |brand: &str| BRANDS.iter().any(|(known, _)| *known == brand);
    let mut brands: Vec<String> = all.filter_map(|one| one.brand.clone()).filter(|brand| !is_ours(brand)).collect();
    brands.sort();
    brands.dedup();
    brands
}

fn facts(lang: Lang, found: &PaymentText) -> String {
    let platforms: Vec<&str> =
        found.providers.iter().map(|provider| platforms::facts(*provider).short_name_in(lang)).collect();
    let count = texts::orders(lang, &figures::number(lang, found.count), found.count == 1);
    let sums = found.sums.iter().map(|(currency, sum)| show::money(lang, sum.total, *currency));
    let sums: Vec<String> = sums.collect();
    format!("{} · {count} · {}", platforms.join(", "), sums.join(" + "))
}

fn meaning(lang: Lang, assignment: &Assignment) -> String {
    let kind = words::payment(lang, assignment.kind);
    match &assignment.brand {
        Some(brand) => format!("{kind} · {}", words::brand(brand)),
        None => kind.to_owned(),
    }
}

fn kinds(lang: Lang, chosen: &str) -> Vec<SelectOption> {
    let kinds = PaymentType::WORDS.iter().filter(|(_, kind)| *kind != PaymentType::MealCard);
    kinds
        .map(|(word, kind)| {
            let is_left = *kind == PaymentType::Other;
            let text = if is_left { lang.texts().payments_page.leave } else { words::payment(lang, *kind) };
            SelectOption::of(*word, text, chosen)
        })
        .collect()
}

fn brands(lang: Lang, own: &[String], chosen: &str) -> Vec<SelectOption> {
    let t = lang.texts().payments_page;
    let known = BRANDS.iter().map(|(brand, _)| *brand).chain(own.iter().map(String::as_str));
    let mut all: Vec<SelectOption> =
        known.map(|brand| SelectOption::of(format!("brand:{brand}"), words::brand(brand), chosen)).collect();
    all.push(SelectOption::of(UNBRANDED, t.unbranded, chosen));
    all.push(SelectOption::of(OWN, t.own, chosen));
    all
}
