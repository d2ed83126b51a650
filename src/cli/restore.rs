//! `catchmate restore`: puts a backup in the place of what a data folder holds, and keeps that
//! aside.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::backup::{DATABASES, SUMS, of, sum};
use crate::journal::{self, Folder};

/// What stands beside a database that is in use, or was when the server was killed.
const BESIDE: [&str; 3] = ["", "-wal", "-shm"];

/// Puts a backup into a data folder that no server uses; what was there is kept aside
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The file that `catchmate backup` wrote
    file: PathBuf,
    /// The data folder of the server
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
}

pub(super) fn run(args: &Args) -> ExitCode {
    match restore(&args.file, &args.data) {
        Ok(aside) => {
            eprintln!("{} holds what {} held", args.data.display(), args.file.display());
            if let Some(aside) = aside {
                eprintln!("what it held before is in {}", aside.display());
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("catchmate: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Gives the folder to which what was there before has been moved.
fn restore(file: &Path, path: &Path) -> Result<Option<PathBuf>, String> {
    let packed = File::open(file).map_err(of(file))?;
    let folder = Folder::take(path).map_err(|error| error.to_string())?;
    // All is unpacked and looked at before anything is touched.
    let unpacked = path.join("restoring.unchecked");
    remove(&unpacked).map_err(of(&unpacked))?;
    journal::make_private(&unpacked).map_err(of(&unpacked))?;
    if let Err(reason) = unpack(packed, &unpacked).and_then(|()| check(&unpacked)) {
        remove(&unpacked).map_err(of(&unpacked))?;
        return Err(format!(
            "{} cannot be restored: {reason}; nothing has been changed",
            file.display()
        ));
    }
    put_in_place(&folder, &unpacked).map_err(of(path))
}

fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn unpack(packed: File, to: &Path) -> Result<(), String> {
    let mut tar = tar::Archive::new(io::BufReader::new(packed));
    let no_backup = |error: io::Error| format!("it is no whole backup ({error})");
    for entry in tar.entries().map_err(no_backup)? {
        let mut entry = entry.map_err(no_backup)?;
        let name = entry.path().map_err(no_backup)?.to_string_lossy().into_owned();
        if !DATABASES.contains(&&*name) && name != SUMS {
            return Err(format!("it is no backup of Catchmate: it has a file {name:?}"));
        }
        let path = to.join(name);
        let file = journal::private_file().create_new(true).open(&path);
        let mut file = file.map_err(of(&path))?;
        io::copy(&mut entry, &mut file).map_err(no_backup)?;
        file.sync_all().map_err(of(&path))?;
    }
    Ok(())
}

/// Looks whether everything is there, as it was written, and can be used by this version.
fn check(folder: &Path) -> Result<(), String> {
    let sums = fs::read_to_string(folder.join(SUMS));
    let sums = sums.map_err(|_| "it is no whole backup of Catchmate".to_owned())?;
    let sums: BTreeMap<&str, &str> = sums
        .lines()
        .filter_map(|line| line.split_once("  ").map(|(sum, name)| (name, sum)))
        .collect();
    for name in DATABASES {
        let path = folder.join(name);
        match (sums.get(name), path.exists()) {
            (Some(expected), true) if sum(&path).map_err(of(&path))? == **expected => {}
            (None, false) if name != journal::DATABASE => continue,
            _ => return Err(format!("{name} in it is damaged or missing")),
        }
        let checked = if name == journal::DATABASE {
            journal::check_journal(&path)
        } else {
            journal::check_database(&path)
        };
        checked.map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn put_in_place(folder: &Folder, unpacked: &Path) -> io::Result<Option<PathBuf>> {
    let (path, restoring) = (folder.path(), folder.restoring());
    // From here on until it is gone no server starts on the folder. It may be there from an earlier
    // call that was broken off.
    journal::make_private(&restoring)?;
    for name in DATABASES {
        match fs::remove_file(restoring.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        if unpacked.join(name).exists() {
            fs::rename(unpacked.join(name), restoring.join(name))?;
        }
    }
    remove(unpacked)?;
    File::open(&restoring)?.sync_all()?;
    folder.sync()?;
    let old: Vec<String> = DATABASES
        .iter()
        .flat_map(|name| BESIDE.map(|ending| format!("{name}{ending}")))
        .filter(|name| path.join(name).exists())
        .collect();
    let mut aside = None;
    if !old.is_empty() {
        let free = (1_u32..).map(|number| path.join(format!("before-restore-{number}")));
        let free = free.into_iter().find(|path| !path.exists());
        let free = free.ok_or(io::ErrorKind::AlreadyExists)?;
        journal::make_private(&free)?;
        for name in old {
            fs::rename(path.join(&name), free.join(&name))?;
        }
        aside = Some(free);
    }
    for name in DATABASES {
        if restoring.join(name).exists() {
            fs::rename(restoring.join(name), path.join(name))?;
        }
    }
    folder.sync()?;
    remove(&restoring)?;
    folder.sync()?;
    Ok(aside)
}
