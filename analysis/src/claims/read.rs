//! Reads claims from their file.

use super::{Claim, EndgameStatistic, MetricStatistic, Statistic, ValueStatistic};
use crate::estimators::METHODS;
use crate::metric::{Bounds, Metric};
use crate::row::{LOG_ODDS, RowCondition};
use std::path::{Path, PathBuf};
use tradewind_engine::input::text_file;
use tradewind_engine::input::{Fault, Node, Reader, Sources, TableReader, Value, describe};
use tradewind_engine::rules::{RuleSpec, built_in, load};
use tradewind_engine::solve::check_pieces;

/// The claims that come with the program.
pub const BUILT_IN: &str = include_str!("../../../data/claims.toml");

/// Claims with those that are not tested.
#[derive(Clone, Debug, PartialEq)]
pub struct Claims {
    /// In the order of the file.
    pub claims: Vec<Claim>,
    /// Claims that are not tested, with the reason.
    pub dropped: Vec<DroppedClaim>,
}

/// A claim that is not tested.
#[derive(Clone, Debug, PartialEq)]
pub struct DroppedClaim {
    /// A short name without spaces.
    pub id: String,
    /// The game that it is about.
    pub game: String,
    /// The statement, in our words.
    pub claim: String,
    /// The source of the statement.
    pub source: String,
    /// The reason why no number decides it.
    pub reason: String,
}

/// Errors in a file of claims.
#[derive(Debug, thiserror::Error)]
pub enum ClaimsError {
    /// It cannot be read.
    #[error("cannot read the claims {path}: {1}", path = .0.display())]
    Unreadable(PathBuf, std::io::Error),
    /// It has faults; all of them are reported.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Faults(Vec<Fault>),
}

const MAX_BOUND: f64 = 1e6;

impl Claims {
    /// The claims that come with the program.
    ///
    /// # Errors
    /// They are malformed, which a test excludes.
    pub fn built_in() -> Result<Claims, ClaimsError> {
        Claims::parse("data/claims.toml", BUILT_IN.to_string())
    }

    /// Reads a file of claims.
    ///
    /// # Errors
    /// It cannot be read, or has faults, which are all reported with their places.
    pub fn load(path: &Path) -> Result<Claims, ClaimsError> {
        let text = text_file::read(path, text_file::MAX_BYTES);
        let text = text.map_err(|cause| ClaimsError::Unreadable(path.into(), cause))?;
        Claims::parse(&path.display().to_string(), text)
    }

    /// Reads the text of a file of claims.
    ///
    /// # Errors
    /// Every fault with its place.
    pub fn parse(name: &str, text: String) -> Result<Claims, ClaimsError> {
        let mut sources = Sources::default();
        let tree = sources.parse(name.to_string(), text);
        let tree = tree.map_err(ClaimsError::Faults)?;
        let reader = Reader::new(&sources);
        let top = reader.table(&tree, "a file of claims", &["claim", "dropped"]);
        let mut claims: Vec<Claim> = Vec::new();
        let nodes = top.need("claim", "write tables [[claim]]").into_iter();
        for node in nodes.flat_map(|node| reader.list(node, "claims")) {
            let Some(claim) = claim(&reader, node) else {
                continue;
            };
            if claims.iter().any(|other| other.id == claim.id) {
                let message = format!("two claims are called `{}`", claim.id);
                reader.fault(&node.place, message, "give them different ids");
            }
            claims.push(claim);
        }
        let dropped = top.get("dropped").into_iter();
        let dropped: Vec<DroppedClaim> = dropped
            .flat_map(|node| reader.list(node, "dropped claims"))
            .filter_map(|node| dropped_claim(&reader, node))
            .collect();
        let mut known: Vec<&str> = claims.iter().map(|claim| claim.id.as_str()).collect();
        for one in &dropped {
            if known.contains(&one.id.as_str()) {
                let message = format!("two claims are called `{}`", one.id);
                reader.fault(&tree.place, message, "give them different ids");
            }
            known.push(&one.id);
        }
        let faults = reader.into_faults();
        if faults.is_empty() {
            Ok(Claims { claims, dropped })
        } else {
            Err(ClaimsError::Faults(faults))
        }
    }

