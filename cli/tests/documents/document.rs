//! A document whose files and answers are checked.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// A page of `docs/`.
pub struct Document(pub &'static str);

/// A fenced block of the document.
pub struct Block {
    pub language: &'static str,
    pub lines: Vec<&'static str>,
    /// The line of its fence, counted from 1.
    pub at: usize,
}

impl Document {
    pub fn blocks(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut lines = (1..).zip(self.0.lines());
        while let Some((at, line)) = lines.next() {
            if let Some(language) = line.strip_prefix("```") {
                blocks.push(Block {
                    language,
                    lines: (lines.by_ref().map(|(_, line)| line))
                        .take_while(|line| !line.starts_with("```"))
                        .collect(),
                    at,
                });
            }
        }
        blocks
    }

    /// The files of a kind: their names and texts.
    pub fn files(&self, kind: &str) -> Vec<(&'static str, String)> {
        let marker = format!("# {kind}: ");
        let named = |block: Block| {
            let name = block.lines.first()?.strip_prefix(marker.as_str())?;
            ["toml", "text"]
                .contains(&block.language)
                .then(|| (name, block.lines.join("\n") + "\n"))
        };
        self.blocks().into_iter().filter_map(named).collect()
    }

    /// A folder with every file of these kinds; the document has some of each.
    pub fn folder(&self, kinds: &[&str]) -> TempDir {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for kind in kinds {
            let files = self.files(kind);
            assert!(!files.is_empty(), "the document shows no `# {kind}:`");
            for (name, text) in files {
                fs::write(folder.path().join(name), text).expect("a file is written");
            }
        }
        folder
    }

    /// Runs every command of the document in a folder, one after the other, and compares the answers.
    /// A command with a file of the kind `wrong`, or with a comment that it is refused, must end with
    /// exit code 2. Returns the number of commands.
    pub fn check_answers(&self, folder: &Path, wrong: &str) -> usize {
        let mut commands = 0;
        for block in self
            .blocks()
            .iter()
            .filter(|block| block.language == "console")
        {
            for command in block.lines.split_inclusive_before() {
                let (first, shown) = command.split_first().expect("a command has a line");
                let (call, comment) = first.split_once(" #").unwrap_or((first, ""));
                let arguments = words(call.strip_prefix("$ tradewind ").unwrap_or_else(|| {
                    panic!("line {}: `{first}` is no command of tradewind", block.at)
                }));
                let output = tradewind(folder, &arguments);
                let is_wrong = (self.files(wrong).iter()).any(|(name, _)| arguments.contains(name));
                let code = if is_wrong || comment.contains("refused") {
                    2
                } else {
                    0
                };
                let said = said(&output);
                let place = format!("block at line {}: {first}\n{said}", block.at);
                assert_eq!(output.status.code(), Some(code), "{place}");
                let lines: Vec<&str> = said.lines().map(str::trim_end).collect();
                assert!(matches(shown, &lines), "{place}");
                commands += 1;
            }
        }
        commands
    }
}

pub fn tradewind(folder: &Path, arguments: &[&str]) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_tradewind"));
    // Pages call the program by its name.
    let mut found_in = vec![program.parent().expect("a folder").to_path_buf()];
    found_in.extend(std::env::split_paths(
        &std::env::var_os("PATH").unwrap_or_default(),
    ));
    Command::new(program)
        .args(arguments)
        .env("PATH", std::env::join_paths(found_in).expect("paths"))
        .current_dir(folder)
        .output()
        .expect("the program starts")
}

/// What a command prints: its tables, then its messages.
pub fn said(output: &Output) -> String {
    let text = |bytes| String::from_utf8(bytes).expect("the program prints UTF-8");
    text(output.stdout.clone()) + &text(output.stderr.clone())
}

#[track_caller]
pub fn passes(folder: &Path, arguments: &[&str]) -> String {
    let output = tradewind(folder, arguments);
    let said = said(&output);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}\n{said}");
    said
}

/// A console block as its commands, each with the lines below it.
trait Commands {
    fn split_inclusive_before(&self) -> Vec<&[&'static str]>;
}

impl Commands for Vec<&'static str> {
    fn split_inclusive_before(&self) -> Vec<&[&'static str]> {
        self.chunk_by(|_, next| !next.starts_with("$ ")).collect()
    }
}

/// The words of a command; quotation marks hold a word together.
fn words(command: &str) -> Vec<&str> {
    (command.split('"').enumerate())
        .flat_map(|(at, part)| match at % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        })
        .collect()
}

/// Whether lines are as shown, `…` standing for any number of them.
fn matches(shown: &[&str], said: &[&str]) -> bool {
    match shown.split_first() {
        None => said.is_empty(),
        Some((&"…", rest)) => (0..=said.len()).any(|skipped| matches(rest, &said[skipped..])),
        Some((line, rest)) => {
            let same = |said: &&str| match line.strip_suffix('…') {
                Some(start) => said.starts_with(start),
                None => said == line,
            };
            said.first().is_some_and(same) && matches(rest, &said[1..])
        }
    }
}
