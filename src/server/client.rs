//! The web client: one page for all its addresses, and the files that it asks for. The binary
//! carries them where they had been built; otherwise a status page stands in their place.

use std::borrow::Cow;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;

use super::Server;
use super::http::Problem;

include!(concat!(env!("OUT_DIR"), "/client.rs"));

/// What begins so is for programs: the page is never its answer.
const NOT_PAGES: [&str; 5] = ["/api", "/ws", "/metrics", "/healthz", "/assets"];
/// Nothing comes from elsewhere, and nothing runs but the client's own files. Pieces are drawn from
/// data in its style sheet.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'";
/// Files below `/assets` bear a hash of their content in their name.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
const ASK_AGAIN: &str = "no-cache";
/// What the status page says about the client.
const CLIENT: &str = "<a href=\"/\">Play and watch here.</a>";
const NO_CLIENT: &str = "The web client is not in this binary. <code>make client</code> builds it, \
    with Node 20 or newer, and <code>make run</code> then carries it.";

pub(super) fn router() -> Router<Arc<Server>> {
    Router::new().route("/status", get(status)).fallback(get(found))
}

/// One of the client's files. At any address that could not be one of a file stands the page,
/// whose own router knows the rest.
async fn found(state: State<Arc<Server>>, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path();
    match answer(path, &headers) {
        Some(file) => file,
        None if is_page(path) => page(state, &headers).await,
        None => {
            Problem(StatusCode::NOT_FOUND, Cow::Borrowed("there is nothing here")).into_response()
        }
    }
}

fn is_page(path: &str) -> bool {
    let below = |start: &str| {
        path.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    !path.contains('.') && !NOT_PAGES.into_iter().any(below)
}

/// The client, or the status page.
async fn page(state: State<Arc<Server>>, headers: &HeaderMap) -> Response {
    match answer("/index.html", headers) {
        Some(page) => page,
        None => status(state).await.into_response(),
    }
}

/// A plain page that says what is going on.
async fn status(State(server): State<Arc<Server>>) -> Html<String> {
    // Of a match that spectators are shown late its end is not told early (R12).
    let tables =
        server.registry.listed().iter().filter(|(_, summary)| summary.shown.is_open()).count();
    let page = include_str!("page.html").replace("{tables}", &tables.to_string());
    Html(page.replace("{client}", if FILES.is_empty() { NO_CLIENT } else { CLIENT }))
}

fn find(path: &str) -> Option<&'static [u8]> {
    FILES.iter().find(|(name, _)| *name == path).map(|(_, bytes)| *bytes)
}

/// One of the client's files, compressed if that is wanted and it is there so.
fn answer(path: &str, headers: &HeaderMap) -> Option<Response> {
    let plain = find(path)?;
    let accepts = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let gzip = find(&format!("{path}.gz"))
        .filter(|_| accepts.is_some_and(|accepts| accepts.contains("gzip")));
    let caching = if path.starts_with("/assets/") { FOR_EVER } else { ASK_AGAIN };
    let mut response = gzip.unwrap_or(plain).into_response();
    let mut set = |name, value| {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    };
    set(header::CONTENT_TYPE, content_type(path));
    set(header::CACHE_CONTROL, caching);
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    set(header::VARY, "accept-encoding");
    if gzip.is_some() {
        set(header::CONTENT_ENCODING, "gzip");
    }
    Some(response)
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("json" | "map") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("woff2") => "font/woff2",
        Some("mp3") => "audio/mpeg",
        Some("ogg") => "audio/ogg",
        Some("wav") => "audio/wav",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_client_is_served_with_its_type_and_the_policy() {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip, br"));
        let plain = |path: &str| path.rsplit('.').next() != Some("gz");
        for (path, _) in FILES.iter().filter(|(path, _)| plain(path)) {
            let response = answer(path, &headers).unwrap();
            let has = |name: header::HeaderName| response.headers()[name].to_str().unwrap();
            assert_ne!(has(header::CONTENT_TYPE), "application/octet-stream", "{path}");
            assert!(has(header::CONTENT_SECURITY_POLICY).contains("default-src 'none'"));
            let for_ever = has(header::CACHE_CONTROL) == FOR_EVER;
            assert_eq!(for_ever, path.starts_with("/assets/"), "{path}");
        }
        assert!(answer("/assets/../index.html", &headers).is_none());
    }

    #[test]
    fn the_page_stands_wherever_no_file_and_no_program_is_meant() {
        for path in ["/", "/t/k7f2", "/hall", "/people/p1", "/director", "/apiary"] {
            assert!(is_page(path), "{path}");
        }
        for path in ["/api", "/api/nothing", "/ws", "/assets/a", "/a.js", "/t/../../etc/x.y"] {
            assert!(!is_page(path), "{path}");
        }
    }
}
