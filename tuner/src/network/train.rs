//! Training a network on shards of positions, with a checkpoint after each epoch.

use super::layers::Target;
use super::model::{NetworkModel, chunks};
use super::packed::{Position, PositionSet};
use super::plan::NetworkPlan;
use super::shards::Shards;
use crate::adam::AdamStep;
use crate::error::TunerError;
use crate::texel::Epoch;
use crate::texel::weights_file::{Provenance, rounded};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;
use tradewind_engine::evaluation::Weights;
use tradewind_engine::evaluation::network::{ActiveInputs, Network};
use tradewind_engine::rules::RuleSpec;
use tradewind_files::{FileError, sha256, sha256_of_texts, write_whole};

/// The beginning of the names of checkpoints; the weight decay follows.
const CHECKPOINT: &str = "checkpoint";
/// The factor by which the learning rate is reduced.
const RATE_FACTOR: f32 = 0.3;
/// The minimum relative decrease of the validation loss that counts as an improvement.
const MIN_IMPROVEMENT: f64 = 1e-3;
/// The random stream of the order of positions in epoch 0; later epochs use the following ones.
const ORDER_STREAM: u64 = (1 << 61) + 3;
/// The gap between training and validation loss, as a share of the latter, above which a network overfits
/// (`docs/explanation/training.md`).
const OVERFITTING: f64 = 0.15;

/// A trained network.
#[derive(Clone, Debug)]
pub struct TrainedNetwork {
    /// The network.
    pub network: Network,
    /// The weight decay that it was trained with.
    pub decay: f64,
    /// All epochs with this decay. Losses are cross-entropies minus the entropy of the targets.
    pub epochs: Vec<Epoch>,
    /// The epoch whose network it is.
    pub best: u32,
    /// Centipawns per unit of log-odds.
    pub scale: f64,
    /// Whether training diverged in the epoch after the last one.
    pub diverged: bool,
    /// The root mean square of its scores over the validation set, in centipawns.
    pub rms_score: f64,
    /// The root mean square change of its scores by rounding to integers, in centipawns.
    pub rounding_error: f64,
}

impl TrainedNetwork {
    /// The gap between training and validation loss as a share of the latter, if it is large enough to say that the
    /// network overfits.
    pub fn overfitting(&self) -> Option<f64> {
        let best = self.epoch(self.best);
        let share = 1.0 - best.fitted / best.validation;
        (share > OVERFITTING).then_some(share)
    }

    /// The validation loss.
    fn loss(&self) -> f64 {
        self.epoch(self.best).validation
    }

    /// The epoch with a number; 0 is before training.
    ///
    /// # Panics
    /// There is none.
    pub fn epoch(&self, number: u32) -> &Epoch {
        let mut epochs = self.epochs.iter();
        epochs.find(|one| one.epoch == number).expect("an epoch")
    }

    /// The provenance of a network beside linear weights.
    pub fn provenance(
        &self,
        spec: &RuleSpec,
        shards: &Shards,
        begun_with: &str,
        games_of: &str,
    ) -> Provenance {
        let [positions, validation_positions] = shards.positions();
        Provenance {
            rules: spec.title(),
            begun_with: begun_with.to_string(),
            games_of: games_of.to_string(),
            games: shards.games(),
            positions,
            validation_positions,
            scale: rounded(1.0 / self.scale, 7),
            loss: [0, self.best].map(|number| rounded(self.epoch(number).validation, 6)),
            epoch: self.best,
            matches: Vec::new(),
        }
    }
}

/// The text of a weights file with a network beside linear weights.
pub fn weights_text(weights: &Weights, spec: &RuleSpec, provenance: &Provenance) -> String {
    format!(
        "# An evaluation of {} with a network; linear weights in centipawns: [all pieces on the board, none].\n\n{}\n{}",
        spec.title(),
        provenance.text(),
        weights.to_toml(spec)
    )
}

/// A completed epoch.
pub struct EpochReport<'l> {
    trainer: &'l Trainer<'l>,
    run: &'l TrainingRun,
    /// The weight decay.
    pub decay: f64,
    /// The epoch.
    pub epoch: Epoch,
    /// Whether its validation loss is the minimum so far, with any weight decay.
    pub is_best: bool,
}

