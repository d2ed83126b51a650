//! The values of which messages are made: moves, positions, seats, clocks, reserves, results.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde::ser::{Serialize, Serializer};

use super::names::Name;
use crate::game::{ClockFace, Ending, HalfPoints, Outcome};
use crate::ids::{BoardName, BySeat, Seat, Team};
use crate::rules::{Attempt, Kind, Move, Position, Reserve, Setup};

/// A move as UCI writes it, with drops.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveText(pub Move);

impl Serialize for MoveText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl JsonSchema for MoveText {
    fn schema_name() -> Cow<'static, str> {
        "Move".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": "^([a-h][1-8][a-h][1-8]|[QRBNP]@[a-h][1-8])$",
            "description": "UCI with drops: e2e4, e1g1 (castling), N@f3, P@e4.",
        })
    }
}

/// A move that somebody tries; it may name a promotion piece, which no rule allows (R6).
#[derive(Clone, Copy, Debug)]
pub(super) struct AttemptText(pub Attempt);

impl<'de> Deserialize<'de> for AttemptText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<AttemptText, D::Error> {
        let text = Text { expected: "a move such as e2e4 or N@f3", value: PhantomData };
        deserializer.deserialize_str(text).map(AttemptText)
    }
}

/// A board with its two reserves, as the FEN of a set-up.
#[derive(Clone, Debug)]
pub(super) struct SetupText(pub Setup);

impl<'de> Deserialize<'de> for SetupText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SetupText, D::Error> {
        let text = Text { expected: "a FEN, with reserves in brackets", value: PhantomData };
        deserializer.deserialize_str(text).map(SetupText)
    }
}

/// Reads a text by its [`FromStr`], whose errors do not repeat it.
pub(super) struct Text<T> {
    pub(super) expected: &'static str,
    pub(super) value: PhantomData<T>,
}

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

/// A position as a FEN of six fields, without reserves.
#[derive(Clone, Copy, Debug)]
pub(super) struct FenText<'a>(pub &'a Position);

impl Serialize for FenText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self.0)
    }
}

/// One value for each seat.
#[derive(Clone, Debug, serde::Serialize, JsonSchema)]
#[schemars(inline)]
pub(super) struct EachSeat<T> {
    #[serde(rename = "A.white")]
    a_white: T,
    #[serde(rename = "A.black")]
    a_black: T,
    #[serde(rename = "B.white")]
    b_white: T,
    #[serde(rename = "B.black")]
    b_black: T,
}

impl<T> From<BySeat<T>> for EachSeat<T> {
    fn from(BySeat([a_white, a_black, b_white, b_black]): BySeat<T>) -> EachSeat<T> {
        EachSeat { a_white, a_black, b_white, b_black }
    }
}

/// A value for each seat of which the receiver is shown one.
#[derive(Clone, Debug, serde::Serialize, JsonSchema)]
#[schemars(inline)]
pub(super) struct ShownSeats<T> {
    #[serde(rename = "A.white", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "T")]
    a_white: Option<T>,
    #[serde(rename = "A.black", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "T")]
    a_black: Option<T>,
    #[serde(rename = "B.white", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "T")]
    b_white: Option<T>,
    #[serde(rename = "B.black", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "T")]
    b_black: Option<T>,
}

impl<T> FromIterator<(Seat, T)> for ShownSeats<T> {
    fn from_iter<I: IntoIterator<Item = (Seat, T)>>(values: I) -> ShownSeats<T> {
        let mut shown = BySeat([const { None }; 4]);
        for (seat, value) in values {
            shown[seat] = Some(value);
        }
        let BySeat([a_white, a_black, b_white, b_black]) = shown;
        ShownSeats { a_white, a_black, b_white, b_black }
    }
}

/// A value for each board that the receiver is shown.
#[derive(Clone, Debug, serde::Serialize, JsonSchema)]
#[schemars(inline)]
pub(super) struct ShownBoards<T> {
    #[serde(rename = "A", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "T")]
    a: Option<T>,
    #[serde(rename = "B", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "T")]
    b: Option<T>,
}

impl<T> FromIterator<(BoardName, T)> for ShownBoards<T> {
    fn from_iter<I: IntoIterator<Item = (BoardName, T)>>(values: I) -> ShownBoards<T> {
        let mut shown = ShownBoards { a: None, b: None };
        for (board, value) in values {
            match board {
                BoardName::A => shown.a = Some(value),
                BoardName::B => shown.b = Some(value),
            }
        }
        shown
    }
}

/// The four clocks at one instant, in ms.
#[derive(Clone, Debug, serde::Serialize, JsonSchema)]
pub(super) struct Clocks {
    #[serde(flatten)]
    left: EachSeat<u64>,
    /// Whose clocks are running.
    running: Vec<Name<Seat>>,
    /// Whose clocks have fallen (R20).
    fallen: Vec<Name<Seat>>,
    /// The instant at which they show this: Unix time in ms.
    at: u64,
}

impl From<ClockFace> for Clocks {
    fn from(face: ClockFace) -> Clocks {
        let names = |seats: Vec<Seat>| seats.into_iter().map(Name).collect();
        Clocks {
            left: BySeat(face.left.0.map(|left| left.0)).into(),
            running: names(face.running),
            fallen: names(face.fallen),
            at: face.at.0,
        }
    }
}