    #[cfg(test)]
    pub(crate) fn with_statistic(statistic: &str, above: f64) -> Claims {
        let text = format!(
            "[[claim]]\nid = \"x\"\ngame = \"x\"\nclaim = \"x\"\nsource = \"x\"\nexperiment = \"x\"\n\
             above = {above}\n{statistic}\n"
        );
        let claims = Claims::parse("claims.toml", text);
        claims.unwrap_or_else(|fault| panic!("{statistic}: {fault}"))
    }

    /// The experiments of the claims, each once.
    pub fn experiments(&self) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for (name, _) in self.claims.iter().flat_map(Claim::measured_by) {
            if !all.iter().any(|known| known == name) {
                all.push(name.to_string());
            }
        }
        all
    }
}

/// The texts that every claim has, tested or dropped, with the remedies.
const TEXTS: [(&str, &str); 4] = [
    ("id", "give it a short name: id = \"camel\""),
    ("game", "say which game it is about: game = \"Scirocco\""),
    ("claim", "say what is claimed, in a sentence: claim = \"…\""),
    ("source", "say who claims it, and where: source = \"…\""),
];

fn needed_text(
    reader: &Reader<'_>,
    table: &TableReader<'_>,
    (key, remedy): (&str, &str),
) -> Option<String> {
    let node = table.need(key, remedy)?;
    reader.text(node).map(str::to_string)
}

fn dropped_claim(reader: &Reader<'_>, node: &Node) -> Option<DroppedClaim> {
    let keys = ["id", "game", "claim", "source", "reason"];
    let table = reader.table(node, "a dropped claim", &keys);
    let [id, game, claim, source] = TEXTS.map(|text| needed_text(reader, &table, text));
    let why = ("reason", "say why it is not tested: reason = \"…\"");
    let reason = needed_text(reader, &table, why);
    Some(DroppedClaim {
        id: id?,
        game: game?,
        claim: claim?,
        source: source?,
        reason: reason?,
    })
}

fn claim(reader: &Reader<'_>, node: &Node) -> Option<Claim> {
    let keys = [
        "id",
        "game",
        "claim",
        "source",
        "experiment",
        "value",
        "odds",
        "metric",
        "score",
        "endgame",
        "above",
        "below",
        "first",
        "open",
    ];
    let table = reader.table(node, "a claim", &keys);
    let [id, game, words, source] = TEXTS.map(|text| needed_text(reader, &table, text));
    let experiment = match (table.get("endgame"), table.get("experiment")) {
        (Some(_), None) => Some(String::new()),
        (Some(_), Some(experiment)) => {
            let message = "an endgame is solved, not played";
            reader.fault(&experiment.place, message, "leave `experiment` out");
            None
        }
        _ => table
            .need("experiment", EXPERIMENT)
            .and_then(|node| experiment_name(reader, node)),
    };
    let (above, below) = bounds(reader, node, &table)?;
    let statistic = statistic(reader, node, &table)?;
    let first = optional(&table, "first", |own| first_number(reader, own))?;
    let mut claim = Claim {
        id: id?,
        game: game?,
        claim: words?,
        source: source?,
        experiment: experiment?,
        statistic,
        above,
        below,
        first: None,
        open: table.text("open").map(str::to_string),
    };
    claim.first = first.map(|(experiment, statistic, (above, below))| {
        Box::new(Claim {
            experiment,
            statistic,
            above,
            below,
            ..claim.clone()
        })
    });
    Some(claim)
}

/// Reads the value of a key, if it is there; `None` if it is wrong.
fn optional<T>(
    table: &TableReader<'_>,
    key: &str,
    read: impl FnOnce(&Node) -> Option<T>,
) -> Option<Option<T>> {
    match table.get(key) {
        Some(node) => read(node).map(Some),
        None => Some(None),
    }
}

/// The bounds above and below which a claim holds.
type ClaimBounds = (Option<f64>, Option<f64>);

fn bounds(reader: &Reader<'_>, node: &Node, table: &TableReader<'_>) -> Option<ClaimBounds> {
    let read = |node: &Node| reader.fraction(node, -MAX_BOUND, MAX_BOUND);
    let bound = |key: &str| optional(table, key, read);
    let (above, below) = (bound("above")?, bound("below")?);
    if above.is_none() && below.is_none() {
        let message = "nothing says when this claim holds";
        reader.fault(&node.place, message, "write above = 0, below = 5, or both");
    }
    if let (Some(low), Some(high)) = (above, below)
        && low >= high
    {
        let message = format!("no number is above {low} and below {high}");
        reader.fault(&node.place, message, "exchange them");
    }
    Some((above, below))
}

