//! The page of `tradewind report` in a browser: it loads without a fault, sorts, and steps through
//! games of Typhoon and of Rococo to the position that the records end with.
//!
//! Needs Chromium, so it is run by `.ci/run` and by `cargo test -- --ignored` where that is installed.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tradewind_selfplay::record::archive::{Archive, experiment_of};

const EXPERIMENT: &str = "\
name = \"Two games\"
seed = 3
pairs = 30
ply_cap = 300
[[rules]]
id = \"typhoon\"
[[rules]]
id = \"rococo\"
[player]
nodes = 30
weights = \"untuned\"
[opening]
plies = 6
[record]
evaluations = true
[estimates]
bootstrap = 40
";

/// A script that inspects the loaded page and writes its findings into it.
const QUESTIONS: &str = "
<script>
const outcome = { faults, games: [], sorted: [] };
const press = (key) => document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
const place = document.querySelector('.player');
place.scrollIntoView();
const choice = place.querySelector('.rules');
for (const option of [...choice.options]) {
  choice.value = option.value;
  choice.dispatchEvent(new Event('change'));
  const plies = [+place.dataset.ply];
  press('ArrowRight'); press('ArrowRight'); press('ArrowRight');
  plies.push(+place.dataset.ply);
  press('ArrowLeft');
  plies.push(+place.dataset.ply);
  place.querySelector('[data-step=last]').click();
  plies.push(+place.dataset.ply);
  const labels = [...place.querySelectorAll('.board .square')].map((one) => one.getAttribute('aria-label').split(', ')[1]);
  const pieces = labels.filter((one) => one !== 'empty').sort();
  const game = place.querySelector('.game').selectedOptions[0].textContent;
  outcome.games.push({ rules: option.textContent, game, plies, pieces });
}
const table = [...document.querySelectorAll('table')].find((one) => one.querySelector('th.number'));
const heading = [...table.tHead.rows[0].cells].findIndex((one) => one.classList.contains('number'));
for (let click = 0; click < 2; click++) {
  table.tHead.rows[0].cells[heading].querySelector('button').click();
  const cells = [...table.tBodies[0].rows].map((row) => parseFloat(row.cells[heading].dataset.value));
  outcome.sorted.push(cells.filter((number) => !Number.isNaN(number)));
}
const embedded = JSON.parse(document.getElementById('data').textContent);
outcome.rows = embedded.rows.length;
outcome.paper = getComputedStyle(document.body).backgroundColor;
outcome.wider = document.documentElement.scrollWidth - innerWidth;
const written = document.createElement('pre');
written.id = 'outcome';
written.textContent = 'OUTCOME' + JSON.stringify(outcome).replaceAll('<', ' ') + 'END';
document.body.append(written);
</script>
</body>";

const WATCH: &str = "<head><script>const faults = [];\
    addEventListener('error', (event) => faults.push(event.message));</script>";

fn chromium() -> PathBuf {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let all =
        std::env::split_paths(&folders).flat_map(|folder| names.map(|name| folder.join(name)));
    let found = all.into_iter().find(|path| path.is_file());
    found.expect("install Debian's package `chromium`")
}

