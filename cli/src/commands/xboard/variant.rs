//! A rule set as the other program knows it: its board, its pieces, its moves and positions.

use super::castling::CornerCastling;
use super::ids::PieceIds;
use crate::commands::uci::start;
use std::fmt::Write as _;
use std::path::Path;
use tradewind_engine::board::Square;
use tradewind_engine::moves::MoveKind;
use tradewind_engine::notation::variants_ini::betza;
use tradewind_engine::notation::{self, Notation, fen, quote};
use tradewind_engine::powers::{Power, PowerKind};
use tradewind_engine::rules::{PieceType, built_in};
use tradewind_engine::{Color, Game, Move, Play};

/// The powers whose moves are a piece's going from square to square, on each of which it captures what stands there.
const TOLD: [PowerKind; 12] = [
    PowerKind::Relay,
    PowerKind::Bent,
    PowerKind::SkipSlide,
    PowerKind::Hopper,
    PowerKind::DoubleStep,
    PowerKind::Immune,
    PowerKind::Regent,
    PowerKind::Hop,
    PowerKind::Igui,
    PowerKind::Strike,
    PowerKind::Approach,
    PowerKind::Withdrawal,
];

/// The longest name of a variant.
const MAX_NAME: usize = 60;

/// A rule set under the name that the other program has for it.
#[derive(Clone, Debug)]
pub struct XboardVariant {
    pub name: String,
    pub game: Game,
    notation: Notation,
    ids: PieceIds,
    castling: Option<CornerCastling>,
}

/// A move as the other program gives it: the squares that the piece goes to, one leg after the other.
struct GivenMove {
    squares: Vec<Square>,
    promotion: Option<String>,
}

impl XboardVariant {
    /// A rule set by its id or path; why not, in words, where its moves cannot be told.
    pub fn load(rules: &str) -> anyhow::Result<Result<XboardVariant, String>> {
        let game = Game::load(rules, &[])?;
        let spec = game.spec();
        let notation = match built_in().iter().any(|id| id == rules) {
            true => Notation::of(&game),
            false => Notation::Own,
        };
        let name = match notation {
            Notation::Chess => "normal".to_string(),
            _ => Path::new(rules)
                .file_stem()
                .map_or(rules.into(), |name| name.to_string_lossy().into_owned()),
        };
        let is_said = |letter: char| letter.is_ascii_alphanumeric() || "_-.".contains(letter);
        if name.len() > MAX_NAME || !name.chars().all(is_said) {
            return Ok(Err(format!(
                "{} cannot be the name of a variant; name the file with up to {MAX_NAME} letters a-z A-Z, digits, _, - and .",
                quote(&name)
            )));
        }
        let castling = CornerCastling::of(&game);
        let is_told = |power: &Power| match power {
            Power::Castle(_) => castling.is_some(),
            power => TOLD.contains(&power.kind()),
        };
        let untold = spec.pieces.iter().find_map(|piece| {
            let power = piece.powers.iter().find(|power| !is_told(power))?;
            Some(format!("the {}'s {}", piece.name, power.kind().name()))
        });
        if let Some(untold) = untold {
            return Ok(Err(format!(
                "{name} cannot be told to another program: {untold} does more than to go from square to square"
            )));
        }
        let Some(ids) = PieceIds::of(spec) else {
            return Ok(Err(format!("{name} has more types of pieces than letters")));
        };
        Ok(Ok(XboardVariant {
            name,
            notation,
            ids,
            castling,
            game,
        }))
    }

    /// The begin of a game.
    pub fn start(&self) -> Result<Play, String> {
        start(&self.game)
    }

    /// What tells the other program of the board and the pieces; nothing where it knows them.
    pub fn setup(&self, play: &Play) -> String {
        if self.notation.is_of_known_pieces() {
            return String::new();
        }
        let board = self.game.geometry();
        let mut said = format!(
            "setup ({}) {}x{}+0_fairy {}\n",
            self.ids
                .table(self.castling.map(|castling| castling.castlers)),
            board.files(),
            board.ranks(),
            self.fen(play)
        );
        let spec = self.game.spec();
        // Who lends moves to others makes what is known of these too little.
        let lends = (spec.pieces.iter().flat_map(|piece| &piece.powers))
            .any(|power| power.kind() == PowerKind::Relay);
        for piece in spec.piece_types() {
            let moves = Color::BOTH.map(|side| self.moves(side, piece).filter(|_| !lends));
            let [Some(white), Some(black)] = &moves else {
                continue;
            };
            let [id, black_id] = Color::BOTH.map(|side| self.ids.of_piece(side, piece));
            let _ = match white == black {
                true => writeln!(said, "piece {id}& {white}"),
                false => writeln!(said, "piece {id} {white}\npiece {black_id} {black}"),
            };
        }
        said
    }

