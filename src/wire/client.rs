//! What clients send: each message's form, and how it becomes what the server acts on.

use schemars::JsonSchema;
use serde_json::{Map, Value};

use super::marks::{Mark, SetMarks};
use super::names::{ClaimKind, Hearer, Name, Phrase};
use super::options::ChosenRules;
use super::reading::{self, Head, Malformed, Object, Request, RequestId, object};
use super::rematch::AskRematch;
use super::ruling::RulingForm;
use super::values::{AttemptText, MoveText, SetupText};
use crate::game::{Audience, Command, DrawAnswer, Swap, Words};
use crate::ids::{BoardName, ByBoard, MatchId, PlayerId, Seat};
use crate::rules::{BackRankDrops, Setup, Status};

/// A message of a client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClientMessage {
    /// Says who is there; there is a name or a token, or both.
    Hello {
        /// The name that he would like to go by: not blank, without control characters, trimmed.
        /// Its length is the server's to check.
        name: Option<String>,
        /// What he got when he was here before.
        token: Option<String>,
        /// The director's key.
        director_key: Option<String>,
    },
    /// Opens a table.
    Open {
        /// The options that he chose, not yet read: see [`options`](super::options()).
        rules: Map<String, Value>,
        /// A position other than the usual one; the director only. No board is mated as most drops
        /// are allowed (R15); under the table's options one may be.
        position: Option<ByBoard<Setup>>,
        /// Whether lists show the table.
        listed: bool,
    },
    /// Wants to be shown a match.
    Watch {
        /// Which.
        match_id: MatchId,
        /// The last event that he has been sent.
        after: Option<u64>,
        /// As whom he had been sent it, or would like to watch.
        view_as: Option<Audience>,
    },
    /// Has seen enough of a match.
    Unwatch {
        /// Which.
        match_id: MatchId,
    },
    /// Makes two entries of the archive one person, or parts them; the director only.
    Merge {
        /// Whose matches count for the other.
        person: String,
        /// For whom; for himself again without.
        into: Option<String>,
    },
    /// Marks squares of a board for the partner; the marks take the place of all earlier ones there.
    Mark {
        /// At which table.
        match_id: MatchId,
        /// On which board.
        board: BoardName,
        /// Which squares; none clears the board.
        marks: Vec<Mark>,
    },
    /// Asks for the match after a match.
    Rematch {
        /// After which.
        match_id: MatchId,
        /// Who changes seats with whom.
        swap: Swap,
    },
    /// Asks for the time.
    Ping {
        /// Comes back in the answer.
        n: i64,
    },
    /// Asks something of a match.
    Match {
        /// Which.
        match_id: MatchId,
        /// What.
        request: MatchRequest,
    },
}

/// What a client asks of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MatchRequest {
    /// What the match decides as it stands.
    Command(Command),
    /// To sit down; the key is not yet digested.
    Sit {
        /// Where.
        seat: Seat,
        /// The key of an unlisted table's seat.
        key: Option<String>,
    },
    /// To seat a person, whose name is not yet known; the director only.
    SeatPlayer {
        /// Where.
        seat: Seat,
        /// Whom.
        player: PlayerId,
    },
    /// To change the options before the start (R3), not yet read: see [`options`](super::options()).
    ChangeRules {
        /// The options to change.
        rules: Map<String, Value>,
    },
}

/// Reads a frame. What is unknown in it is ignored; a `null` in place of an optional field is as
/// if it were absent.
pub fn parse(frame: &str) -> Result<Request, Malformed> {
    let mut head = Head::default();
    let message = head.read(frame).and_then(|()| message(head.kind()?, frame));
    let id: Option<RequestId> = head.request_id();
    match message {
        Ok(message) => Ok(Request { id, message }),
        Err(reason) => Err(Malformed { id, reason }),
    }
}

