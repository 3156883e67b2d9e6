//! `garson service` on a machine of ours: what it makes, what it refuses, and that nothing is left half done.

use super::machine::{Machine, run};
use crate::harness::Garson;
use std::{
    fs,
    net::TcpListener,
    os::unix::{
        fs::{MetadataExt, PermissionsExt, symlink},
        process::CommandExt,
    },
    path::Path,
    process::Command,
};

const UNIT: &str = "/etc/systemd/system/garson.service";
const SETTINGS: &str = "/etc/garson/garson.env";
const BINARY: &str = "/usr/local/bin/garson";
/// A port that nothing listens on by itself here.
const LISTEN: [&str; 2] = ["--listen", "127.0.0.1:0"];

fn install(machine: &Machine, more: &[&str]) -> (String, bool) {
    machine.service(&[&["install"], &LISTEN[..], more].concat())
}

#[test]
fn an_installation_makes_a_service_and_a_second_one_changes_nothing() {
    let machine = Machine::new();
    let data = machine.at("/var/lib/garson").display().to_string();
    let (said, ok) = install(&machine, &[]);
    assert!(ok, "{said}");
    for told in ["panel at http://", "data in /var/lib/garson", "setup-link --data /var/lib/garson"] {
        assert!(said.contains(told), "{said}");
    }
    let calls = machine.calls();
    assert!(calls[0].starts_with("useradd --system") && calls[0].ends_with(" garson"), "{calls:?}");
    assert_eq!(
        calls[1..],
        [
            &format!("chown -h garson:garson {data}"),
            "systemctl daemon-reload",
            "systemctl enable garson.service",
            "systemctl restart --no-block garson.service",
        ]
    );
    assert_eq!(fs::read(machine.at(BINARY)).unwrap(), fs::read(env!("CARGO_BIN_EXE_garson")).unwrap());
    let mode = |path: &str| fs::metadata(machine.at(path)).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(BINARY), mode("/var/lib/garson"), mode(UNIT), mode(SETTINGS)), (0o755, 0o700, 0o644, 0o644));
    assert!(machine.read(UNIT).contains("\nExecStart=/usr/local/bin/garson serve\n"));
    assert_eq!(machine.read(SETTINGS), "GARSON_LISTEN=127.0.0.1:0\n");
    verify(&machine);

    let before = (machine.everything(), machine.read(UNIT));
    let (said, ok) = machine.service(&["install"]);
    assert!(ok, "{said}");
    assert_eq!((machine.everything(), machine.read(UNIT)), before);
    assert_eq!(machine.read(SETTINGS), "GARSON_LISTEN=127.0.0.1:0\n", "an earlier choice was lost");
    assert!(!machine.calls().iter().any(|call| call.starts_with("useradd") || call.contains(" enable ")));
}

/// systemd's own word on the unit, where it is installed.
fn verify(machine: &Machine) {
    let mut analyze = Command::new("systemd-analyze");
    analyze.args(["verify", "--man=no", "--recursive-errors=no", "--root"]).arg(machine.root()).arg("garson.service");
    if let Ok(output) = analyze.output() {
        let said = String::from_utf8_lossy(&output.stderr);
        let about_ours: Vec<&str> = said.lines().filter(|line| line.contains("garson.service")).collect();
        assert!(output.status.success() && about_ours.is_empty(), "{said}");
    }
}

#[test]
fn status_says_what_is_and_succeeds_only_while_it_runs() {
    let machine = Machine::new();
    let (said, ok) = machine.service(&["status"]);
    assert!(!ok && said.contains("not a service"), "{said}");
    assert!(install(&machine, &["--data", "/srv/orders"]).1);
    let (said, ok) = machine.service(&["status"]);
    assert!(ok && said.contains("since Sun 2026-11-15 09:00:00") && said.contains("data in /srv/orders"), "{said}");
    assert!(said.contains("panel at http://127.0.0.1:0"), "{said}");
    machine.answers("active", "failed\n");
    let (said, ok) = machine.service(&["status"]);
    assert!(!ok && said.contains("does not run (failed)") && said.contains("journalctl -u garson"), "{said}");
}