impl EpochReport<'_> {
    /// All epochs with this weight decay.
    pub fn epochs(&self) -> &[Epoch] {
        &self.run.epochs
    }

    /// The best network so far with this weight decay.
    pub fn network(&self) -> TrainedNetwork {
        self.trainer.network(self.run)
    }
}

struct Trainer<'l> {
    spec: &'l RuleSpec,
    plan: &'l NetworkPlan,
    validation: PositionSet,
}

/// Trains a network for a rule set, on the threads of the current rayon pool; their number does not change the result.
/// Training starts from `begin` if given, and tries the weight decays of the plan in order until one does not overfit. A
/// decay is skipped if training diverges in its first epoch, or if it improves nothing where a smaller one did. After each
/// epoch a checkpoint is written to `folder`, from which the same training resumes. `progress` is given every epoch and
/// stops training by returning `false`; the best network so far is then returned.
///
/// # Errors
/// Training diverged with every decay, files cannot be read or written, or `progress` failed.
pub fn train(
    shards: &Shards,
    spec: &RuleSpec,
    plan: &NetworkPlan,
    begin: Option<&Network>,
    folder: &Path,
    mut progress: impl FnMut(&EpochReport<'_>) -> Result<bool, TunerError>,
) -> Result<TrainedNetwork, TunerError> {
    let shape = plan.shape(spec);
    let model = match begin {
        Some(network) => NetworkModel::of_network(network, shape, plan.seed),
        None => NetworkModel::new(shape, plan.seed),
    };
    let trainer = Trainer {
        spec,
        plan,
        validation: shards.validation()?,
    };
    let scale = shards.contents.scale.into();
    let (mut best, mut diverged_in): (Option<TrainedNetwork>, _) = (None, 0);
    for &decay in plan.decays.iter() {
        let description = description(shards, plan, decay, begin);
        let file = folder.join(format!("{CHECKPOINT}-{decay}"));
        let mut run = match TrainingRun::read(&file, &description, &model, decay)? {
            Some(run) => run,
            None => TrainingRun::begin(model.clone(), scale, plan, decay, &trainer.validation),
        };
        let min_loss = best.as_ref().map_or(f64::INFINITY, TrainedNetwork::loss);
        let mut goes_on = true;
        while goes_on && run.epochs.len() <= plan.epochs as usize && run.falls <= plan.falls {
            let Some(done) = run.epoch(shards, plan, &trainer.validation)? else {
                break;
            };
            run.write(&file, &description)?;
            goes_on = progress(&EpochReport {
                trainer: &trainer,
                run: &run,
                decay,
                epoch: done,
                is_best: run.best().epoch == done.epoch && done.validation < min_loss,
            })?;
        }
        if goes_on && run.best().epoch == 0 && (run.diverged || best.is_some()) {
            diverged_in = run.epochs.len() as u32;
            continue;
        }
        let network = trainer.network(&run);
        if goes_on && (network.overfitting().is_none() || plan.decays.last() == Some(&decay)) {
            return Ok(network);
        }
        best = Some(match best {
            Some(known) if known.loss() <= network.loss() => known,
            _ => network,
        });
        if !goes_on {
            break;
        }
    }
    best.ok_or(TunerError::Diverged(diverged_in))
}

impl Trainer<'_> {
    /// The best network of a run, rounded to integers.
    fn network(&self, run: &TrainingRun) -> TrainedNetwork {
        let (model, scale) = (&run.best_model, run.scale.round());
        let network = Network::new(
            model.shape.clone(),
            self.plan.role,
            scale as i32,
            self.spec.title(),
            &model.parameters(),
        );
        let squares: Vec<[f64; 2]> = (chunks(&self.validation).into_par_iter())
            .flat_map_iter(|positions| {
                let odds = model.log_odds(&positions);
                let of_one = |(position, odds): (&Position<'_>, f32)| {
                    let score = f64::from(network.score(&active(position)));
                    let error = score - scale * f64::from(odds);
                    [score * score, error * error]
                };
                positions.iter().zip(odds).map(of_one).collect::<Vec<_>>()
            })
            .collect();
        let root_mean = |which: usize| {
            let sum: f64 = squares.iter().map(|both| both[which]).sum();
            (sum / squares.len().max(1) as f64).sqrt()
        };
        TrainedNetwork {
            decay: run.decay,
            best: run.best().epoch,
            epochs: run.epochs.clone(),
            diverged: run.diverged,
            scale,
            rms_score: root_mean(0),
            rounding_error: root_mean(1),
            network,
        }
    }
}

