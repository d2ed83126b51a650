//! `catchmate replay`: whole matches, move by move.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde::{Deserialize, Serialize};

use super::BackRankOption;
use super::games::Games;
use super::lines::{BUFFER, BadLine, answer_lines, write_answer};
use crate::game::{Boards, BoardsError, BpgnGame};
use crate::ids::{BoardName, ByBoard};
use crate::rules::{Attempt, BackRankDrops, MoveSyntaxError, Setup};

/// Reads matches, one a line, from standard input, plays them from the start and prints for each a
/// line of JSON with what they come to
///
/// A match is {"moves":["A e2e4","B g1f3",…]}, in the order played; other keys are ignored. A line
/// of the answer looks like {"boards":{"A":FEN,"B":FEN},"end":null}, where the end may be
/// {"board":"A","by":"mate"}, or {"error":…,"at":INDEX} at the first move that cannot be played,
/// counted from 0. A line that is no match is an error at 0.
///
/// With --bpgn the matches are the records of a file. A line of the answer then also has "result",
/// that of team 1, and "termination", as the record gives them, or null. A record may begin from
/// other positions, and says itself what may be dropped on ranks 1 and 8.
///
/// Exit status: 0, or 1 if a line or a record was bad, or the file cannot be read.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    back_rank_drops: BackRankOption,
    /// Reads the records in this file instead, in BPGN
    #[arg(long, value_name = "FILE")]
    bpgn: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Game {
    moves: Vec<String>,
}

#[derive(Serialize)]
struct Report {
    boards: Fens,
    end: Option<End>,
}

#[derive(Serialize)]
struct RecordReport {
    #[serde(flatten)]
    replayed: Report,
    result: Option<String>,
    termination: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "UPPERCASE")]
struct Fens {
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
    Boards(#[from] BoardsError),
}

pub(super) fn run(args: &Args) -> io::Result<ExitCode> {
    let back_rank_drops = args.back_rank_drops.get();
    if let Some(path) = &args.bpgn {
        return run_bpgn(path, back_rank_drops);
    }
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
    let start = ByBoard([Setup::initial(), Setup::initial()]);
    let mut boards = Boards::new(&start, back_rank_drops);
    for (at, text) in game.moves.iter().enumerate() {
        play(&mut boards, text).map_err(|error| ErrorReport { error: error.to_string(), at })?;
    }
    Ok(Report::from(&boards))
}

fn play(boards: &mut Boards, text: &str) -> Result<(), MoveError> {
    let (board, attempt) = match text.split_once(' ') {
        Some(("A", text)) => (BoardName::A, text.parse::<Attempt>()?),
        Some(("B", text)) => (BoardName::B, text.parse()?),
        _ => return Err(MoveError::Board),
    };
    Ok(boards.play(board, attempt)?)
}

impl From<&Boards> for Report {
    fn from(boards: &Boards) -> Report {
        let fen = |board| boards.setup(board).to_string();
        Report {
            boards: Fens { a: fen(BoardName::A), b: fen(BoardName::B) },
            end: boards.mated().map(|board| End { board: board.to_string(), by: "mate" }),
        }
    }
}

/// Plays the records of a BPGN file through.
fn run_bpgn(path: &Path, back_rank_drops: BackRankDrops) -> io::Result<ExitCode> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) => return Ok(unreadable(path, &error)),
    };
    let mut output = BufWriter::with_capacity(BUFFER, io::stdout().lock());
    let mut games = Games::new(BufReader::with_capacity(BUFFER, file));
    let (mut any, mut all_good) = (false, true);
    loop {
        let game = match games.next_game() {
            Ok(Some(game)) => game,
            Ok(None) => break,
            Err(error) => {
                output.flush()?;
                return Ok(unreadable(path, &error));
            }
        };
        let answer = game
            .map_err(|error| ErrorReport { error: error.to_string(), at: error.at })
            .and_then(|game| replay_record(&game, back_rank_drops));
        any = true;
        all_good &= write_answer(&mut output, &answer)?;
    }
    output.flush()?;
    if !any {
        eprintln!("catchmate: there is no game in {}", path.display());
        return Ok(ExitCode::FAILURE);
    }
    Ok(if all_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn unreadable(path: &Path, error: &io::Error) -> ExitCode {
    eprintln!("catchmate: {} cannot be read: {error}", path.display());
    ExitCode::FAILURE
}

fn replay_record(
    game: &BpgnGame,
    back_rank_drops: BackRankDrops,
) -> Result<RecordReport, ErrorReport> {
    let boards = game
        .replay(back_rank_drops)
        .map_err(|(at, problem)| ErrorReport { error: problem.to_string(), at })?;
    let owned = |text: Option<&str>| text.map(str::to_owned);
    let (result, termination) = (owned(game.result()), owned(game.tag("Termination")));
    Ok(RecordReport { replayed: Report::from(&boards), result, termination })
}