#[test]
fn an_uninstallation_leaves_the_data_and_nothing_else() {
    let machine = Machine::new();
    let before = machine.everything();
    assert!(install(&machine, &[]).1);
    fs::write(machine.at("/var/lib/garson/garson.redb"), "orders").unwrap();
    machine.calls();
    let (said, ok) = machine.service(&["uninstall"]);
    assert!(ok && said.contains("stays in /var/lib/garson"), "{said}");
    assert_eq!(machine.calls()[0], "systemctl disable --now garson.service");
    let left: Vec<String> = machine.everything().into_iter().filter(|path| !before.contains(path)).collect();
    let of_programs = ["/usr", "/usr/local", "/usr/local/bin"].map(|path| machine.at(path).display().to_string());
    let data = ["/var/lib/garson", "/var/lib/garson/garson.redb"].map(|path| machine.at(path).display().to_string());
    assert_eq!(left, [of_programs.as_slice(), &data].concat());
    let (said, ok) = machine.service(&["uninstall"]);
    assert!(ok && said.contains("nothing to remove"), "{said}");
}

#[test]
fn systemd_takes_a_folder_of_any_name() {
    let machine = Machine::new();
    let (said, ok) = install(&machine, &["--data", "/srv/50%x \"of\" \\ it"]);
    assert!(ok, "{said}");
    verify(&machine);
    let (said, _) = machine.service(&["status"]);
    assert!(said.contains("data in /srv/50%x \"of\" \\ it\n"), "{said}");
}

#[test]
fn a_program_that_was_there_before_outlives_the_service() {
    let same = fs::read(env!("CARGO_BIN_EXE_garson")).unwrap();
    for before in [same.as_slice(), b"an earlier version"] {
        let machine = Machine::new();
        fs::create_dir_all(machine.at(BINARY).parent().unwrap()).unwrap();
        fs::write(machine.at(BINARY), before).unwrap();
        // The second one finds what the first one put there.
        assert!(install(&machine, &[]).1 && install(&machine, &[]).1);
        let (said, ok) = machine.service(&["uninstall"]);
        assert!(ok && said.contains("/usr/local/bin/garson stays"), "{said}");
        assert!(machine.at(BINARY).exists() && !machine.at(UNIT).exists());
    }
}

#[test]
fn what_was_installed_before_a_package_can_still_be_removed() {
    let machine = Machine::new();
    let packaged = "/usr/lib/systemd/system/garson.service";
    assert!(install(&machine, &["--data", "/srv/orders"]).1);
    fs::create_dir_all(machine.at(packaged).parent().unwrap()).unwrap();
    fs::write(machine.at(packaged), "[Service]\n").unwrap();
    let (said, _) = machine.service(&["status"]);
    assert!(said.contains(&format!("({UNIT})")), "{said}");
    let (said, ok) = install(&machine, &[]);
    assert!(!ok && said.contains("First: `garson service uninstall`"), "{said}");
    machine.calls();
    let (said, ok) = machine.service(&["uninstall"]);
    assert!(ok && said.contains(packaged) && said.contains("stays in /srv/orders"), "{said}");
    assert!(machine.calls().contains(&"systemctl daemon-reload".to_owned()));
    assert!(!machine.at(UNIT).exists() && !machine.at(BINARY).exists() && machine.at(SETTINGS).exists());
    let (said, _) = machine.service(&["status"]);
    assert!(said.contains(&format!("({packaged})")), "{said}");
    let (said, ok) = machine.service(&["uninstall"]);
    assert!(!ok && said.contains("systemctl disable --now garson"), "{said}");
}

#[test]
fn settings_of_ones_own_outlive_an_uninstallation() {
    let machine = Machine::new();
    assert!(install(&machine, &[]).1);
    let own = machine.read(SETTINGS) + "GARSON_PUBLIC_URL=https://x.example\n";
    fs::write(machine.at(SETTINGS), &own).unwrap();
    assert!(machine.service(&["install", "--listen", "127.0.0.2:0"]).1);
    assert_eq!(machine.read(SETTINGS), "GARSON_PUBLIC_URL=https://x.example\nGARSON_LISTEN=127.0.0.2:0\n");
    let (said, _) = machine.service(&["uninstall"]);
    assert!(said.contains("settings of your own"), "{said}");
    assert!(machine.read(SETTINGS).contains("x.example"));
}

