//! Ratings for team play by `TrueSkill`, where each match moves four.
//!
//! They follow from the archive. A match is rated once everybody is shown its end, in the order in
//! which the ends were shown; where an earlier match changes, all from there on are reckoned anew.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use skillratings::Outcomes;
use skillratings::trueskill::{TrueSkillConfig, TrueSkillRating, trueskill_two_teams};

use super::{Archive, ArchiveError, games};
use crate::game::Ending;
use crate::ids::{BySeat, Instant, MatchId, Team};

/// How strong somebody is in a team: a newcomer has 25 ± 8⅓.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The mean of what is believed of his strength.
    pub rating: f64,
    /// Its standard deviation.
    pub uncertainty: f64,
}

impl Default for Rating {
    fn default() -> Rating {
        TrueSkillRating::new().into()
    }
}

impl From<TrueSkillRating> for Rating {
    fn from(TrueSkillRating { rating, uncertainty }: TrueSkillRating) -> Rating {
        Rating { rating, uncertainty }
    }
}

impl From<Rating> for TrueSkillRating {
    fn from(Rating { rating, uncertainty }: Rating) -> TrueSkillRating {
        TrueSkillRating { rating, uncertainty }
    }
}

/// A rating after a match.
#[derive(Clone, PartialEq, Debug)]
pub struct RatedGame {
    /// The match.
    pub id: MatchId,
    /// When its end was shown.
    pub at: Instant,
    /// The rating after it.
    pub rating: Rating,
}

/// The ratings that a match starts from, and what it makes of them.
pub type Ratings = BySeat<Rating>;

/// What a match makes of its players' ratings, given how team 1's points compare with team 2's.
pub(super) fn rated(before: Ratings, one_to_two: std::cmp::Ordering) -> Ratings {
    let team = |team: Team| team.seats().map(|seat| TrueSkillRating::from(before[seat]));
    let outcome = match one_to_two {
        std::cmp::Ordering::Greater => Outcomes::WIN,
        std::cmp::Ordering::Less => Outcomes::LOSS,
        std::cmp::Ordering::Equal => Outcomes::DRAW,
    };
    let (one, two) =
        trueskill_two_teams(&team(Team::One), &team(Team::Two), &outcome, &TrueSkillConfig::new());
    let mut after = before;
    for (team, ratings) in [(Team::One, one), (Team::Two, two)] {
        for (seat, rating) in team.seats().into_iter().zip(ratings) {
            after[seat] = rating.into();
        }
    }
    after
}

/// A person's rating after his last rated match.
pub(super) fn latest(database: &Connection, root: &str) -> Result<Option<Rating>, rusqlite::Error> {
    database
        .prepare_cached(
            "SELECT rating, uncertainty FROM ratings WHERE root = ?1
             ORDER BY shown_at DESC, game DESC LIMIT 1",
        )?
        .query_row([root], |row| Ok(Rating { rating: row.get(0)?, uncertainty: row.get(1)? }))
        .optional()
}

impl Archive {
    /// Rates what everybody has been shown until now; tells when there will be more to rate.
    ///
    /// # Errors
    /// What the database reports; nothing is changed then.
    pub fn rate(&mut self, now: Instant) -> Result<Option<Instant>, ArchiveError> {
        let change = self.database.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let first = change
            .prepare_cached(
                "SELECT shown_at, number FROM games WHERE rated = 0 AND shown_at <= ?1
                 ORDER BY shown_at, number LIMIT 1",
            )?
            .query_row([now.0], |row| Ok((row.get::<_, u64>(0)?, row.get::<_, i64>(1)?)))
            .optional()?;
        if let Some((shown_at, number)) = first {
            rate_from(&change, shown_at, number, now)?;
        }
        let next =
            change.query_row("SELECT min(shown_at) FROM games WHERE rated = 0", [], |row| {
                row.get::<_, Option<u64>>(0)
            })?;
        change.commit()?;
        Ok(next.map(Instant))
    }

