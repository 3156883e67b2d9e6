//! What an owner enters to connect a restaurant: the platform's own fields, then ours.

use super::{
    super::{
        field::{Field, FieldGroup, typed, typed_choice, typed_number, typed_text, yes_no},
        visit::Visit,
    },
    subject::Subject,
};
use i18n::{
    Spoken,
    pages::{integrations as words, restaurants},
};
use model::{Failure, Fields, fields::Given, integration::IntegrationSettings};
use ops::integrations::{self, IntegrationDraft};
use std::collections::BTreeMap;

/// Credentials, settings, and what is folded away; the last may have no fields.
pub fn groups(visit: &Visit, subject: &Subject) -> Result<Vec<FieldGroup>, Failure> {
    let t = &visit.lang.texts().integrations_page;
    let credentials = credentials(visit, subject)?;
    let intro = if credentials.is_empty() { t.no_credentials } else { t.credentials_intro };
    Ok(vec![
        FieldGroup { title: t.credentials, intro, fields: credentials },
        FieldGroup {
            title: visit.lang.texts().settings_page.title,
            intro: t.settings_intro,
            fields: settings(visit, subject),
        },
        FieldGroup { title: t.advanced, intro: t.advanced_intro, fields: advanced(visit, subject) },
    ])
}

fn credentials(visit: &Visit, subject: &Subject) -> Result<Vec<Field>, Failure> {
    let shown = shown_credentials(visit, subject)?;
    let field = |credential: &platforms::Credential| {
        let (name, label) = (format!("credentials.{}", credential.name), credential.label.in_lang(visit.lang));
        let is_kept = subject.integration.as_ref().is_some_and(|one| one.credentials.contains_key(credential.name));
        let field = if credential.is_secret {
            Field::secret(name, label, is_kept, credential.is_required)
        } else {
            let value = shown.get(credential.name).cloned().unwrap_or_default();
            Field::line(name, label).value(value).required(credential.is_required)
        };
        field.help(credential.help.in_lang(visit.lang))
    };
    Ok(subject.platform.facts().credentials.iter().map(field).collect())
}

fn shown_credentials(visit: &Visit, subject: &Subject) -> Result<BTreeMap<String, String>, Failure> {
    subject.integration.as_ref().map_or(Ok(BTreeMap::new()), |one| integrations::open_credentials(&visit.app, one))
}

fn settings(visit: &Visit, subject: &Subject) -> Vec<Field> {
    let (t, lang, own) = (&visit.lang.texts().integrations_page, visit.lang, known(subject));
    let (places, restaurant) = (&visit.lang.texts().restaurants_page, subject.shown.restaurant.form.understood());
    let theirs = if restaurant.auto_accept == Some(true) { places.accepts } else { places.accepts_not };
    let choices = vec![
        (String::new(), words::as_restaurant(lang, theirs)),
        ("yes".to_owned(), places.accepts.to_owned()),
        ("no".to_owned(), places.accepts_not.to_owned()),
    ];
    let minutes = restaurant.preparation_minutes.map(|minutes| restaurants::minutes(lang, minutes));
    let hint = minutes.map(|minutes| words::as_restaurant(lang, &minutes)).unwrap_or_default();
    let mut fields = vec![
        Field::choice("settings.autoAccept", places.auto_accept, choices)
            .value(yes_no(own.auto_accept))
            .help(places.auto_accept_help),
        Field::number("settings.preparationMinutes", places.minutes)
            .value(number(own.preparation_minutes))
            .hint(hint)
            .help(t.minutes_help),
    ];
    if subject.platform.facts().takes_callback_url {
        let value = own.callback_url.unwrap_or_default();
        fields.push(Field::address("settings.callbackUrl", t.callback_url).value(value).help(t.callback_url_help));
    }
    fields
}

fn advanced(visit: &Visit, subject: &Subject) -> Vec<Field> {
    let (t, home, mut fields) = (&visit.lang.texts().integrations_page, subject.platform.facts().home, Vec::new());
    // A platform that is no host cannot be at another.
    if home.starts_with("http") {
        let value = subject.integration.as_ref().and_then(|one| one.base_url.clone()).unwrap_or_default();
        let hint = words::own_host(visit.lang, home);
        fields.push(Field::address("baseUrl", t.base_url).value(value).hint(hint).help(t.base_url_help));
    }
    if !home.is_empty() {
        let value = number(known(subject).step_pause_seconds);
        fields.push(Field::number("settings.stepPauseSeconds", t.pause).value(value).help(t.pause_help));
    }
    fields
}

fn known(subject: &Subject) -> IntegrationSettings {
    subject.integration.as_ref().map(|one| one.settings.clone()).unwrap_or_default()
}

fn number(number: Option<u32>) -> String {
    number.map(|number| number.to_string()).unwrap_or_default()
}

/// What was typed, as the operation takes it. What is left out stays as it is: a secret that was not typed anew, and what has
/// not changed, because other credentials make it open whether the connection works.
pub fn draft(visit: &Visit, subject: &Subject, groups: &[FieldGroup]) -> Result<IntegrationDraft, Failure> {
    let (shown, mut credentials) = (shown_credentials(visit, subject)?, Vec::new());
    for credential in subject.platform.facts().credentials {
        let name = format!("credentials.{}", credential.name);
        let value = typed(groups, &name);
        let is_changed = if credential.is_secret {
            value.is_some() || fields(groups).any(|field| field.name == name && field.clears())
        } else {
            value != shown.get(credential.name).map(String::as_str)
        };
        if is_changed {
            credentials.push((credential.name, typed_text(groups, &name)));
        }
    }
    let (mut given, mut settings) = (Vec::new(), Vec::new());
    for field in fields(groups) {
        match field.name.as_str() {
            "baseUrl" => given.push(("baseUrl", typed_text(groups, "baseUrl"))),
            "settings.autoAccept" => {
                let choice = typed_choice(groups, &field.name);
                settings.push(("autoAccept", choice.map_or(Given::Nothing, Given::Bool)));
            }
            "settings.callbackUrl" => settings.push(("callbackUrl", typed_text(groups, &field.name))),
            "settings.preparationMinutes" => {
                settings.push(("preparationMinutes", typed_number(groups, &field.name)));
            }
            "settings.stepPauseSeconds" => settings.push(("stepPauseSeconds", typed_number(groups, &field.name))),
            _ => {}
        }
    }
    given.extend([("credentials", Given::object(credentials)), ("settings", Given::object(settings))]);
    integrations::draft(&visit.app, subject.platform, &Fields::typed(given))
}

fn fields(groups: &[FieldGroup]) -> impl Iterator<Item = &Field> {
    groups.iter().flat_map(|group| &group.fields)
}
