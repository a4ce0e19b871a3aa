//! The answer of a trial of changed rules: a card with the value of new pieces, what a player will notice, and what is
//! still open.

mod notices;

use crate::ReportError;
use crate::comparison::{clear_rows, differences, head_to_head_rows};
use crate::document::{Document, piece_drawing};
use crate::format::{fixed, grouped, half_width, joined, with_unit};
use crate::plot::PlotError;
use crate::plot::boards::legend;
use crate::values::contrasts;
pub use notices::Notice;
use notices::{headline, means, notices};
use serde::Serialize;
use tradewind_analysis::compare::{Compared, Comparison};
use tradewind_analysis::findings::Findings;
use tradewind_analysis::metric::{Family, Metric};
use tradewind_analysis::row::{Row, RowCondition, Subject, unit_of};
use tradewind_analysis::trial::{contrast_with_replaced, replaced};
use tradewind_analysis::values::{VALUE, ValueSet};
use tradewind_engine::evaluation::Origin;
use tradewind_engine::rules::{PieceType, RuleSpec};
use tradewind_engine::tables::{Diagram, diagram};
use tradewind_stats::significance::is_equivalent;
use tradewind_stats::{Estimate, MIN_COMPARED_PAIRS};

/// The margin of equality, in points of the score.
const MARGIN: f64 = 2.0;
/// The 95 % interval is wider than the 90 % interval of an equivalence test by this factor, for many pairs.
const WIDER: f64 = 1.19;
/// The length of games is known well enough when its change is known within this share.
const LENGTH_MARGIN: f64 = 0.05;

/// A change of the rules and the games of its trial.
#[derive(Debug)]
pub struct Trial<'t> {
    /// The original rules.
    pub before: &'t RuleSpec,
    /// The changed rules.
    pub after: &'t RuleSpec,
    /// The pieces that are new or move differently.
    pub new_pieces: &'t [PieceType],
    /// The planned contrasts of new pieces with others, such as `La : N`.
    pub contrasts: &'t [String],
    /// The number of pairs of games.
    pub pairs: u64,
    /// Seconds per pair on this machine; `None` if none was played in this run.
    pub seconds_per_pair: Option<f64>,
}

/// The answer of a trial.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Card {
    /// The changed rules.
    pub rules: String,
    /// The original rules.
    pub against: String,
    /// The answer in a few words.
    pub headline: Vec<String>,
    /// The new pieces.
    pub pieces: Vec<PieceCard>,
    /// The effects that a player will notice, the largest first.
    pub noticed: Vec<Notice>,
    /// The questions that are still open.
    pub open: Vec<OpenQuestion>,
    /// The number of pairs of games.
    pub pairs: u64,
    /// The players in words.
    pub players: Option<String>,
}

/// The answer about a new piece.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PieceCard {
    /// Its name.
    pub name: String,
    /// Its symbol.
    pub symbol: String,
    /// The drawing of its moves in lines of characters, with a legend.
    pub diagram: Vec<String>,
    /// The piece that it replaced.
    pub replaced: Option<String>,
    /// Its scores in place of other pieces: first of the one that it replaced.
    pub contrasts: Vec<ContrastCard>,
    /// Its value, in the unit of values and in the piece that it replaced.
    pub values: Vec<DeclaredValue>,
    #[serde(skip)]
    html: String,
}

/// The score of a new piece in place of another one.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ContrastCard {
    /// The other piece.
    pub against: String,
    /// Whether the new piece replaced it.
    pub is_replaced: bool,
    /// The score of the side with the new piece, in percent.
    pub score: Estimate,
    /// Pairs of games.
    pub pairs: u64,
    /// The verdict.
    pub verdict: ContrastVerdict,
}

/// A value in a unit.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DeclaredValue {
    /// The number with its interval.
    pub value: Estimate,
    /// The unit.
    pub unit: String,
}

/// A question that the games do not answer yet.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OpenQuestion {
    /// The question, and what is known about it.
    pub question: String,
    /// The number of further pairs of all kinds that would probably answer it.
    pub pairs: Option<u64>,
    /// The minutes for them on this machine.
    pub minutes: Option<f64>,
}

/// The verdict of a contrast.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ContrastVerdict {
    /// The new piece is clearly better.
    Better,
    /// The new piece is clearly worse.
    Worse,
    /// Both are equal within the margin.
    Equal,
    /// The games do not tell.
    Open,
}

