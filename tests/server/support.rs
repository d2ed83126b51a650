//! What the tests of the running server share: a server in this process, and clients that speak to
//! it over real sockets.
#![allow(dead_code, reason = "each test uses what it needs")]

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::Arc;

use catchmate::config::Config;
use catchmate::ids::{Instant, Millis};
use catchmate::journal::{Journal, MemoryJournal};
use catchmate::server::{self, ArchiveStore, Clock, Deps, Generator, ScriptedClock, SystemClock};
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// When the scripted clock begins: 2026-12-01, 20:00 UTC.
pub const EVENING: Instant = Instant(1_796_155_200_000);
/// The director's key of every server here.
pub const KEY: &str = "the-director's-key";
/// The four seats, in the protocol's order.
pub const SEATS: [&str; 4] = ["A.white", "A.black", "B.white", "B.black"];

/// A running server.
pub struct TestServer {
    pub address: SocketAddr,
    /// The clock that it goes by, where the test holds it.
    pub clock: ScriptedClock,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<std::io::Result<()>>,
}

impl TestServer {
    /// A server with a scripted clock, a seeded generator and the default configuration.
    pub async fn start() -> TestServer {
        TestServer::with(Config::default(), Arc::new(MemoryJournal::default())).await
    }

    /// A server with that configuration and journal, and a scripted clock.
    pub async fn with(config: Config, journal: Arc<dyn Journal>) -> TestServer {
        let clock = ScriptedClock::at(EVENING);
        TestServer::run(config, journal, Arc::new(clock.clone()), clock, 7).await
    }

    /// A server that goes on with what an earlier one has kept.
    pub async fn again(journal: Arc<dyn Journal>, clock: ScriptedClock, seed: u64) -> TestServer {
        TestServer::again_with(Config::default(), journal, clock, seed).await
    }

    /// The same with another configuration.
    pub async fn again_with(
        config: Config,
        journal: Arc<dyn Journal>,
        clock: ScriptedClock,
        seed: u64,
    ) -> TestServer {
        let shared = Arc::new(clock.clone());
        TestServer::run(config, journal, shared, clock, seed).await
    }

    /// A server that goes by the machine's clock.
    pub async fn in_real_time() -> TestServer {
        let journal = Arc::new(MemoryJournal::default());
        let unused = ScriptedClock::at(EVENING);
        TestServer::run(Config::default(), journal, Arc::new(SystemClock::start()), unused, 7).await
    }

    async fn run(
        config: Config,
        journal: Arc<dyn Journal>,
        clock: Arc<dyn Clock>,
        script: ScriptedClock,
        seed: u64,
    ) -> TestServer {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let deps = Deps {
            clock,
            random: Generator::from_seed(seed),
            journal,
            archive: ArchiveStore::in_memory().unwrap(),
            config,
            director_key: KEY.to_owned(),
        };
        let task = tokio::spawn(server::run(listener, deps, async {
            // Dropping the test server stops it, too.
            let _ = stopped.await;
        }));
        TestServer { address, clock: script, stop: Some(stop), task }
    }

    /// Lets the scripted clock go on.
    pub fn advance(&self, millis: u64) {
        self.clock.advance(Millis(millis));
    }

    /// Stops the server and waits until it has.
    pub async fn stop(mut self) {
        let _ = self.stop.take().unwrap().send(());
        // Clients that do not read their last frame are waited for by the scripted clock.
        while !self.task.is_finished() {
            self.advance(1000);
            tokio::task::yield_now().await;
        }
        self.task.await.unwrap().unwrap();
    }

    /// Stops the server once every client has been dropped: no time passes meanwhile.
    pub async fn stop_at_once(mut self) {
        let _ = self.stop.take().unwrap().send(());
        self.task.await.unwrap().unwrap();
    }

    /// A client that has not said hello.
    pub async fn connect(&self) -> Client {
        Client::connect(self.address).await
    }

    /// A client that has said hello.
    pub async fn hello(&self, name: &str) -> Client {
        let mut client = self.connect().await;
        client.welcome(json!({ "type": "hello", "name": name })).await;
        client
    }

    /// The director.
    pub async fn director(&self) -> Client {
        let mut client = self.connect().await;
        client.welcome(json!({ "type": "hello", "name": "Director", "director_key": KEY })).await;
        client
    }

    /// Somebody who comes back with his token.
    pub async fn back(&self, token: &str) -> Client {
        let mut client = self.connect().await;
        client.welcome(json!({ "type": "hello", "token": token })).await;
        client
    }

