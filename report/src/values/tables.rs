//! The tables of piece values.

use crate::format::{fixed, joined};
use crate::table::{Columns, Table};
use crate::wide::Wide;
use tradewind_analysis::estimators::{df_of_players, second_unit};
use tradewind_analysis::row::{LOG_ODDS, Row, RowCondition, Subject, TARGETS, Warning, unit_of};
use tradewind_analysis::values::skill::{SkillCurve, skill_curves};
use tradewind_analysis::values::{
    Agreement, Specification, SpecificationCurve, VALUE, ValueSet, agreements,
};
use tradewind_engine::rules::PieceType;
use tradewind_selfplay::odds::Odds;
use tradewind_stats::MIN_COMPARED_PAIRS;
use tradewind_stats::significance::{ALPHA, difference_p};

/// Whether a row is a value for the game as a whole.
fn is_whole(row: &Row) -> bool {
    matches!(
        row.condition,
        RowCondition::All | RowCondition::StandardPhase | RowCondition::Publication(_)
    )
}

/// The names of the pieces, the most valuable first.
fn ranked(set: &ValueSet) -> Vec<String> {
    let subject = |piece| Subject::piece(&set.spec, piece).to_string();
    set.ranked().into_iter().map(subject).collect()
}

/// A line for each piece, the most valuable first.
fn by_piece<'r>(set: &ValueSet, rows: &[&'r Row], column: impl Fn(&Row) -> String) -> Wide<'r> {
    let wide = Wide::of(rows.iter().copied(), |row| row.subject.to_string(), column);
    wide.in_order(&ranked(set))
}

/// The column of the ranks of some rows.
fn ranks<R>(rows: &[R]) -> Columns<'_, R> {
    let ranks: Vec<u64> = (1..=rows.len() as u64).collect();
    Columns::of(rows).and(Columns::of(&ranks).count("rank", "", |rank| *rank))
}

/// A table with a line for each piece, the most valuable first; `None` if it is empty.
fn piece_table(
    set: &ValueSet,
    title: &str,
    rows: &[&Row],
    column: impl Fn(&Row) -> String,
) -> Option<Table> {
    let wide = by_piece(set, rows, column);
    let columns = ranks(&wide.lines).and(wide.names("piece"));
    columns.and(wide.numbers()).table(title).if_any()
}

/// The values for the game as a whole by all methods, in the shown unit, and those of the first method in the second unit.
/// Published values are included if `others`.
pub(super) fn main_table(set: &ValueSet, others: bool) -> Table {
    let shown = set.shown_unit();
    let second = second_unit(&set.spec).filter(|&piece| piece != set.unit);
    let second = second.map(|piece| unit_of(&set.spec, piece));
    let in_second = |row: &&Row| Some(row.unit.as_ref()) == second.as_deref();
    let whole = (set.rows.iter()).filter(|row| is_whole(row) && is_piece(row));
    let is_publication = |row: &Row| matches!(row.condition, RowCondition::Publication(_));
    let whole = whole.filter(|row| others || !is_publication(row));
    let first_in_second = whole.clone().find(in_second).map(|row| row.method.clone());
    let is_shown = |row: &&Row| {
        let is_first = Some(&row.method) == first_in_second.as_ref();
        row.unit == shown || (row.n == 0 && row.unit == "pawns") || (in_second(row) && is_first)
    };
    let mut rows: Vec<&Row> = whole.clone().filter(is_shown).collect();
    // The second unit after the first one of all methods from games, before those without games.
    rows.sort_by_key(|row| (row.n == 0, in_second(row) && row.n > 0));
    let column = |row: &Row| match &row.condition {
        RowCondition::Publication(name) => format!("{name} ({})", row.unit),
        RowCondition::StandardPhase => format!("{}, {} ({})", row.method, row.condition, row.unit),
        _ => format!("{} ({})", row.method, row.unit),
    };
    let title = format!("By every method: {}", set.title());
    let wide = by_piece(set, &rows, column);
    let pieces: Vec<PieceType> = (wide.some_rows().iter())
        .filter_map(|row| match row.subject {
            Subject::Piece(piece, _) => Some(piece),
            _ => None,
        })
        .collect();
    let mut columns = ranks(&wide.lines)
        .and(wide.names("piece"))
        .and(Columns::of(&pieces).text("promotes", "promotes", |&one| promotions(set, one)))
        .and(wide.numbers());
    if whole.clone().any(|row| row.n > 0) {
        let pairs = |piece: &PieceType| -> u64 {
            let is_counted = |row: &&Row| {
                row.method != VALUE && row.unit == LOG_ODDS && row.condition == RowCondition::All
            };
            let own = whole.clone().filter(is_counted);
            let own = own.filter(|row| row.subject == Subject::piece(&set.spec, *piece));
            own.map(|row| row.pairs).sum()
        };
        columns = columns.and(Columns::of(&pieces).count("pairs", "pairs", pairs));
    }
    let mut table = columns.table(&title);
    if whole.clone().any(|row| row.method == VALUE) {
        table.note(
            "Value: with 60 % of the pieces on the board, by regression; the interval includes the differences of \
             other analyses of this quantity. The other columns show how values depend on the quantity and the method.",
        );
    }
    if shown == LOG_ODDS {
        table.note(format!(
            "The value of {} is not significantly above 0: values are in log-odds (1 is 174 Elo).",
            set.spec.piece(set.unit).name
        ));
    }
    if whole.clone().any(|row| row.n > 0) {
        table.note("Pairs: game pairs, of all methods, in which the numbers of the piece differ.");
    }
    let is_shown = |method: &str| method.is_empty() || rows.iter().any(|row| row.method == method);
    let notes = set.notes.iter().filter(|(method, _)| is_shown(method));
    table.notes.extend(notes.map(|(_, note)| note.clone()));
    table.notes.extend(warning_notes(set));
    for one in agreements(set) {
        table.notes.extend(agreement_notes(set, &one));
    }
    table
}

