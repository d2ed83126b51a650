//! What goes wrong with the data folder of the real program, before it starts and while people
//! play: what it says, what it refuses, and that it goes on afterwards.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../crash/program.rs"]
mod program;
mod running;
mod start;
mod stop;
#[path = "../server/support.rs"]
mod support;
mod table;