fn message(kind: &str, frame: &str) -> Result<ClientMessage, String> {
    match kind {
        "hello" => reading::read::<Hello>(frame)?.message(),
        "open" => reading::read::<Open>(frame)?.message(),
        "watch" => {
            let Watch { match_id, after, view_as } = reading::read(frame)?;
            let (match_id, view_as) = (MatchId(match_id.into()), view_as.map(|name| name.0));
            Ok(ClientMessage::Watch { match_id, after, view_as })
        }
        "unwatch" => {
            let AtTable { match_id } = reading::read(frame)?;
            Ok(ClientMessage::Unwatch { match_id: MatchId(match_id.into()) })
        }
        "merge" => {
            let Merge { person, into } = reading::read(frame)?;
            Ok(ClientMessage::Merge { person, into })
        }
        "mark" => reading::read::<SetMarks>(frame)?.message(),
        "rematch" => reading::read::<AskRematch>(frame).map(AskRematch::message),
        "ping" => {
            let Ping { n } = reading::read(frame)?;
            Ok(ClientMessage::Ping { n })
        }
        "stand" => at_table(frame, Command::Stand),
        "ready" => at_table(frame, Command::Ready),
        "resign" => at_table(frame, Command::Resign),
        "call" => at_table(frame, Command::Call),
        "move" => {
            let Move { match_id, attempt, ply, line } = reading::read(frame)?;
            Ok(command(match_id, Command::Move { attempt: attempt.0, ply, line }))
        }
        "claim" => reading::read::<Claim>(frame).map(Claim::message),
        "draw" => {
            let Draw { match_id, answer } = reading::read(frame)?;
            Ok(command(match_id, Command::Draw(answer.0)))
        }
        "say" => reading::read::<Say>(frame)?.message(),
        "sit" => {
            let Sit { match_id, seat, key } = reading::read(frame)?;
            Ok(request(match_id, MatchRequest::Sit { seat: seat.0, key }))
        }
        "practice" => {
            let Practice { match_id, seat } = reading::read(frame)?;
            Ok(command(match_id, Command::Practice { seat: seat.map(|name| name.0) }))
        }
        "change_rules" => {
            let ChangeRules { match_id, rules } = reading::read(frame)?;
            Ok(request(match_id, MatchRequest::ChangeRules { rules }))
        }
        "rule" => {
            let Rule { match_id, ruling } = reading::read(frame)?;
            Ok(request(match_id, ruling.try_into()?))
        }
        _ => Err("`type`: there is no such message".into()),
    }
}

fn request(match_id: String, request: MatchRequest) -> ClientMessage {
    ClientMessage::Match { match_id: MatchId(match_id.into()), request }
}

fn command(match_id: String, command: Command) -> ClientMessage {
    request(match_id, MatchRequest::Command(command))
}

fn at_table(frame: &str, asked: Command) -> Result<ClientMessage, String> {
    let AtTable { match_id } = reading::read(frame)?;
    Ok(command(match_id, asked))
}

/// Says who is there, first of all: a `name`, or a `token` to come back as the same player.
#[derive(serde::Deserialize, JsonSchema)]
pub(super) struct Hello {
    /// 1 to 32 characters.
    name: Option<String>,
    /// What `welcome` gave before.
    token: Option<String>,
    /// The director's key.
    director_key: Option<String>,
}

impl Hello {
    fn message(self) -> Result<ClientMessage, String> {
        let Hello { name, token, director_key } = self;
        if name.is_none() && token.is_none() {
            return Err("a hello needs a `name` or a `token`".into());
        }
        if let Some(name) = &name {
            check_text("name", name)?;
        }
        let name = name.map(|name| name.trim().to_owned());
        Ok(ClientMessage::Hello { name, token, director_key })
    }
}

/// Opens a table.
#[derive(serde::Deserialize, JsonSchema)]
pub(super) struct Open {
    /// The options that differ from the server's own.
    #[schemars(with = "Option<ChosenRules>")]
    rules: Option<Map<String, Value>>,
    /// A position other than the usual one; the director only.
    #[schemars(with = "Option<Positions>")]
    position: Option<Object<Positions>>,
    /// Whether lists show the table (true).
    listed: Option<bool>,
}

/// A FEN for each board, with reserves in brackets.
#[derive(serde::Deserialize, JsonSchema)]
#[serde(expecting = "a FEN for each board")]
struct Positions {
    #[serde(rename = "A")]
    #[schemars(with = "String")]
    a: SetupText,
    #[serde(rename = "B")]
    #[schemars(with = "String")]
    b: SetupText,
}

impl Open {
    fn message(self) -> Result<ClientMessage, String> {
        let position = self.position.map(|Object(Positions { a, b })| ByBoard([a.0, b.0]));
        // Whoever is mated with this option is mated with the other one, too (R15).
        let ban = BackRankDrops::NoPawns;
        let mated = |setup: &Setup| setup.position.status(ban) == Status::Mate;
        let found = position.iter().flat_map(ByBoard::iter).find(|(_, setup)| mated(setup));
        if let Some((name, _)) = found {
            return Err(format!("`position`: on board {name} the player on move is mated already"));
        }
        let listed = self.listed.unwrap_or(true);
        Ok(ClientMessage::Open { rules: self.rules.unwrap_or_default(), position, listed })
    }
}

/// Wants to be shown a match: a snapshot, then what happens.
#[derive(serde::Deserialize, JsonSchema)]
pub(super) struct Watch {
    #[serde(rename = "match")]
    match_id: String,
    /// Coming back: the `seq` of the last event that came.
    after: Option<u64>,
    /// Coming back: `you` of the last snapshot. Otherwise `spectator`, to see no more than one.
    #[serde(rename = "as")]
    view_as: Option<Name<Audience>>,
}

/// Names a match and nothing else.
#[derive(serde::Deserialize, JsonSchema)]
pub(super) struct AtTable {
    #[serde(rename = "match")]
    match_id: String,
}

/// Makes two entries of the archive one person; the director only.
#[derive(serde::Deserialize, JsonSchema)]
pub(super) struct Merge {
    /// Whose matches count for the other.
    person: String,
    /// For whom; for himself again without.
    #[serde(default)]
    into: Option<String>,
}

