//! Whoever was away gets just what he missed, and what he sends twice is done once.

use serde_json::{Value, json};

use crate::support::{Client, SEATS, Table, TestServer};

fn watch(id: &str, after: &Value, you: &str) -> Value {
    json!({ "type": "watch", "match": id, "after": after, "as": you })
}

/// The player of that seat loses his connection; gives his token and the last `seq` he had.
async fn lose(server: &TestServer, table: &mut Table, seat: &str) -> (String, u64) {
    let id = table.id.clone();
    let mut lost = std::mem::replace(table.at(seat), server.connect().await);
    lost.settle().await;
    let (token, seq) = (lost.token.clone(), lost.seqs[&id]);
    lost.vanish();
    let other = SEATS.iter().find(|other| **other != seat).unwrap();
    loop {
        let presence = table.at(other).next("presence").await;
        if presence["seat"] == seat && presence["present"] == false {
            return (token, seq);
        }
    }
}

/// All that comes up to the answer to a ping, which is left out.
async fn all(client: &mut Client) -> Vec<Value> {
    client.settle().await
}

fn kinds(messages: &[Value]) -> Vec<String> {
    messages
        .iter()
        .map(|message| match message["type"].as_str().unwrap() {
            "event" => message["event"]["kind"].as_str().unwrap().to_owned(),
            other => other.to_owned(),
        })
        .collect()
}

#[tokio::test]
async fn the_opponents_answer_comes_first_of_all() {
    let server = TestServer::start().await;
    let mut table = server.match_of_four(json!({})).await;
    let id = table.id.clone();
    table.play(&["A e2e4", "B d2d4"]).await;
    let (token, seq) = lose(&server, &mut table, "A.white").await;
    // The missing player's own view cannot be asked here, so the others move by name.
    server.advance(1000);
    for (seat, text) in [("B.black", "d7d5"), ("A.black", "e7e5"), ("B.white", "b1c3")] {
        let request = json!({ "type": "move", "match": id, "move": text });
        table.at(seat).ok(request).await;
    }
    server.advance(2000);
    let mut back = server.back(&token).await;
    let mut request = watch(&id, &json!(seq), "A.white");
    request["id"] = json!("w");
    back.send_raw(&request.to_string()).await;
    let ok = back.message().await.unwrap();
    let expected = json!({ "type": "ok", "id": "w", "you": "A.white", "seq": seq + 3 });
    assert_eq!(ok, expected);
    back.seqs.insert(id.clone(), seq);
    let messages = all(&mut back).await;
    let presence = "presence".to_owned();
    let moved = "moved".to_owned();
    let expected = [vec![moved; 3], vec![presence; 4]].concat();
    assert_eq!(kinds(&messages), expected, "{messages:?}");
    assert_eq!(messages[1]["event"]["move"], "e7e5");
    assert_ne!(messages[1]["event"]["legal"], Value::Null);
    // His clock has run since the answer, and nothing else happened to his match.
    table.director.ok(json!({ "type": "watch", "match": id })).await;
    let snapshot = table.director.next("snapshot").await;
    assert_eq!(snapshot["clocks"]["A.white"], 301_000);
    assert_eq!(snapshot["phase"], "playing");
    let request = json!({ "type": "move", "match": id, "move": "g1f3", "ply": 2, "line": 0 });
    back.ok(request).await;
    server.stop().await;
}

#[tokio::test]
async fn with_nothing_missed_nothing_comes() {
    let server = TestServer::start().await;
    let mut table = server.match_of_four(json!({})).await;
    let id = table.id.clone();
    let (token, seq) = lose(&server, &mut table, "B.white").await;
    let mut back = server.back(&token).await;
    let ok = back.ok(watch(&id, &json!(seq), "B.white")).await;
    assert_eq!(ok["seq"], seq);
    assert_eq!(kinds(&all(&mut back).await), ["presence"; 4]);
    server.stop().await;
}

