//! One board, the moves that are tried on it, and what becomes of them.

use shakmaty::{Bitboard, Board, Color, Role, Square};

use super::Kind;
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

impl From<Move> for Attempt {
    fn from(action: Move) -> Attempt {
        Attempt { action, promotion: None }
    }
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
    /// Always with exactly one king a side, and no pawn on its own first rank.
    pub(super) board: Board,
    pub(super) turn: Color,
    /// The corners of the rooks with which castling may still be possible (R8).
    pub(super) castling_rights: Bitboard,
    /// Set only where such a capture is legal.
    pub(super) en_passant: Option<Square>,
    pub(super) halfmoves: u32,
    pub(super) fullmoves: u32,
}

impl Position {
    /// The usual starting position (R3).
    pub fn initial() -> Position {
        Position {
            board: Board::new(),
            turn: Color::White,
            castling_rights: Bitboard::CORNERS,
            en_passant: None,
            halfmoves: 0,
            fullmoves: 1,
        }
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

    /// The number of the next move, counted up after each of Black's.
    pub const fn fullmoves(&self) -> u32 {
        self.fullmoves
    }

    /// Whether the player on move is in check.
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// What R27 compares.
    pub fn key(&self) -> PositionKey {
        PositionKey(Position { halfmoves: 0, fullmoves: 1, ..self.clone() })
    }
}

impl Default for Position {
    fn default() -> Position {
        Position::initial()
    }
}
