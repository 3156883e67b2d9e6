//! `garson service install` on Linux: what must be so, what is changed, and what the person is told.

use super::machine::Machine;
use super::unit::{self, BINARY, SETTINGS, UNIT, UNIT_FILE};
use crate::app::service::{data_folder, port_is_free, store_copy};
use crate::app::{options::InstallOptions, serve::local_url, service::changes::Changes};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, fs, net::SocketAddr, process::ExitCode, thread::sleep};

/// For the service to be ready; a store that is repaired takes longer, and is not a failure.
const READY_WITHIN: Duration = Duration::from_secs(30);
const LOOK_AGAIN: Duration = Duration::from_millis(200);

/// What the service will be.
struct Installation<'a> {
    options: &'a InstallOptions,
    data: PathBuf,
    listen: SocketAddr,
    /// It runs already, and is brought up to date.
    was_active: bool,
    was_enabled: bool,
    /// There was no store in its folder before.
    is_new: bool,
}

pub fn install(machine: &Machine, options: &InstallOptions) -> Result<ExitCode, String> {
    let plan = plan(machine, options)?;
    let mut changes = Changes::default();
    let is_ready =
        make(machine, &plan, &mut changes).map_err(|sentence| format!("{sentence}\n{}", changes.take_back()))?;
    if !is_ready {
        println!(
            "garson is a service of this machine now, but it is still starting. How far it is: garson service status"
        );
        return Ok(ExitCode::FAILURE);
    }
    let (url, folder) = (local_url(plan.listen), plan.data.display());
    println!(
        "garson is a service of this machine now, and runs.\npanel at {url}\ndata in {folder}\nlog: journalctl -u garson"
    );
    println!("Next: sudo {BINARY} setup-link --data {folder} prints the address to open in a browser.");
    if plan.is_new && plan.options.copy_from.is_none() {
        mention_tried_store(machine, &plan.data);
    }
    Ok(ExitCode::SUCCESS)
}

/// Everything that can be known before anything is changed.
fn plan<'a>(machine: &Machine, options: &'a InstallOptions) -> Result<Installation<'a>, String> {
    machine.has_systemd()?;
    machine.has_no_package()?;
    machine.can_be_changed("install")?;
    let (data, listen) = machine.settings();
    let data = options.data.clone().unwrap_or_else(|| PathBuf::from(data));
    if !data.is_absolute() || data.to_str().is_none_or(|text| text.contains(['\n', '\r'])) {
        return Err(format!("{} is not a full path. Give one that begins with /.", data.display()));
    }
    if ["/home", "/root", "/run", "/tmp", "/var/tmp"].iter().any(|hidden| data.starts_with(hidden)) {
        return Err(format!(
            "The service cannot see {}: home folders and temporary ones are closed to it. Choose one such as \
             /srv/garson.",
            data.display()
        ));
    }
    data_folder::can_be_given(&machine.at(&data))?;
    if let Some(from) = &options.copy_from {
        store_copy::can_copy(from, &machine.at(&data))?;
    }
    let state = machine.unit_state()?;
    let (before, was_active) = (listen, state.is_active());
    let listen = options.listen.unwrap_or(listen);
    // Its own port is in use by itself.
    if !was_active || listen.port() != before.port() {
        port_is_free(listen)?;
    }
    machine.has_user()?;
    let was_enabled = state.get("UnitFileState") == "enabled";
    let is_new = !store_copy::has_store(&machine.at(&data));
    Ok(Installation { options, data, listen, was_active, was_enabled, is_new })
}

