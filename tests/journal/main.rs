//! The journal: its rows, what it promises, and what becomes of a damaged one.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod damage;
mod events;
mod promises;
mod rows;
