//! Properties of whole rule sets, and features of rule files that no built-in game uses. The worked
//! examples of the built-in games are in `cli/tests/examples/`.

mod examples {
    mod invariants;
    mod language;
}
