//! Players that learn, in any process: ladders of generations, losses by epoch, and the parameters of SPSA by iteration, as
//! their folders have them.

use crate::folders::{hide, inside, small_text};
use crate::runs::{MAX_DEPTH, below, is_recent, seconds};
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A training has one of these files: a plan, or the losses of a network that is trained by itself.
const SIGNS: [&str; 3] = ["loop.toml", "spsa.toml", LOSSES];
/// The table of losses by epoch, which grows while a network is trained.
const LOSSES: &str = "losses.csv";
/// The beginning of the names of folders of generations.
const GENERATION: &str = "generation-";
/// Maximum number of trainings that are listed.
const MAX_TRAININGS: usize = 500;
/// Maximum number of rows of a table.
const MAX_ROWS: usize = 300;

/// A training as a line of a list.
#[derive(Clone, Debug, Serialize)]
pub struct TrainingEntry {
    /// The id by which requests name it.
    pub id: String,
    /// When it went on, in seconds since 1970.
    pub changed: Option<u64>,
    /// Whether it went on lately.
    pub is_active: bool,
}

/// A training.
#[derive(Clone, Debug, Serialize)]
pub struct TrainingView {
    /// The generations that were tested, if there are any.
    ladder: Option<TableView>,
    /// Numbers that change as it learns.
    curves: Vec<CurvesView>,
}

/// A table as it was written.
#[derive(Clone, Debug, Serialize)]
struct TableView {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// Numbers by epoch or iteration, each column to be drawn by itself.
#[derive(Clone, Debug, Serialize)]
struct CurvesView {
    /// What they are of.
    of: String,
    /// What the first number counts.
    by: String,
    names: Vec<String>,
    /// The number of the epoch or iteration, and one number a name.
    points: Vec<Vec<f64>>,
}

/// The trainings below some folders, those that went on last first.
pub fn entries(folders: &[PathBuf]) -> Vec<TrainingEntry> {
    let mut found = below(folders, MAX_TRAININGS, |id, path| {
        is_training(path).then(|| {
            let changed = changed(path);
            TrainingEntry {
                id: id.to_string(),
                changed: changed.map(seconds),
                is_active: is_recent(changed),
            }
        })
    });
    found.sort_by(|one, other| (other.changed, &one.id).cmp(&(one.changed, &other.id)));
    found
}

/// The training with an id.
///
/// # Errors
/// There is none, or a table of it is damaged.
pub fn training_view(folders: &[PathBuf], id: &str) -> Result<TrainingView, String> {
    let folder = inside(folders, id, MAX_DEPTH).filter(|folder| is_training(folder));
    let folder = folder.ok_or_else(|| format!("there is no training `{id}`"))?;
    let hidden = |error: String| hide(&error, &folder, id);
    let ladder = table(&folder.join("ladder.csv")).map_err(hidden)?;
    let mut curves = Vec::new();
    let own = [("parameters", "path.csv"), ("losses", LOSSES)];
    let own = own.map(|(of, name)| (of.to_string(), folder.join(name)));
    for (of, path) in own.into_iter().chain(losses(&folder)) {
        let table = table(&path).map_err(hidden)?;
        curves.extend(table.and_then(|table| curves_of(of, &table)));
    }
    Ok(TrainingView { ladder, curves })
}

fn is_training(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    !name.starts_with(GENERATION) && SIGNS.iter().any(|sign| folder.join(sign).is_file())
}

/// The folders of generations, in order.
fn generations(folder: &Path) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && name.starts_with(GENERATION) {
            found.push((name, entry.path()));
        }
    }
    found.sort();
    found
}

/// The files of losses, those of the last generation first.
fn losses(folder: &Path) -> Vec<(String, PathBuf)> {
    let all = generations(folder).into_iter().rev();
    let named = all.map(|(name, path)| {
        let number = name.trim_start_matches(GENERATION);
        let number = number.trim_start_matches('0');
        (format!("losses of generation {number}"), path.join(LOSSES))
    });
    named.filter(|(_, path)| path.is_file()).collect()
}

