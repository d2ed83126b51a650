//! `catchmate position`: what may be played in a position.

use std::io;
use std::process::ExitCode;

use serde::{Serialize, Serializer};

use super::BackRankOption;
use super::lines::{BadLine, answer_lines};
use crate::rules::{BackRankDrops, FenError, Move, Setup};

/// Reads FENs with reserves, one a line, from standard input and prints for each a line of JSON
/// with the legal moves and the status of the player on move
///
/// A line looks like {"fen":FEN,"moves":[UCI,…],"status":STATUS}, or {"error":…} for a line that
/// holds no position. The FEN comes back as it is understood: a castling right without its king
/// and rook is dropped, and so is an en passant square on which nothing can be captured.
///
/// Exit status: 0, or 1 if a line was bad.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    back_rank_drops: BackRankOption,
}

#[derive(Serialize)]
struct Report {
    fen: String,
    moves: Vec<Uci>,
    status: &'static str,
}

#[derive(Serialize)]
struct ErrorReport {
    error: String,
}

#[derive(Debug, thiserror::Error)]
enum LineError {
    #[error(transparent)]
    Line(#[from] BadLine),
    #[error(transparent)]
    Fen(#[from] FenError),
}

/// A move as JSON. All moves are four letters of ASCII, and sort by them.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Uci([char; 4]);

impl Serialize for Uci {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut buffer = [0; 16];
        let mut end = 0;
        for letter in self.0 {
            end += letter.encode_utf8(&mut buffer[end..]).len();
        }
        serializer.serialize_str(str::from_utf8(&buffer[..end]).unwrap_or_default())
    }
}

pub(super) fn run(args: &Args) -> io::Result<ExitCode> {
    let back_rank_drops = args.back_rank_drops.get();
    answer_lines(io::stdin().lock(), io::stdout().lock(), |line| {
        let read = line.map_err(LineError::from);
        read.and_then(|line| Ok(report(&line.parse()?, back_rank_drops)))
            .map_err(|error| ErrorReport { error: error.to_string() })
    })
}

fn report(setup: &Setup, back_rank_drops: BackRankDrops) -> Report {
    let position = &setup.position;
    let reserve = setup.reserves.get(position.turn());
    let moves = position.legal_moves(reserve, back_rank_drops);
    let mut moves: Vec<Uci> = moves.into_iter().map(Move::letters).map(Uci).collect();
    moves.sort_unstable();
    Report { fen: setup.to_string(), moves, status: position.status(back_rank_drops).name() }
}
