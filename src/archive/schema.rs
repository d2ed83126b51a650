//! The tables of the archive, their version, and the way up from earlier versions.
//!
//! `docs/storage.md` describes every column.

use std::fs::OpenOptions;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, TransactionBehavior};

use super::ArchiveError;

/// The database in the data folder.
pub const DATABASE: &str = "archive.db";
/// How long to wait for another program that writes.
const PATIENCE: Duration = Duration::from_secs(10);

/// What brings the schema from each version to the next. Steps are only ever added.
const STEPS: &[&str] = &["
    CREATE TABLE persons (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        merged_into TEXT,
        root TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX persons_by_root ON persons (root);
    CREATE TABLE games (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        records INTEGER,
        event TEXT NOT NULL,
        day TEXT,
        started_at INTEGER,
        ended_at INTEGER NOT NULL,
        shown_at INTEGER NOT NULL,
        listed INTEGER NOT NULL,
        variant TEXT NOT NULL,
        practice INTEGER NOT NULL,
        points_1 INTEGER,
        points_2 INTEGER,
        ended_by TEXT,
        ended_board TEXT,
        moves_a INTEGER NOT NULL,
        moves_b INTEGER NOT NULL,
        rated INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX games_by_end ON games (ended_at, number);
    CREATE INDEX games_by_day ON games (day);
    CREATE INDEX games_by_event ON games (event, ended_at, number);
    CREATE INDEX games_to_rate ON games (shown_at, number) WHERE rated = 0;
    CREATE INDEX games_by_showing ON games (shown_at, number);
    CREATE TABLE seats (
        game INTEGER NOT NULL REFERENCES games (number) ON DELETE CASCADE,
        seat TEXT NOT NULL,
        person TEXT NOT NULL REFERENCES persons (id),
        name TEXT NOT NULL,
        left_ms INTEGER,
        PRIMARY KEY (game, seat)
    ) WITHOUT ROWID;
    CREATE INDEX seats_by_person ON seats (person, game);
    CREATE TABLE imports (
        game INTEGER PRIMARY KEY REFERENCES games (number) ON DELETE CASCADE,
        digest BLOB NOT NULL UNIQUE,
        bpgn TEXT NOT NULL
    );
    CREATE TABLE ratings (
        root TEXT NOT NULL,
        shown_at INTEGER NOT NULL,
        game INTEGER NOT NULL REFERENCES games (number) ON DELETE CASCADE,
        rating REAL NOT NULL,
        uncertainty REAL NOT NULL,
        PRIMARY KEY (root, shown_at, game)
    ) WITHOUT ROWID;
    CREATE INDEX ratings_by_game ON ratings (shown_at, game);
"];

pub(super) fn open(folder: &Path) -> Result<Connection, ArchiveError> {
    let path = folder.join(DATABASE);
    let mut file = OpenOptions::new();
    file.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut file, 0o600);
    // Made here, so that nobody else may read it; what is wrong with it the database says better.
    drop(file.open(&path));
    prepare(Connection::open(&path)?)
}

pub(super) fn in_memory() -> Result<Connection, ArchiveError> {
    prepare(Connection::open_in_memory()?)
}

fn prepare(mut database: Connection) -> Result<Connection, ArchiveError> {
    database.busy_timeout(PATIENCE)?;
    database.pragma_update(None, "journal_mode", "WAL")?;
    database.pragma_update(None, "synchronous", "FULL")?;
    database.pragma_update(None, "foreign_keys", true)?;
    let known = u32::try_from(STEPS.len()).unwrap_or(u32::MAX);
    if version(&database)? == known {
        return Ok(database);
    }
    let change = database.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = version(&change)?;
    if found > known {
        return Err(ArchiveError::Newer { found, known });
    }
    for step in STEPS.iter().skip(found as usize) {
        change.execute_batch(step)?;
    }
    change.pragma_update(None, "user_version", known)?;
    change.commit()?;
    Ok(database)
}

fn version(database: &Connection) -> Result<u32, rusqlite::Error> {
    database.pragma_query_value(None, "user_version", |line| line.get(0))
}
