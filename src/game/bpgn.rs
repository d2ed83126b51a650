//! Reading BPGN, line by line: records of this server, and those of others.
//!
//! Other programs break lines elsewhere, write several tags on a line, other comments or none, and
//! move numbers glued to their moves; all that is read. What a move means is not looked at before
//! [`BpgnGame::replay`].

use crate::ids::{Millis, Seat};

mod replay;
#[cfg(test)]
mod tests;
mod words;

pub use replay::BpgnReplayProblem;
use words::{Word, millis_of_comment};

/// How much of a comment is looked at; a clock stands at its beginning.
const COMMENT_KEPT: usize = 256;

/// One game of a BPGN text, as it is written there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BpgnGame {
    /// The line on which it begins, counted from 1.
    pub line: usize,
    /// The tags in their order.
    pub tags: Vec<(String, String)>,
    /// The moves of both boards, in their order.
    pub moves: Vec<BpgnMove>,
    /// The draw offers.
    pub offers: Vec<BpgnOffer>,
    /// The result that stands behind the moves, such as `1-0`, or `*`.
    pub result: Option<&'static str>,
}

/// A move as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BpgnMove {
    /// The line on which it stands.
    pub line: usize,
    /// Whose letter stands before it.
    pub seat: Seat,
    /// The move in algebraic notation.
    pub san: String,
    /// What its player's clock showed afterwards.
    pub left: Option<Millis>,
    /// How long the match had lasted, where the record tells that instead.
    pub since_start: Option<Millis>,
}

/// A draw offer, `(=)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BpgnOffer {
    /// How many moves stand before it.
    pub after: usize,
    /// Who made it, where that is written.
    pub seat: Option<Seat>,
}

/// Why a game cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct BpgnError {
    /// The line, counted from 1.
    pub line: usize,
    /// How many moves of the game stand before it.
    pub at: usize,
    /// What is wrong.
    pub problem: BpgnProblem,
}

/// What is wrong with a text that should be BPGN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BpgnProblem {
    /// A tag that is none.
    #[error("a tag is written like [WhiteA \"Anna\"]")]
    Tag,
    /// A comment that nothing closes.
    #[error("the comment is not closed by `}}`")]
    Comment,
    /// A variation that nothing closes.
    #[error("the variation is not closed by `)`")]
    Variation,
    /// A move whose board is not told.
    #[error("before each move stands its board, such as `12A.` or `12b.`, but not before `{0}`")]
    NoBoard(String),
    /// A line that is not read; the caller says why.
    #[error("{0}")]
    Line(String),
}

impl BpgnGame {
    /// The value of the first tag of that name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// The result of team 1: that of the tag, else that behind the moves.
    pub fn result(&self) -> Option<&str> {
        self.tag("Result").or(self.result)
    }

    fn is_empty(&self) -> bool {
        self.tags.is_empty() && !self.has_moves()
    }

    /// Whether anything stands behind the tags.
    fn has_moves(&self) -> bool {
        !self.moves.is_empty() || !self.offers.is_empty() || self.result.is_some()
    }
}

/// Reads all games of a text.
pub fn read_bpgn(text: &str) -> Vec<Result<BpgnGame, BpgnError>> {
    let mut reader = BpgnReader::default();
    let mut games: Vec<_> = text.split('\n').flat_map(|line| reader.line(line)).collect();
    games.extend(reader.end());
    games
}

/// Reads games line by line, and holds one of them at a time.
#[derive(Clone, Debug, Default)]
pub struct BpgnReader {
    line: usize,
    game: BpgnGame,
    /// Whose letter was read last, where his move has not come yet.
    mover: Option<Seat>,
    /// Whether the last thing was an offer, so that a comment may say whose.
    after_offer: bool,
    inside: Inside,
    done: Vec<Result<BpgnGame, BpgnError>>,
}

/// What a line begins in.
#[derive(Clone, Debug, Default)]
enum Inside {
    #[default]
    Game,
    /// A comment, from that line on; in so many variations.
    Comment { from: usize, text: String, variations: usize },
    /// A variation, from that line on, and others in it.
    Variation { from: usize, depth: usize },
    /// A game that cannot be read; whether its tags are behind.
    Ruin { past_tags: bool },
}

