//! The tables of a comparison.

use super::differences;
use crate::table::{Columns, Table};
use crate::wide::{Wide, numbers};
use tradewind_analysis::compare::{CHECK, Compared, Comparison, EFFECT_SIZE, TIMES_NODES};
use tradewind_analysis::metric::{Family, Metric};
use tradewind_analysis::outcomes::{LENGTH_QUANTILES, MATCH, MEAN};
use tradewind_analysis::row::{LOG_ODDS, Row, RowCondition, Subject};
use tradewind_stats::Estimate;
use tradewind_stats::significance::ALPHA;

/// The metric that a row is about.
pub(super) fn metric(row: &Row) -> Option<&Metric> {
    match &row.subject {
        Subject::Metric(metric) => Some(metric),
        _ => None,
    }
}

/// The rows of an effect by a method about the metrics of a family.
pub(super) fn of_family<'c>(
    comparison: &'c Comparison,
    effect: &'c str,
    method: &'static str,
    family: Family,
) -> impl Iterator<Item = &'c Row> {
    of_effect(comparison, effect, method)
        .filter(move |row| metric(row).is_some_and(|metric| metric.family() == family))
}

/// The rows of an effect by a method.
pub(super) fn of_effect<'c>(
    comparison: &'c Comparison,
    effect: &'c str,
    method: &'static str,
) -> impl Iterator<Item = &'c Row> {
    let rows = comparison
        .rows
        .iter()
        .filter(move |row| row.method == method);
    rows.filter(move |row| matches!(&row.condition, RowCondition::Effect(name) if name == effect))
}

/// The metrics of the game as a whole, a column for each rule set.
pub(super) fn overview(comparison: &Comparison, player: &str) -> Table {
    let is_own = |row: &&Row| {
        let family = metric(row).map(Metric::family);
        row.player == player
            && row.method == MEAN
            && row.condition == RowCondition::All
            && family == Some(Family::Game)
    };
    let rows = comparison.rows.iter().filter(is_own);
    let wide = Wide::of(rows, |row| row.subject.name(), |row| row.rules.clone());
    wide.table_with_units(&format!("Games, {player}"), "metric")
}

/// The differences of the metrics of a family by an effect: the significant ones, the largest effects first, or the others.
pub(super) fn effect_table(
    comparison: &Comparison,
    effect: &Compared,
    family: Family,
    significant: bool,
) -> Table {
    let every: Vec<&Row> = differences(comparison, &effect.name, family).collect();
    let is_shown = |row: &&&Row| is_clear(row) == significant;
    let mut shown: Vec<&Row> = every.iter().filter(is_shown).copied().collect();
    if significant {
        largest_first(comparison, effect, &mut shown);
    }
    let title = match family {
        Family::Game => effect.name.clone(),
        Family::Pieces => format!("{}: the pieces", effect.name),
    };
    let mut table = difference_table(comparison, effect, &title, &shown);
    if family == Family::Pieces && shown.len() < every.len() {
        let rest = every.len() - shown.len();
        table.note(format!(
            "No significant difference in {rest} other metrics."
        ));
    }
    table
}

/// The manipulation checks of an effect: those of the game as a whole, and the significant ones of pieces.
pub(super) fn check_table(comparison: &Comparison, effect: &Compared) -> Table {
    let is_shown = |row: &&Row| {
        is_clear(row) || metric(row).is_some_and(|metric| metric.family() == Family::Game)
    };
    let all = of_effect(comparison, &effect.name, CHECK);
    let mut shown: Vec<&Row> = all.filter(is_shown).collect();
    largest_first(comparison, effect, &mut shown);
    let title = format!("{}: manipulation checks", effect.name);
    let mut table = difference_table(comparison, effect, &title, &shown);
    table.note(
        "Manipulation checks show whether the changed pieces and powers are used. They are tested apart from the other metrics."
    );
    table
}

/// Whether a difference is significant.
pub(super) fn is_clear(row: &Row) -> bool {
    row.p.is_some_and(|p| p < ALPHA)
}

/// The effect size of a difference.
pub(crate) fn effect_size(
    comparison: &Comparison,
    effect: &Compared,
    row: &Row,
) -> Option<Estimate> {
    let mut sizes = of_effect(comparison, &effect.name, EFFECT_SIZE);
    sizes.find(|size| size.subject == row.subject)?.estimate()
}

/// Sorts differences by the size of the effect.
pub(super) fn largest_first(comparison: &Comparison, effect: &Compared, rows: &mut [&Row]) {
    let absolute =
        |row: &Row| effect_size(comparison, effect, row).map_or(0.0, |size| size.value.abs());
    rows.sort_by(|one, other| absolute(other).total_cmp(&absolute(one)));
}

fn difference_table(
    comparison: &Comparison,
    effect: &Compared,
    title: &str,
    shown: &[&Row],
) -> Table {
    let columns = Columns::of(shown)
        .text("metric", "metric", |row| row.subject.name())
        .estimate("difference", "difference", |row| row.estimate())
        .mixed()
        .text("unit", "unit", |row| &row.unit)
        .estimate("effect_size", "effect size", |row| {
            effect_size(comparison, effect, row)
        })
        .text("p", "p (Holm)", |row| p_text(row.p));
    with_warnings(columns, shown).table(title)
}

/// Adds the warnings of rows, if there are any.
fn with_warnings<'r>(columns: Columns<'r, &'r Row>, rows: &'r [&'r Row]) -> Columns<'r, &'r Row> {
    if rows.iter().all(|row| row.warning.is_none()) {
        return columns;
    }
    columns.text("warning", "warning", |row| row.warning_name())
}

