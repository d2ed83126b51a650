//! The feed of one match: reads its record, and shows each audience what it may see.

mod delivering;

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use futures::FutureExt;
use futures::future::OptionFuture;
use tokio::sync::{mpsc, watch};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::archive::Ended;
use super::clock::Clock;
use super::lagging::{Coming, Lagging};
use super::reel::Reel;
use super::socket::ConnectionId;
use super::summary::{Summary, summarise};
use super::watcher::{FeedHandle, Place, ToFeed, Viewer, Watcher};
use crate::game::{self, Audience, Entry, Event, Match};
use crate::ids::{BySeat, Instant, MatchId, Millis, PlayerId, Seat};
use crate::journal::{Record, Subscription};
use crate::wire::{self, Done, RequestId};

/// How many messages wait for a feed before their senders wait.
const MAILBOX: usize = 1024;

/// The task that shows one match.
pub(super) struct Feed {
    id: MatchId,
    clock: Arc<dyn Clock>,
    subscription: Box<dyn Subscription>,
    mailbox: mpsc::Receiver<ToFeed>,
    sender: mpsc::WeakSender<ToFeed>,
    /// What players and the director are shown, and while there is no delay the spectators.
    live: Reel,
    /// What spectators are shown from the first start on, if there is a delay (R12).
    lagging: Option<Lagging>,
    /// How many records the live reel has applied.
    position: u64,
    places: HashMap<ConnectionId, Place>,
    present: BySeat<bool>,
    not_saving_since: Option<Instant>,
    summary: watch::Sender<Summary>,
    /// Told when the archive is to take this match in.
    ended: Arc<Ended>,
}

impl Feed {
    /// Starts showing a match of which that record is durable; all of it counts as shown.
    /// `None` where the record does not begin with its opening.
    pub(super) fn spawn(
        id: MatchId,
        record: &[Record],
        clock: Arc<dyn Clock>,
        subscription: Box<dyn Subscription>,
        ended: Arc<Ended>,
    ) -> Option<(FeedHandle, watch::Receiver<Summary>)> {
        let (sender, mailbox) = mpsc::channel(MAILBOX);
        let mut entries = record.iter().flat_map(|record| record.iter());
        let live = Reel::new(id.clone(), Match::replay(entries.next())?);
        let summary = watch::Sender::new(summarise(&id, &live));
        let summaries = summary.subscribe();
        let mut feed = Feed {
            id,
            clock,
            subscription,
            mailbox,
            sender: sender.downgrade(),
            live,
            lagging: None,
            position: record.len() as u64,
            places: HashMap::new(),
            present: BySeat::default(),
            not_saving_since: None,
            summary,
            ended,
        };
        feed.catch_up(&entries.collect::<Vec<_>>());
        tokio::spawn(feed.run());
        Some((FeedHandle(sender), summaries))
    }

    /// Applies what was shown before the server stopped, and what the spectators were owed since.
    fn catch_up(&mut self, entries: &[&Entry]) {
        if entries.is_empty() {
            return;
        }
        let mut reached = self.live.clone();
        for entry in entries {
            reached.apply(entry);
        }
        self.live.catch_up_with(&reached);
        for entry in entries {
            self.begin_to_lag(&entry.event);
            self.live.apply(entry);
            if let Some(lagging) = &mut self.lagging {
                lagging.coming.push_back(Coming::Entry((*entry).clone()));
            }
        }
        let now = self.clock.now();
        while let Some(Coming::Entry(entry)) = self.lagging.as_mut().and_then(|l| l.due(now)) {
            self.reel(Audience::Spectator).apply(&entry);
        }
        let summary = summarise(&self.id.clone(), self.reel(Audience::Spectator));
        self.summary.send_replace(summary);
    }

    async fn run(mut self) {
        loop {
            let next_late = self.lagging.as_ref().and_then(Lagging::next_at);
            let late = next_late.map(|at| self.clock.sleep_until(at));
            tokio::select! {
                // What the room has said comes before what it wrote afterwards.
                biased;
                message = self.mailbox.recv() => match message {
                    Some(message) => self.handle(message).await,
                    None => return,
                },
                records = self.subscription.next() => self.show_records(records).await,
                () = OptionFuture::from(late).map(drop), if next_late.is_some() => {
                    self.show_late().await;
                }
            }
        }
    }

