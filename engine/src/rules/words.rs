//! Rules in words, for people.

use super::spec::{
    ApproachEffect, AttackRule, BareRule, CastlingTarget, EndSpec, Heading, Leave, PieceSpec,
    Power, PromotionChoice, PromotionCondition, PromotionMoment, PromotionSpec, RepetitionResult,
    RoyalRule, RuleSpec, StalemateRule, ZoneDepth, ZoneSide,
};
use crate::betza::{Betza, Mode};
use crate::piece::PieceType;
use std::fmt;

impl RuleSpec {
    /// A power in words.
    pub fn power_text(&self, power: &Power) -> String {
        let name = |piece: &PieceType| &self.piece(*piece).text;
        match power {
            Power::Hop { over } => format!("hops over an enemy on {over} and captures it"),
            Power::Igui { targets } => {
                format!("captures {} without moving", first_on("an enemy", targets))
            }
            Power::Relay { to, moves, landing } => match landing {
                Some(landing) => {
                    format!("lends {moves} to friends on {to}, to land on {landing} only")
                }
                None => format!("lends {moves} to friends on {to}"),
            },
            Power::SkipSlide { along, skip: 1 } => {
                format!("{along}, passing over the adjacent square")
            }
            Power::SkipSlide { along, skip } => format!("{along}, passing over {skip} squares"),
            Power::Bent { first, then } => {
                format!("{first} without capturing, then {then} outwards")
            }
            Power::DoubleStep { ranks, along } => {
                let from = match ranks.as_deref() {
                    None => "every rank".to_string(),
                    Some([rank]) => format!("rank {rank}"),
                    Some(ranks) => {
                        let ranks: Vec<String> = ranks.iter().map(u8::to_string).collect();
                        format!("ranks {}", ranks.join(", "))
                    }
                };
                match along.text.as_str() {
                    "fW" => format!("double step from {from}, en passant"),
                    _ => format!("double step along {along} from {from}, en passant"),
                }
            }
            Power::Castle { with, king } => {
                let partners: Vec<&str> = with.iter().map(|piece| name(piece).as_str()).collect();
                let partners = partners.join(" or ");
                match king {
                    CastlingTarget::Steps(2) => format!("castles with {partners}"),
                    CastlingTarget::Steps(1) => format!("castles with {partners}, by one square"),
                    CastlingTarget::Steps(steps) => {
                        format!("castles with {partners}, by {steps} squares")
                    }
                    CastlingTarget::Squares(squares) => {
                        let square = |&(file, rank): &(u8, u8)| {
                            let rank = u16::from(rank) + u16::from(self.first_rank);
                            format!("{}{rank}", self.files[usize::from(file)])
                        };
                        let squares: Vec<String> = squares.iter().map(square).collect();
                        format!("castles with {partners}, to {}", squares.join(" or "))
                    }
                }
            }
            Power::Regent { becomes } => {
                format!(
                    "regent: shields from check, becomes {} when the royal falls",
                    name(becomes)
                )
            }
            Power::Hurdle { along } => format!("hurdles along {along} over one or more pieces"),
            Power::Trample { along } => {
                format!("tramples along {along}, capturing every enemy on the way")
            }
            Power::Strike { over } => {
                format!(
                    "strikes on {over}, capturing without moving or by a leap to the next square"
                )
            }
            Power::Pass => "lets its side pass".to_string(),
            Power::Convert { targets } => {
                format!(
                    "converts {} instead of moving",
                    first_on("an enemy", targets)
                )
            }
            Power::Swap {
                with,
                back,
                by_own_chameleons,
            } => {
                let mut text = format!(
                    "swaps places with {}",
                    first_on("a piece of either side", with)
                );
                if !back {
                    text.push_str(" (two opposing pieces that can swap, not back at once)");
                }
                if !by_own_chameleons && self.has(&Power::Chameleon) {
                    text.push_str(" (chameleons of its own side may not swap with it)");
                }
                text
            }
            Power::Immobilize { at, may_leave } => {
                let leave = match may_leave {
                    Leave::Any => ", which may leave the board",
                    Leave::NonRoyal => ", which may leave the board unless royal",
                    Leave::None => "",
                };
                format!("immobilizes enemies on {at}{leave}")
            }
            Power::Immune => "is never immobilized".to_string(),
            Power::Approach {
                effect,
                line,
                optional,
            } => {
                let does = match (effect, optional) {
                    (ApproachEffect::Capture, false) => "captures",
                    (ApproachEffect::Capture, true) => "may capture",
                    (ApproachEffect::Convert, false) => "converts",
                    (ApproachEffect::Convert, true) => "may convert",
                };
                let what = match line {
                    true => "the unbroken line of enemies",
                    false => "the enemy",
                };
                format!("{does} {what} that it moves up to")
            }
            Power::Withdrawal => "captures the adjacent enemy that it moves away from".to_string(),
            Power::Overtake {
                along,
                by_leaping_chameleons,
            } => {
                let mut text = format!("overtakes along {along}, capturing every enemy passed");
                if !by_leaping_chameleons && self.has(&Power::Chameleon) {
                    text.push_str(" (safe from chameleons that leap it to take a hurdler)");
                }
                text
            }
            Power::MutualDestruction { targets } => {
                format!(
                    "removes itself together with {}",
                    first_on("an enemy", targets)
                )
            }
            Power::Chameleon => self.chameleon_text(),
        }
    }

