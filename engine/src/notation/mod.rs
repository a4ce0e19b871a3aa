//! How pieces, moves and positions are written for other programs.

mod author;
pub mod fen;
mod known;
mod san;
pub mod variants_ini;

use crate::moves::{Move, MoveKind};
use crate::rules::RuleSpec;
use crate::{Game, Play};

/// A way to write pieces and moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// As everywhere in the program.
    Own,
    /// As other engines write orthodox chess.
    Chess,
    /// As other engines write shatranj: the alfil is a B and the ferz a Q.
    Shatranj,
}

impl Notation {
    /// The way for a rule set, by its board and by the letters, plain moves and powers of its pieces.
    pub fn of(game: &Game) -> Notation {
        known::notation_of(game.spec())
    }

    /// The way of a game that other programs know, where these are its rules in all that decides it, whatever they are called.
    pub fn of_same_rules(spec: &RuleSpec) -> Option<Notation> {
        known::exactly(spec)
    }

    /// A piece's capital letter as other engines write it.
    pub fn standard_letter(self, own: char) -> char {
        match (self, own) {
            (Notation::Shatranj, 'A') => 'B',
            (Notation::Shatranj, 'F') => 'Q',
            _ => own,
        }
    }

    /// A piece's capital letter in the rule set. Programs agree less on the pieces of shatranj:
    /// the alfil may be called an elephant, the ferz a counsellor (M).
    pub fn own_letter(self, standard: char) -> char {
        match (self, standard) {
            (Notation::Shatranj, 'B' | 'E') => 'A',
            (Notation::Shatranj, 'Q' | 'M') => 'F',
            _ => standard,
        }
    }

    /// A move's text.
    pub fn write(self, game: &Game, play: &Play, one: Move) -> String {
        if self == Notation::Own || one.kind == MoveKind::Pass {
            return play.move_text(one);
        }
        let board = game.geometry();
        let mut text = format!("{}{}", board.name(one.from), board.name(one.to));
        if let Some(piece) = one.promotion() {
            let letters = game.spec().piece(piece).text.chars();
            let standard = letters.map(|letter| self.standard_letter(letter));
            text.extend(standard.flat_map(char::to_lowercase));
        }
        text
    }

    /// A move's text as the author of the game writes it on a scoresheet: `Nf3` in chess, `Gex!c6` or `Zixd4-e5` in Scirocco.
    pub fn authors(game: &Game, play: &Play, one: Move) -> String {
        author::write(game, play, one)
    }

    /// A move's text in standard algebraic notation, for rules that are those of chess whatever they are called.
    pub fn algebraic(game: &Game, play: &Play, one: Move) -> String {
        san::write(game, play, one)
    }

    /// The legal move with this text: as this program writes it, or as other engines do, or as on
    /// scoresheets (`Nf3`, `exd5`, `O-O`; `Gex!c6`).
    pub fn find(self, game: &Game, play: &Play, text: &str) -> Option<Move> {
        if let Some(found) = play.find(text) {
            return Some(found);
        }
        if self == Notation::Own {
            return author::find(game, play, text);
        }
        self.find_coordinates(game, play, text)
            .or_else(|| san::find(self, game, play, text))
    }

    /// The legal move between two squares, with the letter of what it promotes to.
    fn find_coordinates(self, game: &Game, play: &Play, text: &str) -> Option<Move> {
        let (squares, promotion) = text.split_at_checked(4)?;
        let mut wanted = squares.to_string();
        for letter in promotion.chars() {
            let own = self.own_letter(letter.to_ascii_uppercase());
            wanted.push(self.standard_letter(own).to_ascii_lowercase());
        }
        let moves = play.legal_moves().iter().copied();
        moves
            .into_iter()
            .find(|&one| self.write(game, play, one) == wanted)
    }
}

