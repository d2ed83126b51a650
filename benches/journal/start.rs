//! How long a start takes on a folder with a long past.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use catchmate::game::{Ending, Event, Outcome};
use catchmate::ids::{self, MatchId, PlayerId};
use catchmate::journal::{Person, Record, SqliteJournal};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::{players, server, shared, size};

/// How many of its records each ended match has, the end included: a short match of two boards.
const RECORDS: usize = 60;
/// How many matches run when the server starts.
const LIVE: usize = 12;
/// One new person for so many matches.
const MATCHES_OF_A_PERSON: u64 = 4;

pub async fn measure(ended: u64) -> Value {
    let empty = TempDir::new().unwrap();
    let nothing = start(empty.path(), 0).await;
    let folder = TempDir::new().unwrap();
    fill(folder.path(), ended).await;
    let bytes = size(folder.path());
    let mut seconds = Vec::new();
    for _ in 0..3 {
        seconds.push(start(folder.path(), LIVE).await.as_secs_f64());
    }
    eprintln!("{ended} ended matches: started in {seconds:.3?} s, on {bytes} bytes");
    json!({
        "ended_matches": ended,
        "records_of_each": RECORDS,
        "live_matches": LIVE,
        "database_bytes": bytes,
        "seconds": seconds.iter().map(|time| (time * 1000.0).round() / 1000.0).collect::<Vec<_>>(),
        "seconds_with_nothing_kept": (nothing.as_secs_f64() * 1000.0).round() / 1000.0,
    })
}

/// Real records of one match, under many names.
async fn fill(folder: &Path, ended: u64) {
    let server = server::on_disk(folder).await;
    let tables = players::sit_down(server.address, LIVE).await;
    players::play_for(tables, Duration::from_secs(1)).await;
    server.stop().await;
    let journal = Arc::new(SqliteJournal::open(folder).unwrap());
    let journal = shared(&journal);
    let live = journal.live().await.unwrap();
    let mut records = journal.read(&live[0], 0).await.unwrap();
    records.truncate(RECORDS - 1);
    let at = records.last().unwrap()[0].at;
    records.push(Record::from([Event::Over(Outcome::draw(Ending::Agreement, None)).at(at)]));
    let mut pending = Vec::new();
    for number in 0..ended {
        let id = MatchId(format!("past-{number}").into());
        for (seq, record) in records.iter().enumerate() {
            pending.push(journal.append(&id, seq as u64, Arc::clone(record)));
        }
        if number % MATCHES_OF_A_PERSON == 0 {
            let mut token = [0; 32];
            token[..8].copy_from_slice(&number.to_le_bytes());
            let id = PlayerId(format!("person-{number}").into());
            pending.push(journal.add_person(Person { id, name: format!("Anna {number}"), token }));
        }
        if pending.len() > 10_000 {
            for appended in pending.drain(..) {
                appended.await.unwrap();
            }
        }
    }
    for appended in pending {
        appended.await.unwrap();
    }
    journal.note_alive(ids::Instant(at.0 + 1)).await.unwrap();
}

/// Starts a server, and waits until it shows its live matches.
async fn start(folder: &Path, live: usize) -> Duration {
    let started = Instant::now();
    let server = server::on_disk(folder).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let request = "GET /api/matches HTTP/1.1\r\nHost: club\r\nConnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let taken = started.elapsed();
    assert_eq!(answer.matches("\"phase\"").count(), live, "{answer}");
    server.stop().await;
    taken
}