fn active(position: &Position<'_>) -> ActiveInputs {
    ActiveInputs {
        views: position
            .views
            .map(|inputs| inputs.iter().map(|&input| u32::from(input)).collect()),
        bucket: position.bucket,
    }
}

/// The state of training with one weight decay.
struct TrainingRun {
    /// The weight decay (AdamW).
    decay: f64,
    /// Centipawns per unit of log-odds.
    scale: f64,
    epochs: Vec<Epoch>,
    /// The number of steps of the optimizer.
    steps: i32,
    /// The number of reductions of the learning rate.
    falls: u32,
    /// Whether training diverged in the epoch after the last one.
    diverged: bool,
    model: NetworkModel,
    best_model: NetworkModel,
}

/// The first line of a checkpoint, in JSON. The state of the current and of the best model follows, as little-endian
/// `f32`.
#[derive(Serialize, Deserialize)]
struct Head {
    #[serde(rename = "of")]
    description: String,
    /// The bits of the scale.
    scale: u64,
    /// By epoch: the bits of the training and the validation loss.
    losses: Vec<[u64; 2]>,
    steps: i32,
    falls: u32,
    /// The SHA-256 of the state.
    checksum: String,
}

/// Hashes everything that determines training with a weight decay.
fn description(shards: &Shards, plan: &NetworkPlan, decay: f64, begin: Option<&Network>) -> String {
    let plan = NetworkPlan {
        decays: vec![decay].into(),
        ..plan.clone()
    };
    let plan = serde_json::to_string(&plan).unwrap_or_default();
    let begin = begin.map_or(String::new(), Network::fingerprint_text);
    sha256_of_texts([&shards.contents.description, &plan, &begin])
}

impl TrainingRun {
    fn begin(
        model: NetworkModel,
        scale: f64,
        plan: &NetworkPlan,
        decay: f64,
        validation: &PositionSet,
    ) -> TrainingRun {
        let lambda = plan.lambda;
        TrainingRun {
            decay,
            scale,
            epochs: vec![Epoch {
                epoch: 0,
                fitted: f64::NAN,
                validation: model.loss(validation, Target { scale, lambda }),
            }],
            steps: 0,
            falls: 0,
            diverged: false,
            best_model: model.clone(),
            model,
        }
    }

    /// The epoch with the minimum validation loss.
    fn best(&self) -> &Epoch {
        let order = |one: &&Epoch, other: &&Epoch| one.validation.total_cmp(&other.validation);
        self.epochs.iter().min_by(order).unwrap_or(&self.epochs[0])
    }

    /// Trains for an epoch: one shuffled shard after the other, each in a random order. Returns `None` if training
    /// diverges.
    fn epoch(
        &mut self,
        shards: &Shards,
        plan: &NetworkPlan,
        validation: &PositionSet,
    ) -> Result<Option<Epoch>, TunerError> {
        let epoch = self.epochs.len() as u32;
        let target = Target {
            scale: self.scale,
            lambda: plan.lambda,
        };
        let mut random = ChaCha8Rng::seed_from_u64(plan.seed);
        random.set_stream(ORDER_STREAM + u64::from(epoch));
        let mut order: Vec<usize> = (0..shards.sizes().len()).collect();
        order.shuffle(&mut random);
        let [rate, decay] = [plan.rate, self.decay].map(|number| number as f32);
        let rate = rate * RATE_FACTOR.powi(self.falls as i32);
        let mut loss = 0.0;
        let load = |number: usize| order.get(number).map(|&one| shards.load(one)).transpose();
        let mut next = load(0)?;
        for number in 1..=order.len() {
            let Some(set) = next.take() else {
                break;
            };
            // The next shard is loaded meanwhile.
            let (sum, loaded) = rayon::join(
                || self.shard(&set, target, [rate, decay], plan.batch, &mut random),
                || load(number),
            );
            loss += sum;
            next = loaded?;
        }
        let done = Epoch {
            epoch,
            fitted: loss / shards.positions()[0].max(1) as f64,
            validation: self.model.loss(validation, target),
        };
        if !(done.fitted.is_finite() && done.validation.is_finite()) {
            self.diverged = true;
            return Ok(None);
        }
        let before = self.best().validation;
        if done.validation < before {
            self.best_model = self.model.clone();
        }
        if done.validation > before * (1.0 - MIN_IMPROVEMENT) {
            self.falls += 1;
            self.model = self.best_model.clone();
        }
        self.epochs.push(done);
        Ok(Some(done))
    }

