//! Catchmate: the server on which a chess club plays *Catch*, the Swiss form of bughouse.
//!
//! The modules stand in layers; each imports only what stands above it: [`ids`], [`rules`],
//! then the game, the wire, the journal and the server, and last [`cli`]. `ARCHITECTURE.md` draws
//! the map.

pub mod archive;
pub mod cli;
pub mod config;
pub mod evening;
pub mod game;
pub mod ids;
pub mod journal;
pub mod practice;
pub mod rules;
pub mod server;
pub mod wire;
