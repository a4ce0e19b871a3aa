//! A rule set as plain checked data: what the files say, free of any geometry tables.

pub use super::end::{
    AttackRule, BareRule, EndSpec, MoveCountRule, RepetitionResult, RepetitionRule, RoyalRule,
    StalemateRule,
};
use crate::betza::Betza;
use crate::piece::PieceType;
use crate::powers::{Bearer, Power, Setting};
use std::fmt;

/// A whole rule set.
#[derive(Clone, Debug)]
pub struct RuleSpec {
    /// The id of a rule set that comes with the program, or the path of a file.
    pub id: String,
    /// The nearest rule set of the program that it is or extends.
    pub ancestor: Option<String>,
    /// The game's name for people.
    pub name: String,
    /// One line on what is special about this rule set.
    pub summary: String,
    /// Where the rules are written down.
    pub source: String,
    /// What a reader should know besides, such as where the source is played otherwise.
    pub notes: Vec<String>,
    /// The names of the files, left to right.
    pub files: Vec<char>,
    /// Number of ranks.
    pub ranks: u8,
    /// Whether the outermost squares are edge squares, on which only captures may end.
    pub edge: bool,
    /// The number printed for the lowest rank.
    pub first_rank: u8,
    /// The piece types; [`PieceType`] counts them.
    pub pieces: Vec<PieceSpec>,
    /// The starting arrays by number.
    pub arrays: Vec<ArraySpec>,
    /// Which numbers may be played; all when `None`.
    pub array_ids: Option<Vec<u32>>,
    /// How games end.
    pub end: EndSpec,
    /// The options that the rule set declares, with the values chosen.
    pub options: Vec<OptionSpec>,
}

/// One piece type.
#[derive(Clone, Debug)]
pub struct PieceSpec {
    /// Its name for people.
    pub name: String,
    /// Its abbreviation in positions and moves, as White's piece.
    pub text: String,
    /// Its plain moves; `None` when it has powers alone.
    pub moves: Option<Betza>,
    /// What it can do beyond plain moves.
    pub powers: Vec<Power>,
    /// Whether its loss loses the game.
    pub royal: bool,
    /// Whether its moves reset the move count of a draw rule.
    pub pawn: bool,
    /// What it may or must become, and when.
    pub promotion: Option<PromotionSpec>,
    /// The piece type that it is the [non-promoting copy](RuleSpec::with_copies) of.
    pub copy_of: Option<PieceType>,
}

impl PieceSpec {
    /// It as powers see it.
    pub(crate) fn bearer(&self) -> Bearer<'_> {
        Bearer {
            text: &self.text,
            moves: self.moves.as_ref(),
            powers: &self.powers,
            royal: self.royal,
        }
    }

    /// How many words of Betza notation its moves and powers have.
    pub(crate) fn words(&self) -> usize {
        let powers = self
            .powers
            .iter()
            .flat_map(|power| power.facts().notation());
        let all = self.moves.iter().chain(powers);
        all.map(|betza| betza.text.split(' ').count()).sum()
    }
}

/// When and into what a piece promotes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PromotionSpec {
    /// The ranks that count.
    pub zone: Zone,
    /// Which moves promote.
    pub when: PromotionMoment,
    /// Whether the move cannot be made without promoting.
    pub compulsory: bool,
    /// The choices.
    pub to: Vec<PromotionChoice>,
}

/// The ranks on which a piece promotes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Zone {
    /// Which side of the board: the far one or the owner's own.
    pub side: ZoneSide,
    /// How deep it is.
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
    /// The last rank that the piece can ever reach from where it stands, by its own moves.
    LastReachable,
}

/// Which moves of a piece can promote it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PromotionMoment {
    /// Those that start or end in the zone.
    StartOrEnd,
    /// Those that end in the zone.
    End,
    /// Those that start outside the zone and end in it.
    Enter,
}

/// One of the pieces that another may become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PromotionChoice {
    /// What it becomes.
    pub to: PieceType,
    /// The kind of move it takes; any when `None`.
    pub after: Option<Heading>,
    /// What else must hold.
    pub condition: PromotionCondition,
}

