//! Which odds to play: those from which the values of all pieces come out surest.
//!
//! Candidates are drawn at random, near balance by what the pieces are thought to be worth: a
//! lopsided game tells little. Out of these the design is picked one by one, each time the one
//! that most lessens the sum of the variances of all values in pawns, each divided by (1 + value)²
//! so that cheap and dear pieces count alike: a greedy A-optimal design for ratios (Fedorov, *Theory
//! of Optimal Experiments*, 1972). Nothing but additions, multiplications and divisions decides, so
//! the design is the same on every machine.

mod candidates;
mod contrasts;

pub use contrasts::contrast;

use super::{MaterialChange, Odds, can_begin, possible_arrays};
use candidates::{Candidate, candidates};
use std::collections::BTreeSet;
use tradewind_engine::Game;
use tradewind_engine::rules::{BlackArray, PieceType, RuleSpec};

/// The variance of what odds are worth beyond the sum of their pieces, in squared log-odds for each
/// kind of change, until it is measured.
const MISFIT: f64 = 0.02;

/// The variance of a value in log-odds before anything is known.
const PRIOR: f64 = 25.0;

/// Games of each kind of odds. A design does not depend on how long it is played, so that an
/// experiment can be made longer.
const GAMES: f64 = 60.0;

/// How often odds may be picked: those of pawns alone, say, of which there are few and on which every
/// value in pawns depends.
const MAX_PICKS: u32 = 12;

/// Odds in a design for each piece type, and at least, when nothing else is said.
const ODDS_PER_PIECE: usize = 6;
const MIN_ODDS: usize = 40;

/// What a design is made for.
#[derive(Clone, Copy, Debug)]
pub struct Purpose<'p> {
    /// The rule set, with [non-promoting copies](RuleSpec::with_copies) if what promoting is worth is asked for.
    pub game: &'p Game,
    /// The arrays that are played.
    pub arrays: &'p [u32],
    /// What each piece type is thought to be worth, in pawns.
    pub guess: &'p [f64],
    /// The piece that values are given in.
    pub unit: PieceType,
    /// Whether pieces are put on the board, not taken from it or replaced.
    pub puts_on: bool,
    /// Where the candidates come from.
    pub seed: u64,
}

/// The piece types whose value odds can measure: all but the royals of the arrays, of which each
/// side always has as many as the other.
pub fn measured(spec: &RuleSpec) -> Vec<PieceType> {
    let mut starts: BTreeSet<PieceType> = BTreeSet::new();
    for array in &spec.arrays {
        starts.extend(array.rows.iter().flatten().flatten());
        if let BlackArray::Rows(rows) = &array.black {
            starts.extend(rows.iter().flatten().flatten());
        }
    }
    spec.piece_types()
        .filter(|piece| !(spec.piece(*piece).royal && starts.contains(piece)))
        .collect()
}

/// A design of `number` odds, or of the default number; fewer when there are not as many. Some may be
/// in it several times.
pub fn design(purpose: &Purpose<'_>, number: Option<usize>) -> Vec<Odds> {
    let measured = measured(purpose.game.spec());
    let default = MIN_ODDS.max(ODDS_PER_PIECE * measured.len());
    let number = number.unwrap_or(default);
    let mut picked = Picked::new(purpose, &measured);
    let mut candidates = candidates(purpose, &measured);
    let mut design = Vec::new();
    while design.len() < number {
        let gains = candidates.iter().map(|candidate| picked.gain(candidate));
        // The first of equal ones.
        let best = gains.enumerate().fold(None, |best, (at, gain)| match best {
            Some((_, max)) if gain <= max => best,
            _ => Some((at, gain)),
        });
        let Some((best, _)) = best else {
            break;
        };
        let chosen = &mut candidates[best];
        let can_begin = |odds: &Odds| {
            let arrays = possible_arrays(purpose.game.spec(), odds, purpose.arrays);
            can_begin(purpose.game, odds, &arrays)
        };
        if chosen.picks == 0 && !can_begin(&chosen.odds) {
            candidates.swap_remove(best);
            continue;
        }
        picked.add(chosen);
        chosen.picks += 1;
        design.push(chosen.odds.clone());
        if chosen.picks == MAX_PICKS {
            candidates.swap_remove(best);
        }
    }
    design
}

/// What is known after some odds have been picked.
struct Picked {
    size: usize,
    /// The covariance of the values in log-odds.
    covariance: Vec<f64>,
    /// What the criterion makes of it: C·G·C, where tr(G·C) is the sum to be lessened.
    weighed: Vec<f64>,
    criterion: Vec<f64>,
}

