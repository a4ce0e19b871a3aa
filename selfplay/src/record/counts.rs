//! Counts of events in games, and their evaluations, from which metrics are computed. A [condensed](super::condensed) file
//! can have them in place of moves.

use super::GameRecord;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use tradewind_engine::board::Square;
use tradewind_engine::{Color, Move, PowerUse, Replay, ReplayError, Rules};

/// Points in time at tenths of a game, its start and its end included.
pub const TENTHS: usize = 11;

/// Number of plies that count as early.
pub const EARLY_PLIES: u32 = 40;

/// The largest evaluation that metrics believe, in centipawns; larger ones are cut.
pub const MAX_EVALUATION: u16 = 3_000;

/// The first character of counts as text: that of a list in JSON.
pub(super) const MARK: char = '[';

/// Counts of events in a game, and its evaluations.
#[derive(Clone, Debug, PartialEq)]
pub struct GameCounts {
    /// Legal moves in the positions after the opening, and the number of these positions.
    pub choices: [u64; 2],
    /// The squares that were ever occupied, and those of the board.
    pub visited: [u32; 2],
    /// Captured pieces, by the capturing piece type.
    pub captures: Vec<u16>,
    /// Captured pieces, by their own piece type.
    pub losses: Vec<u16>,
    /// Promotions, by the piece type that promoted.
    pub promotions: Vec<u16>,
    /// The first side that promoted to a piece, by piece type.
    pub first_with: Vec<Option<Color>>,
    /// Uses of each power, by the type of the piece that used it; for relays, that of the relayer. `None` for a pass.
    pub uses: BTreeMap<(&'static str, Option<usize>), u16>,
    /// Moves that captured several pieces.
    pub multiple: u16,
    /// Pieces captured in the first [`EARLY_PLIES`] plies.
    pub early_captures: u16,
    /// The ply of the first promotion, counted from 1.
    pub first_promotion: Option<u32>,
    /// Moves after the opening that declined a promotion.
    pub declined: u16,
    /// Swaps after the opening, with friendly and with enemy pieces.
    pub swaps: [u16; 2],
    /// White's pieces and Black's after each tenth of the plies.
    pub pieces: [[u32; 2]; TENTHS],
    /// The players' evaluations of the positions after the opening, in centipawns for White, each [rounded]; empty when
    /// they were not recorded.
    pub evaluations: Vec<i16>,
}

/// The counts in their order in files, as a list in JSON.
#[derive(Serialize, Deserialize)]
struct CountList(
    [u64; 2],
    [u32; 2],
    Vec<u16>,
    Vec<u16>,
    Vec<u16>,
    // 1 for White, −1 for Black, 0 for neither.
    Vec<i8>,
    Vec<(String, Option<usize>, u16)>,
    [u16; 3],
    Option<u32>,
    [u16; 2],
    [[u32; 2]; TENTHS],
    // A character for each evaluation.
    String,
);

impl GameCounts {
    /// The counts of a game; `None` if the record lacks its moves, or starts from a position that its rule set does not
    /// have.
    ///
    /// # Errors
    /// A move is not one of the rules.
    pub fn of(record: &GameRecord, rules: &Rules) -> Result<Option<GameCounts>, ReplayError> {
        let Some(mut position) = record.replay(rules) else {
            return Ok(None);
        };
        let mut counter = GameCounter::new(record, rules, &position);
        for text in record.moves() {
            let one = position.read(text)?;
            counter.before(&position, one);
            position.play(one);
            counter.after(&position);
        }
        Ok(Some(counter.finish()))
    }

    /// The pieces after a tenth of the plies as a share of those at the start.
    pub fn left(&self, tenth: usize) -> f64 {
        let count = |tenth: usize| f64::from(self.pieces[tenth].iter().sum::<u32>());
        count(tenth) / count(0).max(1.0)
    }

    /// The side with more pieces after half of the plies, if any.
    pub fn ahead_at_half(&self) -> Option<Color> {
        let [white, black] = self.pieces[TENTHS / 2];
        match white.cmp(&black) {
            Ordering::Greater => Some(Color::White),
            Ordering::Less => Some(Color::Black),
            Ordering::Equal => None,
        }
    }

    /// The counts as text.
    pub(super) fn text(self) -> String {
        let side = |side: Option<Color>| match side {
            Some(Color::White) => 1,
            Some(Color::Black) => -1,
            None => 0,
        };
        let uses = self.uses.into_iter();
        let list = CountList(
            self.choices,
            self.visited,
            self.captures,
            self.losses,
            self.promotions,
            self.first_with.into_iter().map(side).collect(),
            uses.map(|((name, by), count)| (name.to_string(), by, count))
                .collect(),
            [self.multiple, self.early_captures, self.declined],
            self.first_promotion,
            self.swaps,
            self.pieces,
            characters(&self.evaluations),
        );
        serde_json::to_string(&list).expect("numbers and texts are JSON")
    }

