//! What a session does at a table: open it, watch it, and speak to its match.

use serde_json::{Map, Value};
use tokio::sync::oneshot;

use super::mailbox::{Accepted, Asked, Look, ToRoom};
use super::random::digest;
use super::registry::MatchHandle;
use super::session::{Answer, Refused, Session};
use super::watcher::{ToFeed, Viewer, Watcher};
use crate::game::{Actor, Audience, Command, Opened, Ruling, SeatKey};
use crate::ids::{BoardName, ByBoard, BySeat, Instant, MatchId, Rule};
use crate::rules::Setup;
use crate::wire::{self, Done, Mark, MatchRequest, RequestId};

impl Session {
    pub(super) async fn open(
        &self,
        actor: &Actor,
        rules: &Map<String, Value>,
        position: Option<ByBoard<Setup>>,
        listed: bool,
        id: Option<&RequestId>,
        at: Instant,
    ) -> Result<Answer, Refused> {
        if position.is_some() && !actor.director {
            let refused = Refused::new("not_allowed", "only the director sets up a position");
            return Err(Refused { rule: Some(Rule(36)), ..refused });
        }
        let options = wire::options(rules, &self.server.config.rules)
            .map_err(|reason| Refused::new("bad_rules", reason))?;
        let (secrets, keys) = self.keys(listed);
        let setup = position.unwrap_or_else(|| ByBoard::from_fn(|_| Setup::initial()));
        let opened = Opened { options, setup, listed, keys };
        if opened.is_decided() {
            return Err(Refused::new("bad_message", "the position is a mate already"));
        }
        let match_id = self.server.open(opened, at).await?;
        Ok(Answer::Text(wire::opened(id, &match_id, secrets.as_ref())))
    }

    /// What opens each seat of a table that is not listed: the keys, and their digests.
    pub(super) fn keys(&self, listed: bool) -> (Option<BySeat<String>>, Option<BySeat<SeatKey>>) {
        let secrets = || BySeat::from_fn(|_| self.server.random.secret());
        let secrets = (!listed).then(secrets);
        let digests =
            |secrets: &BySeat<String>| BySeat::from_fn(|seat| SeatKey(digest(&secrets[seat])));
        let keys = secrets.as_ref().map(digests);
        (secrets, keys)
    }

    pub(super) async fn watch(
        &mut self,
        actor: Actor,
        match_id: MatchId,
        after: Option<u64>,
        view_as: Option<Audience>,
        id: Option<&RequestId>,
        at: Instant,
    ) -> Result<Answer, Refused> {
        let handle = self.server.find(&match_id).await?;
        let as_spectator = view_as == Some(Audience::Spectator);
        let Accepted { through } =
            self.look_on(&match_id, &handle, &actor, as_spectator, at).await?;
        let (done, answered) = oneshot::channel();
        let message = ToFeed::Watch {
            watcher: self.watcher(&actor, as_spectator),
            since: after.zip(view_as),
            id: id.cloned(),
            at,
            through,
            done,
        };
        handle.feed.send(message).await;
        self.watching.insert(match_id, handle);
        answered.await.map_err(|_| Refused::no_such_match())?;
        Ok(Answer::Given)
    }

    pub(super) async fn unwatch(
        &mut self,
        match_id: &MatchId,
        id: Option<&RequestId>,
    ) -> Result<Answer, Refused> {
        let handle = match self.watching.remove(match_id) {
            Some(handle) => handle,
            None => self.server.find(match_id).await?,
        };
        let connection = self.connection;
        handle.feed.ask(|done| ToFeed::Unwatch { connection, done: Some(done) }).await;
        handle.room.send(ToRoom::LookAway { connection }).await;
        Ok(Answer::Text(wire::ok(id, &Done { you: None, seq: None })))
    }

