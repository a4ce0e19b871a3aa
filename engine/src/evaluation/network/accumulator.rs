//! Accumulators: hidden layers that are updated from those of a nearby node when a score is needed.

use super::inputs::{Inputs, RoyalPlace};
use super::{Network, Role};
use crate::board::Square;
use crate::piece::{Code, Color};
use crate::placement::Placement;
use crate::position::{Hands, Position};
use crate::tables::RuleTables;
use arrayvec::ArrayVec;
use std::sync::Arc;

/// With more changed squares, the accumulator is computed from scratch.
const MAX_CHANGES: usize = 12;

/// A changed square, with its old and new content.
type SquareChange = (Square, Code, Code);

/// The hidden layers of a position before activation.
#[derive(Clone, Debug)]
pub(crate) struct Accumulator<const W: usize> {
    /// The pieces of the position; `None` before the first.
    board: Option<Placement<W>>,
    hands: Hands,
    /// By view.
    pub(super) royals: [RoyalPlace; 2],
    /// By view and unit.
    pub(super) sums: [Vec<i16>; 2],
}

impl<const W: usize> Accumulator<W> {
    fn new(hidden: usize) -> Accumulator<W> {
        Accumulator {
            board: None,
            hands: Hands::default(),
            royals: [RoyalPlace::default(); 2],
            sums: [(); 2].map(|()| vec![0; hidden]),
        }
    }
}

/// A network with the inputs of a rule set.
#[derive(Debug)]
pub(crate) struct NetworkEvaluator {
    pub(super) network: Arc<Network>,
    pub(super) inputs: Inputs,
}

impl NetworkEvaluator {
    pub(crate) fn new<const W: usize>(
        rules: &RuleTables<W>,
        network: &Arc<Network>,
    ) -> NetworkEvaluator {
        NetworkEvaluator {
            inputs: Inputs::new(rules, network.shape()),
            network: Arc::clone(network),
        }
    }

    pub(crate) fn role(&self) -> Role {
        self.network.role
    }

    /// The score of a position in centipawns, for the side to move.
    pub(crate) fn evaluate<const W: usize>(&self, position: &Position<W>) -> i32 {
        self.output(position, &self.fresh(position))
    }

    /// The accumulator of a position, from scratch.
    pub(super) fn fresh<const W: usize>(&self, position: &Position<W>) -> Accumulator<W> {
        let mut fresh = Accumulator::new(self.network.shape.hidden);
        self.refresh(position, &mut fresh);
        fresh
    }

    /// As [`NetworkEvaluator::evaluate`] for a node, from the accumulator of the previous node or
    /// of the last node at its ply, whichever differs less. `accumulators` are by ply, and grow
    /// with the path.
    pub(crate) fn evaluate_at<const W: usize>(
        &self,
        position: &Position<W>,
        accumulators: &mut Vec<Accumulator<W>>,
        ply: usize,
    ) -> i32 {
        if accumulators.len() <= ply {
            let hidden = self.network.shape.hidden;
            accumulators.resize_with(ply + 1, || Accumulator::new(hidden));
        }
        let (before, own) = accumulators[ply.saturating_sub(1)..=ply].split_at_mut(ply.min(1));
        let own = &mut own[0];
        let changes = |from: &Accumulator<W>| -> Option<ArrayVec<SquareChange, MAX_CHANGES>> {
            from.board.as_ref()?.changes(&position.board)
        };
        let by_own = changes(own);
        let by_before = before.first().and_then(changes);
        let is_before_nearer = match (&by_before, &by_own) {
            (Some(by_before), Some(by_own)) => by_before.len() < by_own.len(),
            (by_before, _) => by_before.is_some(),
        };
        if let (true, [before]) = (is_before_nearer, before) {
            own.royals = before.royals;
            own.hands = before.hands;
            for (sums, known) in own.sums.iter_mut().zip(&before.sums) {
                sums.copy_from_slice(known);
            }
        }
        match if is_before_nearer { by_before } else { by_own } {
            Some(changes) => self.update(position, &changes, own),
            None => self.refresh(position, own),
        }
        self.output(position, own)
    }

