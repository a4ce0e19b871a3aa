//! `tradewind-store`: folders of Tradewind in object stores.
//!
//! `with PROGRAM ARGUMENTS…` replaces URLs among the arguments by local folders ([`folder`]). It
//! downloads their files first ([`mirror`]), and uploads what the program writes while it runs and
//! at its end. `tradewind` uses it if an argument is a URL. `get` and `put` copy single files.

mod folder;
mod mirror;
mod place;
mod with;

use anyhow::Context;
use clap::{Parser, Subcommand};
use mirror::Mirror;
use place::Place;
use std::path::PathBuf;
use std::process::ExitCode;

/// Keeps folders of Tradewind in object stores: s3://BUCKET/PREFIX, gs://BUCKET/PREFIX,
/// az://CONTAINER/PREFIX, file:///FOLDER
///
/// Credentials and endpoints are read from the environment variables of the stores' own tools:
/// AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL; GOOGLE_SERVICE_ACCOUNT;
/// AZURE_STORAGE_ACCOUNT_NAME, AZURE_STORAGE_ACCOUNT_KEY.
#[derive(Parser)]
#[command(name = "tradewind-store", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Runs a program with a local folder in place of each URL among its arguments
    With {
        /// Seconds between uploads of new files while the program runs
        #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=86_400))]
        every: u64,
        /// The program and its arguments
        #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
        program: Vec<String>,
    },
    /// Downloads the files at a URL that are not yet in a folder
    Pull {
        /// The source
        url: String,
        /// The destination
        folder: PathBuf,
    },
    /// Uploads the files of a folder to a URL; existing files must be identical
    Push {
        /// The source
        folder: PathBuf,
        /// The destination
        url: String,
    },
    /// Downloads a file
    Get {
        /// The source
        url: String,
        /// The destination
        file: PathBuf,
    },
    /// Uploads a file; an existing one must be identical
    Put {
        /// The source
        file: PathBuf,
        /// The destination
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
        Command::Pull { url, folder } => Mirror::bare(&folder).pull(&Place::open(&url)?)?,
        Command::Push { folder, url } => Mirror::bare(&folder).push(&Place::open(&url)?)?,
        Command::Get { url, file } => {
            let bytes = Place::open(&url)?.bytes("")?;
            folder::write(&file, &bytes)?;
        }
        Command::Put { file, url } => {
            let bytes = std::fs::read(&file);
            let bytes = bytes.with_context(|| format!("cannot read {}", file.display()))?;
            Place::open(&url)?.create("", bytes)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
