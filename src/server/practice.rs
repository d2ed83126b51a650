//! Plays for the practice players of one match. It reads the match's record as the feed does, gives
//! each of them what its own seat is shown, and speaks to the room as anyone does.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use futures::future::OptionFuture;
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::{JoinHandle, spawn_blocking};

use super::clock::Clock;
use super::mailbox::{Accepted, Asked, Rejected, WeakRoomHandle};
use crate::game::{Actor, Audience, Command, Match, View};
use crate::ids::{BySeat, Instant, MatchId, Millis, Seat};
use crate::journal::{Record, Subscription};
use crate::practice::{self, Task};

/// How long after a refusal the same is tried again, if it is still to be done then.
const RETRY: Millis = Millis(1000);

/// The practice players of one match; dropped, they play no more.
pub(super) struct Practice {
    task: JoinHandle<()>,
    /// One of the tables at which practice players may sit.
    _place: Option<OwnedSemaphorePermit>,
}

impl Practice {
    /// Begins to play for whatever practice players sit at that table, by its durable record.
    pub(super) fn spawn(
        id: MatchId,
        clock: Arc<dyn Clock>,
        room: WeakRoomHandle,
        subscription: Box<dyn Subscription>,
        place: Option<OwnedSemaphorePermit>,
    ) -> Practice {
        let (position, state, plans) = (0, None, BySeat::default());
        let stand_in = StandIn { id, clock, room, subscription, position, state, plans };
        Practice { task: tokio::spawn(stand_in.run()), _place: place }
    }
}

impl Drop for Practice {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// What a practice player is about to do, and when.
#[derive(Clone, Copy)]
struct Plan {
    task: Task,
    at: Instant,
}

/// The task that acts for them.
struct StandIn {
    id: MatchId,
    clock: Arc<dyn Clock>,
    room: WeakRoomHandle,
    subscription: Box<dyn Subscription>,
    /// How many records have been applied.
    position: u64,
    /// The match as its durable record has it; none before its opening was read.
    state: Option<Match>,
    plans: BySeat<Option<Plan>>,
}

impl StandIn {
    async fn run(mut self) {
        loop {
            let next = self.plans.iter().filter_map(|(seat, plan)| Some((plan.as_ref()?.at, seat)));
            let next = next.min_by_key(|(at, _)| *at);
            let timer = next.map(|(at, _)| self.clock.sleep_until(at));
            tokio::select! {
                biased;
                records = self.subscription.next() => self.read(&records),
                Some(()) = OptionFuture::from(timer) => {
                    if let Some((_, seat)) = next
                        && self.act(seat).await.is_break()
                    {
                        return;
                    }
                }
            }
        }
    }

    /// Applies what has become durable, and sees what there is to do from then on: by the record's own
    /// instants, however late it is read.
    fn read(&mut self, records: &[Record]) {
        let history = self.state.is_none();
        for (index, record) in records.iter().enumerate() {
            self.position += 1;
            match &mut self.state {
                Some(state) => record.iter().for_each(|entry| state.evolve(entry)),
                None => self.state = Match::replay(record.iter()),
            }
            if !history || index + 1 == records.len() {
                self.plans = BySeat::from_fn(|seat| self.plan(seat));
            }
        }
    }

    fn plan(&self, seat: Seat) -> Option<Plan> {
        let state = self.state.as_ref()?;
        state.seats()[seat].as_ref().filter(|occupant| occupant.practises())?;
        let view = View::new(state, Audience::Seat(seat));
        let task = practice::task(&view)?;
        let seen = state.last_at();
        let at = seen + practice::delay(task, &view, seen, self.noise(seat, task));
        // What was to be done before is not put off; a clock that was set may leave less time.
        let before = self.plans[seat].filter(|plan| plan.task == task);
        Some(Plan { task, at: before.map_or(at, |plan| plan.at.min(at)) })
    }

    /// A number that looks like chance and is always the same.
    fn noise(&self, seat: Seat, task: Task) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.id, seat, task).hash(&mut hasher);
        hasher.finish()
    }

    /// Does what that seat was about to do. It breaks off where the room has gone.
    async fn act(&mut self, seat: Seat) -> ControlFlow<()> {
        let (Some(Plan { task, .. }), Some(state)) = (self.plans[seat].take(), self.state.clone())
        else {
            return ControlFlow::Continue(());
        };
        let noise = self.noise(seat, task);
        let Some((actor, command)) = think(state, seat, task, noise).await else {
            return ControlFlow::Continue(());
        };
        let Some(room) = self.room.upgrade() else { return ControlFlow::Break(()) };
        let answer = room.command(actor, Asked::Command(command), self.clock.now()).await;
        drop(room);
        match answer {
            Ok(Accepted { through }) => {
                while self.position < through {
                    let records = self.subscription.next().await;
                    self.read(&records);
                }
            }
            Err(Rejected::Closed) => return ControlFlow::Break(()),
            Err(_) => self.plans[seat] = Some(Plan { task, at: self.clock.now() + RETRY }),
        }
        ControlFlow::Continue(())
    }
}

/// What the player of that seat asks for, thought out where it holds up nobody.
async fn think(state: Match, seat: Seat, task: Task, noise: u64) -> Option<(Actor, Command)> {
    let occupant = state.seats()[seat].clone()?;
    let thought = spawn_blocking(move || {
        let view = View::new(&state, Audience::Seat(seat));
        practice::command(task, &view, noise)
    });
    let command = thought.await.ok().flatten()?;
    let (player, name) = (occupant.player, occupant.name.to_string());
    Some((Actor { player, name, director: false }, command))
}
