//! A house in which everything has happened, seen by its owner, its staff and a guest.

use super::{Reader, Tour, overwrite};
use crate::{
    harness::eventually,
    panel::{
        Browser,
        pages::house::{House, PHONE},
        second_factor::{Telephone, hidden},
    },
    platforms::getir::fake::Trouble,
};
use garson::model::Provider;

pub fn a_full_house(tour: &mut Tour, house: &House) {
    let garson = &house.garson;
    let owner = Reader::signed_in(garson, Browser::owner);
    let staff = Reader::signed_in(garson, |garson, lang| {
        let browser = Browser::new(garson, lang);
        let fields = [("name", "mehmet"), ("password", "mutfaktaki parola")];
        browser.post_raw("/login", &fields, &[("User-Agent", PHONE)]);
        browser
    });
    orders(tour, house, &owner, &staff);
    places(tour, house, &owner);
    programs(tour, house, &owner);
    people(tour, house, &owner, &staff);
    kitchen(tour, house, &owner);
    failures(tour, house, &owner, &staff);
    two_steps(tour, house, &owner, &staff);
}

fn orders(tour: &mut Tour, house: &House, owner: &Reader<'_>, staff: &Reader<'_>) {
    // Before anybody has looked at the webhook that fails.
    tour.page("board", owner, "/");
    tour.page("board-for-staff", staff, "/");
    tour.page("board-of-one", owner, &format!("/?restaurant={}&notice=changed", house.sahil));
    tour.page("board-pieces", owner, "/board");
    tour.page("recalled", owner, "/board/recall");
    tour.page("faring", owner, "/board/faring");
    let all = [
        ("new", &house.new),
        ("preparing", &house.preparing),
        ("scheduled", &house.scheduled),
        ("delivered", &house.delivered),
        ("cancelled-by-customer", &house.cancelled_by_customer),
        ("cancelled-by-us", &house.cancelled_by_us),
        ("incomplete", &house.incomplete),
        ("duplicate", &house.duplicate),
    ];
    for (name, id) in all {
        tour.page(&format!("order-{name}"), owner, &format!("/orders/{id}"));
    }
    for (name, id) in [("new", &house.new), ("scheduled", &house.scheduled), ("cancelled", &house.cancelled_by_us)] {
        tour.page(&format!("ticket-{name}"), owner, &format!("/orders/{id}/ticket"));
    }
    let cancel = format!("/orders/{}/cancel", house.new);
    tour.page("cancel", owner, &cancel);
    let at_getir = format!("/orders/{}/cancel", house.incomplete);
    tour.page("cancel-getir", owner, &at_getir);
    house.getir().trouble("cancel-options", 2, Trouble::Status(500));
    tour.page("cancel-reasons-unknown", owner, &format!("/orders/{}/cancel", house.getirs));
    tour.form("cancel-without-reason", owner, &cancel, &[("reason", ""), ("note", "bitti")]);

    tour.page("orders", owner, "/orders");
    tour.page("orders-for-staff", staff, "/orders?status=open");
    tour.page("orders-none-found", owner, "/orders?q=bulunmaz&status=cancelled&provider=getir");
    tour.page("orders-wrong-filter", owner, "/orders?from=2035-06-20&to=2035-06-01");
    tour.page("reports", owner, "/reports?period=7-days");
    tour.page("reports-of-a-day", owner, "/reports?from=2035-06-11&to=2035-06-11");
    tour.page("reports-of-nothing", owner, "/reports?from=2035-01-01&to=2035-01-02");
    tour.page("reports-wrong-period", owner, "/reports?from=2030-01-01&to=2035-01-02");
    tour.page("pending", owner, "/reports/pending");
    tour.page("pending-all", owner, "/reports/pending?all=ask&provider=open");
    tour.page("pending-none-fits", owner, "/reports/pending?provider=yemeksepeti");
    tour.page("payments", owner, "/reports/payments");
    tour.form("payments-wrong", owner, "/reports/payments/assign", &[("text", "Puan"), ("as", "")]);
    tour.form("payments-nameless", owner, "/reports/payments/assign", &[("text", "Puan"), ("as", "own")]);
    // A card of another name: the same word in another spelling.
    let fields = [("text", "PUAN"), ("as", "own"), ("own", "Puan Kart")];
    assert_eq!(owner.tr.post("/reports/payments/assign", &fields).status, 303);
    let is_read = |page: &str| !page.contains("Siparişler güncelleniyor");
    eventually("orders are read anew", || is_read(&owner.tr.page("/reports/payments")).then_some(()));
    tour.page("payments-assigned", owner, "/reports/payments");
    tour.page("reports-assigned", owner, "/reports?period=7-days");
}

