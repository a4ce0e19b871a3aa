//! Values by the players' strength.

use super::layout::{Layout, PieceLine, WIDEST};
use crate::table::Table;
use tradewind_analysis::values::skill::{SkillCurve, skill_curves};
use tradewind_analysis::values::{Method, ValueSet};

/// Values beside each other by the players' nodes, with a word on those that move; `None` when
/// `measured`, all of one rule set, have but one budget.
pub fn skill_table(measured: &[&ValueSet], method: Method) -> Option<Table> {
    let curves = skill_curves(measured, method);
    let mut budgets: Vec<u64> = (curves.iter())
        .flat_map(|curve| curve.points.iter().map(|(nodes, _)| *nodes))
        .collect();
    budgets.sort_unstable();
    budgets.dedup();
    if budgets.len() < 2 {
        return None;
    }
    let left_out = budgets.len().saturating_sub(WIDEST);
    budgets.drain(..left_out);
    let line = |(rank, curve): (usize, &SkillCurve)| PieceLine {
        rank: rank as u64 + 1,
        piece: curve.name.clone(),
        words: curve.movement().unwrap_or_default().to_string(),
        pairs: 0,
        estimates: (budgets.iter())
            .map(|nodes| {
                let point = curve.points.iter().find(|(known, _)| known == nodes);
                point.map(|(_, estimate)| *estimate)
            })
            .collect(),
        numbers: Vec::new(),
    };
    let lines: Vec<PieceLine> = curves.iter().enumerate().map(line).collect();
    let layout = Layout {
        title: format!(
            "Values by the players' strength in {}, {}",
            measured[0].rules,
            method.name()
        ),
        words: Some("with more nodes"),
        estimates: budgets
            .iter()
            .map(|nodes| format!("{nodes} nodes"))
            .collect(),
        pairs: false,
        numbers: Vec::new(),
    };
    let mut table = layout.table(&lines);
    table.notes.push(
        "A word stands where the values differ by more than their intervals allow (5 %, corrected \
         for the number of pieces)."
            .to_string(),
    );
    if left_out > 0 {
        let note = format!("{left_out} budgets of fewer nodes are in the CSV.");
        table.notes.push(note);
    }
    Some(table)
}
