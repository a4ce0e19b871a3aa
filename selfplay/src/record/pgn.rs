//! Games in Portable Game Notation (S. J. Edwards, 1994).
//!
//! Orthodox chess has moves in standard algebraic notation (SAN) and positions in FEN. Games of
//! other rules have a tag `Variant` and the hash of their rules. They use SAN and FEN, too, if each
//! piece has one letter and moves are determined by squares; else this program's notation.

use super::game_file::OPENING_PLIES;
use super::{GameRecord, MAX_CENTIPAWNS, Names, Termination, WIN};
use crate::experiment::{Clock, Experiment, PlayerPlan, RulesPlan};
use std::fmt::Write;
use std::time::Duration;
use tradewind_engine::Rules;
use tradewind_engine::notation::{Notation, fen};
use tradewind_engine::rules::COPY_MARK;

/// The maximum length of a line, by the standard.
const MAX_LINE: usize = 79;

/// Writes games of an experiment as PGN.
#[derive(Debug)]
pub struct PgnWriter<'e> {
    experiment: &'e Experiment,
    names: Names,
    /// By rule set: whether it is orthodox chess, the notation of moves and positions, and the
    /// hash.
    rules: Vec<(bool, Notation, String)>,
}

impl<'e> PgnWriter<'e> {
    /// A writer for an experiment.
    pub fn new(experiment: &'e Experiment) -> PgnWriter<'e> {
        let of_rules = |rules: &RulesPlan| {
            let known = Notation::of_same_rules(rules.compiled.spec());
            let is_chess = known == Some(Notation::Chess);
            (is_chess, Notation::of(&rules.compiled), rules.hash())
        };
        PgnWriter {
            experiment,
            names: Names::of(experiment),
            rules: experiment.rules.iter().map(of_rules).collect(),
        }
    }

    /// The PGN of a game; `None` if its moves cannot be played.
    pub fn game(&self, game: &GameRecord) -> Option<String> {
        let line = game.line(&self.names);
        let rules = &self.experiment.rules[game.rules];
        // Non-promoting copies have no letter.
        let has_copies = (game.start.as_deref()).is_some_and(|start| start.contains(COPY_MARK));
        let (is_chess, notation, hash) = &self.rules[game.rules];
        let is_chess = *is_chess && !has_copies;
        let notation = if has_copies { Notation::Own } else { *notation };
        let mut text = String::new();
        let mut tag = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(text, "[{name} \"{value}\"]");
        };
        tag("Event", &self.experiment.name);
        tag("Site", "?");
        // The same experiment gives the same bytes on any day.
        tag("Date", "????.??.??");
        // The pair and its game, from 1.
        let round = format!("{}.{}", game.number / 2 + 1, game.number % 2 + 1);
        tag("Round", &round);
        tag("White", &line.white);
        tag("Black", &line.black);
        tag("Result", line.result);
        if !is_chess {
            tag("Variant", &rules.compiled.spec().title());
            tag("RulesHash", hash);
            tag("Array", &game.array.to_string());
        }
        if !line.odds.is_empty() {
            tag("Odds", &line.odds);
        }
        if let Some(start) = &game.start {
            tag("SetUp", "1");
            let fen = (notation != Notation::Own).then(|| fen::write(notation, start));
            tag("FEN", fen.flatten().as_ref().unwrap_or(start));
        }
        let plans = game.players.map(|at| &self.experiment.players[at]);
        match plans.map(time_control) {
            [white, black] if white == black => tag("TimeControl", &white),
            [white, black] => {
                tag("WhiteTimeControl", &white);
                tag("BlackTimeControl", &black);
            }
        }
        if self.experiment.matched.is_some() {
            for (side, plan) in ["White", "Black"].into_iter().zip(plans) {
                tag(&format!("{side}Engine"), &engine_name(plan));
                let options = options_text(plan);
                if !options.is_empty() {
                    tag(&format!("{side}Options"), &options);
                }
            }
        }
        tag("Termination", standard_termination(game));
        tag("PlyCount", &game.plies.to_string());
        if game.opening_plies > 0 {
            tag(OPENING_PLIES, &game.opening_plies.to_string());
        }
        text.push('\n');
        let moves = written_moves(game, &rules.compiled, notation)?;
        let first = first_ply(game.start.as_deref());
        let mut column = 0;
        let mut add = |word: &str| {
            let room = usize::from(column > 0);
            if column + room + word.len() > MAX_LINE {
                text.push('\n');
                column = 0;
            } else if room == 1 {
                text.push(' ');
                column += 1;
            }
            text.push_str(word);
            column += word.len();
        };
        let mut clocks = plans.map(|plan| plan.clock);
        let mut has_comment = true;
        for (at, one) in moves.iter().enumerate() {
            let ply = first + at;
            if ply.is_multiple_of(2) {
                add(&format!("{}.", ply / 2 + 1));
            } else if has_comment {
                add(&format!("{}...", ply / 2 + 1));
            }
            add(one);
            let own = at.checked_sub(game.opening_plies as usize);
            let parts = own.map_or(Vec::new(), |own| {
                annotations(game, own, &mut clocks[ply % 2])
            });
            has_comment = !parts.is_empty();
            add_comment(&parts, &mut add);
        }
        let end = match game.end {
            Termination::Forfeit => line.note.replace(['{', '}'], "'"),
            _ => line.termination.to_string(),
        };
        let words: Vec<String> = end.split_whitespace().map(str::to_string).collect();
        add_comment(&words, &mut add);
        add(line.result);
        text.push_str("\n\n");
        Some(text)
    }
}

