//! The files of a data folder: what each is called, and which of them make up a store.
//!
//! Their names stand here alone: a copy, a backup, a restore and a service that is given a folder go by these lists. A
//! restore gives files more names while it works, of which `store/backup/swap` knows.

/// What opens what is sealed in the database.
pub const KEY: &str = "garson.key";
/// What devices on the local network were told to trust (`lan`).
pub const AUTHORITY: &str = "garson.ca";
pub const DATABASE: &str = "garson.redb";
/// What came in last, until the database has it: a store that was not closed needs it.
pub const JOURNAL: &str = "garson.journal";
/// The database as it was before an upgrade, while the new program is tried out.
pub const OLD_DATABASE: &str = "garson.redb.before";
/// Before the number of its format: the database as it was before a newer program changed that.
pub const OF_FORMAT: &str = "garson.redb.before.format-";
/// Before the time, behind the name of the database that gave way to one of before.
pub const WENT_BACK: &str = ".before.back-";
/// How long databases of before have been kept.
pub const AGES: &str = "garson.ages";
/// How far an upgrade is.
pub const UPGRADE: &str = "garson.upgrade";
/// That the panel was asked for a restore, and why it came to nothing.
pub const RESTORE: &str = "garson.restoring";
pub const LOCK: &str = "garson.lock";
/// Room on the disk that is given back when the disk fills up; nothing is in it.
pub const RESERVE: &str = "garson.reserve";
/// By which is tried out whether the disk takes writes again.
pub const PROBE: &str = "garson.probe";
/// Where a running program takes commands, on Unix.
pub const SOCKET: &str = "garson.sock";
/// Where a running program takes commands, on Windows.
pub const PIPE: &str = "garson.pipe";
/// The log of a service on Windows, and the one before.
pub const LOG: &str = "garson.log";
pub const OLD_LOG: &str = "garson.old.log";

/// The small files, all of them text, that belong to a store and lie beside its database.
pub const KEPT: [&str; 2] = [KEY, AUTHORITY];
/// All that a store that was closed consists of: the key first, for a database without it is refused.
pub const STORE: [&str; 3] = [KEY, AUTHORITY, DATABASE];
/// Every file that garson makes in its folder and that stays.
const ALL: [&str; 15] = [
    KEY,
    AUTHORITY,
    JOURNAL,
    DATABASE,
    OLD_DATABASE,
    AGES,
    UPGRADE,
    RESTORE,
    LOCK,
    RESERVE,
    PROBE,
    SOCKET,
    PIPE,
    LOG,
    OLD_LOG,
];

/// Behind the name of a file until it is whole.
pub const NEW: &str = ".new";
/// Behind the name of a copy until it is whole.
pub const COPY: &str = ".copy";
/// Behind the name of a file by which is tried out whether the disk keeps modes.
pub const TRIAL: &str = ".trial";

/// Whether a file of this name is one that garson makes, or a part of one that a power cut left.
pub fn is_own(name: &str) -> bool {
    let whole = [NEW, COPY, TRIAL].iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name);
    ALL.contains(&whole) || is_kept(whole)
}

/// Whether it is a database of before, which goes by itself. What a restore has put aside is none.
pub fn is_kept(name: &str) -> bool {
    let went_back = || {
        [DATABASE, JOURNAL]
            .into_iter()
            .filter_map(|file| name.strip_prefix(file))
            .any(|rest| rest.starts_with(WENT_BACK))
    };
    name == OLD_DATABASE || (name.starts_with(OF_FORMAT) && !name.ends_with(NEW)) || went_back()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_on_a_list_is_our_own_and_nothing_else_is() {
        assert!(KEPT.iter().all(|name| STORE.contains(name)) && STORE.iter().all(|name| is_own(name)));
        for name in [
            "garson.key.new",
            "garson.ca.copy",
            "garson.ca.trial",
            "garson.redb.before.new",
            "garson.redb.before.format-2.new",
        ] {
            assert!(is_own(name), "{name}");
        }
        for name in ["", ".new", "garson", "garson.keys", "garson.key.new.new", "letters.txt", "garson.redb.before-1"] {
            assert!(!is_own(name), "{name}");
        }
    }
}
