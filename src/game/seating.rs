//! Sitting down, getting ready, talking (R3, R11, R34, R37).

use super::decide::Decision;
use super::{Actor, Attendance, Ear, Entry, Event, Match, NotAllowed, Occupant, PausedBy, Phase};
use super::{Refusal, SeatKey, Speaker, Words};
use crate::ids::{BoardName, Instant, Millis, PlayerId, Seat, Team};
use crate::rules::{Options, PartnerBoard, Status};

impl Match {
    pub(super) fn decide_sit(
        &self,
        actor: &Actor,
        seat: Seat,
        key: Option<SeatKey>,
        at: Instant,
    ) -> Decision {
        if self.seat_of(&actor.player).is_some() {
            return Err(Refusal::AlreadySeated);
        }
        let opens = |keys: &crate::ids::BySeat<SeatKey>| actor.director || key == Some(keys[seat]);
        if !self.keys.as_ref().is_none_or(opens) {
            return Err(Refusal::BadKey);
        }
        let mut entries = self.seat_person(seat, &actor.player, &actor.name, at)?;
        if self.started_at.is_some() && !self.arrived[seat] {
            entries.push(Event::Arrived { seat }.at(at));
        }
        Ok(entries)
    }

    /// Seats a person, by his own wish or the director's.
    pub(super) fn seat_person(
        &self,
        seat: Seat,
        player: &PlayerId,
        name: &str,
        at: Instant,
    ) -> Decision {
        if self.seat_of(player).is_some() {
            return Err(Refusal::AlreadySeated);
        }
        let sitter = self.seats[seat].as_ref();
        let gives_way = matches!(self.phase, Phase::Seating) && !player.is_practice();
        let gives_way = gives_way && sitter.is_some_and(Occupant::practises);
        let taken = sitter.is_some() && !gives_way;
        // Whoever is shown the match late does not learn here that it is over (R12).
        let late = self.options.spectator_delay > Millis::ZERO;
        if self.outcome().is_some() && !(late && taken) {
            return Err(Refusal::WrongPhase);
        }
        if taken {
            return Err(Refusal::SeatTaken);
        }
        if self.informed.contains(&(player.clone(), seat.team().other())) {
            return Err(Refusal::NotAllowed(NotAllowed::ChangeSides));
        }
        let mut entries = if gives_way { self.leave(seat, at) } else { Vec::new() };
        entries.push(Event::Seated { seat, player: player.clone(), name: name.into() }.at(at));
        Ok(entries)
    }

    pub(super) fn decide_stand(&self, seat: Seat, at: Instant) -> Decision {
        match self.phase {
            Phase::Seating => Ok(self.leave(seat, at)),
            _ => Err(Refusal::WrongPhase),
        }
    }

    /// Empties a seat.
    pub(super) fn leave(&self, seat: Seat, at: Instant) -> Vec<Entry> {
        let left = self.seats[seat]
            .clone()
            .map(|Occupant { player, name, .. }| Event::LeftSeat { seat, player, name }.at(at));
        left.into_iter().collect()
    }

    pub(super) fn decide_ready(
        &self,
        seat: Seat,
        attendance: &Attendance,
        at: Instant,
    ) -> Decision {
        match &self.phase {
            Phase::Seating => {
                if self.is_ready(seat) {
                    return Ok(Vec::new());
                }
                let mut entries = vec![Event::Ready { seat, ready: true }.at(at)];
                if Seat::ALL.iter().all(|other| *other == seat || self.is_ready(*other)) {
                    entries.append(&mut Match::start_match(attendance, at));
                }
                Ok(entries)
            }
            Phase::Paused(pause) if pause.by != PausedBy::Director => {
                if pause.ready[seat] {
                    return Ok(Vec::new());
                }
                let mut entries = vec![Event::Ready { seat, ready: true }.at(at)];
                let mut pause = pause.clone();
                pause.ready[seat] = true;
                if self.resumes_at(&pause, attendance).is_some_and(|due| due <= at) {
                    entries.push(Event::Resumed.at(at));
                }
                Ok(entries)
            }
            _ => Err(Refusal::WrongPhase),
        }
    }

