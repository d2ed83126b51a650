//! What happened, as an audience is shown it.

use schemars::JsonSchema;
use serde::Serialize;

use super::legal::LegalForm;
use super::names::Name;
use super::options::Rules;
use super::server::text;
use super::snapshot::Saying;
use super::values::{Clocks, FenText, MoveText, Reserves, ResultForm};
use crate::game::{
    Claim, Entry, Event, Followed, Legal, Moved, PausedBy, Shown, ShownEvent, Swap, View,
};
use crate::ids::{BoardName, Instant, MatchId, Seat};
use crate::rules::Status;

/// What an event changes about what the receiver may do.
#[derive(Clone, Copy, Debug)]
pub enum LegalChange<'a> {
    /// Nothing.
    Unchanged,
    /// From now on this, or nothing.
    Now(Option<&'a Legal>),
}

/// Something happened. `seq` counts, 1 by 1, what this audience is shown.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename = "event")]
pub(super) struct EventMessage<'a> {
    #[serde(rename = "match")]
    match_id: &'a str,
    seq: u64,
    /// When: Unix time in ms, never before the previous event.
    at: u64,
    event: Body<'a>,
}

/// What happened, and what it changed for the receiver.
#[derive(Serialize, JsonSchema)]
#[serde(rename = "MatchEvent")]
struct Body<'a> {
    #[serde(flatten)]
    #[schemars(with = "Kind<'a>")]
    kind: Option<Kind<'a>>,
    /// The reserves that changed and that the receiver may see.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Reserves")]
    reserves: Option<Reserves>,
    /// What the receiver may do from now on, where that changed; null: nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<LegalForm<'a>>")]
    #[allow(clippy::option_option, reason = "absent is unchanged, null is nothing")]
    legal: Option<Option<LegalForm<'a>>>,
}