impl ContrastVerdict {
    /// The verdict of a score in percent: equal by two one-sided tests, else different where the interval excludes 50.
    fn of(score: Estimate, pairs: u64) -> ContrastVerdict {
        if pairs < MIN_COMPARED_PAIRS {
            ContrastVerdict::Open
        } else if is_equivalent(score, pairs as f64 - 1.0, 50.0, MARGIN) {
            ContrastVerdict::Equal
        } else if score.low > 50.0 {
            ContrastVerdict::Better
        } else if score.high < 50.0 {
            ContrastVerdict::Worse
        } else {
            ContrastVerdict::Open
        }
    }
}

impl ContrastCard {
    /// The comparison in words, such as `clearly better than the Bishop that it replaces`.
    fn words(&self) -> String {
        let replaces = if self.is_replaced {
            " that it replaces"
        } else {
            ""
        };
        let other = format!("the {}{replaces}", self.against);
        match self.verdict {
            ContrastVerdict::Better => format!("clearly better than {other}"),
            ContrastVerdict::Worse => format!("clearly worse than {other}"),
            ContrastVerdict::Equal => format!("equal to {other} within ±{MARGIN} %"),
            ContrastVerdict::Open => format!("not told apart yet from {other}"),
        }
    }

    /// The sentence about the piece with this name.
    fn sentence(&self, name: &str) -> String {
        let narrow = if self.verdict == ContrastVerdict::Equal {
            "; more games would only narrow this"
        } else {
            ""
        };
        let inside = Estimate {
            low: self.score.low.max(0.0),
            high: self.score.high.min(100.0),
            ..self.score
        };
        let score = with_unit(inside, " %");
        let pairs = grouped(self.pairs);
        let words = self.words();
        sentence(&format!(
            "{words}: {score} for the side with the {name}, in {pairs} pairs{narrow}"
        ))
    }
}

