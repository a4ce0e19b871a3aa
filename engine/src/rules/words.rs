//! Rules in words, and the differences of two rule sets.

use super::shuffle::Shuffled;
use super::spec::{
    ArraySpec, AttackRule, BareRule, BlackArray, CheckRule, FrozenSpec, Heading, PieceSpec,
    PromotionChoice, PromotionCondition, PromotionMoment, PromotionSpec, RepetitionResult,
    RoyalRule, RuleSpec, StalemateRule, WallSquares, WallsSpec, ZoneDepth, ZoneSide,
};
use crate::input::listed;
use crate::piece::PieceType;
use crate::powers::Power;
use std::collections::BTreeSet;

impl RuleSpec {
    /// A power in words.
    pub fn power_text(&self, power: &Power) -> String {
        power.info().describe(&self.view())
    }

    /// A promotion in words.
    pub fn promotion_text(&self, promotion: &PromotionSpec) -> String {
        let is_lost =
            |choice: &&PromotionChoice| matches!(choice.condition, PromotionCondition::Lost { .. });
        let (lost, others): (Vec<_>, Vec<_>) = promotion.to.iter().partition(is_lost);
        let others = others.into_iter().map(|choice| self.choice_text(choice));
        let choices = others.chain(self.lost_text(&lost)).collect();
        let side = match promotion.zone.side {
            ZoneSide::Far => "far",
            ZoneSide::Home => "own",
        };
        let zone = match promotion.zone.depth {
            ZoneDepth::Ranks(1) => format!("the {side} rank"),
            ZoneDepth::Ranks(ranks) => format!("the {side} {ranks} ranks"),
            ZoneDepth::LastReachable => format!("the last rank it can reach on the {side} side"),
        };
        let when = match promotion.when {
            PromotionMoment::StartOrEnd => "starting or ending on",
            PromotionMoment::End => "ending on",
            PromotionMoment::Enter => "entering",
            PromotionMoment::EnterOrCapture => "entering, or capturing from or on",
            PromotionMoment::Capture => "capturing from or on",
        };
        let must = match (promotion.compulsory, promotion.compulsory_if_stuck) {
            (true, _) => "must",
            (false, true) => "may (must where it could not move on)",
            (false, false) => "may",
        };
        format!("{must} become {} {when} {zone}", listed(choices, "or"))
    }

    /// The choices that need a lost piece.
    fn lost_text(&self, lost: &[&PromotionChoice]) -> Option<String> {
        let is_choice = |at| lost.iter().any(|choice| choice.to.index() == at);
        let mut officers = (self.pieces.iter().enumerate())
            .filter(|(_, piece)| !piece.royal && !piece.pawn)
            .map(|(at, _)| at);
        let captured = PromotionCondition::Lost { captured: true };
        let word = if lost.iter().any(|choice| choice.condition == captured) {
            "captured"
        } else {
            "lost"
        };
        let anywhere = lost.iter().all(|choice| choice.after.is_none());
        if lost.is_empty() {
            None
        } else if anywhere && officers.all(is_choice) {
            Some(format!("any {word} piece"))
        } else {
            let texts = lost.iter().map(|choice| self.choice_text(choice)).collect();
            Some(format!("a {word} {}", listed(texts, "or")))
        }
    }

    fn choice_text(&self, choice: &PromotionChoice) -> String {
        let mut text = self.piece(choice.to).text.clone();
        match choice.after {
            Some(Heading::Orthogonal) => text.push_str(" (after an orthogonal move)"),
            Some(Heading::Diagonal) => text.push_str(" (after a diagonal move)"),
            None => {}
        }
        let name = |piece: PieceType| &self.piece(piece).text;
        let condition = match choice.condition {
            PromotionCondition::Always | PromotionCondition::Lost { .. } => return text,
            PromotionCondition::OwnerLacks(other) => {
                format!("unless the owner has {}", name(other))
            }
            PromotionCondition::NoneOnBoard(other) if other == choice.to => {
                "if none is left on the board".to_string()
            }
            PromotionCondition::NoneOnBoard(other) => {
                format!("if no {} is left on the board", name(other))
            }
            PromotionCondition::SomeOnBoard(other) => {
                format!("if some {} is left on the board", name(other))
            }
        };
        format!("{text} ({condition})")
    }
}

