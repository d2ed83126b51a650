//! Sitting down and starting: R1 to R4, and R11's bar to changing sides.

use crate::play::{BOTH, KINGS, Table, USUAL, check, person};
use catchmate::game::{Command, Opened, Refusal, SeatKey};
use catchmate::ids::{ByBoard, BySeat, Millis, Seat};
use catchmate::rules::{BackRankDrops, Flag, Options};

fn usual() -> Options {
    Options::default()
}

/// Runs a script at a table where the four sit and nobody is ready.
fn check_seated(options: Options, script: &str) -> Table {
    let mut table = Table::seated(options, BOTH);
    table.run(script);
    table
}

#[test]
fn r1_four_seats_one_person_each_and_one_seat_a_person() {
    let mut table = Table::open(usual(), BOTH);
    table.run(
        "anna sit A.white => seated A.white
         anna sit A.black => refused already_seated
         bert sit A.white => refused seat_taken
         bert sit A.black => seated A.black
         bert stand => left_seat A.black
         bert stand => refused not_seated
         carl sit A.black => seated A.black
         bert ready => refused not_seated",
    );
}

#[test]
fn r2_partners_win_together() {
    for seat in Seat::ALL {
        let team = seat.team().other().number();
        let over = format!("{seat} resign => over resignation {} team{team}", seat.board());
        let table = check(usual(), BOTH, &over);
        assert_eq!(table.outcome().unwrap().winner, Some(seat.partner().team().other()));
    }
}

#[test]
fn r3_the_match_starts_when_all_four_are_ready() {
    check_seated(
        usual(),
        "A.white ready => ready A.white
         A.white ready => nothing
         A.black ready => ready A.black
         B.white ready => ready B.white
         phase => seating
         A.white e2e4 => refused not_playing
         A.black unready => unready A.black
         B.black ready => ready B.black
         phase => seating
         A.black ready => ready A.black, started
         phase => playing
         A.black ready => refused wrong_phase
         A.black unready => nothing
         A.black stand => refused wrong_phase",
    );
}

#[test]
fn r3_the_ready_of_one_who_goes_lapses_before_the_start_alone() {
    check_seated(
        usual(),
        "A.white ready => ready A.white
         gone A.white => unready A.white
         gone A.black => nothing
         back A.black => nothing
         A.black ready
         B.white ready
         B.black ready => ready B.black
         back A.white => nothing
         A.white ready => ready A.white, started
         gone A.white => nothing",
    );
}

#[test]
fn r3_both_white_clocks_start_in_one_instant() {
    check(
        usual(),
        BOTH,
        "running => A.white B.white
         +2000 clock A.white => 298000
         clock B.white => 298000
         clock A.black => 300000
         clock B.black => 300000",
    );
    let black_on_move = "4k3/8/8/8/8/8/8/4K3 b - - 0 1";
    check(usual(), [black_on_move, KINGS], "running => A.black B.white");
}

#[test]
fn r3_changing_an_option_clears_all_four_ready() {
    let mut table = check_seated(usual(), "A.white ready\n B.black ready");
    let changed = Options { flag: Flag::Auto, initial: Millis(7000), ..usual() };
    let change = |options: &Options| Command::ChangeOptions(options.clone());
    assert_eq!(table.send(&person("A.black"), &change(&usual())), Ok(Vec::new()));
    assert_eq!(table.send(&person("stranger"), &change(&changed)), Err(Refusal::NotSeated));
    table.run("A.white ready => nothing");
    assert_eq!(table.send(&person("A.black"), &change(&changed)).unwrap().len(), 1);
    assert_eq!(table.state.options(), &changed);
    table.run(
        "clock A.white => 7000
         A.black ready => ready A.black
         B.white ready => ready B.white
         B.black ready => ready B.black
         phase => seating
         A.white ready => ready A.white, started",
    );
    assert_eq!(table.send(&person("director"), &change(&usual())), Err(Refusal::WrongPhase));
    table.run("director annul => annulled 1");
    assert_eq!(table.send(&person("director"), &change(&usual())), Err(Refusal::WrongPhase));
}

#[test]
fn r3_no_option_may_make_a_start_a_mate() {
    // Under a ban on back-rank drops nothing can stand between.
    let back_rank_mate = "4R1k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";
    let mut table = Table::seated(usual(), [back_rank_mate, USUAL]);
    let banned = Options { back_rank_drops: BackRankDrops::None, ..usual() };
    let refused = table.send(&person("A.white"), &Command::ChangeOptions(banned)).unwrap_err();
    assert_eq!(refused.code(), "bad_message");
}

