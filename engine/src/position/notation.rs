//! The notation of positions and moves that `rules/notation.md` defines. A position is
//! `<board> <side> <state> <ply>`.

use super::{Hands, Position, PositionError};
use crate::board::{Geometry, HOLE, Square, runs};
use crate::moves::{Move, MoveKind};
use crate::piece::{Code, Color};
use crate::powers::{Castling, Homes, Passing};
use crate::rules::{PieceType, RoyalRule, RuleSpec};
use crate::tables::{Left, RuleTables, Traits};
use std::fmt::Write as _;

const CASTLING_LETTERS: [char; 4] = ['K', 'Q', 'k', 'q'];

/// The number of pieces of a full board, for rules without an array.
const DEFAULT_PIECES: u32 = 32;

impl<const W: usize> Position<W> {
    /// Parses a position.
    ///
    /// # Errors
    /// The text is not a position of this rule set. A position in which a side has lost already is one.
    pub fn parse(rules: &RuleTables<W>, text: &str) -> Result<Position<W>, PositionError> {
        let parts: Vec<&str> = text.split_ascii_whitespace().collect();
        let &[board, side, state, ply] = parts.as_slice() else {
            return Err(PositionError(format!(
                "a position has four parts, `<board> <side> <state> <ply>`, separated by spaces; this one has {}",
                parts.len()
            )));
        };
        let mut position = Position::empty();
        position.read_board(rules, board)?;
        position.side = match side {
            "w" => Color::White,
            "b" => Color::Black,
            token => {
                let fault = format!("`{token}` is not a side; write w or b");
                return Err(PositionError(fault));
            }
        };
        position.ply = plain_number(ply).ok_or_else(|| {
            let fault = "is not a number of plies played; write 0 or more";
            PositionError(format!("`{ply}` {fault}"))
        })?;
        position.read_state(rules, state)?;
        position.check_royals(rules)?;
        position.key = position.fresh_key(rules);
        position.check_exposure(rules)?;
        Ok(position)
    }

    /// Checks that the side to move cannot capture a royal that may not be left attacked.
    ///
    /// # Errors
    /// It can.
    pub(crate) fn check_exposure(&self, rules: &RuleTables<W>) -> Result<(), PositionError> {
        if !self.is_exposed(rules) {
            return Ok(());
        }
        Err(PositionError(format!(
            "{:?} is to move and could capture the other side's royal; a move that leaves the royal attacked is not legal here",
            self.side
        )))
    }

    /// Whether the side to move can capture a royal that may not be left attacked.
    pub(crate) fn is_exposed(&self, rules: &RuleTables<W>) -> bool {
        rules.spec.end.royal == RoyalRule::Check
            && !self.is_decided(rules)
            && rules.in_check(self, self.side.other())
    }

    /// The position at the start of array `number`; `None` if the rule set has no such array.
    pub fn start(rules: &RuleTables<W>, number: u32) -> Option<Position<W>> {
        let pieces = crate::tables::array_pieces(&rules.spec, &rules.geometry, number)?;
        let mut position = Position::empty();
        for &(square, code) in &pieces {
            let (color, _) = code.piece()?;
            position.put(rules, square, code, color);
        }
        let (entry, _) = rules.spec.array_bits(number)?;
        if rules.spec.arrays[entry].black_begins {
            position.side = Color::Black;
        }
        for (color, hand) in Color::BOTH.into_iter().zip(&rules.spec.arrays[entry].hands) {
            let places = hand.iter().filter_map(|&piece| rules.hands.place(piece));
            places.for_each(|at| position.hands.add(color, at));
        }
        if let Some(castling) = &rules.castling {
            let squares = castling.squares(&rules.geometry, &pieces);
            let mut homes = castling.homes.iter();
            let home = homes.position(|home| home.squares == squares);
            position.home = home.unwrap_or(0) as u16;
            position.castling = position.possible_castling(rules);
            let home = &castling.homes[usize::from(position.home)];
            position.home = home.first_alike[usize::from(position.castling)];
        }
        position.key = position.fresh_key(rules);
        Some(position)
    }

