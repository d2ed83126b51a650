//! Playing a record through, under the rules of Catch or of bughouse.

use super::{BpgnGame, BpgnMove};
use crate::game::bughouse::{BughouseBoards, BughouseError};
use crate::game::{Boards, BoardsError, Replayed, ReplayedMove};
use crate::ids::{BoardName, ByBoard, BySeat, Millis, Seat};
use crate::rules::{BackRankDrops, FenError, Move, Reserve, Setup, Status};

/// Why a game cannot be played through.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BpgnReplayProblem {
    /// A tag with a position.
    #[error("the tag {0}: {1}")]
    Fen(&'static str, FenError),
    /// The tag with the option of R15.
    #[error("the tag BackRankDrops is `no_pawns` or `none`")]
    BackRankDrops,
    /// The move of a player who is not on move.
    #[error("line {0}: {1} is not on move")]
    NotOnMove(usize, Seat),
    /// A move that cannot be played.
    #[error("line {0}: `{1}`: {2}")]
    Move(usize, String, BoardsError),
    /// A move that cannot be played under the rules of bughouse.
    #[error("line {0}: `{1}`: {2}")]
    Bughouse(usize, String, BughouseError),
    /// Positions that cannot be played from under the rules of bughouse.
    #[error("the tags FenA and FenB: {0}")]
    BughouseStart(BughouseError),
}

impl BpgnReplayProblem {
    /// Whether the text of the problem names a line; the others concern the whole record.
    pub const fn names_line(&self) -> bool {
        use BpgnReplayProblem as Problem;
        matches!(self, Problem::NotOnMove(..) | Problem::Move(..) | Problem::Bughouse(..))
    }
}

impl BpgnGame {
    /// Plays the game through, from the positions of its tags; in an error stands the number of
    /// the move, counted from 0. What may be dropped on ranks 1 and 8 says the game's tag
    /// `BackRankDrops`, and without it the caller.
    pub fn replay(&self, otherwise: BackRankDrops) -> Result<Boards, (usize, BpgnReplayProblem)> {
        self.play(self.start(otherwise)?, |_, _, _| {})
    }

    /// Plays the record through under the rules of Catch, and keeps how things stood after each
    /// move.
    pub fn play_catch(&self) -> Result<Replayed, (usize, BpgnReplayProblem)> {
        let start = self.start(BackRankDrops::NoPawns)?;
        let mut replayed = self.at_start(
            ByBoard::from_fn(|board| start.setup(board).position.to_string()),
            reserves(&start),
        );
        let mut clocks = BySeat([replayed.initial; 4]);
        self.play(start, |made, action, boards| {
            let Setup { position, .. } = boards.setup(made.seat.board());
            let seat = made.seat.board().seat(!position.turn());
            clocks[seat] = made.left.or(clocks[seat]);
            replayed.moves.push(ReplayedMove {
                seat,
                action: action.to_string(),
                san: made.san.clone(),
                fen: position.to_string(),
                status: position.status(boards.back_rank_drops()),
                reserves: reserves(boards),
                clocks,
                spent: None,
                at: None,
            });
        })?;
        Ok(replayed)
    }

    /// Plays the record through under the rules of bughouse: pawns promote, and drops may give
    /// check and mate. A mate ends nothing here: the record says how the match ended.
    pub fn play_bughouse(&self) -> Result<Replayed, (usize, BpgnReplayProblem)> {
        let setup = self.setup().map_err(|problem| (0, problem))?;
        let mut replayed = self.at_start(
            ByBoard::from_fn(|board| setup[board].position.to_string()),
            crate::game::state::initial_reserves(&setup),
        );
        let mut boards = BughouseBoards::new(&replayed.start, replayed.reserves)
            .map_err(|error| (0, BpgnReplayProblem::BughouseStart(error)))?;
        let mut clocks = BySeat([replayed.initial; 4]);
        let letters_tell_colors = self.letters_tell_colors();
        for (at, made) in self.moves.iter().enumerate() {
            let board = made.seat.board();
            let seat = boards.on_move(board);
            if letters_tell_colors && seat != made.seat {
                return Err((at, BpgnReplayProblem::NotOnMove(made.line, made.seat)));
            }
            let played = boards.play_san(board, &made.san).map_err(|error| {
                (at, BpgnReplayProblem::Bughouse(made.line, made.san.clone(), error))
            })?;
            clocks[seat] = made.left.or(clocks[seat]);
            replayed.moves.push(ReplayedMove {
                seat,
                action: played.action,
                san: made.san.clone(),
                fen: played.fen,
                status: if played.check { Status::Check } else { Status::Open },
                reserves: boards.reserves(),
                clocks,
                spent: None,
                at: None,
            });
        }
        Ok(replayed)
    }