impl BpgnReader {
    /// Takes in the next line, with or without its line break, and gives the games that are
    /// complete. After an error the reading goes on with the next game.
    pub fn line(&mut self, text: &str) -> Vec<Result<BpgnGame, BpgnError>> {
        self.line += 1;
        // Files begin with a byte order mark, and may have been put together of several.
        let text = text.trim_start_matches('\u{feff}');
        self.leave_ruin(text);
        let mut rest = if text.starts_with('%') { "" } else { text };
        while !rest.is_empty() {
            rest = match &mut self.inside {
                Inside::Game => self.read_game(rest),
                Inside::Comment { .. } => self.read_comment(rest),
                Inside::Variation { from, depth } => {
                    let from = *from;
                    let (depth, rest) = words::skip_variation(rest, *depth);
                    self.inside = match rest.strip_prefix('{') {
                        Some(_) => Inside::Comment { from, text: String::new(), variations: depth },
                        None if depth == 0 => Inside::Game,
                        None => Inside::Variation { from, depth },
                    };
                    rest.strip_prefix('{').unwrap_or(rest)
                }
                Inside::Ruin { .. } => "",
            };
        }
        if let Inside::Comment { text, .. } = &mut self.inside
            && text.len() < COMMENT_KEPT
        {
            text.push(' ');
        }
        std::mem::take(&mut self.done)
    }

    /// Takes in a line that the caller could not read.
    pub fn unreadable_line(&mut self, why: &str) -> Vec<Result<BpgnGame, BpgnError>> {
        self.line += 1;
        if !matches!(self.inside, Inside::Ruin { .. }) {
            self.fail(self.line, BpgnProblem::Line(why.to_owned()));
        }
        std::mem::take(&mut self.done)
    }

    /// Gives the last game.
    pub fn end(&mut self) -> Vec<Result<BpgnGame, BpgnError>> {
        match self.inside {
            Inside::Comment { from, .. } => self.fail(from, BpgnProblem::Comment),
            Inside::Variation { from, .. } => self.fail(from, BpgnProblem::Variation),
            Inside::Game | Inside::Ruin { .. } => self.finish_game(),
        }
        std::mem::take(&mut self.done)
    }

    /// After what cannot be read, or in a comment that was not closed, a game begins where tags
    /// do.
    fn leave_ruin(&mut self, text: &str) {
        let text = text.trim_start();
        let first = words::starts_game(text);
        match &mut self.inside {
            Inside::Ruin { past_tags } => {
                let is_tag = words::tag(text).is_some();
                if first || (*past_tags && is_tag) {
                    self.inside = Inside::Game;
                } else if !is_tag && !text.starts_with('[') && !text.is_empty() {
                    *past_tags = true;
                }
            }
            Inside::Comment { from, .. } if first => {
                let from = *from;
                self.fail(from, BpgnProblem::Comment);
                self.inside = Inside::Game;
            }
            Inside::Variation { from, .. } if first => {
                let from = *from;
                self.fail(from, BpgnProblem::Variation);
                self.inside = Inside::Game;
            }
            _ => {}
        }
    }

