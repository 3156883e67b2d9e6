//! Who is there. A `Visit` is of a signed-in user who may do this; a `Guest` may be anyone.
//!
//! `entrance` lets them in to a page, `visitors` says whose session a call carries.

mod entrance;
mod visitors;

use super::{
    cookies::{SCREEN, SESSION, keep_token},
    field::trimmed,
};
pub use entrance::{PageHandler, anybody, boxed, in_turn, only, signed_in};
use http::{Answer, Call, Query};
use hyper::header::{HeaderName, REFERER};
use model::{Access, Actor, Code, Failure, Lang, Role, Scope, ScreenAct, ScreenRoles, Session, User, Why, url};
use ops::{
    AppState, Asker, Ctx, LongReader,
    people::sessions::{ConnectedScreen, SignedInPerson, Visitor},
};
use std::sync::Arc;
pub use visitors::{browser_of, gate, visitor, visitors};

/// The board of a kitchen.
pub const KITCHEN: &str = "/kitchen";
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

    /// What it may be looked at as: anything by a person, and by a screen what its owner gave it.
    pub fn roles(&self) -> ScreenRoles {
        match &self.who {
            Visitor::Screen(ConnectedScreen { screen, .. }) => screen.roles.clone(),
            Visitor::Person(_) => ScreenRoles::default(),
        }
    }

    /// Refuses a screen that is for something else.
    pub fn only_if_may(&self, act: ScreenAct) -> Result<(), Failure> {
        match self.roles().may(act) {
            true => Ok(()),
            false => Err(Failure::new(Code::KitchenOnly).why(Why::NotOfThisScreen)),
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

    /// A field of the posted form as it was typed, blanks and all; empty where there is none.
    pub fn typed(&self, name: &str) -> Result<String, Failure> {
        Ok(self.form.one(name)?.unwrap_or_default().to_owned())
    }

    /// A field of the posted form without the blanks around it.
    pub fn trimmed(&self, name: &str) -> Result<String, Failure> {
        trimmed(&self.form, name)
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

/// A path of our own to go to after signing in; anything else is the board.
pub fn own_path(wanted: Option<&str>) -> String {
    let is_own = |path: &&str| {
        path.starts_with('/')
            && !path.starts_with("//")
            && path.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\')
    };
    wanted.filter(is_own).unwrap_or("/").to_owned()
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
