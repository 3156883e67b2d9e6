//! Sealing: secrets that must be used in clear again lie in the database only as ciphertext.
//!
//! XChaCha20-Poly1305 under a key file beside the database. The purpose is bound to the ciphertext, so a sealed
//! token does not open as a key.

use super::{disk, private_file};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305};
use model::{Failure, Sealed};
use std::{io, path::Path};

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
    let Some(text) = disk::text(path)? else { return Ok(None) };
    let no_key = || io::Error::new(io::ErrorKind::InvalidData, "it does not hold a key");
    of_text(&text).map(Some).ok_or_else(no_key)
}

/// The sealer of a key file with this text; `None` if that is no key.
pub(super) fn of_text(text: &str) -> Option<Sealer> {
    URL_SAFE_NO_PAD.decode(text.trim()).ok().and_then(|bytes| <[u8; 32]>::try_from(bytes).ok()).map(Sealer::new)
}

/// Makes the key file and sees it onto the disk before anything is sealed with it.
pub(super) fn make_key(path: &Path) -> io::Result<Sealer> {
    let mut key = [0u8; 32];
    getrandom::fill(&mut key).map_err(io::Error::other)?;
    private_file::make(path, format!("{}\n", URL_SAFE_NO_PAD.encode(key)).as_bytes())?;
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
