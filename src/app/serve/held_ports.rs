//! `HeldPorts`: the ports while a new program is tried out in this one's place. The store is closed by then, and whoever comes is
//! asked to come again, as at a start.

use super::entrance::until;
use crate::http::{self, Limits, Site};
use crate::model::{Why, bilingual};
use std::{net::TcpListener, time::Duration};
use tokio::{sync::watch, task::JoinHandle};

/// For answers that are on their way. Nothing else is under way then, and until the next program listens nobody answers.
const LAST_ANSWERS: Duration = Duration::from_millis(100);

bilingual! {
    TRYING_OUT: "Yeni bir sürüm deneniyor." / "A new version is being tried out.",
}

pub struct HeldPorts {
    stop: watch::Sender<bool>,
    serving: Vec<JoinHandle<()>>,
}

impl HeldPorts {
    /// They are answered for from now on, beside whoever still does it for the site.
    pub fn hold(listeners: Vec<TcpListener>, site: &Site) -> HeldPorts {
        let (stop, stopped) = watch::channel(false);
        let (site, limits) = (site.beside(), Limits { drain: LAST_ANSWERS, ..Limits::default() });
        site.waits_for(Why::Plain(TRYING_OUT));
        let serve = |listener| {
            // Nobody answers there then, and orders come again all the same.
            let listener = tokio::net::TcpListener::from_std(listener);
            let listener = listener.inspect_err(|error| tracing::warn!(%error, "a port cannot be held")).ok()?;
            Some(tokio::spawn(http::serve(listener, site.clone(), until(stopped.clone()), limits)))
        };
        HeldPorts { serving: listeners.into_iter().filter_map(serve).collect(), stop }
    }

    /// They are free when this returns.
    pub async fn let_go(self) {
        let _ = self.stop.send(true);
        for serving in self.serving {
            let _ = serving.await;
        }
    }
}