fn places(tour: &mut Tour, house: &House, owner: &Reader<'_>) {
    let (moda, sahil) = (format!("/restaurants/{}", house.moda), format!("/restaurants/{}", house.sahil));
    let business = format!("/businesses/{}", house.business);
    tour.page("restaurants", owner, "/restaurants?said=saved");
    tour.page("restaurant", owner, &moda);
    tour.page("restaurant-unconnected", owner, &sahil);
    tour.page("restaurant-new", owner, "/restaurants/new");
    tour.page("restaurant-edit", owner, &format!("{moda}/edit"));
    let wrong = [
        ("name", ""),
        ("lat", "kuzey"),
        ("config.timezone", "Europe/Moda"),
        ("paymentMatchingHeaders", "iki nokta yok"),
    ];
    tour.form("restaurant-wrong", owner, "/restaurants/new", &wrong);
    tour.form("restaurant-wrong-latitude", owner, "/restaurants/new", &[("name", "Yeni"), ("lat", "kuzey")]);
    tour.page("packages", owner, &format!("{moda}/packages"));
    let wrong = [("name", "Temel"), ("starts", "2035-07-01T00:00"), ("ends", "2035-06-01T00:00"), ("on", "0")];
    tour.form("packages-wrong", owner, &format!("{moda}/packages"), &wrong);
    tour.page("restaurant-delete", owner, &format!("{moda}/delete"));
    tour.form("restaurant-delete-wrong", owner, &format!("{moda}/delete"), &[("typed", "Moda")]);
    tour.page("restaurant-delete-unconnected", owner, &format!("{sahil}/delete"));
    tour.page("business", owner, &business);
    tour.page("business-alone", owner, &format!("/businesses/{}", house.lonely));
    tour.page("business-alone-delete", owner, &format!("/businesses/{}/delete", house.lonely));
    tour.page("business-new", owner, "/businesses/new");
    tour.page("business-edit", owner, &format!("{business}/edit"));
    tour.form("business-wrong", owner, "/businesses/new", &[("name", ""), ("email", "posta")]);
    tour.page("business-delete", owner, &format!("{business}/delete"));
    for provider in Provider::ALL {
        tour.page(&format!("integration-{provider}"), owner, &format!("{moda}/integrations/{provider}"));
        tour.page(&format!("integration-{provider}-new"), owner, &format!("{sahil}/integrations/{provider}"));
    }
    let getir = format!("{moda}/integrations/getir");
    tour.page("integration-told-open", owner, &format!("{getir}?told=open"));
    tour.page("integration-told-closed", owner, &format!("{getir}?told=closed"));
    tour.page("integration-rotate", owner, &format!("{getir}/rotate"));
    tour.page("integration-delete", owner, &format!("{getir}/delete"));
    tour.form("integration-test", owner, &format!("{getir}/test"), &[]);
    tour.page("integration-told-active", owner, &format!("{getir}?told=active"));
    house.getir().pos_status = 200;
    tour.form("integration-test-till-off", owner, &format!("{getir}/test"), &[]);
    house.getir().pos_status = 100;
    tour.form("integration-test-unreached", owner, &format!("{moda}/integrations/migros-yemek/test"), &[]);
    tour.form("integration-wrong", owner, &getir, &[("settings.preparationMinutes", "9999")]);
    tour.form("integration-missing", owner, &format!("{sahil}/integrations/getir"), &[]);
    tour.form("integration-shop-unreached", owner, &format!("{moda}/integrations/migros-yemek/shop"), &[]);
}

