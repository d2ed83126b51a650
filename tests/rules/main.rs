//! The rules of one board, by data of an independent implementation, by an oracle and by random
//! play.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod oracle;

mod properties;
mod vectors;
