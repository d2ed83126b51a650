//! Two runs of one evening that differ in nothing but secrets: each with a server of its own, the
//! same scripted clock and the same seed. What an audience receives in both must be equal.

use std::collections::HashMap;
use std::sync::Arc;

use catchmate::config::Config;
use catchmate::journal::MemoryJournal;
use serde_json::{Value, json};

use crate::support::{Client, KEY, SEATS, TestServer};

/// The spectator's place among the people of a run; before it stand the four seats.
pub const SPECTATOR: usize = 4;
/// The director's place.
pub const DIRECTOR: usize = 5;

/// A small generator: the same throws for the same seed.
pub struct Dice(pub u64);

impl Dice {
    fn throw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below that one.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.throw() % bound as u64).unwrap()
    }

    /// Whether something happens that happens so many times in a hundred.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of these.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

/// One person of a run, over all his connections.
pub struct Person {
    client: Option<Client>,
    token: String,
    read: usize,
    /// Every text frame that he has received.
    pub tape: Vec<String>,
    /// What he may do, by the last word about it.
    pub legal: Value,
    /// Half-moves on his own board.
    pub ply: u64,
    /// Moves of the match that he has been shown.
    pub made: usize,
    /// The last number that he has been sent.
    pub seq: u64,
    pub you: String,
    fens: HashMap<String, String>,
    /// Whether he knows that the match is over.
    pub over: bool,
}

impl Person {
    fn new(client: Client) -> Person {
        let token = client.token.clone();
        Person {
            client: Some(client),
            token,
            read: 0,
            tape: Vec::new(),
            legal: Value::Null,
            ply: 0,
            made: 0,
            seq: 0,
            you: String::new(),
            fens: HashMap::new(),
            over: false,
        }
    }

    fn client(&mut self) -> &mut Client {
        self.client.as_mut().unwrap()
    }

    /// The last position of that board that he was shown.
    pub fn fen(&self, board: &str) -> &str {
        self.fens.get(board).map_or("", String::as_str)
    }

    pub async fn ask(&mut self, request: &Value) -> Value {
        let answer = self.client().ask(request.clone()).await;
        self.take_in();
        answer
    }

    /// Takes in all that has been sent.
    pub async fn settle(&mut self) {
        self.client().settle().await;
        self.take_in();
    }

    fn take_in(&mut self) {
        let frames = self.client.as_ref().unwrap().frames[self.read..].to_vec();
        self.read += frames.len();
        for frame in &frames {
            self.note(&serde_json::from_str(frame).unwrap());
        }
        self.tape.extend(frames);
    }

    fn note(&mut self, message: &Value) {
        if message["type"] == "snapshot" {
            message["you"].as_str().unwrap().clone_into(&mut self.you);
            self.legal = message["legal"].clone();
            self.made = message["order"].as_str().unwrap().len();
            for (board, shown) in message["boards"].as_object().unwrap() {
                self.fens.insert(board.clone(), shown["fen"].as_str().unwrap().to_owned());
            }
            let own = &message["boards"][self.you.split('.').next().unwrap()];
            self.ply = own["ply"].as_u64().unwrap_or_default();
            self.over = message["phase"] == "over";
        } else if message["type"] == "event" {
            let event = &message["event"];
            if let Some(legal) = event.get("legal") {
                self.legal = legal.clone();
            }
            if event["kind"] == "moved" {
                let board = event["board"].as_str().unwrap();
                self.made += 1;
                self.fens.insert(board.to_owned(), event["fen"].as_str().unwrap().to_owned());
                if self.you.starts_with(board) {
                    self.ply = event["ply"].as_u64().unwrap();
                }
            }
            self.over |= event["kind"] == "over";
        }
        if let Some(seq) = message["seq"].as_u64() {
            self.seq = seq;
        }
    }

    /// The moves and drops that he may make.
    pub fn moves(&self) -> Vec<String> {
        let each = |of: &str, between: &str| -> Vec<String> {
            let places = self.legal[of].as_object();
            let all = places.into_iter().flatten().flat_map(|(from, to)| {
                to.as_array().unwrap().iter().map(move |to| (from, to.as_str().unwrap()))
            });
            all.map(|(from, to)| format!("{from}{between}{to}")).collect()
        };
        let mut moves = each("moves", "");
        moves.extend(each("drops", "@"));
        moves
    }
}

/// One of the two runs.
pub struct Run {
    pub server: TestServer,
    pub id: String,
    pub people: Vec<Person>,
}

impl Run {
    /// Four seated players, a spectator and the director; all watch, and the match has started.
    pub async fn start(rules: &Value, position: &Value) -> Run {
        let mut config = Config::default();
        // The scripted clock leaps: nobody is to be taken for gone.
        config.limits.ping_after_s = 3600;
        config.limits.silent_after_s = 7200;
        let server = TestServer::with(config, Arc::new(MemoryJournal::default())).await;
        let mut director = server.director().await;
        let open = json!({ "type": "open", "rules": rules, "position": position });
        let opened = director.ask(open).await;
        let id = opened["match"].as_str().unwrap_or_else(|| panic!("{opened}")).to_owned();
        let mut people = Vec::new();
        for name in SEATS.into_iter().chain(["Zoe"]) {
            people.push(Person::new(server.hello(name).await));
        }
        people.push(Person::new(director));
        let mut run = Run { server, id, people };
        for who in [SPECTATOR, DIRECTOR] {
            run.ok(who, &json!({ "type": "watch" })).await;
        }
        for (who, seat) in SEATS.into_iter().enumerate() {
            run.ok(who, &json!({ "type": "sit", "seat": seat })).await;
        }
        run.get_ready().await;
        run
    }

