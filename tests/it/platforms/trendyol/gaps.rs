//! What happened while nobody asked, farther back than a sweep looks, and sweeps that end half way.

use super::{
    Branch, credentials,
    fake::{Trendyol, Trouble, id, package, with},
};
use crate::harness::{Garson, Host, eventually};
use serde_json::json;

const MINUTE: i64 = 60_000;

fn reads(branch: &Branch, number: u32) -> usize {
    let path = format!("/integrator/order/meal/suppliers/{}/packages/{}", super::fake::SUPPLIER, id(number));
    branch.host.count(&format!("GET {path}"))
}

/// The connection is taken away; this happens; it is connected again, with a cursor that knows nothing.
fn meanwhile(branch: &Branch, what: impl FnOnce(&mut Trendyol)) {
    branch.garson.delete(&branch.at("")).data();
    what(&mut branch.host.fake());
    let body = json!({ "baseUrl": branch.host.url, "credentials": credentials() });
    branch.garson.put(&branch.at(""), body).data();
}

/// So long ago that the first sweep does not go back to it.
fn long_ago(fake: &mut Trendyol, number: u32, status: &str) {
    fake.set(&id(number), status);
    let package = fake.packages.iter_mut().find(|package| package["id"] == id(number)).unwrap();
    package["packageModificationDate"] = json!(garson::clock::now().0 - 120 * MINUTE);
}

#[test]
fn what_changed_before_the_time_that_a_sweep_goes_back_to_is_read_by_itself() {
    let branch = Branch::open();
    for number in 1..=4 {
        branch.take(package(number));
    }
    meanwhile(&branch, |fake| {
        long_ago(fake, 1, "Delivered");
        long_ago(fake, 2, "Cancelled");
        fake.packages.retain(|package| package["id"] != id(3));
        long_ago(fake, 4, "Created");
        // Brought by the sweep, so not read once more.
        fake.place(package(5));
    });
    branch.await_status(1, 900);
    branch.await_status(2, 1500);
    eventually("the one that is gone is asked for", || (reads(&branch, 3) > 0).then_some(()));
    eventually("the new one is here", || branch.find(&id(5)));
    assert_eq!(
        (branch.order(4)["status"].as_u64(), branch.order(4)["problems"].as_array().unwrap().len()),
        (Some(400), 0)
    );
    // Each was asked for once.
    branch.take(package(6));
    assert_eq!([1, 2, 3, 4, 5].map(|number| reads(&branch, number)), [1, 1, 1, 1, 0]);
    assert_eq!(branch.host.fake().too_fast, 0);
}

#[test]
fn one_that_cannot_be_read_is_shown_and_delays_no_new_order() {
    let branch = Branch::open();
    branch.take(package(1));
    branch.take(package(2));
    meanwhile(&branch, |fake| {
        long_ago(fake, 1, "Delivered");
        long_ago(fake, 2, "Delivered");
        // The newest is asked for first.
        let first: &'static str = id(2).leak();
        fake.trouble(first, 1_000, Trouble::Status(500));
    });
    let shown = || branch.pulse()["lastError"]["message"].as_str().is_some_and(|words| words.contains("HTTP 500"));
    eventually("it is shown", || shown().then_some(()));
    for number in 3..=5 {
        branch.take(package(number));
    }
    assert!(shown());
    assert_eq!((reads(&branch, 2), branch.order(2)["status"].as_u64()), (1, Some(400)));
}

#[test]
fn what_was_read_before_a_sweep_failed_is_not_read_again() {
    let garson = Garson::start_with(&["--poll-interval", "1s"]);
    let host = Host::start(Trendyol::new());
    let placed = |number: u32, minutes: i64| {
        let changed = garson::clock::now().0 - minutes * MINUTE;
        with(package(number), "packageModificationDate", json!(changed))
    };
    host.fake().packages = vec![placed(1, 55), placed(2, 2)];
    // Of the five windows of the first sweep the first two can be read.
    host.fake().fine_lists = Some(2);
    let branch = Branch::at_host(garson, host, json!({}));
    eventually("the old one is here", || branch.find(&id(1)));
    eventually("it is shown", || (!branch.pulse()["lastError"].is_null()).then_some(()));
    assert!(branch.find(&id(2)).is_none());
    let (first, _) = super::arriving::windows(&branch)[0];
    branch.host.fake().fine_lists = None;
    let asked = super::arriving::windows(&branch).len();
    eventually("the new one is here", || branch.find(&id(2)));
    let (from, _) = super::arriving::windows(&branch)[asked];
    assert!(from > first + 15 * MINUTE, "{from} {first}");
}

#[test]
fn a_list_that_repeats_itself_without_end_is_left() {
    let branch = Branch::open();
    branch.take(package(1));
    branch.host.fake().is_endless = true;
    eventually("it is left", || branch.garson.log().contains("repeats itself").then_some(()));
    branch.host.fake().is_endless = false;
    branch.take(package(2));
    assert!(!branch.host.heard().iter().any(|heard| heard.path.contains("page=2&")));
    assert_eq!(branch.host.fake().too_fast, 0);
}

#[test]
fn a_list_of_more_than_two_thousand_packages_is_read_on_by_the_next_poll() {
    let branch = Branch::open();
    {
        let mut fake = branch.host.fake();
        let moment = garson::clock::now().0 - 3 * MINUTE;
        // The oldest, and so on the last page.
        fake.packages.push(with(package(1), "packageModificationDate", json!(moment)));
        let over = |number: u32| {
            let id = format!("over-{number}");
            json!({ "id": id, "packageStatus": "Cancelled", "packageModificationDate": moment + MINUTE })
        };
        fake.packages.extend((0..2_000).map(over));
    }
    eventually("it is half way", || asked(&branch, 20).then_some(()));
    // What is new meanwhile does not wait for the end.
    branch.take(package(2));
    eventually("the order on the last page is here", || branch.find(&id(1)));
    assert!(asked(&branch, 40));
    assert_eq!((branch.pulse()["lastError"].is_null(), branch.host.fake().too_fast), (true, 0));
}

/// Whether this page of a list was asked for.
fn asked(branch: &Branch, page: usize) -> bool {
    branch.host.heard().iter().any(|heard| heard.path.contains(&format!("&page={page}&")))
}
