//! What a heartbeat says: how the program fares. Nothing of orders, customers, people or money, and no restaurant by its name.

use crate::AppState;
use crate::care::{backups, system, timekeeping, upgrades::release};
use crate::integrations::troubles::troubles;
use model::{Access, BackupFault, PlatformFault, PlatformTrouble};
use serde_json::{Value, json};
use std::time::Duration;
use store::Room;

/// Platforms in trouble that are listed; all of them are counted. A beat stays below 8 KiB with them.
const LISTED: usize = 20;

/// It reads, and may wait for the disk.
pub fn beat(app: &AppState, id: &str, name: &str) -> Value {
    let now = clock::now();
    let ailment = system::health(app).err();
    // Where the store cannot be read there is nothing to count, and `health` says why.
    let platforms = troubles(app, Access::FULL).ok();
    let failing = system::vitals(app).ok().map(|vitals| vitals.troubled_webhooks().count());
    json!({
        "kind": "heartbeat",
        "at": now,
        "id": id,
        "name": name,
        "version": release::own_version().to_string(),
        "upSince": now.minus(app.engine.threads.started.elapsed()),
        "health": {
            "status": if ailment.is_none() { "ok" } else { "unavailable" },
            "reason": ailment.as_ref().map(system::Ailment::word),
            "warnings": system::warnings(app),
        },
        "backup": {
            "lastProvenAt": app.care.backups.book().proven.map(|proven| proven.at),
            "trouble": backups::trouble(app).map(BackupFault::word),
        },
        "disk": {
            "freeBytes": app.store.free_bytes(),
            "storeBytes": app.store.file_bytes(),
            "isShort": app.store.room() != Room::Enough,
        },
        "clock": { "lagSeconds": timekeeping::lag(app).as_ref().map_or(0, Duration::as_secs) },
        "platforms": {
            "inTrouble": platforms.as_ref().map(Vec::len),
            "first": platforms.unwrap_or_default().iter().take(LISTED).map(platform).collect::<Vec<_>>(),
        },
        "webhooks": { "failing": failing },
    })
}

fn platform(trouble: &PlatformTrouble) -> Value {
    let (word, code) = match &trouble.fault {
        PlatformFault::Failing(refusal) => ("failing", Some(refusal.code.word())),
        PlatformFault::ShopClosed => ("shop_closed", None),
        PlatformFault::SwitchedOff => ("switched_off", None),
    };
    json!({ "platform": trouble.provider.key(), "trouble": word, "code": code, "since": trouble.since })
}
