//! What all pages share: language, navigation, who is there, and the guard value of forms.

use super::{
    assets, help,
    https::{self, HttpsOffer},
    trouble_bar::TroubleBar,
    visit::Visit,
};
use askama::Template;
use i18n::{Lang, Spoken, Texts, pages::backups::backup_fault};
use ops::{
    care::{aftermath, backups},
    events::webhooks,
};

/// The entries of the navigation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Here {
    Board,
    Orders,
    Reports,
    Restaurants,
    Webhooks,
    Keys,
    Users,
    Settings,
    Health,
    Reference,
    /// No entry of its own.
    Elsewhere,
}

pub struct NavEntry {
    pub here: Here,
    pub path: &'static str,
    pub text: &'static str,
    /// The digit that leads there.
    pub key: usize,
    pub group: NavPurpose,
}

/// What entries are for: a cook needs the first, an owner the second now and then, an installer the third.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NavPurpose {
    Daily,
    House,
    Technical,
}

pub struct NavPart {
    group: NavPurpose,
    /// This page is among them.
    pub has_here: bool,
    pub entries: Vec<NavEntry>,
}

impl NavPart {
    pub fn is_folded(&self) -> bool {
        self.group == NavPurpose::Technical
    }
}

pub struct Frame {
    pub lang: Lang,
    pub t: &'static Texts,
    pub title: String,
    pub here: Here,
    /// Empty for a guest.
    pub user: String,
    pub is_owner: bool,
    /// Nothing but the board: no menu, no way elsewhere.
    pub is_kitchen: bool,
    /// Goes into every form.
    pub guard: String,
    pub is_demo: bool,
    /// Where this page is, so that changing the language comes back to it.
    pub path: String,
    /// What was asked for, where that is not the path above: a form that was refused.
    pub asked: String,
    /// What the page before this one came to.
    pub said: Option<&'static str>,
    /// Webhooks that fail and were not looked at yet.
    pub failing: usize,
    /// What keeps orders away; nothing for a guest.
    pub trouble: Option<TroubleBar>,
    /// What is wrong with backups.
    pub backup_fault: Option<&'static str>,
    /// The store was restored, and the owner has not said what becomes of old events.
    pub is_word_wanted: bool,
    /// Where this page is to be had encrypted, for clients that have it in clear from another machine.
    pub https: Option<HttpsOffer>,
}

impl Frame {
    /// For a visitor who is not signed in.
    pub fn bare(lang: Lang, title: impl Into<String>) -> Frame {
        Frame {
            lang,
            t: lang.texts(),
            title: title.into(),
            here: Here::Elsewhere,
            user: String::new(),
            is_owner: false,
            is_kitchen: false,
            guard: String::new(),
            is_demo: platforms::demo::is_on(),
            path: "/".to_owned(),
            asked: String::new(),
            said: None,
            failing: 0,
            trouble: None,
            backup_fault: None,
            is_word_wanted: false,
            https: None,
        }
    }

    pub fn of(visit: &Visit, here: Here, title: impl Into<String>) -> Frame {
        let said = visit.call.query().ok().and_then(|query| query.one("said").ok().flatten().map(str::to_owned));
        let texts = &visit.lang.texts().common;
        let said = said.and_then(|word| match word.as_str() {
            "saved" => Some(texts.saved),
            "removed" => Some(texts.removed),
            "sent" => Some(texts.sent),
            "done" => Some(texts.done),
            _ => None,
        });
        let is_owner = visit.is_owner();
        let is_get = visit.call.method == hyper::Method::GET;
        // A form that was refused has no page of its own to come back to.
        let path = if is_get { visit.call.path_and_query() } else { "/" };
        let mut https = https::offer(&visit.app, &visit.call, path);
        // A board on the wall must not end up at a sign-in page by itself, nor a half-filled form.
        if let Some(offer) = https.as_mut().filter(|_| !is_get || here == Here::Board) {
            offer.moves = false;
        }
        Frame {
            here,
            user: visit.name().to_owned(),
            is_owner,
            is_kitchen: visit.is_kitchen(),
            guard: visit.guard.clone(),
            path: path.to_owned(),
            asked: visit.call.path().to_owned(),
            said,
            failing: if is_owner { webhooks::unseen_failures(&visit.app).unwrap_or(0) } else { 0 },
            trouble: Some(TroubleBar::now(visit)),
            backup_fault: backups::trouble(&visit.app).map(|fault| backup_fault(visit.lang, fault)),
            is_word_wanted: is_owner && aftermath::is_word_wanted(&visit.app),
            https,
            ..Frame::bare(visit.lang, title)
        }
    }

