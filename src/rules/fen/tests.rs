//! What a FEN may say and what not.

use super::*;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

fn check_read(text: &str, expected: &str) {
    let setup = text.parse::<Setup>().unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(setup.to_string(), expected);
    assert_eq!(expected.parse(), Ok(setup));
}

fn check_error(text: &str, error: FenError) {
    assert_eq!(text.parse::<Setup>(), Err(error), "{text}");
    assert_eq!(text.parse::<Position>(), Err(error), "{text}");
}

#[test]
fn reserves_are_read_in_any_order_and_written_in_one() {
    check_read(&format!("{START} w KQkq - 0 1"), &format!("{START}[] w KQkq - 0 1"));
    check_read(&format!("{START}[] w qkQK - 0 1"), &format!("{START}[] w KQkq - 0 1"));
    check_read(
        &format!("{START}[pPqNrRnpQ] b - - 12 34"),
        &format!("{START}[QRNPqrnpp] b - - 12 34"),
    );
}

#[test]
fn a_position_carries_no_reserves() {
    let position: Position = format!("{START} w KQkq - 0 1").parse().unwrap();
    assert_eq!(position, Position::initial());
    assert_eq!(position.to_string(), format!("{START} w KQkq - 0 1"));
    assert_eq!(format!("{START}[] w KQkq - 0 1").parse(), Ok(position));
    let error = Err(FenError::ReservesNotAllowed);
    assert_eq!(format!("{START}[p] w KQkq - 0 1").parse::<Position>(), error);
}

#[test]
fn what_cannot_be_used_is_dropped() {
    check_read("4k3/8/8/8/8/8/8/R3K3 w KQkq - 0 1", "4k3/8/8/8/8/8/8/R3K3[] w Q - 0 1");
    check_read("4k3/8/8/8/8/8/8/R2K4 w Q - 0 0", "4k3/8/8/8/8/8/8/R2K4[] w - - 0 1");
    for (placement, kept) in [
        ("4k3/8/8/3pP3/8/8/8/4K3", "d6"),
        // Nobody captures; the capture bares the king; no pawn can just have stepped there.
        ("4k3/8/8/3p4/8/8/8/4K3", "-"),
        ("4r2k/8/8/3pP3/8/8/8/4K3", "-"),
        ("4k3/3n4/8/3pP3/8/8/8/4K3", "-"),
        ("4k3/8/3n4/3pP3/8/8/8/4K3", "-"),
        ("4k3/8/8/3nP3/8/8/8/4K3", "-"),
    ] {
        let read = format!("{placement}[] w - d6 0 1");
        check_read(&read, &format!("{placement}[] w - {kept} 0 1"));
    }
}

#[test]
fn six_fields_are_needed() {
    for text in ["", "8/8", START, "startpos"] {
        check_error(text, FenError::Syntax);
    }
    check_error(&format!("{START} w KQkq - 0"), FenError::Syntax);
    check_error(&format!("{START} w KQkq - 0 1 1"), FenError::Syntax);
}

#[test]
fn every_field_is_checked() {
    let check = |placement: &str, error| check_error(&format!("{placement} w - - 0 1"), error);
    for placement in ["4k3/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K4", "4k3/8/8/8/8/8/8/4K2"] {
        check(placement, FenError::Placement);
    }
    for placement in ["4k3/8/8/8/8/8/8/4K21", "4k3/8/8/8/8/8/8/4K2X", "4k3/8/8/8/9/8/8/4K3"] {
        check(placement, FenError::Placement);
    }
    check("4k3/8/8/8/8/8/8/4K3/QNpp", FenError::NinthRank);
    check("4k3/8/8/8/8/8/8/4K2Q~", FenError::Promoted);
    for brackets in ["[", "]", "[]]", "[[]]", "[q", "q]", "[q]q", "[x]", "[1]", "[q][q]"] {
        check(&format!("4k3/8/8/8/8/8/8/4K3{brackets}"), FenError::Reserves);
    }
    check("4k3/8/8/8/8/8/8/4K3[K]", FenError::KingInReserve);
    check("4k3/8/8/8/8/8/8/4K3[qk]", FenError::KingInReserve);
    let state = |state: &str, error| check_error(&format!("4k3/8/8/8/8/8/8/4K3 {state}"), error);
    state("W - - 0 1", FenError::Turn);
    state("w KK - 0 1", FenError::Castling);
    state("w AHah - 0 1", FenError::Castling);
    state("w -- - 0 1", FenError::Castling);
    state("w - e3 0 1", FenError::EnPassant);
    state("b - e6 0 1", FenError::EnPassant);
    state("w - e 0 1", FenError::EnPassant);
    state("w - é 0 1", FenError::EnPassant);
    state("w - - -1 1", FenError::Counter);
    state("w - - +1 1", FenError::Counter);
    state("w - - 0 1000000", FenError::Counter);
    state("w - - 99999999999999999999 1", FenError::Counter);
}

#[test]
fn a_reserve_holds_at_most_999_of_a_kind() {
    let fen = |count: usize| format!("{START}[{}] w KQkq - 0 1", "p".repeat(count));
    let setup: Setup = fen(999).parse().unwrap();
    assert_eq!(setup.reserves.black.count(Kind::Pawn), 999);
    check_error(&fen(1000), FenError::ReserveTooLarge);
}

#[test]
fn impossible_positions_are_refused() {
    for placement in ["8/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/K3K3", "8/8/8/8/8/8/8/8"] {
        check_error(&format!("{placement} w - - 0 1"), FenError::Kings);
    }
    for placement in ["4k3/8/8/8/8/8/8/P3K3", "4k2p/8/8/8/8/8/8/4K3"] {
        check_error(&format!("{placement} w - - 0 1"), FenError::PawnOnFirstRank);
    }
    let in_check = "4k3/8/8/8/8/8/8/4RK2";
    check_error(&format!("{in_check} w - - 0 1"), FenError::OpponentInCheck);
    assert!(format!("{in_check} b - - 0 1").parse::<Position>().unwrap().is_check());
    check_error("8/8/8/8/8/8/8/3kK3 w - - 0 1", FenError::OpponentInCheck);
}
