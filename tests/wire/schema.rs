//! As much of JSON Schema as ours needs, and what must stand in it.

use std::sync::LazyLock;

use catchmate::wire;
use serde_json::Value;

pub static SCHEMA: LazyLock<Value> = LazyLock::new(wire::schema);

/// Checks a message against a definition.
#[track_caller]
pub fn check(message: &str, definition: &str) {
    let value: Value = serde_json::from_str(message).unwrap();
    if let Err(error) = fits(&value, &SCHEMA["definitions"][definition]) {
        panic!("{message} is no {definition}: {error}");
    }
}

fn fits(value: &Value, schema: &Value) -> Result<(), String> {
    for (keyword, rule) in schema.as_object().ok_or("not a schema")? {
        fits_keyword(value, schema, keyword, rule)
            .map_err(|error| format!("{error} in {value}"))?;
    }
    Ok(())
}

fn fits_keyword(value: &Value, schema: &Value, keyword: &str, rule: &Value) -> Result<(), String> {
    let list = || rule.as_array().unwrap();
    let broken = || Err(format!("{keyword} {rule}"));
    match keyword {
        "description" | "format" => Ok(()),
        "$ref" => {
            let target = rule.as_str().unwrap().strip_prefix('#').unwrap();
            fits(value, SCHEMA.pointer(target).unwrap())
        }
        "type" => {
            let types = rule.as_array().cloned().unwrap_or_else(|| vec![rule.clone()]);
            let is = |name: &Value| match name.as_str().unwrap() {
                "integer" => value.is_i64() || value.is_u64(),
                "number" => value.is_number(),
                "string" => value.is_string(),
                "boolean" => value.is_boolean(),
                "null" => value.is_null(),
                "array" => value.is_array(),
                "object" => value.is_object(),
                other => panic!("type {other}"),
            };
            if types.iter().any(is) { Ok(()) } else { broken() }
        }
        "const" if value == rule => Ok(()),
        "enum" if list().contains(value) => Ok(()),
        "enum" if list().iter().any(|one| one.is_number() && one.as_f64() == value.as_f64()) => {
            Ok(())
        }
        "minimum" if value.as_f64().is_none_or(|n| n >= rule.as_f64().unwrap()) => Ok(()),
        "maximum" if value.as_f64().is_none_or(|n| n <= rule.as_f64().unwrap()) => Ok(()),
        "maxItems"
            if value.as_array().is_none_or(|list| list.len() as u64 <= rule.as_u64().unwrap()) =>
        {
            Ok(())
        }
        "const" | "enum" | "minimum" | "maximum" | "maxItems" => broken(),
        "pattern" => match value.as_str() {
            Some(text) if !matches(text, rule.as_str().unwrap()) => broken(),
            _ => Ok(()),
        },
        "required" => {
            match list().iter().find(|name| value.get(name.as_str().unwrap()).is_none()) {
                Some(name) => Err(format!("{name} is missing")),
                None => Ok(()),
            }
        }
        "properties" => rule.as_object().unwrap().iter().try_for_each(|(name, field)| {
            value.get(name).map_or(Ok(()), |value| fits(value, field))
        }),
        "propertyNames" => {
            let mut names = value.as_object().into_iter().flat_map(|fields| fields.keys());
            names.try_for_each(|name| fits(&name.as_str().into(), rule))
        }
        "additionalProperties" => {
            let known = |name: &str| schema["properties"].get(name).is_some();
            let others = value.as_object().into_iter().flatten().filter(|(name, _)| !known(name));
            others.map(|(_, value)| value).try_for_each(|value| match rule {
                Value::Bool(false) => broken(),
                rule => fits(value, rule),
            })
        }
        "items" => value.as_array().into_iter().flatten().try_for_each(|value| fits(value, rule)),
        "allOf" => list().iter().try_for_each(|schema| fits(value, schema)),
        "anyOf" | "oneOf" => {
            let results: Vec<_> = list().iter().map(|schema| fits(value, schema)).collect();
            match results.iter().filter(|result| result.is_ok()).count() {
                0 => {
                    // Where a constant tells the alternatives apart, one is meant.
                    let mut errors = results.into_iter().filter_map(Result::err);
                    let meant = errors.find(|error| !error.starts_with("const "));
                    Err(meant.unwrap_or_else(|| "there is no such alternative".to_owned()))
                }
                1 => Ok(()),
                _ if keyword == "anyOf" => Ok(()),
                _ => Err("several fit".to_owned()),
            }
        }
        other => panic!("the schema uses {other}"),
    }
}

