//! Arrows and circles for the partner: his alone, in passing, in no record.

use std::sync::Arc;

use catchmate::config::Config;
use catchmate::journal::{Journal, MemoryJournal};
use serde_json::{Value, json};

use crate::support::{Client, KEY, TestServer};

fn mark(id: &str, marks: Value) -> Value {
    json!({ "type": "mark", "match": id, "board": "B", "marks": marks })
}

fn arrow() -> Value {
    json!([{ "from": "e2", "to": "e4", "colour": "green" }, { "from": "f7", "colour": "red" }])
}

/// The marks among all that has been sent.
async fn marks(client: &mut Client) -> Vec<Value> {
    let all = client.settle().await;
    all.into_iter().filter(|message| message["type"] == "marks").collect()
}

async fn watching(server: &TestServer, hello: Value, watch: Value) -> Client {
    let mut client = server.connect().await;
    client.welcome(hello).await;
    client.ok(watch).await;
    client
}

#[tokio::test]
async fn marks_reach_the_partners_sockets_in_his_seat_and_nobody_else() {
    let server = TestServer::start().await;
    let mut table = server.match_of_four(json!({ "spectator_delay_s": 5 })).await;
    let id = table.id.clone();
    let watch = json!({ "type": "watch", "match": id });
    let as_spectator = json!({ "type": "watch", "match": id, "as": "spectator" });
    let partner = json!({ "type": "hello", "token": table.at("B.black").token });
    let marker = json!({ "type": "hello", "token": table.at("A.white").token });
    let director = json!({ "type": "hello", "name": "Luc", "director_key": KEY });
    let zoe = json!({ "type": "hello", "name": "Zoe" });
    let mut second_window = watching(&server, partner.clone(), watch.clone()).await;
    let mut others = [
        watching(&server, partner, as_spectator.clone()).await,
        watching(&server, marker.clone(), watch.clone()).await,
        watching(&server, director, watch.clone()).await,
        watching(&server, zoe, watch).await,
    ];
    let mut aside = server.connect().await;
    aside.welcome(marker).await;

    let seq = table.at("A.white").seqs[&id];
    let ok = table.at("A.white").ok(mark(&id, arrow())).await;
    assert_eq!(ok["seq"], seq, "the socket watches as its seat");
    // From a socket that does not watch, there is no number.
    let ok = aside.ok(mark(&id, json!([]))).await;
    assert_eq!(ok.get("seq"), None);
    let shown = |marks: Value| json!({ "type": "marks", "match": id, "from": "A.white", "board": "B", "marks": marks });
    let expected = [shown(arrow()), shown(json!([]))];
    assert_eq!(marks(table.at("B.black")).await, expected);
    assert_eq!(marks(&mut second_window).await, expected);
    // Longer than the spectators' delay.
    server.advance(6000);
    for seat in ["A.white", "A.black", "B.white"] {
        assert_eq!(marks(table.at(seat)).await, [] as [Value; 0], "{seat}");
    }
    for other in others.iter_mut().chain([&mut aside]) {
        assert_eq!(marks(other).await, [] as [Value; 0]);
    }
    // And the other way; `seq` is untouched.
    table.at("B.black").ok(mark(&id, arrow())).await;
    assert_eq!(marks(table.at("A.white")).await[0]["from"], "B.black");
    table.play(&["A e2e4"]).await;
    assert_eq!(table.at("B.black").event("moved").await["seq"], seq + 1);
    server.stop().await;
}

