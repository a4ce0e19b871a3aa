//! Games that another program plays: the same bytes as without one, whatever happens to it.

use super::disturbed::{long, stopped};
use super::folder::Folder;
use nix::sys::signal::Signal;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

/// A worker that serves runs on this machine.
const SERVE: &str = "--executor 'tradewind work --serve --threads 2'";

const LOOP: &str = "[test]\nnodes = 20\npairs = 6\nsprt = { elo0 = -400, elo1 = -300 }\n[loop]\ngenerations = 1\n[opening]";
const SPSA: &str = "[spsa]\niterations = 3\ndirections = 3\n[[parameter]]\nname = \"rfp_margin\"\n[verification]\n\
                    nodes = 20\npairs = 3\n[opening]";
const ESTIMATES: &str = "\n[estimates]\nbootstrap = 40\n";

#[test]
fn games_that_another_program_plays_are_the_same() {
    let folder = Folder::new();
    folder.write("long.toml", long(150, 10));
    let cap = ("ply_cap = 40", "ply_cap = 80");
    let few = ("pairs = 30", "pairs = 2");
    folder.write_experiment(
        "loop.toml",
        &[
            ("pairs = 30", "pairs = 80"),
            cap,
            (ESTIMATES, ""),
            ("[opening]", LOOP),
        ],
    );
    folder.write_experiment(
        "spsa.toml",
        &[
            few,
            ("depth = 1", "nodes = 30"),
            (ESTIMATES, ""),
            ("[opening]", SPSA),
        ],
    );
    for (name, command) in [
        ("run", "run long.toml"),
        (
            "match",
            "match tiny.toml --first nodes=200 --second depth=1 --pairs 100 --sprt 0,100 --seed 3",
        ),
        ("loop", "tune loop loop.toml"),
        ("spsa", "tune spsa spsa.toml"),
    ] {
        let (here, there) = (format!("{name}-1"), format!("{name}-2"));
        let first = folder.passes(&format!("{command} --out {here}"));
        let said = folder.ends(0, &format!("{command} --out {there} {SERVE}"), &[]);
        assert_eq!(first.replace(&here, ""), said.out.replace(&there, ""));
        assert!(
            name != "run" || said.err.contains("a worker plays "),
            "{}",
            said.err
        );
        folder.same(&here, &there);
    }
}

#[test]
fn a_run_that_is_killed_with_or_after_its_executor_comes_to_the_same_end() {
    let folder = Folder::new();
    folder.write("long.toml", long(250, 10));
    folder.passes("run long.toml --out whole");
    // An executor that lives for a moment.
    folder.write(
        "short.sh",
        "timeout -s KILL 0.3 tradewind work --serve --threads 2\nexit 3\n",
    );
    let said = ["`sh short.sh` ended", "again to continue"];
    folder.ends(
        2,
        "run long.toml --out killed --executor 'sh short.sh'",
        &said,
    );
    let mut killed = folder.start(&format!("run long.toml --out killed {SERVE}"));
    sleep(Duration::from_millis(300));
    killed.kill().expect("it can be killed");
    killed.wait().expect("it ends");
    folder.passes(&format!("run long.toml --out killed {SERVE}"));
    folder.same("whole", "killed");
}

