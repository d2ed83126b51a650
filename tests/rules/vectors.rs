//! The rules against the vectors of an independent library, in `tests/data/`.

use std::collections::BTreeSet;

use catchmate::ids::{BoardName, ByBoard, BySeat};
use catchmate::rules::{
    Attempt, BackRankDrops, Move, Position, Reserve, Setup, Status, find_san, perft, san,
};
use serde_json::Value;

const NO_PAWNS: BackRankDrops = BackRankDrops::NoPawns;

/// The lines of a file of vectors.
fn vectors(file: &str) -> Vec<Value> {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let vectors: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(!vectors.is_empty());
    vectors
}

fn setup(vector: &Value) -> Setup {
    let fen = vector["fen"].as_str().unwrap();
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn check_moves(vector: &Value) {
    let Setup { position, reserves } = setup(vector);
    let moves = position.legal_moves(reserves.get(position.turn()), NO_PAWNS);
    let names: BTreeSet<String> = moves.iter().map(Move::to_string).collect();
    let expected: BTreeSet<String> =
        vector["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap().into()).collect();
    assert_eq!(names, expected, "{}", vector["fen"]);
    assert_eq!(moves.len(), names.len(), "a move is listed twice: {}", vector["fen"]);
}

fn check_status(vector: &Value) {
    let status = setup(vector).position.status(NO_PAWNS);
    assert_eq!(status.name(), vector["status"], "{}", vector["fen"]);
}

#[test]
fn positions_worth_understanding() {
    for vector in vectors("cases.jsonl") {
        check_moves(&vector);
        check_status(&vector);
    }
}

#[test]
fn legal_moves_of_random_matches() {
    vectors("legal_moves.jsonl").iter().for_each(check_moves);
}

#[test]
fn status_of_random_positions() {
    vectors("status.jsonl").iter().for_each(check_status);
}

#[test]
fn perft_to_every_depth() {
    for vector in vectors("perft.jsonl") {
        let Setup { position, reserves } = setup(&vector);
        for (nodes, depth) in vector["nodes"].as_array().unwrap().iter().zip(1..) {
            let counted = perft(&position, &reserves, NO_PAWNS, depth);
            assert_eq!(Some(counted), nodes.as_u64(), "depth {depth} of {}", vector["fen"]);
        }
    }
}

/// The placement, the player on move, the castling rights and the en passant square.
fn first_four(fen: &str) -> Vec<&str> {
    fen.split(' ').take(4).collect()
}

#[test]
fn whole_matches() {
    for vector in vectors("matches.jsonl") {
        let mut boards = ByBoard::<Position>::default();
        let mut reserves = BySeat::<Reserve>::default();
        let mut mated = None;
        for text in vector["moves"].as_array().unwrap() {
            let text = text.as_str().unwrap();
            assert_eq!(mated, None, "{text} comes after the end");
            let (board, attempt) = text.split_once(' ').unwrap();
            let board = if board == "A" { BoardName::A } else { BoardName::B };
            let attempt: Attempt = attempt.parse().unwrap();
            let before = &boards[board];
            let seat = board.seat(before.turn());

            let name = san(before, attempt.action, NO_PAWNS);
            assert_eq!(
                find_san(before, &name, &reserves[seat], NO_PAWNS),
                Ok(attempt.action),
                "{name} in {before}"
            );
            let played = before
                .play(attempt, &reserves[seat], NO_PAWNS)
                .unwrap_or_else(|error| panic!("{text} in {before}: {error}"));
            if let Move::Drop { kind, .. } = attempt.action {
                assert!(reserves[seat].take(kind));
            }
            if let Some(kind) = played.captured {
                reserves[seat.partner()].add(kind);
            }
            boards[board] = played.position;
            if boards[board].status(NO_PAWNS) == Status::Mate {
                mated = Some(board);
            }
        }
        for board in BoardName::ALL {
            let reserves = shakmaty::ByColor::new_with(|color| reserves[board.seat(color)]);
            let fen = Setup { position: boards[board].clone(), reserves }.to_string();
            let expected = vector["boards"][board.to_string()].as_str().unwrap();
            assert_eq!(first_four(&fen), first_four(expected));
        }
        let end = mated.map(|board| serde_json::json!({"board": board.to_string(), "by": "mate"}));
        assert_eq!(serde_json::to_value(end).unwrap(), vector["end"]);
    }
}
