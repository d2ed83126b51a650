//! The HTTP side of the port.

use serde_json::{Value, json};

use crate::support::{KEY, TestServer};

async fn get_json(server: &TestServer, path: &str, token: Option<&str>) -> Value {
    let (status, body) = server.get(path, token).await;
    assert_eq!(status, 200, "{path}: {body}");
    serde_json::from_str(&body).unwrap()
}

#[tokio::test]
async fn the_plain_pages_answer() {
    let server = TestServer::start().await;
    for path in [
        "/",
        "/t/k7f2",
        "/watch/k7f2",
        "/hall",
        "/archive",
        "/archive/k7f2",
        "/persons/p1",
        "/director",
        "/whatever/the/client/knows",
        "/status",
    ] {
        let (status, page) = server.get(path, None).await;
        assert!(status == 200 && page.contains("<html"), "{path}: {page}");
    }
    assert_eq!(server.get("/healthz", None).await, (200, "ok".into()));
    let _anna = server.hello("Anna").await;
    // From this machine, and with the director's key.
    for token in [None, Some(KEY)] {
        let (status, figures) = server.get("/metrics", token).await;
        assert_eq!(status, 200);
        assert!(figures.contains("catchmate_connections 1"), "{figures}");
    }
    let schema = get_json(&server, "/api/schema.json", None).await;
    assert!(schema.to_string().contains("\"moved\""));
    for path in [
        "/nothing.js",
        "/assets/nothing.js",
        "/api",
        "/api/nothing",
        "/api/matches/nowhere",
        "/api/matches/nowhere/bpgn",
    ] {
        assert_eq!(server.get(path, None).await.0, 404, "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_list_shows_the_listed_tables() {
    let server = TestServer::start().await;
    let mut table = server.match_of_four(json!({ "initial_s": 60 })).await;
    table.director.ask(json!({ "type": "open", "listed": false })).await;
    let list = get_json(&server, "/api/matches", None).await;
    assert_eq!(list["matches"].as_array().unwrap().len(), 1);
    let line = &list["matches"][0];
    assert_eq!(line["match"], table.id);
    assert_eq!(line["phase"], "playing");
    assert_eq!(line["rules"]["initial_s"], 60);
    assert_eq!(line["seats"]["A.white"]["name"], "A.white");
    assert_eq!(line["result"], Value::Null);
    server.stop().await;
}

#[tokio::test]
async fn a_snapshot_shows_what_the_bearer_may_see() {
    let server = TestServer::start().await;
    let mut table = server.match_of_four(json!({})).await;
    let id = table.id.clone();
    table.play(&["A e2e4", "A d7d5", "A e4d5"]).await;
    let say = json!({ "type": "say", "match": id, "to": "partner", "phrase": "need_pawn" });
    table.at("A.white").ok(say).await;
    let path = format!("/api/matches/{id}");
    let zoe = server.hello("Zoe").await;
    for token in [None, Some(&*zoe.token)] {
        let snapshot = get_json(&server, &path, token).await;
        assert_eq!(snapshot["you"], "spectator");
        assert_eq!(snapshot["reserves"], json!({}));
        assert_eq!((&snapshot["talk"], &snapshot["legal"]), (&json!([]), &Value::Null));
    }
    let token = table.at("B.black").token.clone();
    let snapshot = get_json(&server, &path, Some(&token)).await;
    assert_eq!(snapshot["you"], "B.black");
    assert_eq!(snapshot["reserves"]["B.black"]["P"], 1);
    assert_eq!(snapshot["talk"][0]["phrase"], "need_pawn");
    let token = table.at("A.black").token.clone();
    let snapshot = get_json(&server, &path, Some(&token)).await;
    assert!(snapshot["reserves"].get("B.black").is_none());
    assert_ne!(snapshot["legal"], Value::Null);
    let token = table.director.token.clone();
    let snapshot = get_json(&server, &path, Some(&token)).await;
    assert_eq!(snapshot["reserves"].as_object().unwrap().len(), 4);
    assert_eq!(server.get(&path, Some("nobody's")).await.0, 401);
    assert_eq!(server.get("/api/matches/nowhere", Some("nobody's")).await.0, 401);
    server.stop().await;
}

#[tokio::test]
async fn the_record_opens_with_the_end_and_after_the_delay() {
    let server = TestServer::start().await;
    let mut table = server.match_of_four(json!({ "spectator_delay_s": 30 })).await;
    let id = table.id.clone();
    let path = format!("/api/matches/{id}/bpgn");
    server.advance(600);
    table.play(&["A e2e4"]).await;
    let say = json!({ "type": "say", "match": id, "to": "partner", "text": "secretive" });
    table.at("A.white").ok(say).await;
    let token = table.at("A.white").token.clone();
    assert_eq!(server.get(&path, None).await.0, 409);
    assert_eq!(server.get(&path, Some(&token)).await.0, 409);
    table.at("A.white").ok(json!({ "type": "resign", "match": id })).await;
    assert_eq!(server.get(&path, None).await.0, 409);
    let (status, record) = server.get(&path, Some(&token)).await;
    assert_eq!(status, 200);
    assert!(record.contains("1A. e4{302.4}") && record.contains("[Result \"0-1\"]"), "{record}");
    assert!(record.contains("[TimeControl \"300+3\"]") && !record.contains("secretive"));
    let mut zoe = server.hello("Zoe").await;
    zoe.ok(json!({ "type": "watch", "match": id })).await;
    server.advance(29_999);
    zoe.settle().await;
    assert_eq!(server.get(&path, None).await.0, 409);
    server.advance(1);
    zoe.event("over").await;
    assert_eq!(server.get(&path, None).await, (200, record));
    server.stop().await;
}

#[tokio::test]
async fn a_list_shows_each_bearer_what_he_may_see() {
    let server = TestServer::start().await;
    let mut table = server.match_of_four(json!({ "spectator_delay_s": 30 })).await;
    let resign = json!({ "type": "resign", "match": table.id });
    table.at("A.white").ok(resign).await;
    let phase = |list: (u16, String)| {
        let list: Value = serde_json::from_str(&list.1).unwrap();
        list["matches"][0]["phase"].clone()
    };
    let token = table.at("A.white").token.clone();
    assert_eq!(phase(server.get("/api/matches", Some(&token)).await), "over");
    assert_eq!(phase(server.get("/api/matches", None).await), "seating");
    assert_eq!(server.get("/api/matches", Some("nobody's")).await.0, 401);
    server.stop().await;
}

#[tokio::test]
async fn a_server_for_its_own_machine_hands_out_no_address() {
    let server = TestServer::start().await;
    let addresses = get_json(&server, "/api/addresses", None).await;
    // Nobody else could open a link to it.
    assert_eq!(addresses, json!({ "addresses": [] }));
    server.stop().await;
}
