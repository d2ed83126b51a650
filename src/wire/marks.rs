//! Arrows and circles that a player draws for his partner.

use std::borrow::Cow;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};
use shakmaty::Square;

use super::client::ClientMessage;
use super::names::{MarkColour, Name};
use super::reading::Object;
use super::server::text;
use super::values::Text;
use crate::ids::{BoardName, MatchId, Seat};

/// How many marks a player has on one board at most.
const MOST_MARKS: usize = 32;

/// A square by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SquareText(Square);

impl Serialize for SquareText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for SquareText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SquareText, D::Error> {
        let text = Text { expected: "a square such as e4", value: PhantomData };
        deserializer.deserialize_str(text).map(SquareText)
    }
}

impl JsonSchema for SquareText {
    fn schema_name() -> Cow<'static, str> {
        "Square".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^[a-h][1-8]$" })
    }
}

/// An arrow from one square to another, or a circle around one.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize, JsonSchema)]
#[serde(expecting = "an object with `from` and `colour`")]
pub struct Mark {
    from: SquareText,
    /// Another square; absent for a circle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SquareText", !default)]
    to: Option<SquareText>,
    colour: Name<MarkColour>,
}

/// Marks squares of a board for the partner; all that the player marked there before is gone.
#[derive(serde::Deserialize, JsonSchema)]
pub(super) struct SetMarks {
    #[serde(rename = "match")]
    match_id: String,
    board: Name<BoardName>,
    #[schemars(with = "Vec<Mark>", length(max = MOST_MARKS))]
    marks: Vec<Object<Mark>>,
}

impl SetMarks {
    pub(super) fn message(self) -> Result<ClientMessage, String> {
        let marks: Vec<Mark> = self.marks.into_iter().map(|Object(mark)| mark).collect();
        if marks.len() > MOST_MARKS {
            return Err(format!("`marks`: at most {MOST_MARKS} on one board"));
        }
        if marks.iter().any(|mark| mark.to == Some(mark.from)) {
            return Err("`marks`: an arrow leads to another square; a circle has no `to`".into());
        }
        let match_id = MatchId(self.match_id.into());
        Ok(ClientMessage::Mark { match_id, board: self.board.0, marks })
    }
}

/// What the partner marks on a board now: passing news, outside the sequence.
#[derive(serde::Serialize, JsonSchema)]
#[serde(tag = "type", rename = "marks")]
pub(super) struct ShownMarks<'a> {
    #[serde(rename = "match")]
    match_id: &'a str,
    /// Who marks.
    from: Name<Seat>,
    board: Name<BoardName>,
    #[schemars(length(max = MOST_MARKS))]
    marks: &'a [Mark],
}

/// News of what a player marks for his partner.
pub fn marks(match_id: &MatchId, from: Seat, board: BoardName, marks: &[Mark]) -> String {
    text(&ShownMarks { match_id: &match_id.0, from: Name(from), board: Name(board), marks })
}
