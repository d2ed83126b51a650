//! `catchmate schedule`: the pairings of an evening.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::{Value, json};

use crate::evening::{Asked, Entrant, Round, Task, full, plan};
use crate::ids::{BySeat, Seat};

/// More people than any club room holds; the time to plan grows with them.
const MOST: usize = 400;
const MOST_ROUNDS: usize = 100;

/// Prints who plays with whom in each round of an evening: as a table, or as JSON
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// How many people play, 4 to 400
    #[arg(long, value_name = "N", required_unless_present = "names")]
    players: Option<usize>,
    /// How many rounds; without it a full rotation, which there is for 4 to 40 people
    #[arg(long, value_name = "R")]
    rounds: Option<usize>,
    /// Another number gives another schedule of the same quality
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The players' names, one a line, for the table
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    names: Option<PathBuf>,
    /// Prints JSON, with the players counted from 1
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> io::Result<ExitCode> {
    match args.schedule() {
        Ok((names, rounds)) => {
            let mut out = io::stdout().lock();
            if args.json {
                writeln!(out, "{}", as_json(names.len(), &rounds))?;
            } else {
                print_table(&mut out, &names, &rounds)?;
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(problem) => {
            eprintln!("catchmate: {problem}");
            Ok(ExitCode::from(2))
        }
    }
}

impl Args {
    /// Everybody's name, which is his number where none is given, and the rounds.
    fn schedule(&self) -> Result<(Vec<String>, Vec<Round>), String> {
        let names = self.names.as_deref().map(read_names).transpose()?;
        let count = self.players.or_else(|| names.as_ref().map(Vec::len)).unwrap_or(0);
        if !(4..=MOST).contains(&count) {
            return Err(format!("there can be 4 to {MOST} players, not {count}"));
        }
        let names = names.unwrap_or_else(|| (1..=count).map(|number| number.to_string()).collect());
        if names.len() != count {
            return Err(format!("there are {} names for {count} players", names.len()));
        }
        let rounds = match self.rounds {
            Some(rounds @ 1..=MOST_ROUNDS) => rounds,
            Some(rounds) => {
                return Err(format!("there can be 1 to {MOST_ROUNDS} rounds, not {rounds}"));
            }
            None => full(count)
                .ok_or("a full rotation is known for 4 to 40 players; say how many --rounds")?,
        };
        let there = (0..count).map(Entrant).collect();
        let asked = Asked { there, bye: Vec::new() };
        let task = Task {
            entrants: count,
            played: &[],
            rounds: vec![asked; rounds],
            apart: &[],
            seed: self.seed,
        };
        Ok((names, plan(&task)))
    }
}

fn read_names(path: &Path) -> Result<Vec<String>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(text.lines().map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect())
}

fn as_json(players: usize, rounds: &[Round]) -> Value {
    let number = |entrant: &Entrant| entrant.0 + 1;
    let round = |round: &Round| {
        let table = |table: &BySeat<Entrant>| -> Value {
            table.iter().map(|(seat, one)| (seat.name().to_owned(), json!(number(one)))).collect()
        };
        let byes: Vec<usize> = round.byes.iter().map(number).collect();
        json!({ "tables": round.tables.iter().map(table).collect::<Vec<_>>(), "byes": byes })
    };
    json!({ "players": players, "rounds": rounds.iter().map(round).collect::<Vec<_>>() })
}

fn print_table(out: &mut impl Write, names: &[String], rounds: &[Round]) -> io::Result<()> {
    let widest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(7);
    let name = |entrant: Entrant| &names[entrant.0];
    for (number, round) in (1..).zip(rounds) {
        let round_number = format!("Round {number}");
        let seats = Seat::ALL.map(Seat::name);
        write!(out, "{round_number:<10}")?;
        for seat in seats {
            write!(out, "  {seat:<widest$}")?;
        }
        writeln!(out)?;
        for (number, table) in (1..).zip(&round.tables) {
            write!(out, "Table {number:<4}")?;
            for (_, entrant) in table.iter() {
                write!(out, "  {:<widest$}", name(*entrant))?;
            }
            writeln!(out)?;
        }
        if !round.byes.is_empty() {
            let byes: Vec<&str> = round.byes.iter().map(|one| name(*one).as_str()).collect();
            writeln!(out, "Bye         {}", byes.join(", "))?;
        }
        writeln!(out)?;
    }
    Ok(())
}
