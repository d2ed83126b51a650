//! How a match ends, and what each player gets for it (R4, R38).

use crate::ids::{BoardName, Team};

/// Points in halves: 2 is one point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HalfPoints(pub u8);

impl HalfPoints {
    /// A loss.
    pub const ZERO: HalfPoints = HalfPoints(0);
    /// A draw.
    pub const HALF: HalfPoints = HalfPoints(1);
    /// A win.
    pub const ONE: HalfPoints = HalfPoints(2);
}

/// What ended the match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// R18.
    Mate,
    /// A claimed or observed fall (R20, R22).
    Time,
    /// R24.
    Resignation,
    /// R25.
    Agreement,
    /// R27.
    Repetition,
    /// R29.
    FiftyMoves,
    /// The third penalised move (R35).
    IllegalMoves,
    /// Somebody did not arrive (R37).
    Default,
    /// The director's word (R36).
    Ruling,
    /// Ended unfinished (R37).
    Abandoned,
}

impl Ending {
    /// All endings.
    pub const ALL: [Ending; 10] = [
        Ending::Mate,
        Ending::Time,
        Ending::Resignation,
        Ending::Agreement,
        Ending::Repetition,
        Ending::FiftyMoves,
        Ending::IllegalMoves,
        Ending::Default,
        Ending::Ruling,
        Ending::Abandoned,
    ];

    /// The name that the protocol gives the ending.
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Mate => "mate",
            Ending::Time => "time",
            Ending::Resignation => "resignation",
            Ending::Agreement => "agreement",
            Ending::Repetition => "repetition",
            Ending::FiftyMoves => "fifty_moves",
            Ending::IllegalMoves => "illegal_moves",
            Ending::Default => "default",
            Ending::Ruling => "ruling",
            Ending::Abandoned => "abandoned",
        }
    }
}

/// The one result of a match (R4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The winning team; `None` for a draw, a match that both lost, and one without a result.
    pub winner: Option<Team>,
    /// What each player of team 1 and of team 2 gets (R38); `None` where the match does not count.
    pub points: Option<[HalfPoints; 2]>,
    /// What ended it.
    pub by: Ending,
    /// The board on which it ended, where it ended on one.
    pub board: Option<BoardName>,
}

impl Outcome {
    /// A team wins.
    pub const fn win(team: Team, by: Ending, board: Option<BoardName>) -> Outcome {
        let points = match team {
            Team::One => [HalfPoints::ONE, HalfPoints::ZERO],
            Team::Two => [HalfPoints::ZERO, HalfPoints::ONE],
        };
        Outcome { winner: Some(team), points: Some(points), by, board }
    }

    /// Half a point for everyone.
    pub const fn draw(by: Ending, board: Option<BoardName>) -> Outcome {
        Outcome { winner: None, points: Some([HalfPoints::HALF; 2]), by, board }
    }

    /// The points that somebody decided on; more of them wins.
    pub fn of_points(points: [HalfPoints; 2], by: Ending) -> Outcome {
        let winner = match points[0].cmp(&points[1]) {
            std::cmp::Ordering::Greater => Some(Team::One),
            std::cmp::Ordering::Less => Some(Team::Two),
            std::cmp::Ordering::Equal => None,
        };
        Outcome { winner, points: Some(points), by, board: None }
    }

    /// The match ends unfinished, without points (R37).
    pub const ABANDONED: Outcome =
        Outcome { winner: None, points: None, by: Ending::Abandoned, board: None };
}
