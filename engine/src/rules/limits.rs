//! How large rule files may be. Larger ones are refused at once, before anything grows with them;
//! `docs/rule-files.md` tells these numbers.

/// The most bytes of a file.
pub(crate) const FILE_BYTES: u64 = 1 << 20;

/// The most files in a chain of `extends`.
pub(crate) const CHAIN: usize = 32;

/// The most piece types that a rule set may have: a type and a colour share a byte.
pub const MAX_PIECES: usize = 120;

/// The most powers of a piece.
pub(crate) const POWERS: usize = 32;

/// The most promotions of a piece.
pub(crate) const PROMOTIONS: usize = 240;

/// The most words of Betza notation in the moves and powers of a piece: a piece has room for 255 lines on
/// which others can stand in its way, and a word may give four.
pub(crate) const WORDS_OF_PIECE: usize = 60;

/// The most words of Betza notation in all pieces.
pub(crate) const WORDS: usize = 2_000;

/// The most `[[array]]` tables.
pub(crate) const ARRAY_TABLES: usize = 1_000;

/// The most arrays that they stand for.
pub(crate) const ARRAYS: u64 = 1 << 20;

/// The most pairs of squares that the arrays of a table exchange.
pub(crate) const EXCHANGES: usize = 20;

/// The most options.
pub(crate) const OPTIONS: usize = 64;

/// The most values of all options together.
pub(crate) const OPTION_VALUES: usize = 256;
