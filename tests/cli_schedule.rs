//! The command `schedule`, by running the program.

#![allow(clippy::unwrap_used)]

use std::process::{Command, Output};

use serde_json::Value;

fn schedule(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_catchmate")).arg("schedule").args(args).output().unwrap()
}

#[test]
fn json_has_every_player_in_every_round() {
    for (args, rounds) in [
        (vec!["--players", "13", "--json"], 13),
        (vec!["--players", "50", "--rounds", "3", "--json"], 3),
    ] {
        let output = schedule(&args);
        assert!(output.status.success());
        let schedule: Value = serde_json::from_slice(&output.stdout).unwrap();
        let players = schedule["players"].as_u64().unwrap();
        assert_eq!(schedule["rounds"].as_array().unwrap().len(), rounds);
        for round in schedule["rounds"].as_array().unwrap() {
            let seats = ["A.white", "A.black", "B.white", "B.black"];
            let tables = round["tables"].as_array().unwrap().iter();
            let seated = tables.flat_map(|table| seats.map(|seat| table[seat].as_u64().unwrap()));
            let byes = round["byes"].as_array().unwrap().iter().map(|bye| bye.as_u64().unwrap());
            let mut all: Vec<u64> = seated.chain(byes).collect();
            all.sort_unstable();
            assert_eq!(all, (1..=players).collect::<Vec<_>>());
        }
    }
}

#[test]
fn names_make_a_table_to_print() {
    let folder = tempfile::tempdir().unwrap();
    let names = folder.path().join("names.txt");
    std::fs::write(&names, "Anna\nBruno\n\nChris\nDora\nÉmile\n").unwrap();
    let output = schedule(&["--names", names.to_str().unwrap(), "--rounds", "2"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    assert_eq!(text.matches("A.white").count(), 2);
    for name in ["Anna", "Bruno", "Chris", "Dora", "Émile"] {
        assert_eq!(text.matches(name).count(), 2, "{text}");
    }
}

#[test]
fn a_wrong_number_is_refused_in_a_line() {
    for args in [
        &["--players", "3", "--json"][..],
        &["--players", "100000", "--json"],
        &["--players", "41", "--json"],
        &["--players", "8", "--rounds", "0", "--json"],
        &["--players", "-1"],
        &["--json"],
        &["--names", "/nowhere"],
    ] {
        let output = schedule(args);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(output.stdout.is_empty() && !error.contains("panicked"), "{error}");
    }
}
