//! What the ports say while a new program is tried out.

use super::Rig;
use crate::harness::{an_order, shim};
use std::fs;

/// Whoever brings an order is asked to come again, at both ports.
#[track_caller]
fn asks_to_come_again(rig: &Rig) {
    for base in [&rig.garson.base, &rig.garson.intake_base] {
        let (url, order) = (format!("{base}{}/orders", rig.shop.intake), an_order("meanwhile").to_string());
        let said = rig.garson.send("POST", &url, Some(order.as_bytes()), &[("Authorization", "")]);
        let message = said.refused(503, "unavailable")["message"].as_str().unwrap();
        assert!(message.ends_with("A new version is being tried out."), "{message}");
        assert_eq!(said.header("retry-after"), Some("1"));
    }
}

#[test]
fn whoever_comes_is_asked_to_come_again_for_as_long_as_no_program_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let flag = folder.path().join("slow");
    let mut rig = Rig::start_with(|garson| {
        let garson = garson.env("LD_PRELOAD", shim("disk").to_str().unwrap()).env("DISK_FLAG", flag.to_str().unwrap());
        garson.env("DISK_ENDING", ".redb.before.new").env("GARSON_LISTEN_INTAKE", "127.0.0.1:0")
    });
    fs::write(&flag, "h").unwrap();
    let mut asking = rig.command(&rig.publisher.script("0.2.0", "exec sleep 60"), &[]).spawn().unwrap();
    rig.await_phase("copying");
    asks_to_come_again(&rig);
    fs::remove_file(&flag).unwrap();
    rig.await_phase("trial");
    asks_to_come_again(&rig);
    asking.kill().unwrap();
    asking.wait().unwrap();
    rig.garson.restart();
    rig.is_as_before("cut off");
    // The trial of a real one, which finds its ports taken.
    assert!(rig.ask_for(&rig.publisher.program("0.2.0")).is_ok());
    rig.await_phase("healthy");
    asks_to_come_again(&rig);
    rig.garson.restart();
    rig.is_as_before("cut off");
}
