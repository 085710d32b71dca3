#include "core/io/strategy_arrays.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/check.h"

namespace noiseloom {
namespace {

constexpr double kRounding = 1e-12;
// C_inv may come from another program's substitution: its error grows with the condition of C.
constexpr double kInverseRounding = 1e-11;

// K d values by level, those of K levels of d buffers.
StrategyArray levelsOf(std::string name, std::span<const double> values, Index levels, std::string followsFrom = {}) {
  const Index size = std::ssize(values) / levels;
  return {std::move(name), {levels, size}, {}, values, std::move(followsFrom), kRounding, true};
}

StrategyArray vectorOf(std::string name, std::span<const double> values, std::string followsFrom = {}) {
  return {std::move(name), {static_cast<Index>(values.size())}, {}, values, std::move(followsFrom), kRounding, false};
}

// s[j] for the last b-1 columns: all others are 1.
StrategyArray columnScaleTail(const ToeplitzStrategy& strategy) {
  std::vector<double> tail;
  for (Index j = strategy.iterations() - strategy.bands() + 1; j < strategy.iterations(); ++j) {
    tail.push_back(strategy.columnScale(j));
  }
  StrategyArray array = vectorOf("column_scale_tail", tail, "strategy_coef");
  array.own = std::move(tail);
  array.values = array.own;
  return array;
}

std::vector<StrategyArray> recursiveArrays(const RecursiveBltStrategy& strategy) {
  const Index levels = strategy.levels();
  const char* const decays = "buf_decay and inverse_buf_decay";
  const auto scales = [&](const char* name, std::vector<double> BltParameters::*ofLevel) {
    std::vector<double> all;
    for (Index level = 0; level < levels; ++level) {
      const std::vector<double>& own = strategy.blt(level).parameters().*ofLevel;
      all.insert(all.end(), own.begin(), own.end());
    }
    StrategyArray array = levelsOf(name, all, levels, decays);
    array.own = std::move(all);
    array.values = array.own;
    return array;
  };
  std::vector<StrategyArray> arrays;
  arrays.push_back(vectorOf("level_weight", strategy.weights()));
  arrays.push_back(levelsOf("buf_decay", strategy.theta(), levels));
  arrays.push_back(scales("output_scale", &BltParameters::omega));
  arrays.push_back(levelsOf("inverse_buf_decay", strategy.inverseTheta(), levels));
  arrays.push_back(scales("inverse_output_scale", &BltParameters::inverseOmega));
  return arrays;
}

}  // namespace

std::vector<StrategyArray> strategyArrays(const Strategy& strategy) {
  static constexpr double kOne[] = {1.0};
  if (const auto* recursive = strategy.as<RecursiveBltStrategy>()) return recursiveArrays(*recursive);
  std::vector<StrategyArray> arrays;
  if (const auto* toeplitz = strategy.as<ToeplitzStrategy>()) {
    arrays.push_back(vectorOf("strategy_coef", toeplitz->coefficients()));
    if (toeplitz->scaling() == ColumnScaling::Normalized && toeplitz->bands() > 1) {
      arrays.push_back(columnScaleTail(*toeplitz));
    }
  } else if (const auto* banded = strategy.as<BandedStrategy>()) {
    arrays.push_back({"bands", {banded->iterations(), banded->bands()}, {}, banded->rows(), {}});
  } else if (const auto* inverse = strategy.as<InverseToeplitzStrategy>()) {
    arrays.push_back(vectorOf("noising_coef", inverse->noisingCoefficients()));
  } else if (const auto* blt = strategy.as<BltStrategy>()) {
    const BltParameters& parameters = blt->parameters();
    const char* const decays = "buf_decay and inverse_buf_decay";
    arrays.push_back(vectorOf("buf_decay", parameters.theta));
    arrays.push_back(vectorOf("output_scale", parameters.omega, decays));
    arrays.push_back(vectorOf("inverse_buf_decay", parameters.inverseTheta));
    arrays.push_back(vectorOf("inverse_output_scale", parameters.inverseOmega, decays));
  } else if (const auto* dense = strategy.as<DenseStrategy>()) {
    const std::vector<Index> shape{dense->blockSize(), dense->blockSize()};
    arrays.push_back({"C", shape, {}, dense->block(), {}});
    arrays.push_back({"C_inv", shape, {}, dense->inverseBlock(), "C", kInverseRounding, true});
  } else if (strategy.as<IdentityStrategy>()) {
    arrays.push_back(vectorOf("strategy_coef", kOne));
  }
  return arrays;
}

bool follows(const StrategyArray& array, std::span<const double> stated) {
  checkSize(array.name, static_cast<Index>(stated.size()), static_cast<Index>(array.values.size()));
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

bool columnsHaveEqualNorms(const Strategy& strategy) {
  if (const auto* toeplitz = strategy.as<ToeplitzStrategy>()) return toeplitz->scaling() == ColumnScaling::Normalized;
  if (const auto* inverse = strategy.as<InverseToeplitzStrategy>())
    return inverse->scaling() == ColumnScaling::Normalized || inverse->bands() == 1;
  const Index n = strategy.iterations();
  const double first = strategy.columnNormSquared(0);
  const auto equal = [&](Index begin, Index end) {
    for (Index j = begin; j < end; ++j) {
      if (std::abs(strategy.columnNormSquared(j) - first) > 1e-12 * first) return false;
    }
    return true;
  };
  if (strategy.as<BandedStrategy>()) return equal(1, n);
  // Its first block, and the last one, which may be cut.
  if (const auto* dense = strategy.as<DenseStrategy>()) {
    return equal(1, dense->blockSize()) && equal((n - 1) / dense->blockSize() * dense->blockSize(), n);
  }
  // In all others the first column is the longest and the last one the shortest.
  return equal(n - 1, n);
}

}  // namespace noiseloom
