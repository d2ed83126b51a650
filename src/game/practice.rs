//! Practice players take empty seats before the start, and give way to people.

use super::decide::Decision;
use super::{Actor, Event, Match, Occupant, Phase, Refusal};
use crate::ids::{Instant, PlayerId, Seat};

/// As many as a table has seats.
const NAMES: [&str; 4] = ["Caissa", "Philidor", "Greco", "Damiano"];

impl Match {
    /// Whoever sits at the table may ask, and the director. Where no person sits, anyone may who
    /// could sit down.
    pub(super) fn decide_practice(
        &self,
        actor: &Actor,
        seat: Option<Seat>,
        at: Instant,
    ) -> Decision {
        let sits = self.seat_of(&actor.player).is_some();
        let free = self.keys.is_none() && self.seats.0.iter().flatten().all(Occupant::practises);
        if !sits && !actor.director && !free {
            return Err(Refusal::NotSeated);
        }
        if !matches!(self.phase, Phase::Seating) {
            return Err(Refusal::WrongPhase);
        }
        if seat.is_some_and(|seat| self.seats[seat].is_some()) {
            return Err(Refusal::SeatTaken);
        }
        let asked = |one: &Seat| seat.is_none_or(|seat| seat == *one);
        let empty = Seat::ALL.into_iter().filter(asked).filter(|one| self.seats[*one].is_none());
        let idle = NAMES.into_iter().map(|name| (PlayerId::practice(name), name));
        let idle = idle.filter(|(player, _)| self.seat_of(player).is_none());
        let seated = empty
            .zip(idle)
            .map(|(seat, (player, name))| Event::Seated { seat, player, name: name.into() }.at(at));
        Ok(seated.collect())
    }
}
