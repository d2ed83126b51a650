//! Nothing leaves before it is in the journal; and what happens while that cannot write.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use catchmate::config::Config;
use catchmate::game::Event;
use catchmate::ids::{Instant, MatchId};
use catchmate::journal::{
    AppendError, Appending, EndedMatch, Journal, MemoryJournal, Person, ReadError, Record,
    Subscription,
};
use futures::FutureExt;
use futures::future::BoxFuture;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio_tungstenite::tungstenite::Message;

use crate::support::{Client, EVENING, TestServer};

/// What the journal does with the next record.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Writes,
    /// Until told otherwise.
    Waits,
    Fails,
    /// It cannot note that somebody sits down.
    FailsToSeat,
    /// It cannot note where the players of a match went on.
    FailsToFollow,
    Conflicts,
}

/// A journal that does as the test says.
pub struct Obedient {
    kept: Arc<MemoryJournal>,
    mode: watch::Sender<Mode>,
    /// Records wait for their turn, as on a disk.
    turn: Arc<tokio::sync::Mutex<()>>,
    tried: AtomicUsize,
}

impl Obedient {
    pub fn new() -> Arc<Obedient> {
        Arc::new(Obedient {
            kept: Arc::default(),
            mode: watch::Sender::new(Mode::Writes),
            turn: Arc::default(),
            tried: AtomicUsize::new(0),
        })
    }

    /// How many records it has been given.
    pub fn tried(&self) -> usize {
        self.tried.load(Ordering::Relaxed)
    }

    pub fn now(&self, mode: Mode) {
        self.mode.send_replace(mode);
    }
}

impl Journal for Obedient {
    fn append(
        &self,
        id: &MatchId,
        expected: u64,
        record: Record,
    ) -> BoxFuture<'static, Result<(), AppendError>> {
        self.tried.fetch_add(1, Ordering::Relaxed);
        let (kept, turn, id) = (Arc::clone(&self.kept), Arc::clone(&self.turn), id.clone());
        let mut mode = self.mode.subscribe();
        async move {
            let _turn = turn.lock().await;
            let mode = *mode.wait_for(|mode| *mode != Mode::Waits).await.unwrap();
            let fails = |event: &Event| match event {
                Event::Seated { .. } => mode == Mode::FailsToSeat,
                Event::Followed(_) => mode == Mode::FailsToFollow,
                _ => false,
            };
            match mode {
                _ if record.iter().any(|entry| fails(&entry.event)) => {
                    Err(AppendError::Unavailable("the disk is full".into()))
                }
                Mode::Fails => Err(AppendError::Unavailable("the disk is full".into())),
                Mode::Conflicts => Err(AppendError::Conflict),
                // A record behind one that failed fails, too.
                _ => kept
                    .append(&id, expected, record)
                    .await
                    .map_err(|_| AppendError::Unavailable("an earlier record has failed".into())),
            }
        }
        .boxed()
    }

    fn read(&self, id: &MatchId, from: u64) -> BoxFuture<'static, Result<Vec<Record>, ReadError>> {
        self.kept.read(id, from)
    }

    fn subscribe(&self, id: &MatchId, from: u64) -> Box<dyn Subscription> {
        self.kept.subscribe(id, from)
    }

    fn live(&self) -> BoxFuture<'static, Result<Vec<MatchId>, ReadError>> {
        self.kept.live()
    }

    fn ended(
        &self,
        after: u64,
        limit: usize,
    ) -> BoxFuture<'static, Result<Vec<EndedMatch>, ReadError>> {
        self.kept.ended(after, limit)
    }

    fn add_person(&self, person: Person) -> Appending {
        self.kept.add_person(person)
    }

    fn people(&self) -> BoxFuture<'static, Result<Vec<Person>, ReadError>> {
        self.kept.people()
    }

    fn note_alive(&self, at: Instant) -> Appending {
        self.kept.note_alive(at)
    }

    fn last_alive(&self) -> BoxFuture<'static, Result<Option<Instant>, ReadError>> {
        self.kept.last_alive()
    }
}

