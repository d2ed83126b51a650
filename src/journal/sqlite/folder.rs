//! The data folder: private, and used by one server at a time.

use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::OpenError;

/// The database in the folder.
pub(super) const DATABASE: &str = "catchmate.db";
/// The file that whoever uses the folder holds locked.
const LOCK: &str = "lock";

/// The data folder, held until it is dropped.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    /// Locked as long as it is open.
    _lock: File,
}

impl Folder {
    /// Makes the folder if it is missing, and takes it for this process alone.
    pub(super) fn take(path: &Path) -> Result<Folder, OpenError> {
        make_private(path).map_err(|reason| OpenError::Folder { path: path.to_owned(), reason })?;
        let lock = private_file()
            .truncate(false)
            .open(path.join(LOCK))
            .map_err(|reason| OpenError::NotWritable { path: path.to_owned(), reason })?;
        match lock.try_lock() {
            Ok(()) => Ok(Folder { path: path.to_owned(), _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(OpenError::InUse { path: path.to_owned() }),
            Err(TryLockError::Error(reason)) => {
                Err(OpenError::NotWritable { path: path.to_owned(), reason })
            }
        }
    }

    /// The database.
    pub(super) fn database(&self) -> PathBuf {
        self.path.join(DATABASE)
    }

    /// The database while it is being made.
    pub(super) fn unfinished(&self) -> PathBuf {
        self.path.join("catchmate.db.new")
    }

    /// The copy that is kept of a database before it is brought up from that version.
    pub(super) fn copy_of(&self, version: u32) -> PathBuf {
        self.path.join(format!("catchmate.db.version-{version}"))
    }

    /// Puts a finished database in its place, for good.
    pub(super) fn put_in_place(&self, unfinished: &Path) -> io::Result<()> {
        File::open(unfinished)?.sync_all()?;
        fs::rename(unfinished, self.database())?;
        self.sync()
    }

    /// Makes what was created in the folder durable.
    pub(super) fn sync(&self) -> io::Result<()> {
        if cfg!(unix) { File::open(&self.path)?.sync_all() } else { Ok(()) }
    }
}

fn make_private(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// How files are made that nobody else may read; `SQLite` gives its log the same permissions.
pub(super) fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
