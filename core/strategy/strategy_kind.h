#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/names.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// One array of a strategy, as strategy files hold it (docs/formats.md).
struct StrategyArray {
  std::string name;
  std::vector<Index> shape;
  std::vector<double> own;         ///< empty where the values lie in the strategy
  std::span<const double> values;  ///< valid as long as this array and the strategy are
  /// The array that this one repeats in another form for readers without this program; empty where it stands for
  /// itself.
  std::string followsFrom;
  /// How close a file's values must be to those that follow: relative to the largest magnitude of their row, rows being
  /// the last dimension of C_inv and single values otherwise.
  double tolerance = 0;
  bool byRow = false;
};

/// The sizes of a strategy that its arrays do not show, under the names that strategy files have for them. A size that
/// the kind does not have is 0.
struct StrategySizes {
  Index iterations = 1;
  Index bands = 1;  ///< Strategy::bands()
  ColumnScaling scaling = ColumnScaling::None;
  Index noisingBands = 0;
  Index buffers = 0;  ///< of each level
  Index blockSize = 0;
  TreeEstimate treeEstimate = TreeEstimate::FromBelow;
};

/// The range of a size; `least` is 0 where the kind has no such size, `most` where the iterations are the limit.
struct SizeRange {
  Index least = 0;
  Index most = 0;

  bool exists() const { return least > 0; }
  Index mostAt(Index iterations) const { return most > 0 ? most : iterations; }
};

/// Numbers with a name and a shape by row; a whole number has no dimensions.
struct NamedNumbers {
  std::string_view name;
  std::vector<Index> shape;
  std::vector<double> values;
};

struct NamedShape {
  std::string_view name;
  std::vector<Index> shape;
};

/// Gives the values of the array of that name away, or throws where there are none. Asked for each name once.
using TakeArray = std::function<std::vector<double>(const char* name)>;

/// How a step's y follows from z and from what is kept (core/noise, and Python on a device), with the names of the
/// parts that StrategyKind::recurrence gives for it.
enum class NoiseForm {
  Rows,     ///< "weights", C[i, i-lag]: of the last rows of y
  Columns,  ///< "weights", C^-1[i, i-lag]: of this and the last rows of z
  Buffers,  ///< "inverse_output_scale" and "inverse_buf_decay"
  Tree,     ///< "own_weight", by height: a node's own noise in its estimate
  Blocks    ///< "block_size", and by level "level_weight", "inverse_output_scale" and "inverse_buf_decay"
};
template <>
inline constexpr std::array<std::string_view, 5> kNamesOf<NoiseForm>{"rows", "columns", "buffers", "tree", "blocks"};

/// True if the first column's norm is the last one's: of most kinds the longest and the shortest.
bool firstAndLastNormAgree(const Strategy& strategy);

/// A kind of strategy: all that the program knows of a class of strategies beside its values. There is one object of
/// each, `kind` of the class, which stands in the class's own source; strategyKinds() has them all. Functions are
/// called with strategies of the kind alone.
struct StrategyKind {
  std::string_view id;     ///< in files: "inverse-toeplitz"
  Index since = 2;         ///< the version of strategy files that knows it
  bool ofInverse = false;  ///< its arrays are of C^-1
  bool series = false;     ///< one series of coefficients makes all columns of C, but for their scales
  bool banded = false;     ///< C is zero beyond its bands because it was made so, not because a series has decayed
  bool bandsDependOnRounding = false;  ///< Strategy::bands() depends on the last bits of the arrays
  SizeRange noisingBands = {}, buffers = {}, blockSize = {};
  bool treeEstimate = false;

  /// The arrays that a strategy of these sizes is stored in.
  std::vector<NamedShape> (*shapes)(const StrategySizes&) = [](const StrategySizes&) {
    return std::vector<NamedShape>{};
  };
  std::vector<StrategyArray> (*arrays)(const Strategy&) = [](const Strategy&) { return std::vector<StrategyArray>{}; };
  /// Adds what only this kind has; sizesOf() knows the rest.
  void (*addSizes)(const Strategy&, StrategySizes&) = [](const Strategy&, StrategySizes&) {};
  /// Throws InvalidArgument by the names of arrays and sizes.
  Strategy (*make)(const StrategySizes&, const TakeArray&);
  /// The same strategy with the bits that a file states of an array which follows from others: for kinds whose noise is
  /// made by such an array. nullptr: it is not.
  Strategy (*withStated)(const Strategy&, const TakeArray&) = nullptr;
  /// The least n at which withIterations() keeps all coefficients. nullptr: it is there for its own n only.
  Index (*leastIterations)(const Strategy&) = nullptr;
  /// True if every column of C has the same norm: asked of the strategy, or imposed on it.
  bool (*equalNorms)(const Strategy&) = firstAndLastNormAgree;
  /// The numbers that people are shown; who shows them cuts long series.
  std::vector<NamedNumbers> (*numbers)(const Strategy&) = [](const Strategy&) { return std::vector<NamedNumbers>{}; };

  NoiseForm form = NoiseForm::Rows;
  /// The parts of the form at a step.
  std::vector<NamedNumbers> (*recurrence)(const Strategy&, Index step);
};

/// Every kind, the oldest first.
std::span<const StrategyKind* const> strategyKinds();
/// nullptr for an id that is none.
const StrategyKind* strategyKindFromName(std::string_view id);

StrategySizes sizesOf(const Strategy& strategy);
/// The same C stored by its bands, as rooms take kinds that they know nothing else of; shares the data of one that is.
/// Only where rows are those of steps; n b numbers.
BandedStrategy bandedOf(const Strategy& strategy);
inline std::vector<StrategyArray> strategyArrays(const Strategy& strategy) {
  return strategy.kind().arrays(strategy);
}
/// True if `stated` is what follows for the array, to rounding.
bool follows(const StrategyArray& array, std::span<const double> stated);
/// True if they are of one kind, the same sizes, and the same numbers in memory, as copies are.
bool shareData(const Strategy& left, const Strategy& right);

/// For the definitions of kinds: an array of one dimension, or of the K levels of a recursion, that lies in the
/// strategy; one that was made for the purpose; whether columns begin .. end-1 have the norm of the first; and parts of
/// numbers and recurrences.
StrategyArray vectorOf(std::string name, std::span<const double> values, std::string followsFrom = {});
StrategyArray levelsOf(std::string name, std::span<const double> values, Index levels, std::string followsFrom = {});
StrategyArray owning(StrategyArray array, std::vector<double> values);
bool normsAreFirst(const Strategy& strategy, Index begin, Index end);
NamedNumbers wholeNumber(std::string_view name, Index value);
NamedNumbers listOf(std::string_view name, std::span<const double> values);
std::vector<NamedNumbers> rowRecurrence(const Strategy& strategy, Index step);
/// C^-1[step, step - lag] for lag <= lags.
std::vector<NamedNumbers> columnRecurrence(const Strategy& strategy, Index step, Index lags);

}  // namespace noiseloom
