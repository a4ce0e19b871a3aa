use super::power::*;
use crate::betza::{Ends, Leg, Path, Paths};
use std::collections::HashMap;

const END: &str = "∠ end of a move of several legs";

/// Moves in several legs. A leg before the last ends on an empty square, on a piece that it captures, or over a piece that
/// stays. A single leg turns, goes around the board or captures an own piece.
///
/// A Lion with `caK` on e4 captures on e5 and goes on to any square beside e5 except e4:
/// ```text
/// 6 . .(Li)        e4f6xe5
/// 5 . p .
/// 4 . Li.
///   d e f
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Legs {
    /// The moves, in XBetza.
    pub moves: Paths,
}

impl PowerInfo for Legs {
    fn describe(&self, _: &RuleSetView<'_>) -> String {
        format!("moves in XBetza: {}", self.moves)
    }

    fn draw(&self, _: &RuleSetView<'_>, _: &PieceView<'_>, picture: &mut Picture<'_>) {
        let board = drawing::board();
        let centre = drawing::centre();
        let ends = self
            .moves
            .paths
            .iter()
            .flat_map(|path| path.ends(&board, Color::White, centre));
        let squares: SquareSet<4> = ends.filter(|&end| end != centre).collect();
        let farthest = squares
            .iter()
            .map(|square| board.distance(centre, square))
            .max();
        let marks = vec![(END, squares)];
        picture.add(Layer::new("legs", marks, farthest.unwrap_or(1)));
    }

    fn mobility(&self, _: &PieceView<'_>, density: &UniformOccupancy<'_>, from: Square) -> f64 {
        let paths = self.moves.paths.iter();
        paths
            .map(|path| expected(path, density, from, Before::default(), 0))
            .sum()
    }

    fn explains(&self, _: Act, _: &PlayedMove<'_>) -> bool {
        true
    }
}

/// The leg before another one.
#[derive(Clone, Copy, Default)]
struct Before<L> {
    /// Its last leap.
    leap: L,
    /// The number of its leaps.
    count: u8,
}

/// The expected number of targets of a path from its leg number `at` on, where captures count as in
/// plain moves.
fn expected(
    path: &Path,
    density: &UniformOccupancy<'_>,
    from: Square,
    before: Before<(i32, i32)>,
    at: usize,
) -> f64 {
    let leg = &path.legs[at];
    let empty = density.empty();
    let is_last = at + 1 == path.legs.len();
    let share = |ends: bool, share: f64| if ends { share } else { 0.0 };
    let mut sum = 0.0;
    for ride in leg.rides(density.board, before.leap, Color::White) {
        let mut open = 1.0;
        let mut square = from;
        for (&leap, count) in ride.leaps.iter().cycle().zip(1..=ride.range) {
            let Some(to) = leg.step(density.board, square, leap) else {
                break;
            };
            square = to;
            let goes_on = if leg.as_long && count != before.count {
                0.0
            } else if is_last {
                match (leg.ends.empty, leg.ends.enemy) {
                    (true, true) => 1.0,
                    (true, false) => MOVE_ONLY,
                    (false, true) => CAPTURE_ONLY,
                    (false, false) => 0.0,
                }
            } else {
                let half = density.occupancy / 2.0;
                let ends = share(leg.ends.empty, empty)
                    + share(leg.ends.enemy, half)
                    + share(leg.ends.own, half)
                    + share(leg.ends.over_enemy, half)
                    + share(leg.ends.over_own, half);
                ends * expected(path, density, square, Before { leap, count }, at + 1)
            };
            sum += open * goes_on;
            open *= empty;
        }
    }
    sum
}

/// The paths of a piece of one colour.
#[derive(Debug, Default)]
pub(crate) struct LegsTables<const W: usize> {
    /// The leaps of all legs.
    leaps: Vec<LeapTable<W>>,
    paths: Vec<PathTable>,
    /// By square: where the paths end, wherever other pieces stand.
    ends: Vec<SquareSet<W>>,
    /// Whether a path without captures may end where it starts, which is a pass.
    pub rests: bool,
    /// Whether a path may capture own pieces.
    pub captures_own: bool,
    /// By piece: whether it is a royal, which its own side cannot capture; empty if paths capture no own pieces.
    kept: Vec<bool>,
    /// The smallest index of the codes of walls, which count as White's pieces.
    walls: usize,
}

/// One leap of a ride.
#[derive(Debug)]
struct LeapTable<const W: usize> {
    /// By square.
    steps: Vec<Step<W>>,
    /// The leap after it, as an index: itself, except in a ride that turns.
    next: u16,
}

/// One leap from one square.
#[derive(Debug)]
struct Step<const W: usize> {
    to: Option<Square>,
    /// The squares that must be empty.
    between: SquareSet<W>,
}

#[derive(Debug)]
struct PathTable {
    legs: Vec<LegTable>,
}

