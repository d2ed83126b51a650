//! The row format: what is written is read back, and it stays as it is.

use std::fmt::Write as _;
use std::path::Path;

use catchmate::game::Entry;
use catchmate::ids::MatchId;
use catchmate::journal::rows::{self, Row, RowError};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRng, TestRunner};

use crate::events::{KINDS, entry, kind};

proptest! {
    #![proptest_config(Config { cases: 2000, failure_persistence: None, ..Config::default() })]

    #[test]
    fn what_is_written_is_read_back(record in prop::collection::vec(entry(), 1..4)) {
        let row = rows::write(&record);
        let read = rows::read(&row).unwrap();
        prop_assert_eq!(&*read, &record[..]);
    }
}

/// The rows of the first version, each with what it was read as.
const GOLDEN: &str = "tests/data/rows.v1.jsonl";

/// Entries of every kind, the same ones in every run.
fn samples() -> Vec<Entry> {
    let rng = TestRng::from_seed(prop::test_runner::RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let mut samples: Vec<Option<Entry>> = vec![None; KINDS];
    while samples.iter().any(Option::is_none) {
        let sample = entry().new_tree(&mut runner).unwrap().current();
        let place = &mut samples[kind(&sample.event)];
        place.get_or_insert(sample);
    }
    samples.into_iter().flatten().collect()
}

/// Rows that an earlier version has written stay readable, and this version writes the same. Where
/// a row is to look different, it needs a new version; `CATCHMATE_WRITE_ROWS=1` writes the file for
/// that.
#[test]
fn rows_look_as_they_always_have() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(GOLDEN);
    if std::env::var_os("CATCHMATE_WRITE_ROWS").is_some() {
        let mut text = String::new();
        for sample in samples() {
            writeln!(text, "{}", rows::write(&[sample]).body).unwrap();
        }
        std::fs::write(&path, text).unwrap();
    }
    let text = std::fs::read_to_string(&path).unwrap();
    let mut kinds = [false; KINDS];
    for body in text.lines() {
        let row = Row { version: 1, body: body.to_owned() };
        let record = rows::read(&row).unwrap_or_else(|error| panic!("{error}: {body}"));
        assert_eq!(rows::write(&record), row);
        kinds[kind(&record[0].event)] = true;
    }
    assert_eq!(kinds, [true; KINDS], "a kind of event has no golden row");
}

#[test]
fn what_is_no_row_is_refused() {
    let row = |version, body: &str| rows::read(&Row { version, body: body.to_owned() });
    let newer = row(2, "[]").unwrap_err();
    assert_eq!(newer, RowError::Newer(2));
    assert!(newer.to_string().contains("newer Catchmate"), "{newer}");
    for body in [
        "",
        "{}",
        "[[1]]",
        "[[1,\"started\"]]",
        "[[1,{\"called\":{\"seat\":\"C.white\"}}]]",
        "[[1,{\"called\":{\"seat\":\"A.white\",\"loudly\":true}}]]",
        "[[1,{\"shouted\":{}}]]",
        "[[-1,\"resumed\"]]",
        "[[1,\"resumed\"]] ]",
    ] {
        assert!(matches!(row(1, body), Err(RowError::Malformed(_))), "{body}");
    }
    assert!(matches!(row(0, "[]"), Err(RowError::Malformed(_))));
}

#[test]
fn a_checksum_knows_the_row_and_its_place() {
    let (id, other) = (MatchId("abc".into()), MatchId("abd".into()));
    let row = Row { version: 1, body: "[]".to_owned() };
    let sum = rows::checksum(&id, 3, &row);
    assert_eq!(rows::checksum(&id, 3, &row.clone()), sum);
    assert_ne!(rows::checksum(&other, 3, &row), sum);
    assert_ne!(rows::checksum(&id, 4, &row), sum);
    assert_ne!(rows::checksum(&id, 3, &Row { version: 2, ..row.clone() }), sum);
    assert_ne!(rows::checksum(&id, 3, &Row { body: "[ ]".to_owned(), ..row }), sum);
}
