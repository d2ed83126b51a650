//! Moves, drops and the reserves of a match: R5 to R19, R26, R31 and R39.

use crate::play::{BOTH, KINGS, Table, USUAL, check, seen_from};
use catchmate::game::{Audience, View};
use catchmate::ids::{BoardName, Seat};
use catchmate::rules::{BackRankDrops, Options, SpectatorReserves};
use serde_json::Value;

fn usual() -> Options {
    Options::default()
}

/// White mates on f7, Black on f2, smothered.
const MATE: [&str; 2] = ["6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", "6k1/8/8/8/6n1/8/6PP/6RK b - - 0 1"];

#[test]
fn r5_the_other_board_does_not_touch_the_right_to_capture_en_passant() {
    let before = "A e2e4\n B e2e4\n A a7a6\n B a7a6\n A e4e5\n A d7d5\n";
    let board_b = "B g1f3\n B b8c6\n";
    check(usual(), BOTH, &format!("{before}{board_b} A e5d6 => moved A.white e5d6"));
    let lapsed = "A h2h3\n A h7h6\n A e5d6 => refused illegal_move R5";
    check(usual(), BOTH, &format!("{before}{lapsed}"));
}

#[test]
fn r6_a_pawn_on_the_last_rank_stays_a_pawn_and_is_passed_as_one() {
    let board = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    check(
        usual(),
        [board, KINGS],
        "A a7a8q => refused illegal_move R6
         A a7b8 => moved A.white a7b8
         reserve B.black => R
         A e8d8
         A b8b7 => refused illegal_move R6
         A e1e2
         A d8c7
         A e2e3
         A c7b8 => moved A.black c7b8
         reserve B.white => P",
    );
}

#[test]
fn r9_a_captured_piece_goes_at_once_to_the_partner_of_the_capturer() {
    for seat in Seat::ALL {
        let script = match seat {
            Seat::AWhite | Seat::BWhite => "HERE e2e4\n HERE d7d5\n HERE e4d5",
            Seat::ABlack | Seat::BBlack => "HERE e2e4\n HERE d7d5\n HERE a2a3\n HERE d5e4",
        };
        let table = check(usual(), BOTH, &seen_from(seat, script));
        for other in Seat::ALL {
            let expected = u32::from(other == seat.partner());
            assert_eq!(table.reserve(other).total(), expected, "{seat} captured: {other}");
        }
    }
}

#[test]
fn r10_64_pieces_under_captures_and_drops_that_cross() {
    let table = check(
        usual(),
        BOTH,
        "A e2e4
         B e2e4
         A d7d5
         B d7d5
         A e4d5
         B e4d5
         A d8d5
         B d8d5
         B b1c3
         A b1c3
         B d5d2
         A d5d2
         A c1d2
         B c1d2
         A P@d5 => moved A.black P@d5
         B P@d5 => moved B.black P@d5
         A c3d5
         B c3d5",
    );
    assert_eq!(table.state.pieces(), 64);
}

#[test]
fn r10_a_set_up_keeps_the_number_it_has() {
    let board = "4k3/8/8/3p4/4P3/8/8/4K3[QNpp] w - - 0 1";
    let table = check(usual(), [board, KINGS], "A e4d5\n A P@d3\n A Q@a1");
    assert_eq!(table.state.pieces(), 4 + 4 + 2);
}

#[test]
fn r13_to_r16_what_a_drop_may_not_do_is_refused_with_its_rule() {
    let board = "4k3/8/8/8/8/8/8/4K3[NPp] w - - 0 1";
    check(
        usual(),
        [board, KINGS],
        "A N@e8 => refused illegal_move R13
         A N@f6 => refused illegal_move R14
         A P@a8 => refused illegal_move R15
         A Q@a4 => refused no_such_piece R13
         A N@a4 => moved A.white N@a4
         A P@d2 => refused illegal_move R14
         A P@a5 => moved A.black P@a5",
    );
    check(
        usual(),
        ["4k3/8/8/8/8/8/4r3/4K3[N] w - - 0 1", KINGS],
        "A N@a4 => refused illegal_move R16",
    );
    let banned = Options { back_rank_drops: BackRankDrops::None, ..usual() };
    let board = "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1";
    check(banned, [board, KINGS], "A N@a1 => refused illegal_move R15");
    check(usual(), [board, KINGS], "A N@a1 => moved A.white N@a1");
}

#[test]
fn r17_a_drop_passes_the_turn() {
    check(
        usual(),
        ["4k3/8/8/8/8/8/8/4K3[NN] w - - 0 1", KINGS],
        "running => A.white B.white
         A N@a4 => moved A.white N@a4
         running => A.black B.white
         A.white N@a5 => refused not_your_turn",
    );
}

