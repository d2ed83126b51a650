//! Commands that answer each line of standard input with a line of JSON.
//!
//! One line is held at a time, so that an input of any length takes the same memory. The output is
//! flushed whenever the next line is not there yet: a program on the other end of two pipes may
//! write a line and wait for the answer.

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::process::ExitCode;

use serde::Serialize;

/// The longest line that is read, in bytes; a match of a hundred thousand moves fits.
pub(super) const MAX_LINE: usize = 1 << 20;

pub(super) const BUFFER: usize = 1 << 16;

/// Why a line cannot be answered.
#[derive(Debug, thiserror::Error)]
pub(super) enum BadLine {
    #[error("the line is longer than {MAX_LINE} bytes")]
    TooLong,
    #[error("the line is not UTF-8")]
    NotUtf8,
    #[error("the line is empty")]
    Empty,
}

/// Answers every line of `input` on `output`. `answer` is given the line without its line break
/// and surrounding white space, and says what to print: `Ok` for a good line, `Err` for a bad one.
/// The exit code tells whether one was bad.
pub(super) fn answer_lines<A: Serialize, E: Serialize>(
    input: impl Read,
    output: impl Write,
    mut answer: impl FnMut(Result<&str, BadLine>) -> Result<A, E>,
) -> io::Result<ExitCode> {
    let mut input = BufReader::with_capacity(BUFFER, input);
    let mut output = BufWriter::with_capacity(BUFFER, output);
    let mut line = Vec::new();
    let mut all_good = true;
    loop {
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
        let Some(read) = read_line(&mut input, &mut line)? else { break };
        let text = read.and_then(|()| match str::from_utf8(&line).map(str::trim) {
            Ok("") => Err(BadLine::Empty),
            Ok(text) => Ok(text),
            Err(_) => Err(BadLine::NotUtf8),
        });
        all_good &= write_answer(&mut output, &answer(text))?;
    }
    output.flush()?;
    Ok(if all_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Writes one line of JSON, and tells whether it is a good one.
pub(super) fn write_answer<A: Serialize, E: Serialize>(
    mut output: impl Write,
    answer: &Result<A, E>,
) -> io::Result<bool> {
    match answer {
        Ok(answer) => serde_json::to_writer(&mut output, answer)?,
        Err(error) => serde_json::to_writer(&mut output, error)?,
    }
    output.write_all(b"\n")?;
    Ok(answer.is_ok())
}

/// Reads the next line into `line`, without its line feed; `None` at the end of the input. Of a
/// line that is too long the rest is read past.
pub(super) fn read_line(
    input: &mut impl BufRead,
    line: &mut Vec<u8>,
) -> io::Result<Option<Result<(), BadLine>>> {
    line.clear();
    let limit = MAX_LINE as u64 + 1;
    if input.by_ref().take(limit).read_until(b'\n', line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > MAX_LINE {
        line.clear();
        input.skip_until(b'\n')?;
        return Ok(Some(Err(BadLine::TooLong)));
    }
    Ok(Some(Ok(())))
}
