//! Positions sampled from games, as rows of the regression on material.
//!
//! From each finished game up to `samples_per_game` positions are [drawn](Quietness::draw) among the quiet ones after
//! the opening. Each game has the same weight.
//!
//! Rows are kept for the first pairs, some tens of thousands. Later pairs are [summarised](PairSummary)
//! file by file, so that millions of games need no more memory; values are fitted to all of them.

use super::columns::{Columns, SampledPosition};
use super::network::NetworkSums;
use std::collections::{BTreeMap, BTreeSet};
use tradewind_engine::rules::{ArrayFamily, PieceType};
use tradewind_selfplay::record::samples::Quietness;
use tradewind_stats::Total;
use tradewind_stats::logistic::FitOptions;
use tradewind_stats::regression::{ChosenPairs, PairSummary, fit};
use tradewind_stats::samples::{Samples, SamplesError};

/// Rows are kept up to the file that reaches this number of pairs.
const KEPT_PAIRS: usize = 20_000;

/// A selection of pairs by player and array family; `None` selects all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct PairChoice {
    /// The number of a player that takes turns, from 0.
    pub player: Option<usize>,
    /// The array family.
    pub family: Option<ArrayFamily>,
}

impl PairChoice {
    /// All pairs.
    pub const ALL: PairChoice = PairChoice {
        player: None,
        family: None,
    };

    /// Whether it includes the pairs of a player in an array family.
    fn has(self, player: usize, family: Option<ArrayFamily>) -> bool {
        self.player.is_none_or(|own| own == player)
            && self.family.is_none_or(|own| Some(own) == family)
    }
}

/// The data of a regression.
#[derive(Debug, Clone)]
pub struct PositionDesign {
    /// Rows of the first pairs.
    pub rows: Samples,
    /// Summaries of later pairs, by choice.
    summaries: BTreeMap<PairChoice, CentredSummary>,
}

/// A summary of pairs with the coefficients near which further pairs are summarised.
#[derive(Debug, Clone)]
struct CentredSummary {
    summary: PairSummary,
    centre: Vec<f64>,
}

impl From<Samples> for PositionDesign {
    fn from(rows: Samples) -> PositionDesign {
        PositionDesign {
            rows,
            summaries: BTreeMap::new(),
        }
    }
}

impl PositionDesign {
    /// A selection of the pairs. `origins` are those of the pairs with rows, in order.
    fn chosen(&self, origins: &[PairOrigin], choice: PairChoice) -> ChosenPairs<'_> {
        let summary = self.summaries.get(&choice).map(|one| &one.summary);
        rows_of(&self.rows, origins, choice).with_summary(summary)
    }

    /// Fits the coefficients near which further pairs of some choices are summarised.
    fn centre(&mut self, origins: &[PairOrigin], choices: &[PairChoice]) {
        let size = self.rows.names().len();
        for &choice in choices {
            let found = fit(self.chosen(origins, choice), &FitOptions::default());
            // Where the choice determines nothing, the fit to all pairs is near enough.
            let centre = match found {
                Ok(fit) => fit.solution(),
                Err(_) => match self.summaries.get(&PairChoice::ALL) {
                    Some(all) => all.centre.clone(),
                    None => vec![0.0; size + 1],
                },
            };
            let summary = || CentredSummary {
                summary: PairSummary::new(size),
                centre: Vec::new(),
            };
            self.summaries.entry(choice).or_insert_with(summary).centre = centre;
        }
    }

    /// Summarises further pairs, whose rows are not kept. `origins` are theirs.
    fn summarise(&mut self, rows: &Samples, origins: &[PairOrigin]) {
        for (&choice, own) in &mut self.summaries {
            let pairs = rows_of(rows, origins, choice);
            own.summary.join(&pairs.summed_up(&own.centre));
        }
    }

    /// Adds the summaries of other games of the same rules.
    fn join_summaries(&mut self, other: &PositionDesign) {
        for (choice, theirs) in &other.summaries {
            (self.summaries.entry(*choice))
                .and_modify(|own| own.summary.join(&theirs.summary))
                .or_insert_with(|| theirs.clone());
        }
    }
}

