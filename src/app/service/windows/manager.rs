//! The service manager of Windows: asking it, and what the installed service is set to.

use crate::app::service::{DEFAULT_LISTEN, command_line};
use crate::model::data_file;
use jiff::Timestamp;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, fs, net::SocketAddr, thread::sleep};
use windows_service::Error;
use windows_service::service::{Service, ServiceAccess, ServiceState};
use windows_service::service_manager::{ServiceManager, ServiceManagerAccess};

pub const NAME: &str = "garson";
pub const LOOK_AGAIN: Duration = Duration::from_millis(200);
const ACCESS_DENIED: i32 = 5;
const NO_SUCH_SERVICE: i32 = 1060;

/// Each start writes its name into the lock. Who may not look into the folder is not told.
pub fn since(data: &Path) -> Option<Timestamp> {
    let written = fs::metadata(data.join(data_file::LOCK)).and_then(|lock| lock.modified()).ok()?;
    Timestamp::try_from(written).ok()?.round(jiff::Unit::Second).ok()
}

pub fn connect(access: ServiceManagerAccess) -> Result<ServiceManager, String> {
    ServiceManager::local_computer(None::<&str>, access).map_err(|e| sentence(&e))
}

pub fn open(manager: &ServiceManager, access: ServiceAccess) -> Result<Option<Service>, String> {
    match manager.open_service(NAME, access) {
        Ok(service) => Ok(Some(service)),
        Err(Error::Winapi(e)) if e.raw_os_error() == Some(NO_SUCH_SERVICE) => Ok(None),
        Err(error) => Err(sentence(&error)),
    }
}

/// Where the installed service keeps its data, if there is one.
pub fn installed_data() -> Option<PathBuf> {
    let manager = connect(ServiceManagerAccess::CONNECT).ok()?;
    let service = open(&manager, ServiceAccess::QUERY_CONFIG).ok()??;
    settings(&service).ok().map(|(data, _)| data)
}

/// Where the installed service keeps its data, and where it listens.
pub fn settings(service: &Service) -> Result<(PathBuf, SocketAddr), String> {
    let config = service.query_config().map_err(|e| sentence(&e))?;
    let line = config.executable_path.to_string_lossy().into_owned();
    let data = command_line::flag(&line, "--data").map_or_else(default_data, PathBuf::from);
    let listen = command_line::flag(&line, "--listen").and_then(|text| text.parse().ok());
    Ok((data, listen.unwrap_or(DEFAULT_LISTEN)))
}

pub fn default_data() -> PathBuf {
    env::var_os("PROGRAMDATA").map_or_else(|| PathBuf::from(r"C:\ProgramData"), PathBuf::from).join("garson")
}

/// Waits until the service is in a state, or in the one that it must not come to; what it came to.
pub fn wait_for(service: &Service, wanted: ServiceState, patience: Duration) -> Result<ServiceState, String> {
    let until = Instant::now() + patience;
    loop {
        let state = service.query_status().map_err(|e| sentence(&e))?.current_state;
        if state == wanted || state == ServiceState::Stopped || Instant::now() > until {
            return Ok(state);
        }
        sleep(LOOK_AGAIN);
    }
}

pub fn sentence(error: &Error) -> String {
    match error {
        Error::Winapi(e) if e.raw_os_error() == Some(ACCESS_DENIED) => {
            "Only an administrator may change the services of this machine. Open the start menu, type cmd, choose \"Run as \
             administrator\", and type the same there. Nothing was changed."
                .to_owned()
        }
        Error::Winapi(e) => format!("Windows said: {e}."),
        error => format!("Windows said: {error}."),
    }
}
