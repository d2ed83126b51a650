//! A room whose journal cannot write: what was pending is refused, and once writing works again
//! the match stands paused (R34).

use futures::StreamExt;

use super::{RETRY, Room};
use crate::game::{Match, PausedBy, Phase};
use crate::ids::{Instant, Seat};
use crate::server::mailbox::{Rejected, Reply};
use crate::server::watcher::ToFeed;

impl Room {
    /// Goes back to the last durable state; what was pending was not saved.
    pub(super) async fn roll_back(&mut self, failed: Option<Reply>) {
        let mut replies: Vec<Reply> = failed.into_iter().collect();
        while let Some(behind) = self.writing.next().await {
            replies.extend(behind.reply);
        }
        replies.extend(self.waiting.drain(..).map(|request| request.reply));
        let now = self.deps.clock.now();
        self.written = self.durable;
        self.reload(now).await;
        self.retry_at = Some(now + RETRY);
        if self.failing_since.is_none() {
            self.failing_since = Some(now);
            self.feed.send(ToFeed::NotSaving { since: now }).await;
        }
        for reply in replies {
            let _ = reply.send(Err(Rejected::NotSaved));
        }
    }

    /// Reads the match back from its durable record; tells whether that succeeded.
    async fn reload(&mut self, now: Instant) -> bool {
        let Ok(records) = self.deps.journal.read(&self.id, 0).await else { return false };
        let Some(state) = Match::replay(records.iter().flat_map(|record| record.iter())) else {
            return false;
        };
        self.state = state;
        for seat in Seat::ALL {
            self.note_seat(seat, now);
        }
        true
    }

    /// Tries whether the journal writes again: with the pause in which the match stands since
    /// the last recorded instant (R34), or where it does not run with the next command.
    pub(super) async fn try_to_save(&mut self, now: Instant) {
        if !self.reload(now).await {
            self.retry_at = Some(now + RETRY);
            return;
        }
        self.retry_at = None;
        if matches!(self.state.phase(), Phase::Playing) {
            let stopped_at = self.state.last_at();
            let pause = self.state.interrupt(PausedBy::Journal, stopped_at, now);
            self.write(pause, None);
        }
    }
}
