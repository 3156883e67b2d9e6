//! The first visit, signing in (in one step or two) and out, and the language.

use super::{
    cookies::{code_brought, drop_code, drop_session, keep_code, keep_lang, keep_session},
    field::trimmed,
    frame::Frame,
    https::{self, HttpsOffer},
    page::{go_to, page, page_with, refused},
    show,
    visit::{Guest, Visit, browser_of, own_path, visitor},
};
use askama::Template;
use http::Answer;
use hyper::StatusCode;
use i18n::{self, Spoken, pages::restore::was_restored};
use model::{Actor, Code, Failure, Lang, url};
use ops::{
    Ctx,
    care::{aftermath, settings},
    people::{guesses::Tried, sessions, setup, sign_in, users},
    places::restaurants,
};
use std::time::Duration;

/// For so long people may wonder why they are signed out.
const RESTORED_LATELY: Duration = Duration::from_hours(24);

#[derive(Template)]
#[template(path = "setup.html")]
struct SetupPage {
    frame: Frame,
    /// No link brought the code, so it has to be typed.
    asks_code: bool,
    /// As it was typed before something else was refused.
    code: String,
    name: String,
    restaurant: String,
    error: Option<String>,
}

#[derive(Template)]
#[template(path = "login.html")]
struct LoginPage {
    frame: Frame,
    name: String,
    next: String,
    error: Option<String>,
    /// That a backup was restored lately, which signed everybody out.
    restored: Option<String>,
}

#[derive(Template)]
#[template(path = "login_code.html")]
struct CodePage {
    frame: Frame,
    /// That the password was right.
    ticket: String,
    next: String,
    error: Option<String>,
}

pub async fn show_setup(guest: Guest) -> Answer {
    if users::has_owner(&guest.app)? {
        return go_to("/");
    }
    // The code goes out of the address at once: it would stay in the browser's history.
    if let Some(code) = guest.call.query()?.one("code")? {
        let mut response = go_to("/setup")?;
        keep_code(&mut response, &guest.call, code);
        return Ok(response);
    }
    let code = code_brought(&guest.call).unwrap_or_default();
    page(&setup_page(&guest, code, String::new(), String::new(), None))
}

fn setup_page(guest: &Guest, code: String, name: String, restaurant: String, error: Option<String>) -> SetupPage {
    // The code that a link brought is in a cookie of HTTP, and would be lost on the way.
    let https = https::offer(&guest.app, &guest.call, "/setup").map(|offer| HttpsOffer { moves: false, ..offer });
    let asked = "/setup".to_owned();
    let frame = Frame { https, asked, ..Frame::bare(guest.lang, guest.lang.texts().sign.first_visit) };
    let asks_code = !guest.app.people.setup_code.is_from_link(&code);
    SetupPage { frame, asks_code, code, name, restaurant, error }
}

pub async fn set_up(guest: Guest) -> Answer {
    let app = &guest.app;
    if users::has_owner(app)? {
        return go_to("/");
    }
    let form = guest.call.form()?;
    let field = |name| trimmed(&form, name);
    let (name, password, restaurant) =
        (field("name")?, form.one("password")?.unwrap_or_default(), field("restaurant")?);
    let code = Some(field("code")?).filter(|typed| !typed.is_empty());
    let code = code.or_else(|| code_brought(&guest.call)).unwrap_or_default();
    let t = &guest.lang.texts().sign;
    let refuse =
        |code: String, error: String| refused(&setup_page(&guest, code, name.clone(), restaurant.clone(), Some(error)));
    let browser = browser_of(&guest.call);
    let address = browser.address.clone();
    match sign_in::knows_setup_code(app, &browser.address, &code) {
        Tried::Right(()) => {}
        Tried::Wrong => return refuse(String::new(), t.wrong_code.to_owned()),
        Tried::TooSoon(wait) => return refuse(code, show::wait(guest.lang, wait)),
    }
    let again = |error: String| refuse(code.clone(), error);
    if restaurant.is_empty() {
        return again(t.restaurant_missing.to_owned());
    }
    let chosen = field("lang").ok().and_then(|word| Lang::parse(&word)).unwrap_or(guest.lang);
    let first = |restaurant| setup::Setup {
        owner: name.clone(),
        password: password.to_owned(),
        key: t.first_key.to_owned(),
        lang: Some(chosen),
        restaurant: Some(restaurant),
        integrations: Vec::new(),
        webhook: None,
        browser: Some(browser),
    };
    let by_owner = Ctx::new(app.clone(), Actor::User(name.clone()), chosen).from(&address);
    let claim = async {
        let restaurant = restaurants::RestaurantDraft::named(&restaurant, None)?;
        setup::set_up(&by_owner, first(restaurant)).await
    };
    let made = match claim.await {
        Ok(setup::Claim::Made(made)) => made,
        Ok(setup::Claim::Taken) => return go_to("/"),
        Err(failure) if failure.code == Code::ValidationFailed => return again(i18n::failure(guest.lang, &failure)),
        Err(failure) => return Err(failure),
    };
    tracing::info!(address = %guest.call.visitor(), "this box has an owner now");
    let mut response = go_to("/start")?;
    if let Some(tokens) = &made.tokens {
        keep_session(&mut response, &guest.call, tokens);
    }
    keep_lang(&mut response, chosen);
    drop_code(&mut response, &guest.call);
    Ok(response)
}