    /// All moves of a side's piece in Betza's notation as the other program knows it; `None` where that has no words for them.
    fn moves(&self, side: Color, piece: PieceType) -> Option<String> {
        let own = self.game.spec().piece(piece);
        let moves = betza(own)?;
        match (own.powers.as_slice(), self.castling) {
            ([], _) => Some(moves),
            ([Power::Castle(_)], Some(castling)) => Some(moves + &castling.word(side)),
            _ => None,
        }
    }

    /// A position for the other program.
    pub fn fen(&self, play: &Play) -> String {
        if self.notation.is_of_known_pieces()
            && let Some(fen) = fen::write(self.notation, &play.text())
        {
            return fen;
        }
        let letter = |square| {
            let (side, piece) = play.at(square)?;
            Some(self.ids.of_piece(side, piece))
        };
        let side = match play.side() {
            Color::White => 'w',
            Color::Black => 'b',
        };
        let turn = play.ply() / 2 + 1;
        let text = play.text();
        let castling = fen::castling(&text);
        format!(
            "{} {side} {castling} - 0 {turn}",
            fen::rows(self.game.geometry(), letter)
        )
    }

    /// The position of the other program's text.
    pub fn parse(&self, text: &str) -> Result<Play, String> {
        if self.notation.is_of_known_pieces() {
            return notation::position(&self.game, text).map(Play::leaving_claims);
        }
        let mut fields: Vec<&str> = text.split_whitespace().take(6).collect();
        // It names other squares on some boards, and rights that are none.
        let rights = fields.get(2).copied().unwrap_or_default();
        let rights: String = rights
            .chars()
            .filter(|right| "KQkq".contains(*right))
            .collect();
        if let Some(castling) = fields.get_mut(2) {
            *castling = if rights.is_empty() { "-" } else { &rights };
        }
        if let Some(passed) = fields.get_mut(3) {
            *passed = "-";
        }
        fen::read(&self.game, |text| self.ids.parse(text), &fields).map(Play::leaving_claims)
    }

    /// The number of the lowest rank: boards of ten ranks begin with 0.
    fn first_rank(&self) -> i32 {
        i32::from(self.game.geometry().ranks() != 10)
    }

    fn square_name(&self, square: Square) -> String {
        let board = self.game.geometry();
        let file = char::from(b'a' + board.file(square) as u8);
        format!("{file}{}", board.rank(square) + self.first_rank())
    }

    /// The square that a text begins with, and the rest.
    fn square<'t>(&self, text: &'t str) -> Option<(Square, &'t str)> {
        let file = text.chars().next().filter(char::is_ascii_lowercase)?;
        let (rank, rest) = split_number(&text[1..]);
        let rank: i32 = rank.parse().ok()?;
        let file = i32::from(file as u8 - b'a');
        let square = self.game.geometry().at(file, rank - self.first_rank())?;
        Some((square, rest))
    }

    /// A square by the other program's name.
    pub fn square_of(&self, text: &str) -> Option<Square> {
        let (square, rest) = self.square(text)?;
        rest.is_empty().then_some(square)
    }

    /// The squares that a piece goes to, one leg after the other: over what it captures to where it ends.
    fn squares(one: Move) -> Vec<Square> {
        let over = one.victims().iter().copied();
        [one.from].into_iter().chain(over).chain([one.to]).collect()
    }

    /// A move for the other program, its legs with commas between them.
    pub fn write(&self, play: &Play, one: Move) -> String {
        if self.notation.is_of_known_pieces() {
            return self.notation.write(&self.game, play, one);
        }
        if one.kind == MoveKind::Pass {
            return "@@@@".to_string();
        }
        let squares = XboardVariant::squares(one);
        let leg = |leg: &[Square]| -> String {
            leg.iter().map(|&square| self.square_name(square)).collect()
        };
        let legs: Vec<String> = squares.windows(2).map(leg).collect();
        let promotion = one.promotion().map(|piece| self.ids.of_promotion(piece));
        legs.join(",") + &promotion.unwrap_or_default()
    }

    /// The legal move of the other program's text. What it becomes may be left out where that is known.
    pub fn find(&self, play: &Play, text: &str) -> Option<Move> {
        if self.notation.is_of_known_pieces() {
            return self.notation.find(&self.game, play, text);
        }
        if text == "@@@@" {
            let mut moves = play.legal_moves().iter();
            return moves.find(|one| one.kind == MoveKind::Pass).copied();
        }
        let given = self.given(text)?;
        let goes_so = |one: &&Move| XboardVariant::squares(**one) == given.squares;
        let moves: Vec<Move> = (play.legal_moves().iter())
            .filter(goes_so)
            .copied()
            .collect();
        let promotion = |one: &Move| one.promotion().map(|piece| self.ids.of_promotion(piece));
        let exact = moves.iter().find(|one| promotion(one) == given.promotion);
        match (exact, moves.as_slice(), &given.promotion) {
            (Some(one), _, _) | (None, [one], None) => Some(*one),
            _ => None,
        }
    }

    fn given(&self, text: &str) -> Option<GivenMove> {
        let (mut squares, mut promotion) = (Vec::new(), "");
        for leg in text.split(',') {
            let (from, rest) = self.square(leg)?;
            let (to, rest) = self.square(rest)?;
            match squares.last() {
                None => squares.push(from),
                Some(before) if *before == from => {}
                Some(_) => return None,
            }
            squares.push(to);
            promotion = rest;
        }
        let promotion = promotion.trim_matches('=');
        Some(GivenMove {
            squares,
            promotion: (!promotion.is_empty()).then(|| promotion.to_lowercase()),
        })
    }

    /// The squares that a piece may go to when it has gone by some squares already, each with a colour that says what happens
    /// there: cyan where it may go on, magenta where it may become another piece, red for a capture, yellow for none.
    pub fn marks(&self, play: &Play, gone: &[Square]) -> String {
        let moves: Vec<(Move, Vec<Square>)> = (play.legal_moves().iter())
            .map(|&one| (one, XboardVariant::squares(one)))
            .collect();
        let here = gone.last().copied();
        fen::rows(self.game.geometry(), |square| {
            // A piece that is to stay where it has come to is put there again.
            let ends = |squares: &[Square]| match squares.strip_prefix(gone) {
                Some(rest) => rest == [square] || (rest.is_empty() && here == Some(square)),
                None => false,
            };
            let goes_on = |squares: &[Square]| {
                let rest = squares.strip_prefix(gone);
                rest.is_some_and(|rest| rest.len() > 1 && rest[0] == square)
            };
            let mut ending = moves.iter().filter(|(_, squares)| ends(squares)).peekable();
            if gone.len() < 2 && moves.iter().any(|(_, squares)| goes_on(squares)) {
                return Some("C".to_string());
            }
            ending.peek()?;
            let is_promotion = ending.any(|(one, _)| one.promotion().is_some());
            let colour = match (is_promotion, play.at(square).is_some()) {
                (true, _) => "M",
                (false, true) => "R",
                (false, false) => "Y",
            };
            Some(colour.to_string())
        })
    }

    /// Whether a piece that has gone by some squares may go on from the last of them.
    pub fn goes_on(&self, play: &Play, gone: &[Square]) -> bool {
        let mut moves = play.legal_moves().iter();
        moves.any(|&one| {
            let squares = XboardVariant::squares(one);
            squares.len() > gone.len() && squares.starts_with(gone)
        })
    }
}