/// How many pieces of each kind a reserve holds.
#[derive(Clone, Copy, Debug, serde::Serialize, JsonSchema)]
#[serde(rename = "Reserve", rename_all = "UPPERCASE")]
struct Held {
    q: u16,
    r: u16,
    b: u16,
    n: u16,
    p: u16,
}

impl From<Reserve> for Held {
    fn from(reserve: Reserve) -> Held {
        Held {
            q: reserve.count(Kind::Queen),
            r: reserve.count(Kind::Rook),
            b: reserve.count(Kind::Bishop),
            n: reserve.count(Kind::Knight),
            p: reserve.count(Kind::Pawn),
        }
    }
}

/// The reserves that the receiver is shown, each whole.
#[derive(Clone, Debug, serde::Serialize, JsonSchema)]
#[serde(transparent)]
pub(super) struct Reserves(ShownSeats<Held>);

impl FromIterator<(Seat, Reserve)> for Reserves {
    fn from_iter<I: IntoIterator<Item = (Seat, Reserve)>>(reserves: I) -> Reserves {
        let held = reserves.into_iter().map(|(seat, reserve)| (seat, Held::from(reserve)));
        Reserves(held.collect())
    }
}

/// A team by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TeamNumber(pub Team);

impl Serialize for TeamNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0.number())
    }
}

impl<'de> Deserialize<'de> for TeamNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TeamNumber, D::Error> {
        struct Number;

        impl Visitor<'_> for Number {
            type Value = TeamNumber;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a team, 1 or 2")
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<TeamNumber, E> {
                match number {
                    1 => Ok(TeamNumber(Team::One)),
                    2 => Ok(TeamNumber(Team::Two)),
                    _ => Err(E::invalid_value(Unexpected::Unsigned(number), &self)),
                }
            }
        }

        deserializer.deserialize_u8(Number)
    }
}

impl JsonSchema for TeamNumber {
    fn schema_name() -> Cow<'static, str> {
        "Team".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "integer",
            "enum": [1, 2],
            "description": "1 is A.white with B.black, 2 is A.black with B.white.",
        })
    }
}

/// The points of one player (R38): 0, 0.5 or 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Points(pub HalfPoints);

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let HalfPoints(halves) = self.0;
        if halves.is_multiple_of(2) {
            serializer.serialize_u8(halves / 2)
        } else {
            serializer.serialize_f64(f64::from(halves) / 2.0)
        }
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Points, D::Error> {
        struct Number;

        impl Visitor<'_> for Number {
            type Value = Points;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("0, 0.5 or 1")
            }

            fn visit_u64<E: Error>(self, points: u64) -> Result<Points, E> {
                match points {
                    0 => Ok(Points(HalfPoints::ZERO)),
                    1 => Ok(Points(HalfPoints::ONE)),
                    _ => Err(E::invalid_value(Unexpected::Unsigned(points), &self)),
                }
            }

            #[allow(clippy::float_cmp, reason = "the three values are exact")]
            fn visit_f64<E: Error>(self, points: f64) -> Result<Points, E> {
                [HalfPoints::ZERO, HalfPoints::HALF, HalfPoints::ONE]
                    .into_iter()
                    .find(|half| f64::from(half.0) / 2.0 == points)
                    .map(Points)
                    .ok_or_else(|| E::invalid_value(Unexpected::Float(points), &self))
            }
        }

        deserializer.deserialize_f64(Number)
    }
}

impl JsonSchema for Points {
    fn schema_name() -> Cow<'static, str> {
        "Points".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "enum": [0, 0.5, 1] })
    }
}

/// What each player of team 1 and of team 2 gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize, JsonSchema)]
#[serde(expecting = "the points of each team")]
pub(super) struct TeamPoints {
    #[serde(rename = "1")]
    one: Points,
    #[serde(rename = "2")]
    two: Points,
}

impl From<[HalfPoints; 2]> for TeamPoints {
    fn from([one, two]: [HalfPoints; 2]) -> TeamPoints {
        TeamPoints { one: Points(one), two: Points(two) }
    }
}

impl From<TeamPoints> for [HalfPoints; 2] {
    fn from(points: TeamPoints) -> [HalfPoints; 2] {
        [points.one.0, points.two.0]
    }
}

/// The one result of a match (R4).
#[derive(Clone, Debug, serde::Serialize, JsonSchema)]
#[serde(rename = "Result")]
pub(super) struct ResultForm {
    /// The winning team; null for a draw, a match that both lost, and one without a result.
    winner: Option<TeamNumber>,
    /// What each player of a team gets (R38); null where the match does not count.
    points: Option<TeamPoints>,
    /// What ended it.
    by: Name<Ending>,
    /// The board on which it ended; null where it ended on none.
    board: Option<Name<BoardName>>,
}

impl From<&Outcome> for ResultForm {
    fn from(outcome: &Outcome) -> ResultForm {
        ResultForm {
            winner: outcome.winner.map(TeamNumber),
            points: outcome.points.map(TeamPoints::from),
            by: Name(outcome.by),
            board: outcome.board.map(Name),
        }
    }
}
