//! Nothing that a client sends can hurt a match or the other people.

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use crate::support::{Table, TestServer};

/// A running match that the director watches.
async fn watched(server: &TestServer) -> Table {
    let mut table = server.match_of_four(json!({})).await;
    table.play(&["A e2e4", "B d2d4"]).await;
    table
}

/// Everything that the director sees of the match, as it would be shown to him anew.
async fn seen(table: &mut Table) -> String {
    let id = table.id.clone();
    table.director.ok(json!({ "type": "watch", "match": id })).await;
    table.director.next("snapshot").await.to_string()
}

#[tokio::test]
async fn a_malformed_message_is_refused_and_nothing_else() {
    let server = TestServer::start().await;
    let mut table = watched(&server).await;
    let id = table.id.clone();
    let before = seen(&mut table).await;
    for player in &mut table.players {
        player.settle().await;
    }
    let mut frames: Vec<String> = [
        "",
        " ",
        "x",
        "{",
        "}",
        "[]",
        "null",
        "5",
        "\"move\"",
        "{}",
        "{\"type\":null}",
        "{\"type\":5}",
        "{\"type\":\"\"}",
        "{\"type\":\"Move\"}",
        "{\"type\":\"event\"}",
        "{\"type\":\"ok\"}",
        "{\"type\":\"snapshot\"}",
        "{\"type\":\"over\"}",
        "{'type':'ping'}",
        "{\"type\":\"ping\",\"n\":1}{}",
        "\u{feff}{\"type\":\"ping\",\"n\":1}",
        "\u{0}",
        "{\"type\":\"ping\",\"n\":99999999999999999999}",
        "{\"type\":\"ping\",\"n\":1e400}",
    ]
    .map(str::to_owned)
    .to_vec();
    frames.push("[".repeat(10_000));
    let with = |kind: &str, fields: Value| {
        let mut request = json!({ "type": kind, "match": id });
        request.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        request.to_string()
    };
    for text in [
        "e9e4", "i2e4", "e2e4qq", "e2", "", "O-O", "e4", "N@", "K@e4", "N@e9", "n@e5", "e2e4 ",
        "e2-e4", "0000", "é2e4", "\u{0}",
    ] {
        frames.push(with("move", json!({ "move": text })));
    }
    for ply in [json!(-1), json!(1.5), json!("0"), json!(1_u64 << 40), json!([])] {
        frames.push(with("move", json!({ "move": "e7e5", "ply": ply })));
        frames.push(with("move", json!({ "move": "e7e5", "line": ply })));
        if ply != json!(1_u64 << 40) {
            frames.push(with("watch", json!({ "after": ply, "as": "spectator" })));
        }
    }
    for seat in ["A", "a.white", "C.white", "", "A.white ", "spectator"] {
        frames.push(with("sit", json!({ "seat": seat })));
    }
    frames.extend([
        with("sit", json!({})),
        with("sit", json!({ "seat": 0 })),
        with("watch", json!({ "as": "B.red" })),
        with("claim", json!({ "claim": "victory" })),
        with("draw", json!({ "answer": "maybe" })),
        with("say", json!({ "to": "opponents", "text": "x" })),
        with("say", json!({ "to": "table" })),
        with("say", json!({ "to": "table", "text": "x", "phrase": "go" })),
        with("say", json!({ "to": "table", "phrase": "need_king" })),
        with("say", json!({ "to": "table", "text": "" })),
        with("say", json!({ "to": "table", "text": "a\nb" })),
        with("change_rules", json!({})),
        with("rule", json!({})),
        with("rule", json!({ "ruling": "pause" })),
        with("rule", json!({ "ruling": { "kind": "execute" } })),
        json!({ "type": "move", "match": 5, "move": "e7e5" }).to_string(),
        json!({ "type": "move", "move": "e7e5" }).to_string(),
    ]);
    let mut zoe = server.hello("Zoe").await;
    for frame in frames {
        for client in [&mut zoe, table.at("A.black")] {
            client.send_raw(&frame).await;
            let answer = client.message().await.unwrap();
            assert_eq!(answer["code"], "bad_message", "{frame:?}: {answer}");
        }
        assert_eq!(seen(&mut table).await, before, "{frame}");
    }
    for player in &mut table.players {
        assert_eq!(player.settle().await, Vec::<Value>::new());
    }
    table.play(&["A e7e5"]).await;
    server.stop().await;
}

