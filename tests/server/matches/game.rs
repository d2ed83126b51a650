//! One match of the file, from its opening to its record.

use std::collections::HashMap;

use catchmate::game::{BpgnGame, read_bpgn};
use catchmate::ids::{BoardName, Millis, Seat};
use catchmate::rules::BackRankDrops;
use catchmate::server::Clock as _;
use serde_json::{Value, json};

use super::viewer::Viewer;
use super::{Ending, Script};
use crate::support::{SEATS, TestServer};

const INITIAL: u64 = 300_000;
const INCREMENT: u64 = 3_000;

/// The clocks, kept a second time by what the scripted clock says.
struct Ledger {
    used: HashMap<&'static str, u64>,
    gained: HashMap<&'static str, u64>,
    since: HashMap<String, u64>,
}

/// One match that is being played.
pub(super) struct Game {
    pub(super) id: String,
    pub(super) script: Script,
    pub(super) ending: Option<Ending>,
    /// The four seats in their order, and two spectators.
    viewers: Vec<Viewer>,
    plies: HashMap<String, usize>,
    ledger: Ledger,
    moved_at: u64,
    /// What `over` must tell.
    expected: Value,
}

fn seat_on(board: &str, ply: usize) -> &'static str {
    let color = if ply.is_multiple_of(2) { "white" } else { "black" };
    SEATS.into_iter().find(|seat| *seat == format!("{board}.{color}")).unwrap()
}

fn team(seat: &str) -> u8 {
    seat.parse::<Seat>().unwrap().team().number()
}

fn won(team: u8, by: &str, board: Option<&str>) -> Value {
    let points = json!({ "1": u8::from(team == 1), "2": u8::from(team == 2) });
    json!({ "winner": team, "points": points, "by": by, "board": board })
}

fn drawn(by: &str) -> Value {
    json!({ "winner": null, "points": { "1": 0.5, "2": 0.5 }, "by": by, "board": null })
}

impl Game {
    pub(super) async fn start(server: &TestServer, script: Script, ending: Option<Ending>) -> Game {
        let rules = json!({ "initial_s": INITIAL / 1000, "increment_s": INCREMENT / 1000 });
        let mut table = server.seated(json!({ "type": "open", "rules": rules })).await;
        let mut viewers = Vec::new();
        for player in std::mem::take(&mut table.players) {
            viewers.push(Viewer::new(player, true));
        }
        for name in ["Zoe", "Yann"] {
            let mut spectator = server.hello(name).await;
            spectator.ok(json!({ "type": "watch", "match": table.id })).await;
            viewers.push(Viewer::new(spectator, false));
        }
        for viewer in &mut viewers[..4] {
            viewer.client.ok(json!({ "type": "ready", "match": table.id })).await;
        }
        table.director.leave().await;
        let zero = || SEATS.map(|seat| (seat, 0)).into();
        let now = server.clock.now().0;
        let since = ["A", "B"].map(|board| (board.to_owned(), now)).into();
        Game {
            id: table.id,
            script,
            ending,
            viewers,
            plies: HashMap::new(),
            ledger: Ledger { used: zero(), gained: zero(), since },
            moved_at: now,
            expected: Value::Null,
        }
    }

    fn seat(&mut self, seat: &str) -> &mut Viewer {
        &mut self.viewers[SEATS.iter().position(|name| *name == seat).unwrap()]
    }

