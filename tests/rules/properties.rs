//! Properties of the rules over random matches of two boards and random set-ups.

use std::collections::BTreeSet;

use crate::oracle;
use crate::oracle::Oracle;
use catchmate::ids::{BoardName, ByBoard, BySeat, Rule, Seat};
use catchmate::rules::{
    Attempt, BackRankDrops, FenError, Kind, Move, Position, Reserve, Setup, Status, Unplayable,
    find_san, san,
};
use proptest::collection::vec;
use proptest::prelude::*;
use shakmaty::{Bitboard, ByColor, Role, Square};

const BANS: [BackRankDrops; 2] = [BackRankDrops::NoPawns, BackRankDrops::None];

fn full_reserve() -> Reserve {
    let mut reserve = Reserve::default();
    for kind in Kind::ALL {
        reserve.add(kind);
    }
    reserve
}

fn names(moves: &[Move]) -> BTreeSet<String> {
    moves.iter().map(Move::to_string).collect()
}

/// Every way of asking for the legal moves gives what the oracle finds, and so does the status.
fn check_against_oracle(setup: &Setup, oracle: &Oracle) {
    let position = &setup.position;
    let reserve = setup.reserves.get(position.turn());
    let board_moves = oracle.board_moves();
    assert_eq!(position.is_check(), oracle.in_check(oracle.white_on_move()), "{setup}");

    let mut stepped = BTreeSet::new();
    for from in Bitboard::FULL {
        stepped.extend(position.destinations(from).into_iter().map(|to| format!("{from}{to}")));
    }
    assert_eq!(stepped, board_moves, "{setup}");

    for ban in BANS {
        let mut expected = board_moves.clone();
        for (kind, letter) in Kind::ALL.into_iter().zip(oracle::KINDS) {
            assert_eq!(usize::from(reserve.count(kind)), oracle.held(letter), "{setup}");
            let mut squares = Bitboard::EMPTY;
            for to in Bitboard::FULL {
                let broken = oracle.rule_broken_by_drop(letter, to.to_usize(), ban);
                let drop = Move::Drop { kind, to };
                if broken.is_none() {
                    squares.add(to);
                    if reserve.count(kind) > 0 {
                        expected.insert(format!("{letter}@{to}"));
                    }
                }
                let refused = position.play(drop.into(), &full_reserve(), ban).err();
                assert_eq!(
                    refused,
                    broken.map(|rule| Unplayable::Illegal(Rule(rule))),
                    "{drop} {setup}"
                );
            }
            assert_eq!(position.drop_squares(kind, ban), squares, "{kind:?} {setup}");
        }
        let moves = position.legal_moves(reserve, ban);
        assert_eq!(names(&moves), expected, "{setup}");
        assert_eq!(moves.len(), expected.len(), "a move is listed twice: {setup}");
        assert_eq!(moves.len(), position.count_moves(reserve, ban), "{setup}");
        assert_eq!(position.status(ban).name(), oracle.status(ban), "{setup}");
    }
}

/// Every attempt is played or refused as the list of legal moves says, with the right rule.
fn check_every_attempt(setup: &Setup, oracle: &Oracle) {
    let position = &setup.position;
    let reserve = setup.reserves.get(position.turn());
    let ban = BackRankDrops::NoPawns;
    let legal: BTreeSet<Move> = position.legal_moves(reserve, ban).into_iter().collect();
    for from in Square::ALL {
        for to in Square::ALL {
            let action = Move::Step { from, to };
            let outcome = position.play(action.into(), reserve, ban);
            if legal.contains(&action) {
                assert!(outcome.is_ok(), "{action} {setup}");
            } else {
                let rule = oracle.rule_broken_by_step(from.to_usize(), to.to_usize());
                assert_eq!(outcome, Err(Unplayable::Illegal(Rule(rule))), "{action} {setup}");
            }
            // A promotion letter makes every move illegal (R6).
            let attempt = Attempt { action, promotion: Some(Role::Knight) };
            let outcome = position.play(attempt, reserve, ban);
            assert!(matches!(outcome, Err(Unplayable::Illegal(Rule(5 | 6)))), "{action}n {setup}");
        }
    }
    for kind in Kind::ALL.into_iter().filter(|&kind| reserve.count(kind) == 0) {
        for to in Square::ALL {
            let outcome = position.play(Move::Drop { kind, to }.into(), reserve, ban);
            assert_eq!(outcome, Err(Unplayable::NotHeld));
        }
    }
}

