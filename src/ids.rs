//! The vocabulary of the house: seats, teams, boards, identifiers, instants and durations.
//!
//! Everything else speaks in these types; no bare integer or string names a seat, a player or a time.

use std::fmt;
use std::ops::{Add, Index, IndexMut, Sub};
use std::str::FromStr;
use std::sync::Arc;

use shakmaty::Color;

/// One of the two boards of a table (R1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BoardName {
    /// The first board.
    A,
    /// The second board.
    B,
}

impl BoardName {
    /// Both boards.
    pub const ALL: [BoardName; 2] = [BoardName::A, BoardName::B];

    /// The board beside this one.
    #[must_use]
    pub const fn other(self) -> BoardName {
        match self {
            BoardName::A => BoardName::B,
            BoardName::B => BoardName::A,
        }
    }

    /// The seat that plays `color` on this board.
    pub const fn seat(self, color: Color) -> Seat {
        match (self, color) {
            (BoardName::A, Color::White) => Seat::AWhite,
            (BoardName::A, Color::Black) => Seat::ABlack,
            (BoardName::B, Color::White) => Seat::BWhite,
            (BoardName::B, Color::Black) => Seat::BBlack,
        }
    }
}

impl fmt::Display for BoardName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BoardName::A => "A",
            BoardName::B => "B",
        })
    }
}

/// One of the four seats of a table (R1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Seat {
    /// White on board A, team 1.
    AWhite,
    /// Black on board A, team 2.
    ABlack,
    /// White on board B, team 2.
    BWhite,
    /// Black on board B, team 1.
    BBlack,
}

impl Seat {
    /// The four seats, in the order in which they are listed everywhere.
    pub const ALL: [Seat; 4] = [Seat::AWhite, Seat::ABlack, Seat::BWhite, Seat::BBlack];

    /// The board that the seat plays on.
    pub const fn board(self) -> BoardName {
        match self {
            Seat::AWhite | Seat::ABlack => BoardName::A,
            Seat::BWhite | Seat::BBlack => BoardName::B,
        }
    }

    /// The colour that the seat plays.
    pub const fn color(self) -> Color {
        match self {
            Seat::AWhite | Seat::BWhite => Color::White,
            Seat::ABlack | Seat::BBlack => Color::Black,
        }
    }

    /// The seat's team (R2).
    pub const fn team(self) -> Team {
        match self {
            Seat::AWhite | Seat::BBlack => Team::One,
            Seat::ABlack | Seat::BWhite => Team::Two,
        }
    }

    /// The partner: other board, other colour (R2).
    #[must_use]
    pub const fn partner(self) -> Seat {
        self.board().other().seat(self.color().other())
    }

    /// The direct opponent: same board, other colour.
    #[must_use]
    pub const fn opponent(self) -> Seat {
        self.board().seat(self.color().other())
    }

    /// The name that the protocol gives the seat, such as `A.white`.
    pub const fn name(self) -> &'static str {
        match self {
            Seat::AWhite => "A.white",
            Seat::ABlack => "A.black",
            Seat::BWhite => "B.white",
            Seat::BBlack => "B.black",
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a seat is one of A.white, A.black, B.white, B.black")]
pub struct UnknownSeat;

impl FromStr for Seat {
    type Err = UnknownSeat;

    fn from_str(text: &str) -> Result<Seat, UnknownSeat> {
        Seat::ALL.into_iter().find(|seat| seat.name() == text).ok_or(UnknownSeat)
    }
}

/// One of the two teams (R2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Team {
    /// `A.white` and `B.black`.
    One,
    /// `A.black` and `B.white`.
    Two,
}

impl Team {
    /// Both teams.
    pub const ALL: [Team; 2] = [Team::One, Team::Two];

    /// The team's two seats.
    pub const fn seats(self) -> [Seat; 2] {
        match self {
            Team::One => [Seat::AWhite, Seat::BBlack],
            Team::Two => [Seat::ABlack, Seat::BWhite],
        }
    }

    /// The opposing team.
    #[must_use]
    pub const fn other(self) -> Team {
        match self {
            Team::One => Team::Two,
            Team::Two => Team::One,
        }
    }

    /// The number that the protocol gives the team, 1 or 2.
    pub const fn number(self) -> u8 {
        match self {
            Team::One => 1,
            Team::Two => 2,
        }
    }
}

/// One value for each seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BySeat<T>(pub [T; 4]);

impl<T> BySeat<T> {
    /// Builds the four values.
    pub fn from_fn(f: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat(Seat::ALL.map(f))
    }

