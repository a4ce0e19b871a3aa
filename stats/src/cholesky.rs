//! Cholesky factor of a small symmetric positive definite matrix.
//!
//! Matrices are packed by rows of the lower triangle: element (i, j), j <= i, is at
//! `i * (i + 1) / 2 + j`.

/// Place of element (`row`, `column`), `column <= row`, in a packed lower triangle.
pub fn packed(row: usize, column: usize) -> usize {
    debug_assert!(column <= row);
    row * (row + 1) / 2 + column
}

/// The lower triangular L with L·Lᵀ equal to the matrix.
#[derive(Debug, Clone)]
pub struct Cholesky {
    size: usize,
    lower: Vec<f64>,
}

impl Cholesky {
    /// Factors a packed matrix; `None` if it is not (numerically) positive definite.
    pub fn new(mut matrix: Vec<f64>, size: usize) -> Option<Cholesky> {
        debug_assert_eq!(matrix.len(), size * (size + 1) / 2);
        for row in 0..size {
            for column in 0..=row {
                let mut sum = matrix[packed(row, column)];
                for k in 0..column {
                    sum -= matrix[packed(row, k)] * matrix[packed(column, k)];
                }
                matrix[packed(row, column)] = if column < row {
                    sum / matrix[packed(column, column)]
                } else if sum > 0.0 && sum.is_finite() {
                    sum.sqrt()
                } else {
                    return None;
                };
            }
        }
        Some(Cholesky {
            size,
            lower: matrix,
        })
    }

    /// The solution x of L·Lᵀ·x = `right`.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut x = right.to_vec();
        for row in 0..self.size {
            for k in 0..row {
                x[row] -= self.lower[packed(row, k)] * x[k];
            }
            x[row] /= self.lower[packed(row, row)];
        }
        for row in (0..self.size).rev() {
            for k in row + 1..self.size {
                x[row] -= self.lower[packed(k, row)] * x[k];
            }
            x[row] /= self.lower[packed(row, row)];
        }
        x
    }

    /// The inverse matrix, all rows one after another.
    pub fn inverse(&self) -> Vec<f64> {
        let column = |index: usize| {
            let mut unit = vec![0.0; self.size];
            unit[index] = 1.0;
            self.solve(&unit)
        };
        (0..self.size).flat_map(column).collect()
    }

    /// The sandwich H⁻¹·G·H⁻¹ (P. J. Huber, 1967) of this matrix H and a packed scatter G, all rows
    /// one after another.
    pub fn sandwich(&self, scatter: &[f64]) -> Vec<f64> {
        let size = self.size;
        let inverse = self.inverse();
        let element = |row: usize, column: usize| scatter[packed(row.max(column), row.min(column))];
        let row = |matrix: &[f64], at: usize| matrix[at * size..(at + 1) * size].to_vec();
        let mut half = Vec::with_capacity(size * size);
        for at in 0..size {
            let own = row(&inverse, at);
            half.extend((0..size).map(|column| {
                let products = own.iter().enumerate();
                products
                    .map(|(k, left)| left * element(k, column))
                    .sum::<f64>()
            }));
        }
        let mut whole = Vec::with_capacity(size * size);
        for at in 0..size {
            let own = row(&half, at);
            // The inverse is symmetric: its columns are its rows.
            whole.extend(inverse.chunks(size).map(|other| {
                own.iter()
                    .zip(other)
                    .map(|(left, right)| left * right)
                    .sum::<f64>()
            }));
        }
        whole
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_a_known_system() {
        // [[4, 2, 0], [2, 5, 3], [0, 3, 6]] times [1, -2, 3] is [0, 1, 12].
        let cholesky = Cholesky::new(vec![4.0, 2.0, 5.0, 0.0, 3.0, 6.0], 3).expect("definite");
        let x = cholesky.solve(&[0.0, 1.0, 12.0]);
        for (found, expected) in x.iter().zip([1.0, -2.0, 3.0]) {
            assert!((found - expected).abs() < 1e-12);
        }
        // The determinant is 60 and the minor of (1, 1) is 24.
        assert!((cholesky.inverse()[4] - 24.0 / 60.0).abs() < 1e-12);
    }

    #[test]
    fn refuses_a_singular_matrix() {
        assert!(Cholesky::new(vec![1.0, 1.0, 1.0], 2).is_none());
    }
}
