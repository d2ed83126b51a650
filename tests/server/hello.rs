//! Who is there: names, tokens, keys, and one person at several sockets.

use serde_json::{Value, json};

use crate::support::{KEY, TestServer};

fn hello(name: &str) -> Value {
    json!({ "type": "hello", "name": name })
}

#[tokio::test]
async fn a_name_shows_something_in_32_characters() {
    let server = TestServer::start().await;
    let long = "x".repeat(32);
    for (name, shown) in [("A", "A"), ("  Anna  ", "Anna"), (&long, &long), ("Zoë 王", "Zoë 王")]
    {
        let welcome = server.connect().await.ask(hello(name)).await;
        assert_eq!(welcome["type"], "welcome", "{name:?}: {welcome}");
        assert_eq!(welcome["protocol"], 1);
        assert_eq!(welcome["player"]["name"], shown);
        assert_eq!(welcome["director"], false);
        assert_eq!(welcome["seats"], json!([]));
    }
    let refused = [
        "",
        "   ",
        &"x".repeat(33),
        "An\nna",
        "An\u{0}na",
        "\u{202e}anna",
        "a\u{2066}b",
        "\u{200b}",
        "\u{2028}x",
        "\u{feff}\u{3164}",
    ];
    let mut client = server.connect().await;
    for name in refused {
        client.refused(hello(name), "bad_message").await;
    }
    for bad in [
        json!({ "type": "hello" }),
        json!({ "type": "hello", "name": null }),
        json!({ "type": "hello", "name": 5 }),
        json!({ "type": "hello", "token": ["x"] }),
    ] {
        client.refused(bad, "bad_message").await;
    }
    // Nothing came of it: the same connection says hello yet.
    assert_eq!(client.ask(hello("Ben")).await["player"]["name"], "Ben");
    server.stop().await;
}

#[tokio::test]
async fn a_name_that_somebody_present_has_gets_a_suffix() {
    let server = TestServer::start().await;
    let anna = server.hello("Anna").await;
    let mut second = server.connect().await;
    assert_eq!(second.ask(hello("anna")).await["player"]["name"], "anna 2");
    anna.leave().await;
    let mut third = server.connect().await;
    assert_eq!(third.ask(hello("Anna")).await["player"]["name"], "Anna");
    let mut long = server.connect().await;
    let name = "y".repeat(32);
    assert_eq!(long.ask(hello(&name)).await["player"]["name"], name.as_str());
    let mut other = server.connect().await;
    let suffixed = format!("{} 2", "y".repeat(30));
    assert_eq!(other.ask(hello(&name)).await["player"]["name"], suffixed.as_str());
    server.stop().await;
}

#[tokio::test]
async fn hello_comes_first_and_once() {
    let server = TestServer::start().await;
    let mut client = server.connect().await;
    for early in [
        json!({ "type": "ping", "n": 1 }),
        json!({ "type": "open" }),
        json!({ "type": "watch", "match": "nowhere" }),
        json!({ "type": "move", "match": "nowhere", "move": "e2e4" }),
        json!({ "type": "rule", "match": "nowhere", "ruling": { "kind": "start" } }),
    ] {
        client.refused(early, "hello_first").await;
    }
    client.refused(json!({ "type": "dance" }), "bad_message").await;
    assert_eq!(client.ask(hello("Anna")).await["type"], "welcome");
    client.refused(hello("Anna"), "already_hello").await;
    client.refused(json!({ "type": "hello", "token": "x" }), "already_hello").await;
    client.refused(hello(""), "bad_message").await;
    server.stop().await;
}

#[tokio::test]
async fn a_bad_token_or_key_creates_nobody() {
    let server = TestServer::start().await;
    let anna = server.hello("Anna").await;
    let mut client = server.connect().await;
    for token in ["", "x", &anna.token.to_uppercase(), &anna.token[1..], &anna.player] {
        client.refused(json!({ "type": "hello", "token": token }), "bad_token").await;
    }
    let wrong = json!({ "type": "hello", "name": "Ben", "director_key": "not the key" });
    client.refused(wrong, "bad_key").await;
    let wrong = json!({ "type": "hello", "token": anna.token, "director_key": "" });
    client.refused(wrong, "bad_key").await;
    // The name is free still, so nobody has come into being; and Anna is no director.
    let welcome = client.ask(hello("Ben")).await;
    assert_eq!(welcome["player"]["name"], "Ben");
    let (_, page) = server.get("/status", None).await;
    assert!(page.contains('2'), "{page}");
    server.stop().await;
}

#[tokio::test]
async fn several_sockets_of_one_token_are_one_player() {
    let server = TestServer::start().await;
    let mut anna = server.hello("Anna").await;
    let opened = anna.ask(json!({ "type": "open" })).await;
    let id = &opened["match"];
    let mut other = server.hello("Ben").await;
    other.ok(json!({ "type": "watch", "match": id })).await;
    anna.ok(json!({ "type": "sit", "match": id, "seat": "A.white" })).await;

    let mut again = server.connect().await;
    let welcome = again.ask(json!({ "type": "hello", "token": anna.token })).await;
    assert_eq!(welcome["player"]["id"], anna.player.as_str());
    assert_eq!(welcome["player"]["name"], "Anna");
    assert_eq!(welcome["token"], anna.token.as_str());
    assert_eq!(welcome["seats"], json!([{ "match": id, "seat": "A.white" }]));
    again.refused(json!({ "type": "sit", "match": id, "seat": "B.white" }), "already_seated").await;
    again.ok(json!({ "type": "ready", "match": id })).await;
    let watching = again.ok(json!({ "type": "watch", "match": id })).await;
    assert_eq!(watching["you"], "A.white");

    // One of two sockets goes: he is still there, and still ready.
    other.settle().await;
    anna.leave().await;
    again.settle().await;
    assert_eq!(other.settle().await, Vec::<Value>::new());
    again.ok(json!({ "type": "unwatch", "match": id })).await;
    again.leave().await;
    let gone = other.next("presence").await;
    assert_eq!((&gone["seat"], &gone["present"]), (&json!("A.white"), &json!(false)));
    server.stop().await;
}

#[tokio::test]
async fn the_key_makes_the_director_beside_a_name_or_a_token() {
    let server = TestServer::start().await;
    let mut luc = server.connect().await;
    let welcome = luc.ask(json!({ "type": "hello", "name": "Luc", "director_key": KEY })).await;
    assert_eq!(welcome["director"], true);
    let mut anna = server.hello("Anna").await;
    let mut again = server.connect().await;
    let hello = json!({ "type": "hello", "token": anna.token, "director_key": KEY });
    let welcome = again.ask(hello).await;
    assert_eq!(welcome["director"], true);
    assert_eq!(welcome["player"]["id"], anna.player.as_str());
    // Only the socket on which the key was shown rules.
    let opened = luc.ask(json!({ "type": "open" })).await;
    let close = json!({ "type": "rule", "match": opened["match"], "ruling": { "kind": "close" } });
    anna.refused(close.clone(), "not_allowed").await;
    again.ok(close).await;
    server.stop().await;
}