    /// A plain HTTP request: status and body.
    pub async fn get(&self, path: &str, token: Option<&str>) -> (u16, String) {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let bearer = token.map(|token| format!("Authorization: Bearer {token}\r\n"));
        let bearer = bearer.unwrap_or_default();
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: club\r\n{bearer}Connection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).await.unwrap();
        let (head, body) = response.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let body = if head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
            unchunk(body)
        } else {
            body.to_owned()
        };
        (status, body)
    }

    /// Four seated and ready players: the match has started, and each has been shown that.
    pub async fn match_of_four(&self, rules: Value) -> Table {
        let mut table = self.seated(json!({ "type": "open", "rules": rules })).await;
        table.start().await;
        table
    }

    /// Four seated players at a table opened by that message, by the director if it needs him.
    pub async fn seated(&self, open: Value) -> Table {
        let mut director = self.director().await;
        let opened = director.ask(open).await;
        let id = opened["match"].as_str().unwrap_or_else(|| panic!("{opened}")).to_owned();
        let mut players = Vec::new();
        for seat in SEATS {
            let mut player = self.hello(seat).await;
            let mut sit = json!({ "type": "sit", "match": id, "seat": seat });
            if let Some(key) = opened["keys"].get(seat) {
                sit["key"] = key.clone();
            }
            player.ok(sit).await;
            players.push(player);
        }
        Table { id, players, director }
    }
}

/// The body of a chunked answer.
fn unchunk(body: &str) -> String {
    let mut rest = body;
    let mut text = String::new();
    while let Some((size, more)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap();
        text.push_str(&more[..size]);
        rest = more[size..].trim_start_matches("\r\n");
        if size == 0 {
            break;
        }
    }
    text
}

/// A table and its four players, in the order of [`SEATS`].
pub struct Table {
    pub id: String,
    pub players: Vec<Client>,
    pub director: Client,
}

impl Table {
    /// The player of a seat.
    pub fn at(&mut self, seat: &str) -> &mut Client {
        let index = SEATS.iter().position(|name| *name == seat).unwrap();
        &mut self.players[index]
    }

    /// All get ready, and see the match start.
    pub async fn start(&mut self) {
        for player in &mut self.players {
            player.ok(json!({ "type": "ready", "match": self.id })).await;
        }
        for player in &mut self.players {
            player.event("started").await;
        }
    }

    /// Moves like `"A e2e4"`, each by whoever is on move there, White first.
    pub async fn play(&mut self, moves: &[&str]) {
        for text in moves {
            let (board, action) = text.split_once(' ').unwrap();
            let seat = self.on_move(board);
            let id = self.id.clone();
            let player = self.at(&seat);
            player.ok(json!({ "type": "move", "match": id, "move": action })).await;
        }
    }

    /// The seat on move on that board, by the last position that its White has been shown.
    pub fn on_move(&mut self, board: &str) -> String {
        let white = self.at(&format!("{board}.white"));
        white.drain_ready();
        let turn = white.fens.get(board).map_or("w", |fen| fen.split(' ').nth(1).unwrap());
        format!("{board}.{}", if turn == "w" { "white" } else { "black" })
    }
}

/// One client on one socket. It reads what it is sent when it is asked to, keeps every text frame
/// in the order of arrival, and hands each out once.
pub struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Messages that have arrived and that nobody has asked for yet.
    inbox: VecDeque<Value>,
    /// Every text frame, byte for byte.
    pub frames: Vec<String>,
    /// What the server said at hello.
    pub token: String,
    pub player: String,
    /// The last FEN seen of each board.
    pub fens: std::collections::HashMap<String, String>,
    /// The highest `seq` that has arrived, for each match.
    pub seqs: std::collections::HashMap<String, u64>,
    next_id: u64,
}

impl Client {
    pub async fn connect(address: SocketAddr) -> Client {
        Client::on(TcpStream::connect(address).await.unwrap()).await
    }

    /// A client whose machine takes in little that it has not read.
    pub async fn connect_narrow(address: SocketAddr) -> Client {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        Client::on(socket.connect(address).await.unwrap()).await
    }

    async fn on(stream: TcpStream) -> Client {
        let stream = MaybeTlsStream::Plain(stream);
        let (socket, _) = tokio_tungstenite::client_async("ws://club/ws", stream).await.unwrap();
        Client {
            socket,
            inbox: VecDeque::new(),
            frames: Vec::new(),
            token: String::new(),
            player: String::new(),
            fens: std::collections::HashMap::new(),
            seqs: std::collections::HashMap::new(),
            next_id: 1,
        }
    }

    /// The next frame of any kind, as it is.
    pub async fn frame(&mut self) -> Message {
        self.socket.next().await.unwrap().unwrap()
    }

    pub async fn welcome(&mut self, hello: Value) {
        let welcome = self.ask(hello).await;
        assert_eq!(welcome["type"], "welcome", "{welcome}");
        welcome["token"].as_str().unwrap().clone_into(&mut self.token);
        welcome["player"]["id"].as_str().unwrap().clone_into(&mut self.player);
    }

    /// Sends a text frame as it is.
    pub async fn send_raw(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.unwrap();
    }

