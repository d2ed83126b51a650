//! Two runs of one evening, step by step: the same for all who watch, and apart where they may
//! not look.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::secrecy::Secret;
use crate::support::SEATS;
use crate::twins::{DIRECTOR, Dice, Run, captured};

/// How much happens in a pair.
const STEPS: usize = 25;
/// The team of each seat, in the protocol's order.
pub const TEAM: [usize; 4] = [0, 1, 1, 0];
const BOARDS: [&str; 2] = ["A", "B"];

/// What has been tried, so that the pairs are known to try something.
#[derive(Default, Debug)]
pub struct Tally {
    pub compared: usize,
    pub moves: usize,
    pub drops: usize,
    pub secrets: usize,
    pub resumed: usize,
}

pub struct Pair {
    secret: Secret,
    runs: [Run; 2],
    dice: Dice,
    steps: Vec<String>,
    compared: [usize; 6],
    paused: bool,
    over: bool,
    penalties: [usize; 4],
    /// Where a claim or a penalty has been had, by seat and ply.
    judged: HashSet<(usize, u64)>,
    tally: Tally,
}

impl Pair {
    async fn start(secret: Secret, seed: u64) -> Pair {
        let mut dice = Dice(seed);
        let rules = secret.rules(&mut dice);
        let [left, right] = secret.positions(&mut dice);
        let steps = vec![format!("{secret:?}, seed {seed}: {rules}\n{left}\n{right}")];
        let runs = [Run::start(&rules, &left).await, Run::start(&rules, &right).await];
        Pair {
            secret,
            runs,
            dice,
            steps,
            compared: [0; 6],
            paused: false,
            over: false,
            penalties: [0; 4],
            judged: HashSet::new(),
            tally: Tally::default(),
        }
    }

    /// Plays a pair to its end.
    pub async fn play(secret: Secret, seed: u64) -> Tally {
        let mut pair = Pair::start(secret, seed).await;
        pair.compare().await;
        for _ in 0..STEPS {
            // The end opens the reserves and the boards, not the talk.
            if pair.over && !secret.outlasts_the_end() {
                break;
            }
            pair.step().await;
            pair.compare().await;
        }
        let Pair { runs, tally, .. } = pair;
        for run in runs {
            drop(run.people);
            run.server.stop().await;
        }
        tally
    }

    /// What every audience has received since the last comparison is equal.
    async fn compare(&mut self) {
        for run in &mut self.runs {
            run.barrier().await;
            run.settle().await;
            self.over |= run.people.iter().any(|person| person.over);
        }
        if self.over && !self.secret.outlasts_the_end() {
            return;
        }
        for who in self.secret.audiences() {
            let [left, right] = &self.runs;
            let (left, right) = (&left.people[who].tape, &right.people[who].tape);
            let from = self.compared[who];
            self.tally.compared += left.len() - from;
            self.same(who, &left[from..], &right[from..]);
            self.compared[who] = left.len();
        }
    }

    #[track_caller]
    fn same<T: PartialEq + std::fmt::Debug>(&self, who: usize, left: &[T], right: &[T]) {
        let differ = left.iter().zip(right).find(|(left, right)| left != right);
        let who = SEATS.get(who).unwrap_or(if who == DIRECTOR { &"director" } else { &"other" });
        let steps = || self.steps.join("\n");
        assert!(differ.is_none(), "{who} sees a difference: {differ:#?}\n{}", steps());
        assert_eq!(left.len(), right.len(), "{who}: {left:#?}\n{right:#?}\n{}", steps());
    }

    /// The same request in both runs.
    async fn both(&mut self, who: usize, request: Value) {
        self.steps.push(format!("{who}: {request}"));
        for run in &mut self.runs {
            run.ask(who, &request).await;
        }
    }

    async fn rule(&mut self, ruling: Value) {
        self.both(DIRECTOR, json!({ "type": "rule", "ruling": ruling })).await;
    }

