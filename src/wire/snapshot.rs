//! A match as an audience is shown it: whole, and as a line of a list.

use schemars::JsonSchema;
use serde::Serialize;

use super::legal::LegalForm;
use super::names::{Hearer, Name, Phase, Phrase};
use super::options::Rules;
use super::rematch::FollowedForm;
use super::server::text;
use super::values::{
    Clocks, EachSeat, FenText, MoveText, Reserves, ResultForm, ShownBoards, ShownSeats,
};
use crate::game::{
    Audience, BoardView, Ear, Moved, Occupant, PausedBy, Speaker, TalkLine, View, Words,
};
use crate::ids::{BySeat, Instant, MatchId, PlayerId, Seat};
use crate::rules::Status;

/// A match as the receiver may see it. What is hidden from him is absent.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename = "snapshot")]
pub(super) struct Snapshot<'a> {
    #[serde(rename = "match")]
    match_id: &'a str,
    /// The last event of this audience that it contains.
    seq: u64,
    /// Counts the rewinds and annulments.
    line: u32,
    /// As whom the receiver watches.
    you: Name<Audience>,
    phase: Name<Phase>,
    /// How late the receiver is shown everything, in ms.
    delay_ms: u64,
    rules: Rules,
    /// Who sits where; null where nobody does.
    seats: EachSeat<Option<Sitter>>,
    boards: ShownBoards<Board<'a>>,
    /// The boards of the moves, in the order played: `ABBA…`.
    order: String,
    reserves: Reserves,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Clocks")]
    clocks: Option<Clocks>,
    /// What the receiver may do on his own board; null while he is not on move.
    legal: Option<LegalForm<'a>>,
    #[serde(flatten)]
    open: Option<Open<'a>>,
    result: Option<ResultForm>,
    /// Where the players went on after the end.
    followed: Option<FollowedForm<'a>>,
}

/// What is told of a match whose boards are not hidden from the receiver altogether (R12).
#[derive(Serialize, JsonSchema)]
struct Open<'a> {
    /// The standing offer (R25).
    draw: Option<Draw>,
    /// How many moves of each player whose board is shown have been penalised (R35).
    penalties: ShownSeats<u8>,
    /// The pause (R34).
    pause: Option<Pause>,
    /// The last 100 things said that the receiver may read.
    talk: Vec<Said<'a>>,
}

/// A person in a seat.
#[derive(Clone, Serialize, JsonSchema, Debug)]
pub(super) struct Sitter {
    name: Box<str>,
    /// Whether he is ready to start.
    ready: bool,
    /// Whether it is a practice player, who plays on the server; absent for a person.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    practice: bool,
}

/// One board.
#[derive(Serialize, JsonSchema)]
struct Board<'a> {
    /// Without reserves.
    #[schemars(with = "String")]
    fen: FenText<'a>,
    /// How many half-moves have been made on it.
    ply: u32,
    /// For the player on move, never counting his reserve.
    status: Name<Status>,
    last: Option<MoveText>,
    moves: Vec<Played<'a>>,
}

/// A move that was made.
#[derive(Serialize, JsonSchema)]
struct Played<'a> {
    #[serde(rename = "move")]
    action: MoveText,
    san: &'a str,
    /// How long the player thought, in ms.
    spent: u64,
}

/// A standing draw offer.
#[derive(Serialize, JsonSchema)]
struct Draw {
    by: Name<Seat>,
    /// Who has accepted; the offerer is not among them.
    accepted: Vec<Name<Seat>>,
}

/// A pause.
#[derive(Serialize, JsonSchema)]
struct Pause {
    by: Name<PausedBy>,
    /// Who is ready to go on.
    ready: Vec<Name<Seat>>,
}

/// Something that was said.
#[derive(Serialize, JsonSchema)]
pub(super) struct Said<'a> {
    kind: SaidKind,
    /// Unix time in ms.
    at: u64,
    #[serde(flatten)]
    saying: Saying<'a>,
}

/// The kind of the event that told it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
enum SaidKind {
    Said,
}

/// Who said what to whom: either a `text` or a `phrase`.
#[derive(Serialize, JsonSchema, Debug)]
#[schemars(inline)]
pub(super) struct Saying<'a> {
    from: Name<Speaker>,
    to: Name<Hearer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Name<Phrase>")]
    phrase: Option<Name<Phrase>>,
}

