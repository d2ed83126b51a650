//! From a command to the entries of one record, or to a refusal.

use super::{Actor, Attendance, Command, Entry, Event, Match, NotAllowed, Phase, Refusal};
use crate::ids::{BoardName, Instant, Seat};

/// What a command leads to: the entries of one record, none where it changes nothing.
pub type Decision = Result<Vec<Entry>, Refusal>;

impl Match {
    /// Decides a command that was received at `at`. A refusal changes nothing.
    ///
    /// Every deadline up to `at` must have been entered before, see [`Match::due`].
    pub fn decide(
        &self,
        actor: &Actor,
        command: &Command,
        attendance: &Attendance,
        at: Instant,
    ) -> Decision {
        let seat = || self.seat_of(&actor.player).ok_or(Refusal::NotSeated);
        match command {
            Command::Sit { seat, key } => self.decide_sit(actor, *seat, *key, at),
            Command::Practice { seat } => self.decide_practice(actor, *seat, at),
            Command::Stand => self.decide_stand(seat()?, at),
            Command::Ready => self.decide_ready(seat()?, attendance, at),
            Command::Unready => Ok(self.unready(seat()?, at)),
            Command::ChangeOptions(options) => {
                if !actor.director {
                    seat()?;
                }
                self.decide_options(options, at)
            }
            Command::Move { attempt, ply, line } => {
                self.decide_move(seat()?, *attempt, *ply, *line, at)
            }
            Command::ClaimTime => self.decide_time_claim(seat()?, at),
            Command::ClaimDraw { claim, attempt, ply, line } => {
                let seat = seat()?;
                self.check_turn(seat, *ply, *line)?;
                self.decide_draw_claim(seat, *claim, *attempt, at)
            }
            Command::Draw(answer) => self.decide_draw(seat()?, *answer, at),
            Command::Resign => self.decide_resignation(seat()?, at),
            Command::Call => Ok(vec![Event::Called { seat: seat()? }.at(at)]),
            Command::Say { to_partner, words } => self.decide_say(actor, *to_partner, words, at),
            Command::Inform => Ok(self.inform(&actor.player, at)),
            Command::Follow { match_id, swap } => {
                self.decide_follow(&actor.player, match_id, *swap, at)
            }
            Command::Rule(_) if !actor.director => Err(Refusal::NotAllowed(NotAllowed::Rule)),
            Command::Rule(ruling) => self.decide_ruling(ruling, attendance, at),
        }
    }

    /// Draws, resignations and claims of time need a match that has started and not ended.
    pub(super) fn check_under_way(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Playing | Phase::Paused(_) => Ok(()),
            Phase::Seating | Phase::Over(_) => Err(Refusal::NotPlaying),
        }
    }

    /// A move, or a claim of R27 or R29, needs running clocks, the present position and the turn.
    pub(super) fn check_turn(
        &self,
        seat: Seat,
        ply: Option<u32>,
        line: Option<u32>,
    ) -> Result<(), Refusal> {
        if !self.is_playing() {
            return Err(Refusal::NotPlaying);
        }
        let board: BoardName = seat.board();
        if ply.is_some_and(|ply| ply != self.ply(board)) || line.is_some_and(|l| l != self.line) {
            return Err(Refusal::Stale);
        }
        if self.on_move(board) != seat {
            return Err(Refusal::NotYourTurn);
        }
        Ok(())
    }
}

impl Event {
    /// The entry that says that this happened at that instant.
    pub const fn at(self, at: Instant) -> Entry {
        Entry { at, event: self }
    }
}
