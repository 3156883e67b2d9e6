//! The race for a box that nobody owns yet.

use crate::{
    harness::{Garson, at_once},
    panel::Browser,
};
use std::collections::BTreeSet;

#[test]
fn of_many_first_visits_at_once_one_makes_the_owner() {
    let garson = Garson::unowned(&[]).serve();
    let replies = at_once(8, |number| {
        let name = format!("visitor {number}");
        let fields = [("name", name.as_str()), ("password", "uzun bir parola"), ("restaurant", &name)];
        Browser::new(&garson, "en").post_raw("/setup", &fields, &[])
    });
    let won: Vec<_> = replies.iter().filter(|reply| reply.status == 200).collect();
    assert!(won.len() == 1 && won[0].text.matches("gsn_").count() == 1, "{}", won.len());
    for lost in replies.iter().filter(|reply| reply.status != 200) {
        assert_eq!((lost.status, lost.header("location"), lost.header("set-cookie")), (303, Some("/"), None), "{lost}");
    }
    let winner = Browser::new(&garson, "en");
    let cookies: Vec<&str> =
        won[0].headers.iter().filter(|(name, _)| name == "set-cookie").map(|(_, it)| &it[..]).collect();
    let session = cookies.iter().find_map(|cookie| cookie.strip_prefix("garson_session=")).unwrap();
    winner.keep("garson_session", session.split(';').next().unwrap());
    assert_eq!(winner.page("/users").matches("Manage: visitor").count(), 1);
    for (page, begin) in [("/restaurants", "/restaurants/0"), ("/keys", "/keys/0")] {
        let html = winner.page(page);
        let links: BTreeSet<&str> = html.split(&format!("href=\"{begin}")).skip(1).map(|rest| &rest[..35]).collect();
        assert_eq!(links.len(), 1, "{html}");
    }
}