#[derive(Debug)]
struct LegTable {
    as_long: bool,
    /// By the leap before, as an index of leaps: the rides. The first leg has one entry.
    rides: Vec<Vec<RideTable>>,
    ends: Ends,
}

/// A ride: its first leap, as an index, and how many leaps it has at most.
#[derive(Clone, Debug)]
struct RideTable {
    first: u16,
    range: u8,
}

/// Leaps that are made in turn.
type Leaps = Vec<(i32, i32)>;

/// The tables of a piece that are being filled.
struct Builder<'b, const W: usize> {
    board: &'b Geometry,
    color: Color,
    leaps: Vec<LeapTable<W>>,
    /// By leaps, whether they are lame, and whether they go around the board: the first one's index.
    known: HashMap<(Leaps, bool, bool), u16>,
}

impl<const W: usize> Builder<'_, W> {
    /// The index of the first of leaps that are made in turn.
    fn ride(&mut self, leg: &Leg, leaps: &[(i32, i32)]) -> u16 {
        let key = |leaps: Leaps| (leaps, leg.lame, leg.around);
        if let Some(&index) = self.known.get(&key(leaps.to_vec())) {
            return index;
        }
        let first = self.leaps.len();
        for (turn, &leap) in leaps.iter().enumerate() {
            let blockers = match leg.lame {
                true => betza::blockers(leap),
                false => Vec::new(),
            };
            let step = |from| {
                let away = |&offset: &(i32, i32)| leg.step(self.board, from, offset);
                Step {
                    to: away(&leap),
                    between: blockers.iter().filter_map(away).collect(),
                }
            };
            self.leaps.push(LeapTable {
                steps: self.board.all().map(step).collect(),
                next: (first + (turn + 1) % leaps.len()) as u16,
            });
            let mut from_here = leaps.to_vec();
            from_here.rotate_left(turn);
            self.known.insert(key(from_here), (first + turn) as u16);
        }
        first as u16
    }

    fn path(&mut self, path: &Path) -> PathTable {
        // The leaps with which the leg before may end.
        let mut before: Vec<((i32, i32), u16)> = vec![((0, 0), 0)];
        let mut legs = Vec::new();
        for leg in &path.legs {
            let mut table = Vec::new();
            let mut after = Vec::new();
            for &(leap, index) in &before {
                let index = usize::from(index);
                if table.len() <= index {
                    table.resize(index + 1, Vec::new());
                }
                for ride in leg.rides(self.board, leap, self.color) {
                    let first = self.ride(leg, &ride.leaps);
                    table[index].push(RideTable {
                        first,
                        range: ride.range,
                    });
                    let mut at = first;
                    for leap in ride.leaps {
                        after.push((leap, at));
                        at = self.leaps[usize::from(at)].next;
                    }
                }
            }
            after.sort_unstable();
            after.dedup();
            before = after;
            legs.push(LegTable {
                as_long: leg.as_long,
                rides: table,
                ends: leg.ends,
            });
        }
        PathTable { legs }
    }
}

/// A walk along one path.
struct Walk<'w, 'p, const W: usize> {
    tables: &'w LegsTables<W>,
    path: &'w PathTable,
    actor: &'w Actor<'p, W>,
}

impl<const W: usize> Walk<'_, '_, W> {
    /// Whether a leg may end over what stands on a square beside enemies: a wall belongs to neither side.
    fn is_hurdle(&self, ends: Ends, square: Square) -> bool {
        ends.over_enemy || self.actor.board.at(square).index() < self.tables.walls
    }

    /// Calls `end` with every square on which the path may end, and the squares of the pieces
    /// captured before.
    fn legs<F: FnMut(Square, SquareSet<W>)>(
        &self,
        at: usize,
        before: Before<u16>,
        from: Square,
        victims: SquareSet<W>,
        end: &mut F,
    ) {
        let leg = &self.path.legs[at];
        let is_last = at + 1 == self.path.legs.len();
        // The start and the squares of victims are empty now.
        let mut occupied = self.actor.occupied() - victims;
        occupied.remove(self.actor.from);
        for ride in &leg.rides[usize::from(before.leap)] {
            let mut square = from;
            let mut next = ride.first;
            for count in 1..=ride.range {
                let leap = next;
                let table = &self.tables.leaps[usize::from(leap)];
                next = table.next;
                let step = &table.steps[square.index()];
                let Some(to) = step.to else {
                    break;
                };
                if !step.between.is_disjoint(occupied) {
                    break;
                }
                square = to;
                let is_empty = !occupied.contains(square);
                let is_enemy = !is_empty && self.actor.enemy.contains(square);
                let is_own = !is_empty && !is_enemy;
                if leg.as_long && count != before.count {
                    if is_empty && count < before.count {
                        continue;
                    }
                    break;
                }
                let captures = (is_enemy && leg.ends.enemy)
                    || (is_own
                        && leg.ends.own
                        && !self.tables.is_kept(self.actor.board.at(square)));
                if is_last {
                    if captures || (is_empty && leg.ends.empty) {
                        end(square, victims);
                    }
                } else {
                    let stays = (is_empty && leg.ends.empty)
                        || (is_enemy && leg.ends.over_enemy)
                        || (is_own && leg.ends.over_own && self.is_hurdle(leg.ends, square));
                    let this = Before { leap, count };
                    if stays {
                        self.legs(at + 1, this, square, victims, end);
                    }
                    if captures {
                        self.legs(at + 1, this, square, victims | SquareSet::of(square), end);
                    }
                }
                if !is_empty {
                    break;
                }
            }
        }
    }
}

