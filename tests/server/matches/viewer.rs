//! A receiver of the server's messages.

use serde_json::Value;

use crate::support::Client;

/// One receiver, and what it has been shown last.
pub(super) struct Viewer {
    pub(super) client: Client,
    pub(super) started: bool,
    pub(super) moved: usize,
    pub(super) legal: Value,
    pub(super) over: Option<Value>,
    may_see_reserves: bool,
}

impl Viewer {
    pub(super) fn new(client: Client, may_see_reserves: bool) -> Viewer {
        Viewer {
            client,
            started: false,
            moved: 0,
            legal: Value::Null,
            over: None,
            may_see_reserves,
        }
    }

    pub(super) fn note(&mut self, message: &Value) {
        let shown = match message["type"].as_str() {
            Some("event") => &message["event"],
            Some("snapshot") => message,
            _ => return,
        };
        if let Some(legal) = shown.get("legal") {
            self.legal = legal.clone();
        }
        if shown["kind"] == "over" {
            self.over = Some(shown.clone());
        } else if !self.may_see_reserves && message["type"] == "event" {
            assert!(shown.get("reserves").is_none() && self.legal.is_null(), "R11: {message}");
        }
        self.started |= shown["kind"] == "started";
        self.moved += usize::from(shown["kind"] == "moved");
    }

    /// Reads until so many moves have been shown.
    pub(super) async fn until_moved(&mut self, moves: usize) {
        while !self.started || self.moved < moves {
            let message = self.client.message().await.expect("an open connection");
            self.note(&message);
        }
        assert_eq!(self.moved, moves);
    }

    /// Reads until the match is over.
    pub(super) async fn until_over(&mut self) -> &Value {
        while self.over.is_none() {
            let message = self.client.message().await.expect("an open connection");
            self.note(&message);
        }
        self.over.as_ref().unwrap()
    }

    pub(super) fn may_play(&self, action: &str) -> bool {
        let holds = |squares: &Value, to: &str| {
            squares.as_array().is_some_and(|squares| squares.iter().any(|square| square == to))
        };
        match action.split_once('@') {
            Some((kind, to)) => holds(&self.legal["drops"][kind], to),
            None => holds(&self.legal["moves"][&action[..2]], &action[2..4]),
        }
    }
}
