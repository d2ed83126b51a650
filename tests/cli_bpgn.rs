//! `catchmate replay --bpgn`, by running the program.

#![allow(clippy::unwrap_used)]

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_catchmate")).args(args).stdin(Stdio::null()).output().unwrap()
}

/// Replays a file with that content: the lines of the answer, and the exit status.
fn replay(content: impl AsRef<[u8]>, more_args: &[&str]) -> (Vec<Value>, i32, String) {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(content.as_ref()).unwrap();
    let mut args = vec!["replay", "--bpgn", file.path().to_str().unwrap()];
    args.extend(more_args);
    let output = run(&args);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(!stderr.contains("panicked") && !stderr.contains("backtrace"), "{stderr}");
    let lines = str::from_utf8(&output.stdout).unwrap().lines();
    let lines = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
    (lines, output.status.code().unwrap(), stderr)
}

const MATED: &str = "[Event \"Club evening\"]\n[WhiteA \"Anna\"]\n[Result \"1-0\"]\n\
                     [Termination \"mate\"]\n[FenA \"7k/7p/7K/6Q1/8/8/8/8[] w - - 0 1\"]\n\n\
                     1B. e4{301.5} 1A. Qg7#{299.4} 1-0\n";

#[test]
fn a_record_is_read_back_to_its_end() {
    let (lines, status, _) = replay(MATED, &[]);
    assert_eq!(status, 0);
    let expected = json!({
        "boards": {
            "A": "7k/6Qp/7K/8/8/8/8/8[] b - - 1 1",
            "B": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1",
        },
        "end": { "board": "A", "by": "mate" },
        "result": "1-0",
        "termination": "mate",
    });
    assert_eq!(lines, [expected]);
}

#[test]
fn e4_and_a_pawn_dropped_on_e4_are_told_apart() {
    let fen = "[FenA \"4k3/8/8/8/8/8/4P3/4K3[P] w - - 0 1\"]";
    let (lines, status, _) =
        replay(format!("{fen}\n1A. e4 *\n{fen}\n1A. P@e4 *\n{fen}\n1A.@e4{{1}}\n"), &[]);
    assert_eq!(status, 0);
    let fens: Vec<&Value> = lines.iter().map(|line| &line["boards"]["A"]).collect();
    let dropped = "4k3/8/8/8/4P3/8/4P3/4K3[] b - - 0 1";
    assert_eq!(fens, ["4k3/8/8/8/4P3/8/8/4K3[P] b - - 0 1", dropped, dropped]);
    assert_eq!((&lines[0]["result"], &lines[2]["result"]), (&json!("*"), &Value::Null));
    assert_eq!(lines[0]["termination"], Value::Null);
    assert_eq!(lines[0]["end"], Value::Null);
}

#[test]
fn bad_records_are_told_in_their_place_and_the_others_replayed() {
    let file = format!(
        "[Event \"promotion\"]\r\n[FenA \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\r\n\r\n1B. e4 1A. a8=Q\r\n\
         [Event \"no bughouse\"]\r\n\r\n1. e4 e5\r\n{MATED}[Event \"never closed\"]\r\n1A. e4 {{ah\r\n"
    );
    let (lines, status, _) = replay(file, &[]);
    assert_eq!(status, 1);
    assert_eq!(lines.len(), 4, "{lines:?}");
    for (index, at, says) in
        [(0, 1, "line 4: `a8=Q`"), (1, 0, "line 7: before each move"), (3, 1, "is not closed")]
    {
        assert_eq!(lines[index]["at"], at, "{}", lines[index]);
        assert!(lines[index]["error"].as_str().unwrap().contains(says), "{}", lines[index]);
        assert_eq!(lines[index].as_object().unwrap().len(), 2);
    }
    assert_eq!(lines[2]["end"]["by"], "mate");
}

#[test]
fn the_ban_on_the_back_ranks_is_the_records_or_else_the_callers() {
    let fen = "[FenA \"4k3/8/8/8/8/8/8/4K3[N] w - - 0 1\"]";
    let none = ["--back-rank-drops", "none"];
    let drop = "1A. N@a1 *\n";
    assert_eq!(replay(format!("{fen}{drop}"), &[]).1, 0);
    assert_eq!(replay(format!("{fen}{drop}"), &none).1, 1);
    assert_eq!(replay(format!("{fen}[BackRankDrops \"none\"]{drop}"), &[]).1, 1);
    assert_eq!(replay(format!("{fen}[BackRankDrops \"no_pawns\"]{drop}"), &none).1, 0);
}

#[test]
fn old_encodings_and_strange_bytes_are_read() {
    let (lines, status, _) = replay(b"[WhiteA \"gu\xefllaume\"][Result \"*\"]\n1A. e4\n", &[]);
    assert_eq!((lines.len(), status), (1, 0));
    let (lines, status, _) = replay(b"\xff\xfe\0\0[", &[]);
    assert_eq!((lines.len(), status), (1, 1));
    let mut long = b"1A. e4 ".to_vec();
    long.extend(vec![b'{'; 3 << 20]);
    long.extend(format!("\n{MATED}").bytes());
    let (lines, status, _) = replay(long, &[]);
    assert_eq!((lines.len(), status), (2, 1));
    assert!(lines[0]["error"].as_str().unwrap().contains("longer"), "{}", lines[0]);
}

#[test]
fn a_file_that_is_not_there_or_holds_no_game_is_told() {
    let output = run(&["replay", "--bpgn", "/nonexistent/x.bpgn"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("/nonexistent/x.bpgn cannot be read"), "{stderr}");
    let output = run(&["replay", "--bpgn", "/"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("cannot be read"));

    let (lines, status, stderr) = replay("\n\n", &[]);
    assert_eq!((lines.len(), status), (0, 1));
    assert!(stderr.contains("there is no game in"), "{stderr}");
    assert_eq!(run(&["replay", "--bpgn"]).status.code(), Some(2));
}
