//! Files that are not written over, and folders outside of which nothing is written, wherever links and names lead.

use super::folder::Folder;
use std::fs;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;

const RUN: &str = "run experiment.toml --out results";
const REGULAR: &str = "it is not a regular file";

/// The commands that write a file whose path follows.
const WRITERS: [&str; 3] = [
    "report o --out",
    "work o --pairs 0..1 --file",
    "register study.toml --out",
];

fn link(folder: &Folder, to: &str, from: &str) {
    symlink(folder.path(to), folder.path(from)).expect("a link");
}

#[track_caller]
fn script(folder: &Folder, text: &str) {
    assert!(
        folder.shell(text).status().expect("a shell").success(),
        "{text}"
    );
}

/// A folder with a study and the games of an experiment.
fn played() -> Folder {
    let folder = Folder::new();
    folder.write_experiment("experiment.toml", &[("pairs = 30", "pairs = 6")]);
    folder.passes("run experiment.toml --out o");
    folder.write(
        "study.toml",
        "name = \"s\"\nclaims = \"claims.toml\"\nstopping = \"all pairs are played\"\n",
    );
    folder.write(
        "claims.toml",
        "[[claim]]\nid = \"c\"\ngame = \"Tiny\"\nclaim = \"Much to choose from.\"\nsource = \"these tests\"\n\
         experiment = \"experiment\"\nmetric = { name = \"branching_factor\", rules = \"tiny\" }\nabove = 0\n",
    );
    folder
}

#[test]
fn special_files_are_not_written_over() {
    let folder = played();
    UnixListener::bind(folder.path("socket")).expect("a socket");
    folder.write("target", "kept");
    link(&folder, "target", "link");
    link(&folder, "nowhere", "dangling");
    // Only the administrator may make a device.
    script(
        &folder,
        "mkfifo pipe; mkdir folder; mknod device c 1 3 2> /dev/null || true",
    );
    for special in ["pipe", "socket", "folder", "link", "dangling", "device"] {
        let Ok(before) = fs::symlink_metadata(folder.path(special)) else {
            continue;
        };
        for writer in WRITERS {
            let said = folder.ends(2, &format!("{writer} {special}"), &[]);
            let is_read_first = writer.starts_with("register") && special == "link";
            assert!(
                is_read_first || said.err.contains(REGULAR),
                "{writer} {special}: {}",
                said.err
            );
            let after = fs::symlink_metadata(folder.path(special)).expect("it is there");
            assert_eq!(after.file_type(), before.file_type(), "{special}");
        }
    }
    assert_eq!(folder.read("target"), "kept");
    assert!(!folder.path("nowhere").exists());
}

/// A pipe in the place of each file of a folder of results is not replaced by a regular file.
#[test]
fn special_files_in_folders_of_results_are_not_replaced() {
    let folder = played();
    let names: Vec<String> = folder.files("o").into_keys().collect();
    assert!(names.len() > 8, "{names:?}");
    for name in names {
        script(
            &folder,
            &format!("rm -rf p && cp -r o p && rm p/{name} && mkfifo p/{name}"),
        );
        let said = folder.call("run experiment.toml --out p");
        if said.code == Some(2) {
            assert!(said.err.contains(REGULAR), "{name}: {}", said.err);
            let left = fs::symlink_metadata(folder.path("p").join(&name)).expect("it is there");
            assert!(left.file_type().is_fifo(), "{name}");
        } else {
            // The folder that contains it may be moved away, with it.
            let is_deeper = Path::new(&name).components().count() > 1;
            assert!(
                is_deeper && said.err.contains("quarantine"),
                "{name}: {}",
                said.err
            );
        }
    }
}

#[test]
fn a_file_that_a_command_reads_is_not_written_over() {
    let folder = played();
    for (writer, read) in [
        (0, "o/experiment.toml"),
        (0, "o/../o/games/chunk-000000.parquet"),
        (0, "o/rules/tiny.toml"),
        (1, "o/experiment.toml"),
        (2, "study.toml"),
        (2, "claims.toml"),
        (2, "tiny.toml"),
        (2, "experiment.toml"),
    ] {
        let before = folder.bytes(read);
        let said = folder.ends(2, &format!("{} {read}", WRITERS[writer]), &[read]);
        assert!(
            writer == 2
                || said
                    .err
                    .contains("this command reads it; name another file"),
            "{}",
            said.err
        );
        assert!(folder.bytes(read) == before, "{read}");
    }
    // Another page may be written again.
    for _ in 0..2 {
        folder.passes("report o --out page.html");
    }
}

#[test]
fn the_lock_is_neither_followed_nor_emptied() {
    let folder = Folder::new();
    folder.write("diary.txt", "dear diary");
    script(
        &folder,
        "mkdir results kept pipe; echo kept > kept/.tradewind.lock; mkfifo pipe/.tradewind.lock",
    );
    link(&folder, "diary.txt", "results/.tradewind.lock");
    let message = "results/.tradewind.lock: it is not a regular file but a symbolic link";
    folder.refuses(RUN, &[message, "choose another path"]);
    assert_eq!(folder.read("diary.txt"), "dear diary");
    folder.passes("run experiment.toml --out kept");
    assert_eq!(folder.read("kept/.tradewind.lock"), "kept\n");
    let message = "cannot write pipe/.tradewind.lock: it is not a regular file";
    folder.refuses("run experiment.toml --out pipe", &[message]);
}

/// Checks that a command does not write into a folder of its own that is a link to `elsewhere`.
#[track_caller]
fn stays_inside(folder: &Folder, arguments: &str, own: &str) {
    let parent = Path::new(own)
        .parent()
        .expect("a folder")
        .display()
        .to_string();
    // Leftovers of a killed run are removed, but only in the folder of the run.
    script(
        folder,
        &format!("mkdir -p {parent} elsewhere; : > elsewhere/.tradewind-left"),
    );
    link(folder, "elsewhere", own);
    let message = format!("cannot write into {own}: it is a symbolic link");
    folder.ends(2, arguments, &[&message, "out of the folder given"]);
    assert_eq!(folder.files("elsewhere").len(), 1, "{own}");
    folder.remove("elsewhere");
}

#[test]
fn folders_that_are_links_are_not_written_into() {
    let folder = Folder::new();
    for own in ["games", "rules", "weights", "weights/players", "pairings"] {
        stays_inside(&folder, RUN, &format!("results/{own}"));
        folder.remove("results");
    }
    folder.passes(RUN);
    folder.write("results/games/chunk-000000.parquet", "damaged");
    stays_inside(&folder, RUN, "results/quarantine");
    let rules = "[[rules]]\nid = \"tiny.toml\"\n[[rules]]\nname = \"again\"";
    folder.write_experiment("two.toml", &[("[rules]", rules)]);
    folder.passes("run two.toml");
    stays_inside(&folder, "compare out/two", "out/two/comparison");
    folder.write_experiment("loop.toml", &[("pairs = 30", "pairs = 2")]);
    stays_inside(
        &folder,
        "tune loop loop.toml --out looped",
        "looped/generation-001",
    );
    let spsa = "[spsa]\niterations = 1\n[verification]\npairs = 2\n[opening]";
    folder.write_experiment(
        "search.toml",
        &[("pairs = 30", "pairs = 2"), ("[opening]", spsa)],
    );
    stays_inside(
        &folder,
        "tune spsa search.toml --out searched",
        "searched/verification",
    );
}
