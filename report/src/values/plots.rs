//! The plots of piece values.

use crate::document::Figure;
use crate::format::{fixed, grouped, joined};
use crate::plot::{self, Bar, BoardNames, Cross, HeatBoard, Panel, PlotError};
use crate::wide::Wide;
use tradewind_analysis::row::{LOG_ODDS, Row, RowCondition, Subject, Warning};
use tradewind_analysis::values::skill::skill_curves;
use tradewind_analysis::values::{Agreement, SpecificationCurve, VALUE, ValueSet, agreements};
use tradewind_engine::rules::PieceType;

/// Values by all methods with intervals or of a single training run, the most valuable piece first; `None` if there are none.
pub(super) fn values_figure(set: &ValueSet, file: &str) -> Result<Option<Figure>, PlotError> {
    let shown = set.shown_unit();
    let is_own = |row: &&Row| {
        row.condition == RowCondition::All
            && row.unit == shown
            && (row.reliable().is_some() || row.warning == Some(Warning::OneTraining))
            && matches!(row.subject, Subject::Piece(..))
    };
    let rows = set.rows.iter().filter(is_own);
    let by_method = Wide::of(
        rows.clone(),
        |_| String::new(),
        |row| row.method.to_string(),
    );
    let methods = by_method.columns.iter().filter(|(name, _)| name != VALUE);
    let games = methods.filter_map(|(method, cells)| {
        let row = cells.first().copied().flatten().filter(|row| row.n > 0)?;
        Some(format!("{} games for {method}", grouped(row.n)))
    });
    let wide = Wide::of(
        rows,
        |row| row.subject.to_string(),
        |row| match row.warning {
            Some(warning) => format!("{}, {}: no interval", row.method, warning.name()),
            None => row.method.to_string(),
        },
    );
    let ranked = set.ranked().into_iter();
    let names: Vec<String> = ranked
        .map(|piece| Subject::piece(&set.spec, piece).to_string())
        .collect();
    let wide = wide.in_order(&names);
    let title = format!("Piece values in {}", set.rules);
    let subtitle = joined(games, ", ").map_or(String::new(), |games| {
        format!("Player: {}. {games}.", set.player)
    });
    let axis = if shown == LOG_ODDS {
        "Value in log-odds of the result (1 = 174 Elo)".to_string()
    } else {
        format!("Value in {shown}")
    };
    let drawn = plot::method_values(&wide.lines, &wide.series(), [&title, &subtitle, &axis]);
    Figure::if_any(file, "Values by method, with 95 % intervals", drawn)
}

/// Every two methods against each other.
pub(super) fn agreement_figures(set: &ValueSet, file: &str) -> Result<Vec<Figure>, PlotError> {
    let mut figures = Vec::new();
    for found in agreements(set) {
        let [first, second] = found.methods;
        let file = format!("{file}-{first}-{second}");
        let caption = format!("{first} against {second} in {}", set.title());
        figures.extend(Figure::if_any(file, caption, agreement(set, &found))?);
    }
    Ok(figures)
}

fn agreement(set: &ValueSet, found: &Agreement) -> Result<plot::Drawn, PlotError> {
    let unit = set.unit_name();
    let apart: Vec<PieceType> = found.apart.iter().map(|one| one.piece).collect();
    let others = set.ranked().into_iter().filter(|piece| *piece != set.unit);
    let crosses = others.filter_map(|piece| {
        let of = |method| {
            set.find(method, &RowCondition::All, piece, &unit)?
                .reliable()
        };
        let [first, second] = found.methods.map(of);
        Some(Cross {
            label: set.spec.piece(piece).text.clone(),
            values: [first?, second?],
            apart: apart.contains(&piece),
        })
    });
    let crosses: Vec<Cross> = crosses.collect();
    let title = format!("Agreement of methods in {}", set.rules);
    let subtitle =
        "Bars: 95 % intervals. On the line both methods agree; orange: significant differences.";
    let axes = found
        .methods
        .map(|method| format!("Value in {unit}, {method}"));
    plot::agreement(&crosses, [&title, subtitle], axes)
}