fn is_piece(row: &Row) -> bool {
    matches!(row.subject, Subject::Piece(..))
}

/// The pieces that a piece promotes to or from.
fn promotions(set: &ValueSet, piece: PieceType) -> String {
    let spec = set.spec.piece(piece);
    let mut names: Vec<&str> = Vec::new();
    for choice in spec.promotion.iter().flat_map(|rule| &rule.to) {
        let text = set.spec.piece(choice.to).text.as_str();
        if !names.contains(&text) {
            names.push(text);
        }
    }
    if let Some(names) = joined(names, " ") {
        return format!("to {names}");
    }
    let from = set.spec.pieces.iter().filter(|other| {
        let mut to = other.promotion.iter().flat_map(|rule| &rule.to);
        to.any(|choice| choice.to == piece)
    });
    let from = joined(from.map(|other| &other.text), " ");
    from.map_or(String::new(), |from| format!("from {from}"))
}

/// Whether a value is unreliable. One that merely has no interval is not.
fn is_doubtful(row: &Row) -> bool {
    row.warning
        .is_some_and(|warning| warning != Warning::OneTraining)
}

/// The unreliable values of each method, with the reasons.
fn warning_notes(set: &ValueSet) -> Vec<String> {
    let mut notes = Vec::new();
    for method in set.methods().into_iter().map(|method| method.name) {
        let rows = set.of(method, &RowCondition::All, LOG_ODDS);
        let warned = rows
            .filter(|(_, row)| is_doubtful(row))
            .map(|(_, row)| format!("{} {}", row.subject, row.warning_name()));
        let note = joined(warned, ", ");
        notes.extend(note.map(|warned| format!("Not reliable, {method}: {warned}.")));
    }
    notes
}

fn agreement_notes(set: &ValueSet, found: &Agreement) -> Vec<String> {
    let [first, second] = found.methods;
    if found.apart.is_empty() {
        return vec![format!(
            "The methods {first} and {second} do not differ significantly on any of the {} pieces with values by both \
             (5 %, corrected for the number of pieces).",
            found.compared
        )];
    }
    let words = found.apart.iter().map(|one| {
        let name = &set.spec.piece(one.piece).name;
        let [first, second] = one.values.map(|value| fixed(value.value, 2));
        format!("{name} ({first} against {second})")
    });
    let mut notes = vec![format!(
        "The methods {first} and {second} differ significantly (5 %, corrected for the number of pieces) on {} of {} \
         pieces: {}.",
        found.apart.len(),
        found.compared,
        joined(words, ", ").unwrap_or_default()
    )];
    // One method may measure full boards and the other whole games.
    let by_phase = found.apart.iter().filter_map(|one| {
        let middlegame = set.measured(second, &RowCondition::Middlegame, one.piece)?;
        let gap = difference_p(one.values[0], middlegame, df_of_players(set.players));
        (gap >= ALPHA).then(|| set.spec.piece(one.piece).name.clone())
    });
    notes.extend(joined(by_phase, ", ").map(|names| {
        format!(
            "In the middlegame {second} does not differ significantly from {first} on {names}: see the values by phase."
        )
    }));
    notes
}

