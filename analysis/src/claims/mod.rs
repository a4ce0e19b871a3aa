//! The claims ledger: what the authors of the games say about them, and what games say of that.
//!
//! [`Claims`] are read from a file (`read`); each names an experiment, a number that its games tell
//! and the region in which that number lies if the claim is true. [`measure`] finds the numbers in
//! games that were played (`evidence`), [`judge`] says which claims they support, [`other_analyses`] whether the same
//! games say so in other ways, and a measurement that no games are at hand for is taken from the reference results
//! (`reference`).

mod analyses;
mod asked;
mod endgame;
mod evidence;
mod ledger;
mod measure;
mod needed;
mod pilot;
mod read;
mod reference;
mod verdict;

pub use analyses::{AnalysisKind, OtherAnalysis, other_analyses};
pub use asked::missing;
pub use evidence::{Evidence, EvidenceError};
pub use ledger::{Ledger, LedgerSources, ledger};
pub use measure::measure;
pub use needed::{MoreNeeded, SampleSize, smallest_effect};
pub use pilot::{PairsToDecide, pairs_to_decide};
pub use read::{BUILT_IN, Claims, ClaimsError, DroppedClaim};
pub use reference::{Reference, reference};
pub use verdict::{ClaimVerdict, Judgement, judge};

use crate::compare::wanted_by_comparison;
use crate::dataset::Wanted;
use crate::metric::{Bounds, Metric};
use crate::row::{Row, RowCondition};
use crate::values::wanted_by_values;
use tradewind_selfplay::experiment::{Experiment, Pairing};

/// What somebody says about a game, and how to find out.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// A short name without spaces.
    pub id: String,
    /// The game that it is about.
    pub game: String,
    /// The claim, in our words.
    pub claim: String,
    /// Where it is made.
    pub source: String,
    /// The experiment that tests it: its file below `data/experiments`, without the ending; empty for an endgame.
    pub experiment: String,
    /// The number that tests it.
    pub statistic: Statistic,
    /// The claim holds when the number is above this.
    pub above: Option<f64>,
    /// The claim holds when the number is below this.
    pub below: Option<f64>,
    /// The number that was to test it before another one was chosen; told beside that.
    pub first: Option<FirstStatistic>,
    /// Why it is not judged until it is measured again; `None` when it is judged.
    pub open: Option<String>,
}

impl Claims {
    /// The shares of games within bounds that claims ask of an experiment's games.
    pub fn shares(&self, name: &str) -> Vec<Metric> {
        let all = self.claims.iter().flat_map(Claim::measured_by);
        let own = all.filter(|(played, _)| *played == name);
        let mut shares: Vec<Metric> = Vec::new();
        for (_, statistic) in own {
            if let Statistic::Metric(metric) = statistic
                && let Some(share) = metric.share()
                && !shares.contains(&share)
            {
                shares.push(share);
            }
        }
        shares
    }

    /// What the claims that an experiment tests ask of the games of a pairing.
    pub fn wanted(&self, name: &str, experiment: &Experiment, pairing: Pairing) -> Wanted {
        let all = self.claims.iter().flat_map(Claim::measured_by);
        let own = all.filter(|(played, _)| *played == name);
        own.fold(Wanted::default(), |wanted, (_, statistic)| {
            wanted.and(match statistic {
                Statistic::Value(_) | Statistic::Odds { .. } => {
                    wanted_by_values(experiment, pairing)
                }
                Statistic::Metric(_) | Statistic::Score { .. } => {
                    wanted_by_comparison(experiment, pairing)
                }
                Statistic::Endgame(_) => Wanted::default(),
            })
        })
    }
}

impl Claim {
    /// The experiments whose games tell it, each with the number that they tell: its own, and its first one.
    pub fn measured_by(&self) -> Vec<(&str, &Statistic)> {
        let first = self.first.iter();
        let first = first.map(|first| (&first.experiment, &first.statistic));
        let mut all = Vec::new();
        for (experiment, statistic) in [(&self.experiment, &self.statistic)]
            .into_iter()
            .chain(first)
        {
            all.push((experiment.as_str(), statistic));
            if let Statistic::Value(ValueStatistic {
                than: Some(than), ..
            }) = statistic
            {
                all.push((than.as_str(), statistic));
            }
        }
        all.retain(|(experiment, _)| !experiment.is_empty());
        all
    }
}

/// The number that was to test a claim before another one was chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstStatistic {
    /// The experiment that tells it.
    pub experiment: String,
    /// The number.
    pub statistic: Statistic,
    /// The claim holds when it is above this.
    pub above: Option<f64>,
    /// The claim holds when it is below this.
    pub below: Option<f64>,
}

