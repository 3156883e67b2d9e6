//! Commands that are typed while the program runs reach it through the socket in its data folder.

use crate::harness::{Garson, Shop, garson, run_with_input, shim};
use serde_json::{Value, json};
use std::{
    fs::File,
    io::{BufRead, BufReader, Read, Write},
    os::unix::{
        fs::{FileTypeExt, PermissionsExt},
        net::{UnixListener, UnixStream},
        process::CommandExt,
    },
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

fn command(appliance: &Garson, words: &[&str]) -> Command {
    command_in(appliance.data(), words)
}

fn command_in(data: &Path, words: &[&str]) -> Command {
    let mut command = garson();
    command.args(words).arg("--data").arg(data);
    command
}

/// What it printed on both ways out, and whether it went well.
fn run(command: &mut Command) -> (String, String, bool) {
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.success())
}

fn status_with(appliance: &Garson, key: &str) -> u16 {
    appliance.send("GET", "/web-api/v1/orders", None, &[("Authorization", &format!("Bearer {key}"))]).status
}

/// A caller of our own making: sends one line and gives back all that is answered.
fn speak(appliance: &Garson, line: &[u8]) -> Vec<Value> {
    let mut stream = UnixStream::connect(appliance.data().join("garson.sock")).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    let _ = stream.write_all(line);
    let _ = stream.shutdown(std::net::Shutdown::Write);
    let mut said = String::new();
    let _ = stream.read_to_string(&mut said);
    said.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_key_that_is_made_while_it_runs_works_at_once_and_ends_at_once() {
    let appliance = Garson::start();
    let (made, said, ok) = run(&mut command(&appliance, &["key", "add", "Kasa 2", "--json"]));
    assert!(ok, "{said}");
    let made: Value = serde_json::from_str(&made).unwrap();
    let key = made["apiKey"].as_str().unwrap();
    let with = |key: &str| status_with(&appliance, key);
    assert_eq!(with(key), 200);
    let (listed, _, _) = run(&mut command(&appliance, &["key", "list"]));
    assert!(listed.contains("Kasa 2") && !listed.contains(key), "{listed}");
    let (said, _, ok) = run(&mut command(&appliance, &["key", "revoke", made["keyId"].as_str().unwrap()]));
    assert!(ok && said.contains("no longer works"), "{said}");
    assert_eq!(with(key), 401);
    let (_, said, ok) = run(&mut command(&appliance, &["key", "revoke", "nobody"]));
    assert!(!ok && said.contains("key list"), "{said}");
}

#[test]
fn a_forgotten_password_is_changed_without_stopping() {
    let appliance = Garson::start();
    let words = ["user", "add", "mehmet", "--role", "staff", "--password-stdin"];
    let (said, ok) = run_with_input(&mut command(&appliance, &words), "yeterince uzun\n");
    assert!(ok && said.contains("mehmet was added"), "{said}");
    let (_, ok) =
        run_with_input(&mut command(&appliance, &["user", "password", "mehmet", "--password-stdin"]), "kısa\n");
    assert!(!ok, "a short password was taken");
    let words = ["user", "password", "mehmet", "--password-stdin"];
    let (said, ok) = run_with_input(&mut command(&appliance, &words), "başka bir parola\n");
    assert!(ok && said.contains("was changed"), "{said}");
    let (users, _, _) = run(&mut command(&appliance, &["user", "list"]));
    assert!(users.contains("staff  mehmet"), "{users}");
    let (_, _, ok) = run(&mut command(&appliance, &["user", "remove", "mehmet"]));
    assert!(ok);
    let (users, _, _) = run(&mut command(&appliance, &["user", "list"]));
    assert!(!users.contains("mehmet"), "{users}");
}

#[test]
fn whoever_types_is_refused_in_the_language_of_their_terminal() {
    let mut appliance = Garson::start();
    for is_running in [true, false] {
        if !is_running {
            appliance.stop();
        }
        for (words, en, tr) in [
            (["user", "remove", "nobody"], "There is no such user.", "Böyle bir kullanıcı yok."),
            (["user", "remove", "ayşe"], "This is the only owner.", "Tek yetkili bu kullanıcı."),
            (["key", "revoke", "nobody"], "There is no key nobody.", "Böyle bir anahtar yok: nobody."),
        ] {
            for (locale, expected) in [("en_US.UTF-8", en), ("tr_TR.UTF-8", tr)] {
                let (_, said, ok) = run(command(&appliance, &words).env("LC_ALL", locale));
                assert!(!ok && said.starts_with(&format!("garson: {expected}")), "{said}");
                assert_eq!(said.lines().count(), 1, "{said}");
            }
        }
    }
}

#[test]
fn why_a_command_failed_is_for_the_log_alone() {
    let folder = tempfile::tempdir().unwrap();
    let flag = folder.path().join("full");
    let appliance = Garson::prepare(&[])
        .env("LD_PRELOAD", shim("disk").to_str().unwrap())
        .env("DISK_FLAG", flag.to_str().unwrap())
        .serve();
    std::fs::write(&flag, "f").unwrap();
    let (_, said, ok) = run(&mut command(&appliance, &["key", "add", "Kasa 2"]));
    std::fs::remove_file(&flag).unwrap();
    assert!(!ok, "it was stored on a full disk");
    let sentence = "garson: The disk of this machine is full, or cannot be written to. Until that is mended nothing is stored; \
                    what is stored can be read.\n";
    assert_eq!(said, sentence);
    assert!(appliance.log().contains("a command was not carried out: unavailable: "), "{}", appliance.log());
}

#[test]
fn a_store_is_checked_while_it_serves_and_whole_when_it_does_not() {
    let mut appliance = Garson::start();
    let (said, _, ok) = run(&mut command(&appliance, &["check"]));
    assert!(ok && said.contains("The store is sound.") && said.contains("stop it for that"), "{said}");
    appliance.stop();
    let (said, _, ok) = run(&mut command(&appliance, &["check"]));
    assert!(ok && said.contains("The store is sound.") && !said.contains("stop it for that"), "{said}");
}

#[test]
fn a_store_is_compacted_while_it_serves_and_when_it_does_not() {
    let mut appliance = Garson::start();
    let shop = Shop::open(&appliance);
    let orders: Vec<String> = (0..40).map(|number| shop.order(&appliance, &number.to_string())).collect();
    let (said, _, ok) = run(&mut command(&appliance, &["compact", "--estimate"]));
    assert!(ok && said.contains("are in use") && said.contains("New orders would wait meanwhile"), "{said}");
    let sizes = |said: &str| -> Vec<f64> {
        said.lines().last().unwrap().split(' ').filter_map(|word| word.parse().ok()).collect()
    };
    let (said, error, ok) = run(&mut command(&appliance, &["compact"]));
    assert!(ok && sizes(&said)[1] < sizes(&said)[0], "{said}{error}");
    let all_are_there =
        |appliance: &Garson| orders.iter().all(|id| appliance.get(&format!("/web-api/v1/orders/{id}")).status == 200);
    assert!(all_are_there(&appliance));
    shop.order(&appliance, "one more");
    appliance.stop_sound();
    let (said, error, ok) = run(&mut command(&appliance, &["compact"]));
    assert!(ok && sizes(&said).len() == 2, "{said}{error}");
    appliance.assert_sound();
    appliance.restart();
    assert!(all_are_there(&appliance));
    let empty = tempfile::tempdir().unwrap();
    let (_, said, ok) = run(&mut command_in(empty.path(), &["compact"]));
    assert!(!ok && said.contains("There is no store in"), "{said}");
}

#[test]
fn status_says_how_it_fares_and_whether_it_runs() {
    let mut appliance = Garson::start();
    let (said, _, ok) = run(&mut command(&appliance, &["status"]));
    assert!(ok && said.contains("All is well.") && said.contains(&appliance.base), "{said}");
    let (said, _, ok) = run(&mut command(&appliance, &["status", "--json"]));
    let status: Value = serde_json::from_str(&said).unwrap();
    assert!(ok && status["version"] == env!("CARGO_PKG_VERSION") && status["process"] == appliance.pid(), "{said}");
    assert!(status["isOwned"] == true && status["orders"] == 0 && status["ailment"].is_null(), "{said}");
    appliance.stop();
    assert!(!appliance.data().join("garson.sock").exists(), "the socket outlived its program");
    let (_, said, ok) = run(&mut command(&appliance, &["status"]));
    assert!(!ok && said.contains("No garson runs on"), "{said}");
}

#[test]
fn a_box_that_nobody_owns_says_where_it_is_claimed() {
    let appliance = Garson::unowned(&[]).serve();
    let (said, _, ok) = run(&mut command(&appliance, &["setup-link"]));
    assert!(ok, "{said}");
    let link = said.lines().nth(1).unwrap().trim();
    let code = link.rsplit_once("/setup?code=").unwrap().1;
    assert!(link.starts_with(&appliance.base), "{said}");
    // The browser keeps it and takes it out of the address; the form then asks for no code.
    let here = appliance.send("GET", &format!("/setup?code={code}"), None, &[]);
    assert_eq!((here.status, here.header("location")), (303, Some("/setup")), "{here}");
    let cookie = here.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    let form = appliance.send("GET", "/setup", None, &[("Cookie", &cookie)]).text;
    assert!(form.contains("name=\"restaurant\"") && !form.contains("name=\"code\""), "{form}");
    let words = ["setup", "--user", "ayşe", "--password-stdin", "--json"];
    let (made, ok) = run_with_input(&mut command(&appliance, &words), "yeterince uzun\n");
    assert!(ok, "{made}");
    let key = serde_json::from_str::<Value>(&made).unwrap()["apiKey"].as_str().unwrap().to_owned();
    assert_eq!(status_with(&appliance, &key), 200);
    let (_, said, ok) = run(&mut command(&appliance, &["setup-link"]));
    assert!(!ok && said.contains("has an owner already"), "{said}");
}

#[test]
fn a_socket_that_a_crash_left_is_in_nobodys_way() {
    let mut appliance = Garson::start();
    let socket = appliance.data().join("garson.sock");
    let left = socket.symlink_metadata().unwrap();
    assert!(left.file_type().is_socket() && left.permissions().mode() & 0o777 == 0o600);
    appliance.kill();
    assert!(socket.exists());
    let (said, _, ok) = run(&mut command(&appliance, &["user", "list"]));
    assert!(ok && said.contains("owner"), "{said}");
    let (_, said, ok) = run(&mut command(&appliance, &["status"]));
    assert!(!ok && said.contains("No garson runs on"), "{said}");
    appliance.restart();
    let (said, _, ok) = run(&mut command(&appliance, &["status"]));
    assert!(ok, "{said}");
}

#[test]
fn nobody_but_the_owner_is_listened_to() {
    const NOBODY: u32 = 65_534;
    let appliance = Garson::start();
    let as_nobody = |words: &[&str]| run(command(&appliance, words).uid(NOBODY).gid(NOBODY));
    if rustix::process::geteuid().as_raw() != 0 {
        return; // only root can be somebody else
    }
    let (_, said, ok) = as_nobody(&["user", "list"]);
    assert!(!ok && said.contains("belongs to another user") && said.contains("sudo"), "{said}");
    // Not even where somebody opened the folder and the socket to all.
    let open = |path: &Path, mode| std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
    open(appliance.data(), 0o777);
    open(&appliance.data().join("garson.lock"), 0o666);
    open(&appliance.data().join("garson.sock"), 0o777);
    let (_, said, ok) = as_nobody(&["user", "list"]);
    assert!(!ok && said.contains("garson"), "{said}");
    assert!(!said.contains("owner  "), "{said}");
    assert!(run(&mut command(&appliance, &["user", "list"])).2, "and its own owner no more");
}

#[test]
fn what_root_makes_in_a_users_folder_is_the_users() {
    const NOBODY: u32 = 65_534;
    if rustix::process::geteuid().as_raw() != 0 {
        return; // only root can be somebody else
    }
    let data = tempfile::tempdir().unwrap();
    std::os::unix::fs::chown(data.path(), Some(NOBODY), Some(NOBODY)).unwrap();
    let words = ["setup", "--user", "ayşe", "--password-stdin"];
    let (said, ok) = run_with_input(&mut command_in(data.path(), &words), "yeterince uzun\n");
    assert!(ok, "{said}");
    let (said, error, ok) = run(command_in(data.path(), &["user", "list"]).uid(NOBODY).gid(NOBODY));
    assert!(ok && said.contains("ayşe"), "{error}");
}

#[test]
fn where_a_users_links_lead_does_not_matter_to_root() {
    const NOBODY: u32 = 65_534;
    if rustix::process::geteuid().as_raw() != 0 {
        return; // only root has more to lose than they
    }
    let (data, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let victim = elsewhere.path().join("secret");
    std::fs::write(&victim, "root's own").unwrap();
    std::fs::write(data.path().join("garson.redb"), "").unwrap();
    for name in ["garson.lock", ".garson-doctor", "garson.redb.copy", "garson.redb.new"] {
        std::os::unix::fs::symlink(&victim, data.path().join(name)).unwrap();
    }
    std::os::unix::fs::chown(data.path(), Some(NOBODY), Some(NOBODY)).unwrap();
    for words in [&["user", "list"][..], &["doctor"], &["compact"], &["check"]] {
        let (_, _, ok) = run(&mut command_in(data.path(), words));
        assert!(!ok, "{words:?}");
    }
    assert_eq!(std::fs::read_to_string(&victim).unwrap(), "root's own");
    assert_eq!(std::os::unix::fs::MetadataExt::uid(&victim.metadata().unwrap()), 0);
}

#[test]
fn a_command_makes_no_store_where_there_is_none() {
    let data = tempfile::tempdir().unwrap();
    for words in [&["user", "list"][..], &["key", "add", "till"], &["check"], &["compact"]] {
        let (_, said, ok) = run(&mut command_in(data.path(), words));
        assert!(!ok && said.contains("There is no store in") && said.contains("--data"), "{said}");
    }
    assert_eq!(std::fs::read_dir(data.path()).unwrap().count(), 0);
}

#[test]
fn another_version_is_told_so_and_nonsense_ends_nothing() {
    let appliance = Garson::start();
    let hello = json!({ "garson": env!("CARGO_PKG_VERSION") });
    let said = speak(&appliance, b"{\"garson\":\"99.0.0\",\"request\":{\"command\":\"makeCoffee\"}}\n");
    let refusal = said[1]["refused"].as_str().unwrap();
    assert!(said[0] == hello && refusal.contains("99.0.0") && refusal.contains("restart"), "{refusal}");
    for nonsense in [&b"\n"[..], b"{}\n", b"\xff\xfe\n", b"GET / HTTP/1.1\r\n\r\n", b"[[[[", &[b'x'; 100_000]] {
        assert_eq!(speak(&appliance, nonsense), std::slice::from_ref(&hello));
    }
    // Whoever connects and says nothing takes a place only for a moment, and there are others.
    let silent: Vec<_> = (0..7).map(|_| UnixStream::connect(appliance.data().join("garson.sock")).unwrap()).collect();
    let began = Instant::now();
    assert!(run(&mut command(&appliance, &["status"])).2);
    assert!(began.elapsed() < Duration::from_secs(4), "{:?}", began.elapsed());
    drop(silent);
}

#[test]
fn an_answer_of_a_newer_program_is_not_guessed_at() {
    let data = tempfile::tempdir().unwrap();
    let lock = File::create(data.path().join("garson.lock")).unwrap();
    lock.lock().unwrap();
    File::create(data.path().join("garson.redb")).unwrap();
    let listener = UnixListener::bind(data.path().join("garson.sock")).unwrap();
    let newer = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.write_all(b"{\"garson\":\"99.0.0\",\"motto\":\"new\"}\n").unwrap();
        let mut line = String::new();
        BufReader::new(&stream).read_line(&mut line).unwrap();
        stream.write_all(b"{\"sung\":\"la la la\"}\n").unwrap();
        line
    });
    let (_, said, ok) = run(&mut command_in(data.path(), &["user", "list"]));
    assert!(!ok && said.contains("99.0.0") && said.contains("restart"), "{said}");
    let asked: Value = serde_json::from_str(&newer.join().unwrap()).unwrap();
    assert_eq!(asked["request"], json!({ "command": "userList" }));
    drop(lock);
}

#[test]
fn a_folder_with_a_long_name_has_a_socket_too() {
    let base = tempfile::tempdir().unwrap();
    let data = base.path().join("ş".repeat(60)).join("x".repeat(60));
    let mut child = garson()
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(&data)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let (said, error, ok) = run(&mut command_in(&data, &["status"]));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(ok && said.contains("Nobody owns this box yet"), "{said}{error}");
}
