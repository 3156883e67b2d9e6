//! What is made when garson is built: the API document, and the reference that people read. Cargo's build script, and no
//! module of the program.
//!
//! Both lie in the binary packed, and are handed out as they lie there.

mod join;
mod reference;

use flate2::{Compression, write::GzEncoder};
use std::{
    env, fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

/// This one.
const FOLDER: &str = ".";
/// Receivers of events, which the reference shows.
const RECEIVERS: &str = "../../packaging/receivers";
/// Where pages lie until they are in the binary.
const PAGES: &str = "reference";
/// What browsers keep for ever. Its address carries a hash of all of it, so that one script finds the next beside it.
const ASSETS: &str = "../../static";

fn main() {
    // Cargo would take one that is not there for changed, at every build.
    for seen in [FOLDER, RECEIVERS, ASSETS].into_iter().filter(|path| Path::new(path).exists()) {
        println!("cargo::rerun-if-changed={seen}");
    }
    if let Err(sentence) = make(Path::new(&env::var("OUT_DIR").unwrap_or_default())) {
        println!("cargo::error=The API document cannot be made: {sentence}");
    }
}

fn make(out: &Path) -> Result<(), String> {
    let write = |name: &str, bytes: &[u8]| fs::write(out.join(name), bytes).map_err(|e| format!("{name}: {e}"));
    let document = join::join(Path::new(FOLDER))?;
    // The binary has the packed one; a test reads the other.
    write("openapi.json", document.as_bytes())?;
    write("openapi.json.gz", &packed(document.as_bytes())?)?;
    // A page that is no more must not lie there from an earlier build.
    let _ = fs::remove_dir_all(out.join(PAGES));
    fs::create_dir_all(out.join(PAGES)).map_err(|e| format!("{PAGES}: {e}"))?;
    let edition = edition(Path::new(ASSETS))?;
    println!("cargo::rustc-env=STATIC_EDITION={edition}");
    let mut list = String::from("[\n");
    for file in reference::files(&document, Path::new(FOLDER), Path::new(RECEIVERS), &edition)? {
        let name = format!("{PAGES}/{}.gz", file.path.replace('/', "-"));
        write(&name, &packed(file.text.as_bytes())?)?;
        list += &format!(
            "    ReferenceFile {{ path: {:?}, hash: {:?}, packed: include_bytes!({:?}) }},\n",
            file.path,
            reference::hash_of(file.text.as_bytes()),
            name
        );
    }
    write("reference.rs", (list + "]\n").as_bytes())
}

/// A hash of all files of a folder, with their names.
fn edition(folder: &Path) -> Result<String, String> {
    fn names(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() { names(&path, found)? } else { found.push(path) }
        }
        Ok(())
    }
    let read = || -> io::Result<Vec<u8>> {
        let (mut found, mut bytes) = (Vec::new(), Vec::new());
        names(folder, &mut found)?;
        found.sort();
        for path in found {
            let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            bytes.extend([name.as_bytes(), &[0], &fs::read(&path)?, &[0]].concat());
        }
        Ok(bytes)
    };
    Ok(reference::hash_of(&read().map_err(|e| format!("{}: {e}", folder.display()))?))
}

fn packed(text: &[u8]) -> Result<Vec<u8>, String> {
    let pack = || -> io::Result<Vec<u8>> {
        let mut packer = GzEncoder::new(Vec::new(), Compression::best());
        packer.write_all(text)?;
        packer.finish()
    };
    pack().map_err(|e| e.to_string())
}
