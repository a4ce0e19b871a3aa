//! `tradewind completions` and `tradewind man`: what shells and `man` know of the commands.

use crate::Verdict;
use crate::args::{Arguments, CompletionsArguments, ManArguments};
use crate::message::{self, say};
use clap::CommandFactory;
use std::io::Write;
use tradewind_files::write_all;

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

/// Writes the manual pages: of the program, and of each command.
pub fn man(arguments: &ManArguments) -> anyhow::Result<Verdict> {
    let mut program = Arguments::command();
    program.build();
    let mut pages = Vec::new();
    add_pages(&program, PROGRAM, &mut pages)?;
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

/// The page of a command, and those of the commands below it.
fn add_pages(
    command: &clap::Command,
    name: &str,
    pages: &mut Vec<(String, Vec<u8>)>,
) -> anyhow::Result<()> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone())
        .title(name.to_uppercase())
        .source(concat!("tradewind ", env!("CARGO_PKG_VERSION")))
        .render(&mut page)?;
    pages.push((format!("{name}.1"), page));
    let below = command.get_subcommands();
    for one in below.filter(|one| one.get_name() != "help") {
        add_pages(one, &format!("{name}-{}", one.get_name()), pages)?;
    }
    Ok(())
}
