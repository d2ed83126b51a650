//! Both boards of a match with the four reserves, and nothing else: for reading matches back.

use shakmaty::ByColor;

use crate::ids::{BoardName, ByBoard, BySeat, Seat};
use crate::rules::{
    Attempt, BackRankDrops, Move, Position, Reserve, SanError, Setup, Status, Unplayable, find_san,
};

/// Two boards and four reserves, without clocks and people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Boards {
    positions: ByBoard<Position>,
    reserves: BySeat<Reserve>,
    mated: Option<BoardName>,
    back_rank_drops: BackRankDrops,
}

/// Why a move cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BoardsError {
    /// There has been a mate (R4).
    #[error("the match has ended by mate on board {0}")]
    Over(BoardName),
    /// The move is not legal.
    #[error(transparent)]
    Unplayable(#[from] Unplayable),
    /// The notation names no legal move, or several.
    #[error(transparent)]
    San(#[from] SanError),
}

impl Boards {
    /// Both boards as they were set up.
    pub fn new(setup: &ByBoard<Setup>, back_rank_drops: BackRankDrops) -> Boards {
        let mated =
            |board: &BoardName| setup[*board].position.status(back_rank_drops) == Status::Mate;
        Boards {
            positions: ByBoard::from_fn(|board| setup[board].position.clone()),
            reserves: BySeat::from_fn(|seat| *setup[seat.board()].reserves.get(seat.color())),
            mated: BoardName::ALL.into_iter().find(mated),
            back_rank_drops,
        }
    }

    /// Who is on move on that board.
    pub fn on_move(&self, board: BoardName) -> Seat {
        board.seat(self.positions[board].turn())
    }

    /// Plays a move of the player on move. What is not legal changes nothing.
    pub fn play(&mut self, board: BoardName, attempt: Attempt) -> Result<(), BoardsError> {
        if let Some(mated) = self.mated {
            return Err(BoardsError::Over(mated));
        }
        let seat = self.on_move(board);
        let reserve = &mut self.reserves[seat];
        let played = self.positions[board].play(attempt, reserve, self.back_rank_drops)?;
        if let Move::Drop { kind, .. } = attempt.action
            && !reserve.take(kind)
        {
            return Err(Unplayable::NotHeld.into());
        }
        if let Some(kind) = played.captured {
            self.reserves[seat.partner()].add(kind);
        }
        if played.position.status(self.back_rank_drops) == Status::Mate {
            self.mated = Some(board);
        }
        self.positions[board] = played.position;
        Ok(())
    }

    /// Plays a move of the player on move that is given in algebraic notation, and tells which it
    /// was.
    pub fn play_san(&mut self, board: BoardName, text: &str) -> Result<Move, BoardsError> {
        if let Some(mated) = self.mated {
            return Err(BoardsError::Over(mated));
        }
        let reserve = &self.reserves[self.on_move(board)];
        let action = find_san(&self.positions[board], text, reserve, self.back_rank_drops)?;
        self.play(board, action.into())?;
        Ok(action)
    }

    /// What may be dropped on the first and the eighth rank (R15).
    pub const fn back_rank_drops(&self) -> BackRankDrops {
        self.back_rank_drops
    }

    /// The board on which a player is mated, if one is (R18).
    pub const fn mated(&self) -> Option<BoardName> {
        self.mated
    }

    /// One board with both its reserves, as a FEN with brackets gives it.
    pub fn setup(&self, board: BoardName) -> Setup {
        let reserves = ByColor::new_with(|color| self.reserves[board.seat(color)]);
        Setup { position: self.positions[board].clone(), reserves }
    }
}
