//! `garson backup` and `garson restore`: with the program running and without, on this machine and on another.

use crate::harness::{Garson, Shop, an_order, garson, names_in, run_with_input};
use std::{
    fs,
    io::Read,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    time::Duration,
};
use tempfile::TempDir;

const PASSPHRASE: &str = "dört yeşil masa";
#[cfg(unix)]
const NOBODY: u32 = 65_534;

/// A folder for backups, with a passphrase in a file.
struct Stick(TempDir);

impl Stick {
    fn new() -> Stick {
        let stick = Stick(tempfile::tempdir().unwrap());
        fs::write(stick.at("passphrase"), format!("{PASSPHRASE}\nand another line\n")).unwrap();
        stick
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, word: &str, file: &str, data: &Path) -> Command {
        let mut command = garson();
        command.arg(word).arg(self.at(file)).arg("--data").arg(data);
        command
    }

    fn secret(&self, word: &str, file: &str, data: &Path) -> Command {
        let mut command = self.command(word, file, data);
        command.arg("--passphrase-file").arg(self.at("passphrase"));
        command
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[output.stdout.as_slice(), &output.stderr].concat()).into_owned()
}

#[track_caller]
fn done(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    said(&output)
}

/// Exit code 1, and one sentence or a few on standard error.
#[track_caller]
fn refused(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let said = said(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.starts_with("garson: ") && said.ends_with(".\n"), "{said}");
    said
}

fn platform_ids(appliance: &Garson) -> Vec<String> {
    let orders = appliance.get("/web-api/v1/orders?limit=200");
    let mut ids: Vec<String> = orders
        .data()
        .as_array()
        .unwrap()
        .iter()
        .map(|order| order["providerOrderId"].as_str().unwrap().to_owned())
        .collect();
    ids.sort();
    ids
}

#[test]
fn a_backup_that_was_made_while_it_ran_is_all_that_another_machine_needs() {
    let (appliance, stick) = (Garson::start(), Stick::new());
    let shop = Shop::open(&appliance);
    ["1", "2"].iter().for_each(|number| drop(shop.order(&appliance, number)));
    let said = done(&mut stick.secret("backup", "shop.garson", appliance.data()));
    assert!(said.contains("2 orders") && said.contains("Proven") && said.contains("encrypted"), "{said}");
    shop.order(&appliance, "3");
    assert_eq!(names_in(stick.0.path()), ["passphrase", "shop.garson"]);
    assert!(names_in(appliance.data()).iter().all(|name| !name.contains("proof")));

    let mut other = Garson::unowned(&[]);
    let said = done(&mut stick.secret("restore", "shop.garson", other.data()));
    assert!(said.contains("2 orders") && said.contains("sign in again"), "{said}");
    other.key = appliance.key.clone();
    let mut other = other.serve();
    assert_eq!(platform_ids(&other), ["1", "2"]);
    // Secrets open with the key that was inside: the intake address is the one that it was.
    shop.order(&other, "4");
    let restored = other.get("/web-api/v1/audit?deed=store_restored");
    assert_eq!(restored.data()[0]["by"], "command_line", "{restored}");
    other.stop_sound();
}

#[test]
fn without_a_passphrase_and_with_nothing_running_it_needs_the_key_file_elsewhere() {
    let (mut appliance, stick) = (Garson::start(), Stick::new());
    Shop::open(&appliance).order(&appliance, "1");
    appliance.stop();
    let said = done(&mut stick.command("backup", "shop.garson", appliance.data()));
    assert!(said.contains("not encrypted") && said.contains("garson.key"), "{said}");
    let other = Garson::unowned(&[]);
    let said = refused(&mut stick.command("restore", "shop.garson", other.data()));
    assert!(said.contains("--key-file"), "{said}");
    let stranger = Garson::prepare(&[]);
    fs::write(stranger.data().join("garson.key"), format!("{}\n", "A".repeat(43))).unwrap();
    let said = refused(stick.command("restore", "shop.garson", stranger.data()).arg("--force"));
    assert!(said.contains("--key-file") && said.contains("as it was"), "{said}");
    let key = appliance.data().join("garson.key");
    done(stick.command("restore", "shop.garson", other.data()).arg("--key-file").arg(key));
    let mut other = other.serve();
    other.key = appliance.key.clone();
    assert_eq!(platform_ids(&other), ["1"]);
    other.stop_sound();
}