    /// The number of pieces of a full board: those of the first array, at least 2.
    pub(crate) fn full_board(rules: &RuleTables<W>) -> u32 {
        let first = rules.spec.array_numbers().first().copied();
        let start = first.and_then(|first| Position::start(rules, first));
        let pieces = start.map_or(DEFAULT_PIECES, |start| start.occupied().count());
        pieces.max(2)
    }

    /// This position after putting a side's piece, or nothing, on some squares, as the start of a
    /// game.
    ///
    /// # Errors
    /// The result is not a position of this rule set.
    pub fn changed(
        &self,
        rules: &RuleTables<W>,
        changes: &[(Square, Color, Option<PieceType>)],
    ) -> Result<Position<W>, PositionError> {
        let mut position = *self;
        for &(square, color, piece) in changes {
            if let Some((owner, _)) = position.at(square).piece() {
                position.take(rules, square, owner);
            }
            if let Some(piece) = piece {
                position.put(rules, square, Code::new(color, piece), color);
            }
        }
        position.castling &= position.possible_castling(rules);
        position.ply = 0;
        Position::parse(rules, &position.text(rules))
    }

    fn read_board(&mut self, rules: &RuleTables<W>, text: &str) -> Result<(), PositionError> {
        let board = &rules.geometry;
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != board.ranks() as usize {
            return Err(PositionError(format!(
                "the board has {} ranks, separated by `/`; this text has {}",
                board.ranks(),
                ranks.len()
            )));
        }
        let mut ranks = (0..board.ranks()).rev().zip(ranks);
        ranks.try_for_each(|(rank, text)| self.read_rank(rules, rank, text))
    }

    fn read_rank(
        &mut self,
        rules: &RuleTables<W>,
        rank: i32,
        text: &str,
    ) -> Result<(), PositionError> {
        let board = &rules.geometry;
        let fault = |fault| PositionError(format!("rank {}{fault}", board.rank_name(rank)));
        let mut file = 0_usize;
        let mut after_run = false;
        for token in text.split(',') {
            if token.bytes().all(|byte| byte.is_ascii_digit()) && !token.is_empty() {
                let run = plain_number::<usize>(token).filter(|&run| run > 0 && !after_run);
                let run = run.ok_or_else(|| {
                    fault(format!(": `{token}` is not a run of empty squares; write one number for each run, without leading zeros"))
                })?;
                file = file.saturating_add(run);
                after_run = true;
                continue;
            }
            after_run = false;
            let square = board.at(i32::try_from(file).unwrap_or(i32::MAX), rank);
            let is_hole = square.is_some_and(|square| board.is_hole(square));
            file = file.saturating_add(1);
            if token == HOLE && is_hole {
                continue;
            }
            let (color, piece) = piece(&rules.spec, token).ok_or_else(|| {
                fault(format!(
                    ": `{token}` is not a piece of this rule set; White's are {}, Black's the same in lower case, and a number stands for that many empty squares",
                    rules.spec.piece_texts()
                ))
            })?;
            if let Some(square) = square {
                if is_hole {
                    let name = board.name(square);
                    return Err(fault(format!(
                        ": {name} is a hole, where `{token}` cannot stand"
                    )));
                }
                self.put(rules, square, Code::new(color, piece), color);
            }
        }
        if file != board.files() as usize {
            let files = board.files();
            return Err(fault(format!(
                " (`{text}`) has {file} squares; the board has {files} files"
            )));
        }
        Ok(())
    }

