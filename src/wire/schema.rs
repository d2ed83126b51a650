//! The JSON Schema of every message, both directions, made from the types that read and write them.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::reading::RequestId;
use super::{client, event, server, snapshot};

/// A client's message: its `type`, its form, and what a form without words of its own does.
type ClientForm = (&'static str, fn(&mut SchemaGenerator) -> Schema, Option<&'static str>);

const CLIENT: [ClientForm; 16] = [
    ("hello", client::Hello::json_schema, None),
    ("open", client::Open::json_schema, None),
    ("sit", client::Sit::json_schema, None),
    ("stand", client::AtTable::json_schema, Some("Leaves the seat before the start.")),
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
    ("rule", client::Rule::json_schema, None),
    ("ping", client::Ping::json_schema, None),
];

/// The JSON Schema (draft 7) of every message. Under `definitions` stand each message by its
/// `type`, `ClientMessage` and `ServerMessage` for those of one direction, `MatchSummary` and
/// `MatchList` for lists over HTTP, and what these are made of.
///
/// Messages may have more fields than it names.
pub fn schema() -> Value {
    let mut reader = SchemaSettings::draft07().for_deserialize().into_generator();
    let request_id = reader.subschema_for::<RequestId>();
    let messages: Vec<(&str, Schema)> =
        CLIENT.iter().map(|form| (form.0, client_schema(form, &request_id, &mut reader))).collect();
    let sent = one_of(messages.iter().map(|message| message.0));
    for (kind, schema) in messages {
        reader.definitions_mut().insert(kind.to_owned(), schema.to_value());
    }
    reader.definitions_mut().insert("ClientMessage".to_owned(), sent);

    let mut writer = SchemaSettings::draft07().for_serialize().into_generator();
    let received = [
        writer.subschema_for::<server::Welcome>(),
        writer.subschema_for::<server::Opened>(),
        writer.subschema_for::<server::Ok>(),
        writer.subschema_for::<server::Refused>(),
        writer.subschema_for::<server::Pong>(),
        writer.subschema_for::<snapshot::Snapshot>(),
        writer.subschema_for::<event::EventMessage>(),
        writer.subschema_for::<server::Presence>(),
        writer.subschema_for::<server::NotSaving>(),
    ];
    writer.subschema_for::<snapshot::MatchList>();
    let received = json!({ "oneOf": received });
    writer.definitions_mut().insert("ServerMessage".to_owned(), received);

    let mut definitions = reader.take_definitions(true);
    definitions.extend(writer.take_definitions(true));
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Catchmate, protocol 1",
        "anyOf": [reference("ClientMessage"), reference("ServerMessage")],
        "definitions": definitions,
    })
}

fn client_schema(
    &(kind, form, description): &ClientForm,
    request_id: &Schema,
    generator: &mut SchemaGenerator,
) -> Schema {
    let mut schema = form(generator);
    let object = schema.ensure_object();
    if let Some(description) = description {
        object.insert("description".to_owned(), description.into());
    }
    let properties = object.entry("properties").or_insert_with(|| Map::new().into());
    if let Some(properties) = properties.as_object_mut() {
        properties.insert("type".to_owned(), json!({ "type": "string", "const": kind }));
        properties.insert("id".to_owned(), request_id.clone().to_value());
    }
    let required = object.entry("required").or_insert_with(|| Value::Array(Vec::new()));
    if let Some(required) = required.as_array_mut() {
        required.insert(0, "type".into());
    }
    schema
}

fn one_of<'a>(names: impl Iterator<Item = &'a str>) -> Value {
    json!({ "oneOf": names.map(reference).collect::<Vec<Value>>() })
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/definitions/{name}") })
}
