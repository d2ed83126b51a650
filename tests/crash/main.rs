//! Kills the real program, or stops it, at random instants while a dozen matches are played over real sockets,
//! starts it again on the same data, and looks whether everything that was promised is there.
//!
//! `CATCHMATE_KILLS=1000 cargo test --test crash` kills it a thousand times;
//! `CATCHMATE_SEED` repeats a run's choices.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod client;
mod program;
mod table;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use program::Program;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use table::Table;
use tokio::task::JoinSet;

const TABLES: usize = 12;

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().map_or(default, |text| text.parse().unwrap())
}

#[allow(clippy::disallowed_methods, reason = "the instant of the kill is what this is about")]
async fn a_while(millis: u64) -> u64 {
    tokio::time::sleep(Duration::from_millis(millis)).await;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    u64::try_from(now.as_millis()).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_promised_survives_every_kill() {
    let (kills, seed) = (number("CATCHMATE_KILLS", 20), number("CATCHMATE_SEED", 1));
    let mut rng = StdRng::seed_from_u64(seed);
    let folder = tempfile::tempdir().unwrap();
    let mut tables: Vec<Table> = Vec::new();
    let (mut moves, mut ended) = (0, Vec::new());
    for kill in 0..kills {
        let mut program = Program::start(folder.path());
        let address = program.address;
        let mut playing = JoinSet::new();
        while tables.len() < TABLES {
            tables.push(Table::new(rng.random()));
        }
        for table in tables.drain(..) {
            playing.spawn(table.play(address));
        }
        let killed_at = a_while(rng.random_range(400..1400)).await;
        // Now and then it is asked to stop: that must come to the same.
        if kill % 5 == 4 {
            program.stop();
        } else {
            program.kill();
        }
        while let Some(table) = playing.join_next().await {
            let mut table =
                table.unwrap_or_else(|error| panic!("seed {seed}, kill {kill}: {error}"));
            table.killed_at = Some(killed_at);
            moves += table.take_count();
            match table {
                table if table.over() => ended.push(table),
                table if table.started() => tables.push(table),
                // Not even seated: its people have nothing to come back to.
                _ => {}
            }
        }
        // One of those that had ended is looked at again, from the disk.
        if let Some(table) = ended.pop() {
            let program = Program::start(folder.path());
            table.look_back(program.address).await;
        }
    }
    eprintln!("{kills} kills, {moves} moves, {} matches ended", ended.len());
    assert!(moves > kills, "hardly anything was played");
}
