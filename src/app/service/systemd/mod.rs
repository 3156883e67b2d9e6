//! The service on Linux with systemd. Everything is asked before anything is changed; what a failed installation had
//! changed is taken back.

mod install;
mod machine;
mod unit;

pub use unit::installed_data;

use crate::app::{options::ServiceCommand, serve::local_url};
use machine::Machine;
use std::path::{Path, PathBuf};
use std::{fs, io, process::ExitCode};
use unit::{BINARY, SETTINGS, UNIT, UNIT_FILE, USER};

pub fn service(root: &Path, command: &ServiceCommand) -> Result<ExitCode, String> {
    let machine = Machine::new(root);
    match command {
        ServiceCommand::Install(options) => install::install(&machine, options),
        ServiceCommand::Uninstall => uninstall(&machine),
        ServiceCommand::Status => status(&machine),
    }
}

fn uninstall(machine: &Machine) -> Result<ExitCode, String> {
    machine.can_be_changed("uninstall")?;
    let unit_file = machine.at(UNIT_FILE);
    let Ok(unit) = fs::read_to_string(&unit_file) else {
        machine.has_no_package()?;
        println!("garson is not a service of this machine; there is nothing to remove.");
        return Ok(ExitCode::SUCCESS);
    };
    let (data, _) = machine.settings();
    // Nothing is removed under a program that runs.
    machine.systemctl(&["disable", "--now", UNIT])?;
    let mut left = Vec::new();
    let mut remove = |path: PathBuf| match fs::remove_file(&path) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => left.push(format!("{} ({e})", path.display())),
        _ => {}
    };
    if unit::is_binary_ours(&unit) {
        remove(machine.at(BINARY));
    }
    let own = fs::read_to_string(machine.at(SETTINGS)).is_ok_and(|text| unit::has_own_settings(&text));
    let packaged = machine.packaged_unit();
    // The package's service reads the same settings.
    if !own && packaged.is_none() {
        remove(machine.at(SETTINGS));
        let _ = machine.at(SETTINGS).parent().map(fs::remove_dir);
    }
    // The unit last: as long as it is there, this can be done again.
    if left.is_empty() {
        fs::remove_file(&unit_file).map_err(|e| format!("{} cannot be removed: {e}.", unit_file.display()))?;
    }
    let _ = machine.systemctl(&["daemon-reload"]);
    let _ = machine.systemctl(&["reset-failed", UNIT]);
    if !left.is_empty() {
        return Err(format!("The service was stopped, but this could not be removed: {}.", left.join(", ")));
    }
    println!(
        "garson is no longer a service of this machine. The data stays in {data}, and the user {USER}, whose it is."
    );
    if machine.at(BINARY).exists() {
        println!("{BINARY} stays: it was there before the service.");
    }
    if let Some(packaged) = packaged {
        println!("The service of the package is there now ({packaged}): systemctl enable --now garson");
        if Path::new(&data) != Path::new(unit::DATA) {
            println!(
                "It may write to /var/lib/garson only. Before that, move the data there and take GARSON_DATA out of \
                 {SETTINGS}."
            );
        }
    } else if own {
        println!("{SETTINGS} stays, because it holds settings of your own.");
    }
    Ok(ExitCode::SUCCESS)
}

fn status(machine: &Machine) -> Result<ExitCode, String> {
    machine.has_systemd()?;
    // What lies in /etc is in force, whatever a package brought.
    let installed = machine.at(UNIT_FILE).exists().then_some(UNIT_FILE);
    let Some(unit_file) = installed.or_else(|| machine.packaged_unit()) else {
        println!("garson is not a service of this machine. `garson service install` makes it one.");
        return Ok(ExitCode::FAILURE);
    };
    println!("garson is a service of this machine ({unit_file}).");
    let state = machine.unit_state()?;
    let (data, listen) = machine.settings();
    if state.get("UnitFileState") == "disabled" {
        println!("It does not start with the machine: systemctl enable garson");
    }
    if !state.is_active() {
        let told = [state.get("ActiveState"), state.get("SubState"), state.get("StatusText")];
        println!(
            "It does not run ({}).",
            told.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(", ")
        );
        println!("Its log: journalctl -u garson");
        return Ok(ExitCode::FAILURE);
    }
    println!("It runs since {}.", state.get("ActiveEnterTimestamp"));
    println!("panel at {}\ndata in {data}", local_url(listen));
    Ok(ExitCode::SUCCESS)
}
