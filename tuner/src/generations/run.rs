//! Runs a loop.

use super::LoopObserver;
use super::folder::{LoopError, LoopFolder, LoopFolderError};
use super::history::{Generation, LoopHistory, Verification};
use super::plan::{FitPlan, LoopPlan};
use crate::match_test::MatchTest;
use crate::network::{self, NetworkPlan};
use crate::texel::weights_file::{self, MatchResult, Provenance};
use crate::texel::{self, Epoch, Source, TexelPlan};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use tradewind_engine::evaluation::{Weights, WeightsError};
use tradewind_files::{read_own, write_whole};
use tradewind_selfplay::experiment::{
    Experiment, MatchPlan, PlayerPlan, RecordPlan, Schedule, short_name,
};
use tradewind_selfplay::record::archive::{Archive, ArchiveError, experiment_of};
use tradewind_selfplay::run::{Control, Executor, Observer, play, play_match};
use tradewind_stats::Tally;

/// Runs or resumes a loop, on the threads of the current rayon pool. Returns its history; `None` if it was stopped.
///
/// # Errors
/// A folder or file is wrong, or weights cannot be fitted to the games.
pub fn run(
    plan: &LoopPlan,
    root: &Path,
    executor: &Executor,
    observer: &impl LoopObserver,
) -> Result<Option<LoopHistory>, LoopError> {
    let whole = Loop {
        folder: LoopFolder::lock(plan, root)?,
        plan,
        executor,
        observer,
    };
    whole.run()
}

struct Loop<'l, W> {
    folder: LoopFolder,
    plan: &'l LoopPlan,
    executor: &'l Executor,
    observer: &'l W,
}

/// The weights of a generation.
struct Fitted {
    weights: Weights,
    provenance: Provenance,
}

