//! A rule set as a variant of the protocol: its board, pieces, moves and positions.

use super::castling::CornerCastling;
use super::ids::{PROMOTED, PieceIds};
use crate::ProtocolError;
use std::fmt::Write as _;
use std::path::Path;
use tradewind_engine::board::Square;
use tradewind_engine::moves::MoveKind;
use tradewind_engine::notation::xbetza;
use tradewind_engine::notation::{self, Notation, fen, quote};
use tradewind_engine::powers::{Power, PowerKind};
use tradewind_engine::rules::{PieceType, built_in};
use tradewind_engine::{Color, Game, Move, Rules};

/// The powers whose moves are paths of one piece that captures what stands on their squares.
const EXPRESSIBLE: [PowerKind; 14] = [
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
    PowerKind::Legs,
    PowerKind::Within,
];

const MAX_NAME: usize = 60;

/// A rule set with its name in the protocol.
#[derive(Clone, Debug)]
pub struct XboardVariant {
    pub name: String,
    pub rules: Rules,
    notation: Notation,
    ids: PieceIds,
    castling: Option<CornerCastling>,
}

impl XboardVariant {
    /// Loads a rule set by its id or path.
    ///
    /// # Errors
    /// The rules cannot be loaded, or the protocol cannot express them.
    pub fn load(id: &str) -> Result<XboardVariant, ProtocolError> {
        let rules = Rules::load(id, &[])?;
        let notation = if built_in().iter().any(|known| known == id) {
            Notation::of(&rules)
        } else {
            Notation::Own
        };
        let name = match notation {
            Notation::Chess => "normal".to_string(),
            _ => Path::new(id)
                .file_stem()
                .map_or(id.into(), |name| name.to_string_lossy().into_owned()),
        };
        let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || "_-.".contains(letter);
        if name.len() > MAX_NAME || !name.chars().all(is_allowed) {
            return Err(ProtocolError::Variant(format!(
                "{} cannot be the name of a variant; name the file with up to {MAX_NAME} letters a-z A-Z, digits, _, - and .",
                quote(&name)
            )));
        }
        let castling = CornerCastling::of(&rules);
        let is_expressible = |power: &Power| match power {
            Power::Castle(_) => castling.is_some(),
            power => EXPRESSIBLE.contains(&power.kind()),
        };
        let spec = rules.spec();
        if spec.walls.is_some() {
            return Err(ProtocolError::Variant(format!(
                "{name} cannot be played by XBoard's protocol: its moves build walls"
            )));
        }
        if spec.no_trade.is_some() {
            return Err(ProtocolError::Variant(format!(
                "{name} cannot be played by XBoard's protocol: some of its pieces may not be traded"
            )));
        }
        for piece in &spec.pieces {
            let is_promoted = piece.text.ends_with(PROMOTED);
            if spec.hand.is_some() && piece.hand.is_some() && !is_promoted {
                return Err(ProtocolError::Variant(format!(
                    "{name} cannot be played by XBoard's protocol: the {} changes when it is captured, and its symbol \
                     does not end in {PROMOTED}",
                    piece.name
                )));
            }
            if piece.iron {
                return Err(ProtocolError::Variant(format!(
                    "{name} cannot be played by XBoard's protocol: the {} cannot be captured",
                    piece.name
                )));
            }
            if let Some(power) = piece.powers.iter().find(|power| !is_expressible(power)) {
                return Err(ProtocolError::Variant(format!(
                    "{name} cannot be played by XBoard's protocol: the {}'s {} is more than a path from square to square",
                    piece.name,
                    power.kind().name()
                )));
            }
        }
        let ids = PieceIds::of(spec).ok_or_else(|| {
            ProtocolError::Variant(format!(
                "{name} has more piece types than there are letters"
            ))
        })?;
        Ok(XboardVariant {
            name,
            notation,
            ids,
            castling,
            rules,
        })
    }

