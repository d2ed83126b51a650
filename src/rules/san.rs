//! Algebraic notation (R39): `Nf3`, `exd5`, `O-O`, `N@f3`, `P@e4`.

use shakmaty::{Bitboard, File, Rank, Role, Square};

use super::movegen::Restraint;
use super::{BackRankDrops, Kind, Move, Position, Reserve, Status};

/// A text that is no algebraic notation, or names no legal move or several.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SanError {
    /// The text is not algebraic notation.
    #[error("not a move in algebraic notation")]
    Syntax,
    /// No legal move is written so.
    #[error("no legal move is written so")]
    NoSuchMove,
    /// Several legal moves are.
    #[error("several legal moves are written so")]
    Ambiguous,
}

/// The algebraic notation of a legal move, with `+` for check and `#` for mate (R18):
/// `Nf3`, `exd5`, `O-O`, `a8` without promotion, `N@f3`, and `P@e4` for a pawn drop.
///
/// Of several pieces that could go to the same square only those count that may legally go there.
/// A move that is not legal has no algebraic notation; it is given as in UCI.
pub fn san(before: &Position, action: Move, back_rank_drops: BackRankDrops) -> String {
    let Move::Step { from, to } = action else {
        // A drop gives no check (R14), so nothing follows it.
        return action.to_string();
    };
    let restraint = before.restraint();
    let role = match before.board().piece_at(from) {
        Some(piece)
            if piece.color == before.turn()
                && before.targets(&restraint, piece.role, from).contains(to) =>
        {
            piece.role
        }
        _ => return action.to_string(),
    };

    let mut text = String::with_capacity(8);
    let played = before.played(action);
    if is_castling(role, from, to) {
        text.push_str(if to.file() == File::G { "O-O" } else { "O-O-O" });
    } else {
        if role != Role::Pawn {
            text.push(role.upper_char());
        }
        push_origin(&mut text, before, &restraint, role, from, to);
        if played.captured.is_some() {
            if role == Role::Pawn {
                text.push(from.file().char());
            }
            text.push('x');
        }
        text.extend([to.file().char(), to.rank().char()]);
    }
    if played.position.is_check() {
        let mate = played.position.status(back_rank_drops) == Status::Mate;
        text.push(if mate { '#' } else { '+' });
    }
    text
}

/// Adds the file, else the rank, else both, where another piece of that role may go there too.
fn push_origin(
    text: &mut String,
    before: &Position,
    restraint: &Restraint,
    role: Role,
    from: Square,
    to: Square,
) {
    if matches!(role, Role::Pawn | Role::King) {
        return;
    }
    let pieces = before.board().by_piece(role.of(before.turn())).without(from);
    let rivals: Bitboard = pieces
        .into_iter()
        .filter(|&other| before.targets(restraint, role, other).contains(to))
        .collect();
    if rivals.any() {
        let same_file = rivals.intersects(from.file());
        let same_rank = rivals.intersects(from.rank());
        if !same_file || same_rank {
            text.push(from.file().char());
        }
        if same_file {
            text.push(from.rank().char());
        }
    }
}

fn is_castling(role: Role, from: Square, to: Square) -> bool {
    role == Role::King && from.file().distance(to.file()) == 2
}

/// Finds the legal move that the notation names; `@e4` is read like `P@e4`, and check signs and
/// annotation glyphs are ignored.
///
/// Also read are castling with zeros, a capture without `x`, and more of the square of origin than
/// is needed. A promotion, `a8=Q`, is notation, but names no legal move (R6).
pub fn find_san(
    before: &Position,
    text: &str,
    reserve: &Reserve,
    back_rank_drops: BackRankDrops,
) -> Result<Move, SanError> {
    match parse(text).ok_or(SanError::Syntax)? {
        Notation::Drop { kind, to } => {
            let action = Move::Drop { kind, to };
            let legal = before.is_legal(action, reserve, back_rank_drops);
            if legal { Ok(action) } else { Err(SanError::NoSuchMove) }
        }
        Notation::Castling { file } => {
            let from = before.king(before.turn());
            let to = Square::from_coords(file, before.turn().backrank());
            let legal = is_castling(Role::King, from, to) && before.destinations(from).contains(to);
            if legal { Ok(Move::Step { from, to }) } else { Err(SanError::NoSuchMove) }
        }
        Notation::Step(step) => step.find(before),
    }
}

