//! The room of one match: the only task that decides and writes.

mod attending;
mod practising;
mod saving;

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Weak};

use futures::StreamExt;
use futures::future::{BoxFuture, OptionFuture};
use futures::stream::FuturesOrdered;
use tokio::sync::{Semaphore, mpsc};

use super::clock::Clock;
use super::limits::RateLimit;
use super::mailbox::{
    Accepted, Asked, Look, MAILBOX, Rejected, Reply, Request, RoomHandle, ToRoom, WeakRoomHandle,
};
use super::metrics::Metrics;
use super::players::Players;
use super::practice::Practice;
use super::pulse::{Pulse, Running};
use super::registry::Registry;
use super::socket::ConnectionId;
use super::watcher::{FeedHandle, ToFeed};
use crate::config::Limits;
use crate::game::{Actor, Attendance, Command, Entry, Event, Match};
use crate::game::{Phase, View, Words};
use crate::ids::{BySeat, Instant, MatchId, Millis};
use crate::journal::{AppendError, Journal, Record};
use crate::wire;

/// A message received at or after a deadline waits until so long past it, so that one received
/// before is never overtaken (R23).
const GRACE: Millis = Millis(20);
/// How long a table that ended without having started can still be looked at.
const MEMORY: Millis = Millis::from_secs(60);
/// How long after a failure the journal is tried again.
const RETRY: Millis = Millis(500);
/// What a room needs from the server.
#[derive(Clone)]
pub(super) struct RoomDeps {
    pub(super) clock: Arc<dyn Clock>,
    pub(super) journal: Arc<dyn Journal>,
    pub(super) players: Arc<Players>,
    pub(super) metrics: Arc<Metrics>,
    pub(super) pulse: Pulse,
    pub(super) limits: Limits,
    pub(super) registry: Weak<Registry>,
    /// The tables at which practice players may still sit down.
    pub(super) practice_places: Arc<Semaphore>,
}

/// The task that owns one match.
pub(super) struct Room {
    id: MatchId,
    deps: RoomDeps,
    feed: FeedHandle,
    mailbox: mpsc::Receiver<ToRoom>,
    handle: WeakRoomHandle,
    /// The match with everything applied that has been written, durable or not.
    state: Match,
    attendance: Attendance,
    /// The connections that watch, with what they are shown unless they show a seat.
    onlookers: BTreeMap<ConnectionId, Look>,
    /// How many records have been written, durable or not.
    written: u64,
    /// How many of them are durable.
    durable: u64,
    /// The records that are being written, in order.
    writing: FuturesOrdered<BoxFuture<'static, Written>>,
    /// What was received at or after a deadline that has not been entered.
    waiting: VecDeque<ToRoom>,
    /// How many messages have been handled since a deadline should have been entered.
    overdue: usize,
    /// How much each seat may still say.
    talk: BySeat<RateLimit>,
    /// When to try the journal again.
    retry_at: Option<Instant>,
    /// Since when nothing could be written.
    failing_since: Option<Instant>,
    /// Tells the server whether clocks run here.
    running: Running,
    /// When a table that ended without having started is forgotten.
    forget_at: Option<Instant>,
    /// Who plays for the practice players, while there are some.
    practice: Option<Practice>,
}

struct Written {
    outcome: Result<(), AppendError>,
    /// Nothing where only the records before it were waited for.
    record: Option<Record>,
    reply: Option<Reply>,
}

/// Why a room ends.
enum End {
    /// Nobody can reach it any more.
    Unreachable,
    /// The match has another owner.
    Lost,
}

impl Room {
    /// Takes over a match of which so many records are durable, with nobody there since then.
    pub(super) fn spawn(
        id: MatchId,
        state: Match,
        records: u64,
        since: Instant,
        feed: FeedHandle,
        deps: RoomDeps,
    ) -> RoomHandle {
        let (handle, mailbox) = RoomHandle::new();
        let Limits { talk_per_second, talk_burst, .. } = deps.limits;
        let talk = |_| RateLimit::new(talk_per_second, talk_burst, since);
        let room = Room {
            id,
            attendance: Attendance::nobody(since),
            state,
            running: deps.pulse.running(),
            deps,
            feed,
            mailbox,
            handle: handle.downgrade(),
            onlookers: BTreeMap::new(),
            written: records,
            durable: records,
            writing: FuturesOrdered::new(),
            waiting: VecDeque::new(),
            overdue: 0,
            talk: BySeat::from_fn(talk),
            retry_at: None,
            failing_since: None,
            forget_at: None,
            practice: None,
        };
        tokio::spawn(room.run());
        handle
    }

    async fn run(mut self) {
        self.resume_practice().await;
        loop {
            self.running.set(matches!(self.state.phase(), Phase::Playing));
            match self.step().await {
                Ok(()) => {}
                Err(End::Unreachable) => return,
                Err(End::Lost) => {
                    tracing::error!(id = %self.id, "the match has another owner: it is left to it");
                    return;
                }
            }
        }
    }

