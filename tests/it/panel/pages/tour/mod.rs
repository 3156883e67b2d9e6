//! A walk through every page of the panel, in both languages at once: the same person, the same session, the same house.

mod beginning;
mod full;

use super::{super::Browser, house::House, outline::Outline};
use crate::harness::{Garson, Reply, eventually};
use std::sync::OnceLock;

/// A page as it was shown in Turkish and in English.
pub struct Page {
    pub name: String,
    pub method: &'static str,
    pub path: String,
    pub tr: Shown,
    pub en: Shown,
}

pub struct Shown {
    pub reply: Reply,
    pub outline: Outline,
}

/// All of them. One walk serves every test that looks at them.
pub fn pages() -> &'static [Page] {
    static PAGES: OnceLock<Vec<Page>> = OnceLock::new();
    PAGES.get_or_init(|| {
        let mut tour = Tour::default();
        beginning::the_first_visit(&mut tour);
        beginning::an_empty_house(&mut tour);
        beginning::an_encrypted_house(&mut tour);
        beginning::a_kitchen_with_stations(&mut tour);
        full::a_full_house(&mut tour, &House::full());
        tour.pages
    })
}

#[derive(Default)]
struct Tour {
    pages: Vec<Page>,
}

/// One person who reads both languages.
struct Reader<'a> {
    tr: Browser<'a>,
    en: Browser<'a>,
}

impl<'a> Reader<'a> {
    fn guest(garson: &'a Garson) -> Reader<'a> {
        Reader { tr: Browser::new(garson, "tr"), en: Browser::new(garson, "en") }
    }

    fn signed_in(garson: &'a Garson, sign_in: fn(&'a Garson, &'static str) -> Browser<'a>) -> Reader<'a> {
        let reader = Reader { tr: sign_in(garson, "tr"), en: Browser::new(garson, "en") };
        reader.en.keep("garson_session", &reader.tr.cookie("garson_session").unwrap());
        reader
    }
}

impl Tour {
    fn page(&mut self, name: &str, reader: &Reader<'_>, path: &str) {
        self.add(name, "GET", path, reader.tr.get(path), reader.en.get(path));
    }

    /// A form that is answered with a page.
    fn form(&mut self, name: &str, reader: &Reader<'_>, path: &str, fields: &[(&str, &str)]) {
        self.add(name, "POST", path, reader.tr.post(path, fields), reader.en.post(path, fields));
    }

    fn add(&mut self, name: &str, method: &'static str, path: &str, tr: Reply, en: Reply) {
        assert!(self.pages.iter().all(|page| page.name != name), "{name} twice");
        let shown = |reply: Reply| {
            let is_page = reply.header("content-type").is_some_and(|kind| kind.starts_with("text/html"));
            assert!(is_page, "{name} is no page: {reply}");
            Shown { outline: Outline::of(&reply.text), reply }
        };
        let (name, path) = (name.to_owned(), path.to_owned());
        self.pages.push(Page { name, method, path, tr: shown(tr), en: shown(en) });
    }
}

/// Has overwritten what was erased, which else happens by itself before or after somebody looks.
fn overwrite(garson: &Garson, owner: &Reader<'_>) {
    assert_eq!(owner.tr.post("/status/wipe", &[]).status, 303);
    // Where nothing is owed it is done all the same, and a moment later.
    let is_done = || garson.metric("garson_wipe_last_timestamp_seconds") > 0;
    eventually("it was done", || is_done().then_some(()));
    eventually("nothing waits to be overwritten", || (garson.metric("garson_wipe_owed_seconds") == 0).then_some(()));
}
