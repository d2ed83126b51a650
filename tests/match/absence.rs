//! Whoever does not come, and whoever goes: R37.

use crate::play::{BOTH, Table, check, seen_from};
use catchmate::ids::{Millis, Seat};
use catchmate::rules::Options;

fn usual() -> Options {
    Options::default()
}

fn default_after(ms: u64) -> Options {
    Options { default_after: Some(Millis(ms)), ..usual() }
}

/// Runs a script at a table where the four sit and these are not there.
fn check_without(options: Options, missing: &[Seat], script: &str) {
    let mut table = Table::seated(options, BOTH);
    for seat in missing {
        table.run(&format!("gone {seat}"));
    }
    table.run(script);
}

#[test]
fn r37_who_has_not_arrived_has_his_clock_run() {
    check_without(
        usual(),
        &[Seat::AWhite],
        "director start => started
         @7000 clock A.white => 293000
         deadline => 300000
         back A.white => nothing
         A e2e4 => moved A.white e2e4",
    );
    // Also where nobody has sat down.
    let mut table = Table::open(usual(), BOTH);
    table.run("@1 anna sit A.white\n director start => started\n @1001 clock B.white => 299000");
}

#[test]
fn r37_a_team_of_which_someone_does_not_arrive_loses() {
    for seat in Seat::ALL {
        let script = "director start
                      deadline => 30000
                      @29999 due => nothing
                      @30000 due => over default - THEIRS";
        check_without(default_after(30_000), &[seat], &seen_from(seat, script));
    }
}

#[test]
fn r37_both_teams_lose_if_someone_of_each_does_not_arrive() {
    let script = "director start\n @30000 due => over default - nobody";
    check_without(default_after(30_000), &[Seat::AWhite, Seat::BWhite], script);
    check_without(default_after(30_000), &[Seat::ABlack, Seat::BBlack], script);
    let one = "director start\n @30000 due => over default - team1";
    check_without(default_after(30_000), &[Seat::ABlack, Seat::BWhite], one);
}

#[test]
fn r37_zero_forfeits_at_the_start() {
    check_without(
        default_after(0),
        &[Seat::BBlack],
        "director start => started, over default - team2",
    );
    check_without(default_after(0), &[], "director start => started\n phase => playing");
}

#[test]
fn r37_whoever_arrives_in_time_has_arrived_for_good() {
    check_without(
        default_after(30_000),
        &[Seat::AWhite],
        "director start
         @29999 back A.white => arrived A.white
         @29999 gone A.white => nothing
         @60000 due => nothing
         phase => playing",
    );
    check_without(
        default_after(30_000),
        &[Seat::AWhite],
        "director start\n @30000 back A.white => over default - team2",
    );
}

#[test]
fn r37_pauses_are_not_counted() {
    check_without(
        default_after(30_000),
        &[Seat::AWhite],
        "director start
         @10000 director pause
         deadline => none
         @500000 director resume
         deadline => 520000
         @510000 restart => paused restart
         @510000 director resume
         @520000 due => nothing
         deadline => 530000
         @530000 due => over default - team2",
    );
}

#[test]
fn r37_an_empty_seat_is_one_where_nobody_has_arrived() {
    let mut table = Table::seated(default_after(30_000), BOTH);
    table.run(
        "director unseat A.white => left_seat A.white
         director start => started
         @20000 newcomer sit A.white => seated A.white, arrived A.white
         @40000 due => nothing",
    );
    let mut table = Table::seated(default_after(30_000), BOTH);
    table.run(
        "director unseat A.white
         director start
         @20000 director seat A.white newcomer => seated A.white
         @30000 due => over default - team2",
    );
    let mut table = Table::seated(default_after(30_000), BOTH);
    table.run(
        "director unseat A.white
         director start
         @20000 director seat A.white newcomer => seated A.white
         @25000 back A.white => arrived A.white
         @30000 due => nothing",
    );
}

#[test]
fn r37_after_an_annulment_everyone_must_arrive_anew() {
    check_without(
        default_after(30_000),
        &[],
        "director start
         @20000 director annul
         gone B.white
         @40000 director start => started
         deadline => 70000
         @70000 due => over default - team1",
    );
}

#[test]
fn r37_none_by_default() {
    check_without(usual(), &[Seat::AWhite], "director start\n @299999 due => nothing");
}

#[test]
fn r37_a_deserted_match_ends_unfinished() {
    for phase in ["", "director pause", "director annul", "@0 restart"] {
        check(
            Options { initial: Millis(9_000_000), ..usual() },
            BOTH,
            &format!(
                "{phase}
                 @1000 gone A.white
                 gone A.black
                 gone B.white
                 @2000 gone B.black
                 deadline => 602000
                 @601999 due => nothing
                 @602000 due => over abandoned - unfinished"
            ),
        );
    }
}

#[test]
fn r37_one_player_who_stays_or_comes_back_keeps_the_match() {
    check(
        Options { initial: Millis(9_000_000), ..usual() },
        BOTH,
        "@1000 gone A.white
         gone A.black
         gone B.white
         @700000 due => nothing
         gone B.black
         @1299999 back A.black => nothing
         @1400000 gone A.black => nothing
         @1999999 due => nothing
         @2000000 due => over abandoned - unfinished",
    );
}

#[test]
fn r37_a_table_that_never_started_ends_unfinished() {
    let mut table = Table::open(usual(), BOTH);
    table.run("@599999 due => nothing\n @600000 due => over abandoned - unfinished");
    let shorter = Options { abandon_after: Millis(5000), ..usual() };
    let mut table = Table::open(shorter, BOTH);
    table.run(
        "@1000 anna sit A.white
         @9000 due => nothing
         anna stand => left_seat A.white
         @14000 due => over abandoned - unfinished",
    );
}

#[test]
fn r37_what_is_due_first_comes_first() {
    // The flags fall on the way, and under the usual option decide nothing.
    check(
        usual(),
        BOTH,
        "gone A.white
         gone A.black
         gone B.white
         gone B.black
         @700000 due => flag_fallen A.white, flag_fallen B.white, over abandoned - unfinished",
    );
    check_without(
        Options { default_after: Some(Millis(400_000)), ..usual() },
        &[Seat::AWhite],
        "director start
         @1000000 due => flag_fallen A.white, flag_fallen B.white, over default - team2",
    );
}
