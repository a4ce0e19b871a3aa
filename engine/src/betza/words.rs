//! The words of a text in XBetza, split into their parts. Their readers decide what they mean.

/// A word: modifiers, an atom or a group in brackets, and what follows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<'t> {
    /// The byte of the text at which it starts.
    pub start: usize,
    pub text: &'t str,
    /// Lower-case letters and parentheses.
    pub modifiers: &'t str,
    /// `[` for a group; a space if the text ends before an atom.
    pub atom: char,
    /// The text in brackets.
    pub group: &'t str,
    /// Whether the atom is written twice.
    pub doubled: bool,
    /// `X` or `Y` behind the atom, which makes leaps longer.
    pub longer: &'t str,
    /// The digits behind the atom.
    pub number: &'t str,
    /// The hyphens, quotation marks and digits of other dialects behind that.
    pub suffix: &'t str,
}

impl Word<'_> {
    pub(crate) fn has(&self, letter: char) -> bool {
        self.modifiers.contains(letter)
    }

    /// The text behind the modifiers.
    pub(crate) fn body(&self) -> &str {
        &self.text[self.modifiers.len()..]
    }
}

/// Splits a text; each of its characters but spaces belongs to one word.
pub(crate) fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (modifiers, tail) = parted(rest, |letter| {
            letter.is_ascii_lowercase() || "()".contains(letter)
        });
        let atom = tail.chars().next().filter(|letter| !letter.is_whitespace());
        let tail = &tail[atom.map_or(0, char::len_utf8)..];
        let (group, tail) = match atom {
            Some('[') => tail.split_once(']').unwrap_or((tail, "")),
            _ => ("", tail),
        };
        let again = atom.filter(char::is_ascii_uppercase);
        let again = again.and_then(|atom| tail.strip_prefix(atom));
        let tail_of_atom = again.unwrap_or(tail);
        let marks = usize::from(atom.is_some() && tail_of_atom.starts_with(['X', 'Y']));
        let (longer, tail) = tail_of_atom.split_at(marks);
        let (number, tail) = parted(tail, |letter| letter.is_ascii_digit());
        let (suffix, tail) = parted(tail, |letter| {
            "-'\"".contains(letter) || letter.is_ascii_digit()
        });
        words.push(Word {
            start: text.len() - rest.len(),
            text: &rest[..rest.len() - tail.len()],
            modifiers,
            atom: atom.unwrap_or(' '),
            group,
            doubled: again.is_some(),
            longer,
            number,
            suffix,
        });
        rest = tail.trim_start();
    }
    words
}

/// The characters at the start of a text that fit, and the rest.
fn parted(text: &str, fits: fn(char) -> bool) -> (&str, &str) {
    let end = text.find(|letter| !fits(letter)).unwrap_or(text.len());
    text.split_at(end)
}
