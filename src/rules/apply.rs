//! Playing a move: whether it is legal, what it does, and which rule it breaks otherwise.

use shakmaty::{Bitboard, Color, Rank, Role, Square, attacks};

use super::movegen::castling_rook;
use super::{Attempt, BackRankDrops, Kind, Move, Played, Position, Reserve, Unplayable};
use crate::ids::Rule;

/// Counters stop here, where a FEN may name them no higher; no match comes near it.
pub(super) const MAX_COUNTER: u32 = 999_999;

impl Position {
    /// Plays the attempt if it is legal for the player on move with that reserve. The reserve is
    /// the caller's to change.
    ///
    /// What is refused names the lowest-numbered rule that it breaks:
    ///
    /// | rule | broken by |
    /// | --- | --- |
    /// | R5 | whatever is no move in chess: an empty or an opponent's square of origin, a way that the piece does not go, a king left in check, a blocked castling or one out of, through or into check, a promotion letter (but for R6) |
    /// | R6 | moving a pawn that stands on the last rank; a promotion letter on a pawn's otherwise legal move to the last rank |
    /// | R8 | a castling to which only the right is missing |
    /// | R13 | a drop on an occupied square |
    /// | R14 | a drop that gives check |
    /// | R15 | a pawn dropped on rank 1 or 8; anything, under [`BackRankDrops::None`] |
    /// | R16 | a drop that leaves the own king in check |
    ///
    /// A drop of a piece that is not held is [`Unplayable::NotHeld`], wherever it was to go.
    pub fn play(
        &self,
        attempt: Attempt,
        reserve: &Reserve,
        back_rank_drops: BackRankDrops,
    ) -> Result<Played, Unplayable> {
        let legal = self.is_legal(attempt.action, reserve, back_rank_drops);
        if legal && attempt.promotion.is_none() {
            return Ok(self.played(attempt.action));
        }
        match attempt.action {
            Move::Step { from, to } => {
                Err(Unplayable::Illegal(self.rule_broken_by_step(from, to, attempt.promotion)))
            }
            Move::Drop { kind, .. } if reserve.count(kind) == 0 => Err(Unplayable::NotHeld),
            Move::Drop { kind, to } => {
                let rule = self.rule_broken_by_drop(kind, to, back_rank_drops);
                // Only a promotion letter can be wrong with a drop that breaks no rule of drops.
                Err(Unplayable::Illegal(rule.filter(|_| !legal).unwrap_or(Rule(5))))
            }
        }
    }

    /// Whether that one move is legal, found without looking at any other.
    pub fn is_legal(
        &self,
        action: Move,
        reserve: &Reserve,
        back_rank_drops: BackRankDrops,
    ) -> bool {
        match action {
            Move::Step { from, to } => self.destinations(from).contains(to),
            Move::Drop { kind, to } => {
                reserve.count(kind) > 0 && self.drop_squares(kind, back_rank_drops).contains(to)
            }
        }
    }

    fn rule_broken_by_step(&self, from: Square, to: Square, promotion: Option<Role>) -> Rule {
        let us = self.turn;
        let last_rank = Bitboard::from_rank(us.relative_rank(Rank::Eighth));
        let role = self.board.piece_at(from).filter(|piece| piece.color == us).map(|p| p.role);
        match role {
            Some(Role::Pawn) if last_rank.contains(from) => Rule(6),
            Some(Role::Pawn)
                if promotion.is_some()
                    && last_rank.contains(to)
                    && self.destinations(from).contains(to) =>
            {
                Rule(6)
            }
            Some(Role::King) if promotion.is_none() && self.lacks_only_the_right(from, to) => {
                Rule(8)
            }
            _ => Rule(5),
        }
    }

    /// Whether the king's step from one square to the other is a castling that would be legal,
    /// were the right not lost.
    fn lacks_only_the_right(&self, from: Square, to: Square) -> bool {
        let Some(corner) = castling_rook(to) else { return false };
        from == original_king(self.turn)
            && to.rank() == from.rank()
            && !self.castling_rights.contains(corner)
            && self.board.by_piece(self.turn.rook()).contains(corner)
            && self.castling_is_open(&self.restraint(), corner)
    }

    fn rule_broken_by_drop(
        &self,
        kind: Kind,
        to: Square,
        back_rank_drops: BackRankDrops,
    ) -> Option<Rule> {
        let back_rank = Bitboard::BACKRANKS.contains(to);
        let banned = kind == Kind::Pawn || back_rank_drops == BackRankDrops::None;
        if self.board.occupied().contains(to) {
            Some(Rule(13))
        } else if self.checking_squares(kind).contains(to) {
            Some(Rule(14))
        } else if back_rank && banned {
            Some(Rule(15))
        } else if self.is_check() {
            Some(Rule(16))
        } else {
            None
        }
    }

    /// The position after a move that is known to be legal, and what it captured.
    pub(super) fn played(&self, action: Move) -> Played {
        let mut position = self.clone();
        let captured = match action {
            Move::Step { from, to } => match self.board.role_at(from) {
                Some(role) => position.step(role, from, to),
                None => None,
            },
            Move::Drop { kind, to } => {
                position.drop(kind, to);
                None
            }
        };
        Played { position, captured }
    }

    /// Makes a board move that is known to be legal.
    pub(super) fn step(&mut self, role: Role, from: Square, to: Square) -> Option<Kind> {
        let us = self.turn;
        let mut captured = self.board.role_at(to).and_then(Kind::from_role);
        self.board.discard_piece_at(from);
        self.board.set_piece_at(to, role.of(us));

        match role {
            Role::Pawn if self.en_passant == Some(to) && from.file() != to.file() => {
                self.board.discard_piece_at(Square::from_coords(to.file(), from.rank()));
                captured = Some(Kind::Pawn);
            }
            Role::King => {
                self.castling_rights.discard(us.backrank());
                if from.file().distance(to.file()) == 2
                    && let Some(corner) = castling_rook(to)
                {
                    self.board.discard_piece_at(corner);
                    for crossed in attacks::between(from, to) {
                        self.board.set_piece_at(crossed, us.rook());
                    }
                }
            }
            _ => {}
        }
        self.castling_rights.discard(from);
        // A rook captured on its corner takes the right with it; one dropped there later does not
        // bring it back (R8).
        self.castling_rights.discard(to);

        let resets = captured.is_some() || role == Role::Pawn;
        self.pass_turn(resets);
        if role == Role::Pawn && from.rank().distance(to.rank()) == 2 {
            self.en_passant = attacks::between(from, to)
                .single_square()
                .filter(|&crossed| self.can_capture_en_passant(crossed));
        }
        captured
    }

    /// Makes a drop that is known to be legal.
    pub(super) fn drop(&mut self, kind: Kind, to: Square) {
        self.board.set_piece_at(to, kind.role().of(self.turn));
        self.pass_turn(true);
    }

    fn pass_turn(&mut self, resets_halfmoves: bool) {
        self.halfmoves = if resets_halfmoves { 0 } else { (self.halfmoves + 1).min(MAX_COUNTER) };
        if self.turn == Color::Black {
            self.fullmoves = (self.fullmoves + 1).min(MAX_COUNTER);
        }
        self.turn = self.turn.other();
        self.en_passant = None;
    }
}

/// Where that colour's king stands at the start.
pub(super) const fn original_king(color: Color) -> Square {
    match color {
        Color::White => Square::E1,
        Color::Black => Square::E8,
    }
}
