//! What a damaged folder leads to: a message that says what to do, never silent loss or a panic.

use std::fs;
use std::path::Path;

use catchmate::journal::{Journal, OpenError, ReadError, Record, SqliteJournal};
use rusqlite::Connection;
use tempfile::TempDir;

use crate::promises::{id, record};

const RECORDS: u64 = 30;

/// A folder with three matches, after a clean stop.
async fn kept() -> TempDir {
    let folder = TempDir::new().unwrap();
    let journal = SqliteJournal::open(folder.path()).unwrap();
    for seq in 0..RECORDS {
        for name in ["a", "b", "c"] {
            journal.append(&id(name), seq, record(seq)).await.unwrap();
        }
    }
    journal.close();
    folder
}

fn expected() -> Vec<Record> {
    (0..RECORDS).map(record).collect()
}

fn database(folder: &TempDir) -> std::path::PathBuf {
    folder.path().join("catchmate.db")
}

fn alter(folder: &TempDir, sql: &str) {
    Connection::open(database(folder)).unwrap().execute_batch(sql).unwrap();
}

#[tokio::test]
async fn a_damaged_match_is_named_and_the_others_are_read() {
    for (change, reason) in [
        ("UPDATE records SET body = replace(body, 'A.white', 'B.white')", "checksum"),
        ("UPDATE records SET version = 7", "newer Catchmate (row version 7, "),
        ("UPDATE records SET checksum = x'00'", "checksum"),
        ("UPDATE records SET body = x'ff'", "text"),
        ("DELETE FROM records", "record 20: it is missing"),
    ] {
        let folder = kept().await;
        if reason.contains("newer") {
            // Written as a later version would, with its own checksum.
            let row = catchmate::journal::rows::Row { version: 7, body: "{}".to_owned() };
            let sum = catchmate::journal::rows::checksum(&id("b"), 20, &row);
            let database = Connection::open(database(&folder)).unwrap();
            let change = "UPDATE records SET version = 7, body = '{}', checksum = ?1
                 WHERE seq = 20 AND match = (SELECT number FROM matches WHERE id = 'b')";
            database.execute(change, [&sum[..]]).unwrap();
        } else {
            let of_one = "WHERE seq = 20 AND match = (SELECT number FROM matches WHERE id = 'b')";
            alter(&folder, &format!("{change} {of_one}"));
        }
        let journal = SqliteJournal::open(folder.path()).unwrap();
        let error = journal.read(&id("b"), 0).await.unwrap_err();
        assert!(matches!(&error, ReadError::Damaged { id, .. } if *id.0 == *"b"), "{error}");
        assert!(error.to_string().contains(reason), "{error}");
        assert!(error.to_string().contains("match b cannot be read: record 20"), "{error}");
        for name in ["a", "c"] {
            assert_eq!(journal.read(&id(name), 0).await.unwrap(), expected());
        }
    }
}

#[tokio::test]
async fn a_lost_tail_is_noticed() {
    let folder = kept().await;
    alter(&folder, "DELETE FROM records WHERE seq >= 25");
    let journal = SqliteJournal::open(folder.path()).unwrap();
    let error = journal.read(&id("a"), 0).await.unwrap_err().to_string();
    assert!(error.contains("record 25: it is missing"), "{error}");
}

/// Opens a folder and reads everything; the first error ends it.
async fn read_all(folder: &Path) -> Result<Vec<Vec<Record>>, String> {
    let journal = SqliteJournal::open(folder).map_err(|error| error.to_string())?;
    let mut all = Vec::new();
    for name in ["a", "b", "c"] {
        all.push(journal.read(&id(name), 0).await.map_err(|error| error.to_string())?);
    }
    Ok(all)
}

#[tokio::test]
async fn a_truncated_database_is_refused() {
    let folder = kept().await;
    let whole = fs::read(database(&folder)).unwrap();
    for length in [0, 1, 99, 100, 512, 4096, 4097, 8192, whole.len() / 2, whole.len() - 1] {
        fs::write(database(&folder), &whole[..length]).unwrap();
        let error = SqliteJournal::open(folder.path()).err().map(|error| error.to_string());
        let error = match error {
            Some(error) => error,
            None => read_all(folder.path()).await.expect_err("a truncated database was read"),
        };
        let named = error.contains("damaged") || error.contains("cannot be read");
        assert!(named, "{length}: {error}");
        let _ = fs::remove_file(folder.path().join("catchmate.db-wal"));
        let _ = fs::remove_file(folder.path().join("catchmate.db-shm"));
    }
    fs::write(database(&folder), &whole).unwrap();
    assert_eq!(read_all(folder.path()).await.unwrap(), vec![expected(); 3]);
}

#[tokio::test]
async fn a_flipped_bit_is_noticed_or_harmless() {
    let folder = kept().await;
    let whole = fs::read(database(&folder)).unwrap();
    let (mut noticed, mut harmless) = (0, 0);
    for n in 0..300_usize {
        let (byte, bit) = (n * 7919 % whole.len(), n % 8);
        let mut flipped = whole.clone();
        flipped[byte] ^= 1 << bit;
        fs::write(database(&folder), &flipped).unwrap();
        match read_all(folder.path()).await {
            Ok(all) => {
                // A match that is not found at all has lost its name, and no record is wrong.
                assert!(all.iter().all(|records| *records == expected()), "byte {byte}, bit {bit}");
                harmless += 1;
            }
            Err(_) => noticed += 1,
        }
        let _ = fs::remove_file(folder.path().join("catchmate.db-wal"));
        let _ = fs::remove_file(folder.path().join("catchmate.db-shm"));
    }
    assert!(noticed > 20, "{noticed} noticed, {harmless} harmless");
}

#[tokio::test]
async fn a_database_that_is_missing_beside_its_log_is_not_begun_anew() {
    let folder = kept().await;
    fs::remove_file(database(&folder)).unwrap();
    fs::write(folder.path().join("catchmate.db-wal"), b"log").unwrap();
    let error = SqliteJournal::open(folder.path()).err().unwrap();
    assert!(matches!(error, OpenError::Damaged { .. }), "{error}");
    assert!(error.to_string().contains("put a backup in its place"), "{error}");
}

#[tokio::test]
async fn a_folder_that_cannot_be_made_is_named() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, b"").unwrap();
    let error = SqliteJournal::open(&file.join("data")).err().unwrap();
    assert!(matches!(error, OpenError::Folder { .. }), "{error}");
    assert!(error.to_string().contains("name another with --data DIR"), "{error}");
}
