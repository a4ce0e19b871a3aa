//! Arrays whose pieces are shuffled on White's first rank.

use crate::piece::PieceType;

/// Pieces that a shuffle puts on free squares of White's first rank, from left to right in this order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shuffled {
    /// The pieces.
    pub pieces: Vec<PieceType>,
    /// The colour of their squares, where it matters: whether they are light.
    pub light: Option<bool>,
}

type Row = [Option<PieceType>];

impl Shuffled {
    /// The group as in a rule file.
    pub(crate) fn text<'t>(&self, symbol: impl Fn(PieceType) -> &'t str) -> String {
        let pieces = self.pieces.iter().map(|&piece| symbol(piece));
        let shade = (self.light).map(|light| if light { "light" } else { "dark" });
        pieces.chain(shade).collect::<Vec<_>>().join(" ")
    }

    /// The free files on which the pieces may stand.
    fn possible(&self, free: &[usize]) -> Vec<usize> {
        // The first square of the first rank is dark.
        let may_stand = |file: &usize| self.light.is_none_or(|light| light == (file % 2 == 1));
        free.iter().copied().filter(may_stand).collect()
    }
}

/// The number of ways to shuffle a rank; 0 where the pieces find no squares.
pub(super) fn count(row: &Row, shuffle: &[Shuffled]) -> u64 {
    let mut free = squares(row, shuffle);
    shuffle.iter().fold(1, |all: u64, group| {
        let possible = group.possible(&free);
        let ways = combinations(possible.len(), group.pieces.len());
        let files = chosen(&possible, group.pieces.len(), 0);
        free.retain(|file| !files.contains(file));
        all.saturating_mul(ways)
    })
}

/// Shuffles a rank. The number counts in a mixed radix, the first group fastest, as the numbers of R. Scharnagl do for
/// Chess960.
pub(crate) fn shuffle_rank(row: &mut Row, shuffle: &[Shuffled], mut number: u64) {
    let mut free = squares(row, shuffle);
    for group in shuffle {
        let possible = group.possible(&free);
        let ways = combinations(possible.len(), group.pieces.len()).max(1);
        let files = chosen(&possible, group.pieces.len(), number % ways);
        number /= ways;
        for (&file, &piece) in files.iter().zip(&group.pieces) {
            row[file] = Some(piece);
        }
        free.retain(|file| !files.contains(file));
    }
}

/// The files of the pieces that are shuffled.
fn squares(row: &Row, shuffle: &[Shuffled]) -> Vec<usize> {
    let is_shuffled = |piece: &PieceType| shuffle.iter().any(|group| group.pieces.contains(piece));
    let occupied = row.iter().enumerate();
    let of_shuffled = occupied.filter(|(_, piece)| piece.as_ref().is_some_and(is_shuffled));
    of_shuffled.map(|(file, _)| file).collect()
}

/// Some of the possible files, by the number of their combination, which are in lexicographic order.
fn chosen(possible: &[usize], wanted: usize, mut number: u64) -> Vec<usize> {
    let mut files = Vec::new();
    for (at, &file) in possible.iter().enumerate() {
        let left = wanted - files.len();
        if left == 0 {
            break;
        }
        let with_this = combinations(possible.len() - at - 1, left - 1);
        if number < with_this {
            files.push(file);
        } else {
            number -= with_this;
        }
    }
    files
}

/// The number of ways to choose `few` of `all`.
fn combinations(all: usize, few: usize) -> u64 {
    if few > all {
        return 0;
    }
    // After each factor the product is itself a number of combinations.
    (0..few as u64).fold(1, |ways, at| ways * (all as u64 - at) / (at + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of Chess960 have the published arrays: 518 is that of chess.
    #[test]
    fn numbers_of_chess_960() {
        let letters = "KQRBN";
        let piece = |letter| PieceType(letters.find(letter).expect("a piece") as u8);
        let pieces = |text: &str| text.chars().map(piece).collect::<Vec<_>>();
        let row: Vec<_> = pieces("RNBQKBNR").into_iter().map(Some).collect();
        let group = |text, light| Shuffled {
            pieces: pieces(text),
            light,
        };
        let shuffle = [
            group("B", Some(true)),
            group("B", Some(false)),
            group("Q", None),
            group("NN", None),
            group("RKR", None),
        ];
        assert_eq!(count(&row, &shuffle), 960);
        let text = |number| -> String {
            let mut row = row.clone();
            shuffle_rank(&mut row, &shuffle, number);
            let row = row.into_iter().flatten();
            row.filter_map(|piece| letters.chars().nth(piece.index()))
                .collect()
        };
        assert_eq!(text(518), "RNBQKBNR");
        assert_eq!(text(0), "BBQNNRKR");
        assert_eq!(text(959), "RKRNNQBB");
        let all: std::collections::BTreeSet<String> = (0..960).map(text).collect();
        assert_eq!(all.len(), 960);
    }
}
