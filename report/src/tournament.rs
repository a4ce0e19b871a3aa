//! The ratings and the crosstable of a tournament.

use crate::comparison::tables::score_table;
use crate::document::Document;
use crate::match_results::match_rows;
use crate::table::{Columns, Table};
use serde_json::{Value, json};
use tradewind_analysis::outcomes::RATINGS;
use tradewind_analysis::row::{Row, Subject};
use tradewind_selfplay::experiment::Experiment;
use tradewind_stats::{Anchor, Estimate, MIN_COMPARED_PAIRS, MatchTally, Tally, bradley_terry};

/// The document of a tournament: by rule set the ratings of three or more players and their
/// crosstable, and the scores of all matches.
pub fn tournament_document(name: &str, matches: &[(&Experiment, &Tally)]) -> Document {
    let mut document = Document::new(name);
    for standings in Standings::by_rules(matches) {
        let of_title = if standings.matches < matches.len() {
            format!(", {}", standings.rules)
        } else {
            String::new()
        };
        document.table(standings.ratings(&format!("Ratings{of_title}")));
        document.table(standings.crosstable(&format!("Points{of_title}")));
        document.rows(standings.rows());
    }
    let rows: Vec<Row> = (matches.iter())
        .flat_map(|(experiment, tally)| match_rows(experiment, tally))
        .collect();
    document.table(score_table(&rows, "The matches"));
    document.rows(rows);
    document
}

fn rules_of(experiment: &Experiment) -> &str {
    &experiment.rules[0].name
}

/// The ratings and the crosstable of three or more players as JSON, by rule set.
pub fn standings_json(matches: &[(&Experiment, &Tally)]) -> Vec<Value> {
    let standings = Standings::by_rules(matches);
    standings.map(|standings| standings.json()).collect()
}

/// The players of a tournament under one rule set, the strongest first.
struct Standings<'e> {
    rules: &'e str,
    /// Number of matches.
    matches: usize,
    players: Vec<Standing<'e>>,
    /// Why there are no ratings.
    fault: Option<String>,
    /// Number of forfeited games.
    forfeits: u64,
}

struct Standing<'e> {
    place: u64,
    name: &'e str,
    /// Elo above the mean of the players.
    rating: Option<Estimate>,
    pairs: u64,
    /// Points won against each player, and their number of pairs, by name.
    against: Vec<(&'e str, f64, u64)>,
}

impl Standing<'_> {
    fn points(&self) -> f64 {
        self.against.iter().map(|(_, points, _)| points).sum()
    }

    /// Points in percent of the games.
    fn score(&self) -> f64 {
        100.0 * self.points() / (2 * self.pairs) as f64
    }
}

