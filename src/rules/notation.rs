//! Move texts (UCI with drops), FEN with reserves, and algebraic notation (R39).

use std::fmt;
use std::str::FromStr;

use shakmaty::ByColor;

use super::{Attempt, BackRankDrops, Move, Position, Reserve};

/// A text that is no move: neither `e2e4` nor `N@f3`, with or without a promotion letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a move is written like e2e4, e1g1, N@f3 or P@e4")]
pub struct MoveSyntaxError;

impl FromStr for Attempt {
    type Err = MoveSyntaxError;

    fn from_str(text: &str) -> Result<Attempt, MoveSyntaxError> {
        let _ = text;
        todo!()
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let _ = f;
        todo!()
    }
}

/// A FEN that describes no position of Catch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FenError {
    /// The text is not a FEN.
    #[error("not a FEN")]
    Syntax,
}

/// One board with both its reserves, as a FEN with brackets gives it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The board.
    pub position: Position,
    /// White's and Black's reserve.
    pub reserves: ByColor<Reserve>,
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Setup, FenError> {
        let _ = text;
        todo!()
    }
}

/// The FEN with reserves in brackets, also where they are empty (`[]`).
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let _ = f;
        todo!()
    }
}

/// The FEN of six fields, without reserves.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let _ = f;
        todo!()
    }
}

/// A text that is no algebraic notation, or names no legal move or several.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SanError {
    /// The text is not algebraic notation.
    #[error("not a move in algebraic notation")]
    Syntax,
    /// No legal move is written so.
    #[error("no legal move is written so")]
    NoSuchMove,
    /// Several legal moves are.
    #[error("several legal moves are written so")]
    Ambiguous,
}

/// The algebraic notation of a legal move, with `+` for check and `#` for mate (R18):
/// `Nf3`, `exd5`, `O-O`, `a8` without promotion, `N@f3`, and `P@e4` for a pawn drop.
pub fn san(before: &Position, action: Move, back_rank_drops: BackRankDrops) -> String {
    let _ = (before, action, back_rank_drops);
    todo!()
}

/// Finds the legal move that the notation names; `@e4` is read like `P@e4`, and check signs and
/// annotation glyphs are ignored.
pub fn find_san(
    before: &Position,
    text: &str,
    reserve: &Reserve,
    back_rank_drops: BackRankDrops,
) -> Result<Move, SanError> {
    let _ = (before, text, reserve, back_rank_drops);
    todo!()
}
