//! Pauses and how they end: R34.

use crate::play::{BOTH, check, seen_from};
use catchmate::ids::{Millis, Seat};
use catchmate::rules::Options;

fn usual() -> Options {
    Options::default()
}

/// A match that was interrupted at 1 s, the server being back at 10 s.
const INTERRUPTED: &str = "@1000 A e2e4\n @10000 restart => paused restart\n";

#[test]
fn r34_an_interrupted_match_stands_at_the_last_recorded_instant() {
    check(
        usual(),
        BOTH,
        "@1000 A e2e4
         @4000 A.white say table hello
         @90000 restart => paused restart
         running => none
         clock A.black => 297000
         clock B.white => 296000
         clock A.white => 302000
         A.black e7e5 => refused not_playing
         A.black repetition => refused not_playing
         A.black call => called A.black
         A.black offer => draw_offered A.black
         A.black flag => refused claim_wrong R22
         A.black resign => over resignation A team1",
    );
    check(
        usual(),
        BOTH,
        "@1000 A e2e4\n @90000 journal => paused journal\n clock B.white => 299000",
    );
    // Where no clock runs, nothing is interrupted.
    check(usual(), BOTH, "director annul\n restart => nothing");
    check(usual(), BOTH, "A.white resign\n restart => nothing");
}

#[test]
fn r34_a_claim_of_time_is_allowed_while_paused() {
    check(
        usual(),
        BOTH,
        "director set A.white 0
         director pause
         A.black flag => over time A team2",
    );
}

#[test]
fn r34_it_goes_on_when_all_four_are_ready_again() {
    check(
        usual(),
        BOTH,
        &format!(
            "{INTERRUPTED} A.white ready => ready A.white
             A.white ready => nothing
             A.black ready => ready A.black
             B.black ready => ready B.black
             @12000 B.white ready => ready B.white, resumed
             @13000 clock A.black => 299000
             clock B.white => 298000
             running => A.black B.white"
        ),
    );
}

#[test]
fn r34_after_a_minute_those_present_suffice() {
    check(
        usual(),
        BOTH,
        &format!(
            "{INTERRUPTED} gone B.white => nothing
             A.white ready
             A.black ready
             B.black ready => ready B.black
             deadline => 70000
             @69999 due => nothing
             @70000 due => resumed
             running => A.black B.white"
        ),
    );
    // Past the minute the last word suffices at once.
    check(
        usual(),
        BOTH,
        &format!(
            "{INTERRUPTED} gone B.white
             gone A.white
             A.black ready
             @80000 due => nothing
             B.black ready => ready B.black, resumed"
        ),
    );
    // Somebody present who is not ready holds it up.
    check(
        usual(),
        BOTH,
        &format!(
            "{INTERRUPTED} gone B.white
             A.white ready
             A.black ready
             @80000 due => nothing
             deadline => none
             gone B.black => resumed"
        ),
    );
}

#[test]
fn r34_the_minute_counts_from_when_the_server_is_back() {
    check(
        usual(),
        BOTH,
        "@1000 A e2e4
         @500000 restart
         gone B.white
         A.white ready
         A.black ready
         B.black ready => ready B.black
         deadline => 560000",
    );
}

#[test]
fn r34_an_absent_players_word_does_not_count() {
    check(
        usual(),
        BOTH,
        &format!(
            "{INTERRUPTED} A.white ready
             A.black ready
             B.black ready
             gone A.white => nothing
             @20000 B.white ready => ready B.white
             phase => paused
             @20001 back A.white => resumed"
        ),
    );
    check(
        usual(),
        BOTH,
        &format!(
            "{INTERRUPTED} A.white ready
             gone A.white
             gone B.black
             @80000 A.black ready
             B.white ready => ready B.white
             phase => paused"
        ),
    );
}

#[test]
fn r34_with_one_team_wholly_absent_the_others_wait_as_long_as_for_a_desertion() {
    for seat in [Seat::AWhite, Seat::ABlack] {
        let script = "@20000 gone OPP
                      @30000 gone ACROSS
                      ME ready
                      PARTNER ready => ready PARTNER
                      deadline => 630000
                      @629999 due => nothing
                      @630000 due => resumed";
        check(usual(), BOTH, &format!("{INTERRUPTED}{}", seen_from(seat, script)));
        let back = "@20000 gone OPP
                    @30000 gone ACROSS
                    ME ready
                    PARTNER ready
                    @100000 back OPP => nothing
                    phase => paused
                    OPP ready => ready OPP, resumed";
        check(usual(), BOTH, &format!("{INTERRUPTED}{}", seen_from(seat, back)));
    }
    let sooner = Options { abandon_after: Millis(1000), ..usual() };
    let script = "@20000 gone A.black\n gone B.white\n A.white ready\n B.black ready
                  deadline => 70000";
    check(sooner, BOTH, &format!("{INTERRUPTED}{script}"));
}

#[test]
fn r34_an_empty_seat_is_an_absent_player() {
    check(
        usual(),
        BOTH,
        &format!(
            "{INTERRUPTED} A.white ready
             director unseat A.white => left_seat A.white
             A.black ready
             B.white ready
             B.black ready => ready B.black
             deadline => 70000
             newcomer sit A.white => seated A.white
             deadline => none
             newcomer ready => ready A.white, resumed"
        ),
    );
}

#[test]
fn r34_the_directors_pause_ends_by_his_word_alone() {
    for pause in ["director pause", "A e2e4\n director rewind 1"] {
        check(
            usual(),
            BOTH,
            &format!(
                "{pause}
                 A.white ready => refused wrong_phase
                 +100000 due => nothing
                 deadline => none
                 director resume => resumed"
            ),
        );
    }
}

#[test]
fn r34_the_directors_pause_replaces_any_other_and_is_not_replaced() {
    check(
        usual(),
        BOTH,
        &format!(
            "{INTERRUPTED} A.white ready
             director pause => paused director
             A.black ready => refused wrong_phase
             restart => nothing
             journal => nothing
             director resume => resumed"
        ),
    );
    // One interruption after another: every word is asked again.
    check(
        usual(),
        BOTH,
        &format!(
            "{INTERRUPTED} A.white ready
             A.black ready
             B.white ready
             @20000 restart => paused restart
             B.black ready => ready B.black
             phase => paused"
        ),
    );
}

#[test]
fn r34_the_director_ends_any_pause() {
    check(usual(), BOTH, &format!("{INTERRUPTED} director resume => resumed\n phase => playing"));
}

#[test]
fn r34_a_lost_connection_stops_nothing() {
    check(
        usual(),
        BOTH,
        "@1000 gone A.white => nothing
         @2000 gone A.black => nothing
         @5000 clock A.white => 295000
         running => A.white B.white
         back A.white
         A.white e2e4 => moved A.white e2e4",
    );
}
