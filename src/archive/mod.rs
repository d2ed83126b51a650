//! The archive: ended matches and imported records, to be searched, counted and rated.
//!
//! It has a database of its own, so that no move ever waits for it. What it knows of matches
//! follows from the journal and can be made anew; imported records and merged persons are kept
//! here alone. Everything in this module blocks: the server calls it off its worker threads.

mod games;
mod import;
mod page;
mod persons;
mod rating;
mod schema;
mod statistics;

#[cfg(test)]
mod tests;

use std::path::Path;

use rusqlite::Connection;

pub use import::Unplayable;
pub use page::{Cursor, Filter, GameResult, Page, Viewer};
pub use persons::{PersonLine, PersonsPage};
pub use rating::{RatedGame, Rating, Ratings};
pub use schema::DATABASE;
pub use statistics::{Endings, Score, Statistics, With};

use crate::game::{Ending, Match, Outcome};
use crate::ids::{BoardName, ByBoard, BySeat, Instant, MatchId, Millis, Seat};

/// Why the archive could not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The database failed.
    #[error("the archive cannot be used: {0}")]
    Database(#[from] rusqlite::Error),
    /// A later version of the program made it.
    #[error(
        "the archive was written by a newer Catchmate (schema version {found}, this one knows \
         up to {known}); start that one"
    )]
    Newer {
        /// Its version.
        found: u32,
        /// The latest that is known here.
        known: u32,
    },
    /// There is nobody of that identifier.
    #[error("there is no such person")]
    NoSuchPerson,
    /// A person cannot be merged into one that is merged into him.
    #[error("one of the two is merged into the other already")]
    Circular,
}

/// The rules that a match was played by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variant {
    /// Catch.
    Catch,
    /// Bughouse: promotions, and drops that give check or mate.
    Bughouse,
}

impl Variant {
    /// What the tag `Variant` of a record says.
    pub const fn title(self) -> &'static str {
        match self {
            Variant::Catch => "Catch",
            Variant::Bughouse => "Bughouse",
        }
    }

    /// The word that the protocol has for it.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Catch => "catch",
            Variant::Bughouse => "bughouse",
        }
    }
}

/// Where the archive has a match from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// It was played here; the journal held that many records of it.
    Played {
        /// The number of records.
        records: u64,
    },
    /// It was imported; this is its record.
    Imported {
        /// The record, in BPGN.
        bpgn: String,
    },
}

/// Who sat in a seat when the match ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// The person's identifier: the player's own, or one made from an imported name.
    pub person: String,
    /// The name that he played under.
    pub name: String,
    /// What his clock showed in the end, if that is known.
    pub left: Option<Millis>,
}

/// One match of the archive, without its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// Its identifier.
    pub id: MatchId,
    /// Where it comes from.
    pub source: Source,
    /// The event that it belongs to.
    pub event: String,
    /// The day in UTC as `2026-11-30`, if it is known.
    pub day: Option<String>,
    /// When it started, if that is known.
    pub started_at: Option<Instant>,
    /// When it ended; what lists are ordered by. Of an imported record the start of its day.
    pub ended_at: Instant,
    /// When spectators are shown its end (R12).
    pub shown_at: Instant,
    /// Whether lists show it to everybody.
    pub listed: bool,
    /// The rules.
    pub variant: Variant,
    /// Whether a practice player took part.
    pub practice: bool,
    /// The players; `None` where nobody sat in the end.
    pub seats: BySeat<Option<Player>>,
    /// How many half-moves were made.
    pub moves: ByBoard<u32>,
    /// How it ended; by `None` where the record does not say.
    pub result: GameOutcome,
}

/// How a match of the archive ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameOutcome {
    /// What each team got, in half points; `None` where it does not count.
    pub points: Option<[crate::game::HalfPoints; 2]>,
    /// What ended it, where that is known.
    pub by: Option<Ending>,
    /// On which board, where it ended on one.
    pub board: Option<BoardName>,
}

impl From<Outcome> for GameOutcome {
    fn from(outcome: Outcome) -> GameOutcome {
        let Outcome { points, by, board, winner: _ } = outcome;
        GameOutcome { points, by: Some(by), board }
    }
}

impl Game {
    /// What the archive knows of an ended match that was played here; `None` where it has not ended,
    /// or never started.
    pub fn of_match(id: &MatchId, state: &Match, records: u64, event: &str) -> Option<Game> {
        let outcome = *state.outcome()?;
        let started_at = state.first_started_at()?;
        let ended_at = state.ended_at()?;
        let player = |seat: Seat| {
            let occupant = state.seats()[seat].as_ref()?;
            let left = state.clock(seat).left_at(ended_at);
            Some(Player {
                person: occupant.player.0.to_string(),
                name: occupant.recorded_name(),
                left: Some(left),
            })
        };
        Some(Game {
            id: id.clone(),
            source: Source::Played { records },
            event: event.to_owned(),
            day: Some(day_of(started_at)),
            started_at: Some(started_at),
            ended_at,
            shown_at: ended_at + state.options().spectator_delay,
            listed: state.is_listed(),
            variant: Variant::Catch,
            practice: state.has_practice(),
            seats: BySeat::from_fn(player),
            moves: ByBoard::from_fn(|board| state.ply(board)),
            result: outcome.into(),
        })
    }
}

/// The day in UTC, as `2026-11-30`.
pub fn day_of(at: Instant) -> String {
    let seconds = i64::try_from(at.0 / 1000).unwrap_or(i64::MAX);
    match time::OffsetDateTime::from_unix_timestamp(seconds) {
        Ok(date) => format!("{:04}-{:02}-{:02}", date.year(), u8::from(date.month()), date.day()),
        Err(_) => "9999-12-31".to_owned(),
    }
}

/// The archive's database.
pub struct Archive {
    database: Connection,
}

impl Archive {
    /// Opens the archive in that folder; makes it where it is missing.
    ///
    /// # Errors
    /// What the database reports; a later version's is not touched.
    pub fn open(folder: &Path) -> Result<Archive, ArchiveError> {
        Ok(Archive { database: schema::open(folder)? })
    }

    /// One more connection, to ask while the other writes.
    ///
    /// # Errors
    /// What the database reports.
    pub fn open_to_read(folder: &Path) -> Result<Archive, ArchiveError> {
        let archive = Archive::open(folder)?;
        archive.database.pragma_update(None, "query_only", true)?;
        Ok(archive)
    }

    /// An archive that ends with the program.
    ///
    /// # Errors
    /// What the database reports.
    pub fn in_memory() -> Result<Archive, ArchiveError> {
        Ok(Archive { database: schema::in_memory()? })
    }
}