/// What must hold for a promotion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PromotionCondition {
    /// Nothing more.
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
    /// Where Black's pieces stand.
    pub black: BlackArray,
    /// Pairs of squares whose pieces bit 0, 1, 2 … of the number exchange (given as file and
    /// rank, counted from 0).
    pub exchange: Vec<[(u8, u8); 2]>,
    /// Whether one more bit mirrors Black's pieces where they would be rotated.
    pub symmetry_bit: bool,
    /// Numbers (of these arrays, counted from 0) that have names.
    pub names: Vec<(String, u32)>,
    /// The pairs of [`exchange`](Self::exchange), by their bits, that White places before Black chooses all else.
    pub white_chooses: Vec<usize>,
}

/// All that rules of play depend on, from which fingerprints are made: who chooses an array is not among it.
impl fmt::Debug for ArraySpec {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ArraySpec")
            .field("rows", &self.rows)
            .field("black", &self.black)
            .field("exchange", &self.exchange)
            .field("symmetry_bit", &self.symmetry_bit)
            .field("names", &self.names)
            .finish()
    }
}

impl ArraySpec {
    /// How many numbers this entry stands for.
    pub fn count(&self) -> u32 {
        1 << (self.exchange.len() + usize::from(self.symmetry_bit))
    }
}

/// What the bits of an array's number mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrayChanges {
    /// The bits of the pairs that White places before Black chooses all else, where all arrays may be played.
    pub white_chooses: Vec<usize>,
    /// By bit: the pair of squares (file and rank, counted from 0) that it exchanges, and whether it does.
    pub exchanges: Vec<([(u8, u8); 2], bool)>,
    /// Whether Black's pieces mirror White's, where the next bit says so.
    pub mirrored: Option<bool>,
}

/// What arrays have in common that differ only in what the array's exchanges do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ArrayFamily {
    /// The number of the rule set's `[[array]]`, counted from 0.
    pub entry: usize,
    /// Whether Black's pieces mirror White's; `None` when that is the same in all arrays.
    pub mirrored: Option<bool>,
}

/// Where Black's pieces stand at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BlackArray {
    /// White's array rotated half a turn.
    Rotated,
    /// White's array mirrored top to bottom: the same files.
    Mirrored,
    /// Ranks of its own, the highest rank of the board first.
    Rows(Vec<Vec<Option<PieceType>>>),
}

/// An option that a rule set declares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Its name.
    pub name: String,
    /// What it does, in a line.
    pub help: String,
    /// The value that it has when it is not set.
    pub default: String,
    /// All its values, the default first.
    pub values: Vec<String>,
    /// The value in force.
    pub chosen: String,
}

impl RuleSpec {
    /// A piece type's description.
    pub fn piece(&self, piece: PieceType) -> &PieceSpec {
        &self.pieces[piece.index()]
    }

