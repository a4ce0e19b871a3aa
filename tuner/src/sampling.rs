//! Positions of games: which games, which pairs, and where in a game. Games are in folders or files; quiet positions
//! are sampled from them. Positions of an EPD file are taken as they are.

use crate::error::TunerError;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::ops::Range;
use tradewind_engine::evaluation::{Term, Weights};
use tradewind_engine::rules::RuleSpec;
use tradewind_engine::search::Searcher;
use tradewind_engine::{Game, Move, Rules};
use tradewind_selfplay::record::archive::Archive;
use tradewind_selfplay::record::{GameFile, GameRecord, Termination};

/// The random stream that splits game pairs into training and validation set.
const SPLIT_STREAM: u64 = 1 << 61;
/// The stored score of a position without one.
pub(crate) const NO_SCORE: i16 = i16::MIN;

/// The games of a folder under one of its rule sets, or of a file.
#[derive(Clone, Debug)]
pub struct Source<'a, 'e> {
    place: SourcePlace<'a, 'e>,
    /// The terms of that rule set, each with its number among the terms of the rule set being trained. Non-promoting
    /// copies count as the original pieces.
    pub(crate) terms: Vec<(Term, usize)>,
}

/// Where games are.
#[derive(Clone, Copy, Debug)]
enum SourcePlace<'a, 'e> {
    /// A folder, and the number of the rule set in its experiment.
    Folder(&'a Archive<'e>, usize),
    File(&'a GameFile),
}

impl Source<'_, '_> {
    /// Converts weights of the rule set being trained to weights of this one.
    fn own_weights(&self, weights: &Weights) -> Weights {
        let own = self.terms.iter();
        Weights {
            terms: own.map(|&(term, at)| (term, weights.terms[at].1)).collect(),
            network: None,
            ..weights.clone()
        }
    }

    /// The rules of its games.
    pub(crate) fn rules(&self) -> &Rules {
        match self.place {
            SourcePlace::Folder(archive, rules) => &archive.experiment().rules[rules].compiled,
            SourcePlace::File(file) => &file.rules,
        }
    }

    /// The maximum number of its games.
    pub(crate) fn games(&self) -> u64 {
        match self.place {
            SourcePlace::Folder(archive, _) => archive.games(),
            SourcePlace::File(file) => file.records.len() as u64,
        }
    }

    /// A text of what decides its games.
    pub(crate) fn description(&self) -> String {
        match self.place {
            SourcePlace::Folder(archive, rules) => {
                let games = archive.experiment().fingerprint();
                format!("{games} {rules} {}", archive.games())
            }
            SourcePlace::File(file) => file.sha256.clone(),
        }
    }

    /// The position of a record that is a position and not a game.
    pub(crate) fn position(&self, record: &GameRecord) -> Option<Game> {
        match self.place {
            SourcePlace::File(file) if file.is_epd => record.begin(&file.rules),
            _ => None,
        }
    }

    fn has(&self, record: &GameRecord) -> bool {
        match self.place {
            SourcePlace::Folder(_, rules) => record.rules == rules,
            SourcePlace::File(_) => true,
        }
    }

    /// Calls `visit` with games that are read at once.
    fn for_each_chunk(
        &self,
        mut visit: impl FnMut(&[GameRecord]) -> Result<(), TunerError>,
    ) -> Result<(), TunerError> {
        match self.place {
            SourcePlace::Folder(archive, _) => archive.for_each_chunk(|records| {
                if let Some(game) = records.iter().find(|game| !game.has_moves()) {
                    return Err(TunerError::Wrong(format!(
                        "{}: game {} was taken from a condensed file without its moves: name games that have them",
                        archive.folder().display(),
                        game.number
                    )));
                }
                visit(&records)
            }),
            SourcePlace::File(file) => file.chunks().try_for_each(visit),
        }
    }
}

/// The games of `rules` in some folders and files.
///
/// # Errors
/// There are none.
pub fn sources<'a, 'e>(
    archives: &'a [Archive<'e>],
    files: &'a [GameFile],
    rules: &Rules,
) -> Result<Vec<Source<'a, 'e>>, TunerError> {
    let spec = rules.spec();
    let wanted = [
        spec.fingerprint_text(),
        spec.with_copies().fingerprint_text(),
    ];
    let known: Vec<(&str, String)> = (Term::all(spec).into_iter())
        .map(|term| term.name(spec))
        .collect();
    let terms_of = |own: &RuleSpec| {
        let place = |term: &Term| {
            let name = term.as_original(own).name(own);
            let at = known.iter().position(|known| *known == name);
            at.map(|at| (*term, at))
        };
        Term::all(own).iter().filter_map(place).collect()
    };
    let mut found = Vec::new();
    let mut there = BTreeSet::new();
    for archive in archives {
        for (number, plan) in archive.experiment().rules.iter().enumerate() {
            there.insert(plan.name.as_str());
            let own = plan.compiled.spec();
            if !wanted.contains(&own.fingerprint_text()) {
                continue;
            }
            found.push(Source {
                place: SourcePlace::Folder(archive, number),
                terms: terms_of(own),
            });
        }
    }
    for file in files {
        there.extend(file.others.iter().map(String::as_str));
        if !file.records.is_empty() {
            found.push(Source {
                place: SourcePlace::File(file),
                terms: terms_of(file.rules.spec()),
            });
        }
    }
    if found.is_empty() {
        if there.is_empty() {
            there.insert("none");
        }
        let there: Vec<&str> = there.into_iter().collect();
        let there = there.join(", ");
        return Err(TunerError::Wrong(format!(
            "there are no games of {} in these {}; they have {there}",
            spec.title(),
            if archives.is_empty() {
                "files"
            } else {
                "folders"
            }
        )));
    }
    Ok(found)
}

