//! Power loss: what the disk is left with when everything stops at once. The real program is
//! watched while people play on it, call by call; the files are copied in between.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod copies;
#[path = "../crash/program.rs"]
mod program;
#[path = "../server/support.rs"]
mod support;
mod synced;
#[path = "../faults/table.rs"]
mod table;
mod tracer;

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::os::unix::process::CommandExt;
use std::path::Path;

use futures::future::join_all;
use serde_json::json;

use program::{Program, command};
use support::{Client, Table};
use tracer::{Call, Tracer, What, When};

/// The log of the database.
const LOG: &str = "catchmate.db-wal";
const DATABASE: &str = "catchmate.db";

/// A word that is said once and appears nowhere else.
fn word(number: usize) -> String {
    format!("word-{number:05}")
}

/// The numbers of the words that stand in those bytes.
fn words_in(bytes: &[u8]) -> BTreeSet<usize> {
    let starts = bytes.windows(10).filter(|window| window.starts_with(b"word-"));
    starts.filter_map(|word| std::str::from_utf8(&word[5..]).ok()?.parse().ok()).collect()
}

/// Starts the program, has so many words said at two tables, and tells `seen` of each call by which
/// it writes, syncs or sends meanwhile. Then it is killed.
fn watch(folder: &Path, words: usize, seen: impl FnMut(&Call, When, bool)) {
    let config = folder.join("config.toml");
    let limits = "[limits]\ntalk_burst = 10000\nmessages_burst = 10000\n";
    std::fs::write(&config, limits).unwrap();
    let mut command = command(&folder.join("data"));
    command.arg("--config").arg(config).process_group(0);
    let mut program = Program::start_as(command, folder);
    let (address, process) = (program.address, program.id());
    let playing = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(talk(address, words));
        program.kill_unseen();
    });
    Tracer::watch(process, seen).unwrap_or_else(|error| panic!("{error}"));
    playing.join().unwrap();
}

/// Eight people at two tables talk at the same time; each waits for his `ok` before he goes on.
async fn talk(address: SocketAddr, words: usize) {
    let rules = json!({ "initial_s": 3600 });
    let mut tables = Vec::new();
    for _ in 0..2 {
        tables.push(table::match_of_four(address, rules.clone()).await);
    }
    let speakers = tables.iter_mut().flat_map(|Table { id, players, .. }| {
        let id = id.as_str();
        players.iter_mut().map(move |player| (id, player))
    });
    let each = speakers.enumerate().map(|(at, (id, player))| async move {
        for number in (at..words).step_by(8) {
            say(player, id, &word(number)).await;
        }
    });
    join_all(each).await;
}

/// Says a word, which is also the request's `id`.
async fn say(player: &mut Client, id: &str, word: &str) {
    let request = json!({ "type": "say", "match": id, "to": "table", "text": word, "id": word });
    player.send_raw(&request.to_string()).await;
    let answer = player.answer(&json!(word)).await;
    assert_eq!(answer["type"], "ok", "{answer}");
}
