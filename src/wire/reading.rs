//! How a frame is read: first what it is and how it is to be answered, then all of it.
//!
//! Neither pass builds a tree of values, and no reason given for a refusal repeats a value that
//! was sent: it might be a token or a key.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{
    Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, Error, IgnoredAny,
    IntoDeserializer, MapAccess, SeqAccess, Visitor,
};
use serde::ser::{Serialize, Serializer};
use serde_json::Number;

use super::ClientMessage;

/// What a client calls a request; its answer carries the same (absent if none was sent).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RequestId {
    /// A text.
    Text(String),
    /// An integer; [`parse`](super::parse) lets no other number through.
    Number(Number),
}

impl From<i64> for RequestId {
    fn from(number: i64) -> RequestId {
        RequestId::Number(number.into())
    }
}

impl From<&str> for RequestId {
    fn from(text: &str) -> RequestId {
        RequestId::Text(text.to_owned())
    }
}

impl Serialize for RequestId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            RequestId::Text(text) => serializer.serialize_str(text),
            RequestId::Number(number) => number.serialize(serializer),
        }
    }
}

impl JsonSchema for RequestId {
    fn schema_name() -> Cow<'static, str> {
        "RequestId".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": ["string", "integer"],
            "description": "The answer to a message carries the id that the message had.",
        })
    }
}

/// A client's message and what it is to be answered with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The id of the answer.
    pub id: Option<RequestId>,
    /// The message.
    pub message: ClientMessage,
}

/// A frame that is no message; refused with `bad_message`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Malformed {
    /// The id of the answer, wherever it could be read.
    pub id: Option<RequestId>,
    /// What is wrong, for people; never a value that was sent.
    pub reason: String,
}

/// What must be known of a frame before all of it is read.
#[derive(Default, Debug)]
pub(super) struct Head<'a> {
    kind: Scalar<'a>,
    id: Scalar<'a>,
}

impl<'a> Head<'a> {
    /// Reads the frame once; what was found before an error stays.
    pub(super) fn read(&mut self, frame: &'a str) -> Result<(), String> {
        let mut json = serde_json::Deserializer::from_str(frame);
        json.deserialize_map(HeadVisitor(self))
            .and_then(|()| json.end())
            .map_err(|error| reason(&error, None))
    }

    /// The `id`, where it is one.
    pub(super) fn request_id(&self) -> Option<RequestId> {
        match &self.id {
            Scalar::Text(text) => Some(RequestId::Text(text.clone().into_owned())),
            Scalar::Integer(number) => Some(RequestId::Number(number.clone())),
            Scalar::Absent | Scalar::Other | Scalar::Twice => None,
        }
    }

    /// The `type`, if that and the `id` are well-formed.
    pub(super) fn kind(&self) -> Result<&str, String> {
        match self.id {
            Scalar::Other => return Err("`id`: expected a string or an integer".into()),
            Scalar::Twice => return Err("duplicate field `id`".into()),
            Scalar::Absent | Scalar::Text(_) | Scalar::Integer(_) => {}
        }
        match &self.kind {
            Scalar::Text(kind) => Ok(kind),
            Scalar::Absent => Err("missing field `type`".into()),
            Scalar::Twice => Err("duplicate field `type`".into()),
            Scalar::Integer(_) | Scalar::Other => Err("`type`: expected a string".into()),
        }
    }
}

struct HeadVisitor<'h, 'a>(&'h mut Head<'a>);

impl<'de> Visitor<'de> for HeadVisitor<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a message, which is a JSON object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<(), M::Error> {
        while let Some(Key(key)) = map.next_key()? {
            let slot = match &*key {
                "type" => &mut self.0.kind,
                "id" => &mut self.0.id,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                    continue;
                }
            };
            let first = matches!(slot, Scalar::Absent);
            let value = map.next_value()?;
            *slot = if first { value } else { Scalar::Twice };
        }
        Ok(())
    }
}

/// The name of a field, borrowed from the frame where it has no escapes.
#[derive(serde::Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

/// As much of a value as an `id` or a `type` needs.
#[derive(Default, Debug)]
enum Scalar<'a> {
    /// Not there, or null.
    #[default]
    Absent,
    Text(Cow<'a, str>),
    Integer(Number),
    /// Something else.
    Other,
    /// There more than once.
    Twice,
}

impl<'de> Deserialize<'de> for Scalar<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Scalar<'de>, D::Error> {
        deserializer.deserialize_any(ScalarVisitor)
    }
}

struct ScalarVisitor;

impl<'de> Visitor<'de> for ScalarVisitor {
    type Value = Scalar<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Integer(number.into()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Integer(number.into()))
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Other)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Other)
    }

    fn visit_unit<E: Error>(self) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Absent)
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Scalar<'de>, M::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Scalar::Other)
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut seq: S) -> Result<Scalar<'de>, S::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Scalar::Other)
    }
}

/// Reads all of a frame as one form; an error names the field that it is in.
pub(super) fn read<T: DeserializeOwned>(frame: &str) -> Result<T, String> {
    let mut json = serde_json::Deserializer::from_str(frame);
    let mut field = None;
    T::deserialize(Tracked { inner: &mut json, field: &mut field })
        .map_err(|error| reason(&error, field.as_deref()))
}

/// Reads a form within a message, from an object alone: serde would take an array as well.
pub(super) fn object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    T::deserialize(Tracked { inner: deserializer, field: &mut None })
}