#[tokio::test]
async fn what_is_not_held_or_not_his_brings_a_snapshot() {
    let server = TestServer::start().await;
    let mut table = server.match_of_four(json!({})).await;
    let id = table.id.clone();
    table.play(&["A e2e4"]).await;
    let (token, seq) = lose(&server, &mut table, "A.white").await;
    let mut back = server.back(&token).await;
    for (after, you) in [
        (json!(seq + 1), "A.white"),
        (json!(u64::MAX), "A.white"),
        (json!(0), "A.white"),
        (json!(seq), "B.black"),
        (json!(seq), "A.black"),
        (json!(seq), "director"),
        (json!(null), "A.white"),
    ] {
        let ok = back.ok(watch(&id, &after, you)).await;
        assert_eq!((&ok["you"], &ok["seq"]), (&json!("A.white"), &json!(seq)));
        let messages = all(&mut back).await;
        assert_eq!(messages[0]["type"], "snapshot", "{after} {you}");
        assert_eq!(messages[0]["you"], "A.white");
    }
    // A spectator's place is asked for, and given.
    let ok = back.ok(watch(&id, &json!(3), "spectator")).await;
    assert_eq!(ok["you"], "spectator");
    // Too many events to hold.
    back.ok(watch(&id, &json!(seq), "A.white")).await;
    let call = json!({ "type": "call", "match": id });
    for _ in 0..130 {
        table.at("A.black").ok(call.clone()).await;
    }
    back.settle().await;
    let last = back.seqs[&id];
    assert_eq!(last, seq + 130);
    for (after, kind) in [(last - 129, "snapshot"), (last - 128, "event"), (last - 1, "event")] {
        back.seqs.clear();
        back.ok(watch(&id, &json!(after), "A.white")).await;
        let messages = all(&mut back).await;
        assert_eq!(messages[0]["type"], kind, "{after}");
        if kind == "event" {
            assert_eq!(messages.len() as u64, last - after + 4);
            assert_eq!(messages[0]["seq"], after + 1);
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn a_seats_new_holder_does_not_get_what_his_predecessor_was_shown() {
    let server = TestServer::start().await;
    let mut table = server.match_of_four(json!({})).await;
    let id = table.id.clone();
    let secret = json!({ "type": "say", "match": id, "to": "partner", "text": "a secret plan" });
    table.at("B.black").ok(secret).await;
    let unseat = json!({ "type": "rule", "match": id,
                         "ruling": { "kind": "unseat", "seat": "A.white" } });
    table.director.ok(unseat).await;
    table.at("B.black").event("left_seat").await;
    let mut zoe = server.hello("Zoe").await;
    zoe.ok(json!({ "type": "sit", "match": id, "seat": "A.white" })).await;
    zoe.settle().await;
    for after in 0..=zoe.seqs[&id] {
        let mut again = server.back(&zoe.token).await;
        again.ok(watch(&id, &json!(after), "A.white")).await;
        again.settle().await;
        assert!(again.frames.iter().all(|frame| !frame.contains("secret")));
        again.leave().await;
    }
    server.stop().await;
}

#[tokio::test]
async fn a_rewind_while_he_was_away_brings_a_snapshot() {
    let server = TestServer::start().await;
    let mut table = server.match_of_four(json!({})).await;
    let id = table.id.clone();
    table.play(&["A e2e4"]).await;
    let (token, seq) = lose(&server, &mut table, "A.white").await;
    let rewind = json!({ "type": "rule", "match": id, "ruling": { "kind": "rewind", "to": 0 } });
    table.director.ok(rewind).await;
    table.at("A.black").event("rewound").await;
    let mut back = server.back(&token).await;
    back.ok(watch(&id, &json!(seq), "A.white")).await;
    let snapshot = &all(&mut back).await[0];
    assert_eq!((&snapshot["type"], &snapshot["line"]), (&json!("snapshot"), &json!(1)));
    server.stop().await;
}

#[tokio::test]
async fn a_message_that_comes_twice_plays_one_move() {
    let server = TestServer::start().await;
    let knight = "4k1n1/8/8/8/8/8/8/4K3[PPpp] w - - 0 1";
    let kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let open = json!({ "type": "open", "position": { "A": knight, "B": kings } });
    let mut table = server.seated(open).await;
    table.start().await;
    let id = table.id.clone();
    let drop =
        |ply: u32| json!({ "type": "move", "match": id, "move": "P@f6", "ply": ply, "line": 0 });
    let twice = |request: &Value| (request.clone(), request.clone());
    let (first, again) = twice(&drop(0));
    table.at("A.white").ok(first).await;
    table.at("A.white").refused(again.clone(), "stale").await;
    table.play(&["A g8f6"]).await;
    table.at("A.white").refused(again.clone(), "stale").await;
    table.play(&["A e1e2", "A f6g8"]).await;
    // The drop is legal again, and on him to move: the old message still is not this move.
    table.at("A.white").refused(again, "stale").await;
    let (first, again) = twice(&drop(4));
    table.at("A.white").ok(first).await;
    table.at("A.white").refused(again, "stale").await;
    table.director.ok(json!({ "type": "watch", "match": id })).await;
    let snapshot = table.director.next("snapshot").await;
    assert_eq!(snapshot["boards"]["A"]["ply"], 5);
    assert_eq!(snapshot["reserves"]["A.white"]["P"], 0);
    assert_eq!(snapshot["result"], Value::Null);
    assert_eq!(snapshot["penalties"]["A.white"], 0);
    server.stop().await;
}

#[tokio::test]
async fn a_move_from_before_a_rewind_is_stale() {
    let server = TestServer::start().await;
    let mut table = server.match_of_four(json!({})).await;
    let id = table.id.clone();
    table.play(&["A e2e4", "A e7e5"]).await;
    let rule = |ruling: Value| json!({ "type": "rule", "match": id, "ruling": ruling });
    table.director.ok(rule(json!({ "kind": "rewind", "to": 0 }))).await;
    table.director.ok(rule(json!({ "kind": "resume" }))).await;
    let anna = table.at("A.white");
    let rewound = anna.event("rewound").await;
    assert_eq!((&rewound["event"]["line"], &rewound["event"]["to"]), (&json!(1), &json!(0)));
    let snapshot = anna.message().await.unwrap();
    assert_eq!((&snapshot["type"], &snapshot["seq"]), (&json!("snapshot"), &rewound["seq"]));
    assert_eq!(snapshot["line"], 1);
    anna.event("resumed").await;
    let play =
        |line: u32| json!({ "type": "move", "match": id, "move": "e2e4", "ply": 0, "line": line });
    anna.refused(play(0), "stale").await;
    anna.refused(play(2), "stale").await;
    anna.ok(play(1)).await;
    anna.refused(play(1), "stale").await;
    server.stop().await;
}