/// The pair bonuses by every method that has them.
fn pair_table(set: &ValueSet) -> Option<Table> {
    let shown = set.shown_unit();
    let is_shown = |row: &&Row| {
        matches!(row.subject, Subject::Pair(..)) && row.unit == shown && row.warning.is_none()
    };
    let rows: Vec<&Row> = set.rows.iter().filter(is_shown).collect();
    if rows.is_empty() {
        return None;
    }
    let wide = Wide::of(
        rows.iter().copied(),
        |row| row.subject.to_string(),
        |row| row.method.to_string(),
    );
    let title = format!("Pair bonuses in {}", set.title());
    let mut table = wide.table(&title, "pair");
    table.note(format!(
        "Value of two or more of a piece minus the sum of single ones, in {shown}."
    ));
    let found = rows.iter().filter(|row| row.p.is_some_and(|p| p < ALPHA));
    let names = found.map(|row| format!("{} by {}", row.subject, row.method));
    let names = joined(names, ", ").unwrap_or("none".to_string());
    table.note(format!(
        "Significant (5 %, corrected for the number of pairs): {names}."
    ));
    Some(table)
}

/// Values under other conditions: promotion premium, pair bonus, phases, arrays, mobility.
pub(super) fn condition_tables(set: &ValueSet) -> Vec<Table> {
    let mut tables = Vec::new();
    tables.extend(promotion_table(set));
    tables.extend(pair_table(set));
    let title = set.title();
    for method in set.methods().into_iter().map(|method| method.name) {
        for kind in &KINDS {
            let rows = set
                .rows
                .iter()
                .filter(|row| row.method == method && is_piece(row));
            // The notes of the main table list unreliable values.
            let rows = rows.filter(|row| (kind.wanted)(&row.condition) && !is_doubtful(row));
            let shown = set.shown_unit();
            let unit = kind.unit.unwrap_or(&shown);
            let rows: Vec<&Row> = rows.filter(|row| row.unit == unit).collect();
            let title = format!("{} in {title}, {method}", kind.name);
            let table = piece_table(set, &title, &rows, |row| row.condition.to_string());
            tables.extend(table.map(|mut table| {
                table.note(kind.note);
                table
            }));
        }
    }
    tables
}

/// Values under conditions of one kind.
struct ConditionKind {
    name: &'static str,
    wanted: fn(&RowCondition) -> bool,
    /// The unit, if it is not the shown one.
    unit: Option<&'static str>,
    note: &'static str,
}

const KINDS: [ConditionKind; 5] = [
    ConditionKind {
        name: "Values at the standard phase",
        wanted: |one| matches!(one, RowCondition::StandardPhase | RowCondition::Quiet(..)),
        unit: None,
        note: "With six tenths of the pieces on the board, in units of the same phase, so that the length of games does not \
               matter. Quiet a+b: none of the a moves before and the b after removed or promoted a piece; 1+1 by default.",
    },
    ConditionKind {
        name: "Values by phase",
        wanted: |one| matches!(one, RowCondition::Middlegame | RowCondition::Endgame),
        unit: None,
        note: "Middlegame: with four fifths of the pieces on the board; endgame: with three tenths. In units of the \
               same phase.",
    },
    ConditionKind {
        name: "Values by array",
        wanted: |one| matches!(one, RowCondition::Arrays(_)),
        unit: None,
        note: "In units of the same arrays.",
    },
    ConditionKind {
        name: "Values in hand",
        wanted: |one| matches!(one, RowCondition::InHand),
        unit: None,
        note: "One more of the piece in hand; in units on the board.",
    },
    ConditionKind {
        name: "Mobility by occupancy",
        wanted: |one| matches!(one, RowCondition::Crowded(_)),
        unit: Some(TARGETS),
        note: "The mean number of squares that a piece can move to.",
    },
];

