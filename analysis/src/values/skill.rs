//! The change of values with the strength of the players: a line through the values at several numbers
//! of nodes.

use super::ValueSet;
use crate::estimators::PlayerFits;
use crate::row::{Row, RowCondition, Subject, correct};
use tradewind_engine::rules::PieceType;
use tradewind_stats::estimate::{Estimate, Z};
use tradewind_stats::significance::{ALPHA, two_sided};
use tradewind_stats::{Coefficients, Growth, Level, Variance};

/// The nodes at which values are given, if they lie within the levels; else the nearest level.
const REFERENCE_NODES: u64 = 1000;
/// The multiples of the highest level for which values are predicted.
const BEYOND: [u64; 2] = [10, 100];

/// A piece's value by one method at several numbers of nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct SkillCurve {
    /// The piece.
    pub piece: PieceType,
    /// Its name.
    pub name: String,
    /// The name of the method.
    pub method: &'static str,
    /// Nodes per move and value in units, in ascending order of nodes.
    pub points: Vec<(u64, Estimate)>,
    /// The line through them; `None` if it could not be fitted.
    pub line: Option<SkillLine>,
}

/// The fit of [`Growth`] for a piece: its value in units is a power of the nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct SkillLine {
    /// The nodes at which the value is given, and the value.
    pub reference: (u64, Estimate),
    /// The factor of the value for ten times the nodes.
    pub per_tenfold: Estimate,
    /// The p-value of the drift, with Holm's correction for the number of pieces.
    pub p: f64,
    /// Prediction intervals of measured values at ten and a hundred times the highest level.
    pub predicted: Vec<(u64, Estimate)>,
    /// The probability that the next lower piece (by value at the reference) has a higher value at the
    /// last of these.
    pub overtaken: Option<f64>,
    /// Nodes and value at both ends of the line, which is straight on logarithmic axes.
    pub ends: [(f64, f64); 2],
}

impl SkillCurve {
    /// The direction of a significant drift, in a word.
    pub fn movement(&self) -> Option<&'static str> {
        let line = self.line.as_ref().filter(|line| line.p < ALPHA)?;
        Some(if line.per_tenfold.value > 1.0 {
            "rises"
        } else {
            "falls"
        })
    }
}

/// The curves of a rule set by one method; none for fewer than two levels. `measured` are of one rule
/// set. If the players differ in more than their nodes, the largest group of equal ones counts.
pub fn skill_curves(measured: &[&ValueSet], method: &'static str) -> Vec<SkillCurve> {
    let levels = levels(measured, method);
    let Some(&(_, last)) = levels.last().filter(|_| levels.len() > 1) else {
        return Vec::new();
    };
    let fit = SkillFit::new(&levels, method, &RowCondition::All);
    let curves = last
        .ranked()
        .into_iter()
        .filter(|piece| *piece != last.unit);
    let curves = curves.map(|piece| {
        let points = levels.iter().filter_map(|(nodes, one)| {
            let value = one.measured(method, &RowCondition::All, piece);
            Some((*nodes, value?))
        });
        SkillCurve {
            piece,
            name: last.spec.piece(piece).name.clone(),
            method,
            points: points.collect(),
            line: fit.as_ref().and_then(|fit| fit.line(piece)),
        }
    });
    let mut curves: Vec<SkillCurve> = curves.filter(|curve| curve.points.len() > 1).collect();
    let lines = curves.iter_mut().filter_map(|curve| curve.line.as_mut());
    correct(lines.map(|line| &mut line.p));
    curves
}

/// The rows of the lines of a rule set, by one method.
pub(crate) fn skill_rows(measured: &[&ValueSet], method: &'static str) -> Vec<Row> {
    let levels = levels(measured, method);
    let [(fewest, first), .., (most, _)] = levels.as_slice() else {
        return Vec::new();
    };
    let player = format!("{fewest} to {most} nodes");
    let unit = first.unit_name();
    let mut rows = Vec::new();
    for curve in skill_curves(measured, method) {
        let Some(line) = curve.line else {
            continue;
        };
        let (n, pairs) = levels
            .iter()
            .filter_map(|(_, one)| one.find(method, &RowCondition::All, curve.piece, &unit))
            .fold((0, 0), |(n, pairs), row| (n + row.n, pairs + row.pairs));
        let row = |condition, unit: &str, estimate, p| Row {
            condition,
            n,
            pairs,
            p,
            ..Row::new(
                method,
                Subject::piece(&first.spec, curve.piece),
                unit.to_string(),
            )
            .of_games(&first.rules, &player)
            .with_estimate(Some(estimate))
        };
        let (nodes, value) = line.reference;
        rows.push(row(RowCondition::AtNodes(nodes), &unit, value, None));
        rows.push(row(
            RowCondition::PerTenfold,
            "ratio",
            line.per_tenfold,
            Some(line.p),
        ));
        for (nodes, value) in line.predicted {
            rows.push(row(RowCondition::Predicted(nodes), &unit, value, None));
        }
    }
    rows
}

