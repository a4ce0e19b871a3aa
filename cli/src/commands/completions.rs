//! `tradewind completions` and `tradewind man`: shell completions and manual pages.

use super::Arguments;
use crate::message::{self, say};
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::io::Write;
use std::path::PathBuf;
use tradewind_files::write_all;

#[derive(Debug, Args)]
pub struct CompletionsArguments {
    /// The shell
    pub shell: Shell,
}

#[derive(Debug, Args)]
pub struct ManArguments {
    /// The folder for the pages
    #[arg(default_value = "man")]
    pub folder: PathBuf,
}

const PROGRAM: &str = "tradewind";

/// Prints the completion script of a shell.
pub fn run(arguments: &CompletionsArguments) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(
        arguments.shell,
        &mut Arguments::command(),
        PROGRAM,
        &mut script,
    );
    Ok(message::out().write_all(&script)?)
}

/// Writes the manual pages of the program and of each command.
pub fn man(arguments: &ManArguments) -> anyhow::Result<()> {
    let mut program = Arguments::command();
    program.build();
    let mut pages = Vec::new();
    add_pages(&program, PROGRAM, &mut pages)?;
    let names = write_all(&arguments.folder, &pages)?;
    say!("{} pages in {}", names.len(), arguments.folder.display());
    Ok(())
}

/// Adds the page of a command and those of its subcommands.
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
