//! Every ending, each losing seat, each kind of viewer: R4, R18 to R38.

use crate::play::{BOTH, KINGS, Table, USUAL, seen_from};
use catchmate::game::{Audience, Ending, HalfPoints, View};
use catchmate::ids::{BoardName, Millis, Seat};
use catchmate::rules::{
    BackRankDrops, Flag, IllegalMoves, Options, PartnerBoard, SpectatorReserves,
};

fn usual() -> Options {
    Options::default()
}

/// The ways of hiding.
fn hidings(options: &Options) -> Vec<Options> {
    let mut hidings = Vec::new();
    for partner_board in [PartnerBoard::Visible, PartnerBoard::Hidden] {
        for spectator_reserves in [SpectatorReserves::Hidden, SpectatorReserves::Shown] {
            hidings.push(Options { partner_board, spectator_reserves, ..options.clone() });
        }
    }
    hidings
}

/// Plays a script, seen from `seat`, under every way of hiding, and checks what everyone is shown
/// of the end.
fn check_end(
    options: &Options,
    boards: [&str; 2],
    seat: Seat,
    script: &str,
    check: impl Fn(&catchmate::game::Outcome),
) {
    for options in hidings(options) {
        let mut table = Table::seated(options, boards);
        table.run(&seen_from(seat, script));
        for (index, audience) in Audience::ALL.into_iter().enumerate() {
            let view = View::new(&table.state, audience);
            let outcome = view.outcome().expect("it is over");
            check(outcome);
            // R40: everything is open to everyone now.
            assert_eq!((view.boards().count(), view.reserves().len()), (2, 4), "{audience:?}");
            assert!(view.legal().is_none() && view.pause().is_none());
            assert_eq!(view.clocks(table.now()).unwrap().running, []);
            let told =
                table.shown[index].iter().any(|shown| shown.contains(&format!("{outcome:?}")));
            assert!(told, "{audience:?} is told the result");
        }
    }
}

