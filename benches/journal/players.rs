//! Tables at which both boards move as fast as they are answered.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use futures::stream::{SplitSink, SplitStream};
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

const SEATS: [&str; 4] = ["A.white", "A.black", "B.white", "B.black"];
/// The knights go out and home again.
const MOVES: [[&str; 2]; 2] = [["g1f3", "f3g1"], ["g8f6", "f6g8"]];

struct Player {
    sink: SplitSink<Socket, Message>,
    /// What answers a request; everything else is read and thrown away.
    answers: mpsc::UnboundedReceiver<String>,
}

pub struct Table {
    id: String,
    players: Vec<Player>,
}

impl Player {
    async fn connect(address: SocketAddr) -> Player {
        let url = format!("ws://{address}/ws");
        let (socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
        let (sink, stream) = socket.split();
        let (sender, answers) = mpsc::unbounded_channel();
        tokio::spawn(read(stream, sender));
        Player { sink, answers }
    }

    async fn ask(&mut self, request: &Value) -> String {
        self.sink.send(Message::text(request.to_string())).await.unwrap();
        self.answers.recv().await.unwrap()
    }

    async fn ok(&mut self, request: &Value) {
        let answer = self.ask(request).await;
        assert!(answer.contains("\"type\":\"ok\""), "{request}: {answer}");
    }
}

async fn read(mut stream: SplitStream<Socket>, answers: mpsc::UnboundedSender<String>) {
    while let Some(Ok(message)) = stream.next().await {
        if let Message::Text(text) = message
            && text.contains("\"id\":\"?\"")
            && answers.send(text.to_string()).is_err()
        {
            return;
        }
    }
}

pub async fn sit_down(address: SocketAddr, tables: usize) -> Vec<Table> {
    let mut all = Vec::new();
    for _ in 0..tables {
        all.push(table(address).await);
    }
    all
}

async fn table(address: SocketAddr) -> Table {
    let mut players = Vec::new();
    for seat in SEATS {
        let mut player = Player::connect(address).await;
        player.ask(&json!({ "type": "hello", "name": seat, "id": "?" })).await;
        players.push(player);
    }
    let opened = players[0].ask(&json!({ "type": "open", "rules": {}, "id": "?" })).await;
    let opened: Value = serde_json::from_str(&opened).unwrap();
    let id = opened["match"].as_str().unwrap().to_owned();
    for (player, seat) in players.iter_mut().zip(SEATS) {
        player.ok(&json!({ "type": "sit", "match": id, "seat": seat, "id": "?" })).await;
    }
    for player in &mut players {
        player.ok(&json!({ "type": "ready", "match": id, "id": "?" })).await;
    }
    Table { id, players }
}

/// Plays at all tables at once for so long; gives how many moves were answered.
pub async fn play_for(tables: Vec<Table>, time: Duration) -> u64 {
    let (count, over) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
    let mut playing = JoinSet::new();
    for Table { id, players } in tables {
        let mut players = players.into_iter();
        while let (Some(white), Some(black)) = (players.next(), players.next()) {
            let (id, count, over) = (id.clone(), Arc::clone(&count), Arc::clone(&over));
            playing.spawn(async move {
                let mut pair = [white, black];
                for ply in 0.. {
                    if over.load(Ordering::Relaxed) {
                        break;
                    }
                    let text = MOVES[ply % 2][ply / 2 % 2];
                    let request = json!({ "type": "move", "match": id, "move": text, "id": "?" });
                    pair[ply % 2].ok(&request).await;
                    count.fetch_add(1, Ordering::Relaxed);
                }
                pair
            });
        }
    }
    tokio::time::sleep(time).await;
    over.store(true, Ordering::Relaxed);
    let moves = count.load(Ordering::Relaxed);
    while let Some(pair) = playing.join_next().await {
        for mut player in pair.unwrap() {
            let _ = player.sink.close().await;
        }
    }
    moves
}
