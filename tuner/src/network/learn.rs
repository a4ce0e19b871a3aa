//! Learning a network from drawers of positions.

use super::checkpoint;
use super::course::LearningCourse;
use super::drawers::Drawers;
use super::model::{NetworkModel, chunks};
use super::plan::NetworkPlan;
use super::positions::{LearningPosition, LearningSet};
use super::scale::scale;
use crate::texel::{Epoch, TexelError};
use rayon::prelude::*;
use std::path::Path;
use tradewind_engine::evaluation::network::{ActiveInputs, Network};
use tradewind_engine::rules::RuleSpec;

/// A network that was learnt.
#[derive(Clone, Debug)]
pub struct Learnt {
    /// The network.
    pub network: Network,
    /// The passes. Losses are logarithmic, less what is lost by who knows the targets.
    pub epochs: Vec<Epoch>,
    /// The number of the pass whose network it is.
    pub best: u32,
    /// Centipawns of a log-odds of 1.
    pub scale: f64,
    /// The root of the mean square of its scores, in centipawns, over the positions kept aside.
    pub spread: f64,
    /// The root of the mean square of what rounding to whole numbers changes, in centipawns.
    pub rounding: f64,
}

/// Above this share, positions were learnt by heart: of Typhoon's networks, by the same games, one with 0.36 was some 200
/// Elo weaker than one with 0.11 (docs/tuning.md).
const BY_HEART: f64 = 0.15;

impl Learnt {
    /// By what share the loss of the positions that it learnt from is smaller than that of those kept aside, in the pass
    /// whose network it is; none where that is too little to say that they were learnt by heart, or nothing was learnt.
    pub fn learnt_by_heart(&self) -> Option<f64> {
        let best = self.pass(self.best);
        let share = 1.0 - best.fitted / best.validation;
        (share > BY_HEART).then_some(share)
    }

    /// The pass with a number; 0 is what it began with.
    ///
    /// # Panics
    /// There was none.
    pub fn pass(&self, number: u32) -> &Epoch {
        let mut passes = self.epochs.iter();
        passes.find(|one| one.epoch == number).expect("it was done")
    }
}

/// Learns a network for a rule set, on the threads of the current rayon pool; the same one on any number of them. It begins
/// with the numbers of `begin`, if that is given. After each pass the course is kept in the file `checkpoint`, from which
/// the same learning goes on. `progress` hears of every pass; when it says `false`, the best of those so far is taken.
///
/// # Errors
/// The numbers have run away in the first pass already, or files cannot be read or written.
pub fn learn(
    drawers: &Drawers,
    spec: &RuleSpec,
    plan: &NetworkPlan,
    begin: Option<&Network>,
    checkpoint: &Path,
    mut progress: impl FnMut(&Epoch) -> bool,
) -> Result<Learnt, TexelError> {
    let shape = plan.shape(spec);
    let model = match begin {
        Some(network) => NetworkModel::of_network(network, shape, plan.seed),
        None => NetworkModel::new(shape, plan.seed),
    };
    let aside = drawers.aside()?;
    let of = checkpoint::description(drawers, plan, begin);
    let mut course = match checkpoint::read(checkpoint, &of, &model)? {
        Some(course) => course,
        None => LearningCourse::begin(model, scale(&drawers.load(0)?), plan, &aside),
    };
    while course.epochs.len() <= plan.epochs as usize && course.falls <= plan.falls {
        let Some(done) = course.pass(drawers, plan, &aside)? else {
            break;
        };
        checkpoint::write(checkpoint, &of, &mut course)?;
        if !progress(&done) {
            break;
        }
    }
    Ok(course.learnt(spec, plan, &aside))
}

impl LearningCourse {
    /// The network in whole numbers, as it was at its best.
    fn learnt(self, spec: &RuleSpec, plan: &NetworkPlan, aside: &LearningSet) -> Learnt {
        let best = self.best().epoch;
        let (model, scale) = (self.best_model, self.scale.round());
        let network = Network::new(
            model.shape.clone(),
            plan.role,
            scale as i32,
            spec.title(),
            &model.parameters(),
        );
        let squares: Vec<[f64; 2]> = (chunks(aside).into_par_iter())
            .flat_map_iter(|lessons| {
                let odds = model.log_odds(&lessons);
                let of_one = |(lesson, odds): (&LearningPosition<'_>, f32)| {
                    let score = f64::from(network.score(&active(lesson)));
                    let error = score - scale * f64::from(odds);
                    [score * score, error * error]
                };
                lessons.iter().zip(odds).map(of_one).collect::<Vec<_>>()
            })
            .collect();
        let root = |which: usize| {
            let sum: f64 = squares.iter().map(|both| both[which]).sum();
            (sum / squares.len().max(1) as f64).sqrt()
        };
        Learnt {
            best,
            epochs: self.epochs,
            scale,
            spread: root(0),
            rounding: root(1),
            network,
        }
    }
}

