//! The journal on disk: `SQLite` in a data folder.
//!
//! One thread writes and syncs what has gathered in one transaction (group commit), another reads
//! back, a third moves the log into the database proper (checkpoints), so that neither of these
//! keeps a move waiting. Write-ahead log, `synchronous=FULL`: what is committed survives the loss
//! of power.

mod checkpoint;
mod folder;
mod live;
mod reader;
mod schema;
mod writer;

#[cfg(test)]
mod tests;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::sync::oneshot;

use super::{
    AppendError, Appending, EndedMatch, Journal, Person, ReadError, Record, Subscription, rows,
};
use crate::ids::{Instant, MatchId};
use folder::Folder;
use live::Logs;
use reader::Reader;
use writer::{Job, What, Writer};

/// Why a data folder cannot be used, and what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// It cannot be made.
    #[error(
        "cannot make the data folder {}: {reason}; name another with --data DIR",
        path.display()
    )]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        #[source]
        reason: io::Error,
    },
    /// Nothing can be written there.
    #[error(
        "cannot write to {}: {reason}; give this user the right to write there, \
         or name another folder with --data DIR",
        path.display()
    )]
    NotWritable {
        /// The folder, or a file in it.
        path: PathBuf,
        /// Why.
        #[source]
        reason: io::Error,
    },
    /// Another server uses it.
    #[error(
        "the data folder {} is in use by another Catchmate; stop that one first, \
         or name another folder with --data DIR",
        path.display()
    )]
    InUse {
        /// The folder.
        path: PathBuf,
    },
    /// There is no database.
    #[error("there is no {}; name the folder of a server with --data DIR", path.display())]
    Missing {
        /// The database.
        path: PathBuf,
    },
    /// An earlier version of the program wrote it, and this one only reads.
    #[error(
        "{} was written by an older Catchmate; start the server once, which brings it up to date",
        path.display()
    )]
    Older {
        /// The database.
        path: PathBuf,
    },
    /// Another program holds the database.
    #[error("another program holds {}; close it, and start again", path.display())]
    Locked {
        /// The database.
        path: PathBuf,
    },
    /// A later version of the program wrote it.
    #[error(
        "{} was written by a newer Catchmate (schema version {found}, this one knows up to \
         {known}); start that one, or name another folder with --data DIR",
        path.display()
    )]
    Newer {
        /// The database.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The latest version that is known here.
        known: u32,
    },
    /// It is somebody else's database.
    #[error(
        "{} is no database of Catchmate; name another folder with --data DIR",
        path.display()
    )]
    Foreign {
        /// The database.
        path: PathBuf,
    },
    /// It is not what was written.
    #[error(
        "{} is damaged: {reason}; put a backup in its place, or move it away to begin anew",
        path.display()
    )]
    Damaged {
        /// The database.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// Something else.
    #[error("cannot use {}: {reason}", path.display())]
    Other {
        /// The database.
        path: PathBuf,
        /// Why.
        reason: String,
    },
}

/// Keeps the record in a data folder.
pub struct SqliteJournal {
    jobs: Sender<Job>,
    /// Dropped when the journal is closed, so that its thread ends.
    reader: Mutex<Option<Reader>>,
    logs: Arc<Logs>,
    threads: Mutex<Option<Threads>>,
}

struct Threads {
    writer: JoinHandle<()>,
    checkpointer: JoinHandle<()>,
    /// Held until the others have ended.
    folder: Folder,
}

impl SqliteJournal {
    /// Opens the journal in that folder; makes both where they are missing.
    ///
    /// # Errors
    /// What stands in the way, and what to do about it.
    pub fn open(folder: &Path) -> Result<SqliteJournal, OpenError> {
        let folder = Folder::take(folder)?;
        let path = folder.database();
        let database = schema::open(&folder, schema::STEPS)?;
        let failed = |error| schema::explain(&path, &error);
        let reader = Reader::start(&path).map_err(failed)?;
        let (checkpoints, checkpointer) = checkpoint::start(&path).map_err(failed)?;
        let logs = Arc::new(Logs::default());
        let writer = Writer::new(database, path, Arc::clone(&logs), checkpoints);
        let (sender, jobs) = mpsc::channel();
        let writer = std::thread::spawn(move || writer.run(&jobs));
        let threads = Threads { writer, checkpointer, folder };
        let (reader, threads) = (Mutex::new(Some(reader)), Mutex::new(Some(threads)));
        Ok(SqliteJournal { jobs: sender, reader, logs, threads })
    }

