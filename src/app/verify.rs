//! `garson verify`: whether a downloaded file is as we published it, by the key that is built in.

use super::commands::{CommandResult, say};
use minisign_verify::{PublicKey, Signature};
use std::{fs, io, path::Path, process::ExitCode};

/// What releases are signed with; the private half is not here.
const RELEASE_KEY: &str = include_str!("../../packaging/release.pub");
/// Far above any release: what is larger is another file.
const LARGEST: u64 = 256 * 1024 * 1024;

pub fn verify(file: &Path) -> CommandResult {
    let mut beside = file.as_os_str().to_owned();
    beside.push(".minisig");
    let read = |path: &Path| read(path).map_err(|e| format!("{} cannot be read: {e}.", path.display()));
    let (bytes, signature) = (read(file)?, read(Path::new(&beside))?);
    match is_signed(&bytes, &signature, RELEASE_KEY) {
        Ok(()) => {
            say(&format!("{} is as it was published.", file.display()))?;
            Ok(ExitCode::SUCCESS)
        }
        Err(why) => {
            say(&format!("{} must NOT be used: {why}.", file.display()))?;
            Ok(ExitCode::FAILURE)
        }
    }
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    match fs::metadata(path)?.len() {
        0..=LARGEST => fs::read(path),
        _ => Err(io::Error::new(io::ErrorKind::FileTooLarge, "it is too large to be a release")),
    }
}

fn is_signed(bytes: &[u8], signature: &[u8], key: &str) -> Result<(), &'static str> {
    let key = PublicKey::decode(key).map_err(|_| "the key that is built in cannot be read")?;
    let text = std::str::from_utf8(signature).map_err(|_| "its signature is no text")?;
    let signature = Signature::decode(text).map_err(|_| "its signature cannot be read")?;
    // Not the old kind of signature, which minisign itself no longer makes.
    key.verify(bytes, &signature, false).map_err(|_| "its signature is not ours, or it was changed since")
}

#[cfg(test)]
mod tests {
    use super::*;

    // A throwaway pair: `packaging/key --throwaway`, then `minisign -S`.
    const KEY: &str = include_str!("verify/release.pub");
    const SIGNED: &[u8] = include_bytes!("verify/signed.txt");
    const SIGNATURE: &[u8] = include_bytes!("verify/signed.txt.minisig");

    #[test]
    fn only_what_was_signed_by_the_right_key_is_believed() {
        assert_eq!(is_signed(SIGNED, SIGNATURE, KEY), Ok(()));
        for at in 0..SIGNED.len() {
            let mut changed = SIGNED.to_vec();
            changed[at] ^= 1;
            assert!(is_signed(&changed, SIGNATURE, KEY).is_err(), "byte {at}");
        }
        assert!(is_signed(SIGNED, SIGNATURE, RELEASE_KEY).unwrap_err().contains("not ours"));
        for signature in [&b""[..], b"hello", b"\xff", &SIGNATURE[..SIGNATURE.len() / 2]] {
            assert!(is_signed(SIGNED, signature, KEY).is_err());
        }
    }
}
