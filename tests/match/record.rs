//! The record (R39, R40): what is written, and that reading it gives the match back.

use catchmate::game::{
    Actor, Audience, BpgnGame, Command, Event, Replayed, ReplayedMove, Tags, View, read_bpgn,
    write_bpgn, write_record,
};
use catchmate::ids::{BoardName, Millis, PlayerId, Seat};
use catchmate::rules::{BackRankDrops, Options, Setup};
use proptest::prelude::*;

use crate::play::{BOTH, Table, USUAL};

const PAWN_AND_PAWN: &str = "4k3/8/8/8/8/8/4P3/4K3[P] w - - 0 1";
/// What partners whisper in these tests.
const WHISPER: &str = "Psst_e2e4";

fn record(table: &Table) -> String {
    let tags = Tags { event: "Club \"evening\"".to_owned(), site: "k7f2".to_owned() };
    write_bpgn(&table.state, &tags)
}

fn read(text: &str) -> BpgnGame {
    let mut games = read_bpgn(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

#[test]
fn r39_the_record_as_it_is_written() {
    let mut table = Table::started(Options::default(), [PAWN_AND_PAWN, USUAL]);
    table.run(
        "@3600 A P@e4\n @3600 A.white say partner hush\n @4000 B e2e4\n @5001 B.white offer\n
         @6000 B e7e5\n @7000 A e8e7\n @7000 A e2e3\n @9000 B g1f3\n @9500 A.black resign",
    );
    let expected = r#"[Event "Club \"evening\""]
[Site "k7f2"]
[Date "2023.11.14"]
[Variant "Catch"]
[WhiteA "A.white"]
[BlackA "A.black"]
[WhiteB "B.white"]
[BlackB "B.black"]
[TimeControl "300+3"]
[Result "1-0"]
[Termination "resignation"]
[FenA "4k3/8/8/8/8/8/4P3/4K3[P] w - - 0 1"]

1A. P@e4{299.4} 1B. e4{299} (=){B.white} 1b. e5{301} 1a. Ke7{299.6}
2A. e3{302.4} 2B. Nf3{299} 1-0
"#;
    assert_eq!(record(&table), expected);
}

#[test]
fn r39_e4_and_a_drop_on_e4_are_told_apart_there_and_back() {
    for (action, san, end) in [
        ("e2e4", "e4", "4k3/8/8/8/4P3/8/8/4K3[P] b - - 0 1"),
        ("P@e4", "P@e4", "4k3/8/8/8/4P3/8/4P3/4K3[] b - - 0 1"),
    ] {
        let mut table = Table::started(Options::default(), [PAWN_AND_PAWN, USUAL]);
        table.run(&format!("A {action}\n A.white resign"));
        let game = read(&record(&table));
        assert_eq!(game.moves[0].san, san);
        let boards = game.replay(BackRankDrops::NoPawns).unwrap();
        assert_eq!(boards.setup(BoardName::A).to_string(), end);
    }
}

#[test]
fn r40_results_are_those_of_team_1() {
    for (ends, result, termination) in [
        ("A.white resign", "0-1", "resignation"),
        ("B.white resign", "1-0", "resignation"),
        (
            "A.white offer\n A.black accept\n B.white accept\n B.black accept",
            "1/2-1/2",
            "agreement",
        ),
        ("director points 0 0", "0-0", "ruling"),
        ("director points 2 2", "1-1", "ruling"),
        ("director close", "*", "abandoned"),
        ("A.white resign\n director result 1", "1-0", "ruling"),
    ] {
        let mut table = Table::started(Options::default(), BOTH);
        table.run(ends);
        let game = read(&record(&table));
        assert_eq!((game.tag("Result"), game.result), (Some(result), Some(result)), "{ends}");
        assert_eq!(game.tag("Termination"), Some(termination));
    }
}

/// One thing that happens, each number taken modulo what there is to choose from.
type Step = (u8, u8, u16, u16);

const BOARDS: [&str; 6] = [
    USUAL,
    "r3k2r/pP4pp/8/8/4n3/8/PP4PP/R3K2R[QRBNPqrbnp] b KQkq - 3 17",
    "4k2P/8/8/3pP3/8/8/4P3/4K2p[PPp] w - d6 0 40",
    PAWN_AND_PAWN,
    "2k5/8/8/1Q5Q/8/8/7Q/K6Q[NNnn] w - - 12 60",
    "6k1/5ppp/8/8/8/8/8/4R1K1[Rr] w - - 0 1",
];

/// Names as people choose them.
fn name() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "Anna",
        "\"",
        "\\",
        "]",
        "[",
        "{",
        "}",
        " ",
        "ü",
        "棋",
        "\u{1F41F}",
        "%",
        ";",
        "'",
        "\\\"]",
    ]);
    prop::collection::vec(part, 1..6).prop_map(|parts| format!("x{}x", parts.concat()))
}

