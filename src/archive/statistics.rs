//! What a player likes to know: how he did, with whom, against whom, where, and how it ended.
//!
//! Reckoned from the archive whenever somebody asks, so that it is never out of date. What counts is
//! what everybody may see; practice matches, and those without points, count as played only.

use std::collections::BTreeMap;

use rusqlite::params;

use super::games::{self, Numbered};
use super::{Archive, ArchiveError, Game};
use crate::ids::{BySeat, Instant, Millis, Seat};

/// Results, counted.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Score {
    /// Matches with points.
    pub played: u64,
    /// In which his team got more than the other.
    pub won: u64,
    /// In which both got as much, and something.
    pub drawn: u64,
    /// In which his team got less, or nobody got anything.
    pub lost: u64,
    /// The half points that he got.
    pub half_points: u64,
}

impl Score {
    fn add(&mut self, own: u8, others: u8) {
        self.played += 1;
        self.half_points += u64::from(own);
        match own.cmp(&others) {
            std::cmp::Ordering::Greater => self.won += 1,
            std::cmp::Ordering::Equal if own > 0 => self.drawn += 1,
            _ => self.lost += 1,
        }
    }
}

/// Results with or against somebody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct With {
    /// Whom.
    pub person: String,
    /// The name that he last played under.
    pub name: String,
    /// The results.
    pub score: Score,
}

/// How matches ended: by each ending's word, the results.
pub type Endings = BTreeMap<&'static str, Score>;

/// All about one person.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Statistics {
    /// All results.
    pub score: Score,
    /// Matches without points, and those against practice players, which count nowhere else.
    pub uncounted: u64,
    /// By partner, those with most matches first.
    pub partners: Vec<With>,
    /// By opponent, likewise; both players of the other team are opponents.
    pub opponents: Vec<With>,
    /// By seat, which is board and colour.
    pub seats: BySeat<Score>,
    /// By ending.
    pub endings: Endings,
    /// What his clock showed in the end, on average over the matches of which that is known.
    pub average_left: Option<Millis>,
}

impl Archive {
    /// All about one person, from what everybody may see until now.
    ///
    /// # Errors
    /// What the database reports.
    pub fn statistics(&self, root: &str, now: Instant) -> Result<Statistics, ArchiveError> {
        let sql = format!(
            "SELECT {} FROM games WHERE listed AND shown_at <= ?2 AND number IN (
                SELECT seats.game FROM persons JOIN seats ON seats.person = persons.id
                WHERE persons.root = ?1)
             ORDER BY ended_at, number",
            games::COLUMNS
        );
        let mut query = self.database.prepare_cached(&sql)?;
        let found = query.query_map(params![root, now.0], games::read)?;
        let mut counting = Counting::default();
        for numbered in found {
            let Numbered { number, mut game } = numbered?;
            game.seats = games::seats(&self.database, number)?;
            counting.add(root, &game);
        }
        Ok(counting.finish())
    }
}

/// Statistics in the making.
#[derive(Default)]
struct Counting {
    statistics: Statistics,
    partners: BTreeMap<String, With>,
    opponents: BTreeMap<String, With>,
    left: Vec<Millis>,
}

impl Counting {
    fn add(&mut self, root: &str, game: &Game) {
        let sits = |seat: &Seat| game.seats[*seat].as_ref().is_some_and(|p| p.person == root);
        let Some(seat) = Seat::ALL.into_iter().find(sits) else { return };
        let points = game.result.points.filter(|_| !game.practice);
        let Some([one, two]) = points else {
            self.statistics.uncounted += 1;
            return;
        };
        let (own, others) = match seat.team() {
            crate::ids::Team::One => (one.0, two.0),
            crate::ids::Team::Two => (two.0, one.0),
        };
        self.statistics.score.add(own, others);
        self.statistics.seats[seat].add(own, others);
        let ending = game.result.by.map_or("unknown", crate::game::Ending::name);
        self.statistics.endings.entry(ending).or_default().add(own, others);
        self.left.extend(game.seats[seat].as_ref().and_then(|player| player.left));
        for (other, player) in game.seats.iter() {
            let Some(player) = player.as_ref().filter(|player| player.person != root) else {
                continue;
            };
            let of_team =
                if other == seat.partner() { &mut self.partners } else { &mut self.opponents };
            let with = of_team.entry(player.person.clone()).or_insert_with(|| With {
                person: player.person.clone(),
                name: String::new(),
                score: Score::default(),
            });
            with.name.clone_from(&player.name);
            with.score.add(own, others);
        }
    }

    fn finish(self) -> Statistics {
        let by_number = |counted: BTreeMap<String, With>| {
            let mut lines: Vec<With> = counted.into_values().collect();
            lines.sort_by(|a, b| {
                b.score.played.cmp(&a.score.played).then_with(|| a.name.cmp(&b.name))
            });
            lines
        };
        let sum: u64 = self.left.iter().map(|left| left.0).sum();
        let average_left = sum.checked_div(self.left.len() as u64).map(Millis);
        Statistics {
            partners: by_number(self.partners),
            opponents: by_number(self.opponents),
            average_left,
            ..self.statistics
        }
    }
}
