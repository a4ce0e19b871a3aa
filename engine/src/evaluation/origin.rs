//! The origin of weights.

use serde::{Deserialize, Serialize};
use std::fmt;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer};

/// The origin of a player's weights. Players whose weights have different origins may differ in
/// strength, so that a difference between their games need not be due to the rules.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Origin {
    /// From the rules alone.
    #[default]
    Theory,
    /// Tuned for the built-in rule set with this id.
    Tuned(String),
    /// A network trained for the built-in rule set with this id.
    Learnt(String),
    /// Trained for these rules, starting from the rules alone or from the player of a parent rule
    /// set.
    Trained {
        /// The recipe.
        recipe: String,
        /// The fingerprint of the player.
        player: String,
        /// The measured strength.
        strength: Strength,
    },
    /// Inherited from a built-in rule set that these rules extend or change.
    Inherited {
        /// The id of that rule set.
        from: String,
        /// The symbols of the pieces whose moves, promotion or royalty differ: their weights are
        /// those of theory on that rule set's scale.
        by_theory: Vec<String>,
    },
    /// From a file of this name.
    File(String),
}

/// The strength of a trained player, with 95% CIs; `None` if not measured.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Strength {
    /// Elo above the untuned weights.
    #[serde(rename = "elo_above_untuned", skip_serializing_if = "Option::is_none")]
    pub above_untuned: Option<[f64; 3]>,
    /// Elo of the last generation above the previous one: near 0 if training has converged.
    #[serde(
        rename = "elo_of_last_generation",
        skip_serializing_if = "Option::is_none"
    )]
    pub of_last_generation: Option<[f64; 3]>,
    /// The score in percent against itself when it starts a pawn ahead: the higher, the better it
    /// uses an advantage.
    #[serde(rename = "score_a_pawn_ahead", skip_serializing_if = "Option::is_none")]
    pub a_pawn_ahead: Option<[f64; 3]>,
}

impl Strength {
    /// Whether training converged clearly further for one player: the last generation of the other
    /// was still stronger than its predecessor, and by more.
    pub fn is_at_another_stage(&self, other: &Strength) -> bool {
        let apart = |one: &Strength, other: &Strength| {
            let found = one.of_last_generation.zip(other.of_last_generation);
            found.is_some_and(|([_, low, _], [_, _, high])| low > 0.0 && low > high)
        };
        apart(self, other) || apart(other, self)
    }
}

/// The table of a weights file with the origin of its weights.
pub(super) const ORIGIN: &str = "origin";

impl Origin {
    /// Whether players with two origins are comparable: both from theory, trained by one recipe,
    /// tuned (for these rules or for related ones with the same pieces), networks, from files, or
    /// with the same pieces left to theory.
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

    /// The table of a weights file.
    pub fn to_toml(&self) -> String {
        let mut table = toml::Table::new();
        let mut put = |key: &str, value: toml::Value| {
            table.insert(key.to_string(), value);
        };
        match self {
            Origin::Theory => put("theory", true.into()),
            Origin::Tuned(id) => put("tuned_for", id.clone().into()),
            Origin::Learnt(id) => put("learnt_for", id.clone().into()),
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
            Origin::File(name) => put("file", name.clone().into()),
        }
        format!("[{ORIGIN}]\n{table}")
    }

    /// Parses the table of a weights file; `None` if this program does not write such a table.
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
