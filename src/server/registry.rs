//! The matches that the server holds. Handles only: nobody waits while holding a guard.

use dashmap::DashMap;
use tokio::sync::watch;

use super::feed::Summary;
use super::mailbox::RoomHandle;
use super::watcher::FeedHandle;
use crate::ids::MatchId;

/// Where to reach a match.
#[derive(Clone)]
pub(super) struct MatchHandle {
    pub(super) room: RoomHandle,
    pub(super) feed: FeedHandle,
    pub(super) summary: watch::Receiver<Summary>,
}

/// All matches by their identifiers.
#[derive(Default)]
pub(super) struct Registry(DashMap<MatchId, MatchHandle>);

impl Registry {
    /// The match of that identifier.
    pub(super) fn find(&self, id: &MatchId) -> Option<MatchHandle> {
        self.0.get(id).map(|handle| handle.clone())
    }

    /// Adds a match.
    pub(super) fn add(&self, id: MatchId, handle: MatchHandle) {
        self.0.insert(id, handle);
    }

    /// How many matches there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// What lists show: the listed tables, the newest first.
    pub(super) fn listed(&self) -> Vec<Summary> {
        let mut summaries: Vec<Summary> = self
            .0
            .iter()
            .map(|handle| handle.summary.borrow().clone())
            .filter(|summary| summary.listed && !summary.forgotten)
            .collect();
        summaries.sort_by_key(|summary| std::cmp::Reverse(summary.opened_at));
        summaries
    }
}