    /// Checks the number of royals of each side.
    ///
    /// # Errors
    /// A side has too many or too few.
    pub(crate) fn check_royals(&self, rules: &RuleTables<W>) -> Result<(), PositionError> {
        let fault = |side: Color, found: u32, remedy| {
            let royal = rules.spec.pieces.iter().filter(|piece| piece.royal);
            let known: Vec<&str> = royal.map(|piece| piece.text.as_str()).collect();
            let known = known.join(" ");
            Err(PositionError(format!(
                "{side:?} has {found} royal pieces ({known}); {remedy}"
            )))
        };
        for side in Color::BOTH {
            let is_royal = |piece: &PieceType| rules.spec.piece(*piece).royal;
            let in_hand = self.hand(rules, side).filter(is_royal).count();
            let found = self.royals(side).count() + in_hand as u32;
            if found > 1 && !rules.spec.end.several_royals {
                return fault(side, found, "a side has one");
            }
            let may_lack = rules.spec.end.may_lack_royal() || rules.loses_without_royal();
            if found == 0 && !may_lack {
                return fault(side, found, "each side must have one");
            }
        }
        Ok(())
    }

    fn read_state(&mut self, rules: &RuleTables<W>, text: &str) -> Result<(), PositionError> {
        if text == "-" {
            return Ok(());
        }
        const ORDER: [&str; 9] = [
            "swap", "trade", "frozen", "castle", "ep", "clock", "left", "hand", "checks",
        ];
        let mut next = 0;
        for item in text.split(';') {
            let fault = |remedy: &str| PositionError(format!("state `{item}`: {remedy}"));
            let (key, value) = item
                .split_once('=')
                .ok_or_else(|| fault("write `-`, or key=value items joined by `;`"))?;
            let at = ORDER.iter().position(|known| *known == key);
            let at = at.ok_or_else(|| {
                fault("the keys are swap, trade, frozen, castle, ep, clock, left, hand and checks")
            })?;
            if at < next {
                return Err(fault(
                    "items stand once each, in the order swap, trade, frozen, castle, ep, clock, left, hand, checks",
                ));
            }
            next = at + 1;
            let read = match key {
                "swap" => (self.read_swapped(rules, value)).map(|swapped| self.swapped = swapped),
                "trade" => {
                    (self.read_captor(rules, value)).map(|captor| self.captor = Some(captor))
                }
                "frozen" => (self.read_entered(rules, value)).map(|entered| self.entered = entered),
                "castle" => (self.read_castling(rules, value))
                    .map(|found| (self.home, self.castling) = found),
                "ep" => (self.read_passing(rules, value)).map(|passing| self.passing = passing),
                "left" => self.read_left(rules, value).map(|left| self.left = left),
                "hand" => self
                    .read_hands(rules, value)
                    .map(|hands| self.hands = hands),
                "checks" => read_checks(rules, value).map(|checks| self.checks = checks),
                _ => read_clock(rules, value).map(|clock| self.clock = clock),
            };
            read.map_err(|remedy| fault(&remedy))?;
        }
        Ok(())
    }

    fn read_swapped(&self, rules: &RuleTables<W>, value: &str) -> Result<[Square; 2], String> {
        if !rules.has_swap_ban {
            return Err("in this rule set every swap may be taken back".to_string());
        }
        let board = &rules.geometry;
        let squares = (board.read(value))
            .and_then(|(first, rest)| Some([first, board.parse(rest)?]))
            .filter(|[first, second]| first < second);
        let squares = squares
            .ok_or("write the two squares just swapped, the lower rank first, such as c4f7")?;
        let [first, second] = squares.map(|square| self.at(square));
        let swaps = |code| rules.traits(code).is(Traits::SWAPPER);
        let owner = |code: Code| code.piece().map(|(owner, _)| owner);
        if !swaps(first) || !swaps(second) || owner(first) == owner(second) {
            return Err(
                "two opposing pieces that can swap with each other must stand there".to_string(),
            );
        }
        Ok(squares)
    }

    fn read_captor(&self, rules: &RuleTables<W>, value: &str) -> Result<Square, String> {
        let Some(rule) = &rules.no_trade else {
            return Err("in this rule set all pieces may be traded".to_string());
        };
        let captor = rules.geometry.parse(value);
        let is_right = |&captor: &Square| {
            // A captor may have removed itself.
            !self.pieces(self.side).contains(captor)
                && self.has_more_traded(rule, self.side.other(), captor)
        };
        let captor = captor.filter(is_right);
        captor.ok_or_else(|| {
            "write the square of the piece that has just captured one that may not be traded, such as e5; its side must \
             still have another one"
                .to_string()
        })
    }

