//! The HTTP side of the port: the page, the WebSocket's door, and the spectators' view under
//! `/api`.

use std::borrow::Cow;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Json, Router};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tower::Service;

use super::mailbox::Look;
use super::registry::MatchHandle;
use super::socket;
use super::watcher::{ToFeed, Viewer};
use super::{Server, archive, client};
use crate::game::{Actor, Audience, Tags};
use crate::ids::MatchId;
use crate::wire;

/// The protocol's name in the WebSocket handshake.
const SUBPROTOCOL: &str = "catchmate.v1";
/// How long to wait after an accept that failed for want of descriptors or memory.
const BREATH: crate::ids::Millis = crate::ids::Millis(100);

/// The address of the other end.
#[derive(Clone, Copy)]
struct Peer(SocketAddr);

/// Accepts connections for ever.
pub(super) async fn accept(listener: TcpListener, server: Arc<Server>) -> io::Result<()> {
    let router = router(Arc::clone(&server));
    loop {
        let (stream, peer) = match accept_one(&listener).await {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                server.clock.sleep_until(server.clock.now() + BREATH).await;
                continue;
            }
        };
        let router = router.clone();
        let service = service_fn(move |request: hyper::Request<Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(Peer(peer));
            router.clone().call(request)
        });
        let handshake = Duration::from_secs(server.config.limits.handshake_s);
        let open = server.open.clone();
        let stopping = Arc::clone(&server);
        tokio::spawn(async move {
            let _open = open;
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(handshake)
                .serve_connection(TokioIo::new(stream), service)
                .with_upgrades();
            tokio::select! {
                // A client that goes away in the middle is no fault of the server.
                _ = connection => {}
                () = stopping.stopping() => {}
            }
        });
    }
}

/// Accepts a connection on which a lone move never waits for an acknowledgement.
async fn accept_one(listener: &TcpListener) -> io::Result<(TcpStream, SocketAddr)> {
    let (stream, peer) = listener.accept().await?;
    stream.set_nodelay(true)?;
    Ok((stream, peer))
}

fn router(server: Arc<Server>) -> Router {
    Router::new()
        .route("/ws", get(upgrade))
        .route("/healthz", get(|| async { "ok" }))
        .route("/metrics", get(figures))
        .route("/api/matches", get(matches))
        .route("/api/matches/{id}", get(snapshot))
        .route("/api/matches/{id}/bpgn", get(record))
        .route("/api/addresses", get(addresses))
        .route("/api/players", get(players))
        .route("/api/schema.json", get(|| async { Json(wire::schema()) }))
        .merge(archive::http::router())
        .merge(client::router())
        .with_state(server)
}

/// An answer that says what went wrong.
pub(super) struct Problem(pub(super) StatusCode, pub(super) Cow<'static, str>);

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "error": self.1 }))).into_response()
    }
}

const NO_SUCH_MATCH: Problem =
    Problem(StatusCode::NOT_FOUND, Cow::Borrowed("there is no such match"));