    fn has(&self, power: &Power) -> bool {
        self.pieces.iter().any(|piece| piece.powers.contains(power))
    }

    /// What a chameleon does to each of the pieces that it can do something to.
    fn chameleon_text(&self) -> String {
        let either_side = |piece: &PieceSpec| {
            let by_own =
                |power: &Power| matches!(power, Power::Swap { by_own_chameleons: own, .. } if *own);
            piece.powers.iter().any(by_own)
        };
        let mut parts: Vec<String> = Vec::new();
        let mut last = "";
        for (does, how) in CHAMELEON_WAYS {
            let is_taken = |piece: &&PieceSpec| chameleon_ways(piece).contains(&(does, how));
            let taken = self.pieces.iter().filter(is_taken);
            let text = |piece: &PieceSpec| match does == SWAPS && either_side(piece) {
                true => format!("{} of either side", piece.text),
                false => piece.text.clone(),
            };
            let pieces = listed(taken.map(text).collect(), "and");
            if !pieces.is_empty() {
                let does = if last == does { "" } else { does };
                parts.push(format!("{does}{pieces}{how}"));
            }
            last = does;
        }
        match parts.is_empty() {
            true => "does to each enemy what that enemy does".to_string(),
            false => format!(
                "does to each enemy what that enemy does: {}",
                parts.join(", ")
            ),
        }
    }

    /// A promotion in words.
    pub fn promotion_text(&self, promotion: &PromotionSpec) -> String {
        let (lost, others): (Vec<_>, Vec<_>) = promotion
            .to
            .iter()
            .partition(|choice| matches!(choice.condition, PromotionCondition::Lost { .. }));
        let mut choices: Vec<String> = others
            .into_iter()
            .map(|choice| self.choice_text(choice))
            .collect();
        choices.extend(self.lost_text(&lost));
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
        format!("{must} become {} {when} {zone}", listed(choices, "or"))
    }

    /// The choices that are open once such a piece is lost.
    fn lost_text(&self, lost: &[&PromotionChoice]) -> Option<String> {
        let is_choice = |at| lost.iter().any(|choice| choice.to.index() == at);
        let mut officers = (self.pieces.iter().enumerate())
            .filter(|(_, piece)| !piece.royal && !piece.pawn)
            .map(|(at, _)| at);
        let captured = PromotionCondition::Lost { captured: true };
        let word = match lost.iter().any(|choice| choice.condition == captured) {
            true => "captured",
            false => "lost",
        };
        let anywhere = lost.iter().all(|choice| choice.after.is_none());
        if lost.is_empty() {
            None
        } else if anywhere && officers.all(is_choice) {
            Some(format!("any {word} piece"))
        } else {
            let texts = lost.iter().map(|choice| self.choice_text(choice)).collect();
            Some(format!("a {word} {}", listed(texts, "or")))
        }
    }