fn programs(tour: &mut Tour, house: &House, owner: &Reader<'_>) {
    tour.page("webhooks", owner, "/webhooks");
    for (name, id) in [("working", &house.working), ("failing", &house.failing), ("paused", &house.paused)] {
        tour.page(&format!("webhook-{name}"), owner, &format!("/webhooks/{id}"));
    }
    let (failing, unreached) = (format!("/webhooks/{}", house.failing), format!("/webhooks/{}", house.unreached));
    tour.page("webhook-new", owner, "/webhooks/new");
    tour.page("webhook-edit", owner, &format!("{failing}/edit"));
    tour.page("webhook-remove", owner, &format!("/webhooks/{}/remove", house.paused));
    tour.form("webhook-wrong", owner, "/webhooks/new", &[("url", "kasa")]);
    let none = [("url", "http://kasa.example/"), ("which_events", "chosen")];
    tour.form("webhook-without-events", owner, "/webhooks/new", &none);
    let none = [("url", "http://kasa.example/"), ("which_restaurants", "chosen")];
    tour.form("webhook-without-restaurants", owner, "/webhooks/new", &none);
    tour.page("webhook-signed", owner, &format!("/webhooks/{}", house.signed));
    tour.page("webhook-edit-own-key", owner, &format!("/webhooks/{}/edit", house.signed));
    tour.form("webhook-test-accepted", owner, &format!("/webhooks/{}/test", house.working), &[]);
    tour.form("webhook-test-refused", owner, &format!("{failing}/test"), &[]);
    tour.form("webhook-test-unreached", owner, &format!("{unreached}/test"), &[]);
    tour.form("webhook-resend-missed", owner, &format!("{failing}/resend"), &[("which", "missed")]);
    tour.form("webhook-resend-wrong", owner, &format!("{failing}/resend"), &[("which", "period")]);
    for (name, from, to) in [
        ("no-time", "dün", ""),
        ("backwards", "2035-06-16T10:00", "2035-06-15T10:00"),
        ("nothing", "2035-01-01T10:00", "2035-01-02T10:00"),
    ] {
        let fields = [("which", "period"), ("from", from), ("to", to)];
        tour.form(&format!("webhook-resend-{name}"), owner, &format!("{failing}/resend"), &fields);
    }
    tour.page("deliveries", owner, "/deliveries?said=sent");
    tour.page("deliveries-none-found", owner, "/deliveries?state=failed&order=bulunmaz");
    let found = [
        ("failed", format!("webhookId={}&state=failed", house.failing)),
        ("unreached", format!("webhookId={}&state=failed", house.unreached)),
        ("waiting", format!("webhookId={}", house.paused)),
        ("dropped", "state=dropped".to_owned()),
        ("payment", "event=payment_matching".to_owned()),
    ];
    for (name, filter) in found {
        tour.page(&format!("delivery-{name}"), owner, &format!("/deliveries/{}", house.delivery(&filter)));
    }
    overwrite(&house.garson, owner);
    tour.page("status", owner, "/status");
}

fn people(tour: &mut Tour, house: &House, owner: &Reader<'_>, staff: &Reader<'_>) {
    tour.page("users", owner, "/users");
    tour.page("me", owner, "/me?said=done");
    tour.page("me-for-staff", staff, "/me");
    let page = owner.tr.page("/users");
    let paths: Vec<String> = links(&page, "/users/");
    let [mine, theirs] = &paths[..] else { panic!("{paths:?}") };
    tour.page("user-oneself", owner, mine);
    tour.page("user", owner, theirs);
    tour.page("user-delete", owner, &format!("{theirs}/delete"));
    tour.form("user-wrong", owner, "/users", &[("name", "mehmet"), ("password", "uzun bir parola")]);
    tour.form("user-short-password", owner, &format!("{theirs}/password"), &[("password", "x")]);
    tour.form("user-last-owner", owner, &format!("{mine}/role"), &[("role", "staff")]);
    tour.form("me-wrong-password", staff, "/me/password", &[("present", "yanlış"), ("password", "yeni parola")]);

    tour.page("keys", owner, "/keys?said=removed");
    let paths: Vec<String> = links(&owner.tr.page("/keys"), "/keys/");
    tour.page("key-primary", owner, &paths[0]);
    tour.page("key", owner, paths.last().unwrap());
    tour.page("key-revoke", owner, &format!("{}/revoke", paths.last().unwrap()));
    tour.page("key-revoke-carried", owner, &format!("/keys/{}/revoke", house.carried));
    tour.form("key-wrong", owner, "/keys", &[("name", "")]);
    tour.form("key-wrong-end", owner, "/keys", &[("name", "Kasa"), ("ends", "2020-01-01")]);

    tour.page("audit", owner, "/audit?area=settings");
    tour.page("audit-none-found", owner, "/audit?area=erasures&text=bulunmaz");
    tour.form("audit-refused", owner, "/audit/keep?area=settings", &[("days", "7")]);
    tour.page("backups", owner, "/backups");
    let plan = [("folder", "usb"), ("keep", "14"), ("hour", "4"), ("encryption", "none")];
    tour.form("backups-wrong-folder", owner, "/backups", &plan);
    restoring(tour, owner);
    tour.page("settings", owner, "/settings");
    tour.form("settings-wrong-zone", owner, "/settings/account", &[("timezone", "Ay/Krater"), ("currency", "TRY")]);
    tour.form("settings-wrong-currency", owner, "/settings/account", &[("timezone", "UTC"), ("currency", "lira")]);
    tour.form("settings-wrong-days", owner, "/settings/privacy", &[("retention", "erase"), ("days", "çok")]);
    tour.form("settings-erase", owner, "/settings/privacy", &[("retention", "erase"), ("days", "1")]);
    tour.form("settings-wrong-intake", owner, "/settings/intake", &[("perSecond", "0")]);
    tour.form("settings-wrong-address", owner, "/settings/addresses", &[("denied", "kasa"), ("private", "yes")]);
    tour.form("settings-wrong-folder", owner, "/settings/upgrades", &[("upgradeFolder", "garson")]);
    tour.page("heartbeat", owner, "/settings/heartbeat");
    tour.form(
        "heartbeat-wrong",
        owner,
        "/settings/heartbeat",
        &[("url", "http://watch.example.com/"), ("name", "Moda")],
    );
    // The keys that these make are in nobody's list any more.
    tour.form("key-made", owner, "/keys", &[("name", "Kasa")]);
    tour.form("key-for-webhooks", owner, "/keys/for-webhooks", &[]);
    let own_key = [("url", "http://127.0.0.1:9/kasa"), ("key", "new")];
    tour.form("webhook-own-key", owner, "/webhooks/new", &own_key);
    tour.form("webhook-secret", owner, &format!("/webhooks/{}/secret", house.signed), &[]);
    // Turned on and off again, so that nothing is sent while it is looked at.
    owner.tr.post("/settings/heartbeat", &[("url", "http://127.0.0.1:9/beat"), ("name", "Moda")]);
    owner.tr.post("/settings/heartbeat/off", &[]);
    tour.page("heartbeat-kept", owner, "/settings/heartbeat");
    tour.form("heartbeat-secret", owner, "/settings/heartbeat/secret", &[]);
    assert_eq!(house.garson.get("/health").status, 200);
}

