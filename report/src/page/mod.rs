//! Self-contained HTML pages: what was played, tables that sort, plots, games to step through.
//!
//! A page needs no network; plots are inline SVG whose colours follow the reader's choice of light or
//! dark, and every table of the page is embedded as JSON besides. `games` and `pieces` are
//! its boards.

pub(crate) mod games;
pub(crate) mod pieces;

use crate::plot::colour::ALL;
use crate::table::{Kind, Table};
use games::RulesGames;
use std::fmt::Write;
use tradewind_selfplay::escape;

/// How to read intervals, flags and lengths, for the end of a page.
pub const HOW_TO_READ: &str = "\
A number in brackets is a 95 % interval: of many such intervals 95 in 100 contain the truth, as far \
as the games themselves are like those one wants to know about. All intervals take the game pair, \
two games from one opening with colours exchanged, as the unit; taking single games or positions \
would make them too narrow. A piece's value is how much having one more of it moves the log-odds of \
the result between players of equal strength, divided by the same for the unit piece, whose own \
error is part of the interval. The values hold for the players, rules and openings of this \
experiment. A flagged value should not be relied on. Unfinished games were stopped at the ply cap; \
they are no draws.";

/// A part of a page.
#[derive(Debug, Clone, PartialEq)]
enum PageBlock {
    Heading(String),
    Smaller(String),
    Paragraph(String),
    Facts(Vec<(String, String)>),
    /// Sentences; those that say that nothing is seen are quiet.
    Words(Vec<String>),
    Table(Table),
    Figure {
        svg: String,
        caption: String,
        numbers: Option<Table>,
    },
    FoldBegins(String),
    FoldEnds,
    /// How pieces move, drawn already.
    Pieces(String),
    Games,
}

/// A page in the making.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    title: String,
    blocks: Vec<PageBlock>,
    /// The games that can be stepped through.
    games: Vec<RulesGames>,
    /// Whether there is a list of its headings.
    has_contents: bool,
}

impl Report {
    /// A page with a title and what was played, as pairs of name and value.
    pub fn new(title: &str, facts: &[(String, String)]) -> Report {
        Report {
            title: title.to_owned(),
            blocks: match facts.is_empty() {
                true => Vec::new(),
                false => vec![PageBlock::Facts(facts.to_vec())],
            },
            games: Vec::new(),
            has_contents: false,
        }
    }

    /// Adds a list of the headings at the top.
    pub fn with_contents(mut self) -> Report {
        self.has_contents = true;
        self
    }

    /// Adds facts, as pairs of name and value.
    pub fn facts(&mut self, facts: &[(String, String)]) {
        self.blocks.push(PageBlock::Facts(facts.to_vec()));
    }

    /// Adds a heading below the last one.
    pub fn smaller_heading(&mut self, text: &str) {
        self.blocks.push(PageBlock::Smaller(text.to_owned()));
    }

    /// Adds sentences as a list.
    pub fn words(&mut self, words: Vec<String>) {
        self.blocks.push(PageBlock::Words(words));
    }

    /// Begins a part that is folded away under a line of text.
    pub fn fold(&mut self, summary: &str) {
        self.blocks.push(PageBlock::FoldBegins(summary.to_owned()));
    }

    /// Ends it.
    pub fn end_fold(&mut self) {
        self.blocks.push(PageBlock::FoldEnds);
    }

    /// Adds a board on which recorded games can be stepped through.
    pub(crate) fn games(&mut self, games: Vec<RulesGames>) {
        self.games = games;
        self.blocks.push(PageBlock::Games);
    }

    /// Adds drawings of how pieces move.
    pub(crate) fn pieces(&mut self, html: String) {
        self.blocks.push(PageBlock::Pieces(html));
    }

    /// Adds a heading.
    pub fn heading(&mut self, text: &str) {
        self.blocks.push(PageBlock::Heading(text.to_owned()));
    }

    /// Adds a paragraph of plain text.
    pub fn paragraph(&mut self, text: &str) {
        self.blocks.push(PageBlock::Paragraph(text.to_owned()));
    }

    /// Adds a table with its title and notes.
    pub fn table(&mut self, table: &Table) {
        self.blocks.push(PageBlock::Table(table.clone()));
    }

    /// Adds a plot, which must be SVG from [`crate::plot`] and goes into the page as it is; the
    /// caption is also what readers hear who cannot see it.
    pub fn figure(&mut self, svg: &str, caption: &str) {
        self.blocks.push(PageBlock::Figure {
            svg: svg.to_owned(),
            caption: caption.to_owned(),
            numbers: None,
        });
    }

    /// The same with the numbers behind it folded away below.
    pub fn figure_of(&mut self, svg: &str, caption: &str, numbers: &Table) {
        self.blocks.push(PageBlock::Figure {
            svg: svg.to_owned(),
            caption: caption.to_owned(),
            numbers: Some(numbers.clone()),
        });
    }

