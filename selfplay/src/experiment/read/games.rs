//! Matches, openings, adjudication, records and estimates.

use super::{ExperimentReader, MAX_CENTIPAWNS, MAX_PLIES};
use crate::experiment::{
    Adjudication, Book, BookOpenings, DrawRule, EstimatesPlan, MatchPlan, OpeningPlan,
    OpeningPolicy, RecordPlan, RulesPlan, WinRule,
};
use crate::odds::design::measured;
use std::path::PathBuf;
use tradewind_engine::input::{Node, Reader, TableReader, text_file};
use tradewind_stats::{Sprt, SprtModel};

/// The minimum share of pieces left; few games reach less.
const MIN_LEFT: f64 = 0.2;

impl<'r> ExperimentReader<'r> {
    pub(super) fn matched(&self, top: &TableReader<'r>) -> Option<MatchPlan> {
        let table = self.reader.table(top.get("match")?, "the match", &["sprt"]);
        let sprt = table.get("sprt").and_then(|node| sprt(self.reader, node));
        Some(MatchPlan { sprt })
    }

    pub(super) fn opening(&self, top: &TableReader<'r>) -> Option<OpeningPlan> {
        let remedy = "add the openings: [opening] with plies = 8";
        let node = top.need("opening", remedy)?;
        if let Some(book) = node.get("book") {
            return self.book_opening(node, book);
        }
        let keys = ["plies", "max_imbalance_cp", "further", "left", "book"];
        let table = self.reader.table(node, "the opening", &keys);
        let first = self.opening_policy(&table)?;
        let further = table.get("further");
        let further = further.map_or(&[][..], |node| self.reader.list(node, "openings"));
        let further = further.iter().map(|node| {
            let keys = ["plies", "max_imbalance_cp"];
            self.opening_policy(&self.reader.table(node, "a further opening", &keys))
        });
        Some(OpeningPlan {
            plies: first.plies,
            max_imbalance_cp: first.max_imbalance_cp,
            further: further.collect::<Option<_>>()?,
            left: (table.get("left")).and_then(|node| self.reader.fraction(node, MIN_LEFT, 1.0)),
            book: None,
        })
    }

    /// Openings of a book, with or without random moves.
    fn book_opening(&self, node: &'r Node, named: &'r Node) -> Option<OpeningPlan> {
        let keys = ["book", "book_plies", "plies"];
        let table = self.reader.table(node, "an opening by a book", &keys);
        let plies = self.number_at(&table, "book_plies", 1, MAX_PLIES);
        let random = table.get("plies").map(|node| self.number(node, 0, 1_000));
        let path = self.folder.join(self.reader.text(named)?);
        let text = text_file::read_latin(&path, Book::MAX_BYTES);
        let text = text.map_err(|cause| {
            let message = format!("cannot read the book {}: {cause}", path.display());
            self.fault(named, message, "");
        });
        Some(OpeningPlan {
            plies: random.unwrap_or(Some(0))?,
            max_imbalance_cp: None,
            further: Vec::new(),
            left: None,
            book: Some(Book {
                path: PathBuf::from(named.text()?),
                plies,
                text: text.ok()?.into(),
            }),
        })
    }

    /// The openings of the book for a rule set; none without a book.
    pub(super) fn book_of(
        &self,
        top: &TableReader<'r>,
        book: Option<&Book>,
        rules: &RulesPlan,
    ) -> BookOpenings {
        let Some(book) = book else {
            return BookOpenings::default();
        };
        let node = top.get("opening").unwrap_or(top.node);
        if !rules.odds.is_empty() || rules.against.is_some() {
            let message = "a book cannot be combined with odds or an opposing army";
            self.fault(node, message, "leave out `odds` and `against`, or the book");
        }
        book.openings(&rules.compiled).unwrap_or_else(|fault| {
            let (path, line) = (book.path.display(), fault.line);
            let message = format!("{path}:{line}: {}", fault.message);
            let remedy = format!("write positions and moves of {}", rules.name);
            self.fault(node, message, remedy);
            BookOpenings::default()
        })
    }

    fn opening_policy(&self, table: &TableReader<'_>) -> Option<OpeningPolicy> {
        let plies = table.need("plies", "write the number of random moves: plies = 8")?;
        Some(OpeningPolicy {
            plies: self.number(plies, 0, 1_000)?,
            max_imbalance_cp: self.number_at(table, "max_imbalance_cp", 0, MAX_CENTIPAWNS),
        })
    }

