//! Signs of life: while any clock runs, the journal is told a few times a second that the server is
//! alive, so that a crash can lose little of what a clock has run (R34).

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::Server;
use crate::ids::Millis;

/// How often a sign of life is recorded.
const EVERY: Millis = Millis(250);

/// Counts the matches whose clocks run.
#[derive(Clone, Default)]
pub(super) struct Pulse(Arc<AtomicUsize>);

/// Whether the clocks of one match run.
pub(super) struct Running {
    pulse: Pulse,
    counted: bool,
}

impl Pulse {
    /// For one match, whose clocks do not run yet.
    pub(super) fn running(&self) -> Running {
        Running { pulse: self.clone(), counted: false }
    }

    fn beats(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }
}

impl Running {
    /// Notes whether the clocks run.
    pub(super) fn set(&mut self, running: bool) {
        match (self.counted, running) {
            (false, true) => self.pulse.0.fetch_add(1, Ordering::Relaxed),
            (true, false) => self.pulse.0.fetch_sub(1, Ordering::Relaxed),
            _ => return,
        };
        self.counted = running;
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.set(false);
    }
}

impl Server {
    /// Records signs of life for ever.
    pub(super) async fn beat(&self) {
        loop {
            self.clock.sleep_until(self.clock.now() + EVERY).await;
            self.note_alive().await;
        }
    }

    /// Records a sign of life, if any clock runs.
    pub(super) async fn note_alive(&self) {
        if self.pulse.beats()
            && let Err(error) = self.journal.note_alive(self.clock.now()).await
        {
            // The matches themselves notice, and stand still.
            tracing::debug!(%error, "a sign of life could not be recorded");
        }
    }
}
