//! Names that nobody can guess: identifiers, tokens and keys, from one generator.

use std::fmt::Write;
use std::sync::{Mutex, PoisonError};

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

/// Letters and digits that are not taken for one another.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// The generator behind every identifier, token and key.
#[derive(Debug)]
pub struct Generator(Mutex<StdRng>);

impl Generator {
    /// Seeded by the operating system.
    pub fn from_system() -> Generator {
        Generator(Mutex::new(rand::make_rng()))
    }

    /// Gives the same sequence for the same seed.
    pub fn from_seed(seed: u64) -> Generator {
        Generator(Mutex::new(StdRng::seed_from_u64(seed)))
    }

    /// A short identifier of that many letters, five bits each.
    pub fn identifier(&self, letters: usize) -> String {
        let mut bytes = vec![0; letters];
        self.fill(&mut bytes);
        bytes.into_iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect()
    }

    /// A secret of 128 random bits in hexadecimal digits.
    pub fn secret(&self) -> String {
        let mut bytes = [0; 16];
        self.fill(&mut bytes);
        bytes.iter().fold(String::with_capacity(32), |mut text, byte| {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
    }

    fn fill(&self, bytes: &mut [u8]) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).fill_bytes(bytes);
    }
}

/// What is kept of a secret.
pub fn digest(secret: &str) -> [u8; 32] {
    Sha256::digest(secret.as_bytes()).into()
}