/// The number that tested a claim before it was replaced, with its experiment and bounds.
fn first_number(reader: &Reader<'_>, node: &Node) -> Option<(String, Statistic, ClaimBounds)> {
    let keys = [
        "experiment",
        "value",
        "odds",
        "metric",
        "score",
        "above",
        "below",
    ];
    let table = reader.table(node, "a first number", &keys);
    let experiment = table.need("experiment", EXPERIMENT);
    let bounds = bounds(reader, node, &table)?;
    let statistic = statistic(reader, node, &table)?;
    Some((experiment_name(reader, experiment?)?, statistic, bounds))
}

const EXPERIMENT: &str =
    "name the experiment that tests it, below data/experiments: experiment = \"values/chess\"";

/// The name of an experiment: the path of its file below the folder of experiments, without extension,
/// which is also the path of its games. It must not leave that folder.
fn experiment_name(reader: &Reader<'_>, node: &Node) -> Option<String> {
    let name = reader.text(node)?;
    let fits = |letter: char| letter.is_ascii_alphanumeric() || "._+=-".contains(letter);
    let is_plain =
        |part: &str| !part.is_empty() && !part.starts_with('.') && part.chars().all(fits);
    if !name.split('/').all(is_plain) {
        let message = format!("{} is no name of an experiment", describe(node));
        reader.fault(&node.place, message, EXPERIMENT);
        return None;
    }
    Some(name.to_string())
}

fn statistic(reader: &Reader<'_>, node: &Node, table: &TableReader<'_>) -> Option<Statistic> {
    let kinds = ["value", "odds", "metric", "score", "endgame"];
    let given: Vec<&str> = kinds
        .into_iter()
        .filter(|kind| table.get(kind).is_some())
        .collect();
    let [kind] = given.as_slice() else {
        let message = match given.len() {
            0 => "nothing is measured".to_string(),
            _ => format!("{} are measured at once", given.join(" and ")),
        };
        let remedy = "write one of value = { piece = \"C\", minus = \"N\", method = \"odds\" }, metric = { name = \
                      \"draws\", rules = \"chess\" }, odds = \"N>C :\", score = { rules = \"…\" } and endgame = { rules = \"chess\", \
                      pieces = \"K R v K\" }";
        reader.fault(&node.place, message, remedy);
        return None;
    };
    let own = table.get(kind)?;
    match *kind {
        "value" => value(reader, own).map(Statistic::Value),
        "odds" => Some(Statistic::Odds {
            odds: texts(reader, Some(own))?,
            players: None,
        }),
        "metric" => {
            let keys = ["name", "from", "to", "rules", "than", "players"];
            let own = reader.table(own, "a metric", &keys);
            let name = own.need(
                "name",
                "name a metric of docs/reference/metrics.md: name = \"draws\"",
            );
            let rules = own.need("rules", "name a rule set of the experiment: rules = \"…\"");
            Some(Statistic::Metric(MetricStatistic {
                within: within(reader, &own, name?)?,
                name: reader.text(name?)?.to_string(),
                rules: reader.text(rules?)?.to_string(),
                than: own.text("than").map(str::to_string),
                players: own.text("players").map(str::to_string),
                opening: None,
            }))
        }
        "endgame" => {
            let keys = ["rules", "pieces", "than", "plays_on_bare"];
            let own = reader.table(own, "an endgame", &keys);
            let rules = own.need("rules", "name a rule set: rules = \"chess\"");
            let pieces = own.need("pieces", "name the pieces: pieces = \"K R v K\"");
            let spec = endgame_rules(reader, rules?)?;
            Some(Statistic::Endgame(EndgameStatistic {
                rules: reader.text(rules?)?.to_string(),
                pieces: endgame_pieces(reader, &spec, pieces?)?,
                than: optional(&own, "than", |node| endgame_pieces(reader, &spec, node))?,
                plays_on_bare: own.truth("plays_on_bare").unwrap_or(false),
            }))
        }
        _ => {
            let own = reader.table(own, "a score", &["rules", "players"]);
            let rules = own.need("rules", "name a rule set of the experiment: rules = \"…\"");
            Some(Statistic::Score {
                rules: reader.text(rules?)?.to_string(),
                players: own.text("players").map(str::to_string),
            })
        }
    }
}

