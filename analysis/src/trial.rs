//! The experiment that tests a change of the rules.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use tradewind_engine::rules::{OPPOSING_MARK, PieceType, RuleSpec};
use tradewind_engine::theory;
use tradewind_selfplay::experiment::{MAX_NAME, short_name};
use tradewind_stats::estimate::Z;

/// Maximum number of new pieces that are compared with others, as they share the games.
const MAX_PIECES: usize = 3;

/// An experiment with two rule sets.
#[derive(Clone, Copy, Debug)]
pub struct TrialPlan<'p> {
    /// The name.
    pub name: &'p str,
    /// The id or path of the old rule set.
    pub before: &'p str,
    /// The id or path of the new rule set.
    pub after: &'p str,
    /// Number of pairs of each rule set.
    pub pairs: u64,
    /// Nodes per move.
    pub nodes: u64,
    /// The unit of piece values.
    pub unit: &'p str,
    /// Contrasts of pieces, such as `Sc : N`; without any, no odds are played. With `S : B*` the pieces
    /// of both rule sets meet.
    pub contrasts: &'p [String],
    /// The number of the first contrasts, or armies, that have every second pair: those with replaced
    /// pieces.
    pub questions: usize,
    /// The half-width of a 95 % interval, in points of the score, after which their pairs go to the rest.
    pub within: f64,
}

/// A TOML string.
pub fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

impl TrialPlan<'_> {
    /// The experiment's file.
    pub fn text(&self) -> String {
        let TrialPlan { pairs, nodes, .. } = *self;
        let (name, unit) = (quoted(&short_name(self.name)), quoted(self.unit));
        let mut text = format!(
            "name     = {name}\nseed     = 1\npairs    = {pairs}        # of each rule set; each opening is played twice\n\
             ply_cap  = 1000       # a longer game is recorded as unfinished\nschedule = \"themselves\"\n\n"
        );
        let (questions, others) = self.contrasts.split_at(self.questions);
        let list = |contrasts: &[String]| {
            let quoted: Vec<String> = contrasts.iter().map(|one| quoted(one)).collect();
            quoted.join(", ")
        };
        let is_army = |one: &String| one.ends_with(OPPOSING_MARK);
        let (name, of_question) = if questions.iter().any(is_army) {
            ("armies", format!("against = {}\n", quoted(self.before)))
        } else {
            let odds = format!(
                "odds = {{ number = 0, contrasts = [{}] }}\n",
                list(questions)
            );
            ("replaced", odds)
        };
        let first = questions.len() as u64 * pairs_for(self.within);
        let of_question =
            format!("{of_question}priority_pairs = {first}  # every second pair at first\n");
        let question = (!questions.is_empty()).then_some((name, self.after, of_question.as_str()));
        let odds = format!("odds = {{ contrasts = [{}] }}\n", list(others));
        let pieces = (!others.is_empty()).then_some(("pieces", self.after, odds.as_str()));
        let [before, after] = names(self.before, self.after);
        let played = [(before, self.before, ""), (after, self.after, "")];
        for (name, id, odds) in played.into_iter().chain(question).chain(pieces) {
            let _ = write!(
                text,
                "[[rules]]\nname = {}\nid   = {}\n{odds}\n",
                quoted(name),
                quoted(id)
            );
        }
        let _ = write!(
            text,
            "[player]\nnodes = {nodes}          # searched for each move\n\n[opening]\nplies            = 8    \
             # random legal moves\nmax_imbalance_cp = 150  # replaced when a side is ahead by more, in \
             centipawns\n\n[record]\nevaluations = true\n\n[estimates]\nunit      = {unit}\nbootstrap = 200\n"
        );
        text
    }
}