enum Notation {
    Drop { kind: Kind, to: Square },
    Castling { file: File },
    Step(Step),
}

struct Step {
    role: Role,
    file: Option<File>,
    rank: Option<Rank>,
    captures: bool,
    to: Square,
    promotes: bool,
}

impl Step {
    fn find(&self, before: &Position) -> Result<Move, SanError> {
        if self.promotes {
            return Err(SanError::NoSuchMove);
        }
        let restraint = before.restraint();
        // `e4` is a step on the e-file; a pawn that captures names the file it leaves.
        let pawn_file = (self.role == Role::Pawn).then_some(self.to.file());
        let mut found = None;
        for from in before.board().by_piece(self.role.of(before.turn())) {
            if self.file.or(pawn_file).is_none_or(|file| file == from.file())
                && self.rank.is_none_or(|rank| rank == from.rank())
                && before.targets(&restraint, self.role, from).contains(self.to)
                && !is_castling(self.role, from, self.to)
            {
                if found.is_some() {
                    return Err(SanError::Ambiguous);
                }
                found = Some(Move::Step { from, to: self.to });
            }
        }
        let action = found.ok_or(SanError::NoSuchMove)?;
        if self.captures && before.played(action).captured.is_none() {
            return Err(SanError::NoSuchMove);
        }
        Ok(action)
    }
}

fn parse(text: &str) -> Option<Notation> {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    match text {
        "O-O" | "0-0" => return Some(Notation::Castling { file: File::G }),
        "O-O-O" | "0-0-0" => return Some(Notation::Castling { file: File::C }),
        _ => {}
    }
    let bytes = text.as_bytes();
    match *bytes {
        [b'@', file, rank] => {
            return Some(Notation::Drop { kind: Kind::Pawn, to: square(file, rank)? });
        }
        [kind, b'@', file, rank] => {
            let kind = Kind::from_letter(kind.into())?;
            return Some(Notation::Drop { kind, to: square(file, rank)? });
        }
        _ => {}
    }

    let (role, rest) = match bytes {
        [b'K', rest @ ..] => (Role::King, rest),
        [b'Q', rest @ ..] => (Role::Queen, rest),
        [b'R', rest @ ..] => (Role::Rook, rest),
        [b'B', rest @ ..] => (Role::Bishop, rest),
        [b'N', rest @ ..] => (Role::Knight, rest),
        rest => (Role::Pawn, rest),
    };
    let (rest, promotes) = match rest {
        [rest @ .., b'=', b'Q' | b'R' | b'B' | b'N'] if role == Role::Pawn => (rest, true),
        [rest @ .., b'Q' | b'R' | b'B' | b'N'] if role == Role::Pawn => (rest, true),
        rest => (rest, false),
    };
    let [origin @ .., file, rank] = rest else { return None };
    let to = square(*file, *rank)?;
    let (origin, captures) = match origin {
        [origin @ .., b'x'] => (origin, true),
        origin => (origin, false),
    };
    let (file, rank) = match *origin {
        [] => (None, None),
        [file, rank] => (Some(File::from_char(file.into())?), Some(Rank::from_char(rank.into())?)),
        [one] => match File::from_char(one.into()) {
            Some(file) => (Some(file), None),
            None => (None, Some(Rank::from_char(one.into())?)),
        },
        _ => return None,
    };
    Some(Notation::Step(Step { role, file, rank, captures, to, promotes }))
}

fn square(file: u8, rank: u8) -> Option<Square> {
    Square::from_ascii(&[file, rank]).ok()
}
