//! The program's parts without the program, for what can only be asked from inside: which routes there are.

use garson::{
    net::{Guard, Net},
    ops::{House, keyring::Keyring},
    store::{Folder, Progress, Store},
};
use std::sync::Arc;

/// Works with an empty house, and closes it.
pub fn in_an_empty_house<T>(work: impl FnOnce(&Arc<House>) -> T) -> T {
    let data = tempfile::tempdir().unwrap();
    let folder = Folder::hold(data.path(), "a test").unwrap();
    let quietly: Progress = Arc::new(|_, _| {});
    let (store, closing) = Store::open(&folder, &quietly).unwrap();
    let keyring = Keyring::load(&store, 0).unwrap();
    let house = House::new(store, Net::new(Guard::default()), keyring, String::new(), 90);
    let done = work(&house);
    drop(house);
    closing.wait();
    done
}
