//! Plans the rounds that are still to come: by exchanging two people of a round at a time, at first
//! boldly, then only for the better (simulated annealing).
//!
//! What counts, in this order: who must not meet; no partner again; byes spread evenly after every
//! round, and not twice in a row; different opponents; White and Black in turn; opponents on the same board
//! and across in turn. Each has a cost that grows with every repetition, and the search stops where
//! no plan could cost less.

use super::chance::Chance;
use super::round::{DIAGONAL, DIRECT, Entrant, PARTNERS, Round};
use super::starters;
use super::tally::{Figures, Pairs, Tally, white_less_black};
use crate::ids::{BySeat, Seat};

/// Costs, in the order of their importance.
const MUST_NOT: i64 = 4000;
const PARTNER: i64 = 400;
const BYE: i64 = 100;
const OPPONENT: i64 = 20;
const COLOUR: i64 = 20;
const BYE_AGAIN: i64 = 8;
const SAME_BOARD: i64 = 4;

/// How boldly an attempt begins and ends: worsening by so much is tried every second time.
const TEMPERS: [(i64, i64); 4] = [(42, 2), (18, 1), (28, 3), (10, 2)];
const ATTEMPTS: usize = 8;
/// So many rounds are worth planning otherwise than by a rotation's beginning.
const FEW_ROUNDS: usize = 8;
/// What is known to be good is not given up for anything.
const CALM: (i64, i64) = (2, 1);
/// Exchanges in an attempt.
const EXCHANGES: usize = 300_000;
/// An attempt cools down in so many steps.
const STEPS: u16 = 64;

/// One of the rounds to plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    /// Who is there.
    pub there: Vec<Entrant>,
    /// Who of them has asked to sit out.
    pub bye: Vec<Entrant>,
}

/// Two people who are to be kept apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Apart {
    /// Never in one team.
    Partners(Entrant, Entrant),
    /// Never at one table.
    Table(Entrant, Entrant),
}

/// What is to be planned.
#[derive(Clone, Debug)]
pub struct Task<'a> {
    /// How many people take part over the evening, whether they are there now or not.
    pub entrants: usize,
    /// The rounds that have been played or begun.
    pub played: &'a [Round],
    /// The rounds that are to come.
    pub rounds: Vec<Asked>,
    /// Who is to be kept apart.
    pub apart: &'a [Apart],
    /// The same seed gives the same plan.
    pub seed: u64,
}

/// The rounds of the best plan that was found. A round with fewer than four people has byes alone.
pub fn plan(task: &Task) -> Vec<Round> {
    let least = least_cost(task);
    let mut best: Option<(Key, Vec<Round>)> = None;
    let known = known(task).map(|rounds| (rounds, CALM));
    // Of a long rotation chance finds nothing better.
    let attempts = if known.is_some() && task.rounds.len() > FEW_ROUNDS { 0 } else { ATTEMPTS };
    let dealt = (0..attempts).map(|attempt| (None, TEMPERS[attempt % TEMPERS.len()]));
    let begun = known.map(|(rounds, temper)| (Some(rounds), temper));
    for (attempt, (rounds, temper)) in begun.into_iter().chain(dealt).enumerate() {
        let mut draft = Draft::new(task, rounds.as_deref(), attempt as u64);
        let cost = draft.improve(EXCHANGES, temper, least);
        let rounds = draft.rounds(task);
        let key = key(task, cost, &rounds);
        if best.as_ref().is_none_or(|(other, _)| key < *other) {
            best = Some((key, rounds));
        }
        if cost <= least {
            break;
        }
    }
    best.map_or_else(Vec::new, |(_, rounds)| rounds)
}

/// The beginning of a rotation that everybody takes part in from the first round to the last.
fn known(task: &Task) -> Option<Vec<Round>> {
    let all = |asked: &Asked| players(asked).len() == task.entrants;
    if !task.played.is_empty() || !task.apart.is_empty() || !task.rounds.iter().all(all) {
        return None;
    }
    let mut people: Vec<usize> = (0..task.entrants).collect();
    Chance::new(task.seed).shuffle(&mut people);
    let mut rounds = starters::rotation(task.entrants, task.rounds.len())?;
    for round in &mut rounds {
        round.rename(|one| Entrant(people[one.0]));
    }
    Some(rounds)
}

