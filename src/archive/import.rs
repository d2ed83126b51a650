//! Records of other programs, and of other servers, as matches of the archive.

use std::fmt;

use sha2::{Digest, Sha256};

use super::{Archive, ArchiveError, Game, GameOutcome, Player, Source, Variant};
use crate::game::write_record;
use crate::game::{BpgnGame, BpgnReplayProblem, Ending, HalfPoints, Replayed, recorded_practice};
use crate::ids::{BoardName, ByBoard, BySeat, Instant, MatchId, Seat};

/// A record that cannot be played through by the rules that it claims, or by any.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unplayable {
    /// The line on which the record begins, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: BpgnReplayProblem,
}

impl std::error::Error for Unplayable {}

impl fmt::Display for Unplayable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.problem.names_line() {
            write!(f, "line {}: ", self.line)?;
        }
        self.problem.fmt(f)
    }
}

impl Game {
    /// What the archive knows of a record from elsewhere. It is a record of Catch, or of ordinary
    /// bughouse, as its tag `Variant` says; without one, as the moves are legal.
    ///
    /// # Errors
    /// Where it can be played through by neither rules.
    pub fn of_record(record: &BpgnGame) -> Result<Game, Unplayable> {
        let (variant, replayed) = play(record)?;
        let bpgn = write_record(record, &replayed, variant.title());
        let day = record.tag("Date").and_then(day);
        let at = day.as_deref().and_then(start_of).unwrap_or_default();
        let count = |board: BoardName| {
            let made = replayed.moves.iter().filter(|made| made.seat.board() == board).count();
            u32::try_from(made).unwrap_or(u32::MAX)
        };
        let seats = BySeat::from_fn(|seat| {
            record.tag(tag_of(seat)).map(str::trim).filter(|name| is_name(name))
        });
        let practice = |name: &str| recorded_practice(name).map(|player| player.0.to_string());
        let last = replayed.moves.last().map(|made| made.clocks);
        Ok(Game {
            id: MatchId(format!("i{}", letters(&bpgn)).into()),
            source: Source::Imported { bpgn },
            event: record.tag("Event").unwrap_or_default().to_owned(),
            day,
            started_at: None,
            ended_at: at,
            shown_at: at,
            listed: true,
            variant,
            practice: seats.0.iter().flatten().any(|name| practice(name).is_some()),
            seats: BySeat::from_fn(|seat| {
                let name = seats[seat]?;
                let person = practice(name).unwrap_or_else(|| format!("n{}", letters(name)));
                let left = last.and_then(|clocks| clocks[seat]);
                Some(Player { person, name: name.to_owned(), left })
            }),
            moves: ByBoard::from_fn(count),
            result: GameOutcome { points: points(record), by: ending(record), board: None },
        })
    }
}

impl Archive {
    /// Whether a record is that of a match which was played here and is in the archive: its tag
    /// `Site` names it, and the names are the same.
    ///
    /// # Errors
    /// What the database reports.
    pub fn was_played_here(&self, record: &BpgnGame) -> Result<bool, ArchiveError> {
        let Some(site) = record.tag("Site") else { return Ok(false) };
        let played = self.game(&MatchId(site.into()))?;
        Ok(played.is_some_and(|game| {
            let same = |seat: &Seat| {
                let name = game.seats[*seat].as_ref().map_or("?", |player| &player.name);
                record.tag(tag_of(*seat)) == Some(name)
            };
            matches!(game.source, Source::Played { .. }) && Seat::ALL.iter().all(same)
        }))
    }
}

