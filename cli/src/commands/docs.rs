//! `tradewind docs`: prints the documentation.

use crate::message;
use clap::Args;
use std::io::Write;
use tradewind_engine::input::did_you_mean;

#[derive(Debug, Args)]
pub struct DocsArguments {
    /// The page, or a section by a word of its heading, such as betza [default: a list of pages]
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
    "guide/workshop",
    "guide/import-a-game",
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
    "results/study",
    "results/claims",
    "results/scirocco",
    "results/typhoon",
    "results/rococo",
    "results/hashishin",
    "results/shatranj",
    "results/chess",
    "results/known-answers",
    "results/failures",
    "results/matches",
    "results/networks",
    "results/search-techniques",
    "results/weights",
    "results/speed",
    "results/endgames",
    "architecture",
];

/// Prints a page, named by its path or the last part of it, a section, or the list of pages.
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
    let Some(text) = page.map(|(_, text)| *text).or_else(|| section(asked)) else {
        let guess = did_you_mean(asked, names());
        let known: Vec<&str> = names().collect();
        anyhow::bail!(
            "there is no page or section `{asked}`{guess}; there are the pages {}",
            known.join(", ")
        );
    };
    Ok(write!(out, "{text}")?)
}

/// The first section whose heading is a text or, if there is none, has it as a word.
fn section(asked: &str) -> Option<&'static str> {
    let asked = asked.to_lowercase();
    let is_asked = |(heading, _): &(String, _)| *heading == asked;
    let has_word = |(heading, _): &(String, _)| {
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '-';
        heading
            .split(|letter| !is_part(letter))
            .any(|word| word == asked)
    };
    let all = || PAGES.iter().flat_map(|(_, text)| sections(text));
    let found = all().find(is_asked).or_else(|| all().find(has_word));
    found.map(|(_, text)| text)
}

/// The sections of a page: their headings in lower case without marks, and their texts down to the
/// next heading that is not below them.
fn sections(page: &'static str) -> Vec<(String, &'static str)> {
    let (mut begin, mut is_code, mut headings) = (0, false, Vec::new());
    for line in page.split_inclusive('\n') {
        is_code ^= line.starts_with("```");
        let level = line.chars().take_while(|&letter| letter == '#').count();
        if level > 0 && !is_code {
            let heading = line[level..].replace('`', "").trim().to_lowercase();
            headings.push((level, begin, heading));
        }
        begin += line.len();
    }
    let end = |at: usize| {
        let (level, _, _) = headings[at];
        let next = headings[at + 1..].iter().find(|next| next.0 <= level);
        next.map_or(page.len(), |next| next.1)
    };
    (headings.iter().enumerate())
        .map(|(at, (_, begin, heading))| {
            (
                heading.clone(),
                page[*begin..end(at)].trim_end_matches('\n'),
            )
        })
        .collect()
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
    fn sections_are_found_by_a_word() {
        let found = section("betza").expect("a section");
        assert!(
            found.starts_with("### Moves in Betza notation\n"),
            "{found}"
        );
        assert!(found.contains("**Not supported**") && !found.contains("\n## Powers"));
        let powers = section("powers").expect("a section");
        assert!(powers.contains("### `hopper`"));
        assert!(section("double-step").is_some_and(|text| text.starts_with("### `double-step`")));
        assert_eq!(section("file: los-alamos.toml"), None);
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
