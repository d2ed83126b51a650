//! Whatever is asked of a match, by whom and when: it never panics, and what the helper looks at
//! after every entry holds (64 pieces, the clocks against a second ledger, one end, replay).

use crate::play::{BOTH, Table, person};
use catchmate::game::Command;
use catchmate::ids::{BoardName, Millis, Seat};
use catchmate::rules::{
    BackRankDrops, DrawAgreement, Flag, IllegalMoves, Options, PartnerBoard, SpectatorReserves,
};
use proptest::prelude::*;

/// One thing that happens, each number taken modulo what there is to choose from.
#[derive(Clone, Copy, Debug)]
struct Step {
    kind: u8,
    who: u8,
    what: u16,
    wait: i16,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = (any::<u8>(), any::<u8>(), any::<u16>(), -300_i16..9000)
        .prop_map(|(kind, who, what, wait)| Step { kind, who, what, wait });
    prop::collection::vec(step, 1..120)
}

fn options() -> impl Strategy<Value = Options> {
    let choices = prop::collection::vec(any::<bool>(), 6);
    let time = prop::sample::select(vec![1, 5000, 20_000, 300_000]);
    let increment = prop::sample::select(vec![0, 3000]);
    let default_after = prop::sample::select(vec![None, Some(0), Some(4000), Some(60_000)]);
    let abandon_after = prop::sample::select(vec![1, 3000, 600_000]);
    (choices, time, increment, default_after, abandon_after).prop_map(
        |(choice, initial, increment, default_after, abandon_after)| Options {
            initial: Millis(initial),
            increment: Millis(increment),
            spectator_reserves: [SpectatorReserves::Hidden, SpectatorReserves::Shown]
                [usize::from(choice[0])],
            partner_board: [PartnerBoard::Visible, PartnerBoard::Hidden][usize::from(choice[1])],
            back_rank_drops: [BackRankDrops::NoPawns, BackRankDrops::None][usize::from(choice[2])],
            flag: [Flag::Claim, Flag::Auto][usize::from(choice[3])],
            draw_agreement: [DrawAgreement::Allowed, DrawAgreement::None][usize::from(choice[4])],
            illegal_moves: [IllegalMoves::Refuse, IllegalMoves::Penalise][usize::from(choice[5])],
            default_after: default_after.map(Millis),
            abandon_after: Millis(abandon_after),
            ..Options::default()
        },
    )
}

const PEOPLE: [&str; 7] =
    ["A.white", "A.black", "B.white", "B.black", "stranger", "newcomer", "director"];
/// Moves that are rarely legal.
const TRIES: [&str; 12] = [
    "e2e4", "e7e5", "e2e5", "e1g1", "e8c8", "N@f3", "P@e4", "P@a8", "Q@h5", "B@c6", "a7a8q", "d1h5",
];
const WORDS: [&str; 21] = [
    "ready",
    "unready",
    "stand",
    "flag",
    "repetition",
    "fifty_moves",
    "offer",
    "accept",
    "decline",
    "resign",
    "call",
    "inform",
    "say table hello",
    "say partner psst",
    "sit A.white",
    "sit A.black",
    "sit B.white",
    "sit B.black",
    "repetition e2e4",
    "fifty_moves g1f3",
    "repetition N@f6",
];

/// A legal move of the player on move, with the right ply; sometimes named in a claim.
fn legal_move(table: &Table, step: Step) -> Option<String> {
    let board = BoardName::ALL[usize::from(step.who) % 2];
    let seat = table.state.on_move(board);
    let view = catchmate::game::View::new(&table.state, catchmate::game::Audience::Director);
    let position = view.boards().nth(board as usize)?.position;
    let moves = position.legal_moves(&table.reserve(seat), table.state.options().back_rank_drops);
    let action = *moves.get(usize::from(step.what) % moves.len().max(1))?;
    let claim = if step.who > 240 { "repetition " } else { "" };
    Some(format!("{board} {claim}{action} ply={}", table.state.ply(board)))
}

fn ruling(step: Step) -> String {
    let seat = Seat::ALL[usize::from(step.who) % 4];
    let amount = step.what;
    match step.kind / 16 {
        0 => "start".to_owned(),
        1 => "pause".to_owned(),
        5 => format!("set {seat} {}", amount % 9000),
        6 => format!("set {seat} 0"),
        7 => format!("add {seat} {}", i32::from(amount % 9000) - 4000),
        8 | 9 => format!("rewind {}", amount % 20),
        10 if amount.is_multiple_of(4) => "annul".to_owned(),
        11 if amount.is_multiple_of(8) => "result 1".to_owned(),
        12 if amount.is_multiple_of(8) => format!("points {} {}", amount % 3, amount % 2),
        13 => format!("seat {seat} {}", PEOPLE[usize::from(amount) % 6]),
        14 if amount.is_multiple_of(4) => format!("unseat {seat}"),
        15 if amount.is_multiple_of(16) => "close".to_owned(),
        _ => "resume".to_owned(),
    }
}

fn line(table: &mut Table, step: Step) -> Option<String> {
    let who = PEOPLE[usize::from(step.who) % PEOPLE.len()];
    let seat = Seat::ALL[usize::from(step.who) % 4];
    Some(match step.kind % 16 {
        0..=2 if table.phase() == "paused" => "director resume".to_owned(),
        3 | 4 if table.line("offer") != "none" => format!("{seat} accept"),
        0..=7 => legal_move(table, step)?,
        8 => format!("{who} {} ply={}", TRIES[usize::from(step.what) % TRIES.len()], step.what % 9),
        9 => {
            let board = BoardName::ALL[usize::from(step.who) % 2];
            let text = TRIES[usize::from(step.what) % TRIES.len()];
            format!("{board} {text} ply={} line={}", table.state.ply(board), table.state.line())
        }
        10 | 11 => format!("{who} {}", WORDS[usize::from(step.what) % WORDS.len()]),
        12 => format!("director {}", ruling(step)),
        13 => format!("{who} {}", ruling(step)),
        14 if table.state.seats()[seat].is_none() => "due".to_owned(),
        14 if step.what.is_multiple_of(3) => format!("gone {seat}"),
        14 => format!("back {seat}"),
        _ if step.what.is_multiple_of(3) => "restart".to_owned(),
        _ if step.what % 3 == 1 => "journal".to_owned(),
        _ => format!("{seat} ready"),
    })
}

fn play(options: &Options, other: &Options, start: bool, steps: &[Step]) {
    let mut table = Table::seated(options.clone(), BOTH);
    if start {
        table.run("A.white ready\n A.black ready\n B.white ready\n B.black ready");
    }
    for step in steps {
        let Some(line) = line(&mut table, *step) else { continue };
        let before = table.state.clone();
        let told = table.line(&format!("{:+} {line}", step.wait));
        if told.starts_with("refused") || told == "nothing" {
            assert_eq!(table.state, before, "a refusal changes nothing: {line}");
        }
        if step.kind == 255 {
            let change = Command::ChangeOptions(other.clone());
            let _ = table.send(&person(PEOPLE[usize::from(step.who) % 7]), &change);
        }
    }
    // Nothing is left that would never fall due.
    let end = table.now() + Millis(10_000_000);
    table.set_now(end);
    table.run("due");
    let again = table.line("due");
    assert_eq!(again, "nothing");
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 3000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn whatever_is_asked_of_a_match(
        options in options(),
        other in options(),
        start in prop::bool::weighted(0.9),
        steps in steps(),
    ) {
        play(&options, &other, start, &steps);
    }
}
