//! A rule set as checked data, without tables.

use super::connection::ConnectionSpec;
use super::extinction::ExtinctionSpec;
use super::goal::GoalSpec;
use super::shuffle::{self, Shuffled};
use crate::betza::Betza;
use crate::board::Geometry;
use crate::deciding_fields::debug_deciding_fields;
use crate::piece::PieceType;
use crate::powers::{PieceView, Power, RuleSetView};
use std::fmt;

/// A whole rule set; only [`load`](super::load) creates one.
#[derive(Clone)]
#[non_exhaustive]
pub struct RuleSpec {
    /// The id of a built-in rule set, or the path of a file.
    pub id: String,
    /// The nearest built-in rule set that it is or extends.
    pub ancestor: Option<String>,
    /// The game's name.
    pub name: String,
    /// One line about the rule set.
    pub summary: String,
    /// The source of the rules.
    pub source: String,
    /// Further notes, such as deviations from the source.
    pub notes: Vec<String>,
    /// The names of the files, left to right.
    pub files: Vec<char>,
    /// Number of ranks.
    pub ranks: u8,
    /// The holes of the board, by file and rank.
    pub holes: Vec<(u8, u8)>,
    /// Whether the outermost squares are edge squares, on which only captures may end.
    pub edge: bool,
    /// The number printed for the lowest rank.
    pub first_rank: u8,
    /// The piece types; [`PieceType`] counts them.
    pub pieces: Vec<PieceSpec>,
    /// The starting arrays by number.
    pub arrays: Vec<ArraySpec>,
    /// The numbers of the arrays that may be played; all when `None`.
    pub array_ids: Option<Vec<u32>>,
    /// The end of the game.
    pub end: EndSpec,
    /// The declared options with the chosen values.
    pub options: Vec<OptionSpec>,
    /// Whether a side that can capture has to.
    pub must_capture: bool,
    /// The pieces in hand; `None` in a game without.
    pub hand: Option<HandSpec>,
    /// The explosions of captures; `None` in a game without.
    pub explosion: Option<ExplosionSpec>,
    /// Pieces that may not be traded; `None` in a game without.
    pub no_trade: Option<NoTradeSpec>,
    /// The walls that are built; `None` in a game without.
    pub walls: Option<WallsSpec>,
    /// The pieces that are frozen on their first turn; `None` in a game without.
    pub frozen: Option<FrozenSpec>,
}

debug_deciding_fields!(RuleSpec: id, ancestor, name, summary, source, notes, files, ranks, edge,
    first_rank, pieces, arrays, array_ids, end, options; unless default: must_capture, hand,
    explosion, holes, no_trade, walls, frozen);
debug_deciding_fields!(PieceSpec: name, text, moves, powers, royal, pawn, promotion, copy_of;
    unless default: hand, drop, iron);
debug_deciding_fields!(DropSpec: ranks, per_file, never_mates; unless default: never_checks);
debug_deciding_fields!(PromotionSpec: zone, when, compulsory, to;
    unless default: compulsory_if_stuck);
debug_deciding_fields!(ArraySpec: rows, black, exchange, symmetry_bit, names;
    unless default: hands, shuffle, black_begins);
debug_deciding_fields!(EndSpec: royal, several_royals, bare, stalemate, repetition, move_count;
    unless default: check, goal, extinction, no_facing, checks, connection, no_checks,
    checkmate_wins);
debug_deciding_fields!(RepetitionRule: occurrence, result; unless default: perpetual_check_loses);
debug_deciding_fields!(MoveCountRule: plies, promotion_resets);

/// One piece type.
#[derive(Clone)]
pub struct PieceSpec {
    /// Its name.
    pub name: String,
    /// Its symbol in positions and moves, as White's piece.
    pub text: String,
    /// Its plain moves; `None` when it has powers alone.
    pub moves: Option<Betza>,
    /// Its powers.
    pub powers: Vec<Power>,
    /// Whether its loss loses the game.
    pub royal: bool,
    /// Whether its moves reset the move count of a draw rule.
    pub pawn: bool,
    /// Whether it may not be captured or converted.
    pub iron: bool,
    /// Its promotion, if it promotes.
    pub promotion: Option<PromotionSpec>,
    /// The piece type that it is the [non-promoting copy](RuleSpec::with_copies) of.
    pub copy_of: Option<PieceType>,
    /// The piece type that it is in hand, if another one.
    pub hand: Option<PieceType>,
    /// The limits of its drops.
    pub drop: DropSpec,
}