/// What happened.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Kind<'a> {
    /// A person, or a practice player, took a seat.
    Seated {
        seat: Name<Seat>,
        name: &'a str,
        /// Whether it is a practice player, who plays on the server; absent for a person.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        practice: bool,
    },
    /// The person of a seat left it.
    LeftSeat { seat: Name<Seat>, name: &'a str },
    /// A player is ready, or no longer.
    Ready { seat: Name<Seat>, ready: bool },
    /// The options were changed before the start; every `ready` lapsed (R3).
    RulesChanged {
        rules: Rules,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Clocks")]
        clocks: Option<Clocks>,
    },
    /// The match started. The clocks are absent where the receiver sees only the seating (R12).
    Started {
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Clocks")]
        clocks: Option<Clocks>,
    },
    /// The clocks go on after a pause.
    Resumed { clocks: Clocks },
    /// A move or a drop was made.
    Moved(Box<MovedForm<'a>>),
    /// A piece arrived from the hidden board.
    Reserve { clocks: Clocks },
    /// A clock of the hidden board changed.
    Clocks { clocks: Clocks },
    /// A clock fell at the instant `at` (R20).
    FlagFallen { seat: Name<Seat> },
    /// A claim of a draw was wrong; the direct opponent gained time (R30).
    ClaimFailed { seat: Name<Seat>, claim: Name<Claim>, clocks: Clocks },
    /// An illegal move was penalised (R35).
    Penalised {
        seat: Name<Seat>,
        /// How many of his have been in this match.
        count: u8,
        clocks: Clocks,
    },
    /// A draw was offered (R25).
    DrawOffered { seat: Name<Seat> },
    /// The standing offer was accepted by one more.
    DrawAccepted { seat: Name<Seat> },
    /// The standing offer was declined, in words or by moving.
    DrawDeclined { seat: Name<Seat> },
    /// A player called the director (R34).
    Called { seat: Name<Seat> },
    /// The director set a clock, or gave time.
    ClockSet { seat: Name<Seat>, clocks: Clocks },
    /// All four clocks stopped (R34).
    Paused { by: Name<PausedBy>, clocks: Clocks },
    /// An earlier position was restored (R36); a snapshot follows.
    Rewound {
        line: u32,
        /// How many moves of the match remain, of those that the receiver is shown.
        to: usize,
    },
    /// The match was annulled: the table is seating again (R36); a snapshot follows.
    Annulled { line: u32 },
    /// Somebody said something.
    Said(Saying<'a>),
    /// The match ended; where a board was hidden, a snapshot follows.
    Over { result: ResultForm },
    /// The director changed the result.
    ResultChanged { result: ResultForm },
    /// A player opened the next match, in which those who are still there sit already.
    Followed {
        by: Name<Seat>,
        #[serde(rename = "match")]
        match_id: &'a str,
        swap: Name<Swap>,
    },
}

/// A move or a drop.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
struct MovedForm<'a> {
    board: Name<BoardName>,
    seat: Name<Seat>,
    #[serde(rename = "move")]
    action: MoveText,
    /// In algebraic notation (R39).
    san: &'a str,
    /// How many half-moves have been made on the board, this one included.
    ply: u32,
    /// The board after the move, without reserves.
    #[schemars(with = "String")]
    fen: FenText<'a>,
    /// For the player now on move, never counting his reserve.
    status: Name<Status>,
    /// How long the player thought, in ms.
    spent: u64,
    clocks: Clocks,
}

/// The message that tells an audience of an entry. `view` shows the match right after it; `at` may
/// be later than the entry's own instant, at which the clocks are reckoned.
pub fn event(
    match_id: &MatchId,
    seq: u64,
    at: Instant,
    view: &View,
    entry: &Entry,
    shown: &Shown,
    legal: LegalChange,
) -> String {
    let clocks = view.clocks(entry.at).map(Clocks::from);
    let kind = match &shown.event {
        ShownEvent::Whole(event) => whole(event, view, clocks),
        ShownEvent::RewoundHere { line, to } => Some(Kind::Rewound { line: *line, to: *to }),
        ShownEvent::StartedUnseen => Some(Kind::Started { clocks: None }),
        ShownEvent::ReserveGrew => clocks.map(|clocks| Kind::Reserve { clocks }),
        ShownEvent::ClocksChanged => clocks.map(|clocks| Kind::Clocks { clocks }),
    };
    debug_assert!(kind.is_some(), "an entry that is shown to nobody: {:?}", entry.event);
    let reserves = (!shown.reserves.is_empty()).then(|| shown.reserves.iter().copied().collect());
    let legal = match legal {
        LegalChange::Unchanged => None,
        LegalChange::Now(legal) => Some(legal.map(LegalForm::from)),
    };
    let event = Body { kind, reserves, legal };
    text(&EventMessage { match_id: &match_id.0, seq, at: at.0, event })
}

/// The whole of an event; `None` for one that is shown to nobody, or whose clocks are not.
fn whole<'a>(event: &'a Event, view: &View, clocks: Option<Clocks>) -> Option<Kind<'a>> {
    Some(match event {
        Event::Opened(_) | Event::Arrived { .. } | Event::Informed { .. } => return None,
        Event::OptionsChanged(options) => Kind::RulesChanged { rules: (&**options).into(), clocks },
        Event::Seated { seat, name, player } => {
            Kind::Seated { seat: Name(*seat), name, practice: player.is_practice() }
        }
        Event::LeftSeat { seat, name, .. } => Kind::LeftSeat { seat: Name(*seat), name },
        Event::Ready { seat, ready } => Kind::Ready { seat: Name(*seat), ready: *ready },
        Event::Started { .. } => Kind::Started { clocks },
        Event::Moved(moved) => Kind::Moved(Box::new(moved_form(moved, view, clocks?))),
        Event::FlagFallen { seat } => Kind::FlagFallen { seat: Name(*seat) },
        Event::ClaimFailed { seat, claim, .. } => {
            Kind::ClaimFailed { seat: Name(*seat), claim: Name(*claim), clocks: clocks? }
        }
        Event::Penalised { seat, count, .. } => {
            Kind::Penalised { seat: Name(*seat), count: *count, clocks: clocks? }
        }
        Event::DrawOffered { seat, .. } => Kind::DrawOffered { seat: Name(*seat) },
        Event::DrawAccepted { seat } => Kind::DrawAccepted { seat: Name(*seat) },
        Event::DrawDeclined { seat } => Kind::DrawDeclined { seat: Name(*seat) },
        Event::Called { seat } => Kind::Called { seat: Name(*seat) },
        Event::ClockSet { seat, .. } => Kind::ClockSet { seat: Name(*seat), clocks: clocks? },
        Event::Paused { by, .. } => Kind::Paused { by: Name(*by), clocks: clocks? },
        Event::Resumed => Kind::Resumed { clocks: clocks? },
        Event::Rewound { line, to } => Kind::Rewound { line: *line, to: *to },
        Event::Annulled { .. } => Kind::Annulled { line: view.line() },
        Event::Said { from, to, words } => Kind::Said(Saying::new(*from, to, words)),
        Event::Over(outcome) => Kind::Over { result: outcome.into() },
        Event::ResultChanged(outcome) => Kind::ResultChanged { result: outcome.into() },
        Event::Followed(Followed { by, match_id, swap }) => {
            Kind::Followed { by: Name(*by), match_id: &match_id.0, swap: Name(*swap) }
        }
    })
}

fn moved_form<'a>(moved: &'a Moved, view: &View, clocks: Clocks) -> MovedForm<'a> {
    let board = moved.seat.board();
    MovedForm {
        board: Name(board),
        seat: Name(moved.seat),
        action: MoveText(moved.action),
        san: &moved.san,
        ply: view.ply(board),
        fen: FenText(&moved.position),
        status: Name(moved.status),
        spent: moved.spent.0,
        clocks,
    }
}