async fn start() -> (TestServer, Arc<Obedient>) {
    let journal = Obedient::new();
    let server = TestServer::with(Config::default(), Arc::<Obedient>::clone(&journal)).await;
    (server, journal)
}

fn mv(id: &str, text: &str, ply: u32) -> Value {
    json!({ "type": "move", "match": id, "move": text, "ply": ply, "line": 0 })
}

#[tokio::test]
async fn neither_ok_nor_event_leaves_before_the_record_is_durable() {
    let (server, journal) = start().await;
    let mut table = server.match_of_four(json!({})).await;
    let id = table.id.clone();
    for player in &mut table.players {
        player.settle().await;
    }
    journal.now(Mode::Waits);
    let tried = journal.tried.load(Ordering::Relaxed);
    let mut first = mv(&id, "e2e4", 0);
    first["id"] = json!("first");
    table.at("A.white").send_raw(&first.to_string()).await;
    while journal.tried.load(Ordering::Relaxed) == tried {
        tokio::task::yield_now().await;
    }
    // The match goes on from what is not durable yet; but nobody is told.
    let mut second = mv(&id, "e7e5", 1);
    second["id"] = json!("second");
    table.at("A.black").send_raw(&second.to_string()).await;
    while journal.tried.load(Ordering::Relaxed) == tried + 1 {
        tokio::task::yield_now().await;
    }
    for seat in ["B.white", "B.black"] {
        assert_eq!(table.at(seat).settle().await, Vec::<Value>::new());
    }
    let (_, body) = server.get(&format!("/api/matches/{id}"), None).await;
    assert!(!body.contains("e2e4"), "{body}");
    table.at("A.white").drain_ready();
    assert!(table.at("A.white").frames.iter().all(|frame| !frame.contains("first")));

    journal.now(Mode::Writes);
    table.at("A.white").event("moved").await;
    assert_eq!(table.at("A.white").answer(&json!("first")).await["type"], "ok");
    assert_eq!(table.at("A.black").answer(&json!("second")).await["type"], "ok");
    let last = table.at("B.white").event("moved").await;
    assert_eq!(last["event"]["move"], "e2e4");
    server.stop().await;
}

#[tokio::test]
async fn while_nothing_can_be_saved_moves_are_refused_and_then_the_match_stands_paused() {
    let (server, journal) = start().await;
    let mut table = server.match_of_four(json!({})).await;
    let id = table.id.clone();
    let mut zoe = server.hello("Zoe").await;
    zoe.ok(json!({ "type": "watch", "match": id })).await;
    server.advance(4000);
    table.at("A.white").ok(mv(&id, "e2e4", 0)).await;
    zoe.settle().await;
    server.advance(2000);
    journal.now(Mode::Fails);
    table.at("A.black").refused(mv(&id, "e7e5", 1), "not_saved").await;
    for client in table.players.iter_mut().chain([&mut zoe]) {
        let news = client.next("not_saving").await;
        assert_eq!((&news["match"], &news["since"]), (&json!(id), &json!(EVENING.0 + 6000)));
        assert!(news.get("seq").is_none());
    }
    // Whoever comes now is told, too; what needs no record is done.
    let mut late = server.hello("Late").await;
    late.ok(json!({ "type": "watch", "match": id })).await;
    assert_eq!(late.next("snapshot").await["boards"]["A"]["last"], "e2e4");
    late.next("not_saving").await;
    late.refused(json!({ "type": "open" }), "not_saved").await;
    for _ in 0..3 {
        server.advance(600);
        table.at("A.black").refused(mv(&id, "e7e5", 1), "not_saved").await;
        assert_eq!(zoe.settle().await, Vec::<Value>::new());
    }

    journal.now(Mode::Writes);
    server.advance(600);
    let paused = zoe.event("paused").await;
    assert_eq!(paused["event"]["by"], "journal");
    // At the last recorded instant: what was thought since is given back.
    assert_eq!(paused["event"]["clocks"]["A.white"], 299_000);
    assert_eq!(paused["event"]["clocks"]["A.black"], 300_000);
    assert_eq!(paused["event"]["clocks"]["B.white"], 296_000);
    assert_eq!(paused["event"]["clocks"]["running"], json!([]));
    table.at("A.black").refused(mv(&id, "e7e5", 1), "not_playing").await;
    server.advance(10_000);
    for player in &mut table.players {
        player.ok(json!({ "type": "ready", "match": id })).await;
    }
    let resumed = zoe.event("resumed").await;
    assert_eq!(resumed["event"]["clocks"]["A.black"], 300_000);
    server.advance(1000);
    table.at("A.black").ok(mv(&id, "e7e5", 1)).await;
    let moved = zoe.event("moved").await;
    assert_eq!(moved["event"]["clocks"]["A.black"], 302_000);
    // Nothing was lost or doubled.
    zoe.ok(json!({ "type": "watch", "match": id })).await;
    let snapshot = zoe.next("snapshot").await;
    assert_eq!(snapshot["boards"]["A"]["ply"], 2);
    assert_eq!(snapshot["order"], "AA");
    zoe.settle().await;
    server.stop().await;
}

