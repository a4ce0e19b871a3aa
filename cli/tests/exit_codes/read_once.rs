//! However many pairings an experiment has, each of its files of games is opened once.

use super::program::{EXPERIMENT, Folder, OTHER};
use nix::sys::inotify::{AddWatchFlags, InitFlags, Inotify};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Two rule sets and three players that meet themselves and each other: twelve pairings, in files of
/// twenty games.
fn plan() -> String {
    let plan = EXPERIMENT.replace(
        "[rules]\nid = \"tiny.toml\"\n",
        "[[rules]]\nid = \"tiny.toml\"\n[[rules]]\nname = \"other\"\nid = \"other.toml\"\n",
    );
    let players = [1, 2, 3].map(|nodes| format!("[[player]]\nnodes = {}\nnoise = 50\n", 4 * nodes));
    plan.replace("pairs = 30", "pairs = 5\nschedule = \"all\"")
        .replace("[player]\ndepth = 1\nnoise = 50\n", &players.concat())
        + "[record]\ngames_per_file = 20\n"
}

/// How often each file of games was opened for reading while the program ran.
fn opened(folder: &Folder, games: &Path, arguments: &[&str]) -> BTreeMap<String, usize> {
    let watch = Inotify::init(InitFlags::IN_NONBLOCK).expect("a watch");
    (watch.add_watch(games, AddWatchFlags::IN_OPEN)).expect("the folder is there");
    folder.passes(arguments);
    let mut counts = BTreeMap::new();
    while let Ok(events) = watch.read_events() {
        for name in events.into_iter().filter_map(|event| event.name) {
            *counts.entry(name.display().to_string()).or_default() += 1;
        }
    }
    counts
}

#[test]
fn each_file_of_games_is_opened_once() {
    let folder = Folder::new();
    folder.write("other.toml", OTHER);
    folder.write("plan.toml", &plan());
    // The folder is there before, so that it can be watched.
    let games = folder.path("played/games");
    folder.passes(&["run", "plan.toml", "--out", "played"]);
    let files = fs::read_dir(&games).expect("games").count();
    assert!(files > 4, "{files} files");
    for command in ["compare", "values", "report"] {
        let out = format!("shown-{command}");
        let counts = opened(&folder, &games, &[command, "played", "--out", &out]);
        assert_eq!(counts.len(), files, "{command}");
        assert!(
            counts.values().all(|&count| count == 1),
            "{command}: {counts:?}"
        );
    }
    // It looks what is there, and then reads it.
    let counts = opened(&folder, &games, &["run", "plan.toml", "--out", "played"]);
    assert!(counts.values().all(|&count| count == 2), "run: {counts:?}");
}
