//! What has just become durable, shared with those who follow it, so that they need not read the
//! disk.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dashmap::DashMap;
use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::sync::watch;

use super::reader::Reader;
use crate::ids::MatchId;
use crate::journal::{ReadError, Record, Subscription};

/// How many of a match's last records are kept in memory.
const KEPT: usize = 16;

/// The last records of the matches that are followed.
#[derive(Default)]
pub(super) struct Logs(DashMap<MatchId, Arc<Log>>);

struct Log {
    recent: Mutex<Recent>,
    /// How many records are durable, as far as has been heard; 0 before anything was.
    end: watch::Sender<u64>,
}

#[derive(Default)]
struct Recent {
    /// The number of the first of them.
    first: u64,
    records: VecDeque<Record>,
}

impl Log {
    fn recent(&self) -> MutexGuard<'_, Recent> {
        // Each method leaves the list whole.
        self.recent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The records from that number on, if all of them are still here.
    fn from(&self, position: u64) -> Option<Vec<Record>> {
        let recent = self.recent();
        let skipped = usize::try_from(position.checked_sub(recent.first)?).ok()?;
        Some(recent.records.iter().skip(skipped).cloned().collect())
    }
}

impl Logs {
    fn log(&self, id: &MatchId) -> Arc<Log> {
        let log = self.0.entry(id.clone()).or_insert_with(|| {
            Arc::new(Log { recent: Mutex::default(), end: watch::Sender::new(0) })
        });
        Arc::clone(&log)
    }

    /// Tells the followers of a record that has become durable.
    pub(super) fn publish(&self, id: &MatchId, seq: u64, record: Record) {
        // Whoever begins to follow later reads the disk.
        let Some(log) = self.0.get(id).map(|log| Arc::clone(&log)) else { return };
        let mut recent = log.recent();
        if recent.first + recent.records.len() as u64 != seq {
            *recent = Recent { first: seq, records: VecDeque::new() };
        }
        recent.records.push_back(record);
        if recent.records.len() > KEPT {
            recent.records.pop_front();
            recent.first += 1;
        }
        drop(recent);
        log.end.send_replace(seq + 1);
    }

    /// Follows a match from record number `position` on.
    pub(super) fn follow(
        self: &Arc<Logs>,
        id: &MatchId,
        position: u64,
        reader: Reader,
    ) -> Follower {
        let (logs, log) = (Arc::clone(self), self.log(id));
        let end = log.end.subscribe();
        Follower { id: id.clone(), logs, log, end, position, reader, reading: None, looked: false }
    }
}

/// With its last follower goes what was kept for him.
impl Drop for Follower {
    fn drop(&mut self) {
        self.logs.0.remove_if(&self.id, |_, log| log.end.receiver_count() <= 1);
    }
}

type Reading = BoxFuture<'static, Result<Vec<Record>, ReadError>>;

/// Follows one match.
pub(super) struct Follower {
    id: MatchId,
    logs: Arc<Logs>,
    log: Arc<Log>,
    end: watch::Receiver<u64>,
    /// The number of the next record.
    position: u64,
    reader: Reader,
    /// What is being read from the disk; it goes on when `next` is called again.
    reading: Option<Reading>,
    /// Whether the disk has been looked at for what was there before anything was heard.
    looked: bool,
}

impl Subscription for Follower {
    fn next(&mut self) -> BoxFuture<'_, Vec<Record>> {
        async move {
            loop {
                let end = *self.end.borrow_and_update();
                if end > self.position
                    && let Some(records) = self.log.from(self.position)
                    && !records.is_empty()
                {
                    // Whatever is being read would begin with the same.
                    (self.reading, self.looked) = (None, true);
                    self.position += records.len() as u64;
                    return records;
                }
                if self.reading.is_none() && end > self.position {
                    self.reading = Some(self.reader.read(&self.id, self.position));
                }
                if self.reading.is_none() && !self.looked {
                    self.reading = Some(self.reader.read(&self.id, self.position));
                }
                if let Some(reading) = &mut self.reading {
                    let read = reading.await;
                    (self.reading, self.looked) = (None, true);
                    match read {
                        Ok(records) if !records.is_empty() => {
                            self.position += records.len() as u64;
                            return records;
                        }
                        Ok(_) => continue,
                        Err(error) => tracing::error!(%error, "a match cannot be followed"),
                    }
                }
                if self.end.changed().await.is_err() {
                    std::future::pending::<()>().await;
                }
            }
        }
        .boxed()
    }
}
