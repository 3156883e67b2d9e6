//! `garson restore`: puts a backup in the place of the store, with the program stopped.

use super::{CommandResult, ask::hold, passphrase, progress::ProgressLine, say};
use crate::app::options::{DataFolder, RestoreOptions};
use crate::app::{data::act_as_owner_of, machine_lang::machine_lang, upgrade::state};
use crate::ops::care::backups::{BackupError, passphrase as derivation};
use crate::store::backup::restore::{Restore, RestoreReport};
use crate::store::{OpenError, backup::load::BackupFile};
use crate::{control::sentence, model::Actor, ops::care::upgrades::release};
use std::fs::{self, File};
use std::{io::BufReader, path::Path};

pub fn restore(data: &DataFolder, options: &RestoreOptions) -> CommandResult {
    let (folder, path) = (data.folder(), &options.file);
    // With the caller's rights; what follows has those of the data folder's owner.
    let unreadable = |path: &Path, e: std::io::Error| format!("{} cannot be read: {e}.", path.display());
    let input = File::open(path).map_err(|e| unreadable(path, e))?;
    let length = input.metadata().map_err(|e| unreadable(path, e))?.len();
    let key_file = options.key_file.as_deref().map(|path| fs::read_to_string(path).map_err(|e| unreadable(path, e)));
    let key_file = key_file.transpose()?;
    let file = BackupFile::open(BufReader::new(input)).map_err(|error| error.to_string())?;
    let given = match file.header.encryption {
        Some(_) => Some(passphrase::tell(&options.passphrase)?),
        None => None,
    };
    act_as_owner_of(&folder)?;
    let held = hold(&folder).map_err(|error| match error {
        error @ OpenError::InUse(..) => format!("{error} A backup is restored while nothing else uses the folder."),
        error => error.to_string(),
    })?;
    // An upgrade that was cut off is undone first: the next start would put its store over the restored one.
    state::settle(&held, release::own_version())?;
    let key = match (&given, &file.header.encryption) {
        (Some(passphrase), Some(origin)) => Some(derivation::derive(passphrase, origin)),
        _ => None,
    };
    let key = key.transpose().map_err(|failure| sentence(machine_lang(), &failure))?;
    let may_replace = options.force;
    let restore = Restore { file, length, key: key.as_ref(), key_file, may_replace, by: Actor::CommandLine };
    let mut line = ProgressLine::new("restoring");
    let restored = restore.run(&held, &mut |share| {
        line.show(share);
        true
    });
    drop(line);
    match restored {
        Ok(report) => say(&told(&report, &folder)),
        Err(BackupError::HasStore) => Err(format!(
            "There is a store in {} already. Nothing was changed. With --force the backup takes its place; it is kept aside.",
            folder.display()
        )),
        Err(error @ BackupError::Unfinished(_)) => Err(error.to_string()),
        Err(error) => Err(format!("{error} What was in {} is as it was.", folder.display())),
    }
}

/// What must be known after a restore.
fn told(report: &RestoreReport, folder: &Path) -> String {
    let RestoreReport { header, orders, aside } = report;
    let mut lines = vec![
        format!("Restored: {orders} orders, as they were at {}. All of it was checked.", header.at),
        "Start garson now. What you must know:".to_owned(),
        "- What came after that time is not in it: look at the platforms for orders since then.".to_owned(),
        "- People who were removed, and keys and passwords that were changed since then, are as they were: remove and change \
         them again."
            .to_owned(),
        "- Everybody has to sign in again.".to_owned(),
    ];
    if !aside.is_empty() {
        let (place, names) = (folder.display(), aside.join(" and "));
        lines.push(format!(
            "- The store that was there is kept in {place}, as {names}. To go back to it, stop garson and give these files \
             their old names again, without what follows .key and .redb. It holds customers' data: delete it when you no \
             longer need it."
        ));
    }
    lines.join("\n")
}
