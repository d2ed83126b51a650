//! The match after the match: who may ask for it, and who sits where in it.

use super::decide::Decision;
use super::{Event, Match, Occupant, Opened, Phase, Refusal, SeatKey};
use crate::ids::{ByBoard, BySeat, Instant, MatchId, PlayerId, Seat};
use crate::rules::{Options, Setup};

/// Who changes seats with whom for the next match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Swap {
    /// Nobody.
    None,
    /// Each with his opponent: the same partners with the other colours. Done twice, all are back.
    Colours,
    /// All but White on board A, in a circle: after two of them everyone has had everyone as his
    /// partner, and after three all are back.
    Partners,
}

impl Swap {
    /// Where whoever sat there sits in the next match.
    pub const fn seat(self, seat: Seat) -> Seat {
        match (self, seat) {
            (Swap::None, _) | (Swap::Partners, Seat::AWhite) => seat,
            (Swap::Colours, _) => seat.opponent(),
            (Swap::Partners, Seat::ABlack) => Seat::BWhite,
            (Swap::Partners, Seat::BWhite) => Seat::BBlack,
            (Swap::Partners, Seat::BBlack) => Seat::ABlack,
        }
    }
}

/// Where the players of an ended match went on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Followed {
    /// Who asked for it.
    pub by: Seat,
    /// The next match.
    pub match_id: MatchId,
    /// Who changed seats with whom.
    pub swap: Swap,
}

/// The table at which the players of an ended match go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rematch {
    /// The same rules.
    pub options: Options,
    /// Whether lists show it, as they showed the old one.
    pub listed: bool,
    /// Who sits where at it, if he is still here.
    pub seats: BySeat<Option<Occupant>>,
}

impl Rematch {
    /// The opening of the table, from the usual position.
    pub fn opened(&self, keys: Option<BySeat<SeatKey>>) -> Opened {
        let setup = ByBoard::from_fn(|_| Setup::initial());
        Opened { options: self.options.clone(), setup, listed: self.listed, keys }
    }
}

impl Match {
    /// Where its players went on, once they have.
    pub const fn followed(&self) -> Option<&Followed> {
        self.followed.as_ref()
    }

    /// The table at which they go on, if that player may ask for it now.
    ///
    /// # Errors
    /// Who does not sit here, the match has not ended, or somebody has asked before.
    pub fn rematch(&self, player: &PlayerId, swap: Swap) -> Result<Rematch, Refusal> {
        self.check_rematch(player)?;
        let mut seats = BySeat([const { None }; 4]);
        for (seat, occupant) in self.seats.iter() {
            seats[swap.seat(seat)].clone_from(occupant);
        }
        Ok(Rematch { options: self.options.clone(), listed: self.listed, seats })
    }

    /// Notes that its players go on in that match.
    pub(super) fn decide_follow(
        &self,
        player: &PlayerId,
        match_id: &MatchId,
        swap: Swap,
        at: Instant,
    ) -> Decision {
        let by = self.check_rematch(player)?;
        let followed = Followed { by, match_id: match_id.clone(), swap };
        Ok(vec![Event::Followed(followed).at(at)])
    }

    fn check_rematch(&self, player: &PlayerId) -> Result<Seat, Refusal> {
        let seat = self.seat_of(player).ok_or(Refusal::NotSeated)?;
        match (&self.phase, &self.followed) {
            (Phase::Over(_), None) => Ok(seat),
            (Phase::Over(_), Some(_)) => Err(Refusal::AlreadyFollowed),
            _ => Err(Refusal::WrongPhase),
        }
    }
}
