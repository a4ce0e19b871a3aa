//! Lists of strings.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PySequence, PyString};

/// The strings of a sequence. No memory is reserved for its declared length.
#[derive(Default)]
pub struct Texts(pub Vec<String>);

impl<'a, 'py> FromPyObject<'a, 'py> for Texts {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Texts> {
        if given.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err(
                "expected a list of strings, not a string",
            ));
        }
        let given = given.cast::<PySequence>()?;
        let length = given.len()?;
        let mut texts = Vec::new();
        for item in given.try_iter()?.take(length.saturating_add(1)) {
            texts.push(item?.extract()?);
        }
        if texts.len() == length {
            return Ok(Texts(texts));
        }
        Err(PyTypeError::new_err(
            "the length of the list does not match its items",
        ))
    }
}
