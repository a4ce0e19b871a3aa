//! Learning a network from drawers of positions.

use super::CHECKPOINT;
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
    /// The decay that it was learnt with, one of those of the plan.
    pub decay: f64,
    /// The passes with it. Losses are logarithmic, less what is lost by who knows the targets.
    pub epochs: Vec<Epoch>,
    /// The number of the pass whose network it is.
    pub best: u32,
    /// Centipawns of a log-odds of 1.
    pub scale: f64,
    /// Whether numbers ran away in the pass after the last one.
    pub ran_away: bool,
    /// The root of the mean square of its scores, in centipawns, over the validation set.
    pub spread: f64,
    /// The root of the mean square of what rounding to whole numbers changes, in centipawns.
    pub rounding: f64,
}

/// Above this share, a network overfits: of Typhoon's networks, by the same games, one with 0.36 was some 200 Elo weaker
/// than one with 0.11, though the validation set does not show it (docs/tuning.md).
const OVERFITTING: f64 = 0.15;

impl Learnt {
    /// By what share the loss of the positions that it learnt from is smaller than that of the validation set, in the pass
    /// whose network it is; none where that is too little to say that it overfits, or nothing was learnt.
    pub fn overfitting(&self) -> Option<f64> {
        let best = self.pass(self.best);
        let share = 1.0 - best.fitted / best.validation;
        (share > OVERFITTING).then_some(share)
    }

    /// The loss of the validation set by it.
    fn loss(&self) -> f64 {
        self.pass(self.best).validation
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

/// A pass that was done.
pub struct LearningPass<'l> {
    export: &'l Export<'l>,
    course: &'l LearningCourse,
    /// Whether the validation set was never predicted better, with any decay.
    pub is_best: bool,
}

impl LearningPass<'_> {
    /// What it was done with.
    pub fn decay(&self) -> f64 {
        self.course.decay
    }

    /// Its losses.
    pub fn epoch(&self) -> &Epoch {
        self.course.last()
    }

    /// What has been learnt with its decay so far.
    pub fn learnt(&self) -> Learnt {
        self.export.learnt(self.course)
    }
}

/// What the network of a course is made with.
struct Export<'l> {
    spec: &'l RuleSpec,
    plan: &'l NetworkPlan,
    aside: LearningSet,
}

