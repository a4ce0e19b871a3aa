//! The workshop in the browser: a local web server with pages to play any rule set and to look at its pieces.
//!
//! | module | |
//! |---|---|
//! | `catalog` | the rule sets of the program and of the folders, compiled once |
//! | `choices` | the clicks that choose a move |
//! | `position` | rule sets, positions and searches for the page |
//! | `drafts` | rule files as they are written |
//! | `guard` | which requests are answered |
//!
//! A request names the rules and all moves of a game, so the server keeps no games, and two servers on one folder do not
//! disturb each other. It listens on the loopback interface alone. Pages are plain ES modules in `assets/`, embedded in the
//! program; they take text from the server as text, never as markup.

mod catalog;
mod choices;
mod drafts;
mod guard;
mod position;

pub use catalog::Catalog;
pub use choices::{Choice, TargetKind, choices};

use axum::Router;
use axum::extract::{DefaultBodyLimit, Path as UrlPath, Query, State};
use axum::http::{StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, body::Bytes};
use catalog::{Compiled, Entry};
use drafts::{Draft, DraftView, TextView};
use position::{Place, PositionView, RulesView, SearchPlan, SearchView};
use serde::Deserialize;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// Maximum size of a request in bytes.
const MAX_BODY: usize = 256 << 10;

/// The workshop.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The folders with rule files.
    pub folders: Vec<PathBuf>,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// Maximum number of searches at a time.
    pub searches: usize,
}

/// The server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// A folder does not exist.
    #[error("cannot read the folder {}: {}", .0.display(), .1)]
    Folder(PathBuf, io::Error),
    /// The port is in use, or not allowed.
    #[error("cannot listen on port {0}: {1}; choose another one with --port")]
    Port(u16, io::Error),
    /// The system fails.
    #[error("the server cannot run: {0}")]
    System(#[from] io::Error),
}

/// What handlers share.
#[derive(Debug)]
struct Workshop {
    catalog: Catalog,
    searches: Semaphore,
}

/// An answer that says what is wrong with a request.
struct Wrong(StatusCode, String);

impl IntoResponse for Wrong {
    fn into_response(self) -> Response {
        (self.0, Json(serde_json::json!({ "error": self.1 }))).into_response()
    }
}

impl From<String> for Wrong {
    fn from(message: String) -> Wrong {
        Wrong(StatusCode::BAD_REQUEST, message)
    }
}

/// Serves the workshop until the process ends. `ready` is called with the address.
///
/// # Errors
/// A folder does not exist, or the port cannot be used.
pub fn serve(options: &ServeOptions, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let workshop = Arc::new(Workshop {
        catalog: Catalog::new(&options.folders)?,
        searches: Semaphore::new(options.searches.max(1)),
    });
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .enable_time()
        .build()?;
    runtime.block_on(async {
        let address = (Ipv4Addr::LOCALHOST, options.port);
        let listener = TcpListener::bind(address).await;
        let listener = listener.map_err(|error| ServeError::Port(options.port, error))?;
        let own = listener.local_addr()?;
        ready(own);
        Ok(axum::serve(listener, router(workshop, own)).await?)
    })
}

fn router(workshop: Arc<Workshop>, own: SocketAddr) -> Router {
    Router::new()
        .route("/", get(|| async { asset("index.html") }))
        .route(
            "/app/{file}",
            get(|file: UrlPath<String>| async move { asset(&file.0) }),
        )
        .route("/api/rules", get(list))
        .route("/api/rules/view", get(rules))
        .route("/api/piece.svg", get(piece))
        .route("/api/position", post(position))
        .route("/api/search", post(search))
        .route("/api/text", get(text))
        .route("/api/draft", post(draft))
        .route("/api/save", post(save))
        .layer(middleware::from_fn(move |request, next| {
            guard::check(own, request, next)
        }))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .with_state(workshop)
}

/// The files with these names in `assets`, with their texts.
macro_rules! assets {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../assets/", $name)))),*]
    };
}

/// The files of the pages.
const ASSETS: &[(&str, &str)] = assets![
    "index.html",
    "icon.svg",
    "style.css",
    "board.js",
    "dom.js",
    "editor.js",
    "figures.js",
    "main.js",
    "play.js",
    "server.js",
];

fn asset(name: &str) -> Response {
    let Some((_, text)) = ASSETS.iter().find(|(known, _)| *known == name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let kind = match name.rsplit_once('.') {
        Some((_, "html")) => "text/html; charset=utf-8",
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "svg")) => "image/svg+xml",
        _ => "text/javascript; charset=utf-8",
    };
    ([(header::CONTENT_TYPE, kind)], *text).into_response()
}

