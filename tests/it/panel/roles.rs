//! What screens are for: what each role is sent and may do, and who says so.

use super::{
    Browser,
    dishes::{add_station, id_of, names, path, tells_menu, until_shown},
    kitchen::{connected, path_of},
    press_at_once,
    screen::Screen,
};
use crate::harness::{Garson, Shop};
use serde_json::{Value, json};

const ROLES: [&str; 5] = ["all", "counter", "kitchen", "station", "pass"];
/// Made up, and nowhere else on a page.
const SECRETS: [&str; 9] = [
    "Çağlarsu",
    "555 010 20 30",
    "5550102030",
    "Gizlisokak",
    "Gizlimahalle",
    "Gizlitarif",
    "1234,56",
    "1.234,56",
    "Gizlikart",
];

fn an_order(id: &str) -> Value {
    json!({
        "providerOrderId": id,
        "code": format!("K{id}"),
        "customer": {
            "name": "Sıla Çağlarsu", "phone": "+90 555 010 20 30", "phoneCode": "9876",
            "address": {
                "line": "Gizlisokak 4", "district": "Gizlimahalle", "city": "İzmir", "directions": "Gizlitarif"
            }
        },
        "items": [
            { "name": "Adana", "quantity": 2, "unitPrice": 600, "total": 1200, "options": [
                { "name": "Soğan", "kind": "remove" }, { "name": "Kaşar", "kind": "add", "price": 34.56 }] },
            { "name": "Ayran", "quantity": 1, "total": 34.56, "note": "Soğuk olsun" }
        ],
        "amount": { "total": 1234.56 },
        "payment": { "type": "other", "name": "Gizlikart" },
        "deliveryType": "pickup",
        "pickupCode": "P77"
    })
}

fn accept(garson: &Garson, id: &str) {
    garson.post(&format!("/web-api/v1/orders/verify/{id}"), json!({})).data();
}

fn advance(garson: &Garson, id: &str) {
    garson.post(&format!("/web-api/v1/orders/change-status/{id}"), json!({})).data();
}

/// What of it must not be known in a role without money.
fn told(text: &str) -> Vec<&'static str> {
    SECRETS.into_iter().filter(|secret| text.contains(secret)).collect()
}

#[test]
fn what_a_role_does_not_show_is_not_sent_to_it() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    press_at_once(&garson);
    let owner = Browser::owner(&garson, "tr");
    // One of every kind: new, for later, cooking, ready, on its way, changed, cancelled, moved on.
    let push = |id: &str| shop.push(&garson, &an_order(id)).id();
    let [_, cooking, ready, away, over] = ["1", "2", "3", "4", "5"].map(push);
    let mut later = an_order("6");
    later["scheduledAt"] = json!("2038-01-01T16:30:00Z");
    let later = shop.push(&garson, &later).id();
    for id in [&cooking, &ready, &away, &over, &later] {
        accept(&garson, id);
    }
    advance(&garson, &away);
    assert_eq!(owner.post(&format!("/orders/{ready}/ready"), &[("ready", "yes")]).status, 303);
    let mut changed = an_order("2");
    changed["items"][0]["quantity"] = json!(3);
    changed["amount"]["total"] = json!(1_834.56);
    shop.push(&garson, &changed);
    shop.cancel(&garson, "5", json!({})).data();
    for role in ROLES {
        let screen = connected(&garson, &owner, &[("name", role), ("roles", role)]);
        let has_money = ["all", "counter"].contains(&role);
        let mut stream = Screen::open(&garson, &screen, &format!("/live?role={role}"));
        assert_eq!(stream.change().0, "hello");
        let pages = ["/kitchen".to_owned(), format!("/board?role={role}"), format!("/board/recall?role={role}")];
        let orders = [&cooking, &ready, &away, &over].map(|id| format!("/kitchen/orders/{id}"));
        let mut whole = String::new();
        for path in pages.iter().chain(&orders) {
            let page = screen.page(path);
            assert!(has_money || told(&page).is_empty(), "{role} {path} {:?}\n{page}", told(&page));
            whole += &page;
        }
        assert_eq!(told(&whole).contains(&"Çağlarsu"), has_money, "{role}");
        assert_eq!(told(&whole).contains(&"1.234,56"), has_money, "{role}");
        // What is cooked is all there: it would be no role else.
        for text in ["Adana", "<s>Soğan</s>", "Soğuk olsun", "K2"] {
            assert!(whole.contains(text), "{role} {text}");
        }
        // The stream.
        let fresh = push(&format!("9{role}"));
        let (event, card) = stream.change();
        let shows_new = ["all", "counter", "kitchen"].contains(&role);
        assert_eq!((event.as_str(), card.contains(&fresh)), (if shows_new { "card" } else { "gone" }, true), "{role}");
        let mut heard = card;
        accept(&garson, &fresh);
        heard += &stream.change().1;
        assert!(heard.contains("Adana") && heard.contains("data-column=\"preparing\""), "{role} {heard}");
        advance(&garson, &fresh);
        heard += &stream.change().1;
        assert!(has_money || told(&heard).is_empty(), "{role} {:?}\n{heard}", told(&heard));
        assert_eq!(told(&heard).contains(&"Çağlarsu"), has_money, "{role}");
        advance(&garson, &fresh);
        assert_eq!(stream.change().0, "gone", "{role}");
        // The first name is for whoever calls it out, and no other.
        assert_eq!(heard.contains("Sıla"), has_money || role == "pass", "{role}");
    }
    garson.assert_sound();
}