    async fn step(&mut self) -> Result<(), End> {
        let deadline = match self.retry_at.or(self.forget_at) {
            // While the journal cannot write, and after the end, nothing else falls due.
            Some(at) => Some(at),
            None => self.state.next_deadline(&self.attendance).map(|at| at + GRACE),
        };
        if deadline.is_none_or(|at| at > self.deps.clock.now()) {
            self.overdue = 0;
        } else if self.overdue >= MAILBOX {
            // Whatever was received before it has been handled by now: the mailbox holds no more.
            self.overdue = 0;
            self.fall_due().await;
            return Ok(());
        }
        let timer = deadline.map(|at| self.deps.clock.sleep_until(at));
        tokio::select! {
            // What was received before a deadline is decided before it (R23).
            biased;
            Some(written) = self.writing.next() => self.settle(written).await?,
            message = self.mailbox.recv() => match message {
                Some(message) => {
                    self.overdue += 1;
                    self.receive(message).await;
                    // What came before a deadline may have taken it away.
                    self.handle_waiting().await;
                }
                None => return Err(End::Unreachable),
            },
            _ = OptionFuture::from(timer), if deadline.is_some() => self.fall_due().await,
        }
        Ok(())
    }

    /// Handles a message, unless a deadline that came before it has yet to be entered (R23).
    async fn receive(&mut self, message: ToRoom) {
        let at = match &message {
            ToRoom::Command(request) => Some(request.at),
            ToRoom::LookOn { at, .. }
            | ToRoom::Rematch { at, .. }
            | ToRoom::Presence { at, .. } => Some(*at),
            ToRoom::LookAway { .. } => None,
        };
        let deadline = self.state.next_deadline(&self.attendance);
        let comes_after = deadline.zip(at).is_some_and(|(due, at)| due <= at);
        if comes_after && self.retry_at.is_none() {
            self.waiting.push_back(message);
        } else {
            self.handle(message).await;
        }
    }

    async fn handle(&mut self, message: ToRoom) {
        match message {
            ToRoom::Command(request) => self.decide(request),
            ToRoom::LookOn { look, at, reply } => {
                let asked = Asked::Command(Command::Inform);
                let request = Request { actor: look.actor.clone(), asked, at, reply };
                let informs = self.shows_all_reserves(&look) && self.state.outcome().is_none();
                if let Some(connection) = look.connection {
                    self.onlookers.insert(connection, look);
                    self.attendance.note_watched(true, at);
                }
                if informs {
                    self.decide(request);
                } else {
                    self.agree(request.reply);
                }
            }
            ToRoom::LookAway { connection } => {
                self.onlookers.remove(&connection);
                self.attendance.note_watched(!self.onlookers.is_empty(), self.deps.clock.now());
            }
            ToRoom::Rematch { player, swap, reply, .. } => {
                let _ = reply.send(self.state.rematch(&player, swap).map_err(Rejected::Refused));
            }
            ToRoom::Presence { player, at } => self.note_person(&player, at).await,
        }
    }

    /// Decides a command, and writes what it leads to.
    fn decide(&mut self, request: Request) {
        let Request { actor, asked, at, reply } = request;
        let command = match asked {
            Asked::Command(command) => command,
            Asked::ChangeRules(rules) => match wire::options(&rules, self.state.options()) {
                Ok(options) => Command::ChangeOptions(options),
                Err(reason) => {
                    // Whoever may not change them at all is told that.
                    let unchanged = Command::ChangeOptions(self.state.options().clone());
                    let allowed = self.state.decide(&actor, &unchanged, &self.attendance, at);
                    let refusal = allowed.err().map(Rejected::Refused);
                    let _ = reply.send(Err(refusal.unwrap_or(Rejected::BadRules(reason))));
                    return;
                }
            },
        };
        if matches!(self.state.phase(), Phase::Seating) {
            let onlookers = self.onlookers.values().filter(|look| self.shows_all_reserves(look));
            let onlookers = onlookers.map(|look| look.actor.player.clone()).collect();
            self.attendance.set_onlookers(onlookers);
        }
        match self.state.decide(&actor, &command, &self.attendance, at) {
            Err(refusal) => {
                let _ = reply.send(Err(Rejected::Refused(refusal)));
            }
            Ok(entries) if entries.is_empty() => self.agree(reply),
            Ok(_) if self.retry_at.is_some() => {
                let _ = reply.send(Err(Rejected::NotSaved));
            }
            Ok(entries) => {
                let admitted = match command {
                    Command::Practice { .. } => self.admit_practice(),
                    _ => self.check_talk(&actor, &command, at),
                };
                if let Err(rejected) = admitted {
                    let _ = reply.send(Err(rejected));
                    return;
                }
                let entries = self.with_onlookers(entries);
                self.write(entries, Some(reply));
            }
        }
    }

