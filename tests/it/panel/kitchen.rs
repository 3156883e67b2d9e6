//! Screens in the kitchen: how a device comes in, what it may and may not, and how it ends.

use super::{
    Browser,
    board::full_order,
    owners::{assert_owners_only, with_staff},
    press_at_once,
    routes::routes,
    screen::Screen,
};
use crate::harness::{Garson, Shop, eventually, shim, slowly};
use serde_json::json;

/// What a screen may do, beside what anybody may. A route that is missing here is refused to it.
const FOR_KITCHENS: [(&str, &str); 18] = [
    ("GET", "/kitchen"),
    ("GET", "/board"),
    ("GET", "/board/recall"),
    ("GET", "/board/faring"),
    ("GET", "/live"),
    ("POST", "/orders/{orderId}/seen"),
    ("POST", "/orders/{orderId}/bring-back"),
    ("POST", "/orders/{orderId}/cancellation-seen"),
    ("POST", "/orders/{orderId}/dishes"),
    ("POST", "/orders/{orderId}/ready"),
    ("POST", "/orders/{orderId}/undo"),
    ("POST", "/orders/{orderId}/verify"),
    ("POST", "/orders/{orderId}/advance"),
    ("GET", "/orders/{orderId}/cancel"),
    ("POST", "/orders/{orderId}/cancel"),
    ("GET", "/kitchen/orders/{orderId}"),
    // These lead there.
    ("GET", "/"),
    ("GET", "/orders/{orderId}"),
];

/// What the owner's page shows of an invitation: the link that is scanned, as a path, and the digits.
fn invite(owner: &Browser<'_>, fields: &[(&str, &str)]) -> (String, String, String) {
    let usual = [("roles", "all")];
    let has_roles = fields.iter().any(|(name, _)| *name == "roles");
    let made = owner.post("/kitchen/screens", &[fields, if has_roles { &[] } else { &usual }].concat());
    assert_eq!(made.status, 303, "{made}");
    let page = made.header("location").unwrap().split('#').next().unwrap().to_owned();
    let html = owner.page(&page);
    let (_, link) = html.split_once("/kitchen/join?code=").unwrap();
    let link = format!("/kitchen/join?code={}", link.split('"').next().unwrap());
    let (_, digits) = html.split_once("code-digits\">").unwrap();
    (page, link, digits.split('<').next().unwrap().to_owned())
}

fn code_of(link: &str) -> &str {
    link.split_once('=').unwrap().1
}

/// A device that the owner let in.
pub fn connected<'a>(garson: &'a Garson, owner: &Browser<'_>, fields: &[(&str, &str)]) -> Browser<'a> {
    let (_, link, _) = invite(owner, fields);
    let device = Browser::new(garson, "tr");
    let joined = device.post_raw("/kitchen/join", &[("code", code_of(&link))], &[]);
    assert_eq!((joined.status, joined.header("location")), (303, Some("/kitchen")), "{joined}");
    device
}

/// Where the page of the screen of this name is.
pub fn path_of(owner: &Browser<'_>, name: &str) -> String {
    let page = owner.page("/kitchen/screens");
    let from = page.find(&format!("<strong>{name}</strong>")).unwrap();
    let (_, link) = page[from..].split_once("href=\"").unwrap();
    link.split('"').next().unwrap().strip_suffix("/end").unwrap().to_owned()
}

