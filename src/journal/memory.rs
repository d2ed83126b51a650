//! A journal that keeps everything in memory, and nothing beyond the life of the process.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dashmap::DashMap;
use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::sync::watch;

use super::{AppendError, Journal, ReadError, Record, Subscription};
use crate::ids::MatchId;

/// Keeps the records of every match in memory.
#[derive(Default)]
pub struct MemoryJournal {
    logs: DashMap<MatchId, Arc<Log>>,
}

struct Log {
    records: Mutex<Vec<Record>>,
    /// How many records there are; told to the subscribers.
    length: watch::Sender<usize>,
}

impl Log {
    fn records(&self) -> MutexGuard<'_, Vec<Record>> {
        // A list of shared records is whole whatever happened to its last reader.
        self.records.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self, from: usize) -> Vec<Record> {
        self.records().get(from..).unwrap_or_default().to_vec()
    }
}

impl MemoryJournal {
    fn log(&self, id: &MatchId) -> Arc<Log> {
        let log = self.logs.entry(id.clone()).or_insert_with(|| {
            let length = watch::Sender::new(0);
            Arc::new(Log { records: Mutex::new(Vec::new()), length })
        });
        Arc::clone(&log)
    }
}

impl Journal for MemoryJournal {
    fn append(
        &self,
        id: &MatchId,
        expected: u64,
        record: Record,
    ) -> BoxFuture<'static, Result<(), AppendError>> {
        let log = self.log(id);
        let mut records = log.records();
        let outcome = if records.len() as u64 == expected {
            records.push(record);
            log.length.send_replace(records.len());
            Ok(())
        } else {
            Err(AppendError::Conflict)
        };
        futures::future::ready(outcome).boxed()
    }

    fn read(&self, id: &MatchId, from: u64) -> BoxFuture<'static, Result<Vec<Record>, ReadError>> {
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        futures::future::ready(Ok(self.log(id).read(from))).boxed()
    }

    fn subscribe(&self, id: &MatchId, from: u64) -> Box<dyn Subscription> {
        let log = self.log(id);
        let length = log.length.subscribe();
        let position = usize::try_from(from).unwrap_or(usize::MAX);
        Box::new(MemorySubscription { log, length, position })
    }
}

struct MemorySubscription {
    log: Arc<Log>,
    length: watch::Receiver<usize>,
    position: usize,
}

impl Subscription for MemorySubscription {
    fn next(&mut self) -> BoxFuture<'_, Vec<Record>> {
        async move {
            let position = self.position;
            if self.length.wait_for(|length| *length > position).await.is_err() {
                std::future::pending::<()>().await;
            }
            let records = self.log.read(position);
            self.position += records.len();
            records
        }
        .boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Event;
    use crate::ids::{Instant, Seat};

    fn record(at: u64) -> Record {
        Arc::from([Event::Called { seat: Seat::AWhite }.at(Instant(at))])
    }

    #[tokio::test]
    async fn of_two_owners_of_a_match_one_loses() {
        let journal = MemoryJournal::default();
        let id = MatchId("t".into());
        assert_eq!(journal.append(&id, 0, record(1)).await, Ok(()));
        assert_eq!(journal.append(&id, 0, record(2)).await, Err(AppendError::Conflict));
        assert_eq!(journal.read(&id, 0).await, Ok(vec![record(1)]));
    }

    #[tokio::test]
    async fn a_subscriber_gets_what_was_there_and_what_comes() {
        let journal = MemoryJournal::default();
        let id = MatchId("t".into());
        let mut follower = journal.subscribe(&id, 0);
        for n in 0..2 {
            assert_eq!(journal.append(&id, n, record(n)).await, Ok(()));
        }
        assert_eq!(follower.next().await, [record(0), record(1)]);
        assert!(follower.next().now_or_never().is_none());
        assert_eq!(journal.append(&id, 2, record(2)).await, Ok(()));
        assert_eq!(follower.next().await, [record(2)]);
        assert_eq!(journal.subscribe(&id, 2).next().await, [record(2)]);
    }
}