    fn update<const W: usize>(
        &self,
        position: &Position<W>,
        changes: &[SquareChange],
        accumulator: &mut Accumulator<W>,
    ) {
        for view in Color::BOTH {
            let royal = self.inputs.royal_place(position, view);
            if royal != accumulator.royals[view.index()] {
                self.refresh_view(position, view, accumulator);
                continue;
            }
            let sums = &mut accumulator.sums[view.index()];
            for &(square, before, after) in changes {
                let row = |code| {
                    let input = self.inputs.input(view, royal, code, square);
                    input.map(|input| self.network.row(input))
                };
                match (row(before), row(after)) {
                    (Some(less), Some(more)) => {
                        let rows = less.iter().zip(more);
                        for (sum, (less, more)) in sums.iter_mut().zip(rows) {
                            *sum = sum.wrapping_add(more.wrapping_sub(*less));
                        }
                    }
                    (Some(less), None) => take(sums, less),
                    (None, Some(more)) => add(sums, more),
                    (None, None) => {}
                }
            }
            if accumulator.hands != position.hands {
                self.update_hands(view, royal, [&accumulator.hands, &position.hands], sums);
            }
        }
        accumulator.board = Some(position.board);
        accumulator.hands = position.hands;
    }

    /// Adds and removes the inputs of the pieces that have come to a hand or left it.
    fn update_hands(&self, view: Color, royal: RoyalPlace, hands: [&Hands; 2], sums: &mut [i16]) {
        for place in self.inputs.hand_places() {
            let (owner, at) = place;
            let [before, after] = hands.map(|hands| hands.count(owner, at));
            for input in self.inputs.of_hand(view, royal, place, before..after) {
                add(sums, self.network.row(input));
            }
            for input in self.inputs.of_hand(view, royal, place, after..before) {
                take(sums, self.network.row(input));
            }
        }
    }

    fn refresh<const W: usize>(&self, position: &Position<W>, accumulator: &mut Accumulator<W>) {
        for view in Color::BOTH {
            self.refresh_view(position, view, accumulator);
        }
        accumulator.board = Some(position.board);
        accumulator.hands = position.hands;
    }

    fn refresh_view<const W: usize>(
        &self,
        position: &Position<W>,
        view: Color,
        accumulator: &mut Accumulator<W>,
    ) {
        let royal = self.inputs.royal_place(position, view);
        let sums = &mut accumulator.sums[view.index()];
        sums.copy_from_slice(&self.network.biases);
        position.occupied().for_each(|square| {
            let code = position.at(square);
            if let Some(input) = self.inputs.input(view, royal, code, square) {
                add(sums, self.network.row(input));
            }
        });
        self.update_hands(view, royal, [&Hands::default(), &position.hands], sums);
        accumulator.royals[view.index()] = royal;
    }

    pub(super) fn output<const W: usize>(
        &self,
        position: &Position<W>,
        accumulator: &Accumulator<W>,
    ) -> i32 {
        let us = position.side;
        let views = [us, us.other()].map(|view| accumulator.sums[view.index()].as_slice());
        self.network.output(views, self.inputs.bucket(position))
    }
}

#[inline(always)]
pub(super) fn add(sums: &mut [i16], row: &[i16]) {
    for (sum, more) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_add(*more);
    }
}

