//! Gathers the rule files of `data/rules`, the weights of `data/weights` and the networks of `data/networks` into
//! the program, so that adding a rule set is adding a file there.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    gather("rules");
    gather("weights");
    gather("networks");
}

/// Writes a table of the names and texts of the files of a folder of `data`.
fn gather(kind: &str) {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo names the package's folder");
    let folder = Path::new(&root).join("../data").join(kind);
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("data has this folder")
        .map(|entry| entry.expect("a folder of data can be listed").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .collect();
    files.sort();
    let mut table = String::from("&[\n");
    for file in files {
        let path = file.canonicalize().expect("a listed file exists");
        let id = file.file_stem().expect("a listed file has a name");
        println!("cargo::rerun-if-changed={}", path.display());
        writeln!(
            table,
            "    ({:?}, include_str!({:?})),",
            id.display().to_string(),
            path.display().to_string()
        )
        .expect("a string can be written to");
    }
    table.push(']');
    let out = env::var("OUT_DIR").expect("cargo names the output folder");
    let out = Path::new(&out).join(format!("built_in_{kind}.rs"));
    fs::write(out, table).expect("the output can be written");
}
