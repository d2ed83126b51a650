//! What a room is told and asked, and what it answers.

use serde_json::{Map, Value};
use tokio::sync::{mpsc, oneshot};

use super::socket::ConnectionId;
use crate::game::{Actor, Audience, Command, Refusal, Rematch, Swap};
use crate::ids::{Instant, PlayerId};

/// Where to reach a room.
#[derive(Clone)]
pub(super) struct RoomHandle(mpsc::Sender<ToRoom>);

/// Where to reach a room that only its others keep going.
#[derive(Clone)]
pub(super) struct WeakRoomHandle(mpsc::WeakSender<ToRoom>);

impl WeakRoomHandle {
    /// The way there, unless the room has gone.
    pub(super) fn upgrade(&self) -> Option<RoomHandle> {
        self.0.upgrade().map(RoomHandle)
    }
}

/// How many messages wait for a room before their senders wait.
pub(super) const MAILBOX: usize = 256;

impl RoomHandle {
    /// A new mailbox: its two ends.
    pub(super) fn new() -> (RoomHandle, mpsc::Receiver<ToRoom>) {
        let (sender, mailbox) = mpsc::channel(MAILBOX);
        (RoomHandle(sender), mailbox)
    }

    /// A handle that does not keep the room going.
    pub(super) fn downgrade(&self) -> WeakRoomHandle {
        WeakRoomHandle(self.0.downgrade())
    }

    /// Has a command decided, and waits until it is recorded or refused.
    pub(super) async fn command(
        &self,
        actor: Actor,
        asked: Asked,
        at: Instant,
    ) -> Result<Accepted, Rejected> {
        self.ask(|reply| ToRoom::Command(Request { actor, asked, at, reply })).await
    }

    /// Notes that a connection is about to watch without sitting there.
    pub(super) async fn look_on(&self, look: Look, at: Instant) -> Result<Accepted, Rejected> {
        self.ask(|reply| ToRoom::LookOn { look, at, reply }).await
    }

    async fn ask<T>(&self, message: impl FnOnce(Reply<T>) -> ToRoom) -> Result<T, Rejected> {
        let (reply, answer) = oneshot::channel();
        self.0.send(message(reply)).await.map_err(|_| Rejected::Closed)?;
        answer.await.map_err(|_| Rejected::Closed)?
    }

    /// Asks for the table at which the players go on after the end.
    pub(super) async fn rematch(
        &self,
        player: PlayerId,
        swap: Swap,
        at: Instant,
    ) -> Result<Rematch, Rejected> {
        self.ask(|reply| ToRoom::Rematch { player, swap, at, reply }).await
    }

    /// Sends a message that needs no answer.
    pub(super) async fn send(&self, message: ToRoom) {
        let _ = self.0.send(message).await;
    }
}

/// A command is durable; its events are those of the first `through` records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Accepted {
    pub(super) through: u64,
}

/// A command changed nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Rejected {
    /// A rule, the phase or the position is against it.
    Refused(Refusal),
    /// An option or its value does not exist; why, for people.
    BadRules(String),
    /// What is said is longer than so many characters.
    TooLong(usize),
    /// He speaks too often.
    RateLimited,
    /// Practice players sit at too many tables already.
    TooMuchPractice,
    /// The journal cannot write.
    NotSaved,
    /// The match has gone.
    Closed,
}

/// Where the answer goes, to a command mostly.
pub(super) type Reply<T = Accepted> = oneshot::Sender<Result<T, Rejected>>;

/// What a room is told.
pub(super) enum ToRoom {
    /// Somebody asks for something.
    Command(Request),
    /// A connection is about to watch.
    LookOn { look: Look, at: Instant, reply: Reply },
    /// A connection no longer watches.
    LookAway { connection: ConnectionId },
    /// A player asks for the table at which they go on after the end.
    Rematch { player: PlayerId, swap: Swap, at: Instant, reply: Reply<Rematch> },
    /// A person may have come or gone.
    Presence { player: PlayerId, at: Instant },
}

/// A command on its way.
pub(super) struct Request {
    pub(super) actor: Actor,
    pub(super) asked: Asked,
    pub(super) at: Instant,
    pub(super) reply: Reply,
}

/// What somebody asks for.
pub(super) enum Asked {
    /// This.
    Command(Command),
    /// To change these options and leave the others as they are then.
    ChangeRules(Map<String, Value>),
}

/// Somebody who watches.
#[derive(Clone)]
pub(super) struct Look {
    /// His connection; none for a single look.
    pub(super) connection: Option<ConnectionId>,
    pub(super) actor: Actor,
    /// What he is shown while he does not sit there.
    pub(super) audience: Audience,
    /// Whether he is shown that even if he sits there.
    pub(super) as_spectator: bool,
}
