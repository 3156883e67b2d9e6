//! The panel attacked: forged forms, rights that somebody does not have, stolen and planted sessions, guessed passwords,
//! redirects to elsewhere, and the race for a box that nobody owns yet.

mod claiming;
mod forging;
mod guessing;
mod leading;
mod looping;
mod rights;
mod sessions;

use super::{Browser, kitchen, owners::with_staff, routes::routes};
use crate::{
    harness::{Garson, Receiver, Script, Shop, eventually},
    nightly::{a_place, choose, next_proven},
};
use serde_json::json;
use tempfile::TempDir;

/// One of everything that a route can name.
struct Target {
    garson: Garson,
    ids: Vec<(&'static str, String)>,
    _receiver: Receiver,
    _disk: TempDir,
}

impl Target {
    fn start() -> Target {
        let garson = with_staff(&[]);
        let receiver = Receiver::start(Script::Answer(200, ""));
        let business = garson.post("/web-api/v1/businesses", json!({ "name": "Lezzet" })).id();
        let shop = Shop::open(&garson);
        let webhook = garson.post("/web-api/v1/webhooks", json!({ "url": receiver.url })).id();
        let order = shop.order(&garson, "1");
        let delivery = eventually("a delivery", || {
            let log = garson.get("/web-api/v1/webhooks/deliveries");
            log.data()[0]["id"].as_str().map(str::to_owned)
        });
        let owner = Browser::owner(&garson, "en");
        let of = |page: &str, begin: &str| {
            let html = owner.page(page);
            let (_, rest) = html.split_once(&format!("href=\"{begin}")).unwrap();
            rest.split('"').next().unwrap().to_owned()
        };
        let (user, key) = (of("/users", "/users/"), of("/keys", "/keys/"));
        let _kitchen = kitchen::connected(&garson, &owner, &[("name", "Ocak")]);
        let screen = of("/kitchen/screens", "/kitchen/screens/").split('/').next().unwrap().to_owned();
        let stations = format!("/restaurants/{}/stations", shop.restaurant);
        owner.post(&stations, &[("name", "Izgara")]);
        let station = owner.page(&stations).split("/stations/").nth(1).unwrap().split('/').next().unwrap().to_owned();
        let (disk, folder) = a_place();
        choose(&owner, &folder, &[]);
        let backup = next_proven(&owner, &folder, &[]);
        let backup = backup.file_name().unwrap().to_str().unwrap().to_owned();
        let ids = vec![
            ("/backups/{name}", format!("/backups/{backup}")),
            ("/restaurants/{id}", format!("/restaurants/{}", shop.restaurant)),
            ("{provider}", "open".to_owned()),
            ("/businesses/{id}", format!("/businesses/{business}")),
            ("{orderId}", order),
            ("/webhooks/{id}", format!("/webhooks/{webhook}")),
            ("/deliveries/{id}", format!("/deliveries/{delivery}")),
            ("/users/{id}", format!("/users/{user}")),
            ("/keys/{id}", format!("/keys/{key}")),
            ("{screenId}", screen),
            ("{stationId}", station),
            ("{*page}", "en/orders".to_owned()),
        ];
        Target { garson, ids, _receiver: receiver, _disk: disk }
    }

    /// A path that is really there.
    fn path(&self, pattern: &str) -> String {
        let path = self.ids.iter().fold(pattern.to_owned(), |path, (name, id)| path.replace(name, id));
        assert!(!path.contains('{'), "what stands for {path}?");
        path
    }

    /// Pattern and path of every route of this method, without files.
    fn all(&self, method: &str) -> Vec<(String, String)> {
        let routes = routes().into_iter().filter(|(given, pattern)| given == method && !pattern.starts_with("/assets"));
        routes.map(|(_, pattern)| (pattern.clone(), self.path(&pattern))).collect()
    }
}

/// Forms for somebody whom nobody knows yet.
const FOR_STRANGERS: [&str; 5] = ["/login", "/login/code", "/setup", "/language", "/kitchen/join"];
