//! A slow move generator for pieces in Betza notation. It parses the notation independently of the
//! engine, walks from square to square, and makes every move to see whether the royal can be captured.

use std::collections::{BTreeMap, HashSet};
use tradewind_engine::powers::{DoubleStep, Power};
use tradewind_engine::rules::{BareRule, CheckRule, PieceSpec, WallSquares};
use tradewind_engine::{Color, Game, Rules};

/// File and rank, counted from 0.
type Place = (i32, i32);

#[derive(Clone)]
struct Board<'g> {
    rules: &'g Rules,
    /// By piece.
    notation: &'g [Notation],
    pieces: BTreeMap<Place, (Color, usize)>,
    hands: Vec<(Color, usize)>,
    /// The piece that has just captured one that may not be traded.
    captor: Option<Place>,
}

#[derive(Clone, Copy)]
enum SlowMove {
    /// From, to, and the wall that it builds.
    Step(Place, Place, Option<Place>),
    Drop(usize, Place),
}

/// A word of the notation: when it applies, its leaps, how often, and whether what lies between
/// must be empty.
struct Word {
    moves: bool,
    captures: bool,
    leaps: Vec<Place>,
    range: i32,
    lame: bool,
}

/// The words of a piece: its moves, and each of its double steps.
struct Notation {
    moves: Vec<Word>,
    double_steps: Vec<(DoubleStep, Vec<Word>)>,
}

impl Notation {
    fn of(piece: &PieceSpec) -> Notation {
        let all = |text: &str| text.split_whitespace().flat_map(words).collect();
        let moves = piece.moves.as_ref().map_or("", |moves| &moves.text);
        let double_step = |power: &Power| match power {
            Power::DoubleStep(step) => Some((step.clone(), all(&step.along.text))),
            _ => None,
        };
        Notation {
            moves: all(moves),
            double_steps: piece.powers.iter().filter_map(double_step).collect(),
        }
    }
}

/// The legal moves as start and target squares, and drops, without castling and en passant.
pub fn legal(rules: &Rules, game: &Game) -> HashSet<String> {
    let geometry = rules.geometry();
    let place = |square| (geometry.file(square), geometry.rank(square));
    let pieces = game.occupied().into_iter().map(|square| {
        let (owner, piece) = game.at(square).expect("it is occupied");
        (place(square), (owner, piece.index()))
    });
    let in_hand = |side| {
        game.hand(side)
            .into_iter()
            .map(move |piece| (side, piece.index()))
    };
    let text = game.text();
    let state = text.split(' ').nth(2).expect("the state");
    let captor = state
        .split(';')
        .find_map(|item| item.strip_prefix("trade="));
    let notation: Vec<Notation> = rules.spec().pieces.iter().map(Notation::of).collect();
    let board = Board {
        rules,
        notation: &notation,
        pieces: pieces.collect(),
        hands: Color::BOTH.into_iter().flat_map(in_hand).collect(),
        captor: captor.and_then(|name| geometry.parse(name)).map(place),
    };
    let name =
        |(file, rank): Place| format!("{}{}", geometry.file_name(file), geometry.rank_name(rank));
    let legal = board.legal(game.side()).into_iter();
    legal
        .map(|one| match one {
            SlowMove::Step(from, to, wall) => {
                let wall = wall.map(|wall| format!("*{}", name(wall)));
                name(from) + &name(to) + &wall.unwrap_or_default()
            }
            SlowMove::Drop(piece, to) => {
                format!("{}@{}", rules.spec().pieces[piece].text, name(to))
            }
        })
        .collect()
}

