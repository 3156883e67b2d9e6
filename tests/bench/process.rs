//! What a process costs, as Linux tells it, and what it gives to the disk, as the shim counts it.

use crate::harness::{Garson, shim};
use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

/// User and system time of a process so far, in hundredths of a second as Linux counts them.
pub fn cpu_of(pid: u32) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    let fields: Vec<&str> = stat[stat.rfind(')').unwrap() + 2..].split(' ').collect();
    let ticks: u64 = fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap();
    Duration::from_millis(ticks * 10)
}

/// What of a process lies in memory, in MB.
pub fn resident_megabytes(pid: u32) -> f64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("it runs");
    line.trim().trim_end_matches(" kB").parse::<f64>().unwrap() / 1024.0
}

/// The time of each thread of a process, to the nanosecond. Those that have ended are not in it.
pub struct ThreadTimes(HashMap<String, u64>);

impl ThreadTimes {
    pub fn of(pid: u32) -> ThreadTimes {
        let threads = fs::read_dir(format!("/proc/{pid}/task")).unwrap().flatten();
        let time = |thread: fs::DirEntry| {
            let schedule = fs::read_to_string(thread.path().join("schedstat")).ok()?;
            Some((thread.file_name().into_string().ok()?, schedule.split(' ').next()?.parse().ok()?))
        };
        ThreadTimes(threads.filter_map(time).collect())
    }

    /// What has passed from the `earlier` ones to these.
    pub fn since(&self, earlier: &ThreadTimes) -> Duration {
        let passed = |(thread, time): (&String, &u64)| time - earlier.0.get(thread).unwrap_or(&0);
        Duration::from_nanos(self.0.iter().map(passed).sum())
    }
}

/// How syncs go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disk {
    /// As the machine's disk does them.
    Real,
    /// Each takes one millisecond, whatever the disk does.
    Steady,
    /// None takes any time: for filling.
    Free,
}

impl Disk {
    /// The variables that have a program's syncs go so and be counted.
    pub fn environment(self, counts: &Path) -> Vec<(String, String)> {
        let text = |path: &Path| path.to_str().unwrap().to_owned();
        let mut variables = vec![("LD_PRELOAD".into(), text(&shim("sync"))), ("SYNC_COUNTS".into(), text(counts))];
        match self {
            Disk::Real => {}
            Disk::Steady => variables.push(("SYNC_MICROS".into(), "1000".into())),
            Disk::Free => variables.push(("SYNC_MICROS".into(), "0".into())),
        }
        variables
    }
}

/// Puts the disk under a program that is not started yet.
pub fn on_disk(disk: Disk, garson: Garson) -> Garson {
    let counts = counts_of(garson.data());
    disk.environment(&counts).into_iter().fold(garson, |garson, (name, value)| garson.env(&name, value))
}

pub fn counts_of(folder: &Path) -> PathBuf {
    folder.join("sync.counts")
}

/// What a process has cost up to now.
#[derive(Clone, Copy, Debug)]
pub struct Spent {
    pub cpu: Duration,
    pub syncs: u64,
    pub bytes: u64,
}

impl Spent {
    pub fn by(pid: u32, folder: &Path) -> Spent {
        let counts = fs::read(counts_of(folder)).unwrap_or_default();
        let number =
            |at: usize| counts.get(8 * at..8 * at + 8).map_or(0, |b| u64::from_ne_bytes(b.try_into().unwrap()));
        Spent { cpu: cpu_of(pid), syncs: number(0), bytes: number(2) }
    }

    pub fn since(self, earlier: Spent) -> Spent {
        let Spent { cpu, syncs, bytes } = earlier;
        Spent { cpu: self.cpu - cpu, syncs: self.syncs - syncs, bytes: self.bytes - bytes }
    }
}
