//! `garson demo`: the whole product in a minute, and nothing left behind.

use crate::harness::{eventually, garson, signal};
use serde_json::Value;
use std::{
    collections::BTreeSet,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Stdio},
    time::{Duration, Instant},
};

/// It is to be seen in a minute; a busy machine may need five times that.
const FIVE_MINUTES: Duration = Duration::from_secs(300);

struct Demo {
    child: Child,
    url: String,
    key: String,
    said: String,
}

impl Demo {
    /// In a folder for temporary files of its own.
    fn start(temporary: &Path) -> Demo {
        let mut child = garson()
            .args(["demo", "--listen", "127.0.0.1:0", "--pace", "1s"])
            .env("TMPDIR", temporary)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (mut said, mut url) = (String::new(), None);
        while url.is_none() {
            let line = lines.next().expect("it listens").unwrap();
            url = line.strip_prefix("listening on ").map(str::to_owned);
            said += &line;
            said.push('\n');
        }
        std::thread::spawn(move || lines.for_each(drop));
        let key = said.lines().find_map(|line| line.trim().strip_prefix("API key")).unwrap().trim().to_owned();
        Demo { child, url: url.unwrap(), key, said }
    }

    fn get(&self, path: &str) -> Value {
        let mut answer = ureq::get(format!("{}{path}", self.url))
            .header("Authorization", format!("Bearer {}", self.key))
            .call()
            .unwrap();
        serde_json::from_str(&answer.body_mut().read_to_string().unwrap()).unwrap()
    }
}

impl Drop for Demo {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn rows(temporary: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(temporary).unwrap();
    entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn a_demo_shows_the_whole_product_in_a_minute_and_leaves_nothing_behind() {
    let temporary = tempfile::tempdir().unwrap();
    let mut demo = Demo::start(temporary.path());
    assert!(demo.said.contains("DEMO"), "{}", demo.said);
    assert_eq!(rows(temporary.path()).len(), 1);

    let began = Instant::now();
    let (mut statuses, mut providers) = (BTreeSet::new(), BTreeSet::new());
    while !(BTreeSet::from([350, 400, 500, 600, 900, 1500]).is_subset(&statuses)
        && providers.len() == garson::platforms::called().count())
    {
        assert!(began.elapsed() < FIVE_MINUTES, "only {statuses:?} {providers:?}");
        for order in demo.get("/web-api/v1/orders?limit=200")["data"].as_array().unwrap() {
            statuses.insert(order["status"].as_u64().unwrap());
            providers.insert(order["provider"].as_str().unwrap().to_owned());
            assert!(order["total"].as_f64().unwrap() > 0.0, "{order}");
        }
        std::thread::sleep(Duration::from_millis(200));
    }
    let deliveries = |state: &str| {
        let page = demo.get(&format!("/web-api/v1/webhooks/deliveries?limit=200&state={state}"));
        page["data"].as_array().unwrap().clone()
    };
    let events: BTreeSet<String> =
        deliveries("delivered").iter().map(|delivery| delivery["event"].as_str().unwrap().to_owned()).collect();
    for event in ["siparis.olusturuldu", "siparis.durum_degisti", "siparis.iptal_edildi"] {
        assert!(events.contains(event), "{events:?}");
    }
    // The receiver fails now and then, and what it refused comes again.
    eventually("a delivery that took two attempts", || {
        let all = deliveries("delivered");
        all.iter().find(|delivery| delivery["attemptCount"].as_u64().is_some_and(|count| count > 1)).map(drop)
    });

    let asked = Instant::now();
    signal(demo.child.id(), "TERM");
    assert!(demo.child.wait().unwrap().success());
    assert!(asked.elapsed() < Duration::from_secs(10), "it took {:?} to stop", asked.elapsed());
    assert_eq!(rows(temporary.path()), Vec::<String>::new());
}

#[test]
fn a_demo_that_was_killed_is_swept_up_by_the_next_and_one_that_runs_is_not() {
    let temporary = tempfile::tempdir().unwrap();
    let mut killed = Demo::start(temporary.path());
    let first = rows(temporary.path());
    killed.child.kill().unwrap();
    killed.child.wait().unwrap();
    assert_eq!(rows(temporary.path()), first);
    let running = Demo::start(temporary.path());
    let second = rows(temporary.path());
    assert!(second.len() == 1 && second != first, "{first:?} {second:?}");
    let _another = Demo::start(temporary.path());
    let both = rows(temporary.path());
    assert!(both.len() == 2 && both.contains(&second[0]), "{both:?}");
    assert!(running.get("/health")["status"] == "ok");
}
