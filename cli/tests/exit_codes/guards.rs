//! Guards that every path goes through: what is written where, what other programs say, and how commands stop.

use super::program::{EXPERIMENT, Folder, TINY};
use super::runs::files;
use super::runs_disturbed::long;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::fs;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const REGULAR: &str = "it is not a regular file";

fn shell(folder: &Folder, script: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", script]).current_dir(folder.path(""));
    command
}

fn pipe(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status();
    assert!(made.expect("mkfifo is there").success());
}

/// A file of each special kind that can be made here.
fn specials(folder: &Folder) -> Vec<&'static str> {
    pipe(&folder.path("pipe"));
    UnixListener::bind(folder.path("socket")).expect("a socket");
    fs::create_dir(folder.path("folder")).expect("a folder");
    folder.write("target", "kept");
    symlink(folder.path("target"), folder.path("link")).expect("a link");
    symlink(folder.path("nowhere"), folder.path("dangling")).expect("a link");
    let mut all = vec!["pipe", "socket", "folder", "link", "dangling"];
    // Only the administrator may make one.
    if shell(folder, "mknod device c 1 3 2> /dev/null")
        .status()
        .is_ok_and(|made| made.success())
    {
        all.push("device");
    }
    all
}

/// A folder with a study and the games of an experiment.
fn played() -> Folder {
    let folder = Folder::new();
    folder.passes(&["run", "experiment.toml", "--out", "o"]);
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

/// The commands that write a file whose path is given, which follows.
const WRITERS: [&[&str]; 3] = [
    &["report", "o", "--out"],
    &["work", "o", "--pairs", "0..1", "--file"],
    &["register", "study.toml", "--out"],
];

#[test]
fn special_files_are_not_written_over() {
    let folder = played();
    for special in specials(&folder) {
        let kind = |name| fs::symlink_metadata(folder.path(name)).map(|found| found.file_type());
        let before = kind(special).expect("it is there");
        for writer in WRITERS {
            let said = folder.call(&[writer, &[special]].concat());
            assert_eq!(said.code, Some(2), "{writer:?} {special}: {}", said.err);
            let is_read_first = writer[0] == "register" && special == "link";
            assert!(
                is_read_first || said.err.contains(REGULAR),
                "{writer:?} {special}: {}",
                said.err
            );
            assert_eq!(kind(special).expect("it is there"), before, "{special}");
        }
    }
    assert_eq!(
        fs::read_to_string(folder.path("target")).expect("it is there"),
        "kept"
    );
    assert!(!folder.path("nowhere").exists());
}

/// A pipe in the place of each file of a folder of results: none is replaced by a regular one.
#[test]
fn special_files_in_folders_of_results_are_not_replaced() {
    let folder = played();
    let names: Vec<String> = files(&folder.path("o")).into_keys().collect();
    assert!(names.len() > 8, "{names:?}");
    for name in names {
        let script = format!("rm -rf p && cp -r o p && rm p/{name} && mkfifo p/{name}");
        assert!(shell(&folder, &script).status().expect("a shell").success());
        let said = folder.call(&["run", "experiment.toml", "--out", "p"]);
        let is_pipe =
            |path: &Path| fs::symlink_metadata(path).is_ok_and(|one| one.file_type().is_fifo());
        if said.code == Some(2) {
            assert!(said.err.contains(REGULAR), "{name}: {}", said.err);
            assert!(is_pipe(&folder.path("p").join(&name)), "{name}");
        } else {
            // A folder that holds it may be moved away, with it.
            let moved = Path::new(&name).components().count() > 1;
            assert!(
                moved && said.err.contains("quarantine"),
                "{name}: {}",
                said.err
            );
        }
    }
}

#[test]
fn what_a_command_reads_is_not_written_over() {
    let folder = played();
    folder.passes(&["run", "experiment.toml", "--out", "p"]);
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
        let before = fs::read(folder.path(read)).expect("a file");
        let said = folder.call(&[WRITERS[writer], &[read]].concat());
        assert_eq!(said.code, Some(2), "{read}: {}", said.err);
        let is_told = writer == 2
            || said
                .err
                .contains("this command reads it; name another file");
        assert!(is_told && said.err.contains(read), "{read}: {}", said.err);
        assert!(
            fs::read(folder.path(read)).expect("a file") == before,
            "{read}"
        );
    }
    // Another page may be written again.
    for _ in 0..2 {
        folder.passes(&["report", "o", "--out", "page.html"]);
    }
}

