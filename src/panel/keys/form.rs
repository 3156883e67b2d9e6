//! What is typed about a key: its name, what it may do, for which restaurant and until when.

use super::view::last_moment;
use crate::{select::SelectOption, visit::Visit};
use i18n::{self, Lang, Spoken, pages::keys as texts};
use model::{Code, Day, Failure, Fields, Id, Key, Scope, Time, fields::Given};
use ops::{
    care::settings,
    keys::{self, KeyForm},
    places::restaurants,
};

pub struct KeyFields {
    pub name: String,
    pub scopes: Vec<ScopeOption>,
    pub restaurants: Vec<SelectOption>,
    pub ends: String,
    pub wrong: Option<WrongKey>,
    typed: TypedKey,
}

pub struct ScopeOption {
    pub word: &'static str,
    pub text: &'static str,
    pub help: &'static str,
    pub is_chosen: bool,
}

/// What was not accepted: the field, and a sentence about it.
pub struct WrongKey {
    field: &'static str,
    sentence: String,
}

impl WrongKey {
    /// Of a refusal that is about the form; any other is passed on.
    pub fn of(visit: &Visit, failure: Failure) -> Result<WrongKey, Failure> {
        let t = visit.lang.texts().keys_page;
        let (field, label) = match (failure.code, failure.field.as_deref()) {
            (Code::ValidationFailed, Some("endsAt")) => ("ends", t.ends),
            (Code::ValidationFailed, Some("scope")) => ("scope", t.scope),
            (Code::RestaurantNotFound, _) => ("restaurant", t.restaurant),
            (Code::ValidationFailed, _) => ("name", t.name),
            _ => return Err(failure),
        };
        // As the form calls it, not as the API does.
        Ok(WrongKey { field, sentence: i18n::failure(visit.lang, &failure.field(label)) })
    }
}

/// Nothing where a field was not part of the form: it stays as it is.
#[derive(Default)]
struct TypedKey {
    name: Option<String>,
    scope: Option<String>,
    restaurant: Option<String>,
    ends: Option<String>,
}

impl KeyFields {
    pub fn blank(visit: &Visit) -> Result<KeyFields, Failure> {
        KeyFields::of(visit, TypedKey::default())
    }

    pub fn stored(visit: &Visit, key: &Key) -> Result<KeyFields, Failure> {
        let typed = TypedKey {
            name: Some(key.name.clone()),
            scope: Some(key.scope.word().to_owned()),
            restaurant: key.restaurant_id.map(|id| id.to_string()),
            ends: key.ends_at.map(|end| last_day(visit, end)).transpose()?,
        };
        KeyFields::of(visit, typed)
    }

    pub fn typed(visit: &Visit) -> Result<KeyFields, Failure> {
        let form = visit.form();
        let text = |name| Ok::<_, Failure>(form.one(name)?.map(|text| text.trim().to_owned()));
        let typed = TypedKey {
            name: text("name")?,
            scope: text("scope")?,
            restaurant: text("restaurant")?,
            ends: text("ends")?,
        };
        KeyFields::of(visit, typed)
    }

    fn of(visit: &Visit, typed: TypedKey) -> Result<KeyFields, Failure> {
        let chosen = typed.restaurant.clone().unwrap_or_default();
        let mut places = vec![SelectOption::of("", visit.lang.texts().board_page.all_restaurants, &chosen)];
        for (id, name) in restaurants::names(&visit.app)? {
            places.push(SelectOption::of(id.to_string(), name, &chosen));
        }
        // One that was deleted stays chosen until another is chosen: without it the key would be widened to all.
        if !places.iter().any(|place| place.is_chosen) {
            places.push(SelectOption::new(chosen, visit.lang.texts().webhooks_page.gone_restaurant, true));
        }
        Ok(KeyFields {
            name: typed.name.clone().unwrap_or_default(),
            scopes: scopes(visit.lang, typed.scope.as_deref().unwrap_or(Scope::default().word())),
            restaurants: places,
            ends: typed.ends.clone().unwrap_or_default(),
            wrong: None,
            typed,
        })
    }

    pub fn with(self, wrong: WrongKey) -> KeyFields {
        KeyFields { wrong: Some(wrong), ..self }
    }

    pub fn error(&self, field: &str) -> Option<&str> {
        self.wrong.as_ref().filter(|wrong| wrong.field == field).map(|wrong| wrong.sentence.as_str())
    }

    /// What changes nothing about a stored key is left out: its end may be a time that no form shows, and its restaurant
    /// one that is gone.
    pub fn checked(&self, visit: &Visit, before: Option<&Key>) -> Result<KeyForm, WrongKey> {
        self.read(visit, before).map_err(|failure| {
            let sentence = i18n::failure(visit.lang, &failure);
            WrongKey::of(visit, failure).unwrap_or(WrongKey { field: "name", sentence })
        })
    }

    fn read(&self, visit: &Visit, before: Option<&Key>) -> Result<KeyForm, Failure> {
        let TypedKey { name, scope, restaurant, ends } = &self.typed;
        let mut given: Vec<(&str, Given<'_>)> = vec![("name", Given::text(name.as_deref().unwrap_or_default()))];
        given.extend(scope.as_deref().map(|scope| ("scope", Given::text(scope))));
        let stored = before.and_then(|key| key.restaurant_id).map(|id: Id| id.to_string()).unwrap_or_default();
        given.extend(restaurant.as_deref().filter(|typed| *typed != stored).map(|typed| match typed {
            "" => ("restaurantId", Given::Nothing),
            id => ("restaurantId", Given::text(id)),
        }));
        let stored = match before.and_then(|key| key.ends_at) {
            Some(end) => last_day(visit, end)?,
            None => String::new(),
        };
        if let Some(typed) = ends.as_deref().filter(|typed| *typed != stored) {
            given.push((
                "endsAt",
                match typed {
                    "" => Given::Nothing,
                    day => Given::text(keys::end_of_day(&visit.app, day)?.to_string()),
                },
            ));
        }
        KeyForm::read(&Fields::typed(given))
    }
}

fn scopes(lang: Lang, chosen: &str) -> Vec<ScopeOption> {
    let option = |(word, one): (&'static str, Scope)| ScopeOption {
        word,
        text: texts::scope(lang, one),
        help: texts::scope_help(lang, one),
        is_chosen: word == chosen,
    };
    Scope::WORDS.into_iter().map(option).collect()
}

/// The last day on which it is good, as a form has it.
fn last_day(visit: &Visit, end: Time) -> Result<String, Failure> {
    let day: Day = last_moment(end).day_in(&settings::zone(&visit.app)?);
    Ok(day.to_string())
}
