//! A document as a self-contained HTML page with sortable tables, plots and replayable games.
//!
//! Plots are inline SVG with light and dark colours; all rows of the document are embedded as JSON.

use super::{Document, DocumentBlock, Figure, Sentence};
use crate::diagram::element;
use crate::plot::PlotError;
use crate::plot::colour::ALL;
use crate::table::{Kind, Table};
use crate::terminal::Emphasis;
use std::fmt::Write;
use tradewind_files::escape;

/// The name of the page.
pub const PAGE: &str = "report.html";

/// An element with escaped text, on a line of its own.
fn tagged(tag: &str, text: &str) -> String {
    format!("<{tag}>{}</{tag}>\n", escape::html(text))
}

/// The document as an HTML page.
///
/// # Errors
/// A plot cannot be rendered.
pub fn page(document: &Document) -> Result<String, PlotError> {
    let title = escape::html(&document.title);
    let mut body = tagged("h1", &document.title);
    let mut headings = 0;
    for (at, block) in document.blocks.iter().enumerate() {
        if at == 1 {
            body += &contents(document);
        }
        body += &match block {
            DocumentBlock::Heading(text) => {
                headings += 1;
                format!("<h2 id=\"part-{headings}\">{}</h2>\n", escape::html(text))
            }
            DocumentBlock::Subheading(text) => tagged("h3", text),
            DocumentBlock::Paragraph(text) | DocumentBlock::Guide(text) => tagged("p", text),
            DocumentBlock::Facts(facts) => facts_html(facts),
            DocumentBlock::Sentences(sentences) => sentences_html(sentences),
            DocumentBlock::Table(table) => table_html(table),
            DocumentBlock::Figure(figure) => figure_html(figure)?,
            DocumentBlock::FoldBegins(summary) => {
                format!("<details>{}", tagged("summary", summary))
            }
            DocumentBlock::FoldEnds => "</details>\n".to_string(),
            DocumentBlock::Pieces(rules, html) => format!(
                "<details>{}{html}</details>\n",
                tagged("summary", &format!("How the pieces move in {rules}"))
            ),
            DocumentBlock::Diagram(html, _) => html.clone(),
            DocumentBlock::Games(_) => {
                format!("<h2>Games to step through</h2>\n{PLAYER}")
            }
        };
    }
    // Text of a script inside HTML must not look like a tag.
    let data = data(document).to_string().replace('<', "\\u003c");
    Ok(format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n<style>\n{STYLE}{}</style>\n</head>\n<body>\n<main>\n\
         {body}</main>\n<script type=\"application/json\" id=\"data\">\n{data}\n</script>\n\
         <script>\n{}{SCRIPT}</script>\n</body>\n</html>\n",
        dark_plots(),
        board_script()
    ))
}

/// The rows and games for the script of the page and for other programs.
fn data(document: &Document) -> serde_json::Value {
    let games = document.blocks.iter().find_map(|block| match block {
        DocumentBlock::Games(games) => Some(games.as_slice()),
        _ => None,
    });
    serde_json::json!({
        "title": document.title,
        "rows": document.rows,
        "games": games.unwrap_or_default(),
    })
}

/// The table of contents; empty with fewer than two headings.
fn contents(document: &Document) -> String {
    let headings: Vec<&String> = (document.blocks.iter())
        .filter_map(|block| match block {
            DocumentBlock::Heading(text) => Some(text),
            _ => None,
        })
        .collect();
    if headings.len() < 2 {
        return String::new();
    }
    let lines = (1..).zip(headings).map(|(number, text)| {
        format!(
            "<li><a href=\"#part-{number}\">{}</a></li>\n",
            escape::html(text)
        )
    });
    format!("<nav><ul>\n{}</ul></nav>\n", lines.collect::<String>())
}

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("page.js");

/// The module that draws pieces.
pub const FIGURES: &str = include_str!("board/figures.js");
/// The module that draws boards, by the one that draws pieces.
pub const BOARD: &str = include_str!("board/board.js");

/// The modules as a part of a script that is no module: without imports and exports.
fn board_script() -> String {
    let lines = FIGURES.lines().chain(BOARD.lines());
    let lines = lines.filter(|line| !line.starts_with("import "));
    let lines = lines.map(|line| line.strip_prefix("export ").unwrap_or(line));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The elements in which the script replays games.
const PLAYER: &str = "\
<div class=\"player\" tabindex=\"-1\">
<div class=\"choice\"><select class=\"rules\" aria-label=\"rules\"></select>
<select class=\"game\" aria-label=\"game\"></select></div>
<div><div class=\"board\"></div>
<div class=\"keys\"><button data-step=\"first\" aria-label=\"to the start\">«</button>
<button data-step=\"back\" aria-label=\"previous ply\">◀</button>
<button data-step=\"on\" aria-label=\"next ply\">▶</button>
<button data-step=\"last\" aria-label=\"to the end\">»</button></div>
<input type=\"range\" min=\"0\" value=\"0\" aria-label=\"ply\"></div>
<div><div class=\"now-at\" aria-live=\"polite\"></div><p class=\"about\"></p><div class=\"moves\"></div></div>
</div>
<p class=\"note\">The arrow keys step through the game.</p>
";

/// Style rules that replace the colours of plots on a dark page.
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

fn sentences_html(sentences: &[Sentence]) -> String {
    let lines = sentences.iter().map(|sentence| {
        let class = if sentence.is_clear {
            ""
        } else {
            " class=\"quiet\""
        };
        format!("<li{class}>{}</li>\n", escape::html(&sentence.text))
    });
    format!("<ul class=\"words\">\n{}</ul>\n", lines.collect::<String>())
}

/// The class of a cell with a mark.
fn mark_class(mark: Emphasis) -> &'static str {
    match mark {
        Emphasis::Strong => "strong",
        Emphasis::Good => "for",
        Emphasis::Bad => "against",
        Emphasis::Open => "open",
    }
}