#[test]
fn what_cannot_be_is_said_before_anything_is_changed() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    let put = |machine: &Machine, path: &str| {
        fs::create_dir_all(machine.at(path).parent().unwrap()).unwrap();
        fs::write(machine.at(path), "[Service]\n").unwrap();
    };
    type Prepare<'a> = &'a dyn Fn(&Machine);
    let cases: [(Prepare, &[&str], &str); 11] = [
        (&|machine| fs::remove_dir(machine.at("/run/systemd/system")).unwrap(), &[], "not run by systemd"),
        (&|machine| put(machine, "/usr/lib/systemd/system/garson.service"), &[], "installed as a package"),
        (&|machine| put(machine, "/lib/systemd/system/garson.service"), &[], "systemctl enable --now garson"),
        (&|machine| put(machine, UNIT), &[], "did not make"),
        (&|machine| machine.answers("user", "1000\n"), &[], "a person's account"),
        (&|_| {}, &["--data", "/home/ayse/garson"], "cannot see"),
        (&|_| {}, &["--data", "orders"], "not a full path"),
        (&|_| {}, &["--data", "/"], "other things"),
        (&|machine| put(machine, "/srv/letters/1.txt"), &["--data", "/srv"], "other things"),
        (&|machine| symlink("/etc", machine.at("/link")).unwrap(), &["--data", "/link"], "is a link"),
        (&|_| {}, &["--copy-from", "/nowhere"], "no store"),
    ];
    for (prepare, words, why) in cases {
        let machine = Machine::new();
        prepare(&machine);
        let before = machine.everything();
        let (said, ok) = install(&machine, words);
        assert!(!ok && said.contains(why), "{said}");
        assert_eq!((machine.everything(), machine.calls()), (before, vec![]), "{said}");
    }
    let machine = Machine::new();
    let before = machine.everything();
    let (said, ok) = machine.service(&["install", "--listen", &taken]);
    assert!(!ok && said.contains("is in use") && said.contains("--listen"), "{said}");
    assert_eq!((machine.everything(), machine.calls()), (before, vec![]));
}

#[test]
fn who_is_not_root_is_told_what_to_type() {
    let machine = Machine::new();
    let units = machine.at("/etc/systemd/system");
    fs::set_permissions(&units, fs::Permissions::from_mode(0o555)).unwrap();
    let mut command = machine.command(&["install"]);
    // Nobody, where the tests run as root: to root every folder is open.
    if fs::write(units.join("probe"), "").is_ok() {
        fs::remove_file(units.join("probe")).unwrap();
        let folder = machine.root().parent().unwrap().to_owned();
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
        let program = folder.join("garson");
        fs::copy(env!("CARGO_BIN_EXE_garson"), &program).unwrap();
        let words: Vec<_> = command.get_args().map(ToOwned::to_owned).collect();
        command = Command::new(program);
        command.args(words).uid(65_534).gid(65_534);
    }
    let before = machine.everything();
    let (said, ok) = run(&mut command);
    assert!(!ok && said.contains("Only root") && said.contains("sudo /") && said.contains("service install"), "{said}");
    assert_eq!(machine.everything(), before);
}

#[test]
fn what_a_failed_installation_changed_is_taken_back() {
    for (program, words) in [
        ("useradd", "useradd: cannot lock /etc/passwd; try again later."),
        ("chown", "chown: invalid user: 'garson:garson'"),
        ("systemctl", "Failed to connect to bus"),
    ] {
        let machine = Machine::new();
        let before = machine.everything();
        // Asking systemctl comes first, and then nothing has to be taken back.
        machine.answers(&format!("fail-{program}"), &format!("{words}\n"));
        let (said, ok) = install(&machine, &[]);
        assert!(!ok && said.contains(words), "{said}");
        assert_eq!(machine.everything(), without_programs_folder(&machine, before), "{said}");
    }
}

/// Folders that the machine should have had stay.
fn without_programs_folder(machine: &Machine, before: Vec<String>) -> Vec<String> {
    let _ = fs::remove_dir_all(machine.at("/usr"));
    before
}

#[test]
fn a_service_that_does_not_start_is_not_left_behind() {
    let machine = Machine::new();
    let before = machine.everything();
    machine.answers("start", "failed\n");
    let (said, ok) = install(&machine, &[]);
    assert!(!ok && said.contains("does not start") && said.contains("The port is taken"), "{said}");
    assert!(said.contains("was taken back."), "{said}");
    assert_eq!(machine.everything(), before);
    let calls = machine.calls();
    let chown = format!("chown -h {} {}", owner(&machine.root()), machine.at("/var/lib/garson").display());
    let back = [
        "systemctl stop garson.service",
        "systemctl disable garson.service",
        &chown,
        "userdel garson",
        "systemctl daemon-reload",
    ];
    assert_eq!(calls[calls.len() - 5..], back, "{calls:?}");
}

