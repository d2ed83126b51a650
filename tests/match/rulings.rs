//! The director's rulings: R36, and R34 where he handles the clocks.

use crate::play::{BOTH, KINGS, Table, check, person};
use catchmate::game::{Audience, Command, Refusal, Ruling, View};
use catchmate::ids::{Millis, Seat};
use catchmate::rules::{IllegalMoves, Options};

fn usual() -> Options {
    Options::default()
}

fn penalise() -> Options {
    Options { illegal_moves: IllegalMoves::Penalise, ..usual() }
}

/// What R36 restores, as the director sees it.
fn standing(table: &Table, at: catchmate::ids::Instant) -> String {
    let view = View::new(&table.state, Audience::Director);
    let boards: Vec<String> = view.boards().map(|board| board.position.to_string()).collect();
    let clocks = view.clocks(at).unwrap();
    format!(
        "{boards:?} {:?} {:?} {:?} {:?} {}",
        view.reserves(),
        clocks.left,
        clocks.fallen,
        view.penalties(),
        view.moves().count(),
    )
}

/// A match on both boards in which everything happens that a rewind undoes.
const EVENTFUL: [&str; 22] = [
    "@1000 A e2e4",
    "@1500 B d2d4",
    "@2500 A.black d7d6 ply=0 => refused stale",
    "@2600 A.black e7e4 ply=1 => penalised A.black 1 120000",
    "@3000 A d7d5",
    "@3500 B.black offer => draw_offered B.black",
    "@4200 A e4d5",
    "@5000 B.black repetition e7e5 => claim_failed B.black repetition 180000, moved B.black e7e5",
    "@6000 B d4e5",
    "@6500 A d8d5",
    "@7000 director set B.black 9000 => clock_set B.black 9000",
    "@9000 A b1c3",
    "@16000 due => flag_fallen B.black",
    "@16500 B P@d6 => moved B.black P@d6",
    "@17000 director pause",
    "@90000 director resume",
    "@91000 A N@e4 => refused no_such_piece R13",
    "@92000 A d5d2",
    "@93000 B e5d6",
    "@94000 A.white repetition => claim_failed A.white repetition 180000, draw_offered A.white",
    "@95000 A c1d2 => moved A.white c1d2",
    "@96000 B R@e3 => refused no_such_piece R13",
];

#[test]
fn r36_a_rewind_restores_all_as_it_stood_after_the_last_remaining_move() {
    let mut table = Table::started(penalise(), BOTH);
    let mut stood = vec![standing(&table, table.now())];
    for line in EVENTFUL {
        let before = table.state.moves().len();
        table.run(line);
        if table.state.moves().len() > before {
            stood.push(standing(&table, table.now()));
        }
    }
    assert_eq!(stood.len(), 13);
    assert!(stood.iter().any(|stood| stood.contains("[BBlack]")), "a fall is among them");
    for to in 0..stood.len() {
        let mut rewound = table.clone();
        rewound.run(&format!("+5000 director rewind {to} => rewound 1 {to}"));
        // The clocks stand.
        let later = rewound.now() + Millis(60_000);
        assert_eq!(standing(&rewound, later), stood[to], "rewound to {to}");
        assert_eq!(rewound.phase(), "paused");
        rewound.run("offer => none");
        // And once more, from there.
        for again in [0, to / 2, to] {
            let mut twice = rewound.clone();
            twice.run(&format!("director resume\n director rewind {again} => rewound 2 {again}"));
            assert_eq!(standing(&twice, later), stood[again], "{to}, then {again}");
        }
    }
}

