//! Export of a rule set to the configuration of Fairy-Stockfish (`variants.ini`), as far as that
//! can express it.
//!
//! Pieces that all its versions know are named; others are custom pieces, which version 14
//! introduced. Keys that older versions call otherwise are written under both names. Rules that
//! cannot be expressed are listed.

use crate::betza::{Betza, BetzaTerm, parse};
use crate::board::Square;
use crate::notation::fen;
use crate::notation::xbetza::TermWords;
use crate::piece::PieceType;
use crate::powers::{Castle, CastlingTarget, Hopper, Hurdles, Power, Within};
use crate::rules::{
    BareRule, CheckRule, GoalTime, PieceSpec, PromotionCondition, PromotionMoment,
    RepetitionResult, RoyalRule, RuleSpec, StalemateRule, WallSquares, ZoneDepth, ZoneSide,
};
use crate::{Color, Game, Rules};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The maximum numbers of files, ranks and piece types.
const MAX_SIZE: (usize, u8, usize) = (12, 10, 26);

/// A rule set as a section of a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantsIni {
    /// The text.
    pub text: String,
    /// The rules that it does not express, in words.
    pub left_out: Vec<String>,
}

/// Exports a rule set with its first array under a name.
///
/// # Errors
/// The board is too large, or there are too many piece types.
pub fn write(rules: &Rules, name: &str) -> Result<VariantsIni, String> {
    let spec = rules.spec();
    let (files, ranks, types) = MAX_SIZE;
    if spec.files.len() > files || spec.ranks > ranks || spec.pieces.len() > types {
        return Err(format!(
            "{} has {} files, {} ranks and {} types of pieces; Fairy-Stockfish has at most {files}, {ranks} and {types}",
            spec.title(),
            spec.files.len(),
            spec.ranks,
            spec.pieces.len()
        ));
    }
    let array = spec.array_numbers().first().copied();
    let start = array.and_then(|array| rules.start(array));
    let mut section = Section {
        spec,
        start: start.ok_or("there is no array")?,
        letters: letters(spec),
        lines: Vec::new(),
        left_out: Vec::new(),
    };
    section.board();
    section.pieces(rules);
    section.promotion();
    section.hand();
    section.end();
    let mut text = format!(
        "# {}, written by tradewind from its rule set {}\n",
        spec.title(),
        spec.id
    );
    for part in &section.left_out {
        let _ = writeln!(text, "# not said here: {part}");
    }
    // Fairy-Stockfish ignores sections with the names of its own variants.
    let _ = writeln!(text, "[{name}-tradewind]");
    for line in &section.lines {
        let _ = writeln!(text, "{line}");
    }
    Ok(VariantsIni {
        text,
        left_out: section.left_out,
    })
}

/// The value of a pawn in the endgame in Fairy-Stockfish, which is a pawn of its scores.
const PAWN_VALUE: f64 = 208.0;

/// The keys with piece values, as lines of the section that [`write()`] makes, from values in pawns.
pub fn piece_values(spec: &RuleSpec, values: &[(PieceType, f64)]) -> String {
    let letters = letters(spec);
    let list = |pawn: f64| {
        let word = |(piece, value): &(PieceType, f64)| {
            format!(" {}:{:.0}", letters[piece.index()], pawn * value)
        };
        values.iter().map(word).collect::<String>()
    };
    let (own, cp) = (list(PAWN_VALUE), list(100.0));
    format!(
        "# in centipawns, as other engines take them:{cp}\npieceValueMg ={own}\npieceValueEg ={own}\n"
    )
}

/// A letter for each piece type: its own, else the next free one of its name, else any.
fn letters(spec: &RuleSpec) -> Vec<char> {
    let mut taken = BTreeSet::new();
    let single = |piece: &PieceSpec| match piece.text.to_lowercase().as_str() {
        text if text.len() == 1 => text.chars().next(),
        _ => None,
    };
    let mut letters: Vec<Option<char>> = spec.pieces.iter().map(single).collect();
    taken.extend(letters.iter().flatten().copied());
    for (letter, piece) in letters.iter_mut().zip(&spec.pieces) {
        let wished = piece.text.to_lowercase() + &piece.name.to_lowercase();
        let is_free = |one: &char| one.is_ascii_lowercase() && !taken.contains(one);
        let free = wished.chars().chain('a'..='z').find(is_free);
        let letter = letter.get_or_insert(free.unwrap_or('z'));
        taken.insert(*letter);
    }
    letters.into_iter().flatten().collect()
}

struct Section<'r> {
    spec: &'r RuleSpec,
    /// The start of a game from the first array.
    start: Game,
    letters: Vec<char>,
    lines: Vec<String>,
    left_out: Vec<String>,
}

