//! The durable record of every match, of which everything else is a reading.
//!
//! A match is a sequence of records; one [`Record`] holds all the entries of one message and is
//! written whole or not at all. Who appends says how many records he knows of, so that of two
//! owners of a match one loses ([`AppendError::Conflict`]).

mod memory;
pub mod rows;
mod sqlite;

use std::sync::Arc;

use futures::future::BoxFuture;

pub use memory::MemoryJournal;
pub use sqlite::{JournalReader, OpenError, SqliteJournal};

use crate::game::Entry;
use crate::ids::{Instant, MatchId, PlayerId};

/// All the entries of one message.
pub type Record = Arc<[Entry]>;

/// The outcome of something that is to be durable.
pub type Appending = BoxFuture<'static, Result<(), AppendError>>;

/// Where records are kept.
pub trait Journal: Send + Sync + 'static {
    /// Appends the record that follows `expected` earlier ones of that match.
    ///
    /// The order of the calls is the order of the records; the future resolves once the record is
    /// durable, or never will be. A record behind one that failed fails too.
    fn append(&self, id: &MatchId, expected: u64, record: Record) -> Appending;

    /// Reads the durable records of that match from number `from` on; the first is number 0. Of a
    /// match that is not there, there are none.
    fn read(&self, id: &MatchId, from: u64) -> BoxFuture<'static, Result<Vec<Record>, ReadError>>;

    /// Follows the durable records of that match from number `from` on.
    fn subscribe(&self, id: &MatchId, from: u64) -> Box<dyn Subscription>;

    /// The matches that have not ended, in the order of their opening.
    fn live(&self) -> BoxFuture<'static, Result<Vec<MatchId>, ReadError>>;

    /// At most so many matches that have ended, in the order of their opening, from behind that
    /// number on; the first match has number 1.
    fn ended(
        &self,
        after: u64,
        limit: usize,
    ) -> BoxFuture<'static, Result<Vec<EndedMatch>, ReadError>>;

    /// Keeps a new person.
    fn add_person(&self, person: Person) -> Appending;

    /// Everyone who has ever been added.
    fn people(&self) -> BoxFuture<'static, Result<Vec<Person>, ReadError>>;

    /// Notes that the server was alive at that instant; only the latest is kept.
    fn note_alive(&self, at: Instant) -> Appending;

    /// The instant that was noted last.
    fn last_alive(&self) -> BoxFuture<'static, Result<Option<Instant>, ReadError>>;
}

/// A match that has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndedMatch {
    /// Its place in the order of the openings.
    pub number: u64,
    /// Which.
    pub id: MatchId,
    /// How many records it has.
    pub records: u64,
}

/// A person as the journal knows him.
#[derive(Clone, PartialEq, Eq)]
pub struct Person {
    /// Who.
    pub id: PlayerId,
    /// The name that he came with.
    pub name: String,
    /// The digest of his token; the token itself is kept nowhere.
    pub token: [u8; 32],
}

/// Follows one match.
pub trait Subscription: Send {
    /// Waits for records, and gives all that have become durable since the last call, at least
    /// one. Safe to cancel. Pends for ever once nothing more can come.
    fn next(&mut self) -> BoxFuture<'_, Vec<Record>>;
}

/// Why a record was not appended.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AppendError {
    /// Somebody else has appended to this match.
    #[error("another owner has written to the match")]
    Conflict,
    /// The journal cannot write now.
    #[error("the journal cannot write: {0}")]
    Unavailable(String),
}

/// Why records could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadError {
    /// The journal cannot read now.
    #[error("the journal cannot read: {0}")]
    Unavailable(String),
    /// What is there is not what was written, or a later version wrote it.
    #[error("the record of match {id} cannot be read: {reason}")]
    Damaged {
        /// The match.
        id: MatchId,
        /// What is wrong, and where.
        reason: String,
    },
}

/// Whether a record ends its match. After that only the result may change.
fn ends(record: &[Entry]) -> bool {
    record.iter().any(|entry| matches!(entry.event, crate::game::Event::Over(_)))
}
