//! The match after a match: one table, the same people, and everyone is told where they went.

use std::collections::BTreeSet;
use std::sync::Arc;

use catchmate::config::Config;
use catchmate::ids::MatchId;
use catchmate::journal::{Journal, MemoryJournal};
use serde_json::{Value, json};

use crate::journal::{Mode, Obedient};
use crate::support::{Client, EVENING, SEATS, Table, TestServer};

fn rematch(id: &str, swap: &str) -> Value {
    json!({ "type": "rematch", "match": id, "swap": swap })
}

/// Ends the match.
async fn resign(table: &mut Table) {
    let resign = json!({ "type": "resign", "match": table.id });
    table.at("A.white").ok(resign).await;
}

/// Asks for the next match; gives its name.
async fn next(client: &mut Client, id: &str, swap: &str) -> String {
    let answer = client.ask(rematch(id, swap)).await;
    assert_eq!(answer["type"], "opened", "{answer}");
    answer["match"].as_str().unwrap().to_owned()
}

async fn snapshot(client: &mut Client, id: &str) -> Value {
    client.settle().await;
    client.ok(json!({ "type": "watch", "match": id })).await;
    client.next("snapshot").await
}

/// A snapshot over HTTP.
async fn look(server: &TestServer, id: &str, token: Option<&str>) -> Value {
    let (status, body) = server.get(&format!("/api/matches/{id}"), token).await;
    assert_eq!(status, 200, "{body}");
    serde_json::from_str(&body).unwrap()
}

/// The listed tables.
async fn listed(server: &TestServer) -> BTreeSet<String> {
    let list: Value = serde_json::from_str(&server.get("/api/matches", None).await.1).unwrap();
    let all = list["matches"].as_array().unwrap().iter();
    all.map(|one| one["match"].as_str().unwrap().to_owned()).collect()
}

/// Who sits in each seat of a match.
fn names(snapshot: &Value) -> [Option<&str>; 4] {
    SEATS.map(|seat| snapshot["seats"][seat]["name"].as_str())
}

#[tokio::test]
async fn everyone_is_told_and_the_players_sit_at_the_next_table() {
    for (swap, seats) in [
        ("none", ["A.white", "A.black", "B.white", "B.black"]),
        ("colours", ["A.black", "A.white", "B.black", "B.white"]),
        ("partners", ["A.white", "B.black", "A.black", "B.white"]),
    ] {
        let server = TestServer::start().await;
        let rules = json!({ "initial_s": 77, "flag": "auto" });
        let mut table = server.match_of_four(rules).await;
        let id = table.id.clone();
        let mut zoe = server.hello("Zoe").await;
        for client in [&mut zoe, &mut table.director] {
            client.ok(json!({ "type": "watch", "match": id })).await;
        }
        table.play(&["A e2e4"]).await;
        resign(&mut table).await;
        let asks = table.at("A.black");
        asks.settle().await;
        let new = next(asks, &id, swap).await;
        // What he is told comes before his answer.
        let last = asks.frames[asks.frames.len() - 2..].join(" ");
        assert!(last.contains("\"kind\":\"followed\"") && last.ends_with("\"}"), "{last}");

        let told = json!({ "kind": "followed", "by": "A.black", "match": new, "swap": swap });
        for client in table.players.iter_mut().chain([&mut table.director, &mut zoe]) {
            assert_eq!(client.event("followed").await["event"], told);
        }
        let followed = json!({ "by": "A.black", "match": new, "swap": swap });
        assert_eq!(snapshot(&mut zoe, &id).await["followed"], followed);
        assert_eq!(look(&server, &id, None).await["followed"], followed);
        assert_eq!(listed(&server).await, BTreeSet::from([new.clone(), id]));

        for (at, seat) in SEATS.iter().enumerate() {
            let shown = snapshot(table.at(seats[at]), &new).await;
            assert_eq!(shown["you"], *seat, "{swap}");
            assert_eq!(names(&shown), seats.map(Some), "{swap}");
            assert_eq!((&shown["phase"], &shown["followed"]), (&json!("seating"), &Value::Null));
            assert_eq!(shown["rules"]["initial_s"], 77);
            assert_eq!(shown["rules"]["flag"], "auto");
            assert_eq!(shown["seats"][seat]["ready"], false);
        }
        // They are there, and can start at once.
        let mut table = Table { id: new, ..table };
        table.start().await;
        server.stop().await;
    }
}

