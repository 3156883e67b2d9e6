//! What is no upgrade is refused before anything is changed.

use super::{
    Rig,
    publish::{Publisher, install, name, put},
    said,
};
use crate::harness::garson;
use garson::store::Folder;
use std::{fs, os::unix::fs::PermissionsExt, process::Command};

#[test]
fn what_is_not_newer_or_not_ours_or_not_for_this_machine_changes_nothing() {
    let rig = Rig::start();
    let publisher = &rig.publisher;
    let changed = publisher.script("0.3.0", "exit 0");
    fs::write(&changed, "#!/bin/sh\nexit 1\n").unwrap();
    let unsigned = publisher.folder.path().join("unsigned");
    fs::write(&unsigned, "x").unwrap();
    let somebody_else = Publisher::with_seed([8; 32]);
    let strange = somebody_else.script("0.4.0", "exit 0");
    for (file, why) in [
        (changed, "must NOT be used: its signature is not ours, or it was changed since"),
        (strange, "must NOT be used"),
        (unsigned, "have to lie side by side"),
        (publisher.folder.path().join("nowhere"), "cannot be read"),
        (publisher.script("0.1.0", "exit 0"), "is version 0.1.0, and garson is 0.1.0 already"),
        (publisher.script("0.0.9", "exit 0"), "is version 0.0.9, and garson is 0.1.0 already"),
        // What a file is called says nothing.
        (publisher.publish_as("garson-9.0.0-linux-x86_64", &name("0.0.8"), b"old"), "is version 0.0.8"),
        (publisher.publish("garson-0.2.0-linux-riscv64", b"x"), "is no program"),
        (
            publisher.publish("garson-0.2.0-windows-x86_64.exe", b"x"),
            "is for windows-x86_64, and this machine is linux-",
        ),
        (publisher.publish("garson_0.2.0_amd64.deb", b"x"), "is no program"),
    ] {
        let output = rig.upgrade(&file, &[]);
        let words = said(&output);
        assert!(!output.status.success() && words.contains(why), "{why}: {words}");
        assert!(words.contains("Nothing was changed."), "{words}");
        assert!(!rig.waiting().exists() && rig.state().is_null());
    }
    assert_eq!(rig.garson.printed().matches("listening on").count(), 1, "it was started anew");
    let older = publisher.script("0.0.9", "exit 0");
    let output = rig.command(&older, &[]).env("LC_ALL", "tr_TR.UTF-8").output().unwrap();
    assert!(said(&output).contains("sürümü 0.0.9") && said(&output).contains("Hiçbir şey değiştirilmedi."));
}

#[test]
fn nothing_around_a_program_has_it_believe_another_publisher() {
    let publisher = Publisher::new();
    let (file, key) = (publisher.script("0.9.0", "exit 0"), publisher.key());
    let verdict = |program: &mut Command| {
        let output = program.arg("verify").arg(&file).output().unwrap();
        (said(&output).contains("must NOT be used"), output.status.success())
    };
    let whole = format!("untrusted comment: of a test\n{key}\n");
    for name in ["GARSON_TEST_RELEASE_KEY", "GARSON_RELEASE_KEY", "GARSON_RELEASE_PUB"] {
        for value in [&whole, &key] {
            assert_eq!(verdict(garson().env(name, value)), (true, false), "{name}");
        }
    }
    // The copy of it that the other tests have differs in the key that is built in, and in nothing else.
    let place = tempfile::tempdir().unwrap();
    assert_eq!(verdict(&mut Command::new(install(place.path()))), (false, true));
}

#[test]
fn the_running_program_decides_what_is_newer_whichever_version_asks_it() {
    let mut rig = Rig::start();
    rig.garson.stop();
    put(&rig.publisher.program("0.3.0"), &rig.program());
    rig.garson.restart();
    let (in_place, file) = (fs::read(rig.program()).unwrap(), rig.publisher.program("0.2.0"));
    // Of version 0.1.0.
    let elsewhere = tempfile::tempdir().unwrap();
    let mut old = Command::new(install(elsewhere.path()));
    let output = old.args(["upgrade", "--data"]).arg(rig.garson.data()).arg(file).output().unwrap();
    let words = said(&output);
    assert!(!output.status.success() && words.contains("is version 0.2.0, and garson is 0.3.0 already"), "{words}");
    assert!(words.contains("Nothing was changed.") && !rig.waiting().exists() && rig.state().is_null(), "{words}");
    // Whoever asks without looking first is refused too.
    let refused = rig.ask_for(&rig.publisher.program("0.2.0"));
    assert!(refused.is_err_and(|error| error.to_string().contains("garson is 0.3.0 already")));
    assert!(fs::read(rig.program()).unwrap() == in_place && rig.state().is_null());
    rig.has_order("before");
}

#[test]
fn a_second_upgrade_is_refused_before_anything_is_written() {
    let mut rig = Rig::start();
    let waiting = |rig: &Rig| fs::read_to_string(rig.waiting()).unwrap();
    let mut first = rig.command(&rig.publisher.script("0.2.0", "exec sleep 60"), &[]).spawn().unwrap();
    rig.await_phase("trial");
    let (trying, second) = (waiting(&rig), rig.publisher.script("0.3.0", "exit 0"));
    let refused = |rig: &Rig, why: &str| {
        let output = rig.upgrade(&second, &[]);
        let words = said(&output);
        assert!(!output.status.success() && words.contains(why) && words.contains("Nothing was changed."), "{words}");
        assert!(waiting(rig) == trying && rig.state()["phase"] == "trial");
    };
    refused(&rig, "Another command upgrades garson already.");
    // Its terminal was closed; the program that is tried out, as any that works, holds the folder.
    first.kill().unwrap();
    first.wait().unwrap();
    let held = Folder::hold(rig.garson.data(), "a trial").unwrap();
    refused(&rig, "is in use by a trial");
    drop(held);
    rig.garson.stop();
    rig.garson.restart();
    rig.is_as_before("cut off");
}

#[test]
fn what_a_package_manager_looks_after_is_left_to_it() {
    let rig = Rig::start();
    let file = rig.publisher.program("0.2.0");
    let tools = tempfile::tempdir().unwrap();
    for (tool, command) in
        [("dpkg-query", "sudo apt install ./garson_VERSION_ARCH.deb"), ("rpm", "sudo dnf upgrade garson")]
    {
        let path = tools.path().join(tool);
        fs::write(&path, format!("#!/bin/sh\n[ \"$(eval echo \\${{$#}})\" = {} ]\n", rig.program().display())).unwrap();
        fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
        let output = rig.command(&file, &[]).env("PATH", tools.path()).output().unwrap();
        assert!(!output.status.success() && said(&output).contains(command), "{}", said(&output));
        fs::remove_file(&path).unwrap();
    }
    assert!(!rig.waiting().exists());
}
