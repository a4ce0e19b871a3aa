//! Random rule files: pieces in Betza notation, powers, promotions, options and endings on boards
//! of any size. They test combinations that no built-in game has.

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use std::fmt::Write as _;

const MODES: [&str; 4] = ["", "", "m", "c"];
const DIRECTIONS: [&str; 17] = [
    "", "", "", "", "", "f", "b", "fb", "l", "r", "s", "v", "fs", "fl", "lf", "fh", "rh",
];
const WALLS: [&str; 5] = ["duck", "arrow", "trail", "edge", "anywhere"];
const SYMBOLS: [&str; 6] = ["A", "Bo", "C", "D", "Eel", "F"];

/// The parts of a random rule file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Betza notation alone, which the slow generator knows.
    Plain,
    /// Everything.
    Powers,
}

/// A rule file. It may be invalid: two powers may exclude each other.
pub fn rule_file(kind: Kind, random: &mut impl Rng) -> String {
    let files = random.random_range(3..=16_usize);
    let max = (256 / files).min(16);
    let ranks = random.random_range(5..=max.max(5));
    let mut text = String::new();
    let edge = kind == Kind::Powers && random.random_bool(0.1);
    let names: String = ('a'..='z').take(files).collect();
    let _ = writeln!(text, "name = \"random\"");
    let _ = writeln!(
        text,
        "board = {{ files = \"{names}\", ranks = {ranks}, edge = {edge}, holes = [{}] }}",
        holes(files, ranks, random)
    );
    if kind == Kind::Powers && random.random_bool(0.15) {
        let _ = writeln!(text, "captures = \"compulsory\"");
    }
    let several = kind == Kind::Plain && random.random_bool(0.3);
    let explodes = kind == Kind::Plain && !several && random.random_bool(0.25);
    if explodes {
        let spared = pick(&["", "\"A\"", "\"Eel\", \"K\""], random);
        let survivors = pick(&["", "", "\"C\"", "\"K\""], random);
        let _ = writeln!(
            text,
            "explosion = {{ spares = [{spared}], survivors = [{survivors}] }}"
        );
    }
    let walls = if kind == Kind::Plain && !explodes && random.random_bool(0.3) {
        pick(&WALLS, random)
    } else {
        ""
    };
    let has_walls = !walls.is_empty();
    if has_walls {
        let petrified = pick(&["", "\"Bo\", \"Eel\"", "\"K\", \"A\""], random);
        let open = pick(&["", "\"b2\""], random);
        let _ = writeln!(
            text,
            "walls = {{ built = \"{walls}\", open = [{open}], petrified = [{petrified}] }}"
        );
    }
    if !explodes && random.random_bool(0.3) {
        let weak = pick(&["", "\"D\""], random);
        let _ = writeln!(
            text,
            "no_trade = {{ pieces = [\"A\", \"Eel\"], weak = [{weak}] }}"
        );
    }
    if kind == Kind::Powers && random.random_bool(0.2) {
        let how = pick(&["\"promotion\"", "\"drop\", \"promotion\""], random);
        let _ = writeln!(text, "frozen = [{how}]");
    }
    let has_hands = !has_walls && random.random_bool(0.3);
    if has_hands {
        let drops = pick(&["optional", "optional", "compulsory"], random);
        let stuck = random.random_bool(0.5);
        let _ = writeln!(
            text,
            "hand = {{ captured = true, drops = \"{drops}\", stuck = {stuck} }}"
        );
    }
    let zone = random.random_range(1..=ranks / 2);
    let moments = [
        "end",
        "enter",
        "start-or-end",
        "enter-or-capture",
        "capture",
    ];
    let when = pick(&moments, random);
    let choice = pick(&["optional", "optional-unless-stuck", "compulsory"], random);
    let _ = writeln!(
        text,
        "[promotion]\nzone = {zone}\nwhen = \"{when}\"\nchoice = \"{choice}\""
    );
    let _ = writeln!(text, "{}", king(kind, random));
    for symbol in SYMBOLS {
        // The slow generator does not see what a piece has become, which an arrow does.
        let promotes = walls != "arrow";
        let _ = writeln!(text, "{}", piece(kind, symbol, ranks, promotes, random));
        if !explodes && random.random_bool(0.08) {
            let _ = writeln!(text, "iron = true");
        }
        if has_hands {
            let _ = writeln!(text, "{}", drop(kind, ranks, random));
        }
    }
    let mut array = array(files, ranks, random);
    if several {
        // No piece becomes a second royal, and one may begin.
        let _ = writeln!(
            text,
            "[[piece]]\nname = \"Heir\"\ntext = \"Heir\"\nroyal = true\nmoves = \"{}\"",
            moves(random)
        );
        array = array.replacen(" Bo", " Heir", 1);
    }
    let _ = writeln!(text, "{array}");
    if has_hands && random.random_bool(0.5) {
        let _ = writeln!(text, "hand = \"A A Eel\"\nblack_hand = \"D\"");
    }
    let royal = match kind {
        Kind::Plain if several => pick(&["check-any", "check-all", "check-last"], random),
        Kind::Plain => "check",
        Kind::Powers => pick(
            &["check", "check", "check", "capture", "capture-last"],
            random,
        ),
    };
    let bare = if has_walls {
        "nothing"
    } else {
        pick(
            &["nothing", "both-draw", "loses", "loses-unless-rebared"],
            random,
        )
    };
    let stalemate = match kind {
        Kind::Plain => pick(&["draw", "loses"], random),
        Kind::Powers => pick(&["draw", "loses", "wins"], random),
    };
    let _ = writeln!(
        text,
        "[end]\nroyal = \"{royal}\"\nbare = \"{bare}\"\nstalemate = \"{stalemate}\""
    );
    if random.random_bool(0.5) {
        let result = pick(
            &[
                "draw",
                "illegal",
                "mover-loses",
                "mover-loses-unless-quiet",
                "mover-wins",
                "white-loses",
            ],
            random,
        );
        let by_checks = match result {
            "illegal" | "mover-loses-unless-quiet" => false,
            _ => random.random_bool(0.3),
        };
        let _ = writeln!(
            text,
            "repetition = {{ occurrence = 3, result = \"{result}\", perpetual_check_loses = {by_checks} }}"
        );
    }
    let _ = writeln!(text, "move_count = {{ plies = 60 }}");
    if kind == Kind::Powers && royal == "check" && random.random_bool(0.2) {
        text.push_str("facing = \"forbidden\"\n");
    }
    if kind == Kind::Powers && random.random_bool(0.2) {
        let result = pick(&["wins", "loses"], random);
        let left = random.random_range(0..3);
        let _ = writeln!(
            text,
            "extinct = {{ pieces = [\"K\", \"C\", \"D\"], left = {left}, result = \"{result}\" }}"
        );
    }
    let _ = writeln!(
        text,
        "[option.other]\nhelp = \"another piece\"\ndefault = false\n\
         [[option.other.when.true.piece]]\ntext = \"C\"\nmoves = \"{}\"",
        moves(random)
    );
    text
}

