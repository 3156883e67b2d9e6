//! The caller's end: asks the running program and waits for what comes of it.

use super::request::{ControlReply, ControlRequest};
use super::wire::{self, ControlCall, ControlFrame, Greeting, VERSION};
use super::{perform::OnBytes, socket};
use crate::model::Lang;
use serde_json::value::to_raw_value;
use std::path::{Path, PathBuf};
use std::{fmt, io, time::Duration};
use tokio::{io::BufReader, time::timeout};

/// A program that works answers at once, and says how far it is where something takes long.
const SILENCE: Duration = Duration::from_secs(60);
const GREETING: Duration = Duration::from_secs(5);
/// A list of all keys and users is far below this.
const LONGEST_ANSWER_BYTES: u64 = 16 * 1024 * 1024;

pub enum AskError {
    /// No program listens there.
    NobodyThere,
    /// The folder is another user's.
    NotAllowed(PathBuf),
    /// The program said no, in a sentence.
    Refused(String),
    /// Something is there, but it is not to be talked to.
    Trouble(String),
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AskError::NobodyThere => f.write_str("Nobody listens there."),
            AskError::NotAllowed(folder) => write!(
                f,
                "You may not look into {}: it belongs to another user. Run this as that user, or {}.",
                folder.display(),
                if cfg!(windows) { "as administrator" } else { "with sudo" }
            ),
            AskError::Refused(sentence) | AskError::Trouble(sentence) => f.write_str(sentence),
        }
    }
}

/// Asks the program that runs on this folder, which answers in `lang`; `on_progress` hears how far it is, from 0 to 1, and `on_bytes` is given what
/// comes beside the answer, for as long as it says so.
pub async fn ask(
    folder: &Path,
    request: &ControlRequest,
    lang: Lang,
    mut on_progress: impl FnMut(f64),
    on_bytes: &OnBytes,
) -> Result<ControlReply, AskError> {
    let stream = socket::connect(folder).await.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused => AskError::NobodyThere,
        io::ErrorKind::PermissionDenied => AskError::NotAllowed(folder.to_owned()),
        _ => AskError::Trouble(format!("The running garson cannot be reached: {error}.")),
    })?;
    let mut stream = BufReader::new(stream);
    let line = within(GREETING, wire::receive(&mut stream, LONGEST_ANSWER_BYTES)).await;
    let greeting: Greeting =
        line.and_then(|line| wire::read(&line)).map_err(|error| silent("it said no version", &error))?;
    let request = to_raw_value(request).map_err(|error| AskError::Trouble(error.to_string()))?;
    let call = ControlCall { garson: VERSION.into(), lang, request };
    wire::send(&mut stream, &call).await.map_err(|error| silent("it took no command", &error))?;
    let stopped = |error| silent("it stopped before it had answered", &error);
    loop {
        let line = within(SILENCE, wire::receive(&mut stream, LONGEST_ANSWER_BYTES)).await.map_err(stopped)?;
        match wire::read(&line) {
            Ok(ControlFrame::Progress(share)) => on_progress(share),
            Ok(ControlFrame::Bytes(count)) => {
                if !on_bytes(within(SILENCE, wire::receive_bytes(&mut stream, count)).await.map_err(stopped)?) {
                    return Err(AskError::Trouble("Nobody took what the running garson sent.".into()));
                }
            }
            Ok(ControlFrame::Reply(reply)) => return Ok(reply),
            Ok(ControlFrame::Refused(sentence)) => return Err(AskError::Refused(sentence)),
            Err(_) => {
                return Err(AskError::Trouble(format!(
                    "The running garson is version {} and answered what this one, version {VERSION}, does not know. Use \
                     the program of the running version, or restart the running one.",
                    greeting.garson
                )));
            }
        }
    }
}

async fn within<T>(limit: Duration, answer: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    timeout(limit, answer).await.unwrap_or_else(|late| Err(late.into()))
}

fn silent(what: &str, error: &io::Error) -> AskError {
    AskError::Trouble(format!("The running garson does not answer: {what} ({error}). Try again, or restart it."))
}
