//! What one connection asks, one request after the other, and what it is answered.

use std::collections::HashMap;
use std::sync::Arc;

use super::Server;
use super::archive::ArchiveFailed;
use super::limits::RateLimit;
use super::mailbox::{Rejected, ToRoom};
use super::outbox::Outbox;
use super::registry::MatchHandle;
use super::socket::{ConnectionId, fell_behind};
use super::watcher::ToFeed;
use crate::archive::{Archive, ArchiveError};
use crate::game::{Actor, Refusal};
use crate::ids::{Instant, MatchId, Rule};
use crate::wire::{self, ClientMessage, Done, RequestId};

/// One connection's side of the conversation.
pub(super) struct Session {
    pub(super) server: Arc<Server>,
    pub(super) connection: ConnectionId,
    pub(super) outbox: Arc<Outbox>,
    rate: RateLimit,
    /// Who is there; nobody before `hello`.
    actor: Option<Actor>,
    /// The matches that the connection watches.
    pub(super) watching: HashMap<MatchId, MatchHandle>,
}

/// A refusal on its way: its code, the rule that it follows, and what it tells people.
pub(super) struct Refused {
    pub(super) code: &'static str,
    pub(super) rule: Option<Rule>,
    pub(super) message: String,
}

impl Refused {
    pub(super) fn new(code: &'static str, message: impl Into<String>) -> Refused {
        Refused { code, rule: None, message: message.into() }
    }

    fn rate_limited() -> Refused {
        Refused::new("rate_limited", "too many messages; wait a moment")
    }

    pub(super) fn no_such_match() -> Refused {
        Refused::new("no_such_match", "there is no such match")
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        Refused { code: refusal.code(), rule: refusal.rule(), message: refusal.to_string() }
    }
}

impl From<Rejected> for Refused {
    fn from(rejected: Rejected) -> Refused {
        match rejected {
            Rejected::Refused(refusal) => refusal.into(),
            Rejected::BadRules(reason) => Refused::new("bad_rules", reason),
            Rejected::TooLong(longest) => {
                Refused::new("too_long", format!("say at most {longest} characters"))
            }
            Rejected::RateLimited => Refused::rate_limited(),
            Rejected::TooMuchPractice => Refused::new(
                "rate_limited",
                "practice players sit at too many tables; wait a moment",
            ),
            Rejected::NotSaved => {
                Refused::new("not_saved", "the server cannot save now; nothing was done")
            }
            Rejected::Closed => Refused::no_such_match(),
        }
    }
}

/// What remains to be told after a request was carried out.
pub(super) enum Answer {
    /// This text.
    Text(String),
    /// Nothing: the feed has answered.
    Given,
}

impl Session {
    pub(super) fn new(
        server: Arc<Server>,
        connection: ConnectionId,
        outbox: Arc<Outbox>,
        now: Instant,
    ) -> Session {
        let limits = &server.config.limits;
        let rate = RateLimit::new(limits.messages_per_second, limits.messages_burst, now);
        Session { server, connection, outbox, rate, actor: None, watching: HashMap::new() }
    }

    /// Answers one frame, received at `at`.
    pub(super) async fn handle(&mut self, frame: &str, at: Instant) {
        let (id, answer) = match wire::parse(frame) {
            Ok(request) => {
                let answer = self.carry_out(request.message, request.id.as_ref(), at).await;
                (request.id, answer)
            }
            Err(malformed) => (malformed.id, Err(Refused::new("bad_message", malformed.reason))),
        };
        let text = match answer {
            Ok(Answer::Given) => return,
            Ok(Answer::Text(text)) => text,
            Err(Refused { code, rule, message }) => {
                self.server.metrics.refused(code);
                wire::refused(id.as_ref(), code, rule, &message)
            }
        };
        if self.outbox.push(text.into()).is_err() {
            self.outbox.close(fell_behind());
        }
    }

    /// The connection has closed.
    pub(super) async fn end(self, at: Instant) {
        let connection = self.connection;
        for handle in self.watching.values() {
            handle.feed.send(ToFeed::Unwatch { connection, done: None }).await;
            handle.room.send(ToRoom::LookAway { connection }).await;
        }
        if let Some(actor) = self.actor {
            self.server.leave(&actor.player, at).await;
        }
    }