    fn on_move(&self, board: &str) -> &'static str {
        seat_on(board, self.plies.get(board).copied().unwrap_or_default())
    }

    /// Charges the player on move for his thought up to now.
    fn charge(&mut self, board: &str, now: u64) -> &'static str {
        let seat = self.on_move(board);
        let since = self.ledger.since.insert(board.to_owned(), now).unwrap();
        *self.ledger.used.get_mut(seat).unwrap() += now - since;
        seat
    }

    /// What a clock shows.
    fn left(&self, seat: &str, now: u64) -> u64 {
        let board = &seat[..1];
        let running = if self.on_move(board) == seat { now - self.ledger.since[board] } else { 0 };
        INITIAL + self.ledger.gained[seat] - self.ledger.used[seat] - running
    }

    /// Plays the move of that number, if the match has so many.
    pub(super) async fn play(&mut self, number: usize, now: u64) {
        let Some((board, action)) = self.script.moves.get(number).cloned() else { return };
        let seat = self.charge(&board, now);
        self.moved_at = now;
        *self.ledger.gained.get_mut(seat).unwrap() += INCREMENT;
        let ply = *self.plies.entry(board.clone()).or_default();
        self.plies.insert(board, ply + 1);
        let message =
            json!({ "type": "move", "match": self.id, "move": action, "ply": ply, "line": 0 });
        let mover = self.seat(seat);
        mover.until_moved(number).await;
        assert!(mover.may_play(&action), "{seat} {action} is not among {}", mover.legal);
        mover.client.ok(message).await;
        for viewer in &mut self.viewers {
            viewer.until_moved(number + 1).await;
        }
    }

    /// Ends the match, unless it has ended by mate or waits for a flag to fall.
    pub(super) async fn end(&mut self, server: &TestServer, turn: usize) {
        let id = self.id.clone();
        let seat = SEATS[turn % 4];
        self.expected = match self.ending {
            Some(Ending::Resignation) => {
                let resign = json!({ "type": "resign", "match": id });
                self.seat(seat).client.ok(resign).await;
                won(3 - team(seat), "resignation", Some(&seat[..1]))
            }
            Some(Ending::Agreement) => {
                for later in 0..4 {
                    let answer = if later == 0 { "offer" } else { "accept" };
                    let draw = json!({ "type": "draw", "match": id, "answer": answer });
                    self.viewers[(turn + later) % 4].client.ok(draw).await;
                }
                drawn("agreement")
            }
            Some(Ending::Ruling) => {
                let winner = [json!(1), json!(2), Value::Null][turn % 3].clone();
                let ruling = json!({ "kind": "result", "winner": winner });
                let mut director = server.director().await;
                director.ok(json!({ "type": "rule", "match": id, "ruling": ruling })).await;
                director.leave().await;
                match winner.as_u64() {
                    Some(team) => won(u8::try_from(team).unwrap(), "ruling", None),
                    None => drawn("ruling"),
                }
            }
            Some(Ending::Flag) => return,
            None => {
                let board = self.script.mated_on.clone().unwrap();
                let mated = self.on_move(&board);
                won(3 - team(mated), "mate", Some(&board))
            }
        };
    }

    /// When and whose clock falls first, if nobody moves any more; two in the same millisecond
    /// are not of one team.
    pub(super) fn first_fall(&self, now: u64) -> (u64, &'static str) {
        let falls = ["A", "B"].map(|board| {
            let seat = self.on_move(board);
            (now + self.left(seat, now), seat)
        });
        assert!(falls[0].0 != falls[1].0 || team(falls[0].1) == team(falls[1].1));
        falls.into_iter().min().unwrap()
    }

    /// Claims the flag that has fallen first.
    pub(super) async fn claim(&mut self, fallen: &'static str) {
        for viewer in &mut self.viewers {
            let event = viewer.client.event("flag_fallen").await;
            assert_eq!(event["event"]["seat"], fallen);
        }
        let claimant = if fallen.ends_with("white") { "black" } else { "white" };
        let claimant = format!("{}{claimant}", &fallen[..2]);
        let claim = json!({ "type": "claim", "match": self.id, "claim": "flag" });
        self.seat(&claimant).client.ok(claim).await;
        self.expected = won(3 - team(fallen), "time", Some(&fallen[..1]));
    }

    /// Compares what everybody was shown at last, and what HTTP shows, with the file. Gives the
    /// record.
    pub(super) async fn check(&mut self, server: &TestServer, now: u64) -> String {
        let ended_at = if self.ending.is_none() { self.moved_at } else { now };
        for board in ["A", "B"] {
            self.charge(board, ended_at);
        }
        let mut seqs = Vec::new();
        for viewer in &mut self.viewers {
            let over = viewer.until_over().await.clone();
            assert_eq!(over["result"], self.expected, "{}", self.id);
            check_boards(&self.script, &viewer.client.fens, &over["reserves"]);
            assert!(viewer.client.settle().await.is_empty(), "nothing comes after the end");
            seqs.push(viewer.client.seqs[&self.id]);
        }
        assert_eq!(seqs[4], seqs[5], "the spectators were sent the same");

        let (status, body) = server.get(&format!("/api/matches/{}", self.id), None).await;
        assert_eq!(status, 200);
        let snapshot: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(snapshot["phase"], "over");
        assert_eq!(snapshot["seq"], seqs[4]);
        assert_eq!(snapshot["result"], self.expected);
        let fens = snapshot["boards"].as_object().unwrap().iter();
        let fens = fens.map(|(name, board)| (name.clone(), board["fen"].as_str().unwrap().into()));
        check_boards(&self.script, &fens.collect(), &snapshot["reserves"]);
        let order: String = self.script.moves.iter().map(|(board, _)| board.as_str()).collect();
        assert_eq!(snapshot["order"], order);
        for seat in SEATS {
            let remaining = snapshot["clocks"][seat].as_u64().unwrap();
            let had = INITIAL + self.ledger.gained[seat];
            let used = self.ledger.used[seat];
            let fallen = snapshot["clocks"]["fallen"].as_array().unwrap();
            if fallen.iter().any(|fallen| fallen == seat) {
                assert!(remaining == 0 && used >= had, "{seat}");
            } else {
                assert_eq!(had - remaining, used, "R32: the clock of {seat}");
            }
        }
        self.check_record(server, &snapshot).await
    }

    async fn check_record(&self, server: &TestServer, snapshot: &Value) -> String {
        let (status, text) = server.get(&format!("/api/matches/{}/bpgn", self.id), None).await;
        assert_eq!(status, 200);
        let game = read_bpgn(&text).remove(0).unwrap();
        assert_eq!(game.moves.len(), self.script.moves.len());
        let boards = game.replay(BackRankDrops::NoPawns).unwrap();
        for board in BoardName::ALL {
            let fen = boards.setup(board).to_string();
            let fields: Vec<&str> = fen.split(' ').take(4).collect();
            assert_eq!(fields.join(" "), self.script.fens[&board.to_string()]);
        }
        let by = self.expected["by"].as_str().unwrap();
        assert_eq!(boards.mated().is_some(), by == "mate");
        assert_eq!(game.tag("Termination"), Some(by));
        assert_eq!(game.tag("TimeControl"), Some("300+3"));
        assert_eq!(game.tag("Date"), Some("2026.12.01"));
        let result = match self.expected["winner"].as_u64() {
            Some(1) => "1-0",
            Some(_) => "0-1",
            None => "1/2-1/2",
        };
        assert_eq!((game.result(), game.result), (Some(result), Some(result)));
        for seat in SEATS {
            let (board, color) = seat.split_once('.').unwrap();
            let tag = if color == "white" { "White" } else { "Black" };
            let name = snapshot["seats"][seat]["name"].as_str();
            assert_eq!(game.tag(&format!("{tag}{board}")), name);
        }
        check_recorded_clocks(&game, snapshot);
        text
    }
}

