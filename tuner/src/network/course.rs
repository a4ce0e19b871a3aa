//! Learning pass by pass: batches in an order by chance, and a rate that falls when the validation set is not predicted
//! better any more.

use super::adam::AdamStep;
use super::drawers::Drawers;
use super::model::NetworkModel;
use super::output::LearningTarget;
use super::plan::NetworkPlan;
use super::positions::{LearningPosition, LearningSet};
use crate::texel::{Epoch, TexelError};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// What is left of the rate when it falls.
const FALL: f32 = 0.3;
/// A pass that lowers the loss by a smaller share than this does not lower it.
const LOWER: f64 = 1e-3;
/// The stream of chance of the order of positions in the first pass; later ones follow.
const ORDER_STREAM: u64 = (1 << 61) + 3;

/// How far learning has come.
pub(super) struct LearningCourse {
    /// By how much weights shrink, in units of the rate.
    pub decay: f64,
    /// Centipawns of a log-odds of 1.
    pub scale: f64,
    pub epochs: Vec<Epoch>,
    /// The steps that were taken.
    pub steps: i32,
    /// How often the rate has fallen.
    pub falls: u32,
    /// Whether numbers ran away in the pass after the last one.
    pub ran_away: bool,
    pub model: NetworkModel,
    pub best_model: NetworkModel,
}

impl LearningCourse {
    pub fn begin(
        model: NetworkModel,
        scale: f64,
        plan: &NetworkPlan,
        decay: f64,
        aside: &LearningSet,
    ) -> LearningCourse {
        let target = LearningTarget {
            scale,
            lambda: plan.lambda,
        };
        LearningCourse {
            decay,
            scale,
            epochs: vec![Epoch {
                epoch: 0,
                fitted: f64::NAN,
                validation: model.loss(aside, target),
            }],
            steps: 0,
            falls: 0,
            ran_away: false,
            best_model: model.clone(),
            model,
        }
    }

    pub fn best(&self) -> &Epoch {
        let order = |one: &&Epoch, other: &&Epoch| one.validation.total_cmp(&other.validation);
        self.epochs.iter().min_by(order).unwrap_or(&self.epochs[0])
    }

    /// Whether a pass was better than what it began with.
    pub fn has_learnt(&self) -> bool {
        self.best().epoch > 0
    }

    /// The last pass that was done, or what it began with.
    pub fn last(&self) -> &Epoch {
        self.epochs.last().expect("it has begun")
    }

    /// One pass over all positions, a drawer after the other, in an order by chance. `None` when numbers ran away.
    pub fn pass(
        &mut self,
        drawers: &Drawers,
        plan: &NetworkPlan,
        aside: &LearningSet,
    ) -> Result<Option<Epoch>, TexelError> {
        let epoch = self.epochs.len() as u32;
        let target = LearningTarget {
            scale: self.scale,
            lambda: plan.lambda,
        };
        let mut random = ChaCha8Rng::seed_from_u64(plan.seed);
        random.set_stream(ORDER_STREAM + u64::from(epoch));
        let mut order: Vec<usize> = (0..drawers.sizes().len()).collect();
        order.shuffle(&mut random);
        let [rate, decay] = [plan.rate, self.decay].map(|number| number as f32);
        let rate = rate * FALL.powi(self.falls as i32);
        let mut loss = 0.0;
        let open = |number: usize| order.get(number).map(|&one| drawers.load(one)).transpose();
        let mut next = open(0)?;
        for number in 1..=order.len() {
            let Some(set) = next.take() else {
                break;
            };
            // The next drawer is opened meanwhile.
            let (sum, opened) = rayon::join(
                || self.drawer(&set, target, [rate, decay], plan.batch, &mut random),
                || open(number),
            );
            loss += sum;
            next = opened?;
        }
        let done = Epoch {
            epoch,
            fitted: loss / drawers.positions()[0].max(1) as f64,
            validation: self.model.loss(aside, target),
        };
        if !(done.fitted.is_finite() && done.validation.is_finite()) {
            // What was learnt before is whole.
            self.ran_away = true;
            return Ok(None);
        }
        let before = self.best().validation;
        if done.validation < before {
            self.best_model = self.model.clone();
        }
        if done.validation > before * (1.0 - LOWER) {
            self.falls += 1;
            self.model = self.best_model.clone();
        }
        self.epochs.push(done);
        Ok(Some(done))
    }

    /// Learns from a drawer, in batches of about one size. Returns the sum of losses.
    fn drawer(
        &mut self,
        set: &LearningSet,
        target: LearningTarget,
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
            let lessons: Vec<LearningPosition<'_>> =
                batch.iter().map(|&at| set.lesson(at as usize)).collect();
            let step = AdamStep::new(self.steps, rate, decay);
            loss += self.model.step(&lessons, target, step);
        }
        loss
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewind_engine::Game;

    /// Numbers that run away leave what was learnt before, and nothing where nothing was.
    #[test]
    fn numbers_that_run_away_end_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let value = |[own, enemy]: [[i32; 6]; 2]| (own[1] - enemy[1]) as i16 * 100;
        let drawers = Drawers::planted(&folder.path().join("positions"), [2_000, 500], value);
        let game = Game::load("chess", &[]).expect("chess");
        let plan = NetworkPlan {
            hidden: 32,
            batch: 512,
            ..NetworkPlan::DEFAULT
        };
        let aside = drawers.aside().expect("positions");
        let model = NetworkModel::new(plan.shape(game.spec()), 1);
        for passes in [0, 2] {
            let mut course = LearningCourse::begin(model.clone(), 400.0, &plan, 0.1, &aside);
            let pass = |course: &mut LearningCourse| course.pass(&drawers, &plan, &aside);
            for _ in 0..passes {
                assert!(pass(&mut course).is_ok_and(|done| done.is_some()));
            }
            let best = course.best_model.parameters();
            for part in course.model.state() {
                part.fill(f32::MAX);
            }
            course.model.restore();
            assert!(pass(&mut course).is_ok_and(|done| done.is_none()));
            assert!(course.ran_away);
            assert_eq!(course.has_learnt(), passes > 0);
            assert_eq!(course.epochs.len(), passes + 1);
            assert!(course.best_model.parameters() == best);
        }
    }
}
