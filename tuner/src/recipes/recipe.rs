//! Recipes for training players.

use crate::error::TunerError;
use std::path::Path;
use tradewind_engine::input::text_file;

/// The names and files of the recipes that come with the program.
const SHIPPED: &[(&str, &str)] =
    shipped!["recipes/", ".toml": "brief", "network", "quick", "standard", "thorough"];

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

/// The recipes that `after` can name.
fn first_ones() -> String {
    let names: Vec<&str> = Recipe::shipped()
        .filter(|name| Recipe::find(name).is_ok_and(|recipe| recipe.after.is_none()))
        .collect();
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
    pub fn find(name: &str) -> Result<Recipe, TunerError> {
        if let Some((name, text)) = SHIPPED.iter().find(|(known, _)| *known == name) {
            return Recipe::parse(name, format!("data/recipes/{name}.toml"), text);
        }
        let path = Path::new(name);
        if path.extension().is_none() {
            let known: Vec<&str> = Recipe::shipped().collect();
            return Err(TunerError::Wrong(format!(
                "there is no recipe `{name}`; write one of {}, or the path of a file: --recipe mine.toml",
                known.join(", ")
            )));
        }
        let text = text_file::read(path, text_file::MAX_BYTES).map_err(|cause| {
            TunerError::Wrong(format!(
                "cannot read the recipe {}: {cause}",
                path.display()
            ))
        })?;
        let stem = path.file_stem().unwrap_or(path.as_os_str());
        Recipe::parse(&stem.to_string_lossy(), name.to_string(), &text)
    }

    fn parse(name: &str, file: String, text: &str) -> Result<Recipe, TunerError> {
        let wrong = |fault: String| TunerError::Wrong(format!("{file}: {fault}"));
        let table: toml::Table = text
            .parse()
            .map_err(|cause: toml::de::Error| wrong(cause.to_string()))?;
        let has = |name: &str, key: &str| table.get(name).is_some_and(|of| of.get(key).is_some());
        let of_one = [
            (table.contains_key("rules"), "[rules]"),
            (has("player", "weights"), "weights of [player]"),
            (has("loop", "games"), "games of [loop]"),
            (has("verification", "against"), "against of [verification]"),
        ];
        if let Some((_, key)) = of_one.into_iter().find(|(has, _)| *has) {
            let fault = format!("a recipe is for any rule set; remove `{key}`");
            return Err(wrong(fault));
        }
        let wrong_after =
            |fault: String| wrong(format!("`after` {fault}; write one of {}", first_ones()));
        let after = match table.get(AFTER) {
            None => None,
            Some(toml::Value::String(name)) => Some(name.clone()),
            Some(other) => {
                return Err(wrong_after(format!("is {other}, not the name of a recipe")));
            }
        };
        // A path would be ambiguous: relative to this file or to the working directory.
        if let Some(first) = &after {
            if !Recipe::shipped().any(|known| known == first) {
                let fault = format!("names {first:?}, which does not come with the program");
                return Err(wrong_after(fault));
            }
            if Recipe::find(first)?.after.is_some() {
                let fault = format!("names {first:?}, which has the key `after` itself");
                return Err(wrong_after(fault));
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
