//! Platforms that cannot be asked just now. They are asked ever more rarely; but as soon as one is heard from in any other
//! way, by a push or by an answer to a person's act, it is asked at once: what came in meanwhile is getting late.

use model::IntegrationKey;
use parking_lot::Mutex;
use std::collections::HashMap;
use tokio::sync::Notify;

#[derive(Default)]
pub struct Outages {
    /// Whose polls fail, and whether anything was heard since the last one.
    all: Mutex<HashMap<IntegrationKey, bool>>,
    bell: Notify,
}

impl Outages {
    /// A poll failed, or one went well again.
    pub fn note(&self, key: IntegrationKey, is_out: bool) {
        match is_out {
            true => _ = self.all.lock().entry(key).or_insert(false),
            false => _ = self.all.lock().remove(&key),
        }
    }

    /// The platform spoke. That matters only while its polls fail.
    pub fn heard(&self, key: IntegrationKey) {
        if let Some(is_heard) = self.all.lock().get_mut(&key) {
            *is_heard = true;
            self.bell.notify_one();
        }
    }

    /// Rung when one of them was heard from.
    pub async fn rung(&self) {
        self.bell.notified().await;
    }

    /// Whether it was heard from since this was last asked.
    pub fn take_heard(&self, key: IntegrationKey) -> bool {
        self.all.lock().get_mut(&key).is_some_and(std::mem::take)
    }
}
