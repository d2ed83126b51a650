//! What lists tell of a match, so that they need not ask its feed.

use super::reel::Reel;
use crate::game::Audience;
use crate::ids::{Instant, MatchId};
use crate::wire::{self, MatchSummary};

/// What lists tell of a match: a spectator's view of it.
#[derive(Clone)]
pub(super) struct Summary {
    pub(super) listed: bool,
    pub(super) opened_at: Instant,
    /// Whether it ended without having started.
    pub(super) forgotten: bool,
    pub(super) shown: MatchSummary,
}

/// What lists tell of the match as a reel shows it to spectators.
pub(super) fn summarise(id: &MatchId, reel: &Reel) -> Summary {
    let state = reel.state();
    Summary {
        listed: state.is_listed(),
        opened_at: state.opened_at(),
        forgotten: state.is_forgettable(),
        shown: wire::match_summary(id, &reel.view(Audience::Spectator)),
    }
}
