//! The legal moves and drops of one board (R5 to R8, R13 to R16), on bitboards.
//!
//! Everything here works on sets of squares: a piece's destinations are one [`Bitboard`], the
//! drops of a kind another. Lists are made only where somebody asks for one.

use shakmaty::{Bitboard, Color, Rank, Role, Square, attacks};

use super::{BackRankDrops, Kind, Move, Position, Reserve};

/// What restrains the player on move: who checks his king, and which of his pieces are pinned.
pub(super) struct Restraint {
    us: Color,
    king: Square,
    /// The pieces that give check.
    pub(super) checkers: Bitboard,
    /// His pieces that alone stand between his king and a piece that would check it.
    pinned: Bitboard,
    /// Where a piece other than the king leaves no check unanswered: anywhere without a check, on
    /// the checker or between it and the king with one, nowhere with two.
    answers: Bitboard,
}

impl Restraint {
    /// Those of the squares to which the piece on `from` may go without baring its king.
    fn filter(&self, from: Square, targets: Bitboard) -> Bitboard {
        let targets = targets & self.answers;
        if self.pinned.contains(from) { targets & attacks::ray(self.king, from) } else { targets }
    }
}

impl Position {
    /// The king of that colour. Every position has exactly one a side: the starting position has,
    /// FEN is refused without, and no legal move captures one.
    pub(super) fn king(&self, color: Color) -> Square {
        self.board.king_of(color).expect("a position has one king a side")
    }

    /// The opponent's pieces that give check to the player on move.
    pub(super) fn checkers(&self) -> Bitboard {
        self.board.attacks_to(self.king(self.turn), self.turn.other(), self.board.occupied())
    }

    /// What restrains the player on move.
    pub(super) fn restraint(&self) -> Restraint {
        let (us, them) = (self.turn, self.turn.other());
        let king = self.king(us);
        let (ours, theirs) = (self.board.by_color(us), self.board.by_color(them));

        let mut checkers = theirs
            & ((attacks::knight_attacks(king) & self.board.knights())
                | (attacks::pawn_attacks(us, king) & self.board.pawns()));
        let mut pinned = Bitboard::EMPTY;

        // Seen through our own pieces, the opponent's sliders either check or pin.
        let snipers = (attacks::rook_attacks(king, theirs) & self.board.rooks_and_queens())
            | (attacks::bishop_attacks(king, theirs) & self.board.bishops_and_queens());
        for sniper in snipers & theirs {
            let shield = attacks::between(king, sniper) & ours;
            if shield.is_empty() {
                checkers.add_const(Bitboard::from_square(sniper));
            } else if !shield.more_than_one() {
                pinned |= shield;
            }
        }

        let answers = if checkers.is_empty() {
            Bitboard::FULL
        } else if let Some(checker) = checkers.single_square() {
            attacks::between(king, checker) | checkers
        } else {
            Bitboard::EMPTY
        };
        Restraint { us, king, checkers, pinned, answers }
    }

    /// The legal destinations of a piece of the player on move.
    pub(super) fn targets(&self, restraint: &Restraint, role: Role, from: Square) -> Bitboard {
        let (ours, occupied) = (self.board.by_color(restraint.us), self.board.occupied());
        match role {
            Role::Pawn => self.pawn_targets(restraint, from),
            Role::Knight => restraint.filter(from, attacks::knight_attacks(from) & !ours),
            Role::Bishop => restraint.filter(from, attacks::bishop_attacks(from, occupied) & !ours),
            Role::Rook => restraint.filter(from, attacks::rook_attacks(from, occupied) & !ours),
            Role::Queen => restraint.filter(from, attacks::queen_attacks(from, occupied) & !ours),
            Role::King => self.king_targets(restraint),
        }
    }

    /// A pawn's legal destinations. One on the last rank has none, because all of them would lie
    /// off the board (R6); one on its own second rank may step two squares (R7).
    fn pawn_targets(&self, restraint: &Restraint, from: Square) -> Bitboard {
        let us = restraint.us;
        let ahead = us.fold_wb(8, -8);
        let free = !self.board.occupied();
        let step = Bitboard::from_square(from).shift(ahead) & free;
        let double = (step & us.relative_rank(Rank::Third)).shift(ahead) & free;
        let attacked = attacks::pawn_attacks(us, from);
        let captures = attacked & self.board.by_color(us.other());

        let mut targets = restraint.filter(from, step | double | captures);
        if let Some(to) = self.en_passant
            && attacked.contains(to)
            && self.en_passant_is_safe(from, to)
        {
            targets.add_const(Bitboard::from_square(to));
        }
        targets
    }

    /// Whether capturing en passant leaves the own king out of check. Two pieces leave their
    /// squares at once, so pins do not tell: the board after the capture is looked at.
    pub(super) fn en_passant_is_safe(&self, from: Square, to: Square) -> bool {
        let captured = Bitboard::from_square(Square::from_coords(to.file(), from.rank()));
        let occupied = (self.board.occupied() & !captured).without(from).with(to);
        let king = self.king(self.turn);
        (self.board.attacks_to(king, self.turn.other(), occupied) & !captured).is_empty()
    }

