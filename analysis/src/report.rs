//! One self-contained HTML page: what was played, tables, plots, how to read them.
//!
//! The page needs no network and no script; plots are inline SVG whose colours follow the
//! reader's choice of light or dark.

use std::fmt::Write;

use crate::plot::colour::ALL;
use crate::table::{Kind, Table};

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
enum Block {
    Heading(String),
    Paragraph(String),
    Table(Table),
    Figure { svg: String, caption: String },
}

/// A page in the making.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    title: String,
    facts: Vec<(String, String)>,
    blocks: Vec<Block>,
}

impl Report {
    /// A page with a title and what was played, as pairs of name and value.
    pub fn new(title: &str, facts: &[(String, String)]) -> Report {
        Report {
            title: title.to_owned(),
            facts: facts.to_vec(),
            blocks: Vec::new(),
        }
    }

    /// Adds a heading.
    pub fn heading(&mut self, text: &str) {
        self.blocks.push(Block::Heading(text.to_owned()));
    }

    /// Adds a paragraph of plain text.
    pub fn paragraph(&mut self, text: &str) {
        self.blocks.push(Block::Paragraph(text.to_owned()));
    }

    /// Adds a table with its title and notes.
    pub fn table(&mut self, table: &Table) {
        self.blocks.push(Block::Table(table.clone()));
    }

    /// Adds a plot, which must be SVG from [`crate::plot`] and goes into the page as it is; the
    /// caption is also what readers hear who cannot see it.
    pub fn figure(&mut self, svg: &str, caption: &str) {
        self.blocks.push(Block::Figure {
            svg: svg.to_owned(),
            caption: caption.to_owned(),
        });
    }

    /// The page.
    pub fn to_html(&self) -> String {
        let title = escaped(&self.title);
        let mut body = format!("<h1>{title}</h1>\n");
        if !self.facts.is_empty() {
            body += "<dl>\n";
            for (name, value) in &self.facts {
                let (name, value) = (escaped(name), escaped(value));
                body += &format!("<div><dt>{name}</dt><dd>{value}</dd></div>\n");
            }
            body += "</dl>\n";
        }
        for block in &self.blocks {
            body += &match block {
                Block::Heading(text) => format!("<h2>{}</h2>\n", escaped(text)),
                Block::Paragraph(text) => format!("<p>{}</p>\n", escaped(text)),
                Block::Table(table) => table_html(table),
                Block::Figure { svg, caption } => figure_html(svg, caption),
            };
        }
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <title>{title}</title>\n<style>\n{STYLE}{}</style>\n</head>\n<body>\n<main>\n\
             {body}</main>\n</body>\n</html>\n",
            dark_plots()
        )
    }
}

const STYLE: &str = "\
:root{color-scheme:light dark;--paper:#fff;--ink:#222;--muted:#60666e;--line:#e1e4e8}
@media (prefers-color-scheme:dark){:root{--paper:#16191d;--ink:#e6e8eb;--muted:#a3aab3;--line:#2f353d}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,sans-serif}
main{max-width:54rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
h1{font-size:1.7rem;line-height:1.2;margin:0 0 1.25rem}
h2{font-size:1.2rem;margin:2.75rem 0 .5rem}
p{margin:.75rem 0}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));gap:.75rem 1.5rem;margin:0;\
padding:1rem 0;border:solid var(--line);border-width:1px 0}
dt{color:var(--muted);font-size:.8rem}
dd{margin:0;overflow-wrap:anywhere}
figure{margin:1.5rem 0}
.wide{overflow-x:auto}
svg{display:block;width:100%;min-width:34rem;height:auto}
figcaption,.note{color:var(--muted);font-size:.85rem;margin:.5rem 0 0}
table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;padding:.25rem 0}
th,td{padding:.2rem 1.1rem .2rem 0;text-align:left;white-space:nowrap}
th{color:var(--muted);font-weight:500;border-bottom:1px solid var(--line)}
tbody tr+tr td{border-top:1px solid var(--line)}
.number{text-align:right}
.main{padding-right:.6rem}
td.interval{color:var(--muted)}
th:last-child,td:last-child{padding-right:0}
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

fn table_html(table: &Table) -> String {
    let mut html = format!(
        "<figure><div class=\"wide\"><table>\n<caption>{}</caption>\n<thead><tr>",
        escaped(&table.title)
    );
    for (text, kind) in table.headings() {
        let text = escaped(text);
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
    for row in table.printed("–") {
        html += "<tr>";
        for (cell, (_, kind)) in row.iter().zip(table.headings()) {
            let main = escaped(&cell.main);
            html += &match (kind, &cell.interval) {
                (Kind::Text | Kind::CsvText, _) => format!("<td>{main}</td>"),
                (Kind::Count | Kind::Number, _) => format!("<td class=\"number\">{main}</td>"),
                (Kind::Estimate, interval) => {
                    let interval = interval.as_ref();
                    let interval = interval.map_or(String::new(), |[l, h]| format!("[{l}, {h}]"));
                    format!(
                        "<td class=\"number main\">{main}</td><td class=\"number \
                         interval\">{interval}</td>"
                    )
                }
            };
        }
        html += "</tr>\n";
    }
    html += "</tbody>\n</table></div>\n";
    for note in &table.notes {
        html += &format!("<p class=\"note\">{}</p>\n", escaped(note));
    }
    html + "</figure>\n"
}

fn figure_html(svg: &str, caption: &str) -> String {
    // Inside HTML the prolog of an SVG file has no place.
    let svg = svg.find("<svg").map_or("", |start| &svg[start..]);
    let caption = escaped(caption);
    let svg = svg.replacen(
        "<svg ",
        &format!("<svg role=\"img\" aria-label=\"{caption}\" "),
        1,
    );
    format!(
        "<figure><div class=\"wide\">\n{svg}</div>\n<figcaption>{caption}</figcaption></figure>\n"
    )
}

/// Text without what has a meaning in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
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
            "<h2>Values</h2>",
            "<caption>Pieces</caption>",
            "<td>K&quot;N&quot;</td>",
            "<svg role=\"img\" aria-label=\"A &quot;plot&quot;\" width=\"1\"></svg>",
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
        for foreign in ["http", "<script", "<link", "@import", "url(", "<?xml"] {
            assert!(!page.contains(foreign), "{foreign}");
        }
        assert!(page.contains("svg [fill=\"#0072B2\"]{fill:#56B4E9}"));
    }
}