    /// Nobody talks the others down: what is said is short, and not too much of it.
    fn check_talk(
        &mut self,
        actor: &Actor,
        command: &Command,
        at: Instant,
    ) -> Result<(), Rejected> {
        let longest = self.deps.limits.talk_chars;
        match command {
            Command::Say { words: Words::Text(text), .. } if text.chars().count() > longest => {
                Err(Rejected::TooLong(longest))
            }
            Command::Say { .. } | Command::Call => match self.state.seat_of(&actor.player) {
                Some(seat) if !self.talk[seat].admits(at) => Err(Rejected::RateLimited),
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// Whether somebody who watches so is shown the reserves of both teams before the end (R11).
    fn shows_all_reserves(&self, look: &Look) -> bool {
        let shows_seat = !look.as_spectator && self.state.seat_of(&look.actor.player).is_some();
        !shows_seat && View::new(&self.state, look.audience).sees_all_reserves()
    }

    /// Whoever is taken from his seat looks on from then on, and may be shown more (R11).
    fn with_onlookers(&self, mut entries: Vec<Entry>) -> Vec<Entry> {
        if let [Entry { at, event: Event::LeftSeat { player, .. } }] = &entries[..] {
            let looks_on = self.onlookers.values().any(|look| {
                look.actor.player == *player
                    && View::new(&self.state, look.audience).sees_all_reserves()
            });
            if looks_on {
                let mut informed = self.state.inform(player, *at);
                entries.append(&mut informed);
            }
        }
        entries
    }

    /// Answers a request that changes nothing, once the records that it rests on are durable.
    fn agree(&mut self, reply: Reply) {
        if self.writing.is_empty() {
            let _ = reply.send(Ok(Accepted { through: self.durable }));
        } else {
            let nothing = Written { outcome: Ok(()), record: None, reply: Some(reply) };
            self.writing.push_back(Box::pin(std::future::ready(nothing)));
        }
    }

    /// Applies entries at once, and writes them without waiting.
    fn write(&mut self, entries: Vec<Entry>, reply: Option<Reply>) {
        for entry in &entries {
            self.state.evolve(entry);
            if let Event::Seated { seat, player, .. } = &entry.event {
                let present = self.deps.players.is_present(player);
                self.attendance.note(*seat, present, entry.at);
            }
            if let Event::LeftSeat { seat, .. } = &entry.event {
                self.attendance.note(*seat, false, entry.at);
            }
        }
        let record = Record::from(entries);
        let append = self.deps.journal.append(&self.id, self.written, Arc::clone(&record));
        self.written += 1;
        self.writing.push_back(Box::pin(async move {
            Written { outcome: append.await, record: Some(record), reply }
        }));
    }

    /// Enters what is due, then decides what waited for it.
    async fn fall_due(&mut self) {
        let now = self.deps.clock.now();
        if self.retry_at.is_some() {
            return self.try_to_save(now).await;
        }
        if self.forget_at.take().is_some()
            && let Some(registry) = self.deps.registry.upgrade()
        {
            return registry.forget(&self.id);
        }
        loop {
            let due = self.state.next_deadline(&self.attendance);
            if due.is_none_or(|at| at + GRACE > now) {
                break;
            }
            let entries = self.state.due(&self.attendance, now);
            if entries.is_empty() {
                break;
            }
            self.write(entries, None);
            self.handle_waiting().await;
        }
        self.note_arrivals(now);
    }

    /// Handles what has waited and was received before the next deadline.
    async fn handle_waiting(&mut self) {
        for message in std::mem::take(&mut self.waiting) {
            self.receive(message).await;
        }
    }

    /// A record has become durable, or never will be.
    async fn settle(&mut self, written: Written) -> Result<(), End> {
        let Written { outcome, record, reply } = written;
        match outcome {
            Ok(()) => {
                if let Some(record) = record {
                    self.durable += 1;
                    self.publish(&record).await;
                }
                if self.failing_since.take().is_some() {
                    self.feed.send(ToFeed::Saving).await;
                }
                if let Some(reply) = reply {
                    let _ = reply.send(Ok(Accepted { through: self.durable }));
                }
                Ok(())
            }
            Err(AppendError::Conflict) => Err(End::Lost),
            Err(AppendError::Unavailable(reason)) => {
                if self.failing_since.is_none() {
                    tracing::error!(id = %self.id, %reason, "a record could not be saved");
                }
                self.roll_back(reply).await;
                Ok(())
            }
        }
    }

    /// Tells the others what a durable record means for them.
    async fn publish(&mut self, record: &Record) {
        for entry in record.iter() {
            match &entry.event {
                Event::Seated { seat, player, .. } => {
                    self.deps.players.sat(player, &self.id, *seat);
                    self.note_seat(*seat, entry.at);
                    self.tell_presence(*seat, entry.at).await;
                }
                Event::LeftSeat { seat, player, .. } => {
                    self.deps.players.left(player, &self.id);
                    self.tell_presence(*seat, entry.at).await;
                    self.end_practice();
                }
                Event::Moved(_) => self.deps.metrics.moves.increment(1),
                Event::Over(_) => {
                    self.end_practice();
                    if let Some(registry) = self.deps.registry.upgrade() {
                        registry.ended(&self.id);
                    }
                    if self.state.is_forgettable() {
                        self.forget_at = Some(self.deps.clock.now() + MEMORY);
                    }
                    for occupant in self.state.seats().0.iter().flatten() {
                        self.deps.players.left(&occupant.player, &self.id);
                    }
                }
                _ => {}
            }
        }
    }
}
