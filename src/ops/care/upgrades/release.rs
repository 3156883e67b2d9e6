//! A published file: whether it is as we signed it, and what it is. The signature covers the name that the file was published
//! under, and with it version and machine; what it is called now says nothing.

use minisign_verify::{PublicKey, Signature, StreamVerifier};
use model::Version;
use std::env;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// What releases are signed with; the private half is not here. No program believes another key, wherever it was built and
/// whatever its environment says: a test writes its own over this one, in a copy of the program.
static RELEASE_KEY: &str = include_str!("../../../../packaging/release.pub");
/// Far above any release: what is larger is another file.
const LARGEST: u64 = 256 * 1024 * 1024;
/// A signature is four short lines.
const LARGEST_SIGNATURE: u64 = 4 * 1024;

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
    let mut bytes = Vec::new();
    let program = examine(file, Links::Followed, |part| {
        bytes.extend_from_slice(part);
        Ok(())
    })?;
    Ok(Release { program, bytes })
}

/// Whether a path may be a link to a file: one that a person typed may.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Links {
    Followed,
    Refused,
}

/// What a file with its signature beside it is. It is read part by part, and `each` may have it given up.
pub fn examine(
    file: &Path,
    links: Links,
    mut each: impl FnMut(&[u8]) -> io::Result<()>,
) -> Result<Option<ReleasedProgram>, ReleaseFlaw> {
    let unreadable =
        |path: &Path, e: io::Error| ReleaseFlaw::Unreadable(format!("{} cannot be read: {e}.", path.display()));
    let (beside, mut signature) = (signature_of(file), Vec::new());
    let keep = |part: &[u8]| {
        signature.extend_from_slice(part);
        Ok(())
    };
    read_bounded(&beside, links, LARGEST_SIGNATURE, keep).map_err(|e| unreadable(&beside, e))?;
    let mut outcome = Ok(());
    let name = signed_name(&signature, RELEASE_KEY, |verifier| {
        outcome = read_bounded(file, links, LARGEST, |part| {
            verifier.update(part);
            each(part)
        });
    });
    outcome.map_err(|e| unreadable(file, e))?;
    Ok(name.map_err(ReleaseFlaw::NotOurs)?.as_deref().and_then(program_of))
}

/// `FILE.minisig`, beside it.
pub(super) fn signature_of(file: &Path) -> PathBuf {
    let mut beside = file.as_os_str().to_owned();
    beside.push(".minisig");
    beside.into()
}

/// What a pipe or a device says has no end, and opening one may wait for ever.
fn read_bounded(
    path: &Path,
    links: Links,
    largest: u64,
    mut each: impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let too_large = || io::Error::new(io::ErrorKind::FileTooLarge, "it is too large to be a release");
    let check = |about: fs::Metadata| match about.is_file() {
        true if about.len() > largest => Err(too_large()),
        true => Ok(()),
        false => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file")),
    };
    check(if links == Links::Followed { fs::metadata(path)? } else { fs::symlink_metadata(path)? })?;
    let file = open(path, links)?;
    check(file.metadata()?)?;
    // Its size may be another by the time it is read, or none at all.
    let (mut rest, mut part, mut read) = (file.take(largest + 1), vec![0; 64 << 10], 0);
    loop {
        let length = rest.read(&mut part)?;
        read += length as u64;
        if read > largest {
            return Err(too_large());
        }
        if length == 0 {
            return Ok(());
        }
        each(&part[..length])?;
    }
}

/// Without waiting for anybody, should it have become a pipe meanwhile, or a link.
#[cfg(unix)]
fn open(path: &Path, links: Links) -> io::Result<File> {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt;
    let flags = if links == Links::Followed { OFlags::NONBLOCK } else { OFlags::NONBLOCK | OFlags::NOFOLLOW };
    fs::OpenOptions::new().read(true).custom_flags(flags.bits().cast_signed()).open(path)
}

#[cfg(not(unix))]
fn open(path: &Path, _: Links) -> io::Result<File> {
    File::open(path)
}

/// The name that was signed along with the file, which `feed` gives to the verifier.
fn signed_name(
    signature: &[u8],
    key: &str,
    feed: impl FnOnce(&mut StreamVerifier<'_>),
) -> Result<Option<String>, &'static str> {
    let key = PublicKey::decode(key).map_err(|_| "the key that is built in cannot be read")?;
    let text = std::str::from_utf8(signature).map_err(|_| "its signature is no text")?;
    let signature = Signature::decode(text).map_err(|_| "its signature cannot be read")?;
    // Not the old kind of signature, which minisign itself no longer makes.
    let not_ours = "its signature is not ours, or it was changed since";
    let mut verifier = key.verify_stream(&signature).map_err(|_| not_ours)?;
    feed(&mut verifier);
    verifier.finalize().map_err(|_| not_ours)?;
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

    fn signed_name(bytes: &[u8], signature: &[u8], key: &str) -> Result<Option<String>, &'static str> {
        super::signed_name(signature, key, |verifier| verifier.update(bytes))
    }

    #[cfg(unix)]
    #[test]
    fn only_a_regular_file_of_some_size_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("ten"), "ten bytes.").unwrap();
        std::os::unix::fs::symlink("/dev/zero", path("zero")).unwrap();
        std::os::unix::fs::symlink(path("ten"), path("link")).unwrap();
        let made = std::process::Command::new("mkfifo").arg(path("pipe")).status().unwrap();
        assert!(made.success());
        let read = |name: &str, largest| {
            let mut bytes = Vec::new();
            let done = read_bounded(&path(name), Links::Followed, largest, |part| {
                bytes.extend_from_slice(part);
                Ok(())
            });
            done.map(|()| bytes).map_err(|error| error.kind())
        };
        assert_eq!(read("ten", 10), Ok(b"ten bytes.".to_vec()));
        assert_eq!(read("ten", 9), Err(io::ErrorKind::FileTooLarge));
        for name in ["zero", "pipe", "."] {
            assert_eq!(read(name, 1 << 20), Err(io::ErrorKind::InvalidInput), "{name}");
        }
        // A file may become a link after it was looked at.
        assert!(open(&path("link"), Links::Followed).is_ok() && open(&path("link"), Links::Refused).is_err());
        assert!(read_bounded(&path("link"), Links::Refused, 10, |_| Ok(())).is_err());
    }

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
