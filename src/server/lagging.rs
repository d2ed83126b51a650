//! What spectators are shown under a delay: a reel that is late, not a filtered one (R12).

use std::collections::VecDeque;

use super::reel::Reel;
use crate::game::Entry;
use crate::ids::{BySeat, Instant, Millis, Seat};

/// A reel that is late.
pub(super) struct Lagging {
    pub(super) reel: Reel,
    pub(super) delay: Millis,
    /// What has happened and is not yet shown.
    pub(super) coming: VecDeque<Coming>,
    pub(super) present: BySeat<bool>,
}

/// Something that the spectators have not been shown yet.
pub(super) enum Coming {
    Entry(Entry),
    Presence { seat: Seat, present: bool, at: Instant },
}

impl Lagging {
    /// When the next thing is shown.
    pub(super) fn next_at(&self) -> Option<Instant> {
        let at = match self.coming.front()? {
            Coming::Entry(entry) => entry.at,
            Coming::Presence { at, .. } => *at,
        };
        Some(at + self.delay)
    }

    /// The next thing, if it is due.
    pub(super) fn due(&mut self, now: Instant) -> Option<Coming> {
        if self.next_at()? > now {
            return None;
        }
        self.coming.pop_front()
    }
}