/// Plays a record through by the first rules that it can be played by.
fn play(record: &BpgnGame) -> Result<(Variant, Replayed), Unplayable> {
    let says = |tag: &str| record.tag(tag).is_some_and(|text| mentions(text, "bughouse"));
    let failed =
        |(_, problem): (usize, BpgnReplayProblem)| Unplayable { line: record.line, problem };
    let bughouse = || record.play_bughouse().map(|played| (Variant::Bughouse, played));
    if says("Variant") || (record.tag("Variant").is_none() && says("Event")) {
        return bughouse().map_err(failed);
    }
    let catch = record.play_catch().map(|played| (Variant::Catch, played));
    if record.tag("Variant").is_some_and(|text| mentions(text, "catch")) {
        return catch.map_err(failed);
    }
    catch.or_else(|_| bughouse()).map_err(failed)
}

fn mentions(text: &str, word: &str) -> bool {
    text.to_lowercase().contains(word)
}

const fn tag_of(seat: Seat) -> &'static str {
    match seat {
        Seat::AWhite => "WhiteA",
        Seat::ABlack => "BlackA",
        Seat::BWhite => "WhiteB",
        Seat::BBlack => "BlackB",
    }
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().any(|c| c != '?')
}

/// Letters that stand for a text: 48 bits of its digest.
fn letters(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    let bits = digest.iter().take(6).fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
    format!("{bits:012x}")
}

/// The day of the tag `Date`, `2026.11.30`, as the archive writes it.
fn day(date: &str) -> Option<String> {
    let mut parts = date.trim().split(['.', '-', '/']);
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let number = |text: &str, digits: usize| {
        let good = text.len() <= digits && text.chars().all(|c| c.is_ascii_digit());
        if good { text.parse::<u16>().ok() } else { None }
    };
    let day = format!("{:04}-{:02}-{:02}", number(year, 4)?, number(month, 2)?, number(day, 2)?);
    start_of(&day).map(|_| day)
}

/// The beginning of a day in UTC; `None` where there is no such day, or it was before 1970.
fn start_of(day: &str) -> Option<Instant> {
    let mut parts = day.split('-');
    let year = parts.next()?.parse().ok()?;
    let month: u8 = parts.next()?.parse().ok()?;
    let month = time::Month::try_from(month).ok()?;
    let date = time::Date::from_calendar_date(year, month, parts.next()?.parse().ok()?).ok()?;
    let seconds = date.midnight().assume_utc().unix_timestamp();
    Some(Instant(u64::try_from(seconds).ok()? * 1000))
}

/// What each team got: the tag `Points`, else what the result stands for.
fn points(record: &BpgnGame) -> Option<[HalfPoints; 2]> {
    let half = |text: &str| match text.trim() {
        "0" => Some(HalfPoints::ZERO),
        "0.5" => Some(HalfPoints::HALF),
        "1" => Some(HalfPoints::ONE),
        _ => None,
    };
    if let Some((one, two)) = record.tag("Points").and_then(|text| text.split_once('-')) {
        return Some([half(one)?, half(two)?]);
    }
    match record.result()? {
        "1-0" => Some([HalfPoints::ONE, HalfPoints::ZERO]),
        "0-1" => Some([HalfPoints::ZERO, HalfPoints::ONE]),
        "1/2-1/2" => Some([HalfPoints::HALF; 2]),
        "0-0" => Some([HalfPoints::ZERO; 2]),
        "1-1" => Some([HalfPoints::ONE; 2]),
        _ => None,
    }
}

/// What the tag `Termination` tells, in this server's words or those of others.
fn ending(record: &BpgnGame) -> Option<Ending> {
    let text = record.tag("Termination")?.to_lowercase();
    let named = Ending::ALL.into_iter().find(|ending| ending.name() == text);
    let words = [
        ("mate", Ending::Mate),
        ("time", Ending::Time),
        ("flag", Ending::Time),
        ("resign", Ending::Resignation),
        ("agree", Ending::Agreement),
        ("repetition", Ending::Repetition),
        ("abandon", Ending::Abandoned),
        ("abort", Ending::Abandoned),
        ("unterminated", Ending::Abandoned),
    ];
    named.or_else(|| words.into_iter().find(|(word, _)| text.contains(word)).map(|(_, by)| by))
}
