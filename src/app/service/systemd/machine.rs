//! The machine that the service is installed on: where its files are, and the programs of it that are called.

use super::unit::{self, DATA, SETTINGS, UNIT, UNIT_FILE, USER};
use crate::app::service::changes::{Changes, read_only};
use crate::app::service::{DEFAULT_LISTEN, data_folder};
use rustix::fs::Access;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{collections::HashMap, env, ffi::OsStr, fs, io, net::SocketAddr, os::unix::fs::MetadataExt};

const PACKAGED_UNIT_FILES: [&str; 2] = ["/usr/lib/systemd/system/garson.service", "/lib/systemd/system/garson.service"];
const NO_SHELL: &str = "/usr/sbin/nologin";
/// People's accounts begin here.
const FIRST_PERSON: u32 = 1000;

pub struct Machine {
    root: PathBuf,
}

/// What systemd says of the service.
#[derive(Default)]
pub struct UnitState(HashMap<String, String>);

impl UnitState {
    pub fn get(&self, name: &str) -> &str {
        self.0.get(name).map(String::as_str).unwrap_or_default()
    }

    pub fn is_active(&self) -> bool {
        self.get("ActiveState") == "active"
    }

    /// It ended with an error; systemd may be about to try again.
    pub fn has_failed(&self) -> bool {
        self.get("ActiveState") == "failed" || self.get("SubState") == "auto-restart"
    }
}

impl Machine {
    pub fn new(root: &Path) -> Machine {
        Machine { root: root.to_owned() }
    }

    pub fn at(&self, path: impl AsRef<Path>) -> PathBuf {
        let path = path.as_ref();
        self.root.join(path.strip_prefix("/").unwrap_or(path))
    }

    /// Nothing was changed if one of these is not so.
    pub fn can_be_changed(&self, word: &str) -> Result<(), String> {
        self.has_systemd()?;
        let units = self.at(UNIT_FILE).parent().map(Path::to_owned).unwrap_or_default();
        match rustix::fs::access(&units, Access::WRITE_OK).map_err(|e| e.kind()) {
            Err(io::ErrorKind::PermissionDenied) => {
                let program = env::current_exe().unwrap_or_else(|_| PathBuf::from("garson"));
                return Err(format!(
                    "Only root may change the services of this machine. Type: sudo {} service {word}",
                    program.display()
                ));
            }
            Err(io::ErrorKind::ReadOnlyFilesystem) => return Err(read_only(&units)),
            _ => {}
        }
        let unit = self.at(UNIT_FILE);
        match fs::read_to_string(&unit) {
            Ok(text) if !unit::is_ours(&text) => Err(format!(
                "There is a service of that name which `garson service install` did not make: {}. It was left as it is.",
                unit.display()
            )),
            _ => Ok(()),
        }
    }

    pub fn has_systemd(&self) -> Result<(), String> {
        if self.at("/run/systemd/system").is_dir() {
            return Ok(());
        }
        Err("This machine is not run by systemd, and other service managers are not known here. Have yours run `garson \
             serve --data DIR` as a user of its own; SIGTERM stops it in order."
            .to_owned())
    }

    /// A package brings a service of its own, which is the package's to change.
    pub fn has_no_package(&self) -> Result<(), String> {
        let Some(unit) = self.packaged_unit() else { return Ok(()) };
        let first = if self.at(UNIT_FILE).exists() { "First: `garson service uninstall`. " } else { "" };
        Err(format!(
            "garson was installed as a package, which brings its own service ({unit}). {first}Use that one: `systemctl \
             enable --now garson`, `systemctl disable --now garson`; its settings are in {SETTINGS}."
        ))
    }