impl<W: LoopObserver> Loop<'_, W> {
    fn run(&self) -> Result<Option<LoopHistory>, LoopError> {
        let mut history = LoopHistory::default();
        let mut present = self.plan.start().clone();
        for number in 1..=self.plan.generations {
            if history.rejected_in_a_row() >= self.plan.patience {
                break;
            }
            let was_there = self.folder.weights(number).exists();
            let Some((generation, weights)) = self.generation(number, &history, &present)? else {
                return Ok(None);
            };
            if generation.is_promoted() {
                present = weights;
            }
            history.generations.push(generation);
            // Otherwise the files may be those of a later generation.
            if !was_there {
                self.write_best_weights(&history)?;
                self.observer.done(&self.folder, &history)?;
            }
        }
        if history.champion() > 0 {
            history.verification = self.verification(&history, &present)?;
            if history.verification.is_none() {
                return Ok(None);
            }
        }
        self.write_best_weights(&history)?;
        self.observer.done(&self.folder, &history)?;
        Ok(Some(history))
    }

    /// The name of a generation.
    fn name(&self, number: u32) -> String {
        match number {
            0 => self.plan.start_name(),
            _ => format!("generation {number}"),
        }
    }

    fn generation(
        &self,
        number: u32,
        history: &LoopHistory,
        present: &Weights,
    ) -> Result<Option<(Generation, Weights)>, LoopError> {
        let parent = history.champion();
        let games = self_play(self.plan, number, present)?;
        if !self.play(&games, &self.folder.games(number))? {
            return Ok(None);
        }
        let Some(fitted) = self.weights(number, parent, present)? else {
            return Ok(None);
        };
        let players = Players {
            names: [self.name(number), self.name(parent)],
            weights: [&fitted.weights, present],
        };
        let test = &self.plan.test;
        let experiment = weights_match(self.plan, test, &players, u64::from(number));
        let folder = self.folder.match_folder(number);
        let Some(tally) = self.play_match(&experiment, &folder)? else {
            return Ok(None);
        };
        let generation = Generation {
            number,
            parent,
            games: fitted.provenance.games,
            positions: fitted.provenance.positions,
            loss: fitted.provenance.loss,
            tally,
            llr: test.sprt.llr(&tally),
            verdict: test.sprt.verdict(&tally),
        };
        Ok(Some((generation, fitted.weights)))
    }

    /// Plays the missing games of an experiment. Returns `false` if it was stopped.
    fn play(&self, experiment: &Experiment, folder: &Path) -> Result<bool, LoopError> {
        self.folder.create(folder)?;
        let observer = self.observer.observer();
        observer.begin(experiment, folder);
        let archive = Archive::new(experiment, folder);
        let control = Control::new(self.executor);
        let pairs = 0..experiment.all_pairs();
        let missing = play(&archive, pairs, &control, &|event| observer.event(&event));
        observer.end();
        Ok(missing? == 0)
    }

    fn play_match(
        &self,
        experiment: &Experiment,
        folder: &Path,
    ) -> Result<Option<Tally>, LoopError> {
        self.folder.create(folder)?;
        let archive = Archive::new(experiment, folder);
        Ok(play_match(
            &archive,
            self.executor,
            self.observer.observer(),
        )?)
    }

    /// The weights of a generation, fitted if they are missing; `None` if it was stopped.
    fn weights(
        &self,
        number: u32,
        parent: u32,
        present: &Weights,
    ) -> Result<Option<Fitted>, LoopError> {
        let path = self.folder.weights(number);
        if !path.exists() {
            let fit = GenerationFit {
                whole: self,
                number,
                present,
                parent: self.name(parent),
            };
            let Some(text) = fit.run()? else {
                return Ok(None);
            };
            write_whole(&path, |file| file.write_all(text.as_bytes()))?;
        }
        let rules = &self.plan.rules().compiled;
        let weights = Weights::load(rules.spec(), &path)?;
        let text = read_own(&path)?;
        match Provenance::read(&text) {
            Some(provenance) => Ok(Some(Fitted {
                weights,
                provenance,
            })),
            None => Err(LoopError::NoProvenance(path)),
        }
    }

    /// Plays the promoted weights against the starting weights, unless that was the match that promoted them; `None` if it
    /// was stopped.
    fn verification(
        &self,
        history: &LoopHistory,
        present: &Weights,
    ) -> Result<Option<Verification>, LoopError> {
        let champion = history.champion();
        let test = &self.plan.verification;
        let own = &history.generations[champion as usize - 1];
        let (other_name, other) = match &self.plan.against {
            Some((name, weights)) => (name.clone(), weights),
            None => (self.name(0), self.plan.start()),
        };
        let is_same = own.parent == 0 && self.plan.test == *test && *other == *self.plan.start();
        let tally = if is_same {
            Some(own.tally)
        } else {
            let players = Players {
                names: [self.name(champion), other_name.clone()],
                weights: [present, other],
            };
            let experiment = weights_match(self.plan, test, &players, 0);
            let folder = self.folder.verification(champion);
            self.play_match(&experiment, &folder)?
        };
        Ok(tally.map(|tally| Verification {
            champion,
            against: (*other != *self.plan.start()).then_some(other_name),
            is_own_match: is_same,
            tally,
            sprt: test.sprt,
            llr: test.sprt.llr(&tally),
            verdict: test.sprt.verdict(&tally),
        }))
    }

    /// Writes the weights of the last promoted generation, with the results of their matches.
    fn write_best_weights(&self, history: &LoopHistory) -> Result<(), LoopError> {
        let champion = history.champion();
        if champion == 0 {
            return Ok(());
        }
        let path = self.folder.weights(champion);
        let text = read_own(&path)?;
        let own = &history.generations[champion as usize - 1];
        let mut results = vec![MatchResult::of(
            &self.name(own.parent),
            &self.plan.test,
            &own.tally,
        )];
        if let Some(verification) = &history.verification {
            let other = verification.against.clone().unwrap_or_else(|| self.name(0));
            let shown = MatchResult::of(&other, &self.plan.verification, &verification.tally);
            if results[0] != shown {
                results.push(shown);
            }
        }
        let Some(text) = weights_file::with_matches(&text, &results) else {
            return Err(LoopError::NoProvenance(path));
        };
        let present = self.folder.best_weights();
        Ok(write_whole(&present, |file| {
            file.write_all(text.as_bytes())
        })?)
    }
}

/// The fit of a generation.
struct GenerationFit<'l, W> {
    whole: &'l Loop<'l, W>,
    /// The number of the generation.
    number: u32,
    /// The weights of its parent, and their name.
    present: &'l Weights,
    parent: String,
}

