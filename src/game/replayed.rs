//! A match played through, move by move: one form for what was played here under the rules of Catch
//! and for records from elsewhere, so that whoever steps through one needs to know no rule.

use super::Match;
use crate::ids::{ByBoard, BySeat, Instant, Millis, Seat};
use crate::rules::{Reserve, Status};

/// A match from its start to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replayed {
    /// Both boards at the start, as FENs without reserves.
    pub start: ByBoard<String>,
    /// The reserves at the start.
    pub reserves: BySeat<Reserve>,
    /// The clocks at the start, where they are known.
    pub initial: Option<Millis>,
    /// The moves of both boards in the order played.
    pub moves: Vec<ReplayedMove>,
}

/// A move, and how things stood after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayedMove {
    /// Who moved.
    pub seat: Seat,
    /// The move in UCI, with drops; under bughouse's rules perhaps a promotion.
    pub action: String,
    /// In algebraic notation.
    pub san: String,
    /// His board after the move, as a FEN without reserves.
    pub fen: String,
    /// Its status for the player now on move; under bughouse's rules `Open` or `Check`.
    pub status: Status,
    /// The four reserves after the move.
    pub reserves: BySeat<Reserve>,
    /// The clocks after the move, where they are known.
    pub clocks: BySeat<Option<Millis>>,
    /// How long the player thought, where that is known.
    pub spent: Option<Millis>,
    /// When, where that is known.
    pub at: Option<Instant>,
}

impl Replayed {
    /// A match that was played here.
    pub fn of_match(state: &Match) -> Replayed {
        let setup = &state.setup;
        let mut reserves = super::state::initial_reserves(setup);
        let start = Replayed {
            start: ByBoard::from_fn(|board| setup[board].position.to_string()),
            reserves,
            initial: Some(state.options.initial),
            moves: Vec::new(),
        };
        let moves = state.moves().iter().map(|moved| {
            if let crate::rules::Move::Drop { kind, .. } = moved.action {
                let _held = reserves[moved.seat].take(kind);
            }
            if let Some((partner, kind)) = moved.passed() {
                reserves[partner].add(kind);
            }
            ReplayedMove {
                seat: moved.seat,
                action: moved.action.to_string(),
                san: moved.san.to_string(),
                fen: moved.position.to_string(),
                status: moved.status,
                reserves,
                clocks: BySeat::from_fn(|seat| Some(moved.clocks[seat].left_at(moved.at))),
                spent: Some(moved.spent),
                at: Some(moved.at),
            }
        });
        let moves = moves.collect();
        Replayed { moves, ..start }
    }
}
