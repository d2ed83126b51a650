//! The rules of one board: pure and synchronous, without a clock and without I/O.
//!
//! A [`Position`] is one board without its reserves. What depends on a reserve takes it as an
//! argument, so that everything else, the [`Status`] above all, cannot look into one (R11).
//!
//! ```
//! use catchmate::rules::{BackRankDrops, Kind, Position, Reserve, Status, san};
//!
//! let mut reserve = Reserve::default();
//! reserve.add(Kind::Knight);
//!
//! let start = Position::initial();
//! let drop = "N@f3".parse().expect("a well-formed move");
//! let played = start.play(drop, &reserve, BackRankDrops::NoPawns).expect("a legal drop");
//!
//! assert_eq!(san(&start, drop.action, BackRankDrops::NoPawns), "N@f3");
//! assert_eq!(played.position.status(BackRankDrops::NoPawns), Status::Open);
//! ```

mod apply;
mod board;
mod fen;
mod movegen;
mod options;
mod perft;
mod reserve;
mod san;
mod uci;
mod verdict;

#[cfg(test)]
mod tests;

pub use board::{Attempt, Move, Played, Position, PositionKey, Unplayable};
pub use fen::{FenError, Setup};
pub use options::{
    BackRankDrops, DrawAgreement, Flag, IllegalMoves, Options, PartnerBoard, SpectatorReserves,
};
pub use perft::perft;
pub use reserve::{Kind, Reserve};
pub use san::{SanError, find_san, san};
pub use uci::MoveSyntaxError;
pub use verdict::Status;
