//! Positions sampled from games, as rows of the regression on material.
//!
//! From each finished game up to `samples_per_game` positions are drawn among the quiet ones after the
//! opening: those in which neither the move before nor the move after removed a piece or promoted one.
//! Each game weighs the same. Which positions are drawn depends on the experiment's seed and the game's
//! number alone.
//!
//! Rows are kept of the first pairs alone, some tens of thousands. What later ones say is [summed up](PairSummary) file by
//! file, so that millions of games need no more memory than these; values are found by all of them together.

mod design;
mod detail;
mod quietness;
mod sampler;

pub use design::{PairChoice, PositionDesign};
pub use detail::Detail;
pub use quietness::Quietness;
pub(super) use sampler::{DrawnPositions, Sampler};

use std::collections::{BTreeMap, BTreeSet};
use tradewind_engine::rules::{ArrayFamily, PieceType};
#[cfg(doc)]
use tradewind_stats::PairSummary;
use tradewind_stats::regression::ChosenPairs;
use tradewind_stats::samples::SamplesError;

/// Rows are kept of so many pairs, and of those that the file of the last one has besides.
const KEPT_PAIRS: usize = 20_000;

/// Sampled positions of the games of one rule set.
#[derive(Debug, Clone)]
pub struct PositionSamples {
    /// The pieces that are measured, one a column of `material`.
    pub pieces: Vec<PieceType>,
    /// Finished games.
    pub games: u64,
    /// Rows of the regression on material.
    pub material: PositionDesign,
    /// Where the pairs come from of which rows are kept, in their order.
    pub origins: Vec<PairOrigin>,
    /// What is known of later pairs.
    pub later: LaterOrigins,
    /// The same positions in more detail, where that was asked for.
    pub detail: Option<Detail>,
}

/// Where a pair of games comes from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairOrigin {
    /// The pair's number.
    pub pair: u64,
    /// The family of its array; `None` where it began from a position that is no array.
    pub family: Option<ArrayFamily>,
    /// Which of the players that take turns played it, counted from 0.
    pub player: usize,
    /// How many of its games were finished.
    pub games: u32,
}

/// How many pairs came later than those of which rows are kept.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LaterOrigins {
    pairs: u64,
    /// The number of the last one.
    last: u64,
    /// From so many pairs in all on, the coefficients are found anew near which more are summed up.
    centre_at: u64,
    /// Finished games, by player and family of arrays.
    games: BTreeMap<(usize, Option<ArrayFamily>), u64>,
}

impl LaterOrigins {
    fn add(&mut self, origins: &[PairOrigin], by: u64) {
        self.pairs += origins.len() as u64;
        for origin in origins {
            let place = (origin.player, origin.family);
            *self.games.entry(place).or_default() += u64::from(origin.games);
            self.last = origin.pair + by;
        }
    }

    fn join(&mut self, other: &LaterOrigins, by: u64) {
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

    /// Adds positions of other games of the same rules, whose pairs count as later ones.
    ///
    /// # Errors
    /// They are of another rule set.
    pub fn append_other(&mut self, other: &PositionSamples) -> Result<(), SamplesError> {
        let last = self.origins.last().map(|last| last.pair);
        let last = last.map(|last| last.max(self.later.last));
        self.append_renumbered(other, last.map_or(0, |last| last + 1), KEPT_PAIRS)
    }

    /// How many players took turns.
    pub fn players(&self) -> usize {
        let own = self.origins.iter().map(|origin| origin.player);
        let later = self.later.games.keys().map(|(player, _)| *player);
        own.chain(later).max().map_or(1, |last| last + 1)
    }

    /// Finished games of some pairs.
    pub fn games_of(&self, choice: PairChoice) -> u64 {
        let own = self.origins.iter();
        let own = own.map(|one| (one.player, one.family, u64::from(one.games)));
        let later = self.later.games.iter();
        let later = later.map(|(&(player, family), &games)| (player, family, games));
        own.chain(later)
            .filter(|&(player, family, _)| choice.has(player, family))
            .map(|(_, _, games)| games)
            .sum()
    }

    /// Some pairs of a design of these positions.
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
        if self.later.pairs == 0 && self.origins.len() < kept {
            self.keep(other, by)?;
        } else {
            self.sum_up(other, by);
        }
        self.later.join(&other.later, by);
        for (own, other) in designs_mut(&mut self.material, &mut self.detail)
            .into_iter()
            .zip(other.designs())
        {
            own.join_later(other);
        }
        let (Some(own), Some(other)) = (&mut self.detail, &other.detail) else {
            return Ok(());
        };
        if let (Some(own), Some(other)) = (&mut own.worth, &other.worth) {
            own.join(other);
        }
        for (sum, part) in own.prospects.iter_mut().zip(&other.prospects) {
            sum.0 += part.0;
            sum.1 += part.1;
        }
        Ok(())
    }

