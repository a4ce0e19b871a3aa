//! `tradewind docs`: prints the documentation.

use crate::message;
use clap::Args;
use std::io::Write;
use tradewind_engine::input::did_you_mean;

#[derive(Debug, Args)]
pub struct DocsArguments {
    /// The page [default: a list of pages]
    pub page: Option<String>,
}

/// The pages, by their path in `docs/`.
macro_rules! pages {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../../../docs/", $path, ".md")))),*]
    };
}

/// Every page, in reading order; a test compares them with the folder.
const PAGES: &[(&str, &str)] = pages![
    "README",
    "tutorial",
    "guide/compare-rules",
    "guide/measure-a-piece",
    "guide/play-a-match",
    "guide/tune-weights",
    "guide/train-a-network",
    "guide/claims-and-studies",
    "guide/cluster",
    "guide/python",
    "guide/query-games",
    "guide/solve-endgames",
    "guide/test-rules",
    "reference/rule-files",
    "reference/experiments",
    "reference/outputs",
    "reference/metrics",
    "reference/commands",
    "reference/file-formats",
    "explanation/piece-values",
    "explanation/search",
    "explanation/training",
    "explanation/what-to-believe",
    "results/values",
    "results/known-answers",
    "results/claims",
    "results/matches",
    "results/networks",
    "results/search-techniques",
    "results/weights",
    "results/speed",
    "results/endgames",
    "architecture",
];

/// Prints a page, named by its path or the last part of it, or the list of pages.
pub fn run(arguments: &DocsArguments) -> anyhow::Result<()> {
    let mut out = message::out();
    let Some(asked) = &arguments.page else {
        for (path, text) in PAGES {
            let title = text.lines().next().unwrap_or_default();
            writeln!(out, "{path:<27} {}", title.trim_start_matches("# "))?;
        }
        return Ok(());
    };
    let asked = asked.trim_end_matches(".md");
    let names = || PAGES.iter().map(|(path, _)| last_part(path));
    let page = (PAGES.iter()).find(|(path, _)| *path == asked || last_part(path) == asked);
    let Some((_, text)) = page else {
        let guess = did_you_mean(asked, names());
        let known: Vec<&str> = names().collect();
        anyhow::bail!(
            "there is no page `{asked}`{guess}; there are {}",
            known.join(", ")
        );
    };
    Ok(write!(out, "{text}")?)
}

fn last_part(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// The pages of a folder and of those in it, by their paths in `docs/`.
    fn pages_in(folder: &Path, prefix: &str) -> Vec<String> {
        let mut pages = Vec::new();
        for entry in std::fs::read_dir(folder).expect("the folder") {
            let path = entry.expect("a file").path();
            let name = path.file_name().and_then(|name| name.to_str());
            let name = name.expect("a name in UTF-8");
            if path.is_dir() {
                pages.extend(pages_in(&path, &format!("{prefix}{name}/")));
            } else if let Some(stem) = name.strip_suffix(".md") {
                pages.push(format!("{prefix}{stem}"));
            }
        }
        pages
    }

    #[test]
    fn every_page_is_there() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
        let mut found = pages_in(&docs, "");
        let mut known: Vec<&str> = PAGES.iter().map(|(path, _)| *path).collect();
        found.sort_unstable();
        known.sort_unstable();
        assert_eq!(found, known);
        let mut names: Vec<&str> = known.iter().map(|path| last_part(path)).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), known.len(), "two pages have the same name");
    }
}
