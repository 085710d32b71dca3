#pragma once

#include <cmath>
#include <functional>
#include <map>
#include <vector>

#include "core/accounting/losses/adjacency.h"
#include "core/participation_mixture/certificate.h"
#include "core/participation_mixture/fallback.h"
#include "core/participation_mixture/sampling/mixture_weights.h"

namespace noiseloom {

/// Probabilities of all patterns, a bit a step, by walking through the sampler as it is defined.
inline std::map<unsigned, double> patternsOf(const RandomGroups& groups, Index n) {
  std::map<unsigned, double> all;
  for (Index g = 0; g < groups.cycle; ++g) {
    std::map<unsigned, double> own{{0U, 1.0 / static_cast<double>(groups.cycle)}};
    for (Index i = g; i < n; i += groups.cycle) {
      std::map<unsigned, double> next;
      for (const auto& [pattern, chance] : own) {
        next[pattern] += chance * (1 - groups.probability);
        next[pattern | 1U << i] += chance * groups.probability;
      }
      own = next;
    }
    for (const auto& [pattern, chance] : own) all[pattern] += chance;
  }
  return all;
}

inline std::map<unsigned, double> patternsOf(const SpacedSampling& spaced, Index n) {
  const double p = spaced.probability;
  const double unit = 1 / (1 + static_cast<double>(spaced.separation - 1) * p);
  std::map<unsigned, double> all;
  const std::function<void(Index, Index, unsigned, double)> walk = [&](Index i, Index rest, unsigned pattern,
                                                                       double chance) {
    if (chance == 0) return;
    if (i == n) {
      all[pattern] += chance;
    } else if (rest > 0) {
      walk(i + 1, rest - 1, pattern, chance);
    } else {
      walk(i + 1, 0, pattern, chance * (1 - p));
      walk(i + 1, spaced.separation - 1, pattern | 1U << i, chance * p);
    }
  };
  for (Index rest = 0; rest < spaced.separation; ++rest) walk(0, rest, 0, rest == 0 ? unit : p * unit);
  return all;
}

inline std::map<unsigned, double> patternsOf(const ParticipationMixture::Law& law, Index n) {
  return std::visit([&](const auto& own) { return patternsOf(own, n); }, law);
}

/// <m_S, m_S'>.
inline double product(const MixtureColumns& columns, unsigned a, unsigned b) {
  double sum = 0;
  for (Index i = 0; i < columns.steps; ++i) {
    for (Index j = 0; j < columns.steps; ++j) {
      if ((a >> i & 1U) == 0 || (b >> j & 1U) == 0 || std::abs(i - j) >= columns.bands) continue;
      sum += columns.product(std::min(i, j), std::abs(i - j));
    }
  }
  return sum;
}

/// The privacy loss of y_i = <|c_i|, X>.
inline double plainLoss(const MixtureColumns& columns, const std::map<unsigned, double>& patterns, double stddev,
                        const std::vector<double>& y) {
  double sum = 0;
  for (const auto& [pattern, chance] : patterns) {
    double exponent = -product(columns, pattern, pattern) / 2;
    for (Index i = 0; i < columns.steps; ++i) {
      if (pattern >> i & 1U) exponent += y[static_cast<std::size_t>(i)];
    }
    sum += chance * std::exp(exponent / (stddev * stddev));
  }
  return std::log(sum);
}

/// A banded C, with its last columns cut short, or not.
inline ToeplitzStrategy squareRoot(Index n, Index bands, ColumnScaling scaling = ColumnScaling::Normalized) {
  std::vector<double> c{1};
  for (Index i = 1; i < bands; ++i) c.push_back(c.back() * (static_cast<double>(i) - 0.5) / static_cast<double>(i));
  double norm = 0;
  for (const double value : c) norm += value * value;
  for (double& value : c) value /= std::sqrt(norm);
  return {n, std::move(c), scaling};
}

}  // namespace noiseloom
