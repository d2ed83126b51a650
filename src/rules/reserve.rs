//! The reserve: the pieces that a player may drop (R9 to R13).

use shakmaty::Role;

/// A kind of piece that a reserve can hold: every kind but the king.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// A queen.
    Queen,
    /// A rook.
    Rook,
    /// A bishop.
    Bishop,
    /// A knight.
    Knight,
    /// A pawn.
    Pawn,
}

impl Kind {
    /// The five kinds in the order in which a reserve is written.
    pub const ALL: [Kind; 5] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn];

    /// The piece's role on a board.
    pub const fn role(self) -> Role {
        match self {
            Kind::Queen => Role::Queen,
            Kind::Rook => Role::Rook,
            Kind::Bishop => Role::Bishop,
            Kind::Knight => Role::Knight,
            Kind::Pawn => Role::Pawn,
        }
    }

    /// The kind with that role; `None` for the king.
    pub const fn from_role(role: Role) -> Option<Kind> {
        match role {
            Role::Queen => Some(Kind::Queen),
            Role::Rook => Some(Kind::Rook),
            Role::Bishop => Some(Kind::Bishop),
            Role::Knight => Some(Kind::Knight),
            Role::Pawn => Some(Kind::Pawn),
            Role::King => None,
        }
    }

    /// The kind with that upper-case English letter.
    pub const fn from_letter(letter: char) -> Option<Kind> {
        match letter {
            'Q' => Some(Kind::Queen),
            'R' => Some(Kind::Rook),
            'B' => Some(Kind::Bishop),
            'N' => Some(Kind::Knight),
            'P' => Some(Kind::Pawn),
            _ => None,
        }
    }

    /// The upper-case English letter.
    pub const fn letter(self) -> char {
        self.role().upper_char()
    }
}

/// How many pieces of each kind a player holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Reserve([u16; 5]);

impl Reserve {
    /// How many pieces of that kind.
    pub const fn count(&self, kind: Kind) -> u16 {
        self.0[kind as usize]
    }

    /// Puts one piece in.
    pub fn add(&mut self, kind: Kind) {
        // No match comes near the bound: a set-up holds at most 999 of a kind, a board 64.
        let count = &mut self.0[kind as usize];
        *count = count.saturating_add(1);
    }

    /// Takes one piece out; `false`, and nothing changes, where there is none.
    #[must_use]
    pub fn take(&mut self, kind: Kind) -> bool {
        let count = &mut self.0[kind as usize];
        let held = *count > 0;
        *count = count.saturating_sub(1);
        held
    }

    /// The five kinds with their counts, queens first.
    pub fn iter(&self) -> impl Iterator<Item = (Kind, u16)> + '_ {
        Kind::ALL.into_iter().map(|kind| (kind, self.count(kind)))
    }

    /// How many pieces in all.
    pub fn total(&self) -> u32 {
        self.0.iter().map(|&count| u32::from(count)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r13_a_piece_that_is_not_held_is_not_taken() {
        let mut reserve = Reserve::default();
        assert!(!reserve.take(Kind::Rook));
        assert_eq!(reserve, Reserve::default());

        reserve.add(Kind::Rook);
        assert_eq!((reserve.count(Kind::Rook), reserve.total()), (1, 1));
        assert!(reserve.take(Kind::Rook));
        assert_eq!(reserve.total(), 0);
    }

    #[test]
    fn every_kind_has_its_letter_and_its_role() {
        for kind in Kind::ALL {
            assert_eq!(Kind::from_letter(kind.letter()), Some(kind));
            assert_eq!(Kind::from_role(kind.role()), Some(kind));
        }
        assert_eq!(Kind::from_letter('K'), None);
        assert_eq!(Kind::from_letter('q'), None);
        assert_eq!(Kind::from_role(Role::King), None);
    }
}