    /// The piece types as powers see them.
    pub(crate) fn bearers(&self) -> Vec<Bearer<'_>> {
        self.pieces.iter().map(PieceSpec::bearer).collect()
    }

    /// The rule set as powers see it.
    pub(crate) fn setting<'s>(&'s self, pieces: &'s [Bearer<'s>]) -> Setting<'s> {
        Setting {
            pieces,
            files: &self.files,
            first_rank: self.first_rank,
        }
    }

    /// All piece types.
    pub fn piece_types(&self) -> impl DoubleEndedIterator<Item = PieceType> + use<> {
        (0..self.pieces.len()).map(|at| PieceType(at as u8))
    }

    /// The piece type with this text, as White's piece.
    pub fn find(&self, text: &str) -> Option<PieceType> {
        let at = self.pieces.iter().position(|piece| piece.text == text)?;
        Some(PieceType(at as u8))
    }

    /// The texts of all pieces, with spaces between.
    pub(crate) fn piece_texts(&self) -> String {
        let texts: Vec<&str> = self
            .pieces
            .iter()
            .map(|piece| piece.text.as_str())
            .collect();
        texts.join(" ")
    }

    /// Which of [`arrays`](RuleSpec::arrays) number `number` belongs to, and the bits of its exchanges
    /// and symmetry; `None` when there is no such number.
    pub(crate) fn array_bits(&self, number: u32) -> Option<(usize, u32)> {
        let mut bits = number;
        for (entry, array) in self.arrays.iter().enumerate() {
            match bits.checked_sub(array.count()) {
                Some(rest) => bits = rest,
                None => return Some((entry, bits)),
            }
        }
        None
    }

    /// The arrays that have names, those that may not be played left out.
    pub fn named_arrays(&self) -> Vec<(&str, u32)> {
        let mut first = 0;
        let mut named = Vec::new();
        for array in &self.arrays {
            let own = array.names.iter();
            named.extend(own.map(|(name, number)| (name.as_str(), first + number)));
            first += array.count();
        }
        let ids = self.array_ids.as_ref();
        named.retain(|(_, number)| ids.is_none_or(|ids| ids.contains(number)));
        named
    }

    /// What is exchanged between array 0 of a number's `[[array]]` and that array: pairs of squares (file
    /// and rank, counted from 0) with whether they are exchanged, and whether Black's pieces mirror White's
    /// where the number says so; `None` when there is no such number.
    pub fn array_changes(&self, number: u32) -> Option<ArrayChanges> {
        let (entry, bits) = self.array_bits(number)?;
        let array = &self.arrays[entry];
        let exchanges = array.exchange.iter().enumerate();
        let white_chooses = match &self.array_ids {
            None => array.white_chooses.clone(),
            Some(_) => Vec::new(),
        };
        Some(ArrayChanges {
            white_chooses,
            exchanges: exchanges
                .map(|(bit, pair)| (*pair, bits >> bit & 1 == 1))
                .collect(),
            mirrored: self.array_family(number)?.mirrored,
        })
    }

    /// The family of array `number`; `None` when there is no such number.
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

    /// What a family is called: the number of its `[[array]]` when there are several, and how
    /// Black's pieces stand when that differs.
    pub fn family_name(&self, family: ArrayFamily) -> String {
        let entry = (self.arrays.len() > 1).then(|| format!("array {}", family.entry));
        let mirrored = family.mirrored.map(|mirrored| {
            if mirrored {
                "mirrored".to_string()
            } else {
                "rotated".to_string()
            }
        });
        let parts: Vec<String> = entry.into_iter().chain(mirrored).collect();
        if parts.is_empty() {
            "all arrays".to_string()
        } else {
            parts.join(", ")
        }
    }

    /// The numbers of all arrays that may be played.
    pub fn array_numbers(&self) -> Vec<u32> {
        match &self.array_ids {
            Some(ids) => ids.clone(),
            None => (0..self.arrays.iter().map(ArraySpec::count).sum()).collect(),
        }
    }

    /// The options whose value is not the default, as `name=value`.
    pub fn chosen_options(&self) -> Vec<String> {
        (self.options.iter())
            .filter(|option| option.chosen != option.default)
            .map(|option| format!("{}={}", option.name, option.chosen))
            .collect()
    }

    /// The name for people, with the options whose value is not the default.
    pub fn title(&self) -> String {
        let parts = std::iter::once(self.name.clone()).chain(self.chosen_options());
        parts.collect::<Vec<_>>().join(", ")
    }

    /// Everything that decides a game, as one text: equal texts mean equal rules. What a rule set
    /// is called does not count.
    pub fn fingerprint_text(&self) -> String {
        let mut rules = self.clone();
        for label in [
            &mut rules.id,
            &mut rules.name,
            &mut rules.summary,
            &mut rules.source,
        ] {
            label.clear();
        }
        rules.pieces.iter_mut().for_each(|piece| piece.name.clear());
        rules
            .arrays
            .iter_mut()
            .for_each(|array| array.names.clear());
        rules.notes.clear();
        rules.ancestor = None;
        rules.options.clear();
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
