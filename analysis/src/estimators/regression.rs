//! Values from the material in positions of games that began without odds.
//!
//! Values over all positions have bootstrap intervals over pairs; all others have sandwich intervals. A
//! value in pawns is the ratio of two coefficients, taken in each replicate, so that the error of
//! the pawn's coefficient is included. A replicate in which the pawn's coefficient is not positive
//! counts as an infinite ratio with the sign of the piece.

use super::{
    CoefficientSums, FittedPieces, Method, MethodValues, PieceGames, PlayerFit, PlayerFits,
    pair_rows, turns_note, value_rows,
};
use crate::dataset::{
    Detail, ENDGAME, MIDDLEGAME, PairChoice, PositionDesign, PositionSamples, STANDARD_PHASE,
    Wanted,
};
use crate::row::{LOG_ODDS, MIN_PAIRS, Row, RowCondition, Subject, Warning, unit_of};
use tradewind_engine::rules::{ArrayFamily, PieceType, RuleSpec};
use tradewind_stats::bootstrap::{Bootstrap, BootstrapOptions, bootstrap};
use tradewind_stats::estimate::{Estimate, fixed, replicate_quantile};
use tradewind_stats::logistic::{FitError, FitOptions};
use tradewind_stats::mean_of_players;
use tradewind_stats::regression::{ChosenPairs, RegressionFit, fit, sandwich};

pub(crate) const NAME: &str = "regression";

/// The minimum relative change of a value between definitions of quiet positions that is counted.
const SHIFTED: f64 = 0.05;

/// The ratio of widths above which bootstrap and sandwich intervals are called different.
const DIFFERENT: f64 = 1.25;

/// The maximum share of replicates without a positive unit, for a unit that is significantly positive.
const MAX_UNIT_P: f64 = 0.005;

/// A regression on the material of positions with its bootstrap.
#[derive(Debug)]
pub struct MaterialFit {
    /// The fit.
    pub fit: RegressionFit,
    bootstrap: Bootstrap,
    /// By column: pairs in which the sides differ in the piece.
    pub pairs: Vec<u64>,
    /// By column: the warning of the value.
    pub warnings: Vec<Option<Warning>>,
}

impl MaterialFit {
    /// Fits samples of material. Pieces in which the sides differ in fewer than `min_pairs` pairs get a
    /// warning.
    ///
    /// # Errors
    /// The cause, in words, if the fit or its bootstrap failed.
    pub fn of<'s>(
        pairs: impl Into<ChosenPairs<'s>>,
        resampling: &BootstrapOptions,
        min_pairs: u64,
    ) -> Result<MaterialFit, String> {
        let (chosen, options) = (pairs.into(), FitOptions::default());
        let support = chosen.support();
        let fit = fit(chosen.clone(), &options).map_err(|cause| cause.to_string())?;
        let bootstrap = bootstrap(chosen, &fit, &options, resampling);
        let bootstrap = bootstrap.map_err(|cause| cause.to_string())?;
        let pairs: Vec<u64> = support.iter().map(|support| support.pairs).collect();
        let both = pairs.iter().zip(&fit.penalty_share);
        Ok(MaterialFit {
            warnings: both
                .map(|(&pairs, &share)| Warning::of_value(pairs, min_pairs, share))
                .collect(),
            pairs,
            fit,
            bootstrap,
        })
    }

    /// The value of a column in log-odds; `None` if it was never seen.
    pub fn log_odds(&self, column: usize) -> Option<Estimate> {
        self.seen(column)?;
        self.bootstrap
            .interval(&self.fit, |values| values[column + 1])
    }

    /// The value of a column in units of another one, exactly 1 in units of itself; `None` if it was
    /// never seen.
    pub fn ratio(&self, column: usize, to: usize) -> Option<Estimate> {
        self.seen(column)?;
        if column == to {
            return Some(Estimate::exactly(1.0));
        }
        let ratio = |values: &[f64]| ratio(values[column + 1], values[to + 1]);
        self.bootstrap.interval(&self.fit, ratio)
    }

    /// The value of the first move in log-odds.
    pub fn first_move(&self) -> Option<Estimate> {
        self.bootstrap.interval(&self.fit, |values| values[0])
    }

    /// The column, if it can be a unit: it has no warning and is significantly positive.
    pub fn clear_unit(&self, column: usize) -> Option<usize> {
        let replicates = self.bootstrap.replicates.iter();
        let mut values: Vec<f64> = replicates.map(|values| values[column + 1]).collect();
        values.sort_by(f64::total_cmp);
        let is_positive = replicate_quantile(&values, MAX_UNIT_P) > Some(0.0);
        (self.warnings[column].is_none() && is_positive).then_some(column)
    }

    fn seen(&self, column: usize) -> Option<()> {
        (self.warnings[column] != Some(Warning::NeverSeen)).then_some(())
    }
}