impl PieceSpec {
    /// The choices of its promotion; none if it does not promote.
    pub fn promotion_choices(&self) -> impl Iterator<Item = &PromotionChoice> {
        let promotion = self.promotion.iter();
        promotion.flat_map(|promotion| &promotion.to)
    }

    /// The piece as powers see it.
    pub(crate) fn view(&self) -> PieceView<'_> {
        PieceView {
            text: &self.text,
            moves: self.moves.as_ref(),
            powers: &self.powers,
            royal: self.royal,
            iron: self.iron,
        }
    }
}

/// The pieces in hand of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandSpec {
    /// Whether a captured piece goes to the captor's hand.
    pub captured: bool,
    /// Whether a side that can drop a piece has to.
    pub must_drop: bool,
    /// Whether a piece may be dropped where it could not move on an empty board.
    pub may_be_stuck: bool,
}

/// Explosions: a capture also removes the captor, and the pieces of both sides beside it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExplosionSpec {
    /// The pieces that stay where they stand beside a capture.
    pub spared: Vec<PieceType>,
    /// The pieces that stay even when they capture.
    pub survivors: Vec<PieceType>,
}

/// Pieces that may not be traded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoTradeSpec {
    /// The pieces.
    pub pieces: Vec<PieceType>,
    /// The pieces whose capture on the way does not allow a trade.
    pub weak: Vec<PieceType>,
}

/// The pieces that cannot move or give check on the next turn of their side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FrozenSpec {
    /// Those that were dropped.
    pub drops: bool,
    /// Those that promoted.
    pub promotions: bool,
}

/// The walls of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WallsSpec {
    /// The type that a wall has on the board: an iron piece of White's that never moves.
    pub wall: PieceType,
    /// The squares for a wall that every move builds; `None` where it builds none.
    pub built: Option<WallSquares>,
    /// The squares, by file and rank, on which moves build none.
    pub open: Vec<(u8, u8)>,
    /// The pieces that become walls where they capture.
    pub petrified: Vec<PieceType>,
}

/// The empty squares from which a move chooses one for its wall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WallSquares {
    /// Any.
    Any,
    /// Any; the only wall of the game is moved there.
    Duck,
    /// Those to which the piece could then move.
    Arrow,
    /// Those on the border of the board, and those beside a wall along a rank or file.
    Edge,
    /// The one that the piece has left.
    Trail,
}

impl WallSquares {
    /// Whether a move leaves a choice.
    pub fn is_chosen(self) -> bool {
        self != WallSquares::Trail
    }
}

/// The limits of a piece's drops.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct DropSpec {
    /// The first and last rank on which it may be dropped, from its owner's side and counted from 0;
    /// all when `None`.
    pub ranks: Option<[u8; 2]>,
    /// The number of its kind, of one side, from which on no more may be dropped on their file.
    pub per_file: Option<u8>,
    /// Whether a drop may not checkmate.
    pub never_mates: bool,
    /// Whether a drop may not give check.
    pub never_checks: bool,
}

/// The promotion of a piece.
#[derive(Clone, PartialEq, Eq)]
pub struct PromotionSpec {
    /// The ranks on which it promotes.
    pub zone: Zone,
    /// The moves that promote.
    pub when: PromotionMoment,
    /// Whether such a move must promote.
    pub compulsory: bool,
    /// The choices.
    pub to: Vec<PromotionChoice>,
    /// Whether such a move must promote where the piece could not move on.
    pub compulsory_if_stuck: bool,
}

/// The ranks on which a piece promotes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Zone {
    /// The side of the board.
    pub side: ZoneSide,
    /// The depth.
    pub depth: ZoneDepth,
}

/// The side of the board on which a promotion zone lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ZoneSide {
    /// Away from the owner.
    Far,
    /// The owner's own side.
    Home,
}

/// The depth of a promotion zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ZoneDepth {
    /// This many ranks.
    Ranks(u8),
    /// The last rank that the piece can ever reach from its square by its own moves.
    LastReachable,
}

