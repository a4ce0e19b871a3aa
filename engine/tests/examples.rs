//! Properties of whole rule sets, and features of rule files that no game of the program uses.
//! The worked examples of its games are in `cli/tests/examples/`.

mod examples {
    mod invariants;
    mod language;
}
