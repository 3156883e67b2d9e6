//! What systemd hears of an upgrade: one process that goes on and is well.

use super::{Rig, said};
use crate::harness::{PATIENCE, eventually, shim};
use std::{fs, os::unix::net::UnixDatagram};

#[test]
fn whoever_watches_the_service_sees_one_process_that_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notify");
    let socket = UnixDatagram::bind(&path).unwrap();
    socket.set_read_timeout(Some(PATIENCE)).unwrap();
    let rig = Rig::start_with(|garson| garson.env("NOTIFY_SOCKET", path.to_str().unwrap()));
    let output = rig.upgrade(&rig.publisher.program("0.2.0"), &[]);
    assert!(output.status.success(), "{}", said(&output));
    // Until both programs have said that they are ready.
    let (mut heard, mut words): (Vec<String>, _) = (Vec::new(), [0; 1_024]);
    let count = |heard: &[String], wanted: &str| heard.iter().filter(|words| words.contains(wanted)).count();
    while count(&heard, "READY=1") < 2 {
        let length = socket.recv(&mut words).unwrap_or_else(|error| panic!("{error} after {heard:?}"));
        heard.push(String::from_utf8_lossy(&words[..length]).into_owned());
    }
    assert_eq!(count(&heard, "STOPPING=1"), 0, "{heard:?}");
    assert!(count(&heard, "WATCHDOG=1") >= 1, "{heard:?}");
}

#[test]
fn whoever_watches_the_service_hears_of_it_while_a_large_store_is_copied() {
    let folder = tempfile::tempdir().unwrap();
    let (path, flag) = (folder.path().join("notify"), folder.path().join("slow"));
    let socket = UnixDatagram::bind(&path).unwrap();
    socket.set_nonblocking(true).unwrap();
    let mut rig = Rig::start_with(|garson| {
        let garson = garson.env("LD_PRELOAD", shim("disk").to_str().unwrap()).env("DISK_FLAG", flag.to_str().unwrap());
        garson.env("DISK_ENDING", ".redb.before.new").env("NOTIFY_SOCKET", path.to_str().unwrap())
    });
    let heard = || {
        let mut words = [0; 1_024];
        socket.recv(&mut words).ok().map(|length| String::from_utf8_lossy(&words[..length]).into_owned())
    };
    fs::write(&flag, "h").unwrap();
    let mut asking = rig.command(&rig.publisher.program("0.2.0"), &[]).spawn().unwrap();
    rig.await_phase("copying");
    while heard().is_some() {}
    eventually("a sign of life", || heard().filter(|words| words.contains("WATCHDOG=1")));
    assert_eq!(rig.state()["phase"], "copying");
    fs::remove_file(&flag).unwrap();
    assert!(asking.wait().unwrap().success());
    rig.find();
    rig.has_order("before");
}
