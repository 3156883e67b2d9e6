//! A restaurant's platforms in the panel: connect, test, switch, open and close, intake address, disconnect.

use super::Browser;
use crate::harness::{Answered, Fake, Garson, Heard, Host, Reply, Shop, eventually};
use serde_json::{Value, json};

/// As much of Getir as a connection test needs.
struct Platform {
    name: &'static str,
    is_open: bool,
    refuses: bool,
    /// 100 is on.
    pos_status: i64,
}

impl Fake for Platform {
    fn answer(&mut self, heard: &Heard) -> Answered {
        match heard.path.as_str() {
            "/auth/login" if heard.json()["restaurantSecretKey"] == "right" => {
                Answered::json(200, &json!({ "restaurantId": "1", "token": "t" }))
            }
            "/auth/login" => Answered::json(401, &json!({ "code": 9, "error": "InvalidRestaurantSecretKey" })),
            _ if self.refuses => Answered::text(409, "<b>kapalı</b>"),
            "/restaurants" => Answered::json(200, &json!({ "id": "1", "name": self.name })),
            "/restaurants/pos-status" if heard.method == "PUT" => {
                self.pos_status = heard.json()["posStatus"].as_i64().unwrap();
                Answered::json(200, &json!({ "result": true }))
            }
            "/restaurants/pos-status" => Answered::json(200, &json!({ "posStatus": self.pos_status })),
            "/restaurants/status/open" | "/restaurants/status/close" => {
                self.is_open = heard.path.ends_with("open");
                Answered::json(200, &json!({}))
            }
            _ => Answered::json(200, &json!([])),
        }
    }
}

struct Rig {
    garson: Garson,
    host: Host<Platform>,
    path: String,
}

impl Rig {
    fn start() -> Rig {
        let garson = Garson::start_with(&["--poll-interval", "60s"]);
        let host =
            Host::start(Platform { name: "Köfteci <i>Getir</i>", is_open: true, refuses: false, pos_status: 100 });
        let restaurant = garson.post("/web-api/v1/restaurants", json!({ "name": "Köfteci" })).id();
        Rig { garson, host, path: format!("/restaurants/{restaurant}/integrations/getir") }
    }

    fn connect(&self, browser: &Browser<'_>, restaurant_key: &str) -> Reply {
        let fields = [
            ("credentials.appSecretKey", "app-secret"),
            ("credentials.restaurantSecretKey", restaurant_key),
            ("credentials.webhookApiKey", "push-secret"),
            ("baseUrl", &self.host.url),
        ];
        browser.post(&self.path, &fields)
    }

    fn integration(&self) -> Value {
        let (restaurant, _) = self.path.rsplit_once('/').unwrap();
        self.garson.get(&format!("/web-api/v1{restaurant}")).data()[0].clone()
    }
}

#[test]
fn the_form_is_the_platforms_own_and_a_kept_secret_stays_until_a_new_one_is_typed() {
    let rig = Rig::start();
    let browser = Browser::owner(&rig.garson, "tr");
    let form = browser.page(&rig.path);
    assert!(form.contains("Uygulama anahtarı (appSecretKey)") && form.contains("getiryemekapi@getir.com"), "{form}");
    assert!(form.contains("Bağlı değil") && !form.contains("/test\""), "{form}");
    let missing = browser.post(&rig.path, &[("credentials.appSecretKey", "app-secret")]);
    assert_eq!(missing.status, 422, "{missing}");
    assert!(missing.text.contains("Restoran anahtarı (restaurantSecretKey) alanı zorunludur."), "{missing}");
    let odd = rig.connect(&browser, "iki kelime");
    assert!(odd.status == 422 && odd.text.contains("Boşluk veya Türkçe karakter içeremez"), "{odd}");
    assert_eq!(rig.integration(), Value::Null);

    assert_eq!(rig.connect(&browser, "right").status, 303);
    let page = browser.page(&rig.path);
    for secret in ["app-secret", "\"right\"", "push-secret"] {
        assert!(!page.contains(secret), "{secret} is in {page}");
    }
    assert_eq!(page.matches("Kayıtlı; değiştirmek için yazın").count(), 3);
    // Only the optional one can be cleared.
    assert!(page.contains("clear.credentials.webhookApiKey") && !page.contains("clear.credentials.appSecretKey"));
    assert!(browser.post(&format!("{}/test", rig.path), &[]).text.contains("Bağlantı çalışıyor."));

    let settings = [
        ("baseUrl", rig.host.url.as_str()),
        ("settings.autoAccept", "yes"),
        ("settings.preparationMinutes", "30"),
        ("settings.stepPauseSeconds", "5"),
        ("clear.credentials.webhookApiKey", "yes"),
        ("clear.credentials.appSecretKey", "yes"),
    ];
    assert_eq!(browser.post(&rig.path, &settings).status, 303);
    let shown = rig.integration();
    assert_eq!(shown["credentials"], json!({ "appSecretKey": true, "restaurantSecretKey": true }));
    let expected = json!({ "autoAccept": true, "preparationMinutes": 30, "stepPauseSeconds": 5, "callbackUrl": null });
    assert_eq!(shown["settings"], expected);
    let wrong = browser.post(&rig.path, &[("settings.preparationMinutes", "9999")]);
    assert!(wrong.status == 422 && wrong.text.contains("0 ile 1440 dakika arasında olmalıdır."), "{wrong}");
    // What is left empty goes back to what the restaurant says.
    let url = rig.host.url.as_str();
    assert_eq!(browser.post(&rig.path, &[("baseUrl", url)]).status, 303);
    assert_eq!(rig.integration()["settings"]["autoAccept"], json!(null));
    // The platform's own address is another one, and the secrets would go there.
    let moved = browser.post(&rig.path, &[]);
    assert!(moved.status == 422 && rig.integration()["baseUrl"] == url, "{moved}");
}

