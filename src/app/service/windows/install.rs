//! `garson service install` and `uninstall` on Windows.

use super::manager::{LOOK_AGAIN, NAME, connect, default_data, open, sentence, settings, wait_for};
use super::private_folder;
use crate::app::service::{DEFAULT_LISTEN, port_is_free, store_copy};
use crate::app::{data, options::InstallOptions, serve::local_url, service::changes::Changes};
use crate::{model::data_file, store::Folder};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, ffi::OsString, fs, net::SocketAddr, process::ExitCode, thread::sleep};
use windows_service::service::{
    Service, ServiceAccess, ServiceAction, ServiceActionType, ServiceErrorControl, ServiceFailureActions,
    ServiceFailureResetPeriod, ServiceInfo, ServiceStartType, ServiceState, ServiceType,
};
use windows_service::service_manager::ServiceManagerAccess;

/// For the service to be ready; a store that is repaired takes longer, and is not a failure.
const STARTING: Duration = Duration::from_secs(30);
/// Longer than an orderly stop takes.
const STOPPING: Duration = Duration::from_secs(20);
const RESTART_AFTER: Duration = Duration::from_secs(5);
const DAY: Duration = Duration::from_secs(24 * 3_600);
/// An account of Windows' own that may do little. Its name is the same in every language.
const ACCOUNT: &str = r"NT AUTHORITY\LocalService";

pub fn install(options: &InstallOptions) -> Result<ExitCode, String> {
    let manager = connect(ServiceManagerAccess::CONNECT | ServiceManagerAccess::CREATE_SERVICE)?;
    let before = open(&manager, ServiceAccess::ALL_ACCESS)?;
    let (data, listen) = before.as_ref().map_or(Ok((default_data(), DEFAULT_LISTEN)), settings)?;
    let data = options.data.clone().unwrap_or(data);
    let listen = options.listen.unwrap_or(listen);
    if !data.is_absolute() || data.to_string_lossy().contains('"') {
        return Err(format!("{} is not a full path. Give one that begins with a drive, as C:\\.", data.display()));
    }
    private_folder::can_be_given(&data)?;
    if let Some(from) = &options.copy_from {
        store_copy::can_copy(from, &data)?;
    }
    let is_new = !store_copy::has_store(&data);
    let mut changes = Changes::default();
    let ready = (|| {
        if let Some(service) = &before {
            stop(service)?;
            // Begun again last, when the files are as they were.
            changes.note(|| service.start::<&str>(&[]).map_err(|e| sentence(&e)));
        }
        // Who offered the installation stops just now, and lets go of both.
        for folder in [options.copy_from.as_ref(), Some(&data)].into_iter().flatten().filter(|folder| folder.is_dir()) {
            patiently(|| {
                Folder::hold(folder, "a garson command that installs the service").map_err(|e| e.to_string())
            })?;
        }
        patiently(|| port_is_free(listen))?;
        let program = put_program(&mut changes)?;
        changes.make_folder(&data, 0o700)?;
        private_folder::close(&data)?;
        if let Some(from) = &options.copy_from {
            store_copy::copy(from, &data)?;
            changes.note(|| store_copy::remove(&data));
        }
        let info = describe(&program, &data, listen, ACCOUNT.into());
        match &before {
            Some(service) => {
                let (data, listen) = settings(service)?;
                let account = service.query_config().map_err(|e| sentence(&e))?.account_name;
                service.change_config(&info).map_err(|e| sentence(&e))?;
                let info = describe(&program, &data, listen, account.unwrap_or(ACCOUNT.into()));
                changes.note(move || service.change_config(&info).map_err(|e| sentence(&e)));
                configure(service);
                start(service, &data)
            }
            None => {
                let service = manager.create_service(&info, ServiceAccess::ALL_ACCESS).map_err(|e| sentence(&e))?;
                configure(&service);
                let started = start(&service, &data);
                if started.is_err() {
                    let _ = stop(&service);
                    changes.note(move || service.delete().map_err(|e| sentence(&e)));
                }
                started
            }
        }
    })();
    let is_ready = ready.map_err(|why: String| format!("{why}\n{}", changes.take_back()))?;
    if !is_ready {
        println!(
            "garson is a service of this machine now, but it is still starting. How far it is: garson service status"
        );
        return Ok(ExitCode::FAILURE);
    }
    tell(&data, listen);
    if is_new && options.copy_from.is_none() {
        mention_tried_store(&data);
    }
    Ok(ExitCode::SUCCESS)
}

pub fn uninstall() -> Result<ExitCode, String> {
    // Asked for as much as an installation: who may not do that shall be told so.
    let manager = connect(ServiceManagerAccess::CONNECT | ServiceManagerAccess::CREATE_SERVICE)?;
    let Some(service) = open(&manager, ServiceAccess::ALL_ACCESS)? else {
        println!("garson is not a service of this machine; there is nothing to remove.");
        return Ok(ExitCode::SUCCESS);
    };
    let (data, _) = settings(&service)?;
    stop(&service)?;
    service.delete().map_err(|e| sentence(&e))?;
    println!("garson is no longer a service of this machine. The data stays in {}.", data.display());
    let place = place();
    // A program that runs cannot remove itself.
    if place.exists() && fs::remove_file(&place).is_err() {
        println!("This file is not needed any more: {}", place.display());
    } else {
        let _ = place.parent().map(fs::remove_dir);
    }
    Ok(ExitCode::SUCCESS)
}