    /// The page.
    pub fn to_html(&self) -> String {
        let title = escape::html(&self.title);
        let mut body = format!("<h1>{title}</h1>\n");
        let mut headings = 0;
        for (at, block) in self.blocks.iter().enumerate() {
            if self.has_contents && at == 1 {
                body += &self.contents();
            }
            body += &match block {
                PageBlock::Heading(text) => {
                    headings += 1;
                    format!("<h2 id=\"part-{headings}\">{}</h2>\n", escape::html(text))
                }
                PageBlock::Smaller(text) => format!("<h3>{}</h3>\n", escape::html(text)),
                PageBlock::Paragraph(text) => format!("<p>{}</p>\n", escape::html(text)),
                PageBlock::Facts(facts) => facts_html(facts),
                PageBlock::Words(words) => words_html(words),
                PageBlock::Table(table) => table_html(table),
                PageBlock::Figure {
                    svg,
                    caption,
                    numbers,
                } => figure_html(svg, caption, numbers.as_ref()),
                PageBlock::FoldBegins(summary) => {
                    format!("<details><summary>{}</summary>\n", escape::html(summary))
                }
                PageBlock::FoldEnds => "</details>\n".to_string(),
                PageBlock::Pieces(html) => html.clone(),
                PageBlock::Games => PLAYER.to_string(),
            };
        }
        // Inside HTML no text of a script may look like a tag.
        let data = self.data().to_string().replace('<', "\\u003c");
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <title>{title}</title>\n<style>\n{STYLE}{}</style>\n</head>\n<body>\n<main>\n\
             {body}</main>\n<script type=\"application/json\" id=\"data\">\n{data}\n</script>\n\
             <script>\n{SCRIPT}</script>\n</body>\n</html>\n",
            dark_plots()
        )
    }

    /// The numbers of every table and the games, for the page's script and for readers' own programs.
    fn data(&self) -> serde_json::Value {
        let tables = self.blocks.iter().filter_map(|block| match block {
            PageBlock::Table(table) => Some(table.to_json()),
            PageBlock::Figure { numbers, .. } => numbers.as_ref().map(Table::to_json),
            _ => None,
        });
        serde_json::json!({
            "title": self.title,
            "tables": tables.collect::<Vec<_>>(),
            "games": self.games,
        })
    }

    fn contents(&self) -> String {
        let headings = self.blocks.iter().filter_map(|block| match block {
            PageBlock::Heading(text) => Some(text),
            _ => None,
        });
        let lines = (1..).zip(headings).map(|(number, text)| {
            format!(
                "<li><a href=\"#part-{number}\">{}</a></li>\n",
                escape::html(text)
            )
        });
        format!("<nav><ul>\n{}</ul></nav>\n", lines.collect::<String>())
    }
}

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("page.js");

/// Where the script draws games.
const PLAYER: &str = "\
<div class=\"player\" tabindex=\"-1\">
<div class=\"choice\"><select class=\"rules\" aria-label=\"rules\"></select>
<select class=\"game\" aria-label=\"game\"></select></div>
<div><div class=\"board\"></div>
<div class=\"keys\"><button data-step=\"first\" aria-label=\"to the start\">«</button>
<button data-step=\"back\" aria-label=\"a ply back\">◀</button>
<button data-step=\"on\" aria-label=\"a ply on\">▶</button>
<button data-step=\"last\" aria-label=\"to the end\">»</button></div>
<input type=\"range\" min=\"0\" value=\"0\" aria-label=\"ply\"></div>
<div><div class=\"now-at\" aria-live=\"polite\"></div><p class=\"about\"></p><div class=\"moves\"></div></div>
</div>
<p class=\"note\">The arrow keys step through the game.</p>
";

/// Style rules that give the colours of plots their counterparts on a dark page.
fn dark_plots() -> String {
    let mut rules = String::from("@media (prefers-color-scheme:dark){\n");
    for colour in ALL {
        let (light, dark) = (colour.in_svg(), colour.on_dark_page());
        // Writing to a string cannot fail.
        let _ = writeln!(
            rules,
            "svg [fill=\"{light}\"]{{fill:{dark}}}svg [stroke=\"{light}\"]{{stroke:{dark}}}"
        );
    }
    rules + "}\n"
}

fn facts_html(facts: &[(String, String)]) -> String {
    let lines = facts.iter().map(|(name, value)| {
        let (name, value) = (escape::html(name), escape::html(value));
        format!("<div><dt>{name}</dt><dd>{value}</dd></div>\n")
    });
    format!("<dl>\n{}</dl>\n", lines.collect::<String>())
}

fn words_html(words: &[String]) -> String {
    let lines = words.iter().map(|line| {
        let is_quiet = line.contains(" seen; ") || line.contains(": perhaps ");
        let class = if is_quiet { " class=\"quiet\"" } else { "" };
        format!("<li{class}>{}</li>\n", escape::html(line))
    });
    format!("<ul class=\"words\">\n{}</ul>\n", lines.collect::<String>())
}

/// Texts longer than this may be broken into lines.
const LONG: usize = 28;

