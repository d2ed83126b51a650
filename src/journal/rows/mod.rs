//! How a record is kept: the journal's own row format, apart from the protocol and from the types
//! of the game, so that either can change while what was written stays readable.
//!
//! A row is JSON: a list of entries, each the instant and the event, such as
//! `[[1796155200000,{"called":{"seat":"A.white"}}]]`. Every derived value is in it. A change of
//! the format has a new [`VERSION`], and the reader of the old one stays.

mod event;
mod values;

use sha2::{Digest, Sha256};

use super::Record;
use crate::game::Entry;
use crate::ids::{Instant, MatchId};
use event::EventRow;

/// The version of the rows that are written.
pub const VERSION: u32 = 1;

/// One record as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The version of its format.
    pub version: u32,
    /// The record, in that format.
    pub body: String,
}

/// Why a row cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RowError {
    /// It was written by a later version of the program.
    #[error(
        "it was written by a newer Catchmate (row version {0}, this one reads up to {VERSION})"
    )]
    Newer(u32),
    /// It is not what was written.
    #[error("its checksum does not match: the file has been damaged")]
    Checksum,
    /// It is no record.
    #[error("it is not a record: {0}")]
    Malformed(String),
}

/// Writes a record as a row.
pub fn write(record: &[Entry]) -> Row {
    let row = |entry: &Entry| (entry.at.0, EventRow::from(&entry.event).within(entry.at));
    let entries: Vec<(u64, EventRow)> = record.iter().map(row).collect();
    // Rows have text keys and whole numbers only: nothing in them cannot be written.
    let body = serde_json::to_string(&entries).unwrap_or_default();
    Row { version: VERSION, body }
}

/// Reads a row back.
pub fn read(row: &Row) -> Result<Record, RowError> {
    match row.version {
        VERSION => {}
        newer if newer > VERSION => return Err(RowError::Newer(newer)),
        other => return Err(RowError::Malformed(format!("there is no row version {other}"))),
    }
    let entries: Vec<(u64, EventRow)> =
        serde_json::from_str(&row.body).map_err(|error| RowError::Malformed(error.to_string()))?;
    let entries: Result<Vec<Entry>, String> = entries
        .into_iter()
        .map(|(at, event)| Ok(event.into_event(Instant(at))?.at(Instant(at))))
        .collect();
    entries.map(Record::from).map_err(RowError::Malformed)
}

/// What tells whether a row is the one that was written, in its place.
pub fn checksum(id: &MatchId, seq: u64, row: &Row) -> [u8; 8] {
    let mut digest = Sha256::new();
    digest.update(id.0.as_bytes());
    digest.update([0]);
    digest.update(seq.to_le_bytes());
    digest.update(row.version.to_le_bytes());
    digest.update(row.body.as_bytes());
    let digest: [u8; 32] = digest.finalize().into();
    std::array::from_fn(|at| digest[at])
}
