//! Exact rotations of 4 to 40 people, as starting rounds from which they are developed.
//!
//! A starting round has games of two against two, and leaves out whoever has a bye. The next round
//! has everybody's number raised by one, and so on; since every difference of two numbers occurs
//! once among partners and twice among opponents, everybody has everyone as partner once and as
//! opponent twice (a *whist tournament*). It works so
//! - for 4m people with one who stays where he is while the others go round (`Step::Fixed`),
//! - for 4m + 1 with all going round and one bye a round (`Step::Cyclic`), but for 9, who go round
//!   in the field of nine elements,
//! - for 4m + 2 and 4m + 3 up to one difference of partners, whose pairs the two or three `extra`
//!   rounds bring together. 14 and 38 go round in two circles of half as many (`Step::Halves`).
//!
//! 6 and 7 have nothing but `extra` rounds. The order is such that after every round byes differ by
//! one at most. Who sits opposite whom on the same board, and with which colour, is chosen table by
//! table, so that both are as even as is known to be possible.

use super::round::{Entrant, Round};
use crate::ids::BySeat;

/// How the next round follows from a starting round.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Nothing follows.
    None,
    /// All numbers go up by one, modulo their count.
    Cyclic,
    /// All but the highest number go up by one, modulo their count.
    Fixed,
    /// Each half goes round by itself.
    Halves,
    /// Every element of the field of nine is added: two digits modulo 3.
    Nine,
}

impl Step {
    /// Who takes the place of that one after so many steps.
    const fn apply(self, entrants: u8, one: u8, steps: u8) -> u8 {
        match self {
            Step::None => one,
            Step::Cyclic => (one + steps) % entrants,
            Step::Fixed if one == entrants - 1 => one,
            Step::Fixed => (one + steps) % (entrants - 1),
            Step::Halves => {
                let half = entrants / 2;
                one / half * half + (one % half + steps) % half
            }
            Step::Nine => (one / 3 + steps / 3) % 3 * 3 + (one + steps) % 3,
        }
    }

    /// How many rounds one starting round makes.
    const fn rounds(self, entrants: u8) -> u8 {
        match self {
            Step::None => 0,
            Step::Cyclic | Step::Nine => entrants,
            Step::Fixed => entrants - 1,
            Step::Halves => entrants / 2,
        }
    }
}

/// Stands in the order for the next of the extra rounds.
const EXTRA: u8 = u8::MAX;

struct Starter {
    entrants: u8,
    by: Step,
    /// Games `[a, b, c, d]`: `a` and `b` are partners, `c` and `d` their opponents.
    starts: &'static [&'static [[u8; 4]]],
    /// Which of the rounds that follow comes when, counted from 0; empty for as they are.
    order: &'static [u8],
    /// Tables in the order of the seats.
    extra: &'static [&'static [[u8; 4]]],
    /// For each game, in the order of the rounds, two games a digit, the first in its lower half:
    /// 1 for `a` opposite `d` instead of `c`, 2 for `a` with Black.
    seating: &'static str,
}

impl Starter {
    fn rounds(&self) -> Vec<Round> {
        let each = self.by.rounds(self.entrants);
        let as_they_are: Vec<u8> = (0..each).collect();
        let order = if self.order.is_empty() { &as_they_are[..] } else { self.order };
        let mut extra = self.extra.iter();
        let mut seating = self.seating.bytes().flat_map(|digit| {
            let bits = if digit <= b'9' { digit - b'0' } else { digit - b'a' + 10 };
            [bits & 3, bits >> 2]
        });
        let developed = |number: u8| {
            let steps = number % each;
            let game =
                move |game: &[u8; 4]| game.map(|one| self.by.apply(self.entrants, one, steps));
            self.starts[usize::from(number / each)].iter().map(game)
        };
        let mut tables = |number: &u8| -> Vec<[u8; 4]> {
            if *number == EXTRA {
                return extra
                    .next()
                    .into_iter()
                    .flat_map(|tables| tables.iter().copied())
                    .collect();
            }
            developed(*number).map(|game| seats(game, seating.next().unwrap_or(0))).collect()
        };
        order.iter().map(|number| round(self.entrants, &tables(number))).collect()
    }
}

fn round(entrants: u8, tables: &[[u8; 4]]) -> Round {
    let bye = |one: &u8| !tables.iter().any(|table| table.contains(one));
    let entrant = |one: u8| Entrant(one.into());
    Round {
        tables: tables.iter().map(|table| BySeat(table.map(entrant))).collect(),
        byes: (0..entrants).filter(bye).map(entrant).collect(),
    }
}

