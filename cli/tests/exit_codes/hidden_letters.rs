//! Letters that would act on a terminal, a line, a page or a spreadsheet: refused in names, and spelt out
//! where they come from elsewhere. That nothing prints an escape sequence, every call here checks.

use super::program::{EXPERIMENT, Folder};
use std::fs;

#[test]
fn names_with_hidden_letters_are_refused() {
    let folder = Folder::new();
    for (from, to, parts) in [
        (
            "tiny games",
            "a\\u001b[31m",
            ["wrong.toml:1:8: ", "has hidden letters"],
        ),
        (
            "tiny games",
            "a\\u202eb",
            ["wrong.toml:1:8: ", "has hidden letters"],
        ),
        (
            "tiny games",
            "a\\nb",
            ["wrong.toml:1:8: ", "has hidden letters"],
        ),
        (
            "id = \"tiny.toml\"",
            "id = \"tiny.toml\"\nlevels = { pawns = \"a\\u001b\" }",
            ["wrong.toml:8:12: ", "\"a\\u001b\" has hidden letters"],
        ),
        (
            "id = \"tiny.toml\"",
            "id = \"tiny.toml\"\noptions = { \"a\\u0007b\" = true }",
            ["wrong.toml:8:13: ", "\"a\\u0007b\" has hidden letters"],
        ),
        (
            "id = \"tiny.toml\"",
            "id = \"tiny.toml\"\noptions = { a = \"x\\r\\nquit\" }",
            [
                "wrong.toml:8:17: ",
                "\"x\\u000d\\u000aquit\" has hidden letters",
            ],
        ),
        (
            "[player]\ndepth = 1\nnoise = 50\n",
            "[match]\n[[player]]\ndepth = 1\n[[player]]\nnodes = 1\n\
             engine = { program = \"./a\\u001b[31m\" }\n",
            ["wrong.toml:14:22: ", "has hidden letters"],
        ),
    ] {
        folder.write("wrong.toml", &EXPERIMENT.replace(from, to));
        folder.refuses(&["run", "wrong.toml"], &parts);
    }
}

#[test]
fn names_of_files_are_spelt_out() {
    let folder = Folder::new();
    let name = "a\u{1b}[31m\u{9b}.toml";
    let parts = ["cannot read the experiment a\\u001b[31m\\u009b.toml: "];
    folder.refuses(&["run", name], &parts);
    folder.write(name, EXPERIMENT);
    let said = folder.call(&["run", name]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(
        said.err.contains("into out/a\\u001b[31m\\u009b"),
        "{}",
        said.err
    );
    let said = folder.call(&["report", "out/a\u{1b}[31m\u{9b}"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
}

#[test]
fn words_like_formulas_are_words_in_csv_and_numbers_are_numbers() {
    let folder = Folder::new();
    let players =
        "[[player]]\nname = \"=1+1\"\ndepth = 1\n[[player]]\nname = \"@sum\"\ndepth = 1\n";
    let text = EXPERIMENT.replace("[player]\ndepth = 1\nnoise = 50\n", players);
    folder.write(
        "formulas.toml",
        &format!("{text}[record]\nevaluations = true\n"),
    );
    folder.passes(&["run", "formulas.toml", "--out", "results"]);
    let games = fs::read_to_string(folder.path("results/games.csv")).expect("a table");
    let shown = folder.passes(&["games", "results", "--csv"]);
    for csv in [&games, &shown] {
        assert!(csv.contains("'=1+1") && csv.contains("'@sum"), "{csv}");
        for cell in csv.lines().flat_map(|line| line.split(',')) {
            let letters = |cell: &str| cell.contains(|letter: char| letter.is_alphabetic());
            let is_formula =
                cell.starts_with(['=', '+', '@']) || (cell.starts_with('-') && letters(cell));
            assert!(!is_formula, "{cell}");
        }
    }
    let scores = shown
        .lines()
        .skip(1)
        .filter_map(|line| line.rsplit(',').next());
    assert!(scores.clone().any(|cell| cell.starts_with('-')), "{shown}");
    // The name itself is what it was.
    let json = folder.passes(&["games", "results", "--json"]);
    assert!(json.contains("\"white\":\"=1+1\""), "{json}");
}
