//! Values from the material in positions of games that began level.

mod material;
mod view;

pub use material::{MaterialError, MaterialFit};

use super::{
    Method, MethodValues, PieceGames, PlayerFit, PlayerFits, ValueEstimate, pair_rows, turns_note,
};
use crate::dataset::phases::{ENDGAME, MIDDLEGAME, STANDARD};
use crate::dataset::{Detail, PairChoice, PositionDesign, PositionSamples, Wanted};
use crate::row::{LOG_ODDS, MIN_PAIRS, Row, RowCondition, Subject, unit_of};
use tradewind_engine::rules::{ArrayFamily, PieceType, RuleSpec};
use tradewind_stats::bootstrap::BootstrapOptions;
use tradewind_stats::estimate::{Estimate, fixed};
use tradewind_stats::logistic::{FitError, FitOptions};
use tradewind_stats::mean_of_players;
use tradewind_stats::regression::{ChosenPairs, RegressionFit, fit};
use tradewind_stats::sandwich::sandwich;
use view::{CoefficientSums, View};

/// The name of the method.
pub(crate) const NAME: &str = "regression";

/// A value that changes by a larger share with the positions that are called quiet is counted.
const SHIFTED: f64 = 0.05;

/// Bootstrap and sandwich differ when one's interval is wider by this factor.
const DIFFERENT: f64 = 1.25;

/// Values by logistic regression.
pub struct PositionRegression;

impl Method for PositionRegression {
    fn name(&self) -> &'static str {
        NAME
    }

    fn quantity(&self) -> &'static str {
        "regression over all positions"
    }

    fn wanted(&self, with_odds: bool) -> Wanted {
        Wanted::level_positions(with_odds)
    }

    fn estimate(&self, games: &PieceGames<'_>) -> Result<Option<MethodValues>, String> {
        let Some(samples) = games.positions else {
            return Ok(None);
        };
        let mut found = MethodValues::default();
        let whole = Regression { games, samples };
        let material = whole.material().map_err(|cause| cause.to_string())?;
        whole.add_whole(&material, &mut found);
        if let Some(detail) = &samples.detail {
            let added = whole.add_detail(detail, &mut found);
            added.map_err(|cause| cause.to_string())?;
        }
        Ok(Some(found))
    }
}

/// The value of a piece in log-odds.
#[derive(Clone, Debug)]
pub struct PieceLogOdds {
    /// The value with its interval.
    pub row: Row,
    /// Where several players take turns, the value by the games of each; nothing where they are taken as given.
    pub by_player: Vec<f64>,
}

/// The value of each piece in log-odds over all positions and nothing else, for comparisons of rule sets. Where
/// several players take turns, it is the mean of the values by the games of each, with the variance between them. Where
/// the games of one of them do not tell a piece's value, they are taken as given.
///
/// # Errors
/// The games tell no values.
pub fn log_odds(
    samples: &PositionSamples,
    spec: &RuleSpec,
    resampling: &BootstrapOptions,
) -> Result<Vec<PieceLogOdds>, MaterialError> {
    let all = samples.chosen(&samples.material, PairChoice::ALL);
    let material = MaterialFit::of(all, resampling, MIN_PAIRS)?;
    let fits = player_fits(&samples.material, samples, PairChoice::ALL);
    let pieces = samples.pieces.iter().enumerate();
    // The game ends without a royal, so that it has no value.
    let pieces = pieces.filter(|(_, piece)| !spec.piece(**piece).royal);
    let values = pieces.map(|(at, &piece)| {
        let is_told = fits.iter().all(|fit| fit.is_told[at + 1]);
        let own = fits.iter().filter(|_| is_told);
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

/// What the games of each player tell, where several take turns: a fit to those of its pairs alone that are chosen
/// too. Nothing where there is one player, or the games of one of them have no fit.
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
            // The penalty is not on the first, the value of the first move.
            let values = [&[fit.intercept], &fit.coefficients[..]].concat();
            let shares = [0.0].into_iter().chain(fit.penalty_share);
            Ok(PlayerFit::new(values, shares))
        })
        .collect();
    fits.unwrap_or_default()
}

/// For a piece by its column, the coefficient that is its value.
fn single(at: usize) -> Vec<(usize, f64)> {
    vec![(at + 1, 1.0)]
}

/// The games of a rule set that began level.
struct Regression<'g> {
    games: &'g PieceGames<'g>,
    samples: &'g PositionSamples,
}

