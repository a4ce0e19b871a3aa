//! Moves of several legs from their text, by compass angles, one step after the other.

use super::board::Board;
use super::moves::Move;
use super::powers::{A, C, D, F, G, H, N, Step, W, Z};
use super::squares::{Side, Square};
use std::cmp::Ordering;

/// The maximum number of legs.
const MAX_LEGS: usize = 15;

/// A written leg: modifiers, atom, and the number behind it.
#[derive(Clone, Debug)]
struct Leg {
    letters: String,
    steps: Vec<Step>,
    range: i32,
    /// Whether the next leg is in the chained form.
    is_chained: bool,
}

/// The moves of a piece of `side` on `from` by words of several legs. A move that captures nothing
/// and ends on `from` is a pass.
pub fn moves(board: &Board, side: Side, from: Square, text: &str) -> Vec<Move> {
    let mut found = Vec::new();
    for word in text.split(' ') {
        for (legs, last) in paths(word) {
            let mut trip = Trip {
                board,
                side,
                from,
                legs: &legs,
                last: &last,
                found: &mut found,
            };
            trip.go(0, from, None, None, &[]);
        }
    }
    found.sort_by_key(|one| (one.to, one.removed.clone()));
    found.dedup();
    found
}

fn split(word: &str) -> (String, String) {
    let is_modifier = |c: char| c.is_lowercase() || "()".contains(c);
    let at = word.find(|c| !is_modifier(c)).unwrap_or(word.len());
    (word[..at].to_string(), word[at..].to_string())
}

/// The steps of an atom and the number of times that one may be made.
fn atom(text: &str) -> (Vec<Step>, i32) {
    let mut letters = text.chars();
    let letter = letters.next().expect("an atom");
    let rest = letters.as_str();
    let (rest, longer) = match rest.split_at_checked(1) {
        Some((mark @ ("X" | "Y"), rest)) => (rest, mark),
        _ => (rest, ""),
    };
    let doubled = rest.starts_with(letter);
    let number: Option<i32> = rest.trim_start_matches(letter).parse().ok();
    let (steps, rides) = match letter {
        'W' => (W.to_vec(), false),
        'F' => (F.to_vec(), false),
        'D' => (D.to_vec(), false),
        'N' => (N.to_vec(), false),
        'A' => (A.to_vec(), false),
        'H' => (H.to_vec(), false),
        'C' => (C.to_vec(), false),
        'Z' => (Z.to_vec(), false),
        'G' => (G.to_vec(), false),
        'K' => ([W, F].concat(), false),
        'R' => (W.to_vec(), true),
        'B' => (F.to_vec(), true),
        _ => ([W, F].concat(), true),
    };
    let steps = match longer {
        "" => steps,
        mark => steps
            .iter()
            .flat_map(|&step| lengthened(step, mark))
            .collect(),
    };
    let far = 99;
    match number {
        Some(0) => (steps, far),
        Some(number) => (steps, number),
        None if rides || doubled => (steps, far),
        None => (steps, 1),
    }
}

/// A step with three more squares along its longer side, or two more along both. A diagonal step becomes two.
fn lengthened((file, rank): Step, mark: &str) -> Vec<Step> {
    let add = |side: i32, more: i32| if side < 0 { side - more } else { side + more };
    if mark == "Y" {
        let both = |one: Step| (add(one.0, 2), add(one.1, 2));
        return match (file, rank) {
            (0, _) => vec![(2, add(rank, 2)), (-2, add(rank, 2))],
            (_, 0) => vec![(add(file, 2), 2), (add(file, 2), -2)],
            one => vec![both(one)],
        };
    }
    match file.abs().cmp(&rank.abs()) {
        Ordering::Less => vec![(file, add(rank, 3))],
        Ordering::Greater => vec![(add(file, 3), rank)],
        Ordering::Equal => vec![(file, add(rank, 3)), (add(file, 3), rank)],
    }
}

/// The texts of a chain whose modifiers in parentheses are repeated.
fn repeated(modifiers: &str) -> Vec<String> {
    let Some((before, rest)) = modifiers.split_once('(') else {
        return vec![modifiers.to_string()];
    };
    let (inner, after) = rest.split_once(')').expect("a closing parenthesis");
    let texts = (0..MAX_LEGS)
        .flat_map(|times| repeated(&format!("{before}{}{after}", inner.repeat(times))));
    texts
        .filter(|text| text.matches('a').count() < MAX_LEGS)
        .collect()
}