/// Whether it was ready in time.
fn make<'a>(machine: &'a Machine, plan: &Installation<'_>, changes: &mut Changes<'a>) -> Result<bool, String> {
    let was_active = plan.was_active;
    // Noted first, so taken back last: when the files are as they were.
    changes.note(move || {
        machine.systemctl(&["daemon-reload"])?;
        if was_active { machine.systemctl(&["restart", UNIT]).map(drop) } else { Ok(()) }
    });
    let is_binary_ours = put_binary(machine, changes)?;
    if !machine.has_user()? {
        machine.add_user()?;
        changes.note(|| machine.remove_user());
    }
    let data = machine.at(&plan.data);
    changes.make_folder(&data, 0o700)?;
    if let Some(from) = &plan.options.copy_from {
        store_copy::copy(from, &data)?;
        let data = data.clone();
        changes.note(move || store_copy::remove(&data));
    }
    machine.give_to_user(&data, changes)?;
    put_files(machine, plan, is_binary_ours, changes)?;
    machine.systemctl(&["daemon-reload"])?;
    if !plan.was_enabled {
        changes.note(|| machine.systemctl(&["disable", UNIT]).map(drop));
        machine.systemctl(&["enable", UNIT])?;
    }
    changes.note(|| machine.systemctl(&["stop", UNIT]).map(drop));
    // Begun anew where it runs: the binary and the settings may be others now.
    machine.systemctl(&["restart", "--no-block", UNIT])?;
    wait_until_ready(machine)
}

/// Copies the running program to its place; whether the copy there is ours to remove one day. What lay there before the
/// first installation never is, even where it was brought up to date.
fn put_binary(machine: &Machine, changes: &mut Changes<'_>) -> Result<bool, String> {
    let program = env::current_exe().map_err(|e| format!("The program cannot find itself: {e}."))?;
    let place = machine.at(BINARY);
    let was_ours = fs::read_to_string(machine.at(UNIT_FILE)).is_ok_and(|before| unit::is_binary_ours(&before));
    let is_ours = was_ours || fs::symlink_metadata(&place).is_err();
    if fs::canonicalize(&place).is_ok_and(|place| fs::canonicalize(&program).is_ok_and(|program| program == place)) {
        return Ok(is_ours);
    }
    let content = fs::read(&program).map_err(|e| format!("{} cannot be read: {e}.", program.display()))?;
    changes.put(&place, &content, 0o755)?;
    Ok(is_ours)
}

fn put_files(
    machine: &Machine,
    plan: &Installation<'_>,
    is_binary_ours: bool,
    changes: &mut Changes<'_>,
) -> Result<(), String> {
    let InstallOptions { data, listen, .. } = plan.options;
    if data.is_some() || listen.is_some() {
        let before = fs::read_to_string(machine.at(SETTINGS)).unwrap_or_default();
        let after = unit::settings(&before, data.as_deref(), *listen);
        changes.put(&machine.at(SETTINGS), after.as_bytes(), 0o644)?;
    }
    let unit = unit::text(&plan.data, plan.listen, is_binary_ours);
    changes.put(&machine.at(UNIT_FILE), unit.as_bytes(), 0o644)
}

fn wait_until_ready(machine: &Machine) -> Result<bool, String> {
    let until = Instant::now() + READY_WITHIN;
    loop {
        let state = machine.unit_state()?;
        if state.has_failed() {
            return Err(format!("The service does not start. It said last:\n{}", machine.last_words()));
        }
        if state.is_active() {
            return Ok(true);
        }
        if Instant::now() > until {
            return Ok(false);
        }
        sleep(LOOK_AGAIN);
    }
}

/// Data of an earlier trial by hand is not in the service, and the user should know.
fn mention_tried_store(machine: &Machine, data: &Path) {
    let homes = [machine.home_of_caller().map(|home| machine.at(home)), env::var_os("HOME").map(PathBuf::from)];
    let mut homes = homes.into_iter().flatten().map(|home| home.join(".local/share/garson"));
    let tried = homes.find(|folder| store_copy::has_store(folder));
    if let Some(tried) = tried {
        let (tried, data) = (tried.display(), data.display());
        println!(
            "\nThere is a store in {tried}, from when garson was started by hand. It was not moved, and the service has one \
             of its own.\nTo bring it along, stop that garson and type:\n  sudo systemctl stop garson\n  sudo mv {data} \
             {data}.empty\n  sudo {BINARY} service install --copy-from {tried}"
        );
    }
}
