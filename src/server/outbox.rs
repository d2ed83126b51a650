//! What waits to be written to one connection: bounded, and never waited for by a match.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;

use super::watcher::FeedHandle;

/// The outbox of one connection.
pub struct Outbox {
    queue: Mutex<Queue>,
    /// Wakes the task that writes.
    filled: Notify,
    /// Wakes the task that reads, once the connection is to be closed.
    closing: Notify,
    /// At most so many messages.
    messages: usize,
    /// At most so many bytes.
    bytes: usize,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Utf8Bytes>,
    bytes: usize,
    ping: bool,
    close: Option<CloseFrame>,
    /// The feeds to tell when the queue has been written.
    behind: Vec<FeedHandle>,
}

/// The queue is full; nothing was put in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Full;

/// What the writer takes.
pub enum Outgoing {
    /// Messages, perhaps a ping among them, to be written and flushed together.
    Batch {
        /// The texts.
        texts: VecDeque<Utf8Bytes>,
        /// Whether to ask for a sign of life.
        ping: bool,
    },
    /// The last frame, after which nothing is written.
    Close(CloseFrame),
}

impl Outbox {
    /// An empty outbox that holds so much at most.
    pub fn new(messages: usize, bytes: usize) -> Outbox {
        Outbox {
            queue: Mutex::default(),
            filled: Notify::new(),
            closing: Notify::new(),
            messages,
            bytes,
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a message in, unless the queue is full. A long one counts for a quarter of what the
    /// queue holds, so that a snapshot of any length finds room, and what comes with it.
    pub fn push(&self, text: Utf8Bytes) -> Result<(), Full> {
        let mut queue = self.queue();
        if queue.close.is_some() {
            return Ok(());
        }
        let weight = text.len().min(self.bytes / 4);
        if queue.waiting.len() >= self.messages || queue.bytes + weight > self.bytes {
            return Err(Full);
        }
        queue.bytes += weight;
        queue.waiting.push_back(text);
        drop(queue);
        self.filled.notify_one();
        Ok(())
    }

    /// Asks for a sign of life.
    pub fn ping(&self) {
        self.queue().ping = true;
        self.filled.notify_one();
    }

    /// Closes the connection after what is waiting; the first reason given stands.
    pub fn close(&self, frame: CloseFrame) {
        let mut queue = self.queue();
        queue.behind.clear();
        queue.close.get_or_insert(frame);
        drop(queue);
        self.filled.notify_one();
        self.closing.notify_one();
    }

    /// Waits until the connection is to be closed.
    pub async fn closing(&self) {
        while self.queue().close.is_none() {
            self.closing.notified().await;
        }
    }

    /// Has that feed told once everything waiting has been written.
    pub fn tell_when_written(&self, feed: FeedHandle) {
        let mut queue = self.queue();
        if queue.close.is_none() {
            queue.behind.push(feed);
        }
        drop(queue);
        self.filled.notify_one();
    }

    /// The feeds to tell, if everything has been taken.
    pub fn written(&self) -> Vec<FeedHandle> {
        let mut queue = self.queue();
        if queue.waiting.is_empty() { std::mem::take(&mut queue.behind) } else { Vec::new() }
    }

    /// Waits for something to write.
    pub async fn take(&self) -> Outgoing {
        loop {
            {
                let mut queue = self.queue();
                if queue.ping || !queue.waiting.is_empty() || !queue.behind.is_empty() {
                    queue.bytes = 0;
                    let ping = std::mem::take(&mut queue.ping);
                    return Outgoing::Batch { texts: std::mem::take(&mut queue.waiting), ping };
                }
                if let Some(frame) = &queue.close {
                    return Outgoing::Close(frame.clone());
                }
            }
            self.filled.notified().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

    #[tokio::test]
    async fn a_full_outbox_takes_nothing_and_keeps_what_it_has() {
        let outbox = Outbox::new(5, 8);
        assert_eq!(outbox.push("a".into()), Ok(()));
        for _ in 0..3 {
            assert_eq!(outbox.push("longer than the queue".into()), Ok(()));
        }
        assert_eq!(outbox.push("bc".into()), Err(Full));
        assert_eq!(outbox.push("d".into()), Ok(()));
        assert_eq!(outbox.push("".into()), Err(Full));
        let Outgoing::Batch { texts, ping: false } = outbox.take().await else { panic!() };
        assert_eq!(texts.len(), 5);
        assert_eq!(outbox.push("bc".into()), Ok(()));
    }

    #[tokio::test]
    async fn what_waits_is_written_before_the_close() {
        let outbox = Outbox::new(2, 10);
        let frame = CloseFrame { code: CloseCode::Away, reason: "".into() };
        assert_eq!(outbox.push("a".into()), Ok(()));
        outbox.close(frame.clone());
        assert_eq!(outbox.push("never".into()), Ok(()));
        outbox.closing().await;
        let Outgoing::Batch { texts, .. } = outbox.take().await else { panic!() };
        assert_eq!(texts, ["a"]);
        let Outgoing::Close(last) = outbox.take().await else { panic!() };
        assert_eq!(last, frame);
    }
}