#[tokio::test]
async fn it_is_for_the_players_after_the_end_and_once() {
    let server = TestServer::start().await;
    let mut table = server.match_of_four(json!({})).await;
    let id = table.id.clone();
    let mut zoe = server.hello("Zoe").await;
    zoe.refused(rematch("nowhere", "none"), "no_such_match").await;
    zoe.refused(rematch(&id, "seats"), "bad_message").await;
    for _ in 0..2 {
        zoe.refused(rematch(&id, "none"), "not_seated").await;
        table.director.refused(rematch(&id, "none"), "not_seated").await;
        if look(&server, &id, None).await["phase"] == "over" {
            break;
        }
        table.at("B.white").refused(rematch(&id, "none"), "wrong_phase").await;
        // By the director's word it ends as well as by any other.
        let result = json!({ "kind": "result", "winner": null });
        table.director.ok(json!({ "type": "rule", "match": id, "ruling": result })).await;
    }
    assert_eq!(listed(&server).await, BTreeSet::from([id.clone()]));
    assert_eq!(look(&server, &id, None).await["followed"], Value::Null);
    let new = next(table.at("B.white"), &id, "none").await;
    for seat in SEATS {
        table.at(seat).refused(rematch(&id, "colours"), "already_followed").await;
    }
    assert_eq!(look(&server, &id, None).await["followed"]["match"], new);
    table.at("A.white").refused(rematch(&new, "none"), "wrong_phase").await;
    assert_eq!(listed(&server).await, BTreeSet::from([new, id]));
    server.stop().await;
}

#[tokio::test]
async fn of_two_who_ask_at_the_same_time_one_is_refused() {
    let journal = Obedient::new();
    let server = TestServer::with(Config::default(), Arc::<Obedient>::clone(&journal)).await;
    let mut table = server.match_of_four(json!({})).await;
    let id = table.id.clone();
    resign(&mut table).await;
    let tried = journal.tried();
    journal.now(Mode::Waits);
    // One of them asks twice.
    let requests = [("A.white", "none"), ("A.black", "colours"), ("A.white", "partners")];
    for (n, (seat, swap)) in requests.iter().enumerate() {
        let mut request = rematch(&id, swap);
        request["id"] = json!(format!("{seat} {n}"));
        table.at(seat).send_raw(&request.to_string()).await;
    }
    while journal.tried() == tried {
        tokio::task::yield_now().await;
    }
    // Whoever comes second has come by now.
    for _ in 0..200 {
        tokio::task::yield_now().await;
    }
    assert_eq!(journal.tried(), tried + 1, "one table is being opened, the others wait");
    journal.now(Mode::Writes);
    let mut opened = Vec::new();
    for (n, (seat, _)) in requests.iter().enumerate() {
        let answer = table.at(seat).answer(&json!(format!("{seat} {n}"))).await;
        if answer["type"] == "opened" {
            opened.push(answer["match"].as_str().unwrap().to_owned());
        } else {
            assert_eq!(answer["code"], "already_followed");
        }
    }
    assert_eq!(opened.len(), 1);
    assert_eq!(look(&server, &id, None).await["followed"]["match"], opened[0]);
    assert_eq!(listed(&server).await, BTreeSet::from([opened[0].clone(), id]));
    server.stop().await;
}

#[tokio::test]
async fn who_is_gone_leaves_his_seat_to_anyone() {
    let server = TestServer::start().await;
    let mut table = server.match_of_four(json!({})).await;
    let id = table.id.clone();
    resign(&mut table).await;
    // One is gone for good, one has another window open.
    let gone = table.players.remove(2);
    gone.leave().await;
    let two = table.players.remove(2);
    let mut window = server.back(&two.token).await;
    two.leave().await;
    let new = next(&mut table.players[0], &id, "partners").await;
    let shown = snapshot(&mut window, &new).await;
    // Who sat at B.white would sit at B.black, who sat at B.black sits at A.black.
    assert_eq!(names(&shown), [Some("A.white"), Some("B.black"), Some("A.black"), None]);
    let mut zoe = server.hello("Zoe").await;
    zoe.ok(json!({ "type": "sit", "match": new, "seat": "B.black" })).await;
    server.stop().await;
}

