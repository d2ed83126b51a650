//! What each request is answered: `ok` and its `seq`, the refusals and their rules, the order.

use serde_json::{Value, json};

use crate::support::{Table, TestServer};

const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

fn mv(id: &str, text: &str) -> Value {
    json!({ "type": "move", "match": id, "move": text })
}

/// A running match from these positions.
async fn set_up(server: &TestServer, a: &str, b: &str, rules: Value) -> Table {
    let position = json!({ "A": a, "B": b });
    let open = json!({ "type": "open", "rules": rules, "position": position });
    let mut table = server.seated(open).await;
    table.start().await;
    table
}

#[tokio::test]
async fn an_answer_bears_the_id_of_its_request() {
    let server = TestServer::start().await;
    let mut anna = server.hello("Anna").await;
    let big = i64::MAX;
    for id in [json!("x"), json!(""), json!(0), json!(-5), json!(big), json!("ü \" \\ \u{1}")] {
        for request in [
            json!({ "type": "ping", "n": 4, "id": id }),
            json!({ "type": "watch", "match": "nowhere", "id": id }),
            json!({ "type": "dance", "id": id }),
            json!({ "id": id }),
        ] {
            anna.send_raw(&request.to_string()).await;
            assert_eq!(anna.message().await.unwrap().get("id"), Some(&id), "{request}");
        }
    }
    for id in [json!(1.5), json!([1]), json!({}), json!(true)] {
        anna.send_raw(&json!({ "type": "ping", "n": 1, "id": id }).to_string()).await;
        let answer = anna.message().await.unwrap();
        assert_eq!(answer["code"], "bad_message", "{id}: {answer}");
        assert!(answer.get("id").is_none(), "{answer}");
    }
    for absent in [r#"{"type":"ping","n":1}"#, r#"{"type":"dance"}"#, "not json"] {
        anna.send_raw(absent).await;
        assert!(anna.message().await.unwrap().get("id").is_none(), "{absent}");
    }
    server.stop().await;
}

#[tokio::test]
async fn ping_tells_the_servers_time() {
    let server = TestServer::start().await;
    let mut anna = server.hello("Anna").await;
    server.advance(1234);
    let pong = anna.ask(json!({ "type": "ping", "n": -7 })).await;
    assert_eq!((&pong["type"], &pong["n"]), (&json!("pong"), &json!(-7)));
    assert_eq!(pong["at"], crate::support::EVENING.0 + 1234);
    anna.refused(json!({ "type": "ping" }), "bad_message").await;
    anna.refused(json!({ "type": "ping", "n": 1.5 }), "bad_message").await;
    server.stop().await;
}

#[tokio::test]
async fn answers_come_in_the_order_of_the_requests() {
    let server = TestServer::start().await;
    let mut table = server.match_of_four(json!({})).await;
    let id = table.id.clone();
    let anna = table.at("A.white");
    anna.settle().await;
    let mut expected = Vec::new();
    // More than are read ahead, quick ones and slow ones in turn.
    for n in 0..60 {
        let (request, kind) = match n % 5 {
            0 => (json!({ "type": "call", "match": id }), "ok"),
            1 => (json!({ "type": "ping", "n": n }), "pong"),
            2 => (json!({ "type": "open" }), "opened"),
            3 => (mv("nowhere", "e2e4"), "refused"),
            _ => (json!({ "type": "watch", "match": id }), "ok"),
        };
        let mut request = request;
        request["id"] = json!(n);
        anna.send_raw(&request.to_string()).await;
        expected.push((n, kind));
    }
    let mut answered = Vec::new();
    while answered.len() < expected.len() {
        let message = anna.message().await.unwrap();
        if let Some(id) = message.get("id") {
            answered.push((id.as_i64().unwrap(), message["type"].as_str().unwrap().to_owned()));
        }
    }
    let answered: Vec<(i64, &str)> = answered.iter().map(|(id, kind)| (*id, &**kind)).collect();
    assert_eq!(answered, expected);
    server.stop().await;
}

