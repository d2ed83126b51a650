//! The practice players at the table: the room lets them come and go, and otherwise they are like
//! anyone.

use std::sync::Arc;

use super::Room;
use crate::game::Phase;
use crate::ids::Seat;
use crate::server::mailbox::Rejected;
use crate::server::practice::Practice;

impl Room {
    /// Has somebody play for the practice players who are about to sit down here, unless they play
    /// at too many tables already.
    pub(super) fn admit_practice(&mut self) -> Result<(), Rejected> {
        if self.practice.is_none() {
            let places = Arc::clone(&self.deps.practice_places);
            let place = places.try_acquire_owned().map_err(|_| Rejected::TooMuchPractice)?;
            self.begin_practice(Some(place));
        }
        Ok(())
    }

    /// Takes up the practice players of a match that was played before the server started: they have
    /// their seats, whatever the limit is now.
    pub(super) async fn resume_practice(&mut self) {
        if !self.state.has_practice() || self.state.outcome().is_some() {
            return;
        }
        let now = self.deps.clock.now();
        for seat in Seat::ALL {
            if self.note_seat(seat, now) {
                self.tell_presence(seat, now).await;
            }
        }
        let place = Arc::clone(&self.deps.practice_places).try_acquire_owned().ok();
        self.begin_practice(place);
    }

    fn begin_practice(&mut self, place: Option<tokio::sync::OwnedSemaphorePermit>) {
        let clock = Arc::clone(&self.deps.clock);
        let subscription = self.deps.journal.subscribe(&self.id, 0);
        let (id, room) = (self.id.clone(), self.handle.clone());
        self.practice = Some(Practice::spawn(id, clock, room, subscription, place));
    }

    /// Lets those go who have nothing to play any more.
    pub(super) fn end_practice(&mut self) {
        if matches!(self.state.phase(), Phase::Over(_)) || !self.state.has_practice() {
            self.practice = None;
        }
    }
}
