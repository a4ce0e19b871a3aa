//! Values as tables: for readers, each rule set and player with its own, and for programs.

mod by_skill;
mod layout;
mod long;

pub use by_skill::skill_table;
pub use long::long_table;

use crate::format::fixed;
use crate::table::Table;
use layout::{Layout, PieceLine, WIDEST};
use tradewind_analysis::dataset::column_name;
use tradewind_analysis::values::{Aspect, Method, ValueSet, disagreements, published};
use tradewind_engine::rules::PieceType;
use tradewind_engine::theory::in_pawns;
use tradewind_stats::estimate::Estimate;
use tradewind_stats::significance::chance_of_gap;

/// All its tables: the ranked values, values in knights, what promoting is worth, values by phase
/// and by array, each as far as there is something to show. With `others`, what others say stands
/// beside the ranked values.
pub fn tables(measured: &ValueSet, others: bool) -> Vec<Table> {
    let mut tables = vec![main_table(measured, others)];
    tables.extend(promotion_table(measured));
    tables.extend(phase_table(measured));
    tables.extend(family_tables(measured));
    tables
}

fn line(
    measured: &ValueSet,
    (rank, piece): (usize, PieceType),
    estimates: Vec<Option<Estimate>>,
) -> PieceLine {
    PieceLine {
        rank: rank as u64 + 1,
        piece: column_name(&measured.spec, piece),
        words: String::new(),
        pairs: 0,
        estimates,
        numbers: Vec::new(),
    }
}

fn units(
    measured: &ValueSet,
    method: Method,
    aspect: &Aspect,
    piece: PieceType,
) -> Option<Estimate> {
    let value = measured.find(method, aspect, piece)?;
    // The notes below the first table name what is flagged; the others leave it out.
    let is_shown = value.flag.is_none() || *aspect == Aspect::All;
    measured.shown(value).filter(|_| is_shown)
}

fn main_table(measured: &ValueSet, others: bool) -> Table {
    let methods = measured.methods();
    let best = methods.first().copied().unwrap_or(Method::Odds);
    let theory = in_pawns(&measured.spec);
    let tuned = measured.tuned();
    let mut publications = match others {
        true => published(&measured.spec),
        false => Vec::new(),
    };
    publications.truncate(WIDEST - 2);
    let has_knights = measured.values.iter().any(|value| value.knights.is_some());
    let lines: Vec<PieceLine> = (measured.ranked().into_iter().enumerate())
        .map(|(rank, piece)| {
            let in_units = methods
                .iter()
                .map(|&method| units(measured, method, &Aspect::All, piece));
            let in_knights = measured.find(best, &Aspect::All, piece);
            let in_knights = has_knights.then(|| in_knights.and_then(|value| value.knights));
            let in_tuned = (!tuned.is_empty()).then(|| tuned[piece.index()]);
            let said = publications.iter().map(|one| one.values[piece.index()]);
            let pairs = (methods.iter())
                .filter_map(|&method| measured.find(method, &Aspect::All, piece))
                .map(|value| value.pairs);
            PieceLine {
                words: words(measured, piece),
                pairs: pairs.sum(),
                numbers: std::iter::once(Some(theory[piece.index()]))
                    .chain(said)
                    .collect(),
                ..line(
                    measured,
                    (rank, piece),
                    in_units.chain(in_knights).chain(in_tuned).collect(),
                )
            }
        })
        .collect();
    let scale = match measured.has_units() {
        true => format!("{} = 1", measured.unit_name().to_lowercase()),
        false => "log-odds".to_string(),
    };
    let mut estimates: Vec<String> = (methods.iter())
        .map(|method| format!("{} ({scale})", method.name()))
        .collect();
    if has_knights {
        estimates.push(format!("{} (knight = 1)", best.name()));
    }
    if !tuned.is_empty() {
        estimates.push(format!("tuned weights ({scale})"));
    }
    let mut numbers = vec!["theory (pawns)"];
    numbers.extend(publications.iter().map(|one| one.name));
    let layout = Layout {
        title: format!("Piece values in {}", measured.title()),
        words: Some("promotes"),
        estimates,
        pairs: true,
        numbers,
    };
    let mut table = layout.table(&lines);
    if !measured.has_units() {
        table.notes.push(format!(
            "{} is not clearly worth something here: values stay in log-odds (one is 174 Elo).",
            measured.unit_name()
        ));
    }
    table.notes.push(
        "Pairs: pairs of games, of all methods, in which the sides differ in the piece."
            .to_string(),
    );
    if !tuned.is_empty() {
        table.notes.push(
            "Tuned weights: what a piece more comes to in the evaluation that comes with the rule set, fitted to games of its own."
                .to_string(),
        );
    }
    table.notes.extend(measured.notes.iter().cloned());
    table.notes.extend(flag_notes(measured));
    table.notes.extend(agreement_notes(measured));
    for one in &publications {
        let sources = one.sources.join("; ");
        let note = format!("{}: {sources}. In pawns, without intervals.", one.name);
        table.notes.push(note);
    }
    table
}