#[test]
fn r18_mate_wins_for_each_team() {
    for seat in Seat::ALL {
        let fen = MATE[usize::from(seat.color().is_black())];
        let boards = if seat.board() == BoardName::A { [fen, KINGS] } else { [KINGS, fen] };
        let mate = ["g5f7", "g4f2"][usize::from(seat.color().is_black())];
        let script = format!("ME {mate} => moved ME {mate}, over mate HERE MINE");
        check(usual(), boards, &seen_from(seat, &script));
    }
}

#[test]
fn r18_mate_never_depends_on_a_reserve() {
    let text = include_str!("../data/cases.jsonl");
    let mut mates = 0;
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let fen = case["fen"].as_str().unwrap();
        let (board, rest) = (fen.split('[').next().unwrap(), fen.split(']').nth(1).unwrap());
        for reserve in ["", "QRBNPqrbnp", "QQqq", "nN", "Pp"] {
            let table = Table::open(usual(), [&format!("{board}[{reserve}]{rest}"), USUAL]);
            assert_eq!(table.status(BoardName::A), case["status"], "{fen} with {reserve}");
        }
        mates += usize::from(case["status"] == "mate");
    }
    assert_eq!(mates, 3);
}

#[test]
fn r18_a_check_that_a_drop_could_answer_does_not_end_the_match() {
    let back_rank = "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1";
    for reserve in ["", "[p]", "[q]"] {
        let fen = back_rank.replacen(" w", &format!("{reserve} w"), 1);
        check(
            usual(),
            [&fen, KINGS],
            "A e1e8 => moved A.white e1e8
             status A => check_needs_drop
             running => A.black B.white",
        );
    }
    let banned = Options { back_rank_drops: BackRankDrops::None, ..usual() };
    check(banned, [back_rank, KINGS], "A e1e8 => moved A.white e1e8, over mate A team1");
}

#[test]
fn r18_only_pieces_that_would_give_check_are_held_and_still_it_is_no_mate() {
    // A bishop or a queen on g8 would check the king on d5, a pawn may not stand there.
    check(
        usual(),
        ["7k/5Rpp/8/3K4/8/8/8/5Q2[bqp] w - - 0 1", KINGS],
        "A f7f8 => moved A.white f7f8
         status A => check_needs_drop
         A B@g8 => refused illegal_move R14
         A Q@g8 => refused illegal_move R14
         A P@g8 => refused illegal_move R15
         +300000 due => flag_fallen A.black, flag_fallen B.white",
    );
}

#[test]
fn r19_a_piece_arrives_while_its_receiver_needs_a_drop_in_check() {
    // A.black is in check and holds nothing; his partner B.white takes a knight.
    let mut table = check(
        usual(),
        ["6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", "4k3/8/8/3n4/8/4N3/8/4K3 w - - 0 1"],
        "A e1e8
         status A => check_needs_drop
         A N@f8 => refused no_such_piece R13",
    );
    let legal = |table: &Table| View::new(&table.state, Audience::Seat(Seat::ABlack)).legal();
    let before = legal(&table).unwrap();
    assert!(before.moves.is_empty() && before.drops.is_empty());
    table.run(
        "+4000 B e3d5 => moved B.white e3d5
         reserve A.black => N
         status A => check_needs_drop
         clock A.black => 296000",
    );
    let after = legal(&table).unwrap();
    assert_eq!(after.drops.len(), 1);
    assert_eq!(after.drops[0].1.count(), 1, "f8 alone answers the check");
    table.run("+1000 A N@f8 => moved A.black N@f8\n clock A.black => 298000");
}

#[test]
fn r19_a_piece_arrives_while_its_receiver_is_on_move() {
    let mut table = check(
        usual(),
        ["4k3/8/8/8/8/8/8/4K3 b - - 0 1", "4k3/8/8/3n4/8/4N3/8/4K3 w - - 0 1"],
        "running => A.black B.white\n A N@a4 => refused no_such_piece R13\n B e3d5",
    );
    let legal = View::new(&table.state, Audience::Seat(Seat::ABlack)).legal().unwrap();
    assert_eq!(legal.drops.len(), 1);
    table.run("A N@a4 => moved A.black N@a4\n reserve A.black => -");
}

