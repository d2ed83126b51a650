//! The rules of one board: pure and synchronous, without a clock and without I/O.
//!
//! A [`Position`] is one board without its reserves. What depends on a reserve takes it as an
//! argument, so that everything else, the [`Status`] above all, cannot look into one (R11).

mod board;
mod notation;
mod options;
mod reserve;
mod verdict;

pub use board::{Attempt, Move, Played, Position, PositionKey, Unplayable};
pub use notation::{FenError, MoveSyntaxError, SanError, Setup, find_san, san};
pub use options::{
    BackRankDrops, DrawAgreement, Flag, IllegalMoves, Options, PartnerBoard, SpectatorReserves,
};
pub use reserve::{Kind, Reserve};
pub use verdict::Status;
