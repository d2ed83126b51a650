//! What clients send: every message of the protocol.

use catchmate::game::{
    Audience, Claim, Command, DrawAnswer, HalfPoints, RuledResult, Ruling, Swap, Words,
};
use catchmate::ids::{BoardName, ByBoard, MatchId, Millis, PlayerId, Seat, Team};
use catchmate::rules::Setup;
use catchmate::wire::{self, ClientMessage, MatchRequest, PHRASES, RequestId};
use serde_json::{Map, Value, json};

use crate::schema;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Reads a message, with an id and without one, and checks that the schema knows it.
#[track_caller]
fn parse(frame: &str) -> ClientMessage {
    let request = wire::parse(frame).unwrap_or_else(|error| panic!("{frame}: {error:?}"));
    assert_eq!(request.id, None, "{frame}");
    schema::check(frame, "ClientMessage");
    let with_id = frame.replacen('{', "{\"id\":\"7\", \"unknown\":[{}], ", 1);
    let again = wire::parse(&with_id).unwrap();
    assert_eq!(again.id, Some(RequestId::from("7")), "{frame}");
    assert_eq!(again.message, request.message, "{frame}");
    schema::check(&with_id, "ClientMessage");
    request.message
}

#[track_caller]
#[allow(clippy::needless_pass_by_value, reason = "reads better where it is called")]
fn check(frame: &str, expected: ClientMessage) {
    assert_eq!(parse(frame), expected, "{frame}");
}

fn m() -> MatchId {
    MatchId("m".into())
}

fn map(value: Value) -> Map<String, Value> {
    serde_json::from_value(value).unwrap()
}

