//! Who is shown what: R11, R12 and R40.

use crate::play::{BOTH, KINGS, Table, check, letters, person};
use catchmate::game::{Audience, View};
use catchmate::ids::{BoardName, Seat};
use catchmate::rules::{IllegalMoves, Options, PartnerBoard, SpectatorReserves};

use PartnerBoard::{Hidden as Apart, Visible as Together};
use SpectatorReserves::{Hidden, Shown};

fn options(partner_board: PartnerBoard, spectator_reserves: SpectatorReserves) -> Options {
    let illegal_moves = IllegalMoves::Penalise;
    Options { partner_board, spectator_reserves, illegal_moves, ..Options::default() }
}

/// Everything that can happen at a table.
const SCRIPT: &str = "A.black unready
    A.black ready
    B.black ready
    A e2e4
    B e2e4
    A d7d5
    A e4d5
    B d7d5
    B e4d5
    A P@e6
    B.black say partner psst
    A.black say table hello
    director say table hello
    A.white repetition
    B.black e5e5 ply=3
    B.black accept
    B.white decline
    A.white call
    director set A.black 0
    director pause
    director resume
    journal
    A.white ready
    director resume
    director unseat A.black
    newcomer sit A.black
    A.white inform
    director rewind 5
    director annul
    director start
    A e2e4
    A d7d5
    A e4d5
    A.white resign
    director result draw";

/// What the audiences are shown of the script, one row an event: the four seats, the spectators,
/// the director. `=` is all of it, `.` nothing.
fn rows(options: Options) -> Vec<String> {
    let mut table = Table::seated(options, BOTH);
    table.run("A.white ready\n A.black ready\n B.white ready");
    let mut rows = Vec::new();
    for line in SCRIPT.lines() {
        table.line(line.trim());
        rows.append(&mut table.rows);
    }
    assert!(rows.len() > 36);
    rows
}

/// The rows but for those of which everyone is shown all.
fn check_rows(options: Options, expected: &str) {
    let expected: Vec<&str> = expected.lines().map(str::trim).collect();
    let mut rows = rows(options);
    rows.retain(|row| !row.ends_with(" | = | = | = | = | = | ="));
    let over = " = A.white:- A.black:- B.white:- B.black:P";
    let rows: Vec<String> = rows.iter().map(|row| row.replace(over, " = ALL")).collect();
    for (row, expected) in rows.iter().zip(&expected) {
        assert_eq!(row, expected);
    }
    assert_eq!(rows.len(), expected.len());
}

#[test]
fn r11_what_everyone_is_shown_of_each_event() {
    check_rows(
        options(Together, Hidden),
        "moved A.white e4d5 | = B.black:P | = | = | = B.black:P | = | = B.black:P
         moved B.white e4d5 | = | = A.black:P | = A.black:P | = | = | = A.black:P
         moved A.black P@e6 | = | = A.black:- | = A.black:- | = | = | = A.black:-
         said | = | . | . | = | . | .
         informed A.white | . | . | . | . | . | .
         rewound 1 5 | = snapshot | = snapshot | = snapshot | = snapshot | = snapshot | = snapshot
         annulled 2 | = snapshot | = snapshot | = snapshot | = snapshot | = snapshot | = snapshot
         moved A.white e4d5 | = B.black:P | = | = | = B.black:P | = | = B.black:P
         over resignation A team2 | = ALL | = ALL | = ALL | = ALL | = ALL | = ALL",
    );
}

#[test]
fn r12_spectators_may_be_shown_the_reserves() {
    check_rows(
        options(Together, Shown),
        "moved A.white e4d5 | = B.black:P | = | = | = B.black:P | = B.black:P | = B.black:P
         moved B.white e4d5 | = | = A.black:P | = A.black:P | = | = A.black:P | = A.black:P
         moved A.black P@e6 | = | = A.black:- | = A.black:- | = | = A.black:- | = A.black:-
         said | = | . | . | = | . | .
         informed A.white | . | . | . | . | . | .
         rewound 1 5 | = snapshot | = snapshot | = snapshot | = snapshot | = snapshot | = snapshot
         annulled 2 | = snapshot | = snapshot | = snapshot | = snapshot | = snapshot | = snapshot
         moved A.white e4d5 | = B.black:P | = | = | = B.black:P | = B.black:P | = B.black:P
         over resignation A team2 | = ALL | = ALL | = ALL | = ALL | = ALL | = ALL",
    );
}

