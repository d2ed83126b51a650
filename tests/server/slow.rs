//! Clients that do not read what they are sent: memory stays bounded, and the others feel nothing.

use serde_json::json;

use crate::support::{Client, TestServer};

/// Sends a text frame, unless the connection has gone or takes no more.
async fn sends(client: &mut Client, text: &str) -> bool {
    let stuck = async {
        for _ in 0..10_000 {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        biased;
        sent = client.try_send(text) => sent,
        () = stuck => false,
    }
}

/// A server whose outboxes hold little.
async fn narrow() -> TestServer {
    let mut config = catchmate::config::Config::default();
    config.limits.outbox_messages = 16;
    config.limits.outbox_bytes = 64 * 1024;
    config.limits.messages_burst = 1_000_000;
    config.limits.talk_chars = 2000;
    let journal = std::sync::Arc::new(catchmate::journal::MemoryJournal::default());
    TestServer::with(config, journal).await
}

/// More than the machine takes in for a connection that nobody reads.
const FLOOD: usize = 6000;

async fn flood(director: &mut Client, id: &str) {
    let text = "x".repeat(2000);
    let say = json!({ "type": "say", "match": id, "to": "table", "text": text });
    for _ in 0..FLOOD {
        director.ok(say.clone()).await;
        director.frames.clear();
        director.next("event").await;
    }
}

#[tokio::test]
async fn a_spectator_who_does_not_read_gets_a_fresh_snapshot_when_he_does() {
    let server = narrow().await;
    let mut director = server.director().await;
    let opened = director.ask(json!({ "type": "open" })).await;
    let id = opened["match"].as_str().unwrap().to_owned();
    director.ok(json!({ "type": "watch", "match": id })).await;
    director.next("snapshot").await;
    let mut anna = server.hello("Anna").await;
    let mut zoe = Client::connect_narrow(server.address).await;
    zoe.welcome(json!({ "type": "hello", "name": "Zoe" })).await;
    zoe.ok(json!({ "type": "watch", "match": id })).await;
    zoe.settle().await;

    flood(&mut director, &id).await;
    // While she is behind somebody sits down.
    anna.ok(json!({ "type": "sit", "match": id, "seat": "A.white" })).await;
    let mut events = 0;
    let snapshot = loop {
        let message = zoe.message().await.unwrap();
        match message["type"].as_str().unwrap() {
            "event" => events += 1,
            "snapshot" => break message,
            other => panic!("{other}"),
        }
    };
    assert!(events < FLOOD, "all {events} events waited for her");
    assert_eq!(snapshot["seq"], FLOOD + 1);
    assert_eq!(snapshot["seats"]["A.white"]["name"], "Anna");
    let present = zoe.next("presence").await;
    assert_eq!((&present["seat"], &present["present"]), (&json!("A.white"), &json!(true)));
    // And from here she goes on like anyone.
    anna.ok(json!({ "type": "call", "match": id })).await;
    assert_eq!(zoe.event("called").await["seq"], FLOOD + 2);
    server.stop().await;
}

#[tokio::test]
async fn a_player_who_does_not_read_is_closed_and_keeps_his_seat() {
    let server = narrow().await;
    let mut director = server.director().await;
    let opened = director.ask(json!({ "type": "open" })).await;
    let id = opened["match"].as_str().unwrap().to_owned();
    director.ok(json!({ "type": "watch", "match": id })).await;
    let mut anna = Client::connect_narrow(server.address).await;
    anna.welcome(json!({ "type": "hello", "name": "Anna" })).await;
    anna.ok(json!({ "type": "sit", "match": id, "seat": "A.white" })).await;
    anna.settle().await;
    director.event("seated").await;
    flood(&mut director, &id).await;
    let last = anna.seqs[&id];
    let close = anna.closed().await.expect("a close frame");
    assert_eq!(u16::from(close.code), 4001);
    assert!(anna.seqs[&id] > last);
    director.ok(json!({ "type": "watch", "match": id })).await;
    let presence = director.next("presence").await;
    assert_eq!((&presence["seat"], &presence["present"]), (&json!("A.white"), &json!(false)));
    let mut back = server.connect().await;
    let welcome = back.ask(json!({ "type": "hello", "token": anna.token })).await;
    assert_eq!(welcome["seats"][0]["seat"], "A.white");
    server.stop().await;
}

#[tokio::test]
async fn whoever_asks_and_does_not_read_is_closed() {
    let server = narrow().await;
    let mut anna = Client::connect_narrow(server.address).await;
    anna.welcome(json!({ "type": "hello", "name": "Anna" })).await;
    let mut ben = server.hello("Ben").await;
    let (id, request) = ("i".repeat(8000), json!({ "type": "ping", "n": 1 }));
    let mut request = request;
    request["id"] = json!(id);
    let request = request.to_string();
    let mut sent = 0;
    while sent < 5000 && sends(&mut anna, &request).await {
        sent += 1;
    }
    assert_eq!(ben.ask(json!({ "type": "ping", "n": 2 })).await["n"], 2);
    // The close frame comes, or, where she sends on and on, the connection is cut.
    let close = anna.closed().await;
    assert!(close.is_none_or(|close| u16::from(close.code) == 4001), "after {sent}");
    server.stop().await;
}
