//! What practice players do, position by position.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use proptest::prelude::*;

use super::{Task, choose, command, delay, task};
use crate::game::{
    Actor, Attendance, Audience, Command, DrawAnswer, Event, Match, Opened, View, Words,
};
use crate::ids::{BoardName, ByBoard, BySeat, Instant, Millis, PlayerId, Seat};
use crate::rules::{BackRankDrops, Flag, Kind, Move, Options, PartnerBoard, Setup, Status};

const START: Instant = Instant(1_000_000);
const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// Numbers that stand for chance.
const CHANCES: std::ops::Range<u64> = 0..25;

fn practice(seat: Seat) -> PlayerId {
    PlayerId::practice(seat.name())
}

/// A match that has started from these positions, with those people in the seats.
fn started(fens: [&str; 2], options: Options, who: impl Fn(Seat) -> PlayerId) -> Match {
    let setup = ByBoard(fens.map(|fen| fen.parse::<Setup>().unwrap()));
    let mut state = Match::open(Opened { options, setup, listed: true, keys: None }, START);
    for seat in Seat::ALL {
        let (player, name) = (who(seat), seat.name().into());
        state.evolve(&Event::Seated { seat, player, name }.at(START));
    }
    state.evolve(&Event::Started { arrived: BySeat([true; 4]) }.at(START));
    state
}

/// A match of four practice players, on board A from that position on.
fn on_board_a(fen: &str) -> Match {
    started([fen, INITIAL], Options::default(), practice)
}

fn on_move(state: &Match, board: BoardName) -> View<'_> {
    View::new(state, Audience::Seat(state.on_move(board)))
}

/// Everybody there.
fn attendance() -> Attendance {
    let mut attendance = Attendance::nobody(START);
    for seat in Seat::ALL {
        attendance.note(seat, true, START);
    }
    attendance
}

/// Does what the practice player of that seat asks for.
fn act(state: &mut Match, seat: Seat, command: &Command, at: Instant) {
    let player = state.seats()[seat].as_ref().unwrap().player.clone();
    let actor = Actor { player, name: seat.name().to_owned(), director: false };
    let entries = state.decide(&actor, command, &attendance(), at).unwrap();
    for entry in &entries {
        state.evolve(entry);
    }
}

fn chosen(fen: &str) -> Vec<String> {
    let state = on_board_a(fen);
    let view = on_move(&state, BoardName::A);
    let mut moves: Vec<String> =
        CHANCES.map(|noise| choose(&view, noise).unwrap().to_string()).collect();
    moves.sort();
    moves.dedup();
    moves
}

#[test]
fn it_mates_when_it_can() {
    for fen in [
        "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1",
        "6rk/6pp/7N/8/8/8/8/4K1N1[QRQR] w - - 0 1",
        "7k/Q7/6K1/8/8/8/8/1r6 w - - 0 1",
        "rnb1k1nr/pppp1ppp/5q2/2b1p3/2B1P3/2N4P/PPPP1PP1/R1BQK1NR b KQkq - 0 1",
    ] {
        let state = on_board_a(fen);
        let view = on_move(&state, BoardName::A);
        let position = view.boards().next().unwrap().position;
        for noise in CHANCES {
            let action = choose(&view, noise).unwrap();
            let ban = BackRankDrops::NoPawns;
            let after = position.play(action.into(), &view.reserves()[0].1, ban).unwrap().position;
            assert_eq!(after.status(ban), Status::Mate, "{action} in {fen}");
        }
    }
}

#[test]
fn it_takes_what_is_free_and_leaves_what_is_not() {
    assert_eq!(chosen("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"), ["e4d5"]);
    for action in chosen("r3k3/ppp2ppp/8/3q4/8/2N5/PPP2PPP/3QK3[PN] w - - 0 1") {
        assert!(action.ends_with("d5"), "{action}");
    }
    let guarded = chosen("4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1");
    assert!(!guarded.contains(&"d2d6".to_owned()), "{guarded:?}");
    // The queen is attacked by a pawn, and goes away or takes it.
    for action in chosen("rnbqkbnr/ppp2ppp/8/3pp3/4Q3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1") {
        assert!(action.starts_with("e4"), "{action}");
    }
}

