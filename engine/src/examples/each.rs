//! Variables: `each $piece = A W L` asks an example once for every value. Their names are letters, so that
//! `$file4` is the file and a rank.

use super::ExampleFault;
use super::lines::TextLine;

/// The most sets of values of an example: files come from others.
const MAX_COMBINATIONS: usize = 10_000;

/// One set of values, by the names of the variables.
#[derive(Clone, Default, Debug)]
pub(super) struct VariableValues(Vec<(String, String)>);

impl VariableValues {
    /// The values, for messages.
    pub fn text(&self) -> String {
        let pairs = self.0.iter().map(|(name, value)| format!("{name}={value}"));
        pairs.collect::<Vec<_>>().join(" ")
    }

    /// A line with the values put in; an `each` line, which has no place here, stays as it is.
    ///
    /// # Errors
    /// It names a variable that has no value.
    pub fn put_into(&self, line: &TextLine) -> Result<TextLine, ExampleFault> {
        if line.keyword() == "each" {
            return Ok(line.clone());
        }
        let mut parts = line.text.split('$');
        let mut text = parts.next().unwrap_or_default().to_string();
        for part in parts {
            let ends = |letter: char| !letter.is_ascii_alphabetic();
            let length = part.find(ends).unwrap_or(part.len());
            let name = format!("${}", &part[..length]);
            let Some((_, value)) = self.0.iter().find(|(known, _)| *known == name) else {
                let message = format!("`{name}` has no value: write `each {name} = …` first");
                return Err(line.fault(message));
            };
            text.push_str(value);
            text.push_str(&part[length..]);
        }
        Ok(TextLine {
            text: text.trim().to_string(),
            ..line.clone()
        })
    }
}

/// The sets of values that the `each` lines at the beginning of an example name, and how many lines
/// these are. Several lines stand for every combination.
///
/// # Errors
/// A line without names or values, or too many combinations.
pub(super) fn values(lines: &[TextLine]) -> Result<(Vec<VariableValues>, usize), ExampleFault> {
    let mut sets = vec![VariableValues::default()];
    let mut read = 0;
    for line in lines.iter().take_while(|line| line.keyword() == "each") {
        let rows = rows(line.rest()).map_err(|message| line.fault(message))?;
        let more = sets.iter().flat_map(|set| {
            let with =
                |row: &Vec<(String, String)>| VariableValues([set.0.clone(), row.clone()].concat());
            rows.iter().map(with)
        });
        sets = more.take(MAX_COMBINATIONS + 1).collect();
        if sets.len() > MAX_COMBINATIONS {
            return Err(line.fault(format!(
                "more than {MAX_COMBINATIONS} combinations of values"
            )));
        }
        read += 1;
    }
    Ok((sets, read))
}

/// The rows of one `each` line. With one name every word is a value, unless `/` stands between them;
/// with several, `/` stands between rows, and the last name takes all words that are left.
fn rows(text: &str) -> Result<Vec<Vec<(String, String)>>, String> {
    let form = "write `each $name = value value …` or `each $one $two = value value / value value`";
    let (names, values) = text.split_once(" = ").ok_or(form)?;
    let names: Vec<&str> = names.split_whitespace().collect();
    let is_name = |name: &&str| {
        let letters = name.strip_prefix('$').unwrap_or_default();
        !letters.is_empty() && letters.bytes().all(|byte| byte.is_ascii_alphabetic())
    };
    if names.is_empty() || !names.iter().all(is_name) {
        return Err(form.to_string());
    }
    let words: Vec<&str> = values.split_whitespace().collect();
    let rows: Vec<&[&str]> = if names.len() == 1 && !words.contains(&"/") {
        words.chunks(1).collect()
    } else {
        words.split(|word| *word == "/").collect()
    };
    rows.into_iter().map(|row| pairs(&names, row)).collect()
}

fn pairs(names: &[&str], row: &[&str]) -> Result<Vec<(String, String)>, String> {
    let singles = names.len() - 1;
    if row.len() < singles {
        return Err(format!("`{}` has too few values", row.join(" ")));
    }
    let (first, rest) = row.split_at(singles);
    let rest = rest.join(" ");
    let values = first.iter().copied().chain([rest.as_str()]);
    Ok((names.iter().zip(values))
        .map(|(name, value)| (name.to_string(), value.to_string()))
        .collect())
}
