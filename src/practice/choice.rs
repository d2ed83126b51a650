//! Which move a practice player makes: the best after the opponent's best answer on the board.

use crate::game::{BoardView, View};
use crate::rules::{Attempt, BackRankDrops, Move, Position, Reserve, Status};

use super::value;

/// Worth more than all pieces together.
const MATE: i32 = 1_000_000;
/// Having to wait for a piece (R19, R26) costs time, and the game while nothing fits.
const NEEDS_DROP: i32 = 150;
/// Being checked besides.
const IN_CHECK: i32 = 10;
/// So many moves are looked at more closely.
const LOOKED_AT: usize = 20;
/// So far captures are followed after that.
const CAPTURES: u8 = 3;

/// The move of the player who is shown that view; `None` where he has none. `noise`, any number,
/// decides between moves of about the same worth.
pub fn choose(view: &View, noise: u64) -> Option<Move> {
    let (board, reserve) = own(view)?;
    let ban = view.options().back_rank_drops;
    let held = value::of_reserve(&reserve);
    let mut tried: Vec<(i32, Move, Position)> = Vec::new();
    for (number, action) in board.position.legal_moves(&reserve, ban).into_iter().enumerate() {
        let Ok(played) = board.position.play(Attempt::from(action), &reserve, ban) else {
            continue;
        };
        let after = played.position;
        if after.is_check() && after.status(ban) == Status::Mate {
            return Some(action);
        }
        let kept = held - dropped(action, &reserve);
        let worth = kept - value::of_position(&after) + whim(noise, number);
        tried.push((worth, action, after));
    }
    tried.sort_by_key(|(worth, ..)| std::cmp::Reverse(*worth));
    tried.truncate(LOOKED_AT);
    let mut best: Option<(i32, Move)> = None;
    for (number, (_, action, after)) in tried.iter().enumerate() {
        let kept = held - dropped(*action, &reserve) + whim(noise, number);
        // Whatever is no better than the best so far need not be known exactly.
        let bound = best.map_or(-2 * MATE, |(worth, _)| worth - kept);
        let worth = kept - answered(after, ban, -2 * MATE, -bound);
        if best.is_none_or(|(so_far, _)| worth > so_far) {
            best = Some((worth, *action));
        }
    }
    best.map(|(_, action)| action)
}

/// What the own board is worth to the player who is shown that view, with his reserve.
pub(super) fn balance(view: &View) -> Option<i32> {
    let (board, reserve) = own(view)?;
    let worth = value::of_position(board.position);
    let seat = view.audience().seat()?;
    let mine = if board.position.turn() == seat.color() { worth } else { -worth };
    Some(mine + value::of_reserve(&reserve))
}

fn own<'a>(view: &View<'a>) -> Option<(BoardView<'a>, Reserve)> {
    let seat = view.audience().seat()?;
    let board = view.boards().find(|board| board.name == seat.board())?;
    let reserve = view.reserves().into_iter().find(|(of, _)| *of == seat)?.1;
    Some((board, reserve))
}

/// What a drop takes out of the reserve.
fn dropped(action: Move, reserve: &Reserve) -> i32 {
    let Move::Drop { kind, .. } = action else { return 0 };
    let mut rest = *reserve;
    if rest.take(kind) { value::of_reserve(reserve) - value::of_reserve(&rest) } else { 0 }
}

/// A few hundredths of a pawn, the same for the same numbers.
fn whim(noise: u64, number: usize) -> i32 {
    let mixed = (noise ^ (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
        .wrapping_mul(0xbf58_476d_1ce4_e5b9);
    i32::try_from((mixed >> 40) % 13).unwrap_or(0)
}

/// What the position is worth to the player on move after his best board move.
fn answered(position: &Position, ban: BackRankDrops, mut alpha: i32, beta: i32) -> i32 {
    let moves = by_capture(position, ban);
    if moves.is_empty() {
        return without_move(position, ban);
    }
    for (_, action) in moves {
        let Some(after) = after(position, action, ban) else { continue };
        if after.is_check() && after.status(ban) == Status::Mate {
            return MATE;
        }
        let worth = -settled(&after, ban, -beta, -alpha, CAPTURES);
        alpha = alpha.max(worth);
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// What the position is worth to the player on move once nothing more is captured.
fn settled(position: &Position, ban: BackRankDrops, mut alpha: i32, beta: i32, depth: u8) -> i32 {
    let check = position.is_check();
    if check && position.status(ban) != Status::Check {
        return without_move(position, ban);
    }
    let worth = value::of_position(position) - if check { IN_CHECK } else { 0 };
    alpha = alpha.max(worth);
    if alpha >= beta || depth == 0 {
        return alpha;
    }
    for (gain, action) in by_capture(position, ban) {
        // Whoever gains too little by it even if it is free leaves it.
        if gain == 0 || worth + gain + 200 <= alpha {
            break;
        }
        let Some(after) = after(position, action, ban) else { continue };
        alpha = alpha.max(-settled(&after, ban, -beta, -alpha, depth - 1));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// What a position without a board move is worth to the player on move.
fn without_move(position: &Position, ban: BackRankDrops) -> i32 {
    match position.status(ban) {
        Status::Mate => -MATE,
        Status::Open | Status::Check => value::of_position(position),
        Status::NeedsDrop | Status::CheckNeedsDrop => value::of_position(position) - NEEDS_DROP,
    }
}

/// The board moves, those first that capture most. What the opponent holds nobody knows (R11).
fn by_capture(position: &Position, ban: BackRankDrops) -> Vec<(i32, Move)> {
    let board = position.board();
    let gain = |action: Move| match action {
        Move::Step { to, .. } => board.role_at(to).map_or(0, value::of_role),
        Move::Drop { .. } => 0,
    };
    let moves = position.legal_moves(&Reserve::default(), ban);
    let mut moves: Vec<(i32, Move)> = moves.into_iter().map(|one| (gain(one), one)).collect();
    moves.sort_by_key(|(gain, _)| std::cmp::Reverse(*gain));
    moves
}

fn after(position: &Position, action: Move, ban: BackRankDrops) -> Option<Position> {
    let played = position.play(Attempt::from(action), &Reserve::default(), ban);
    played.ok().map(|played| played.position)
}
