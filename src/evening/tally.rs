//! What an evening's rounds come to: who has had whom as partner and as opponent, byes, colours.

use shakmaty::Color;

use super::round::{DIAGONAL, DIRECT, Entrant, PARTNERS, Round};
use crate::ids::Seat;

/// A number for every two entrants.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    entrants: usize,
    counts: Vec<u16>,
}

impl Pairs {
    pub(super) fn new(entrants: usize) -> Pairs {
        Pairs { entrants, counts: vec![0; entrants * entrants] }
    }

    pub(super) fn get(&self, one: Entrant, other: Entrant) -> u16 {
        self.counts[one.0 * self.entrants + other.0]
    }

    pub(super) fn set(&mut self, one: Entrant, other: Entrant, count: u16) {
        self.counts[one.0 * self.entrants + other.0] = count;
        self.counts[other.0 * self.entrants + one.0] = count;
    }

    fn add(&mut self, one: Entrant, other: Entrant) {
        self.set(one, other, self.get(one, other) + 1);
    }

    fn of(&self, one: Entrant) -> &[u16] {
        &self.counts[one.0 * self.entrants..][..self.entrants]
    }

    /// Every two, each pair once.
    pub(super) fn each(&self) -> impl Iterator<Item = u16> {
        (0..self.entrants).flat_map(|one| self.of(Entrant(one))[..one].iter().copied())
    }
}

/// What the rounds so far come to.
#[derive(Clone, Debug)]
pub struct Tally {
    pub(super) partners: Pairs,
    pub(super) opponents: Pairs,
    /// Opponents on the same board.
    pub(super) direct: Pairs,
    /// Rounds in which somebody did not play, whether he was there or not.
    pub(super) out: Vec<u16>,
    /// Rounds with White less those with Black.
    pub(super) colours: Vec<i32>,
    /// Rounds played.
    plays: Vec<usize>,
    /// By how much the rounds sat out differed most, after any round.
    out_spread: u16,
}

impl Tally {
    /// The tally of those rounds among so many entrants.
    pub fn of(entrants: usize, rounds: &[Round]) -> Tally {
        let mut tally = Tally {
            partners: Pairs::new(entrants),
            opponents: Pairs::new(entrants),
            direct: Pairs::new(entrants),
            out: vec![0; entrants],
            colours: vec![0; entrants],
            plays: vec![0; entrants],
            out_spread: 0,
        };
        for round in rounds {
            tally.add(round);
        }
        tally
    }

    fn add(&mut self, round: &Round) {
        let mut plays = vec![false; self.out.len()];
        for table in &round.tables {
            for (one, other) in PARTNERS {
                self.partners.add(table[one], table[other]);
            }
            for (one, other) in DIRECT {
                self.direct.add(table[one], table[other]);
            }
            for (one, other) in DIRECT.into_iter().chain(DIAGONAL) {
                self.opponents.add(table[one], table[other]);
            }
            for (seat, entrant) in table.iter() {
                plays[entrant.0] = true;
                self.plays[entrant.0] += 1;
                self.colours[entrant.0] += white_less_black(seat);
            }
        }
        for (out, _) in self.out.iter_mut().zip(plays).filter(|(_, plays)| !plays) {
            *out += 1;
        }
        let least = self.out.iter().min().copied().unwrap_or(0);
        let most = self.out.iter().max().copied().unwrap_or(0);
        self.out_spread = self.out_spread.max(most - least);
    }

    /// How often the two have been partners.
    pub fn partners(&self, one: Entrant, other: Entrant) -> usize {
        self.partners.get(one, other).into()
    }

    /// How often the two have been opponents, on the same board or across.
    pub fn opponents(&self, one: Entrant, other: Entrant) -> usize {
        self.opponents.get(one, other).into()
    }

    /// How good that is.
    pub fn figures(&self) -> Figures {
        let entrants = self.out.len();
        let met = |one: usize| self.opponents.of(Entrant(one)).iter().filter(|c| **c > 0).count();
        let reachable = |one: usize| (2 * self.plays[one]).min(entrants.saturating_sub(1));
        let all = || 0..entrants;
        let most = |pairs: &Pairs| usize::from(pairs.each().max().unwrap_or(0));
        // Whoever was an opponent twice was so once on the same board and once across.
        let uneven = |one: usize, other: usize| {
            let all = self.opponents.get(Entrant(one), Entrant(other));
            let direct = self.direct.get(Entrant(one), Entrant(other));
            (2 * direct).abs_diff(all) > 1
        };
        let pairs = || all().flat_map(|one| (0..one).map(move |other| (one, other)));
        Figures {
            partner_repeats: self.partners.each().map(|c| usize::from(c.saturating_sub(1))).sum(),
            fewest_opponents: all().map(met).min().unwrap_or(0),
            missing_opponents: all().map(|one| reachable(one) - met(one)).sum(),
            never_partners: self.partners.each().filter(|count| *count == 0).count(),
            never_opponents: self.opponents.each().filter(|count| *count == 0).count(),
            most_opponent: most(&self.opponents),
            most_direct: most(&self.direct),
            never_direct: self.direct.each().filter(|count| *count == 0).count(),
            uneven_direct: pairs().filter(|(one, other)| uneven(*one, *other)).count(),
            most_out: self.out.iter().max().copied().unwrap_or(0).into(),
            out_spread: self.out_spread.into(),
            colour_difference: self.colours.iter().map(|c| c.unsigned_abs()).max().unwrap_or(0),
        }
    }
}

/// `1` for White, `-1` for Black.
pub(super) const fn white_less_black(seat: Seat) -> i32 {
    match seat.color() {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// How good an evening's rounds are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figures {
    /// How often somebody had a partner again, each two people counted once.
    pub partner_repeats: usize,
    /// Of who has met the fewest different opponents: how many.
    pub fewest_opponents: usize,
    /// How many more different opponents all together could have met in as many rounds.
    pub missing_opponents: usize,
    /// Pairs that were never partners.
    pub never_partners: usize,
    /// Pairs that were never opponents.
    pub never_opponents: usize,
    /// How often two people were opponents at most.
    pub most_opponent: usize,
    /// How often two people were opponents on the same board at most.
    pub most_direct: usize,
    /// Pairs that were never opponents on the same board.
    pub never_direct: usize,
    /// Pairs that were opponents on the same board and across unequally often, by more than one.
    pub uneven_direct: usize,
    /// Rounds that somebody sat out at most.
    pub most_out: usize,
    /// By how much the rounds sat out differed most, after any round.
    pub out_spread: usize,
    /// Rounds with White less those with Black, without its sign, at most.
    pub colour_difference: u32,
}
