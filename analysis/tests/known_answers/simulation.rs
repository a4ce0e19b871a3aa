//! Games simulated from known values, with the difficulties of real games: draws, a value of the first
//! move, and correlation of the rows of a game and of the games of a pair.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tradewind_analysis::dataset::{
    Detail, GameOutcome, OddsParts, OddsTally, PairOrigin, PositionSamples, SummarisedPairs,
};
use tradewind_analysis::estimators::{MethodValues, PieceGames, odds, regression, second_unit};
use tradewind_analysis::row::{LOG_ODDS, Row, RowCondition, Subject};
use tradewind_engine::rules::{PieceType, RuleSpec};
use tradewind_engine::{Color, Ending};
use tradewind_selfplay::record::{GameResult, Termination};
use tradewind_stats::Samples;

/// The first if `TRADEWIND_LONG` is set, else the second.
pub fn by_length<T>(long: T, short: T) -> T {
    match std::env::var_os("TRADEWIND_LONG") {
        Some(_) => long,
        None => short,
    }
}

/// Chess without games.
fn no_games(spec: &RuleSpec) -> PieceGames<'_> {
    PieceGames {
        spec,
        unit: PieceType(0),
        second_unit: second_unit(spec),
        odds: None,
        positions: None,
        families: &[],
        replicates: 0,
        seed: 1,
    }
}

/// The values by the regression.
pub fn by_regression(spec: &RuleSpec, samples: &PositionSamples, replicates: u32) -> MethodValues {
    let games = PieceGames {
        positions: Some(samples),
        replicates,
        ..no_games(spec)
    };
    let found = (regression::METHOD.estimate)(&games).expect("values");
    found.expect("positions")
}

/// The rows by odds games.
pub fn by_odds(spec: &RuleSpec, parts: &OddsParts) -> Vec<Row> {
    let games = PieceGames {
        odds: Some((spec, parts)),
        ..no_games(spec)
    };
    let found = (odds::METHOD.estimate)(&games).expect("values");
    found.expect("odds").rows
}

/// The origin of a pair of finished games of a player.
pub fn origin(pair: u64, player: usize) -> PairOrigin {
    PairOrigin {
        pair,
        family: None,
        player,
        games: 2,
    }
}

/// Samples of five pieces.
pub fn samples_of(
    material: Samples,
    origins: Vec<PairOrigin>,
    detail: Option<Detail>,
) -> PositionSamples {
    PositionSamples {
        pieces: (0..5).map(PieceType).collect(),
        in_hand: Vec::new(),
        games: 2 * origins.len() as u64,
        material: material.into(),
        origins,
        summarised: SummarisedPairs::default(),
        detail,
    }
}

/// Detail with phases, and nothing else but the material.
pub fn detail(material: &Samples, by_phase: Samples) -> Detail {
    Detail {
        network: None,
        by_quietness: Vec::new(),
        by_phase: by_phase.into(),
        by_prospect: material.clone().into(),
        promoting: Vec::new(),
        prospects: Vec::new(),
        by_pair: material.clone().into(),
        paired: Vec::new(),
    }
}

