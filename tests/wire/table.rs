//! A table at which matches are played by commands, as the server would play them.

use std::collections::BTreeSet;

use catchmate::game::{
    Actor, Attendance, Audience, Command, Entry, Legal, Match, Opened, Ruling, View,
};
use catchmate::ids::{ByBoard, Instant, MatchId, PlayerId, Seat};
use catchmate::rules::{Options, Position, Setup};
use catchmate::wire::{self, LegalChange};
use serde_json::Value;

use crate::schema;

pub const START: Instant = Instant(1_000_000);

pub struct Table {
    pub state: Match,
    attendance: Attendance,
    /// Each command comes one second after the last.
    pub now: Instant,
    seq: u64,
}

pub fn match_id() -> MatchId {
    MatchId("k7f2".into())
}

/// The person who sits in that seat, named after it.
pub fn player(seat: Seat) -> PlayerId {
    PlayerId(format!("id-{seat}").into())
}

impl Table {
    pub fn new(options: Options) -> Table {
        let usual = Setup { position: Position::initial(), reserves: shakmaty::ByColor::default() };
        Table::with_setup(options, ByBoard([usual.clone(), usual]))
    }

    pub fn with_setup(options: Options, setup: ByBoard<Setup>) -> Table {
        let opened = Opened { options, setup, listed: true, keys: None };
        let mut attendance = Attendance::nobody(START);
        for seat in Seat::ALL {
            attendance.note(seat, true, START);
        }
        attendance.set_onlookers(BTreeSet::new());
        Table { state: Match::open(opened, START), attendance, now: START, seq: 0 }
    }

    /// A table whose match has started.
    pub fn started(options: Options) -> Table {
        let mut table = Table::new(options);
        table.seat_all();
        table.rule(Ruling::Start);
        table
    }

    pub fn seat_all(&mut self) {
        for seat in Seat::ALL {
            self.play(seat, Command::Sit { seat, key: None });
        }
    }

    #[allow(clippy::needless_pass_by_value, reason = "reads better where it is called")]
    pub fn play(&mut self, seat: Seat, command: Command) -> Vec<String> {
        let actor = Actor { player: player(seat), name: format!("P {seat}"), director: false };
        self.act(&actor, &command)
    }

    pub fn rule(&mut self, ruling: Ruling) -> Vec<String> {
        let player = PlayerId("director".into());
        let actor = Actor { player, name: "Dora".to_owned(), director: true };
        self.act(&actor, &Command::Rule(ruling))
    }

    pub fn moves(&mut self, seat: Seat, text: &str) -> Vec<String> {
        let attempt = text.parse().unwrap();
        self.play(
            seat,
            Command::Move { attempt, ply: Some(self.state.ply(seat.board())), line: None },
        )
    }

    /// Decides a command, and gives the events that each audience is shown of it.
    fn act(&mut self, actor: &Actor, command: &Command) -> Vec<String> {
        self.now = Instant(self.now.0 + 1000);
        let entries = self.state.decide(actor, command, &self.attendance, self.now).unwrap();
        entries.iter().flat_map(|entry| self.apply(entry)).collect()
    }

    /// What falls due up to then.
    pub fn wait(&mut self, until: Instant) -> Vec<String> {
        self.now = until;
        let mut messages = Vec::new();
        loop {
            let entries = self.state.due(&self.attendance, until);
            if entries.is_empty() {
                return messages;
            }
            messages.extend(entries.iter().flat_map(|entry| self.apply(entry)));
        }
    }

    pub fn apply(&mut self, entry: &Entry) -> Vec<String> {
        let legal = |state: &Match| Audience::ALL.map(|a| View::new(state, a).legal());
        let before = legal(&self.state);
        self.state.evolve(entry);
        let after = legal(&self.state);
        let mut messages = Vec::new();
        for ((audience, before), after) in Audience::ALL.into_iter().zip(&before).zip(&after) {
            let view = View::new(&self.state, audience);
            let Some(shown) = view.show(entry) else { continue };
            self.seq += 1;
            let change = change(before.as_ref(), after.as_ref());
            let (id, seq) = (match_id(), self.seq);
            let message = wire::event(&id, seq, entry.at, &view, entry, &shown, change);
            schema::check(&message, "ServerMessage");
            schema::check(&message, "EventMessage");
            messages.push(format!("{} {message}", audience.name()));
        }
        messages
    }

    /// The snapshot of an audience.
    pub fn snapshot(&self, audience: Audience) -> String {
        let view = View::new(&self.state, audience);
        let listener = audience.seat().map(player);
        let message = wire::snapshot(&match_id(), 9, &view, self.now, listener.as_ref());
        schema::check(&message, "ServerMessage");
        message
    }

    /// The snapshot of an audience, parsed.
    pub fn snapshot_value(&self, audience: Audience) -> Value {
        serde_json::from_str(&self.snapshot(audience)).unwrap()
    }
}

fn change<'a>(before: Option<&Legal>, after: Option<&'a Legal>) -> LegalChange<'a> {
    if before == after { LegalChange::Unchanged } else { LegalChange::Now(after) }
}

/// The event that an audience is shown among those of a command, parsed; the `index`th of them.
pub fn shown(messages: &[String], audience: Audience, index: usize) -> Option<Value> {
    let prefix = format!("{} ", audience.name());
    let message = messages.iter().filter_map(|message| message.strip_prefix(&prefix)).nth(index)?;
    let mut message: Value = serde_json::from_str(message).unwrap();
    Some(message["event"].take())
}
