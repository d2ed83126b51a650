//! A round: tables of four, and who sits out.

use crate::ids::{BySeat, Seat};

/// Somebody who takes part in an evening, counted from 0 in the order of the list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Entrant(pub usize);

/// Who sits where in a round.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Round {
    /// The tables, in the order of their numbers.
    pub tables: Vec<BySeat<Entrant>>,
    /// Who sits out, in the order of the list.
    pub byes: Vec<Entrant>,
}

impl Round {
    /// Everybody in the order of tables and seats, then who sits out.
    pub fn everybody(&self) -> Vec<Entrant> {
        let seated = self.tables.iter().flat_map(|table| table.0);
        seated.chain(self.byes.iter().copied()).collect()
    }

    /// Puts others in everybody's places.
    pub(super) fn rename(&mut self, other: impl Fn(Entrant) -> Entrant) {
        let seated = self.tables.iter_mut().flat_map(|table| &mut table.0);
        seated.chain(&mut self.byes).for_each(|one| *one = other(*one));
        self.byes.sort_unstable();
    }
}

/// The two partnerships of a table (R2).
pub(super) const PARTNERS: [(Seat, Seat); 2] =
    [(Seat::AWhite, Seat::BBlack), (Seat::ABlack, Seat::BWhite)];
/// The two pairs of opponents on the same board.
pub(super) const DIRECT: [(Seat, Seat); 2] =
    [(Seat::AWhite, Seat::ABlack), (Seat::BWhite, Seat::BBlack)];
/// The two pairs of opponents on different boards, who have the same colour.
pub(super) const DIAGONAL: [(Seat, Seat); 2] =
    [(Seat::AWhite, Seat::BWhite), (Seat::ABlack, Seat::BBlack)];
