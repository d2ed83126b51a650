//! `catchmate replay`: whole matches, move by move.

use std::io;
use std::process::ExitCode;

use serde::{Deserialize, Serialize};
use shakmaty::ByColor;

use super::BackRankOption;
use super::lines::{BadLine, answer_lines};
use crate::ids::{BoardName, ByBoard, BySeat};
use crate::rules::{
    Attempt, BackRankDrops, Move, MoveSyntaxError, Position, Reserve, Setup, Status, Unplayable,
};

/// Reads matches, one a line, from standard input, plays them from the start and prints for each a
/// line of JSON with what they come to
///
/// A match is {"moves":["A e2e4","B g1f3",…]}, in the order played; other keys are ignored. A line
/// of the answer looks like {"boards":{"A":FEN,"B":FEN},"end":null}, where the end may be
/// {"board":"A","by":"mate"}, or {"error":…,"at":INDEX} at the first move that cannot be played,
/// counted from 0. A line that is no match is an error at 0.
///
/// Exit status: 0, or 1 if a line was bad.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    back_rank_drops: BackRankOption,
}

#[derive(Deserialize)]
struct Game {
    moves: Vec<String>,
}

#[derive(Serialize)]
struct Report {
    boards: Boards,
    end: Option<End>,
}

#[derive(Serialize)]
#[serde(rename_all = "UPPERCASE")]
struct Boards {
    a: String,
    b: String,
}

#[derive(Serialize)]
struct End {
    board: String,
    by: &'static str,
}

#[derive(Serialize)]
struct ErrorReport {
    error: String,
    at: usize,
}

#[derive(Debug, thiserror::Error)]
enum LineError {
    #[error(transparent)]
    Line(#[from] BadLine),
    #[error("not a match such as {{\"moves\":[\"A e2e4\"]}}: {0}")]
    Json(#[from] serde_json::Error),
    #[error("a match is a JSON object such as {{\"moves\":[\"A e2e4\"]}}")]
    NoObject,
}

#[derive(Debug, thiserror::Error)]
enum MoveError {
    #[error("a move of a match names its board, like `A e2e4` or `B N@f3`")]
    Board,
    #[error(transparent)]
    Syntax(#[from] MoveSyntaxError),
    #[error(transparent)]
    Unplayable(#[from] Unplayable),
    #[error("the match has ended by mate on board {0}")]
    Over(BoardName),
}

pub(super) fn run(args: &Args) -> io::Result<ExitCode> {
    let back_rank_drops = args.back_rank_drops.get();
    answer_lines(io::stdin().lock(), io::stdout().lock(), |line| {
        let game = read(line).map_err(|error| ErrorReport { error: error.to_string(), at: 0 })?;
        replay(&game, back_rank_drops)
    })
}

fn read(line: Result<&str, BadLine>) -> Result<Game, LineError> {
    let line = line?;
    // Serde would also take an array of the fields.
    if !line.starts_with('{') {
        return Err(LineError::NoObject);
    }
    Ok(serde_json::from_str(line)?)
}

fn replay(game: &Game, back_rank_drops: BackRankDrops) -> Result<Report, ErrorReport> {
    let mut table = Table::new(back_rank_drops);
    for (at, text) in game.moves.iter().enumerate() {
        table.play(text).map_err(|error| ErrorReport { error: error.to_string(), at })?;
    }
    Ok(table.report())
}

/// Two boards and four reserves, without clocks.
struct Table {
    boards: ByBoard<Position>,
    reserves: BySeat<Reserve>,
    mated: Option<BoardName>,
    back_rank_drops: BackRankDrops,
}

impl Table {
    fn new(back_rank_drops: BackRankDrops) -> Table {
        Table {
            boards: ByBoard::default(),
            reserves: BySeat::default(),
            mated: None,
            back_rank_drops,
        }
    }

    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let (board, attempt) = match text.split_once(' ') {
            Some(("A", text)) => (BoardName::A, text.parse::<Attempt>()?),
            Some(("B", text)) => (BoardName::B, text.parse()?),
            _ => return Err(MoveError::Board),
        };
        if let Some(mated) = self.mated {
            return Err(MoveError::Over(mated));
        }
        let seat = board.seat(self.boards[board].turn());
        let reserve = &mut self.reserves[seat];
        let played = self.boards[board].play(attempt, reserve, self.back_rank_drops)?;
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
        self.boards[board] = played.position;
        Ok(())
    }

    fn fen(&self, board: BoardName) -> String {
        let reserves = ByColor::new_with(|color| self.reserves[board.seat(color)]);
        Setup { position: self.boards[board].clone(), reserves }.to_string()
    }

    fn report(&self) -> Report {
        Report {
            boards: Boards { a: self.fen(BoardName::A), b: self.fen(BoardName::B) },
            end: self.mated.map(|board| End { board: board.to_string(), by: "mate" }),
        }
    }
}