impl Board<'_> {
    fn holds(&self, place: Place) -> bool {
        let square = self.rules.geometry().at(place.0, place.1);
        square.is_some_and(|square| !self.rules.geometry().is_hole(square))
    }

    fn legal(&self, us: Color) -> Vec<SlowMove> {
        let own = self.pieces.iter().filter(|(_, (owner, _))| *owner == us);
        let mut all: Vec<SlowMove> = own
            .flat_map(|(&from, _)| {
                let targets = self.targets(from).into_iter();
                targets.map(move |to| SlowMove::Step(from, to, None))
            })
            .collect();
        all.retain(|&one| match one {
            SlowMove::Step(_, to, _) => self
                .pieces
                .get(&to)
                .is_none_or(|&(owner, kind)| owner == us || !self.rules.spec().pieces[kind].iron),
            SlowMove::Drop(..) => true,
        });
        all = all
            .into_iter()
            .flat_map(|one| self.walled(us, one))
            .collect();
        all.retain(|&one| !self.is_trade(us, one));
        all.extend(self.drops(us));
        all.retain(|&one| self.is_safe_after(us, one) && !self.is_forbidden_drop(us, one));
        let is_drop = |one: &SlowMove| matches!(one, SlowMove::Drop(..));
        let hand = self.rules.spec().hand.as_ref();
        if hand.is_some_and(|hand| hand.must_drop) && all.iter().any(is_drop) {
            all.retain(is_drop);
        }
        all
    }

    /// Whether a piece is royal and would become a wall where it captures: it attacks nothing.
    fn would_be_lost(&self, kind: usize) -> bool {
        let spec = self.rules.spec();
        let mut petrified = spec.walls.iter().flat_map(|walls| &walls.petrified);
        spec.pieces[kind].royal && petrified.any(|one| one.index() == kind)
    }

    /// A move with every wall that it can build.
    fn walled(&self, us: Color, one: SlowMove) -> Vec<SlowMove> {
        let (Some(walls), SlowMove::Step(from, to, _)) = (&self.rules.spec().walls, one) else {
            return vec![one];
        };
        let Some(built) = walls.built.filter(|built| built.is_chosen()) else {
            return vec![one];
        };
        let next = self.after(us, one);
        let geometry = self.rules.geometry();
        let (files, ranks) = (geometry.files(), geometry.ranks());
        let all = (0..files).flat_map(|file| (0..ranks).map(move |rank| (file, rank)));
        let beside = |(file, rank): Place| {
            [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(along, up)| (file + along, rank + up))
        };
        let is_wall = |place: &Place| {
            let on = next.pieces.get(place);
            on.is_some_and(|(_, kind)| *kind == walls.wall.index())
        };
        let may_stand = |place: &Place| match built {
            WallSquares::Arrow => next.targets(to).contains(place),
            WallSquares::Edge => {
                let (file, rank) = *place;
                let is_border = file % (files - 1) == 0 || rank % (ranks - 1) == 0;
                is_border || beside(*place).iter().any(is_wall)
            }
            _ => true,
        };
        let is_open = |(file, rank): &Place| walls.open.contains(&(*file as u8, *rank as u8));
        let free = all.filter(|place| {
            next.holds(*place) && !next.pieces.contains_key(place) && !is_open(place)
        });
        let places = free.filter(may_stand);
        places
            .map(|place| SlowMove::Step(from, to, Some(place)))
            .collect()
    }

    /// Builds the walls of a move that has been made.
    fn build(&mut self, kind: usize, captures: bool, from: Place, to: Place, wall: Option<Place>) {
        let Some(walls) = &self.rules.spec().walls else {
            return;
        };
        let stone = (Color::White, walls.wall.index());
        let types: Vec<_> = self.rules.spec().piece_types().collect();
        let kind = self.rules.spec().pieces[kind]
            .copy_of
            .unwrap_or(types[kind]);
        if captures && walls.petrified.contains(&kind) {
            self.pieces.insert(to, stone);
        }
        let is_trail = walls.built == Some(WallSquares::Trail)
            && !walls.open.contains(&(from.0 as u8, from.1 as u8));
        let built = if is_trail { Some(from) } else { wall };
        if let Some(place) = built {
            if walls.built == Some(WallSquares::Duck) {
                self.pieces.retain(|_, piece| *piece != stone);
            }
            self.pieces.insert(place, stone);
        }
    }

    /// Whether a move captures a piece that may not be traded, where it may not.
    fn is_trade(&self, us: Color, one: SlowMove) -> bool {
        let (Some(rule), SlowMove::Step(from, to, _)) = (&self.rules.spec().no_trade, one) else {
            return false;
        };
        let types: Vec<_> = self.rules.spec().piece_types().collect();
        let is_traded = |kind: usize| {
            let one = self.rules.spec().pieces[kind].copy_of;
            rule.pieces.contains(&one.unwrap_or(types[kind]))
        };
        let target = self.pieces.get(&to);
        if !target.is_some_and(|&(owner, kind)| owner != us && is_traded(kind)) {
            return false;
        }
        if !is_traded(self.pieces[&from].1) {
            return self.captor.is_some_and(|captor| captor != to);
        }
        let next = self.after(us, one);
        let enemies = next.pieces.iter();
        let mut enemies =
            enemies.filter(|(_, (owner, kind))| *owner != us && !self.would_be_lost(*kind));
        distance(from, to) > 1 && enemies.any(|(&place, _)| next.targets(place).contains(&to))
    }

    fn drops(&self, us: Color) -> Vec<SlowMove> {
        let geometry = self.rules.geometry();
        let mut found = Vec::new();
        let hand = self.rules.spec().hand.as_ref();
        let may_be_stuck = hand.is_none_or(|hand| hand.may_be_stuck);
        let kinds: HashSet<usize> = self
            .hands
            .iter()
            .filter(|(owner, _)| *owner == us)
            .map(|(_, kind)| *kind)
            .collect();
        for kind in kinds {
            let limits = &self.rules.spec().pieces[kind].drop;
            for file in 0..geometry.files() {
                let same = |rank: &i32| self.pieces.get(&(file, *rank)) == Some(&(us, kind));
                let on_file = (0..geometry.ranks()).filter(same).count();
                if limits.per_file.is_some_and(|most| on_file >= most.into()) {
                    continue;
                }
                for rank in 0..geometry.ranks() {
                    let own_rank = match us {
                        Color::White => rank,
                        Color::Black => geometry.ranks() - 1 - rank,
                    };
                    let is_inside = limits.ranks.is_none_or(|[first, last]| {
                        i32::from(first) <= own_rank && own_rank <= i32::from(last)
                    });
                    let place = (file, rank);
                    let is_free = self.holds(place)
                        && !self.pieces.contains_key(&place)
                        && (may_be_stuck || self.can_move_alone(us, kind, place));
                    if is_inside && is_free {
                        found.push(SlowMove::Drop(kind, place));
                    }
                }
            }
        }
        found
    }

    /// Whether a piece could move from a square on an empty board.
    fn can_move_alone(&self, owner: Color, kind: usize, from: Place) -> bool {
        let pieces = BTreeMap::from([(from, (owner, kind))]);
        let alone = Board {
            pieces,
            ..self.clone()
        };
        !alone.targets(from).is_empty()
    }

    /// Removes what a capture on a square explodes; it goes to the other side's hand.
    fn explode(&mut self, centre: Place) {
        let spec = self.rules.spec();
        let Some(explosion) = &spec.explosion else {
            return;
        };
        let places: Vec<Place> = self.pieces.keys().copied().collect();
        for place in places {
            let (owner, kind) = self.pieces[&place];
            let type_of = |at: usize| spec.piece_types().nth(at).expect("a piece type");
            let one = spec.pieces[kind].copy_of.unwrap_or(type_of(kind));
            let stays = match distance(place, centre) {
                0 => false,
                1 => explosion.spared.contains(&one),
                _ => true,
            };
            if stays || explosion.survivors.contains(&one) {
                continue;
            }
            self.pieces.remove(&place);
            if spec.hand.is_some() && !spec.pieces[kind].royal {
                let kept = spec.pieces[kind].hand.map_or(kind, |piece| piece.index());
                self.hands.push((owner.other(), kept));
            }
        }
    }

    fn royals(&self, us: Color) -> Vec<Place> {
        let spec = self.rules.spec();
        let is_royal = |(_, (owner, kind)): &(&Place, &(Color, usize))| {
            *owner == us && spec.pieces[*kind].royal
        };
        let royals = self.pieces.iter().filter(is_royal);
        royals.map(|(&place, _)| place).collect()
    }

    /// The board after a move; captured pieces go to the hand.
    fn after(&self, us: Color, one: SlowMove) -> Self {
        let mut next = self.clone();
        match one {
            SlowMove::Step(from, to, wall) => {
                let mover = next.pieces.remove(&from).expect("it moves");
                let taken = next.pieces.insert(to, mover);
                let spec = self.rules.spec();
                let kept = taken.filter(|(_, kind)| !spec.pieces[*kind].royal);
                if let (Some((_, kind)), true) = (kept, spec.hand.is_some()) {
                    let kept = spec.pieces[kind].hand.map_or(kind, |piece| piece.index());
                    next.hands.push((us, kept));
                }
                if taken.is_some() {
                    next.explode(to);
                }
                next.build(mover.1, taken.is_some(), from, to, wall);
            }
            SlowMove::Drop(kind, to) => {
                let at = next.hands.iter().position(|one| *one == (us, kind));
                next.hands.remove(at.expect("it is in hand"));
                next.pieces.insert(to, (us, kind));
            }
        }
        next
    }

    /// Whether a move is a drop that may not give check, or mate, and does.
    fn is_forbidden_drop(&self, us: Color, one: SlowMove) -> bool {
        let SlowMove::Drop(kind, _) = one else {
            return false;
        };
        let next = self.after(us, one);
        let them = us.other();
        let drop = &self.rules.spec().pieces[kind].drop;
        let mates = || drop.never_mates && next.legal(them).is_empty();
        next.is_attacked_royal(them) && (drop.never_checks || mates())
    }

    /// The targets of the piece on a square.
    fn targets(&self, from: Place) -> Vec<Place> {
        let (owner, piece) = self.pieces[&from];
        let notation = &self.notation[piece];
        let ahead = if owner == Color::White { 1 } else { -1 };
        let mut found = Vec::new();
        for word in &notation.moves {
            for &(file, rank) in &word.leaps {
                found.extend(self.along(from, (file * ahead, rank * ahead), owner, word));
            }
        }
        let own_rank = match owner {
            Color::White => from.1 + 1,
            Color::Black => self.rules.geometry().ranks() - from.1,
        };
        for (step, along) in &notation.double_steps {
            let starts = |ranks: &Vec<u8>| ranks.iter().any(|&rank| i32::from(rank) == own_rank);
            for word in along {
                for &(file, rank) in &word.leaps {
                    let at = |far| add(from, (file * ahead, rank * ahead), far);
                    let empty = |place| self.holds(place) && !self.pieces.contains_key(&place);
                    let open = (1..=2 + i32::from(step.triple)).take_while(|&far| empty(at(far)));
                    if step.ranks.as_ref().is_none_or(starts) {
                        found.extend(open.skip(1).map(at));
                    }
                }
            }
        }
        found
    }

    fn along(&self, from: Place, leap: Place, owner: Color, word: &Word) -> Vec<Place> {
        let mut found = Vec::new();
        for times in 1..=word.range {
            let to = add(from, leap, times);
            if !self.holds(to) || (word.lame && !self.is_open(from, leap)) {
                break;
            }
            match self.pieces.get(&to) {
                None if word.moves => found.push(to),
                Some((other, _)) if *other != owner && word.captures => found.push(to),
                _ => {}
            }
            if self.pieces.contains_key(&to) {
                break;
            }
        }
        found
    }

    /// Whether nothing stands in the way of a leap that can be blocked.
    fn is_open(&self, from: Place, (file, rank): Place) -> bool {
        let longer = file.abs().max(rank.abs());
        let straight = file == 0 || rank == 0 || file.abs() == rank.abs();
        let between: Vec<Place> = if straight {
            (1..longer)
                .map(|times| add(from, (file / longer, rank / longer), times))
                .collect()
        } else {
            // The oblique leap of a knight: the orthogonal square first.
            vec![add(from, (file / 2, rank / 2), 1)]
        };
        let is_free = |place: &Place| self.holds(*place) && !self.pieces.contains_key(place);
        between.iter().all(is_free)
    }

    fn is_safe_after(&self, us: Color, one: SlowMove) -> bool {
        let next = self.after(us, one);
        let enemies = next
            .pieces
            .values()
            .filter(|(owner, _)| *owner != us)
            .count();
        let is_left = enemies > 1 || next.hands.iter().any(|(owner, _)| *owner != us);
        let spec = self.rules.spec();
        let bares = !is_left && spec.end.bare == BareRule::Loses;
        if next.royals(us).is_empty() && (spec.explosion.is_some() || spec.walls.is_some()) {
            return false;
        }
        let explodes = spec.explosion.is_some() && next.royals(us.other()).is_empty();
        bares || explodes || !next.is_attacked_royal(us)
    }

    /// Whether a royal of a side could be captured.
    fn is_attacked_royal(&self, us: Color) -> bool {
        // A royal that would explode too does not let its side capture.
        let explosion = self.rules.spec().explosion.as_ref();
        let is_shielded = |place: &Place| {
            explosion.is_some_and(|explosion| {
                self.royals(us.other()).into_iter().any(|other| {
                    let kind = self.pieces[&other].1;
                    let survives = explosion.survivors.iter().any(|one| one.index() == kind);
                    distance(*place, other) == 1 && !survives
                })
            })
        };
        let enemies = self.pieces.iter();
        let enemies =
            enemies.filter(|(_, (owner, kind))| *owner != us && !self.would_be_lost(*kind));
        let seen: HashSet<Place> = enemies
            .flat_map(|(place, _)| self.targets(*place))
            .collect();
        let royals = self.royals(us);
        let attacked = royals
            .iter()
            .filter(|&place| seen.contains(place) && !is_shielded(place));
        match (self.rules.spec().end.check, attacked.count()) {
            (_, 0) => false,
            (CheckRule::Any, _) => true,
            (CheckRule::All, number) => number == royals.len(),
            (CheckRule::Last, _) => royals.len() == 1,
        }
    }
}