    /// Sends a text frame; tells whether the connection still took it.
    pub async fn try_send(&mut self, text: &str) -> bool {
        self.socket.send(Message::text(text)).await.is_ok()
    }

    /// Sends any frame.
    pub async fn send_message(&mut self, message: Message) {
        self.socket.send(message).await.unwrap();
    }

    /// Sends a request under a fresh `id`, and gives the answer to it.
    pub async fn ask(&mut self, mut request: Value) -> Value {
        let id = self.next_id;
        self.next_id += 1;
        request["id"] = json!(id);
        self.send_raw(&request.to_string()).await;
        self.answer(&json!(id)).await
    }

    /// The answer with that `id`; whatever comes before it waits in the inbox.
    pub async fn answer(&mut self, id: &Value) -> Value {
        let mut seen = 0;
        loop {
            while seen < self.inbox.len() {
                if self.inbox[seen].get("id") == Some(id) {
                    return self.inbox.remove(seen).unwrap();
                }
                seen += 1;
            }
            self.read().await.expect("the connection closed before the answer came");
        }
    }

    /// Sends a request that must be accepted.
    pub async fn ok(&mut self, request: Value) -> Value {
        let answer = self.ask(request.clone()).await;
        assert_eq!(answer["type"], "ok", "{request} was answered {answer}");
        answer
    }

    /// Sends a request that must be refused with that code; gives the refusal.
    pub async fn refused(&mut self, request: Value, code: &str) -> Value {
        let answer = self.ask(request.clone()).await;
        assert_eq!(answer["type"], "refused", "{request} was answered {answer}");
        assert_eq!(answer["code"], code, "{request} was answered {answer}");
        answer
    }

    /// The next message of that type; what comes before it is thrown away.
    pub async fn next(&mut self, kind: &str) -> Value {
        loop {
            let message = self.message().await.unwrap_or_else(|close| {
                panic!("the connection closed ({close:?}) before a {kind} came")
            });
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// The next event of that kind; what comes before it is thrown away.
    pub async fn event(&mut self, kind: &str) -> Value {
        loop {
            let event = self.next("event").await;
            if event["event"]["kind"] == kind {
                return event;
            }
        }
    }

    /// The next message, or how the connection closed.
    pub async fn message(&mut self) -> Result<Value, Option<CloseFrame>> {
        if self.inbox.is_empty() {
            self.read().await?;
        }
        Ok(self.inbox.pop_front().unwrap())
    }

    /// Everything that is there once the server has answered one more ping.
    pub async fn settle(&mut self) -> Vec<Value> {
        self.ask(json!({ "type": "ping", "n": 0 })).await;
        self.inbox.drain(..).collect()
    }

    /// Takes in what has arrived already, without waiting.
    pub fn drain_ready(&mut self) {
        use futures::FutureExt;
        while self.read().now_or_never().is_some_and(|read| read.is_ok()) {}
    }

    /// How the connection closes; what comes before is thrown away.
    pub async fn closed(&mut self) -> Option<CloseFrame> {
        loop {
            if let Err(close) = self.read().await {
                return close;
            }
        }
    }

    /// Closes the connection and waits until the server has closed it, too.
    pub async fn leave(mut self) {
        let _ = self.socket.close(None).await;
        while self.socket.next().await.is_some_and(|frame| frame.is_ok()) {}
    }

    /// Drops the connection without a word.
    pub fn vanish(self) {
        drop(self.socket);
    }

    /// Reads one text frame into the inbox.
    async fn read(&mut self) -> Result<(), Option<CloseFrame>> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    let message: Value = serde_json::from_str(&text).unwrap();
                    self.note(&message);
                    self.frames.push(text.to_string());
                    self.inbox.push_back(message);
                    return Ok(());
                }
                Some(Ok(Message::Close(frame))) => return Err(frame),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }

    /// Keeps the positions, and sees that every sequence is whole.
    fn note(&mut self, message: &Value) {
        let id = message["match"].as_str().unwrap_or_default().to_owned();
        match message["type"].as_str() {
            Some("snapshot") => {
                self.seqs.insert(id, message["seq"].as_u64().unwrap());
                for (board, shown) in message["boards"].as_object().unwrap() {
                    self.fens.insert(board.clone(), shown["fen"].as_str().unwrap().to_owned());
                }
            }
            Some("event") => {
                let seq = message["seq"].as_u64().unwrap();
                if let Some(last) = self.seqs.insert(id, seq) {
                    assert_eq!(seq, last + 1, "a gap before {message}");
                }
                let event = &message["event"];
                if event["kind"] == "moved" {
                    let board = event["board"].as_str().unwrap().to_owned();
                    self.fens.insert(board, event["fen"].as_str().unwrap().to_owned());
                }
            }
            _ => {}
        }
    }
}