    async fn step(&mut self) {
        if self.paused && self.dice.chance(60) {
            self.paused = false;
            self.rule(json!({ "kind": "resume" })).await;
        }
        let anyone = self.dice.below(4);
        match self.dice.below(100) {
            0..32 => self.secretly().await,
            32..57 => self.move_alike().await,
            63..67 if self.secret != Secret::Play => self.talk(anyone).await,
            67..70 if self.secret != Secret::Play => {
                let answer = *self.dice.pick(&["offer", "offer", "accept", "decline"]);
                self.both(anyone, json!({ "type": "draw", "answer": answer })).await;
            }
            70..72 if !matches!(self.secret, Secret::Board(_) | Secret::Play) => {
                let claim = *self.dice.pick(&["flag", "repetition", "fifty_moves"]);
                self.both(anyone, json!({ "type": "claim", "claim": claim })).await;
            }
            72..80 => self.ask_anything().await,
            80..86 => self.reconnect().await,
            86..90 => self.look_over_http().await,
            90..93 => self.open_window().await,
            93..98 if self.secret != Secret::Play => self.rule_alike().await,
            98 => self.annul().await,
            99 => self.change_seats(anyone).await,
            _ => self.advance().await,
        }
    }

    /// Something that the audience must not notice.
    async fn secretly(&mut self) {
        self.tally.secrets += 1;
        match self.secret {
            Secret::Reserves(team) => {
                let seat = *self.dice.pick(&if team == 0 { [0, 3] } else { [1, 2] });
                match self.dice.below(3) {
                    0 => self.whisper(seat).await,
                    1 => self.try_in_vain(seat).await,
                    _ => self.be_penalised(seat, false).await,
                }
            }
            Secret::Talk(team) | Secret::Marks(team) => {
                let seat = *self.dice.pick(&if team == 0 { [0, 3] } else { [1, 2] });
                self.whisper(seat).await;
            }
            Secret::Board(hidden) => {
                let seat = 2 * hidden + self.dice.below(2);
                match self.dice.below(8) {
                    0 => self.try_in_vain(seat).await,
                    1 => self.be_penalised(seat, true).await,
                    _ => self.move_unlike(hidden).await,
                }
            }
            Secret::Play => self.play_apart().await,
        }
    }

    /// Partner talk, or marks, more in one run than in the other.
    async fn whisper(&mut self, seat: usize) {
        for run in &mut self.runs {
            for _ in 0..self.dice.below(3) {
                let number = self.dice.below(1000);
                let whisper = if let Secret::Marks(_) = self.secret {
                    let mark = json!({ "from": format!("e{}", 1 + number % 8), "colour": "red" });
                    json!({ "type": "mark", "board": BOARDS[number % 2], "marks": vec![mark; number % 5] })
                } else {
                    json!({ "type": "say", "to": "partner", "text": format!("psst {number}") })
                };
                run.ask(seat, &whisper).await;
                self.steps.push(format!("{seat} whispers {whisper}"));
            }
        }
    }

    /// Attempts that every position refuses, though not for the same reason.
    async fn try_in_vain(&mut self, seat: usize) {
        const VAIN: [&str; 6] = ["P@a1", "P@h8", "P@c1", "a7a8q", "h2h1n", "e2e4b"];
        for run in &mut self.runs {
            for _ in 0..self.dice.below(3) {
                let action = *self.dice.pick(&VAIN);
                let answer = run.ask(seat, &json!({ "type": "move", "move": action })).await;
                assert_eq!(answer["type"], "refused", "{answer}");
                self.steps.push(format!("{seat} tries {action}: {}", answer["code"]));
            }
        }
    }

