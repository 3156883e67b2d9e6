//! A published file: whether it is as we signed it, and what it is. The signature covers the name that the file was published
//! under, and with it version and machine; what it is called now says nothing.

use minisign_verify::{PublicKey, Signature};
use model::Version;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// What releases are signed with; the private half is not here. No program believes another key, wherever it was built and
/// whatever its environment says: a test writes its own over this one, in a copy of the program.
static RELEASE_KEY: &str = include_str!("../../../../packaging/release.pub");
/// Far above any release: what is larger is another file.
const LARGEST: u64 = 256 * 1024 * 1024;

/// A file that is as it was published.
pub struct Release {
    /// The program, where it is one; everything that is published is signed.
    pub program: Option<ReleasedProgram>,
    pub bytes: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReleasedProgram {
    pub version: Version,
    /// As packaging calls it: `linux-x86_64`.
    pub machine: String,
}

/// Why a file is not to be used.
pub enum ReleaseFlaw {
    /// It, or its signature beside it, cannot be read.
    Unreadable(String),
    /// It must not be used.
    NotOurs(&'static str),
}

/// Reads a file with its signature, `FILE.minisig`, beside it.
pub fn read(file: &Path) -> Result<Release, ReleaseFlaw> {
    let read = |path: &Path| {
        read_bounded(path).map_err(|e| ReleaseFlaw::Unreadable(format!("{} cannot be read: {e}.", path.display())))
    };
    let (signature, bytes) = (read(&signature_of(file))?, read(file)?);
    let name = signed_name(&bytes, &signature, RELEASE_KEY).map_err(ReleaseFlaw::NotOurs)?;
    Ok(Release { program: name.as_deref().and_then(program_of), bytes })
}

/// `FILE.minisig`, beside it.
pub(super) fn signature_of(file: &Path) -> PathBuf {
    let mut beside = file.as_os_str().to_owned();
    beside.push(".minisig");
    beside.into()
}

fn read_bounded(path: &Path) -> io::Result<Vec<u8>> {
    match fs::metadata(path)?.len() {
        0..=LARGEST => fs::read(path),
        _ => Err(io::Error::new(io::ErrorKind::FileTooLarge, "it is too large to be a release")),
    }
}

/// The name that was signed along with the file.
fn signed_name(bytes: &[u8], signature: &[u8], key: &str) -> Result<Option<String>, &'static str> {
    let key = PublicKey::decode(key).map_err(|_| "the key that is built in cannot be read")?;
    let text = std::str::from_utf8(signature).map_err(|_| "its signature is no text")?;
    let signature = Signature::decode(text).map_err(|_| "its signature cannot be read")?;
    // Not the old kind of signature, which minisign itself no longer makes.
    key.verify(bytes, &signature, false).map_err(|_| "its signature is not ours, or it was changed since")?;
    let mut words = signature.trusted_comment().split('\t');
    Ok(words.find_map(|word| word.strip_prefix("file:")).map(str::to_owned))
}

/// `garson-0.2.0-linux-x86_64`, on Windows with `.exe` behind it.
fn program_of(name: &str) -> Option<ReleasedProgram> {
    let (version, machine) = name.strip_prefix("garson-")?.split_once('-')?;
    let machine = machine.strip_suffix(".exe").unwrap_or(machine);
    let is_program = matches!(machine.split_once('-'), Some(("linux" | "windows", "x86_64" | "aarch64" | "armv7")));
    is_program.then_some(ReleasedProgram { version: Version::parse(version)?, machine: machine.to_owned() })
}

/// What packaging calls a machine like this one.
pub fn own_machine() -> String {
    let processor = if env::consts::ARCH == "arm" { "armv7" } else { env::consts::ARCH };
    format!("{}-{processor}", env::consts::OS)
}

/// Which version this program is.
pub fn own_version() -> Version {
    #[cfg(debug_assertions)]
    if let Some(version) = test_version() {
        return version;
    }
    Version::parse(env!("CARGO_PKG_VERSION")).unwrap_or_default()
}

/// Tests make another version of a program that is built for them: they write it behind its last byte.
#[cfg(debug_assertions)]
fn test_version() -> Option<Version> {
    use std::io::{Read, Seek, SeekFrom};
    const LONGEST_NAME_BYTES: i64 = 48;
    let mut file = fs::File::open(env::current_exe().ok()?).ok()?;
    file.seek(SeekFrom::End(-LONGEST_NAME_BYTES)).ok()?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Version::parse(text.rsplit_once("\ngarson version ")?.1.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    // A throwaway pair: `packaging/key --throwaway`, then `minisign -S`.
    const KEY: &str = include_str!("release/release.pub");
    const SIGNED: &[u8] = include_bytes!("release/signed.txt");
    const SIGNATURE: &[u8] = include_bytes!("release/signed.txt.minisig");

    #[test]
    fn only_what_was_signed_by_the_right_key_is_believed() {
        assert_eq!(signed_name(SIGNED, SIGNATURE, KEY), Ok(None));
        for at in 0..SIGNED.len() {
            let mut changed = SIGNED.to_vec();
            changed[at] ^= 1;
            assert!(signed_name(&changed, SIGNATURE, KEY).is_err(), "byte {at}");
        }
        assert!(signed_name(SIGNED, SIGNATURE, RELEASE_KEY).unwrap_err().contains("not ours"));
        for signature in [&b""[..], b"hello", b"\xff", &SIGNATURE[..SIGNATURE.len() / 2]] {
            assert!(signed_name(SIGNED, signature, KEY).is_err());
        }
        // Nor is a name that was written into the signature.
        let text = String::from_utf8_lossy(SIGNATURE);
        let named = text.replace("trusted comment: a throwaway", "trusted comment: file:garson-9.0.0-linux-x86_64\t");
        assert!(text != named && signed_name(SIGNED, named.as_bytes(), KEY).is_err());
    }

    #[test]
    fn a_name_says_version_and_machine() {
        let of = |name| program_of(name).map(|program| (program.version.to_string(), program.machine));
        assert_eq!(of("garson-0.2.0-linux-armv7"), Some(("0.2.0".into(), "linux-armv7".into())));
        assert_eq!(of("garson-1.0.12-windows-x86_64.exe"), Some(("1.0.12".into(), "windows-x86_64".into())));
        for other in
            ["garson-0.2.0-linux-x86_64-image.tar", "garson_0.2.0_amd64.deb", "SHA256SUMS", "garson-0.2.0.cdx.json"]
        {
            assert_eq!(of(other), None, "{other}");
        }
        assert!(program_of(&format!("garson-{}-{}", own_version(), own_machine())).is_some());
    }
}
