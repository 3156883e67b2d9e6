//! What Windows starts as the service: serves until the service manager says stop, and tells it how it fares.

use super::manager::NAME;
use crate::app::notify::{Line, News, Supervisor};
use crate::app::{options::ServeOptions, serve};
use parking_lot::Mutex;
use std::sync::{Arc, OnceLock};
use std::{ffi::OsString, process::ExitCode, time::Duration};
use tokio::sync::watch;
use windows_service::service::{
    ServiceControl, ServiceControlAccept, ServiceExitCode, ServiceState, ServiceStatus, ServiceType,
};
use windows_service::service_control_handler::{self, ServiceControlHandlerResult, ServiceStatusHandle};
use windows_service::{define_windows_service, service_dispatcher};

/// Longer than an orderly stop takes.
const STOPPING: Duration = Duration::from_secs(15);
/// No service manager calls a program that a person started.
const NOT_CALLED: i32 = 1063;

/// Windows calls the entrance without a way to hand it anything.
static OPTIONS: Mutex<Option<ServeOptions>> = Mutex::new(None);

define_windows_service!(entrance, serve_windows);

pub fn run(options: ServeOptions) -> Result<ExitCode, String> {
    *OPTIONS.lock() = Some(options);
    service_dispatcher::start(NAME, entrance).map_err(|error| match error {
        windows_service::Error::Winapi(e) if e.raw_os_error() == Some(NOT_CALLED) => {
            "Only Windows starts this. Type `garson service install`, or `garson` alone to try it.".to_owned()
        }
        error => format!("The service cannot start: {error}."),
    })?;
    Ok(ExitCode::SUCCESS)
}

fn serve_windows(_words: Vec<OsString>) {
    let Some(options) = OPTIONS.lock().take() else { return };
    let (stop, stopped) = watch::channel(false);
    let known = Arc::new(OnceLock::<Arc<ControlLine>>::new());
    let line = known.clone();
    let handler = move |control| match control {
        ServiceControl::Stop | ServiceControl::Shutdown | ServiceControl::Preshutdown => {
            // At once, so that no second word to stop comes.
            if let Some(line) = line.get() {
                line.tell(&News::Stopping { patience: STOPPING });
            }
            let _ = stop.send(true);
            ServiceControlHandlerResult::NoError
        }
        ServiceControl::Interrogate => ServiceControlHandlerResult::NoError,
        _ => ServiceControlHandlerResult::NotImplemented,
    };
    let Ok(handle) = service_control_handler::register(NAME, handler) else { return };
    let line = known.get_or_init(|| Arc::new(ControlLine { handle, told: Mutex::new(StatusTold::default()) })).clone();
    line.tell(&News::Starting { status: None, patience: STOPPING });
    let supervisor = Supervisor::with_stop(Box::new(line.clone()), true, stopped);
    let exit_code = match serve::serve(options, None, supervisor) {
        Ok(code) if code == ExitCode::SUCCESS => ServiceExitCode::NO_ERROR,
        Ok(_) => ServiceExitCode::ServiceSpecific(1),
        Err(sentence) => {
            tracing::error!("{sentence}");
            ServiceExitCode::ServiceSpecific(1)
        }
    };
    line.set(ServiceState::Stopped, exit_code, Duration::ZERO);
}

/// The way to the service manager.
struct ControlLine {
    handle: ServiceStatusHandle,
    told: Mutex<StatusTold>,
}

/// What the service manager knows by now.
#[derive(Default)]
struct StatusTold {
    /// Each step while something is pending says that it goes on.
    steps: u32,
    /// From then on nothing else than the end is news: a repair that is under way would say that it starts.
    is_stopping: bool,
}

impl ControlLine {
    fn set(&self, current_state: ServiceState, exit_code: ServiceExitCode, wait_hint: Duration) {
        let mut told = self.told.lock();
        let is_end = matches!(current_state, ServiceState::StopPending | ServiceState::Stopped);
        if told.is_stopping && !is_end {
            return;
        }
        told.is_stopping = is_end;
        let controls_accepted = match current_state {
            // A long repair can be stopped, too.
            ServiceState::StartPending | ServiceState::Running => {
                ServiceControlAccept::STOP | ServiceControlAccept::SHUTDOWN | ServiceControlAccept::PRESHUTDOWN
            }
            _ => ServiceControlAccept::empty(),
        };
        let is_pending = matches!(current_state, ServiceState::StartPending | ServiceState::StopPending);
        told.steps += u32::from(is_pending);
        let set = self.handle.set_service_status(ServiceStatus {
            service_type: ServiceType::OWN_PROCESS,
            current_state,
            controls_accepted,
            exit_code,
            checkpoint: if is_pending { told.steps } else { 0 },
            wait_hint,
            process_id: None,
        });
        if let Err(error) = set {
            tracing::warn!("the service manager was not told: {error}");
        }
    }
}

impl Line for Arc<ControlLine> {
    fn tell(&self, news: &News<'_>) {
        let (state, wait) = match news {
            News::Starting { status, patience } => {
                tracing::debug!(status, "starting");
                (ServiceState::StartPending, *patience)
            }
            News::Ready { url, .. } => {
                tracing::info!("listening on {url}");
                (ServiceState::Running, Duration::ZERO)
            }
            News::Stopping { patience } => (ServiceState::StopPending, *patience),
            News::Unwell { status } => return tracing::warn!("{status}"),
            News::Alive => return,
        };
        self.set(state, ServiceExitCode::NO_ERROR, wait);
    }
}