    async fn carry_out(
        &mut self,
        message: ClientMessage,
        id: Option<&RequestId>,
        at: Instant,
    ) -> Result<Answer, Refused> {
        match (message, self.actor.clone()) {
            (ClientMessage::Hello { .. }, None) if !self.rate.admits(at) => {
                Err(Refused::rate_limited())
            }
            (ClientMessage::Hello { name, token, director_key }, None) => {
                self.hello(name, token, director_key, id, at).await
            }
            (_, None) => Err(Refused::new("hello_first", "say hello first")),
            (_, Some(_)) if !self.rate.admits(at) => Err(Refused::rate_limited()),
            (ClientMessage::Hello { .. }, Some(_)) => {
                Err(Refused::new("already_hello", "this connection has said hello"))
            }
            (ClientMessage::Open { rules, position, listed }, Some(actor)) => {
                self.open(&actor, &rules, position, listed, id, at).await
            }
            (ClientMessage::Watch { match_id, after, view_as }, Some(actor)) => {
                self.watch(actor, match_id, after, view_as, id, at).await
            }
            (ClientMessage::Unwatch { match_id }, Some(_)) => self.unwatch(&match_id, id).await,
            (ClientMessage::Match { match_id, request }, Some(actor)) => {
                self.command(actor, match_id, request, id, at).await
            }
            (ClientMessage::Mark { match_id, board, marks }, Some(actor)) => {
                self.mark(actor, match_id, (board, marks), id).await
            }
            (ClientMessage::Rematch { match_id, swap }, Some(actor)) => {
                self.rematch(actor, &match_id, swap, id, at).await
            }
            (ClientMessage::Merge { person, into }, Some(actor)) => {
                self.merge(&actor, person, into, id).await
            }
            (ClientMessage::Ping { n }, Some(_)) => {
                Ok(Answer::Text(wire::pong(id, n, self.server.clock.now())))
            }
        }
    }

    async fn hello(
        &mut self,
        name: Option<String>,
        token: Option<String>,
        director_key: Option<String>,
        id: Option<&RequestId>,
        at: Instant,
    ) -> Result<Answer, Refused> {
        let director = match &director_key {
            None => false,
            Some(key) if self.server.is_director_key(key) => true,
            Some(_) => return Err(Refused::new("bad_key", "this is not the director's key")),
        };
        let (players, longest) = (&self.server.players, self.server.config.limits.name_chars);
        let welcomed = match (token, name.as_deref().map(str::trim)) {
            (Some(token), _) => players
                .returning(token, longest)
                .ok_or_else(|| Refused::new("bad_token", "nobody here has this token"))?,
            (None, Some(name)) if (1..=longest).contains(&name.chars().count()) => {
                let newcomer = players.newcomer(name, longest, &self.server.random);
                if let Err(error) = self.server.journal.add_person(newcomer.to_keep()).await {
                    tracing::error!(%error, "a newcomer could not be saved");
                    players.forget(&newcomer);
                    return Err(Rejected::NotSaved.into());
                }
                newcomer
            }
            (None, _) => {
                let message = format!("a name has 1 to {longest} characters");
                return Err(Refused::new("bad_message", message));
            }
        };
        let player = welcomed.player;
        if director {
            players.knows_key(&player);
        }
        let seats = welcomed.seats;
        let text = wire::welcome(id, &player, &welcomed.name, &welcomed.token, director, &seats);
        if welcomed.arrived {
            self.server.tell_presence(&player, seats.iter().map(|(id, _)| id), at).await;
        }
        self.actor = Some(Actor { player, name: welcomed.name, director });
        Ok(Answer::Text(text))
    }

    /// Makes two entries of the archive one person; the director only.
    async fn merge(
        &self,
        actor: &Actor,
        person: String,
        into: Option<String>,
        id: Option<&RequestId>,
    ) -> Result<Answer, Refused> {
        if !actor.director {
            return Err(Refused::new("not_allowed", "only the director merges persons"));
        }
        let merge = move |archive: &mut Archive| archive.merge(&person, into.as_deref());
        self.server.archive.change(merge).await.map_err(|failed| match failed {
            ArchiveFailed::Archive(error @ ArchiveError::NoSuchPerson) => {
                Refused::new("no_such_person", error.to_string())
            }
            ArchiveFailed::Archive(error @ ArchiveError::Circular) => {
                Refused::new("bad_message", error.to_string())
            }
            error => {
                tracing::error!(%error, "two persons could not be merged");
                Rejected::NotSaved.into()
            }
        })?;
        self.server.ended.rate_again();
        Ok(Answer::Text(wire::ok(id, &Done { you: None, seq: None })))
    }
}
