//! A reader's copy of one match: applies entry after entry, and writes each once per audience.

use std::collections::VecDeque;

use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::game::{Audience, Entry, Event, Legal, Match, View};
use crate::ids::{Instant, MatchId, PlayerId, Seat};
use crate::wire::{self, LegalChange};

/// An audience's last events are held for those who come back: at most so many,
const HELD_EVENTS: usize = 128;
/// and at most so many bytes of them.
const HELD_BYTES: usize = 16 * 1024;

/// A match as its audiences are shown it, each with its own numbering.
#[derive(Clone)]
pub(super) struct Reel {
    id: MatchId,
    state: Match,
    tapes: [Tape; 6],
}

/// What one audience has been shown.
#[derive(Clone, Default)]
struct Tape {
    /// How many events, from the opening of the table on.
    seq: u64,
    /// The `at` of the last one.
    last_at: Instant,
    /// Whether anyone of this audience has ever been here; nothing is written for nobody.
    in_use: bool,
    /// From which event on it is written for those who were here before the server stopped.
    in_use_from: Option<u64>,
    /// What a player was last told that he may do.
    legal: Option<Legal>,
    /// The last events, by their numbers.
    held: VecDeque<(u64, Utf8Bytes)>,
    held_bytes: usize,
    /// Who knows no event after this one needs a snapshot.
    barrier: Option<u64>,
}

/// What an entry brings each audience; an audience that is shown nothing has no place in it.
pub(super) struct Frames {
    events: [Option<Utf8Bytes>; 6],
    /// Which audiences need a snapshot after it.
    snapshots: [bool; 6],
}

impl Frames {
    /// The event as that audience is shown it.
    pub(super) fn event(&self, audience: Audience) -> Option<&Utf8Bytes> {
        self.events[index(audience)].as_ref()
    }

    /// Whether that audience needs a snapshot after the event.
    pub(super) fn needs_snapshot(&self, audience: Audience) -> bool {
        self.snapshots[index(audience)]
    }
}

impl Reel {
    pub(super) fn new(id: MatchId, state: Match) -> Reel {
        let opened_at = state.opened_at();
        let tape = || Tape { last_at: opened_at, ..Tape::default() };
        Reel { id, state, tapes: std::array::from_fn(|_| tape()) }
    }

    pub(super) const fn state(&self) -> &Match {
        &self.state
    }

