//! Lists of texts.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PySequence, PyString};

/// The texts of a sequence. No memory is asked for by the length that it says it has.
#[derive(Default)]
pub struct Texts(pub Vec<String>);

impl<'a, 'py> FromPyObject<'a, 'py> for Texts {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Texts> {
        if given.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err(
                "a list of texts is wanted, not a text",
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
            "the list does not have the length that it says",
        ))
    }
}
