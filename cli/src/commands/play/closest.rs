//! What somebody may have meant.

/// The most that is offered.
const MAX_SHOWN: usize = 8;

/// The one text that is the same but for capital letters.
pub fn same_letters<'t>(typed: &str, texts: &[&'t str]) -> Option<&'t str> {
    let typed = typed.to_lowercase();
    let mut same = texts.iter().filter(|text| text.to_lowercase() == typed);
    let first = same.next()?;
    same.next().is_none().then_some(first)
}

/// The texts nearest to what was typed, nearest first: those that begin as it does if there are
/// any, then those with the fewest letters different.
pub fn closest<'t>(typed: &str, texts: &[&'t str]) -> Vec<&'t str> {
    let typed = typed.to_lowercase();
    let mut ranked: Vec<(usize, usize, &str)> = Vec::new();
    for text in texts {
        let lower = text.to_lowercase();
        let same = lower.chars().zip(typed.chars());
        let same = same.take_while(|(one, other)| one == other).count();
        let distance = strsim::damerau_levenshtein(&lower, &typed);
        let near = same >= 2 || distance <= text.len().min(typed.chars().count()) / 2;
        if near {
            ranked.push((usize::MAX - same.min(2), distance, text));
        }
    }
    ranked.sort();
    let best = ranked.first().map(|(same, _, _)| *same);
    let begins_so = best.is_some_and(|same| same <= usize::MAX - 2);
    let kept = ranked
        .iter()
        .filter(|(same, distance, _)| !begins_so || Some(*same) == best || *distance <= 1);
    kept.map(|(_, _, text)| *text).take(MAX_SHOWN).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_that_begin_as_what_was_typed_are_meant() {
        let moves = ["a2a3", "e2e3", "e2e4", "g1f3"];
        assert_eq!(closest("e2", &moves), ["e2e3", "e2e4"]);
        assert_eq!(closest("e2e5", &moves), ["e2e3", "e2e4"]);
        assert_eq!(closest("f2e4", &moves)[0], "e2e4");
        assert_eq!(closest("nonsense at length", &moves), [""; 0]);
    }

    #[test]
    fn capital_letters_do_not_matter_where_there_is_one_such_text() {
        assert_eq!(
            same_letters("A7A8=q", &["a7a8=Q", "a7a8=R"]),
            Some("a7a8=Q")
        );
        assert_eq!(same_letters("A7A8", &["a7a8=Q"]), None);
    }
}