#[test]
fn it_saves_its_king() {
    // Black threatens mate on f2, or on h2 by the queen and the bishop.
    for fen in [
        "rnb1k1nr/pppp1ppp/5q2/2b1p3/2B1P3/2N5/PPPP1PPP/R1BQK1NR w KQkq - 0 1",
        "r3k2r/ppp2ppp/3b4/8/7q/8/PPPP1PPP/RNBQ1RK1[NP] w kq - 0 1",
    ] {
        let state = on_board_a(fen);
        let view = on_move(&state, BoardName::A);
        let position = view.boards().next().unwrap().position;
        let ban = BackRankDrops::NoPawns;
        for noise in CHANCES {
            let action = choose(&view, noise).unwrap();
            let reserve = view.reserves()[0].1;
            let after = position.play(action.into(), &reserve, ban).unwrap().position;
            for answer in after.legal_moves(&reserve, ban) {
                let mated = after.play(answer.into(), &reserve, ban).unwrap().position.status(ban);
                assert_ne!(mated, Status::Mate, "{action} {answer} in {fen}");
            }
        }
    }
}

#[test]
fn it_asks_once_for_a_piece_and_waits_where_only_a_drop_helps() {
    let mut state = on_board_a("R6k/6pp/8/8/8/8/8/4K3 b - - 0 1");
    let view = on_move(&state, BoardName::A);
    let asked = task(&view).unwrap();
    // A pawn cannot be dropped on the last rank.
    assert_eq!(asked, Task::Ask { kind: Kind::Knight });
    let say = command(asked, &view, 0).unwrap();
    assert_eq!(say, Command::Say { to_partner: true, words: Words::Phrase("need_knight") });
    act(&mut state, Seat::ABlack, &say, START + Millis(700));
    assert_eq!(task(&on_move(&state, BoardName::A)), None);

    let state = on_board_a("R6k/6pp/8/8/8/8/8/4K3[n] b - - 0 1");
    let view = on_move(&state, BoardName::A);
    assert_eq!(task(&view), Some(Task::Move { line: 0, ply: 0 }));
    for noise in CHANCES {
        assert!(matches!(choose(&view, noise), Some(Move::Drop { kind: Kind::Knight, .. })));
    }
}

#[test]
fn it_minds_its_clock() {
    let task = Task::Move { line: 0, ply: 0 };
    let state = on_board_a(INITIAL);
    let view = on_move(&state, BoardName::A);
    let thought = |left: u64, noise| delay(task, &view, START + Millis(300_000 - left), noise).0;
    for noise in [0, 1, 999, 1999, 2000, u64::MAX] {
        assert!((1000..=3000).contains(&thought(300_000, noise)));
        assert!(thought(9000, noise) <= 600);
        assert!(thought(300, noise) <= 20);
        assert_eq!(thought(0, noise), 0);
    }
}

#[test]
fn r22_it_claims_an_opponents_fall_and_not_its_own_teams() {
    let mut state = on_board_a(INITIAL);
    let fallen = START + Millis(300_000);
    state.evolve(&Event::FlagFallen { seat: Seat::AWhite }.at(fallen));
    let to_do = |state: &Match, seat| task(&View::new(state, Audience::Seat(seat)));
    for seat in [Seat::ABlack, Seat::BWhite] {
        assert_eq!(to_do(&state, seat), Some(Task::ClaimTime));
    }
    assert_eq!(to_do(&state, Seat::AWhite), Some(Task::Move { line: 0, ply: 0 }));
    assert_eq!(to_do(&state, Seat::BBlack), None);
}

