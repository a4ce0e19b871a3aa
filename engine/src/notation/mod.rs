//! Notation of pieces, moves and positions in other programs.

pub mod epd;
pub mod fen;
mod import;
mod san;
mod scoresheet;
pub mod variants_ini;
pub mod xbetza;

pub use import::{ImportFault, ImportNote, Imported, import};

use crate::moves::{Move, MoveKind};
use crate::piece::{Color, PieceType};
use crate::powers::PowerKind;
use crate::rules::{PieceSpec, RuleSpec, bare_symbol, load};
use crate::{Game, Rules};
use std::sync::LazyLock;

/// A notation of pieces and moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// The notation of this program.
    Own,
    /// Orthodox chess in other engines.
    Chess,
    /// Shatranj in other engines: the alfil is a B and the ferz a Q.
    Shatranj,
    /// Any game in other engines whose pieces have one letter each, on a board with the usual
    /// names: a move is its two squares and the letter of its promotion. Moves that share such a
    /// text are written as in this program.
    Letters,
}

impl Notation {
    /// The notation of a rule set by its board and the letters, moves and powers of its pieces.
    pub fn of(rules: &Rules) -> Notation {
        notation_of(rules.spec())
    }

    /// Whether other programs know the pieces by their letters, as those of chess or shatranj.
    pub fn is_of_known_pieces(self) -> bool {
        matches!(self, Notation::Chess | Notation::Shatranj)
    }

    /// The notation of a game that other programs know, where the rules are the same.
    pub fn of_same_rules(spec: &RuleSpec) -> Option<Notation> {
        let own = spec.without_copies().fingerprint_text();
        let known = KNOWN.iter().find(|known| known.fingerprint == own)?;
        Some(known.notation)
    }

    /// A piece's capital letter in other engines.
    pub fn standard_letter(self, own: char) -> char {
        match (self, own) {
            (Notation::Shatranj, 'A') => 'B',
            (Notation::Shatranj, 'F') => 'Q',
            _ => own,
        }
    }

    /// The letters of a piece in other engines, a capital first: `+P` of a promoted pawn, and `Q` of
    /// a queen that was a pawn (`Q~`).
    fn symbol(self, spec: &RuleSpec, piece: PieceType) -> String {
        let text = spec.piece(piece).text.trim_end_matches('~').chars();
        text.map(|letter| self.standard_letter(letter)).collect()
    }

    /// The end of a move's text for its promotion: `q`, or `+` for a promotion that keeps the letter.
    fn promotion_suffix(self, spec: &RuleSpec, one: Move) -> String {
        let symbol = one.promotion().map(|piece| self.symbol(spec, piece));
        let symbol = symbol.unwrap_or_default();
        match symbol.starts_with('+') {
            true => "+".to_string(),
            false => symbol.to_lowercase(),
        }
    }

    /// Whether a text names a piece: its own text or its letters in other engines, in any case.
    fn is_called(self, spec: &RuleSpec, piece: PieceType, text: &str) -> bool {
        spec.piece(piece).text == text
            || self.symbol(spec, piece).eq_ignore_ascii_case(text)
            || self.piece_called(spec, text) == Some(piece)
    }

    /// A move's text.
    pub fn write(self, rules: &Rules, game: &Game, one: Move) -> String {
        if self == Notation::Own || matches!(one.kind, MoveKind::Pass | MoveKind::Drop) {
            return game.move_text(one);
        }
        let spec = rules.spec();
        let parts = |one: &Move| {
            (
                one.dropped(),
                one.from,
                one.named_target(),
                self.promotion_suffix(spec, *one),
                one.wall(),
            )
        };
        let mut others = game.legal_moves().iter().filter(|&&other| other != one);
        if self == Notation::Letters && others.any(|other| parts(other) == parts(&one)) {
            return game.move_text(one);
        }
        let board = rules.geometry();
        let (from, to) = (board.name(one.from), board.name(one.named_target()));
        let promotion = self.promotion_suffix(spec, one);
        match one.wall() {
            Some(wall) => format!("{from}{to}{promotion},{to}{}", board.name(wall)),
            None => format!("{from}{to}{promotion}"),
        }
    }

