//! `tradewind serve`: the workshop in the browser.

use crate::message::{say, show};
use clap::Args;
use std::env::current_exe;
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread::available_parallelism;
use tradewind_serve::ServeOptions;

#[derive(Debug, Args)]
pub struct ServeArguments {
    /// Folders with rule files, experiments and runs [default: the current folder]
    #[arg(value_name = "FOLDER", default_value = ".", hide_default_value = true)]
    pub folders: Vec<PathBuf>,
    /// Listen on this address of a network interface, such as 0.0.0.0, for other machines too; they need the token of the
    /// printed page
    #[arg(long, value_name = "ADDRESS")]
    pub listen: Option<IpAddr>,
    /// The port; 0 for any that is free
    #[arg(long, value_name = "PORT", default_value_t = 8910)]
    pub port: u16,
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
}

/// Serves the workshop until the process is stopped.
pub fn run(arguments: &ServeArguments) -> anyhow::Result<()> {
    let options = ServeOptions {
        folders: arguments.folders.clone(),
        program: current_exe()?,
        listen: arguments.listen,
        port: arguments.port,
        searches: available_parallelism().map_or(1, usize::from),
    };
    tradewind_serve::serve(&options, |page| {
        // Whoever reads the output must not stop the server.
        let _ = show!("{page}");
        if arguments.open && !open(page) {
            say!("open {page} in a browser");
        }
    })?;
    Ok(())
}

/// Opens a page by the system's program for that; returns whether there is one.
fn open(page: &str) -> bool {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let started = Command::new(program)
        .arg(page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    started.is_ok()
}
