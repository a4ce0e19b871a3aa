//! Standard algebraic notation (SAN).

use super::{Notation, only};
use crate::board::{Geometry, Square};
use crate::moves::{Move, MoveKind};
use crate::piece::PieceType;
use crate::rules::RuleSpec;
use crate::{Ending, Game, Rules};

/// Suffixes that are ignored: en passant, check, mate, and novelties.
const WORDS: [&str; 6] = ["e.p", "ep", "mate", "ch", "TN", "N"];

/// The one legal move with a text; `None` when there is none, or more than one.
pub(super) fn find(notation: Notation, rules: &Rules, game: &Game, text: &str) -> Option<Move> {
    let text = without_marks(text);
    let written = |text| find_written(notation, rules, game, text);
    written(text).or_else(|| {
        let mut shorter = WORDS.iter().filter_map(|word| text.strip_suffix(word));
        shorter.find_map(|text| written(without_marks(text)))
    })
}

/// A move without suffixes such as `+` and `!?`.
fn without_marks(text: &str) -> &str {
    text.trim_end_matches(|letter: char| !letter.is_alphanumeric())
}

fn find_written(notation: Notation, rules: &Rules, game: &Game, text: &str) -> Option<Move> {
    let legal = game.legal_moves().iter().copied();
    let board = rules.geometry();
    if let "O-O" | "0-0" | "O-O-O" | "0-0-0" = text {
        let is_meant = |one: &Move| is_short(board, *one) == (text.len() == 3);
        return only(legal.filter(|one| one.kind == MoveKind::Castle && is_meant(one)));
    }
    let wanted = WrittenMove::read(notation, rules, text)?;
    let fitting: Vec<Move> = legal
        .filter(|&one| wanted.fits(notation, rules, game, one))
        .collect();
    let is_exact = |one: &&Move| match (one.promotion(), wanted.promotion) {
        (Some(piece), Some(text)) => notation.is_called(rules.spec(), piece, text),
        (becomes, text) => becomes.is_none() && text.is_none(),
    };
    let exact = fitting.iter().filter(is_exact);
    // The only promotion of a pawn may be omitted, unless the move is given by both squares.
    let unsaid = || wanted.promotion.is_none() && wanted.from.contains(&None);
    (only(exact).copied()).or_else(|| only(fitting.iter().copied()).filter(|_| unsaid()))
}

impl Notation {
    /// A move in standard algebraic notation, with `+` for check and `#` for mate, for [rules that
    /// have it](Notation::is_algebraic).
    pub fn algebraic(self, rules: &Rules, game: &Game, one: Move) -> String {
        let mut after = game.clone();
        after.play_unchecked(one);
        let mark = match after.over() {
            Some((_, Ending::Checkmate)) => "#",
            _ if after.is_in_check() => "+",
            _ => "",
        };
        unmarked(self, rules, game, one) + mark
    }
}

/// Whether a king castles with the partner on its right.
fn is_short(board: &Geometry, castling: Move) -> bool {
    board.file(castling.named_target()) > board.file(castling.from)
}

fn unmarked(notation: Notation, rules: &Rules, game: &Game, one: Move) -> String {
    let (board, spec) = (rules.geometry(), rules.spec());
    if one.kind == MoveKind::Drop {
        return game.move_text(one);
    }
    if one.kind == MoveKind::Castle {
        return if is_short(board, one) { "O-O" } else { "O-O-O" }.to_string();
    }
    let name = |square| board.name(square).to_string();
    let file = |square| board.file_name(board.file(square)).to_string();
    let letter = |piece| notation.symbol(spec, piece);
    let Some((_, piece)) = game.at(one.from) else {
        return game.move_text(one);
    };
    let is_capture = game.at(one.to).is_some() || !one.victims().is_empty();
    let mark = if is_capture { "x" } else { "" };
    let becomes = |new| format!("={}", letter(new));
    let promotion = one.promotion().map_or(String::new(), becomes);
    let legal = game.legal_moves().iter();
    let alike = legal.filter(|other| {
        let is_alike = game
            .at(other.from)
            .is_some_and(|(_, own)| letter(own) == letter(piece));
        is_alike && other.to == one.to && other.from != one.from
    });
    let alike: Vec<Square> = alike.map(|other| other.from).collect();
    let shares = |of: fn(&Geometry, Square) -> i32| {
        let mut alike = alike.iter();
        alike.any(|&other| of(board, other) == of(board, one.from))
    };
    let is_pawn = is_letterless(spec, piece);
    let from = match (shares(Geometry::file), shares(Geometry::rank)) {
        _ if alike.is_empty() && !(is_pawn && is_capture) => String::new(),
        (false, _) => file(one.from),
        (true, false) if !is_pawn => name(one.from).split_off(1),
        (true, _) => name(one.from),
    };
    let piece = if is_pawn {
        String::new()
    } else {
        letter(piece)
    };
    format!("{piece}{from}{mark}{}{promotion}", name(one.to))
}

/// Whether a piece is written without its letter: the pawn with the letter P, or the only pawn.
fn is_letterless(spec: &RuleSpec, piece: PieceType) -> bool {
    let piece = spec.piece(piece);
    let piece = piece.copy_of.map_or(piece, |original| spec.piece(original));
    let mut pawns = (spec.pieces.iter()).filter(|one| one.pawn && one.copy_of.is_none());
    piece.pawn && (piece.text == "P" || only(&mut pawns).is_some())
}

/// A move as it is written.
struct WrittenMove<'t> {
    /// The piece; `None` for a pawn.
    piece: Option<PieceType>,
    /// File and rank of the start, as far as they are given.
    from: [Option<i32>; 2],
    to: Square,
    promotion: Option<&'t str>,
}

