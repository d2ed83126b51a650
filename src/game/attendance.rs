//! Who is there: passing knowledge that the server holds beside the record.

use std::collections::BTreeSet;

use crate::ids::{BySeat, Instant, PlayerId, Seat, Team};

/// Who is present at a table, and since when the others are not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attendance {
    /// Since when nobody has been connected in that seat; `None`: somebody is.
    absent_since: BySeat<Option<Instant>>,
    /// Since when nobody has watched; `None`: somebody does.
    unwatched_since: Option<Instant>,
    /// Who is being shown the reserves of both teams (R11).
    onlookers: BTreeSet<PlayerId>,
}

impl Attendance {
    /// Nobody is there, from that instant on.
    pub fn nobody(since: Instant) -> Attendance {
        Attendance {
            absent_since: BySeat([Some(since); 4]),
            unwatched_since: Some(since),
            onlookers: BTreeSet::new(),
        }
    }

    /// Notes that the person of a seat is there, or is not; tells whether that is news.
    pub fn note(&mut self, seat: Seat, present: bool, at: Instant) -> bool {
        let news = self.is_present(seat) != present;
        if news {
            self.absent_since[seat] = (!present).then_some(at);
        }
        news
    }

    /// Whether the person of that seat is connected.
    pub fn is_present(&self, seat: Seat) -> bool {
        self.absent_since[seat].is_none()
    }

    /// For each seat, whether its person is connected.
    pub fn present(&self) -> BySeat<bool> {
        BySeat::from_fn(|seat| self.is_present(seat))
    }

    /// Since when neither player of that team has been there.
    pub fn team_absent_since(&self, team: Team) -> Option<Instant> {
        let [a, b] = team.seats().map(|seat| self.absent_since[seat]);
        Some(a?.max(b?))
    }

    /// Since when the person of that seat has not been there.
    pub fn absent_since(&self, seat: Seat) -> Option<Instant> {
        self.absent_since[seat]
    }

    /// Notes whether anyone watches.
    pub fn note_watched(&mut self, watched: bool, at: Instant) {
        if watched != self.unwatched_since.is_none() {
            self.unwatched_since = (!watched).then_some(at);
        }
    }

    /// Since when nobody has watched.
    pub fn unwatched_since(&self) -> Option<Instant> {
        self.unwatched_since
    }

    /// Sets who is being shown the reserves of both teams.
    pub fn set_onlookers(&mut self, onlookers: BTreeSet<PlayerId>) {
        self.onlookers = onlookers;
    }

    /// Who is being shown the reserves of both teams.
    pub fn onlookers(&self) -> impl Iterator<Item = &PlayerId> {
        self.onlookers.iter()
    }
}
