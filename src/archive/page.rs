//! Finding matches: the filters, who may see what, and pages that stay put while matches are added.

use std::fmt;
use std::str::FromStr;

use rusqlite::params_from_iter;
use rusqlite::types::Value;

use super::games::{self, Numbered};
use super::{Archive, ArchiveError, Game, Variant};
use crate::game::Ending;
use crate::ids::{Instant, MatchId, PlayerId};

/// Who asks, and when: until its end is shown to everybody, a match is shown to its players and the
/// director alone (R12), and so are matches that are in no list.
#[derive(Clone, Debug)]
pub struct Viewer {
    /// The person; nobody in particular without.
    pub player: Option<PlayerId>,
    /// Whether it is the director.
    pub director: bool,
    /// When.
    pub now: Instant,
}

/// A result to look for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// The person that is looked for won; without one, team 1 did.
    Won,
    /// He lost; or team 2 won.
    Lost,
    /// Both teams got as much, and something.
    Drawn,
    /// No points, or none for anybody.
    None,
}

/// Which matches; every condition must hold.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Filter {
    /// Somebody took part.
    pub player: Option<String>,
    /// That one was his partner.
    pub with: Option<String>,
    /// That one was on the other team.
    pub against: Option<String>,
    /// On or after that day, as `2026-11-30`.
    pub from: Option<String>,
    /// On or before that day.
    pub to: Option<String>,
    /// It ended so.
    pub result: Option<GameResult>,
    /// That ended it.
    pub by: Option<Ending>,
    /// It belongs to that event.
    pub event: Option<String>,
    /// It was played by those rules.
    pub variant: Option<Variant>,
    /// Somebody's name holds that text.
    pub name: Option<String>,
}

/// A place in the list: behind that match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cursor {
    ended_at: u64,
    number: i64,
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.ended_at, self.number)
    }
}

impl FromStr for Cursor {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Cursor, Self::Err> {
        let (ended_at, number) = text.split_once('-').unwrap_or((text, ""));
        Ok(Cursor { ended_at: ended_at.parse()?, number: number.parse()? })
    }
}

/// Some of the matches that were looked for.
#[derive(Clone, PartialEq, Debug)]
pub struct Page {
    /// The matches, the latest first.
    pub games: Vec<Game>,
    /// How many there are in all.
    pub total: u64,
    /// Where the next page begins, if there are more.
    pub next: Option<Cursor>,
}

impl Archive {
    /// Finds matches, the latest first, from behind that place on.
    ///
    /// # Errors
    /// What the database reports.
    pub fn find(
        &self,
        filter: &Filter,
        viewer: &Viewer,
        before: Option<Cursor>,
        limit: usize,
    ) -> Result<Page, ArchiveError> {
        let mut conditions = Conditions::of(filter, viewer);
        let sql = format!("SELECT count(*) FROM games WHERE {}", conditions.sql());
        let total = self
            .database
            .prepare_cached(&sql)?
            .query_row(params_from_iter(&conditions.values), |row| row.get(0))?;
        if let Some(Cursor { ended_at, number }) = before {
            let values = [Value::Integer(signed(ended_at)), Value::Integer(number)];
            conditions.add("(games.ended_at, games.number) < (?, ?)", values);
        }
        let sql = format!(
            "SELECT {} FROM games WHERE {} ORDER BY games.ended_at DESC, games.number DESC LIMIT {}",
            games::COLUMNS,
            conditions.sql(),
            limit + 1
        );
        let mut query = self.database.prepare_cached(&sql)?;
        let rows = query.query_map(params_from_iter(&conditions.values), games::read)?;
        let mut found = rows.collect::<Result<Vec<Numbered>, _>>()?;
        let more = found.len() > limit;
        found.truncate(limit);
        let next = found
            .last()
            .filter(|_| more)
            .map(|last| Cursor { ended_at: last.game.ended_at.0, number: last.number });
        let mut games = Vec::with_capacity(found.len());
        for Numbered { number, mut game } in found {
            game.seats = games::seats(&self.database, number)?;
            games.push(game);
        }
        Ok(Page { games, total, next })
    }

    /// The same filter with everybody's own identifier in the place of one that was merged into it.
    ///
    /// # Errors
    /// [`ArchiveError::NoSuchPerson`], and what the database reports.
    pub fn own(&self, filter: Filter) -> Result<Filter, ArchiveError> {
        let own =
            |id: Option<String>| id.map(|id| self.person(&id).map(|(own, _)| own)).transpose();
        let (player, with, against) =
            (own(filter.player)?, own(filter.with)?, own(filter.against)?);
        Ok(Filter { player, with, against, ..filter })
    }

    /// Whether that viewer may see a match in the archive.
    ///
    /// # Errors
    /// What the database reports.
    pub fn shows(&self, id: &MatchId, viewer: &Viewer) -> Result<bool, ArchiveError> {
        let mut conditions = Conditions::of(&Filter::default(), viewer);
        conditions.add("games.id = ?", [Value::Text(id.0.to_string())]);
        let sql = format!("SELECT 1 FROM games WHERE {}", conditions.sql());
        let mut query = self.database.prepare_cached(&sql)?;
        Ok(query.exists(params_from_iter(&conditions.values))?)
    }
}