impl<'a> Saying<'a> {
    /// Leaves out who heard it.
    pub(super) fn new(from: Speaker, to: &Ear, words: &'a Words) -> Saying<'a> {
        let to = match to {
            Ear::Table => Hearer::Table,
            Ear::Partner { .. } => Hearer::Partner,
        };
        let (text, phrase) = match words {
            Words::Text(text) => (Some(&**text), None),
            Words::Phrase(key) => (None, Some(Name(Phrase(key)))),
        };
        Saying { from: Name(from), to: Name(to), text, phrase }
    }
}

impl<'a> From<&'a TalkLine> for Said<'a> {
    fn from(line: &'a TalkLine) -> Said<'a> {
        let saying = Saying::new(line.from, &line.to, &line.words);
        Said { kind: SaidKind::Said, at: line.at.0, saying }
    }
}

/// The seats for which something holds.
fn those(flags: BySeat<bool>) -> Vec<Name<Seat>> {
    flags.iter().filter(|(_, holds)| **holds).map(|(seat, _)| Name(seat)).collect()
}

fn sitters(view: &View) -> EachSeat<Option<Sitter>> {
    let sitter = |seat: Seat| {
        let occupant = view.seats()[seat].as_ref()?;
        let Occupant { name, ready, .. } = occupant.clone();
        Some(Sitter { name, ready, practice: occupant.practises() })
    };
    BySeat::from_fn(sitter).into()
}

fn board<'a>(shown: &BoardView<'a>, made: &[&'a Moved], ply: u32) -> Board<'a> {
    let moves: Vec<Played> = made
        .iter()
        .filter(|moved| moved.seat.board() == shown.name)
        .map(|moved| Played {
            action: MoveText(moved.action),
            san: &moved.san,
            spent: moved.spent.0,
        })
        .collect();
    Board {
        fen: FenText(shown.position),
        ply,
        status: Name(shown.status),
        last: moves.last().map(|played| played.action),
        moves,
    }
}

/// All that the view shows, after the event `seq` of its audience; clocks show what they do at
/// `at`. Partner talk is that which `listener` was told when it was said.
pub fn snapshot(
    match_id: &MatchId,
    seq: u64,
    view: &View,
    at: Instant,
    listener: Option<&PlayerId>,
) -> String {
    let made: Vec<&Moved> = view.moves().collect();
    let boards = view.boards().map(|b| (b.name, board(&b, &made, view.ply(b.name))));
    let legal = view.legal();
    let clocks = view.clocks(at).map(Clocks::from);
    // Who is not shown the clocks is shown nothing of the play.
    let open = clocks.is_some().then(|| Open {
        draw: view.draw().map(|draw| Draw { by: Name(draw.by), accepted: those(draw.accepted) }),
        penalties: view.penalties().into_iter().collect(),
        pause: view.pause().map(|pause| Pause { by: Name(pause.by), ready: those(pause.ready) }),
        talk: view.talk(listener).into_iter().map(Said::from).collect(),
    });
    text(&Snapshot {
        match_id: &match_id.0,
        seq,
        line: view.line(),
        you: Name(view.audience()),
        phase: Name(Phase(view.phase())),
        delay_ms: view.delay().0,
        rules: view.options().into(),
        seats: sitters(view),
        boards: boards.collect(),
        order: made.iter().map(|moved| moved.seat.board().to_string()).collect(),
        reserves: view.reserves().into_iter().collect(),
        clocks,
        legal: legal.as_ref().map(LegalForm::from),
        open,
        result: view.outcome().map(ResultForm::from),
        followed: view.followed().map(FollowedForm::from),
    })
}

/// A match as a line of a list.
#[derive(Clone, Serialize, JsonSchema, Debug)]
pub struct MatchSummary {
    #[serde(rename = "match")]
    match_id: Box<str>,
    phase: Name<Phase>,
    rules: Rules,
    /// Who sits where; null where nobody does.
    seats: EachSeat<Option<Sitter>>,
    result: Option<ResultForm>,
}

impl MatchSummary {
    /// Whether the match has no result yet, as far as it is shown.
    pub const fn is_open(&self) -> bool {
        self.result.is_none()
    }
}

/// The line of a list for what the view shows.
pub fn match_summary(match_id: &MatchId, view: &View) -> MatchSummary {
    MatchSummary {
        match_id: (&*match_id.0).into(),
        phase: Name(Phase(view.phase())),
        rules: view.options().into(),
        seats: sitters(view),
        result: view.outcome().map(ResultForm::from),
    }
}

/// The answer to `GET /api/matches`.
#[derive(Serialize, JsonSchema)]
pub(super) struct MatchList<'a> {
    matches: &'a [MatchSummary],
}

/// The answer to `GET /api/matches`, in the order given.
pub fn match_list(matches: &[MatchSummary]) -> String {
    text(&MatchList { matches })
}
