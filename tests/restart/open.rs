//! What was open when the server stopped: penalties, claims, falls and offers.

use serde_json::{Value, json};

use crate::support::Table;
use crate::{House, go_on, snapshot};

fn of(table: &Table, mut request: Value) -> Value {
    request["match"] = json!(table.id);
    request
}

#[tokio::test]
async fn r35_penalties_are_counted_on() {
    let mut house = House::open().await;
    let mut table = house.server.match_of_four(json!({ "illegal_moves": "penalise" })).await;
    let illegal = of(&table, json!({ "type": "move", "move": "e2e5", "ply": 0 }));
    for count in 1..=2 {
        table.at("A.white").ok(illegal.clone()).await;
        let penalised = table.at("A.black").event("penalised").await;
        assert_eq!(penalised["event"]["count"], count);
        (house, table) = house.restart_with(table).await;
        let id = table.id.clone();
        let shown = snapshot(table.at("B.white"), &id).await;
        assert_eq!(shown["penalties"]["A.white"], count, "{shown}");
        // Two minutes for each.
        assert_eq!(shown["clocks"]["A.black"], 300_000 + 120_000 * count, "{shown}");
        go_on(&mut table).await;
    }
    table.at("A.white").ok(illegal).await;
    let over = table.at("B.white").event("over").await;
    let result = &over["event"]["result"];
    assert_eq!((&result["by"], &result["winner"]), (&json!("illegal_moves"), &json!(2)));
}

#[tokio::test]
async fn r27_a_position_is_counted_on() {
    let house = House::open().await;
    let mut table = house.server.match_of_four(json!({})).await;
    let home = ["A g1f3", "A g8f6", "A f3g1", "A f6g8"];
    table.play(&home).await;
    let (_house, mut table) = house.restart_with(table).await;
    let claim = of(&table, json!({ "type": "claim", "claim": "repetition" }));
    table.at("A.white").refused(claim.clone(), "not_playing").await;
    go_on(&mut table).await;
    table.play(&home).await;
    table.at("A.white").ok(claim).await;
    let over = table.at("B.white").event("over").await;
    assert_eq!(over["event"]["result"]["by"], "repetition");
}

#[tokio::test]
async fn r28_a_claim_is_spent_and_r30_what_it_cost_stays() {
    let house = House::open().await;
    let mut table = house.server.match_of_four(json!({})).await;
    let claim = of(&table, json!({ "type": "claim", "claim": "fifty_moves" }));
    table.at("A.white").ok(claim.clone()).await;
    let (_house, mut table) = house.restart_with(table).await;
    let id = table.id.clone();
    let shown = snapshot(table.at("B.black"), &id).await;
    assert_eq!(shown["draw"], json!({ "by": "A.white", "accepted": [] }));
    assert_eq!(shown["clocks"]["A.black"], 300_000 + 180_000);
    go_on(&mut table).await;
    table.at("A.white").refused(claim, "already_claimed").await;
}

#[tokio::test]
async fn r22_a_fall_before_the_stop_is_claimed_after_it() {
    let house = House::open().await;
    let mut table = house.server.match_of_four(json!({ "initial_s": 60, "increment_s": 0 })).await;
    house.server.advance(1000);
    table.play(&["B e2e4"]).await;
    house.server.advance(59_500);
    let fallen = table.at("B.white").event("flag_fallen").await;
    assert_eq!(fallen["event"]["seat"], "A.white");
    let (_house, mut table) = house.restart_with(table).await;
    let claim = of(&table, json!({ "type": "claim", "claim": "flag" }));
    table.at("A.white").refused(claim.clone(), "claim_wrong").await;
    table.at("B.white").ok(claim).await;
    let over = table.at("A.black").event("over").await;
    let result = &over["event"]["result"];
    assert_eq!((&result["by"], &result["winner"]), (&json!("time"), &json!(2)), "{over}");
}

#[tokio::test]
async fn r25_an_offer_stands_with_those_who_have_accepted() {
    let house = House::open().await;
    let mut table = house.server.match_of_four(json!({})).await;
    let answer = |table: &Table, answer| of(table, json!({ "type": "draw", "answer": answer }));
    let (offer, accept) = (answer(&table, "offer"), answer(&table, "accept"));
    table.at("A.white").ok(offer.clone()).await;
    table.at("B.white").ok(accept.clone()).await;
    let (house, mut table) = house.restart_with(table).await;
    let id = table.id.clone();
    let shown = snapshot(table.at("B.black"), &id).await;
    assert_eq!(shown["draw"], json!({ "by": "A.white", "accepted": ["B.white"] }));
    table.at("A.white").refused(offer.clone(), "already_offered").await;
    table.at("A.black").ok(accept.clone()).await;
    let (house, mut table) = house.restart_with(table).await;
    table.at("B.black").ok(accept).await;
    let over = table.at("A.white").event("over").await;
    let result = &over["event"]["result"];
    assert_eq!((&result["by"], &result["winner"]), (&json!("agreement"), &json!(null)));
    // And the end stays the end.
    let (_house, mut table) = house.restart_with(table).await;
    let shown = snapshot(table.at("B.black"), &id).await;
    assert_eq!(shown["result"]["by"], "agreement");
}

#[tokio::test]
async fn r25_an_offer_that_was_declined_is_counted_until_the_next_move() {
    let house = House::open().await;
    let mut table = house.server.match_of_four(json!({})).await;
    let answer = |table: &Table, answer| of(table, json!({ "type": "draw", "answer": answer }));
    let (offer, decline) = (answer(&table, "offer"), answer(&table, "decline"));
    table.at("A.white").ok(offer.clone()).await;
    table.at("B.white").ok(decline).await;
    let (_house, mut table) = house.restart_with(table).await;
    table.at("A.white").refused(offer.clone(), "already_offered").await;
    go_on(&mut table).await;
    table.play(&["A e2e4"]).await;
    table.at("A.white").ok(offer).await;
}
