//! Joins the games of folders into piece values.

use super::skill::skill_rows;
use super::{ValueSet, declared};
use crate::dataset::{Dataset, OddsParts, PairingData, PositionSamples, Wanted};
use crate::error::FindingsError;
use crate::estimators::{METHODS, PieceGames, second_unit};
use crate::row::{Row, TARGETS};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use tradewind_engine::evaluation::Origin;
use tradewind_engine::rules::{PieceType, RuleSpec};
use tradewind_selfplay::experiment::{Experiment, OpeningPolicy, Pairing, PlayerPlan, RulesPlan};
use tradewind_selfplay::odds::design::measured;

/// Piece values from folders of games.
#[derive(Debug)]
pub struct Gathered {
    /// Values by rule set and player, the players with fewer nodes first.
    pub measured: Vec<ValueSet>,
    /// Games without values, with the cause.
    pub left_out: Vec<String>,
}

impl Gathered {
    /// All numbers: those without games once for each rule set, those of all its players together last.
    pub fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        for sets in self.by_rules() {
            for (at, one) in sets.iter().enumerate() {
                let own = one.rows.iter().filter(|row| at == 0 || row.n > 0);
                rows.extend(own.cloned());
            }
            for method in METHODS {
                rows.extend(skill_rows(&sets, method.name));
            }
        }
        rows
    }

    /// The value sets of each rule set, in order.
    pub fn by_rules(&self) -> Vec<Vec<&ValueSet>> {
        let mut all: Vec<Vec<&ValueSet>> = Vec::new();
        for one in &self.measured {
            // Rule sets with one name may differ.
            let is_same =
                |known: &Vec<&ValueSet>| known[0].rules == one.rules && known[0].has_rules_of(one);
            match all.iter_mut().find(|known| is_same(known)) {
                Some(known) => known.push(one),
                None => all.push(vec![one]),
            }
        }
        all
    }
}

/// The games of one rule set between players of one kind.
struct GamesOfRules<'e> {
    key: String,
    alike: String,
    experiment: &'e Experiment,
    pairing: Pairing,
    /// Odds games, and their rule set, with non-promoting copies of pieces if some were played.
    odds: Option<(RuleSpec, OddsParts)>,
    level: Option<Cow<'e, PositionSamples>>,
}

/// The data that piece values need from a pairing.
pub fn wanted_by_values(experiment: &Experiment, pairing: Pairing) -> Wanted {
    let rules = experiment.rules_of(pairing);
    let is_used = pairing.is_self_play() && rules.against.is_none();
    let with_odds = !rules.odds.is_empty();
    let methods = METHODS.into_iter().filter(|_| is_used);
    methods.fold(Wanted::default(), |wanted, method| {
        wanted.and((method.wanted)(with_odds))
    })
}