impl Trial<'_> {
    /// The card.
    ///
    /// # Errors
    /// The diagram of a piece cannot be drawn.
    pub fn card(&self, findings: &Findings) -> Result<Card, PlotError> {
        let pieces = (self.new_pieces.iter())
            .filter(|&&piece| !self.after.piece(piece).royal)
            .map(|&piece| self.of_piece(findings, piece));
        let pieces: Vec<PieceCard> = pieces.collect::<Result<_, _>>()?;
        let comparison = findings.comparison.as_ref();
        let effect = comparison.and_then(|found| Some((found, main_effect(found)?)));
        let noticed = effect.map_or(Vec::new(), |(found, effect)| notices(found, effect));
        let mut first: Vec<String> = pieces.iter().filter_map(PieceCard::headline).collect();
        first.extend(match headline(&noticed) {
            Some(changes) => Some(sentence(&changes)),
            None => effect.map(|(found, effect)| {
                let is_same = clear_rows(found, effect).is_empty();
                let words = if is_same {
                    "No significant difference in how games go."
                } else {
                    "No difference in how games go that a player will notice."
                };
                words.to_string()
            }),
        });
        let of_pieces = pieces.iter().flat_map(|piece| self.open_contrasts(piece));
        let of_games = effect.map_or(Vec::new(), |(found, effect)| {
            self.open_changes(found, effect)
        });
        Ok(Card {
            rules: self.after.name.clone(),
            against: self.before.name.clone(),
            headline: first,
            open: of_pieces.chain(of_games).collect(),
            players: comparison.and_then(players),
            pieces,
            noticed,
            pairs: self.pairs,
        })
    }

    /// The values of the pieces of a rule set.
    fn values<'f>(&self, findings: &'f Findings, spec: &RuleSpec) -> Option<&'f ValueSet> {
        let own = spec.fingerprint_text();
        let mut sets = findings.values.measured.iter();
        sets.find(|set| set.spec.fingerprint_text() == own)
    }

    /// The value of a piece of a rule set, unless it is the unit, and the values that it is from.
    fn value<'f>(
        &self,
        findings: &'f Findings,
        spec: &RuleSpec,
        piece: PieceType,
    ) -> Option<(Estimate, &'f ValueSet)> {
        let set = self.values(findings, spec)?;
        let measured = set.measured(VALUE, &RowCondition::All, piece);
        Some((measured.filter(|_| set.unit != piece)?, set))
    }

    fn of_piece(&self, findings: &Findings, piece: PieceType) -> Result<PieceCard, PlotError> {
        let own = self.after.piece(piece);
        let old = replaced(self.before, self.after, piece);
        let mut values = Vec::new();
        if let Some((value, set)) = self.value(findings, self.after, piece) {
            values.push(DeclaredValue {
                value,
                unit: set.unit_name(),
            });
            let ratio = old.and_then(|old| {
                let (of_old, set) = self.value(findings, self.before, old)?;
                let unit = unit_of(&set.spec, old);
                Some(DeclaredValue {
                    value: value.ratio(of_old)?,
                    unit: of_old_rules(unit, [&set.spec, self.after], [old, piece]),
                })
            });
            values.extend(ratio);
        }
        Ok(PieceCard {
            name: own.name.clone(),
            symbol: own.text.clone(),
            diagram: lines_of(&diagram(self.after, piece)),
            replaced: old.map(|old| old_name(self.before, old, self.after, piece)),
            contrasts: self.contrasts_of(findings, piece),
            values,
            html: piece_drawing(self.after, piece)?,
        })
    }

    /// The contrasts of a piece that were played, in the order of the plan.
    fn contrasts_of(&self, findings: &Findings, piece: PieceType) -> Vec<ContrastCard> {
        let (before, after) = (self.before, self.after);
        let with_replaced = contrast_with_replaced(before, after, self.new_pieces, piece);
        let set = self.values(findings, after);
        let played = set.map_or(Vec::new(), contrasts);
        let mut all: Vec<ContrastCard> = Vec::new();
        for planned in self.contrasts {
            let is_replaced = with_replaced.as_ref() == Some(planned);
            let text = |piece: PieceType| after.piece(piece).text.as_str();
            let Some((own, other)) = planned.split_once(" : ") else {
                continue;
            };
            if own != text(piece) {
                continue;
            }
            // If both orders were played, the one with more pairs counts.
            let scores = played.iter().filter_map(|one| {
                let score = one.row.estimate()?;
                let [first, second] = &one.names;
                match one.pieces.map(text) {
                    pieces if pieces == [own, other] => Some((score, one.row, second)),
                    // The other player has the new piece.
                    pieces if pieces == [other, own] => Some((turned(score), one.row, first)),
                    _ => None,
                }
            });
            let of_pieces = scores.max_by_key(|(_, row, _)| row.pairs);
            let (name, found) = match (of_pieces, replaced(before, after, piece)) {
                (Some((score, row, name)), _) => (name.clone(), Some((score, row))),
                (None, Some(old)) if after.find(other).is_none() => {
                    (old_name(before, old, after, piece), army_score(findings))
                }
                _ => continue,
            };
            let is_new = all.iter().all(|known| known.against != name);
            if let Some((score, row)) = found.filter(|_| is_new) {
                all.push(ContrastCard {
                    against: name,
                    is_replaced,
                    score,
                    pairs: row.pairs,
                    verdict: ContrastVerdict::of(score, row.pairs),
                });
            }
        }
        all
    }

    /// A question that is answered when an interval with a half-width of `half` shrinks to `wanted`.
    fn open_question(&self, question: String, half: f64, wanted: f64) -> OpenQuestion {
        let times = (half / wanted).powi(2);
        let further = (times.is_finite() && self.pairs > 0)
            .then(|| ((times - 1.0).max(0.1) * self.pairs as f64).ceil());
        let seconds = self.seconds_per_pair.filter(|pace| *pace > 0.0);
        OpenQuestion {
            question,
            pairs: further.map(|pairs| pairs as u64),
            minutes: further
                .zip(seconds)
                .map(|(pairs, pace)| pairs * pace / 60.0),
        }
    }

    /// The undecided contrasts of a piece.
    fn open_contrasts(&self, piece: &PieceCard) -> Vec<OpenQuestion> {
        let open = piece.contrasts.iter();
        let open = open.filter(|one| one.verdict == ContrastVerdict::Open);
        open.map(|one| {
            // Wide enough to be clear if the score is right, or narrow enough for equality.
            let off = (one.score.value - 50.0).abs();
            let wanted = off.max((MARGIN - off) * WIDER);
            let question = format!(
                "Is the {} better or worse than the {}, or equal within ±{MARGIN} %?",
                piece.name, one.against
            );
            self.open_question(question, half_width(one.score), wanted)
        })
        .collect()
    }

    /// Changes of length, decisiveness and first-move advantage that are neither significant nor small.
    fn open_changes(&self, comparison: &Comparison, effect: &Compared) -> Vec<OpenQuestion> {
        let questions = [
            (Metric::Length, "Does the length of games change?"),
            (Metric::Decisive, "Does the share of decisive games change?"),
            (
                Metric::FirstPlayer,
                "Does White's first-move advantage change?",
            ),
        ];
        let open = questions.into_iter().filter_map(|(metric, question)| {
            let subject = Subject::Metric(metric);
            let mut rows = differences(comparison, &effect.name, Family::Game);
            let row = rows.find(|row| row.subject == subject)?;
            let change = row.estimate().filter(|one| one.covers(0.0))?;
            let margin = match means(comparison, row) {
                [Some(before), _] if subject == Subject::Metric(Metric::Length) => {
                    LENGTH_MARGIN * before
                }
                _ => MARGIN,
            };
            let largest = change.low.abs().max(change.high.abs());
            let size = fixed(largest, 1);
            (largest > margin).then(|| {
                let question = format!("{question} By at most {size} {}.", row.unit);
                self.open_question(question, half_width(change), margin)
            })
        });
        open.collect()
    }
}

