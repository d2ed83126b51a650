//! One WebSocket: frames in, stamped as they arrive; what waits in the outbox, out.

use std::collections::VecDeque;
use std::pin::pin;
use std::sync::Arc;

use futures::future::BoxFuture;
use futures::stream::{SplitSink, SplitStream};
use futures::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Error, Message, Utf8Bytes};

use super::Server;
use super::outbox::{Outbox, Outgoing};
use super::session::Session;
use super::watcher::ToFeed;
use crate::ids::{Instant, Millis};

/// Names one connection for as long as the server runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct ConnectionId(pub(super) u64);

/// So many frames are read ahead of the one being answered, so that each is stamped in time.
const READ_AHEAD: usize = 32;
/// The size of the buffer that reads; the default of the library is filled with zeros each time.
const READ_BUFFER: usize = 4 * 1024;
/// The size of the buffer that is written at once.
const WRITE_BUFFER: usize = 16 * 1024;
/// How long a closed connection is kept for its last frame to arrive.
const LINGER: Millis = Millis(2000);
/// How much is still read and thrown away meanwhile.
const LINGER_BYTES: usize = 1024 * 1024;

type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// The close of a connection that does not read what it is sent.
pub(super) fn fell_behind() -> CloseFrame {
    close(CloseCode::Library(4001), "too far behind: come back with your last seq")
}

fn close(code: CloseCode, reason: &'static str) -> CloseFrame {
    CloseFrame { code, reason: Utf8Bytes::from_static(reason) }
}

/// Serves one connection from its first frame to its last.
pub(super) async fn serve(server: Arc<Server>, upgraded: Upgraded) {
    let limits = &server.config.limits;
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_message_size(Some(limits.message_bytes))
        .max_frame_size(Some(limits.message_bytes));
    let io = TokioIo::new(upgraded);
    let socket = WebSocketStream::from_raw_socket(io, Role::Server, Some(config)).await;
    let (sink, stream) = socket.split();
    let connection = server.next_connection();
    let outbox = Arc::new(Outbox::new(limits.outbox_messages, limits.outbox_bytes));
    let mut writer = tokio::spawn(write(sink, Arc::clone(&outbox), connection));

    let mut reader = Reader::new(stream, &server, Arc::clone(&outbox));
    let now = server.clock.now();
    let mut session = Session::new(Arc::clone(&server), connection, Arc::clone(&outbox), now);
    converse(&mut reader, &mut session).await;
    session.end(server.clock.now()).await;

    outbox.close(close(CloseCode::Normal, ""));
    let patience = || server.clock.sleep_until(server.clock.now() + LINGER);
    let sink = tokio::select! {
        sink = &mut writer => sink,
        () = patience() => {
            writer.abort();
            return;
        }
    };
    if let Ok(sink) = sink
        && let Ok(socket) = sink.reunite(reader.stream)
    {
        tokio::select! {
            () = linger(socket) => {}
            () = patience() => {}
        }
    }
}

/// Answers frame after frame; while one is being answered the next are read and stamped.
async fn converse(reader: &mut Reader, session: &mut Session) {
    let mut ahead: VecDeque<(Utf8Bytes, Instant)> = VecDeque::new();
    let mut open = true;
    loop {
        let next = match ahead.pop_front() {
            Some(frame) => Some(frame),
            None if open => reader.next().await,
            None => None,
        };
        let Some((text, at)) = next else { return };
        let mut answered = pin!(session.handle(&text, at));
        loop {
            tokio::select! {
                biased;
                frame = reader.next(), if open && ahead.len() < READ_AHEAD => match frame {
                    Some(frame) => ahead.push_back(frame),
                    None => open = false,
                },
                () = &mut answered => break,
            }
        }
    }
}

/// The reading half of a connection.
struct Reader {
    stream: SplitStream<Socket>,
    server: Arc<Server>,
    outbox: Arc<Outbox>,
    heard_at: Instant,
    pinged: bool,
    timer: BoxFuture<'static, ()>,
}

impl Reader {
    fn new(stream: SplitStream<Socket>, server: &Arc<Server>, outbox: Arc<Outbox>) -> Reader {
        let heard_at = server.clock.now();
        let ping_at = heard_at + Millis::from_secs(server.config.limits.ping_after_s);
        let timer = server.clock.sleep_until(ping_at);
        Reader { stream, server: Arc::clone(server), outbox, heard_at, pinged: false, timer }
    }

