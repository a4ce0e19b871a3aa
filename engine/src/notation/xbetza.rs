//! The moves of pieces in XBetza ("Betza notation (extended)" of chessvariants.com and XBoard).

use crate::betza::{Betza, BetzaTerm, Mode, is_universal, leaper, parse};
use crate::piece::PieceType;
use crate::powers::{CastlingTarget, Hurdles, Power, PowerKind};
use crate::rules::{PieceSpec, RuleSpec};
use std::collections::BTreeSet;

/// The moves of a piece; `None` where XBetza cannot express them, such as relays, or a double step
/// from a rank on which the piece does not begin. `castling` are the words of castling, those of its
/// steps if `None`.
pub fn moves(spec: &RuleSpec, piece: PieceType, castling: Option<&str>) -> Option<String> {
    let own = spec.piece(piece);
    let is_passed = (spec.pieces.iter().flat_map(|piece| &piece.powers))
        .any(|power| power.kind() == PowerKind::DoubleStep);
    let mut text = String::new();
    for term in own.moves.iter().flat_map(|moves| &moves.terms) {
        let word = TermWords::of(term)?;
        let in_passing = if is_passed && own.pawn && term.range == 1 && term.mode != Mode::Move {
            "e"
        } else {
            ""
        };
        text += &word.with(&format!("{}{in_passing}", term.mode.letter()));
    }
    for power in &own.powers {
        text += &match (power, castling) {
            (Power::Castle(_), Some(words)) => words.to_string(),
            _ => power_words(spec, own, piece, power)?,
        };
    }
    (!text.is_empty()).then_some(text)
}

fn power_words(
    spec: &RuleSpec,
    own: &PieceSpec,
    piece: PieceType,
    power: &Power,
) -> Option<String> {
    let words = |betza: &Betza, change: &dyn Fn(&BetzaTerm) -> Option<String>| {
        betza.terms.iter().map(change).collect::<Option<String>>()
    };
    match power {
        Power::Legs(legs) => Some(legs.moves.text.replace(' ', "")),
        Power::Hopper(hopper) => {
            let over = match hopper.hurdles {
                Hurdles::Any => "pp",
                Hurdles::Single => "p",
                Hurdles::Close => "g",
            };
            words(&hopper.along, &|term| {
                Some(TermWords::of(term)?.with(&format!("{}{over}", term.mode.letter())))
            })
        }
        Power::Hop(hop) => words(&hop.over, &|term| Some(TermWords::of(term)?.with("cafm"))),
        Power::Strike(strike) => words(&strike.over, &|term| {
            let word = TermWords::of(term)?;
            Some(word.with("caf") + &word.with("cab"))
        }),
        Power::Igui(igui) => words(&igui.targets, &|term| match term.range {
            1 => Some(TermWords::of(term)?.with("cab")),
            // The way back is as long.
            _ => Some(TermWords::of(term)?.with("caib")),
        }),
        Power::Bent(bent) => {
            let slide = &bent.then.terms;
            words(&bent.first, &|first| {
                let [then] = slide.as_slice() else {
                    return None;
                };
                let [first_leap, then_leap] = [first, then].map(|term| term.leaps.first());
                let is_straight = |&(file, rank): &(i32, i32)| file == 0 || rank == 0;
                let turns = is_straight(first_leap?) != is_straight(then_leap?);
                let is_whole = turns && then.leaps.len() == 4 && first.range == 1;
                let (first, then) = (TermWords::of(first)?, TermWords::of(then)?);
                let step = |direction: &String| {
                    let atom = &first.atom;
                    format!("{direction}m{atom}[{direction}{atom}-fs{}]", then.atom)
                };
                is_whole.then(|| first.directions.iter().map(step).collect())
            })
        }
        Power::SkipSlide(slide) => words(&slide.along, &|term| {
            let word = TermWords::of(term)?;
            let range = match term.range {
                BetzaTerm::UNLIMITED => BetzaTerm::UNLIMITED,
                range => range - slide.skip,
            };
            let step = TermWords::of(&BetzaTerm {
                range: 1,
                ..term.clone()
            })?
            .atom;
            let rest = TermWords::of(&BetzaTerm {
                range,
                ..term.clone()
            })?
            .atom;
            let passed = format!("{step}-").repeat(usize::from(slide.skip));
            let mode = term.mode.letter();
            let path = |direction: &String| format!("{direction}{mode}[{passed}{rest}]");
            Some(word.directions.iter().map(path).collect())
        }),
        Power::DoubleStep(step) if step.triple => None,
        Power::DoubleStep(step) => {
            let atom = match step.along.text.as_str() {
                "fW" => 'D',
                "fF" => 'A',
                _ => return None,
            };
            let wanted: BTreeSet<u8> = step.ranks.iter().flatten().copied().collect();
            let homes = home_squares(spec, piece);
            let ranks: BTreeSet<u8> = homes.iter().map(|(_, rank)| rank + 1).collect();
            (wanted == ranks && own.pawn).then(|| format!("ifmn{atom}"))
        }
        Power::Within(within) => {
            let from = within.from.iter().flatten().copied().collect();
            let is_first = home_squares(spec, piece) == from
                && within.squares.len() == spec.files.len() * usize::from(spec.ranks);
            let first = words(&within.moves, &|term| {
                Some(TermWords::of(term)?.with(&format!("i{}", term.mode.letter())))
            });
            first.filter(|_| is_first)
        }
        Power::Castle(castle) => match &castle.king {
            CastlingTarget::Steps(steps) => Some(format!("isO{steps}")),
            CastlingTarget::OneOf(several) => {
                Some(several.iter().map(|steps| format!("isO{steps}")).collect())
            }
            CastlingTarget::Squares(_) => None,
        },
        Power::Swap(swap) if swap.back => {
            words(&swap.with, &|term| Some(TermWords::of(term)?.with("u")))
        }
        _ => None,
    }
}