    /// Where this person may go.
    pub fn nav(&self) -> Vec<NavEntry> {
        use NavPurpose::{Daily, House, Technical};
        let t = self.t;
        let mut all =
            vec![(Daily, Here::Board, "/", t.board_page.title), (Daily, Here::Orders, "/orders", t.orders_page.title)];
        if self.is_owner {
            all.extend([
                (Daily, Here::Reports, "/reports", t.reports_page.title),
                (House, Here::Restaurants, "/restaurants", t.restaurants_page.title),
                (House, Here::Users, "/users", t.users_page.title),
                (House, Here::Settings, "/settings", t.settings_page.title),
                (House, Here::Health, "/status", t.status_page.title),
                (Technical, Here::Webhooks, "/webhooks", t.webhooks_page.title),
                (Technical, Here::Keys, "/keys", t.common.keys),
                (Technical, Here::Reference, "/api", t.common.reference),
            ]);
        }
        let numbered = all.into_iter().zip(1..);
        numbered.map(|((group, here, path, text), at)| NavEntry { here, path, text, key: at % 10, group }).collect()
    }

    /// Where this person may go, by what it is for; a group that they have nothing of is left out.
    pub fn nav_groups(&self) -> Vec<NavPart> {
        let mut parts: Vec<NavPart> = Vec::new();
        for entry in self.nav() {
            let is_here = entry.here == self.here;
            match parts.last_mut().filter(|part| part.group == entry.group) {
                Some(part) => {
                    part.has_here |= is_here;
                    part.entries.push(entry);
                }
                None => parts.push(NavPart { group: entry.group, has_here: is_here, entries: vec![entry] }),
            }
        }
        parts
    }

    /// The board rings by itself; every other page of a person who is signed in listens for new orders.
    pub fn rings(&self) -> bool {
        !self.user.is_empty() && self.here != Here::Board && !self.is_kitchen
    }

    /// The page of the manual about this page.
    pub fn help(&self) -> String {
        help::address(self.lang, if self.asked.is_empty() { &self.path } else { &self.asked })
    }

    /// Where a file of `static/` is.
    pub fn asset(&self, name: &str) -> String {
        assets::address(name)
    }

    pub fn version(&self) -> &'static str {
        env!("CARGO_PKG_VERSION")
    }

    pub fn head(&self) -> FrameHead<'_> {
        FrameHead { frame: self }
    }

    pub fn scripts(&self) -> FrameScripts<'_> {
        FrameScripts { frame: self }
    }

    pub fn top(&self) -> FrameTop<'_> {
        FrameTop { frame: self }
    }

    pub fn menu_keys(&self) -> FrameMenuKeys<'_> {
        FrameMenuKeys { frame: self }
    }
}

// The parts of a page that are the same on all of them are templates of their own: written into each of some fifty page
// templates, they were a tenth of all that is compiled.

#[derive(Template)]
#[template(path = "frame_head.html")]
pub struct FrameHead<'a> {
    frame: &'a Frame,
}

#[derive(Template)]
#[template(path = "frame_scripts.html")]
pub struct FrameScripts<'a> {
    frame: &'a Frame,
}

#[derive(Template)]
#[template(path = "frame_top.html")]
pub struct FrameTop<'a> {
    frame: &'a Frame,
}

#[derive(Template)]
#[template(path = "frame_menu_keys.html")]
pub struct FrameMenuKeys<'a> {
    frame: &'a Frame,
}