#[test]
fn r12_with_the_other_board_hidden() {
    for spectator_reserves in [Hidden, Shown] {
        check_rows(
            options(Apart, spectator_reserves),
            "started | = | = | = | = | started | =
             moved A.white e2e4 | = | = | clocks | clocks | . | =
             moved B.white e2e4 | clocks | clocks | = | = | . | =
             moved A.black d7d5 | = | = | clocks | clocks | . | =
             moved A.white e4d5 | = | = | clocks | reserve B.black:P | . | = B.black:P
             moved B.black d7d5 | clocks | clocks | = | = | . | =
             moved B.white e4d5 | clocks | reserve A.black:P | = | = | . | = A.black:P
             moved A.black P@e6 | = | = A.black:- | clocks | clocks | . | = A.black:-
             said | = | . | . | = | . | .
             said | = | = | = | = | . | =
             said | = | = | = | = | . | =
             claim_failed A.white repetition 180000 | = | = | clocks | clocks | . | =
             draw_offered A.white | = | = | = | = | . | =
             penalised B.black 1 120000 | clocks | clocks | = | = | . | =
             draw_accepted B.black | = | = | = | = | . | =
             draw_declined B.white | = | = | = | = | . | =
             called A.white | = | = | = | = | . | =
             clock_set A.black 0 | = | = | = | = | . | =
             flag_fallen A.black | = | = | = | = | . | =
             paused director | = | = | = | = | . | =
             resumed | = | = | = | = | . | =
             paused journal | = | = | = | = | . | =
             ready A.white | = | = | = | = | . | =
             resumed | = | = | = | = | . | =
             informed A.white | . | . | . | . | . | .
             rewound 1 5 | rewound 3 snapshot | rewound 3 snapshot | rewound 2 snapshot | rewound 2 snapshot | . | = snapshot
             annulled 2 | = snapshot | = snapshot | = snapshot | = snapshot | = snapshot | = snapshot
             started | = | = | = | = | started | =
             moved A.white e2e4 | = | = | clocks | clocks | . | =
             moved A.black d7d5 | = | = | clocks | clocks | . | =
             moved A.white e4d5 | = | = | clocks | reserve B.black:P | . | = B.black:P
             over resignation A team2 | = ALL snapshot | = ALL snapshot | = ALL snapshot | = ALL snapshot | = ALL snapshot | = ALL",
        );
    }
}

/// The boards and reserves on a screen, such as `A B: A.white B.black`.
fn open_to(table: &Table, audience: Audience) -> String {
    let view = View::new(&table.state, audience);
    let boards: Vec<String> = view.boards().map(|board| board.name.to_string()).collect();
    let reserves: Vec<String> = view.reserves().iter().map(|(seat, _)| seat.to_string()).collect();
    format!("{}: {}", boards.join(" "), reserves.join(" "))
}

#[test]
fn r12_what_stands_on_each_screen_before_and_after_the_end() {
    let all = "A B: A.white A.black B.white B.black";
    let (one, two) = ("A B: A.white B.black", "A B: A.black B.white");
    for (options, expected) in [
        (options(Together, Hidden), [one, two, two, one, "A B: ", all]),
        (options(Together, Shown), [one, two, two, one, all, all]),
        (
            options(Apart, Hidden),
            ["A: A.white", "A: A.black", "B: B.white", "B: B.black", ": ", all],
        ),
        (
            options(Apart, Shown),
            ["A: A.white", "A: A.black", "B: B.white", "B: B.black", ": ", all],
        ),
    ] {
        let mut table = Table::started(options, BOTH);
        for (audience, expected) in Audience::ALL.into_iter().zip(expected) {
            assert_eq!(open_to(&table, audience), expected, "{audience:?}");
            let view = View::new(&table.state, audience);
            assert_eq!(view.sees_all_reserves(), expected == all, "{audience:?}");
        }
        table.run("director pause");
        for (audience, expected) in Audience::ALL.into_iter().zip(expected) {
            assert_eq!(open_to(&table, audience), expected, "{audience:?}");
        }
        table.run("A.white resign");
        for audience in Audience::ALL {
            assert_eq!(open_to(&table, audience), all, "R40: {audience:?}");
        }
    }
}