    /// The commands that describe the board and the pieces; empty for games that the other program knows.
    pub(crate) fn setup(&self, game: &Game) -> String {
        if self.notation.is_of_known_pieces() {
            return String::new();
        }
        let (board, spec) = (self.rules.geometry(), self.rules.spec());
        let castlers = self.castling.map(|castling| castling.castlers);
        // Where captured pieces go to the hand, those of the parent variant do.
        let parent = match spec.hand.as_ref().is_some_and(|hand| hand.captured) {
            true => "crazyhouse",
            false => "fairy",
        };
        let mut commands = format!(
            "setup ({}) {}x{}+{}_{parent} {}\n",
            self.ids.table(castlers),
            board.files(),
            board.ranks(),
            self.ids.places_to(castlers, &spec.hand_pieces()),
            self.fen(game)
        );
        // A piece that borrows moves by a relay has more moves than its own.
        let has_relay = (spec.pieces.iter().flat_map(|piece| &piece.powers))
            .any(|power| power.kind() == PowerKind::Relay);
        if has_relay {
            return commands;
        }
        for piece in spec.piece_types() {
            let [Some(white), Some(black)] = Color::BOTH.map(|side| self.betza(side, piece)) else {
                continue;
            };
            if spec.piece(piece).text.ends_with(PROMOTED) {
                continue;
            }
            let [id, black_id] = Color::BOTH.map(|side| self.ids.of_piece(side, piece));
            let _ = if white == black {
                writeln!(commands, "piece {id}& {white}")
            } else {
                writeln!(commands, "piece {id} {white}\npiece {black_id} {black}")
            };
        }
        commands
    }

    /// The moves of a side's piece in XBoard's notation, which has neither brackets nor lines over
    /// several pieces; `None` if they cannot be expressed.
    fn betza(&self, side: Color, piece: PieceType) -> Option<String> {
        let castling = self.castling.map(|castling| castling.betza(side));
        let moves = xbetza::moves(self.rules.spec(), piece, castling.as_deref())?;
        (!moves.contains('[') && !moves.contains("pp")).then_some(moves)
    }

    /// Writes a position as a FEN of the protocol.
    pub fn fen(&self, game: &Game) -> String {
        if self.notation.is_of_known_pieces()
            && let Some(fen) = fen::write(self.notation, &game.text())
        {
            return fen;
        }
        let letter = |square| {
            let (side, piece) = game.at(square)?;
            Some(self.ids.of_piece(side, piece))
        };
        let side = game.side().letter();
        let turn = game.ply() / 2 + 1;
        let text = game.text();
        let castling = fen::castling(&text);
        let mut board = fen::rows(self.rules.geometry(), letter);
        if self.rules.spec().hand.is_some() {
            let hand = |side| {
                let hand = game.hand(side).into_iter();
                hand.map(move |piece| self.ids.of_piece(side, piece))
                    .collect::<String>()
            };
            let _ = write!(board, "[{}]", Color::BOTH.map(hand).concat());
        }
        format!("{board} {side} {castling} - 0 {turn}")
    }

    /// Parses a FEN of the protocol.
    ///
    /// # Errors
    /// A message about the FEN.
    pub fn parse(&self, text: &str) -> Result<Game, String> {
        if self.notation.is_of_known_pieces() {
            return notation::position(&self.rules, text).map(Game::leaving_claims);
        }
        let mut fields: Vec<&str> = text.split_whitespace().take(6).collect();
        // Other programs write rights and en-passant squares that do not exist in the game.
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
        fen::read(&self.rules, |text| self.ids.parse(text), &fields).map(Game::leaving_claims)
    }

    /// The number of the lowest rank: 0 on boards of ten ranks.
    fn first_rank(&self) -> i32 {
        i32::from(self.rules.geometry().ranks() != 10)
    }

    fn square_name(&self, square: Square) -> String {
        let board = self.rules.geometry();
        let file = char::from(b'a' + board.file(square) as u8);
        format!("{file}{}", board.rank(square) + self.first_rank())
    }