    pub(super) async fn command(
        &mut self,
        actor: Actor,
        match_id: MatchId,
        request: MatchRequest,
        id: Option<&RequestId>,
        at: Instant,
    ) -> Result<Answer, Refused> {
        // Where he watches the match he is answered by the feed that shows it to him.
        let handle = match self.watching.get(&match_id) {
            Some(handle) => handle.clone(),
            None => self.server.find(&match_id).await?,
        };
        let sits = matches!(request, MatchRequest::Sit { .. });
        let asked = self.understand(&actor, request)?;
        let Accepted { through } = handle.room.command(actor.clone(), asked, at).await?;
        if !sits && !self.watching.contains_key(&match_id) {
            return Ok(Answer::Text(wire::ok(id, &Done { you: None, seq: None })));
        }
        if sits {
            self.look_on(&match_id, &handle, &actor, false, at).await?;
            self.watching.insert(match_id, handle.clone());
        }
        let (done, answered) = oneshot::channel();
        let message = ToFeed::Accepted {
            connection: self.connection,
            id: id.cloned(),
            through,
            sat: sits.then(|| self.watcher(&actor, false)),
            at,
            done,
        };
        handle.feed.send(message).await;
        answered.await.map_err(|_| Refused::no_such_match())?;
        Ok(Answer::Given)
    }

    /// Shows marks to the partner of whoever sets them; no room is asked, for nothing is decided.
    pub(super) async fn mark(
        &self,
        actor: Actor,
        match_id: MatchId,
        (board, marks): (BoardName, Vec<Mark>),
        id: Option<&RequestId>,
    ) -> Result<Answer, Refused> {
        let watched = self.watching.get(&match_id);
        let handle = match watched {
            Some(handle) => handle.clone(),
            None => self.server.find(&match_id).await?,
        };
        let marking = |done| ToFeed::Mark {
            connection: self.connection,
            player: actor.player,
            board,
            marks,
            id: id.cloned(),
            done,
        };
        handle.feed.ask(marking).await.ok_or_else(Refused::no_such_match)??;
        Ok(match watched {
            Some(_) => Answer::Given,
            None => Answer::Text(wire::ok(id, &Done::default())),
        })
    }

    /// Completes a request with what only the server knows.
    fn understand(&self, actor: &Actor, request: MatchRequest) -> Result<Asked, Refused> {
        let command = match request {
            MatchRequest::Command(command) => command,
            MatchRequest::Sit { seat, key } => {
                Command::Sit { seat, key: key.map(|key| SeatKey(digest(&key))) }
            }
            MatchRequest::SeatPlayer { seat, player } => {
                let name = self.server.players.name(&player);
                if name.is_none() && actor.director {
                    return Err(Refused::new("bad_message", "there is no such player"));
                }
                let name = name.unwrap_or_default();
                Command::Rule(Ruling::Seat { seat, player, name })
            }
            MatchRequest::ChangeRules { rules } => return Ok(Asked::ChangeRules(rules)),
        };
        Ok(Asked::Command(command))
    }

    fn watcher(&self, actor: &Actor, as_spectator: bool) -> Watcher {
        Watcher {
            connection: self.connection,
            outbox: std::sync::Arc::clone(&self.outbox),
            viewer: Viewer {
                player: Some(actor.player.clone()),
                director: actor.director,
                as_spectator,
            },
        }
    }

    /// Tells the room who watches, before he is shown anything (R11).
    async fn look_on(
        &self,
        id: &MatchId,
        handle: &MatchHandle,
        actor: &Actor,
        as_spectator: bool,
        at: Instant,
    ) -> Result<Accepted, Refused> {
        let director = actor.director && !as_spectator;
        let look = Look {
            connection: Some(self.connection),
            actor: actor.clone(),
            audience: if director { Audience::Director } else { Audience::Spectator },
            as_spectator,
        };
        let looked = handle.room.look_on(look, at).await;
        if looked.is_err() && !self.watching.contains_key(id) {
            handle.room.send(ToRoom::LookAway { connection: self.connection }).await;
        }
        Ok(looked?)
    }
}