/// The selected pairs among those of some rows.
fn rows_of<'r>(rows: &'r Samples, origins: &[PairOrigin], choice: PairChoice) -> ChosenPairs<'r> {
    if choice == PairChoice::ALL {
        return rows.into();
    }
    let weight = |pair| {
        let at = origins.binary_search_by_key(&pair, |origin| origin.pair);
        let is_chosen = |at: usize| choice.has(origins[at].player, origins[at].family);
        f64::from(u8::from(at.is_ok_and(is_chosen)))
    };
    let weights: Vec<f64> = rows.pair_numbers().map(weight).collect();
    ChosenPairs::weighted(rows, weights)
}

/// Positions in detail: for values by phase, by the prospect of promotion, and for pairs of pieces.
#[derive(Debug, Clone)]
pub struct Detail {
    /// Twice the columns: material times the share of the starting pieces on the board, then material
    /// times the rest.
    pub by_phase: PositionDesign,
    /// The same for other definitions of quiet positions.
    pub by_quietness: Vec<(Quietness, PositionDesign)>,
    /// Material, then for each piece that promotes the sum of its
    /// [prospects](tradewind_engine::Replay::for_each_piece).
    pub by_prospect: PositionDesign,
    /// The pieces of the additional columns of `by_prospect`.
    pub promoting: Vec<PieceType>,
    /// For each of them, the sum of its prospects over all positions, and its count.
    pub prospects: Vec<Total>,
    /// Material, then for each piece that a side starts with two of: 1 where only White has two or
    /// more, -1 where only Black has.
    pub by_pair: PositionDesign,
    /// The pieces of the additional columns of `by_pair`.
    pub paired: Vec<PieceType>,
    /// Values to the networks of the players, or else to the one that comes with the rule set; `None`
    /// without a network.
    pub network: Option<NetworkSums>,
}

impl Detail {
    pub(super) fn empty(
        columns: &Columns,
        network: Option<NetworkSums>,
    ) -> Result<Detail, SamplesError> {
        let beside = |pieces: &[PieceType], what: &str| {
            let further = columns.names_of(pieces, what);
            let all = columns.names.iter().cloned().chain(further);
            Samples::new(all.chain(columns.names_in_hand()).collect())
        };
        let phases =
            ["full board", "empty board"].map(|what| columns.names_of(&columns.pieces, what));
        let phases = [phases.concat(), columns.names_in_hand()];
        let by_phase = PositionDesign::from(Samples::new(phases.concat())?);
        Ok(Detail {
            by_quietness: Quietness::OTHERS
                .map(|one| (one, by_phase.clone()))
                .to_vec(),
            by_phase,
            by_prospect: beside(&columns.promoting, "prospect")?.into(),
            promoting: columns.promoting.clone(),
            prospects: vec![Total::default(); columns.promoting.len()],
            by_pair: beside(&columns.paired, "pair")?.into(),
            paired: columns.paired.clone(),
            network,
        })
    }

    /// Adds a position with the number of its pair, its result and its weight.
    pub(super) fn push(
        &mut self,
        (pair, score, weight): (u64, f32, f32),
        position: &SampledPosition,
        full: u32,
    ) -> Result<(), SamplesError> {
        for (design, row) in [
            (&mut self.by_phase, position.by_phase(full)),
            (&mut self.by_prospect, position.with(&position.prospects)),
            (&mut self.by_pair, position.with(&position.pairs)),
        ] {
            design.rows.push_weighted(pair, score, weight, &row)?;
        }
        for (sum, count) in self.prospects.iter_mut().zip(&position.counts) {
            sum.join(count);
        }
        Ok(())
    }
}

/// Sampled positions of the games of one rule set.
#[derive(Debug, Clone)]
pub struct PositionSamples {
    /// The measured pieces, by column of `material`.
    pub pieces: Vec<PieceType>,
    /// The pieces of its further columns: those in hand, whose columns come last in every design.
    pub in_hand: Vec<PieceType>,
    /// Finished games.
    pub games: u64,
    /// Rows of the regression on material.
    pub material: PositionDesign,
    /// The origins of the pairs with rows, in order.
    pub origins: Vec<PairOrigin>,
    /// The pairs without rows.
    pub summarised: SummarisedPairs,
    /// The same positions in more detail, if requested.
    pub detail: Option<Detail>,
}

