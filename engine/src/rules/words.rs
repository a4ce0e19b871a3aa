//! Rules in words, for people.

use super::betza::Mode;
use super::spec::{
    ApproachEffect, BareRule, EndSpec, Heading, Leave, PieceSpec, PieceType, Power,
    PromotionChoice, PromotionCondition, PromotionMoment, PromotionSpec, RepetitionResult,
    RoyalRule, RuleSpec, StalemateRule, ZoneDepth, ZoneSide,
};
use std::fmt;

impl RuleSpec {
    /// A power in words.
    pub fn power_text(&self, power: &Power) -> String {
        let name = |piece: &PieceType| &self.piece(*piece).text;
        match power {
            Power::Hop { over } => format!("hops over an enemy on {over} and captures it"),
            Power::Igui { targets } => format!("captures on {targets} without moving"),
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
            Power::DoubleStep { rank } => format!("double step from rank {rank}, en passant"),
            Power::Castle { with } => format!("castles with {}", name(with)),
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
            Power::Strike { over } => format!(
                "strikes on {over}: captures there without moving, or leaps over to the next \
                 square and captures there too"
            ),
            Power::Pass => "lets its side pass".to_string(),
            Power::Convert { targets } => {
                format!("converts an enemy on {targets} instead of moving")
            }
            Power::Swap {
                with,
                back,
                by_own_chameleons,
            } => {
                let mut text = format!("swaps places with a piece of either side on {with}");
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
                format!("removes itself together with an enemy on {targets}")
            }
            Power::Chameleon => self.chameleon_text(),
        }
    }

    fn has(&self, power: &Power) -> bool {
        self.pieces.iter().any(|piece| piece.powers.contains(power))
    }

    /// What a chameleon does to each of the pieces that it can do something to.
    fn chameleon_text(&self) -> String {
        let captures = |piece: &PieceSpec| {
            let terms = piece.moves.iter().flat_map(|moves| &moves.terms);
            let mut terms = terms.filter(|term| term.mode != Mode::Move && !term.lame);
            terms.next().is_some() && !piece.powers.contains(&Power::Chameleon)
        };
        let has =
            |wanted: fn(&Power) -> bool| move |piece: &PieceSpec| piece.powers.iter().any(wanted);
        let by_approach = has(|power| {
            let effect = ApproachEffect::Capture;
            matches!(power, Power::Approach { effect: found, .. } if *found == effect)
        });
        let texts = |holds: &dyn Fn(&PieceSpec) -> bool| {
            let pieces = self.pieces.iter().filter(|piece| holds(piece));
            listed(pieces.map(|piece| piece.text.clone()).collect(), "and")
        };
        let ways: [(&str, &dyn Fn(&PieceSpec) -> bool, &str); 8] = [
            ("captures ", &captures, " by replacement"),
            ("captures ", &by_approach, " by approach"),
            (
                "captures ",
                &has(|power| *power == Power::Withdrawal),
                " by withdrawal",
            ),
            (
                "captures ",
                &has(|power| matches!(power, Power::Overtake { .. })),
                " by overtaking",
            ),
            (
                "captures ",
                &has(|power| matches!(power, Power::Hurdle { .. })),
                " by hurdling",
            ),
            (
                "swaps with ",
                &has(|power| matches!(power, Power::Swap { .. })),
                "",
            ),
            (
                "removes itself with ",
                &has(|power| matches!(power, Power::MutualDestruction { .. })),
                "",
            ),
            (
                "immobilizes ",
                &has(|power| matches!(power, Power::Immobilize { .. })),
                "",
            ),
        ];
        let mut text = String::from("does to each enemy what that enemy does");
        let mut last = "";
        for (does, holds, how) in ways {
            let pieces = texts(holds);
            if pieces.is_empty() {
                continue;
            }
            text.push_str(if last.is_empty() { ": " } else { ", " });
            text.push_str(if last == does { "" } else { does });
            text.push_str(&format!("{pieces}{how}"));
            last = does;
        }
        text
    }

    /// A promotion in words.
    pub fn promotion_text(&self, promotion: &PromotionSpec) -> String {
        let (lost, others): (Vec<_>, Vec<_>) = promotion
            .to
            .iter()
            .partition(|choice| choice.condition == PromotionCondition::Lost);
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
        let anywhere = lost.iter().all(|choice| choice.after.is_none());
        if lost.is_empty() {
            None
        } else if anywhere && officers.all(is_choice) {
            Some("any lost piece".to_string())
        } else {
            let texts = lost.iter().map(|choice| self.choice_text(choice)).collect();
            Some(format!("a lost {}", listed(texts, "or")))
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
            PromotionCondition::Always | PromotionCondition::Lost => {}
            PromotionCondition::OwnerLacks(other) => {
                text.push_str(&format!(" (unless the owner has {})", name(other)));
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
