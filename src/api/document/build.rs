//! What is made when garson is built: the API document. Cargo's build script, and no module of the program.
//!
//! It lies in the binary packed.

mod join;

use flate2::{Compression, write::GzEncoder};
use std::{
    env, fs,
    io::{self, Write},
    path::Path,
};

const FOLDER: &str = "src/api/document";

fn main() {
    println!("cargo::rerun-if-changed={FOLDER}");
    if let Err(sentence) = make(Path::new(&env::var("OUT_DIR").unwrap_or_default())) {
        println!("cargo::error=The API document cannot be made: {sentence}");
    }
}

fn make(out: &Path) -> Result<(), String> {
    let write = |name: &str, bytes: &[u8]| fs::write(out.join(name), bytes).map_err(|e| format!("{name}: {e}"));
    let document = join::join(Path::new(FOLDER))?;
    // The binary has the packed one; a test reads the other.
    write("openapi.json", document.as_bytes())?;
    write("openapi.json.gz", &packed(document.as_bytes())?)
}

fn packed(text: &[u8]) -> Result<Vec<u8>, String> {
    let pack = || -> io::Result<Vec<u8>> {
        let mut packer = GzEncoder::new(Vec::new(), Compression::best());
        packer.write_all(text)?;
        packer.finish()
    };
    pack().map_err(|e| e.to_string())
}