/// What a piece promotes to, or is promoted from.
fn words(measured: &ValueSet, piece: PieceType) -> String {
    let spec = measured.spec.piece(piece);
    let mut names: Vec<&str> = Vec::new();
    for choice in spec.promotion.iter().flat_map(|rule| &rule.to) {
        let text = measured.spec.piece(choice.to).text.as_str();
        if !names.contains(&text) {
            names.push(text);
        }
    }
    if !names.is_empty() {
        return format!("to {}", names.join(" "));
    }
    let from = measured.spec.pieces.iter().filter(|other| {
        let mut to = other.promotion.iter().flat_map(|rule| &rule.to);
        to.any(|choice| choice.to == piece)
    });
    let from: Vec<&str> = from.map(|other| other.text.as_str()).collect();
    match from.is_empty() {
        true => String::new(),
        false => format!("from {}", from.join(" ")),
    }
}

fn flag_notes(measured: &ValueSet) -> Vec<String> {
    let mut notes = Vec::new();
    for method in measured.methods() {
        let flagged: Vec<String> = measured
            .of(method, &Aspect::All)
            .filter_map(|value| Some(format!("{} {}", value.name, value.flag?.name())))
            .collect();
        if !flagged.is_empty() {
            let name = method.name();
            notes.push(format!(
                "Not to be relied on, {name}: {}.",
                flagged.join(", ")
            ));
        }
    }
    notes
}

fn agreement_notes(measured: &ValueSet) -> Vec<String> {
    if measured.methods().len() < 2 {
        return Vec::new();
    }
    let (found, compared) = disagreements(measured);
    if compared == 0 {
        return vec!["The methods have no piece in common that both know well.".to_string()];
    }
    if found.is_empty() {
        return vec![format!(
            "The methods do not contradict each other on any of the {compared} pieces that both \
             know (5 %, corrected for their number)."
        )];
    }
    let words = found.iter().map(|one| {
        let name = &measured.spec.piece(one.piece).name;
        let [(_, first), (_, second)] = one.values;
        format!(
            "{name} ({} against {})",
            fixed(first.value, 2),
            fixed(second.value, 2)
        )
    });
    let [(first, _), (second, _)] = found[0].values;
    let mut notes = vec![format!(
        "The methods, {} and {}, disagree by more than their intervals allow (5 %, corrected for \
         the number of pieces) on {}.",
        first.name(),
        second.name(),
        words.collect::<Vec<_>>().join(", ")
    )];
    // Odds are given with a full board; a regression looks at whole games.
    let by_phase = found.iter().filter_map(|one| {
        let opening = measured.find(Method::Regression, &Aspect::Opening, one.piece)?;
        let gap = chance_of_gap(one.values[0].1, opening.reliable()?);
        (gap >= 0.05).then(|| measured.spec.piece(one.piece).name.clone())
    });
    let by_phase: Vec<String> = by_phase.collect();
    if !by_phase.is_empty() {
        notes.push(format!(
            "With a full board the regression does not contradict the odds on {}: see the values by \
             phase.",
            by_phase.join(", ")
        ));
    }
    notes
}