#[tokio::test]
async fn an_unlisted_table_is_followed_by_an_unlisted_one() {
    let server = TestServer::start().await;
    let mut table = server.seated(json!({ "type": "open", "listed": false })).await;
    table.start().await;
    let id = table.id.clone();
    resign(&mut table).await;
    table.players.remove(3).leave().await;
    let answer = table.players[1].ask(rematch(&id, "none")).await;
    let (new, keys) = (answer["match"].as_str().unwrap().to_owned(), answer["keys"].clone());
    assert_eq!(keys.as_object().unwrap().len(), 4, "{answer}");
    assert_eq!(listed(&server).await, BTreeSet::new());
    let shown = snapshot(&mut table.players[0], &new).await;
    assert_eq!(names(&shown), [Some("A.white"), Some("A.black"), Some("B.white"), None]);
    let mut zoe = server.hello("Zoe").await;
    let mut sit = json!({ "type": "sit", "match": new, "seat": "B.black" });
    zoe.refused(sit.clone(), "bad_key").await;
    sit["key"] = keys["B.black"].clone();
    zoe.ok(sit).await;
    server.stop().await;
}

#[tokio::test]
async fn r12_spectators_are_told_with_their_delay() {
    let server = TestServer::start().await;
    let mut table = server.match_of_four(json!({ "spectator_delay_s": 10 })).await;
    let id = table.id.clone();
    let mut zoe = server.hello("Zoe").await;
    zoe.ok(json!({ "type": "watch", "match": id })).await;
    server.advance(20_000);
    resign(&mut table).await;
    server.advance(3000);
    let new = next(table.at("A.black"), &id, "none").await;
    let token = table.at("B.white").token.clone();
    assert_eq!(look(&server, &id, Some(&token)).await["followed"]["match"], new);
    server.advance(9999);
    let shown = look(&server, &id, None).await;
    assert_eq!((&shown["phase"], &shown["followed"]), (&json!("over"), &Value::Null));
    let told = zoe.settle().await;
    assert!(!told.iter().any(|message| message["event"]["kind"] == "followed"), "{told:?}");
    server.advance(1);
    let followed = zoe.event("followed").await;
    assert_eq!(
        (&followed["event"]["match"], &followed["at"]),
        (&json!(new), &json!(EVENING.0 + 23_000))
    );
    assert_eq!(look(&server, &id, None).await["followed"]["match"], new);
    server.stop().await;
}

#[tokio::test]
async fn a_match_that_has_left_memory_can_be_followed_and_a_restart_keeps_it() {
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::default());
    let server = TestServer::with(Config::default(), Arc::clone(&journal)).await;
    // From a set-up, which is not repeated.
    let kings = "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1";
    let open = json!({ "type": "open", "position": { "A": kings, "B": kings } });
    let mut table = server.seated(open).await;
    table.start().await;
    let id = table.id.clone();
    resign(&mut table).await;
    let record = server.get(&format!("/api/matches/{id}/bpgn"), None).await;
    let replay = server.get(&format!("/api/archive/{id}"), None).await;
    let clock = server.clock.clone();
    server.stop().await;

    let server = TestServer::again(Arc::clone(&journal), clock.clone(), 8).await;
    let mut back = Vec::new();
    for player in &table.players {
        back.push(server.back(&player.token).await);
    }
    let seq = snapshot(&mut back[0], &id).await["seq"].as_u64().unwrap();
    // The other three have not looked at the old match again; they sit all the same.
    let new = next(&mut back[1], &id, "colours").await;
    assert_eq!(back[0].event("followed").await["seq"], seq + 1);
    let shown = snapshot(&mut back[2], &new).await;
    assert_eq!(names(&shown), ["A.black", "A.white", "B.black", "B.white"].map(Some));
    let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!((&shown["boards"]["A"]["fen"], &shown["you"]), (&json!(usual), &json!("B.black")));
    assert_eq!(shown["reserves"]["B.black"]["Q"], 0);
    let tokens: Vec<String> = back.iter().map(|client| client.token.clone()).collect();
    drop(back);
    server.stop().await;

    let server = TestServer::again(journal, clock, 9).await;
    let mut anna = server.back(&tokens[0]).await;
    let shown = snapshot(&mut anna, &id).await;
    assert_eq!(shown["followed"], json!({ "by": "A.black", "match": new, "swap": "colours" }));
    assert_eq!(shown["seq"], seq + 1);
    anna.refused(rematch(&id, "none"), "already_followed").await;
    assert_eq!(snapshot(&mut anna, &new).await["you"], "A.black");
    assert_eq!(server.get(&format!("/api/matches/{id}/bpgn"), None).await, record);
    assert_eq!(server.get(&format!("/api/archive/{id}"), None).await, replay);
    assert_eq!(replay.0, 200);
    server.stop().await;
}