/// Sends SIGTERM, and returns the exit code, what was said and how long that took.
fn terminated(child: Child) -> (Option<i32>, String, Duration) {
    let process = Pid::from_raw(child.id().cast_signed());
    kill(process, Signal::SIGTERM).expect("it runs");
    let begin = Instant::now();
    let ended = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    (ended.status.code(), said, begin.elapsed())
}

fn wait_for(path: &Path) {
    let begin = Instant::now();
    while !path.exists() {
        assert!(
            begin.elapsed() < Duration::from_secs(30),
            "{}",
            path.display()
        );
        sleep(Duration::from_millis(20));
    }
}

/// Whether its pipe is full or not, an executor that does not read is not waited for, nor left running.
#[cfg(target_os = "linux")]
#[test]
fn an_executor_that_does_not_read_ends_with_its_run() {
    let folder = Folder::new();
    folder.write(
        "long.toml",
        &EXPERIMENT.replace("pairs = 30", "pairs = 100000"),
    );
    for room in [1, 400, 1_000_000] {
        folder.write(
            "deaf.sh",
            &format!("echo '{{\"room\":{{\"units\":{room}}}}}'\nsleep 1\necho $$ > pid\nsleep 100 & echo $! > pids\nwait\n"),
        );
        let run = folder.start(&["run", "long.toml", "--out", "o", "--executor", "sh deaf.sh"]);
        wait_for(&folder.path("pids"));
        let (code, said, took) = terminated(run);
        assert_eq!(code, Some(75), "{said}");
        assert!(took < Duration::from_secs(4), "{room}: {took:?}");
        for file in ["pid", "pids"] {
            let process = fs::read_to_string(folder.path(file)).expect("a number");
            let process = Path::new("/proc").join(process.trim()).join("stat");
            let is_gone = fs::read_to_string(process).map_or(true, |stat| stat.contains(") Z"));
            assert!(is_gone, "{room}: {file}");
            fs::remove_file(folder.path(file)).expect("it is there");
        }
    }
}

/// Endless output of executors is bounded in memory and in messages.
#[test]
fn what_executors_say_is_bounded() {
    let folder = Folder::new();
    folder.write(
        "long.toml",
        &EXPERIMENT.replace("pairs = 30", "pairs = 100000"),
    );
    let begin = "echo '{\"room\":{\"units\":1}}'; read begin; ";
    let why = |bytes: u32| {
        format!(
            "{begin}unit=0; while read line; do printf '{{\"failed\":{{\"unit\":'$unit',\"worker\":\"w\",\"why\":\"'; \
             head -c {bytes} /dev/zero | tr '\\0' x; echo '\"}}}}'; unit=$((unit + 1)); done"
        )
    };
    let program = env!("CARGO_BIN_EXE_tradewind");
    let start = |script: &str| {
        folder.write("said.sh", script);
        // Two gigabytes of addresses are enough for any line.
        let limited = format!(
            "ulimit -v 2000000; exec {program} run long.toml --out o --threads 1 --executor 'sh said.sh'"
        );
        let mut command = shell(&folder, &limited);
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        command.spawn().expect("a shell")
    };
    for (script, part) in [
        ("yes x | tr -d '\\n'".to_string(), "which is no message"),
        (
            why(50_000),
            "could not be played, 4 times; the last time: w: xxx",
        ),
        (why(10_000_000), "which is no message"),
    ] {
        let ended = start(&script).wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(ended.status.code(), Some(2), "{script}: {said}");
        assert!(
            said.contains(part) && said.len() < 5_000,
            "{script}: {said}"
        );
    }
    let flood = start("yes '{\"room\":{\"units\":1}}'");
    sleep(Duration::from_secs(3));
    let (code, said, _) = terminated(flood);
    assert_eq!(code, Some(75), "{said}");
}

