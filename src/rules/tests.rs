//! One test or more for each rule of one board, by its number.

use shakmaty::{Board, Color, Square};

use super::*;
use crate::ids::Rule;

const NO_PAWNS: BackRankDrops = BackRankDrops::NoPawns;
const NOTHING: BackRankDrops = BackRankDrops::None;

fn setup(fen: &str) -> Setup {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn try_under(ban: BackRankDrops, fen: &str, text: &str) -> Result<Played, Unplayable> {
    let Setup { position, reserves } = setup(fen);
    let attempt = text.parse().unwrap();
    position.play(attempt, reserves.get(position.turn()), ban)
}

/// Plays one move under the usual options.
fn play(fen: &str, text: &str) -> Played {
    try_under(NO_PAWNS, fen, text).unwrap_or_else(|error| panic!("{text} in {fen}: {error}"))
}

/// Plays the moves in turn and gives the FEN, with the reserves as they were at first.
fn after(fen: &str, moves: &[&str]) -> String {
    let Setup { mut position, reserves } = setup(fen);
    for text in moves {
        let reserve = reserves.get(position.turn());
        position = position.play(text.parse().unwrap(), reserve, NO_PAWNS).unwrap().position;
    }
    Setup { position, reserves }.to_string()
}

fn check_broken_under(ban: BackRankDrops, rule: u8, fen: &str, texts: &[&str]) {
    for text in texts {
        let outcome = try_under(ban, fen, text);
        assert_eq!(outcome, Err(Unplayable::Illegal(Rule(rule))), "{text} in {fen}");
    }
}

/// Each of the moves breaks that rule and none of a lower number.
fn check_broken(rule: u8, fen: &str, texts: &[&str]) {
    check_broken_under(NO_PAWNS, rule, fen, texts);
}

fn check_status(fen: &str, no_pawns: Status, nothing: Status) {
    let position = setup(fen).position;
    assert_eq!(position.status(NO_PAWNS), no_pawns, "{fen}");
    assert_eq!(position.status(NOTHING), nothing, "{fen}");
}

#[test]
fn r5_what_is_no_move_in_chess_is_illegal() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    check_broken(5, start, &["e4e5", "e7e5", "e2e5", "e2d3", "a1a3", "e1g1", "e2e2", "g1e2"]);
    // A king in check, a pinned piece, a king that steps into an attack.
    check_broken(5, "4r1k1/8/8/8/8/8/4N2P/4K3[] w - - 0 1", &["e2c3"]);
    check_broken(5, "4r1k1/8/8/8/8/8/7P/4K3[] w - - 0 1", &["h2h3", "e1e2"]);
}

#[test]
fn r5_castling_moves_the_rook_and_uses_up_the_right() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1";
    assert_eq!(after(fen, &["e1g1", "e8c8"]), "2kr3r/8/8/8/8/8/8/R4RK1[] w - - 2 2");
    assert_eq!(after(fen, &["e1c1", "e8g8"]), "r4rk1/8/8/8/8/8/8/2KR3R[] w - - 2 2");
}

#[test]
fn r5_castling_out_of_through_or_into_check_is_illegal() {
    for rook in ["4r3", "5r2", "6r1"] {
        let fen = format!("4k3/8/8/8/8/{rook}/8/R3K2R[] w KQ - 0 1");
        check_broken(5, &fen, &["e1g1"]);
    }
    // The rook may pass an attacked square, the king may not.
    play("4k3/8/8/8/8/1r6/8/R3K3[] w Q - 0 1", "e1c1");
    check_broken(5, "4k3/8/8/8/8/3r4/8/R3K3[] w Q - 0 1", &["e1c1"]);
    check_broken(5, "4k3/8/8/8/8/8/8/RN2K3[] w Q - 0 1", &["e1c1"]);
}

#[test]
fn r5_the_right_to_capture_en_passant_lapses_with_the_next_move_or_drop() {
    let fen = "4k3/3p4/8/4P3/8/8/8/4K3[NNnn] b - - 0 1";
    let stepped = after(fen, &["d7d5"]);
    assert_eq!(stepped, "4k3/8/8/3pP3/8/8/8/4K3[NNnn] w - d6 0 2");

    let played = play(&stepped, "e5d6");
    assert_eq!(played.captured, Some(Kind::Pawn));
    assert_eq!(played.position.to_string(), "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2");

    check_broken(5, &after(&stepped, &["e1e2", "e8e7"]), &["e5d6"]);
    check_broken(5, &after(&stepped, &["N@a4", "N@a5"]), &["e5d6"]);
}

