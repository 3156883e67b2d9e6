//! Who is there. A `Visit` is of a signed-in user who may do this; a `Guest` may be anyone.
//!
//! The session's token is in a cookie that no script can read and no other site can send; over https it has a name that only
//! this very host can set (`__Host-`), and no other counts there. Every POST must come from a page of ours (`Origin`), and
//! carry the guard value that only a page of this session shows.

use super::{
    cookies::{DEVICE, LANG, SCREEN, SESSION, cookie, cookies, keep_token},
    forgery::{guard_of, has_guard, is_change, refuse_forgery},
    https,
    page::go_to,
};
use futures_util::future::BoxFuture;
use http::{Answer, Call, Query};
use hyper::header::{HeaderName, REFERER, USER_AGENT};
use model::{Access, Actor, Code, Failure, Lang, Role, Scope, Session, User, url};
use ops::{
    AppState, Asker, Ctx, LongReader,
    people::{
        second_factor,
        sessions::{self, Browser, ConnectedScreen, SignedInPerson, Visitor},
        users,
    },
};
use std::{
    future::Future,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::runtime::Handle;

/// The board of a kitchen.
pub const KITCHEN: &str = "/kitchen";
/// A form of a visitor who is not signed in, in bytes: the largest, the first visit, has four short fields.
const STRANGERS_FORM: usize = 8 << 10;
const HTMX: HeaderName = HeaderName::from_static("hx-request");

/// A visitor, signed in or not.
pub struct Guest {
    pub app: Arc<AppState>,
    pub call: Call,
    pub lang: Lang,
}

/// A signed-in user, or a screen in a kitchen.
pub struct Visit {
    pub app: Arc<AppState>,
    pub call: Call,
    pub lang: Lang,
    who: Visitor,
    /// What was posted.
    form: Query<'static>,
    /// What every form of this session carries.
    pub guard: String,
    token: String,
}

impl Visit {
    pub fn ctx(&self) -> Ctx {
        let ctx = Ctx::new(self.app.clone(), Actor::User(self.who.name().to_owned()), self.lang);
        ctx.limited_to(self.access()).from(self.call.visitor())
    }

    /// What may be seen: everything by a person, and by a screen in a kitchen its restaurant's orders.
    pub fn access(&self) -> Access {
        match &self.who {
            Visitor::Screen(ConnectedScreen { screen, .. }) => {
                Access { scope: Scope::Orders, restaurant: screen.restaurant_id, ..Access::FULL }
            }
            Visitor::Person(_) => Access::FULL,
        }
    }

    /// It is a screen in a kitchen, and no person.
    pub fn is_kitchen(&self) -> bool {
        self.who.role() == Role::Kitchen
    }

    pub fn is_owner(&self) -> bool {
        self.who.role() == Role::Owner
    }

    pub fn name(&self) -> &str {
        self.who.name()
    }

    pub fn session(&self) -> &Session {
        self.who.session()
    }

    /// The person who is signed in, of pages that are no kitchen's.
    pub fn person(&self) -> Result<&SignedInPerson, Failure> {
        self.who.person().ok_or_else(|| Failure::new(Code::KitchenOnly))
    }

    pub fn user(&self) -> Result<&User, Failure> {
        Ok(&self.person()?.user)
    }

    /// A place among those whose reads may take long.
    pub fn reader(&self) -> Result<LongReader, Failure> {
        self.app.engine.long_reads.join(Asker::Session(self.session().hash))
    }

    pub fn param(&self, at: usize) -> String {
        self.call.param(at).to_owned()
    }

    /// The fields of the posted form.
    pub fn form(&self) -> &Query<'static> {
        &self.form
    }

    /// As if this form had been posted.
    pub fn post(&mut self, body: Vec<u8>) -> Result<(), Failure> {
        self.call.body = body.into();
        self.form = self.call.form()?.into_owned();
        Ok(())
    }

    /// A password as it was typed, blanks and all.
    pub fn secret(&self, name: &str) -> Result<String, Failure> {
        Ok(self.form.one(name)?.unwrap_or_default().to_owned())
    }

    /// The board as this person left it, with its filter, where the page before this one was the board.
    pub fn board_before(&self) -> String {
        let is_board = |path: &&str| path.starts_with("/?") || matches!(path.split('?').next(), Some(KITCHEN));
        own_path(self.path_before().filter(is_board))
    }

    /// The page before this one.
    pub fn page_before(&self) -> String {
        own_path(self.path_before())
    }

    /// Where that was, as the browser says it.
    pub fn path_before(&self) -> Option<&str> {
        let before = self.call.headers.get(REFERER).and_then(|value| value.to_str().ok());
        before.and_then(url::split).map(|parts| parts.rest)
    }

    /// The answer with the session's cookie anew, so that a screen on the wall never loses it.
    pub fn stay(&self, answer: Answer) -> Answer {
        let mut response = answer?;
        let name = if self.is_kitchen() { SCREEN } else { SESSION };
        keep_token(&mut response, &self.call, name, &self.token);
        Ok(response)
    }

    /// The script asked, and wants a piece of the page instead of a redirect.
    pub fn is_htmx(&self) -> bool {
        self.call.headers.contains_key(HTMX)
    }
}

