//! What pages for owners alone have in common.

use super::{Browser, add_staff};
use crate::harness::Garson;

/// A running garson where somebody of the staff can sign in.
pub fn with_staff(flags: &[&str]) -> Garson {
    let garson = Garson::prepare(flags);
    add_staff(&garson);
    garson.serve()
}

/// That strangers are sent to the door and staff to nowhere.
#[track_caller]
pub fn assert_owners_only(garson: &Garson, pages: &[&str], forms: &[&str]) {
    let (staff, stranger) = (Browser::staff(garson, "en"), Browser::new(garson, "en"));
    for path in pages {
        assert_eq!(staff.get(path).status, 404, "{path}");
        let sent = stranger.get(path);
        assert_eq!((sent.status, sent.header("location").unwrap().split('?').next()), (303, Some("/login")), "{path}");
    }
    for path in forms {
        assert_eq!(staff.post(path, &[]).status, 404, "{path}");
        assert_eq!(stranger.post_raw(path, &[], &[]).header("location"), Some("/login"), "{path}");
    }
    // And an owner's form that is not from a page of theirs changes nothing.
    let owner = Browser::owner(garson, "en");
    for path in forms {
        assert_eq!(owner.post_raw(path, &[], &[]).status, 403, "{path}");
    }
}
