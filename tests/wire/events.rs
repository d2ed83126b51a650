//! Events: every kind, to every audience.

use std::collections::BTreeSet;

use catchmate::game::{
    Audience, Claim, Command, DrawAnswer, Entry, Event, PausedBy, RuledResult, Ruling, Swap, Words,
};
use catchmate::ids::{MatchId, Millis, Seat, Team};
use catchmate::rules::{Flag, IllegalMoves, Options, PartnerBoard};
use serde_json::{Value, json};

use crate::table::{START, Table, match_id, player, shown};

const HIDDEN: Audience = Audience::Spectator;

/// The kinds of the events that an audience is shown.
fn kinds(messages: &[String], audience: Audience) -> Vec<String> {
    (0..)
        .map_while(|index| shown(messages, audience, index))
        .map(|event| event["kind"].as_str().unwrap().to_owned())
        .collect()
}

fn clocks(left: [u64; 4], running: &[&str], at: u64) -> Value {
    let [aw, ab, bw, bb] = left;
    json!({
        "A.white": aw, "A.black": ab, "B.white": bw, "B.black": bb,
        "running": running, "fallen": [], "at": at,
    })
}

#[test]
fn a_move_letter_by_letter() {
    let mut table = Table::started(Options::default());
    let messages = table.moves(Seat::AWhite, "e2e4");
    let expected = concat!(
        r#"spectator {"type":"event","match":"k7f2","seq":SEQ,"at":1006000,"event":{"kind":"moved","#,
        r#""board":"A","seat":"A.white","move":"e2e4","san":"e4","ply":1,"#,
        r#""fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1","#,
        r#""status":"open","spent":1000,"#,
        r#""clocks":{"A.white":302000,"A.black":300000,"B.white":299000,"B.black":300000,"#,
        r#""running":["A.black","B.white"],"fallen":[],"at":1006000}}}"#,
    );
    let message = messages.iter().find(|message| message.starts_with("spectator")).unwrap();
    let seq = serde_json::from_str::<Value>(&message["spectator ".len()..]).unwrap()["seq"].take();
    assert_eq!(*message, expected.replace("SEQ", &seq.to_string()));
    let legal = |seat| {
        let event = shown(&messages, Audience::Seat(seat), 0).unwrap();
        event.as_object().unwrap().get("legal").cloned()
    };
    assert_eq!(legal(Seat::AWhite), Some(Value::Null), "he is no longer on move");
    assert_eq!(legal(Seat::ABlack).unwrap()["moves"]["b8"], json!(["a6", "c6"]));
    assert_eq!(legal(Seat::BWhite), None, "nothing has changed for him");
    assert_eq!(legal(Seat::BBlack), None);
}

#[test]
fn r9_a_capture_tells_the_reserves_to_those_who_may_see_them() {
    let mut table = Table::started(Options::default());
    table.moves(Seat::BWhite, "g1f3");
    table.moves(Seat::AWhite, "e2e4");
    table.moves(Seat::ABlack, "d7d5");
    let messages = table.moves(Seat::AWhite, "e4d5");
    let event = |audience| shown(&messages, audience, 0).unwrap();
    let pawn = json!({ "B.black": { "Q": 0, "R": 0, "B": 0, "N": 0, "P": 1 } });
    for seat in [Seat::AWhite, Seat::BBlack] {
        assert_eq!(event(Audience::Seat(seat))["reserves"], pawn);
    }
    assert_eq!(event(Audience::Director)["reserves"], pawn);
    for audience in
        [Audience::Seat(Seat::ABlack), Audience::Seat(Seat::BWhite), Audience::Spectator]
    {
        assert!(event(audience).get("reserves").is_none());
    }
    let partner = event(Audience::Seat(Seat::BBlack));
    assert!(partner["legal"]["drops"]["P"].as_array().unwrap().contains(&json!("e5")));
    let messages = table.moves(Seat::BBlack, "P@e5");
    let dropped = shown(&messages, Audience::Spectator, 0).unwrap();
    assert_eq!((&dropped["move"], &dropped["san"]), (&json!("P@e5"), &json!("P@e5")));
    assert_eq!(
        shown(&messages, Audience::Seat(Seat::AWhite), 0).unwrap()["reserves"]["B.black"]["P"],
        0
    );
}

