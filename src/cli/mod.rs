//! The command line: one file for each subcommand.

mod backup;
mod export;
mod games;
mod greeting;
mod import;
mod lines;
mod missed;
mod perft;
mod position;
mod replay;
mod restore;
mod schedule;
mod schema;
mod serve;

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};

use crate::rules::BackRankDrops;

/// The server on which a chess club plays Catch, the Swiss form of bughouse.
#[derive(Parser, Debug)]
#[command(name = "catchmate", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Position(position::Args),
    Perft(perft::Args),
    Replay(replay::Args),
    Serve(serve::Args),
    Backup(backup::Args),
    Restore(restore::Args),
    Export(export::Args),
    Import(import::Args),
    Schedule(schedule::Args),
    Schema(schema::Args),
}

/// Runs the command that the program's arguments name. Wrong arguments end the process with a
/// message and exit status 2.
pub fn run() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Position(args) => position::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Serve(args) => Ok(serve::run(&args)),
        Command::Backup(args) => Ok(backup::run(&args)),
        Command::Restore(args) => Ok(restore::run(&args)),
        Command::Export(args) => export::run(args),
        Command::Import(args) => import::run(&args),
        Command::Schedule(args) => schedule::run(&args),
        Command::Schema(_) => schema::run().map(|()| ExitCode::SUCCESS),
    };
    match result {
        Ok(code) => code,
        // Whoever read the output has seen enough (`catchmate position < FENS | head`).
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("catchmate: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The option `--back-rank-drops` (R15).
#[derive(clap::Args, Clone, Copy, Debug)]
struct BackRankOption {
    /// What may be dropped on ranks 1 and 8
    #[arg(long = "back-rank-drops", value_enum, value_name = "OPTION", default_value_t)]
    value: BackRank,
}

impl BackRankOption {
    const fn get(self) -> BackRankDrops {
        match self.value {
            BackRank::NoPawns => BackRankDrops::NoPawns,
            BackRank::None => BackRankDrops::None,
        }
    }
}

/// [`BackRankDrops`] as the command line names it, which are the names of the match's options.
#[derive(ValueEnum, Clone, Copy, Default, Debug)]
#[value(rename_all = "snake_case")]
enum BackRank {
    /// Everything but pawns
    #[default]
    NoPawns,
    /// Nothing at all
    None,
}