/// Learns a network for a rule set, on the threads of the current rayon pool; the same one on any number of them. It begins
/// with the numbers of `begin`, if that is given, and takes the decays of the plan in turn until what it learns with one
/// does not overfit. After each pass the course is kept in `folder`, from where the same learning goes on. `progress` hears
/// of every pass; when it says `false`, what predicts the validation set best so far is taken. A decay with which numbers
/// run away before anything is learnt is passed over, and so is one with which nothing is learnt where something was with a
/// smaller one.
///
/// # Errors
/// The numbers ran away before anything was learnt with any decay, files cannot be read or written, or `progress` failed.
pub fn learn(
    drawers: &Drawers,
    spec: &RuleSpec,
    plan: &NetworkPlan,
    begin: Option<&Network>,
    folder: &Path,
    mut progress: impl FnMut(&LearningPass<'_>) -> Result<bool, TexelError>,
) -> Result<Learnt, TexelError> {
    let shape = plan.shape(spec);
    let model = match begin {
        Some(network) => NetworkModel::of_network(network, shape, plan.seed),
        None => NetworkModel::new(shape, plan.seed),
    };
    let export = Export {
        spec,
        plan,
        aside: drawers.aside()?,
    };
    let scale = scale(&drawers.load(0)?);
    let (mut best, mut ran_away_in): (Option<Learnt>, _) = (None, 0);
    for &decay in plan.decays.iter() {
        let of = checkpoint::description(drawers, plan, decay, begin);
        let file = folder.join(format!("{CHECKPOINT}-{decay}"));
        let mut course = match checkpoint::read(&file, &of, &model, decay)? {
            Some(course) => course,
            None => LearningCourse::begin(model.clone(), scale, plan, decay, &export.aside),
        };
        let least = best.as_ref().map_or(f64::INFINITY, Learnt::loss);
        let mut goes_on = true;
        while goes_on && course.epochs.len() <= plan.epochs as usize && course.falls <= plan.falls {
            let Some(done) = course.pass(drawers, plan, &export.aside)? else {
                break;
            };
            checkpoint::write(&file, &of, &mut course)?;
            goes_on = progress(&LearningPass {
                export: &export,
                course: &course,
                is_best: course.best().epoch == done.epoch && done.validation < least,
            })?;
        }
        if goes_on && !course.has_learnt() && (course.ran_away || best.is_some()) {
            ran_away_in = course.epochs.len() as u32;
            continue;
        }
        let learnt = export.learnt(&course);
        if goes_on && (learnt.overfitting().is_none() || plan.decays.last() == Some(&decay)) {
            return Ok(learnt);
        }
        best = Some(match best {
            Some(known) if known.loss() <= learnt.loss() => known,
            _ => learnt,
        });
        if !goes_on {
            break;
        }
    }
    best.ok_or(TexelError::Diverged(ran_away_in))
}

impl Export<'_> {
    /// The network of a course in whole numbers, as it was at its best.
    fn learnt(&self, course: &LearningCourse) -> Learnt {
        let (model, scale) = (&course.best_model, course.scale.round());
        let network = Network::new(
            model.shape.clone(),
            self.plan.role,
            scale as i32,
            self.spec.title(),
            &model.parameters(),
        );
        let squares: Vec<[f64; 2]> = (chunks(&self.aside).into_par_iter())
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
            decay: course.decay,
            best: course.best().epoch,
            epochs: course.epochs.clone(),
            ran_away: course.ran_away,
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

    /// What is learnt from so many positions and so many in the validation set.
    fn learnt(
        [positions, aside]: [usize; 2],
        plan: &NetworkPlan,
        value: impl Fn([[i32; 6]; 2]) -> i16 + Copy,
    ) -> Learnt {
        let folder = tempfile::tempdir().expect("a folder");
        let drawers = Drawers::planted(&folder.path().join("positions"), [positions, aside], value);
        let game = Game::load("chess", &[]).expect("chess");
        learn(&drawers, game.spec(), plan, None, folder.path(), |_| {
            Ok(true)
        })
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

    /// A network with many rows overfits a few positions, not many of them.
    #[test]
    fn overfitting_is_told() {
        // Only results cannot be predicted here: the planted scores have no noise.
        let plan = NetworkPlan {
            lambda: 0.25,
            ..plan()
        };
        let by = |positions| {
            let found = learnt([positions, 2_000], &plan, material);
            assert!(found.best > 0);
            found.overfitting()
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
            decays: vec![0.1].into(),
            ..plan()
        };
        let learn_to = |name: &str, seed: u64, last: u32| {
            let plan = NetworkPlan {
                seed,
                ..plan.clone()
            };
            let mut passes = Vec::new();
            let out = folder.path().join(name);
            std::fs::create_dir_all(&out).expect("a folder");
            let learnt = learn(&drawers, game.spec(), &plan, None, &out, |pass| {
                passes.push(pass.epoch().epoch);
                Ok(pass.epoch().epoch < last)
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
        std::fs::write(folder.path().join("left/checkpoint-0.1"), "no checkpoint")
            .expect("written");
        assert_eq!(learn_to("left", 1, 9).0, [1, 2, 3, 4]);
    }

    /// Decays are tried until one does not overfit; each has its passes, and what was done of them is not done again.
    #[test]
    fn a_larger_decay_is_tried_where_a_smaller_one_overfits() {
        let folder = tempfile::tempdir().expect("a folder");
        let game = Game::load("chess", &[]).expect("chess");
        let learn_by = |positions: usize, last: f64, mut best: f64| {
            let out = folder.path().join(positions.to_string());
            let drawers = Drawers::planted(&out.join("positions"), [positions, 2_000], material);
            let plan = NetworkPlan {
                lambda: 0.25,
                decays: vec![0.1, 1.0, 10.0].into(),
                ..plan()
            };
            let mut passes = Vec::new();
            let learnt = learn(&drawers, game.spec(), &plan, None, &out, |pass| {
                passes.push(pass.decay());
                assert_eq!(pass.is_best, pass.epoch().validation < best);
                if pass.is_best {
                    best = pass.epoch().validation;
                    let so_far = pass.learnt();
                    assert_eq!((so_far.decay, so_far.loss()), (pass.decay(), best));
                }
                Ok(pass.decay() < last)
            });
            passes.dedup();
            (passes, learnt.expect("numbers that stay small"), best)
        };
        let (many, learnt, _) = learn_by(12_000, f64::INFINITY, f64::INFINITY);
        assert_eq!((many, learnt.decay), (vec![0.1], 0.1));
        // Stopped in the first pass with the second decay, it is what the first had come to, which was better.
        let (first, stopped, best) = learn_by(600, 1.0, f64::INFINITY);
        assert_eq!((first, stopped.decay), (vec![0.1, 1.0], 0.1));
        assert_eq!(stopped.loss(), best);
        let (rest, few, _) = learn_by(600, f64::INFINITY, best);
        assert_eq!((rest, few.decay), (vec![1.0, 10.0], 10.0));
    }

    /// A decay that is too large, or makes numbers run away, takes nothing from what a smaller one has learnt.
    #[test]
    fn a_decay_that_teaches_nothing_is_passed_over() {
        let learn_by = |decays: &[f64]| {
            let folder = tempfile::tempdir().expect("a folder");
            let drawers = Drawers::planted(&folder.path().join("positions"), [600, 500], material);
            let game = Game::load("chess", &[]).expect("chess");
            let plan = NetworkPlan {
                decays: decays.to_vec().into(),
                ..plan()
            };
            let goes_on = |_: &LearningPass<'_>| Ok(true);
            learn(&drawers, game.spec(), &plan, None, folder.path(), goes_on)
                .map(|learnt| (learnt.decay, learnt.best, learnt.network))
        };
        assert!(matches!(learn_by(&[1e36]), Err(TexelError::Diverged(1))));
        let known = learn_by(&[0.1]).expect("numbers that stay small");
        for decays in [[0.1, 1e36], [0.1, 1e9]] {
            let found = learn_by(&decays).expect("numbers that stay small at first");
            assert!(
                found == known,
                "with {decays:?} it is that of {} after {} passes",
                found.0,
                found.1
            );
        }
        assert_eq!(
            learn_by(&[1e9]).map(|found| found.1).expect("small enough"),
            0
        );
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
