//! Who is ahead during a game, from what the players' searches thought: the metrics of
//! Browne (*Automatic generation and evaluation of recombination games*, 2008) and of Ludii that need
//! an evaluation of every position. `docs/metrics.md` has the formulas.

use crate::dataset::GameFeatures;

/// A lead smaller than this is none: the side to move wins between 45 and 55 % of such positions.
pub const MIN_LEAD: f64 = 0.1;

/// What the lead did in a game. A lead is White's expected score times two less one: from −1 to 1
/// ([`CrossFitted::leads`](crate::calibration::CrossFitted::leads)).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leads {
    /// How often it changed sides.
    pub changes: f64,
    /// The mean change from one ply to the next.
    pub swing: f64,
    /// For decisive games: the mean of the square roots of the winner's deficits, over the positions
    /// in which it was behind; 0 when it never was.
    pub drama: Option<f64>,
    /// For decisive games: the loser's largest lead, at least 0.
    pub threshold: Option<f64>,
    /// For decisive games: whether the winner was behind after two thirds of the plies.
    pub comeback: Option<f64>,
}

impl Leads {
    /// What White's leads in the positions of a game come to; `None` for fewer than two positions.
    pub fn of(game: &GameFeatures, leads: &[f64]) -> Option<Leads> {
        if leads.len() < 2 {
            return None;
        }
        let mut changes = 0;
        let mut leader = 0.0;
        for lead in leads.iter().filter(|lead| lead.abs() >= MIN_LEAD) {
            if leader != 0.0 && leader != lead.signum() {
                changes += 1;
            }
            leader = lead.signum();
        }
        let swings = leads.windows(2).map(|pair| (pair[1] - pair[0]).abs());
        let winner = winner_sign(game);
        let behind = |sign: f64| {
            let deficits = leads.iter().map(move |lead| -sign * lead);
            deficits.filter(|deficit| *deficit > 0.0)
        };
        let drama = winner.map(|sign| {
            let roots: Vec<f64> = behind(sign).map(f64::sqrt).collect();
            roots.iter().sum::<f64>() / roots.len().max(1) as f64
        });
        Some(Leads {
            changes: f64::from(changes),
            swing: swings.sum::<f64>() / (leads.len() - 1) as f64,
            drama,
            threshold: winner.map(|sign| behind(sign).fold(0.0, f64::max)),
            comeback: winner.map(|sign| {
                let late = leads[leads.len() * 2 / 3];
                f64::from(u8::from(sign * late <= -MIN_LEAD))
            }),
        })
    }
}

/// The share of a decisive game's plies that were played after the winner's lead had exceeded a
/// threshold for good.
pub fn decided(game: &GameFeatures, leads: &[f64], threshold: f64) -> Option<f64> {
    let sign = winner_sign(game)?;
    if leads.is_empty() {
        return None;
    }
    let after = leads
        .iter()
        .rev()
        .take_while(|lead| sign * **lead > threshold);
    Some(after.count() as f64 / leads.len() as f64)
}

fn winner_sign(game: &GameFeatures) -> Option<f64> {
    match game.outcome.score() {
        Some(1.0) => Some(1.0),
        Some(0.0) => Some(-1.0),
        _ => None,
    }
}
