//! Weights by the names that plans have for them: `group.key`, with `*` for all keys or groups.

use super::TexelError;
use tradewind_engine::evaluation::Term;
use tradewind_engine::input::closest;
use tradewind_engine::rules::RuleSpec;

/// The numbers of the terms that a name such as `material.N`, `center.*` or `*.P` stands for.
///
/// # Errors
/// It stands for none.
pub fn find_terms(spec: &RuleSpec, terms: &[Term], name: &str) -> Result<Vec<usize>, TexelError> {
    let names: Vec<(&str, String)> = terms.iter().map(|term| term.name(spec)).collect();
    let (group, key) = name.split_once('.').unwrap_or((name, "*"));
    let fits = |wanted: &str, known: &str| wanted == "*" || wanted == known;
    let found: Vec<usize> = (names.iter().enumerate())
        .filter(|(_, known)| fits(group, known.0) && fits(key, &known.1))
        .map(|(at, _)| at)
        .collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let known: Vec<String> = (names.iter())
        .map(|(group, key)| format!("{group}.{key}"))
        .collect();
    let remedy = match closest(name, known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "write group.key, such as material.N, center.* or position.tempo".to_string(),
    };
    Err(TexelError::Plan(format!(
        "{} has no weight `{name}`; {remedy}",
        spec.title()
    )))
}
