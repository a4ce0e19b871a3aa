//! `tradewind completions` and `tradewind man`: what shells and `man` know of the commands.

use crate::Verdict;
use crate::args::{Arguments, CompletionsArguments, ManArguments};
use crate::message::{self, say};
use clap::CommandFactory;
use std::io::Write;
use tradewind_selfplay::files::write_all;

/// What the program is called.
const PROGRAM: &str = "tradewind";

/// Prints the script of a shell.
pub fn run(arguments: &CompletionsArguments) -> anyhow::Result<Verdict> {
    let mut script = Vec::new();
    clap_complete::generate(
        arguments.shell,
        &mut Arguments::command(),
        PROGRAM,
        &mut script,
    );
    message::out().write_all(&script)?;
    Ok(Verdict::Passed)
}

/// Writes the manual pages: one of the program, and one of each command.
pub fn man(arguments: &ManArguments) -> anyhow::Result<Verdict> {
    let mut program = Arguments::command();
    program.build();
    let mut pages = vec![(format!("{PROGRAM}.1"), page(&program)?)];
    for command in program
        .get_subcommands()
        .filter(|one| one.get_name() != "help")
    {
        let name = format!("{PROGRAM}-{}", command.get_name());
        pages.push((format!("{name}.1"), page(command)?));
    }
    let files: Vec<(&str, Vec<u8>)> = pages
        .iter()
        .map(|(name, page)| (name.as_str(), page.clone()))
        .collect();
    let names = write_all(&arguments.folder, &files)?;
    say(format_args!(
        "{} pages in {}",
        names.len(),
        arguments.folder.display()
    ));
    Ok(Verdict::Passed)
}

fn page(command: &clap::Command) -> anyhow::Result<Vec<u8>> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    Ok(page)
}
