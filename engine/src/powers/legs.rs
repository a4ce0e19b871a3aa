use super::power::*;
use crate::betza::{Ends, Leg, Path, Paths};
use std::collections::HashMap;

const END: &str = "∠ end of a move of several legs";

/// Moves in several legs, and captures what the legs before the last one end on.
///
/// A Lion, with `caK`, on e4 captures the enemy on e5 and goes on to f6 or back past it, or to any
/// other square next to e5:
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
        format!("moves in several legs: {}", self.moves)
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
            .map(|path| expected(path, density, from, (0, 0), 0))
            .sum()
    }

    fn explains(&self, _: Act, _: &PlayedMove<'_>) -> bool {
        true
    }
}

/// The expected number of targets of a path from its leg number `at` on, where captures count as in
/// plain moves.
fn expected(
    path: &Path,
    density: &UniformOccupancy<'_>,
    from: Square,
    before: (i32, i32),
    at: usize,
) -> f64 {
    let leg = &path.legs[at];
    let empty = density.empty();
    let mut sum = 0.0;
    for leap in leg.way.leaps_after(before, Color::White) {
        let mut open = 1.0;
        for far in 1..=i32::from(leg.range) {
            let Some(square) = density.board.away(from, leap, far) else {
                break;
            };
            let goes_on = if at + 1 == path.legs.len() {
                match path.mode {
                    Mode::Both => 1.0,
                    Mode::Move => MOVE_ONLY,
                    Mode::Capture => CAPTURE_ONLY,
                }
            } else {
                let share = |ends: bool, share: f64| if ends { share } else { 0.0 };
                let ends = share(leg.ends.empty, empty)
                    + share(leg.ends.enemy, density.occupancy / 2.0)
                    + share(leg.ends.over, density.occupancy);
                ends * expected(path, density, square, leap, at + 1)
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
}

/// By square: one leap.
#[derive(Debug)]
struct LeapTable<const W: usize> {
    to: Vec<Option<Square>>,
    /// The squares that must be empty.
    between: Vec<SquareSet<W>>,
}

#[derive(Debug)]
struct PathTable {
    legs: Vec<LegTable>,
    mode: Mode,
}

#[derive(Debug)]
struct LegTable {
    /// By the leap before, as an index of leaps: the leaps. The first leg has one entry.
    leaps: Vec<Vec<u16>>,
    range: u8,
    ends: Ends,
}

/// The tables of a piece that are being filled.
struct Builder<'b, const W: usize> {
    board: &'b Geometry,
    color: Color,
    leaps: Vec<LeapTable<W>>,
    known: HashMap<((i32, i32), bool), u16>,
}

impl<const W: usize> Builder<'_, W> {
    /// The index of a leap.
    fn leap(&mut self, leap: (i32, i32), lame: bool) -> u16 {
        if let Some(&index) = self.known.get(&(leap, lame)) {
            return index;
        }
        let index = self.leaps.len() as u16;
        let blockers = if lame {
            betza::blockers(leap)
        } else {
            Vec::new()
        };
        let away = |from, offset| self.board.away(from, offset, 1);
        let between = |from| {
            blockers
                .iter()
                .filter_map(|&offset| away(from, offset))
                .collect()
        };
        self.leaps.push(LeapTable {
            to: (self.board.all()).map(|from| away(from, leap)).collect(),
            between: self.board.all().map(between).collect(),
        });
        self.known.insert((leap, lame), index);
        index
    }

    fn path(&mut self, path: &Path) -> PathTable {
        // The leaps with which the leg before may end.
        let mut before: Vec<((i32, i32), u16)> = vec![((0, 0), 0)];
        let mut legs = Vec::new();
        for leg in &path.legs {
            let mut table = Vec::new();
            let mut after = Vec::new();
            for &(leap, index) in &before {
                let next = leg.way.leaps_after(leap, self.color);
                let next: Vec<_> = (next.into_iter())
                    .map(|leap| (leap, self.leap(leap, leg.lame)))
                    .collect();
                let index = usize::from(index);
                if table.len() <= index {
                    table.resize(index + 1, Vec::new());
                }
                table[index] = next.iter().map(|(_, index)| *index).collect();
                after.extend(next);
            }
            after.sort_unstable();
            after.dedup();
            before = after;
            legs.push(LegTable {
                leaps: table,
                range: leg.range,
                ends: leg.ends,
            });
        }
        PathTable {
            legs,
            mode: path.mode,
        }
    }
}

/// A walk along one path.
struct Walk<'w, 'p, const W: usize> {
    tables: &'w LegsTables<W>,
    path: &'w PathTable,
    actor: &'w Actor<'p, W>,
}

impl<const W: usize> Walk<'_, '_, W> {
    /// Calls `end` with every square on which the path may end, and the squares of the enemies
    /// captured before. `before` is the leap that led to `from`.
    fn legs<F: FnMut(Square, SquareSet<W>)>(
        &self,
        at: usize,
        before: u16,
        from: Square,
        victims: SquareSet<W>,
        end: &mut F,
    ) {
        let leg = &self.path.legs[at];
        let is_last = at + 1 == self.path.legs.len();
        // The start and the squares of victims are empty now.
        let mut occupied = self.actor.occupied() - victims;
        occupied.remove(self.actor.from);
        for &leap in &leg.leaps[usize::from(before)] {
            let table = &self.tables.leaps[usize::from(leap)];
            let mut square = from;
            for _ in 0..leg.range {
                let Some(to) = table.to[square.index()] else {
                    break;
                };
                if !table.between[square.index()].is_disjoint(occupied) {
                    break;
                }
                square = to;
                let is_empty = !occupied.contains(square);
                let is_enemy = !is_empty && self.actor.enemy.contains(square);
                if is_last {
                    let fits = match self.path.mode {
                        Mode::Both => is_empty || is_enemy,
                        Mode::Move => is_empty,
                        Mode::Capture => is_enemy,
                    };
                    if fits {
                        end(square, victims);
                    }
                } else {
                    if (is_empty && leg.ends.empty) || (!is_empty && leg.ends.over) {
                        self.legs(at + 1, leap, square, victims, end);
                    }
                    if is_enemy && leg.ends.enemy {
                        self.legs(at + 1, leap, square, victims | SquareSet::of(square), end);
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
    fn for_each_end(&self, actor: &Actor<'_, W>, end: &mut impl FnMut(Square, SquareSet<W>)) {
        for path in &self.paths {
            let walk = Walk {
                tables: self,
                path,
                actor,
            };
            walk.legs(0, 0, actor.from, SquareSet::EMPTY, end);
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
        let captures_nothing = |leg: &Leg| leg.ends.empty || leg.ends.over;
        let is_quiet = |path: &Path| {
            let (_, first) = path.legs.split_last().expect("a path has a leg");
            path.mode != Mode::Capture && first.iter().all(captures_nothing)
        };
        let returns = board.all().any(|from| ends[from.index()].contains(from));
        tables.legs = LegsTables {
            leaps: builder.leaps,
            paths: tabled,
            rests: returns && paths.iter().any(is_quiet),
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