pub async fn show_login(guest: Guest) -> Answer {
    if !users::has_owner(&guest.app)? {
        return go_to("/setup");
    }
    let query = guest.call.query()?;
    let next = own_path(query.one("next")?);
    // On a screen in the kitchen a user may still sign in.
    if visitor(&guest.app, &guest.call)?.is_some_and(|(_, visitor)| visitor.session().screen().is_none()) {
        return go_to(&next);
    }
    let mut shown = login_page(guest.lang, String::new(), next, None);
    shown.frame.https = https::offer(&guest.app, &guest.call, &shown.frame.path);
    shown.restored = restored_lately(&guest)?;
    page(&shown)
}

fn login_page(lang: Lang, name: String, next: String, error: Option<String>) -> LoginPage {
    LoginPage { frame: login_frame(lang, &next, lang.texts().sign.sign_in), name, next, error, restored: None }
}

/// Says why everybody has to sign in again.
fn restored_lately(guest: &Guest) -> Result<Option<String>, Failure> {
    let last = aftermath::last(&guest.app).filter(|last| clock::now().since(last.restored_at) < RESTORED_LATELY);
    let Some(last) = last else { return Ok(None) };
    let zone = settings::zone(&guest.app)?;
    let [made, restored] = [last.made_at, last.restored_at].map(|at| show::time(guest.lang, at, &zone));
    Ok(Some(was_restored(guest.lang, &made, &restored)))
}

fn login_frame(lang: Lang, next: &str, title: &str) -> Frame {
    Frame { path: format!("/login?next={}", url::value(next)), ..Frame::bare(lang, title) }
}

pub async fn sign_in(guest: Guest) -> Answer {
    let form = guest.call.form()?;
    let name = trimmed(&form, "name")?;
    let password = form.one("password")?.unwrap_or_default();
    let next = own_path(form.one("next")?);
    let outcome = sign_in::sign_in(&guest.app, &name, password, &browser_of(&guest.call)).await?;
    let (status, error) = match outcome {
        Tried::Right(sign_in::NextStep::In(signed_in)) => return let_in(&guest, &signed_in, &next),
        Tried::Right(sign_in::NextStep::Code { ticket }) => return page(&code_page(guest.lang, ticket, next, None)),
        Tried::Wrong => (StatusCode::UNPROCESSABLE_ENTITY, guest.lang.texts().sign.wrong.to_owned()),
        Tried::TooSoon(wait) => (StatusCode::TOO_MANY_REQUESTS, show::wait(guest.lang, wait)),
    };
    page_with(status, &login_page(guest.lang, name, next, Some(error)))
}

fn code_page(lang: Lang, ticket: String, next: String, error: Option<String>) -> CodePage {
    CodePage { frame: login_frame(lang, &next, lang.texts().sign.second_step), ticket, next, error }
}

/// The second step, for users with a second factor.
pub async fn give_code(guest: Guest) -> Answer {
    let form = guest.call.form()?;
    let (ticket, next) = (form.one("ticket")?.unwrap_or_default().to_owned(), own_path(form.one("next")?));
    let t = &guest.lang.texts().sign;
    let Some(user) = sign_in::awaited(&guest.app, &ticket)? else {
        return refused(&login_page(guest.lang, String::new(), next, Some(t.took_too_long.to_owned())));
    };
    let code = form.one("code")?.unwrap_or_default();
    let (status, error) = match sign_in::give_code(&guest.app, user, code, &browser_of(&guest.call)).await? {
        Tried::Right(signed_in) => return let_in(&guest, &signed_in, &next),
        Tried::Wrong => (StatusCode::UNPROCESSABLE_ENTITY, t.wrong_second_code.to_owned()),
        Tried::TooSoon(wait) => (StatusCode::TOO_MANY_REQUESTS, show::wait(guest.lang, wait)),
    };
    page_with(status, &code_page(guest.lang, ticket, next, Some(error)))
}

fn let_in(guest: &Guest, sign_in::SignedIn { tokens, user }: &sign_in::SignedIn, next: &str) -> Answer {
    let mut response = go_to(next)?;
    keep_session(&mut response, &guest.call, tokens);
    // What they chose elsewhere holds here too, also on pages without a sign-in.
    if let Some(lang) = user.lang {
        keep_lang(&mut response, lang);
    }
    Ok(response)
}

pub async fn sign_out(visit: Visit) -> Answer {
    sessions::sign_out(&visit.ctx(), visit.session().hash).await?;
    let mut response = go_to("/login")?;
    drop_session(&mut response, &visit.call);
    Ok(response)
}

/// For this browser, and for the signed-in user where there is one.
pub async fn choose_language(guest: Guest) -> Answer {
    let form = guest.call.form()?;
    let chosen = form.one("lang")?.and_then(Lang::parse).unwrap_or(guest.lang);
    let back = own_path(form.one("back")?);
    if let Some((_, sessions::Visitor::Person(person))) = visitor(&guest.app, &guest.call)? {
        users::choose_lang(&guest.app, person.user.id, chosen).await?;
    }
    let mut response = go_to(&back)?;
    keep_lang(&mut response, chosen);
    Ok(response)
}
