//! `catchmate perft`: counting the leaves of the tree of legal moves.

use std::io::{self, Write};
use std::process::ExitCode;

use super::BackRankOption;
use crate::rules::{Setup, perft};

/// Prints the number of leaf nodes of one board, where the reserves shrink by what is dropped and
/// a capture feeds nobody
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The position, with reserves in brackets; put it in quotes
    fen: Setup,
    /// How many moves deep; each takes about as many times longer as there are moves
    #[arg(value_parser = clap::value_parser!(u32).range(..=64))]
    depth: u32,
    #[command(flatten)]
    back_rank_drops: BackRankOption,
}

pub(super) fn run(args: &Args) -> io::Result<ExitCode> {
    let Setup { position, reserves } = &args.fen;
    let nodes = perft(position, reserves, args.back_rank_drops.get(), args.depth);
    writeln!(io::stdout(), "{nodes}")?;
    Ok(ExitCode::SUCCESS)
}