#[test]
fn a_link_lets_one_device_in_and_looking_at_it_uses_nothing_up() {
    let garson = Garson::start();
    let owner = Browser::owner(&garson, "tr");
    let (page, link, digits) = invite(&owner, &[("name", "Mutfak tableti")]);
    let device = Browser::new(&garson, "tr");
    for _ in 0..3 {
        let asked = device.page(&link);
        assert!(asked.contains("Bu ekranı mutfağa bağla") && asked.contains("Mutfak tableti"), "{asked}");
        assert_eq!(device.send("HEAD", &link, None, &[]).status, 200);
    }
    assert!(device.cookie("garson_screen").is_none());
    assert!(owner.page(&page).contains(&digits), "it still waits");
    let joined = device.post_raw("/kitchen/join", &[("code", code_of(&link))], &[]);
    assert_eq!((joined.status, joined.header("location")), (303, Some("/kitchen")), "{joined}");
    let cookie = joined.headers.iter().map(|(_, value)| value).find(|value| value.starts_with("garson_screen="));
    let cookie = cookie.unwrap();
    for part in ["Max-Age=34560000", "HttpOnly", "SameSite=Strict", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let board = device.page("/kitchen");
    assert!(board.contains("class=\"wide board kitchen\"") && board.contains("id=\"board\""), "{board}");
    for menu in ["<nav class=\"nav\"", "/logout", "href=\"/orders\"", "href=\"/me\"", "href=\"/\""] {
        assert!(!board.contains(menu), "{menu}");
    }
    // Each answer sets the cookie anew: browsers forget one after 400 days.
    let again = device.get("/kitchen");
    assert!(again.headers.iter().any(|(_, value)| value.starts_with("garson_screen=")), "{again}");
    assert!(owner.page(&page).contains("Bağlandı: Mutfak tableti"));
    let list = owner.page("/kitchen/screens");
    assert!(list.contains("<strong>Mutfak tableti</strong>") && list.contains("127.0.0.1"), "{list}");
    // Neither the link nor its digits let a second one in.
    let other = Browser::new(&garson, "tr");
    assert!(other.page(&link).contains("Bu kod artık geçerli değil"));
    for code in [code_of(&link), &digits] {
        let refused = other.post_raw("/kitchen/join", &[("code", code)], &[]);
        assert!(refused.status == 422 && refused.text.contains("Kod yanlış ya da süresi dolmuş"), "{refused}");
    }
    assert_eq!(other.get("/kitchen").header("location"), Some("/kitchen/join"));
}

#[test]
fn a_typed_code_lets_in_and_whoever_guesses_is_slowed_down() {
    let garson = slowly(Garson::prepare(&[])).serve();
    let owner = Browser::owner(&garson, "en");
    let (_, link, digits) = invite(&owner, &[("name", "TV")]);
    let guesser = Browser::new(&garson, "en");
    let guess = |code: &str| guesser.post_raw("/kitchen/join", &[("code", code)], &[]);
    let statuses: Vec<u16> = (0..5).map(|number| guess(&format!("0000-000{number}")).status).collect();
    assert_eq!(statuses, [422, 422, 422, 422, 429]);
    // The right one is not looked at either while one has to wait; a link cannot be guessed, and is.
    assert_eq!(guess(&digits).status, 429);
    assert!(guesser.cookie("garson_screen").is_none());
    assert_eq!(guess(code_of(&link)).status, 303);
    // Somebody who types it at once is let in, however they write it.
    let garson = Garson::start();
    let owner = Browser::owner(&garson, "en");
    let (_, _, digits) = invite(&owner, &[("name", "TV")]);
    let device = Browser::new(&garson, "en");
    assert!(device.page("/kitchen/join").contains("name=\"code\""));
    assert_eq!(device.post_raw("/kitchen/join", &[("code", &digits.replace('-', " "))], &[]).status, 303);
    assert_eq!(device.get("/kitchen").status, 200);
    // A form of another site brings nobody in.
    let (_, link, _) = invite(&owner, &[("name", "TV 2")]);
    let foreign = [("Origin", "https://evil.example")];
    let refused = Browser::new(&garson, "en").post_raw("/kitchen/join", &[("code", code_of(&link))], &foreign);
    assert_eq!(refused.status, 403);
}

#[test]
fn a_screen_works_the_board_and_gets_nowhere_else() {
    let garson = with_staff(&[]);
    let shop = Shop::open(&garson);
    press_at_once(&garson);
    let (first, second) = (shop.order(&garson, "1"), shop.order(&garson, "2"));
    let owner = Browser::owner(&garson, "en");
    let device = connected(&garson, &owner, &[("name", "Ocak")]);
    let mut refused = 0;
    for (method, pattern) in routes() {
        let is_open = pattern.starts_with("/assets")
            || ["/trust", "/api", "/reference", "/help", "/login", "/setup", "/language", "/kitchen/join", "/manifest"]
                .iter()
                .any(|open| pattern.starts_with(open));
        if is_open || FOR_KITCHENS.contains(&(method.as_str(), pattern.as_str())) {
            continue;
        }
        // Whether what it names is there makes no difference.
        for id in [first.as_str(), "x"] {
            let path = pattern.split('/').map(|part| if part.starts_with('{') { id } else { part });
            let path = path.collect::<Vec<_>>().join("/");
            let reply = if method == "GET" { device.get(&path) } else { device.post(&path, &[("name", "x")]) };
            assert_eq!(reply.status, 403, "{method} {path} {reply}");
            assert!(reply.text.contains("Bu, bir mutfak ekranı"), "{method} {path} {reply}");
            assert!(!reply.text.contains("class=\"nav\""), "{method} {path}");
        }
        refused += 1;
    }
    assert!(refused > 100, "{refused}");
    assert_eq!(device.get("/").header("location"), Some("/kitchen"));
    // The board.
    assert!(device.page("/board").contains(&first));
    let press = |path: String, fields: &[(&str, &str)]| device.post(&path, fields);
    let accepted = press(format!("/orders/{first}/verify"), &[("back", "/kitchen")]);
    assert_eq!((accepted.status, accepted.header("location")), (303, Some("/kitchen")), "{accepted}");
    assert_eq!(press(format!("/orders/{first}/advance"), &[("from", "500")]).status, 303);
    let asked = device.page(&format!("/orders/{second}/cancel"));
    assert!(!asked.contains("class=\"nav\"") && asked.contains("name=\"reason\""), "{asked}");
    let reason = asked.split("name=\"reason\" value=\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(press(format!("/orders/{second}/cancel"), &[("reason", reason)]).status, 303);
    // What is in an order is a page of its own, without what a kitchen has no use for.
    let full = shop.push(&garson, &full_order("3")).id();
    let moved = device.get(&format!("/orders/{full}"));
    assert_eq!((moved.status, moved.header("location")), (303, Some(format!("/kitchen/orders/{full}").as_str())));
    let dishes = device.page(&format!("/kitchen/orders/{full}"));
    assert!(
        dishes.contains("Adana Kebap") && dishes.contains("Arka kapıdan") && !dishes.contains("850 000"),
        "{dishes}"
    );
    // History and record say which screen it was.
    for id in [&first, &second] {
        let order = garson.get(&format!("/web-api/v1/orders/{id}"));
        assert_eq!(order.data()["history"].as_array().unwrap().last().unwrap()["by"], "user:Ocak", "{order}");
    }
    let audit = owner.page("/audit");
    assert!(audit.contains("Kitchen screen connected") && audit.contains("Ocak"), "{audit}");
    // A form without the guard of its session does nothing.
    let bare = device.post_raw(&format!("/orders/{first}/advance"), &[("from", "600")], &[]);
    assert_eq!(bare.status, 403);
    // It speaks the language that was chosen on it, and needs no account for that.
    assert_eq!(device.post("/language", &[("lang", "en"), ("back", "/kitchen")]).status, 303);
    assert!(device.page("/kitchen").contains("<html lang=\"en\">"));
    garson.assert_sound();
}

#[test]
fn a_screen_of_one_restaurant_sees_and_moves_no_other_order() {
    let garson = Garson::start();
    let (one, other) = (Shop::open(&garson), Shop::open(&garson));
    let (own, foreign) = (one.order(&garson, "1"), other.order(&garson, "2"));
    let owner = Browser::owner(&garson, "en");
    let device = connected(&garson, &owner, &[("name", "Ocak"), ("restaurant", &one.restaurant)]);
    for path in ["/kitchen", "/board"] {
        assert!(!device.page(path).contains(&other.restaurant), "{path}");
    }
    for path in ["/kitchen", "/board", &format!("/kitchen?restaurant={}", other.restaurant)] {
        let page = device.page(path);
        assert!(page.contains(&own) && !page.contains(&foreign), "{path}");
        let stream = format!("data-stream=\"/live?restaurant={}\"", one.restaurant);
        assert!(path == "/board" || page.contains(&stream), "{path}");
    }
    assert_eq!(device.get(&format!("/orders/{foreign}/cancel")).status, 404);
    assert_eq!(device.post(&format!("/orders/{foreign}/verify"), &[]).status, 404);
    assert_eq!(device.post(&format!("/orders/{foreign}/cancel"), &[("reason", "")]).status, 404);
    // Nor does it hear of one, whatever it asks for.
    let mut screen = Screen::open(&garson, &device, &format!("/live?restaurant={}", other.restaurant));
    assert_eq!(screen.change().0, "hello");
    other.order(&garson, "3");
    let id = one.order(&garson, "4");
    let (event, card) = screen.change();
    assert!(event == "card" && card.contains(&id), "{card}");
    assert_eq!(device.post(&format!("/orders/{own}/verify"), &[]).status, 303);
    // One that does not exist cannot be chosen.
    let unknown = owner.post("/kitchen/screens", &[("name", "Tezgâh"), ("restaurant", "x"), ("roles", "all")]);
    assert!(unknown.status == 404 || unknown.status == 422, "{unknown}");
}

#[test]
fn ending_a_screen_closes_its_board_at_once_and_it_says_so() {
    let mut garson = Garson::start();
    {
        let owner = Browser::owner(&garson, "en");
        let device = connected(&garson, &owner, &[("name", "Ocak")]);
        let token = device.cookie("garson_screen").unwrap();
        let mut screen = Screen::open(&garson, &device, "/live");
        assert_eq!(screen.change().0, "hello");
        let path = path_of(&owner, "Ocak");
        assert_eq!(owner.post(&format!("{path}/name"), &[("name", "Ocak 2")]).status, 303);
        assert!(device.get("/kitchen").status == 200);
        // A name tells who did something: nobody else has it.
        for taken in ["Ocak 2", "ayşe"] {
            assert_eq!(owner.post("/kitchen/screens", &[("name", taken), ("roles", "all")]).status, 422, "{taken}");
        }
        let person = [("name", "Ocak 2"), ("role", "staff"), ("password", "uzun bir parola")];
        assert_eq!(owner.post("/users", &person).status, 422);
        let asked = owner.page(&format!("{path}/end"));
        assert!(asked.contains("The screen that is disconnected: Ocak 2"), "{asked}");
        assert_eq!(owner.post(&format!("{path}/end"), &[]).status, 303);
        assert_eq!(screen.change().0, "bye");
        assert_eq!(device.get("/board").header("location"), Some("/login?next=%2Fboard"));
        assert_eq!(device.get("/kitchen").header("location"), Some("/kitchen/join"));
        let said = Browser::new(&garson, "en");
        said.keep("garson_screen", &token);
        let door = said.page("/kitchen/join");
        assert!(door.contains("door joining red") && door.contains("This screen is disconnected"), "{door}");
        assert_eq!(owner.post(&format!("{path}/end"), &[]).status, 404);
        assert!(owner.page("/kitchen/screens").contains("No screen is connected yet."));
        let audit = owner.page("/audit");
        assert!(audit.contains("Kitchen screen disconnected") && audit.contains("Kitchen screen renamed"), "{audit}");
    }
    // A restart ends none; the invitation of before is gone with it.
    let (token, link) = {
        let owner = Browser::owner(&garson, "en");
        let device = connected(&garson, &owner, &[("name", "Tezgâh")]);
        (device.cookie("garson_screen").unwrap(), invite(&owner, &[("name", "Paket")]).1)
    };
    garson.restart();
    let device = Browser::new(&garson, "en");
    device.keep("garson_screen", &token);
    assert_eq!(device.get("/kitchen").status, 200);
    assert_eq!(Browser::new(&garson, "en").post_raw("/kitchen/join", &[("code", code_of(&link))], &[]).status, 422);
    garson.assert_sound();
}

#[test]
fn whoever_let_it_in_may_change_their_password_or_be_removed_and_it_stays() {
    let garson = with_staff(&[]);
    let owner = Browser::owner(&garson, "en");
    let boss = [("name", "ali"), ("role", "owner"), ("password", "uzun bir parola")];
    assert_eq!(owner.post("/users", &boss).status, 303);
    let ali = Browser::new(&garson, "en");
    ali.post("/login", &[("name", "ali"), ("password", "uzun bir parola")]);
    let device = connected(&garson, &ali, &[("name", "Ocak")]);
    let changed = [("present", "uzun bir parola"), ("password", "daha uzun bir parola")];
    assert_eq!(ali.post("/me/password", &changed).status, 303);
    let path = owner.page("/users");
    let path = path.split("<strong>ali</strong>").nth(1).unwrap().split("href=\"").nth(1).unwrap();
    let path = path.split('"').next().unwrap();
    assert_eq!(owner.post(&format!("{path}/delete"), &[]).status, 303);
    assert_eq!(device.get("/kitchen").status, 200);
    // It is nobody: in no list of people and of sessions, and no second step is asked of it.
    assert!(!owner.page("/users").contains("Ocak"));
    assert_eq!(owner.post("/settings/safety", &[("second_factor", "yes")]).status, 303);
    assert_eq!(device.get("/kitchen").status, 200);
    garson.assert_sound();
}

#[test]
fn a_person_signs_in_on_it_for_a_while_and_a_device_that_comes_in_signs_them_out() {
    let garson = with_staff(&[]);
    let owner = Browser::owner(&garson, "en");
    let device = connected(&garson, &owner, &[("name", "Ocak")]);
    assert!(device.page("/login").contains("name=\"password\""));
    device.post_raw("/login", &[("name", "mehmet"), ("password", "mutfaktaki parola")], &[]);
    assert!(device.page("/").contains("mehmet"));
    // In kitchen mode a person has a way out, a device has none.
    assert!(device.page("/kitchen").contains("Panele dön"));
    assert_eq!(device.post("/logout", &[]).status, 303);
    assert_eq!((device.get("/kitchen").status, device.get("/orders").status), (200, 403));
    assert!(!device.page("/kitchen").contains("Panele dön"));
    // The owner makes a screen of a tablet on which they are signed in: then they are not any more.
    let tablet = Browser::owner(&garson, "en");
    let token = tablet.cookie("garson_session").unwrap();
    let (_, link, _) = invite(&owner, &[("name", "Tezgâh")]);
    assert!(tablet.page(&link).contains("Signed in on this device now: ayşe"));
    assert_eq!(tablet.post_raw("/kitchen/join", &[("code", code_of(&link))], &[]).status, 303);
    assert!(tablet.cookie("garson_session").is_none());
    assert_eq!(tablet.get("/keys").status, 403);
    let thief = Browser::new(&garson, "en");
    thief.keep("garson_session", &token);
    assert_eq!(thief.get("/keys").status, 303);
    // A token of one kind opens nothing in the cookie of the other.
    let swapped = Browser::new(&garson, "en");
    swapped.keep("garson_session", &device.cookie("garson_screen").unwrap());
    assert_eq!(swapped.get("/board").status, 303);
    let swapped = Browser::new(&garson, "en");
    swapped.keep("garson_screen", &owner.cookie("garson_session").unwrap());
    assert_eq!(swapped.get("/board").status, 303);
}

#[test]
fn a_code_lasts_ten_minutes_and_a_screen_eight_months_without_use() {
    let shift = tempfile::NamedTempFile::new().unwrap();
    let garson = Garson::prepare(&[])
        .env("LD_PRELOAD", shim("clock").to_str().unwrap())
        .env("CLOCK_SHIFT", shift.path().to_str().unwrap())
        .serve();
    let set = |seconds: u64| {
        // In one piece: whoever looked at half of it would see another year.
        let next = shift.path().with_extension("next");
        std::fs::write(&next, seconds.to_string()).unwrap();
        std::fs::rename(&next, shift.path()).unwrap();
    };
    let owner = Browser::owner(&garson, "en");
    let (page, link, digits) = invite(&owner, &[("name", "Ocak")]);
    let join = |code: &str| Browser::new(&garson, "en").post_raw("/kitchen/join", &[("code", code)], &[]).status;
    set(10 * 60 + 5);
    assert_eq!((join(code_of(&link)), join(&digits)), (422, 422));
    assert!(owner.page(&page).contains("The code is no longer valid."));
    set(0);
    let (_, link, _) = invite(&owner, &[("name", "Ocak")]);
    set(9 * 60 + 50);
    let device = Browser::new(&garson, "en");
    assert_eq!(device.post_raw("/kitchen/join", &[("code", code_of(&link))], &[]).status, 303);
    // What is long over is not the kitchen's any more; what was moved on just now is still in sight.
    press_at_once(&garson);
    let shop = Shop::open(&garson);
    let order = shop.order(&garson, "1");
    assert_eq!(device.post(&format!("/orders/{order}/verify"), &[]).status, 303);
    for from in ["500", "600"] {
        assert_eq!(device.post(&format!("/orders/{order}/advance"), &[("from", from)]).status, 303);
    }
    assert_eq!(device.get(&format!("/kitchen/orders/{order}")).status, 200);
    set(24 * 3_600);
    assert_eq!(device.get(&format!("/kitchen/orders/{order}")).status, 409);
    // No thirty days: used now and then, it lasts for years.
    const DAY: u64 = 24 * 3_600;
    for time in 1..=4u64 {
        set(time * 200 * DAY);
        assert_eq!(device.get("/kitchen").status, 200, "{time}");
        let owner = Browser::owner(&garson, "en");
        eventually("it counts as use", || owner.page("/kitchen/screens").contains(" s ago").then_some(()));
    }
    set((4 * 200 + 241) * DAY);
    assert_eq!(device.get("/kitchen").header("location"), Some("/kitchen/join"));
}

#[test]
fn the_link_leads_where_another_device_finds_this_machine() {
    let garson = Garson::start();
    let owner = Browser::owner(&garson, "en");
    let made = owner.post("/kitchen/screens", &[("name", "Ocak"), ("roles", "all")]);
    let page = made.header("location").unwrap().split('#').next().unwrap().to_owned();
    let at = |host: &str| owner.send("GET", &page, None, &[("Host", host)]).text;
    assert!(at("192.168.1.20:8080").contains("\"http://192.168.1.20:8080/kitchen/join?code="));
    assert!(at("siparis.example").contains("\"http://siparis.example/kitchen/join?code="));
    // This one listens to itself alone, which no other device reaches: then it is said.
    for host in ["localhost:8080", "127.0.0.1:8080", "[::1]:8080", "garson.local:8080"] {
        assert!(at(host).contains("Other devices on the network cannot reach this machine."), "{host}");
    }
}

#[test]
fn anybody_gets_the_manifest_in_either_language_with_icons_that_are_there() {
    let garson = Garson::start();
    let stranger = Browser::new(&garson, "en");
    for (lang, name) in [("tr", "garson mutfak"), ("en", "garson kitchen")] {
        let reply = stranger.get(&format!("/manifest.webmanifest?lang={lang}"));
        assert_eq!(reply.header("content-type"), Some("application/manifest+json; charset=utf-8"));
        let manifest: serde_json::Value = serde_json::from_str(&reply.text).unwrap();
        assert_eq!((&manifest["name"], &manifest["start_url"]), (&json!(name), &json!("/kitchen")));
        assert_eq!(manifest["display"], "fullscreen");
        for icon in manifest["icons"].as_array().unwrap() {
            let picture = stranger.send("HEAD", icon["src"].as_str().unwrap(), None, &[]);
            assert_eq!((picture.status, picture.header("content-type")), (200, Some("image/png")), "{icon}");
        }
    }
    assert!(stranger.page("/login").contains("rel=\"manifest\" href=\"/manifest.webmanifest?lang=en\""));
    let policy = stranger.get("/login");
    let policy = policy.header("permissions-policy").unwrap();
    assert!(policy.contains("screen-wake-lock=(self)") && policy.contains("fullscreen=(self)"), "{policy}");
}

#[test]
fn the_page_of_screens_is_the_owners() {
    let garson = with_staff(&[]);
    let forms = ["/kitchen/screens", "/kitchen/screens/x/name", "/kitchen/screens/x/roles", "/kitchen/screens/x/end"];
    assert_owners_only(&garson, &["/kitchen/screens"], &forms);
}
