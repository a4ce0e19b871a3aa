//! Values from games between sides with different material.

mod fit;

pub use fit::{FittedOdds, OddsError, OddsFit, fit};

use super::{
    FittedPieces, Joint, Method, MethodValues, PieceGames, PlayerFit, PlayerFits, pair_rows,
    turns_note, value_rows,
};
use crate::dataset::{OddsGames, Wanted};
use crate::row::{LOG_ODDS, Row, RowCondition, Subject, Warning};
use tradewind_engine::rules::{PieceType, RuleSpec};
use tradewind_stats::estimate::Estimate;
use tradewind_stats::significance::{ALPHA, holm, two_sided};

pub(crate) const NAME: &str = "odds";

/// Maximum number of odds named in the notes for a significant residual.
const MAX_NAMED: usize = 5;

/// Values by the additive model of material odds.
pub const METHOD: Method = Method {
    name: NAME,
    quantity: "odds at the start",
    wanted: |with_odds| Wanted {
        odds: with_odds,
        ..Wanted::default()
    },
    estimate,
};

fn estimate(games: &PieceGames<'_>) -> Result<Option<MethodValues>, String> {
    let Some((spec, parts)) = games.odds else {
        return Ok(None);
    };
    let fitted = match fit(&parts.all, None) {
        Ok(fitted) => fitted,
        // The score of a direct contrast is reported although no value of a piece follows.
        Err(cause @ OddsError::TooFewOdds(..)) => {
            let rows = scores_alone(&parts.all);
            let note = format!("Odds: {cause} for values, so only scores are given.");
            return Ok((!rows.is_empty()).then(|| MethodValues {
                rows,
                notes: vec![note],
                ..MethodValues::default()
            }));
        }
        Err(cause) => return Err(cause.to_string()),
    };
    let all = OddsColumns {
        games,
        spec,
        values: values_of(
            games,
            &parts.all,
            &fitted,
            by_players(&fitted, &parts.players, None),
        ),
        fit: &fitted,
        played: &parts.all,
    };
    let mut found = MethodValues {
        rows: all.values(&RowCondition::All),
        joints: vec![all.joint()],
        notes: all.notes(),
    };
    let promoting = all.promotion_values();
    if !promoting.is_empty() {
        found.notes.push(
            "Odds, promotion premium: against pieces that move alike and never promote."
                .to_string(),
        );
    }
    found.rows.extend(promoting);
    found.rows.extend(all.pairs(&parts.players));
    found.rows.extend(all.scores());
    if parts.families.len() > 1 {
        for (family, played) in &parts.families {
            if let Ok(fit) = &fit(played, None) {
                let condition = RowCondition::Arrays(spec.family_name(*family));
                let own = OddsColumns {
                    games,
                    spec,
                    values: values_of(
                        games,
                        played,
                        fit,
                        PlayerFits::new(fit.coefficients.clone(), &[]),
                    ),
                    fit,
                    played,
                };
                found.rows.extend(own.values(&condition));
            }
        }
    }
    Ok(Some(found))
}

/// The coefficients of a fit and, where several players take turns, of the same fit for each of them.
fn by_players(whole: &OddsFit, players: &[OddsGames], paired: Option<usize>) -> PlayerFits {
    let fits: Result<Vec<PlayerFit>, OddsError> = players
        .iter()
        .map(|games| {
            let own = fit(games, paired)?;
            let shares = own.penalty_shares.into_iter();
            Ok(PlayerFit::new(own.coefficients.values, shares))
        })
        .collect();
    PlayerFits::new(whole.coefficients.clone(), &fits.unwrap_or_default())
        .with_common_error(&whole.of_odds, whole.df)
}

fn scores_alone(played: &OddsGames) -> Vec<Row> {
    let groups = played.groups.iter();
    let rows = groups.filter_map(|group| {
        let score = group.tally.score()?.scaled(100.0);
        Some(score_row(&group.text, group.tally.pairs).with_estimate(Some(score)))
    });
    rows.collect()
}

