//! Counting the leaves of the tree of legal moves.

use shakmaty::ByColor;

use super::{BackRankDrops, Position, Reserve};

/// The number of sequences of `depth` legal moves on one board. The reserves shrink by what is
/// dropped and never grow: a capture feeds nobody, its piece would go to the other board (R9).
pub fn perft(
    position: &Position,
    reserves: &ByColor<Reserve>,
    back_rank_drops: BackRankDrops,
    depth: u32,
) -> u64 {
    let reserve = reserves.get(position.turn());
    match depth {
        0 => 1,
        1 => position.count_moves(reserve, back_rank_drops) as u64,
        _ => {
            let mut nodes = 0;
            let restraint = position.restraint();
            position.each_piece(&restraint, |role, from, targets| {
                for to in targets {
                    let mut child = position.clone();
                    child.step(role, from, to);
                    nodes += perft(&child, reserves, back_rank_drops, depth - 1);
                }
            });
            position.each_drop(&restraint, reserve, back_rank_drops, |kind, squares| {
                let mut left = *reserves;
                if !left.get_mut(position.turn()).take(kind) {
                    return;
                }
                for to in squares {
                    let mut child = position.clone();
                    child.drop(kind, to);
                    nodes += perft(&child, &left, back_rank_drops, depth - 1);
                }
            });
            nodes
        }
    }
}
