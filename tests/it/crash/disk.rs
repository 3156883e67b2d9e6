//! A disk that fills up, tears writes or fails to sync, and then recovers: `tests/shim/disk.c` plays it.

use super::{order, statuses};
use crate::harness::{Garson, Receiver, Script, Shop, an_order, eventually, garson, shim};
use serde_json::json;
use std::{fs, path::PathBuf, time::Duration};
use tempfile::TempDir;

/// A disk of one's own, with the switch that makes it fail.
pub struct Disk {
    folder: TempDir,
}

impl Disk {
    pub fn new() -> Disk {
        Disk { folder: tempfile::tempdir().unwrap() }
    }

    fn switch(&self) -> PathBuf {
        self.folder.path().join("trouble")
    }

    /// Written whole before it appears, so that no call sees half a switch.
    pub fn fail(&self, mode: &str) {
        let draft = self.folder.path().join("draft");
        fs::write(&draft, mode).unwrap();
        fs::rename(draft, self.switch()).unwrap();
    }

    pub fn recover(&self) {
        fs::remove_file(self.switch()).unwrap();
    }

    fn start(&self) -> Garson {
        self.start_with(Garson::prepare(&[]))
    }

    pub fn start_with(&self, garson: Garson) -> Garson {
        let shim = shim("disk");
        garson.env("LD_PRELOAD", shim.to_str().unwrap()).env("DISK_FLAG", self.switch().to_str().unwrap()).serve()
    }
}

/// What a command says of the running program.
fn control(appliance: &Garson, word: &str) -> String {
    let output = garson().args([word, "--data"]).arg(appliance.data()).output().unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn push(garson: &Garson, shop: &Shop, id: &str) -> u16 {
    shop.push(garson, &an_order(id)).status
}

#[test]
fn while_the_disk_fails_nothing_is_acknowledged_and_afterwards_nothing_is_missing() {
    for mode in ["full", "torn", "sync"] {
        let disk = Disk::new();
        let mut garson = disk.start();
        let shop = Shop::open(&garson);
        let mut acknowledged = Vec::new();
        for round in 0..2 {
            for number in 0..5 {
                let id = format!("before-{round}-{number}");
                shop.order(&garson, &id);
                acknowledged.push(id);
            }
            disk.fail(mode);
            for number in 0..5 {
                let refused = shop.push(&garson, &an_order(&format!("refused-{round}-{number}")));
                refused.refused(503, "unavailable");
                garson.post("/web-api/v1/restaurants", json!({ "name": "refused" })).refused(503, "unavailable");
                garson
                    .post(&format!("/web-api/v1/orders/verify/before-{round}-0"), json!({}))
                    .refused(503, "unavailable");
            }
            let health = garson.send("GET", "/health", None, &[("Authorization", "")]);
            assert_eq!(health.status, 503, "{health}");
            assert!(health.json["reason"].as_str().is_some_and(|reason| reason.len() > 5), "{health}");
            // The last refusals came after the store was opened again, to be read.
            for path in ["/web-api/v1/orders", "/web-api/v1/restaurants", "/metrics"] {
                let read = garson.get(path);
                assert_eq!(read.status, 200, "{mode}: {read}");
            }
            let status = control(&garson, "status");
            assert!(!status.contains(" 0, store") && !status.contains("All is well"), "{status}");
            assert!(!control(&garson, "doctor").contains("restore"), "{mode}");
            assert!(!garson.has_ended(), "{}", garson.log());
            disk.recover();
            let id = format!("after-{round}");
            eventually("writes to be taken again", || (push(&garson, &shop, &id) == 200).then_some(()));
            acknowledged.push(id);
            assert_eq!(garson.send("GET", "/health", None, &[("Authorization", "")]).status, 200);
            for id in &acknowledged {
                assert_eq!(order(&garson, id)["providerOrderId"], *id, "{mode}");
            }
        }
        assert!(!garson.has_ended(), "{}", garson.log());
        // An order whose answer was 503 may be there or not, but if it is, it is whole: with its event, and readable.
        let restaurants = garson.get("/web-api/v1/restaurants").data().as_array().unwrap().len() as u64;
        let orders = garson.metric("garson_orders");
        assert!(orders >= acknowledged.len() as u64 && restaurants >= 1);
        let moved: u64 =
            (0..2).map(|round| statuses(&order(&garson, &format!("before-{round}-0"))).len() as u64 - 1).sum();
        assert_eq!(garson.metric("garson_events"), 1 + orders + moved, "{mode}");
        garson.stop_sound();
    }
}

#[test]
fn a_shop_that_was_told_before_the_disk_failed_is_believed_afterwards() {
    let disk = Disk::new();
    let mut garson = disk.start();
    let receiver = Receiver::start(Script::Hold(200));
    let shop = Shop::open_with(&garson, json!({ "settings": { "callbackUrl": receiver.url } }));
    shop.order(&garson, "1");
    std::thread::scope(|scope| {
        let verify = scope.spawn(|| garson.post("/web-api/v1/orders/verify/1", json!({})));
        receiver.next();
        disk.fail("full");
        receiver.release();
        verify.join().unwrap().refused(503, "unavailable");
    });
    disk.recover();
    // Without a restart, and without anyone doing anything to this order.
    eventually("writes to be taken again", || (push(&garson, &shop, "2") == 200).then_some(()));
    eventually("the order to be verified", || (order(&garson, "1")["status"] == 500).then_some(()));
    assert_eq!(statuses(&order(&garson, "1")), [400, 500]);
    assert_eq!((garson.metric("garson_events"), garson.metric("garson_intents")), (4, 0));
    garson.stop_sound();
}

#[test]
fn a_stop_on_a_full_disk_ends_and_a_start_on_one_says_why_not() {
    let disk = Disk::new();
    let mut appliance = disk.start();
    let shop = Shop::open(&appliance);
    shop.order(&appliance, "1");
    disk.fail("full");
    shop.push(&appliance, &an_order("2")).refused(503, "unavailable");
    let (_, took) = appliance.stop();
    assert!(took < Duration::from_secs(60), "{took:?}");
    // What was kept for this is tried before it gives up.
    let reserve = appliance.data().join("garson.reserve");
    fs::write(&reserve, "room").unwrap();
    let mut start = garson();
    start.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(appliance.data());
    let output = start.env("LD_PRELOAD", shim("disk")).env("DISK_FLAG", disk.switch()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(output.stdout.is_empty() && said.contains("garson: The store cannot be opened"), "{said}");
    assert!(!reserve.exists());
    disk.recover();
    appliance.restart();
    assert_eq!(order(&appliance, "1")["status"], 400);
    shop.order(&appliance, "2");
    appliance.stop_sound();
}