#[tokio::test]
async fn the_events_come_before_the_ok_and_seq_says_how_far() {
    let server = TestServer::start().await;
    let mut table = server.match_of_four(json!({})).await;
    let id = table.id.clone();
    let director = &mut table.director;
    director.ok(json!({ "type": "watch", "match": id })).await;
    director.settle().await;
    let mut request = json!({ "type": "rule", "match": id, "ruling": { "kind": "pause" } });
    request["id"] = json!("p");
    director.send_raw(&request.to_string()).await;
    let event = director.message().await.unwrap();
    let ok = director.message().await.unwrap();
    assert_eq!((&event["type"], &ok["type"]), (&json!("event"), &json!("ok")));
    assert_eq!(event["seq"], ok["seq"]);
    director.ok(json!({ "type": "rule", "match": id, "ruling": { "kind": "resume" } })).await;

    let anna = table.at("A.white");
    anna.settle().await;
    let mut request = mv(&id, "e2e4");
    request["id"] = json!("m");
    anna.send_raw(&request.to_string()).await;
    let event = anna.message().await.unwrap();
    let ok = anna.message().await.unwrap();
    assert_eq!(event["event"]["kind"], "moved");
    assert_eq!(ok, json!({ "type": "ok", "id": "m", "seq": event["seq"] }));

    // A socket of his that does not watch, or watches as a spectator, gets no seq.
    let token = table.at("A.black").token.clone();
    let mut other = server.back(&token).await;
    let ok = other.ok(mv(&id, "e7e5")).await;
    assert!(ok.get("seq").is_none(), "{ok}");
    let answer = other.ok(json!({ "type": "watch", "match": id, "as": "spectator" })).await;
    assert_eq!(answer["you"], "spectator");
    table.play(&["A g1f3"]).await;
    let ok = other.ok(mv(&id, "b8c6")).await;
    assert!(ok.get("seq").is_none(), "{ok}");
    // Both sockets were told, each as what it watches.
    let shown = other.event("moved").await;
    assert!(shown["event"].get("legal").is_none(), "{shown}");
    server.stop().await;
}

#[tokio::test]
async fn unwatch_ends_the_news() {
    let server = TestServer::start().await;
    let mut table = server.match_of_four(json!({})).await;
    let id = table.id.clone();
    let mut zoe = server.hello("Zoe").await;
    zoe.ok(json!({ "type": "watch", "match": id })).await;
    zoe.settle().await;
    let ok = zoe.ok(json!({ "type": "unwatch", "match": id })).await;
    assert!(ok.get("seq").is_none() && ok.get("you").is_none(), "{ok}");
    table.play(&["A e2e4"]).await;
    assert_eq!(zoe.settle().await, Vec::<Value>::new());
    // He plays on without watching, and watches again.
    let ben = table.at("A.black");
    ben.ok(json!({ "type": "unwatch", "match": id })).await;
    ben.settle().await;
    assert!(ben.ok(mv(&id, "e7e5")).await.get("seq").is_none());
    assert_eq!(ben.settle().await, Vec::<Value>::new());
    ben.ok(json!({ "type": "watch", "match": id })).await;
    assert_eq!(ben.next("snapshot").await["boards"]["A"]["last"], "e7e5");
    zoe.refused(json!({ "type": "unwatch", "match": "nowhere" }), "no_such_match").await;
    zoe.ok(json!({ "type": "unwatch", "match": id })).await;
    server.stop().await;
}