impl RuleSpec {
    /// How the game ends, in words.
    pub fn end_text(&self) -> String {
        let end = &self.end;
        let royal = match (end.royal, end.several_royals) {
            (RoyalRule::Capture, true) => "the last royal is lost by capture",
            (RoyalRule::Capture, false) => "the royal is lost by capture",
            (RoyalRule::Check, false) => "the royal may not be left in check",
            (RoyalRule::Check, true) => match end.check {
                CheckRule::Any => "no royal may be left in check",
                CheckRule::All => "royals may not all be left attacked",
                CheckRule::Last => "the last royal may not be left in check",
            },
            (RoyalRule::None, _) => "there are no royals",
        };
        let bare = match end.bare {
            BareRule::Nothing => "a bare royal plays on",
            BareRule::BothDraw if end.only_mate_wins() && self.hand.is_none() => {
                "two bare royals and dead positions draw"
            }
            BareRule::BothDraw => "two bare royals draw",
            BareRule::Loses => "a bare royal loses",
            BareRule::LosesUnlessRebared => "a bare royal loses unless it can bare in turn",
        };
        let stalemate = match end.stalemate {
            StalemateRule::Loses => "stalemate loses",
            StalemateRule::Draw => "stalemate draws",
            StalemateRule::Wins => "stalemate wins",
            StalemateRule::FewerWins => "at stalemate the side with fewer pieces wins",
        };
        let facing = match end.no_facing {
            true => ", nor face the other on an open rank or file",
            false => "",
        };
        let mut text = format!("{royal}{facing}; {bare}; {stalemate}");
        if end.checkmate_wins {
            text += "; checkmate wins for the side that is mated";
        }
        if end.no_checks {
            text += "; no move may give check";
        }
        match end.checks {
            None => {}
            Some(1) => text += "; a check wins",
            Some(checks) => text += &format!("; {checks} checks win"),
        }
        if let Some(goal) = &end.goal {
            let result = if goal.draws { "draws" } else { "wins" };
            text += &format!("; {} {result}", goal.text);
        }
        if let Some(connection) = &end.connection {
            text += &format!("; {} win", connection.text());
        }
        if let Some(extinction) = &end.extinction {
            let result = if extinction.wins { "wins" } else { "loses" };
            text += &format!("; a side {} {result}", extinction.text);
        }
        if let Some(rule) = end.repetition {
            let result = match rule.result {
                RepetitionResult::Illegal => "is illegal",
                RepetitionResult::Draw => "draws",
                RepetitionResult::MoverLoses => "loses",
                RepetitionResult::MoverWins => "wins",
                RepetitionResult::WhiteLoses => "loses for White",
                RepetitionResult::MoverLosesUnlessQuiet(AttackRule::New) => {
                    "loses, or draws if nothing was attacked"
                }
                RepetitionResult::MoverLosesUnlessQuiet(AttackRule::Any) => {
                    "loses, or draws if the pieces moved attacked nothing"
                }
                RepetitionResult::MoverLosesUnlessQuiet(AttackRule::Discovered) => {
                    "loses, or draws if nothing was attacked, by discovery either"
                }
            };
            text += &format!("; occurrence {} of a position {result}", rule.occurrence);
            if rule.perpetual_check_loses {
                text += ", but perpetual check loses";
            }
            if rule.automatic > rule.occurrence {
                text += &format!(" if claimed, occurrence {} always", rule.automatic);
            }
        }
        if let Some(rule) = end.move_count {
            let resets = if rule.promotion_resets {
                ", promotion"
            } else {
                ""
            };
            let plies = rule.plies;
            text += &format!("; {plies} plies without capture{resets} or pawn move draw");
            if rule.automatic > rule.plies {
                text += &format!(" if claimed, {} always", rule.automatic);
            }
        }
        text
    }

