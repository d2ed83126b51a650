//! The archive: what has ended can be found, stepped through, taken home and counted, by those who
//! may see it.

use std::path::PathBuf;
use std::sync::Arc;

use catchmate::config::{Config, RatingSystem, Ratings};
use catchmate::journal::{MemoryJournal, SqliteJournal};
use serde_json::{Value, json};

use crate::support::{SEATS, Table, TestServer};

/// Asks until the answer is as expected: the archive takes in a match right after it has ended, but
/// nobody waits for it.
async fn until(
    server: &TestServer,
    path: &str,
    token: Option<&str>,
    expected: impl Fn(&Value) -> bool,
) -> Value {
    loop {
        let (status, body) = server.get(path, token).await;
        assert_eq!(status, 200, "{path}: {body}");
        let body: Value = serde_json::from_str(&body).unwrap();
        if expected(&body) {
            return body;
        }
        tokio::task::yield_now().await;
    }
}

pub async fn archived(server: &TestServer, token: Option<&str>, total: u64) -> Value {
    until(server, "/api/archive", token, |page| page["total"] == total).await
}

/// How many matches somebody finds, once the director finds that many in all.
async fn total(server: &TestServer, path: &str, token: Option<&str>) -> Value {
    let (status, body) = server.get(path, token).await;
    assert_eq!(status, 200, "{path}: {body}");
    serde_json::from_str::<Value>(&body).unwrap()["total"].clone()
}

async fn resign(table: &mut Table, seat: &str) {
    let resign = json!({ "type": "resign", "match": table.id });
    table.at(seat).ok(resign).await;
}