    /// Penalties for different attempts; or in the second run a wrong claim in place of it.
    async fn be_penalised(&mut self, seat: usize, or_claim: bool) {
        let [left, right] = &self.runs;
        let ply = left.people[seat].ply;
        let on_move = |run: &Run| !run.people[seat].legal.is_null();
        let penalises = self.steps[0].contains("\"illegal_moves\":\"penalise\"");
        let no_offers = self.steps[0].contains("\"draw_agreement\":\"none\"");
        let possible = penalises && on_move(left) && on_move(right);
        if !possible || self.penalties[seat] == 2 || !self.judged.insert((seat, ply)) {
            return;
        }
        self.penalties[seat] += 1;
        for (index, run) in self.runs.iter_mut().enumerate() {
            let request = if or_claim && no_offers && index == 1 {
                json!({ "type": "claim", "claim": "fifty_moves" })
            } else {
                let action = *self.dice.pick(&["P@a1", "P@h8", "a7a8q", "h2h1n"]);
                json!({ "type": "move", "move": action, "ply": ply })
            };
            run.ok(seat, &request).await;
            self.steps.push(format!("{index}: {seat} {request}"));
        }
    }

    /// Different moves on the hidden board, which bring its observers the same pieces.
    async fn move_unlike(&mut self, board: usize) {
        let on_move = |seat: &usize| self.runs.iter().all(|run| !run.people[*seat].legal.is_null());
        let Some(seat) = (2 * board..2 * board + 2).find(on_move) else { return };
        let choices = |run: &Run| -> Vec<(String, Option<char>)> {
            let fen = run.people[seat].fen(BOARDS[board]);
            let moves = run.people[seat].moves().into_iter();
            moves.map(|action| (action.clone(), captured(fen, &action))).collect()
        };
        let [left, right] = [choices(&self.runs[0]), choices(&self.runs[1])];
        let kinds: HashSet<_> = right.iter().map(|(_, kind)| *kind).collect();
        let left: Vec<_> = left.into_iter().filter(|(_, kind)| kinds.contains(kind)).collect();
        if left.is_empty() {
            return;
        }
        let captures: Vec<_> = left.iter().filter(|(_, kind)| kind.is_some()).cloned().collect();
        let among = if captures.is_empty() || self.dice.chance(50) { &left } else { &captures };
        let (first, kind) = self.dice.pick(among).clone();
        let alike: Vec<_> = right.into_iter().filter(|(_, other)| *other == kind).collect();
        let (second, _) = self.dice.pick(&alike).clone();
        for (run, action) in self.runs.iter_mut().zip([&first, &second]) {
            run.ok(seat, &json!({ "type": "move", "move": action })).await;
        }
        self.steps.push(format!("{seat} plays {first} or {second}"));
        self.tally.moves += 1;
    }

    /// Play of which nobody outside sees anything.
    async fn play_apart(&mut self) {
        for (index, run) in self.runs.iter_mut().enumerate() {
            for _ in 0..self.dice.below(4) {
                let seat = self.dice.below(4);
                run.people[seat].settle().await;
                let moves = run.people[seat].moves();
                let request = match self.dice.below(12) {
                    0 => json!({ "type": "say", "to": "table", "text": "well" }),
                    1 => json!({ "type": "say", "to": "partner", "phrase": "go" }),
                    2 => json!({ "type": "draw", "answer": "offer" }),
                    3 => json!({ "type": "call" }),
                    4 => json!({ "type": "claim", "claim": "fifty_moves" }),
                    _ if !moves.is_empty() => {
                        json!({ "type": "move", "move": self.dice.pick(&moves) })
                    }
                    _ => json!({ "type": "draw", "answer": "decline" }),
                };
                run.ask(seat, &request).await;
                self.steps.push(format!("{index}: {seat} {request}"));
                let ruling = match self.dice.below(12) {
                    0 => json!({ "kind": "pause" }),
                    1 => json!({ "kind": "set_clock", "seat": SEATS[seat], "ms": 40_050 }),
                    2 => json!({ "kind": "rewind", "to": self.dice.below(3) }),
                    _ => json!({ "kind": "resume" }),
                };
                run.rule(&ruling).await;
                self.steps.push(format!("{index}: {ruling}"));
            }
        }
    }

