//! Chances from a seed, the same on every machine and in every release.

/// `SplitMix64`, by Guy Steele, Doug Lea and Christine Flood (2014).
#[derive(Clone, Debug)]
pub(super) struct Chance(u64);

impl Chance {
    pub(super) const fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    pub(super) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// A number below that one.
    pub(super) const fn below(&mut self, count: usize) -> usize {
        (((self.next() >> 32) * count as u64) >> 32) as usize
    }

    /// How surprising a chance was, in 1/256 of a bit: above `256 k` once in `2^k` times. By whole
    /// numbers alone, since logarithms differ from machine to machine.
    pub(super) const fn surprise(&mut self) -> i64 {
        let bits = self.next() | 1;
        let zeros = bits.leading_zeros();
        // Linear between the powers of two.
        let part = if zeros >= 55 { 0 } else { (bits << zeros) << 1 >> 56 };
        (zeros as u64 * 256 + 255 - part).cast_signed()
    }

    pub(super) fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}
