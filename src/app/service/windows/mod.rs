//! The service on Windows, through its service manager.

mod double_click;
mod install;
mod manager;
mod private_folder;
mod run;
mod shell;

pub use double_click::{double_click, is_double_click};
pub use manager::installed_data;
pub use shell::show_typed;

use crate::app::{options::ServiceCommand, serve::local_url};
use crate::model::data_file;
use manager::{connect, open, sentence, settings, since};
use std::{process::ExitCode, time::Duration};
use windows_service::service::{ServiceAccess, ServiceState};
use windows_service::service_manager::ServiceManagerAccess;

/// For what went wrong to be read.
const READING: Duration = Duration::from_secs(60);

pub fn service(command: ServiceCommand) -> Result<ExitCode, String> {
    let result = match command {
        ServiceCommand::Install(options) => install::install(&options),
        ServiceCommand::Uninstall => install::uninstall(),
        ServiceCommand::Status => status(),
        ServiceCommand::Run(options) => return run::run(options),
    };
    // A window that goes with the program takes the words with it.
    if shell::console_is_ours() {
        // Who waits for a failed installation in another window shall go on serving soon.
        match &result {
            Err(sentence) => {
                println!("{sentence}");
                double_click::wait_for_enter_within(READING);
            }
            Ok(_) => {
                double_click::wait_for_enter("Press Enter to close this window.");
            }
        }
    }
    result
}

fn status() -> Result<ExitCode, String> {
    let looking = ServiceAccess::QUERY_STATUS | ServiceAccess::QUERY_CONFIG;
    let Some(service) = open(&connect(ServiceManagerAccess::CONNECT)?, looking)? else {
        println!("garson is not a service of this machine. `garson service install` makes it one.");
        return Ok(ExitCode::FAILURE);
    };
    println!("garson is a service of this machine.");
    let (data, listen) = settings(&service)?;
    let state = service.query_status().map_err(|e| sentence(&e))?.current_state;
    if state != ServiceState::Running {
        println!("It does not run ({state:?}).\nIts log: {}", data.join(data_file::LOG).display());
        return Ok(ExitCode::FAILURE);
    }
    match since(&data) {
        Some(since) => println!("It runs since {since}."),
        None => println!("It runs."),
    }
    println!("panel at {}\ndata in {}", local_url(listen), data.display());
    Ok(ExitCode::SUCCESS)
}
