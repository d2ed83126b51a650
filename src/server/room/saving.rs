//! A room whose journal cannot write: what was pending is refused, and once writing works again
//! the match stands paused (R34).

use futures::StreamExt;

use super::{RETRY, Room, Written};
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
        let now = self.deps.clock.now();
        self.reload(now).await;
        self.retry_at = Some(now + RETRY);
        if self.failing_since.is_none() {
            self.failing_since = Some(now);
            self.feed.send(ToFeed::NotSaving { since: now, through: self.durable }).await;
        }
        // While nothing can be saved nothing waits: what would be recorded is refused.
        self.handle_waiting().await;
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
        (self.written, self.durable) = (records.len() as u64, records.len() as u64);
        for seat in Seat::ALL {
            self.note_seat(seat, now);
        }
        self.end_practice();
        true
    }

    /// Tries whether the journal writes again: with the pause in which the match stands since
    /// the last recorded instant (R34), or where it does not run with a sign of life.
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
            return;
        }
        let sign = self.deps.journal.note_alive(now);
        self.writing.push_back(Box::pin(async move {
            Written { outcome: sign.await, record: None, reply: None }
        }));
        // Who left meanwhile is not ready any more.
        for seat in Seat::ALL {
            self.lapse(seat, now);
        }
    }
}
