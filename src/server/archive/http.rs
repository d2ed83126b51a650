//! The archive over HTTP: lists, replays, downloads and persons, each as its bearer may see it.

use std::fmt;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures::stream;

use super::ArchiveFailed;
use crate::archive::{ArchiveError, Cursor, Filter, Game, Source, Variant, Viewer};
use crate::game::{Audience, Match, Replayed, Tags, View, read_bpgn, write_bpgn};
use crate::ids::{MatchId, PlayerId};
use crate::server::Server;
use crate::server::http::{Problem, bearer_of, json_text};
use crate::wire::{self, ArchiveQuery, PersonsQuery};

/// How many matches of a download are looked up at a time.
const SLICE: usize = 50;
const BPGN: &str = "application/x-bpgn; charset=utf-8";

const NO_SUCH_MATCH: Problem =
    Problem(StatusCode::NOT_FOUND, std::borrow::Cow::Borrowed("there is no such match"));

pub(in crate::server) fn router() -> Router<Arc<Server>> {
    Router::new()
        .route("/api/archive", get(list))
        .route("/api/archive.bpgn", get(download))
        .route("/api/archive/{id}", get(replay))
        .route("/api/archive/{id}/bpgn", get(record))
        .route("/api/persons", get(persons))
        .route("/api/persons/{id}", get(person))
}

impl From<ArchiveFailed> for Problem {
    fn from(failed: ArchiveFailed) -> Problem {
        if let ArchiveFailed::Archive(ArchiveError::NoSuchPerson) = failed {
            return Problem(StatusCode::NOT_FOUND, "there is no such person".into());
        }
        tracing::error!(error = %failed, "the archive did not answer");
        Problem(StatusCode::INTERNAL_SERVER_ERROR, "the archive cannot be read now".into())
    }
}

/// What stands behind the question mark, understood; or what is wrong with it.
fn understood<Q, T>(
    query: Result<Query<Q>, QueryRejection>,
    read: impl FnOnce(Q) -> Result<T, String>,
) -> Result<T, Problem> {
    let wrong = |reason: String| Problem(StatusCode::BAD_REQUEST, reason.into());
    let Query(query) = query.map_err(|rejection| wrong(rejection.body_text()))?;
    read(query).map_err(wrong)
}

/// Who asks.
fn viewer_of(server: &Server, headers: &HeaderMap) -> Result<Viewer, Problem> {
    let actor = bearer_of(server, headers)?;
    Ok(Viewer {
        director: actor.as_ref().is_some_and(|actor| actor.director),
        player: actor.map(|actor| actor.player),
        now: server.clock.now(),
    })
}

async fn list(
    State(server): State<Arc<Server>>,
    query: Result<Query<ArchiveQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let request = understood(query, ArchiveQuery::read)?;
    let viewer = viewer_of(&server, &headers)?;
    let page = server
        .archive
        .ask(move |archive| {
            let filter = archive.own(request.filter)?;
            archive.find(&filter, &viewer, request.before, request.limit)
        })
        .await?;
    Ok(json_text(wire::archive_page(&page)))
}

/// All matches that are looked for in one file, written while it is read.
async fn download(
    State(server): State<Arc<Server>>,
    query: Result<Query<ArchiveQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let request = understood(query, ArchiveQuery::read)?;
    let viewer = viewer_of(&server, &headers)?;
    let filter = server.archive.ask(move |archive| archive.own(request.filter)).await?;
    let download = Download { server, filter, viewer, next: Next::Start(request.before) };
    let body = Body::from_stream(stream::try_unfold(download, Download::slice));
    let name = "attachment; filename=\"catchmate.bpgn\"";
    let headers = [(header::CONTENT_TYPE, BPGN), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, body).into_response())
}

/// Where the next slice begins.
enum Next {
    Start(Option<Cursor>),
    End,
}

/// A download under way.
struct Download {
    server: Arc<Server>,
    filter: Filter,
    viewer: Viewer,
    next: Next,
}

impl Download {
    async fn slice(mut self) -> Result<Option<(Bytes, Download)>, ArchiveFailed> {
        let Next::Start(before) = self.next else { return Ok(None) };
        let (filter, viewer) = (self.filter.clone(), self.viewer.clone());
        let page = self
            .server
            .archive
            .ask(move |archive| archive.find(&filter, &viewer, before, SLICE))
            .await?;
        self.next = page.next.map_or(Next::End, |next| Next::Start(Some(next)));
        let mut text = String::new();
        for game in page.games {
            match self.server.record_of(&game.id).await {
                Ok(record) => {
                    text.push_str(&record);
                    text.push('\n');
                }
                Err(Problem(_, reason)) => {
                    tracing::error!(id = %game.id, %reason, "a match is left out of a download");
                }
            }
        }
        Ok(Some((text.into(), self)))
    }
}

impl Server {
    /// A match of the archive.
    async fn archived(&self, id: &MatchId) -> Result<Game, Problem> {
        let id = id.clone();
        self.archive.ask(move |archive| archive.game(&id)).await?.ok_or(NO_SUCH_MATCH)
    }