    /// Plays all moves under the rules of Catch; after each it is told with how things stand.
    fn play(
        &self,
        mut boards: Boards,
        mut then: impl FnMut(&BpgnMove, Move, &Boards),
    ) -> Result<Boards, (usize, BpgnReplayProblem)> {
        let letters_tell_colors = self.letters_tell_colors();
        for (at, made) in self.moves.iter().enumerate() {
            let board = made.seat.board();
            if letters_tell_colors && boards.on_move(board) != made.seat {
                return Err((at, BpgnReplayProblem::NotOnMove(made.line, made.seat)));
            }
            let action = boards.play_san(board, &made.san).map_err(|error| {
                (at, BpgnReplayProblem::Move(made.line, made.san.clone(), error))
            })?;
            then(made, action, &boards);
        }
        Ok(boards)
    }

    /// Some programs give a board's letter in upper case whoever moves.
    fn letters_tell_colors(&self) -> bool {
        self.moves.iter().any(|made| made.seat.color().is_black())
    }

    fn at_start(&self, start: ByBoard<String>, reserves: BySeat<Reserve>) -> Replayed {
        let moves = Vec::with_capacity(self.moves.len());
        Replayed { start, reserves, initial: self.initial(), moves }
    }

    /// The time that everyone began with, as the tag `TimeControl` tells it: `300+3`, `180`.
    fn initial(&self) -> Option<Millis> {
        let control = self.tag("TimeControl")?;
        let seconds: u64 = control.split('+').next()?.trim().parse().ok()?;
        Some(Millis::from_secs(seconds.min(86_400)))
    }

    fn start(&self, otherwise: BackRankDrops) -> Result<Boards, (usize, BpgnReplayProblem)> {
        let back_rank_drops = match self.tag("BackRankDrops") {
            None => otherwise,
            Some("no_pawns") => BackRankDrops::NoPawns,
            Some("none") => BackRankDrops::None,
            Some(_) => return Err((0, BpgnReplayProblem::BackRankDrops)),
        };
        let setup = self.setup().map_err(|problem| (0, problem))?;
        Ok(Boards::new(&setup, back_rank_drops))
    }

    /// Both boards at the start, as the tags give them.
    fn setup(&self) -> Result<ByBoard<Setup>, BpgnReplayProblem> {
        let mut setup = ByBoard([Setup::initial(), Setup::initial()]);
        // Other programs write both boards in one tag.
        let both = self.tag("FEN").and_then(|both| both.split_once('|'));
        for (board, tag, fen) in [
            (BoardName::A, "FEN", both.map(|(a, _)| a)),
            (BoardName::B, "FEN", both.map(|(_, b)| b)),
            (BoardName::A, "FenA", self.tag("FenA")),
            (BoardName::B, "FenB", self.tag("FenB")),
        ] {
            if let Some(fen) = fen {
                setup[board] = fen.parse().map_err(|error| BpgnReplayProblem::Fen(tag, error))?;
            }
        }
        Ok(setup)
    }
}

fn reserves(boards: &Boards) -> BySeat<Reserve> {
    BySeat::from_fn(|seat: Seat| *boards.setup(seat.board()).reserves.get(seat.color()))
}
