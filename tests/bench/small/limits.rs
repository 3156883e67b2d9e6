//! A quarter of one core and so much memory: control groups where they can be made, as root on Linux mostly; where they
//! cannot, the program is stopped for three quarters of each tenth of a second, and its memory is not limited.

use crate::harness::{Garson, shim, signal};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

const PERIOD_MICROS: u64 = 100_000;
const QUARTER_MICROS: u64 = 25_000;

pub enum Limits {
    Groups { folders: Vec<PathBuf>, peak: PathBuf },
    Pauses { is_over: Arc<AtomicBool> },
}

impl Limits {
    pub fn new(megabytes: u64) -> Limits {
        second_version(megabytes)
            .or_else(|| first_version(megabytes))
            .unwrap_or_else(|| Limits::Pauses { is_over: Arc::default() })
    }

    /// How the program was held, for whoever reads the figures.
    pub fn described(&self) -> &'static str {
        match self {
            Limits::Groups { folders, .. } if folders.len() == 1 => "control groups, version 2",
            Limits::Groups { .. } => "control groups, version 1",
            Limits::Pauses { .. } => "SIGSTOP and SIGCONT for the processor, and no limit of memory",
        }
    }

    pub fn start(&self, garson: Garson) -> Garson {
        match self {
            Limits::Groups { folders, .. } => {
                let files: Vec<String> =
                    folders.iter().map(|folder| folder.join("cgroup.procs").to_str().unwrap().to_owned()).collect();
                let library = shim("group").to_str().unwrap().to_owned();
                garson.env("LD_PRELOAD", library).env("GROUP_FILES", files.join(":")).serve()
            }
            Limits::Pauses { is_over } => {
                let garson = garson.serve();
                let (pid, is_over) = (garson.pid(), is_over.clone());
                thread::spawn(move || pause_again_and_again(pid, &is_over));
                garson
            }
        }
    }

    /// The most memory that the group ever held, files that were read included.
    pub fn peak_megabytes(&self) -> Option<f64> {
        match self {
            Limits::Groups { peak, .. } => Some(number(peak)? as f64 / 1024.0 / 1024.0),
            Limits::Pauses { .. } => None,
        }
    }
}

impl Drop for Limits {
    /// The program must have ended.
    fn drop(&mut self) {
        match self {
            Limits::Groups { folders, .. } => folders.iter().for_each(|folder| remove(folder)),
            Limits::Pauses { is_over } => is_over.store(true, Ordering::Relaxed),
        }
    }
}

/// One folder for all; only some levels of the tree may have groups with these limits below them.
fn second_version(megabytes: u64) -> Option<Limits> {
    let own = own_group("")?;
    let root = Path::new("/sys/fs/cgroup");
    own.ancestors().find_map(|above| {
        let folder = make(&root.join(above))?;
        let is_limited = write(&folder.join("cpu.max"), format!("{QUARTER_MICROS} {PERIOD_MICROS}"))
            && write(&folder.join("memory.max"), format!("{megabytes}M"));
        // Where there is none to turn off.
        let _ = is_limited && write(&folder.join("memory.swap.max"), "0".into());
        if !is_limited {
            remove(&folder);
            return None;
        }
        Some(Limits::Groups { peak: folder.join("memory.peak"), folders: vec![folder] })
    })
}

fn first_version(megabytes: u64) -> Option<Limits> {
    let folder = |controller: &str| make(&Path::new("/sys/fs/cgroup").join(controller).join(own_group(controller)?));
    let (cpu, memory) = (folder("cpu")?, folder("memory"));
    let Some(memory) = memory else {
        remove(&cpu);
        return None;
    };
    let is_limited = write(&cpu.join("cpu.cfs_period_us"), PERIOD_MICROS.to_string())
        && write(&cpu.join("cpu.cfs_quota_us"), QUARTER_MICROS.to_string())
        && write(&memory.join("memory.limit_in_bytes"), format!("{megabytes}M"));
    let peak = memory.join("memory.max_usage_in_bytes");
    let limits = Limits::Groups { folders: vec![cpu, memory], peak };
    is_limited.then_some(limits)
}

/// Below the group that this process is in, so that whatever holds for that holds on.
fn own_group(controller: &str) -> Option<PathBuf> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let of = |line: &str| {
        let (_, rest) = line.split_once(':')?;
        let (controllers, path) = rest.split_once(':')?;
        controllers.split(',').any(|one| one == controller).then(|| PathBuf::from(path.trim_start_matches('/')))
    };
    groups.lines().find_map(of)
}

fn make(parent: &Path) -> Option<PathBuf> {
    let folder = parent.join(format!("garson-bench-{}", std::process::id()));
    fs::create_dir(&folder).ok().map(|()| folder)
}

fn remove(folder: &Path) {
    // A process that was just killed leaves its group a moment later.
    for _ in 0..100 {
        if fs::remove_dir(folder).is_ok() {
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
    eprintln!("{} is left", folder.display());
}

fn write(file: &Path, text: String) -> bool {
    file.exists() && fs::write(file, text).is_ok()
}

fn number(file: &Path) -> Option<u64> {
    fs::read_to_string(file).ok()?.trim().parse().ok()
}

fn pause_again_and_again(pid: u32, is_over: &AtomicBool) {
    while !is_over.load(Ordering::Relaxed) && Path::new(&format!("/proc/{pid}")).exists() {
        signal(pid, "STOP");
        thread::sleep(Duration::from_micros(PERIOD_MICROS - QUARTER_MICROS));
        signal(pid, "CONT");
        thread::sleep(Duration::from_micros(QUARTER_MICROS));
    }
}