    /// Parses the squares of frozen pieces, separated by a comma.
    fn read_entered(
        &self,
        rules: &RuleTables<W>,
        value: &str,
    ) -> Result<[Option<Square>; 2], String> {
        if rules.spec.frozen.is_none() {
            return Err("in this rule set no piece is frozen".to_string());
        }
        let mut entered = [None; 2];
        for text in value.split(',') {
            let square = rules.geometry.parse(text);
            let piece = square.and_then(|square| Some((square, self.at(square).piece()?.0)));
            let free = piece.filter(|(_, color)| entered[color.index()].is_none());
            let Some((square, color)) = free else {
                let message = "write the squares of pieces that came by the last moves, of each side at most one, such as e4,e5";
                return Err(message.to_string());
            };
            entered[color.index()] = Some(square);
        }
        Ok(entered)
    }

    /// Parses the pieces that have removed themselves, separated by commas.
    fn read_left(&self, rules: &RuleTables<W>, value: &str) -> Result<Left, String> {
        if rules.left.codes().is_empty() {
            return Err("in this rule set it does not matter what removed itself".to_string());
        }
        let mut left = Left::default();
        let mut last = 0;
        for token in value.split(',') {
            let code = piece(&rules.spec, token).map(|(color, piece)| Code::new(color, piece));
            let code =
                code.filter(|code| rules.left.codes().contains(code) && code.index() >= last);
            let code = code.ok_or(
                "write the pieces that removed themselves in the order of the rule set, such as I,i,L",
            )?;
            let more = rules.left.with(left, code);
            if more == left {
                return Err(format!("so many `{token}` cannot be counted"));
            }
            (left, last) = (more, code.index());
        }
        Ok(left)
    }

    /// Parses the pieces in hand, separated by commas, in any order.
    fn read_hands(&self, rules: &RuleTables<W>, value: &str) -> Result<Hands, String> {
        let mut hands = Hands::default();
        for token in value.split(',') {
            let place = |(color, piece)| Some((color, rules.hands.place(piece)?));
            let found = piece(&rules.spec, token).and_then(place);
            let Some((color, at)) = found.filter(|&(color, at)| hands.count(color, at) < 255)
            else {
                let known = rules.hands.types.iter();
                let known: Vec<&str> = known
                    .map(|&piece| rules.spec.piece(piece).text.as_str())
                    .collect();
                return Err(match known.as_slice() {
                    [] => "in this rule set there are no pieces in hand".to_string(),
                    known => format!(
                        "`{token}` cannot be in hand; write pieces of {}, Black's in lower case, such as {}",
                        known.join(" "),
                        [known[0], &known[0].to_ascii_lowercase()].join(","),
                    ),
                });
            };
            hands.add(color, at);
        }
        Ok(hands)
    }

    /// The castling rights whose king and partner stand on their start squares.
    fn possible_castling(&self, rules: &RuleTables<W>) -> u8 {
        let home = self.homes(rules);
        let possible =
            (0..4).filter(|&bit| home.is_some_and(|home| self.is_home(rules, home, bit)));
        possible.fold(0, |rights, bit| rights | 1 << bit)
    }

    /// Whether king and partner of a right stand where they could castle from.
    fn is_home(&self, rules: &RuleTables<W>, home: &Homes<W>, bit: usize) -> bool {
        let owner = Color::BOTH[bit / 2];
        let stands = |square, wanted: &dyn Fn(PieceType) -> bool| {
            let piece = self.at(square).piece();
            piece.is_some_and(|(color, piece)| color == owner && wanted(piece))
        };
        let (Some(castling), Some(way)) = (&rules.castling, home.ways[bit].first()) else {
            return false;
        };
        stands(way.king_from, &|piece| piece == castling.king)
            && stands(way.partner_from, &|piece| {
                castling.partners.contains(&piece)
            })
    }