/// A game's players in the order of the seats.
const fn seats([a, b, c, d]: [u8; 4], seating: u8) -> [u8; 4] {
    let (across, other) = if seating & 1 == 0 { (c, d) } else { (d, c) };
    if seating & 2 == 0 { [a, across, other, b] } else { [across, a, b, other] }
}

/// How many rounds a full rotation of so many people takes. There is one for 4 to 40.
pub fn full(entrants: usize) -> Option<usize> {
    Some(of(entrants)?.rounds().len())
}

/// So many rounds of the rotation of so many people, from its beginning and over again.
pub fn rotation(entrants: usize, rounds: usize) -> Option<Vec<Round>> {
    let starter = of(entrants)?;
    let fits = |short: &&Short| short.entrants == starter.entrants && short.rounds.len() == rounds;
    if let Some(short) = SHORT.iter().find(fits) {
        return Some(short.rounds.iter().map(|tables| round(short.entrants, tables)).collect());
    }
    Some(starter.rounds().into_iter().cycle().take(rounds).collect())
}

fn of(entrants: usize) -> Option<&'static Starter> {
    STARTERS.iter().find(|starter| usize::from(starter.entrants) == entrants)
}

#[rustfmt::skip]
const STARTERS: [Starter; 37] = [
    Starter {
        entrants: 4, by: Step::Fixed,
        starts: &[&[[1, 3, 2, 0]]],
        order: &[],
        extra: &[],
        seating: "72",
    },
    Starter {
        entrants: 5, by: Step::Cyclic,
        starts: &[&[[2, 3, 4, 1]]],
        order: &[],
        extra: &[],
        seating: "9b1",
    },
    Starter {
        entrants: 6, by: Step::None,
        starts: &[],
        order: &[EXTRA, EXTRA, EXTRA, EXTRA, EXTRA, EXTRA, EXTRA, EXTRA],
        extra: &[&[[2, 3, 5, 4]], &[[1, 5, 2, 0]], &[[0, 4, 1, 3]], &[[2, 1, 3, 0]], &[[5, 3, 4, 1]], &[[4, 2, 0, 5]], &[[1, 0, 5, 2]], &[[0, 2, 3, 4]]],
        seating: "",
    },
    Starter {
        entrants: 7, by: Step::None,
        starts: &[],
        order: &[EXTRA, EXTRA, EXTRA, EXTRA, EXTRA, EXTRA, EXTRA, EXTRA, EXTRA, EXTRA, EXTRA],
        extra: &[&[[2, 1, 3, 0]], &[[5, 6, 0, 4]], &[[2, 5, 1, 6]], &[[3, 4, 0, 5]], &[[6, 3, 2, 4]], &[[3, 2, 1, 0]], &[[5, 1, 4, 6]], &[[4, 0, 1, 3]], &[[6, 2, 5, 3]], &[[0, 2, 4, 5]], &[[6, 0, 2, 1]]],
        seating: "",
    },
    Starter {
        entrants: 8, by: Step::Fixed,
        starts: &[&[[4, 3, 1, 5], [2, 0, 7, 6]]],
        order: &[],
        extra: &[],
        seating: "28aaa02",
    },
    Starter {
        entrants: 9, by: Step::Nine,
        starts: &[&[[3, 6, 2, 1], [4, 8, 5, 7]]],
        order: &[],
        extra: &[],
        seating: "88fad94eb",
    },
    Starter {
        entrants: 10, by: Step::Cyclic,
        starts: &[&[[7, 4, 2, 6], [9, 8, 3, 5]]],
        order: &[2, 4, 8, 0, 6, 9, 3, 1, 7, 5, EXTRA, EXTRA],
        extra: &[&[[7, 4, 9, 2], [5, 8, 3, 6]], &[[9, 6, 1, 4], [8, 5, 0, 3]]],
        seating: "7577775555",
    },
    Starter {
        entrants: 11, by: Step::Cyclic,
        starts: &[&[[6, 10, 3, 5], [9, 4, 7, 8]]],
        order: &[0, 4, 7, EXTRA, 3, 9, 6, 1, 5, 8, EXTRA, 2, 10, EXTRA],
        extra: &[&[[5, 7, 4, 2], [9, 0, 8, 6]], &[[10, 8, 5, 7], [1, 6, 3, 9]], &[[5, 10, 2, 8], [3, 1, 4, 0]]],
        seating: "b1b3cd8c247",
    },
    Starter {
        entrants: 12, by: Step::Fixed,
        starts: &[&[[6, 11, 1, 2], [0, 8, 3, 10], [4, 9, 7, 5]]],
        order: &[],
        extra: &[],
        seating: "18822040fe3fdff33",
    },
    Starter {
        entrants: 13, by: Step::Cyclic,
        starts: &[&[[12, 9, 11, 6], [5, 7, 10, 1], [2, 8, 3, 4]]],
        order: &[],
        extra: &[],
        seating: "abb1c195a03d7d646aa0",
    },
    Starter {
        entrants: 14, by: Step::Halves,
        starts: &[&[[11, 3, 8, 13], [1, 0, 5, 9], [6, 2, 7, 10]], &[[11, 5, 7, 0], [3, 8, 9, 10], [1, 6, 12, 2]]],
        order: &[10, 5, 9, 1, 0, 6, EXTRA, 8, 3, 11, 7, 12, 13, EXTRA, 2, 4],
        extra: &[&[[11, 13, 4, 2], [10, 12, 3, 5], [8, 0, 9, 6]], &[[13, 0, 3, 4], [12, 7, 5, 8], [2, 10, 1, 11]]],
        seating: "ff0e06a926575955959f8",
    },
    Starter {
        entrants: 15, by: Step::Cyclic,
        starts: &[&[[7, 10, 12, 8], [4, 5, 11, 9], [14, 6, 13, 3]]],
        order: &[5, 11, 8, 14, 2, 9, 13, 4, 1, EXTRA, 7, 0, 12, 3, EXTRA, 10, 6, EXTRA],
        extra: &[&[[14, 11, 2, 5], [10, 13, 4, 1], [6, 9, 3, 0]], &[[14, 1, 5, 8], [13, 2, 4, 7], [9, 12, 3, 0]], &[[0, 12, 6, 3], [7, 10, 4, 1], [8, 11, 5, 2]]],
        seating: "ff7f55fd575575fdfd7d773",
    },
    Starter {
        entrants: 16, by: Step::Fixed,
        starts: &[&[[10, 14, 8, 7], [9, 3, 5, 2], [0, 13, 12, 4], [1, 6, 11, 15]]],
        order: &[],
        extra: &[],
        seating: "15f48007f9dee5029ed9ed3502e671",
    },
    Starter {
        entrants: 17, by: Step::Cyclic,
        starts: &[&[[11, 13, 3, 15], [14, 7, 12, 8], [4, 10, 9, 1], [5, 6, 16, 2]]],
        order: &[],
        extra: &[],
        seating: "582d90bfe85da2d7aa5faa5fa85a055007",
    },
    Starter {
        entrants: 18, by: Step::Cyclic,
        starts: &[&[[9, 2, 4, 8], [13, 10, 5, 3], [14, 15, 11, 17], [16, 6, 12, 7]]],
        order: &[17, 1, 3, 8, 5, 10, 15, 13, EXTRA, 12, 4, 2, 0, 16, 7, 9, 14, EXTRA, 6, 11],
        extra: &[&[[13, 17, 8, 4], [10, 14, 5, 1], [9, 0, 3, 16], [15, 2, 11, 6]], &[[0, 5, 8, 9], [12, 13, 14, 3], [1, 10, 2, 4], [16, 17, 15, 7]]],
        seating: "080a202088262000aa22a282ae808a980a80",
    },
    Starter {
        entrants: 19, by: Step::Cyclic,
        starts: &[&[[3, 5, 12, 18], [7, 8, 14, 4], [15, 11, 10, 13], [9, 16, 6, 17]]],
        order: &[16, 13, 9, 1, 4, EXTRA, 0, 7, 14, 17, 10, 3, EXTRA, 11, 8, 5, 18, 15, EXTRA, 2, 12, 6],
        extra: &[&[[18, 0, 14, 13], [15, 17, 3, 5], [10, 9, 4, 1], [2, 11, 6, 16]], &[[0, 10, 5, 18], [14, 17, 12, 9], [8, 7, 2, 3], [16, 15, 1, 11]], &[[6, 5, 0, 1], [7, 16, 11, 12], [15, 13, 8, 10], [18, 17, 9, 4]]],
        seating: "fed97ed657f4f4767f567c777474d45d757ed7",
    },
    Starter {
        entrants: 20, by: Step::Fixed,
        starts: &[&[[11, 1, 7, 12], [8, 10, 14, 3], [15, 2, 5, 4], [0, 16, 19, 17], [13, 9, 18, 6]]],
        order: &[],
        extra: &[],
        seating: "ff75fff7d7fddddfd55df755ff55dff55dd55d5755ddf753",
    },
    Starter {
        entrants: 21, by: Step::Cyclic,
        starts: &[&[[6, 13, 1, 17], [8, 18, 15, 16], [10, 4, 9, 12], [3, 20, 14, 2], [7, 5, 19, 11]]],
        order: &[],
        extra: &[],
        seating: "d57f5f755f77ddf7d75d5fffddff777f5ff55d577575dddddddf1",
    },
    Starter {
        entrants: 22, by: Step::Cyclic,
        starts: &[&[[11, 1, 5, 21], [4, 9, 14, 13], [18, 16, 10, 3], [12, 8, 7, 15], [20, 17, 19, 6]]],
        order: &[4, 20, 9, 12, 13, 5, 16, 17, 8, 21, EXTRA, 19, 1, 6, 14, 15, 0, 11, 18, 10, 7, EXTRA, 2, 3],
        extra: &[&[[4, 20, 9, 15], [13, 21, 1, 12], [18, 6, 17, 7], [14, 0, 19, 8], [5, 11, 10, 16]], &[[10, 17, 6, 21], [1, 14, 3, 12], [15, 19, 8, 9], [11, 13, 2, 0], [20, 16, 18, 7]]],
        seating: "f7f5fdd55ddfddd7dff77555f7f777fd75ff5d7f755ffd7f7df5755",
    },
    Starter {
        entrants: 23, by: Step::Cyclic,
        starts: &[&[[4, 15, 8, 14], [19, 3, 12, 21], [17, 16, 11, 13], [7, 20, 9, 6], [10, 5, 22, 18]]],
        order: &[16, 11, 4, 22, 8, 19, EXTRA, 14, 20, 5, 2, 13, 9, 17, EXTRA, 21, 3, 18, 15, 0, 6, 12, EXTRA, 10, 1, 7],
        extra: &[&[[10, 14, 6, 18], [16, 15, 0, 8], [9, 17, 22, 1], [11, 12, 4, 19], [21, 20, 5, 13]], &[[9, 10, 2, 17], [6, 5, 13, 21], [16, 11, 3, 18], [19, 14, 20, 4], [7, 15, 0, 22]], &[[15, 17, 2, 7], [16, 8, 0, 1], [21, 22, 14, 6], [13, 3, 18, 19], [5, 20, 12, 4]]],
        seating: "800a0aa8220208820a8a2808a08888008aaa0a0a8880aaaa8a0a8a2080",
    },
    Starter {
        entrants: 24, by: Step::Fixed,
        starts: &[&[[7, 2, 3, 14], [5, 8, 23, 16], [15, 21, 18, 20], [19, 12, 10, 6], [0, 22, 13, 4], [9, 17, 11, 1]]],
        order: &[],
        extra: &[],
        seating: "a02288aaa00202a22aa2220aa0008a2a0020020aa8282802822a8aa02aa22a2088828",
    },
    Starter {
        entrants: 25, by: Step::Cyclic,
        starts: &[&[[18, 8, 19, 21], [5, 9, 15, 3], [22, 16, 23, 14], [13, 24, 17, 10], [11, 6, 2, 1], [12, 20, 4, 7]]],
        order: &[],
        extra: &[],
        seating: "aa1e6d7a7e5ad9ebd99eb20566d716f139720910afe75de66fab188aa1fde4d56efd0482354",
    },
    Starter {
        entrants: 26, by: Step::Cyclic,
        starts: &[&[[17, 7, 20, 22], [11, 18, 19, 14], [12, 13, 25, 3], [16, 4, 2, 10], [8, 5, 9, 24], [21, 15, 23, 6]]],
        order: &[14, 24, 20, 4, 8, 2, 6, 0, 17, 22, 10, 12, EXTRA, 13, 3, 23, 5, 7, 9, 1, 25, 19, 16, 21, 11, EXTRA, 18, 15],
        extra: &[&[[24, 12, 1, 6], [17, 22, 9, 4], [14, 18, 5, 10], [21, 0, 3, 8], [7, 11, 25, 13], [2, 23, 20, 15]], &[[16, 21, 8, 3], [20, 25, 12, 7], [13, 17, 5, 0], [19, 24, 11, 6], [9, 14, 1, 4], [22, 23, 10, 2]]],
        seating: "02822000008028282822a280a2008a82028282a8a0800aa8a2882820aaaa2a0aa28a0880880aa0",
    },
    Starter {
        entrants: 27, by: Step::Cyclic,
        starts: &[&[[26, 22, 13, 10], [7, 17, 4, 24], [6, 14, 16, 25], [8, 3, 9, 11], [15, 21, 20, 19], [5, 18, 23, 12]]],
        order: &[20, 14, 0, 9, 6, 17, 3, 23, EXTRA, 13, 4, 24, 10, 19, 1, 7, 16, EXTRA, 25, 22, 11, 2, 5, 18, 8, 15, EXTRA, 12, 21, 26],
        extra: &[&[[21, 17, 5, 6], [22, 18, 3, 10], [11, 15, 0, 23], [16, 20, 8, 1], [9, 19, 4, 24], [25, 14, 2, 7]], &[[15, 19, 7, 3], [20, 24, 12, 8], [11, 26, 14, 18], [21, 25, 10, 9], [4, 13, 1, 5], [17, 16, 2, 6]], &[[16, 12, 0, 4], [18, 15, 3, 6], [8, 10, 19, 23], [20, 24, 9, 5], [13, 17, 2, 25], [26, 22, 7, 11]]],
        seating: "800aa8aa822a220a82aaa222222a828a8aaa2282aaa02a8a0a88aa02020a028a280802aa0a228a080",
    },
    Starter {
        entrants: 28, by: Step::Fixed,
        starts: &[&[[10, 19, 3, 22], [20, 0, 25, 26], [15, 5, 23, 7], [16, 2, 1, 13], [8, 6, 27, 12], [18, 14, 9, 4], [17, 11, 21, 24]]],
        order: &[],
        extra: &[],
        seating: "02aa00028082080a220a08820a80000a88022800a02aa22a80a2002202aa02088a022aa200aa0a288088080aa08aa82",
    },
    Starter {
        entrants: 29, by: Step::Cyclic,
        starts: &[&[[25, 28, 2, 18], [1, 22, 14, 10], [7, 9, 11, 12], [20, 5, 19, 26], [24, 6, 17, 8], [23, 13, 3, 27], [16, 4, 21, 15]]],
        order: &[],
        extra: &[],
        seating: "22802a08a8088220002a20a080a00a82a82aa0a2282888a288802022802220a00aa08a00800aa808aa8a2aa208820a80a82a82",
    },
    Starter {
        entrants: 30, by: Step::Cyclic,
        starts: &[&[[20, 6, 16, 25], [11, 29, 28, 22], [26, 15, 23, 10], [3, 1, 24, 21], [19, 18, 27, 4], [17, 7, 5, 13], [9, 14, 8, 12]]],
        order: &[18, 3, 26, 29, 25, 7, 10, 22, 2, 6, 15, 11, 19, 14, EXTRA, 27, 20, 5, 9, 17, 0, 13, 12, 4, 21, 1, 24, 16, 8, EXTRA, 28, 23],
        extra: &[&[[21, 7, 22, 18], [8, 15, 19, 12], [11, 26, 4, 3], [28, 29, 14, 13], [25, 20, 24, 10], [27, 9, 2, 17], [6, 5, 1, 16]], &[[23, 24, 9, 8], [12, 26, 11, 27], [17, 16, 1, 2], [19, 20, 5, 4], [18, 21, 6, 3], [13, 7, 14, 29], [22, 0, 15, 10]]],
        seating: "00a08c020a0088a8802888ba0882a01024882a08a282a28e2288a220088a8082a800a0880aaa2aa00220a2080082a022ca8a2a88a",
    },
    Starter {
        entrants: 31, by: Step::Cyclic,
        starts: &[&[[12, 7, 9, 27], [28, 19, 16, 20], [15, 8, 6, 26], [14, 30, 13, 5], [22, 25, 4, 18], [24, 3, 10, 29], [11, 17, 21, 23]]],
        order: &[27, 15, 8, 12, 22, 18, 2, 5, 30, EXTRA, 21, 9, 19, 3, 28, 0, 25, 16, 13, 6, EXTRA, 14, 29, 23, 26, 20, 10, 4, 17, 1, EXTRA, 7, 11, 24],
        extra: &[&[[22, 7, 6, 29], [24, 4, 3, 23], [28, 20, 21, 27], [12, 30, 0, 13], [5, 9, 8, 10], [16, 19, 18, 17], [14, 2, 1, 15]], &[[13, 21, 16, 14], [5, 2, 3, 4], [19, 10, 11, 27], [6, 22, 23, 15], [28, 26, 25, 20], [8, 1, 0, 7], [18, 30, 29, 17]], &[[1, 27, 26, 17], [4, 10, 9, 0], [28, 12, 11, 29], [19, 3, 30, 20], [18, 6, 5, 14], [16, 24, 25, 15], [22, 23, 2, 21]]],
        seating: "bb8570259a3023fbc67d666d56015d919f536bba8b632c9fe0a465d6659d776f4bb8c3404eb7e8044d869a8475609c6fb620fc77c1240",
    },
    Starter {
        entrants: 32, by: Step::Fixed,
        starts: &[&[[22, 1, 11, 31], [29, 17, 6, 5], [3, 9, 15, 18], [8, 28, 0, 4], [10, 25, 19, 27], [20, 7, 2, 24], [12, 14, 30, 13], [26, 21, 16, 23]]],
        order: &[],
        extra: &[],
        seating: "c6f4c4f696f61a91b1091309fb21f1a1665cc6d4e474c456e6f71e1918193b8b11a9b1a94149ede6e45e467ee61cbe96900b9103b103b1214189e7f4ccde",
    },
    Starter {
        entrants: 33, by: Step::Cyclic,
        starts: &[&[[23, 32, 13, 29], [26, 22, 19, 21], [9, 20, 11, 16], [12, 27, 10, 2], [25, 24, 4, 7], [5, 28, 1, 14], [18, 6, 31, 17], [15, 8, 30, 3]]],
        order: &[],
        extra: &[],
        seating: "57f36ebd5467cb9437f1cc77f7b76055fd7e44d7570fded569993fdf4abd1d0deed57df74497b7bdd875e73ff44d5c0e15ff6837f555c095bd5ceed557a5dedd923c",
    },
    Starter {
        entrants: 34, by: Step::Cyclic,
        starts: &[&[[33, 4, 9, 32], [3, 17, 19, 15], [25, 28, 12, 11], [30, 21, 18, 24], [2, 26, 13, 6], [20, 5, 29, 31], [8, 16, 7, 23], [10, 22, 14, 27]]],
        order: &[29, 9, 18, 7, 5, 33, 20, 1, 22, 27, 31, 25, 15, 13, 3, 11, EXTRA, 14, 12, 0, 2, 21, 26, 10, 16, 8, 32, 6, 24, 28, 30, 19, 4, EXTRA, 17, 23],
        extra: &[&[[27, 20, 3, 10], [0, 30, 19, 12], [9, 11, 4, 8], [18, 25, 28, 1], [7, 31, 26, 13], [29, 2, 21, 14], [15, 22, 5, 32], [6, 33, 16, 23]], &[[31, 24, 7, 14], [10, 17, 0, 20], [1, 6, 32, 33], [21, 28, 11, 4], [3, 30, 13, 27], [26, 19, 2, 9], [25, 16, 15, 8], [22, 29, 12, 5]]],
        seating: "f55d7557777df777755fdf77d75f575f777dfdff75f7fffddf7775fd7d57557f77d75d7fd77dffffd55f7fd75fd7777ff5ff75f5dd775fd7f7f7f557555df7d557d7755d",
    },
    Starter {
        entrants: 35, by: Step::Cyclic,
        starts: &[&[[31, 5, 18, 15], [14, 19, 25, 4], [29, 11, 12, 13], [21, 28, 23, 7], [17, 9, 10, 32], [34, 3, 6, 30], [16, 26, 8, 20], [27, 33, 22, 24]]],
        order: &[8, 29, 14, 11, 21, 26, 2, 32, 17, 5, EXTRA, 0, 31, 22, 7, 13, 4, 34, 19, 28, 16, 25, 10, 3, 15, 9, 27, 1, 30, 23, 12, 18, 6, 33, EXTRA, 20, 24, EXTRA],
        extra: &[&[[34, 21, 1, 19], [33, 26, 6, 23], [22, 28, 8, 2], [29, 18, 3, 14], [15, 32, 17, 0], [11, 5, 13, 31], [12, 30, 10, 4], [16, 7, 27, 9]], &[[1, 2, 8, 17], [32, 9, 29, 12], [7, 24, 4, 19], [13, 30, 15, 33], [0, 18, 27, 11], [23, 5, 20, 3], [25, 6, 28, 10], [31, 14, 34, 16]], &[[4, 17, 2, 19], [30, 26, 11, 29], [16, 33, 18, 1], [13, 27, 12, 28], [23, 24, 9, 8], [7, 25, 5, 22], [20, 15, 14, 0], [31, 6, 21, 3]]],
        seating: "89488b680168a3e0a3680b6803e0ab4a81e2a1c00b4a81e8036201e2a94089c0ab68ab40a168a96a89e009e0ab4a09e2236089402bc821caa9c822ca2962814aa2488b4021ea",
    },
    Starter {
        entrants: 36, by: Step::Fixed,
        starts: &[&[[29, 20, 12, 6], [1, 23, 2, 7], [4, 28, 30, 11], [24, 27, 5, 33], [9, 32, 17, 35], [15, 25, 26, 22], [31, 10, 0, 8], [16, 34, 19, 21], [14, 13, 3, 18]]],
        order: &[],
        extra: &[],
        seating: "871ccc14bf84bd18dc60d396fab051c4eb09d24bdb0fcca910479b251ce716f52e9332de2bf40ed010d06e89e5da6b592fe0ed9bcfa98d9ee7a0dda6b910e681562cfa9952451846dac913e5a2db42",
    },
    Starter {
        entrants: 37, by: Step::Cyclic,
        starts: &[&[[7, 28, 6, 14], [12, 11, 5, 24], [10, 3, 35, 20], [33, 21, 23, 29], [9, 36, 13, 18], [26, 30, 17, 15], [34, 25, 8, 31], [16, 27, 19, 32], [1, 4, 22, 2]]],
        order: &[],
        extra: &[],
        seating: "088a8a8a82200aa88020a082a8a88808800a08aa08a0a02a202aa888a2a88aa80a000aa82aaa8a8888a88822a20a28a82a202002a808a82aa80800222a8aa88a2020280a88a0a208200008a2a0202a0a00aa022",
    },
    Starter {
        entrants: 38, by: Step::Halves,
        starts: &[&[[5, 8, 3, 4], [10, 20, 34, 37], [7, 33, 18, 29], [6, 16, 24, 32], [0, 2, 13, 36], [31, 35, 11, 28], [14, 27, 25, 23], [12, 1, 17, 22], [21, 26, 9, 30]], &[[26, 25, 34, 24], [1, 23, 20, 8], [21, 13, 30, 14], [6, 0, 10, 5], [27, 33, 22, 4], [37, 18, 16, 12], [3, 15, 7, 35], [36, 11, 9, 29], [32, 17, 31, 19]]],
        order: &[3, 33, 37, 12, 36, 26, 15, 2, 23, 29, 21, 24, 27, 30, 6, 18, 9, 20, EXTRA, 14, 7, 32, 11, 22, 5, 35, 31, 19, 1, 10, 13, 28, 25, 16, 8, 4, 17, EXTRA, 34, 0],
        extra: &[&[[25, 8, 22, 23], [37, 31, 17, 7], [32, 26, 12, 28], [33, 3, 14, 0], [19, 10, 2, 5], [35, 29, 21, 1], [34, 6, 20, 11], [16, 9, 4, 30], [13, 18, 36, 27]], &[[26, 31, 13, 6], [0, 28, 14, 20], [25, 32, 18, 11], [35, 23, 9, 2], [33, 36, 3, 27], [30, 34, 1, 8], [5, 37, 4, 16], [22, 21, 7, 12], [24, 29, 15, 10]]],
        seating: "d364f67e5cc168779b7f6433c0cd756a7cbbf6ff44fc4f3bc9ec5d8bb4c4d87595faf841397774ca55bded5e5a3d9dcee258fbd2661355164b18cc7f5dd5fbf91f8de85a4fdde666cb6ee726363816f43333a053459",
    },
    Starter {
        entrants: 39, by: Step::Cyclic,
        starts: &[&[[7, 24, 17, 8], [9, 38, 23, 26], [16, 35, 5, 12], [36, 25, 29, 3], [32, 11, 14, 30], [18, 22, 19, 27], [10, 34, 21, 20], [4, 37, 6, 31], [15, 13, 33, 28]]],
        order: &[15, 36, 21, 27, 33, 12, 3, 7, 18, 0, 30, 24, EXTRA, 31, 23, 11, 1, 5, 8, 14, 37, 28, 17, 34, 20, EXTRA, 2, 22, 10, 16, 25, 38, 13, 35, 32, 19, 29, 6, EXTRA, 26, 9, 4],
        extra: &[&[[25, 33, 15, 13], [19, 38, 26, 7], [17, 16, 21, 5], [29, 27, 0, 2], [8, 36, 9, 20], [34, 18, 14, 22], [28, 37, 24, 1], [12, 30, 3, 32], [23, 31, 4, 35]], &[[35, 5, 32, 8], [38, 10, 22, 31], [15, 21, 9, 3], [13, 34, 7, 1], [36, 30, 18, 24], [23, 29, 17, 11], [19, 37, 25, 20], [6, 12, 0, 33], [2, 28, 16, 14]], &[[7, 37, 10, 0], [27, 24, 12, 15], [3, 34, 22, 29], [31, 21, 33, 19], [23, 36, 1, 17], [18, 13, 30, 6], [32, 38, 11, 20], [14, 2, 35, 26], [16, 8, 25, 4]]],
        seating: "a678328cea16fb7248eb9ced3ae187a27e894f342ff2e1ddc4b727d91d36101e9a67718be3b6a65ca50500a65c4f2d9f385631c0463d5e5e35287c9239f20a5aaa278ea1ce64fe8538bb0eddfdfae2508d40351c6e7aa901",
    },
    Starter {
        entrants: 40, by: Step::Fixed,
        starts: &[&[[34, 33, 36, 38], [25, 8, 31, 3], [29, 21, 14, 17], [6, 18, 27, 4], [7, 26, 0, 39], [2, 35, 11, 16], [22, 1, 32, 23], [15, 28, 9, 5], [10, 24, 13, 37], [12, 19, 20, 30]]],
        order: &[],
        extra: &[],
        seating: "03d9cf8b3037fcbca9921ede9aa034f6cc3698ecfac989ddecc80bc9e649ca814765eb6b12e60cf92b9e7428f69f6c3e30b63d5e1c13847e76b8798fc80958f6ef60abc3764963b3e77ff983837dc2333f9e9ca330955c9ea9be1e4e1ea21c5c6ba",
    },
];