#[test]
fn r26_stalemate_ends_nothing_and_the_clock_runs() {
    check(
        usual(),
        ["7k/8/4Q1K1/8/8/8/8/8[p] w - - 0 1", KINGS],
        "A e6f7 => moved A.white e6f7
         status A => needs_drop
         running => A.black B.white
         +9000 clock A.black => 291000
         A h8h7 => refused illegal_move R5
         A P@a7 => moved A.black P@a7",
    );
}

#[test]
fn r31_players_who_both_need_a_drop_are_decided_by_their_clocks() {
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    let stalemates = [stalemate, stalemate];
    check(
        usual(),
        stalemates,
        "status A => needs_drop
         status B => needs_drop
         director set A.black 1000
         @300000 due => flag_fallen A.black, flag_fallen B.black
         A.white flag => over time A team1",
    );
    let agreed = "A.black offer\n A.white accept\n B.white accept
                  B.black accept => draw_accepted B.black, over agreement - draw";
    check(usual(), stalemates, agreed);
}

#[test]
fn r31_a_lone_king_may_win_on_time() {
    // No material could ever mate, and still the claim wins (R10: a piece may always come).
    check(
        usual(),
        [KINGS, KINGS],
        "@1 B e1e2
         @300000 B.white flag => flag_fallen A.white, over time A team2",
    );
}

#[test]
fn a_repeated_message_is_stale_and_plays_one_move() {
    check(
        usual(),
        BOTH,
        "A.white e2e4 ply=0 line=0 => moved A.white e2e4
         A.white e2e4 ply=0 line=0 => refused stale
         A.white d2d4 ply=0 => refused stale
         A.white d2d4 ply=1 => refused not_your_turn
         A.black e7e5 ply=2 => refused stale
         A.black e7e5 ply=1 line=1 => refused stale
         B.white e2e4 ply=0 => moved B.white e2e4
         A.black e7e5 ply=1 line=0 => moved A.black e7e5
         director rewind 1 => rewound 1 1
         director resume
         A.black e7e5 ply=1 line=0 => refused stale
         A.black e7e5 ply=1 line=1 => moved A.black e7e5",
    );
}

#[test]
fn the_same_text_may_legitimately_occur_twice() {
    check(
        usual(),
        ["4k3/8/8/4N3/8/8/8/4K3[pp] b - - 0 1", KINGS],
        "A P@f7 ply=0 => moved A.black P@f7
         A e5f7 ply=1
         A e8f7 ply=2
         A e1e2 ply=3
         A P@f6 ply=0 => refused stale
         A P@f6 ply=4 => moved A.black P@f6",
    );
}

#[test]
fn a_move_stays_made_whatever_the_other_board_does() {
    check(
        usual(),
        BOTH,
        "A e2e4
         B d2d4
         B d7d5
         fen A => rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
         A e7e5
         fen A => rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
         fen B => rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2",
    );
}

#[test]
fn r39_each_move_is_recorded_with_its_time_and_notation() {
    let table = check(
        usual(),
        ["4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", KINGS],
        "@1500 A N@f3
         @4000 A e8e7
         @4000 director pause
         @90000 director resume
         @91250 A P@e4",
    );
    let told: Vec<(&str, u64)> =
        table.state.moves().iter().map(|moved| (&*moved.san, moved.spent.0)).collect();
    assert_eq!(told, [("N@f3", 1500), ("Ke7", 2500), ("P@e4", 1250)]);
}

#[test]
fn the_matches_of_the_vectors_come_to_their_ends() {
    let options = || Options { spectator_reserves: SpectatorReserves::Shown, ..usual() };
    for line in include_str!("../data/matches.jsonl").lines().step_by(5) {
        let game: Value = serde_json::from_str(line).unwrap();
        let mut table = Table::started(options(), BOTH);
        let mut told = String::new();
        for text in game["moves"].as_array().unwrap() {
            told = table.line(text.as_str().unwrap());
            assert!(!told.contains("refused"), "{text}: {told}");
        }
        assert_eq!(table.state.pieces(), 64);
        for board in BoardName::ALL {
            let fen = game["boards"][board.to_string()].as_str().unwrap();
            let (open, close) = (fen.find('[').unwrap(), fen.find(']').unwrap());
            let expected = format!("{}{}", &fen[..open], &fen[close + 1..]);
            assert!(table.fen(board).starts_with(&expected), "{expected}");
            let held = table.reserve(board.seat(shakmaty::Color::White)).total()
                + table.reserve(board.seat(shakmaty::Color::Black)).total();
            assert_eq!(held as usize, close - open - 1);
        }
        match game["end"]["board"].as_str() {
            Some(board) => assert!(told.contains(&format!("over mate {board}")), "{told}"),
            None => assert_eq!(table.phase(), "playing"),
        }
    }
}