/// The team of each seat loses in turn.
fn check_losses(
    options: &Options,
    boards: impl Fn(Seat) -> [&'static str; 2],
    script: impl Fn(Seat) -> String,
    by: Ending,
) {
    for loser in Seat::ALL {
        check_end(options, boards(loser), loser, &script(loser), |outcome| {
            assert_eq!((outcome.by, outcome.winner), (by, Some(loser.team().other())), "{loser}");
            let points = outcome.points.unwrap();
            assert_eq!(points[loser.team() as usize], HalfPoints::ZERO);
            assert_eq!(points[loser.team().other() as usize], HalfPoints::ONE);
            let on_a_board = !matches!(by, Ending::Ruling | Ending::Default);
            assert_eq!(outcome.board, on_a_board.then(|| loser.board()));
        });
    }
}

fn check_draw(options: &Options, boards: [&str; 2], seat: Seat, script: &str, by: Ending) {
    check_end(options, boards, seat, script, |outcome| {
        assert_eq!((outcome.by, outcome.winner), (by, None), "{seat}");
        assert_eq!(outcome.points, Some([HalfPoints::HALF; 2]));
    });
}

/// One board for a seat, two kings on the other.
fn with_kings(seat: Seat, white: &'static str, black: &'static str) -> [&'static str; 2] {
    let board = if seat.color().is_white() { white } else { black };
    if seat.board() == BoardName::A { [board, KINGS] } else { [KINGS, board] }
}

const START: &str = "director start\n";

#[test]
fn r18_mate() {
    // The loser's king stands smothered in the corner.
    let white_loses = "6k1/8/8/8/6n1/8/6PP/6RK b - - 0 1";
    let black_loses = "6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1";
    check_losses(
        &usual(),
        |seat| with_kings(seat, white_loses, black_loses),
        |seat| {
            let mate = if seat.color().is_white() { "g4f2" } else { "g5f7" };
            format!("{START} OPP {mate}")
        },
        Ending::Mate,
    );
    let back_rank = |seat| {
        with_kings(seat, "4r1k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1")
    };
    check_losses(
        &Options { back_rank_drops: BackRankDrops::None, ..usual() },
        back_rank,
        |seat| {
            let mate = if seat.color().is_white() { "e8e1" } else { "e1e8" };
            format!("{START} OPP {mate}")
        },
        Ending::Mate,
    );
}

#[test]
fn r20_time() {
    for claimant in ["OPP", "ACROSS"] {
        check_losses(
            &usual(),
            |_| BOTH,
            |_| format!("{START} +1 director set ME 0\n {claimant} flag"),
            Ending::Time,
        );
    }
    let auto = Options { flag: Flag::Auto, ..usual() };
    check_losses(&auto, |_| BOTH, |_| format!("{START} +1 director set ME 0"), Ending::Time);
    for seat in Seat::ALL {
        let both = "+1 director pause\n director set ME 0\n director set OPP 0\n ACROSS flag";
        check_draw(&usual(), BOTH, seat, &format!("{START}{both}"), Ending::Time);
    }
}

#[test]
fn r24_resignation_loses_for_the_team() {
    check_losses(&usual(), |_| BOTH, |_| format!("{START} ME resign"), Ending::Resignation);
    let paused = |_| format!("{START} director pause\n ME resign");
    check_losses(&usual(), |_| BOTH, paused, Ending::Resignation);
    let mut table = Table::seated(usual(), BOTH);
    table.run("A.white resign => refused not_playing");
}

#[test]
fn r35_illegal_moves() {
    let penalise = Options { illegal_moves: IllegalMoves::Penalise, ..usual() };
    check_losses(
        &penalise,
        |_| BOTH,
        |seat| {
            let black = seat.color().is_black();
            let first = if black { "HERE e2e4\n" } else { "" };
            let tries = format!("ME e4e2 ply={}\n", u8::from(black)).repeat(3);
            format!("{START}{first}{tries}")
        },
        Ending::IllegalMoves,
    );
}

#[test]
fn r37_default() {
    let minute = Options { default_after: Some(Millis(60_000)), ..usual() };
    let missing = |_| format!("gone ME\n {START} @60000 due");
    check_losses(&minute, |_| BOTH, missing, Ending::Default);
    let at_once = Options { default_after: Some(Millis::ZERO), ..usual() };
    check_losses(&at_once, |_| BOTH, |_| format!("gone ME\n {START}"), Ending::Default);
    for seat in Seat::ALL {
        let both = format!("gone ME\n gone OPP\n {START} @60000 due");
        check_end(&minute, BOTH, seat, &both, |outcome| {
            assert_eq!((outcome.by, outcome.winner), (Ending::Default, None));
            assert_eq!(outcome.points, Some([HalfPoints::ZERO; 2]));
        });
    }
}

#[test]
fn r36_ruling() {
    let lost = |seat: Seat| format!("{START} director result {}", seat.team().other().number());
    check_losses(&usual(), |_| BOTH, lost, Ending::Ruling);
    // Also where it changes what was.
    let changed = |seat: Seat| {
        format!("{START} OPP resign\n director result {}", seat.team().other().number())
    };
    check_losses(&usual(), |_| BOTH, changed, Ending::Ruling);
    check_draw(
        &usual(),
        BOTH,
        Seat::AWhite,
        &format!("{START} director result draw"),
        Ending::Ruling,
    );
}

#[test]
fn r25_agreement() {
    for seat in Seat::ALL {
        let agreed = "ME offer\n OPP accept\n PARTNER accept\n ACROSS accept";
        check_draw(&usual(), BOTH, seat, &format!("{START}{agreed}"), Ending::Agreement);
    }
}

#[test]
fn r27_repetition() {
    for seat in Seat::ALL {
        let home = "HERE g1f3\n HERE g8f6\n HERE f3g1\n HERE f6g8\n".repeat(2);
        let last = if seat.color().is_black() { "HERE g1f3\n" } else { "" };
        let named = if seat.color().is_black() { " g8f6" } else { "" };
        let script = format!("{START}{home}{last} ME repetition{named}");
        check_draw(&usual(), BOTH, seat, &script, Ending::Repetition);
    }
}

#[test]
fn r29_fifty_moves() {
    for seat in Seat::ALL {
        let boards = with_kings(
            seat,
            "4k3/8/8/8/8/8/8/4K2R w - - 100 80",
            "4k3/8/8/8/8/8/8/4K2R b - - 100 80",
        );
        check_draw(&usual(), boards, seat, &format!("{START} ME fifty_moves"), Ending::FiftyMoves);
    }
}

#[test]
fn r37_abandoned() {
    let gone = "gone ME\n gone OPP\n gone PARTNER\n gone ACROSS\n +600000 due";
    let before_the_start = gone;
    for script in [&format!("{START}{gone}"), before_the_start, "director close"] {
        check_end(&usual(), [USUAL, KINGS], Seat::AWhite, script, |outcome| {
            assert_eq!((outcome.by, outcome.winner), (Ending::Abandoned, None));
            assert_eq!(outcome.points, None);
        });
    }
}

#[test]
fn r38_a_point_a_half_or_nothing_for_each_player_of_a_team() {
    for (script, points) in [
        ("A.white resign", [0, 2]),
        ("A.black resign", [2, 0]),
        ("director result draw", [1, 1]),
        ("director points 0 0", [0, 0]),
    ] {
        check_end(&usual(), BOTH, Seat::AWhite, &format!("{START}{script}"), |outcome| {
            assert_eq!(outcome.points, Some(points.map(HalfPoints)));
        });
    }
}