    /// Whether moves have standard algebraic notation: each piece has one letter, and each move is
    /// determined by its squares and its promotion.
    pub fn is_algebraic(self, rules: &Rules) -> bool {
        let mut powers = (rules.spec().pieces.iter()).flat_map(|piece| &piece.powers);
        let has_walls = rules.spec().walls.is_some();
        self != Notation::Own
            && !has_walls
            && powers.all(|power| BY_SQUARES.contains(&power.kind()))
    }

    /// The legal move with a text in the notation of this program, of other engines, or of the
    /// game's author (`Gex!c6`), or with a short text (`Nf3`, `exd5`, `O-O`) that only it fits.
    pub fn find(self, rules: &Rules, game: &Game, text: &str) -> Option<Move> {
        let board = rules.geometry();
        let target = board.read(text).and_then(|(_, rest)| board.read(rest));
        let by_squares = match target {
            Some(_) => (game.find(text)).or_else(|| self.find_coordinates(rules, game, text)),
            None if text == "pass" || NULL_MOVES.contains(&text) => {
                let mut moves = game.legal_moves().iter().copied();
                return moves.find(|one| one.kind == MoveKind::Pass);
            }
            None => self.find_drop(rules, game, text),
        };
        by_squares.or_else(|| {
            let by_author = (!self.is_algebraic(rules))
                .then(|| scoresheet::find(rules, game, text))
                .flatten();
            by_author.or_else(|| san::find(self, rules, game, text))
        })
    }

    /// The drop with a text such as `N@f3`; without a letter, of a pawn.
    fn find_drop(self, rules: &Rules, game: &Game, text: &str) -> Option<Move> {
        let (symbol, square) = text.trim_end_matches(['+', '#']).split_once('@')?;
        let (symbol, to) = (
            if symbol.is_empty() { "P" } else { symbol },
            rules.geometry().parse(square)?,
        );
        let drops = game
            .legal_moves()
            .iter()
            .copied()
            .filter(|one| one.to == to);
        only(drops.filter(|one| {
            one.dropped()
                .is_some_and(|piece| self.is_called(rules.spec(), piece, symbol))
        }))
    }

    /// The one legal move between two squares with the letter of its promotion; `+` for any.
    fn find_coordinates(self, rules: &Rules, game: &Game, text: &str) -> Option<Move> {
        if self == Notation::Own {
            return None;
        }
        let board = rules.geometry();
        let (from, rest) = board.read(text)?;
        let (to, rest) = board.read(rest)?;
        // Other engines write a wall as a second move, from where the first ends.
        let (promotion, wall) = match rest.split_once(',') {
            Some((promotion, wall)) => (promotion, Some(board.parse(board.read(wall)?.1)?)),
            None => (rest, None),
        };
        let is_meant = |one: &Move| {
            let promotes = match (promotion.trim_start_matches('='), one.promotion()) {
                ("", becomes) => becomes.is_none(),
                ("+", becomes) => becomes.is_some(),
                (letter, Some(piece)) => self.is_called(rules.spec(), piece, letter),
                (_, None) => false,
            };
            let squares = (one.from, one.named_target(), one.wall());
            one.dropped().is_none() && squares == (from, to, wall) && promotes
        };
        only(game.legal_moves().iter().copied().filter(is_meant))
    }

    /// The piece type with a letter, case-insensitive.
    fn piece_called(self, spec: &RuleSpec, letter: &str) -> Option<PieceType> {
        let mut letters = letter.chars();
        let (letter, None) = (letters.next()?.to_ascii_uppercase(), letters.next()) else {
            return None;
        };
        // In shatranj, the alfil may also be an elephant (E) and the ferz a counsellor (M).
        let own = match (self, letter) {
            (Notation::Shatranj, 'B' | 'E') => 'A',
            (Notation::Shatranj, 'Q' | 'M') => 'F',
            _ => letter,
        };
        let found = |letter: char| spec.find(letter.encode_utf8(&mut [0; 4]));
        found(own).or_else(|| found(letter))
    }

    /// The piece whose letter begins a text, with the marks of promoted pieces, and the rest. Where no piece has the mark,
    /// `+P` is the only piece that a `P` can become.
    pub fn piece<'t>(self, spec: &RuleSpec, text: &'t str) -> Option<(Color, PieceType, &'t str)> {
        let at = usize::from(text.starts_with('+'));
        let letter = text[at..]
            .chars()
            .next()
            .filter(char::is_ascii_alphabetic)?;
        let side = Color::BOTH[usize::from(letter.is_ascii_lowercase())];
        let end = at + 1 + usize::from(text[at + 1..].starts_with('~'));
        let (symbol, rest) = text.split_at(end);
        let found = match symbol {
            symbol if symbol.len() == 1 => self.piece_called(spec, symbol),
            symbol => spec.find(&symbol.to_ascii_uppercase()).or_else(|| {
                let before = self.piece_called(spec, symbol.strip_prefix('+')?)?;
                let promotion = spec.piece(before).promotion.as_ref()?;
                only(promotion.to.iter().map(|choice| choice.to))
            }),
        };
        Some((side, found?, rest))
    }
}

