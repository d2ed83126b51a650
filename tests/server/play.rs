//! Four clients sit down and play.

use serde_json::json;

use crate::support::TestServer;

#[tokio::test]
async fn four_clients_play_while_spectators_watch() {
    let server = TestServer::start().await;
    let mut table = server.match_of_four(json!({})).await;
    let mut spectator = server.hello("Zoe").await;
    let answer = spectator.ok(json!({ "type": "watch", "match": table.id })).await;
    assert_eq!(answer["you"], "spectator");
    let snapshot = spectator.next("snapshot").await;
    assert_eq!(snapshot["phase"], "playing");
    assert_eq!(snapshot["reserves"], json!({}));

    table.play(&["A e2e4", "A d7d5", "A e4d5"]).await;
    let moved = loop {
        let event = spectator.event("moved").await;
        if event["event"]["move"] == "e4d5" {
            break event;
        }
    };
    assert_eq!(moved["event"]["san"], "exd5");
    assert!(moved["event"].get("reserves").is_none(), "{moved}");
    let partner = table.at("B.black");
    let arrived = loop {
        let event = partner.event("moved").await;
        if event["event"]["move"] == "e4d5" {
            break event;
        }
    };
    assert_eq!(arrived["event"]["reserves"]["B.black"]["P"], 1, "{arrived}");
    server.stop().await;
}
