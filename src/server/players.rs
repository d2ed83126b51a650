//! The people: their names and tokens, their open connections, and where they sit.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::random::{Generator, digest};
use crate::game::Actor;
use crate::ids::{MatchId, PlayerId, Seat};
use crate::journal;

/// Everyone who has said hello.
///
/// One lock, held for a few look-ups and never across an await; no move takes it.
#[derive(Default)]
pub(super) struct Players(Mutex<Register>);

#[derive(Default)]
struct Register {
    people: HashMap<PlayerId, Person>,
    /// By the digest of the token; the token itself is kept nowhere.
    tokens: HashMap<[u8; 32], PlayerId>,
    /// The names of those who are present, in lower case.
    names: HashSet<String>,
}

struct Person {
    name: String,
    /// How many connections he has open.
    connections: usize,
    seats: BTreeMap<MatchId, Seat>,
    /// Whether he has ever shown the director's key.
    director: bool,
}

/// Somebody who has just said hello.
pub(super) struct Welcomed {
    pub(super) player: PlayerId,
    pub(super) name: String,
    pub(super) token: String,
    pub(super) seats: Vec<(MatchId, Seat)>,
    /// Whether this is his only connection, so that he has just come.
    pub(super) arrived: bool,
}

impl Welcomed {
    /// What is kept of him.
    pub(super) fn to_keep(&self) -> journal::Person {
        let (id, name) = (self.player.clone(), self.name.clone());
        journal::Person { id, name, token: digest(&self.token) }
    }
}

impl Players {
    fn register(&self) -> MutexGuard<'_, Register> {
        // Each method leaves the register whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody new says hello; his name gets a suffix where somebody present has it.
    pub(super) fn newcomer(&self, name: &str, longest: usize, random: &Generator) -> Welcomed {
        let mut register = self.register();
        let player = loop {
            let player = PlayerId(Arc::from(random.identifier(8)));
            if !register.people.contains_key(&player) {
                break player;
            }
        };
        let token = random.secret();
        let name = register.claim_name(name, longest);
        register.tokens.insert(digest(&token), player.clone());
        let (seats, director) = (BTreeMap::new(), false);
        let person = Person { name: name.clone(), connections: 1, seats, director };
        register.people.insert(player.clone(), person);
        Welcomed { player, name, token, seats: Vec::new(), arrived: true }
    }

    /// Takes up everyone whom the journal knows; nobody is there yet.
    pub(super) fn restore(&self, people: Vec<journal::Person>) {
        let mut register = self.register();
        for journal::Person { id, name, token } in people {
            register.tokens.insert(token, id.clone());
            let (connections, seats, director) = (0, BTreeMap::new(), false);
            register.people.insert(id, Person { name, connections, seats, director });
        }
    }

    /// A newcomer could not be kept: he was never here.
    pub(super) fn forget(&self, newcomer: &Welcomed) {
        let mut register = self.register();
        register.people.remove(&newcomer.player);
        register.tokens.remove(&digest(&newcomer.token));
        register.names.remove(&newcomer.name.to_lowercase());
    }

    /// Somebody comes back with his token; `None` where it is nobody's.
    pub(super) fn returning(&self, token: String, longest: usize) -> Option<Welcomed> {
        let mut register = self.register();
        let player = register.tokens.get(&digest(&token))?.clone();
        let person = register.people.get(&player)?;
        let arrived = person.connections == 0;
        let mut name = person.name.clone();
        if arrived {
            name = register.claim_name(&name, longest);
        }
        let person = register.people.get_mut(&player)?;
        person.connections += 1;
        person.name.clone_from(&name);
        let seats = person.seats.iter().map(|(id, seat)| (id.clone(), *seat)).collect();
        Some(Welcomed { player, name, token, seats, arrived })
    }

    /// One connection of a person has closed. If it was the last, tells where he sits.
    pub(super) fn leave(&self, player: &PlayerId) -> Option<Vec<MatchId>> {
        let mut register = self.register();
        let person = register.people.get_mut(player)?;
        person.connections = person.connections.saturating_sub(1);
        if person.connections > 0 {
            return None;
        }
        let seats = person.seats.keys().cloned().collect();
        let name = person.name.to_lowercase();
        register.names.remove(&name);
        Some(seats)
    }