/// Samples all games of some sources in parallel, and passes each game pair in order to `take`, with the samples of
/// its games and a uniform random number that decides which set it belongs to. `progress` is given the number of
/// games so far and stops sampling by returning `false`, which is then the result.
pub(crate) fn sample_pairs<'s, 'a, 'e, T: Send, F>(
    sources: &'s [Source<'a, 'e>],
    weights: &Weights,
    seed: u64,
    sampler: impl Fn(&'s Source<'a, 'e>) -> F,
    mut take: impl FnMut(&[GameRecord], Vec<Vec<T>>, f64) -> Result<(), TunerError>,
    mut progress: impl FnMut(u64) -> bool,
) -> Result<bool, TunerError>
where
    F: Fn(&GameRecord, &mut Searcher) -> Vec<T> + Sync,
{
    let mut split = ChaCha8Rng::seed_from_u64(seed);
    split.set_stream(SPLIT_STREAM);
    let mut games = 0;
    for source in sources {
        let rules = source.rules();
        let weights = source.own_weights(weights);
        let sample = sampler(source);
        let sampled = source.for_each_chunk(|records| {
            let samples: Vec<Vec<T>> = (records.par_iter())
                .map_init(
                    || Searcher::new(rules, &weights, 0.01),
                    |searcher, record| {
                        if !source.has(record) {
                            return Vec::new();
                        }
                        searcher.clear();
                        sample(record, searcher)
                    },
                )
                .collect();
            let mut samples = samples.into_iter();
            for pair in records.chunk_by(|one, other| one.pair() == other.pair()) {
                let samples = samples.by_ref().take(pair.len()).collect();
                if source.has(&pair[0]) {
                    games += games_of(pair);
                    take(pair, samples, split.random())?;
                }
            }
            if progress(games) {
                Ok(())
            } else {
                Err(TunerError::Stopped)
            }
        });
        match sampled {
            Err(TunerError::Stopped) => return Ok(false),
            ended => ended?,
        }
    }
    Ok(true)
}

/// The number of games of a pair: records with the same number are positions of one game.
pub(crate) fn games_of(pair: &[GameRecord]) -> u64 {
    pair.chunk_by(|one, other| one.number == other.number)
        .count() as u64
}

/// The parts of a game from which positions are sampled.
pub(crate) struct GameParts {
    /// The number of equal parts; at most one position is taken from each.
    pub count: u32,
    /// The ply after the last part.
    pub end: usize,
    /// Whether a part without a sample is given up when the next one begins.
    pub expire: bool,
    pub seed: u64,
}

impl GameParts {
    /// The samples of a game: from each part the first position, from a random ply on, for which `sample` returns
    /// something. `sample` is given the position, the move played there and the recorded score, in centipawns for
    /// White. Forfeited games have no samples.
    pub fn sample<T>(
        &self,
        record: &GameRecord,
        rules: &Rules,
        mut sample: impl FnMut(&Game, Move, Option<i16>) -> Option<T>,
    ) -> Vec<T> {
        let mut found = Vec::new();
        if record.end == Termination::Forfeit {
            return found;
        }
        let Some(mut game) = record.begin(rules) else {
            return found;
        };
        let opening = record.opening_plies as usize;
        let length = self.end.saturating_sub(opening);
        let parts = (self.count as usize).min(length);
        let bound = |part: usize| opening + length * part / parts.max(1);
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(record.number);
        let range = |part: usize| -> Range<usize> {
            let (begin, end) = (bound(part), bound(part + 1));
            random.random_range(begin..end)..if self.expire { end } else { usize::MAX }
        };
        let mut ranges = (0..parts).map(range).peekable();
        for (ply, text) in record.moves.split(' ').enumerate() {
            while ranges.next_if(|range| range.end <= ply).is_some() {}
            let (Some(range), Some(played)) = (ranges.peek(), game.find(text)) else {
                break;
            };
            if range.contains(&ply) {
                let scores = record.evaluations.as_ref();
                let score = scores.and_then(|scores| scores.get(ply - opening).copied().flatten());
                if let Some(one) = sample(&game, played, score) {
                    found.push(one);
                    ranges.next();
                }
            }
            game.play_unchecked(played);
        }
        found
    }
}
