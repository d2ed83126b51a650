//! Time and rulings: falls and claims by the scripted clock, pauses, clocks, rewinds, results.

use std::sync::Arc;

use catchmate::config::Config;
use catchmate::journal::MemoryJournal;
use serde_json::{Value, json};

use crate::support::{EVENING, SEATS, Table, TestServer};

/// A server that waits for silent clients for ever.
async fn patient() -> TestServer {
    let mut config = Config::default();
    (config.limits.ping_after_s, config.limits.silent_after_s) = (1_000_000, 2_000_000);
    TestServer::with(config, Arc::new(MemoryJournal::default())).await
}

fn rule(id: &str, ruling: impl Into<Value>) -> Value {
    let ruling: Value = ruling.into();
    json!({ "type": "rule", "match": id, "ruling": ruling })
}

fn claim(id: &str) -> Value {
    json!({ "type": "claim", "match": id, "claim": "flag" })
}

fn mv(id: &str, text: &str) -> Value {
    json!({ "type": "move", "match": id, "move": text })
}

/// Everyone's last word on the match must be that this team has won so.
async fn all_see(server: &TestServer, table: &mut Table, winner: &Value, by: &str) {
    let id = table.id.clone();
    let mut zoe = server.hello("Zoe").await;
    let viewers = table.players.iter_mut().chain([&mut table.director, &mut zoe]);
    for viewer in viewers {
        viewer.ok(json!({ "type": "watch", "match": id })).await;
        let snapshot = viewer.next("snapshot").await;
        assert_eq!(snapshot["phase"], "over");
        assert_eq!(
            (&snapshot["result"]["winner"], &snapshot["result"]["by"]),
            (winner, &json!(by))
        );
        assert_eq!(snapshot["reserves"].as_object().unwrap().len(), 4);
        assert_eq!(snapshot["legal"], Value::Null);
    }
    zoe.leave().await;
}

fn winner_over(loser: &str) -> Value {
    json!(if matches!(loser, "A.white" | "B.black") { 2 } else { 1 })
}

#[tokio::test]
async fn whoever_resigns_has_lost_on_every_screen() {
    let server = patient().await;
    for loser in SEATS {
        let mut table = server.match_of_four(json!({})).await;
        let mut zoe = server.hello("Watcher").await;
        zoe.ok(json!({ "type": "watch", "match": table.id })).await;
        let resign = json!({ "type": "resign", "match": table.id });
        table.at(loser).ok(resign).await;
        for viewer in table.players.iter_mut().chain([&mut zoe]) {
            let over = viewer.event("over").await;
            assert_eq!(over["event"]["result"]["winner"], winner_over(loser), "{loser}");
            assert_eq!(over["event"]["result"]["by"], "resignation");
            assert_eq!(over["event"]["result"]["board"], loser[..1]);
            assert_eq!(over["event"]["reserves"].as_object().unwrap().len(), 4);
        }
        all_see(&server, &mut table, &winner_over(loser), "resignation").await;
        let late = mv(&table.id, "e2e4");
        table.at(loser).refused(late, "not_playing").await;
    }
    server.stop().await;
}

