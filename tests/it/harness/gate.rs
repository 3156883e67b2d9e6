//! A gate that whoever answers stands at until the test opens it.

use std::sync::{Arc, Condvar, Mutex};

#[derive(Clone, Default)]
pub struct Gate(Arc<(Mutex<bool>, Condvar)>);

impl Gate {
    /// For everybody who stands at it and for everybody who comes.
    pub fn open(&self) {
        *self.0.0.lock().unwrap() = true;
        self.0.1.notify_all();
    }

    /// Returns when it is open.
    pub fn wait(&self) {
        drop(self.0.1.wait_while(self.0.0.lock().unwrap(), |is_open| !*is_open).unwrap());
    }
}