/// The score as the other player sees it.
fn turned(score: Estimate) -> Estimate {
    let [value, low, high] = [score.value, score.high, score.low].map(|end| 100.0 - end);
    Estimate { value, low, high }
}

/// The score of the new pieces against those of the old rules.
fn army_score(findings: &Findings) -> Option<(Estimate, &Row)> {
    let comparison = findings.comparison.as_ref()?;
    let mut rows = head_to_head_rows(comparison).filter(|row| row.unit == "%");
    rows.find_map(|row| Some((row.estimate()?, row)))
}

/// The name of a replaced piece.
fn old_name(before: &RuleSpec, old: PieceType, after: &RuleSpec, new: PieceType) -> String {
    let name = before.piece(old).name.clone();
    of_old_rules(name, [before, after], [old, new])
}

/// A text for a replaced piece, with its rules if the new piece has the same name.
fn of_old_rules(
    text: String,
    [before, after]: [&RuleSpec; 2],
    [old, new]: [PieceType; 2],
) -> String {
    if before.piece(old).name == after.piece(new).name {
        format!("{text} of {}", before.name)
    } else {
        text
    }
}

/// Drawings in lines of characters, the further ones with their titles, then the meanings of all signs.
fn lines_of(drawn: &[Diagram]) -> Vec<String> {
    let mut lines = Vec::new();
    for (at, one) in drawn.iter().enumerate() {
        lines.extend((at > 0).then(|| one.title.clone()));
        lines.extend(one.rows.iter().map(|row| row.trim_end().to_string()));
    }
    lines.extend(legend(drawn).into_iter().map(str::to_string));
    lines
}

/// A clause as a sentence.
fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    let first: String = letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .collect();
    format!("{first}{}.", letters.as_str())
}

impl PieceCard {
    /// The verdict on the piece that it replaced, else on the first other one.
    fn headline(&self) -> Option<String> {
        let first = self.contrasts.first()?;
        Some(format!("{} is {}.", self.name, first.words()))
    }

    fn sentences(&self) -> Vec<String> {
        let contrasts = self.contrasts.iter();
        let mut all: Vec<String> = contrasts.map(|one| one.sentence(&self.name)).collect();
        let has_direct = self.contrasts.iter().any(|one| one.is_replaced);
        if let Some(old) = self.replaced.as_ref().filter(|_| !has_direct) {
            all.push(format!(
                "It was not compared directly with the {old} that it replaces."
            ));
        }
        let values = self.values.iter();
        let values = values.map(|one| with_unit(one.value, &format!(" {}", one.unit)));
        all.push(match joined(values, ", or ") {
            Some(values) => format!("It is worth {values}."),
            None => "These games do not determine its value.".to_string(),
        });
        all
    }
}