/// A worker may outlive its run: the pairs in its file are not played again.
#[test]
fn games_of_workers_that_have_ended_are_kept() {
    let folder = Folder::new();
    folder.passes("run experiment.toml --out whole");
    let outlived = |out: &str, start: u32, end: u32| {
        folder.passes(&format!("run experiment.toml --out {out} --shard 1/3"));
        fs::create_dir(folder.path(out).join("units")).expect("a folder");
        let file = format!("{out}/units/pairs-{start:08}-{end:08}.parquet");
        folder.passes(&format!("work {out} --pairs {start}..{end} --file {file}"));
    };
    // The executor plays nothing: all that is missing is in the file.
    outlived("part", 10, 30);
    folder.passes("run experiment.toml --out part --executor false");
    folder.same("whole", "part");
    // A run without an executor takes the file as well, and plays again what is damaged.
    outlived("other", 10, 20);
    folder.write("other/units/pairs-00000020-00000030.parquet", "damaged");
    folder.passes("run experiment.toml --out other");
    folder.same("whole", "other");
    folder.write(
        "ending.sh",
        "echo '{\"room\":{\"units\":1}}'\nread begin\nread unit\n\
         tradewind work o --pairs 0..2 --file o/units/pairs-00000000-00000002.parquet > done.txt\n\
         echo '{\"done\":{\"unit\":0,\"seconds\":1,\"worker\":\"w\"}}'\n",
    );
    folder.ends(
        2,
        "run experiment.toml --out o --executor 'sh ending.sh'",
        &[],
    );
    assert!(folder.path("o/games/chunk-000000.parquet").exists());
    folder.passes("run experiment.toml --out o");
    folder.same("whole", "o");
}

/// Whether its pipe is full or not, an executor that does not read is not waited for, nor left running.
#[test]
fn an_executor_that_does_not_read_ends_with_its_run() {
    let folder = Folder::new();
    folder.write(
        "long.toml",
        long(100_000, 1000).replace("nodes = 300", "depth = 1"),
    );
    for room in [1, 400, 1_000_000] {
        let script = format!(
            "echo '{{\"room\":{{\"units\":{room}}}}}'\nsleep 1\necho $$ > pid\nsleep 100 & echo $! > pids\nwait\n"
        );
        folder.write("deaf.sh", script);
        let run = folder.start("run long.toml --out o --executor 'sh deaf.sh'");
        folder.wait_for("pids");
        let (_, took) = stopped(run, Signal::SIGTERM);
        assert!(took < Duration::from_secs(4), "{room}: {took:?}");
        for file in ["pid", "pids"] {
            let process = Path::new("/proc")
                .join(folder.read(file).trim())
                .join("stat");
            let is_gone = fs::read_to_string(process).map_or(true, |stat| stat.contains(") Z"));
            assert!(is_gone, "{room}: {file}");
            folder.remove(file);
        }
    }
}

/// Endless output of executors is bounded in memory and in messages.
#[test]
fn output_of_executors_is_bounded() {
    let folder = Folder::new();
    folder.write(
        "long.toml",
        long(100_000, 1000).replace("nodes = 300", "depth = 1"),
    );
    let reason = |bytes: u32| {
        format!(
            "echo '{{\"room\":{{\"units\":1}}}}'; read begin; unit=0; while read line; do \
             printf '{{\"failed\":{{\"unit\":'$unit',\"worker\":\"w\",\"why\":\"'; \
             head -c {bytes} /dev/zero | tr '\\0' x; echo '\"}}}}'; unit=$((unit + 1)); done"
        )
    };
    let start = |script: &str| {
        folder.write("said.sh", script);
        // Two gigabytes of addresses are enough for any line.
        let run = "ulimit -v 2000000; exec tradewind run long.toml --out o --threads 1 --executor 'sh said.sh'";
        let mut command = folder.shell(run);
        command
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a shell")
    };
    for (script, part) in [
        ("yes x | tr -d '\\n'".to_string(), "which is not a message"),
        (
            reason(50_000),
            "could not be played, 4 times; the last time: w: xxx",
        ),
        (reason(10_000_000), "which is not a message"),
    ] {
        let said = super::folder::Output::of(start(&script));
        assert_eq!(said.code, Some(2), "{script}: {}", said.err);
        assert!(
            said.err.contains(part) && said.err.len() < 5_000,
            "{script}: {}",
            said.err
        );
    }
    let flood = start("yes '{\"room\":{\"units\":1}}'");
    sleep(Duration::from_secs(2));
    stopped(flood, Signal::SIGTERM);
}