    async fn handle(&mut self, message: ToFeed) {
        match message {
            ToFeed::Watch { watcher, since, id, at, through, done } => {
                self.show_through(through).await;
                self.watch(watcher, since, id.as_ref(), at);
                let _ = done.send(());
            }
            ToFeed::Unwatch { connection, done } => {
                self.places.remove(&connection);
                if let Some(done) = done {
                    let _ = done.send(());
                }
            }
            ToFeed::Accepted { connection, id, through, sat, at, done } => {
                self.show_through(through).await;
                if let Some(watcher) = sat {
                    self.sit(watcher, at);
                }
                self.answer(connection, id.as_ref());
                let _ = done.send(());
            }
            ToFeed::Mark { connection, player, board, marks, id, done } => {
                let marked = self.show_marks(&player, board, &marks).await;
                if marked.is_ok() {
                    self.answer(connection, id.as_ref());
                }
                let _ = done.send(marked);
            }
            ToFeed::ShowThrough { through, done } => {
                self.show_through(through).await;
                let _ = done.send(());
            }
            ToFeed::Presence { seat, present, at, through } => {
                self.show_through(through).await;
                self.show_presence(seat, present, at).await;
            }
            ToFeed::Saving => self.not_saving_since = None,
            ToFeed::NotSaving { since, through } => {
                self.show_through(through).await;
                self.not_saving_since = Some(since);
                let text: Utf8Bytes = wire::not_saving(&self.id, since).into();
                self.deliver(|_| Some(&text)).await;
            }
            ToFeed::CaughtUp { connection } => self.begin_again(connection, self.clock.now()),
            ToFeed::Summary { viewer, reply } => {
                self.show_durable().await;
                let audience = self.audience_of(&viewer);
                let id = self.id.clone();
                let _ = reply.send(wire::match_summary(&id, &self.reel(audience).view(audience)));
            }
            ToFeed::Snapshot { viewer, at, reply } => {
                self.show_durable().await;
                let audience = self.audience_of(&viewer);
                let _ = reply.send(self.snapshot(audience, viewer.player.as_ref(), at));
            }
            ToFeed::Record { viewer, tags, reply } => {
                self.show_durable().await;
                let audience = self.audience_of(&viewer);
                let state = self.reel(audience).state();
                let open = state.outcome().is_some();
                let _ = reply.send(open.then(|| game::write_bpgn(state, &tags)));
            }
        }
    }

    /// The reel that shows an audience what it may see.
    fn reel(&mut self, audience: Audience) -> &mut Reel {
        match &mut self.lagging {
            Some(lagging) if audience == Audience::Spectator => &mut lagging.reel,
            _ => &mut self.live,
        }
    }

    fn snapshot(
        &mut self,
        audience: Audience,
        player: Option<&PlayerId>,
        at: Instant,
    ) -> Utf8Bytes {
        let lag = match &self.lagging {
            Some(lagging) if audience == Audience::Spectator => lagging.delay,
            _ => Millis::ZERO,
        };
        self.reel(audience).snapshot(audience, player, at - lag)
    }

    fn send_snapshot(&mut self, connection: ConnectionId, at: Instant) {
        let Some(place) = self.places.get(&connection) else { return };
        let (audience, player) = (place.audience, place.watcher.viewer.player.clone());
        let snapshot = self.snapshot(audience, player.as_ref(), at);
        if let Some(place) = self.places.get_mut(&connection) {
            place.show(snapshot, &self.sender);
        }
    }

    fn audience_of(&self, viewer: &Viewer) -> Audience {
        let seat = viewer.player.as_ref().and_then(|player| self.live.state().seat_of(player));
        match seat {
            _ if viewer.as_spectator => Audience::Spectator,
            Some(seat) => Audience::Seat(seat),
            None if viewer.director => Audience::Director,
            None => Audience::Spectator,
        }
    }

    fn watch(
        &mut self,
        watcher: Watcher,
        since: Option<(u64, Audience)>,
        id: Option<&RequestId>,
        at: Instant,
    ) {
        let audience = self.audience_of(&watcher.viewer);
        let reel = self.reel(audience);
        let seq = Some(reel.seq(audience));
        let missed = since
            .filter(|(_, then)| *then == audience)
            .and_then(|(after, _)| reel.events_after(audience, after));
        let texts = missed
            .unwrap_or_else(|| vec![self.snapshot(audience, watcher.viewer.player.as_ref(), at)]);
        let place = Place { watcher, audience, behind: false };
        place.answer(wire::ok(id, &Done { you: Some(audience), seq }));
        self.take_place(place, texts);
    }

    /// The connection that has sat down watches from now on, as its seat.
    fn sit(&mut self, watcher: Watcher, at: Instant) {
        let audience = self.audience_of(&watcher.viewer);
        let place = self.places.get(&watcher.connection);
        if place.is_some_and(|place| place.audience == audience) {
            return;
        }
        let snapshot = self.snapshot(audience, watcher.viewer.player.as_ref(), at);
        self.take_place(Place { watcher, audience, behind: false }, vec![snapshot]);
    }

    /// Shows a connection that watches where things stand, and who is there.
    fn begin_again(&mut self, connection: ConnectionId, at: Instant) {
        if let Some(place) = self.places.remove(&connection) {
            let place = Place { behind: false, ..place };
            let player = place.watcher.viewer.player.clone();
            let snapshot = self.snapshot(place.audience, player.as_ref(), at);
            self.take_place(place, vec![snapshot]);
        }
    }

    /// Shows a connection where things stand and who is there; the rest follows as it happens.
    fn take_place(&mut self, mut place: Place, texts: Vec<Utf8Bytes>) {
        let present = match &self.lagging {
            Some(lagging) if place.audience == Audience::Spectator => &lagging.present,
            _ => &self.present,
        };
        let presences =
            present.iter().map(|(seat, there)| wire::presence(&self.id, seat, *there).into());
        let not_saving = self.not_saving_since.map(|at| wire::not_saving(&self.id, at).into());
        for text in texts.into_iter().chain(presences).chain(not_saving) {
            place.show(text, &self.sender);
        }
        self.places.insert(place.watcher.connection, place);
    }