/// The squares of White's on which pieces of a type start, as file and rank, counted from 0.
fn home_squares(spec: &RuleSpec, piece: PieceType) -> BTreeSet<(u8, u8)> {
    let mut squares = BTreeSet::new();
    for array in &spec.arrays {
        for (rank, row) in array.rows.iter().rev().enumerate() {
            let files = row.iter().enumerate();
            let files = files.filter(|(_, stands)| **stands == Some(piece));
            squares.extend(files.map(|(file, _)| (file as u8, rank as u8)));
        }
    }
    squares
}

/// The words of a term, one for each of its directions.
pub(super) struct TermWords {
    /// The letters of the directions.
    pub directions: Vec<String>,
    /// `n` for a lame leap.
    pub lame: &'static str,
    /// The atom with its range.
    pub atom: String,
}

impl TermWords {
    /// `None` where the leaps are not of one atom.
    pub fn of(term: &BetzaTerm) -> Option<TermWords> {
        let sizes =
            |(file, rank): &(i32, i32)| (file.abs().min(rank.abs()), file.abs().max(rank.abs()));
        let (short, long) = sizes(term.leaps.first()?);
        if is_universal(term) {
            return Some(TermWords {
                directions: vec![String::new()],
                lame: "",
                atom: "U".to_string(),
            });
        }
        if !term.leaps.iter().all(|leap| sizes(leap) == (short, long)) {
            return None;
        }
        let atom = leaper((long, short))?;
        let leaps = |term: &BetzaTerm| term.leaps.iter().copied().collect::<BTreeSet<_>>();
        let means = |directions: &&&str| {
            let read = parse(&format!("{directions}{atom}"));
            read.is_ok_and(|betza| leaps(&betza.terms[0]) == leaps(term))
        };
        let directions = match DIRECTIONS.iter().find(means) {
            Some(directions) => vec![directions.to_string()],
            None => term.leaps.iter().map(|&leap| direction(leap)).collect(),
        };
        let atom = match (term.range, atom.as_str()) {
            (1, atom) => atom.to_string(),
            (BetzaTerm::UNLIMITED, "W") => "R".to_string(),
            (BetzaTerm::UNLIMITED, "F") => "B".to_string(),
            (BetzaTerm::UNLIMITED, atom) => format!("{atom}0"),
            (range, atom) => format!("{atom}{range}"),
        };
        let lame = if term.lame { "n" } else { "" };
        Some(TermWords {
            directions,
            lame,
            atom,
        })
    }

    /// The words with further modifiers. Other programs want directions first and `n` last.
    pub fn with(&self, modifiers: &str) -> String {
        let TermWords { lame, atom, .. } = self;
        let word = |direction: &String| format!("{direction}{modifiers}{lame}{atom}");
        self.directions.iter().map(word).collect()
    }
}

/// Direction letters of more than one leap, simple ones first.
const DIRECTIONS: [&str; 17] = [
    "", "f", "b", "l", "r", "v", "s", "fs", "bs", "fh", "bh", "lh", "rh", "lv", "rv", "hl", "hr",
];

/// The letters of a single leap; the second of two is the main direction.
fn direction((file, rank): (i32, i32)) -> String {
    let side = |number: i32, letters: [&'static str; 2]| match number.signum() {
        1 => letters[0],
        -1 => letters[1],
        _ => "",
    };
    let (upright, flat) = (side(rank, ["f", "b"]), side(file, ["r", "l"]));
    if rank.abs() > file.abs() {
        format!("{flat}{upright}")
    } else {
        format!("{upright}{flat}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::load;

    fn written(rules: &str, name: &str) -> Option<String> {
        let spec = load(rules, &[]).unwrap_or_else(|fault| panic!("{fault}"));
        moves(&spec, spec.find(name).expect("a piece"), None)
    }

    #[test]
    fn moves_and_powers_have_words() {
        for (rules, name, wanted) in [
            ("chess", "P", Some("fmWfceFifmnD")),
            ("chess", "K", Some("WFisO2")),
            ("chess", "Q", Some("RB")),
            ("scirocco-2009", "Za", None),
            ("scirocco-2009", "Oc", None),
            ("typhoon", "Ci", None),
            ("../scripts/variants/hoppers.toml", "C", Some("mRcpR")),
            ("../scripts/variants/hoppers.toml", "G", Some("gRgB")),
            ("../scripts/variants/lions.toml", "L", Some("WFNADcaKmcabK")),
        ] {
            let found = written(rules, name);
            match wanted {
                Some(wanted) => assert_eq!(found.as_deref(), Some(wanted), "{rules} {name}"),
                None => assert!(found.is_some(), "{rules} {name}"),
            }
        }
        assert_eq!(written("scirocco-2009", "Ha"), None);
    }
}
