//! The archive's matches over HTTP: what is asked for, lists and replays.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::{Name, Word};
use super::options::Rules;
use super::server::text;
use super::snapshot::Said;
use super::values::{EachSeat, Reserves, TeamNumber, TeamPoints};
use crate::archive::{Cursor, Filter, Game, GameOutcome, GameResult, Page, Source, Variant};
use crate::game::{Ending, Replayed, ReplayedMove, TalkLine};
use crate::ids::{BoardName, ByBoard, BySeat, Millis, Seat, Team};
use crate::rules::{Options, Status};

/// How many matches or persons a page has at most, and unless asked otherwise.
const LONGEST_PAGE: usize = 200;
const PAGE: usize = 50;

impl Word for Variant {
    const TITLE: &'static str = "Variant";
    const ALL: &'static [Variant] = &[Variant::Catch, Variant::Bughouse];

    fn word(self) -> &'static str {
        self.name()
    }
}

/// What a request for matches of the archive asks for. All conditions must hold.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ArchiveQuery {
    /// A person's identifier.
    pub player: Option<String>,
    /// His partner.
    pub with: Option<String>,
    /// An opponent.
    pub against: Option<String>,
    /// On or after that day.
    pub from: Option<String>,
    /// On or before that day.
    pub to: Option<String>,
    /// A result.
    pub result: Option<String>,
    /// An ending.
    pub by: Option<String>,
    /// An event.
    pub event: Option<String>,
    /// The rules.
    pub variant: Option<String>,
    /// A part of a name.
    pub name: Option<String>,
    /// How many.
    pub limit: Option<usize>,
    /// From behind that one on.
    pub before: Option<String>,
}

/// What was asked for, understood.
pub struct ArchiveRequest {
    /// Which matches.
    pub filter: Filter,
    /// From behind that one on.
    pub before: Option<Cursor>,
    /// How many.
    pub limit: usize,
}

impl ArchiveQuery {
    /// Understands the request; or says what is wrong with it.
    ///
    /// # Errors
    /// In words for people.
    pub fn read(self) -> Result<ArchiveRequest, String> {
        let result = self.result.as_deref().filter(|word| !word.is_empty());
        let result = result
            .map(|word| match (word, self.player.is_some()) {
                ("win", true) | ("1", false) => Ok(GameResult::Won),
                ("loss", true) | ("2", false) => Ok(GameResult::Lost),
                ("draw", _) => Ok(GameResult::Drawn),
                ("none", _) => Ok(GameResult::None),
                (_, true) => Err("`result`: expected `win`, `loss`, `draw` or `none`"),
                (_, false) => Err("`result`: expected `1`, `2`, `draw` or `none`"),
            })
            .transpose()?;
        let given = |value: Option<String>| value.filter(|value| !value.is_empty());
        let filter = Filter {
            player: given(self.player),
            with: given(self.with),
            against: given(self.against),
            from: given(self.from).map(|day| day_of("from", day)).transpose()?,
            to: given(self.to).map(|day| day_of("to", day)).transpose()?,
            result,
            by: given(self.by).map(|word| word_of::<Ending>("by", &word)).transpose()?,
            event: given(self.event),
            variant: given(self.variant)
                .map(|word| word_of::<Variant>("variant", &word))
                .transpose()?,
            name: given(self.name),
        };
        let before = given(self.before)
            .map(|cursor| cursor.parse().map_err(|_| "`before`: expected a `next` of a page"))
            .transpose()?;
        Ok(ArchiveRequest { filter, before, limit: page_length(self.limit)? })
    }
}

pub(super) fn page_length(limit: Option<usize>) -> Result<usize, String> {
    match limit.unwrap_or(PAGE) {
        limit @ 1..=LONGEST_PAGE => Ok(limit),
        _ => Err(format!("`limit`: expected 1 to {LONGEST_PAGE}")),
    }
}

fn word_of<T: Word>(field: &str, word: &str) -> Result<T, String> {
    T::of(word).ok_or_else(|| format!("`{field}`: expected {}", T::list()))
}

fn day_of(field: &str, day: String) -> Result<String, String> {
    let form = |c: char| if c.is_ascii_digit() { '0' } else { c };
    let is_day = day.chars().map(form).eq("0000-00-00".chars());
    if is_day { Ok(day) } else { Err(format!("`{field}`: expected a day such as 2026-11-30")) }
}

/// One match of the archive.
#[derive(Serialize, JsonSchema)]
pub(super) struct ArchivedMatch<'a> {
    #[serde(rename = "match")]
    match_id: &'a str,
    /// The event that it belongs to.
    event: &'a str,
    /// The day in UTC as `2026-11-30`; null where it is not known.
    date: Option<&'a str>,
    /// When it started: Unix time in ms; null where it is not known.
    started_at: Option<u64>,
    /// When it ended: Unix time in ms; of an imported record the beginning of its day.
    ended_at: u64,
    /// Who sat where in the end; null where nobody did.
    seats: EachSeat<Option<ArchivedPlayer<'a>>>,
    result: ArchivedResult,
    /// How many half-moves were made on each board.
    moves: EachBoard<u32>,
    /// The rules that it was played by.
    variant: Name<Variant>,
    /// Whether it comes from a file.
    imported: bool,
    /// Whether a practice player took part.
    practice: bool,
    /// Whether lists show it to everybody.
    listed: bool,
}

/// One value for each board.
#[derive(Clone, Serialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "UPPERCASE")]
struct EachBoard<T> {
    a: T,
    b: T,
}

impl<T> From<ByBoard<T>> for EachBoard<T> {
    fn from(ByBoard([a, b]): ByBoard<T>) -> EachBoard<T> {
        EachBoard { a, b }
    }
}

