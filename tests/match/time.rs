//! The clocks and the end by time: R20 to R23, R32 and R33.

use crate::play::{BOTH, KINGS, START, check, seen_from};
use catchmate::ids::{Instant, Millis, Seat};
use catchmate::rules::{Flag, Options};

fn usual() -> Options {
    Options::default()
}

fn auto() -> Options {
    Options { flag: Flag::Auto, ..usual() }
}

/// Lets the clock of `seat` stand at 5 s, running since the start, and the others have 300 s.
fn five_seconds(seat: Seat) -> String {
    let moves = if seat.color().is_black() { "HERE e2e4\n" } else { "" };
    let across = "THERE d2d4\n THERE d7d5\n";
    seen_from(seat, &format!("{moves}{across} director set ME 5000\n"))
}

#[test]
fn r20_a_clock_falls_when_the_time_used_reaches_the_time_it_had() {
    check(
        usual(),
        BOTH,
        "@1 B e2e4
         deadline => 300000
         @299999 due => nothing
         clock A.white => 1
         fallen => none
         @300000 due => flag_fallen A.white
         clock A.white => 0
         fallen => A.white
         running => B.black
         phase => playing",
    );
}

#[test]
fn r20_the_fall_is_entered_at_its_own_instant() {
    let table =
        check(usual(), BOTH, "@1 B e2e4\n @300999 due => flag_fallen A.white, flag_fallen B.black");
    let falls: Vec<Millis> =
        table.record.iter().rev().take(2).map(|entry| entry.at.since(START)).collect();
    assert_eq!(falls, [Millis(300_001), Millis(300_000)]);
}

#[test]
fn r20_either_opponent_claims_the_fall_and_nobody_else() {
    for seat in Seat::ALL {
        let fallen = format!("{}@5000 due => flag_fallen {seat}\n", five_seconds(seat));
        for claimant in ["OPP", "ACROSS"] {
            let claim = format!("+700 {claimant} flag => over time HERE THEIRS");
            check(usual(), BOTH, &format!("{fallen}{}", seen_from(seat, &claim)));
        }
        let others = "ME flag => refused claim_wrong R22
                      PARTNER flag => refused claim_wrong R22
                      stranger flag => refused not_seated
                      director flag => refused not_seated
                      phase => playing";
        check(usual(), BOTH, &format!("{fallen}{}", seen_from(seat, others)));
    }
}

#[test]
fn r20_under_auto_the_server_observes_the_fall_at_its_instant() {
    for seat in Seat::ALL {
        let over = seen_from(seat, "@8000 due => flag_fallen ME, over time HERE THEIRS");
        let table = check(auto(), BOTH, &format!("{}{over}", five_seconds(seat)));
        assert_eq!(table.state.ended_at(), Some(START + Millis(5000)));
    }
    check(
        auto(),
        BOTH,
        "@300000 due => flag_fallen A.white, flag_fallen B.white, over time - draw",
    );
}

#[test]
fn r20_under_auto_a_move_at_the_instant_of_the_fall_comes_too_late() {
    let one = "@4999 A.white e2e4 => moved A.white e2e4\n clock A.white => 3001";
    check(auto(), BOTH, &format!("{}{one}", five_seconds(Seat::AWhite)));
    let late = "@5000 A.white e2e4 => flag_fallen A.white, over time A team2, refused not_playing";
    check(auto(), BOTH, &format!("{}{late}", five_seconds(Seat::AWhite)));
}

/// A.white's flag is down, the other clock that runs has hours.
const A_WHITE_DOWN: &str = "director set B.white 9000000
                            @300000 due => flag_fallen A.white\n";

#[test]
fn r20_only_set_clock_a_rewind_or_an_annulment_undoes_a_fall() {
    for (ruling, standing) in [
        ("director set A.white 4000 => clock_set A.white 4000", "none"),
        ("director rewind 0 => rewound 1 0", "none"),
        ("director annul => annulled 1", "none"),
        ("director add A.white 60000 => nothing", "A.white"),
        ("director pause\n director resume", "A.white"),
        ("A.white e2e4 => moved A.white e2e4", "A.white"),
        ("director set A.white 0 => clock_set A.white 0, flag_fallen A.white", "A.white"),
    ] {
        check(usual(), BOTH, &format!("{A_WHITE_DOWN}{ruling}\n fallen => {standing}"));
    }
    let revived = "director set A.white 4000
                   +500 clock A.white => 3500
                   A.black flag => refused claim_wrong R22
                   +3500 A.black flag => flag_fallen A.white, over time A team2";
    check(usual(), BOTH, &format!("{A_WHITE_DOWN}{revived}"));
}

