//! Move texts: UCI with drops, `e2e4` and `N@f3`.

use std::fmt;
use std::str::FromStr;

use shakmaty::{Role, Square};

use super::{Attempt, Kind, Move};

/// A text that is no move: neither `e2e4` nor `N@f3`, with or without a promotion letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a move is written like e2e4, e1g1, N@f3 or P@e4")]
pub struct MoveSyntaxError;

impl FromStr for Attempt {
    type Err = MoveSyntaxError;

    /// Reads exactly `e2e4`, `a7a8q` (with `q`, `r`, `b` or `n`) or `N@f3` (with `Q`, `R`, `B`,
    /// `N` or `P`).
    fn from_str(text: &str) -> Result<Attempt, MoveSyntaxError> {
        match *text.as_bytes() {
            [kind, b'@', file, rank] => {
                let kind = Kind::from_letter(kind.into()).ok_or(MoveSyntaxError)?;
                Ok(Move::Drop { kind, to: square(file, rank)? }.into())
            }
            [from_file, from_rank, to_file, to_rank] => {
                let (from, to) = (square(from_file, from_rank)?, square(to_file, to_rank)?);
                Ok(Move::Step { from, to }.into())
            }
            [from_file, from_rank, to_file, to_rank, letter] => {
                let (from, to) = (square(from_file, from_rank)?, square(to_file, to_rank)?);
                let promotion = match letter {
                    b'q' => Role::Queen,
                    b'r' => Role::Rook,
                    b'b' => Role::Bishop,
                    b'n' => Role::Knight,
                    _ => return Err(MoveSyntaxError),
                };
                Ok(Attempt { action: Move::Step { from, to }, promotion: Some(promotion) })
            }
            _ => Err(MoveSyntaxError),
        }
    }
}

/// The square of that name, in lower case.
pub(super) fn square(file: u8, rank: u8) -> Result<Square, MoveSyntaxError> {
    Square::from_ascii(&[file, rank]).map_err(|_| MoveSyntaxError)
}

impl Move {
    /// The four letters of the move, as UCI writes it.
    pub fn letters(self) -> [char; 4] {
        match self {
            Move::Step { from, to } => {
                [from.file().char(), from.rank().char(), to.file().char(), to.rank().char()]
            }
            Move::Drop { kind, to } => [kind.letter(), '@', to.file().char(), to.rank().char()],
        }
    }
}

/// UCI: `e2e4`, `N@f3`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letters().into_iter().try_for_each(|letter| fmt::Write::write_char(f, letter))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_and_written() {
        for text in ["e2e4", "e1g1", "a7a8", "Q@a1", "N@f3", "P@e4"] {
            let attempt: Attempt = text.parse().unwrap();
            assert_eq!(attempt.promotion, None);
            assert_eq!(attempt.action.to_string(), text);
        }
        let attempt: Attempt = "a7a8n".parse().unwrap();
        assert_eq!(attempt.promotion, Some(Role::Knight));
        assert_eq!(attempt.action.to_string(), "a7a8");
    }

    #[test]
    fn anything_else_is_no_move() {
        for text in [
            "",
            "e",
            "e2",
            "e2e",
            "e2e9",
            "i2e4",
            "E2E4",
            "e2-e4",
            "e2e4 ",
            " e2e4",
            "e2e4Q",
            "e7e8k",
            "e7e8p",
            "e7e8qq",
            "0000",
            "@e4",
            "K@e4",
            "n@f3",
            "p@e4",
            "N@f9",
            "N@@f",
            "N@f3q",
            "NN@f3",
            "é2e",
            "N@é",
            "e2\u{1F600}",
            "O-O",
            "e4",
        ] {
            assert_eq!(text.parse::<Attempt>(), Err(MoveSyntaxError), "{text:?}");
        }
    }
}
