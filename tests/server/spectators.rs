//! What spectators are shown, and when (R12).

use serde_json::{Value, json};

use crate::support::{EVENING, TestServer};

#[tokio::test]
async fn a_delay_holds_everything_back_from_the_start_on() {
    let server = TestServer::start().await;
    let mut table =
        server.seated(json!({ "type": "open", "rules": { "spectator_delay_s": 10 } })).await;
    let id = table.id.clone();
    let mut zoe = server.hello("Zoe").await;
    zoe.ok(json!({ "type": "watch", "match": id })).await;
    assert_eq!(zoe.next("snapshot").await["delay_ms"], 10_000);
    // Before the start: at once.
    table.at("A.white").ok(json!({ "type": "call", "match": id })).await;
    zoe.event("called").await;
    table.start().await;
    zoe.settle().await;
    server.advance(1000);
    table.play(&["A e2e4"]).await;
    let leaver = std::mem::replace(table.at("B.white"), server.connect().await);
    leaver.leave().await;
    table.at("A.white").next("presence").await;
    assert_eq!(zoe.settle().await, Vec::<Value>::new());
    let mut late = server.hello("Late").await;
    late.ok(json!({ "type": "watch", "match": id })).await;
    assert_eq!(late.next("snapshot").await["phase"], "seating");
    let path = format!("/api/matches/{id}");
    let (_, body) = server.get(&path, None).await;
    assert!(!body.contains("e2e4"), "{body}");
    assert!(server.get("/api/matches", None).await.1.contains("\"phase\":\"seating\""));
    server.advance(9000);
    let started = zoe.event("started").await;
    assert_eq!(started["at"], EVENING.0);
    server.advance(999);
    assert_eq!(zoe.settle().await, Vec::<Value>::new());
    server.advance(1);
    let moved = zoe.event("moved").await;
    assert_eq!(moved["at"], EVENING.0 + 1000);
    assert_eq!(moved["event"]["clocks"]["at"], EVENING.0 + 1000);
    let presence = zoe.next("presence").await;
    assert_eq!((&presence["seat"], &presence["present"]), (&json!("B.white"), &json!(false)));
    assert!(server.get("/api/matches", None).await.1.contains("\"phase\":\"playing\""));
    server.stop().await;
}

#[tokio::test]
async fn reserves_may_be_shown_and_a_hidden_board_blinds_spectators() {
    let server = TestServer::start().await;
    let mut table = server.match_of_four(json!({ "spectator_reserves": "shown" })).await;
    let mut zoe = server.hello("Zoe").await;
    zoe.ok(json!({ "type": "watch", "match": table.id })).await;
    assert_eq!(zoe.next("snapshot").await["reserves"].as_object().unwrap().len(), 4);
    table.play(&["A e2e4", "A d7d5", "A e4d5"]).await;
    let capture = loop {
        let moved = zoe.event("moved").await;
        if moved["event"]["move"] == "e4d5" {
            break moved;
        }
    };
    assert_eq!(capture["event"]["reserves"]["B.black"]["P"], 1);

    let mut table = server.match_of_four(json!({ "partner_board": "hidden" })).await;
    let id = table.id.clone();
    let mut blind = server.hello("Blind").await;
    blind.ok(json!({ "type": "watch", "match": id })).await;
    let snapshot = blind.next("snapshot").await;
    assert_eq!((&snapshot["boards"], &snapshot["phase"]), (&json!({}), &json!("playing")));
    assert!(snapshot.get("clocks").is_none(), "{snapshot}");
    blind.settle().await;
    table.play(&["A e2e4", "A d7d5"]).await;
    let clocks = table.at("B.black").event("clocks").await;
    assert_eq!(clocks["event"].as_object().unwrap().len(), 2, "{clocks}");
    table.play(&["A e4d5"]).await;
    let reserve = table.at("B.black").event("reserve").await;
    assert_eq!(reserve["event"]["reserves"]["B.black"]["P"], 1);
    assert!(table.at("B.white").settle().await.iter().all(|message| {
        message["event"]["kind"] != "moved" && message["event"].get("reserves").is_none()
    }));
    assert_eq!(blind.settle().await, Vec::<Value>::new());
    table.at("A.black").ok(json!({ "type": "resign", "match": id })).await;
    for viewer in [&mut blind, table.at("B.black")] {
        viewer.event("over").await;
        let snapshot = viewer.message().await.unwrap();
        assert_eq!(snapshot["type"], "snapshot");
        assert_eq!(snapshot["order"], "AAA");
        assert_eq!(snapshot["reserves"]["B.black"]["P"], 1);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_spectator_who_sits_down_is_told_who_is_present_as_his_seat_is() {
    let server = TestServer::start().await;
    let mut table = server.match_of_four(json!({ "spectator_delay_s": 3 })).await;
    let mut late = server.hello("Zoe").await;
    late.ok(json!({ "type": "watch", "match": table.id })).await;
    let unseat = json!({ "kind": "unseat", "seat": "B.black" });
    table.director.ok(json!({ "type": "rule", "match": table.id, "ruling": unseat })).await;
    table.players.remove(0).leave().await;
    table.director.ok(json!({ "type": "watch", "match": table.id })).await;
    late.settle().await;
    late.ok(json!({ "type": "sit", "match": table.id, "seat": "B.black" })).await;
    let mut present = std::collections::BTreeMap::new();
    for message in late.settle().await {
        if message["type"] == "presence" {
            present.insert(message["seat"].to_string(), message["present"].clone());
        }
    }
    assert_eq!(present.len(), 4, "{present:?}");
    assert_eq!(present["\"A.white\""], false, "he left three seconds ago at the least");
    server.stop().await;
}
