//! A tolerant PGN tokenizer: it returns tags, main lines with their comments, and results, and
//! skips variations and annotations. [`games`] collects the tokens of each game.

use super::BookFault;

/// Annotations to ignore. Words without letters and digits are ignored as well.
const REMARKS: [&str; 8] = ["N", "TN", "D", "e.p.", "ep", "ch", "mate", "dbl"];
/// Results, and their spelling in records.
const RESULTS: [(&str, &str); 6] = [
    ("1-0", "1-0"),
    ("0-1", "0-1"),
    ("1/2-1/2", "1/2-1/2"),
    ("1/2", "1/2-1/2"),
    ("½-½", "1/2-1/2"),
    ("*", "*"),
];
/// A null move.
const NULL_MOVE: &str = "--";

/// A token of a PGN file.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Token<'t> {
    /// A tag: its name and its value.
    Tag(&'t str, String),
    /// A move of the main line.
    Move(String),
    /// A comment of the main line.
    Comment(&'t str),
    /// The result, as records have it.
    Result(&'static str),
    /// The bracket of an unclosed comment or variation. The next game begins with the next tag.
    Unclosed(char),
}

/// The text of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct GameText<'t> {
    /// The tags, with their lines.
    pub tags: Vec<(usize, &'t str, String)>,
    /// The moves of the main line, with their lines and the comments behind them.
    pub moves: Vec<(usize, String, Vec<&'t str>)>,
    /// The result at its end.
    pub result: Option<&'static str>,
    /// A comment or variation that is never closed.
    pub fault: Option<BookFault>,
    /// Whether there is more than tags.
    has_begun: bool,
}

impl GameText<'_> {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        let found = tags.find(|(_, known, _)| *known == name);
        found.map(|(_, _, value)| value.as_str())
    }

    /// Whether it consists of tags only, at the end of a file.
    pub fn is_unbegun(&self) -> bool {
        !self.has_begun && self.result.is_none()
    }
}

/// The games of a PGN file.
pub(crate) fn games(text: &str) -> impl Iterator<Item = GameText<'_>> {
    let mut tokens = Pgn::new(text).peekable();
    std::iter::from_fn(move || {
        tokens.peek()?;
        let mut game = GameText::default();
        while let Some((_, token)) = tokens.peek() {
            if game.has_begun && matches!(token, Token::Tag(..)) {
                break;
            }
            let (line, token) = tokens.next()?;
            match token {
                Token::Tag(name, value) => {
                    game.tags.push((line, name, value));
                    continue;
                }
                Token::Result(result) => {
                    game.result = Some(result);
                    break;
                }
                Token::Comment(comment) => {
                    if let Some((_, _, comments)) = game.moves.last_mut() {
                        comments.push(comment);
                    }
                    continue;
                }
                Token::Move(text) => game.moves.push((line, text, Vec::new())),
                Token::Unclosed(sign) => {
                    let message = format!("`{sign}` is never closed");
                    game.fault.get_or_insert(BookFault { line, message });
                }
            }
            game.has_begun = true;
        }
        Some(game)
    })
}

/// The tokens of a PGN file, with their lines.
struct Pgn<'t> {
    rest: &'t str,
    /// The current line, from 1.
    line: usize,
    /// Whether a tag may begin here: at the start of a line, or after another tag.
    is_line_start: bool,
    /// Whether comments of this game do not nest: one would be unclosed if they did.
    is_flat: bool,
    /// The number of open variations, and the line of the first.
    depth: usize,
    opened: usize,
}

impl<'t> Pgn<'t> {
    fn new(text: &'t str) -> Pgn<'t> {
        Pgn {
            rest: text,
            line: 1,
            is_line_start: true,
            is_flat: false,
            depth: 0,
            opened: 0,
        }
    }

    /// Consumes a number of bytes.
    fn take(&mut self, bytes: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.matches('\n').count();
        let word = taken.trim_end_matches(is_space);
        if taken[word.len()..].contains(['\n', '\r']) {
            self.is_line_start = true;
        } else if !word.is_empty() {
            self.is_line_start = false;
        }
        self.rest = rest;
        taken
    }

    fn take_line(&mut self) {
        self.take(self.rest.find('\n').unwrap_or(self.rest.len()));
    }

    /// The inside of a comment; `None` if it is unclosed.
    fn comment(&mut self) -> Option<&'t str> {
        let mut end = comment_end(self.rest, self.is_flat);
        if end.is_err() && !self.is_flat {
            self.is_flat = true;
            end = comment_end(self.rest, true);
        }
        let (Ok(bytes) | Err(bytes)) = end;
        let taken = self.take(bytes);
        // A tag at the start of a line follows an unclosed comment.
        end.ok().map(|_| &taken[1..taken.len() - 1])
    }

