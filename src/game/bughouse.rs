//! Two boards under the rules of ordinary bughouse, for records from elsewhere: pawns promote and
//! turn back into pawns when they are captured, and drops may give check and mate.
//!
//! Nothing is decided by it: matches that are played here know the rules of Catch alone.

use shakmaty::san::San;
use shakmaty::variant::Crazyhouse;
use shakmaty::{
    ByColor, ByRole, CastlingMode, Color, EnPassantMode, FromSetup, Position, PositionError, Role,
    fen::Fen,
};

use crate::ids::{BoardName, ByBoard, BySeat, Seat};
use crate::rules::{Kind, Reserve};

/// Both boards and the four reserves.
pub(super) struct BughouseBoards {
    boards: ByBoard<Crazyhouse>,
    reserves: BySeat<Reserve>,
}

/// A move that was played.
pub(super) struct BughouseMove {
    /// In UCI.
    pub(super) action: String,
    /// The board after it, as a FEN without reserves.
    pub(super) fen: String,
    /// Whether it gives check.
    pub(super) check: bool,
}

/// Why a move cannot be played under the rules of bughouse.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BughouseError {
    /// It is no move in algebraic notation.
    #[error("this is no move in algebraic notation")]
    Notation,
    /// No such move is legal, under the rules of bughouse either, or more than one.
    #[error("not a legal move under the rules of Catch, nor of bughouse")]
    Illegal,
    /// The position is none.
    #[error("not a position of bughouse")]
    Position,
}

impl BughouseBoards {
    /// Both boards, from FENs without reserves.
    pub(super) fn new(
        start: &ByBoard<String>,
        reserves: BySeat<Reserve>,
    ) -> Result<BughouseBoards, BughouseError> {
        let read = |board: BoardName| {
            let fen: Fen = start[board].parse().map_err(|_| BughouseError::Position)?;
            of_setup(fen.into_setup())
        };
        let boards = ByBoard([read(BoardName::A)?, read(BoardName::B)?]);
        Ok(BughouseBoards { boards, reserves })
    }

    /// Who is on move on that board.
    pub(super) fn on_move(&self, board: BoardName) -> Seat {
        board.seat(self.boards[board].turn())
    }

    /// The four reserves.
    pub(super) const fn reserves(&self) -> BySeat<Reserve> {
        self.reserves
    }

    /// Plays a move of the player on move. What is not legal changes nothing.
    pub(super) fn play_san(
        &mut self,
        board: BoardName,
        text: &str,
    ) -> Result<BughouseMove, BughouseError> {
        let seat = self.on_move(board);
        let san: San = usual_form(text).parse().map_err(|_| BughouseError::Notation)?;
        let position = self.with_pockets(board)?;
        let action = san.to_move(&position).map_err(|_| BughouseError::Illegal)?;
        let captured = action.capture().map(|role| {
            let was_pawn = position.promoted().contains(action.to());
            if was_pawn { Role::Pawn } else { role }
        });
        let dropped = match action {
            shakmaty::Move::Put { role, .. } => Kind::from_role(role),
            _ => None,
        };
        let after = position.play(action).map_err(|_| BughouseError::Illegal)?;
        if let Some(kind) = dropped {
            let _held = self.reserves[seat].take(kind);
        }
        if let Some(kind) = captured.and_then(Kind::from_role) {
            self.reserves[seat.partner()].add(kind);
        }
        let check = after.is_check();
        let mut shown = after.to_setup(EnPassantMode::Legal);
        shown.pockets = None;
        shown.promoted = shakmaty::Bitboard::EMPTY;
        self.boards[board] = after;
        Ok(BughouseMove {
            action: action.to_uci(CastlingMode::Standard).to_string(),
            fen: Fen::try_from_setup(shown).map_err(|_| BughouseError::Position)?.to_string(),
            check,
        })
    }

    /// The board with the reserves that its players hold now: what is captured on it goes elsewhere.
    fn with_pockets(&self, board: BoardName) -> Result<Crazyhouse, BughouseError> {
        let mut setup = self.boards[board].to_setup(EnPassantMode::Legal);
        let pocket = |color: Color| {
            let reserve = self.reserves[board.seat(color)];
            ByRole::new_with(|role| {
                let count = Kind::from_role(role).map_or(0, |kind| reserve.count(kind));
                u8::try_from(count).unwrap_or(u8::MAX)
            })
        };
        setup.pockets = Some(ByColor::new_with(pocket));
        of_setup(setup)
    }
}

/// A move in the form that the library reads, from those that other programs write: `@e4`, `p@e4`,
/// `0-0`, `e2-e4`, `exd6ep`, `e8Q`, `e8(Q)`.
fn usual_form(text: &str) -> String {
    let text = text.trim_end_matches(['!', '?', '+', '#']);
    if let Some((kind, square)) = text.split_once('@') {
        let kind = if kind.is_empty() { "P".to_owned() } else { kind.to_ascii_uppercase() };
        return format!("{kind}@{square}");
    }
    if text.starts_with("0-0") {
        return text.replace('0', "O");
    }
    if text.starts_with("O-O") {
        return text.to_owned();
    }
    let text = text.trim_end_matches("e.p.").trim_end_matches("ep").replace(['-', '(', ')'], "");
    let kind = text.len().saturating_sub(1);
    match text.get(..kind) {
        Some(square) if square.ends_with(['1', '8']) => format!("{square}={}", &text[kind..]),
        _ => text,
    }
}

/// Of two boards' pieces there may be more on one than it began with, and whoever drops a piece may
/// give a check that no move could have given.
fn of_setup(setup: shakmaty::Setup) -> Result<Crazyhouse, BughouseError> {
    let position = Crazyhouse::from_setup(setup, CastlingMode::Standard);
    let position = position.or_else(PositionError::ignore_too_much_material);
    let position = position.or_else(PositionError::ignore_impossible_check);
    position.map_err(|_| BughouseError::Position)
}