    /// Captures that are compulsory, explosions, walls, iron pieces, trades and pieces in hand, in words; empty in a game
    /// without.
    pub fn play_text(&self) -> String {
        let mut said = Vec::new();
        if self.must_capture {
            said.push("a side that can capture has to");
        }
        let named = |pieces: &[PieceType]| {
            let texts = pieces.iter().map(|piece| self.piece(*piece).text.as_str());
            texts.collect::<Vec<_>>().join(", ")
        };
        let exploding;
        if let Some(explosion) = &self.explosion {
            let spared = match explosion.spared.as_slice() {
                [] => String::new(),
                pieces => format!("; of the pieces beside, {} stay", named(pieces)),
            };
            let survivors = match explosion.survivors.as_slice() {
                [] => String::new(),
                pieces => format!("; {} stay always", named(pieces)),
            };
            exploding = format!(
                "a capture also removes the captor and all pieces beside its target{spared}{survivors}"
            );
            said.push(&exploding);
        }
        let built;
        if let Some(walls) = &self.walls {
            built = self.walls_text(walls, &named(&walls.petrified));
            said.push(&built);
        }
        let is_iron = |kind: &PieceType| {
            let piece = self.piece(*kind);
            piece.iron && piece.copy_of.is_none() && !self.is_wall(*kind)
        };
        let iron: Vec<PieceType> = self.piece_types().filter(is_iron).collect();
        let safe = format!("no {} can be captured", named(&iron));
        if !iron.is_empty() {
            said.push(&safe);
        }
        match self.frozen {
            Some(FrozenSpec {
                drops: true,
                promotions: true,
            }) => {
                said.push("pieces that were dropped or promoted are frozen on their first turn");
            }
            Some(FrozenSpec { drops: true, .. }) => {
                said.push("dropped pieces are frozen on their first turn")
            }
            Some(_) => said.push("promoted pieces are frozen on their first turn"),
            None => {}
        }
        let trading;
        if let Some(rule) = &self.no_trade {
            trading = format!("{} may not be traded", named(&rule.pieces));
            said.push(&trading);
        }
        if let Some(hand) = &self.hand {
            said.push(if hand.captured {
                "captured pieces go to the captor's hand, to be dropped on an empty square instead of a move"
            } else {
                "pieces in hand are dropped on an empty square instead of a move"
            });
            if hand.must_drop {
                said.push("a side that can drop a piece has to");
            }
            if !hand.may_be_stuck {
                said.push("no piece is dropped where it could not move on");
            }
        }
        said.join("; ")
    }

    /// Where walls are built, in words; `petrified` are the names of the pieces that become walls.
    fn walls_text(&self, walls: &WallsSpec, petrified: &str) -> String {
        let mut said = Vec::new();
        let place = match walls.built {
            None => "",
            Some(WallSquares::Any) => "on an empty square",
            Some(WallSquares::Duck) => "on an empty square, and removes the one before",
            Some(WallSquares::Arrow) => "where the piece that moved could move on",
            Some(WallSquares::Edge) => "on the border of the board or beside a wall",
            Some(WallSquares::Trail) => "on the square that it leaves",
        };
        if !place.is_empty() {
            let view = self.view();
            let open = walls.open.iter().map(|square| view.square_name(square));
            let open: Vec<String> = open.collect();
            let open = match open.is_empty() {
                true => String::new(),
                false => format!(", but not on {}", open.join(", ")),
            };
            said.push(format!("each move builds a wall {place}{open}"));
        }
        if !petrified.is_empty() {
            said.push(format!("{petrified} become walls where they capture"));
        }
        said.join("; ")
    }

    /// What a piece is in hand and the limits of its drops, in words; `None` without.
    pub fn drop_text(&self, piece: &PieceSpec) -> Option<String> {
        let mut said = Vec::new();
        if let Some(hand) = piece.hand {
            said.push(format!("in hand {}", self.piece(hand).text));
        }
        if let Some([first, last]) = piece.drop.ranks {
            said.push(match first == last {
                true => format!("dropped on its rank {}", first + 1),
                false => format!("dropped on its ranks {} to {}", first + 1, last + 1),
            });
        }
        match piece.drop.per_file {
            None => {}
            Some(1) => said.push("not dropped on a file with one of its kind".to_string()),
            Some(most) => said.push(format!("not dropped on a file with {most} of its kind")),
        }
        if piece.drop.never_checks {
            said.push("not dropped to give check".to_string());
        }
        if piece.drop.never_mates {
            said.push("not dropped to give mate".to_string());
        }
        (!said.is_empty()).then(|| said.join(", "))
    }
}

/// A difference of two rule sets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleDifference {
    /// The property, such as `Harpy (Ha) moves`.
    pub what: String,
    /// The value in the first rule set; `None` without it.
    pub from: Option<String>,
    /// The value in the second.
    pub to: Option<String>,
}