/// The moves of a piece that can promote it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PromotionMoment {
    /// Moves that start or end in the zone.
    StartOrEnd,
    /// Moves that end in the zone.
    End,
    /// Moves that start outside the zone and end in it.
    Enter,
    /// Moves that start outside the zone and end in it, and captures that start in it; other moves that start in it only
    /// where a piece must promote because it could not move on.
    EnterOrCapture,
    /// Captures that start or end in the zone.
    Capture,
}

/// One of the pieces that another may become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PromotionChoice {
    /// The new piece type.
    pub to: PieceType,
    /// The heading of the move; any when `None`.
    pub after: Option<Heading>,
    /// A further condition.
    pub condition: PromotionCondition,
}

/// The condition of a promotion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PromotionCondition {
    /// There is none.
    Always,
    /// The owner has none of these.
    OwnerLacks(PieceType),
    /// Neither side has one of these when the move has been made.
    NoneOnBoard(PieceType),
    /// Some side has one of these when the move has been made.
    SomeOnBoard(PieceType),
    /// The owner has fewer of what the piece becomes than at the start.
    Lost {
        /// Whether those that removed themselves from the board are not counted as lost.
        captured: bool,
    },
}

/// The heading of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heading {
    /// Along a rank or a file.
    Orthogonal,
    /// Along a diagonal.
    Diagonal,
}

/// A way to set up the pieces, and the numbered arrays that come from it.
#[derive(Clone)]
pub struct ArraySpec {
    /// White's ranks, the one farthest from White first; one entry a file.
    pub rows: Vec<Vec<Option<PieceType>>>,
    /// Black's pieces.
    pub black: BlackArray,
    /// Pairs of squares whose pieces bit 0, 1, 2 … of the number exchange (given as file and
    /// rank, counted from 0).
    pub exchange: Vec<[(u8, u8); 2]>,
    /// The groups of pieces that are shuffled on White's first rank; empty without a shuffle.
    pub shuffle: Vec<Shuffled>,
    /// Whether one more bit mirrors Black's pieces where they would be rotated.
    pub symmetry_bit: bool,
    /// Numbers (of these arrays, counted from 0) that have names.
    pub names: Vec<(String, u32)>,
    /// The bits of the pairs that White places before Black chooses all else.
    pub white_chooses: Vec<usize>,
    /// The pieces in hand, White's first.
    pub hands: [Vec<PieceType>; 2],
    /// Whether Black makes the first move.
    pub black_begins: bool,
}

impl ArraySpec {
    /// The number of arrays.
    pub fn count(&self) -> u64 {
        let first_rank = self.rows.last();
        let shuffles = first_rank.map_or(1, |row| shuffle::count(row, &self.shuffle));
        shuffles << self.bits()
    }

    /// The number of bits of exchanges and symmetry in an array's number; the number of its shuffle comes behind.
    pub(crate) fn bits(&self) -> usize {
        self.exchange.len() + usize::from(self.symmetry_bit)
    }
}

/// The meaning of the bits of an array's number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrayChanges {
    /// The same bits as in [`ArraySpec`], where all arrays may be played.
    pub white_chooses: Vec<usize>,
    /// By bit: the squares (file and rank, counted from 0) that it exchanges, and whether it does.
    pub exchanges: Vec<([(u8, u8); 2], bool)>,
    /// Whether Black's pieces mirror White's, where the next bit says so.
    pub mirrored: Option<bool>,
}

/// A family of arrays that differ only in their exchanges.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ArrayFamily {
    /// The number of the rule set's `[[array]]`, counted from 0.
    pub entry: usize,
    /// Whether Black's pieces mirror White's; `None` when that is the same in all arrays.
    pub mirrored: Option<bool>,
}

/// Black's pieces at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BlackArray {
    /// White's array rotated half a turn.
    Rotated,
    /// White's array mirrored top to bottom: the same files.
    Mirrored,
    /// Ranks of its own, the highest rank of the board first.
    Rows(Vec<Vec<Option<PieceType>>>),
}

