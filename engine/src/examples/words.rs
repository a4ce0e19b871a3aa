//! Words that several kinds of lines have in common.

use super::RulesName;

/// A rule set with options: `chess no_castling=true`.
pub(super) fn rules_name(text: &str) -> Result<RulesName, String> {
    let mut words = text.split_whitespace();
    let rules = words
        .next()
        .ok_or("name a rule set, such as `rules chess no_castling=true`")?;
    let options = words.map(|word| {
        let (name, value) = word
            .split_once('=')
            .ok_or_else(|| format!("`{word}` is no option: write `name=value`"))?;
        Ok((name.to_string(), value.to_string()))
    });
    Ok(RulesName {
        rules: rules.to_string(),
        options: options.collect::<Result<_, String>>()?,
    })
}

/// Words of which none stands twice.
pub(super) fn distinct(text: &str) -> Result<Vec<String>, String> {
    let mut words: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        if words.iter().any(|known| known == word) {
            return Err(format!("`{word}` stands here twice"));
        }
        words.push(word.to_string());
    }
    Ok(words)
}

/// A number.
pub(super) fn number<N: std::str::FromStr>(word: &str) -> Result<N, String> {
    word.parse()
        .map_err(|_| format!("`{word}` is no number that can stand here"))
}
