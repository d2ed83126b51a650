//! A clean stop: people are told, everything is committed, and it goes on.

use std::time::Duration;

use serde_json::json;

use crate::program::Program;
use crate::table::{come_back, go_on, match_of_four};

async fn stops_cleanly(signal: &str) {
    let folder = tempfile::tempdir().unwrap();
    let mut program = Program::start(folder.path());
    let mut table = match_of_four(program.address, json!({})).await;
    table.play(&["A e2e4", "B d2d4"]).await;
    let id = table.id.clone();
    let say = json!({ "type": "say", "match": id, "to": "partner", "text": "wait" });
    table.at("B.black").ok(say).await;
    // On its way when the server is told to stop: it is kept if it is answered.
    let late = json!({ "type": "move", "match": id, "move": "e7e5", "ply": 1, "id": "late" });
    table.at("A.black").send_raw(&late.to_string()).await;
    program.signal(signal);
    let mut answered = false;
    for player in table.players.iter_mut().chain([&mut table.director]) {
        let close = loop {
            match player.message().await {
                Ok(message) => answered |= message["id"] == "late" && message["type"] == "ok",
                Err(close) => break close.unwrap(),
            }
        };
        assert_eq!((u16::from(close.code), close.reason.as_str()), (1001, "the server stops"));
    }
    program.wait();
    // Everything is in the database proper.
    assert!(!folder.path().join("catchmate.db-wal").exists());

    let program = Program::start(folder.path());
    come_back(program.address, &mut table).await;
    let player = table.at("A.white");
    player.ok(json!({ "type": "watch", "match": id })).await;
    let shown = player.next("snapshot").await;
    let order = shown["order"].as_str().unwrap();
    assert!(order == "ABA" || (order == "AB" && !answered), "{shown}");
    assert_eq!(shown["pause"]["by"], "restart");
    assert_eq!(shown["talk"][0]["text"], "wait");
    go_on(&mut table).await;
    if order == "AB" {
        let again = json!({ "type": "move", "match": id, "move": "e7e5", "ply": 1 });
        table.at("A.black").ok(again).await;
    }
    let knight = json!({ "type": "move", "match": id, "move": "g1f3", "ply": 2 });
    table.at("A.white").ok(knight).await;
}

#[tokio::test]
async fn at_sigterm_all_is_kept_and_everyone_is_told() {
    tokio::time::timeout(Duration::from_secs(60), stops_cleanly("TERM")).await.unwrap();
}

#[tokio::test]
async fn at_ctrl_c_all_is_kept_and_everyone_is_told() {
    tokio::time::timeout(Duration::from_secs(60), stops_cleanly("INT")).await.unwrap();
}