#[tokio::test]
async fn marks_are_in_no_record_and_nobody_is_told_of_them_later() {
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::default());
    let server = TestServer::with(Config::default(), Arc::clone(&journal)).await;
    let mut table = server.seated(json!({ "type": "open" })).await;
    let id = table.id.clone();
    let records = journal.read(&catchmate::ids::MatchId(id.as_str().into()), 0).await.unwrap();
    // Before the start.
    table.at("A.black").ok(mark(&id, arrow())).await;
    assert_eq!(table.at("B.white").next("marks").await["marks"], arrow());
    let now = journal.read(&catchmate::ids::MatchId(id.as_str().into()), 0).await.unwrap();
    assert_eq!(now, records);
    table.start().await;
    table.at("A.black").ok(mark(&id, arrow())).await;
    table.at("A.black").ok(json!({ "type": "resign", "match": id })).await;
    // After the end, and back from the journal.
    table.at("A.black").ok(mark(&id, arrow())).await;
    assert_eq!(marks(table.at("B.white")).await.len(), 2);
    let tokens = ["A.black", "B.white"].map(|seat| table.at(seat).token.clone());
    let clock = server.clock.clone();
    server.stop().await;
    let server = TestServer::again(journal, clock, 8).await;
    let mut partner = server.back(&tokens[1]).await;
    partner.ok(json!({ "type": "watch", "match": id })).await;
    let shown = partner.next("snapshot").await.to_string();
    assert!(!shown.contains("green"), "{shown}");
    assert_eq!(marks(&mut partner).await, [] as [Value; 0]);
    let mut back = server.back(&tokens[0]).await;
    back.ok(mark(&id, arrow())).await;
    assert_eq!(marks(&mut partner).await.len(), 1);
    server.stop().await;
}

#[tokio::test]
async fn whoever_takes_the_seat_has_the_partner_and_his_marks_from_then_on() {
    let server = TestServer::start().await;
    let mut table = server.match_of_four(json!({})).await;
    let id = table.id.clone();
    table.at("A.white").ok(mark(&id, arrow())).await;
    let unseat = json!({ "kind": "unseat", "seat": "B.black" });
    table.director.ok(json!({ "type": "rule", "match": id, "ruling": unseat })).await;
    table.at("B.black").next("snapshot").await;
    // To the empty chair.
    table.at("A.white").ok(mark(&id, arrow())).await;
    table.at("B.black").refused(mark(&id, arrow()), "not_seated").await;
    let mut max = server.hello("Max").await;
    max.ok(json!({ "type": "sit", "match": id, "seat": "B.black" })).await;
    assert_eq!(marks(&mut max).await, [] as [Value; 0]);
    table.at("A.white").ok(mark(&id, json!([]))).await;
    assert_eq!(marks(&mut max).await.len(), 1);
    assert_eq!(marks(table.at("B.black")).await, [] as [Value; 0]);
    max.ok(mark(&id, arrow())).await;
    assert_eq!(table.at("A.white").next("marks").await["from"], "B.black");
    server.stop().await;
}

#[tokio::test]
async fn who_may_not_mark_is_told_why() {
    let server = TestServer::start().await;
    let mut table = server.match_of_four(json!({ "partner_board": "hidden" })).await;
    let id = table.id.clone();
    let refusal = table.at("A.white").refused(mark(&id, arrow()), "not_allowed").await;
    assert_eq!(refusal["rule"], "R12");
    assert_eq!(marks(table.at("B.black")).await, [] as [Value; 0]);
    table.director.refused(mark(&id, arrow()), "not_seated").await;
    let mut zoe = server.hello("Zoe").await;
    zoe.refused(mark(&id, arrow()), "not_seated").await;
    zoe.ok(json!({ "type": "watch", "match": id })).await;
    zoe.refused(mark(&id, arrow()), "not_seated").await;
    zoe.refused(mark("nowhere", arrow()), "no_such_match").await;
    let circle = json!({ "from": "e9", "colour": "red" });
    zoe.refused(mark(&id, json!([circle])), "bad_message").await;
    let many = vec![json!({ "from": "e4", "colour": "red" }); 33];
    table.at("A.white").refused(mark(&id, json!(many)), "bad_message").await;
    server.connect().await.refused(mark(&id, json!([])), "hello_first").await;
    server.stop().await;
}
