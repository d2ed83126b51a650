//! Practice players take seats, play by the clock and give way, as everybody else sees it.

use std::collections::HashMap;
use std::sync::Arc;

use catchmate::config::Config;
use catchmate::ids::Millis;
use catchmate::journal::{Journal, MemoryJournal, SqliteJournal};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::archive::archived;
use crate::support::{Client, SEATS, TestServer};

async fn open(client: &mut Client, rules: Value) -> String {
    let opened = client.ask(json!({ "type": "open", "rules": rules })).await;
    opened["match"].as_str().unwrap().to_owned()
}

async fn practice(client: &mut Client, id: &str) {
    client.ok(json!({ "type": "practice", "match": id })).await;
}

async fn watch(client: &mut Client, id: &str) -> Value {
    client.ok(json!({ "type": "watch", "match": id })).await;
    client.next("snapshot").await
}

async fn listed(server: &TestServer, id: &str) -> Value {
    let (_, body) = server.get("/api/matches", None).await;
    let list: Value = serde_json::from_str(&body).unwrap();
    let mut matches = list["matches"].as_array().unwrap().iter();
    matches.find(|one| one["match"] == id).unwrap().clone()
}

/// Lets four practice players play on to the end, as `client` sees it; gives the result.
///
/// Where a player has a board move, three seconds after the last event he has made it, and nothing
/// but his event is waited for.
async fn play_to_the_end(server: &TestServer, client: &mut Client) -> Value {
    let mut can_move = HashMap::from([("A".to_owned(), true), ("B".to_owned(), true)]);
    // The clocks allow no more events.
    for _ in 0..5_000 {
        server.advance(3000);
        let mut news = client.settle().await;
        if news.is_empty() && can_move.values().any(|can| *can) {
            news.push(client.next("event").await);
        }
        for message in news {
            let event = &message["event"];
            if event["kind"] == "over" {
                return event["result"].clone();
            }
            if event["kind"] == "moved" {
                let can = event["status"] == "open" || event["status"] == "check";
                can_move.insert(event["board"].as_str().unwrap().to_owned(), can);
            }
        }
    }
    panic!("the match does not end")
}

/// The first visitor sees a live match at once, and it comes to its end by itself.
#[tokio::test]
async fn four_practice_players_play_a_match_to_its_end() {
    let server = TestServer::start().await;
    let mut zoe = server.hello("Zoe").await;
    let id = open(&mut zoe, json!({})).await;
    watch(&mut zoe, &id).await;
    practice(&mut zoe, &id).await;
    for seat in SEATS {
        let seated = zoe.event("seated").await;
        assert_eq!(seated["event"]["seat"], seat);
        assert_eq!(seated["event"]["practice"], true);
    }
    zoe.event("started").await;
    let snapshot = watch(&mut zoe, &id).await;
    let summary = listed(&server, &id).await;
    let mut names = Vec::new();
    for seat in SEATS {
        for shown in [&snapshot, &summary] {
            assert_eq!(shown["seats"][seat]["practice"], true, "{shown}");
        }
        names.push(snapshot["seats"][seat]["name"].as_str().unwrap().to_owned());
    }
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 4, "{names:?}");

    let result = play_to_the_end(&server, &mut zoe).await;
    assert!(result["points"].is_object(), "{result}");
    let snapshot = watch(&mut zoe, &id).await;
    assert!(snapshot["order"].as_str().unwrap().len() > 20, "{snapshot}");

    // They are neither rated nor persons, and records say what they are.
    let page = archived(&server, None, 1).await;
    let game = &page["matches"][0];
    assert_eq!(game["practice"], true, "{game}");
    let white = &game["seats"]["A.white"];
    assert!(white["name"].as_str().unwrap().ends_with(" (practice)"), "{game}");
    let person = format!("/api/persons/{}", white["person"].as_str().unwrap());
    assert_eq!(server.get(&person, None).await.0, 404);
    let (_, persons) = server.get("/api/persons", None).await;
    let persons: Value = serde_json::from_str(&persons).unwrap();
    assert_eq!(persons["persons"], json!([]));
    let (status, record) = server.get(&format!("/api/matches/{id}/bpgn"), None).await;
    assert_eq!(status, 200, "{record}");
    assert!(record.contains(" (practice)\"]"), "{record}");
    server.stop().await;
}