impl Picked {
    fn new(purpose: &Purpose<'_>, measured: &[PieceType]) -> Picked {
        let size = measured.len();
        let unit = measured.iter().position(|piece| *piece == purpose.unit);
        let mut criterion = vec![0.0; size * size];
        for (at, piece) in measured.iter().enumerate() {
            let worth = purpose.guess[piece.index()];
            let weight = 1.0 / ((1.0 + worth) * (1.0 + worth));
            criterion[at * size + at] += weight;
            if let Some(unit) = unit {
                // The gradient of value / unit: this piece, less `worth` units.
                criterion[at * size + unit] -= weight * worth;
                criterion[unit * size + at] -= weight * worth;
                criterion[unit * size + unit] += weight * worth * worth;
            }
        }
        let mut covariance = vec![0.0; size * size];
        for at in 0..size {
            covariance[at * size + at] = PRIOR;
        }
        Picked {
            size,
            weighed: criterion.iter().map(|g| g * PRIOR * PRIOR).collect(),
            covariance,
            criterion,
        }
    }

    /// How much one more pick would tell about the sum of its pieces. What odds are worth beyond that
    /// sum is the same in all their games, so that the first pick tells most.
    fn information(candidate: &Candidate) -> f64 {
        let square = candidate.balance * candidate.balance;
        // The variance of a result at these log-odds, 1 / (2 + 2·cosh), by its series.
        let result = 0.25 / (1.0 + square / 4.0 + square * square / 48.0);
        // Odds of many changes may well be worth more or less than the sum of their pieces; those of
        // equal changes count but once.
        let changes: BTreeSet<&MaterialChange> = candidate.odds.changes.iter().flatten().collect();
        let misfit = MISFIT * changes.len() as f64;
        let after = |picks: f64| {
            if picks > 0.0 {
                1.0 / (misfit + 1.0 / (picks * GAMES * result))
            } else {
                0.0
            }
        };
        let picks = f64::from(candidate.picks);
        after(picks + 1.0) - after(picks)
    }

    fn form(&self, matrix: &[f64], entries: &[(usize, f64)]) -> f64 {
        let row = |&(at, times): &(usize, f64)| {
            let sum: f64 = (entries.iter())
                .map(|&(other, often)| matrix[at * self.size + other] * often)
                .sum();
            times * sum
        };
        entries.iter().map(row).sum()
    }

    /// By how much a candidate would lessen the sum of the variances.
    fn gain(&self, candidate: &Candidate) -> f64 {
        let information = Picked::information(candidate);
        let known = 1.0 + information * self.form(&self.covariance, &candidate.entries);
        information * self.form(&self.weighed, &candidate.entries) / known
    }

