//! Moving the log into the database proper, off the thread that writes.

use std::path::Path;
use std::sync::mpsc::{self, SyncSender};
use std::thread::JoinHandle;

use rusqlite::{Connection, Error};

use super::schema;

/// A log of more pages than this is emptied, even if the writer has to wait for it.
const LONGEST_LOG: i64 = 8192;

/// Starts the thread; it ends with the sender of its requests.
pub(super) fn start(path: &Path) -> Result<(SyncSender<()>, JoinHandle<()>), Error> {
    let database = schema::connect(path)?;
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

fn checkpoint(database: &Connection) -> Result<(), Error> {
    // This one makes nobody wait, and leaves little for the other.
    let pages = run(database, "PRAGMA wal_checkpoint(PASSIVE)")?;
    if pages > LONGEST_LOG {
        run(database, "PRAGMA wal_checkpoint(TRUNCATE)")?;
    }
    Ok(())
}

/// Runs a checkpoint, and tells how many pages the log had.
fn run(database: &Connection, pragma: &str) -> Result<i64, Error> {
    database.query_row(pragma, [], |line| line.get(1))
}
