//! One table: what was promised to its people, and whether it is still there.

use std::net::SocketAddr;

use catchmate::game::Boards;
use catchmate::ids::{BoardName, ByBoard, Seat};
use catchmate::rules::{BackRankDrops, Setup};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

use crate::client::{Gone, Person};

const RULES: BackRankDrops = BackRankDrops::NoPawns;

pub struct Table {
    rng: StdRng,
    id: String,
    /// The four players in the order of `Seat::ALL`, then a spectator.
    people: Vec<Person>,
    boards: Boards,
    /// The moves that were answered `ok`.
    moves: Vec<(BoardName, String)>,
    /// What was sent and not answered.
    pending: Option<(BoardName, String)>,
    /// Partner talk that was answered `ok`, of each team.
    said: [Vec<String>; 2],
    pending_talk: Option<(usize, String)>,
    words: u64,
    started: bool,
    over: bool,
    count: u64,
    /// Whether the clocks are known to run.
    running: bool,
    /// When the server was killed while they did, and how much less they may have run.
    killed_at: Option<(u64, u64)>,
}

impl Table {
    pub fn new(seed: u64) -> Table {
        let mut people: Vec<Person> =
            Seat::ALL.into_iter().map(|seat| Person::new(seat.name())).collect();
        people.push(Person::new("spectator"));
        Table {
            rng: StdRng::seed_from_u64(seed),
            id: String::new(),
            people,
            boards: Boards::new(&ByBoard::from_fn(|_| Setup::initial()), RULES),
            moves: Vec::new(),
            pending: None,
            said: [Vec::new(), Vec::new()],
            pending_talk: None,
            words: 0,
            started: false,
            over: false,
            count: 0,
            running: false,
            killed_at: None,
        }
    }

    /// The server was killed at that instant; so much of the last thinking may be lost, in ms.
    pub fn note_kill(&mut self, at: u64, lost: u64) {
        self.killed_at = self.running.then_some((at, lost));
        self.running = false;
    }

    pub fn over(&self) -> bool {
        self.over
    }

    pub fn started(&self) -> bool {
        self.started
    }

    /// How many moves have been made since this was last asked.
    pub fn take_count(&mut self) -> u64 {
        std::mem::take(&mut self.count)
    }

    /// Sits down or comes back, and plays until the match or the server ends.
    pub async fn play(mut self, address: SocketAddr) -> Table {
        let gone = async {
            if self.started {
                self.come_back(address).await
            } else {
                self.sit_down(address).await
            }?;
            while !self.over {
                // Somebody thinks for long: then only the signs of life tell how long.
                if self.rng.random_bool(0.01) {
                    loop {
                        self.people[0].read().await?;
                    }
                }
                self.act().await?;
            }
            Ok::<(), Gone>(())
        };
        if gone.await.is_err() {
            for person in &mut self.people {
                person.drain().await;
            }
        }
        self
    }

    async fn sit_down(&mut self, address: SocketAddr) -> Result<(), Gone> {
        for person in &mut self.people {
            person.connect(address).await?;
        }
        let opened = self.people[0].ask(json!({ "type": "open", "rules": {} })).await?;
        let id = opened["match"].as_str().unwrap().to_owned();
        self.id.clone_from(&id);
        self.people[4].ok(json!({ "type": "watch", "match": id })).await?;
        for person in &mut self.people[..4] {
            person.ok(json!({ "type": "sit", "match": id, "seat": person.you })).await?;
        }
        for (at, person) in self.people[..4].iter_mut().enumerate() {
            // The last one starts the match, whether or not he gets to hear of it.
            self.started = at == 3;
            person.ok(json!({ "type": "ready", "match": id })).await?;
        }
        self.running = true;
        Ok(())
    }

