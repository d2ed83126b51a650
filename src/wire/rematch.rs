//! The match after a match: how it is asked for, and how the old one tells of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::client::ClientMessage;
use super::names::Name;
use crate::game::{Followed, Swap};
use crate::ids::{MatchId, Seat};

/// Opens the next match for the players of one that is over, and seats those who are still there.
#[derive(Deserialize, JsonSchema)]
#[serde(rename = "Rematch")]
pub(super) struct AskRematch {
    #[serde(rename = "match")]
    match_id: String,
    /// Who changes seats: nobody, each with his opponent, or all but `A.white` in a circle.
    swap: Name<Swap>,
}

impl AskRematch {
    pub(super) fn message(self) -> ClientMessage {
        ClientMessage::Rematch { match_id: MatchId(self.match_id.into()), swap: self.swap.0 }
    }
}

/// Where the players of a match went on.
#[derive(Serialize, JsonSchema)]
#[serde(rename = "Followed")]
pub(super) struct FollowedForm<'a> {
    /// Who asked for it.
    by: Name<Seat>,
    /// The next match.
    #[serde(rename = "match")]
    match_id: &'a str,
    swap: Name<Swap>,
}

impl<'a> From<&'a Followed> for FollowedForm<'a> {
    fn from(followed: &'a Followed) -> FollowedForm<'a> {
        let Followed { by, match_id, swap } = followed;
        FollowedForm { by: Name(*by), match_id: &match_id.0, swap: Name(*swap) }
    }
}