/// Conditions in SQL, with the values of their marks in order.
struct Conditions {
    all: Vec<&'static str>,
    values: Vec<Value>,
}

/// A match in which that person took part.
const TOOK_PART: &str = "games.number IN (SELECT seats.game FROM persons \
     JOIN seats ON seats.person = persons.id WHERE persons.root = ?)";
/// A match in which those two took part, on the same team or not.
macro_rules! pair {
    ($sign:literal) => {
        concat!(
            "EXISTS (SELECT 1 FROM seats AS his JOIN persons AS he ON he.id = his.person ",
            "JOIN seats AS other ON other.game = his.game ",
            "JOIN persons AS whom ON whom.id = other.person ",
            "WHERE his.game = games.number AND he.root = ? AND whom.root = ? ",
            "AND other.seat <> his.seat AND ",
            "(other.seat IN ('A.white', 'B.black')) ",
            $sign,
            " (his.seat IN ('A.white', 'B.black')))"
        )
    };
}
const WITH: &str = pair!("=");
const AGAINST: &str = pair!("<>");

impl Conditions {
    fn of(filter: &Filter, viewer: &Viewer) -> Conditions {
        let mut all = Conditions { all: Vec::new(), values: Vec::new() };
        all.visible_to(viewer);
        let text = |text: &String| Value::Text(text.clone());
        if let Some(player) = &filter.player {
            all.add(TOOK_PART, [text(player)]);
        }
        for (other, both) in [(&filter.with, WITH), (&filter.against, AGAINST)] {
            match (&filter.player, other) {
                (Some(player), Some(other)) => all.add(both, [text(player), text(other)]),
                (None, Some(other)) => all.add(TOOK_PART, [text(other)]),
                (_, None) => {}
            }
        }
        if let Some(from) = &filter.from {
            all.add("games.day >= ?", [text(from)]);
        }
        if let Some(to) = &filter.to {
            all.add("games.day <= ?", [text(to)]);
        }
        if let Some(by) = filter.by {
            all.add("games.ended_by = ?", [Value::Text(by.name().to_owned())]);
        }
        if let Some(event) = &filter.event {
            all.add("games.event = ?", [text(event)]);
        }
        if let Some(variant) = filter.variant {
            all.add("games.variant = ?", [Value::Text(variant.name().to_owned())]);
        }
        if let Some(name) = &filter.name {
            all.add(
                "games.number IN (SELECT game FROM seats WHERE instr(lower(name), lower(?)) > 0)",
                [text(name)],
            );
        }
        if let Some(result) = filter.result {
            all.ended(result, filter.player.as_ref());
        }
        all
    }

    fn visible_to(&mut self, viewer: &Viewer) {
        let now = Value::Integer(signed(viewer.now.0));
        match &viewer.player {
            _ if viewer.director => {}
            None => self.add("games.listed AND games.shown_at <= ?", [now]),
            Some(player) => self.add(
                "((games.listed AND games.shown_at <= ?) OR games.number IN \
                 (SELECT game FROM seats WHERE person = ?))",
                [now, Value::Text(player.0.to_string())],
            ),
        }
    }

    fn ended(&mut self, result: GameResult, player: Option<&String>) {
        let won = "games.points_1 > games.points_2";
        let lost = "games.points_1 < games.points_2";
        match (result, player) {
            (GameResult::Drawn, _) => {
                self.add("games.points_1 = games.points_2 AND games.points_1 > 0", []);
            }
            (GameResult::None, _) => {
                self.add("(games.points_1 IS NULL OR games.points_1 + games.points_2 = 0)", []);
            }
            (GameResult::Won, None) => self.add(won, []),
            (GameResult::Lost, None) => self.add(lost, []),
            (GameResult::Won | GameResult::Lost, Some(player)) => {
                let sign = if result == GameResult::Won { OWN_MORE } else { OWN_FEWER };
                self.add(sign, [Value::Text(player.clone())]);
            }
        }
    }

    fn add(&mut self, condition: &'static str, values: impl IntoIterator<Item = Value>) {
        self.all.push(condition);
        self.values.extend(values);
    }

    fn sql(&self) -> String {
        if self.all.is_empty() { "1".to_owned() } else { self.all.join(" AND ") }
    }
}

/// The person's team got more points than the other, or fewer.
macro_rules! own_points {
    ($sign:literal) => {
        concat!(
            "EXISTS (SELECT 1 FROM seats JOIN persons ON persons.id = seats.person ",
            "WHERE seats.game = games.number AND persons.root = ? AND ",
            "CASE WHEN seats.seat IN ('A.white', 'B.black') ",
            "THEN games.points_1 - games.points_2 ELSE games.points_2 - games.points_1 END ",
            $sign,
            " 0)"
        )
    };
}
const OWN_MORE: &str = own_points!(">");
const OWN_FEWER: &str = own_points!("<");

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