#[tokio::test]
async fn whoever_is_mated_has_lost_on_every_screen() {
    let server = patient().await;
    let quiet = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let white = ("7k/1Q6/6K1/8/8/8/8/8 w - - 0 1", "b7g7");
    let black = ("8/8/8/8/8/6k1/1q6/7K b - - 0 1", "b2g2");
    // A piece could be put between, though nobody holds any.
    let distant = ("7k/1Q6/6K1/8/8/8/8/8 w - - 0 1", "b7b8");
    for (loser, (fen, text), status) in [
        ("A.black", white, "mate"),
        ("B.black", white, "mate"),
        ("A.white", black, "mate"),
        ("B.white", black, "mate"),
        ("A.black", distant, "check_needs_drop"),
    ] {
        let board = &loser[..1];
        let mut position = json!({ "A": quiet, "B": quiet });
        position[board] = json!(fen);
        let open = json!({ "type": "open", "position": position });
        let mut table = server.seated(open).await;
        table.start().await;
        let id = table.id.clone();
        let mater = format!("{board}.{}", if loser.ends_with("white") { "black" } else { "white" });
        table.at(&mater).ok(mv(&id, text)).await;
        let moved = table.at(loser).event("moved").await;
        assert_eq!(moved["event"]["status"], status, "{loser}");
        if status == "mate" {
            all_see(&server, &mut table, &winner_over(loser), "mate").await;
        } else {
            table.at(loser).ok(json!({ "type": "call", "match": id })).await;
            assert_eq!(table.at(loser).message().await.unwrap()["event"]["kind"], "called");
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn whose_flag_falls_has_lost_on_every_screen() {
    let server = patient().await;
    for loser in SEATS {
        let mut table = server.match_of_four(json!({ "initial_s": 60 })).await;
        let id = table.id.clone();
        let board = &loser[..1];
        let other = if board == "A" { "B" } else { "A" };
        if loser.ends_with("black") {
            table.play(&[&format!("{board} e2e4")]).await;
        }
        // Nobody else's clock gets low.
        let set = json!({ "kind": "set_clock", "seat": format!("{other}.white"), "ms": 600_000 });
        table.director.ok(rule(&id, set)).await;
        let claimant =
            format!("{board}.{}", if loser.ends_with("white") { "black" } else { "white" });
        table.at(&claimant).refused(claim(&id), "claim_wrong").await;
        server.advance(60_000);
        server.advance(20);
        let fallen = table.at(&claimant).event("flag_fallen").await;
        assert_eq!(fallen["event"]["seat"], loser);
        // The loser's own team cannot claim it.
        table.at(loser).refused(claim(&id), "claim_wrong").await;
        table.at(&claimant).ok(claim(&id)).await;
        all_see(&server, &mut table, &winner_over(loser), "time").await;
    }
    server.stop().await;
}

#[tokio::test]
async fn what_comes_at_the_fall_waits_and_what_came_before_counts() {
    let server = patient().await;
    let mut table = server.match_of_four(json!({ "initial_s": 60, "flag": "auto" })).await;
    let id = table.id.clone();
    let set = json!({ "kind": "set_clock", "seat": "B.white", "ms": 600_000 });
    table.director.ok(rule(&id, set)).await;
    server.advance(59_999);
    table.at("A.white").ok(mv(&id, "e2e4")).await;
    let moved = table.at("A.white").event("moved").await;
    assert_eq!(moved["event"]["clocks"]["A.white"], 3001);
    server.advance(60_000);
    // At the very instant of the fall: too late, and decided after it.
    let mut late = mv(&id, "e7e5");
    late["id"] = json!("late");
    table.at("A.black").send_raw(&late.to_string()).await;
    for _ in 0..3 {
        table.at("B.white").settle().await;
    }
    server.advance(19);
    let news = table.at("B.white").settle().await;
    assert!(news.iter().all(|event| event["event"]["kind"] != "over"), "{news:?}");
    server.advance(1);
    assert_eq!(table.at("A.black").answer(&json!("late")).await["code"], "not_playing");
    let fallen = table.at("B.white").event("flag_fallen").await;
    let over = table.at("B.white").event("over").await;
    assert_eq!(fallen["at"], EVENING.0 + 119_999);
    assert_eq!(over["at"], EVENING.0 + 119_999);
    assert_eq!(over["event"]["result"]["winner"], 1);
    server.stop().await;
}

#[tokio::test]
async fn whoever_does_not_come_loses_by_default_and_a_deserted_match_is_abandoned() {
    let server = patient().await;
    let mut director = server.director().await;
    let open = json!({ "type": "open", "rules": { "default_after_s": 30 } });
    let id = director.ask(open).await["match"].as_str().unwrap().to_owned();
    for seat in ["A.white", "B.white", "B.black"] {
        // They stay, for their sockets are kept.
        let mut player = server.hello(seat).await;
        player.ok(json!({ "type": "sit", "match": id, "seat": seat })).await;
        std::mem::forget(player);
    }
    director.ok(json!({ "type": "watch", "match": id })).await;
    director.ok(rule(&id, json!({ "kind": "start" }))).await;
    server.advance(30_020);
    let over = director.event("over").await;
    assert_eq!(over["event"]["result"]["by"], "default");
    assert_eq!(over["event"]["result"]["winner"], 1);

    let opened = director.ask(json!({ "type": "open", "rules": { "abandon_after_s": 10 } })).await;
    let id = opened["match"].as_str().unwrap().to_owned();
    director.ok(json!({ "type": "watch", "match": id })).await;
    server.advance(10_020);
    let over = director.event("over").await;
    assert_eq!(over["event"]["result"]["by"], "abandoned");
    assert_eq!(over["event"]["result"]["points"], Value::Null);
    server.stop().await;
}

#[tokio::test]
async fn the_director_pauses_sets_clocks_rewinds_annuls_and_declares() {
    let server = patient().await;
    let mut table = server.match_of_four(json!({})).await;
    let id = table.id.clone();
    table.play(&["A e2e4", "B d2d4", "A e7e5"]).await;
    let director = &mut table.director;
    director.ok(json!({ "type": "watch", "match": id })).await;
    server.advance(5000);
    director.ok(rule(&id, json!({ "kind": "pause" }))).await;
    let paused = director.event("paused").await;
    assert_eq!(paused["event"]["by"], "director");
    assert_eq!(paused["event"]["clocks"]["running"], json!([]));
    director.refused(rule(&id, json!({ "kind": "pause" })), "wrong_phase").await;
    server.advance(60_000);
    director.ok(rule(&id, json!({ "kind": "set_clock", "seat": "A.white", "ms": 90_000 }))).await;
    assert_eq!(director.event("clock_set").await["event"]["clocks"]["A.white"], 90_000);
    director.ok(rule(&id, json!({ "kind": "add_clock", "seat": "A.white", "ms": -30_000 }))).await;
    assert_eq!(director.event("clock_set").await["event"]["clocks"]["A.white"], 60_000);
    director.ok(rule(&id, json!({ "kind": "resume" }))).await;
    assert_eq!(director.event("resumed").await["event"]["clocks"]["A.white"], 60_000);
    director.refused(rule(&id, json!({ "kind": "resume" })), "wrong_phase").await;

    director.ok(rule(&id, json!({ "kind": "rewind", "to": 1 }))).await;
    let rewound = director.event("rewound").await;
    assert_eq!((&rewound["event"]["line"], &rewound["event"]["to"]), (&json!(1), &json!(1)));
    let snapshot = director.next("snapshot").await;
    assert_eq!((&snapshot["order"], &snapshot["phase"]), (&json!("A"), &json!("paused")));
    // The players' word does not end the director's pause.
    let ready = json!({ "type": "ready", "match": id });
    table.at("A.white").refused(ready, "wrong_phase").await;

    table.director.ok(rule(&id, json!({ "kind": "annul" }))).await;
    let snapshot = table.director.next("snapshot").await;
    assert_eq!((&snapshot["phase"], &snapshot["line"]), (&json!("seating"), &json!(2)));
    assert_eq!(snapshot["clocks"]["A.white"], 300_000);
    for player in &mut table.players {
        player.event("annulled").await;
        assert_eq!(player.next("snapshot").await["phase"], "seating");
    }
    table.start().await;
    let director = &mut table.director;
    director.ok(rule(&id, json!({ "kind": "unseat", "seat": "B.black" }))).await;
    director.event("left_seat").await;
    let player = table.at("B.black").player.clone();
    assert_eq!(table.at("B.black").next("snapshot").await["you"], "spectator");
    let seat = json!({ "kind": "seat", "seat": "B.black", "player": player });
    table.director.ok(rule(&id, seat.clone())).await;
    assert_eq!(table.at("B.black").next("snapshot").await["you"], "B.black");
    table.director.refused(rule(&id, seat), "already_seated").await;

    table.director.ok(rule(&id, json!({ "kind": "result", "winner": 2 }))).await;
    all_see(&server, &mut table, &json!(2), "ruling").await;
    let half = json!({ "kind": "result", "points": { "1": 0.5, "2": 0.5 } });
    table.director.ok(rule(&id, half)).await;
    let changed = table.director.event("result_changed").await;
    assert_eq!(changed["event"]["result"]["points"], json!({ "1": 0.5, "2": 0.5 }));
    table.director.refused(rule(&id, json!({ "kind": "close" })), "wrong_phase").await;
    table.director.refused(rule(&id, json!({ "kind": "rewind", "to": 0 })), "wrong_phase").await;
    server.stop().await;
}
