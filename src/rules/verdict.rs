//! What a position means for the player on move (R18, R19, R26).

use super::{BackRankDrops, Position};

/// The status of a board for the player on move, never counting his reserve.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// He has a board move and is not in check.
    Open,
    /// He is in check and has a board move.
    Check,
    /// He has no board move and is not in check: only a drop helps (R26).
    NeedsDrop,
    /// He is in check and has no board move, yet a drop could help (R19).
    CheckNeedsDrop,
    /// He is mated (R18).
    Mate,
}

impl Position {
    /// The status for the player on move.
    pub fn status(&self, back_rank_drops: BackRankDrops) -> Status {
        let _ = back_rank_drops;
        todo!()
    }
}
