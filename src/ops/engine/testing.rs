//! For tests of what lives in an `AppState`: of this crate, and of the doors, which have this file as a module of theirs.

use net::{Guard, Net};
use ops::{AppState, Config, keys::keyring::Keyring};
use std::sync::Arc;
use store::{Folder, OpenProgress, Store};

/// One on an empty store; its folder goes with what is returned beside it.
pub fn an_empty_app() -> (Arc<AppState>, tempfile::TempDir) {
    let data = tempfile::tempdir().unwrap();
    let folder = Folder::hold(data.path(), "a test").unwrap();
    let quietly: OpenProgress = Arc::new(|_, _| {});
    let (store, _) = Store::open(&folder, &quietly).unwrap();
    let keyring = Keyring::load(&store, 0).unwrap();
    let config = Config { keep_days: 90, data: data.path().to_owned(), ..Config::default() };
    (AppState::new(store, Net::new(Guard::default()), keyring, config), data)
}
