//! The running program's end: takes commands one line each, a few at a time, only from the folder's owner.

use super::socket::{LocalListener, LocalStream};
use super::wire::{self, ControlCall, ControlFrame, Greeting, VERSION};
use super::{perform::perform, request::ControlRequest};
use crate::ops::AppState;
use std::sync::{Arc, OnceLock};
use std::{io, path::Path, time::Duration};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::{io::BufReader, time::timeout};
use tokio_util::task::TaskTracker;

/// Commands under way at once.
const MOST: usize = 8;
/// A command with a password and a name; nothing that is typed is longer.
const LONGEST_COMMAND_BYTES: u64 = 64 * 1024;
const WITHIN: Duration = Duration::from_secs(5);
/// For a slow stick to take a piece.
const PIECE_TAKEN_WITHIN: Duration = Duration::from_secs(60);
/// After an accept that failed, for want of files perhaps.
const BREATH: Duration = Duration::from_millis(200);

pub struct ControlServer {
    listener: LocalListener,
    /// There once the store is open.
    app: Arc<OnceLock<Arc<AppState>>>,
    stopped: watch::Receiver<bool>,
}

impl ControlServer {
    /// Listens in the folder, which the caller holds: whatever socket lies there was left by a program that died.
    pub fn listen(
        folder: &Path,
        app: Arc<OnceLock<Arc<AppState>>>,
        stopped: watch::Receiver<bool>,
    ) -> io::Result<ControlServer> {
        Ok(ControlServer { listener: LocalListener::bind(folder)?, app, stopped })
    }

    /// Serves until the program stops, and returns when no command is under way; what takes long ends early then.
    pub async fn serve(mut self) {
        let (places, tasks) = (Arc::new(Semaphore::new(MOST)), TaskTracker::new());
        let mut stopped = self.stopped.clone();
        loop {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                _ = stopped.wait_for(|stopped| *stopped) => break,
            };
            let stream = match accepted {
                Ok(stream) => stream,
                Err(error) => {
                    tracing::warn!(%error, "a command could not be taken");
                    tokio::time::sleep(BREATH).await;
                    continue;
                }
            };
            // More than a few at once is a script gone wild: it waits in the socket's own queue.
            let Ok(place) = places.clone().acquire_owned().await else { break };
            let (app, stopped) = (self.app.clone(), self.stopped.clone());
            tasks.spawn(async move {
                if let Err(error) = attend(stream, &app, stopped).await {
                    tracing::debug!(%error, "a command broke off");
                }
                drop(place);
            });
        }
        drop(self);
        tasks.close();
        tasks.wait().await;
    }
}

/// A caller that takes nothing for long, or when the program ends, is given up: what is made for it holds a snapshot.
async fn hand_over(
    stream: &mut BufReader<LocalStream>,
    bytes: &[u8],
    ends: &mut watch::Receiver<bool>,
) -> io::Result<()> {
    tokio::select! {
        sent = timeout(PIECE_TAKEN_WITHIN, wire::send_bytes(stream, bytes)) => sent?,
        _ = ends.wait_for(|ends| *ends) => Err(io::ErrorKind::Interrupted.into()),
    }
}

/// One caller, one command.
async fn attend(stream: LocalStream, app: &OnceLock<Arc<AppState>>, stopped: watch::Receiver<bool>) -> io::Result<()> {
    let mut stream = BufReader::new(stream);
    wire::send(&mut stream, &Greeting { garson: VERSION.into() }).await?;
    let line = timeout(WITHIN, wire::receive(&mut stream, LONGEST_COMMAND_BYTES)).await??;
    let call: ControlCall = wire::read(&line)?;
    let Ok(request) = serde_json::from_str::<ControlRequest>(call.request.get()) else {
        let caller = &call.garson;
        return wire::send(&mut stream, &ControlFrame::Refused(format!(
            "The running garson is version {VERSION} and does not know this command of version {caller}. Use the program \
             of the running version, or restart the running one."
        )))
        .await;
    };
    let Some(app) = app.get() else {
        let opening = "The running garson is still opening its store. Try again in a moment.";
        return wire::send(&mut stream, &ControlFrame::Refused(opening.into())).await;
    };
    let (shares, mut heard) = mpsc::channel(1);
    let mut ends = stopped.clone();
    // A share that was not taken yet is replaced by a later one; a caller that is gone ends the work.
    let on_progress =
        move |share| !*stopped.borrow() && !matches!(shares.try_send(share), Err(mpsc::error::TrySendError::Closed(_)));
    let (bytes, mut made) = mpsc::channel::<Vec<u8>>(1);
    let on_bytes = move |some| bytes.blocking_send(some).is_ok();
    let work = perform(app, request, call.lang, Arc::new(on_progress), Arc::new(on_bytes));
    tokio::pin!(work);
    let outcome = loop {
        tokio::select! {
            biased;
            Some(some) = made.recv() => hand_over(&mut stream, &some, &mut ends).await?,
            outcome = &mut work => break outcome,
            Some(share) = heard.recv() => wire::send(&mut stream, &ControlFrame::Progress(share)).await?,
        }
    };
    while let Ok(some) = made.try_recv() {
        hand_over(&mut stream, &some, &mut ends).await?;
    }
    wire::send(&mut stream, &outcome.map_or_else(ControlFrame::Refused, ControlFrame::Reply)).await
}