/// Steps of a king.
fn distance(a: Place, b: Place) -> i32 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

fn add(from: Place, leap: Place, times: i32) -> Place {
    (from.0 + leap.0 * times, from.1 + leap.1 * times)
}

/// The meaning of a word of the notation.
fn words(text: &str) -> Vec<Word> {
    let start = text
        .find(|letter: char| letter.is_ascii_uppercase())
        .expect("an atom");
    let (modifiers, rest) = text.split_at(start);
    let atom = rest.chars().next().expect("an atom");
    let doubled = rest[1..].starts_with(atom);
    let digits = rest.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
    let range = match digits.parse::<i32>() {
        Ok(range) => range,
        Err(_) if doubled || "RBQ".contains(atom) => 100,
        Err(_) => 1,
    };
    let shapes: &[Place] = match atom {
        'W' | 'R' => &[(1, 0)],
        'F' | 'B' => &[(1, 1)],
        'K' | 'Q' => &[(1, 0), (1, 1)],
        'D' => &[(2, 0)],
        'N' => &[(2, 1)],
        'A' => &[(2, 2)],
        'H' => &[(3, 0)],
        'C' => &[(3, 1)],
        'Z' => &[(3, 2)],
        _ => &[(3, 3)],
    };
    let letters: String = modifiers
        .chars()
        .filter(|letter| "fblrsvh".contains(*letter))
        .collect();
    let fits = |leap: &Place| letters.is_empty() || letters_choose(&letters, *leap);
    let leaps = |&(long, short): &Place| -> Vec<Place> {
        let mut all = HashSet::new();
        for (file, rank) in [(long, short), (short, long)] {
            all.extend([(file, rank), (-file, rank), (file, -rank), (-file, -rank)]);
        }
        all.into_iter().filter(fits).collect()
    };
    let word = |shape: &Place| Word {
        moves: !modifiers.contains('c'),
        captures: !modifiers.contains('m'),
        leaps: leaps(shape),
        range,
        lame: modifiers.contains('n'),
    };
    shapes.iter().map(word).collect()
}

