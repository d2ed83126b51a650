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
/// Also read are castling with zeros, a capture without `x`, a pawn's capture without its file, a
/// drop's letter in lower case, and more of the square of origin than is needed. A promotion, `a8=Q`, is notation, but names no legal move (R6).
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
        // `e4` is a step on the e-file; a pawn that captures names the file it leaves, or at least
        // that it captures.
        let steps = self.role == Role::Pawn && !self.captures;
        let pawn_file = steps.then_some(self.to.file());
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
            let kind = Kind::from_letter(char::from(kind).to_ascii_uppercase())?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Setup;

    const NO_PAWNS: BackRankDrops = BackRankDrops::NoPawns;

    fn check_san(fen: &str, pairs: &[(&str, &str)]) {
        let Setup { position, reserves } = fen.parse().unwrap();
        let reserve = reserves.get(position.turn());
        for &(uci, expected) in pairs {
            let action = uci.parse::<crate::rules::Attempt>().unwrap().action;
            assert_eq!(san(&position, action, NO_PAWNS), expected, "{uci} in {fen}");
            let found = find_san(&position, expected, reserve, NO_PAWNS);
            assert_eq!(found, Ok(action), "{expected} in {fen}");
        }
    }

    fn check_find(fen: &str, text: &str, expected: Result<&str, SanError>) {
        let Setup { position, reserves } = fen.parse().unwrap();
        let reserve = reserves.get(position.turn());
        let found = find_san(&position, text, reserve, NO_PAWNS).map(|action| action.to_string());
        assert_eq!(found, expected.map(str::to_owned), "{text} in {fen}");
    }

    #[test]
    fn r39_moves_are_written_as_on_a_scoresheet() {
        check_san(
            "r3k2r/P6p/8/3pP3/8/5N2/8/R3K2R[NPq] w KQkq d6 0 2",
            &[
                ("e1g1", "O-O"),
                ("e1c1", "O-O-O"),
                ("e5d6", "exd6"),
                ("e5e6", "e6"),
                ("f3d4", "Nd4"),
                ("h1h7", "Rxh7"),
                ("N@g3", "N@g3"),
                ("P@e6", "P@e6"),
            ],
        );
        check_san("1r5k/P7/8/8/8/8/8/4K3 w - - 0 1", &[("a7a8", "a8"), ("a7b8", "axb8")]);
    }

    #[test]
    fn r39_of_several_pieces_the_square_of_origin_tells() {
        check_san(
            "4k3/8/8/8/R7/8/8/R2K3R w - - 0 1",
            &[("a1a2", "R1a2"), ("a4a2", "R4a2"), ("a1b1", "Rb1"), ("h1h2", "Rh2")],
        );
        check_san(
            "2k5/8/8/8/1Q5Q/8/8/K6Q w - - 0 1",
            &[("h4e1", "Qh4e1"), ("b4e1", "Qbe1"), ("h1e1", "Q1e1")],
        );
        // A pinned knight is no rival.
        check_san("4r2k/8/8/8/8/4N3/8/N3K3 w - - 0 1", &[("a1c2", "Nc2")]);
    }

    #[test]
    fn r18_the_sign_of_mate_stands_only_where_no_drop_could_help() {
        check_san("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", &[("e1e8", "Re8+")]);
        check_san("7k/7p/7K/6Q1/8/8/8/8 w - - 0 1", &[("g5g7", "Qg7#")]);
    }

    #[test]
    fn what_people_type_is_found() {
        let fen = "r3k2r/8/8/3p4/4P3/5N2/8/R3K2R[NP] w KQkq - 0 1";
        check_find(fen, "@a4", Ok("P@a4"));
        check_find(fen, "0-0", Ok("e1g1"));
        check_find(fen, "0-0-0+", Ok("e1c1"));
        check_find(fen, "exd5!?", Ok("e4d5"));
        check_find(fen, "ed5", Ok("e4d5"));
        check_find(fen, "xd5", Ok("e4d5"));
        check_find(fen, "n@a4", Ok("N@a4"));
        check_find(fen, "e4d5", Ok("e4d5"));
        check_find(fen, "Rxh8+", Ok("h1h8"));
        check_find(fen, "Rh8#", Ok("h1h8"));
        check_find(fen, "Nf3d4", Ok("f3d4"));
        check_find(fen, "e5", Ok("e4e5"));
    }

    #[test]
    fn what_names_no_move_or_several_is_refused() {
        let fen = "1r4k1/P7/8/8/8/8/4K3/R6R[N] w - - 0 1";
        for text in ["a8=Q", "axb8=N+", "a8Q", "O-O", "Nf3", "e4", "P@e4", "B@e4", "N@h6", "Rxa2"] {
            check_find(fen, text, Err(SanError::NoSuchMove));
        }
        check_find(fen, "Rd1", Err(SanError::Ambiguous));
        // Without its file a pawn only steps ahead.
        check_find("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5", Err(SanError::NoSuchMove));
        for text in ["", "e9", "K@e4", "Pe4", "N@", "xx", "Rh1-h2", "é4", "Ra1h1a1", "+", "=Q", "x"]
        {
            check_find(fen, text, Err(SanError::Syntax));
        }
    }

    #[test]
    fn a_move_that_is_not_legal_is_given_as_in_uci() {
        let position = Position::initial();
        for (from, to) in [(Square::E4, Square::E5), (Square::E1, Square::E8)] {
            let text = san(&position, Move::Step { from, to }, NO_PAWNS);
            assert_eq!(text, format!("{from}{to}"));
        }
    }
}
