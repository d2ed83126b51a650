//! The tables, their version, and the way up from earlier versions.
//!
//! `docs/storage.md` describes every column.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, Error, ErrorCode, OpenFlags, TransactionBehavior};

use super::OpenError;
use super::folder::{Folder, private_file};

/// Marks a file as ours (`PRAGMA application_id`): "Ctch".
const APPLICATION: u32 = 0x4374_6368;
/// How long to wait for another program that holds the database.
const PATIENCE: Duration = Duration::from_secs(2);

/// What brings the schema from each version to the next; the first makes version 1 from nothing.
/// Steps are only ever added.
pub(super) const STEPS: &[&str] = &["
    CREATE TABLE matches (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        records INTEGER NOT NULL,
        over INTEGER NOT NULL
    );
    CREATE INDEX live_matches ON matches (number) WHERE over = 0;
    CREATE TABLE records (
        match INTEGER NOT NULL REFERENCES matches (number),
        seq INTEGER NOT NULL,
        version INTEGER NOT NULL,
        body TEXT NOT NULL,
        checksum BLOB NOT NULL,
        UNIQUE (match, seq)
    );
    CREATE TABLE people (
        id TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        token BLOB NOT NULL UNIQUE,
        checksum BLOB NOT NULL
    );
    CREATE TABLE alive (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        at INTEGER NOT NULL
    );
"];

/// Opens the database of that folder; makes it, or brings it up to date, where need be.
pub(super) fn open(folder: &Folder, steps: &[&str]) -> Result<Connection, OpenError> {
    let path = folder.database();
    let failed = |error: Error| explain(&path, &error);
    let known = version_of(steps);
    match fs::metadata(&path) {
        Ok(_) => check_header(&path)?,
        Err(_) if log_of(&path).exists() => {
            let reason = "the file is missing beside its log".to_owned();
            return Err(OpenError::Damaged { path, reason });
        }
        Err(_) => create(folder, steps)?,
    }
    let mut database = connect(&path).map_err(failed)?;
    let found = number(&database, "user_version").map_err(failed)?;
    if found > known {
        return Err(OpenError::Newer { path, found, known });
    }
    if found < known {
        keep_copy(folder, &database, found)?;
        apply(&mut database, steps, found).map_err(failed)?;
        tracing::info!(from = found, to = known, "the database has been brought up to date");
    }
    // What cannot be written now must be known before the first move, not after it.
    let touched = database.pragma_update(None, "user_version", known);
    touched.map_err(failed)?;
    Ok(database)
}

/// Opens the database of a folder to read it, whoever writes it meanwhile.
pub(super) fn open_to_read(folder: &Path) -> Result<Connection, OpenError> {
    let path = folder.join(super::folder::DATABASE);
    if !path.exists() {
        return Err(OpenError::Missing { path });
    }
    check_header(&path)?;
    let failed = |error: Error| explain(&path, &error);
    let database = connect(&path).map_err(failed)?;
    database.pragma_update(None, "query_only", true).map_err(failed)?;
    let (found, known) = (number(&database, "user_version").map_err(failed)?, version_of(STEPS));
    match found.cmp(&known) {
        std::cmp::Ordering::Equal => Ok(database),
        std::cmp::Ordering::Greater => Err(OpenError::Newer { path, found, known }),
        std::cmp::Ordering::Less => Err(OpenError::Older { path }),
    }
}

/// Looks at the first bytes of the file, before anything could change them.
fn check_header(path: &Path) -> Result<(), OpenError> {
    let damaged =
        |reason: &str| Err(OpenError::Damaged { path: path.to_owned(), reason: reason.to_owned() });
    let mut header = [0; 100];
    let read = fs::File::open(path).and_then(|mut file| file.read_exact(&mut header));
    match read {
        Ok(()) if !header.starts_with(b"SQLite format 3\0") => damaged("it is no database"),
        Ok(()) if header[68..72] != APPLICATION.to_be_bytes() => {
            Err(OpenError::Foreign { path: path.to_owned() })
        }
        Ok(()) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
            damaged("the file has been cut off")
        }
        Err(reason) => Err(OpenError::NotWritable { path: path.to_owned(), reason }),
    }
}

/// Opens one more connection to a database that is up to date.
pub(super) fn connect(path: &Path) -> Result<Connection, Error> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let database = Connection::open_with_flags(path, flags)?;
    database.busy_timeout(PATIENCE)?;
    database.pragma_update(None, "journal_mode", "WAL")?;
    database.pragma_update(None, "synchronous", "FULL")?;
    database.pragma_update(None, "cell_size_check", true)?;
    // Checkpoints have a thread of their own.
    database.pragma_update(None, "wal_autocheckpoint", 0)?;
    Ok(database)
}

/// Makes the database beside its place first: one that is there is never half made.
fn create(folder: &Folder, steps: &[&str]) -> Result<(), OpenError> {
    let path = folder.unfinished();
    let refused = |reason| OpenError::NotWritable { path: path.clone(), reason };
    private_file().truncate(true).open(&path).map_err(refused)?;
    let make = || {
        let mut database = Connection::open(&path)?;
        database.pragma_update(None, "application_id", APPLICATION)?;
        apply(&mut database, steps, 0)?;
        database.close().map_err(|(_, error)| error)
    };
    make().map_err(|error: Error| explain(&path, &error))?;
    folder.put_in_place(&path).map_err(refused)
}

fn apply(database: &mut Connection, steps: &[&str], from: u32) -> Result<(), Error> {
    let change = database.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for step in steps.iter().skip(usize::try_from(from).unwrap_or(usize::MAX)) {
        change.execute_batch(step)?;
    }
    change.pragma_update(None, "user_version", version_of(steps))?;
    change.commit()
}

/// Keeps a copy of the database as it was.
fn keep_copy(folder: &Folder, database: &Connection, version: u32) -> Result<(), OpenError> {
    let copy = folder.copy_of(version);
    let refused = |reason| OpenError::NotWritable { path: copy.clone(), reason };
    private_file().truncate(true).open(&copy).map_err(refused)?;
    let target = copy.to_string_lossy();
    database
        .execute("VACUUM INTO ?1", [&*target])
        .map_err(|error| explain(&folder.database(), &error))?;
    folder.sync().map_err(refused)
}

fn version_of(steps: &[&str]) -> u32 {
    u32::try_from(steps.len()).unwrap_or(u32::MAX)
}

fn number(database: &Connection, pragma: &str) -> Result<u32, Error> {
    database.pragma_query_value(None, pragma, |row| row.get(0))
}

fn log_of(path: &Path) -> std::path::PathBuf {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    log.into()
}

/// Says what an error means for whoever starts the server.
pub(super) fn explain(path: &Path, error: &Error) -> OpenError {
    let path = path.to_owned();
    let reason = error.to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            OpenError::Damaged { path, reason }
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => OpenError::Locked { path },
        Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
            OpenError::NotWritable { path, reason: std::io::Error::other(reason) }
        }
        _ => OpenError::Other { path, reason },
    }
}
