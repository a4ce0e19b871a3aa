//! The pages of `docs/` and the transcripts of `cli/tests/cmd/` show the output of the program, links lead
//! somewhere, and crates and modules depend on each other in one direction.
#![cfg(unix)]

mod documents {
    mod module_graph;
    mod pages;
    mod transcripts;
}
