//! The record of an ended match as BPGN (R39, R40): what a scoresheet would hold, never the talk.

use std::fmt::Write;

use time::OffsetDateTime;

use super::{BpgnGame, Match, Moved, Occupant, Outcome, Replayed};
use crate::ids::{BoardName, Instant, Millis, Seat};
use crate::rules::{BackRankDrops, Setup};

/// Lines of moves are broken before this column, as other programs expect; a move and its number
/// stay together.
const LINE: usize = 80;

/// What the record says that the match does not know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tags {
    /// The tag `Event`.
    pub event: String,
    /// The tag `Site`: the identifier of the match.
    pub site: String,
}

/// Writes the record of a match.
///
/// Moves stand in the order played, each with the board's letter, upper case for White, and behind
/// it what its player's clock showed in seconds: `1A. e4{299.4}`. A drop is `N@f3`, a pawn drop
/// `P@e4`. A draw offer stands where it was made, `(=)`, with its seat.
pub fn write_bpgn(state: &Match, tags: &Tags) -> String {
    let words = moves(state).chain([result(state.outcome()).to_owned()]);
    lay_out(&header(state, tags), words)
}

/// Writes a record from elsewhere in the form of this server's own: its tags, its moves as they were
/// written, with what they tell of time, and its result; without comments and variations. `played` is
/// the record played through; `variant` the rules that it was played by, which a tag then says.
pub fn write_record(record: &BpgnGame, played: &Replayed, variant: &str) -> String {
    let mut header: Vec<(&str, String)> =
        record.tags.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
    if record.tag("Variant").is_none() {
        header.push(("Variant", variant.to_owned()));
    }
    let first = |board: BoardName| played.start[board].rsplit(' ').next()?.parse::<u32>().ok();
    let mut number = crate::ids::ByBoard::from_fn(|board| first(board).unwrap_or(1));
    let offers_before = |moves: usize| {
        let made = record.offers.iter().filter(move |offer| offer.after == moves);
        made.map(|offer| match offer.seat {
            Some(seat) => format!("(=){{{seat}}}"),
            None => "(=)".to_owned(),
        })
    };
    let made = record.moves.iter().zip(&played.moves).enumerate();
    let words = made.flat_map(|(index, (made, played))| {
        let number = &mut number[played.seat.board()];
        let pawn = if made.san.starts_with('@') { "P" } else { "" };
        let time = match (made.left, made.since_start) {
            (Some(left), _) => format!("{{{}}}", seconds(left)),
            (None, Some(since)) => format!("{{[ts={}]}}", seconds(since)),
            (None, None) => String::new(),
        };
        let word = format!("{number}{}. {pawn}{}{time}", letter(played.seat), made.san);
        if played.seat.color().is_black() {
            *number += 1;
        }
        std::iter::once(word).chain(offers_before(index + 1))
    });
    let result = record.result().unwrap_or("*").to_owned();
    lay_out(&header, offers_before(0).chain(words).chain([result]))
}

/// The tags, an empty line, and the words behind them in lines of a handy length.
fn lay_out(header: &[(&str, String)], words: impl Iterator<Item = String>) -> String {
    let mut text = String::new();
    for (name, value) in header {
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
    text.push('\n');
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.len() >= LINE {
            text.push('\n');
            column = 0;
        }
        if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(&word);
        column += word.len();
    }
    text.push('\n');
    text
}

fn header(state: &Match, tags: &Tags) -> Vec<(&'static str, String)> {
    let name = |seat: Seat| {
        state.seats()[seat].as_ref().map_or_else(|| "?".to_owned(), Occupant::recorded_name)
    };
    let options = state.options();
    let date = state.first_started_at().unwrap_or(state.opened_at());
    let control = format!("{}+{}", seconds(options.initial), seconds(options.increment));
    let termination = state.outcome().map_or("unterminated", |outcome| outcome.by.name());
    let mut header = vec![
        ("Event", tags.event.clone()),
        ("Site", tags.site.clone()),
        ("Date", date_tag(date)),
        ("Variant", "Catch".to_owned()),
        ("WhiteA", name(Seat::AWhite)),
        ("BlackA", name(Seat::ABlack)),
        ("WhiteB", name(Seat::BWhite)),
        ("BlackB", name(Seat::BBlack)),
        ("TimeControl", control),
        ("Result", result(state.outcome()).to_owned()),
        ("Termination", termination.to_owned()),
    ];
    if options.back_rank_drops == BackRankDrops::None {
        header.push(("BackRankDrops", "none".to_owned()));
    }
    if let Some(points) = state.outcome().copied().and_then(points_beside_result) {
        header.push(("Points", points));
    }
    for (tag, board) in [("FenA", BoardName::A), ("FenB", BoardName::B)] {
        if state.setup[board] != Setup::initial() {
            header.push((tag, state.setup[board].to_string()));
        }
    }
    header
}

/// What each player of a team gets, where the result cannot say it: half a point against none.
fn points_beside_result(outcome: Outcome) -> Option<String> {
    let [one, two] = outcome.points?;
    let uneven = one != two && one.0 + two.0 != 2;
    uneven.then(|| format!("{}-{}", f32::from(one.0) / 2.0, f32::from(two.0) / 2.0))
}

/// The result of team 1.
fn result(outcome: Option<&Outcome>) -> &'static str {
    match outcome.and_then(|outcome| outcome.points) {
        None => "*",
        Some([one, two]) if one == two && one.0 == 1 => "1/2-1/2",
        Some([one, two]) if one == two && one.0 == 0 => "0-0",
        Some([one, two]) if one > two => "1-0",
        Some([one, two]) if one < two => "0-1",
        Some(_) => "1-1",
    }
}

fn moves(state: &Match) -> impl Iterator<Item = String> {
    let mut number = crate::ids::ByBoard::from_fn(|board| state.setup[board].position.fullmoves());
    let offers_before = move |moves: usize| {
        let made = state.offers.iter().filter(move |(after, _)| *after == moves);
        made.map(|(_, seat)| format!("(=){{{seat}}}"))
    };
    let played = state.moves().iter().enumerate().flat_map(move |(index, moved)| {
        let board = moved.seat.board();
        let word = move_word(moved, number[board]);
        if moved.seat.color().is_black() {
            number[board] += 1;
        }
        std::iter::once(word).chain(offers_before(index + 1))
    });
    offers_before(0).chain(played)
}

fn move_word(moved: &Moved, number: u32) -> String {
    let left = moved.clocks[moved.seat].left_at(moved.at);
    format!("{number}{}. {}{{{}}}", letter(moved.seat), moved.san, seconds(left))
}

/// The letter of a seat: that of the board, upper case for White.
const fn letter(seat: Seat) -> char {
    match seat {
        Seat::AWhite => 'A',
        Seat::ABlack => 'a',
        Seat::BWhite => 'B',
        Seat::BBlack => 'b',
    }
}

/// Seconds with as many decimals as it takes.
fn seconds(millis: Millis) -> String {
    let (whole, rest) = (millis.0 / 1000, millis.0 % 1000);
    if rest == 0 {
        return whole.to_string();
    }
    format!("{whole}.{rest:03}").trim_end_matches('0').to_owned()
}

/// The day in UTC, as `2026.11.30`.
fn date_tag(at: Instant) -> String {
    let seconds = i64::try_from(at.0 / 1000).unwrap_or(i64::MAX);
    match OffsetDateTime::from_unix_timestamp(seconds) {
        Ok(date) => format!("{:04}.{:02}.{:02}", date.year(), u8::from(date.month()), date.day()),
        Err(_) => "????.??.??".to_owned(),
    }
}