/// Who sat in a seat.
#[derive(Clone, Serialize, JsonSchema)]
struct ArchivedPlayer<'a> {
    /// The person, for `/api/persons/ID`.
    person: &'a str,
    name: &'a str,
}

/// How a match of the archive ended.
#[derive(Serialize, JsonSchema)]
struct ArchivedResult {
    /// The winning team; null for a draw, a match that both lost, and one without a result.
    winner: Option<TeamNumber>,
    /// What each player of a team got (R38); null where the match does not count.
    points: Option<TeamPoints>,
    /// What ended it; null where an imported record does not say.
    by: Option<Name<Ending>>,
    /// The board on which it ended; null where it ended on none.
    board: Option<Name<BoardName>>,
}

impl From<&GameOutcome> for ArchivedResult {
    fn from(outcome: &GameOutcome) -> ArchivedResult {
        let winner = outcome.points.and_then(|[one, two]| match one.cmp(&two) {
            std::cmp::Ordering::Greater => Some(Team::One),
            std::cmp::Ordering::Less => Some(Team::Two),
            std::cmp::Ordering::Equal => None,
        });
        ArchivedResult {
            winner: winner.map(TeamNumber),
            points: outcome.points.map(TeamPoints::from),
            by: outcome.by.map(Name),
            board: outcome.board.map(Name),
        }
    }
}

impl<'a> From<&'a Game> for ArchivedMatch<'a> {
    fn from(game: &'a Game) -> ArchivedMatch<'a> {
        let player = |seat: Seat| {
            let player = game.seats[seat].as_ref()?;
            Some(ArchivedPlayer { person: &player.person, name: &player.name })
        };
        ArchivedMatch {
            match_id: &game.id.0,
            event: &game.event,
            date: game.day.as_deref(),
            started_at: game.started_at.map(|at| at.0),
            ended_at: game.ended_at.0,
            seats: BySeat::from_fn(player).into(),
            result: (&game.result).into(),
            moves: game.moves.into(),
            variant: Name(game.variant),
            imported: matches!(game.source, Source::Imported { .. }),
            practice: game.practice,
            listed: game.listed,
        }
    }
}

/// The answer to `GET /api/archive`.
#[derive(Serialize, JsonSchema)]
pub(super) struct ArchivePage<'a> {
    /// The latest first.
    matches: Vec<ArchivedMatch<'a>>,
    /// How many there are in all.
    total: u64,
    /// What `before` the next page asks for; null on the last one.
    next: Option<String>,
}

/// The answer to `GET /api/archive`.
pub fn archive_page(page: &Page) -> String {
    text(&ArchivePage {
        matches: page.games.iter().map(ArchivedMatch::from).collect(),
        total: page.total,
        next: page.next.map(|next| next.to_string()),
    })
}

/// The answer to `GET /api/archive/ID`: a match to step through.
#[derive(Serialize, JsonSchema)]
pub(super) struct Replay<'a> {
    #[serde(flatten)]
    game: ArchivedMatch<'a>,
    /// The options; null for an imported record.
    rules: Option<Rules>,
    /// Both boards at the start, as FENs without reserves.
    start: EachBoard<&'a str>,
    /// The reserves at the start.
    reserves: Reserves,
    /// The time that everyone began with, in ms; null where it is not known.
    initial: Option<u64>,
    /// The moves of both boards in the order played.
    moves: Vec<Step<'a>>,
    /// What was said, as far as the receiver may read it; the last 100 lines.
    talk: Vec<Said<'a>>,
}

/// A move, and how things stood after it.
#[derive(Serialize, JsonSchema)]
struct Step<'a> {
    board: Name<BoardName>,
    seat: Name<Seat>,
    /// In UCI, with drops; under bughouse's rules perhaps with a promotion letter.
    #[serde(rename = "move")]
    action: &'a str,
    san: &'a str,
    /// The board after the move, without reserves.
    fen: &'a str,
    status: Name<Status>,
    /// How long the player thought, in ms; null where it is not known.
    spent: Option<u64>,
    /// The clocks after the move, in ms; null where they are not known.
    clocks: EachSeat<Option<u64>>,
    /// The reserves that changed.
    reserves: Reserves,
    /// When: Unix time in ms; null where it is not known.
    at: Option<u64>,
}

/// The answer to `GET /api/archive/ID`.
pub fn replay(
    game: &Game,
    options: Option<&Options>,
    replayed: &Replayed,
    talk: &[&TalkLine],
) -> String {
    let mut before = replayed.reserves;
    let step = |made| step(made, std::mem::replace(&mut before, made.reserves));
    let millis = |time: Millis| time.0;
    text(&Replay {
        game: game.into(),
        rules: options.map(Rules::from),
        start: ByBoard::from_fn(|board| replayed.start[board].as_str()).into(),
        reserves: replayed.reserves.iter().map(|(seat, reserve)| (seat, *reserve)).collect(),
        initial: replayed.initial.map(millis),
        moves: replayed.moves.iter().map(step).collect(),
        talk: talk.iter().copied().map(Said::from).collect(),
    })
}

fn step(made: &ReplayedMove, before: BySeat<crate::rules::Reserve>) -> Step<'_> {
    let changed = made.reserves.iter().filter(|(seat, now)| before[*seat] != **now);
    Step {
        board: Name(made.seat.board()),
        seat: Name(made.seat),
        action: &made.action,
        san: &made.san,
        fen: &made.fen,
        status: Name(made.status),
        spent: made.spent.map(|spent| spent.0),
        clocks: BySeat::from_fn(|seat| made.clocks[seat].map(|left| left.0)).into(),
        reserves: changed.map(|(seat, reserve)| (seat, *reserve)).collect(),
        at: made.at.map(|at| at.0),
    }
}