#[test]
fn r20_a_clock_set_to_zero_falls_and_under_auto_is_judged_at_once() {
    check(
        usual(),
        BOTH,
        "director set B.black 0 => clock_set B.black 0, flag_fallen B.black
         fallen => B.black
         director add A.black -400000 => clock_set A.black 0, flag_fallen A.black
         +10 A.white flag => over time - draw",
    );
    let judged = "clock_set B.black 0, flag_fallen B.black, over time B team2";
    check(auto(), BOTH, &format!("director set B.black 0 => {judged}"));
    check(auto(), BOTH, &format!("director pause\n director set B.black 0 => {judged}"));
}

#[test]
fn r21_until_a_claim_play_goes_on_and_the_fallen_clock_stays_at_zero() {
    let on = "+500 A.white e2e4 => moved A.white e2e4
              clock A.white => 0
              running => A.black B.white
              A.black e7e5 => moved A.black e7e5
              +900 clock A.white => 0
              running => B.white
              fallen => A.white
              director add A.white 60000 => nothing
              clock A.white => 0
              A.white d2d4 => moved A.white d2d4
              clock A.white => 0";
    let table = check(usual(), BOTH, &format!("{A_WHITE_DOWN}{on}"));
    // The time that a move took is recorded, also where the clock could not show it.
    let spent: Vec<u64> = table.state.moves().iter().map(|moved| moved.spent.0).collect();
    assert_eq!(spent, [300_500, 0, 900]);
}

#[test]
fn r21_a_bonus_does_not_revive_a_fallen_clock() {
    check(
        usual(),
        BOTH,
        "@1 B e2e4
         @300000 A.white e2e4 => flag_fallen A.white, moved A.white e2e4
         A.black repetition => claim_failed A.black repetition 180000, draw_offered A.black
         clock A.white => 0
         fallen => A.white",
    );
}

#[test]
fn r21_a_mate_before_the_claim_stands() {
    // White's flag is down, nobody has claimed, and White mates.
    check(
        usual(),
        ["6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", KINGS],
        "@1 B e1e2
         @300000 due => flag_fallen A.white
         +5000 A g5f7 => flag_fallen B.black, moved A.white g5f7, over mate A team1
         A.black flag => refused not_playing",
    );
}

#[test]
fn r22_a_claim_without_a_fallen_opponent_is_refused_and_play_goes_on() {
    check(
        usual(),
        BOTH,
        "+1000 A.black flag => refused claim_wrong R22
         A.white flag => refused claim_wrong R22
         clock A.white => 299000
         offer => none
         A e2e4 => moved A.white e2e4
         clock A.black => 300000
         A.white flag => refused claim_wrong R22",
    );
}

#[test]
fn r22_a_claim_one_millisecond_early_is_refused_and_at_the_instant_it_wins() {
    let start = "@1 B e2e4\n";
    check(usual(), BOTH, &format!("{start} @299999 A.black flag => refused claim_wrong R22"));
    let wins = "@300000 A.black flag => flag_fallen A.white, over time A team2";
    check(usual(), BOTH, &format!("{start}{wins}"));
}

#[test]
fn r22_a_claim_is_judged_at_its_receipt_not_when_it_is_handled() {
    check(
        usual(),
        BOTH,
        "@1 B e2e4
         @300000 due => flag_fallen A.white
         @299999 A.black flag => refused claim_wrong R22
         @300000 A.black flag => over time A team2",
    );
}

#[test]
fn r22_the_side_that_fell_first_loses() {
    // A.white (team 1) falls first, B.white (team 2) later; whoever claims, team 1 loses.
    for claimant in Seat::ALL {
        let both = "director set A.white 1000
                    director set B.white 2000
                    @2000 due => flag_fallen A.white, flag_fallen B.white";
        let claim = format!("{claimant} flag => over time A team2");
        check(usual(), BOTH, &format!("{both}\n{claim}"));
    }
}

#[test]
fn r22_the_claimants_lose_if_their_own_side_fell_first() {
    for seat in Seat::ALL {
        let script = "+9 director set ME 0 => clock_set ME 0, flag_fallen ME
                      +1 director set OPP 0 => clock_set OPP 0, flag_fallen OPP
                      +1 ME flag => over time HERE THEIRS";
        check(usual(), BOTH, &seen_from(seat, script));
    }
}

