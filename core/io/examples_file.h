#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "core/base/run_control.h"
#include "core/train/data_set.h"

namespace noiseloom {

/// Where a person's own examples are.
struct ExamplesSource {
  std::filesystem::path data;
  /// Labels by themselves (.npy, IDX). None: those of an IDX file are looked for beside it, where MNIST has them
  /// ("images-idx3" becomes "labels-idx1"), those of .npy are its last column.
  std::optional<std::filesystem::path> labels = {};
  /// CSV: the column with the labels, a number from 1 on or a name of the header; none: the last.
  std::optional<std::string> labelColumn = {};
};

/// Text of a CSV file that is read, after inflating.
inline constexpr std::uint64_t kMostCsvBytes = std::uint64_t{1} << 32;

/// Reads examples, whatever the file's name, by what it begins with; each may be in gzip:
/// - IDX (what MNIST comes in): N x anything, of which each example's numbers follow each other; unsigned bytes are
///   divided by 255. Labels are another file.
/// - .npy of version 1.0 in C order, N x d, of float32, float64, booleans or whole numbers.
/// - CSV: numbers parted by commas, semicolons or tabs, a line each, after a header or none; labels are numbers, or
///   words where the first one is a word.
/// Files are never changed or copied. Throws IoError or FormatError naming file, line and column; at most
/// kMostTrainingNumbers numbers, kMostFeatures features and, of words, kMostClasses. nullopt when stopped.
std::optional<ExampleTable> readExamples(const ExamplesSource& source, const RunControl& control = {});

/// True if that file's features are pixels that readExamples() brings into [0, 1]: they are best left unscaled.
bool holdsPixels(const std::filesystem::path& data);

}  // namespace noiseloom
