//! What the journal costs: `make bench-journal`. Prints one JSON object of figures on standard
//! output.
//!
//! - moves a second that clients see answered over real WebSockets, with the journal on disk and in
//!   memory in turns, at 1, 50 and 500 matches, and the ratio of the two;
//! - commits a second, one after the other, and records a second when 500 wait at a time;
//! - bytes on disk for each move;
//! - how long the server takes to accept connections on a folder with many ended matches and a few
//!   live ones, and the same with nothing kept.
//!
//! `CATCHMATE_SECONDS` (3) is how long each run lasts, `CATCHMATE_ROUNDS` (3) how many there are of
//! each, `CATCHMATE_ENDED` (100000) how many ended matches there are.
#![allow(clippy::disallowed_methods, reason = "it measures time")]
#![allow(clippy::unwrap_used, reason = "it fails by panicking")]
#![allow(clippy::cast_precision_loss, reason = "figures are printed rounded")]

mod players;
mod server;
mod start;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use catchmate::game::Event;
use catchmate::ids::{self, MatchId, Seat};
use catchmate::journal::{DATABASE, Journal, Record, SqliteJournal};
use serde_json::{Value, json};
use tempfile::TempDir;

use server::{Running, in_memory, on_disk};

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |text| text.parse().unwrap())
}

fn main() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let figures = runtime.block_on(measure());
    println!("{figures:#}");
}

async fn measure() -> Value {
    let mut ratios = Vec::new();
    for matches in [1, 50, 500] {
        ratios.push(compare(matches).await);
    }
    json!({
        "moves_per_second": ratios,
        "commits": commits().await,
        "bytes_per_move": bytes_per_move().await,
        "start": start::measure(setting("CATCHMATE_ENDED", 100_000)).await,
    })
}

/// Moves a second with both journals, in turns.
async fn compare(matches: usize) -> Value {
    let seconds = Duration::from_secs(setting("CATCHMATE_SECONDS", 3));
    let (mut disk, mut memory) = (Vec::new(), Vec::new());
    for _ in 0..setting("CATCHMATE_ROUNDS", 3) {
        let folder = TempDir::new().unwrap();
        disk.push(rate(on_disk(folder.path()).await, matches, seconds).await);
        memory.push(rate(in_memory().await, matches, seconds).await);
    }
    let (disk, memory) = (median(disk), median(memory));
    eprintln!("{matches} matches: {disk:.0} moves/s on disk, {memory:.0} in memory");
    json!({
        "matches": matches,
        "disk": disk.round(),
        "memory": memory.round(),
        "ratio": (disk / memory * 1000.0).round() / 1000.0,
    })
}

async fn rate(server: Running, matches: usize, time: Duration) -> f64 {
    let tables = players::sit_down(server.address, matches).await;
    let moves = players::play_for(tables, time).await;
    server.stop().await;
    moves as f64 / time.as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn record(at: u64) -> Record {
    Record::from([Event::Called { seat: Seat::AWhite }.at(ids::Instant(at))])
}

/// The journal alone.
async fn commits() -> Value {
    let folder = TempDir::new().unwrap();
    let journal = SqliteJournal::open(folder.path()).unwrap();
    let time = Duration::from_secs(setting("CATCHMATE_SECONDS", 3));
    let (started, id) = (Instant::now(), MatchId("one".into()));
    let mut alone = 0;
    while started.elapsed() < time {
        journal.append(&id, alone, record(alone)).await.unwrap();
        alone += 1;
    }
    let alone = alone as f64 / started.elapsed().as_secs_f64();
    let (started, mut rounds) = (Instant::now(), 0);
    let all: Vec<MatchId> = (0..500).map(|n| MatchId(format!("m{n}").into())).collect();
    while started.elapsed() < time {
        let pending: Vec<_> =
            all.iter().map(|id| journal.append(id, rounds, record(rounds))).collect();
        for appended in pending {
            appended.await.unwrap();
        }
        rounds += 1;
    }
    let together = (rounds * 500) as f64 / started.elapsed().as_secs_f64();
    eprintln!("{alone:.0} commits/s, {together:.0} records/s of 500 matches");
    json!({ "per_second": alone.round(), "records_per_second_500_waiting": together.round() })
}

async fn bytes_per_move() -> Value {
    let folder = TempDir::new().unwrap();
    let server = on_disk(folder.path()).await;
    let tables = players::sit_down(server.address, 50).await;
    let moves = players::play_for(tables, Duration::from_secs(2)).await;
    server.stop().await;
    json!((size(folder.path()) as f64 / moves as f64).round())
}

/// How large the database is once it is closed.
fn size(folder: &Path) -> u64 {
    folder.join(DATABASE).metadata().unwrap().len()
}

/// For whoever wants the trait.
fn shared(journal: &Arc<SqliteJournal>) -> Arc<dyn Journal> {
    Arc::<SqliteJournal>::clone(journal)
}
