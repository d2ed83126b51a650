//! What the receiver may do on his own board, and which claims would be correct.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::{Serialize, Serializer};
use shakmaty::{Bitboard, Square};

use super::values::MoveText;
use crate::game::{Correct, Legal};
use crate::rules::Kind;

/// What the player on move may do.
#[derive(Clone, Debug, serde::Serialize, JsonSchema)]
#[serde(rename = "Legal")]
pub(super) struct LegalForm<'a> {
    /// For each square from which a piece may move, where to.
    moves: Targets<'a, Square>,
    /// For each kind that he holds and may drop, by its letter, where.
    drops: Targets<'a, Kind>,
    /// The claims that would be correct now (R27, R29).
    claims: Claims<'a>,
}

impl<'a> From<&'a Legal> for LegalForm<'a> {
    fn from(legal: &'a Legal) -> LegalForm<'a> {
        LegalForm {
            moves: Targets(&legal.moves),
            drops: Targets(&legal.drops),
            claims: Claims {
                repetition: legal.repetition.as_ref().map(CorrectForm),
                fifty_moves: legal.fifty_moves.as_ref().map(CorrectForm),
            },
        }
    }
}

/// For each key a list of squares.
#[derive(Clone, Debug)]
struct Targets<'a, K>(&'a [(K, Bitboard)]);

/// What lists of squares are kept under.
trait Key: Copy {
    /// What keys look like.
    const PATTERN: &'static str;

    /// The text of the key.
    fn text(self) -> impl fmt::Display;
}

impl Key for Square {
    const PATTERN: &'static str = "^[a-h][1-8]$";

    fn text(self) -> impl fmt::Display {
        self
    }
}

impl Key for Kind {
    const PATTERN: &'static str = "^[QRBNP]$";

    fn text(self) -> impl fmt::Display {
        self.letter()
    }
}

/// A text for which its own form stands.
struct Shown<T>(T);

impl<T: fmt::Display> Serialize for Shown<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// The squares of a set.
struct Squares(Bitboard);

impl Serialize for Squares {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.into_iter().map(Shown))
    }
}

impl<K: Key> Serialize for Targets<'_, K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, to)| (Shown(key.text()), Squares(*to))))
    }
}

impl<K: Key> JsonSchema for Targets<'_, K> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Targets".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "propertyNames": { "pattern": K::PATTERN },
            "additionalProperties": {
                "type": "array",
                "items": { "type": "string", "pattern": Square::PATTERN },
            },
        })
    }
}

/// The claims that would be correct now; the others are absent.
#[derive(Clone, Debug, serde::Serialize, JsonSchema)]
#[schemars(inline)]
struct Claims<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "CorrectForm<'a>")]
    repetition: Option<CorrectForm<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "CorrectForm<'a>")]
    fifty_moves: Option<CorrectForm<'a>>,
}

#[derive(Clone, Debug)]
struct CorrectForm<'a>(&'a Correct);

impl Serialize for CorrectForm<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Correct::Now => serializer.serialize_bool(true),
            Correct::By(moves) => serializer.collect_seq(moves.iter().copied().map(MoveText)),
        }
    }
}

impl JsonSchema for CorrectForm<'_> {
    fn schema_name() -> Cow<'static, str> {
        "CorrectClaim".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let moves = generator.subschema_for::<Vec<MoveText>>();
        json_schema!({
            "description": "true as the position stands, or the moves one of which must be named.",
            "anyOf": [{ "const": true }, moves],
        })
    }
}