/// A form within a message, read by [`object`].
#[derive(serde::Deserialize, Debug)]
#[serde(bound = "T: Deserialize<'de>")]
pub(super) struct Object<T>(#[serde(deserialize_with = "object")] pub T);

/// Reads an object and notes which of its fields is being read.
struct Tracked<'t, 'de, D> {
    inner: D,
    field: &'t mut Option<Cow<'de, str>>,
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Tracked<'_, 'de, D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.inner.deserialize_map(TrackedFields { inner: visitor, field: self.field })
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}

/// The visitor and then the fields of a tracked object.
struct TrackedFields<'t, 'de, T> {
    inner: T,
    field: &'t mut Option<Cow<'de, str>>,
}

impl<'de, V: Visitor<'de>> Visitor<'de> for TrackedFields<'_, 'de, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.expecting(f)
    }

    fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<V::Value, M::Error> {
        self.inner.visit_map(TrackedFields { inner: map, field: self.field })
    }
}

impl<'de, M: MapAccess<'de>> MapAccess<'de> for TrackedFields<'_, 'de, M> {
    type Error = M::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, M::Error> {
        *self.field = self.inner.next_key::<Key>()?.map(|key| key.0);
        let name: Option<&str> = self.field.as_deref();
        name.map(|name| seed.deserialize(name.into_deserializer())).transpose()
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, M::Error> {
        self.inner.next_value_seed(seed)
    }
}

/// What is wrong with a frame, in words that repeat no value of it.
fn reason(error: &serde_json::Error, field: Option<&str>) -> String {
    let text = error.to_string();
    if !error.is_data() {
        return format!("not JSON: {text}");
    }
    let text = text.rfind(" at line ").map_or(&*text, |place| &text[..place]);
    let text = without_value(text);
    match field {
        Some(field) => format!("`{field}`: {text}"),
        None => text,
    }
}

/// Makes serde's message one for people, and cuts the value out of it that was sent: it might be a
/// token or a key.
pub fn without_value(text: &str) -> String {
    // "invalid type: string "secret", expected u32"; what is expected comes last.
    let repeats = text.starts_with("invalid ") || text.starts_with("unknown variant ");
    let Some((_, expected)) = text.rsplit_once(", expected ").filter(|_| repeats) else {
        return text.to_owned();
    };
    let expected = match expected {
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" => "a whole number, not negative",
        "i64" => "a whole number",
        "a map" => "an object",
        other => other,
    };
    format!("expected {expected}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Deserialize, Debug)]
    struct Sample {
        #[allow(dead_code)]
        ply: u32,
    }

    #[track_caller]
    fn check(frame: &str, expected: &str) {
        assert_eq!(read::<Sample>(frame).unwrap_err(), expected);
    }

    const PLY: &str = "`ply`: expected a whole number from 0 to 4294967295";

    #[test]
    fn a_reason_names_the_field_and_repeats_no_value() {
        check(r#"{"ply":"my secret, expected at line 7"}"#, PLY);
        check(r#"{"ply":-5}"#, PLY);
        check(r#"{"ply":4294967296}"#, PLY);
        check(r#"{"ply":1.0}"#, PLY);
        check(r#"{"other":[1]}"#, "missing field `ply`");
        check(r#"{"ply":1,"p\u006cy":2}"#, "`ply`: duplicate field `ply`");
    }

    #[track_caller]
    fn head(frame: &str) -> (Option<RequestId>, Result<String, String>) {
        let mut head = Head::default();
        let read = head.read(frame);
        (head.request_id(), read.and_then(|()| head.kind().map(str::to_owned)))
    }

    #[test]
    fn the_id_is_kept_wherever_it_can_be_read() {
        let seven = Some(RequestId::from(7));
        assert_eq!(head(r#"{"id":7,"type":"x"}"#), (seven.clone(), Ok("x".into())));
        assert_eq!(head(r#"{"type":"\u0078","id":7}"#), (seven.clone(), Ok("x".into())));
        assert_eq!(head(r#"{"id":7}"#).0, seven);
        assert_eq!(head(r#"{"id":7,"type":["#).0, seven);
        assert_eq!(head(r#"{"id":7,"type":"x"} "#).0, seven);
        assert_eq!(head(r#"{"id":"\"\u00e4","type":"x"}"#).0, Some(RequestId::from("\"ä")));
        assert_eq!(head(r#"{"id":18446744073709551615,"type":5}"#).0.unwrap(), {
            RequestId::Number(u64::MAX.into())
        });
        for frame in [
            r#"{"id":7.0,"type":"x"}"#,
            r#"{"id":18446744073709551616,"type":"x"}"#,
            r#"{"id":true,"type":"x"}"#,
            r#"{"id":{"a":[1]},"type":"x"}"#,
            r#"{"id":[[]],"type":"x"}"#,
            r#"{"id":1,"type":"x","id":2}"#,
            r#"{"id":1e999,"type":"x"}"#,
            r#"{"id":"\ud800","type":"x"}"#,
        ] {
            let (id, kind) = head(frame);
            assert_eq!(id, None, "{frame}");
            assert!(kind.is_err(), "{frame}");
        }
        assert_eq!(head(r#"{"id":null,"type":"x"}"#), (None, Ok("x".into())));
    }
}
