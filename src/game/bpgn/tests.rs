use proptest::prelude::*;

use super::*;
use crate::ids::BoardName;
use crate::rules::{BackRankDrops, Kind};

fn only(text: &str) -> BpgnGame {
    let games = read_bpgn(text);
    assert_eq!(games.len(), 1, "{games:?}");
    games.into_iter().next().unwrap().unwrap()
}

/// The moves in short: `A.white e4 299400 -`.
fn moves(game: &BpgnGame) -> Vec<String> {
    let millis = |time: Option<Millis>| time.map_or("-".to_owned(), |time| time.0.to_string());
    let short = |made: &BpgnMove| {
        format!("{} {} {} {}", made.seat, made.san, millis(made.left), millis(made.since_start))
    };
    game.moves.iter().map(short).collect()
}

fn check_moves(text: &str, expected: &[&str]) {
    assert_eq!(moves(&only(text)), expected, "{text}");
}

fn check_errors(text: &str, expected: &[&str]) {
    let told = |game: &Result<BpgnGame, BpgnError>| match game {
        Ok(game) => format!("game of {} moves on line {}", game.moves.len(), game.line),
        Err(error) => format!("{error}, at {}", error.at),
    };
    assert_eq!(read_bpgn(text).iter().map(told).collect::<Vec<_>>(), expected, "{text}");
}

#[test]
fn a_record_of_this_server() {
    let game = only(
        "[Event \"Club evening\"]\n[WhiteA \"Anna \\\"A\\\" \\\\o/\"]\n[Result \"1-0\"]\n\
         [Termination \"resignation\"]\n\n(=){B.white} 1A. e4{299.4} (=){A.white} 1B. Nf3{301.2}\n\
         1a. e5{302} 2A. P@e6{301.25} (=) 1-0\n",
    );
    assert_eq!(game.line, 1);
    assert_eq!(game.tag("WhiteA"), Some("Anna \"A\" \\o/"));
    assert_eq!(game.result(), Some("1-0"));
    assert_eq!(game.result, Some("1-0"));
    assert_eq!(
        moves(&game),
        [
            "A.white e4 299400 -",
            "B.white Nf3 301200 -",
            "A.black e5 302000 -",
            "A.white P@e6 301250 -"
        ]
    );
    let offers: Vec<_> = game.offers.iter().map(|offer| (offer.after, offer.seat)).collect();
    assert_eq!(offers, [(0, Some(Seat::BWhite)), (1, Some(Seat::AWhite)), (4, None)]);
    assert_eq!(game.moves[2].line, 7);
}

#[test]
fn a_record_of_another_server_with_several_tags_on_a_line() {
    let text = "[Event \"rated bughouse game\"]\r\n[WhiteA \"ann\"][WhiteAElo \"2100\"]\r\n\
                [Result \"0-1\"]\r\n\r\n{C:This is game number 1 at a place}\r\n\
                1A. e4{119.900} 1a. e6{119.410} 1B. e3{118.391}1b. Nf6{119}\r\n\
                2a. Nc6{119.310} 27A. f8=Q+{88.500}\r\n{ann checkmated} 0-1\r\n\r\n\
                [Event \"second\"]\r\n[Result \"*\"]\r\n\r\n{nobody moved} *\r\n";
    let games: Vec<BpgnGame> = read_bpgn(text).into_iter().map(Result::unwrap).collect();
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].tag("WhiteAElo"), Some("2100"));
    assert_eq!(
        moves(&games[0]),
        [
            "A.white e4 119900 -",
            "A.black e6 119410 -",
            "B.white e3 118391 -",
            "B.black Nf6 119000 -",
            "A.black Nc6 119310 -",
            "A.white f8=Q+ 88500 -"
        ]
    );
    assert_eq!((games[1].line, games[1].result), (10, Some("*")));
}

#[test]
fn clocks_in_all_their_forms() {
    check_moves(
        "1A. e4 {[%clk 0:00:07.9]} 1a. e5 {[ts=185.070]} 1B. d4 1b. d5 {a good move} {12.5}\n\
         2A. a3 {[%clk 1:02:03]} 2a. a6 {-0.3} 2B. b3 {[%clk 2:03.0456] sure} 2b. b6{1.2.3}\n\
         3A. c3{9\n} 3a. c6{} 3B. h3{99999999999999999999}",
        &[
            "A.white e4 7900 -",
            "A.black e5 - 185070",
            "B.white d4 - -",
            "B.black d5 12500 -",
            "A.white a3 3723000 -",
            "A.black a6 0 -",
            "B.white b3 123045 -",
            "B.black b6 - -",
            "A.white c3 9000 -",
            "A.black c6 - -",
            "B.white h3 - -",
        ],
    );
}

