//! `garson backup`: the running program, or this one, makes the backup; the file is written with the caller's rights.
//!
//! The file may lie where only its writer may write, the store where only its owner may read. So there are two threads: this
//! one keeps the rights that it came with, the other one is the owner of the data folder.

use super::ask::{ask_for_bytes, cannot_start};
use super::{CommandAnswer, CommandResult, megabytes, passphrase, progress::ProgressLine, say, unexpected};
use crate::app::options::{BackupOptions, DataFolder};
use crate::app::{data::act_as_owner_of, log, machine_lang::machine_lang};
use crate::control::{ControlReply, ControlRequest, sentence};
use crate::ops::care::backups::{
    self, BackupDraft, BackupError, BackupKey, BackupProof, BackupSummary, ToProve, passphrase as derivation,
};
use std::io::{BufReader, Write, stdout};
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc::sync_channel};
use std::{fs::File, process::ExitCode, thread};

/// Pieces that may be on their way.
const ON_THEIR_WAY: usize = 4;

pub fn backup(data: &DataFolder, options: &BackupOptions) -> CommandResult {
    let (folder, file) = (data.folder(), &options.file);
    let is_stdout = file.as_os_str() == "-";
    log::to_terminal();
    // Said before a passphrase is typed.
    if !is_stdout && !options.force && file.exists() {
        return Err(format!("{} is there already. --force replaces it, once the new one is whole.", file.display()));
    }
    let passphrase = passphrase::choose(&options.passphrase, !options.no_passphrase && !is_stdout)?;
    let key = passphrase
        .map(|text| derivation::choose(&text))
        .transpose()
        .map_err(|failure| sentence(machine_lang(), &failure))?;
    if is_stdout {
        write(&folder, key, &mut stdout(), file)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut draft = BackupDraft::at(file, options.force).map_err(|error| not_written(file, &error))?;
    let made = write(&folder, key.clone(), &mut draft, file)?;
    draft.finish().map_err(|error| not_written(file, &error))?;
    say(&format!(
        "{} holds {} orders in {}, as they were at {}.",
        file.display(),
        made.orders(),
        megabytes(made.bytes),
        made.header.at
    ))?;
    if !options.no_proof {
        let proof = prove(&folder, file, key.as_ref(), &made).map_err(|error| {
            format!(
                "{} was written, but it could NOT be proven that it restores: {error} Do not rely on it.",
                file.display()
            )
        })?;
        say(&format!(
            "Proven: it was restored aside and is what the store had, row by row; all of it was checked, in {:.1} s.",
            proof.took.as_secs_f64()
        ))?;
    }
    say(match key {
        Some(_) => {
            "It is encrypted, and the key file is inside. Keep the passphrase where you find it without this machine: \
             nobody can open the backup without it."
        }
        None => {
            "It is not encrypted, so the key file is not inside: to restore it on another machine you also need a copy of \
             garson.key from the data folder. Keep that elsewhere than the backup."
        }
    })
}

fn write(folder: &Path, key: Option<BackupKey>, target: &mut dyn Write, file: &Path) -> Result<BackupSummary, String> {
    let (pieces, written) = sync_channel::<Vec<u8>>(ON_THEIR_WAY);
    let asked = folder.to_owned();
    let asking = as_owner(folder, move || {
        let on_bytes = Arc::new(move |bytes| pieces.send(bytes).is_ok());
        ask_for_bytes(&asked, ControlRequest::Backup { key }, on_bytes)
    })?;
    // The sender learns by the end that is dropped here that no more is taken.
    let done = written.iter().try_for_each(|piece| target.write_all(&piece)).and_then(|()| target.flush());
    drop(written);
    let answer = asking.join().unwrap_or_else(|_| Err("The store cannot be read.".into()));
    done.map_err(|error| not_written(file, &BackupError::writing(error)))?;
    match answer? {
        CommandAnswer { reply: ControlReply::BackedUp(made), .. } => Ok(*made),
        _ => unexpected(),
    }
}

/// The throwaway store is the owner's; the file is read with the rights of its writer.
fn prove(folder: &Path, file: &Path, key: Option<&BackupKey>, made: &BackupSummary) -> Result<BackupProof, String> {
    let input = File::open(file).map_err(|error| BackupError::reading(error).to_string())?;
    let (place, key, made): (PathBuf, _, _) = (folder.to_owned(), key.cloned(), made.clone());
    let proving = as_owner(folder, move || {
        let mut line = ProgressLine::new("proving");
        let length = input.metadata().map_or(made.bytes, |about| about.len());
        let backup = ToProve { input: BufReader::new(input), length, key: key.as_ref(), made: Some(&made) };
        let proof = backups::prove(backup, &place, &mut |share| {
            line.show(share);
            true
        });
        proof.map_err(|error| error.to_string())
    })?;
    proving.join().unwrap_or_else(|_| Err("The throwaway store cannot be read.".into()))
}

/// On a thread that is the owner of the folder; what it begins is theirs too.
fn as_owner<T: Send + 'static>(
    folder: &Path,
    work: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> Result<thread::JoinHandle<Result<T, String>>, String> {
    let folder = folder.to_owned();
    let begun = thread::Builder::new().spawn(move || {
        act_as_owner_of(&folder)?;
        work()
    });
    begun.map_err(cannot_start)
}

fn not_written(file: &Path, error: &BackupError) -> String {
    format!("{}: {error} Nothing was kept there.", file.display())
}