#[test]
fn r4_after_the_end_only_the_result_may_be_changed() {
    let over = "A.white resign => over resignation A team2";
    let refusals = [
        ("A.white e2e4", "not_playing"),
        ("B.white flag", "not_playing"),
        ("B.white repetition", "not_playing"),
        ("B.white offer", "not_playing"),
        ("B.white accept", "not_playing"),
        ("B.white resign", "not_playing"),
        ("B.white ready", "wrong_phase"),
        ("B.white stand", "wrong_phase"),
        ("stranger sit A.white", "wrong_phase"),
        ("director start", "wrong_phase"),
        ("director pause", "wrong_phase"),
        ("director resume", "wrong_phase"),
        ("director set A.white 5", "wrong_phase"),
        ("director add A.white 5", "wrong_phase"),
        ("director rewind 0", "wrong_phase"),
        ("director annul", "wrong_phase"),
        ("director unseat A.white", "wrong_phase"),
        ("director close", "wrong_phase"),
    ];
    let mut table = check(usual(), BOTH, over);
    for (line, code) in refusals {
        table.run(&format!("{line} => refused {code}"));
    }
    table.run(
        "+9000000 due => nothing
         director result draw => result_changed ruling - draw
         director result 1 => result_changed ruling - team1",
    );
}

#[test]
fn r4_the_order_is_that_of_receipt_also_over_the_boards() {
    // A mate on one board, a resignation on the other: what comes first holds.
    let mate_in_one = "6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1";
    check(
        usual(),
        [mate_in_one, USUAL],
        "A g5f7 => moved A.white g5f7, over mate A team1
         B.black resign => refused not_playing",
    );
    check(
        usual(),
        [mate_in_one, USUAL],
        "B.black resign => over resignation B team2
         A.white g5f7 => refused not_playing",
    );
}

#[test]
fn r11_nobody_changes_sides_during_a_match() {
    check(
        usual(),
        BOTH,
        "director unseat A.white => left_seat A.white
         director unseat A.white => refused bad_message
         A.white e2e4 => refused not_seated
         director unseat A.black => left_seat A.black
         A.white sit A.black => refused not_allowed R11
         director seat A.black A.white => refused not_allowed R11
         A.white sit A.white => seated A.white
         A.white e2e4 => moved A.white e2e4
         director unseat B.black
         director unseat A.white
         A.white sit B.black => seated B.black
         stranger sit A.black => seated A.black
         director unseat A.black
         stranger sit A.white => refused not_allowed R11
         director annul => annulled 1
         stranger sit A.white => seated A.white",
    );
}

#[test]
fn r11_whoever_has_seen_the_reserves_may_not_sit_down() {
    let mut table = Table::seated(usual(), BOTH);
    let onlooker = person("onlooker").player;
    table.attendance.set_onlookers(std::iter::once(onlooker).collect());
    table.run(
        "guest inform => nothing
         director unseat A.white
         director start => started, informed onlooker
         onlooker sit A.white => refused not_allowed R11
         guest inform => informed guest
         guest inform => nothing
         guest sit A.white => refused not_allowed R11
         fresh sit A.white => seated A.white, arrived A.white
         director annul
         director unseat A.white
         guest sit A.white => seated A.white",
    );
}

#[test]
fn an_unlisted_table_opens_each_seat_by_its_key() {
    let key = |n: u8| SeatKey([n; 32]);
    let mut table = Table::opened(Opened {
        options: usual(),
        setup: ByBoard([USUAL, USUAL].map(|fen| fen.parse().unwrap())),
        listed: false,
        keys: Some(BySeat([1, 2, 3, 4].map(key))),
    });
    assert!(!table.state.is_listed());
    let mut sit = |who: &str, seat: Seat, key: Option<SeatKey>| {
        table.send(&person(who), &Command::Sit { seat, key }).map_err(Refusal::code)
    };
    assert_eq!(sit("anna", Seat::AWhite, None), Err("bad_key"));
    assert_eq!(sit("anna", Seat::AWhite, Some(key(2))), Err("bad_key"));
    assert!(sit("anna", Seat::AWhite, Some(key(1))).is_ok());
    assert_eq!(sit("bert", Seat::ABlack, Some(key(1))), Err("bad_key"));
    assert!(sit("director", Seat::ABlack, None).is_ok());
}

#[test]
fn only_the_seated_and_the_director_talk() {
    check(
        usual(),
        BOTH,
        "A.white say partner hello => said
         A.white say table hello => said
         stranger say table hello => refused not_seated
         stranger say partner hello => refused not_seated
         director say table hello => said
         director say partner hello => refused not_seated
         stranger call => refused not_seated
         stranger resign => refused not_seated
         stranger e2e4 => refused not_seated
         stranger flag => refused not_seated
         stranger offer => refused not_seated
         director e2e4 => refused not_seated
         stranger pause => refused not_allowed R36
         A.white result 1 => refused not_allowed R36",
    );
}