    /// Whether the player on move may capture en passant on that square.
    pub(super) fn can_capture_en_passant(&self, to: Square) -> bool {
        let origins = attacks::pawn_attacks(self.turn.other(), to);
        let pawns = self.board.by_piece(self.turn.pawn());
        (origins & pawns).into_iter().any(|from| self.en_passant_is_safe(from, to))
    }

    fn king_targets(&self, restraint: &Restraint) -> Bitboard {
        let king = restraint.king;
        // The king does not hide the squares behind it from the piece that checks it.
        let occupied = self.board.occupied().without(king);
        let mut targets = self.castling_targets(restraint);
        for to in attacks::king_attacks(king) & !self.board.by_color(restraint.us) {
            if !self.is_attacked(to, occupied) {
                targets.add_const(Bitboard::from_square(to));
            }
        }
        targets
    }

    /// Whether a piece of the opponent attacks the square, cheap questions first.
    fn is_attacked(&self, square: Square, occupied: Bitboard) -> bool {
        let theirs = self.board.by_color(self.turn.other());
        let steppers = (attacks::knight_attacks(square) & self.board.knights())
            | (attacks::pawn_attacks(self.turn, square) & self.board.pawns())
            | (attacks::king_attacks(square) & self.board.kings());
        theirs.intersects(steppers)
            || (attacks::rook_attacks(square, occupied) & self.board.rooks_and_queens())
                .intersects(theirs)
            || (attacks::bishop_attacks(square, occupied) & self.board.bishops_and_queens())
                .intersects(theirs)
    }

    fn castling_targets(&self, restraint: &Restraint) -> Bitboard {
        let mut targets = Bitboard::EMPTY;
        for rook in self.castling_rights & restraint.us.backrank() {
            if self.castling_is_open(restraint, rook) {
                targets.add_const(Bitboard::from_square(castled_king(rook)));
            }
        }
        targets
    }

    /// Whether the king, on its original square, could castle with the rook on that corner, were
    /// it not for the right: not in check, nothing between, no attacked square on its way.
    pub(super) fn castling_is_open(&self, restraint: &Restraint, rook: Square) -> bool {
        let king = restraint.king;
        let occupied = self.board.occupied();
        let target = castled_king(rook);
        restraint.checkers.is_empty()
            && (attacks::between(king, rook) & occupied).is_empty()
            && attacks::between(king, target)
                .with(target)
                .into_iter()
                .all(|square| !self.is_attacked(square, occupied))
    }

    /// Calls `visit` with every piece of the player on move that can go somewhere.
    pub(super) fn each_piece(
        &self,
        restraint: &Restraint,
        mut visit: impl FnMut(Role, Square, Bitboard),
    ) {
        let ours = self.board.by_color(restraint.us);
        let king_alone = restraint.answers.is_empty();
        for role in Role::ALL {
            if king_alone && role != Role::King {
                continue;
            }
            for from in ours & self.board.by_role(role) {
                let targets = self.targets(restraint, role, from);
                if targets.any() {
                    visit(role, from, targets);
                }
            }
        }
    }

    /// Whether the player on move has a legal board move.
    pub(super) fn has_board_move(&self, restraint: &Restraint) -> bool {
        self.king_targets(restraint).any()
            || Role::ALL.into_iter().filter(|&role| role != Role::King).any(|role| {
                let pieces = self.board.by_piece(role.of(restraint.us));
                pieces.into_iter().any(|from| self.targets(restraint, role, from).any())
            })
    }

    /// How many legal board moves the player on move has, without naming one.
    pub(super) fn count_board_moves(&self, restraint: &Restraint) -> usize {
        let king_moves = self.king_targets(restraint).count();
        if restraint.answers.is_empty() {
            return king_moves;
        }
        let ours = self.board.by_color(restraint.us);
        let free_pieces = ours & !restraint.pinned;
        let landing = restraint.answers & !ours;
        let occupied = self.board.occupied();

        let mut count = king_moves + self.count_pawn_moves(restraint);
        // A pinned knight never moves.
        for from in free_pieces & self.board.knights() {
            count += (attacks::knight_attacks(from) & landing).count();
        }
        for from in free_pieces & self.board.rooks_and_queens() {
            count += (attacks::rook_attacks(from, occupied) & landing).count();
        }
        for from in free_pieces & self.board.bishops_and_queens() {
            count += (attacks::bishop_attacks(from, occupied) & landing).count();
        }
        for from in restraint.pinned & self.board.sliders() {
            let role = self.board.role_at(from).unwrap_or(Role::Queen);
            count += self.targets(restraint, role, from).count();
        }
        count
    }