#[test]
fn seating_and_the_start() {
    let mut table = Table::new(Options::default());
    let messages = table.play(Seat::AWhite, Command::Sit { seat: Seat::AWhite, key: None });
    let event = shown(&messages, HIDDEN, 0).unwrap();
    assert_eq!(event, json!({ "kind": "seated", "seat": "A.white", "name": "P A.white" }));
    assert!(!messages.concat().contains("id-"));
    let messages = table.play(Seat::AWhite, Command::Ready);
    let event = shown(&messages, HIDDEN, 0).unwrap();
    assert_eq!(event, json!({ "kind": "ready", "seat": "A.white", "ready": true }));
    let options = Options { initial: Millis(90_500), ..Options::default() };
    let messages = table.play(Seat::AWhite, Command::ChangeOptions(options));
    let event = shown(&messages, HIDDEN, 0).unwrap();
    assert_eq!(event["kind"], "rules_changed");
    assert_eq!(event["rules"]["initial_s"], 90.5);
    assert_eq!(event["clocks"]["B.black"], 90_500);
    let messages = table.play(Seat::AWhite, Command::Stand);
    let event = shown(&messages, HIDDEN, 0).unwrap();
    assert_eq!(event, json!({ "kind": "left_seat", "seat": "A.white", "name": "P A.white" }));
    let messages = table.rule(Ruling::Start);
    let running = ["A.white", "B.white"];
    let event = shown(&messages, HIDDEN, 0).unwrap();
    let clocks = clocks([90_500; 4], &running, table.now.0);
    assert_eq!(event, json!({ "kind": "started", "clocks": clocks }));
}

#[test]
fn draws_claims_and_calls() {
    let mut table = Table::started(Options::default());
    let draw = Command::Draw;
    let messages = table.play(Seat::AWhite, draw(DrawAnswer::Offer));
    let event = shown(&messages, HIDDEN, 0).unwrap();
    assert_eq!(event, json!({ "kind": "draw_offered", "seat": "A.white" }));
    let messages = table.play(Seat::BBlack, draw(DrawAnswer::Accept));
    assert_eq!(kinds(&messages, HIDDEN), ["draw_accepted"]);
    let messages = table.play(Seat::ABlack, draw(DrawAnswer::Decline));
    assert_eq!(kinds(&messages, HIDDEN), ["draw_declined"]);
    let messages = table.play(Seat::ABlack, Command::Call);
    let event = shown(&messages, HIDDEN, 0).unwrap();
    assert_eq!(event, json!({ "kind": "called", "seat": "A.black" }));
    let claim = Claim::Repetition;
    let attempt = "e2e4".parse().ok();
    let claim = Command::ClaimDraw { claim, attempt, ply: None, line: None };
    let messages = table.play(Seat::AWhite, claim);
    assert_eq!(kinds(&messages, HIDDEN), ["claim_failed", "draw_offered", "moved"]);
    let event = shown(&messages, HIDDEN, 0).unwrap();
    assert_eq!(event["claim"], "repetition");
    assert_eq!(event["clocks"]["A.black"], 480_000);
    for seat in [Seat::ABlack, Seat::BWhite] {
        table.play(seat, draw(DrawAnswer::Accept));
    }
    let messages = table.play(Seat::BBlack, draw(DrawAnswer::Accept));
    assert_eq!(kinds(&messages, HIDDEN), ["draw_accepted", "over"]);
    let event = shown(&messages, HIDDEN, 1).unwrap();
    assert_eq!(
        event["result"],
        json!({ "winner": null, "points": { "1": 0.5, "2": 0.5 }, "by": "agreement", "board": null })
    );
    assert_eq!(event["reserves"].as_object().unwrap().len(), 4);
}