/// Unpromoted and promoted side by side, and what being able to promote is worth.
fn promotion_table(measured: &ValueSet) -> Option<Table> {
    let methods: Vec<Method> = (measured.methods().into_iter())
        .filter(|&method| measured.of(method, &Aspect::Promotion).next().is_some())
        .collect();
    let first = *methods.first()?;
    let lines: Vec<PieceLine> = (measured.ranked().into_iter().enumerate())
        .filter(|(_, piece)| measured.find(first, &Aspect::Promotion, *piece).is_some())
        .map(|(rank, piece)| {
            let mut estimates = vec![
                units(measured, first, &Aspect::All, piece),
                units(measured, first, &Aspect::Base, piece),
            ];
            estimates.extend(
                (methods.iter()).map(|&method| units(measured, method, &Aspect::Promotion, piece)),
            );
            estimates.push(promoted(measured, first, piece));
            PieceLine {
                words: words(measured, piece),
                ..line(measured, (rank, piece), estimates)
            }
        })
        .collect();
    let mut estimates = vec![first.name().to_string(), "without promotion".to_string()];
    estimates.extend(
        methods
            .iter()
            .map(|method| format!("promoting, {}", method.name())),
    );
    estimates.push("promoted piece".to_string());
    let layout = Layout {
        title: format!("What promoting is worth in {}", measured.title()),
        words: Some("promotes"),
        estimates,
        pairs: false,
        numbers: Vec::new(),
    };
    let mut table = layout.table(&lines);
    let scale = match measured.has_units() {
        true => format!("units of {}", measured.unit_name()),
        false => "log-odds".to_string(),
    };
    table.notes.push(format!(
        "All in {scale}, by {} where nothing else is said.",
        first.name()
    ));
    if methods.contains(&Method::Odds) {
        table
            .notes
            .push("Odds: against pieces that move alike and never promote.".to_string());
    }
    if methods.contains(&Method::Regression) {
        table.notes.push(
            "Regression: the worth of a piece's nearness to promotion (¾ to the power of the \
             ranks between), at the nearness that it has on average; of a piece that stands where \
             it can always promote this tells little."
                .to_string(),
        );
    }
    Some(table)
}

/// The value of the only piece that another promotes to.
fn promoted(measured: &ValueSet, method: Method, piece: PieceType) -> Option<Estimate> {
    let choices = &measured.spec.piece(piece).promotion.as_ref()?.to;
    let first = choices.first()?.to;
    let only = choices.iter().all(|choice| choice.to == first);
    only.then(|| units(measured, method, &Aspect::All, first))?
}

fn phase_table(measured: &ValueSet) -> Option<Table> {
    aspect_table(
        measured,
        Method::Regression,
        &[Aspect::Opening, Aspect::Ending],
        format!("Values by phase in {}", measured.title()),
        "Opening: four fifths of the pieces on the board; ending: three tenths. In units of the \
         same phase.",
    )
}

fn family_tables(measured: &ValueSet) -> Vec<Table> {
    let families: Vec<Aspect> = (measured.spec.array_families().into_iter())
        .map(|family| Aspect::Family(measured.spec.family_name(family)))
        .collect();
    let tables = measured.methods().into_iter().filter_map(|method| {
        aspect_table(
            measured,
            method,
            &families,
            format!("Values by array in {}, {}", measured.title(), method.name()),
            "In units from the same arrays.",
        )
    });
    tables.collect()
}

fn aspect_table(
    measured: &ValueSet,
    method: Method,
    aspects: &[Aspect],
    title: String,
    note: &str,
) -> Option<Table> {
    let mut used: Vec<&Aspect> = (aspects.iter())
        .filter(|aspect| {
            let mut values = measured.of(method, aspect);
            values.any(|value| measured.shown(value).is_some())
        })
        .collect();
    if used.len() < 2 {
        return None;
    }
    let left_out = used.len().saturating_sub(WIDEST);
    used.truncate(WIDEST);
    let lines: Vec<PieceLine> = (measured.ranked().into_iter().enumerate())
        .map(|(rank, piece)| {
            let estimates = used
                .iter()
                .map(|aspect| units(measured, method, aspect, piece));
            line(measured, (rank, piece), estimates.collect())
        })
        .collect();
    let layout = Layout {
        title,
        words: None,
        estimates: used.iter().map(ToString::to_string).collect(),
        pairs: false,
        numbers: Vec::new(),
    };
    let mut table = layout.table(&lines);
    table.notes.push(note.to_string());
    if left_out > 0 {
        table.notes.push(format!("{left_out} more are in the CSV."));
    }
    Some(table)
}
