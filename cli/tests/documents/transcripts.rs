//! Runs the commands of the transcripts in `cli/tests/cmd/` and of the pages in `docs/`, and compares
//! their output with the text.
//!
//! - A TOML or text block whose first line is `# KIND: NAME` is a file. TOML files beside the page are
//!   copied, too. Each page has a temporary folder of its own.
//! - In a console block, a line `$ COMMAND` and continuations `> …` are run by a shell; the lines below are
//!   the standard output of the command, then its standard error.
//! - `…` alone on a line stands for any number of lines, within a line for any text.
//! - `? N` after the command is its exit code, otherwise 0. `? 2` is a refusal: nothing on standard output,
//!   and no new file. `? 2 partly` allows both.
//! - A command that names a file of a kind `wrong …`, or with the comment `# refused`, ends with exit code 2.
//!
//! `TRANSCRIPTS=overwrite cargo test --test documents` replaces the lines that differ; `PAGE=values` runs only the
//! pages with this text in their path.

use rayon::prelude::*;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The files below a folder with this extension, in the order of their names.
pub fn files(folder: &Path, extension: &str) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() && !path.is_symlink() {
            found.extend(files(&path, extension));
        } else if extension.is_empty() || path.extension().is_some_and(|own| own == extension) {
            found.insert(path);
        }
    }
    found
}

/// The files in the blocks of a page: kind, name and text.
pub fn embedded(page: &str) -> Vec<(&str, &str, String)> {
    let mut all = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(language) = line.strip_prefix("```") else {
            continue;
        };
        let block: Vec<&str> = lines
            .by_ref()
            .take_while(|line| !line.starts_with("```"))
            .collect();
        let heading = block
            .first()
            .and_then(|first| first.strip_prefix("# ")?.split_once(": "));
        if let Some((kind, name)) = heading
            && ["toml", "text"].contains(&language)
            && name.contains('.')
        {
            all.push((kind, name, block.join("\n") + "\n"));
        }
    }
    all
}

pub fn shell(folder: &Path, command: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_tradewind"))
        .parent()
        .expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    Command::new("sh")
        .args(["-c", command])
        .env("PATH", format!("{}:{path}", program.display()))
        .env("CARGO_MANIFEST_DIR", env!("CARGO_MANIFEST_DIR"))
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .current_dir(folder)
        .output()
        .expect("a shell")
}

/// Whether a line is as shown, where `…` is any text.
fn fits(shown: &str, line: &str) -> bool {
    match shown.split_once('…') {
        None => shown == line,
        Some((start, "")) => line.starts_with(start),
        Some((start, rest)) => line.strip_prefix(start).is_some_and(|line| {
            line.char_indices().any(|(at, _)| fits(rest, &line[at..])) || fits(rest, "")
        }),
    }
}

/// Whether lines are as shown, where `…` is any number of lines.
fn all_fit(shown: &[String], lines: &[&str]) -> bool {
    match shown.split_first() {
        None => lines.is_empty(),
        Some((first, rest)) if first == "…" => {
            (0..=lines.len()).any(|skipped| all_fit(rest, &lines[skipped..]))
        }
        Some((first, rest)) => {
            lines.first().is_some_and(|line| fits(first, line)) && all_fit(rest, &lines[1..])
        }
    }
}

/// A new line of a page, without what differs from run to run.
fn elided(line: &str) -> String {
    let speed = line.find(" games in ").filter(|_| line.ends_with("/s"));
    let time = line.rfind(" (").filter(|_| line.ends_with(" s)"));
    match speed
        .map(|at| at + " games in ".len())
        .or(time.map(|at| at + 2))
    {
        Some(at) => format!("{}…", &line[..at]),
        None => line.to_string(),
    }
}

/// The lines as they are to be shown; those that fit stay as they were, with their `…`.
fn renewed(shown: &[String], lines: &[&str]) -> Vec<String> {
    let mut renewed = Vec::new();
    let (mut shown, mut lines) = (shown, lines);
    while let Some((first, rest)) = shown.split_first() {
        let place = |line: &String| lines.iter().position(|own| fits(line, own));
        match first.as_str() {
            "…" if rest.is_empty() => return [renewed, vec!["…".to_string()]].concat(),
            "…" => {
                if let Some(skipped) = place(&rest[0]) {
                    renewed.push("…".to_string());
                    lines = &lines[skipped..];
                }
            }
            _ => {
                let Some((line, others)) = lines.split_first() else {
                    break;
                };
                renewed.push(if fits(first, line) {
                    first.clone()
                } else {
                    elided(line)
                });
                lines = others;
            }
        }
        shown = rest;
    }
    renewed.extend(lines.iter().map(|line| elided(line)));
    renewed
}