/// Every legal move can be written and read again, in UCI and in algebraic notation, and leads to
/// a position that its own FEN describes whole.
fn check_notation(setup: &Setup, ban: BackRankDrops) {
    let position = &setup.position;
    let reserve = setup.reserves.get(position.turn());
    for action in position.legal_moves(reserve, ban) {
        assert_eq!(action.to_string().parse(), Ok(Attempt::from(action)));
        let text = san(position, action, ban);
        assert_eq!(find_san(position, &text, reserve, ban), Ok(action), "{text} in {setup}");

        let after = position.play(action.into(), reserve, ban).unwrap().position;
        assert_eq!(after.to_string().parse().as_ref(), Ok(&after), "{action} in {setup}");
        assert_eq!(text.ends_with(['+', '#']), after.is_check(), "{text} in {setup}");
        assert_eq!(text.ends_with('#'), after.status(ban) == Status::Mate, "{text} in {setup}");
    }
}

/// Two boards and four reserves.
struct Table {
    boards: ByBoard<Position>,
    reserves: BySeat<Reserve>,
}

impl Table {
    fn setup(&self, board: BoardName) -> Setup {
        let reserves = ByColor::new_with(|color| self.reserves[board.seat(color)]);
        Setup { position: self.boards[board].clone(), reserves }
    }

    fn play(&mut self, board: BoardName, action: Move, ban: BackRankDrops) {
        let seat = board.seat(self.boards[board].turn());
        let played = self.boards[board].play(action.into(), &self.reserves[seat], ban).unwrap();
        if let Move::Drop { kind, .. } = action {
            assert!(self.reserves[seat].take(kind));
        }
        if let Some(kind) = played.captured {
            self.reserves[seat.partner()].add(kind);
        }
        self.boards[board] = played.position;
    }

    fn pieces(&self) -> usize {
        let on_boards: usize =
            self.boards.iter().map(|(_, position)| position.board().occupied().count()).sum();
        let held: u32 = Seat::ALL.into_iter().map(|seat| self.reserves[seat].total()).sum();
        on_boards + held as usize
    }
}

/// Plays a match by a list of choices, and shows each position with its number.
fn random_match(choices: &[(bool, u16)], ban: BackRankDrops, mut look: impl FnMut(usize, &Setup)) {
    let mut table = Table { boards: ByBoard::default(), reserves: BySeat::default() };
    for (number, &(first, choice)) in choices.iter().enumerate() {
        let board = if first { BoardName::A } else { BoardName::B };
        let setup = table.setup(board);
        look(number, &setup);
        let reserve = setup.reserves.get(setup.position.turn());
        let moves = setup.position.legal_moves(reserve, ban);
        // Drops are many; every other choice is a board move where there is one.
        let steps = moves.iter().filter(|action| matches!(action, Move::Step { .. })).count();
        let among = if choice % 2 == 0 && steps > 0 { steps } else { moves.len() };
        if among > 0 {
            table.play(board, moves[usize::from(choice / 2) % among], ban);
        }
        assert_eq!(table.pieces(), 64, "R10");
    }
}

fn choices() -> impl Strategy<Value = Vec<(bool, u16)>> {
    vec(any::<(bool, u16)>(), 0..200)
}

fn ban() -> impl Strategy<Value = BackRankDrops> {
    prop::sample::select(&BANS[..])
}

