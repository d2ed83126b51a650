//! The commands `position`, `perft` and `replay`, by running the program.

#![allow(clippy::unwrap_used)]

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use serde_json::{Value, json};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";

fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_catchmate"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Runs the program to its end on that input.
fn run(args: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = start(args);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_vec();
    let writer = std::thread::spawn(move || {
        // The program may end without reading.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn lines(output: &Output) -> Vec<Value> {
    let text = str::from_utf8(&output.stdout).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn check_status(output: &Output, status: i32) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{stderr}");
    assert!(!stderr.contains("panicked") && !stderr.contains("backtrace"), "{stderr}");
}

fn check_usage_error(args: &[&str], says: &str) {
    let output = run(args, "");
    check_status(&output, 2);
    assert!(output.stdout.is_empty());
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains(says), "{args:?}: {stderr}");
}

/// The vectors of a file as they are written.
fn vectors(file: &str) -> String {
    std::fs::read_to_string(format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

#[test]
fn position_prints_exactly_the_promised_line() {
    let output = run(&["position"], "7k/8/8/8/8/8/5n2/6RK[QRBNP] w KQ e6 0 1\n");
    check_status(&output, 0);
    assert_eq!(
        str::from_utf8(&output.stdout).unwrap(),
        "{\"fen\":\"7k/8/8/8/8/8/5n2/6RK[QRBNP] w - - 0 1\",\
         \"moves\":[\"h1g2\",\"h1h2\"],\"status\":\"check\"}\n"
    );
}

#[test]
fn position_agrees_with_the_vectors() {
    for file in ["cases.jsonl", "legal_moves.jsonl", "status.jsonl"] {
        let vectors: Vec<Value> =
            vectors(file).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let fens: Vec<&str> =
            vectors.iter().map(|vector| vector["fen"].as_str().unwrap()).collect();
        let output = run(&["position"], fens.join("\n"));
        check_status(&output, 0);
        let lines = lines(&output);
        assert_eq!(lines.len(), vectors.len());
        for (line, vector) in lines.iter().zip(&vectors) {
            for key in ["moves", "status"] {
                if vector.get(key).is_some() {
                    assert_eq!(line[key], vector[key], "{}", vector["fen"]);
                }
            }
        }
    }
}

#[test]
fn position_answers_a_bad_line_in_its_place() {
    let mut input = format!("{START}\r\nnonsense\n\n").into_bytes();
    input.extend(b"\xff\xfe w - - 0 1\n");
    input.extend(vec![b'p'; 3 << 20]);
    input.extend(format!("\n  {START}  ").bytes());
    let output = run(&["position"], input);
    check_status(&output, 1);
    let lines = lines(&output);
    assert_eq!(lines.len(), 6);
    for (number, line) in lines.iter().enumerate() {
        if matches!(number, 0 | 5) {
            assert_eq!(line["fen"], START);
            assert_eq!(line["status"], "open");
        } else {
            assert_eq!(line.as_object().unwrap().len(), 1, "{line}");
            assert!(line["error"].is_string(), "{line}");
        }
    }
    assert!(lines[2]["error"].as_str().unwrap().contains("empty"));
    assert!(lines[3]["error"].as_str().unwrap().contains("UTF-8"));
    assert!(lines[4]["error"].as_str().unwrap().contains("longer"));
}

#[test]
fn position_without_input_prints_nothing() {
    let output = run(&["position"], "");
    check_status(&output, 0);
    assert!(output.stdout.is_empty());
}

#[test]
fn position_heeds_the_ban_on_back_rank_drops() {
    let fen = "4R1k1/5ppp/8/8/8/8/8/6K1[n] b - - 0 1";
    for (args, status, moves) in [
        (&["position"][..], "check_needs_drop", json!(["N@f8"])),
        (&["position", "--back-rank-drops", "no_pawns"], "check_needs_drop", json!(["N@f8"])),
        (&["position", "--back-rank-drops", "none"], "mate", json!([])),
        (&["position", "--back-rank-drops=none"], "mate", json!([])),
    ] {
        let output = run(args, fen);
        check_status(&output, 0);
        assert_eq!(lines(&output), [json!({"fen": fen, "moves": moves, "status": status})]);
    }
}

#[test]
fn a_line_is_answered_before_the_next_is_written() {
    for (args, line, key) in
        [("position", START, "fen"), ("replay", r#"{"moves":["A e2e4"]}"#, "boards")]
    {
        let mut child = start(&[args]);
        let mut stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, answers) = mpsc::channel();
        let reader = std::thread::spawn(move || {
            stdout.lines().for_each(|line| sender.send(line.unwrap()).unwrap());
        });
        for _ in 0..3 {
            writeln!(stdin, "{line}").unwrap();
            let Ok(answer) = answers.recv_timeout(Duration::from_secs(20)) else {
                child.kill().unwrap();
                panic!("`{args}` keeps its answer back");
            };
            let answer: Value = serde_json::from_str(&answer).unwrap();
            assert!(answer.get(key).is_some(), "{answer}");
        }
        drop(stdin);
        reader.join().unwrap();
        assert!(answers.try_recv().is_err());
        assert!(child.wait().unwrap().success());
    }
}

#[test]
fn many_lines_stream_through() {
    let count = 20_000;
    let output = run(&["position"], format!("{START}\n").repeat(count));
    check_status(&output, 0);
    assert_eq!(lines(&output).len(), count);
}

#[test]
fn a_closed_output_ends_quietly() {
    let mut child = start(&["position"]);
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(format!("{START}\n").repeat(5_000).as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    check_status(&output, 0);
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
fn perft_prints_the_number_alone() {
    for (depth, nodes) in [("0", "1\n"), ("1", "20\n"), ("4", "197281\n")] {
        let output = run(&["perft", START, depth], "");
        check_status(&output, 0);
        assert_eq!(str::from_utf8(&output.stdout).unwrap(), nodes);
    }
    // Three king moves, and a knight on each of 62 free squares but the two that give check.
    let fen = "7k/8/8/8/8/8/8/K7[N] w - - 0 1";
    let free = run(&["perft", fen, "1"], "");
    let banned = run(&["perft", "--back-rank-drops", "none", fen, "1"], "");
    assert_eq!(str::from_utf8(&free.stdout).unwrap(), "63\n");
    assert_eq!(str::from_utf8(&banned.stdout).unwrap(), "49\n");
}

#[test]
fn replay_agrees_with_the_vectors() {
    let text = vectors("matches.jsonl");
    let output = run(&["replay"], &text);
    check_status(&output, 0);
    let lines = lines(&output);
    assert_eq!(lines.len(), text.lines().count());
    for (line, vector) in lines.iter().zip(text.lines()) {
        let vector: Value = serde_json::from_str(vector).unwrap();
        assert_eq!(line["end"], vector["end"]);
        for board in ["A", "B"] {
            let first_four = |value: &Value| -> Vec<String> {
                let fen = value["boards"][board].as_str().unwrap();
                fen.split(' ').take(4).map(str::to_owned).collect()
            };
            assert_eq!(first_four(line), first_four(&vector));
        }
    }
}

#[test]
fn replay_prints_exactly_the_promised_line() {
    let output = run(&["replay"], r#"{"moves":["A e2e4","A d7d5","A e4d5","B g1f3"],"end":1}"#);
    check_status(&output, 0);
    // R9: the black pawn goes to White's partner, who plays Black on the other board.
    assert_eq!(
        str::from_utf8(&output.stdout).unwrap(),
        "{\"boards\":{\"A\":\"rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 2\",\
         \"B\":\"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R[p] b KQkq - 1 1\"},\"end\":null}\n"
    );
}

/// A mate on board A: the knight covers the queen that stands beside the king.
const MATE: &str =
    r#""A e2e4","A a7a6","A g1f3","A a6a5","A f3g5","A a5a4","A d1f3","A a4a3","A f3f7""#;

#[test]
fn replay_ends_with_mate_and_no_move_follows() {
    let mated = run(&["replay"], format!("{{\"moves\":[{MATE}]}}"));
    check_status(&mated, 0);
    assert_eq!(lines(&mated)[0]["end"], json!({"board": "A", "by": "mate"}));

    let after = run(&["replay"], format!("{{\"moves\":[{MATE},\"B e2e4\"]}}"));
    check_status(&after, 1);
    assert_eq!(lines(&after)[0]["at"], 9);
}

#[test]
fn replay_names_the_first_move_that_cannot_be_played() {
    for (moves, at, says) in [
        (r#"["A e2e4","A e7e5","A e4e5"]"#, 2, "R5"),
        (r#"["A e2e4","B N@f3"]"#, 1, "reserve"),
        (r#"["B e2e4","C e2e4"]"#, 1, "board"),
        (r#"["B e2e4","Be7e5"]"#, 1, "board"),
        (r#"["B e2e4","B e5"]"#, 1, "written like"),
        (r#"["A a2a4","A b7b5","A a4b5","B P@e4"]"#, 3, "reserve"),
        (r#"["A a2a4","A b7b5","A a4b5","B a2a3","B P@e4","B a3a4","B P@e4"]"#, 6, "reserve"),
    ] {
        let output = run(&["replay"], format!("{{\"moves\":{moves}}}"));
        check_status(&output, 1);
        let line = &lines(&output)[0];
        assert_eq!(line.as_object().unwrap().len(), 2, "{line}");
        assert_eq!(line["at"], at, "{line}");
        assert!(line["error"].as_str().unwrap().contains(says), "{line}");
    }
}

#[test]
fn replay_answers_a_bad_line_in_its_place() {
    let mut input = Vec::new();
    for bad in ["", "nonsense", "{}", "[[\"A e2e4\"]]", "{\"moves\":[1]}", "{\"moves\":[]} x"] {
        writeln!(input, "{bad}").unwrap();
    }
    input.extend(b"\xff\n");
    let deep = "[".repeat(100_000);
    writeln!(input, "{deep}\n{{\"x\":{deep}\n{{\"moves\":[]}}").unwrap();
    let output = run(&["replay"], input);
    check_status(&output, 1);
    let lines = lines(&output);
    assert_eq!(lines.len(), 10);
    let (good, bad) = lines.split_last().unwrap();
    assert_eq!(good, &json!({"boards": {"A": START, "B": START}, "end": null}));
    for line in bad {
        assert!(line["error"].is_string() && line["at"] == 0, "{line}");
    }
}

#[test]
fn a_long_match_is_replayed() {
    let mut moves = String::from("{\"moves\":[");
    for _ in 0..2_000 {
        write!(moves, "\"A g1f3\",\"A g8f6\",\"A f3g1\",\"A f6g8\",").unwrap();
    }
    moves.push_str("\"B e2e4\"]}");
    let output = run(&["replay"], moves);
    check_status(&output, 0);
    assert_eq!(
        lines(&output)[0]["boards"]["A"],
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 8000 4001"
    );
}

#[test]
fn wrong_arguments_end_with_status_2_and_say_what_to_do() {
    check_usage_error(&[], "Usage");
    check_usage_error(&["fly"], "unrecognized subcommand");
    check_usage_error(&["position", "x"], "unexpected argument");
    check_usage_error(&["position", "--back-rank-drops", "some"], "no_pawns, none");
    check_usage_error(&["perft"], "<FEN> <DEPTH>");
    check_usage_error(&["perft", START], "<DEPTH>");
    check_usage_error(&["perft", START, "x"], "x");
    check_usage_error(&["perft", START, "-1"], "-1");
    check_usage_error(&["perft", START, "1000"], "64");
    check_usage_error(&["perft", "nonsense", "1"], "six fields");
    check_usage_error(&["perft", "4k3/8/8/8/8/8/8/8[] w - - 0 1", "1"], "one king");
    check_usage_error(&["replay", "file"], "unexpected argument");
}

#[test]
fn help_is_printed_on_request() {
    for args in [&["--help"][..], &["position", "--help"], &["perft", "-h"], &["replay", "--help"]]
    {
        let output = run(args, "");
        check_status(&output, 0);
        assert!(String::from_utf8(output.stdout).unwrap().contains("Usage: catchmate"));
    }
}
