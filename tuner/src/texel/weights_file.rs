//! Weights files with their provenance.

use super::{Positions, TexelFit, Values};
use crate::match_test::MatchTest;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::path::Path;
use tradewind_engine::evaluation::toml_key;
use tradewind_engine::rules::RuleSpec;
use tradewind_stats::{Estimate, Tally};

/// The default file name.
pub const NAME: &str = "weights.toml";
/// The name of the weights that come with the program.
pub const BUILT_IN: &str = "those that come with the program";

/// The name of the weights of a file: at most 40 characters of its stem.
pub fn name_of(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or(file.as_os_str());
    stem.to_string_lossy().chars().take(40).collect()
}

/// The provenance of weights.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Provenance {
    /// The rule set.
    pub rules: String,
    /// The starting weights.
    pub begun_with: String,
    /// The source of the games: folders, or generations of a loop.
    pub games_of: String,
    /// The number of games.
    pub games: u64,
    /// The size of the training set.
    pub positions: u64,
    /// The size of the validation set.
    pub validation_positions: u64,
    /// Log-odds per centipawn.
    pub scale: f64,
    /// The validation loss before and after.
    pub loss: [f64; 2],
    /// The epoch whose weights these are.
    pub epoch: u32,
    /// Matches of these weights.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub matches: Vec<MatchResult>,
}

/// The result of a match of new weights.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchResult {
    /// The opponent.
    pub against: String,
    /// The node limit of both players,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// or their time per move, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    /// Elo0 and elo1 of the SPRT.
    pub sprt: [f64; 2],
    /// The accepted hypothesis: `H1`, `H0` or `open`.
    pub verdict: String,
    /// The final log-likelihood ratio.
    pub llr: f64,
    /// Ptnml(0-2): game pairs by points.
    pub pairs: [u64; 5],
    /// The Elo difference with its 95 % interval. An SPRT biases it slightly away from 0.
    pub elo: [f64; 3],
}

/// The number written for an infinite difference in Elo.
const MAX_ELO: f64 = 2_400.0;

/// The Elo difference with its 95 % interval, rounded to 0.1 and limited to [`MAX_ELO`].
pub(crate) fn elo_in_tenths(tally: &Tally) -> [f64; 3] {
    let elo = tally.elo();
    let [low, high] = [elo.low.unwrap_or(-MAX_ELO), elo.high.unwrap_or(MAX_ELO)];
    let value = match (elo.elo, elo.low, elo.high) {
        (Some(elo), ..) => elo,
        (None, Some(_), None) => MAX_ELO,
        (None, None, Some(_)) => -MAX_ELO,
        _ => 0.0,
    };
    [value, low, high].map(|elo| rounded(elo, 1))
}

impl MatchResult {
    /// The result of a match against `against`.
    pub fn of(against: &str, test: &MatchTest, tally: &Tally) -> MatchResult {
        let sprt = &test.sprt;
        MatchResult {
            against: against.to_string(),
            nodes: test.movetime.is_none().then_some(test.nodes),
            movetime: test.movetime,
            sprt: [sprt.elo0, sprt.elo1],
            verdict: sprt.verdict(tally).name().to_string(),
            llr: rounded(sprt.llr(tally), 2),
            pairs: tally.pairs,
            elo: elo_in_tenths(tally),
        }
    }
}

impl Provenance {
    /// The provenance of fitted weights.
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

    /// Reads the provenance from a weights file; `None` if it has none.
    pub fn read(text: &str) -> Option<Provenance> {
        let table: toml::Table = text.parse().ok()?;
        table.get(TABLE)?.clone().try_into().ok()
    }

    /// The TOML table.
    pub(crate) fn text(&self) -> String {
        let whole = std::collections::BTreeMap::from([(TABLE, self)]);
        toml::to_string(&whole).expect("a provenance is made of texts, numbers and tables")
    }
}

/// Rounds to a number of decimal places.
pub(crate) fn rounded(number: f64, places: i32) -> f64 {
    let times = 10_f64.powi(places);
    (number * times).round() / times
}

/// The name of its table.
const TABLE: &str = "provenance";
/// The beginning of the text after it.
const NEXT: &str = "\n# What a piece more";

/// Adds the results of matches to the text of a weights file; `None` if it has no provenance.
pub(crate) fn with_matches(text: &str, results: &[MatchResult]) -> Option<String> {
    let provenance = Provenance {
        matches: results.to_vec(),
        ..Provenance::read(text)?
    };
    let begin = text.find(&format!("[{TABLE}]"))?;
    let end = [NEXT, "\n[material]"]
        .iter()
        .filter_map(|next| text.find(next))
        .min()?;
    Some([&text[..begin], &provenance.text(), &text[end..]].concat())
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
            toml_key(&spec.piece(*piece).text)
        );
    }
    text
}
