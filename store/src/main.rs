//! `tradewind-store`: folders of Tradewind in object stores.
//!
//! `with PROGRAM ARGUMENTS…` runs a program with folders in the place of URLs ([`folder`]): what is there is fetched before
//! ([`mirror`]), and what the program writes is put there while it runs and at its end. `tradewind` starts it so itself when one of
//! its arguments is a URL. `get` and `put` carry single files.

mod folder;
mod mirror;
mod place;
mod with;

use anyhow::Context;
use clap::{Parser, Subcommand};
use place::Place;
use std::path::PathBuf;
use std::process::ExitCode;

/// Keeps folders of Tradewind in object stores: s3://BUCKET/PREFIX, gs://BUCKET/PREFIX, az://CONTAINER/PREFIX, file:///FOLDER
///
/// Keys and endpoints are taken from the environment, by the names that the stores' own tools use: AWS_ACCESS_KEY_ID,
/// AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL; GOOGLE_SERVICE_ACCOUNT; AZURE_STORAGE_ACCOUNT_NAME, AZURE_STORAGE_ACCOUNT_KEY.
#[derive(Parser)]
#[command(name = "tradewind-store", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Runs a program with a local folder in the place of each URL among its arguments
    With {
        /// Seconds from one look for new files to the next while the program runs
        #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=86_400))]
        every: u64,
        /// The program and its arguments
        #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
        program: Vec<String>,
    },
    /// Fetches what is at a URL and not yet in a folder
    Pull {
        /// Where it is
        url: String,
        /// Where it goes
        folder: PathBuf,
    },
    /// Puts the files of a folder at a URL; what is there already must be the same
    Push {
        /// Where they are
        folder: PathBuf,
        /// Where they go
        url: String,
    },
    /// Fetches one file
    Get {
        /// Where it is
        url: String,
        /// Where it goes
        file: PathBuf,
    },
    /// Puts one file; one that is there already must be the same
    Put {
        /// The file
        file: PathBuf,
        /// Where it goes
        url: String,
    },
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::With { every, program } => return with::run(&program, every),
        Command::Pull { url, folder } => Place::open(&url)?.pull_new(&folder)?,
        Command::Push { folder, url } => Place::open(&url)?.push_new(&folder)?,
        Command::Get { url, file } => {
            let bytes = Place::open(&url)?.bytes("")?;
            folder::write(&file, &bytes)
                .with_context(|| format!("cannot write {}", file.display()))?;
        }
        Command::Put { file, url } => {
            let bytes = std::fs::read(&file);
            let bytes = bytes.with_context(|| format!("cannot read {}", file.display()))?;
            Place::open(&url)?.create("", bytes)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
