//! What each audience finds when it comes back: its numbers, its last events byte for byte, and
//! what it may see.

use std::collections::BTreeMap;

use catchmate::ids::Millis;
use catchmate::server::Clock;
use serde_json::{Value, json};

use crate::support::{Client, SEATS};
use crate::{HOUR, House, snapshot};

/// The events of a match that a client has been shown, byte for byte, by their numbers.
fn events(client: &Client, id: &str) -> BTreeMap<u64, String> {
    let parsed = client.frames.iter().map(|frame| {
        let message: Value = serde_json::from_str(frame).unwrap();
        (message, frame.clone())
    });
    let events = parsed.filter(|(message, _)| message["type"] == "event" && message["match"] == id);
    events.map(|(message, frame)| (message["seq"].as_u64().unwrap(), frame)).collect()
}

#[tokio::test]
async fn each_audience_goes_on_from_the_number_where_it_was() {
    let house = House::open().await;
    let mut table = house.server.seated(json!({ "type": "open", "rules": {} })).await;
    let id = table.id.clone();
    let mut zoe = house.server.hello("Zoe").await;
    for viewer in [&mut zoe, &mut table.director] {
        viewer.ok(json!({ "type": "watch", "match": id })).await;
    }
    table.start().await;
    table.play(&["A e2e4", "A d7d5", "B e2e4", "A e4d5", "A d8d5"]).await;
    table.at("B.black").ok(json!({ "type": "draw", "match": id, "answer": "offer" })).await;
    table.at("A.white").ok(json!({ "type": "call", "match": id })).await;
    for seat in SEATS {
        let say = json!({ "type": "say", "match": id, "to": "partner", "text": seat });
        table.at(seat).ok(say).await;
    }
    let phrase = json!({ "type": "say", "match": id, "to": "table", "phrase": "thanks" });
    table.at("B.white").ok(phrase).await;
    table.play(&["B d7d5"]).await;

    let mut seen = Vec::new();
    let viewers = table.players.iter_mut().chain([&mut zoe, &mut table.director]);
    for (viewer, you) in viewers.zip(SEATS.into_iter().chain(["spectator", "director"])) {
        let shown = snapshot(viewer, &id).await;
        assert_eq!(shown["you"], you);
        seen.push((you, viewer.token.clone(), shown, events(viewer, &id)));
    }
    drop((table, zoe));
    let house = house.restart(HOUR).await;
    for (you, token, before, events_before) in seen {
        let last = before["seq"].as_u64().unwrap();
        // From each number that he may have been at, the last ones first.
        for back in 0..=6.min(events_before.len() as u64) {
            let mut viewer = if you == "director" {
                house.server.director().await
            } else {
                house.server.back(&token).await
            };
            let after = last - back;
            let watch = json!({ "type": "watch", "match": id, "after": after, "as": you });
            let watching = viewer.ok(watch).await;
            assert_eq!((&watching["you"], &watching["seq"]), (&json!(you), &json!(last + 1)));
            viewer.settle().await;
            let mut events_now = events(&viewer, &id);
            let (seq, paused) = events_now.pop_last().unwrap();
            assert!(seq == last + 1 && paused.contains("\"by\":\"restart\""), "{you}: {paused}");
            let expected: BTreeMap<u64, String> =
                events_before.clone().split_off(&(after + 1));
            assert_eq!(events_now, expected, "{you} after {after}");
            assert_eq!(events_now.len() as u64, back, "{you} after {after}");
            let now = snapshot(&mut viewer, &id).await;
            for same in [
                "line", "you", "boards", "order", "reserves", "draw", "penalties", "talk", "rules",
                "result", "delay_ms",
            ] {
                assert_eq!(now[same], before[same], "{you}: {same}");
            }
            viewer.leave().await;
        }
        let lines = before["talk"].as_array().unwrap().len();
        let expected = if SEATS.contains(&you) { 3 } else { 1 };
        assert_eq!(lines, expected, "{you} was shown partner talk that is his, and no other");
    }
}

#[tokio::test]
async fn r12_what_spectators_are_shown_late_stays_late() {
    let house = House::open().await;
    let rules = json!({ "spectator_delay_s": 3600, "initial_s": 10800 });
    let mut table = house.server.match_of_four(rules).await;
    let id = table.id.clone();
    let started_at = house.server.clock.now().0;
    let mut zoe = house.server.hello("Zoe").await;
    zoe.ok(json!({ "type": "watch", "match": id })).await;
    house.server.advance(2_000_000);
    table.play(&["A e2e4"]).await;
    house.server.advance(2_000_000);
    zoe.event("started").await;
    zoe.settle().await;
    let (token, seq) = (zoe.token.clone(), zoe.seqs[&id]);

    drop((table, zoe));
    let house = house.restart(Millis(0)).await;
    let mut zoe = house.server.back(&token).await;
    let watch = json!({ "type": "watch", "match": id, "after": seq, "as": "spectator" });
    assert_eq!(zoe.ok(watch).await["seq"], seq);
    let nothing = |messages: Vec<Value>| messages.iter().all(|message| message["type"] != "event");
    assert!(nothing(zoe.settle().await), "the move came too early");
    let (_, shown) = house.server.get(&format!("/api/matches/{id}"), None).await;
    assert!(!shown.contains("e2e4") && shown.contains("\"phase\":\"playing\""), "{shown}");
    // Until the very millisecond.
    let due = started_at + 2_000_000 + 3_600_000;
    house.server.advance(due - house.server.clock.now().0 - 1);
    assert!(nothing(zoe.settle().await), "the move came too early");
    house.server.advance(1);
    let moved = zoe.event("moved").await;
    assert_eq!((&moved["seq"], &moved["at"]), (&json!(seq + 1), &json!(started_at + 2_000_000)));
    assert!(nothing(zoe.settle().await), "the pause came too early");
    house.server.advance(2_000_000 - 1);
    assert!(nothing(zoe.settle().await), "the pause came too early");
    house.server.advance(1);
    let paused = zoe.event("paused").await;
    assert_eq!((&paused["seq"], &paused["event"]["by"]), (&json!(seq + 2), &json!("restart")));
}