/// The legs of a word, once for every place where it may end, with the letters m and c of the end.
fn paths(word: &str) -> Vec<(Vec<Leg>, String)> {
    let (modifiers, body) = split(word);
    let ends = |letters: &str| letters.replace(|c| !"mcd".contains(c), "");
    if modifiers.contains('(') {
        let texts = repeated(&modifiers);
        return texts
            .iter()
            .flat_map(|text| paths(&format!("{text}{body}")))
            .collect();
    }
    if !body.starts_with('[') {
        let (steps, range) = atom(&body);
        let parts: Vec<&str> = modifiers.split('a').collect();
        let range = match (parts[0].contains(['z', 'q']), range) {
            (true, 1) => 99,
            (_, range) => range,
        };
        let mut legs = Vec::new();
        let mut toggled = false;
        for part in &parts {
            let range = match (toggled, range) {
                (true, 1) => 99,
                (true, _) => 1,
                (false, range) => range,
            };
            toggled ^= part.contains(['g', 'y']);
            let (letters, steps) = (part.to_string(), steps.clone());
            legs.push(Leg {
                letters,
                steps,
                range,
                is_chained: true,
            });
        }
        return vec![(legs, ends(parts.last().expect("a leg")))];
    }
    let group = body.trim_matches(['[', ']']);
    let mut found = Vec::new();
    let mut legs: Vec<Leg> = Vec::new();
    for part in group.split_inclusive(['-', '?']) {
        let (own, atom_text) = split(part.trim_end_matches(['-', '?']));
        let (steps, range) = atom(&atom_text);
        let outer = modifiers.replace(['m', 'c', 'd'], "");
        let letters = if legs.is_empty() {
            outer + &own
        } else {
            own.clone()
        };
        legs.push(Leg {
            letters,
            steps,
            range,
            is_chained: false,
        });
        if part.ends_with('?') {
            found.push((legs.clone(), ends(&modifiers)));
        } else if !part.ends_with('-') {
            found.push((legs.clone(), ends(&modifiers) + &ends(&own)));
        }
    }
    found
}

/// A step turned by a number of right angles, clockwise.
const QUARTER: fn(Step, i32) -> Step = |(file, rank), turns| match turns.rem_euclid(4) {
    1 => (rank, -file),
    3 => (-rank, file),
    _ => unreachable!("crooked rides turn by one right angle"),
};

/// The neighbour of a step around the compass, among those of the same length.
const NEXT: fn(Step, i32) -> Step = |step, turns| {
    let (long, short) = (
        step.0.abs().max(step.1.abs()),
        step.0.abs().min(step.1.abs()),
    );
    let is_alike =
        |one: &Step| one.0.abs().max(one.1.abs()) == long && one.0.abs().min(one.1.abs()) == short;
    let all = (-long..=long).flat_map(|file| (-long..=long).map(move |rank| (file, rank)));
    let mut all: Vec<Step> = all.filter(is_alike).collect();
    all.sort_by(|one, other| angle(*one).total_cmp(&angle(*other)));
    let here = all.iter().position(|one| *one == step).expect("the step");
    all[(here as i32 + turns).rem_euclid(all.len() as i32) as usize]
};

/// The compass angle of a step in degrees, clockwise from straight ahead.
fn angle(step: Step) -> f64 {
    f64::from(step.0).atan2(f64::from(step.1)).to_degrees()
}

/// The angle between two directions.
fn apart(one: f64, other: f64) -> f64 {
    let apart = (one - other).rem_euclid(360.0);
    apart.min(360.0 - apart)
}

/// The turns in degrees that direction letters mean behind another leg.
fn turns(letters: &str) -> Vec<f64> {
    let letters: Vec<char> = letters.chars().filter(|c| "fblrsv".contains(*c)).collect();
    let ways = |letter| -> &[f64] {
        match letter {
            'f' => &[0.0],
            'r' => &[90.0],
            'b' => &[180.0],
            'l' => &[270.0],
            's' => &[90.0, 270.0],
            _ => &[0.0, 180.0],
        }
    };
    let is_pair = |one: char, other: char| match one {
        'f' | 'b' => "lrs".contains(other),
        'l' | 'r' => "fbv".contains(other),
        _ => false,
    };
    let mut turns = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        if at + 1 < letters.len() && is_pair(letters[at], letters[at + 1]) {
            // Halfway between the two.
            for one in ways(letters[at]) {
                for other in ways(letters[at + 1]) {
                    let half = if apart(one + 45.0, *other) < 50.0 {
                        45.0
                    } else {
                        -45.0
                    };
                    turns.push(one + half);
                }
            }
            at += 2;
        } else {
            turns.extend_from_slice(ways(letters[at]));
            at += 1;
        }
    }
    turns
}