    /// Forgets all ratings; [`Archive::rate`] reckons them anew.
    ///
    /// # Errors
    /// What the database reports; nothing is changed then.
    pub fn forget_ratings(&mut self) -> Result<(), ArchiveError> {
        let change = self.database.transaction_with_behavior(TransactionBehavior::Immediate)?;
        change.execute("DELETE FROM ratings", [])?;
        change.execute("UPDATE games SET rated = 0 WHERE rated = 1", [])?;
        change.commit()?;
        Ok(())
    }

    /// A person's ratings, match by match.
    ///
    /// # Errors
    /// What the database reports.
    pub fn ratings_of(&self, root: &str) -> Result<Vec<RatedGame>, ArchiveError> {
        let mut query = self.database.prepare_cached(
            "SELECT games.id, ratings.shown_at, ratings.rating, ratings.uncertainty
             FROM ratings JOIN games ON games.number = ratings.game
             WHERE ratings.root = ?1 ORDER BY ratings.shown_at, ratings.game",
        )?;
        let rows = query.query_map([root], |row| {
            Ok(RatedGame {
                id: MatchId(row.get::<_, String>(0)?.into()),
                at: Instant(row.get(1)?),
                rating: Rating { rating: row.get(2)?, uncertainty: row.get(3)? },
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

/// Reckons all ratings from that match on.
fn rate_from(
    change: &Connection,
    shown_at: u64,
    number: i64,
    now: Instant,
) -> Result<(), rusqlite::Error> {
    change.execute(
        "DELETE FROM ratings WHERE (shown_at, game) >= (?1, ?2)",
        params![shown_at, number],
    )?;
    let mut current: HashMap<String, Rating> = HashMap::new();
    let sql = format!(
        "SELECT {} FROM games WHERE (shown_at, number) >= (?1, ?2) AND shown_at <= ?3
         ORDER BY shown_at, number",
        games::COLUMNS
    );
    let mut query = change.prepare(&sql)?;
    let mut rows = query.query(params![shown_at, number, now.0])?;
    while let Some(row) = rows.next()? {
        let found = games::read(row)?;
        let seats = games::seats(change, found.number)?;
        let persons = BySeat::from_fn(|seat| seats[seat].as_ref().map(|p| p.person.clone()));
        let Some((persons, order)) = counts(&found.game, persons) else { continue };
        for person in &persons.0 {
            if !current.contains_key(person) {
                let rating = latest(change, person)?.unwrap_or_default();
                current.insert(person.clone(), rating);
            }
        }
        let before = BySeat::from_fn(|seat| current[&persons[seat]]);
        let after = rated(before, order);
        for (seat, person) in persons.iter() {
            let Rating { rating, uncertainty } = after[seat];
            current.insert(person.clone(), after[seat]);
            change
                .prepare_cached(
                    "INSERT INTO ratings (root, shown_at, game, rating, uncertainty)
                     VALUES (?1, ?2, ?3, ?4, ?5)",
                )?
                .execute(params![
                    person,
                    found.game.shown_at.0,
                    found.number,
                    rating,
                    uncertainty
                ])?;
        }
    }
    change.execute("UPDATE games SET rated = 1 WHERE rated = 0 AND shown_at <= ?1", [now.0])?;
    Ok(())
}

/// Whether a match is rated: a listed match of Catch between four different persons, decided at the
/// board or by the director, not by somebody's absence. If so, by whom, and how it ended.
fn counts(
    game: &super::Game,
    persons: BySeat<Option<String>>,
) -> Option<(BySeat<String>, std::cmp::Ordering)> {
    let [Some(a), Some(b), Some(c), Some(d)] = persons.0 else { return None };
    let persons = [a, b, c, d];
    let distinct = (0..4).all(|i| !persons[i + 1..].contains(&persons[i]));
    let [one, two] = game.result.points?;
    let at_the_board = !matches!(game.result.by, Some(Ending::Default | Ending::Abandoned));
    let decided = one.0 + two.0 > 0;
    let rated = distinct
        && at_the_board
        && decided
        && game.listed
        && !game.practice
        && game.variant == super::Variant::Catch;
    rated.then(|| (BySeat(persons), one.cmp(&two)))
}
