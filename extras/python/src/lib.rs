//! Python bindings: rules, positions, search and self-play. `tradewind/__init__.py` adds what needs
//! Python's own libraries.

mod actions;
mod engine;
mod experiment;
mod position;
mod rules;
mod texts;

use pyo3::prelude::*;

/// The compiled part of the package.
#[pymodule]
fn _tradewind(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<rules::Rules>()?;
    module.add_class::<position::Position>()?;
    module.add_class::<position::Outcome>()?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<engine::Line>()?;
    module.add_function(wrap_pyfunction!(rules::rule_sets, module)?)?;
    module.add_function(wrap_pyfunction!(experiment::run, module)?)?;
    Ok(())
}

/// A `ValueError`.
fn wrong(fault: impl std::fmt::Display) -> PyErr {
    pyo3::exceptions::PyValueError::new_err(fault.to_string())
}