fn pick<'t>(words: &[&'t str], random: &mut impl Rng) -> &'t str {
    words.choose(random).expect("there are words")
}

/// A few words of Betza notation.
fn moves(random: &mut impl Rng) -> String {
    let words: Vec<String> = (0..random.random_range(1..=3))
        .map(|_| word(random))
        .collect();
    words.join(" ")
}

fn word(random: &mut impl Rng) -> String {
    let mode = pick(&MODES, random);
    let directions = pick(&DIRECTIONS, random);
    match random.random_range(0..10) {
        0..4 => {
            let atom = pick(&["W", "F", "D", "N", "A", "H", "C", "Z", "G", "K"], random);
            format!("{mode}{directions}{atom}")
        }
        4..6 => format!("{mode}{directions}{}", pick(&["R", "B", "Q"], random)),
        6..8 => {
            let atom = pick(&["W", "F", "N", "D", "A", "R", "B", "C"], random);
            format!("{mode}{directions}{atom}{}", random.random_range(2..=4))
        }
        8 => format!("{mode}{directions}{}", pick(&["NN", "DD", "AA"], random)),
        _ => format!(
            "{mode}n{directions}{}",
            pick(&["D", "A", "H", "N", "G"], random)
        ),
    }
}

fn king(kind: Kind, random: &mut impl Rng) -> String {
    let castles = random.random_bool(0.4);
    let castle = match random.random_range(0..4) {
        _ if !castles => String::new(),
        0 => "{ power = \"castle\", with = \"A\" }".to_string(),
        1 => "{ power = \"castle\", with = [\"A\", \"Bo\"], steps = 1 }".to_string(),
        2 => "{ power = \"castle\", with = \"A\", steps = [1, 2] }".to_string(),
        _ => "{ power = \"castle\", with = [\"C\"], to = [\"b1\", \"e1\"] }".to_string(),
    };
    let moves = match kind {
        Kind::Plain => pick(&["K", "K", "W D", "N F"], random).to_string(),
        Kind::Powers => moves(random),
    };
    format!(
        "[[piece]]\nname = \"King\"\ntext = \"K\"\nroyal = true\nmoves = \"{moves}\"\npowers = [{castle}]"
    )
}