#[test]
fn a_worker_refuses_what_no_run_gives_out() {
    let folder = Folder::new();
    folder.passes(&["run", "experiment.toml", "--out", "o"]);
    let root = fs::canonicalize(folder.path("o")).expect("a folder");
    let root = root.display();
    let signature = folder.passes(&["bench", "--signature"]);
    let signature = signature.split_whitespace().last().expect("a sum");
    for (pairs, file, part) in [
        ("[20,31]", "units/x.parquet", "pairs 20..31 are not of"),
        ("[5,5]", "units/x.parquet", "pairs 5..5 are not of"),
        ("[6,5]", "units/x.parquet", "pairs 6..5 are not of"),
        (
            "[0,18446744073709551615]",
            "units/x.parquet",
            "there are 30 pairs",
        ),
        ("[0,1]", "x.parquet", "x.parquet is not a file in"),
        ("[0,1]", "units/../x.parquet", "is not a file in"),
        ("[0,1]", "units/y/x.parquet", "is not a file in"),
        ("[0,1]", "experiment.toml", "is not a file in"),
    ] {
        folder.write(
            "said.txt",
            &format!(
                "{{\"begin\":{{\"protocol\":2,\"folder\":\"{root}\",\"program\":\"t\",\"signature\":\"{signature}\"}}}}\n\
                 {{\"play\":{{\"unit\":3,\"pairs\":{pairs},\"file\":\"{root}/{file}\"}}}}\n"
            ),
        );
        let program = env!("CARGO_BIN_EXE_tradewind");
        let script = format!("{program} work --serve --threads 1 < said.txt");
        let ended = shell(&folder, &script).output().expect("a shell");
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(ended.status.code(), Some(2), "{file}: {said}");
        assert!(
            said.contains("unit 3: ") && said.contains(part),
            "{file}: {said}"
        );
    }
}

#[test]
fn a_merge_that_is_stopped_says_so_and_goes_on() {
    let folder = Folder::new();
    let many = long().replace("games_per_file = 10", "games_per_file = 2");
    folder.write("many.toml", &many);
    for shard in ["1/2", "2/2"] {
        let out = format!("shard-{}", &shard[..1]);
        folder.passes(&["run", "many.toml", "--out", &out, "--shard", shard]);
    }
    let merge = |out| {
        [
            "merge",
            "shard-1",
            "shard-2",
            "--out",
            out,
            "--threads",
            "1",
        ]
    };
    folder.passes(&merge("whole"));
    let run = folder.start(&merge("stopped"));
    wait_for(&folder.path("stopped/games"));
    let (code, said, _) = terminated(run);
    assert_eq!(code, Some(75), "{said}");
    assert!(said.contains("again to go on"), "{said}");
    folder.passes(&merge("stopped"));
    assert!(files(&folder.path("whole")) == files(&folder.path("stopped")));
}

/// Faults of the command line name its options.
#[test]
fn faults_of_a_match_name_the_option() {
    let folder = Folder::new();
    let players = [
        "match",
        "tiny.toml",
        "--first",
        "nodes=2",
        "--second",
        "depth=1",
    ];
    for (more, part) in [
        (&["--pairs", "1"][..], "--pairs: 1 is not"),
        (&["--ply-cap", "2"], "--ply-cap: "),
        (&["--plies", "2000"], "--plies: "),
        (&["--book", "none.pgn"], "--book: "),
        (&["--set", "no=1"], "no"),
    ] {
        let said = folder.call(&[&players[..], more].concat());
        assert_eq!(said.code, Some(2), "{more:?}: {}", said.err);
        assert!(said.err.contains(part), "{more:?}: {}", said.err);
        assert!(!said.err.contains("the command line"), "{}", said.err);
    }
    let mut second = players;
    second[5] = "depth=9999";
    folder.refuses(&second, &["--second: "]);
    let mut first = players;
    first[3] = "depth=9999";
    folder.refuses(&first, &["--first: "]);
}

/// Names that the program makes of others are cut where they are too long.
#[test]
fn long_names_can_be_tried() {
    let folder = Folder::new();
    let long = "Long ".repeat(24);
    folder.write(
        "tiny.toml",
        &TINY.replacen("name = \"", &format!("name = \"{long}"), 1),
    );
    folder.write(
        "changed.toml",
        "extends = \"tiny.toml\"\nname = \"Short\"\n[[piece]]\ntext = \"R\"\nmoves = \"Q\"\n",
    );
    let tried = [
        "try",
        "changed.toml",
        "--recipe",
        "none",
        "--nodes",
        "5",
        "--pairs",
        "20",
    ];
    folder.passes(&tried);
    let weights = format!("{}.toml", "w".repeat(120));
    folder.write(&weights, "");
    let first = format!("nodes=2,weights={weights}");
    folder.passes(&[
        "match",
        "tiny.toml",
        "--first",
        &first,
        "--second",
        "nodes=2",
        "--pairs",
        "2",
        "--ply-cap",
        "40",
        "--out",
        "m",
    ]);
    folder.passes(&["games", "m"]);
}
