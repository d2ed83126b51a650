//! The matches that the server holds. Handles only: nobody waits while holding a guard.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

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
    /// Held while somebody opens the match after it.
    pub(super) rematch: Arc<tokio::sync::Mutex<()>>,
    /// Whether it had ended before the server started, and was read back.
    pub(super) recalled: bool,
}

impl MatchHandle {
    /// Whether only the registry and the match's own room know its feed.
    fn is_unused(&self) -> bool {
        self.feed.0.strong_count() <= 2
    }
}

/// How many ended matches that nobody watches are kept at hand.
const AT_HAND: usize = 64;

/// All matches by their identifiers.
#[derive(Default)]
pub(super) struct Registry {
    matches: DashMap<MatchId, MatchHandle>,
    /// Those that have ended, the latest last; further ones are read back when they are asked for.
    ended: Mutex<VecDeque<MatchId>>,
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

    /// Adds an ended match that was read back, unless it is there by now.
    pub(super) fn recall(&self, id: &MatchId, handle: MatchHandle) -> MatchHandle {
        let handle = MatchHandle { recalled: true, ..handle };
        let there = self.matches.entry(id.clone()).or_insert(handle).clone();
        self.keep_at_hand(id);
        there
    }

    /// One of the matches has ended.
    pub(super) fn ended(&self, id: &MatchId) {
        self.open.fetch_sub(1, Ordering::Relaxed);
        self.keep_at_hand(id);
    }

    /// Notes an ended match; the earliest that nobody uses makes room for it.
    fn keep_at_hand(&self, id: &MatchId) {
        // A list of identifiers is whole whatever happened to its last holder.
        let mut ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        if !ended.contains(id) {
            ended.push_back(id.clone());
        }
        let excess = ended.len().saturating_sub(AT_HAND);
        let mut dropped = 0;
        ended.retain(|old| {
            let goes = dropped < excess && *old != *id && self.let_go(old);
            dropped += usize::from(goes);
            !goes
        });
    }

    /// Lets a match go that nobody uses; tells whether it is gone.
    fn let_go(&self, id: &MatchId) -> bool {
        self.matches.remove_if(id, |_, handle| handle.is_unused());
        !self.matches.contains_key(id)
    }

    /// How many matches are in memory.
    pub(super) fn held(&self) -> usize {
        self.matches.len()
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
