#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace noiseloom {

/// A step's sum and how probable it is.
struct Atom {
  double sum, probability;
};

/// The density at x of the sum and normal noise.
inline double density(const std::vector<Atom>& atoms, double x, double sigma) {
  double sum = 0;
  for (const Atom& each : atoms) {
    const double z = (x - each.sum) / sigma;
    sum += each.probability * std::exp(-0.5 * z * z);
  }
  return sum / (sigma * std::sqrt(2 * std::numbers::pi));
}

/// H(P, Q) of one or two independent steps, by the trapezoid rule.
inline double hockeyStick(const std::vector<Atom>& p, const std::vector<Atom>& q, double sigma, double epsilon,
                          int steps) {
  const double from = -7 - 7 * sigma, to = 7 + 7 * sigma, width = (steps == 1 ? 0.002 : 0.05) * sigma;
  std::vector<double> ofP, ofQ;
  for (double x = from; x < to; x += width) {
    ofP.push_back(density(p, x, sigma) * width);
    ofQ.push_back(density(q, x, sigma) * width);
  }
  double sum = 0;
  for (std::size_t i = 0; i < ofP.size(); ++i) {
    if (steps == 1) {
      sum += std::max(0.0, ofP[i] - std::exp(epsilon) * ofQ[i]);
      continue;
    }
    for (std::size_t j = 0; j < ofP.size(); ++j)
      sum += std::max(0.0, ofP[i] * ofP[j] - std::exp(epsilon) * ofQ[i] * ofQ[j]);
  }
  return sum;
}

}  // namespace noiseloom