/// Runs the commands of a page. Returns how many there are and the page with their output, and what differs.
fn run(path: &Path) -> (usize, String, Vec<String>) {
    let page = fs::read_to_string(path).expect("a page");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let fixtures = files(path.parent().expect("a folder"), "toml");
    for file in fixtures {
        fs::copy(&file, folder.path().join(file.file_name().expect("a name"))).expect("a copy");
    }
    let embedded = embedded(&page);
    for (_, name, text) in &embedded {
        fs::write(folder.path().join(name), text).expect("a file is written");
    }
    let wrong: Vec<&str> = (embedded.iter())
        .filter_map(|(kind, name, _)| kind.starts_with("wrong").then_some(*name))
        .collect();
    let (mut renewed_page, mut differences, mut commands) = (String::new(), Vec::new(), 0);
    let mut lines = page.lines().peekable();
    let mut is_console = false;
    while let Some(line) = lines.next() {
        renewed_page += &format!("{line}\n");
        if line.starts_with("```") {
            is_console = line == "```console";
        }
        let Some(command) = line.strip_prefix("$ ").filter(|_| is_console) else {
            continue;
        };
        let mut command = command.to_string();
        while let Some(more) = lines.next_if(|line| line.starts_with("> ")) {
            renewed_page += &format!("{more}\n");
            command += &format!("\n{}", &more[2..]);
        }
        let is_refused =
            command.contains("# refused") || wrong.iter().any(|name| command.contains(name));
        let marker = lines.next_if(|line| line.starts_with("? "));
        let expected = marker.map_or(if is_refused { "2 partly" } else { "0" }, |marker| {
            &marker[2..]
        });
        let mut shown = Vec::new();
        while let Some(line) =
            lines.next_if(|line| !line.starts_with("```") && !line.starts_with("$ "))
        {
            shown.push(line.to_string());
        }
        commands += 1;
        let before = files(folder.path(), "");
        let output = shell(folder.path(), &command);
        let [out, err] =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
        let place = format!("{}: $ {command}\n", path.display());
        let mut fault = |text: &str| differences.push(format!("{place}{text}\n{out}{err}"));
        // A pipe gets no colours and no bar.
        if out.contains('\u{1b}') || err.contains('\u{1b}') || err.contains("panicked") {
            fault("It panicked, or printed an escape sequence.");
        }
        let code = output
            .status
            .code()
            .map_or("signal".to_string(), |code| code.to_string());
        if expected.split(' ').next() != Some(&code) {
            fault(&format!("The exit code is {code}, not {expected}."));
        }
        if expected == "2" && (!out.is_empty() || files(folder.path(), "") != before) {
            fault("A refusal leaves a file or prints on standard output.");
        }
        let said = format!("{out}{err}").replace(&format!("{}", folder.path().display()), "FOLDER");
        // Slow machines print progress.
        let is_progress = |line: &&str| {
            let is_number = line.starts_with(|letter: char| letter.is_ascii_digit());
            is_number && line.contains(" games, ") && line.contains(" left")
        };
        let said = said.lines().map(str::trim_end);
        let said: Vec<&str> = said.filter(|line| !is_progress(line)).collect();
        if !all_fit(&shown, &said) {
            fault(&format!(
                "The page shows:\n{}\nThe program prints:",
                shown.join("\n")
            ));
        }
        let code = match expected.split_once(' ') {
            Some((_, more)) if code == "2" => format!("2 {more}"),
            _ => code,
        };
        if marker.is_some() && (code != "0" || is_refused)
            || marker.is_none() && expected.split(' ').next() != Some(&code)
        {
            renewed_page += &format!("? {code}\n");
        }
        for line in renewed(&shown, &said) {
            renewed_page += &format!("{line}\n");
        }
    }
    (commands, renewed_page, differences)
}

#[test]
fn commands_print_what_pages_show() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = files(&root.join("tests/cmd"), "md");
    pages.extend(files(&root.join("../docs"), "md"));
    let is_overwritten = std::env::var("TRANSCRIPTS").is_ok_and(|value| value == "overwrite");
    let only = std::env::var("PAGE").unwrap_or_default();
    pages.retain(|page| page.to_string_lossy().contains(&only));
    let results: Vec<(usize, Vec<String>)> = (pages.par_iter())
        .map(|page| {
            let (commands, renewed, differences) = run(page);
            if is_overwritten && !differences.is_empty() {
                fs::write(page, renewed).expect("the page is written");
            }
            (commands, differences)
        })
        .collect();
    let commands: usize = results.iter().map(|(commands, _)| commands).sum();
    assert!(
        commands > 300 || !only.is_empty(),
        "only {commands} commands were found"
    );
    let differences: Vec<String> = results.into_iter().flat_map(|(_, all)| all).collect();
    assert!(
        differences.is_empty(),
        "{}\n\nIf the program is right: TRANSCRIPTS=overwrite cargo test --test documents",
        differences.join("\n\n")
    );
}

#[test]
fn dots_stand_for_any_lines_and_any_text() {
    let shown = ["a … c", "…", "end …"].map(str::to_string);
    assert!(all_fit(&shown, &["a b c", "x", "y", "end of it"]));
    assert!(!all_fit(&shown, &["a b", "x", "end of it"]));
    let said = ["a b c", "x", "end 1", "more"];
    assert_eq!(renewed(&shown, &said), ["a … c", "…", "end …", "more"]);
    assert_eq!(renewed(&shown, &["b", "x"]), ["b", "x"]);
}