    /// Parses castling rights: returns the number of their squares, and the rights.
    fn read_castling(&self, rules: &RuleTables<W>, value: &str) -> Result<(u16, u8), String> {
        if let Some(castling) = rules
            .castling
            .as_ref()
            .filter(|all| all.has_several_homes())
        {
            return self.read_partners(rules, castling, value);
        }
        let mut rights = 0;
        for letter in value.chars() {
            let bit = CASTLING_LETTERS.iter().position(|known| *known == letter);
            let bit = bit.ok_or("write the letters of KQkq whose rights remain")?;
            if rights >> bit != 0 {
                return Err("write the letters in the order KQkq, each once".to_string());
            }
            rights |= 1 << bit;
        }
        if value.is_empty() {
            return Err("leave it out when no rights remain".to_string());
        }
        if rights & !self.possible_castling(rules) == 0 {
            Ok((0, rights))
        } else {
            Err("a king or its partner does not stand where it could castle".to_string())
        }
    }

    /// Parses castling rights where arrays differ: the files of the partners. `KQkq` stand for the farthest partners, unless
    /// they are files of the board.
    fn read_partners(
        &self,
        rules: &RuleTables<W>,
        castling: &Castling<W>,
        value: &str,
    ) -> Result<(u16, u8), String> {
        let board = &rules.geometry;
        let pieces = self
            .occupied()
            .iter()
            .map(|square| (square, self.at(square)));
        let farthest = castling.squares(board, &pieces.collect::<Vec<_>>());
        let bit = |home: &Homes<W>, letter: char| {
            let side = if letter.is_ascii_uppercase() {
                0..2
            } else {
                2..4
            };
            let small = letter.to_ascii_lowercase();
            let is_file = (0..board.files()).any(|file| board.file_name(file) == small);
            let is_meant = |&bit: &usize| match home.ways[bit].first() {
                Some(way) if is_file => board.file_name(board.file(way.partner_from)) == small,
                Some(_) => CASTLING_LETTERS[bit] == letter && home.squares[bit] == farthest[bit],
                None => false,
            };
            let mut bits = side.filter(is_meant);
            bits.find(|&bit| self.is_home(rules, home, bit))
        };
        let rights = |home: &Homes<W>| {
            let mut letters = value.chars();
            letters.try_fold(0, |rights, letter| Some(rights | 1 << bit(home, letter)?))
        };
        let mut homes = (0..).zip(&castling.homes);
        let found = homes.find_map(|(number, home)| Some((number, rights(home)?)));
        found.filter(|_| !value.is_empty()).ok_or_else(|| {
            "write the files of the partners whose rights remain, White's as capitals, such as HAha; kings and partners \
             must stand as in one of the arrays"
                .to_string()
        })
    }

    /// Parses the square passed over and, unless the piece went straight ahead, the square on which
    /// it stands.
    fn read_passing(&self, rules: &RuleTables<W>, value: &str) -> Result<Passing, String> {
        let wrong = "write the first empty square that a pawn has just passed over, such as e3; where it does not \
                     stand straight ahead of it, then the pawn's square, such as e3f4";
        let board = &rules.geometry;
        let owner = self.side.other();
        let (square, rest) = board.read(value).ok_or(wrong)?;
        let straight = rules.straight_beyond(square, owner);
        let piece = match rest {
            "" => straight,
            rest => board.parse(rest).filter(|piece| Some(*piece) != straight),
        };
        let piece = piece.ok_or(wrong)?;
        let (files, ranks) = board.offset(square, piece);
        let far = board.distance(square, piece).clamp(1, 2);
        let start = board.away(square, (files / far, ranks / far), -1);
        let start = start.ok_or(wrong)?;
        let passing = Passing::of(start, piece, far + 1);
        let stands = self.at(piece);
        // It may have promoted by the step.
        let came_from = Code::all(rules.spec.pieces.len()).any(|code| {
            let steps = &rules.powers[code.index()].double_step;
            let steps_there = (steps.get(start.index())).is_some_and(|ends| ends.contains(piece));
            let promotion = rules.traits(code).promotion();
            let mut choices = promotion
                .iter()
                .flat_map(|&rule| &rules.promotions[rule].choices);
            let is_owned = code.piece().is_some_and(|(of, _)| of == owner);
            is_owned && steps_there && (code == stands || choices.any(|choice| choice.to == stands))
        });
        let is_wall = |code| (rules.walls.as_ref()).is_some_and(|walls| walls.code == code);
        let is_left = self.at(start).is_empty() || is_wall(self.at(start));
        let are_empty = is_left && passing.squares().all(|square| self.at(square).is_empty());
        if !self.pieces(owner).contains(piece) || !came_from || !are_empty {
            return Err(wrong.to_string());
        }
        if rules.can_capture_passing(self, passing, self.side) {
            Ok(passing)
        } else {
            Ok(Passing::NONE)
        }
    }