#[tokio::test]
async fn an_illegal_move_names_the_lowest_rule_that_it_breaks() {
    let server = TestServer::start().await;
    let full = "4k3/8/8/8/8/4P3/P7/4K3[QRBNPqrbnp] w - - 0 1";
    let check = "4r2k/8/8/8/8/8/8/4K3[N] w - - 0 1";
    let far = "1P6/P6k/8/8/8/8/8/K7 w - - 0 1";
    for (fen, text, code, rule) in [
        (full, "a2a5", "illegal_move", json!("R5")),
        (full, "e8e7", "illegal_move", json!("R5")),
        (full, "e3e5", "illegal_move", json!("R5")),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", "illegal_move", json!("R8")),
        (full, "Q@e3", "illegal_move", json!("R13")),
        (full, "Q@e7", "illegal_move", json!("R14")),
        (full, "N@f6", "illegal_move", json!("R14")),
        (full, "P@h8", "illegal_move", json!("R15")),
        (full, "P@h1", "illegal_move", json!("R15")),
        (check, "N@a3", "illegal_move", json!("R16")),
        (check, "P@a3", "no_such_piece", json!("R13")),
        (far, "a7a8q", "illegal_move", json!("R6")),
        (far, "b8b7", "illegal_move", json!("R6")),
        (KINGS, "e1e3", "illegal_move", json!("R5")),
    ] {
        let mut table = set_up(&server, fen, KINGS, json!({})).await;
        let id = table.id.clone();
        let refused = table.at("A.white").refused(mv(&id, text), code).await;
        assert_eq!(refused["rule"], rule, "{fen} {text}: {refused}");
        assert!(refused["message"].as_str().is_some_and(|text| !text.is_empty()));
    }
    server.stop().await;
}

/// Everything that the director sees of the match, as it would be shown to him anew.
async fn seen(table: &mut Table) -> String {
    let id = table.id.clone();
    table.director.ok(json!({ "type": "watch", "match": id })).await;
    table.director.next("snapshot").await.to_string()
}

#[tokio::test]
async fn each_refusal_has_its_code_and_rule_and_changes_nothing() {
    let server = TestServer::start().await;
    let mut table = set_up(&server, KINGS, KINGS, json!({})).await;
    let mut strict = set_up(&server, KINGS, KINGS, json!({ "draw_agreement": "none" })).await;
    let id = table.id.clone();
    let ask = |kind: &str, field: &str, value: &str| {
        let mut request = json!({ "type": kind, "match": id });
        request[field] = json!(value);
        request
    };
    table.at("A.white").ok(mv(&id, "e1e2")).await;
    table.at("A.black").ok(ask("draw", "answer", "offer")).await;
    let ruling = json!({ "type": "rule", "match": id, "ruling": { "kind": "pause" } });
    let stale = json!({ "type": "move", "match": id, "move": "e8e7", "ply": 0 });
    let line = json!({ "type": "move", "match": id, "move": "e8e7", "ply": 1, "line": 1 });
    let long = "x".repeat(301);
    let say = |to: &str, text: &str| json!({ "type": "say", "match": id, "to": to, "text": text });
    let cases = [
        ("A.white", mv("nowhere", "e2e4"), "no_such_match", Value::Null),
        ("A.white", mv(&id, "e2e3"), "not_your_turn", Value::Null),
        ("A.black", stale, "stale", Value::Null),
        ("A.black", line, "stale", Value::Null),
        ("A.black", mv(&id, "N@f3"), "no_such_piece", json!("R13")),
        ("A.black", mv(&id, "e8e6"), "illegal_move", json!("R5")),
        ("A.black", ask("claim", "claim", "flag"), "claim_wrong", json!("R22")),
        ("A.white", ask("claim", "claim", "repetition"), "not_your_turn", Value::Null),
        ("A.black", ask("draw", "answer", "offer"), "already_offered", json!("R25")),
        ("B.white", ask("draw", "answer", "decline"), "not_allowed", json!("R25")),
        ("A.white", ruling, "not_allowed", json!("R36")),
        ("A.white", ask("sit", "seat", "B.white"), "already_seated", Value::Null),
        ("A.white", say("table", &long), "too_long", Value::Null),
        ("A.white", json!({ "type": "ready", "match": id }), "wrong_phase", Value::Null),
        ("A.white", json!({ "type": "stand", "match": id }), "wrong_phase", Value::Null),
        ("A.white", json!({ "type": "hello", "name": "x" }), "already_hello", Value::Null),
    ];
    let before = seen(&mut table).await;
    for (seat, request, code, rule) in cases {
        let refused = table.at(seat).refused(request.clone(), code).await;
        assert_eq!(refused["rule"], rule, "{request}");
        assert_eq!(seen(&mut table).await, before, "{request}");
    }
    let mut zoe = server.hello("Zoe").await;
    for request in [
        mv(&id, "e8e7"),
        ask("claim", "claim", "flag"),
        ask("draw", "answer", "accept"),
        json!({ "type": "resign", "match": id }),
        json!({ "type": "call", "match": id }),
        say("table", "hi"),
        say("partner", "hi"),
    ] {
        zoe.refused(request, "not_seated").await;
    }
    table.director.refused(say("partner", "hi"), "not_seated").await;
    zoe.refused(ask("sit", "seat", "A.white"), "seat_taken").await;
    assert_eq!(seen(&mut table).await, before);
    // The offer is declined; then there is none.
    table.at("A.white").ok(ask("draw", "answer", "decline")).await;
    let refused = table.at("A.white").refused(ask("draw", "answer", "accept"), "no_offer").await;
    assert_eq!(refused["rule"], "R25");
    // A wrong claim, and a second one on the same turn.
    let claim = json!({ "type": "claim", "match": id, "claim": "fifty_moves" });
    table.at("A.black").ok(claim.clone()).await;
    let refused = table.at("A.black").refused(claim, "already_claimed").await;
    assert_eq!(refused["rule"], "R28");
    let offer = json!({ "type": "draw", "match": strict.id, "answer": "offer" });
    let refused = strict.at("A.white").refused(offer, "no_draws").await;
    assert_eq!(refused["rule"], "R25");
    server.stop().await;
}