#[test]
fn r5_en_passant_may_not_bare_the_king() {
    // Both pawns leave the rank on which the rook looks at the king.
    let fen = "7k/2p5/8/KP5r/8/8/8/8[] b - - 0 1";
    assert_eq!(after(fen, &["c7c5"]), "7k/8/8/KPp4r/8/8/8/8[] w - - 0 2");
    check_broken(5, &after(fen, &["c7c5"]), &["b5c6"]);
    // The pawn that gives check is itself captured.
    let fen = "7k/2p5/8/1P6/3K4/8/8/8[] b - - 0 1";
    assert_eq!(after(fen, &["c7c5", "b5c6"]), "7k/8/2P5/8/3K4/8/8/8[] b - - 0 2");
}

#[test]
fn r6_a_pawn_stays_a_pawn_on_the_last_rank() {
    let played = play("7k/P7/8/8/8/8/8/4K3[] w - - 3 9", "a7a8");
    assert_eq!(played.position.to_string(), "P6k/8/8/8/8/8/8/4K3 b - - 0 9");
    let played = play("1r5k/P7/8/8/8/8/8/4K3[] w - - 3 9", "a7b8");
    assert_eq!(played.captured, Some(Kind::Rook));
    assert!(!played.position.is_check());
}

#[test]
fn r6_a_pawn_on_the_last_rank_has_no_move_blocks_and_is_captured_as_a_pawn() {
    let fen = "P3k3/1P6/8/8/8/8/8/4K3[] w - - 0 1";
    assert!(setup(fen).position.destinations(Square::A8).is_empty());
    check_broken(6, fen, &["a8b7", "a8a7", "a8b8", "a8b8q"]);
    // It blocks the rook's way to the king.
    check_broken(5, "Pr2k3/8/8/8/8/8/8/4K3[] b - - 0 1", &["b8a7"]);
    assert_eq!(play("Pr2k3/8/8/8/8/8/8/4K3[] b - - 0 1", "b8a8").captured, Some(Kind::Pawn));
    check_status("rP2k3/8/8/8/8/8/8/4K3[] b - - 0 1", Status::Open, Status::Open);
}

#[test]
fn r6_a_promotion_letter_is_illegal() {
    check_broken(6, "1r5k/P7/8/8/8/8/8/4K3[] w - - 0 1", &["a7a8q", "a7b8n"]);
    // On a move that is illegal anyway, or leads elsewhere, chess itself is broken.
    check_broken(5, "r6k/P1N5/8/8/8/8/4P3/4K3[] w - - 0 1", &["a7a8q", "e2e4q", "c7b5n", "c7e8n"]);
}

#[test]
fn r7_a_dropped_pawn_may_step_two_squares_and_is_then_captured_en_passant() {
    let fen = "4k3/8/8/8/3p4/8/8/4K3[P] w - - 0 1";
    let stepped = after(fen, &["P@e2", "e8e7", "e2e4"]);
    assert_eq!(stepped, "8/4k3/8/8/3pP3/8/8/4K3[P] b - e3 0 2");
    assert_eq!(play(&stepped, "d4e3").captured, Some(Kind::Pawn));
    check_broken(5, "4k3/8/8/8/8/4P3/8/4K3[] w - - 0 1", &["e3e5"]);
    check_broken(5, "4k3/8/8/8/4n3/8/4P3/4K3[] w - - 0 1", &["e2e4"]);
}

#[test]
fn r8_a_dropped_rook_does_not_restore_the_right() {
    let fen = "4k3/8/8/8/8/8/8/4K2R[R] w K - 0 1";
    play(fen, "e1g1");
    let dropped = after(fen, &["h1h5", "e8d8", "R@h1", "d8c8"]);
    assert_eq!(dropped, "2k5/8/8/7R/8/8/8/4K2R[R] w - - 1 3");
    check_broken(8, &dropped, &["e1g1"]);
}

#[test]
fn r8_a_captured_rook_takes_the_right_with_it() {
    let fen = "4k3/8/8/8/8/6n1/8/4K2R[R] b K - 0 1";
    let captured = after(fen, &["g3h1"]);
    assert_eq!(captured, "4k3/8/8/8/8/8/8/4K2n[R] w - - 0 2");
    let dropped = after(&captured, &["R@d1", "h1g3", "R@h1", "g3f5"]);
    check_broken(8, &dropped, &["e1g1"]);
}