/// The origin of a pair of games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairOrigin {
    /// The pair's number.
    pub pair: u64,
    /// The family of its array; `None` if it began from a position that is not an array.
    pub family: Option<ArrayFamily>,
    /// The number of the player that played it, from 0.
    pub player: usize,
    /// Number of finished games.
    pub games: u32,
}

/// Counts of pairs that are summarised.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SummarisedPairs {
    pairs: u64,
    last: u64,
    /// The total number of pairs at which new centres are fitted.
    centre_at: u64,
    /// Finished games, by player and array family.
    games: BTreeMap<(usize, Option<ArrayFamily>), u64>,
}

impl SummarisedPairs {
    fn add(&mut self, origins: &[PairOrigin], by: u64) {
        self.pairs += origins.len() as u64;
        for origin in origins {
            let place = (origin.player, origin.family);
            *self.games.entry(place).or_default() += u64::from(origin.games);
            self.last = origin.pair + by;
        }
    }

    fn join(&mut self, other: &SummarisedPairs, by: u64) {
        self.pairs += other.pairs;
        for (place, games) in &other.games {
            *self.games.entry(*place).or_default() += games;
        }
        if other.pairs > 0 {
            self.last = other.last + by;
        }
    }
}

impl PositionSamples {
    /// Adds positions of later pairs.
    ///
    /// # Errors
    /// They are of another rule set, or their pairs do not come later.
    pub fn append(&mut self, later: &PositionSamples) -> Result<(), SamplesError> {
        self.append_renumbered(later, 0, KEPT_PAIRS)
    }

    /// Adds positions of other games of the same rules, whose pairs are numbered after the own ones.
    ///
    /// # Errors
    /// They are of another rule set.
    pub(crate) fn append_other(&mut self, other: &PositionSamples) -> Result<(), SamplesError> {
        let last = self.origins.last().map(|last| last.pair);
        let last = last.map(|last| last.max(self.summarised.last));
        self.append_renumbered(other, last.map_or(0, |last| last + 1), KEPT_PAIRS)
    }

    /// The player, the array family and the finished games of every pair, or of several of one kind.
    fn kinds(&self) -> impl Iterator<Item = (usize, Option<ArrayFamily>, u64)> {
        let own = self.origins.iter();
        let own = own.map(|one| (one.player, one.family, u64::from(one.games)));
        let summarised = self.summarised.games.iter();
        own.chain(summarised.map(|(&(player, family), &games)| (player, family, games)))
    }

    /// Number of players that take turns.
    pub fn players(&self) -> usize {
        let players = self.kinds().map(|(player, ..)| player);
        players.max().map_or(1, |last| last + 1)
    }

    /// Finished games of a selection of pairs.
    pub fn games_of(&self, choice: PairChoice) -> u64 {
        self.kinds()
            .filter(|&(player, family, _)| choice.has(player, family))
            .map(|(_, _, games)| games)
            .sum()
    }