#[test]
fn r36_play_goes_on_from_the_restored_position() {
    let table = check(
        usual(),
        BOTH,
        "@1000 A e2e4
         @2000 B e2e4
         @3000 A d7d5
         @4000 B d7d5
         @5000 A e4d5
         reserve B.black => P
         @6000 B e4d5
         reserve A.black => P
         @7000 director rewind 4 => rewound 1 4
         reserve B.black => -
         reserve A.black => -
         A.white e4d5 => refused not_playing
         @9000 director resume => resumed
         running => A.white B.white
         @10000 clock A.white => 300000
         clock A.black => 301000
         A.white d1h5 ply=2 line=0 => refused stale
         A.white e4d5 ply=2 line=1 => moved A.white e4d5
         reserve B.black => P",
    );
    // A.white: 1 s, then 1 s to the fourth move of the match, then 1 s.
    let spent: Vec<u64> = table.state.moves().iter().map(|moved| moved.spent.0).collect();
    assert_eq!(spent, [1000, 2000, 2000, 2000, 2000]);
}

#[test]
fn r36_a_rewind_restores_counts_of_offers_and_claims() {
    // An offer before the last remaining move is still counted, one after it is not.
    check(
        usual(),
        BOTH,
        "A.white offer
         A.black decline
         B e2e4
         B.black offer
         A.black decline
         director rewind 1
         director resume
         A.white offer => refused already_offered R25
         B.black offer => draw_offered B.black
         director rewind 0
         director resume
         A.white offer => draw_offered A.white",
    );
    check(
        usual(),
        BOTH,
        "A repetition
         B e2e4
         B repetition
         director rewind 1
         director resume
         A repetition => refused already_claimed R28
         B repetition => claim_failed B.black repetition 180000, draw_offered B.black",
    );
}

#[test]
fn r36_a_rewind_restores_what_repetition_and_fifty_moves_count() {
    let home = "A g1f3\n A g8f6\n A f3g1\n A f6g8\n";
    check(
        usual(),
        BOTH,
        &format!(
            "{home}{home}A e2e4
             director rewind 8
             director resume
             A repetition => over repetition A draw"
        ),
    );
    check(
        usual(),
        BOTH,
        &format!(
            "{home}{home}
             director rewind 4
             director resume
             A repetition => claim_failed A.white repetition 180000, draw_offered A.white"
        ),
    );
    check(
        usual(),
        ["4k3/8/8/8/8/8/P7/4K3 w - - 99 80", KINGS],
        "A e1d1
         A e8d8
         A a2a3
         director rewind 2
         director resume
         A fifty_moves => over fifty_moves A draw",
    );
}

#[test]
fn r36_a_rewind_undoes_penalties_and_falls() {
    check(
        penalise(),
        BOTH,
        "A e2e4
         A.black e7e4 ply=1 => penalised A.black 1 120000
         A.black e7e4 ply=1 => penalised A.black 2 120000
         director set B.white 0
         director rewind 1
         penalties => 0 0 0 0
         fallen => none
         clock A.white => 303000
         clock B.white => 300000
         director resume
         A.black e7e4 ply=1 => penalised A.black 1 120000",
    );
}

#[test]
fn r36_a_rewind_needs_moves_that_have_been_made() {
    check(
        usual(),
        BOTH,
        "A e2e4
         director rewind 2 => refused bad_message
         director rewind 1 => rewound 1 1
         director rewind 0 => rewound 2 0
         director rewind 1 => refused bad_message
         A.white ready => refused wrong_phase
         director resume => resumed",
    );
}

#[test]
fn r36_an_annulled_match_is_started_again() {
    let mut table = check(
        penalise(),
        ["4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", KINGS],
        "@1000 A N@a4
         @2000 A.black e8e1 ply=1 => penalised A.black 1 120000
         A.black offer
         director set B.white 0
         @3000 director annul => annulled 1
         phase => seating
         fen A => 4k3/8/8/8/8/8/8/4K3 w - - 0 1
         reserve A.white => N
         clock A.white => 300000
         clock B.white => 300000
         penalties => 0 0 0 0
         fallen => none
         running => none
         offer => none
         A.white e1e2 => refused not_playing
         director rewind 0 => refused wrong_phase
         director annul => refused wrong_phase
         A.white ready => ready A.white
         A.black ready => ready A.black
         B.white ready => ready B.white
         @5000 B.black ready => ready B.black, started
         @6000 clock A.white => 299000
         A.white N@a4 ply=0 line=0 => refused stale
         A.white N@a4 ply=0 line=1 => moved A.white N@a4
         director pause
         director annul => annulled 2",
    );
    table.run("director start => started");
    assert_eq!(table.state.first_started_at(), Some(crate::play::START));
}