    /// Writes what is still on its way, and closes the database. Nothing can be written or read
    /// afterwards. Blocks until that is done.
    pub fn close(&self) {
        let Some(threads) = lock(&self.threads).take() else { return };
        drop(lock(&self.reader).take());
        let (done, _) = oneshot::channel();
        // A thread that has ended by itself has said why.
        let _ = self.jobs.send(Job { what: What::Stop, done });
        let Threads { writer, checkpointer, folder } = threads;
        let ended = [writer.join(), checkpointer.join()];
        if ended.iter().any(Result::is_err) {
            tracing::error!("a thread of the journal has failed");
        }
        drop(folder);
    }

    fn write(&self, what: What) -> Appending {
        let (done, outcome) = oneshot::channel();
        // Sent at once: the order of the calls is the order of the records.
        let sent = self.jobs.send(Job { what, done });
        async move {
            let closed = || AppendError::Unavailable("it has been closed".to_owned());
            sent.map_err(|_| closed())?;
            outcome.await.map_err(|_| closed())?
        }
        .boxed()
    }

    fn ask<T: Send + 'static>(
        &self,
        task: impl FnOnce(&rusqlite::Connection) -> Result<T, ReadError> + Send + 'static,
    ) -> BoxFuture<'static, Result<T, ReadError>> {
        match self.reader() {
            Ok(reader) => reader.ask(task),
            Err(error) => futures::future::ready(Err(error)).boxed(),
        }
    }

    fn reader(&self) -> Result<Reader, ReadError> {
        let reader = lock(&self.reader).clone();
        reader.ok_or_else(|| ReadError::Unavailable("it has been closed".to_owned()))
    }
}

impl Drop for SqliteJournal {
    fn drop(&mut self) {
        self.close();
    }
}

/// Reads a journal beside the server that writes it, or while none does. Blocks.
pub struct JournalReader(rusqlite::Connection);

impl JournalReader {
    /// Opens the journal in that folder.
    ///
    /// # Errors
    /// What stands in the way: there is none, above all.
    pub fn open(folder: &Path) -> Result<JournalReader, OpenError> {
        schema::open_to_read(folder).map(JournalReader)
    }

    /// As [`Journal::ended`].
    ///
    /// # Errors
    /// As there.
    pub fn ended(&self, after: u64, limit: usize) -> Result<Vec<EndedMatch>, ReadError> {
        reader::ended(&self.0, after, limit)
    }

    /// All records of a match.
    ///
    /// # Errors
    /// As [`Journal::read`].
    pub fn read(&self, id: &MatchId) -> Result<Vec<Record>, ReadError> {
        reader::records(&self.0, id, 0)
    }
}

/// Takes a lock; what it guards is whole whatever happened to its last holder.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Journal for SqliteJournal {
    fn append(&self, id: &MatchId, expected: u64, record: Record) -> Appending {
        let row = rows::write(&record);
        self.write(What::Append { id: id.clone(), expected, record, row })
    }

    fn read(&self, id: &MatchId, from: u64) -> BoxFuture<'static, Result<Vec<Record>, ReadError>> {
        match self.reader() {
            Ok(reader) => reader.read(id, from),
            Err(error) => futures::future::ready(Err(error)).boxed(),
        }
    }

    fn subscribe(&self, id: &MatchId, from: u64) -> Box<dyn Subscription> {
        match self.reader() {
            Ok(reader) => Box::new(self.logs.follow(id, from, reader)),
            Err(_) => Box::new(Closed),
        }
    }

    fn live(&self) -> BoxFuture<'static, Result<Vec<MatchId>, ReadError>> {
        self.ask(reader::live)
    }

    fn ended(
        &self,
        after: u64,
        limit: usize,
    ) -> BoxFuture<'static, Result<Vec<EndedMatch>, ReadError>> {
        self.ask(move |database| reader::ended(database, after, limit))
    }

    fn add_person(&self, person: Person) -> Appending {
        self.write(What::Person(person))
    }

    fn people(&self) -> BoxFuture<'static, Result<Vec<Person>, ReadError>> {
        self.ask(reader::people)
    }

    fn note_alive(&self, at: Instant) -> Appending {
        self.write(What::Alive(at))
    }

    fn last_alive(&self) -> BoxFuture<'static, Result<Option<Instant>, ReadError>> {
        self.ask(reader::last_alive)
    }
}

/// Follows a match of a journal that is closed.
struct Closed;

impl Subscription for Closed {
    fn next(&mut self) -> BoxFuture<'_, Vec<Record>> {
        futures::future::pending().boxed()
    }
}