/// The values without promotion and the promotion premiums, by every method that has them.
fn promotion_table(set: &ValueSet) -> Option<Table> {
    let shown = set.shown_unit();
    let is_premium = |row: &Row| row.condition == RowCondition::PromotionPremium;
    let promoting = set.rows.iter().filter(|row| is_premium(row));
    let subjects: Vec<&Subject> = promoting.clone().map(|row| &row.subject).collect();
    let methods: Vec<&str> = promoting.map(|row| row.method.as_ref()).collect();
    let is_shown = |row: &&Row| {
        let is_about = match row.condition {
            RowCondition::All => true,
            RowCondition::WithoutPromotion | RowCondition::PromotionPremium => {
                row.warning.is_none()
            }
            _ => false,
        };
        is_about
            && row.unit == shown
            && methods.contains(&row.method.as_ref())
            && subjects.contains(&&row.subject)
    };
    let rows: Vec<&Row> = set.rows.iter().filter(is_shown).collect();
    let column = |row: &Row| match row.condition {
        RowCondition::All => row.method.to_string(),
        _ => format!("{}, {}", row.condition, row.method),
    };
    let title = format!("Promotion premiums in {}", set.title());
    let mut table = piece_table(set, &title, &rows, column)?;
    table.note(format!("All in {shown}."));
    Some(table)
}

/// The score of each kind of odds, with that expected from the sum of its pieces; `None` without odds games.
pub(super) fn score_table(set: &ValueSet) -> Option<Table> {
    let of = |condition: RowCondition| {
        let rows = set.rows.iter();
        rows.filter(move |row| {
            matches!(row.subject, Subject::Odds(_)) && row.condition == condition
        })
    };
    let expected = |row: &Row| {
        let mut rows = of(RowCondition::Expected);
        rows.find(|one| one.subject == row.subject)?.value
    };
    let rows: Vec<&Row> = of(RowCondition::All).collect();
    let mut table = Columns::of(&rows)
        .text("odds", "odds", |row| &row.subject)
        .estimate("score", "score, %", |row| row.estimate())
        .number("expected", "sum of the pieces, %", |row| expected(row))
        .count("pairs", "pairs", |row| row.pairs)
        .table(&format!("Scores of odds in {}", set.title()))
        .if_any()?;
    table.note("Score: that of the first player, whose changes are before the colon.");
    // If values follow from the scores, the table of values has these notes.
    if of(RowCondition::Expected).next().is_none() {
        let notes = set
            .notes
            .iter()
            .filter(|(method, _)| *method == rows[0].method);
        table.notes.extend(notes.map(|(_, note)| note.clone()));
    }
    Some(table)
}

/// Values by the nodes of the players, with their trends; `None` if all sets have the same number of nodes.
pub(super) fn skill_table(sets: &[&ValueSet], method: &'static str) -> Option<Table> {
    let curves = skill_curves(sets, method);
    let mut budgets: Vec<u64> = (curves.iter())
        .flat_map(|curve| curve.points.iter().map(|(nodes, _)| *nodes))
        .collect();
    budgets.sort_unstable();
    budgets.dedup();
    if budgets.len() < 2 {
        return None;
    }
    let mut columns = ranks(&curves)
        .text("piece", "piece", |curve| &curve.name)
        .text("with_more_nodes", "with more nodes", |curve| {
            curve.movement().unwrap_or_default()
        });
    for nodes in budgets {
        let at = |curve: &SkillCurve| {
            let point = curve.points.iter().find(|(known, _)| *known == nodes)?;
            Some(point.1)
        };
        let name = format!("{nodes} nodes");
        columns = columns.estimate(&name, &name, at);
    }
    if let Some(first) = curves.iter().find_map(|curve| curve.line.as_ref()) {
        let reference = format!("line at {} nodes", first.reference.0);
        columns = columns
            .estimate("at_reference", &reference, |curve| {
                Some(curve.line.as_ref()?.reference.1)
            })
            .estimate(
                "ten_times_the_nodes",
                "times, with 10 times the nodes",
                |curve| Some(curve.line.as_ref()?.per_tenfold),
            );
        for (at, (nodes, _)) in first.predicted.iter().enumerate() {
            columns = columns.estimate(
                &format!("predicted_{nodes}_nodes"),
                &format!("predicted at {nodes} nodes"),
                |curve| Some(curve.line.as_ref()?.predicted[at].1),
            );
        }
    }
    let title = format!(
        "Values by the players' strength in {}, {method}",
        sets[0].rules
    );
    let mut table = columns.table(&title);
    table.note(
        "Line: a power law in the nodes, fitted to all pieces and node levels together. Significant trends relative to the unit \
         are named (5 %, corrected for the number of pieces). Predicted: with 95 % prediction intervals, if the power law \
         holds."
    );
    table.notes.extend(ranking_note(&curves));
    Some(table)
}

