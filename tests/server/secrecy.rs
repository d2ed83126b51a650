//! Secrecy by non-interference (R11, R12): whatever an audience may not see, it receives the same
//! bytes, over the WebSocket and over HTTP.

use serde_json::{Value, json};

use crate::pair::{Pair, TEAM, Tally};
use crate::support::{Table, TestServer};
use crate::twins::{BLACK_MOVES, DIRECTOR, Dice, SPECTATOR, WHITE_MOVES, reserve, setup};

/// How many pairs of runs there are of each sort.
const PAIRS: u64 = 200;

/// What the two runs differ in.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Secret {
    /// The reserves of that team in the set-up, its talk, and what it tries and is refused.
    Reserves(usize),
    /// The partner talk of that team.
    Talk(usize),
    /// What the partners of that team mark for each other.
    Marks(usize),
    /// What happens on that board, which the other does not see.
    Board(usize),
    /// All of the play, of which spectators see nothing.
    Play,
}

impl Secret {
    /// Who must not notice.
    pub fn audiences(self) -> Vec<usize> {
        match self {
            Secret::Reserves(team) | Secret::Talk(team) | Secret::Marks(team) => {
                let mut all: Vec<usize> = (0..4).filter(|seat| TEAM[*seat] != team).collect();
                all.push(SPECTATOR);
                all.extend(self.outlasts_the_end().then_some(DIRECTOR));
                all
            }
            Secret::Board(hidden) => {
                let seats = (0..4).filter(|seat| seat / 2 != hidden);
                seats.chain([SPECTATOR]).collect()
            }
            Secret::Play => vec![SPECTATOR],
        }
    }

    /// Whether the end does not open it to everyone.
    pub fn outlasts_the_end(self) -> bool {
        matches!(self, Secret::Talk(_) | Secret::Marks(_))
    }

    pub fn rules(self, dice: &mut Dice) -> Value {
        let hides = match self {
            Secret::Board(_) | Secret::Play => true,
            Secret::Reserves(_) | Secret::Talk(_) => dice.chance(25),
            // Where a board is hidden nobody marks anything.
            Secret::Marks(_) => dice.chance(5),
        };
        let shown = self.outlasts_the_end() && dice.chance(50);
        let auto = self != Secret::Play && dice.chance(20);
        // No clock falls within the room's grace: all else is in tenths of a second.
        json!({
            "initial_s": dice.pick(&[20.05, 300.05]),
            "increment_s": dice.pick(&[0, 3]),
            "wrong_claim_bonus_s": 120,
            "partner_board": if hides { "hidden" } else { "visible" },
            "spectator_reserves": if shown { "shown" } else { "hidden" },
            "spectator_delay_s": dice.pick(&[0, 0, 4]),
            "illegal_moves": dice.pick(&["refuse", "penalise"]),
            "flag": if auto { "auto" } else { "claim" },
            "draw_agreement": dice.pick(&["allowed", "allowed", "none"]),
            "back_rank_drops": dice.pick(&["no_pawns", "none"]),
        })
    }

    /// The two set-ups.
    pub fn positions(self, dice: &mut Dice) -> [Value; 2] {
        let mut runs = [Vec::new(), Vec::new()];
        for board in 0..2 {
            let all: &[&str] = if dice.chance(70) { &WHITE_MOVES } else { &BLACK_MOVES };
            let fen = *dice.pick(all);
            let other = match self {
                Secret::Board(hidden) if hidden == board => *dice.pick(all),
                Secret::Play => *dice.pick(all),
                _ => fen,
            };
            let held = [reserve(dice, true), reserve(dice, false)];
            let otherwise: Vec<String> = (0..2)
                .map(|colour| match self {
                    Secret::Reserves(team) if TEAM[2 * board + colour] == team => {
                        reserve(dice, colour == 0)
                    }
                    Secret::Board(hidden) if hidden == board => reserve(dice, colour == 0),
                    Secret::Play => reserve(dice, colour == 0),
                    _ => held[colour].clone(),
                })
                .collect();
            runs[0].push(setup(fen, &held));
            runs[1].push(setup(other, &otherwise));
        }
        runs.map(|boards| json!({ "A": boards[0], "B": boards[1] }))
    }
}