impl OpenQuestion {
    fn sentence(&self) -> String {
        let more = match (self.minutes, self.pairs) {
            (Some(minutes), _) => format!(" {} more on this machine.", time_text(minutes)),
            (None, Some(pairs)) => format!(" About {} more pairs of games.", grouped(pairs)),
            (None, None) => String::new(),
        };
        format!("{}{more}", self.question)
    }
}

/// A time in words.
fn time_text(minutes: f64) -> String {
    match minutes.ceil() {
        one if one <= 1.0 => "About a minute".to_string(),
        some if some < 120.0 => format!("About {some:.0} minutes"),
        many if many < 48.0 * 60.0 => format!("About {:.0} hours", many / 60.0),
        many => format!("About {:.0} days", many / 60.0 / 24.0),
    }
}

impl Card {
    /// The card as a document: for the terminal, and for the top of the page.
    pub fn document(&self) -> Document {
        let mut document = Document::new(&self.rules);
        document.subheading(&format!("{}, compared with {}", self.rules, self.against));
        document.paragraph(&self.headline.join(" "));
        for piece in &self.pieces {
            document.subheading(&format!("{} ({})", piece.name, piece.symbol));
            document.diagram(piece.html.clone(), piece.diagram.clone());
            document.statements(piece.sentences());
        }
        if !self.noticed.is_empty() {
            document.subheading("What a player will notice");
            document.statements(self.noticed.iter().map(|one| sentence(&one.text)));
        }
        if !self.open.is_empty() {
            let pairs = grouped(self.pairs);
            document.subheading(&format!("Still open after {pairs} pairs of games"));
            document.statements(self.open.iter().map(OpenQuestion::sentence));
        }
        if let Some(players) = &self.players {
            document.paragraph(&sentence(players));
        }
        document
    }

    /// The card as JSON.
    ///
    /// # Errors
    /// Serialisation fails, which is not expected.
    pub fn json(&self) -> Result<String, ReportError> {
        serde_json::to_string_pretty(self).map_err(ReportError::Json)
    }
}

/// The players of both rule sets in words, such as `the players were trained by quick and searched 400 nodes a move`.
fn players(comparison: &Comparison) -> Option<String> {
    let (name, origin) = comparison.rules.last()?.origins.first()?;
    let were = match origin {
        Origin::Theory => "had the weights that follow from the rules".to_string(),
        Origin::Trained { recipe, .. } => format!("were trained by {recipe}"),
        other => format!("had these weights ({other})"),
    };
    Some(format!("the players {were} and searched {name} a move"))
}