/// Quantiles of the length of games.
pub(super) fn length_tables(comparison: &Comparison) -> Vec<Table> {
    let table = |player: &str| {
        let is_own = |row: &&Row| {
            row.player == player && LENGTH_QUANTILES.iter().any(|(_, name)| row.method == *name)
        };
        let rows = comparison.rows.iter().filter(is_own);
        let wide = Wide::of(rows, |row| row.rules.clone(), |row| row.method.to_string());
        wide.table(&format!("Length of games in plies, {player}"), "rules")
    };
    comparison.selves().into_iter().map(table).collect()
}

/// Piece values in log-odds under each rule set, and their differences; `None` if there are none.
pub(super) fn value_table(comparison: &Comparison) -> Option<Table> {
    let is_own = |row: &&Row| row.unit == LOG_ODDS && matches!(row.subject, Subject::Piece(..));
    let rows: Vec<&Row> = comparison.rows.iter().filter(is_own).collect();
    let player = &rows.first()?.player;
    let column = |row: &Row| match &row.condition {
        RowCondition::Effect(name) => name.clone(),
        _ => row.rules.clone(),
    };
    let wide = Wide::of(rows.iter().copied(), |row| row.subject.to_string(), column);
    let mut columns = wide.names("piece");
    for (name, cells) in &wide.columns {
        columns = columns.and(numbers(name, cells));
        if cells.iter().flatten().any(|row| row.p.is_some()) {
            columns = columns.and(Columns::of(cells).text("p", "p (Holm)", |cell| {
                cell.map_or(String::new(), |row| p_text(row.p))
            }));
        }
    }
    let title = format!("Value of an extra piece in log-odds of the result, {player}");
    let mut table = columns.table(&title);
    table.note("By regression on the games of this comparison; only values without a warning.");
    Some(table)
}

/// The scores of armies against each other.
pub(crate) fn head_to_head_rows(comparison: &Comparison) -> impl Iterator<Item = &Row> {
    let all = comparison.head_to_head.iter().flat_map(|one| &one.rows);
    all.filter(|row| row.method == MATCH)
}

/// The scores of armies against each other; `None` if there are none.
pub(super) fn head_to_head_table(comparison: &Comparison) -> Option<Table> {
    let rows = head_to_head_rows(comparison);
    let mut table = score_table(rows, "Match score of the armies").if_any()?;
    table.note(
        "The same player on both sides; each army plays both colours. Unfinished games count as drawn.",
    );
    Some(table)
}

/// The scores of pairings, one line each.
pub(crate) fn score_table<'r>(rows: impl IntoIterator<Item = &'r Row>, title: &str) -> Table {
    let line = |row: &Row| format!("{}\n{}\n{}", row.rules, row.condition, row.player);
    let heading = |row: &Row| match row.unit.as_ref() {
        "%" => "score in %".to_string(),
        other => other.to_string(),
    };
    let wide = Wide::of(rows, line, heading);
    let lines = wide.some_rows();
    let mut columns = Columns::of(&lines)
        .text("rules", "rules", |row| &row.rules)
        .text("sides", "sides", |row| &row.condition);
    if lines
        .iter()
        .any(|row| row.condition.to_string() != row.player)
    {
        columns = columns.text("player", "player", |row| &row.player);
    }
    columns = columns
        .count("pairs", "pairs", |row| row.pairs)
        .and(wide.numbers());
    with_warnings(columns, &lines).table(title)
}

/// A p-value as text.
pub(crate) fn p_text(p: Option<f64>) -> String {
    match p {
        None => String::new(),
        Some(p) if p < 0.0005 => "< 0.001".to_string(),
        Some(p) => format!("{p:.3}"),
    }
}

/// How well the players judge positions; `None` if it was not measured.
pub(super) fn judgement_table(comparison: &Comparison) -> Option<Table> {
    let rows = comparison.rows.iter();
    let rows: Vec<&Row> = rows
        .filter(|row| row.subject == Subject::Judgement)
        .collect();
    let mut table = Columns::of(&rows)
        .text("rules", "rules", |row| &row.rules)
        .text("player", "player", |row| &row.player)
        .estimate("distance", "distance in points", |row| row.estimate())
        .count("n", "positions", |row| row.n)
        .table("How well the players judge positions")
        .if_any()?;
    table.note(format!(
        "The mean absolute distance of a player's scores from those of a search of {TIMES_NODES} times its nodes, in \
         positions of its own games, in points of the expected score (10 to 1 at 400 centipawns): smaller is better."
    ));
    Some(table)
}

/// The title of [`weights_table`].
pub(super) const WEIGHTS_TITLE: &str = "Origin of the players' weights";

/// The origin of the weights.
pub(super) fn weights_table(comparison: &Comparison) -> Table {
    let rows = comparison.weights_rows();
    let mut table = Columns::of(&rows)
        .text("rules", "rules", |row| &row.rules)
        .text("player", "player", |row| &row.player)
        .text("weights", "weights", |row| &row.weights)
        .text("warning", "warning", |row| &row.warning)
        .table(WEIGHTS_TITLE);
    if rows.iter().any(|row| !row.warning.is_empty()) {
        table.note(
            "The weights of the players are not comparable: differences between these rule sets may be due to the players \
             and not to the rules."
        );
    }
    table
}