/// Whether direction letters choose a leap: a table of the compass points that each word names,
/// counted clockwise from straight ahead in eighths of a turn for the four-leapers and in
/// sixteenths for the eight-leapers.
fn letters_choose(letters: &str, (file, rank): Place) -> bool {
    let (mut rest, mut chosen) = (letters, false);
    let (orthogonal, diagonal) = (file == 0 || rank == 0, file.abs() == rank.abs());
    let steep = rank.abs() > file.abs();
    while !rest.is_empty() {
        let pair = rest.get(..2).filter(|pair| {
            const PAIRS: &str = "fl fr bl br lf rf lb rb fs bs vl vr lv rv sf sb fh bh lh rh ff bb ll rr vv ss hl hr";
            PAIRS.split(' ').any(|known| known == *pair)
        });
        let word = pair.unwrap_or(&rest[..1]);
        rest = &rest[word.len()..];
        let ways: Vec<char> = word.chars().collect();
        let goes = |way: char| match way {
            'f' => rank > 0,
            'b' => rank < 0,
            'l' => file < 0,
            'r' => file > 0,
            'v' => rank != 0,
            's' => file != 0,
            _ => true,
        };
        let is_flat_way = |way: char| "lrs".contains(way);
        chosen |= if orthogonal {
            ways.iter().any(|&way| way != 'h' && goes(way))
        } else if diagonal || ways.get(1) == Some(&'h') {
            ways.iter().all(|&way| goes(way))
        } else if ways[0] == 'h' {
            let right_hand = [
                (1, true, true),
                (1, false, false),
                (-1, false, true),
                (-1, true, false),
            ];
            let seen = (file.signum(), steep, rank > 0);
            right_hand.contains(&seen) == (ways[1] == 'r')
        } else {
            let main = *ways.last().expect("a letter");
            ways.iter().all(|&way| goes(way)) && is_flat_way(main) != steep
        };
    }
    chosen
}