#[test]
fn r8_is_broken_only_where_the_right_alone_is_missing() {
    let fen = "4k3/8/8/8/8/8/8/R3K2R[] w - - 0 1";
    check_broken(8, fen, &["e1g1", "e1c1"]);
    check_broken(5, fen, &["e1g1q", "e1h1", "e1g8"]);
    check_broken(5, "4k3/8/8/8/8/5r2/8/R3K2R[] w - - 0 1", &["e1g1"]);
    check_broken(5, "4k3/8/8/8/8/8/8/R3KB1R[] w - - 0 1", &["e1g1"]);
    check_broken(5, "4k3/8/8/8/8/8/8/4K2B[] w - - 0 1", &["e1g1"]);
    check_broken(5, "4k3/8/8/8/8/8/8/R2K3R[] w - - 0 1", &["d1g1"]);
    // A king or rook that has moved and come back has lost it, too.
    let fen = "4k3/8/8/8/8/8/8/R3K2R[] w KQ - 0 1";
    check_broken(8, &after(fen, &["h1h2", "e8e7", "h2h1", "e7e8"]), &["e1g1"]);
    play(&after(fen, &["h1h2", "e8e7", "h2h1", "e7e8"]), "e1c1");
    check_broken(8, &after(fen, &["e1e2", "e8e7", "e2e1", "e7e8"]), &["e1c1", "e1g1"]);
}

#[test]
fn r10_a_drop_adds_and_a_capture_removes_one_piece() {
    let fen = "4k3/8/8/3p4/4P3/8/8/4K3[N] w - - 5 1";
    assert_eq!(play(fen, "N@a1").position.board().occupied().count(), 5);
    assert_eq!(play(fen, "N@a1").captured, None);
    assert_eq!(play(fen, "e4d5").position.board().occupied().count(), 3);
    assert_eq!(play(fen, "e4d5").captured, Some(Kind::Pawn));
}

#[test]
fn r13_a_drop_needs_an_empty_square() {
    // The lowest number counts: R13 before R14 and R15.
    check_broken(13, "4k2P/8/8/8/8/8/8/4K3[QP] w - - 0 1", &["Q@e8", "P@h8", "Q@e1"]);
}

#[test]
fn r13_a_piece_that_is_not_held_cannot_be_dropped() {
    let fen = "4k3/8/8/8/8/8/8/4K3[Qp] w - - 0 1";
    for text in ["N@a4", "P@a4", "N@e8", "P@a8"] {
        assert_eq!(try_under(NO_PAWNS, fen, text), Err(Unplayable::NotHeld), "{text}");
    }
    play(fen, "Q@a3");
}

#[test]
fn r14_a_drop_gives_no_check() {
    let fen = "8/8/8/8/4k3/8/8/K7[QRBNP] w - - 0 1";
    let checks = ["Q@e8", "Q@h1", "R@a4", "B@b7", "N@f2", "P@d3", "P@f3"];
    check_broken(14, fen, &checks);
    for text in ["Q@f2", "R@f3", "B@e3", "N@e3", "P@e3", "P@d5"] {
        play(fen, text);
    }
    // R14 before R15 and R16.
    check_broken(14, "8/8/8/8/8/8/k7/7K[P] w - - 0 1", &["P@b1"]);
    check_broken_under(NOTHING, 14, "4k3/8/8/8/8/8/8/4K3[R] w - - 0 1", &["R@a8"]);
    check_broken(14, "4k3/8/8/8/8/8/4r3/4K3[R] w - - 0 1", &["R@a8", "R@e3"]);
}

#[test]
fn r15_no_pawn_on_the_back_ranks() {
    let fen = "4k3/8/8/8/8/8/8/4K3[QRBNP] w - - 0 1";
    check_broken(15, fen, &["P@a1", "P@h8"]);
    for text in ["N@a1", "N@h8", "B@a8", "R@f1"] {
        play(fen, text);
        check_broken_under(NOTHING, 15, fen, &[text]);
    }
    // R15 before R16.
    check_broken(15, "4k3/8/8/8/8/8/4r3/4K3[P] w - - 0 1", &["P@a1"]);
}

#[test]
fn r16_a_drop_leaves_no_check_and_may_interpose() {
    let fen = "4r1k1/8/8/8/8/8/8/4K3[NP] w - - 0 1";
    check_broken(16, fen, &["N@a3", "P@d2"]);
    assert!(!play(fen, "N@e5").position.is_check());
    play(fen, "P@e2");
    // A second check cannot be answered by a drop, a knight's neither.
    check_broken(16, "4r1k1/8/8/8/7b/8/8/4K3[N] w - - 0 1", &["N@e5", "N@g3"]);
    check_broken(16, "6k1/8/8/8/8/3n4/8/4K3[N] w - - 0 1", &["N@e2", "N@d2"]);
}

