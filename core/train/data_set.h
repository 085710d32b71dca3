#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/index.h"
#include "core/base/names.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// Limits on training data, which the readers of files enforce as well.
inline constexpr Index kMostTrainingNumbers = Index{1} << 28;  ///< features of all examples: 1 GiB
inline constexpr Index kMostFeatures = Index{1} << 16;         ///< of one example
inline constexpr Index kMostClasses = 1000;

/// The columns and rows of a table that its reader left out or changed.
struct TableNotes {
  std::vector<std::string> columns = {};     ///< left out: by name, or number from 1 on
  std::vector<std::string> indicators = {};  ///< columns of words, read as a feature of 0 and 1 for each word
  Index rows = 0;                            ///< left out for a gap
  bool decimalCommas = false;                ///< numbers were written with a comma for the decimal point
};

/// Examples as in a file or from a formula. Features are stored in single precision.
struct ExampleTable {
  Index features = 0;
  std::vector<float> values;                 ///< row by row, all finite
  std::vector<double> labels;                ///< one per example, finite: a number, or the index of its name
  std::vector<std::string> classNames = {};  ///< in order, if labels are words
  TableNotes notes = {};

  Index count() const { return std::ssize(labels); }
};

/// Scaling of features before training. The constants are those of the training examples; they are computed from the
/// data without noise, which no privacy claim covers.
enum class FeatureScaling {
  None,
  Standardise,  ///< each column minus its mean, divided by its standard deviation; a constant column becomes 0
  UnitRange     ///< each column's range becomes [0, 1]; test examples may lie outside; a constant column becomes 0
};
template <>
inline constexpr std::array<std::string_view, 3> kNamesOf<FeatureScaling>{"none", "standardise", "unit-range"};

struct DataOptions {
  FeatureScaling scaling = FeatureScaling::Standardise;
  double testShare = 0.2;   ///< 0 to 0.9 of the examples, rounded down, drawn by the seed
  std::uint64_t seed = 1;   ///< of that draw, and of the order of the others
  bool regression = false;  ///< labels are numbers, not classes; standardised if features are
};

/// Data for training and testing. Immutable.
struct DataSet {
  Index features = 0;
  std::vector<float> values;        ///< row by row, scaled
  std::vector<double> targets;      ///< a class 0 .. classes - 1, or a number
  Index classes = 0;                ///< 0 for regression
  std::vector<std::string> names;   ///< of the classes: words of the file, or numeric labels as text
  std::vector<Index> train;         ///< rows; batches index into it
  std::vector<Index> test;          ///< rows; may be empty
  std::vector<float> shift, scale;  ///< value = (original - shift) scale, per column; empty: not scaled

  const float* row(Index index) const { return values.data() + index * features; }
};

/// Splits and scales the table. Throws InvalidArgument naming test_share, or data if it is empty, its sizes do not
/// agree, a value is not finite, or labels make fewer than 2 or more than 1000 classes. nullptr when stopped.
std::shared_ptr<const DataSet> dataSet(ExampleTable table, const DataOptions& options, const RunControl& control = {});

}  // namespace noiseloom
