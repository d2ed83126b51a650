//! The one thread that writes: it takes what has gathered, and commits it in one transaction.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender};

use rusqlite::{Connection, Error, ErrorCode, OptionalExtension, Transaction, TransactionBehavior};
use tokio::sync::oneshot;

use super::live::Logs;
use super::reader::{person_checksum, unsigned};
use crate::ids::{Instant, MatchId};
use crate::journal::rows::{Row, checksum};
use crate::journal::{AppendError, Person, Record, ends};

/// The most that is committed at once.
const LARGEST_BATCH: usize = 1024;
/// After about so many bytes of log a checkpoint is asked for.
const CHECKPOINT_AFTER: usize = 4 * 1024 * 1024;
/// What a commit costs in the log beside its rows, roughly.
const COMMIT_BYTES: usize = 3 * 4096;

/// Where the outcome goes.
pub(super) type Done = oneshot::Sender<Result<(), AppendError>>;

/// One thing to write.
pub(super) struct Job {
    pub(super) what: What,
    pub(super) done: Done,
}

/// What can be written.
pub(super) enum What {
    Append {
        id: MatchId,
        expected: u64,
        record: Record,
        row: Row,
    },
    Person(Person),
    Alive(Instant),
    /// Nothing: the thread ends, once everything before has been written.
    Stop,
}

/// Where a match stands in the database.
#[derive(Clone, Copy)]
struct Cursor {
    number: i64,
    records: u64,
}

/// What the writing thread holds.
pub(super) struct Writer {
    pub(super) database: Connection,
    pub(super) path: PathBuf,
    /// Told of every record that has become durable.
    pub(super) logs: Arc<Logs>,
    /// Asks for a checkpoint.
    pub(super) checkpoints: SyncSender<()>,
    cursors: HashMap<MatchId, Cursor>,
    /// About how much log there is since a checkpoint was asked for.
    unchecked: usize,
}

impl Writer {
    pub(super) fn new(
        database: Connection,
        path: PathBuf,
        logs: Arc<Logs>,
        checkpoints: SyncSender<()>,
    ) -> Writer {
        let (cursors, unchecked) = (HashMap::new(), 0);
        Writer { database, path, logs, checkpoints, cursors, unchecked }
    }

    /// Writes what comes until it is told to stop.
    pub(super) fn run(mut self, jobs: &Receiver<Job>) {
        let mut stopping = false;
        while !stopping {
            let Ok(first) = jobs.recv() else { break };
            let gathered = jobs.try_iter().take(LARGEST_BATCH - 1);
            let mut batch: Vec<Job> = std::iter::once(first).chain(gathered).collect();
            stopping = batch.iter().any(|job| matches!(job.what, What::Stop));
            if stopping {
                batch.extend(jobs.try_iter());
            }
            self.commit(batch);
        }
        drop(self.checkpoints);
        // Everything into the database proper; what cannot be moved now is at the next start.
        let moved = self.database.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        if let Err(error) = moved {
            tracing::warn!(%error, "the database's log could not be emptied; nothing is lost");
        }
        if let Err((_, error)) = self.database.close() {
            tracing::warn!(%error, "the database could not be closed; nothing is lost");
        }
    }

    /// Commits a batch, then tells everyone how it went.
    fn commit(&mut self, batch: Vec<Job>) {
        match self.try_commit(&batch) {
            Ok((verdicts, touched, bytes)) => {
                self.cursors.extend(touched);
                for (job, verdict) in batch.into_iter().zip(verdicts) {
                    self.settle(job, verdict);
                }
                self.unchecked += bytes + COMMIT_BYTES;
                if self.unchecked > CHECKPOINT_AFTER && self.checkpoints.try_send(()).is_ok() {
                    self.unchecked = 0;
                }
            }
            Err(error) => {
                let reason = self.explain(&error);
                for Job { what, done } in batch {
                    if let What::Append { id, .. } = what {
                        // Where its match stands is looked up again.
                        self.cursors.remove(&id);
                    }
                    let _ = done.send(Err(AppendError::Unavailable(reason.clone())));
                }
            }
        }
    }

    fn settle(&mut self, job: Job, verdict: Result<(), AppendError>) {
        if let (What::Append { id, expected, record, .. }, Ok(())) = (job.what, &verdict) {
            if ends(&record) {
                self.cursors.remove(&id);
            }
            self.logs.publish(&id, expected, record);
        }
        // Whoever has stopped waiting will read what is there.
        let _ = job.done.send(verdict);
    }

