//! The protocol's messages, tried from outside: what is read, what is refused, what is written.

#![allow(clippy::unwrap_used)]

mod client;
mod events;
mod hostile;
mod malformed;
mod schema;
mod snapshots;
mod table;
