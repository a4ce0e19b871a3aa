//! Moves as text.

use crate::board::Geometry;
use crate::moves::{Move, MoveKind};
use crate::rules::RuleSpec;
use std::fmt;

impl Move {
    /// The move's text as `rules/notation.md` lays it down, such as `c3e5xd4` or `a7a8=Q`.
    pub fn text<'a>(
        &'a self,
        spec: &'a RuleSpec,
        geometry: &'a Geometry,
    ) -> impl fmt::Display + 'a {
        MoveText {
            text_of: self,
            spec,
            geometry,
        }
    }
}

struct MoveText<'a> {
    text_of: &'a Move,
    spec: &'a RuleSpec,
    geometry: &'a Geometry,
}

impl fmt::Display for MoveText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |square| self.geometry.name(square);
        if self.text_of.kind == MoveKind::Pass {
            return f.write_str("pass");
        }
        let target = self.text_of.named_target();
        write!(f, "{}{}", name(self.text_of.from), name(target))?;
        for &victim in self.text_of.victims() {
            write!(f, "x{}", name(victim))?;
        }
        if let Some(converted) = self.text_of.converted() {
            write!(f, "~{}", name(converted))?;
        }
        if self.text_of.kind == MoveKind::Swap {
            f.write_str("<>")?;
        }
        match self.text_of.promotion() {
            Some(piece) => write!(f, "={}", self.spec.piece(piece).text),
            None => Ok(()),
        }
    }
}