    /// Comes back with tokens, and looks whether everything is there.
    async fn come_back(&mut self, address: SocketAddr) -> Result<(), Gone> {
        let id = self.id.clone();
        let mut unstarted = false;
        let mut seatless = None;
        for person in &mut self.people {
            let welcome = person.connect(address).await?;
            let seated = json!({ "match": id, "seat": person.you });
            let seats = welcome["seats"].as_array().unwrap();
            if person.you != "spectator" && !seats.contains(&seated) {
                seatless = Some(welcome);
            }
            let (after, you) = (person.a_while_ago(), person.you);
            let watch = json!({ "type": "watch", "match": id, "after": after, "as": you });
            let watching = person.ok(watch).await?;
            assert_eq!(watching["you"], you);
            let seq = watching["seq"].as_u64().unwrap();
            assert!(seq >= person.seq, "{you}: {seq} after {}", person.seq);
            person.wait_for(seq).await?;
            person.ok(json!({ "type": "watch", "match": id })).await?;
            person.snapshot = None;
            while person.snapshot.is_none() {
                person.read().await?;
            }
        }
        for at in 0..self.people.len() {
            let snapshot = self.people[at].snapshot.take().unwrap();
            if snapshot["phase"] == "seating" {
                assert!(self.moves.is_empty() && self.pending.is_none(), "{snapshot}");
                unstarted = true;
                continue;
            }
            self.check(at, &snapshot);
        }
        self.pending_talk = None;
        if self.over {
            return Ok(());
        }
        // Only the end, of which nobody may have heard, takes the seats away.
        assert!(seatless.is_none(), "{}: {seatless:?}", self.id);
        for person in &mut self.people[..4] {
            person.ok(json!({ "type": "ready", "match": id })).await?;
        }
        self.running = true;
        if unstarted {
            return Ok(());
        }
        // All four are ready: it goes on.
        let last = self.people[3].seq;
        let snapshot = self.people[3].ok(json!({ "type": "watch", "match": id })).await?;
        assert!(snapshot["seq"].as_u64().unwrap() >= last);
        while self.people[3].snapshot.is_none() {
            self.people[3].read().await?;
        }
        let snapshot = self.people[3].snapshot.take().unwrap();
        assert_eq!(snapshot["phase"], "playing", "{snapshot}");
        Ok(())
    }

    /// Holds a snapshot against what was promised.
    fn check(&mut self, at: usize, snapshot: &Value) {
        let you = self.people[at].you;
        let shown = moves_of(snapshot);
        let mut promised = self.moves.clone();
        if shown != promised
            && let Some((board, text)) = self.pending.take()
        {
            // It was recorded, and the answer got lost.
            promised.push((board, text.clone()));
            self.boards.play(board, text.parse().unwrap()).unwrap();
            self.moves.clone_from(&promised);
        }
        self.pending = None;
        assert_eq!(shown, promised, "{you} of {}", self.id);
        for board in BoardName::ALL {
            let fen = self.boards.setup(board).position.to_string();
            assert_eq!(snapshot["boards"][board.to_string()]["fen"], fen, "{you} of {}", self.id);
        }
        if self.boards.mated().is_some() {
            assert_eq!(snapshot["phase"], "over", "{you} of {}", self.id);
            self.over = true;
        }
        if snapshot["phase"] == "over" {
            // The move that mated was recorded, and its answer got lost.
            assert!(self.over && snapshot["result"]["by"] == "mate", "{you}: {snapshot}");
            return;
        }
        assert_eq!(snapshot["phase"], "paused", "{you} of {}: {snapshot}", self.id);
        assert_eq!(snapshot["pause"]["by"], "restart");
        if let (Some((killed_at, lost)), Some(paused)) = (self.killed_at, &self.people[at].paused) {
            let stopped_at = paused["at"].as_u64().unwrap();
            assert!(stopped_at <= killed_at + 500, "{stopped_at}, killed at {killed_at}");
            assert!(stopped_at + lost >= killed_at, "{stopped_at}, killed at {killed_at}: {lost}");
        }
        if at < 4 {
            let seat = Seat::ALL[at];
            self.check_reserve(seat, snapshot);
            self.check_reserve(seat.partner(), snapshot);
            assert_eq!(snapshot["reserves"].as_object().unwrap().len(), 2);
            self.check_talk(seat, snapshot);
        } else {
            assert_eq!(snapshot["reserves"], json!({}));
            assert_eq!(snapshot["talk"], json!([]));
        }
    }

