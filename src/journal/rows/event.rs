//! The events in a row, each under its own word.

use std::sync::Arc;

use super::values::{ClaimRow, ClockRow, CountsRow, KindRow, OpenedRow, OptionsRow, OutcomeRow};
use super::values::{PausedByRow, PositionRow, SeatRow, SpeakerRow, StatusRow, SwapRow, TeamRow};
use crate::game::{Ear, Event, Followed, Moved, Words};
use crate::ids::{BySeat, Instant, MatchId, Millis, PlayerId};
use crate::rules::Attempt;
use crate::wire::PHRASES;

/// An event as it is kept. The word of each is its name in snake case.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum EventRow {
    Opened(Box<OpenedRow>),
    OptionsChanged(Box<OptionsRow>),
    Seated { seat: SeatRow, player: String, name: String },
    LeftSeat { seat: SeatRow, player: String, name: String },
    Ready { seat: SeatRow, ready: bool },
    Started { arrived: [bool; 4] },
    Arrived { seat: SeatRow },
    Informed { player: String },
    Moved(Box<MovedRow>),
    FlagFallen { seat: SeatRow },
    ClaimFailed { seat: SeatRow, claim: ClaimRow, bonus: u64 },
    Penalised { seat: SeatRow, count: u8, bonus: u64 },
    DrawOffered { seat: SeatRow, counted: bool },
    DrawAccepted { seat: SeatRow },
    DrawDeclined { seat: SeatRow },
    Called { seat: SeatRow },
    ClockSet { seat: SeatRow, left: u64 },
    Paused { by: PausedByRow, counted_from: u64 },
    Resumed,
    Rewound { line: u32, to: usize },
    Annulled { line: u32 },
    Said { from: SpeakerRow, to: EarRow, words: WordsRow },
    Over(OutcomeRow),
    ResultChanged(OutcomeRow),
    Followed { by: SeatRow, r#match: String, swap: SwapRow },
}

/// A move; `at` stands in it only where it is not the instant of the entry.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MovedRow {
    #[serde(skip_serializing_if = "Option::is_none", default)]
    at: Option<u64>,
    seat: SeatRow,
    r#move: String,
    san: String,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    captured: Option<KindRow>,
    spent: u64,
    fen: PositionRow,
    status: StatusRow,
    clocks: [ClockRow; 4],
    #[serde(skip_serializing_if = "CountsRow::is_empty", default)]
    counts: CountsRow,
}

/// Whom a word was for.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum EarRow {
    Table,
    Partner { team: TeamRow, heard_by: [Option<String>; 2] },
}

/// What was said.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum WordsRow {
    Text(String),
    Phrase(String),
}

impl From<&Event> for EventRow {
    fn from(event: &Event) -> EventRow {
        match event {
            Event::Opened(opened) => EventRow::Opened(Box::new(OpenedRow::from(&**opened))),
            Event::OptionsChanged(options) => {
                EventRow::OptionsChanged(Box::new(OptionsRow::from(&**options)))
            }
            Event::Seated { seat, player, name } => {
                let (player, name) = (player.to_string(), name.to_string());
                EventRow::Seated { seat: SeatRow(*seat), player, name }
            }
            Event::LeftSeat { seat, player, name } => {
                let (player, name) = (player.to_string(), name.to_string());
                EventRow::LeftSeat { seat: SeatRow(*seat), player, name }
            }
            Event::Ready { seat, ready } => EventRow::Ready { seat: SeatRow(*seat), ready: *ready },
            Event::Started { arrived } => EventRow::Started { arrived: arrived.0 },
            Event::Arrived { seat } => EventRow::Arrived { seat: SeatRow(*seat) },
            Event::Informed { player } => EventRow::Informed { player: player.to_string() },
            Event::Moved(moved) => EventRow::Moved(Box::new(MovedRow::from(&**moved))),
            Event::FlagFallen { seat } => EventRow::FlagFallen { seat: SeatRow(*seat) },
            Event::ClaimFailed { seat, claim, bonus } => EventRow::ClaimFailed {
                seat: SeatRow(*seat),
                claim: ClaimRow(*claim),
                bonus: bonus.0,
            },
            Event::Penalised { seat, count, bonus } => {
                EventRow::Penalised { seat: SeatRow(*seat), count: *count, bonus: bonus.0 }
            }
            Event::DrawOffered { seat, counted } => {
                EventRow::DrawOffered { seat: SeatRow(*seat), counted: *counted }
            }
            Event::DrawAccepted { seat } => EventRow::DrawAccepted { seat: SeatRow(*seat) },
            Event::DrawDeclined { seat } => EventRow::DrawDeclined { seat: SeatRow(*seat) },
            Event::Called { seat } => EventRow::Called { seat: SeatRow(*seat) },
            Event::ClockSet { seat, left } => {
                EventRow::ClockSet { seat: SeatRow(*seat), left: left.0 }
            }
            Event::Paused { by, counted_from } => {
                EventRow::Paused { by: PausedByRow(*by), counted_from: counted_from.0 }
            }
            Event::Resumed => EventRow::Resumed,
            Event::Rewound { line, to } => EventRow::Rewound { line: *line, to: *to },
            Event::Annulled { line } => EventRow::Annulled { line: *line },
            Event::Said { from, to, words } => {
                EventRow::Said { from: (*from).into(), to: to.into(), words: words.into() }
            }
            Event::Over(outcome) => EventRow::Over((*outcome).into()),
            Event::ResultChanged(outcome) => EventRow::ResultChanged((*outcome).into()),
            Event::Followed(Followed { by, match_id, swap }) => EventRow::Followed {
                by: SeatRow(*by),
                r#match: match_id.to_string(),
                swap: SwapRow(*swap),
            },
        }
    }
}