/// When its last table was written.
fn changed(folder: &Path) -> Option<SystemTime> {
    let own = SIGNS.into_iter().chain(["ladder.csv", "path.csv"]);
    let own = own.map(|name| folder.join(name));
    let games = generations(folder).into_iter().flat_map(|(_, path)| {
        let archives = ["self-play", "match"].map(|name| path.join(name).join("games"));
        [path.join(LOSSES)].into_iter().chain(archives)
    });
    let times = own.chain(games);
    times
        .filter_map(|path| path.symlink_metadata().ok()?.modified().ok())
        .max()
}

/// The table in a file; `None` without a file.
fn table(path: &Path) -> Result<Option<TableView>, String> {
    let Some(text) = small_text(path) else {
        return Ok(None);
    };
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let cells = |record: &csv::StringRecord| record.iter().map(str::to_string).collect();
    let wrong = |error: csv::Error| format!("{}: {error}", path.display());
    let head = cells(reader.headers().map_err(wrong)?);
    let rows = reader.records().map(|record| Ok(cells(&record?)));
    let rows = rows.collect::<Result<_, csv::Error>>().map_err(wrong)?;
    Ok(Some(TableView { head, rows }))
}

/// The numbers of a table whose first column counts; `None` without rows. Columns that are no numbers are left out, as are
/// rows between those that are enough for a plot.
fn curves_of(of: String, table: &TableView) -> Option<CurvesView> {
    let every = table.rows.len().div_ceil(MAX_ROWS).max(1);
    let number = |text: &String| text.parse::<f64>().ok().filter(|one| one.is_finite());
    let last = table.rows.last()?;
    let columns: Vec<usize> = (0..table.head.len())
        .filter(|&at| last.get(at).is_some_and(|text| number(text).is_some()))
        .collect();
    let rows = table.rows.iter().enumerate();
    let rows = rows.filter(|(at, _)| at.is_multiple_of(every) || at + 1 == table.rows.len());
    let points = rows.filter_map(|(_, row)| {
        let numbers = columns.iter().map(|&at| row.get(at).and_then(number));
        numbers.collect::<Option<Vec<f64>>>()
    });
    let mut names = columns.iter().map(|&at| table.head[at].clone());
    Some(CurvesView {
        of,
        by: names.next()?,
        names: names.collect(),
        points: points.collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_training_shows_what_its_folder_has() {
        let root = tempfile::tempdir().expect("a folder");
        let folder = root.path().join("mine");
        let generation = folder.join("generation-012");
        fs::create_dir_all(&generation).expect("folders");
        for name in ["other", "alone"] {
            fs::create_dir_all(root.path().join(name)).expect("a folder");
        }
        let write = |path: PathBuf, text: &str| fs::write(path, text).expect("a file");
        write(folder.join("loop.toml"), "");
        write(
            folder.join("ladder.csv"),
            "generation,elo\n\"start, quick\",0\n",
        );
        write(
            generation.join("losses.csv"),
            "epoch,loss_fitted,loss_validation\n0,,0.7\n1,0.6,0.65\n2,0.5,0.66\n",
        );
        write(
            root.path().join("alone/losses.csv"),
            "epoch,loss_fitted,loss_validation\n0,,0.7\n",
        );
        let folders = [root.path().canonicalize().expect("a path")];
        let name = folders[0].file_name().expect("a name").to_string_lossy();
        let all = entries(&folders);
        let id = format!("{name}/mine");
        let mut ids: Vec<&str> = all.iter().map(|one| &*one.id).collect();
        ids.sort_unstable();
        assert_eq!(ids, [&*format!("{name}/alone"), &*id]);
        let alone = training_view(&folders, &format!("{name}/alone")).expect("a training");
        assert!(alone.ladder.is_none() && alone.curves[0].of == "losses");
        let view = training_view(&folders, &id).expect("a training");
        let ladder = view.ladder.expect("a ladder");
        assert_eq!(ladder.rows, [["start, quick", "0"]]);
        let [curves] = &view.curves[..] else {
            panic!("{:?}", view.curves);
        };
        assert_eq!(
            (&*curves.of, &*curves.by),
            ("losses of generation 12", "epoch")
        );
        assert_eq!(curves.names, ["loss_fitted", "loss_validation"]);
        assert_eq!(curves.points, [[1.0, 0.6, 0.65], [2.0, 0.5, 0.66]]);
        let fault = training_view(&folders, &format!("{name}/other")).expect_err("no training");
        assert!(fault.contains("no training"), "{fault}");
    }
}
