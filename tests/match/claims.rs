//! The draws that are claimed: R27 to R30.

use crate::play::{BOTH, KINGS, Table, check};
use catchmate::game::{Audience, Correct, View};
use catchmate::ids::{BoardName, Millis, Seat};
use catchmate::rules::{DrawAgreement, Options};

fn usual() -> Options {
    Options::default()
}

/// The knights go out and home again on a board.
fn there_and_back(board: &str) -> String {
    ["g1f3", "g8f6", "f3g1", "f6g8"].map(|text| format!("{board} {text}\n")).concat()
}

fn no_draws() -> Options {
    Options { draw_agreement: DrawAgreement::None, ..usual() }
}

/// What a player is told that he could claim.
fn claims(table: &Table, seat: Seat) -> (Option<String>, Option<String>) {
    let told = |correct: Option<Correct>| {
        correct.map(|correct| match correct {
            Correct::Now => "now".to_owned(),
            Correct::By(moves) => {
                moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
            }
        })
    };
    let legal = View::new(&table.state, Audience::Seat(seat)).legal().unwrap();
    (told(legal.repetition), told(legal.fifty_moves))
}

#[test]
fn r27_a_position_that_has_just_occurred_for_the_third_time() {
    for board in BoardName::ALL {
        let home = there_and_back(&board.to_string());
        let script = format!("{home}{home}{board} repetition => over repetition {board} draw");
        let mut table = Table::started(usual(), BOTH);
        table.run(&format!("{home}{home}"));
        let white = board.seat(shakmaty::Color::White);
        assert_eq!(claims(&table, white), (Some("now".into()), None));
        // The starting position counts as the first time.
        check(usual(), BOTH, &script);
    }
}

#[test]
fn r27_a_position_that_will_occur_by_the_move_that_is_named() {
    let before = format!("{}A g1f3\n A g8f6\n A f3g1\n", there_and_back("A"));
    check(usual(), BOTH, &format!("{before} A repetition f6g8 => over repetition A draw"));
    let table = check(usual(), BOTH, &before);
    assert_eq!(claims(&table, Seat::ABlack), (Some("f6g8".into()), None));
    // A second time is not enough, nor is another move.
    let twice = "A g1f3\n A g8f6\n A f3g1\n
                 A repetition f6g8 => claim_failed A.black repetition 180000, draw_offered A.black, moved A.black f6g8";
    let table = check(usual(), BOTH, twice);
    assert_eq!(claims(&table, Seat::AWhite), (None, None));
    let other = "A repetition f6e4 => claim_failed A.black repetition 180000, draw_offered A.black, moved A.black f6e4";
    check(usual(), BOTH, &format!("{before}{other}"));
}

#[test]
fn r27_each_board_for_itself() {
    // Twice on each board is not four times.
    let (a, b) = (there_and_back("A"), there_and_back("B"));
    let failed = "claim_failed A.white repetition 180000, draw_offered A.white";
    check(usual(), BOTH, &format!("{a}{b}{b} A repetition => {failed}"));
    check(usual(), BOTH, &format!("{a}{b}{b} B repetition => over repetition B draw"));
    // What happens on the other board breaks nothing.
    let drop_there = "B e2e4\n B d7d5\n B e4d5\n";
    check(usual(), BOTH, &format!("{a}{drop_there}{a} A repetition => over repetition A draw"));
}

#[test]
fn r27_a_drop_in_between_breaks_it() {
    // The knight on a4 is taken, and another dropped there: what stood before counts no more.
    let board = "4k3/8/8/8/N6r/8/8/4K3[N] b - - 0 1";
    let failed = "claim_failed A.black repetition 180000, draw_offered A.black";
    let kings = "A e8d8\n A e1d1\n A d8e8\n A d1e1\n";
    let replaced = "A h4a4\n A e1d1\n A a4h4\n A N@a4\n A e8d8\n A d1e2\n A d8e8\n A e2e1\n";
    let fen = "fen A => 4k3/8/8/8/N6r/8/8/4K3 b - -";
    for (script, halfmoves, claim) in [
        (kings.repeat(2), "8 5", "over repetition A draw"),
        (format!("{replaced}{kings}"), "8 7", failed),
        (format!("{kings}{replaced}{kings}"), "8 9", failed),
        (format!("{replaced}{kings}{kings}"), "12 9", "over repetition A draw"),
    ] {
        let script = format!("{script}{fen} {halfmoves}\n A repetition => {claim}");
        check(usual(), [board, KINGS], &script);
    }
}

