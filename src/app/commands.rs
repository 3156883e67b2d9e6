//! The commands that look into the store while no server runs: setup, key, user, check.

use super::options::{DataFolder, KeyCommand, RoleWord, UserCommand};
use crate::{
    i18n,
    model::{Code, Failure, Lang, Role},
    net::{Guard, Net},
    ops::{
        AppState, Config,
        keyring::Keyring,
        keys,
        setup::{self, Claim, Setup},
        users::{self, Whom},
    },
    store::{Folder, OpenError, OpenProgress, Store, Work, check},
};
use serde_json::json;
use std::{
    io::{BufRead, IsTerminal, Write},
    process::ExitCode,
    sync::Arc,
};

type CommandResult = Result<ExitCode, String>;

pub fn setup(data: &DataFolder, user: &str, as_json: bool) -> CommandResult {
    let password = read_password()?;
    with_app(data, async |app| {
        let setup = Setup {
            owner: user.to_owned(),
            password,
            key: "first".to_owned(),
            lang: None,
            restaurant: None,
            integrations: Vec::new(),
            webhook: None,
            browser: None,
        };
        let made = match setup::set_up(app, setup).await.map_err(|failure| sentence(&failure))? {
            Claim::Made(made) => made.key,
            Claim::Taken => return Err("There is an owner already.".to_owned()),
        };
        if as_json {
            print_json(&json!({ "apiKey": made.secret, "keyId": made.key.id, "keyName": made.key.name, "user": user }))
        } else {
            say(&format!(
                "The owner {user} and the first API key were made.\n\n  {}\n\n\
                 This key is shown only now. Keep it safe; it is also what webhooks carry.\n\
                 Next: start the appliance with `garson`, and send the key as `Authorization: Bearer …`.",
                made.secret
            ))
        }
    })
}

pub fn key(data: &DataFolder, command: KeyCommand) -> CommandResult {
    with_app(data, async |app| match command {
        KeyCommand::Add { name, primary, json: as_json } => {
            let made = keys::add(app, &name, primary).await.map_err(|failure| sentence(&failure))?;
            if as_json {
                return print_json(&json!({ "apiKey": made.secret, "keyId": made.key.id, "keyName": made.key.name }));
            }
            say(&made.secret)?;
            eprintln!("This key is shown only now. Its id is {}.", made.key.id);
            Ok(())
        }
        KeyCommand::List => {
            let keys = keys::list(app).map_err(|failure| sentence(&failure))?;
            say(&format!(
                "{:<36}  {:<8}  {:<7}  {:<24}  {:<24}  NAME",
                "ID", "BEGINS", "PRIMARY", "CREATED", "LAST USED"
            ))?;
            for key in keys {
                let used = key.last_used_at.map_or("never".into(), |at| at.to_string());
                let primary = if key.is_primary { "yes" } else { "" };
                let created = key.created_at.to_string();
                say(&format!("{}  {:<8}  {primary:<7}  {created:<24}  {used:<24}  {}", key.id, key.prefix, key.name))?;
            }
            Ok(())
        }
        KeyCommand::Revoke { id } => {
            let unknown = || format!("There is no key {id}. `garson key list` shows them.");
            let key = keys::revoke(app, id.clone()).await.map_err(|failure| match failure.code {
                Code::NotFound => unknown(),
                Code::KeyIsPrimary => "This is the primary key, which webhooks carry. Make another one primary first: \
                     `garson key add NAME --primary`."
                    .into(),
                _ => sentence(&failure),
            })?;
            say(&format!("The key {} ({}…) no longer works.", key.name, key.prefix))
        }
    })
}