    /// Trains on a shard in batches of nearly equal size. Returns the summed loss.
    fn shard(
        &mut self,
        set: &PositionSet,
        target: Target,
        [rate, decay]: [f32; 2],
        batch: usize,
        random: &mut ChaCha8Rng,
    ) -> f64 {
        let mut order: Vec<u32> = (0..set.len() as u32).collect();
        order.shuffle(random);
        let batches = (order.len() as f64 / batch as f64).round().max(1.0) as usize;
        let mut loss = 0.0;
        for batch in order.chunks(order.len().div_ceil(batches).max(1)) {
            self.steps += 1;
            let positions: Vec<Position<'_>> =
                batch.iter().map(|&at| set.get(at as usize)).collect();
            let step = AdamStep::<f32>::new(self.steps, rate, decay);
            loss += self.model.step(&positions, target, step);
        }
        loss
    }

    /// Writes a checkpoint.
    fn write(&mut self, path: &Path, description: &str) -> Result<(), TunerError> {
        let models = [&mut self.model, &mut self.best_model];
        let mut state: Vec<[u8; 4]> = Vec::new();
        for part in models.into_iter().flat_map(NetworkModel::state) {
            state.extend(part.iter().map(|number| number.to_le_bytes()));
        }
        let state = state.as_flattened();
        let losses = self.epochs.iter();
        let head = Head {
            description: description.to_string(),
            scale: self.scale.to_bits(),
            losses: losses
                .map(|one| [one.fitted, one.validation].map(f64::to_bits))
                .collect(),
            steps: self.steps,
            falls: self.falls,
            checksum: sha256([state]),
        };
        let head = serde_json::to_string(&head).unwrap_or_default();
        write_whole(path, |file| {
            writeln!(file, "{head}")?;
            file.write_all(state)
        })?;
        Ok(())
    }

    /// Reads a checkpoint; `None` if there is none of this training. `model` is a model of the same shape.
    fn read(
        path: &Path,
        description: &str,
        model: &NetworkModel,
        decay: f64,
    ) -> Result<Option<TrainingRun>, TunerError> {
        match fs::read(path) {
            Ok(bytes) => Ok(TrainingRun::from_bytes(&bytes, description, model, decay)),
            Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(None),
            Err(cause) => Err(FileError::new("read", path)(cause).into()),
        }
    }

