//! The matches that the server holds. Handles only: nobody waits while holding a guard.

use std::sync::atomic::{AtomicUsize, Ordering};

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
pub(super) struct Registry {
    matches: DashMap<MatchId, MatchHandle>,
    /// How many of them have not ended.
    open: AtomicUsize,
}

impl Registry {
    /// The match of that identifier.
    pub(super) fn find(&self, id: &MatchId) -> Option<MatchHandle> {
        self.matches.get(id).map(|handle| handle.clone())
    }

    /// Adds a match that has not ended.
    pub(super) fn add(&self, id: MatchId, handle: MatchHandle) {
        self.matches.insert(id, handle);
        self.open.fetch_add(1, Ordering::Relaxed);
    }

    /// One of the matches has ended.
    pub(super) fn ended(&self) {
        self.open.fetch_sub(1, Ordering::Relaxed);
    }

    /// Forgets a match that has ended.
    pub(super) fn forget(&self, id: &MatchId) {
        self.matches.remove(id);
    }

    /// How many matches have not ended.
    pub(super) fn open(&self) -> usize {
        self.open.load(Ordering::Relaxed)
    }

    /// The matches that lists show with what they show of them, the newest first.
    pub(super) fn listed(&self) -> Vec<(MatchHandle, Summary)> {
        let mut matches: Vec<(MatchHandle, Summary)> = self
            .matches
            .iter()
            .map(|handle| (handle.clone(), handle.summary.borrow().clone()))
            .filter(|(_, summary)| summary.listed && !summary.forgotten)
            .collect();
        matches.sort_by_key(|(_, summary)| std::cmp::Reverse(summary.opened_at));
        matches
    }
}
