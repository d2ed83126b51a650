//! What every journal promises, kept by both.

use std::sync::Arc;

use catchmate::game::{Ending, Event, Opened, Outcome};
use catchmate::ids::{ByBoard, Instant, MatchId, PlayerId, Seat};
use catchmate::journal::{
    AppendError, Journal, MemoryJournal, OpenError, Person, Record, SqliteJournal,
};
use catchmate::rules::{Options, Setup};
use futures::FutureExt;
use tempfile::TempDir;

pub fn record(at: u64) -> Record {
    Record::from([Event::Called { seat: Seat::AWhite }.at(Instant(at))])
}

fn opening(at: u64) -> Record {
    let setup = ByBoard::from_fn(|_| Setup::initial());
    let opened = Opened { options: Options::default(), setup, listed: true, keys: None };
    Record::from([Event::Opened(Box::new(opened)).at(Instant(at))])
}

fn end(at: u64) -> Record {
    Record::from([Event::Over(Outcome::draw(Ending::Agreement, None)).at(Instant(at))])
}

pub fn id(name: &str) -> MatchId {
    MatchId(name.into())
}

async fn keeps_its_promises(journal: Arc<dyn Journal>) {
    let (a, b) = (id("a"), id("b"));
    assert_eq!(journal.read(&a, 0).await, Ok(Vec::new()));
    let mut early = journal.subscribe(&a, 0);
    assert_eq!(journal.append(&a, 0, opening(0)).await, Ok(()));
    assert_eq!(journal.append(&b, 0, opening(0)).await, Ok(()));
    assert_eq!(early.next().await, [opening(0)]);
    assert!(early.next().now_or_never().is_none());

    // Of two owners one loses.
    assert_eq!(journal.append(&a, 0, record(9)).await, Err(AppendError::Conflict));

    // The order of the calls is the order of the records.
    let pending: Vec<_> = (1..200).map(|n| journal.append(&a, n, record(n))).collect();
    for appended in pending {
        assert_eq!(appended.await, Ok(()));
    }
    let expected: Vec<Record> = (1..200).map(record).collect();
    assert_eq!(journal.read(&a, 1).await.unwrap(), expected);
    assert_eq!(journal.read(&a, 150).await.unwrap(), expected[149..]);
    assert_eq!(journal.read(&a, 500).await, Ok(Vec::new()));
    assert_eq!(journal.append(&a, 5, record(9)).await, Err(AppendError::Conflict));

    // Who follows gets each once, from wherever he begins.
    for (mut follower, from) in [(early, 1), (journal.subscribe(&a, 120), 120)] {
        let mut got = Vec::new();
        while got.len() < 200 - from {
            got.extend(follower.next().await);
        }
        assert_eq!(got, expected[from - 1..]);
        assert!(follower.next().now_or_never().is_none());
    }

    // What has ended is not live; its result may change.
    assert_eq!(journal.live().await.unwrap(), [a.clone(), b.clone()]);
    let mut follower = journal.subscribe(&a, 200);
    assert_eq!(journal.append(&a, 200, end(200)).await, Ok(()));
    assert_eq!(journal.live().await.unwrap(), [b]);
    let changed = Event::ResultChanged(Outcome::ABANDONED).at(Instant(201));
    assert_eq!(journal.append(&a, 201, Record::from([changed.clone()])).await, Ok(()));
    let mut got = follower.next().await;
    if got.len() == 1 {
        got.extend(follower.next().await);
    }
    assert_eq!(got, [end(200), Record::from([changed])]);

    let anna = Person { id: PlayerId("p1".into()), name: "Anna".to_owned(), token: [3; 32] };
    assert_eq!(journal.add_person(anna.clone()).await, Ok(()));
    assert!(journal.people().await.unwrap() == [anna]);
    assert_eq!(journal.last_alive().await, Ok(None));
    for at in [5, 7] {
        assert_eq!(journal.note_alive(Instant(at)).await, Ok(()));
    }
    assert_eq!(journal.last_alive().await, Ok(Some(Instant(7))));
}

#[tokio::test]
async fn the_one_in_memory() {
    keeps_its_promises(Arc::new(MemoryJournal::default())).await;
}

#[tokio::test]
async fn the_one_on_disk() {
    let folder = TempDir::new().unwrap();
    keeps_its_promises(Arc::new(SqliteJournal::open(&folder.path().join("new")).unwrap())).await;
}

#[tokio::test]
async fn what_was_durable_is_there_after_a_stop() {
    let folder = TempDir::new().unwrap();
    let journal = SqliteJournal::open(folder.path()).unwrap();
    let anna = Person { id: PlayerId("p1".into()), name: "Anna".to_owned(), token: [3; 32] };
    journal.add_person(anna.clone()).await.unwrap();
    journal.note_alive(Instant(9)).await.unwrap();
    // Nobody waits for these: a clean stop writes them nevertheless.
    let pending: Vec<_> = (0..100).map(|n| journal.append(&id("t"), n, record(n))).collect();
    journal.close();
    for appended in pending {
        assert_eq!(appended.await, Ok(()));
    }
    let error = journal.append(&id("t"), 100, record(100)).await.unwrap_err();
    assert_eq!(error.to_string(), "the journal cannot write: it has been closed");
    assert!(journal.read(&id("t"), 0).await.is_err());

    let journal = SqliteJournal::open(folder.path()).unwrap();
    let expected: Vec<Record> = (0..100).map(record).collect();
    assert_eq!(journal.read(&id("t"), 0).await.unwrap(), expected);
    assert_eq!(journal.live().await.unwrap(), [id("t")]);
    assert!(journal.people().await.unwrap() == [anna]);
    assert_eq!(journal.last_alive().await, Ok(Some(Instant(9))));
    assert_eq!(journal.append(&id("t"), 99, record(1)).await, Err(AppendError::Conflict));
    let mut follower = journal.subscribe(&id("t"), 98);
    assert_eq!(follower.next().await, expected[98..]);
    assert_eq!(journal.append(&id("t"), 100, record(100)).await, Ok(()));
    assert_eq!(follower.next().await, [record(100)]);
}

#[tokio::test]
async fn two_servers_do_not_share_a_folder() {
    let folder = TempDir::new().unwrap();
    let journal = SqliteJournal::open(folder.path()).unwrap();
    let error = SqliteJournal::open(folder.path()).err().unwrap();
    assert!(matches!(error, OpenError::InUse { .. }), "{error}");
    assert!(error.to_string().contains("stop that one first"), "{error}");
    drop(journal);
    assert!(SqliteJournal::open(folder.path()).is_ok());
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_can_read_the_folder() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a/b");
    let journal = SqliteJournal::open(&path).unwrap();
    journal.append(&id("t"), 0, record(0)).await.unwrap();
    let mode = |path: &std::path::Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&path), 0o700);
    let mut files = 0;
    for file in std::fs::read_dir(&path).unwrap() {
        let file = file.unwrap().path();
        assert_eq!(mode(&file), 0o600, "{}", file.display());
        files += 1;
    }
    assert!(files >= 3, "the database, its log and the lock");
}