#[tokio::test]
async fn numbers_out_of_range_in_a_ruling_change_nothing() {
    let server = TestServer::start().await;
    let mut table = watched(&server).await;
    let id = table.id.clone();
    let before = seen(&mut table).await;
    for ruling in [
        json!({ "kind": "set_clock", "seat": "A.white", "ms": -1 }),
        json!({ "kind": "set_clock", "seat": "A.white", "ms": 86_400_001 }),
        json!({ "kind": "set_clock", "seat": "A.white", "ms": 1.5 }),
        json!({ "kind": "set_clock", "seat": "A.white" }),
        json!({ "kind": "set_clock", "ms": 1000 }),
        json!({ "kind": "add_clock", "seat": "A.white", "ms": i64::MAX }),
        json!({ "kind": "add_clock", "seat": "C", "ms": 5 }),
        json!({ "kind": "rewind", "to": 3 }),
        json!({ "kind": "rewind", "to": -1 }),
        json!({ "kind": "rewind", "to": u64::MAX }),
        json!({ "kind": "rewind" }),
        json!({ "kind": "result", "winner": 3 }),
        json!({ "kind": "result", "winner": "1" }),
        json!({ "kind": "result", "points": { "1": 2, "2": 0 } }),
        json!({ "kind": "result", "points": { "1": 0.3, "2": 0 } }),
        json!({ "kind": "result", "points": { "1": -1, "2": 0 } }),
        json!({ "kind": "result", "points": { "1": 1 } }),
        json!({ "kind": "result" }),
        json!({ "kind": "seat", "seat": "A.white", "player": "nobody" }),
        json!({ "kind": "unseat", "seat": "A" }),
    ] {
        let rule = json!({ "type": "rule", "match": id, "ruling": ruling });
        table.director.refused(rule, "bad_message").await;
        assert_eq!(seen(&mut table).await, before, "{ruling}");
    }
    server.stop().await;
}