/// The moves of the snapshot tell how long each took, the record what was left.
fn check_recorded_clocks(game: &BpgnGame, snapshot: &Value) {
    let mut left: HashMap<&str, u64> = SEATS.map(|seat| (seat, INITIAL)).into();
    let mut plies: HashMap<BoardName, usize> = HashMap::new();
    for made in &game.moves {
        let board = made.seat.board();
        let ply = plies.entry(board).or_default();
        let shown = &snapshot["boards"][board.to_string()]["moves"][*ply];
        assert_eq!(made.seat.name(), seat_on(&board.to_string(), *ply));
        *ply += 1;
        assert_eq!(shown["san"], made.san);
        let left = left.get_mut(made.seat.name()).unwrap();
        *left = *left + INCREMENT - shown["spent"].as_u64().unwrap();
        assert_eq!(made.left, Some(Millis(*left)));
    }
}

/// The boards, with all four reserves, are those of the file.
fn check_boards(script: &Script, fens: &HashMap<String, String>, reserves: &Value) {
    for (board, expected) in &script.fens {
        let mut held = String::new();
        for color in ["white", "black"] {
            for kind in ["Q", "R", "B", "N", "P"] {
                let count = reserves[format!("{board}.{color}")][kind].as_u64().unwrap();
                let letter = if color == "white" { kind.to_owned() } else { kind.to_lowercase() };
                held += &letter.repeat(usize::try_from(count).unwrap());
            }
        }
        let fields: Vec<&str> = fens[board].split(' ').collect();
        let shown = format!("{}[{held}] {}", fields[0], fields[1..4].join(" "));
        assert_eq!(shown, *expected);
    }
}
