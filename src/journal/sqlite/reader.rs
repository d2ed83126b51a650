//! Reading back what is durable, on a thread and a connection of its own.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};

use futures::FutureExt;
use futures::future::BoxFuture;
use rusqlite::types::{FromSqlError, ValueRef};
use rusqlite::{Connection, Error, ErrorCode, OptionalExtension, Row as Line};
use tokio::sync::oneshot;

use super::schema;
use crate::ids::{Instant, MatchId, PlayerId};
use crate::journal::rows::{self, Row};
use crate::journal::{EndedMatch, Person, ReadError, Record};

type Task = Box<dyn FnOnce(&Connection) + Send>;

/// Where to have something read.
#[derive(Clone)]
pub(super) struct Reader(Arc<Sender<Task>>);

impl Reader {
    /// Opens a connection, and starts the thread that reads from it until nobody can ask any more.
    pub(super) fn start(path: &Path) -> Result<Reader, Error> {
        let database = schema::connect(path)?;
        database.pragma_update(None, "query_only", true)?;
        let (sender, tasks) = mpsc::channel::<Task>();
        std::thread::spawn(move || {
            while let Ok(task) = tasks.recv() {
                task(&database);
            }
        });
        Ok(Reader(Arc::new(sender)))
    }

    pub(super) fn read(
        &self,
        id: &MatchId,
        from: u64,
    ) -> BoxFuture<'static, Result<Vec<Record>, ReadError>> {
        let id = id.clone();
        self.ask(move |database| records(database, &id, from))
    }

    pub(super) fn ask<T: Send + 'static>(
        &self,
        task: impl FnOnce(&Connection) -> Result<T, ReadError> + Send + 'static,
    ) -> BoxFuture<'static, Result<T, ReadError>> {
        let (reply, answer) = oneshot::channel();
        let sent = self.0.send(Box::new(move |database| {
            // Whoever has stopped waiting needs no answer.
            let _ = reply.send(task(database));
        }));
        async move {
            let closed = || ReadError::Unavailable("it has been closed".to_owned());
            sent.map_err(|_| closed())?;
            answer.await.map_err(|_| closed())?
        }
        .boxed()
    }
}

/// The records of a match from that number on.
pub(super) fn records(
    database: &Connection,
    id: &MatchId,
    from: u64,
) -> Result<Vec<Record>, ReadError> {
    let failed = |error| of_match(id, &error);
    let found = database
        .prepare_cached("SELECT number, records FROM matches WHERE id = ?1")
        .and_then(|mut query| {
            let numbers = |line: &Line<'_>| Ok((line.get::<_, i64>(0)?, unsigned(line, 1)?));
            query.query_row([&*id.0], numbers).optional()
        })
        .map_err(failed)?;
    let Some((number, count)) = found else { return Ok(Vec::new()) };
    let mut query = database
        .prepare_cached(
            "SELECT seq, version, body, checksum FROM records WHERE match = ?1 AND seq >= ?2
             ORDER BY seq",
        )
        .map_err(failed)?;
    let first = i64::try_from(from).unwrap_or(i64::MAX);
    let mut lines = query.query((number, first)).map_err(failed)?;
    let mut next = from;
    let mut found = Vec::new();
    while let Some(line) = lines.next().map_err(failed)? {
        let damaged = |reason| damaged(id, &format!("record {next}: {reason}"));
        if unsigned(line, 0).map_err(failed)? != next {
            return Err(damaged("it is missing".to_owned()));
        }
        found.push(record(id, next, line).map_err(damaged)?);
        next += 1;
    }
    if next < count {
        return Err(damaged(id, &format!("record {next}: it is missing")));
    }
    Ok(found)
}

