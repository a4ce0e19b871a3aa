//! Plots are complete and within their edges, and texts do not overlap.

use super::canvas::Font;
use super::*;
use tradewind_analysis::dataset::GameOutcome;
use tradewind_analysis::values::skill::{SkillCurve, SkillLine};
use tradewind_engine::Color;
use tradewind_selfplay::record::{GameResult, Termination};
use tradewind_stats::estimate::Estimate;

/// Games with `terminations` terminations; the last is the most frequent, the first the rarest.
fn games(terminations: usize) -> Vec<GameOutcome> {
    let ends: Vec<Termination> = Termination::all().take(terminations).collect();
    assert_eq!(ends.len(), terminations);
    (0..2000u64)
        .map(|game| {
            let all = terminations as u64;
            let place = (game % (all * all)).isqrt();
            let result = match place {
                2 => GameResult::Unfinished,
                _ => GameResult::White,
            };
            GameOutcome {
                pair: game / 2,
                plies: (30 + game * game % 331) as u32,
                result,
                first_side: Color::White,
                end: ends[place as usize],
            }
        })
        .collect()
}

/// Title, subtitle and axis may be as long as they like.
const LONG_TITLE: &str = "A very long title that says in many words that these are the values of \
    all the pieces of a game with rules that nobody has heard of";

struct Box {
    text: String,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let from = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    tag[from..].split('"').next()
}

/// The boxes of the horizontal texts of an SVG.
fn text_boxes(svg: &str) -> Vec<Box> {
    let mut boxes = Vec::new();
    for element in svg.split("<text").skip(1) {
        let (tag, rest) = element.split_once('>').expect("a closed tag");
        if attribute(tag, "transform").is_some() {
            continue;
        }
        let number = |name: &str| {
            let text = attribute(tag, name).expect("an attribute");
            text.parse::<f64>().expect("a number") / 10.0
        };
        let text = rest.split_once("</text>").expect("an end").0.trim();
        let text = text.replace("&lt;", "<").replace("&gt;", ">");
        let text = text.replace("&quot;", "\"").replace("&amp;", "&");
        let font = Font {
            em: number("font-size"),
            bold: attribute(tag, "font-weight") == Some("bold"),
        };
        let width = font.width(&text).expect("a width");
        let left = match attribute(tag, "text-anchor") {
            Some("end") => number("x") - width,
            Some("middle") => number("x") - width / 2.0,
            _ => number("x"),
        };
        // From the top of capitals to the foot of descenders.
        let baseline = number("y") + 0.76 * font.em;
        boxes.push(Box {
            text,
            left,
            right: left + width,
            top: baseline - 0.72 * font.em,
            bottom: baseline + 0.24 * font.em,
        });
    }
    boxes
}

/// Checks the texts and colours of every layout.
fn check(drawn: &Drawn) {
    let [wide, narrow] = drawn.page_svgs().expect("SVG");
    for svg in [drawn.svg().expect("SVG"), wide, narrow] {
        check_texts(&svg);
        check_colours(&svg);
    }
}

pub(crate) fn check_texts(svg: &str) {
    let [width, height] = ["width", "height"].map(|name| {
        let length = attribute(svg, name).and_then(|length| length.parse::<f64>().ok());
        length.expect("a length")
    });
    let boxes = text_boxes(svg);
    for (place, one) in boxes.iter().enumerate() {
        assert!(
            one.left >= 0.0 && one.right <= width,
            "`{}` leaves the plot",
            one.text
        );
        assert!(
            one.top >= 0.0 && one.bottom <= height,
            "`{}` leaves the plot",
            one.text
        );
        for other in &boxes[..place] {
            let apart = one.left >= other.right
                || other.left >= one.right
                || one.top >= other.bottom
                || other.top >= one.bottom;
            assert!(apart, "`{}` lies on `{}`", one.text, other.text);
        }
    }
}

pub(crate) fn check_colours(svg: &str) {
    for part in svg.split("fill=\"").skip(1) {
        let colour = part.split('"').next().expect("a value");
        let known = colour::ALL.iter().any(|known| known.in_svg() == colour);
        assert!(
            known || colour == "none",
            "{colour} has no dark counterpart"
        );
    }
}

