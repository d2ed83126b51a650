//! The games of a BPGN file, one after the other: one of them is held at a time.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::{self, BufRead};

use super::lines::read_line;
use crate::game::{BpgnError, BpgnGame, BpgnReader};

/// Reads games from a file of any length.
pub(super) struct Games<R> {
    input: R,
    reader: BpgnReader,
    line: Vec<u8>,
    /// Complete games that nobody has asked for yet.
    ready: VecDeque<Result<BpgnGame, BpgnError>>,
    at_end: bool,
}

impl<R: BufRead> Games<R> {
    pub(super) fn new(input: R) -> Games<R> {
        let (reader, line, ready) = (BpgnReader::default(), Vec::new(), VecDeque::new());
        Games { input, reader, line, ready, at_end: false }
    }

    /// The next game, or what is wrong with it; `None` at the end. After an error of the input
    /// there is no more.
    pub(super) fn next_game(&mut self) -> io::Result<Option<Result<BpgnGame, BpgnError>>> {
        while self.ready.is_empty() && !self.at_end {
            let read = read_line(&mut self.input, &mut self.line);
            self.at_end = !matches!(read, Ok(Some(_)));
            let found = match read? {
                Some(Ok(())) => self.reader.line(&decode(&self.line)),
                Some(Err(error)) => self.reader.unreadable_line(&error.to_string()),
                None => self.reader.end(),
            };
            self.ready.extend(found);
        }
        Ok(self.ready.pop_front())
    }
}

/// The text of a line: UTF-8, and what is not, as Latin-1, in which old records are.
fn decode(line: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = str::from_utf8(line) {
        return text.into();
    }
    let mut text = String::new();
    for chunk in line.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().copied().map(char::from));
    }
    text.into()
}