/// The sets of the largest group that differs in nodes only, in ascending order of nodes.
fn levels<'s>(measured: &[&'s ValueSet], method: &str) -> Vec<(u64, &'s ValueSet)> {
    let mut levels: Vec<(u64, &ValueSet)> = (measured.iter())
        .filter(|one| one.rows.iter().any(|row| row.method == method && row.n > 0))
        .filter_map(|one| Some((one.nodes?, *one)))
        .collect();
    let alike = |wanted: &ValueSet| {
        let same = levels.iter().filter(|(_, one)| one.alike == wanted.alike);
        same.count()
    };
    // `max_by_key` takes the last of equal groups; reversed, that is the first.
    let kind = levels.iter().rev().max_by_key(|(_, one)| alike(one));
    let kind = kind.map(|(_, one)| one.alike.clone());
    levels.retain(|(_, one)| Some(&one.alike) == kind.as_ref());
    levels.sort_by_key(|(nodes, _)| *nodes);
    levels
}

/// Strength is the binary logarithm of the nodes.
fn strength(nodes: f64) -> f64 {
    libm::log2(nodes)
}

/// The lines through the values of players that differ in their nodes.
pub struct SkillFit {
    growth: Growth,
    /// By player, if several take turns and the games of each determine all pieces.
    by_player: Vec<Growth>,
    /// The pieces by their numbers in the fit.
    pieces: Vec<PieceType>,
    /// The unit's number, if it has one: ratios of other pieces need none.
    unit: Option<usize>,
    nodes: [u64; 2],
    reference: u64,
}

impl SkillFit {
    /// The fit to the values of a rule set by a method under a condition; `None` for fewer than two
    /// levels, or if it fails.
    pub fn of(measured: &[&ValueSet], method: &str, condition: &RowCondition) -> Option<SkillFit> {
        SkillFit::new(&levels(measured, method), method, condition)
    }

    /// The ratio of the values of two pieces at a number of nodes, with a 95 % interval; `None` when the
    /// fit lacks one of them.
    pub fn ratio_at(&self, piece: PieceType, over: PieceType, nodes: u64) -> Option<Estimate> {
        let item = |wanted| self.pieces.iter().position(|known| *known == wanted);
        let ratio = self.ratio(item(piece)?, item(over)?, strength(nodes as f64));
        Some(exp(ratio, 1.0))
    }

    /// The range of nodes, in words.
    pub fn players(&self) -> String {
        let [fewest, most] = self.nodes;
        format!("{fewest} to {most} nodes")
    }

