//! Nothing is written outside of the folder that was given, wherever links and names lead.
#![cfg(unix)]

use super::program::{EXPERIMENT, Folder};
use std::fs;
use std::os::unix::fs::symlink;

const RUN: [&str; 4] = ["run", "experiment.toml", "--out", "results"];

fn link(folder: &Folder, to: &str, from: &str) {
    symlink(folder.path(to), folder.path(from)).expect("a link");
}

fn make(folder: &Folder, name: &str) {
    fs::create_dir_all(folder.path(name)).expect("a folder");
}

#[test]
fn a_lock_that_is_a_link_is_refused_and_what_it_leads_to_is_left_alone() {
    let folder = Folder::new();
    make(&folder, "results");
    folder.write("diary.txt", "dear diary");
    link(&folder, "diary.txt", "results/.tradewind.lock");
    let parts = [
        "results/.tradewind.lock: it is not a regular file but a symbolic link",
        "another file",
    ];
    folder.refuses(&RUN, &parts);
    let text = fs::read_to_string(folder.path("diary.txt")).expect("it is there");
    assert_eq!(text, "dear diary");
}

#[test]
fn a_lock_is_not_emptied_and_a_pipe_is_not_waited_for() {
    let folder = Folder::new();
    make(&folder, "results");
    folder.write("results/.tradewind.lock", "kept");
    folder.passes(&RUN);
    let text = fs::read_to_string(folder.path("results/.tradewind.lock")).expect("it is there");
    assert_eq!(text, "kept");
    make(&folder, "other");
    let pipe = folder.path("other/.tradewind.lock");
    let made = std::process::Command::new("mkfifo").arg(pipe).status();
    assert!(made.expect("mkfifo is there").success());
    folder.refuses(
        &["run", "experiment.toml", "--out", "other"],
        &["cannot write other/.tradewind.lock: it is not a regular file"],
    );
}

#[test]
fn folders_that_are_links_are_refused_and_nothing_is_written_beyond_them() {
    for own in ["games", "rules", "weights", "weights/players", "pairings"] {
        let folder = Folder::new();
        make(&folder, "elsewhere");
        // What a killed run leaves is removed, but only here.
        folder.write("elsewhere/.tradewind-left", "");
        make(&folder, "results/weights");
        if own == "weights" {
            fs::remove_dir(folder.path("results/weights")).expect("it is empty");
        }
        link(&folder, "elsewhere", &format!("results/{own}"));
        let message = format!("cannot write into results/{own}: it is a symbolic link");
        folder.refuses(&RUN, &[&message, "out of the folder given"]);
        let left = fs::read_dir(folder.path("elsewhere")).expect("a folder");
        assert_eq!(left.count(), 1, "{own}");
    }
}

#[test]
fn what_is_wrong_is_not_quarantined_elsewhere() {
    let folder = Folder::new();
    folder.passes(&RUN);
    make(&folder, "elsewhere");
    link(&folder, "elsewhere", "results/quarantine");
    folder.write("results/games/chunk-000000.parquet", "damaged");
    folder.refuses(&RUN, &["cannot write into results/quarantine: "]);
    let left = fs::read_dir(folder.path("elsewhere")).expect("a folder");
    assert_eq!(left.count(), 0);
}

#[test]
fn tables_of_comparisons_and_values_do_not_go_elsewhere() {
    let folder = Folder::new();
    let two = EXPERIMENT.replace(
        "[rules]\nid = \"tiny.toml\"\n",
        "[[rules]]\nid = \"tiny.toml\"\n[[rules]]\nname = \"again\"\nid = \"tiny.toml\"\n",
    );
    folder.write("two.toml", &two);
    make(&folder, "elsewhere");
    make(&folder, "out/two");
    for (command, own) in [("compare", "comparison"), ("values", "values")] {
        link(&folder, "elsewhere", &format!("out/two/{own}"));
        let said = folder.call(&[command, "two.toml"]);
        assert_eq!(said.code, Some(2), "{}", said.err);
        let message = format!("cannot write into out/two/{own}: it is a symbolic link");
        assert!(said.err.contains(&message), "{}", said.err);
    }
    let left = fs::read_dir(folder.path("elsewhere")).expect("a folder");
    assert_eq!(left.count(), 0);
}

#[test]
fn a_search_and_a_loop_stay_in_their_folder() {
    let folder = Folder::new();
    make(&folder, "elsewhere");
    let iterations = format!(
        "{}[spsa]\niterations = 1\n[verification]\npairs = 2\n",
        EXPERIMENT.replace("pairs = 30", "pairs = 2")
    );
    folder.write("search.toml", &iterations);
    make(&folder, "searched");
    link(&folder, "elsewhere", "searched/verification");
    let loop_file = EXPERIMENT.replace("pairs = 30", "pairs = 2");
    folder.write("loop.toml", &loop_file);
    make(&folder, "looped");
    link(&folder, "elsewhere", "looped/generation-001");
    for (arguments, own) in [
        (
            ["tune", "spsa", "search.toml", "--out", "searched"],
            "searched/verification",
        ),
        (
            ["tune", "loop", "loop.toml", "--out", "looped"],
            "looped/generation-001",
        ),
    ] {
        let message = format!("cannot write into {own}: it is a symbolic link");
        folder.refuses(&arguments, &[&message]);
    }
    let left = fs::read_dir(folder.path("elsewhere")).expect("a folder");
    assert_eq!(left.count(), 0);
}

#[test]
fn a_claim_names_no_experiment_outside() {
    let folder = Folder::new();
    for name in [
        "../../x",
        "/tmp/x",
        "values/../../x",
        "a\\\\b",
        ".hidden",
        "a//b",
        "",
    ] {
        let claim = format!(
            "[[claim]]\nid = \"c\"\ngame = \"g\"\nclaim = \"c\"\nsource = \"s\"\n\
             experiment = \"{name}\"\nmetric = {{ name = \"draws\", rules = \"tiny\" }}\nabove = 0\n"
        );
        folder.write("claims.toml", &claim);
        folder.refuses(
            &["claims", "--file", "claims.toml", "--play"],
            &[
                "claims.toml:6:14: ",
                "is no name of an experiment",
                "below data/experiments",
            ],
        );
    }
    let than = "[[claim]]\nid = \"c\"\ngame = \"g\"\nclaim = \"c\"\nsource = \"s\"\n\
                experiment = \"x\"\nvalue = { piece = \"N\", than = \"../x\" }\nabove = 0\n";
    folder.write("claims.toml", than);
    folder.refuses(
        &["claims", "--file", "claims.toml", "--play"],
        &["claims.toml:7:", "\"../x\" is no name of an experiment"],
    );
}

/// A URL is no folder: what stands behind it is reached by another program, or not at all.
#[test]
fn a_url_is_never_taken_for_a_folder() {
    let folder = Folder::new();
    for out in [
        &["--out", "ftp://host/results"][..],
        &["--out=ftp://host/results"],
    ] {
        folder.refuses(&[&RUN[..2], out].concat(), &["ftp://host/results"]);
    }
}
