//! Non-interference (R11, R12): two matches that differ only in what an audience may not see give
//! it the same screens, the same events under the same numbers, and its people the same answers.

use std::fmt::Write as _;

use crate::play::{Table, person};
use catchmate::game::{Audience, View};
use catchmate::ids::{BoardName, Seat};
use catchmate::rules::{
    DrawAgreement, IllegalMoves, Kind, Move, Options, PartnerBoard, Reserve, SpectatorReserves,
    Status,
};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

/// A small stream of choices from one seed.
struct Choices(u64);

impl Choices {
    fn next(&mut self) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap()
    }

    fn below(&mut self, n: usize) -> usize {
        self.next() % n
    }

    fn of<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        (!items.is_empty()).then(|| items[self.below(items.len())])
    }
}

/// A board with both reserves.
fn board(reserve: &str) -> String {
    format!("r3k2r/pppq1ppp/2np1n2/2b1p1B1/2B1P1b1/2NP1N2/PPPQ1PPP/R3K2R[{reserve}] w KQkq - 0 1")
}

/// A reserve of every kind, and what is added to it for one side.
fn reserve(white: &str, black: &str) -> String {
    format!("QRBNPP{white}qrbnpp{black}")
}

/// Boards whose reserves differ by the extra pieces, for these seats alone.
fn boards(seats: &[Seat], extra: &str) -> [String; 2] {
    BoardName::ALL.map(|name| {
        let held = |color| if seats.contains(&name.seat(color)) { extra } else { "" };
        let (white, black) = (held(shakmaty::Color::White), held(shakmaty::Color::Black));
        board(&reserve(white, &black.to_lowercase()))
    })
}

/// The moves of the player on move that do not end the match, with what they capture.
fn moves(table: &Table, board: BoardName, reserve: &Reserve) -> Vec<(Move, Option<Kind>)> {
    let ban = table.state.options().back_rank_drops;
    let view = View::new(&table.state, Audience::Director);
    let position = view.boards().nth(board as usize).unwrap().position;
    let mut moves = Vec::new();
    for action in position.legal_moves(reserve, ban) {
        let played = position.play(action.into(), reserve, ban).unwrap();
        if played.position.status(ban) != Status::Mate {
            moves.push((action, played.captured));
        }
    }
    moves
}

/// Two matches beside each other.
struct Pair {
    tables: [Table; 2],
    audience: Audience,
    log: String,
}

impl Pair {
    fn new(audience: Audience, options: &Options, boards: [[String; 2]; 2]) -> Pair {
        let tables = boards.map(|boards| {
            let [a, b] = &boards;
            let mut table = Table::seated(options.clone(), [a, b]);
            for seat in Seat::ALL {
                table.run(&format!("{seat} ready"));
            }
            table
        });
        Pair { tables, audience, log: String::new() }
    }

    /// One line for each match. Whether the audience is told the answers, they must be equal.
    fn lines(&mut self, first: &str, second: &str, answered: bool) -> Result<(), TestCaseError> {
        writeln!(self.log, "{first} / {second}").unwrap();
        let told = [self.tables[0].line(first), self.tables[1].line(second)];
        if answered {
            prop_assert_eq!(&told[0], &told[1], "{}", self.log);
        }
        self.compare()
    }

    fn both(&mut self, line: &str) -> Result<(), TestCaseError> {
        self.lines(line, line, true)
    }

    fn compare(&self) -> Result<(), TestCaseError> {
        let index = Audience::ALL.iter().position(|one| *one == self.audience).unwrap();
        let listener = self.audience.seat().map(|seat| person(seat.name()).player);
        let [one, two] = &self.tables;
        prop_assert_eq!(one.phase() == "over", two.phase() == "over", "{}", self.log);
        if self.is_over() {
            // Now all is open (R40).
            return Ok(());
        }
        prop_assert_eq!(
            one.screen(self.audience, listener.as_ref()),
            two.screen(self.audience, listener.as_ref()),
            "{:?}\n{}",
            self.audience,
            self.log
        );
        // Equal logs are equal numbers.
        prop_assert_eq!(&one.shown[index], &two.shown[index], "{:?}\n{}", self.audience, self.log);
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.tables.iter().any(|table| table.phase() == "over")
    }
}