#[test]
fn a_test_says_the_restaurants_name_or_what_is_wrong_and_the_page_shows_how_it_fares() {
    let rig = Rig::start();
    let browser = Browser::owner(&rig.garson, "en");
    rig.connect(&browser, "wrong");
    let test = || browser.post(&format!("{}/test", rig.path), &[]);
    let refused = test();
    assert!(refused.status == 200 && refused.text.contains("restaurant key (restaurantSecretKey)"), "{refused}");
    assert!(refused.text.contains("Problem") && refused.text.contains("Since "), "{refused}");
    rig.connect(&browser, "right");
    // A look with the other key may still have been under way.
    eventually("what was wrong is over", || {
        (!browser.page(&rig.path).contains("restaurant key (restaurantSecretKey)")).then_some(())
    });
    let works = test();
    assert!(works.text.contains("The connection works. The restaurant there: Köfteci &#60;i&#62;Getir"), "{works}");
    let (restaurant, _) = rig.path.split_once("/integrations").unwrap();
    assert!(browser.page(restaurant).contains("Working") && browser.page("/restaurants").contains("Working"));
    // Nobody there at all.
    let keys = [("credentials.appSecretKey", "app-secret"), ("credentials.restaurantSecretKey", "right")];
    browser.post(&rig.path, &[("baseUrl", "http://127.0.0.1:9"), keys[0], keys[1]]);
    let gone = test();
    assert!(gone.status == 200 && gone.text.contains("The platform could not be reached."), "{gone}");
    assert!(gone.text.contains("The connection could not be made; try again later."), "{gone}");
}

#[test]
fn it_is_switched_off_and_on_and_the_shop_is_opened_and_closed() {
    let rig = Rig::start();
    let browser = Browser::owner(&rig.garson, "tr");
    for act in ["switch", "shop", "pos", "test", "rotate", "delete"] {
        assert_eq!(browser.post(&format!("{}/{act}", rig.path), &[("on", "yes")]).status, 404, "{act}");
    }
    rig.connect(&browser, "right");
    let switch = |on| browser.post(&format!("{}/switch", rig.path), &[("on", on)]).status;
    assert_eq!(switch("no"), 303);
    assert_eq!(rig.integration()["isActive"], false);
    assert!(browser.page(&rig.path).contains("Sipariş alımını başlat"));
    assert_eq!(switch("yes"), 303);
    assert_eq!(rig.integration()["isActive"], true);

    let shop = |open| browser.post(&format!("{}/shop", rig.path), &[("open", open)]);
    let closed = shop("no");
    assert_eq!(closed.status, 303, "{closed}");
    assert!(!rig.host.fake().is_open);
    assert!(browser.page(closed.header("location").unwrap()).contains("restoran orada kapalı"));
    assert_eq!(shop("yes").status, 303);
    assert!(rig.host.fake().is_open);
    rig.host.fake().refuses = true;
    let refused = shop("no");
    assert!(refused.status == 422 && refused.text.contains("Platform isteği reddetti."), "{refused}");
    assert!(!refused.text.contains("<b>kapalı"), "{refused}");
}