/// Asks for the server's time.
#[derive(serde::Deserialize, JsonSchema)]
pub(super) struct Ping {
    /// Comes back in the answer.
    n: i64,
}

/// Sits down.
#[derive(serde::Deserialize, JsonSchema)]
pub(super) struct Sit {
    #[serde(rename = "match")]
    match_id: String,
    seat: Name<Seat>,
    /// The seat's key, where the table is not listed.
    key: Option<String>,
}

/// Has practice players, who play on the server, take empty seats before the start.
#[derive(serde::Deserialize, JsonSchema)]
pub(super) struct Practice {
    #[serde(rename = "match")]
    match_id: String,
    /// Which; all that are empty without.
    seat: Option<Name<Seat>>,
}

/// Makes a move or a drop.
#[derive(serde::Deserialize, JsonSchema)]
pub(super) struct Move {
    #[serde(rename = "match")]
    match_id: String,
    #[serde(rename = "move")]
    #[schemars(with = "MoveText")]
    attempt: AttemptText,
    /// Half-moves already made on that board; another value is refused as stale.
    ply: Option<u32>,
    /// `line` of the last snapshot or `rewound`; another value is refused as stale.
    line: Option<u32>,
}

/// Claims a fall (R22) or a draw (R27, R29).
#[derive(serde::Deserialize, JsonSchema)]
pub(super) struct Claim {
    #[serde(rename = "match")]
    match_id: String,
    #[serde(rename = "claim")]
    kind: Name<ClaimKind>,
    /// The move that leads to the claimed position; not with a `flag`.
    #[serde(rename = "move")]
    #[schemars(with = "Option<MoveText>")]
    attempt: Option<AttemptText>,
    /// As in `move`.
    ply: Option<u32>,
    /// As in `move`.
    line: Option<u32>,
}

impl Claim {
    fn message(self) -> ClientMessage {
        let Claim { match_id, kind, attempt, ply, line } = self;
        let claim = match kind.0 {
            ClaimKind::Flag => Command::ClaimTime,
            ClaimKind::Draw(claim) => {
                let attempt = attempt.map(|text| text.0);
                Command::ClaimDraw { claim, attempt, ply, line }
            }
        };
        command(match_id, claim)
    }
}

/// Offers, accepts or declines a draw (R25).
#[derive(serde::Deserialize, JsonSchema)]
pub(super) struct Draw {
    #[serde(rename = "match")]
    match_id: String,
    answer: Name<DrawAnswer>,
}

/// Talks: either a `text` or a `phrase`.
#[derive(serde::Deserialize, JsonSchema)]
pub(super) struct Say {
    #[serde(rename = "match")]
    match_id: String,
    to: Name<Hearer>,
    text: Option<String>,
    phrase: Option<Name<Phrase>>,
}

impl Say {
    fn message(self) -> Result<ClientMessage, String> {
        let words = match (self.text, self.phrase) {
            (Some(text), None) => {
                check_text("text", &text)?;
                Words::Text(text.into())
            }
            (None, Some(Name(Phrase(key)))) => Words::Phrase(key),
            _ => return Err("what is said is either a `text` or a `phrase`".into()),
        };
        let to_partner = self.to.0 == Hearer::Partner;
        Ok(command(self.match_id, Command::Say { to_partner, words }))
    }
}

/// Changes the options of a table before its first start; every `ready` lapses (R3).
#[derive(serde::Deserialize, JsonSchema)]
pub(super) struct ChangeRules {
    #[serde(rename = "match")]
    match_id: String,
    #[schemars(with = "ChosenRules")]
    rules: Map<String, Value>,
}

/// Rules; the director only.
#[derive(serde::Deserialize, JsonSchema)]
pub(super) struct Rule {
    #[serde(rename = "match")]
    match_id: String,
    #[serde(deserialize_with = "object")]
    ruling: RulingForm,
}

/// Characters that are no space and yet show nothing.
const INVISIBLE: [char; 17] = [
    '\u{ad}', '\u{34f}', '\u{61c}', '\u{115f}', '\u{1160}', '\u{180e}', '\u{200b}', '\u{200c}',
    '\u{200d}', '\u{200e}', '\u{200f}', '\u{2060}', '\u{2800}', '\u{3164}', '\u{fe0f}', '\u{feff}',
    '\u{ffa0}',
];

/// Refuses a text that shows nothing, or that would disturb how others' texts are shown.
fn check_text(field: &str, text: &str) -> Result<(), String> {
    // Line and paragraph separators, and what embeds, overrides or isolates a direction.
    let disturbs =
        |c: char| c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let shows = |c: char| !c.is_whitespace() && !INVISIBLE.contains(&c);
    if text.chars().any(disturbs) {
        return Err(format!("`{field}`: control characters are not allowed"));
    }
    if !text.chars().any(shows) {
        return Err(format!("`{field}`: there is nothing to read in it"));
    }
    Ok(())
}