#[tokio::test]
async fn what_was_written_behind_a_failure_is_refused_too() {
    let (server, journal) = start().await;
    let mut table = server.match_of_four(json!({})).await;
    let id = table.id.clone();
    journal.now(Mode::Waits);
    let tried = journal.tried.load(Ordering::Relaxed);
    for (n, (seat, text)) in [("A.white", "e2e4"), ("B.white", "d2d4")].into_iter().enumerate() {
        let mut request = mv(&id, text, 0);
        request["id"] = json!("it");
        table.at(seat).send_raw(&request.to_string()).await;
        while journal.tried.load(Ordering::Relaxed) == tried + n {
            tokio::task::yield_now().await;
        }
    }
    journal.now(Mode::Fails);
    for seat in ["A.white", "B.white"] {
        assert_eq!(table.at(seat).answer(&json!("it")).await["code"], "not_saved");
    }
    journal.now(Mode::Writes);
    server.advance(600);
    table.at("A.black").event("paused").await;
    table.director.ok(json!({ "type": "watch", "match": id })).await;
    let snapshot = table.director.next("snapshot").await;
    assert_eq!(snapshot["order"], "");
    assert_eq!(snapshot["pause"], json!({ "by": "journal", "ready": [] }));
    server.stop().await;
}

#[tokio::test]
async fn before_the_start_a_failure_pauses_nothing() {
    let (server, journal) = start().await;
    let mut table = server.seated(json!({ "type": "open" })).await;
    let id = table.id.clone();
    journal.now(Mode::Fails);
    table.at("A.white").refused(json!({ "type": "ready", "match": id }), "not_saved").await;
    table.at("B.black").next("not_saving").await;
    journal.now(Mode::Writes);
    server.advance(600);
    table.start().await;
    table.play(&["A e2e4"]).await;
    server.stop().await;
}

#[tokio::test]
async fn a_match_with_another_owner_is_left_to_it() {
    let (server, journal) = start().await;
    let mut table = server.match_of_four(json!({})).await;
    let mut other = server.match_of_four(json!({})).await;
    let id = table.id.clone();
    journal.now(Mode::Conflicts);
    table.at("A.white").refused(mv(&id, "e2e4", 0), "no_such_match").await;
    journal.now(Mode::Writes);
    table.at("A.white").refused(mv(&id, "e2e4", 0), "no_such_match").await;
    // Other matches are untouched.
    other.play(&["A e2e4", "A e7e5"]).await;
    server.stop().await;
}

/// Waits until the server has read, and stamped, all that was sent.
async fn read(client: &mut Client) {
    client.send_message(Message::Ping("read".into())).await;
    while !matches!(client.frame().await, Message::Pong(_)) {}
}

