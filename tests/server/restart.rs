//! The server stops and starts again on the same journal: everything is as it was, and nobody has
//! lost time (R34).

use std::sync::Arc;

use catchmate::config::Config;
use catchmate::ids::Millis;
use catchmate::journal::{Journal, MemoryJournal};
use serde_json::{Value, json};

use crate::support::{Client, SEATS, Table, TestServer};

const HOUR: Millis = Millis(3_600_000);

async fn start() -> (TestServer, Arc<dyn Journal>) {
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::default());
    let server = TestServer::with(Config::default(), Arc::clone(&journal)).await;
    (server, journal)
}

/// Stops the server, lets an hour go by, and starts it again.
async fn restart(server: TestServer, journal: &Arc<dyn Journal>, seed: u64) -> TestServer {
    let clock = server.clock.clone();
    server.stop().await;
    clock.advance(HOUR);
    TestServer::again(Arc::clone(journal), clock, seed).await
}

async fn snapshot(client: &mut Client, id: &str) -> Value {
    client.settle().await;
    client.ok(json!({ "type": "watch", "match": id })).await;
    client.next("snapshot").await
}

/// The four come back with their tokens; each is in his seat.
async fn come_back(server: &TestServer, table: &Table) -> Vec<Client> {
    let mut back = Vec::new();
    for player in &table.players {
        back.push(server.back(&player.token).await);
    }
    back
}

#[tokio::test]
async fn r34_a_match_stands_where_it_stood_and_goes_on() {
    let (server, journal) = start().await;
    let mut table = server.match_of_four(json!({ "initial_s": 300, "increment_s": 0 })).await;
    let id = table.id.clone();
    table.play(&["A e2e4", "A d7d5", "B e2e4", "A e4d5"]).await;
    let offer = json!({ "type": "draw", "match": id, "answer": "offer" });
    table.at("B.white").ok(offer).await;
    for (seat, to) in [("A.white", "partner"), ("A.black", "table")] {
        let say = json!({ "type": "say", "match": id, "to": to, "text": seat });
        table.at(seat).ok(say).await;
    }
    server.advance(10_000);
    let mut before = Vec::new();
    let mut seqs = Vec::new();
    for player in &mut table.players {
        let shown = snapshot(player, &id).await;
        seqs.push(shown["seq"].as_u64().unwrap());
        before.push(shown);
    }

    let server = restart(server, &journal, 8).await;
    let mut back = come_back(&server, &table).await;
    let mut thought = 0;
    for (at, player) in back.iter_mut().enumerate() {
        // Two events before: they come again, then the pause.
        let after = seqs[at] - 2;
        let watch = json!({ "type": "watch", "match": id, "after": after, "as": SEATS[at] });
        assert_eq!(player.ok(watch).await["seq"], seqs[at] + 1);
        let mut last = json!(null);
        for seq in after + 1..=seqs[at] + 1 {
            last = player.next("event").await;
            assert_eq!(last["seq"], seq);
        }
        assert_eq!(last["event"]["kind"], "paused", "{last}");
        assert_eq!(last["event"]["by"], "restart", "{last}");
        let now = snapshot(player, &id).await;
        for same in ["line", "boards", "order", "reserves", "draw", "penalties", "talk", "seats"] {
            assert_eq!(now[same], before[at][same], "{same}");
        }
        // Ten seconds were thought, and what the server took to stop; the hour is nobody's.
        let clock = |seat: &str| now["clocks"][seat].as_u64().unwrap();
        assert_eq!((clock("A.white"), clock("B.white")), (300_000, 300_000));
        assert_eq!(clock("A.black"), clock("B.black"));
        assert!((280_000..=290_000).contains(&clock("A.black")), "{now}");
        thought = 300_000 - clock("A.black");
        assert_eq!(now["clocks"]["running"], json!([]));
        assert_eq!((&now["phase"], &now["pause"]["by"]), (&json!("paused"), &json!("restart")));
    }
    for player in &mut back {
        player.ok(json!({ "type": "ready", "match": id })).await;
    }
    back[0].event("resumed").await;
    let taken = json!({ "type": "move", "match": id, "move": "d8d5", "ply": 3 });
    back[1].ok(taken).await;
    let moved = back[0].event("moved").await;
    assert_eq!(moved["event"]["spent"], thought, "{moved}");
    server.stop().await;
}

#[tokio::test]
async fn a_directors_pause_stays_his_and_a_second_restart_changes_nothing() {
    let (server, journal) = start().await;
    let mut table = server.match_of_four(json!({})).await;
    let id = table.id.clone();
    let pause = json!({ "type": "rule", "match": id, "ruling": { "kind": "pause" } });
    table.director.ok(pause).await;
    let server = restart(server, &journal, 8).await;
    let server = restart(server, &journal, 9).await;
    let mut back = come_back(&server, &table).await;
    let shown = snapshot(&mut back[0], &id).await;
    assert_eq!(shown["pause"]["by"], "director");
    server.stop().await;
}

#[tokio::test]
async fn before_the_start_seats_and_keys_stay_and_ready_lapses() {
    let (server, journal) = start().await;
    let mut opener = server.hello("Opener").await;
    let answer = opener.ask(json!({ "type": "open", "rules": {}, "listed": false })).await;
    let id = answer["match"].as_str().unwrap().to_owned();
    let key = |seat: &str| answer["keys"][seat].clone();
    let sit = |seat: &str| json!({ "type": "sit", "match": id, "seat": seat, "key": key(seat) });
    opener.ok(sit("A.white")).await;
    opener.ok(json!({ "type": "ready", "match": id })).await;
    let server = restart(server, &journal, 8).await;
    let mut other = server.hello("Other").await;
    let mut wrong = sit("B.white");
    wrong["key"] = key("B.black");
    assert_eq!(other.ask(wrong).await["type"], "refused");
    other.ok(sit("B.white")).await;
    let mut back = server.back(&opener.token).await;
    let shown = snapshot(&mut back, &id).await;
    assert_eq!(shown["seats"]["A.white"], json!({ "name": "Opener", "ready": false }));
    server.stop().await;
}

#[tokio::test]
async fn an_ended_match_is_read_back_when_it_is_asked_for() {
    let (server, journal) = start().await;
    let mut table = server.match_of_four(json!({})).await;
    let id = table.id.clone();
    table.play(&["A e2e4"]).await;
    table.at("A.black").ok(json!({ "type": "resign", "match": id })).await;
    let (_, record) = server.get(&format!("/api/matches/{id}/bpgn"), None).await;
    let server = restart(server, &journal, 8).await;
    let (status, list) = server.get("/api/matches", None).await;
    assert_eq!((status, list.as_str()), (200, "{\"matches\":[]}"));
    let (status, again) = server.get(&format!("/api/matches/{id}/bpgn"), None).await;
    assert_eq!((status, again), (200, record));
    let mut back = server.back(&table.players[0].token).await;
    assert_eq!(snapshot(&mut back, &id).await["phase"], "over");
    back.refused(json!({ "type": "watch", "match": "nowhere" }), "no_such_match").await;
    server.stop().await;
}