#[inline(always)]
pub(super) fn take(sums: &mut [i16], row: &[i16]) {
    for (sum, less) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_sub(*less);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::by_width::each_width;
    use crate::evaluation::Weights;
    use crate::evaluation::network::{Parameters, Shape};
    use crate::game::{Game, Rules};
    use crate::rules::built_in;
    use crate::search::Searcher;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use std::any::Any;

    const CRAZYHOUSE: &str = "../scripts/variants/crazyhouse.toml";
    const DUCK: &str = "../scripts/variants/duck.toml";

    /// A network with random parameters.
    fn random_network(rules: &Rules, random: &mut ChaCha8Rng) -> Arc<Network> {
        let shape = Shape::of(rules.spec(), 32, 3).with_royal_buckets(4);
        let mut numbers = |count: usize, size: f32| -> Vec<f32> {
            (0..count)
                .map(|_| random.random_range(-size..size))
                .collect()
        };
        let learned = Parameters {
            rows: numbers(shape.inputs() * 32, 0.3),
            biases: numbers(32, 0.5),
            output: numbers(3 * 2 * 32, 0.9),
            output_biases: numbers(3, 0.5),
        };
        Arc::new(Network::new(
            shape,
            Role::Alone,
            300,
            rules.spec().title(),
            &learned,
        ))
    }

    /// Along random games, with other moves tried on the way as in a search: castling, conversions,
    /// swaps, many victims, promotions and royals that cross the middle of the board all occur.
    #[test]
    fn updated_accumulators_equal_those_from_scratch() {
        for id in built_in()
            .into_iter()
            .chain([CRAZYHOUSE, DUCK].map(String::from))
        {
            let rules = Rules::load(&id, &[]).expect("a rule set");
            let mut random = ChaCha8Rng::seed_from_u64(3);
            let network = random_network(&rules, &mut random);
            let scores: usize = (0..6)
                .map(|_| each_width!(&rules.0, tables => walk(&rules, tables, &network, &mut random)))
                .sum();
            assert!(scores > 400, "{id}: {scores} different scores");
        }
    }

    /// The number of scores in a random game that differ from the previous one.
    fn walk<const W: usize>(
        rules: &Rules,
        tables: &RuleTables<W>,
        network: &Arc<Network>,
        random: &mut ChaCha8Rng,
    ) -> usize {
        let arrays = rules.spec().array_numbers();
        let array = *arrays.choose(random).expect("arrays");
        let mut play = rules.start(array).expect("an array");
        let evaluator = NetworkEvaluator::new(tables, network);
        let mut kept = Vec::new();
        let (mut different, mut last) = (0, 0);
        for ply in 0..200 {
            for _ in 0..3 {
                let Some(&tried) = play.legal_moves().choose(random) else {
                    return different;
                };
                let mut after = play.clone();
                after.play_unchecked(tried);
                let position = position_of::<W>(&after);
                let score = evaluator.evaluate_at(&position, &mut kept, ply + 1);
                let fresh = evaluator.evaluate(&position);
                assert_eq!(score, fresh, "{}, ply {ply}", rules.spec().id);
                different += usize::from(score != last);
                last = score;
            }
            let Some(&one) = play.legal_moves().choose(random) else {
                return different;
            };
            play.play_unchecked(one);
            // Some nodes are not evaluated.
            if random.random_range(0..4) > 0 {
                evaluator.evaluate_at(&position_of::<W>(&play), &mut kept, ply + 1);
            }
        }
        different
    }

    fn position_of<const W: usize>(game: &Game) -> Position<W> {
        let any: &dyn Any = each_width!(&game.0, line => &line.position);
        *any.downcast_ref().expect("a board of that size")
    }

    /// Inputs outside of a search give the same score as the search, for either side.
    #[test]
    fn active_inputs_give_the_same_score() {
        for id in ["chess", "scirocco-2009", "typhoon", CRAZYHOUSE, DUCK] {
            let rules = Rules::load(id, &[]).expect("a rule set");
            let mut random = ChaCha8Rng::seed_from_u64(4);
            let network = random_network(&rules, &mut random);
            let inputs = Inputs::of(&rules, network.shape());
            let weights = Weights::starting(rules.spec()).with_network(&network, 0.0);
            let searcher = Searcher::new(&rules, &weights, 0.01);
            let mut game = rules.start(0).expect("array 0");
            for _ in 0..100 {
                let Some(&one) = game.legal_moves().choose(&mut random) else {
                    break;
                };
                game.play_unchecked(one);
                let score = network.score(&inputs.active(&game));
                assert_eq!(score, searcher.static_eval(&game), "{id}");
            }
        }
    }
}
