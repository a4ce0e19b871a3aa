//! Where weights come from.

use serde::{Deserialize, Serialize};
use std::fmt;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer};

/// Where the weights of a player come from. Players whose weights have unlike origins know their games
/// unequally well, so that what differs between their games need not be the rules.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Origin {
    /// From the rules alone.
    #[default]
    Theory,
    /// Tuned for this rule set of the program, whatever it is called now.
    Tuned(String),
    /// Learnt for this rule set of the program, whatever it is called now: a network.
    Learnt(String),
    /// Trained for these rules, from nothing but the rules or from the player of rules that these change.
    Trained {
        /// By which recipe.
        recipe: String,
        /// The fingerprint of the player.
        player: String,
        /// How strong it was found to be.
        strength: Strength,
    },
    /// Those of a rule set of the program that these rules extend or change.
    Inherited {
        /// The id of that rule set.
        from: String,
        /// The symbols of the pieces that move, promote or are royal otherwise than there: their weights
        /// are those of theory on that rule set's scale.
        by_theory: Vec<String>,
    },
    /// From a file of this name.
    File(String),
}

/// How strong training has made a player, with 95 % intervals; `None` where that was not measured.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Strength {
    /// Elo above the weights that follow from the rules.
    #[serde(rename = "elo_above_untuned", skip_serializing_if = "Option::is_none")]
    pub above_untuned: Option<[f64; 3]>,
    /// Elo of the last generation above the one that it was to replace: near 0, training has levelled off.
    #[serde(
        rename = "elo_of_last_generation",
        skip_serializing_if = "Option::is_none"
    )]
    pub of_last_generation: Option<[f64; 3]>,
    /// The points, in %, that it scores against itself when it begins with a pawn more: the larger, the more it
    /// makes of an advantage.
    #[serde(rename = "score_a_pawn_ahead", skip_serializing_if = "Option::is_none")]
    pub a_pawn_ahead: Option<[f64; 3]>,
}

impl Strength {
    /// Whether training has come clearly farther with one player than with the other: the one still became stronger,
    /// and by more than the other.
    pub fn is_at_another_stage(&self, other: &Strength) -> bool {
        let apart = |one: &Strength, other: &Strength| {
            let found = one.of_last_generation.zip(other.of_last_generation);
            found.is_some_and(|([_, low, _], [_, _, high])| low > 0.0 && low > high)
        };
        apart(self, other) || apart(other, self)
    }
}

/// The table of a weights file that says where its weights came from.
pub(super) const ORIGIN: &str = "origin";

impl Origin {
    /// Whether players with these weights and those are equally well prepared, as far as their origins
    /// tell: all from theory, all trained by one recipe, all tuned (for these or for related rules that have the
    /// same pieces), all networks, all from files, or with the same pieces left to theory.
    pub fn is_like(&self, other: &Origin) -> bool {
        let is_tuned = |one: &Origin| match one {
            Origin::Tuned(_) => true,
            Origin::Inherited { by_theory, .. } => by_theory.is_empty(),
            _ => false,
        };
        match (self, other) {
            (Origin::File(_), Origin::File(_)) | (Origin::Learnt(_), Origin::Learnt(_)) => true,
            (Origin::Trained { recipe: one, .. }, Origin::Trained { recipe: other, .. }) => {
                one == other
            }
            _ => self == other || (is_tuned(self) && is_tuned(other)),
        }
    }

    /// Where weights come from that are these for one army and those for the other: of two trained players, both; else these.
    pub fn beside(&self, other: &Origin) -> Origin {
        let mut both = self.clone();
        if let (Origin::Trained { player, .. }, Origin::Trained { player: second, .. }) =
            (&mut both, other)
        {
            *player = format!("{player} with {second}");
        }
        both
    }

    /// As a table of a weights file.
    pub fn to_toml(&self) -> String {
        let mut table = toml::Table::new();
        let mut put = |key: &str, value: toml::Value| table.insert(key.to_string(), value);
        match self {
            Origin::Theory => {
                put("theory", true.into());
            }
            Origin::Tuned(id) => {
                put("tuned_for", id.clone().into());
            }
            Origin::Learnt(id) => {
                put("learnt_for", id.clone().into());
            }
            Origin::Trained {
                recipe,
                player,
                strength,
            } => {
                put("trained_by", recipe.clone().into());
                put("player", player.clone().into());
                table.extend(toml::Table::try_from(strength).expect("it is made of numbers"));
            }
            Origin::Inherited { from, by_theory } => {
                put("inherited_from", from.clone().into());
                put("by_theory", by_theory.clone().into());
            }
            Origin::File(name) => {
                put("file", name.clone().into());
            }
        }
        format!("[{ORIGIN}]\n{table}")
    }

    /// Reads the table of a weights file; `None` when it is none that this program writes.
    pub(super) fn read(table: &DeTable<'_>) -> Option<Origin> {
        let value = |key: &str| table.get(key).map(|value| value.get_ref());
        let text = |value: &DeValue<'_>| value.as_str().map(str::to_string);
        if let Some(theory) = value("theory") {
            return theory.as_bool().filter(|is| *is).map(|_| Origin::Theory);
        }
        if let Some(id) = value("tuned_for") {
            return Some(Origin::Tuned(text(id)?));
        }
        if let Some(id) = value("learnt_for") {
            return Some(Origin::Learnt(text(id)?));
        }
        if let Some(recipe) = value("trained_by") {
            let numbers = Deserializer::from(Spanned::new(0..0, table.clone()));
            return Some(Origin::Trained {
                recipe: text(recipe)?,
                player: text(value("player")?)?,
                strength: Strength::deserialize(numbers).ok()?,
            });
        }
        if let Some(name) = value("file") {
            return Some(Origin::File(text(name)?));
        }
        let texts = value("by_theory")?.as_array()?.iter();
        Some(Origin::Inherited {
            from: text(value("inherited_from")?)?,
            by_theory: (texts.map(|value| text(value.get_ref()))).collect::<Option<_>>()?,
        })
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Theory => f.write_str("untuned, from the rules alone"),
            Origin::Tuned(id) => write!(f, "tuned for {id}"),
            Origin::Learnt(id) => write!(f, "a network learnt for {id}"),
            Origin::Trained {
                recipe,
                player,
                strength,
            } => {
                write!(f, "trained by {recipe}, player {player}")?;
                let shown =
                    |[value, low, high]: [f64; 3]| format!("{value:.0} [{low:.0}, {high:.0}]");
                if let Some(elo) = strength.above_untuned {
                    write!(f, ", {} Elo above untuned", shown(elo))?;
                }
                if let Some(elo) = strength.of_last_generation {
                    write!(f, ", its last generation {}", shown(elo))?;
                }
                if let Some(score) = strength.a_pawn_ahead {
                    write!(f, ", a pawn ahead it scores {} %", shown(score))?;
                }
                Ok(())
            }
            Origin::Inherited { from, by_theory } if by_theory.is_empty() => {
                write!(f, "inherited from {from}, all pieces")
            }
            Origin::Inherited { from, by_theory } => {
                write!(f, "inherited from {from}; untuned: {}", by_theory.join(" "))
            }
            Origin::File(name) => write!(f, "the file {name}"),
        }
    }
}