#[test]
fn a_store_is_replaced_only_by_force_and_only_while_nothing_runs_and_there_is_a_way_back() {
    let (mut appliance, stick) = (Garson::start(), Stick::new());
    let shop = Shop::open(&appliance);
    shop.order(&appliance, "1");
    done(&mut stick.command("backup", "shop.garson", appliance.data()));
    shop.order(&appliance, "2");
    let said = refused(stick.command("restore", "shop.garson", appliance.data()).arg("--force"));
    assert!(said.contains("in use by a running garson") && said.contains("Stop it first"), "{said}");
    appliance.stop();
    let said = refused(&mut stick.command("restore", "shop.garson", appliance.data()));
    assert!(said.contains("already") && said.contains("--force"), "{said}");
    let said = done(stick.command("restore", "shop.garson", appliance.data()).arg("--force"));
    let aside: Vec<String> = names_in(appliance.data()).into_iter().filter(|name| name.contains(".before-")).collect();
    assert!(aside.len() == 2 && aside.iter().all(|name| said.contains(name)), "{said}");
    appliance.assert_sound();
    appliance.restart();
    assert_eq!(platform_ids(&appliance), ["1"]);
    appliance.stop();
    for name in aside {
        let (old, _) = name.split_once(".before-").unwrap();
        fs::rename(appliance.data().join(&name), appliance.data().join(old)).unwrap();
    }
    appliance.restart();
    assert_eq!(platform_ids(&appliance), ["1", "2"]);
    appliance.stop_sound();
}

#[test]
fn people_who_were_removed_since_are_back() {
    let (mut appliance, stick) = (Garson::start(), Stick::new());
    let user = |appliance: &Garson, words: &[&str]| {
        let mut command = garson();
        command.arg("user").args(words).arg("--data").arg(appliance.data());
        command
    };
    let (_, ok) = run_with_input(&mut user(&appliance, &["add", "mehmet", "--password-stdin"]), "yeterince uzun\n");
    assert!(ok);
    done(&mut stick.command("backup", "shop.garson", appliance.data()));
    done(&mut user(&appliance, &["remove", "mehmet"]));
    appliance.stop();
    let said = done(stick.command("restore", "shop.garson", appliance.data()).arg("--force"));
    assert!(said.contains("removed"), "{said}");
    assert!(done(&mut user(&appliance, &["list"])).contains("mehmet"));
}

#[test]
fn a_file_that_is_there_is_kept_and_standard_output_is_a_place_too() {
    let (appliance, stick) = (Garson::start(), Stick::new());
    fs::write(stick.at("shop.garson"), "precious").unwrap();
    let said = refused(&mut stick.command("backup", "shop.garson", appliance.data()));
    assert!(said.contains("--force") && fs::read_to_string(stick.at("shop.garson")).unwrap() == "precious", "{said}");
    done(stick.command("backup", "shop.garson", appliance.data()).arg("--force"));
    let output = garson().args(["backup", "-", "--data"]).arg(appliance.data()).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stdout.starts_with(b"garson backup 1\n{"));
    fs::write(stick.at("piped.garson"), output.stdout).unwrap();
    let other = Garson::unowned(&[]);
    let key = appliance.data().join("garson.key");
    done(stick.command("restore", "piped.garson", other.data()).arg("--key-file").arg(key));
    let said = refused(&mut stick.command("backup", "nowhere/shop.garson", appliance.data()));
    assert!(said.contains("cannot be written"), "{said}");
    let said = refused(stick.command("backup", "", appliance.data()).arg("--force"));
    assert!(said.contains("folder"), "{said}");
    let weak = stick.at("weak");
    fs::write(&weak, "12345678\n").unwrap();
    refused(stick.command("backup", "weak.garson", appliance.data()).arg("--passphrase-file").arg(weak));
    assert!(!stick.at("weak.garson").exists() && !stick.at("weak.garson.part").exists());
}

#[test]
fn what_cannot_be_restored_is_refused_with_a_sentence_and_the_store_goes_on() {
    let (mut appliance, stick) = (Garson::start(), Stick::new());
    Shop::open(&appliance).order(&appliance, "1");
    done(&mut stick.secret("backup", "shop.garson", appliance.data()));
    appliance.stop();
    let (before, whole) = (names_in(appliance.data()), fs::read(stick.at("shop.garson")).unwrap());
    let mut altered = whole.clone();
    let last = altered.len() - 50;
    altered[last] ^= 1;
    let newer = [b"garson backup 2\n", &whole[16..]].concat();
    for (name, bytes, word) in [
        ("empty", Vec::new(), "no backup of garson's"),
        ("text", b"Merhaba\n".repeat(1_000), "no backup of garson's"),
        ("a store", fs::read(appliance.data().join("garson.redb")).unwrap(), "no backup of garson's"),
        ("half", whole[..whole.len() / 2].to_vec(), "not whole"),
        ("altered", altered, "not as it was written"),
        ("newer", newer, "newer garson"),
    ] {
        fs::write(stick.at(name), bytes).unwrap();
        let said = refused(stick.secret("restore", name, appliance.data()).arg("--force"));
        assert!(said.contains(word), "{name}: {said}");
    }
    fs::write(stick.at("passphrase"), "beş yeşil masa\n").unwrap();
    let said = refused(stick.secret("restore", "shop.garson", appliance.data()).arg("--force"));
    assert!(said.contains("passphrase is not the one"), "{said}");
    let said = refused(stick.command("restore", "shop.garson", appliance.data()).arg("--force"));
    assert!(said.contains("--passphrase-file"), "{said}");
    assert_eq!(names_in(appliance.data()), before);
    appliance.restart();
    assert_eq!(platform_ids(&appliance), ["1"]);
    appliance.stop_sound();
}

