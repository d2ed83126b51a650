//! The server: rooms that decide, feeds that show, and the sockets between them and the people.
//!
//! [`run`] takes everything that a test may want to hold in its hands from outside: the listener,
//! the clock, the generator and the journal.

mod addresses;
mod archive;
mod client;
mod clock;
mod feed;
mod http;
mod lagging;
mod limits;
mod mailbox;
mod metrics;
mod outbox;
mod players;
mod practice;
mod pulse;
mod qr;
mod random;
mod reel;
mod registry;
mod rematch;
mod restore;
mod room;
mod session;
mod socket;
mod summary;
mod table;
mod watcher;

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use subtle::ConstantTimeEq;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, mpsc, watch};

pub use addresses::addresses;
pub use archive::ArchiveStore;
pub use clock::{Clock, ScriptedClock, SystemClock};
pub use random::Generator;

use crate::config::Config;
use crate::game::{Event, Match, Opened};
use crate::ids::{Instant, MatchId, Millis, PlayerId};
use crate::journal::{AppendError, Journal, Record};
use archive::Ended;
use mailbox::{Rejected, ToRoom};
use metrics::Metrics;
use players::Players;
use pulse::Pulse;
use registry::Registry;
use session::Refused;
use socket::ConnectionId;

/// Letters of a match's identifier: 30 bits.
const MATCH_LETTERS: usize = 6;
/// How long connections have to close when the server stops.
const GOODBYE: Millis = Millis(3000);

/// What the server takes from outside.
pub struct Deps {
    /// Tells the time.
    pub clock: Arc<dyn Clock>,
    /// Makes identifiers, tokens and keys.
    pub random: Generator,
    /// Keeps the record.
    pub journal: Arc<dyn Journal>,
    /// Keeps what has ended, to be searched.
    pub archive: ArchiveStore,
    /// The options of the server.
    pub config: Config,
    /// Opens the director's rulings.
    pub director_key: String,
}

/// What every connection shares.
struct Server {
    config: Config,
    /// Where it listens.
    bound: SocketAddr,
    clock: Arc<dyn Clock>,
    random: Generator,
    journal: Arc<dyn Journal>,
    archive: ArchiveStore,
    /// What the archive has yet to take in.
    ended: Arc<Ended>,
    /// All matches, by their identifiers.
    registry: Arc<Registry>,
    /// All people, by their identifiers and tokens.
    players: Arc<Players>,
    metrics: Arc<Metrics>,
    /// Whether any clock runs.
    pulse: Pulse,
    /// The tables at which practice players may still sit down.
    practice_places: Arc<Semaphore>,
    /// The digest of the director's key.
    director_key: [u8; 32],
    /// Counts the connections that there have been.
    connections: AtomicU64,
    /// Turns true when the server stops.
    stopping: watch::Receiver<bool>,
    /// Held by every connection; the server waits until nobody holds it.
    open: mpsc::Sender<()>,
}

/// Takes up what the journal holds, and serves until `shutdown`; then tells every client and closes
/// its connection.
///
/// # Errors
/// What the journal reports where the matches cannot be taken up, and the listener where it cannot
/// accept at all.
pub async fn run(
    listener: TcpListener,
    deps: Deps,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let Deps { clock, random, journal, archive, config, director_key } = deps;
    let (stop, stopping) = watch::channel(false);
    let (open, mut all_closed) = mpsc::channel(1);
    let server = Arc::new(Server {
        bound: listener.local_addr()?,
        practice_places: Arc::new(Semaphore::new(config.limits.practice_tables)),
        config,
        clock: Arc::clone(&clock),
        random,
        journal,
        archive,
        ended: Arc::default(),
        registry: Arc::default(),
        players: Arc::default(),
        metrics: Arc::new(Metrics::new()),
        pulse: Pulse::default(),
        director_key: random::digest(&director_key),
        connections: AtomicU64::new(0),
        stopping,
        open,
    });
    server.restore().await.map_err(io::Error::other)?;
    let archive = tokio::spawn(Arc::clone(&server).keep_archive());
    tokio::select! {
        result = http::accept(listener, Arc::clone(&server)) => result?,
        () = server.beat() => {}
        () = shutdown => {}
    }
    stop.send_replace(true);
    server.note_alive().await;
    drop(server);
    // Its task ends with the stop; what it failed to take in it finds at the next start.
    let _ = archive.await;
    let patience = clock.sleep_until(clock.now() + GOODBYE);
    tokio::select! {
        _ = all_closed.recv() => {}
        () = patience => {}
    }
    Ok(())
}

impl Server {
    fn next_connection(&self) -> ConnectionId {
        ConnectionId(self.connections.fetch_add(1, Ordering::Relaxed))
    }

    /// Waits until the server stops.
    async fn stopping(&self) {
        // The sender lives as long as the server runs; without it the server has stopped.
        let _ = self.stopping.clone().wait_for(|stopping| *stopping).await;
    }

    /// Whether that is the director's key; takes as long for any other.
    fn is_director_key(&self, key: &str) -> bool {
        random::digest(key).ct_eq(&self.director_key).into()
    }

    /// Opens a table: records it, then gives it its room and its feed.
    async fn open(self: &Arc<Server>, opened: Opened, at: Instant) -> Result<MatchId, Refused> {
        if self.registry.open() >= self.config.limits.tables {
            return Err(Refused::new("rate_limited", "there are too many tables"));
        }
        let entry = Event::Opened(Box::new(opened.clone())).at(at);
        let record = Record::from([entry]);
        let id = loop {
            let id = MatchId(Arc::from(self.random.identifier(MATCH_LETTERS)));
            match self.journal.append(&id, 0, Arc::clone(&record)).await {
                Ok(()) => break id,
                // Somebody else's table has this name.
                Err(AppendError::Conflict) => {}
                Err(AppendError::Unavailable(reason)) => {
                    tracing::error!(%reason, "a table could not be saved");
                    return Err(Rejected::NotSaved.into());
                }
            }
        };
        let state = Match::open(opened, at);
        let handle =
            self.run_match(&id, state, &[record], at).ok_or_else(Refused::no_such_match)?;
        self.add(&id, handle);
        Ok(id)
    }

    /// One of a person's connections has closed.
    async fn leave(&self, player: &PlayerId, at: Instant) {
        if let Some(matches) = self.players.leave(player) {
            self.tell_presence(player, matches.iter(), at).await;
        }
    }

    /// Tells those matches that a person may have come or gone.
    async fn tell_presence<'a>(
        &self,
        player: &PlayerId,
        matches: impl Iterator<Item = &'a MatchId>,
        at: Instant,
    ) {
        for id in matches {
            if let Some(handle) = self.registry.find(id) {
                handle.room.send(ToRoom::Presence { player: player.clone(), at }).await;
            }
        }
    }
}
