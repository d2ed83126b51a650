//! What happened at a table: the entries of the record, from which everything else follows.

use std::sync::Arc;

use super::{Claim, Clocks, Followed, Outcome, Words};
use crate::ids::{ByBoard, BySeat, Instant, Millis, PlayerId, Seat, Team};
use crate::rules::{Kind, Move, Options, Position, Setup, Status};

/// One event and its instant. A record is all the entries of one message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// When it happened; entries of different messages may stand in another order than their
    /// instants, for the order of a match is that in which it received them (R4).
    pub at: Instant,
    /// What happened.
    pub event: Event,
}

/// What happened, with every derived value: nothing is decided anew when it is read back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// The table was opened; always the first event.
    Opened(Box<Opened>),
    /// Its options were changed before the start; every `ready` lapsed (R3).
    OptionsChanged(Box<Options>),
    /// A person took a seat.
    Seated {
        /// Which.
        seat: Seat,
        /// Who.
        player: PlayerId,
        /// By what name.
        name: Box<str>,
    },
    /// The person of a seat left it.
    LeftSeat {
        /// Which.
        seat: Seat,
        /// Who.
        player: PlayerId,
        /// By what name.
        name: Box<str>,
    },
    /// A player is ready, or no longer.
    Ready {
        /// Which seat.
        seat: Seat,
        /// Whether he is ready now.
        ready: bool,
    },
    /// The match started, and the clocks of the players on move with it (R3).
    Started {
        /// Who was in his seat then (R37).
        arrived: BySeat<bool>,
    },
    /// Somebody who was missing at the start has arrived (R37). Shown to nobody.
    Arrived {
        /// Where.
        seat: Seat,
    },
    /// Somebody was shown the reserves of both teams (R11). Shown to nobody.
    Informed {
        /// Who.
        player: PlayerId,
    },
    /// A move or a drop was made.
    Moved(Arc<Moved>),
    /// A clock fell (R20).
    FlagFallen {
        /// Whose.
        seat: Seat,
    },
    /// A claim of R27 or R29 was wrong (R30).
    ClaimFailed {
        /// Who claimed.
        seat: Seat,
        /// What.
        claim: Claim,
        /// What the direct opponent gained.
        bonus: Millis,
    },
    /// An illegal move was penalised (R35). What was tried is not kept.
    Penalised {
        /// Whose.
        seat: Seat,
        /// How many of his have been.
        count: u8,
        /// What the direct opponent gained.
        bonus: Millis,
    },
    /// A draw was offered (R25).
    DrawOffered {
        /// By whom.
        seat: Seat,
        /// Whether it counts as his one offer between two moves; a wrong claim's does not (R30).
        counted: bool,
    },
    /// The standing offer was accepted by one more.
    DrawAccepted {
        /// By whom.
        seat: Seat,
    },
    /// The standing offer was declined, in words or by moving.
    DrawDeclined {
        /// By whom.
        seat: Seat,
    },
    /// A player called the director (R34).
    Called {
        /// Who.
        seat: Seat,
    },
    /// The director set a clock.
    ClockSet {
        /// Whose.
        seat: Seat,
        /// To what.
        left: Millis,
    },
    /// All four clocks stopped (R34).
    Paused {
        /// Who or what stopped them.
        by: PausedBy,
        /// From when the minute counts after which those present suffice to go on.
        counted_from: Instant,
    },
    /// They go on.
    Resumed,
    /// An earlier position was restored (R36); the match stands paused.
    Rewound {
        /// The number of the new line of play.
        line: u32,
        /// How many moves of the match remain.
        to: usize,
    },
    /// The match was annulled; the table is seating again (R36).
    Annulled {
        /// The number of the new line of play.
        line: u32,
    },
    /// Somebody said something.
    Said {
        /// Who.
        from: Speaker,
        /// To whom.
        to: Ear,
        /// What.
        words: Words,
    },
    /// The match ended.
    Over(Outcome),
    /// The director changed the result of an ended match.
    ResultChanged(Outcome),
    /// The players of an ended match went on in another one.
    Followed(Followed),
}

/// How a table was opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opened {
    /// The options of the match.
    pub options: Options,
    /// The position from which each board starts, with its reserves.
    pub setup: ByBoard<Setup>,
    /// Whether lists show the table.
    pub listed: bool,
    /// What opens each seat of an unlisted table.
    pub keys: Option<BySeat<SeatKey>>,
}

impl Opened {
    /// Whether a board starts with a mate, so that there is nothing to play.
    pub fn is_decided(&self) -> bool {
        let mated =
            |setup: &Setup| setup.position.status(self.options.back_rank_drops) == Status::Mate;
        self.setup.0.iter().any(mated)
    }
}

/// The digest of a key that opens a seat; the key itself is kept nowhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeatKey(pub [u8; 32]);

/// A move or a drop, with all that follows from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moved {
    /// When the move was made: the opponent's clock started in the same instant (R33).
    pub at: Instant,
    /// Who moved.
    pub seat: Seat,
    /// The move.
    pub action: Move,
    /// In algebraic notation (R39).
    pub san: Box<str>,
    /// What was captured; it goes to the mover's partner (R9).
    pub captured: Option<Kind>,
    /// How long the player thought.
    pub spent: Millis,
    /// The mover's board after the move.
    pub position: Position,
    /// Its status for the player now on move.
    pub status: Status,
    /// The four clocks after the move.
    pub clocks: Clocks,
    /// The counts after the move.
    pub counts: Counts,
}

/// What is counted for each player, and restored by a rewind (R36).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Penalised moves in this match (R35).
    pub penalties: BySeat<u8>,
    /// Whether he has offered a draw since his last move (R25).
    pub offered: BySeat<bool>,
    /// Whether he has claimed a draw on this turn (R28).
    pub claimed: BySeat<bool>,
}

/// What stopped the clocks (R34).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PausedBy {
    /// The director.
    Director,
    /// The server was down.
    Restart,
    /// The journal could not write.
    Journal,
}

/// Who said something.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Speaker {
    /// The player of a seat.
    Seat(Seat),
    /// The director.
    Director,
}

/// Whom a word is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ear {
    /// Everyone at the table and around it.
    Table,
    /// The two partners of a team, as they sat then.
    Partner {
        /// The team.
        team: Team,
        /// The two persons; an empty seat hears nothing.
        heard_by: [Option<PlayerId>; 2],
    },
}
