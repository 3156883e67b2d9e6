//! Adding and editing a restaurant.

use super::super::{
    crumbs::{Crumbs, crumbs, crumbs_of, restaurant_path},
    currencies::currencies,
    field::{
        Field, FieldGroup, FieldKind, blame, fill, is_about_form, typed, typed_choice, typed_number, typed_text, yes_no,
    },
    frame::{Frame, Here},
    page::{go_to, page, refused},
    visit::Visit,
    zones,
};
use askama::Template;
use http::Answer;
use i18n::{Spoken, pages::restaurants as words};
use model::{Access, Bilingual, Currency, Failure, Fields, Why, fields::Given, restaurant::Headers};
use ops::{
    care::settings,
    places::{
        businesses,
        restaurants::{self, RestaurantDetails, RestaurantDraft},
    },
};
use serde_json::{
    Value,
    value::{RawValue, to_raw_value},
};
use std::collections::BTreeMap;

/// The form of a restaurant or of a business.
#[derive(Template)]
#[template(path = "restaurant_form.html")]
pub struct PlaceFormPage {
    pub frame: Frame,
    pub crumbs: Crumbs,
    pub groups: Vec<FieldGroup>,
    pub error: Option<String>,
    pub action: String,
    pub back: String,
}

pub async fn show_new(visit: Visit) -> Answer {
    let groups = groups(&visit, None)?;
    page(&form_page(&visit, None, groups))
}

pub async fn add(visit: Visit) -> Answer {
    let mut groups = groups(&visit, None)?;
    fill(&mut groups, visit.form())?;
    match async { restaurants::add(visit.ctx(), draft(&visit, None, &groups)?).await }.await {
        Ok(shown) => go_to(&format!("{}?said=saved", restaurant_path(shown.restaurant.id))),
        Err(failure) => again(form_page(&visit, None, groups), failure),
    }
}

pub async fn show_edit(visit: Visit) -> Answer {
    let shown = restaurants::show(&visit.app, Access::FULL, &visit.param(0))?;
    let groups = groups(&visit, Some(&shown))?;
    page(&form_page(&visit, Some(&shown), groups))
}

pub async fn change(visit: Visit) -> Answer {
    let before = restaurants::show(&visit.app, Access::FULL, &visit.param(0))?;
    let mut groups = groups(&visit, Some(&before))?;
    fill(&mut groups, visit.form())?;
    let saved = async {
        let draft = draft(&visit, Some(&before), &groups)?;
        restaurants::change(visit.ctx(), visit.param(0), draft).await
    };
    match saved.await {
        Ok(shown) => go_to(&format!("{}?said=saved", restaurant_path(shown.restaurant.id))),
        Err(failure) => again(form_page(&visit, Some(&before), groups), failure),
    }
}

/// Payments would be told to another address than before, or in another name.
pub fn leads_payments(visit: &Visit) -> Result<bool, Failure> {
    let id = visit.param(0);
    let before = (!id.is_empty()).then(|| restaurants::show(&visit.app, Access::FULL, &id)).transpose()?;
    let before = before.map(|shown| (shown.restaurant.form.payment_matching_url, shown.headers));
    let (url, present) = before.unwrap_or_default();
    // Headers that cannot be read are refused, and change nothing.
    let has_other_headers = headers(&visit.trimmed("paymentMatchingHeaders")?).is_ok_and(|typed| typed != present);
    Ok(has_other_headers || visit.trimmed("paymentMatchingUrl")? != url.unwrap_or_default())
}

fn form_page(visit: &Visit, shown: Option<&RestaurantDetails>, groups: Vec<FieldGroup>) -> PlaceFormPage {
    let t = &visit.lang.texts().restaurants_page;
    let (title, crumbs, back) = match shown {
        Some(shown) => (t.edit, crumbs_of(visit, &shown.restaurant), restaurant_path(shown.restaurant.id)),
        None => (t.add, crumbs(visit), "/restaurants".to_owned()),
    };
    let frame = Frame::of(visit, Here::Restaurants, title);
    PlaceFormPage { frame, crumbs, groups, error: None, action: visit.call.path().to_owned(), back }
}

/// The form once more with what was typed, where that is what went wrong.
pub fn again(mut form: PlaceFormPage, failure: Failure) -> Answer {
    if !is_about_form(&failure) {
        return Err(failure);
    }
    form.error = blame(&mut form.groups, form.frame.lang, &failure);
    refused(&form)
}

