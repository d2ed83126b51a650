//! Everything that is no message, and why.

use catchmate::wire::{self, PHRASES, RequestId};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Checks that a message, given without its braces, is refused for that reason with its id.
#[track_caller]
fn refuse(fields: &str, expected: &str) {
    for frame in [format!(r#"{{"id":7,{fields}}}"#), format!(r#"{{{fields},"id":7}}"#)] {
        let malformed = wire::parse(&frame).expect_err(&frame);
        assert_eq!(malformed.id, Some(RequestId::from(7)), "{frame}");
        assert_eq!(malformed.reason, expected, "{frame}");
    }
}

#[test]
fn what_is_no_message_is_refused_with_its_id() {
    refuse(r#""typ":"hello""#, "missing field `type`");
    refuse(r#""type":null"#, "missing field `type`");
    refuse(r#""type":3"#, "`type`: expected a string");
    refuse(r#""type":{}"#, "`type`: expected a string");
    refuse(r#""type":"Hello""#, "`type`: there is no such message");
    refuse(r#""type":"snapshot""#, "`type`: there is no such message");
    refuse(r#""type":"ping","n":1,"type":"ping""#, "duplicate field `type`");
    refuse(r#""type":"ping","n":1,"n":1"#, "`n`: duplicate field `n`");
    refuse(r#""type":"ping""#, "missing field `n`");
    refuse(r#""type":"ping","n":1.0"#, "`n`: expected a whole number");
    refuse(r#""type":"ping","n":9223372036854775808"#, "`n`: expected a whole number");
    refuse(r#""type":"ping","n":"1""#, "`n`: expected a whole number");
    refuse(r#""type":"stand""#, "missing field `match`");
    refuse(r#""type":"ready","match":5"#, "`match`: expected a string");
    refuse(
        r#""type":"watch","match":"m","after":-1"#,
        "`after`: expected a whole number, not negative",
    );
    refuse(
        r#""type":"watch","match":"m","after":1.5"#,
        "`after`: expected a whole number, not negative",
    );
    refuse(
        r#""type":"watch","match":"m","as":"table""#,
        "`as`: expected one of `A.white`, `A.black`, `B.white`, `B.black`, `spectator`, `director`",
    );
    refuse(r#""type":"unwatch","match":null"#, "`match`: expected a string");
}

#[test]
fn a_hello_says_who_is_there_and_its_refusal_repeats_no_secret() {
    refuse(r#""type":"hello""#, "a hello needs a `name` or a `token`");
    refuse(r#""type":"hello","director_key":"k""#, "a hello needs a `name` or a `token`");
    refuse(r#""type":"hello","name":7"#, "`name`: expected a string");
    refuse(r#""type":"hello","name":"""#, "`name`: there is nothing to read in it");
    refuse(r#""type":"hello","name":" \u200b\u3164""#, "`name`: there is nothing to read in it");
    refuse(r#""type":"hello","name":"a\nb""#, "`name`: control characters are not allowed");
    refuse(r#""type":"hello","name":"a\u202eb""#, "`name`: control characters are not allowed");
    for frame in [
        r#"{"type":"hello","token":555444}"#,
        r#"{"type":"hello","token":["555444"]}"#,
        r#"{"type":"hello","name":"A","director_key":555444}"#,
        r#"{"type":"hello","name":"A","director_key":{"555444":1}}"#,
        r#"{"type":"sit","match":"m","seat":"555444","key":"k"}"#,
        r#"{"type":"sit","match":"m","seat":"A.white","key":555444}"#,
        r#"{"type":"555444"}"#,
        r#"{"type":"hello","token":"555444""#,
        r#""555444""#,
    ] {
        let reason = wire::parse(frame).unwrap_err().reason;
        assert!(!reason.contains("555444"), "{reason}");
    }
}

#[test]
fn a_table_is_opened_with_whole_rules_and_positions() {
    let position =
        |a: &str, b: &str| format!(r#""type":"open","position":{{"A":"{a}","B":"{b}"}}"#);
    refuse(r#""type":"open","rules":[]"#, "`rules`: expected an object");
    refuse(r#""type":"open","rules":"flag""#, "`rules`: expected an object");
    refuse(r#""type":"open","listed":"yes""#, "`listed`: expected a boolean");
    refuse(r#""type":"open","listed":0"#, "`listed`: expected a boolean");
    refuse(
        &format!(r#""type":"open","position":["{START}","{START}"]"#),
        "`position`: expected a FEN for each board",
    );
    refuse(
        &format!(r#""type":"open","position":{{"A":"{START}"}}"#),
        "`position`: missing field `B`",
    );
    refuse(
        &position(START, "x"),
        "`position`: not a FEN: it needs six fields, such as `… w KQkq - 0 1`",
    );
    refuse(
        &position("4k3/8/8/8/8/8/8/8 w - - 0 1", START),
        "`position`: each side needs exactly one king",
    );
    refuse(
        &position(START, "4k3/8/8/8/8/8/PPn5/KR6 w - - 0 1"),
        "`position`: on board B the player on move is mated already",
    );
    refuse(r#""type":"change_rules","match":"m""#, "missing field `rules`");
    refuse(r#""type":"change_rules","match":"m","rules":null"#, "`rules`: expected an object");
}

#[test]
fn moves_seats_and_claims_are_well_formed() {
    let seats = "one of `A.white`, `A.black`, `B.white`, `B.black`";
    refuse(r#""type":"sit","match":"m""#, "missing field `seat`");
    refuse(r#""type":"sit","match":"m","seat":"A""#, &format!("`seat`: expected {seats}"));
    refuse(r#""type":"sit","match":"m","seat":1"#, &format!("`seat`: expected {seats}"));
    refuse(r#""type":"sit","match":"m","seat":["A.white"]"#, &format!("`seat`: expected {seats}"));
    let moves = "`move`: a move is written like e2e4, e1g1, N@f3 or P@e4";
    for text in ["", "e4", "K@e4", "n@f3", "e2-e4", "e2e9", "e7e8k", "e7e8qq", "O-O", "@e4", "ä2e4"]
    {
        refuse(&format!(r#""type":"move","match":"m","move":"{text}""#), moves);
        let claim = format!(r#""type":"claim","match":"m","claim":"repetition","move":"{text}""#);
        refuse(&claim, moves);
    }
    refuse(r#""type":"move","match":"m""#, "missing field `move`");
    refuse(
        r#""type":"move","match":"m","move":12"#,
        "`move`: expected a move such as e2e4 or N@f3",
    );
    for number in ["-1", "1.0", "1e2", "4294967296", "\"1\"", "true", "[]"] {
        for field in ["ply", "line"] {
            refuse(
                &format!(r#""type":"move","match":"m","move":"e2e4","{field}":{number}"#),
                &format!("`{field}`: expected a whole number from 0 to 4294967295"),
            );
        }
    }
    refuse(
        r#""type":"claim","match":"m","claim":"mate""#,
        "`claim`: expected one of `flag`, `repetition`, `fifty_moves`",
    );
    refuse(
        r#""type":"draw","match":"m","answer":"yes""#,
        "`answer`: expected one of `offer`, `accept`, `decline`",
    );
}

#[test]
fn what_is_said_is_a_text_or_a_phrase() {
    let either = "what is said is either a `text` or a `phrase`";
    let say = |fields: &str| format!(r#""type":"say","match":"m","to":"table",{fields}"#);
    refuse(r#""type":"say","match":"m","to":"table""#, either);
    refuse(&say(r#""text":"x","phrase":"go""#), either);
    refuse(&say(r#""text":null"#), either);
    refuse(&say(r#""text":"  ""#), "`text`: there is nothing to read in it");
    for text in [r"a\u0000", r"a\u0007b", r"\u001b[2J", r"a\u2066b", r"a\u2028b", "a\u{85}"] {
        let text = say(&format!(r#""text":"{text}""#));
        refuse(&text, "`text`: control characters are not allowed");
    }
    refuse(
        r#""type":"say","match":"m","to":"all","text":"x""#,
        "`to`: expected one of `partner`, `table`",
    );
    let expected = PHRASES.map(|key| format!("`{key}`")).join(", ");
    refuse(&say(r#""phrase":"need_king""#), &format!("`phrase`: expected one of {expected}"));
}

#[test]
fn rulings_are_well_formed() {
    let rule = |ruling: &str| format!(r#""type":"rule","match":"m","ruling":{ruling}"#);
    let check = |ruling: &str, expected: &str| refuse(&rule(ruling), expected);
    refuse(r#""type":"rule","match":"m""#, "missing field `ruling`");
    check("{}", "`ruling`: missing field `kind`");
    check(r#""start""#, "`ruling`: expected an object with its `kind`");
    check(r#"["start"]"#, "`ruling`: expected an object with its `kind`");
    check(
        r#"{"kind":"stop"}"#,
        "`ruling`: expected one of `start`, `pause`, `resume`, `set_clock`, `add_clock`, `rewind`, \
         `annul`, `result`, `seat`, `unseat`, `close`",
    );
    check(r#"{"kind":"set_clock","seat":"A.white"}"#, "`ruling`: missing field `ms`");
    check(r#"{"kind":"set_clock","ms":1}"#, "`ruling`: missing field `seat`");
    for ms in ["-1", "86400001", "9223372036854775807"] {
        let ruling = format!(r#"{{"kind":"set_clock","seat":"A.white","ms":{ms}}}"#);
        check(&ruling, "`ruling`: `ms` is from 0 to 86400000");
    }
    for ms in ["-86400001", "86400001", "-9223372036854775808"] {
        let ruling = format!(r#"{{"kind":"add_clock","seat":"A.white","ms":{ms}}}"#);
        check(&ruling, "`ruling`: `ms` is from -86400000 to 86400000");
    }
    check(r#"{"kind":"set_clock","seat":"A.white","ms":1.0}"#, "`ruling`: expected a whole number");
    check(r#"{"kind":"rewind","to":-1}"#, "`ruling`: expected a whole number from 0 to 4294967295");
    check(r#"{"kind":"rewind"}"#, "`ruling`: missing field `to`");
    let either = "`ruling`: a result is either a `winner` or `points`";
    check(r#"{"kind":"result"}"#, either);
    check(r#"{"kind":"result","points":null}"#, either);
    check(r#"{"kind":"result","winner":null,"points":{"1":1,"2":0}}"#, either);
    check(r#"{"kind":"result","winner":3}"#, "`ruling`: expected a team, 1 or 2");
    check(r#"{"kind":"result","winner":"1"}"#, "`ruling`: expected a team, 1 or 2");
    check(r#"{"kind":"result","points":{"1":1}}"#, "`ruling`: missing field `2`");
    check(r#"{"kind":"result","points":[1,0]}"#, "`ruling`: expected the points of each team");
    for points in ["0.25", "2", "-1", "\"1\""] {
        let ruling = format!(r#"{{"kind":"result","points":{{"1":{points},"2":0}}}}"#);
        check(&ruling, "`ruling`: expected 0, 0.5 or 1");
    }
    check(r#"{"kind":"seat","seat":"A.white"}"#, "`ruling`: missing field `player`");
}

#[test]
fn what_is_no_json_is_refused() {
    for frame in [
        "",
        " ",
        "{",
        "}",
        "nul",
        "{\"type\":\"ping\",\"n\":1}{}",
        "{\"type\":\"ping\",\"n\":1e999}",
    ] {
        let reason = wire::parse(frame).unwrap_err().reason;
        assert!(reason.starts_with("not JSON: "), "{frame}: {reason}");
    }
    for frame in ["[]", "null", "7", "\"hello\"", "true"] {
        let reason = wire::parse(frame).unwrap_err().reason;
        assert_eq!(reason, "expected a message, which is a JSON object", "{frame}");
    }
}

#[test]
fn marks_are_on_the_board() {
    let mark = |marks: &str| format!(r#""type":"mark","match":"m","board":"A","marks":{marks}"#);
    refuse(r#""type":"mark","match":"m","board":"A""#, "missing field `marks`");
    refuse(r#""type":"mark","match":"m","marks":[]"#, "missing field `board`");
    refuse(
        r#""type":"mark","match":"m","board":"C","marks":[]"#,
        "`board`: expected one of `A`, `B`",
    );
    let one = r#"{"from":"e2","to":"e4","colour":"green"}"#;
    refuse(&mark(one), "`marks`: expected a sequence");
    refuse(&mark(&format!("[{}]", [one; 33].join(","))), "`marks`: at most 32 on one board");
    refuse(&mark(r#"[{"colour":"green"}]"#), "`marks`: missing field `from`");
    refuse(&mark(r#"[{"from":"e2"}]"#), "`marks`: missing field `colour`");
    let colours = "expected one of `green`, `red`, `blue`, `yellow`";
    refuse(&mark(r#"[{"from":"e2","colour":"pink"}]"#), &format!("`marks`: {colours}"));
    for square in ["e9", "i1", "E2", "e", "e22", ""] {
        for mark_ in [
            format!(r#"[{{"from":"{square}","colour":"red"}}]"#),
            format!(r#"[{one},{{"from":"a1","to":"{square}","colour":"red"}}]"#),
        ] {
            refuse(&mark(&mark_), "`marks`: invalid square name");
        }
    }
    refuse(
        &mark(r#"[{"from":"e2","to":"e2","colour":"red"}]"#),
        "`marks`: an arrow leads to another square; a circle has no `to`",
    );
    refuse(
        &mark(r#"[["e2","e4","green"]]"#),
        "`marks`: expected an object with `from` and `colour`",
    );
}

#[test]
fn a_rematch_says_who_changes_seats() {
    refuse(r#""type":"rematch","match":"m""#, "missing field `swap`");
    refuse(r#""type":"rematch","swap":"none""#, "missing field `match`");
    refuse(
        r#""type":"rematch","match":"m","swap":"seats""#,
        "`swap`: expected one of `none`, `colours`, `partners`",
    );
}
