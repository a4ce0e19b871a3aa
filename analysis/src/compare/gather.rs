//! From folders of games to a comparison: which rule sets, which players, what the games came to.

use super::course::{Course, TENTHS, courses};
use super::design::Design;
use super::leads::{Leads, decided, scale};
use super::mean::Mean;
use super::metric::{Metric, Told};
use super::values::{PieceChanges, ValuesOf};
use super::weights::head_to_head_warning;
use super::{
    Comparison, Differences, HeadToHead, Lengths, Measurement, RulesCell, Stratum, difference,
};
use crate::from_games::{CollectError, collect};
use crate::outcomes::LENGTH_QUANTILES;
use crate::players::Players;
use crate::results::piece_values_of;
use tradewind_engine::rules::RuleSpec;
use tradewind_selfplay::experiment::{Experiment, Meeting, PlayerPlan, RulesPlan};
use tradewind_selfplay::record::archive::Archive;
use tradewind_stats::pair_estimates::{ByPair, quantile};
use tradewind_stats::{Estimate, Tally};

/// At how many plies it is counted which games are still going on.
const RUNNING_STEPS: u32 = 24;

/// Why games cannot be compared.
#[derive(Debug, thiserror::Error)]
pub enum CompareError {
    /// Games cannot be read.
    #[error(transparent)]
    Collect(#[from] CollectError),
    /// Nothing was played.
    #[error("there are no games to compare; `tradewind run` plays them")]
    NoGames,
    /// Two players have one name.
    #[error(
        "the folders have different players who are both called “{0}”; give them different names"
    )]
    Players(String),
}

/// Who played, and the games of every rule set.
type PlayedBy<'e> = (Stratum, Vec<Cell<'e>>);

/// A rule set of one of the folders.
struct Found<'e> {
    archive: usize,
    plan: &'e RulesPlan,
    at: usize,
}

impl Found<'_> {
    /// The meeting of the pairing that is called so, which every rule set has, and its place among the
    /// meetings of its experiment.
    fn meeting(&self, archives: &[Archive<'_>], name: &str) -> (usize, Meeting, Pairing) {
        let experiment = archives[self.archive].experiment();
        let meetings = experiment.meetings().into_iter().enumerate();
        let mut own = meetings.filter(|(_, meeting)| meeting.rules == self.at);
        let found = own.find_map(|(place, meeting)| {
            let pairing = Pairing::of(experiment, meeting)?;
            (pairing.name == name).then_some((place, meeting, pairing))
        });
        found.expect("every rule set has it")
    }
}