#[tokio::test]
async fn a_table_too_many_is_refused_and_may_be_asked_for_again() {
    let mut config = Config::default();
    config.limits.tables = 1;
    let server = TestServer::with(config, Arc::new(MemoryJournal::default())).await;
    let mut table = server.match_of_four(json!({})).await;
    let id = table.id.clone();
    resign(&mut table).await;
    let other = table.director.ask(json!({ "type": "open" })).await["match"].clone();
    table.at("A.black").refused(rematch(&id, "none"), "rate_limited").await;
    assert_eq!(look(&server, &id, None).await["followed"], Value::Null);
    let close = json!({ "type": "rule", "match": other, "ruling": { "kind": "close" } });
    table.director.ok(close).await;
    next(table.at("A.black"), &id, "none").await;
    server.stop().await;
}

#[tokio::test]
async fn what_cannot_be_saved_leaves_no_table_behind() {
    let journal = Obedient::new();
    let server = TestServer::with(Config::default(), Arc::<Obedient>::clone(&journal)).await;
    let mut table = server.match_of_four(json!({})).await;
    let id = table.id.clone();
    resign(&mut table).await;
    journal.now(Mode::Fails);
    table.at("A.black").refused(rematch(&id, "none"), "not_saved").await;
    assert_eq!(listed(&server).await, BTreeSet::from([id.clone()]));
    // The table is open and the players sit, but the old match cannot tell of it.
    journal.now(Mode::FailsToFollow);
    table.at("A.black").refused(rematch(&id, "none"), "not_saved").await;
    journal.now(Mode::Writes);
    assert_eq!(look(&server, &id, None).await["followed"], Value::Null);
    assert_eq!(listed(&server).await, BTreeSet::from([id.clone()]), "the table was closed again");
    server.advance(1000);
    let new = loop {
        let answer = table.at("A.black").ask(rematch(&id, "none")).await;
        match answer["match"].as_str() {
            Some(new) => break new.to_owned(),
            None => assert_eq!(answer["code"], "not_saved", "until the journal is tried again"),
        }
        server.advance(100);
    };
    assert_eq!(names(&look(&server, &new, None).await), SEATS.map(Some));
    assert_eq!(listed(&server).await, BTreeSet::from([new.clone(), id.clone()]));
    // Nor does it tell of a table at which nobody could be seated.
    let mut table = Table { id: new.clone(), ..table };
    for player in &mut table.players {
        player.ok(json!({ "type": "watch", "match": new })).await;
    }
    table.start().await;
    resign(&mut table).await;
    journal.now(Mode::FailsToSeat);
    table.at("A.black").refused(rematch(&new, "none"), "not_saved").await;
    assert_eq!(look(&server, &new, None).await["followed"], Value::Null);
    journal.now(Mode::Writes);
    next(table.at("A.black"), &new, "none").await;
    let records = journal.read(&MatchId(id.as_str().into()), 0).await.unwrap();
    let last = records.last().unwrap().iter().map(|entry| format!("{:?}", entry.event));
    assert!(last.collect::<String>().contains(&new));
    server.stop().await;
}
