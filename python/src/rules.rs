//! A rule set.

use crate::actions;
use crate::position::Position;
use crate::texts::Texts;
use crate::wrong;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::collections::BTreeMap;
use std::path::PathBuf;
use tradewind_engine::{Game, notation, rules};

/// A rule set ready to play.
#[pyclass(frozen, module = "tradewind")]
pub struct Rules {
    pub(crate) game: Game,
}

/// An array by its number or its name.
#[derive(FromPyObject)]
enum Array {
    Number(u32),
    Name(String),
}

/// The ids of the rule sets that come with the program.
#[pyfunction]
pub fn rule_sets() -> Vec<String> {
    rules::built_in()
}

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(signature = (name, options = None))]
    fn new(name: PathBuf, options: Option<BTreeMap<String, String>>) -> PyResult<Rules> {
        let settings: Vec<(String, String)> = options.unwrap_or_default().into_iter().collect();
        let game = Game::load(&name.to_string_lossy(), &settings).map_err(wrong)?;
        Ok(Rules { game })
    }

    /// The id or the path that it was loaded by.
    #[getter]
    fn id(&self) -> String {
        self.game.spec().id.clone()
    }

    /// What it is called for readers.
    #[getter]
    fn name(&self) -> String {
        self.game.spec().title()
    }

    #[getter]
    fn files(&self) -> i32 {
        self.game.geometry().files()
    }

    #[getter]
    fn ranks(&self) -> i32 {
        self.game.geometry().ranks()
    }

    /// The names of the squares; the first is `a1`, or what is nearest to it.
    #[getter]
    fn squares(&self) -> Vec<String> {
        let board = self.game.geometry();
        board
            .all()
            .map(|square| board.name(square).to_string())
            .collect()
    }

    /// The types of pieces, as position texts write White's.
    #[getter]
    fn pieces(&self) -> Vec<String> {
        let pieces = self.game.spec().pieces.iter();
        pieces.map(|piece| piece.text.clone()).collect()
    }

    /// The numbers of its arrays.
    #[getter]
    fn arrays(&self) -> Vec<u32> {
        self.game.spec().array_numbers()
    }

    /// The numbers of those that have names, by name.
    #[getter]
    fn array_names(&self) -> BTreeMap<&str, u32> {
        self.game.spec().named_arrays().into_iter().collect()
    }

    /// How many actions there are, whether legal in a position or not.
    #[getter]
    fn actions(&self) -> usize {
        actions::count(&self.game)
    }

    /// The position at the begin of a game from an array: the first one, or that with a number or a name.
    #[pyo3(signature = (array = None))]
    fn start(&self, array: Option<Array>) -> PyResult<Position> {
        let spec = self.game.spec();
        let numbers = spec.array_numbers();
        let named = spec.named_arrays();
        let (number, wanted) = match array {
            None => (numbers.first().copied(), "to begin with".to_string()),
            Some(Array::Number(number)) => (Some(number), number.to_string()),
            Some(Array::Name(name)) => {
                let found = named.iter().find(|(known, _)| *known == name);
                (found.map(|(_, number)| *number), format!("`{name}`"))
            }
        };
        let number = number.filter(|number| numbers.contains(number));
        let start = number.and_then(|number| self.game.start(number));
        let start = start.ok_or_else(|| {
            let names: Vec<&str> = named.iter().map(|(name, _)| *name).collect();
            let known = match (numbers.as_slice(), names.as_slice()) {
                ([first, .., last], []) => format!("{} from {first} to {last}", numbers.len()),
                (numbers, []) => format!("{numbers:?}"),
                (numbers, names) => format!("{} and, by name, {}", numbers.len(), names.join(", ")),
            };
            wrong(format!("there is no array {wanted}; there are {known}"))
        })?;
        Ok(Position::new(&self.game, start))
    }

    /// A position by its text; for chess and shatranj, a standard FEN will do. Moves are played from there.
    #[pyo3(signature = (text, moves = Texts::default()))]
    fn position(&self, text: &str, moves: Texts) -> PyResult<Position> {
        let start = notation::position(&self.game, text).map_err(wrong)?;
        let mut position = Position::new(&self.game, start);
        moves
            .0
            .into_iter()
            .try_for_each(|text| position.play_text(text))?;
        Ok(position)
    }

    /// Loaded again by its id or path, in another process too.
    fn __reduce__<'p>(
        &self,
        py: Python<'p>,
    ) -> (Bound<'p, PyType>, (&str, BTreeMap<String, String>)) {
        let spec = self.game.spec();
        let chosen = spec.chosen_options();
        let options = chosen.iter().filter_map(|option| option.split_once('='));
        let options = options.map(|(name, value)| (name.to_string(), value.to_string()));
        (py.get_type::<Rules>(), (&spec.id, options.collect()))
    }

    fn __repr__(&self) -> String {
        format!("<Rules {}>", self.game.spec().id)
    }
}
