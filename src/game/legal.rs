//! What the player on move may do: moves, drops, and the claims that would be correct.

use shakmaty::{Bitboard, Square};

use super::{Claim, View};
use crate::ids::Seat;
use crate::rules::{Attempt, Kind, Move, Reserve};

/// What the player on move may do.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Legal {
    /// For each square from which a piece may move, where to.
    pub moves: Vec<(Square, Bitboard)>,
    /// For each kind that he holds and may drop, where.
    pub drops: Vec<(Kind, Bitboard)>,
    /// A claim of R27 that would be correct.
    pub repetition: Option<Correct>,
    /// A claim of R29 that would be correct.
    pub fifty_moves: Option<Correct>,
}

/// How a claim would be correct.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Correct {
    /// For the position before the player.
    Now,
    /// With one of these moves named.
    By(Vec<Move>),
}

impl View<'_> {
    /// What the receiver may do on his own board; `None` while he is not on move.
    pub fn legal(&self) -> Option<Legal> {
        let seat = self.audience.seat()?;
        let board = seat.board();
        if !self.state.is_playing() || self.state.on_move(board) != seat {
            return None;
        }
        let position = &self.state.positions[board];
        let ban = self.state.options.back_rank_drops;
        let own = position.board().by_color(seat.color());
        let moves = own
            .into_iter()
            .map(|from| (from, position.destinations(from)))
            .filter(|(_, to)| to.any())
            .collect();
        let reserve = &self.state.reserves[seat];
        let drops = Kind::ALL
            .into_iter()
            .filter(|kind| reserve.count(*kind) > 0)
            .map(|kind| (kind, position.drop_squares(kind, ban)))
            .filter(|(_, squares)| squares.any())
            .collect();
        let correct = |claim| self.correct_claim(seat, claim);
        Some(Legal {
            moves,
            drops,
            repetition: correct(Claim::Repetition),
            fifty_moves: correct(Claim::FiftyMoves),
        })
    }

    /// How a claim by that player, who is on move, would be correct.
    fn correct_claim(&self, seat: Seat, claim: Claim) -> Option<Correct> {
        let state = self.state;
        if state.counts.claimed[seat] {
            return None;
        }
        if state.is_correct(seat, claim, None) {
            return Some(Correct::Now);
        }
        let position = &state.positions[seat.board()];
        let ban = state.options.back_rank_drops;
        let within_reach = match claim {
            // A third time needs a position that was there twice, so four moves each before it.
            Claim::Repetition => state.recurring[seat.board()].len() >= 8,
            Claim::FiftyMoves => position.halfmoves() + 1 >= super::play::FIFTY_MOVES,
        };
        if !within_reach {
            return None;
        }
        // A drop makes neither claim correct, so that an empty reserve stands for any.
        let nothing = Reserve::default();
        let moves: Vec<Move> = position
            .legal_moves(&nothing, ban)
            .into_iter()
            .filter(|action| {
                let attempt = Attempt { action: *action, promotion: None };
                position
                    .play(attempt, &nothing, ban)
                    .is_ok_and(|played| state.is_correct(seat, claim, Some(&played)))
            })
            .collect();
        (!moves.is_empty()).then_some(Correct::By(moves))
    }
}
