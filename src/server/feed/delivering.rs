//! How what is shown reaches the connections that watch.

use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::Feed;
use crate::game::{Audience, Refusal};
use crate::ids::{BoardName, Instant, PlayerId};
use crate::server::reel::Frames;
use crate::server::socket::ConnectionId;
use crate::wire::{self, Mark};

/// So many connections are served at a stretch before other tasks have their turn.
const SLICE: usize = 256;

impl Feed {
    /// Delivers an event to everyone who is shown it, except to those who get a snapshot anyway.
    pub(super) async fn deliver_frames(
        &mut self,
        frames: &Frames,
        at: Instant,
        newcomers: &[ConnectionId],
    ) {
        let mut behind_snapshot = Vec::new();
        let mut served = 0;
        for (connection, place) in &mut self.places {
            let Some(text) = frames.event(place.audience) else { continue };
            if newcomers.contains(connection) {
                continue;
            }
            place.show(text.clone(), &self.sender);
            if frames.needs_snapshot(place.audience) {
                behind_snapshot.push(*connection);
            }
            served += 1;
            if served % SLICE == 0 {
                tokio::task::yield_now().await;
            }
        }
        for connection in behind_snapshot {
            self.send_snapshot(connection, at);
        }
    }

    /// Delivers a text to everyone for whose audience there is one.
    pub(super) async fn deliver<'a>(&mut self, text: impl Fn(Audience) -> Option<&'a Utf8Bytes>) {
        let mut served = 0;
        for place in self.places.values_mut() {
            if let Some(text) = text(place.audience) {
                place.show(text.clone(), &self.sender);
                served += 1;
                if served % SLICE == 0 {
                    tokio::task::yield_now().await;
                }
            }
        }
    }

    /// Shows a player's marks to his partner and to nobody else: passing news, of which no record is
    /// made.
    pub(super) async fn show_marks(
        &mut self,
        player: &PlayerId,
        board: BoardName,
        marks: &[Mark],
    ) -> Result<(), Refusal> {
        let (from, partner) = self.live.state().marks_of(player)?;
        let text: Utf8Bytes = wire::marks(&self.id, from, board, marks).into();
        self.deliver(|audience| (audience == Audience::Seat(partner)).then_some(&text)).await;
        Ok(())
    }
}