/// Short names of both rule sets: their ids or the names of their files, if these differ from each other
/// and from the names of the other games.
fn names<'i>(before: &'i str, after: &'i str) -> [&'i str; 2] {
    let stem = |id: &'i str| Path::new(id).file_stem().and_then(|stem| stem.to_str());
    match [before, after].map(stem) {
        [Some(one), Some(other)]
            if one != other
                && one.len().max(other.len()) <= MAX_NAME
                && ![one, other]
                    .iter()
                    .any(|own| ["armies", "replaced", "pieces"].contains(own)) =>
        {
            [one, other]
        }
        _ => ["before", "after"],
    }
}

/// The number of pairs for a 95 % interval of plus or minus `within` points of the score, if the games
/// of a pair are independent and none is drawn: an upper limit.
fn pairs_for(within: f64) -> u64 {
    let variance = 0.25 / 2.0;
    (variance * (100.0 * Z / within).powi(2)).ceil() as u64
}

/// The number of the first of some [`contrasts`] that are with replaced pieces, or else of the first
/// one: the question of a trial.
pub fn questions(
    before: &RuleSpec,
    after: &RuleSpec,
    new: &[PieceType],
    contrasts: &[String],
) -> usize {
    let with_replaced = |&piece: &PieceType| contrast_with_replaced(before, after, new, piece);
    let wanted: Vec<String> = new.iter().filter_map(with_replaced).collect();
    let first = contrasts.iter().take_while(|one| wanted.contains(one));
    first.count().max(1).min(contrasts.len())
}

/// The piece of the old rules that a new piece replaced: the one with its symbol; else the one that
/// stood on most of its squares and became rarer; else the one that became rarer by most; and if it
/// stands nowhere at the start, the one that pieces no longer become. `None` for a piece that replaces
/// nothing.
pub fn replaced(before: &RuleSpec, after: &RuleSpec, piece: PieceType) -> Option<PieceType> {
    if let Some(known) = before.find(&after.piece(piece).text) {
        return Some(known);
    }
    let count = |spec: &RuleSpec, text: &str| {
        let standing = spec
            .arrays
            .iter()
            .flat_map(|array| array.rows.iter().flatten().flatten());
        standing
            .filter(|&&one| spec.piece(one).text == text)
            .count()
    };
    if count(after, &after.piece(piece).text) == 0 {
        return promoted_before(before, after, piece);
    }
    let losses = |old: PieceType| {
        let text = &before.piece(old).text;
        count(before, text).saturating_sub(count(after, text))
    };
    let squares_of_both = |old: PieceType| {
        let arrays = before.arrays.iter().zip(&after.arrays);
        let rows = arrays.flat_map(|(before, after)| before.rows.iter().zip(&after.rows));
        let squares = rows.flat_map(|(before, after)| before.iter().zip(after));
        squares
            .filter(|both| *both == (&Some(old), &Some(piece)))
            .count()
    };
    let is_like = |old: &PieceType| {
        let (old, new) = (before.piece(*old), after.piece(piece));
        !old.royal && old.pawn == new.pawn
    };
    let rarer = before.piece_types().filter(is_like);
    let rarer = rarer.filter(|&old| losses(old) > 0);
    // `max_by_key` takes the last of equal ones; reversed, that is the first.
    rarer
        .rev()
        .max_by_key(|&old| (squares_of_both(old), losses(old)))
}

/// The one piece that others became in the old rules where they become this one in the new rules; `None`
/// unless it is a single one.
fn promoted_before(before: &RuleSpec, after: &RuleSpec, piece: PieceType) -> Option<PieceType> {
    let becomes = |spec: &RuleSpec, of: PieceType| -> Vec<String> {
        let choices = spec.piece(of).promotion_choices();
        choices
            .map(|choice| spec.piece(choice.to).text.clone())
            .collect()
    };
    let mut found = BTreeSet::new();
    for new in after.piece_types() {
        let now = becomes(after, new);
        let known = before.find(&after.piece(new).text);
        if let Some(old) = known.filter(|_| now.contains(&after.piece(piece).text)) {
            let gone = becomes(before, old);
            found.extend(gone.into_iter().filter(|text| !now.contains(text)));
        }
    }
    let one = found.pop_first()?;
    before.find(&one).filter(|_| found.is_empty())
}

