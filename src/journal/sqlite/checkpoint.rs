//! Moving the log into the database proper, off the thread that writes.

use std::path::Path;
use std::sync::mpsc::{self, SyncSender};
use std::thread::JoinHandle;
use std::time::Duration;

use rusqlite::{Connection, Error};

use super::schema;

/// A log of more pages than this is emptied, even if the writer has to wait for it.
const LONGEST_LOG: i64 = 8192;
/// Unless so many of them cannot be moved, because somebody still reads them, such as a backup: to
/// wait for that would keep the writer waiting, too.
const MOST_LEFT: i64 = 1024;

/// How long the writer, and those who read, are waited for when the log is emptied.
const PATIENCE: Duration = Duration::from_millis(250);

/// Starts the thread; it ends with the sender of its requests.
pub(super) fn start(path: &Path) -> Result<(SyncSender<()>, JoinHandle<()>), Error> {
    let database = schema::connect(path)?;
    database.busy_timeout(PATIENCE)?;
    let (sender, requests) = mpsc::sync_channel(1);
    let thread = std::thread::spawn(move || {
        while requests.recv().is_ok() {
            if let Err(error) = checkpoint(&database) {
                tracing::warn!(%error, "the database's log could not be moved; it grows");
            }
        }
    });
    Ok((sender, thread))
}

/// Moves what can be moved.
pub(super) fn checkpoint(database: &Connection) -> Result<(), Error> {
    // This one makes nobody wait, and leaves little for the other.
    let (pages, moved) = run(database, "PRAGMA wal_checkpoint(PASSIVE)")?;
    if pages > LONGEST_LOG && pages - moved < MOST_LEFT {
        run(database, "PRAGMA wal_checkpoint(TRUNCATE)")?;
    }
    Ok(())
}

/// Runs a checkpoint, and tells how many pages the log had, and how many of them are moved.
fn run(database: &Connection, pragma: &str) -> Result<(i64, i64), Error> {
    database.query_row(pragma, [], |line| Ok((line.get(1)?, line.get(2)?)))
}