/// By what two plans are compared; less is better.
type Key = (i64, usize, usize, i64);

fn key(task: &Task, cost: i64, rounds: &[Round]) -> Key {
    let mut all = task.played.to_vec();
    all.extend_from_slice(rounds);
    let figures: Figures = Tally::of(task.entrants, &all).figures();
    let fewest = task.entrants - figures.fewest_opponents;
    (cost / PARTNER, fewest, figures.missing_opponents, cost)
}

/// A plan in the making, with its cost.
struct Draft {
    /// For each round the seats of its tables, then who has a bye.
    seats: Vec<Vec<Entrant>>,
    partners: Pairs,
    opponents: Pairs,
    direct: Pairs,
    colours: Vec<i32>,
    must_not_partner: Pairs,
    must_not_meet: Pairs,
    /// For each round and entrant: what he sits out, so far as the plan has no say in it.
    forced: Vec<Vec<bool>>,
    out: Vec<u16>,
    last_out: Vec<bool>,
    cost: i64,
    chance: Chance,
}

impl Draft {
    /// Begins with those rounds, or with chance.
    fn new(task: &Task, rounds: Option<&[Round]>, attempt: u64) -> Draft {
        let tally = Tally::of(task.entrants, task.played);
        let mut chance = Chance::new(task.seed ^ (attempt << 32));
        let mut must_not_partner = Pairs::new(task.entrants);
        let mut must_not_meet = Pairs::new(task.entrants);
        for apart in task.apart {
            match *apart {
                Apart::Partners(one, other) => must_not_partner.set(one, other, 1),
                Apart::Table(one, other) => {
                    must_not_partner.set(one, other, 1);
                    must_not_meet.set(one, other, 1);
                }
            }
        }
        let seats: Vec<Vec<Entrant>> = task.rounds.iter().map(players).collect();
        let forced = seats
            .iter()
            .map(|players| (0..task.entrants).map(|one| !players.contains(&Entrant(one))).collect())
            .collect();
        let last_out = task.played.last().map_or_else(Vec::new, |round| {
            (0..task.entrants).map(|one| round.byes.contains(&Entrant(one))).collect()
        });
        let mut draft = Draft {
            seats,
            partners: tally.partners,
            opponents: tally.opponents,
            direct: tally.direct,
            colours: tally.colours,
            must_not_partner,
            must_not_meet,
            forced,
            out: tally.out,
            last_out,
            cost: 0,
            chance: chance.clone(),
        };
        match rounds {
            Some(rounds) => draft.seats = rounds.iter().map(Round::everybody).collect(),
            None => draft.deal(&mut chance),
        }
        for round in 0..draft.seats.len() {
            for table in 0..draft.tables(round) {
                draft.count(round, table, true);
            }
        }
        draft.cost = draft.whole_cost();
        draft
    }

    /// Puts everybody somewhere, those at the back who have sat out least.
    fn deal(&mut self, chance: &mut Chance) {
        let mut out = self.out.clone();
        for round in 0..self.seats.len() {
            chance.shuffle(&mut self.seats[round]);
            let tables = self.tables(round);
            self.seats[round].sort_by_key(|entrant| std::cmp::Reverse(out[entrant.0]));
            chance.shuffle(&mut self.seats[round][..4 * tables]);
            for (one, out) in out.iter_mut().enumerate() {
                *out += u16::from(self.sits_out(round, Entrant(one)));
            }
        }
    }

    fn tables(&self, round: usize) -> usize {
        self.seats[round].len() / 4
    }

