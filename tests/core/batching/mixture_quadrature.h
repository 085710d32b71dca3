#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "core/strategy/strategy.h"
#include "tests/core/sampling/enumerated_laws.h"

namespace noiseloom {

/// Where a normal vector is shifted to, with a weight.
struct ShiftedNormal {
  std::vector<double> shift;
  double weight = 0;
};

/// What a sum over outcomes says of delta, both ways round.
struct SummedDelta {
  double remove = 0, add = 0;
  double worse() const { return std::max(remove, add); }
};

/// The mixture of shifts by C u, u the sum of the patterns of `examples` independent examples under `law`, in n steps.
inline std::vector<ShiftedNormal> shiftsOf(const Law& law, Index n, Index examples, const Strategy& strategy) {
  std::map<std::vector<int>, double> sums{{std::vector<int>(static_cast<std::size_t>(n), 0), 1.0}};
  for (Index each = 0; each < examples; ++each) {
    std::map<std::vector<int>, double> next;
    for (const auto& [sum, p] : sums) {
      for (const auto& [pattern, own] : law) {
        std::vector<int> more = sum;
        for (Index step = 0; step < n; ++step) more[static_cast<std::size_t>(step)] += (pattern >> step & 1U) ? 1 : 0;
        next[more] += p * own;
      }
    }
    sums = std::move(next);
  }
  std::vector<ShiftedNormal> shifts;
  for (const auto& [sum, p] : sums) {
    std::vector<double> shift(static_cast<std::size_t>(n), 0.0);
    for (Index row = 0; row < n; ++row) {
      for (Index step = 0; step <= row; ++step)
        shift[static_cast<std::size_t>(row)] += strategy.entry(row, step) * sum[static_cast<std::size_t>(step)];
    }
    shifts.push_back({std::move(shift), p});
  }
  return shifts;
}

/// By a sum over a grid of outcomes in one to three dimensions, right to about 10^-3 and a little too small where delta
/// comes from beyond eight standard deviations.
inline SummedDelta summedDelta(const std::vector<ShiftedNormal>& p, const std::vector<ShiftedNormal>& q, double sigma,
                               double epsilon) {
  const std::size_t dimensions = p.front().shift.size();
  const double spacing = sigma * (dimensions == 1 ? 0.002 : dimensions == 2 ? 0.04 : 0.15);
  std::vector<std::vector<double>> places(dimensions);
  for (std::size_t i = 0; i < dimensions; ++i) {
    double least = 0, most = 0;
    for (const auto* mixture : {&p, &q}) {
      for (const ShiftedNormal& each : *mixture) {
        least = std::min(least, each.shift[i]);
        most = std::max(most, each.shift[i]);
      }
    }
    const int count = static_cast<int>((most - least + 16 * sigma) / spacing);
    for (int at = 0; at <= count; ++at) places[i].push_back(least - 8 * sigma + at * spacing);
  }
  const auto density = [&](double x) {
    return std::exp(-0.5 * x * x / (sigma * sigma)) * spacing / (sigma * std::sqrt(2 * std::numbers::pi));
  };
  SummedDelta delta;
  // The masses of each part of the mixtures, less and less of their coordinates being left.
  const std::function<void(std::size_t, const std::vector<double>&, const std::vector<double>&)> go =
      [&](std::size_t i, const std::vector<double>& ofP, const std::vector<double>& ofQ) {
        if (i == dimensions) {
          double with = 0, without = 0;
          for (const double mass : ofP) with += mass;
          for (const double mass : ofQ) without += mass;
          delta.remove += std::max(0.0, with - std::exp(epsilon) * without);
          delta.add += std::max(0.0, without - std::exp(epsilon) * with);
          return;
        }
        std::vector<double> nextP(ofP.size()), nextQ(ofQ.size());
        for (const double x : places[i]) {
          for (std::size_t j = 0; j < ofP.size(); ++j) nextP[j] = ofP[j] * density(x - p[j].shift[i]);
          for (std::size_t j = 0; j < ofQ.size(); ++j) nextQ[j] = ofQ[j] * density(x - q[j].shift[i]);
          go(i + 1, nextP, nextQ);
        }
      };
  const auto weights = [](const std::vector<ShiftedNormal>& mixture) {
    std::vector<double> all;
    all.reserve(mixture.size());
    for (const ShiftedNormal& each : mixture) all.push_back(each.weight);
    return all;
  };
  go(0, weights(p), weights(q));
  return delta;
}

/// Against no shift at all.
inline SummedDelta summedDelta(const std::vector<ShiftedNormal>& p, double sigma, double epsilon) {
  return summedDelta(p, {{std::vector<double>(p.front().shift.size(), 0.0), 1.0}}, sigma, epsilon);
}

}  // namespace noiseloom