#[tokio::test]
async fn r23_what_waits_behind_a_fall_is_decided_when_an_earlier_move_takes_the_fall_away() {
    let (server, journal) = start().await;
    let mut table = server.match_of_four(json!({ "initial_s": 10 })).await;
    let id = table.id.clone();
    for player in &mut table.players {
        player.settle().await;
    }
    server.advance(100);
    table.play(&["B d2d4"]).await;
    for player in &mut table.players {
        player.settle().await;
    }
    server.advance(9_899);
    // A slow disk keeps the mover's talk, and behind it his move, which came in time.
    journal.now(Mode::Waits);
    let say = json!({ "type": "say", "match": id, "to": "partner", "phrase": "go" });
    table.at("A.white").send_raw(&say.to_string()).await;
    let mut played = mv(&id, "e2e4", 0);
    played["id"] = json!("move");
    table.at("A.white").send_raw(&played.to_string()).await;
    read(table.at("A.white")).await;
    server.advance(4);
    let claim = json!({ "type": "claim", "id": "claim", "match": id, "claim": "flag" });
    table.at("A.black").send_raw(&claim.to_string()).await;
    read(table.at("A.black")).await;
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    journal.now(Mode::Writes);
    assert_eq!(table.at("A.white").answer(&json!("move")).await["type"], "ok");
    // The clock stands still: nothing but the move has let the claim go on.
    assert_eq!(table.at("A.black").answer(&json!("claim")).await["code"], "claim_wrong");
    server.stop().await;
}

#[tokio::test]
async fn what_changes_nothing_is_answered_behind_what_it_rests_on() {
    let (server, journal) = start().await;
    let mut table = server.seated(json!({ "type": "open" })).await;
    let id = table.id.clone();
    let token = table.at("A.white").token.clone();
    let mut again = server.back(&token).await;
    journal.now(Mode::Waits);
    let tried = journal.tried.load(Ordering::Relaxed);
    let ready = json!({ "type": "ready", "id": "ready", "match": id });
    table.at("A.white").send_raw(&ready.to_string()).await;
    while journal.tried.load(Ordering::Relaxed) == tried {
        tokio::task::yield_now().await;
    }
    // He is ready already, though the disk does not know it yet.
    again.send_raw(&ready.to_string()).await;
    read(&mut again).await;
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    again.drain_ready();
    assert!(again.frames.iter().all(|frame| !frame.contains("\"ready\"")), "{:?}", again.frames);
    journal.now(Mode::Fails);
    for client in [table.at("A.white"), &mut again] {
        assert_eq!(client.answer(&json!("ready")).await["code"], "not_saved");
    }
    server.stop().await;
}

#[tokio::test]
async fn once_saving_works_again_nobody_is_told_otherwise_and_who_left_is_not_ready() {
    let (server, journal) = start().await;
    let mut table = server.seated(json!({ "type": "open" })).await;
    let id = table.id.clone();
    let ready = json!({ "type": "ready", "match": id });
    table.director.ok(json!({ "type": "watch", "match": id })).await;
    table.at("A.white").ok(ready.clone()).await;
    table.director.event("ready").await;
    journal.now(Mode::Fails);
    assert_eq!(table.at("A.black").ask(ready).await["code"], "not_saved");
    table.director.next("not_saving").await;
    table.players.remove(0).leave().await;
    table.director.next("presence").await;
    journal.now(Mode::Writes);
    server.advance(600);
    let lapsed = &table.director.event("ready").await["event"];
    assert_eq!((&lapsed["seat"], &lapsed["ready"]), (&json!("A.white"), &json!(false)));
    let mut late = server.hello("Late").await;
    late.ok(json!({ "type": "watch", "match": id })).await;
    let shown = late.settle().await;
    assert!(shown.iter().all(|message| message["type"] != "not_saving"), "{shown:?}");
    server.stop().await;
}

#[tokio::test]
async fn a_table_where_nothing_happens_is_told_too_that_saving_works_again() {
    let (server, journal) = start().await;
    let mut table = server.seated(json!({ "type": "open" })).await;
    let id = table.id.clone();
    journal.now(Mode::Fails);
    let ready = json!({ "type": "ready", "match": id });
    assert_eq!(table.at("A.black").ask(ready).await["code"], "not_saved");
    journal.now(Mode::Writes);
    server.advance(600);
    let watch = json!({ "type": "watch", "match": id });
    let mut told = true;
    for _ in 0..1000 {
        table.director.ok(watch.clone()).await;
        let shown = table.director.settle().await;
        told = shown.iter().any(|message| message["type"] == "not_saving");
        if !told {
            break;
        }
    }
    assert!(!told, "a newcomer is still told that nothing can be saved");
    server.stop().await;
}
