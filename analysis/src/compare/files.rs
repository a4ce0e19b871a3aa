//! A comparison as files: CSV, Markdown, JSON and plots.

use super::Comparison;
use super::difference::Compared;
use super::metric::Family;
use crate::estimate::Estimate;
use crate::plot::{self, Curve, Drawn, PlotError, Series};
use crate::results::ResultsError;
use crate::table::{Filled, Table};
use std::io::Write;
use std::path::Path;
use tradewind_tuner::files::{make_folder, write_whole};

/// How many effects a plot shows beside each other.
const EFFECTS_A_PLOT: usize = 3;

/// A plot of a comparison.
#[derive(Clone, Debug)]
pub struct ComparisonPlot {
    /// The name of its files, without an ending.
    pub file: String,
    /// What it shows.
    pub caption: String,
    /// SVG and PNG.
    pub drawn: Drawn,
}

impl Comparison {
    /// Every plot: what the rules change, how long games last, how the board empties, how much more
    /// nodes win.
    ///
    /// # Errors
    /// A plot cannot be drawn.
    pub fn plots(&self) -> Result<Vec<ComparisonPlot>, PlotError> {
        let mut plots = Vec::new();
        let main: Vec<(usize, &Compared)> = (self.differences.effects.iter().enumerate())
            .filter(|(_, effect)| effect.order == 1)
            .collect();
        for (number, effects) in (1..).zip(main.chunks(EFFECTS_A_PLOT)) {
            let (names, series) = self.sizes(effects);
            if series
                .iter()
                .any(|one| one.values.iter().any(Option::is_some))
            {
                plots.push(ComparisonPlot {
                    file: format!("effects-{number}"),
                    caption: "What the rules change: effect sizes with 95 % intervals".to_string(),
                    drawn: plot::method_values(
                        &names,
                        &series,
                        [
                            "What the rules change",
                            &self.name,
                            "Effect size: Cohen's h of shares, d of other metrics",
                        ],
                    )?,
                });
            }
        }
        for (place, stratum) in self.selves().into_iter().enumerate() {
            let player = &self.strata[stratum].name;
            let number = place + 1;
            let running = self.rules.iter().zip(&self.lengths[place]);
            let running = running.map(|(rules, lengths)| Curve {
                name: rules.name.clone(),
                points: (lengths.running.iter())
                    .map(|(ply, share)| (f64::from(*ply), share.scaled(100.0)))
                    .collect(),
            });
            let left = self.rules.iter().zip(&self.left[place]);
            let left = left.map(|(rules, tenths)| Curve {
                name: rules.name.clone(),
                points: (tenths.iter().enumerate())
                    .filter_map(|(at, share)| {
                        Some((10.0 * at as f64, share.as_ref()?.scaled(100.0)))
                    })
                    .collect(),
            });
            let caption = format!("Games still going on, {player}");
            if let Some(drawn) = drawn(plot::curves(
                &running.collect::<Vec<_>>(),
                [&caption, &self.name],
                ["Plies", "Games still going on, %"],
            ))? {
                let file = format!("lengths-{number}");
                plots.push(ComparisonPlot {
                    file,
                    caption,
                    drawn,
                });
            }
            let caption = format!("Pieces left on the board, {player}");
            if let Some(drawn) = drawn(plot::curves(
                &left.collect::<Vec<_>>(),
                [&caption, &self.name],
                ["Part of the game played, %", "Pieces left, %"],
            ))? {
                let file = format!("pieces-left-{number}");
                plots.push(ComparisonPlot {
                    file,
                    caption,
                    drawn,
                });
            }
        }
        plots.extend(self.gap_plot()?);
        Ok(plots)
    }

    /// The effect sizes of some effects, by metric.
    fn sizes(&self, effects: &[(usize, &Compared)]) -> (Vec<String>, Vec<Series>) {
        let own: Vec<usize> = (0..self.measurements.len())
            .filter(|&at| self.measurements[at].metric.family() == Family::Game)
            .collect();
        let names = own.iter().map(|&at| self.measurements[at].metric.name());
        let series = effects.iter().map(|(place, effect)| {
            let size = |&metric: &usize| {
                let mut all = self.differences.all.iter();
                let found = all.find(|one| one.effect == *place && one.metric == metric);
                found.map(|one| one.size)
            };
            Series {
                name: effect.name.clone(),
                values: own.iter().map(size).collect(),
            }
        });
        (names.collect(), series.collect())
    }

    /// What the stronger player scores against the weaker one, by rule set.
    fn gap_plot(&self) -> Result<Option<ComparisonPlot>, PlotError> {
        let Some(measurement) = self.find(&super::Metric::SkillGap) else {
            return Ok(None);
        };
        let names: Vec<String> = self.rules.iter().map(|cell| cell.name.clone()).collect();
        let series = (self.strata.iter().enumerate()).filter(|(_, stratum)| stratum.is_gap);
        let series: Vec<Series> = series
            .map(|(at, stratum)| Series {
                name: stratum.name.clone(),
                values: (0..names.len())
                    .map(|rules| measurement.estimate(at, rules))
                    .collect(),
            })
            .collect();
        let words = [
            "Skill gap",
            &self.name,
            "Score of the player with more nodes, %",
        ];
        let drawn = drawn(plot::method_values(&names, &series, words))?;
        Ok(drawn.map(|drawn| ComparisonPlot {
            file: "skill-gap".to_string(),
            caption: "Skill gap: what more nodes score, with 95 % intervals".to_string(),
            drawn,
        }))
    }

