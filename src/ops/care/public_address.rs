//! Whether platforms reach this program at its public address, and whether strangers reach more there than they should.
//!
//! The program asks that address itself, for a path that nothing else can answer: where it leads to a stranger's page, or to
//! another garson, that shows. The panel's own port at the same host is asked as well: what stands before intake does not help
//! where the internet gets past it.

use crate::{AppState, on_a_thread};
use model::{Code, Failure, Result, url};
use net::{Method, Net, PeerResponse, Request};
use serde::{Deserialize, Serialize};
use std::{sync::Arc, time::Duration};
use store::seal;

const ANSWER_WITHIN: Duration = Duration::from_secs(10);
/// An answer of ours is far shorter; of others nothing more is wanted.
const LONGEST_ANSWER_BYTES: usize = 4_096;
/// What should be reachable from the local network only.
const PRIVATE: [&str; 6] = ["/login", "/setup", "/web-api/v1/orders", "/openapi.json", "/health", "/metrics"];

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PublicFindings {
    pub url: String,
    pub intake: IntakeReach,
    /// Paths that should not be there and are.
    pub exposed: Vec<String>,
    /// The panel's own port, where that can be reached from the internet too.
    pub open_port: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum IntakeReach {
    /// This program answered.
    Here,
    /// Something else did, with this status.
    Elsewhere(u16),
    /// Nothing did, and why.
    Nowhere(String),
}

/// Asks the public address; nothing where none was set.
pub async fn look(app: &Arc<AppState>) -> Result<Option<PublicFindings>> {
    let Some(url) = app.config.has_public_url.then(|| app.config.public_url.clone()) else { return Ok(None) };
    let random = || seal::random_text::<24>().map_err(Failure::fault);
    let (question, answer) = (random()?, random()?);
    *app.care.public_probe.lock() = Some((question.clone(), answer.clone()));
    let (net, port) = (app.net.clone(), app.config.lan.read().port);
    let found = on_a_thread(move || {
        let survey = |base: &str| survey(&net, base, &question, &answer);
        let (intake, exposed) = survey(&url);
        let is_open = |base: &String| matches!(survey(base), (IntakeReach::Here, exposed) if !exposed.is_empty());
        let open_port = panel_port(&url, port).filter(is_open);
        Ok(Some(PublicFindings { url, intake, exposed, open_port }))
    })
    .await;
    *app.care.public_probe.lock() = None;
    found
}

/// Who answers at an address, and which paths are there that should not be.
fn survey(net: &Net, base: &str, question: &str, answer: &str) -> (IntakeReach, Vec<String>) {
    let (intake, who) = match get(net, &format!("{base}/intake/v1/reach/{question}")) {
        Err(why) => return (IntakeReach::Nowhere(why), Vec::new()),
        Ok(reply) if String::from_utf8_lossy(&reply.body).contains(answer) => (IntakeReach::Here, run_of(&reply)),
        Ok(reply) => (IntakeReach::Elsewhere(reply.status), None),
    };
    // A stranger's page at the same address is not ours to judge.
    let is_ours = |reply: &PeerResponse| run_of(reply).is_some_and(|run| who.as_ref().is_none_or(|who| *who == run));
    let is_exposed =
        |path: &&&str| get(net, &format!("{base}{path}")).is_ok_and(|reply| reply.status != 404 && is_ours(&reply));
    (intake, PRIVATE.iter().filter(is_exposed).map(|path| (*path).to_owned()).collect())
}

/// The panel's port at the public host; none where the public address is that already. Over http, which the port speaks with
/// HTTPS too, and without a certificate for that name.
fn panel_port(public_url: &str, port: u16) -> Option<String> {
    let parts = url::split(public_url)?;
    let host = parts.host();
    let host_and_port = if host.contains(':') { format!("[{host}]:{port}") } else { format!("{host}:{port}") };
    (host_and_port != parts.host_and_port()).then(|| format!("http://{host_and_port}"))
}

/// The answer to the question that is being asked; to everybody else there is no such path.
pub fn answer(app: &AppState, question: &str) -> Result<String> {
    let asked = app.care.public_probe.lock();
    let right = asked.as_ref().filter(|(asked, _)| asked == question);
    right.map(|(_, answer)| answer.clone()).ok_or_else(|| Failure::new(Code::NotFound))
}

fn get(net: &Net, url: &str) -> Result<PeerResponse, String> {
    let request = Request {
        method: Method::Get,
        url,
        headers: &[],
        body: None,
        timeout: ANSWER_WITHIN,
        max_answer: LONGEST_ANSWER_BYTES,
        is_once: true,
        is_to_target: false,
    };
    net.send(&request).map_err(|trouble| trouble.to_string())
}

/// Which run of a garson gave an answer: the first part of the id that all its answers carry.
fn run_of(reply: &PeerResponse) -> Option<String> {
    let (run, count) = reply.header("x-request-id")?.split_once('-')?;
    let is_hex = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_hexdigit());
    (run.len() == 8 && is_hex(run) && is_hex(count)).then(|| run.to_owned())
}
