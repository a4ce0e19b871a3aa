//! Piece values by square, as boards.

use crate::document::Figure;
use crate::plot::{self, BoardNames, HeatBoard, PlotError};
use tradewind_analysis::row::{LOG_ODDS, RowCondition, Subject};
use tradewind_analysis::values::ValueSet;
use tradewind_engine::board::Geometry;
use tradewind_engine::rules::PieceType;

/// The method with values by square.
const METHOD: &str = "network";

/// A board for each piece, the most valuable first; `None` without a network.
pub(super) fn squares_figure(set: &ValueSet, file: &str) -> Result<Option<Figure>, PlotError> {
    let spec = &set.spec;
    let board = Geometry::new(spec.files.clone(), spec.ranks, spec.first_rank);
    let unit = set.find(METHOD, &RowCondition::All, set.unit, LOG_ODDS);
    let unit = unit.and_then(|row| row.value);
    let Some(unit) = unit.filter(|unit| *unit > 0.0) else {
        return Ok(None);
    };
    let on = |piece: PieceType, rank: i32, file: i32| {
        let name = board.name(board.at(file, rank)?).to_string();
        let found = set.find(METHOD, &RowCondition::Square(name), piece, LOG_ODDS)?;
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
    let drawn = plot::if_any(plot::heat_map(
        &boards,
        &names,
        [&title, subtitle, &caption],
    ))?;
    Ok(drawn.map(|drawn| Figure {
        file: file.to_string(),
        caption: format!("Values by square in {}, network", set.title()),
        drawn,
    }))
}