fn owner(path: &Path) -> String {
    let found = fs::metadata(path).unwrap();
    format!("{}:{}", found.uid(), found.gid())
}

#[test]
fn of_a_folder_only_what_garson_made_is_given_to_the_service_and_given_back() {
    let mut garson = Garson::start();
    garson.kill();
    let machine = Machine::new();
    let folder = machine.at("/srv/orders");
    fs::create_dir_all(&folder).unwrap();
    let mut own = vec![];
    for entry in fs::read_dir(garson.data()).unwrap() {
        let name = entry.unwrap().file_name();
        fs::write(folder.join(&name), "").unwrap();
        // What the program said is the test's own.
        if !name.to_string_lossy().starts_with("test.") {
            own.push(folder.join(name).display().to_string());
        }
    }
    assert!(own.len() >= 4, "{own:?}");
    machine.answers("start", "failed\n");
    let (said, ok) = install(&machine, &["--data", "/srv/orders"]);
    assert!(!ok && said.contains("was taken back."), "{said}");
    let calls = machine.calls();
    let mut chowns = calls.iter().filter(|call| call.starts_with("chown "));
    let mut given: Vec<&str> = chowns.next().unwrap().split(' ').collect();
    given[4..].sort_unstable();
    own.sort_unstable();
    assert_eq!(given[..4], ["chown", "-h", "garson:garson", folder.to_str().unwrap()]);
    assert_eq!(given[4..], own);
    let mut back: Vec<&str> = chowns.filter_map(|call| call.split(' ').nth(3)).collect();
    assert_eq!(back.pop(), folder.to_str());
    back.sort_unstable();
    assert_eq!(back, own);
    let is_whose_it_was = |call: &&String| call.contains(&owner(&folder)) || call.contains("garson:garson");
    assert!(calls.iter().filter(|call| call.starts_with("chown ")).all(|call| is_whose_it_was(&call)), "{calls:?}");
}

#[test]
fn an_update_that_does_not_start_brings_back_what_ran() {
    let machine = Machine::new();
    assert!(install(&machine, &[]).1);
    fs::write(machine.at(BINARY), "the version before").unwrap();
    let before = (machine.everything(), machine.read(UNIT), machine.read(SETTINGS));
    machine.answers("start", "failed\n");
    machine.calls();
    let (said, ok) = machine.service(&["install", "--listen", "127.0.0.2:0"]);
    assert!(!ok, "{said}");
    assert_eq!((machine.everything(), machine.read(UNIT), machine.read(SETTINGS)), before);
    assert_eq!(machine.read(BINARY), "the version before");
    assert_eq!(machine.calls().last().unwrap(), "systemctl restart garson.service");
}

#[test]
fn what_was_tried_by_hand_is_mentioned_and_comes_along_when_asked() {
    let mut tried = Garson::start();
    let machine = Machine::new();
    let home = machine.at("/home/ayse/.local/share/garson");
    fs::create_dir_all(&home).unwrap();
    fs::create_dir_all(machine.at("/etc")).unwrap();
    fs::write(machine.at("/etc/passwd"), "ayse:x:1000:1000::/home/ayse:/bin/sh\n").unwrap();
    let from = tried.data().display().to_string();
    let (said, ok) = install(&machine, &["--copy-from", &from]);
    assert!(!ok && said.contains("in use") && said.contains("taken back"), "{said}");
    assert!(!machine.at(UNIT).exists());

    tried.stop();
    // What tablets were told to trust, as `--tls auto` makes it.
    fs::write(tried.data().join("garson.ca"), "an authority").unwrap();
    fs::copy(tried.data().join("garson.redb"), home.join("garson.redb")).unwrap();
    let (said, ok) = run(machine.command(&["install", LISTEN[0], LISTEN[1]]).env("SUDO_USER", "ayse"));
    assert!(ok && said.contains("--copy-from") && said.contains(home.to_str().unwrap()), "{said}");
    assert!(machine.at("/var/lib/garson").read_dir().unwrap().next().is_none(), "it was moved silently");

    let (said, ok) = install(&machine, &["--copy-from", &from]);
    assert!(ok && !said.contains("by hand"), "{said}");
    for name in ["garson.redb", "garson.key", "garson.ca"] {
        let copied = fs::read(machine.at("/var/lib/garson").join(name)).unwrap();
        assert_eq!(copied, fs::read(tried.data().join(name)).unwrap(), "{name}");
    }
    let (said, ok) = install(&machine, &["--copy-from", &from]);
    assert!(!ok && said.contains("already"), "{said}");
}