/// A random number in [0, 1).
pub fn uniform(random: &mut ChaCha8Rng) -> f64 {
    (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// The true values.
pub struct World {
    /// Piece types with their values in log-odds.
    pub pieces: Vec<(String, f64)>,
    /// The value of the first move in log-odds.
    pub first_move: f64,
    /// The share of drawn games among those that either side might win.
    pub draws: f64,
    /// The share of pairs whose games share their random number.
    pub shared_draws: f64,
    /// Sampled positions per game.
    pub rows_per_game: usize,
    /// Probability that the sides differ in a piece type.
    pub difference: f64,
    /// Standard deviation over pairs of the value of a pair's imbalance beyond the sum of its pieces, in
    /// log-odds.
    pub interaction: f64,
}

impl World {
    /// Five pieces, many draws, strongly correlated rows and games.
    pub fn small() -> World {
        let pieces = [
            ("Pawn", 0.45),
            ("Ferz", 0.65),
            ("Knight", 1.1),
            ("Rook", 1.8),
            ("Queen", 3.2),
        ];
        World {
            pieces: pieces
                .map(|(name, value)| (name.to_owned(), value))
                .to_vec(),
            first_move: 0.15,
            draws: 0.4,
            shared_draws: 0.5,
            rows_per_game: 3,
            difference: 0.45,
            interaction: 0.0,
        }
    }

    pub fn names(&self) -> Vec<String> {
        self.pieces.iter().map(|piece| piece.0.clone()).collect()
    }

    /// Plays pairs of games and samples their positions.
    pub fn play(&self, pairs: u64, seed: u64) -> Samples {
        let mut samples = Samples::new(self.names()).expect("distinct names");
        self.play_rows(pairs, seed, |pair, result, differences| {
            samples
                .push(pair, result, differences)
                .expect("a valid row");
        });
        samples
    }

    /// Plays pairs of games and visits each row: pair, result, differences.
    ///
    /// Each pair starts from an imbalance that the games have with colours exchanged; from position to
    /// position one piece is lost. Each game has a uniform random number: a row is won if the number is
    /// below the row's expected score, so that each row follows the model while the rows of a game are
    /// correlated.
    pub fn play_rows(&self, pairs: u64, seed: u64, mut visit: impl FnMut(u64, f32, &[i8])) {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        for pair in 0..pairs {
            let start: Vec<i8> = self.pieces.iter().map(|_| self.draw(&mut random)).collect();
            let first_draw = uniform(&mut random);
            let interaction = self.interaction * normal(&mut random);
            for colour in [1, -1] {
                let shared = colour == 1 || uniform(&mut random) < self.shared_draws;
                let draw = if shared {
                    first_draw
                } else {
                    uniform(&mut random)
                };
                let mut now: Vec<i8> = start.iter().map(|d| d * colour).collect();
                for _ in 0..self.rows_per_game {
                    let beyond = interaction * f64::from(colour);
                    visit(pair, self.result(&now, draw, beyond), &now);
                    let lost = (uniform(&mut random) * now.len() as f64) as usize;
                    now[lost] += if uniform(&mut random) < 0.5 { 1 } else { -1 };
                }
            }
        }
    }

    fn draw(&self, random: &mut ChaCha8Rng) -> i8 {
        match uniform(random) / self.difference {
            side if side < 0.5 => 1,
            side if side < 1.0 => -1,
            _ => 0,
        }
    }

    fn result(&self, differences: &[i8], draw: f64, beyond: f64) -> f32 {
        let log_odds = self.first_move
            + beyond
            + differences
                .iter()
                .zip(&self.pieces)
                .map(|(d, piece)| f64::from(*d) * piece.1)
                .sum::<f64>();
        self.outcome(log_odds, draw) as f32
    }

    /// Pairs of independent games with odds of some value.
    pub fn odds(&self, log_odds: f64, pairs: u64, random: &mut ChaCha8Rng) -> OddsTally {
        let mut tally = OddsTally::default();
        for _ in 0..pairs {
            let [white, black] = [self.first_move, -self.first_move]
                .map(|first| self.outcome(log_odds + first, uniform(random)));
            tally.add(Some(white), Some(black));
        }
        tally
    }

    /// The result of a game at some log-odds by its random number, from 0 to 1. Half of the draws
    /// come from either side, which leaves the expected score unchanged.
    pub fn outcome(&self, log_odds: f64, draw: f64) -> f64 {
        let score = 1.0 / (1.0 + (-log_odds).exp());
        let half_drawn = self.draws * score.min(1.0 - score);
        match draw {
            draw if draw < score - half_drawn => 1.0,
            draw if draw < score + half_drawn => 0.5,
            _ => 0.0,
        }
    }
}

/// A standard normal number (G. E. P. Box and M. E. Muller, 1958).
pub fn normal(random: &mut ChaCha8Rng) -> f64 {
    let radius = (-2.0 * (1.0 - uniform(random)).ln()).sqrt();
    radius * (std::f64::consts::TAU * uniform(random)).cos()
}

/// The probabilities of the terminations of [`outcome_games`], in order.
pub const TERMINATION_SHARES: [(Ending, f64); 3] = [
    (Ending::Checkmate, 0.9),
    (Ending::Stalemate, 0.08),
    (Ending::Repetition, 0.02),
];

/// The expected score of the first player in [`outcome_games`].
pub const FIRST_PLAYER_SCORE: f64 = 0.54;

/// Lengths in [`outcome_games`] are 20 plus a whole number below this, all equally likely.
pub const LENGTHS: u32 = 200;

/// Games whose score, terminations and lengths have known expectations; with probability `shared_draws`
/// the second game of a pair repeats the first.
pub fn outcome_games(pairs: u64, shared_draws: f64, seed: u64) -> Vec<GameOutcome> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut games: Vec<GameOutcome> = Vec::new();
    for pair in 0..pairs {
        let first = outcome_game(pair, &mut random);
        let second = if uniform(&mut random) < shared_draws {
            first
        } else {
            outcome_game(pair, &mut random)
        };
        games.extend([first, second]);
    }
    games
}

fn outcome_game(pair: u64, random: &mut ChaCha8Rng) -> GameOutcome {
    let mut draw = uniform(random);
    let mut end = Ending::Checkmate;
    for (one, share) in TERMINATION_SHARES {
        if draw >= 0.0 {
            end = one;
        }
        draw -= share;
    }
    let draws = 0.2;
    let result = match uniform(random) {
        low if low < FIRST_PLAYER_SCORE - draws / 2.0 => GameResult::White,
        low if low < FIRST_PLAYER_SCORE + draws / 2.0 => GameResult::Draw,
        _ => GameResult::Black,
    };
    GameOutcome {
        pair,
        plies: 20 + (uniform(random) * f64::from(LENGTHS)) as u32,
        result,
        first_side: Color::White,
        end: Termination::Rules(end),
    }
}

/// The row of a piece under a condition in a unit.
pub fn row_of<'r>(
    rows: &'r [Row],
    spec: &RuleSpec,
    at: usize,
    (condition, unit): (&RowCondition, &str),
) -> Option<&'r Row> {
    let subject = Subject::piece(spec, PieceType(at as u8));
    let mut own = rows.iter();
    own.find(|row| row.subject == subject && row.condition == *condition && row.unit == unit)
}

/// Whether the intervals of the five pieces, in log-odds and in pawns, cover the true log-odds.
pub fn covered(
    rows: &[Row],
    spec: &RuleSpec,
    condition: &RowCondition,
    truth: impl Fn(usize) -> f64,
) -> Vec<bool> {
    let mut all = Vec::new();
    for piece in 0..5 {
        for (unit, size) in [(LOG_ODDS, 1.0), ("pawns", truth(0))] {
            let row = row_of(rows, spec, piece, (condition, unit));
            let is_itself = piece == 0 && unit == "pawns";
            let estimate = row.and_then(Row::estimate).filter(|_| !is_itself);
            all.extend(estimate.map(|estimate| estimate.covers(truth(piece) / size)));
        }
    }
    all
}

/// The share of `true`.
pub fn share_of(holds: &[bool]) -> f64 {
    holds.iter().filter(|&&holds| holds).count() as f64 / holds.len() as f64
}
