//! Why a command is refused. A refusal changes nothing.

use crate::ids::Rule;

/// A refusal; its text is for people.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum Refusal {
    /// Only the seated may ask this.
    #[error("you do not sit at this table")]
    NotSeated,
    /// Moves, claims, draws and resignations need a match that is being played.
    #[error("the match is not being played")]
    NotPlaying,
    /// The message was written for an earlier position.
    #[error("the position has changed since")]
    Stale,
    /// The other side of the board is on move.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The reserve holds no such piece (R13).
    #[error("there is no such piece in your reserve")]
    NoSuchPiece,
    /// The move breaks a rule.
    #[error("{}", rule_broken(*.0))]
    IllegalMove(Rule),
    /// Only the director rules; or the person may not do this here.
    #[error("{0}")]
    NotAllowed(NotAllowed),
    /// The phase does not allow this.
    #[error("the match is not in a phase that allows this")]
    WrongPhase,
    /// One seat a person and match.
    #[error("you already sit at this table")]
    AlreadySeated,
    /// Somebody sits there.
    #[error("the seat is taken")]
    SeatTaken,
    /// The key opens no seat here.
    #[error("the key does not open this seat")]
    BadKey,
    /// A claim of time failed: no opposing clock had fallen (R22).
    #[error("no opponent's clock had fallen")]
    ClaimWrong,
    /// One claim a turn (R28).
    #[error("you have claimed on this turn already")]
    AlreadyClaimed,
    /// The player's word for a draw stands already, or was given since his last move (R25).
    #[error("you have offered or accepted a draw already")]
    AlreadyOffered,
    /// No offer stands.
    #[error("no draw is offered")]
    NoOffer,
    /// Draws by agreement are not allowed at this table (R25).
    #[error("draws by agreement are not allowed at this table")]
    NoDraws,
    /// The players have gone on in another match.
    #[error("the next match has been opened already")]
    AlreadyFollowed,
    /// A value lies outside of what the match has.
    #[error("{0}")]
    OutOfRange(&'static str),
}

/// What somebody may not do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NotAllowed {
    /// Rule without being the director.
    Rule,
    /// Sit for the other team after having held a seat of this one, or seen its reserve.
    ChangeSides,
    /// Decline the own team's offer, or take back an acceptance (R25).
    Decline,
    /// Mark squares for a partner whose board is hidden.
    Mark,
}

impl std::fmt::Display for NotAllowed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            NotAllowed::Rule => "only the director may do this",
            NotAllowed::ChangeSides => {
                "whoever has held a seat of the other team or seen its reserve may not sit here"
            }
            NotAllowed::Decline => "your team's word for the draw stands",
            NotAllowed::Mark => "where the partner's board is hidden nobody marks squares for him",
        })
    }
}

impl Refusal {
    /// The code that the protocol gives the refusal.
    pub const fn code(self) -> &'static str {
        match self {
            Refusal::NotSeated => "not_seated",
            Refusal::NotPlaying => "not_playing",
            Refusal::Stale => "stale",
            Refusal::NotYourTurn => "not_your_turn",
            Refusal::NoSuchPiece => "no_such_piece",
            Refusal::IllegalMove(_) => "illegal_move",
            Refusal::NotAllowed(_) => "not_allowed",
            Refusal::WrongPhase => "wrong_phase",
            Refusal::AlreadySeated => "already_seated",
            Refusal::SeatTaken => "seat_taken",
            Refusal::BadKey => "bad_key",
            Refusal::ClaimWrong => "claim_wrong",
            Refusal::AlreadyClaimed => "already_claimed",
            Refusal::AlreadyOffered => "already_offered",
            Refusal::NoOffer => "no_offer",
            Refusal::NoDraws => "no_draws",
            Refusal::AlreadyFollowed => "already_followed",
            Refusal::OutOfRange(_) => "bad_message",
        }
    }

    /// The rule that it follows, where one does.
    pub const fn rule(self) -> Option<Rule> {
        match self {
            Refusal::NoSuchPiece => Some(Rule(13)),
            Refusal::IllegalMove(rule) => Some(rule),
            Refusal::NotAllowed(NotAllowed::Rule) => Some(Rule(36)),
            Refusal::NotAllowed(NotAllowed::ChangeSides) => Some(Rule(11)),
            Refusal::NotAllowed(NotAllowed::Mark) => Some(Rule(12)),
            Refusal::NotAllowed(NotAllowed::Decline)
            | Refusal::AlreadyOffered
            | Refusal::NoOffer
            | Refusal::NoDraws => Some(Rule(25)),
            Refusal::ClaimWrong => Some(Rule(22)),
            Refusal::AlreadyClaimed => Some(Rule(28)),
            _ => None,
        }
    }
}

/// Says what an illegal move breaks.
const fn rule_broken(rule: Rule) -> &'static str {
    match rule.0 {
        6 => "a pawn on the last rank stays a pawn and does not move",
        7 => "a pawn steps two squares from its own second rank only",
        8 => "castling needs the original king and rook unmoved",
        13 => "a piece is dropped on an empty square",
        14 => "a drop may not give check",
        15 => "this piece may not be dropped on the first or eighth rank",
        16 => "a drop must leave the own king out of check",
        _ => "the piece does not move like that, or the king would stand in check",
    }
}
