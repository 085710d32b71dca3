#include "core/train/data_set.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/train/seeded_numbers.h"

namespace noiseloom {
namespace {

[[noreturn]] void refuse(const Text& value, const Text& allowed) {
  throw InvalidArgument("data", value, allowed);
}

// Numbers between two polls of the stop token.
constexpr std::size_t kPiece = std::size_t{1} << 20;

// Returns false when stopped.
bool check(const ExampleTable& table, const RunControl& control) {
  if (table.labels.empty() || table.features < 1) refuse(Core::tr("no example"), Core::tr("examples with features"));
  checkInteger("features", table.features, 1, kMostFeatures);
  checkInteger("examples", table.count(), 1, kMostTrainingNumbers / table.features,
               Core::tr("at most 2^28 numbers in all"));
  checkSize("values", static_cast<Index>(table.values.size()), table.count() * table.features);
  checkAllFinite("labels", table.labels);
  const std::span<const float> values(table.values);
  for (std::size_t from = 0; from < values.size(); from += kPiece) {
    if (control.stopRequested()) return false;
    const auto piece = values.subspan(from, std::min(kPiece, values.size() - from));
    const auto bad = std::ranges::find_if(piece, [](float value) { return !std::isfinite(value); });
    if (bad == piece.end()) continue;
    const Index at = static_cast<Index>(from) + (bad - piece.begin());
    refuse({Core::tr("example %1 with a feature that is no finite number"), at / table.features},
           Core::tr("finite numbers"));
  }
  return true;
}

// Labels become 0 .. classes - 1 in the order of their values.
void makeClasses(DataSet& data, std::vector<std::string> words) {
  std::vector<double> values = data.targets;
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  const auto classes = static_cast<Index>(values.size());
  if (classes < 2) refuse(Core::tr("examples of one class"), Core::tr("examples of two classes or more"));
  if (classes > kMostClasses)
    refuse({Core::tr("labels of %1 values"), classes},
           {Core::tr("at most %1 classes, or a model that meets numbers (linear)"), kMostClasses});
  for (double& target : data.targets)
    target = static_cast<double>(std::ranges::lower_bound(values, target) - values.begin());
  data.classes = classes;
  for (const double value : values) {
    const bool word = !words.empty() && value >= 0 && value < static_cast<double>(words.size());
    data.names.push_back(word ? words[static_cast<std::size_t>(value)] : shortest(value));
  }
}

struct Scale {
  double shift = 0, factor = 0;
};

// From the sums of count values, and of their squared distances from the mean.
Scale standardising(double mean, double squares, double count) {
  const double stddev = std::sqrt(squares / count);
  return {mean, stddev > 1e-7 * std::abs(mean) && stddev > 0 ? 1 / stddev : 0};
}

void standardiseTargets(DataSet& data) {
  const auto count = static_cast<double>(data.train.size());
  const auto target = [&](Index row) { return data.targets[static_cast<std::size_t>(row)]; };
  double mean = 0, squares = 0;
  for (const Index row : data.train) mean += target(row) / count;
  for (const Index row : data.train) squares += (target(row) - mean) * (target(row) - mean);
  const Scale scale = standardising(mean, squares, count);
  for (double& value : data.targets) value = (value - scale.shift) * scale.factor;
}

// Row by row, in the order of memory. Meaningless when stopped.
std::vector<Scale> scalesOf(const DataSet& data, FeatureScaling scaling, const RunControl& control) {
  const auto width = static_cast<std::size_t>(data.features);
  const auto count = static_cast<double>(data.train.size());
  const auto overRows = [&](const auto& take) {
    std::size_t seen = 0;
    for (const Index row : data.train) {
      const float* values = data.row(row);
      for (std::size_t c = 0; c < width; ++c) take(c, static_cast<double>(values[c]));
      seen += width;
      if (seen < kPiece) continue;
      seen = 0;
      if (control.stopRequested()) return;
    }
  };
  std::vector<Scale> scales(width);
  std::vector<double> first(width, 0.0), second(width, 0.0);
  if (scaling == FeatureScaling::Standardise) {
    overRows([&](std::size_t c, double value) { first[c] += value; });
    for (double& sum : first) sum /= count;
    overRows([&](std::size_t c, double value) { second[c] += (value - first[c]) * (value - first[c]); });
    for (std::size_t c = 0; c < width; ++c) scales[c] = standardising(first[c], second[c], count);
    return scales;
  }
  std::ranges::fill(first, std::numeric_limits<double>::infinity());
  std::ranges::fill(second, -std::numeric_limits<double>::infinity());
  overRows([&](std::size_t c, double value) {
    first[c] = std::min(first[c], value);
    second[c] = std::max(second[c], value);
  });
  for (std::size_t c = 0; c < width; ++c) scales[c] = {first[c], second[c] > first[c] ? 1 / (second[c] - first[c]) : 0};
  return scales;
}

// Returns false when stopped.
bool scaleFeatures(DataSet& data, FeatureScaling scaling, const RunControl& control) {
  if (scaling == FeatureScaling::None) return true;
  const std::vector<Scale> scales = scalesOf(data, scaling, control);
  if (control.stopRequested()) return false;
  for (const Scale& scale : scales) {
    data.shift.push_back(static_cast<float>(scale.shift));
    data.scale.push_back(static_cast<float>(std::min<double>(scale.factor, std::numeric_limits<float>::max())));
  }
  std::size_t looked = 0;
  for (std::size_t at = 0; at < data.values.size();) {
    if (at - looked >= kPiece) {
      looked = at;
      if (control.stopRequested()) return false;
    }
    for (const Scale& scale : scales) {
      const double scaled = (static_cast<double>(data.values[at]) - scale.shift) * scale.factor;
      // A test example may lie far outside the range of the training examples.
      data.values[at++] = static_cast<float>(std::clamp(scaled, -1e6, 1e6));
    }
  }
  return true;
}

}  // namespace

std::shared_ptr<const DataSet> dataSet(ExampleTable table, const DataOptions& options, const RunControl& control) {
  if (!check(table, control)) return nullptr;
  checkClosedInterval("test_share", options.testShare, 0, 0.9);
  auto data = std::make_shared<DataSet>();
  data->features = table.features;
  data->values = std::move(table.values);
  data->targets = std::move(table.labels);
  std::vector<Index> order = seededOrder(options.seed, SeedUse::Split, static_cast<Index>(data->targets.size()));
  const auto tested = static_cast<std::ptrdiff_t>(options.testShare * static_cast<double>(order.size()));
  data->test.assign(order.begin(), order.begin() + tested);
  data->train.assign(order.begin() + tested, order.end());
  if (!scaleFeatures(*data, options.scaling, control)) return nullptr;
  if (!options.regression) {
    makeClasses(*data, std::move(table.classNames));
  } else if (!table.classNames.empty()) {
    refuse(Core::tr("labels that are words"), Core::tr("numbers, or a model of classes"));
  } else if (options.scaling == FeatureScaling::Standardise) {
    standardiseTargets(*data);
  }
  if (control.stopRequested()) return nullptr;
  return data;
}

}  // namespace noiseloom
