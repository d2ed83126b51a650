//! How much one connection may ask of the server.

use crate::ids::Instant;

/// Lets so many messages a second through, and a burst of them at once.
#[derive(Debug)]
pub struct RateLimit {
    per_second: u64,
    /// What may still be spent, in thousandths of a message.
    allowance: u64,
    burst: u64,
    refilled_at: Instant,
}

impl RateLimit {
    /// A limit of which nothing has been used.
    pub fn new(per_second: u32, burst: u32, now: Instant) -> RateLimit {
        let burst = u64::from(burst) * 1000;
        RateLimit { per_second: per_second.into(), allowance: burst, burst, refilled_at: now }
    }

    /// Whether one more message, received at that instant, is within the limit.
    pub fn admits(&mut self, at: Instant) -> bool {
        // So many messages a second are as many thousandths of a message a millisecond.
        let refill = at.since(self.refilled_at).0.saturating_mul(self.per_second);
        self.allowance = self.allowance.saturating_add(refill).min(self.burst);
        self.refilled_at = self.refilled_at.max(at);
        let admitted = self.allowance >= 1000;
        if admitted {
            self.allowance -= 1000;
        }
        admitted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Millis;

    #[test]
    fn a_burst_passes_and_then_so_many_a_second() {
        let start = Instant(1_000_000);
        let mut limit = RateLimit::new(2, 3, start);
        assert_eq!([(); 4].map(|()| limit.admits(start)), [true, true, true, false]);
        assert!(!limit.admits(start + Millis(499)));
        assert!(limit.admits(start + Millis(500)));
        assert!(!limit.admits(start + Millis(999)));
        let later = start + Millis(60_000);
        assert_eq!([(); 4].map(|()| limit.admits(later)), [true, true, true, false]);
    }
}