#[test]
fn r27_the_position_after_a_drop_counts_from_then_on() {
    let kings = "A e8d8\n A e1d1\n A d8e8\n A d1e1\n";
    check(
        usual(),
        ["4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", KINGS],
        &format!("A N@a4\n {kings}{kings} A repetition => over repetition A draw"),
    );
}

#[test]
fn r27_castling_rights_and_en_passant_make_a_difference() {
    // After the first shuffle of the king the right to castle is gone: the start does not count.
    let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let kings = "A e1d1\n A e8d8\n A d1e1\n A d8e8\n";
    check(
        usual(),
        [castling, KINGS],
        &format!(
            "{kings}{kings} A repetition => claim_failed A.white repetition 180000, draw_offered A.white"
        ),
    );
    check(
        usual(),
        [castling, KINGS],
        &format!("{kings}{kings}{kings} A repetition => over repetition A draw"),
    );
    // The square behind the pawn counts only while the capture is legal.
    let en_passant = "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1";
    let step = "A d2d4\n A e8d8\n A e1d1\n A d8e8\n A d1e1\n";
    let again = "A e8d8\n A e1d1\n A d8e8\n A d1e1\n";
    check(
        usual(),
        [en_passant, KINGS],
        &format!(
            "{step}{again} A repetition => claim_failed A.black repetition 180000, draw_offered A.black"
        ),
    );
    let no_capture = "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1";
    check(
        usual(),
        [no_capture, KINGS],
        &format!("{step}{again} A repetition => over repetition A draw"),
    );
}

#[test]
fn r27_reserves_are_not_compared() {
    // Between the occurrences A.white receives a pawn from his partner.
    let home = there_and_back("A");
    check(
        usual(),
        BOTH,
        &format!(
            "{home} B e2e4\n B d7d5\n B a2a3\n B d5e4
             reserve A.white => P
             {home} A repetition => over repetition A draw"
        ),
    );
}

#[test]
fn r27_only_the_player_on_move_claims() {
    let home = there_and_back("A");
    check(
        usual(),
        BOTH,
        &format!(
            "{home}{home} A.black repetition => refused not_your_turn
             B.black repetition => refused not_your_turn
             stranger repetition => refused not_seated
             A.white repetition ply=7 => refused stale
             A.white repetition ply=8 line=1 => refused stale
             A.white repetition ply=8 line=0 => over repetition A draw"
        ),
    );
}

#[test]
fn r28_whoever_has_moved_has_lost_the_claim_of_that_turn() {
    let home = there_and_back("A");
    check(
        usual(),
        BOTH,
        &format!(
            "{home}{home}
             A b1c3
             A.white repetition => refused not_your_turn
             A.black repetition => claim_failed A.black repetition 180000, draw_offered A.black"
        ),
    );
}

#[test]
fn r28_one_claim_a_turn() {
    let mut table = Table::started(usual(), BOTH);
    table.run(
        "A repetition => claim_failed A.white repetition 180000, draw_offered A.white
         A repetition => refused already_claimed R28
         A fifty_moves => refused already_claimed R28
         A fifty_moves e2e4 => refused already_claimed R28
         clock A.black => 480000",
    );
    assert_eq!(claims(&table, Seat::AWhite), (None, None));
    // The next turn has its own; the other board and the opponent have theirs.
    table.run(
        "B repetition => claim_failed B.white repetition 180000, draw_accepted B.white
         A e2e4
         A fifty_moves => claim_failed A.black fifty_moves 180000, draw_accepted A.black
         A e7e5
         A repetition => claim_failed A.white repetition 180000",
    );
}

