//! From games to positions in drawers.

use super::compact::{Packing, PositionSample};
use super::drawers::{Drawers, DrawersWriter};
use super::plan::NetworkPlan;
use super::sampling::Sampling;
use crate::texel::{Source, TexelError};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use std::collections::HashSet;
use std::path::Path;
use tradewind_engine::Color;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::evaluation::network::Inputs;
use tradewind_engine::rules::RuleSpec;
use tradewind_engine::search::Searcher;
use tradewind_files::sha256_of_texts;

/// The stream of chance that says which pairs are for validation.
const SPLIT_STREAM: u64 = 1 << 61;
/// The most inputs: positions have numbers of 16 bits for them.
const MAX_INPUTS: usize = 1 << 16;
/// The fewest positions that anything is learnt from, and the fewest of a validation set.
const MIN_POSITIONS: [u64; 2] = [1_000, 100];

/// Takes positions out of games under one rule set, on the threads of the current rayon pool: those to learn from and
/// the validation set, into drawers in `folder`. Those that lie there already are taken where they are of the same games.
/// `begin` are the linear weights. `progress` hears how many games have been looked at; all is given up when it says
/// `false`.
///
/// # Errors
/// A file of games is damaged, positions cannot be written, or nothing can be learnt from the games.
pub fn collect(
    sources: &[Source<'_, '_>],
    spec: &RuleSpec,
    begin: &Weights,
    plan: &NetworkPlan,
    folder: &Path,
    mut progress: impl FnMut(u64) -> bool,
) -> Result<Option<Drawers>, TexelError> {
    let shape = plan.shape(spec);
    if shape.inputs() > MAX_INPUTS {
        return Err(TexelError::Plan(format!(
            "{} rows for each input of {} are {} rows, and at most {MAX_INPUTS} can be learnt: learn one for each",
            plan.royal_buckets,
            spec.title(),
            shape.inputs()
        )));
    }
    let packing = Packing::of(&shape);
    let of = description(sources, spec, begin, plan);
    if let Some(known) = Drawers::known(folder, packing.clone(), &of) {
        return Ok(Some(known));
    }
    let games: u64 = sources.iter().map(|source| source.archive.games()).sum();
    let most = games * u64::from(plan.positions);
    let mut drawers = DrawersWriter::new(folder, packing, &of, most, plan.seed)?;
    let mut known: HashSet<u64> = HashSet::new();
    let mut split = ChaCha8Rng::seed_from_u64(plan.seed);
    split.set_stream(SPLIT_STREAM);
    let (mut looked_at, mut games, mut go_on, mut without_scores) = (0, 0, true, 0);
    // By the half points of White.
    let mut results = [false; 3];
    for source in sources {
        let game = &source.plan().game;
        let weights = source.own_weights(begin);
        let shape = plan.shape(game.spec());
        let sampling = Sampling {
            plan,
            inputs: Inputs::of(game, &shape),
        };
        source.archive.for_each_chunk(|records| {
            if !go_on {
                return Ok(());
            }
            let samples: Vec<Vec<PositionSample>> = (records.par_iter())
                .map_init(
                    || Searcher::new(game, &weights, 0.01),
                    |searcher, record| match record.rules == source.rules {
                        true => sampling.of_game(record, game, searcher),
                        false => Vec::new(),
                    },
                )
                .collect();
            let mut samples = samples.into_iter();
            for pair in records.chunk_by(|one, other| one.pair() == other.pair()) {
                let found: Vec<Vec<PositionSample>> = samples.by_ref().take(pair.len()).collect();
                if pair[0].rules != source.rules {
                    continue;
                }
                looked_at += pair.len() as u64;
                without_scores += pair
                    .iter()
                    .filter(|game| game.evaluations.is_none())
                    .count();
                // The validation set is the same for every share.
                let place = split.random::<f64>() - plan.validation;
                let is_aside = place < 0.0;
                let is_taken = place < plan.share * (1.0 - plan.validation);
                games += pair.len() as u64 * u64::from(is_taken);
                let taken = pair
                    .iter()
                    .zip(&found)
                    .filter(|(_, found)| !found.is_empty());
                for points in taken.filter_map(|(game, _)| game.result.half_points(Color::White)) {
                    results[points] = true;
                }
                for sample in found.iter().flatten() {
                    if known.insert(sample.key) && is_taken {
                        drawers.push(sample, is_aside)?;
                    }
                }
            }
            go_on = progress(looked_at);
            Ok::<(), TexelError>(())
        })?;
    }
    if !go_on {
        drawers.abandon();
        return Ok(None);
    }
    if let Err(fault) = check(&drawers, looked_at, without_scores, results) {
        drawers.abandon();
        return Err(fault);
    }
    drawers.finish(games).map(Some)
}

/// Which positions are taken from which games.
fn description(
    sources: &[Source<'_, '_>],
    spec: &RuleSpec,
    begin: &Weights,
    plan: &NetworkPlan,
) -> String {
    let mut parts = vec![
        tradewind_engine::signature().to_string(),
        spec.fingerprint_text(),
        begin.fingerprint_text(spec),
        format!(
            "{} positions up to {} cp, {} kept aside, {} of the rest, {} outputs, {} rows an input, {}, quiet by {}, seed {}, packed as {}",
            plan.positions,
            plan.max_eval_cp,
            plan.validation,
            plan.share,
            plan.buckets,
            plan.royal_buckets,
            plan.role.name(),
            plan.quiet.name(),
            plan.seed,
            Packing::FORMAT
        ),
    ];
    for source in sources {
        let (archive, rules) = (source.archive, source.rules);
        let games = archive.experiment().fingerprint();
        parts.push(format!("{games} {rules} {}", archive.games()));
    }
    sha256_of_texts(parts)
}

/// Whether something can be learnt from positions.
fn check(
    drawers: &DrawersWriter,
    games: u64,
    without_scores: usize,
    results: [bool; 3],
) -> Result<(), TexelError> {
    let useless = |why: String| Err(TexelError::Useless(why));
    let counts @ [learnt, aside] = drawers.positions();
    if without_scores > 0 && learnt == 0 {
        return useless(format!(
            "{without_scores} of {games} games were recorded without scores; write evaluations = true under [record]"
        ));
    }
    if counts
        .iter()
        .zip(MIN_POSITIONS)
        .any(|(&count, least)| count < least)
    {
        let [least_learnt, least_aside] = MIN_POSITIONS;
        return useless(format!(
            "there are {learnt} quiet positions to learn from and {aside} in the validation set; at least {least_learnt} and {least_aside} are needed: play more games"
        ));
    }
    if results.into_iter().filter(|&is_there| is_there).count() == 1 {
        return Err(TexelError::ended_alike());
    }
    Ok(())
}