#[test]
fn messages_beside_a_match() {
    let hello = |name: Option<&str>, token: Option<&str>, key: Option<&str>| {
        let [name, token, director_key] = [name, token, key].map(|text| text.map(str::to_owned));
        ClientMessage::Hello { name, token, director_key }
    };
    check(r#"{"type":"hello","name":"Anna"}"#, hello(Some("Anna"), None, None));
    check(r#"{"type":"hello","name":" Äñ 小 "}"#, hello(Some("Äñ 小"), None, None));
    check(
        r#"{"type":"hello","token":"t","name":null,"director_key":"k"}"#,
        hello(None, Some("t"), Some("k")),
    );
    let open = |rules, position, listed| ClientMessage::Open { rules, position, listed };
    check(r#"{"type":"open"}"#, open(Map::new(), None, true));
    check(
        r#"{"type":"open","rules":{"flag":"auto"},"listed":false}"#,
        open(map(json!({ "flag": "auto" })), None, false),
    );
    let b = "4k3/8/8/8/8/8/8/4K3[QPnn] b - - 0 1";
    let setups = [START, b].map(|fen| fen.parse::<Setup>().unwrap());
    check(
        &json!({ "type": "open", "rules": {}, "position": { "A": START, "B": b } }).to_string(),
        open(Map::new(), Some(ByBoard(setups)), true),
    );
    let watch = |after, view_as| ClientMessage::Watch { match_id: m(), after, view_as };
    check(r#"{"type":"watch","match":"m"}"#, watch(None, None));
    check(
        r#"{"type":"watch","match":"m","as":"spectator"}"#,
        watch(None, Some(Audience::Spectator)),
    );
    check(
        r#"{"type":"watch","match":"m","after":18446744073709551615,"as":"B.black"}"#,
        watch(Some(u64::MAX), Some(Audience::Seat(Seat::BBlack))),
    );
    check(r#"{"type":"unwatch","match":"m"}"#, ClientMessage::Unwatch { match_id: m() });
    check(r#"{"type":"ping","n":-3}"#, ClientMessage::Ping { n: -3 });
}

#[track_caller]
fn check_request(frame: &str, expected: MatchRequest) {
    check(frame, ClientMessage::Match { match_id: m(), request: expected });
}

#[track_caller]
fn check_command(frame: &str, expected: Command) {
    check_request(frame, MatchRequest::Command(expected));
}

#[test]
fn messages_to_a_match() {
    let key = Some("k".to_owned());
    check_request(
        r#"{"type":"sit","match":"m","seat":"A.black"}"#,
        MatchRequest::Sit { seat: Seat::ABlack, key: None },
    );
    check_request(
        r#"{"type":"practice","match":"m"}"#,
        MatchRequest::Command(Command::Practice { seat: None }),
    );
    check_request(
        r#"{"type":"practice","match":"m","seat":"B.black"}"#,
        MatchRequest::Command(Command::Practice { seat: Some(Seat::BBlack) }),
    );
    check_request(
        r#"{"type":"sit","match":"m","seat":"B.white","key":"k"}"#,
        MatchRequest::Sit { seat: Seat::BWhite, key },
    );
    check_command(r#"{"type":"stand","match":"m"}"#, Command::Stand);
    check_command(r#"{"type":"ready","match":"m"}"#, Command::Ready);
    check_command(r#"{"type":"resign","match":"m"}"#, Command::Resign);
    check_command(r#"{"type":"call","match":"m"}"#, Command::Call);
    check_request(
        r#"{"type":"change_rules","match":"m","rules":{"initial_s":60}}"#,
        MatchRequest::ChangeRules { rules: map(json!({ "initial_s": 60 })) },
    );
    for (text, answer) in [
        ("offer", DrawAnswer::Offer),
        ("accept", DrawAnswer::Accept),
        ("decline", DrawAnswer::Decline),
    ] {
        let frame = format!(r#"{{"type":"draw","match":"m","answer":"{text}"}}"#);
        check_command(&frame, Command::Draw(answer));
    }
}

#[test]
fn moves_and_claims() {
    for (text, ply, line) in
        [("e2e4", None, None), ("e1g1", Some(0), None), ("N@f3", Some(7), Some(2))]
    {
        let attempt = text.parse().unwrap();
        let mut frame = json!({ "type": "move", "match": "m", "move": text });
        for (name, number) in [("ply", ply), ("line", line)] {
            if let Some(number) = number {
                frame[name] = json!(number);
            }
        }
        check_command(&frame.to_string(), Command::Move { attempt, ply, line });
    }
    let promotion = wire::parse(r#"{"type":"move","match":"m","move":"a7a8q"}"#).unwrap().message;
    let ClientMessage::Match {
        request: MatchRequest::Command(Command::Move { attempt, .. }), ..
    } = promotion
    else {
        panic!("{promotion:?}")
    };
    assert!(attempt.promotion.is_some());

    check_command(r#"{"type":"claim","match":"m","claim":"flag"}"#, Command::ClaimTime);
    let claim = |claim, attempt: Option<&str>, ply, line| Command::ClaimDraw {
        claim,
        attempt: attempt.map(|text| text.parse().unwrap()),
        ply,
        line,
    };
    check_command(
        r#"{"type":"claim","match":"m","claim":"repetition"}"#,
        claim(Claim::Repetition, None, None, None),
    );
    check_command(
        r#"{"type":"claim","match":"m","claim":"fifty_moves","move":"g1f3","ply":4,"line":1}"#,
        claim(Claim::FiftyMoves, Some("g1f3"), Some(4), Some(1)),
    );
}

#[test]
fn what_players_say() {
    let say = |to_partner, words| Command::Say { to_partner, words };
    check_command(
        r#"{"type":"say","match":"m","to":"table","text":"gut! 🙂"}"#,
        say(false, Words::Text("gut! 🙂".into())),
    );
    for phrase in PHRASES {
        check_command(
            &json!({ "type": "say", "match": "m", "to": "partner", "phrase": phrase }).to_string(),
            say(true, Words::Phrase(phrase)),
        );
    }
}

#[test]
fn what_players_mark() {
    for marks in [
        json!([]),
        json!([{ "from": "e2", "to": "e4", "colour": "green" }, { "from": "a8", "colour": "red" }]),
        json!(vec![json!({ "from": "h1", "to": "a8", "colour": "yellow" }); 32]),
    ] {
        let frame = json!({ "type": "mark", "match": "m", "board": "B", "marks": marks });
        let ClientMessage::Mark { match_id, board, marks: read } = parse(&frame.to_string()) else {
            panic!("{frame}")
        };
        assert_eq!((&match_id, board), (&m(), BoardName::B));
        // What is read is what the partner is shown.
        let shown = wire::marks(&match_id, Seat::ABlack, board, &read);
        schema::check(&shown, "MarksMessage");
        let shown: Value = serde_json::from_str(&shown).unwrap();
        let from = "A.black";
        let expected =
            json!({ "type": "marks", "match": "m", "from": from, "board": "B", "marks": marks });
        assert_eq!(shown, expected);
    }
    let circle = r#"{"type":"mark","match":"m","board":"A","marks":[{"from":"c3","to":null,"colour":"blue"}]}"#;
    let ClientMessage::Mark { marks, .. } = wire::parse(circle).unwrap().message else { panic!() };
    let shown = wire::marks(&m(), Seat::AWhite, BoardName::A, &marks);
    assert!(shown.ends_with(r#""marks":[{"from":"c3","colour":"blue"}]}"#), "{shown}");
}

#[test]
fn the_match_after_a_match() {
    for (word, swap) in
        [("none", Swap::None), ("colours", Swap::Colours), ("partners", Swap::Partners)]
    {
        let frame = json!({ "type": "rematch", "match": "m", "swap": word }).to_string();
        check(&frame, ClientMessage::Rematch { match_id: m(), swap });
    }
}

#[track_caller]
fn check_ruling(ruling: &Value, expected: Ruling) {
    let frame = json!({ "type": "rule", "match": "m", "ruling": ruling }).to_string();
    check_command(&frame, Command::Rule(expected));
}

#[test]
fn rulings() {
    check_ruling(&json!({ "kind": "start" }), Ruling::Start);
    check_ruling(&json!({ "kind": "pause" }), Ruling::Pause);
    check_ruling(&json!({ "kind": "resume" }), Ruling::Resume);
    check_ruling(&json!({ "kind": "annul" }), Ruling::Annul);
    check_ruling(&json!({ "kind": "close" }), Ruling::Close);
    for ms in [0, 86_400_000] {
        check_ruling(
            &json!({ "kind": "set_clock", "seat": "A.white", "ms": ms }),
            Ruling::SetClock { seat: Seat::AWhite, left: Millis(ms) },
        );
    }
    for millis in [-86_400_000, 0, 86_400_000] {
        check_ruling(
            &json!({ "kind": "add_clock", "seat": "B.black", "ms": millis }),
            Ruling::AddClock { seat: Seat::BBlack, millis },
        );
    }
    check_ruling(&json!({ "kind": "rewind", "to": 12 }), Ruling::Rewind { to: 12 });
    for (winner, team) in
        [(json!(1), Some(Team::One)), (json!(2), Some(Team::Two)), (Value::Null, None)]
    {
        let ruling = json!({ "kind": "result", "winner": winner });
        check_ruling(&ruling, Ruling::Result(RuledResult::Winner(team)));
    }
    check_ruling(
        &json!({ "kind": "result", "points": { "1": 0.5, "2": 0 } }),
        Ruling::Result(RuledResult::Points([HalfPoints::HALF, HalfPoints::ZERO])),
    );
    check_ruling(
        &json!({ "kind": "result", "points": { "2": 1.0, "1": 1 } }),
        Ruling::Result(RuledResult::Points([HalfPoints::ONE; 2])),
    );
    check_ruling(&json!({ "kind": "unseat", "seat": "A.black" }), {
        Ruling::Unseat { seat: Seat::ABlack }
    });
    check_request(
        r#"{"type":"rule","match":"m","ruling":{"kind":"seat","seat":"B.white","player":"p"}}"#,
        MatchRequest::SeatPlayer { seat: Seat::BWhite, player: PlayerId("p".into()) },
    );
}
