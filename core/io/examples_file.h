#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/names.h"
#include "core/base/run_control.h"
#include "core/train/data_set.h"

namespace noiseloom {

/// How a reader treats a CSV file's columns of words and its gaps. Gaps are empty cells, NA, N/A, NaN, null and ?.
enum class CsvWords {
  Refuse,
  LeaveOut,   ///< columns with a word are no features
  Indicators  ///< each word of such a column, up to kMostIndicators, becomes a feature that is 1 where it stands, else
              ///< 0
};
template <>
inline constexpr std::array<std::string_view, 3> kNamesOf<CsvWords>{"refuse", "leave-out", "indicators"};
enum class CsvGaps { Refuse, LeaveOutRows };
template <>
inline constexpr std::array<std::string_view, 2> kNamesOf<CsvGaps>{"refuse", "leave-out-rows"};
inline constexpr std::size_t kMostIndicators = 50;

struct CsvChoices {
  std::vector<std::string> leftOut = {};  ///< columns that are no features: numbers from 1 on, or names of the header
  CsvWords words = CsvWords::Refuse;
  CsvGaps gaps = CsvGaps::Refuse;

  bool operator==(const CsvChoices&) const = default;
};

/// Where a person's own examples are.
struct ExamplesSource {
  std::filesystem::path data;
  /// Labels by themselves (.npy, IDX). None: those of an IDX file are looked for beside it, where MNIST has them
  /// ("images-idx3" becomes "labels-idx1"), those of .npy are its last column.
  std::optional<std::filesystem::path> labels = {};
  /// CSV: the column with the labels, a number from 1 on or a name of the header; none: the last.
  std::optional<std::string> labelColumn = {};
  CsvChoices csv = {};
};

/// The contents of a column of a CSV file.
struct CsvColumn {
  std::string name;  ///< of the header, or its number
  Index numbers = 0, gaps = 0, words = 0;
  std::vector<std::string> values = {};  ///< its words in alphabetical order, kMostIndicators + 1 at most
};
struct CsvSurvey {
  std::vector<CsvColumn> columns;
  Index rows = 0;
  bool header = false, decimalCommas = false;
};
/// Looks through a CSV file, in gzip or not, whatever its cells hold; the label column and columns left out of the
/// choices do not matter. Throws as readExamples(), or FormatError for a file that is no CSV. nullopt when stopped.
std::optional<CsvSurvey> surveyCsv(const std::filesystem::path& data, const RunControl& control = {});

/// Text of a CSV file that is read, after inflating.
inline constexpr std::uint64_t kMostCsvBytes = std::uint64_t{1} << 32;

/// Reads examples, whatever the file's name, by what it begins with; each may be in gzip:
/// - IDX (what MNIST comes in): N x anything, of which each example's numbers follow each other; unsigned bytes are
///   divided by 255. Labels are another file.
/// - .npy of version 1.0 in C order, N x d, of float32, float64, booleans or whole numbers.
/// - CSV: numbers parted by commas, semicolons or tabs, a line each, after a header or none; labels are numbers, or
///   words where the first one is a word. Where semicolons or tabs part cells, commas are decimal ones. Unless words
///   and gaps are refused, the first line is a header where none of its cells is a number; else where a feature is no
///   number.
/// Files are never changed or copied. Throws IoError or FormatError naming file, line and column; at most
/// kMostTrainingNumbers numbers, kMostFeatures features and, of words, kMostClasses; InvalidArgument naming
/// label_column, leave_out, words or gaps. What was left out is in the table's notes. nullopt when stopped.
std::optional<ExampleTable> readExamples(const ExamplesSource& source, const RunControl& control = {});

/// True if that file's features are pixels that readExamples() brings into [0, 1]: they are best left unscaled.
bool holdsPixels(const std::filesystem::path& data);

}  // namespace noiseloom
