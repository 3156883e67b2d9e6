//! `garson doctor`: what is well, what is not, and what to do, in the machine's language.

use crate::harness::{Garson, eventually, garson};
use serde_json::{Value, json};
use std::{net::TcpListener, os::unix::fs::PermissionsExt, path::Path, process::Command};

fn doctor(data: &Path, words: &[&str]) -> Command {
    let mut command = garson();
    command.args(["doctor", "--data"]).arg(data).args(words).env("LC_ALL", "en_US.UTF-8");
    command
}

/// What it found, and whether it ended as if all were well.
fn examine(data: &Path, words: &[&str]) -> (Value, bool) {
    let output = doctor(data, words).arg("--json").output().unwrap();
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["isWell"], output.status.success(), "{found}");
    (found, output.status.success())
}

fn wellness<'a>(found: &'a Value, topic: &str) -> &'a str {
    let one = found["findings"].as_array().unwrap().iter().find(|one| one["topic"] == topic);
    one.unwrap_or_else(|| panic!("nothing of {topic} in {found}"))["wellness"].as_str().unwrap()
}

#[test]
fn a_program_that_fares_well_is_called_well_in_both_languages() {
    let appliance = Garson::start();
    // The harness makes its folders as anybody makes one.
    std::fs::set_permissions(appliance.data(), PermissionsExt::from_mode(0o700)).unwrap();
    let (found, is_well) = examine(appliance.data(), &[]);
    assert!(is_well, "{found}");
    for topic in ["program", "folder", "disk", "clock", "files", "store", "owner", "platforms", "webhooks", "backups"] {
        assert_eq!(wellness(&found, topic), "good", "{found}");
    }
    let said = doctor(appliance.data(), &[]).env("LC_ALL", "tr_TR.UTF-8").output().unwrap();
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    assert!(said.ends_with("Her şey yolunda.\n") && said.contains(&appliance.base), "{said}");
}

#[test]
fn a_proxy_that_nobody_trusts_is_noticed() {
    let proxy = |appliance: &Garson| {
        appliance.send("GET", "/health", None, &[("X-Forwarded-For", "198.51.100.7")]);
        let (found, _) = examine(appliance.data(), &[]);
        found["findings"].as_array().unwrap().iter().find(|one| one["topic"] == "proxy").cloned()
    };
    let advice = proxy(&Garson::start()).map(|one| one["advice"].to_string());
    assert!(advice.is_some_and(|advice| advice.contains("--trusted-proxy 127.0.0.1")));
    assert!(proxy(&Garson::start_with(&["--trusted-proxy", "127.0.0.1"])).is_none());
}

#[test]
fn what_is_not_well_is_named_with_what_to_do() {
    let mut appliance = Garson::start_with(&["--webhook-retries", "1ms,1ms,1ms"]);
    std::fs::set_permissions(appliance.data(), PermissionsExt::from_mode(0o755)).unwrap();
    let gone = "http://127.0.0.1:9/";
    let webhook = appliance.post("/web-api/v1/webhooks", json!({ "url": gone })).id();
    appliance.post(&format!("/web-api/v1/webhooks/{webhook}/test"), json!({}));
    crate::harness::Shop::open(&appliance).order(&appliance, "1");
    let found = eventually("a webhook in trouble", || {
        let (found, is_well) = examine(appliance.data(), &[]);
        assert!(!is_well);
        (wellness(&found, "webhooks") == "bad").then_some(found)
    });
    assert_eq!(wellness(&found, "folder"), "warning", "{found}");
    for one in found["findings"].as_array().unwrap() {
        assert_eq!(one["wellness"] == "good", one["advice"].is_null(), "{one}");
    }
    appliance.stop();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let (found, _) = examine(appliance.data(), &["--listen", &address]);
    assert_eq!((wellness(&found, "program"), wellness(&found, "port")), ("bad", "bad"), "{found}");
    assert_eq!(wellness(&found, "store"), "good", "{found}");
    std::fs::write(appliance.data().join("garson.redb"), b"not a database").unwrap();
    let (found, _) = examine(appliance.data(), &[]);
    assert_eq!(wellness(&found, "store"), "bad", "{found}");
}

#[test]
fn a_box_that_nobody_set_up_is_told_how() {
    let appliance = Garson::unowned(&[]).serve();
    let (found, is_well) = examine(appliance.data(), &[]);
    assert!(!is_well && wellness(&found, "owner") == "warning", "{found}");
    let nowhere = appliance.data().join("nowhere");
    let (found, _) = examine(&nowhere, &["--listen", "127.0.0.1:0"]);
    assert!(wellness(&found, "store") == "good" && !nowhere.exists(), "{found}");
}

#[test]
fn the_limit_of_open_files_is_that_of_the_running_program() {
    let folder = tempfile::tempdir().unwrap();
    let limited = folder.path().join("limited");
    std::fs::write(&limited, format!("#!/bin/sh\nulimit -n 700\nexec {} \"$@\"\n", env!("CARGO_BIN_EXE_garson")))
        .unwrap();
    std::fs::set_permissions(&limited, PermissionsExt::from_mode(0o755)).unwrap();
    let appliance = Garson::prepare(&[]).program(&limited).serve();
    let (found, is_well) = examine(appliance.data(), &[]);
    assert!(
        !is_well && wellness(&found, "files") == "warning" && found.to_string().contains("Only 700 files"),
        "{found}"
    );
}
