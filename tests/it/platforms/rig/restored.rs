//! After a restore the world is older than the store: platforms are asked before they are told anything, and webhooks get
//! nothing a second time unless the owner says so. The same for every platform.

use super::{Act, Fault, Kind, Rig, Stand};
use crate::{
    harness::{Heard, Receiver, Script, garson},
    panel::Browser,
};
use serde_json::{Value, json};
use std::path::Path;

with_fakes!(for_each: a_platform_is_asked_before_it_is_told_and_webhooks_hear_nothing_twice,);

const DELIVERIES: &str = "/web-api/v1/webhooks/deliveries";

#[track_caller]
fn run(data: &Path, arguments: &[&str], file: &Path) {
    let output = garson().args(arguments).arg(file).arg("--data").arg(data).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&said));
}

fn order_of(heard: &Heard) -> Value {
    heard.json()["veri"]["providerOrderId"].clone()
}

fn a_platform_is_asked_before_it_is_told_and_webhooks_hear_nothing_twice<S: Stand>() {
    let mut rig = Rig::<S>::start();
    let till = Receiver::start(Script::Answer(200, ""));
    rig.garson.post("/web-api/v1/webhooks", json!({ "url": till.url })).data();
    rig.take(1);
    assert_eq!(till.next().json()["olay"], "siparis.olusturuldu");
    rig.act(Act::Verify, 1).data();
    assert_eq!(till.next().json()["veri"]["newStatus"], 500);
    let delivered = |rig: &Rig<S>, count: usize| {
        rig.eventually("the till has heard it all", || {
            let all = rig.garson.get(&format!("{DELIVERIES}?state=delivered"));
            (all.data().as_array().unwrap().len() == count).then_some(())
        });
    };
    delivered(&rig, 2);
    // What the till was owed when the backup was made, it got soon after.
    till.play(Script::Answer(503, "busy"));
    rig.take(2);
    assert_eq!(order_of(&till.next()), S::id(2));
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("evening.backup");
    run(rig.garson.data(), &["backup"], &file);
    till.play(Script::Answer(200, ""));
    rig.act(Act::Advance, 1).data();
    rig.eventually("it is told", || (rig.both(1) == (600, 600)).then_some(()));
    // It comes to the till before or after what is tried again.
    delivered(&rig, 4);
    while till.try_next().is_some() {}

    rig.garson.stop();
    run(rig.garson.data(), &["restore", "--force"], &file);
    rig.host.fake().fail(Kind::Read, 1_000, Fault::Broken);
    rig.host.fake().fail(Kind::Other, 1_000, Fault::Broken);
    let told = rig.calls(Kind::Act);
    rig.garson.restart();
    assert_eq!(rig.both(1), (500, 600), "the store is as old as its backup");
    let refused = rig.act(Act::Advance, 1);
    assert!([502, 504].contains(&refused.status), "{refused}");
    assert_eq!(rig.calls(Kind::Act), told, "nobody is told anything before he was asked");
    rig.host.fake().recover();
    // What it was owed and what it had heard of since is held, and only new things go out. Yemeksepeti does not show what
    // is on its way, and so nothing is learnt there.
    let held = if S::SHOWS_ALL { 2 } else { 1 };
    if S::SHOWS_ALL {
        rig.eventually("it stands as it does there", || (rig.both(1) == (600, 600)).then_some(()));
    }
    rig.eventually("they are held", || {
        let failed = rig.garson.get(&format!("{DELIVERIES}?state=failed"));
        let are_held = failed.data().as_array().unwrap().iter().map(|one| one["isHeld"].clone());
        (are_held.collect::<Vec<Value>>() == vec![json!(true); held]).then_some(())
    });
    rig.take(3);
    assert_eq!(order_of(&till.next()), S::id(3));
    assert!(till.heard_nothing());
    assert!(rig.calls(Kind::Act) == told, "nothing was to be told");

    let owner = Browser::owner(&rig.garson, "en");
    assert!(owner.page("/").contains("This database was restored from a backup."));
    assert_eq!(owner.post("/backups/old-events", &[("word", "send")]).status, 303);
    let sent: Vec<Heard> = (0..held).map(|_| till.next()).collect();
    // It counts as newer than all that the till has heard of the order, also of what the backup does not know.
    let is_newer = |heard: &Heard| heard.json()["veri"]["sequence"].as_u64().is_some_and(|sequence| sequence > 1_000);
    let is_move =
        |heard: &Heard| order_of(heard) == S::id(1) && heard.json()["veri"]["newStatus"] == 600 && is_newer(heard);
    assert!(!S::SHOWS_ALL || sent.iter().any(is_move));
    assert!(sent.iter().any(|heard| order_of(heard) == S::id(2)));
    rig.eventually("all of it is done", || (!owner.page("/backups").contains("id=\"restored\"")).then_some(()));
    rig.garson.stop_sound();
}