/// Estimates piece values from some folders of games. Games of the same rules and the same player on
/// both sides are joined, whatever folder they are in; only games of a player against itself count.
///
/// # Errors
/// A file of games is wrong.
pub fn gather(datasets: &[Dataset<'_>]) -> Result<Gathered, FindingsError> {
    let mut folders: BTreeMap<String, &Path> = BTreeMap::new();
    for dataset in datasets {
        let fingerprint = dataset.experiment().fingerprint();
        let folder = dataset.archive.folder();
        if let Some(other) = folders.insert(fingerprint, folder) {
            return Err(FindingsError::Twice(other.into(), folder.into()));
        }
    }
    let mut all: Vec<GamesOfRules<'_>> = Vec::new();
    let mut left_out = Vec::new();
    for dataset in datasets {
        let experiment = dataset.experiment();
        for data in &dataset.pairings {
            let pairing = data.pairing;
            let reason = if !pairing.is_self_play() {
                "two players met; piece values need a player that meets itself"
            } else if experiment.rules_of(pairing).against.is_some() {
                "pieces of two rule sets met; `tradewind compare` has the score"
            } else if measured(experiment.rules_of(pairing).compiled.spec()).is_empty() {
                "all pieces are royal, and none has a value"
            } else {
                ""
            };
            if !reason.is_empty() {
                left_out.push(format!("{}: {reason}", experiment.pairing_name(pairing)));
                continue;
            }
            let (key, alike) = keys(experiment, pairing);
            let at = all.iter().position(|games| games.key == key);
            let at = at.unwrap_or_else(|| {
                all.push(GamesOfRules {
                    key,
                    alike,
                    experiment,
                    pairing,
                    odds: None,
                    level: None,
                });
                all.len() - 1
            });
            all[at].add(experiment, data)?;
        }
    }
    let details: Vec<String> = all.iter().map(GamesOfRules::details).collect();
    let measured = all.into_iter().map(|games| games.measure(&mut left_out));
    let mut measured: Vec<ValueSet> = measured.collect();
    distinguish_players(&mut measured, &details);
    measured.retain(|one| one.rows.iter().any(|row| row.n > 0));
    measured.sort_by_key(|one| one.nodes);
    let declared = measured.iter().map(|set| declared::rows(set, &measured));
    let declared: Vec<Vec<Row>> = declared.collect();
    for (set, rows) in measured.iter_mut().zip(declared) {
        set.rows.splice(0..0, rows);
    }
    // Rule sets in order of appearance.
    let rules = (datasets.iter()).flat_map(|dataset| &dataset.experiment().rules);
    let order: Vec<String> = rules.map(|rules| rules.compiled.spec().title()).collect();
    measured.sort_by_key(|one| order.iter().position(|name| *name == one.rules));
    Ok(Gathered { measured, left_out })
}

/// The settings that games must share to be joined, and the same without the player's nodes.
fn keys(experiment: &Experiment, pairing: Pairing) -> (String, String) {
    let rules = experiment.rules_of(pairing);
    let [player, _] = experiment.players_of(pairing);
    let course = serde_json::to_string(&(
        &experiment.opening,
        &experiment.adjudication,
        experiment.ply_cap,
    ));
    let further: Vec<String> = rules.further_weights_hashes().collect();
    let alike = format!(
        "{}\n{}\n{}\n{}\n{}",
        rules.compiled.spec().without_copies().fingerprint_text(),
        traits(player),
        rules.weights_hash(pairing.players[0]),
        further.join("\n"),
        course.expect("a plan is made of texts and numbers"),
    );
    (format!("{}\n{alike}", player.limits()), alike)
}

/// The settings of a player besides limits and weights.
fn traits(player: &PlayerPlan) -> String {
    let mut words = format!("noise {}", player.noise);
    if player.temperature > 0 {
        words += &format!(", temperature {}", player.temperature);
    }
    if let Some(plies) = player.temperature_plies {
        words += &format!(" up to ply {plies}");
    }
    words
}

/// Adds details to the names of players that have the same limits under the same rules.
fn distinguish_players(measured: &mut [ValueSet], details: &[String]) {
    let titles: Vec<String> = measured.iter().map(ValueSet::title).collect();
    for (at, one) in measured.iter_mut().enumerate() {
        let alike = titles.iter().filter(|title| **title == titles[at]).count();
        if alike > 1 {
            one.player = format!("{}, {}", one.player, details[at]);
            for row in one.rows.iter_mut().filter(|row| row.n > 0) {
                row.player.clone_from(&one.player);
            }
        }
    }
}

impl<'e> GamesOfRules<'e> {
    fn add(&mut self, experiment: &Experiment, data: &'e PairingData) -> Result<(), FindingsError> {
        let pairing = data.pairing;
        let (first, second) = (&self.experiment.estimates.unit, &experiment.estimates.unit);
        if first != second {
            let rules = experiment.rules_of(pairing).name.clone();
            return Err(FindingsError::Units(rules, first.clone(), second.clone()));
        }
        if let Some(found) = &data.positions {
            match &mut self.level {
                Some(level) => level.to_mut().append_other(found)?,
                None => self.level = Some(Cow::Borrowed(found)),
            }
        }
        let Some(games) = &data.odds else {
            return Ok(());
        };
        let spec = experiment.rules_of(pairing).compiled.spec();
        match &mut self.odds {
            Some((known, all)) => {
                if spec.pieces.len() > known.pieces.len() {
                    known.clone_from(spec);
                }
                all.join(games.clone());
            }
            None => self.odds = Some((spec.clone(), games.clone())),
        }
        Ok(())
    }

    /// The settings that distinguish its player from others with the same limits.
    fn details(&self) -> String {
        let rules = self.experiment.rules_of(self.pairing);
        let [player, _] = self.experiment.players_of(self.pairing);
        let weights = rules.weights_hash(self.pairing.players[0]);
        let openings: Vec<String> = (self.experiment.opening.policies().iter())
            .map(OpeningPolicy::name)
            .collect();
        let players = match rules.training_runs() {
            1 => String::new(),
            count => format!(", the first of {count} players"),
        };
        format!(
            "{}, weights {}{players}, openings of {}",
            traits(player),
            &weights[..8],
            openings.join(" and "),
        )
    }

    fn measure(self, left_out: &mut Vec<String>) -> ValueSet {
        let rules = self.experiment.rules_of(self.pairing);
        let [player, _] = self.experiment.players_of(self.pairing);
        let spec = rules.compiled.spec().without_copies();
        let unit = spec.find(&self.experiment.estimates.unit);
        let unit = unit.expect("the unit was checked when the experiment was read");
        let mut measured = ValueSet {
            player: match self.experiment.opening.left {
                Some(left) => format!(
                    "{}, {:.0} % of the pieces left",
                    player.limits(),
                    100.0 * left
                ),
                None => player.limits(),
            },
            players: rules.training_runs(),
            nodes: player.nodes,
            alike: self.alike.clone(),
            notes: vec![("", players_note(rules, self.pairing.players[0]))],
            ..ValueSet::new(spec.clone(), unit)
        };
        let games = PieceGames {
            spec: &spec,
            unit: measured.unit,
            second_unit: second_unit(&measured.spec),
            odds: self.odds.as_ref().map(|(spec, games)| (spec, games)),
            positions: self.level.as_deref(),
            families: &rules.compiled.spec().array_families(),
            replicates: self.experiment.estimates.bootstrap,
            seed: self.experiment.seed,
        };
        measured.add_methods(&games, left_out);
        measured
    }
}

/// The note on the origins of the weights of a player and of those that take turns with it.
fn players_note(rules: &RulesPlan, player: usize) -> String {
    let first = &rules.player_weights[player].origin;
    let further = rules.further_weights.iter();
    let all: Vec<String> = [first.to_string()]
        .into_iter()
        .chain(further.map(|one| one.weights.origin.to_string()))
        .collect();
    let given = match (all.len(), first) {
        (1, Origin::Trained { .. }) => {
            " Players are fixed: training variance is not included in intervals (`--replicates 3` or more)."
        }
        _ => "",
    };
    format!("Origin of the player's weights: {}.{given}", all.join("; "))
}

/// The values of the pieces of a rule set by methods that need no games.
pub fn of_rules(spec: &RuleSpec) -> ValueSet {
    let pawn = spec.find("P").unwrap_or(PieceType(0));
    let mut known = ValueSet::new(spec.clone(), pawn);
    let games = PieceGames {
        spec,
        unit: pawn,
        second_unit: second_unit(spec),
        odds: None,
        positions: None,
        families: &[],
        replicates: 0,
        seed: 0,
    };
    known.add_methods(&games, &mut Vec::new());
    known
}

impl ValueSet {
    fn add_methods(&mut self, games: &PieceGames<'_>, left_out: &mut Vec<String>) {
        for method in METHODS {
            match (method.estimate)(games) {
                Ok(Some(found)) => {
                    let rows = found.rows.into_iter();
                    // A royal piece has mobility, but no value.
                    let rows =
                        rows.filter(|row| row.unit == TARGETS || !row.subject.is_royal(&self.spec));
                    self.rows.extend(rows.map(|row| {
                        // Numbers without games have no player.
                        let player = if row.n > 0 { self.player.as_str() } else { "" };
                        row.of_games(&self.rules, player)
                    }));
                    self.joints.extend(found.joints);
                    let notes = found.notes.into_iter();
                    self.notes.extend(notes.map(|note| (method.name, note)));
                }
                Ok(None) => {}
                Err(cause) => {
                    left_out.push(format!("{}, {}: {cause}", self.title(), method.name));
                }
            }
        }
    }
}