impl<W: LoopObserver> GenerationFit<'_, W> {
    /// The text of the weights file that is fitted to its games and those before; `None` if it was stopped.
    fn run(&self) -> Result<Option<String>, LoopError> {
        let number = self.number;
        let first = (number + 1).saturating_sub(self.whole.plan.window).max(1);
        let own = (first..=number).map(|number| self.whole.folder.games(number));
        let folders: Vec<PathBuf> = self.whole.plan.games.iter().cloned().chain(own).collect();
        // Each folder holds a copy of its experiment.
        let experiments: Result<Vec<Experiment>, ArchiveError> =
            folders.iter().map(|folder| experiment_of(folder)).collect();
        let experiments = experiments.map_err(LoopFolderError::from)?;
        let archives: Vec<Archive<'_>> = (experiments.iter().zip(&folders))
            .map(|(experiment, folder)| Archive::new(experiment, folder))
            .collect();
        let sources = texel::sources(&archives, &self.whole.plan.rules().compiled)?;
        let mut games_of = if first == number {
            format!("self-play of generation {number}")
        } else {
            format!("self-play of generations {first} to {number}")
        };
        for experiment in &experiments[..self.whole.plan.games.len()] {
            games_of.push_str("; ");
            games_of.push_str(&experiment.name);
        }
        self.whole
            .folder
            .create(&self.whole.folder.generation(number))?;
        match self.whole.plan.fit.reseeded(u64::from(number)) {
            FitPlan::Texel(plan) => self.fit(&sources, &plan, &games_of),
            FitPlan::Network(plan) => self.train(&sources, &plan, &games_of),
        }
    }

    fn is_stopped(&self) -> bool {
        self.whole.executor.stop().load(Ordering::Relaxed)
    }

    fn fit(
        &self,
        sources: &[Source<'_, '_>],
        plan: &TexelPlan,
        games_of: &str,
    ) -> Result<Option<String>, LoopError> {
        let spec = self.whole.plan.rules().compiled.spec();
        let found = texel::collect(sources, self.present, plan, |_| !self.is_stopped())?;
        let Some(positions) = found else {
            return Ok(None);
        };
        let go_on = |epoch: &Epoch| {
            self.whole.observer.epoch(self.number, epoch);
            !self.is_stopped()
        };
        let Some(found) = texel::fit(&positions, spec, self.present, plan, go_on)? else {
            return Ok(None);
        };
        let folder = self.whole.folder.generation(self.number);
        self.whole.observer.fitted(&folder, &positions, &found)?;
        let provenance = Provenance::of(&found, spec, &positions, &self.parent, games_of);
        Ok(Some(weights_file::text(&found, spec, &provenance)))
    }

    fn train(
        &self,
        sources: &[Source<'_, '_>],
        plan: &NetworkPlan,
        games_of: &str,
    ) -> Result<Option<String>, LoopError> {
        let spec = self.whole.plan.rules().compiled.spec();
        let folder = self.whole.folder.generation(self.number);
        let linear = Weights {
            network: None,
            ..self.whole.plan.start().clone()
        };
        let shards = network::collect(
            sources,
            spec,
            &linear,
            plan,
            &folder.join(network::POSITIONS),
            |_| !self.is_stopped(),
        )?;
        let Some(shards) = shards else {
            return Ok(None);
        };
        // A network of another shape or role is not continued.
        let begin = self.present.network.as_deref();
        let begin = begin.filter(|known| plan.can_continue_from(spec, known));
        let trained = network::train(&shards, spec, plan, begin, &folder, |report| {
            self.whole.observer.epoch(self.number, report.epoch());
            Ok(!self.is_stopped())
        })?;
        if self.is_stopped() {
            return Ok(None);
        }
        self.whole.observer.trained(&folder, &shards, &trained)?;
        let weights = linear.with_network(&trained.network, trained.rms_score);
        let provenance = trained.provenance(spec, &shards, &self.parent, games_of);
        Ok(Some(network::weights_text(&weights, spec, &provenance)))
    }
}

/// The offset of the seeds of matches, far from those of self-play.
const MATCH_SEEDS: u64 = 1 << 32;

/// The self-play of a generation with some weights.
fn self_play(
    plan: &LoopPlan,
    generation: u32,
    weights: &Weights,
) -> Result<Experiment, WeightsError> {
    let mut experiment = plan.experiment.clone();
    experiment.name = short_name(&format!(
        "{}, generation {generation}",
        plan.experiment.name
    ));
    experiment.seed = plan.experiment.seed_after(u64::from(generation - 1));
    for player in &mut experiment.players {
        (player.weights, player.weights_text) = (None, None);
    }
    experiment.rules[0].set_weights(std::slice::from_ref(weights))?;
    Ok(experiment)
}

/// The players of a match.
struct Players<'w> {
    names: [String; 2],
    weights: [&'w Weights; 2],
}

/// The match with a number among those of the loop.
fn weights_match(
    plan: &LoopPlan,
    test: &MatchTest,
    players: &Players<'_>,
    number: u64,
) -> Experiment {
    let base = &plan.experiment;
    let mut rules = plan.rules().clone();
    let spec = rules.compiled.spec();
    rules.player_weights = players.weights.map(Weights::clone).to_vec();
    let both = players.names.iter().zip(players.weights);
    Experiment {
        name: players.names.join(" against "),
        seed: base.seed_after(MATCH_SEEDS + number),
        pairs: test.pairs,
        schedule: Schedule::EachOther,
        players: both
            .map(|(name, weights)| {
                let mut player = PlayerPlan {
                    name: name.clone(),
                    noise: base.players[0].noise,
                    search: base.players[0].search.clone(),
                    weights_text: Some(weights.to_toml(spec)),
                    ..PlayerPlan::default()
                };
                test.limit(&mut player);
                player
            })
            .collect(),
        matched: Some(MatchPlan {
            sprt: Some(test.sprt),
        }),
        record: RecordPlan {
            games_per_file: base.record.games_per_file,
            ..RecordPlan::default()
        },
        rules: vec![rules],
        ..base.clone()
    }
}
