//! The running server, over real sockets: what each message is answered, who is shown what, and
//! that nothing a client sends can hurt anyone.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod answers;
mod coming_back;
mod hello;
mod hostile;
mod http;
mod journal;
mod play;
mod rulings;
mod silence;
mod slow;
mod spectators;
mod support;
mod tables;