#[test]
fn a_till_that_is_off_at_the_platform_is_switched_on_with_a_button() {
    let rig = Rig::start();
    for (lang, works, is_off, button, is_on) in [
        ("tr", "Bağlantı çalışıyor.", "etkin değil", "<button>Getir’de etkinleştir<", "POS bağlantısı orada etkin"),
        (
            "en",
            "The connection works.",
            "is not active",
            "<button>Activate at Getir<",
            "the POS connection is active there",
        ),
    ] {
        let browser = Browser::owner(&rig.garson, lang);
        rig.connect(&browser, "right");
        let test = || browser.post(&format!("{}/test", rig.path), &[]);
        assert!(!test().text.contains(button), "{lang}");
        rig.host.fake().pos_status = 200;
        // Nothing is offered before somebody has looked, and nothing is set by looking.
        assert!(!browser.page(&rig.path).contains(button), "{lang}");
        let found = test();
        assert_eq!(found.status, 200, "{found}");
        for part in [works, is_off, button] {
            assert!(found.text.contains(part), "{part} is not in {found}");
        }
        assert_eq!(rig.host.fake().pos_status, 200);
        rig.host.fake().refuses = true;
        let refused = browser.post(&format!("{}/pos", rig.path), &[]);
        assert!(refused.status == 422 && refused.text.contains(button), "{refused}");
        rig.host.fake().refuses = false;
        let done = browser.post(&format!("{}/pos", rig.path), &[]);
        assert_eq!((done.status, rig.host.fake().pos_status), (303, 100), "{done}");
        assert!(browser.page(done.header("location").unwrap()).contains(is_on), "{lang}");
    }
}

#[test]
fn the_intake_address_is_shown_renewed_and_goes_with_the_connection() {
    let rig = Rig::start();
    let browser = Browser::owner(&rig.garson, "en");
    rig.connect(&browser, "right");
    let address = rig.integration()["intakeUrl"].as_str().unwrap().to_owned();
    let page = browser.page(&rig.path);
    for part in [format!(">{address}<"), format!(">{address}/orders<"), format!(">{address}/orders/cancelled<")] {
        assert!(page.contains(&part), "{part} is not in {page}");
    }
    // The address under test is one of this machine, and the page says so.
    assert!(page.contains("holds only in your own network") && page.contains("--public-url"), "{page}");
    // Orders are asked for, so there is nothing to be warned of.
    let (_, intake) = page.split_once("id=\"intake\"").unwrap();
    assert!(!intake.contains("banner"), "{intake}");
    let rotate = format!("{}/rotate", rig.path);
    assert!(browser.page(&rotate).contains("The old address stops working at once"));
    assert_eq!(browser.post(&rotate, &[]).status, 303);
    assert_ne!(rig.integration()["intakeUrl"], address);
    let delete = format!("{}/delete", rig.path);
    assert!(browser.page(&delete).contains("The stored credentials and settings are deleted."));
    assert_eq!(browser.post(&delete, &[]).status, 303);
    assert_eq!(rig.integration(), Value::Null);
}

#[test]
fn a_web_shop_has_a_callback_address_and_nothing_to_enter() {
    let garson = Garson::start_with(&["--public-url", "https://siparis.example.com"]);
    let shop = Shop::open(&garson);
    let browser = Browser::owner(&garson, "en");
    let path = format!("/restaurants/{}/integrations/open", shop.restaurant);
    let page = browser.page(&path);
    assert!(page.contains("needs no credentials") && page.contains("followed by /orders"), "{page}");
    assert!(page.contains("settings.callbackUrl") && !page.contains("baseUrl") && !page.contains("/shop\""), "{page}");
    assert!(!page.contains("--public-url"), "{page}");
    let wrong = browser.post(&path, &[("settings.callbackUrl", "shop")]);
    assert!(wrong.status == 422 && wrong.text.contains("must be a full address"), "{wrong}");
    assert_eq!(browser.post(&path, &[("settings.callbackUrl", "http://127.0.0.1:9/cb")]).status, 303);
    assert!(browser.page(&path).contains("value=\"http://127.0.0.1:9/cb\""));
    let tested = browser.post(&format!("{path}/test"), &[]);
    assert_eq!(tested.text.matches("The platform could not be reached.").count(), 2, "{tested}");
}

