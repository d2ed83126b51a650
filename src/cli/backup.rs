//! `catchmate backup`: one file with everything that a data folder holds, also while a server runs
//! on it.
//!
//! The file is a tar archive of the databases and their SHA-256 sums, as `sha256sum` writes them.
//! The archive is copied before the journal, so that of the two only the archive can lag behind;
//! it catches up when the server starts.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use sha2::{Digest, Sha256};

use crate::{archive, journal};

/// The databases of a data folder, in the order in which they are copied.
pub(super) const DATABASES: [&str; 2] = [archive::DATABASE, journal::DATABASE];
/// The name of their sums in the file.
pub(super) const SUMS: &str = "SHA256SUMS";

/// Writes everything that a data folder holds to one file, also while a server runs on it
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The file to write; it must not be there yet
    file: PathBuf,
    /// The data folder of the server
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
}

pub(super) fn run(args: &Args) -> ExitCode {
    match back_up(&args.data, &args.file) {
        Ok(()) => {
            eprintln!("{} is backed up in {}", args.data.display(), args.file.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("catchmate: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Names a file in what the system says of it.
pub(super) fn of(path: &Path) -> impl Fn(io::Error) -> String + '_ {
    move |error| format!("{}: {error}", path.display())
}

fn back_up(folder: &Path, file: &Path) -> Result<(), String> {
    if !folder.join(journal::DATABASE).exists() {
        let folder = folder.display();
        return Err(format!("{folder} holds no matches; name another folder with --data DIR"));
    }
    if file.exists() {
        return Err(format!("{} is there already; name another file", file.display()));
    }
    // Beside the file, so that it is finished by being renamed: there is a whole one, or none.
    let mut unfinished = file.as_os_str().to_owned();
    unfinished.push(".unfinished");
    let unfinished = Unfinished::make(PathBuf::from(unfinished))?;
    let packed = unfinished.0.join("backup");
    for name in DATABASES {
        let from = folder.join(name);
        if from.exists() {
            let to = unfinished.0.join(name);
            journal::private_file().open(&to).map_err(of(&to))?;
            journal::copy_database(&from, &to).map_err(|error| error.to_string())?;
        }
    }
    pack(&unfinished.0, &packed).map_err(of(&packed))?;
    fs::rename(&packed, file).map_err(of(file))
}

/// The folder in which a backup is made; gone when that is done or has failed.
struct Unfinished(PathBuf);

impl Unfinished {
    fn make(path: PathBuf) -> Result<Unfinished, String> {
        if path.exists() {
            let path = path.display();
            return Err(format!(
                "{path} is there: another backup is being made, or was broken off; remove it then"
            ));
        }
        let beside = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = beside.filter(|folder| !folder.is_dir()) {
            return Err(format!("{}: there is no such folder", folder.display()));
        }
        journal::make_private(&path).map_err(of(&path))?;
        Ok(Unfinished(path))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.0) {
            eprintln!("catchmate: {} is left behind: {error}", self.0.display());
        }
    }
}

/// Packs the databases of that folder, and makes the file durable.
fn pack(folder: &Path, to: &Path) -> io::Result<()> {
    let file = journal::private_file().truncate(true).open(to)?;
    let mut tar = tar::Builder::new(io::BufWriter::new(file));
    let mut sums = Vec::new();
    for name in DATABASES {
        let path = folder.join(name);
        if path.exists() {
            writeln!(sums, "{}  {name}", sum(&path)?)?;
            let content = File::open(&path)?;
            let size = content.metadata()?.len();
            append(&mut tar, name, size, content)?;
        }
    }
    append(&mut tar, SUMS, sums.len() as u64, &sums[..])?;
    let mut written = tar.into_inner()?;
    written.flush()?;
    written.get_ref().sync_all()
}

fn append(
    tar: &mut tar::Builder<impl Write>,
    name: &str,
    size: u64,
    content: impl Read,
) -> io::Result<()> {
    let mut header = tar::Header::new_ustar();
    // Larger databases than the old format can tell of are told of in a newer way.
    header.set_size(size);
    header.set_mode(0o600);
    header.set_cksum();
    tar.append_data(&mut header, name, content)
}

/// The SHA-256 sum of a file, in hexadecimal digits.
pub(super) fn sum(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut sum = Sha256::new();
    let mut part = vec![0; 1 << 16];
    loop {
        match file.read(&mut part)? {
            0 => break,
            read => sum.update(&part[..read]),
        }
    }
    let mut digits = String::new();
    for byte in sum.finalize() {
        // Writing to a string never fails.
        let _ = write!(digits, "{byte:02x}");
    }
    Ok(digits)
}