    /// A move or drop that both runs allow, on a board that all audiences may see.
    async fn move_alike(&mut self) {
        let board = match self.secret {
            Secret::Play => return,
            Secret::Board(hidden) => 1 - hidden,
            _ => self.dice.below(2),
        };
        let [left, right] = &self.runs;
        for seat in 2 * board..2 * board + 2 {
            let others: HashSet<String> = right.people[seat].moves().into_iter().collect();
            let mut moves = left.people[seat].moves();
            moves.retain(|action| others.contains(action));
            let fen = left.people[seat].fen(BOARDS[board]);
            let sharp = |action: &&String| action.contains('@') || captured(fen, action).is_some();
            let sharp: Vec<String> = moves.iter().filter(sharp).cloned().collect();
            let among = if sharp.is_empty() || self.dice.chance(50) { &moves } else { &sharp };
            if !among.is_empty() {
                let action = self.dice.pick(among).clone();
                self.tally.moves += 1;
                self.tally.drops += usize::from(action.contains('@'));
                self.both(seat, json!({ "type": "move", "move": action })).await;
                return;
            }
        }
    }

    async fn advance(&mut self) {
        let tenths = if self.dice.chance(10) { 250 } else { 1 + self.dice.below(60) };
        self.steps.push(format!("{tenths} tenths of a second pass"));
        for run in &mut self.runs {
            run.advance(100 * tenths as u64).await;
        }
    }

    async fn talk(&mut self, seat: usize) {
        // What the other team's partners say to each other is nobody's secret here.
        let to = match self.secret {
            Secret::Reserves(team) | Secret::Talk(team) if TEAM[seat] == team => "table",
            _ => *self.dice.pick(&["partner", "table"]),
        };
        self.both(seat, json!({ "type": "say", "to": to, "text": "hm" })).await;
    }

    /// Whatever comes to an observer's mind, allowed or not.
    async fn ask_anything(&mut self) {
        let who = *self.dice.pick(&self.secret.audiences());
        let action = *self.dice.pick(&["e2e4", "d7d5", "Q@d5", "N@f6", "p@e4", "e1g1", "e7e8q"]);
        let seat = *self.dice.pick(&SEATS);
        let number = self.dice.below(40);
        let request = match self.dice.below(14) {
            0..3 => json!({ "type": "move", "move": action }),
            3 => json!({ "type": "move", "move": action, "ply": number }),
            4 => json!({ "type": "claim", "claim": "repetition", "move": action }),
            5 => json!({ "type": "sit", "seat": seat }),
            6 => json!({ "type": "stand" }),
            7 => json!({ "type": "ready" }),
            8 => json!({ "type": "change_rules", "rules": { "increment_s": 1 } }),
            9 => json!({ "type": "say", "to": "partner", "text": "w".repeat(301) }),
            10 => json!({ "type": "watch", "after": 9999, "as": seat }),
            11 => json!({ "type": "watch", "as": "spectator" }),
            12 => json!({ "type": "draw", "answer": "decline" }),
            _ => json!({ "type": "claim", "claim": "flag" }),
        };
        if request["as"] == "spectator" && who < 4 {
            return self.look_as_spectator(who, request).await;
        }
        self.both(who, request).await;
    }

    async fn look_as_spectator(&mut self, who: usize, request: Value) {
        self.both(who, request).await;
        self.both(who, json!({ "type": "unwatch" })).await;
        self.both(who, json!({ "type": "watch" })).await;
    }