/// Adds the words of a comment, if there are any.
fn add_comment(words: &[String], add: &mut impl FnMut(&str)) {
    for (at, word) in words.iter().enumerate() {
        let begin = if at == 0 { "{" } else { "" };
        let end = if at + 1 == words.len() { "}" } else { "" };
        add(&format!("{begin}{word}{end}"));
    }
}

/// The record of move `at` after the opening, as commands in a comment: the score in pawns for White
/// and the depth, the mover's clock after the move, and its time for the move.
fn annotations(game: &GameRecord, at: usize, clock: &mut Option<Clock>) -> Vec<String> {
    let mut parts = Vec::new();
    let score = game.evaluations.as_ref().and_then(|all| *all.get(at)?);
    if let Some(score) = score {
        let depth = game.depths.as_ref().and_then(|all| *all.get(at)?);
        let depth = depth.map_or(String::new(), |depth| format!(",{depth}"));
        parts.push(format!("[%eval {}{depth}]", score_text(score)));
    }
    if let Some(&time) = game.times.as_ref().and_then(|all| all.get(at)) {
        if let Some(clock) = clock {
            clock.spend(Duration::from_millis(time.into()));
            let left = clock_text(clock.time.as_millis() as u64);
            parts.push(format!("[%clk {left}]"));
        }
        parts.push(format!("[%emt {}]", clock_text(time.into())));
    }
    parts
}

/// A score for White in the format of `%eval`: pawns, or `#` and moves to mate.
fn score_text(score: i16) -> String {
    let plies = WIN
        .unsigned_abs()
        .saturating_sub(score.unsigned_abs().into());
    let moves = plies.div_ceil(2).max(1);
    match i32::from(score) {
        MAX_CENTIPAWNS.. => format!("#{moves}"),
        score if score <= -MAX_CENTIPAWNS => format!("#-{moves}"),
        _ => format!("{:.2}", f64::from(score) / 100.0),
    }
}

/// The time control of a player as in PGN, and as cutechess and fastchess write a time per move.
fn time_control(plan: &PlayerPlan) -> String {
    match (plan.clock, plan.time()) {
        (Some(clock), _) => clock.to_string(),
        (None, Some(time)) => format!("{}/move", time.as_secs_f64()),
        (None, None) => "-".to_string(),
    }
}

/// The program of a player, without its folder.
fn engine_name(plan: &PlayerPlan) -> String {
    let program = plan.engine.as_ref().map(|engine| &engine.program);
    let name = program.map(|program| program.file_name().unwrap_or_default());
    name.map_or("tradewind".into(), |name| name.to_string_lossy().into())
}

/// The limits of nodes and depth, the search parameters and the UCI options of a player.
fn options_text(plan: &PlayerPlan) -> String {
    let nodes = plan.nodes.map(|nodes| format!("nodes={nodes}"));
    let depth = plan.depth.map(|depth| format!("depth={depth}"));
    let search = plan.search.iter();
    let search = search.map(|(name, value)| format!("{name}={value}"));
    let options = plan.engine.iter().flat_map(|engine| &engine.options);
    let options = options.map(|(name, value)| format!("{name}={value}"));
    let all = nodes.into_iter().chain(depth).chain(search).chain(options);
    all.collect::<Vec<_>>().join(", ")
}

