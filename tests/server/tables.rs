//! Tables: opening them, their options, and who sits where.

use serde_json::{Value, json};

use crate::support::{SEATS, TestServer};

const MIDDLE: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[QNpp] w KQkq - 0 1";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn rule(id: &str, ruling: &Value) -> Value {
    json!({ "type": "rule", "match": id, "ruling": ruling })
}

#[tokio::test]
async fn the_options_chosen_are_shown_before_anyone_is_ready() {
    let server = TestServer::start().await;
    let mut anna = server.hello("Anna").await;
    let rules = json!({
        "initial_s": 60, "increment_s": 0.5, "wrong_claim_bonus_s": 10, "spectator_delay_s": 3,
        "abandon_after_s": 90, "default_after_s": 0, "spectator_reserves": "shown",
        "partner_board": "hidden", "back_rank_drops": "none", "flag": "auto",
        "draw_agreement": "none", "illegal_moves": "penalise",
    });
    let opened = anna.ask(json!({ "type": "open", "rules": rules })).await;
    assert_eq!(opened["type"], "opened");
    assert!(opened.get("keys").is_none());
    anna.ok(json!({ "type": "watch", "match": opened["match"] })).await;
    let snapshot = anna.next("snapshot").await;
    assert_eq!(snapshot["phase"], "seating");
    for (name, value) in rules.as_object().unwrap() {
        assert_eq!(&snapshot["rules"][name], value, "{name}");
    }
    // What is not chosen is as configured.
    let opened = anna.ask(json!({ "type": "open" })).await;
    anna.ok(json!({ "type": "watch", "match": opened["match"] })).await;
    let snapshot = anna.next("snapshot").await;
    assert_eq!(snapshot["rules"]["initial_s"], 300);
    assert_eq!(snapshot["rules"]["default_after_s"], Value::Null);
    assert_eq!(snapshot["clocks"]["A.white"], 300_000);
    server.stop().await;
}

