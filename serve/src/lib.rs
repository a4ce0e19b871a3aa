//! The workshop in the browser: a local web server with pages to play any rule set and to look at its pieces.
//!
//! | module | |
//! |---|---|
//! | `folders` | what is below the folders, by id |
//! | `catalog` | the rule sets of the program and of the folders, compiled once |
//! | `choices` | the clicks that choose a move |
//! | `position` | rule sets, positions and searches for the page |
//! | `compare` | two rule sets side by side |
//! | `drafts` | rule files as they are written |
//! | `runs` | folders of games, played by any process |
//! | `results` | what the games of a run say so far |
//! | `games` | lists of games, and single ones |
//! | `trainings` | players that learn: ladders of generations, losses, tuned parameters |
//! | `jobs` | runs that the workshop starts |
//! | `guard` | which requests are answered |
//!
//! A request names the rules and all moves of a game, so the server keeps no games, and two servers on one folder do not
//! disturb each other. It listens on the loopback interface, or with a token on another one. Pages are plain ES modules in
//! `assets/`, embedded in the program; they take text from the server as text, never as markup.

mod catalog;
mod choices;
mod compare;
mod drafts;
mod folders;
mod games;
mod guard;
mod jobs;
mod position;
mod results;
mod runs;
mod trainings;

pub use catalog::Catalog;
pub use choices::{Choice, TargetKind, choices};

use axum::Router;
use axum::extract::{DefaultBodyLimit, Path as UrlPath, Query, State};
use axum::http::{StatusCode, header};
use axum::middleware;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, body::Bytes};
use catalog::{Compiled, Entry};
use compare::CompareView;
use drafts::{Draft, DraftView, ImportView, Pasted, TextView};
use futures_util::stream::{self, Stream};
use games::{GameView, GamesQuery, GamesView};
use guard::Guard;
use jobs::{ExperimentEntry, Jobs};
use position::{Place, PositionView, RulesView, SearchPlan, SearchView};
use results::ComparedRuns;
use runs::{RunEntry, Runs};
use serde::Deserialize;
use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tradewind_report::document;
use trainings::{TrainingEntry, TrainingView};

/// Maximum size of a request in bytes.
const MAX_BODY: usize = 256 << 10;

/// The workshop.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The folders with rule files, experiments and runs.
    pub folders: Vec<PathBuf>,
    /// The program that plays experiments.
    pub program: PathBuf,
    /// The address of the network interface to listen on, for those who know a token; `None` for this machine alone.
    pub listen: Option<IpAddr>,
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
    /// The port is in use, or not allowed, or the address is not of this machine.
    #[error(
        "cannot listen on {0}: {1}; choose another port with --port, or an address of this machine with --listen"
    )]
    Address(SocketAddr, io::Error),
    /// The system fails.
    #[error("the server cannot run: {0}")]
    System(#[from] io::Error),
}

/// What handlers share.
#[derive(Debug)]
struct Workshop {
    folders: Vec<PathBuf>,
    catalog: Catalog,
    runs: Runs,
    jobs: Jobs,
    searches: Semaphore,
}

