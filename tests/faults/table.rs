//! A table of four at the real program.
#![allow(dead_code, reason = "each test uses what it needs")]

use std::net::SocketAddr;

use serde_json::{Value, json};

use crate::support::{Client, SEATS, Table};

pub async fn hello(address: SocketAddr, name: &str) -> Client {
    let mut client = Client::connect(address).await;
    client.welcome(json!({ "type": "hello", "name": name })).await;
    client
}

/// Somebody who comes back with his token.
pub async fn back(address: SocketAddr, token: &str) -> Client {
    let mut client = Client::connect(address).await;
    client.welcome(json!({ "type": "hello", "token": token })).await;
    client
}

/// Four who have seen their match start, and the one who opened the table.
pub async fn match_of_four(address: SocketAddr, rules: Value) -> Table {
    let mut opener = hello(address, "Opener").await;
    let opened = opener.ask(json!({ "type": "open", "rules": rules })).await;
    let id = opened["match"].as_str().unwrap_or_else(|| panic!("{opened}")).to_owned();
    let mut players = Vec::new();
    for seat in SEATS {
        let mut player = hello(address, seat).await;
        player.ok(json!({ "type": "sit", "match": id, "seat": seat })).await;
        players.push(player);
    }
    let mut table = Table { id, players, director: opener };
    table.start().await;
    table
}

/// The same four after a restart; each watches.
pub async fn come_back(address: SocketAddr, table: &mut Table) {
    for player in &mut table.players {
        *player = back(address, &player.token).await;
        player.ok(json!({ "type": "watch", "match": table.id })).await;
        player.next("snapshot").await;
    }
}

/// All four say that they are ready, and see the match go on.
pub async fn go_on(table: &mut Table) {
    for player in &mut table.players {
        player.ok(json!({ "type": "ready", "match": table.id })).await;
    }
    for player in &mut table.players {
        player.event("resumed").await;
    }
}