/// The digits that a text begins with, and the rest.
fn split_number(text: &str) -> (&str, &str) {
    let rest = text.trim_start_matches(|one: char| one.is_ascii_digit());
    text.split_at(text.len() - rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::seq::IndexedRandom;

    /// Moves and positions of games by chance are read as they were written, and no two moves are written alike.
    #[test]
    fn moves_and_positions_are_read_as_they_are_written() {
        let mut told = Vec::new();
        for id in built_in() {
            let Ok(variant) = XboardVariant::load(&id).expect("a rule set") else {
                continue;
            };
            let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(3);
            for _ in 0..4 {
                let mut play = variant.start().expect("an array");
                for _ in 0..120 {
                    let moves = play.legal_moves().to_vec();
                    for &one in &moves {
                        let text = variant.write(&play, one);
                        assert_eq!(variant.find(&play, &text), Some(one), "{id}: {text}");
                        assert!(one.victims().len() < 2, "{id}: {text}");
                    }
                    let again = variant.parse(&variant.fen(&play)).expect("a position");
                    let pieces = |play: &Play| -> Vec<_> {
                        let squares = play.occupied().into_iter();
                        squares.map(|square| (square, play.at(square))).collect()
                    };
                    assert_eq!((pieces(&again), again.side()), (pieces(&play), play.side()));
                    let Some(&one) = moves.choose(&mut random) else {
                        break;
                    };
                    play.play_unchecked(one);
                }
            }
            told.push(variant.name);
        }
        let told: Vec<&str> = told.iter().map(String::as_str).collect();
        assert_eq!(
            told,
            [
                "normal",
                "hashishin-any",
                "hashishin-homeward",
                "hashishin-wazir",
                "scirocco-1999",
                "scirocco-2001",
                "scirocco-2009",
                "scirocco-jocly",
                "shatranj"
            ]
        );
    }

    #[test]
    fn a_board_of_ten_ranks_begins_with_0() {
        let variant = XboardVariant::load("scirocco-2009")
            .expect("a rule set")
            .expect("told");
        let play = variant.start().expect("an array");
        let setup = variant.setup(&play);
        assert!(setup.contains(") 10x10+0_fairy "), "{setup}");
        let pawn = variant.square_of("a2").expect("a square");
        assert_eq!(variant.game.geometry().name(pawn).to_string(), "a3");
        assert_eq!(
            variant.marks(&play, &[pawn]),
            "10/10/10/10/10/10/Y9/10/10/10"
        );
    }
}