/// The steps of a first leg.
fn first_steps(leg: &Leg) -> Vec<Step> {
    let letters: Vec<char> = leg
        .letters
        .chars()
        .filter(|c| "fblrsv".contains(*c))
        .collect();
    let towards = |letter, (file, rank): Step| match letter {
        'f' => rank > 0 && file.abs() <= rank,
        'b' => rank < 0 && file.abs() <= -rank,
        'l' => file < 0 && rank.abs() <= -file,
        'r' => file > 0 && rank.abs() <= file,
        's' => file.abs() >= rank.abs(),
        _ => rank.abs() >= file.abs(),
    };
    let mut steps = leg.steps.clone();
    steps.retain(|&step| letters.is_empty() || letters.iter().any(|&letter| towards(letter, step)));
    steps
}

/// The steps of a leg behind another one.
fn next_steps(leg: &Leg, before: Step) -> Vec<Step> {
    let straight = |step: &Step| step.0 == 0 || step.1 == 0;
    let diagonal = |step: &Step| step.0.abs() == step.1.abs();
    let mut wanted = turns(&leg.letters);
    if wanted.is_empty() {
        let of_four = leg.steps.iter().all(straight) || leg.steps.iter().all(diagonal);
        wanted = match (leg.is_chained, of_four) {
            (false, _) => vec![0.0],
            (true, true) => vec![0.0, 90.0, 270.0],
            (true, false) => vec![0.0, 45.0, 90.0, 135.0, 225.0, 270.0, 315.0],
        };
    }
    let mut found = Vec::new();
    for turn in wanted {
        let direction = angle(before) + turn;
        let nearest = (leg.steps.iter()).map(|&step| apart(angle(step), direction));
        let nearest = nearest.fold(f64::INFINITY, f64::min);
        let length = leg
            .steps
            .iter()
            .map(|step| step.0.abs().max(step.1.abs()))
            .max();
        let length = length.expect("an atom has steps");
        let is_between = leg.is_chained && (nearest - 45.0).abs() < 0.01;
        let candidates: Vec<Step> = if is_between {
            [W, F]
                .concat()
                .iter()
                .map(|step| (step.0 * length, step.1 * length))
                .collect()
        } else {
            leg.steps.clone()
        };
        let limit = if is_between { 0.01 } else { nearest + 0.01 };
        found.extend(
            candidates
                .into_iter()
                .filter(|&step| apart(angle(step), direction) < limit),
        );
    }
    found
}

/// A trip along the legs.
struct Trip<'t> {
    board: &'t Board,
    side: Side,
    from: Square,
    legs: &'t [Leg],
    last: &'t str,
    found: &'t mut Vec<Move>,
}