    fn whole_cost(&self) -> i64 {
        let pairs = |pairs: &Pairs, cost: i64| -> i64 {
            pairs.each().map(|count| cost * repetitions(i64::from(count))).sum()
        };
        let must_not = |pairs: &Pairs, must_not: &Pairs| -> i64 {
            let both = pairs.each().zip(must_not.each());
            both.map(|(count, must_not)| MUST_NOT * i64::from(count * must_not)).sum()
        };
        pairs(&self.partners, PARTNER)
            + pairs(&self.opponents, OPPONENT)
            + pairs(&self.direct, SAME_BOARD)
            + must_not(&self.partners, &self.must_not_partner)
            + must_not(&self.opponents, &self.must_not_meet)
            + self.colours.iter().map(|balance| COLOUR * uneven(*balance)).sum::<i64>()
            + (0..self.out.len()).map(|one| self.byes_cost(Entrant(one))).sum::<i64>()
    }

    /// Exchanges people as long as it may help; goes back to the best there was, and tells its cost.
    fn improve(&mut self, exchanges: usize, (boldest, calmest): (i64, i64), least: i64) -> i64 {
        let mut best = (self.cost, self.seats.clone());
        // A round without a table has nothing to exchange.
        let rounds: Vec<usize> =
            (0..self.seats.len()).filter(|round| self.tables(*round) > 0).collect();
        if rounds.is_empty() {
            return best.0;
        }
        // In 1/1024, since it falls by a 64th or so at a time.
        let mut temper = boldest * 1024;
        for step in 0..STEPS {
            for _ in 0..exchanges / usize::from(STEPS) {
                if best.0 <= least {
                    break;
                }
                let round = rounds[self.chance.below(rounds.len())];
                self.try_exchange(round, temper);
                if self.cost < best.0 {
                    best = (self.cost, self.seats.clone());
                }
            }
            let left = i64::from(STEPS - step);
            temper -= (temper - calmest * 1024) * 3 / (left + 2).max(4);
        }
        self.seats = best.1;
        best.0
    }

    fn try_exchange(&mut self, round: usize, temper: i64) {
        let people = self.seats[round].len();
        let seats = 4 * self.tables(round);
        let one = self.chance.below(seats);
        let other = self.chance.below(people);
        if one == other {
            return;
        }
        let before = self.cost;
        self.exchange(round, one, other);
        let worse = self.cost - before;
        // Twice as much is dared half as often.
        if worse > 0 && worse * 256 * 1024 > temper * self.chance.surprise() {
            self.exchange(round, one, other);
        }
    }

    fn exchange(&mut self, round: usize, one: usize, other: usize) {
        let tables = self.tables(round);
        let bye = other / 4 >= tables;
        let people = [self.seats[round][one], self.seats[round][other]];
        let byes = |draft: &Draft| people.iter().map(|one| draft.byes_cost(*one)).sum::<i64>();
        if bye {
            self.cost -= byes(self);
        }
        let at = [one / 4, other / 4];
        let at = if bye || at[0] == at[1] { &at[..1] } else { &at[..] };
        for table in at {
            self.count(round, *table, false);
        }
        self.seats[round].swap(one, other);
        for table in at {
            self.count(round, *table, true);
        }
        if bye {
            self.cost += byes(self);
        }
    }

    /// Counts a table, or takes it out again.
    fn count(&mut self, round: usize, table: usize, add: bool) {
        let seats: [Entrant; 4] = std::array::from_fn(|at| self.seats[round][4 * table + at]);
        let seats = BySeat(seats);
        let mut cost = 0;
        for (one, other) in PARTNERS {
            let (one, other) = (seats[one], seats[other]);
            cost += change(&mut self.partners, one, other, add, PARTNER)
                + MUST_NOT * i64::from(self.must_not_partner.get(one, other));
        }
        for (one, other) in DIRECT.into_iter().chain(DIAGONAL) {
            let (one, other) = (seats[one], seats[other]);
            cost += change(&mut self.opponents, one, other, add, OPPONENT)
                + MUST_NOT * i64::from(self.must_not_meet.get(one, other));
        }
        for (one, other) in DIRECT {
            cost += change(&mut self.direct, seats[one], seats[other], add, SAME_BOARD);
        }
        self.cost += if add { cost } else { -cost };
        for (seat, entrant) in seats.iter() {
            let balance = &mut self.colours[entrant.0];
            let before = uneven(*balance);
            *balance += if add { white_less_black(seat) } else { -white_less_black(seat) };
            self.cost += COLOUR * (uneven(*balance) - before);
        }
    }

