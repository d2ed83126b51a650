//! The draw by agreement of all four (R25).

use super::decide::Decision;
use super::{DrawAnswer, Ending, Event, Match, NotAllowed, Outcome, Refusal};
use crate::ids::{Instant, Seat};
use crate::rules::DrawAgreement;

impl Match {
    pub(super) fn decide_draw(&self, seat: Seat, answer: DrawAnswer, at: Instant) -> Decision {
        self.check_under_way()?;
        if self.options.draw_agreement == DrawAgreement::None {
            return Err(Refusal::NoDraws);
        }
        match (answer, self.draw) {
            (DrawAnswer::Offer, None) if self.counts.offered[seat] => Err(Refusal::AlreadyOffered),
            (DrawAnswer::Offer, None) => {
                Ok(vec![Event::DrawOffered { seat, counted: true }.at(at)])
            }
            (_, None) => Err(Refusal::NoOffer),
            (DrawAnswer::Offer | DrawAnswer::Accept, Some(draw)) if draw.agreed(seat) => {
                Err(Refusal::AlreadyOffered)
            }
            (DrawAnswer::Offer | DrawAnswer::Accept, Some(_)) => {
                let mut entries = vec![Event::DrawAccepted { seat }.at(at)];
                if self.agreement_with(seat) {
                    entries.push(Event::Over(Outcome::draw(Ending::Agreement, None)).at(at));
                }
                Ok(entries)
            }
            (DrawAnswer::Decline, Some(draw))
                if draw.by.team() == seat.team() || draw.agreed(seat) =>
            {
                Err(Refusal::NotAllowed(NotAllowed::Decline))
            }
            (DrawAnswer::Decline, Some(_)) => Ok(vec![Event::DrawDeclined { seat }.at(at)]),
        }
    }

    /// Whether that seat's word makes the standing offer unanimous.
    pub(super) fn agreement_with(&self, seat: Seat) -> bool {
        self.draw.is_some_and(|draw| Seat::ALL.iter().all(|s| *s == seat || draw.agreed(*s)))
    }
}
