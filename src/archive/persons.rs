//! The persons of the archive, and which of them are one.

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

use super::{Archive, ArchiveError, Rating, rating};
use crate::ids::{Instant, PlayerId};

/// One person in a list.
#[derive(Clone, PartialEq, Debug)]
pub struct PersonLine {
    /// Who.
    pub person: String,
    /// His name.
    pub name: String,
    /// How many matches everybody may see of him.
    pub matches: u64,
    /// His rating, once he has one.
    pub rating: Option<Rating>,
}

/// A page of persons.
#[derive(Clone, PartialEq, Debug)]
pub struct PersonsPage {
    /// The persons, in the order of their names.
    pub persons: Vec<PersonLine>,
    /// The last of them, if there are more.
    pub next: Option<String>,
}

/// Adds a person unless he is there.
pub(super) fn add(change: &Connection, id: &str, name: &str) -> Result<(), rusqlite::Error> {
    change
        .prepare_cached(
            "INSERT INTO persons (id, name, root) VALUES (?1, ?2, ?1) ON CONFLICT DO NOTHING",
        )?
        .execute([id, name])
        .map(|_| ())
}

/// Practice players have a row for the sake of their seats, and yet are no persons.
fn is_practice(id: &str) -> bool {
    id.starts_with(PlayerId::PRACTICE)
}

/// Whom that person is merged into in the end: himself, mostly.
pub(super) fn root(database: &Connection, id: &str) -> Result<Option<String>, rusqlite::Error> {
    database
        .prepare_cached("SELECT root FROM persons WHERE id = ?1")?
        .query_row([id], |row| row.get(0))
        .optional()
}

impl Archive {
    /// A person's own identifier, and his name, whichever of his identifiers is given.
    ///
    /// # Errors
    /// [`ArchiveError::NoSuchPerson`], and what the database reports.
    pub fn person(&self, id: &str) -> Result<(String, String), ArchiveError> {
        if is_practice(id) {
            return Err(ArchiveError::NoSuchPerson);
        }
        self.database
            .prepare_cached(
                "SELECT whole.id, whole.name FROM persons AS part
                 JOIN persons AS whole ON whole.id = part.root WHERE part.id = ?1",
            )?
            .query_row([id], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?
            .ok_or(ArchiveError::NoSuchPerson)
    }

    /// Those whose name holds that text, from behind a person on, in the order of their names.
    ///
    /// # Errors
    /// What the database reports.
    pub fn persons(
        &self,
        name: &str,
        after: Option<&str>,
        limit: usize,
        now: Instant,
    ) -> Result<PersonsPage, ArchiveError> {
        let after = match after {
            Some(id) => self.person(id).map_or((String::new(), String::new()), |(id, n)| (n, id)),
            None => (String::new(), String::new()),
        };
        let mut query = self.database.prepare_cached(
            "SELECT id, name FROM persons
             WHERE root = id AND (name, id) > (?1, ?2) AND instr(id, ?6) <> 1
                AND (?3 = '' OR instr(lower(name), lower(?3)) > 0)
                AND EXISTS (SELECT 1 FROM persons AS part
                    JOIN seats ON seats.person = part.id JOIN games ON games.number = seats.game
                    WHERE part.root = persons.id AND games.listed AND games.shown_at <= ?4)
             ORDER BY name, id LIMIT ?5",
        )?;
        let limit_and_one = i64::try_from(limit + 1).unwrap_or(i64::MAX);
        let rows = query.query_map(
            params![after.0, after.1, name, now.0, limit_and_one, PlayerId::PRACTICE],
            |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)),
        )?;
        let mut persons = Vec::new();
        for row in rows {
            let (person, name) = row?;
            let matches = self
                .database
                .prepare_cached(
                    "SELECT count(DISTINCT games.number) FROM persons
                 JOIN seats ON seats.person = persons.id JOIN games ON games.number = seats.game
                 WHERE persons.root = ?1 AND games.listed AND games.shown_at <= ?2",
                )?
                .query_row(params![person, now.0], |row| row.get(0))?;
            let rating = rating::latest(&self.database, &person)?;
            persons.push(PersonLine { person, name, matches, rating });
        }
        let next = (persons.len() > limit).then(|| {
            persons.truncate(limit);
            persons.last().map(|line| line.person.clone())
        });
        Ok(PersonsPage { persons, next: next.flatten() })
    }

    /// Makes two entries one person: all that the first has played counts for the second. `None`
    /// makes the first a person of his own again. [`Archive::rate`] then reckons the ratings anew.
    ///
    /// # Errors
    /// [`ArchiveError::NoSuchPerson`], [`ArchiveError::Circular`], and what the database reports;
    /// nothing is changed then.
    pub fn merge(&mut self, id: &str, into: Option<&str>) -> Result<(), ArchiveError> {
        if [Some(id), into].into_iter().flatten().any(is_practice) {
            return Err(ArchiveError::NoSuchPerson);
        }
        let change = self.database.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let before = root(&change, id)?.ok_or(ArchiveError::NoSuchPerson)?;
        if let Some(into) = into {
            let target = root(&change, into)?.ok_or(ArchiveError::NoSuchPerson)?;
            if within(&change, &target, id)? {
                return Err(ArchiveError::Circular);
            }
        }
        change
            .prepare_cached("UPDATE persons SET merged_into = ?2 WHERE id = ?1")?
            .execute(params![id, into])?;
        // The part of the tree that hangs on this person now has another root.
        let root_now = match into {
            Some(into) => root(&change, into)?.ok_or(ArchiveError::NoSuchPerson)?,
            None => id.to_owned(),
        };
        change.execute(
            "WITH RECURSIVE part (id) AS (
                SELECT ?1 UNION SELECT persons.id FROM persons JOIN part ON merged_into = part.id)
             UPDATE persons SET root = ?2 WHERE id IN (SELECT id FROM part)",
            [id, &root_now],
        )?;
        change.execute(
            "UPDATE games SET rated = 0 WHERE number = (
                SELECT games.number FROM games JOIN seats ON seats.game = games.number
                JOIN persons ON persons.id = seats.person
                WHERE persons.root IN (?1, ?2) AND games.rated
                ORDER BY games.shown_at, games.number LIMIT 1)",
            [&before, &root_now],
        )?;
        change.commit()?;
        Ok(())
    }
}

/// Whether a person is merged, over whatever steps, into that one.
fn within(database: &Connection, id: &str, whole: &str) -> Result<bool, rusqlite::Error> {
    database.query_row(
        "WITH RECURSIVE up (id) AS (
            SELECT ?1 UNION SELECT merged_into FROM persons JOIN up ON persons.id = up.id
            WHERE merged_into IS NOT NULL)
         SELECT EXISTS (SELECT 1 FROM up WHERE id = ?2)",
        [id, whole],
        |row| row.get(0),
    )
}