#[test]
fn every_termination_has_a_panel_and_rare_ones_share_one() {
    for terminations in [1, 3, 7, 9] {
        let games = games(terminations);
        let drawn = game_lengths(&games, LONG_TITLE).expect("a plot");
        check(&drawn);
        let plot = &drawn.svg().expect("SVG");
        let boxes = text_boxes(plot);
        let has = |text: &str| boxes.iter().any(|b| b.text == text);
        assert_eq!(has("all games"), terminations > 1);
        assert_eq!(has("3 other terminations"), terminations == 9);
        let last = Termination::all()
            .nth(terminations - 1)
            .expect("there are as many");
        assert!(has(last.text()));
        assert!(has("Length of the game (plies)"));
        assert!(plot.contains("Games per 10 plies"));
        let unfinished = boxes.iter().any(|b| b.text.ends_with("stopped unfinished"));
        assert_eq!(unfinished, terminations > 2 && terminations < 9);
    }
}

/// XML allows no control characters, not even spelt as entities.
#[test]
fn control_characters_in_names_are_escaped() {
    let drawn = game_lengths(&games(3), "a\u{1}\u{1b}b <&>").expect("a plot");
    let plot = &drawn.svg().expect("SVG");
    assert!(plot.contains("a\\u0001\\u001bb &lt;&amp;&gt;"), "{plot}");
    assert!(!plot.contains(|letter: char| letter.is_control() && letter != '\n'));
}

/// The PNG shows what the SVG shows: three pixels for each unit, the same bars in the same colour.
#[test]
fn png_and_svg_are_the_same_plot() {
    let games = games(3);
    let drawn = game_lengths(&games, "Lengths").expect("a plot");
    let (svg, png) = (drawn.svg().expect("SVG"), drawn.png().expect("PNG"));
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(png))
        .read_info()
        .expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut pixels).expect("an image");
    let units = |name| attribute(&svg, name).and_then(|n| n.parse::<u32>().ok());
    assert_eq!(units("width"), Some(info.width / 3));
    assert_eq!(units("height"), Some(info.height / 3));

    let mut checked = 0;
    for rectangle in svg.split("<rect").skip(1).filter(|r| r.contains("#0072B2")) {
        let number = |name| attribute(rectangle, name).and_then(|n| n.parse::<f64>().ok());
        let [x, y, width, height] =
            ["x", "y", "width", "height"].map(|name| number(name).expect("a number"));
        if height < 50.0 {
            continue;
        }
        // A quarter from the left, where the line of the median is not.
        let column = ((x + width / 4.0) * 0.3) as usize;
        let row = ((y + height / 2.0) * 0.3) as usize;
        let pixel = 3 * (row * info.width as usize + column);
        assert_eq!(
            pixels[pixel..pixel + 3],
            [0x00, 0x72, 0xB2],
            "bar at {x}, {y}"
        );
        checked += 1;
    }
    assert!(checked > 50, "{checked} bars");
}

#[test]
fn nothing_to_draw_is_an_error() {
    let is_empty = |drawn| matches!(drawn, Err(PlotError::Empty(_)));
    assert!(is_empty(game_lengths(&[], "Lengths")));
    assert!(is_empty(game_lengths(&games(3)[..2], "Lengths")));
}

fn estimates(pieces: usize, scale: f64) -> Vec<Option<Estimate>> {
    (0..pieces)
        .map(|place| {
            let value = scale * (0.3 + 0.37 * (place * place % 29) as f64);
            let half = 0.1 + 0.05 * value;
            (place % 11 != 5).then_some(Estimate {
                value,
                low: value - half,
                high: value + half,
            })
        })
        .collect()
}

#[test]
fn values_of_two_methods_stand_beside_each_other() {
    let names: Vec<String> = (0..38).map(|n| format!("General no. {n} <&>")).collect();
    let series = ["odds", "regression"].map(|name| Series {
        name: name.to_string(),
        values: estimates(38, if name == "odds" { 1.0 } else { 1.1 }),
    });
    let words = [
        LONG_TITLE,
        "100 nodes a move.",
        "Value in units of Pawn (= 1)",
    ];
    let drawn = method_values(&names, &series, words).expect("a plot");
    check(&drawn);
    let plot = &drawn.svg().expect("SVG");
    assert!(
        names
            .iter()
            .all(|name| text_boxes(plot).iter().any(|b| b.text == *name))
    );
    // A dot for each value, those of the second method hollow, and one each in the legend.
    let values = series[0].values.iter().flatten().count();
    assert_eq!(plot.matches("<circle").count(), 3 * values + 3);
    assert!(matches!(
        method_values(&names, &[], words),
        Err(PlotError::Empty(_))
    ));
}

/// Values beyond the scale are arrows without a dot.
#[test]
fn distances_beyond_the_scale_are_arrows() {
    let names = ["near", "far", "farther"].map(str::to_string);
    let series = [Series {
        name: "supported".to_string(),
        values: [5.0, 40.0, -13.0]
            .map(|value| Some(Estimate::around(value, 1.96)))
            .to_vec(),
    }];
    let words = ["Claims", "", "Standard errors"];
    let drawn = distances(&names, &series, words, 12.0).expect("a plot");
    check(&drawn);
    let plot = &drawn.svg().expect("SVG");
    assert_eq!(plot.matches("<polygon").count(), 2);
    // One dot, and one in the legend.
    assert_eq!(plot.matches("<circle").count(), 2);
}

