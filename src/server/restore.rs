//! Matches from the record: those that run when the server starts, and ended ones when somebody
//! asks for them.

use std::sync::Arc;

use futures::future::join_all;

use super::Server;
use super::feed::Feed;
use super::registry::MatchHandle;
use super::room::{Room, RoomDeps};
use super::session::Refused;
use crate::game::{Actor, Attendance, Command, Entry, Match, PausedBy, Phase};
use crate::ids::{Instant, MatchId, Seat};
use crate::journal::{AppendError, ReadError, Record};

/// Why a match could not be taken up again.
#[derive(Debug, thiserror::Error)]
pub(super) enum RestoreError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// That it stands paused cannot be recorded.
    #[error(transparent)]
    Append(#[from] AppendError),
}

impl Server {
    /// Takes up the people and all matches that have not ended; what runs stands paused (R34).
    ///
    /// A match that cannot be read is named and left aside.
    pub(super) async fn restore(self: &Arc<Server>) -> Result<(), RestoreError> {
        self.players.restore(self.journal.people().await?);
        let last_alive = self.journal.last_alive().await?;
        let now = self.clock.now();
        // A sign of life from the future is none: the machine's clock has been put back.
        let last_alive = last_alive.filter(|at| *at <= now).unwrap_or_default();
        let restoring = self.journal.live().await?.into_iter().map(|id| {
            let server = Arc::clone(self);
            tokio::spawn(async move {
                let restored = server.take_up(&id, last_alive, now).await;
                (id, restored)
            })
        });
        for restored in join_all(restoring).await {
            match restored {
                Ok((_, Ok(_))) => {}
                Ok((_, Err(RestoreError::Append(error)))) => return Err(error.into()),
                Ok((id, Err(RestoreError::Read(error)))) => {
                    tracing::error!(%id, %error, "the match is set aside; the others go on");
                }
                Err(error) => tracing::error!(%error, "a match is set aside; the others go on"),
            }
        }
        Ok(())
    }

    /// The match of that identifier; an ended one is read back where need be.
    pub(super) async fn find(self: &Arc<Server>, id: &MatchId) -> Result<MatchHandle, Refused> {
        if let Some(handle) = self.registry.find(id) {
            return Ok(handle);
        }
        let now = self.clock.now();
        match self.take_up(id, Instant::default(), now).await {
            Ok(Some(handle)) => Ok(handle),
            Ok(None) => Err(Refused::no_such_match()),
            Err(error) => {
                tracing::error!(%id, %error, "a match cannot be shown");
                Err(Refused::new("no_such_match", "the record of this match cannot be read"))
            }
        }
    }

    /// Reads a match and gives it its room and its feed; `None` where there is none, or only a table
    /// that ended without having started.
    async fn take_up(
        self: &Arc<Server>,
        id: &MatchId,
        last_alive: Instant,
        now: Instant,
    ) -> Result<Option<MatchHandle>, RestoreError> {
        let mut record = self.journal.read(id, 0).await?;
        if record.is_empty() {
            return Ok(None);
        }
        let state = Match::replay(record.iter().flat_map(|record| record.iter()));
        let mut state = state.ok_or_else(|| headless(id))?;
        if state.is_forgettable() {
            return Ok(None);
        }
        for next in stand_still(&mut state, last_alive, now) {
            self.journal.append(id, record.len() as u64, Arc::clone(&next)).await?;
            record.push(next);
        }
        let ended = state.outcome().is_some();
        if !ended {
            for (seat, occupant) in state.seats().iter() {
                if let Some(occupant) = occupant {
                    self.players.sat(&occupant.player, id, seat);
                }
            }
        }
        let handle = self.run_match(id, state, &record, now).ok_or_else(|| headless(id))?;
        Ok(Some(if ended { self.registry.recall(id, handle) } else { self.add(id, handle) }))
    }

    /// Gives a match of which that record is durable its room and its feed.
    pub(super) fn run_match(
        &self,
        id: &MatchId,
        state: Match,
        record: &[Record],
        since: Instant,
    ) -> Option<MatchHandle> {
        let records = record.len() as u64;
        let subscription = self.journal.subscribe(id, records);
        let clock = Arc::clone(&self.clock);
        let (feed, summary) =
            Feed::spawn(id.clone(), record, clock, subscription, Arc::clone(&self.ended))?;
        let deps = RoomDeps {
            clock: Arc::clone(&self.clock),
            journal: Arc::clone(&self.journal),
            players: Arc::clone(&self.players),
            metrics: Arc::clone(&self.metrics),
            limits: self.config.limits.clone(),
            registry: Arc::downgrade(&self.registry),
            pulse: self.pulse.clone(),
            practice_places: Arc::clone(&self.practice_places),
        };
        let room = Room::spawn(id.clone(), state, records, since, feed.clone(), deps);
        Some(MatchHandle { room, feed, summary, rematch: Arc::default(), recalled: false })
    }

    pub(super) fn add(&self, id: &MatchId, handle: MatchHandle) -> MatchHandle {
        self.registry.add(id.clone(), handle.clone());
        handle
    }
}

fn headless(id: &MatchId) -> ReadError {
    let reason = "record 0: it is not the opening of a table".to_owned();
    ReadError::Damaged { id: id.clone(), reason }
}

/// What the stop of the server means for a match: the records to append, already applied.
///
/// Its clocks stop at the last sign of life, after what fell due until then; the time since is
/// nobody's. Before the start nobody is ready any more, for nobody is there.
fn stand_still(state: &mut Match, last_alive: Instant, now: Instant) -> Vec<Record> {
    let mut records = Vec::new();
    let stopped_at = state.last_at().max(last_alive);
    let mut there = Attendance::nobody(stopped_at);
    for seat in Seat::ALL {
        there.note(seat, true, stopped_at);
    }
    let mut enter = |state: &mut Match, entries: Vec<Entry>| {
        for entry in &entries {
            state.evolve(entry);
        }
        records.push(Record::from(entries));
    };
    while matches!(state.phase(), Phase::Playing) {
        let due = state.due(&there, stopped_at);
        if due.is_empty() {
            break;
        }
        enter(state, due);
    }
    let pause = state.interrupt(PausedBy::Restart, stopped_at, now);
    if !pause.is_empty() {
        enter(state, pause);
    }
    for seat in Seat::ALL {
        let Some(occupant) = &state.seats()[seat] else { continue };
        let (player, name) = (occupant.player.clone(), occupant.name.to_string());
        let actor = Actor { player, name, director: false };
        let lapse = state.decide(&actor, &Command::Unready, &there, now).unwrap_or_default();
        if !lapse.is_empty() {
            enter(state, lapse);
        }
    }
    records
}