/// A backup, and what it would be to restore it.
fn restoring(tour: &mut Tour, owner: &Reader<'_>) {
    tour.page("restoring-none", owner, "/backups/restoring");
    let stick = tempfile::tempdir().unwrap();
    let folder = stick.path().to_str().unwrap();
    let plan = [("folder", folder), ("keep", "14"), ("hour", "4"), ("encryption", "none")];
    assert_eq!(owner.tr.post("/backups", &plan).status, 303);
    let path = eventually("a backup has proved itself", || {
        let page = owner.tr.page("/backups");
        let link = page.split("href=\"").find(|rest| rest.starts_with("/backups/garson-"))?;
        Some(link.split('"').next()?.to_owned())
    });
    tour.page("restore", owner, &path);
    tour.form("restore-wrong-word", owner, &path, &[("typed", "yok"), ("password", "x")]);
    assert_eq!(owner.tr.post("/backups/stop", &[]).status, 303);
}

/// The screens in the kitchen: how one comes in, what it sees, and how it ends.
fn kitchen(tour: &mut Tour, house: &House, owner: &Reader<'_>) {
    let screens = "/kitchen/screens";
    tour.page("screens-none", owner, screens);
    tour.form("screens-wrong", owner, screens, &[("name", "mehmet"), ("roles", "all")]);
    tour.form("screens-no-role", owner, screens, &[("name", "Ocak")]);
    let made = owner.tr.post(screens, &[("name", "Ocak"), ("roles", "all"), ("roles", "kitchen")]);
    let page = made.header("location").unwrap().split('#').next().unwrap().to_owned();
    tour.page("screens-invitation", owner, &page);
    let html = owner.tr.page(&page);
    let code = html.split("/kitchen/join?code=").nth(1).unwrap().split('"').next().unwrap();
    let (device, link) = (Reader::guest(&house.garson), format!("/kitchen/join?code={code}"));
    tour.page("kitchen-join", &device, &link);
    tour.page("kitchen-join-typed", &device, "/kitchen/join");
    tour.form("kitchen-join-wrong", &device, "/kitchen/join", &[("code", "0000-0000")]);
    assert_eq!(device.tr.post_raw("/kitchen/join", &[("code", code)], &[]).status, 303);
    device.en.keep("garson_screen", &device.tr.cookie("garson_screen").unwrap());
    tour.page("kitchen", &device, "/kitchen");
    for role in ["counter", "kitchen", "pass"] {
        tour.page(&format!("kitchen-{role}"), &device, &format!("/kitchen?role={role}"));
    }
    tour.page("kitchen-dishes", &device, &format!("/kitchen/orders/{}", house.new));
    tour.page("failure-for-kitchens", &device, "/orders");
    tour.page("kitchen-for-owners", owner, "/kitchen");
    tour.page("screens-came-in", owner, &page);
    let end = owner.tr.page(screens);
    let end = end.split("href=\"/kitchen/screens/").nth(1).unwrap().split('"').next().unwrap();
    let end = format!("{screens}/{end}");
    tour.page("screen-end", owner, &end);
    assert_eq!(owner.tr.post(&end, &[]).status, 303);
    tour.page("kitchen-ended", &device, "/kitchen/join");
    tour.page("kitchen-join-over", &device, &link);
}

