//! What a backup is encrypted with: a key that comes of a passphrase, and where it came from, which stands in the file.
//!
//! `ops` makes the key. Each file is sealed with a key of its own, which comes of this one and of the file's whole header:
//! no two files share one, and an altered header opens nothing.

use crate::seal::random;
use base64::{Engine, engine::general_purpose::STANDARD};
use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305};
use hmac::{Hmac, Mac};
use model::{Failure, Sealed};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use sha2::Sha256;
use std::fmt;

/// Guessing one passphrase takes this much memory, in KiB, and this many passes over it; a Raspberry Pi needs a second.
const MEMORY_KIB: u32 = 64 * 1024;
const PASSES: u32 = 3;
const SALT: usize = 16;
/// What a file may ask for: more would be there to wear the machine out.
const MOST_MEMORY_KIB: u32 = 256 * 1024;
const MOST_PASSES: u32 = 20;
const MOST_LANES: u32 = 8;

/// How a key came of a passphrase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct KeyOrigin {
    cipher: BackupCipher,
    derivation: Derivation,
    pub memory_kib: u32,
    pub passes: u32,
    pub lanes: u32,
    #[serde(with = "base64_bytes")]
    pub salt: [u8; SALT],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum BackupCipher {
    XChaCha20Poly1305,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Derivation {
    Argon2id,
}

impl KeyOrigin {
    /// For a new passphrase.
    pub fn new() -> Result<KeyOrigin, Failure> {
        let (cipher, derivation) = (BackupCipher::XChaCha20Poly1305, Derivation::Argon2id);
        Ok(KeyOrigin { cipher, derivation, memory_kib: MEMORY_KIB, passes: PASSES, lanes: 1, salt: random()? })
    }

    pub(super) fn is_reasonable(&self) -> bool {
        (1..=MOST_LANES).contains(&self.lanes)
            && (1..=MOST_PASSES).contains(&self.passes)
            && (8 * self.lanes..=MOST_MEMORY_KIB).contains(&self.memory_kib)
    }
}

/// The key of a passphrase; serialised it is a secret, so it is kept sealed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackupKey {
    pub origin: KeyOrigin,
    #[serde(with = "base64_bytes")]
    key: [u8; 32],
}

impl BackupKey {
    pub fn new(origin: KeyOrigin, key: [u8; 32]) -> BackupKey {
        BackupKey { origin, key }
    }

    /// What seals the pieces of the file whose header this is the hash of.
    pub(super) fn of_file(&self, header: &[u8; 32]) -> Result<PieceSealer, Failure> {
        let mut mac = <Hmac<Sha256> as hmac::KeyInit>::new_from_slice(&self.key).map_err(Failure::fault)?;
        mac.update(b"garson backup");
        mac.update(header);
        let key: [u8; 32] = mac.finalize().into_bytes().into();
        Ok(PieceSealer(XChaCha20Poly1305::new(&key.into())))
    }
}

impl fmt::Debug for BackupKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BackupKey({:?}, …)", self.origin)
    }
}

/// Seals the pieces of one file, each under its number and kind.
pub(super) struct PieceSealer(XChaCha20Poly1305);

impl PieceSealer {
    pub fn seal(&self, number: u64, kind: u8, clear: &[u8]) -> Result<Vec<u8>, Failure> {
        let payload = Payload { msg: clear, aad: &[kind] };
        self.0.encrypt(&nonce(number).into(), payload).map_err(|_| Failure::fault("sealing failed"))
    }

    pub fn open(&self, number: u64, kind: u8, sealed: &[u8]) -> Option<Vec<u8>> {
        self.0.decrypt(&nonce(number).into(), Payload { msg: sealed, aad: &[kind] }).ok()
    }
}

/// The key is the file's own, so the number of the piece is enough.
fn nonce(number: u64) -> [u8; 24] {
    let mut nonce = [0; 24];
    nonce[16..].copy_from_slice(&number.to_be_bytes());
    nonce
}

/// Bytes as base64, exactly as many as there are to be.
mod base64_bytes {
    use super::{Deserialize, Deserializer, Engine, Error, STANDARD, Sealed, Serializer};

    pub fn serialize<const N: usize, S: Serializer>(bytes: &[u8; N], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&STANDARD.encode(bytes))
    }

    pub fn deserialize<'de, const N: usize, D: Deserializer<'de>>(deserializer: D) -> Result<[u8; N], D::Error> {
        let Sealed(bytes) = Sealed::deserialize(deserializer)?;
        bytes.try_into().map_err(|_| D::Error::custom("it has another length"))
    }
}
