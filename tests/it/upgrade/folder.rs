//! The folder that the owner chose for newer programs.

use super::{Rig, publish::name};
use crate::panel::Browser;
use std::{fs, os::unix::fs::symlink, path::Path, process::Command};

#[test]
fn the_panel_tells_of_a_newer_file_in_the_chosen_folder_and_of_no_other() {
    let rig = Rig::start();
    let owner = Browser::owner(&rig.garson, "en");
    let offered = || owner.page("/status").contains("A new version is ready");
    let publisher = &rig.publisher;
    let folder = publisher.folder.path().to_str().unwrap();
    assert_eq!(owner.post("/settings/upgrades", &[("upgradeFolder", folder)]).status, 303);
    let page = owner.page("/settings");
    assert!(page.contains(folder), "{page}");
    // Older, the same, of another machine, changed since, and a signature without its file.
    publisher.script("0.0.9", "exit 0");
    publisher.script("0.1.0", "exit 0");
    publisher.publish("garson-0.9.0-windows-x86_64.exe", b"x");
    fs::write(publisher.script("0.9.1", "exit 0"), "changed").unwrap();
    fs::remove_file(publisher.script("0.9.2", "exit 0")).unwrap();
    assert!(!offered());
    let page = owner.page("/status");
    let (flawed, unread) = page.split_once("could not be read").unwrap_or_else(|| panic!("{page}"));
    assert!(flawed.contains(&name("0.9.1")) && unread.contains(&name("0.9.2")), "{page}");
    publisher.script("0.3.0", "exit 0");
    let newest = publisher.script("0.10.0", "exit 0");
    let page = owner.page("/status");
    assert!(
        page.contains("Version 0.10.0") && page.contains(&format!("sudo garson upgrade {}", newest.display())),
        "{page}"
    );
    // It is looked at again when it changes.
    fs::write(&newest, "changed").unwrap();
    assert!(owner.page("/status").contains("Version 0.3.0"));
    assert_eq!(owner.post("/settings/upgrades", &[("upgradeFolder", "")]).status, 303);
    assert!(!offered());
}

#[test]
fn a_pipe_or_a_link_in_the_chosen_folder_holds_nobody_up_and_is_said() {
    let rig = Rig::start();
    let owner = Browser::owner(&rig.garson, "en");
    let publisher = &rig.publisher;
    let folder = publisher.folder.path();
    let choose = |path: &Path| owner.post("/settings/upgrades", &[("upgradeFolder", path.to_str().unwrap())]).status;
    assert_eq!(choose(folder), 303);
    let pipe = |path: &Path| {
        fs::remove_file(path).unwrap();
        assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    };
    pipe(&publisher.script("0.9.0", "exit 0"));
    publisher.script("0.9.1", "exit 0");
    pipe(&folder.join(format!("{}.minisig", name("0.9.1"))));
    let endless = publisher.script("0.9.2", "exit 0");
    fs::remove_file(&endless).unwrap();
    symlink("/dev/zero", &endless).unwrap();
    let page = owner.page("/status");
    assert!(page.contains("Do not use these files") && !page.contains("A new version is ready"), "{page}");
    assert!(["0.9.0", "0.9.1", "0.9.2"].iter().all(|version| page.contains(&name(version))), "{page}");
    assert_eq!(owner.get("/").status, 200);
    // One that is as it was published is offered all the same.
    publisher.script("0.8.0", "exit 0");
    assert!(owner.page("/status").contains("Version 0.8.0"));
    assert_eq!(choose(&folder.join("none")), 303);
    let page = owner.page("/status");
    assert!(page.contains("is not there. Is the stick plugged in?"), "{page}");
}