fn score_row(odds: &str, pairs: u64) -> Row {
    Row {
        n: 2 * pairs,
        pairs,
        ..Row::new(NAME, Subject::Odds(odds.to_string()), "%")
    }
}

fn single(at: usize) -> Vec<(usize, f64)> {
    vec![(at, 1.0)]
}

/// The values of a fit with some coefficients: its own, or their means over players.
fn values_of<'c>(
    games: &'c PieceGames<'c>,
    played: &'c OddsGames,
    fit: &OddsFit,
    coefficients: PlayerFits,
) -> FittedPieces<'c> {
    FittedPieces {
        method: NAME,
        games,
        pieces: &played.pieces,
        coefficients,
        first: 0,
        penalty_share: fit.penalty_shares.clone(),
        pairs: fit.support.clone(),
        played: 2 * played.pairs(),
    }
}

/// A fit with the names of its columns.
struct OddsColumns<'c> {
    games: &'c PieceGames<'c>,
    /// The rule set that was played, with non-promoting copies of pieces if some were played.
    spec: &'c RuleSpec,
    fit: &'c OddsFit,
    values: FittedPieces<'c>,
    played: &'c OddsGames,
}

impl OddsColumns<'_> {
    /// The pieces that are not copies, by column.
    fn pieces(&self) -> impl Iterator<Item = (usize, PieceType)> {
        let pieces = self.played.pieces.iter().copied().enumerate();
        pieces.filter(|&(_, piece)| self.spec.piece(piece).copy_of.is_none())
    }

    fn copy(&self, piece: PieceType) -> Option<usize> {
        let copy = self.spec.non_promoting_copy(piece)?;
        self.values.column(copy)
    }

    fn values(&self, condition: &RowCondition) -> Vec<Row> {
        let value = |(at, _)| self.values.value(at, condition, &single, &single);
        self.pieces().flat_map(value).collect()
    }

    /// For each piece with a non-promoting copy: the value of the copy, and the premium over it.
    fn promotion_values(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        for (at, piece) in self.pieces() {
            if let Some(copy) = self.copy(piece) {
                let (without, premium) = (single(copy), vec![(at, 1.0), (copy, -1.0)]);
                for (condition, sum) in [
                    (RowCondition::WithoutPromotion, without),
                    (RowCondition::PromotionPremium, premium),
                ] {
                    let about = (Subject::piece(self.games.spec, piece), &condition);
                    let (mut row, values) = self.values.sum(about, copy, &sum, &single);
                    row.warning = self.fit.warnings[copy];
                    rows.extend(value_rows(self.games, (row, values)));
                }
            }
        }
        rows
    }

    /// The values of two or more of a piece beyond the sum of single ones: one pair at a time, beside
    /// all pieces, where some odds make or break it.
    fn pairs(&self, players: &[OddsGames]) -> Vec<Row> {
        let paired = self.played.paired.iter().enumerate();
        let values = paired.filter_map(|(at, &piece)| {
            let fit = fit(self.played, Some(at)).ok()?;
            let coefficients = by_players(&fit, players, Some(at));
            let with_pair = values_of(self.games, self.played, &fit, coefficients);
            let column = self.played.pieces.len();
            let (row, values) = with_pair.pair(piece, column, &single);
            let is_seen = row.warning != Some(Warning::NeverSeen);
            is_seen.then_some((row, values))
        });
        pair_rows(self.games, values.collect())
    }

    /// The score of each kind of odds, and the score expected by the sum of its pieces.
    fn scores(&self) -> Vec<Row> {
        let both = self.fit.odds.iter().zip(self.p_values());
        both.flat_map(|(odds, p)| {
            let row = score_row(&odds.text, odds.pairs);
            let expected = Row {
                condition: RowCondition::Expected,
                value: Some(odds.expected),
                ..row.clone()
            };
            let score = Row {
                p: Some(p),
                ..row.with_estimate(Some(odds.share))
            };
            [score, expected]
        })
        .collect()
    }

    /// By kind of odds: the p-value of its residual, corrected for the number of kinds.
    fn p_values(&self) -> Vec<f64> {
        holm((self.fit.odds.iter()).map(|odds| two_sided(odds.residual)))
    }

    /// The reliable values, as sums of coefficients.
    fn joint(&self) -> Joint {
        let is_known = |at: &usize| self.fit.warnings[*at].is_none();
        let mut sums = Vec::new();
        for (at, piece) in self.pieces().filter(|(at, _)| is_known(at)) {
            sums.push((RowCondition::All, piece, vec![(at, 1.0)]));
            if self.spec.piece(piece).promotion.is_none() {
                sums.push((RowCondition::WithoutPromotion, piece, vec![(at, 1.0)]));
            }
            if let Some(copy) = self.copy(piece).filter(is_known) {
                let premium = vec![(at, 1.0), (copy, -1.0)];
                sums.push((RowCondition::WithoutPromotion, piece, vec![(copy, 1.0)]));
                sums.push((RowCondition::PromotionPremium, piece, premium));
            }
        }
        Joint {
            method: NAME,
            coefficients: self.values.coefficients.clone(),
            sums,
        }
    }

    fn notes(&self) -> Vec<String> {
        let fit = self.fit;
        let name = self.games.spec.piece(self.games.unit).name.to_lowercase();
        let bracketed = |e: Estimate| e.text(3);
        let mut notes = vec![format!(
            "Odds: {} kinds in {} pairs. The first move is worth {} {LOG_ODDS}.",
            fit.odds.len(),
            self.played.pairs(),
            bracketed(fit.first_move)
        )];
        let parts = self.games.odds.map(|(_, parts)| parts);
        notes.extend(parts.and_then(|parts| turns_note(parts.players.len())));
        let unit = self.values.column(self.games.unit);
        if let Some(value) = unit.map(|unit| self.values.coefficients.sum(&single(unit))) {
            let percent = 100.0 / (1.0 + libm::exp(-value.value)) - 50.0;
            notes.push(format!(
                "One {name} more is worth {} {LOG_ODDS}, {percent:.1} % of the points from an even game.",
                bracketed(value)
            ));
        }
        let tested = match fit.heterogeneity {
            p if p < 0.001 => "p < 0.001".to_string(),
            p if p < ALPHA => format!("p = {p:.3}"),
            p => format!("not significant, p = {p:.2}"),
        };
        let tau = match self.values.clear(Some(self.games.unit), &single) {
            Some(unit) => format!("{:.2} {name}s", fit.tau / fit.coefficients.values[unit]),
            None => format!("{:.3} {LOG_ODDS}", fit.tau),
        };
        notes.push(format!(
            "Heterogeneity: the value of odds in which the sides differ in two pieces deviates from their sum by τ = {tau} \
             (standard deviation; {tested}), for n pieces by τ·√(n/2); the intervals allow for that."
        ));
        let mut apart: Vec<(&FittedOdds, f64)> = (fit.odds.iter().zip(self.p_values()))
            .filter(|(_, p)| *p < ALPHA)
            .collect();
        apart.sort_by(|one, other| one.1.total_cmp(&other.1));
        for (odds, _) in apart.iter().take(MAX_NAMED) {
            notes.push(format!(
                "With {} the first player scored {:.0} %, where the sum of the pieces predicts {:.0} %: significant at \
                 5 % after correction for the number of kinds.",
                odds.text, odds.share.value, odds.expected
            ));
        }
        if self.played.unfinished() > 0 {
            notes.push(format!(
                "{} pairs of odds games had a game that was not finished and are left out.",
                self.played.unfinished()
            ));
        }
        notes
    }
}