#[test]
fn numbers_glued_spread_and_dotted() {
    check_moves(
        "12A.@e4 12a. P@e4!? 12B... Nf3+ 12b e5 ! $3 13A.\n\n13A. 0-0 (13A. O-O-O {a} (b) {)}) e.p.\n\
         13a.O-O{3}13B.xe6;the rest 13b. c5\n%14A. a4\n14A. 1/2-1/2",
        &[
            "A.white @e4 - -",
            "A.black P@e4!? - -",
            "B.white Nf3+ - -",
            "B.black e5 - -",
            "A.white 0-0 - -",
            "A.black O-O 3000 -",
            "B.white xe6 - -",
        ],
    );
}

#[test]
fn games_end_at_results_and_at_tags() {
    check_errors(
        "1A. e4 1-0 {a word} 1A. d4 1a. d5 0-0\n1A. c4\n[Event \"x\"]\n[Event \"y\"]\n[Site \"z\"]\n",
        &[
            "game of 1 moves on line 1",
            "game of 2 moves on line 1",
            "game of 1 moves on line 2",
            "game of 0 moves on line 3",
            "game of 0 moves on line 4",
        ],
    );
    check_errors("", &[]);
    check_errors("\u{feff}\r\n\r\n{nothing}\n", &[]);
}

#[test]
fn what_cannot_be_read_is_told_by_line_and_the_rest_is_read() {
    let second = "[Event \"b\"]\n1A. e4 *\n";
    let cases = [
        ("[WhiteA Anna]\n[BlackA \"B\"]\n1A. e4\n", "line 1: a tag is written like", 0, 4),
        ("[Event \"a\n[BlackA \"B\"]\n", "line 1: a tag is written like", 0, 3),
        ("[Event \"a\"]\n\n1A. e4\n1. d4 d5\n", "line 4: before each move stands its board", 1, 5),
        ("[Event \"a\"]\n1A. e4 e5\n{\n", "line 2: before each move stands its board", 1, 4),
        ("1A. e4 {never\nended\n", "line 1: the comment is not closed by `}`", 1, 3),
        ("1A. e4\n(1A. d4\n", "line 2: the variation is not closed by `)`", 1, 3),
        ("\0\u{1}garbage\n", "line 1: before each move stands its board", 0, 2),
    ];
    for (bad, told, at, line) in cases {
        let games = read_bpgn(&format!("{bad}{second}"));
        let [Err(error), Ok(game)] = &*games else { panic!("{bad}: {games:?}") };
        assert!(error.to_string().starts_with(told), "{bad}: {error}");
        assert_eq!((error.at, game.line, game.moves.len()), (at, line, 1), "{bad}");
    }
    check_errors(
        "1A. e4 1-0 {",
        &["game of 1 moves on line 1", "line 1: the comment is not closed by `}`, at 0"],
    );
    check_errors(
        "[WhiteA \"a \"quoted\" b\"] [BlackA \"c\\\"]\n1A. e4\nno\n",
        &[
            "line 3: before each move stands its board, such as `12A.` or `12b.`, but not before `no`, at 1",
        ],
    );
}

#[test]
fn values_of_tags_as_others_write_them() {
    let game = only("[ WhiteA  \"a \"quoted\" b\" ][BlackA \"c\\\"]\n[WhiteB \"\"]");
    assert_eq!(game.tag("WhiteA"), Some("a \"quoted\" b"));
    assert_eq!(game.tag("BlackA"), Some("c\\"));
    assert_eq!(game.tag("WhiteB"), Some(""));
    assert_eq!(game.tag("BlackB"), None);
}

fn check_replay(text: &str, expected: Result<[&str; 2], (usize, &str)>) {
    let game = only(text);
    match (game.replay(BackRankDrops::NoPawns), expected) {
        (Ok(boards), Ok(fens)) => {
            assert_eq!(BoardName::ALL.map(|board| boards.setup(board).to_string()), fens, "{text}");
        }
        (Err((at, problem)), Err((index, told))) => {
            assert_eq!((at, problem.to_string().as_str()), (index, told), "{text}");
        }
        (replayed, expected) => panic!("{text}: {replayed:?}, not {expected:?}"),
    }
}

const FENS: &str = "[FenA \"4k3/8/8/8/8/8/4P3/4K3[Pp] w - - 0 1\"]\
                    [FenB \"4k3/8/8/8/8/8/8/4K3 b - - 3 9\"]";