fn groups(visit: &Visit, shown: Option<&RestaurantDetails>) -> Result<Vec<FieldGroup>, Failure> {
    let (t, lang, account) = (&visit.lang.texts().restaurants_page, visit.lang, settings::show(&visit.app)?);
    let form = shown.map(|shown| &shown.restaurant.form);
    let understood = form.map(|form| form.understood()).unwrap_or_default();
    let text = |text: Option<&String>| text.cloned().unwrap_or_default();
    let number = |number: Option<f64>| number.map(|number| number.to_string()).unwrap_or_default();
    let mut owners = vec![(String::new(), t.no_business.to_owned())];
    owners.extend(
        businesses::list(&visit.app)?
            .into_iter()
            .map(|shown| (shown.business.id.to_string(), shown.business.form.name)),
    );
    let owner = shown.and_then(|shown| shown.restaurant.business_id).map(|id| id.to_string());
    let yes_or_no = [("", t.not_stated), ("yes", t.accepts), ("no", t.accepts_not)];
    let yes_or_no = yes_or_no.map(|(value, words)| (value.to_owned(), words.to_owned())).to_vec();
    let own_zone = understood.timezone.clone().unwrap_or_default();
    let mut own_zones = vec![(String::new(), words::zone_of_settings(lang, &zones::name(lang, &account.timezone)))];
    own_zones.extend(zones::zones(lang, &own_zone).into_iter().map(|zone| (zone.value, zone.text)));
    let own_currency = understood.currency.map(|currency| currency.as_str().to_owned()).unwrap_or_default();
    let mut own_currencies = vec![(String::new(), words::as_settings(lang, account.currency.as_str()))];
    own_currencies.extend(currencies(lang, &own_currency).into_iter().map(|one| (one.value, one.text)));
    let headers = shown.map(|shown| lines(&shown.headers)).unwrap_or_default();
    Ok(vec![
        FieldGroup {
            title: t.basics,
            intro: "",
            fields: vec![
                Field::line("name", t.name).value(text(form.map(|form| &form.name))).required(true),
                Field::choice("businessId", t.business, owners).value(owner.unwrap_or_default()),
                Field::area("address", t.address).value(text(form.and_then(|form| form.address.as_ref()))),
                Field::area("description", t.description).value(text(form.and_then(|form| form.description.as_ref()))),
                Field::line("lat", t.lat)
                    .value(number(form.and_then(|form| form.lat)))
                    .keys("decimal")
                    .help(t.lat_help),
                Field::line("lon", t.lon).value(number(form.and_then(|form| form.lon))).keys("decimal"),
            ],
        },
        FieldGroup {
            title: t.handling,
            intro: t.handling_intro,
            fields: vec![
                Field::choice("config.autoAccept", t.auto_accept, yes_or_no)
                    .value(yes_no(understood.auto_accept))
                    .help(t.auto_accept_help),
                Field::number("config.preparationMinutes", t.minutes)
                    .value(understood.preparation_minutes.map(|minutes| minutes.to_string()).unwrap_or_default())
                    .help(t.minutes_help),
                Field::choice("config.timezone", t.timezone, own_zones).value(own_zone).help(t.timezone_help),
                Field::choice("config.currency", t.currency, own_currencies).value(own_currency),
            ],
        },
        FieldGroup {
            title: t.matching,
            intro: t.matching_intro,
            fields: vec![
                Field::address("paymentMatchingUrl", t.address)
                    .value(text(form.and_then(|form| form.payment_matching_url.as_ref())))
                    .help(t.matching_url_help),
                Field::area("paymentMatchingHeaders", t.headers).value(headers).help(t.headers_help),
            ],
        },
    ])
}