fn piece(kind: Kind, symbol: &str, ranks: usize, promotes: bool, random: &mut impl Rng) -> String {
    let mut text = format!("[[piece]]\nname = \"{symbol}\"\ntext = \"{symbol}\"\n");
    let _ = writeln!(text, "moves = \"{}\"", moves(random));
    let pawn = random.random_bool(0.3);
    let _ = writeln!(text, "pawn = {pawn}");
    let mut powers = Vec::new();
    if random.random_bool(0.2) {
        powers.push(double_step(ranks, random));
    }
    while kind == Kind::Powers && random.random_bool(0.5) {
        powers.push(power(random));
    }
    let _ = writeln!(text, "powers = [{}]", powers.join(", "));
    if promotes && random.random_bool(0.5) {
        let _ = writeln!(text, "promotes = [{}]", promotions(random).join(", "));
    }
    text
}

/// What a piece is in hand, and the limits of its drops.
fn drop(kind: Kind, ranks: usize, random: &mut impl Rng) -> String {
    let mut keys = Vec::new();
    if random.random_bool(0.5) {
        let first = random.random_range(1..=ranks);
        keys.push(format!(
            "ranks = [{first}, {}]",
            random.random_range(first..=ranks)
        ));
    }
    if random.random_bool(0.5) {
        keys.push("per_file = 1".to_string());
    }
    if kind == Kind::Plain && random.random_bool(0.5) {
        let key = pick(&["mate", "check"], random);
        keys.push(format!("{key} = false"));
    }
    let becomes = pick(&["", "", "hand = \"A\"\n"], random);
    format!("{becomes}drop = {{ {} }}", keys.join(", "))
}

fn double_step(ranks: usize, random: &mut impl Rng) -> String {
    let rank = match random.random_range(0..3) {
        0 => "\"any\"".to_string(),
        1 => "[1, 2]".to_string(),
        _ => random.random_range(1..=ranks - 2).to_string(),
    };
    let along = pick(&["fW", "fF", "sW", "bW", "W"], random);
    let steps = pick(&["", ", steps = 3"], random);
    format!("{{ power = \"double-step\", rank = {rank}, along = \"{along}\"{steps} }}")
}

fn promotions(random: &mut impl Rng) -> Vec<String> {
    let choice = |random: &mut _| {
        let to = pick(&SYMBOLS, random);
        let condition = pick(
            &[
                "",
                "",
                ", unless = \"C\"",
                ", unless_any = \"D\"",
                ", if_any = \"D\"",
                ", lost = true",
                ", after = \"diagonal\"",
                ", after = \"orthogonal\"",
            ],
            random,
        );
        format!("{{ to = \"{to}\"{condition} }}")
    };
    let mut all: Vec<String> = (0..random.random_range(1..=3))
        .map(|_| choice(random))
        .collect();
    if random.random_bool(0.1) {
        all.push("\"lost\"".to_string());
    }
    all
}