    fn from_bytes(
        bytes: &[u8],
        description: &str,
        model: &NetworkModel,
        decay: f64,
    ) -> Option<TrainingRun> {
        let end = bytes.iter().position(|&byte| byte == b'\n')?;
        let (head, state) = (&bytes[..end], &bytes[end + 1..]);
        let head: Head = serde_json::from_slice(head).ok()?;
        if head.description != description || head.checksum != sha256([state]) {
            return None;
        }
        let (mut model, mut best_model) = (model.clone(), model.clone());
        let mut state = state.as_chunks::<4>().0.iter();
        for part in model.state().chain(best_model.state()) {
            for number in part {
                *number = f32::from_le_bytes(*state.next()?);
            }
        }
        model.restore();
        best_model.restore();
        let epochs = (0..).zip(&head.losses).map(|(epoch, losses)| {
            let [fitted, validation] = losses.map(f64::from_bits);
            Epoch {
                epoch,
                fitted,
                validation,
            }
        });
        Some(TrainingRun {
            decay,
            diverged: false,
            scale: f64::from_bits(head.scale),
            epochs: epochs.collect(),
            steps: head.steps,
            falls: head.falls,
            model,
            best_model,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewind_engine::Rules;

    const VALUES: [i32; 6] = [0, 90, 300, 320, 500, 950];

    fn material([own, enemy]: [[i32; 6]; 2]) -> i16 {
        let value = |side: [i32; 6]| -> i32 { side.iter().zip(VALUES).map(|(n, v)| n * v).sum() };
        ((value(own) - value(enemy)) / 8) as i16
    }

    fn plan() -> NetworkPlan {
        NetworkPlan {
            hidden: 32,
            batch: 512,
            epochs: 25,
            ..NetworkPlan::DEFAULT
        }
    }

    /// A network trained on random positions of a value function.
    fn trained(
        [positions, validation]: [usize; 2],
        plan: &NetworkPlan,
        value: impl Fn([[i32; 6]; 2]) -> i16 + Copy,
    ) -> TrainedNetwork {
        let folder = tempfile::tempdir().expect("a folder");
        let shards = Shards::planted(
            &folder.path().join("positions"),
            [positions, validation],
            value,
        );
        let rules = Rules::load("chess", &[]).expect("chess");
        train(&shards, rules.spec(), plan, None, folder.path(), |_| {
            Ok(true)
        })
        .expect("no divergence")
    }

    /// The network approximates the value function on unseen positions.
    #[test]
    fn a_value_function_is_learned() {
        for (lambda, least) in [(0.0, 0.98), (1.0, 0.9)] {
            let found = trained([12_000, 2_000], &NetworkPlan { lambda, ..plan() }, material);
            let unseen = PositionSet::planted(1_000, 3, material);
            let both: Vec<[f64; 2]> = (0..unseen.len())
                .map(|at| {
                    let position = unseen.get(at);
                    [
                        position.score.expect("planted"),
                        f64::from(found.network.score(&active(&position))),
                    ]
                })
                .collect();
            let sum = |of: fn(&[f64; 2]) -> f64| both.iter().map(of).sum::<f64>();
            let correlation =
                sum(|[x, y]| x * y) / (sum(|[x, _]| x * x) * sum(|[_, y]| y * y)).sqrt();
            assert!(
                correlation > least,
                "lambda {lambda}: correlation {correlation}"
            );
            // The scale of centipawns is preserved.
            let ratio = sum(|[x, y]| x * y) / sum(|[x, _]| x * x);
            assert!(
                (0.8..1.2).contains(&ratio),
                "lambda {lambda}: slope {ratio}"
            );
            let rounding = found.rounding_error / found.rms_score;
            assert!(rounding < 0.05, "lambda {lambda}: rounding is {rounding}");
        }
    }

    /// A network overfits few positions and not many.
    #[test]
    fn overfitting_is_detected() {
        // Only results have noise here, not scores.
        let plan = NetworkPlan {
            lambda: 0.25,
            ..plan()
        };
        let by = |positions| {
            let found = trained([positions, 2_000], &plan, material);
            assert!(found.best > 0);
            found.overfitting()
        };
        let [few, many] = [600, 12_000].map(by);
        assert!(few.is_some_and(|share| share > 0.3), "{few:?}");
        assert_eq!(many, None);
    }

    /// Nothing is learned from random results.
    #[test]
    fn noise_is_not_learned() {
        let by_results = NetworkPlan {
            lambda: 1.0,
            ..plan()
        };
        let found = trained([8_000, 4_000], &by_results, |_| 0);
        assert!(found.epochs.len() < 20, "{} epochs", found.epochs.len());
        assert!(
            found.rms_score < 0.4 * found.scale,
            "{} of {}",
            found.rms_score,
            found.scale
        );
    }

    #[test]
    fn the_number_of_threads_does_not_change_the_network() {
        let plan = NetworkPlan {
            epochs: 3,
            hidden: 64,
            ..plan()
        };
        let by = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.expect("threads")
                .install(|| trained([3_000, 1_000], &plan, material))
        };
        let (one, three) = (by(1), by(3));
        assert_eq!(one.network, three.network);
        assert_eq!(one.epochs[1..], three.epochs[1..]);
    }

    /// Interrupted training resumes to the same network; with another seed or a damaged checkpoint it restarts.
    #[test]
    fn training_resumes_from_a_checkpoint() {
        let folder = tempfile::tempdir().expect("a folder");
        let shards = Shards::planted(&folder.path().join("positions"), [3_000, 1_000], material);
        let rules = Rules::load("chess", &[]).expect("chess");
        let plan = NetworkPlan {
            epochs: 4,
            decays: vec![0.1].into(),
            ..plan()
        };
        let train_to = |name: &str, seed: u64, last: u32| {
            let plan = NetworkPlan {
                seed,
                ..plan.clone()
            };
            let mut epochs = Vec::new();
            let out = folder.path().join(name);
            fs::create_dir_all(&out).expect("a folder");
            let network = train(&shards, rules.spec(), &plan, None, &out, |report| {
                epochs.push(report.epoch.epoch);
                Ok(report.epoch.epoch < last)
            });
            (epochs, network.expect("no divergence"))
        };
        let (_, whole) = train_to("whole", 1, 9);
        let (first, early) = train_to("left", 1, 2);
        assert!(early.epochs.len() == 3 && early.network != whole.network);
        let (rest, all) = train_to("left", 1, 9);
        assert_eq!((first, rest), (vec![1, 2], vec![3, 4]));
        assert_eq!(all.network, whole.network);
        assert_eq!(all.epochs[1..], whole.epochs[1..]);
        assert_eq!(train_to("left", 2, 9).0, [1, 2, 3, 4]);
        fs::write(folder.path().join("left/checkpoint-0.1"), "no checkpoint").expect("written");
        assert_eq!(train_to("left", 1, 9).0, [1, 2, 3, 4]);
    }

    /// Decays are tried until one does not overfit, and completed epochs are not repeated.
    #[test]
    fn a_larger_decay_is_tried_if_a_smaller_one_overfits() {
        let folder = tempfile::tempdir().expect("a folder");
        let rules = Rules::load("chess", &[]).expect("chess");
        let train_by = |positions: usize, last: f64, mut best: f64| {
            let out = folder.path().join(positions.to_string());
            let shards = Shards::planted(&out.join("positions"), [positions, 2_000], material);
            let plan = NetworkPlan {
                lambda: 0.25,
                decays: vec![0.1, 1.0, 10.0].into(),
                ..plan()
            };
            let mut epochs = Vec::new();
            let network = train(&shards, rules.spec(), &plan, None, &out, |report| {
                epochs.push(report.decay);
                assert_eq!(report.is_best, report.epoch.validation < best);
                if report.is_best {
                    best = report.epoch.validation;
                    let so_far = report.network();
                    assert_eq!((so_far.decay, so_far.loss()), (report.decay, best));
                }
                Ok(report.decay < last)
            });
            epochs.dedup();
            (epochs, network.expect("no divergence"), best)
        };
        let (many, network, _) = train_by(12_000, f64::INFINITY, f64::INFINITY);
        assert_eq!((many, network.decay), (vec![0.1], 0.1));
        // Stopped in the first epoch of the second decay, training returns the better network of the first.
        let (first, stopped, best) = train_by(600, 1.0, f64::INFINITY);
        assert_eq!((first, stopped.decay), (vec![0.1, 1.0], 0.1));
        assert_eq!(stopped.loss(), best);
        let (rest, few, _) = train_by(600, f64::INFINITY, best);
        assert_eq!((rest, few.decay), (vec![1.0, 10.0], 10.0));
    }

    /// A decay that is too large, or diverges, does not replace the network of a smaller one.
    #[test]
    fn a_useless_decay_is_skipped() {
        let train_by = |decays: &[f64]| {
            let folder = tempfile::tempdir().expect("a folder");
            let shards = Shards::planted(&folder.path().join("positions"), [600, 500], material);
            let rules = Rules::load("chess", &[]).expect("chess");
            let plan = NetworkPlan {
                decays: decays.to_vec().into(),
                ..plan()
            };
            let goes_on = |_: &EpochReport<'_>| Ok(true);
            train(&shards, rules.spec(), &plan, None, folder.path(), goes_on)
                .map(|found| (found.decay, found.best, found.network))
        };
        assert!(matches!(train_by(&[1e36]), Err(TunerError::Diverged(1))));
        let known = train_by(&[0.1]).expect("no divergence");
        for decays in [[0.1, 1e36], [0.1, 1e9]] {
            let found = train_by(&decays).expect("no divergence at first");
            assert!(
                found == known,
                "with {decays:?} it is that of {} after {} epochs",
                found.0,
                found.1
            );
        }
        assert_eq!(
            train_by(&[1e9]).map(|found| found.1).expect("small enough"),
            0
        );
    }

    /// Training starts with the scores of the given network.
    #[test]
    fn training_continues_from_a_network() {
        let plan = plan();
        let first = trained([6_000, 1_000], &plan, material);
        let shape = first.network.shape().clone();
        let model = NetworkModel::of_network(&first.network, shape.clone(), 1);
        let unseen = PositionSet::planted(300, 3, material);
        let positions: Vec<Position<'_>> = (0..300).map(|at| unseen.get(at)).collect();
        for (position, odds) in positions.iter().zip(model.log_odds(&positions)) {
            let score = f64::from(first.network.score(&active(position)));
            assert!(
                (f64::from(odds) * first.scale - score).abs() < 2.0,
                "{score}"
            );
        }
        let again = Network::new(
            shape,
            plan.role,
            first.scale as i32,
            "Chess".into(),
            &model.parameters(),
        );
        assert_eq!(again, first.network);
        // Its scores are the same in all royal buckets before further training.
        let shape = first.network.shape().clone().with_royal_buckets(4);
        let grown = NetworkModel::of_network(&first.network, shape.clone(), 1);
        let royals = unseen.clone().with_royals(768);
        let there: Vec<Position<'_>> = (0..300).map(|at| royals.get(at)).collect();
        for (known, odds) in model
            .log_odds(&positions)
            .iter()
            .zip(grown.log_odds(&there))
        {
            assert!((known - odds).abs() < 1e-4, "{known} and {odds}");
        }
        // So it is with several royal buckets.
        let network = |model: &NetworkModel| {
            let scale = first.scale as i32;
            Network::new(
                shape.clone(),
                plan.role,
                scale,
                "Chess".into(),
                &model.parameters(),
            )
        };
        let mut several = NetworkModel::new(shape.clone(), 7);
        several.restore();
        let known = network(&several);
        assert_eq!(
            network(&NetworkModel::of_network(&known, shape.clone(), 1)),
            known
        );
    }

    /// Divergence keeps the best model before it.
    #[test]
    fn divergence_keeps_the_best_model() {
        let folder = tempfile::tempdir().expect("a folder");
        let value = |[own, enemy]: [[i32; 6]; 2]| (own[1] - enemy[1]) as i16 * 100;
        let shards = Shards::planted(&folder.path().join("positions"), [2_000, 500], value);
        let rules = Rules::load("chess", &[]).expect("chess");
        let plan = NetworkPlan {
            hidden: 32,
            batch: 512,
            ..NetworkPlan::DEFAULT
        };
        let validation = shards.validation().expect("positions");
        let model = NetworkModel::new(plan.shape(rules.spec()), 1);
        for epochs in [0, 2] {
            let mut run = TrainingRun::begin(model.clone(), 400.0, &plan, 0.1, &validation);
            let epoch = |run: &mut TrainingRun| run.epoch(&shards, &plan, &validation);
            for _ in 0..epochs {
                assert!(epoch(&mut run).is_ok_and(|done| done.is_some()));
            }
            let best = run.best_model.parameters();
            for part in run.model.state() {
                part.fill(f32::MAX);
            }
            run.model.restore();
            assert!(epoch(&mut run).is_ok_and(|done| done.is_none()));
            assert!(run.diverged);
            assert_eq!(run.best().epoch > 0, epochs > 0);
            assert_eq!(run.epochs.len(), epochs + 1);
            assert!(run.best_model.parameters() == best);
        }
    }
}