/// Compares the rule sets whose games lie in some folders. Those that begin with odds say nothing
/// about a game and are left out, but for pieces that meet those of another rule set.
///
/// # Errors
/// A file of games is wrong.
pub fn compare(archives: &[Archive<'_>]) -> Result<Comparison, CompareError> {
    let mut notes = Vec::new();
    let mut found: Vec<Found<'_>> = Vec::new();
    for (number, archive) in archives.iter().enumerate() {
        for (at, plan) in archive.experiment().rules.iter().enumerate() {
            if plan.odds.is_empty() {
                found.push(Found {
                    archive: number,
                    plan,
                    at,
                });
            } else if plan.against.is_none() {
                notes.push(format!(
                    "{} begins with odds and is left out; `tradewind values` says what odds tell.",
                    plan.name
                ));
            }
        }
    }
    let rules = cells(archives, &found);
    let named: Vec<_> = (rules.iter())
        .map(|cell| (cell.name.clone(), cell.levels.clone()))
        .collect();
    let design = Design::of(&named);
    let (strata, left_out) = strata(archives, &found)?;
    notes.extend(left_out);
    let is_played = |(_, cells): &PlayedBy<'_>| cells.iter().any(|cell| !cell.courses.is_empty());
    if !found.is_empty() && !strata.iter().any(is_played) {
        return Err(CompareError::NoGames);
    }
    notes.extend(unlike_settings(archives));
    let has_leads = |(stratum, cells): &PlayedBy<'_>| {
        stratum.is_gap
            || cells
                .iter()
                .all(|cell| cell.leads.iter().any(Option::is_some))
    };
    if !strata.iter().all(has_leads) {
        notes.push(
            "Some games were recorded without evaluations (`evaluations = true` under [record]), or \
             their evaluations tell nothing: there are no metrics of leads for them."
                .to_string(),
        );
    }
    let told = strata.iter().flat_map(|(_, cells)| cells);
    let metrics = Metric::all(told.flat_map(Cell::told));
    let measurements: Vec<Measurement> = (metrics.into_iter())
        .map(|metric| measure(metric, &strata))
        .filter(|one| one.is_about_something())
        .collect();
    let strata_only: Vec<Stratum> = strata.iter().map(|(stratum, _)| stratum.clone()).collect();
    let differences: Differences = difference::all(&design, &strata_only, &measurements);
    let head_to_head = head_to_head(archives)?;
    let values = values(archives, &found, &strata_only)?;
    let experiments: Vec<&str> = archives
        .iter()
        .map(|one| one.experiment().name.as_str())
        .collect();
    Ok(Comparison {
        name: experiments.join("; "),
        lengths: lengths(&strata),
        left: left(&strata),
        values: PieceChanges::of(&design, &rules, values),
        rules,
        design,
        strata: strata_only,
        measurements,
        differences,
        head_to_head,
        notes,
    })
}