/// The contrast of a new piece with the one that it replaced; `None` without one. Where the new rules
/// lack that piece, it has the mark of an opposing army, such as `S : B*`, and one side has the pieces of
/// the old rules.
pub fn contrast_with_replaced(
    before: &RuleSpec,
    after: &RuleSpec,
    new: &[PieceType],
    piece: PieceType,
) -> Option<String> {
    let own = &after.piece(piece).text;
    let old = &before.piece(replaced(before, after, piece)?).text;
    let is_kept = after.find(old).is_some_and(|kept| !new.contains(&kept));
    if is_kept {
        return Some(format!("{own} : {old}"));
    }
    // The score of an army is that of a piece only if no other piece is new.
    let officers = new.iter().filter(|&&one| !after.piece(one).royal);
    (officers.count() == 1).then(|| format!("{own} : {old}{OPPOSING_MARK}"))
}

/// The contrasts of new pieces: first with the pieces that they replaced, then with the old pieces that
/// are next in theoretical value, one above and one below.
pub fn contrasts(before: &RuleSpec, after: &RuleSpec, new: &[PieceType]) -> Vec<String> {
    let values = theory::values(after);
    let is_known = |piece: &PieceType| {
        let own = after.piece(*piece);
        !own.royal && !new.contains(piece) && before.find(&own.text).is_some()
    };
    let known: Vec<PieceType> = after.piece_types().filter(is_known).collect();
    let text = |piece: PieceType| &after.piece(piece).text;
    let measured = new
        .iter()
        .copied()
        .filter(|&piece| !after.piece(piece).royal);
    let measured: Vec<PieceType> = measured.take(MAX_PIECES).collect();
    let mut all: Vec<String> = (measured.iter())
        .filter_map(|&piece| contrast_with_replaced(before, after, new, piece))
        .collect();
    for piece in measured {
        let above = |other: &PieceType| values[other.index()] - values[piece.index()];
        // Pawns are compared with pawns only.
        let is_alike = |other: &PieceType| after.piece(*other).pawn == after.piece(piece).pawn;
        let alike = known.iter().copied().filter(is_alike);
        let nearest = |is_above: bool| {
            let side = alike
                .clone()
                .filter(|other| (above(other) > 0.0) == is_above);
            side.min_by(|a, b| above(a).abs().total_cmp(&above(b).abs()))
        };
        for other in [true, false].into_iter().filter_map(nearest) {
            let contrast = format!("{} : {}", text(piece), text(other));
            if !all.contains(&contrast) {
                all.push(contrast);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewind_engine::rules::{load, new_pieces};
    use tradewind_selfplay::experiment::Experiment;

    #[test]
    fn a_plan_is_an_experiment() {
        let [before, after] =
            ["scirocco-2001", "scirocco-2009"].map(|id| load(id, &[]).expect("rules"));
        let new = new_pieces(&before, &after);
        let texts: Vec<&str> = new
            .iter()
            .map(|&piece| after.piece(piece).text.as_str())
            .collect();
        assert_eq!(texts, ["De", "Ha"]);
        let contrasts = contrasts(&before, &after, &new);
        // Both were changed in place, so that no army tells them apart.
        assert!(
            contrasts.iter().all(|one| !one.ends_with('*')),
            "{contrasts:?}"
        );
        assert_eq!(contrasts.len(), 4, "{contrasts:?}");
        for contrasts in [&contrasts[..], &[]] {
            let plan = TrialPlan {
                name: "Scirocco, \"revised\"",
                before: "scirocco-2001",
                after: "scirocco-2009",
                pairs: 7,
                nodes: 20,
                unit: &after.piece(after.default_unit()).text,
                contrasts,
                questions: contrasts.len().min(2),
                within: 3.0,
            };
            let experiment = Experiment::parse("x.toml", plan.text(), Path::new(""));
            let experiment = experiment.unwrap_or_else(|fault| panic!("{fault}"));
            assert_eq!(experiment.rules.len(), 2 + contrasts.len().min(2));
            // Half of the pairs, up to 534 of each contrast.
            let mut counts = vec![0; experiment.rules.len()];
            let pairings = experiment.pairings();
            for pair in 0..2_400 {
                counts[experiment.scheduled_pair(&pairings, pair).pairing.rules] += 1;
            }
            let expected = if contrasts.is_empty() {
                vec![1_200; 2]
            } else {
                vec![444, 444, 1_068, 444]
            };
            assert_eq!(counts, expected);
        }
    }

    fn changed(text: &str) -> (RuleSpec, RuleSpec, Vec<PieceType>) {
        changed_from("", text)
    }

    /// A change of chess, and a change of that.
    fn changed_from(first: &str, text: &str) -> (RuleSpec, RuleSpec, Vec<PieceType>) {
        let folder = tempfile::tempdir().expect("a folder");
        let rules = |name: &str, parent: &str, text: &str| {
            let file = folder.path().join(name);
            std::fs::write(&file, format!("extends = \"{parent}\"\n{text}")).expect("a file");
            load(&file.display().to_string(), &[]).expect("rules")
        };
        let before = rules("first.toml", "chess", first);
        let after = rules("changed.toml", "first.toml", text);
        let new = new_pieces(&before, &after);
        (before, after, new)
    }

    /// A new piece is compared with the one whose squares it has, whether that is still defined or not.
    #[test]
    fn the_replaced_piece_is_found() {
        let piece = "[[piece]]\nname = \"Lancer\"\ntext = \"La\"\nmoves = \"FfR\"\n";
        let kept = format!("replace = {{ B = \"La\" }}\n{piece}");
        let removed = format!("remove_pieces = [\"B\"]\nreplace = {{ B = \"La\" }}\n{piece}");
        let in_place = "[[piece]]\ntext = \"N\"\nmoves = \"F\"\n".to_string();
        for (text, old, first) in [
            (kept, "B", "La : B"),
            (removed, "B", "La : B*"),
            (in_place, "N", "N : N*"),
        ] {
            let (before, after, new) = changed(&text);
            let [piece] = new[..] else { panic!("{new:?}") };
            let found = replaced(&before, &after, piece).expect("a piece");
            assert_eq!(before.piece(found).text, old);
            let all = contrasts(&before, &after, &new);
            assert_eq!(all[0], first);
            let own = &after.piece(piece).text;
            assert!(!all.contains(&format!("{own} : {own}")), "{all:?}");
        }
        // Pawns become the new piece instead of one that no array has.
        let guard = "[[piece]]\nname = \"Guard\"\ntext = \"Gu\"\nmoves = \"K\"\n";
        let (before, after, new) = changed_from(
            &format!("{guard}[[piece]]\ntext = \"P\"\npromotes = [\"Q\", \"Gu\"]\n"),
            &format!("remove_pieces = [\"Gu\"]\nreplace = {{ Gu = \"La\" }}\n{piece}"),
        );
        let lancer = new[0];
        let old = replaced(&before, &after, lancer).expect("a piece");
        assert_eq!(before.piece(old).text, "Gu");
        assert_eq!(contrasts(&before, &after, &new)[0], "La : Gu*");
        // A piece that pawns become instead of several others replaces none of them.
        let (before, after, new) = changed(
            "[[piece]]\nname = \"Amazon\"\ntext = \"Am\"\nmoves = \"QN\"\n[[piece]]\ntext = \"P\"\npromotes = [\"Am\"]\n",
        );
        assert_eq!(replaced(&before, &after, new[0]), None);
    }
}