fn line(table: &mut Table, (kind, who, what, _): Step) -> Option<String> {
    let seat = Seat::ALL[usize::from(who) % 4];
    Some(match kind % 16 {
        _ if table.phase() == "paused" => "director resume".to_owned(),
        0 => format!("{seat} offer"),
        1 => format!("{seat} say partner {WHISPER}"),
        2 => format!("director rewind {}", usize::from(what) % (table.state.moves().len() + 1)),
        3 if what.is_multiple_of(8) => "director annul".to_owned(),
        3 if what % 8 == 1 => format!("director set {seat} {}", what % 999),
        4 => format!("{seat} ready"),
        5 if what.is_multiple_of(4) => format!("{seat} decline"),
        _ => {
            let board = BoardName::ALL[usize::from(who) % 2];
            let held = table.reserve(table.state.on_move(board));
            let view = View::new(&table.state, Audience::Director);
            let position = view.boards().nth(board as usize)?.position;
            let moves = position.legal_moves(&held, table.state.options().back_rank_drops);
            let action = moves.get(usize::from(what) % moves.len().max(1))?;
            format!("{board} {action}")
        }
    })
}

/// The offers that the record should hold.
fn offers(table: &Table) -> Vec<(usize, Option<Seat>)> {
    let (mut moves, mut offers) = (0, Vec::new());
    for entry in &table.record {
        match &entry.event {
            Event::Moved(_) => moves += 1,
            Event::DrawOffered { seat, .. } => offers.push((moves, Some(*seat))),
            Event::Rewound { to, .. } => {
                moves = *to;
                offers.retain(|(after, _)| *after < moves);
            }
            Event::Annulled { .. } => {
                moves = 0;
                offers.clear();
            }
            _ => {}
        }
    }
    offers
}

fn check_read_back(table: &Table, names: &[String]) {
    let text = record(table);
    assert!(!text.contains(WHISPER), "R40: {text}");
    assert!(text.lines().filter(|line| !line.starts_with('[')).all(|line| line.len() <= 80));
    let game = read(&text);
    for (tag, name) in ["WhiteA", "BlackA", "WhiteB", "BlackB"].into_iter().zip(names) {
        assert_eq!(game.tag(tag), Some(name.as_str()));
    }
    assert_eq!(game.tag("Event"), Some("Club \"evening\""));
    let made: Vec<_> = game.moves.iter().map(|m| (m.seat, &*m.san, m.left)).collect();
    let played = table.state.moves().iter();
    let played: Vec<_> = played
        .map(|moved| (moved.seat, &*moved.san, Some(moved.clocks[moved.seat].left_at(moved.at))))
        .collect();
    assert_eq!(made, played, "{text}");
    let read: Vec<_> = game.offers.iter().map(|offer| (offer.after, offer.seat)).collect();
    assert_eq!(read, offers(table), "{text}");

    let boards = game.replay(BackRankDrops::NoPawns).unwrap();
    let view = View::new(&table.state, Audience::Director);
    for shown in view.boards() {
        let setup: Setup = boards.setup(shown.name);
        assert_eq!(setup.position, *shown.position, "{text}");
        assert_eq!(setup.reserves.white, table.reserve(shown.name.seat(shakmaty::Color::White)));
        assert_eq!(setup.reserves.black, table.reserve(shown.name.seat(shakmaty::Color::Black)));
    }
    let outcome = table.outcome().unwrap();
    assert_eq!(game.tag("Termination"), Some(outcome.by.name()));
    let mated = (outcome.by == catchmate::game::Ending::Mate).then_some(outcome.board).flatten();
    assert_eq!(boards.mated(), mated);
    assert_eq!(game.tag("Result"), game.result);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 800,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn what_is_written_is_read_back(
        names in prop::array::uniform4(name()),
        boards in prop::array::uniform2(prop::sample::select(BOARDS.to_vec())),
        ban in any::<bool>(),
        increment in prop::sample::select(vec![0_u64, 500, 3000]),
        steps in prop::collection::vec(any::<Step>(), 0..120),
    ) {
        let back_rank_drops = if ban { BackRankDrops::None } else { BackRankDrops::NoPawns };
        let increment = Millis(increment);
        let mut table = Table::open(Options { back_rank_drops, increment, ..Options::default() }, boards);
        for (seat, name) in Seat::ALL.into_iter().zip(&names) {
            let player = PlayerId(seat.name().into());
            let actor = Actor { player, name: name.clone(), director: false };
            table.send(&actor, &Command::Sit { seat, key: None }).unwrap();
        }
        table.run("director start");
        for step in steps {
            let Some(line) = line(&mut table, step) else { continue };
            table.line(&format!("+{} {line}", step.3 % 5000));
        }
        if table.outcome().is_none() {
            table.run("director close");
        }
        check_read_back(&table, &names);
        // Taken from elsewhere it would stand as it was written.
        let text = record(&table);
        let game = read(&text);
        let played = game.play_catch().unwrap_or_else(|(_, problem)| panic!("{problem} in\n{text}"));
        prop_assert_eq!(write_record(&game, &played, "Catch"), text);
        prop_assert_eq!(&played.start, &Replayed::of_match(&table.state).start);
        let steps = |played: &Replayed| {
            let step = |made: &ReplayedMove| (made.seat, made.fen.clone(), made.reserves, made.status);
            played.moves.iter().map(step).collect::<Vec<_>>()
        };
        prop_assert_eq!(steps(&played), steps(&Replayed::of_match(&table.state)));
    }
}
