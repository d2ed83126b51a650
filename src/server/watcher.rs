//! The connections that watch a match, and what its feed is told about them.

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::outbox::Outbox;
use super::socket::{ConnectionId, fell_behind};
use crate::game::{Audience, Refusal, Tags};
use crate::ids::{BoardName, Instant, PlayerId, Seat};
use crate::wire::{Mark, MatchSummary, RequestId};

/// Where to reach a feed.
#[derive(Clone)]
pub(super) struct FeedHandle(pub(super) mpsc::Sender<ToFeed>);

impl FeedHandle {
    /// Sends a message, unless the feed has ended.
    pub(super) async fn send(&self, message: ToFeed) {
        let _ = self.0.send(message).await;
    }

    /// Asks for an answer; `None` if the feed has ended.
    pub(super) async fn ask<T>(
        &self,
        message: impl FnOnce(oneshot::Sender<T>) -> ToFeed,
    ) -> Option<T> {
        let (reply, answer) = oneshot::channel();
        self.0.send(message(reply)).await.ok()?;
        answer.await.ok()
    }
}

/// What a feed is told. `through` says how many records must have been shown before.
pub(super) enum ToFeed {
    /// A connection wants to watch.
    Watch {
        /// The connection.
        watcher: Watcher,
        /// Since when it was away, if it comes back.
        since: Option<(u64, Audience)>,
        /// The request that this answers.
        id: Option<RequestId>,
        at: Instant,
        through: u64,
        /// Told once the answer is in the outbox.
        done: oneshot::Sender<()>,
    },
    /// A connection no longer watches.
    Unwatch {
        connection: ConnectionId,
        /// Told once nothing more will be sent.
        done: Option<oneshot::Sender<()>>,
    },
    /// A command was accepted: its answer goes out after what it caused.
    Accepted {
        connection: ConnectionId,
        id: Option<RequestId>,
        through: u64,
        /// The connection that sat down, and watches from now on.
        sat: Option<Watcher>,
        at: Instant,
        done: oneshot::Sender<()>,
    },
    /// A player marks squares for his partner; the answer goes out as to a command.
    Mark {
        connection: ConnectionId,
        player: PlayerId,
        board: BoardName,
        marks: Vec<Mark>,
        id: Option<RequestId>,
        done: oneshot::Sender<Result<(), Refusal>>,
    },
    /// Told once so many records have been shown.
    ShowThrough { through: u64, done: oneshot::Sender<()> },
    /// Somebody has come or gone.
    Presence { seat: Seat, present: bool, at: Instant, through: u64 },
    /// The journal cannot write.
    NotSaving { since: Instant, through: u64 },
    /// It writes again.
    Saving,
    /// A connection that had fallen behind has caught up.
    CaughtUp { connection: ConnectionId },
    /// A line of a list for an HTTP request.
    Summary { viewer: Viewer, reply: oneshot::Sender<MatchSummary> },
    /// A snapshot for an HTTP request.
    Snapshot { viewer: Viewer, at: Instant, reply: oneshot::Sender<Utf8Bytes> },
    /// The record for an HTTP request; `None` while it is not open to that audience (R40).
    Record { viewer: Viewer, tags: Tags, reply: oneshot::Sender<Option<String>> },
}

/// A connection that watches.
pub(super) struct Watcher {
    pub(super) connection: ConnectionId,
    pub(super) outbox: Arc<Outbox>,
    pub(super) viewer: Viewer,
}

/// Somebody who is shown a match.
#[derive(Clone, Default)]
pub(super) struct Viewer {
    /// Who; nobody knows, at an anonymous door.
    pub(super) player: Option<PlayerId>,
    /// Whether he has shown the director's key.
    pub(super) director: bool,
    /// Whether he wants a spectator's view whatever he may see.
    pub(super) as_spectator: bool,
}

/// A watching connection, and what it is shown.
pub(super) struct Place {
    pub(super) watcher: Watcher,
    pub(super) audience: Audience,
    /// Its outbox was full: it gets a snapshot once it has caught up.
    pub(super) behind: bool,
}

impl Place {
    /// Sends what everyone of the audience is sent.
    ///
    /// A player who falls behind comes back with `after`; anyone else goes on with a snapshot.
    pub(super) fn show(&mut self, text: Utf8Bytes, feed: &mpsc::WeakSender<ToFeed>) {
        if self.behind || self.watcher.outbox.push(text).is_ok() {
            return;
        }
        self.behind = true;
        if self.audience.seat().is_some() {
            self.watcher.outbox.close(fell_behind());
        } else if let Some(sender) = feed.upgrade() {
            self.watcher.outbox.tell_when_written(FeedHandle(sender));
        }
    }

    /// Sends the answer to a request: it is never left out.
    pub(super) fn answer(&self, text: String) {
        if self.watcher.outbox.push(text.into()).is_err() {
            self.watcher.outbox.close(fell_behind());
        }
    }
}