    /// Keeps the rows of later pairs.
    fn keep(&mut self, other: &PositionSamples, by: u64) -> Result<(), SamplesError> {
        for (own, other) in designs_mut(&mut self.material, &mut self.detail)
            .into_iter()
            .zip(other.designs())
        {
            own.rows.append_renumbered(&other.rows, by)?;
        }
        let origins = other.origins.iter().map(|origin| PairOrigin {
            pair: origin.pair + by,
            ..*origin
        });
        self.origins.extend(origins);
        Ok(())
    }

    /// Sums up the rows of later pairs.
    fn sum_up(&mut self, other: &PositionSamples, by: u64) {
        let pairs = self.origins.len() as u64 + self.later.pairs;
        if pairs >= self.later.centre_at {
            self.later.centre_at = 2 * pairs;
            let (of_material, of_others) = self.choices();
            let designs = designs_mut(&mut self.material, &mut self.detail);
            for (at, design) in designs.into_iter().enumerate() {
                let choices = if at == 0 { &of_material } else { &of_others };
                design.centre(&self.origins, choices);
            }
        }
        for (own, theirs) in designs_mut(&mut self.material, &mut self.detail)
            .into_iter()
            .zip(other.designs())
        {
            own.sum_up(&theirs.rows, &other.origins);
        }
        self.later.add(&other.origins, by);
    }

    /// The choices of pairs that are asked for: of rows of material, and of others.
    fn choices(&self) -> (Vec<PairChoice>, Vec<PairChoice>) {
        let players = self.players();
        let each = (0..players).map(Some).filter(|_| players > 1);
        let players: Vec<Option<usize>> = [None].into_iter().chain(each).collect();
        let families: BTreeSet<Option<ArrayFamily>> =
            self.origins.iter().map(|origin| origin.family).collect();
        let several = Some(families).filter(|families| families.len() > 1);
        let families = several.into_iter().flatten().flatten().map(Some);
        let families: Vec<Option<ArrayFamily>> = [None].into_iter().chain(families).collect();
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

    /// All that regressions are fitted to; material first.
    fn designs(&self) -> Vec<&PositionDesign> {
        let detail = self.detail.iter().flat_map(|detail| {
            let others = detail.by_quietness.iter().map(|(_, design)| design);
            [&detail.by_phase, &detail.by_prospect, &detail.by_pair]
                .into_iter()
                .chain(others)
        });
        [&self.material].into_iter().chain(detail).collect()
    }
}

/// The same to be changed.
fn designs_mut<'d>(
    material: &'d mut PositionDesign,
    detail: &'d mut Option<Detail>,
) -> Vec<&'d mut PositionDesign> {
    let detail = detail.iter_mut().flat_map(|detail| {
        let others = detail.by_quietness.iter_mut().map(|(_, design)| design);
        [
            &mut detail.by_phase,
            &mut detail.by_prospect,
            &mut detail.by_pair,
        ]
        .into_iter()
        .chain(others)
    });
    [material].into_iter().chain(detail).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use tradewind_stats::logistic::{FitOptions, logistic};
    use tradewind_stats::regression::fit;
    use tradewind_stats::samples::Samples;
    use tradewind_stats::sandwich::sandwich;

    /// Games of a file: a rook is worth 1.5, to the second player more, and less in the second family of arrays.
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
            games: 2 * origins.len() as u64,
            material: material.into(),
            origins,
            later: LaterOrigins::default(),
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

    /// All pairs, those of each player and family, and of both, say what they say when their rows are kept.
    #[test]
    fn later_pairs_say_what_their_rows_say() {
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

    /// Games of two folders are joined, whichever of them has later pairs.
    #[test]
    fn folders_with_later_pairs_are_joined() {
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
}