#[tokio::test]
async fn bad_rules_open_no_table() {
    let server = TestServer::start().await;
    let mut anna = server.hello("Anna").await;
    for rules in [
        json!({ "initial_s": "5" }),
        json!({ "initial_s": -1 }),
        json!({ "increment_s": 1e30 }),
        json!({ "flag": "none" }),
        json!({ "speed": 3 }),
        json!({ "illegal_moves": null }),
        json!({ "default_after_s": [] }),
    ] {
        anna.refused(json!({ "type": "open", "rules": rules }), "bad_rules").await;
    }
    for bad in [
        json!({ "type": "open", "rules": [] }),
        json!({ "type": "open", "listed": "yes" }),
        json!({ "type": "open", "position": { "A": START } }),
        json!({ "type": "open", "position": { "A": START, "B": "8/8/8/8/8/8/8/8 w - - 0 1" } }),
    ] {
        anna.refused(bad, "bad_message").await;
    }
    let (_, body) = server.get("/api/matches", None).await;
    assert_eq!(body, r#"{"matches":[]}"#);
    server.stop().await;
}

#[tokio::test]
async fn the_director_alone_sets_up_a_position() {
    let server = TestServer::start().await;
    let open = json!({ "type": "open", "position": { "A": MIDDLE, "B": START } });
    let refused = server.hello("Anna").await.refused(open.clone(), "not_allowed").await;
    assert_eq!(refused["rule"], "R36");
    let mut table = server.seated(open).await;
    let snapshot = table.at("A.white").next("snapshot").await;
    let queen = json!({ "Q": 1, "R": 0, "B": 0, "N": 1, "P": 0 });
    assert_eq!(snapshot["reserves"]["A.white"], queen);
    assert!(snapshot["reserves"].get("A.black").is_none());
    assert_eq!(snapshot["boards"]["A"]["fen"], START);
    table.start().await;
    table.play(&["A Q@d4", "A P@e6"]).await;
    let mated = "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1";
    let rules = json!({ "back_rank_drops": "none" });
    let mated = json!({ "type": "open", "rules": rules, "position": { "A": mated, "B": START } });
    table.director.refused(mated, "bad_message").await;
    server.stop().await;
}

#[tokio::test]
async fn an_unlisted_table_has_four_keys_and_no_fifth_guest() {
    let server = TestServer::start().await;
    let mut anna = server.hello("Anna").await;
    let opened = anna.ask(json!({ "type": "open", "listed": false })).await;
    let id = opened["match"].as_str().unwrap().to_owned();
    let keys = opened["keys"].as_object().unwrap().clone();
    assert_eq!(keys.len(), 4);
    let mut guests = Vec::new();
    for (seat, wrong) in SEATS.iter().zip(["A.black", "A.white", "B.black", "B.white"]) {
        let mut guest = server.hello(seat).await;
        let sit = json!({ "type": "sit", "match": id, "seat": seat });
        guest.refused(sit.clone(), "bad_key").await;
        let mut with = sit.clone();
        with["key"] = keys[wrong].clone();
        guest.refused(with.clone(), "bad_key").await;
        with["key"] = keys[*seat].clone();
        guest.ok(with).await;
        guests.push(guest);
    }
    let mut fifth = server.hello("Fifth").await;
    for seat in SEATS {
        fifth.refused(json!({ "type": "sit", "match": id, "seat": seat }), "bad_key").await;
    }
    let answer = fifth.ok(json!({ "type": "watch", "match": id })).await;
    assert_eq!(answer["you"], "spectator");
    let (_, body) = server.get("/api/matches", None).await;
    assert_eq!(body, r#"{"matches":[]}"#);
    for client in guests.iter().chain([&fifth]) {
        for frame in &client.frames {
            for key in keys.values() {
                assert!(!frame.contains(key.as_str().unwrap()), "{frame}");
            }
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn a_change_of_rules_clears_every_ready() {
    let server = TestServer::start().await;
    let mut table = server.seated(json!({ "type": "open" })).await;
    let id = table.id.clone();
    let mut zoe = server.hello("Zoe").await;
    zoe.ok(json!({ "type": "watch", "match": id })).await;
    for seat in ["A.white", "B.white", "B.black"] {
        table.at(seat).ok(json!({ "type": "ready", "match": id })).await;
    }
    let change = |rules: Value| json!({ "type": "change_rules", "match": id, "rules": rules });
    zoe.refused(change(json!({ "initial_s": 1 })), "not_seated").await;
    let anna = table.at("A.black");
    anna.refused(change(json!({ "initial_s": "x" })), "bad_rules").await;
    anna.refused(change(json!({ "colour": "x" })), "bad_rules").await;
    anna.ok(change(json!({ "initial_s": 60, "flag": "auto" }))).await;
    let event = zoe.event("rules_changed").await;
    assert_eq!(event["event"]["rules"]["initial_s"], 60);
    assert_eq!(event["event"]["rules"]["flag"], "auto");
    assert_eq!(event["event"]["clocks"]["A.white"], 60_000);
    zoe.ok(json!({ "type": "watch", "match": id })).await;
    let snapshot = zoe.next("snapshot").await;
    for seat in SEATS {
        assert_eq!(snapshot["seats"][seat]["ready"], false, "{seat}");
    }
    // The fourth word alone starts nothing now; all four do.
    table.at("A.black").ok(json!({ "type": "ready", "match": id })).await;
    for seat in ["A.white", "B.white", "B.black"] {
        table.at(seat).ok(json!({ "type": "ready", "match": id })).await;
    }
    table.at("A.white").event("started").await;
    table.at("A.white").refused(change(json!({ "initial_s": 1 })), "wrong_phase").await;
    table.director.refused(change(json!({ "initial_s": 1 })), "wrong_phase").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_change_of_rules_leaves_the_other_options() {
    let server = TestServer::start().await;
    let (mut one, mut two) = (server.director().await, server.director().await);
    for round in 0..20 {
        let opened = one.ask(json!({ "type": "open" })).await;
        let id = &opened["match"];
        // These sockets do not watch, so that an `ok` waits for the record alone.
        let change = |rules| json!({ "type": "change_rules", "match": id, "rules": rules });
        let (first, second) = tokio::join!(
            one.ok(change(json!({ "initial_s": 60 }))),
            two.ok(change(json!({ "increment_s": 1 }))),
        );
        assert_eq!(first.get("seq"), second.get("seq"));
        one.ok(change(json!({ "flag": "auto" }))).await;
        one.ok(json!({ "type": "watch", "match": id })).await;
        let rules = one.next("snapshot").await["rules"].clone();
        let chosen = json!([rules["initial_s"], rules["increment_s"], rules["flag"]]);
        assert_eq!(chosen, json!([60, 1, "auto"]), "{round}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_spectator_who_sits_gets_his_seats_snapshot_and_numbering() {
    let server = TestServer::start().await;
    let mut table = server.seated(json!({ "type": "open" })).await;
    let id = table.id.clone();
    let stand = json!({ "type": "stand", "match": id });
    table
        .at("B.black")
        .ok(json!({ "type": "say", "match": id, "to": "partner", "phrase": "go" }))
        .await;
    table.at("A.black").ok(stand.clone()).await;

    let mut zoe = server.hello("Zoe").await;
    zoe.ok(json!({ "type": "watch", "match": id })).await;
    let spectator = zoe.next("snapshot").await;
    assert_eq!(spectator["you"], "spectator");
    // Her second socket watches, too.
    let mut second = server.back(&zoe.token).await;
    second.ok(json!({ "type": "watch", "match": id })).await;
    second.settle().await;
    zoe.settle().await;
    let ok = zoe.ok(json!({ "type": "sit", "match": id, "seat": "A.black" })).await;
    for client in [&mut zoe, &mut second] {
        let snapshot = client.next("snapshot").await;
        assert_eq!(snapshot["you"], "A.black");
        assert_eq!(snapshot["seats"]["A.black"]["name"], "Zoe");
        assert_eq!(snapshot["seq"], ok["seq"], "{snapshot}");
        assert_eq!(snapshot["talk"], json!([]));
    }
    // From here her numbering is that of the seat, without a gap (the client sees to that).
    table.at("A.white").ok(json!({ "type": "call", "match": id })).await;
    let called = zoe.event("called").await;
    assert_eq!(called["seq"].as_u64(), ok["seq"].as_u64().map(|seq| seq + 1));
    // She stands up and is a spectator again, whose numbering has gone on.
    zoe.ok(stand).await;
    let snapshot = zoe.next("snapshot").await;
    assert_eq!(snapshot["you"], "spectator");
    let seq = spectator["seq"].as_u64().unwrap() + 3;
    assert_eq!(snapshot["seq"], seq, "seated, called, left");
    assert_eq!(second.next("snapshot").await["you"], "spectator");
    server.stop().await;
}

#[tokio::test]
async fn a_director_who_sits_sees_what_his_seat_sees() {
    let server = TestServer::start().await;
    let open = json!({ "type": "open", "position": { "A": MIDDLE, "B": MIDDLE } });
    let mut table = server.seated(open).await;
    let id = table.id.clone();
    table.at("A.white").ok(json!({ "type": "stand", "match": id })).await;
    let director = &mut table.director;
    let answer = director.ok(json!({ "type": "watch", "match": id })).await;
    assert_eq!(answer["you"], "director");
    let snapshot = director.next("snapshot").await;
    assert_eq!(snapshot["reserves"].as_object().unwrap().len(), 4);
    director.ok(json!({ "type": "sit", "match": id, "seat": "A.white" })).await;
    let snapshot = director.next("snapshot").await;
    assert_eq!(snapshot["you"], "A.white");
    let seen: Vec<&String> = snapshot["reserves"].as_object().unwrap().keys().collect();
    assert_eq!(seen, ["A.white", "B.black"]);
    let answer = director.ok(json!({ "type": "watch", "match": id })).await;
    assert_eq!(answer["you"], "A.white");
    // He rules all the same.
    director.ok(rule(&id, &json!({ "kind": "start" }))).await;
    director.event("started").await;
    server.stop().await;
}

#[tokio::test]
async fn seats_are_taken_once() {
    let server = TestServer::start().await;
    let mut table = server.seated(json!({ "type": "open" })).await;
    let id = table.id.clone();
    let sit = |seat: &str| json!({ "type": "sit", "match": id, "seat": seat });
    let mut zoe = server.hello("Zoe").await;
    zoe.refused(sit("A.white"), "seat_taken").await;
    zoe.refused(json!({ "type": "stand", "match": id }), "not_seated").await;
    zoe.refused(json!({ "type": "ready", "match": id }), "not_seated").await;
    table.at("A.white").refused(sit("B.white"), "already_seated").await;
    table.at("A.white").refused(sit("A.white"), "already_seated").await;
    table.start().await;
    table.at("A.white").refused(json!({ "type": "stand", "match": id }), "wrong_phase").await;
    table.at("A.white").refused(json!({ "type": "ready", "match": id }), "wrong_phase").await;
    table.director.ok(rule(&id, &json!({ "kind": "close" }))).await;
    table.director.ok(json!({ "type": "watch", "match": id })).await;
    assert_eq!(table.director.next("snapshot").await["result"]["by"], "abandoned");
    zoe.refused(sit("A.white"), "wrong_phase").await;
    server.stop().await;
}

/// A running match whose seat `A.black` a ruling has emptied, and who sat there.
async fn with_an_empty_seat(server: &TestServer, rules: Value) -> crate::support::Table {
    let mut table = server.match_of_four(rules).await;
    let id = table.id.clone();
    table.director.ok(rule(&id, &json!({ "kind": "unseat", "seat": "A.black" }))).await;
    table.at("A.white").event("left_seat").await;
    table
}

#[tokio::test]
async fn whoever_has_seen_the_other_team_may_not_change_sides() {
    let server = TestServer::start().await;
    // He held a seat of the other team.
    let mut table = with_an_empty_seat(&server, json!({})).await;
    let id = table.id.clone();
    let sit = json!({ "type": "sit", "match": id, "seat": "A.black" });
    table.director.ok(rule(&id, &json!({ "kind": "unseat", "seat": "B.black" }))).await;
    table.at("A.white").event("left_seat").await;
    let refused = table.at("B.black").refused(sit.clone(), "not_allowed").await;
    assert_eq!(refused["rule"], "R11");
    // The ruling knows no exception.
    let player = table.at("B.black").player.clone();
    let seat = json!({ "kind": "seat", "seat": "A.black", "player": player });
    table.director.refused(rule(&id, &seat), "not_allowed").await;
    // He looked on as the director.
    let mut watching = server.director().await;
    watching.ok(json!({ "type": "watch", "match": id })).await;
    watching.refused(sit.clone(), "not_allowed").await;
    // He asked over HTTP, with the director's token.
    let asking = server.director().await;
    let (status, _) = server.get(&format!("/api/matches/{id}"), Some(&asking.token)).await;
    assert_eq!(status, 200);
    let mut back = server.back(&asking.token).await;
    back.refused(sit.clone(), "not_allowed").await;
    // A spectator has seen nothing, and may; nor does it matter after an annulment.
    let mut zoe = server.hello("Zoe").await;
    zoe.ok(json!({ "type": "watch", "match": id })).await;
    zoe.ok(sit).await;
    table.director.ok(rule(&id, &json!({ "kind": "annul" }))).await;
    zoe.ok(json!({ "type": "stand", "match": id })).await;
    back.ok(json!({ "type": "sit", "match": id, "seat": "A.black" })).await;
    server.stop().await;
}

#[tokio::test]
async fn whoever_was_shown_all_reserves_as_a_spectator_may_not_sit() {
    let server = TestServer::start().await;
    let mut table = with_an_empty_seat(&server, json!({ "spectator_reserves": "shown" })).await;
    let id = table.id.clone();
    let sit = json!({ "type": "sit", "match": id, "seat": "A.black" });
    let mut zoe = server.hello("Zoe").await;
    let yuri = server.hello("Yuri").await;
    zoe.ok(json!({ "type": "watch", "match": id })).await;
    assert_eq!(zoe.next("snapshot").await["reserves"].as_object().unwrap().len(), 4);
    zoe.refused(sit.clone(), "not_allowed").await;
    let (_, body) = server.get(&format!("/api/matches/{id}"), Some(&yuri.token)).await;
    let snapshot: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(snapshot["reserves"].as_object().unwrap().len(), 4);
    server.back(&yuri.token).await.refused(sit.clone(), "not_allowed").await;
    // Whoever was unseated and does not look on sits down for his own team again.
    table.at("A.black").ok(json!({ "type": "watch", "match": id })).await;
    server.hello("Xaver").await.ok(sit).await;
    server.stop().await;
}

#[tokio::test]
async fn ready_lapses_with_the_last_socket() {
    let server = TestServer::start().await;
    let mut table = server.seated(json!({ "type": "open" })).await;
    let id = table.id.clone();
    let token = table.at("B.black").token.clone();
    let mut second = server.back(&token).await;
    for player in &mut table.players[..3] {
        player.ok(json!({ "type": "ready", "match": id })).await;
    }
    table.at("A.white").event("ready").await;
    let gone = std::mem::replace(table.at("B.black"), server.connect().await);
    let leaver = std::mem::replace(table.at("A.black"), server.connect().await);
    gone.leave().await;
    leaver.leave().await;
    let lapsed = loop {
        let event = table.at("A.white").event("ready").await;
        if event["event"]["ready"] == false {
            break event;
        }
    };
    assert_eq!(lapsed["event"]["seat"], "A.black");
    // The fourth gets ready, and the match does not start.
    second.ok(json!({ "type": "ready", "match": id })).await;
    second.ok(json!({ "type": "watch", "match": id })).await;
    let snapshot = second.next("snapshot").await;
    assert_eq!(snapshot["phase"], "seating");
    assert_eq!(snapshot["seats"]["A.black"]["ready"], false);
    assert_eq!(snapshot["seats"]["B.black"]["ready"], true);
    server.stop().await;
}

#[tokio::test]
async fn the_director_starts_a_match_with_empty_seats() {
    let server = TestServer::start().await;
    let mut director = server.director().await;
    let opened = director.ask(json!({ "type": "open" })).await;
    let id = opened["match"].as_str().unwrap().to_owned();
    let mut anna = server.hello("Anna").await;
    anna.ok(json!({ "type": "sit", "match": id, "seat": "A.white" })).await;
    anna.refused(rule(&id, &json!({ "kind": "start" })), "not_allowed").await;
    director.ok(rule(&id, &json!({ "kind": "start" }))).await;
    let started = anna.event("started").await;
    assert_eq!(started["event"]["clocks"]["running"], json!(["A.white", "B.white"]));
    server.advance(10_000);
    anna.ok(json!({ "type": "move", "match": id, "move": "e2e4" })).await;
    // He whose seat was empty comes late: his clock has run.
    server.advance(5000);
    let mut ben = server.hello("Ben").await;
    ben.ok(json!({ "type": "sit", "match": id, "seat": "A.black" })).await;
    let snapshot = ben.next("snapshot").await;
    assert_eq!(snapshot["clocks"]["A.white"], 293_000);
    assert_eq!(snapshot["clocks"]["A.black"], 295_000);
    assert_eq!(snapshot["clocks"]["B.white"], 285_000);
    assert_ne!(snapshot["legal"], Value::Null);
    ben.ok(json!({ "type": "move", "match": id, "move": "e7e5" })).await;
    director.refused(rule(&id, &json!({ "kind": "start" })), "wrong_phase").await;
    server.stop().await;
}