    /// A match that was played here, from its record.
    async fn played(&self, id: &MatchId) -> Result<Match, Problem> {
        let record = self.journal.read(id, 0).await.map_err(|error| unreadable(id, &error))?;
        let state = Match::replay(record.iter().flat_map(|record| record.iter()));
        state.ok_or_else(|| unreadable(id, &"it has no beginning"))
    }

    /// The record of a match of the archive in BPGN.
    async fn record_of(&self, id: &MatchId) -> Result<String, Problem> {
        let Game { source, event, .. } = self.archived(id).await?;
        match source {
            Source::Imported { bpgn } => Ok(bpgn),
            Source::Played { .. } => {
                Ok(write_bpgn(&self.played(id).await?, &Tags { event, site: id.0.to_string() }))
            }
        }
    }

    /// Lets only those to a match who may see it: 404 where it is unknown, 409 where it is known but
    /// not open to whoever asks (R40).
    async fn open_to(&self, id: &MatchId, viewer: &Viewer) -> Result<(), Problem> {
        let found = id.clone();
        if self.archive.ask(move |archive| archive.game(&found)).await?.is_none() {
            // It may have ended a moment ago.
            if let Err(error) = self.take_in(id).await {
                tracing::error!(%id, %error, "a match is not in the archive");
            }
        }
        let (asked, viewer) = (id.clone(), viewer.clone());
        let listed = self
            .archive
            .ask(move |archive| {
                let shown = archive.shows(&asked, &viewer)?;
                Ok((shown, archive.game(&asked)?.map(|game| (game.listed, game.shown_at))))
            })
            .await?;
        let closed = || Problem(StatusCode::CONFLICT, "the match has not ended for you yet".into());
        match listed {
            (true, _) => Ok(()),
            // Whoever knows the name of an unlisted table may see it once it is over.
            (false, Some((false, shown_at))) if shown_at <= self.clock.now() => Ok(()),
            (false, Some(_)) => Err(closed()),
            (false, None) if self.registry.find(id).is_some() => Err(closed()),
            (false, None) => Err(NO_SUCH_MATCH),
        }
    }
}

async fn replay(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let id = MatchId(id.into());
    let viewer = viewer_of(&server, &headers)?;
    server.open_to(&id, &viewer).await?;
    let game = server.archived(&id).await?;
    let text = match &game.source {
        Source::Played { .. } => {
            let state = server.played(&id).await?;
            let audience = audience_of(&state, viewer.player.as_ref(), viewer.director);
            let talk = View::new(&state, audience).talk(viewer.player.as_ref());
            wire::replay(&game, Some(state.options()), &Replayed::of_match(&state), &talk)
        }
        Source::Imported { bpgn } => {
            let record = read_bpgn(bpgn).into_iter().next();
            let record = record.ok_or_else(|| unreadable(&id, &"it is empty"))?;
            let record = record.map_err(|error| unreadable(&id, &error))?;
            let replayed = match game.variant {
                Variant::Catch => record.play_catch(),
                Variant::Bughouse => record.play_bughouse(),
            };
            let replayed = replayed.map_err(|(_, problem)| unreadable(&id, &problem))?;
            wire::replay(&game, None, &replayed, &[])
        }
    };
    Ok(json_text(text))
}

/// What is kept of a match cannot be read: the reason is for whoever runs the server.
fn unreadable(id: &MatchId, reason: &dyn fmt::Display) -> Problem {
    tracing::error!(%id, %reason, "a match of the archive cannot be read");
    let reason = "the record of this match cannot be read".into();
    Problem(StatusCode::INTERNAL_SERVER_ERROR, reason)
}

fn audience_of(state: &Match, player: Option<&PlayerId>, director: bool) -> Audience {
    match player.and_then(|player| state.seat_of(player)) {
        Some(seat) => Audience::Seat(seat),
        None if director => Audience::Director,
        None => Audience::Spectator,
    }
}

async fn record(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let id = MatchId(id.into());
    let viewer = viewer_of(&server, &headers)?;
    server.open_to(&id, &viewer).await?;
    let text = server.record_of(&id).await?;
    Ok(([(header::CONTENT_TYPE, BPGN)], text).into_response())
}

async fn persons(
    State(server): State<Arc<Server>>,
    query: Result<Query<PersonsQuery>, QueryRejection>,
) -> Result<Response, Problem> {
    let (name, after, limit) = understood(query, PersonsQuery::read)?;
    let now = server.clock.now();
    let page = server
        .archive
        .ask(move |archive| archive.persons(&name, after.as_deref(), limit, now))
        .await?;
    Ok(json_text(wire::persons(&page)))
}

async fn person(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let now = server.clock.now();
    let text = server
        .archive
        .ask(move |archive| {
            let (id, name) = archive.person(&id)?;
            let statistics = archive.statistics(&id, now)?;
            Ok(wire::person(&id, &name, &statistics, &archive.ratings_of(&id)?))
        })
        .await?;
    Ok(json_text(text))
}