#[tokio::test]
async fn a_practice_player_gives_way_and_is_ready_by_himself() {
    // The minute until the fall is not to pass for silence of the clients.
    let mut config = Config::default();
    (config.limits.ping_after_s, config.limits.silent_after_s) = (3600, 7200);
    let server = TestServer::with(config, Arc::new(MemoryJournal::default())).await;
    let mut anna = server.hello("Anna").await;
    let id = open(&mut anna, json!({})).await;
    anna.ok(json!({ "type": "sit", "match": id, "seat": "A.white" })).await;
    practice(&mut anna, &id).await;
    for _ in 0..3 {
        assert_eq!(anna.event("ready").await["event"]["ready"], true);
    }
    // New rules make him ready anew.
    let rules = json!({ "initial_s": 60 });
    anna.ok(json!({ "type": "change_rules", "match": id, "rules": rules })).await;
    anna.event("rules_changed").await;
    for _ in 0..3 {
        assert_eq!(anna.event("ready").await["event"]["ready"], true);
    }
    let mut bruno = server.hello("Bruno").await;
    bruno.ok(json!({ "type": "sit", "match": id, "seat": "A.black" })).await;
    assert_eq!(anna.event("left_seat").await["event"]["seat"], "A.black");
    let seated = anna.event("seated").await;
    assert_eq!(seated["event"], json!({ "kind": "seated", "seat": "A.black", "name": "Bruno" }));
    anna.ok(json!({ "type": "ready", "match": id })).await;
    bruno.ok(json!({ "type": "ready", "match": id })).await;
    anna.event("started").await;
    let mut carla = server.hello("Carla").await;
    let sit = json!({ "type": "sit", "match": id, "seat": "B.white" });
    carla.refused(sit, "seat_taken").await;
    anna.refused(json!({ "type": "practice", "match": id }), "wrong_phase").await;

    // Neither of the two moves: the practice players of the other board play, and a fall is claimed.
    server.advance(3000);
    assert_eq!(anna.event("moved").await["event"]["seat"], "B.white");
    server.advance(60_000);
    server.advance(2000);
    let over = anna.event("over").await["event"].clone();
    assert_eq!(over["result"]["by"], "time", "{over}");
    let page = archived(&server, None, 1).await;
    assert_eq!(page["matches"][0]["practice"], true);
    let (_, anna_now) = server.get(&format!("/api/persons/{}", anna.player), None).await;
    let anna_now: Value = serde_json::from_str(&anna_now).unwrap();
    assert_eq!((&anna_now["uncounted"], &anna_now["rating"]), (&json!(1), &Value::Null));
    server.stop().await;
}

#[tokio::test]
async fn who_may_ask_for_practice_players_and_how_many_there_are() {
    let mut config = Config::default();
    config.limits.practice_tables = 1;
    let server = TestServer::with(config, Arc::new(MemoryJournal::default())).await;
    let mut director = server.director().await;
    let mut anna = server.hello("Anna").await;
    let mut zoe = server.hello("Zoe").await;
    let id = open(&mut anna, json!({})).await;
    let ask = json!({ "type": "practice", "match": id });
    let black = json!({ "type": "practice", "match": id, "seat": "A.black" });
    anna.ok(json!({ "type": "sit", "match": id, "seat": "A.white" })).await;
    zoe.refused(ask.clone(), "not_seated").await;
    anna.ok(black.clone()).await;
    anna.refused(black, "seat_taken").await;
    director.ok(json!({ "type": "practice", "match": id, "seat": "B.white" })).await;
    zoe.refused(ask, "not_seated").await;

    let unlisted = zoe.ask(json!({ "type": "open", "listed": false })).await;
    let unlisted = json!({ "type": "practice", "match": unlisted["match"] });
    zoe.refused(unlisted, "not_seated").await;

    let other = open(&mut zoe, json!({})).await;
    let ask = json!({ "type": "practice", "match": other });
    zoe.refused(ask.clone(), "rate_limited").await;
    let close = json!({ "type": "rule", "match": id, "ruling": { "kind": "close" } });
    director.ok(close).await;
    zoe.ok(ask).await;
    server.stop().await;
}

