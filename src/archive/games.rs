//! Matches going into the archive, and coming out of it one by one.

use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, params};
use sha2::{Digest, Sha256};

use super::{Archive, ArchiveError, Game, GameOutcome, Player, Source, Variant, persons};
use crate::game::{Ending, HalfPoints};
use crate::ids::{BoardName, ByBoard, BySeat, Instant, MatchId, Millis, Seat};

/// The columns that [`read`] reads, of the tables `games` and `imports`.
pub(super) const COLUMNS: &str = "games.number, games.id, games.records, games.event, games.day, \
     games.started_at, games.ended_at, games.shown_at, games.listed, games.variant, \
     games.practice, games.points_1, games.points_2, games.ended_by, games.ended_board, \
     games.moves_a, games.moves_b";

/// A match with its number in the archive.
pub(super) struct Numbered {
    pub(super) number: i64,
    pub(super) game: Game,
}

impl Archive {
    /// Adds a match, or puts what it says now in the place of what it said when it had fewer
    /// records; what was read earlier never comes over what was read later.
    ///
    /// The event stays the one that it was first put in for. Its ratings, and all later ones of anyone, are to be reckoned anew where it was rated before:
    /// [`Archive::rate`] does so. An imported record that is there already is not added again; tells
    /// whether it was new.
    ///
    /// # Errors
    /// What the database reports; nothing is changed then.
    pub fn add(&mut self, game: &Game) -> Result<bool, ArchiveError> {
        self.add_all(std::slice::from_ref(game)).map(|added| added == 1)
    }

    /// Adds matches, all or none; tells how many of them were new or had changed.
    ///
    /// # Errors
    /// As [`Archive::add`].
    pub fn add_all(&mut self, games: &[Game]) -> Result<usize, ArchiveError> {
        let change = self.database.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut added = 0;
        for game in games {
            added += usize::from(put(&change, game)?);
        }
        change.commit()?;
        Ok(added)
    }

    /// The match of that identifier.
    ///
    /// # Errors
    /// What the database reports.
    pub fn game(&self, id: &MatchId) -> Result<Option<Game>, ArchiveError> {
        let sql = format!("SELECT {COLUMNS} FROM games WHERE id = ?1");
        let mut query = self.database.prepare_cached(&sql)?;
        let Some(mut found) = query.query_row([&*id.0], read).optional()? else { return Ok(None) };
        found.game.seats = seats(&self.database, found.number)?;
        if let Source::Imported { bpgn } = &mut found.game.source {
            *bpgn = self.database.query_row(
                "SELECT bpgn FROM imports WHERE game = ?1",
                [found.number],
                |row| row.get(0),
            )?;
        }
        Ok(Some(found.game))
    }

    /// How many records the archive knows of a match that was played here.
    ///
    /// # Errors
    /// What the database reports.
    pub fn records_of(&self, id: &MatchId) -> Result<Option<u64>, ArchiveError> {
        let mut query = self.database.prepare_cached("SELECT records FROM games WHERE id = ?1")?;
        let found = query.query_row([&*id.0], |row| row.get::<_, Option<u64>>(0)).optional()?;
        Ok(found.flatten())
    }
}