#[test]
fn what_the_director_rules() {
    let mut table = Table::started(Options::default());
    table.moves(Seat::AWhite, "e2e4");
    let messages = table.rule(Ruling::Pause);
    let event = shown(&messages, HIDDEN, 0).unwrap();
    assert_eq!((&event["kind"], &event["by"]), (&json!("paused"), &json!("director")));
    assert_eq!(event["clocks"]["running"], json!([]));
    let event = shown(&messages, Audience::Seat(Seat::ABlack), 0).unwrap();
    assert_eq!(event.get("legal"), Some(&Value::Null));
    let messages = table.rule(Ruling::SetClock { seat: Seat::AWhite, left: Millis(1234) });
    let event = shown(&messages, HIDDEN, 0).unwrap();
    assert_eq!((&event["kind"], &event["seat"]), (&json!("clock_set"), &json!("A.white")));
    assert_eq!(event["clocks"]["A.white"], 1234);
    let messages = table.rule(Ruling::Rewind { to: 0 });
    let event = shown(&messages, HIDDEN, 0).unwrap();
    assert_eq!(event, json!({ "kind": "rewound", "line": 1, "to": 0 }));
    let messages = table.rule(Ruling::Resume);
    let event = shown(&messages, HIDDEN, 0).unwrap();
    assert_eq!(event["kind"], "resumed");
    assert_eq!(event["clocks"], clocks([300_000; 4], &["A.white", "B.white"], table.now.0));
    let messages = table.rule(Ruling::Annul);
    assert_eq!(shown(&messages, HIDDEN, 0).unwrap(), json!({ "kind": "annulled", "line": 2 }));
    table.rule(Ruling::Start);
    let messages = table.rule(Ruling::Result(RuledResult::Winner(Some(Team::One))));
    assert_eq!(kinds(&messages, HIDDEN), ["over"]);
    let messages = table.rule(Ruling::Result(RuledResult::Winner(None)));
    let event = shown(&messages, HIDDEN, 0).unwrap();
    let points = json!({ "1": 0.5, "2": 0.5 });
    let result = json!({ "winner": null, "points": points, "by": "ruling", "board": null });
    assert_eq!(event, json!({ "kind": "result_changed", "result": result }));
}

#[test]
fn where_the_players_went_on_is_told_by_the_event_and_every_snapshot() {
    let mut table = Table::started(Options::default());
    table.play(Seat::BWhite, Command::Resign);
    let match_id = MatchId("m3x8".into());
    let follow = Command::Follow { match_id, swap: Swap::Partners };
    let messages = table.play(Seat::ABlack, follow);
    let told = json!({ "by": "A.black", "match": "m3x8", "swap": "partners" });
    for audience in Audience::ALL {
        let mut event = shown(&messages, audience, 0).unwrap();
        assert_eq!(event["kind"], "followed");
        event.as_object_mut().unwrap().remove("kind");
        assert_eq!(event, told, "{audience:?}");
        let snapshot: Value = serde_json::from_str(&table.snapshot(audience)).unwrap();
        assert_eq!(snapshot["followed"], told, "{audience:?}");
    }
}

#[test]
fn falls_and_penalties() {
    let illegal_moves = IllegalMoves::Penalise;
    let options = Options { flag: Flag::Auto, illegal_moves, ..Options::default() };
    let mut table = Table::started(options);
    let messages = table.moves(Seat::AWhite, "e2e5");
    let event = shown(&messages, HIDDEN, 0).unwrap();
    assert_eq!((&event["kind"], &event["count"]), (&json!("penalised"), &json!(1)));
    assert_eq!(event["clocks"]["A.black"], 420_000);
    assert!(!messages.concat().contains("e2e5"));
    let messages = table.wait(START + Millis::from_secs(400));
    assert_eq!(kinds(&messages, HIDDEN), ["flag_fallen", "flag_fallen", "over"]);
    let event = shown(&messages, HIDDEN, 0).unwrap();
    assert_eq!(event, json!({ "kind": "flag_fallen", "seat": "A.white" }));
    let event = shown(&messages, HIDDEN, 2).unwrap();
    assert_eq!(event["result"]["by"], "time");
}

