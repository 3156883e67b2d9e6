//! The commands beside `serve` and `demo`: what each asks, and what of the answer is printed.
//!
//! They are carried out by the running program if there is one (`ask`), and else on the store itself.

mod ask;
mod backup;
mod passphrase;
mod password;
mod progress;
mod restore;

use super::options::{DataFolder, KeyCommand, RoleWord, ScopeWord, UserCommand};
use crate::{
    control::{AskError, ControlReply, ControlRequest, MadeKey, ProgramStatus},
    model::{Lang, Role, Scope, Time, UpgradePhase, UpgradeState},
    store::{Folder, verify},
};
use ask::CommandAnswer;
pub use ask::{ask, ask_running, hold, needs_store};
pub use backup::backup;
pub use restore::restore;
use serde_json::json;
use std::{io::Write, process::ExitCode};

pub type CommandResult = Result<ExitCode, String>;

pub fn setup(data: &DataFolder, user: &str, as_json: bool) -> CommandResult {
    let request = ControlRequest::Setup { user: user.to_owned(), password: password::read()? };
    let CommandAnswer { reply: ControlReply::Key(made), is_running } = ask(data, request)? else { return unexpected() };
    if as_json {
        let MadeKey { api_key, key_id, key_name } = made;
        return say(&json!({ "apiKey": api_key, "keyId": key_id, "keyName": key_name, "user": user }).to_string());
    }
    let next = if is_running { "Next: send" } else { "Next: start the appliance with `garson`, and send" };
    say(&format!(
        "The owner {user} and the first API key were made.\n\n  {}\n\n\
         This key is shown only now. Keep it safe; it is also what webhooks carry.\n\
         {next} the key as `Authorization: Bearer …`.",
        made.api_key
    ))
}

pub fn key(data: &DataFolder, command: KeyCommand) -> CommandResult {
    let (request, as_json) = match command {
        KeyCommand::Add { name, primary, scope, restaurant, ends, json } => {
            let scope = match scope {
                ScopeWord::All => Scope::All,
                ScopeWord::Orders => Scope::Orders,
                ScopeWord::Read => Scope::Read,
                ScopeWord::Webhooks => Scope::Webhooks,
            };
            (ControlRequest::KeyAdd { name, is_primary: primary, scope, restaurant, ends }, json)
        }
        KeyCommand::List => (ControlRequest::KeyList, false),
        KeyCommand::Revoke { id } => (ControlRequest::KeyRevoke { id }, false),
    };
    match ask(data, request)?.reply {
        ControlReply::Key(made) if as_json => say_json(&made),
        ControlReply::Key(made) => {
            say(&made.api_key)?;
            eprintln!("This key is shown only now. Its id is {}.", made.key_id);
            Ok(ExitCode::SUCCESS)
        }
        ControlReply::Keys(keys) => {
            say(&format!(
                "{:<36}  {:<8}  {:<7}  {:<8}  {:<24}  {:<24}  {:<24}  {:<15}  NAME",
                "ID", "BEGINS", "PRIMARY", "SCOPE", "CREATED", "ENDS", "LAST USED", "FROM"
            ))?;
            for key in keys {
                let time = |at: Option<Time>| at.map_or("never".into(), |at| at.to_string());
                let (created, ends, used) = (key.created_at.to_string(), time(key.ends_at), time(key.last_used_at));
                let (primary, scope) = (if key.is_primary { "yes" } else { "" }, key.scope.word());
                let from = key.last_used_from.unwrap_or_default();
                let only = key.restaurant.map_or(String::new(), |name| format!(" (only {name})"));
                say(&format!(
                    "{}  {:<8}  {primary:<7}  {scope:<8}  {created:<24}  {ends:<24}  {used:<24}  {from:<15}  {}{only}",
                    key.id, key.prefix, key.name
                ))?;
            }
            Ok(ExitCode::SUCCESS)
        }
        ControlReply::Done(sentence) => say(&sentence),
        _ => unexpected(),
    }
}

