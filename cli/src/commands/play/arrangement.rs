//! An array that the players choose, pair by pair, before they play.

use super::words;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::io::{self, BufRead, Write};
use tradewind_engine::board::Square;
use tradewind_engine::rules::ArrayChanges;
use tradewind_engine::{Color, Game};

/// Something to choose between two things.
#[derive(Clone, Copy, Debug)]
enum ArrayChoice {
    /// On which of two squares a piece stands: the bit of the pair.
    Pair(usize),
    /// Whether Black's pieces mirror White's.
    Symmetry,
}

impl ArrayChoice {
    /// What is chosen, and by whom, in the order of the authors: the pairs that White places for both sides, then Black's.
    fn all(changes: &ArrayChanges) -> Vec<(Color, ArrayChoice)> {
        let own = changes.white_chooses.iter();
        let own: Vec<(Color, ArrayChoice)> = own
            .map(|&bit| (Color::White, ArrayChoice::Pair(bit)))
            .collect();
        let first = match own.is_empty() {
            true => Color::Black,
            false => Color::White,
        };
        let others = (0..changes.exchanges.len())
            .filter(|bit| !changes.white_chooses.contains(bit))
            .map(|bit| (Color::Black, ArrayChoice::Pair(bit)));
        own.into_iter()
            .chain([(first, ArrayChoice::Symmetry)])
            .chain(others)
            .collect()
    }

    /// What was chosen for an array.
    fn of(self, game: &Game, number: u32) -> Option<bool> {
        let changes = game.spec().array_changes(number)?;
        match self {
            ArrayChoice::Pair(bit) => Some(changes.exchanges.get(bit)?.1),
            ArrayChoice::Symmetry => changes.mirrored,
        }
    }

    /// What is asked, and the two answers; of a pair, the squares where its first piece may stand.
    fn words(self, game: &Game, plain: u32) -> Option<(String, [String; 2])> {
        let ArrayChoice::Pair(bit) = self else {
            let answers = ["turned", "mirrored"].map(str::to_string);
            let question = "Black's array".to_string();
            return Some((question, answers));
        };
        let (board, spec) = (game.geometry(), game.spec());
        let (pair, _) = *spec.array_changes(plain)?.exchanges.get(bit)?;
        let square = |(file, rank): (u8, u8)| board.at(i32::from(file), i32::from(rank));
        let [first, second]: [Square; 2] = [square(pair[0])?, square(pair[1])?];
        let play = game.start(plain)?;
        // Where nothing stands on the first square, the piece of the other one is asked for.
        let (piece, squares) = match (play.at(first), play.at(second)) {
            (Some((_, piece)), _) => (piece, [first, second]),
            (None, Some((_, piece))) => (piece, [second, first]),
            (None, None) => return None,
        };
        let answers = squares.map(|square| board.name(square).to_string());
        Some((spec.piece(piece).name.clone(), answers))
    }
}

/// Who chooses for the program, and who is asked.
pub struct Arrangement<'g> {
    pub game: &'g Game,
    /// The side of whoever types.
    pub human: Option<Color>,
    pub random: ChaCha8Rng,
}

impl Arrangement<'_> {
    /// Has an array chosen; `None` when the input ends before. The program chooses by chance.
    pub fn choose(
        &mut self,
        input: &mut impl BufRead,
        out: &mut impl Write,
    ) -> anyhow::Result<Option<u32>> {
        let spec = self.game.spec();
        let mut left = spec.array_numbers();
        let Some(changes) = left.first().and_then(|&first| spec.array_changes(first)) else {
            anyhow::bail!("{} has no array", spec.id);
        };
        let families = left.iter().filter_map(|&number| spec.array_family(number));
        let entries: Vec<usize> = families.map(|family| family.entry).collect();
        anyhow::ensure!(
            left.len() > 1 && entries.iter().all(|entry| *entry == entries[0]),
            "--array choose: the arrays of {} are not chosen pair by pair; `tradewind rules show {}` has them",
            spec.id,
            spec.id
        );
        for (side, choice) in ArrayChoice::all(&changes) {
            let left_with = |answer: bool| {
                let mut all = left.iter();
                all.find(|&&number| choice.of(self.game, number) == Some(answer))
            };
            // What all that are left agree on is not asked.
            let (Some(&plain), Some(_)) = (left_with(false), left_with(true)) else {
                continue;
            };
            let Some((question, answers)) = choice.words(self.game, plain) else {
                continue;
            };
            let side_name = words::side(side);
            let answer = match self.human == Some(side) {
                true => match ask(&question, &answers, input, out)? {
                    Some(answer) => answer,
                    None => return Ok(None),
                },
                false => {
                    let answer = self.random.random::<bool>();
                    writeln!(
                        out,
                        "{side_name} chooses: {question}: {}",
                        answers[usize::from(answer)]
                    )?;
                    answer
                }
            };
            left.retain(|&number| choice.of(self.game, number) == Some(answer));
        }
        Ok(left.first().copied())
    }
}

/// Asks until one of the answers is given: whether it is the second one.
fn ask(
    question: &str,
    answers: &[String; 2],
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> io::Result<Option<bool>> {
    let mut line = Vec::new();
    loop {
        write!(out, "{question}: {} or {}? ", answers[0], answers[1])?;
        out.flush()?;
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            writeln!(out)?;
            return Ok(None);
        }
        let typed = String::from_utf8_lossy(&line).trim().to_lowercase();
        if typed == "quit" {
            return Ok(None);
        }
        if let Some(place) = answers.iter().position(|answer| *answer == typed) {
            return Ok(Some(place == 1));
        }
        writeln!(out, "`{typed}` is neither; type one of the two, or quit")?;
    }
}