/// The end of the game.
#[derive(Clone, PartialEq, Eq)]
pub struct EndSpec {
    /// The loss of royals.
    pub royal: RoyalRule,
    /// Whether a side may have several royals.
    pub several_royals: bool,
    /// The royals that have to be attacked for check, where a side may have several.
    pub check: CheckRule,
    /// The rule for a side that has its royal alone.
    pub bare: BareRule,
    /// The rule for a side without legal moves that is not in check.
    pub stalemate: StalemateRule,
    /// The rule of repetition.
    pub repetition: Option<RepetitionRule>,
    /// The draw by a number of plies without progress.
    pub move_count: Option<MoveCountRule>,
    /// Squares that win.
    pub goal: Option<GoalSpec>,
    /// Whether a royal may not stand on an open rank or file with one of the other side.
    pub no_facing: bool,
    /// Pieces that a side loses or wins without.
    pub extinction: Option<ExtinctionSpec>,
    /// The number of checks that win for the side that gives them.
    pub checks: Option<u8>,
    /// A row of pieces that wins.
    pub connection: Option<ConnectionSpec>,
    /// Whether no move may give check.
    pub no_checks: bool,
    /// Whether a side that is checkmated wins.
    pub checkmate_wins: bool,
}

impl EndSpec {
    /// Whether a side may have no royal.
    pub(crate) fn may_lack_royal(&self) -> bool {
        match self.royal {
            RoyalRule::Check => self.extinction.is_some(),
            RoyalRule::Capture => false,
            RoyalRule::None => true,
        }
    }

    /// Whether only mate wins.
    pub(crate) fn only_mate_wins(&self) -> bool {
        let is_draw = |rule: RepetitionRule| rule.result == RepetitionResult::Draw;
        self.royal == RoyalRule::Check
            && self.goal.as_ref().is_none_or(|goal| goal.draws)
            && self.extinction.is_none()
            && self.checks.is_none()
            && self.connection.is_none()
            && !self.no_checks
            && !self.checkmate_wins
            && !self.bare.can_lose()
            && self.stalemate == StalemateRule::Draw
            && self.repetition.is_none_or(is_draw)
    }
}

/// The loss of royals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoyalRule {
    /// By being captured; there is no check.
    Capture,
    /// By checkmate: no move may leave it where it could be captured.
    Check,
    /// There are no royals.
    None,
}

/// The royals of a side that have to be attacked for check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CheckRule {
    /// Any of them.
    #[default]
    Any,
    /// All of them together.
    All,
    /// The last one.
    Last,
}

/// The rule for a side that has its royal alone (baring).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BareRule {
    /// The game goes on, even with two bare royals.
    Nothing,
    /// Two bare royals draw. So does a dead position: only mate wins, and it cannot occur.
    BothDraw,
    /// The bare side loses at once; a move that bares may leave the own royal attacked.
    Loses,
    /// The bare side loses at once, unless it has a move that bares the other side: then the game
    /// is a draw at once, as when both are bare.
    LosesUnlessRebared,
}

impl BareRule {
    /// Whether a bare side can lose.
    pub fn can_lose(self) -> bool {
        matches!(self, BareRule::Loses | BareRule::LosesUnlessRebared)
    }
}

/// The rule for a side without legal moves that is not in check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StalemateRule {
    /// It loses.
    Loses,
    /// The game is a draw.
    Draw,
    /// It wins.
    Wins,
    /// The side with fewer pieces wins; with equally many the game is a draw.
    FewerWins,
}

/// The rule of repetition.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RepetitionRule {
    /// The occurrence of a position that counts; the first is 1.
    pub occurrence: u8,
    /// The result of that occurrence.
    pub result: RepetitionResult,
    /// Whether instead a side that alone gave check by each of its moves since the first occurrence loses. If both did, the
    /// game is a draw.
    pub perpetual_check_loses: bool,
    /// The occurrence that draws without a claim; later than `occurrence` if draws are claimed.
    pub automatic: u8,
}

/// The result of a repetition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RepetitionResult {
    /// The move is illegal.
    Illegal,
    /// The game is a draw.
    Draw,
    /// The mover loses.
    MoverLoses,
    /// The mover wins.
    MoverWins,
    /// White loses.
    WhiteLoses,
    /// The mover loses, or draws when no move since the first occurrence attacked anything.
    MoverLosesUnlessQuiet(AttackRule),
}

/// The moves that count as attacks in the rule of repetition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttackRule {
    /// Moves after which the moved piece attacks an enemy that it did not attack before.
    New,
    /// Moves after which the moved piece attacks an enemy.
    Any,
    /// Moves after which any piece of the mover attacks an enemy that it did not attack before.
    Discovered,
}

