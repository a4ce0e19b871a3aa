//! Runs a loop in a folder, with a folder for each generation.

use super::plan::{FitPlan, LoopPlan};
use super::{Generation, LoopHistory, LoopObserver, Verification};
use crate::error::TunerError;
use crate::match_test::MatchTest;
use crate::network;
use crate::texel::weights_file::{self, MatchResult, Provenance};
use crate::texel::{self, Epoch};
use std::io::Write;
use std::path::{Path, PathBuf};
use tradewind_engine::evaluation::{Weights, WeightsError};
use tradewind_files::{
    FileError, folders_in, make_inside, read_own, remove_temporary_files, sha256, write_whole,
};
use tradewind_selfplay::experiment::{Experiment, PlayerPlan, RecordPlan, Schedule, short_name};
use tradewind_selfplay::record::archive::{Archive, experiment_of};
use tradewind_selfplay::run::{Control, Executor, Observer, lock_for_plan, play, play_match};
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
) -> Result<Option<LoopHistory>, TunerError> {
    let _lock = lock_for_plan(root, "loop.toml", "loop", &plan_text(plan)?)?;
    folders_in(root).try_for_each(|folder| remove_temporary_files(&folder))?;
    let whole = Loop {
        root,
        plan,
        executor,
        observer,
    };
    match whole.run() {
        Err(TunerError::Stopped) => Ok(None),
        ended => ended.map(Some),
    }
}

/// Everything that determines the generations of a loop. The number of generations does not, so that a loop can be
/// extended.
fn plan_text(plan: &LoopPlan) -> Result<String, TunerError> {
    // Unlike an experiment, a generation cannot be extended.
    let self_play = plan.experiment.sized_fingerprint();
    let mut others = Vec::new();
    for folder in &plan.games {
        let experiment = experiment_of(folder)?;
        let archives = [Archive::new(&experiment, folder)];
        texel::sources(&archives, &[], &plan.rules().compiled)
            .map_err(|fault| TunerError::Wrong(format!("{}: {fault}", folder.display())))?;
        let games = archives[0].count()?;
        others.push(format!("{games} games of {}", experiment.fingerprint()));
    }
    let against = plan.against.as_ref().map_or(String::new(), |(_, weights)| {
        let weights = weights.fingerprint_text(plan.rules().compiled.spec());
        format!("against = \"{}\"\n", sha256([weights.as_bytes()]))
    });
    Ok(format!(
        "# What decides the loop in this folder.\nself_play = \"{self_play}\"\nother_games = {others:?}\n{against}{}",
        toml::to_string(plan).expect("a plan is made of texts, numbers and tables")
    ))
}

struct Loop<'l, W> {
    root: &'l Path,
    plan: &'l LoopPlan,
    executor: &'l Executor,
    observer: &'l W,
}

