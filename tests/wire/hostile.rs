//! Frames of every kind: none of them panics, and what is nearly a message keeps its id.

use catchmate::wire::{self, RequestId};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A field that some message has.
fn field() -> impl Strategy<Value = (String, Value)> {
    let names = [
        "type",
        "name",
        "token",
        "director_key",
        "rules",
        "position",
        "listed",
        "match",
        "after",
        "as",
        "n",
        "seat",
        "key",
        "move",
        "ply",
        "line",
        "claim",
        "answer",
        "to",
        "text",
        "phrase",
        "ruling",
        "kind",
        "ms",
        "winner",
        "points",
        "player",
        "A",
        "1",
        "\u{0}",
    ];
    (proptest::sample::select(names.to_vec()).prop_map(str::to_owned), value())
}

/// Values that fields have, and some that they do not.
fn value() -> impl Strategy<Value = Value> {
    let words = [
        "hello",
        "open",
        "sit",
        "stand",
        "practice",
        "ready",
        "change_rules",
        "watch",
        "unwatch",
        "move",
        "claim",
        "draw",
        "resign",
        "call",
        "say",
        "mark",
        "rematch",
        "rule",
        "ping",
        "A.white",
        "B.black",
        "spectator",
        "e2e4",
        "e4",
        "green",
        "colours",
        "N@f3",
        "K@e4",
        "flag",
        "repetition",
        "offer",
        "partner",
        "table",
        "go",
        "start",
        "set_clock",
        "result",
        "seat",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/4K3[QQnp] b - e3 0 1",
        "8/8/8/8/8/8/8/8 w - - 0 1",
    ];
    let leaf = prop_oneof![
        4 => proptest::sample::select(words.to_vec()).prop_map(Value::from),
        1 => any::<String>().prop_map(Value::from),
        1 => any::<i64>().prop_map(Value::from),
        1 => any::<u64>().prop_map(Value::from),
        1 => (-2..3i64).prop_map(Value::from),
        1 => any::<f64>().prop_map(Value::from),
        1 => any::<bool>().prop_map(Value::from),
        1 => Just(Value::Null),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        let names =
            ["kind", "seat", "ms", "A", "B", "1", "2", "winner", "points", "from", "to", "colour"];
        let name = proptest::sample::select(names.to_vec()).prop_map(str::to_owned);
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::vec((name, inner), 0..4)
                .prop_map(|fields| fields.into_iter().collect::<serde_json::Map<_, _>>().into()),
        ]
    })
}

/// An object that may name a field twice.
fn written(fields: &[(String, Value)]) -> String {
    let fields: Vec<String> =
        fields.iter().map(|(name, value)| format!("{}:{value}", json!(name))).collect();
    format!("{{{}}}", fields.join(","))
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(frame in any::<String>()) {
        let _ = wire::parse(&frame);
    }

    #[test]
    fn any_bracketed_text_is_read_or_refused(frame in r#"[\[\]{}",:0-9a-z\\.e-]{0,60}"#) {
        let _ = wire::parse(&format!("{{\"type\":{frame}"));
        let _ = wire::parse(&frame);
    }

    #[test]
    fn what_is_nearly_a_message_keeps_its_id(
        mut fields in proptest::collection::vec(field(), 0..8),
        place in any::<proptest::sample::Index>(),
        id in any::<i64>(),
    ) {
        let place = place.index(fields.len() + 1);
        fields.insert(place, ("id".to_owned(), id.into()));
        let read = match wire::parse(&written(&fields)) {
            Ok(request) => request.id,
            Err(malformed) => malformed.id,
        };
        prop_assert_eq!(read, Some(RequestId::from(id)));
    }

    #[test]
    fn every_beginning_of_a_message_is_refused(length in 0usize..70) {
        let frame = r#"{"type":"move","id":"ä","match":"m","move":"e2e4","ply":12,"line":3}"#;
        if let Some(beginning) = frame.get(..length.min(frame.len() - 1)) {
            prop_assert!(wire::parse(beginning).is_err());
        }
    }

    #[test]
    fn any_rules_are_read_or_refused(rules in proptest::collection::vec(field(), 0..3)) {
        let names = ["initial_s", "default_after_s", "flag"];
        let rules = rules.into_iter().zip(names).map(|((_, value), name)| (name.to_owned(), value));
        let _ = wire::options(&rules.collect(), &catchmate::rules::Options::default());
    }
}

#[test]
fn what_is_nested_deeply_is_read_or_refused() {
    for depth in [10, 127, 128, 129, 8000] {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let deep = format!("{}1{}", open.repeat(depth), close.repeat(depth));
            for name in ["id", "type", "unknown", "rules", "position", "match"] {
                let _ = wire::parse(&format!(r#"{{"type":"open","{name}":{deep}}}"#));
                let _ = wire::parse(&format!(r#"{{"type":"rule","ruling":{{"{name}":{deep}}}}}"#));
            }
            let _ = wire::parse(&deep);
            let _ = wire::parse(&deep[..depth]);
        }
    }
    // What is unknown may be as deep as it likes.
    let deep = format!("{}{}", "[".repeat(8000), "]".repeat(8000));
    assert!(wire::parse(&format!(r#"{{"type":"ping","n":1,"unknown":{deep}}}"#)).is_ok());
}
