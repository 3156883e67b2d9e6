//! The commands beside `serve` and `demo`: what each asks, and what of the answer is printed.
//!
//! They are carried out by the running program if there is one (`ask`), and else on the store itself.

mod ask;
mod back;
mod backup;
mod passphrase;
mod password;
mod progress;
mod restore;
mod status;

use super::machine_lang::machine_lang;
use super::options::{DataFolder, KeyCommand, RoleWord, ScopeWord, UserCommand};
use crate::control::{AskError, ControlReply, ControlRequest, MadeKey};
use crate::i18n::terminal as texts;
use crate::model::{Role, Scope, Time};
use crate::ops::care::upgrades::release::{self, ReleaseFlaw};
use crate::store::{self, Folder};
use ask::CommandAnswer;
pub use ask::{ask, ask_running, hold, needs_store};
pub use back::back;
pub use backup::backup;
pub use restore::restore;
use serde_json::json;
pub use status::status;
use std::{io::Write, path::Path, process::ExitCode};

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
                say(&format!("{:<6} {}", user.role.word(), user.name))?;
            }
            Ok(ExitCode::SUCCESS)
        }
        ControlReply::Done(sentence) => say(&sentence),
        _ => unexpected(),
    }
}

/// Pages that rotted are found only in a file that is not open elsewhere.
pub fn check(data: &DataFolder) -> CommandResult {
    let folder = data.folder();
    let database = Folder::database_in(&folder);
    // Looked at first: taking the lock would make the folder.
    needs_store(&folder)?;
    let damage = match hold(&folder) {
        Ok(held) => store::verify::verify(&held).map_err(|error| error.to_string())?,
        // The program that holds it is asked below.
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

/// Whether a downloaded file is as we published it, by the key that is built in.
pub fn verify(file: &Path) -> CommandResult {
    match release::read(file) {
        Ok(_) => say(&format!("{} is as it was published.", file.display())),
        Err(ReleaseFlaw::Unreadable(sentence)) => Err(sentence),
        Err(ReleaseFlaw::NotOurs(why)) => {
            say(&format!("{} must NOT be used: {why}.", file.display()))?;
            Ok(ExitCode::FAILURE)
        }
    }
}

pub fn setup_link(data: &DataFolder) -> CommandResult {
    let ControlReply::SetupLink(links) = told_by_running(data, &ControlRequest::SetupLink)? else {
        return unexpected();
    };
    let (urls, code) = (links.urls.join("\n  "), links.code);
    say(&texts::setup_links(machine_lang(), &urls, &code))
}

fn told_by_running(data: &DataFolder, request: &ControlRequest) -> Result<ControlReply, String> {
    ask_running(data, request).map_err(|error| match error {
        AskError::NobodyThere => texts::not_running(machine_lang(), &data.folder().display().to_string()),
        error => error.to_string(),
    })
}

fn say_json(value: &impl serde::Serialize) -> CommandResult {
    say(&serde_json::to_string(value).map_err(|e| e.to_string())?)
}

/// On standard output; a pipe without a reader is an error, not a panic.
pub fn say(text: &str) -> CommandResult {
    writeln!(std::io::stdout(), "{text}").map_err(|e| format!("The answer cannot be printed: {e}."))?;
    Ok(ExitCode::SUCCESS)
}

/// What only a program of another version would answer.
fn unexpected<T>() -> Result<T, String> {
    Err("The running garson gave another answer than was asked for. Restart it, so that both are one version.".into())
}