    /// The counts that a text stands for; `None` if it is not one of games by these rules.
    pub(super) fn read(text: &str, rules: &Rules) -> Option<GameCounts> {
        let list: CountList = serde_json::from_str(text).ok()?;
        let types = rules.spec().pieces.len();
        let side = |number: i8| match number {
            1 => Some(Some(Color::White)),
            -1 => Some(Some(Color::Black)),
            0 => Some(None),
            _ => None,
        };
        let uses = list.6.into_iter().map(|(name, by, count)| {
            let is_known = by.is_none_or(|piece| piece < types);
            let name = PowerUse::find_name(&name).filter(|_| is_known)?;
            Some(((name, by), count))
        });
        let [multiple, early_captures, declined] = list.7;
        let counts = GameCounts {
            choices: list.0,
            visited: list.1,
            captures: list.2,
            losses: list.3,
            promotions: list.4,
            first_with: list.5.into_iter().map(side).collect::<Option<_>>()?,
            uses: uses.collect::<Option<_>>()?,
            multiple,
            early_captures,
            first_promotion: list.8,
            declined,
            swaps: list.9,
            pieces: list.10,
            evaluations: evaluations(&list.11)?,
        };
        let by_type = [&counts.captures, &counts.losses, &counts.promotions];
        let are_of_types = by_type.iter().all(|counts| counts.len() == types);
        // What metrics divide by.
        let squares = squares(rules);
        let is_possible =
            counts.visited[1] == squares && (counts.choices[0] == 0 || counts.choices[1] > 0);
        let fits = are_of_types && is_possible && counts.first_with.len() == types;
        fits.then_some(counts)
    }
}

/// The number of squares of a board without its holes.
fn squares(rules: &Rules) -> u32 {
    rules.geometry().without_holes().count() as u32
}

/// The number of steps of evaluations on either side of 0.
const STEPS: usize = 44;

/// The number of all steps.
const PLACES: usize = 2 * STEPS + 1;

/// The evaluations of the steps, in centipawns: each is a twelfth of the last one and a pawn further.
const STEP_ENDS: [u16; STEPS + 1] = {
    let mut ends = [0; STEPS + 1];
    let mut step = 1;
    while step <= STEPS {
        ends[step] = ends[step - 1] + (100 + ends[step - 1]) / 12;
        step += 1;
    }
    assert!(ends[STEPS] >= MAX_EVALUATION && ends[STEPS - 1] < MAX_EVALUATION);
    ends
};

/// The character for an evaluation at the same step as the last one.
const SAME: u8 = b'#';

/// An evaluation, in centipawns, rounded for metrics: to a twelfth of itself and a pawn, which is less than searches of
/// the same position differ by.
pub fn rounded(evaluation: i16) -> i16 {
    STEP_ENDS[step_of(evaluation)].cast_signed() * evaluation.signum()
}

/// The number of the step nearest to an evaluation.
fn step_of(evaluation: i16) -> usize {
    let ahead = evaluation.unsigned_abs().min(MAX_EVALUATION);
    let above = STEP_ENDS.partition_point(|&end| end < ahead);
    let is_nearer_below = above > 0 && ahead - STEP_ENDS[above - 1] < STEP_ENDS[above] - ahead;
    above - usize::from(is_nearer_below)
}

/// A character for each evaluation: the number of steps above the last one, or around from the highest to the lowest.
fn characters(evaluations: &[i16]) -> String {
    let mut last = STEPS;
    let next = |&one: &i16| {
        let step = step_of(one);
        let place = if one < 0 { STEPS - step } else { STEPS + step };
        let further = (place + PLACES - last) % PLACES;
        last = place;
        char::from(SAME + further as u8)
    };
    evaluations.iter().map(next).collect()
}

/// The evaluations of characters; `None` if one stands for none.
fn evaluations(characters: &str) -> Option<Vec<i16>> {
    let mut place = STEPS;
    let next = |one: u8| {
        let further = usize::from(one.checked_sub(SAME)?);
        place = (further < PLACES).then_some((place + further) % PLACES)?;
        let ahead = STEP_ENDS[place.abs_diff(STEPS)].cast_signed();
        Some(if place < STEPS { -ahead } else { ahead })
    };
    characters.bytes().map(next).collect()
}

/// Counts the events of a game while it is replayed.
#[derive(Debug)]
pub struct GameCounter {
    counts: GameCounts,
    /// By square: whether it was ever occupied.
    ever: Vec<bool>,
    /// White's pieces and Black's, by ply.
    pieces: Vec<[u32; 2]>,
    opening_plies: u32,
    ply: u32,
}

impl GameCounter {
    /// The counts at the start of a game.
    pub fn new(record: &GameRecord, rules: &Rules, start: &Replay) -> GameCounter {
        let types = rules.spec().pieces.len();
        let evaluations = record.evaluations.iter().flatten().flatten();
        let mut counter = GameCounter {
            counts: GameCounts {
                choices: [0; 2],
                visited: [0, squares(rules)],
                captures: vec![0; types],
                losses: vec![0; types],
                promotions: vec![0; types],
                first_with: vec![None; types],
                uses: BTreeMap::new(),
                multiple: 0,
                early_captures: 0,
                first_promotion: None,
                declined: 0,
                swaps: [0; 2],
                pieces: [[0; 2]; TENTHS],
                evaluations: evaluations.map(|&one| rounded(one)).collect(),
            },
            ever: vec![false; rules.geometry().squares()],
            pieces: Vec::with_capacity(record.plies as usize + 1),
            opening_plies: record.opening_plies,
            ply: 0,
        };
        counter.after(start);
        counter
    }

