//! Which positions are quiet.

/// Which positions are drawn: those in which none of so many moves before and after removed a piece or promoted one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quietness {
    /// Moves before.
    pub before: u32,
    /// Moves after; those that the game did not have count as quiet.
    pub after: u32,
}

impl Quietness {
    /// That of the regression's values.
    pub const DEFAULT: Quietness = Quietness::new(1, 1);

    /// Others, with which the values are to be the same.
    pub const OTHERS: [Quietness; 5] = [
        Quietness::new(0, 0),
        Quietness::new(1, 0),
        Quietness::new(0, 1),
        Quietness::new(2, 2),
        Quietness::new(4, 4),
    ];

    const fn new(before: u32, after: u32) -> Quietness {
        Quietness { before, after }
    }

    /// Whether the position before the move of a ply, counted from 0, is drawn; `is_calm` says by ply which moves removed
    /// and promoted nothing.
    pub(super) fn holds(self, is_calm: &[bool], ply: usize) -> bool {
        let first = ply.checked_sub(self.before as usize);
        let end = (ply + self.after as usize).min(is_calm.len());
        first.is_some_and(|first| is_calm[first..end].iter().all(|calm| *calm))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_quiet_by_the_moves_around_it() {
        // The third move, with number 2, captures.
        let is_calm = [true, true, false, true, true, true];
        let quiet = |before, after| -> Vec<usize> {
            let quietness = Quietness::new(before, after);
            (0..is_calm.len())
                .filter(|&ply| quietness.holds(&is_calm, ply))
                .collect()
        };
        assert_eq!(quiet(0, 0), [0, 1, 2, 3, 4, 5]);
        assert_eq!(quiet(1, 0), [1, 2, 4, 5]);
        assert_eq!(quiet(0, 1), [0, 1, 3, 4, 5]);
        assert_eq!(quiet(1, 1), [1, 4, 5]);
        // Moves that the game did not have count as quiet after it, and not before it.
        assert_eq!(quiet(2, 2), [5]);
    }
}