#[test]
fn r12_spectators_of_a_hidden_match_see_rules_seats_and_seating() {
    let mut table = Table::started(options(Apart, Shown), BOTH);
    let script = "A e2e4
                  A.black say table hello
                  A.black offer
                  director set B.black 0
                  A.black e7e5 ply=7 => refused stale
                  A.black e7e4 ply=1 => penalised A.black 1 120000
                  director pause";
    for line in script.lines() {
        table.run(line);
        let view = View::new(&table.state, Audience::Spectator);
        assert_eq!(view.phase(), "playing");
        assert!(view.pause().is_none() && view.draw().is_none());
        assert!(view.clocks(table.now()).is_none());
        assert!(view.talk(None).is_empty() && view.penalties().is_empty());
        assert_eq!((view.moves().count(), view.ply(BoardName::A)), (0, 0));
        assert!(view.legal().is_none());
        assert!(view.seats().0.iter().all(Option::is_some));
    }
    table.run("director result 1");
    let view = View::new(&table.state, Audience::Spectator);
    assert_eq!((view.phase(), view.moves().count(), view.talk(None).len()), ("over", 1, 1));
    assert_eq!(view.ply(BoardName::A), 1);
}

#[test]
fn r12_a_player_apart_sees_his_board_his_reserve_and_the_four_clocks() {
    let table = check(
        options(Apart, Hidden),
        BOTH,
        "@1000 A e2e4
         @2000 B e2e4
         @3000 B d7d5
         @4000 B.white e4e4 ply=2 => penalised B.white 1 120000
         @5000 A.black e7e4 ply=1 => penalised A.black 1 120000",
    );
    for (seat, plies) in [(Seat::AWhite, [1, 0]), (Seat::BBlack, [0, 2])] {
        let view = View::new(&table.state, Audience::Seat(seat));
        assert_eq!(BoardName::ALL.map(|board| view.ply(board)), plies);
        assert!(view.moves().all(|moved| moved.seat.board() == seat.board()));
        assert!(view.penalties().iter().all(|(of, _)| of.board() == seat.board()));
        assert_eq!(view.penalties().len(), 2);
        let clocks = view.clocks(table.now()).unwrap();
        assert_eq!(clocks.left.0.map(|left| left.0), [422_000, 296_000, 299_000, 422_000]);
        assert_eq!(clocks.running, [Seat::ABlack, Seat::BWhite]);
    }
}

#[test]
fn r11_a_reserve_is_shown_to_its_holder_and_his_partner() {
    let board = "4k3/8/8/8/8/8/8/4K3[QNpp] w - - 0 1";
    let table = Table::started(options(Together, Hidden), [board, KINGS]);
    let held = |audience: Audience| {
        let view = View::new(&table.state, audience);
        let told = |(seat, reserve)| format!("{seat}:{}", letters(&reserve));
        view.reserves().into_iter().map(told).collect::<Vec<_>>().join(" ")
    };
    for seat in [Seat::AWhite, Seat::BBlack] {
        assert_eq!(held(Audience::Seat(seat)), "A.white:QN B.black:-");
    }
    for seat in [Seat::ABlack, Seat::BWhite] {
        assert_eq!(held(Audience::Seat(seat)), "A.black:PP B.white:-");
    }
    assert_eq!(held(Audience::Spectator), "");
    assert_eq!(held(Audience::Director), "A.white:QN A.black:PP B.white:- B.black:-");
}

