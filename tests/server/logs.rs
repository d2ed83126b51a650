//! Tokens, keys, reserves and what partners say to each other are never in a log, however much of
//! it is asked for.

use std::io::{self, BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::support::{Client, KEY, SEATS, TestServer};

const TALK: &str = "take the queen on g7 and hold the bishop";
const RESERVES: &str = "QQQNNqqqnn";

/// An evening with everything that is nobody else's business; gives what no log may hold.
async fn evening(address: SocketAddr) -> Vec<String> {
    let mut secrets: Vec<String> = [KEY, TALK, RESERVES, "reserves"].map(str::to_owned).into();
    let mut director = Client::connect(address).await;
    let hello = json!({ "type": "hello", "name": "Luc", "director_key": KEY });
    secrets.push(text(&director.ask(hello).await["token"]));
    let fen = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[{RESERVES}] w KQkq - 0 1");
    let position = json!({ "A": fen, "B": fen });
    let rules = json!({ "illegal_moves": "penalise" });
    let open = json!({ "type": "open", "listed": false, "position": position, "rules": rules });
    let opened = director.ask(open).await;
    let id = text(&opened["match"]);
    director.ok(json!({ "type": "watch", "match": id })).await;
    let mut players = Vec::new();
    for seat in SEATS {
        let mut player = Client::connect(address).await;
        let welcome = player.ask(json!({ "type": "hello", "name": seat })).await;
        let (token, key) = (text(&welcome["token"]), text(&opened["keys"][seat]));
        player.ok(json!({ "type": "sit", "match": id, "seat": seat, "key": key })).await;
        secrets.extend([token, key]);
        players.push(player);
    }
    for player in &mut players {
        player.ok(json!({ "type": "ready", "match": id })).await;
    }
    for (seat, action) in [(0, "Q@e4"), (1, "N@f6"), (2, "e2e4"), (3, "q@e5"), (0, "e4e5")] {
        let request = json!({ "type": "move", "match": id, "move": action, "ply": seat % 2 });
        players[seat].ask(request).await;
    }
    for player in &mut players {
        player.ok(json!({ "type": "say", "match": id, "to": "partner", "text": TALK })).await;
        player.ask(json!({ "type": "hello", "token": "again" })).await;
    }
    // Who errs, too: with a token that is nobody's, a wrong key, and half a message.
    let mut stranger = Client::connect(address).await;
    let (token, key) = ("a-token-from-elsewhere", "a-key-from-elsewhere");
    stranger.ask(json!({ "type": "hello", "token": token })).await;
    stranger.ask(json!({ "type": "hello", "name": "Eve", "director_key": key })).await;
    stranger.send_raw(&format!("{{\"type\":\"hello\",\"token\":\"{token}")).await;
    secrets.extend([token.to_owned(), key.to_owned()]);
    let token = secrets[5].clone();
    players.remove(0).leave().await;
    let mut back = Client::connect(address).await;
    back.ask(json!({ "type": "hello", "token": token })).await;
    back.ok(json!({ "type": "resign", "match": id })).await;
    stranger.leave().await;
    director.settle().await;
    secrets
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value}")).to_owned()
}

#[track_caller]
fn holds_none(log: &str, secrets: &[String]) {
    for secret in secrets {
        let line = log.lines().find(|line| line.contains(secret));
        assert!(line.is_none(), "`{secret}` is in the log: {line:?}");
    }
}

/// What has been logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn the_server_logs_no_secret() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(move || writer.clone())
        .finish();
    // The server runs on this thread, and so does the log.
    let _logging = tracing::subscriber::set_default(subscriber);
    tracing::trace!("the log is open");
    let server = TestServer::start().await;
    let secrets = evening(server.address).await;
    server.stop().await;
    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert!(log.contains("the log is open"), "{log}");
    holds_none(&log, &secrets);
}

#[tokio::test]
async fn the_program_logs_no_secret_of_its_own_or_its_libraries() {
    let folder = tempfile::tempdir().unwrap();
    let (config, log) = (folder.path().join("config.toml"), folder.path().join("log"));
    let options =
        format!("listen = \"127.0.0.1:0\"\ndata = \":memory:\"\ndirector_key = \"{KEY}\"");
    std::fs::write(&config, options).unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_catchmate"))
        .args(["serve", "--config"])
        .arg(&config)
        .env("RUST_LOG", "trace")
        .stdout(Stdio::piped())
        .stderr(std::fs::File::create(&log).unwrap())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(program.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("listening on http://").unwrap().parse().unwrap();
    let secrets = evening(address).await;
    program.kill().unwrap();
    program.wait().unwrap();
    holds_none(&std::fs::read_to_string(&log).unwrap(), &secrets);
}