    /// A selection of the pairs of a design of these positions.
    pub fn chosen<'d>(&self, design: &'d PositionDesign, choice: PairChoice) -> ChosenPairs<'d> {
        design.chosen(&self.origins, choice)
    }

    fn append_renumbered(
        &mut self,
        other: &PositionSamples,
        by: u64,
        kept: usize,
    ) -> Result<(), SamplesError> {
        self.games += other.games;
        if self.summarised.pairs == 0 && self.origins.len() < kept {
            self.keep(other, by)?;
        } else {
            self.summarise(other, by)?;
        }
        self.summarised.join(&other.summarised, by);
        for_designs(
            &mut self.material,
            &mut self.detail,
            other,
            |own, theirs| {
                own.join_summaries(theirs);
                Ok(())
            },
        )?;
        let (Some(own), Some(other)) = (&mut self.detail, &other.detail) else {
            return Ok(());
        };
        if let (Some(own), Some(other)) = (&mut own.network, &other.network) {
            own.join(other);
        }
        for (sum, part) in own.prospects.iter_mut().zip(&other.prospects) {
            sum.join(part);
        }
        Ok(())
    }

    fn keep(&mut self, other: &PositionSamples, by: u64) -> Result<(), SamplesError> {
        let act = |own: &mut PositionDesign, theirs: &PositionDesign| {
            own.rows.append_renumbered(&theirs.rows, by)
        };
        for_designs(&mut self.material, &mut self.detail, other, act)?;
        let origins = other.origins.iter().map(|origin| PairOrigin {
            pair: origin.pair + by,
            ..*origin
        });
        self.origins.extend(origins);
        Ok(())
    }

    fn summarise(&mut self, other: &PositionSamples, by: u64) -> Result<(), SamplesError> {
        let pairs = self.origins.len() as u64 + self.summarised.pairs;
        let is_due = pairs >= self.summarised.centre_at;
        let choices = is_due.then(|| self.choices());
        if is_due {
            self.summarised.centre_at = 2 * pairs;
        }
        let origins = &self.origins;
        // The design of material comes first.
        let mut own_choices = choices.as_ref().map(|(of_material, _)| of_material);
        let act = |own: &mut PositionDesign, theirs: &PositionDesign| {
            if let Some(own_choices) = own_choices {
                own.centre(origins, own_choices);
            }
            own_choices = choices.as_ref().map(|(_, of_others)| of_others);
            own.summarise(&theirs.rows, &other.origins);
            Ok(())
        };
        for_designs(&mut self.material, &mut self.detail, other, act)?;
        self.summarised.add(&other.origins, by);
        Ok(())
    }

    /// The choices of pairs that are needed: for rows of material, and for other rows.
    fn choices(&self) -> (Vec<PairChoice>, Vec<PairChoice>) {
        let each = (0..self.players()).filter(|_| self.players() > 1);
        let players: Vec<Option<usize>> = [None].into_iter().chain(each.map(Some)).collect();
        let mut families = BTreeSet::from_iter(self.origins.iter().map(|origin| origin.family));
        if families.len() == 1 {
            families.clear();
        }
        families.insert(None);
        let families = Vec::from_iter(families);
        let of = |families: &[Option<ArrayFamily>]| {
            let both = families.iter().flat_map(|&family| {
                players
                    .iter()
                    .map(move |&player| PairChoice { player, family })
            });
            both.collect()
        };
        (of(&families), of(&[None]))
    }
}

