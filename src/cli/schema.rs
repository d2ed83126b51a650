//! `catchmate schema`: prints the JSON Schema of the protocol's messages.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::PrettyFormatter;

use crate::wire;

/// Prints the JSON Schema of every message, as `/api/schema.json` gives it
#[derive(clap::Args, Debug)]
pub(super) struct Args {}

/// Writes the schema to standard output.
pub(super) fn run() -> io::Result<()> {
    let mut text = Vec::new();
    // A space for each level, as `client/src/wire/schema.json` is kept.
    let mut json = Serializer::with_formatter(&mut text, PrettyFormatter::with_indent(b" "));
    wire::schema().serialize(&mut json)?;
    text.push(b'\n');
    io::stdout().write_all(&text)
}
