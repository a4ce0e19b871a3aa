//! `tradewind games`: lists, filters, single games with boards, CSV and JSON.

use super::program::{EXPERIMENT, Folder};
use serde_json::Value;

/// Two players from several arrays, with evaluations.
fn played() -> Folder {
    let folder = Folder::new();
    let text = EXPERIMENT
        .replace(
            "[player]\ndepth = 1\nnoise = 50",
            "[[player]]\nname = \"deep\"\ndepth = 2\n[[player]]\nname = \"flat\"\ndepth = 1",
        )
        .replace(
            "[rules]\nid = \"tiny.toml\"",
            "[[rules]]\nid = \"tiny.toml\"\n[[rules]]\nname = \"tiny-chess\"\nid = \"shatranj\"\narrays = [0]",
        )
        .replace("pairs = 30", "pairs = 8")
        .replace("[opening]", "[record]\nevaluations = true\ngames_per_file = 10\n[opening]");
    folder.write("two.toml", &text);
    folder.passes(&["run", "two.toml", "--out", "results"]);
    folder
}

fn json(folder: &Folder, more: &[&str]) -> Vec<Value> {
    let lines = folder.passes(&[&["games", "results", "--json"], more].concat());
    let lines = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object"));
    lines.collect()
}

#[test]
fn games_are_listed_and_filtered() {
    let folder = played();
    let all = json(&folder, &[]);
    assert_eq!(all.len(), 32);
    let numbers: Vec<u64> = all
        .iter()
        .filter_map(|game| game["game"].as_u64())
        .collect();
    assert_eq!(numbers, (0..32).collect::<Vec<u64>>());
    for (key, option) in [
        ("rules", "--rules"),
        ("result", "--result"),
        ("termination", "--termination"),
        ("array", "--array"),
    ] {
        let value = &all[5][key];
        let text = value.as_str().map_or(value.to_string(), str::to_string);
        let wanted: Vec<&Value> = all.iter().filter(|game| game[key] == *value).collect();
        let found = json(&folder, &[option, &text]);
        assert_eq!(found.iter().collect::<Vec<_>>(), wanted, "{option}");
    }
    let plies = |game: &Value| game["plies"].as_u64().unwrap_or(0);
    let long = all
        .iter()
        .filter(|game| (20..=39).contains(&plies(game)))
        .count();
    let found = json(&folder, &["--min-plies", "20", "--max-plies", "39"]);
    assert_eq!(found.len(), long);
    assert_eq!(json(&folder, &["--player", "deep"]).len(), 32);
    assert_eq!(json(&folder, &["--limit", "3"]).len(), 3);
    let list = folder.passes(&["games", "results", "--rules", "tiny"]);
    assert_eq!(list.lines().count(), 1 + 16, "{list}");
    let table = folder.passes(&["games", "results", "--csv"]);
    assert_eq!(table.lines().count(), 1 + 32);
    assert!(
        table.starts_with("game,pair,rules,array,odds,start,white,black,"),
        "{table}"
    );
}

/// Rule sets take turns, and the players of a pair change sides.
#[test]
fn a_pair_is_one_opening_with_colours_exchanged() {
    let folder = played();
    let games = json(&folder, &[]);
    for pair in games.chunks(2) {
        let [one, other] = pair else {
            panic!("an odd number of games");
        };
        assert_eq!(one["pair"], other["pair"]);
        assert_eq!(
            (&one["white"], &one["black"]),
            (&"deep".into(), &"flat".into())
        );
        assert_eq!(
            (&other["white"], &other["black"]),
            (&"flat".into(), &"deep".into())
        );
        assert_eq!(
            (&one["rules"], &one["array"]),
            (&other["rules"], &other["array"])
        );
        let opening = |game: &Value| {
            let plies = game["opening_plies"].as_u64().unwrap_or(0) as usize;
            game["moves"]
                .as_array()
                .map(|moves| moves[..plies].to_vec())
        };
        assert_eq!(opening(one), opening(other));
        for game in pair {
            let count = |key: &str| game[key].as_array().map_or(0, Vec::len) as u64;
            assert_eq!(Some(count("moves")), game["plies"].as_u64());
            let searched = count("moves") - game["opening_plies"].as_u64().unwrap_or(0);
            assert_eq!(count("evaluations"), searched);
        }
    }
    let rules: Vec<&Value> = games.iter().map(|game| &game["rules"]).collect();
    assert_eq!(rules[..4], ["tiny", "tiny", "tiny-chess", "tiny-chess"]);
}

#[test]
fn a_game_is_shown_with_its_boards() {
    let folder = played();
    let game = &json(&folder, &["--game", "1"])[0];
    let plies = game["plies"].as_u64().expect("a number") as usize;
    let shown = folder.passes(&["games", "results", "--game", "1"]);
    assert!(
        shown.starts_with("game 1 of pair 0: tiny, array 0\nWhite: flat\nBlack: deep\n"),
        "{shown}"
    );
    let boards = shown
        .lines()
        .filter(|line| line.trim_start() == "a b c d")
        .count();
    assert_eq!(boards, 1 + plies, "{shown}");
    let one = folder.passes(&["games", "results", "--game", "1", "--ply", "2"]);
    assert!(
        one.contains("\n2. Black ") && !one.contains("\n3. "),
        "{one}"
    );
    let fen = one.lines().last().expect("a line");
    assert!(fen.contains(" w - - ") && fen.ends_with(" 2"), "{one}");
}

#[test]
fn what_is_not_there_is_named() {
    let folder = played();
    for (more, part) in [
        (
            ["--rules", "chess"],
            "there is no rule set `chess` here; there are tiny, tiny-chess",
        ),
        (["--player", "me"], "there are deep, flat"),
        (["--result", "won"], "there are 1-0, 0-1, 1/2-1/2, *"),
        (["--termination", "boredom"], "unfinished"),
        (["--termination", "checkmat"], "(did you mean `checkmate`?)"),
        (["--notation", "author"], "name it by --game"),
        (["--game", "32"], "they go from 0 to 31"),
    ] {
        folder.refuses(&[&["games", "results"][..], &more].concat(), &[part]);
    }
    folder.refuses(
        &["games", "nowhere"],
        &["there are no games in nowhere", "tradewind run"],
    );
    folder.refuses(
        &["games", "results", "--game", "0", "--ply", "999"],
        &["has no ply 999"],
    );
    folder.refuses(
        &["games", "results", "--game", "0", "--ply", "999", "--epd"],
        &["has no ply 999"],
    );
}

/// Positions at the ends of openings are a book.
#[test]
fn openings_are_a_book() {
    let folder = played();
    let book = folder.passes(&["games", "results", "--rules", "tiny", "--epd"]);
    let list = folder.passes(&["games", "results", "--rules", "tiny"]);
    assert_eq!(book.lines().count() + 1, list.lines().count());
    let first = book.lines().next().expect("a line");
    assert!(first.contains(" id \"game 0\"; c0 \""), "{first}");
    let shown = folder.passes(&["games", "results", "--game", "0", "--ply", "3"]);
    let position: Vec<&str> = first.split(' ').take(4).collect();
    assert!(shown.contains(&position.join(" ")), "{shown} {first}");
    folder.write("book.epd", &book);
    let players = [
        "--first", "nodes=20", "--second", "nodes=20", "--pairs", "4",
    ];
    let all = [&["match", "tiny.toml", "--book", "book.epd"][..], &players].concat();
    folder.passes(&all);
}