/// Applies `act` to every design, that of material first, with the same design of other positions.
fn for_designs(
    material: &mut PositionDesign,
    detail: &mut Option<Detail>,
    other: &PositionSamples,
    mut act: impl FnMut(&mut PositionDesign, &PositionDesign) -> Result<(), SamplesError>,
) -> Result<(), SamplesError> {
    act(material, &other.material)?;
    let (Some(own), Some(other)) = (detail, &other.detail) else {
        return Ok(());
    };
    act(&mut own.by_phase, &other.by_phase)?;
    act(&mut own.by_prospect, &other.by_prospect)?;
    act(&mut own.by_pair, &other.by_pair)?;
    let mut quiet = own.by_quietness.iter_mut().zip(&other.by_quietness);
    quiet.try_for_each(|((_, own), (_, other))| act(own, other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use tradewind_stats::logistic::logistic;
    use tradewind_stats::regression::sandwich;

    /// Games of a file: a rook is worth 1.5, more to the second player, and less in the second
    /// array family.
    fn file(pairs: std::ops::Range<u64>, seed: u64) -> PositionSamples {
        let names = ["Pawn", "Rook"].map(str::to_string).to_vec();
        let mut material = Samples::new(names).expect("names");
        let mut origins = Vec::new();
        for pair in pairs {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            random.set_stream(pair);
            let (player, entry) = (random.random_range(0..2), random.random_range(0..2));
            let liking: f64 = random.random_range(-1.0..1.0);
            for _ in 0..2 {
                let counts: [i8; 2] = [random.random_range(-2..=2), random.random_range(-1..=1)];
                let rook = 1.5 + 0.4 * player as f64 - 0.6 * entry as f64;
                let log_odds = liking + 0.3 * f64::from(counts[0]) + rook * f64::from(counts[1]);
                let wins = random.random::<f64>() < logistic(log_odds);
                let pushed = material.push(pair, f32::from(u8::from(wins)), &counts);
                pushed.expect("a row");
            }
            let mirrored = None;
            origins.push(PairOrigin {
                pair,
                family: Some(ArrayFamily { entry, mirrored }),
                player,
                games: 2,
            });
        }
        PositionSamples {
            pieces: vec![PieceType(0), PieceType(1)],
            in_hand: Vec::new(),
            games: 2 * origins.len() as u64,
            material: material.into(),
            origins,
            summarised: SummarisedPairs::default(),
            detail: None,
        }
    }

    fn files(count: u64, kept: usize, seed: u64) -> PositionSamples {
        let mut all = file(0..0, seed);
        for at in 0..count {
            let appended = all.append_renumbered(&file(100 * at..100 * at + 100, seed), 0, kept);
            appended.expect("later pairs");
        }
        all
    }

    /// All pairs, those of each player and family, and of both, give the same values as their rows.
    #[test]
    fn summaries_equal_their_rows() {
        let (whole, short) = (files(160, usize::MAX, 3), files(160, 1_000, 3));
        assert_eq!(whole.origins.len(), 16_000);
        assert_eq!(short.origins.len(), 1_000);
        assert_eq!((short.players(), short.games), (2, 32_000));
        let (choices, _) = short.choices();
        assert_eq!(choices.len(), 9);
        for choice in choices {
            assert_eq!(short.games_of(choice), whole.games_of(choice), "{choice:?}");
            let [one, other] = [&whole, &short].map(|samples| {
                let pairs = samples.chosen(&samples.material, choice);
                let fitted = fit(pairs.clone(), &FitOptions::default()).expect("a fit");
                let count = pairs.pair_count();
                (sandwich(pairs, &fitted).sum(&[(2, 1.0)]), count)
            });
            assert_eq!(one.1, other.1);
            let width = one.0.high - one.0.low;
            let off = (one.0.value - other.0.value).abs() / width;
            assert!(off < 0.05, "{choice:?}: {:?} {:?}", one.0, other.0);
            let ratio = (other.0.high - other.0.low) / width;
            assert!((0.95..1.05).contains(&ratio), "{choice:?}: {ratio}");
        }
    }

    /// Games of two folders are joined, whichever of them has summaries.
    #[test]
    fn folders_with_summaries_are_joined() {
        let rook = |samples: &PositionSamples| {
            let pairs = samples.chosen(&samples.material, PairChoice::ALL);
            let fitted = fit(pairs.clone(), &FitOptions::default()).expect("a fit");
            (sandwich(pairs, &fitted).sum(&[(2, 1.0)]), samples.games)
        };
        let mut expected = files(40, usize::MAX, 5);
        expected
            .append_other(&files(40, usize::MAX, 6))
            .expect("the same rules");
        let (expected, games) = rook(&expected);
        for kept in [[usize::MAX, 1_000], [1_000, usize::MAX], [1_000, 1_000]] {
            let mut both = files(40, kept[0], 5);
            let joined = both.append_renumbered(&files(40, kept[1], 6), 4_000, 1_500);
            joined.expect("the same rules");
            let (found, all) = rook(&both);
            assert_eq!(all, games);
            let width = expected.high - expected.low;
            assert!(
                (found.value - expected.value).abs() < 0.05 * width,
                "{found:?} {expected:?}"
            );
        }
    }

    /// Rows may lack some of the pairs of their games.
    #[test]
    fn chosen_pairs_are_found_by_their_numbers() {
        let origins = [(4, 0), (5, 1), (7, 0)].map(|(pair, player)| PairOrigin {
            pair,
            family: None,
            player,
            games: 2,
        });
        for (pairs, player, expected) in [
            (&[4, 5, 7][..], None, 3),
            (&[4, 5, 7], Some(0), 2),
            (&[5, 7], Some(0), 1),
            (&[5], Some(0), 0),
        ] {
            let samples = Samples::new(vec!["N".to_string()]).expect("a name");
            let mut design = PositionDesign::from(samples);
            for &pair in pairs {
                let pushed = design.rows.push(pair, 1.0, &[1.0_f32]);
                pushed.expect("a row");
            }
            let choice = PairChoice {
                player,
                family: None,
            };
            let found = design.chosen(&origins, choice).pair_count();
            assert_eq!(found, expected, "{pairs:?} {player:?}");
        }
    }
}