#[test]
fn r39_a_pawn_that_steps_and_one_that_is_dropped_are_told_apart() {
    let b = "4k3/8/8/8/8/8/8/4K3[] b - - 3 9";
    let stepped = "4k3/8/8/8/4P3/8/8/4K3[Pp] b - - 0 1";
    let dropped = "4k3/8/8/8/4P3/8/4P3/4K3[p] b - - 0 1";
    check_replay(&format!("{FENS}1A. e4"), Ok([stepped, b]));
    for drop in ["P@e4", "@e4", "p@e4"] {
        check_replay(&format!("{FENS}1A. {drop}"), Ok([dropped, b]));
    }
}

#[test]
fn a_record_that_cannot_be_played_tells_the_move() {
    check_replay(
        &format!("{FENS}1A. e4\n1a. N@f3"),
        Err((1, "line 2: `N@f3`: no legal move is written so")),
    );
    check_replay(
        &format!("{FENS}1A. e4 9b. Kd7 2A. e5"),
        Err((2, "line 1: A.white is not on move")),
    );
    check_replay(
        "[FenB \"x\"]1A. e4",
        Err((0, "the tag FenB: not a FEN: it needs six fields, such as `… w KQkq - 0 1`")),
    );
    check_replay(
        "[BackRankDrops \"x\"]",
        Err((0, "the tag BackRankDrops is `no_pawns` or `none`")),
    );
}

#[test]
fn letters_in_upper_case_alone_tell_the_board() {
    let a = "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 2";
    let b = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[p] w KQkq - 0 1";
    check_replay("1A.e4 1A.d5 2A.exd5 *", Ok([a, b]));
}

#[test]
fn both_boards_in_one_tag_and_the_ban_of_a_tag() {
    let fens = "[FEN \"4k3/8/8/8/8/8/8/4K3[N] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]";
    let a = "4k3/8/8/8/8/8/8/N3K3[] b - - 0 1";
    check_replay(&format!("{fens}1A. N@a1"), Ok([a, "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"]));
    check_replay(
        &format!("{fens}[BackRankDrops \"none\"]1A. N@a1"),
        Err((0, "line 1: `N@a1`: no legal move is written so")),
    );
}

#[test]
fn r18_a_mate_ends_the_play() {
    let fens = "[FenA \"7k/7p/7K/6Q1/8/8/8/8 w - - 0 1\"]";
    let game = only(&format!("{fens}1A. Qg7#"));
    assert_eq!(game.replay(BackRankDrops::NoPawns).unwrap().mated(), Some(BoardName::A));
    check_replay(
        &format!("{fens}1A. Qg7# 1B. e4"),
        Err((1, "line 1: `e4`: the match has ended by mate on board A")),
    );
}