    pub(super) fn adjudication(&self, top: &TableReader<'r>) -> Adjudication {
        let Some(node) = top.get("adjudication") else {
            return Adjudication::default();
        };
        let keys = ["win", "draw"];
        let table = self.reader.table(node, "the adjudication", &keys);
        let win = table.get("win").and_then(|node| {
            let table = self.reader.table(node, "`win`", &["score", "plies"]);
            let remedy = "write win = { score = 1000, plies = 6 }";
            let [score, plies] = ["score", "plies"].map(|key| table.need(key, remedy));
            Some(WinRule {
                score: self.number(score?, 1, MAX_CENTIPAWNS)?,
                plies: self.number(plies?, 1, MAX_PLIES)?,
            })
        });
        let draw = table.get("draw").and_then(|node| {
            let keys = ["score", "plies", "from"];
            let table = self.reader.table(node, "`draw`", &keys);
            let remedy = "write draw = { score = 10, plies = 20, from = 100 }";
            let [score, plies, from] = keys.map(|key| table.need(key, remedy));
            Some(DrawRule {
                score: self.number(score?, 0, MAX_CENTIPAWNS)?,
                plies: self.number(plies?, 1, MAX_PLIES)?,
                from: self.number(from?, 0, MAX_PLIES)?,
            })
        });
        Adjudication { win, draw }
    }

    pub(super) fn record(&self, top: &TableReader<'r>) -> RecordPlan {
        let default = RecordPlan::default();
        let Some(node) = top.get("record") else {
            return default;
        };
        let keys = ["evaluations", "games_per_file"];
        let table = self.reader.table(node, "the record", &keys);
        let games_per_file = table.number_or("games_per_file", default.games_per_file, 2, 100_000);
        if games_per_file % 2 == 1
            && let Some(node) = table.get("games_per_file")
        {
            let remedy = "write an even number: the games of a pair stay together";
            self.fault(node, format!("{games_per_file} is odd"), remedy);
        }
        RecordPlan {
            evaluations: table.truth("evaluations").unwrap_or(default.evaluations),
            games_per_file,
        }
    }

    pub(super) fn estimates(&self, top: &TableReader<'r>) -> EstimatesPlan {
        let default = EstimatesPlan::default();
        let Some(node) = top.get("estimates") else {
            return default;
        };
        let keys = ["unit", "samples_per_game", "bootstrap"];
        let table = self.reader.table(node, "the estimates", &keys);
        let samples = self.number_at(&table, "samples_per_game", 1, 1_000);
        let bootstrap = self.number_at(&table, "bootstrap", 40, 1_000_000);
        EstimatesPlan {
            unit: table.text("unit").map_or(default.unit, str::to_string),
            samples_per_game: samples.unwrap_or(default.samples_per_game),
            bootstrap: bootstrap.unwrap_or(default.bootstrap),
        }
    }

    /// Checks that every rule set has the unit, and that it is not royal.
    pub(super) fn check_unit(&self, top: &TableReader<'r>, rules: &[RulesPlan]) {
        let unit = self.unit.as_str();
        let node = top.get("estimates");
        let named = node.and_then(|node| node.get("unit"));
        let node = named.or(node).unwrap_or(top.node);
        for rules in rules {
            let spec = rules.compiled.spec();
            let found = spec.find(unit);
            if found.is_some_and(|piece| !measured(spec).contains(&piece)) {
                let message = format!("`{unit}` is royal in {} and has no value", rules.name);
                self.fault(node, message, "write [estimates] with another unit");
            }
            if found.is_none() {
                let pieces = spec.pieces.iter().map(|piece| piece.text.as_str());
                let pieces = pieces.collect::<Vec<_>>().join(" ");
                let message = format!("there is no piece `{unit}` in {}", rules.name);
                let remedy = format!("write [estimates] with a unit among the pieces {pieces}");
                self.fault(node, message, remedy);
            }
        }
    }
}

/// Reads the key `sprt`.
pub fn sprt(reader: &Reader<'_>, node: &Node) -> Option<Sprt> {
    let keys = ["elo0", "elo1", "model", "alpha", "beta"];
    let table = reader.table(node, "`sprt`", &keys);
    let remedy = "write sprt = { elo0 = 0, elo1 = 10 }";
    let error_rate = |key| match table.get(key) {
        Some(node) => reader.fraction(node, 1e-6, 0.5),
        None => Some(Sprt::DEFAULT_ERROR),
    };
    let models = [
        ("logistic", SprtModel::Logistic),
        ("normalized", SprtModel::Normalized),
    ];
    let model = match table.get("model") {
        Some(node) => reader.choice(node, &models),
        None => Some(SprtModel::Logistic),
    };
    let max = model.map_or(0.0, SprtModel::max_elo);
    let elo = |key| reader.fraction(table.need(key, remedy)?, -max, max);
    let (elo0, elo1) = (elo("elo0"), elo("elo1"));
    let (alpha, beta) = (error_rate("alpha"), error_rate("beta"));
    let (elo0, elo1) = (elo0?, elo1?);
    if elo0 >= elo1 {
        let message = format!("{elo0} is not below {elo1}");
        reader.fault(&node.place, message, "exchange elo0 and elo1");
    }
    Some(Sprt {
        model: model?,
        elo0,
        elo1,
        alpha: alpha?,
        beta: beta?,
    })
}
