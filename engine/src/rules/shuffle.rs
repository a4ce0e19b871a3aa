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
    fn may_stand(&self, file: usize) -> bool {
        // The first square of the first rank is dark.
        self.light.is_none_or(|light| light == (file % 2 == 1))
    }
}

/// The number of ways to shuffle a rank; 0 where the pieces find no squares.
pub(super) fn count(row: &Row, shuffle: &[Shuffled]) -> u64 {
    let mut free = squares(row, shuffle);
    shuffle.iter().fold(1, |all: u64, group| {
        let possible = free.iter().filter(|&&file| group.may_stand(file)).count();
        let ways = combinations(possible, group.pieces.len());
        for file in chosen(group, &free, 0) {
            free.retain(|&other| other != file);
        }
        all.saturating_mul(ways)
    })
}

/// Shuffles a rank. The number counts in a mixed radix, the first group fastest, as the numbers of R. Scharnagl do for
/// Chess960.
pub(crate) fn shuffle_rank(row: &mut Row, shuffle: &[Shuffled], mut number: u64) {
    let mut free = squares(row, shuffle);
    for group in shuffle {
        let possible = free.iter().filter(|&&file| group.may_stand(file)).count();
        let ways = combinations(possible, group.pieces.len()).max(1);
        let files = chosen(group, &free, number % ways);
        number /= ways;
        for (&file, &piece) in files.iter().zip(&group.pieces) {
            row[file] = Some(piece);
            free.retain(|&other| other != file);
        }
    }
}

/// The files of the pieces that are shuffled.
fn squares(row: &Row, shuffle: &[Shuffled]) -> Vec<usize> {
    let is_shuffled = |piece: &PieceType| shuffle.iter().any(|group| group.pieces.contains(piece));
    let occupied = row.iter().enumerate();
    let of_shuffled = occupied.filter(|(_, piece)| piece.as_ref().is_some_and(is_shuffled));
    of_shuffled.map(|(file, _)| file).collect()
}

/// The files of a group by the number of its combination, which are in lexicographic order.
fn chosen(group: &Shuffled, free: &[usize], mut number: u64) -> Vec<usize> {
    let possible: Vec<usize> = free
        .iter()
        .copied()
        .filter(|&file| group.may_stand(file))
        .collect();
    let mut files = Vec::new();
    for (at, &file) in possible.iter().enumerate() {
        let wanted = group.pieces.len() - files.len();
        if wanted == 0 {
            break;
        }
        let with_this = combinations(possible.len() - at - 1, wanted - 1);
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
