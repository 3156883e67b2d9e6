//! A restaurant's platforms: connect, test, switch, open and close the shop, the intake address, disconnect.
//!
//! Everything about a platform comes from its own declaration, so this knows none by name. `card` is how one fares,
//! `form` is what an owner enters. Owners only.

pub mod card;
mod form;
mod subject;

use super::{
    confirm::ConfirmPage,
    crumbs::{Crumbs, crumbs_of, integration_path, restaurant_path},
    field::{FieldGroup, FieldKind, blame, fill, is_about_form},
    figures,
    frame::{Frame, Here},
    page::{go_to, page, refused},
    show as format,
    visit::Visit,
};
use askama::Template;
use card::IntegrationCard;
use http::Answer;
use i18n::{self, Spoken, pages::integrations as words};
use model::{Code, Failure, Id, Provider, url};
use ops::{
    care::settings,
    integrations::{self, known},
};
use platforms::{GuidePiece, PlatformGuide, facts};
use std::net::{IpAddr, Ipv6Addr};
use subject::Subject;

#[derive(Template)]
#[template(path = "integration.html")]
struct IntegrationPage {
    frame: Frame,
    crumbs: Crumbs,
    card: IntegrationCard,
    caveat: Option<String>,
    /// Credentials and settings.
    groups: Vec<FieldGroup>,
    /// The last group folds away.
    is_unfolded: bool,
    error: Option<String>,
    /// What the platform answered: a colour and a sentence.
    answer: Option<(&'static str, String)>,
    offer: Option<PosOffer>,
    intake: Intake,
    guide: PlatformGuide,
    /// It is never called: there is nothing to open or close.
    is_own_shop: bool,
}

/// The platform's own switch for the till is off: what that means, and the button that turns it.
type PosOffer = (&'static str, &'static str);

/// How orders come in.
struct Intake {
    how: &'static str,
    address: Option<String>,
    /// Without it no orders come, so it comes first.
    is_needed: bool,
    /// Platforms may also send to it; they are asked in any case.
    is_extra: bool,
    /// Where a tunnel or proxy on this machine passes on to.
    local_url: String,
    /// Whole addresses that the platform calls.
    below: Vec<String>,
    is_hidden: bool,
    /// That more came lately than is allowed.
    overrun: Option<String>,
}

pub async fn show(visit: Visit) -> Answer {
    let subject = Subject::of(&visit)?;
    let mut shown = integration_page(&visit, &subject, form::groups(&visit, &subject)?)?;
    let t = &visit.lang.texts().integrations_page;
    shown.answer = match visit.call.query()?.one("told")? {
        Some("open") => Some(good(t.shop_opened)),
        Some("closed") => Some(good(t.shop_closed)),
        Some("active") => {
            subject.platform.facts().pos_switch.as_ref().map(|switch| good(switch.is_on.in_lang(visit.lang)))
        }
        _ => None,
    };
    page(&shown)
}

fn integration_page(visit: &Visit, subject: &Subject, groups: Vec<FieldGroup>) -> Result<IntegrationPage, Failure> {
    let card = card::card(visit, &subject.shown, subject.provider, subject.integration.as_ref())?;
    let is_unfolded = groups
        .last()
        .is_some_and(|group| group.fields.iter().any(|field| !field.value.is_empty() || field.error.is_some()));
    Ok(IntegrationPage {
        frame: Frame::of(visit, Here::Restaurants, card.name),
        crumbs: crumbs_of(visit, &subject.shown.restaurant),
        card,
        caveat: subject.platform.facts().caveat.as_ref().map(|words| words.in_lang(visit.lang).to_owned()),
        groups,
        is_unfolded,
        error: None,
        answer: None,
        offer: None,
        intake: intake(visit, subject)?,
        guide: PlatformGuide::of(&subject.platform.facts().guide, visit.lang),
        is_own_shop: subject.platform.facts().home.is_empty(),
    })
}

fn intake(visit: &Visit, subject: &Subject) -> Result<Intake, Failure> {
    let t = &visit.lang.texts().integrations_page;
    let pushes = subject.platform.facts().pushes;
    let how = match (subject.polls(), !pushes.is_empty(), subject.platform.facts().home.is_empty()) {
        (_, _, true) => t.own_shop,
        (true, true, _) => t.asked_and_sent,
        (true, false, _) => t.asked_only,
        (false, _, _) => t.sent_only,
    };
    let is_wanted = how != t.asked_only;
    let address = match &subject.integration {
        Some(integration) if is_wanted => Some(integrations::intake_url(&visit.app, integration)?),
        _ => None,
    };
    let mut below: Vec<String> = Vec::new();
    if let Some(address) = &address {
        // A route is declared as `platform/{token}/rest`; what has further places in it is for programs to fill.
        let rests = pushes.iter().filter_map(|push| push.path.split_once("{token}")).map(|(_, rest)| rest);
        below.extend(
            rests.filter(|rest| !rest.is_empty() && !rest.contains('{')).map(|rest| format!("{address}{rest}")),
        );
    }
    let is_hidden = is_wanted && !is_public(&visit.app.config.public_url);
    let local_url = visit.app.config.lan.read().local_url.clone();
    let (is_needed, is_extra) = (subject.platform.facts().needs_public_address, how == t.asked_and_sent);
    let overrun = subject.integration.as_ref().and_then(|one| integrations::overrun(&visit.app, one));
    let zone = settings::zone_of(&visit.app, &subject.shown.restaurant)?;
    let overrun = overrun.map(|overrun| {
        let (count, last) =
            (figures::number(visit.lang, overrun.count), format::exact(visit.lang, overrun.last_at, &zone));
        words::overrun(visit.lang, &count, overrun.count == 1, &last)
    });
    Ok(Intake { how, address, is_needed, is_extra, local_url, below, is_hidden, overrun })
}

/// Whether a platform out there could reach this address, as far as the address itself tells.
fn is_public(url: &str) -> bool {
    let host = url::split(url).map_or("", |parts| parts.host());
    match host.parse::<IpAddr>() {
        Ok(IpAddr::V4(ip)) => !(ip.is_private() || ip.is_loopback() || ip.is_link_local() || ip.is_unspecified()),
        Ok(IpAddr::V6(ip)) => !(ip.is_loopback() || ip == Ipv6Addr::UNSPECIFIED || ip.is_unique_local()),
        Err(_) => host.contains('.') && !host.ends_with(".local"),
    }
}

/// The platform, or a shop that is told of its orders, would be called at another address than before.
pub fn leads_elsewhere(visit: &Visit) -> Result<bool, Failure> {
    let before = Subject::of(visit)?.integration;
    let (base_url, callback_url) = before.map(|one| (one.base_url, one.settings.callback_url)).unwrap_or_default();
    let is_other = |name, before: Option<String>| Ok::<_, Failure>(visit.trimmed(name)? != before.unwrap_or_default());
    Ok(is_other("baseUrl", base_url)? || is_other("settings.callbackUrl", callback_url)?)
}

pub async fn put(visit: Visit) -> Answer {
    let subject = Subject::of(&visit)?;
    let mut groups = form::groups(&visit, &subject)?;
    fill(&mut groups, visit.form())?;
    let saved = async {
        let draft = form::draft(&visit, &subject, &groups)?;
        // One that only waited for these is on with them.
        let is_awaited = subject.integration.as_ref().is_some_and(integrations::is_reserved);
        let draft = if is_awaited { draft.switched(true) } else { draft };
        integrations::put(visit.ctx(), subject.shown.restaurant.id.to_string(), subject.provider, draft).await
    };
    match saved.await {
        Ok(_) => go_to(&format!("{}?said=saved", subject.path())),
        Err(failure) if is_about_form(&failure) => {
            let error = blame(&mut groups, visit.lang, &failure);
            refused(&IntegrationPage { error, ..integration_page(&visit, &subject, groups)? })
        }
        Err(failure) => Err(failure),
    }
}

/// The intake address before anything else, for a platform that asks for it before it gives credentials.
pub async fn reserve(visit: Visit) -> Answer {
    let (restaurant, provider) = named(&visit)?;
    if !facts(provider).needs_public_address {
        return Err(Failure::new(Code::NotOffered));
    }
    integrations::reserve(visit.ctx(), restaurant, provider).await?;
    go_to(&format!("{}#intake", path_of(&visit, provider)))
}

pub async fn switch(visit: Visit) -> Answer {
    let is_active = visit.form().one("on")? == Some("yes");
    let (restaurant, provider) = named(&visit)?;
    integrations::switch(visit.ctx(), restaurant, provider, is_active).await?;
    go_to(&format!("{}?said=saved", path_of(&visit, provider)))
}

/// Answered with the page itself: a test changes nothing, and its answer is worth no address of its own.
pub async fn test(visit: Visit) -> Answer {
    let (restaurant, provider) = named(&visit)?;
    let tested = integrations::test(visit.ctx(), restaurant, provider).await;
    let works = visit.lang.texts().api.connection_works;
    let (answer, is_pos_on) = match tested {
        Ok(tested) => (good(words::found(visit.lang, works, tested.name.as_deref())), tested.is_pos_on),
        Err(failure) if is_answer(&failure) => (("bad", i18n::failure(visit.lang, &failure)), None),
        Err(failure) => return Err(failure),
    };
    let subject = Subject::of(&visit)?;
    let shown = integration_page(&visit, &subject, form::groups(&visit, &subject)?)?;
    let offer = if is_pos_on == Some(false) { offer(&visit, &subject) } else { None };
    page(&IntegrationPage { answer: Some(answer), offer, ..shown })
}

fn offer(visit: &Visit, subject: &Subject) -> Option<PosOffer> {
    let switch = subject.platform.facts().pos_switch.as_ref()?;
    Some((switch.is_off.in_lang(visit.lang), switch.switch_on.in_lang(visit.lang)))
}

pub async fn switch_pos_on(visit: Visit) -> Answer {
    let (restaurant, provider) = named(&visit)?;
    match integrations::set_pos(visit.ctx(), restaurant, provider, true).await {
        Ok(_) => go_to(&format!("{}?told=active", path_of(&visit, provider))),
        Err(failure) => told(&visit, failure, offer),
    }
}

/// The page with what the platform said, where it is what failed.
fn told(visit: &Visit, failure: Failure, offer: fn(&Visit, &Subject) -> Option<PosOffer>) -> Answer {
    if !is_answer(&failure) {
        return Err(failure);
    }
    let (subject, answer) = (Subject::of(visit)?, Some(("bad", i18n::failure(visit.lang, &failure))));
    let shown = integration_page(visit, &subject, form::groups(visit, &subject)?)?;
    refused(&IntegrationPage { answer, offer: offer(visit, &subject), ..shown })
}

pub async fn set_open(visit: Visit) -> Answer {
    let (restaurant, provider) = named(&visit)?;
    let is_open = visit.form().one("open")? == Some("yes");
    match integrations::set_open(visit.ctx(), restaurant, provider, is_open).await {
        Ok(_) => go_to(&format!("{}?told={}", path_of(&visit, provider), if is_open { "open" } else { "closed" })),
        Err(failure) => told(&visit, failure, |_, _| None),
    }
}

/// Whose connection to what the address names.
fn named(visit: &Visit) -> Result<(String, Provider), Failure> {
    Ok((visit.param(0), known(visit.call.param(1))?))
}

fn path_of(visit: &Visit, provider: Provider) -> String {
    integration_path(Id::parse(visit.call.param(0)).unwrap_or(Id::NIL), provider)
}

fn good(sentence: impl Into<String>) -> (&'static str, String) {
    ("good", sentence.into())
}

/// The platform, or the way to it, is what failed.
fn is_answer(failure: &Failure) -> bool {
    matches!(
        failure.code,
        Code::PlatformRejected
            | Code::PlatformUnreachable
            | Code::PlatformTimedOut
            | Code::NotOffered
            | Code::RateLimited
            | Code::ValidationFailed
    )
}

pub async fn ask_rotate(visit: Visit) -> Answer {
    let subject = Subject::of(&visit)?;
    subject.connected()?;
    let t = &visit.lang.texts().integrations_page;
    let mut follows = vec![t.rotate_old.to_owned(), t.rotate_give.to_owned()];
    if subject.polls() {
        follows.push(t.rotate_polled.to_owned());
    }
    ConfirmPage::new(&visit, Here::Restaurants, t.rotate_title, follows, t.rotate, subject.path()).ask()
}

pub async fn rotate(visit: Visit) -> Answer {
    let (restaurant, provider) = named(&visit)?;
    integrations::rotate_token(visit.ctx(), restaurant, provider).await?;
    go_to(&format!("{}?said=done#intake", path_of(&visit, provider)))
}

pub async fn ask_remove(visit: Visit) -> Answer {
    let subject = Subject::of(&visit)?;
    subject.connected()?;
    let t = &visit.lang.texts().integrations_page;
    let platform = facts(subject.provider).short_name_in(visit.lang);
    let mut follows = vec![format!("{platform} · {}", subject.shown.restaurant.form.name)];
    follows.extend([t.remove_credentials, t.remove_open, t.remove_address, t.remove_orders].map(str::to_owned));
    ConfirmPage::new(&visit, Here::Restaurants, t.remove_title, follows, t.remove, subject.path()).ask()
}

pub async fn remove(visit: Visit) -> Answer {
    let (restaurant, provider) = named(&visit)?;
    integrations::remove(visit.ctx(), restaurant, provider).await?;
    go_to(&format!("{}?said=removed", restaurant_path(Id::parse(visit.call.param(0)).unwrap_or(Id::NIL))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_the_own_network_is_not_public() {
        for inside in [
            "http://localhost:8080",
            "http://127.0.0.1:8080",
            "http://192.168.1.20:8080",
            "http://10.0.0.2",
            "http://[::1]:8080",
            "http://[fd00::1]",
            "http://kasa",
            "http://kasa.local:8080",
        ] {
            assert!(!is_public(inside), "{inside}");
        }
        for outside in ["https://siparis.example.com", "http://88.255.1.2:8080/x", "https://[2001:db8::1]"] {
            assert!(is_public(outside), "{outside}");
        }
    }
}
