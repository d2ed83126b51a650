//! The state of one match, and how an entry of its record changes it.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use shakmaty::Color;

use super::{
    Clock, Clocks, Counts, Ear, Ending, Entry, Event, Followed, Moved, Opened, Outcome, PausedBy,
    Speaker,
};
use super::{SeatKey, Words};
use crate::ids::{BoardName, ByBoard, BySeat, Instant, Millis, PlayerId, Seat, Team};
use crate::rules::{Kind, Options, Position, PositionKey, Reserve, Setup};

/// How many lines of talk each audience is shown when it comes (PROTOCOL's `talk`).
pub(super) const TALK_KEPT: usize = 100;

/// A match of two boards, from the opening of its table to its result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    pub(super) options: Options,
    pub(super) setup: ByBoard<Setup>,
    pub(super) listed: bool,
    pub(super) keys: Option<BySeat<SeatKey>>,
    pub(super) phase: Phase,
    pub(super) seats: BySeat<Option<Occupant>>,
    pub(super) positions: ByBoard<Position>,
    pub(super) reserves: BySeat<Reserve>,
    pub(super) clocks: Clocks,
    pub(super) counts: Counts,
    pub(super) draw: Option<Draw>,
    pub(super) moves: Vec<Arc<Moved>>,
    /// The draw offers, each with the number of moves that had been made (R25).
    pub(super) offers: Vec<(usize, Seat)>,
    /// For each board the positions that R27 can still find repeated, the present one last.
    pub(super) recurring: ByBoard<Vec<PositionKey>>,
    /// Counts the rewinds and annulments.
    pub(super) line: u32,
    /// Counts the annulments alone.
    pub(super) annulments: u32,
    /// When it last started; `None` before the start and after an annulment.
    pub(super) started_at: Option<Instant>,
    /// When it first started; an annulment does not change it (R12).
    pub(super) first_started_at: Option<Instant>,
    pub(super) ended_at: Option<Instant>,
    /// Where its players went on.
    pub(super) followed: Option<Followed>,
    /// Who has been in his seat since the start (R37).
    pub(super) arrived: BySeat<bool>,
    /// How long it had been played, pauses not counted, when it last went on or stopped.
    pub(super) played: Millis,
    /// Since when it is being played.
    pub(super) played_since: Option<Instant>,
    /// Who since the start has held a seat of that team, or seen its reserve (R11).
    pub(super) informed: BTreeSet<(PlayerId, Team)>,
    pub(super) table_talk: VecDeque<TalkLine>,
    pub(super) team_talk: [VecDeque<TalkLine>; 2],
    /// The instant of the latest entry.
    pub(super) last_at: Instant,
    pub(super) opened_at: Instant,
    /// Counts the entries.
    pub(super) entries: u64,
}

/// The phase of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Phase {
    /// People sit down and get ready.
    Seating,
    /// The clocks run.
    Playing,
    /// The clocks stand (R34).
    Paused(Pause),
    /// It has ended.
    Over(Outcome),
}

/// A pause (R34).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pause {
    /// Who or what stopped the clocks.
    pub by: PausedBy,
    /// From when the minute counts after which those present suffice to go on.
    pub counted_from: Instant,
    /// Who is ready to go on.
    pub ready: BySeat<bool>,
}

/// The person in a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Occupant {
    /// Who.
    pub player: PlayerId,
    /// By what name.
    pub name: Box<str>,
    /// Whether he was ready to start.
    pub ready: bool,
}

impl Occupant {
    /// Whether a practice player sits there.
    pub fn practises(&self) -> bool {
        self.player.is_practice()
    }

    /// The name by which records call him: theirs that of a practice player plainly.
    pub fn recorded_name(&self) -> String {
        let mark = if self.practises() { PRACTICE_MARK } else { "" };
        format!("{}{mark}", self.name)
    }
}

/// Ends the name of a practice player in a record.
const PRACTICE_MARK: &str = " (practice)";

/// The practice player whom a record calls so; `None` for a person.
pub fn recorded_practice(name: &str) -> Option<PlayerId> {
    name.strip_suffix(PRACTICE_MARK).map(PlayerId::practice)
}

/// A standing draw offer (R25).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draw {
    /// Who offered.
    pub by: Seat,
    /// Who has accepted; the offerer has not.
    pub accepted: BySeat<bool>,
}

impl Draw {
    /// Whether that seat's word for the draw stands.
    pub fn agreed(&self, seat: Seat) -> bool {
        self.by == seat || self.accepted[seat]
    }
}

/// One thing that was said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TalkLine {
    /// Its place among all entries of the match.
    pub entry: u64,
    /// When.
    pub at: Instant,
    /// By whom.
    pub from: Speaker,
    /// To whom.
    pub to: Ear,
    /// What.
    pub words: Words,
}