#[test]
fn a_spectator_is_never_told_that_it_is_his_turn() {
    for options in [options(Together, Shown), options(Apart, Shown)] {
        let table = Table::started(options, BOTH);
        for audience in Audience::ALL {
            let view = View::new(&table.state, audience);
            let on_move = matches!(audience, Audience::Seat(Seat::AWhite | Seat::BWhite));
            assert_eq!(view.legal().is_some(), on_move, "{audience:?}");
        }
    }
}

#[test]
fn what_the_player_on_move_may_do_is_about_his_own_board_and_reserve() {
    let board = "4k3/8/8/8/8/8/P7/4K3[Pnq] w - - 0 1";
    let mut table = Table::started(options(Apart, Hidden), [board, KINGS]);
    let legal = |table: &Table, seat| View::new(&table.state, Audience::Seat(seat)).legal();
    let white = legal(&table, Seat::AWhite).unwrap();
    assert_eq!((white.moves.len(), white.drops.len()), (2, 1));
    // A pawn goes on any of 8 × 6 squares but a2, d7 and f7, from where it would give check.
    assert_eq!(white.drops[0].1.count(), 45);
    assert!(legal(&table, Seat::ABlack).is_none());
    table.run("director pause");
    assert!(legal(&table, Seat::AWhite).is_none(), "no moves while paused");
    table.run("director resume\n A e1d1");
    assert!(legal(&table, Seat::AWhite).is_none());
    assert_eq!(legal(&table, Seat::ABlack).unwrap().drops.len(), 2);
}

#[test]
fn r11_partner_talk_is_read_by_those_who_sat_there_when_it_was_said() {
    let mut table = check(
        options(Together, Shown),
        BOTH,
        "A.white say partner one
         A.black say partner two
         B.white say table three
         director unseat B.black
         A.white say partner four
         newcomer sit B.black
         A.white say partner five",
    );
    let read = |table: &Table, seat: Option<Seat>, who: Option<&str>| {
        let audience = seat.map_or(Audience::Spectator, Audience::Seat);
        let listener = who.map(|who| person(who).player);
        let view = View::new(&table.state, audience);
        let said = |line: &&catchmate::game::TalkLine| match &line.words {
            catchmate::game::Words::Text(text) => text.to_string(),
            catchmate::game::Words::Phrase(key) => (*key).to_owned(),
        };
        view.talk(listener.as_ref()).iter().map(said).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(read(&table, Some(Seat::AWhite), Some("A.white")), "one three four five");
    assert_eq!(read(&table, Some(Seat::BBlack), Some("newcomer")), "three five");
    assert_eq!(read(&table, Some(Seat::ABlack), Some("A.black")), "two three");
    assert_eq!(read(&table, None, None), "three");
    assert_eq!(read(&table, None, Some("A.white")), "three", "not while he does not sit");
    let director = View::new(&table.state, Audience::Director);
    assert_eq!(director.talk(Some(&person("director").player)).len(), 1);
    table.run("director unseat B.black\n B.black sit B.black\n A.white resign");
    assert_eq!(read(&table, Some(Seat::BBlack), Some("B.black")), "one three");
    assert_eq!(read(&table, None, None), "three", "R40: never in the record");
}

#[test]
fn the_last_hundred_lines_of_talk_are_kept() {
    let mut table = Table::started(options(Together, Hidden), KINGS_TWICE);
    for number in 0..70 {
        table.run(&format!("A.white say partner p{number}\n A.black say table t{number}"));
    }
    let view = View::new(&table.state, Audience::Seat(Seat::AWhite));
    let talk = view.talk(Some(&person("A.white").player));
    assert_eq!(talk.len(), 100);
    assert!(talk.windows(2).all(|pair| pair[0].entry < pair[1].entry));
    assert!(format!("{:?}", talk[0].words).contains("p20"));
    assert!(format!("{:?}", talk[99].words).contains("t69"));
}

const KINGS_TWICE: [&str; 2] = [KINGS, KINGS];
