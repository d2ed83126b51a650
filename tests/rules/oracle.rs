//! The rules of one board once more, slowly: a list of squares, every move tried and the board
//! looked at. It shares nothing with the crate but the FEN that it is given.

use std::collections::BTreeSet;

use catchmate::rules::BackRankDrops;

/// A piece: upper case for White, as in FEN.
type Piece = char;

#[derive(Clone, Debug)]
pub struct Oracle {
    squares: [Option<Piece>; 64],
    white: bool,
    castling: String,
    en_passant: Option<usize>,
    reserves: [String; 2],
}

const ROOK: [(isize, isize); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const BISHOP: [(isize, isize); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT: [(isize, isize); 8] =
    [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

pub const KINDS: [char; 5] = ['Q', 'R', 'B', 'N', 'P'];

pub fn name(square: usize) -> String {
    let (file, rank) = (square % 8, square / 8);
    format!("{}{}", char::from(b"abcdefgh"[file]), rank + 1)
}

fn number(name: &str) -> usize {
    let bytes = name.as_bytes();
    usize::from(bytes[0] - b'a') + 8 * usize::from(bytes[1] - b'1')
}

/// The square so many files and ranks away, if it is on the board.
pub fn neighbour(square: usize, (files, ranks): (isize, isize)) -> Option<usize> {
    let file = (square % 8).checked_add_signed(files)?;
    let rank = (square / 8).checked_add_signed(ranks)?;
    (file < 8 && rank < 8).then_some(file + 8 * rank)
}

impl Oracle {
    /// Reads a FEN with reserves that is known to be one.
    pub fn new(fen: &str) -> Oracle {
        let fields: Vec<&str> = fen.split(' ').collect();
        let (placement, reserve) =
            fields[0].trim_end_matches(']').split_once('[').unwrap_or((fields[0], ""));
        let mut squares = [None; 64];
        for (row, text) in placement.split('/').enumerate() {
            let mut file = 0;
            for symbol in text.chars() {
                if let Some(skipped) = symbol.to_digit(10) {
                    file += skipped as usize;
                } else {
                    squares[file + 8 * (7 - row)] = Some(symbol);
                    file += 1;
                }
            }
        }
        let white = fields[1] == "w";
        let castling = fields[2]
            .chars()
            .filter(|&right| {
                let (king, rook) = match right {
                    'K' => (("e1", 'K'), ("h1", 'R')),
                    'Q' => (("e1", 'K'), ("a1", 'R')),
                    'k' => (("e8", 'k'), ("h8", 'r')),
                    _ => (("e8", 'k'), ("a8", 'r')),
                };
                [king, rook].iter().all(|(name, piece)| squares[number(name)] == Some(*piece))
            })
            .collect();
        // Only where a pawn can just have stepped two squares.
        let en_passant = (fields[3] != "-").then(|| number(fields[3])).filter(|&crossed| {
            let back = if white { 1 } else { -1 };
            let pawn = if white { 'p' } else { 'P' };
            let on = |ranks| neighbour(crossed, (0, ranks)).and_then(|square| squares[square]);
            squares[crossed].is_none() && on(back).is_none() && on(-back) == Some(pawn)
        });
        let of = |upper: bool| -> String {
            reserve.chars().filter(|piece| piece.is_ascii_uppercase() == upper).collect()
        };
        let reserves = [of(true), of(false).to_uppercase()];
        Oracle { squares, white, castling, en_passant, reserves }
    }

    fn own(&self, role: char) -> Piece {
        if self.white { role } else { role.to_ascii_lowercase() }
    }

    fn is_own(&self, piece: Piece) -> bool {
        piece.is_ascii_uppercase() == self.white
    }

    /// The squares that the piece on `from` looks at, up to and including what blocks it.
    fn sight(&self, from: usize) -> Vec<usize> {
        let Some(piece) = self.squares[from] else { return Vec::new() };
        let ahead = if piece.is_ascii_uppercase() { 1 } else { -1 };
        let both = [ROOK, BISHOP].concat();
        let (steps, far): (Vec<(isize, isize)>, bool) = match piece.to_ascii_uppercase() {
            'P' => (vec![(-1, ahead), (1, ahead)], false),
            'N' => (KNIGHT.to_vec(), false),
            'K' => (both, false),
            'B' => (BISHOP.to_vec(), true),
            'R' => (ROOK.to_vec(), true),
            _ => (both, true),
        };
        let mut seen = Vec::new();
        for step in steps {
            let mut at = from;
            while let Some(next) = neighbour(at, step) {
                seen.push(next);
                at = next;
                if !far || self.squares[next].is_some() {
                    break;
                }
            }
        }
        seen
    }

    fn is_attacked(&self, square: usize, by_white: bool) -> bool {
        (0..64).any(|from| {
            self.squares[from].is_some_and(|piece| piece.is_ascii_uppercase() == by_white)
                && self.sight(from).contains(&square)
        })
    }

    /// Whether the king of that colour is attacked.
    pub fn in_check(&self, white: bool) -> bool {
        let king = if white { 'K' } else { 'k' };
        (0..64).any(|at| self.squares[at] == Some(king) && self.is_attacked(at, !white))
    }

    /// How many pieces of that kind the player on move holds.
    pub fn held(&self, kind: char) -> usize {
        self.reserves[usize::from(!self.white)].matches(kind).count()
    }

    pub fn white_on_move(&self) -> bool {
        self.white
    }

    fn without_right_letter(&self, square: usize) -> bool {
        let letter = match name(square).as_str() {
            "g1" => 'K',
            "c1" => 'Q',
            "g8" => 'k',
            "c8" => 'q',
            _ => return true,
        };
        !self.castling.contains(letter)
    }

    /// The board after a step, made without asking whether it is legal.
    fn after(&self, from: usize, to: usize) -> Oracle {
        let mut next = self.clone();
        let piece = next.squares[from].take();
        if piece == Some(self.own('P')) && Some(to) == self.en_passant && from % 8 != to % 8 {
            next.squares[to % 8 + from / 8 * 8] = None;
        }
        next.squares[to] = piece;
        next
    }

    fn pawn_goals(&self, from: usize) -> Vec<usize> {
        let ahead = if self.white { 1 } else { -1 };
        let mut goals = Vec::new();
        if let Some(one) = neighbour(from, (0, ahead)).filter(|&to| self.squares[to].is_none()) {
            goals.push(one);
            let on_second = from / 8 == if self.white { 1 } else { 6 };
            goals.extend(
                neighbour(one, (0, ahead)).filter(|&to| on_second && self.squares[to].is_none()),
            );
        }
        goals.extend(self.sight(from).into_iter().filter(|&to| {
            self.squares[to].is_some_and(|piece| !self.is_own(piece)) || Some(to) == self.en_passant
        }));
        goals
    }

    /// Castling as if every right were still there.
    fn castling_goals(&self, from: usize) -> Vec<usize> {
        let home = if self.white { 0 } else { 56 };
        let mut goals = Vec::new();
        if from != home + 4 || self.in_check(self.white) {
            return goals;
        }
        let free = |files: &[usize]| files.iter().all(|file| self.squares[home + file].is_none());
        let safe =
            |files: &[usize]| files.iter().all(|file| !self.is_attacked(home + file, !self.white));
        let rook = |file: usize| self.squares[home + file] == Some(self.own('R'));
        if rook(7) && free(&[5, 6]) && safe(&[5, 6]) {
            goals.push(home + 6);
        }
        if rook(0) && free(&[1, 2, 3]) && safe(&[2, 3]) {
            goals.push(home + 2);
        }
        goals
    }

    fn goals(&self, from: usize) -> Vec<usize> {
        match self.squares[from] {
            Some(piece) if self.is_own(piece) => {
                let goals = match piece.to_ascii_uppercase() {
                    'P' => self.pawn_goals(from),
                    _ => self.sight(from),
                };
                let mut goals: Vec<usize> = goals
                    .into_iter()
                    .filter(|&to| !self.squares[to].is_some_and(|other| self.is_own(other)))
                    .filter(|&to| !self.after(from, to).in_check(self.white))
                    .collect();
                if piece == self.own('K') {
                    let castling = self.castling_goals(from);
                    goals.extend(castling.into_iter().filter(|&to| !self.without_right_letter(to)));
                }
                goals
            }
            _ => Vec::new(),
        }
    }

    /// All legal board moves in UCI.
    pub fn board_moves(&self) -> BTreeSet<String> {
        (0..64)
            .flat_map(|from| self.goals(from).into_iter().map(move |to| (from, to)))
            .map(|(from, to)| name(from) + &name(to))
            .collect()
    }

    /// The number of the lowest rule that the drop breaks; `None` for a legal one.
    pub fn rule_broken_by_drop(&self, kind: char, to: usize, ban: BackRankDrops) -> Option<u8> {
        if self.squares[to].is_some() {
            return Some(13);
        }
        let mut after = self.clone();
        after.squares[to] = Some(self.own(kind));
        if after.in_check(!self.white) {
            Some(14)
        } else if matches!(to / 8, 0 | 7) && (kind == 'P' || ban == BackRankDrops::None) {
            Some(15)
        } else if after.in_check(self.white) {
            Some(16)
        } else {
            None
        }
    }

    /// The number of the lowest rule that a step which is not legal breaks.
    pub fn rule_broken_by_step(&self, from: usize, to: usize) -> u8 {
        let last = if self.white { 7 } else { 0 };
        match self.squares[from] {
            Some(piece) if piece == self.own('P') && from / 8 == last => 6,
            Some(piece)
                if piece == self.own('K')
                    && self.without_right_letter(to)
                    && self.castling_goals(from).contains(&to) =>
            {
                8
            }
            _ => 5,
        }
    }

    /// The status in its long form: every kind is tried on every square.
    pub fn status(&self, ban: BackRankDrops) -> &'static str {
        match (self.in_check(self.white), !self.board_moves().is_empty()) {
            (false, true) => "open",
            (true, true) => "check",
            (false, false) => "needs_drop",
            (true, false) => {
                let saved = KINDS.iter().any(|&kind| {
                    (0..64).any(|to| self.rule_broken_by_drop(kind, to, ban).is_none())
                });
                if saved { "check_needs_drop" } else { "mate" }
            }
        }
    }
}
