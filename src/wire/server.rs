//! What the server sends, but for snapshots and events.

use schemars::JsonSchema;
use serde::Serialize;

use super::names::Name;
use super::reading::RequestId;
use super::values::EachSeat;
use crate::game::Audience;
use crate::ids::{BySeat, Instant, MatchId, PlayerId, Rule, Seat};

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// The JSON text of a message.
pub(super) fn text(message: &impl Serialize) -> String {
    // Only a key that is no text, or an error of the message's own, could make this fail.
    serde_json::to_string(message).expect("a message has a JSON form")
}

/// The answer to a hello.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename = "welcome")]
pub(super) struct Welcome<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "RequestId")]
    id: Option<&'a RequestId>,
    /// The version of the protocol: 1.
    protocol: u32,
    player: Player<'a>,
    /// With it the same player comes back.
    token: &'a str,
    /// Whether the director's key was shown.
    director: bool,
    /// Where the player sits.
    seats: Vec<SeatTaken<'a>>,
}

/// A person who has said hello.
#[derive(Serialize, JsonSchema)]
struct Player<'a> {
    id: &'a str,
    name: &'a str,
}

/// A seat of a match.
#[derive(Serialize, JsonSchema)]
struct SeatTaken<'a> {
    #[serde(rename = "match")]
    match_id: &'a str,
    seat: Name<Seat>,
}

/// The answer to a hello; `seats` is where the player sits, `director` whether he showed the key.
pub fn welcome(
    id: Option<&RequestId>,
    player: &PlayerId,
    name: &str,
    token: &str,
    director: bool,
    seats: &[(MatchId, Seat)],
) -> String {
    let seats = seats.iter().map(|(at, seat)| SeatTaken { match_id: &at.0, seat: Name(*seat) });
    text(&Welcome {
        id,
        protocol: PROTOCOL,
        player: Player { id: &player.0, name },
        token,
        director,
        seats: seats.collect(),
    })
}

/// What the director is told over HTTP of who is present.
#[derive(Serialize, JsonSchema)]
pub(super) struct PlayerList<'a> {
    players: Vec<Player<'a>>,
}

/// Who is present, for the director: his `seat` ruling names a player by the `id`.
pub fn player_list(present: &[(PlayerId, String)]) -> String {
    let players = present.iter().map(|(player, name)| Player { id: &player.0, name });
    text(&PlayerList { players: players.collect() })
}

/// Where others reach the server.
#[derive(Serialize, JsonSchema)]
pub(super) struct AddressList<'a> {
    /// The likeliest first; none where only its own machine reaches the server.
    addresses: &'a [String],
}

/// The addresses for links and codes that others can open.
pub fn address_list(addresses: &[String]) -> String {
    text(&AddressList { addresses })
}

/// The answer to an open.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename = "opened")]
pub(super) struct Opened<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "RequestId")]
    id: Option<&'a RequestId>,
    #[serde(rename = "match")]
    match_id: &'a str,
    /// Where the table is not listed: what opens each seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "EachSeat<String>")]
    keys: Option<EachSeat<&'a str>>,
}

/// The answer to an open; `keys` where the table is not listed.
pub fn opened(id: Option<&RequestId>, match_id: &MatchId, keys: Option<&BySeat<String>>) -> String {
    let keys = keys.map(|keys| BySeat::from_fn(|seat| keys[seat].as_str()).into());
    text(&Opened { id, match_id: &match_id.0, keys })
}

/// What an `ok` tells beside that it is done.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Done {
    /// As whom the receiver watches from now on.
    pub you: Option<Audience>,
    /// The highest number that this audience has been sent.
    pub seq: Option<u64>,
}

/// Done: what was asked is in the record.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename = "ok")]
pub(super) struct Ok<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "RequestId")]
    id: Option<&'a RequestId>,
    /// After `watch`: as whom.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Name<Audience>")]
    you: Option<Name<Audience>>,
    /// The highest number that this audience has been sent, where the socket watches the match as
    /// its seat or as the director, and after `watch`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64")]
    seq: Option<u64>,
}

/// The answer to what has been done.
pub fn ok(id: Option<&RequestId>, done: &Done) -> String {
    text(&Ok { id, you: done.you.map(Name), seq: done.seq })
}

/// Refused: nothing has changed.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename = "refused")]
pub(super) struct Refused<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "RequestId")]
    id: Option<&'a RequestId>,
    /// Why, for programs: `bad_message`, `hello_first`, `illegal_move` and so on.
    code: &'a str,
    /// The rule that it follows, such as `R14`.
    #[schemars(with = "Option<String>", regex(pattern = r"^R[1-9][0-9]*$"))]
    rule: Option<String>,
    /// Why, for people, in English.
    message: &'a str,
}

/// The answer to what is refused.
pub fn refused(id: Option<&RequestId>, code: &str, rule: Option<Rule>, message: &str) -> String {
    text(&Refused { id, code, rule: rule.map(|rule| rule.to_string()), message })
}

/// The answer to a ping.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename = "pong")]
pub(super) struct Pong<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "RequestId")]
    id: Option<&'a RequestId>,
    /// As in the ping.
    n: i64,
    /// The server's time: Unix time in ms.
    at: u64,
}

/// The answer to a ping.
pub fn pong(id: Option<&RequestId>, n: i64, at: Instant) -> String {
    text(&Pong { id, n, at: at.0 })
}

/// Whether the player of a seat is connected: passing news, outside the sequence.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename = "presence")]
pub(super) struct Presence<'a> {
    #[serde(rename = "match")]
    match_id: &'a str,
    seat: Name<Seat>,
    present: bool,
}

/// News of who is there.
pub fn presence(match_id: &MatchId, seat: Seat, present: bool) -> String {
    text(&Presence { match_id: &match_id.0, seat: Name(seat), present })
}

/// The record cannot be written: what would be recorded is refused, outside the sequence.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename = "not_saving")]
pub(super) struct NotSaving<'a> {
    #[serde(rename = "match")]
    match_id: &'a str,
    /// Since when: Unix time in ms.
    since: u64,
}

/// News that the record cannot be written.
pub fn not_saving(match_id: &MatchId, since: Instant) -> String {
    text(&NotSaving { match_id: &match_id.0, since: since.0 })
}
