//! FEN of six fields, with reserves in brackets where they are part of it.

use std::fmt;
use std::str::FromStr;

use shakmaty::{Bitboard, Board, ByColor, Color, File, Piece, Rank, Square};

use super::apply::{MAX_COUNTER, original_king};
use super::uci::square;
use super::{Kind, Position, Reserve};

/// How many pieces of a kind a reserve in a FEN may hold.
const MAX_RESERVE: u16 = 999;

/// A FEN that describes no position of Catch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FenError {
    /// Not six fields.
    #[error("not a FEN: it needs six fields, such as `… w KQkq - 0 1`")]
    Syntax,
    /// The placement is not eight ranks of eight squares.
    #[error("the placement needs eight ranks of eight squares, such as `rnbqkbnr/pppppppp/8/…`")]
    Placement,
    /// A ninth rank, in which other programs write reserves.
    #[error("reserves are written in brackets, not as a ninth rank")]
    NinthRank,
    /// A promoted piece is marked; no pawn of Catch is promoted (R6).
    #[error("no piece is promoted in Catch: `~` has no meaning")]
    Promoted,
    /// The brackets are not one closed pair after the placement, or hold something else than
    /// pieces.
    #[error("reserves are written in one pair of brackets after the placement, such as `[QNpp]`")]
    Reserves,
    /// A king in a reserve.
    #[error("a king cannot be in a reserve")]
    KingInReserve,
    /// More than 999 pieces of a kind in a reserve.
    #[error("a reserve holds at most {MAX_RESERVE} pieces of a kind")]
    ReserveTooLarge,
    /// Reserves in a FEN that carries none.
    #[error("this FEN may not carry reserves")]
    ReservesNotAllowed,
    /// The player on move is neither `w` nor `b`.
    #[error("the player on move is `w` or `b`")]
    Turn,
    /// The castling rights are neither `-` nor of `KQkq`.
    #[error("castling rights are `-` or some of `KQkq`")]
    Castling,
    /// The en passant square is neither `-` nor one behind an opponent's pawn that stepped two
    /// squares.
    #[error("the en passant square is `-` or on rank 6 with White on move, on rank 3 with Black")]
    EnPassant,
    /// A counter is not a number from 0 to 999999.
    #[error("the two counters are whole numbers up to {MAX_COUNTER}")]
    Counter,
    /// Not exactly one king a side.
    #[error("each side needs exactly one king")]
    Kings,
    /// A pawn on its own first rank.
    #[error("a pawn cannot stand on its own first rank")]
    PawnOnFirstRank,
    /// The player who is not on move is in check.
    #[error("the player who is not on move is in check")]
    OpponentInCheck,
}

/// One board with both its reserves, as a FEN with brackets gives it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The board.
    pub position: Position,
    /// White's and Black's reserve.
    pub reserves: ByColor<Reserve>,
}

/// Reads a FEN with reserves; no brackets mean none. A castling right without its king and rook,
/// and an en passant square without a legal capture, are dropped; a full-move number 0 is read as
/// 1.
impl Setup {
    /// The usual starting position, and empty reserves (R3).
    pub fn initial() -> Setup {
        Setup { position: Position::initial(), reserves: ByColor::default() }
    }
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Setup, FenError> {
        let mut fields = text.split_ascii_whitespace();
        let mut field = || fields.next().ok_or(FenError::Syntax);
        let (placement, turn, castling) = (field()?, field()?, field()?);
        let (en_passant, halfmoves, fullmoves) = (field()?, field()?, field()?);
        if fields.next().is_some() {
            return Err(FenError::Syntax);
        }

        let (placement, reserves) = split_reserves(placement)?;
        let board = parse_board(placement)?;
        let reserves = parse_reserves(reserves)?;
        let turn = match turn {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(FenError::Turn),
        };
        let mut position = Position {
            castling_rights: parse_castling(castling, &board)?,
            board,
            turn,
            en_passant: None,
            halfmoves: parse_counter(halfmoves)?,
            fullmoves: parse_counter(fullmoves)?.max(1),
        };
        let en_passant = parse_en_passant(en_passant, turn)?;
        position.check()?;
        position.en_passant = en_passant.filter(|&to| position.could_have_been_crossed(to));
        Ok(Setup { position, reserves })
    }
}

/// Reads a FEN that carries no reserves; empty brackets are allowed.
impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Position, FenError> {
        let setup: Setup = text.parse()?;
        if setup.reserves.iter().any(|reserve| reserve.total() > 0) {
            return Err(FenError::ReservesNotAllowed);
        }
        Ok(setup.position)
    }
}

impl Position {
    fn check(&self) -> Result<(), FenError> {
        let board = &self.board;
        if Color::ALL.into_iter().any(|color| board.by_piece(color.king()).count() != 1) {
            return Err(FenError::Kings);
        }
        if Color::ALL.into_iter().any(|c| board.by_piece(c.pawn()).intersects(c.backrank())) {
            return Err(FenError::PawnOnFirstRank);
        }
        let their_king = self.king(self.turn.other());
        if board.attacks_to(their_king, self.turn, board.occupied()).any() {
            return Err(FenError::OpponentInCheck);
        }
        Ok(())
    }