/// The beginnings of evenings of a few rounds that a search finds too rarely, with as many different
/// opponents as are known to be possible; tables in the order of the seats.
struct Short {
    entrants: u8,
    rounds: &'static [&'static [[u8; 4]]],
}

#[rustfmt::skip]
const SHORT: [Short; 7] = [
    Short { entrants: 9, rounds: &[&[[4, 1, 3, 7], [2, 6, 5, 0]], &[[0, 7, 1, 6], [2, 8, 3, 5]], &[[1, 2, 3, 0], [6, 5, 8, 4]], &[[0, 6, 8, 3], [7, 4, 5, 2]], &[[7, 5, 1, 8], [4, 2, 6, 3]], &[[4, 0, 5, 1], [2, 7, 6, 8]]] },
    Short { entrants: 10, rounds: &[&[[0, 4, 6, 3], [2, 7, 8, 1]], &[[4, 6, 7, 5], [3, 9, 0, 8]], &[[4, 8, 1, 3], [9, 0, 5, 2]], &[[8, 5, 7, 0], [9, 2, 6, 1]], &[[3, 7, 2, 6], [1, 9, 5, 4]]] },
    Short { entrants: 10, rounds: &[&[[3, 2, 4, 5], [7, 6, 8, 9]], &[[1, 7, 8, 4], [0, 9, 5, 6]], &[[6, 1, 2, 9], [7, 8, 0, 3]], &[[2, 0, 5, 8], [4, 1, 9, 3]], &[[4, 0, 3, 6], [1, 5, 2, 7]], &[[6, 4, 8, 2], [7, 3, 9, 5]]] },
    Short { entrants: 11, rounds: &[&[[8, 0, 10, 9], [6, 4, 7, 2]], &[[6, 3, 1, 4], [2, 8, 5, 7]], &[[4, 5, 0, 3], [7, 10, 9, 1]], &[[3, 1, 2, 0], [9, 8, 6, 5]], &[[10, 2, 0, 6], [8, 1, 4, 7]], &[[3, 10, 8, 6], [1, 2, 5, 9]]] },
    Short { entrants: 12, rounds: &[&[[8, 4, 0, 1], [7, 9, 11, 5], [10, 2, 3, 6]], &[[10, 8, 6, 7], [5, 0, 3, 4], [2, 1, 9, 11]], &[[2, 5, 0, 7], [1, 9, 4, 10], [11, 3, 6, 8]], &[[4, 6, 2, 11], [7, 3, 9, 0], [1, 10, 8, 5]], &[[11, 10, 4, 7], [0, 6, 5, 1], [9, 8, 3, 2]], &[[1, 3, 7, 2], [5, 4, 6, 9], [10, 0, 8, 11]]] },
    Short { entrants: 13, rounds: &[&[[7, 5, 2, 8], [0, 10, 3, 4], [11, 1, 9, 12]], &[[4, 0, 12, 8], [7, 9, 10, 1], [3, 2, 6, 5]], &[[2, 9, 12, 10], [6, 7, 0, 11], [1, 5, 8, 4]], &[[8, 11, 10, 2], [4, 6, 7, 12], [0, 1, 5, 3]], &[[10, 11, 5, 12], [9, 8, 3, 7], [4, 2, 1, 6]], &[[11, 4, 5, 9], [8, 3, 6, 10], [1, 7, 2, 0]]] },
    Short { entrants: 16, rounds: &[&[[8, 12, 6, 4], [3, 5, 0, 11], [10, 1, 15, 7], [14, 9, 13, 2]], &[[7, 11, 2, 14], [12, 15, 9, 8], [0, 13, 6, 1], [10, 3, 5, 4]], &[[4, 11, 9, 6], [10, 7, 12, 13], [1, 3, 15, 14], [0, 5, 8, 2]], &[[1, 9, 12, 5], [2, 6, 3, 15], [7, 4, 14, 0], [13, 10, 11, 8]], &[[9, 10, 15, 0], [7, 6, 5, 13], [2, 12, 11, 3], [14, 1, 4, 8]], &[[6, 10, 5, 14], [11, 12, 1, 0], [13, 15, 4, 2], [8, 7, 3, 9]]] },
];
