//! Fits of weights and networks: losses, and each weight before and after.

use super::TuningError;
use crate::plot::{self, Curve, Floor, Series};
use crate::table::{Column, Table};
use tradewind_selfplay::files::Files;
use tradewind_stats::estimate::Estimate;
use tradewind_tuner::network::TrainedNetwork;
use tradewind_tuner::texel::{Epoch, FittedWeight, TexelFit};

/// The weights of a fit, before and after.
pub fn fit_table(fit: &TexelFit) -> Table {
    let columns: [Column<FittedWeight>; 7] = [
        Column::text("group", "group", |one| one.name.0.to_string()),
        Column::text("key", "weight", |one| one.name.1.clone()),
        Column::text("board", "board", |one| board(one).to_string()),
        Column::number("before_cp", "before", |one| Some(one.before)),
        Column::estimate("after_cp", "after", |one| one.is_free.then_some(one.after)),
        Column::count("positions", "positions", |one| one.seen),
        Column::csv_text("free", |one| one.is_free.to_string()),
    ];
    let mut table = Table::new(
        "Weights in centipawns, before and after",
        &columns,
        &fit.each,
    );
    table.notes.push(
        "Positions: those in which the term of the weight counts. A weight without an interval was frozen, or its term counts in no position."
            .to_string(),
    );
    table
}

fn board(one: &FittedWeight) -> &'static str {
    if one.is_middle { "full" } else { "empty" }
}

/// The files of a fit: `losses.csv`, `weights.csv`, and plots of both.
///
/// # Errors
/// A plot or a table cannot be made.
pub fn fit_files(fit: &TexelFit, title: &str) -> Result<Files, TuningError> {
    let subtitle = format!("Weights of epoch {} of {}", fit.best, fit.epochs.len() - 1);
    let heading = format!("{title}: training and validation loss");
    let mut files = loss_files(&fit.epochs, 0, [&heading, &subtitle])?;
    let weights = fit_table(fit).to_csv()?.into_bytes();
    files.push(("weights.csv".to_string(), weights));
    let mut groups: Vec<&str> = fit.each.iter().map(|one| one.name.0).collect();
    groups.dedup();
    for group in groups {
        let own: Vec<&FittedWeight> = fit.each.iter().filter(|one| one.name.0 == group).collect();
        let names: Vec<String> = own
            .iter()
            .map(|one| format!("{}, {}", one.name.1, board(one)))
            .collect();
        let before = own.iter().map(|one| Some(Estimate::exactly(one.before)));
        let after = own.iter().map(|one| one.is_free.then_some(one.after));
        let series = [
            Series {
                name: "after, with 95 % interval".to_string(),
                values: after.collect(),
            },
            Series {
                name: "before".to_string(),
                values: before.collect(),
            },
        ];
        let words = [
            &format!("{title}: {group}"),
            "Middlegame (full board) and endgame (empty board)",
            "Centipawns",
        ];
        let drawn = plot::method_values(&names, &series, words)?;
        plot::add_files(&mut files, &format!("weights-{group}"), drawn);
    }
    Ok(files)
}

/// The files of a trained network: `losses.csv` and its plot.
///
/// # Errors
/// A plot or a table cannot be made.
pub fn network_files(network: &TrainedNetwork, title: &str) -> Result<Files, TuningError> {
    let last = network.epochs.len() - 1;
    let subtitle = format!("Network of epoch {} of {last}", network.best);
    let heading = format!("{title}: training and validation loss");
    // The large decrease in the first epoch would hide the rest.
    let from = last.min(2) as u32;
    loss_files(&network.epochs, from, [&heading, &subtitle])
}

/// The table of losses, and the plot of those from epoch `from` on.
fn loss_files(
    epochs: &[Epoch],
    from: u32,
    [heading, subtitle]: [&str; 2],
) -> Result<Files, TuningError> {
    let columns: [Column<Epoch>; 3] = [
        Column::count("epoch", "epoch", |one| u64::from(one.epoch)),
        Column::number("loss_fitted", "training set", |one| {
            Some(one.fitted).filter(|loss| loss.is_finite())
        }),
        Column::number("loss_validation", "validation set", |one| {
            Some(one.validation)
        }),
    ];
    let losses = Table::new("Mean cross-entropy", &columns, epochs);
    let mut files = vec![("losses.csv".to_string(), losses.to_csv()?.into_bytes())];
    let drawn = plot::curves(
        &loss_curves(epochs, from),
        [heading, subtitle],
        ["Epochs", "Mean cross-entropy"],
        Floor::Lowest,
    )?;
    plot::add_files(&mut files, "losses", drawn);
    Ok(files)
}

fn loss_curves(epochs: &[Epoch], from: u32) -> [Curve; 2] {
    let curve = |name: &str, of: fn(&Epoch) -> f64| Curve {
        name: name.to_string(),
        points: (epochs.iter())
            .filter(|one| one.epoch >= from && of(one).is_finite())
            .map(|one| (f64::from(one.epoch), Estimate::exactly(of(one))))
            .collect(),
    };
    [
        curve("training set", |one| one.fitted),
        curve("validation set", |one| one.validation),
    ]
}
