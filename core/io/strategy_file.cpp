#include "core/io/strategy_file.h"

#include <utility>

#include "core/base/check.h"
#include "core/io/npz.h"
#include "core/io/strategy_metadata.h"

namespace noiseloom {
namespace {

// An array that lies in the design, or was made for the file.
struct Array {
  std::string name;
  std::vector<Index> shape;
  std::vector<double> own;
  std::span<const double> values;
};

Array owned(std::string name, std::vector<double> values) {
  Array array{std::move(name), {static_cast<Index>(values.size())}, std::move(values), {}};
  array.values = array.own;
  return array;
}

// s[j] for the last b-1 columns: all others are 1.
std::vector<double> columnScaleTail(const ToeplitzStrategy& strategy) {
  std::vector<double> tail;
  for (Index j = strategy.iterations() - strategy.bands() + 1; j < strategy.iterations(); ++j) {
    tail.push_back(strategy.columnScale(j));
  }
  return tail;
}

std::vector<Array> arraysOf(const Design& design) {
  std::vector<Array> arrays;
  if (const auto* toeplitz = design.strategy.as<ToeplitzStrategy>()) {
    arrays.push_back({"strategy_coef", {toeplitz->bands()}, {}, toeplitz->coefficients()});
    if (toeplitz->scaling() == ColumnScaling::Normalized && toeplitz->bands() > 1) {
      arrays.push_back(owned("column_scale_tail", columnScaleTail(*toeplitz)));
    }
  } else if (const auto* banded = design.strategy.as<BandedStrategy>()) {
    checkZipMemberSize("bands", banded->rows().size_bytes());
    arrays.push_back({"bands", {banded->iterations(), banded->bands()}, {}, banded->rows()});
  } else {
    arrays.push_back(owned("strategy_coef", {1.0}));
  }
  if (const auto eta = design.scenario.workload.eta(); !eta.empty()) {
    arrays.push_back({"learning_rates", {static_cast<Index>(eta.size())}, {}, eta});
  }
  return arrays;
}

}  // namespace

std::string writeStrategyFile(const std::filesystem::path& path, const Design& design) {
  design.scenario.validate();
  checkSize("strategy", design.strategy.iterations(), design.scenario.iterations);
  const std::vector<Array> arrays = arraysOf(design);
  std::vector<ArrayDescription> descriptions;
  for (const Array& array : arrays) {
    checkAllFinite(array.name, array.values);
    descriptions.push_back({array.name, array.shape, sha256OfValues(array.values)});
  }
  const std::string metadata = strategyMetadataText(design, descriptions);

  NpzWriter file(path);
  file.addFile("metadata.json", metadata);
  file.addText("metadata", metadata);
  for (const Array& array : arrays) file.addArray(array.name, array.shape, array.values);
  return file.finish();
}

}  // namespace noiseloom
