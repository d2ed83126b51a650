//! The words of a BPGN text.

use crate::ids::{Millis, Seat};

/// A word outside of tags and comments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word<'a> {
    /// Something that says nothing of the play.
    Nothing,
    /// A result.
    Result(&'static str),
    /// The letter of the next move, and what is glued to it.
    Mover(Seat, &'a str),
    /// A move, if a letter stands before it.
    Other(&'a str),
}

/// The results of team 1, as they are written.
const RESULTS: [(&str, &str); 9] = [
    ("1-0", "1-0"),
    ("0-1", "0-1"),
    ("1/2-1/2", "1/2-1/2"),
    ("1/2", "1/2-1/2"),
    ("½-½", "1/2-1/2"),
    ("½", "1/2-1/2"),
    ("1-1", "1-1"),
    ("0-0", "0-0"),
    ("*", "*"),
];

/// Reads a word; `0-0` behind a mover's letter is a castling.
pub(super) fn read(word: &str, mover_known: bool) -> Word<'_> {
    if let Some((seat, glued)) = mover(word) {
        return Word::Mover(seat, glued);
    }
    let result = RESULTS.iter().find(|(text, _)| *text == word);
    if let Some((text, result)) = result
        && (!mover_known || *text != "0-0")
    {
        return Word::Result(result);
    }
    let is_glyph = word.trim_matches(['+', '#', '!', '?', '=', '.', '-']).is_empty();
    if is_glyph || word.starts_with('$') || matches!(word, "e.p." | "ep") {
        return Word::Nothing;
    }
    Word::Other(word)
}

/// The letter of `12A.` or `12a...`, and what follows; the number is not looked at.
fn mover(word: &str) -> Option<(Seat, &str)> {
    let letter = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if letter.len() == word.len() {
        return None;
    }
    let seat = match letter.chars().next()? {
        'A' => Seat::AWhite,
        'a' => Seat::ABlack,
        'B' => Seat::BWhite,
        'b' => Seat::BBlack,
        _ => return None,
    };
    let rest = &letter[1..];
    let glued = rest.trim_start_matches('.');
    (rest.is_empty() || glued.len() < rest.len()).then_some((seat, glued))
}

/// The word at the beginning of the text, never empty, and the rest.
pub(super) fn split_word(text: &str) -> (&str, &str) {
    let ends = |c: char| c.is_whitespace() || matches!(c, '{' | '}' | '(' | ')' | '[' | ']' | ';');
    let end = text.find(ends).unwrap_or(text.len());
    let is_promotion = text[..end].ends_with(['1', '8']) && promotes(&text[end..]);
    text.split_at(if is_promotion { end + 3 } else { end })
}

/// Whether `(Q)`, as some programs write a promotion, stands at the beginning, and no variation.
fn promotes(text: &str) -> bool {
    matches!(text.as_bytes(), [b'(', kind, b')', ..] if b"QRBNqrbn".contains(kind))
}

/// The tag at the beginning of the text: its name, its value, and the rest.
///
/// A quotation mark that no bracket follows belongs to the value, as some programs write it.
pub(super) fn tag(text: &str) -> Option<(&str, String, &str)> {
    let text = text.strip_prefix('[')?.trim_start();
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let (name, rest) = text.split_at(text.find(|c: char| !is_name(c))?);
    let text = rest.trim_start().strip_prefix('"')?;
    if name.is_empty() {
        return None;
    }
    // In a value by another program a backslash may be just that.
    let (value, rest) = value(text, true).or_else(|| value(text, false))?;
    Some((name, value, rest))
}

fn value(text: &str, escapes: bool) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let rest = chars.as_str();
        match c {
            '\\' if escapes && rest.starts_with(['\\', '"']) => value.extend(chars.next()),
            '"' => match rest.trim_start().strip_prefix(']') {
                Some(rest) => return Some((value, rest)),
                None => value.push(c),
            },
            _ => value.push(c),
        }
    }
    None
}

/// Whether a line begins with the tag that begins every game.
pub(super) fn starts_game(text: &str) -> bool {
    text.starts_with("[Event ") && tag(text).is_some()
}

/// Reads on in so many variations, up to their end, a comment, or the end of the line.
pub(super) fn skip_variation(text: &str, mut depth: usize) -> (usize, &str) {
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            '{' => return (depth, &text[at..]),
            _ => continue,
        }
        if depth == 0 {
            return (0, &text[at + 1..]);
        }
    }
    (depth, "")
}

/// What a comment says of the time: what the player had left, or how long the match had lasted.
pub(super) fn millis_of_comment(text: &str) -> (Option<Millis>, Option<Millis>) {
    let between = |opening: &str| {
        let (_, rest) = text.split_once(opening)?;
        Some(rest.split_once(']')?.0.trim())
    };
    let clock = ["[%clk ", "[%clk=", "[clk ", "[clk="].into_iter().find_map(between);
    let left = match clock {
        Some(clock) => clock_millis(clock),
        None => seconds_millis(text),
    };
    (left, between("[ts=").and_then(seconds_millis))
}

/// `0:00:07.9`, also with fewer parts.
fn clock_millis(text: &str) -> Option<Millis> {
    let (whole, seconds) = text.rsplit_once(':').unwrap_or(("0", text));
    let minutes = whole.split(':').try_fold(0u64, |total, part| {
        let part: u64 = digits(part)?.parse().ok()?;
        total.checked_mul(60)?.checked_add(part)
    })?;
    let seconds = seconds_millis(seconds)?;
    minutes.checked_mul(60_000)?.checked_add(seconds.0).map(Millis)
}

/// Seconds with or without a fraction; what is below a millisecond is cut off, and a clock below
/// zero shows zero.
fn seconds_millis(text: &str) -> Option<Millis> {
    let (negative, text) = text.strip_prefix('-').map_or((false, text), |text| (true, text));
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let seconds: u64 = digits(whole)?.parse().ok()?;
    let fraction = digits(fraction)?.chars().chain("000".chars()).take(3);
    let millis = fraction.fold(0, |total, c| total * 10 + u64::from(c.to_digit(10).unwrap_or(0)));
    let total = seconds.checked_mul(1000)?.checked_add(millis)?;
    Some(Millis(if negative { 0 } else { total }))
}

/// The text, if it is all digits, and one at least.
fn digits(text: &str) -> Option<&str> {
    (!text.is_empty() && text.bytes().all(|c| c.is_ascii_digit())).then_some(text)
}