/// Pieces of which BPGN is made, in no order.
fn scraps() -> impl Strategy<Value = String> {
    let scraps = [
        "[",
        "]",
        "\"",
        "\\",
        "{",
        "}",
        "(",
        ")",
        ";",
        "%",
        "\n",
        "\r\n",
        " ",
        "=",
        "(=)",
        "1A.",
        "1a.",
        "2B.",
        "3b",
        "e4",
        "@e4",
        "P@e5",
        "O-O",
        "0-0",
        "1-0",
        "*",
        "½",
        "é",
        "[Event \"",
        "[Event \"x\"]",
        "[FenA \"",
        "[%clk 0:00:07.9]",
        "[ts=",
        "299.4",
        "9999999999999999999",
        "-",
        ".",
        "A.white",
        "\u{feff}",
        "\0",
        "1A.1A.1A.",
    ];
    prop::collection::vec(prop::sample::select(scraps.to_vec()), 0..40).prop_map(|all| all.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_text_is_too_much(text in prop_oneof![scraps(), any::<String>()]) {
        let mut lines = 0;
        for game in read_bpgn(&text) {
            match game {
                Ok(game) => {
                    prop_assert!(game.line > lines || (game.line == lines && lines > 0));
                    lines = game.line;
                    let _ = game.replay(BackRankDrops::None);
                    let _ = game.play_bughouse();
                }
                Err(error) => prop_assert!(error.line > 0),
            }
        }
    }
}

#[test]
fn a_long_line_takes_no_deep_stack() {
    let game = only(&format!("{}*", "1A.".repeat(200_000)));
    assert!(game.moves.is_empty());
    let nested = format!("1A. e4 {}{} 1a. e5", "(".repeat(200_000), ")".repeat(200_000));
    assert_eq!(only(&nested).moves.len(), 2);
}

#[test]
fn a_record_of_bughouse_is_played_through_by_its_own_rules() {
    // A promotion, a promoted piece that is captured as a pawn, a drop that gives check, and the
    // pawn without its letter.
    let text = "1A. e4 1a. d5 2A. exd5 2a. c6 3A. dxc6 3a. Qb6 4A. cxb7 4a. Qc6 5A. bxa8=Q \
        5a. Qxa8 1B. d4 1b. @e4 2B. Kd2 2b. R@d3+";
    let game = only(text);
    let (at, problem) = game.play_catch().unwrap_err();
    assert_eq!(at, 8, "{problem}");
    let played = game.play_bughouse().unwrap();
    let step = |san: &str| played.moves.iter().find(|step| step.san == san).unwrap();
    assert_eq!(step("bxa8=Q").action, "b7a8q");
    assert_eq!(step("bxa8=Q").reserves[Seat::BBlack].count(Kind::Rook), 1);
    // What Black captures on A goes to White on B: a pawn, though it stood there as a queen.
    let received = step("Qxa8").reserves[Seat::BWhite];
    assert_eq!((received.count(Kind::Queen), received.count(Kind::Pawn)), (0, 1));
    assert_eq!(step("@e4").action, "P@e4");
    assert_eq!(step("R@d3+").status, crate::rules::Status::Check);
    assert!(step("@e4").fen.starts_with("rnbqkbnr/pppppppp/8/8/3Pp3/8/"), "{}", step("@e4").fen);
}

#[test]
fn what_is_legal_under_neither_rules_is_told_with_its_line() {
    let game = only("1A. e4\n1a. e5\n2A. Ke3");
    for played in [game.play_catch(), game.play_bughouse()] {
        let (at, problem) = played.unwrap_err();
        assert_eq!(at, 2);
        assert!(problem.to_string().starts_with("line 3: `Ke3`: "), "{problem}");
    }
}

#[test]
fn a_record_of_catch_is_kept_move_by_move() {
    let game = only("[TimeControl \"300+3\"]\n1A. e4{299.4} 1B. d4 1a. d5 2A. exd5{298}");
    let played = game.play_catch().unwrap();
    let last = played.moves.last().unwrap();
    assert_eq!(last.reserves[Seat::BBlack].count(Kind::Pawn), 1);
    assert_eq!(last.clocks[Seat::AWhite], Some(Millis(298_000)));
    assert_eq!(last.clocks[Seat::BWhite], Some(Millis(300_000)));
    assert_eq!(played.initial, Some(Millis(300_000)));
}

#[test]
fn clocks_without_the_percent_sign() {
    check_moves(
        "1A. e4 {[clk=179.5]} 1a. e5 {[clk 0:02:58]} 1B. d4 {[%clk=0:01:00]}",
        &["A.white e4 179500 -", "A.black e5 178000 -", "B.white d4 60000 -"],
    );
}

#[test]
fn moves_of_bughouse_in_the_forms_of_other_programs() {
    let to_promotion = "1A. e4 1a. d5 2A. exd5 2a. c6 3A. dxc6 3a. Qb6 4A. cxb7 4a. Qc6 5A. ";
    let cases = [
        ("", "1A. e4 1a. e5 2A. Nf3 2a. Nc6 3A. Bc4 3a. Bc5 4A. 0-0", "e1g1"),
        ("", "1A. e2-e4 1a. Ng8-f6", "g8f6"),
        ("", "1A. e4 1a. a6 2A. e5 2a. d5 3A. exd6ep", "e5d6"),
        ("", "1A. e4 1a. a6 2A. e5 2a. d5 3A. exd6e.p.!", "e5d6"),
        ("", "1A. e4 1a. d5 2A. exd5 1B. d4 1b. p@e4", "P@e4"),
        (to_promotion, "bxa8Q", "b7a8q"),
        (to_promotion, "bxa8(N)", "b7a8n"),
        (to_promotion, "bxa8=q", "b7a8q"),
    ];
    for (before, text, action) in cases {
        let game = only(&format!("{before}{text}"));
        let played = game.play_bughouse().map_err(|(at, problem)| format!("{at}: {problem}"));
        assert_eq!(played.unwrap().moves.last().unwrap().action, action, "{text}");
    }
    // A promotion in brackets is none of Catch's moves, and a variation is still one.
    assert!(only(&format!("{to_promotion}bxa8(Q)")).play_catch().is_err());
    check_moves("1A. e8 (Q) 1a. e1(1a. e2)", &["A.white e8 - -", "A.black e1 - -"]);
}
