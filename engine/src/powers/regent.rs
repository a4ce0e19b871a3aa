use super::power::*;
use std::slice;

/// Shields the royals of its owner from check, and becomes a royal when one is captured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Regent {
    /// The royal that it becomes.
    pub becomes: PieceType,
}

impl PowerInfo for Regent {
    fn seen(&self) -> Seen<'_> {
        Seen::Nothing
    }

    fn check(&self, context: &CheckContext<'_>) {
        let message = "a regent takes the place of a royal, and this piece";
        if context.piece.royal {
            let remedy = "give the power to a piece that is not royal";
            context.fault(format!("{message} is one"), remedy);
        }
        let becomes = context.pieces.get(self.becomes.index());
        if !becomes.is_some_and(|piece| piece.royal) {
            let remedy = "name a royal piece in `becomes`";
            context.fault(format!("{message} would not be one"), remedy);
        }
    }

    fn describe(&self, rules: &RuleSetView<'_>) -> String {
        let royal = rules.text(self.becomes);
        format!("regent: shields from check, becomes {royal} when the royal falls")
    }
}

impl PowerImpl for Regent {
    const NAME: &'static str = "regent";
    const KEYS: &'static [&'static str] = &["becomes"];
    const MAKES: MoveKinds = MoveKinds::Nothing;
    type Tables<const W: usize> = Option<Code>;

    fn read(reader: &PowerReader<'_>) -> Option<Self> {
        let remedy = "the text of the royal that it becomes";
        Some(Regent {
            becomes: (reader.table.need("becomes", remedy)).and_then(reader.piece)?,
        })
    }

    fn pieces(&mut self) -> &mut [PieceType] {
        slice::from_mut(&mut self.becomes)
    }

    fn compile<const W: usize>(&self, context: &mut CompileContext<'_, W>, tables: &mut Tables<W>) {
        tables.regent = Some(Code::new(context.color, self.becomes));
    }
}