/// Writes one match; tells whether anything is new.
fn put(change: &Connection, game: &Game) -> Result<bool, ArchiveError> {
    let (records, bpgn) = match &game.source {
        Source::Played { records } => (Some(*records), None),
        Source::Imported { bpgn } => (None, Some(bpgn)),
    };
    let digest = bpgn.map(|bpgn| Sha256::digest(bpgn.as_bytes()).to_vec());
    if let Some(digest) = &digest {
        let mut there = change.prepare_cached("SELECT 1 FROM imports WHERE digest = ?1")?;
        if there.exists([digest])? {
            return Ok(false);
        }
    }
    let points = game.result.points.map(|points| points.map(|half| half.0));
    let written = change
        .prepare_cached(
            "INSERT INTO games (id, records, event, day, started_at, ended_at, shown_at, listed,
                variant, practice, points_1, points_2, ended_by, ended_board, moves_a, moves_b)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
             ON CONFLICT (id) DO UPDATE SET records = ?2, day = ?4, started_at = ?5,
                ended_at = ?6, shown_at = ?7, listed = ?8, variant = ?9, practice = ?10,
                points_1 = ?11, points_2 = ?12, ended_by = ?13, ended_board = ?14, moves_a = ?15,
                moves_b = ?16, rated = 0 WHERE games.records < ?2
             RETURNING number",
        )?
        .query_row(
            params![
                &*game.id.0,
                records,
                game.event,
                game.day,
                game.started_at.map(|at| at.0),
                game.ended_at.0,
                game.shown_at.0,
                game.listed,
                game.variant.name(),
                game.practice,
                points.map(|points| points[0]),
                points.map(|points| points[1]),
                game.result.by.map(Ending::name),
                game.result.board.map(|board| board.to_string()),
                game.moves[BoardName::A],
                game.moves[BoardName::B],
            ],
            |row| row.get::<_, i64>(0),
        )
        .optional()?;
    let Some(number) = written else { return Ok(false) };
    change.prepare_cached("DELETE FROM seats WHERE game = ?1")?.execute([number])?;
    for (seat, player) in game.seats.iter() {
        let Some(player) = player else { continue };
        persons::add(change, &player.person, &player.name)?;
        change
            .prepare_cached(
                "INSERT INTO seats (game, seat, person, name, left_ms) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![
                number,
                seat.name(),
                player.person,
                player.name,
                player.left.map(|left| left.0)
            ])?;
    }
    if let (Some(bpgn), Some(digest)) = (bpgn, digest) {
        change
            .prepare_cached("INSERT INTO imports (game, digest, bpgn) VALUES (?1, ?2, ?3)")?
            .execute(params![number, digest, bpgn])?;
    }
    Ok(true)
}

/// Reads one line of [`COLUMNS`]; the seats and an imported record are read by themselves.
pub(super) fn read(row: &Row<'_>) -> Result<Numbered, rusqlite::Error> {
    let source = match row.get::<_, Option<u64>>(2)? {
        Some(records) => Source::Played { records },
        None => Source::Imported { bpgn: String::new() },
    };
    let variant: String = row.get(9)?;
    let points: Option<(u8, u8)> = row.get::<_, Option<u8>>(11)?.zip(row.get::<_, Option<u8>>(12)?);
    let board = row.get::<_, Option<String>>(14)?;
    let game = Game {
        id: MatchId(row.get::<_, String>(1)?.into()),
        source,
        event: row.get(3)?,
        day: row.get(4)?,
        started_at: row.get::<_, Option<u64>>(5)?.map(Instant),
        ended_at: Instant(row.get(6)?),
        shown_at: Instant(row.get(7)?),
        listed: row.get(8)?,
        variant: if variant == "bughouse" { Variant::Bughouse } else { Variant::Catch },
        practice: row.get(10)?,
        seats: BySeat([const { None }; 4]),
        moves: ByBoard([row.get(15)?, row.get(16)?]),
        result: GameOutcome {
            points: points.map(|(one, two)| [HalfPoints(one), HalfPoints(two)]),
            by: row
                .get::<_, Option<String>>(13)?
                .and_then(|name| Ending::ALL.into_iter().find(|ending| ending.name() == name)),
            board: board.and_then(|name| {
                BoardName::ALL.into_iter().find(|board| board.to_string() == name)
            }),
        },
    };
    Ok(Numbered { number: row.get(0)?, game })
}

/// Who sat where in a match. A person stands for all that are merged into him.
pub(super) fn seats(
    database: &Connection,
    number: i64,
) -> Result<BySeat<Option<Player>>, rusqlite::Error> {
    let mut query = database.prepare_cached(
        "SELECT seats.seat, persons.root, seats.name, seats.left_ms
         FROM seats JOIN persons ON persons.id = seats.person WHERE seats.game = ?1",
    )?;
    let mut seats = BySeat([const { None }; 4]);
    let mut rows = query.query([number])?;
    while let Some(row) = rows.next()? {
        let seat = row.get_ref(0)?.as_str()?.parse::<Seat>();
        let player = Player {
            person: row.get(1)?,
            name: row.get(2)?,
            left: row.get::<_, Option<u64>>(3)?.map(Millis),
        };
        if let Ok(seat) = seat {
            seats[seat] = Some(player);
        }
    }
    Ok(seats)
}
