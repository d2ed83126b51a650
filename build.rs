//! Takes the built web client into the binary, where there is one. Without Node there is none, and
//! the server shows its status page.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let dist = root.join("client/dist");
    let built = dist.join("index.html").exists();
    // Cargo runs this for ever again if it is to watch what is not there.
    println!("cargo::rerun-if-changed=client{}", if built { "/dist" } else { "" });
    let mut files = Vec::new();
    if built {
        collect(&dist, &mut files)?;
        files.sort();
    }
    let mut text = String::from("const FILES: &[(&str, &[u8])] = &[\n");
    for file in &files {
        let name = file.strip_prefix(&dist).unwrap_or(file).to_string_lossy().replace('\\', "/");
        let path = file.to_string_lossy();
        let _ = writeln!(text, "    ({:?}, include_bytes!({path:?})),", format!("/{name}"));
    }
    text.push_str("];\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("client.rs"), text)
}

fn collect(directory: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}
