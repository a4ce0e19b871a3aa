//! Games that begin with odds, counted by the odds.

use super::columns::paired;
use super::features::GameOutcome;
use tradewind_engine::Color;
use tradewind_engine::rules::{ArrayFamily, PieceType, RuleSpec};
use tradewind_selfplay::experiment::{Experiment, RulesPlan};
use tradewind_selfplay::odds::MaterialChange;
use tradewind_selfplay::odds::design::measured;
use tradewind_selfplay::record::GameRecord;
use tradewind_stats::{Estimate, Variance};

/// The number of pairs of coin flips that a variance is shrunk towards.
pub(crate) const SHRUNK_BY: f64 = 20.0;

/// Counts of pairs of games with the same odds.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct OddsTally {
    /// Pairs whose games were both finished.
    pub pairs: u64,
    /// The first player's points with White and with Black.
    pub points: [f64; 2],
    /// Sum of the squares of the first player's share of the two points of a pair.
    pub share_squares: f64,
    /// Sum of the squares of its points with White minus those with Black.
    pub contrast_squares: f64,
    /// Pairs with an unfinished game, which are left out.
    pub unfinished: u64,
}

impl OddsTally {
    /// Adds a pair by the first player's points (0, ½ or 1) with White and with Black; `None` for an
    /// unfinished game.
    pub fn add(&mut self, white: Option<f64>, black: Option<f64>) {
        let (Some(white), Some(black)) = (white, black) else {
            self.unfinished += 1;
            return;
        };
        let share = (white + black) / 2.0;
        self.pairs += 1;
        self.points[0] += white;
        self.points[1] += black;
        self.share_squares += share * share;
        self.contrast_squares += (white - black) * (white - black);
    }

    /// Adds other pairs with the same odds.
    pub fn join(&mut self, other: &OddsTally) {
        self.pairs += other.pairs;
        self.points[0] += other.points[0];
        self.points[1] += other.points[1];
        self.share_squares += other.share_squares;
        self.contrast_squares += other.contrast_squares;
        self.unfinished += other.unfinished;
    }

    fn mirrored(&self) -> OddsTally {
        let pairs = self.pairs as f64;
        let [white, black] = self.points;
        OddsTally {
            points: [pairs - black, pairs - white],
            share_squares: pairs - (white + black) + self.share_squares,
            ..*self
        }
    }

    /// The first player's share of the points with Student's interval over the pairs; `None` for fewer
    /// than two. The variance counts as if `SHRUNK_BY` more pairs had that of coin flips, because a
    /// few pairs may agree by chance.
    pub fn score(&self) -> Option<Estimate> {
        let pairs = self.pairs as f64;
        let share = self.share();
        if self.pairs < 2 {
            return None;
        }
        let shrunk = (share * pairs + 1.0) / (pairs + 2.0);
        let coins = shrunk * (1.0 - shrunk) / 2.0;
        let squares = (self.share_squares - pairs * share * share).max(0.0);
        let variance = (squares + SHRUNK_BY * coins) / (pairs - 1.0 + SHRUNK_BY);
        let half = Variance::new(variance / pairs, pairs - 1.0).half_width();
        Some(Estimate {
            value: share,
            low: (share - half).max(0.0),
            high: (share + half).min(1.0),
        })
    }

    /// The first player's share of the points.
    pub fn share(&self) -> f64 {
        (self.points[0] + self.points[1]) / (2.0 * self.pairs as f64)
    }
}

fn mirrored(text: &str) -> String {
    let (first, second) = text.split_once(':').unwrap_or((text, ""));
    format!("{} : {}", second.trim(), first.trim())
        .trim()
        .to_string()
}

/// One kind of odds.
#[derive(Debug, Clone, PartialEq)]
pub struct OddsGroup {
    /// In the notation of experiments.
    pub text: String,
    /// The first player's surplus of each piece, by column.
    pub difference: Vec<(usize, f64)>,
    /// By place in [`OddsGames::paired`]: 1 where only the first player has two or more of the piece, -1
    /// where only the second has.
    pub pairs: Vec<(usize, f64)>,
    /// Its games.
    pub tally: OddsTally,
}

/// The odds games of a rule set.
#[derive(Debug, Clone, PartialEq)]
pub struct OddsGames {
    /// The measured pieces, by column.
    pub pieces: Vec<PieceType>,
    /// Those that a side starts with two of.
    pub paired: Vec<PieceType>,
    /// The odds.
    pub groups: Vec<OddsGroup>,
}

impl OddsGames {
    /// Number of pairs whose games were both finished.
    pub fn pairs(&self) -> u64 {
        self.groups.iter().map(|group| group.tally.pairs).sum()
    }

    /// Number of pairs left out because of an unfinished game.
    pub fn unfinished(&self) -> u64 {
        self.groups.iter().map(|group| group.tally.unfinished).sum()
    }

    /// Adds games of the same rule set. Odds that differ only by an exchange of the players are
    /// joined.
    pub fn append(&mut self, others: OddsGames) {
        for group in others.groups {
            let mirrored = mirrored(&group.text);
            let known = self.groups.iter_mut().find_map(|known| match &known.text {
                text if *text == group.text => Some((known, false)),
                text if *text == mirrored => Some((known, true)),
                _ => None,
            });
            match known {
                Some((known, false)) => known.tally.join(&group.tally),
                Some((known, true)) => known.tally.join(&group.tally.mirrored()),
                None => self.groups.push(group),
            }
        }
    }
}

