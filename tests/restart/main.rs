//! The server stops and starts again on the same data folder: every audience finds what it left,
//! and whatever was open is decided as if nothing had happened (R34).
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod audiences;
mod open;
#[path = "../server/support.rs"]
mod support;

use std::path::Path;
use std::sync::Arc;

use catchmate::config::Config;
use catchmate::ids::Millis;
use catchmate::journal::{Journal, SqliteJournal};
use serde_json::{Value, json};
use tempfile::TempDir;

use support::{Client, Table, TestServer};

const HOUR: Millis = Millis(3_600_000);

/// A server on a data folder of its own.
struct House {
    folder: TempDir,
    journal: Arc<SqliteJournal>,
    server: TestServer,
    /// Each start makes other keys and identifiers.
    starts: u64,
}

fn open(folder: &Path) -> (Arc<SqliteJournal>, Arc<dyn Journal>) {
    let journal = Arc::new(SqliteJournal::open(folder).unwrap());
    let shared = Arc::<SqliteJournal>::clone(&journal);
    (journal, shared)
}

/// Nobody here is asked whether he is still there, however long it takes.
fn config() -> Config {
    let mut config = Config::default();
    config.limits.ping_after_s = 1_000_000;
    config
}

impl House {
    async fn open() -> House {
        let folder = TempDir::new().unwrap();
        let (journal, shared) = open(folder.path());
        let server = TestServer::with(config(), shared).await;
        House { folder, journal, server, starts: 8 }
    }

    /// Stops the server and starts it again so much later. Every client must have been dropped.
    async fn restart(self, later: Millis) -> House {
        let House { folder, journal, server, starts } = self;
        let clock = server.clock.clone();
        server.stop_at_once().await;
        journal.close();
        clock.advance(later);
        let (journal, shared) = open(folder.path());
        let server = TestServer::again_with(config(), shared, clock, starts).await;
        House { folder, journal, server, starts: starts + 1 }
    }

    /// The same with a match: the four and the director come back to it, and watch.
    async fn restart_with(self, table: Table) -> (House, Table) {
        let Table { id, players, director } = table;
        let tokens: Vec<String> = players.iter().map(|player| player.token.clone()).collect();
        drop((players, director));
        let house = self.restart(HOUR).await;
        let director = house.server.director().await;
        let mut players = Vec::new();
        for token in tokens {
            let mut player = house.server.back(&token).await;
            snapshot(&mut player, &id).await;
            players.push(player);
        }
        (house, Table { id, players, director })
    }
}

async fn snapshot(client: &mut Client, id: &str) -> Value {
    client.settle().await;
    client.ok(json!({ "type": "watch", "match": id })).await;
    client.next("snapshot").await
}

/// All four are ready: the match goes on.
async fn go_on(table: &mut Table) {
    for player in &mut table.players {
        player.ok(json!({ "type": "ready", "match": table.id })).await;
    }
    for player in &mut table.players {
        player.event("resumed").await;
    }
}
