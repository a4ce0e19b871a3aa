//! Old names in files and on the command line: the new name is said, with the place, and nothing is played.

use super::program::{EXPERIMENT, Folder};

/// More of a loop, and of a search for parameters, than an experiment has.
const LOOP: &str = "[texel]\npositions = 8\n";
const SPSA: &str = "[spsa]\niterations = 1\n";

#[test]
fn keys_of_files_say_their_new_names() {
    let folder = Folder::new();
    for (command, text, old, new) in [
        (
            &["run"][..],
            EXPERIMENT.replace("pairs = 30", "pairs = 30\nmeet = \"all\""),
            "meet",
            "schedule",
        ),
        (
            &["run"],
            EXPERIMENT.replace("plies = 3", "plies = 3\nlevel = 100"),
            "level",
            "max_imbalance_cp",
        ),
        (
            &["match"],
            format!("{}milliseconds = 5\n{}", two_players(), "[match]\n"),
            "milliseconds",
            "movetime",
        ),
        (
            &["match"],
            format!(
                "{}engine = {{ program = \"x\", patience = 1 }}\n{}",
                two_players(),
                "[match]\n"
            ),
            "patience",
            "time_margin",
        ),
        (&["match"], test("lower = 0, elo1 = 5"), "lower", "elo0"),
        (&["match"], test("elo0 = 0, upper = 5"), "upper", "elo1"),
        (
            &["match"],
            test("elo0 = 0, elo1 = 5, scale = \"normalized\""),
            "scale",
            "model",
        ),
        (
            &["tune", "loop"],
            more(LOOP, "level = 300"),
            "level",
            "max_eval_cp",
        ),
        (
            &["tune", "loop"],
            more(LOOP, "blend = 1"),
            "blend",
            "lambda",
        ),
        (&["tune", "loop"], more(LOOP, "pull = 20"), "pull", "l2"),
        (
            &["tune", "loop"],
            more(LOOP, "fixed = []"),
            "fixed",
            "frozen",
        ),
        (
            &["tune", "loop"],
            more(LOOP, "bounds = [{ weights = \"*.R\", least = 0, max = 1 }]"),
            "least",
            "min",
        ),
        (
            &["tune", "loop"],
            more(LOOP, "[proof]"),
            "proof",
            "verification",
        ),
        (
            &["tune", "spsa"],
            more(SPSA, "[proof]"),
            "proof",
            "verification",
        ),
        (
            &["tune", "spsa"],
            more(SPSA, "settling = 0.1"),
            "settling",
            "a_ratio",
        ),
        (
            &["tune", "spsa"],
            more(SPSA, "[[parameter]]\nname = \"rfp_margin\"\nmost = 300"),
            "most",
            "max",
        ),
        (
            &["tune", "spsa"],
            more(SPSA, "[[parameter]]\nname = \"reverse_margin\""),
            "reverse_margin",
            "rfp_margin",
        ),
    ] {
        folder.write("old.toml", &text);
        let message = format!("`{old}` is called `{new}` now");
        folder.refuses(&[command, &["old.toml"]].concat(), &["old.toml:", &message]);
    }
}

fn more(kind: &str, key: &str) -> String {
    format!("{EXPERIMENT}\n{kind}{key}\n")
}

/// An experiment up to the middle of the table of its second player.
fn two_players() -> String {
    let players = "[[player]]\nname = \"one\"\ndepth = 1\n\n";
    let text = EXPERIMENT.replace("[player]\ndepth = 1\nnoise = 50\n", players);
    format!("{text}\n[[player]]\nname = \"other\"\nnodes = 5\n")
}

fn test(keys: &str) -> String {
    format!("{}\n[match]\nsprt = {{ {keys} }}\n", two_players())
}

#[test]
fn options_say_their_new_names() {
    let folder = Folder::new();
    for (arguments, old, new) in [
        (
            &["games", "x", "--ending", "draw"][..],
            "--ending",
            "--termination",
        ),
        (
            &["games", "x", "--least-plies=2"],
            "--least-plies",
            "--min-plies",
        ),
        (
            &["games", "x", "--most-plies", "2"],
            "--most-plies",
            "--max-plies",
        ),
        (
            &["match", "x", "--level", "2"],
            "--level",
            "--max-imbalance-cp",
        ),
        (
            &["tune", "texel", "x", "--level", "2"],
            "--level",
            "--max-eval-cp",
        ),
        (
            &["tune", "texel", "x", "--blend", "1"],
            "--blend",
            "--lambda",
        ),
        (&["tune", "texel", "x", "--pull", "1"], "--pull", "--l2"),
        (&["tune", "texel", "x", "--fix", "*.R"], "--fix", "--freeze"),
        (&["match", "x", "--first", "ms=5"], "ms", "movetime"),
        (
            &["match", "x", "--first", "patience=5"],
            "patience",
            "time_margin",
        ),
    ] {
        let message = format!("`{old}` is called `{new}` now");
        folder.refuses(arguments, &[&message]);
    }
}