/// What was typed, as the operation takes it.
fn draft(visit: &Visit, before: Option<&RestaurantDetails>, groups: &[FieldGroup]) -> Result<RestaurantDraft, Failure> {
    let texts = ["name", "businessId", "address", "description", "paymentMatchingUrl"];
    let mut given: Vec<(&str, Given<'_>)> = texts.map(|name| (name, typed_text(groups, name))).to_vec();
    given.extend(["lat", "lon"].map(|name| (name, typed_number(groups, name))));
    let headers = headers(typed(groups, "paymentMatchingHeaders").unwrap_or_default())?;
    let headers = headers.into_iter().map(|(name, value)| (name, Given::text(value)));
    given.push(("paymentMatchingHeaders", Given::object(headers)));
    if let Some(currency) = typed(groups, "config.currency") {
        let stored = before.and_then(|shown| shown.restaurant.form.understood().currency);
        Currency::chosen(currency, stored).map_err(|why| Failure::invalid("config.currency", why))?;
    }
    let config = config(before.and_then(|shown| shown.restaurant.form.config.as_deref()), groups)?;
    given.extend(config.as_deref().map(|config| ("config", Given::Json(config.get()))));
    restaurants::draft(&visit.app, &Fields::typed(given))
}

fn raw(value: &impl serde::Serialize) -> Result<Box<RawValue>, Failure> {
    to_raw_value(value).map_err(Failure::fault)
}

/// The config as it was, with the keys of the form changed: a till may keep things of its own in it.
fn config(before: Option<&RawValue>, groups: &[FieldGroup]) -> Result<Option<Box<RawValue>>, Failure> {
    let minutes = match typed_number(groups, "config.preparationMinutes") {
        Given::Number(number) => serde_json::from_str(&number).map_err(Failure::fault)?,
        // What is no number stays text, so that the operation says what is wrong with it.
        _ => Value::from(typed(groups, "config.preparationMinutes")),
    };
    let keys: BTreeMap<&str, Value> = BTreeMap::from([
        ("autoAccept", Value::from(typed_choice(groups, "config.autoAccept"))),
        ("preparationMinutes", minutes),
        ("timezone", Value::from(typed(groups, "config.timezone"))),
        ("currency", Value::from(typed(groups, "config.currency"))),
    ]);
    let map: Option<BTreeMap<String, Box<RawValue>>> =
        before.map(|config| serde_json::from_str(config.get())).transpose().map_err(Failure::fault)?;
    let mut map = map.unwrap_or_default();
    let known = |map: &BTreeMap<String, Box<RawValue>>, key: &str| {
        map.get(key).and_then(|value| serde_json::from_str(value.get()).ok()).unwrap_or(Value::Null)
    };
    if keys.iter().all(|(key, value)| known(&map, key) == *value) {
        return Ok(before.map(RawValue::to_owned));
    }
    for (key, value) in keys {
        match value {
            Value::Null => _ = map.remove(key),
            value => _ = map.insert(key.to_owned(), raw(&value)?),
        }
    }
    raw(&map).map(Some)
}

/// Headers as lines of text, and back.
fn lines(headers: &Headers) -> String {
    headers.iter().map(|(name, value)| format!("{name}: {value}\n")).collect()
}

fn headers(typed: &str) -> Result<Headers, Failure> {
    const FIELD: &str = "paymentMatchingHeaders";
    let mut headers = Headers::new();
    for line in typed.lines().filter(|line| !line.trim().is_empty()) {
        let pair = line.split_once(':').map(|(name, value)| (name.trim(), value.trim()));
        let Some((name, value)) = pair.filter(|(name, value)| !name.is_empty() && !value.is_empty()) else {
            let words = Bilingual::fixed(words::TR.header_without_colon, words::EN.header_without_colon);
            return Err(Failure::invalid(FIELD, Why::Plain(words)));
        };
        if headers.insert(name.to_owned(), value.to_owned()).is_some() {
            return Err(Failure::invalid(FIELD, Why::GivenTwice));
        }
    }
    Ok(headers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::Query;

    fn edited(before: &str, form: &str) -> String {
        let fields = ["config.autoAccept", "config.preparationMinutes", "config.timezone", "config.currency"];
        let fields = fields.map(|name| Field::line(name, "")).into_iter().collect();
        let mut groups = vec![FieldGroup { title: "", intro: "", fields }];
        fill(&mut groups, &Query::parse(form).unwrap()).unwrap();
        let before: Box<RawValue> = serde_json::from_str(before).unwrap();
        config(Some(&before), &groups).unwrap().unwrap().get().to_owned()
    }

    #[test]
    fn keys_of_somebody_else_stay_as_they_are() {
        let before = r#"{ "till": {"b": 1.50, "a": 1e2}, "currency":"TRY", "autoAccept": null }"#;
        // Nothing of ours changed: not a byte changes.
        assert_eq!(edited(before, "config.currency=TRY"), before);
        assert_eq!(
            edited(before, "config.autoAccept=yes&config.preparationMinutes=25"),
            r#"{"autoAccept":true,"preparationMinutes":25,"till":{"b": 1.50, "a": 1e2}}"#
        );
    }

    #[test]
    fn headers_are_lines_with_a_colon() {
        let read = headers;
        let good = read("X-Key:  a:b \r\n\r\nAuthorization: Bearer x\n").unwrap();
        assert_eq!(lines(&good), "Authorization: Bearer x\nX-Key: a:b\n");
        assert!(read("X-Key").is_err() && read("X: 1\nX: 2").is_err() && read("X:").is_err());
        assert!(headers("").unwrap().is_empty());
    }
}
