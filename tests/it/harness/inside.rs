//! The program's parts without the program, for what can only be asked from inside: which routes there are.

use garson::{
    net::{Guard, Net},
    ops::{AppState, Config, keys::keyring::Keyring},
    store::{Folder, OpenProgress, Store},
};
use std::{path::Path, sync::Arc};

/// Works with the state of a program on an empty store, and closes it.
pub fn in_an_empty_app<T>(work: impl FnOnce(&Arc<AppState>) -> T) -> T {
    let data = tempfile::tempdir().unwrap();
    in_the_app_of(data.path(), work)
}

/// The same on a store that is there.
pub fn in_the_app_of<T>(data: &Path, work: impl FnOnce(&Arc<AppState>) -> T) -> T {
    let folder = Folder::hold(data, "a test").unwrap();
    let quietly: OpenProgress = Arc::new(|_, _| {});
    let (store, closing) = Store::open(&folder, &quietly).unwrap();
    let keyring = Keyring::load(&store, 0).unwrap();
    let app = AppState::new(store, Net::new(Guard::default()), keyring, Config { keep_days: 90, ..Config::default() });
    let done = work(&app);
    drop(app);
    closing.wait();
    done
}