    /// What that audience may see of the match.
    pub(super) const fn view(&self, audience: Audience) -> View<'_> {
        View::new(&self.state, audience)
    }

    /// The number of the last event that the audience has been shown.
    pub(super) const fn seq(&self, audience: Audience) -> u64 {
        self.tapes[index(audience)].seq
    }

    /// Writes nothing more for that audience, for another reel does.
    pub(super) fn leave_out(&mut self, audience: Audience) {
        let tape = &mut self.tapes[index(audience)];
        (tape.in_use, tape.in_use_from) = (false, None);
        tape.forget(tape.seq);
    }

    /// Takes the numbers that another reel of the whole record has reached: what this one will
    /// apply up to there has been shown already, and the last of it is held for those who come
    /// back. Where an audience's held events begin follows from its own numbers alone (R11).
    pub(super) fn catch_up_with(&mut self, other: &Reel) {
        for (tape, reached) in self.tapes.iter_mut().zip(&other.tapes) {
            tape.in_use_from = Some(reached.seq.saturating_sub(HELD_EVENTS as u64));
        }
    }

    /// Applies an entry and writes it for every audience that has had anyone.
    pub(super) fn apply(&mut self, entry: &Entry) -> Frames {
        for audience in Audience::ALL {
            let tape = &mut self.tapes[index(audience)];
            if tape.in_use_from.is_some_and(|from| tape.seq >= from) {
                tape.use_from_now(&View::new(&self.state, audience));
            }
        }
        self.state.evolve(entry);
        let mut frames = Frames { events: Default::default(), snapshots: [false; 6] };
        for audience in Audience::ALL {
            let view = View::new(&self.state, audience);
            let Some(shown) = view.show(entry) else { continue };
            let tape = &mut self.tapes[index(audience)];
            tape.seq += 1;
            tape.last_at = tape.last_at.max(entry.at);
            if let Event::Seated { seat, .. } = &entry.event
                && audience == Audience::Seat(*seat)
            {
                // What his predecessor was shown is not his.
                tape.forget(tape.seq - 1);
            }
            if !tape.in_use {
                continue;
            }
            let (seq, at) = (tape.seq, tape.last_at);
            let legal = tape.legal_change(&view, &entry.event);
            let text = wire::event(&self.id, seq, at, &view, entry, &shown, legal).into();
            tape.hold(&text);
            frames.events[index(audience)] = Some(text);
            if shown.then_snapshot {
                tape.forget(tape.seq);
                frames.snapshots[index(audience)] = true;
            }
        }
        frames
    }

    /// The present state for that audience, the clocks reckoned at `at` if that is not before
    /// the last thing it has been shown.
    pub(super) fn snapshot(
        &mut self,
        audience: Audience,
        listener: Option<&PlayerId>,
        at: Instant,
    ) -> Utf8Bytes {
        let view = View::new(&self.state, audience);
        let tape = &mut self.tapes[index(audience)];
        tape.use_from_now(&view);
        wire::snapshot(&self.id, tape.seq, &view, at.max(tape.last_at), listener).into()
    }

    /// The events after that number, if they are all still held.
    pub(super) fn events_after(&self, audience: Audience, after: u64) -> Option<Vec<Utf8Bytes>> {
        let tape = &self.tapes[index(audience)];
        let first_held = tape.held.front().map_or(tape.seq + 1, |(seq, _)| *seq);
        let known = tape.barrier.is_none_or(|barrier| after > barrier);
        if !tape.in_use || after > tape.seq || after + 1 < first_held || !known {
            return None;
        }
        Some(
            tape.held
                .iter()
                .filter(|(seq, _)| *seq > after)
                .map(|(_, text)| text.clone())
                .collect(),
        )
    }
}

impl Tape {
    fn use_from_now(&mut self, view: &View<'_>) {
        if !self.in_use {
            (self.in_use, self.in_use_from) = (true, None);
            self.legal = view.legal();
        }
    }

    fn hold(&mut self, text: &Utf8Bytes) {
        self.held.push_back((self.seq, text.clone()));
        self.held_bytes += text.len();
        while self.held.len() > HELD_EVENTS || self.held_bytes > HELD_BYTES {
            let Some((_, oldest)) = self.held.pop_front() else { break };
            self.held_bytes -= oldest.len();
        }
    }

    /// From now on only who has seen an event after that one goes on without a snapshot.
    fn forget(&mut self, barrier: u64) {
        self.held.clear();
        self.held_bytes = 0;
        self.barrier = Some(barrier);
    }

    fn legal_change<'a>(&'a mut self, view: &View<'_>, event: &Event) -> LegalChange<'a> {
        let Audience::Seat(seat) = view.audience() else { return LegalChange::Unchanged };
        if !may_change_legal(event, seat) {
            return LegalChange::Unchanged;
        }
        let legal = view.legal();
        if legal == self.legal {
            return LegalChange::Unchanged;
        }
        self.legal = legal;
        LegalChange::Now(self.legal.as_ref())
    }
}

/// Whether an event can change what the player of that seat may do.
fn may_change_legal(event: &Event, seat: Seat) -> bool {
    match event {
        Event::Moved(moved) => {
            moved.seat.board() == seat.board() || moved.passed().is_some_and(|(to, _)| to == seat)
        }
        Event::ClaimFailed { seat: claimant, .. } => *claimant == seat,
        Event::Started { .. }
        | Event::Paused { .. }
        | Event::Resumed
        | Event::Rewound { .. }
        | Event::Annulled { .. }
        | Event::Over(_) => true,
        _ => false,
    }
}

const fn index(audience: Audience) -> usize {
    match audience {
        Audience::Seat(seat) => seat as usize,
        Audience::Spectator => 4,
        Audience::Director => 5,
    }
}