/// Whether a side that starts with two of a piece has two or more after some changes. A
/// non-promoting copy makes a pair with its original.
fn has_pair(changes: &[MaterialChange], piece: PieceType, spec: &RuleSpec) -> bool {
    let is_it = |one: PieceType| one == piece || spec.piece(one).copy_of == Some(piece);
    let gone = changes.iter().filter_map(|change| change.from);
    let gone = gone.filter(|from| is_it(*from)).count();
    let come = changes.iter().filter_map(|change| change.to);
    come.filter(|to| is_it(*to)).count() >= gone
}

/// The odds games of a rule set: all of them, by array family, and by player.
#[derive(Debug, Clone)]
pub struct OddsParts {
    /// All of them.
    pub all: OddsGames,
    /// By array family.
    pub families: Vec<(ArrayFamily, OddsGames)>,
    /// By player, where several take turns; else none.
    pub players: Vec<OddsGames>,
}

impl OddsParts {
    /// No games yet, for the odds of a plan.
    pub(super) fn empty(experiment: &Experiment, rules: &RulesPlan) -> OddsParts {
        let spec = rules.compiled.spec();
        let pieces = measured(spec);
        // With a part of the pieces left, a side's count differs from game to game.
        let paired = match experiment.opening.left {
            Some(_) => Vec::new(),
            None => paired(spec),
        };
        // Records name the first of equal odds; the others stay empty.
        let groups = rules.odds.iter().map(|odds| {
            let difference = odds.difference(spec);
            let entries = pieces.iter().enumerate();
            let entries = entries.map(|(at, piece)| (at, f64::from(difference[piece.index()])));
            let pairs = paired.iter().enumerate().map(|(at, &piece)| {
                let [first, second] = [0, 1].map(|side| has_pair(&odds.changes[side], piece, spec));
                (at, f64::from(i8::from(first) - i8::from(second)))
            });
            OddsGroup {
                text: odds.text.clone(),
                difference: entries.filter(|(_, often)| *often != 0.0).collect(),
                pairs: pairs.filter(|(_, often)| *often != 0.0).collect(),
                tally: OddsTally::default(),
            }
        });
        let all = OddsGames {
            groups: groups.collect(),
            pieces,
            paired,
        };
        let families = spec.array_families().into_iter();
        let players = Some(rules.training_runs()).filter(|&count| count > 1);
        OddsParts {
            players: vec![all.clone(); players.unwrap_or(0)],
            families: families.map(|family| (family, all.clone())).collect(),
            all,
        }
    }

    /// Adds games of the same rules, with non-promoting copies of pieces or without. Copies are the
    /// last columns, so the others keep their numbers.
    pub fn join(&mut self, mut other: OddsParts) {
        if other.all.pieces.len() > self.all.pieces.len() {
            std::mem::swap(self, &mut other);
        }
        self.all.append(other.all);
        let families = self.families.iter_mut().zip(other.families);
        families.for_each(|((_, all), (_, found))| all.append(found));
        let players = self.players.iter_mut().zip(other.players);
        players.for_each(|(all, found)| all.append(found));
    }

    /// Counts a pair; `player` is the number of its player.
    pub(super) fn add(&mut self, spec: &RuleSpec, player: usize, [one, other]: [&GameRecord; 2]) {
        let Some(odds) = one.odds else {
            return;
        };
        let points = |record: &GameRecord, side| GameOutcome::of(record, 0).score_of(side);
        let (white, black) = (points(one, Color::White), points(other, Color::Black));
        let family = spec.array_family(one.array);
        let families = self.families.iter_mut();
        let families = families.filter(|(known, _)| Some(*known) == family);
        let parts = families.map(|(_, games)| games);
        let parts = parts.chain(self.players.get_mut(player));
        for games in parts.chain([&mut self.all]) {
            games.groups[odds].tally.add(white, black);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanged_players_are_joined() {
        let group = |text: &str, results: &[(f64, f64)]| {
            let mut tally = OddsTally::default();
            for &(white, black) in results {
                tally.add(Some(white), Some(black));
            }
            OddsGroup {
                text: text.to_string(),
                difference: Vec::new(),
                pairs: Vec::new(),
                tally,
            }
        };
        let games = |groups: Vec<OddsGroup>| OddsGames {
            pieces: Vec::new(),
            paired: Vec::new(),
            groups,
        };
        // The first player of one is the second of the other.
        let mut all = games(vec![group("-N :", &[(1.0, 0.0), (0.5, 0.5)])]);
        all.append(games(vec![group(": -N", &[(1.0, 0.5), (1.0, 1.0)])]));
        let same = group("-N :", &[(1.0, 0.0), (0.5, 0.5), (0.5, 0.0), (0.0, 0.0)]);
        assert_eq!(all, games(vec![same]));
        all.append(games(vec![group("-B :", &[])]));
        assert_eq!(all.groups.len(), 2);
    }
}
