#pragma once

#include <filesystem>
#include <vector>

#include "core/base/index.h"

namespace noiseloom {

/// Reads a schedule of learning rates: `count` finite numbers above 0 (0: however many there are, but at least one),
/// separated by white space or commas; the rest of a line after '#' is a comment. Throws IoError, or FormatError naming
/// the line.
std::vector<double> readLearningRates(const std::filesystem::path& path, Index count);

/// Reads the Toeplitz coefficients of a workload: finite numbers in such a text, or a .npy array of one row or column,
/// the first above 0, at most kMostGivenCoefficients. Throws IoError, or FormatError.
std::vector<double> readCoefficients(const std::filesystem::path& path);

}  // namespace noiseloom
