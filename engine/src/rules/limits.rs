//! Maximum sizes of rule files, which `docs/reference/rule-files.md` lists.

/// Bytes of a file.
pub(crate) const FILE_BYTES: u64 = 1 << 20;

/// Files in a chain of `extends`.
pub(crate) const CHAIN: usize = 32;

/// Maximum number of piece types: a type and a colour share a byte.
pub const MAX_PIECES: usize = 120;

/// Powers of a piece.
pub(crate) const POWERS: usize = 32;

/// Promotions of a piece.
pub(crate) const PROMOTIONS: usize = 240;

/// Words of Betza notation in the moves and powers of a piece: a reach has room for 255 lines, and
/// a word has up to four.
pub(crate) const WORDS_OF_PIECE: usize = 60;

/// Words of Betza notation in all pieces.
pub(crate) const WORDS: usize = 2_000;

/// `[[array]]` tables.
pub(crate) const ARRAY_TABLES: usize = 1_000;

/// Arrays, with all exchanges and shuffles.
pub(crate) const ARRAYS: u64 = 1 << 20;

/// Arrays of a game in which a piece castles: where it castles from is compiled for each.
pub(crate) const CASTLING_ARRAYS: u64 = 1 << 17;

/// Exchanges of an `[[array]]` table.
pub(crate) const EXCHANGES: usize = 20;

/// Options.
pub(crate) const OPTIONS: usize = 64;

/// Values of all options together.
pub(crate) const OPTION_VALUES: usize = 256;