#[tokio::test]
async fn r34_practice_players_hold_their_seats_over_a_restart_and_play_on() {
    let folder = TempDir::new().unwrap();
    let open_folder = || Arc::new(SqliteJournal::open(folder.path()).unwrap());
    let journal = open_folder();
    let shared: Arc<dyn Journal> = Arc::<SqliteJournal>::clone(&journal);
    let server = TestServer::with(Config::default(), shared).await;
    let mut anna = server.hello("Anna").await;
    let id = open(&mut anna, json!({})).await;
    anna.ok(json!({ "type": "sit", "match": id, "seat": "A.white" })).await;
    practice(&mut anna, &id).await;
    anna.ok(json!({ "type": "ready", "match": id })).await;
    anna.event("started").await;
    server.advance(3000);
    anna.event("moved").await;

    let (token, clock) = (anna.token.clone(), server.clock.clone());
    drop(anna);
    server.stop_at_once().await;
    journal.close();
    clock.advance(Millis(3_600_000));
    let server = TestServer::again(open_folder(), clock, 8).await;
    let mut anna = server.back(&token).await;
    let snapshot = watch(&mut anna, &id).await;
    assert_eq!(snapshot["pause"]["by"], "restart", "{snapshot}");
    assert_eq!(snapshot["seats"]["B.black"]["practice"], true, "{snapshot}");
    anna.ok(json!({ "type": "ready", "match": id })).await;
    anna.event("resumed").await;
    server.advance(3000);
    assert_eq!(anna.event("moved").await["event"]["board"], "B");

    // An earlier position, and the director's word to go on.
    let mut director = server.director().await;
    for ruling in [json!({ "kind": "rewind", "to": 0 }), json!({ "kind": "resume" })] {
        director.ok(json!({ "type": "rule", "match": id, "ruling": ruling })).await;
    }
    anna.event("resumed").await;
    server.advance(3000);
    let moved = anna.event("moved").await;
    assert_eq!((&moved["event"]["seat"], &moved["event"]["ply"]), (&json!("B.white"), &json!(1)));
    server.stop().await;
}

#[tokio::test]
async fn r37_what_nobody_watches_does_not_go_on_for_ever() {
    let server = TestServer::start().await;
    let mut zoe = server.hello("Zoe").await;
    let rules = json!({ "initial_s": 300, "increment_s": 60, "abandon_after_s": 20 });
    let id = open(&mut zoe, rules).await;
    watch(&mut zoe, &id).await;
    practice(&mut zoe, &id).await;
    zoe.event("started").await;
    for _ in 0..60 {
        server.advance(1000);
        zoe.settle().await;
    }
    assert_eq!(listed(&server, &id).await["phase"], "playing");
    zoe.ok(json!({ "type": "unwatch", "match": id })).await;
    for _ in 0..19 {
        server.advance(1000);
        zoe.settle().await;
    }
    assert_eq!(listed(&server, &id).await["phase"], "playing");
    // The room may have noted a little later that nobody watches any more.
    while listed(&server, &id).await["phase"] != "over" {
        server.advance(1000);
    }
    assert_eq!(listed(&server, &id).await["result"]["by"], "abandoned");
    server.stop().await;
}