/// All differences of two rule sets, apart from names and sources.
pub fn diff(from: &RuleSpec, to: &RuleSpec) -> Vec<RuleDifference> {
    let mut differences = Vec::new();
    let mut compare = |what: String, from: Option<String>, to: Option<String>| {
        if from != to {
            differences.push(RuleDifference { what, from, to });
        }
    };
    compare("board".to_string(), Some(board(from)), Some(board(to)));
    let pieces = from.pieces.iter().chain(&to.pieces);
    for (name, text) in distinct(pieces.map(|piece| (&piece.name, &piece.text)), |one| one.1) {
        let find = |spec: &RuleSpec| spec.find(text).map(|piece| facts(spec, piece));
        match (find(from), find(to)) {
            (Some(before), Some(after)) => {
                for ((key, before), (_, after)) in before.into_iter().zip(after) {
                    compare(format!("{name} ({text}) {key}"), before, after);
                }
            }
            (before, after) => {
                let [before, after] = [before, after].map(|facts| facts.map(summary));
                compare(format!("{name} ({text})"), before, after);
            }
        }
    }
    let play = |spec: &RuleSpec| Some(spec.play_text()).filter(|text| !text.is_empty());
    compare("in play".to_string(), play(from), play(to));
    compare("arrays".to_string(), Some(numbers(from)), Some(numbers(to)));
    let white = |spec: &RuleSpec| Some(row_text(spec, &spec.arrays.first()?.rows));
    compare("array 0".to_string(), white(from), white(to));
    let black = |spec: &RuleSpec| Some(black_side(spec, spec.arrays.first()?));
    let shuffle = |spec: &RuleSpec| {
        Some(shuffle_text(spec, &spec.arrays.first()?.shuffle)).filter(|text| !text.is_empty())
    };
    compare("array 0, shuffle".to_string(), shuffle(from), shuffle(to));
    compare("array 0, Black".to_string(), black(from), black(to));
    let hands = |spec: &RuleSpec| {
        let hands = &spec.arrays.first()?.hands;
        let texts = hands.each_ref().map(|hand| {
            let texts = hand.iter().map(|&piece| spec.piece(piece).text.as_str());
            texts.collect::<Vec<_>>().join(" ")
        });
        (texts != [""; 2]).then(|| texts.join(" / "))
    };
    compare("array 0, in hand".to_string(), hands(from), hands(to));
    let [before, after] = [from, to].map(RuleSpec::end_text);
    let [before, after] = [&before, &after].map(|end| end.split("; ").collect::<Vec<_>>());
    for at in 0..before.len().max(after.len()) {
        let [before, after] = [&before, &after].map(|end| end.get(at).map(ToString::to_string));
        compare("end of the game".to_string(), before, after);
    }
    let options = from.options.iter().chain(&to.options);
    for name in distinct(options.map(|option| &option.name), |name| *name) {
        let help = |spec: &RuleSpec| {
            let option = spec.options.iter().find(|option| option.name == *name)?;
            Some(format!("{} ({})", option.help, option.values.join(", ")))
        };
        compare(format!("option {name}"), help(from), help(to));
    }
    differences
}

/// The items without those whose key is that of an earlier one.
fn distinct<T, K: PartialEq>(items: impl Iterator<Item = T>, key: impl Fn(&T) -> K) -> Vec<T> {
    let mut found: Vec<T> = Vec::new();
    for item in items {
        if !found.iter().any(|known| key(known) == key(&item)) {
            found.push(item);
        }
    }
    found
}

/// The pieces of the second rule set that are missing in the first or move differently there.
/// Promotions do not count.
pub fn new_pieces(from: &RuleSpec, to: &RuleSpec) -> Vec<PieceType> {
    changed_pieces(from, to, |key| key != "promotion")
}

/// The pieces that can never appear: they are in no array, and no piece that can appear promotes to them.
fn unreachable_pieces(spec: &RuleSpec) -> Vec<PieceType> {
    let rows = spec.arrays.iter().flat_map(|array| {
        let black = match &array.black {
            BlackArray::Rows(rows) => &rows[..],
            BlackArray::Rotated | BlackArray::Mirrored => &[],
        };
        array.rows.iter().chain(black)
    });
    let hands = spec
        .arrays
        .iter()
        .flat_map(|array| array.hands.iter().flatten());
    let mut found: BTreeSet<PieceType> = rows.flatten().flatten().chain(hands).copied().collect();
    found.extend(spec.walls.iter().map(|walls| walls.wall));
    let mut new: Vec<PieceType> = found.iter().copied().collect();
    while let Some(piece) = new.pop() {
        let choices = spec.piece(piece).promotion_choices();
        let becomes = choices
            .map(|choice| choice.to)
            .chain(spec.piece(piece).hand);
        new.extend(becomes.filter(|&to| found.insert(to)));
    }
    spec.piece_types()
        .filter(|piece| !found.contains(piece))
        .collect()
}