    pub fn packaged_unit(&self) -> Option<&'static str> {
        PACKAGED_UNIT_FILES.into_iter().find(|path| self.at(path).exists())
    }

    /// Where the installed service keeps its data, and where it listens.
    pub fn settings(&self) -> (String, SocketAddr) {
        let text = fs::read_to_string(self.at(SETTINGS)).unwrap_or_default();
        let (data, listen) = unit::read_settings(&text);
        (data.unwrap_or_else(|| DATA.to_owned()), listen.unwrap_or(DEFAULT_LISTEN))
    }

    pub fn unit_state(&self) -> Result<UnitState, String> {
        let wanted = "--property=ActiveState,SubState,ActiveEnterTimestamp,StatusText,UnitFileState";
        let told = self.systemctl(&["show", wanted, UNIT])?;
        let pair = |line: &str| line.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
        Ok(UnitState(told.lines().filter_map(pair).collect()))
    }

    pub fn systemctl(&self, words: &[&str]) -> Result<String, String> {
        self.run("systemctl", words).map_err(|failed| failed.sentence)
    }

    /// What the service said last, to explain why it does not start.
    pub fn last_words(&self) -> String {
        let words = ["--unit", UNIT, "--lines=5", "--output=cat", "--no-pager", "--quiet"];
        self.run("journalctl", &words).map(|said| said.trim().to_owned()).unwrap_or_default()
    }

    /// Whether the account is there; one that belongs to a person is refused.
    pub fn has_user(&self) -> Result<bool, String> {
        match self.run("id", &["-u", USER]) {
            Ok(number) => match number.trim().parse::<u32>() {
                Ok(number) if number >= FIRST_PERSON => Err(format!(
                    "{USER} is a person's account on this machine (number {number}), and the service would act as that \
                     person. Rename the account, then install again."
                )),
                _ => Ok(true),
            },
            Err(_) => Ok(false),
        }
    }

    pub fn add_user(&self) -> Result<(), String> {
        let useradd = ["--system", "--user-group", "--no-create-home", "--home-dir", DATA, "--shell", NO_SHELL, USER];
        let adduser = ["--system", "--group", "--no-create-home", "--home", DATA, "--shell", NO_SHELL, USER];
        let added = match self.run("useradd", &useradd) {
            Err(failed) if failed.is_missing => self.run("adduser", &adduser),
            added => added,
        };
        added.map(drop).map_err(|failed| format!("The user {USER} cannot be made. {}", failed.sentence))
    }

    pub fn remove_user(&self) -> Result<(), String> {
        self.run("userdel", &[USER]).map(drop).map_err(|failed| failed.sentence)
    }

    /// The folder and garson's own files in it become the service's. What else lies there stays whose it is.
    pub fn give_to_user<'a>(&'a self, folder: &Path, changes: &mut Changes<'a>) -> Result<(), String> {
        let whose = |path: &Path| fs::symlink_metadata(path).map(|file| format!("{}:{}", file.uid(), file.gid()));
        let io = |e: io::Error| format!("The folder cannot be given to {USER}: {e}.");
        let files = data_folder::own_files(folder)?;
        let owner = whose(folder).map_err(io)?;
        let mut owners = HashMap::new();
        for file in &files {
            owners.insert(file.clone(), whose(file).map_err(io)?);
        }
        let place = folder.to_owned();
        // What the service made since then goes to the folder's owner: its own account may be gone in a moment.
        changes.note(move || {
            for file in data_folder::own_files(&place)? {
                self.chown(owners.get(&file).unwrap_or(&owner), &[&file])?;
            }
            self.chown(&owner, &[&place])
        });
        let all: Vec<&Path> = [folder].into_iter().chain(files.iter().map(PathBuf::as_path)).collect();
        self.chown(&format!("{USER}:{USER}"), &all)
    }

    /// Of these alone, and of a link itself if one came in between.
    fn chown(&self, owner: &str, paths: &[&Path]) -> Result<(), String> {
        let words = ["-h".as_ref(), owner.as_ref()].into_iter().chain(paths.iter().map(|path| path.as_os_str()));
        let given = self.run("chown", &words.collect::<Vec<&OsStr>>());
        given.map(drop).map_err(|failed| format!("The folder cannot be given to {owner}. {}", failed.sentence))
    }

    /// The home of the user who called sudo.
    pub fn home_of_caller(&self) -> Option<PathBuf> {
        let name = env::var("SUDO_USER").ok().filter(|name| name != "root")?;
        let accounts = fs::read_to_string(self.at("/etc/passwd")).ok()?;
        let home = accounts.lines().map(|line| line.split(':').collect::<Vec<_>>()).find(|account| account[0] == name);
        home.and_then(|account| account.get(5).map(PathBuf::from))
    }

    /// Programs of the machine are in the folders that a plain `su` leaves out of PATH, too.
    fn run(&self, program: &str, words: &[impl AsRef<OsStr>]) -> Result<String, ProgramFailed> {
        let mut path = env::var_os("PATH").unwrap_or_default();
        path.push(":/usr/sbin:/sbin:/usr/bin:/bin");
        let output =
            Command::new(program).args(words).env("PATH", path).env("LC_ALL", "C").stdin(Stdio::null()).output();
        match output {
            Ok(output) if output.status.success() => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            Ok(output) => {
                let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
                let said = if said.is_empty() { output.status.to_string() } else { said };
                Err(ProgramFailed { sentence: format!("{program} said: {said}"), is_missing: false })
            }
            Err(e) => Err(ProgramFailed {
                sentence: format!("{program} cannot be run: {e}."),
                is_missing: e.kind() == io::ErrorKind::NotFound,
            }),
        }
    }
}

struct ProgramFailed {
    sentence: String,
    is_missing: bool,
}
