//! Keeps the archive up: takes in what has ended, and rates what everybody has been shown.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use futures::FutureExt;
use futures::future::OptionFuture;
use tokio::sync::Notify;

use super::ArchiveFailed;
use crate::archive::{Archive, Game};
use crate::config::RatingSystem;
use crate::game::Match;
use crate::ids::{Instant, MatchId};
use crate::journal::ReadError;
use crate::server::Server;

/// How many matches are looked at in one go when the server starts.
const PAGE: usize = 500;

/// The matches that have ended, or whose result has changed, and that the archive has yet to take
/// in. Whoever adds to it never waits.
#[derive(Default)]
pub(in crate::server) struct Ended {
    matches: Mutex<BTreeSet<MatchId>>,
    more: Notify,
}

impl Ended {
    /// The record of that match tells something new to the archive.
    pub(in crate::server) fn note(&self, id: &MatchId) {
        self.lock().insert(id.clone());
        self.more.notify_one();
    }

    /// Ratings are to be reckoned anew.
    pub(in crate::server) fn rate_again(&self) {
        self.more.notify_one();
    }

    fn take(&self) -> BTreeSet<MatchId> {
        std::mem::take(&mut *self.lock())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeSet<MatchId>> {
        // A set of identifiers is whole whatever happened to its last holder.
        self.matches.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Why a match was not taken in.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotTaken {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Archive(#[from] ArchiveFailed),
}

impl Server {
    /// Takes in what ended while nobody looked, then what ends from now on, until the server stops.
    pub(in crate::server) async fn keep_archive(self: Arc<Server>) {
        tokio::select! {
            () = self.keep_catalogue() => {}
            () = self.stopping() => {}
        }
    }

    async fn keep_catalogue(&self) {
        self.note_missed().await;
        loop {
            for id in self.ended.take() {
                if let Err(error) = self.take_in(&id).await {
                    tracing::error!(%id, %error, "a match is not in the archive");
                }
            }
            let next = self.rate().await.unwrap_or_else(|error| {
                tracing::error!(%error, "ratings are not up to date");
                None
            });
            let due = next.map(|at| self.clock.sleep_until(at));
            tokio::select! {
                () = self.ended.more.notified() => {}
                () = OptionFuture::from(due).map(drop), if next.is_some() => {}
            }
        }
    }

    /// Rates what is to be rated by now; tells when there will be more.
    async fn rate(&self) -> Result<Option<Instant>, ArchiveFailed> {
        let now = self.clock.now();
        match self.config.ratings.system {
            RatingSystem::Trueskill => self.archive.change(move |archive| archive.rate(now)).await,
            RatingSystem::Off => {
                self.archive.change(Archive::forget_ratings).await?;
                Ok(None)
            }
        }
    }

    /// Looks through all matches of the journal for those that the archive lacks.
    async fn note_missed(&self) {
        let mut after = 0;
        loop {
            let page = match self.journal.ended(after, PAGE).await {
                Ok(page) => page,
                Err(error) => {
                    tracing::error!(%error, "the archive may lack matches");
                    return;
                }
            };
            let Some(last) = page.last() else { return };
            after = last.number;
            let missed = self.archive.ask(move |archive| {
                let mut missed = Vec::new();
                for ended in page {
                    if archive.records_of(&ended.id)? != Some(ended.records) {
                        missed.push(ended.id);
                    }
                }
                Ok(missed)
            });
            match missed.await {
                Ok(missed) => missed.iter().for_each(|id| self.ended.note(id)),
                Err(error) => {
                    tracing::error!(%error, "the archive may lack matches");
                    return;
                }
            }
        }
    }

    /// Takes in one match as the journal has it now; nothing where it has not ended.
    pub(super) async fn take_in(&self, id: &MatchId) -> Result<(), NotTaken> {
        let record = self.journal.read(id, 0).await?;
        let state = Match::replay(record.iter().flat_map(|record| record.iter()));
        let game = state
            .as_ref()
            .and_then(|state| Game::of_match(id, state, record.len() as u64, &self.config.event));
        if let Some(game) = game {
            self.archive.change(move |archive| archive.add(&game)).await?;
        }
        Ok(())
    }
}