    /// One transaction: all of it, except what conflicts, or nothing.
    #[allow(clippy::type_complexity, reason = "it is taken apart at once")]
    fn try_commit(
        &mut self,
        batch: &[Job],
    ) -> Result<(Vec<Result<(), AppendError>>, HashMap<MatchId, Cursor>, usize), Error> {
        let change = self.database.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut touched = HashMap::new();
        let mut verdicts = Vec::with_capacity(batch.len());
        let mut bytes = 0;
        for job in batch {
            verdicts.push(match &job.what {
                What::Append { id, expected, record, row } => {
                    bytes += row.body.len();
                    let known = touched.get(id).or_else(|| self.cursors.get(id)).copied();
                    match append(&change, known, id, *expected, record, row)? {
                        Ok(cursor) => {
                            touched.insert(id.clone(), cursor);
                            Ok(())
                        }
                        Err(refused) => Err(refused),
                    }
                }
                What::Person(person) => Ok(add(&change, person)?),
                What::Alive(at) => Ok(note_alive(&change, *at)?),
                What::Stop => Ok(()),
            });
        }
        change.commit()?;
        Ok((verdicts, touched, bytes))
    }

    /// Says what an error means, and what to do about it.
    fn explain(&self, error: &Error) -> String {
        let path = self.path.display();
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => {
                format!("the disk that holds {path} is full; make room, and play goes on")
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                format!("another program holds {path}; close it, and play goes on")
            }
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen) => {
                format!(
                    "{path} can no longer be written to; restore the right to, and play goes on"
                )
            }
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                format!("{path} is damaged ({error}); stop the server and restore a backup")
            }
            _ => format!(
                "{path} cannot be written to ({error}); look after the disk, and play goes on"
            ),
        }
    }
}

/// Writes a record in its place; or says why that is not its place.
fn append(
    change: &Transaction<'_>,
    known: Option<Cursor>,
    id: &MatchId,
    expected: u64,
    record: &Record,
    row: &Row,
) -> Result<Result<Cursor, AppendError>, Error> {
    let known = match known {
        Some(cursor) => Some(cursor),
        None => find(change, id)?,
    };
    let records = known.map_or(0, |cursor| cursor.records);
    if expected < records {
        return Ok(Err(AppendError::Conflict));
    }
    if expected > records {
        let reason = "a record before this one could not be saved".to_owned();
        return Ok(Err(AppendError::Unavailable(reason)));
    }
    let number = if let Some(cursor) = known {
        cursor.number
    } else {
        change
            .prepare_cached("INSERT INTO matches (id, records, over) VALUES (?1, 0, 0)")?
            .execute([&*id.0])?;
        change.last_insert_rowid()
    };
    change
        .prepare_cached(
            "INSERT INTO records (match, seq, version, body, checksum)
             VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute((number, signed(expected), row.version, &row.body, checksum(id, expected, row)))?;
    change
        .prepare_cached("UPDATE matches SET records = ?2, over = over OR ?3 WHERE number = ?1")?
        .execute((number, signed(expected + 1), ends(record)))?;
    Ok(Ok(Cursor { number, records: expected + 1 }))
}

fn find(change: &Transaction<'_>, id: &MatchId) -> Result<Option<Cursor>, Error> {
    change
        .prepare_cached("SELECT number, records FROM matches WHERE id = ?1")?
        .query_row([&*id.0], |line| {
            Ok(Cursor { number: line.get(0)?, records: unsigned(line, 1)? })
        })
        .optional()
}

fn add(change: &Transaction<'_>, person: &Person) -> Result<(), Error> {
    let Person { id, name, token } = person;
    change
        .prepare_cached("INSERT INTO people (id, name, token, checksum) VALUES (?1, ?2, ?3, ?4)")?
        .execute((&*id.0, name, token, person_checksum(person)))?;
    Ok(())
}

fn note_alive(change: &Transaction<'_>, at: Instant) -> Result<(), Error> {
    change
        .prepare_cached("INSERT OR REPLACE INTO alive (one, at) VALUES (1, ?1)")?
        .execute([signed(at.0)])?;
    Ok(())
}

/// A number as the database takes it; none that occurs comes near the bound.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
