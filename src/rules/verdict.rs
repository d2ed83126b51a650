//! What a position means for the player on move (R18, R19, R26).

use std::fmt;

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

impl Status {
    /// All of them.
    pub const ALL: [Status; 5] =
        [Status::Open, Status::Check, Status::NeedsDrop, Status::CheckNeedsDrop, Status::Mate];

    /// The name that the protocol gives the status, such as `check_needs_drop`.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Open => "open",
            Status::Check => "check",
            Status::NeedsDrop => "needs_drop",
            Status::CheckNeedsDrop => "check_needs_drop",
            Status::Mate => "mate",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Position {
    /// The status for the player on move.
    ///
    /// Mate is read off without trying a drop. Two checks cannot be answered by one drop, and a
    /// single one only between the king and the checker. On an empty square there at least two of
    /// a knight, a bishop and a rook can always be dropped: the squares from which these three
    /// attack the opponent's king do not overlap, so that at most one of them would give check
    /// (R14), and of R15's bans the one on pawns touches none of them. Only a ban on all drops on
    /// the back ranks can take such a square away.
    pub fn status(&self, back_rank_drops: BackRankDrops) -> Status {
        let restraint = self.restraint();
        let check = restraint.checkers.any();
        match (check, self.has_board_move(&restraint)) {
            (false, true) => Status::Open,
            (true, true) => Status::Check,
            (false, false) => Status::NeedsDrop,
            (true, false) if self.droppable(&restraint, back_rank_drops).any() => {
                Status::CheckNeedsDrop
            }
            (true, false) => Status::Mate,
        }
    }
}
