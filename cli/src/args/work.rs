//! Arguments of `work`, and of the commands that have games played elsewhere.

use super::Threads;
use clap::Args;
use std::ops::Range;
use std::path::PathBuf;

/// Where games are played.
#[derive(Clone, Debug, Default, Args)]
pub struct ExecutorArguments {
    /// Have the games played by this program, its arguments behind it: "tradewind work --serve" on this machine,
    /// "tradewind-ray" on many; on the threads of this process when left out
    #[arg(long, value_name = "PROGRAM")]
    pub executor: Option<String>,
}

/// Arguments of `work`.
#[derive(Debug, Args)]
pub struct WorkArguments {
    /// The folder of a run: its experiment is read, nothing else is touched
    #[arg(value_name = "DIR", required_unless_present = "serve", requires_all = ["pairs", "file"])]
    pub folder: Option<PathBuf>,
    /// The pairs to play: from the first, counted from 0, up to and without the second, such as 40..50
    #[arg(long, value_name = "A..B", value_parser = pairs)]
    pub pairs: Option<Range<u64>>,
    /// The file for their games
    #[arg(long)]
    pub file: Option<PathBuf>,
    /// Refuse to play unless this program's search has this signature
    #[arg(long)]
    pub signature: Option<String>,
    /// Play what a run asks for on standard input: `tradewind run FILE --executor "tradewind work --serve"`
    #[arg(long, conflicts_with = "folder")]
    pub serve: bool,
    #[command(flatten)]
    pub threads: Threads,
}

fn pairs(text: &str) -> Result<Range<u64>, String> {
    let wrong = || "two numbers are wanted, the second one larger, such as 40..50".to_string();
    let (start, end) = text.split_once("..").ok_or_else(wrong)?;
    let number = |text: &str| text.parse::<u64>().map_err(|_| wrong());
    let pairs = number(start)?..number(end)?;
    if pairs.is_empty() {
        Err(wrong())
    } else {
        Ok(pairs)
    }
}