#[test]
fn a_change_is_about_two_kilobytes_in_every_role() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let owner = Browser::owner(&garson, "tr");
    for role in ROLES {
        let mut screen = Screen::open(&garson, &owner, &format!("/live?role={role}"));
        assert_eq!(screen.change().0, "hello");
        let id = shop.push(&garson, &an_order(&format!("bytes {role}"))).id();
        assert!(screen.change().1.contains(&id));
        let before = screen.bytes;
        accept(&garson, &id);
        assert!(screen.change().1.contains("Adana"), "{role}");
        let bytes = screen.bytes - before;
        println!("{role}: {bytes} bytes");
        assert!((500..4_000).contains(&bytes), "{role}: {bytes} bytes");
    }
}

#[test]
fn a_screen_is_held_to_its_roles_wherever_it_asks() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let id = shop.push(&garson, &an_order("1")).id();
    let owner = Browser::owner(&garson, "tr");
    let screen = connected(&garson, &owner, &[("name", "Ocak"), ("roles", "kitchen"), ("roles", "pass")]);
    for wanted in ROLES {
        let is_allowed = ["kitchen", "pass"].contains(&wanted);
        // A page gives what it may, a piece says no.
        let page = screen.page(&format!("/kitchen?role={wanted}"));
        let given = if is_allowed { wanted } else { "kitchen" };
        assert!(page.contains(&format!("data-role=\"{given}\"")), "{wanted} {page}");
        assert!(page.contains(&format!("data-stream=\"/live?role={given}\"")), "{wanted} {page}");
        for piece in ["/board", "/board/recall", "/board/faring", "/live"] {
            let path = format!("{piece}?role={wanted}");
            if is_allowed && piece == "/live" {
                Screen::open(&garson, &screen, &path);
                continue;
            }
            let reply = screen.get(&path);
            assert_eq!(reply.status, if is_allowed { 200 } else { 403 }, "{path} {reply}");
            assert!(is_allowed || reply.text.contains("Bu, bu ekranın görevi değil."), "{path} {reply}");
        }
    }
    // Without a role it is the first that it has; what nobody knows is not there.
    assert!(told(&screen.page("/board")).is_empty() && screen.page("/board").contains(&id));
    assert_eq!(screen.get("/board?role=owner").status, 404);
    // What was chosen stays on the device, and opens nothing there that it may not.
    screen.page("/kitchen?role=pass");
    assert!(screen.page("/kitchen").contains("data-role=\"pass\""));
    for forged in ["all", "counter", "station.x", "\"", "pass.pass"] {
        screen.keep("garson_look", forged);
        let page = screen.page("/kitchen");
        assert!(told(&page).is_empty() && page.contains("data-role="), "{forged} {page}");
        assert!(told(&screen.page(&format!("/kitchen/orders/{id}"))).is_empty(), "{forged}");
    }
    // A person takes any of them, on the panel's board too.
    let pass = owner.page("/?role=pass");
    assert!(pass.contains("data-role=\"pass\"") && told(&pass).is_empty(), "{pass}");
    assert!(owner.page("/").contains("data-role=\"pass\""));
    assert!(owner.page("/?role=all").contains("Çağlarsu") && owner.page("/").contains("Çağlarsu"));
}

