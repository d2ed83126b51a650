//! Real matches: each of `tests/data/matches.jsonl` is played by four clients while two spectators
//! watch, then ended, and its record read back.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

use catchmate::config::Config;
use catchmate::journal::MemoryJournal;
use catchmate::server::Clock as _;
use futures::future::join_all;
use serde_json::{Value, json};

use crate::support::{EVENING, TestServer};
use game::Game;

mod game;
mod viewer;

/// So many matches are played at once.
const AT_ONCE: usize = 20;

/// How a match ends that does not end by mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ending {
    Resignation,
    Agreement,
    Flag,
    Ruling,
}

/// A match of the file.
struct Script {
    moves: Vec<(String, String)>,
    fens: HashMap<String, String>,
    mated_on: Option<String>,
}

impl Script {
    fn all() -> Vec<Script> {
        let vectors = include_str!("../data/matches.jsonl").lines();
        let vectors = vectors.map(|line| serde_json::from_str::<Value>(line).unwrap());
        vectors.map(|vector| Script::of(&vector)).collect()
    }

    fn of(vector: &Value) -> Script {
        let split = |text: &Value| {
            let (board, action) = text.as_str().unwrap().split_once(' ').unwrap();
            (board.to_owned(), action.to_owned())
        };
        let fens = vector["boards"].as_object().unwrap().iter();
        Script {
            moves: vector["moves"].as_array().unwrap().iter().map(split).collect(),
            fens: fens.map(|(name, fen)| (name.clone(), fen.as_str().unwrap().into())).collect(),
            mated_on: vector["end"]["board"].as_str().map(str::to_owned),
        }
    }
}

/// Plays these matches side by side to their ends, and gives the records.
async fn play_all(server: &TestServer, batch: Vec<(usize, Script, Option<Ending>)>) -> Vec<String> {
    let mut games = Vec::new();
    for (_, script, ending) in batch {
        games.push(Game::start(server, script, ending).await);
    }
    let longest = games.iter().map(|game| game.script.moves.len()).max().unwrap();
    for number in 0..longest {
        server.advance(50 + (number as u64 * 397) % 800);
        let now = server.clock.now().0;
        join_all(games.iter_mut().map(|game| game.play(number, now))).await;
    }
    server.advance(123);
    let mut ended_at = server.clock.now().0;
    for game in &mut games {
        let (status, _) = server.get(&format!("/api/matches/{}/bpgn", game.id), None).await;
        assert_eq!(status, if game.ending.is_none() { 200 } else { 409 });
    }
    for (turn, game) in games.iter_mut().enumerate() {
        game.end(server, turn).await;
    }
    let mut records = vec![String::new(); games.len()];
    let mut waiting = Vec::new();
    for (index, game) in games.iter_mut().enumerate() {
        if game.ending == Some(Ending::Flag) {
            waiting.push((game.first_fall(ended_at), index));
        } else {
            records[index] = game.check(server, ended_at).await;
        }
    }
    // The flags fall one after the other.
    waiting.sort_unstable();
    for ((falls_at, fallen), index) in waiting {
        // A while past the fall, the server waits no longer for what came before it.
        let until = (falls_at + 50).saturating_sub(ended_at);
        server.advance(until);
        ended_at += until;
        games[index].claim(fallen).await;
        records[index] = games[index].check(server, ended_at).await;
    }
    records
}

/// The records, replayed by the program, come to the ends of the file.
fn check_replayed(records: &str, expected: &[(HashMap<String, String>, Option<String>)]) {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), records).unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_catchmate"))
        .args(["replay", "--bpgn"])
        .arg(file.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let lines: Vec<Value> = str::from_utf8(&output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), expected.len());
    for (line, (fens, mated_on)) in lines.iter().zip(expected) {
        for (board, fen) in fens {
            assert!(line["boards"][board].as_str().unwrap().starts_with(&format!("{fen} ")));
        }
        let end = mated_on.as_ref().map(|board| json!({ "board": board, "by": "mate" }));
        assert_eq!(line["end"], end.unwrap_or_default());
        assert_eq!(line["termination"] == "mate", mated_on.is_some());
    }
}

#[tokio::test]
async fn the_matches_of_the_file_are_played_watched_ended_and_read_back() {
    let mut config = Config::default();
    // Spectators say nothing for long, by the scripted clock.
    (config.limits.ping_after_s, config.limits.silent_after_s) = (3600, 7200);
    let server = TestServer::with(config, Arc::new(MemoryJournal::default())).await;
    assert_eq!(server.clock.now(), EVENING);

    let endings =
        [Ending::Resignation, Ending::Agreement, Ending::Flag, Ending::Ruling].iter().copied();
    let mut endings = endings.cycle();
    let mut scripts = Vec::new();
    let mut expected = Vec::new();
    for (number, script) in Script::all().into_iter().enumerate() {
        expected.push((script.fens.clone(), script.mated_on.clone()));
        let ending = if script.mated_on.is_none() { endings.next() } else { None };
        scripts.push((number, script, ending));
    }
    assert_eq!(scripts.len(), 120);
    let mut records = String::new();
    while !scripts.is_empty() {
        let rest = scripts.split_off(scripts.len().min(AT_ONCE));
        for record in play_all(&server, std::mem::replace(&mut scripts, rest)).await {
            writeln!(records, "{record}").unwrap();
        }
    }
    check_replayed(&records, &expected);
    server.stop().await;
}
