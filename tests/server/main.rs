//! The running server, over real sockets: what each message is answered, who is shown what, and
//! that nothing a client sends can hurt anyone.

mod play;
mod support;