impl<'e> Standings<'e> {
    /// The standings under each rule set with three or more players.
    fn by_rules(matches: &[(&'e Experiment, &Tally)]) -> impl Iterator<Item = Standings<'e>> {
        let by_rules = matches.chunk_by(|one, other| rules_of(one.0) == rules_of(other.0));
        let standings = by_rules.map(Standings::of);
        standings.filter(|standings| standings.players.len() > 2)
    }

    fn of(matches: &[(&'e Experiment, &Tally)]) -> Standings<'e> {
        let mut players: Vec<Standing<'e>> = Vec::new();
        let mut tallies = Vec::new();
        let mut place_of = |name: &'e str| {
            let known = players.iter().position(|one| one.name == name);
            known.unwrap_or_else(|| {
                players.push(Standing {
                    place: 0,
                    name,
                    rating: None,
                    pairs: 0,
                    against: Vec::new(),
                });
                players.len() - 1
            })
        };
        for (experiment, tally) in matches.iter().filter(|(_, tally)| tally.count() > 0) {
            tallies.push(MatchTally {
                players: [0, 1].map(|at| place_of(&experiment.players[at].name)),
                tally: **tally,
            });
        }
        for MatchTally {
            players: [one, other],
            tally,
        } in &tallies
        {
            let outcomes = tally.pairs.iter().enumerate();
            let points: f64 = outcomes
                .map(|(half, &pairs)| half as f64 / 2.0 * pairs as f64)
                .sum();
            let pairs = tally.count();
            for (own, opponent, points) in [
                (*one, *other, points),
                (*other, *one, 2.0 * pairs as f64 - points),
            ] {
                let opponent = players[opponent].name;
                players[own].pairs += pairs;
                players[own].against.push((opponent, points, pairs));
            }
        }
        let fault = match bradley_terry(players.len(), &tallies, Anchor::Mean) {
            Ok(ratings) => {
                for (player, rating) in players.iter_mut().zip(ratings) {
                    player.rating = Some(rating);
                }
                None
            }
            Err(fault) => Some(format!("There are no ratings: {fault}.")),
        };
        let rating = |one: &Standing| one.rating.map_or(0.0, |rating| rating.value);
        players.sort_by(|one, other| rating(other).total_cmp(&rating(one)));
        for (place, player) in (1..).zip(&mut players) {
            player.place = place;
        }
        Standings {
            rules: rules_of(matches[0].0),
            matches: matches.len(),
            players,
            fault,
            forfeits: matches.iter().flat_map(|(_, tally)| tally.forfeits).sum(),
        }
    }

    fn ratings(&self, title: &str) -> Table {
        let mut table = Columns::of(&self.players)
            .count("place", "#", |one| one.place)
            .text("player", "player", |one| one.name)
            .estimate("elo", "Elo", |one| one.rating)
            .count("games", "games", |one| 2 * one.pairs)
            .number("points", "points", |one| one.points())
            .decimals(1)
            .number("score", "score in %", |one| one.score())
            .decimals(1)
            .table(title);
        table.note(self.fault.clone().unwrap_or_else(|| {
            "Bradley-Terry model; the mean of the ratings is 0, and an interval is that of the difference from it."
                .to_string()
        }));
        let is_rough = |one: &Standing| one.pairs < MIN_COMPARED_PAIRS;
        if self.fault.is_none() && self.players.iter().any(is_rough) {
            table.note(format!(
                "Intervals of players with fewer than {MIN_COMPARED_PAIRS} pairs are too narrow."
            ));
        }
        table
    }

    fn crosstable(&self, title: &str) -> Table {
        let mut columns = Columns::of(&self.players)
            .count("place", "#", |one| one.place)
            .text("player", "player", |one| one.name);
        for opponent in &self.players {
            let place = opponent.place.to_string();
            columns = columns.text(&place, &place, |one| {
                let found = one.against.iter().find(|(name, ..)| *name == opponent.name);
                found.map_or(String::new(), |(_, points, pairs)| {
                    format!("{points}/{}", 2 * pairs)
                })
            });
        }
        let mut table = columns.table(title);
        table.note("Points and games against each player; unfinished games count as drawn.");
        if self.forfeits > 0 {
            let forfeits = self.forfeits;
            table.note(format!(
                "Pairs with one of the {forfeits} forfeited games do not count."
            ));
        }
        table
    }

    fn json(&self) -> Value {
        let player = |one: &Standing| {
            let against = one.against.iter().map(
                |(name, points, pairs)| json!({ "player": name, "points": points, "games": 2 * pairs }),
            );
            json!({
                "place": one.place,
                "player": one.name,
                "elo": one.rating.map(|rating| rating.value),
                "elo_low": one.rating.map(|rating| rating.low),
                "elo_high": one.rating.map(|rating| rating.high),
                "games": 2 * one.pairs,
                "points": one.points(),
                "score": one.score(),
                "against": against.collect::<Vec<_>>(),
            })
        };
        let players: Vec<Value> = self.players.iter().map(player).collect();
        json!({ "rules": self.rules, "players": players })
    }

    /// The ratings as rows.
    fn rows(&self) -> Vec<Row> {
        let rated = self.players.iter().filter(|one| one.rating.is_some());
        let row = |one: &Standing| Row {
            n: 2 * one.pairs,
            pairs: one.pairs,
            ..Row::new(RATINGS, Subject::Score, "Elo")
                .with_estimate(one.rating)
                .of_games(self.rules, one.name)
        };
        rated.map(row).collect()
    }
}
