//! What a position is worth, in hundredths of a pawn.

use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Square, attacks};

use crate::rules::{Kind, Position, Reserve};

/// A piece that could be dropped anywhere is worth a little more than one that stands somewhere: it
/// is dropped where that gains something.
const IN_HAND: i32 = 15;
/// A pawn on the last rank only stands there (R6).
const SPENT_PAWN: i32 = 30;

/// What a piece is worth on a board.
pub(super) const fn of_role(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 260,
        Role::Bishop => 280,
        Role::Rook => 380,
        Role::Queen => 750,
        Role::King => 0,
    }
}

/// What a reserve is worth to its holder.
pub(super) fn of_reserve(reserve: &Reserve) -> i32 {
    let each = |kind: Kind| of_role(kind.role()) + IN_HAND;
    reserve.iter().map(|(kind, count)| i32::from(count.min(99)) * each(kind)).sum()
}

/// What the position is worth to the player on move.
pub(super) fn of_position(position: &Position) -> i32 {
    let us = position.turn();
    side(position, us) - side(position, us.other())
}

fn side(position: &Position, color: Color) -> i32 {
    let board = position.board();
    let pieces: i32 = board
        .by_color(color)
        .into_iter()
        .filter_map(|square| board.piece_at(square).map(|piece| (square, piece)))
        .map(|(square, piece)| of_piece(square, piece))
        .sum();
    pieces + safety(position, color)
}

fn of_piece(square: Square, piece: Piece) -> i32 {
    let rank = i32::from(relative(square, piece.color));
    let file = i32::from(u8::from(square.file()));
    let from_middle = (2 * file - 7).abs().max((2 * rank - 7).abs()) / 2;
    let place = match piece.role {
        Role::Pawn if rank == 7 => return SPENT_PAWN,
        Role::Pawn if (3..=4).contains(&file) && (3..=4).contains(&rank) => 18,
        Role::Pawn => 2 * rank,
        // Still at home is not yet in play.
        Role::Knight | Role::Bishop if rank == 0 => -18,
        Role::Knight => 14 - 8 * from_middle,
        Role::Bishop => 8 - 3 * from_middle,
        Role::Rook | Role::Queen => -from_middle,
        Role::King => 0,
    };
    of_role(piece.role) + place
}

/// How safe a king is: behind its pawns, away from the middle, and not looked at.
fn safety(position: &Position, color: Color) -> i32 {
    let board = position.board();
    let Some(king) = board.king_of(color) else { return 0 };
    let zone = attacks::king_attacks(king).with(king);
    let shield = board.by_piece(color.pawn()) & zone;
    let rank = relative(king, color);
    let home = match (rank, u8::from(king.file())) {
        (0, 0..=2 | 6..=7) => 30,
        (0, _) => 0,
        _ => -35 * i32::from(rank.min(3)),
    };
    let shielded = 10 * i32::try_from(shield.count()).unwrap_or(0);
    home + shielded - danger(board, color.other(), zone)
}

/// What that colour's looks at a king's surroundings are worth to it.
fn danger(board: &Board, theirs: Color, zone: Bitboard) -> i32 {
    let mut weight = 0;
    let mut attackers = 0;
    for square in board.by_color(theirs) {
        let Some(piece) = board.piece_at(square) else { continue };
        if piece.role == Role::King {
            continue;
        }
        let seen = attacks::attacks(square, piece, board.occupied()) & zone;
        let seen = i32::try_from(seen.count()).unwrap_or(0);
        if seen > 0 {
            attackers += 1;
            weight += seen * of_attacker(piece.role);
        }
    }
    // Alone, nobody mates.
    weight * (1 + attackers)
}

const fn of_attacker(role: Role) -> i32 {
    match role {
        Role::Pawn => 2,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 4,
        Role::Queen => 5,
        Role::King => 0,
    }
}

/// The rank from that colour's side, its own first rank being 0.
fn relative(square: Square, color: Color) -> u8 {
    let rank = u8::from(square.rank());
    color.fold_wb(rank, u8::from(Rank::Eighth) - rank)
}
