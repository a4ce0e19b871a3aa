//! Embeds the rule sets of `data/rules` and, for the search, the weights of `data/weights` and the
//! networks of `data/networks`. To add a rule set is to add a file there.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    let package = env::var("CARGO_MANIFEST_DIR").expect("cargo names the package's folder");
    // `data` in the package is a link, which some checkouts do not have.
    let places = ["data", "../data"].map(|place| Path::new(&package).join(place));
    let data = places.iter().find(|place| place.join("rules").is_dir());
    let data = data.expect("data is in the package or beside it");
    let data = data.canonicalize().expect("the folder exists");
    println!("cargo::rustc-env=TRADEWIND_DATA={}", data.display());
    for kind in ["rules", "weights", "networks"] {
        embed(&data, kind);
    }
}

/// Writes a table of the names and texts of the files in a folder of `data`; an empty one without
/// the feature `built-in`.
fn embed(data: &Path, kind: &str) {
    let folder = data.join(kind);
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("data has this folder")
        .map(|entry| entry.expect("a folder of data can be listed").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .filter(|_| env::var_os("CARGO_FEATURE_BUILT_IN").is_some())
        .collect();
    files.sort();
    let mut table = String::from("&[\n");
    for path in files {
        println!("cargo::rerun-if-changed={}", path.display());
        let id = path.file_stem().expect("a listed file has a name");
        let (id, path) = (id.display().to_string(), path.display().to_string());
        writeln!(table, "    ({id:?}, include_str!({path:?})),").expect("a string takes text");
    }
    table.push(']');
    let out = env::var("OUT_DIR").expect("cargo names the output folder");
    let out = Path::new(&out).join(format!("built_in_{kind}.rs"));
    fs::write(out, table).expect("the output can be written");
}