/// What is not a move, and the same in both matches.
fn word(choices: &mut Choices) -> String {
    let seat = Seat::ALL[choices.below(4)];
    let wait = choices.below(3000);
    match choices.below(16) {
        0 => format!("+{wait} {seat} offer"),
        1 => format!("+{wait} {seat} accept"),
        2 => format!("+{wait} {seat} decline"),
        3 => format!("+{wait} {seat} repetition"),
        4 => format!("+{wait} {seat} flag"),
        5 => format!("+{wait} {seat} call"),
        6 => format!("+{wait} {seat} say table hello"),
        7 => format!("+{wait} director set {seat} {}", choices.below(90_000)),
        8 => format!("+{wait} director pause"),
        9 => format!("+{wait} director resume"),
        // R34's last recorded instant may be that of a word that only others heard.
        10 => format!("+{wait} director say table hello"),
        11 => format!("+{wait} {seat} ready"),
        12 => format!("+{wait} director rewind {}", choices.below(12)),
        13 => format!("+{wait} {seat} e2e4 ply={}", choices.below(5)),
        _ => format!("+{wait} due"),
    }
}

/// Partner talk of those whom the audience does not hear: another text, and another number.
fn whisper(pair: &mut Pair, choices: &mut Choices) -> Result<(), TestCaseError> {
    let team = pair.audience.seat().map(Seat::team);
    let deaf: Vec<Seat> = Seat::ALL.into_iter().filter(|seat| Some(seat.team()) != team).collect();
    let seat = choices.of(&deaf).unwrap();
    pair.lines(&format!("{seat} say partner I_hold_a_queen"), "due", false)
}

/// The reserves that an audience may not see differ, and so does the talk that it may not hear.
fn reserves_are_hidden(
    audience: Audience,
    options: &Options,
    extra: &str,
    seed: u64,
) -> Result<(), TestCaseError> {
    let mut choices = Choices(seed);
    let probe = Table::open(options.clone(), [&board(""), &board("")]);
    let visible = View::new(&probe.state, audience).reserves();
    let hidden: Vec<Seat> = Seat::ALL
        .into_iter()
        .filter(|seat| visible.iter().all(|(shown, _)| shown != seat))
        .collect();
    let mut pair = Pair::new(audience, options, [boards(&hidden, ""), boards(&hidden, extra)]);
    for _ in 0..30 {
        match choices.below(8) {
            0 => {
                let line = word(&mut choices);
                pair.both(&line)?;
            }
            1 => whisper(&mut pair, &mut choices)?,
            _ => {
                let name = BoardName::ALL[choices.below(2)];
                let table = &pair.tables[0];
                let held = table.reserve(table.state.on_move(name));
                if let Some((action, _)) = choices.of(&moves(table, name, &held)) {
                    let wait = choices.below(9000);
                    pair.both(&format!("+{wait} {name} {action}"))?;
                }
            }
        }
        if pair.is_over() {
            break;
        }
        if choices.below(2) == 0 && pair.tables.iter().all(|table| table.phase() == "paused") {
            pair.both("director resume")?;
        }
    }
    Ok(())
}