    fn new(
        levels: &[(u64, &ValueSet)],
        method: &str,
        condition: &RowCondition,
    ) -> Option<SkillFit> {
        let &[(fewest, _), .., (most, last)] = levels else {
            return None;
        };
        let joint = |set: &'_ ValueSet| {
            set.joints_of(method)
                .find(|joint| joint.sums.iter().any(|(own, ..)| own == condition))
                .cloned()
        };
        let top = joint(last)?;
        // A value that may be 0 has no logarithm.
        let is_positive = |piece: &PieceType| {
            let sum = top.find(condition, *piece);
            sum.is_some_and(|sum| top.coefficients.is_clearly_positive(sum))
        };
        let pieces: Vec<PieceType> = last.spec.piece_types().filter(is_positive).collect();
        // Differences between players are the same at all levels, and not an error of one.
        let fit = |own: &dyn Fn(&PlayerFits) -> Option<Coefficients>| {
            let levels = levels.iter().filter_map(|&(nodes, set)| {
                let joint = joint(set)?;
                let known = pieces.iter().enumerate().filter_map(|(item, &piece)| {
                    Some((item, joint.find(condition, piece)?.to_vec()))
                });
                let (items, sums): (Vec<usize>, Vec<_>) = known.unzip();
                let (values, covariance) = own(&joint.coefficients)?.sums(&sums);
                Some(Level {
                    strength: strength(nodes as f64),
                    items,
                    values,
                    covariance,
                })
            });
            Growth::fit(&levels.collect::<Vec<Level>>(), pieces.len())
        };
        let growth = fit(&|fits| Some(fits.fixed.clone()))?;
        let players = 0..top.coefficients.players();
        let by_player = players.map(|player| fit(&|fits| fits.of_player(player)));
        let by_player: Option<Vec<Growth>> = by_player.collect();
        Some(SkillFit {
            growth,
            by_player: by_player.unwrap_or_default(),
            unit: pieces.iter().position(|piece| *piece == last.unit),
            pieces,
            nodes: [fewest, most],
            reference: REFERENCE_NODES.clamp(fewest, most),
        })
    }

    /// A number of the fit; where players are a sample, the mean of those of their fits, with the
    /// variance between players and the error of the fit to all games: the lack of fit is common to
    /// all players.
    fn of_players(&self, number: impl Fn(&Growth) -> Estimate) -> Estimate {
        let fixed = number(&self.growth);
        let each = self.by_player.iter().map(|own| number(own).value);
        let each: Vec<f64> = each.collect();
        let Some(variance) = Variance::of_mean(&each) else {
            return fixed;
        };
        let mean = each.iter().sum::<f64>() / each.len() as f64;
        let of_line = Variance::known(fixed.standard_error().powi(2));
        let both = Variance::sum(&[of_line, variance]);
        Estimate::around(mean, both.half_width())
    }

    fn ratio(&self, item: usize, over: usize, strength: f64) -> Estimate {
        self.of_players(|growth| growth.ratio(item, over, strength))
    }

    fn drift_p(&self, item: usize, unit: usize) -> f64 {
        if self.by_player.is_empty() {
            return self.growth.drift_p(item, unit);
        }
        let drift = self.of_players(|growth| growth.drift(item, unit));
        two_sided(2.0 * Z * drift.value / (drift.high - drift.low))
    }

    fn line(&self, piece: PieceType) -> Option<SkillLine> {
        let [fewest, most] = self.nodes;
        let item = self.pieces.iter().position(|known| *known == piece)?;
        let (growth, unit) = (&self.growth, self.unit?);
        let at = |nodes: u64| strength(nodes as f64);
        let beyond = BEYOND.map(|times| most.saturating_mul(times));
        let value = |item: usize| self.ratio(item, unit, at(self.reference)).value;
        let lower = (0..self.pieces.len()).filter(|&other| value(other) < value(item));
        let next = lower.max_by(|&one, &other| value(one).total_cmp(&value(other)));
        let ends = [fewest, beyond[1]].map(at).map(|strength| {
            let value = libm::exp(self.ratio(item, unit, strength).value);
            (libm::exp2(strength), value)
        });
        let predicted = beyond.map(|nodes| {
            let log = self.of_players(|growth| growth.predicted(item, unit, at(nodes)));
            (nodes, exp(log, 1.0))
        });
        Some(SkillLine {
            reference: (
                self.reference,
                exp(self.ratio(item, unit, at(self.reference)), 1.0),
            ),
            per_tenfold: exp(
                self.of_players(|growth| growth.drift(item, unit)),
                strength(10.0),
            ),
            p: self.drift_p(item, unit),
            predicted: predicted.to_vec(),
            overtaken: next.map(|next| growth.probability_above(next, item, at(beyond[1]))),
            ends,
        })
    }
}