fn tradewind(folder: &Path, arguments: &[&str]) {
    let run = Command::new(env!("CARGO_BIN_EXE_tradewind"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("it starts");
    let words = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{arguments:?}: {words}");
}

/// The findings of that script, and the messages of the browser's console.
fn inspect(page: &Path, options: &[&str]) -> (Value, String) {
    let run = Command::new(chromium())
        .args([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--dump-dom",
        ])
        .args(["--enable-logging=stderr", "--virtual-time-budget=5000"])
        .args(options)
        .arg(format!("file://{}", page.display()))
        .output()
        .expect("it starts");
    let page = String::from_utf8_lossy(&run.stdout).into_owned();
    let complaints = String::from_utf8_lossy(&run.stderr).into_owned();
    let answer = page.rsplit_once("OUTCOME{");
    let answer = answer.and_then(|(_, rest)| rest.split_once("END"));
    let (answer, _) = answer.unwrap_or_else(|| panic!("no answer: {complaints}"));
    let answer = format!("{{{answer}")
        .replace("&amp;", "&")
        .replace("&gt;", ">");
    let answer = serde_json::from_str(&answer);
    let console = complaints.lines().filter(|line| line.contains("CONSOLE"));
    (
        answer.expect("JSON"),
        console.collect::<Vec<_>>().join("\n"),
    )
}

/// The pieces on the board at the end of game `number`.
fn pieces_at_the_end(archive: &Archive<'_>, rules: usize, number: u64) -> Vec<String> {
    let games = archive.read(0).expect("games");
    let record = games
        .iter()
        .find(|game| game.number == number)
        .expect("a game");
    assert_eq!(record.rules, rules);
    let rules = &archive.experiment().rules[rules].compiled;
    let mut replay = record.replay(rules).expect("a start");
    for text in record.moves.split_ascii_whitespace() {
        replay.step(text).expect("a move");
    }
    let mut pieces = Vec::new();
    replay.for_each_piece(|color, piece, _| {
        let side = if color == tradewind_engine::Color::White {
            "White"
        } else {
            "Black"
        };
        pieces.push(format!("{side} {}", rules.spec().piece(piece).name));
    });
    pieces.sort_unstable();
    pieces
}

#[test]
#[ignore = "needs Chromium"]
fn a_browser_shows_the_page() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("two.toml"), EXPERIMENT).expect("a file");
    tradewind(folder.path(), &["run", "two.toml", "--out", "games"]);
    tradewind(folder.path(), &["report", "games", "--out", "page.html"]);
    let page = fs::read_to_string(folder.path().join("page.html")).expect("a page");
    let asking = page
        .replacen("<head>", WATCH, 1)
        .replacen("</body>", QUESTIONS, 1);
    let path = folder.path().join("asking.html");
    fs::write(&path, asking).expect("a file");

    let (answer, console) = inspect(&path, &["--window-size=1200,900"]);
    assert_eq!(console, "");
    assert_eq!(answer["faults"], Value::Array(Vec::new()));
    assert!(answer["rows"].as_u64() > Some(20));

    let experiment = experiment_of(&folder.path().join("games")).expect("an experiment");
    let archive = Archive::new(&experiment, &folder.path().join("games"));
    let games = answer["games"].as_array().expect("games");
    assert_eq!(games.len(), 2);
    for (rules, game) in games.iter().enumerate() {
        let name = game["game"].as_str().expect("a name");
        let digits = |text: &str| {
            text.chars()
                .take_while(char::is_ascii_digit)
                .collect::<String>()
        };
        let number = digits(name.trim_start_matches("game "))
            .parse()
            .expect("a number");
        let (_, plies) = name.rsplit_once(", ").expect("plies");
        let last: u64 = digits(plies).parse().expect("plies");
        assert_eq!(game["plies"], serde_json::json!([0, 3, 2, last]), "{name}");
        let shown: Vec<String> = serde_json::from_value(game["pieces"].clone()).expect("names");
        assert_eq!(shown, pieces_at_the_end(&archive, rules, number), "{name}");
    }

    let sorted: Vec<Vec<f64>> = serde_json::from_value(answer["sorted"].clone()).expect("numbers");
    assert!(
        sorted[0].len() > 3 && sorted[0].is_sorted_by(|a, b| a >= b),
        "{sorted:?}"
    );
    assert!(sorted[1].is_sorted(), "{sorted:?}");

    let (dark, console) = inspect(&path, &["--window-size=500,900", "--force-dark-mode"]);
    assert_eq!(console, "");
    assert_ne!(
        dark["paper"], answer["paper"],
        "the page is dark where its reader wants it"
    );
    assert!(
        dark["wider"].as_i64() <= Some(0),
        "it scrolls sideways on a phone: {}",
        dark["wider"]
    );
}