/// A text that is JSON already.
pub(super) fn json_text(text: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

async fn matches(
    State(server): State<Arc<Server>>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let actor = bearer_of(&server, &headers)?;
    let mut matches = Vec::new();
    for (handle, summary) in server.registry.listed() {
        let shown = if actor.is_none() {
            Some(summary.shown)
        } else {
            let viewer = viewer(actor.clone());
            handle.feed.ask(|reply| ToFeed::Summary { viewer, reply }).await
        };
        matches.extend(shown);
    }
    Ok(json_text(wire::match_list(&matches)))
}

async fn snapshot(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let at = server.clock.now();
    let (handle, actor) = door(&server, &id, &headers).await?;
    if let Some(actor) = &actor {
        let audience = if actor.director { Audience::Director } else { Audience::Spectator };
        let look = Look { connection: None, actor: actor.clone(), audience, as_spectator: false };
        handle.room.look_on(look, at).await.map_err(|_| {
            Problem(StatusCode::SERVICE_UNAVAILABLE, Cow::Borrowed("the server cannot save now"))
        })?;
    }
    let ask = |reply| ToFeed::Snapshot { viewer: viewer(actor), at, reply };
    let text = handle.feed.ask(ask).await.ok_or(NO_SUCH_MATCH)?;
    Ok(json_text(text.to_string()))
}

async fn record(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (handle, actor) = door(&server, &id, &headers).await?;
    let tags = Tags { event: server.config.event.clone(), site: id };
    let ask = |reply| ToFeed::Record { viewer: viewer(actor), tags, reply };
    let text = handle.feed.ask(ask).await.ok_or(NO_SUCH_MATCH)?;
    let text = text.ok_or(Problem(
        StatusCode::CONFLICT,
        Cow::Borrowed("the record is not open before the match has ended"),
    ))?;
    Ok(([(header::CONTENT_TYPE, "application/x-bpgn; charset=utf-8")], text).into_response())
}

/// The match that is asked for, and who asks; nobody without a token.
async fn door(
    server: &Arc<Server>,
    id: &str,
    headers: &HeaderMap,
) -> Result<(MatchHandle, Option<Actor>), Problem> {
    let actor = bearer_of(server, headers)?;
    let handle = server.find(&MatchId(id.into())).await.map_err(|_| NO_SUCH_MATCH)?;
    Ok((handle, actor))
}

/// Whose token a request bears; nobody's where it bears none.
pub(super) fn bearer_of(server: &Server, headers: &HeaderMap) -> Result<Option<Actor>, Problem> {
    bearer(headers)
        .map(|token| {
            let unknown =
                Problem(StatusCode::UNAUTHORIZED, Cow::Borrowed("nobody here has this token"));
            server.players.find(token).ok_or(unknown)
        })
        .transpose()
}

fn viewer(actor: Option<Actor>) -> Viewer {
    let director = actor.as_ref().is_some_and(|actor| actor.director);
    Viewer { player: actor.map(|actor| actor.player), director, as_spectator: false }
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

/// Whether the bearer has the director's key, or the token of somebody who has shown it.
fn is_director(server: &Server, headers: &HeaderMap) -> bool {
    bearer(headers).is_some_and(|token| {
        server.is_director_key(token)
            || server.players.find(token).is_some_and(|actor| actor.director)
    })
}

/// Where others can open what this browser shows, which may know the server as `localhost` only.
async fn addresses(State(server): State<Arc<Server>>) -> Response {
    json_text(wire::address_list(&super::addresses(server.bound)))
}

/// Who is present, for the director, whose rulings name people.
async fn players(
    State(server): State<Arc<Server>>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    if !is_director(&server, &headers) {
        return Err(Problem(StatusCode::FORBIDDEN, Cow::Borrowed("for the director")));
    }
    Ok(json_text(wire::player_list(&server.players.list_present())))
}

/// The figures: for this machine, and for the director.
async fn figures(
    State(server): State<Arc<Server>>,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
) -> Result<String, Problem> {
    if !peer.ip().to_canonical().is_loopback() && !is_director(&server, &headers) {
        return Err(Problem(
            StatusCode::FORBIDDEN,
            Cow::Borrowed("for the director, or from this machine"),
        ));
    }
    // Exact up to 2^53.
    #[allow(clippy::cast_precision_loss)]
    server.metrics.matches.set(server.registry.held() as f64);
    Ok(server.metrics.render())
}

/// Opens a WebSocket.
async fn upgrade(State(server): State<Arc<Server>>, mut request: Request) -> Response {
    let headers = request.headers();
    let has = |name, value: &str| list(headers, name).any(|word| word.eq_ignore_ascii_case(value));
    let asks = has(header::CONNECTION, "upgrade")
        && has(header::UPGRADE, "websocket")
        && has(header::SEC_WEBSOCKET_VERSION, "13");
    let key = headers.get(header::SEC_WEBSOCKET_KEY).cloned();
    let offered = has(header::SEC_WEBSOCKET_PROTOCOL, SUBPROTOCOL);
    let (true, Some(key)) = (asks, key) else {
        let mut response =
            Problem(StatusCode::UPGRADE_REQUIRED, Cow::Borrowed("this is a WebSocket"))
                .into_response();
        let headers = response.headers_mut();
        headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
        headers.insert(header::SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"));
        return response;
    };
    let upgraded = hyper::upgrade::on(&mut request);
    let open = server.open.clone();
    tokio::spawn(async move {
        let _open = open;
        match upgraded.await {
            Ok(upgraded) => {
                server.metrics.connections.increment(1);
                socket::serve(Arc::clone(&server), upgraded).await;
                server.metrics.connections.decrement(1);
            }
            Err(error) => tracing::debug!(%error, "a connection was not upgraded"),
        }
    });
    let accept = derive_accept_key(key.as_bytes());
    let mut response = (
        StatusCode::SWITCHING_PROTOCOLS,
        [
            (header::CONNECTION, "Upgrade".to_owned()),
            (header::UPGRADE, "websocket".to_owned()),
            (header::SEC_WEBSOCKET_ACCEPT, accept),
        ],
    )
        .into_response();
    if offered {
        let protocol = HeaderValue::from_static(SUBPROTOCOL);
        response.headers_mut().insert(header::SEC_WEBSOCKET_PROTOCOL, protocol);
    }
    response
}

/// The words of a header that holds a list.
fn list(headers: &HeaderMap, name: header::HeaderName) -> impl Iterator<Item = &str> {
    headers
        .get_all(name)
        .into_iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(',').map(str::trim))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_lone_move_does_not_wait_for_an_acknowledgement() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (client, accepted) = tokio::join!(TcpStream::connect(address), accept_one(&listener));
        assert!(client.is_ok());
        assert!(accepted.unwrap().0.nodelay().unwrap());
    }
}
