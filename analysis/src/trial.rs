//! The experiment that tests a change of the rules.

use std::fmt::Write;
use std::path::Path;
use tradewind_engine::rules::{PieceType, RuleSpec};
use tradewind_engine::theory;
use tradewind_selfplay::experiment::{MAX_NAME, short_name};

/// Maximum number of new pieces that are compared with others, as they share the games.
const MAX_PIECES: usize = 3;

/// An experiment with two rule sets.
#[derive(Clone, Copy, Debug)]
pub struct TrialPlan<'p> {
    /// The name.
    pub name: &'p str,
    /// The id or path of the old rule set.
    pub before: &'p str,
    /// The id or path of the new rule set.
    pub after: &'p str,
    /// Number of pairs of each rule set.
    pub pairs: u64,
    /// Nodes per move.
    pub nodes: u64,
    /// The unit of piece values.
    pub unit: &'p str,
    /// Contrasts of pieces, such as `Sc : N`; without any, no odds are played.
    pub contrasts: &'p [String],
}

/// A TOML string.
pub fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

impl TrialPlan<'_> {
    /// The experiment's file.
    pub fn text(&self) -> String {
        let TrialPlan { pairs, nodes, .. } = *self;
        let (name, unit) = (quoted(&short_name(self.name)), quoted(self.unit));
        let mut text = format!(
            "name     = {name}\nseed     = 1\npairs    = {pairs}        # of each rule set; each opening is played twice\n\
             ply_cap  = 1000       # a longer game is recorded as unfinished\nschedule = \"themselves\"\n\n"
        );
        let contrasts: Vec<String> = self.contrasts.iter().map(|one| quoted(one)).collect();
        let odds = format!("odds = {{ contrasts = [{}] }}\n", contrasts.join(", "));
        let pieces = (!contrasts.is_empty()).then_some(("pieces", self.after, odds.as_str()));
        let [before, after] = names(self.before, self.after);
        let played = [(before, self.before, ""), (after, self.after, "")];
        for (name, id, odds) in played.into_iter().chain(pieces) {
            let _ = write!(
                text,
                "[[rules]]\nname = {}\nid   = {}\n{odds}\n",
                quoted(name),
                quoted(id)
            );
        }
        let _ = write!(
            text,
            "[player]\nnodes = {nodes}          # searched for each move\n\n[opening]\nplies            = 8    \
             # random legal moves\nmax_imbalance_cp = 150  # replaced when a side is ahead by more, in \
             centipawns\n\n[record]\nevaluations = true\n\n[estimates]\nunit      = {unit}\nbootstrap = 200\n"
        );
        text
    }
}

/// Short names of both rule sets: their ids or the names of their files, if these differ.
fn names<'i>(before: &'i str, after: &'i str) -> [&'i str; 2] {
    let stem = |id: &'i str| Path::new(id).file_stem().and_then(|stem| stem.to_str());
    match [before, after].map(stem) {
        [Some(one), Some(other)] if one != other && one.len().max(other.len()) <= MAX_NAME => {
            [one, other]
        }
        _ => ["before", "after"],
    }
}

/// The default unit of piece values: the pawn, or else the first piece.
pub fn unit(spec: &RuleSpec) -> &str {
    let mut pawns = spec.pieces.iter().filter(|piece| piece.pawn);
    let named = spec.find("P").map(|piece| spec.piece(piece));
    let unit = named.or(pawns.next()).unwrap_or(&spec.pieces[0]);
    &unit.text
}

/// Contrasts of new pieces with the Knight and with the old piece that is nearest in theoretical value.
pub fn contrasts(before: &RuleSpec, after: &RuleSpec, new: &[PieceType]) -> Vec<String> {
    let values = theory::values(after);
    let is_known = |piece: &PieceType| {
        let own = after.piece(*piece);
        !own.royal && !new.contains(piece) && before.find(&own.text).is_some()
    };
    let known: Vec<PieceType> = after.piece_types().filter(is_known).collect();
    let text = |piece: PieceType| &after.piece(piece).text;
    let mut all = Vec::new();
    let new = new
        .iter()
        .copied()
        .filter(|&piece| !after.piece(piece).royal);
    for piece in new.take(MAX_PIECES) {
        let off = |other: &PieceType| (values[other.index()] - values[piece.index()]).abs();
        // Pawns are compared with pawns only.
        let is_alike = |other: &PieceType| after.piece(*other).pawn == after.piece(piece).pawn;
        let alike = known.iter().copied().filter(is_alike);
        let nearest = (alike.clone()).min_by(|a, b| off(a).total_cmp(&off(b)));
        let knight = (alike.clone()).find(|&one| after.piece(one).name == "Knight");
        let mut others: Vec<PieceType> = knight.into_iter().chain(nearest).collect();
        others.dedup();
        all.extend(
            others
                .into_iter()
                .map(|other| format!("{} : {}", text(piece), text(other))),
        );
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewind_engine::rules::{load, new_pieces};
    use tradewind_selfplay::experiment::Experiment;

    #[test]
    fn a_plan_is_an_experiment() {
        let [before, after] =
            ["scirocco-2001", "scirocco-2009"].map(|id| load(id, &[]).expect("rules"));
        let new = new_pieces(&before, &after);
        let texts: Vec<&str> = new
            .iter()
            .map(|&piece| after.piece(piece).text.as_str())
            .collect();
        assert_eq!(texts, ["De", "Ha"]);
        let contrasts = contrasts(&before, &after, &new);
        assert!(contrasts.contains(&"De : N".to_string()), "{contrasts:?}");
        assert!((3..=4).contains(&contrasts.len()), "{contrasts:?}");
        for contrasts in [&contrasts[..], &[]] {
            let plan = TrialPlan {
                name: "Scirocco, \"revised\"",
                before: "scirocco-2001",
                after: "scirocco-2009",
                pairs: 7,
                nodes: 20,
                unit: unit(&after),
                contrasts,
            };
            let experiment = Experiment::parse("x.toml", plan.text(), Path::new(""));
            let experiment = experiment.unwrap_or_else(|fault| panic!("{fault}"));
            assert_eq!(
                experiment.rules.len(),
                2 + usize::from(!contrasts.is_empty())
            );
        }
    }
}