impl Match {
    /// The table as it was opened; its first entry is [`Event::Opened`].
    pub fn open(opened: Opened, at: Instant) -> Match {
        let Opened { options, setup, listed, keys } = opened;
        let clocks = BySeat([Clock::new(options.initial); 4]);
        Match {
            positions: ByBoard::from_fn(|board| setup[board].position.clone()),
            reserves: initial_reserves(&setup),
            recurring: ByBoard::from_fn(|board| vec![setup[board].position.key()]),
            options,
            setup,
            listed,
            keys,
            phase: Phase::Seating,
            seats: BySeat([const { None }; 4]),
            clocks,
            counts: Counts::default(),
            draw: None,
            moves: Vec::new(),
            offers: Vec::new(),
            line: 0,
            annulments: 0,
            started_at: None,
            first_started_at: None,
            ended_at: None,
            followed: None,
            arrived: BySeat::default(),
            played: Millis::ZERO,
            played_since: None,
            informed: BTreeSet::new(),
            table_talk: VecDeque::new(),
            team_talk: [VecDeque::new(), VecDeque::new()],
            last_at: at,
            opened_at: at,
            entries: 1,
        }
    }

    /// Reads a match back from its record; `None` where it does not begin with its opening.
    pub fn replay<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Option<Match> {
        let mut entries = entries.into_iter();
        let first = entries.next()?;
        let Event::Opened(opened) = &first.event else { return None };
        let mut state = Match::open((**opened).clone(), first.at);
        entries.for_each(|entry| state.evolve(entry));
        Some(state)
    }
}

/// What anyone may ask of a match without being shown it.
impl Match {
    /// The options.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The phase.
    pub const fn phase(&self) -> &Phase {
        &self.phase
    }

    /// Whether lists show the table.
    pub const fn is_listed(&self) -> bool {
        self.listed
    }

    /// The people.
    pub const fn seats(&self) -> &BySeat<Option<Occupant>> {
        &self.seats
    }

    /// The seat of that person.
    pub fn seat_of(&self, player: &PlayerId) -> Option<Seat> {
        let sits = |seat: &Seat| self.seats[*seat].as_ref().is_some_and(|o| o.player == *player);
        Seat::ALL.into_iter().find(sits)
    }

    /// Whether a practice player sits at the table.
    pub fn has_practice(&self) -> bool {
        self.seats.0.iter().flatten().any(Occupant::practises)
    }

    /// How often the match has been rewound or annulled.
    pub const fn line(&self) -> u32 {
        self.line
    }

    /// The result, once there is one.
    pub const fn outcome(&self) -> Option<&Outcome> {
        match &self.phase {
            Phase::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Whether the table was abandoned without a match having started at it.
    pub fn is_forgettable(&self) -> bool {
        let abandoned = self.outcome().is_some_and(|outcome| outcome.by == Ending::Abandoned);
        abandoned && self.first_started_at.is_none()
    }

    /// When the match first started; spectators are delayed from then on (R12).
    pub const fn first_started_at(&self) -> Option<Instant> {
        self.first_started_at
    }

    /// When the match ended.
    pub const fn ended_at(&self) -> Option<Instant> {
        self.ended_at
    }

    /// When the table was opened.
    pub const fn opened_at(&self) -> Instant {
        self.opened_at
    }

    /// The latest instant that the record knows.
    pub const fn last_at(&self) -> Instant {
        self.last_at
    }

    /// The clock of that seat.
    pub fn clock(&self, seat: Seat) -> &Clock {
        &self.clocks[seat]
    }

    /// The moves of both boards in the order played.
    pub fn moves(&self) -> &[Arc<Moved>] {
        &self.moves
    }

    /// How many half-moves have been made on that board.
    pub fn ply(&self, board: BoardName) -> u32 {
        let made = self.moves.iter().filter(|moved| moved.seat.board() == board).count();
        u32::try_from(made).unwrap_or(u32::MAX)
    }

    /// Who is on move on that board.
    pub fn on_move(&self, board: BoardName) -> Seat {
        board.seat(self.positions[board].turn())
    }

    /// How many pieces stand on the boards and in the reserves (R10).
    pub fn pieces(&self) -> u32 {
        let standing: usize = self.positions.0.iter().map(|p| p.board().occupied().count()).sum();
        let held: u32 = self.reserves.0.iter().map(Reserve::total).sum();
        u32::try_from(standing).unwrap_or(u32::MAX) + held
    }

    /// How long it has been played at that instant, pauses not counted.
    pub(super) fn played_at(&self, at: Instant) -> Millis {
        self.played + self.played_since.map_or(Millis::ZERO, |since| at.since(since))
    }

    pub(super) const fn is_playing(&self) -> bool {
        matches!(self.phase, Phase::Playing)
    }
}

impl Moved {
    /// The piece that the partner received, if one was captured.
    pub fn passed(&self) -> Option<(Seat, Kind)> {
        self.captured.map(|kind| (self.seat.partner(), kind))
    }
}

pub(super) fn initial_reserves(setup: &ByBoard<Setup>) -> BySeat<Reserve> {
    BySeat::from_fn(|seat| match seat.color() {
        Color::White => setup[seat.board()].reserves.white,
        Color::Black => setup[seat.board()].reserves.black,
    })
}