impl Workshop {
    /// The compiled rules with an id and options: those of the catalog, or, as `RUN#NUMBER`, those of a run.
    fn compiled(&self, id: &str, settings: &[(String, String)]) -> Result<Arc<Compiled>, String> {
        let Some((run, number)) = id.rsplit_once('#') else {
            return self.catalog.compiled(id, settings);
        };
        let rules = number.parse().ok();
        let run = self.runs.run(run)?;
        let rules = rules.and_then(|number| run.rules(number));
        rules.ok_or_else(|| format!("there are no rules `{id}`"))
    }
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

/// Serves the workshop until the process ends. `ready` is called with the address of its page.
///
/// # Errors
/// A folder does not exist, or the port cannot be used.
pub fn serve(options: &ServeOptions, ready: impl FnOnce(&str)) -> Result<(), ServeError> {
    let canonical = |folder: &PathBuf| {
        let path = folder.canonicalize();
        path.map_err(|error| ServeError::Folder(folder.clone(), error))
    };
    let folders = options.folders.iter().map(canonical);
    let folders: Vec<PathBuf> = folders.collect::<Result<_, _>>()?;
    let workshop = Arc::new(Workshop {
        catalog: Catalog::new(&folders),
        runs: Runs::new(&folders),
        jobs: Jobs::new(&options.program, &folders),
        searches: Semaphore::new(options.searches.max(1)),
        folders,
    });
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .enable_time()
        .build()?;
    runtime.block_on(async {
        let listen = options.listen.unwrap_or(Ipv4Addr::LOCALHOST.into());
        let address = SocketAddr::from((listen, options.port));
        let listener = TcpListener::bind(address).await;
        let listener = listener.map_err(|error| ServeError::Address(address, error))?;
        let token = options.listen.map(|_| token()).transpose()?;
        let guard = Guard::new(listener.local_addr()?, token);
        ready(&guard.page());
        Ok(axum::serve(listener, router(workshop, guard)).await?)
    })
}

/// A random token.
fn token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn router(workshop: Arc<Workshop>, guard: Guard) -> Router {
    Router::new()
        .route("/", get(|| async { asset("index.html") }))
        .route("/runs", get(|| async { asset("runs.html") }))
        .route("/compare", get(|| async { asset("compare.html") }))
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
        .route("/api/import", post(import))
        .route("/api/save", post(save))
        .route("/api/versions", get(versions))
        .route("/api/version", get(version))
        .route("/api/compare", get(compare))
        .route("/api/runs", get(runs))
        .route("/api/runs/compare", get(compare_runs))
        .route("/api/trainings", get(trainings))
        .route("/api/training", get(training))
        .route("/api/run/events", get(run_events))
        .route("/api/run/plot", get(plot))
        .route("/api/games", get(games))
        .route("/api/game", get(game))
        .route("/api/experiments", get(experiments))
        .route("/api/start", post(start))
        .route("/api/stop", post(stop))
        .layer(middleware::from_fn(move |request, next| {
            guard.clone().check(request, next)
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
    "arrays.js",
    "clock.js",
    "compare.html",
    "compare.js",
    "dom.js",
    "editor.js",
    "main.js",
    "play.js",
    "plots.js",
    "runs.html",
    "runs.js",
    "server.js",
    "trainings.js",
];

/// The files that pages of reports have, too.
const DRAWING: [(&str, &str); 2] = [
    ("board.js", document::BOARD),
    ("figures.js", document::FIGURES),
];

fn asset(name: &str) -> Response {
    let mut all = ASSETS.iter().chain(&DRAWING);
    let Some((_, text)) = all.find(|(known, _)| *known == name) else {
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
        workshop.compiled(&self.rules, &settings)
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
        position::drawing(compiled.rules.spec(), piece)
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
        let compiled = workshop.compiled(&place.rules, &place.settings)?;
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
        let compiled = shared.compiled(&plan.place.rules, &plan.place.settings)?;
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

async fn import(
    State(workshop): State<Arc<Workshop>>,
    body: Bytes,
) -> Result<Json<ImportView>, Wrong> {
    let pasted: Pasted = parse(&body)?;
    let view = move || drafts::import_view(&workshop.catalog, &pasted);
    Ok(Json(blocking(view).await?))
}

async fn save(State(workshop): State<Arc<Workshop>>, body: Bytes) -> Result<Json<()>, Wrong> {
    let draft: Draft = parse(&body)?;
    let done = move || drafts::save(&workshop.catalog, &draft);
    Ok(Json(blocking(done).await?))
}

/// A rule file, and perhaps the time of a version of it.
#[derive(Debug, Deserialize)]
struct VersionQuery {
    rules: String,
    #[serde(default)]
    time: u64,
}

async fn versions(
    State(workshop): State<Arc<Workshop>>,
    Query(query): Query<VersionQuery>,
) -> Result<Json<Vec<u64>>, Wrong> {
    let find = move || drafts::versions(&workshop.catalog, &query.rules);
    Ok(Json(blocking(find).await?))
}

async fn version(
    State(workshop): State<Arc<Workshop>>,
    Query(query): Query<VersionQuery>,
) -> Result<Json<String>, Wrong> {
    let find = move || drafts::version(&workshop.catalog, &query.rules, query.time);
    Ok(Json(blocking(find).await?))
}

/// The ids of two rule sets or runs.
#[derive(Debug, Deserialize)]
struct CompareQuery {
    one: String,
    other: String,
}

async fn compare(
    State(workshop): State<Arc<Workshop>>,
    Query(query): Query<CompareQuery>,
) -> Result<Json<CompareView>, Wrong> {
    let view = move || {
        let one = workshop.compiled(&query.one, &[])?;
        let other = workshop.compiled(&query.other, &[])?;
        compare::compare_view([&one, &other])
    };
    Ok(Json(blocking(view).await?))
}

async fn compare_runs(
    State(workshop): State<Arc<Workshop>>,
    Query(query): Query<CompareQuery>,
) -> Result<Json<ComparedRuns>, Wrong> {
    let view = move || {
        let one = workshop.runs.run(&query.one)?;
        let other = workshop.runs.run(&query.other)?;
        one.refresh()?;
        other.refresh()?;
        Ok(results::compare_runs([&one, &other]))
    };
    Ok(Json(blocking(view).await?))
}

async fn trainings(
    State(workshop): State<Arc<Workshop>>,
) -> Result<Json<Vec<TrainingEntry>>, Wrong> {
    let list = move || Ok(trainings::entries(&workshop.folders));
    Ok(Json(blocking(list).await?))
}

/// The id of a training in a query.
#[derive(Debug, Deserialize)]
struct TrainingQuery {
    training: String,
}

async fn training(
    State(workshop): State<Arc<Workshop>>,
    Query(query): Query<TrainingQuery>,
) -> Result<Json<TrainingView>, Wrong> {
    let view = move || trainings::training_view(&workshop.folders, &query.training);
    Ok(Json(blocking(view).await?))
}

async fn runs(State(workshop): State<Arc<Workshop>>) -> Result<Json<Vec<RunEntry>>, Wrong> {
    Ok(Json(blocking(move || Ok(workshop.runs.entries())).await?))
}

/// A run, and perhaps one of its games or plots, in a query.
#[derive(Debug, Deserialize)]
struct RunQuery {
    run: String,
    number: Option<u64>,
    name: Option<String>,
}

/// The time between two looks at a run that is watched.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// A run as it grows: its results whenever games come in.
async fn run_events(
    State(workshop): State<Arc<Workshop>>,
    Query(query): Query<RunQuery>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let events = stream::unfold(
        (workshop, query.run, 0),
        |(workshop, id, seen)| async move {
            loop {
                let (shared, name) = (Arc::clone(&workshop), id.clone());
                let look = move || -> Result<Option<(u64, Arc<str>)>, String> {
                    let run = shared.runs.run(&name)?;
                    let version = run.refresh()?;
                    let view = || {
                        let view = serde_json::to_string(&results::run_view(&run));
                        view.unwrap_or_default()
                    };
                    Ok((version != seen).then(|| (version, run.shown(version, view))))
                };
                let event = match blocking(look).await {
                    Ok(None) => {
                        tokio::time::sleep(LOOK_EVERY).await;
                        continue;
                    }
                    Ok(Some((version, view))) => (Event::default().data(view), version),
                    // A run that was just started has no folder yet; the page shows the fault until the next look.
                    Err(Wrong(_, message)) => {
                        tokio::time::sleep(LOOK_EVERY).await;
                        (
                            Event::default()
                                .event("fault")
                                .data(message.replace(['\n', '\r'], " ")),
                            0,
                        )
                    }
                };
                return Some((Ok(event.0), (workshop, id, event.1)));
            }
        },
    );
    Sse::new(events).keep_alive(KeepAlive::default())
}

async fn plot(
    State(workshop): State<Arc<Workshop>>,
    Query(query): Query<RunQuery>,
) -> Result<Response, Wrong> {
    let read = move || {
        workshop
            .runs
            .run(&query.run)?
            .plot(&query.name.unwrap_or_default())
    };
    let svg = blocking(read).await?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}

async fn games(
    State(workshop): State<Arc<Workshop>>,
    Query(query): Query<GamesQuery>,
) -> Result<Json<GamesView>, Wrong> {
    let view = move || {
        let run = workshop.runs.run(&query.run)?;
        run.refresh()?;
        Ok(games::games_view(&run, &query))
    };
    Ok(Json(blocking(view).await?))
}

async fn game(
    State(workshop): State<Arc<Workshop>>,
    Query(query): Query<RunQuery>,
) -> Result<Json<GameView>, Wrong> {
    let view = move || {
        let run = workshop.runs.run(&query.run)?;
        games::game_view(&run, &query.run, query.number.unwrap_or(0))
    };
    Ok(Json(blocking(view).await?))
}

async fn experiments(
    State(workshop): State<Arc<Workshop>>,
) -> Result<Json<Vec<ExperimentEntry>>, Wrong> {
    Ok(Json(blocking(move || Ok(workshop.jobs.entries())).await?))
}

/// The id of an experiment or a rule file.
#[derive(Debug, Deserialize)]
struct JobPlan {
    experiment: String,
}

async fn start(State(workshop): State<Arc<Workshop>>, body: Bytes) -> Result<Json<String>, Wrong> {
    let plan: JobPlan = parse(&body)?;
    Ok(Json(
        blocking(move || workshop.jobs.start(&plan.experiment)).await?,
    ))
}

async fn stop(State(workshop): State<Arc<Workshop>>, body: Bytes) -> Result<Json<()>, Wrong> {
    let plan: JobPlan = parse(&body)?;
    Ok(Json(
        blocking(move || workshop.jobs.stop(&plan.experiment)).await?,
    ))
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
