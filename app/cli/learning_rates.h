#pragma once

#include <filesystem>
#include <vector>

#include "core/base/index.h"

namespace noiseloom::cli {

/// Reads a schedule of learning rates: `count` finite numbers above 0, separated by white space or commas; the rest of
/// a line after '#' is a comment. Throws IoError, or FormatError naming the line.
std::vector<double> readLearningRates(const std::filesystem::path& path, Index count);

/// A schedule of `count` rates around 1 (amplified-bandmf uses 15 % and 25 %): over the first fraction `warmup`
/// of the steps they rise in a straight line from 0.05, over the last fraction `cooldown` they fall to 0.05, which the
/// last step reaches. Fractions from 0 (none) to 1, together at most 1; count at most 2^27. Throws InvalidArgument.
std::vector<double> learningRateSchedule(Index count, double warmup, double cooldown);

}  // namespace noiseloom::cli