impl Section<'_> {
    fn set(&mut self, key: &str, value: impl std::fmt::Display) {
        self.lines.push(format!("{key} = {value}"));
    }

    fn leave_out(&mut self, part: impl Into<String>) {
        self.left_out.push(part.into());
    }

    /// The piece that another one is by its moves, where that is its promoted form, such as `Q~` or `+P`.
    fn form_of(&self, piece: PieceType) -> Option<PieceType> {
        let own = self.spec.piece(piece);
        own.hand?;
        let is_form = |other: &PieceType| {
            let other = self.spec.piece(*other);
            let same_moves = other.moves.as_ref().map(|moves| moves_as(own, &moves.text));
            let is_plain = own.powers.is_empty() && other.powers.is_empty();
            other.hand.is_none() && !other.royal && is_plain && same_moves == Some(true)
        };
        self.spec.piece_types().find(is_form)
    }

    /// The letter of a piece, or of the one that it is by its moves.
    fn letter_of(&self, piece: PieceType) -> char {
        self.letters[self.form_of(piece).unwrap_or(piece).index()]
    }

    /// A piece of a position text in a FEN; other tokens are numbers of empty squares.
    fn fen_token(&self, token: &str) -> String {
        let capital = |letter: char| match token.bytes().any(|byte| byte.is_ascii_uppercase()) {
            true => letter.to_ascii_uppercase(),
            false => letter,
        };
        let found = self
            .spec
            .piece_types()
            .find(|&piece| self.spec.piece(piece).text.eq_ignore_ascii_case(token));
        let Some(piece) = found else {
            return token.to_string();
        };
        match self.spec.piece(piece).hand {
            Some(base) if token.starts_with('+') => {
                format!("+{}", capital(self.letters[base.index()]))
            }
            Some(_) if token.ends_with('~') => format!("{}~", capital(self.letter_of(piece))),
            _ => capital(self.letters[piece.index()]).to_string(),
        }
    }

    /// The letters of some types of pieces.
    fn letters_of(&self, is_wanted: impl Fn(&PieceSpec) -> bool) -> String {
        let pieces = self.spec.pieces.iter().zip(&self.letters);
        let wanted = pieces.filter(|(piece, _)| is_wanted(piece));
        wanted.map(|(_, letter)| *letter).collect()
    }

    fn board(&mut self) {
        let (files, ranks) = (self.spec.files.len(), self.spec.ranks);
        self.set("maxFile", files);
        self.set("maxRank", ranks);
        if self.spec.edge {
            self.leave_out("that only captures end on the outermost squares");
        }
        let arrays = self.spec.array_numbers();
        if arrays.len() > 1 {
            self.leave_out(format!("the other {} arrays", arrays.len() - 1));
        }
        let text = self.start.text();
        let fields: Vec<&str> = text.split(' ').collect();
        let row = |row: &str| {
            row.split(',')
                .map(|token| self.fen_token(token))
                .collect::<String>()
        };
        let mut rows = fields[0]
            .split('/')
            .map(row)
            .collect::<Vec<String>>()
            .join("/");
        if self.spec.hand.is_some() {
            rows += &format!("[{}]", fen::hands(&text).map(row).unwrap_or_default());
        }
        let castling = fen::castling(&text);
        let side = fields[1];
        self.set("startFen", format!("{rows} {side} {castling} - 0 1"));
    }

    fn pieces(&mut self, rules: &Rules) {
        let (mut number, mut has_pawn, mut castles, mut named) = (0, false, false, Vec::new());
        let mut powers = self.spec.pieces.iter().flat_map(|piece| &piece.powers);
        let is_plain_pawn = !powers.any(|power| matches!(power, Power::DoubleStep(_)));
        for (kind, letter) in self.spec.piece_types().zip(self.letters.clone()) {
            let piece = self.spec.piece(kind);
            if self.spec.is_wall(kind) || self.form_of(kind).is_some() {
                continue;
            }
            let title = format!("{} ({})", piece.name, piece.text);
            if piece.iron {
                self.leave_out(format!("{title}: that it cannot be captured"));
            }
            let is_king = piece.royal && self.has_kings();
            let limited = region_of(piece);
            let soldier = self.soldier_rank(piece);
            let may_be_pawn = !has_pawn && piece.moves.as_ref().is_some_and(is_pawns);
            let mut is_pawn = is_plain_pawn && may_be_pawn && piece.powers.is_empty();
            for power in &piece.powers {
                match power {
                    Power::DoubleStep(step) if step.along.text == "fW" && may_be_pawn => {
                        is_pawn = true;
                        let top = self.spec.ranks + 1;
                        let ranks = step.ranks.clone().unwrap_or((1..top).collect());
                        let black = ranks.iter().map(|rank| top - rank);
                        let (white, black) = (region(ranks.iter().copied()), region(black));
                        self.set("doubleStep", "true");
                        if step.triple {
                            self.set("tripleStepRegionWhite", &white);
                            self.set("tripleStepRegionBlack", &black);
                        }
                        self.set("doubleStepRegionWhite", white);
                        self.set("doubleStepRegionBlack", black);
                        if let [rank] = ranks.as_slice() {
                            self.set("doubleStepRank", rank);
                        }
                        if let Some(passed) = &step.en_passant {
                            // The captor's target is a rank ahead.
                            let white = region(passed.iter().map(|rank| rank + 1));
                            let black = region(passed.iter().map(|rank| top - rank - 1));
                            self.set("enPassantRegionWhite", black);
                            self.set("enPassantRegionBlack", white);
                        }
                    }
                    Power::Castle(castle) if self.castling(rules, castle).is_some() => {
                        castles = true;
                        if !is_king {
                            self.set("castlingKingPiece", letter);
                        }
                    }
                    Power::Hopper(hopper) if hopper_words(hopper).is_some() => {}
                    Power::Within(_) if limited.is_some() || soldier.is_some() => {}
                    _ => self.leave_out(format!("{title}: {}", power.kind().name())),
                }
            }
            has_pawn |= is_pawn;
            let mut betza = String::new();
            let moves = piece
                .moves
                .iter()
                .chain(limited.map(|within| &within.moves));
            for term in moves.flat_map(|moves| &moves.terms) {
                match term_words(term) {
                    Some(words) => betza += &words,
                    None => self.leave_out(format!("{title}: a part of its moves")),
                }
            }
            for power in &piece.powers {
                if let Power::Hopper(hopper) = power {
                    betza += &hopper_words(hopper).unwrap_or_default();
                }
            }
            self.lines.push(format!("# {title}"));
            if let Some(rank) = soldier {
                self.set("soldier", letter);
                self.set("soldierPromotionRank", rank);
            } else if is_pawn {
                self.set("pawn", letter);
            } else if is_king && moves_as(piece, "K") {
                self.set("king", letter);
            } else if is_king {
                self.set("king", format!("{letter}:{betza}"));
                self.region("King", limited);
            } else if let Some(name) = known_name(piece)
                && (piece.powers.iter()).all(|power| matches!(power, Power::Castle(_)))
                && !named.contains(&name)
            {
                named.push(name);
                self.set(name, letter);
            } else {
                number += 1;
                self.set(&format!("customPiece{number}"), format!("{letter}:{betza}"));
                self.region(&format!("CustomPiece{number}"), limited);
            }
        }
        if is_plain_pawn || !has_pawn {
            self.set("doubleStep", "false");
        }
        self.set("castling", castles);
        let end = &self.spec.end;
        let is_said = match end.royal {
            RoyalRule::None => true,
            RoyalRule::Capture => self.royal_types() == 1,
            RoyalRule::Check => {
                let is_any = end.check == CheckRule::Any && self.spec.explosion.is_none();
                is_any || self.royal_types() == 1
            }
        };
        if !is_said {
            self.leave_out("several royals");
        }
    }

    fn royal_types(&self) -> usize {
        self.spec.pieces.iter().filter(|piece| piece.royal).count()
    }

    /// Whether the royals are kings there: all of one type, one for each side, in a game without explosions.
    fn has_kings(&self) -> bool {
        let end = &self.spec.end;
        end.royal == RoyalRule::Check
            && !end.several_royals
            && self.spec.explosion.is_none()
            && self.royal_types() == 1
    }

    /// The squares on which the moves of a piece end.
    fn region(&mut self, name: &str, region: Option<&Within>) {
        let Some(within) = region else { return };
        let top = self.spec.ranks - 1;
        for (side, is_black) in [("White", false), ("Black", true)] {
            let own = |&(file, rank): &(u8, u8)| (file, if is_black { top - rank } else { rank });
            let squares = square_names(within.squares.iter().map(own));
            self.set(&format!("mobilityRegion{side}{name}"), squares);
        }
    }

    /// The rank from which a piece that steps ahead steps sideways too, if that is all it does and all such pieces are alike.
    fn soldier_rank(&self, piece: &PieceSpec) -> Option<u8> {
        let [Power::Within(within)] = &piece.powers[..] else {
            return None;
        };
        let (_, first) = *within.squares.first()?;
        let rest = usize::from(self.spec.ranks - first) * self.spec.files.len();
        let is_rest = within.squares.iter().all(|(_, rank)| *rank >= first);
        let is_soldier = |other: &&PieceSpec| moves_as(other, "fW") && !other.powers.is_empty();
        let is_only = self.spec.pieces.iter().filter(is_soldier).count() == 1;
        let fits = moves_as(piece, "fW") && !piece.royal;
        (fits
            && is_only
            && is_rest
            && within.squares.len() == rest
            && within.from.is_none()
            && within.moves.text == "sW")
            .then_some(first + 1)
    }

    /// Castling from the first array; `None` where it cannot be expressed.
    fn castling(&mut self, rules: &Rules, castle: &Castle) -> Option<()> {
        if matches!(castle.king, CastlingTarget::OneOf(_)) {
            return None;
        }
        let board = rules.geometry();
        let files = |way: [Square; 3]| way.map(|square| board.file(square));
        let [right, left, black_right, black_left] = rules.castling().map(|way| way.map(files));
        let both = [[right, black_right], [left, black_left]];
        // A side that never castles has no rights at the start.
        let ways = both.map(|[white, black]| white.or(black));
        let owners = [Color::White, Color::White, Color::Black, Color::Black];
        let ranks = owners.into_iter().zip(rules.castling());
        let mut ranks =
            ranks.filter_map(|(owner, way)| Some(board.ranks_advanced(owner, way?[0]) + 1));
        let rank = ranks.next()?;
        let is_at_home = ranks.all(|other| other == rank);
        let is_same =
            |[white, black]: &[Option<_>; 2]| white.is_none() || black.is_none() || white == black;
        let is_said = is_at_home && both.iter().all(is_same);
        let [king, ..] = ways.into_iter().flatten().next().filter(|_| is_said)?;
        let name = |side: usize, at: usize| ways[side].map(|way| board.file_name(way[at]));
        let keys = [
            ("castlingKingFile", Some(board.file_name(king))),
            ("castlingKingsideFile", name(0, 1)),
            ("castlingQueensideFile", name(1, 1)),
            ("castlingRookKingsideFile", name(0, 2)),
            ("castlingRookQueensideFile", name(1, 2)),
        ];
        for (key, file) in keys {
            file.into_iter().for_each(|file| self.set(key, file));
        }
        if rank != 1 {
            self.set("castlingRank", rank);
        }
        let partners = castle.with.iter();
        let partners = partners.map(|piece| self.letters[piece.index()]);
        self.set("castlingRookPieces", partners.collect::<String>());
        Some(())
    }

    fn promotion(&mut self) {
        let mut pawns = String::new();
        let mut choices: Option<Vec<PieceType>> = None;
        let mut zone = None;
        let mut compulsory = [None, None];
        let mut turned = Vec::new();
        let (mut reverts, mut by_capture) = (None, None);
        for (kind, letter) in self.spec.piece_types().zip(self.letters.clone()) {
            let piece = self.spec.piece(kind);
            let Some(rule) = &piece.promotion else {
                continue;
            };
            let to: Vec<PieceType> = rule.to.iter().map(|choice| choice.to).collect();
            let is_reverting = to.iter().any(|&to| self.spec.piece(to).hand == Some(kind));
            let is_alike = to.iter().all(|&to| {
                let hand = self.spec.piece(to).hand;
                hand == is_reverting.then_some(kind)
            });
            let is_plain = rule.to.iter().all(|choice| {
                choice.after.is_none() && choice.condition == PromotionCondition::Always
            });
            let depth = match (rule.zone.side, rule.zone.depth) {
                (ZoneSide::Far, ZoneDepth::Ranks(depth)) => Some(depth),
                _ => None,
            };
            let is_of_pawns = rule.when == PromotionMoment::End && (piece.pawn || to.len() > 1);
            let compulsory = &mut compulsory[usize::from(is_of_pawns)];
            let fits = is_plain
                && depth.is_some()
                && zone.is_none_or(|known| known == depth)
                && if is_of_pawns {
                    choices.as_ref().is_none_or(|known| *known == to)
                } else {
                    let moments = [PromotionMoment::StartOrEnd, PromotionMoment::Capture];
                    to.len() == 1
                        && moments.contains(&rule.when)
                        && by_capture.is_none_or(|known| known == rule.when)
                }
                && compulsory.is_none_or(|known| known == rule.compulsory)
                && (self.spec.hand.is_none()
                    || is_alike && reverts.is_none_or(|known| known == is_reverting));
            if !fits {
                self.leave_out(format!("{} ({}): its promotion", piece.name, piece.text));
                continue;
            }
            zone = Some(depth);
            reverts = Some(is_reverting);
            *compulsory = Some(rule.compulsory);
            if is_of_pawns {
                pawns.push(letter);
                choices = Some(to);
            } else {
                by_capture = Some(rule.when);
                turned.push(format!("{letter}:{}", self.letter_of(to[0])));
            }
        }
        let choices = choices.iter().flatten();
        let types: String = choices.map(|&to| self.letter_of(to)).collect();
        let keys = ["promotionPawnTypes", "promotionPieceTypes"];
        for (key, letters) in keys.into_iter().zip([&pawns, &types]) {
            self.set(key, if letters.is_empty() { "-" } else { letters });
        }
        if let Some(depth) = zone.flatten() {
            let ranks = self.spec.ranks;
            self.set("promotionRegionWhite", region(ranks + 1 - depth..=ranks));
            self.set("promotionRegionBlack", region(1..=depth));
            self.set("promotionRank", ranks + 1 - depth);
        }
        if let Some(is_compulsory) = compulsory[1] {
            self.set("mandatoryPawnPromotion", is_compulsory);
        }
        if !turned.is_empty() {
            self.set("promotedPieceType", turned.join(" "));
            self.set("mandatoryPiecePromotion", compulsory[0] == Some(true));
            if by_capture == Some(PromotionMoment::Capture) {
                self.set("piecePromotionOnCapture", true);
            }
        }
        let captured = self.spec.hand.as_ref().is_some_and(|hand| hand.captured);
        if captured && reverts == Some(false) {
            self.set("dropLoop", true);
        }
        let resets = self.letters_of(|piece| piece.pawn);
        if !resets.is_empty() {
            self.set("nMoveRuleTypes", resets);
        }
    }

    /// Pieces in hand.
    fn hand(&mut self) {
        let spec = self.spec;
        let promotions = || {
            spec.pieces
                .iter()
                .filter_map(|piece| piece.promotion.as_ref())
        };
        let is_stuck_illegal = promotions().any(|promotion| promotion.compulsory_if_stuck);
        let may_be_stuck = spec.hand.as_ref().is_some_and(|hand| hand.may_be_stuck);
        if is_stuck_illegal || (spec.hand.is_some() && !may_be_stuck) {
            self.set("immobilityIllegal", true);
        }
        let Some(hand) = &spec.hand else {
            return;
        };
        if is_stuck_illegal && may_be_stuck {
            self.leave_out("that pieces may be dropped where they could not move on");
        }
        self.set("pieceDrops", true);
        self.set("capturesToHand", hand.captured);
        self.set("mustDrop", hand.must_drop);
        let last = spec.ranks - 1;
        let pieces = spec.hand_pieces();
        let ranks_of = |piece: &PieceType| spec.piece(*piece).drop.ranks.unwrap_or([0, last]);
        let is_pawn = |piece: &&PieceType| spec.piece(**piece).moves.as_ref().is_some_and(is_pawns);
        let (pawns, others): (Vec<&PieceType>, Vec<_>) = pieces.iter().partition(is_pawn);
        let region_of_all = others.first().map_or([0, last], |piece| ranks_of(piece));
        let mut is_said = others.iter().all(|piece| ranks_of(piece) == region_of_all);
        for pawn in pawns {
            let zone = spec
                .piece(*pawn)
                .promotion
                .as_ref()
                .map(|rule| rule.zone.depth);
            let zone = match zone {
                Some(ZoneDepth::Ranks(zone)) => zone,
                _ => 0,
            };
            let [low, high] = ranks_of(pawn);
            let [first, end] = region_of_all;
            is_said &= (low == first || low == first.max(1))
                && (high == end || high == end.min(last - zone));
            self.set("firstRankPawnDrops", low == 0);
            self.set("promotionZonePawnDrops", high > last - zone || zone == 0);
        }
        if !is_said {
            self.leave_out("the ranks on which some pieces are dropped");
        }
        if region_of_all != [0, last] {
            let [first, end] = region_of_all;
            self.set("whiteDropRegion", region(first + 1..=end + 1));
            self.set(
                "blackDropRegion",
                region(spec.ranks - end..=spec.ranks - first),
            );
        }
        let mut doubled = None;
        let never_check = |piece: &PieceType| spec.piece(*piece).drop.never_checks;
        // Only kings are in check there.
        if pieces.iter().all(never_check) && self.has_kings() {
            self.set("dropChecks", false);
        } else if pieces.iter().any(never_check) {
            self.leave_out("that some pieces may not be dropped to give check");
        }
        for &piece in &pieces {
            let drop = &spec.piece(piece).drop;
            if let Some(most) = drop.per_file {
                if doubled.is_some_and(|known| known != most) {
                    self.leave_out("how many of some pieces may be dropped on a file");
                }
                doubled = Some(most);
            }
            if drop.never_mates {
                if known_name(spec.piece(piece)) == Some("shogiPawn") {
                    self.set("shogiPawnDropMateIllegal", true);
                } else {
                    self.leave_out(format!(
                        "that {} may not be dropped to mate",
                        spec.piece(piece).text
                    ));
                }
            }
        }
        if let Some(most) = doubled {
            let limited = self.letters_of(|piece| piece.drop.per_file.is_some());
            self.set("dropNoDoubled", limited);
            self.set("dropNoDoubledCount", most);
        }
    }

    fn end(&mut self) {
        let end = &self.spec.end;
        let stalemate = match end.stalemate {
            StalemateRule::Loses => "loss",
            StalemateRule::Draw => "draw",
            StalemateRule::Wins | StalemateRule::FewerWins => "win",
        };
        self.set("stalemateValue", stalemate);
        if end.stalemate == StalemateRule::FewerWins {
            self.set("stalematePieceCount", true);
        }
        if end.checkmate_wins {
            self.set("checkmateValue", "win");
        }
        if end.no_checks {
            self.set("checking", false);
        }
        if end.checks.is_some() {
            self.set("checkCounting", true);
        }
        if let Some(connection) = &end.connection {
            self.set("connectN", connection.count);
            let steps = [
                ("connectHorizontal", (1, 0)),
                ("connectVertical", (0, 1)),
                ("connectDiagonal", (1, 1)),
            ];
            for (key, step) in steps {
                self.set(key, connection.steps.contains(&step));
            }
        }
        if self.spec.must_capture {
            self.set("mustCapture", true);
        }
        if self.spec.no_trade.is_some() {
            self.leave_out("the pieces that may not be traded");
        }
        if self.spec.frozen.is_some() {
            self.leave_out("the pieces that are frozen on their first turn");
        }
        self.walls();
        self.explosion();
        let by_capture = end.royal != RoyalRule::None && !self.has_kings();
        if end.extinction.is_some() && (by_capture || end.bare.can_lose()) {
            self.leave_out("what becomes of a side without some pieces");
        } else {
            self.extinction();
        }
        if end.bare.can_lose() {
            self.set("extinctionValue", "loss");
            self.set("extinctionClaim", end.bare == BareRule::LosesUnlessRebared);
            self.set("extinctionPieceTypes", "*");
            self.set("extinctionPieceCount", 1);
            self.set("extinctionOpponentPieceCount", 2);
            if by_capture {
                self.leave_out("that a side loses with its royal");
            }
        } else if by_capture {
            self.set("extinctionValue", "loss");
            self.set("extinctionPieceTypes", self.letters_of(|piece| piece.royal));
            if end.royal == RoyalRule::Check {
                self.set("extinctionPseudoRoyal", true);
                // No side has more pieces of a type. What explodes has to be counted.
                if end.check == CheckRule::Any && self.spec.explosion.is_none() {
                    self.set("extinctionPieceCount", 63);
                }
                self.set("dupleCheck", end.check == CheckRule::All);
            }
        }
        self.repetition();
        if end.move_count.is_some_and(|rule| rule.promotion_resets) {
            self.leave_out("that a promotion begins the count of moves anew");
        }
        if end.no_facing {
            self.set("flyingGeneral", true);
        }
        self.goal();
        self.set("nMoveRule", end.move_count.map_or(0, |rule| rule.plies / 2));
    }

    /// Captures that explode, which spare the pieces that are pawns there.
    fn walls(&mut self) {
        let Some(walls) = &self.spec.walls else {
            return;
        };
        let rule = walls.built.map(|built| match built {
            WallSquares::Any => "static",
            WallSquares::Arrow => "arrow",
            WallSquares::Duck => "duck",
            WallSquares::Edge => "edge",
            WallSquares::Trail => "past",
        });
        let petrified = walls.petrified.iter();
        let petrified: String = petrified.map(|piece| self.letter_of(*piece)).collect();
        if let Some(rule) = rule {
            self.set("wallingRule", rule);
            if !walls.open.is_empty() {
                let board = self.spec.geometry();
                let is_built_on = |square: &Square| !walls.open.contains(&board.place(*square));
                let squares = board.all().filter(is_built_on);
                let names: Vec<String> = squares
                    .map(|square| board.name(square).to_string())
                    .collect();
                self.set("wallingRegionWhite", names.join(" "));
                self.set("wallingRegionBlack", names.join(" "));
            }
        }
        if !petrified.is_empty() {
            self.set("petrifyOnCaptureTypes", petrified);
        }
    }

    fn explosion(&mut self) {
        let Some(explosion) = &self.spec.explosion else {
            return;
        };
        let letters = |pieces: &[PieceType]| -> String {
            pieces
                .iter()
                .map(|piece| self.letters[piece.index()])
                .collect()
        };
        let [spared, survivors] = [&explosion.spared, &explosion.survivors].map(|one| letters(one));
        self.set("blastOnCapture", true);
        let pawns = self
            .lines
            .iter()
            .find_map(|line| line.strip_prefix("pawn = "));
        if spared != pawns.unwrap_or_default() {
            self.leave_out("the pieces that explosions spare");
        }
        if !survivors.is_empty() {
            self.set("blastImmuneTypes", survivors);
        }
    }

    fn repetition(&mut self) {
        let Some(rule) = self.spec.end.repetition else {
            return self.set("nFoldRule", 0);
        };
        // The value is that of the side to move, or of White.
        let value = match rule.result {
            RepetitionResult::Draw => None,
            RepetitionResult::MoverLoses => Some("win"),
            RepetitionResult::MoverWins | RepetitionResult::WhiteLoses => Some("loss"),
            RepetitionResult::Illegal | RepetitionResult::MoverLosesUnlessQuiet(_) => {
                return self.leave_out("what repeating a position does");
            }
        };
        self.set("nFoldRule", rule.occurrence);
        if let Some(value) = value {
            self.set("nFoldValue", value);
        }
        if rule.result == RepetitionResult::WhiteLoses {
            self.set("nFoldValueAbsolute", true);
        }
        if rule.perpetual_check_loses {
            self.set("perpetualCheckIllegal", true);
        }
    }

    /// The loss of pieces.
    fn extinction(&mut self) {
        let Some(extinction) = &self.spec.end.extinction else {
            return;
        };
        let all = self.spec.pieces.len();
        let types = match extinction.groups.as_slice() {
            [group] if group.len() == all => "*".to_string(),
            groups if groups.iter().all(|group| group.len() == 1) => {
                let pieces = groups.iter().flatten();
                pieces.map(|piece| self.letters[piece.index()]).collect()
            }
            _ => return self.leave_out("what becomes of a side without some pieces"),
        };
        let (left, value) = (
            extinction.left,
            if extinction.wins { "win" } else { "loss" },
        );
        self.set("extinctionValue", value);
        self.set("extinctionPieceTypes", types);
        self.set("extinctionPieceCount", left);
    }

    /// The squares that win.
    fn goal(&mut self) {
        let Some(goal) = &self.spec.end.goal else {
            return;
        };
        if goal.draws {
            return self.leave_out("that a goal draws");
        }
        let names = goal.squares.each_ref();
        let [white, black] = names.map(|squares| square_names(squares.iter().copied()));
        let piece = match &goal.pieces[..] {
            [only] => self.letters[only.index()].to_string(),
            all if all.len() == self.spec.pieces.len() => "*".to_string(),
            _ => return self.leave_out("which pieces win on a goal"),
        };
        self.set("flagPiece", piece);
        for (key, squares) in [("flagRegionWhite", white), ("flagRegionBlack", black)] {
            if !squares.is_empty() {
                self.set(key, squares);
            }
        }
        if goal.count > 1 {
            self.set("flagPieceCount", goal.count);
        }
        let is_royal = |piece: &PieceType| self.spec.piece(*piece).royal;
        match goal.time {
            GoalTime::AtOnce => {}
            GoalTime::Safe => self.set("flagPieceSafe", true),
            GoalTime::NextTurn if !goal.pieces.iter().all(is_royal) => self.set("flagMove", true),
            GoalTime::Answered if goal.pieces.iter().all(is_royal) => self.set("flagMove", true),
            GoalTime::NextTurn | GoalTime::Answered => self.leave_out("when a goal wins"),
        }
    }
}