async fn list(State(workshop): State<Arc<Workshop>>) -> Result<Json<Vec<Entry>>, Wrong> {
    Ok(Json(
        blocking(move || Ok(workshop.catalog.entries())).await?,
    ))
}

/// A rule set with options, and perhaps one of its pieces, in a query.
#[derive(Debug, Deserialize)]
struct RulesQuery {
    rules: String,
    /// Options such as `a=b,c=d`.
    #[serde(default)]
    settings: String,
    piece: Option<usize>,
}

impl RulesQuery {
    fn compiled(&self, workshop: &Workshop) -> Result<Arc<Compiled>, String> {
        let settings = self
            .settings
            .split(',')
            .filter_map(|one| one.split_once('='));
        let settings: Vec<(String, String)> = settings
            .map(|(name, value)| (name.to_string(), value.to_string()))
            .collect();
        workshop.catalog.compiled(&self.rules, &settings)
    }
}

async fn rules(
    State(workshop): State<Arc<Workshop>>,
    Query(query): Query<RulesQuery>,
) -> Result<Json<RulesView>, Wrong> {
    let view = move || Ok(position::rules_view(&query.compiled(&workshop)?.rules));
    Ok(Json(blocking(view).await?))
}

async fn piece(
    State(workshop): State<Arc<Workshop>>,
    Query(query): Query<RulesQuery>,
) -> Result<Response, Wrong> {
    let draw = move || {
        let compiled = query.compiled(&workshop)?;
        let piece = position::piece(&compiled, query.piece.unwrap_or(usize::MAX));
        let piece = piece.ok_or("there is no such piece")?;
        let drawing = tradewind_report::diagram::piece(compiled.rules.spec(), piece);
        let svg = drawing.and_then(|drawing| drawing.svg());
        svg.map_err(|error| error.to_string())
    };
    let svg = blocking(draw).await?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}

async fn position(
    State(workshop): State<Arc<Workshop>>,
    body: Bytes,
) -> Result<Json<PositionView>, Wrong> {
    let place: Place = parse(&body)?;
    let view = move || {
        let compiled = workshop.catalog.compiled(&place.rules, &place.settings)?;
        position::position_view(&compiled, &place)
    };
    Ok(Json(blocking(view).await?))
}

/// Sets the flag when it is dropped, as handlers are whose client has gone.
struct StopAtEnd(Arc<AtomicBool>);

impl Drop for StopAtEnd {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

async fn search(
    State(workshop): State<Arc<Workshop>>,
    body: Bytes,
) -> Result<Json<SearchView>, Wrong> {
    let plan: SearchPlan = parse(&body)?;
    let stop = StopAtEnd(Arc::default());
    let flag = Arc::clone(&stop.0);
    let shared = Arc::clone(&workshop);
    let permit = workshop.searches.acquire().await;
    let _permit = permit.map_err(|error| error.to_string())?;
    let find = move || {
        let compiled = shared
            .catalog
            .compiled(&plan.place.rules, &plan.place.settings)?;
        position::search_view(&compiled, &plan, &flag)
    };
    Ok(Json(blocking(find).await?))
}

async fn text(
    State(workshop): State<Arc<Workshop>>,
    Query(query): Query<RulesQuery>,
) -> Result<Json<TextView>, Wrong> {
    let view = move || drafts::text_view(&workshop.catalog, &query.rules);
    Ok(Json(blocking(view).await?))
}

async fn draft(
    State(workshop): State<Arc<Workshop>>,
    body: Bytes,
) -> Result<Json<DraftView>, Wrong> {
    let draft: Draft = parse(&body)?;
    let view = move || drafts::draft_view(&workshop.catalog, &draft);
    Ok(Json(blocking(view).await?))
}

async fn save(State(workshop): State<Arc<Workshop>>, body: Bytes) -> Result<Json<()>, Wrong> {
    let draft: Draft = parse(&body)?;
    let done = move || drafts::save(&workshop.catalog, &draft);
    Ok(Json(blocking(done).await?))
}

/// Parses a request.
fn parse<T: for<'t> Deserialize<'t>>(body: &Bytes) -> Result<T, String> {
    serde_json::from_slice(body).map_err(|error| format!("the request is wrong: {error}"))
}

/// Runs what computes on a thread of its own.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> Result<T, Wrong> {
    let done = spawn_blocking(work).await;
    let failed = |error| Wrong(StatusCode::INTERNAL_SERVER_ERROR, format!("{error}"));
    Ok(done.map_err(failed)??)
}