    pub async fn get_ready(&mut self) {
        for who in 0..4 {
            self.ok(who, &json!({ "type": "ready" })).await;
        }
    }

    /// A request of that person about the match.
    pub async fn ask(&mut self, who: usize, request: &Value) -> Value {
        let mut request = request.clone();
        request["match"] = json!(self.id);
        self.people[who].ask(&request).await
    }

    pub async fn ok(&mut self, who: usize, request: &Value) {
        let answer = self.ask(who, request).await;
        assert_eq!(answer["type"], "ok", "{request} was answered {answer}");
    }

    pub async fn rule(&mut self, ruling: &Value) -> Value {
        self.ask(DIRECTOR, &json!({ "type": "rule", "ruling": ruling })).await
    }

    /// Waits until room and feed have taken in all that was said to them before.
    pub async fn barrier(&mut self) {
        self.ok(DIRECTOR, &json!({ "type": "watch" })).await;
    }

    pub async fn advance(&mut self, millis: u64) {
        self.server.advance(millis);
        // All runs on one thread: whoever waited for this instant has his turn.
        for _ in 0..40 {
            tokio::task::yield_now().await;
        }
    }

    pub async fn settle(&mut self) {
        futures::future::join_all(self.people.iter_mut().map(Person::settle)).await;
    }

    pub async fn leave(&mut self, who: usize) {
        self.people[who].settle().await;
        self.people[who].client.take().unwrap().leave().await;
        if who != DIRECTOR {
            self.barrier().await;
        }
    }

    /// Comes back and watches, from the last number on or from another.
    pub async fn come_back(&mut self, who: usize, back: u64) {
        let client = self.hello_again(who).await;
        let person = &mut self.people[who];
        person.client = Some(client);
        person.read = 0;
        let (after, you) = (person.seq.saturating_sub(back), person.you.clone());
        self.ok(who, &json!({ "type": "watch", "after": after, "as": you })).await;
        self.barrier().await;
    }

    async fn hello_again(&self, who: usize) -> Client {
        let mut client = self.server.connect().await;
        let mut hello = json!({ "type": "hello", "token": self.people[who].token });
        if who == DIRECTOR {
            hello["director_key"] = json!(KEY);
        }
        let welcome = client.ask(hello).await;
        assert_eq!(welcome["type"], "welcome", "{welcome}");
        client
    }

    /// What a second window of that person is sent.
    pub async fn window(&mut self, who: usize, watch: &Value) -> Vec<String> {
        let mut window = self.hello_again(who).await;
        let mut watch = watch.clone();
        watch["match"] = json!(self.id);
        window.ask(watch).await;
        window.settle().await;
        let frames = window.frames.clone();
        window.leave().await;
        frames
    }

    /// What HTTP shows that person, or anybody.
    pub async fn over_http(&self, who: Option<usize>) -> Vec<(u16, String)> {
        let token = who.map(|who| self.people[who].token.as_str());
        let of_match = format!("/api/matches/{}", self.id);
        let mut shown = Vec::new();
        for path in ["/api/matches", &of_match, &format!("{of_match}/bpgn")] {
            shown.push(self.server.get(path, token).await);
        }
        shown
    }
}

/// What a move captures on that position.
pub fn captured(fen: &str, action: &str) -> Option<char> {
    let (from, to) = (action.get(..2)?, action.get(2..4)?);
    if from.ends_with('@') {
        return None;
    }
    let pieces = pieces(fen);
    let en_passant = from[..1] != to[..1] && pieces[from].eq_ignore_ascii_case(&'p');
    let taken = pieces.get(to).copied().or(en_passant.then_some('p'));
    taken.map(|piece| piece.to_ascii_lowercase())
}

/// The pieces of a position by their squares.
fn pieces(fen: &str) -> HashMap<String, char> {
    let mut pieces = HashMap::new();
    let ranks = fen.split(' ').next().unwrap().split('/');
    for (rank, row) in (1..=8).rev().zip(ranks) {
        let mut file = b'a';
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += u8::try_from(empty).unwrap();
            } else {
                pieces.insert(format!("{}{rank}", char::from(file)), letter);
                file += 1;
            }
        }
    }
    pieces
}

/// The random set-ups: board without reserves, White to move or Black.
pub const WHITE_MOVES: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "4k3/pppppppp/8/3q4/3Q4/8/PPPPPPPP/4K3 w - - 0 1",
    // Whatever the king does, Black needs a drop.
    "k7/2Q5/8/8/8/8/8/4K3 w - - 0 1",
];
/// Here Black needs a drop, in check or not.
pub const BLACK_MOVES: [&str; 2] =
    ["k7/1p6/8/8/8/8/4K2B/R7 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"];

/// A reserve in a set-up, White's in upper case.
pub fn reserve(dice: &mut Dice, white: bool) -> String {
    let letters = if white { ["Q", "R", "B", "N", "P"] } else { ["q", "r", "b", "n", "p"] };
    match dice.below(6) {
        0..2 => String::new(),
        2 => (*dice.pick(&letters)).to_owned(),
        _ => letters.into_iter().map(|letter| letter.repeat(dice.below(3))).collect(),
    }
}

/// A position with its reserves.
pub fn setup(fen: &str, reserves: &[String]) -> String {
    let (placement, rest) = fen.split_once(' ').unwrap();
    format!("{placement}[{}] {rest}", reserves.concat())
}
