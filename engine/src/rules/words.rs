//! Rules in words, for people.

use super::spec::PieceType;
use super::spec::{
    ApproachEffect, BareRule, EndSpec, Heading, Leave, Power, PromotionChoice, PromotionCondition,
    PromotionMoment, PromotionSpec, RepetitionResult, RoyalRule, RuleSpec, StalemateRule,
    ZoneDepth, ZoneSide,
};
use std::fmt;

impl RuleSpec {
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
            Power::Hurdle { along } => format!("hurdles along {along}"),
            Power::Trample { along } => format!("tramples along {along}"),
            Power::Strike { over } => format!("strikes over {over}"),
            Power::Pass => "may pass".to_string(),
            Power::Convert { targets } => format!("converts on {targets}"),
            Power::Swap {
                with, back: true, ..
            } => format!("swaps with {with}"),
            Power::Swap {
                with, back: false, ..
            } => {
                format!("swaps with {with} (two pieces that can swap, not back at once)")
            }
            Power::Immobilize { at, may_leave } => {
                let leave = match may_leave {
                    Leave::Any => "",
                    Leave::NonRoyal => " (royals may not leave)",
                    Leave::None => " (and keeps them on the board)",
                };
                format!("immobilizes at {at}{leave}")
            }
            Power::Immune => "is never immobilized".to_string(),
            Power::Approach {
                effect,
                line,
                optional,
            } => {
                let may = if *optional { "may " } else { "" };
                let (does, s) = match effect {
                    ApproachEffect::Capture => ("capture", if *optional { "" } else { "s" }),
                    ApproachEffect::Convert => ("convert", if *optional { "" } else { "s" }),
                };
                let what = match line {
                    true => "the line of enemies ahead of it",
                    false => "the enemy that it approaches",
                };
                format!("{may}{does}{s} {what}")
            }
            Power::Withdrawal => "captures the enemy that it withdraws from".to_string(),
            Power::Overtake { along, .. } => format!("overtakes along {along}"),
            Power::MutualDestruction { targets } => {
                format!("destroys itself with an enemy at {targets}")
            }
            Power::Chameleon => "captures each piece in that piece's own way".to_string(),
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
        let name = |piece: PieceType| &self.piece(piece).text;
        match choice.condition {
            PromotionCondition::Always => {}
            PromotionCondition::OwnerLacks(other) => {
                text.push_str(&format!(" (unless the owner has {})", name(other)));
            }
            PromotionCondition::NoneOnBoard(other) => {
                text.push_str(&format!(" (if no {} is left on the board)", name(other)));
            }
            PromotionCondition::SomeOnBoard(other) => {
                text.push_str(&format!(" (if some {} is left on the board)", name(other)));
            }
            PromotionCondition::Lost => text.push_str(" (if one was lost)"),
        }
        text
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
