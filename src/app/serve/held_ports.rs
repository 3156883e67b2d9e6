//! `HeldPorts`: the ports while a new program is tried out in this one's place, or a backup takes the place of the store. That is
//! closed by then, and whoever comes is asked to come again, as at a start.

use super::entrance::until;
use crate::http::{self, Limits, Site};
use crate::{model::Why, panel};
use std::{net::TcpListener, sync::Arc, time::Duration};
use tokio::{sync::watch, task::JoinHandle};

/// For answers that are on their way. Nothing else is under way then, and until the next program listens nobody answers.
const LAST_ANSWERS: Duration = Duration::from_millis(100);

pub struct HeldPorts {
    stop: watch::Sender<bool>,
    serving: Vec<JoinHandle<()>>,
    /// What is said there.
    pub site: Arc<Site>,
}

impl HeldPorts {
    /// They are answered for from now on, beside whoever still does it for the site. The first is the one that has pages.
    pub fn hold(listeners: Vec<TcpListener>, site: &Site, why: Why) -> HeldPorts {
        let (stop, stopped) = watch::channel(false);
        let (site, limits) = (site.beside(), Limits { drain: LAST_ANSWERS, ..Limits::default() });
        site.waits_for(why);
        site.wait_at(panel::waiting_door);
        let serve = |(number, listener)| {
            let site = if number == 0 { site.clone() } else { site.beside() };
            // Nobody answers there then, and orders come again all the same.
            let listener = tokio::net::TcpListener::from_std(listener);
            let listener = listener.inspect_err(|error| tracing::warn!(%error, "a port cannot be held")).ok()?;
            Some(tokio::spawn(http::serve(listener, site, until(stopped.clone()), limits)))
        };
        let serving = listeners.into_iter().enumerate().filter_map(serve).collect();
        HeldPorts { serving, stop, site }
    }

    /// They are free when this returns.
    pub async fn let_go(self) {
        let _ = self.stop.send(true);
        for serving in self.serving {
            let _ = serving.await;
        }
    }
}
