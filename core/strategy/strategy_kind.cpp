#include "core/strategy/strategy_kind.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/base/check.h"

namespace noiseloom {
namespace {

constexpr double kRounding = 1e-12;

constexpr std::array kKinds{&IdentityStrategy::kind, &ToeplitzStrategy::kind,        &BandedStrategy::kind,
                            &DenseStrategy::kind,    &InverseToeplitzStrategy::kind, &BltStrategy::kind,
                            &TreeStrategy::kind,     &RecursiveBltStrategy::kind};

}  // namespace

std::span<const StrategyKind* const> strategyKinds() {
  return kKinds;
}

const StrategyKind* strategyKindFromName(std::string_view id) {
  const auto found = std::ranges::find(kKinds, id, &StrategyKind::id);
  return found == kKinds.end() ? nullptr : *found;
}

StrategySizes sizesOf(const Strategy& strategy) {
  StrategySizes sizes;
  sizes.iterations = strategy.iterations();
  sizes.bands = strategy.bands();
  strategy.kind().addSizes(strategy, sizes);
  return sizes;
}

BandedStrategy bandedOf(const Strategy& strategy) {
  if (const auto* banded = strategy.as<BandedStrategy>()) return *banded;
  const Index n = strategy.iterations(), bands = strategy.bands();
  checkInteger("bands * iterations", bands, 1, kNoLimit / n);
  std::vector<double> rows(n * bands);
  for (Index i = 0; i < n; ++i) {
    const std::span row = std::span(rows).subspan(i * bands, static_cast<std::size_t>(bands));
    strategy.bandRow(i, row);
    std::ranges::reverse(row);
  }
  return {n, bands, std::move(rows)};
}

bool follows(const StrategyArray& array, std::span<const double> stated) {
  checkSize(array.name, std::ssize(stated), std::ssize(array.values));
  const std::size_t length = array.byRow ? static_cast<std::size_t>(array.shape.back()) : 1;
  for (std::size_t begin = 0; begin < stated.size(); begin += length) {
    const auto row = array.values.subspan(begin, length);
    double largest = 0;
    for (const double value : row) largest = std::max(largest, std::abs(value));
    for (std::size_t j = 0; j < length; ++j) {
      if (!(std::abs(stated[begin + j] - row[j]) <= array.tolerance * largest)) return false;
    }
  }
  return true;
}

bool shareData(const Strategy& left, const Strategy& right) {
  if (&left.kind() != &right.kind()) return false;
  const StrategySizes one = sizesOf(left), other = sizesOf(right);
  if (one.iterations != other.iterations || one.scaling != other.scaling || one.blockSize != other.blockSize ||
      one.treeEstimate != other.treeEstimate)
    return false;
  return std::ranges::equal(
      strategyArrays(left), strategyArrays(right), [](const StrategyArray& a, const StrategyArray& b) {
        return !a.own.empty() || (a.values.data() == b.values.data() && a.values.size() == b.values.size());
      });
}

StrategyArray vectorOf(std::string name, std::span<const double> values, std::string followsFrom) {
  return {std::move(name), {std::ssize(values)}, {}, values, std::move(followsFrom), kRounding, false};
}

StrategyArray levelsOf(std::string name, std::span<const double> values, Index levels, std::string followsFrom) {
  return {std::move(name), {levels, std::ssize(values) / levels}, {}, values, std::move(followsFrom), kRounding, true};
}

StrategyArray owning(StrategyArray array, std::vector<double> values) {
  array.own = std::move(values);
  array.values = array.own;
  return array;
}

bool normsAreFirst(const Strategy& strategy, Index begin, Index end) {
  const double first = strategy.columnNormSquared(0);
  for (Index j = begin; j < end; ++j) {
    if (std::abs(strategy.columnNormSquared(j) - first) > kRounding * first) return false;
  }
  return true;
}

bool firstAndLastNormAgree(const Strategy& strategy) {
  return normsAreFirst(strategy, strategy.iterations() - 1, strategy.iterations());
}

NamedNumbers wholeNumber(std::string_view name, Index value) {
  return {name, {}, {static_cast<double>(value)}};
}

NamedNumbers listOf(std::string_view name, std::span<const double> values) {
  return {name, {std::ssize(values)}, {values.begin(), values.end()}};
}

std::vector<NamedNumbers> rowRecurrence(const Strategy& strategy, Index step) {
  std::vector<double> row(strategy.bands());
  strategy.bandRow(step, row);
  return {listOf("weights", row)};
}

std::vector<NamedNumbers> columnRecurrence(const Strategy& strategy, Index step, Index lags) {
  std::vector<double> weights(static_cast<std::size_t>(lags) + 1);
  for (std::size_t lag = 0; lag < weights.size(); ++lag)
    weights[lag] = strategy.inverseEntry(step, step - static_cast<Index>(lag));
  return {listOf("weights", weights)};
}

}  // namespace noiseloom
