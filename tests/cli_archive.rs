//! `catchmate import` and `catchmate export`, by running the program.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use catchmate::archive::{Archive, Filter, Variant, Viewer};
use catchmate::game::Ending;
use catchmate::ids::Instant;
use catchmate::journal::SqliteJournal;

const PRODUCERS: &str = include_str!("data/bpgn/producers.bpgn");

struct Said {
    status: i32,
    out: String,
    err: String,
}

fn said(output: Output) -> Said {
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(!err.contains("panicked"), "{err}");
    Said { status: output.status.code().unwrap(), out, err }
}

fn run(command: &str, data: &Path, args: &[&str]) -> Said {
    let mut program = Command::new(env!("CARGO_BIN_EXE_catchmate"));
    program.arg(command).arg("--data").arg(data).args(args).stdin(Stdio::null());
    said(program.output().unwrap())
}

/// Imports what it is given on standard input.
fn import(data: &Path, text: &[u8]) -> Said {
    let mut program = Command::new(env!("CARGO_BIN_EXE_catchmate"));
    program.arg("import").arg("--data").arg(data).arg("-");
    program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = program.spawn().unwrap();
    // A program that refuses does not wait for what it would be given.
    let _ = child.stdin.take().unwrap().write_all(text);
    said(child.wait_with_output().unwrap())
}

#[test]
fn records_of_other_programs_are_taken_in_and_what_cannot_be_read_is_told_by_line() {
    let folder = tempfile::tempdir().unwrap();
    let told = import(folder.path(), PRODUCERS.as_bytes());
    assert_eq!(told.status, 1);
    assert_eq!(told.out, "taken in: 3, there already: 0, not readable: 1\n");
    let line = PRODUCERS.lines().position(|line| line.contains("Ke5")).unwrap() + 1;
    assert!(told.err.starts_with(&format!("-: line {line}: `Ke5`: ")), "{}", told.err);

    let archive = Archive::open(folder.path()).unwrap();
    let everyone = Viewer { player: None, director: false, now: Instant(u64::MAX / 2) };
    let page = archive.find(&Filter::default(), &everyone, None, 10).unwrap();
    let [promotions, bughouse, aborted] = &page.games[..] else { panic!("{page:?}") };
    assert_eq!(bughouse.variant, Variant::Bughouse);
    assert_eq!(bughouse.day.as_deref(), Some("2004-07-03"));
    let left = |game: &catchmate::archive::Game| {
        game.seats.0.each_ref().map(|player| player.as_ref().and_then(|p| p.left).map(|l| l.0))
    };
    assert_eq!(left(bughouse), [Some(178_250), Some(180_000), Some(179_000), Some(177_000)]);
    assert_eq!(promotions.variant, Variant::Bughouse, "by its moves");
    assert_eq!(promotions.result.by, Some(Ending::Mate));
    assert_eq!((aborted.variant, aborted.day.as_deref()), (Variant::Catch, None));
    assert_eq!((aborted.result.points, aborted.result.by), (None, None));
    assert!(aborted.seats.0[2].is_none(), "nobody is called ?");
    // The same name is the same person.
    assert_eq!(
        aborted.seats.0[0].as_ref().unwrap().person,
        bughouse.seats.0[0].as_ref().unwrap().person
    );
}

#[test]
fn what_is_there_is_not_taken_in_again_however_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(import(folder.path(), PRODUCERS.as_bytes()).status, 1);
    let in_dos = format!("\u{feff}{}", PRODUCERS.replace('\n', "\r\n"));
    let told = import(folder.path(), in_dos.as_bytes());
    assert_eq!(told.out, "taken in: 0, there already: 3, not readable: 1\n");
}

#[test]
fn an_export_is_read_back_as_it_was() {
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    import(one.path(), PRODUCERS.as_bytes());
    let file = other.path().join("all.bpgn");
    let told = run("export", one.path(), &["--output", file.to_str().unwrap()]);
    assert_eq!((told.status, told.out.as_str(), told.err.as_str()), (0, "", ""));
    let exported = std::fs::read_to_string(&file).unwrap();
    assert_eq!(exported.matches("[Event ").count(), 3);
    assert_eq!(run("import", other.path(), &[file.to_str().unwrap()]).status, 0);
    assert_eq!(run("export", other.path(), &[]).out, exported);
    let some = run("export", one.path(), &["--from", "2010-01-01", "--variant", "bughouse"]);
    assert_eq!(some.out.matches("[Event \"promotions\"]").count(), 1);
    assert_eq!(some.out.matches("[Event ").count(), 1);
}

#[test]
fn a_folder_in_use_is_left_alone_by_an_import() {
    let folder = tempfile::tempdir().unwrap();
    let journal = SqliteJournal::open(folder.path()).unwrap();
    let told = import(folder.path(), PRODUCERS.as_bytes());
    assert_eq!(told.status, 1);
    assert!(
        told.err.contains("is in use by another Catchmate; stop that one first"),
        "{}",
        told.err
    );
    // An export may be made beside it.
    assert_eq!(run("export", folder.path(), &[]).status, 0);
    journal.close();
    assert!(import(folder.path(), PRODUCERS.as_bytes()).out.starts_with("taken in: 3"));
}

#[test]
fn what_is_asked_for_wrongly_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = run("export", folder.path(), &[]);
    assert_eq!(nowhere.status, 1);
    assert!(nowhere.err.contains("name the folder of a server with --data DIR"), "{}", nowhere.err);
    let told = run("export", folder.path(), &["--by", "boredom"]);
    assert_eq!(told.status, 2);
    assert!(told.err.contains("`by`: expected one of `mate`"), "{}", told.err);
    let told = run("import", folder.path(), &["nothing.bpgn"]);
    assert_eq!(told.status, 1);
    assert!(told.err.contains("nothing.bpgn cannot be read"), "{}", told.err);
    assert_eq!(run("import", folder.path(), &[]).status, 2);
    // Nothing is left half written.
    import(folder.path(), PRODUCERS.as_bytes());
    let target = folder.path().join("is/not/there.bpgn");
    let told = run("export", folder.path(), &["--output", target.to_str().unwrap()]);
    assert!(told.status == 1 && told.err.contains("there.bpgn cannot be written"), "{}", told.err);
}

#[test]
fn many_records_are_taken_in_batch_by_batch() {
    let folder = tempfile::tempdir().unwrap();
    let record =
        |number| format!("[Event \"{number}\"]\n[WhiteA \"Anna\"]\n\n1A. e4 1a. e5 1-0\n\n");
    let text: String = (0..1001).map(record).collect();
    let told = import(folder.path(), text.as_bytes());
    assert_eq!(told.out, "taken in: 1001, there already: 0, not readable: 0\n");
    assert_eq!(run("export", folder.path(), &[]).out.matches("[Event ").count(), 1001);
}