pub fn user(data: &DataFolder, command: UserCommand) -> CommandResult {
    let password = match &command {
        UserCommand::Add { .. } | UserCommand::Password { .. } => read_password()?,
        UserCommand::List | UserCommand::Remove { .. } => String::new(),
    };
    with_app(data, async |app| match command {
        UserCommand::Add { name, role, .. } => {
            let role = match role {
                RoleWord::Owner => Role::Owner,
                RoleWord::Staff => Role::Staff,
            };
            users::add(app, &name, role, &password).await.map_err(|failure| sentence(&failure))?;
            say(&format!("{name} was added."))
        }
        UserCommand::List => {
            for user in users::list(app).map_err(|failure| sentence(&failure))? {
                let role = match user.role {
                    Role::Owner => "owner",
                    Role::Staff => "staff",
                };
                say(&format!("{role:<6} {}", user.name))?;
            }
            Ok(())
        }
        UserCommand::Password { name, .. } => {
            users::change_password(app, Whom::Name(name.clone()), &password, None)
                .await
                .map_err(|failure| sentence(&failure))?;
            say(&format!("The password of {name} was changed."))
        }
        UserCommand::Remove { name } => {
            users::remove(app, Whom::Name(name.clone())).await.map_err(|failure| sentence(&failure))?;
            say(&format!("{name} was removed."))
        }
    })
}

pub fn check(data: &DataFolder) -> CommandResult {
    // Looked at first: taking the lock would make the folder.
    if !data.folder().is_dir() {
        return Err(format!("There is no store in {}.", data.folder().display()));
    }
    let folder = hold(data)?;
    if !folder.database_path().exists() {
        return Err(format!("There is no store in {}.", folder.path().display()));
    }
    let (store, closing) = open_store(&folder)?;
    let report = store
        .read()
        .and_then(|reader| check::check(&reader, store.sealer()))
        .map_err(|failure| format!("The store cannot be read: {failure}"));
    drop(store);
    closing.wait();
    let report = report?;
    say(&format!("{}\n{report}", folder.database_path().display()))?;
    Ok(if report.is_sound() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Opens the store for one command and closes it cleanly, whatever the command came to.
fn with_app(data: &DataFolder, work: impl AsyncFnOnce(&Arc<AppState>) -> Result<(), String>) -> CommandResult {
    let folder = hold(data)?;
    let (store, closing) = open_store(&folder)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|e| e.to_string())?;
    let result = match Keyring::load(&store, 0) {
        Ok(keyring) => {
            // Nothing is served or dialled meanwhile.
            let app = AppState::new(store, Net::new(Guard::default()), keyring, Config::default());
            runtime.block_on(work(&app))
        }
        Err(failure) => {
            drop(store);
            Err(sentence(&failure))
        }
    };
    drop(runtime);
    closing.wait();
    result.map(|()| ExitCode::SUCCESS)
}

fn hold(data: &DataFolder) -> Result<Folder, String> {
    let who = format!("a garson command (process {})", std::process::id());
    Folder::hold(&data.folder(), &who).map_err(|error| match error {
        OpenError::InUse(..) => format!("{error} This command needs the store to itself."),
        error => error.to_string(),
    })
}

fn open_store(folder: &Folder) -> Result<(Store, crate::store::Closing), String> {
    let progress: OpenProgress = Arc::new(|work, share| {
        let what = match work {
            Work::Repair => "repairing the store",
            Work::Upgrade => "bringing the store to the format of this version",
        };
        eprintln!("{what}: {:.0} %", share * 100.0);
    });
    Store::open(folder, &progress).map_err(|error| error.to_string())
}

/// The first line of standard input. At a terminal it is asked for.
fn read_password() -> Result<String, String> {
    if std::io::stdin().is_terminal() {
        eprint!("Password (8 to 200 characters, shown as you type): ");
        let _ = std::io::stderr().flush();
    }
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).map_err(|e| format!("The password cannot be read: {e}."))?;
    let password = line.trim_end_matches(['\n', '\r']);
    if password.is_empty() {
        return Err("No password came in. Give it on standard input with --password-stdin.".into());
    }
    Ok(password.to_owned())
}

fn print_json(value: &serde_json::Value) -> Result<(), String> {
    say(&value.to_string())
}

/// On standard output; a pipe that nobody reads is an error, not a panic.
fn say(text: &str) -> Result<(), String> {
    writeln!(std::io::stdout(), "{text}").map_err(|e| format!("The answer cannot be printed: {e}."))
}

/// What a person at a terminal reads.
fn sentence(failure: &Failure) -> String {
    match &failure.cause {
        Some(cause) => {
            let mut letters = cause.chars();
            let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
            format!("{first}{}.", letters.as_str())
        }
        None => i18n::failure(Lang::En, failure),
    }
}