    /// Observes the position before a move.
    pub fn before(&mut self, position: &Replay, one: Move) {
        self.ply += 1;
        let counts = &mut self.counts;
        let effects = position.effects(one);
        if self.ply > self.opening_plies {
            counts.choices[0] += position.move_count();
            counts.choices[1] += 1;
            counts.declined += u16::from(position.declines(one));
            if let Some(owner) = effects.swaps_with {
                counts.swaps[usize::from(owner != position.side())] += 1;
            }
        }
        let taken = effects.captured.len() as u16;
        for used in &effects.uses {
            let by = match *used {
                PowerUse::Relay(relayer) => Some(relayer),
                _ => effects.piece,
            };
            let by = by.map(|piece| piece.index());
            *counts.uses.entry((used.name(), by)).or_default() += 1;
        }
        for victim in &effects.captured {
            counts.losses[victim.index()] += 1;
        }
        if let Some(piece) = effects.piece {
            counts.captures[piece.index()] += taken;
            if let Some(becomes) = effects.becomes {
                counts.first_with[becomes.index()].get_or_insert(position.side());
                counts.promotions[piece.index()] += 1;
                counts.first_promotion.get_or_insert(self.ply);
            }
        }
        counts.multiple += u16::from(taken > 1);
        if self.ply <= EARLY_PLIES {
            counts.early_captures += taken;
        }
    }

    /// Observes a reached position.
    pub fn after(&mut self, position: &Replay) {
        let ever = &mut self.ever;
        position.for_each_square(|square: Square| ever[square.index()] = true);
        let sides = [Color::White, Color::Black];
        self.pieces.push(sides.map(|side| position.pieces_of(side)));
    }

    /// The counts of the whole game.
    pub fn finish(mut self) -> GameCounts {
        let ever = self.ever.iter().filter(|&&ever| ever).count();
        self.counts.visited[0] = ever as u32;
        let plies = self.pieces.len() - 1;
        for (tenth, pieces) in self.counts.pieces.iter_mut().enumerate() {
            *pieces = self.pieces[plies * tenth / (TENTHS - 1)];
        }
        self.counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameResult;
    use crate::record::game_file::record_of;

    #[test]
    fn evaluations_are_rounded_to_a_twelfth_of_themselves_and_a_pawn() {
        for one in -3_000..=3_000 {
            let off = (rounded(one) - one).unsigned_abs();
            assert!(off <= (100 + one.unsigned_abs()) / 24 + 1, "{one}");
            assert_eq!(rounded(-one), -rounded(one));
            let [before, after] = [[rounded(one), 0], [0, rounded(one)]];
            assert_eq!(evaluations(&characters(&before)), Some(before.to_vec()));
            assert_eq!(evaluations(&characters(&after)), Some(after.to_vec()));
        }
        assert_eq!(rounded(i16::MIN), rounded(-3_000));
        assert_eq!(["#\"", "|", "ä"].map(evaluations), [const { None }; 3]);
    }

    /// Counts come back from their text; those of other rules are refused.
    #[test]
    fn counts_come_back_from_their_text() {
        let chess = Rules::load("chess", &[]).expect("chess");
        let start = chess.replay(0).expect("the array");
        let counter = GameCounter::new(&record_of(None, GameResult::Unfinished), &chess, &start);
        let mut counts = counter.finish();
        counts.uses.insert(("en passant", Some(0)), 2);
        counts.uses.insert(("castle", None), 1);
        counts.first_with[1] = Some(Color::Black);
        counts.evaluations = vec![0, rounded(-250), rounded(900)];
        let text = counts.clone().text();
        assert!(text.starts_with(MARK));
        assert_eq!(GameCounts::read(&text, &chess), Some(counts));
        let scirocco = Rules::load("scirocco-2009", &[]).expect("Scirocco");
        assert_eq!(GameCounts::read(&text, &scirocco), None);
        for (from, to) in [
            ("castle", "castles"),
            ("-1", "-2"),
            ("]]", "]"),
            (",64]", ",0]"),
            ("[0,0]", "[1,0]"),
        ] {
            assert_eq!(
                GameCounts::read(&text.replacen(from, to, 1), &chess),
                None,
                "{to}"
            );
        }
    }
}