#[test]
fn r17_a_drop_passes_the_turn() {
    let fen = "4k3/8/8/8/8/8/8/4K3[Nn] w - - 8 20";
    assert_eq!(after(fen, &["N@a1"]), "4k3/8/8/8/8/8/8/N3K3[Nn] b - - 0 20");
    assert_eq!(after(fen, &["N@a1", "N@a8"]), "n3k3/8/8/8/8/8/8/N3K3[Nn] w - - 0 21");
}

#[test]
fn r18_mate_is_a_check_that_no_drop_could_undo() {
    // At contact, by a knight, by two pieces.
    for fen in [
        "7k/6Qp/7K/8/8/8/8/8[qrbnp] b - - 0 1",
        "6rk/5Npp/8/8/8/8/8/6K1[qrbnp] b - - 0 1",
        "6rk/5N1p/8/8/8/8/1B6/K7[qrbnp] b - - 0 1",
    ] {
        check_status(fen, Status::Mate, Status::Mate);
    }
    // The fool's mate does not decide.
    let fen = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR[] w KQkq - 0 3";
    check_status(fen, Status::CheckNeedsDrop, Status::CheckNeedsDrop);
}

#[test]
fn r18_a_back_rank_mate_decides_only_where_nothing_may_be_dropped_there() {
    let fen = "4R1k1/5ppp/8/8/8/8/8/6K1[] b - - 0 1";
    check_status(fen, Status::CheckNeedsDrop, Status::Mate);
}

#[test]
fn r18_never_depends_on_a_reserve() {
    for reserve in ["", "n", "qrbnp"] {
        let fen = format!("5R1k/6pp/8/3K4/8/8/8/5Q2[{reserve}] b - - 0 1");
        check_status(&fen, Status::CheckNeedsDrop, Status::Mate);
    }
}

#[test]
fn r18_two_of_three_kinds_can_always_be_dropped() {
    let kinds = [Kind::Knight, Kind::Bishop, Kind::Rook];
    for king in Square::ALL.into_iter().filter(|&square| square != Square::A1) {
        let mut position = Position::initial();
        position.board = Board::empty();
        position.board.set_piece_at(Square::A1, Color::White.king());
        position.board.set_piece_at(king, Color::Black.king());
        for square in !position.board.occupied() {
            let open = kinds
                .into_iter()
                .filter(|&kind| position.drop_squares(kind, NO_PAWNS).contains(square));
            assert!(open.count() >= 2, "{square} against a king on {king}");
        }
    }
}

#[test]
fn r19_a_player_without_a_board_move_needs_a_drop() {
    let fen = "4R1k1/5ppp/8/8/8/8/8/6K1[rn] b - - 0 1";
    check_status(fen, Status::CheckNeedsDrop, Status::Mate);
    assert!(!play(fen, "N@f8").position.is_check());
    check_status("4r1k1/8/8/8/8/8/8/4K3[] w - - 0 1", Status::Check, Status::Check);
}

#[test]
fn r26_stalemate_ends_nothing() {
    check_status("7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1", Status::NeedsDrop, Status::NeedsDrop);
    assert_eq!(after("7k/5Q2/6K1/8/8/8/8/8[n] b - - 0 1", &["N@a1"]).matches('n').count(), 2);
}

#[test]
fn r27_the_same_position_has_the_same_key() {
    let key = |fen: &str| setup(fen).position.key();
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1";
    let back = after(fen, &["a1a2", "a8a7", "a2a1", "a7a8"]);
    assert_ne!(key(&back), key(fen), "castling rights");
    let later = after(&back, &["a1a2", "a8a7", "a2a1", "a7a8"]);
    assert_eq!(key(&later), key(&back));
    assert_ne!(key("4k3/8/8/8/8/8/8/4K3 b - - 0 1"), key("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
    // En passant counts only where the capture is possible.
    let possible = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
    assert_ne!(key(possible), key("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2"));
    let impossible = "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 2";
    assert_eq!(key(impossible), key("4k3/8/8/3p4/8/8/8/4K3 w - - 9 2"));
}

#[test]
fn r29_pawn_moves_captures_and_drops_reset_the_count() {
    let fen = "4k3/8/8/3p4/8/2N5/P7/4K3[N] w - - 7 30";
    for (text, halfmoves) in [("c3b1", 8), ("e1e2", 8), ("a2a3", 0), ("c3d5", 0), ("N@h3", 0)] {
        assert_eq!(play(fen, text).position.halfmoves(), halfmoves, "{text}");
    }
    assert_eq!(after(fen, &["c3b1", "e8e7"]).rsplit(' ').next(), Some("31"));
}
