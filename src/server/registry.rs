//! The matches that the server holds. Handles only: nobody waits while holding a guard.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use dashmap::DashMap;
use tokio::sync::watch;

use super::mailbox::RoomHandle;
use super::summary::Summary;
use super::watcher::FeedHandle;
use crate::ids::MatchId;

/// Where to reach a match.
#[derive(Clone)]
pub(super) struct MatchHandle {
    pub(super) room: RoomHandle,
    pub(super) feed: FeedHandle,
    pub(super) summary: watch::Receiver<Summary>,
    /// Whether it had ended before the server started, and was read back.
    pub(super) recalled: bool,
}

/// How many ended matches that were read back are kept at hand.
const RECALLED: usize = 64;

/// All matches by their identifiers.
#[derive(Default)]
pub(super) struct Registry {
    matches: DashMap<MatchId, MatchHandle>,
    /// Those that were read back, the latest last.
    recalled: Mutex<VecDeque<MatchId>>,
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

    /// Adds an ended match that was read back, unless it is there by now; an earlier one makes
    /// room for it. Whoever watches that one still does.
    pub(super) fn recall(&self, id: &MatchId, handle: MatchHandle) -> MatchHandle {
        let handle = MatchHandle { recalled: true, ..handle };
        let there = self.matches.entry(id.clone()).or_insert(handle).clone();
        // A list of identifiers is whole whatever happened to its last holder.
        let mut recalled = self.recalled.lock().unwrap_or_else(PoisonError::into_inner);
        if !recalled.contains(id) {
            recalled.push_back(id.clone());
        }
        let oldest = if recalled.len() > RECALLED { recalled.pop_front() } else { None };
        drop(recalled);
        if let Some(oldest) = oldest {
            self.matches.remove(&oldest);
        }
        there
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
            .filter(|handle| !handle.recalled)
            .map(|handle| (handle.clone(), handle.summary.borrow().clone()))
            .filter(|(_, summary)| summary.listed && !summary.forgotten)
            .collect();
        matches.sort_by_key(|(_, summary)| std::cmp::Reverse(summary.opened_at));
        matches
    }
}