fn table_html(table: &Table) -> String {
    let mut html = format!(
        "<figure><div class=\"wide\"><table>\n<caption>{}</caption>\n<thead><tr>",
        escape::html(&table.title)
    );
    for (text, kind) in table.headings() {
        let text = format!("<button>{}</button>", escape::html(text));
        html += &match kind {
            Kind::Text | Kind::CsvText => format!("<th scope=\"col\">{text}</th>"),
            Kind::Count | Kind::Number => format!("<th scope=\"col\" class=\"number\">{text}</th>"),
            Kind::Estimate => format!(
                "<th scope=\"col\" class=\"number main\">{text}</th><th scope=\"col\" \
                 class=\"number\">95 % interval</th>"
            ),
        };
    }
    html += "</tr></thead>\n<tbody>\n";
    for (row, numbers) in table.printed("–").iter().zip(table.numbers()) {
        html += "<tr>";
        let cells = row.iter().zip(numbers).zip(table.headings());
        for ((cell, number), (_, kind)) in cells {
            let main = escape::html(&cell.main);
            let number = number.map_or(String::new(), |n| format!(" data-value=\"{n}\""));
            html += &match (kind, &cell.interval) {
                (Kind::Text | Kind::CsvText, _) => {
                    // A verdict has a colour beside its word.
                    let class = match cell.main.trim_end_matches('*') {
                        verdict @ ("supported" | "contradicted" | "undecided") => verdict,
                        text if text.chars().count() > LONG => "long",
                        _ => "",
                    };
                    match class.is_empty() {
                        true => format!("<td>{main}</td>"),
                        false => format!("<td class=\"{class}\">{main}</td>"),
                    }
                }
                (Kind::Count | Kind::Number, _) => {
                    format!("<td class=\"number\"{number}>{main}</td>")
                }
                (Kind::Estimate, interval) => {
                    let interval = interval.as_ref();
                    let interval = interval.map_or(String::new(), |[l, h]| format!("[{l}, {h}]"));
                    format!(
                        "<td class=\"number main\"{number}>{main}</td><td class=\"number \
                         interval\">{interval}</td>"
                    )
                }
            };
        }
        html += "</tr>\n";
    }
    html += "</tbody>\n</table></div>\n";
    for note in &table.notes {
        html += &format!("<p class=\"note\">{}</p>\n", escape::html(note));
    }
    html + "</figure>\n"
}

fn figure_html(svg: &str, caption: &str, numbers: Option<&Table>) -> String {
    // Inside HTML the prolog of an SVG file has no place.
    let svg = svg.find("<svg").map_or("", |start| &svg[start..]);
    let caption = escape::html(caption);
    let svg = svg.replacen(
        "<svg ",
        &format!("<svg class=\"plot\" role=\"img\" aria-label=\"{caption}\" "),
        1,
    );
    let numbers = numbers.map_or(String::new(), |table| {
        let table = table_html(table);
        format!("<details><summary>The numbers behind this plot</summary>\n{table}</details>\n")
    });
    format!(
        "<figure><div class=\"wide\">\n{svg}</div>\n<figcaption>{caption}</figcaption>\n\
         {numbers}</figure>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Column;

    fn page() -> String {
        let columns: [Column<&str>; 1] = [Column::text("piece", "piece", |row| (*row).to_owned())];
        let facts = [("rules".to_owned(), "<script>".to_owned())];
        let mut report = Report::new("Lions & Tigers", &facts);
        report.heading("Values");
        report.table(&Table::new("Pieces", &columns, &["K\"N\""]));
        report.figure(
            "<?xml version=\"1.0\"?><svg width=\"1\"></svg>",
            "A \"plot\"",
        );
        report.paragraph(HOW_TO_READ);
        report.to_html()
    }

    #[test]
    fn text_is_escaped_and_blocks_keep_their_order() {
        let page = page();
        let parts = [
            "<title>Lions &amp; Tigers</title>",
            "<dt>rules</dt><dd>&lt;script&gt;</dd>",
            "<h2 id=\"part-1\">Values</h2>",
            "<caption>Pieces</caption>",
            "<td>K&quot;N&quot;</td>",
            "<svg class=\"plot\" role=\"img\" aria-label=\"A &quot;plot&quot;\" width=\"1\"></svg>",
            "<figcaption>A &quot;plot&quot;</figcaption>",
            "they are no draws.</p>",
        ];
        let places: Vec<Option<usize>> = parts.iter().map(|part| page.find(part)).collect();
        assert!(places.iter().all(Option::is_some), "{places:?}\n{page}");
        assert!(places.is_sorted(), "{places:?}");
    }

    #[test]
    fn the_page_needs_nothing_else() {
        let page = page();
        for foreign in ["http", "src=", "<link", "@import", "url(", "<?xml"] {
            assert!(!page.contains(foreign), "{foreign}");
        }
        assert!(page.contains("svg [fill=\"#0072B2\"]{fill:#56B4E9}"));
    }
}