#[test]
fn labels_of_a_crowd_do_not_lie_on_each_other() {
    let [across, up] = [1.0, 1.1].map(|scale| estimates(60, scale));
    let crosses: Vec<Cross> = (across.iter().zip(&up).enumerate())
        .filter_map(|(place, (across, up))| {
            Some(Cross {
                label: format!("P{place}"),
                values: [(*across)?, (*up)?],
                apart: place % 7 == 0,
            })
        })
        .collect();
    let axes = ["odds".to_string(), "regression".to_string()];
    let drawn = agreement(&crosses, [LONG_TITLE, "Bars."], axes).expect("a plot");
    check(&drawn);
    let plot = &drawn.svg().expect("SVG");
    let boxes = text_boxes(plot);
    let named = crosses
        .iter()
        .filter(|c| boxes.iter().any(|b| b.text == c.label));
    // Equal places are many here; a label without room is left out.
    assert!(named.count() * 2 > crosses.len());
}

#[test]
fn every_curve_of_skill_has_its_label() {
    let values = estimates(38, 1.0);
    let curves: Vec<SkillCurve> = (values.iter().enumerate())
        .filter_map(|(place, estimate)| {
            let estimate = (*estimate)?;
            Some(SkillCurve {
                piece: tradewind_engine::rules::PieceType(place as u8),
                name: format!("General no. {place}"),
                method: "odds",
                points: [25, 100, 1600].map(|nodes| (nodes, estimate)).to_vec(),
                line: (place % 4 != 2).then(|| SkillLine {
                    reference: (1000, estimate),
                    per_tenfold: Estimate::exactly(1.5),
                    p: if place == 3 { 0.01 } else { 1.0 },
                    predicted: vec![(160_000, estimate.scaled(3.0))],
                    overtaken: None,
                    ends: [(25.0, estimate.value), (160_000.0, 3.0 * estimate.value)],
                }),
            })
        })
        .collect();
    let axis = "Value in units of Pawn (= 1)".to_string();
    let drawn = skill(&curves, [LONG_TITLE, "Bars."], axis).expect("a plot");
    check(&drawn);
    let plot = &drawn.svg().expect("SVG");
    let boxes = text_boxes(plot);
    for curve in &curves {
        assert!(
            boxes.iter().any(|b| b.text.starts_with(&curve.name)),
            "{}",
            curve.name
        );
    }
}

/// Many curves that end close to each other are all named, apart, with their names inside the plot.
#[test]
fn every_curve_has_its_label() {
    let of = |place: usize| Curve {
        name: format!("rules no. {place}"),
        points: (0..8)
            .map(|x| {
                let value = 50.0 - 5.0 * f64::from(x) + 0.1 * place as f64;
                let around = Estimate {
                    value,
                    low: value - 2.0,
                    high: value + 2.0,
                };
                (10.0 * f64::from(x), around)
            })
            .collect(),
    };
    let many: Vec<Curve> = (0..6).map(of).collect();
    let words = ["Games still going on", "six rule sets"];
    let drawn = curves(&many, words, ["Plies", "%"], Floor::Zero).expect("it can be drawn");
    check(&drawn);
    let plot = &drawn.svg().expect("SVG");
    assert!(many.iter().all(|curve| plot.contains(&curve.name)));
    assert!(drawn.png().expect("PNG").starts_with(b"\x89PNG"));
    let nothing = curves(&[], words, ["Plies", "%"], Floor::Zero);
    assert!(matches!(nothing, Err(PlotError::Empty(_))));
}

#[test]
fn bars_without_an_end_are_cut() {
    let bar = |at: f64, high: f64| Bar {
        at,
        estimate: Estimate {
            value: 2.0,
            low: 1.5,
            high,
        },
        is_marked: at == 1.0,
    };
    let panel = Panel {
        name: "Rook (R)".to_string(),
        caption: "2.00".to_string(),
        begin: 2.0,
        reach: 1.0,
        points: Vec::new(),
        bars: vec![bar(1.0, f64::INFINITY), bar(2.0, 2.5)],
    };
    let drawn = panels(&[panel], ["Values", "", "Analyses"]).expect("it is drawn");
    let plot = &drawn.svg().expect("SVG");
    assert!(plot.contains("Rook (R)"));
    assert!(!plot.contains("NaN") && !plot.contains("inf"), "{plot}");
}