/// Begins a game from a position that is written in either way: as a position text, or as other programs write positions of chess and
/// shatranj, where missing fields at the end have their defaults.
///
/// # Errors
/// What is wrong with it.
pub fn position(game: &Game, text: &str) -> Result<Play, String> {
    let notation = Notation::of(game);
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    let is_foreign = notation != Notation::Own
        && (fields.first()).is_some_and(|board| board.contains('/') && fen::is_standard(board));
    let text = if is_foreign {
        fen::read(game, notation, &fields)?
    } else {
        fields.join(" ")
    };
    game.parse(&text).map_err(|fault| fault.to_string())
}

/// A position's text as other programs write positions of chess and shatranj, or as this one does where they do not know the game, or could not
/// tell the position by it: a king that castles from another file, say.
pub fn text(game: &Game, play: &Play) -> String {
    let (own, notation) = (play.text(), Notation::of(game));
    let standard = (notation != Notation::Own)
        .then(|| fen::write(notation, &own))
        .flatten();
    let says_all = |fen: &String| {
        let fields: Vec<&str> = fen.split(' ').collect();
        fen::read(game, notation, &fields).is_ok_and(|read| same_position(&read, &own))
    };
    standard.filter(says_all).unwrap_or(own)
}

/// Whether two texts of positions differ in the number of plies at most: where odds begin with Black, it is not that of the move.
fn same_position(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(|text| text.rsplit_once(' '));
    one.map(|(position, _)| position) == other.map(|(position, _)| position)
}

/// What was read, for a message: its beginning, without control characters.
pub fn quote(text: &str) -> String {
    const MAX_LETTERS: usize = 60;
    let plain = |letter: char| if letter.is_control() { '?' } else { letter };
    let mut quoted: String = text.chars().take(MAX_LETTERS).map(plain).collect();
    if text.chars().nth(MAX_LETTERS).is_some() {
        quoted.push('…');
    }
    format!("`{quoted}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_short_and_plain() {
        assert_eq!(quote("go\u{1b}[1m"), "`go?[1m`");
        assert_eq!(quote(&"x".repeat(1000)).chars().count(), 63);
    }

    fn texts(rules: &str, position: &str) -> Vec<String> {
        let game = Game::load(rules, &[]).expect("a built-in rule set");
        let play = game.parse(position).expect("a position");
        let notation = Notation::of(&game);
        let moves = play.legal_moves().iter();
        let mut texts = Vec::new();
        for &one in moves {
            let text = notation.write(&game, &play, one);
            assert_eq!(notation.find(&game, &play, &text), Some(one), "{text}");
            assert_eq!(notation.find(&game, &play, &play.move_text(one)), Some(one));
            texts.push(text);
        }
        texts
    }

    /// A FEN whose castling rights would be dropped by who reads it is none.
    #[test]
    fn a_position_that_a_fen_cannot_tell_is_written_as_here() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("turned.toml");
        let rules = "name = \"Turned\"\nextends = \"chess\"\n[[array]]\nrows = [\"P P P P P P P P\", \"R N B K Q B N R\"]\nblack = \"mirrored\"\n";
        std::fs::write(&file, rules).expect("written");
        let told = |rules: &str| {
            let game = Game::load(rules, &[]).expect("rules");
            let written = text(&game, &game.start(0).expect("an array"));
            let read = position(&game, &written).expect("a position").text();
            assert_eq!(read, game.start(0).expect("an array").text());
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

    #[test]
    fn a_ferz_is_a_queen_to_others() {
        let game = Game::load("shatranj", &[]).expect("shatranj");
        let play = game.parse("4,k,2,r/P,7/8/8/8/8/8/R,3,K,3 w - 0");
        let play = play.expect("a position");
        let notation = Notation::Shatranj;
        let texts = ["a7a8q", "a7a8=F", "a7a8f", "a7a8m", "a7a8Q"];
        let found = texts.map(|text| notation.find(&game, &play, text));
        assert!(found[0].is_some() && found.iter().all(|one| *one == found[0]));
        for wrong in ["", "a7", "a7a8", "a7a8qq", "a7a8r", "äöüß", "a7a8ß"] {
            assert_eq!(notation.find(&game, &play, wrong), None, "{wrong}");
        }
    }
}
