//! The running server, over real sockets: what each message is answered, who is shown what, and
//! that nothing a client sends can hurt anyone.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod logs;
mod pair;
mod play;
mod secrecy;
mod support;
mod twins;
