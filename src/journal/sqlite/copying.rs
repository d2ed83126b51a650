//! Copies of a database for a backup, and whether one may be put in its place.

use std::path::Path;

use rusqlite::{Connection, Error, OpenFlags};

use super::{OpenError, schema};

/// Copies a database as it is at one instant. Nobody who reads or writes it meanwhile is kept
/// waiting. The copy must not be there yet, or be empty. Blocks.
///
/// # Errors
/// Where it cannot be read, or the copy not be written.
pub fn copy_database(from: &Path, to: &Path) -> Result<(), OpenError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let copy = || {
        let database = Connection::open_with_flags(from, flags)?;
        database.busy_timeout(schema::PATIENCE)?;
        // It is not for a copy to move the log.
        database.pragma_update(None, "wal_autocheckpoint", 0)?;
        database.execute("VACUUM INTO ?1", [&*to.to_string_lossy()])?;
        Ok(())
    };
    copy().map_err(|error| schema::explain(from, &error))
}

/// Looks whether a database is sound from its first page to its last. Blocks.
///
/// # Errors
/// What is wrong with it.
pub fn check_database(path: &Path) -> Result<(), OpenError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let check = || {
        let database = Connection::open_with_flags(path, flags)?;
        database.query_row("PRAGMA integrity_check(1)", [], |line| line.get::<_, String>(0))
    };
    match check().map_err(|error: Error| schema::explain(path, &error))? {
        ok if ok == "ok" => Ok(()),
        reason => Err(OpenError::Damaged { path: path.to_owned(), reason }),
    }
}

/// Looks whether a database is sound, and one that this version of the journal can open. Blocks.
///
/// # Errors
/// What is wrong with it.
pub fn check_journal(path: &Path) -> Result<(), OpenError> {
    schema::check_header(path)?;
    check_database(path)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let version = Connection::open_with_flags(path, flags)
        .and_then(|database| schema::number(&database, "user_version"));
    let found = version.map_err(|error| schema::explain(path, &error))?;
    let known = schema::version_of(schema::STEPS);
    if found > known {
        return Err(OpenError::Newer { path: path.to_owned(), found, known });
    }
    Ok(())
}
