//! The director's rulings (R34 to R37).

use super::decide::Decision;
use super::{Attendance, Ending, Event, Match, Outcome, PausedBy, Phase, Refusal, RuledResult};
use super::{Entry, Ruling};
use crate::ids::{Instant, Millis, Seat};
use crate::rules::Flag;

/// The most that a ruling can put on a clock: a day.
const LONGEST_CLOCK: Millis = Millis::from_secs(24 * 60 * 60);

impl Match {
    pub(super) fn decide_ruling(
        &self,
        ruling: &Ruling,
        attendance: &Attendance,
        at: Instant,
    ) -> Decision {
        self.check_ruling_phase(ruling)?;
        Ok(match ruling {
            Ruling::Start => Match::start_match(attendance, at),
            Ruling::Pause => {
                vec![Event::Paused { by: PausedBy::Director, counted_from: at }.at(at)]
            }
            Ruling::Resume => vec![Event::Resumed.at(self.stood_at(at))],
            Ruling::SetClock { left, .. } if *left > LONGEST_CLOCK => {
                return Err(Refusal::OutOfRange("a clock shows at most 24 hours"));
            }
            Ruling::SetClock { seat, left } => self.set_clock(*seat, *left, at),
            Ruling::AddClock { seat, millis } => self.add_clock(*seat, *millis, at),
            Ruling::Rewind { to } if *to > self.moves.len() => {
                return Err(Refusal::OutOfRange("fewer moves than that have been made"));
            }
            Ruling::Rewind { to } => vec![Event::Rewound { line: self.line + 1, to: *to }.at(at)],
            Ruling::Annul => vec![Event::Annulled { line: self.line + 1 }.at(at)],
            Ruling::Result(result) => {
                let outcome = match result {
                    RuledResult::Winner(Some(team)) => Outcome::win(*team, Ending::Ruling, None),
                    RuledResult::Winner(None) => Outcome::draw(Ending::Ruling, None),
                    RuledResult::Points(points) => Outcome::of_points(*points, Ending::Ruling),
                };
                let over = self.outcome().is_some();
                vec![if over { Event::ResultChanged(outcome) } else { Event::Over(outcome) }.at(at)]
            }
            Ruling::Seat { seat, player, name } => self.seat_person(*seat, player, name, at)?,
            Ruling::Unseat { seat } if self.seats[*seat].is_none() => {
                return Err(Refusal::OutOfRange("nobody sits there"));
            }
            Ruling::Unseat { seat } => self.leave(*seat, at),
            Ruling::Close => vec![Event::Over(Outcome::ABANDONED).at(at)],
        })
    }

    /// The instant at which a word received at `at` can end the pause: never before it began, so
    /// that no time is used twice.
    fn stood_at(&self, at: Instant) -> Instant {
        match &self.phase {
            Phase::Paused(pause) => at.max(pause.counted_from),
            _ => at,
        }
    }

    /// After the end only the result may be changed (R36).
    fn check_ruling_phase(&self, ruling: &Ruling) -> Result<(), Refusal> {
        let allowed = match (ruling, &self.phase) {
            (Ruling::Result(_), _)
            | (Ruling::Start, Phase::Seating)
            | (Ruling::Pause, Phase::Playing)
            | (Ruling::Resume, Phase::Paused(_))
            | (
                Ruling::SetClock { .. }
                | Ruling::AddClock { .. }
                | Ruling::Rewind { .. }
                | Ruling::Annul,
                Phase::Playing | Phase::Paused(_),
            )
            | (
                Ruling::Seat { .. } | Ruling::Unseat { .. } | Ruling::Close,
                Phase::Seating | Phase::Playing | Phase::Paused(_),
            ) => true,
            // The director's pause replaces any other (R34).
            (Ruling::Pause, Phase::Paused(pause)) => pause.by != PausedBy::Director,
            _ => false,
        };
        if allowed { Ok(()) } else { Err(Refusal::WrongPhase) }
    }

    /// Sets a clock; at zero it falls, which under `auto` is judged at once (R20).
    fn set_clock(&self, seat: Seat, left: Millis, at: Instant) -> Vec<Entry> {
        let mut entries = vec![Event::ClockSet { seat, left }.at(at)];
        if left == Millis::ZERO {
            entries.push(Event::FlagFallen { seat }.at(at));
            if self.options.flag == Flag::Auto {
                let mut clocks = self.clocks;
                clocks[seat].set(left, at);
                entries.extend(super::deadline::judge_falls(&clocks, at).map(|o| o.at(at)));
            }
        }
        entries
    }

    /// Gives time or takes it; a fallen clock stays at zero (R21).
    fn add_clock(&self, seat: Seat, millis: i64, at: Instant) -> Vec<Entry> {
        if self.clocks[seat].fallen_at().is_some() {
            return Vec::new();
        }
        let left = self.clocks[seat].left_at(at).0.saturating_add_signed(millis);
        self.set_clock(seat, Millis(left).min(LONGEST_CLOCK), at)
    }

    /// The pause in which a match stands after the server was down, or could not save (R34).
    ///
    /// The clocks stop at `stopped_at`; the minute counts from `counted_from`.
    pub fn interrupt(
        &self,
        by: PausedBy,
        stopped_at: Instant,
        counted_from: Instant,
    ) -> Vec<Entry> {
        let stands = match &self.phase {
            Phase::Playing => true,
            Phase::Paused(pause) => pause.by != PausedBy::Director,
            Phase::Seating | Phase::Over(_) => false,
        };
        stands.then(|| Event::Paused { by, counted_from }.at(stopped_at)).into_iter().collect()
    }
}