/// Likely mistakes in a rule set without faults, in words: new pieces that take the text of an inherited one, and pieces
/// that can never appear.
pub fn warnings(spec: &RuleSpec, parent: Option<&RuleSpec>) -> Vec<String> {
    let mut all = Vec::new();
    if let Some(parent) = parent {
        all.extend(spec.pieces.iter().filter_map(|piece| {
            let known = parent.piece(parent.find(&piece.text)?);
            (known.name != piece.name).then(|| format!(
                "the {} replaces the {} of {}, which has the same text ({}); give it another text to keep both",
                piece.name, known.name, parent.name, piece.text
            ))
        }));
    }
    all.extend(unreachable_pieces(spec).into_iter().map(|piece| {
        let piece = spec.piece(piece);
        format!(
            "the {} ({}) can never appear: it is in no array and no piece promotes to it",
            piece.name, piece.text
        )
    }));
    all
}

/// The pieces of the second rule set that are not in the first or differ in a key that counts.
pub(super) fn changed_pieces(
    from: &RuleSpec,
    to: &RuleSpec,
    counts: impl Fn(&str) -> bool,
) -> Vec<PieceType> {
    let counted = |spec: &RuleSpec, piece: PieceType| {
        let mut facts = facts(spec, piece);
        facts.retain(|(key, _)| counts(key));
        facts
    };
    let is_changed = |piece: &PieceType| {
        let known = from.find(&to.piece(*piece).text);
        known.is_none_or(|known| counted(from, known) != counted(to, *piece))
    };
    to.piece_types().filter(is_changed).collect()
}

type PieceFacts = Vec<(&'static str, Option<String>)>;

/// The properties of a piece, always with the same keys in the same order.
fn facts(spec: &RuleSpec, piece: PieceType) -> PieceFacts {
    let piece = spec.piece(piece);
    let powers = piece.powers.iter().map(|power| spec.power_text(power));
    let powers: Vec<String> = powers.collect();
    let promotion = piece.promotion.as_ref();
    let yes = |holds: bool| holds.then(|| "yes".to_string());
    vec![
        ("moves", piece.moves.as_ref().map(ToString::to_string)),
        ("powers", (!powers.is_empty()).then(|| powers.join("; "))),
        (
            "promotion",
            promotion.map(|promotion| spec.promotion_text(promotion)),
        ),
        ("royal", yes(piece.royal)),
        ("pawn", yes(piece.pawn)),
        ("iron", yes(piece.iron)),
        ("in hand", spec.drop_text(piece)),
    ]
}

fn summary(facts: PieceFacts) -> String {
    let said = |(key, fact): (_, Option<String>)| Some(format!("{key}: {}", fact?));
    let said: Vec<String> = facts.into_iter().filter_map(said).collect();
    said.join("; ")
}

fn board(spec: &RuleSpec) -> String {
    let files: String = spec.files.iter().collect();
    format!(
        "files {files}, {} ranks from {}",
        spec.ranks, spec.first_rank
    )
}

fn numbers(spec: &RuleSpec) -> String {
    let numbers = spec.array_numbers();
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [one] => one.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    });
    runs.collect::<Vec<_>>().join(", ")
}

fn row_text(spec: &RuleSpec, rows: &[Vec<Option<PieceType>>]) -> String {
    let square = |piece: &Option<_>| piece.map_or("-", |piece| spec.piece(piece).text.as_str());
    let row = |row: &Vec<_>| row.iter().map(square).collect::<Vec<_>>().join(" ");
    rows.iter().map(row).collect::<Vec<_>>().join(" / ")
}

fn shuffle_text(spec: &RuleSpec, shuffle: &[Shuffled]) -> String {
    let groups = shuffle.iter();
    let groups = groups.map(|group| group.text(|piece| spec.piece(piece).text.as_str()));
    groups.collect::<Vec<_>>().join(", ")
}

fn black_side(spec: &RuleSpec, array: &ArraySpec) -> String {
    match &array.black {
        BlackArray::Rotated => "rotated half a turn".to_string(),
        BlackArray::Mirrored => "mirrored top to bottom".to_string(),
        BlackArray::Rows(rows) => row_text(spec, rows),
    }
}
