//! The command line.

use crate::harness::{Garson, garson, run_with_input};
use serde_json::{Value, json};
use std::process::Command;

fn output(command: &mut Command) -> (String, String, bool) {
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.success())
}

#[test]
fn help_lists_what_can_be_done() {
    let (help, _, ok) = output(garson().arg("--help"));
    assert!(ok);
    insta::assert_snapshot!("help", help);
    let (help, _, _) = output(garson().args(["serve", "--help"]));
    insta::assert_snapshot!("help_serve", help);
    let (version, _, ok) = output(garson().arg("--version"));
    assert!(ok);
    assert_eq!(version.trim(), format!("garson {}", env!("CARGO_PKG_VERSION")));
}

#[test]
fn setup_makes_one_owner_and_a_key_that_works() {
    let data = tempfile::tempdir().unwrap();
    let setup = || {
        let mut command = garson();
        command.args(["setup", "--user", "ayşe", "--password-stdin", "--json", "--data"]).arg(data.path());
        command
    };
    let (_, ok) = run_with_input(&mut setup(), "kısa\n");
    assert!(!ok, "a short password was taken");
    let (made, ok) = run_with_input(&mut setup(), "yeterince uzun\n");
    assert!(ok);
    let made: Value = serde_json::from_str(&made).unwrap();
    let key = made["apiKey"].as_str().unwrap();
    assert!(key.starts_with("gsn_") && key.len() == 47, "{key}");
    let (_, ok) = run_with_input(&mut setup(), "yeterince uzun\n");
    assert!(!ok, "a box that is owned was claimed again");
    let (keys, _, _) = output(garson().args(["key", "list", "--data"]).arg(data.path()));
    assert!(keys.contains(&key[..8]) && !keys.contains(key), "{keys}");
    let (users, _, _) = output(garson().args(["user", "list", "--data"]).arg(data.path()));
    assert_eq!(users.trim(), "owner  ayşe");
}

#[test]
fn keys_are_added_listed_and_revoked_but_never_the_primary_one() {
    let mut appliance = Garson::start();
    appliance.stop();
    let data = appliance.data().to_owned();
    let add = |more: &[&str]| -> Value {
        let (made, _, ok) = output(garson().args(["key", "add", "Kasa 2", "--json", "--data"]).arg(&data).args(more));
        assert!(ok);
        serde_json::from_str(&made).unwrap()
    };
    let plain = add(&[]);
    let (_, said, ok) = output(garson().args(["key", "revoke", "--data"]).arg(&data).arg("nobody"));
    assert!(!ok && said.contains("key list"), "{said}");
    let primary = add(&["--primary"]);
    let revoke = |made: &Value| {
        output(garson().args(["key", "revoke", "--data"]).arg(&data).arg(made["keyId"].as_str().unwrap()))
    };
    let (_, said, ok) = revoke(&primary);
    assert!(!ok && said.contains("primary"), "{said}");
    appliance.restart();
    let first_key = appliance.key.clone();
    for made in [&plain, &primary] {
        appliance.key = made["apiKey"].as_str().unwrap().to_owned();
        appliance.get("/web-api/v1/orders").data();
    }
    appliance.stop();
    assert!(revoke(&plain).2);
    appliance.restart();
    appliance.key = plain["apiKey"].as_str().unwrap().to_owned();
    appliance.get("/web-api/v1/orders").refused(401, "unauthorized");
    appliance.key = first_key;
    appliance.get("/web-api/v1/orders").data();
}

#[test]
fn people_are_added_changed_and_removed_but_never_the_last_owner() {
    let mut appliance = Garson::start();
    appliance.stop();
    let user = |words: &[&str]| {
        let mut command = garson();
        command.arg("user").args(words).arg("--data").arg(appliance.data());
        command
    };
    assert!(run_with_input(&mut user(&["add", "Mehmet", "--password-stdin"]), "bir parola daha\n").1);
    assert!(!run_with_input(&mut user(&["add", "Mehmet", "--password-stdin"]), "bir parola daha\n").1);
    assert!(run_with_input(&mut user(&["password", "Mehmet", "--password-stdin"]), "baska bir parola\n").1);
    assert!(!run_with_input(&mut user(&["password", "Kimse", "--password-stdin"]), "baska bir parola\n").1);
    assert_eq!(output(&mut user(&["list"])).0, "owner  ayşe\nstaff  Mehmet\n");
    assert!(!output(&mut user(&["remove", "ayşe"])).2);
    assert!(output(&mut user(&["remove", "Mehmet"])).2);
    assert!(appliance.check().0);
}

#[test]
fn two_programs_do_not_share_a_folder() {
    let appliance = Garson::start();
    // As with a program that takes no commands.
    std::fs::remove_file(appliance.data().join("garson.sock")).unwrap();
    for words in [vec!["check"], vec!["key", "list"], vec!["serve", "--listen", "127.0.0.1:0"]] {
        let (_, said, ok) = output(garson().args(&words).arg("--data").arg(appliance.data()));
        assert!(!ok);
        assert!(
            said.contains("in use") && said.contains(&appliance.pid().to_string()) && said.contains("Stop it first"),
            "{said}"
        );
    }
}

#[test]
fn flags_that_cannot_be_meant_are_refused() {
    for flags in [
        vec!["--listen", "nowhere"],
        vec!["--webhook-retries", "5s,2m"],
        vec!["--poll-interval", "10"],
        vec!["--public-url", "siparis.example.com"],
        vec!["--rate-limit", "many"],
        vec!["--log", "xml"],
        vec!["--ca-file", "/nowhere/authorities.pem"],
        vec!["--ca-file", "Cargo.toml"],
    ] {
        let (out, said, ok) = output(garson().args(&flags));
        assert!(!ok && out.is_empty() && said.contains(flags[0]), "{said}");
    }
}

#[test]
fn variables_say_the_same_and_flags_win() {
    let appliance =
        Garson::prepare(&["--log", "json"]).env("GARSON_LOG", "text").env("GARSON_LOG_LEVEL", "debug").serve();
    assert_eq!(*appliance.get("/web-api/v1/orders").data(), json!([]));
    let log = appliance.log();
    let first: Value = serde_json::from_str(log.lines().next().unwrap()).unwrap();
    assert_eq!(first["level"], "DEBUG");
}

#[test]
fn completions_and_man_pages_know_every_command() {
    let (help, _, _) = output(garson().arg("--help"));
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let commands: Vec<&str> =
        listed.filter_map(|line| line.split_whitespace().next()).filter(|one| *one != "help").collect();
    assert!(commands.len() >= 8, "{commands:?}");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (script, _, ok) = output(garson().args(["completions", shell]));
        let forgotten: Vec<_> = commands.iter().filter(|command| !script.contains(**command)).collect();
        assert!(ok && forgotten.is_empty(), "{shell}: {forgotten:?}");
    }
    let (page, _, ok) = output(garson().arg("man"));
    assert!(ok && page.contains(".TH") && page.contains("setup\\-link"), "{page}");
    let folder = tempfile::tempdir().unwrap();
    let (_, said, ok) = output(garson().args(["man", "--to"]).arg(folder.path()));
    assert!(ok, "{said}");
    for command in commands {
        let page = std::fs::read_to_string(folder.path().join(format!("garson-{command}.1"))).unwrap();
        assert!(page.contains(".SH NAME"), "{page}");
    }
    let (_, said, ok) = output(garson().args(["man", "--to", "/dev/null/nowhere"]));
    assert!(!ok && said.contains("cannot be written"), "{said}");
}
