//! Symmetric matrices that are sums of squares of sparse vectors, and their factors.
//!
//! The linear algebra is nalgebra's, without its feature `std`: that chooses kernels by the processor
//! at run time, and two machines would not give the same bytes.

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

/// A symmetric matrix. Only its upper triangle is kept, column by column, so that sums over sorted
/// sparse vectors walk through memory in order.
#[derive(Debug, Clone)]
pub struct Symmetric(DMatrix<f64>);

impl Symmetric {
    /// A matrix of zeros.
    pub fn zeros(size: usize) -> Symmetric {
        Symmetric(DMatrix::zeros(size, size))
    }

    /// Adds `times` the product of a sparse vector with itself. Its places must be in rising order.
    #[inline]
    pub fn add_square(&mut self, vector: &[(usize, f64)], times: f64) {
        let size = self.0.nrows();
        let all = self.0.as_mut_slice();
        for (at, &(column, value)) in vector.iter().enumerate() {
            let scaled = times * value;
            let column = &mut all[column * size..(column + 1) * size];
            for &(row, other) in &vector[..=at] {
                column[row] += scaled * other;
            }
        }
    }

    /// Adds the product of a vector with itself.
    pub fn add_dense_square(&mut self, vector: &[f64]) {
        let all = vector.iter().copied().enumerate();
        let sparse: Vec<(usize, f64)> = all.filter(|(_, one)| *one != 0.0).collect();
        self.add_square(&sparse, 1.0);
    }

    /// Adds to an element of the diagonal.
    pub fn add_to_diagonal(&mut self, at: usize, value: f64) {
        self.0[(at, at)] += value;
    }

    /// An element of the diagonal.
    pub fn diagonal(&self, at: usize) -> f64 {
        self.0[(at, at)]
    }

    /// Adds another matrix of the same size.
    pub fn add(&mut self, other: &Symmetric) {
        self.0 += &other.0;
    }

    /// The product with a vector.
    pub fn times(&self, vector: &[f64]) -> Vec<f64> {
        let size = self.0.nrows();
        let mut product = vec![0.0; size];
        for (column, elements) in self.0.as_slice().chunks_exact(size.max(1)).enumerate() {
            for (row, element) in elements[..column].iter().enumerate() {
                product[row] += element * vector[column];
                product[column] += element * vector[row];
            }
            product[column] += elements[column] * vector[column];
        }
        product
    }

    /// Multiplies every element by a factor.
    pub fn scale(&mut self, factor: f64) {
        self.0 *= factor;
    }

    /// The Cholesky factor; `None` if the matrix is not numerically positive definite.
    pub fn factor(mut self) -> Option<CholeskyFactor> {
        self.0.fill_lower_triangle_with_upper_triangle();
        if !self.0.iter().all(|element| element.is_finite()) {
            return None;
        }
        Cholesky::new(self.0).map(CholeskyFactor)
    }
}

/// The Cholesky factor of a positive definite matrix H.
#[derive(Debug, Clone)]
pub struct CholeskyFactor(Cholesky<f64, Dyn>);

impl PartialEq for CholeskyFactor {
    fn eq(&self, other: &CholeskyFactor) -> bool {
        self.0.l() == other.0.l()
    }
}

impl CholeskyFactor {
    /// The product of the lower factor L (L·Lᵀ = H) with a vector.
    pub(crate) fn lower_times(&self, vector: &[f64]) -> Vec<f64> {
        let product = self.0.l() * DVector::from_column_slice(vector);
        product.data.into()
    }

    /// The solution x of H·x = `right`.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut x = DVector::from_column_slice(right);
        self.0.solve_mut(&mut x);
        x.data.into()
    }

    /// H⁻¹.
    pub fn inverse(&self) -> DMatrix<f64> {
        self.0.inverse()
    }

    /// The sandwich H⁻¹·G·H⁻¹ (P. J. Huber, *The behavior of maximum likelihood estimates under
    /// nonstandard conditions*, 1967): the covariance of coefficients that were fitted with information
    /// H, where G is the sum of the squares of the gradients of independent units.
    pub fn sandwich(&self, mut scatter: Symmetric) -> DMatrix<f64> {
        scatter.0.fill_lower_triangle_with_upper_triangle();
        self.0.solve_mut(&mut scatter.0);
        // The product is the transpose of the symmetric G·H⁻¹.
        let mut turned = scatter.0.transpose();
        self.0.solve_mut(&mut turned);
        turned
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 4 2 / 2 3 as 4·(1, ½)² + 2·(0, 1)².
    fn example() -> Symmetric {
        let mut matrix = Symmetric::zeros(2);
        matrix.add_square(&[(0, 1.0), (1, 0.5)], 4.0);
        matrix.add_square(&[(1, 1.0)], 2.0);
        matrix
    }

    #[test]
    fn products_are_those_of_the_whole_matrix() {
        assert_eq!(example().times(&[1.0, -2.0]), [0.0, -4.0]);
        let factor = example().factor().expect("positive definite");
        let lower = factor.lower_times(&[1.0, 0.0]);
        assert!((lower[0] - 2.0).abs() < 1e-12 && (lower[1] - 1.0).abs() < 1e-12);
    }

    #[test]
    fn equations_are_solved() {
        let factor = example().factor().expect("positive definite");
        let x = factor.solve(&[8.0, 7.0]);
        assert!((x[0] - 1.25).abs() < 1e-12 && (x[1] - 1.5).abs() < 1e-12);
        let inverse = factor.inverse();
        assert!((inverse[(0, 0)] - 0.375).abs() < 1e-12);
        assert!((inverse[(1, 0)] + 0.25).abs() < 1e-12);
    }

    /// With the information as scatter the sandwich is its inverse; three times the scatter gives
    /// three times the covariance.
    #[test]
    fn a_sandwich_of_itself_is_the_inverse() {
        let factor = example().factor().expect("positive definite");
        let mut scatter = example();
        scatter.scale(3.0);
        let sandwich = factor.sandwich(scatter);
        let difference = sandwich - factor.inverse() * 3.0;
        assert!(difference.amax() < 1e-12);
    }

    #[test]
    fn a_singular_matrix_has_no_factor() {
        let mut matrix = Symmetric::zeros(2);
        matrix.add_square(&[(0, 1.0), (1, 1.0)], 1.0);
        assert!(matrix.factor().is_none());
        let mut wrong = example();
        wrong.add_to_diagonal(0, f64::NAN);
        assert!(wrong.factor().is_none());
    }
}
