//! The evening: who plays with and against whom, round by round (R41).
//!
//! Everything here is pure: it knows entrants by their number and takes its chances from a seed,
//! so that the same question has the same answer on every machine.

mod chance;
mod round;
mod search;
mod starters;
mod tally;

pub use round::{Entrant, Round};
pub use search::{Apart, Asked, Task, plan};
pub use starters::{full, rotation};
pub use tally::{Figures, Tally};