/// The termination in the words of the standard.
fn standard_termination(game: &GameRecord) -> &'static str {
    match game.end {
        Termination::Rules(_) => "normal",
        Termination::Adjudicated => "adjudication",
        Termination::Unfinished => "unterminated",
        Termination::Forfeit if game.note.contains("ran out of time") => "time forfeit",
        Termination::Forfeit if game.note.contains("not legal") => "rules infraction",
        Termination::Forfeit => "abandoned",
    }
}

/// Milliseconds in the format of `%clk` and `%emt` (elapsed move time): hours, minutes and seconds.
fn clock_text(milliseconds: u64) -> String {
    let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000);
    let (minutes, hours) = (seconds / 60 % 60, seconds / 3600);
    format!("{hours}:{minutes:02}:{:02}.{rest:03}", seconds % 60)
}

/// The texts of a game's moves; `None` if they cannot be played. Legal moves are generated only for
/// algebraic notation.
fn written_moves(game: &GameRecord, rules: &Rules, notation: Notation) -> Option<Vec<String>> {
    let mut texts = game.moves();
    if !notation.is_algebraic(rules) {
        let mut replay = game.replay(rules)?;
        let is_played = texts.clone().all(|text| replay.step(text).is_ok());
        return is_played.then(|| texts.map(str::to_string).collect());
    }
    let mut play = game.begin(rules)?;
    let mut written = Vec::new();
    texts.try_for_each(|text| {
        let one = play.find(text)?;
        written.push(notation.algebraic(rules, &play, one));
        play.play_unchecked(one);
        Some(())
    })?;
    Some(written)
}

/// The number of plies before the first position.
fn first_ply(start: Option<&str>) -> usize {
    let Some(start) = start else {
        return 0;
    };
    let mut parts = start.split(' ');
    let is_black = parts.nth(1) == Some("b");
    let ply: usize = parts.nth(1).and_then(|ply| ply.parse().ok()).unwrap_or(0);
    // With odds either side may begin.
    if (ply % 2 == 1) == is_black {
        ply
    } else {
        ply + 1
    }
}

#[cfg(test)]
mod tests {
    use super::super::{GameResult, Termination};
    use super::*;
    use crate::experiment::MatchPlan;
    use std::path::Path;
    use tradewind_engine::{Color, Ending};

    fn experiment(rules: &str) -> Experiment {
        let text = format!(
            "name = \"A \\\"match\\\"\"\nseed = 1\npairs = 9\nply_cap = 100\n[rules]\nid = \"{rules}\"\nodds = [\"-N :\"]\n[player]\n\
             nodes = 1\n[opening]\nplies = 2\n"
        );
        let experiment = Experiment::parse("x.toml", text, Path::new(""));
        experiment.unwrap_or_else(|fault| panic!("{fault}"))
    }

    fn record(start: Option<&str>, moves: &str, result: GameResult) -> GameRecord {
        GameRecord {
            number: 4,
            rules: 0,
            players: [0, 0],
            array: 0,
            odds: start.map(|_| 0),
            start: start.map(str::to_string),
            opening_plies: 0,
            plies: moves.split(' ').count() as u32,
            result,
            end: Termination::Rules(Ending::Checkmate),
            moves: moves.to_string(),
            evaluations: None,
            depths: None,
            times: None,
            note: String::new(),
        }
    }