/// Plays many pairs of either sort, and sees that they were worth it.
async fn many(secrets: [Secret; 2]) {
    let mut tally = Tally::default();
    for seed in 0..PAIRS {
        let secret = secrets[usize::from(seed % 2 == 1)];
        let Tally { compared, moves, drops, secrets, resumed } = Pair::play(secret, seed).await;
        tally.compared += compared;
        tally.moves += moves;
        tally.drops += drops;
        tally.secrets += secrets;
        tally.resumed += resumed;
    }
    let pairs = usize::try_from(PAIRS).unwrap();
    assert!(tally.compared > 100 * pairs / 2, "{tally:?}");
    assert!(tally.secrets > 2 * pairs && tally.resumed > pairs / 2, "{tally:?}");
    if secrets[0] != Secret::Play {
        assert!(tally.moves > 2 * pairs && tally.drops > pairs / 4, "{tally:?}");
    }
}

#[tokio::test]
async fn reserves_and_attempts_are_hidden_from_opponents_and_spectators() {
    many([Secret::Reserves(0), Secret::Reserves(1)]).await;
}

#[tokio::test]
async fn partner_talk_reaches_nobody_else() {
    many([Secret::Talk(0), Secret::Talk(1)]).await;
}

#[tokio::test]
async fn marks_reach_nobody_but_the_partner() {
    many([Secret::Marks(0), Secret::Marks(1)]).await;
}

#[tokio::test]
async fn a_hidden_board_is_hidden_from_the_other_board_and_from_spectators() {
    many([Secret::Board(0), Secret::Board(1)]).await;
}

#[tokio::test]
async fn spectators_of_hidden_boards_learn_nothing_of_the_play() {
    many([Secret::Play, Secret::Play]).await;
}

/// What a substitute, and the player whose seat he takes, are sent around that secret.
async fn substitution(secret: &str) -> [Vec<String>; 2] {
    let server = TestServer::start().await;
    let Table { id, mut players, mut director } = server.match_of_four(json!({})).await;
    let say = |text: &str| json!({ "type": "say", "match": id, "to": "partner", "text": text });
    let rule = |ruling| json!({ "type": "rule", "match": id, "ruling": ruling });
    players[3].settle().await;
    let heard = players[3].frames.len();
    director.ok(rule(json!({ "kind": "unseat", "seat": "B.black" }))).await;
    // To the empty chair: not for him who has left it, nor for him who comes.
    players[0].ok(say(secret)).await;
    players[3].ok(json!({ "type": "watch", "match": id })).await;
    players[3].settle().await;
    let left = players[3].frames.split_off(heard);
    let mut substitute = server.hello("Max").await;
    substitute.ok(json!({ "type": "sit", "match": id, "seat": "B.black" })).await;
    for after in 0..16 {
        substitute.ok(json!({ "type": "unwatch", "match": id })).await;
        substitute.seqs.clear();
        let watch = json!({ "type": "watch", "match": id, "after": after, "as": "B.black" });
        substitute.ok(watch).await;
    }
    players[0].ok(say("welcome")).await;
    substitute.settle().await;
    let path = format!("/api/matches/{id}");
    let (_, body) = server.get(&path, Some(&substitute.token)).await;
    let mut frames = substitute.frames.clone();
    frames.push(body);
    server.stop().await;
    [left, frames]
}

#[tokio::test]
async fn a_substitute_hears_nothing_that_was_said_before() {
    let [left, came] = substitution("bring a knight").await;
    assert_eq!([left, came.clone()], substitution("hold the queen").await);
    assert!(came.iter().any(|frame| frame.contains("welcome\"}")), "{came:#?}");
    assert!(!came.iter().any(|frame| frame.contains("knight")), "{came:#?}");
}
