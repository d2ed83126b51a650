//! The match of two boards: pure, with the instant as an argument.
//!
//! [`Match::decide`] turns a command into the entries of one record, or refuses it;
//! [`Match::evolve`] applies an entry. Nothing here reads a clock, and nothing waits.
//! Before a command received at `at` is decided, every deadline up to `at` must have been
//! entered: see [`Match::next_deadline`] and [`Match::due`].

mod attendance;
mod boards;
mod bpgn;
mod bughouse;
mod clock;
mod command;
mod deadline;
mod decide;
mod draw;
mod event;
mod evolve;
mod legal;
mod outcome;
mod play;
mod practice;
mod record;
mod refusal;
mod rematch;
mod replayed;
mod ruling;
mod seating;
mod state;
mod view;

pub use attendance::Attendance;
pub use boards::{Boards, BoardsError};
pub use bpgn::{
    BpgnError, BpgnGame, BpgnMove, BpgnOffer, BpgnProblem, BpgnReader, BpgnReplayProblem, read_bpgn,
};
pub use bughouse::BughouseError;
pub use clock::{Clock, Clocks, Reading};
pub use command::{Actor, Claim, Command, DrawAnswer, RuledResult, Ruling, Words};
pub use event::{Counts, Ear, Entry, Event, Moved, Opened, PausedBy, SeatKey, Speaker};
pub use legal::{Correct, Legal};
pub use outcome::{Ending, HalfPoints, Outcome};
pub use record::{Tags, write_bpgn, write_record};
pub use refusal::{NotAllowed, Refusal};
pub use rematch::{Followed, Rematch, Swap};
pub use replayed::{Replayed, ReplayedMove};
pub use state::{Draw, Match, Occupant, Pause, Phase, TalkLine, recorded_practice};
pub use view::{Audience, BoardView, ClockFace, Shown, ShownEvent, View};