/// The games of every rule set, by who played them: each player with itself, the weakest first, then
/// the stronger ones with the weaker ones; and what is left out, in words.
fn strata<'e>(
    archives: &[Archive<'_>],
    found: &[Found<'e>],
) -> Result<(Vec<PlayedBy<'e>>, Vec<String>), CompareError> {
    let mut all: Vec<Vec<Vec<Course>>> = Vec::new();
    for archive in archives {
        all.push(courses(archive)?);
    }
    let mut strata = Vec::new();
    let mut notes = Vec::new();
    for is_gap in [false, true] {
        let (names, left_out) = common(archives, found, is_gap)?;
        notes.extend(left_out);
        for name in names {
            let mut played = Vec::new();
            for one in found {
                let (own, _, pairing) = one.meeting(archives, &name);
                let mut courses = std::mem::take(&mut all[one.archive][own]);
                if pairing.is_turned {
                    let scores = courses
                        .iter_mut()
                        .filter_map(|one| one.first_score.as_mut());
                    scores.for_each(|score| *score = 1.0 - *score);
                }
                played.push((courses, one.plan.game.spec()));
            }
            strata.push((Stratum { name, is_gap }, Cell::all(played)));
        }
    }
    Ok((strata, notes))
}

/// The piece values under every rule set, by regression on the games of the strongest player that met
/// itself.
fn values(
    archives: &[Archive<'_>],
    found: &[Found<'_>],
    strata: &[Stratum],
) -> Result<Option<ValuesOf>, CompareError> {
    let Some(player) = strata.iter().rfind(|stratum| !stratum.is_gap) else {
        return Ok(None);
    };
    let mut by_rules = Vec::new();
    for one in found {
        let archive = &archives[one.archive];
        let (_, own, _) = one.meeting(archives, &player.name);
        let collected = collect(archive, own)?;
        by_rules.push(piece_values_of(&collected, archive.experiment(), own).ok());
    }
    Ok(Some(ValuesOf {
        player: player.name.clone(),
        by_rules,
    }))
}

/// The players of a meeting, whatever its rules: one that meets itself, or two that differ in nothing
/// but how far they look.
#[derive(Clone, PartialEq, Debug)]
struct Pairing {
    /// What it is called: the player, or the stronger one against the weaker one.
    name: String,
    is_gap: bool,
    /// Whether the first player is the weaker one.
    is_turned: bool,
    /// How far the players look, the stronger one first.
    limits: [(Option<u64>, Option<u32>); 2],
    /// All else that they are.
    plan: PlayerPlan,
}

impl Pairing {
    /// The pairing of a meeting; `None` when nothing says which player is the stronger one.
    fn of(experiment: &Experiment, meeting: Meeting) -> Option<Pairing> {
        let players = experiment.players_of(meeting);
        let limits = players.map(|player| (player.nodes, player.depth));
        let [first, second] = players;
        let plan = |player: &PlayerPlan| PlayerPlan {
            name: String::new(),
            nodes: None,
            depth: None,
            weights: None,
            ..player.clone()
        };
        if meeting.players[0] == meeting.players[1] {
            return Some(Pairing {
                name: first.name.clone(),
                is_gap: false,
                is_turned: false,
                limits,
                plan: plan(first),
            });
        }
        let [one, other] = limits;
        let is_least = |one: (Option<u64>, Option<u32>), other: (Option<u64>, Option<u32>)| {
            one.0 <= other.0 && one.1 <= other.1
        };
        let is_ordered = one.0.is_some() == other.0.is_some()
            && one.1.is_some() == other.1.is_some()
            && one != other
            && (is_least(one, other) || is_least(other, one));
        if !is_ordered || plan(first) != plan(second) {
            return None;
        }
        let is_turned = one < other;
        let (strong, weak) = if is_turned {
            (second, first)
        } else {
            (first, second)
        };
        Some(Pairing {
            name: format!("{} against {}", strong.name, weak.name),
            is_gap: true,
            is_turned,
            limits: if is_turned {
                [other, one]
            } else {
                [one, other]
            },
            plan: plan(first),
        })
    }
}

/// The names of the pairings that every rule set has games of, the weakest first; and what is left
/// out, in words.
fn common(
    archives: &[Archive<'_>],
    found: &[Found<'_>],
    is_gap: bool,
) -> Result<(Vec<String>, Vec<String>), CompareError> {
    let mut known: Vec<Pairing> = Vec::new();
    let mut by_rules: Vec<Vec<String>> = Vec::new();
    let mut left_out: Vec<String> = Vec::new();
    for one in found {
        let experiment = archives[one.archive].experiment();
        let mut own = Vec::new();
        for meeting in experiment.meetings() {
            let is_pair = meeting.players[0] != meeting.players[1];
            if meeting.rules != one.at || is_pair != is_gap {
                continue;
            }
            let Some(pairing) = Pairing::of(experiment, meeting) else {
                let [first, second] = experiment.players_of(meeting).map(|player| &player.name);
                left_out.push(format!(
                    "{first} against {second} is left out: nothing but how far they look may differ \
                     between players of whom one is the stronger."
                ));
                continue;
            };
            own.push(pairing.name.clone());
            match known.iter().find(|other| other.name == pairing.name) {
                Some(other) if (&other.limits, &other.plan) != (&pairing.limits, &pairing.plan) => {
                    return Err(CompareError::Players(pairing.name));
                }
                Some(_) => {}
                None => known.push(pairing),
            }
        }
        by_rules.push(own);
    }
    known.sort_by_key(|pairing| pairing.limits);
    let (names, missing): (Vec<String>, Vec<String>) = (known.into_iter())
        .map(|pairing| pairing.name)
        .partition(|name| by_rules.iter().all(|own| own.contains(name)));
    left_out.extend(
        missing
            .into_iter()
            .map(|name| format!("{name} did not play under every rule set and is left out.")),
    );
    left_out.sort_unstable();
    left_out.dedup();
    Ok((names, left_out))
}

/// What folders differ in besides rules and players.
fn unlike_settings(archives: &[Archive<'_>]) -> Option<String> {
    let [first, rest @ ..] = archives else {
        return None;
    };
    let first = first.experiment();
    let mut unlike: Vec<&str> = Vec::new();
    for other in rest.iter().map(Archive::experiment) {
        let settings = [
            ("the ply cap", first.ply_cap == other.ply_cap),
            ("the openings", first.opening == other.opening),
            ("adjudication", first.adjudication == other.adjudication),
        ];
        unlike.extend(
            settings
                .iter()
                .filter(|(_, same)| !same)
                .map(|(what, _)| *what),
        );
    }
    unlike.sort_unstable();
    unlike.dedup();
    (!unlike.is_empty()).then(|| {
        format!(
            "The folders differ in {} too, which is part of every difference.",
            unlike.join(" and ")
        )
    })
}

/// The rule sets by names that differ.
fn cells(archives: &[Archive<'_>], found: &[Found<'_>]) -> Vec<RulesCell> {
    let cell = |one: &Found<'_>| {
        let alike = found
            .iter()
            .filter(|other| other.plan.name == one.plan.name)
            .count();
        let name = match alike {
            1 => one.plan.name.clone(),
            _ => format!(
                "{} ({})",
                one.plan.name,
                archives[one.archive].folder().display()
            ),
        };
        RulesCell {
            name,
            levels: one.plan.levels.clone(),
            spec: one.plan.game.spec().clone(),
            origins: {
                let players = &archives[one.archive].experiment().players;
                let weights = players.iter().zip(&one.plan.player_weights);
                weights
                    .map(|(player, weights)| (player.name.clone(), weights.origin.clone()))
                    .collect()
            },
        }
    };
    found.iter().map(cell).collect()
}

/// The games of one rule set between players of one kind.
struct Cell<'e> {
    spec: &'e RuleSpec,
    courses: Vec<Course>,
    leads: Vec<Option<Leads>>,
    decided: Vec<Option<f64>>,
}

impl<'e> Cell<'e> {
    /// The games of all rule sets between players of one kind. Evaluations have one scale, and
    /// decisions one threshold, for all of them: what these are off by is then no difference between
    /// rule sets.
    fn all(played: Vec<(Vec<Course>, &'e RuleSpec)>) -> Vec<Cell<'e>> {
        let scale = scale(played.iter().flat_map(|(courses, _)| courses));
        let leads = |courses: &[Course]| -> Vec<Option<Leads>> {
            courses
                .iter()
                .map(|course| Leads::of(course, scale?))
                .collect()
        };
        let all: Vec<Vec<Option<Leads>>> =
            played.iter().map(|(courses, _)| leads(courses)).collect();
        let thresholds: Vec<f64> = (all.iter().flatten().flatten())
            .filter_map(|leads| leads.threshold)
            .collect();
        let threshold = thresholds.iter().sum::<f64>() / thresholds.len().max(1) as f64;
        let cells = played.into_iter().zip(all).map(|((courses, spec), leads)| {
            let decided = courses
                .iter()
                .map(|course| decided(course, scale?, threshold));
            Cell {
                spec,
                decided: decided.collect(),
                leads,
                courses,
            }
        });
        cells.collect()
    }

    fn told(&self) -> impl Iterator<Item = Told<'_>> {
        let both = self.leads.iter().zip(&self.decided);
        let all = self.courses.iter().zip(both);
        all.map(|(course, (leads, decided))| Told {
            course,
            leads: leads.as_ref(),
            decided: *decided,
            spec: self.spec,
        })
    }
}

fn measure(metric: Metric, strata: &[PlayedBy<'_>]) -> Measurement {
    let means = strata.iter().map(|(stratum, cells)| {
        let counts = stratum.is_gap == (metric == Metric::SkillGap);
        let mean = |cell: &Cell<'_>| {
            let numbers = cell
                .told()
                .filter_map(|told| Some((told.course.pair, metric.of(told)?)));
            Mean::of(numbers, metric.is_share()).filter(|_| counts)
        };
        cells.iter().map(mean).collect()
    });
    Measurement {
        means: means.collect(),
        metric,
    }
}

/// By stratum and rule set: how long games last.
fn lengths(strata: &[PlayedBy<'_>]) -> Vec<Vec<Lengths>> {
    let selves: Vec<_> = strata
        .iter()
        .filter(|(stratum, _)| !stratum.is_gap)
        .collect();
    let mut all: Vec<u32> = (selves.iter())
        .flat_map(|(_, cells)| cells.iter().flat_map(|cell| &cell.courses))
        .map(|course| course.plies)
        .collect();
    all.sort_unstable();
    // The few longest games would squeeze all others into a corner of a plot.
    let most = all.get(all.len() * 98 / 100).copied().unwrap_or(0);
    let of_cell = |cell: &Cell<'_>| {
        let plies: Vec<(u64, f64)> = (cell.courses.iter())
            .map(|course| (course.pair, f64::from(course.plies)))
            .collect();
        let running = (0..=RUNNING_STEPS).map(|step| {
            let ply = most * step / RUNNING_STEPS;
            let still = plies
                .iter()
                .map(|&(pair, plies)| (pair, f64::from(u8::from(plies > f64::from(ply)))));
            Some((ply, still.collect::<ByPair>().share()?))
        });
        Lengths {
            quantiles: (LENGTH_QUANTILES.iter())
                .map(|&(probability, name)| (name, quantile(&plies, probability)))
                .collect(),
            running: running.flatten().collect(),
        }
    };
    (selves.iter())
        .map(|(_, cells)| cells.iter().map(of_cell).collect())
        .collect()
}

/// By stratum, rule set and tenth of the game: the share of the pieces that is left.
fn left(strata: &[PlayedBy<'_>]) -> Vec<Vec<Vec<Option<Estimate>>>> {
    let of_cell = |cell: &Cell<'_>| {
        let tenth = |at: usize| {
            let shares = cell
                .courses
                .iter()
                .map(|course| (course.pair, course.left[at]));
            shares.collect::<ByPair>().mean()
        };
        (0..TENTHS).map(tenth).collect()
    };
    let selves = strata.iter().filter(|(stratum, _)| !stratum.is_gap);
    selves
        .map(|(_, cells)| cells.iter().map(of_cell).collect())
        .collect()
}

/// How the pieces of rule sets did against those of others.
fn head_to_head(archives: &[Archive<'_>]) -> Result<Vec<HeadToHead>, CompareError> {
    let mut all = Vec::new();
    for archive in archives {
        let experiment = archive.experiment();
        let meetings = experiment.meetings();
        let mut tallies = vec![Tally::default(); meetings.len()];
        let is_asked = |meeting: &Meeting| {
            experiment.rules_of(*meeting).against.is_some()
                && meeting.players[0] == meeting.players[1]
        };
        if !meetings.iter().any(is_asked) {
            continue;
        }
        archive.for_each_part(|games| {
            for pair in tradewind_selfplay::record::pairs(&games) {
                let place = (pair[0].pair() % meetings.len() as u64) as usize;
                tallies[place].join(&tradewind_selfplay::referee::tally(pair));
            }
            Ok::<(), CollectError>(())
        })?;
        for (meeting, tally) in meetings.iter().zip(tallies) {
            let rules = experiment.rules_of(*meeting);
            let Some(against) = rules.against.as_ref().filter(|_| is_asked(meeting)) else {
                continue;
            };
            let [player, _] = experiment.players_of(*meeting);
            let own = rules.game.spec().title();
            all.push(HeadToHead {
                rules: rules.name.clone(),
                player: player.name.clone(),
                nodes: player.nodes,
                players: Players::of([own, against.title.clone()], tally),
                warning: head_to_head_warning(&rules.player_weights[meeting.players[0]].origin),
            });
        }
    }
    Ok(all)
}