#[tokio::test]
async fn an_ended_match_is_found_and_can_be_stepped_through() {
    let server = TestServer::start().await;
    let mut table = server.match_of_four(json!({})).await;
    server.advance(600);
    table.play(&["A e2e4", "B d2d4", "A d7d5", "A e4d5"]).await;
    let id = table.id.clone();
    for to in ["partner", "table"] {
        let say = json!({ "type": "say", "match": id, "to": to, "text": format!("to the {to}") });
        table.at("A.white").ok(say).await;
    }
    let replay = format!("/api/archive/{id}");
    assert_eq!(server.get(&replay, None).await.0, 409);
    assert_eq!(server.get(&format!("{replay}/bpgn"), None).await.0, 409);
    resign(&mut table, "B.white").await;
    // The replay waits for nothing.
    assert_eq!(server.get(&replay, None).await.0, 200);

    let page = archived(&server, None, 1).await;
    let line = &page["matches"][0];
    assert_eq!(line["match"], id);
    assert_eq!(line["seats"]["A.black"]["name"], "A.black");
    assert_eq!(line["result"]["winner"], 1);
    assert_eq!(line["result"]["by"], "resignation");
    assert_eq!(line["moves"], json!({ "A": 3, "B": 1 }));
    assert_eq!((&line["variant"], &line["imported"]), (&json!("catch"), &json!(false)));
    assert_eq!(page["next"], Value::Null);

    let shown = until(&server, &replay, None, |_| true).await;
    assert_eq!(shown["rules"]["initial_s"], 300);
    assert_eq!(shown["start"]["A"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let moves = shown["moves"].as_array().unwrap();
    let sans: Vec<&str> = moves.iter().map(|step| step["san"].as_str().unwrap()).collect();
    assert_eq!(sans, ["e4", "d4", "d5", "exd5"]);
    assert_eq!(moves[3]["seat"], "A.white");
    assert_eq!(moves[3]["reserves"]["B.black"]["P"], 1);
    assert_eq!(moves[2]["reserves"], json!({}));
    assert_eq!(moves[0]["clocks"]["A.white"], 302_400);
    assert!(moves[3]["fen"].as_str().unwrap().starts_with("rnbqkbnr/ppp1pppp/8/3P4/8"));

    // Partner talk is for those who heard it (R40: never in a record).
    let lines = |shown: &Value| shown["talk"].as_array().unwrap().len();
    assert_eq!(lines(&shown), 1);
    for (seat, read) in [("A.white", 2), ("B.black", 2), ("A.black", 1)] {
        let token = table.at(seat).token.clone();
        let shown = until(&server, &replay, Some(&token), |_| true).await;
        assert_eq!(lines(&shown), read, "{seat}");
    }

    let (_, record) = server.get(&format!("{replay}/bpgn"), None).await;
    assert!(record.contains("[WhiteA \"A.white\"]") && !record.contains("to the"), "{record}");
    let (_, whole) = server.get("/api/archive.bpgn", None).await;
    assert_eq!(whole, format!("{record}\n"));
    for path in ["/api/archive/nowhere", "/api/archive/nowhere/bpgn", "/api/persons/nobody"] {
        assert_eq!(server.get(path, None).await.0, 404, "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn r12_spectators_find_a_delayed_match_once_they_have_been_shown_its_end() {
    let server = TestServer::start().await;
    let mut table = server.match_of_four(json!({ "spectator_delay_s": 30 })).await;
    resign(&mut table, "A.white").await;
    let (player, director) = (table.at("A.white").token.clone(), table.director.token.clone());
    archived(&server, Some(&director), 1).await;
    assert_eq!(total(&server, "/api/archive", Some(&player)).await, 1);
    assert_eq!(total(&server, "/api/archive", None).await, 0);
    let replay = format!("/api/archive/{}", table.id);
    assert_eq!(server.get(&replay, None).await.0, 409);
    assert_eq!(server.get(&replay, Some(&player)).await.0, 200);
    assert_eq!(server.get("/api/archive.bpgn", None).await, (200, String::new()));
    let person = format!("/api/persons/{}", table.at("A.black").player);
    let shown = until(&server, &person, None, |_| true).await;
    assert_eq!((&shown["total"]["played"], &shown["rating"]), (&json!(0), &Value::Null));
    server.advance(29_999);
    assert_eq!(total(&server, "/api/archive", None).await, 0);
    server.advance(1);
    assert_eq!(total(&server, "/api/archive", None).await, 1);
    assert_eq!(server.get(&replay, None).await.0, 200);
    // It is rated by itself when that instant comes.
    let shown = until(&server, &person, None, |shown| shown["rating"] != Value::Null).await;
    assert_eq!(shown["total"]["won"], 1);
    assert!(shown["rating"]["rating"].as_f64().unwrap() > 25.0);
    server.stop().await;
}

#[tokio::test]
async fn an_unlisted_match_is_in_the_lists_of_its_players_and_the_director_alone() {
    let server = TestServer::start().await;
    let mut table = server.seated(json!({ "type": "open", "listed": false })).await;
    table.start().await;
    resign(&mut table, "A.white").await;
    let (player, director) = (table.at("B.white").token.clone(), table.director.token.clone());
    archived(&server, Some(&director), 1).await;
    assert_eq!(total(&server, "/api/archive", Some(&player)).await, 1);
    let zoe = server.hello("Zoe").await;
    for token in [None, Some(&*zoe.token)] {
        assert_eq!(total(&server, "/api/archive", token).await, 0);
    }
    // Whoever has its name may see how it went.
    assert_eq!(server.get(&format!("/api/archive/{}", table.id), None).await.0, 200);
    let persons = until(&server, "/api/persons", None, |_| true).await;
    assert_eq!(persons["persons"], json!([]));
    server.stop().await;
}

#[tokio::test]
async fn a_corrected_result_corrects_archive_statistics_and_ratings() {
    let server = TestServer::start().await;
    let mut table = server.match_of_four(json!({})).await;
    resign(&mut table, "A.white").await;
    let person = format!("/api/persons/{}", table.at("A.white").player);
    let rated = |above: bool| {
        move |shown: &Value| {
            let rating = shown["rating"]["rating"].as_f64();
            rating.is_some_and(|rating| (rating > 25.0) == above)
        }
    };
    let before = until(&server, &person, None, rated(false)).await;
    assert_eq!((&before["total"]["lost"], &before["name"]), (&json!(1), &json!("A.white")));
    let ruling = json!({ "kind": "result", "winner": 1 });
    let rule = json!({ "type": "rule", "match": table.id, "ruling": ruling });
    table.director.ok(rule).await;
    let after = until(&server, &person, None, rated(true)).await;
    assert_eq!((&after["total"]["won"], &after["total"]["lost"]), (&json!(1), &json!(0)));
    assert_eq!(after["ratings"].as_array().unwrap().len(), 1);
    assert_eq!(after["partners"][0]["name"], "B.black");
    assert_eq!(after["opponents"].as_array().unwrap().len(), 2);
    assert_eq!(after["seats"]["A.white"]["won"], 1);
    assert_eq!(after["endings"]["ruling"]["points"], 1.0);
    server.stop().await;
}

#[tokio::test]
async fn the_director_makes_two_entries_one_person() {
    let server = TestServer::start().await;
    let mut first = server.match_of_four(json!({})).await;
    resign(&mut first, "A.white").await;
    // On another evening, without her token, she is somebody else.
    let mut second = server.match_of_four(json!({})).await;
    resign(&mut second, "A.black").await;
    archived(&server, None, 2).await;
    let (then, now) = (first.at("A.white").player.clone(), second.at("A.white").player.clone());
    let merge = json!({ "type": "merge", "person": then, "into": now });
    assert_eq!(first.at("A.white").ask(merge.clone()).await["code"], "not_allowed");
    first.director.ok(merge.clone()).await;
    let person = format!("/api/persons/{then}");
    let both = |shown: &Value| shown["ratings"].as_array().is_some_and(|r| r.len() == 2);
    let shown = until(&server, &person, None, both).await;
    assert_eq!(shown["person"], now);
    assert_eq!((&shown["total"]["played"], &shown["total"]["won"]), (&json!(2), &json!(1)));
    let found = total(&server, &format!("/api/archive?player={then}"), None).await;
    assert_eq!(found, 2);
    let back = json!({ "type": "merge", "person": now, "into": then });
    assert_eq!(first.director.ask(back).await["code"], "bad_message");
    let nobody = json!({ "type": "merge", "person": "nobody", "into": then });
    assert_eq!(first.director.ask(nobody).await["code"], "no_such_person");
    first.director.ok(json!({ "type": "merge", "person": then })).await;
    until(&server, &person, None, |shown| shown["person"] == *then).await;
    server.stop().await;
}

#[tokio::test]
async fn what_is_asked_for_wrongly_is_said() {
    let server = TestServer::start().await;
    for (query, said) in [
        ("limit=0", "`limit`"),
        ("limit=x", "limit"),
        ("from=yesterday", "`from`"),
        ("by=boredom", "`by`"),
        ("variant=chess", "`variant`"),
        ("result=win", "`result`"),
        ("before=x", "`before`"),
        ("nothing=1", "nothing"),
    ] {
        for path in ["/api/archive", "/api/archive.bpgn"] {
            let (status, body) = server.get(&format!("{path}?{query}"), None).await;
            assert_eq!(status, 400, "{query}: {body}");
            assert!(body.contains(said), "{query}: {body}");
        }
    }
    assert_eq!(server.get("/api/archive?player=nobody", None).await.0, 404);
    assert_eq!(server.get("/api/archive", Some("nobody's")).await.0, 401);
    server.stop().await;
}

#[tokio::test]
async fn all_is_downloaded_slice_by_slice_and_found_page_by_page() {
    let server = TestServer::start().await;
    let mut ids = Vec::new();
    for _ in 0..53 {
        let mut table = server.match_of_four(json!({})).await;
        server.advance(1000);
        resign(&mut table, SEATS[0]).await;
        ids.push(table.id);
    }
    ids.reverse();
    archived(&server, None, 53).await;
    let (_, whole) = server.get("/api/archive.bpgn", None).await;
    let sites: Vec<&str> = whole
        .lines()
        .filter_map(|line| line.strip_prefix("[Site \"")?.strip_suffix("\"]"))
        .collect();
    assert_eq!(sites, ids);
    let mut found = Vec::new();
    let mut before = String::new();
    loop {
        let path = format!("/api/archive?limit=20&before={before}");
        let page = until(&server, &path, None, |_| true).await;
        let lines = page["matches"].as_array().unwrap();
        found.extend(lines.iter().map(|line| line["match"].as_str().unwrap().to_owned()));
        match page["next"].as_str() {
            Some(next) => before = next.to_owned(),
            None => break,
        }
    }
    assert_eq!(found, ids);
    server.stop().await;
}

#[tokio::test]
async fn an_archive_that_is_lost_is_made_anew_from_the_journal() {
    let journal = Arc::new(MemoryJournal::default());
    let server = TestServer::with(Config::default(), journal.clone()).await;
    let mut table = server.match_of_four(json!({})).await;
    resign(&mut table, "A.white").await;
    let clock = server.clock.clone();
    server.stop().await;
    let again = TestServer::again(journal, clock, 8).await;
    let page = archived(&again, None, 1).await;
    assert_eq!(page["matches"][0]["match"], table.id);
    again.stop().await;
}

#[tokio::test]
async fn ratings_can_be_turned_off() {
    let ratings = Ratings { system: RatingSystem::Off };
    let config = Config { ratings, ..Config::default() };
    let server = TestServer::with(config, Arc::new(MemoryJournal::default())).await;
    let mut table = server.match_of_four(json!({})).await;
    resign(&mut table, "A.white").await;
    archived(&server, None, 1).await;
    // The same task takes in and rates, one match after the other.
    let mut second = server.match_of_four(json!({})).await;
    resign(&mut second, "A.white").await;
    archived(&server, None, 2).await;
    let person = format!("/api/persons/{}", table.at("A.black").player);
    let shown = until(&server, &person, None, |_| true).await;
    assert_eq!((&shown["total"]["won"], &shown["rating"]), (&json!(1), &Value::Null));
    server.stop().await;
}

#[tokio::test]
async fn a_running_server_can_be_exported_from_and_its_matches_are_no_news_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let journal = Arc::new(SqliteJournal::open(folder.path()).unwrap());
    let kept = Arc::clone(&journal);
    // The program finds what this server's archive, which is elsewhere, knows.
    drop(catchmate::archive::Archive::open(folder.path()).unwrap());
    let server = TestServer::with(Config::default(), journal).await;
    let mut table = server.match_of_four(json!({})).await;
    table.play(&["A e2e4", "B d2d4"]).await;
    resign(&mut table, "A.white").await;
    archived(&server, None, 1).await;
    let (_, record) = server.get("/api/archive.bpgn", None).await;
    let run = |command: &'static str, file: Option<PathBuf>| {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_catchmate"));
        program.args([command, "--data"]).arg(folder.path()).args(file);
        let ran = tokio::task::spawn_blocking(move || program.output().unwrap());
        async { String::from_utf8(ran.await.unwrap().stdout).unwrap() }
    };
    assert_eq!(run("export", None).await, record);
    server.stop().await;
    kept.close();
    // What was played here is no news, though the archive in this folder has not heard of it.
    let file = folder.path().join("exported.bpgn");
    std::fs::write(&file, &record).unwrap();
    let told = run("import", Some(file)).await;
    assert_eq!(told, "taken in: 0, there already: 1, not readable: 0\n");
}

#[tokio::test]
async fn ended_matches_leave_memory_unless_somebody_watches_them() {
    let server = TestServer::start().await;
    let mut first = server.match_of_four(json!({})).await;
    first.director.ok(json!({ "type": "watch", "match": first.id })).await;
    resign(&mut first, "A.white").await;
    for _ in 0..80 {
        let mut table = server.match_of_four(json!({})).await;
        resign(&mut table, "A.white").await;
        for player in table.players {
            player.leave().await;
        }
        table.director.leave().await;
    }
    let (_, figures) = server.get("/metrics", None).await;
    let held = figures.lines().find_map(|line| line.strip_prefix("catchmate_matches "));
    let held: u64 = held.unwrap().parse().unwrap();
    assert!((1..=70).contains(&held), "{held} matches are held");
    // The first one, which is watched, is still the same for those who come by another way.
    let mut other = server.director().await;
    let ruling = json!({ "kind": "result", "winner": 1 });
    other.ok(json!({ "type": "rule", "match": first.id, "ruling": ruling })).await;
    first.at("A.white").event("result_changed").await;
    // Those who watch it still see what happens to it.
    let ruling = json!({ "kind": "result", "winner": null });
    first.director.ok(json!({ "type": "rule", "match": first.id, "ruling": ruling })).await;
    let changed = first.at("A.white").event("result_changed").await;
    assert_eq!(changed["event"]["result"]["points"], json!({ "1": 0.5, "2": 0.5 }));
    server.stop().await;
}
