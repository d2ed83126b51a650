//! One person: his socket, and what he has been shown over all of them.

use std::collections::VecDeque;
use std::net::SocketAddr;

use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// The server has gone.
#[derive(Debug)]
pub struct Gone;

/// How many of the last events he remembers.
const REMEMBERED: usize = 20;

/// A person at a table.
pub struct Person {
    pub you: &'static str,
    pub token: Option<String>,
    /// The number of the last event that he was shown.
    pub seq: u64,
    at: u64,
    /// The last events, byte for byte.
    events: VecDeque<(u64, String)>,
    socket: Option<WebSocketStream<MaybeTlsStream<TcpStream>>>,
    next_id: u64,
    /// The last `paused`, and the last snapshot.
    pub paused: Option<Value>,
    pub snapshot: Option<Value>,
}

impl Person {
    pub fn new(you: &'static str) -> Person {
        Person {
            you,
            token: None,
            seq: 0,
            at: 0,
            events: VecDeque::new(),
            socket: None,
            next_id: 1,
            paused: None,
            snapshot: None,
        }
    }

    /// Connects and says hello; gives the welcome.
    pub async fn connect(&mut self, address: SocketAddr) -> Result<Value, Gone> {
        let url = format!("ws://{address}/ws");
        let (socket, _) = tokio_tungstenite::connect_async(url).await.map_err(|_| Gone)?;
        self.socket = Some(socket);
        let hello = match &self.token {
            Some(token) => json!({ "type": "hello", "token": token }),
            None => json!({ "type": "hello", "name": self.you }),
        };
        let welcome = self.ask(hello).await?;
        assert_eq!(welcome["type"], "welcome", "{welcome}");
        self.token = welcome["token"].as_str().map(str::to_owned);
        Ok(welcome)
    }

    /// Sends a request and gives the answer; takes in what comes before it.
    pub async fn ask(&mut self, mut request: Value) -> Result<Value, Gone> {
        let id = self.next_id;
        self.next_id += 1;
        request["id"] = json!(id);
        let text = request.to_string();
        self.socket.as_mut().ok_or(Gone)?.send(Message::text(text)).await.map_err(|_| Gone)?;
        loop {
            let message = self.read().await?;
            if message.get("id") == Some(&json!(id)) {
                return Ok(message);
            }
        }
    }

    pub async fn ok(&mut self, request: Value) -> Result<Value, Gone> {
        let answer = self.ask(request.clone()).await?;
        assert_eq!(answer["type"], "ok", "{}: {request}: {answer}", self.you);
        Ok(answer)
    }

    /// Reads on until that event has come.
    pub async fn wait_for(&mut self, seq: u64) -> Result<(), Gone> {
        while self.seq < seq {
            self.read().await?;
        }
        Ok(())
    }

    /// Reads one message.
    pub async fn read(&mut self) -> Result<Value, Gone> {
        let frame = self.socket.as_mut().ok_or(Gone)?.next().await;
        let Some(Ok(Message::Text(text))) = frame else {
            self.socket = None;
            return Err(Gone);
        };
        let message: Value = serde_json::from_str(&text).unwrap();
        if message["type"] == "event" {
            self.see(message["seq"].as_u64().unwrap(), &text, &message);
        } else if message["type"] == "snapshot" {
            let seq = message["seq"].as_u64().unwrap();
            assert!(seq >= self.seq, "{}: the numbering went back: {message}", self.you);
            self.seq = seq;
            self.snapshot = Some(message.clone());
        }
        Ok(message)
    }

    fn see(&mut self, seq: u64, text: &str, event: &Value) {
        if let Some((_, seen)) = self.events.iter().find(|(number, _)| *number == seq) {
            assert_eq!(seen, text, "{}: shown again, an event was another", self.you);
            return;
        }
        assert_eq!(seq, self.seq + 1, "{}: a gap before {text}", self.you);
        let at = event["at"].as_u64().unwrap();
        assert!(at >= self.at, "{}: time went back: {text}", self.you);
        (self.seq, self.at) = (seq, at);
        if event["event"]["kind"] == "paused" {
            self.paused = Some(event.clone());
        }
        self.events.push_back((seq, text.to_owned()));
        if self.events.len() > REMEMBERED {
            self.events.pop_front();
        }
    }

    /// Where he may say that he was, to be shown some events again.
    pub fn a_while_ago(&self) -> u64 {
        self.events.front().map_or(self.seq, |(seq, _)| (seq - 1).max(self.seq.saturating_sub(5)))
    }

    /// Reads what had still arrived.
    pub async fn drain(&mut self) {
        while self.read().await.is_ok() {}
    }
}
