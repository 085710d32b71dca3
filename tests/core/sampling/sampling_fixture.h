#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <memory>
#include <vector>

#include "core/batching/list.h"
#include "core/sampling/batch_sampler.h"

namespace noiseloom {

/// A fixed key: what a test draws is the same every time, so that it passes always or never.
inline SecretKey keyNumber(std::uint8_t number) {
  std::array<std::uint8_t, SecretKey::kBytes> bytes{};
  bytes.fill(number);
  return SecretKey::fromBytes(bytes);
}

inline Strategy strategyOf(Index iterations, Index bands) {
  if (bands == 1) return IdentityStrategy(iterations);
  std::vector<double> coefficients(static_cast<std::size_t>(bands));
  for (Index i = 0; i < bands; ++i) coefficients[static_cast<std::size_t>(i)] = 1 / static_cast<double>(1 + i);
  return ToeplitzStrategy(iterations, coefficients);
}

inline Scenario scenarioOf(const Batching& batching, Index iterations, Index epochs) {
  return Scenario({.iterations = iterations, .epochs = static_cast<double>(epochs), .batching = &batching});
}

inline std::shared_ptr<const BatchSampler> samplerOf(const Scenario& scenario, Index bands, Index datasetSize,
                                                     std::uint8_t key = 1) {
  return batchSampler(scenario, strategyOf(scenario.iterations, bands), datasetSize, keyNumber(key));
}

/// The steps of each example as a set of bits, n <= 20: how often each set came up.
inline std::map<unsigned, Index> patternsOf(const BatchSampler& sampler) {
  std::vector<unsigned> steps(static_cast<std::size_t>(sampler.datasetSize()));
  for (Index step = 0; step < sampler.iterations(); ++step) {
    for (const Index example : sampler.batch(step)) steps[static_cast<std::size_t>(example)] |= 1U << step;
  }
  std::map<unsigned, Index> counts;
  for (const unsigned pattern : steps) ++counts[pattern];
  return counts;
}

/// Pearson's test of counts against a law over the same cells: fails where chi-square is beyond the quantile that it
/// passes with a probability of 10^-6 (Wilson and Hilferty's approximation). Cells of less than five expected are one.
template <class Cell>
void expectLaw(const std::map<Cell, Index>& counts, const std::map<Cell, double>& law) {
  double total = 0;
  double mass = 0;
  for (const auto& [cell, count] : counts) {
    total += static_cast<double>(count);
    const auto place = law.find(cell);
    EXPECT_TRUE(place != law.end() && place->second > 0) << "came up " << count << " times and never should";
  }
  for (const auto& [cell, probability] : law) mass += probability;
  ASSERT_NEAR(mass, 1, 1e-9);
  double statistic = 0;
  double rareExpected = 0;
  double rareSeen = 0;
  Index cells = 0;
  const auto add = [&](double seen, double expected) {
    statistic += (seen - expected) * (seen - expected) / expected;
    ++cells;
  };
  for (const auto& [cell, probability] : law) {
    const auto place = counts.find(cell);
    const double seen = place == counts.end() ? 0 : static_cast<double>(place->second);
    if (probability * total < 5) {
      rareExpected += probability * total;
      rareSeen += seen;
    } else {
      add(seen, probability * total);
    }
  }
  if (rareExpected >= 5) add(rareSeen, rareExpected);
  ASSERT_GE(cells, 2);
  const double free = static_cast<double>(cells - 1);
  const double spread = 2 / (9 * free);
  const double most = free * std::pow(1 - spread + 4.753 * std::sqrt(spread), 3);
  EXPECT_LT(statistic, most) << cells << " cells";
}

}  // namespace noiseloom