/// Values by the nodes of the players.
pub(super) fn skill_figure(
    sets: &[&ValueSet],
    method: &'static str,
    file: &str,
) -> Result<Figure, PlotError> {
    let curves = skill_curves(sets, method);
    let title = format!("Values by the players' strength in {}", sets[0].rules);
    let subtitle = format!(
        "By {method}. Bars: 95 % intervals; lines: fit and prediction. Orange: significant trends."
    );
    let axis = format!("Value in {}", sets[0].unit_name());
    Ok(Figure {
        file: file.to_string(),
        caption: format!("{title}, {method}"),
        drawn: plot::skill(&curves, [&title, &subtitle], axis)?,
    })
}

/// The values by all analyses, a panel for each piece; `None` if there are none.
pub(super) fn specification_figure(
    sets: &[&ValueSet],
    curves: &[SpecificationCurve],
    file: &str,
) -> Result<Option<Figure>, PlotError> {
    let panel = |curve: &SpecificationCurve| {
        let middle = curve.primary.value;
        // An interval may be infinite.
        let own = [curve.primary.low, curve.primary.high];
        let values = curve.all.iter().map(|one| one.estimate.value).chain(own);
        let far = values.map(|value| (value - middle).abs());
        let bars = (1..).zip(&curve.all).map(|(rank, one)| Bar {
            at: f64::from(rank),
            estimate: one.estimate,
            is_marked: one.is_primary,
        });
        Panel {
            name: curve.subject.to_string(),
            caption: fixed(middle, 2),
            begin: middle,
            reach: 1.1 * far.filter(|far| far.is_finite()).fold(0.01, f64::max),
            points: Vec::new(),
            bars: bars.collect(),
        }
    };
    let panels: Vec<Panel> = curves.iter().map(panel).collect();
    let title = format!("Values by every analysis in {}", sets[0].rules);
    let subtitle = "In the unit, with 95 % intervals, cut at the edges of a panel. Orange: the primary analysis.";
    let drawn = plot::panels(&panels, [&title, subtitle, "Analyses by value"]);
    Figure::if_any(file, &title, drawn)
}

/// The method with values by square.
const SQUARE_METHOD: &str = "network";

/// A board for each piece, the most valuable first; `None` without a network.
pub(super) fn squares_figure(set: &ValueSet, file: &str) -> Result<Option<Figure>, PlotError> {
    let spec = &set.spec;
    let board = spec.geometry();
    let unit = set.find(SQUARE_METHOD, &RowCondition::All, set.unit, LOG_ODDS);
    let unit = unit.and_then(|row| row.value);
    let Some(unit) = unit.filter(|unit| *unit > 0.0) else {
        return Ok(None);
    };
    let on = |piece: PieceType, rank: i32, file: i32| {
        let name = board.name(board.at(file, rank)?).to_string();
        let found = set.find(SQUARE_METHOD, &RowCondition::Square(name), piece, LOG_ODDS)?;
        Some(found.value? / unit)
    };
    let boards = set.ranked().into_iter().map(|piece| HeatBoard {
        name: Subject::piece(spec, piece).to_string(),
        numbers: (0..board.ranks())
            .map(|rank| {
                (0..board.files())
                    .map(|file| on(piece, rank, file))
                    .collect()
            })
            .collect(),
    });
    let boards: Vec<HeatBoard> = boards
        .filter(|board| board.numbers.iter().flatten().any(Option::is_some))
        .collect();
    let names = BoardNames {
        files: (0..board.files())
            .map(|file| board.file_name(file).to_string())
            .collect(),
        ranks: (0..board.ranks())
            .map(|rank| board.rank_name(rank).to_string())
            .collect(),
    };
    let title = format!("Piece values by square in {}", set.rules);
    let subtitle = "Decrease of the log-odds of the network when the piece is removed, seen from its side. Grey: too few games.";
    let caption = format!("In {} of average value; without intervals", set.unit_name());
    let drawn = plot::heat_map(&boards, &names, [&title, subtitle, &caption]);
    let caption = format!("Values by square in {}, network", set.title());
    Figure::if_any(file, caption, drawn)
}