    /// All pawns that are not pinned step and capture at once; the few others one by one.
    fn count_pawn_moves(&self, restraint: &Restraint) -> usize {
        let us = restraint.us;
        let ahead = us.fold_wb(8, -8);
        let free = !self.board.occupied();
        let theirs = self.board.by_color(us.other()) & restraint.answers;
        let ours = self.board.by_piece(us.pawn());
        let pawns = ours & !restraint.pinned;

        let step = pawns.shift(ahead) & free;
        let double = (step & us.relative_rank(Rank::Third)).shift(ahead) & free;
        let west = (pawns & !Bitboard::from_file(shakmaty::File::A)).shift(ahead - 1) & theirs;
        let east = (pawns & !Bitboard::from_file(shakmaty::File::H)).shift(ahead + 1) & theirs;
        let mut count = (step & restraint.answers).count()
            + (double & restraint.answers).count()
            + west.count()
            + east.count();
        for from in ours & restraint.pinned {
            count += self.pawn_targets(restraint, from).count();
        }
        if let Some(to) = self.en_passant {
            count += (attacks::pawn_attacks(us.other(), to) & pawns)
                .into_iter()
                .filter(|&from| self.en_passant_is_safe(from, to))
                .count();
        }
        count
    }

    /// The squares on which anything may be dropped at all, whatever its kind: empty (R13), not
    /// banned to all (R15), leaving no check unanswered (R16). A drop never bares a king.
    pub(super) fn droppable(
        &self,
        restraint: &Restraint,
        back_rank_drops: BackRankDrops,
    ) -> Bitboard {
        let empty = !self.board.occupied() & restraint.answers;
        match back_rank_drops {
            BackRankDrops::NoPawns => empty,
            BackRankDrops::None => empty & !Bitboard::BACKRANKS,
        }
    }

    /// The squares from which a piece of that kind would attack the opponent's king (R14).
    pub(super) fn checking_squares(&self, kind: Kind) -> Bitboard {
        let them = self.turn.other();
        // Sight is mutual, but for pawns: those that attack a square stand where an opposing pawn
        // on it would attack.
        attacks::attacks(self.king(them), kind.role().of(them), self.board.occupied())
    }

    /// Those of the [`droppable`](Self::droppable) squares that are open to that kind.
    pub(super) fn open_to(&self, kind: Kind, droppable: Bitboard) -> Bitboard {
        let squares = droppable & !self.checking_squares(kind);
        if kind == Kind::Pawn { squares & !Bitboard::BACKRANKS } else { squares }
    }

    /// Calls `visit` with each kind that the reserve holds, and where it may be dropped.
    pub(super) fn each_drop(
        &self,
        restraint: &Restraint,
        reserve: &Reserve,
        back_rank_drops: BackRankDrops,
        mut visit: impl FnMut(Kind, Bitboard),
    ) {
        let droppable = self.droppable(restraint, back_rank_drops);
        if droppable.is_empty() {
            return;
        }
        for (kind, count) in reserve.iter() {
            if count > 0 {
                visit(kind, self.open_to(kind, droppable));
            }
        }
    }

    /// The squares to which the piece on `from` may legally go; empty where there is none to move.
    pub fn destinations(&self, from: Square) -> Bitboard {
        match self.board.piece_at(from) {
            Some(piece) if piece.color == self.turn => {
                self.targets(&self.restraint(), piece.role, from)
            }
            _ => Bitboard::EMPTY,
        }
    }

    /// The squares on which the player on move may drop a piece of that kind (R13 to R16),
    /// whether or not he holds one.
    pub fn drop_squares(&self, kind: Kind, back_rank_drops: BackRankDrops) -> Bitboard {
        self.open_to(kind, self.droppable(&self.restraint(), back_rank_drops))
    }

    /// All legal moves of the player on move with that reserve: board moves, then drops.
    pub fn legal_moves(&self, reserve: &Reserve, back_rank_drops: BackRankDrops) -> Vec<Move> {
        let restraint = self.restraint();
        let mut moves = Vec::with_capacity(64);
        self.each_piece(&restraint, |_, from, targets| {
            moves.extend(targets.into_iter().map(|to| Move::Step { from, to }));
        });
        self.each_drop(&restraint, reserve, back_rank_drops, |kind, squares| {
            moves.extend(squares.into_iter().map(|to| Move::Drop { kind, to }));
        });
        moves
    }

    /// How many legal moves there are, as many as [`legal_moves`](Self::legal_moves) lists.
    pub fn count_moves(&self, reserve: &Reserve, back_rank_drops: BackRankDrops) -> usize {
        let restraint = self.restraint();
        let mut count = self.count_board_moves(&restraint);
        self.each_drop(&restraint, reserve, back_rank_drops, |_, squares| count += squares.count());
        count
    }
}

/// The corner of the rook with which a king castles that goes to that square.
pub(super) fn castling_rook(king_to: Square) -> Option<Square> {
    match king_to {
        Square::G1 => Some(Square::H1),
        Square::C1 => Some(Square::A1),
        Square::G8 => Some(Square::H8),
        Square::C8 => Some(Square::A8),
        _ => None,
    }
}

/// Where the king goes that castles with the rook on that corner.
fn castled_king(rook: Square) -> Square {
    match rook {
        Square::H1 => Square::G1,
        Square::A1 => Square::C1,
        Square::H8 => Square::G8,
        _ => Square::C8,
    }
}
