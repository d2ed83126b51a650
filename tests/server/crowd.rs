//! Many people at one table.

use serde_json::{Value, json};

use crate::support::TestServer;

/// What each of so many spectators has been sent once all have come, in frames and in bytes.
async fn arrivals(people: usize) -> Vec<(usize, usize)> {
    let server = TestServer::start().await;
    let table = server.match_of_four(json!({})).await;
    let mut crowd = Vec::new();
    for n in 0..people {
        let mut person = server.hello(&format!("Guest {n:03}")).await;
        person.ok(json!({ "type": "watch", "match": table.id })).await;
        crowd.push(person);
    }
    let mut sent = Vec::new();
    for person in &mut crowd {
        person.settle().await;
        sent.push((person.frames.len(), person.frames.iter().map(String::len).sum()));
    }
    server.stop().await;
    sent
}

#[tokio::test]
async fn two_hundred_arrivals_at_a_table_cost_two_hundred_times_one() {
    let alone = arrivals(1).await[0];
    // Welcome, ok, snapshot, who is present in each seat, and the pong that ends the wait.
    assert_eq!(alone.0, 8);
    for sent in arrivals(200).await {
        assert_eq!(sent.0, alone.0, "nobody is told of those who come to watch");
        assert!(sent.1 <= alone.1 + 20, "{} bytes, where one alone gets {}", sent.1, alone.1);
    }
}

#[tokio::test]
async fn a_spectator_is_never_told_that_it_is_his_turn() {
    let server = TestServer::start().await;
    let mut table = server.match_of_four(json!({})).await;
    let mut spectator = server.hello("Zoe").await;
    spectator.ok(json!({ "type": "watch", "match": table.id })).await;
    table.play(&["A e2e4", "B d2d4", "A e7e5"]).await;
    for message in spectator.settle().await {
        let shown = if message["type"] == "event" { &message["event"] } else { &message };
        assert_eq!(shown.get("legal").unwrap_or(&Value::Null), &Value::Null, "{message}");
    }
    let request = json!({ "type": "move", "match": table.id, "move": "g1f3" });
    spectator.refused(request, "not_seated").await;
    server.stop().await;
}