    /// Somebody's connection is lost, something happens, and he comes back.
    async fn reconnect(&mut self) {
        let who = *self.dice.pick(&self.secret.audiences());
        let back = *self.dice.pick(&[0, 0, 1, 5]);
        self.tally.resumed += 1;
        self.steps.push(format!("{who} goes"));
        for run in &mut self.runs {
            run.leave(who).await;
        }
        if who != DIRECTOR {
            self.secretly_without(who).await;
        }
        self.steps.push(format!("{who} comes back"));
        for run in &mut self.runs {
            run.come_back(who, back).await;
        }
    }

    /// What happens while an observer is away is another's word to the table.
    async fn secretly_without(&mut self, who: usize) {
        let other = (0..4).find(|seat| *seat != who && !self.secret.audiences().contains(seat));
        match (self.secret, other) {
            (Secret::Talk(_) | Secret::Reserves(_) | Secret::Marks(_), Some(other)) => {
                self.whisper(other).await;
                self.both(other, json!({ "type": "say", "to": "table", "text": "where?" })).await;
                self.whisper(other).await;
            }
            (Secret::Board(hidden), _) => self.move_unlike(hidden).await,
            _ => {}
        }
    }

    async fn look_over_http(&mut self) {
        let who = *self.dice.pick(&self.secret.audiences());
        for viewer in [None, Some(who)] {
            let [left, right] = &self.runs;
            let (left, right) = (left.over_http(viewer).await, right.over_http(viewer).await);
            assert_eq!(left[1].0, 200);
            self.same(who, &left, &right);
        }
    }

    async fn open_window(&mut self) {
        let who = *self.dice.pick(&self.secret.audiences());
        let you = self.runs[0].people[who].you.clone();
        let watch = match self.dice.below(4) {
            0 => json!({ "type": "watch" }),
            1 => json!({ "type": "watch", "as": "spectator" }),
            2 => json!({ "type": "watch", "as": you, "after": self.dice.below(30) }),
            _ => json!({ "type": "watch", "as": "spectator", "after": self.dice.below(30) }),
        };
        self.steps.push(format!("a window for {who}: {watch}"));
        let [left, right] = &mut self.runs;
        let (left, right) = (left.window(who, &watch).await, right.window(who, &watch).await);
        assert!(left.len() > 2, "{left:?}");
        self.same(who, &left, &right);
    }

    async fn rule_alike(&mut self) {
        let seat = *self.dice.pick(&SEATS);
        let made = self.runs[0].people[DIRECTOR].made;
        match self.dice.below(5) {
            0 => {
                self.paused = true;
                self.rule(json!({ "kind": "pause" })).await;
            }
            1 => {
                let ms = 50 + 100 * self.dice.below(600);
                self.rule(json!({ "kind": "set_clock", "seat": seat, "ms": ms })).await;
            }
            2 => self.rule(json!({ "kind": "add_clock", "seat": seat, "ms": -9000 })).await,
            3 => {
                self.paused = true;
                let to = self.dice.below(made + 1);
                self.rule(json!({ "kind": "rewind", "to": to })).await;
            }
            _ => self.both(0, json!({ "type": "call" })).await,
        }
    }

    /// The match is annulled and starts again.
    async fn annul(&mut self) {
        if self.over {
            return;
        }
        self.paused = false;
        self.penalties = [0; 4];
        self.judged.clear();
        self.rule(json!({ "kind": "annul" })).await;
        for run in &mut self.runs {
            run.get_ready().await;
        }
    }

    /// Somebody is taken from his seat, looks on, and sits down there again.
    async fn change_seats(&mut self, who: usize) {
        // Once shown all reserves, one may not sit down again.
        if self.over || self.steps[0].contains("\"spectator_reserves\":\"shown\"") {
            return;
        }
        self.rule(json!({ "kind": "unseat", "seat": SEATS[who] })).await;
        self.both(who, json!({ "type": "watch", "as": "spectator" })).await;
        self.both(who, json!({ "type": "sit", "seat": SEATS[who] })).await;
        self.both(who, json!({ "type": "watch" })).await;
    }
}