/// The effect of the change, over all players.
fn main_effect(comparison: &Comparison) -> Option<&Compared> {
    let mut effects = comparison.effects.iter();
    effects.find(|effect| effect.order == 1 && !effect.by_player)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use tradewind_analysis::compare::{
        CHECK, Changed, DIFFERENCE, EFFECT_SIZE, HeadToHead, RulesCell,
    };
    use tradewind_analysis::outcomes::{MATCH, MEAN};
    use tradewind_analysis::values::Gathered;
    use tradewind_engine::Ending;
    use tradewind_engine::rules::{load, new_pieces};
    use tradewind_selfplay::record::Termination;

    /// Chess, and changed rules.
    fn changed(text: &str) -> [RuleSpec; 2] {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("changed.toml");
        fs::write(
            &file,
            format!("extends = \"chess\"\nname = \"Changed\"\n{text}"),
        )
        .expect("a file");
        let after = load(&file.display().to_string(), &[]).expect("rules");
        [load("chess", &[]).expect("chess"), after]
    }

    fn card([before, after]: &[RuleSpec; 2], contrasts: &[&str], findings: &Findings) -> Card {
        let new_pieces = new_pieces(before, after);
        let contrasts: Vec<String> = contrasts.iter().map(|one| one.to_string()).collect();
        let trial = Trial {
            before,
            after,
            new_pieces: &new_pieces,
            contrasts: &contrasts,
            pairs: 900,
            seconds_per_pair: Some(0.5),
        };
        trial.card(findings).expect("drawings")
    }

    fn findings(comparison: Option<Comparison>, measured: Vec<ValueSet>) -> Findings {
        Findings {
            comparison,
            outcomes: Vec::new(),
            values: Gathered {
                measured,
                left_out: Vec::new(),
            },
        }
    }

    /// A value set with a value of a piece in pawns, and a score of odds.
    fn value_set(spec: &RuleSpec, piece: &str, value: Estimate, score: Row) -> ValueSet {
        let pawn = spec.find("P").expect("a pawn");
        let piece = spec.find(piece).expect("a piece");
        let value = Row {
            n: 100,
            ..Row::new(VALUE, Subject::piece(spec, piece), "pawns").with_estimate(Some(value))
        };
        ValueSet {
            rows: vec![value, score],
            ..ValueSet::new(spec.clone(), pawn)
        }
    }

    fn score(odds: &str, score: Estimate, pairs: u64) -> Row {
        Row {
            pairs,
            ..Row::new("odds", Subject::Odds(odds.to_string()), "%").with_estimate(Some(score))
        }
    }

    fn comparison(specs: &[RuleSpec; 2], rows: Vec<Row>, met: Vec<Row>) -> Comparison {
        let cell = |(name, spec): (&str, &RuleSpec)| RulesCell {
            name: name.to_string(),
            levels: Default::default(),
            spec: spec.clone(),
            origins: Vec::new(),
        };
        Comparison {
            name: "a trial".to_string(),
            rules: ["before", "after"]
                .into_iter()
                .zip(specs)
                .map(cell)
                .collect(),
            strata: Vec::new(),
            openings: Vec::new(),
            effects: vec![Compared {
                name: "change".to_string(),
                order: 1,
                weights: vec![-1.0, 1.0],
                by_player: false,
                changed: Changed::default(),
            }],
            measurements: Vec::new(),
            head_to_head: vec![HeadToHead {
                nodes: None,
                rows: met,
            }],
            rows,
            notes: Vec::new(),
        }
    }

    const COPY: &str =
        "replace = { N = \"Kn\" }\n[[piece]]\nname = \"Hopper\"\ntext = \"Kn\"\nmoves = \"N\"\n";

    #[test]
    fn verdicts_are_those_of_the_direct_contrast() {
        let specs = changed(COPY);
        let of = |value: f64, half: f64, pairs: u64| {
            let odds = score(": Kn>N", Estimate::around(value, half), pairs);
            let knight = Estimate::around(3.0, 0.1);
            let sets = vec![
                value_set(
                    &specs[0],
                    "N",
                    knight,
                    score("-N :", Estimate::exactly(40.0), 9),
                ),
                value_set(&specs[1], "Kn", Estimate::around(2.76, 0.1), odds),
            ];
            card(&specs, &["Kn : N"], &findings(None, sets))
        };
        for (value, half, pairs, expected) in [
            (
                50.2,
                0.9,
                4000,
                "equal to the Knight that it replaces within ±2 %",
            ),
            (
                51.1,
                0.9,
                4000,
                "equal to the Knight that it replaces within ±2 %",
            ),
            (
                50.0,
                7.9,
                55,
                "not told apart yet from the Knight that it replaces",
            ),
            (
                35.0,
                3.0,
                300,
                "clearly worse than the Knight that it replaces",
            ),
            (
                61.4,
                6.0,
                105,
                "clearly better than the Knight that it replaces",
            ),
            // Too few pairs for a verdict.
            (
                90.0,
                5.0,
                10,
                "not told apart yet from the Knight that it replaces",
            ),
        ] {
            let found = of(value, half, pairs);
            assert_eq!(found.headline, [format!("Hopper is {expected}.")]);
            let text = crate::document::markdown(&found.document());
            assert!(!text.contains("times as many"), "{text}");
            let is_equal = expected.starts_with("equal");
            assert_eq!(
                text.contains("more games would only narrow this"),
                is_equal,
                "{text}"
            );
            let is_open = expected.starts_with("not");
            assert_eq!(found.open.len(), usize::from(is_open));
        }
        // The interval must shrink to 2.38 points, by eleven times the 900 pairs.
        let found = of(50.0, 7.9, 55);
        let [open] = &found.open[..] else {
            panic!("one question")
        };
        let minutes = open.minutes.expect("a pace");
        assert!((minutes - 75.0).abs() < 1.0, "{minutes}");
        let [pawns, knights] = &found.pieces[0].values[..] else {
            panic!("two values: {found:?}")
        };
        assert_eq!((pawns.value.value, pawns.unit.as_str()), (2.76, "pawns"));
        assert_eq!(knights.unit, "knights");
        assert!((knights.value.value - 0.92).abs() < 1e-9, "{knights:?}");
        assert!(
            knights.value.low > 0.86 && knights.value.high < 0.98,
            "{knights:?}"
        );
        let json = found.json().expect("JSON");
        assert!(
            json.contains("\"verdict\": \"open\"") && json.contains("\"pairs\": 900"),
            "{json}"
        );
    }

    /// A piece changed in place is compared with its parent's by the score of the armies.
    #[test]
    fn a_piece_changed_in_place_meets_its_parent() {
        let specs = changed("[[piece]]\nname = \"Fers\"\ntext = \"N\"\nmoves = \"F\"\n");
        let met = Row {
            pairs: 300,
            ..Row::new(MATCH, Subject::Score, "%").with_estimate(Some(Estimate::around(35.2, 3.3)))
        };
        let odds = score("N>B :", Estimate::around(60.0, 2.0), 300);
        let fers = Estimate::around(1.7, 0.4);
        let sets = vec![value_set(&specs[1], "N", fers, odds)];
        let found = findings(Some(comparison(&specs, Vec::new(), vec![met])), sets);
        let found = card(&specs, &["N : N*", "N : B"], &found);
        assert_eq!(
            found.headline,
            [
                "Fers is clearly worse than the Knight that it replaces.",
                "No significant difference in how games go."
            ]
        );
        // The score of the bishop is turned around.
        let scores = found.pieces[0].contrasts.iter();
        let scores: Vec<f64> = scores.map(|one| one.score.value).collect();
        assert_eq!(scores, [35.2, 40.0]);
    }

    /// The headline has what players notice first, not what the change does by itself.
    #[test]
    fn changes_of_games_are_plain_words() {
        let specs = changed("[promotion]\nzone = 5\n");
        let change = |method, metric: Metric, value: f64, half: f64, size: f64| {
            let row = |method, unit: &'static str, estimate| Row {
                condition: RowCondition::Effect("change".to_string()),
                p: Some(0.001),
                ..Row::new(method, Subject::Metric(metric.clone()), unit)
                    .with_estimate(Some(estimate))
            };
            let mean = Row {
                rules: "before".to_string(),
                ..Row::new(MEAN, Subject::Metric(metric.clone()), metric.unit().text())
                    .with_estimate(Some(Estimate::exactly(60.0)))
            };
            let unit = metric.unit().of_difference();
            [
                row(method, unit, Estimate::around(value, half)),
                row(EFFECT_SIZE, "", Estimate::around(size, 0.1)),
                mean,
            ]
        };
        let checkmates = Metric::Ending(Termination::Rules(Ending::Checkmate));
        let rows = [
            change(CHECK, Metric::FirstPromotion, -40.0, 3.0, -2.0),
            change(CHECK, Metric::Promotions, 1.27, 0.1, 1.5),
            change(DIFFERENCE, Metric::Length, -50.3, 4.0, -1.2),
            change(DIFFERENCE, Metric::Decisive, 14.0, 3.0, 0.6),
            // Only checkmates decide games.
            change(DIFFERENCE, checkmates, 14.0, 3.0, 0.6),
            change(DIFFERENCE, Metric::CaptureRate, 9.0, 1.0, 3.0),
            change(DIFFERENCE, Metric::FirstPlayer, 1.0, 4.0, 0.1),
        ];
        let compared = comparison(&specs, rows.concat(), Vec::new());
        let found = card(&specs, &[], &findings(Some(compared), Vec::new()));
        assert_eq!(
            found.headline,
            ["Games are 50 plies shorter and 14 points more decisive."]
        );
        let noticed: Vec<&str> = found.noticed.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(
            noticed,
            [
                "the first promotion comes 40 plies earlier [37, 43]",
                "there are 1.3 more promotions a game [1.2, 1.4]",
                "games are 50 plies shorter [46, 54]",
                "games are 14 points more decisive [11, 17]",
            ]
        );
        assert_eq!(
            found.open[0].question,
            "Does White's first-move advantage change? By at most 5.0 points."
        );
        assert!(found.pieces.is_empty());
    }

    #[test]
    fn royals_have_no_value() {
        let specs = changed("[[piece]]\ntext = \"K\"\nmoves = \"KN\"\n");
        let found = card(&specs, &[], &findings(None, Vec::new()));
        assert!(found.pieces.is_empty(), "{found:?}");
    }
}