#[test]
fn a_program_that_dies_in_the_middle_leaves_no_backup_and_a_caller_that_does_leaves_the_program() {
    let (mut appliance, stick) = (Garson::start(), Stick::new());
    let shop = Shop::open(&appliance);
    for number in 0..80 {
        // In all more than a pipe, a socket and a few pieces hold.
        let mut order = an_order(&number.to_string());
        order["ofTheShop"] = (0..300).map(|part| noise(number * 300 + part)).collect::<String>().into();
        shop.push(&appliance, &order).data();
    }
    let reads_nothing = |appliance: &Garson| {
        let mut command = garson();
        command.args(["backup", "-", "--data"]).arg(appliance.data()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdout.as_mut().unwrap().read_exact(&mut [0; 16]).unwrap();
        child
    };
    let mut gone = reads_nothing(&appliance);
    gone.kill().unwrap();
    gone.wait().unwrap();
    shop.order(&appliance, "after");
    // Whoever takes nothing does not keep the program from ending.
    let mut idle = reads_nothing(&appliance);
    let (status, took) = appliance.stop();
    assert!(status.success() && took < Duration::from_secs(10), "{status} after {took:?}");
    idle.kill().unwrap();
    idle.wait().unwrap();
    appliance.assert_sound();
    appliance.restart();
    let mut child = reads_nothing(&appliance);
    appliance.kill();
    let mut rest = Vec::new();
    child.stdout.take().unwrap().read_to_end(&mut rest).unwrap();
    let mut error = String::new();
    child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
    assert!(!child.wait().unwrap().success() && error.contains("does not answer"), "{error}");
    appliance.restart();
    assert_eq!(platform_ids(&appliance).len(), 81);
    done(&mut stick.command("backup", "shop.garson", appliance.data()));
    assert!(stick.at("shop.garson").metadata().unwrap().len() > 2_000_000);
    appliance.stop_sound();
}

/// Text that does not become shorter.
fn noise(seed: u64) -> String {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    (0..100)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            char::from(b'a' + (state % 26) as u8)
        })
        .collect()
}

#[cfg(unix)]
#[test]
fn root_writes_where_only_root_may_and_reads_as_the_owner_of_the_store() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
    if rustix::process::geteuid().as_raw() != 0 {
        return; // only root can be somebody else
    }
    let (appliance, stick) = (Garson::prepare(&[]), Stick::new());
    fs::set_permissions(stick.0.path(), PermissionsExt::from_mode(0o700)).unwrap();
    for name in names_in(appliance.data()) {
        chown(appliance.data().join(name), Some(NOBODY), Some(NOBODY)).unwrap();
    }
    chown(appliance.data(), Some(NOBODY), Some(NOBODY)).unwrap();
    done(&mut stick.secret("backup", "shop.garson", appliance.data()));
    let about = stick.at("shop.garson").metadata().unwrap();
    assert_eq!((about.uid(), about.permissions().mode() & 0o777), (0, 0o600));
    done(stick.secret("restore", "shop.garson", appliance.data()).arg("--force"));
    for name in names_in(appliance.data()) {
        assert_eq!(appliance.data().join(&name).metadata().unwrap().uid(), NOBODY, "{name}");
    }
    // A link in the owner's folder leads root nowhere.
    let victim = stick.at("victim");
    fs::write(&victim, "root's own").unwrap();
    for name in ["garson.redb.restored", "garson.key.restored", "garson.restore.new"] {
        std::os::unix::fs::symlink(&victim, appliance.data().join(name)).unwrap();
    }
    done(stick.secret("restore", "shop.garson", appliance.data()).arg("--force"));
    assert_eq!(fs::read_to_string(&victim).unwrap(), "root's own");
}

#[test]
fn a_full_stick_ends_the_backup_and_keeps_no_half_of_it() {
    let (mut appliance, stick) = (Garson::start(), Stick::new());
    let shop = Shop::open(&appliance);
    shop.order(&appliance, "1");
    // No file of the command may be longer; a signal that nobody takes is an error then.
    let script = format!(
        "trap '' XFSZ; ulimit -f 1; exec '{}' backup '{}' --data '{}'",
        env!("CARGO_BIN_EXE_garson"),
        stick.at("shop.garson").display(),
        appliance.data().display()
    );
    let said = refused(Command::new("sh").args(["-c", &script]).stdin(Stdio::null()));
    assert!(said.contains("is full"), "{said}");
    assert_eq!(names_in(stick.0.path()), ["passphrase"]);
    shop.order(&appliance, "2");
    appliance.stop_sound();
}
