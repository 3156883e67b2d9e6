//! `garson upgrade`: a new program that works takes over, one that does not leaves no trace, and no order is lost by either.

mod folder;
mod meanwhile;
mod publish;
mod refused;
mod watched;

use crate::harness::{Garson, PATIENCE, Shop, an_order, eventually, garson, shim, signal};
use garson::{
    clock,
    control::{AskError, ControlReply, ControlRequest, OnBytes, ask},
    model::{Lang, Version},
};
use publish::{Publisher, install, put};
use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::channel,
    },
    time::Duration,
};
use tempfile::TempDir;

/// A program that may be replaced, who publishes new ones, and a shop with an order.
struct Rig {
    garson: Garson,
    shop: Shop,
    publisher: Publisher,
    place: TempDir,
}

impl Rig {
    fn start() -> Rig {
        Rig::start_with(|garson| garson)
    }

    fn start_with(arrange: impl FnOnce(Garson) -> Garson) -> Rig {
        let (publisher, place) = (Publisher::new(), tempfile::tempdir().unwrap());
        let program = install(place.path());
        let garson = arrange(Garson::prepare(&[]).program(&program)).serve();
        let shop = Shop::open(&garson);
        shop.order(&garson, "before");
        Rig { garson, shop, publisher, place }
    }

    fn program(&self) -> PathBuf {
        self.place.path().join("garson")
    }

    fn waiting(&self) -> PathBuf {
        self.place.path().join("garson.new")
    }

    fn command(&self, file: &Path, words: &[&str]) -> Command {
        let mut command = Command::new(self.program());
        command.env("LC_ALL", "en_US.UTF-8");
        command.args(["upgrade", "--data"]).arg(self.garson.data()).args(words).arg(file);
        command
    }

    fn upgrade(&self, file: &Path, words: &[&str]) -> Output {
        self.command(file, words).output().unwrap()
    }

    /// Where it listens now: it chose another port when it became another program.
    #[track_caller]
    fn find(&mut self) {
        eventually("the new program", || {
            self.garson.base = base(&self.garson);
            self.garson.try_send("GET", "/health", None, &[]).ok().filter(|health| health.status == 200)
        });
    }

    /// Asks the running program to become 0.2.0, as the command does, which then does no more.
    fn ask_for(&self, file: &Path) -> Result<ControlReply, AskError> {
        let program = self.waiting();
        put(file, &program);
        let (to, begun) = (Version::parse("0.2.0").unwrap(), clock::now());
        let request = ControlRequest::Upgrade { program, to, begun, patience_seconds: 60 };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let no_bytes: OnBytes = Arc::new(|_| false);
        runtime.block_on(ask(self.garson.data(), &request, Lang::En, |_| {}, &no_bytes))
    }

