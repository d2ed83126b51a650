//! The match, by instants passed in: every rule from R1 to R39 that it keeps, each under its number.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod play;

mod absence;
mod board;
mod claims;
mod draws;
mod endings;
mod pauses;
mod penalties;
mod random;
mod record;
mod rematch;
mod rulings;
mod seating;
mod secrecy;
mod time;
mod views;