    fn sits_out(&self, round: usize, entrant: Entrant) -> bool {
        self.forced[round][entrant.0]
            || self.seats[round][4 * self.tables(round)..].contains(&entrant)
    }

    /// What somebody's byes cost: they grow faster than their number after every round, so that
    /// they are even all along.
    fn byes_cost(&self, entrant: Entrant) -> i64 {
        let mut out = i64::from(self.out[entrant.0]);
        let mut again = self.last_out.get(entrant.0).copied().unwrap_or(false);
        let mut cost = 0;
        for round in 0..self.seats.len() {
            let sits_out = self.sits_out(round, entrant);
            out += i64::from(sits_out);
            cost += BYE * repetitions(out);
            if sits_out && again && !self.forced[round][entrant.0] {
                cost += BYE_AGAIN;
            }
            again = sits_out;
        }
        cost
    }

    fn rounds(&self, task: &Task) -> Vec<Round> {
        let round = |(round, asked): (usize, &Asked)| {
            let (seated, byes) = self.seats[round].split_at(4 * self.tables(round));
            let tables = seated.chunks_exact(4);
            let mut byes = byes.to_vec();
            byes.extend_from_slice(&asked.bye);
            byes.sort_unstable();
            let table = |seats: &[Entrant]| BySeat::from_fn(|seat: Seat| seats[seat as usize]);
            Round { tables: tables.map(table).collect(), byes }
        };
        task.rounds.iter().enumerate().map(round).collect()
    }
}

/// Who of those asked for may play.
fn players(asked: &Asked) -> Vec<Entrant> {
    asked.there.iter().copied().filter(|one| !asked.bye.contains(one)).collect()
}

/// Counts a pair once more or once less; tells what the last time that it is counted costs.
fn change(pairs: &mut Pairs, one: Entrant, other: Entrant, add: bool, cost: i64) -> i64 {
    let count = pairs.get(one, other);
    let (now, before) = if add { (count + 1, count) } else { (count - 1, count - 1) };
    pairs.set(one, other, now);
    cost * i64::from(before)
}

/// Of every two times one is a repetition: none of one, one of two, three of three.
const fn repetitions(count: i64) -> i64 {
    count * (count - 1) / 2
}

/// An odd number of rounds cannot be even.
const fn uneven(balance: i32) -> i64 {
    (balance as i64 * balance as i64) / 2
}

/// What no plan can cost less than.
fn least_cost(task: &Task) -> i64 {
    let tally = Tally::of(task.entrants, task.played);
    let tables: usize = task.rounds.iter().map(|asked| players(asked).len() / 4).sum();
    let mut least = 0;
    for (pairs, cost, a_table) in [
        (&tally.partners, PARTNER, 2),
        (&tally.opponents, OPPONENT, 4),
        (&tally.direct, SAME_BOARD, 2),
    ] {
        let mut counts: Vec<i64> = pairs.each().map(i64::from).collect();
        fill(&mut counts, a_table * tables);
        least += cost * counts.into_iter().map(repetitions).sum::<i64>();
    }
    let mut out: Vec<i64> = tally.out.iter().copied().map(i64::from).collect();
    for asked in &task.rounds {
        let players = players(asked);
        let plays = |one: usize| players.contains(&Entrant(one));
        (0..out.len()).filter(|one| !plays(*one)).for_each(|one| out[one] += 1);
        let mut theirs: Vec<i64> = players.iter().map(|one| out[one.0]).collect();
        fill(&mut theirs, players.len() % 4);
        for (one, count) in players.iter().zip(theirs) {
            out[one.0] = count;
        }
        least += BYE * out.iter().copied().map(repetitions).sum::<i64>();
    }
    least
}

/// Raises the lowest of the counts by one, so often.
fn fill(counts: &mut [i64], times: usize) {
    for _ in 0..times {
        if let Some(lowest) = counts.iter_mut().min() {
            *lowest += 1;
        }
    }
}
