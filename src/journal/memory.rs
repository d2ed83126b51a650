//! A journal that keeps everything in memory, and nothing beyond the life of the process.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dashmap::DashMap;
use futures::FutureExt;
use futures::future::{BoxFuture, ready};
use tokio::sync::watch;

use super::{
    AppendError, Appending, EndedMatch, Journal, Person, ReadError, Record, Subscription, ends,
};
use crate::ids::{Instant, MatchId};

/// Keeps the records of every match in memory.
#[derive(Default)]
pub struct MemoryJournal {
    logs: DashMap<MatchId, Arc<Log>>,
    /// All matches in the order of their opening.
    opened: Mutex<Vec<MatchId>>,
    /// The matches that have not ended, in the order of their opening.
    live: Mutex<Vec<MatchId>>,
    people: Mutex<Vec<Person>>,
    alive: Mutex<Option<Instant>>,
}

struct Log {
    records: Mutex<Vec<Record>>,
    /// How many records there are; told to the subscribers.
    length: watch::Sender<usize>,
}

/// Takes a lock; what it guards is whole whatever happened to its last holder.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Log {
    fn read(&self, from: usize) -> Vec<Record> {
        lock(&self.records).get(from..).unwrap_or_default().to_vec()
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
    fn append(&self, id: &MatchId, expected: u64, record: Record) -> Appending {
        let log = self.log(id);
        let mut records = lock(&log.records);
        let outcome = if records.len() as u64 == expected {
            if expected == 0 {
                lock(&self.opened).push(id.clone());
                lock(&self.live).push(id.clone());
            }
            if ends(&record) {
                lock(&self.live).retain(|live| live != id);
            }
            records.push(record);
            log.length.send_replace(records.len());
            Ok(())
        } else {
            Err(AppendError::Conflict)
        };
        ready(outcome).boxed()
    }

    fn read(&self, id: &MatchId, from: u64) -> BoxFuture<'static, Result<Vec<Record>, ReadError>> {
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        let log = self.logs.get(id).map(|log| Arc::clone(&log));
        ready(Ok(log.map(|log| log.read(from)).unwrap_or_default())).boxed()
    }

    fn subscribe(&self, id: &MatchId, from: u64) -> Box<dyn Subscription> {
        let log = self.log(id);
        let length = log.length.subscribe();
        let position = usize::try_from(from).unwrap_or(usize::MAX);
        Box::new(MemorySubscription { log, length, position })
    }

    fn live(&self) -> BoxFuture<'static, Result<Vec<MatchId>, ReadError>> {
        ready(Ok(lock(&self.live).clone())).boxed()
    }

    fn ended(
        &self,
        after: u64,
        limit: usize,
    ) -> BoxFuture<'static, Result<Vec<EndedMatch>, ReadError>> {
        let from = usize::try_from(after).unwrap_or(usize::MAX);
        let opened = lock(&self.opened).get(from..).unwrap_or_default().to_vec();
        let live = lock(&self.live).clone();
        let ended = (after + 1..).zip(opened).filter(|(_, id)| !live.contains(id));
        let ended = ended.take(limit).map(|(number, id)| {
            let records = self.logs.get(&id).map_or(0, |log| lock(&log.records).len() as u64);
            EndedMatch { number, id, records }
        });
        ready(Ok(ended.collect())).boxed()
    }

    fn add_person(&self, person: Person) -> Appending {
        lock(&self.people).push(person);
        ready(Ok(())).boxed()
    }

    fn people(&self) -> BoxFuture<'static, Result<Vec<Person>, ReadError>> {
        ready(Ok(lock(&self.people).clone())).boxed()
    }

    fn note_alive(&self, at: Instant) -> Appending {
        *lock(&self.alive) = Some(at);
        ready(Ok(())).boxed()
    }

    fn last_alive(&self) -> BoxFuture<'static, Result<Option<Instant>, ReadError>> {
        ready(Ok(*lock(&self.alive))).boxed()
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
