//! The four clocks, by arithmetic alone: nothing ticks (R20 to R23, R32 to R34).

use crate::ids::{BySeat, Instant, Millis};

/// The clocks of a match.
pub type Clocks = BySeat<Clock>;

/// One player's clock.
///
/// While it runs, what it shows follows from the instant at which it started. A clock that has
/// fallen shows zero until a ruling sets it (R20, R21).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// What was left when it last started or stopped.
    left: Millis,
    /// What its player had thought on this turn when it last started or stopped.
    thought: Millis,
    /// Since when its player is thinking; `None` while it stands.
    since: Option<Instant>,
    /// When it fell.
    fallen_at: Option<Instant>,
}

/// A clock in full, as the record keeps it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// What was left when it last started or stopped.
    pub left: Millis,
    /// What its player had thought on this turn when it last started or stopped.
    pub thought: Millis,
    /// Since when its player is thinking; `None` while it stands.
    pub since: Option<Instant>,
    /// When it fell.
    pub fallen_at: Option<Instant>,
}

impl Clock {
    /// A clock that stands, with that much time.
    pub const fn new(left: Millis) -> Clock {
        Clock { left, thought: Millis::ZERO, since: None, fallen_at: None }
    }

    /// A clock as [`Clock::reading`] tells it.
    pub const fn of(reading: Reading) -> Clock {
        let Reading { left, thought, since, fallen_at } = reading;
        Clock { left, thought, since, fallen_at }
    }

    /// All that it is, for the record.
    pub const fn reading(&self) -> Reading {
        let Clock { left, thought, since, fallen_at } = *self;
        Reading { left, thought, since, fallen_at }
    }

    /// What it shows at that instant.
    pub fn left_at(&self, at: Instant) -> Millis {
        match (self.fallen_at, self.since) {
            (Some(_), _) => Millis::ZERO,
            (None, Some(since)) => self.left.saturating_sub(at.since(since)),
            (None, None) => self.left,
        }
    }

    /// How long its player has thought on this turn at that instant, pauses not counted.
    pub fn thought_at(&self, at: Instant) -> Millis {
        self.thought + self.since.map_or(Millis::ZERO, |since| at.since(since))
    }

    /// Whether its time is running: its player is thinking, and it has not fallen.
    pub const fn is_running(&self) -> bool {
        self.since.is_some() && self.fallen_at.is_none()
    }

    /// When it fell.
    pub const fn fallen_at(&self) -> Option<Instant> {
        self.fallen_at
    }

    /// When it will fall if nothing stops it: the time used then reaches the time it had (R20).
    pub fn falls_at(&self) -> Option<Instant> {
        match self.fallen_at {
            None => self.since.map(|since| since + self.left),
            Some(_) => None,
        }
    }

    /// The instant at which a message received at `at` takes effect for this clock's player:
    /// never before his clock started.
    pub fn effective(&self, at: Instant) -> Instant {
        self.since.map_or(at, |since| at.max(since))
    }

    /// Starts it; its player goes on with his turn.
    pub fn start(&mut self, at: Instant) {
        if self.since.is_none() {
            self.since = Some(at);
        }
    }

    /// Stops it in the middle of its player's turn.
    pub fn stop(&mut self, at: Instant) {
        (self.left, self.thought) = (self.left_at(at), self.thought_at(at));
        self.since = None;
    }

    /// Ends its player's turn with a move made at `at`, and tells how long he thought.
    ///
    /// The increment is added unless the clock had fallen by then (R21, R32). A move received
    /// before the fall was made in time, even where the fall has been entered meanwhile (R23).
    pub fn end_turn(&mut self, at: Instant, increment: Millis) -> Millis {
        if self.fallen_at.is_some_and(|fallen| at < fallen) {
            self.fallen_at = None;
        }
        let spent = self.thought_at(at);
        self.stop(at);
        self.thought = Millis::ZERO;
        self.add(increment);
        spent
    }

    /// Lets it fall at that instant.
    ///
    /// What was left is kept, so that [`Clock::end_turn`] can find the fall to be premature.
    pub fn fall(&mut self, at: Instant) {
        self.fallen_at = Some(at);
    }

    /// Adds time; a fallen clock stays at zero (R21).
    pub fn add(&mut self, bonus: Millis) {
        if self.fallen_at.is_none() {
            self.left = self.left + bonus;
        }
    }

    /// Sets what it shows from `at` on, by a ruling; undoes a fall, and zero falls at once (R20).
    pub fn set(&mut self, left: Millis, at: Instant) {
        let since = self.since;
        self.stop(at);
        // An instant before the clock started takes no time back.
        self.since = since.map(|since| at.max(since));
        self.left = left;
        self.fallen_at = (left == Millis::ZERO).then_some(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Instant = Instant(1_000_000);

    fn running(left: u64) -> Clock {
        let mut clock = Clock::new(Millis(left));
        clock.start(START);
        clock
    }

    #[test]
    fn r20_the_clock_falls_when_the_time_used_reaches_the_time_it_had() {
        let clock = running(5000);
        assert_eq!(clock.falls_at(), Some(START + Millis(5000)));
        assert_eq!(clock.left_at(START + Millis(4999)), Millis(1));
        assert_eq!(clock.left_at(START + Millis(5000)), Millis(0));
    }

    #[test]
    fn r21_a_fallen_clock_gains_no_increment_and_no_bonus() {
        let mut clock = running(5000);
        clock.fall(START + Millis(5000));
        clock.add(Millis(120_000));
        assert_eq!(clock.end_turn(START + Millis(6000), Millis(3000)), Millis(6000));
        assert_eq!(clock.left_at(START + Millis(6000)), Millis::ZERO);
        assert!(clock.fallen_at().is_some());
    }

    #[test]
    fn r23_a_move_received_before_the_fall_is_in_time_after_it() {
        let mut clock = running(5000);
        clock.fall(START + Millis(5000));
        assert_eq!(clock.end_turn(START + Millis(4999), Millis(3000)), Millis(4999));
        assert_eq!(clock.left_at(START + Millis(9000)), Millis(3001));
        assert_eq!(clock.fallen_at(), None);
    }

    #[test]
    fn r32_a_pause_is_neither_time_used_nor_time_thought() {
        let mut clock = running(5000);
        clock.stop(START + Millis(1000));
        assert_eq!(clock.falls_at(), None);
        clock.start(START + Millis(60_000));
        assert_eq!(clock.end_turn(START + Millis(61_500), Millis(3000)), Millis(2500));
        assert_eq!(clock.left_at(START + Millis(70_000)), Millis(5500));
    }

    #[test]
    fn r20_setting_a_clock_undoes_a_fall_and_zero_falls() {
        let mut clock = running(5000);
        clock.fall(START + Millis(5000));
        clock.set(Millis(10_000), START + Millis(8000));
        assert_eq!(clock.falls_at(), Some(START + Millis(18_000)));
        assert_eq!(clock.thought_at(START + Millis(9000)), Millis(9000));
        clock.set(Millis::ZERO, START + Millis(10_000));
        assert_eq!(clock.fallen_at(), Some(START + Millis(10_000)));
    }
}