/// The other board differs in everything but its clocks, what it brings the audience, and what it
/// says aloud.
fn the_other_board_is_hidden(
    seat: Seat,
    options: &Options,
    seed: u64,
) -> Result<(), TestCaseError> {
    let mut choices = Choices(seed);
    let (here, there) = (seat.board(), seat.board().other());
    let plain = board(&reserve("", ""));
    let other = format!("4k3/1p6/2n5/8/8/3B4/6P1/4K2R[{}] w - - 0 1", reserve("NN", "bbbb"));
    let mut second = [plain.clone(), plain.clone()];
    second[there as usize] = other;
    let mut pair = Pair::new(Audience::Seat(seat), options, [[plain.clone(), plain], second]);
    for _ in 0..30 {
        let wait = choices.below(9000);
        if choices.below(10) == 0 {
            whisper(&mut pair, &mut choices)?;
        } else if choices.below(8) == 0 {
            // A claim on the hidden board would tell how often a position occurred there.
            let line = word(&mut choices);
            let apart =
                line.contains("repetition") || line.contains("e2e4") || line.contains("rewind");
            if !apart {
                pair.both(&line)?;
            }
        } else if choices.below(2) == 0 {
            // His own board: moves that are legal in both, so none with what came from there.
            let held = [0, 1].map(|index| {
                let table = &pair.tables[index];
                table.reserve(table.state.on_move(here))
            });
            let [one, two] = [0, 1].map(|index| moves(&pair.tables[index], here, &held[index]));
            let common: Vec<_> = one.into_iter().filter(|action| two.contains(action)).collect();
            if let Some((action, _)) = choices.of(&common) {
                pair.both(&format!("+{wait} {here} {action}"))?;
            }
        } else {
            // The hidden board: any two moves that bring him the same piece, or none.
            let his_partner = pair.tables[0].state.on_move(there) == seat.partner();
            let [one, two] = [0, 1].map(|index| {
                let table = &pair.tables[index];
                moves(table, there, &table.reserve(table.state.on_move(there)))
            });
            let Some((first, captured)) = choices.of(&one) else { continue };
            let alike: Vec<_> =
                two.into_iter().filter(|(_, other)| !his_partner || *other == captured).collect();
            if let Some((second, _)) = choices.of(&alike) {
                let line = |action: Move| format!("+{wait} {there} {action}");
                pair.lines(&line(first), &line(second), false)?;
            }
        }
        if pair.is_over() {
            break;
        }
        if choices.below(2) == 0 && pair.tables.iter().all(|table| table.phase() == "paused") {
            pair.both("director resume")?;
        }
    }
    Ok(())
}

/// Two matches that have nothing in common but their table.
fn spectators_are_kept_out(options: &Options, seed: u64) -> Result<(), TestCaseError> {
    let mut choices = Choices(seed);
    let boards = ["QN", "rpp"].map(|reserve| [board(reserve), board(reserve)]);
    let mut pair = Pair::new(Audience::Spectator, options, boards);
    for _ in 0..40 {
        let lines = [0, 1].map(|index| {
            let table = &pair.tables[index];
            let name = BoardName::ALL[choices.below(2)];
            let held = table.reserve(table.state.on_move(name));
            let action = choices.of(&moves(table, name, &held));
            let line = match action {
                Some((action, _)) if choices.below(3) > 0 => format!("+100 {name} {action}"),
                _ => word(&mut choices),
            };
            // How often a match was rewound is told with its line, and its end to everyone.
            let mut probe = table.clone();
            probe.line(&line);
            let told = line.contains("rewind") || probe.phase() == "over";
            if told { "due".to_owned() } else { line }
        });
        pair.lines(&lines[0], &lines[1], false)?;
        if choices.below(2) == 0 {
            pair.lines("director resume", "director resume", false)?;
        }
    }
    Ok(())
}

fn hidings() -> impl Strategy<Value = Options> {
    (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
        |(apart, shown, penalise, draws)| Options {
            partner_board: if apart { PartnerBoard::Hidden } else { PartnerBoard::Visible },
            spectator_reserves: if shown {
                SpectatorReserves::Shown
            } else {
                SpectatorReserves::Hidden
            },
            illegal_moves: if penalise { IllegalMoves::Penalise } else { IllegalMoves::Refuse },
            draw_agreement: if draws { DrawAgreement::Allowed } else { DrawAgreement::None },
            ..Options::default()
        },
    )
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn r11_nothing_follows_from_a_reserve_that_is_hidden(
        audience in prop::sample::select(Audience::ALL.to_vec()),
        options in hidings(),
        extra in "[QRBNP]{1,4}",
        seed in any::<u64>(),
    ) {
        reserves_are_hidden(audience, &options, &extra, seed)?;
    }

    #[test]
    fn r12_nothing_follows_from_a_board_that_is_hidden(
        seat in prop::sample::select(Seat::ALL.to_vec()),
        options in hidings(),
        seed in any::<u64>(),
    ) {
        let options = Options { partner_board: PartnerBoard::Hidden, ..options };
        the_other_board_is_hidden(seat, &options, seed)?;
    }

    #[test]
    fn r12_spectators_of_a_hidden_match_learn_nothing_of_it(
        options in hidings(),
        seed in any::<u64>(),
    ) {
        let options = Options { partner_board: PartnerBoard::Hidden, ..options };
        spectators_are_kept_out(&options, seed)?;
    }
}
