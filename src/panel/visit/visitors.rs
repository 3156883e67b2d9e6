//! Whose session a call carries, and where it comes from.
//!
//! The session's token is in a cookie that no script can read and no other site can send; over https it has a name that only
//! this very host can set (`__Host-`), and no other counts there.

use crate::{
    cookies::{DEVICE, SCREEN, SESSION, chosen_lang, cookie},
    forgery::is_change,
    https,
};
use http::Call;
use hyper::header::USER_AGENT;
use model::Failure;
use ops::{
    AppState,
    people::sessions::{self, Browser, Visitor},
};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

/// A form of a visitor who is not signed in, in bytes: the largest, the first visit, has four short fields.
const STRANGERS_FORM: usize = 8 << 10;
/// A form that took longer to come is looked at anew: its session may have ended meanwhile.
const KNOWN_FOR: Duration = Duration::from_secs(1);

/// Those whose sessions a call carries, each with its token, as the gate found them and when.
#[derive(Clone)]
struct KnownVisitors(Vec<(String, Visitor)>, Instant);

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
    if https::is_closed_to(app, call) {
        return Ok(found);
    }
    for name in [SESSION, SCREEN] {
        let Some(token) = cookie(call, name) else { continue };
        let visitor = sessions::who(app, &token)?;
        let is_right = |visitor: &Visitor| {
            let session = visitor.session();
            // What others may have read on the network does not open what is encrypted.
            session.screen().is_some() == (name == SCREEN) && !(session.is_in_clear && call.is_surely_https())
        };
        found.extend(visitor.filter(is_right).map(|visitor| (token, visitor)));
    }
    Ok(found)
}

/// Every call passes it. What was chosen in this browser goes before what it came with: for pages, and for refusals, which
/// know no user. Of a visitor who is not signed in little is read: a thousand strangers with a large form each would take it
/// all.
pub fn gate(app: &Arc<AppState>) -> impl Fn(&mut Call) -> Result<(), Failure> + Send + Sync + 'static {
    let app = app.clone();
    move |call| {
        if call.has_cookies() {
            call.lang = chosen_lang(call).unwrap_or(call.lang);
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

/// Where the caller is: as the list of sessions shows it, and as tries at passwords are counted.
pub fn browser_of(call: &Call) -> Browser {
    let agent = call.headers.get(USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let (address, device) = (call.visitor().to_string(), cookie(call, DEVICE));
    Browser { address, agent: agent.to_owned(), device, is_https: call.is_surely_https() }
}