/// A value in units; infinite where the unit is not positive.
fn ratio(value: f64, unit: f64) -> f64 {
    if unit > 0.0 {
        value / unit
    } else {
        f64::INFINITY.copysign(value)
    }
}

/// Values by logistic regression.
pub const METHOD: Method = Method {
    name: NAME,
    quantity: "regression over all positions",
    wanted: Wanted::level_positions,
    estimate,
};

fn estimate(games: &PieceGames<'_>) -> Result<Option<MethodValues>, String> {
    let Some(samples) = games.positions else {
        return Ok(None);
    };
    let mut found = MethodValues::default();
    let whole = Regression { games, samples };
    let resampling = BootstrapOptions {
        replicates: games.replicates,
        seed: games.seed,
    };
    let all = samples.chosen(&samples.material, PairChoice::ALL);
    let material = MaterialFit::of(all, &resampling, MIN_PAIRS)?;
    whole.add_whole(&material, &mut found);
    if let Some(detail) = &samples.detail {
        let added = whole.add_detail(detail, &mut found);
        added.map_err(|cause| cause.to_string())?;
    }
    Ok(Some(found))
}

/// The value of a piece in log-odds.
#[derive(Clone, Debug)]
pub struct PieceLogOdds {
    /// The value with its interval.
    pub row: Row,
    /// The values by the games of each player, where several take turns; empty if they are fixed.
    pub by_player: Vec<f64>,
}

/// The value of each piece in log-odds over all positions, for comparisons of rule sets. Where several
/// players take turns, it is the mean over players with the variance between them, or with players
/// fixed where the games of one player do not determine it.
///
/// # Errors
/// The games determine no values.
pub fn log_odds(
    samples: &PositionSamples,
    spec: &RuleSpec,
    resampling: &BootstrapOptions,
) -> Result<Vec<PieceLogOdds>, String> {
    let all = samples.chosen(&samples.material, PairChoice::ALL);
    let material = MaterialFit::of(all, resampling, MIN_PAIRS)?;
    let fits = player_fits(&samples.material, samples, PairChoice::ALL);
    let pieces = samples.pieces.iter().enumerate();
    // Royal pieces have no value: the game ends without them.
    let pieces = pieces.filter(|(_, piece)| !spec.piece(**piece).royal);
    let values = pieces.map(|(at, &piece)| {
        let is_determined = fits.iter().all(|fit| fit.is_determined[at + 1]);
        let own = fits.iter().filter(|_| is_determined);
        let by_player: Vec<f64> = own.map(|fit| fit.values[at + 1]).collect();
        let estimate = mean_of_players(&by_player).or_else(|| material.log_odds(at));
        PieceLogOdds {
            row: Row {
                n: samples.games,
                pairs: material.pairs[at],
                warning: material.warnings[at],
                ..Row::new(NAME, Subject::piece(spec, piece), LOG_ODDS).with_estimate(estimate)
            },
            by_player,
        }
    });
    Ok(values.collect())
}

