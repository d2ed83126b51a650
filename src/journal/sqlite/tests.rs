//! The way up from one version of the schema to the next, and what is refused before anything is
//! changed.

use std::fs;
use std::sync::{Arc, mpsc};

use futures::executor::block_on;
use rusqlite::Connection;
use tempfile::TempDir;
use tokio::sync::oneshot;

use super::folder::Folder;
use super::writer::{Job, What, Writer};
use super::{OpenError, SqliteJournal, schema};
use crate::game::Event;
use crate::ids::{Instant, MatchId, Seat};
use crate::journal::{Journal, Record, rows};

const NEXT: &str = "ALTER TABLE matches ADD COLUMN title TEXT NOT NULL DEFAULT 'Catch'";

fn record(at: u64) -> Record {
    Record::from([Event::Called { seat: Seat::AWhite }.at(Instant(at))])
}

/// A folder in which two records have been kept, and the server has stopped.
async fn kept() -> (TempDir, MatchId) {
    let folder = TempDir::new().unwrap();
    let journal = SqliteJournal::open(folder.path()).unwrap();
    let id = MatchId("t".into());
    for seq in 0..2 {
        journal.append(&id, seq, record(seq)).await.unwrap();
    }
    journal.close();
    (folder, id)
}

#[tokio::test]
async fn an_older_database_is_brought_up_and_a_copy_kept() {
    let (folder, id) = kept().await;
    let steps = [schema::STEPS[0], NEXT];
    {
        let taken = Folder::take(folder.path()).unwrap();
        let database = schema::open(&taken, &steps).unwrap();
        let titles: Vec<String> = database
            .prepare("SELECT title FROM matches")
            .unwrap()
            .query_map([], |line| line.get(0))
            .unwrap()
            .map(Result::unwrap)
            .collect();
        assert_eq!(titles, ["Catch"]);
    }
    // This version does not know it any more, says so, and leaves it as it is.
    let error = SqliteJournal::open(folder.path()).err().unwrap();
    assert!(matches!(error, OpenError::Newer { found: 2, known: 1, .. }), "{error}");
    assert!(error.to_string().contains("was written by a newer Catchmate"), "{error}");
    // The copy opens in the old version.
    let copy = folder.path().join("catchmate.db.version-1");
    for log in ["catchmate.db-wal", "catchmate.db-shm"] {
        let _ = fs::remove_file(folder.path().join(log));
    }
    fs::rename(copy, folder.path().join("catchmate.db")).unwrap();
    let journal = SqliteJournal::open(folder.path()).unwrap();
    assert_eq!(journal.read(&id, 0).await.unwrap(), [record(0), record(1)]);
}

#[tokio::test]
async fn a_step_that_fails_leaves_the_database_as_it_was() {
    let (folder, id) = kept().await;
    {
        let taken = Folder::take(folder.path()).unwrap();
        let steps = [schema::STEPS[0], NEXT, "ALTER TABLE nowhere ADD COLUMN a"];
        assert!(schema::open(&taken, &steps).is_err());
    }
    let journal = SqliteJournal::open(folder.path()).unwrap();
    assert_eq!(journal.read(&id, 0).await.unwrap(), [record(0), record(1)]);
}

#[tokio::test]
async fn every_commit_is_synced() {
    let (folder, _) = kept().await;
    let taken = Folder::take(folder.path()).unwrap();
    let database = schema::open(&taken, schema::STEPS).unwrap();
    let pragma = |name| -> String {
        database
            .pragma_query_value(None, name, |line| {
                let value: rusqlite::types::Value = line.get(0)?;
                Ok(format!("{value:?}"))
            })
            .unwrap()
    };
    assert_eq!(pragma("journal_mode"), "Text(\"wal\")");
    assert_eq!(pragma("synchronous"), "Integer(2)");
    assert_eq!(pragma("wal_autocheckpoint"), "Integer(0)");
}

#[test]
fn somebody_elses_database_is_left_alone() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("catchmate.db");
    Connection::open(&path).unwrap().execute_batch("CREATE TABLE t (a)").unwrap();
    let before = fs::read(&path).unwrap();
    let error = SqliteJournal::open(folder.path()).err().unwrap();
    assert!(matches!(error, OpenError::Foreign { .. }), "{error}");
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[tokio::test]
async fn what_cannot_be_written_is_refused_and_goes_on_later() {
    let (folder, id) = kept().await;
    let journal = SqliteJournal::open(folder.path()).unwrap();
    let other = Connection::open(folder.path().join("catchmate.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let (first, behind) = (journal.append(&id, 2, record(2)), journal.append(&id, 3, record(3)));
    let error = first.await.unwrap_err().to_string();
    assert!(error.contains("another program holds"), "{error}");
    other.execute_batch("ROLLBACK").unwrap();
    let error = behind.await.unwrap_err();
    assert!(matches!(error, crate::journal::AppendError::Unavailable(_)), "{error}");
    assert_eq!(journal.read(&id, 0).await.unwrap().len(), 2);
    journal.append(&id, 2, record(2)).await.unwrap();
    assert_eq!(journal.read(&id, 2).await.unwrap(), [record(2)]);
}

#[test]
fn a_full_disk_is_named_and_what_is_behind_it_refused() {
    let folder = TempDir::new().unwrap();
    let taken = Folder::take(folder.path()).unwrap();
    let database = schema::open(&taken, schema::STEPS).unwrap();
    let pages: u32 = database.pragma_query_value(None, "page_count", |line| line.get(0)).unwrap();
    // As many as there are, and one more: then the database finds its disk full.
    let most = database.pragma_update_and_check(None, "max_page_count", pages + 1, |line| {
        line.get::<_, u32>(0)
    });
    assert_eq!(most.unwrap(), pages + 1);
    let (checkpoints, _requests) = mpsc::sync_channel(1);
    let writer = Writer::new(database, taken.database(), Arc::default(), checkpoints);
    let (jobs, queue) = mpsc::channel();
    let writing = std::thread::spawn(move || writer.run(&queue));
    let append = |seq| {
        let (done, outcome) = oneshot::channel();
        let id = MatchId("t".into());
        let row = rows::write(&record(seq));
        let what = What::Append { id, expected: seq, record: record(seq), row };
        jobs.send(Job { what, done }).unwrap();
        outcome.blocking_recv().unwrap()
    };
    let full = (0..1000).find(|seq| append(*seq).is_err()).unwrap();
    let error = append(full).unwrap_err().to_string();
    assert!(error.contains("the disk that holds"), "{error}");
    assert!(error.contains("is full; make room, and play goes on"), "{error}");
    let behind = append(full + 1).unwrap_err().to_string();
    assert!(behind.contains("a record before this one could not be saved"), "{behind}");
    drop(jobs);
    writing.join().unwrap();
    drop(taken);
    let journal = SqliteJournal::open(folder.path()).unwrap();
    let records = block_on(journal.read(&MatchId("t".into()), 0)).unwrap();
    assert_eq!(records, (0..full).map(record).collect::<Vec<_>>());
}