impl<'g> Regression<'g> {
    fn material(&self) -> Result<MaterialFit, MaterialError> {
        let resampling = BootstrapOptions {
            replicates: self.games.replicates,
            seed: self.games.seed,
        };
        MaterialFit::of(self.all(&self.samples.material), &resampling, MIN_PAIRS)
    }

    /// All pairs of a design.
    fn all<'d>(&self, design: &'d PositionDesign) -> ChosenPairs<'d> {
        self.samples.chosen(design, PairChoice::ALL)
    }

    /// A fit to a design whose first columns are the pieces.
    fn view<'v>(&'v self, design: &PositionDesign, fit: &RegressionFit) -> View<'v> {
        let players = player_fits(design, self.samples, PairChoice::ALL);
        let pairs = self.all(design);
        View {
            games: self.games,
            pieces: &self.samples.pieces,
            penalty_share: fit.penalty_share.clone(),
            pairs: (pairs.support().iter().take(self.samples.pieces.len()))
                .map(|support| support.pairs)
                .collect(),
            coefficients: PlayerFits::new(sandwich(pairs, fit), &players),
            played: self.samples.games,
        }
    }

    /// Adds values over all positions, with intervals of the bootstrap and of the sandwich.
    fn add_whole(&self, material: &MaterialFit, found: &mut MethodValues) {
        let PieceGames {
            spec,
            unit,
            second_unit,
            ..
        } = *self.games;
        let samples = self.samples;
        let view = self.view(&samples.material, &material.fit);
        found
            .joints
            .push(view.joint(&[(RowCondition::All, &single)]));
        let clear = |piece: Option<PieceType>| material.clear_unit(view.column(piece?)?);
        let to_unit = clear(Some(unit));
        let to_second = view.clear(second_unit, &single);
        for (at, &piece) in samples.pieces.iter().enumerate() {
            if view.coefficients.has_players(&single(at)) {
                found
                    .rows
                    .extend(view.value(at, &RowCondition::All, &single, &single));
                continue;
            }
            let value = ValueEstimate {
                subject: Subject::piece(spec, piece),
                condition: RowCondition::All,
                units: to_unit.and_then(|to| material.ratio(at, to)),
                second_units: to_second.and_then(|to| material.ratio(at, to)),
                log_odds: material.log_odds(at),
                games: samples.games,
                pairs: material.pairs[at],
                warning: material.warnings[at],
            };
            found.rows.extend(value.rows(NAME, self.games));
        }
        found.rows.push(Row {
            n: samples.games,
            pairs: self.all(&samples.material).pair_count(),
            ..Row::new(NAME, Subject::FirstMove, LOG_ODDS).with_estimate(material.first_move())
        });
        // Two ways to the same intervals; those over players have but one.
        let columns = 0..samples.pieces.len();
        let given = columns.filter(|&at| !view.coefficients.has_players(&single(at)));
        let by_sandwich: Vec<Row> = given
            .flat_map(|at| view.value(at, &RowCondition::Sandwich, &single, &single))
            .collect();
        found.notes = self.notes(material, &found.rows, &by_sandwich);
        found.rows.extend(by_sandwich);
    }

    /// Adds values by phase, of promoting, and by array.
    fn add_detail(&self, detail: &Detail, found: &mut MethodValues) -> Result<(), FitError> {
        let options = FitOptions::default();
        let size = self.samples.pieces.len();
        let fitted = fit(self.all(&detail.by_phase), &options)?;
        let view = self.view(&detail.by_phase, &fitted);
        let at_share =
            |share: f64| move |at: usize| vec![(at + 1, share), (size + at + 1, 1.0 - share)];
        let (middlegame, endgame) = (at_share(MIDDLEGAME), at_share(ENDGAME));
        let standard = at_share(STANDARD);
        found.joints.push(view.joint(&[
            (RowCondition::StandardPhase, &standard),
            (RowCondition::Middlegame, &middlegame),
            (RowCondition::Endgame, &endgame),
        ]));
        let by_phase: [(RowCondition, CoefficientSums<'_>); 3] = [
            (RowCondition::StandardPhase, &standard),
            (RowCondition::Middlegame, &middlegame),
            (RowCondition::Endgame, &endgame),
        ];
        for (condition, sums) in by_phase {
            found.rows.extend(view.values(&condition, sums, sums));
        }
        for (quietness, design) in &detail.by_quietness {
            // Few positions may be so quiet that no fit is there.
            if let Ok(fitted) = fit(self.all(design), &options) {
                let view = self.view(design, &fitted);
                let condition = RowCondition::Quiet(quietness.before, quietness.after);
                found
                    .joints
                    .push(view.joint(&[(condition.clone(), &standard)]));
                found
                    .rows
                    .extend(view.values(&condition, &standard, &standard));
            }
        }

        found.notes.extend(self.quietness_note(&found.rows));

        let fitted = fit(self.all(&detail.by_prospect), &options)?;
        let view = self.view(&detail.by_prospect, &fitted);
        let prospect = |at: usize| self.prospect(detail, at);
        let whole = |at: usize| single(at).into_iter().chain(prospect(at)).collect();
        let premium = |at: usize| prospect(at).into_iter().collect();
        found.joints.push(view.joint(&[
            (RowCondition::All, &whole),
            (RowCondition::WithoutPromotion, &single),
            (RowCondition::PromotionPremium, &premium),
        ]));
        let of: [(RowCondition, CoefficientSums<'_>); 2] = [
            (RowCondition::WithoutPromotion, &single),
            (RowCondition::PromotionPremium, &premium),
        ];
        for (condition, sums) in of {
            for at in (0..size).filter(|&at| prospect(at).is_some()) {
                found.rows.extend(view.value(at, &condition, sums, &whole));
            }
        }

        if (0..size).any(|at| prospect(at).is_some()) {
            found.notes.push(
                "Regression, promotion premium: the worth of a piece's nearness to promotion (¾ to the power of \
                 the ranks between), at the nearness that it has on average; of a piece that stands where it \
                 can always promote this tells little."
                    .to_string(),
            );
        }

        found.rows.extend(self.pairs(detail)?);

        for family in self
            .games
            .families
            .iter()
            .filter(|_| self.games.families.len() > 1)
        {
            if let Some(rows) = self.of_arrays(*family) {
                found.rows.extend(rows);
            }
        }
        Ok(())
    }

    /// What two or more of a piece are worth beyond the sum of single ones, of all such pieces together.
    fn pairs(&self, detail: &Detail) -> Result<Vec<Row>, FitError> {
        let pairs = self.all(&detail.by_pair);
        let columns = pairs.support().into_iter().enumerate();
        let view = self.view(&detail.by_pair, &fit(pairs, &FitOptions::default())?);
        let further = columns.skip(self.samples.pieces.len()).zip(&detail.paired);
        let found = further.map(|((column, support), &piece)| {
            let subject = Subject::pair(self.games.spec, piece);
            view.further(subject, column, support.pairs)
        });
        Ok(pair_rows(NAME, self.games, found.collect()))
    }

    /// Values from the games of a family of arrays; `None` when these are too few.
    fn of_arrays(&self, family: ArrayFamily) -> Option<Vec<Row>> {
        let samples = self.samples;
        let choice = PairChoice {
            family: Some(family),
            player: None,
        };
        let pairs = samples.chosen(&samples.material, choice);
        let fitted = fit(pairs.clone(), &FitOptions::default()).ok()?;
        let players = player_fits(&samples.material, samples, choice);
        let view = View {
            games: self.games,
            pieces: &samples.pieces,
            pairs: pairs
                .support()
                .iter()
                .map(|support| support.pairs)
                .collect(),
            coefficients: PlayerFits::new(sandwich(pairs, &fitted), &players),
            penalty_share: fitted.penalty_share,
            played: samples.games_of(choice),
        };
        let condition = RowCondition::Arrays(self.games.spec.family_name(family));
        Some(view.values(&condition, &single, &single))
    }

    /// The coefficient of a piece's prospect of promoting, and the prospect that it has on average.
    fn prospect(&self, detail: &Detail, at: usize) -> Option<(usize, f64)> {
        let piece = self.samples.pieces[at];
        let place = detail.promoting.iter().position(|known| *known == piece)?;
        let (sum, count) = detail.prospects[place];
        let index = self.samples.pieces.len() + place + 1;
        (count > 0.0).then(|| (index, sum / count))
    }

    /// By how much values change with the positions that are called quiet.
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
        let (most, piece) = shifts
            .iter()
            .max_by(|one, other| one.0.total_cmp(&other.0))?;
        let beyond = shifts.iter().filter(|(shift, _)| *shift > SHIFTED).count();
        Some(format!(
            "At the standard phase, values by other positions that may be called quiet differ by {:.1} % at most ({}); by \
             more than {:.0} % for {beyond} of {} pieces (chance included: other positions are drawn).",
            100.0 * most,
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
        let (used, failed) = material.replicates();
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