    /// The seats with their values, in the order of [`Seat::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::ALL.into_iter().zip(&self.0)
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat as usize]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat as usize]
    }
}

/// One value for each board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ByBoard<T>(pub [T; 2]);

impl<T> ByBoard<T> {
    /// Builds the two values.
    pub fn from_fn(f: impl FnMut(BoardName) -> T) -> ByBoard<T> {
        ByBoard(BoardName::ALL.map(f))
    }

    /// The boards with their values, A first.
    pub fn iter(&self) -> impl Iterator<Item = (BoardName, &T)> {
        BoardName::ALL.into_iter().zip(&self.0)
    }
}

impl<T> Index<BoardName> for ByBoard<T> {
    type Output = T;

    fn index(&self, board: BoardName) -> &T {
        &self.0[board as usize]
    }
}

impl<T> IndexMut<BoardName> for ByBoard<T> {
    fn index_mut(&mut self, board: BoardName) -> &mut T {
        &mut self.0[board as usize]
    }
}

/// A duration in whole milliseconds, never negative.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Millis(pub u64);

impl Millis {
    /// No time at all.
    pub const ZERO: Millis = Millis(0);

    /// So many whole seconds.
    pub const fn from_secs(seconds: u64) -> Millis {
        Millis(seconds.saturating_mul(1000))
    }

    /// The difference, or zero where `other` is longer.
    #[must_use]
    pub const fn saturating_sub(self, other: Millis) -> Millis {
        Millis(self.0.saturating_sub(other.0))
    }
}

impl Add for Millis {
    type Output = Millis;

    fn add(self, other: Millis) -> Millis {
        Millis(self.0.saturating_add(other.0))
    }
}

/// A point in time: Unix time in whole milliseconds, read from a clock that never goes back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Instant(pub u64);

impl Instant {
    /// The time that has passed since `earlier`, or zero where `earlier` is later.
    pub const fn since(self, earlier: Instant) -> Millis {
        Millis(self.0.saturating_sub(earlier.0))
    }
}

impl Add<Millis> for Instant {
    type Output = Instant;

    fn add(self, duration: Millis) -> Instant {
        Instant(self.0.saturating_add(duration.0))
    }
}

impl Sub<Millis> for Instant {
    type Output = Instant;

    fn sub(self, duration: Millis) -> Instant {
        Instant(self.0.saturating_sub(duration.0))
    }
}

/// A rule of `docs/rules.md`, by its number: `Rule(14)` is R14.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rule(pub u8);

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "R{}", self.0)
    }
}

/// Names a table and the match that is played at it, for as long as the server keeps its record.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MatchId(pub Arc<str>);

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Names a person who has said hello; the same person after coming back with the token.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlayerId(pub Arc<str>);

impl PlayerId {
    /// What the identifiers of practice players begin with; no person's has a hyphen.
    pub const PRACTICE: &'static str = "practice-";

    /// The practice player of that name.
    pub fn practice(name: &str) -> PlayerId {
        PlayerId(format!("{}{}", PlayerId::PRACTICE, name.to_lowercase()).into())
    }

    /// Whether this is a practice player, who plays on the server: so that the record tells it.
    pub fn is_practice(&self) -> bool {
        self.0.starts_with(PlayerId::PRACTICE)
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r2_partners_sit_on_different_boards_with_opposite_colours() {
        for seat in Seat::ALL {
            assert_ne!(seat.partner().board(), seat.board());
            assert_ne!(seat.partner().color(), seat.color());
            assert_eq!(seat.partner().team(), seat.team());
            assert_eq!(seat.partner().partner(), seat);
            assert_ne!(seat.opponent().team(), seat.team());
        }
        assert_eq!(Team::One.seats(), [Seat::AWhite, Seat::BBlack]);
        assert_eq!(Team::Two.seats(), [Seat::ABlack, Seat::BWhite]);
    }

    #[test]
    fn practice_players_are_told_by_their_identifiers() {
        for (id, practice) in
            [("practice-k7f2ab-0", true), ("k7f2ab3c", false), ("practice", false)]
        {
            assert_eq!(PlayerId(id.into()).is_practice(), practice, "{id}");
        }
    }

    #[test]
    fn seats_are_named_as_the_protocol_names_them() {
        for seat in Seat::ALL {
            assert_eq!(seat.name().parse(), Ok(seat));
        }
        assert_eq!("a.white".parse::<Seat>(), Err(UnknownSeat));
    }
}