/// The second factor of one of the staff, and what is asked again after a while. It ends with everybody owing one.
fn two_steps(tour: &mut Tour, house: &House, owner: &Reader<'_>, staff: &Reader<'_>) {
    const FACTOR: &str = "/me/second-factor";
    tour.page("second-factor", staff, FACTOR);
    tour.form("second-factor-too-late", staff, FACTOR, &[("code", "123456")]);
    let page = staff.tr.page(FACTOR);
    let (telephone, ticket) = (Telephone::reading(&page), hidden(&page, "ticket"));
    tour.form("second-factor-wrong", staff, FACTOR, &[("ticket", &ticket), ("code", "123456")]);
    let code = telephone.code_ahead(house.clock().ahead());
    let made = staff.tr.post(FACTOR, &[("ticket", &ticket), ("code", &code)]);
    let codes = "/me/second-factor/codes";
    tour.add("recovery-codes", "POST", codes, made, staff.en.post(codes, &[]));
    tour.page("me-in-two-steps", staff, "/me");
    let path = links(&owner.tr.page("/users"), "/users/").pop().unwrap();
    tour.page("user-in-two-steps", owner, &path);
    let guest = Reader::guest(&house.garson);
    let name = [("name", "mehmet"), ("password", "mutfaktaki parola")];
    tour.form("login-code", &guest, "/login", &name);
    let ticket = hidden(&guest.tr.post("/login", &name).text, "ticket");
    tour.form("login-code-wrong", &guest, "/login/code", &[("ticket", &ticket), ("code", "123456")]);
    tour.form("login-code-too-late", &guest, "/login/code", &[("code", "123456")]);

    house.clock().set_ahead(house.clock().ahead() + 3_600);
    tour.form("identity", owner, "/keys", &[("name", "Kasa")]);
    tour.form("identity-in-two-steps", staff, codes, &[]);
    let form = hidden(&owner.tr.post("/settings/safety", &[("second_factor", "yes")]).text, "confirm.form");
    tour.form("identity-wrong", owner, "/keys", &[("confirm.form", &form), ("confirm.password", "yanlış")]);
    tour.form("identity-in-two-steps-wrong", staff, codes, &[("confirm.form", ""), ("confirm.password", "yanlış")]);
    let sure = [("confirm.form", form.as_str()), ("confirm.password", "doğru at pil zımba")];
    assert_eq!(owner.tr.post("/settings/safety", &sure).status, 303);
    tour.page("second-factor-owed", owner, FACTOR);
}

/// What can go wrong without anybody being wrong.
fn failures(tour: &mut Tour, house: &House, owner: &Reader<'_>, staff: &Reader<'_>) {
    tour.page("failure-no-page", owner, "/nothing-here");
    tour.page("failure-no-order", owner, "/orders/nobody");
    tour.page("failure-no-platform", owner, &format!("/restaurants/{}/integrations/nobody", house.moda));
    tour.page("failure-for-owners", staff, "/keys");
    tour.page("failure-method", owner, "/logout");
    tour.page("failure-closed-order", owner, &format!("/orders/{}/cancel", house.delivered));
    tour.page("failure-wrong-cursor", owner, "/orders?cursor=x");
    let forged = |browser: &Browser<'_>| browser.post_raw("/logout", &[("guard", "another session's")], &[]);
    tour.add("failure-stale-form", "POST", "/logout", forged(&owner.tr), forged(&owner.en));
}

/// Where the links of a page lead that begin so, each once.
fn links(html: &str, begin: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for rest in html.split("href=\"").skip(1) {
        let path = &rest[..rest.find('"').unwrap()];
        let rest = path.strip_prefix(begin).unwrap_or_default();
        if !rest.is_empty() && !rest.contains('/') && !found.iter().any(|known| known == path) {
            found.push(path.to_owned());
        }
    }
    found
}
