//! What a process has cost so far.

use std::{collections::HashMap, fs, time::Duration};

/// User and system time of a process so far, in hundredths of a second as Linux counts them.
pub fn cpu_of(pid: u32) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    let fields: Vec<&str> = stat[stat.rfind(')').unwrap() + 2..].split(' ').collect();
    let ticks: u64 = fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap();
    Duration::from_millis(ticks * 10)
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
