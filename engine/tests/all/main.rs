//! The longer tests of the engine in one program, which is compiled and linked once.

// Tests leave no results: they may use the system's functions.
#![allow(clippy::disallowed_methods)]

#[path = "../differential/mod.rs"]
mod differential;
#[path = "../properties/mod.rs"]
mod properties;
#[path = "../reference/mod.rs"]
mod reference;
#[path = "../search/mod.rs"]
mod search;
mod solved;