fn active(lesson: &LearningPosition<'_>) -> ActiveInputs {
    ActiveInputs {
        views: lesson
            .views
            .map(|inputs| inputs.iter().map(|&input| u32::from(input)).collect()),
        bucket: lesson.bucket,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewind_engine::Game;

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

    /// What is learnt from so many positions and so many kept aside.
    fn learnt(
        [positions, aside]: [usize; 2],
        plan: &NetworkPlan,
        value: impl Fn([[i32; 6]; 2]) -> i16 + Copy,
    ) -> Learnt {
        let folder = tempfile::tempdir().expect("a folder");
        let drawers = Drawers::planted(&folder.path().join("positions"), [positions, aside], value);
        let game = Game::load("chess", &[]).expect("chess");
        let checkpoint = folder.path().join("checkpoint");
        learn(&drawers, game.spec(), plan, None, &checkpoint, |_| true)
            .expect("numbers that stay small")
    }

    /// What the network says of positions that it never saw is what was planted.
    #[test]
    fn a_planted_function_is_learnt() {
        for (lambda, least) in [(0.0, 0.98), (1.0, 0.9)] {
            let found = learnt([12_000, 2_000], &NetworkPlan { lambda, ..plan() }, material);
            let unseen = LearningSet::planted(1_000, 3, material);
            let both: Vec<[f64; 2]> = (0..unseen.len())
                .map(|at| {
                    let lesson = unseen.lesson(at);
                    [
                        lesson.score,
                        f64::from(found.network.score(&active(&lesson))),
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
            // Centipawns stay what they were.
            let ratio = sum(|[x, y]| x * y) / sum(|[x, _]| x * x);
            assert!(
                (0.8..1.2).contains(&ratio),
                "lambda {lambda}: slope {ratio}"
            );
            let rounding = found.rounding / found.spread;
            assert!(rounding < 0.05, "lambda {lambda}: rounding is {rounding}");
        }
    }

    /// A few positions with many rows are learnt by heart, many are not.
    #[test]
    fn what_was_learnt_by_heart_is_told() {
        // Only results cannot be predicted here: the planted scores have no noise.
        let plan = NetworkPlan {
            lambda: 0.25,
            ..plan()
        };
        let by = |positions| {
            let found = learnt([positions, 2_000], &plan, material);
            assert!(found.best > 0);
            found.learnt_by_heart()
        };
        let [few, many] = [600, 12_000].map(by);
        assert!(few.is_some_and(|share| share > 0.3), "{few:?}");
        assert_eq!(many, None);
    }

    /// Nothing is learnt from results that have nothing to do with the positions.
    #[test]
    fn chance_is_not_learnt() {
        let by_results = NetworkPlan {
            lambda: 1.0,
            ..plan()
        };
        let found = learnt([8_000, 4_000], &by_results, |_| 0);
        assert!(
            found.epochs.len() < 20,
            "it went on for {} passes",
            found.epochs.len()
        );
        assert!(
            found.spread < 0.4 * found.scale,
            "{} of {}",
            found.spread,
            found.scale
        );
    }

    #[test]
    fn any_number_of_threads_learns_the_same() {
        let plan = NetworkPlan {
            epochs: 3,
            hidden: 64,
            ..plan()
        };
        let by = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.expect("threads")
                .install(|| learnt([3_000, 1_000], &plan, material))
        };
        let (one, three) = (by(1), by(3));
        assert_eq!(one.network, three.network);
        assert_eq!(one.epochs[1..], three.epochs[1..]);
    }

    /// What was left in the middle comes to the same as what was not, and from other positions it begins anew.
    #[test]
    fn what_was_left_goes_on() {
        let folder = tempfile::tempdir().expect("a folder");
        let drawers = Drawers::planted(&folder.path().join("positions"), [3_000, 1_000], material);
        let game = Game::load("chess", &[]).expect("chess");
        let plan = NetworkPlan {
            epochs: 4,
            ..plan()
        };
        let learn_to = |file: &str, seed: u64, last: u32| {
            let plan = NetworkPlan {
                seed,
                ..plan.clone()
            };
            let mut passes = Vec::new();
            let checkpoint = folder.path().join(file);
            let learnt = learn(&drawers, game.spec(), &plan, None, &checkpoint, |epoch| {
                passes.push(epoch.epoch);
                epoch.epoch < last
            });
            (passes, learnt.expect("numbers that stay small"))
        };
        let (_, whole) = learn_to("whole", 1, 9);
        let (first, early) = learn_to("left", 1, 2);
        assert!(early.epochs.len() == 3 && early.network != whole.network);
        let (rest, all) = learn_to("left", 1, 9);
        assert_eq!((first, rest), (vec![1, 2], vec![3, 4]));
        assert_eq!(all.network, whole.network);
        assert_eq!(all.epochs[1..], whole.epochs[1..]);
        assert_eq!(learn_to("left", 2, 9).0, [1, 2, 3, 4]);
        std::fs::write(folder.path().join("left"), "no checkpoint").expect("written");
        assert_eq!(learn_to("left", 1, 9).0, [1, 2, 3, 4]);
    }

    /// Beginning with a network is beginning with what it says.
    #[test]
    fn a_network_is_learnt_further() {
        let plan = plan();
        let first = learnt([6_000, 1_000], &plan, material);
        let shape = first.network.shape().clone();
        let model = NetworkModel::of_network(&first.network, shape.clone(), 1);
        let unseen = LearningSet::planted(300, 3, material);
        let lessons: Vec<LearningPosition<'_>> = (0..300).map(|at| unseen.lesson(at)).collect();
        for (lesson, odds) in lessons.iter().zip(model.log_odds(&lessons)) {
            let score = f64::from(first.network.score(&active(lesson)));
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
        // It says so wherever royals stand, as long as nothing was learnt of that.
        let shape = first.network.shape().clone().with_royal_buckets(4);
        let grown = NetworkModel::of_network(&first.network, shape.clone(), 1);
        let royals = unseen.clone().with_royals(768);
        let there: Vec<LearningPosition<'_>> = (0..300).map(|at| royals.lesson(at)).collect();
        for (known, odds) in model.log_odds(&lessons).iter().zip(grown.log_odds(&there)) {
            assert!((known - odds).abs() < 1e-4, "{known} and {odds}");
        }
        // One with several rows is gone on with, too.
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
}
