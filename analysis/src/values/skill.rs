//! How values change with the strength of the players: a ladder of node budgets, and a line through its rungs.

use super::ValueSet;
use crate::estimators::PlayerFits;
use crate::row::{Row, RowCondition, Subject};
use tradewind_engine::rules::PieceType;
use tradewind_stats::estimate::{Estimate, Z};
use tradewind_stats::significance::{ALPHA, holm, two_sided};
use tradewind_stats::{Coefficients, Growth, Rung, SampleVariance};

/// The strength that values are given at where it lies within the ladder; else the rung next to it stands for it.
const REFERENCE_NODES: u64 = 1000;
/// How many times the most nodes values are predicted for.
const BEYOND: [u64; 2] = [10, 100];

/// A piece's value by one method at several node budgets.
#[derive(Clone, Debug, PartialEq)]
pub struct SkillCurve {
    /// The piece.
    pub piece: PieceType,
    /// Its name.
    pub name: String,
    /// The name of the method.
    pub method: &'static str,
    /// Nodes a move and the value in units, fewest nodes first.
    pub points: Vec<(u64, Estimate)>,
    /// The line through them; `None` where no line could be fitted.
    pub line: Option<SkillLine>,
}

/// What the hierarchical fit of [`Growth`] says of a piece: its value in units is a power of the nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct SkillLine {
    /// The nodes at which values are given, and the value there.
    pub reference: (u64, Estimate),
    /// By how much a value is multiplied with ten times the nodes.
    pub per_tenfold: Estimate,
    /// Twice the posterior's smaller tail beyond no drift, corrected for the number of pieces by the method of Holm.
    pub p: f64,
    /// At ten and a hundred times the most nodes played: prediction intervals of what would be measured.
    pub predicted: Vec<(u64, Estimate)>,
    /// The chance that the next piece below, by value at the reference, is worth more at the last of these.
    pub overtaken: Option<f64>,
    /// Nodes and value where it begins and where it ends: it is straight where both are drawn by their logarithms.
    pub ends: [(f64, f64); 2],
}

impl SkillCurve {
    /// Whether the value moves with skill, at a chance of 5 % of saying so of any piece when none does; how, in a word.
    pub fn movement(&self) -> Option<&'static str> {
        let line = self.line.as_ref().filter(|line| line.p < ALPHA)?;
        Some(match line.per_tenfold.value > 1.0 {
            true => "rises",
            false => "falls",
        })
    }
}

/// The curves of a rule set whose values were measured at several node budgets, by one method; none
/// when there are fewer than two. `measured` are of one rule set; of players that differ in more
/// than their nodes, those alike count of whom there are most.
pub fn skill_curves(measured: &[&ValueSet], method: &'static str) -> Vec<SkillCurve> {
    let budgets = budgets(measured, method);
    let Some(&(_, last)) = budgets.last().filter(|_| budgets.len() > 1) else {
        return Vec::new();
    };
    let ladder = Ladder::fit(&budgets, method, &RowCondition::All);
    let curves = last
        .ranked()
        .into_iter()
        .filter(|piece| *piece != last.unit);
    let curves = curves.map(|piece| {
        let points = budgets.iter().filter_map(|(nodes, one)| {
            let value = one.measured(method, &RowCondition::All, piece);
            Some((*nodes, value?))
        });
        SkillCurve {
            piece,
            name: last.spec.piece(piece).name.clone(),
            method,
            points: points.collect(),
            line: ladder.as_ref().and_then(|ladder| ladder.line(piece)),
        }
    });
    let mut curves: Vec<SkillCurve> = curves.filter(|curve| curve.points.len() > 1).collect();
    let lines = || curves.iter().filter_map(|curve| curve.line.as_ref());
    let chances: Vec<f64> = holm(&lines().map(|line| line.p).collect::<Vec<f64>>());
    let lines = curves.iter_mut().filter_map(|curve| curve.line.as_mut());
    for (line, p) in lines.zip(chances) {
        line.p = p;
    }
    curves
}