#[test]
fn r25_it_accepts_a_draw_where_it_is_no_better_and_leaves_the_word_to_a_person() {
    let answer = |fen: &str, by: Seat, person: Option<Seat>| {
        let who = |seat: Seat| match person {
            Some(person) if person == seat => PlayerId(seat.name().into()),
            _ => practice(seat),
        };
        let mut state = started([fen, INITIAL], Options::default(), who);
        act(&mut state, by, &Command::Draw(DrawAnswer::Offer), START);
        let view = View::new(&state, Audience::Seat(Seat::AWhite));
        assert_eq!(task(&view), Some(Task::AnswerDraw));
        let command = command(Task::AnswerDraw, &view, 0).unwrap();
        act(&mut state, Seat::AWhite, &command, START);
        command
    };
    let accepts = Command::Draw(DrawAnswer::Accept);
    let declines = Command::Draw(DrawAnswer::Decline);
    let better = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(answer(INITIAL, Seat::BWhite, None), accepts);
    assert_eq!(answer(better, Seat::BWhite, None), declines);
    assert_eq!(answer(better, Seat::BWhite, Some(Seat::BBlack)), accepts);
    // The partner's own offer is followed.
    assert_eq!(answer(better, Seat::BBlack, None), accepts);
}

#[test]
fn r34_it_is_ready_to_start_and_to_go_on_but_not_for_the_director() {
    let mut state = on_board_a(INITIAL);
    let seat = Audience::Seat(Seat::BWhite);
    let pause = |by| Event::Paused { by, counted_from: START }.at(START);
    state.evolve(&pause(crate::game::PausedBy::Restart));
    assert_eq!(task(&View::new(&state, seat)), Some(Task::Ready));
    act(&mut state, Seat::BWhite, &Command::Ready, START);
    assert_eq!(task(&View::new(&state, seat)), None);
    state.evolve(&pause(crate::game::PausedBy::Director));
    assert_eq!(task(&View::new(&state, seat)), None);
    state.evolve(&Event::Rewound { line: 1, to: 0 }.at(START));
    state.evolve(&Event::Resumed.at(START));
    assert_eq!(task(&View::new(&state, seat)), Some(Task::Move { line: 1, ply: 0 }));
    state.evolve(&Event::Annulled { line: 2 }.at(START));
    assert_eq!(task(&View::new(&state, seat)), Some(Task::Ready));
}

/// All that a practice player would do.
fn all_it_does(state: &Match, seat: Seat) -> Vec<(Option<Task>, Option<Command>, Option<Millis>)> {
    let view = View::new(state, Audience::Seat(seat));
    let does = |noise| {
        let task = task(&view);
        let command = task.and_then(|task| command(task, &view, noise));
        (task, command, task.map(|task| delay(task, &view, START + Millis(5000), noise)))
    };
    (0..5).map(does).collect()
}

/// Non-interference: pairs of matches that differ only in what the seat may not see (R11, R12).
#[test]
fn r11_what_its_seat_may_not_see_does_not_change_what_it_does() {
    let middle = |reserves: &str| {
        format!("r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1[{reserves}] w - - 4 7")
    };
    // White of board A and Black of board B are one team, so that theirs are the others' reserves.
    let one = started([&middle("NP"), &middle("p")], Options::default(), practice);
    let two = started([&middle("NPqqnn"), &middle("QRBNPp")], Options::default(), practice);
    for seat in [Seat::AWhite, Seat::BBlack] {
        assert_eq!(all_it_does(&one, seat), all_it_does(&two, seat));
    }
    let hidden = || Options { partner_board: PartnerBoard::Hidden, ..Options::default() };
    let one = started([&middle("NP"), INITIAL], hidden(), practice);
    let two = started([&middle("NPq"), &middle("QQqqrr")], hidden(), practice);
    assert_eq!(all_it_does(&one, Seat::AWhite), all_it_does(&two, Seat::AWhite));
    // What it may see does.
    let other = started([&middle("QQ"), INITIAL], hidden(), practice);
    assert_ne!(all_it_does(&one, Seat::AWhite), all_it_does(&other, Seat::AWhite));
}