/// The bounds of a metric; `Some(None)` if there are none, `None` if they are wrong.
fn within(reader: &Reader<'_>, own: &TableReader<'_>, name: &Node) -> Option<Option<Bounds>> {
    let read = |node: &Node| reader.number(node, 0, MAX_BOUND as i64);
    let bound = |key: &str| optional(own, key, read);
    let (from, to) = (bound("from")?, bound("to")?);
    if from.is_none() && to.is_none() {
        return Some(None);
    }
    let key = reader.text(name)?;
    let message = if Metric::counted(key).is_none() {
        format!(
            "`{key}` is not counted in plies or in a game, so no games have it from or to a number"
        )
    } else if let (Some(from), Some(to)) = (from, to)
        && from > to
    {
        format!("no number is from {from} to {to}")
    } else {
        return Some(Some(Bounds { from, to }));
    };
    reader.fault(
        &name.place,
        message,
        "write name = \"length\", from = 100, to = 200",
    );
    None
}

/// The rule set of an endgame, which must come with the program: no other file may decide the answer.
fn endgame_rules(reader: &Reader<'_>, node: &Node) -> Option<RuleSpec> {
    let id = reader.text(node)?;
    let known = built_in();
    if !known.iter().any(|one| one == id) {
        let message = format!("there is no rule set `{id}` in the program");
        let remedy = format!("write one of {}", known.join(", "));
        reader.fault(&node.place, message, &remedy);
        return None;
    }
    load(id, &[]).ok()
}

fn endgame_pieces(reader: &Reader<'_>, spec: &RuleSpec, node: &Node) -> Option<String> {
    let text = reader.text(node)?;
    if let Err(cause) = check_pieces(spec, text) {
        let remedy = "write White's pieces, `v`, and Black's: \"K R v K\"";
        reader.fault(&node.place, cause.to_string(), remedy);
        return None;
    }
    Some(text.to_string())
}

/// A text or a list of texts; empty without the key.
fn texts(reader: &Reader<'_>, node: Option<&Node>) -> Option<Vec<String>> {
    let Some(node) = node else {
        return Some(Vec::new());
    };
    match &node.value {
        Value::Text(text) => Some(vec![text.clone()]),
        Value::List(items) if !items.is_empty() => (items.iter())
            .map(|item| reader.text(item).map(str::to_string))
            .collect(),
        _ => {
            let message = format!("{} is no text and no list of texts", describe(node));
            reader.fault(&node.place, message, "write \"N\" or [\"N\", \"B\"]");
            None
        }
    }
}

const CONDITIONS: [RowCondition; 7] = [
    RowCondition::All,
    RowCondition::StandardPhase,
    RowCondition::WithoutPromotion,
    RowCondition::PromotionPremium,
    RowCondition::Middlegame,
    RowCondition::Endgame,
    RowCondition::InHand,
];

pub(super) const UNITS: &[(&str, &str)] = &[
    ("pawns", "pawns"),
    ("knights", "knights"),
    (LOG_ODDS, LOG_ODDS),
];

const MAX_NODES: i64 = 1_000_000_000;

const METHOD: &str = "name the method that decides, before results are seen: method = \"odds\"";

