//! Rules in words.

use super::spec::{
    AttackRule, BareRule, EndSpec, Heading, PromotionChoice, PromotionCondition, PromotionMoment,
    PromotionSpec, RepetitionResult, RoyalRule, RuleSpec, StalemateRule, ZoneDepth, ZoneSide,
};
use crate::piece::PieceType;
use crate::powers::{Power, listed};
use std::fmt;

impl RuleSpec {
    /// A power in words.
    pub fn power_text(&self, power: &Power) -> String {
        let pieces = self.piece_views();
        power.info().describe(&self.rule_set_view(&pieces))
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

    /// The choices that need a lost piece.
    fn lost_text(&self, lost: &[&PromotionChoice]) -> Option<String> {
        let is_choice = |at| lost.iter().any(|choice| choice.to.index() == at);
        let mut officers = (self.pieces.iter().enumerate())
            .filter(|(_, piece)| !piece.royal && !piece.pawn)
            .map(|(at, _)| at);
        let captured = PromotionCondition::Lost { captured: true };
        let word = if lost.iter().any(|choice| choice.condition == captured) {
            "captured"
        } else {
            "lost"
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

impl fmt::Display for EndSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let royal = match (self.royal, self.several_royals) {
            (RoyalRule::Capture, true) => "the last royal is lost by capture",
            (RoyalRule::Capture, false) => "the royal is lost by capture",
            (RoyalRule::Check, _) => "the royal may not be left in check",
        };
        let bare = match self.bare {
            BareRule::Nothing => "a bare royal plays on",
            BareRule::BothDraw if self.only_mate_wins() => {
                "two bare royals and dead positions draw"
            }
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
            if rule.automatic > rule.occurrence {
                write!(f, " if claimed, occurrence {} always", rule.automatic)?;
            }
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
            if rule.automatic > rule.plies {
                write!(f, " if claimed, {} always", rule.automatic)?;
            }
        }
        Ok(())
    }
}