/// A pass (null move) in other programs.
const NULL_MOVES: [&str; 4] = ["--", "Z0", "0000", "@@@@"];

/// The only item of an iterator; `None` if it has none or several.
fn only<T>(mut all: impl Iterator<Item = T>) -> Option<T> {
    let found = all.next()?;
    all.next().is_none().then_some(found)
}

/// Begins a game from a position text or, where each piece has one letter, from a FEN, whose
/// missing fields at the end have their defaults.
///
/// # Errors
/// A description of the first fault.
pub fn position(rules: &Rules, text: &str) -> Result<Game, String> {
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    let is_standard = (fields.first())
        .is_some_and(|board| fen::is_standard(board) || rules.geometry().ranks() == 1);
    match rules.parse(&fields.join(" ")) {
        Err(_) if is_standard && has_single_letters(rules.spec()) => {
            let notation = Notation::of(rules);
            fen::read(rules, |text| notation.piece(rules.spec(), text), &fields)
        }
        Err(fault) if is_standard => Err(format!(
            "{fault}; only games whose pieces have one letter each are read without commas"
        )),
        parsed => parsed.map_err(|fault| fault.to_string()),
    }
}

/// A position as a FEN, or in the notation of this program where a FEN cannot express it: with
/// pieces of two letters, for example, or a king that castles from another file than in chess.
pub fn text(rules: &Rules, game: &Game) -> String {
    let own = game.text();
    match Notation::of(rules) {
        Notation::Own => own,
        notation => fen::write(notation, &own).unwrap_or(own),
    }
}

/// The beginning of a text for a message, without control characters.
pub fn quote(text: &str) -> String {
    const MAX_LETTERS: usize = 60;
    let plain = |letter: char| if letter.is_control() { '?' } else { letter };
    let mut quoted: String = text.chars().take(MAX_LETTERS).map(plain).collect();
    if text.chars().nth(MAX_LETTERS).is_some() {
        quoted.push('…');
    }
    format!("`{quoted}`")
}

/// The powers whose moves are determined by their start and target squares.
const BY_SQUARES: [PowerKind; 10] = [
    PowerKind::Bent,
    PowerKind::Castle,
    PowerKind::DoubleStep,
    PowerKind::Hopper,
    PowerKind::Immobilize,
    PowerKind::Immune,
    PowerKind::Regent,
    PowerKind::Relay,
    PowerKind::SkipSlide,
    PowerKind::Within,
];

/// A game that other programs know.
struct KnownGame {
    notation: Notation,
    spec: RuleSpec,
    fingerprint: String,
}

static KNOWN: LazyLock<Vec<KnownGame>> = LazyLock::new(|| {
    let known = [("chess", Notation::Chess), ("shatranj", Notation::Shatranj)];
    let games = known.into_iter().filter_map(|(id, notation)| {
        let spec = load(id, &[]).ok()?;
        let fingerprint = spec.fingerprint_text();
        Some(KnownGame {
            notation,
            spec,
            fingerprint,
        })
    });
    games.collect()
});

/// The notation of a rule set: that of a known game with the same board, letters and plain moves,
/// and all its powers; else [`Notation::Letters`] where each piece has one letter. Other rules,
/// such as the end of the game, do not matter.
fn notation_of(spec: &RuleSpec) -> Notation {
    let alike = |known: &&KnownGame| {
        let board = |spec: &RuleSpec| (spec.files.clone(), spec.ranks, spec.first_rank);
        let are_written_alike = |(own, theirs): (&PieceSpec, &PieceSpec)| {
            (&own.text, &own.moves) == (&theirs.text, &theirs.moves)
                && own.powers.iter().all(|power| theirs.powers.contains(power))
        };
        board(&known.spec) == board(spec)
            && originals(&known.spec).count() == originals(spec).count()
            && originals(spec)
                .zip(originals(&known.spec))
                .all(are_written_alike)
    };
    let usual_files = ('a'..='z').take(spec.files.len());
    match KNOWN.iter().find(alike) {
        Some(known) => known.notation,
        None if has_single_letters(spec)
            && spec.first_rank == 1
            && spec.files.iter().copied().eq(usual_files) =>
        {
            Notation::Letters
        }
        None => Notation::Own,
    }
}

