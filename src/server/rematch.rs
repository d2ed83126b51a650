//! The match after a match: a new table, at which those who are still here sit already.

use super::mailbox::{Accepted, Asked, Rejected};
use super::registry::MatchHandle;
use super::session::{Answer, Refused, Session};
use super::watcher::ToFeed;
use crate::game::{Actor, Command, Occupant, Rematch, Ruling, SeatKey, Swap};
use crate::ids::{BySeat, Instant, MatchId, PlayerId};
use crate::wire::{self, RequestId};

impl Session {
    /// Opens the next match, seats who is still here, and only then notes in the old match where its
    /// players went on: whatever stops this on its way, the old match never tells of a table that is
    /// not there, and one that nobody went on to is closed, or deserted.
    pub(super) async fn rematch(
        &self,
        actor: Actor,
        match_id: &MatchId,
        swap: Swap,
        id: Option<&RequestId>,
        at: Instant,
    ) -> Result<Answer, Refused> {
        let old = self.server.find(match_id).await?;
        // One after the other: whoever asks at the same time finds what the first one opened.
        let _turn = old.rematch.lock().await;
        let rematch = old.room.rematch(actor.player.clone(), swap, at).await?;
        let (secrets, keys) = self.keys(rematch.listed);
        let next = self.server.open(rematch.opened(keys), at).await?;
        let table = self.server.find(&next).await?;
        let follow = Asked::Command(Command::Follow { match_id: next.clone(), swap });
        let followed = match self.seat_players(&table, rematch, keys, at).await {
            Ok(()) => old.room.command(actor.clone(), follow, at).await,
            Err(rejected) => Err(rejected),
        };
        match followed {
            Ok(Accepted { through }) => {
                old.feed.ask(|done| ToFeed::ShowThrough { through, done }).await;
                Ok(Answer::Text(wire::opened(id, &next, secrets.as_ref())))
            }
            Err(rejected) => {
                let close = Asked::Command(Command::Rule(Ruling::Close));
                let closing = Actor { director: true, ..actor };
                if table.room.command(closing, close, at).await.is_err() {
                    tracing::warn!(id = %next, "a table that nobody was told of stays open");
                }
                Err(rejected.into())
            }
        }
    }

    /// Seats those who are still here, if that can be saved. Somebody else may have been faster: the
    /// seat is his.
    async fn seat_players(
        &self,
        table: &MatchHandle,
        rematch: Rematch,
        keys: Option<BySeat<SeatKey>>,
        at: Instant,
    ) -> Result<(), Rejected> {
        for (seat, occupant) in rematch.seats.iter() {
            let Some(Occupant { player, name, .. }) = occupant else { continue };
            if !self.goes_on(player) {
                continue;
            }
            let name = self.server.players.name(player).unwrap_or_else(|| name.to_string());
            let sitter = Actor { player: player.clone(), name, director: false };
            let sit = Command::Sit { seat, key: keys.map(|keys| keys[seat]) };
            let sat = table.room.command(sitter, Asked::Command(sit), at).await;
            if let Err(Rejected::NotSaved) = sat {
                return Err(Rejected::NotSaved);
            }
        }
        Ok(())
    }

    /// Whether a player of the old match is there for the next one: a person who has a connection
    /// open. Practice players always are.
    fn goes_on(&self, player: &PlayerId) -> bool {
        player.is_practice() || self.server.players.is_present(player)
    }
}