/// The fits to the games of each player, where several take turns, within a selection of pairs. Empty
/// for one player, or if one of the fits failed.
fn player_fits(
    design: &PositionDesign,
    samples: &PositionSamples,
    choice: PairChoice,
) -> Vec<PlayerFit> {
    let several = Some(samples.players()).filter(|count| *count > 1);
    let fits: Result<Vec<PlayerFit>, FitError> = (0..several.unwrap_or(0))
        .map(|player| {
            let own = PairChoice {
                player: Some(player),
                ..choice
            };
            let fit = fit(samples.chosen(design, own), &FitOptions::default())?;
            // The penalty does not apply to the intercept.
            let values = [&[fit.intercept], &fit.coefficients[..]].concat();
            let shares = [0.0].into_iter().chain(fit.penalty_share);
            Ok(PlayerFit::new(values, shares))
        })
        .collect();
    fits.unwrap_or_default()
}

/// The sum of coefficients that is the value of a piece, by its column.
fn single(at: usize) -> Vec<(usize, f64)> {
    vec![(at + 1, 1.0)]
}

struct Regression<'g> {
    games: &'g PieceGames<'g>,
    samples: &'g PositionSamples,
}

impl<'g> Regression<'g> {
    fn all<'d>(&self, design: &'d PositionDesign) -> ChosenPairs<'d> {
        self.samples.chosen(design, PairChoice::ALL)
    }

    /// Fits a selection of the pairs of a design whose first columns are the pieces.
    fn fitted(
        &self,
        design: &PositionDesign,
        choice: PairChoice,
    ) -> Result<FittedPieces<'_>, FitError> {
        let fit = fit(self.samples.chosen(design, choice), &FitOptions::default())?;
        Ok(self.behind(design, choice, &fit))
    }

    fn behind<'v>(
        &'v self,
        design: &PositionDesign,
        choice: PairChoice,
        fit: &RegressionFit,
    ) -> FittedPieces<'v> {
        let players = player_fits(design, self.samples, choice);
        let pairs = self.samples.chosen(design, choice);
        FittedPieces {
            method: NAME,
            games: self.games,
            first: 1,
            pieces: &self.samples.pieces,
            penalty_share: fit.penalty_share.clone(),
            pairs: pairs.support().iter().map(|one| one.pairs).collect(),
            coefficients: PlayerFits::new(sandwich(pairs, fit), &players),
            played: match choice {
                PairChoice::ALL => self.samples.games,
                choice => self.samples.games_of(choice),
            },
        }
    }

    /// Adds values over all positions, with bootstrap and sandwich intervals.
    fn add_whole(&self, material: &MaterialFit, found: &mut MethodValues) {
        let (games, samples) = (self.games, self.samples);
        let design_fit = self.behind(&samples.material, PairChoice::ALL, &material.fit);
        let mut joint = design_fit.joint(&[(RowCondition::All, &single)]);
        for (column, &piece) in (samples.pieces.len()..).zip(&samples.in_hand) {
            let about = (Subject::piece(games.spec, piece), &RowCondition::InHand);
            let value = design_fit.sum(about, column, &single(column), &single);
            if value.0.warning.is_none() {
                joint
                    .sums
                    .push((RowCondition::InHand, piece, single(column)));
            }
            found.rows.extend(value_rows(games, value));
        }
        found.joints.push(joint);
        let clear = |piece: Option<PieceType>| material.clear_unit(design_fit.column(piece?)?);
        let to_unit = clear(Some(games.unit));
        let to_second = design_fit.clear(games.second_unit, &single);
        for (at, &piece) in samples.pieces.iter().enumerate() {
            if design_fit.coefficients.has_players(&single(at)) {
                found
                    .rows
                    .extend(design_fit.value(at, &RowCondition::All, &single, &single));
                continue;
            }
            let row = Row {
                n: samples.games,
                pairs: material.pairs[at],
                warning: material.warnings[at],
                ..Row::new(NAME, Subject::piece(games.spec, piece), LOG_ODDS)
            };
            let values = [
                to_unit.and_then(|to| material.ratio(at, to)),
                to_second.and_then(|to| material.ratio(at, to)),
                material.log_odds(at),
            ];
            found.rows.extend(value_rows(games, (row, values)));
        }
        found.rows.push(Row {
            n: samples.games,
            pairs: self.all(&samples.material).pair_count(),
            ..Row::new(NAME, Subject::FirstMove, LOG_ODDS).with_estimate(material.first_move())
        });
        // Intervals over players have no alternative.
        let columns = 0..samples.pieces.len();
        let given = columns.filter(|&at| !design_fit.coefficients.has_players(&single(at)));
        let by_sandwich: Vec<Row> = given
            .flat_map(|at| design_fit.value(at, &RowCondition::Sandwich, &single, &single))
            .collect();
        found.notes = self.notes(material, &found.rows, &by_sandwich);
        found.rows.extend(by_sandwich);
    }

    /// Adds values by phase, promotion and array.
    fn add_detail(&self, detail: &Detail, found: &mut MethodValues) -> Result<(), FitError> {
        let size = self.samples.pieces.len();
        let design_fit = self.fitted(&detail.by_phase, PairChoice::ALL)?;
        let at_share =
            |share: f64| move |at: usize| vec![(at + 1, share), (size + at + 1, 1.0 - share)];
        let (middlegame, endgame) = (at_share(MIDDLEGAME), at_share(ENDGAME));
        let standard = at_share(STANDARD_PHASE);
        design_fit.add(
            found,
            &[
                (RowCondition::StandardPhase, &standard),
                (RowCondition::Middlegame, &middlegame),
                (RowCondition::Endgame, &endgame),
            ],
        );
        for (quietness, design) in &detail.by_quietness {
            // Few positions may be as quiet, and the fit may fail.
            if let Ok(design_fit) = self.fitted(design, PairChoice::ALL) {
                let condition = RowCondition::Quiet(quietness.before, quietness.after);
                design_fit.add(found, &[(condition, &standard)]);
            }
        }
        found.notes.extend(self.quietness_note(&found.rows));

        self.add_promotion(detail, found)?;
        found.rows.extend(self.pairs(detail)?);
        if self.games.families.len() > 1 {
            let families = self.games.families.iter();
            let rows = families.filter_map(|family| self.of_arrays(*family));
            found.rows.extend(rows.flatten());
        }
        Ok(())
    }

    /// Adds values with and without the nearness to promotion.
    fn add_promotion(&self, detail: &Detail, found: &mut MethodValues) -> Result<(), FitError> {
        let size = self.samples.pieces.len();
        let design_fit = self.fitted(&detail.by_prospect, PairChoice::ALL)?;
        let prospect = |at: usize| self.prospect(detail, at);
        let whole = |at: usize| single(at).into_iter().chain(prospect(at)).collect();
        let premium = |at: usize| prospect(at).into_iter().collect();
        let conditions: [(RowCondition, CoefficientSums<'_>); 3] = [
            (RowCondition::All, &whole),
            (RowCondition::WithoutPromotion, &single),
            (RowCondition::PromotionPremium, &premium),
        ];
        found.joints.push(design_fit.joint(&conditions));
        let promoting: Vec<usize> = (0..size).filter(|&at| prospect(at).is_some()).collect();
        for (condition, sums) in &conditions[1..] {
            for &at in &promoting {
                found
                    .rows
                    .extend(design_fit.value(at, condition, *sums, &whole));
            }
        }
        if !promoting.is_empty() {
            found.notes.push(
                "Regression, promotion premium: the value of a piece's nearness to promotion (¾ to the power of the ranks \
                 between), at its mean nearness; for a piece that can always promote it tells little."
                    .to_string(),
            );
        }
        Ok(())
    }

    /// The values of two or more of a piece beyond the sum of single ones, for all such pieces together.
    fn pairs(&self, detail: &Detail) -> Result<Vec<Row>, FitError> {
        let design_fit = self.fitted(&detail.by_pair, PairChoice::ALL)?;
        let further = (self.samples.pieces.len()..).zip(&detail.paired);
        let found = further.map(|(column, &piece)| design_fit.pair(piece, column, &single));
        Ok(pair_rows(self.games, found.collect()))
    }

    /// Values from the games of an array family; `None` when these are too few.
    fn of_arrays(&self, family: ArrayFamily) -> Option<Vec<Row>> {
        let choice = PairChoice {
            family: Some(family),
            player: None,
        };
        let design_fit = self.fitted(&self.samples.material, choice).ok()?;
        let condition = RowCondition::Arrays(self.games.spec.family_name(family));
        Some(design_fit.values(&condition, &single))
    }

    /// The coefficient of a piece's prospect of promotion, and its mean prospect.
    fn prospect(&self, detail: &Detail, at: usize) -> Option<(usize, f64)> {
        let piece = self.samples.pieces[at];
        let place = detail.promoting.iter().position(|known| *known == piece)?;
        let index = self.samples.pieces.len() + place + 1;
        Some((index, detail.prospects[place].mean()?))
    }

    fn quietness_note(&self, rows: &[Row]) -> Option<String> {
        let unit = unit_of(self.games.spec, self.games.unit);
        let own = rows
            .iter()
            .filter(|row| row.unit == unit && row.low < row.high);
        let standard = own
            .clone()
            .filter(|row| row.condition == RowCondition::StandardPhase);
        let shifts: Vec<(f64, &Row)> = standard
            .filter_map(|row| {
                let value = row.reliable()?.value;
                let others = own.clone().filter(|other| {
                    let is_quiet =
                        matches!(other.condition, RowCondition::Quiet(a, b) if a + b > 0);
                    is_quiet && other.subject == row.subject
                });
                let shift =
                    others.filter_map(|other| Some((other.reliable()?.value / value - 1.0).abs()));
                Some((shift.reduce(f64::max)?, row))
            })
            .collect();
        let (max, piece) = shifts
            .iter()
            .max_by(|one, other| one.0.total_cmp(&other.0))?;
        let beyond = shifts.iter().filter(|(shift, _)| *shift > SHIFTED).count();
        Some(format!(
            "At the standard phase, values by other definitions of quiet positions differ by {:.1} % at most ({}); by more \
             than {:.0} % for {beyond} of {} pieces (sampling error included: other positions are drawn).",
            100.0 * max,
            piece.subject,
            100.0 * SHIFTED,
            shifts.len()
        ))
    }

    fn notes(&self, material: &MaterialFit, rows: &[Row], by_sandwich: &[Row]) -> Vec<String> {
        let samples = self.samples;
        let mut notes = vec![format!(
            "Regression: {} quiet positions of {} games in {} pairs.",
            self.all(&samples.material).row_count(),
            samples.games,
            self.all(&samples.material).pair_count()
        )];
        notes.extend(turns_note(samples.players()));
        let (used, failed) = (
            material.bootstrap.replicates.len(),
            material.bootstrap.failed,
        );
        if failed > 0 {
            notes.push(format!(
                "{failed} of {} bootstrap replicates could not be fitted and are left out.",
                used + failed
            ));
        }
        let unit = unit_of(self.games.spec, self.games.unit);
        let width = |estimate: Estimate| estimate.high - estimate.low;
        let own = rows
            .iter()
            .filter(|row| row.unit == unit && row.low < row.high);
        let different: Vec<String> = own
            .filter_map(|row| {
                let same = |other: &&Row| other.unit == unit && other.subject == row.subject;
                let other = by_sandwich.iter().find(same)?;
                let (one, other) = (row.reliable()?, other.reliable()?);
                let factor = width(one) / width(other);
                let is_different = !(1.0 / DIFFERENT..=DIFFERENT).contains(&factor);
                is_different.then(|| {
                    let interval =
                        |of: Estimate| format!("[{}, {}]", fixed(of.low, 2), fixed(of.high, 2));
                    format!("{} {} and {}", row.subject, interval(one), interval(other))
                })
            })
            .collect();
        if !different.is_empty() {
            notes.push(format!(
                "Bootstrap and sandwich intervals of the regression differ: {}.",
                different.join("; ")
            ));
        }
        notes
    }
}