/// The length in characters above which text wraps.
const LONG: usize = 28;

fn table_html(table: &Table) -> String {
    let mut html = format!(
        "<figure><div class=\"wide\"><table>\n<caption>{}</caption>\n<thead><tr>",
        escape::html(&table.title)
    );
    let shown = table.shown("–");
    for (column, _) in &shown {
        let text = format!("<button>{}</button>", escape::html(&column.heading));
        html += &match column.kind {
            Kind::Text | Kind::CsvText => format!("<th scope=\"col\">{text}</th>"),
            Kind::Count | Kind::Number => format!("<th scope=\"col\" class=\"number\">{text}</th>"),
            Kind::Estimate => format!(
                "<th scope=\"col\" class=\"number main\">{text}</th><th scope=\"col\" \
                 class=\"number\">95 % interval</th>"
            ),
        };
    }
    html += "</tr></thead>\n<tbody>\n";
    for row in 0..table.row_count() {
        html += "<tr>";
        for (column, cells) in &shown {
            let cell = &cells[row];
            let main = escape::html(&cell.main);
            let number = column.number(row);
            let number = number.map_or(String::new(), |n| format!(" data-value=\"{n}\""));
            html += &match column.kind {
                Kind::Text | Kind::CsvText => {
                    let is_long = cell.main.chars().count() > LONG;
                    let class = cell.mark.map(mark_class).or(is_long.then_some("long"));
                    match class {
                        None => format!("<td>{main}</td>"),
                        Some(class) => format!("<td class=\"{class}\">{main}</td>"),
                    }
                }
                Kind::Count | Kind::Number => {
                    format!("<td class=\"number\"{number}>{main}</td>")
                }
                Kind::Estimate => {
                    let interval = cell.interval.as_ref();
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

fn figure_html(figure: &Figure) -> Result<String, PlotError> {
    let caption = escape::html(&figure.caption);
    let plots = ["large", "small"]
        .into_iter()
        .zip(figure.drawn.page_svgs()?);
    let plots = plots.map(|(size, svg)| {
        let tag = format!("<svg class=\"plot {size}\" role=\"img\" aria-label=\"{caption}\" ");
        element(&svg).replacen("<svg ", &tag, 1)
    });
    let plots: String = plots.collect();
    Ok(format!(
        "<figure>\n<figcaption class=\"title\">{caption}</figcaption>\n{plots}</figure>\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::{Series, method_values};
    use crate::table::Columns;
    use tradewind_stats::Estimate;

    fn an_example() -> String {
        let pieces = Columns::of(&["K\"N\""]).text("piece", "piece", |row| row);
        let mut document = Document::new("Lions & Tigers");
        document.facts(vec![("rules".to_owned(), "<script>".to_owned())]);
        document.heading("Values");
        document.table(pieces.table("Pieces"));
        let series = Series::new("x", [Some(Estimate::exactly(1.0))].into_iter());
        let drawn = method_values(&["x".to_owned()], &[series], ["x"; 3]);
        document.figures([Figure {
            file: "plot".to_owned(),
            caption: "A \"plot\"".to_owned(),
            drawn: drawn.expect("a plot"),
        }]);
        document.guide("they do not count as draws.");
        page(&document).expect("a page")
    }

    #[test]
    fn text_is_escaped_and_blocks_keep_their_order() {
        let page = an_example();
        let parts = [
            "<title>Lions &amp; Tigers</title>",
            "<dt>rules</dt><dd>&lt;script&gt;</dd>",
            "<h2 id=\"part-1\">Values</h2>",
            "<caption>Pieces</caption>",
            "<td>K&quot;N&quot;</td>",
            "<figcaption class=\"title\">A &quot;plot&quot;</figcaption>",
            "<svg class=\"plot large\" role=\"img\" aria-label=\"A &quot;plot&quot;\" width=\"760\"",
            "<svg class=\"plot small\" role=\"img\" aria-label=\"A &quot;plot&quot;\" width=\"360\"",
            "they do not count as draws.</p>",
        ];
        let places: Vec<Option<usize>> = parts.iter().map(|part| page.find(part)).collect();
        assert!(places.iter().all(Option::is_some), "{places:?}\n{page}");
        assert!(places.is_sorted(), "{places:?}");
    }

    #[test]
    fn the_page_is_self_contained() {
        // The name of a namespace is no address.
        let page = an_example().replace("\"http://www.w3.org/2000/svg\"", "");
        for foreign in ["http", "src=", "<link", "@import", "url(", "<?xml"] {
            assert!(!page.contains(foreign), "{foreign}");
        }
        assert!(page.contains("svg [fill=\"#0072B2\"]{fill:#56B4E9}"));
    }
}
