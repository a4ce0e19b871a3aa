//! A rule set as plain checked data: what the files say, free of any geometry tables.

use super::betza::Betza;
use std::fmt;

/// The number of a piece type within its rule set, counted from 0 in the order of the file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PieceType(pub u8);

impl PieceType {
    /// The type as an index into a table.
    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A whole rule set.
#[derive(Clone, Debug)]
pub struct RuleSpec {
    /// The id of a rule set that comes with the program, or the path of a file.
    pub id: String,
    /// The game's name for people.
    pub name: String,
    /// One line on what is special about this rule set.
    pub summary: String,
    /// Where the rules are written down.
    pub source: String,
    /// The names of the files, left to right.
    pub files: Vec<char>,
    /// Number of ranks.
    pub ranks: u8,
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
}

/// A power with its parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Power {
    /// Captures an adjacent enemy by leaping to the square just beyond it, which must be empty.
    Hop {
        /// The squares that may be leapt over; single steps only.
        over: Betza,
    },
    /// Captures without moving.
    Igui {
        /// The squares that it reaches; riders reach the first piece.
        targets: Betza,
    },
    /// Lends moves to friendly pieces.
    Relay {
        /// Which friendly pieces receive: those this notation reaches from the relayer.
        to: Betza,
        /// The moves they may make, from where they stand.
        moves: Betza,
        /// Where those moves must end: squares that this notation reaches from the relayer.
        landing: Option<Betza>,
    },
    /// Slides, but may not stop or capture on the first squares, which must be empty.
    SkipSlide {
        /// The lines that it slides on.
        along: Betza,
        /// How many squares must be passed over.
        skip: u8,
    },
    /// A step to an empty square, where it may stop, and from there on outwards as a slider.
    Bent {
        /// The first step.
        first: Betza,
        /// The slide after it, in those directions only that lead away from the start.
        then: Betza,
    },
    /// Two steps straight ahead over an empty square, without capturing, from one rank; a pawn
    /// of the other side may then capture it as if it had made one step (en passant).
    DoubleStep {
        /// The rank from which it may be made, counted from 1 at the owner's side.
        rank: u8,
    },
    /// Castling: two steps towards an unmoved partner on the same rank, which goes to the square
    /// passed over.
    Castle {
        /// The partner.
        with: PieceType,
    },
    /// While its owner has it, the owner's royals are not subject to check; when a royal is
    /// captured, it takes the royal's place.
    Regent {
        /// The royal that it becomes.
        becomes: PieceType,
    },
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
    /// Not while the owner has one of these.
    pub unless: Option<PieceType>,
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
#[derive(Clone, Debug)]
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
}

impl ArraySpec {
    /// How many numbers this entry stands for.
    pub fn count(&self) -> u32 {
        1 << (self.exchange.len() + usize::from(self.symmetry_bit))
    }
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

/// How games end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndSpec {
    /// How a royal is lost.
    pub royal: RoyalRule,
    /// What happens to a side left with its royal alone.
    pub bare: BareRule,
    /// What happens to a side that has no legal move and is not in check.
    pub stalemate: StalemateRule,
    /// What repeating a position does.
    pub repetition: Option<RepetitionRule>,
    /// Plies without progress that make a draw.
    pub move_count: Option<MoveCountRule>,
}

/// How a royal is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoyalRule {
    /// By being captured; there is no check.
    Capture,
    /// By checkmate: no move may leave it where it could be captured.
    Check,
}

/// What happens to a side left with its royal alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BareRule {
    /// Nothing, until both are: then it is a draw.
    BothDraw,
    /// It loses at once; a move that bares the opponent may leave the own royal attacked.
    Loses,
    /// It loses at once, unless it has a move that bares the other side in turn: then it is a
    /// draw at once, as when both are bare.
    LosesUnlessRebared,
}

/// What happens to a side that has no legal move and is not in check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StalemateRule {
    /// It loses.
    Loses,
    /// The game is a draw.
    Draw,
}

/// What repeating a position does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RepetitionRule {
    /// Which occurrence counts; the first time is occurrence 1.
    pub occurrence: u8,
    /// What it does.
    pub result: RepetitionResult,
}

/// What bringing about a repetition does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RepetitionResult {
    /// The move is illegal.
    Illegal,
    /// The game is a draw.
    Draw,
    /// The mover loses.
    MoverLoses,
    /// The mover loses, unless no move since the first occurrence attacked anything: then it is
    /// a draw.
    MoverLosesUnlessQuiet,
}