/// A number that games tell.
#[derive(Clone, Debug, PartialEq)]
pub enum Statistic {
    /// Something about the values of pieces.
    Value(ValueStatistic),
    /// Direct contrasts: the score in percent of the side that begins with odds.
    Odds {
        /// The odds; the claim must hold for each of them.
        odds: Vec<String>,
        /// The player on both sides; the one with the most nodes when left out.
        players: Option<String>,
    },
    /// A metric of a comparison.
    Metric(MetricStatistic),
    /// The score in percent of one rule set's pieces against another's.
    Score {
        /// The name of the rule set in the experiment.
        rules: String,
        /// The player on both sides; the one with the most nodes when left out.
        players: Option<String>,
    },
    /// The share of the positions of some pieces that White, to move, wins.
    Endgame(EndgameStatistic),
}

/// Something about an endgame of a few pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct EndgameStatistic {
    /// The id of a rule set of the program.
    pub rules: String,
    /// White's pieces, `v`, and Black's.
    pub pieces: String,
    /// Other pieces, of which the share is taken from it.
    pub than: Option<String>,
    /// Whether a side with nothing but a royal plays on, whatever the rules say.
    pub plays_on_bare: bool,
}

/// Something about the value of a piece.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueStatistic {
    /// The piece's text.
    pub piece: String,
    /// Pieces whose values are taken from it: the claim must hold for each of them.
    pub minus: Vec<String>,
    /// Pieces by whose values it is divided: the claim must hold for each of them.
    pub over: Vec<String>,
    /// The experiment that has the value of the same piece that is taken from it.
    pub than: Option<String>,
    /// What it holds for.
    pub condition: RowCondition,
    /// Under which condition the value of the same piece is taken from it.
    pub than_condition: Option<RowCondition>,
    /// What it is given in: `pawns` for the unit piece, `knights` or `log-odds`.
    pub unit: &'static str,
    /// The name of the method.
    pub method: &'static str,
    /// The player on both sides; the one with the most nodes when left out.
    pub players: Option<String>,
    /// The nodes a move at which the line through a ladder of players gives it, in the place of one of them.
    pub at: Option<u64>,
}

/// Something about a metric.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct MetricStatistic {
    /// The metric's key.
    pub name: String,
    /// The share of the games in which it lies within these is asked for, in the place of its mean.
    pub within: Option<Bounds>,
    /// The name of the rule set in the experiment.
    pub rules: String,
    /// The rule set whose metric is taken from it.
    pub than: Option<String>,
    /// Who plays; all that meet themselves, averaged, when left out.
    pub players: Option<String>,
    /// How games begin, of several ways that take turns; all of them when left out.
    pub opening: Option<String>,
}

impl MetricStatistic {
    /// The key of the metric whose mean is asked for.
    pub fn key(&self) -> String {
        let within = self.share();
        within.map_or_else(|| self.name.clone(), |metric| metric.key())
    }

    /// The share of games within bounds that is asked for.
    fn share(&self) -> Option<Metric> {
        let metric = Metric::counted(&self.name)?;
        Some(Metric::Within(Box::new(metric), self.within?))
    }
}

/// A claim with what games say of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The claim.
    pub claim: Claim,
    /// What games say; `None` when there are none.
    pub judgement: Option<Judgement>,
    /// All that was measured.
    pub measured: Vec<Row>,
    /// What other analyses of the same games say of it.
    pub others: Vec<OtherAnalysis>,
    /// Whether the measurement is that of the reference results.
    pub is_reference: bool,
}

impl Judged {
    /// Whether no other analysis of the same quantity says the contrary; `None` when the claim is not decided, or there is no
    /// such analysis.
    pub fn is_robust(&self) -> Option<bool> {
        let verdict = self.judgement.as_ref()?.verdict;
        let contrary = match verdict {
            ClaimVerdict::Supported => ClaimVerdict::Contradicted,
            ClaimVerdict::Contradicted => ClaimVerdict::Supported,
            ClaimVerdict::Undecided => return None,
        };
        let others = self.others.iter();
        let mut same = others
            .filter(|other| other.kind.is_of_same_quantity())
            .peekable();
        same.peek()?;
        Some(same.all(|other| other.judgement.verdict != contrary))
    }

    /// The measurement that is shown: the one that decides, or the only one of a claim that is not judged.
    pub fn shown(&self) -> Option<&Row> {
        match (&self.judgement, self.measured.as_slice()) {
            (Some(found), _) => Some(&found.measured),
            (None, [only]) => Some(only),
            (None, _) => None,
        }
    }
}