/// The numbers that the lines of a rule set give, by one method.
pub fn skill_rows(measured: &[&ValueSet], method: &'static str) -> Vec<Row> {
    let budgets = budgets(measured, method);
    let [Some((fewest, first)), Some((most, _))] = [budgets.first(), budgets.last()] else {
        return Vec::new();
    };
    let player = format!("{fewest} to {most} nodes");
    let unit = first.unit_name();
    let mut rows = Vec::new();
    for curve in skill_curves(measured, method) {
        let Some(line) = curve.line else {
            continue;
        };
        let (n, pairs) = budgets
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

/// The sets that make a ladder, by their nodes, fewest first.
fn budgets<'s>(measured: &[&'s ValueSet], method: &str) -> Vec<(u64, &'s ValueSet)> {
    let mut budgets: Vec<(u64, &ValueSet)> = (measured.iter())
        .filter(|one| one.rows.iter().any(|row| row.method == method && row.n > 0))
        .filter_map(|one| Some((one.nodes?, *one)))
        .collect();
    let alike = |wanted: &ValueSet| {
        let same = budgets.iter().filter(|(_, one)| one.alike == wanted.alike);
        same.count()
    };
    // The last of equal ones is taken, so the order is turned round for the first.
    let kind = budgets.iter().rev().max_by_key(|(_, one)| alike(one));
    let kind = kind.map(|(_, one)| one.alike.clone());
    budgets.retain(|(_, one)| Some(&one.alike) == kind.as_ref());
    budgets.sort_by_key(|(nodes, _)| *nodes);
    budgets
}

/// Heights are doublings of the nodes.
fn height(nodes: f64) -> f64 {
    libm::log2(nodes)
}

/// The line through the values of players that differ in their nodes.
pub struct Ladder {
    growth: Growth,
    /// By player, where several take turns and the games of each tell all pieces.
    by_player: Vec<Growth>,
    /// The pieces by their numbers in the fit.
    pieces: Vec<PieceType>,
    /// The unit's, if it is among them: ratios of others need none.
    unit: Option<usize>,
    nodes: [u64; 2],
    reference: u64,
}

impl Ladder {
    /// The line through the values of a rule set by a method under a condition; `None` where there are fewer than two
    /// budgets, or no line can be fitted.
    pub fn of(measured: &[&ValueSet], method: &str, condition: &RowCondition) -> Option<Ladder> {
        let budgets = budgets(measured, method);
        (budgets.len() > 1)
            .then(|| Ladder::fit(&budgets, method, condition))
            .flatten()
    }

    /// What a piece is worth at so many nodes, over what another one is worth there, with a 95 % interval; `None` when
    /// the line has not both.
    pub fn ratio_at(&self, piece: PieceType, over: PieceType, nodes: u64) -> Option<Estimate> {
        let item = |wanted| self.pieces.iter().position(|known| *known == wanted);
        let ratio = self.ratio(item(piece)?, item(over)?, height(nodes as f64));
        Some(exp(ratio, 1.0))
    }

    /// Its players, by their nodes.
    pub fn players(&self) -> String {
        let [fewest, most] = self.nodes;
        format!("{fewest} to {most} nodes")
    }