    pub fn text(&self, rules: &RuleTables<W>) -> String {
        let board = &rules.geometry;
        let mut text = String::new();
        let on = |square| {
            let code = self.at(square);
            (!code.is_empty()).then(|| piece_text(&rules.spec, code))
        };
        for rank in (0..board.ranks()).rev() {
            let squares = board.rank_texts(rank, on);
            text.push_str(&runs(&squares).collect::<Vec<_>>().join(","));
            text.push(if rank > 0 { '/' } else { ' ' });
        }
        text.push(self.side.letter());
        text.push(' ');
        text.push_str(&self.state_text(rules));
        let _ = write!(text, " {}", self.ply);
        text
    }

    /// The letter of a castling right: one of `KQkq`, or where arrays differ the file of the partner.
    fn partner_letter(&self, rules: &RuleTables<W>, bit: usize, letter: char) -> char {
        let are_several = (rules.castling.as_ref()).is_some_and(Castling::has_several_homes);
        let way = self.homes(rules).and_then(|home| home.ways[bit].first());
        match way {
            Some(way) if are_several => {
                let file = rules
                    .geometry
                    .file_name(rules.geometry.file(way.partner_from));
                if letter.is_ascii_uppercase() {
                    file.to_ascii_uppercase()
                } else {
                    file
                }
            }
            _ => letter,
        }
    }

    fn state_text(&self, rules: &RuleTables<W>) -> String {
        let board = &rules.geometry;
        let mut items = Vec::new();
        if self.swapped != [Square::NONE; 2] {
            let [first, second] = self.swapped;
            items.push(format!("swap={}{}", board.name(first), board.name(second)));
        }
        if let Some(captor) = self.captor {
            items.push(format!("trade={}", board.name(captor)));
        }
        let frozen: Vec<_> = (self.entered.iter().flatten())
            .map(|square| board.name(*square).to_string())
            .collect();
        if !frozen.is_empty() {
            items.push(format!("frozen={}", frozen.join(",")));
        }
        if self.castling != 0 {
            let letters = (CASTLING_LETTERS.into_iter().enumerate())
                .filter(|(bit, _)| self.castling >> bit & 1 == 1);
            let letters = letters.map(|(bit, letter)| self.partner_letter(rules, bit, letter));
            items.push(format!("castle={}", letters.collect::<String>()));
        }
        if self.passing != Passing::NONE {
            let Passing { square, piece, .. } = self.passing;
            let straight = rules.straight_beyond(square, self.side.other());
            items.push(if straight == Some(piece) {
                format!("ep={}", board.name(square))
            } else {
                format!("ep={}{}", board.name(square), board.name(piece))
            });
        }
        if self.clock != 0 {
            items.push(format!("clock={}", self.clock));
        }
        if !self.left.is_none() {
            let repeated = |code: &Code| {
                let count = rules.left.count(self.left, *code) as usize;
                std::iter::repeat_n(piece_text(&rules.spec, *code), count)
            };
            let pieces: Vec<String> = rules.left.codes().iter().flat_map(repeated).collect();
            items.push(format!("left={}", pieces.join(",")));
        }
        let hands = Color::BOTH.into_iter().flat_map(|color| {
            let hand = self.hand(rules, color);
            hand.map(move |piece| piece_text(&rules.spec, Code::new(color, piece)))
        });
        let hands: Vec<String> = hands.collect();
        if !hands.is_empty() {
            items.push(format!("hand={}", hands.join(",")));
        }
        if let Some(checks) = rules.spec.end.checks {
            let [white, black] = self.checks.map(|given| checks.saturating_sub(given));
            items.push(format!("checks={white},{black}"));
        }
        match items.as_slice() {
            [] => "-".to_string(),
            items => items.join(";"),
        }
    }
}