    /// The token of a word; `None` for numbers and annotations.
    fn word(&mut self, word: &'t str) -> Option<Token<'t>> {
        let word = word.replace(['–', '−'], "-");
        if let Some((_, result)) = RESULTS.iter().find(|(known, _)| *known == word) {
            return Some(Token::Result(result));
        }
        // `12.` and `12...` may be separate or attached to the move.
        let dots = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let one = match dots.trim_start_matches(['.', '…']) {
            one if one.len() < dots.len() || dots.is_empty() => one,
            _ => word.as_str(),
        };
        let is_remark = !one.contains(char::is_alphanumeric) && one != NULL_MOVE;
        let is_move = !is_remark && !REMARKS.contains(&one);
        is_move.then(|| Token::Move(one.to_string()))
    }
}

impl<'t> Iterator for Pgn<'t> {
    type Item = (usize, Token<'t>);

    fn next(&mut self) -> Option<(usize, Token<'t>)> {
        loop {
            let space = self.rest.len() - self.rest.trim_start_matches(is_space).len();
            self.take(space);
            let Some(first) = self.rest.chars().next() else {
                let is_open = std::mem::take(&mut self.depth) > 0;
                return is_open.then_some((self.opened, Token::Unclosed('(')));
            };
            let line = self.line;
            if first == '['
                && self.is_line_start
                && let Some((name, value, bytes)) = tag_in(self.rest)
            {
                if std::mem::take(&mut self.depth) > 0 {
                    return Some((self.opened, Token::Unclosed('(')));
                }
                self.take(bytes);
                (self.is_line_start, self.is_flat) = (true, false);
                return Some((line, Token::Tag(name, value)));
            }
            match first {
                '%' if self.is_line_start => self.take_line(),
                ';' => self.take_line(),
                '{' => match self.comment() {
                    None => {
                        self.depth = 0;
                        return Some((line, Token::Unclosed('{')));
                    }
                    Some(comment) if self.depth == 0 => {
                        return Some((line, Token::Comment(comment)));
                    }
                    Some(_) => {}
                },
                '(' | ')' | '}' | '[' | ']' => {
                    if first == '(' {
                        self.depth += 1;
                        self.opened = if self.depth == 1 { line } else { self.opened };
                    } else if first == ')' {
                        self.depth = self.depth.saturating_sub(1);
                    }
                    self.take(1);
                }
                _ => {
                    let ends = |letter: char| is_space(letter) || "{}()[];$".contains(letter);
                    // `$` begins a glyph and ends other words.
                    let begin = first.len_utf8();
                    let end = self.rest[begin..].find(ends);
                    let word = self.take(end.map_or(self.rest.len(), |end| begin + end));
                    if first != '$'
                        && self.depth == 0
                        && let Some(token) = self.word(word)
                    {
                        return Some((line, token));
                    }
                }
            }
        }
    }
}

/// White space, or a byte order mark: files may be concatenated.
fn is_space(letter: char) -> bool {
    letter.is_whitespace() || letter == '\u{feff}'
}

/// The end of a comment at the start of a text, or else the start of the next game. Comments nest
/// unless `is_flat`.
fn comment_end(text: &str, is_flat: bool) -> Result<usize, usize> {
    let (bytes, mut depth) = (text.as_bytes(), 0);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' if depth == 0 || !is_flat => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Ok(at + 1);
                }
            }
            b'[' if b"\n\r".contains(&bytes[at - 1]) && tag_in(&text[at..]).is_some() => {
                return Err(at);
            }
            _ => {}
        }
    }
    Err(text.len())
}