    /// Whether a person has a connection open. Practice players need none.
    pub(super) fn is_present(&self, player: &PlayerId) -> bool {
        player.is_practice()
            || self.register().people.get(player).is_some_and(|person| person.connections > 0)
    }

    /// A person's name.
    pub(super) fn name(&self, player: &PlayerId) -> Option<String> {
        self.register().people.get(player).map(|person| person.name.clone())
    }

    /// Whose token that is, and by what name he goes.
    pub(super) fn find(&self, token: &str) -> Option<Actor> {
        let register = self.register();
        let player = register.tokens.get(&digest(token))?;
        let Person { name, director, .. } = register.people.get(player)?;
        Some(Actor { player: player.clone(), name: name.clone(), director: *director })
    }

    /// A person sits down.
    pub(super) fn sat(&self, player: &PlayerId, id: &MatchId, seat: Seat) {
        if let Some(person) = self.register().people.get_mut(player) {
            person.seats.insert(id.clone(), seat);
        }
    }

    /// A person no longer sits there.
    pub(super) fn left(&self, player: &PlayerId, id: &MatchId) {
        if let Some(person) = self.register().people.get_mut(player) {
            person.seats.remove(id);
        }
    }

    /// A person has shown the director's key.
    pub(super) fn knows_key(&self, player: &PlayerId) {
        if let Some(person) = self.register().people.get_mut(player) {
            person.director = true;
        }
    }

    /// Who is present, in the order of their names.
    pub(super) fn list_present(&self) -> Vec<(PlayerId, String)> {
        let register = self.register();
        let present = register.people.iter().filter(|(_, person)| person.connections > 0);
        let mut list: Vec<_> =
            present.map(|(player, person)| (player.clone(), person.name.clone())).collect();
        list.sort_by(|a, b| a.1.cmp(&b.1));
        list
    }
}

impl Register {
    /// Takes a name that nobody present has, with a number behind it where need be.
    fn claim_name(&mut self, name: &str, longest: usize) -> String {
        let mut claimed = name.to_owned();
        let mut number = 2_u32;
        while !self.names.insert(claimed.to_lowercase()) {
            let suffix = format!(" {number}");
            let room = longest.saturating_sub(suffix.chars().count());
            claimed = name.chars().take(room).collect::<String>().trim_end().to_owned() + &suffix;
            number += 1;
        }
        claimed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn newcomer(players: &Players, name: &str) -> Welcomed {
        players.newcomer(name, 8, &Generator::from_system())
    }

    #[test]
    fn names_are_unique_among_those_present() {
        let players = Players::default();
        let anna = newcomer(&players, "Anna");
        assert_eq!(newcomer(&players, "anna").name, "anna 2");
        assert_eq!(newcomer(&players, "Anna").name, "Anna 3");
        assert_eq!(newcomer(&players, "Bartholo").name, "Bartholo");
        assert_eq!(newcomer(&players, "Bartholo").name, "Bartho 2");
        players.leave(&anna.player);
        assert_eq!(newcomer(&players, "Anna").name, "Anna");
        let back = players.returning(anna.token, 8).map(|welcomed| welcomed.name);
        assert_eq!(back.as_deref(), Some("Anna 4"));
    }

    #[test]
    fn a_person_is_present_while_one_connection_is_open() {
        let players = Players::default();
        let anna = newcomer(&players, "Anna");
        let again = players.returning(anna.token.clone(), 8).map(|welcomed| welcomed.player);
        assert_eq!(again.as_ref(), Some(&anna.player));
        assert_eq!(players.leave(&anna.player), None);
        assert!(players.is_present(&anna.player));
        assert_eq!(players.leave(&anna.player), Some(Vec::new()));
        assert!(!players.is_present(&anna.player));
        assert!(players.returning("nobody's".into(), 8).is_none());
    }
}