#[tokio::test]
async fn nobody_moves_for_another_or_out_of_turn_or_rules_without_the_key() {
    let server = TestServer::start().await;
    let mut table = watched(&server).await;
    let id = table.id.clone();
    let before = seen(&mut table).await;
    let mut zoe = server.hello("Zoe").await;
    zoe.ok(json!({ "type": "watch", "match": id })).await;
    let token = table.at("A.white").token.clone();
    // What a message says of seats, clocks and results is not looked at: who sends it counts.
    let move_of = |text: &str| {
        json!({ "type": "move", "match": id, "move": text, "seat": "A.black", "board": "A",
                "token": token, "as": "A.black" })
    };
    zoe.refused(move_of("e7e5"), "not_seated").await;
    table.at("A.white").refused(move_of("e7e5"), "not_your_turn").await;
    table.at("A.white").refused(move_of("d2d4"), "not_your_turn").await;
    table.at("B.white").refused(move_of("e7e5"), "not_your_turn").await;
    table.at("B.black").refused(move_of("e2e4"), "illegal_move").await;
    table.director.refused(move_of("e7e5"), "not_seated").await;
    for ruling in [
        json!({ "kind": "start" }),
        json!({ "kind": "pause" }),
        json!({ "kind": "resume" }),
        json!({ "kind": "set_clock", "seat": "A.white", "ms": 1 }),
        json!({ "kind": "add_clock", "seat": "A.white", "ms": 1000 }),
        json!({ "kind": "rewind", "to": 0 }),
        json!({ "kind": "annul" }),
        json!({ "kind": "result", "winner": 1 }),
        json!({ "kind": "seat", "seat": "A.white", "player": zoe.player }),
        json!({ "kind": "seat", "seat": "A.white", "player": "nobody" }),
        json!({ "kind": "unseat", "seat": "A.black" }),
        json!({ "kind": "close" }),
    ] {
        let rule = json!({ "type": "rule", "match": id, "ruling": ruling, "director": true,
                           "director_key": "x" });
        for client in [&mut zoe, table.at("A.black")] {
            let refused = client.refused(rule.clone(), "not_allowed").await;
            assert_eq!(refused["rule"], "R36", "{ruling}");
        }
        assert_eq!(seen(&mut table).await, before, "{ruling}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_clients_own_clock_and_result_are_not_believed() {
    let server = TestServer::start().await;
    let mut table = server.match_of_four(json!({})).await;
    let id = table.id.clone();
    server.advance(10_000);
    let own = json!({
        "type": "move", "match": id, "move": "e2e4", "clock": 999_999, "spent": 0, "at": 0,
        "clocks": { "A.white": 999_999, "A.black": 1 }, "fallen": ["A.black"],
        "result": { "winner": 1, "by": "mate" }, "over": true, "status": "mate",
    });
    let anna = table.at("A.white");
    anna.ok(own).await;
    let moved = anna.event("moved").await;
    assert_eq!(moved["event"]["spent"], 10_000);
    assert_eq!(moved["event"]["clocks"]["A.white"], 293_000);
    assert_eq!(moved["event"]["clocks"]["A.black"], 300_000);
    assert_eq!(moved["event"]["clocks"]["fallen"], json!([]));
    let claim =
        json!({ "type": "claim", "match": id, "claim": "flag", "seat": "A.black", "ms": 0 });
    anna.refused(claim, "claim_wrong").await;
    let over = json!({ "type": "over", "match": id, "result": { "winner": 1 } });
    anna.refused(over, "bad_message").await;
    let (_, body) = server.get(&format!("/api/matches/{id}"), None).await;
    let snapshot: Value = serde_json::from_str(&body).unwrap();
    assert_eq!((&snapshot["phase"], &snapshot["result"]), (&json!("playing"), &Value::Null));
    server.stop().await;
}

/// The code with which the server closes after that frame, and that nobody else felt anything.
async fn close_code(frame: Message) -> u16 {
    let server = TestServer::start().await;
    let mut table = watched(&server).await;
    let before = seen(&mut table).await;
    let token = table.at("A.black").token.clone();
    // Of the player on move, so that there would be something to spoil.
    let mut second = server.back(&token).await;
    second.send_message(frame).await;
    let close = second.closed().await.expect("a close frame");
    assert_eq!(seen(&mut table).await, before);
    table.play(&["A e7e5"]).await;
    server.stop().await;
    close.code.into()
}

fn text_frame(payload: &[u8], first: bool, last: bool) -> Message {
    let data = if first { Data::Text } else { Data::Continue };
    Message::Frame(Frame::message(payload.to_vec(), OpCode::Data(data), last))
}

#[tokio::test]
async fn a_wrong_frame_closes_its_own_connection_with_the_proper_code() {
    assert_eq!(close_code(Message::binary(vec![1, 2, 3])).await, 1003);
    assert_eq!(close_code(Message::text("x".repeat(16 * 1024 + 1))).await, 1009);
    assert_eq!(close_code(text_frame(&[0x7b, 0xff, 0x7d], true, true)).await, 1007);
    assert_eq!(close_code(text_frame(b"x", false, true)).await, 1002);
}

#[tokio::test]
async fn a_message_may_come_in_fragments_up_to_its_limit() {
    let server = TestServer::start().await;
    let mut anna = server.hello("Anna").await;
    anna.send_message(text_frame(br#"{"type":"pi"#, true, false)).await;
    anna.send_message(Message::Ping(vec![1].into())).await;
    anna.send_message(text_frame("ng\",\"n\":1,\"x\":\"ü".as_bytes(), false, false)).await;
    anna.send_message(text_frame(br#""}"#, false, true)).await;
    assert_eq!(anna.next("pong").await["n"], 1);
    let padding = "x".repeat(16 * 1024 - 60);
    let longest = json!({ "type": "ping", "n": 2, "x": padding }).to_string();
    anna.send_raw(&longest).await;
    assert_eq!(anna.next("pong").await["n"], 2);
    let part = vec![b' '; 9 * 1024];
    anna.send_message(text_frame(&part, true, false)).await;
    anna.send_message(text_frame(&part, false, true)).await;
    assert_eq!(u16::from(anna.closed().await.expect("a close frame").code), 1009);
    server.stop().await;
}

/// A connection that speaks the handshake and then whatever it likes; gives all that came.
async fn raw(server: &TestServer, bytes: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let upgrade = "GET /ws HTTP/1.1\r\nHost: club\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                   Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    stream.write_all(upgrade.as_bytes()).await.unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.unwrap());
    }
    assert!(head.starts_with(b"HTTP/1.1 101 "), "{}", String::from_utf8_lossy(&head));
    stream.write_all(bytes).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    answer
}

#[tokio::test]
async fn bytes_that_are_no_frames_close_their_own_connection() {
    let server = TestServer::start().await;
    let mut table = watched(&server).await;
    let before = seen(&mut table).await;
    let unmasked = b"\x81\x02{}";
    let reserved = b"\xf1\x80\0\0\0\0";
    let opcode = b"\x83\x80\0\0\0\0";
    let long_ping = [&b"\x89\xfe\x01\x00\0\0\0\0"[..], &[0; 256]].concat();
    for bytes in
        [&unmasked[..], reserved, opcode, &long_ping, &[0xff; 64], b"GET / HTTP/1.1\r\n\r\n"]
    {
        let answer = raw(&server, bytes).await;
        // 1002, in a close frame of the server, is all that comes.
        assert_eq!(answer.first(), Some(&0x88), "{bytes:?}: {answer:?}");
        assert_eq!(answer[2..4], [0x03, 0xea], "{bytes:?}: {answer:?}");
    }
    // A frame that says that it is endless is refused by its head.
    let endless = b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0";
    assert_eq!(raw(&server, endless).await[2..4], [0x03, 0xf1]);
    assert_eq!(seen(&mut table).await, before);
    table.play(&["A e7e5"]).await;
    server.stop().await;
}

#[tokio::test]
async fn too_many_messages_are_refused_for_a_while() {
    let mut config = catchmate::config::Config::default();
    config.limits.messages_per_second = 2;
    config.limits.messages_burst = 4;
    let journal = std::sync::Arc::new(catchmate::journal::MemoryJournal::default());
    let server = TestServer::with(config, journal).await;
    // Guesses at the director's key are counted like anything else, and so is the first hello.
    let mut guesser = server.connect().await;
    let guess = json!({ "type": "hello", "name": "x", "director_key": "a-guess" });
    for _ in 0..4 {
        guesser.refused(guess.clone(), "bad_key").await;
    }
    guesser.refused(guess, "rate_limited").await;
    let mut anna = server.hello("Anna").await;
    let mut other = server.hello("Other").await;
    let ping = json!({ "type": "ping", "n": 1 });
    for _ in 0..3 {
        assert_eq!(anna.ask(ping.clone()).await["type"], "pong");
    }
    anna.refused(ping.clone(), "rate_limited").await;
    anna.refused(json!({ "type": "hello", "name": "x" }), "rate_limited").await;
    anna.refused(json!({ "type": "watch", "match": "nowhere" }), "rate_limited").await;
    // What is malformed is said before; and nobody else is limited by her.
    anna.refused(json!({ "type": "dance" }), "bad_message").await;
    assert_eq!(other.ask(ping.clone()).await["type"], "pong");
    server.advance(499);
    anna.refused(ping.clone(), "rate_limited").await;
    server.advance(1);
    assert_eq!(anna.ask(ping).await["type"], "pong");
    server.stop().await;
}

#[tokio::test]
async fn too_many_tables_are_refused() {
    let mut config = catchmate::config::Config::default();
    config.limits.tables = 2;
    let journal = std::sync::Arc::new(catchmate::journal::MemoryJournal::default());
    let server = TestServer::with(config, journal).await;
    let mut director = server.director().await;
    let mut ids = Vec::new();
    for _ in 0..2 {
        let answer = director.ask(json!({ "type": "open" })).await;
        ids.push(answer["match"].as_str().unwrap().to_owned());
    }
    director.refused(json!({ "type": "open" }), "rate_limited").await;
    // A table that has ended is no longer open, and one where nothing was played is forgotten.
    let close = json!({ "type": "rule", "match": ids[0], "ruling": { "kind": "close" } });
    director.ok(close).await;
    assert_eq!(director.ask(json!({ "type": "open" })).await["type"], "opened");
    assert_eq!(server.get(&format!("/api/matches/{}", ids[0]), None).await.0, 200);
    server.advance(61_000);
    while server.get(&format!("/api/matches/{}", ids[0]), None).await.0 == 200 {
        tokio::task::yield_now().await;
    }
    assert_eq!(server.get(&format!("/api/matches/{}", ids[1]), None).await.0, 200);
    server.stop().await;
}

#[tokio::test]
async fn nobody_talks_the_others_down() {
    let mut config = catchmate::config::Config::default();
    (config.limits.talk_per_second, config.limits.talk_burst) = (1, 3);
    let journal = std::sync::Arc::new(catchmate::journal::MemoryJournal::default());
    let server = TestServer::with(config, journal).await;
    let mut table = server.match_of_four(json!({})).await;
    let id = table.id.clone();
    let say = json!({ "type": "say", "match": id, "to": "table", "text": "hurry up" });
    // The limit is the player's, over all his connections.
    let token = table.at("A.white").token.clone();
    let mut window = server.back(&token).await;
    for _ in 0..3 {
        window.ok(say.clone()).await;
    }
    table.at("A.white").refused(say.clone(), "rate_limited").await;
    table.at("A.white").refused(json!({ "type": "call", "match": id }), "rate_limited").await;
    table.at("A.black").ok(say.clone()).await;
    server.advance(1000);
    table.at("A.white").ok(say.clone()).await;
    window.refused(say, "rate_limited").await;
    server.stop().await;
}

#[tokio::test]
async fn a_stranger_is_told_first_that_he_does_not_sit_there() {
    let server = TestServer::start().await;
    let table = server.seated(json!({ "type": "open" })).await;
    let mut stranger = server.hello("Zoe").await;
    let text = "a".repeat(400);
    let say = json!({ "type": "say", "match": table.id, "to": "table", "text": text });
    stranger.refused(say, "not_seated").await;
    let rules = json!({ "no_such_option": 1 });
    let change = json!({ "type": "change_rules", "match": table.id, "rules": rules });
    stranger.refused(change, "not_seated").await;
    server.stop().await;
}

#[tokio::test]
async fn the_subprotocol_is_echoed_where_it_is_offered() {
    let server = TestServer::start().await;
    for (offer, echoed) in [
        ("", false),
        ("Sec-WebSocket-Protocol: catchmate.v1\r\n", true),
        ("Sec-WebSocket-Protocol: chat, catchmate.v1\r\n", true),
        ("Sec-WebSocket-Protocol: chat\r\nSec-WebSocket-Protocol: catchmate.v1\r\n", true),
        ("Sec-WebSocket-Protocol: catchmate.v2\r\n", false),
    ] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let upgrade = format!(
            "GET /ws HTTP/1.1\r\nHost: club\r\nConnection: keep-alive, Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n{offer}\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(upgrade.as_bytes()).await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.unwrap());
        }
        let head = String::from_utf8(head).unwrap().to_ascii_lowercase();
        assert!(head.contains("sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo="), "{head}");
        assert_eq!(head.contains("sec-websocket-protocol: catchmate.v1\r\n"), echoed, "{head}");
    }
    let (status, _) = server.get("/ws", None).await;
    assert_eq!(status, 426);
    server.stop().await;
}