impl Trip<'_> {
    /// `bend` is the side of the last turn.
    fn go(
        &mut self,
        number: usize,
        square: Square,
        before: Option<(Step, usize)>,
        bend: Option<char>,
        taken: &[Square],
    ) {
        let mut leg = self.legs[number].clone();
        if number > 0 {
            let other = |side| if side == 'l' { 'r' } else { 'l' };
            let wanted = match bend {
                Some(side) if leg.letters.contains('z') => vec![other(side)],
                Some(side) if leg.letters.contains('q') => vec![side],
                _ if leg.letters.contains(['z', 'q', 's']) => vec!['l', 'r'],
                _ => vec![],
            };
            let whole = leg.letters.clone();
            for &side in &wanted {
                leg.letters = whole.replace(['z', 'q', 's'], &side.to_string());
                self.turn(number, &leg, square, before, Some(side), taken);
            }
            if !wanted.is_empty() {
                return;
            }
        }
        let turns: Vec<char> = leg.letters.chars().filter(|c| "lr".contains(*c)).collect();
        let bend = match turns.as_slice() {
            [side] if number > 0 => Some(*side),
            _ => bend,
        };
        self.turn(number, &leg, square, before, bend, taken);
    }

    fn turn(
        &mut self,
        number: usize,
        leg: &Leg,
        square: Square,
        before: Option<(Step, usize)>,
        bend: Option<char>,
        taken: &[Square],
    ) {
        let steps = match before {
            None => {
                let turned = |step: Step| match self.side {
                    Side::White => step,
                    Side::Black => (-step.0, -step.1),
                };
                first_steps(leg).into_iter().map(turned).collect()
            }
            Some((before, _)) => next_steps(leg, before),
        };
        let courses: &[&[i32]] = match before {
            None if leg.letters.contains('z') => &[&[1, -1], &[-1, 1]],
            None if leg.letters.contains('q') => &[&[1], &[-1]],
            _ => &[&[0]],
        };
        let rides = steps
            .iter()
            .flat_map(|&step| courses.iter().map(move |course| (step, *course)));
        for (first, course) in rides {
            let (mut to, mut step) = (square, first);
            for done in 0..leg.range as usize {
                if done > 0 {
                    let by = if leg.letters.contains('z') {
                        QUARTER
                    } else {
                        NEXT
                    };
                    step = by(step, course[(done - 1) % course.len()]);
                }
                if leg.letters.contains('n') && self.is_blocked(leg, to, step, taken) {
                    break;
                }
                to = self.away(leg, to, step);
                if to == square && (leg.letters.contains(['z', 'q', 'o'])) {
                    break;
                }
                let is_enemy = self.board.holds(to, self.side.other()) && !taken.contains(&to);
                let is_own = self.board.holds(to, self.side) && to != self.from;
                let is_free = self.is_free(to, taken);
                if !is_enemy && !is_own && !is_free {
                    break;
                }
                if let Some((_, count)) = before
                    && leg.letters.contains('i')
                    && done + 1 != count
                {
                    if is_free {
                        continue;
                    }
                    break;
                }
                let is_own_victim = is_own && !self.board.holds_piece(to, self.side, "K");
                if number + 1 == self.legs.len() {
                    self.end(to, is_free, is_enemy, is_own_victim, taken);
                } else {
                    let has = |letter: char| leg.letters.contains(letter);
                    let default = !has('c') && !has('p') && !has('g') && !has('d');
                    let over = (has('p') || has('g')) && !is_free && (is_own || !has('t'));
                    if (is_free && (has('m') || has('y') || default)) || over {
                        self.go(number + 1, to, Some((step, done + 1)), bend, taken);
                    }
                    if (is_enemy && has('c')) || (is_own_victim && has('d')) {
                        self.go(
                            number + 1,
                            to,
                            Some((step, done + 1)),
                            bend,
                            &[taken, &[to]].concat(),
                        );
                    }
                }
                if !is_free {
                    break;
                }
            }
        }
    }

    /// Whether a square is on the board and empty by now.
    fn is_free(&self, square: Square, taken: &[Square]) -> bool {
        self.board.is_empty(square) || square == self.from || taken.contains(&square)
    }

    /// The square a step away, around the board where the leg goes around it.
    fn away(&self, leg: &Leg, from: Square, step: Step) -> Square {
        let mut to = from.offset(step.0, step.1);
        if leg.letters.contains('o') {
            to.file = to.file.rem_euclid(self.board.geometry.width());
        }
        to
    }

    fn is_blocked(&self, leg: &Leg, from: Square, step: Step, taken: &[Square]) -> bool {
        let (files, ranks) = step;
        let long = files.abs().max(ranks.abs());
        let between: Vec<Square> = if files == 0 || ranks == 0 || files.abs() == ranks.abs() {
            let square = |far: i32| self.away(leg, from, (files / long * far, ranks / long * far));
            (1..long).map(square).collect()
        } else {
            vec![self.away(leg, from, (files / 2, ranks / 2))]
        };
        between
            .into_iter()
            .any(|square| !self.is_free(square, taken))
    }

    fn end(&mut self, to: Square, is_free: bool, is_enemy: bool, is_own: bool, taken: &[Square]) {
        let has = |letter| self.last.contains(letter);
        let any = self.last.is_empty();
        if (is_free && (any || has('m'))) || (is_enemy && (any || has('c'))) || (is_own && has('d'))
        {
            let mut removed: Vec<Square> = taken.iter().copied().filter(|one| *one != to).collect();
            removed.sort();
            self.found.push(Move {
                removed,
                ..Move::to(self.from, to)
            });
        }
    }
}
