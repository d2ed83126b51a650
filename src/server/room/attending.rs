//! Who is there: what the room notes of it, records of it, and tells its feed.

use super::Room;
use crate::game::{Actor, Command};
use crate::ids::{Instant, PlayerId, Seat};
use crate::server::watcher::ToFeed;

impl Room {
    /// Notes whether the person of a seat is there.
    pub(super) fn note_seat(&mut self, seat: Seat, at: Instant) -> bool {
        let person = self.state.seats()[seat].as_ref().map(|occupant| &occupant.player);
        let present = person.is_some_and(|player| self.deps.players.is_present(player));
        self.attendance.note(seat, present, at)
    }

    /// A person may have come or gone.
    pub(super) async fn note_person(&mut self, player: &PlayerId, at: Instant) {
        let Some(seat) = self.state.seat_of(player) else { return };
        if !self.note_seat(seat, at) {
            return;
        }
        self.note_arrivals(at);
        if self.retry_at.is_none() {
            self.lapse(seat, at);
        }
        self.tell_presence(seat, at).await;
    }

    /// Whoever is not there is not ready.
    pub(super) fn lapse(&mut self, seat: Seat, at: Instant) {
        let Some(occupant) = &self.state.seats()[seat] else { return };
        if self.attendance.is_present(seat) {
            return;
        }
        let (player, name) = (occupant.player.clone(), occupant.name.to_string());
        let actor = Actor { player, name, director: false };
        if let Ok(entries) = self.state.decide(&actor, &Command::Unready, &self.attendance, at)
            && !entries.is_empty()
        {
            self.write(entries, None);
        }
    }

    pub(super) async fn tell_presence(&mut self, seat: Seat, at: Instant) {
        let present = self.attendance.is_present(seat);
        self.feed.send(ToFeed::Presence { seat, present, at, through: self.durable }).await;
    }

    /// Records who has arrived since the start (R37).
    pub(super) fn note_arrivals(&mut self, at: Instant) {
        let entries = self.state.arrivals(&self.attendance, at);
        if !entries.is_empty() && self.retry_at.is_none() {
            self.write(entries, None);
        }
    }
}