    fn check_reserve(&self, seat: Seat, snapshot: &Value) {
        let reserve = *self.boards.setup(seat.board()).reserves.get(seat.color());
        for (kind, count) in reserve.iter() {
            let shown = &snapshot["reserves"][seat.name()][kind.letter().to_string()];
            assert_eq!(*shown, json!(count), "{seat} of {}", self.id);
        }
    }

    fn check_talk(&mut self, seat: Seat, snapshot: &Value) {
        let team = usize::from(seat.team().number()) - 1;
        let talk = snapshot["talk"].as_array().unwrap();
        let shown: Vec<String> =
            talk.iter().map(|line| line["text"].as_str().unwrap().to_owned()).collect();
        if let Some((of, text)) = &self.pending_talk
            && *of == team
            && shown.last() == Some(text)
            && self.said[team].last() != Some(text)
        {
            self.said[team].push(text.clone());
        }
        let said = &self.said[team];
        assert_eq!(shown, said[said.len().saturating_sub(100)..], "{seat} of {}", self.id);
    }

    /// Makes a move, or says something.
    async fn act(&mut self) -> Result<(), Gone> {
        if self.rng.random_bool(0.2) {
            return self.talk().await;
        }
        let first = BoardName::ALL[self.rng.random_range(0..2)];
        for board in [first, first.other()] {
            let seat = self.boards.on_move(board);
            let setup = self.boards.setup(board);
            let moves = setup.position.legal_moves(setup.reserves.get(seat.color()), RULES);
            if !moves.is_empty() {
                let text = moves[self.rng.random_range(0..moves.len())].to_string();
                return self.make(seat, text).await;
            }
        }
        // Both wait for a piece that cannot come.
        self.over = true;
        self.people[0].ok(json!({ "type": "resign", "match": self.id })).await?;
        Ok(())
    }

    async fn make(&mut self, seat: Seat, text: String) -> Result<(), Gone> {
        let board = seat.board();
        let ply = self.moves.iter().filter(|(other, _)| *other == board).count();
        self.pending = Some((board, text.clone()));
        let request = json!({ "type": "move", "match": self.id, "move": text, "ply": ply });
        self.people[seat as usize].ok(request).await?;
        self.boards.play(board, text.parse().unwrap()).unwrap();
        self.moves.extend(self.pending.take());
        self.count += 1;
        self.over = self.boards.mated().is_some() || self.over;
        Ok(())
    }

    async fn talk(&mut self) -> Result<(), Gone> {
        let seat = Seat::ALL[self.rng.random_range(0..4)];
        self.words += 1;
        let (team, text) = (usize::from(seat.team().number()) - 1, format!("word {}", self.words));
        self.pending_talk = Some((team, text.clone()));
        let say = json!({ "type": "say", "match": self.id, "to": "partner", "text": text });
        self.people[seat as usize].ok(say).await?;
        self.said[team].extend(self.pending_talk.take().map(|(_, text)| text));
        Ok(())
    }

    /// Looks at a match that ended before the server was started.
    pub async fn look_back(mut self, address: SocketAddr) {
        let id = self.id.clone();
        let person = &mut self.people[4];
        person.connect(address).await.unwrap();
        person.snapshot = None;
        person.ok(json!({ "type": "watch", "match": id })).await.unwrap();
        while person.snapshot.is_none() {
            person.read().await.unwrap();
        }
        let snapshot = person.snapshot.take().unwrap();
        if snapshot["phase"] == "paused" {
            // Its end was not recorded, and not promised.
            return;
        }
        assert_eq!(snapshot["phase"], "over", "{snapshot}");
        let shown = moves_of(&snapshot);
        assert_eq!(shown[..self.moves.len()], self.moves, "{id}");
    }
}

/// The moves of a snapshot in the order played.
fn moves_of(snapshot: &Value) -> Vec<(BoardName, String)> {
    let mut next = ByBoard::<usize>::default();
    let order = snapshot["order"].as_str().unwrap();
    let moves = order.chars().map(|letter| {
        let board = if letter == 'A' { BoardName::A } else { BoardName::B };
        let made = &snapshot["boards"][board.to_string()]["moves"][next[board]]["move"];
        next[board] += 1;
        (board, made.as_str().unwrap().to_owned())
    });
    moves.collect()
}