fn piece(spec: &RuleSpec, token: &str) -> Option<(Color, PieceType)> {
    spec.pieces.iter().enumerate().find_map(|(at, piece)| {
        let color = match token {
            token if token == piece.text => Color::White,
            token if token == piece.text.to_ascii_lowercase() => Color::Black,
            _ => return None,
        };
        Some((color, PieceType(at as u8)))
    })
}

/// Parses the number of plies without progress.
fn read_clock<const W: usize>(rules: &RuleTables<W>, value: &str) -> Result<u16, String> {
    if rules.spec.end.move_count.is_none() {
        return Err("this rule set has no move-count draw".to_string());
    }
    let clock = plain_number(value).filter(|&clock| clock > 0);
    clock.ok_or_else(|| {
        "write the number of plies without progress; leave it out when it is 0".to_string()
    })
}

/// Parses the checks that White and Black have still to give: returns those that they have given.
fn read_checks<const W: usize>(rules: &RuleTables<W>, value: &str) -> Result<[u8; 2], String> {
    let Some(checks) = rules.spec.end.checks else {
        return Err("in this rule set checks are not counted".to_string());
    };
    let given = |text: &str| checks.checked_sub(plain_number(text)?);
    let both = value
        .split_once(',')
        .and_then(|(white, black)| Some([given(white)?, given(black)?]));
    both.ok_or_else(|| {
        format!("write the checks that White and Black have still to give, at most {checks} each, such as {checks},{checks}")
    })
}

/// A number in digits alone, without leading zeros.
fn plain_number<T: std::str::FromStr>(text: &str) -> Option<T> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let plain = digits && (text == "0" || !text.starts_with('0'));
    plain.then(|| text.parse().ok())?
}

/// The symbol of a piece in positions: as in the piece table for White, in lower case for Black.
pub(crate) fn piece_text(spec: &RuleSpec, code: Code) -> String {
    match code.piece() {
        None => String::new(),
        Some((Color::White, piece)) => spec.piece(piece).text.clone(),
        Some((Color::Black, piece)) => spec.piece(piece).text.to_ascii_lowercase(),
    }
}

impl Move {
    /// The move's text as `rules/notation.md` defines it, such as `c3e5xd4` or `a7a8=Q`.
    pub(crate) fn text(&self, spec: &RuleSpec, geometry: &Geometry) -> String {
        if self.kind == MoveKind::Pass {
            return "pass".to_string();
        }
        if let Some(piece) = self.dropped() {
            return format!("{}@{}", spec.piece(piece).text, geometry.name(self.to));
        }
        let mut text = String::new();
        let mut push = |mark: &str, square| {
            let _ = write!(text, "{mark}{}", geometry.name(square));
        };
        push("", self.from);
        push("", self.named_target());
        self.victims().iter().for_each(|&victim| push("x", victim));
        self.converted()
            .iter()
            .for_each(|&square| push("~", square));
        if self.kind == MoveKind::Swap {
            text.push_str("<>");
        }
        if let Some(piece) = self.promotion() {
            let _ = write!(text, "={}", spec.piece(piece).text);
        }
        if let Some(wall) = self.wall() {
            let _ = write!(text, "{HOLE}{}", geometry.name(wall));
        }
        text
    }
}