#[test]
fn each_role_may_press_what_it_shows_and_nothing_else() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    press_at_once(&garson);
    let owner = Browser::owner(&garson, "en");
    // Accept, strike, ready, hand over, deliver, bring back, cancel: what a screen of each role is answered.
    let expected = [
        ("all", [303; 7]),
        ("counter", [303; 7]),
        ("kitchen", [303, 303, 303, 403, 403, 303, 403]),
        ("station", [403, 303, 403, 403, 403, 403, 403]),
        ("pass", [403, 303, 303, 303, 403, 303, 403]),
    ];
    for (role, answers) in expected {
        let screen = connected(&garson, &owner, &[("name", role), ("roles", role)]);
        let [moved, other] = ["a", "b"].map(|id| shop.push(&garson, &an_order(&format!("{role}{id}"))).id());
        let press = |path: String, fields: &[(&str, &str)]| {
            let reply = screen.post(&path, fields);
            assert!(reply.status != 403 || reply.text.contains("Bu, bu ekranın görevi değil."), "{path} {reply}");
            // What the screen may not do happens elsewhere, for what comes after it.
            if reply.status == 403 {
                assert_eq!(owner.post(&path, fields).status, 303, "{path}");
            }
            reply.status
        };
        let at = |act: &str| format!("/orders/{moved}/{act}");
        let given = [
            press(at("verify"), &[]),
            press(at("dishes"), &[("done", "0.0")]),
            press(at("ready"), &[("ready", "yes")]),
            press(at("advance"), &[("from", "500")]),
            press(at("advance"), &[("from", "600")]),
            press(at("bring-back"), &[("back_to_cooks", "yes")]),
            press(format!("/orders/{other}/cancel"), &[("reason", "too_busy")]),
        ];
        assert_eq!(given, answers, "{role}");
        // Where it may not cancel it is not asked why, either: that page has names and money.
        let third = shop.push(&garson, &an_order(&format!("{role}c"))).id();
        let asked = screen.get(&format!("/orders/{third}/cancel")).status;
        assert_eq!(asked, if answers[6] == 303 { 200 } else { 403 }, "{role}");
        // No button leads to what is refused.
        accept(&garson, &third);
        let page = screen.page("/kitchen");
        let has = |act: &str| page.contains(&format!("/orders/{third}/{act}\""));
        assert_eq!(has("ready"), answers[2] == 303, "{role}");
        assert_eq!(has("cancel"), answers[6] == 303, "{role}");
        assert_eq!(has("dishes"), answers[1] == 303, "{role}");
        let hands_over = ["all", "counter"].contains(&role);
        assert_eq!(has("advance"), hands_over, "{role}: at the pass only once it is complete");
        assert_eq!(owner.post(&format!("/orders/{third}/ready"), &[("ready", "yes")]).status, 303);
        let page = screen.page("/kitchen");
        assert_eq!(page.contains(&format!("/orders/{third}/advance\"")), hands_over || role == "pass", "{role}");
    }
    garson.assert_sound();
}

#[test]
fn a_press_is_taken_back_by_those_who_may_press_it() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let owner = Browser::owner(&garson, "en");
    let id = shop.push(&garson, &an_order("1")).id();
    accept(&garson, &id);
    assert_eq!(owner.post(&format!("/orders/{id}/ready"), &[("ready", "yes")]).status, 303);
    let screen = |role: &'static str| connected(&garson, &owner, &[("name", role), ("roles", role)]);
    let (kitchen, pass, counter) = (screen("kitchen"), screen("pass"), screen("counter"));
    let undo = |device: &Browser<'_>| device.post(&format!("/orders/{id}/undo"), &[("from", "500")]).status;
    assert_eq!(counter.post(&format!("/orders/{id}/advance"), &[("from", "500")]).status, 303);
    let shows = |device: &Browser<'_>| device.page("/kitchen").contains(&format!("/orders/{id}/undo"));
    assert_eq!((shows(&kitchen), shows(&pass), shows(&counter)), (false, true, true));
    assert_eq!((undo(&kitchen), undo(&pass)), (403, 303));
    assert!(!shows(&counter), "it is taken back on all of them");
}