#[tokio::test]
async fn the_checks_come_in_their_order() {
    let server = TestServer::start().await;
    let mut table = set_up(&server, KINGS, KINGS, json!({})).await;
    let id = table.id.clone();
    let wrong = |at: &str, text: &str, ply: u32| json!({ "type": "move", "match": at, "move": text, "ply": ply });
    // Each has every fault of those behind it, too.
    let mut stranger = server.connect().await;
    stranger.refused(wrong("nowhere", "nonsense", 9), "bad_message").await;
    stranger.refused(wrong("nowhere", "N@a8", 9), "hello_first").await;
    let mut zoe = server.hello("Zoe").await;
    zoe.refused(wrong("nowhere", "N@a8", 9), "no_such_match").await;
    zoe.refused(wrong(&id, "N@a8", 9), "not_seated").await;
    let pause = json!({ "type": "rule", "match": id, "ruling": { "kind": "pause" } });
    table.director.ok(pause).await;
    let ben = table.at("A.black");
    ben.event("paused").await;
    ben.refused(wrong(&id, "N@a8", 9), "not_playing").await;
    let resume = json!({ "type": "rule", "match": id, "ruling": { "kind": "resume" } });
    table.director.ok(resume).await;
    let ben = table.at("A.black");
    ben.refused(wrong(&id, "N@a8", 9), "stale").await;
    ben.refused(wrong(&id, "N@e8", 0), "not_your_turn").await;
    let anna = table.at("A.white");
    anna.refused(wrong(&id, "P@e8", 0), "no_such_piece").await;
    anna.refused(wrong(&id, "e1e8", 0), "illegal_move").await;
    server.stop().await;
}

#[tokio::test]
async fn a_penalised_move_is_answered_ok() {
    let server = TestServer::start().await;
    let mut table = set_up(&server, KINGS, KINGS, json!({ "illegal_moves": "penalise" })).await;
    let id = table.id.clone();
    let illegal = json!({ "type": "move", "match": id, "move": "e1e3", "ply": 0, "line": 0 });
    let anna = table.at("A.white");
    anna.ok(illegal.clone()).await;
    let event = anna.event("penalised").await;
    assert_eq!((&event["event"]["seat"], &event["event"]["count"]), (&json!("A.white"), &json!(1)));
    assert_eq!(event["event"]["clocks"]["A.black"], 420_000);
    let bare = table.at("A.black").event("penalised").await;
    assert!(!bare.to_string().contains("e1e3"), "{bare}");
    // A message that comes twice, after the turn has passed, costs nothing.
    let anna = table.at("A.white");
    anna.ok(mv(&id, "e1e2")).await;
    anna.refused(illegal, "stale").await;
    anna.refused(mv(&id, "e2e4"), "not_your_turn").await;
    server.stop().await;
}