/// The patterns that the schema uses.
fn matches(text: &str, pattern: &str) -> bool {
    let square = |text: &str| {
        let bytes = text.as_bytes();
        text.len() == 2 && (b'a'..=b'h').contains(&bytes[0]) && (b'1'..=b'8').contains(&bytes[1])
    };
    match pattern {
        "^[a-h][1-8]$" => square(text),
        "^[QRBNP]$" => text.len() == 1 && "QRBNP".contains(text),
        "^([a-h][1-8][a-h][1-8]|[QRBNP]@[a-h][1-8])$" => {
            let (from, to) = text.split_at_checked(2).unwrap_or_default();
            let drops = from.ends_with('@') && "QRBNP".contains(&from[..1]);
            square(to) && (square(from) || drops)
        }
        "^R[1-9][0-9]*$" => text.strip_prefix('R').is_some_and(|n| n.parse::<u8>().unwrap() > 0),
        other => panic!("pattern {other}"),
    }
}

/// The values of a field that tells the alternatives of a definition apart.
fn alternatives(definition: &str, field: &str) -> Vec<String> {
    let resolve = |schema: &'static Value| match schema.get("$ref") {
        Some(target) => SCHEMA.pointer(&target.as_str().unwrap()[1..]).unwrap(),
        None => schema,
    };
    SCHEMA["definitions"][definition]["oneOf"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| resolve(one)["properties"][field]["const"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn every_message_stands_in_the_schema() {
    assert_eq!(
        alternatives("ClientMessage", "type").join(" "),
        "hello open sit stand practice ready change_rules watch unwatch move claim draw resign call \
         say mark rematch rule merge ping"
    );
    assert_eq!(
        alternatives("ServerMessage", "type").join(" "),
        "welcome opened ok refused pong snapshot event presence marks not_saving"
    );
}

#[test]
fn every_kind_of_event_and_ruling_stands_in_the_schema() {
    assert_eq!(
        alternatives("MatchEvent", "kind").join(" "),
        "seated left_seat ready rules_changed started resumed moved reserve clocks flag_fallen \
         claim_failed penalised draw_offered draw_accepted draw_declined called clock_set paused \
         rewound annulled said over result_changed followed"
    );
    assert_eq!(
        alternatives("Ruling", "kind").join(" "),
        "start pause resume set_clock add_clock rewind annul result seat unseat close"
    );
}

#[test]
fn the_schema_hangs_together_and_is_always_the_same() {
    fn refer(schema: &Value) {
        match schema {
            Value::Object(fields) => fields.iter().for_each(|(name, value)| match value {
                Value::String(target) if name == "$ref" => {
                    assert!(SCHEMA.pointer(&target[1..]).is_some(), "{target}");
                }
                value => refer(value),
            }),
            Value::Array(values) => values.iter().for_each(refer),
            _ => {}
        }
    }
    refer(&SCHEMA);
    assert_eq!(wire::schema().to_string(), SCHEMA.to_string());
}

#[test]
fn the_clients_types_are_made_from_this_schema() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/client/src/wire/schema.json");
    let text = std::fs::read_to_string(path).unwrap();
    let theirs: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(
        theirs == *SCHEMA,
        "the protocol has changed: `make schema` brings the client's copy up to date"
    );
}

#[test]
fn the_clients_copy_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/client/src/wire/schema.json");
    let copy: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert!(copy == *SCHEMA, "the protocol has changed: `make schema` brings the client's copy up");
}