#[test]
fn r28_a_failed_claim_hides_what_would_be_correct_on_that_turn() {
    let home = there_and_back("A");
    let table = check(usual(), BOTH, &format!("{home}{home} A fifty_moves"));
    assert_eq!(claims(&table, Seat::AWhite), (None, None));
}

/// Kings and rooks, with so many half-moves made since the last one that counts.
fn rooks(halfmoves: u32) -> String {
    format!("4k2r/8/8/8/8/8/8/R3K3[N] w - - {halfmoves} 70")
}

#[test]
fn r29_fifty_moves_by_each_player() {
    let failed = "claim_failed A.white fifty_moves 180000, draw_offered A.white";
    check(usual(), [&rooks(98), KINGS], &format!("A fifty_moves => {failed}"));
    check(usual(), [&rooks(99), KINGS], &format!("A fifty_moves => {failed}"));
    check(usual(), [&rooks(100), KINGS], "A fifty_moves => over fifty_moves A draw");
    // By the move that is named, if it neither captures nor moves a pawn nor drops.
    check(usual(), [&rooks(99), KINGS], "A fifty_moves a1a2 => over fifty_moves A draw");
    check(
        usual(),
        [&rooks(98), KINGS],
        &format!("A fifty_moves a1a2 => {failed}, moved A.white a1a2"),
    );
    check(
        usual(),
        [&rooks(100), KINGS],
        &format!("A fifty_moves N@a4 => {failed}, moved A.white N@a4"),
    );
    // On the other board nothing has been made.
    let there = "claim_failed B.white fifty_moves 180000, draw_offered B.white";
    check(usual(), [&rooks(100), KINGS], &format!("B fifty_moves => {there}"));
}

#[test]
fn r29_fifty_moves_made_in_the_match_and_reset_by_a_drop() {
    let mut table = Table::started(no_draws(), [&rooks(0), KINGS]);
    let shuffle = |table: &mut Table, plies: usize| {
        let moves = ["A a1a2", "A h8h7", "A a2a1", "A h7h8"];
        let start = table.state.ply(BoardName::A) as usize;
        // A drop has shifted the order by one turn of each.
        (start..start + plies).for_each(|ply| table.run(moves[ply % 4]));
    };
    shuffle(&mut table, 98);
    assert_eq!(claims(&table, Seat::AWhite).1, None);
    shuffle(&mut table, 1);
    let mut by_named = table.clone();
    by_named.run("A fifty_moves e8d8 => over fifty_moves A draw");
    assert!(claims(&table, Seat::ABlack).1.unwrap().contains("e8d8"));
    shuffle(&mut table, 1);
    assert_eq!(claims(&table, Seat::AWhite).1.as_deref(), Some("now"));
    let mut claimed = table.clone();
    claimed.run("A fifty_moves => over fifty_moves A draw");
    table.run(
        "A N@c4 => moved A.white N@c4
         A h8h7
         A fifty_moves => claim_failed A.white fifty_moves 180000",
    );
}

#[test]
fn r30_a_correct_claim_ends_the_match_at_once() {
    let home = there_and_back("A");
    check(
        usual(),
        BOTH,
        &format!(
            "{home} A g1f3\n A g8f6\n A f3g1
             A repetition f6g8 => over repetition A draw
             fen A => rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 7 4
             clock A.white => 312000"
        ),
    );
}

#[test]
fn r30_a_wrong_claim_costs_three_minutes_stands_as_an_offer_and_the_move_is_played() {
    check(
        usual(),
        BOTH,
        "@1000 A.white repetition e2e4 => claim_failed A.white repetition 180000, draw_offered A.white, moved A.white e2e4
         clock A.black => 480000
         clock A.white => 302000
         clock B.black => 300000
         offer => A.white
         running => A.black B.white
         A.black e7e5 => moved A.black e7e5, draw_declined A.black",
    );
    let ten = Options { wrong_claim_bonus: Millis(10_000), ..usual() };
    check(ten, BOTH, "A repetition\n clock A.black => 310000\n clock A.white => 300000");
}