/// The tag at the start of a text: its name, its value, and its length in bytes.
fn tag_in(text: &str) -> Option<(&str, String, usize)> {
    let line = &text[..text.find(['\n', '\r']).unwrap_or(text.len())];
    let inside = line.strip_prefix('[')?.trim_start();
    let (name, behind) = inside.split_once(char::is_whitespace)?;
    let value = behind.trim_start().strip_prefix('"')?;
    // Values may contain quotation marks, escaped or not.
    let mut quotes = value.match_indices('"').map(|(at, _)| at);
    let end = quotes.find(|&at| {
        let before = &value[..at];
        let is_escaped = (at - before.trim_end_matches('\\').len()) % 2 == 1;
        !is_escaped && value[at + 1..].trim_start().starts_with(']')
    })?;
    let rest = value[end + 1..].trim_start();
    let bytes = line.len() - rest.len() + 1;
    let value = value[..end].replace("\\\"", "\"").replace("\\\\", "\\");
    Some((name, value, bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tokens as text.
    fn read(text: &str) -> String {
        let words = Pgn::new(text).filter_map(|(line, token)| match token {
            Token::Tag(name, value) => Some(format!("[{name}={value}]")),
            Token::Move(word) => Some(word),
            Token::Comment(_) => None,
            Token::Result(_) => Some(".".to_string()),
            Token::Unclosed(sign) => Some(format!("{sign}{line}")),
        });
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn annotations_are_skipped() {
        for (text, wanted) in [
            ("1.e4 e5 2. Nf3 Nc6 1-0", "e4 e5 Nf3 Nc6 ."),
            ("1... e5 2… Nf6 3...Nc3 …e6 12 *", "e5 Nf6 Nc3 e6 ."),
            (
                "e4 += e5 +/- d4 +- ± ! !? N exd4 e.p. ∞ = 1/2",
                "e4 e5 d4 exd4 .",
            ),
            ("1. e4! $1 e5$2 ($3 1. d4) 2. Nf3N 1/2-1/2", "e4! e5 Nf3N ."),
            ("1. e4 {a {b} c} e5 {d } ½-½", "e4 e5 ."),
            ("1. e4 {:-{ } e5 {f} *", "e4 e5 ."),
            ("1. e4 (1. d4 {)} d5 (1... Nf6)) e5 *", "e4 e5 ."),
            ("1. e4 ; 1. d4 {\n% 1. f4 {\ne5 *", "e4 e5 ."),
            ("1. e4 -- 2. Z0 O–O 1–0", "e4 -- Z0 O-O ."),
            (
                "\u{feff}[A \"b\"]\r\n\r\n1. e4 *\r\n\u{feff}[A \"c\"] *",
                "[A=b] e4 . [A=c] .",
            ),
            (
                "[A \"x \\\"y\\\" \\\\\"][B \"the \"big\" one\"]\n*",
                "[A=x \"y\" \\] [B=the \"big\" one] .",
            ),
            ("1. e4 [ ] } ) e5", "e4 e5"),
            ("", ""),
        ] {
            assert_eq!(read(text), wanted, "{text}");
        }
    }

    #[test]
    fn unclosed_brackets_end_at_the_next_tag() {
        for (text, wanted) in [
            (
                "\n1. e4 { e5 *\n\n[A \"b\"]\n1. d4 {x} *",
                "e4 {2 [A=b] d4 .",
            ),
            ("1. e4\n( e5 (d5) *\n[A \"b\"]\n1. d4 *", "e4 (2 [A=b] d4 ."),
            ("1. e4 ( {\n[A \"b\"] *", "e4 {1 [A=b] ."),
            ("1. e4 { [%clk 0:01]\n[%eval 1] } e5 *", "e4 e5 ."),
            ("1. e4 {", "e4 {1"),
            ("1. e4 (e5", "e4 (1"),
        ] {
            assert_eq!(read(text), wanted, "{text}");
        }
    }

    /// Adversarial input takes linear time.
    #[test]
    fn many_brackets_take_linear_time() {
        for unit in ["{ {} ", "{", "* {{} ", "(", "[", "{}(", "[A \"", "{\n[A \""] {
            let text = unit.repeat(200_000);
            assert!(Pgn::new(&text).count() <= 400_001, "{unit}");
        }
    }
}