/// The names of squares by file and rank, counted from 0.
fn square_names(squares: impl Iterator<Item = (u8, u8)>) -> String {
    let name = |(file, rank)| format!("{}{}", (b'a' + file) as char, rank + 1);
    squares.map(name).collect::<Vec<_>>().join(" ")
}

/// The region of a piece whose moves all end in it.
fn region_of(piece: &PieceSpec) -> Option<&Within> {
    match &piece.powers[..] {
        [Power::Within(within)] if piece.moves.is_none() && within.from.is_none() => Some(within),
        _ => None,
    }
}

/// Whole ranks as a region.
fn region(ranks: impl Iterator<Item = u8>) -> String {
    let ranks: Vec<String> = ranks.map(|rank| format!("*{rank}")).collect();
    ranks.join(" ")
}

fn is_pawns(moves: &Betza) -> bool {
    let letters = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        String::from_iter(letters)
    };
    let mut words: Vec<String> = moves.text.split(' ').map(letters).collect();
    words.sort_unstable();
    words == ["Fcf", "Wfm"]
}

/// The pieces that all versions of Fairy-Stockfish know, with their moves.
pub(super) const KNOWN_PIECES: [(&str, &str); 22] = [
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("fers", "F"),
    ("alfil", "A"),
    ("fersAlfil", "FA"),
    ("silver", "FfW"),
    ("gold", "WfF"),
    ("wazir", "W"),
    ("commoner", "K"),
    ("centaur", "KN"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("amazon", "QN"),
    ("bers", "RF"),
    ("dragonHorse", "BW"),
    ("lance", "fR"),
    ("shogiPawn", "fW"),
    ("shogiKnight", "ffN"),
    ("knibis", "mNcB"),
    ("biskni", "mBcN"),
];

/// The name of a piece with these plain moves.
fn known_name(piece: &PieceSpec) -> Option<&'static str> {
    let mut known = KNOWN_PIECES.iter();
    let (name, _) = known.find(|(_, moves)| moves_as(piece, moves))?;
    Some(name)
}

