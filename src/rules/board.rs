//! One board: its legal moves and drops, and how they change it (R5 to R8, R13 to R17).

use shakmaty::{Bitboard, Board, Color, Role, Square};

use super::{BackRankDrops, Kind, Reserve};
use crate::ids::Rule;

/// A move of one board. Castling is the king's step of two files (`e1g1`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// A piece goes from one square to another.
    Step {
        /// Where it stood.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// A piece of the reserve is dropped (R13).
    Drop {
        /// What is dropped.
        kind: Kind,
        /// Where.
        to: Square,
    },
}

/// A well-formed move text: a move, and the promotion letter that no move of Catch may have (R6).
/// Parsed from UCI by `FromStr`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Attempt {
    /// The move.
    pub action: Move,
    /// A promotion piece that was named; always illegal.
    pub promotion: Option<Role>,
}

/// What playing a move did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The position after the move.
    pub position: Position,
    /// The kind of the captured piece; its colour is the opponent's.
    pub captured: Option<Kind>,
}

/// Why an attempt cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum Unplayable {
    /// The reserve holds no such piece (R13).
    #[error("no such piece in the reserve")]
    NotHeld,
    /// The move is illegal; the lowest-numbered rule that it breaks.
    #[error("illegal move ({0})")]
    Illegal(Rule),
}

/// What R27 compares: pieces, player on move, castling rights, a possible en passant capture.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PositionKey(Position);

/// One board without its reserves.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    board: Board,
    turn: Color,
    castling_rights: Bitboard,
    /// Set only where such a capture is legal.
    en_passant: Option<Square>,
    halfmoves: u32,
    fullmoves: u32,
}

impl Position {
    /// The usual starting position (R3).
    pub fn initial() -> Position {
        todo!()
    }

    /// The pieces.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The player on move.
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Half-moves since the last pawn move, capture or drop (R29).
    pub const fn halfmoves(&self) -> u32 {
        self.halfmoves
    }

    /// Whether the player on move is in check.
    pub fn is_check(&self) -> bool {
        todo!()
    }

    /// The squares to which the piece on `from` may legally go; empty where there is none to move.
    pub fn destinations(&self, from: Square) -> Bitboard {
        let _ = from;
        todo!()
    }

    /// The squares on which the player on move may drop a piece of that kind (R13 to R16),
    /// whether or not he holds one.
    pub fn drop_squares(&self, kind: Kind, back_rank_drops: BackRankDrops) -> Bitboard {
        let _ = (kind, back_rank_drops);
        todo!()
    }

    /// All legal moves of the player on move with that reserve: board moves, then drops.
    pub fn legal_moves(&self, reserve: &Reserve, back_rank_drops: BackRankDrops) -> Vec<Move> {
        let _ = (reserve, back_rank_drops);
        todo!()
    }

    /// Plays the attempt if it is legal for the player on move with that reserve. The reserve is
    /// the caller's to change.
    pub fn play(
        &self,
        attempt: Attempt,
        reserve: &Reserve,
        back_rank_drops: BackRankDrops,
    ) -> Result<Played, Unplayable> {
        let _ = (attempt, reserve, back_rank_drops);
        todo!()
    }

    /// What R27 compares.
    pub fn key(&self) -> PositionKey {
        PositionKey(Position { halfmoves: 0, fullmoves: 1, ..self.clone() })
    }
}