#[test]
fn r30_a_claim_that_names_an_illegal_move_was_none() {
    check(
        usual(),
        BOTH,
        "A repetition e2e5 => refused illegal_move R5
         A fifty_moves N@f3 => refused no_such_piece R13
         A repetition e2e4q => refused illegal_move R5
         clock A.black => 300000
         offer => none
         A repetition => claim_failed A.white repetition 180000, draw_offered A.white",
    );
}

#[test]
fn r30_the_offer_of_a_wrong_claim_is_beyond_the_count_of_offers() {
    check(
        usual(),
        BOTH,
        "A.white offer => draw_offered A.white
         A.black decline => draw_declined A.black
         A.white offer => refused already_offered R25
         A.white repetition => claim_failed A.white repetition 180000, draw_offered A.white
         A.black decline => draw_declined A.black
         A.white offer => refused already_offered R25",
    );
    // And it does not use up the one that he has.
    check(
        usual(),
        BOTH,
        "A.white repetition => claim_failed A.white repetition 180000, draw_offered A.white
         A.black decline => draw_declined A.black
         A.white offer => draw_offered A.white",
    );
}

#[test]
fn r30_a_wrong_claim_accepts_a_standing_offer_so_that_its_move_does_not_decline() {
    let failed = "claim_failed A.white repetition 180000";
    check(
        usual(),
        BOTH,
        &format!(
            "A.black offer => draw_offered A.black
             A.white repetition e2e4 => {failed}, draw_accepted A.white, moved A.white e2e4
             offer => A.black A.white
             B.white accept => draw_accepted B.white
             B.black accept => draw_accepted B.black, over agreement - draw"
        ),
    );
    // By the claimant's partner, and by himself.
    check(
        usual(),
        BOTH,
        &format!("B.black offer\n A.white repetition => {failed}, draw_accepted A.white"),
    );
    check(
        usual(),
        BOTH,
        &format!("A.white offer\n A.white repetition => {failed}\n offer => A.white"),
    );
}

#[test]
fn r30_a_wrong_claim_may_complete_the_agreement() {
    check(
        usual(),
        BOTH,
        "A.black offer
         B.white accept
         B.black accept
         A.white repetition e2e4 => claim_failed A.white repetition 180000, draw_accepted A.white, over agreement - draw",
    );
}

#[test]
fn r30_without_agreed_draws_a_wrong_claim_is_no_offer() {
    check(
        no_draws(),
        BOTH,
        "A.white repetition e2e4 => claim_failed A.white repetition 180000, moved A.white e2e4
         offer => none
         clock A.black => 480000",
    );
}

#[test]
fn r30_the_named_move_of_a_wrong_claim_may_mate() {
    check(
        usual(),
        ["6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", KINGS],
        "A repetition g5f7 => claim_failed A.white repetition 180000, draw_offered A.white, moved A.white g5f7, over mate A team1",
    );
}

#[test]
fn r30_the_named_move_gives_a_new_turn_with_a_new_claim_and_offer() {
    check(
        usual(),
        BOTH,
        "A.white offer => draw_offered A.white
         A.black decline
         A.white repetition e2e4 => claim_failed A.white repetition 180000, draw_offered A.white, moved A.white e2e4
         A.black e7e5 => moved A.black e7e5, draw_declined A.black
         A.white offer => draw_offered A.white
         A.white repetition => claim_failed A.white repetition 180000",
    );
}

#[test]
fn r34_no_claim_of_a_draw_while_paused() {
    let home = there_and_back("A");
    check(
        usual(),
        BOTH,
        &format!(
            "{home}{home} director pause
             A repetition => refused not_playing
             A fifty_moves => refused not_playing
             director resume
             A repetition => over repetition A draw"
        ),
    );
}
