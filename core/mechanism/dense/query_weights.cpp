#include "core/mechanism/dense/query_weights.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace noiseloom {
namespace {

constexpr double kShortest = 0.01;          // scale, relative to the longest
constexpr double kLeastQueryWeight = 1e-9;  // times 1/n: a weight of 0 could never grow again
constexpr int kMostSteps = 100;

}  // namespace

QueryWeights::QueryWeights(std::vector<double> p, double longest)
    : m_p(std::move(p)), m_scale(m_p.size()), m_longest(longest) {
  setScales();
}

void QueryWeights::setScales() {
  const auto n = static_cast<double>(m_p.size());
  for (std::size_t i = 0; i < m_p.size(); ++i)
    m_scale[i] = m_longest * std::clamp(std::sqrt(n * m_p[i]), kShortest, 1.0);
}

double QueryWeights::value(std::span<const double> v, std::span<double> seeds) const {
  // The t with sum_i p_i exp((v_i - t) / m_i) = 1: the sum is convex and falls in t, so Newton steps from its left
  // never overshoot. It starts on the left, where a single term is 1.
  double t = -INFINITY;
  for (std::size_t i = 0; i < v.size(); ++i) t = std::max(t, v[i] + m_scale[i] * std::log(m_p[i]));
  double sum = 0;
  for (int step = 0; step < kMostSteps; ++step) {
    double slope = 0;
    sum = 0;
    for (std::size_t i = 0; i < v.size(); ++i) {
      seeds[i] = m_p[i] * std::exp((v[i] - t) / m_scale[i]);
      sum += seeds[i];
      slope += seeds[i] / m_scale[i];
    }
    if (sum - 1 < 1e-15) break;
    // On the logarithm, which is convex too and closer to a line.
    t += std::log(sum) * sum / slope;
  }
  double value = t;
  for (std::size_t i = 0; i < v.size(); ++i) {
    value += m_scale[i] * (seeds[i] - m_p[i]);
    seeds[i] /= sum;
  }
  return value;
}

void QueryWeights::update(std::span<const double> seeds) {
  const auto n = static_cast<double>(m_p.size());
  double sum = 0;
  for (std::size_t i = 0; i < m_p.size(); ++i) {
    m_p[i] = std::max(seeds[i], kLeastQueryWeight / n);
    sum += m_p[i];
  }
  for (double& p : m_p) p /= sum;
  setScales();
}

}  // namespace noiseloom