fn value(reader: &Reader<'_>, node: &Node) -> Option<ValueStatistic> {
    let keys = [
        "piece",
        "minus",
        "over",
        "than",
        "condition",
        "than_condition",
        "unit",
        "method",
        "players",
        "at",
    ];
    let conditions = CONDITIONS.map(|condition| condition.to_string());
    let conditions: Vec<(&str, usize)> = (conditions.iter().map(String::as_str)).zip(0..).collect();
    let methods = METHODS.map(|method| (method.name, method.name));
    let own = reader.table(node, "a value", &keys);
    let piece = own.need("piece", "name a piece by its text: piece = \"N\"")?;
    let chosen = |node: &Node| Some(CONDITIONS[reader.choice(node, &conditions)?].clone());
    let condition_of = |key: &str| optional(&own, key, chosen);
    let condition = condition_of("condition")?.unwrap_or(RowCondition::All);
    let statistic = ValueStatistic {
        piece: reader.text(piece)?.to_string(),
        minus: texts(reader, own.get("minus"))?,
        over: texts(reader, own.get("over"))?,
        than: optional(&own, "than", |node| experiment_name(reader, node))?,
        condition,
        than_condition: condition_of("than_condition")?,
        unit: optional(&own, "unit", |node| reader.choice(node, UNITS))?.unwrap_or("pawns"),
        method: reader.choice(own.need("method", METHOD)?, &methods)?,
        players: own.text("players").map(str::to_string),
        at: optional(&own, "at", |node| reader.number(node, 1, MAX_NODES))?.map(i64::cast_unsigned),
    };
    if statistic.than_condition.as_ref() == Some(&statistic.condition) {
        let message = "a value is compared with itself";
        let remedy = "write another condition as `than_condition`";
        reader.fault(&node.place, message, remedy);
        return None;
    }
    if statistic.at.is_some() && (statistic.over.is_empty() || statistic.players.is_some()) {
        let message = "`at` asks for a line through all players";
        let remedy = "write `over` with it, for a line gives ratios, and no `players`";
        reader.fault(&node.place, message, remedy);
        return None;
    }
    let several = [
        !statistic.minus.is_empty(),
        !statistic.over.is_empty(),
        statistic.than.is_some(),
        statistic.than_condition.is_some(),
    ];
    if several.into_iter().filter(|&given| given).count() > 1 {
        let message = "a value is compared in several ways at once";
        reader.fault(
            &node.place,
            message,
            "write one of `minus`, `over`, `than` and `than_condition`",
        );
        return None;
    }
    Some(statistic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_claims_that_come_with_the_program_are_right() {
        let claims = Claims::built_in().unwrap_or_else(|fault| panic!("{fault}"));
        assert!(claims.claims.len() >= 25);
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/experiments");
        for name in claims.experiments() {
            assert!(folder.join(format!("{name}.toml")).exists(), "{name}");
        }
    }

    #[test]
    fn every_fault_is_told_with_its_place() {
        let text = "[[claim]]\nid = \"a\"\ngame = \"g\"\nclaim = \"c\"\nsource = \"s\"\n\
                    experiment = \"e\"\nabove = 3\nbelow = 2\nvalue = { piece = \"N\", unit = \"x\" }\n\
                    [[claim]]\nid = \"b\"\nclaims = \"c\"\n\
                    [[claim]]\nid = \"d\"\nexperiment = \"e\"\nendgame = { rules = \"chess\", pieces = \"K v K\" }\n\
                    [[claim]]\nid = \"g\"\nabove = 1\nendgame = { rules = \"ches\", pieces = \"K v K\" }\n\
                    [[claim]]\nid = \"h\"\nabove = 1\nendgame = { rules = \"chess\", pieces = \"K X v K\" }\n\
                    [[claim]]\nid = \"i\"\ngame = \"g\"\nclaim = \"c\"\nsource = \"s\"\nabove = 1\n\
                    endgame = { rules = \"chess\", pieces = \"K Q v K\" }\n\
                    [[dropped]]\nid = \"i\"\ngame = \"g\"\nclaim = \"c\"\nsource = \"s\"\nreason = \"r\"\n\
                    [[dropped]]\nid = \"f\"\n\
                    [[claim]]\nid = \"j\"\nabove = 1\ngame = \"g\"\nclaim = \"c\"\nsource = \"s\"\nexperiment = \"e\"\n\
                    metric = { name = \"draws\", from = 1, rules = \"r\" }\n";
        let fault = Claims::parse("c.toml", text.to_string()).expect_err("it is wrong");
        let words = fault.to_string();
        for part in [
            "no number is above 3 and below 2",
            "c.toml:9:",
            "a claim has no key `claims`",
            "nothing says when this claim holds",
            "nothing is measured",
            "an endgame is solved, not played",
            "say why it is not tested",
            "there is no rule set `ches`",
            "there is no piece `X`",
            "two claims are called `i`",
            "`draws` is not counted",
        ] {
            assert!(words.contains(part), "{part}: {words}");
        }
    }
}
