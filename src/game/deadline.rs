//! What happens without anyone's word: falls, arrivals that did not come, deserted tables, and
//! the end of a pause (R20, R34, R37).

use super::decide::Decision;
use super::{Attendance, Clocks, Ending, Entry, Event, Match, Occupant, Outcome, Pause, PausedBy};
use super::{HalfPoints, Phase, Refusal};
use crate::ids::{Instant, Millis, Seat, Team};
use crate::rules::Flag;

/// After so long a pause those who are present suffice to go on (R34).
const PAUSE_FOR_ALL: Millis = Millis::from_secs(60);

/// A thing that falls due.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Due {
    Fall,
    Default,
    Abandonment,
    Resumption,
}

impl Match {
    /// The earliest instant at which something happens without anyone's word.
    pub fn next_deadline(&self, attendance: &Attendance) -> Option<Instant> {
        self.next_due(attendance).map(|(at, _)| at)
    }

    /// The entries of the earliest deadline, if it is due at `at`: one record. Call it until it
    /// gives none.
    pub fn due(&self, attendance: &Attendance, at: Instant) -> Vec<Entry> {
        match self.next_due(attendance) {
            Some((due, what)) if due <= at => match what {
                Due::Fall => self.fall(due),
                Due::Default => vec![Event::Over(self.default()).at(due)],
                Due::Abandonment => vec![Event::Over(Outcome::ABANDONED).at(due)],
                // Nobody thinks before he can know that the clocks go on.
                Due::Resumption => vec![Event::Resumed.at(at)],
            },
            _ => Vec::new(),
        }
    }

    fn next_due(&self, attendance: &Attendance) -> Option<(Instant, Due)> {
        let abandonment = self
            .deserted_since(attendance)
            .map(|since| (since + self.options.abandon_after, Due::Abandonment));
        match &self.phase {
            Phase::Over(_) => None,
            Phase::Seating => abandonment,
            Phase::Playing => {
                let fall = self.clocks.0.iter().filter_map(super::Clock::falls_at).min();
                let fall = fall.map(|at| (at, Due::Fall));
                let default = self.defaults_at().map(|at| (at, Due::Default));
                [fall, default, abandonment].into_iter().flatten().min()
            }
            Phase::Paused(pause) => {
                let resumption = self.resumes_at(pause, attendance).map(|at| (at, Due::Resumption));
                [abandonment, resumption].into_iter().flatten().min()
            }
        }
    }

    /// Since when no person has been there; where all four are practice players, since when nobody
    /// has watched them.
    fn deserted_since(&self, attendance: &Attendance) -> Option<Instant> {
        let practises = |seat: &Seat| self.seats[*seat].as_ref().is_some_and(Occupant::practises);
        let seats = Seat::ALL.into_iter().filter(|seat| !practises(seat));
        let absences: Option<Vec<Instant>> =
            seats.map(|seat| attendance.absent_since(seat)).collect();
        match absences?.into_iter().max() {
            Some(last) => Some(last),
            None => attendance.unwatched_since(),
        }
    }

    /// When those who have not arrived lose the match, if nothing changes (R37).
    fn defaults_at(&self) -> Option<Instant> {
        let wait = self.options.default_after?;
        let missing = self.arrived.0.iter().any(|arrived| !arrived);
        missing.then_some(self.played_since? + wait.saturating_sub(self.played))
    }

    fn default(&self) -> Outcome {
        let missing = |team: Team| team.seats().into_iter().any(|seat| !self.arrived[seat]);
        match Team::ALL.map(missing) {
            [true, false] => Outcome::win(Team::Two, Ending::Default, None),
            [false, true] => Outcome::win(Team::One, Ending::Default, None),
            _ => Outcome::of_points([HalfPoints::ZERO; 2], Ending::Default),
        }
    }

    /// Enters all the falls of one instant; under `auto` they are judged with it (R20).
    fn fall(&self, at: Instant) -> Vec<Entry> {
        let mut clocks = self.clocks;
        let mut entries = Vec::new();
        for seat in Seat::ALL {
            if clocks[seat].falls_at() == Some(at) {
                clocks[seat].fall(at);
                entries.push(Event::FlagFallen { seat }.at(at));
            }
        }
        if self.options.flag == Flag::Auto {
            entries.extend(judge_falls(&clocks, at).map(|over| over.at(at)));
        }
        entries
    }

    /// A claim of time, judged by all four clocks as they stood at its receipt (R22).
    pub(super) fn decide_time_claim(&self, seat: Seat, at: Instant) -> Decision {
        self.check_under_way()?;
        let opponents = first_fall(&self.clocks, seat.team().other(), at);
        if opponents.is_none() {
            return Err(Refusal::ClaimWrong);
        }
        Ok(judge_falls(&self.clocks, at).map(|over| over.at(at)).into_iter().collect())
    }

    /// When the pause ends by the players' word, as it stands (R34).
    pub(super) fn resumes_at(&self, pause: &Pause, attendance: &Attendance) -> Option<Instant> {
        if pause.by == PausedBy::Director {
            return None;
        }
        let seated = |seat: Seat| self.seats[seat].is_some() && attendance.is_present(seat);
        let word = |seat: Seat| seated(seat) && pause.ready[seat];
        if Seat::ALL.into_iter().all(word) {
            return Some(pause.counted_from);
        }
        // An absent player's word does not count, and his silence does not either.
        if Seat::ALL.into_iter().any(|seat| seated(seat) && !word(seat)) {
            return None;
        }
        let minute_over = pause.counted_from + PAUSE_FOR_ALL;
        let there = Team::ALL.map(|team| team.seats().into_iter().any(seated));
        let absent = |team| attendance.team_absent_since(team);
        match there {
            [true, true] => Some(minute_over),
            [true, false] => Some(minute_over.max(absent(Team::Two)? + self.options.abandon_after)),
            [false, true] => Some(minute_over.max(absent(Team::One)? + self.options.abandon_after)),
            [false, false] => None,
        }
    }
}

/// When the first clock of that team had fallen, by that instant.
fn first_fall(clocks: &Clocks, team: Team, by: Instant) -> Option<(Instant, Seat)> {
    let fall = |seat: Seat| clocks[seat].fallen_at().map(|at| (at, seat));
    team.seats().into_iter().filter_map(fall).filter(|(at, _)| *at <= by).min()
}

/// The end by time, where a clock had fallen by that instant: the side that fell first loses, and
/// within the same millisecond the match is drawn (R22).
pub(super) fn judge_falls(clocks: &Clocks, by: Instant) -> Option<Event> {
    let lost = |(_, seat): (Instant, Seat)| {
        Outcome::win(seat.team().other(), Ending::Time, Some(seat.board()))
    };
    let outcome = match Team::ALL.map(|team| first_fall(clocks, team, by)) {
        [None, None] => return None,
        [Some(fall), None] | [None, Some(fall)] => lost(fall),
        [Some(one), Some(two)] if one.0 == two.0 => Outcome::draw(Ending::Time, None),
        [Some(one), Some(two)] => lost(one.min(two)),
    };
    Some(Event::Over(outcome))
}