/// Reads one line of the table; or says what is wrong with it.
fn record(id: &MatchId, seq: u64, line: &Line<'_>) -> Result<Record, String> {
    let broken = |error: Error| error.to_string();
    let version = line.get::<_, u32>(1).map_err(broken)?;
    let body = match line.get_ref(2).map_err(broken)? {
        ValueRef::Text(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        _ => return Err("its body is no text".to_owned()),
    };
    let row = Row { version, body };
    let stored = line.get_ref(3).map_err(broken)?;
    if stored != ValueRef::Blob(&rows::checksum(id, seq, &row)) {
        return Err(rows::RowError::Checksum.to_string());
    }
    rows::read(&row).map_err(|error| error.to_string())
}

/// The matches that have not ended.
pub(super) fn live(database: &Connection) -> Result<Vec<MatchId>, ReadError> {
    let read = || {
        let mut query =
            database.prepare("SELECT id FROM matches WHERE over = 0 ORDER BY number")?;
        let ids = query.query_map([], |line| Ok(MatchId(line.get::<_, String>(0)?.into())))?;
        ids.collect::<Result<Vec<MatchId>, Error>>()
    };
    read().map_err(|error: Error| ReadError::Unavailable(error.to_string()))
}

/// Matches that have ended, from behind that number on.
pub(super) fn ended(
    database: &Connection,
    after: u64,
    limit: usize,
) -> Result<Vec<EndedMatch>, ReadError> {
    let read = || {
        let mut query = database.prepare_cached(
            "SELECT number, id, records FROM matches WHERE over = 1 AND number > ?1
             ORDER BY number LIMIT ?2",
        )?;
        let found = query.query_map((after, limit as u64), |line| {
            Ok(EndedMatch {
                number: unsigned(line, 0)?,
                id: MatchId(line.get::<_, String>(1)?.into()),
                records: unsigned(line, 2)?,
            })
        })?;
        found.collect::<Result<Vec<EndedMatch>, Error>>()
    };
    read().map_err(|error: Error| ReadError::Unavailable(error.to_string()))
}

/// Everyone; a damaged line is named and left out.
pub(super) fn people(database: &Connection) -> Result<Vec<Person>, ReadError> {
    let read = || {
        let mut query = database.prepare("SELECT id, name, token, checksum FROM people")?;
        let mut lines = query.query([])?;
        let mut people = Vec::new();
        while let Some(line) = lines.next()? {
            match person(line) {
                Ok(person) => people.push(person),
                Err(error) => {
                    let id = line.get::<_, String>(0).unwrap_or_default();
                    tracing::error!(%id, %error, "a person cannot be read, and is left out");
                }
            }
        }
        Ok(people)
    };
    read().map_err(|error: Error| ReadError::Unavailable(error.to_string()))
}

fn person(line: &Line<'_>) -> Result<Person, Error> {
    let id = PlayerId(line.get::<_, String>(0)?.into());
    let person = Person { id, name: line.get(1)?, token: line.get(2)? };
    if line.get_ref(3)? != ValueRef::Blob(&person_checksum(&person)) {
        return Err(FromSqlError::Other(Box::new(rows::RowError::Checksum)).into_error());
    }
    Ok(person)
}

/// What tells whether a person is as he was written.
pub(super) fn person_checksum(person: &Person) -> [u8; 8] {
    let body = format!("{}\n{:02x?}", person.name, person.token);
    rows::checksum(&MatchId(Arc::clone(&person.id.0)), 0, &Row { version: 0, body })
}

/// The instant that was noted last.
pub(super) fn last_alive(database: &Connection) -> Result<Option<Instant>, ReadError> {
    let at = |line: &Line<'_>| Ok(Instant(unsigned(line, 0)?));
    database
        .query_row("SELECT at FROM alive", [], at)
        .optional()
        .map_err(|error| ReadError::Unavailable(error.to_string()))
}

/// A number that is never negative, unless the file has been damaged.
pub(super) fn unsigned(line: &Line<'_>, column: usize) -> Result<u64, Error> {
    let number: i64 = line.get(column)?;
    u64::try_from(number).map_err(|_| Error::IntegralValueOutOfRange(column, number))
}

fn damaged(id: &MatchId, reason: &str) -> ReadError {
    ReadError::Damaged { id: id.clone(), reason: reason.to_owned() }
}

/// An error that came up while one match was being read.
fn of_match(id: &MatchId, error: &Error) -> ReadError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) | None => {
            damaged(id, &error.to_string())
        }
        Some(_) => ReadError::Unavailable(error.to_string()),
    }
}

/// Turns an error about a value into one of the database's.
trait IntoError {
    fn into_error(self) -> Error;
}

impl IntoError for FromSqlError {
    fn into_error(self) -> Error {
        Error::FromSqlConversionFailure(3, rusqlite::types::Type::Blob, Box::new(self))
    }
}