/// Whether each piece has one letter, with or without the mark of a promoted piece.
fn has_single_letters(spec: &RuleSpec) -> bool {
    originals(spec).all(|piece| bare_symbol(&piece.text).len() == 1)
}

/// The pieces without non-promoting copies.
fn originals(spec: &RuleSpec) -> impl Iterator<Item = &PieceSpec> {
    spec.pieces.iter().filter(|piece| piece.copy_of.is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(rules: &str) -> RuleSpec {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("chess.toml");
        std::fs::write(
            &file,
            format!("name = \"Mine\"\nextends = \"chess\"\n{rules}"),
        )
        .expect("written");
        load(&file.to_string_lossy(), &[]).expect("rules")
    }

    #[test]
    fn the_rules_decide_and_not_the_name() {
        let same = read("");
        assert_eq!(notation_of(&same), Notation::Chess);
        assert_eq!(Notation::of_same_rules(&same), Some(Notation::Chess));
        // This program claims draws at once, so it plays the same game.
        let unclaimed =
            read("[end]\nrepetition = { automatic = 3 }\nmove_count = { automatic = 100 }\n");
        assert_eq!(Notation::of_same_rules(&unclaimed), Some(Notation::Chess));
        assert_ne!(unclaimed.end, same.end);
        // Written as chess, but a different game.
        let lost = read("[end]\nstalemate = \"loses\"\n");
        assert_eq!(
            (notation_of(&lost), Notation::of_same_rules(&lost)),
            (Notation::Chess, None)
        );
        let castless = load("chess", &[("no_castling".to_string(), "true".to_string())]);
        assert_eq!(notation_of(&castless.expect("rules")), Notation::Chess);
        // Castling by one square is written as the King's move.
        let short =
            "[[piece]]\ntext = \"K\"\npowers = [{ power = \"castle\", with = \"R\", steps = 1 }]\n";
        assert_eq!(notation_of(&read(short)), Notation::Letters);
        // Other programs would misread an N with other moves.
        let leaper = read("[[piece]]\ntext = \"N\"\nmoves = \"C\"\n");
        assert_eq!(notation_of(&leaper), Notation::Letters);
        let copies = load("chess", &[]).expect("chess").with_copies();
        assert_eq!(
            (notation_of(&copies), Notation::of_same_rules(&copies)),
            (Notation::Chess, Some(Notation::Chess))
        );
        for (id, wanted) in [
            ("shatranj", Notation::Shatranj),
            ("hashishin-any", Notation::Own),
            ("rococo", Notation::Own),
        ] {
            assert_eq!(notation_of(&load(id, &[]).expect("rules")), wanted);
        }
    }

    #[test]
    fn quotes_are_short_and_plain() {
        assert_eq!(quote("go\u{1b}[1m"), "`go?[1m`");
        assert_eq!(quote(&"x".repeat(1000)).chars().count(), 63);
    }

    fn texts(rules: &str, position: &str) -> Vec<String> {
        let rules = Rules::load(rules, &[]).expect("a built-in rule set");
        let game = rules.parse(position).expect("a position");
        let notation = Notation::of(&rules);
        let moves = game.legal_moves().iter();
        let mut texts = Vec::new();
        for &one in moves {
            let text = notation.write(&rules, &game, one);
            assert_eq!(notation.find(&rules, &game, &text), Some(one), "{text}");
            assert_eq!(
                notation.find(&rules, &game, &game.move_text(one)),
                Some(one)
            );
            texts.push(text);
        }
        texts
    }

    /// A position is not written as a FEN if readers would drop its castling rights.
    #[test]
    fn a_position_that_a_fen_cannot_tell_is_written_as_here() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("turned.toml");
        let rules = "name = \"Turned\"\nextends = \"chess\"\n[[array]]\nrows = [\"P P P P P P P P\", \"R N B K Q B N R\"]\nblack = \"mirrored\"\n";
        std::fs::write(&file, rules).expect("written");
        let told = |rules: &str| {
            let rules = Rules::load(rules, &[]).expect("rules");
            let written = text(&rules, &rules.start(0).expect("an array"));
            let read = position(&rules, &written).expect("a position").text();
            assert_eq!(read, rules.start(0).expect("an array").text());
            written
        };
        assert!(told("chess").ends_with(" w KQkq - 0 1"));
        assert!(told(&file.to_string_lossy()).contains("castle=KQkq"));
    }

    #[test]
    fn special_moves_of_chess_are_written_as_usual() {
        let position = "4,k,3/P,7/8/3,p,P,3/8/8/8/R,3,K,3 w castle=Q;ep=d6 0";
        let moves = texts("chess", position);
        for text in ["a7a8q", "a7a8n", "e5d6", "e1c1"] {
            assert!(moves.iter().any(|one| one == text), "{text}: {moves:?}");
        }
    }

    /// A game of pieces with one letter each, from a file with these tables.
    fn lettered(rules: &str) -> Rules {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("own.toml");
        std::fs::write(&file, format!("name = \"Own\"\n{rules}")).expect("written");
        let rules = Rules::load(&file.to_string_lossy(), &[]);
        rules.unwrap_or_else(|fault| panic!("{fault}"))
    }

    const MAKRUK: &str = r#"
board = { files = "abcdefgh", ranks = 8 }
promotion = { zone = 3, when = "end", choice = "compulsory" }
piece = [
    { name = "Bia", text = "P", moves = "mfW cfF", pawn = true, promotes = "M" },
    { name = "Ma", text = "N", moves = "N" },
    { name = "Khon", text = "S", moves = "FfW" },
    { name = "Rua", text = "R", moves = "R" },
    { name = "Met", text = "M", moves = "F" },
    { name = "Khun", text = "K", moves = "K", royal = true },
]
[[array]]
rows = ["P P P P P P P P", "- - - - - - - -", "R N S K M S N R"]
black_rows = ["R N S M K S N R", "- - - - - - - -", "P P P P P P P P"]
[end]
royal = "check"
bare = "nothing"
stalemate = "draw"
"#;

    #[test]
    fn games_of_one_letter_pieces_have_standard_texts() {
        let makruk = lettered(MAKRUK);
        let notation = Notation::of(&makruk);
        assert_eq!(notation, Notation::Letters);
        let start = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";
        let begun = position(&makruk, start).expect("a FEN");
        assert_eq!(begun.text(), makruk.start(0).expect("an array").text());
        assert_eq!(text(&makruk, &begun), start);
        let game = position(&makruk, "4k3/8/8/8/p7/8/8/4K3 b - - 0 30").expect("a FEN");
        let promotion = game.find("a4a3=M").expect("it is legal");
        assert_eq!(notation.write(&makruk, &game, promotion), "a4a3m");
        assert_eq!(notation.find(&makruk, &game, "a4a3m"), Some(promotion));
        for wrong in ["a4a3", "a4a3r", "a4a3mm", "a4", "4", "m", ""] {
            assert_eq!(notation.find(&makruk, &game, wrong), None, "{wrong}");
        }
    }

    /// Ranks of two digits, and castling that looks as a move of the king does.
    #[test]
    fn what_only_our_notation_can_tell_is_written_in_it() {
        let wide = "extends = \"chess\"\nboard = { files = \"abcdefghij\", ranks = 10 }\n\
             [[piece]]\ntext = \"K\"\npowers = [{ power = \"castle\", with = \"R\", steps = 1 }]\n\
             [[array]]\nrows = [\"P P P P P P P P P P\", \"R N B Q - K B N - R\"]\nblack = \"mirrored\"\n";
        let rules = lettered(wide);
        let notation = Notation::of(&rules);
        assert_eq!(notation, Notation::Letters);
        let start = "rnbq1kbn1r/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNBQ1KBN1R w KQkq - 0 1";
        assert_eq!(text(&rules, &rules.start(0).expect("an array")), start);
        let fen = "8k1/10/10/10/10/10/10/55/91/R4K3R w KQ - 0 1";
        let game = position(&rules, fen).expect("a FEN");
        assert!(text(&rules, &game).ends_with("/10/10/R4K3R w KQ - 0 1"));
        let mut texts = Vec::new();
        for &one in game.legal_moves() {
            let text = notation.write(&rules, &game, one);
            assert_eq!(notation.find(&rules, &game, &text), Some(one), "{text}");
            texts.push(text);
        }
        assert!(texts.contains(&"a1a10".to_string()), "{texts:?}");
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), game.legal_moves().len());
    }

    /// Pawns that go back and sideways, pawns of two kinds, pieces that may promote or not, and
    /// kings that castle on wide boards: each move and position of some games is read as it was
    /// written.
    #[test]
    fn what_is_written_is_read() {
        let chess = |more: &str| format!("extends = \"chess\"\n{more}");
        for rules in [
            MAKRUK.to_string(),
            chess("[[piece]]\ntext = \"P\"\nmoves = \"mW cF\"\n"),
            chess(
                "[[piece]]\nname = \"Soldier\"\ntext = \"S\"\nmoves = \"fsW\"\npawn = true\npromotes = \"Q\"\n\
                 [[array]]\nrows = [\"P S P S S P S P\", \"R N B Q K B N R\"]\nblack = \"mirrored\"\n",
            ),
            chess(
                "[[piece]]\ntext = \"N\"\npromotes = \"Q\"\npromotion = { zone = 4, when = \"start-or-end\", choice = \"optional\" }\n",
            ),
            chess(
                "board = { files = \"abcdefghijkl\", ranks = 10 }\n[[array]]\nblack = \"mirrored\"\n\
                 rows = [\"P P P P P P P P P P P P\", \"R N B Q N Q K B N B N R\"]\n",
            ),
        ] {
            let game = lettered(&rules);
            let notation = Notation::of(&game);
            assert!(notation.is_algebraic(&game), "{rules}");
            for_random_positions(&game, 3, 80, |play| {
                let fen = text(&game, play);
                assert!(fen::is_standard(&fen), "{fen}");
                let read = position(&game, &fen).map(|read| read.text());
                assert_eq!(read, Ok(play.text()));
                for &one in play.legal_moves() {
                    for text in [
                        notation.write(&game, play, one),
                        notation.algebraic(&game, play, one),
                        play.move_text(one),
                    ] {
                        let found = notation.find(&game, play, &text);
                        assert_eq!(found, Some(one), "{text} in {fen}");
                    }
                }
            });
        }
    }

    /// Visits every position of some random games.
    pub(super) fn for_random_positions(
        rules: &Rules,
        games: usize,
        plies: u32,
        visit: impl Fn(&Game),
    ) {
        let mut random = 0x1234_5678_9abc_def1_u64;
        let array = rules.spec().array_numbers()[0];
        for _ in 0..games {
            let mut game = rules.start(array).expect("an array");
            while !game.legal_moves().is_empty() && game.ply() < plies {
                visit(&game);
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                let moves = game.legal_moves();
                game.play_unchecked(moves[(random % moves.len() as u64) as usize]);
            }
        }
    }

    /// A side may pass where the rules let it, by any of the signs for that.
    #[test]
    fn null_moves_are_passes_where_there_are_any() {
        let rules = lettered(
            "extends = \"chess\"\n[[piece]]\nname = \"Waiter\"\ntext = \"W\"\nmoves = \"W\"\npowers = [{ power = \"pass\" }]\n",
        );
        for (board, passes) in [
            ("4k3/8/8/8/8/8/8/W3K3", true),
            ("4k3/8/8/8/8/8/8/4K3", false),
        ] {
            let game = position(&rules, &format!("{board} w - - 0 1")).expect("a FEN");
            for text in ["--", "Z0", "0000", "pass"] {
                let found = Notation::of(&rules).find(&rules, &game, text);
                assert_eq!(found.is_some(), passes, "{text} in {board}");
            }
        }
    }

    #[test]
    fn a_ferz_is_a_queen_to_others() {
        let rules = Rules::load("shatranj", &[]).expect("shatranj");
        let game = rules.parse("4,k,2,r/P,7/8/8/8/8/8/R,3,K,3 w - 0");
        let game = game.expect("a position");
        let notation = Notation::Shatranj;
        let texts = ["a7a8q", "a7a8=F", "a7a8f", "a7a8m", "a7a8Q"];
        let found = texts.map(|text| notation.find(&rules, &game, text));
        assert!(found[0].is_some() && found.iter().all(|one| *one == found[0]));
        for wrong in ["", "a7", "a7a8", "a7a8qq", "a7a8r", "äöüß", "a7a8ß"] {
            assert_eq!(notation.find(&rules, &game, wrong), None, "{wrong}");
        }
    }
}