/// A page or form without a sign-in. A form must come from a page of ours.
pub fn anybody<F>(
    app: &Arc<AppState>,
    handler: fn(Guest) -> F,
) -> impl Fn(Call) -> BoxFuture<'static, Answer> + Send + Sync + 'static + use<F>
where
    F: Future<Output = Answer> + Send + 'static,
{
    let app = app.clone();
    move |call| {
        let app = app.clone();
        Box::pin(async move {
            if let Some(elsewhere) = https::lead(&app, &call) {
                return elsewhere;
            }
            refuse_forgery(&app, &call)?;
            let lang = call.lang;
            handler(Guest { app, call, lang }).await
        })
    }
}

/// Makes a page of a visit. It is boxed before anything is put around it: that is compiled once, not for each of a hundred
/// pages.
pub type PageHandler = Arc<dyn Fn(Visit) -> BoxFuture<'static, Answer> + Send + Sync>;

/// Answers a call with a page.
pub type CallHandler = Box<dyn Fn(Call) -> BoxFuture<'static, Answer> + Send + Sync>;

pub fn boxed<F>(handler: impl Fn(Visit) -> F + Send + Sync + 'static) -> PageHandler
where
    F: Future<Output = Answer> + Send + 'static,
{
    Arc::new(move |visit| Box::pin(handler(visit)))
}

/// A page or form for users with this role or a higher one. Strangers are asked to sign in, and users who owe a second factor
/// to make one.
pub fn only<F>(app: &Arc<AppState>, role: Role, handler: impl Fn(Visit) -> F + Send + Sync + 'static) -> CallHandler
where
    F: Future<Output = Answer> + Send + 'static,
{
    received(app, Some(role), boxed(handler))
}

/// A page or form for all signed-in users, also for those who have yet to make the second factor that they owe.
pub fn signed_in<F>(app: &Arc<AppState>, handler: impl Fn(Visit) -> F + Send + Sync + 'static) -> CallHandler
where
    F: Future<Output = Answer> + Send + 'static,
{
    received(app, None, boxed(handler))
}

/// A page for users with this role or a higher one that may take long to make: in its turn, on a thread that may wait.
pub fn in_turn<F>(app: &Arc<AppState>, role: Role, handler: impl Fn(Visit) -> F + Send + Sync + 'static) -> CallHandler
where
    F: Future<Output = Answer> + Send + 'static,
{
    let handler = boxed(handler);
    received(app, Some(role), Arc::new(move |visit| Box::pin(take_turn(handler.clone(), visit))))
}

async fn take_turn(handler: PageHandler, visit: Visit) -> Answer {
    let (reader, runtime) = (visit.reader()?, Handle::current());
    reader.read(move || runtime.block_on(handler(visit))).await
}

fn received(app: &Arc<AppState>, role: Option<Role>, handler: PageHandler) -> CallHandler {
    let app = app.clone();
    Box::new(move |call| Box::pin(receive(app.clone(), role, handler.clone(), call)))
}

async fn receive(app: Arc<AppState>, role: Option<Role>, handler: PageHandler, call: Call) -> Answer {
    if let Some(elsewhere) = https::lead(&app, &call) {
        return elsewhere;
    }
    refuse_forgery(&app, &call)?;
    let Some((token, who)) = visitor(&app, &call)? else {
        return to_the_door(&app, &call);
    };
    let guard = guard_of(&token);
    let form = if is_change(&call) { call.form()?.into_owned() } else { Query::default() };
    if is_change(&call) && !has_guard(&form, &guard)? {
        return Err(Failure::new(Code::StaleForm));
    }
    // What is for all signed-in users is about their account, and a kitchen has none.
    if !who.role().covers(role.unwrap_or(Role::Staff)) {
        return match who.role() {
            Role::Kitchen if call.path() == "/" => go_to(KITCHEN),
            // The cards are the same on every screen, and lead to a page with more on it than a kitchen needs.
            Role::Kitchen if is_order_page(&call) => go_to(&format!("{KITCHEN}{}", call.path())),
            Role::Kitchen => Err(Failure::new(Code::KitchenOnly)),
            Role::Owner | Role::Staff => Err(Failure::new(Code::NotFound)),
        };
    }
    let user = who.person().map(|person| &person.user);
    if let Some(user) = user.filter(|_| role.is_some())
        && second_factor::is_owed(&app, user)?
    {
        return go_to("/me/second-factor");
    }
    let lang = user.and_then(|user| user.lang).unwrap_or(call.lang);
    handler(Visit { app, call, lang, who, form, guard, token }).await
}

fn is_order_page(call: &Call) -> bool {
    let order = call.path().strip_prefix("/orders/");
    call.method == hyper::Method::GET && order.is_some_and(|id| !id.is_empty() && !id.contains('/'))
}

/// Those whose sessions a call carries, each with its token, as the gate found them and when.
#[derive(Clone)]
struct KnownVisitors(Vec<(String, Visitor)>, Instant);

/// A form that took longer to come is looked at anew: its session may have ended meanwhile.
const KNOWN_FOR: Duration = Duration::from_secs(1);

/// Whose session the call carries.
pub fn visitor(app: &Arc<AppState>, call: &Call) -> Result<Option<(String, Visitor)>, Failure> {
    Ok(visitors(app, call)?.into_iter().next())
}

/// Whose sessions the call carries: a person's, and below it that of the kitchen's screen on which they signed in.
pub fn visitors(app: &Arc<AppState>, call: &Call) -> Result<Vec<(String, Visitor)>, Failure> {
    if let Some(KnownVisitors(found, at)) = call.extensions.get()
        && at.elapsed() < KNOWN_FOR
    {
        return Ok(found.clone());
    }
    let mut found = Vec::new();
    for name in [SESSION, SCREEN] {
        let Some(token) = cookie(call, name) else { continue };
        let visitor = sessions::who(app, &token)?;
        let is_right = |visitor: &Visitor| {
            let session = visitor.session();
            // What others may have read on the network does not open what is encrypted.
            session.screen().is_some() == (name == SCREEN) && !(session.is_in_clear && call.is_https())
        };
        found.extend(visitor.filter(is_right).map(|visitor| (token, visitor)));
    }
    Ok(found)
}

/// This was a screen in a kitchen, or is one.
pub fn was_screen(call: &Call) -> bool {
    cookie(call, SCREEN).is_some()
}

fn to_the_door(app: &AppState, call: &Call) -> Answer {
    if !users::has_owner(app)? {
        return go_to("/setup");
    }
    if call.method != hyper::Method::GET {
        return go_to("/login");
    }
    let wanted = call.path_and_query();
    if call.path() == KITCHEN {
        return go_to("/kitchen/join");
    }
    if wanted == "/" { go_to("/login") } else { go_to(&format!("/login?next={}", url::value(wanted))) }
}

/// A path of our own to go to after signing in; anything else is the board.
pub fn own_path(wanted: Option<&str>) -> String {
    let is_own = |path: &&str| {
        path.starts_with('/')
            && !path.starts_with("//")
            && path.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\')
    };
    wanted.filter(is_own).unwrap_or("/").to_owned()
}

/// Every call passes it. What was chosen in this browser goes before what it came with: for pages, and for refusals, which
/// know no user. Of a visitor who is not signed in little is read: a thousand strangers with a large form each would take it
/// all.
pub fn gate(app: &Arc<AppState>) -> impl Fn(&mut Call) -> Result<(), Failure> + Send + Sync + 'static {
    let app = app.clone();
    move |call| {
        if call.has_cookies() {
            let chosen = cookies(call, LANG).find_map(|word| lang(&word));
            call.lang = chosen.unwrap_or(call.lang);
        }
        if is_change(call) {
            let known = visitors(&app, call)?;
            if known.is_empty() {
                call.body_limit = Some(STRANGERS_FORM);
            }
            call.extensions.insert(KnownVisitors(known, Instant::now()));
        }
        Ok(())
    }
}

pub fn lang(word: &str) -> Option<Lang> {
    match word {
        "tr" => Some(Lang::Tr),
        "en" => Some(Lang::En),
        _ => None,
    }
}

/// Where the caller is: as the list of sessions shows it, and as tries at passwords are counted.
pub fn browser_of(call: &Call) -> Browser {
    let agent = call.headers.get(USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let (address, device) = (call.visitor().to_string(), cookie(call, DEVICE));
    Browser { address, agent: agent.to_owned(), device, is_https: call.is_https() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signing_in_leads_to_a_path_of_our_own() {
        for own in ["/", "/orders?status=400", "/orders/1"] {
            assert_eq!(own_path(Some(own)), own);
        }
        for foreign in
            ["", "//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)", "/a b", "/\n"]
        {
            assert_eq!(own_path(Some(foreign)), "/", "{foreign}");
        }
        assert_eq!(own_path(None), "/");
    }
}