fn exp(log: Estimate, times: f64) -> Estimate {
    Estimate {
        value: libm::exp(times * log.value),
        low: libm::exp(times * log.low),
        high: libm::exp(times * log.high),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimators::Joint;
    use nalgebra::DMatrix;
    use tradewind_engine::Rules;

    /// Values in log-odds of the pieces of chess at a number of nodes, with their error: a bishop
    /// is always worth 3 pawns, a knight 3 pawns at 1 000 nodes and a third more with ten times the
    /// nodes.
    fn measured(nodes: u64, error: f64) -> ValueSet {
        let rules = Rules::load("chess", &[]).expect("chess");
        let spec = rules.spec().clone();
        let tenfold = (nodes as f64 / 1000.0).log10();
        let pawn = 0.1 * 1.5_f64.powf(tenfold);
        let value = |text: &str| match text {
            "P" => pawn,
            "B" => 3.0 * pawn,
            "N" => 3.0 * pawn * (4.0_f64 / 3.0).powf(tenfold),
            _ => 5.0 * pawn,
        };
        let pieces: Vec<PieceType> = spec
            .piece_types()
            .filter(|&one| !spec.piece(one).royal)
            .collect();
        let values: Vec<f64> = pieces
            .iter()
            .map(|&one| value(&spec.piece(one).text))
            .collect();
        let rows = pieces.iter().zip(&values).map(|(&piece, value)| Row {
            n: 100,
            ..Row::new("odds", Subject::piece(&spec, piece), "pawns")
                .with_estimate(Some(Estimate::around(value / pawn, error / pawn)))
        });
        let rows = rows.collect();
        let all = |at| (RowCondition::All, pieces[at], vec![(at, 1.0)]);
        let pawn = spec.find("P").expect("a pawn");
        ValueSet {
            player: format!("{nodes} nodes"),
            nodes: Some(nodes),
            rows,
            joints: vec![Joint {
                method: "odds",
                sums: (0..pieces.len()).map(all).collect(),
                coefficients: PlayerFits::new(
                    Coefficients::new(
                        values,
                        DMatrix::from_diagonal_element(pieces.len(), pieces.len(), error * error),
                        f64::INFINITY,
                    ),
                    &[],
                ),
            }],
            ..ValueSet::new(spec, pawn)
        }
    }

    #[test]
    fn only_what_drifts_away_from_the_unit_moves() {
        let sets = [100, 1000, 10_000].map(|nodes| measured(nodes, 0.001));
        let curves = skill_curves(&[&sets[2], &sets[0], &sets[1]], "odds");
        let of = |name: &str| {
            curves
                .iter()
                .find(|curve| curve.name == name)
                .expect("a curve")
        };
        assert!(curves.iter().all(|curve| curve.name != "Pawn"));
        let (knight, bishop) = (of("Knight"), of("Bishop"));
        assert_eq!(knight.movement(), Some("rises"));
        assert_eq!(bishop.movement(), None);
        let line = knight.line.as_ref().expect("a line");
        assert_eq!(line.reference.0, 1000);
        assert!(line.reference.1.covers(3.0), "{:?}", line.reference);
        assert!(
            (line.per_tenfold.value - 4.0 / 3.0).abs() < 0.02,
            "{:?}",
            line.per_tenfold
        );
        let predicted: Vec<u64> = line.predicted.iter().map(|(nodes, _)| *nodes).collect();
        assert_eq!(predicted, [100_000, 1_000_000]);
        assert!(line.predicted[0].1.covers(3.0 * 16.0 / 9.0));
        assert!(line.predicted[1].1.covers(3.0 * 64.0 / 27.0));
        // A knight is worth more than the rook's five pawns before a million nodes: 3 · 64 / 27 = 7.1.
        let rook = of("Rook").line.as_ref().expect("a line");
        assert!(
            rook.overtaken.is_some_and(|probability| probability > 0.9),
            "{rook:?}"
        );
    }

    #[test]
    fn rows_have_the_line() {
        let sets = [25, 400].map(|nodes| measured(nodes, 0.01));
        let rows = skill_rows(&[&sets[0], &sets[1]], "odds");
        // Four pieces besides the pawn, each with its value, its drift and two predictions.
        assert_eq!(rows.len(), 16);
        assert!(
            rows.iter()
                .all(|row| row.player == "25 to 400 nodes" && row.n == 200)
        );
        let conditions: Vec<String> = rows[..4]
            .iter()
            .map(|row| row.condition.to_string())
            .collect();
        let wanted = [
            "at 400 nodes",
            "ten times the nodes",
            "predicted at 4000 nodes",
            "predicted at 40000 nodes",
        ];
        assert_eq!(conditions, wanted);
        assert!(skill_rows(&[&sets[0]], "odds").is_empty());
    }
}
