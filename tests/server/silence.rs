//! Presence, and clients that fall silent without closing.

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::support::TestServer;

#[tokio::test]
async fn the_others_see_who_comes_and_goes_and_nothing_else_happens() {
    let server = TestServer::start().await;
    let mut table = server.match_of_four(json!({})).await;
    let id = table.id.clone();
    let mut zoe = server.hello("Zoe").await;
    zoe.ok(json!({ "type": "watch", "match": id })).await;
    let mut seats = Vec::new();
    for _ in 0..4 {
        let presence = zoe.next("presence").await;
        seats.push((presence["seat"].clone(), presence["present"].clone()));
    }
    let all = crate::support::SEATS.map(|seat| (json!(seat), json!(true)));
    assert_eq!(seats, all);
    let token = table.at("A.white").token.clone();
    let leaver = std::mem::replace(table.at("A.white"), server.connect().await);
    leaver.vanish();
    for client in [&mut zoe, table.at("B.black")] {
        let presence = client.next("presence").await;
        assert_eq!((&presence["seat"], &presence["present"]), (&json!("A.white"), &json!(false)));
        assert!(presence.get("seq").is_none() && presence["match"] == id);
        assert_eq!(client.settle().await, Vec::<Value>::new());
    }
    server.advance(5000);
    let mut back = server.back(&token).await;
    let presence = zoe.next("presence").await;
    assert_eq!((&presence["seat"], &presence["present"]), (&json!("A.white"), &json!(true)));
    back.ok(json!({ "type": "watch", "match": id })).await;
    let snapshot = back.next("snapshot").await;
    assert_eq!(snapshot["clocks"]["A.white"], 295_000);
    assert_eq!(snapshot["clocks"]["running"], json!(["A.white", "B.white"]));
    server.stop().await;
}

#[tokio::test]
async fn a_client_that_answers_pings_is_kept() {
    let server = TestServer::start().await;
    let mut anna = server.hello("Anna").await;
    let mut other = server.hello("Other").await;
    for _ in 0..8 {
        server.advance(15_000);
        other.settle().await;
        assert!(matches!(anna.frame().await, Message::Ping(_)));
        // Sends the answer that the library has ready.
        anna.drain_ready();
        other.settle().await;
        other.settle().await;
    }
    assert_eq!(anna.ask(json!({ "type": "ping", "n": 1 })).await["type"], "pong");
    server.stop().await;
}

#[tokio::test]
async fn a_silent_client_is_closed_and_his_seat_stays() {
    let server = TestServer::start().await;
    let mut table = server.match_of_four(json!({})).await;
    let id = table.id.clone();
    let mut silent = std::mem::replace(table.at("A.white"), server.connect().await);
    silent.settle().await;
    let mut zoe = server.hello("Zoe").await;
    zoe.ok(json!({ "type": "watch", "match": id })).await;
    zoe.settle().await;
    server.advance(15_000);
    assert!(matches!(silent.frame().await, Message::Ping(_)));
    zoe.settle().await;
    server.advance(15_000);
    zoe.settle().await;
    server.advance(14_999);
    assert_eq!(zoe.settle().await, Vec::<Value>::new());
    server.advance(1);
    let presence = zoe.next("presence").await;
    assert_eq!(presence["present"], false);
    let close = silent.closed().await.expect("a close frame");
    assert_eq!(u16::from(close.code), 4000);
    let mut back = server.connect().await;
    let welcome = back.ask(json!({ "type": "hello", "token": silent.token })).await;
    assert!(
        welcome["seats"].as_array().unwrap().contains(&json!({ "match": id, "seat": "A.white" }))
    );
    let answer = back.ok(json!({ "type": "watch", "match": id })).await;
    assert_eq!(answer["you"], "A.white");
    back.ok(json!({ "type": "move", "match": id, "move": "e2e4" })).await;
    server.stop().await;
}

#[tokio::test]
async fn a_connection_that_says_no_hello_is_not_kept_for_ever() {
    let server = TestServer::start().await;
    let mut mute = server.connect().await;
    server.advance(15_000);
    assert!(matches!(mute.frame().await, Message::Ping(_)));
    server.advance(30_000);
    assert_eq!(u16::from(mute.closed().await.expect("a close frame").code), 4000);
    server.stop().await;
}

#[tokio::test]
async fn when_the_server_stops_every_client_is_told() {
    let server = TestServer::start().await;
    let mut table = server.match_of_four(json!({})).await;
    let mut mute = server.connect().await;
    server.stop().await;
    for client in table.players.iter_mut().chain([&mut table.director, &mut mute]) {
        let close = client.closed().await.expect("a close frame");
        assert_eq!(u16::from(close.code), 1001);
    }
}
