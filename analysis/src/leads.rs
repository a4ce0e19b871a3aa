//! Who is ahead during a game, from what the players' searches thought: the metrics of
//! Browne (*Automatic generation and evaluation of recombination games*, 2008) and of Ludii that need
//! an evaluation of every position. `docs/metrics.md` has the formulas.

use crate::dataset::GameFeatures;
use tradewind_stats::logistic::{FitOptions, Observation, Observations, solve};

/// A lead smaller than this is none: the side to move wins between 45 and 55 % of such positions.
pub const MIN_LEAD: f64 = 0.1;

/// The largest evaluation that is believed, in centipawns.
const MAX_BELIEVED: f64 = 3_000.0;

/// What the lead did in a game. A lead is White's expected score times two less one: from −1 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leads {
    /// How often it changed sides.
    pub changes: f64,
    /// The mean change from one ply to the next.
    pub swing: f64,
    /// For decisive games: the mean of the square roots of the winner's deficits, over the positions
    /// in which it was behind; 0 when it never was.
    pub drama: Option<f64>,
    /// For decisive games: the loser's largest lead, at least 0.
    pub threshold: Option<f64>,
    /// For decisive games: whether the winner was behind after two thirds of the plies.
    pub comeback: Option<f64>,
}

/// By how many centipawns the log-odds of winning rise by one: the maximum of the likelihood
/// of the results given the evaluations, each game weighing the same (as Texel's tuning has it).
/// `None` when evaluations tell nothing about results.
pub fn scale<'c>(games: impl Iterator<Item = &'c GameFeatures>) -> Option<f64> {
    let games: Vec<(&GameFeatures, f64)> = games
        .filter(|game| !game.evaluations.is_empty())
        .filter_map(|game| Some((game, game.outcome.score?)))
        .collect();
    let options = FitOptions {
        ridge: 0.0,
        ..FitOptions::default()
    };
    let found = solve(&Evaluations(games), vec![0.0], &options, true).ok()?;
    let slope = found.values[0];
    (slope > 1e-3).then(|| 100.0 / slope)
}

/// The evaluations of finished games in pawns, as rows of a fit of their scores.
struct Evaluations<'c>(Vec<(&'c GameFeatures, f64)>);

/// Games of a block.
const BLOCK: usize = 64;

impl Observations for Evaluations<'_> {
    fn size(&self) -> usize {
        1
    }

    fn blocks(&self) -> usize {
        self.0.len().div_ceil(BLOCK)
    }

    fn for_each(&self, block: usize, mut visit: impl FnMut(Observation<'_>)) {
        let games = self.0.iter().skip(block * BLOCK).take(BLOCK);
        for (game, score) in games {
            let weight = 1.0 / game.evaluations.len() as f64;
            for &evaluation in &game.evaluations {
                visit(Observation {
                    entries: &[(0, believed(evaluation) / 100.0)],
                    offset: 0.0,
                    weight,
                    score: weight * score,
                });
            }
        }
    }
}

fn believed(evaluation: i16) -> f64 {
    f64::from(evaluation).clamp(-MAX_BELIEVED, MAX_BELIEVED)
}

impl Leads {
    /// The leads of a game whose evaluations were recorded.
    pub fn of(game: &GameFeatures, scale: f64) -> Option<Leads> {
        if game.evaluations.len() < 2 {
            return None;
        }
        let leads = lead_path(game, scale);
        let mut changes = 0;
        let mut leader = 0.0;
        for lead in leads.iter().filter(|lead| lead.abs() >= MIN_LEAD) {
            if leader != 0.0 && leader != lead.signum() {
                changes += 1;
            }
            leader = lead.signum();
        }
        let swings = leads.windows(2).map(|pair| (pair[1] - pair[0]).abs());
        let winner = winner_sign(game);
        let behind = |sign: f64| {
            let deficits = leads.iter().map(move |lead| -sign * lead);
            deficits.filter(|deficit| *deficit > 0.0)
        };
        let drama = winner.map(|sign| {
            let roots: Vec<f64> = behind(sign).map(f64::sqrt).collect();
            roots.iter().sum::<f64>() / roots.len().max(1) as f64
        });
        Some(Leads {
            changes: f64::from(changes),
            swing: swings.sum::<f64>() / (leads.len() - 1) as f64,
            drama,
            threshold: winner.map(|sign| behind(sign).fold(0.0, f64::max)),
            comeback: winner.map(|sign| {
                let late = leads[leads.len() * 2 / 3];
                f64::from(u8::from(sign * late <= -MIN_LEAD))
            }),
        })
    }
}

/// The share of a decisive game's plies that were played after the winner's lead had exceeded a
/// threshold for good.
pub fn decided(game: &GameFeatures, scale: f64, threshold: f64) -> Option<f64> {
    let sign = winner_sign(game)?;
    let leads = lead_path(game, scale);
    if leads.is_empty() {
        return None;
    }
    let after = leads
        .iter()
        .rev()
        .take_while(|lead| sign * **lead > threshold);
    Some(after.count() as f64 / leads.len() as f64)
}

fn lead_path(game: &GameFeatures, scale: f64) -> Vec<f64> {
    let path = game.evaluations.iter();
    path.map(|&evaluation| (believed(evaluation) / (2.0 * scale)).tanh())
        .collect()
}

fn winner_sign(game: &GameFeatures) -> Option<f64> {
    match game.outcome.score {
        Some(1.0) => Some(1.0),
        Some(0.0) => Some(-1.0),
        _ => None,
    }
}