    /// The next text frame and the instant of its arrival; `None` once the connection is over.
    /// Safe to cancel.
    async fn next(&mut self) -> Option<(Utf8Bytes, Instant)> {
        loop {
            tokio::select! {
                biased;
                () = self.outbox.closing() => return None,
                () = self.server.stopping() => {
                    self.outbox.close(close(CloseCode::Away, "the server stops"));
                    return None;
                }
                frame = self.stream.next() => {
                    self.hear();
                    match frame {
                        Some(Ok(Message::Text(text))) => return Some((text, self.heard_at)),
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                        Some(Ok(Message::Binary(_) | Message::Frame(_))) => {
                            self.outbox.close(close(CloseCode::Unsupported, "text frames only"));
                            return None;
                        }
                        Some(Err(error)) => {
                            if let Some(frame) = answer_to(&error) {
                                self.outbox.close(frame);
                            }
                            return None;
                        }
                        Some(Ok(Message::Close(_))) | None => return None,
                    }
                }
                () = &mut self.timer => self.check_silence(),
            }
        }
    }

    /// Notes a sign of life.
    fn hear(&mut self) {
        self.heard_at = self.server.clock.now();
        if std::mem::take(&mut self.pinged) {
            let ping_after = Millis::from_secs(self.server.config.limits.ping_after_s);
            self.timer = self.server.clock.sleep_until(self.heard_at + ping_after);
        }
    }

    /// Asks a silent client for a sign of life, and gives up one that stays silent.
    fn check_silence(&mut self) {
        let limits = &self.server.config.limits;
        let ping_at = self.heard_at + Millis::from_secs(limits.ping_after_s);
        let give_up_at = self.heard_at + Millis::from_secs(limits.silent_after_s);
        let now = self.server.clock.now();
        if now >= give_up_at {
            self.outbox.close(close(CloseCode::Library(4000), "silent for too long"));
            return;
        }
        if now >= ping_at && !self.pinged {
            self.pinged = true;
            self.outbox.ping();
        }
        let next = if self.pinged { give_up_at } else { ping_at };
        self.timer = self.server.clock.sleep_until(next);
    }
}

/// The close code that tells a client what was wrong with its frame.
fn answer_to(error: &Error) -> Option<CloseFrame> {
    match error {
        Error::Capacity(_) => Some(close(CloseCode::Size, "the message is too long")),
        Error::Utf8(_) => Some(close(CloseCode::Invalid, "text must be UTF-8")),
        Error::Protocol(_) => Some(close(CloseCode::Protocol, "not a WebSocket frame")),
        _ => None,
    }
}

/// Writes what waits: feeds all of it, then flushes once.
async fn write(
    mut sink: SplitSink<Socket, Message>,
    outbox: Arc<Outbox>,
    connection: ConnectionId,
) -> SplitSink<Socket, Message> {
    loop {
        match outbox.take().await {
            Outgoing::Batch { texts, ping } => {
                if write_batch(&mut sink, texts, ping).await.is_err() {
                    outbox.close(close(CloseCode::Abnormal, ""));
                    return sink;
                }
                for feed in outbox.written() {
                    feed.send(ToFeed::CaughtUp { connection }).await;
                }
            }
            Outgoing::Close(frame) => {
                // Whoever has gone does not need it.
                let _ = sink.send(Message::Close(Some(frame))).await;
                return sink;
            }
        }
    }
}

async fn write_batch(
    sink: &mut SplitSink<Socket, Message>,
    texts: VecDeque<Utf8Bytes>,
    ping: bool,
) -> Result<(), Error> {
    for text in texts {
        sink.feed(Message::Text(text)).await?;
    }
    if ping {
        sink.feed(Message::Ping(Bytes::new())).await?;
    }
    sink.flush().await
}

/// Lets the last frame arrive: a connection dropped with unread bytes would be reset.
async fn linger(mut socket: Socket) {
    let io = socket.get_mut();
    if io.shutdown().await.is_err() {
        return;
    }
    let mut scrap = [0; 1024];
    let mut read = 0;
    while let Ok(bytes) = io.read(&mut scrap).await {
        read += bytes;
        if bytes == 0 || read > LINGER_BYTES {
            return;
        }
    }
}
