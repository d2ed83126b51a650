//! Illegal moves: R35.

use crate::play::{BOTH, KINGS, check, seen_from};
use catchmate::ids::Seat;
use catchmate::rules::{IllegalMoves, Options};

fn usual() -> Options {
    Options::default()
}

fn penalise() -> Options {
    Options { illegal_moves: IllegalMoves::Penalise, ..usual() }
}

#[test]
fn r35_under_refuse_an_illegal_move_changes_nothing() {
    check(
        usual(),
        BOTH,
        "A.white e2e5 ply=0 => refused illegal_move R5
         A.white N@f3 ply=0 => refused no_such_piece R13
         A.white e2e5 ply=0 => refused illegal_move R5
         A.white e2e5 ply=0 => refused illegal_move R5
         penalties => 0 0 0 0
         clock A.black => 300000",
    );
}

#[test]
fn r35_under_penalise_two_cost_two_minutes_each_and_the_third_loses() {
    for seat in Seat::ALL {
        let black = seat.color().is_black();
        let (first, ply, bad) = if black { ("HERE e2e4\n", 1, "e7e4") } else { ("", 0, "e2e5") };
        let script = format!(
            "{first} +1000 ME {bad} ply={ply} => penalised ME 1 120000
             clock OPP => OPPAFTER1
             clock ME => MEAFTER
             +0 ME {bad} ply={ply} => penalised ME 2 120000
             clock OPP => OPPAFTER2
             clock PARTNER => PARTNERAFTER
             running => RUNNING
             ME {bad} ply={ply} => penalised ME 3 0, over illegal_moves HERE THEIRS"
        );
        let partner = if black { 299_000 } else { 300_000 };
        let own = if black { 303_000 } else { 300_000 };
        let on_move = match seat {
            Seat::AWhite | Seat::BWhite => "A.white B.white",
            Seat::ABlack => "A.black B.white",
            Seat::BBlack => "A.white B.black",
        };
        let script = script
            .replace("OPPAFTER1", &(own + 120_000).to_string())
            .replace("OPPAFTER2", &(own + 240_000).to_string())
            .replace("PARTNERAFTER", &partner.to_string())
            .replace("MEAFTER", "299000")
            .replace("RUNNING", on_move);
        check(penalise(), BOTH, &seen_from(seat, &script));
    }
}

#[test]
fn r35_all_that_breaks_r5_to_r16_is_penalised_alike() {
    let board = "1r2k3/P7/8/8/8/8/8/RN2K3[NP] w Q - 0 1";
    for (text, why) in [
        ("a1b1", "R5, onto an own piece"),
        ("e8e7", "R5, the opponent's piece"),
        ("h1h2", "R5, from an empty square"),
        ("e1c1", "R5, castling over a piece"),
        ("a7a8q", "R6"),
        ("N@e8", "R13, occupied"),
        ("N@f6", "R14"),
        ("P@h1", "R15"),
        ("Q@h4", "R13, not held"),
    ] {
        let script = format!("A.white {text} ply=0 => penalised A.white 1 120000");
        let table = check(penalise(), [board, KINGS], &script);
        assert!(table.state.moves().is_empty(), "{why}: the position stands");
        assert!(!format!("{:?}", table.record.last()).contains(&text[2..]), "told to nobody");
    }
    let in_check = "4k3/8/8/8/8/8/4r3/4K3[N] w - - 0 1";
    check(penalise(), [in_check, KINGS], "A N@a4 ply=0 => penalised A.white 1 120000");
    let castled = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    check(penalise(), [castled, KINGS], "A e1c1 ply=0 => penalised A.white 1 120000");
}

#[test]
fn r35_what_is_never_penalised() {
    let mut table = check(
        penalise(),
        BOTH,
        "A.white e2e5 => refused illegal_move R5
         A.white N@f3 => refused no_such_piece R13
         A.white e2e5 ply=1 => refused stale
         A.white e2e5 ply=0 line=1 => refused stale
         A.black e7e4 ply=0 => refused not_your_turn
         stranger e2e5 ply=0 => refused not_seated
         A.white repetition e2e5 ply=0 => refused illegal_move R5
         A.white fifty_moves N@f3 ply=0 => refused no_such_piece R13
         A.white flag => refused claim_wrong R22
         A.white accept => refused no_offer R25
         A.black repetition ply=0 => refused not_your_turn
         director pause
         A.white e2e5 ply=0 => refused not_playing
         director resume
         A.white repetition ply=0 => claim_failed A.white repetition 180000, draw_offered A.white
         penalties => 0 0 0 0",
    );
    table.run("A.white resign\n A.white e2e5 ply=0 => refused not_playing\n penalties => 0 0 0 0");
}

#[test]
fn r35_a_transport_error_is_never_penalised() {
    check(
        penalise(),
        BOTH,
        "A.white e2e4 ply=0 line=0 => moved A.white e2e4
         A.white e2e4 ply=0 line=0 => refused stale
         A.white e2e4 ply=0 line=0 => refused stale
         A.black e7e5 ply=1
         A.white e2e4 ply=0 line=0 => refused stale
         penalties => 0 0 0 0",
    );
}

#[test]
fn r35_counted_per_player_and_match() {
    let bad = "A.white e2e5 ply=0 => penalised A.white 1 120000
               B.white e2e5 ply=0 => penalised B.white 1 120000
               A.white e2e5 ply=0 => penalised A.white 2 120000
               A.white e2e4 ply=0
               A.black e7e4 ply=1 => penalised A.black 1 120000
               A.black e7e5 ply=1
               penalties => 2 1 1 0
               phase => playing\n";
    check(
        penalise(),
        BOTH,
        &format!("{bad} A.white e4e5 ply=2 => penalised A.white 3 0, over illegal_moves A team2"),
    );
    check(penalise(), BOTH, &format!("{bad} director annul\n penalties => 0 0 0 0"));
}

#[test]
fn r35_the_bonus_does_not_revive_a_fallen_clock() {
    check(
        penalise(),
        BOTH,
        "director set A.black 0
         A.white e2e5 ply=0 => penalised A.white 1 120000
         clock A.black => 0
         fallen => A.black
         A.white flag => over time A team1",
    );
}