fn power(random: &mut impl Rng) -> String {
    let step = pick(&["W", "F", "K", "fW", "fF"], random);
    let line = pick(&["R", "B", "Q", "R3", "fR"], random);
    let place = pick(&["W", "F", "K", "N", "D", "R2", "Q"], random);
    let leap = pick(&["W", "F", "K", "N"], random);
    let text = match random.random_range(0..22) {
        0 => format!("\"hop\", over = \"{step}\""),
        1 => format!("\"igui\", targets = \"{place}\""),
        2 => format!("\"relay\", to = \"{place}\", moves = \"{}\"", moves(random)),
        3 => format!(
            "\"relay\", to = \"K\", moves = \"{}\", landing = \"K\"",
            moves(random)
        ),
        4 => format!("\"skip-slide\", along = \"{line}\""),
        5 => "\"bent\", first = \"F\", then = \"R\"".to_string(),
        6 => "\"regent\", becomes = \"K\"".to_string(),
        7 => {
            let hurdles = pick(&["", ", single = true", ", close = true"], random);
            format!("\"hopper\", along = \"{line}\"{hurdles}")
        }
        8 => format!("\"trample\", along = \"{line}\""),
        9 => format!("\"strike\", over = \"{step}\""),
        10 => "\"pass\"".to_string(),
        11 => format!("\"convert\", targets = \"{place}\""),
        12 => {
            let back = pick(&["allowed", "forbidden"], random);
            format!("\"swap\", with = \"{place}\", back = \"{back}\"")
        }
        13 => {
            let leave = pick(&["any", "non-royal", "none"], random);
            format!("\"immobilize\", at = \"{leap}\", may_leave = \"{leave}\"")
        }
        14 => "\"immune\"".to_string(),
        15 => {
            let how = pick(
                &[
                    "",
                    ", optional = true",
                    ", line = true",
                    ", effect = \"convert\"",
                ],
                random,
            );
            format!("\"approach\"{how}")
        }
        20 => {
            let ranks = pick(&["[1, 2]", "[2, 4]", "[3, 3]"], random);
            format!("\"within\", moves = \"{}\", ranks = {ranks}", moves(random))
        }
        16 => "\"withdrawal\"".to_string(),
        17 => format!("\"long-leap\", along = \"{line}\""),
        18 => format!("\"mutual-destruction\", targets = \"{place}\""),
        19 => {
            let legs = pick(
                &[
                    "caK", "mcabW", "yafsF", "masR3", "[F?fsR]", "pafcamfW", "zB", "qN", "dK",
                    "mdabW", "oR", "(az)N",
                ],
                random,
            );
            format!("\"legs\", moves = \"{legs}\"")
        }
        _ => "\"chameleon\"".to_string(),
    };
    format!("{{ power = {text} }}")
}

/// Now and then some squares in the middle ranks.
fn holes(files: usize, ranks: usize, random: &mut impl Rng) -> String {
    let number = if random.random_bool(0.2) {
        random.random_range(1..=files)
    } else {
        0
    };
    let names = (0..number).map(|_| {
        let file = char::from(b'a' + random.random_range(0..files) as u8);
        // Two ranks a side have pieces, three on a board of more than six.
        let taken = if ranks > 6 { 3 } else { 2 };
        let rank = random.random_range(taken + 1..=ranks - taken);
        format!("\"{file}{rank}\"")
    });
    names.collect::<Vec<_>>().join(", ")
}

/// Two ranks a side with a king and any pieces.
fn array(files: usize, ranks: usize, random: &mut impl Rng) -> String {
    let mut front: Vec<&str> = (0..files).map(|_| "-").collect();
    let mut back = front.clone();
    for square in front.iter_mut().chain(&mut back) {
        if random.random_bool(0.6) {
            *square = pick(&SYMBOLS, random);
        }
    }
    let at = random.random_range(0..files);
    back[at] = "K";
    let black = pick(&["mirrored", "rotated"], random);
    let mut rows = vec![front, back];
    if ranks.is_multiple_of(2) && ranks > 6 {
        rows.push(vec!["-"; files]);
    }
    let shuffle = shuffle(rows.last().map_or(&[][..], Vec::as_slice), random);
    let rows: Vec<String> = (rows.iter())
        .map(|row| format!("\"{}\"", row.join(" ")))
        .collect();
    let symmetry = random.random_bool(0.5);
    format!(
        "[[array]]\nrows = [{}]\nblack = \"{black}\"\nsymmetry_bit = {symmetry}\nshuffle = [{shuffle}]",
        rows.join(", ")
    )
}

/// Up to two groups of pieces of a rank, and sometimes the king with another type in their order.
fn shuffle(row: &[&str], random: &mut impl Rng) -> String {
    let mut types: Vec<&str> = row.to_vec();
    types.sort_unstable();
    types.dedup();
    let all = |wanted: &[&str]| {
        let pieces = row.iter().copied().filter(|piece| wanted.contains(piece));
        format!("\"{}\"", pieces.collect::<Vec<_>>().join(" "))
    };
    types.retain(|&piece| piece != "-" && piece != "K" && random.random_bool(0.3));
    match types.as_slice() {
        [first, second, ..] if row.contains(&"K") => {
            [all(&[first]), all(&["K", second])].join(", ")
        }
        [first, second, ..] => [all(&[first]), all(&[second])].join(", "),
        [only] => all(&[only]),
        [] => String::new(),
    }
}