    /// Whether an opponent's pawn may just have crossed the square, and can be captured there.
    fn could_have_been_crossed(&self, crossed: Square) -> bool {
        let them = self.turn.other();
        let square_on = |rank| {
            Bitboard::from_square(Square::from_coords(crossed.file(), them.relative_rank(rank)))
        };
        let left = square_on(Rank::Second) | square_on(Rank::Third);
        (left & self.board.occupied()).is_empty()
            && square_on(Rank::Fourth).is_subset(self.board.by_piece(them.pawn()))
            && self.can_capture_en_passant(crossed)
    }
}

/// The placement proper, and what stands between the brackets.
fn split_reserves(placement: &str) -> Result<(&str, &str), FenError> {
    let Some((board, rest)) = placement.split_once('[') else {
        return if placement.contains(']') { Err(FenError::Reserves) } else { Ok((placement, "")) };
    };
    let reserves = rest.strip_suffix(']').ok_or(FenError::Reserves)?;
    Ok((board, reserves))
}

fn parse_board(placement: &str) -> Result<Board, FenError> {
    if placement.contains('~') {
        return Err(FenError::Promoted);
    }
    if placement.contains(']') {
        return Err(FenError::Reserves);
    }
    match placement.matches('/').count() {
        7 => {}
        8 => return Err(FenError::NinthRank),
        _ => return Err(FenError::Placement),
    }
    let mut board = Board::empty();
    for (rank, text) in Rank::ALL.into_iter().rev().zip(placement.split('/')) {
        let mut file = 0;
        let mut after_digit = false;
        for symbol in text.chars() {
            if let Some(skipped @ 1..=8) = symbol.to_digit(10) {
                if after_digit {
                    return Err(FenError::Placement);
                }
                file += skipped;
                after_digit = true;
            } else {
                let piece = Piece::from_char(symbol).ok_or(FenError::Placement)?;
                if file >= 8 {
                    return Err(FenError::Placement);
                }
                board.set_piece_at(Square::from_coords(File::new(file), rank), piece);
                file += 1;
                after_digit = false;
            }
        }
        if file != 8 {
            return Err(FenError::Placement);
        }
    }
    Ok(board)
}

fn parse_reserves(text: &str) -> Result<ByColor<Reserve>, FenError> {
    let mut reserves = ByColor::<Reserve>::default();
    for symbol in text.chars() {
        let piece = Piece::from_char(symbol).ok_or(FenError::Reserves)?;
        let kind = Kind::from_role(piece.role).ok_or(FenError::KingInReserve)?;
        let reserve = reserves.get_mut(piece.color);
        if reserve.count(kind) >= MAX_RESERVE {
            return Err(FenError::ReserveTooLarge);
        }
        reserve.add(kind);
    }
    Ok(reserves)
}

fn parse_castling(text: &str, board: &Board) -> Result<Bitboard, FenError> {
    let mut corners = Bitboard::EMPTY;
    if text == "-" {
        return Ok(corners);
    }
    for symbol in text.chars() {
        let (_, corner) =
            CASTLING.into_iter().find(|&(letter, _)| letter == symbol).ok_or(FenError::Castling)?;
        if !corners.insert(corner) {
            return Err(FenError::Castling);
        }
    }
    let kept = corners.into_iter().filter(|&corner| {
        let color = Color::from_white(corner.rank() == Rank::First);
        board.by_piece(color.rook()).contains(corner)
            && board.by_piece(color.king()).contains(original_king(color))
    });
    Ok(kept.collect())
}

/// The letters of the castling rights, with the corners of their rooks.
const CASTLING: [(char, Square); 4] =
    [('K', Square::H1), ('Q', Square::A1), ('k', Square::H8), ('q', Square::A8)];

fn parse_en_passant(text: &str, turn: Color) -> Result<Option<Square>, FenError> {
    match *text.as_bytes() {
        [b'-'] => Ok(None),
        [file, rank] => match square(file, rank) {
            Ok(to) if to.rank() == turn.relative_rank(Rank::Sixth) => Ok(Some(to)),
            _ => Err(FenError::EnPassant),
        },
        _ => Err(FenError::EnPassant),
    }
}

fn parse_counter(text: &str) -> Result<u32, FenError> {
    // `parse` alone would take a sign.
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(FenError::Counter);
    }
    text.parse().ok().filter(|&counter| counter <= MAX_COUNTER).ok_or(FenError::Counter)
}

/// The FEN with reserves in brackets, also where they are empty (`[]`).
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[", self.position.board.board_fen())?;
        for color in Color::ALL {
            for (kind, count) in self.reserves.get(color).iter() {
                for _ in 0..count {
                    write!(f, "{}", kind.role().of(color).char())?;
                }
            }
        }
        f.write_str("]")?;
        self.position.write_state(f)
    }
}

/// The FEN of six fields, without reserves.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.board.board_fen())?;
        self.write_state(f)
    }
}

impl Position {
    /// Writes the five fields that follow the placement, each after a space.
    fn write_state(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " {} ", self.turn.char())?;
        for (letter, corner) in CASTLING {
            if self.castling_rights.contains(corner) {
                write!(f, "{letter}")?;
            }
        }
        if self.castling_rights.is_empty() {
            f.write_str("-")?;
        }
        match self.en_passant {
            Some(to) => write!(f, " {to}")?,
            None => f.write_str(" -")?,
        }
        write!(f, " {} {}", self.halfmoves, self.fullmoves)
    }
}

#[cfg(test)]
mod tests;