fn describe(program: &Path, data: &Path, listen: SocketAddr, account: OsString) -> ServiceInfo {
    let words: [OsString; 8] = [
        "service".into(),
        "run".into(),
        "--data".into(),
        data.into(),
        "--listen".into(),
        listen.to_string().into(),
        "--log-file".into(),
        data.join(data_file::LOG).into(),
    ];
    ServiceInfo {
        name: NAME.into(),
        display_name: NAME.into(),
        service_type: ServiceType::OWN_PROCESS,
        start_type: ServiceStartType::AutoStart,
        error_control: ServiceErrorControl::Normal,
        executable_path: program.to_owned(),
        launch_arguments: words.into(),
        dependencies: Vec::new(),
        account_name: Some(account),
        account_password: None,
    }
}

/// What a service is better with, but works without.
fn configure(service: &Service) {
    let again = ServiceAction { action_type: ServiceActionType::Restart, delay: RESTART_AFTER };
    let on_failure = ServiceFailureActions {
        reset_period: ServiceFailureResetPeriod::After(DAY),
        reboot_msg: None,
        command: None,
        // The last one holds for every further failure.
        actions: Some(vec![again]),
    };
    let set = [
        ("the description", service.set_description("Orders from delivery platforms, one API for the till")),
        ("the delayed start", service.set_delayed_auto_start(true)),
        ("the new start after a failure", service.update_failure_actions(on_failure)),
        ("the new start after an error", service.set_failure_actions_on_non_crash_failures(true)),
        ("the time to stop in", service.set_preshutdown_timeout(STOPPING)),
    ];
    for (what, set) in set {
        if let Err(error) = set {
            println!("Windows did not take {what}, and the service does without: {}", sentence(&error));
        }
    }
}

/// Whether it was ready in time.
fn start(service: &Service, data: &Path) -> Result<bool, String> {
    service.start::<&str>(&[]).map_err(|e| sentence(&e))?;
    match wait_for(service, ServiceState::Running, STARTING)? {
        ServiceState::Running => Ok(true),
        ServiceState::Stopped => {
            let log = fs::read_to_string(data.join(data_file::LOG)).unwrap_or_default();
            let lines: Vec<&str> = log.lines().collect();
            let last = lines[lines.len().saturating_sub(5)..].join("\n");
            Err(format!("The service does not start. It said last:\n{last}"))
        }
        _ => Ok(false),
    }
}

fn stop(service: &Service) -> Result<(), String> {
    let state = service.query_status().map_err(|e| sentence(&e))?.current_state;
    if state == ServiceState::Stopped {
        return Ok(());
    }
    if state != ServiceState::StopPending {
        service.stop().map_err(|e| sentence(&e))?;
    }
    match wait_for(service, ServiceState::Stopped, STOPPING)? {
        ServiceState::Stopped => Ok(()),
        _ => Err("The service does not stop. Try again in a minute.".to_owned()),
    }
}

/// Where only an administrator can replace it.
fn place() -> PathBuf {
    let programs = env::var_os("ProgramFiles").map_or_else(|| PathBuf::from(r"C:\Program Files"), PathBuf::from);
    programs.join("garson").join("garson.exe")
}

fn put_program(changes: &mut Changes<'_>) -> Result<PathBuf, String> {
    let program = env::current_exe().map_err(|e| format!("The program cannot find itself: {e}."))?;
    let place = place();
    if fs::canonicalize(&place).is_ok_and(|place| fs::canonicalize(&program).is_ok_and(|program| program == place)) {
        return Ok(place);
    }
    let content = fs::read(&program).map_err(|e| format!("{} cannot be read: {e}.", program.display()))?;
    changes.put(&place, &content, 0o755)?;
    Ok(place)
}

/// Tries again for as long as an orderly stop takes.
fn patiently<T>(attempt: impl Fn() -> Result<T, String>) -> Result<T, String> {
    let until = Instant::now() + STOPPING;
    loop {
        match attempt() {
            Err(_) if Instant::now() < until => sleep(LOOK_AGAIN),
            done => return done,
        }
    }
}

fn tell(data: &Path, listen: SocketAddr) {
    let (url, folder, port, place) = (local_url(listen), data.display(), listen.port(), place());
    let program = place.display();
    println!(
        "garson is a service of this machine now, and runs.\npanel at {url}\ndata in {folder}\nlog: {folder}\\garson.log"
    );
    println!("Next: \"{program}\" setup-link --data \"{folder}\" prints the address to open in a browser.");
    println!(
        "For tablets and tills to reach it, allow it in the firewall:\n  netsh advfirewall firewall add rule name=garson \
         dir=in action=allow protocol=TCP localport={port} program=\"{program}\" profile=private,domain"
    );
}

/// Data of an earlier trial by hand is not in the service, and the user should know.
fn mention_tried_store(data: &Path) {
    let (tried, folder, place) = (data::default_folder(), data.display(), place());
    if store_copy::has_store(&tried) && tried != data {
        println!(
            "\nThere is a store in {0}, from when garson was started by hand. It was not moved, and the service has one of \
             its own.\nTo bring it along, close that garson and type:\n  sc stop garson\n  move \"{folder}\" \
             \"{folder}.empty\"\n  \"{1}\" service install --copy-from \"{0}\"",
            tried.display(),
            place.display(),
        );
    }
}