/// Whether a piece has the moves of some notation, in any order.
fn moves_as(piece: &PieceSpec, text: &str) -> bool {
    let leaps = |moves: &Betza| moves.meaning().collect::<BTreeSet<_>>();
    let own = piece.moves.as_ref().map(leaps);
    own.is_some_and(|own| parse(text).is_ok_and(|known| leaps(&known) == own))
}

/// A hopper in the notation of Fairy-Stockfish; `None` where that cannot express it.
fn hopper_words(hopper: &Hopper) -> Option<String> {
    let letter = match hopper.hurdles {
        Hurdles::Any => return None,
        Hurdles::Single => 'p',
        Hurdles::Close => 'g',
    };
    let terms = hopper.along.terms.iter();
    let is_endless = |term: &&BetzaTerm| term.range == BetzaTerm::UNLIMITED;
    let words = terms.map(|term| Some(term).filter(is_endless).and_then(term_words));
    let words = words.map(|word| Some(format!("{letter}{}", word?)));
    Some(words.collect::<Option<Vec<String>>>()?.concat())
}

/// A term in the notation of Fairy-Stockfish; `None` where that cannot express it.
fn term_words(term: &BetzaTerm) -> Option<String> {
    let words = TermWords::of(term)?;
    let is_rider = matches!(words.atom.chars().next()?, 'R' | 'B' | 'W' | 'F' | 'N');
    let is_lame = "DNAZ".contains(&words.atom);
    let is_known = !words.atom.contains(['X', 'Y', 'U']);
    let fits = is_known && (term.range == 1 || is_rider) && (!term.lame || is_lame);
    fits.then(|| words.with(term.mode.letter()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(rules: &str) -> VariantsIni {
        let rules = Rules::load(rules, &[]).unwrap_or_else(|fault| panic!("{fault}"));
        write(&rules, "x").unwrap_or_else(|fault| panic!("{fault}"))
    }

    #[test]
    fn chess_is_said_whole() {
        let found = written("chess");
        assert_eq!(found.left_out, [""; 0]);
        for line in [
            "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "pawn = p",
            "doubleStepRegionBlack = *7",
            "castlingKingsideFile = g",
            "promotionPieceTypes = qrbn",
            "nMoveRule = 50",
        ] {
            assert!(
                found.text.lines().any(|own| own == line),
                "{line}: {}",
                found.text
            );
        }
    }

    /// Versions before custom pieces know these by their names.
    #[test]
    fn known_pieces_have_their_names() {
        let makruk = "../scripts/variants/makruk.toml";
        let found = written(makruk);
        assert_eq!(found.left_out, [""; 0]);
        assert!(!found.text.contains("customPiece"), "{}", found.text);
        for line in [
            "pawn = p",
            "knight = n",
            "silver = s",
            "rook = r",
            "fers = m",
            "king = k",
            "doubleStep = false",
            "promotionRank = 6",
            "promotionPieceTypes = m",
        ] {
            let is_there = found.text.lines().any(|own| own == line);
            assert!(is_there, "{line}: {}", found.text);
        }
    }

    #[test]
    fn castling_to_squares_is_said() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("mine.toml");
        let castling = |to: &str, array: &str| {
            let rules = format!(
                "extends = \"chess\"\nname = \"Mine\"\n[[piece]]\ntext = \"K\"\n\
                 powers = [{{ power = \"castle\", with = \"R\", to = {to} }}]\n\
                 [[array]]\nrows = [\"P P P P P P P P\", \"R N B Q K B N R\"]\nblack = \"{array}\"\n"
            );
            std::fs::write(&file, rules).expect("written");
            let found = written(&file.to_string_lossy());
            let lines = found
                .text
                .lines()
                .filter(|line| line.starts_with("castling"));
            (lines.collect::<Vec<_>>().join("; "), found.left_out)
        };
        let said = "castlingKingFile = e; castlingKingsideFile = g; castlingQueensideFile = b; \
                    castlingRookKingsideFile = h; castlingRookQueensideFile = a; castlingRookPieces = r; castling = true";
        let none: Vec<String> = Vec::new();
        assert_eq!(
            castling("[\"b1\", \"g1\"]", "mirrored"),
            (said.to_string(), none.clone())
        );
        let said = "castlingKingFile = e; castlingKingsideFile = g; castlingRookKingsideFile = h; castlingRookPieces = r; castling = true";
        assert_eq!(castling("[\"g1\"]", "mirrored"), (said.to_string(), none));
        // Black's king stands on another file.
        let (said, left_out) = castling("[\"c1\", \"g1\"]", "rotated");
        assert_eq!(said, "castling = false");
        assert_eq!(left_out, ["King (K): castle"]);
    }

    #[test]
    fn what_cannot_be_said_is_named() {
        let found = written("rococo");
        for part in [
            "Advancer (A): approach",
            "Swapper (S): swap",
            "outermost squares",
        ] {
            assert!(
                found.left_out.iter().any(|own| own.contains(part)),
                "{part}: {:?}",
                found.left_out
            );
            assert!(found.text.contains(part), "{part}");
        }
        let typhoon = Rules::load("typhoon", &[]).expect("typhoon");
        let fault = write(&typhoon, "x").expect_err("it is too large");
        assert!(fault.contains("75 types of pieces"), "{fault}");
    }

    #[test]
    fn leaps_have_the_words_that_are_known_there() {
        for (own, wanted) in [
            ("R", "R"),
            ("R4", "W4"),
            ("mQ", "mRmB"),
            ("fF", "fF"),
            ("flF", "flF"),
            ("bhN", "bhN"),
            ("bN", "bN"),
            ("flN", "flN"),
            ("lfN", "lfN"),
            ("fhrN", "rfNfrNbrNflNlfN"),
            ("NN", "N0"),
            ("nA", "nA"),
            ("sW", "sW"),
        ] {
            let text = format!("[[piece]]\nname = \"X\"\ntext = \"X\"\nmoves = \"{own}\"\n");
            let rules = format!(
                "name = \"x\"\nextends = \"chess\"\n{text}\n[[array]]\nrows = [\"X - - - K - - -\"]\nblack = \"mirrored\"\n"
            );
            let folder = tempfile::tempdir().expect("a folder");
            let file = folder.path().join("x.toml");
            std::fs::write(&file, rules).expect("a file");
            let rules = Rules::load(file.to_str().expect("a path"), &[]);
            let rules = rules.unwrap_or_else(|fault| panic!("{fault}"));
            let found = write(&rules, "x").unwrap_or_else(|fault| panic!("{fault}"));
            assert!(
                found.text.contains(&format!("= x:{wanted}\n")),
                "{own}: {}",
                found.text
            );
        }
    }
}