    #[test]
    fn games_of_chess_are_in_standard_notation() {
        let chess = experiment("chess");
        let writer = PgnWriter::new(&chess);
        let mate = record(None, "f2f3 e7e5 g2g4 d8h4", GameResult::win(Color::Black));
        let text = writer.game(&mate).expect("it can be played");
        assert!(text.starts_with("[Event \"A \\\"match\\\"\"]\n"), "{text}");
        assert!(!text.contains("Variant"), "{text}");
        assert!(
            text.ends_with("\n\n1. f3 e5 2. g4 Qh4# {checkmate} 0-1\n\n"),
            "{text}"
        );

        // Scores, depths, clocks and times follow each move after the opening.
        let mut match_of_chess = chess.clone();
        match_of_chess.matched = Some(MatchPlan::default());
        match_of_chess.players[0].clock = Clock::parse("90+2").ok();
        let writer = PgnWriter::new(&match_of_chess);
        let annotated = GameRecord {
            opening_plies: 1,
            evaluations: Some(vec![Some(-5), None, Some(-29_999)]),
            depths: Some(vec![Some(7), None, None]),
            times: Some(vec![0, 61_007, 3_600_250]),
            ..mate.clone()
        };
        let text = writer.game(&annotated).expect("it can be played");
        let moves = "1. f3 e5 {[%eval -0.05,7] [%clk 0:01:32.000] [%emt 0:00:00.000]} \
             2. g4 {[%clk 0:00:30.993] [%emt 0:01:01.007]} \
             2... Qh4# {[%eval #-1] [%clk 0:00:02.000] [%emt 1:00:00.250]} {checkmate} 0-1";
        let (tags, written) = text.split_once("\n\n").expect("tags and moves");
        assert_eq!(
            written.split_whitespace().collect::<Vec<_>>().join(" "),
            moves
        );
        for tag in [
            "[TimeControl \"90+2\"]\n",
            "[WhiteEngine \"tradewind\"]\n[WhiteOptions \"nodes=1\"]\n",
            "[Termination \"normal\"]\n",
        ] {
            assert!(tags.contains(tag), "{tag}: {tags}");
        }

        // A rule file with the same rules is chess, too.
        let folder = tempfile::tempdir().expect("a folder");
        let own = include_str!("../../../data/rules/chess.toml");
        std::fs::write(folder.path().join("own.toml"), own).expect("a file");
        let text = "name = \"x\"\nseed = 1\npairs = 9\nply_cap = 100\n[rules]\nid = \"own.toml\"\n[player]\nnodes = 1\n[opening]\nplies = 2\n";
        let own = Experiment::parse("x.toml", text.to_string(), folder.path());
        let own = own.unwrap_or_else(|fault| panic!("{fault}"));
        let text = PgnWriter::new(&own).game(&mate).expect("it can be played");
        assert!(text.ends_with("2. g4 Qh4# {checkmate} 0-1\n\n"), "{text}");

        let start = "r,3,k,2,r/P,7/8/3,p,4/8/8/4,P,3/R,3,K,2,R w castle=KQkq;clock=3 20";
        let odds = record(Some(start), "e1g1 e8c8 a7a9", GameResult::White);
        assert!(writer.game(&odds).is_none(), "the last move is illegal");
        let odds = record(Some(start), "e1g1 e8c8", GameResult::White);
        let text = writer.game(&odds).expect("it can be played");
        for part in [
            "[FEN \"r3k2r/P7/8/3p4/8/8/4P3/R3K2R w KQkq - 3 11\"]\n",
            "[SetUp \"1\"]\n",
            "[Odds \"-N :\"]\n",
            "\n11. O-O O-O-O {checkmate} 1-0\n",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }

        // The number of the first move is that of the position, whichever side begins.
        for (side, ply, moves, number, begun) in [
            ("w", 21, "e2e3", 12, "12. e3 "),
            ("b", 20, "d5d4", 11, "11... d4 "),
        ] {
            let start = format!("4,k,3/8/8/3,p,4/8/8/4,P,3/4,K,3 {side} - {ply}");
            let odds = record(Some(&start), moves, GameResult::White);
            let text = writer.game(&odds).expect("it can be played");
            let fen = format!("4k3/8/8/3p4/8/8/4P3/4K3 {side} - - 0 {number}\"]");
            assert!(text.contains(&fen) && text.contains(begun), "{text}");
        }
    }

    #[test]
    fn games_of_other_rules_name_them() {
        let shatranj = experiment("shatranj");
        let writer = PgnWriter::new(&shatranj);
        let long = record(None, "e2e3 e7e6 d2d3 d7d6", GameResult::Unfinished);
        let text = writer.game(&long).expect("it can be played");
        assert!(
            text.contains("[Variant \"Shatranj\"]\n[RulesHash \""),
            "{text}"
        );
        assert!(
            text.ends_with("1. e3 e6 2. d3 d6 {checkmate} *\n\n"),
            "{text}"
        );
        let start = "4,k,2,r/8/8/8/8/8/8/2,A,1,K,3 w - 0";
        let odds = record(Some(start), "c1e3 e8e7", GameResult::Unfinished);
        let text = writer.game(&odds).expect("it can be played");
        let fen = "[FEN \"4k2r/8/8/8/8/8/8/2B1K3 w - - 0 1\"]";
        assert!(text.contains(fen), "{text}");
        assert!(text.ends_with("1. Be3 Ke7 {checkmate} *\n\n"), "{text}");
        assert!(text.lines().all(|line| line.len() <= MAX_LINE));
    }
}