/// Plies without progress that make a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveCountRule {
    /// How many plies.
    pub plies: u16,
    /// Whether a promotion counts as progress; captures and pawn moves always do.
    pub promotion_resets: bool,
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

    /// The piece type with this text, as White's piece.
    pub fn find(&self, text: &str) -> Option<PieceType> {
        let at = self.pieces.iter().position(|piece| piece.text == text)?;
        Some(PieceType(at as u8))
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
        rules.options.clear();
        format!("{rules:?}")
    }

    /// A power in words.
    pub fn power_text(&self, power: &Power) -> String {
        let name = |piece: &PieceType| &self.piece(*piece).text;
        match power {
            Power::Hop { over } => format!("hop over {over}"),
            Power::Igui { targets } => format!("igui {targets}"),
            Power::Relay { to, moves, landing } => match landing {
                Some(landing) => format!("relay {moves} to friends at {to}, landing at {landing}"),
                None => format!("relay {moves} to friends at {to}"),
            },
            Power::SkipSlide { along, skip: 1 } => {
                format!("{along}, passing over the adjacent square")
            }
            Power::SkipSlide { along, skip } => format!("{along}, passing over {skip} squares"),
            Power::Bent { first, then } => {
                format!("{first} without capturing, then {then} outwards")
            }
            Power::DoubleStep { rank } => format!("double step from rank {rank}, en passant"),
            Power::Castle { with } => format!("castles with {}", name(with)),
            Power::Regent { becomes } => {
                format!(
                    "regent: shields from check, becomes {} when the royal falls",
                    name(becomes)
                )
            }
        }
    }

    /// A promotion in words.
    pub fn promotion_text(&self, promotion: &PromotionSpec) -> String {
        let choices: Vec<String> = promotion
            .to
            .iter()
            .map(|choice| self.choice_text(choice))
            .collect();
        let side = match promotion.zone.side {
            ZoneSide::Far => "far",
            ZoneSide::Home => "own",
        };
        let zone = match promotion.zone.depth {
            ZoneDepth::Ranks(1) => format!("the {side} rank"),
            ZoneDepth::Ranks(ranks) => format!("the {side} {ranks} ranks"),
            ZoneDepth::LastReachable => format!("the last rank it can reach on the {side} side"),
        };
        let when = match promotion.when {
            PromotionMoment::StartOrEnd => "starting or ending on",
            PromotionMoment::End => "ending on",
            PromotionMoment::Enter => "entering",
        };
        let must = if promotion.compulsory { "must" } else { "may" };
        format!("{must} become {} {when} {zone}", choices.join(", "))
    }

    fn choice_text(&self, choice: &PromotionChoice) -> String {
        let mut text = self.piece(choice.to).text.clone();
        match choice.after {
            Some(Heading::Orthogonal) => text.push_str(" (after an orthogonal move)"),
            Some(Heading::Diagonal) => text.push_str(" (after a diagonal move)"),
            None => {}
        }
        if let Some(other) = choice.unless {
            text.push_str(&format!(
                " (unless the owner has {})",
                self.piece(other).text
            ));
        }
        text
    }
}

impl fmt::Display for EndSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let royal = match self.royal {
            RoyalRule::Capture => "the royal is lost by capture",
            RoyalRule::Check => "the royal may not be left in check",
        };
        let bare = match self.bare {
            BareRule::BothDraw => "two bare royals draw",
            BareRule::Loses => "a bare royal loses",
            BareRule::LosesUnlessRebared => "a bare royal loses unless it can bare in turn",
        };
        let stalemate = match self.stalemate {
            StalemateRule::Loses => "stalemate loses",
            StalemateRule::Draw => "stalemate draws",
        };
        write!(f, "{royal}; {bare}; {stalemate}")?;
        if let Some(rule) = self.repetition {
            let result = match rule.result {
                RepetitionResult::Illegal => "is illegal",
                RepetitionResult::Draw => "draws",
                RepetitionResult::MoverLoses => "loses",
                RepetitionResult::MoverLosesUnlessQuiet => {
                    "loses, or draws if nothing was attacked"
                }
            };
            write!(f, "; occurrence {} of a position {result}", rule.occurrence)?;
        }
        if let Some(rule) = self.move_count {
            let or = if rule.promotion_resets {
                ", promotion"
            } else {
                ""
            };
            write!(
                f,
                "; {} plies without capture{or} or pawn move draw",
                rule.plies
            )?;
        }
        Ok(())
    }
}
