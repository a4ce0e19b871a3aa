//! Fitted weights as a weights file that says where they come from.

use super::{Positions, TexelFit, Values};
use crate::match_test::MatchTest;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::path::Path;
use tradewind_engine::rules::RuleSpec;
use tradewind_stats::{Estimate, Tally};

/// What such a file is called where the program chooses.
pub const NAME: &str = "weights.toml";
/// What the weights are called that a rule set has by itself.
pub const BUILT_IN: &str = "those that come with the program";

/// What the weights of a file are called: the beginning of its name, short enough for the name of a match.
pub fn name_of(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or(file.as_os_str());
    stem.to_string_lossy().chars().take(40).collect()
}

/// Where fitted weights come from, as the file says it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Provenance {
    /// The rule set.
    pub rules: String,
    /// The weights that the fit began with.
    pub begun_with: String,
    /// The games: folders, or the generation of a loop.
    pub games_of: String,
    /// How many games.
    pub games: u64,
    /// How many positions the weights were fitted to.
    pub positions: u64,
    /// How many were in the validation set.
    pub validation_positions: u64,
    /// Log-odds of a centipawn.
    pub scale: f64,
    /// The mean logarithmic loss of the validation set, before and after.
    pub loss: [f64; 2],
    /// The number of the pass whose weights these are.
    pub epoch: u32,
    /// What matches of them have shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub matches: Vec<MatchResult>,
}

/// What a match of new weights has shown.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchResult {
    /// The weights that they met.
    pub against: String,
    /// Positions that both looked at for a move,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// or the milliseconds that both had.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    /// The hypotheses of the test, in Elo.
    pub sprt: [f64; 2],
    /// What the test says: `H1`, `H0` or `open`.
    pub verdict: String,
    /// Its log-likelihood ratio at the end.
    pub llr: f64,
    /// Pairs of games won by 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
    /// By how many Elo they are stronger, with the 95 % interval. A test that stops when it is sure
    /// makes this look a little larger than it is.
    pub elo: [f64; 3],
}

/// The number written for an infinite difference in Elo.
const MAX_ELO: f64 = 2_400.0;

/// Elo of the first side with its 95 % interval, in tenths, within [`MAX_ELO`].
pub(crate) fn elo_in_tenths(tally: &Tally) -> [f64; 3] {
    let elo = tally.elo();
    let [low, high] = [elo.low.unwrap_or(-MAX_ELO), elo.high.unwrap_or(MAX_ELO)];
    let value = match (elo.elo, elo.low, elo.high) {
        (Some(elo), ..) => elo,
        (None, Some(_), None) => MAX_ELO,
        (None, None, Some(_)) => -MAX_ELO,
        _ => 0.0,
    };
    [value, low, high].map(|elo| (elo * 10.0).round() / 10.0)
}

impl MatchResult {
    /// Of a match against some weights.
    pub fn of(against: &str, test: &MatchTest, tally: &Tally) -> MatchResult {
        let sprt = &test.sprt;
        let hundredths = |number: f64| (number * 100.0).round() / 100.0;
        MatchResult {
            against: against.to_string(),
            nodes: test.movetime.is_none().then_some(test.nodes),
            movetime: test.movetime,
            sprt: [sprt.elo0, sprt.elo1],
            verdict: sprt.verdict(tally).name().to_string(),
            llr: hundredths(sprt.llr(tally)),
            pairs: tally.pairs,
            elo: elo_in_tenths(tally),
        }
    }
}

impl Provenance {
    /// Of a fit.
    pub fn of(
        fit: &TexelFit,
        spec: &RuleSpec,
        positions: &Positions,
        begun_with: &str,
        games_of: &str,
    ) -> Provenance {
        let [fitted, validation] = positions.counts();
        Provenance {
            rules: spec.title(),
            begun_with: begun_with.to_string(),
            games_of: games_of.to_string(),
            games: positions.tally.games,
            positions: fitted,
            validation_positions: validation,
            scale: rounded(fit.scale, 7),
            loss: [fit.before[1], fit.after[1]].map(|loss| rounded(loss, 6)),
            epoch: fit.best,
            matches: Vec::new(),
        }
    }

    /// The provenance in the text of a weights file; `None` when there is none.
    pub fn read(text: &str) -> Option<Provenance> {
        let table: toml::Table = text.parse().ok()?;
        table.get(TABLE)?.clone().try_into().ok()
    }

    /// Its table.
    pub(crate) fn text(&self) -> String {
        let whole = std::collections::BTreeMap::from([(TABLE, self)]);
        toml::to_string(&whole).expect("a provenance is made of texts, numbers and tables")
    }
}

/// A number with so many decimal places.
pub(crate) fn rounded(number: f64, places: i32) -> f64 {
    let times = 10_f64.powi(places);
    (number * times).round() / times
}

/// The table of the file in which it stands.
const TABLE: &str = "provenance";
/// What comes after it.
const NEXT: &str = "\n# What a piece more";

/// The text of a weights file with the results of matches; `None` when it has no provenance.
pub fn with_matches(text: &str, results: &[MatchResult]) -> Option<String> {
    let provenance = Provenance {
        matches: results.to_vec(),
        ..Provenance::read(text)?
    };
    let begin = text.find(&format!("[{TABLE}]"))?;
    let end = [NEXT, "\n[material]"]
        .iter()
        .filter_map(|next| text.find(next))
        .min()?;
    Some(format!(
        "{}{}{}",
        &text[..begin],
        provenance.text(),
        &text[end..]
    ))
}

/// The text of a weights file.
pub fn text(fit: &TexelFit, spec: &RuleSpec, provenance: &Provenance) -> String {
    format!(
        "# Evaluation weights of {}, in centipawns: [all pieces on the board, none].\n\n{}{}\n{}",
        spec.title(),
        provenance.text(),
        values(spec, &fit.values),
        fit.weights.to_toml(spec)
    )
}

fn values(spec: &RuleSpec, values: &Values) -> String {
    let Some(unit) = values.unit else {
        return String::new();
    };
    let mut text = format!(
        "{NEXT} comes to, with what its place and mobility bring on average, halfway between a full\n\
         # board and an empty one, in units of {}, with the 95 % interval of the fit.\n[values]\n",
        spec.piece(unit).text
    );
    for (piece, Estimate { value, low, high }) in &values.pieces {
        let _ = writeln!(
            text,
            "{} = [{value:.3}, {low:.3}, {high:.3}]",
            spec.piece(*piece).text
        );
    }
    text
}