fn any_reserve() -> impl Strategy<Value = String> {
    proptest::collection::vec(proptest::sample::select(b"QRBNPqrbnp".to_vec()), 0..8)
        .prop_map(|letters| letters.into_iter().map(char::from).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// From any position on, with whatever in hand, it asks for what is legal, and has something to
    /// do as long as anything is.
    #[test]
    fn it_never_tries_what_is_not_legal(
        reserves in [any_reserve(), any_reserve()],
        steps in proptest::collection::vec((any::<bool>(), any::<u64>()), 0..60),
        strict in any::<bool>(),
        noise in any::<u64>(),
    ) {
        let fens = reserves.map(|held| {
            format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[{held}] w KQkq - 0 1")
        });
        let ban = if strict { BackRankDrops::None } else { BackRankDrops::NoPawns };
        let options = Options { back_rank_drops: ban, ..Options::default() };
        let mut state = started([&fens[0], &fens[1]], options, practice);
        for (board, number) in steps {
            let seat = state.on_move(if board { BoardName::A } else { BoardName::B });
            let view = View::new(&state, Audience::Seat(seat));
            let position = view.boards().find(|b| b.name == seat.board()).unwrap().position;
            let reserve = view.reserves().iter().find(|(of, _)| *of == seat).unwrap().1;
            let moves = position.legal_moves(&reserve, ban);
            if moves.is_empty() || state.outcome().is_some() {
                break;
            }
            let attempt = moves[usize::try_from(number % moves.len() as u64).unwrap()].into();
            act(&mut state, seat, &Command::Move { attempt, ply: None, line: None }, START);
        }
        for board in BoardName::ALL {
            let view = on_move(&state, board);
            let found = task(&view);
            prop_assert_eq!(found.is_some(), state.outcome().is_none());
            if let Some(command) = found.and_then(|task| command(task, &view, noise)) {
                // A refusal would panic.
                let seat = state.on_move(board);
                act(&mut state.clone(), seat, &command, START);
            }
        }
    }
}

/// Four practice players play a match by themselves, instant after instant; gives its end.
fn whole_match(match_number: u64, flag: Flag) -> Match {
    let initial = Millis(120_000);
    let options = Options { initial, increment: Millis(1000), flag, ..Options::default() };
    let mut state = started([INITIAL, INITIAL], options, practice);
    let mut now = START;
    let mut plans: [Option<(Task, Instant)>; 4] = [None; 4];
    for step in 0..10_000_u64 {
        if state.outcome().is_some() {
            return state;
        }
        for (seat, plan) in Seat::ALL.into_iter().zip(&mut plans) {
            let view = View::new(&state, Audience::Seat(seat));
            *plan = task(&view).map(|task| match *plan {
                Some((before, at)) if before == task => (task, at),
                _ => (task, now + delay(task, &view, now, match_number ^ (step << 8))),
            });
        }
        let next = Seat::ALL.into_iter().zip(plans);
        let next = next.filter_map(|(seat, plan)| plan.map(|(task, at)| (at, seat, task)));
        let next = next.min_by_key(|(at, ..)| *at);
        let due = state.next_deadline(&attendance());
        match (next, due) {
            (Some((at, seat, task)), due) if due.is_none_or(|due| at < due) => {
                now = at;
                let view = View::new(&state, Audience::Seat(seat));
                let asked = command(task, &view, match_number ^ step).unwrap();
                act(&mut state, seat, &asked, now);
            }
            (_, Some(due)) => {
                now = due;
                let entries = state.due(&attendance(), now);
                for entry in &entries {
                    state.evolve(entry);
                }
            }
            _ => panic!("nobody has anything to do any more"),
        }
    }
    panic!("the match does not end")
}

#[test]
fn four_of_them_play_a_match_to_its_end() {
    for (number, flag) in [(1, Flag::Claim), (2, Flag::Auto)] {
        let state = whole_match(number, flag);
        let outcome = state.outcome().unwrap();
        assert!(outcome.points.is_some(), "{outcome:?}");
        assert!(state.moves().len() > 20, "{} moves", state.moves().len());
        // Its clocks bound it: two for each board, and what each move adds.
        let longest = Millis(240_000 + 1000 * state.moves().len() as u64 + 1200);
        assert!(state.ended_at().unwrap() <= START + longest);
    }
}
