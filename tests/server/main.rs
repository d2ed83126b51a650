//! The running server, over real sockets: what each message is answered, who is shown what, and
//! that nothing a client sends can hurt anyone.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::needless_pass_by_value, reason = "a request is built where it is sent")]

mod answers;
mod archive;
mod coming_back;
mod crowd;
mod hello;
mod hostile;
mod http;
mod journal;
mod logs;
mod marks;
mod matches;
mod pair;
mod play;
mod practice;
mod rematch;
mod restart;
mod rulings;
mod secrecy;
mod silence;
mod slow;
mod spectators;
mod support;
mod tables;
mod twins;