#[test]
fn the_owner_gives_roles_and_changes_them_and_that_holds_at_once() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    shop.push(&garson, &an_order("1"));
    let owner = Browser::owner(&garson, "en");
    for none in [&[][..], &[("roles", "")], &[("roles", "owner")]] {
        let refused = owner.post("/kitchen/screens", &[&[("name", "Ocak")], none].concat());
        assert!(refused.status == 422 && refused.text.contains("Choose at least one role."), "{refused}");
    }
    let screen = connected(&garson, &owner, &[("name", "Ocak"), ("roles", "counter")]);
    assert!(screen.page("/kitchen").contains("Çağlarsu"));
    assert!(!screen.page("/kitchen").contains("class=\"roles\""), "there is nothing to choose");
    let mut stream = Screen::open(&garson, &screen, "/live?role=counter");
    assert_eq!(stream.change().0, "hello");
    let path = format!("{}/roles", path_of(&owner, "Ocak"));
    assert_eq!(owner.post(&path, &[]).status, 422);
    assert_eq!(owner.post(&path, &[("roles", "kitchen"), ("roles", "pass")]).status, 303);
    // What was open ends before it hears another word.
    assert_eq!(stream.change().0, "bye");
    assert_eq!(screen.get("/board?role=counter").status, 403);
    let page = screen.page("/kitchen?role=counter");
    assert!(told(&page).is_empty() && page.contains("class=\"roles\""), "{page}");
    assert!(page.contains("href=\"/kitchen?role=pass\""), "{page}");
    let list = owner.page("/kitchen/screens");
    assert!(list.contains(">Kitchen, Pass</span>"), "{list}");
    let audit = owner.page("/audit");
    assert!(audit.contains("Roles of a kitchen screen changed"), "{audit}");
    assert!(audit.contains("Roles: Counter → Kitchen, Pass"), "{audit}");
    assert_eq!(owner.post("/kitchen/screens/x/roles", &[("roles", "all")]).status, 404);
    garson.assert_sound();
}

/// Adana and Urfa are the grill's, Ayran the bar's; Çay is nobody's, and so everybody's.
fn with_stations(garson: &Garson, owner: &Browser<'_>) -> (Shop, String, String) {
    let shop = Shop::open(garson);
    tells_menu(&shop, garson, &[("Kebap", &["Adana", "Urfa"]), ("Drinks", &["Ayran"])]);
    let rows = until_shown(owner, &shop, &["Ayran", "Adana", "Urfa"]);
    let (grill, bar) = (add_station(owner, &shop, "Grill"), add_station(owner, &shop, "Bar"));
    let ids: Vec<String> = names(&rows).iter().map(|name| id_of(&rows, name)).collect();
    let (kebap, drinks) = (format!("{grill} Kebap"), format!("{bar} Drinks"));
    let mut fields: Vec<(&str, &str)> = ids.iter().map(|id| ("dish", id.as_str())).collect();
    fields.extend([("category", "Kebap"), ("category", "Drinks"), ("from", kebap.as_str()), ("from", &drinks)]);
    assert_eq!(owner.post(&path(&shop, "dishes?q="), &fields).status, 303);
    (shop, grill, bar)
}

fn of_dishes(id: &str, dishes: &[&str]) -> Value {
    let items = dishes.iter().map(|name| json!({ "name": name, "quantity": 1, "total": 10 })).collect::<Vec<_>>();
    json!({
        "providerOrderId": id, "items": items, "amount": { "total": 10 * dishes.len() }, "payment": { "type": "cash" }
    })
}

/// The part of a page that the card of an order is; empty where it has none.
fn card<'a>(page: &'a str, id: &str) -> &'a str {
    let begin = page.find(&format!("id=\"order-{id}\""));
    begin.map_or("", |at| page[at..].split("</article>").next().unwrap_or_default())
}