    fn choice_text(&self, choice: &PromotionChoice) -> String {
        let mut text = self.piece(choice.to).text.clone();
        match choice.after {
            Some(Heading::Orthogonal) => text.push_str(" (after an orthogonal move)"),
            Some(Heading::Diagonal) => text.push_str(" (after a diagonal move)"),
            None => {}
        }
        let name = |piece: PieceType| &self.piece(piece).text;
        match choice.condition {
            PromotionCondition::Always | PromotionCondition::Lost { .. } => {}
            PromotionCondition::OwnerLacks(other) => {
                text.push_str(&format!(" (unless the owner has {})", name(other)));
            }
            PromotionCondition::NoneOnBoard(other) if other == choice.to => {
                text.push_str(" (if none is left on the board)");
            }
            PromotionCondition::NoneOnBoard(other) => {
                text.push_str(&format!(" (if no {} is left on the board)", name(other)));
            }
            PromotionCondition::SomeOnBoard(other) => {
                text.push_str(&format!(" (if some {} is left on the board)", name(other)));
            }
        }
        text
    }
}

/// What a chameleon does to pieces, and how, in the order in which it is told.
const CHAMELEON_WAYS: [(&str, &str); 8] = [
    ("captures ", " by replacement"),
    ("captures ", " by approach"),
    ("captures ", " by withdrawal"),
    ("captures ", " by overtaking"),
    ("captures ", " by hurdling"),
    (SWAPS, ""),
    ("removes itself with ", ""),
    ("immobilizes ", ""),
];
const SWAPS: &str = "swaps with ";

/// What a chameleon does to a piece.
fn chameleon_ways(piece: &PieceSpec) -> Vec<(&'static str, &'static str)> {
    let [
        replacement,
        approach,
        withdrawal,
        overtaking,
        hurdling,
        swap,
        removal,
        immobilizing,
    ] = CHAMELEON_WAYS;
    let way = |power: &Power| match power {
        Power::Approach {
            effect: ApproachEffect::Capture,
            ..
        } => Some(approach),
        Power::Withdrawal => Some(withdrawal),
        Power::Overtake { .. } => Some(overtaking),
        Power::Hurdle { .. } => Some(hurdling),
        Power::Swap { .. } => Some(swap),
        Power::MutualDestruction { .. } => Some(removal),
        Power::Immobilize { .. } => Some(immobilizing),
        _ => None,
    };
    let mut terms = piece.moves.iter().flat_map(|moves| &moves.terms);
    let captures = terms.any(|term| term.mode != Mode::Move && !term.lame);
    let is_chameleon = piece.powers.contains(&Power::Chameleon);
    let replaced = (captures && !is_chameleon).then_some(replacement);
    replaced
        .into_iter()
        .chain(piece.powers.iter().filter_map(way))
        .collect()
}

/// Something on the squares of a text of the notation; on lines, the first piece counts.
fn first_on(what: &str, targets: &Betza) -> String {
    match targets.terms.iter().any(|term| term.range > 1) {
        true => format!("{what} first in line on {targets}"),
        false => format!("{what} on {targets}"),
    }
}

/// A list with a word before its last entry.
fn listed(texts: Vec<String>, word: &str) -> String {
    match texts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} {word} {last}", rest.join(", ")),
        None => String::new(),
    }
}

impl fmt::Display for EndSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let royal = match (self.royal, self.several_royals) {
            (RoyalRule::Capture, true) => "the last royal is lost by capture",
            (RoyalRule::Capture, false) => "the royal is lost by capture",
            (RoyalRule::Check, _) => "the royal may not be left in check",
        };
        let bare = match self.bare {
            BareRule::Nothing => "a bare royal plays on",
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
                RepetitionResult::MoverLosesUnlessQuiet(AttackRule::New) => {
                    "loses, or draws if nothing was attacked"
                }
                RepetitionResult::MoverLosesUnlessQuiet(AttackRule::Any) => {
                    "loses, or draws if the pieces moved attacked nothing"
                }
                RepetitionResult::MoverLosesUnlessQuiet(AttackRule::Discovered) => {
                    "loses, or draws if nothing was attacked, by discovery either"
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