    /// Reads the next thing outside of comments, and gives the rest of the line.
    fn read_game<'a>(&mut self, text: &'a str) -> &'a str {
        let text = text.trim_start();
        let Some(first) = text.chars().next() else { return "" };
        let after = &text[first.len_utf8()..];
        match first {
            '[' => self.read_tag(text),
            '{' => {
                let (from, text) = (self.line, String::new());
                self.inside = Inside::Comment { from, text, variations: 0 };
                after
            }
            ';' => "",
            '(' => {
                if let Some(after) = text.strip_prefix("(=)") {
                    self.offer();
                    return after;
                }
                self.inside = Inside::Variation { from: self.line, depth: 1 };
                after
            }
            // What closes nothing is passed over.
            '}' | ')' | ']' => after,
            _ => {
                let (word, rest) = words::split_word(text);
                self.word(word);
                rest
            }
        }
    }

    fn read_tag<'a>(&mut self, text: &'a str) -> &'a str {
        let Some((name, value, rest)) = words::tag(text) else {
            self.fail(self.line, BpgnProblem::Tag);
            return "";
        };
        if self.game.has_moves() || (name == "Event" && self.game.tag("Event").is_some()) {
            self.finish_game();
        }
        self.begin();
        self.game.tags.push((name.to_owned(), value));
        rest
    }

    /// Reads on in a comment, as far as this line goes.
    fn read_comment<'a>(&mut self, text: &'a str) -> &'a str {
        let Inside::Comment { from, text: comment, variations } = &mut self.inside else {
            return text;
        };
        let (part, rest) = text.split_once('}').unwrap_or((text, ""));
        if comment.len() < COMMENT_KEPT {
            comment.extend(part.chars().take(COMMENT_KEPT));
        }
        if part.len() == text.len() {
            return "";
        }
        let (from, depth, comment) = (*from, *variations, std::mem::take(comment));
        self.inside = match depth {
            0 => Inside::Game,
            depth => Inside::Variation { from, depth },
        };
        if depth == 0 {
            self.comment(comment.trim());
        }
        rest
    }

    /// Notes what a comment says of the move or the offer before it.
    fn comment(&mut self, text: &str) {
        if self.game.result.is_some() || self.mover.is_some() {
            return;
        }
        if let (true, Some(offer), Ok(seat)) =
            (self.after_offer, self.game.offers.last_mut(), text.parse())
        {
            offer.seat = Some(seat);
            self.after_offer = false;
            return;
        }
        let Some(made) = self.game.moves.last_mut() else { return };
        let (left, since_start) = millis_of_comment(text);
        made.left = made.left.or(left);
        made.since_start = made.since_start.or(since_start);
    }

    fn offer(&mut self) {
        if self.game.result.is_none() {
            self.begin();
            self.game.offers.push(BpgnOffer { after: self.game.moves.len(), seat: None });
            self.after_offer = true;
        }
    }

    fn word(&mut self, word: &str) {
        let mut text = word;
        // Behind a mover's letter his move may be glued.
        while !text.is_empty() {
            text = match words::read(text, self.mover.is_some()) {
                Word::Nothing => "",
                Word::Result(result) => {
                    self.begin();
                    self.game.result = Some(result);
                    self.mover = None;
                    ""
                }
                Word::Mover(seat, glued) => {
                    // Behind a result there is another game, even without tags.
                    if self.game.result.is_some() {
                        self.finish_game();
                    }
                    self.begin();
                    self.mover = Some(seat);
                    glued
                }
                Word::Other(text) => {
                    self.san(text);
                    ""
                }
            };
        }
    }

    fn san(&mut self, text: &str) {
        let Some(seat) = self.mover.take() else {
            let shown = text.chars().take(20).collect();
            return self.fail(self.line, BpgnProblem::NoBoard(shown));
        };
        let (line, san) = (self.line, text.to_owned());
        self.game.moves.push(BpgnMove { line, seat, san, left: None, since_start: None });
        self.after_offer = false;
    }

    /// Notes where the game begins.
    fn begin(&mut self) {
        if self.game.line == 0 {
            self.game.line = self.line;
        }
    }

    fn finish_game(&mut self) {
        let game = std::mem::take(&mut self.game);
        self.mover = None;
        self.after_offer = false;
        if !game.is_empty() {
            self.done.push(Ok(game));
        }
    }

    fn fail(&mut self, line: usize, problem: BpgnProblem) {
        // What has its result is whole.
        if self.game.result.is_some() {
            self.finish_game();
        }
        let past_tags = self.game.has_moves() || !matches!(problem, BpgnProblem::Tag);
        let at = self.game.moves.len();
        self.done.push(Err(BpgnError { line, at, problem }));
        self.game = BpgnGame::default();
        self.mover = None;
        self.after_offer = false;
        self.inside = Inside::Ruin { past_tags };
    }
}