#[test]
fn r36_the_director_declares_any_result() {
    for (ruling, told) in [
        ("result 1", "ruling - team1"),
        ("result 2", "ruling - team2"),
        ("result draw", "ruling - draw"),
        ("points 0 0", "ruling - nobody"),
        ("points 2 0", "ruling - team1"),
        ("points 1 2", "ruling - 1:2"),
    ] {
        for phase in ["", "director pause", "director annul"] {
            let script = format!("{phase}\n director {ruling} => over {told}\n running => none");
            check(usual(), BOTH, &script);
        }
        let changed = format!("A.white resign\n director {ruling} => result_changed {told}");
        check(usual(), BOTH, &changed);
    }
}

#[test]
fn r36_a_match_begun_in_wrong_seats_goes_on() {
    check(
        usual(),
        BOTH,
        "A e2e4
         director unseat A.white => left_seat A.white
         director seat A.white newcomer => seated A.white
         director seat A.white other => refused seat_taken
         director seat B.white newcomer => refused already_seated
         A e7e5
         newcomer d2d4 => moved A.white d2d4
         phase => playing",
    );
}

#[test]
fn r36_close_ends_an_unfinished_table() {
    for phase in ["", "director pause", "director annul"] {
        let over = "director close => over abandoned - unfinished";
        check(usual(), BOTH, &format!("{phase}\n {over}"));
    }
}

#[test]
fn r34_a_call_stops_nothing() {
    check(
        usual(),
        BOTH,
        "@1000 A.black call => called A.black
         phase => playing
         running => A.white B.white
         @2000 clock A.white => 298000",
    );
}

#[test]
fn r34_the_director_pauses_and_resumes_all_four_clocks() {
    check(
        usual(),
        BOTH,
        "@1000 A e2e4
         @3000 director pause => paused director
         director pause => refused wrong_phase
         running => none
         @70000 clock A.white => 302000
         clock A.black => 298000
         clock B.white => 297000
         A.black e7e5 => refused not_playing
         director resume => resumed
         director resume => refused wrong_phase
         running => A.black B.white
         @71000 clock A.black => 297000
         clock B.white => 296000",
    );
}

#[test]
fn r34_the_director_sets_clocks_and_gives_time() {
    check(
        usual(),
        BOTH,
        "@1000 director set A.white 60000 => clock_set A.white 60000
         @2000 clock A.white => 59000
         director add A.white 5000 => clock_set A.white 64000
         director add A.black 5000 => clock_set A.black 305000
         director add A.black -10000 => clock_set A.black 295000
         director pause
         director set B.white 1234 => clock_set B.white 1234
         @9000 clock B.white => 1234
         director add B.white -2000 => clock_set B.white 0, flag_fallen B.white
         director resume
         fallen => B.white",
    );
    let mut table = Table::started(usual(), BOTH);
    let set = |left| Command::Rule(Ruling::SetClock { seat: Seat::AWhite, left: Millis(left) });
    let refused = table.send(&person("director"), &set(u64::MAX)).unwrap_err();
    assert!(matches!(refused, Refusal::OutOfRange(_)));
    table.run(
        "director add A.white 9223372036854775807 => clock_set A.white 86400000
         director add B.white -9223372036854775808 => clock_set B.white 0, flag_fallen B.white",
    );
}

#[test]
fn rulings_keep_to_their_phases() {
    let mut table = Table::seated(usual(), BOTH);
    for ruling in ["pause", "resume", "set A.white 1", "add A.white 1", "rewind 0", "annul"] {
        table.run(&format!("director {ruling} => refused wrong_phase"));
    }
    table.run("director start => started\n director start => refused wrong_phase");
}
