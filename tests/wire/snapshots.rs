//! Snapshots, summaries and the short messages, letter by letter.

use catchmate::game::{Audience, Command, Ruling, View, Words};
use catchmate::ids::{ByBoard, BySeat, Instant, Millis, Rule, Seat};
use catchmate::rules::{Options, PartnerBoard, SpectatorReserves};
use catchmate::wire::{self, Done, RequestId};
use serde_json::{Value, json};

use crate::schema;
use crate::table::{START, Table, match_id, player};

#[track_caller]
fn check(message: &str, definition: &str, expected: &str) {
    assert_eq!(message, expected);
    schema::check(message, "ServerMessage");
    schema::check(message, definition);
}

#[test]
fn the_short_messages() {
    let id = Some(RequestId::from("a\"b"));
    let id = id.as_ref();
    let seats = [(match_id(), Seat::BWhite)];
    let anna = player(Seat::AWhite);
    check(
        &wire::welcome(id, &anna, "Anna", "t0k", false, &seats),
        "WelcomeMessage",
        r#"{"type":"welcome","id":"a\"b","protocol":1,"player":{"id":"id-A.white","name":"Anna"},"token":"t0k","director":false,"seats":[{"match":"k7f2","seat":"B.white"}]}"#,
    );
    check(
        &wire::welcome(None, &anna, "Anna", "t0k", true, &[]),
        "WelcomeMessage",
        r#"{"type":"welcome","protocol":1,"player":{"id":"id-A.white","name":"Anna"},"token":"t0k","director":true,"seats":[]}"#,
    );
    check(
        &wire::opened(Some(&RequestId::from(-3)), &match_id(), None),
        "OpenedMessage",
        r#"{"type":"opened","id":-3,"match":"k7f2"}"#,
    );
    let keys = BySeat::from_fn(|seat| format!("k{}", seat as usize));
    check(
        &wire::opened(None, &match_id(), Some(&keys)),
        "OpenedMessage",
        r#"{"type":"opened","match":"k7f2","keys":{"A.white":"k0","A.black":"k1","B.white":"k2","B.black":"k3"}}"#,
    );
    check(&wire::ok(None, &Done::default()), "OkMessage", r#"{"type":"ok"}"#);
    let done = Done { you: Some(Audience::Spectator), seq: Some(0) };
    check(
        &wire::ok(Some(&RequestId::from(1)), &done),
        "OkMessage",
        r#"{"type":"ok","id":1,"you":"spectator","seq":0}"#,
    );
    check(
        &wire::refused(id, "illegal_move", Some(Rule(14)), "no"),
        "RefusedMessage",
        r#"{"type":"refused","id":"a\"b","code":"illegal_move","rule":"R14","message":"no"}"#,
    );
    check(
        &wire::refused(None, "bad_message", None, "no"),
        "RefusedMessage",
        r#"{"type":"refused","code":"bad_message","rule":null,"message":"no"}"#,
    );
    check(
        &wire::pong(None, i64::MIN, Instant(5)),
        "PongMessage",
        r#"{"type":"pong","n":-9223372036854775808,"at":5}"#,
    );
    check(
        &wire::presence(&match_id(), Seat::ABlack, false),
        "PresenceMessage",
        r#"{"type":"presence","match":"k7f2","seat":"A.black","present":false}"#,
    );
    check(
        &wire::not_saving(&match_id(), START),
        "NotSavingMessage",
        r#"{"type":"not_saving","match":"k7f2","since":1000000}"#,
    );
}

const RULES: &str = r#""rules":{"initial_s":300,"increment_s":3,"spectator_reserves":"hidden","spectator_delay_s":0,"partner_board":"visible","back_rank_drops":"no_pawns","flag":"claim","draw_agreement":"allowed","wrong_claim_bonus_s":180,"illegal_moves":"refuse","default_after_s":null,"abandon_after_s":600}"#;

#[test]
fn a_table_before_the_start() {
    let mut table = Table::new(Options::default());
    table.play(Seat::BWhite, Command::Sit { seat: Seat::BWhite, key: None });
    table.play(Seat::BWhite, Command::Ready);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let board = format!(r#"{{"fen":"{start}","ply":0,"status":"open","last":null,"moves":[]}}"#);
    let expected = format!(
        concat!(
            r#"{{"type":"snapshot","match":"k7f2","seq":9,"line":0,"you":"spectator","#,
            r#""phase":"seating","delay_ms":0,{rules},"seats":{{"A.white":null,"A.black":null,"#,
            r#""B.white":{{"name":"P B.white","ready":true}},"B.black":null}},"#,
            r#""boards":{{"A":{board},"B":{board}}},"order":"","reserves":{{}},"#,
            r#""clocks":{{"A.white":300000,"A.black":300000,"B.white":300000,"B.black":300000,"#,
            r#""running":[],"fallen":[],"at":1002000}},"legal":null,"#,
            r#""draw":null,"penalties":{{"A.white":0,"A.black":0,"B.white":0,"B.black":0}},"#,
            r#""pause":null,"talk":[],"result":null,"followed":null}}"#,
        ),
        rules = RULES,
        board = board,
    );
    check(&table.snapshot(Audience::Spectator), "SnapshotMessage", &expected);
}

/// White takes a pawn on board A, and Black has brought his queen out there.
fn played(options: Options) -> Table {
    let mut table = Table::started(options);
    table.moves(Seat::AWhite, "e2e4");
    table.moves(Seat::BWhite, "g1f3");
    table.moves(Seat::ABlack, "d7d5");
    table.moves(Seat::AWhite, "e4d5");
    table
}

#[test]
fn a_match_that_is_played() {
    let mut table = played(Options::default());
    let value = table.snapshot_value(Audience::Seat(Seat::BBlack));
    assert_eq!(value["you"], "B.black");
    assert_eq!(value["phase"], "playing");
    assert_eq!(value["order"], "ABAA");
    assert_eq!(
        value["boards"]["A"],
        json!({
            "fen": "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2",
            "ply": 3,
            "status": "open",
            "last": "e4d5",
            "moves": [
                { "move": "e2e4", "san": "e4", "spent": 1000 },
                { "move": "d7d5", "san": "d5", "spent": 2000 },
                { "move": "e4d5", "san": "exd5", "spent": 1000 },
            ],
        })
    );
    assert_eq!(value["boards"]["B"]["last"], "g1f3");
    let nothing = json!({ "Q": 0, "R": 0, "B": 0, "N": 0, "P": 0 });
    let pawn = json!({ "Q": 0, "R": 0, "B": 0, "N": 0, "P": 1 });
    assert_eq!(value["reserves"], json!({ "A.white": nothing, "B.black": pawn }));
    assert_eq!(value["clocks"]["running"], json!(["A.black", "B.black"]));
    assert_eq!(value["clocks"]["A.white"], 304_000);
    assert_eq!(value["legal"]["moves"]["g8"], json!(["f6", "h6"]));
    let dropped = value["legal"]["drops"]["P"].as_array().unwrap();
    assert!(dropped.contains(&json!("e4")) && !dropped.contains(&json!("e8")));
    assert_eq!(value["legal"]["drops"].as_object().unwrap().len(), 1);
    assert_eq!(value["legal"]["claims"], json!({}));

    let value = table.snapshot_value(Audience::Seat(Seat::BWhite));
    assert_eq!(value["legal"], Value::Null);
    assert_eq!(value["reserves"], json!({ "A.black": nothing, "B.white": nothing }));
    let value = table.snapshot_value(Audience::Spectator);
    assert_eq!(value["reserves"], json!({}));
    let value = table.snapshot_value(Audience::Director);
    assert_eq!(value["reserves"].as_object().unwrap().len(), 4);
    assert_eq!(value["you"], "director");

    table.rule(Ruling::Pause);
    let value = table.snapshot_value(Audience::Spectator);
    assert_eq!(value["phase"], "paused");
    assert_eq!(value["pause"], json!({ "by": "director", "ready": [] }));
    assert_eq!(value["clocks"]["running"], json!([]));
}

#[test]
fn what_can_be_claimed_now() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 99 80";
    let setup: catchmate::rules::Setup = start.parse().unwrap();
    let mut table = Table::with_setup(Options::default(), ByBoard([setup.clone(), setup]));
    table.seat_all();
    table.rule(Ruling::Start);
    let claims =
        |table: &Table, seat| table.snapshot_value(Audience::Seat(seat))["legal"]["claims"].clone();
    assert_eq!(
        claims(&table, Seat::AWhite),
        json!({ "fifty_moves": ["b1a3", "b1c3", "g1f3", "g1h3"] })
    );
    for (seat, text) in [
        (Seat::AWhite, "g1f3"),
        (Seat::ABlack, "g8f6"),
        (Seat::AWhite, "f3g1"),
        (Seat::ABlack, "f6g8"),
        (Seat::AWhite, "g1f3"),
        (Seat::ABlack, "g8f6"),
        (Seat::AWhite, "f3g1"),
    ] {
        table.moves(seat, text);
    }
    assert_eq!(
        claims(&table, Seat::ABlack),
        json!({ "repetition": ["f6g8"], "fifty_moves": true })
    );
}

#[test]
fn talk_offers_and_penalties() {
    let illegal_moves = catchmate::rules::IllegalMoves::Penalise;
    let mut table = Table::started(Options { illegal_moves, ..Options::default() });
    let say = |to_partner, words| Command::Say { to_partner, words };
    table.play(Seat::AWhite, say(true, Words::Phrase("need_rook")));
    table.play(Seat::BWhite, say(false, Words::Text("<b>\"hallo\"</b>".into())));
    table.moves(Seat::AWhite, "e2e5");
    table.play(Seat::AWhite, Command::Draw(catchmate::game::DrawAnswer::Offer));
    table.play(Seat::BWhite, Command::Draw(catchmate::game::DrawAnswer::Accept));
    let value = table.snapshot_value(Audience::Seat(Seat::BBlack));
    let [rook, hello] = [
        json!({ "kind": "said", "at": 1_006_000, "from": "A.white", "to": "partner", "phrase": "need_rook" }),
        json!({ "kind": "said", "at": 1_007_000, "from": "B.white", "to": "table", "text": "<b>\"hallo\"</b>" }),
    ];
    assert_eq!(value["talk"], json!([rook, hello]));
    assert_eq!(value["draw"], json!({ "by": "A.white", "accepted": ["B.white"] }));
    assert_eq!(value["penalties"]["A.white"], 1);
    for audience in [Audience::Seat(Seat::ABlack), Audience::Spectator, Audience::Director] {
        assert_eq!(table.snapshot_value(audience)["talk"], json!([hello]));
    }
    assert!(!table.snapshot(Audience::Seat(Seat::BBlack)).contains("id-"));
}

#[test]
fn r12_what_is_hidden_is_absent() {
    let hidden = Options { partner_board: PartnerBoard::Hidden, ..Options::default() };
    let mut table = played(hidden);
    let value = table.snapshot_value(Audience::Seat(Seat::BBlack));
    assert!(value["boards"].get("A").is_none());
    assert_eq!(value["boards"]["B"]["ply"], 1);
    assert_eq!(value["order"], "B");
    assert_eq!(value["reserves"].as_object().unwrap().len(), 1);
    assert_eq!(value["penalties"].as_object().unwrap().len(), 2);
    assert_eq!(value["clocks"]["A.white"], 304_000);

    let value = table.snapshot_value(Audience::Spectator);
    for name in ["clocks", "draw", "penalties", "pause", "talk"] {
        assert!(value.get(name).is_none(), "{name}");
    }
    for name in ["boards", "reserves"] {
        assert_eq!(value[name], json!({}), "{name}");
    }
    assert_eq!(value["order"], "");
    assert_eq!(value["legal"], Value::Null);

    table.play(Seat::AWhite, Command::Resign);
    let value = table.snapshot_value(Audience::Spectator);
    assert_eq!(value["order"], "ABAA");
    assert_eq!(value["reserves"]["B.black"]["P"], 1);
    assert_eq!(
        value["result"],
        json!({ "winner": 2, "points": { "1": 0, "2": 1 }, "by": "resignation", "board": "A" })
    );
}

#[test]
fn r12_a_delay_is_told_to_those_whom_it_concerns() {
    let options = Options {
        spectator_delay: Millis(60_000),
        spectator_reserves: SpectatorReserves::Shown,
        ..Options::default()
    };
    let table = Table::started(options);
    assert_eq!(table.snapshot_value(Audience::Spectator)["delay_ms"], 60_000);
    assert_eq!(table.snapshot_value(Audience::Seat(Seat::AWhite))["delay_ms"], 0);
    assert_eq!(table.snapshot_value(Audience::Spectator)["reserves"].as_object().unwrap().len(), 4);
}

#[test]
fn lists_of_matches() {
    let mut table = Table::started(Options::default());
    table.rule(Ruling::Close);
    let view = View::new(&table.state, Audience::Spectator);
    let list = wire::match_list(&[wire::match_summary(&match_id(), &view)]);
    schema::check(&list, "MatchList");
    let seats: Vec<String> = Seat::ALL
        .iter()
        .map(|seat| format!(r#""{seat}":{{"name":"P {seat}","ready":false}}"#))
        .collect();
    let expected = format!(
        concat!(
            r#"{{"matches":[{{"match":"k7f2","phase":"over",{},"seats":{{{}}},"#,
            r#""result":{{"winner":null,"points":null,"by":"abandoned","board":null}}}}]}}"#,
        ),
        RULES,
        seats.join(",")
    );
    assert_eq!(list, expected);
    assert_eq!(wire::match_list(&[]), r#"{"matches":[]}"#);
}
