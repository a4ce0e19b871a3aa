use super::power::*;

/// Is never immobilized.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Immune;

impl PowerInfo for Immune {
    fn seen(&self) -> Seen<'_> {
        Seen::Nothing
    }

    fn describe(&self, _: &RuleSetView<'_>) -> String {
        "is never immobilized".to_string()
    }
}

impl PowerImpl for Immune {
    const NAME: &'static str = "immune";
    const KEYS: &'static [&'static str] = &[];
    const MAKES: MoveKinds = MoveKinds::Nothing;
    type Tables<const W: usize> = bool;

    fn read(_: &PowerReader<'_>) -> Option<Self> {
        Some(Immune)
    }

    fn compile<const W: usize>(&self, _: &mut CompileContext<'_, W>, tables: &mut Tables<W>) {
        tables.immune = true;
    }
}