    /// The share of games still going on and of pieces left, as one long table.
    fn course_table(&self) -> Table {
        let mut columns: [Vec<String>; 4] = Default::default();
        let mut shares: Vec<Option<Estimate>> = Vec::new();
        let mut push = |words: [String; 4], share: Option<Estimate>| {
            for (column, word) in columns.iter_mut().zip(words) {
                column.push(word);
            }
            shares.push(share.map(|share| share.scaled(100.0)));
        };
        for (place, stratum) in self.selves().into_iter().enumerate() {
            let player = &self.strata[stratum].name;
            for (at, rules) in self.rules.iter().enumerate() {
                for (ply, share) in &self.lengths[place][at].running {
                    let words = [player, &rules.name, "games going on after plies"];
                    let [player, rules, what] = words.map(str::to_string);
                    push([player, rules, what, ply.to_string()], Some(*share));
                }
                for (tenth, share) in self.left[place][at].iter().enumerate() {
                    let words = [player, &rules.name, "pieces left after percent of plies"];
                    let [player, rules, what] = words.map(str::to_string);
                    push([player, rules, what, (10 * tenth).to_string()], *share);
                }
            }
        }
        let [players, rules, what, at] = columns;
        Table::filled(
            "Course of games",
            vec![
                Filled::text("players", "players", players),
                Filled::text("rules", "rules", rules),
                Filled::text("what", "what", what),
                Filled::text("at", "at", at),
                Filled::estimate("percent", "%", shares),
            ],
        )
    }

    /// All tables as one page of Markdown, with the differences in words.
    pub fn to_markdown(&self) -> String {
        let mut page = format!("# {}\n", self.name);
        for note in &self.notes {
            page += &format!("\n{note}\n");
        }
        for (place, effect) in self.differences.effects.iter().enumerate() {
            page += &format!("\n## {}\n\n", effect.name);
            for line in self.in_words(place) {
                page += &format!("- {line}\n");
            }
        }
        for table in self.tables(true) {
            page += &format!("\n{}", table.to_markdown());
        }
        page
    }

    /// Everything as JSON.
    ///
    /// # Errors
    /// Serialisation fails, which numbers and texts give no reason to expect.
    pub fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(&serde_json::json!({
            "name": self.name,
            "rules": self.rules.iter().map(|cell| &cell.name).collect::<Vec<_>>(),
            "metrics": self.metric_rows(),
            "differences": self.difference_rows(),
            "head_to_head": self.head_to_head.iter().map(|one| serde_json::json!({
                "rules": one.rules,
                "pieces_of": one.players.names[0],
                "against_those_of": one.players.names[1],
                "player": one.player,
                "pairs": one.players.tally.count(),
                "score_percent": one.players.percent(),
                "elo": one.players.elo(),
            })).collect::<Vec<_>>(),
            "notes": self.notes,
        }))
    }

    /// Writes every table as CSV, a page of Markdown, JSON, and every plot as SVG and PNG into a
    /// folder, each whole or not at all. Returns the names of the files.
    ///
    /// # Errors
    /// A plot cannot be drawn or a file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<Vec<String>, ResultsError> {
        let mut files: Vec<(String, Vec<u8>)> = Vec::new();
        let mut csv = |name: &str, table: Option<Table>| -> Result<(), ResultsError> {
            if let Some(table) = table.filter(|table| table.row_count() > 0) {
                files.push((format!("{name}.csv"), table.to_csv()?.into_bytes()));
            }
            Ok(())
        };
        csv("metrics", Some(self.metric_table()))?;
        csv("differences", Some(self.difference_table()))?;
        for (number, table) in (1..).zip(self.length_tables()) {
            csv(&format!("lengths-{number}"), Some(table))?;
        }
        csv("course", Some(self.course_table()))?;
        csv("values", self.value_table(true))?;
        csv("head-to-head", self.head_to_head_table())?;
        files.push(("comparison.md".to_string(), self.to_markdown().into_bytes()));
        files.push(("comparison.json".to_string(), self.to_json()?.into_bytes()));
        for plot in self.plots()? {
            let (svg, png) = plot.drawn;
            files.push((format!("{}.svg", plot.file), svg.into_bytes()));
            files.push((format!("{}.png", plot.file), png));
        }
        make_folder(folder)?;
        let mut names = Vec::new();
        for (name, bytes) in files {
            write_whole(&folder.join(&name), |file| file.write_all(&bytes))?;
            names.push(name);
        }
        Ok(names)
    }
}

/// A plot; `None` when there is nothing to draw.
fn drawn(plot: Result<Drawn, PlotError>) -> Result<Option<Drawn>, PlotError> {
    match plot {
        Err(PlotError::Empty(_)) => Ok(None),
        plot => plot.map(Some),
    }
}
