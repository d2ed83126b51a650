//! The director's rulings as messages give them (R34, R36).

use schemars::JsonSchema;
use serde::de::{Deserialize, Deserializer};

use super::client::MatchRequest;
use super::names::Name;
use super::reading::Object;
use super::values::{TeamNumber, TeamPoints};
use crate::game::{Command, RuledResult, Ruling};
use crate::ids::{Millis, PlayerId, Seat};

/// The most that a ruling can put on a clock, give or take: a day, in ms.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// A ruling; the director only.
#[derive(serde::Deserialize, JsonSchema, Debug)]
#[serde(rename = "Ruling", tag = "kind", rename_all = "snake_case")]
#[serde(expecting = "an object with its `kind`")]
pub(super) enum RulingForm {
    /// Starts the match, whoever is missing (R37).
    Start,
    /// Stops all four clocks.
    Pause,
    /// Lets them go on.
    Resume,
    /// Sets a clock; at 0 it falls.
    SetClock {
        seat: Name<Seat>,
        /// What it shows from now on.
        #[schemars(range(min = 0, max = DAY))]
        ms: i64,
    },
    /// Gives time, or takes it; a clock brought to 0 falls.
    AddClock {
        seat: Name<Seat>,
        /// How much; may be negative.
        #[schemars(range(min = -DAY, max = DAY))]
        ms: i64,
    },
    /// Restores an earlier position; the match stands paused.
    Rewind {
        /// How many moves of the match remain, both boards together in the order played.
        to: u32,
    },
    /// Annuls the match; the table is seating again.
    Annul,
    /// Declares a result, or changes one: either `winner` or `points`.
    Result {
        /// The team that wins; null for a draw.
        #[serde(default, deserialize_with = "present")]
        #[schemars(with = "Option<TeamNumber>", !default)]
        #[allow(clippy::option_option, reason = "null is a draw, absent is no word of a winner")]
        winner: Option<Option<TeamNumber>>,
        /// What each player of team 1 and of team 2 gets.
        #[schemars(with = "Option<TeamPoints>")]
        points: Option<Object<TeamPoints>>,
    },
    /// Seats a person.
    Seat {
        seat: Name<Seat>,
        /// The person's id, as `welcome` gave it.
        player: String,
    },
    /// Takes the person of a seat away.
    Unseat { seat: Name<Seat> },
    /// Ends an unfinished table without points.
    Close,
}

/// Tells null from absent, which `default` then gives.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

impl TryFrom<RulingForm> for MatchRequest {
    type Error = String;

    fn try_from(form: RulingForm) -> Result<MatchRequest, String> {
        let ruling = match form {
            RulingForm::Start => Ruling::Start,
            RulingForm::Pause => Ruling::Pause,
            RulingForm::Resume => Ruling::Resume,
            RulingForm::SetClock { seat, ms } => {
                let left = u64::try_from(ms).ok().filter(|_| ms <= DAY).map(Millis);
                let left = left.ok_or_else(|| format!("`ruling`: `ms` is from 0 to {DAY}"))?;
                Ruling::SetClock { seat: seat.0, left }
            }
            RulingForm::AddClock { seat, ms } => {
                if !(-DAY..=DAY).contains(&ms) {
                    return Err(format!("`ruling`: `ms` is from {} to {DAY}", -DAY));
                }
                Ruling::AddClock { seat: seat.0, millis: ms }
            }
            RulingForm::Rewind { to } => Ruling::Rewind { to: to as usize },
            RulingForm::Annul => Ruling::Annul,
            RulingForm::Result { winner, points } => Ruling::Result(match (winner, points) {
                (Some(winner), None) => RuledResult::Winner(winner.map(|team| team.0)),
                (None, Some(Object(points))) => RuledResult::Points(points.into()),
                _ => return Err("`ruling`: a result is either a `winner` or `points`".into()),
            }),
            RulingForm::Seat { seat, player } => {
                let player = PlayerId(player.into());
                return Ok(MatchRequest::SeatPlayer { seat: seat.0, player });
            }
            RulingForm::Unseat { seat } => Ruling::Unseat { seat: seat.0 },
            RulingForm::Close => Ruling::Close,
        };
        Ok(MatchRequest::Command(Command::Rule(ruling)))
    }
}