#[test]
fn r11_partner_talk_is_told_to_the_partner_alone() {
    let mut table = Table::started(Options::default());
    let say = |to_partner, words| Command::Say { to_partner, words };
    let messages = table.play(Seat::AWhite, say(true, Words::Text("e4?".into())));
    let to: Vec<&str> = messages.iter().map(|message| &message[..7]).collect();
    assert_eq!(to, ["A.white", "B.black"]);
    let event = shown(&messages, Audience::Seat(Seat::BBlack), 0).unwrap();
    assert_eq!(event, json!({ "kind": "said", "from": "A.white", "to": "partner", "text": "e4?" }));
    let messages = table.play(Seat::AWhite, say(false, Words::Phrase("thanks")));
    let event = shown(&messages, HIDDEN, 0).unwrap();
    assert_eq!(
        event,
        json!({ "kind": "said", "from": "A.white", "to": "table", "phrase": "thanks" })
    );
    assert_eq!(messages.len(), 6);
}

#[test]
fn r12_of_a_hidden_board_only_clocks_and_arrivals_are_told() {
    let hidden = Options {
        partner_board: PartnerBoard::Hidden,
        illegal_moves: IllegalMoves::Penalise,
        ..Options::default()
    };
    let mut table = Table::new(hidden);
    table.seat_all();
    let messages = table.rule(Ruling::Start);
    assert_eq!(shown(&messages, HIDDEN, 0).unwrap(), json!({ "kind": "started" }));
    let mut all = table.moves(Seat::AWhite, "e2e4");
    all.extend(table.moves(Seat::ABlack, "d7d5"));
    all.extend(table.moves(Seat::AWhite, "a1a8"));
    all.extend(table.moves(Seat::AWhite, "e4d5"));
    assert_eq!(kinds(&all, Audience::Seat(Seat::BWhite)), ["clocks"; 4]);
    assert_eq!(
        kinds(&all, Audience::Seat(Seat::BBlack)),
        ["clocks", "clocks", "clocks", "reserve"]
    );
    assert_eq!(kinds(&all, Audience::Seat(Seat::ABlack)), ["moved", "moved", "penalised", "moved"]);
    assert!(kinds(&all, HIDDEN).is_empty());
    let mut fields: Vec<BTreeSet<String>> = Vec::new();
    for index in 0..4 {
        let event = shown(&all, Audience::Seat(Seat::BWhite), index).unwrap();
        fields.push(event.as_object().unwrap().keys().cloned().collect());
    }
    fields.dedup();
    assert_eq!(fields, [BTreeSet::from(["clocks".to_owned(), "kind".to_owned()])]);
    let grew = shown(&all, Audience::Seat(Seat::BBlack), 3).unwrap();
    assert_eq!(grew["reserves"]["B.black"]["P"], 1);
    assert!(grew.get("move").is_none() && grew.get("legal").is_none());
    let messages = table.rule(Ruling::Rewind { to: 3 });
    for (seat, to) in [(Seat::ABlack, 3), (Seat::BBlack, 0)] {
        let event = shown(&messages, Audience::Seat(seat), 0).unwrap();
        let told = (&event["kind"], &event["line"], &event["to"]);
        assert_eq!(told, (&json!("rewound"), &json!(1), &json!(to)));
    }
}

#[test]
fn the_instant_of_a_message_may_be_later_than_its_clocks() {
    let mut table = Table::started(Options::default());
    let entry = Entry {
        at: table.now,
        event: Event::Paused { by: PausedBy::Restart, counted_from: table.now },
    };
    table.state.evolve(&entry);
    let view = catchmate::game::View::new(&table.state, Audience::Spectator);
    let event = view.show(&entry).unwrap();
    let later = entry.at + Millis(500);
    let change = catchmate::wire::LegalChange::Unchanged;
    let text = catchmate::wire::event(&match_id(), 3, later, &view, &entry, &event, change);
    let message: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(message["at"], later.0);
    assert_eq!(message["event"]["clocks"]["at"], entry.at.0);
    assert_eq!(message["event"]["by"], "restart");
    assert!(!text.contains(&player(Seat::AWhite).to_string()));
}
