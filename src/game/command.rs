//! What people ask of a match.

use crate::game::{HalfPoints, SeatKey, Swap};
use crate::ids::{MatchId, Millis, PlayerId, Seat, Team};
use crate::rules::{Attempt, Options};

/// Who asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Actor {
    /// The person.
    pub player: PlayerId,
    /// The name that he goes by.
    pub name: String,
    /// Whether he has shown the director's key.
    pub director: bool,
}

/// A request to one match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Takes a seat; `key` opens a seat of an unlisted table.
    Sit {
        /// The seat.
        seat: Seat,
        /// The key that was shown, already digested.
        key: Option<SeatKey>,
    },
    /// Fills empty seats with practice players before the start.
    Practice {
        /// Which; all without.
        seat: Option<Seat>,
    },
    /// Leaves the seat before the start.
    Stand,
    /// Is ready to start, or to go on (R34).
    Ready,
    /// Takes `ready` back for a player who has gone before the start.
    Unready,
    /// Changes the options of a table before its first start; clears all four `ready` (R3).
    ChangeOptions(Options),
    /// Makes a move or a drop.
    Move {
        /// What is tried.
        attempt: Attempt,
        /// Half-moves already made on the player's board, if he says so.
        ply: Option<u32>,
        /// The line of play that he sees, if he says so.
        line: Option<u32>,
    },
    /// Claims a fall (R20, R22).
    ClaimTime,
    /// Claims a draw by R27 or R29.
    ClaimDraw {
        /// Which.
        claim: Claim,
        /// The move that he names instead of the position before him.
        attempt: Option<Attempt>,
        /// As in [`Command::Move`].
        ply: Option<u32>,
        /// As in [`Command::Move`].
        line: Option<u32>,
    },
    /// Offers, accepts or declines a draw (R25).
    Draw(DrawAnswer),
    /// Resigns for the team (R24).
    Resign,
    /// Calls the director (R34).
    Call,
    /// Talks, to the partner alone or to the table.
    Say {
        /// To the partner and no one else.
        to_partner: bool,
        /// What.
        words: Words,
    },
    /// Notes that somebody is about to be shown the reserves of both teams (R11).
    Inform,
    /// Notes that the players of an ended match go on in that one, which stands open.
    Follow {
        /// The next match.
        match_id: MatchId,
        /// Who changes seats with whom.
        swap: Swap,
    },
    /// A ruling; the director only.
    Rule(Ruling),
}

/// The two draws that are claimed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Claim {
    /// R27.
    Repetition,
    /// R29.
    FiftyMoves,
}

/// What a player says about a draw (R25).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawAnswer {
    /// Offers one.
    Offer,
    /// Accepts the standing offer.
    Accept,
    /// Declines it.
    Decline,
}

/// What is said: a text, or the key of a stock phrase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Words {
    /// Free text.
    Text(Box<str>),
    /// A phrase by its key, such as `need_pawn`.
    Phrase(&'static str),
}

/// A ruling of the director (R34, R36).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ruling {
    /// Starts the match, whoever is missing (R37).
    Start,
    /// Stops all four clocks.
    Pause,
    /// Lets them go on.
    Resume,
    /// Sets a clock.
    SetClock {
        /// Whose.
        seat: Seat,
        /// To what.
        left: Millis,
    },
    /// Gives time, or takes it.
    AddClock {
        /// Whose.
        seat: Seat,
        /// How much, in ms.
        millis: i64,
    },
    /// Restores an earlier position (R36).
    Rewind {
        /// How many moves of the match remain, both boards together.
        to: usize,
    },
    /// Annuls the match; the table is seating again.
    Annul,
    /// Declares a result, or changes one.
    Result(RuledResult),
    /// Seats a person.
    Seat {
        /// Where.
        seat: Seat,
        /// Whom.
        player: PlayerId,
        /// By what name.
        name: String,
    },
    /// Takes the person of a seat away.
    Unseat {
        /// Which.
        seat: Seat,
    },
    /// Ends an unfinished table without points.
    Close,
}

/// A result by the director's word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuledResult {
    /// A team wins, or with `None` the match is drawn.
    Winner(Option<Team>),
    /// What each player of team 1 and of team 2 gets.
    Points([HalfPoints; 2]),
}
