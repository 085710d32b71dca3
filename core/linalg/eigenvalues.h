#pragma once

#include <complex>
#include <span>
#include <vector>

#include "core/base/index.h"

namespace noiseloom {

/// The requested parts of an eigendecomposition.
enum class EigenParts { Values, ValuesAndVectors };

struct SymmetricEigen {
  std::vector<double> values;   ///< increasing
  std::vector<double> vectors;  ///< of norm 1, each in a column of size values; empty unless requested
};

/// Eigenvalues of a real symmetric size x size matrix of finite values; the half below the diagonal is read, column by
/// column. Householder and implicit QR steps: O(size^3). Throws InvalidArgument naming size or matrix.
SymmetricEigen symmetricEigen(std::span<const double> matrix, Index size, EigenParts parts);

/// Eigenvalues of any real matrix, given column by column, in no order; all NaN if its entries are so large that none
/// are found. Throws InvalidArgument naming size.
std::vector<std::complex<double>> eigenvaluesOf(std::span<const double> matrix, Index size);

}  // namespace noiseloom