/// The minimum probability of overtaking that is reported.
const UNSTABLE: f64 = 0.1;

/// A note on pieces that the next one may overtake with more nodes.
fn ranking_note(curves: &[SkillCurve]) -> Option<String> {
    let lines = || {
        curves
            .iter()
            .filter_map(|curve| Some((curve, curve.line.as_ref()?)))
    };
    let (_, line) = lines().next()?;
    let (nodes, _) = line.predicted.last()?;
    let unstable = lines().filter_map(|(curve, line)| {
        let probability = line.overtaken.filter(|one| *one >= UNSTABLE)?;
        Some(format!("{} {:.0} %", curve.name, 100.0 * probability))
    });
    Some(match joined(unstable, ", ") {
        None => format!(
            "The ranking is stable: at {nodes} nodes no piece is overtaken by the next one with a probability of 10 % or more."
        ),
        Some(unstable) => format!(
            "Pieces that the next one may overtake at {nodes} nodes, with the probability: {unstable}."
        ),
    })
}

/// A direct contrast that was played.
pub(crate) struct Contrast<'r> {
    /// The two pieces, non-promoting copies as their originals.
    pub pieces: [PieceType; 2],
    /// Their names, such as `Camel without promotion` for a copy.
    pub names: [String; 2],
    /// The score of the first.
    pub row: &'r Row,
}

/// The direct contrasts that were played.
pub(crate) fn contrasts(set: &ValueSet) -> Vec<Contrast<'_>> {
    let spec = set.spec.with_copies();
    let contrast = |row| -> Option<Contrast<'_>> {
        let row: &Row = row;
        let Subject::Odds(text) = &row.subject else {
            return None;
        };
        let pieces = Odds::parse(text, &spec).ok()?.contrasted()?;
        let names = pieces.map(|piece| spec.piece(piece).name.clone());
        let pieces = pieces.map(|piece| spec.piece(piece).copy_of.unwrap_or(piece));
        (pieces[0] != pieces[1]).then_some(Contrast { pieces, names, row })
    };
    let scores = set.rows.iter();
    let scores = scores.filter(|row| row.condition == RowCondition::All && row.unit == "%");
    scores.filter_map(contrast).collect()
}

/// The scores of direct contrasts, ordered by the lower ends of their intervals; `None` if there are none.
pub(super) fn contrast_table(set: &ValueSet) -> Option<Table> {
    let mut rows = contrasts(set);
    rows.retain(|one| one.row.pairs >= MIN_COMPARED_PAIRS);
    rows.sort_by(|one, other| {
        let low = |one: &Contrast<'_>| one.row.low.unwrap_or(0.0);
        low(other).total_cmp(&low(one))
    });
    let mut table = Columns::of(&rows)
        .text("piece", "piece", |one| &one.names[0])
        .text("against", "against", |one| &one.names[1])
        .estimate("score", "score, %", |one| one.row.estimate())
        .count("pairs", "pairs", |one| one.row.pairs)
        .table(&format!("Piece against piece in {}", set.title()))
        .if_any()?;
    table.note(
        "One player has the piece in place of the other one. Above 50 % the piece is worth more. Intervals are not corrected for the number of contrasts."
    );
    Some(table)
}

/// A line for each piece.
pub(super) fn specification_table(sets: &[&ValueSet], curves: &[SpecificationCurve]) -> Table {
    let value = |one: Option<&Specification>| one.map(|one| one.estimate.value);
    let mut table = Columns::of(curves)
        .text("piece", "piece", |curve| &curve.subject)
        .estimate("primary", "primary", |curve| curve.primary)
        .text("primary_analysis", "primary analysis", |curve| {
            curve.primary_name()
        })
        .count("analyses", "analyses", |curve| curve.all.len() as u64)
        .number("lowest", "lowest", |curve| value(curve.all.first()))
        .number("median", "median", |curve| curve.median())
        .number("highest", "highest", |curve| value(curve.all.last()))
        .count("agreeing", "include the primary value", |curve| {
            curve.agreeing() as u64
        })
        .table(&format!("Values by every analysis in {}", sets[0].rules));
    table.note(format!(
        "In {}. Analyses: every player, method and condition with a value, including phases and arrays. They do not all \
         estimate the same quantity. Primary: the player with the most nodes, by the first method with a value, at the standard \
         phase if available. The last column counts the other analyses whose interval includes the primary value.",
        sets[0].unit_name()
    ));
    table
}