    fn is_ready(&self, seat: Seat) -> bool {
        self.seats[seat].as_ref().is_some_and(|occupant| occupant.ready)
    }

    /// Starts the match with whoever is there.
    pub(super) fn start_match(attendance: &Attendance, at: Instant) -> Vec<Entry> {
        let arrived = attendance.present();
        let informed =
            attendance.onlookers().map(|player| Event::Informed { player: player.clone() }.at(at));
        std::iter::once(Event::Started { arrived }.at(at)).chain(informed).collect()
    }

    pub(super) fn unready(&self, seat: Seat, at: Instant) -> Vec<Entry> {
        let lapses = matches!(self.phase, Phase::Seating) && self.is_ready(seat);
        lapses.then(|| Event::Ready { seat, ready: false }.at(at)).into_iter().collect()
    }

    pub(super) fn decide_options(&self, options: &Options, at: Instant) -> Decision {
        // Spectators stay delayed over an annulment, so that the delay cannot change after it.
        if !matches!(self.phase, Phase::Seating) || self.first_started_at.is_some() {
            return Err(Refusal::WrongPhase);
        }
        let mated = |board: BoardName| {
            self.setup[board].position.status(options.back_rank_drops) == Status::Mate
        };
        if BoardName::ALL.into_iter().any(mated) {
            return Err(Refusal::OutOfRange("under these rules a board starts with a mate"));
        }
        if *options == self.options {
            return Ok(Vec::new());
        }
        Ok(vec![Event::OptionsChanged(Box::new(options.clone())).at(at)])
    }

    /// Notes that somebody is about to be shown the reserves of both teams (R11).
    pub fn inform(&self, player: &PlayerId, at: Instant) -> Vec<Entry> {
        let knows = |team: Team| self.informed.contains(&(player.clone(), team));
        let news = self.started_at.is_some() && !Team::ALL.into_iter().all(knows);
        news.then(|| Event::Informed { player: player.clone() }.at(at)).into_iter().collect()
    }

    /// Notes who has arrived since the start, where that can matter (R37).
    pub fn arrivals(&self, attendance: &Attendance, at: Instant) -> Vec<Entry> {
        let matters = self.options.default_after.is_some() && self.check_under_way().is_ok();
        if !matters {
            return Vec::new();
        }
        Seat::ALL
            .into_iter()
            .filter(|seat| attendance.is_present(*seat) && !self.arrived[*seat])
            .map(|seat| Event::Arrived { seat }.at(at))
            .collect()
    }

    /// Whose marks a person sets, and who alone is shown them: his partner.
    ///
    /// # Errors
    /// Who does not sit here; where the partner's board is hidden.
    pub fn marks_of(&self, player: &PlayerId) -> Result<(Seat, Seat), Refusal> {
        let seat = self.seat_of(player).ok_or(Refusal::NotSeated)?;
        match self.options.partner_board {
            PartnerBoard::Visible => Ok((seat, seat.partner())),
            PartnerBoard::Hidden => Err(Refusal::NotAllowed(NotAllowed::Mark)),
        }
    }

    pub(super) fn decide_say(
        &self,
        actor: &Actor,
        to_partner: bool,
        words: &Words,
        at: Instant,
    ) -> Decision {
        let (from, to) = match self.seat_of(&actor.player) {
            Some(seat) if to_partner => {
                let team = seat.team();
                let person = |seat: Seat| {
                    self.seats[seat].as_ref().map(|Occupant { player, .. }| player.clone())
                };
                (Speaker::Seat(seat), Ear::Partner { team, heard_by: team.seats().map(person) })
            }
            Some(seat) => (Speaker::Seat(seat), Ear::Table),
            None if actor.director && !to_partner => (Speaker::Director, Ear::Table),
            None => return Err(Refusal::NotSeated),
        };
        Ok(vec![Event::Said { from, to, words: words.clone() }.at(at)])
    }
}
