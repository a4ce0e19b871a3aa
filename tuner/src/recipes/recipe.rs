//! Recipes for training players.

use std::path::{Path, PathBuf};
use tradewind_engine::input::text_file;

/// The names and files of the recipes that come with the program.
const SHIPPED: &[(&str, &str)] = &[
    ("brief", include_str!("../../../data/recipes/brief.toml")),
    (
        "network",
        include_str!("../../../data/recipes/network.toml"),
    ),
    ("quick", include_str!("../../../data/recipes/quick.toml")),
    (
        "standard",
        include_str!("../../../data/recipes/standard.toml"),
    ),
    (
        "thorough",
        include_str!("../../../data/recipes/thorough.toml"),
    ),
];

/// The key that names the recipe of the starting player.
pub(super) const AFTER: &str = "after";

/// A recipe: the file of a loop without rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// Its name.
    pub name: String,
    /// The recipe of the starting player; `None` to start with the weights that follow from the rules.
    pub after: Option<String>,
    /// The path for messages.
    pub(super) file: String,
    pub(super) text: String,
    /// Its settings without comments and in a fixed order.
    pub(super) settings: String,
}

/// Why a recipe cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RecipeError {
    /// It does not exist.
    #[error(
        "there is no recipe `{name}`; write one of {}, or the path of a file: --recipe mine.toml",
        known()
    )]
    Unknown {
        /// The name.
        name: String,
    },
    /// Its file cannot be read.
    #[error("cannot read the recipe {}: {cause}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        cause: std::io::Error,
    },
    /// Its file is not TOML.
    #[error("{file}: {cause}")]
    Syntax {
        /// The file.
        file: String,
        /// The error with its place.
        cause: toml::de::Error,
    },
    /// It has a key that depends on the rule set.
    #[error("{file}: a recipe is for any rule set; remove `{key}`")]
    NotGeneral {
        /// The file.
        file: String,
        /// The key.
        key: &'static str,
    },
    /// Its key `after` is wrong.
    #[error("{file}: `after` {fault}; write one of {}", first_ones())]
    After {
        /// The file.
        file: String,
        /// The error.
        fault: String,
    },
}

/// The recipes that `after` can name.
fn first_ones() -> String {
    let names: Vec<&str> = Recipe::shipped()
        .filter(|name| Recipe::find(name).is_ok_and(|recipe| recipe.after.is_none()))
        .collect();
    names.join(", ")
}

fn known() -> String {
    let names: Vec<&str> = SHIPPED.iter().map(|(name, _)| *name).collect();
    names.join(", ")
}

impl Recipe {
    /// The recipes that come with the program.
    pub fn shipped() -> impl Iterator<Item = &'static str> {
        SHIPPED.iter().map(|(name, _)| *name)
    }

    /// A recipe by its name, or by the path of its file.
    ///
    /// # Errors
    /// There is none, its file cannot be read, or it depends on the rule set. Other errors are found when training is
    /// planned.
    pub fn find(name: &str) -> Result<Recipe, RecipeError> {
        if let Some((name, text)) = SHIPPED.iter().find(|(known, _)| *known == name) {
            return Recipe::parse(name, format!("data/recipes/{name}.toml"), text);
        }
        let path = Path::new(name);
        if path.extension().is_none() {
            let name = name.to_string();
            return Err(RecipeError::Unknown { name });
        }
        let text = text_file::read(path, text_file::MAX_BYTES).map_err(|cause| {
            RecipeError::Unreadable {
                path: path.to_path_buf(),
                cause,
            }
        })?;
        let stem = path.file_stem().unwrap_or(path.as_os_str());
        Recipe::parse(&stem.to_string_lossy(), name.to_string(), &text)
    }

    fn parse(name: &str, file: String, text: &str) -> Result<Recipe, RecipeError> {
        let table: toml::Table = match text.parse() {
            Ok(table) => table,
            Err(cause) => return Err(RecipeError::Syntax { file, cause }),
        };
        let has = |place: &[&str]| {
            let mut found = Some(&table);
            let (last, tables) = place.split_last().expect("a place has a key");
            for key in tables {
                found = found.and_then(|table| table.get(*key)?.as_table());
            }
            found.is_some_and(|table| table.contains_key(*last))
        };
        let of_one: [(&[&str], &str); 4] = [
            (&["rules"], "[rules]"),
            (&["player", "weights"], "weights of [player]"),
            (&["loop", "games"], "games of [loop]"),
            (&["verification", "against"], "against of [verification]"),
        ];
        if let Some((_, key)) = of_one.into_iter().find(|(place, _)| has(place)) {
            return Err(RecipeError::NotGeneral { file, key });
        }
        let after = match table.get(AFTER) {
            None => None,
            Some(toml::Value::String(name)) => Some(name.clone()),
            Some(other) => {
                let fault = format!("is {other}, not the name of a recipe");
                return Err(RecipeError::After { file, fault });
            }
        };
        // A path would be ambiguous: relative to this file or to the working directory.
        if let Some(first) = &after {
            let is_known = Recipe::shipped().any(|known| known == first);
            let fault = if !is_known {
                Some(format!(
                    "names {first:?}, which does not come with the program"
                ))
            } else if Recipe::find(first)?.after.is_some() {
                Some(format!("names {first:?}, which has the key `after` itself"))
            } else {
                None
            };
            if let Some(fault) = fault {
                return Err(RecipeError::After { file, fault });
            }
        }
        Ok(Recipe {
            name: name.to_string(),
            after,
            file,
            text: text.to_string(),
            settings: table.to_string(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_do_not_change_a_recipe() {
        let parse = |text: &str| Recipe::parse("x", "x.toml".to_string(), text);
        let plain = parse("seed = 1\npairs = 2\n").expect("a recipe");
        let commented = parse("# Much.\npairs = 2 # of games\nseed = 1\n").expect("a recipe");
        assert_eq!(plain.settings, commented.settings);
        let other = parse("seed = 1\npairs = 3\n").expect("a recipe");
        assert_ne!(plain.settings, other.settings);
    }

    #[test]
    fn wrong_recipes_are_refused() {
        let said = |name: &str| Recipe::find(name).expect_err(name).to_string();
        assert!(said("fast").contains("brief, network, quick, standard, thorough"));
        assert!(said("nowhere.toml").contains("cannot read the recipe nowhere.toml"));
        for (text, key) in [
            ("[rules]\nid = \"chess\"\n", "`[rules]`"),
            ("[loop]\ngames = [\"x\"]\n", "`games of [loop]`"),
            ("after = 3\n", "`after` is 3"),
            (
                "after = \"fast\"\n",
                "one of brief, quick, standard, thorough",
            ),
            ("after = \"network\"\n", "has the key `after` itself"),
        ] {
            let loop_file = Recipe::parse("x", "x.toml".to_string(), text);
            let said = loop_file.expect_err("it is for one rule set").to_string();
            assert!(said.contains(key), "{said}");
        }
    }
}