/// The FEN of a set-up that may or may not be a position. Its pieces crowd near the kings, so that
/// checks, pins and mates are common.
fn any_setup() -> impl Strategy<Value = String> {
    let piece = prop::sample::select("QRBNPPqrbnppPp".chars().collect::<Vec<char>>());
    let near = (-3isize..=3, -3isize..=3);
    let rights = prop::sample::subsequence(vec!['K', 'Q', 'k', 'q'], 0..=4);
    let reserve = vec(prop::sample::select("QRBNPqrbnp".chars().collect::<Vec<char>>()), 0..6);
    (
        (0usize..64, 0usize..64),
        any::<[bool; 3]>(),
        vec((piece, near, any::<bool>()), 0..24),
        rights,
        reserve,
        any::<bool>(),
        prop::option::of(0usize..8),
    )
        .prop_map(|((white, black), home, pieces, rights, reserve, turn, en_passant)| {
            let mut squares = [None; 64];
            let kings = [if home[0] { 4 } else { white }, if home[1] { 60 } else { black }];
            if home[2] {
                squares[0] = Some('R');
                squares[7] = Some('R');
                squares[56] = Some('r');
                squares[63] = Some('r');
            }
            for (piece, (files, ranks), by_white) in pieces {
                let king = kings[usize::from(by_white)];
                if let Some(square) = oracle::neighbour(king, (files, ranks)) {
                    squares[square] = Some(piece);
                }
            }
            squares[kings[0]] = Some('K');
            squares[kings[1]] = Some('k');
            if let Some(file) = en_passant {
                // A pawn that has stepped two squares, beside one that may capture it.
                let (row, pawn, other) = if turn { (32, 'p', 'P') } else { (24, 'P', 'p') };
                squares[row + file] = squares[row + file].or(Some(pawn));
                let beside = row + (file + 1) % 8;
                squares[beside] = squares[beside].or(Some(other));
            }
            let mut text = String::new();
            for rank in (0..8).rev() {
                for file in 0..8 {
                    text.push(squares[file + 8 * rank].unwrap_or('1'));
                }
                text.push(if rank > 0 { '/' } else { '[' });
            }
            // Digits are written one by one above; FEN wants their sum.
            for run in (2..=8).rev() {
                text = text.replace(&"1".repeat(run), &run.to_string());
            }
            text.extend(reserve);
            let rights: String =
                if rights.is_empty() { "-".into() } else { rights.into_iter().collect() };
            let en_passant = en_passant
                .map_or("-".to_owned(), |file| oracle::name(file + if turn { 40 } else { 16 }));
            format!("{text}] {} {rights} {en_passant} 7 30", if turn { 'w' } else { 'b' })
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 160, ..ProptestConfig::default() })]

    #[test]
    fn random_matches_agree_with_the_slow_rules(choices in choices(), ban in ban()) {
        random_match(&choices, ban, |_, setup| {
            let fen = setup.to_string();
            assert_eq!(fen.parse().as_ref(), Ok(setup));
            check_against_oracle(setup, &Oracle::new(&fen));
        });
    }

    #[test]
    fn random_matches_can_be_written_and_read(choices in choices(), ban in ban()) {
        random_match(&choices, ban, |number, setup| {
            if number % 7 == 0 {
                check_notation(setup, ban);
            }
            if number % 31 == 0 {
                check_every_attempt(setup, &Oracle::new(&setup.to_string()));
            }
        });
    }

    #[test]
    fn r27_the_key_compares_neither_counters_nor_reserves(choices in choices()) {
        random_match(&choices, BackRankDrops::NoPawns, |_, setup| {
            let text = setup.position.to_string();
            let fields: Vec<&str> = text.split(' ').collect();
            let other: Position = format!("{} 50 99", fields[..4].join(" ")).parse().unwrap();
            assert_eq!(other.key(), setup.position.key());
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 15_000,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_setups_agree_with_the_slow_rules(fen in any_setup()) {
        let oracle = Oracle::new(&fen);
        let valid = !oracle.in_check(!oracle.white_on_move());
        match fen.parse::<Setup>() {
            Ok(setup) => {
                prop_assert!(valid, "{}", fen);
                check_against_oracle(&setup, &oracle);
                let again: Setup = setup.to_string().parse().unwrap();
                prop_assert_eq!(&again, &setup);
                let captures = oracle.board_moves().iter().any(|text| {
                    let given = fen.split(' ').nth(3).unwrap();
                    text.ends_with(given) && setup.to_string().split(' ').nth(3) == Some(given)
                });
                let kept = setup.to_string().split(' ').nth(3) != Some("-");
                prop_assert!(captures || !kept, "an en passant square without a capture");
            }
            Err(FenError::OpponentInCheck) => prop_assert!(!valid, "{}", fen),
            Err(error) => {
                prop_assert!(matches!(error, FenError::Kings | FenError::PawnOnFirstRank));
            }
        }
    }

    #[test]
    fn setups_are_written_and_tried_in_full(fen in any_setup(), rare in 0u8..12, ban in ban()) {
        if rare == 0 && let Ok(setup) = fen.parse::<Setup>() {
            check_notation(&setup, ban);
            check_every_attempt(&setup, &Oracle::new(&fen));
        }
    }

    #[test]
    fn any_text_is_refused_without_a_panic(text in any::<String>()) {
        read_everything(&text);
    }

    #[test]
    fn any_text_that_looks_like_a_move_is_refused_without_a_panic(
        text in "[KQRBNPOqrbnp0-9a-hx@=+#!?é-]{0,8}"
    ) {
        read_everything(&text);
    }

    #[test]
    fn a_damaged_fen_is_refused_without_a_panic(
        fen in any_setup(),
        damage in vec((any::<prop::sample::Index>(), prop::char::range(' ', 'é')), 1..4),
    ) {
        let mut symbols: Vec<char> = fen.chars().collect();
        for (at, symbol) in damage {
            let at = at.index(symbols.len());
            symbols[at] = symbol;
        }
        let text: String = symbols.into_iter().collect();
        read_everything(&text);
    }
}

/// Hands a text to all the parsers. What is read can be written and read again.
fn read_everything(text: &str) {
    let ban = BackRankDrops::NoPawns;
    if let Ok(attempt) = text.parse::<Attempt>() {
        assert!(text.starts_with(&attempt.action.to_string()));
        assert_eq!(attempt.promotion.is_some(), text.len() == 5);
        let _ = Position::initial().play(attempt, &full_reserve(), ban);
        let _ = san(&Position::initial(), attempt.action, ban);
    }
    if let Ok(setup) = text.parse::<Setup>() {
        assert_eq!(setup.to_string().parse(), Ok(setup.clone()));
        let _ = setup.position.status(ban);
    }
    let _ = text.parse::<Position>();
    let _ = find_san(&Position::initial(), text, &full_reserve(), ban);
}