impl<const W: usize> LegsTables<W> {
    /// Whether its own side cannot capture a piece.
    #[inline]
    fn is_kept(&self, code: Code) -> bool {
        self.kept[code.index()]
    }

    fn for_each_end(&self, actor: &Actor<'_, W>, end: &mut impl FnMut(Square, SquareSet<W>)) {
        for path in &self.paths {
            let walk = Walk {
                tables: self,
                path,
                actor,
            };
            walk.legs(0, Before::default(), actor.from, SquareSet::EMPTY, end);
        }
    }

    /// The targets of moves without a capture on the way; the others are found. Inlined, it would
    /// slow down pieces with other powers.
    #[inline(never)]
    fn moves(&self, actor: &Actor<'_, W>, found: &mut impl FnMut(Move)) -> SquareSet<W> {
        let mut targets = SquareSet::EMPTY;
        self.for_each_end(actor, &mut |to, victims| {
            let mut victims = victims;
            // What stood on the end was captured in either case.
            victims.remove(to);
            if !victims.is_empty() {
                found(Move::removing(actor.from, to, victims));
            } else if self.captures_own && actor.own.contains(to) {
                // Those who ask for targets mean moves and captures of enemies.
                if to != actor.from {
                    found(Move::plain(actor.from, to));
                }
            } else {
                targets.insert_if(to, to != actor.from);
            }
        });
        targets
    }

    /// Whether a path without captures ends where it starts.
    pub(crate) fn can_rest(&self, actor: &Actor<'_, W>) -> bool {
        let mut can_rest = false;
        if self.rests {
            self.for_each_end(actor, &mut |to, victims| {
                can_rest |= to == actor.from && victims.is_empty();
            });
        }
        can_rest
    }
}

impl PowerImpl for Legs {
    const NAME: &'static str = "legs";
    const KEYS: &'static [&'static str] = &["moves"];
    const MAKES: MoveKinds = MoveKinds::Far;
    const MAY_COINCIDE: bool = true;
    type Tables<const W: usize> = LegsTables<W>;

    fn read(reader: &PowerReader<'_>) -> Option<Self> {
        let moves = reader.paths("moves", "the moves in XBetza, such as \"mafsW\" or \"caK\"")?;
        Some(Legs { moves })
    }

    fn compile<const W: usize>(&self, context: &mut CompileContext<'_, W>, tables: &mut Tables<W>) {
        let (board, color) = (context.board, context.color);
        let mut builder = Builder {
            board,
            color,
            leaps: Vec::new(),
            known: HashMap::new(),
        };
        let paths = &self.moves.paths;
        let tabled = paths.iter().map(|path| builder.path(path)).collect();
        let ends = |from| {
            paths
                .iter()
                .flat_map(|path| path.ends(board, color, from))
                .collect()
        };
        let ends: Vec<SquareSet<W>> = board.all().map(ends).collect();
        let is_quiet = |path: &Path| {
            let (last, first) = path.legs.split_last().expect("a path has a leg");
            last.ends.empty && first.iter().all(Leg::may_capture_nothing)
        };
        let captures_own = paths.iter().any(Path::captures_own);
        let kept = match captures_own {
            true => context.kept_by_own(),
            false => Vec::new(),
        };
        let returns = board.all().any(|from| ends[from.index()].contains(from));
        tables.legs = LegsTables {
            leaps: builder.leaps,
            paths: tabled,
            rests: returns && paths.iter().any(is_quiet),
            captures_own,
            kept,
            walls: context.first_wall(),
            ends,
        };
        // Two paths may end with the same captures.
        tables.may_coincide = true;
    }

    #[inline(always)]
    fn generate<const W: usize>(
        tables: &Self::Tables<W>,
        actor: &Actor<'_, W>,
        found: &mut impl FnMut(Move),
    ) -> SquareSet<W> {
        if tables.paths.is_empty() {
            return SquareSet::EMPTY;
        }
        tables.moves(actor, found)
    }

    fn ends<const W: usize>(tables: &Self::Tables<W>, from: Square) -> SquareSet<W> {
        tables
            .ends
            .get(from.index())
            .copied()
            .unwrap_or(SquareSet::EMPTY)
    }
}