    fn state(&self) -> Value {
        let text = fs::read(self.garson.data().join("garson.upgrade")).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    fn await_phase(&self, phase: &str) {
        eventually(phase, || (self.state()["phase"] == phase).then_some(()));
    }

    #[track_caller]
    fn has_order(&self, id: &str) {
        assert_eq!(self.garson.get(&format!("/web-api/v1/orders/{id}")).data()["total"], 499.9, "{id}");
    }

    /// The old program is in its place, with all that it had, and goes on; and it tells what happened.
    #[track_caller]
    fn is_as_before(&mut self, why: &str) {
        self.find();
        self.has_order("before");
        let status = garson().args(["status", "--data"]).arg(self.garson.data()).output().unwrap();
        let status = String::from_utf8_lossy(&status.stdout).into_owned();
        assert!(status.contains("was undone: ") && status.contains(why), "{status}");
        assert!(fs::read(self.program()).unwrap() != fs::read(self.publisher.program("0.9.9")).unwrap());
        assert!(!self.garson.data().join("garson.redb.before").exists());
    }
}

fn base(garson: &Garson) -> String {
    let printed = garson.printed();
    printed.lines().rev().find_map(|line| line.strip_prefix("listening on ")).unwrap().to_owned()
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn a_new_program_takes_over_and_no_order_is_lost_meanwhile() {
    let mut rig = Rig::start();
    let file = rig.publisher.program("0.2.0");
    let (pid, is_over) = (rig.garson.pid(), AtomicBool::new(false));
    let (taken, output, goes_on) = std::thread::scope(|scope| {
        let (rig, is_over) = (&rig, &is_over);
        let (tell, told) = channel();
        let pushing = scope.spawn(move || {
            let mut taken = Vec::new();
            for number in 0.. {
                if is_over.load(Ordering::Relaxed) {
                    break;
                }
                let (id, url) =
                    (format!("meanwhile-{number}"), format!("{}{}/orders", base(&rig.garson), rig.shop.intake));
                let body = an_order(&id).to_string();
                match rig.garson.try_send("POST", &url, Some(body.as_bytes()), &[("Authorization", "")]) {
                    Ok(reply) if reply.status == 200 => {
                        taken.push(id);
                        tell.send(()).unwrap();
                    }
                    _ => std::thread::sleep(Duration::from_millis(5)),
                }
            }
            taken
        });
        // Judged when the thread has ended, which goes on for as long as nobody stops it.
        let some_are_taken = || (0..10).all(|_| told.recv_timeout(PATIENCE).is_ok());
        some_are_taken();
        let output = rig.upgrade(&file, &[]);
        // Some more, to the new one.
        while told.try_recv().is_ok() {}
        let goes_on = some_are_taken();
        is_over.store(true, Ordering::Relaxed);
        (pushing.join().unwrap(), output, goes_on)
    });
    let words = said(&output);
    assert!(output.status.success() && words.contains("garson 0.2.0 runs now."), "{words}\n{}", rig.garson.log());
    rig.find();
    // One process for whoever watches it, and the new program in its place.
    assert_eq!(rig.garson.pid(), pid);
    assert_eq!(fs::read(rig.program()).unwrap(), fs::read(&file).unwrap());
    assert!(rig.place.path().join("garson.old").exists() && !rig.waiting().exists());
    // The store of before is kept under the name of its format, and only there.
    let names = fs::read_dir(rig.garson.data()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let kept: Vec<String> = names.filter(|name| name.starts_with("garson.redb.before")).collect();
    assert!(kept.len() == 1 && kept[0].starts_with("garson.redb.before.format-"), "{kept:?}");
    assert!(words.contains(&kept[0]), "{words}");
    assert!(goes_on && taken.len() > 20, "{taken:?}");
    taken.iter().for_each(|id| rig.has_order(id));
    let page = crate::panel::Browser::owner(&rig.garson, "en").page("/audit");
    assert!(page.contains("Program upgraded") && page.contains("0.1.0 → 0.2.0"), "{page}");
    // The same once more is refused, and the next one is not.
    assert!(said(&rig.upgrade(&file, &[])).contains("garson is 0.2.0 already"));
    let output = rig.upgrade(&rig.publisher.program("0.10.0"), &[]);
    assert!(output.status.success(), "{}", said(&output));
    rig.find();
    taken.iter().take(3).for_each(|id| rig.has_order(id));
    rig.garson.stop_sound();
}

#[test]
fn a_program_that_does_not_come_up_leaves_everything_as_it_was() {
    let mut rig = Rig::start();
    let data = rig.garson.data().display().to_string();
    for (lines, words, why) in [
        ("echo no good >&2; exit 3".to_owned(), vec![], "no good"),
        ("exec sleep 60".to_owned(), vec!["--within", "1s"], "had not come up after"),
        (format!("echo broken > {data}/garson.redb; echo healthy; exit 1"), vec![], "exit status: 1"),
        (format!("rm {data}/garson.redb; exit 0"), vec![], "exit status: 0"),
        ("kill -9 $$".to_owned(), vec![], "signal: 9"),
    ] {
        let output = rig.upgrade(&rig.publisher.script("0.2.0", &lines), &words);
        let words = said(&output);
        assert!(
            !output.status.success() && words.contains(why) && words.contains("nothing is lost"),
            "{lines}: {words}"
        );
        rig.is_as_before(why);
        assert!(!rig.waiting().exists(), "{lines}");
    }
    let owner = crate::panel::Browser::owner(&rig.garson, "en");
    let page = owner.page("/audit");
    assert!(page.contains("Program upgrade undone") && page.contains("0.1.0 → 0.2.0"), "{page}");
    let page = owner.page("/status");
    assert!(page.contains("The upgrade to 0.2.0 was undone:") && page.contains("nothing is lost"), "{page}");
    rig.garson.stop_sound();
}

#[test]
fn everything_may_die_while_the_new_program_is_tried_out() {
    let mut rig = Rig::start();
    let data = rig.garson.data().display().to_string();
    let lines = format!("echo broken > {data}/garson.redb; echo $$ > {data}/test.pid; exec sleep 60");
    let mut asking = rig.command(&rig.publisher.script("0.2.0", &lines), &[]).spawn().unwrap();
    let child = eventually("the trial", || {
        fs::read_to_string(rig.garson.data().join("test.pid")).ok()?.trim().parse::<u32>().ok()
    });
    assert_eq!(rig.state()["phase"], "trial");
    rig.garson.kill();
    signal(child, "KILL");
    asking.kill().unwrap();
    asking.wait().unwrap();
    // Whoever comes first puts the store back, also a command: what it writes is not undone.
    let (_, key) = rig.garson.add_key("after the power cut");
    rig.garson.restart();
    rig.is_as_before("cut off");
    assert_eq!(rig.garson.send_with(&key, "GET", "/web-api/v1/orders", None).status, 200);
}

#[test]
fn everything_may_die_when_the_new_program_has_shown_itself() {
    for is_swapped in [false, true] {
        let mut rig = Rig::start();
        assert!(rig.ask_for(&rig.publisher.program("0.2.0")).is_ok());
        rig.await_phase("healthy");
        rig.garson.kill();
        if is_swapped {
            fs::rename(rig.waiting(), rig.program()).unwrap();
        }
        rig.garson.restart();
        if is_swapped {
            rig.await_phase("done");
            rig.has_order("before");
        } else {
            rig.is_as_before("cut off");
        }
        rig.shop.order(&rig.garson, "after");
        rig.garson.restart();
        rig.has_order("after");
    }
}

#[test]
fn what_is_restored_after_an_upgrade_that_was_cut_off_stays() {
    let mut rig = Rig::start();
    let backup = rig.place.path().join("shop.backup");
    let command = |word: &str| {
        let mut command = garson();
        command.args([word, "--data"]).arg(rig.garson.data()).arg(&backup);
        command
    };
    let (made, mut restore) = (command("backup").output().unwrap(), command("restore"));
    assert!(made.status.success(), "{}", said(&made));
    rig.shop.order(&rig.garson, "later");
    assert!(rig.ask_for(&rig.publisher.program("0.2.0")).is_ok());
    rig.await_phase("healthy");
    rig.garson.kill();
    let restored = restore.arg("--force").output().unwrap();
    assert!(restored.status.success(), "{}", said(&restored));
    rig.garson.restart();
    rig.is_as_before("cut off");
    assert_eq!(rig.garson.get("/web-api/v1/orders/later").status, 404);
}

#[test]
fn a_disk_that_fills_up_while_the_store_is_copied_stops_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let flag = folder.path().join("trouble");
    let mut rig = Rig::start_with(|garson| {
        let garson = garson.env("LD_PRELOAD", shim("disk").to_str().unwrap()).env("DISK_FLAG", flag.to_str().unwrap());
        garson.env("DISK_ENDING", ".redb.before.new")
    });
    fs::write(&flag, "f").unwrap();
    let output = rig.upgrade(&rig.publisher.program("0.2.0"), &[]);
    let words = said(&output);
    assert!(!output.status.success() && words.contains("the store cannot be copied"), "{words}");
    rig.is_as_before("cannot be copied");
    assert!(!rig.garson.data().join("garson.redb.before.new").exists());
    fs::remove_file(&flag).unwrap();
    let output = rig.upgrade(&rig.publisher.program("0.2.0"), &[]);
    assert!(output.status.success(), "{}", said(&output));
}

#[test]
fn a_store_that_does_not_close_in_time_is_not_upgraded_and_whoever_asked_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let flag = folder.path().join("trouble");
    let mut rig = Rig::start_with(|garson| {
        garson.env("LD_PRELOAD", shim("disk").to_str().unwrap()).env("DISK_FLAG", flag.to_str().unwrap())
    });
    fs::write(&flag, "h").unwrap();
    let output = rig.upgrade(&rig.publisher.program("0.2.0"), &[]);
    let words = said(&output);
    assert!(!output.status.success() && words.contains("could not be closed in time"), "{words}");
    assert!(!rig.waiting().exists());
    fs::remove_file(&flag).unwrap();
    rig.is_as_before("could not be closed in time");
    rig.garson.stop_sound();
}

#[test]
fn a_program_that_waits_for_the_new_one_to_be_put_into_its_place_can_be_stopped() {
    let mut rig = Rig::start();
    assert!(rig.ask_for(&rig.publisher.program("0.2.0")).is_ok());
    rig.await_phase("healthy");
    let (_, took) = rig.garson.stop();
    assert!(took < Duration::from_secs(10), "{took:?}");
    rig.garson.restart();
    rig.is_as_before("cut off");
}

#[test]
fn a_program_that_does_not_run_is_upgraded_by_the_command_itself() {
    let mut rig = Rig::start();
    rig.garson.stop();
    let output = rig.upgrade(&rig.publisher.script("0.2.0", "exit 1"), &[]);
    assert!(!output.status.success() && said(&output).contains("nothing is lost"), "{}", said(&output));
    assert!(!rig.waiting().exists() && rig.state()["phase"] == "undone");
    let output = rig.upgrade(&rig.publisher.program("0.2.0"), &[]);
    let words = said(&output);
    assert!(output.status.success() && words.contains("Start it as you did before."), "{words}");
    rig.garson.restart();
    rig.has_order("before");
    assert_eq!(rig.state()["phase"], "done");
}
