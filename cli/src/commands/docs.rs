//! `tradewind docs`: the documentation, for those who have the program alone.

use crate::Verdict;
use crate::args::DocsArguments;
use crate::message;
use std::io::Write;
use tradewind_engine::input::did_you_mean;

/// The pages, by name.
macro_rules! pages {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../docs/", $name, ".md")))),*]
    };
}

/// A test compares them with the folder.
const PAGES: &[(&str, &str)] = pages![
    "architecture",
    "cluster",
    "endgames",
    "examples",
    "experiments",
    "methods",
    "metrics",
    "outputs",
    "querying",
    "rule-files",
    "search",
    "tuning",
];

/// Prints a page, or which there are.
pub fn run(arguments: &DocsArguments) -> anyhow::Result<Verdict> {
    let mut out = message::out();
    let Some(name) = &arguments.page else {
        for (name, text) in PAGES {
            let title = text.lines().next().unwrap_or_default();
            writeln!(out, "{name:<13} {}", title.trim_start_matches("# "))?;
        }
        return Ok(Verdict::Passed);
    };
    let name = name.trim_end_matches(".md");
    let names = || PAGES.iter().map(|(name, _)| *name);
    let Some((_, text)) = PAGES.iter().find(|(known, _)| *known == name) else {
        let guess = did_you_mean(name, names());
        let known: Vec<&str> = names().collect();
        anyhow::bail!(
            "there is no page `{name}`{guess}; there are {}",
            known.join(", ")
        );
    };
    write!(out, "{text}")?;
    Ok(Verdict::Passed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_is_there() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs");
        let entries = std::fs::read_dir(folder).expect("the folder");
        let mut names: Vec<String> = entries
            .filter_map(|entry| {
                let name = entry.expect("a file").file_name().into_string().ok()?;
                name.strip_suffix(".md").map(str::to_string)
            })
            .collect();
        names.sort();
        let known: Vec<&str> = PAGES.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, known);
    }
}
