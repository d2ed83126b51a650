//! Moves, drops, penalties, resignation, and the claims of a draw (R18, R24, R27 to R30, R35).

use std::sync::Arc;

use super::decide::Decision;
use super::{Claim, Clocks, Counts, Ending, Entry, Event, Match, Moved, Outcome, Refusal};
use crate::ids::{Instant, Millis, Seat};
use crate::rules::{self, Attempt, DrawAgreement, IllegalMoves, Played, Status, Unplayable};

/// What the first and the second penalised move give the direct opponent (R35).
const PENALTY: Millis = Millis::from_secs(120);
/// The penalised move that loses the match (R35).
const LOSING_PENALTY: u8 = 3;
/// A position must occur so often (R27).
const REPETITIONS: usize = 3;
/// Half-moves without a pawn move, a capture or a drop: fifty by each player (R29).
pub(super) const FIFTY_MOVES: u32 = 100;

impl Match {
    pub(super) fn decide_move(
        &self,
        seat: Seat,
        attempt: Attempt,
        ply: Option<u32>,
        line: Option<u32>,
        at: Instant,
    ) -> Decision {
        self.check_turn(seat, ply, line)?;
        let at = self.clocks[seat].effective(at);
        match self.try_move(seat, attempt) {
            Ok(played) => Ok(self.make_move(seat, attempt, played, self.clocks, self.counts, at)),
            // Without its `ply` a message may have been sent for another position.
            Err(_) if self.options.illegal_moves == IllegalMoves::Penalise && ply.is_some() => {
                Ok(self.penalise(seat, at))
            }
            Err(refusal) => Err(refusal),
        }
    }

    fn try_move(&self, seat: Seat, attempt: Attempt) -> Result<Played, Refusal> {
        self.positions[seat.board()]
            .play(attempt, &self.reserves[seat], self.options.back_rank_drops)
            .map_err(|unplayable| match unplayable {
                Unplayable::NotHeld => Refusal::NoSuchPiece,
                Unplayable::Illegal(rule) => Refusal::IllegalMove(rule),
            })
    }

    /// The entries of a legal move, the clocks and counts being those given.
    fn make_move(
        &self,
        seat: Seat,
        attempt: Attempt,
        played: Played,
        mut clocks: Clocks,
        mut counts: Counts,
        at: Instant,
    ) -> Vec<Entry> {
        let board = seat.board();
        let ban = self.options.back_rank_drops;
        let Played { position, captured } = played;
        let spent = clocks[seat].end_turn(at, self.options.increment);
        clocks[seat.opponent()].start(at);
        counts.offered[seat] = false;
        counts.claimed[seat] = false;
        let status = position.status(ban);
        let action = attempt.action;
        let san = rules::san(&self.positions[board], action, ban).into();
        let moved =
            Moved { at, seat, action, san, captured, spent, position, status, clocks, counts };
        let mut entries = vec![Event::Moved(Arc::new(moved)).at(at)];
        if status == Status::Mate {
            let outcome = Outcome::win(seat.team(), Ending::Mate, Some(board));
            entries.push(Event::Over(outcome).at(at));
        } else if self.draw.is_some_and(|draw| draw.by.team() != seat.team() && !draw.agreed(seat))
        {
            entries.push(Event::DrawDeclined { seat }.at(at));
        }
        entries
    }

    fn penalise(&self, seat: Seat, at: Instant) -> Vec<Entry> {
        let count = self.counts.penalties[seat] + 1;
        if count < LOSING_PENALTY {
            return vec![Event::Penalised { seat, count, bonus: PENALTY }.at(at)];
        }
        let winner = seat.team().other();
        vec![
            Event::Penalised { seat, count, bonus: Millis::ZERO }.at(at),
            Event::Over(Outcome::win(winner, Ending::IllegalMoves, Some(seat.board()))).at(at),
        ]
    }

    pub(super) fn decide_resignation(&self, seat: Seat, at: Instant) -> Decision {
        self.check_under_way()?;
        let outcome = Outcome::win(seat.team().other(), Ending::Resignation, Some(seat.board()));
        Ok(vec![Event::Over(outcome).at(at)])
    }

    /// Judges a claim of R27 or R29 by the player on move.
    pub(super) fn decide_draw_claim(
        &self,
        seat: Seat,
        claim: Claim,
        attempt: Option<Attempt>,
        at: Instant,
    ) -> Decision {
        if self.counts.claimed[seat] {
            return Err(Refusal::AlreadyClaimed);
        }
        // An illegal move names no position: there was no claim, and nothing to penalise (R30).
        let named = attempt
            .map(|attempt| self.try_move(seat, attempt).map(|played| (attempt, played)))
            .transpose()?;
        let at = self.clocks[seat].effective(at);
        if self.is_correct(seat, claim, named.as_ref().map(|(_, played)| played)) {
            let by = match claim {
                Claim::Repetition => Ending::Repetition,
                Claim::FiftyMoves => Ending::FiftyMoves,
            };
            return Ok(vec![Event::Over(Outcome::draw(by, Some(seat.board()))).at(at)]);
        }
        Ok(self.fail_claim(seat, claim, named, at))
    }

    /// Whether the claim holds for the position before the player, or for the one that a legal
    /// move leads to.
    pub(super) fn is_correct(&self, seat: Seat, claim: Claim, named: Option<&Played>) -> bool {
        let board = seat.board();
        let position = named.map_or(&self.positions[board], |played| &played.position);
        match claim {
            Claim::FiftyMoves => position.halfmoves() >= FIFTY_MOVES,
            // A pawn move, a capture or a drop leads to a position that was never there.
            Claim::Repetition if named.is_some() && position.halfmoves() == 0 => false,
            Claim::Repetition => {
                let key = position.key();
                let before = self.recurring[board].iter().filter(|seen| **seen == key).count();
                before + usize::from(named.is_some()) >= REPETITIONS
            }
        }
    }

    /// A wrong claim: the bonus, the draw offer, then the named move (R30).
    fn fail_claim(
        &self,
        seat: Seat,
        claim: Claim,
        named: Option<(Attempt, Played)>,
        at: Instant,
    ) -> Vec<Entry> {
        let bonus = self.options.wrong_claim_bonus;
        let mut entries = vec![Event::ClaimFailed { seat, claim, bonus }.at(at)];
        if self.options.draw_agreement == DrawAgreement::Allowed {
            let word = match self.draw {
                None => Some(Event::DrawOffered { seat, counted: false }),
                Some(draw) if draw.agreed(seat) => None,
                Some(_) => Some(Event::DrawAccepted { seat }),
            };
            entries.extend(word.map(|event| event.at(at)));
            if self.agreement_with(seat) {
                entries.push(Event::Over(Outcome::draw(Ending::Agreement, None)).at(at));
                return entries;
            }
        }
        if let Some((attempt, played)) = named {
            let mut clocks = self.clocks;
            clocks[seat.opponent()].add(bonus);
            let mut moved = self.make_move(seat, attempt, played, clocks, self.counts, at);
            // His word for the draw stands, so that moving does not decline it.
            moved.retain(|entry| !matches!(entry.event, Event::DrawDeclined { .. }));
            entries.append(&mut moved);
        }
        entries
    }
}