/// The draw by a number of plies without progress.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct MoveCountRule {
    /// The number of plies.
    pub plies: u16,
    /// Whether a promotion counts as progress; captures and pawn moves always do.
    pub promotion_resets: bool,
    /// The plies that draw without a claim; more than `plies` if draws are claimed.
    pub automatic: u16,
}

/// An option that a rule set declares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Its name.
    pub name: String,
    /// A description in a line.
    pub help: String,
    /// The default value.
    pub default: String,
    /// All its values, the default first.
    pub values: Vec<String>,
    /// The chosen value.
    pub chosen: String,
}

impl RuleSpec {
    /// The board.
    pub fn geometry(&self) -> Geometry {
        let board = Geometry::new(self.files.clone(), self.ranks, self.first_rank);
        board.with_holes(&self.holes)
    }

    /// A piece type's description.
    pub fn piece(&self, piece: PieceType) -> &PieceSpec {
        &self.pieces[piece.index()]
    }

    /// The rule set as powers see it.
    pub(crate) fn view(&self) -> RuleSetView<'_> {
        RuleSetView {
            pieces: self.pieces.iter().map(PieceSpec::view).collect(),
            files: &self.files,
            ranks: self.ranks,
            first_rank: self.first_rank,
        }
    }

    /// All piece types.
    pub fn piece_types(&self) -> impl DoubleEndedIterator<Item = PieceType> + use<> {
        (0..self.pieces.len()).map(|at| PieceType(at as u8))
    }

    /// Whether a type is that of walls.
    pub(crate) fn is_wall(&self, kind: PieceType) -> bool {
        self.walls.as_ref().is_some_and(|walls| walls.wall == kind)
    }

    /// The piece type with this text, as White's piece.
    pub fn find(&self, text: &str) -> Option<PieceType> {
        let at = self.pieces.iter().position(|piece| piece.text == text)?;
        Some(PieceType(at as u8))
    }

    /// The piece types that can be in hand, in their order.
    pub fn hand_pieces(&self) -> Vec<PieceType> {
        let captured = self.hand.as_ref().is_some_and(|hand| hand.captured);
        let pieces = self
            .piece_types()
            .filter(|&piece| captured && !self.piece(piece).royal);
        let kept = pieces.map(|piece| self.piece(piece).hand.unwrap_or(piece));
        let begun = self
            .arrays
            .iter()
            .flat_map(|array| array.hands.iter().flatten());
        let mut all: Vec<PieceType> = kept.chain(begun.copied()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The default unit of piece values: the piece `P`, or else the first pawn, or else the first piece that is not royal.
    pub fn default_unit(&self) -> PieceType {
        let mut types = self.piece_types();
        let pawn = self
            .find("P")
            .or_else(|| types.find(|&piece| self.piece(piece).pawn));
        let other = || self.piece_types().find(|&piece| !self.piece(piece).royal);
        pawn.or_else(other).unwrap_or(PieceType(0))
    }

    /// The symbols of all pieces, separated by spaces.
    pub(crate) fn piece_texts(&self) -> String {
        let texts = self.pieces.iter().map(|piece| piece.text.as_str());
        texts.collect::<Vec<_>>().join(" ")
    }

    /// The index in [`arrays`](RuleSpec::arrays) of an array number, and its number there: the bits of its
    /// exchanges and symmetry, and above them the number of its shuffle; `None` for an unknown number.
    pub(crate) fn array_bits(&self, number: u32) -> Option<(usize, u32)> {
        let mut bits = number;
        for (entry, array) in self.arrays.iter().enumerate() {
            match bits.checked_sub(array.count() as u32) {
                Some(rest) => bits = rest,
                None => return Some((entry, bits)),
            }
        }
        None
    }

    /// The names of arrays with their numbers, without arrays that may not be played.
    pub fn named_arrays(&self) -> Vec<(&str, u32)> {
        let mut first = 0;
        let mut named = Vec::new();
        for array in &self.arrays {
            let own = array.names.iter();
            named.extend(own.map(|(name, number)| (name.as_str(), first + number)));
            first += array.count() as u32;
        }
        let ids = self.array_ids.as_ref();
        named.retain(|(_, number)| ids.is_none_or(|ids| ids.contains(number)));
        named
    }

    /// The differences of an array from the first of its `[[array]]`; `None` if unknown.
    pub fn array_changes(&self, number: u32) -> Option<ArrayChanges> {
        let (entry, bits) = self.array_bits(number)?;
        let array = &self.arrays[entry];
        let white_chooses = match &self.array_ids {
            None => array.white_chooses.clone(),
            Some(_) => Vec::new(),
        };
        let exchanges = array.exchange.iter().enumerate();
        let exchanges = exchanges.map(|(bit, pair)| (*pair, bits >> bit & 1 == 1));
        Some(ArrayChanges {
            white_chooses,
            exchanges: exchanges.collect(),
            mirrored: self.array_family(number)?.mirrored,
        })
    }

    /// The family of an array; `None` for an unknown number.
    pub fn array_family(&self, number: u32) -> Option<ArrayFamily> {
        let (entry, bits) = self.array_bits(number)?;
        let array = &self.arrays[entry];
        let changed = bits >> array.exchange.len() & 1 == 1;
        let mirrored = changed != (array.black == BlackArray::Mirrored);
        Some(ArrayFamily {
            entry,
            mirrored: array.symmetry_bit.then_some(mirrored),
        })
    }

    /// The families of the arrays that may be played, in their order.
    pub fn array_families(&self) -> Vec<ArrayFamily> {
        let mut families: Vec<ArrayFamily> = (self.array_numbers().into_iter())
            .filter_map(|number| self.array_family(number))
            .collect();
        families.sort_unstable();
        families.dedup();
        families
    }

    /// The name of a family: the index of its `[[array]]` when there are several, and the symmetry
    /// of Black's pieces when that varies.
    pub fn family_name(&self, family: ArrayFamily) -> String {
        let entry = (self.arrays.len() > 1).then(|| format!("array {}", family.entry));
        let symmetry = |mirrored| if mirrored { "mirrored" } else { "rotated" }.to_string();
        let mirrored = family.mirrored.map(symmetry);
        let parts: Vec<String> = entry.into_iter().chain(mirrored).collect();
        match parts.as_slice() {
            [] => "all arrays".to_string(),
            parts => parts.join(", "),
        }
    }

    /// The numbers of all arrays that may be played.
    pub fn array_numbers(&self) -> Vec<u32> {
        match &self.array_ids {
            Some(ids) => ids.clone(),
            // Reading a rule file bounds their number.
            None => (0..self.arrays.iter().map(ArraySpec::count).sum::<u64>() as u32).collect(),
        }
    }

    /// The options whose value is not the default, as `name=value`.
    pub fn chosen_options(&self) -> Vec<String> {
        (self.options.iter())
            .filter(|option| option.chosen != option.default)
            .map(|option| format!("{}={}", option.name, option.chosen))
            .collect()
    }

    /// The name with the options whose value is not the default.
    pub fn title(&self) -> String {
        let parts = std::iter::once(self.name.clone()).chain(self.chosen_options());
        parts.collect::<Vec<_>>().join(", ")
    }

    /// A text of everything that decides a game: equal texts mean equal rules. Names do not count.
    pub fn fingerprint_text(&self) -> String {
        let mut rules = RuleSpec {
            id: String::new(),
            ancestor: None,
            name: String::new(),
            summary: String::new(),
            source: String::new(),
            notes: Vec::new(),
            options: Vec::new(),
            ..self.clone()
        };
        rules.pieces.iter_mut().for_each(|piece| piece.name.clear());
        for array in &mut rules.arrays {
            array.names.clear();
        }
        format!("{rules:?}")
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::load;

    fn families(id: &str) -> Vec<String> {
        let spec = load(id, &[]).expect("a rule set");
        let families = spec.array_families().into_iter();
        families.map(|family| spec.family_name(family)).collect()
    }

    #[test]
    fn arrays_have_families() {
        assert_eq!(families("chess"), ["all arrays"]);
        assert_eq!(families("scirocco-2009"), ["rotated", "mirrored"]);
        assert_eq!(families("hashishin-any"), ["array 0"]);
        let spec = load("scirocco-2009", &[]).expect("a rule set");
        let mirrored = |number: u32| spec.array_family(number).and_then(|one| one.mirrored);
        assert_eq!(
            [0, 255, 256, 511].map(mirrored),
            [false, false, true, true].map(Some)
        );
        assert_eq!(spec.array_family(512), None);
    }
}
