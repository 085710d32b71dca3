#pragma once

#include <filesystem>
#include <vector>

#include "core/base/index.h"
#include "core/workload/workload.h"

namespace noiseloom {

/// Reads a schedule of learning rates: `count` finite numbers above 0 (0: however many there are, but at least one),
/// separated by white space or commas; the rest of a line after '#' is a comment. Throws IoError, or FormatError naming
/// the line.
std::vector<double> readLearningRates(const std::filesystem::path& path, Index count);

/// Reads a workload that is given: Toeplitz coefficients, finite numbers in such a text, or a .npy array of one row or
/// column, the first above 0, at most kMostGivenCoefficients; or a lower-triangular matrix, a text of n lines of n
/// numbers each that are 0 above the diagonal, or a .npy array of n x n, n from 2 to kMostMatrixRows. Throws IoError,
/// or FormatError.
Workload readWorkload(const std::filesystem::path& path);

}  // namespace noiseloom
