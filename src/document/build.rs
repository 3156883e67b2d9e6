//! What is made when garson is built: the API document, and the books that people read. Cargo's build script, and no
//! module of the program.
//!
//! All of it lies in the binary packed, and is handed out as it lies there.

mod book;
mod join;

use book::MadeFile;
use flate2::{Compression, write::GzEncoder};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// This one.
const FOLDER: &str = ".";
/// The manual, and what the books show: receivers of events, recipes for a public address.
const PACKAGING: &str = "../../packaging";
const SHOWN: [&str; 3] = ["manual", "public", "receivers"];
/// What browsers keep for ever. Its address carries a hash of all of it, so that one script finds the next beside it.
const ASSETS: &str = "../../static";

fn main() {
    let shown = SHOWN.map(|name| format!("{PACKAGING}/{name}"));
    // Cargo would take one that is not there for changed, at every build.
    let seen = [FOLDER, ASSETS].into_iter().chain(shown.iter().map(String::as_str));
    for seen in seen.filter(|path| Path::new(path).exists()) {
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
    let edition = edition(Path::new(ASSETS))?;
    println!("cargo::rustc-env=STATIC_EDITION={edition}");
    let books = book::books(&document, Path::new(FOLDER), Path::new(PACKAGING), &edition)?;
    pack(out, "reference", &books.reference)?;
    pack(out, "manual", &books.manual)
}

/// Writes the pages of a book into a folder of its name, packed, and a list of them beside it.
fn pack(out: &Path, book: &str, files: &[MadeFile]) -> Result<(), String> {
    let write = |name: &str, bytes: &[u8]| fs::write(out.join(name), bytes).map_err(|e| format!("{name}: {e}"));
    // A page that is no more must not lie there from an earlier build.
    let _ = fs::remove_dir_all(out.join(book));
    fs::create_dir_all(out.join(book)).map_err(|e| format!("{book}: {e}"))?;
    let mut list = String::from("[\n");
    for file in files {
        let name = format!("{book}/{}.gz", file.path.replace('/', "-"));
        write(&name, &packed(file.text.as_bytes())?)?;
        list += &format!(
            "    PackedPage {{ path: {:?}, hash: {:?}, packed: include_bytes!({:?}) }},\n",
            file.path,
            book::hash_of(file.text.as_bytes()),
            name
        );
    }
    write(&format!("{book}.rs"), (list + "]\n").as_bytes())
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
    Ok(book::hash_of(&read().map_err(|e| format!("{}: {e}", folder.display()))?))
}

fn packed(text: &[u8]) -> Result<Vec<u8>, String> {
    let pack = || -> io::Result<Vec<u8>> {
        let mut packer = GzEncoder::new(Vec::new(), Compression::best());
        packer.write_all(text)?;
        packer.finish()
    };
    pack().map_err(|e| e.to_string())
}
