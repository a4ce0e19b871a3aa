use super::power::*;

/// Lets its side pass while it is active.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pass;

impl PowerInfo for Pass {
    fn describe(&self, _: &RuleSetView<'_>) -> String {
        "lets its side pass".to_string()
    }
}

impl PowerImpl for Pass {
    const NAME: &'static str = "pass";
    const KEYS: &'static [&'static str] = &[];
    const MAKES: MoveKinds = MoveKinds::Nothing;
    type Tables<const W: usize> = bool;

    fn read(_: &PowerReader<'_>) -> Option<Self> {
        Some(Pass)
    }

    fn compile<const W: usize>(&self, _: &mut CompileContext<'_, W>, tables: &mut Tables<W>) {
        tables.pass = true;
    }
}