impl<W: LoopObserver> Loop<'_, W> {
    fn run(&self) -> Result<LoopHistory, TunerError> {
        let mut history = LoopHistory::default();
        let mut present = self.plan.start().clone();
        for number in 1..=self.plan.generations {
            // Generations are numbered from 1.
            if number - 1 - history.champion() >= self.plan.patience {
                break;
            }
            let was_there = self.weights_file(number).exists();
            let (generation, weights) = self.generation(number, &history, &present)?;
            if generation.is_promoted() {
                present = weights;
            }
            history.generations.push(generation);
            // Otherwise the files may be those of a later generation.
            if !was_there {
                self.write_best_weights(&history)?;
                self.observer.done(self.root, &history)?;
            }
        }
        if history.champion() > 0 {
            history.verification = Some(self.verification(&history, &present)?);
        }
        self.write_best_weights(&history)?;
        self.observer.done(self.root, &history)?;
        Ok(history)
    }

    /// The folder of a generation.
    fn folder(&self, number: u32) -> PathBuf {
        self.root.join(format!("generation-{number:03}"))
    }

    fn games_folder(&self, number: u32) -> PathBuf {
        self.folder(number).join("self-play")
    }

    fn weights_file(&self, number: u32) -> PathBuf {
        self.folder(number).join(weights_file::NAME)
    }

    /// Creates a folder inside that of the loop.
    fn create(&self, folder: &Path) -> Result<(), FileError> {
        make_inside(self.root, folder.strip_prefix(self.root).unwrap_or(folder))
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
    ) -> Result<(Generation, Weights), TunerError> {
        let parent = history.champion();
        let games = self_play(self.plan, number, present).map_err(TunerError::OwnWeights)?;
        self.play(&games, &self.games_folder(number))?;
        let (weights, provenance) = self.weights(number, parent, present)?;
        let names = [self.name(number), self.name(parent)];
        let test = &self.plan.test;
        let experiment = self.match_of(test, names, [&weights, present], u64::from(number));
        let folder = self.folder(number).join("match");
        let tally = self.play_match(&experiment, &folder)?;
        let generation = Generation {
            number,
            parent,
            games: provenance.games,
            positions: provenance.positions,
            loss: provenance.loss,
            tally,
            llr: test.sprt.llr(&tally),
            verdict: test.sprt.verdict(&tally),
        };
        Ok((generation, weights))
    }

    /// Plays the missing games of an experiment.
    fn play(&self, experiment: &Experiment, folder: &Path) -> Result<(), TunerError> {
        self.create(folder)?;
        let observer = self.observer.observer();
        observer.begin(experiment, folder);
        let archive = Archive::new(experiment, folder);
        let control = Control::new(self.executor);
        let pairs = 0..experiment.all_pairs();
        let missing = play(&archive, pairs, &control, &|event| observer.event(&event));
        observer.end();
        match missing? {
            0 => Ok(()),
            _ => Err(TunerError::Stopped),
        }
    }

    fn play_match(&self, experiment: &Experiment, folder: &Path) -> Result<Tally, TunerError> {
        self.create(folder)?;
        let archive = Archive::new(experiment, folder);
        let tally = play_match(&archive, self.executor, self.observer.observer())?;
        tally.ok_or(TunerError::Stopped)
    }

    /// The weights of a generation, fitted if they are missing.
    fn weights(
        &self,
        number: u32,
        parent: u32,
        present: &Weights,
    ) -> Result<(Weights, Provenance), TunerError> {
        let path = self.weights_file(number);
        if !path.exists() {
            let text = self.fit(number, &self.name(parent), present)?;
            write_whole(&path, |file| file.write_all(text.as_bytes()))?;
        }
        let spec = self.plan.rules().compiled.spec();
        let weights = Weights::load(spec, &path).map_err(TunerError::OwnWeights)?;
        let provenance = Provenance::read(&read_own(&path)?);
        let provenance = provenance.ok_or_else(|| no_provenance(&path))?;
        Ok((weights, provenance))
    }

    /// Plays the promoted weights against the starting weights, unless that was the match that promoted them.
    fn verification(
        &self,
        history: &LoopHistory,
        present: &Weights,
    ) -> Result<Verification, TunerError> {
        let champion = history.champion();
        let test = &self.plan.verification;
        let own = &history.generations[champion as usize - 1];
        let (other_name, other) = match &self.plan.against {
            Some((name, weights)) => (name.clone(), weights),
            None => (self.name(0), self.plan.start()),
        };
        let is_same = own.parent == 0 && self.plan.test == *test && *other == *self.plan.start();
        let tally = if is_same {
            own.tally
        } else {
            let names = [self.name(champion), other_name.clone()];
            let experiment = self.match_of(test, names, [present, other], 0);
            let folder = self.root.join(format!("verification-{champion:03}"));
            self.play_match(&experiment, &folder)?
        };
        Ok(Verification {
            champion,
            against: (*other != *self.plan.start()).then_some(other_name),
            is_own_match: is_same,
            tally,
            sprt: test.sprt,
            llr: test.sprt.llr(&tally),
            verdict: test.sprt.verdict(&tally),
        })
    }

    /// Writes the weights of the last promoted generation, with the results of their matches.
    fn write_best_weights(&self, history: &LoopHistory) -> Result<(), TunerError> {
        let champion = history.champion();
        if champion == 0 {
            return Ok(());
        }
        let path = self.weights_file(champion);
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
            return Err(no_provenance(&path));
        };
        let best = self.root.join(weights_file::NAME);
        Ok(write_whole(&best, |file| file.write_all(text.as_bytes()))?)
    }

    /// The text of the weights file of a generation, fitted to its games and those before.
    fn fit(&self, number: u32, parent: &str, present: &Weights) -> Result<String, TunerError> {
        let spec = self.plan.rules().compiled.spec();
        let first = (number + 1).saturating_sub(self.plan.window).max(1);
        let own = (first..=number).map(|number| self.games_folder(number));
        let folders: Vec<PathBuf> = self.plan.games.iter().cloned().chain(own).collect();
        // Each folder holds a copy of its experiment.
        let experiments: Result<Vec<Experiment>, _> =
            folders.iter().map(|folder| experiment_of(folder)).collect();
        let experiments = experiments?;
        let archives: Vec<Archive<'_>> = (experiments.iter().zip(&folders))
            .map(|(experiment, folder)| Archive::new(experiment, folder))
            .collect();
        let sources = texel::sources(&archives, &[], &self.plan.rules().compiled)?;
        let mut games_of = if first == number {
            format!("self-play of generation {number}")
        } else {
            format!("self-play of generations {first} to {number}")
        };
        for experiment in &experiments[..self.plan.games.len()] {
            games_of.push_str("; ");
            games_of.push_str(&experiment.name);
        }
        let folder = self.folder(number);
        self.create(&folder)?;
        let goes_on = || !self.executor.is_stopped();
        match self.plan.fit.reseeded(u64::from(number)) {
            FitPlan::Texel(plan) => {
                let found = texel::collect(&sources, present, &plan, |_| goes_on())?;
                let positions = found.ok_or(TunerError::Stopped)?;
                let progress = |epoch: &Epoch| {
                    self.observer.epoch(number, epoch);
                    goes_on()
                };
                let found = texel::fit(&positions, spec, present, &plan, progress)?;
                let found = found.ok_or(TunerError::Stopped)?;
                self.observer.fitted(&folder, &positions, &found)?;
                let provenance = Provenance::of(&found, spec, &positions, parent, &games_of);
                Ok(weights_file::text(&found, spec, &provenance))
            }
            FitPlan::Network(plan) => {
                let linear = Weights {
                    network: None,
                    ..self.plan.start().clone()
                };
                let own = folder.join(network::POSITIONS);
                let found = network::collect(&sources, spec, &linear, &plan, &own, |_| goes_on())?;
                let shards = found.ok_or(TunerError::Stopped)?;
                // A network of another shape or role is not continued.
                let begin = present.network.as_deref();
                let begin = begin.filter(|known| plan.can_continue_from(spec, known));
                let trained = network::train(&shards, spec, &plan, begin, &folder, |report| {
                    self.observer.epoch(number, &report.epoch);
                    self.observer.training(&folder, report.epochs())?;
                    Ok(goes_on())
                })?;
                if !goes_on() {
                    return Err(TunerError::Stopped);
                }
                self.observer.trained(&folder, &shards, &trained)?;
                let weights = linear.with_network(&trained.network, trained.rms_score);
                let provenance = trained.provenance(spec, &shards, parent, &games_of);
                Ok(network::weights_text(&weights, spec, &provenance))
            }
        }
    }

    /// The match of two weights with a number among those of the loop.
    fn match_of(
        &self,
        test: &MatchTest,
        names: [String; 2],
        weights: [&Weights; 2],
        number: u64,
    ) -> Experiment {
        let base = &self.plan.experiment;
        let mut rules = self.plan.rules().clone();
        let spec = rules.compiled.spec();
        rules.player_weights = weights.map(Weights::clone).to_vec();
        let player = |(name, weights): (&String, &Weights)| PlayerPlan {
            name: name.clone(),
            noise: base.players[0].noise,
            search: base.players[0].search.clone(),
            weights_text: Some(weights.to_toml(spec)),
            ..PlayerPlan::default()
        };
        let mut experiment = Experiment {
            name: names.join(" against "),
            seed: base.seed_after(MATCH_SEEDS + number),
            schedule: Schedule::EachOther,
            players: names.iter().zip(weights).map(player).collect(),
            record: RecordPlan {
                games_per_file: base.record.games_per_file,
                ..RecordPlan::default()
            },
            rules: vec![rules],
            ..base.clone()
        };
        test.apply(&mut experiment);
        experiment
    }
}

fn no_provenance(path: &Path) -> TunerError {
    let path = path.display();
    TunerError::Wrong(format!(
        "{path} has no [provenance]; remove it to make it again"
    ))
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
