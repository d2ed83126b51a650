//! The server's clock: the one place where time is read (R33).

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::sync::watch;

use crate::ids::{Instant, Millis};

/// Tells the time, and waits for it.
pub trait Clock: Send + Sync + 'static {
    /// The present instant; it never goes back.
    fn now(&self) -> Instant;

    /// Waits until that instant.
    fn sleep_until(&self, at: Instant) -> BoxFuture<'static, ()>;
}

/// Unix time read once, and carried on by the machine's monotonic clock.
#[derive(Debug)]
pub struct SystemClock {
    anchor: std::time::Instant,
    unix: Duration,
}

#[allow(clippy::disallowed_methods, reason = "time is read here and nowhere else")]
impl SystemClock {
    /// Anchors the clock at the present.
    pub fn start() -> SystemClock {
        let unix = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        SystemClock { anchor: std::time::Instant::now(), unix }
    }

    fn elapsed(&self) -> Duration {
        std::time::Instant::now().saturating_duration_since(self.anchor) + self.unix
    }
}

#[allow(clippy::disallowed_methods, reason = "time is read here and nowhere else")]
impl Clock for SystemClock {
    fn now(&self) -> Instant {
        Instant(u64::try_from(self.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    fn sleep_until(&self, at: Instant) -> BoxFuture<'static, ()> {
        let wait = Duration::from_millis(at.0).saturating_sub(self.elapsed());
        tokio::time::sleep(wait).boxed()
    }
}

/// A clock that stands still until it is told to go on.
#[derive(Clone, Debug)]
pub struct ScriptedClock {
    now: watch::Sender<Instant>,
}

impl ScriptedClock {
    /// A clock that stands at that instant.
    pub fn at(now: Instant) -> ScriptedClock {
        ScriptedClock { now: watch::Sender::new(now) }
    }

    /// Goes on by so much.
    pub fn advance(&self, by: Millis) {
        self.now.send_modify(|now| *now = *now + by);
    }
}

impl Clock for ScriptedClock {
    fn now(&self) -> Instant {
        *self.now.borrow()
    }

    fn sleep_until(&self, at: Instant) -> BoxFuture<'static, ()> {
        let mut now = self.now.subscribe();
        async move {
            if now.wait_for(|now| *now >= at).await.is_err() {
                std::future::pending::<()>().await;
            }
        }
        .boxed()
    }
}