pub fn user(data: &DataFolder, command: UserCommand) -> CommandResult {
    let request = match command {
        UserCommand::Add { name, role, .. } => {
            let role = match role {
                RoleWord::Owner => Role::Owner,
                RoleWord::Staff => Role::Staff,
            };
            ControlRequest::UserAdd { name, role, password: password::read()? }
        }
        UserCommand::List => ControlRequest::UserList,
        UserCommand::Password { name, .. } => ControlRequest::UserPassword { name, password: password::read()? },
        UserCommand::Remove { name } => ControlRequest::UserRemove { name },
        UserCommand::SecondFactorOff { name } => ControlRequest::UserSecondFactorOff { name },
    };
    match ask(data, request)?.reply {
        ControlReply::Users(users) => {
            for user in users {
                let role = match user.role {
                    Role::Owner => "owner",
                    Role::Staff => "staff",
                };
                say(&format!("{role:<6} {}", user.name))?;
            }
            Ok(ExitCode::SUCCESS)
        }
        ControlReply::Done(sentence) => say(&sentence),
        _ => unexpected(),
    }
}

/// Pages that rotted are found only in a file that nobody has open.
pub fn check(data: &DataFolder) -> CommandResult {
    let folder = data.folder();
    let database = Folder::database_in(&folder);
    // Looked at first: taking the lock would make the folder.
    needs_store(&folder)?;
    let damage = match hold(&folder) {
        Ok(held) => verify::verify(&held).map_err(|error| error.to_string())?,
        // Whoever holds it is asked below.
        Err(_) => None,
    };
    if let Some(what) = damage {
        say(&format!("{}\n  PROBLEM: {what}", database.display()))?;
        say("The store is NOT sound: the file has changed since it was written. Restore your last backup.")?;
        return Ok(ExitCode::FAILURE);
    }
    let CommandAnswer { reply: ControlReply::Checked(found), is_running } = ask(data, ControlRequest::Check)? else {
        return unexpected();
    };
    say(&format!("{}\n{found}", database.display()))?;
    if is_running {
        say("The program runs, so the checksums of the file's pages were not looked at: stop it for that.")?;
    }
    Ok(if found.is_sound() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

pub fn compact(data: &DataFolder, is_estimate: bool) -> CommandResult {
    let folder = data.folder();
    needs_store(&folder)?;
    let CommandAnswer { reply: ControlReply::Size { file, live, compacted, seconds }, is_running } =
        ask(data, ControlRequest::Size)?
    else {
        return unexpected();
    };
    say(&format!("The store takes {}, of which {} are in use.", megabytes(file), megabytes(live)))?;
    if is_estimate {
        let meanwhile = if is_running { " New orders would wait meanwhile." } else { "" };
        let then = megabytes(compacted);
        return say(&format!("Compacted it would take about {then}. That takes about {seconds} s.{meanwhile}"));
    }
    let ControlReply::Compacted(done) = ask(data, ControlRequest::Compact)?.reply else { return unexpected() };
    say(&format!("It took {} and takes {} now.", megabytes(done.before), megabytes(done.after)))
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

/// Exit 0 only if the program runs and is well.
pub fn status(data: &DataFolder, as_json: bool) -> CommandResult {
    let ControlReply::Status(status) = told_by_running(data, &ControlRequest::Status { lang: Lang::En })? else {
        return unexpected();
    };
    if as_json {
        say_json(&status)?;
    } else {
        say(&status_text(&status))?;
    }
    Ok(if status.ailment.is_none() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn status_text(status: &ProgramStatus) -> String {
    let (hours, minutes) = (status.uptime_seconds / 3_600, status.uptime_seconds / 60 % 60);
    let mut lines = vec![
        format!("garson {} runs (process {}), for {hours} h {minutes} min.", status.version, status.process),
        format!("  panel      {}", status.url),
        format!("  data       {}", status.data.display()),
    ];
    lines.extend(status.lan.urls.iter().map(|url| format!("  network    {url}")));
    if let Some(https) = &status.lan.https {
        lines.push(format!("  https      on the same port, certificate of {} until {}", https.subject, https.ends));
        lines.extend(https.fingerprint.iter().map(|print| format!("             authority, SHA-256: {print}")));
        lines
            .extend(https.trouble.iter().map(|trouble| format!("             the next one cannot be used: {trouble}")));
    }
    lines.extend([format!("  orders     {}, store {}", status.orders, megabytes(status.store_bytes))]);
    lines.extend(status.free_bytes.map(|free| format!("  disk       {} free", megabytes(free))));
    lines.push(format!("  platforms  {}, {} in trouble", status.platforms, status.troubled_platforms.len()));
    lines.extend(status.troubled_platforms.iter().map(|trouble| format!("             {trouble}")));
    lines.push(format!("  webhooks   {}, {} in trouble", status.webhooks, status.troubled_webhooks.len()));
    lines.extend(
        status
            .troubled_webhooks
            .iter()
            .map(|one| format!("             {}: {} waiting, {} given up", one.url, one.waiting, one.failed)),
    );
    let backups = &status.backups;
    lines.push(match (&backups.folder, backups.proven_at) {
        (None, _) => "  backups    none are made: choose a folder under Health in the panel".into(),
        (Some(folder), None) => format!("  backups    to {folder}, none proven yet"),
        (Some(folder), Some(at)) => format!("  backups    to {folder}, last proven {at}"),
    });
    lines.extend(backups.trouble.iter().map(|trouble| format!("             in trouble: {trouble}")));
    if let Some(upgrade) = &status.last_upgrade {
        lines.push(upgrade_text(upgrade));
    }
    if !status.is_owned {
        lines.push("Nobody owns this box yet: `garson setup-link` prints where to claim it.".into());
    }
    lines.push(match &status.ailment {
        None => "All is well.".into(),
        Some(ailment) => format!("It does NOT work as it should: {ailment}."),
    });
    lines.join("\n")
}

fn upgrade_text(upgrade: &UpgradeState) -> String {
    let UpgradeState { from, to, begun, .. } = upgrade;
    match (&upgrade.phase, &upgrade.why) {
        (UpgradePhase::Undone, Some(why)) => format!("  upgrade    {from} → {to} at {begun} was undone: {why}"),
        (UpgradePhase::Undone, None) => format!("  upgrade    {from} → {to} at {begun} was undone"),
        _ => format!("  upgrade    {from} → {to} at {begun}"),
    }
}

pub fn setup_link(data: &DataFolder) -> CommandResult {
    let ControlReply::SetupLink(links) = told_by_running(data, &ControlRequest::SetupLink)? else {
        return unexpected();
    };
    let (urls, code) = (links.urls.join("\n  "), links.code);
    say(&format!("Open one of these in a browser, and this box is yours:\n  {urls}\nWhere it asks for a code: {code}"))
}

fn told_by_running(data: &DataFolder, request: &ControlRequest) -> Result<ControlReply, String> {
    ask_running(data, request).map_err(|error| match error {
        AskError::NobodyThere => format!("No garson runs on {}. `garson` starts it.", data.folder().display()),
        error => error.to_string(),
    })
}

fn say_json(value: &impl serde::Serialize) -> CommandResult {
    say(&serde_json::to_string(value).map_err(|e| e.to_string())?)
}

/// On standard output; a pipe that nobody reads is an error, not a panic.
pub fn say(text: &str) -> CommandResult {
    writeln!(std::io::stdout(), "{text}").map_err(|e| format!("The answer cannot be printed: {e}."))?;
    Ok(ExitCode::SUCCESS)
}

/// What only a program of another version would answer.
fn unexpected<T>() -> Result<T, String> {
    Err("The running garson gave another answer than was asked for. Restart it, so that both are one version.".into())
}