#[test]
fn platforms_are_for_owners_alone() {
    let rig = Rig::start();
    let owner = Browser::owner(&rig.garson, "en");
    rig.connect(&owner, "right");
    owner.post("/users", &[("name", "mehmet"), ("role", "staff"), ("password", "mutfak 1234")]);
    let staff = Browser::new(&rig.garson, "en");
    staff.post("/login", &[("name", "mehmet"), ("password", "mutfak 1234")]);
    assert_eq!(staff.get(&rig.path).status, 404);
    for act in ["", "/test", "/switch", "/shop", "/pos", "/rotate", "/delete"] {
        assert_eq!(staff.post(&format!("{}{act}", rig.path), &[]).status, 404, "{act}");
        assert_eq!(owner.post_raw(&format!("{}{act}", rig.path), &[], &[]).status, 403, "{act}");
    }
    assert_eq!(rig.integration()["isActive"], true);
    for unknown in ["/restaurants/x/integrations/getir", &rig.path.replace("getir", "nobody")] {
        assert_eq!(owner.get(unknown).status, 404, "{unknown}");
    }
}

#[test]
fn a_platform_that_sends_gives_its_credentials_to_who_has_an_address() {
    let garson = Garson::start_with(&["--poll-interval", "60s"]);
    let restaurant = garson.post("/web-api/v1/restaurants", json!({ "name": "Köfteci" })).id();
    let (browser, path) =
        (Browser::owner(&garson, "en"), format!("/restaurants/{restaurant}/integrations/yemeksepeti"));
    let first = browser.page(&path);
    let place = |part: &str| first.find(part).unwrap_or_else(|| panic!("{part} is not in {first}"));
    // The address, the steps, and only then what the platform gives.
    assert!(place("Get the intake address") < place("integration.yemeksepeti.com"));
    assert!(place("integration.yemeksepeti.com") < place("credentials.username"));
    assert!(!first.contains("every few seconds") && first.contains("cannot reach this computer yet"), "{first}");
    assert_eq!(browser.post(&format!("{path}/address"), &[]).status, 303);
    let integrations = garson.get(&format!("/web-api/v1/restaurants/{restaurant}/integrations"));
    let reserved = &integrations.data()[0];
    assert_eq!((&reserved["isActive"], &reserved["isConnected"]), (&json!(false), &json!(false)));
    let address = reserved["intakeUrl"].as_str().unwrap().to_owned();
    let page = browser.page(&path);
    assert!(page.contains(&format!(">{address}<")) && page.contains("Waits for credentials"), "{page}");
    // Asked for again, it is the same.
    assert_eq!(browser.post(&format!("{path}/address"), &[]).status, 303);
    assert!(browser.page(&path).contains(&format!(">{address}<")));
    // Nobody is let in yet, and nothing is asked of the platform.
    let pushed = garson.send(
        "POST",
        &format!("{address}/order/kadikoy1"),
        Some(b"{}"),
        &[("Content-Type", "application/json"), ("Authorization", "Bearer e30.e30.e30")],
    );
    pushed.refused(503, "integration_off");
    let api = format!("/web-api/v1{path}");
    assert_eq!(garson.post(&format!("{api}/test"), json!({})).status, 422);
    assert_eq!(browser.post(&format!("{path}/switch"), &[("on", "yes")]).status, 422);
    let missing = browser.post(&path, &[("credentials.username", "u")]);
    assert_eq!(missing.status, 422, "{missing}");
    let fields = [
        ("credentials.username", "u"),
        ("credentials.password", "p"),
        ("credentials.chainCode", "chain"),
        ("credentials.posVendorId", "kadikoy1"),
        ("credentials.pluginSecret", "secret"),
        ("baseUrl", "http://127.0.0.1:9"),
    ];
    let connected = browser.post(&path, &fields);
    assert_eq!(connected.status, 303, "{connected}");
    let integrations = garson.get(&format!("/web-api/v1/restaurants/{restaurant}/integrations"));
    let (integration, kept) = (&integrations.data()[0], json!(address));
    assert_eq!((&integration["isActive"], &integration["intakeUrl"]), (&json!(true), &kept));
    // Those that are asked have no such button.
    let getir = format!("/restaurants/{restaurant}/integrations/getir/address");
    assert_eq!(browser.post(&getir, &[]).status, 422);
}
