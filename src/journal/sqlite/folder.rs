//! The data folder: private, and used by one server at a time.

use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::OpenError;

/// The database in the folder.
pub const DATABASE: &str = "catchmate.db";
/// The file that whoever uses the folder holds locked.
const LOCK: &str = "lock";

/// The data folder, held until it is dropped.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// Locked as long as it is open.
    _lock: File,
}

impl Folder {
    /// Makes the folder if it is missing, and takes it for this process alone.
    ///
    /// # Errors
    /// Another process has it, or it cannot be written to.
    pub fn take(path: &Path) -> Result<Folder, OpenError> {
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

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The database.
    pub fn database(&self) -> PathBuf {
        self.path.join(DATABASE)
    }

    /// What a backup is put in place from. While it is there, what else is there may be half of it.
    pub fn restoring(&self) -> PathBuf {
        self.path.join("restoring")
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
    ///
    /// # Errors
    /// What the system says.
    pub fn sync(&self) -> io::Result<()> {
        if cfg!(unix) { File::open(&self.path)?.sync_all() } else { Ok(()) }
    }
}

/// Makes a folder that nobody else may look into.
///
/// # Errors
/// What the system says.
pub fn make_private(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// How files are made that nobody else may read; `SQLite` gives its log the same permissions.
pub fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