    /// Answers an accepted command; with `seq` where the socket watches as its seat or as the
    /// director.
    fn answer(&self, connection: ConnectionId, id: Option<&RequestId>) {
        let Some(place) = self.places.get(&connection) else { return };
        let seq = match place.audience {
            Audience::Spectator => None,
            audience => Some(self.live.seq(audience)),
        };
        place.answer(wire::ok(id, &Done { you: None, seq }));
    }

    async fn show_through(&mut self, through: u64) {
        while self.position < through {
            let records = self.subscription.next().await;
            self.show_records(records).await;
        }
    }

    /// Shows everything that is durable by now.
    async fn show_durable(&mut self) {
        while let Some(records) = self.subscription.next().now_or_never() {
            self.show_records(records).await;
        }
    }

    async fn show_records(&mut self, records: Vec<Record>) {
        for record in records {
            self.position += 1;
            self.not_saving_since = None;
            for entry in record.iter() {
                self.show(entry).await;
            }
        }
    }

    async fn show(&mut self, entry: &Entry) {
        self.begin_to_lag(&entry.event);
        let frames = self.live.apply(entry);
        let newcomers = self.change_audiences(&entry.event);
        if let Some(lagging) = &mut self.lagging {
            lagging.coming.push_back(Coming::Entry(entry.clone()));
        }
        self.deliver_frames(&frames, entry.at, &newcomers).await;
        for connection in newcomers {
            self.begin_again(connection, entry.at);
        }
        self.summarise(&entry.event);
        if matches!(entry.event, Event::Over(_) | Event::ResultChanged(_)) {
            self.ended.note(&self.id);
        }
    }

    /// From the first start on, a spectators' delay is a reel that lags (R12).
    fn begin_to_lag(&mut self, event: &Event) {
        let delay = self.live.state().options().spectator_delay;
        let starts = matches!(event, Event::Started { .. });
        if starts && delay > Millis::ZERO && self.lagging.is_none() {
            let (mut reel, coming) = (self.live.clone(), VecDeque::new());
            for audience in Audience::ALL.into_iter().filter(|a| *a != Audience::Spectator) {
                reel.leave_out(audience);
            }
            self.lagging = Some(Lagging { reel, delay, coming, present: self.present });
            self.live.leave_out(Audience::Spectator);
        }
    }

    /// Shows the spectators what is due for them.
    async fn show_late(&mut self) {
        let now = self.clock.now();
        while let Some(coming) = self.lagging.as_mut().and_then(|lagging| lagging.due(now)) {
            match coming {
                Coming::Entry(entry) => {
                    let frames = self.reel(Audience::Spectator).apply(&entry);
                    self.deliver_frames(&frames, now, &[]).await;
                    self.summarise(&entry.event);
                }
                Coming::Presence { seat, present, .. } => {
                    if let Some(lagging) = &mut self.lagging {
                        lagging.present[seat] = present;
                    }
                    let text: Utf8Bytes = wire::presence(&self.id, seat, present).into();
                    self.deliver(|audience| (audience == Audience::Spectator).then_some(&text))
                        .await;
                }
            }
        }
    }

    async fn show_presence(&mut self, seat: Seat, present: bool, at: Instant) {
        self.present[seat] = present;
        let lags = self.lagging.is_some();
        if let Some(lagging) = &mut self.lagging {
            lagging.coming.push_back(Coming::Presence { seat, present, at });
        }
        let text: Utf8Bytes = wire::presence(&self.id, seat, present).into();
        self.deliver(|audience| (!lags || audience != Audience::Spectator).then_some(&text)).await;
    }

    /// Who has sat down or got up is shown something else from now on, beginning with a snapshot.
    fn change_audiences(&mut self, event: &Event) -> Vec<ConnectionId> {
        if !matches!(event, Event::Seated { .. } | Event::LeftSeat { .. }) {
            return Vec::new();
        }
        let changed: Vec<(ConnectionId, Audience)> = self
            .places
            .iter()
            .map(|(connection, place)| (*connection, place.audience, &place.watcher.viewer))
            .map(|(connection, then, viewer)| (connection, then, self.audience_of(viewer)))
            .filter(|(_, then, now)| then != now)
            .map(|(connection, _, now)| (connection, now))
            .collect();
        for (connection, audience) in &changed {
            if let Some(place) = self.places.get_mut(connection) {
                place.audience = *audience;
            }
        }
        changed.into_iter().map(|(connection, _)| connection).collect()
    }

    /// Keeps what lists tell up to date: nothing that a move changes.
    fn summarise(&mut self, event: &Event) {
        if !matches!(event, Event::Moved(_) | Event::Said { .. } | Event::FlagFallen { .. }) {
            let summary = summarise(&self.id.clone(), self.reel(Audience::Spectator));
            self.summary.send_replace(summary);
        }
    }
}