#[test]
fn a_station_is_sent_its_own_dishes_and_the_pass_says_who_has_not_made_theirs() {
    let garson = Garson::start();
    let owner = Browser::owner(&garson, "en");
    let (shop, grill, bar) = with_stations(&garson, &owner);
    let push = |id: &str, dishes: &[&str]| shop.push(&garson, &of_dishes(id, dishes)).id();
    let (both, drinks) = (push("1", &["Adana", "Ayran", "Urfa", "Çay"]), push("2", &["Ayran"]));
    let screen = connected(&garson, &owner, &[("name", "Ocak"), ("roles", "station")]);
    let mut stream = Screen::open(&garson, &screen, &format!("/live?role=station&station={grill}"));
    assert_eq!(stream.change().0, "hello");
    accept(&garson, &both);
    accept(&garson, &drinks);
    let (event, html) = stream.change();
    assert!(event == "card" && html.contains("Adana") && !html.contains("Ayran"), "{html}");
    let (event, gone) = stream.change();
    assert!(event == "gone" && gone.starts_with(&drinks), "{gone}");
    // Of which station it is it says itself, where there are several; what it shows is that one's.
    let at = |station: &str| screen.page(&format!("/kitchen?role=station&station={station}"));
    let (of_grill, of_bar) = (at(&grill), at(&bar));
    for name in ["Station: Grill", "Station: Bar"] {
        assert!(of_grill.replace("İstasyon", "Station").contains(name), "{of_grill}");
    }
    assert!(card(&of_grill, &drinks).is_empty() && !card(&of_bar, &drinks).is_empty());
    assert!(card(&of_grill, &both).contains("+1 çeşit başka istasyonda"), "{}", card(&of_grill, &both));
    assert!(["Adana", "Urfa", "Çay"].iter().all(|dish| card(&of_grill, &both).contains(dish)));
    assert!(["Ayran", "Çay"].iter().all(|dish| card(&of_bar, &both).contains(dish)));
    assert!(!card(&of_bar, &both).contains("Adana"));
    // What was chosen stays, and a station that nobody knows is none.
    assert!(screen.page("/kitchen").contains(&format!("station={bar}\" data-pieces")), "{of_bar}");
    let pass = || owner.page("/?role=pass");
    let missing = |page: &str, dish: &str| {
        let line = card(page, &both).split("<li").find(|line| line.contains(dish)).unwrap().to_owned();
        line.split_once("badge missing\">").map(|(_, name)| name.split('<').next().unwrap().to_owned())
    };
    let page = pass();
    assert_eq!(missing(&page, "Adana").as_deref(), Some("Grill"));
    assert_eq!(missing(&page, "Ayran").as_deref(), Some("Bar"));
    assert_eq!(missing(&page, "Çay"), None, "anybody makes it");
    // One press strikes off all that the grill has made, and no more.
    let value = card(&of_grill, &both).split("primary next").nth(1).unwrap();
    let value = value.split("name=\"done\" value=\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(value, "0.0 2.0 3.0");
    assert_eq!(screen.post(&format!("/orders/{both}/dishes"), &[("done", value)]).status, 303);
    let strange = screen.post(&format!("/orders/{both}/dishes"), &[("done", "1.0 9.0")]);
    assert_eq!(strange.header("location"), Some("/?notice=changed"), "all of them or none: {strange}");
    let (event, html) = stream.change();
    assert!(event == "card" && html.contains("data-column=\"ready\""), "{html}");
    assert!(card(&at(&grill), &both).contains("data-column=\"ready\""));
    let page = pass();
    assert_eq!((missing(&page, "Adana"), missing(&page, "Ayran").as_deref()), (None, Some("Bar")));
    assert!(card(&page, &both).contains("3/4") && !card(&page, &both).contains("progress all"), "{page}");
    assert_eq!(screen.post(&format!("/orders/{both}/dishes"), &[("done", "1.0")]).status, 303);
    assert!(card(&pass(), &both).contains("progress all") && card(&pass(), &both).contains("/advance\""));
    // A cancellation is told where it was cooked.
    shop.cancel(&garson, "2", json!({})).data();
    let strip = |page: &str| page.split("id=\"strip\"").nth(1).unwrap().split("</section>").next().unwrap().to_owned();
    assert!(strip(&at(&bar)).contains(&drinks) && !strip(&at(&grill)).contains(&drinks));
    // Without its station a screen shows what is another's, and without any what is everybody's.
    for station in [&grill, &bar] {
        assert_eq!(owner.post(&path(&shop, &format!("stations/{station}/delete")), &[]).status, 303);
    }
    let page = at(&grill);
    assert!(card(&page, &both).contains("Adana") && card(&page, &both).contains("Ayran"), "{page}");
    assert!(page.contains("data-stream=\"/live?role=station\""), "{page}");
    garson.assert_sound();
}
