//! Sealing: secrets that must be used in clear again lie in the database only as ciphertext.
//!
//! XChaCha20-Poly1305 under a key file beside the database. The purpose is bound to the ciphertext, so a sealed
//! token does not open as a key.

use crate::model::{Failure, Sealed};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chacha20poly1305::{
    KeyInit, XChaCha20Poly1305,
    aead::{Aead, Payload},
};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read, Write},
    path::Path,
};

#[derive(Clone)]
pub struct Sealer {
    cipher: XChaCha20Poly1305,
}

const NONCE: usize = 24;

impl Sealer {
    fn new(key: [u8; 32]) -> Sealer {
        Sealer { cipher: XChaCha20Poly1305::new(&key.into()) }
    }

    #[cfg(test)]
    pub fn for_tests(key: [u8; 32]) -> Sealer {
        Sealer::new(key)
    }

    pub fn seal(&self, purpose: &str, clear: &[u8]) -> Result<Sealed, Failure> {
        let nonce: [u8; NONCE] = random()?;
        let sealed = self
            .cipher
            .encrypt(&nonce.into(), Payload { msg: clear, aad: purpose.as_bytes() })
            .map_err(|_| Failure::fault("sealing failed"))?;
        Ok(Sealed([nonce.as_slice(), &sealed].concat()))
    }

    pub fn unseal(&self, purpose: &str, sealed: &Sealed) -> Result<Vec<u8>, Failure> {
        let fault = || Failure::fault(format!("a sealed value ({purpose}) does not open with this key file"));
        let (nonce, body) = sealed.0.split_first_chunk::<NONCE>().ok_or_else(fault)?;
        self.cipher.decrypt(&(*nonce).into(), Payload { msg: body, aad: purpose.as_bytes() }).map_err(|_| fault())
    }

    pub fn unseal_text(&self, purpose: &str, sealed: &Sealed) -> Result<String, Failure> {
        String::from_utf8(self.unseal(purpose, sealed)?).map_err(Failure::fault)
    }
}

pub fn random<const N: usize>() -> Result<[u8; N], Failure> {
    let mut bytes = [0u8; N];
    getrandom::fill(&mut bytes).map_err(|e| Failure::unavailable(format!("no randomness: {e}")))?;
    Ok(bytes)
}

/// A secret of `N` random bytes as URL-safe text.
pub fn random_text<const N: usize>() -> Result<String, Failure> {
    Ok(URL_SAFE_NO_PAD.encode(random::<N>()?))
}

/// Reads the key file; `Ok(None)` if there is none.
pub(super) fn read_key(path: &Path) -> io::Result<Option<Sealer>> {
    let mut text = String::new();
    match File::open(path) {
        Ok(mut file) => file.read_to_string(&mut text)?,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(e),
    };
    match of_text(&text) {
        Some(sealer) => Ok(Some(sealer)),
        None => Err(io::Error::new(io::ErrorKind::InvalidData, "it does not hold a key")),
    }
}

/// The sealer of a key file with this text; `None` if that is no key.
pub(super) fn of_text(text: &str) -> Option<Sealer> {
    URL_SAFE_NO_PAD.decode(text.trim()).ok().and_then(|bytes| <[u8; 32]>::try_from(bytes).ok()).map(Sealer::new)
}

/// Whether others than its owner may read or change the key file.
#[cfg(unix)]
pub(super) fn is_open_to_others(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    // What systemd hands over, it guards: by lists of its own, which look like rights of the group.
    let is_handed_over = std::env::var_os("CREDENTIALS_DIRECTORY")
        .is_some_and(|folder| path.canonicalize().is_ok_and(|file| file.starts_with(folder)));
    let is_open = path.metadata().is_ok_and(|about| about.permissions().mode() & 0o077 != 0);
    is_open && !is_handed_over && keeps_modes(path)
}

/// Whether the disk knows whose a file is: a stick or a share of Windows does not, and says that all is everybody's.
#[cfg(unix)]
fn keeps_modes(path: &Path) -> bool {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    let trial = path.with_extension("key.trial");
    let _ = fs::remove_file(&trial);
    let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&trial);
    let mode = made.and_then(|file| file.metadata()).map(|about| about.permissions().mode());
    let _ = fs::remove_file(&trial);
    mode.map_or(true, |mode| mode & 0o077 == 0)
}

/// Makes the key file, readable by its owner alone, and sees it onto the disk before anything is sealed with it.
/// It appears under its name only when it is whole: half a key would keep every later start from making one.
pub(super) fn make_key(path: &Path) -> io::Result<Sealer> {
    let mut key = [0u8; 32];
    getrandom::fill(&mut key).map_err(io::Error::other)?;
    let draft = path.with_extension("key.new");
    match fs::remove_file(&draft) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&draft)?;
    writeln!(file, "{}", URL_SAFE_NO_PAD.encode(key))?;
    file.sync_all()?;
    fs::rename(&draft, path)?;
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        File::open(folder)?.sync_all()?;
    }
    Ok(Sealer::new(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_value_opens_for_its_purpose_and_key_alone() {
        let sealer = Sealer::for_tests([1; 32]);
        let sealed = sealer.seal("key", b"gsn_x").unwrap();
        assert_eq!(sealer.unseal("key", &sealed).unwrap(), b"gsn_x");
        assert!(sealer.unseal("token", &sealed).is_err());
        assert!(Sealer::for_tests([2; 32]).unseal("key", &sealed).is_err());
        assert!(sealer.unseal("key", &Sealed(vec![0; 10])).is_err());
        assert!(!sealed.0.windows(4).any(|w| w == b"gsn_"));
    }
}
