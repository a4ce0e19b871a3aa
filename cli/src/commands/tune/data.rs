//! The games that weights are fitted to: folders, and files of other programs.

use crate::args::Settings;
use crate::commands::sources::Games;
use crate::message::say;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use tradewind_engine::Rules;
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::record::{GameFile, is_game_file, variant_of};

/// The rule set with an id or path; by default the one that the first PGN file names.
pub fn rules(id: Option<&str>, games: &[PathBuf], settings: &Settings) -> anyhow::Result<Rules> {
    let named = || match games.iter().find(|path| is_game_file(path)) {
        Some(path) => variant_of(path),
        None => Ok(None),
    };
    let id = id.map_or_else(named, |id| Ok(Some(id.to_string())))?;
    let Some(id) = id else {
        anyhow::bail!("name the rule set of the games with --rules; only PGN files name theirs");
    };
    Ok(Rules::load(&id, &settings.settings)?)
}

/// Games of some folders and files.
pub struct TuningData {
    folders: Vec<Games>,
    pub files: Vec<GameFile>,
}

impl TuningData {
    /// Reads files, and experiments of folders; says what is in the files.
    pub fn read(paths: &[PathBuf], rules: &Rules) -> anyhow::Result<TuningData> {
        let mut data = TuningData {
            folders: Vec::new(),
            files: Vec::new(),
        };
        for path in paths {
            if is_game_file(path) {
                let file = GameFile::read(path, rules)?;
                describe(&file);
                data.files.push(file);
            } else {
                data.folders.push(Games::in_folder(path)?);
            }
        }
        Ok(data)
    }

    pub fn archives(&self) -> Vec<Archive<'_>> {
        self.folders.iter().map(Games::archive).collect()
    }

    /// The names of folders and files without their paths, and the SHA-256 of files.
    pub fn name(&self) -> String {
        let folders = self
            .folders
            .iter()
            .map(|games| last_part(&games.folder).into());
        let files = self.files.iter().map(|file| {
            let (name, sha256) = (last_part(&file.path), &file.sha256);
            format!("{name} (SHA-256 {sha256})")
        });
        folders.chain(files).collect::<Vec<String>>().join(", ")
    }
}

/// Says how many positions have no score.
pub fn say_unscored(unscored: u64, positions: [u64; 2]) {
    if unscored == positions.iter().sum::<u64>() {
        say!(
            "no position has a score: the targets are results alone, whatever --lambda; games have scores with `evaluations = true` under [record], PGN with [%eval …], EPD with ce"
        );
    } else if unscored > 0 {
        say!("{unscored} positions have no score: their target is the result alone");
    }
}

fn last_part(path: &Path) -> Cow<'_, str> {
    path.file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
}

/// Says what a file has, what its independent units are, and what was left out.
fn describe(file: &GameFile) {
    let (path, what, records) = (file.path.display(), file.what(), file.records.len());
    if let Some((count, fault)) = &file.left_out {
        let all = records + count;
        say!(
            "{path}:{}: {}; left out: {count} of {all} {what}",
            fault.line,
            fault.message
        );
    }
    let unit = "is the unit of the validation set and of the intervals";
    match file.counts() {
        [0, _] => {}
        [games, 0] if games < records => {
            say!("{path}: {records} positions of {games} games; the game {unit}");
        }
        [_, 0] if file.is_epd => say!("{path}: {records} positions; each {unit}"),
        [games, 0] => say!("{path}: {games} games without pairs; the game {unit}"),
        [games, pairs] if games == 2 * pairs => {
            say!("{path}: {games} games in {pairs} pairs; the pair {unit}");
        }
        [games, pairs] => say!(
            "{path}: {games} games, of which {} are in {pairs} pairs; the pair {unit}, else the game",
            2 * pairs
        ),
    }
}