impl<'t> WrittenMove<'t> {
    fn read(notation: Notation, rules: &Rules, text: &'t str) -> Option<WrittenMove<'t>> {
        let (board, spec) = (rules.geometry(), rules.spec());
        // The target square ends with the last digit.
        let end = 1 + text.rfind(|letter: char| letter.is_ascii_digit())?;
        let (text, promotion) = text.split_at(end);
        let promotion = match promotion.trim_matches(['=', '/', '(', ')']) {
            "" => None,
            text => Some(text),
        };
        let without_rank = text.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let (file, _) = without_rank.char_indices().next_back()?;
        let (text, to) = text.split_at(file);
        let to = board.parse(to)?;
        let (piece, text) = match text.chars().next() {
            Some('A'..='Z') => {
                // Of symbols that begin alike, the longest.
                let begins = |end: &usize| text.get(..*end).and_then(|symbol| spec.find(symbol));
                let long = (2..=text.len())
                    .rev()
                    .find_map(|end| Some((begins(&end)?, end)));
                let short = || Some((notation.piece_called(spec, &text[..1])?, 1));
                let (piece, end) = long.or_else(short)?;
                (Some(piece), &text[end..])
            }
            _ => (None, text),
        };
        let from = text.strip_suffix(['x', ':', '-']).unwrap_or(text);
        let digits = from.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
        let files = &from[..from.len() - digits.len()];
        let file = (0..board.files()).find(|&file| board.file_name(file).to_string() == files);
        let rank = (0..board.ranks()).find(|&rank| board.rank_name(rank).to_string() == digits);
        if (file.is_none() && !files.is_empty()) || (rank.is_none() && !digits.is_empty()) {
            return None;
        }
        Some(WrittenMove {
            piece,
            from: [file, rank],
            to,
            promotion,
        })
    }

    /// Whether a move fits the text, apart from its promotion.
    fn fits(&self, notation: Notation, rules: &Rules, game: &Game, one: Move) -> bool {
        let board = rules.geometry();
        let comes_from = [board.file(one.from), board.rank(one.from)];
        let mut from = self.from.iter().zip(comes_from);
        let is_piece = |piece| match self.piece {
            Some(named) => {
                let symbol = |piece| notation.symbol(rules.spec(), piece);
                symbol(piece) == symbol(named)
            }
            None => is_letterless(rules.spec(), piece),
        };
        one.to == self.to
            && from.all(|(said, own)| said.is_none_or(|said| said == own))
            && game.at(one.from).is_some_and(|(_, piece)| is_piece(piece))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_scoresheets_are_found() {
        let two_rooks = "4,k,3/P,7/8/R,6,R/8/8/3,n,4/4,K,3 w - 0";
        let wagon = "4,k,5/10/9,p/10/10/10/10/P,9/1,Wa,8/4,K,5 w - 0";
        let rights = "r,3,k,2,r/8/8/2,p,P,4/8/8/8/R,3,K,2,R w castle=KQkq;ep=c6 0";
        let beside = "r,k,5,r/8/8/8/8/8/8/R,K,5,R w castle=HAha 0";
        const CHESS960: &str = "../scripts/variants/chess960.toml";
        for (rules, position, text, wanted) in [
            ("chess", two_rooks, "a8=Q+", Some("a7a8q")),
            ("chess", two_rooks, "a8N", Some("a7a8n")),
            ("chess", two_rooks, "a8", None),
            ("chess", two_rooks, "Rad5", Some("a5d5")),
            ("chess", two_rooks, "Rd5", None),
            ("chess", two_rooks, "Kxd2!", Some("e1d2")),
            ("chess", two_rooks, "Ra5d5", Some("a5d5")),
            ("chess", two_rooks, "Qd5", None),
            ("chess", rights, "O-O", Some("e1g1")),
            ("chess", rights, "0-0-0", Some("e1c1")),
            ("chess", rights, "dxc6", Some("d5c6")),
            ("chess", rights, "dxc6e.p.", Some("d5c6")),
            ("chess", rights, "d5:c6ep!?", Some("d5c6")),
            ("chess", rights, "O-O+-", Some("e1g1")),
            ("chess", rights, "Rf1N", Some("h1f1")),
            ("chess", two_rooks, "a8=q+", Some("a7a8q")),
            ("chess", two_rooks, "a7-a8/N+/-", Some("a7a8n")),
            ("chess", two_rooks, "a8=N", Some("a7a8n")),
            ("chess", two_rooks, "Kd2mate", Some("e1d2")),
            ("chess", two_rooks, "Kxd2ch", Some("e1d2")),
            ("chess", rights, "", None),
            ("chess", rights, "x", None),
            ("chess", rights, "Kü9", None),
            (CHESS960, beside, "O-O-O", Some("b1a1")),
            (CHESS960, beside, "O-O", Some("b1h1")),
            ("scirocco-2009", wagon, "a4", Some("a3a4")),
            ("scirocco-2009", wagon, "Pa4", Some("a3a4")),
            ("scirocco-2009", wagon, "Wabb5", Some("b2b5")),
            ("scirocco-2009", wagon, "Wb5", None),
            (
                "shatranj",
                "4,k,2,r/P,7/8/8/8/8/8/R,3,K,3 w - 0",
                "a8",
                Some("a7a8q"),
            ),
            (
                "shatranj",
                "4,k,2,r/P,7/8/8/8/8/8/R,3,K,3 w - 0",
                "a8=F",
                Some("a7a8q"),
            ),
        ] {
            let rules = Rules::load(rules, &[]).expect("a rule set");
            let game = rules.parse(position).expect("a position");
            let notation = Notation::of(&rules);
            let found = notation.find(&rules, &game, text);
            let found = found.map(|one| notation.write(&rules, &game, one));
            assert_eq!(found.as_deref(), wanted, "{text}");
        }
    }
}
