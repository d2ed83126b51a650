//! The JSON Schema of every message, both directions, made from the types that read and write them.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::reading::RequestId;
use super::{archive, client, event, marks, persons, rematch, server, snapshot};

/// A message: its `type`, its form, and what it does where the form does not say so.
type Form = (&'static str, fn(&mut SchemaGenerator) -> Schema, Option<&'static str>);

const CLIENT: [Form; 20] = [
    ("hello", client::Hello::json_schema, None),
    ("open", client::Open::json_schema, None),
    ("sit", client::Sit::json_schema, None),
    ("stand", client::AtTable::json_schema, Some("Leaves the seat before the start.")),
    ("practice", client::Practice::json_schema, None),
    ("ready", client::AtTable::json_schema, Some("Is ready to start, or to go on (R34).")),
    ("change_rules", client::ChangeRules::json_schema, None),
    ("watch", client::Watch::json_schema, None),
    ("unwatch", client::AtTable::json_schema, Some("Has seen enough of a match.")),
    ("move", client::Move::json_schema, None),
    ("claim", client::Claim::json_schema, None),
    ("draw", client::Draw::json_schema, None),
    ("resign", client::AtTable::json_schema, Some("Resigns for the team (R24).")),
    ("call", client::AtTable::json_schema, Some("Calls the director (R34).")),
    ("say", client::Say::json_schema, None),
    ("mark", marks::SetMarks::json_schema, None),
    ("rematch", rematch::AskRematch::json_schema, None),
    ("rule", client::Rule::json_schema, None),
    ("merge", client::Merge::json_schema, None),
    ("ping", client::Ping::json_schema, None),
];

const SERVER: [Form; 10] = [
    ("welcome", server::Welcome::json_schema, None),
    ("opened", server::Opened::json_schema, None),
    ("ok", server::Ok::json_schema, None),
    ("refused", server::Refused::json_schema, None),
    ("pong", server::Pong::json_schema, None),
    ("snapshot", snapshot::Snapshot::json_schema, None),
    ("event", event::EventMessage::json_schema, None),
    ("presence", server::Presence::json_schema, None),
    ("marks", marks::ShownMarks::json_schema, None),
    ("not_saving", server::NotSaving::json_schema, None),
];

/// The JSON Schema (draft 7) of every message. Under `definitions` stand `ClientMessage` and
/// `ServerMessage` for those of one direction; each message, `NotSavingMessage` for `not_saving`;
/// `MatchEvent` for what an event tells; `MatchSummary`, `MatchList`, `PlayerList` and `AddressList` over HTTP;
/// `ArchivePage`, `Replay`, `Persons` and `PersonStatistics` for the archive; and what these are
/// made of.
///
/// A message may have more fields than it names: a receiver ignores what it does not know.
pub fn schema() -> Value {
    let mut reader = SchemaSettings::draft07().for_deserialize().into_generator();
    let id = reader.subschema_for::<RequestId>().to_value();
    define(&mut reader, "ClientMessage", &CLIENT, Some(&id));

    let mut writer = SchemaSettings::draft07().for_serialize().into_generator();
    define(&mut writer, "ServerMessage", &SERVER, None);
    writer.subschema_for::<snapshot::MatchList>();
    writer.subschema_for::<server::PlayerList>();
    writer.subschema_for::<server::AddressList>();
    writer.subschema_for::<archive::ArchivePage>();
    writer.subschema_for::<archive::Replay>();
    writer.subschema_for::<persons::Persons>();
    writer.subschema_for::<persons::PersonStatistics>();
    writer.definitions_mut().entry("MatchEvent").and_modify(complete_alternatives);

    let mut definitions = reader.take_definitions(true);
    definitions.extend(writer.take_definitions(true));
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Catchmate, protocol 1",
        "anyOf": [reference("ClientMessage"), reference("ServerMessage")],
        "definitions": definitions,
    })
}

/// Defines each message, and one of them under `name`; `id` is the field that they may have.
fn define(generator: &mut SchemaGenerator, name: &str, forms: &[Form], id: Option<&Value>) {
    let mut messages = Vec::new();
    for &(kind, form, description) in forms {
        let mut schema = form(generator);
        let object = schema.ensure_object();
        if let Some(description) = description {
            object.insert("description".to_owned(), description.into());
        }
        let properties = fields_of(object);
        properties.insert("type".to_owned(), json!({ "type": "string", "const": kind }));
        properties.extend(id.map(|id| ("id".to_owned(), id.clone())));
        let required = object.entry("required").or_insert_with(|| json!([]));
        required.as_array_mut().into_iter().for_each(|names| names.insert(0, "type".into()));
        let name = format!("{}Message", in_camel_case(kind));
        messages.push(reference(&name));
        generator.definitions_mut().insert(name, schema.to_value());
    }
    generator.definitions_mut().insert(name.to_owned(), json!({ "oneOf": messages }));
}

/// Gives the fields that all alternatives share to each of them, so that each stands for itself.
fn complete_alternatives(schema: &mut Value) {
    let Some(object) = schema.as_object_mut() else { return };
    let shared = object.remove("properties");
    object.remove("type");
    let alternatives = object.get_mut("oneOf").and_then(Value::as_array_mut);
    for alternative in alternatives.into_iter().flatten().filter_map(Value::as_object_mut) {
        let fields = shared.iter().filter_map(Value::as_object).flatten();
        fields_of(alternative).extend(fields.map(|(name, field)| (name.clone(), field.clone())));
    }
}

fn fields_of(schema: &mut Map<String, Value>) -> &mut Map<String, Value> {
    let properties = schema.entry("properties").or_insert_with(|| json!({}));
    properties.as_object_mut().expect("the properties of a schema are an object")
}

fn in_camel_case(kind: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    kind.split('_').map(capital).collect()
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/definitions/{name}") })
}
