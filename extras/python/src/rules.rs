//! Rule sets.

use crate::actions;
use crate::position::Position;
use crate::texts::Texts;
use crate::wrong;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::collections::BTreeMap;
use std::path::PathBuf;
use tradewind_engine::{Rules as CompiledRules, notation, rules};

/// A compiled rule set.
#[pyclass(frozen, module = "tradewind")]
pub struct Rules {
    pub(crate) game: CompiledRules,
}

/// An array, by number or name.
#[derive(FromPyObject)]
enum Array {
    Number(u32),
    Name(String),
}

/// The ids of the built-in rule sets.
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
        let game = CompiledRules::load(&name.to_string_lossy(), &settings).map_err(wrong)?;
        Ok(Rules { game })
    }

    /// The id or path of the rule set.
    #[getter]
    fn id(&self) -> String {
        self.game.spec().id.clone()
    }

    /// The title.
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

    /// The names of the squares, beginning with `a1` or the nearest existing one.
    #[getter]
    fn squares(&self) -> Vec<String> {
        let board = self.game.geometry();
        board
            .all()
            .map(|square| board.name(square).to_string())
            .collect()
    }

    /// The symbols of the piece types, as for White in position texts.
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

    /// The numbers of named arrays, by name.
    #[getter]
    fn array_names(&self) -> BTreeMap<&str, u32> {
        self.game.spec().named_arrays().into_iter().collect()
    }

    /// The number of actions.
    #[getter]
    fn actions(&self) -> usize {
        actions::count(&self.game)
    }

    /// The first position of a game from an array, given by number or name; the first array by
    /// default.
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

    /// Parses a position text, or a standard FEN if each piece has one letter, and plays moves from
    /// there.
    #[pyo3(signature = (text, moves = Texts::default()), text_signature = "(text, moves=[])")]
    fn position(&self, text: &str, moves: Texts) -> PyResult<Position> {
        let start = notation::position(&self.game, text).map_err(wrong)?;
        let mut position = Position::new(&self.game, start);
        moves
            .0
            .into_iter()
            .try_for_each(|text| position.play_text(text))?;
        Ok(position)
    }

    /// The id or path and the options, for pickling.
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