    fn fit(budgets: &[(u64, &ValueSet)], method: &str, condition: &RowCondition) -> Option<Ladder> {
        let [Some(&(fewest, _)), Some(&(most, last))] = [budgets.first(), budgets.last()] else {
            return None;
        };
        let joint = |set: &'_ ValueSet| {
            let mut joints = set.joints.iter().filter(|joint| joint.method == method);
            joints
                .find(|joint| joint.sums.iter().any(|(own, ..)| own == condition))
                .cloned()
        };
        let top = joint(last)?;
        // What may be worth nothing has no logarithm.
        let is_worth = |piece: &PieceType| {
            let sum = top.known(condition, *piece);
            sum.is_some_and(|sum| top.coefficients.is_clearly_positive(sum))
        };
        let pieces: Vec<PieceType> = last.spec.piece_types().filter(is_worth).collect();
        // What players that take turns differ by is the same at all rungs, and no error of one.
        let fit = |own: &dyn Fn(&PlayerFits) -> Option<Coefficients>| {
            let rungs = budgets.iter().filter_map(|&(nodes, set)| {
                let joint = joint(set)?;
                let known = pieces.iter().enumerate().filter_map(|(item, &piece)| {
                    Some((item, joint.known(condition, piece)?.to_vec()))
                });
                let (items, sums): (Vec<usize>, Vec<_>) = known.unzip();
                let (values, covariance) = own(&joint.coefficients)?.sums(&sums);
                Some(Rung {
                    height: height(nodes as f64),
                    items,
                    values,
                    covariance,
                })
            });
            Growth::fit(&rungs.collect::<Vec<Rung>>(), pieces.len())
        };
        let growth = fit(&|fits| Some(fits.given().clone()))?;
        let players = 0..top.coefficients.players();
        let by_player = players.map(|player| fit(&|fits| fits.of_player(player)));
        let by_player: Option<Vec<Growth>> = by_player.collect();
        Some(Ladder {
            growth,
            by_player: by_player.unwrap_or_default(),
            unit: pieces.iter().position(|piece| *piece == last.unit),
            pieces,
            nodes: [fewest, most],
            reference: REFERENCE_NODES.clamp(fewest, most),
        })
    }

    /// What the line says; where players are a sample, the mean of what their lines say, with the variance between them
    /// besides the error of the one line: what a line does not say is the same for all of them.
    fn of_players(&self, number: impl Fn(&Growth) -> Estimate) -> Estimate {
        let given = number(&self.growth);
        let each = self.by_player.iter().map(|own| number(own).value);
        let each: Vec<f64> = each.collect();
        let Some(variance) = SampleVariance::of_mean(&each) else {
            return given;
        };
        let mean = each.iter().sum::<f64>() / each.len() as f64;
        let of_line = SampleVariance::known(((given.high - given.low) / (2.0 * Z)).powi(2));
        let both = SampleVariance::sum(&[of_line, variance]);
        Estimate::around(mean, both.half_width())
    }

    /// The logarithm of a ratio at a height.
    fn ratio(&self, item: usize, over: usize, height: f64) -> Estimate {
        self.of_players(|growth| growth.ratio(item, over, height))
    }

    /// The chance of a drift at least as far from that of the unit where there is none.
    fn drift_chance(&self, item: usize, unit: usize) -> f64 {
        if self.by_player.is_empty() {
            return self.growth.drift_chance(item, unit);
        }
        let drift = self.of_players(|growth| growth.drift(item, unit));
        two_sided(2.0 * Z * drift.value / (drift.high - drift.low))
    }

    fn line(&self, piece: PieceType) -> Option<SkillLine> {
        let [fewest, most] = self.nodes;
        let item = self.pieces.iter().position(|known| *known == piece)?;
        let (growth, unit) = (&self.growth, self.unit?);
        let at = |nodes: u64| height(nodes as f64);
        let beyond = BEYOND.map(|times| most.saturating_mul(times));
        let value = |item: usize| self.ratio(item, unit, at(self.reference)).value;
        let lower = (0..self.pieces.len()).filter(|&other| value(other) < value(item));
        let next = lower.max_by(|&one, &other| value(one).total_cmp(&value(other)));
        let ends = [fewest, beyond[1]].map(at).map(|height| {
            let value = libm::exp(self.ratio(item, unit, height).value);
            (libm::exp2(height), value)
        });
        Some(SkillLine {
            reference: (
                self.reference,
                exp(self.ratio(item, unit, at(self.reference)), 1.0),
            ),
            per_tenfold: exp(
                self.of_players(|growth| growth.drift(item, unit)),
                height(10.0),
            ),
            p: self.drift_chance(item, unit),
            predicted: beyond
                .map(|nodes| {
                    (
                        nodes,
                        exp(
                            self.of_players(|growth| growth.predicted(item, unit, at(nodes))),
                            1.0,
                        ),
                    )
                })
                .to_vec(),
            overtaken: next.map(|next| growth.chance_above(next, item, at(beyond[1]))),
            ends,
        })
    }
}

/// So many times a logarithm, as a ratio.
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
    use tradewind_engine::Game;

    /// Values in log-odds of the pieces of chess at so many nodes, with their error: a bishop is worth 3 pawns
    /// always, a knight 3 pawns at 1 000 nodes and a third more with each ten times the nodes.
    fn measured(nodes: u64, error: f64) -> ValueSet {
        let game = Game::load("chess", &[]).expect("chess");
        let spec = game.spec().clone();
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
        ValueSet {
            rules: "Chess".to_string(),
            player: format!("{nodes} nodes"),
            players: 1,
            nodes: Some(nodes),
            alike: String::new(),
            unit: spec.find("P").expect("a pawn"),
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
            notes: Vec::new(),
            spec,
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
            rook.overtaken.is_some_and(|chance| chance > 0.9),
            "{rook:?}"
        );
    }

    #[test]
    fn rows_tell_the_ladder() {
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
