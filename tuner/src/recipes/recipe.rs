//! Recipes: how a player is trained for any rule set.

use std::path::{Path, PathBuf};
use tradewind_engine::input::text_file;

/// The recipes that come with the program: name and file.
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

/// The key of a recipe that goes on from another one, in its file.
pub(super) const AFTER: &str = "after";

/// How a player is trained: the file of a loop that names no rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// What it is called.
    pub name: String,
    /// The recipe of the player of the same rules that its players begin with; what follows from the rules when there is
    /// none.
    pub after: Option<String>,
    /// Where it lies, for messages.
    pub(super) file: String,
    pub(super) text: String,
    /// Its settings without comments and in a fixed order: what decides the training.
    pub(super) settings: String,
}

/// Why there is no recipe.
#[derive(Debug, thiserror::Error)]
pub enum RecipeError {
    /// None has this name.
    #[error(
        "there is no recipe `{name}`; there are {}, or name a file: --recipe mine.toml",
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
        /// What the system reports.
        cause: std::io::Error,
    },
    /// Its file is not TOML.
    #[error("{file}: {cause}")]
    Syntax {
        /// The file.
        file: String,
        /// What is wrong, with the place.
        cause: toml::de::Error,
    },
    /// It has something that is right for some rule sets only.
    #[error("{file}: a recipe is for any rule set; remove `{key}`")]
    NotGeneral {
        /// The file.
        file: String,
        /// What it has.
        key: &'static str,
    },
    /// It goes on from what is no recipe, or from one that goes on from another one itself.
    #[error("{file}: `after` {fault}; write one of {}", first_ones())]
    After {
        /// The file.
        file: String,
        /// What is wrong with it.
        fault: String,
    },
}

/// The recipes that others may go on from.
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
    /// There is none, its file cannot be read, or is for one rule set only. Other faults show when it is used.
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
        // A recipe that is named by its file lies where the reader stands, not beside this one: only names are clear.
        if let Some(first) = &after {
            let is_known = Recipe::shipped().any(|known| known == first);
            let fault = if !is_known {
                Some(format!(
                    "names {first:?}, which does not come with the program"
                ))
            } else if Recipe::find(first)?.after.is_some() {
                Some(format!(
                    "names {first:?}, which goes on from another one itself"
                ))
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
        let told = parse("# Much.\npairs = 2 # of games\nseed = 1\n").expect("a recipe");
        assert_eq!(plain.settings, told.settings);
        let other = parse("seed = 1\npairs = 3\n").expect("a recipe");
        assert_ne!(plain.settings, other.settings);
    }

    #[test]
    fn what_is_no_recipe_is_refused() {
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
            ("after = \"network\"\n", "goes on from another one itself"),
        ] {
            let loop_file = Recipe::parse("x", "x.toml".to_string(), text);
            let said = loop_file.expect_err("it is for one rule set").to_string();
            assert!(said.contains(key), "{said}");
        }
    }
}
