#include "core/train/data_set.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/linalg/parallel.h"
#include "core/train/seeded_numbers.h"

namespace noiseloom {
namespace {

constexpr std::array kScalings{FeatureScaling::None, FeatureScaling::Standardise, FeatureScaling::UnitRange};
constexpr std::array<std::string_view, kScalings.size()> kScalingNames{"none", "standardise", "unit-range"};

[[noreturn]] void refuse(const Text& value, const Text& allowed) {
  throw InvalidArgument("data", value, allowed);
}

void check(const ExampleTable& table) {
  if (table.labels.empty() || table.features < 1) refuse(Core::tr("no example"), Core::tr("examples with features"));
  checkInteger("features", table.features, 1, kMostFeatures);
  checkInteger("examples", table.count(), 1, kMostTrainingNumbers / table.features,
               Core::tr("at most 2^28 numbers in all"));
  checkSize("values", static_cast<Index>(table.values.size()), table.count() * table.features);
  checkAllFinite("labels", table.labels);
  const auto bad = std::ranges::find_if(table.values, [](float value) { return !std::isfinite(value); });
  if (bad != table.values.end()) {
    const Index at = bad - table.values.begin();
    refuse({Core::tr("example %1 with a feature that is no finite number"), at / table.features},
           Core::tr("finite numbers"));
  }
}

// Labels become 0 .. classes - 1 in the order of their values.
void makeClasses(DataSet& data, std::vector<std::string> words) {
  std::vector<double> values = data.targets;
  std::ranges::sort(values);
  const auto [end, last] = std::ranges::unique(values);
  values.erase(end, last);
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

// Of numbers value(0) .. value(count - 1).
template <class Value>
Scale standardising(Index count, const Value& value) {
  double sum = 0;
  for (Index i = 0; i < count; ++i) sum += value(i);
  const double mean = sum / static_cast<double>(count);
  double square = 0;
  for (Index i = 0; i < count; ++i) square += (value(i) - mean) * (value(i) - mean);
  const double stddev = std::sqrt(square / static_cast<double>(count));
  return {mean, stddev > 1e-7 * std::abs(mean) && stddev > 0 ? 1 / stddev : 0};
}

template <class Value>
Scale toUnitRange(Index count, const Value& value) {
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (Index i = 0; i < count; ++i) {
    least = std::min(least, value(i));
    most = std::max(most, value(i));
  }
  return {least, most > least ? 1 / (most - least) : 0};
}

void scaleFeatures(DataSet& data, FeatureScaling scaling) {
  if (scaling == FeatureScaling::None) return;
  const auto count = static_cast<Index>(data.train.size());
  data.shift.resize(static_cast<std::size_t>(data.features));
  data.scale.resize(static_cast<std::size_t>(data.features));
  parallelFor(
      data.features, {},
      [&](Index column) {
        const auto value = [&](Index i) {
          return static_cast<double>(data.row(data.train[static_cast<std::size_t>(i)])[column]);
        };
        const Scale found =
            scaling == FeatureScaling::Standardise ? standardising(count, value) : toUnitRange(count, value);
        const auto at = static_cast<std::size_t>(column);
        data.shift[at] = static_cast<float>(found.shift);
        data.scale[at] = static_cast<float>(std::min<double>(found.factor, std::numeric_limits<float>::max()));
        for (std::size_t k = at; k < data.values.size(); k += static_cast<std::size_t>(data.features)) {
          const double scaled = (static_cast<double>(data.values[k]) - found.shift) * found.factor;
          // A test example may lie far beyond what the training examples reach.
          data.values[k] = static_cast<float>(std::clamp(scaled, -1e6, 1e6));
        }
      },
      static_cast<Index>(data.values.size()));
}

}  // namespace

std::string_view toString(FeatureScaling scaling) {
  return kScalingNames.at(static_cast<std::size_t>(scaling));
}

std::optional<FeatureScaling> featureScalingFromName(std::string_view name) {
  for (const FeatureScaling scaling : kScalings) {
    if (toString(scaling) == name) return scaling;
  }
  return std::nullopt;
}

std::shared_ptr<const DataSet> dataSet(ExampleTable table, const DataOptions& options) {
  check(table);
  checkClosedInterval("test_share", options.testShare, 0, 0.9);
  auto data = std::make_shared<DataSet>();
  data->features = table.features;
  data->values = std::move(table.values);
  data->targets = std::move(table.labels);
  std::vector<Index> order = seededOrder(options.seed, SeedUse::Split, static_cast<Index>(data->targets.size()));
  const auto tested = static_cast<std::ptrdiff_t>(options.testShare * static_cast<double>(order.size()));
  data->test.assign(order.begin(), order.begin() + tested);
  data->train.assign(order.begin() + tested, order.end());
  scaleFeatures(*data, options.scaling);
  if (!options.regression) {
    makeClasses(*data, std::move(table.classNames));
  } else if (!table.classNames.empty()) {
    refuse(Core::tr("labels that are words"), Core::tr("numbers, or a model of classes"));
  } else if (options.scaling == FeatureScaling::Standardise) {
    const Scale scale = standardising(static_cast<Index>(data->train.size()), [&](Index i) {
      return data->targets[static_cast<std::size_t>(data->train[static_cast<std::size_t>(i)])];
    });
    for (double& target : data->targets) target = (target - scale.shift) * scale.factor;
  }
  return data;
}

}  // namespace noiseloom