    fn add(&mut self, candidate: &Candidate) {
        let (size, information) = (self.size, Picked::information(candidate));
        let row = |matrix: &[f64], at: usize| -> f64 {
            let entries = candidate.entries.iter();
            entries
                .map(|&(other, often)| matrix[at * size + other] * often)
                .sum()
        };
        let known = 1.0 + information * self.form(&self.covariance, &candidate.entries);
        let share = information / known;
        let u: Vec<f64> = (0..size).map(|at| row(&self.covariance, at)).collect();
        let times = |matrix: &[f64], vector: &[f64]| -> Vec<f64> {
            let rows = matrix.chunks(size);
            rows.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
                .collect()
        };
        let gu = times(&self.criterion, &u);
        let cgu = times(&self.covariance, &gu);
        let ugu: f64 = u.iter().zip(&gu).map(|(a, b)| a * b).sum();
        for a in 0..size {
            for b in 0..size {
                let at = a * size + b;
                self.covariance[at] -= share * u[a] * u[b];
                self.weighed[at] +=
                    share * (share * ugu * u[a] * u[b] - u[a] * cgu[b] - cgu[a] * u[b]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::candidates::{MAX_LOPSIDED, UNIT_LOG_ODDS};
    use super::*;
    use tradewind_engine::rules::{PieceSpec, load};
    use tradewind_engine::theory;

    fn game(id: &str) -> Game {
        Game::new(load(id, &[]).expect("a rule set"))
    }

    fn purpose<'p>(game: &'p Game, guess: &'p [f64]) -> Purpose<'p> {
        Purpose {
            game,
            arrays: &[0],
            guess,
            unit: game.spec().find("P").unwrap_or(PieceType(0)),
            puts_on: false,
            seed: 1,
        }
    }

    fn designed(game: &Game, number: Option<usize>) -> (Vec<Odds>, Vec<f64>) {
        let guess = theory::in_pawns(game.spec());
        (design(&purpose(game, &guess), number), guess)
    }

    /// The variances of all values in log-odds when odds are played equally often.
    fn variances(spec: &RuleSpec, odds: &[Odds]) -> Vec<f64> {
        let measured = measured(spec);
        let size = measured.len();
        // Gauss and Jordan on the information with a faint prior.
        let mut rows: Vec<Vec<f64>> = (0..size)
            .map(|at| {
                let mut row = vec![0.0; 2 * size];
                row[at] = 1e-6;
                row[size + at] = 1.0;
                row
            })
            .collect();
        for one in odds {
            let difference = one.difference(spec);
            let x: Vec<f64> = (measured.iter())
                .map(|piece| f64::from(difference[piece.index()]))
                .collect();
            for a in 0..size {
                for b in 0..size {
                    rows[a][b] += x[a] * x[b];
                }
            }
        }
        for at in 0..size {
            let pivot = rows[at][at];
            rows[at].iter_mut().for_each(|value| *value /= pivot);
            let pivot_row = rows[at].clone();
            for (other, row) in rows.iter_mut().enumerate() {
                let factor = row[at];
                if other != at {
                    row.iter_mut()
                        .zip(&pivot_row)
                        .for_each(|(value, own)| *value -= factor * own);
                }
            }
        }
        (0..size).map(|at| rows[at][size + at]).collect()
    }

    #[test]
    fn every_piece_of_every_rule_set_is_measured() {
        for id in tradewind_engine::rules::built_in() {
            let game = game(&id);
            let (odds, _) = designed(&game, None);
            check_variances(&game, &odds, false);
        }
    }

    fn check_variances(game: &Game, odds: &[Odds], puts_on: bool) {
        let spec = game.spec();
        for (piece, variance) in measured(spec).iter().zip(variances(spec, odds)) {
            let PieceSpec { name, royal, .. } = spec.piece(*piece);
            let rules = spec.title();
            let is_told = variance < 4.0 || (puts_on && *royal);
            assert!(is_told, "{rules}: {name} has a variance of {variance}");
        }
    }

    /// On top of a position whose pieces are not known, odds put pieces on the board, and nothing else.
    #[test]
    fn pieces_are_put_on_the_board_where_they_may_be_gone() {
        for id in ["chess", "scirocco-2009"] {
            let game = game(id);
            let guess = theory::in_pawns(game.spec());
            let purpose = Purpose {
                puts_on: true,
                ..purpose(&game, &guess)
            };
            let odds = design(&purpose, None);
            check_variances(&game, &odds, true);
            let mut changes = odds.iter().flat_map(|one| one.changes.iter().flatten());
            assert!(changes.all(|change| change.from.is_none()), "{id}");
        }
    }

    #[test]
    fn copies_are_measured_too() {
        let game = Game::new(game("scirocco-2009").spec().with_copies());
        let spec = game.spec();
        let (odds, _) = designed(&game, None);
        for (piece, variance) in measured(spec).iter().zip(variances(spec, &odds)) {
            let name = &spec.piece(*piece).name;
            assert!(variance < 4.0, "{name} has a variance of {variance}");
        }
    }

    /// Picking is worth its while: as many odds drawn at random from the same candidates leave
    /// the values less sure.
    #[test]
    fn a_design_is_better_than_chance() {
        let game = game("scirocco-2009");
        let spec = game.spec();
        let (odds, guess) = designed(&game, Some(120));
        let all = candidates(&purpose(&game, &guess), &measured(spec));
        let step = all.len() / 120;
        let drawn: Vec<Odds> = (all.iter().step_by(step).take(120))
            .map(|candidate| candidate.odds.clone())
            .collect();
        let sum = |odds: &[Odds]| variances(spec, odds).iter().sum::<f64>();
        let (picked, drawn) = (sum(&odds), sum(&drawn));
        assert!(picked < 0.7 * drawn, "{picked} against {drawn}");
    }

    #[test]
    fn designs_are_near_balance() {
        let game = game("chess");
        let (odds, guess) = designed(&game, None);
        assert!(odds.len() >= 40, "{}", odds.len());
        let texts: BTreeSet<&String> = odds.iter().map(|one| &one.text).collect();
        assert!(texts.len() > odds.len() / 2, "{} kinds", texts.len());
        for one in &odds {
            let difference = one.difference(game.spec());
            let balance: f64 = (difference.iter().zip(&guess))
                .map(|(&times, worth)| f64::from(times) * worth)
                .sum();
            assert!(
                balance.abs() <= MAX_LOPSIDED / UNIT_LOG_ODDS,
                "{}: {balance}",
                one.text
            );
        }
    }
}
