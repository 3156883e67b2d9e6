//! What a passphrase comes to: a key, by argon2id with what stands in the backup beside it.

use crate::people::{hash_memory::HashMemory, passwords};
use argon2::{Algorithm, Argon2, Params, Version};
use model::{Failure, Result};
use store::backup::key::{BackupKey, KeyOrigin};

/// The key of a new passphrase. Refused are those that are guessed first.
pub fn choose(passphrase: &str) -> Result<BackupKey> {
    passwords::refuse_weak(passphrase, "")?;
    derive(passphrase, &KeyOrigin::new()?)
}

/// The key of a passphrase for a backup that is there. Takes a second on a small machine.
pub fn derive(passphrase: &str, origin: &KeyOrigin) -> Result<BackupKey> {
    let mut key = [0; 32];
    let params =
        Params::new(origin.memory_kib, origin.passes, origin.lanes, Some(key.len())).map_err(Failure::fault)?;
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let memory = HashMemory::new(argon2.params())?;
    let hashed = argon2.hash_password_into_with_memory(passphrase.as_bytes(), &origin.salt, &mut key, memory);
    hashed.map_err(Failure::fault)?;
    Ok(BackupKey::new(origin.clone(), key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_passphrase_comes_to_the_same_key_with_the_same_origin_alone() {
        let key = choose("dört yeşil masa").unwrap();
        assert_eq!(derive("dört yeşil masa", &key.origin).unwrap(), key);
        assert_ne!(derive("dört yeşil masa ", &key.origin).unwrap(), key);
        assert_ne!(choose("dört yeşil masa").unwrap(), key);
        assert!(choose("12345678").is_err() && choose("kısa").is_err());
        assert!(!format!("{key:?}").contains(&serde_json::to_value(&key).unwrap()["key"].to_string()));
    }
}