    /// Parses a square at the start of a text. Returns the rest too.
    fn parse_square<'t>(&self, text: &'t str) -> Option<(Square, &'t str)> {
        let file = text.chars().next().filter(char::is_ascii_lowercase)?;
        let rest = text[1..].trim_start_matches(|one: char| one.is_ascii_digit());
        let rank: i32 = text[1..text.len() - rest.len()].parse().ok()?;
        let file = i32::from(file as u8 - b'a');
        let square = self.rules.geometry().at(file, rank - self.first_rank())?;
        Some((square, rest))
    }

    pub(crate) fn square_of(&self, text: &str) -> Option<Square> {
        let (square, rest) = self.parse_square(text)?;
        rest.is_empty().then_some(square)
    }

    /// The path of a move: its origin, the squares of its captures, its destination.
    fn path(mv: Move) -> Vec<Square> {
        let captures = mv.victims().iter().copied();
        let path = [mv.from].into_iter().chain(captures);
        path.chain([mv.to]).collect()
    }

    /// The letter of the promotion of a move; empty without one.
    fn promotion(&self, mv: Move) -> String {
        let letter = |piece| self.ids.of_piece(Color::Black, piece);
        let text = mv.promotion().map(letter).unwrap_or_default();
        text.trim_end_matches(PROMOTED).to_string()
    }

    /// Writes a move, with commas between its legs.
    pub fn write(&self, game: &Game, mv: Move) -> String {
        if self.notation.is_of_known_pieces() {
            return self.notation.write(&self.rules, game, mv);
        }
        if mv.kind == MoveKind::Pass {
            return "@@@@".to_string();
        }
        if let Some(piece) = mv.dropped() {
            let letter = self.ids.of_piece(Color::White, piece);
            return format!("{letter}@{}", self.square_name(mv.to));
        }
        let leg = |leg: &[Square]| -> String {
            leg.iter().map(|&square| self.square_name(square)).collect()
        };
        let legs: Vec<String> = XboardVariant::path(mv).windows(2).map(leg).collect();
        legs.join(",") + &self.promotion(mv)
    }

    /// The legal move of a text. The promotion, and the square of a capture elsewhere (en passant), may be left out where
    /// there is only one choice.
    pub fn find(&self, game: &Game, text: &str) -> Option<Move> {
        if self.notation.is_of_known_pieces() {
            return self.notation.find(&self.rules, game, text);
        }
        let mut legal = game.legal_moves().iter().copied();
        if text == "@@@@" {
            return legal.find(|mv| mv.kind == MoveKind::Pass);
        }
        if let Some((piece, to)) = text.split_once('@') {
            let (_, piece, _) = self.ids.parse(piece).filter(|(.., rest)| rest.is_empty())?;
            let to = self.square_of(to)?;
            return legal.find(|mv| (mv.dropped(), mv.to) == (Some(piece), to));
        }
        let mut legal = legal.filter(|mv| mv.dropped().is_none());
        let (path, promotion) = self.parse_move(text)?;
        let (mut moves, others): (Vec<Move>, Vec<Move>) = legal
            .by_ref()
            .partition(|&mv| XboardVariant::path(mv) == path);
        // Other programs write the origin and the destination of any capture.
        if let ([], &[from, to]) = (moves.as_slice(), path.as_slice()) {
            let is_short = |mv: &Move| (mv.from, mv.to) == (from, to);
            moves.extend(others.into_iter().filter(is_short));
            let is_same = |mv: &&Move| self.promotion(**mv) == promotion;
            if moves.iter().filter(is_same).count() > 1 {
                return None;
            }
        }
        let mut exact = moves.iter().filter(|&&mv| self.promotion(mv) == promotion);
        match (exact.next(), moves.as_slice()) {
            (Some(mv), _) => Some(*mv),
            (None, [mv]) if promotion.is_empty() => Some(*mv),
            _ => None,
        }
    }

    fn parse_move(&self, text: &str) -> Option<(Vec<Square>, String)> {
        let (mut path, mut promotion) = (Vec::new(), "");
        for leg in text.split(',') {
            let (from, rest) = self.parse_square(leg)?;
            let (to, rest) = self.parse_square(rest)?;
            match path.last() {
                None => path.push(from),
                Some(last) if *last == from => {}
                Some(_) => return None,
            }
            path.push(to);
            promotion = rest;
        }
        Some((path, promotion.trim_matches('=').to_lowercase()))
    }

    /// The next squares of moves whose path begins with `start`, as rows of colours: cyan where the path goes on, magenta for a
    /// promotion, red for a capture, yellow otherwise.
    pub fn marks(&self, game: &Game, start: &[Square]) -> String {
        let moves = game.legal_moves().iter();
        let moves: Vec<(Move, Vec<Square>)> = moves
            .filter(|mv| mv.dropped().is_none())
            .map(|&mv| (mv, XboardVariant::path(mv)))
            .collect();
        fen::rows(self.rules.geometry(), |square| {
            let goes_on = |path: &[Square]| {
                let rest = path.strip_prefix(start);
                rest.is_some_and(|rest| rest.len() > 1 && rest[0] == square)
            };
            if start.len() < 2 && moves.iter().any(|(_, path)| goes_on(path)) {
                return Some("C".to_string());
            }
            // To end its move on the square of a leg, a piece is put there again.
            let ends = |path: &[Square]| match path.strip_prefix(start) {
                Some([]) => start.last() == Some(&square),
                rest => rest == Some(&[square]),
            };
            let mut ending = moves.iter().filter(|(_, path)| ends(path)).peekable();
            ending.peek()?;
            let colour = if ending.any(|(mv, _)| mv.promotion().is_some()) {
                "M"
            } else if game.at(square).is_some() {
                "R"
            } else {
                "Y"
            };
            Some(colour.to_string())
        })
    }

    /// Whether a legal move goes on from the path `start`.
    pub fn goes_on(&self, game: &Game, start: &[Square]) -> bool {
        let mut paths = (game.legal_moves().iter()).map(|&mv| XboardVariant::path(mv));
        paths.any(|path| path.len() > start.len() && path.starts_with(start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::first_array;
    use rand::SeedableRng;
    use rand::seq::IndexedRandom;

    /// Also no two legal moves are written alike.
    #[test]
    fn moves_and_positions_of_random_games_read_back() {
        let mut names = Vec::new();
        let with_drops = "../scripts/variants/crazyhouse.toml".to_string();
        for id in built_in().into_iter().chain([with_drops]) {
            let variant = match XboardVariant::load(&id) {
                Ok(variant) => variant,
                Err(ProtocolError::Variant(_)) => continue,
                Err(error) => panic!("{error}"),
            };
            let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(3);
            for _ in 0..4 {
                let mut game = first_array(&variant.rules).expect("an array");
                for _ in 0..120 {
                    let moves = game.legal_moves().to_vec();
                    for &one in &moves {
                        let text = variant.write(&game, one);
                        assert_eq!(variant.find(&game, &text), Some(one), "{id}: {text}");
                        assert!(one.victims().len() < 2, "{id}: {text}");
                    }
                    let again = variant.parse(&variant.fen(&game)).expect("a position");
                    let hands = |game: &Game| Color::BOTH.map(|side| game.hand(side));
                    assert_eq!(hands(&again), hands(&game));
                    let pieces = |game: &Game| -> Vec<_> {
                        let squares = game.occupied().into_iter();
                        squares.map(|square| (square, game.at(square))).collect()
                    };
                    assert_eq!((pieces(&again), again.side()), (pieces(&game), game.side()));
                    let Some(&one) = moves.choose(&mut random) else {
                        break;
                    };
                    game.play_unchecked(one);
                }
            }
            names.push(variant.name);
        }
        assert_eq!(
            names,
            [
                "normal",
                "hashishin-any",
                "hashishin-homeward",
                "hashishin-wazir",
                "scirocco-1999",
                "scirocco-2001",
                "scirocco-2009",
                "scirocco-jocly",
                "shatranj",
                "crazyhouse"
            ]
        );
    }

    #[test]
    fn pieces_in_hand_are_holdings() {
        let variant =
            XboardVariant::load("../scripts/variants/crazyhouse.toml").expect("a variant");
        let mut game = first_array(&variant.rules).expect("an array");
        let setup = variant.setup(&game);
        let table = "setup (PNBRQKpnbrqk) 8x8+5_crazyhouse rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1\n";
        assert!(setup.starts_with(table), "{setup}");
        for text in [
            "e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5a5", "P@d6", "P@b4", "d6c7", "b4c3", "c7b8q",
        ] {
            let found = variant
                .find(&game, text)
                .unwrap_or_else(|| panic!("{text}"));
            assert_eq!(variant.write(&game, found), text);
            game.play_unchecked(found);
        }
        let fen = variant.fen(&game);
        assert_eq!(
            fen,
            "rQ~b1kbnr/pp2pppp/8/q7/8/2p5/PPPP1PPP/R1BQKBNR[PNn] b KQkq - 0 6"
        );
        assert_eq!(variant.parse(&fen).expect("a position").text(), game.text());
    }

    #[test]
    fn a_board_of_ten_ranks_begins_with_0() {
        let variant = XboardVariant::load("scirocco-2009").expect("a variant");
        let game = first_array(&variant.rules).expect("an array");
        let setup = variant.setup(&game);
        assert!(setup.contains(") 10x10+0_fairy "), "{setup}");
        let pawn = variant.square_of("a2").expect("a square");
        assert_eq!(variant.rules.geometry().name(pawn).to_string(), "a3");
        assert_eq!(
            variant.marks(&game, &[pawn]),
            "10/10/10/10/10/10/Y9/10/10/10"
        );
    }
}
