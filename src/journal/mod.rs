//! The durable record of every match, of which everything else is a reading.
//!
//! A match is a sequence of records; one [`Record`] holds all the entries of one message and is
//! written whole or not at all. Who appends says how many records he knows of, so that of two
//! owners of a match one loses ([`AppendError::Conflict`]).

mod memory;

use std::sync::Arc;

use futures::future::BoxFuture;

pub use memory::MemoryJournal;

use crate::game::Entry;
use crate::ids::MatchId;

/// All the entries of one message.
pub type Record = Arc<[Entry]>;

/// Where records are kept.
pub trait Journal: Send + Sync + 'static {
    /// Appends the record that follows `expected` earlier ones of that match.
    ///
    /// The order of the calls is the order of the records; the future resolves once the record is
    /// durable, or never will be. A record behind one that failed fails too.
    fn append(
        &self,
        id: &MatchId,
        expected: u64,
        record: Record,
    ) -> BoxFuture<'static, Result<(), AppendError>>;

    /// Reads the durable records of that match from number `from` on; the first is number 0.
    fn read(&self, id: &MatchId, from: u64) -> BoxFuture<'static, Result<Vec<Record>, ReadError>>;

    /// Follows the durable records of that match from number `from` on.
    fn subscribe(&self, id: &MatchId, from: u64) -> Box<dyn Subscription>;
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
}
