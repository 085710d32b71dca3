#pragma once

#include <cstddef>

namespace noiseloom {

/// The steps of one row of the covariance recursion (CovarianceRecursion has the symbols; window is its W, a the ratios
/// M_il / M_ii, a bar an adjoint), compiled for several instruction sets. Vectors and matrix rows in slot order are
/// padded with zeros to a stride that is a multiple of kVectorDoubles and start on 64-byte boundaries.
constexpr std::size_t kVectorDoubles = 8;

/// Three or four diagonals of A^-1 in a row: diagonal e at column k is value[e][k * step]; step 0 repeats a value. Of
/// three the last pointer is null.
struct InverseDiagonals {
  const double* value[4];
  std::size_t step;
};

/// M[k] = sum_e C[k + e] A^-1[k + e, k], k = 0 .. window (ascending columns, the diagonal last), and the ratios M[k] /
/// M[window] in slot order: slot s < slot holds k = window - slot + s, slot s >= slot holds k = s - slot. strategy has
/// three zeros after its end.
void decoderRow(const double* strategy, const InverseDiagonals& inverse, std::size_t window, std::size_t slot,
                double* decoder, double* ratio);

/// The adjoint of decoderRow(): C-bar[k] = sum_e M-bar[k - e] A^-1[k, k - e]; three zeros precede decoderGradient.
void strategyGradientRow(const double* decoderGradient, const InverseDiagonals& inverse, std::size_t window,
                         double* gradient);

/// out = S a for a symmetric (window x stride) matrix; returns a . out.
double symmetricProduct(const double* matrix, std::size_t window, std::size_t stride, const double* a, double* out);

/// Writes `row` (window values, the diagonal included) to row and column `slot` of a symmetric matrix.
void placeRow(double* matrix, std::size_t window, std::size_t stride, std::size_t slot, const double* row);

/// h = own - q a; returns h . product, and a . product through ratioProduct.
double adjointDirection(const double* own, const double* a, const double* product, double q, std::size_t window,
                        double* h, double& ratioProduct);

/// out = S h, and B -= a h^T + h a^T.
void symmetricProductAndUpdate(const double* matrix, double* updated, std::size_t window, std::size_t stride,
                               const double* a, const double* h, double* out);

/// M-bar[k] = scale (q product - out) from slot order to ascending columns, k = 0 .. window - 1.
void decoderGradientRow(const double* product, const double* out, double q, double scale, std::size_t window,
                        std::size_t slot, double* decoderGradient);

}  // namespace noiseloom