#[test]
fn r22_two_falls_in_one_team_count_with_the_earlier() {
    // Team 1 falls twice, team 2 once in between: the earlier fall of team 1 decides.
    check(
        usual(),
        BOTH,
        "@10 director set A.white 0 => clock_set A.white 0, flag_fallen A.white
         @20 director set B.white 0 => clock_set B.white 0, flag_fallen B.white
         @30 director set B.black 0 => clock_set B.black 0, flag_fallen B.black
         @40 B.black flag => over time A team2",
    );
    check(
        usual(),
        BOTH,
        "@10 director set B.black 0 => clock_set B.black 0, flag_fallen B.black
         @30 director set A.white 0 => clock_set A.white 0, flag_fallen A.white
         @40 A.black flag => over time B team2",
    );
}

#[test]
fn r22_both_within_the_same_millisecond_is_a_draw() {
    check(
        usual(),
        BOTH,
        "@300000 due => flag_fallen A.white, flag_fallen B.white
         A.black flag => over time - draw",
    );
    // One millisecond apart it is none.
    check(
        usual(),
        BOTH,
        "director set B.white 300001
         @300001 due => flag_fallen A.white, flag_fallen B.white
         B.white flag => over time A team2",
    );
}

#[test]
fn r23_a_move_received_before_the_fall_and_handled_after_is_in_time() {
    check(
        usual(),
        BOTH,
        "@1 B e2e4
         @300000 due => flag_fallen A.white
         @299999 A.white e2e4 => moved A.white e2e4
         clock A.white => 3001
         fallen => none
         @300000 A.black flag => refused claim_wrong R22
         running => A.black B.black",
    );
}

#[test]
fn r23_a_move_received_at_the_instant_of_the_fall_is_late() {
    check(
        usual(),
        BOTH,
        "@1 B e2e4
         @300000 A.white e2e4 => flag_fallen A.white, moved A.white e2e4
         clock A.white => 0
         fallen => A.white
         A.black flag => over time A team2",
    );
}

#[test]
fn r32_five_minutes_and_three_seconds_a_move_the_first_included() {
    check(
        usual(),
        BOTH,
        "clock A.white => 300000
         @1000 A e2e4
         clock A.white => 302000
         @3500 A e7e5
         clock A.black => 300500
         clock A.white => 302000
         @3500 A d2d4
         clock A.white => 305000",
    );
    let other = Options { initial: Millis(10_000), increment: Millis::ZERO, ..usual() };
    check(other, BOTH, "@1000 A e2e4\n clock A.white => 9000\n @9000 clock A.black => 2000");
}

#[test]
fn r32_a_drop_gains_the_increment_too() {
    check(
        usual(),
        ["4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", KINGS],
        "@2000 A N@a4\n clock A.white => 301000",
    );
}

#[test]
fn r33_a_move_stops_one_clock_and_starts_the_other_in_one_instant() {
    for seat in [Seat::AWhite, Seat::BWhite] {
        let script = "@7000 HERE e2e4
                      running => both
                      @9000 clock ME => 296000
                      clock OPP => 298000";
        let both = if seat == Seat::AWhite { "A.black B.white" } else { "A.white B.black" };
        check(usual(), BOTH, &seen_from(seat, script).replace("both", both));
    }
}

#[test]
fn r33_a_message_with_an_earlier_instant_takes_no_time_back() {
    // Received before the opponent's move was, handled after it: nobody's clock gains.
    let table = check(
        usual(),
        BOTH,
        "@5000 A e2e4
         @4990 A e7e5
         clock A.black => 303000
         clock A.white => 298000
         @6000 clock A.white => 297000",
    );
    assert_eq!(table.state.last_at(), Instant(START.0 + 5000));
}

#[test]
fn r33_setting_a_clock_takes_no_time_back() {
    check(
        usual(),
        BOTH,
        "@5000 A e2e4
         @4000 director set A.black 60000
         @5000 clock A.black => 60000
         @6000 clock A.black => 59000
         A e7e5
         clock A.black => 62000",
    );
}

#[test]
fn r33_a_resumption_takes_no_time_back() {
    check(
        usual(),
        BOTH,
        "@5000 director pause
         @4000 director resume
         @5000 clock A.white => 295000
         clock B.white => 295000",
    );
}