impl EventRow {
    /// The event that was kept with an entry of that instant; or what is wrong with it.
    pub(super) fn into_event(self, at: Instant) -> Result<Event, String> {
        Ok(match self {
            EventRow::Opened(row) => Event::Opened(Box::new((*row).into())),
            EventRow::OptionsChanged(row) => Event::OptionsChanged(Box::new((*row).into())),
            EventRow::Seated { seat, player, name } => {
                Event::Seated { seat: seat.0, player: person(player), name: name.into() }
            }
            EventRow::LeftSeat { seat, player, name } => {
                Event::LeftSeat { seat: seat.0, player: person(player), name: name.into() }
            }
            EventRow::Ready { seat, ready } => Event::Ready { seat: seat.0, ready },
            EventRow::Started { arrived } => Event::Started { arrived: BySeat(arrived) },
            EventRow::Arrived { seat } => Event::Arrived { seat: seat.0 },
            EventRow::Informed { player } => Event::Informed { player: person(player) },
            EventRow::Moved(row) => Event::Moved(Arc::new(row.into_moved(at)?)),
            EventRow::FlagFallen { seat } => Event::FlagFallen { seat: seat.0 },
            EventRow::ClaimFailed { seat, claim, bonus } => {
                Event::ClaimFailed { seat: seat.0, claim: claim.0, bonus: Millis(bonus) }
            }
            EventRow::Penalised { seat, count, bonus } => {
                Event::Penalised { seat: seat.0, count, bonus: Millis(bonus) }
            }
            EventRow::DrawOffered { seat, counted } => Event::DrawOffered { seat: seat.0, counted },
            EventRow::DrawAccepted { seat } => Event::DrawAccepted { seat: seat.0 },
            EventRow::DrawDeclined { seat } => Event::DrawDeclined { seat: seat.0 },
            EventRow::Called { seat } => Event::Called { seat: seat.0 },
            EventRow::ClockSet { seat, left } => {
                Event::ClockSet { seat: seat.0, left: Millis(left) }
            }
            EventRow::Paused { by, counted_from } => {
                Event::Paused { by: by.0, counted_from: Instant(counted_from) }
            }
            EventRow::Resumed => Event::Resumed,
            EventRow::Rewound { line, to } => Event::Rewound { line, to },
            EventRow::Annulled { line } => Event::Annulled { line },
            EventRow::Said { from, to, words } => {
                Event::Said { from: from.into(), to: to.into(), words: words.into() }
            }
            EventRow::Over(outcome) => Event::Over(outcome.into()),
            EventRow::ResultChanged(outcome) => Event::ResultChanged(outcome.into()),
            EventRow::Followed { by, r#match, swap } => {
                let match_id = MatchId(r#match.into());
                Event::Followed(Followed { by: by.0, match_id, swap: swap.0 })
            }
        })
    }

    /// Leaves the instant of a move out where it is that of its entry.
    pub(super) fn within(mut self, at: Instant) -> EventRow {
        if let EventRow::Moved(row) = &mut self {
            row.at = row.at.filter(|moved_at| *moved_at != at.0);
        }
        self
    }
}

fn person(id: String) -> PlayerId {
    PlayerId(id.into())
}

impl From<&Moved> for MovedRow {
    fn from(moved: &Moved) -> MovedRow {
        MovedRow {
            at: Some(moved.at.0),
            seat: SeatRow(moved.seat),
            r#move: moved.action.to_string(),
            san: moved.san.to_string(),
            captured: moved.captured.map(KindRow),
            spent: moved.spent.0,
            fen: PositionRow(moved.position.clone()),
            status: StatusRow(moved.status),
            clocks: moved.clocks.0.map(ClockRow::from),
            counts: moved.counts.into(),
        }
    }
}

impl MovedRow {
    fn into_moved(self, at: Instant) -> Result<Moved, String> {
        let attempt: Attempt =
            self.r#move.parse().map_err(|error| format!("{}: {error}", self.r#move))?;
        Ok(Moved {
            at: self.at.map_or(at, Instant),
            seat: self.seat.0,
            action: attempt.action,
            san: self.san.into(),
            captured: self.captured.map(|KindRow(kind)| kind),
            spent: Millis(self.spent),
            position: self.fen.0,
            status: self.status.0,
            clocks: BySeat(self.clocks.map(Into::into)),
            counts: self.counts.into(),
        })
    }
}

impl From<&Ear> for EarRow {
    fn from(ear: &Ear) -> EarRow {
        match ear {
            Ear::Table => EarRow::Table,
            Ear::Partner { team, heard_by } => {
                let heard_by = heard_by.each_ref().map(|p| p.as_ref().map(PlayerId::to_string));
                EarRow::Partner { team: TeamRow(*team), heard_by }
            }
        }
    }
}

impl From<EarRow> for Ear {
    fn from(row: EarRow) -> Ear {
        match row {
            EarRow::Table => Ear::Table,
            EarRow::Partner { team, heard_by } => {
                Ear::Partner { team: team.0, heard_by: heard_by.map(|p| p.map(person)) }
            }
        }
    }
}

impl From<&Words> for WordsRow {
    fn from(words: &Words) -> WordsRow {
        match words {
            Words::Text(text) => WordsRow::Text(text.to_string()),
            Words::Phrase(key) => WordsRow::Phrase((*key).to_owned()),
        }
    }
}

impl From<WordsRow> for Words {
    fn from(row: WordsRow) -> Words {
        match row {
            WordsRow::Text(text) => Words::Text(text.into()),
            // A phrase that is no longer known stays readable as what it was.
            WordsRow::Phrase(key) => match PHRASES.into_iter().find(|known| *known == key) {
                Some(known) => Words::Phrase(known),
                None => Words::Text(key.into()),
            },
        }
    }
}
